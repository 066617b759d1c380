//! The printer's state, and what hand-written syntax is printed with.

use std::io::{self, Write};
use std::sync::Arc;

use cranelift_entity::SecondaryMap;

use rustc_hash::FxHashMap;

use super::PrintOptions;
use super::aliases::Aliases;
use crate::attributes::NamedAttribute;
use crate::body::{Block, Region, Value};
use crate::context::{Context, Ident};
use crate::parallel;
use crate::types::Type;

/// The printer of a text.
pub struct Printer<'o, 'c> {
    /// The context in which everything is interned.
    pub context: &'c Context,
    pub(super) out: &'o mut Vec<u8>,
    pub(super) options: PrintOptions,
    /// Whether integers of type `i64` and floats of type `f64` are printed without their type.
    pub(super) elide_default_types: bool,
    pub(super) indent: usize,
    /// The dialect whose operations need no prefix here.
    pub(super) default_dialect: &'static str,
    pub(super) names: Arc<BodyNames>,
    /// The names in bodies that are yet to be printed, by the body's address.
    pub(super) prepared: FxHashMap<usize, Arc<BodyNames>>,
    pub(super) aliases: Aliases,
    /// The numbers of distinct attributes, in the order in which they are printed.
    pub(super) distinct: Arc<FxHashMap<u64, u64>>,
    /// Types that can refer to themselves and whose bodies are being printed.
    pub open_types: Vec<Type>,
    /// What follows the mnemonics of types, which are printed over and over.
    pub(super) type_texts: TypeTexts,
    pub(super) sink: Option<Sink<'o>>,
}

/// What follows the mnemonics of types.
pub(super) type TypeTexts = FxHashMap<Type, Box<[u8]>>;

/// Where a text goes that is not kept as a whole.
pub(super) struct Sink<'o> {
    writer: &'o mut (dyn Write + Send + Sync),
    /// The first error; nothing is written after it.
    result: io::Result<()>,
}

/// The names under which values and blocks of a body are printed.
#[derive(Default)]
pub(super) struct BodyNames {
    pub(super) values: SecondaryMap<Value, Shown>,
    pub(super) blocks: SecondaryMap<Block, Shown>,
    /// How far regions have counted.
    pub(super) after: SecondaryMap<Region, Counters>,
}

/// The next numbers of values.
#[derive(Clone, Copy, Default)]
pub(super) struct Counters {
    pub(super) values: u32,
    pub(super) arguments: u32,
    /// Suffixes of names that are used twice.
    pub(super) conflicts: u32,
}

/// How a value or block is shown: by its name, perhaps with a suffix, or by a number.
#[derive(Clone, Copy, Default)]
pub(super) enum Shown {
    #[default]
    Unknown,
    Number(u32),
    Argument(u32),
    Name(Ident),
    Suffixed(Ident, u32),
}

impl<'o, 'c> Printer<'o, 'c> {
    pub(super) fn new(context: &'c Context, out: &'o mut Vec<u8>, options: PrintOptions) -> Self {
        Self {
            context,
            out,
            options,
            elide_default_types: false,
            indent: 0,
            default_dialect: "builtin",
            names: Arc::default(),
            prepared: FxHashMap::default(),
            aliases: Aliases::Off,
            distinct: Arc::default(),
            open_types: Vec::new(),
            type_texts: FxHashMap::default(),
            sink: None,
        }
    }

    /// Hands the text on to `writer` as it comes.
    pub(super) fn to(mut self, writer: &'o mut (dyn Write + Send + Sync)) -> Self {
        self.sink = Some(Sink { writer, result: Ok(()) });
        self
    }

    /// Hands on what is printed so far, and `more`.
    pub(super) fn hand_on(&mut self, more: &[u8]) {
        match &mut self.sink {
            None => self.out.extend_from_slice(more),
            Some(sink) => {
                for text in [&self.out[..], more] {
                    if sink.result.is_ok() && !text.is_empty() {
                        sink.result = sink.writer.write_all(text);
                    }
                }
                self.out.clear();
            }
        }
    }

