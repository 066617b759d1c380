//! Hand-written parsers and printers of `func`, for operations without an assembly format.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, type_to_string};
use tern_mlir::body::OpState;
use tern_mlir::types::TypeKind;

/// Parses `%f(%a, %b) {…} : (i32, i32) -> i32`.
pub(super) fn parse_call_indirect(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let callee = parser.parse_operand()?;
    parser.expect(b'(')?;
    let start = parser.offset();
    let operands = parser.parse_operands()?;
    parser.expect(b')')?;
    state.attributes = parser.optional_attr_dict()?;
    let type_start = parser.offset();
    let ty = parser.colon_type()?;
    let TypeKind::Function { inputs, results } = ty.kind(context) else {
        let found = type_to_string(context, ty);
        let message =
            format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
        return Err(parser.op_error(type_start, message));
    };
    if operands.len() != inputs.len() {
        let (found, wanted) = (operands.len(), inputs.len());
        let message =
            format!("number of operands and types do not match: got {found} operands and {wanted} types");
        return Err(parser.op_error(start, message));
    }
    state.operands.push(parser.resolve(callee, ty)?);
    for (operand, &ty) in operands.into_iter().zip(inputs) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    state.result_types = results[..].into();
    Ok(())
}

/// Prints the text after `func.call_indirect`.
pub(super) fn print_call_indirect(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    let Some((&callee, operands)) = op.operands().split_first() else { return };
    printer.print_operand(op, callee);
    printer.text("(");
    printer.print_operands(op, operands);
    printer.text(")");
    printer.print_attr_dict(op, &[], false);
    printer.text(" : ");
    printer.print_type(op.type_of(callee));
}
