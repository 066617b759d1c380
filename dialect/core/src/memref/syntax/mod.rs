//! Hand-written parsers and printers of `memref`, for operations without an assembly format.

pub(super) mod access;
pub(super) mod allocation;
pub(super) mod transfer;
pub(super) mod view;

use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, ParseResult, Parser, type_to_string};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context, OpState, Value};

use super::Global;

/// The `custom<…>` directives of the dialect's assembly formats.
pub(super) static DIRECTIVES: &[Directive] = &[GLOBAL];

/// Adds an inherent attribute.
pub(super) fn add(context: &Context, state: &mut OpState, name: &str, value: Attribute) {
    state.properties.push(NamedAttribute { name: context.ident(name), value });
}

/// Parses `[%i, %j]`: values of type `index`.
pub(super) fn indices(parser: &mut Parser<'_, '_>) -> ParseResult<Vec<Value>> {
    parser.expect(b'[')?;
    let index = parser.context.common.index;
    parser.list(b']', |parser| {
        let operand = parser.parse_operand()?;
        parser.resolve(operand, index)
    })
}

/// The tensor type with the shape and elements of a memref.
pub(super) fn tensor_of(context: &Context, ty: Type) -> Option<Type> {
    let ty = MemRefType::of(context, ty)?;
    Some(context.ty(TypeKind::RankedTensor { shape: ty.shape.into(), element: ty.element, encoding: None }))
}

/// Whether an attribute is an elements attribute.
pub(super) fn is_elements(context: &Context, value: Attribute) -> bool {
    matches!(
        value.kind(context),
        AttrKind::DenseElements { .. }
            | AttrKind::DenseStrings { .. }
            | AttrKind::DenseResource { .. }
            | AttrKind::Sparse { .. }
    )
}

/// `custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value)`: `memref<4xf32> = dense<1.0>`, `… = uninitialized`.
const GLOBAL: Directive = Directive {
    name: "GlobalMemrefOpTypeAndInitialValue",
    parse: |parser, parsed, args| {
        let [Element::Attribute(ty_decl), Element::Attribute(value_decl)] = args else { return Ok(()) };
        let context = parser.context;
        let mut add = |name: &str, value| {
            parsed.attributes.push(NamedAttribute { name: context.ident(name), value });
        };
        let ty = parser.parse_type()?;
        let is_static = MemRefType::of(context, ty).is_some_and(|ty| ty.has_static_shape());
        let Some(tensor) = tensor_of(context, ty).filter(|_| is_static) else {
            let found = type_to_string(context, ty);
            return Err(
                parser.op_name_error(format!("type should be static shaped memref, but got '{found}'"))
            );
        };
        add(ty_decl.name, Attribute::of_type(context, ty));
        if !parser.eat(b'=') {
            return Ok(());
        }
        if parser.eat_keyword("uninitialized") {
            add(value_decl.name, context.common.unit);
            return Ok(());
        }
        let value = parser.parse_attribute_of_type(tensor)?;
        if !is_elements(context, value) {
            return Err(parser.op_name_error("initial value should be a unit or elements attribute"));
        }
        add(value_decl.name, value);
        Ok(())
    },
    begins: |_| true,
    is_present: |_| true,
    print: |printer, op, _| {
        let Some(global) = Global::printed(op) else { return };
        if let Some(ty) = global.r#type() {
            printer.print_type(ty);
        }
        match global.initial_value() {
            None => {}
            Some(value) if value == op.context().common.unit => printer.text(" = uninitialized"),
            Some(value) => {
                printer.text(" = ");
                printer.print_attribute_without_type(value);
            }
        }
    },
};
