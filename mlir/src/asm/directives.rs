//! The interface of `custom<Name>(…)` directives in assembly formats: hand-written syntax within declared syntax.

use super::format::Element;
use super::operations::ParsedOp;
use super::{ParseResult, Parser, PrintedOp, Printer};

/// A directive defined by a dialect.
pub struct Directive {
    /// The name in `custom<Name>`.
    pub name: &'static str,
    /// Parses the directive. The elements are its arguments in the format.
    pub parse: for<'a> fn(&mut Parser<'a, '_>, &mut ParsedOp<'a>, &[Element]) -> ParseResult<()>,
    /// Whether an optional group that starts with the directive is present at the current token.
    pub begins: fn(&Parser<'_, '_>) -> bool,
    /// Whether an optional group whose anchor is the directive is printed.
    pub is_present: fn(PrintedOp<'_>) -> bool,
    /// Prints the directive. The elements are its arguments in the format.
    pub print: fn(&mut Printer<'_>, PrintedOp<'_>, &[Element]),
}
