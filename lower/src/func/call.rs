//! Conversion of `func.call` and `func.call_indirect` to `llvm.call`.

use tern_dialect_core::func;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{function, void};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Ident, Type, Value};

use super::function::{is_variadic, spread};
use super::unranked::{To, copy_descriptors};
use super::{
    bare_pointers, is_memref, is_unranked_memref, results, takes_bare_pointers, unranked_under_bare_pointers,
};
use crate::conversion::{
    Adaptor, MemRefDescriptor, Rewrite, Rewriter, TypeConverter, UnrankedMemRefDescriptor,
};

/// Converts a direct call.
pub(super) fn convert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let call = func::Call::expect(b.original(op));
    let target = b.symbol(call.callee());
    let shared = Shared {
        callee: None,
        name: Some(call.callee()),
        argument_attributes: call.arg_attrs().map(<[_]>::to_vec),
        result_attributes: call.res_attrs().map(<[_]>::to_vec),
        no_inline: call.no_inline(),
        bare: takes_bare_pointers(b, target.map(|target| target.attributes)),
        variadic: target.is_some_and(|target| is_variadic(b.context(), target.attributes)),
    };
    make(op, b, shared)
}

/// Converts an indirect call.
pub(super) fn convert_indirect(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let &[callee] = op.operand(0) else { return Err("the callee is not one value".into()) };
    let call = func::CallIndirect::expect(b.original(op));
    let shared = Shared {
        callee: Some(callee),
        name: None,
        argument_attributes: call.arg_attrs().map(<[_]>::to_vec),
        result_attributes: call.res_attrs().map(<[_]>::to_vec),
        no_inline: false,
        bare: takes_bare_pointers(b, None),
        variadic: false,
    };
    make(op, b, shared)
}

/// What the conversion of both kinds of calls needs.
struct Shared {
    /// The callee of an indirect call, which is the first operand.
    callee: Option<Value>,
    /// The callee of a direct call.
    name: Option<Ident>,
    argument_attributes: Option<Vec<Attribute>>,
    result_attributes: Option<Vec<Attribute>>,
    no_inline: bool,
    bare: bool,
    variadic: bool,
}

fn make(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, call: Shared) -> Rewrite {
    let context = b.context();
    let (bare, callee) = (call.bare, call.callee.as_slice());
    let original = b.op_ref(op.op);
    let types = |values: &[Value]| values.iter().map(|&value| original.type_of(value)).collect::<Vec<Type>>();
    let argument_types = types(&original.operands()[callee.len()..]);
    let result_types = types(&original.body.results(op.op).collect::<Vec<_>>());
    if bare && argument_types.iter().chain(&result_types).any(|&ty| is_unranked_memref(context, ty)) {
        return Err(unranked_under_bare_pointers());
    }
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
    let returned = (packed != void(context)).then_some(packed);
    let mut new =
        llvm::Call::build(&operands, &[], &[], returned).callee(call.name).no_inline(call.no_inline);
    if let Some(all) = call.argument_attributes {
        new = new.arg_attrs(&spread(context, &all, &counts)[..]);
    }
    if result_types.len() == 1 {
        new = new.res_attrs(call.result_attributes.as_deref());
    }
    if call.variadic {
        // The declared parameters, before any variable arguments.
        let parameters: Vec<Type> = operands.iter().map(|&value| b.type_of(value)).collect();
        new = new.var_callee_type(function(context, packed, &parameters, true));
    }
    let call = b.create(new);
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
