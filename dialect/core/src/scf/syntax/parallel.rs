//! The syntax of `scf.parallel`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, Unresolved};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Printed;
use tern_mlir::{Attribute, OpState};

use crate::loops::{parse_argument_names, print_arrow_types};
use crate::scf::Parallel;

/// Parses `(%a, %b)`.
fn parse_operands<'a>(parser: &mut OpParser<'a, '_>) -> ParseResult<Vec<Unresolved<'a>>> {
    parser.expect(b'(')?;
    parser.list(b')', OpParser::parse_operand)
}

/// Parses `(%i) = (%a) to (%b) step (%c) init (%x) -> types {…} {…}`.
pub(crate) fn parse_parallel(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let index = context.common.index;
    let counters = parse_argument_names(parser)?;
    parser.expect(b'=')?;
    let mut sizes = Vec::new();
    for word in [None, Some("to"), Some("step")] {
        if let Some(word) = word {
            parser.expect_keyword(word)?;
        }
        let start = parser.offset();
        let operands = parse_operands(parser)?;
        if operands.len() != counters.len() {
            let (wanted, found) = (counters.len(), operands.len());
            return Err(parser.error_at(start, format!("expected {wanted} operands, but got {found}")));
        }
        sizes.push(operands.len() as i32);
        for operand in operands {
            state.operands.push(parser.resolve(operand, index)?);
        }
    }
    let start = parser.offset();
    let inits = if parser.eat_keyword("init") { parse_operands(parser)? } else { Vec::new() };
    state.result_types = parser.optional_arrow_types()?.into();
    if inits.len() != state.result_types.len() {
        let (found, wanted) = (inits.len(), state.result_types.len());
        let message =
            format!("number of operands and types do not match: got {found} operands and {wanted} types");
        return Err(parser.op_error(start, message));
    }
    let arguments: Vec<_> = counters.iter().map(|counter| counter.of_type(index)).collect();
    parser.parse_region_with_terminator(state, &arguments)?;
    state.attributes = parser.optional_attr_dict()?;
    sizes.push(inits.len() as i32);
    for (init, &ty) in inits.into_iter().zip(&state.result_types) {
        state.operands.push(parser.resolve(init, ty)?);
    }
    let value = Attribute::dense_i32(context, &sizes);
    state.properties.push(NamedAttribute { name: context.ident("operandSegmentSizes"), value });
    Ok(())
}

/// Prints the text after `scf.parallel`.
pub(crate) fn print_parallel(printer: &mut OpPrinter<'_>, parallel: Parallel<Printed<'_>>) {
    let op = *parallel.0;
    printer.text(" (");
    for (index, &counter) in op.region_arguments(0).iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.print_value(counter);
    }
    printer.text(")");
    for (word, values) in
        [(" = (", parallel.lowerBound()), (" to (", parallel.upperBound()), (" step (", parallel.step())]
    {
        printer.text(word);
        printer.print_operands(op, values);
        printer.text(")");
    }
    let inits = parallel.initVals();
    if !inits.is_empty() {
        printer.text(" init (");
        printer.print_operands(op, inits);
        printer.text(")");
    }
    print_arrow_types(printer, &op.result_types(), false);
    printer.text(" ");
    printer.print_region_with(op, 0, false, true);
    printer.print_attr_dict(op, &[], false);
}
