//! The syntax of `llvm.icmp`, `"eq" %a, %b {…} : i32`; partly shared with `llvm.fcmp`.

use super::keyword::add;
use crate::enums::ICmpPredicate;
use crate::ops::ICmp;
use crate::traits::i1_of_same_shape;
use tern_mlir::asm::{ParseResult, Parser, PrintedOp, Printer};
use tern_mlir::attributes::Attribute;
use tern_mlir::body::OpState;
use tern_mlir::declare::{EnumDef, Printed};

/// Parses a comparison whose predicate is a case of `def`.
pub(super) fn parse_comparison(
    parser: &mut Parser<'_, '_>,
    state: &mut OpState,
    def: &EnumDef,
) -> ParseResult<()> {
    let start = parser.offset();
    if !parser.at_string() {
        parser.parse_attribute()?;
        return Err(parser.op_error(start, "invalid kind of attribute specified"));
    }
    let predicate = parser.string()?;
    let text = parser.context.str(predicate);
    let Some(value) = def.value(text) else {
        let message = format!("'{text}' is an incorrect value of the 'predicate' attribute");
        return Err(parser.error_at(start, message));
    };
    let value = Attribute::integer(parser.context, parser.context.common.i64, value as i64);
    add(parser, &mut state.attributes, "predicate", value);
    let lhs = parser.parse_operand()?;
    parser.expect(b',')?;
    let rhs = parser.parse_operand()?;
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    let start = parser.offset();
    let ty = parser.colon_type()?;
    if !crate::constraints::is_compatible(parser.context, ty) {
        return Err(parser.error_at(start, "expected LLVM dialect-compatible type"));
    }
    state.operands.extend([parser.resolve(lhs, ty)?, parser.resolve(rhs, ty)?]);
    state.result_types.extend(i1_of_same_shape(parser.context, ty));
    Ok(())
}

/// Prints a comparison with this predicate.
pub(super) fn print_comparison(printer: &mut Printer<'_>, op: PrintedOp<'_>, predicate: Option<&str>) {
    printer.text(" \"");
    printer.text(predicate.unwrap_or_default());
    printer.text("\" ");
    printer.print_operands(op, op.operands());
    printer.print_attr_dict(op, &["predicate"], false);
    printer.text(" : ");
    printer.print_types(op.operands().first().map(|&lhs| op.type_of(lhs)));
}

/// Parses the text after `llvm.icmp`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_comparison(parser, state, ICmpPredicate::DEF)
}

/// Prints the text after `llvm.icmp`.
pub(crate) fn print(printer: &mut Printer<'_>, icmp: ICmp<Printed<'_>>) {
    print_comparison(printer, *icmp.0, icmp.predicate().map(ICmpPredicate::spelling));
}
