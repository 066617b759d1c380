//! MLIR's assembly language.
pub mod format;
/// Result of a parser.
pub type ParseResult<T> = Result<T, crate::diagnostic::Diagnostic>;
/// Parses operations.
pub struct OpParser<'p, 'c>(pub &'p &'c ());
/// Prints operations.
pub struct OpPrinter<'p, 'c>(pub &'p &'c ());
/// Parses attributes and types.
pub struct ParamParser<'p, 'c>(pub &'p &'c ());
/// Prints attributes and types.
pub struct ParamPrinter<'p, 'c>(pub &'p &'c ());
