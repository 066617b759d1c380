//! Wrappers callable from C, `_mlir_ciface_…`: they take a pointer to a descriptor for each memref. If the result is a struct,
//! the first parameter is a pointer to memory for it.
//!
//! Functions with bare pointers have no wrappers. Source: MLIR's "LLVM IR Target", C-compatible wrapper emission.

use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{function, struct_fields, void};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Body, Context, Ident, OpState, Type, Value};

use super::call::hand_over;
use super::function::{Function, convert_types_within};
use super::{is_memref, is_unranked_memref};
use crate::conversion::{
    BodyBuilder, LlvmBuilder, MemRefDescriptor, NoMatch, Rewriter, TypeConverter, UnrankedMemRefDescriptor,
};

/// The prefix of the names of wrappers.
const PREFIX: &[u8] = b"_mlir_ciface_";

/// The signature of a wrapper.
struct Interface {
    parameters: Vec<Type>,
    /// The type of the struct that is returned through the first parameter.
    returned: Option<Type>,
    result: Type,
}

impl Interface {
    fn of(converter: &TypeConverter<'_>, function: &Function) -> Result<Self, NoMatch> {
        let context = converter.context();
        let packed = converter.pack_results(&function.results, false);
        let packed = packed.ok_or("the type of a result cannot be converted")?;
        let returned = struct_fields(context, packed).is_some().then_some(packed);
        let mut parameters: Vec<Type> = returned.iter().map(|_| converter.pointer(0)).collect();
        for &input in &function.inputs {
            let is_pointer = is_memref(context, input) || is_unranked_memref(context, input);
            let ty = if is_pointer { Some(converter.pointer(0)) } else { converter.convert(input) };
            parameters.push(ty.ok_or("the type of a parameter cannot be converted")?);
        }
        let result = if returned.is_some() { void(context) } else { packed };
        Ok(Self { parameters, returned, result })
    }

    /// The wrapper function, without a body.
    fn state(&self, b: &Rewriter<'_, '_>, function_: &Function) -> OpState {
        let context = b.context();
        let ty = function(context, self.result, &self.parameters, false);
        let mut new = function_.shell(name(context, function_.name), ty);
        if let Some(all) = &function_.argument_attributes {
            let first = self.returned.map(|_| context.common.empty_dictionary);
            let all: Vec<Attribute> = first.into_iter().chain(all.iter().copied()).collect();
            new = new.arg_attrs(&convert_types_within(b, &all)[..]);
        }
        if let Some(all) = &function_.result_attributes
            && self.returned.is_none()
            && function_.results.len() == 1
        {
            new = new.res_attrs(&convert_types_within(b, all)[..]);
        }
        function_.state(b, function_.inherit(b, new.sym_visibility(function_.visibility)))
    }
}

/// The name of the wrapper of the function `name`.
fn name(context: &Context, name: Ident) -> Ident {
    context.ident_of_bytes(&[PREFIX, context.bytes(name)].concat())
}

/// Makes `llvm.call @name(operands)`; returns the result, if any.
fn call(b: &mut BodyBuilder<'_>, name: Ident, operands: &[Value], result: Type) -> Option<Value> {
    let result = (result != void(b.context())).then_some(result);
    let call = b.create(llvm::Call::build(operands, &[], &[], result).callee(name));
    b.body().result(call)
}

/// Adds the wrapper through which C calls a defined function: it loads the descriptors and passes their fields.
pub(super) fn around_definition(
    b: &Rewriter<'_, '_>,
    function: &Function,
    packed: Type,
) -> Result<OpState, NoMatch> {
    let (context, converter) = (b.context(), b.converter());
    let interface = Interface::of(converter, function)?;
    let mut w = BodyBuilder::new(context, &interface.parameters, function.location);
    let parameters = w.arguments();
    let (target, parameters) = match interface.returned {
        Some(_) => (parameters.first().copied(), &parameters[1..]),
        None => (None, &parameters[..]),
    };
    let mut operands = Vec::new();
    for (&parameter, &input) in parameters.iter().zip(&function.inputs) {
        let mut argument = parameter;
        if is_memref(context, input) || is_unranked_memref(context, input) {
            let descriptor = converter.convert(input).ok_or("the type of a parameter cannot be converted")?;
            argument = w.load(descriptor, parameter);
        }
        hand_over(&mut w, input, &[argument], false, &mut operands);
    }
    let result = call(&mut w, function.name, &operands, packed);
    match (target, result) {
        (Some(target), Some(value)) => {
            w.store(value, target);
            w.ret(None);
        }
        (_, result) => {
            w.ret(result);
        }
    }
    let mut state = interface.state(b, function);
    state.body = Some(Box::new(w.finish()));
    Ok(state)
}

/// For a function that is defined in C: gives the function a body that stores the descriptors on the stack and calls the
/// wrapper, and declares the wrapper.
pub(super) fn around_declaration(
    b: &Rewriter<'_, '_>,
    function: &Function,
    parameters: &[Type],
) -> Result<(Body, OpState), NoMatch> {
    let (context, converter) = (b.context(), b.converter());
    let interface = Interface::of(converter, function)?;
    let index = converter.index();
    let mut w = BodyBuilder::new(context, parameters, function.location);
    let mut handed_over = w.arguments().into_iter();
    let on_stack = |w: &mut BodyBuilder<'_>, ty: Type| {
        let one = w.constant_index(index, 1);
        w.alloca(one, ty)
    };
    let target = interface.returned.map(|returned| on_stack(&mut w, returned));
    let mut operands: Vec<Value> = target.into_iter().collect();
    for &input in &function.inputs {
        let count = converter.convert_argument(input, false).map_or(0, |types| types.len());
        let fields: Vec<Value> = handed_over.by_ref().take(count).collect();
        let descriptor = converter.convert(input).ok_or("the type of a parameter cannot be converted")?;
        let value = match fields[..] {
            [rank, pointer] if is_unranked_memref(context, input) => {
                UnrankedMemRefDescriptor::pack(&mut w, descriptor, rank, pointer).value
            }
            [value] => {
                operands.push(value);
                continue;
            }
            _ => MemRefDescriptor::pack(&mut w, descriptor, &fields).value,
        };
        let memory = on_stack(&mut w, descriptor);
        w.store(value, memory);
        operands.push(memory);
    }
    let mut wrapper = interface.state(b, function);
    wrapper.body = Some(Box::new(Body::with_region()));
    let mut result = call(&mut w, name(context, function.name), &operands, interface.result);
    if let (Some(target), Some(returned)) = (target, interface.returned) {
        let value = w.load(returned, target);
        result = Some(value);
    }
    w.ret(result);
    Ok((w.finish(), wrapper))
}
