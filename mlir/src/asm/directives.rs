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
    /// Whether what begins an optional group with it stands here.
    pub begins: fn(&Parser<'_, '_>) -> bool,
    /// Whether an optional group whose anchor it is is there.
    pub is_present: fn(OpRef<'_>) -> bool,
    /// Prints it.
    pub print: fn(&mut Printer<'_>, OpRef<'_>, &[Element]),
}
