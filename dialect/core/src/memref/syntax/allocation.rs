//! The syntax of `memref.alloca_scope`.

use tern_mlir::OpState;
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};

/// Parses `-> (i32, f32) {…} {…}`.
pub(crate) fn parse_alloca_scope(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    state.result_types = parser.optional_arrow_types()?.into();
    parser.parse_region_with_terminator(state, &[])?;
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `memref.alloca_scope`.
pub(crate) fn print_alloca_scope(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    let types = op.result_types();
    if !types.is_empty() {
        printer.text(" -> (");
        printer.print_types(types);
        printer.text(")");
    }
    printer.text(" ");
    printer.print_region(op, 0, false);
    printer.print_attr_dict(op, &[], false);
}
