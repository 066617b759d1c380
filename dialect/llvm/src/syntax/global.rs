//! The syntax of `llvm.mlir.global`: `internal thread_local unnamed_addr constant @g(42 : i32) comdat(@c::@g) {…} : i32 { … }`.

use super::func::{parse_comdat, parse_name, print_body, print_comdat, print_name};
use super::keyword::{
    add, linkage_of, parse_linkage_and_visibility, parse_unnamed_addr, print_spaced, print_unnamed_addr,
    print_visibility,
};
use crate::types::array;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::{Body, OpRef, OpState};

/// Parses the text before the name of a global or alias.
pub(super) fn parse_prefix(parser: &mut Parser<'_, '_>, state: &mut OpState) {
    parse_linkage_and_visibility(parser, &mut state.attributes);
    if parser.eat_keyword("thread_local") {
        add(parser, &mut state.attributes, "thread_local_", parser.context.common.unit);
    }
    parse_unnamed_addr(parser, &mut state.attributes);
}

/// Prints the text before the name of a global or alias.
pub(super) fn print_prefix(printer: &mut Printer<'_>, op: OpRef<'_>) {
    printer.text(" ");
    print_spaced(printer, linkage_of(op).spelling());
    print_visibility(printer, op);
    if op.property("thread_local_").is_some() {
        printer.text("thread_local ");
    }
    print_unnamed_addr(printer, op);
}

/// Parses the optional region of a global or alias.
pub(super) fn parse_initializer(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    if parser.at(b'{') {
        parser.parse_body(state, &[])
    } else {
        state.body = Some(Box::new(Body::with_region()));
        Ok(())
    }
}

/// Parses the text after `llvm.mlir.global`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    parse_prefix(parser, state);
    if parser.eat_keyword("constant") {
        add(parser, &mut state.attributes, "constant", context.common.unit);
    }
    let start = parser.offset();
    parse_name(parser, state)?;
    parser.expect(b'(')?;
    let mut value = None;
    if !parser.eat(b')') {
        let attribute = parser.parse_attribute()?;
        add(parser, &mut state.attributes, "value", attribute);
        value = Some(attribute);
        parser.expect(b')')?;
    }
    parse_comdat(parser, state)?;
    let mut attributes = parser.optional_attr_dict()?;
    if !attributes.iter().any(|entry| context.bytes(entry.name) == b"addr_space") {
        let zero = Attribute::integer(context, context.common.i32, 0);
        add(parser, &mut state.attributes, "addr_space", zero);
    }
    state.attributes.append(&mut attributes);
    let ty = if parser.at(b':') {
        let ty = parser.colon_type()?;
        if parser.at(b',') {
            return Err(parser.op_error(parser.offset(), "expected zero or one type"));
        }
        parse_initializer(parser, state)?;
        ty
    } else {
        let Some(AttrKind::String { value, .. }) = value.map(|value| value.kind(context)) else {
            return Err(parser.error_at(start, "type can only be omitted for string globals"));
        };
        state.body = Some(Box::new(Body::with_region()));
        array(context, context.common.i8, context.bytes(*value).len() as u64)
    };
    add(parser, &mut state.attributes, "global_type", Attribute::of_type(context, ty));
    Ok(())
}

/// Prints the text after `llvm.mlir.global`.
pub fn print(printer: &mut Printer<'_>, op: OpRef<'_>) {
    print_prefix(printer, op);
    if op.property("constant").is_some() {
        printer.text("constant ");
    }
    print_name(printer, op);
    printer.text("(");
    let value = op.property("value");
    if let Some(value) = value {
        printer.print_attribute(value);
    }
    printer.text(")");
    print_comdat(printer, op);
    let spelled = [
        "sym_name",
        "global_type",
        "constant",
        "value",
        "linkage",
        "unnamed_addr",
        "thread_local_",
        "visibility_",
        "comdat",
    ];
    printer.print_full_attr_dict(op, &spelled);
    // The type of a string is derived from its length.
    if value.is_some_and(|value| matches!(value.kind(op.context), AttrKind::String { .. })) {
        return;
    }
    printer.text(" : ");
    if let Some(ty) = op.property("global_type") {
        printer.print_attribute(ty);
    }
    print_body(printer, op);
}
