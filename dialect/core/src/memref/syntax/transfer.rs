//! The syntax of `memref.dma_start`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, Unresolved};
use tern_mlir::{OpState, Value};

use super::indices;
use crate::memref::verify::transfer::Parts;

/// Parses `%s[%i], %d[%j], %n, %tag[%k], %stride, %each : memref<…>, memref<…>, memref<…>`.
pub(crate) fn parse_dma_start(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let index = parser.context.common.index;
    let source = parser.parse_operand()?;
    let source_indices = indices(parser)?;
    parser.expect(b',')?;
    let target = parser.parse_operand()?;
    let target_indices = indices(parser)?;
    parser.expect(b',')?;
    let count = parser.parse_operand()?;
    parser.expect(b',')?;
    let tag = parser.parse_operand()?;
    let tag_indices = indices(parser)?;
    let mut strides: Vec<Unresolved<'_>> = Vec::new();
    while parser.eat(b',') {
        strides.push(parser.parse_operand()?);
    }
    if !strides.is_empty() && strides.len() != 2 {
        return Err(parser.op_name_error("expected two stride related operands"));
    }
    parser.expect(b':')?;
    let mut types = vec![parser.parse_type()?];
    while parser.eat(b',') {
        types.push(parser.parse_type()?);
    }
    let [source_type, target_type, tag_type] = types[..] else {
        return Err(parser.op_name_error("fewer/more types expected"));
    };
    state.operands.push(parser.resolve(source, source_type)?);
    state.operands.extend(source_indices);
    state.operands.push(parser.resolve(target, target_type)?);
    state.operands.extend(target_indices);
    state.operands.push(parser.resolve(count, index)?);
    state.operands.push(parser.resolve(tag, tag_type)?);
    state.operands.extend(tag_indices);
    for stride in strides {
        state.operands.push(parser.resolve(stride, index)?);
    }
    Ok(())
}

/// Prints the text after `memref.dma_start`.
pub(crate) fn print_dma_start(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    let Some(parts) = Parts::of(op) else { return };
    let access = |printer: &mut OpPrinter<'_>, memref: Value, indices: &[Value]| {
        printer.print_operand(op, memref);
        printer.text("[");
        printer.print_operands(op, indices);
        printer.text("]");
    };
    printer.text(" ");
    access(printer, parts.source.0, parts.source.1);
    printer.text(", ");
    access(printer, parts.target.0, parts.target.1);
    printer.text(", ");
    printer.print_operand(op, parts.count);
    printer.text(", ");
    access(printer, parts.tag.0, parts.tag.1);
    for &value in parts.strides {
        printer.text(", ");
        printer.print_operand(op, value);
    }
    printer.print_attr_dict(op, &[], false);
    printer.text(" : ");
    printer.print_types([parts.source.0, parts.target.0, parts.tag.0].map(|value| op.type_of(value)));
}
