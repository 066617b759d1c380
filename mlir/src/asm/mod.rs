//! MLIR's assembly language: text to modules and back.
//!
//! [`parse`] reads operations in generic and in custom form, [`print()`] writes them. Custom forms come from the
//! declarations: an [assembly format](mod@format), or functions written by hand for what is truly irregular.

pub mod affine;
mod alias_table;
mod aliases;
mod attributes;
mod body_names;
mod deferred;
mod dense;
mod directives;
mod float;
pub mod format;
mod index_list;
mod lexer;
mod lines;
mod memo;
mod old_names;
mod operations;
mod params;
mod parser;
mod print_operations;
mod printer;
mod resources;
mod template_lines;
mod templates;
mod text;
mod types;
mod value_names;
mod words;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::body::{Body, Module};
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::location::{Location, SharedText};

pub use affine::AffineOperands;
pub(crate) use aliases::has_alias;
pub use deferred::{Unread, is_worth_outlining};
pub(crate) use dense::element_size;
pub use directives::Directive;
pub(crate) use format::compile_all as compile_formats;
pub use operations::{ParsedOp, RegionArgument, Unresolved};
pub use parser::Parser;
pub use print_operations::Printed;
pub use printer::Printer;
pub(crate) use resources::referenced_resources;
pub use text::Text;
pub use types::is_builtin_type;

/// How many bytes of text an attribute or type may be by way of others, which aliases or tables of bytecode name: `!a1 =
/// struct<(!a0, !a0)>` doubles with each line. What is printed as an alias in turn does not count.
pub const LARGEST_EXPANSION: u64 = 1 << 20;

/// The same in an input of `length` bytes, which may spell a large one that others hold.
pub(crate) fn largest_expansion(length: usize) -> u64 {
    LARGEST_EXPANSION.max(8 * length as u64)
}

/// How many bytes of text all uses of such attributes and types may be in an input of `length` bytes.
pub(crate) fn largest_total_expansion(length: usize) -> u64 {
    (16 << 20) + 1024 * length as u64
}

/// The result of a parser.
pub type ParseResult<T> = Result<T, Diagnostic>;

/// The parser, as functions that read an operation see it.
pub type OpParser<'a, 'c> = Parser<'a, 'c>;
/// The parser, as functions that read an attribute or type see it.
pub type ParamParser<'a, 'c> = Parser<'a, 'c>;
/// The printer, as functions that print an operation see it.
pub type OpPrinter<'c> = Printer<'c>;
/// The printer, as functions that print an attribute or type see it.
pub type ParamPrinter<'c> = Printer<'c>;

/// How to read a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Whether operations of dialects that the context does not know are accepted.
    pub allow_unregistered_dialects: bool,
    /// Whether the text must hold one operation, which is the root, and is not put into a module of its own.
    pub no_implicit_module: bool,
    /// Whether the first error ends the reading, as in MLIR, rather than the search for others.
    pub stop_at_first_error: bool,
    /// How many lines and columns come before the text in the file that it is a part of.
    pub before: (u32, u32),
    /// Whether what was spelled otherwise from 2019 to 2022 is read too: types of LLVM in quotes and pointers with pointees,
    /// operations of `std`.
    pub old_spellings: bool,
}

/// How to print a module.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Print operations in generic form.
    pub generic: bool,
    /// Print locations.
    pub debug_info: bool,
    /// Name values and blocks as MLIR does, which forgets the names that a text gives them.
    pub discard_names: bool,
    /// Print in generic form what MLIR's parser would not read in the form that MLIR prints, and in hexadecimal the numbers that it
    /// would read as others.
    pub for_mlir: bool,
    /// Name values by their locations, where these are names.
    pub name_locations: bool,
    /// Print no aliases.
    pub local_scope: bool,
    /// Count on from region to region, so that no name is used twice.
    pub unique_names: bool,
    /// Print `{...}` for regions.
    pub skip_regions: bool,
    /// Print `dense_resource<__elided__>` for dense elements that are more than so many.
    pub elide_elements: Option<u64>,
    /// Print dense elements that are more than so many in hexadecimal; `None` is 100.
    pub hex_elements: Option<u64>,
    /// Leave out resources whose text is longer than so many characters.
    pub elide_resources: Option<u64>,
}

/// Reads a module. Operations that are not within one `builtin.module` get one around them. `name` is what locations call
/// the text.
///
/// # Errors
/// What is wrong with the text, with its place; whatever the bytes, it does not panic.
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
    if text.len() < deferred::WORTHWHILE {
        lines();
        return front_to_back();
    }
    let module = || match deferred::read(context, text, base, *options) {
        Some(module) => Ok(module),
        None => front_to_back(),
    };
    // Places wait for the lines, which one thread alone finds first.
    rayon::join(lines, module).1
}

