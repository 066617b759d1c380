//! The syntax of `vector.mask`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult};
use tern_mlir::declare::Printed;
use tern_mlir::{OpState, Value};

use crate::vector::{Mask, Yield};

/// Parses `%mask, %passthru { operation } {…} : type -> type`.
pub(in crate::vector) fn parse_mask(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let mask = parser.parse_operand()?;
    let passthru = if parser.eat(b',') { Some(parser.parse_operand()?) } else { None };
    parser.parse_region(state, &[])?;
    end_region(parser, state);
    state.attributes = parser.optional_attr_dict()?;
    let mask_type = parser.colon_type()?;
    if parser.eat_arrow() {
        state.result_types.push(parser.parse_type()?);
        while parser.eat(b',') {
            state.result_types.push(parser.parse_type()?);
        }
    }
    state.operands.push(parser.resolve(mask, mask_type)?);
    if let Some(passthru) = passthru {
        let Some(&ty) = state.result_types.first() else {
            return Err(parser.op_name_error("expects a result if passthru operand is provided"));
        };
        state.operands.push(parser.resolve(passthru, ty)?);
    }
    Ok(())
}

/// Adds the implicit terminator, a `vector.yield` of the results of the only operation in the region.
fn end_region(parser: &mut OpParser<'_, '_>, state: &mut OpState) {
    let context = parser.context;
    let location = state.location;
    let Some((body, region)) = parser.last_region(state) else { return };
    let block = match body.region_blocks(region) {
        [] => body.add_block(region),
        &[block, ..] => block,
    };
    let yield_name = context.op_name(Yield::NAME);
    let last = body.block_last(block);
    if last.is_some_and(|last| body.op_name(last) == yield_name) {
        return;
    }
    let only = last.filter(|_| body.block_first(block) == last);
    let results: Vec<Value> = only.map(|only| body.results(only).collect()).unwrap_or_default();
    let mut end = OpState::new(yield_name, last.map_or(location, |last| body.op_location(last)));
    end.operands.extend(results);
    let end = body.create_op(context, end);
    body.append_op(block, end);
}

/// Prints the text after `vector.mask`.
pub(in crate::vector) fn print_mask(printer: &mut OpPrinter<'_>, mask: Mask<Printed<'_>>) {
    let op = *mask.0;
    printer.text(" ");
    printer.print_operands(op, op.operands());
    printer.text(" { ");
    if let Some(first) = op.first_of_region(0) {
        printer.print_operation(first);
    }
    printer.text(" }");
    printer.print_attr_dict(op, &[], false);
    printer.text(" : ");
    printer.print_types(mask.mask().map(|mask| op.type_of(mask)));
    if op.result().is_some() {
        printer.text(" -> ");
        printer.print_types(op.result_types());
    }
}
