//! Conversion of `func.call` and `func.call_indirect` to `llvm.call`.

use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{function, void};
use tern_mlir::{Attribute, Type, Value};

use super::function::{is_variadic, spread};
use super::unranked::{To, copy_descriptors};
use super::{
    bare_pointers, is_memref, is_unranked_memref, results, takes_bare_pointers, unranked_under_bare_pointers,
};
use crate::conversion::{
    Adaptor, Builder, MemRefDescriptor, Rewrite, Rewriter, TypeConverter, UnrankedMemRefDescriptor,
    call_properties,
};

/// Converts a direct call.
pub(super) fn convert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let callee = b.op_ref(op.op).property("callee").ok_or("the callee is not named")?;
    let target = callee.as_symbol(b.context()).and_then(|name| b.symbol(name));
    let bare = takes_bare_pointers(b, target.map(|target| target.attributes));
    let variadic = target.is_some_and(|target| is_variadic(b.context(), target.attributes));
    make(op, b, &[], Some(callee), bare, variadic)
}

/// Converts an indirect call.
pub(super) fn convert_indirect(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let &[callee] = op.operand(0) else { return Err("the callee is not one value".into()) };
    let bare = takes_bare_pointers(b, None);
    make(op, b, &[callee], None, bare, false)
}

fn make(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    callee: &[Value],
    name: Option<Attribute>,
    bare: bool,
    variadic: bool,
) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let types = |values: &[Value]| values.iter().map(|&value| original.type_of(value)).collect::<Vec<Type>>();
    let argument_types = types(&original.operands()[callee.len()..]);
    let result_types = types(&original.body.results(op.op).collect::<Vec<_>>());
    if bare && argument_types.iter().chain(&result_types).any(|&ty| is_unranked_memref(context, ty)) {
        return Err(unranked_under_bare_pointers());
    }
    let (argument_attributes, result_attributes, no_inline) =
        (original.property("arg_attrs"), original.property("res_attrs"), original.property("no_inline"));
    let attributes = original.body.attributes(op.op);
    let packed = b.converter().pack_results(&result_types, bare);
    let packed = packed.ok_or("the type of a result cannot be converted")?;

    let mut operands = callee.to_vec();
    let mut counts = Vec::new();
    for (argument, &ty) in op.each_operand().skip(callee.len()).zip(&argument_types) {
        let before = operands.len();
        hand_over(b, ty, argument, bare, &mut operands);
        counts.push(operands.len() - before);
    }
    let mut properties = call_properties(context, operands.len());
    properties.extend(name.map(|name| ("callee", name)));
    properties.extend(no_inline.map(|unit| ("no_inline", unit)));
    if let Some(all) = argument_attributes {
        properties.push(("arg_attrs", spread(context, all, &counts)));
    }
    if let Some(all) = result_attributes.filter(|_| result_types.len() == 1) {
        properties.push(("res_attrs", all));
    }
    if variadic {
        // The declared parameters, before any variable arguments.
        let parameters: Vec<Type> = operands.iter().map(|&value| b.type_of(value)).collect();
        let ty = function(context, packed, &parameters, true);
        properties.push(("var_callee_type", Attribute::of_type(context, ty)));
    }
    let returned: &[Type] = if packed == void(context) { &[] } else { &[packed] };
    let call = b.op(llvm::Call::NAME, &operands, returned, &properties);
    b.body_mut().set_attributes(call, attributes);

    let result = b.body().result(call);
    let mut values = results::unpack_each(b, result, &result_types, bare)?;
    if bare {
        for (values, &ty) in values.iter_mut().zip(&result_types) {
            if let (true, [value]) = (is_memref(context, ty), &mut values[..]) {
                let converter: &TypeConverter<'_> = b.converter();
                *value = bare_pointers::descriptor(b, converter, ty, *value)?;
            }
        }
    } else {
        copy_descriptors(b, &result_types, &mut values, To::Stack)?;
    }
    b.replace_by_several(op.op, values);
    Ok(())
}

/// Appends to `operands` what is passed for an argument of original type `ty` that was converted to `values`.
pub(super) fn hand_over<'c>(
    b: &mut impl Builder<'c>,
    ty: Type,
    values: &[Value],
    bare: bool,
    operands: &mut Vec<Value>,
) {
    match *values {
        [argument] if is_memref(b.context(), ty) => match bare {
            true => operands.push(bare_pointers::argument(b, argument)),
            false => operands.extend(MemRefDescriptor::new(argument).unpack(b)),
        },
        [argument] if is_unranked_memref(b.context(), ty) => {
            operands.extend(UnrankedMemRefDescriptor::new(argument).unpack(b));
        }
        _ => operands.extend_from_slice(values),
    }
}
