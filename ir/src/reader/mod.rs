//! The reader of `.ll` text: bytes to a module, in one pass.
//!
//! Names may be used before they are defined: a placeholder takes the place of what is not known yet (a global, a local, a
//! block, a metadata node), and the definition fills it in. Attribute groups stand at the end of a file and are needed at
//! its beginning, so they are read first.

mod attributes;
mod calls;
mod constants;
mod function;
mod globals;
mod instructions;
mod lexer;
mod metadata;
mod module;
mod names;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attributes::Attribute;
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::function::Block;
use crate::globals::{Comdat, Global};
use crate::metadata::{MdNode, MdNodeData};
use crate::module::Module;
use crate::types::Type;
use function::FunctionState;
use lexer::{Lexer, Name, Token, unescape};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Reads a module. `name` is what diagnostics call the text.
///
/// # Errors
/// The first error in the text, with its place. Whatever the bytes, it does not panic.
pub fn read(text: &[u8], name: &str) -> Result<Module> {
    if u32::try_from(text.len()).is_err() {
        return Err(Diagnostic::new(name, b"", 0, "a text of 4 GiB or more is not supported"));
    }
    let mut reader = Reader::new(text, name);
    reader.attribute_groups()?;
    reader.module()?;
    Ok(reader.module)
}

/// Reads a type and a constant of it (`ptr @f`) into `module`; globals must be there already.
///
/// # Errors
/// As [`read`].
pub fn read_constant(module: &mut Module, text: &[u8]) -> Result<crate::Constant> {
    read_part(module, text, Reader::typed_constant)
}

/// Reads a type into `module`.
///
/// # Errors
/// As [`read`].
pub fn read_type(module: &mut Module, text: &[u8]) -> Result<Type> {
    read_part(module, text, Reader::ty)
}

fn read_part<'a, T>(
    module: &mut Module,
    text: &'a [u8],
    part: impl FnOnce(&mut Reader<'a>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader::new(text, "constant");
    reader.module = std::mem::take(module);
    reader.parse_layout();
    let mut unnamed = 0;
    for (global, value) in &reader.module.globals {
        let key = match value.name {
            Some(name) => Key::Name(name),
            None => {
                unnamed += 1;
                Key::Number(unnamed - 1)
            }
        };
        reader.globals.insert(key, global);
    }
    for (id, definition) in &reader.module.types.structs.clone() {
        let key = definition.name.map_or(Key::Number(id.as_u32()), Key::Name);
        let ty = reader.module.types.intern(crate::TypeKind::Identified(id));
        reader.types.insert(key, ty);
    }
    let result = part(&mut reader);
    let complete = match reader.token {
        Token::Eof => reader.check_nodes(),
        _ => reader.error("expected the end of the text"),
    };
    let undefined = reader.undefined_globals.values().min().copied();
    let complete = match undefined {
        Some(at) => reader.error_at(at, "use of undefined value"),
        None => complete,
    };
    *module = reader.module;
    complete.and(result)
}

/// A global, or what is known of it so far, by name or number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Name(StrId),
    Number(u32),
}

/// How deep types, constants and metadata may be nested.
const MAX_DEPTH: u32 = 512;

