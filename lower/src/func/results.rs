//! Conversion of results and of `func.return`: an LLVM function returns one value, so several are packed into a struct.

use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use super::unranked::{To, copy_descriptors};
use super::{
    bare_pointers, is_memref, is_unranked_memref, takes_bare_pointers, unranked_under_bare_pointers,
};
use crate::conversion::{Adaptor, LlvmBuilder, NoMatch, Rewrite, Rewriter, Values};

/// Converts `func.return` to `llvm.return` of at most one value.
pub(super) fn convert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let bare = takes_bare_pointers(b, b.owner().map(|function| function.attributes));
    let before = b.op_ref(op.op).operands().to_vec();
    let originals: Vec<Type> = before.iter().map(|&value| b.body().value_type(value)).collect();
    let mut values: Vec<Values> = op.each_operand().map(Values::from_slice).collect();
    if bare {
        for ((values, &original), &before) in values.iter_mut().zip(&originals).zip(&before) {
            if is_unranked_memref(b.context(), original) {
                return Err(unranked_under_bare_pointers());
            }
            // If a value cannot become a bare pointer, its function is not converted, and the value stays as it is.
            if let [value] = &mut values[..]
                && is_memref(b.context(), original)
                && b.converter().bare_pointer(original).is_some()
            {
                *value = bare_pointers::result(b, before, *value);
            }
        }
    } else {
        copy_descriptors(b, &originals, &mut values, To::Heap)?;
    }
    let values: Vec<Value> = values.into_iter().flatten().collect();
    let value = match values[..] {
        [] => None,
        [one] => Some(one),
        _ => {
            let packed = b.converter().pack_results(&originals, bare);
            let packed = packed.ok_or("the type of a result cannot be converted")?;
            Some(pack(b, packed, &values))
        }
    };
    b.replace_by(op.op, llvm::Return::build(value));
    Ok(())
}

/// Packs values into a struct of type `ty`.
pub(super) fn pack<'c>(b: &mut impl Builder<'c>, ty: Type, values: &[Value]) -> Value {
    let mut packed = b.poison(ty);
    for (index, &value) in values.iter().enumerate() {
        packed = b.insert_value(packed, value, &[index as i64]);
    }
    packed
}

/// Unpacks the result of a call into the replacements of each result of the function; `types` are the original result types.
pub(super) fn unpack_each(
    b: &mut Rewriter<'_, '_>,
    result: Option<Value>,
    types: &[Type],
    bare: bool,
) -> Result<Vec<Values>, NoMatch> {
    let count = |&ty: &Type| b.converter().convert_result(ty, bare).map_or(0, |types| types.len());
    let counts: Vec<usize> = types.iter().map(count).collect();
    let mut values = unpack(b, result, counts.iter().sum())?.into_iter();
    Ok(counts.into_iter().map(|count| values.by_ref().take(count).collect()).collect())
}

/// Unpacks the result of a call into `count` values: the result itself, or the fields of a struct.
pub(super) fn unpack<'c>(
    b: &mut impl Builder<'c>,
    result: Option<Value>,
    count: usize,
) -> Result<Vec<Value>, NoMatch> {
    match (result, count) {
        (_, 0) => Ok(Vec::new()),
        (Some(result), 1) => Ok(vec![result]),
        (Some(result), _) => Ok((0..count).map(|index| b.extract_value(result, &[index as i64])).collect()),
        (None, _) => Err("a call without the result that it should have".into()),
    }
}
