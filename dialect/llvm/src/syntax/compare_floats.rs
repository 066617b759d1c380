//! The syntax of `llvm.fcmp`: `"oeq" %a, %b {…} : f32`.

use super::compare_integers::{parse_comparison, print_comparison};
use crate::enums::FCmpPredicate;
use crate::ops::FCmp;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;

/// Parses the text after `llvm.fcmp`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_comparison(parser, state, FCmpPredicate::DEF)
}

/// Prints the text after `llvm.fcmp`.
pub(crate) fn print(printer: &mut Printer<'_>, fcmp: FCmp<Printed<'_>>) {
    print_comparison(printer, *fcmp.0, fcmp.predicate().map(FCmpPredicate::spelling));
}
