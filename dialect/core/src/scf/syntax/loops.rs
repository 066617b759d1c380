//! The syntax of `scf.for` and `scf.while`.

use tern_mlir::OpState;
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Printed;

use crate::loops::{ArgumentName, parse_initializations, print_arrow_types, print_initializations};
use crate::scf::For;

/// Parses `unsigned %i = %a to %b step %c iter_args(%x = %y) -> (types) : type {…} {…}`.
pub(crate) fn parse_for(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    if parser.eat_keyword("unsigned") {
        let name = context.ident("unsignedCmp");
        state.properties.push(NamedAttribute { name, value: context.common.unit });
    }
    let counter = ArgumentName::parse(parser)?;
    parser.expect(b'=')?;
    let lower = parser.parse_operand()?;
    parser.expect_keyword("to")?;
    let upper = parser.parse_operand()?;
    parser.expect_keyword("step")?;
    let step = parser.parse_operand()?;
    let mut carried = Vec::new();
    if parser.eat_keyword("iter_args") {
        carried = parse_initializations(parser)?;
        parser.expect_arrow()?;
        state.result_types = match parser.eat(b'(') {
            true => parser.list(b')', OpParser::parse_type)?.into(),
            false => [parser.parse_type()?].into_iter().collect(),
        };
    }
    if carried.len() != state.result_types.len() {
        let message = "mismatch in number of loop-carried values and defined values";
        return Err(parser.op_name_error(message));
    }
    let ty = if parser.eat(b':') { parser.parse_type()? } else { context.common.index };
    let mut arguments = vec![counter.of_type(ty)];
    for operand in [lower, upper, step] {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    for ((argument, init), &ty) in carried.iter().zip(&state.result_types) {
        arguments.push(argument.of_type(ty));
        state.operands.push(parser.resolve(*init, ty)?);
    }
    parser.parse_region_with_terminator(state, &arguments)?;
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `scf.for`.
pub(crate) fn print_for(printer: &mut OpPrinter<'_>, r#for: For<Printed<'_>>) {
    let (op, inits) = (*r#for.0, r#for.initArgs());
    let (Some(lower), Some(upper), Some(step)) = (r#for.lowerBound(), r#for.upperBound(), r#for.step())
    else {
        return;
    };
    let Some((&counter, carried)) = op.region_arguments(0).split_first() else { return };
    printer.text(if r#for.unsignedCmp() { " unsigned " } else { " " });
    printer.print_value(counter);
    for (word, value) in [(" = ", lower), (" to ", upper), (" step ", step)] {
        printer.text(word);
        printer.print_operand(op, value);
    }
    print_initializations(printer, op, " iter_args", carried, inits);
    let types: Vec<_> = inits.iter().map(|&init| op.type_of(init)).collect();
    print_arrow_types(printer, &types, true);
    printer.text(" ");
    let ty = op.type_of(counter);
    if ty != op.context().common.index {
        printer.text(" : ");
        printer.print_type(ty);
        printer.text(" ");
    }
    printer.print_region(op, 0, false);
    printer.print_attr_dict(op, &["unsignedCmp"], false);
}

/// Parses `(%a = %x) : (types) -> types {…} do {…} attributes {…}`.
pub(crate) fn parse_while(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let inits = if parser.at(b'(') { parse_initializations(parser)? } else { Vec::new() };
    let start = parser.offset();
    parser.expect(b':')?;
    let (inputs, results) = parser.function_type_parts()?;
    if inputs.len() != inits.len() {
        let (wanted, found) = (inputs.len(), inits.len());
        let message = format!("expected as many input types as operands (expected {found} got {wanted})");
        return Err(parser.error_at(start, message));
    }
    let mut arguments = Vec::with_capacity(inits.len());
    for ((argument, init), &ty) in inits.into_iter().zip(&inputs) {
        arguments.push(argument.of_type(ty));
        state.operands.push(parser.resolve(init, ty)?);
    }
    state.result_types = results.into();
    parser.parse_region(state, &arguments)?;
    parser.expect_keyword("do")?;
    parser.parse_region(state, &[])?;
    if parser.eat_keyword("attributes") {
        state.attributes = parser.optional_attr_dict()?;
    }
    Ok(())
}

/// Prints the text after `scf.while`.
pub(crate) fn print_while(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    print_initializations(printer, op, " ", op.region_arguments(0), op.operands());
    printer.text(" : ");
    let inputs: Vec<_> = op.operands().iter().map(|&value| op.type_of(value)).collect();
    printer.print_function_type(&inputs, &op.result_types());
    printer.text(" ");
    printer.print_region(op, 0, false);
    printer.text(" do ");
    printer.print_region(op, 1, true);
    printer.print_attr_dict(op, &[], true);
}
