//! The printer's state, and the building blocks for hand-written syntax.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_support::text::{push_escaped, push_number, push_text};

use super::PrintOptions;
use super::aliases::{Aliases, Found};
use super::body_names::BodyNames;
use super::deferred_lines::Lines;
use super::lexer::{BARE, is};
use super::templates::Templates;
use super::text::{Holes, Piece, ROOM, Text};
use crate::attributes::{Attribute, NamedAttribute};
use crate::context::{Context, Ident};
use crate::types::Type;

/// A printer of assembly text.
pub struct Printer<'c> {
    /// The context that owns the printed data.
    pub context: &'c Context,
    pub(super) out: Vec<u8>,
    /// Holes in `out`.
    pub(super) holes: Holes,
    /// Lines to be inserted into `out`.
    pub(super) lines: Lines,
    /// Completed pieces of the text.
    done: Vec<Piece>,
    pub(super) options: PrintOptions,
    /// Whether integers of type `i64` and floats of type `f64` are printed without their type.
    pub(super) elide_default_types: bool,
    pub(super) indent: usize,
    /// The dialect whose operations need no prefix here.
    pub(super) default_dialect: &'static str,
    pub(super) names: Arc<BodyNames>,
    /// Names chosen ahead for bodies that are yet to be printed, by the body's address.
    pub(super) prepared: FxHashMap<usize, Arc<BodyNames>>,
    pub(super) aliases: Aliases,
    /// Identified types whose bodies are being printed and which may refer to themselves.
    pub open_types: Vec<Type>,
    /// A cache of the text after the mnemonics of types.
    pub(super) type_texts: FxHashMap<Type, Box<[u8]>>,
    /// A cache of attributes that contain no aliased attribute.
    pub(super) attribute_texts: FxHashMap<Attribute, Box<[u8]>>,
    /// A cache of enum values in parameters, by the enum's address and the value.
    pub(super) enum_texts: FxHashMap<(usize, u64), Box<[u8]>>,
    /// A cache of which names are keywords, by index.
    keywords: Vec<Option<bool>>,
    pub(super) templates: Templates,
    pub(super) members: Members,
}

/// Where the operations of the next printed region go.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Members {
    /// Into the region, as usual.
    #[default]
    Within,
    /// Omitted here: other printers print them.
    Apart,
    /// Omitted here; everything from this piece on is printed behind them.
    Behind(usize),
}

/// Whether a name is spelled without quotes.
fn is_keyword(name: &[u8]) -> bool {
    name.first().is_some_and(|&first| first.is_ascii_alphabetic() || first == b'_')
        && name.iter().all(|&byte| is(byte, BARE))
}

impl<'c> Printer<'c> {
    pub(super) fn new(context: &'c Context, options: PrintOptions) -> Self {
        Self {
            context,
            out: Vec::new(),
            holes: Holes::default(),
            lines: Lines::default(),
            done: Vec::new(),
            options,
            elide_default_types: false,
            indent: 0,
            default_dialect: "builtin",
            names: Arc::default(),
            prepared: FxHashMap::default(),
            aliases: Aliases::Off,
            open_types: Vec::new(),
            type_texts: FxHashMap::default(),
            attribute_texts: FxHashMap::default(),
            enum_texts: FxHashMap::default(),
            keywords: Vec::new(),
            templates: Templates::default(),
            members: Members::Within,
        }
    }

    /// The pieces printed since the last call.
    pub(super) fn take_pieces(&mut self) -> Vec<Piece> {
        self.end_piece();
        std::mem::take(&mut self.done)
    }

