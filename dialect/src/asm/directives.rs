//! `custom<Name>(…)` directives of assembly formats: hand-written pieces within declared syntax.

use super::format::Element;
use super::operations::ParsedOp;
use super::{ParseResult, Parser, Printer};
use crate::body::OpRef;

/// A directive that a dialect defines.
pub struct Directive {
    /// The name in `custom<Name>`.
    pub name: &'static str,
    /// Reads it. The elements are the arguments as the format names them.
    pub parse: for<'a> fn(&mut Parser<'a, '_>, &mut ParsedOp<'a>, &[Element]) -> ParseResult<()>,
    /// Prints it.
    pub print: fn(&mut Printer<'_, '_>, OpRef<'_>, &[Element]),
}
