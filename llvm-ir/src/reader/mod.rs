//! The reader of `.ll` text.
//!
//! The top level is read in one pass. The bodies of functions and the definitions of metadata nodes are skipped at first and then
//! read in parallel (`deferred.rs`), with the help of a quick search of the text for landmarks (`landmarks.rs`). If the text is
//! not laid out as LLVM prints it, the landmarks are found by tokens instead; if that does not work either, the text is read
//! sequentially.
//!
//! Forward references to globals, locals, blocks and metadata nodes get placeholders, which are filled in by the definitions.
//! Attribute groups are used before they are defined at the end of the file, so they are read first.
//!
//! A text that cannot be read in any of these ways has an error: reading it sequentially finds all of them (`recovery.rs`).

mod attribute_values;
mod attributes;
mod calls;
mod constants;
mod deferred;
mod function;
mod globals;
mod instructions;
mod integers;
mod known_kinds;
mod lexer;
mod metadata;
mod module;
mod names;
mod numbered;
mod peek;
mod places;
mod prescan;
mod recent;
mod recovery;
mod specialized;
mod summary;
mod tables;
mod types;
mod use_lists;

use std::cell::Cell;

use num_bigint::BigInt;
use tern_support::ways::{self, Way};

use crate::attributes::Attribute;
use crate::diagnostic::Diagnostic;
use crate::entity::{StrId, Strings};
use crate::metadata::{Field, Metadata};
use crate::module::Module;
use crate::types::Type;
use crate::upgrade;
pub(crate) use calls::record_operands;
use deferred::Deferred;
use function::FunctionState;
pub(crate) use instructions::is_valid_cast;
use known_kinds::KnownKind;
pub use lexer::unescape;
use lexer::{Lexer, Name, Token, UNKNOWN, skip};
use places::Notes;
pub use places::Places;
use prescan::Landmarks;
use recent::RecentLookups;
use recovery::Failed;
pub use summary::{read_summary, unskippable_entry};
use tables::{Access, Tables};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Reads a module. `name` is the name of the text in diagnostics.
///
/// # Errors
/// The first error in the text, with its location; [`Diagnostic::all`] has further ones. Never panics, whatever the text.
pub fn read(text: &[u8], name: &str) -> Result<Module> {
    read_with(text, name, &Options::default())
}

/// Like [`read`], with options.
///
/// # Errors
/// The first error in the text, with its location.
pub fn read_with(text: &[u8], name: &str, options: &Options) -> Result<Module> {
    read_overlapped(text, name, options, |_| |_: &Module| ()).map(|(module, ())| module)
}

/// How a text is read.
#[derive(Clone, Default)]
pub struct Options {
    /// The table of the module's strings, which modules may share.
    pub strings: Strings,
    /// Which texts are upgraded like bitcode.
    pub upgrades: Upgrades,
    /// The data layout of the module, whatever the text says.
    pub data_layout: Option<String>,
}

/// Which texts are upgraded like bitcode. LLVM 22 upgrades in bitcode all that older versions wrote, and in text much less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Upgrades {
    /// Those that an older LLVM seems to have printed, which stand for its bitcode.
    #[default]
    Printed,
    /// Those that LLVM 22 cannot read. All others become the module that LLVM 22 reads from them.
    Unreadable,
}

/// Like [`read_with`], but lets the caller work on the module while function bodies are read. The reader calls `work` once it has read
/// everything but the bodies. `work` returns a function, which runs in parallel with reading the bodies. Neither may depend on whether
/// bodies are present: a small text is read on one thread, and a text in an unusual layout is read whole before both calls.
///
/// # Errors
/// The first error in the text, with its location.
pub fn read_overlapped<T: Send, W: FnOnce(&Module) -> T + Send>(
    text: &[u8],
    name: &str,
    options: &Options,
    work: impl Fn(&Module) -> W,
) -> Result<(Module, T)> {
    if u32::try_from(text.len()).is_err() {
        return Err(Diagnostic::new(name, b"", 0, "a text of 4 GiB or more is not supported"));
    }
    let deferred = |landmarks| -> Result<_> {
        let (mut module, made) = deferred::read(text, landmarks, options, &work)?;
        // Only the warnings matter here; name the text in them.
        module.warnings.iter_mut().for_each(|warning| warning.set_file(name));
        Ok((module, made))
    };
    let in_order = || {
        let module =
            read_in_order(text, name, options).map_err(|error| lexical_error_before(error, text, name))?;
        let made = work(&module)(&module);
        Ok((module, made))
    };
    match ways::chosen() {
        Way::InOrder => return in_order(),
        Way::Plain => {}
        Way::Usual | Way::Eager => {
            if let Ok(read) = deferred(Landmarks::of(text, deferred::is_small(text))) {
                return Ok(read);
            }
        }
    }
    deferred(Landmarks::by_tokens(text)).or_else(|_| in_order())
}