struct Reader<'a> {
    lexer: Lexer<'a>,
    file: &'a str,
    token: Token<'a>,
    /// Where `token` begins.
    start: usize,
    depth: u32,
    module: Module,
    /// The data layout of the module, parsed once.
    layout: DataLayout,
    attribute_groups: FxHashMap<u32, Vec<Attribute>>,
    globals: FxHashMap<Key, Global>,
    /// Globals that are used but not defined yet, and where.
    undefined_globals: FxHashMap<Global, usize>,
    /// As what undefined functions are called.
    called_as: FxHashMap<Global, Type>,
    next_global: u32,
    types: FxHashMap<Key, Type>,
    /// Types that are used but not defined yet, and where.
    undefined_types: FxHashMap<Type, usize>,
    comdats: FxHashMap<StrId, Comdat>,
    undefined_comdats: FxHashMap<Comdat, usize>,
    nodes: FxHashMap<u32, MdNode>,
    undefined_nodes: FxHashMap<MdNode, usize>,
    inline_nodes: FxHashMap<MdNodeData, MdNode>,
    /// Blocks of functions not read yet whose address was taken.
    addressed_blocks: FxHashMap<Global, Vec<(Key, Block, usize)>>,
    /// Functions that have a body.
    defined_functions: FxHashSet<Global>,
    function: Option<Box<FunctionState>>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a [u8], file: &'a str) -> Self {
        let mut reader = Self {
            lexer: Lexer { text, position: 0 },
            file,
            token: Token::Eof,
            start: 0,
            depth: 0,
            module: Module::new(),
            layout: DataLayout::parse(""),
            attribute_groups: FxHashMap::default(),
            globals: FxHashMap::default(),
            undefined_globals: FxHashMap::default(),
            called_as: FxHashMap::default(),
            next_global: 0,
            types: FxHashMap::default(),
            undefined_types: FxHashMap::default(),
            comdats: FxHashMap::default(),
            undefined_comdats: FxHashMap::default(),
            nodes: FxHashMap::default(),
            undefined_nodes: FxHashMap::default(),
            inline_nodes: FxHashMap::default(),
            addressed_blocks: FxHashMap::default(),
            defined_functions: FxHashSet::default(),
            function: None,
        };
        reader.advance();
        reader
    }

    /// Parses the data layout that the module has now.
    fn parse_layout(&mut self) {
        let text = self.module.data_layout.map(|id| self.module.text(id)).unwrap_or_default();
        self.layout = DataLayout::parse(&text);
    }

    fn advance(&mut self) {
        (self.start, self.token) = self.lexer.next();
    }

    fn seek(&mut self, position: usize) {
        self.lexer.position = position;
        self.advance();
    }

    #[cold]
    fn error_at<T>(&self, offset: usize, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::new(self.file, self.lexer.text, offset, message))
    }

    /// An error at the current token; if the lexer had one of its own there, that one.
    #[cold]
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        match self.token {
            Token::Error(lexical) => self.error_at(self.start, lexical),
            _ => self.error_at(self.start, message),
        }
    }

    /// Runs `body` one level deeper.
    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn eat(&mut self, punct: u8) -> bool {
        let found = self.token == Token::Punct(punct);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, punct: u8) -> Result<()> {
        if self.eat(punct) { Ok(()) } else { self.error(format!("expected '{}' here", punct as char)) }
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(text) if text == word.as_bytes())
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("expected '{word}' here")) }
    }

    /// The word at hand, if it is one.
    fn word(&self) -> Option<&'a [u8]> {
        match self.token {
            Token::Word(text) => Some(text),
            _ => None,
        }
    }

    /// Reads a word by a table; leaves it where it is not in the table.
    fn optional_word<T>(&mut self, find: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let found = self.word().and_then(find);
        if found.is_some() {
            self.advance();
        }
        found
    }

    /// Reads `item`s separated by commas up to and including `close`; what opened the list is read already.
    fn list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(items)
    }

    fn string(&mut self) -> Result<StrId> {
        let Token::String(text) = self.token else { return self.error("expected string constant") };
        self.advance();
        Ok(self.module.strings.intern(&unescape(text)))
    }

    fn u64(&mut self) -> Result<u64> {
        let Token::Integer(text) = self.token else { return self.error("expected integer") };
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.error("expected an unsigned integer of at most 64 bits"),
        }
    }

    fn u32(&mut self) -> Result<u32> {
        let start = self.start;
        let value = self.u64()?;
        u32::try_from(value).or_else(|_| self.error_at(start, "expected 32-bit integer (too large)"))
    }

    fn i64(&mut self) -> Result<i64> {
        let Token::Integer(text) = self.token else { return self.error("expected integer") };
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse::<i128>().ok());
        match value.filter(|value| *value >= i64::MIN.into() && *value <= u64::MAX.into()) {
            Some(value) => {
                self.advance();
                Ok(value as i64)
            }
            None => self.error("expected an integer of at most 64 bits"),
        }
    }

    /// The key of a name.
    fn key(&mut self, name: Name<'a>) -> Key {
        match name {
            Name::Number(number) => Key::Number(number),
            Name::Plain(bytes) => Key::Name(self.module.strings.intern(bytes)),
            Name::Quoted(bytes) => Key::Name(self.module.strings.intern(&unescape(bytes))),
        }
    }

    fn show_key(&self, key: Key) -> String {
        match key {
            Key::Name(name) => self.module.text(name).into_owned(),
            Key::Number(number) => number.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
