//! The syntax of `llvm.mlir.global`: `internal thread_local unnamed_addr constant @g(42 : i32) comdat(@c::@g) {…} : i32 { … }`.

use super::func::{parse_comdat, parse_name, print_body, print_comdat, print_name};
use super::keyword::{
    add, parse_linkage_and_visibility, parse_unnamed_addr, print_spaced, print_unnamed_addr, print_visibility,
};
use crate::enums::{Linkage, UnnamedAddr, Visibility};
use crate::ops::Global;
use crate::types::array;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::{Body, OpState};
use tern_mlir::declare::Printed;

/// Parses the text before the name of a global or alias.
pub(super) fn parse_prefix(parser: &mut Parser<'_, '_>, state: &mut OpState) {
    parse_linkage_and_visibility(parser, &mut state.attributes);
    if parser.eat_keyword("thread_local") {
        add(parser, &mut state.attributes, "thread_local_", parser.context.common.unit);
    }
    parse_unnamed_addr(parser, &mut state.attributes);
}

/// What is printed before the name of a global or alias.
pub(super) struct Prefix {
    pub(super) linkage: Option<Linkage>,
    pub(super) visibility: Option<Visibility>,
    pub(super) thread_local: bool,
    pub(super) unnamed_addr: Option<UnnamedAddr>,
}

impl Prefix {
    /// Prints the text before the name.
    pub(super) fn print(&self, printer: &mut Printer<'_>) {
        printer.text(" ");
        print_spaced(printer, self.linkage.unwrap_or(Linkage::External).spelling());
        print_visibility(printer, self.visibility);
        if self.thread_local {
            printer.text("thread_local ");
        }
        print_unnamed_addr(printer, self.unnamed_addr);
    }
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
pub(crate) fn print(printer: &mut Printer<'_>, global: Global<Printed<'_>>) {
    let op = *global.0;
    let prefix = Prefix {
        linkage: global.linkage(),
        visibility: global.visibility_(),
        thread_local: global.thread_local_(),
        unnamed_addr: global.unnamed_addr(),
    };
    prefix.print(printer);
    if global.constant() {
        printer.text("constant ");
    }
    print_name(printer, global.sym_name());
    printer.text("(");
    let value = global.value();
    if let Some(value) = value {
        printer.print_attribute(value);
    }
    printer.text(")");
    print_comdat(printer, global.comdat());
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
    if value.is_some_and(|value| matches!(value.kind(op.context()), AttrKind::String { .. })) {
        return;
    }
    printer.text(" : ");
    if let Some(ty) = global.global_type() {
        printer.print_type(ty);
    }
    print_body(printer, op);
}