/// Reads a module sequentially.
fn read_in_order(text: &[u8], name: &str, options: &Options) -> Result<Module> {
    Reader::of_module(text, name, options).whole_text(options.upgrades).map(|(module, _)| module)
}

/// Returns `error`, or an earlier lexical error if there is one: LLVM's lexer truncates a number that is too large and continues,
/// but reports that number if the text is rejected later.
#[cold]
fn lexical_error_before(error: Diagnostic, text: &[u8], name: &str) -> Diagnostic {
    let mut lexer = Lexer { text, position: 0 };
    loop {
        let start = skip(text, lexer.position);
        if start > error.offset() || start >= text.len() {
            return error;
        }
        lexer.position = start;
        if let Token::Local(Name::Number(_))
        | Token::Global(Name::Number(_))
        | Token::AttributeGroup(_)
        | Token::Summary(_)
        | Token::Label(_) = lexer.next()
        {
            let spelled = &text[start..lexer.position];
            let digits = spelled.strip_suffix(b":").unwrap_or_else(|| &spelled[1..]);
            let is_too_large = || decimal(digits).is_none_or(|number| u32::try_from(number).is_err());
            if digits.iter().all(u8::is_ascii_digit) && is_too_large() {
                return error.behind(Diagnostic::new(name, text, start, "invalid value number (too large)"));
            }
        }
    }
}

/// Reads a type and a constant of that type (such as `ptr @f`) into `module`. The globals that it mentions must exist.
///
/// `blocks` gives the blocks whose addresses the constant takes, in order, because the bodies may not have been read yet. Further
/// blocks are looked up by name or number.
/// `structs` are those that the text names by number; the numbers of all others are those of `module`.
///
/// # Errors
/// The first error in the text, with its location. `module` keeps what was read before it.
pub fn read_constant(
    module: &mut Module,
    text: &[u8],
    blocks: &[(crate::Global, crate::Block)],
    structs: &[(u32, Type)],
) -> Result<crate::Constant> {
    read_part(module, text, |reader| {
        let tables = reader.own()?;
        tables.given_blocks.extend(blocks);
        tables.types.extend(structs.iter().map(|&(number, ty)| (Key::Number(number), ty)));
        let ty = reader.ty()?;
        match reader.argument(ty)?.constant() {
            Some(constant) => Ok(constant),
            None => reader.error("expected a constant"),
        }
    })
}

/// Reads a type into `module`.
///
/// # Errors
/// The first error in the text, with its location. `module` keeps what was read before it.
pub fn read_type(module: &mut Module, text: &[u8]) -> Result<Type> {
    read_part(module, text, Reader::ty)
}

fn read_part<'a, T>(
    module: &mut Module,
    text: &'a [u8],
    part: impl FnOnce(&mut Reader<'a>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader::new(text, "constant");
    reader.tables = Access::Own(Box::new(Tables::of(std::mem::take(module))));
    let result = part(&mut reader);
    let complete = match reader.token() {
        Token::Eof => reader.check_nodes(),
        _ => reader.error("expected the end of the text"),
    };
    let undefined = reader.tables.undefined_globals.values().map(|undefined| undefined.at).min();
    let complete = match undefined {
        Some(at) => reader.error_at(at, "use of undefined value"),
        None => complete,
    };
    // Without a body, the block that is meant cannot be determined.
    let complete = match reader.tables.addressed_blocks.values().flatten().map(|addressed| addressed.at).min()
    {
        Some(at) => complete.and(reader.error_at(at, "blocks have no addresses here")),
        None => complete,
    };
    *module = reader.into_module()?;
    complete.and(result)
}

/// A name or number, of a global or local.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Name(StrId),
    Number(u32),
}

/// The number that LLVM's reader treats as absent where a value or a block is defined.
const NO_NUMBER: Key = Key::Number(u32::MAX);

/// The error for something at the top level that is changed while it is shared.
#[cold]
fn adds_to_the_top_level(file: &str, text: &[u8], at: usize) -> Diagnostic {
    Diagnostic::new(file, text, at, "a body that adds to the top level")
}

/// The value of decimal digits; `None` if there are other characters or it does not fit.
fn decimal(digits: &[u8]) -> Option<u64> {
    // Up to this many digits always fit.
    const SHORT: usize = 19;
    let value_of = |digit: &u8| Some(u64::from(digit.wrapping_sub(b'0'))).filter(|&value| value < 10);
    if digits.len() <= SHORT {
        return digits.iter().try_fold(0, |value, digit| Some(value * 10 + value_of(digit)?));
    }
    digits.iter().try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(value_of(digit)?))
}

