//! The syntax of `scf.forall` and `scf.forall.in_parallel`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, Unresolved};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Printed;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, OpState, Value};

use crate::loops::{parse_argument_names, parse_initializations, print_initializations};
use crate::scf::Forall;

/// Parses a list of constants and values, such as `(0, %a, 4)`.
fn parse_mixed<'a>(parser: &mut OpParser<'a, '_>) -> ParseResult<(Vec<i64>, Vec<Unresolved<'a>>)> {
    parser.expect(b'(')?;
    let mut values = Vec::new();
    let numbers = parser.list(b')', |parser| {
        if parser.at_operand() {
            values.push(parser.parse_operand()?);
            return Ok(DYNAMIC);
        }
        let start = parser.offset();
        let Some(number) = parser.optional_integer()? else {
            return Err(parser.op_error(parser.offset(), "expected SSA value or integer"));
        };
        i64::try_from(number).map_err(|_| parser.error_at(start, "integer value too large"))
    })?;
    Ok((numbers, values))
}

/// Parses `(%i) in (…) shared_outs(%x = %t) -> (types) {…} {…}` or `(%i) = (…) to (…) step (…) …`.
pub(crate) fn parse_forall(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let index = context.common.index;
    let counters = parse_argument_names(parser)?;
    let (lower, upper, step);
    if parser.eat_keyword("in") {
        upper = parse_mixed(parser)?;
        lower = (vec![0; upper.0.len()], Vec::new());
        step = (vec![1; upper.0.len()], Vec::new());
    } else {
        parser.expect(b'=')?;
        lower = parse_mixed(parser)?;
        parser.expect_keyword("to")?;
        upper = parse_mixed(parser)?;
        parser.expect_keyword("step")?;
        step = parse_mixed(parser)?;
    }
    let start = parser.offset();
    let mut outputs = Vec::new();
    if parser.eat_keyword("shared_outs") {
        outputs = parse_initializations(parser)?;
        parser.expect_arrow()?;
        parser.expect(b'(')?;
        state.result_types = parser.list(b')', OpParser::parse_type)?.into();
    }
    if outputs.len() != state.result_types.len() {
        return Err(parser.error_at(start, "mismatch between out operands and types"));
    }
    let mut sizes = Vec::new();
    for (name, (numbers, values)) in
        [("staticLowerBound", lower), ("staticUpperBound", upper), ("staticStep", step)]
    {
        sizes.push(values.len() as i32);
        for value in values {
            state.operands.push(parser.resolve(value, index)?);
        }
        let value = Attribute::dense_i64(context, &numbers);
        state.properties.push(NamedAttribute { name: context.ident(name), value });
    }
    let mut arguments: Vec<_> = counters.iter().map(|counter| counter.of_type(index)).collect();
    sizes.push(outputs.len() as i32);
    for ((argument, output), &ty) in outputs.into_iter().zip(&state.result_types) {
        arguments.push(argument.of_type(ty));
        state.operands.push(parser.resolve(output, ty)?);
    }
    parser.parse_region_with_terminator(state, &arguments)?;
    state.attributes = parser.optional_attr_dict()?;
    let value = Attribute::dense_i32(context, &sizes);
    state.properties.push(NamedAttribute { name: context.ident("operandSegmentSizes"), value });
    Ok(())
}

/// Prints a list of constants and values, such as `(0, %a, 4)`.
fn print_mixed(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>, numbers: &[i64], values: &[Value]) {
    printer.text("(");
    let mut values = values.iter().peekable();
    for (index, &number) in numbers.iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        match values.next_if(|_| number == DYNAMIC) {
            Some(&value) => printer.print_operand(op, value),
            None => printer.number(number),
        }
    }
    printer.text(")");
}

/// Prints the text after `scf.forall`.
pub(crate) fn print_forall(printer: &mut OpPrinter<'_>, forall: Forall<Printed<'_>>) {
    let (op, outputs) = (*forall.0, forall.outputs());
    let [lower, upper, step] = [forall.staticLowerBound(), forall.staticUpperBound(), forall.staticStep()]
        .map(Option::unwrap_or_default);
    let arguments = op.region_arguments(0);
    let (counters, shared) = arguments.split_at(arguments.len().saturating_sub(outputs.len()));
    printer.text(" (");
    for (index, &counter) in counters.iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.print_value(counter);
    }
    if lower.iter().all(|&lower| lower == 0) && step.iter().all(|&step| step == 1) {
        printer.text(") in ");
        print_mixed(printer, op, &upper, forall.dynamicUpperBound());
    } else {
        printer.text(") = ");
        print_mixed(printer, op, &lower, forall.dynamicLowerBound());
        printer.text(" to ");
        print_mixed(printer, op, &upper, forall.dynamicUpperBound());
        printer.text(" step ");
        print_mixed(printer, op, &step, forall.dynamicStep());
    }
    print_initializations(printer, op, " shared_outs", shared, outputs);
    printer.text(" ");
    let types = op.result_types();
    if !shared.is_empty() {
        printer.text("-> (");
        printer.print_types(types.iter().copied());
        printer.text(") ");
    }
    printer.print_region_with(op, 0, false, !types.is_empty() || op.last_of_region(0).is_none());
    let spelled = ["staticLowerBound", "staticUpperBound", "staticStep"];
    printer.print_attr_dict(op, &spelled, false);
}

/// Parses `{…} {…}`: the region and the attributes.
pub(crate) fn parse_in_parallel(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parser.parse_region(state, &[])?;
    // The region must have a block, even if it is empty in the text.
    if let Some((body, region)) = parser.last_region(state)
        && body.region_blocks(region).is_empty()
    {
        body.add_block(region);
    }
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `scf.forall.in_parallel`.
pub(crate) fn print_in_parallel(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    printer.print_region(op, 0, false);
    printer.print_attr_dict(op, &[], false);
}
