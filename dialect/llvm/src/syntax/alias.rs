//! The syntax of `llvm.mlir.alias`: `internal hidden thread_local unnamed_addr @a {…} : i32 { … }`.

use super::func::{parse_name, print_body, print_name};
use super::global::{Prefix, parse_initializer, parse_prefix};
use super::keyword::add;
use crate::ops::Alias;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::Attribute;
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;

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
pub(crate) fn print(printer: &mut Printer<'_>, alias: Alias<Printed<'_>>) {
    let op = *alias.0;
    let prefix = Prefix {
        linkage: alias.linkage(),
        visibility: alias.visibility_(),
        thread_local: alias.thread_local_(),
        unnamed_addr: alias.unnamed_addr(),
    };
    prefix.print(printer);
    print_name(printer, alias.sym_name());
    let spelled = ["sym_name", "alias_type", "linkage", "unnamed_addr", "thread_local_", "visibility_"];
    printer.print_attr_dict(op, &spelled, false);
    printer.text(" : ");
    if let Some(ty) = alias.alias_type() {
        printer.print_type(ty);
    }
    print_body(printer, op);
}