/// The message for an integer that exceeds the limit on digits.
const TOO_LONG: &str = "integer constant is too long";

/// The nesting limit for types, constants and metadata.
const MAX_DEPTH: u32 = 512;

/// A token with its position.
#[derive(Clone, Copy)]
struct KnownToken<'a> {
    start: usize,
    end: usize,
    token: Token<'a>,
}

struct Reader<'a> {
    text: &'a [u8],
    file: &'a str,
    /// The start of the current token.
    start: usize,
    /// The last token that was lexed; a cache of one entry.
    known: Cell<KnownToken<'a>>,
    depth: u32,
    tables: Access<'a>,
    function: Option<Box<FunctionState>>,
    /// The opening brace of the body being read.
    body_start: Option<usize>,
    /// What is known about errors, once there is one.
    failed: Option<Box<Failed>>,
    /// The state of the previous function, kept for its memory.
    spare: Option<Box<FunctionState>>,
    /// Scratch memory for the fields or operands of a node.
    fields: Vec<Field>,
    operands: Vec<Metadata>,
    /// Scratch memory for attributes.
    attributes: Vec<Attribute>,
    /// The last attribute in the list that is being read that stands where it does not apply.
    misplaced: Option<(usize, attributes::Where)>,
    /// The last `builtin` of the header that is being read.
    builtin: Option<usize>,
    /// The kinds of specialized nodes encountered so far.
    kinds: Vec<KnownKind<'a>>,
    recent: RecentLookups<'a>,
    /// What has been skipped; `None` in a reader that does not skip.
    deferred: Option<Box<Deferred<'a>>>,
    /// The index into `Tables::inline_places` of the next expected node.
    next_inline_place: usize,
    /// Where parts of the module are, if that is asked for.
    notes: Option<Box<Notes>>,
    /// Whether to lex a token wherever the bytes of the text could tell.
    #[cfg(debug_assertions)]
    lexes_all: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], file: &'a str) -> Self {
        Self::starting_at(0, text, file, Access::Own(Box::default()))
    }

    /// A reader for a new module.
    fn of_module(text: &'a [u8], file: &'a str, options: &Options) -> Self {
        let mut tables = Box::<Tables>::default();
        tables.module.strings = options.strings.clone();
        tables.given_layout = options.data_layout.as_ref().map(|it| options.strings.intern(it.as_bytes()));
        Self::starting_at(0, text, file, Access::Own(tables))
    }

    /// A reader that starts at the first token from `position` on.
    fn starting_at(position: usize, text: &'a [u8], file: &'a str, tables: Access<'a>) -> Self {
        Self {
            text,
            file,
            start: skip(text, position),
            known: Cell::new(KnownToken { start: usize::MAX, end: 0, token: Token::Eof }),
            depth: 0,
            tables,
            function: None,
            body_start: None,
            failed: None,
            spare: None,
            fields: Vec::new(),
            operands: Vec::new(),
            attributes: Vec::new(),
            misplaced: None,
            builtin: None,
            kinds: Vec::new(),
            recent: RecentLookups::default(),
            deferred: None,
            next_inline_place: 0,
            notes: None,
            #[cfg(debug_assertions)]
            lexes_all: ways::is_plain(),
        }
    }

    /// Mutable access to the tables.
    ///
    /// # Errors
    /// If they are shared.
    fn own(&mut self) -> Result<&mut Tables> {
        match &mut self.tables {
            Access::Own(tables) => Ok(tables),
            Access::Shared(_) => Err(adds_to_the_top_level(self.file, self.text, self.start)),
        }
    }

    /// Reads the whole text sequentially: the module, and the notes if the reader takes any.
    fn whole_text(mut self, upgrades: Upgrades) -> Result<(Module, Option<Box<Notes>>)> {
        self.attribute_groups(prescan::groups_by_tokens(self.text))?;
        self.top_level()?;
        self.finish()?;
        let notes = self.notes.take();
        let use_lists = std::mem::take(&mut self.own()?.use_lists);
        let older = std::mem::take(&mut self.own()?.older_intrinsics);
        let (file, text) = (self.file, self.text);
        let mut module = self.into_module()?;
        use_lists.finish(&mut module, file, text)?;
        upgrade::metadata(&mut module);
        upgrade::text(&mut module, text, upgrades, &older);
        use_lists.keep_fitting(&mut module, file, text);
        Ok((module, notes))
    }

    /// The module that was read.
    fn into_module(self) -> Result<Module> {
        match self.tables {
            Access::Own(tables) => Ok(tables.into_module(self.file, self.text)),
            Access::Shared(_) => Err(adds_to_the_top_level(self.file, self.text, self.start)),
        }
    }

    /// The current token. Asking again is cheap; checking for an expected token without lexing is cheaper (see `ahead.rs`).
    fn token(&self) -> Token<'a> {
        self.known_token().token
    }

    // Not inlined: there are hundreds of call sites. The lexer's hot path is inlined here.
    #[inline(never)]
    fn known_token(&self) -> KnownToken<'a> {
        let known = self.known.get();
        if known.start == self.start {
            return known;
        }
        let mut lexer = Lexer { text: self.text, position: self.start };
        let token = lexer.next();
        let known = KnownToken { start: self.start, end: lexer.position, token };
        self.known.set(known);
        known
    }

    fn advance(&mut self) {
        self.step_to(self.known_token().end);
    }

    fn seek(&mut self, position: usize) {
        self.start = skip(self.text, position);
    }

    #[cold]
    fn error_at<T>(&self, offset: usize, message: impl Into<String>) -> Result<T> {
        // The place of an error that is not reported is not worth the search.
        if self.follows() {
            return Err(Diagnostic::new(self.file, b"", 0, ""));
        }
        Err(Diagnostic::new(self.file, self.text, offset, message))
    }

    /// An error at the current token; the lexer's own error if it has one.
    #[cold]
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        match self.token() {
            Token::Error(lexical) if lexical != UNKNOWN => self.error_at(self.start, lexical),
            _ => self.error_at(self.start, message),
        }
    }

    /// Runs `body` one nesting level deeper.
    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Reads `item`s separated by commas up to and including `close`, or an error with the message `unended`. The opening bracket
    /// has been read.
    fn list<T>(
        &mut self,
        close: u8,
        unended: &str,
        item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        self.list_into(&mut items, close, unended, item)?;
        Ok(items)
    }

    /// Like [`list`](Self::list), but appends to `items`.
    fn list_into<T>(
        &mut self,
        items: &mut Vec<T>,
        close: u8,
        unended: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            items.push(item(self)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.require(close, unended)
    }

    fn string(&mut self) -> Result<StrId> {
        let Token::String(text) = self.token() else { return self.error("expected string constant") };
        self.advance();
        Ok(self.tables.module.strings.intern(&unescape(text)))
    }

    /// Reads a string; `message` is the error if there is another token.
    fn string_or(&mut self, message: &str) -> Result<StrId> {
        if matches!(self.token(), Token::String(_)) { self.string() } else { self.error(message) }
    }

    #[inline(always)]
    fn u64(&mut self) -> Result<u64> {
        if let Some((number, end)) = self.short_number(self.start) {
            self.step_to(end);
            return Ok(number.into());
        }
        self.long_u64()
    }

    fn long_u64(&mut self) -> Result<u64> {
        let Token::Integer(text) = self.token() else { return self.error("expected integer") };
        match decimal(text).or_else(|| integers::unsigned(text)) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.error("expected integer"),
        }
    }

    fn u32(&mut self) -> Result<u32> {
        let start = self.start;
        let value = self.u64()?;
        u32::try_from(value).or_else(|_| self.error_at(start, "expected 32-bit integer (too large)"))
    }

    /// An integer of any size, with or without a sign.
    fn big_integer(&mut self) -> Result<BigInt> {
        let Token::Integer(text) = self.token() else { return self.error("expected integer") };
        match integers::value(text) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.error(TOO_LONG),
        }
    }

    /// The key for the name of a value or block.
    fn key(&mut self, name: Name<'a>) -> Key {
        match name {
            Name::Number(number) => Key::Number(number),
            // An empty name means no name, and no use refers to it.
            Name::Quoted(b"") => NO_NUMBER,
            Name::Plain(bytes) => Key::Name(self.tables.module.strings.intern(bytes)),
            Name::Quoted(bytes) => Key::Name(self.tables.module.strings.intern(&unescape(bytes))),
        }
    }

    /// The name of a comdat, which may be empty, or a number.
    fn comdat_name(&mut self, name: Name<'a>) -> StrId {
        let strings = &self.tables.module.strings;
        match name {
            Name::Number(number) => strings.intern(number.to_string().as_bytes()),
            Name::Plain(bytes) => strings.intern(bytes),
            Name::Quoted(bytes) => strings.intern(&unescape(bytes)),
        }
    }

    fn show_key(&self, key: Key) -> String {
        match key {
            Key::Name(name) => self.tables.module.text(name).into_owned(),
            NO_NUMBER => String::new(),
            Key::Number(number) => number.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