    /// Hands on the rest. Returns the first error that there was in writing.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.hand_on(&[]);
        self.sink.map_or(Ok(()), |sink| sink.result)
    }

    /// A printer in the same state that prints elsewhere.
    pub(super) fn fork<'b>(&self, out: &'b mut Vec<u8>) -> Printer<'b, 'c> {
        Printer {
            elide_default_types: self.elide_default_types,
            indent: self.indent,
            default_dialect: self.default_dialect,
            names: self.names.clone(),
            prepared: self.prepared.clone(),
            aliases: self.aliases.fork(),
            distinct: self.distinct.clone(),
            open_types: self.open_types.clone(),
            ..Printer::new(self.context, out, self.options)
        }
    }

    /// Prints runs of items one after the other: in parallel, handing on what is complete.
    pub(super) fn in_pieces<T: Sync>(
        &mut self,
        runs: &[&[T]],
        print: impl for<'b> Fn(&mut Printer<'b, 'c>, &[T]) + Sync,
    ) {
        if runs.len() < 2 {
            return runs.iter().for_each(|run| print(self, run));
        }
        let mut nowhere = Vec::new();
        let start = self.fork(&mut nowhere);
        let make = |run: &&[T], type_texts: &mut TypeTexts, piece: &mut Piece| {
            piece.text.clear();
            let mut printer = start.fork(&mut piece.text);
            printer.type_texts = std::mem::take(type_texts);
            print(&mut printer, run);
            piece.settled = Arc::ptr_eq(&printer.distinct, &start.distinct);
            *type_texts = printer.type_texts;
        };
        parallel::in_order(runs, make, |run, piece| {
            if piece.settled {
                self.hand_on(&piece.text);
            } else {
                // Distinct attributes are numbered in the order of the text: now it is known how far that has come.
                print(self, run);
            }
        });
    }

    /// Prints text as it is.
    pub fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Prints a number.
    pub fn number(&mut self, number: impl itoa::Integer) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Prints `"text"`, escaped.
    pub fn quoted(&mut self, text: Ident) {
        let context = self.context;
        self.text("\"");
        for &byte in context.bytes(text) {
            match byte {
                b'\\' => self.text("\\\\"),
                b' '..=b'~' if byte != b'"' => self.out.push(byte),
                _ => {
                    let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
                    self.out.extend([b'\\', digit(byte >> 4), digit(byte & 15)]);
                }
            }
        }
        self.text("\"");
    }

    /// Prints `@name`, quoted where it must be.
    pub fn print_symbol_name(&mut self, name: Ident) {
        self.text("@");
        self.print_keyword_or_string(name);
    }

    /// Prints a keyword, or a string where it is none.
    pub fn print_keyword_or_string(&mut self, name: Ident) {
        let context = self.context;
        let bytes = context.bytes(name);
        let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        let first = bytes.first().is_some_and(|&first| first.is_ascii_alphabetic() || first == b'_');
        if first && bytes.iter().all(plain) {
            self.out.extend_from_slice(bytes);
        } else {
            self.quoted(name);
        }
    }

    /// Prints `{a = b, c}`.
    pub fn print_dictionary(&mut self, entries: &[NamedAttribute]) {
        let context = self.context;
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

    /// Prints `#dialect<"text">` or `#dialect.text`, with `sigil`.
    pub(super) fn print_opaque(&mut self, sigil: &str, dialect: Ident, text: Ident) {
        let context = self.context;
        self.text(sigil);
        self.out.extend_from_slice(context.bytes(dialect));
        let body = context.bytes(text);
        self.text(if body.starts_with(b"<") { "" } else { "." });
        self.out.extend_from_slice(body);
    }

    /// Begins a new line, indented.
    pub fn new_line(&mut self) {
        self.text("\n");
        self.out.resize(self.out.len() + self.indent, b' ');
    }
}

/// A part of the text.
#[derive(Default)]
struct Piece {
    text: Vec<u8>,
    /// Whether all distinct attributes in it had their numbers before.
    settled: bool,
}
