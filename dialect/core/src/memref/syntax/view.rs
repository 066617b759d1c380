//! The syntax of `memref.transpose`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult};
use tern_mlir::declare::Printed;
use tern_mlir::{AttrKind, OpState};

use super::add;
use crate::memref::Transpose;

/// Parses `%m (i, j) -> (j, i) {…} : memref<…> to memref<…>`.
pub(crate) fn parse_transpose(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let operand = parser.parse_operand()?;
    let permutation = parser.affine_map()?;
    state.attributes = parser.optional_attr_dict()?;
    let source = parser.colon_type()?;
    parser.expect_keyword("to")?;
    state.result_types.push(parser.parse_type()?);
    state.operands.push(parser.resolve(operand, source)?);
    add(parser.context, state, "permutation", parser.context.attr(AttrKind::AffineMap(permutation)));
    Ok(())
}

/// Prints the text after `memref.transpose`.
pub(crate) fn print_transpose(printer: &mut OpPrinter<'_>, transpose: Transpose<Printed<'_>>) {
    let op = *transpose.0;
    let (Some(operand), Some(result)) = (transpose.r#in(), transpose.result()) else { return };
    printer.text(" ");
    printer.print_operand(op, operand);
    printer.text(" ");
    if let Some(map) = transpose.permutation().and_then(|map| map.as_affine_map(op.context())) {
        printer.print_affine_map(map);
    }
    printer.print_attr_dict(op, &["permutation"], false);
    printer.text(" : ");
    printer.print_type(op.type_of(operand));
    printer.text(" to ");
    printer.print_type(op.type_of(result));
}
