//! The syntax of `memref.generic_atomic_rmw` and `memref.prefetch`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, type_to_string};
use tern_mlir::declare::Printed;
use tern_mlir::{Attribute, OpState};

use super::{add, indices};
use crate::memref::Prefetch;
use crate::memref::constraints::element_type;

/// Parses `%m[%i] : memref<4xf32> {…} {…}`.
pub(crate) fn parse_generic_atomic_rmw(
    parser: &mut OpParser<'_, '_>,
    state: &mut OpState,
) -> ParseResult<()> {
    let memref = parser.parse_operand()?;
    let indices = indices(parser)?;
    let start = parser.offset();
    let ty = parser.colon_type()?;
    state.operands.push(parser.resolve(memref, ty)?);
    let Some(element) = element_type(parser.context, ty) else {
        let found = type_to_string(parser.context, ty);
        let message = format!("invalid kind of type specified: expected builtin.memref, but found '{found}'");
        return Err(parser.op_error(start, message));
    };
    state.operands.extend(indices);
    parser.parse_region_with_terminator(state, &[])?;
    state.result_types.push(element);
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `memref.generic_atomic_rmw`.
pub(crate) fn print_generic_atomic_rmw(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    let Some((&memref, indices)) = op.operands().split_first() else { return };
    printer.text(" ");
    printer.print_operand(op, memref);
    printer.text("[");
    printer.print_operands(op, indices);
    printer.text("] : ");
    printer.print_type(op.type_of(memref));
    printer.text(" ");
    printer.print_region(op, 0, true);
    printer.print_attr_dict(op, &[], false);
}

/// Parses `%m[%i], read, locality<3>, data : memref<4xf32>`, with an optional dictionary before the colon.
pub(crate) fn parse_prefetch(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let memref = parser.parse_operand()?;
    let indices = indices(parser)?;
    let (write, locality, data) = parse_hints(parser)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    state.operands.push(parser.resolve(memref, ty)?);
    state.operands.extend(indices);
    add(parser.context, state, "isWrite", write);
    add(parser.context, state, "localityHint", locality);
    add(parser.context, state, "isDataCache", data);
    Ok(())
}

/// Parses `, read, locality<3>, data`: whether it is a write, the locality, and whether the data cache is meant.
pub(crate) fn parse_hints(parser: &mut OpParser<'_, '_>) -> ParseResult<(Attribute, Attribute, Attribute)> {
    let context = parser.context;
    parser.expect(b',')?;
    let write = match parser.keyword()? {
        b"write" => true,
        b"read" => false,
        _ => return Err(parser.op_name_error("rw specifier has to be 'read' or 'write'")),
    };
    parser.expect(b',')?;
    parser.expect_keyword("locality")?;
    parser.expect(b'<')?;
    let locality = parser.integer()?;
    let locality = Attribute::integer(context, context.common.i32, i64::try_from(locality).unwrap_or(-1));
    parser.expect(b'>')?;
    parser.expect(b',')?;
    let data = match parser.keyword()? {
        b"data" => true,
        b"instr" => false,
        _ => return Err(parser.op_name_error("cache type has to be 'data' or 'instr'")),
    };
    Ok((Attribute::bool(context, write), locality, Attribute::bool(context, data)))
}

/// Prints `, read, locality<3>, data`; attributes that are missing print as `read`, 0, `instr`.
pub(crate) fn print_hints(
    printer: &mut OpPrinter<'_>,
    is_write: Option<bool>,
    locality: Option<u32>,
    is_data: Option<bool>,
) {
    printer.text(if is_write == Some(true) { ", write" } else { ", read" });
    printer.text(", locality<");
    printer.number(locality.unwrap_or(0));
    printer.text(if is_data == Some(true) { ">, data" } else { ">, instr" });
}

/// Prints the text after `memref.prefetch`.
pub(crate) fn print_prefetch(printer: &mut OpPrinter<'_>, prefetch: Prefetch<Printed<'_>>) {
    let (op, indices) = (*prefetch.0, prefetch.indices());
    let Some(memref) = prefetch.memref() else { return };
    printer.text(" ");
    printer.print_operand(op, memref);
    printer.text("[");
    printer.print_operands(op, indices);
    printer.text("]");
    print_hints(printer, prefetch.isWrite(), prefetch.localityHint(), prefetch.isDataCache());
    printer.print_attr_dict(op, &["isWrite", "localityHint", "isDataCache"], false);
    printer.text(" : ");
    printer.print_type(op.type_of(memref));
}