    /// The complete text.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let (context, text) = (self.context, Text::new(self.options, self.take_pieces()));
        drop(self);
        text.into_bytes(context)
    }

    /// Ends the current piece.
    pub(super) fn end_piece(&mut self) {
        if !self.out.is_empty() || !self.lines.is_empty() {
            self.done.push(Piece::take(&mut self.out, &mut self.holes, &mut self.lines));
        }
    }

    /// The approximate length of the current piece.
    pub(super) fn piece_len(&self) -> usize {
        self.out.len() + self.lines.len()
    }

    /// Marks the place of the omitted operations: what follows is printed behind them.
    pub(super) fn leave_out_members(&mut self) {
        self.end_piece();
        self.members = Members::Behind(self.done.len());
    }

    /// Ends the current piece, and takes the pieces that go behind the omitted operations.
    fn take_behind(&mut self) -> Vec<Piece> {
        self.end_piece();
        match std::mem::take(&mut self.members) {
            Members::Behind(count) => self.done.split_off(count),
            _ => Vec::new(),
        }
    }

    /// Reserves capacity for a piece.
    fn for_pieces(mut self) -> Self {
        self.out.reserve(ROOM);
        self
    }

    /// A printer in the same state with an output of its own.
    fn fork(&self) -> Printer<'c> {
        Printer {
            elide_default_types: self.elide_default_types,
            indent: self.indent,
            default_dialect: self.default_dialect,
            names: self.names.clone(),
            prepared: self.prepared.clone(),
            aliases: self.aliases.fork(),
            open_types: self.open_types.clone(),
            ..Printer::new(self.context, self.options)
        }
    }

    /// Prints batches of items in order, using all threads.
    pub(super) fn in_pieces<T: Sync>(
        &mut self,
        runs: &[&[T]],
        print: impl Fn(&mut Printer<'c>, &[T]) + Sync,
    ) {
        if runs.len() < 2 {
            return runs.iter().for_each(|run| print(self, run));
        }
        self.on_all_threads(runs, || |printer: &mut Printer<'c>, run: &&[T]| print(printer, run));
    }

    /// Prints items in order on all threads; `printing` is called once per thread and returns the function that prints an item. If
    /// an item prints text behind omitted [`Members`], that text goes behind all later items.
    pub(super) fn on_all_threads<T: Sync, P: FnMut(&mut Printer<'c>, &T)>(
        &mut self,
        items: &[T],
        printing: impl Fn() -> P + Sync,
    ) {
        self.end_piece();
        let mut behind = Vec::new();
        // A single thread prints in order anyway, so nothing has to be merged.
        if rayon::current_num_threads() < 2 {
            self.out.reserve(ROOM);
            let mut print = printing();
            for item in items {
                print(self, item);
                behind.append(&mut self.take_behind());
            }
            return self.done.append(&mut behind);
        }
        let start = self.fork();
        let make = |item: &T, kept: &mut Option<(Printer<'c>, P)>, part: &mut Part| {
            let (printer, print) = kept.get_or_insert_with(|| (start.fork().for_pieces(), printing()));
            print(printer, item);
            part.behind = printer.take_behind();
            part.pieces = printer.take_pieces();
            if let Aliases::Collecting(collector) = &mut printer.aliases {
                collector.exchange_found(&mut part.found);
            }
        };
        tern_support::parallel::in_order(items, make, |_, part| {
            self.done.append(&mut part.pieces);
            behind.append(&mut part.behind);
            if let Aliases::Collecting(collector) = &mut self.aliases {
                collector.append(&mut part.found);
            }
        });
        self.done.append(&mut behind);
    }

    /// Truncates the current piece.
    pub(super) fn truncate(&mut self, length: usize) {
        self.out.truncate(length);
        self.holes.truncate(length);
    }

    /// Runs `print`, and returns the start of its output if that does not depend on where it is printed.
    pub(super) fn print_fixed(&mut self, print: impl FnOnce(&mut Self)) -> Option<usize> {
        let (start, holes) = (self.out.len(), self.holes.count());
        print(self);
        // The indentation of a new line depends on the position.
        let is_fixed = self.holes.count() == holes && memchr::memchr(b'\n', &self.out[start..]).is_none();
        is_fixed.then_some(start)
    }

    /// Prints text verbatim.
    #[inline]
    pub fn text(&mut self, text: &str) {
        push_text(&mut self.out, text.as_bytes());
    }

    /// Prints a number.
    #[inline(always)]
    pub fn number(&mut self, number: impl itoa::Integer + TryInto<u32> + Copy) {
        match number.try_into() {
            Ok(short) => push_number(&mut self.out, short),
            Err(_) => self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    /// Prints `"text"`, with escapes.
    pub fn quoted(&mut self, text: Ident) {
        if self.looks_through() {
            return;
        }
        let context = self.context;
        self.text("\"");
        push_escaped(&mut self.out, context.bytes(text));
        self.text("\"");
    }

    /// Prints `@name`, quoted if necessary.
    pub fn print_symbol_name(&mut self, name: Ident) {
        self.text("@");
        self.print_keyword_or_string(name);
    }

    /// Prints a name as a keyword, or as a string if it is not a valid keyword.
    pub fn print_keyword_or_string(&mut self, name: Ident) {
        let index = name.0 as usize;
        if self.keywords.len() <= index {
            self.keywords.resize(index + 1, None);
        }
        let bytes = self.context.bytes(name);
        match *self.keywords[index].get_or_insert_with(|| is_keyword(bytes)) {
            true => push_text(&mut self.out, bytes),
            false => self.quoted(name),
        }
    }

    /// Prints `{a = b, c}`: unit attributes without a value, and names in quotes if they are no identifiers.
    pub fn print_dictionary(&mut self, entries: &[NamedAttribute]) {
        let context = self.context;
        if self.looks_through() {
            let values = entries.iter().map(|entry| entry.value);
            return values
                .filter(|&value| value != context.common.unit)
                .for_each(|it| self.print_attribute(it));
        }
        self.text("{");
        for (index, entry) in entries.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_keyword_or_string(entry.name);
            if entry.value != context.common.unit {
                self.text(" = ");
                self.print_attribute(entry.value);
            }
        }
        self.text("}");
    }

    /// Prints `#dialect<"text">` or `#dialect.text`, starting with `sigil`.
    pub(super) fn print_opaque(&mut self, sigil: &str, dialect: Ident, text: Ident) {
        let context = self.context;
        self.text(sigil);
        self.out.extend_from_slice(context.bytes(dialect));
        let body = context.bytes(text);
        self.text(if body.starts_with(b"<") { "" } else { "." });
        self.out.extend_from_slice(body);
    }

    /// Begins a new line at the current indentation.
    pub fn new_line(&mut self) {
        self.no_template();
        self.indented_line(self.indent);
    }

    /// Begins a new line indented by `indent` spaces.
    #[inline]
    pub(super) fn indented_line(&mut self, indent: usize) {
        push_line(&mut self.out, indent);
    }
}

/// Begins a new line indented by `indent` spaces.
#[inline(always)]
pub(super) fn push_line(out: &mut Vec<u8>, indent: usize) {
    // Copying a fixed number of bytes needs no call.
    const LINE: &[u8; 32] = b"\n                               ";
    let end = out.len() + 1 + indent;
    out.extend_from_slice(LINE);
    if indent < LINE.len() {
        out.truncate(end);
    } else {
        out.resize(end, b' ');
    }
}

/// The output of one thread for one item.
#[derive(Default)]
struct Part {
    pieces: Vec<Piece>,
    /// Pieces that go behind those of all later items.
    behind: Vec<Piece>,
    found: Found,
}

#[cfg(test)]
mod tests {
    use super::{PrintOptions, Printer};

    #[test]
    fn a_text_with_lines_of_its_own_or_a_number_to_come_is_not_fixed() {
        let context = crate::test_dialect::context();
        let mut printer = Printer::new(&context, PrintOptions::default());
        printer.text("before");
        assert_eq!(printer.print_fixed(|printer| printer.text("same")), Some(6));
        assert_eq!(printer.print_fixed(|printer| printer.new_line()), None);
        assert_eq!(printer.print_fixed(|printer| printer.holes.distinct(&printer.out, 1)), None);
    }
}
