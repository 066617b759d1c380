//! MLIR's assembly language: parsing and printing of modules.
//!
//! [`parse`] accepts operations in generic and in custom form; [`print()`] writes them. Custom forms come from the declarations:
//! an [assembly format](mod@format), or hand-written functions for irregular syntax.

pub mod affine;
mod alias_table;
mod aliases;
mod attributes;
mod body_names;
mod byte_scan;
mod deferred;
mod deferred_lines;
mod dense;
mod directives;
mod float;
pub mod format;
mod index_list;
mod lexer;
mod line_cache;
mod old_names;
mod operations;
mod params;
mod parse_cache;
mod parser;
mod print_operations;
mod printed_op;
mod printer;
mod resources;
mod style;
mod templates;
mod text;
mod types;
mod value_names;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_support::ways;

use crate::body::{Body, Module};
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::location::{Location, SharedText};

pub use affine::AffineOperands;
pub(crate) use aliases::has_alias;
pub use deferred::Unread;
pub(crate) use dense::element_size;
pub use directives::Directive;
pub(crate) use format::compile_all as compile_formats;
pub use operations::{ParsedOp, RegionArgument, Unresolved};
pub use parser::Parser;
pub(crate) use printed_op::sealed::Whole;
pub use printed_op::{PrintedOp, Shown};
pub use printer::Printer;
pub(crate) use resources::referenced_resources;
pub use style::{Inherent, Style};
pub use text::Text;
pub use types::is_builtin_type;

/// The maximum text in bytes that an attribute or type may expand to through aliases or bytecode tables: `!a1 = struct<(!a0,
/// !a0)>` doubles with each line. Parts that are printed as aliases themselves do not count.
pub const LARGEST_EXPANSION: u64 = 1 << 20;

/// The same limit for an input of `length` bytes, which may itself spell out a large attribute that others contain.
pub(crate) fn largest_expansion(length: usize) -> u64 {
    LARGEST_EXPANSION.max(8 * length as u64)
}

/// The limit for all uses of such attributes and types together, in an input of `length` bytes.
pub(crate) fn largest_total_expansion(length: usize) -> u64 {
    (16 << 20) + 1024 * length as u64
}

/// The result of a parser function.
pub type ParseResult<T> = Result<T, Diagnostic>;

/// The parser, as seen by functions that parse an operation.
pub type OpParser<'a, 'c> = Parser<'a, 'c>;
/// The parser, as seen by functions that parse an attribute or type.
pub type ParamParser<'a, 'c> = Parser<'a, 'c>;
/// The printer, as seen by functions that print an operation.
pub type OpPrinter<'c> = Printer<'c>;
/// The printer, as seen by functions that print an attribute or type.
pub type ParamPrinter<'c> = Printer<'c>;

/// Options for parsing.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Accept operations of dialects that the context does not know.
    pub allow_unregistered_dialects: bool,
    /// Require a single top-level operation, which becomes the root, instead of wrapping operations in a module.
    pub no_implicit_module: bool,
    /// Stop at the first error, as MLIR does, instead of continuing to find more.
    pub stop_at_first_error: bool,
    /// The number of lines and columns before the text in the file that contains it.
    pub before: (u32, u32),
    /// Accept the spellings of other versions of MLIR, too: those of 2019 to 2022 (quoted LLVM types, pointers with pointee types,
    /// operations of `std`) and of MLIR 24.
    pub old_spellings: bool,
}

/// Options for printing.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Print operations in generic form.
    pub generic: bool,
    /// Print locations.
    pub debug_info: bool,
    /// Name values and blocks as MLIR does, ignoring their names in the source.
    pub discard_names: bool,
    /// Print in generic form where MLIR's parser would reject its own custom form, and in hexadecimal where it would misread a
    /// decimal.
    pub for_mlir: bool,
    /// Name values after their locations, if these are name locations.
    pub name_locations: bool,
    /// Print no aliases.
    pub local_scope: bool,
    /// Number values consecutively across regions, so that no name is used twice.
    pub unique_names: bool,
    /// Print `{...}` in place of regions.
    pub skip_regions: bool,
    /// Print `dense_resource<__elided__>` for dense elements with more elements than this.
    pub elide_elements: Option<u64>,
    /// Print dense elements with more elements than this in hexadecimal; `None` means 100.
    pub hex_elements: Option<u64>,
    /// Omit resources whose text is longer than this many characters.
    pub elide_resources: Option<u64>,
    /// Print as another version of MLIR than 22.
    pub style: Option<&'static dyn Style>,
}

/// Parses a module. Operations outside a single `builtin.module` are wrapped in one. `name` is the file name used in locations.
///
/// # Errors
/// Diagnostics with locations. Never panics, whatever the bytes.
pub fn parse(
    context: &Context,
    name: &str,
    text: &[u8],
    options: &ParseOptions,
) -> Result<Module, Vec<Diagnostic>> {
    let Some(base) = context.sources().reserve(name, text, options.before) else {
        return Err(vec![Diagnostic::error(
            Location::unknown(context),
            "texts of more than 2 GiB are not supported",
        )]);
    };
    let lines = || context.sources().find_lines(base, text);
    let front_to_back = || Parser::new(context, text, base, *options).module();
    if text.len() < ways::limit(deferred::WORTHWHILE) {
        lines();
        return front_to_back();
    }
    let module = || match deferred::read(context, text, base, *options) {
        Some(module) => Ok(module),
        None => front_to_back(),
    };
    // Locations block until the line table is built, so one thread starts on it first.
    rayon::join(lines, module).1
}

