//! The syntax of elements of `#llvm.di_expression<[…]>`: `DW_OP_deref`, `DW_OP_LLVM_fragment(32, 8)`, `DW_OP_LLVM_convert(16,
//! DW_ATE_signed)`.

use crate::dwarf::{ENCODINGS, OPERATIONS};
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::declare::{AttrDef, Param};

const CONVERT: &str = "DW_OP_LLVM_convert";

/// Parses an element.
pub fn parse_element(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    let start = parser.offset();
    let keyword = String::from_utf8_lossy(parser.keyword()?).into_owned();
    let Some(opcode) = OPERATIONS.value(&keyword) else {
        let message = format!("invalid debug info debug info operation encoding name: {keyword}");
        return Err(parser.error_at(start, message));
    };
    let mut arguments = Vec::new();
    if parser.eat(b'(') {
        arguments = parser.list(b')', |parser| {
            let start = parser.offset();
            if keyword == CONVERT
                && let Some(encoding) = parser.optional_keyword()
            {
                let encoding = String::from_utf8_lossy(encoding).into_owned();
                return ENCODINGS.value(&encoding).map(Param::Unsigned).ok_or_else(|| {
                    parser.error_at(start, format!("encountered unknown attribute encoding \"{encoding}\""))
                });
            }
            let value = parser.integer()?;
            u64::try_from(value)
                .map(Param::Unsigned)
                .map_err(|_| parser.error_at(start, "expected integer operand"))
        })?;
    }
    Ok([Param::Unsigned(opcode), Param::List(arguments.into())].into())
}

/// Prints an element.
pub fn print_element(printer: &mut Printer<'_>, params: &[Param]) {
    let [Param::Unsigned(opcode), Param::List(arguments)] = params else { return };
    let keyword = OPERATIONS.spelling(*opcode).unwrap_or_default();
    printer.text(keyword);
    if arguments.is_empty() {
        return;
    }
    printer.text("(");
    for (index, argument) in arguments.iter().filter_map(Param::as_u64).enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        match ENCODINGS.spelling(argument).filter(|_| keyword == CONVERT && index == 1) {
            Some(encoding) => printer.text(encoding),
            None => printer.number(argument),
        }
    }
    printer.text(")");
}
