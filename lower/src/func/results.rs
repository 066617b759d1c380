//! Results: LLVM's functions return one value, so several become a struct. And `func.return`.

use tern_mlir::{Type, Value};

use super::unranked::{To, copy_descriptors};
use super::{
    bare_pointers, is_memref, is_unranked_memref, takes_bare_pointers, unranked_under_bare_pointers,
};
use crate::conversion::{Adaptor, Builder, NoMatch, Rewrite, Rewriter, Values};

/// `func.return` becomes `llvm.return` of at most one value.
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
            // In a function that stays as it is, what cannot be a bare pointer does too.
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
    let operands: Vec<Value> = match values[..] {
        [] => Vec::new(),
        [one] => vec![one],
        _ => {
            let packed = b.converter().pack_results(&originals, bare);
            let packed = packed.ok_or("the type of a result cannot be converted")?;
            vec![pack(b, packed, &values)]
        }
    };
    b.replace_with(op.op, "llvm.return", &operands, &[], &[]);
    Ok(())
}

/// A struct of type `ty` of these values.
pub(super) fn pack<'c>(b: &mut impl Builder<'c>, ty: Type, values: &[Value]) -> Value {
    let mut packed = b.poison(ty);
    for (index, &value) in values.iter().enumerate() {
        packed = b.insert_value(packed, value, &[index as i64]);
    }
    packed
}

/// What stands for each result of a function whose results were of `types`: of what a call of it results in.
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

/// The `count` values that a call results in: its result, or what that is a struct of.
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