/// Parses a large text like [`parse`], but skips the bodies of module members called `later`: [`Unread::read`] parses each on
/// request, so that they need not all be in memory at once. Until then each has an empty block. The `text` must stay alive for as
/// long as locations may be resolved.
///
/// `None` if the text is small or mostly aliases (this is cheap to find out, and leaves the context untouched), is laid out
/// differently from what [`print()`] writes, or is invalid; [`parse`] reports the error.
pub fn parse_without_bodies<'a, 'c>(
    context: &'c Context,
    name: &str,
    text: &'a SharedText,
    options: &ParseOptions,
    later: &str,
) -> Option<(Module, Unread<'a, 'c>)> {
    let bytes = (**text).as_ref();
    if !deferred::is_worthwhile(bytes) || options.no_implicit_module {
        return None;
    }
    let base = context.sources().share(name, text, options.before)?;
    deferred::parse_without_bodies(context, bytes, base, *options, later)
}

/// Prints a module to memory.
pub fn print(context: &Context, module: &Module, options: &PrintOptions) -> Vec<u8> {
    text(context, module, options).into_bytes(context)
}

/// Prints a module to a [`Text`], which is assembled when it is written.
pub fn text(context: &Context, module: &Module, options: &PrintOptions) -> Text {
    Printer::new(context, *options).module(module, Printer::whole).finish(context)
}

/// Prints a module followed by further isolated operations that are never in memory all at once. The output is that of [`text`] for
/// a module that ends with them. Not for generic form or unique names, where the output depends on all operations.
///
/// The operations come in numbered batches, which are printed in order, by all threads. `maker` is called once per thread; what it
/// returns creates the batch with the given number from 0 to `batches - 1`: a body with the operations in the block of its region,
/// which is dropped when it is printed. `maker` itself is dropped before the text is assembled.
pub fn text_in_batches<B: FnMut(usize) -> Body>(
    context: &Context,
    module: &Module,
    batches: usize,
    maker: impl Fn() -> B + Sync,
    options: &PrintOptions,
) -> Text {
    let printer = Printer::new(context, *options);
    let printed = printer.module(module, |printer, root| printer.in_batches(root, batches, &maker));
    drop(maker);
    printed.finish(context)
}

/// Parses a standalone attribute. Numbers of distinct attributes are local to this text; `distinct` maps them to identities and is
/// extended by new ones.
pub(crate) fn parse_attribute(
    context: &Context,
    text: &[u8],
    options: &ParseOptions,
    distinct: &mut FxHashMap<u64, u64>,
) -> ParseResult<crate::Attribute> {
    let mut parser = Parser::standalone(context, text, *options);
    parser.distinct = Some(std::mem::take(distinct));
    let result = parser.parse_attribute().and_then(|attribute| parser.at_end().map(|()| attribute));
    *distinct = parser.distinct.take().unwrap_or_default();
    result
}

/// Parses a standalone type.
pub(crate) fn parse_type(context: &Context, text: &[u8], options: &ParseOptions) -> ParseResult<crate::Type> {
    let mut parser = Parser::standalone(context, text, *options);
    let ty = parser.parse_type()?;
    parser.at_end().map(|()| ty)
}

/// Prints a standalone attribute; `distinct` maps identities of distinct attributes to numbers and is extended by new ones.
pub(crate) fn attribute_text(
    context: &Context,
    attribute: crate::Attribute,
    distinct: &mut Arc<FxHashMap<u64, u64>>,
) -> Vec<u8> {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_attribute(attribute);
    Text::new(PrintOptions::default(), printer.take_pieces()).numbered(context, distinct)
}

/// Prints a type to bytes.
pub(crate) fn type_text(context: &Context, ty: crate::Type) -> Vec<u8> {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_type(ty);
    printer.finish()
}

/// Prints an attribute; bytes that are not UTF-8 are replaced.
pub fn attribute_to_string(context: &Context, attribute: crate::Attribute) -> String {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_attribute(attribute);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// Prints an operation in generic form, with the value names of the body that holds it.
pub fn op_to_string(op: crate::OpRef<'_>) -> String {
    let options = PrintOptions { generic: true, discard_names: true, ..PrintOptions::default() };
    let mut printer = Printer::new(op.context, options);
    printer.single(op);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// The text of a note to an error about an operation: `see current operation: …`.
pub fn see_operation(op: crate::OpRef<'_>) -> String {
    format!("see current operation: {}", op_to_string(op))
}

/// Prints a type; bytes that are not UTF-8 are replaced.
pub fn type_to_string(context: &Context, ty: crate::Type) -> String {
    String::from_utf8_lossy(&type_text(context, ty)).into_owned()
}
