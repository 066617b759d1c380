//! Spellings of a dialect in other versions of MLIR, read if [`ReadOptions::old_spellings`](crate::asm::ReadOptions) is set.

use super::TypeDef;
use crate::asm::{ParseResult, Parser};
use crate::attributes::Attribute;
use crate::body::OpState;
use crate::context::Context;
use crate::types::Type;

/// The old spellings of a dialect: former names of operations and types, and old forms that are tried where today's form does not
/// match.
pub struct OldSpellings {
    /// Namespaces of former dialects whose operations moved to this dialect under the same names; `""` for operations that were
    /// spelled without a namespace.
    pub heir_of: &'static [&'static str],
    /// Whether an operation belongs to this dialect, given its name without the namespace and the text after it. Called for names
    /// that several dialects claim.
    pub is_heir: fn(&str, &[u8]) -> bool,
    /// Renamed operations, old name to new name, where more than the namespace changed.
    pub renamed: &'static [(&'static str, &'static str)],
    /// The parser for the old form of an operation; `None` if its form did not change.
    pub operation: fn(&str) -> Option<OldForm>,
    /// The parser for an operation that exists no more, given its name; what it parses is an unknown operation.
    pub former: fn(&str) -> Option<OldForm>,
    /// Renamed attributes, old mnemonic to new mnemonic.
    pub renamed_attributes: &'static [(&'static str, &'static str)],
    /// The parser for an attribute that exists no more, given its mnemonic. It gives an attribute that exists.
    pub former_attribute: fn(&str) -> Option<OldAttribute>,
    /// The attributes that a newer version spells as `keyword(value)` before the attribute dictionary: keyword and name.
    pub parenthesized: &'static [(&'static str, &'static str)],
    /// Completes an operation whose old form omits something. Arguments: its name today, the name that was spelled, the operation.
    pub complete: fn(&Context, &str, &str, &mut OpState),
    /// Old spellings of types, if they changed.
    pub types: Option<&'static OldTypes>,
}

/// Parses the old form of an operation, starting after its name.
pub type OldForm = fn(&mut Parser<'_, '_>, &mut OpState) -> ParseResult<()>;

/// Parses an attribute that exists no more, starting after its mnemonic.
pub type OldAttribute = fn(&mut Parser<'_, '_>) -> ParseResult<Attribute>;

/// The old spellings of the types of a dialect.
pub struct OldTypes {
    /// Parses the contents of `!dialect<"text">`; the number is the offset of that text in the source.
    pub quoted: fn(&mut Parser<'_, '_>, &[u8], usize) -> ParseResult<Type>,
    /// Parses the type `!dialect.name…` if it existed; the name is the current token.
    pub prefixed: fn(&mut Parser<'_, '_>, &str) -> ParseResult<Option<Type>>,
    /// Parses the type `name…` nested within another type of the dialect, if it existed; the name is the current token.
    pub bare: fn(&mut Parser<'_, '_>, &str) -> ParseResult<Option<Type>>,
    /// The type that is a builtin one of this name in another version of MLIR.
    pub builtin: fn(&Context, &str) -> Option<Type>,
    /// Parses the old form of what follows the mnemonic of a declared type; `None` if the old form does not match.
    pub declared: fn(&mut Parser<'_, '_>, &'static TypeDef) -> ParseResult<Option<Type>>,
}

impl OldSpellings {
    /// A dialect whose spellings did not change.
    pub const fn new() -> Self {
        Self {
            heir_of: &[],
            is_heir: |_, _| true,
            renamed: &[],
            operation: |_| None,
            former: |_| None,
            renamed_attributes: &[],
            former_attribute: |_| None,
            parenthesized: &[],
            complete: |_, _, _, _| {},
            types: None,
        }
    }
}

impl Default for OldSpellings {
    fn default() -> Self {
        Self::new()
    }
}