/// Reads a large text as [`parse`] does, but for bodies of members of the module that are called `later`: they are read when they are
/// asked for, so that they need not all be there at once. Until then an empty block stands for each. Where a place in the text is asked
/// for, `text` must still be there.
///
/// `None` where the text is not [worth it](is_worth_outlining), has another form or is wrong; [`parse`] says what is wrong.
pub fn outline<'a, 'c>(
    context: &'c Context,
    name: &str,
    text: &'a SharedText,
    options: &ParseOptions,
    later: &str,
) -> Option<(Module, Unread<'a, 'c>)> {
    let bytes = (**text).as_ref();
    if !is_worth_outlining(bytes) || options.no_implicit_module {
        return None;
    }
    let base = context.sources().share(name, text, options.before)?;
    deferred::outline(context, bytes, base, *options, later)
}

/// Prints a module.
pub fn print(context: &Context, module: &Module, options: &PrintOptions) -> Vec<u8> {
    text(context, module, options).into_bytes()
}

/// Prints a module to a text that is yet to be written.
pub fn text<'c>(context: &'c Context, module: &Module, options: &PrintOptions) -> Text<'c> {
    Printer::new(context, *options).module(module, None).finish()
}

/// Operations that are made when their turn comes to be printed, and dropped after that.
#[derive(Clone, Copy)]
pub struct Streamed<'s> {
    /// In how many runs they are made.
    pub runs: usize,
    /// Gives each thread what makes a run: a body that has its operations in the block of its region.
    pub maker: &'s (dyn Fn() -> Box<dyn FnMut(usize) -> Body + 's> + Sync),
}

/// Prints a module that has further operations behind its own, isolated from above, never all of them at once. As
/// [`text`] would print it if they were all there; not in generic form and not with unique names, where what is printed
/// depends on all of them. What the operations were made of is not needed to finish the text.
pub fn stream<'m, 'c>(
    context: &'c Context,
    module: &'m Module,
    streamed: Streamed<'_>,
    options: &PrintOptions,
) -> Printed<'m, 'c> {
    Printer::new(context, *options).module(module, Some(streamed))
}

/// Reads an attribute that stands alone. Numbers of distinct attributes are those of this text; `distinct` says what they
/// stand for, and is told of new ones.
pub(crate) fn parse_attribute(
    context: &Context,
    text: &[u8],
    options: &ParseOptions,
    distinct: &mut FxHashMap<u64, u64>,
) -> ParseResult<crate::Attribute> {
    let mut parser = Parser::new(context, text, 0, *options);
    parser.distinct = Some(std::mem::take(distinct));
    let result = parser.parse_attribute().and_then(|attribute| parser.at_end().map(|()| attribute));
    *distinct = parser.distinct.take().unwrap_or_default();
    result
}

/// Reads a type that stands alone.
pub(crate) fn parse_type(context: &Context, text: &[u8], options: &ParseOptions) -> ParseResult<crate::Type> {
    let mut parser = Parser::new(context, text, 0, *options);
    let ty = parser.parse_type()?;
    parser.at_end().map(|()| ty)
}

/// An attribute as it is printed where it stands alone; `distinct` numbers distinct attributes.
pub(crate) fn attribute_text(
    context: &Context,
    attribute: crate::Attribute,
    distinct: &mut Arc<FxHashMap<u64, u64>>,
) -> Vec<u8> {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_attribute(attribute);
    Text::new(context, PrintOptions::default(), printer.take_pieces()).numbered(distinct)
}

/// A type as it is printed, byte for byte.
pub(crate) fn type_text(context: &Context, ty: crate::Type) -> Vec<u8> {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_type(ty);
    printer.finish()
}

/// An attribute as it is printed.
pub fn attribute_to_string(context: &Context, attribute: crate::Attribute) -> String {
    let mut printer = Printer::new(context, PrintOptions::default());
    printer.print_attribute(attribute);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// An operation in generic form, with the names that values have within the body that it stands in.
pub fn op_to_string(op: crate::OpRef<'_>) -> String {
    let options = PrintOptions { generic: true, discard_names: true, ..PrintOptions::default() };
    let mut printer = Printer::new(op.context, options);
    printer.single(op);
    String::from_utf8_lossy(&printer.finish()).into_owned()
}

/// What a note at an error about an operation says: `see current operation: …`.
pub fn see_operation(op: crate::OpRef<'_>) -> String {
    format!("see current operation: {}", op_to_string(op))
}

/// A type as it is printed.
pub fn type_to_string(context: &Context, ty: crate::Type) -> String {
    String::from_utf8_lossy(&type_text(context, ty)).into_owned()
}
