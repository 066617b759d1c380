//! The syntax of `llvm.alloca`: `inalloca %count x i32 {alignment = 8 : i64} : (i32) -> !llvm.ptr`.

use super::keyword::add;
use crate::ops::Alloca;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute};
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;
use tern_mlir::types::TypeKind;

/// Parses the text after `llvm.alloca`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    if parser.eat_keyword("inalloca") {
        add(parser, &mut state.attributes, "inalloca", context.common.unit);
    }
    let count = parser.parse_operand()?;
    parser.expect_keyword("x")?;
    let element = parser.parse_type()?;
    add(parser, &mut state.attributes, "elem_type", Attribute::of_type(context, element));
    // An alignment of zero means that there is none.
    let attributes = parser.optional_attr_dict()?;
    let integer = |entry: &NamedAttribute| matches!(entry.value.kind(context), AttrKind::Integer { .. });
    if attributes.iter().any(|entry| context.bytes(entry.name) == b"alignment" && !integer(entry)) {
        return Err(parser.op_name_error("expected integer alignment"));
    }
    state.attributes.extend(
        attributes.into_iter().filter(|entry| {
            context.bytes(entry.name) != b"alignment" || entry.value.as_u64(context) != Some(0)
        }),
    );
    parser.expect(b':')?;
    let start = parser.offset();
    let ty = parser.parse_type()?;
    let (&[input], &[result]) = (match ty.kind(context) {
        TypeKind::Function { inputs, results } => (&inputs[..], &results[..]),
        _ => (&[][..], &[][..]),
    }) else {
        let message = "expected trailing function type with one argument and one result";
        return Err(parser.op_error(start, message));
    };
    state.operands.push(parser.resolve(count, input)?);
    state.result_types.push(result);
    Ok(())
}

/// Prints the text after `llvm.alloca`.
pub(crate) fn print(printer: &mut Printer<'_>, alloca: Alloca<Printed<'_>>) {
    let op = *alloca.0;
    printer.text(if alloca.inalloca() { " inalloca " } else { " " });
    printer.print_operands(op, op.operands());
    printer.text(" x ");
    if let Some(element) = alloca.elem_type() {
        printer.print_type(element);
    }
    let spelled = ["inalloca", "elem_type", "alignment"];
    printer.print_attr_dict(op, if alloca.alignment() == Some(0) { &spelled } else { &spelled[..2] }, false);
    printer.text(" : ");
    let inputs: Vec<_> = op.operands().iter().map(|&value| op.type_of(value)).collect();
    let results = op.result_types();
    printer.print_function_type(&inputs, &results);
}
