//! How MLIR spelled a dialect from 2019 to 2022, read where [`ReadOptions::old_spellings`](crate::asm::ReadOptions) is set.

use super::TypeDef;
use crate::asm::{ParseResult, Parser};
use crate::body::OpState;
use crate::context::Context;
use crate::types::Type;

/// The old spellings of a dialect: what its operations and types were called, and forms that are tried where those of today do
/// not fit.
pub struct OldSpellings {
    /// Namespaces of former dialects whose operations this dialect has under the names that they had there; `""` for operations
    /// that were spelled without a namespace.
    pub heir_of: &'static [&'static str],
    /// Whether this dialect is the heir of an operation, by its name without a namespace and the text behind it. Asked for a name that
    /// several dialects have.
    pub is_heir: fn(&str, &[u8]) -> bool,
    /// Former operations with their names of today, where more than the namespace changed.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Reads what followed the name of an operation; `None` for an operation whose form did not change.
    pub operation: fn(&str) -> Option<OldForm>,
    /// Completes an operation whose old form left something out: its name, the name that was spelled, the operation.
    pub complete: fn(&Context, &str, &str, &mut OpState),
    /// Types of the dialect.
    pub types: Option<&'static OldTypes>,
}

/// Reads the old form of an operation, from behind its name on.
pub type OldForm = fn(&mut Parser<'_, '_>, &mut OpState) -> ParseResult<()>;

/// The old spellings of the types of a dialect.
pub struct OldTypes {
    /// The type that a text in `!dialect<"text">` spelled; the number is its offset.
    pub quoted: fn(&mut Parser<'_, '_>, &[u8], usize) -> ParseResult<Type>,
    /// The type `!dialect.name…`, if that was one; the name is the token at hand.
    pub prefixed: fn(&mut Parser<'_, '_>, &str) -> ParseResult<Option<Type>>,
    /// The type `name…` within another type of the dialect, if that was one; the name is the token at hand.
    pub bare: fn(&mut Parser<'_, '_>, &str) -> ParseResult<Option<Type>>,
    /// What follows the mnemonic of a declared type, if it is spelled in the old way.
    pub declared: fn(&mut Parser<'_, '_>, &'static TypeDef) -> ParseResult<Option<Type>>,
}

impl OldSpellings {
    /// A dialect that was spelled as it is today.
    pub const fn new() -> Self {
        Self {
            heir_of: &[],
            is_heir: |_, _| true,
            renamed: &[],
            operation: |_| None,
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
