//! Folders of `builtin`. Source: MLIR's `BuiltinDialect.cpp`.

use super::UnrealizedConversionCast;
use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::fold::{Folded, Folds};

/// The folders of the dialect.
pub(super) static FOLDS: Folds =
    Folds { operations: &[(CAST, cast)], more: &[], in_place: |_, _| false, constant: |_, _, _| None };

const CAST: &str = UnrealizedConversionCast::NAME;

/// Folds a cast to the types of its operands, and a cast back to the operands of an earlier cast.
fn cast(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let same_types = |inputs: OpRef<'_>| {
        let results = op.body.results(op.op).map(|result| op.type_of(result));
        inputs.operands().iter().map(|&input| op.type_of(input)).eq(results)
    };
    let values = |from: OpRef<'_>| from.operands().iter().map(|&input| Folded::Value(input)).collect();
    if same_types(op) {
        return Some(values(op));
    }
    let before = op.definition(*op.operands().first()?)?;
    let whole = before.name() == CAST && op.body.results(before.op).eq(op.operands().iter().copied());
    (whole && same_types(before)).then(|| values(before))
}
