//! The syntax of `llvm.mlir.alias`: `internal hidden thread_local unnamed_addr @a {…} : i32 { … }`.

use super::func::{parse_name, print_body, print_name};
use super::global::{parse_initializer, parse_prefix, print_prefix};
use super::keyword::add;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::Attribute;
use tern_mlir::body::{OpRef, OpState};

/// Parses the text after `llvm.mlir.alias`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_prefix(parser, state);
    parse_name(parser, state)?;
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    let ty = parser.colon_type()?;
    add(parser, &mut state.attributes, "alias_type", Attribute::of_type(parser.context, ty));
    parse_initializer(parser, state)
}

/// Prints the text after `llvm.mlir.alias`.
pub fn print(printer: &mut Printer<'_>, op: OpRef<'_>) {
    print_prefix(printer, op);
    print_name(printer, op);
    let spelled = ["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"];
    printer.print_attr_dict(op, &spelled, false);
    printer.text(" : ");
    if let Some(ty) = op.property("alias_type") {
        printer.print_attribute(ty);
    }
    print_body(printer, op);
}
