//! Syntax shared by `scf.if` and `affine.if`.

use tern_mlir::OpState;
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};

/// Parses the text after the condition: `-> (types) {…} else {…} {…}`.
pub(crate) fn parse_branches(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    state.result_types = parser.optional_arrow_types()?.into();
    parser.parse_region_with_terminator(state, &[])?;
    if parser.eat_keyword("else") {
        parser.parse_region_with_terminator(state, &[])?;
    } else {
        parser.add_empty_region(state);
    }
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the regions, and the attributes except those in `spelled`.
pub(crate) fn print_branches(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>, spelled: &[&'static str]) {
    printer.text(" ");
    printer.print_region(op, 0, false);
    if !op.is_region_empty(1) {
        printer.text(" else ");
        printer.print_region(op, 1, false);
    }
    printer.print_attr_dict(op, spelled, false);
}
