//! The syntax of `llvm.landingpad`: `cleanup (catch %a : !llvm.ptr) (filter %b : !llvm.array<1 x ptr>) : type`.

use super::keyword::add;
use crate::ops::Landingpad;
use crate::types::array_parts;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;

/// Parses the text after `llvm.landingpad`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    if parser.eat_keyword("cleanup") {
        add(parser, &mut state.attributes, "cleanup", parser.context.common.unit);
    }
    while parser.eat(b'(') {
        // The type of the operand determines whether the clause is a filter or a catch.
        if !parser.eat_keyword("catch") && !parser.eat_keyword("filter") {
            return Err(parser.error("expected 'catch' or 'filter'"));
        }
        let operand = parser.parse_operand()?;
        let ty = parser.colon_type()?;
        state.operands.push(parser.resolve(operand, ty)?);
        parser.expect(b')')?;
    }
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    state.result_types.push(parser.colon_type()?);
    Ok(())
}

/// Prints the text after `llvm.landingpad`.
pub(crate) fn print(printer: &mut Printer<'_>, pad: Landingpad<Printed<'_>>) {
    let op = *pad.0;
    printer.text(if pad.cleanup() { " cleanup " } else { " " });
    for &operand in pad.lhs() {
        let ty = op.type_of(operand);
        printer.text(if array_parts(op.context(), ty).is_some() { "(filter " } else { "(catch " });
        printer.print_operand(op, operand);
        printer.text(" : ");
        printer.print_type(ty);
        printer.text(") ");
    }
    printer.print_attr_dict(op, &["cleanup"], false);
    printer.text(": ");
    printer.print_types(pad.res().map(|result| op.type_of(result)));
}
