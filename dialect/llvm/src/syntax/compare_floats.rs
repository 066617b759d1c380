//! The syntax of `llvm.fcmp`: `"oeq" %a, %b {…} : f32`.

use super::compare_integers::{parse_comparison, print_comparison};
use crate::enums::FCmpPredicate;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::body::{OpRef, OpState};

/// Parses the text after `llvm.fcmp`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_comparison(parser, state, FCmpPredicate::DEF)
}

/// Prints the text after `llvm.fcmp`.
pub fn print(printer: &mut Printer<'_>, op: OpRef<'_>) {
    print_comparison(printer, op, FCmpPredicate::DEF);
}
