//! The syntax of `scf.if`, `scf.index_switch` and `scf.execute_region`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Printed;
use tern_mlir::{Attribute, OpState};

use crate::branches::{parse_branches, print_branches};
use crate::loops::print_arrow_types;
use crate::scf::{ExecuteRegion, IndexSwitch};

/// Parses `%c -> (types) {…} else {…} {…}`.
pub(crate) fn parse_if(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let condition = parser.parse_operand()?;
    let i1 = parser.context.common.i1;
    state.operands.push(parser.resolve(condition, i1)?);
    parse_branches(parser, state)
}

/// Prints the text after `scf.if`.
pub(crate) fn print_if(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    printer.print_operands(op, op.operands());
    print_arrow_types(printer, &op.result_types(), true);
    print_branches(printer, op, &[]);
}

/// Parses `%i {…} -> types case 1 {…} case 2 {…} default {…}`.
pub(crate) fn parse_index_switch(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let operand = parser.parse_operand()?;
    state.operands.push(parser.resolve(operand, context.common.index)?);
    state.attributes = parser.optional_attr_dict()?;
    if parser.eat_arrow() {
        state.result_types.push(parser.parse_type()?);
        while parser.eat(b',') {
            state.result_types.push(parser.parse_type()?);
        }
    }
    let mut cases = Vec::new();
    while parser.eat_keyword("case") {
        let start = parser.offset();
        let value = parser.integer()?;
        let value = i64::try_from(value).map_err(|_| parser.error_at(start, "integer value too large"))?;
        cases.push(value);
        parser.parse_region(state, &[])?;
    }
    parser.expect_keyword("default")?;
    parser.parse_region_with_terminator(state, &[])?;
    // The default region is last in the text but first in the operation.
    state.regions.rotate_right(1);
    let value = Attribute::dense_i64(context, &cases);
    state.properties.push(NamedAttribute { name: context.ident("cases"), value });
    Ok(())
}

/// Prints the text after `scf.index_switch`.
pub(crate) fn print_index_switch(printer: &mut OpPrinter<'_>, switch: IndexSwitch<Printed<'_>>) {
    let op = *switch.0;
    printer.text(" ");
    printer.print_operands(op, op.operands());
    printer.print_attr_dict(op, &["cases"], false);
    let types = op.result_types();
    if !types.is_empty() {
        printer.text(" -> ");
        printer.print_types(types);
    }
    printer.text(" ");
    for (index, value) in switch.cases().unwrap_or_default().into_iter().enumerate() {
        printer.new_line();
        printer.text("case ");
        printer.number(value);
        printer.text(" ");
        printer.print_region_with(op, index + 1, false, true);
    }
    printer.new_line();
    printer.text("default ");
    printer.print_region(op, 0, true);
}

/// Parses `-> types no_inline {…} {…}`.
pub(crate) fn parse_execute_region(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    state.result_types = parser.optional_arrow_types()?.into();
    if parser.eat_keyword("no_inline") {
        let name = context.ident("no_inline");
        state.properties.push(NamedAttribute { name, value: context.common.unit });
    }
    parser.parse_region(state, &[])?;
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `scf.execute_region`.
pub(crate) fn print_execute_region(printer: &mut OpPrinter<'_>, execute: ExecuteRegion<Printed<'_>>) {
    let op = *execute.0;
    print_arrow_types(printer, &op.result_types(), false);
    printer.text(if execute.no_inline() { " no_inline " } else { " " });
    printer.print_region(op, 0, false);
    printer.print_attr_dict(op, &["no_inline"], false);
}
