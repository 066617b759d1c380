//! The parser's state, and what hand-written syntax is made of: tokens, lists, names, aliases, locations.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alias_table::AliasTable;
use super::deferred::Deferred;
use super::lexer::{Lexer, Token, unescape};
use super::memo::Memo;
use super::{ParseOptions, ParseResult};
use crate::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use crate::context::{Context, Ident};
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::resources::Resources;
use crate::types::Type;

/// How deep attributes, types and regions may be nested.
pub(super) const MAX_DEPTH: u32 = 256;

/// The parser of a text.
pub struct Parser<'a, 'c> {
    /// The context in which everything is interned.
    pub context: &'c Context,
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    /// Where `token` begins.
    pub(super) start: usize,
    /// The offset of the text in the context's sources.
    pub(super) base: u32,
    pub(super) options: ParseOptions,
    pub(super) depth: u32,
    /// The greatest depth that was reached, aliases looked through.
    pub(super) deepest: u32,
    /// How much text the aliases stand for that were used in the definition of one, or in the text.
    pub(super) expanded: u64,
    /// Those who read parts of the text share them.
    pub(super) aliases: Arc<AliasTable<'a>>,
    /// How many of them were defined at the top level, as far as it is read.
    pub(super) defined_aliases: usize,
    /// The bodies that are to be read later, if any are.
    pub(super) deferred: Option<Deferred<'a>>,
    /// The bodies that are being read, the innermost last.
    pub(super) frames: Vec<super::operations::Frame<'a>>,
    /// What was said before the error that ends the reading, and belongs to it.
    pub(super) earlier: Vec<Diagnostic>,
    /// Where values are used that nothing defines.
    pub(super) undeclared: Vec<usize>,
    /// The dialect whose operations need no prefix here.
    pub(super) default_dialect: &'static str,
    /// The operation whose custom form is being read, and where its name stands.
    pub(super) custom_op: Option<(&'static str, usize)>,
    /// Operations that the spelling of the one that is read implies, to be put before it.
    pub(super) implied: Vec<crate::body::Op>,
    /// Types that can refer to themselves and whose bodies are being read.
    pub open_types: Vec<Type>,
    /// A pointer type that was just read in an old spelling, and what it points to.
    pub pointee: Option<(Type, Type)>,
    /// What was read before.
    pub(super) memo: Memo<'a>,
    /// What stands beside the module.
    pub(super) resources: Resources,
    /// What the numbers of distinct attributes stand for, unless they stand for themselves.
    pub(super) distinct: Option<FxHashMap<u64, u64>>,
}

impl<'a, 'c> Parser<'a, 'c> {
    pub(super) fn new(context: &'c Context, text: &'a [u8], base: u32, options: ParseOptions) -> Self {
        let mut parser = Self::with_aliases(context, text, base, options, Arc::default());
        parser.find_aliases();
        parser.advance();
        parser
    }

    /// A parser for a text whose aliases are known, that is at no token yet.
    pub(super) fn with_aliases(
        context: &'c Context,
        text: &'a [u8],
        base: u32,
        options: ParseOptions,
        aliases: Arc<AliasTable<'a>>,
    ) -> Self {
        Self {
            context,
            lexer: Lexer { text, position: 0 },
            token: Token::Eof,
            start: 0,
            base,
            options,
            depth: 0,
            deepest: 0,
            expanded: 0,
            aliases,
            defined_aliases: 0,
            deferred: None,
            frames: Vec::new(),
            earlier: Vec::new(),
            undeclared: Vec::new(),
            default_dialect: "builtin",
            custom_op: None,
            implied: Vec::new(),
            open_types: Vec::new(),
            pointee: None,
            memo: Memo::default(),
            resources: Resources::default(),
            distinct: None,
        }
    }

    /// The identity of the distinct attribute of this number.
    pub(super) fn distinct_identity(&mut self, number: u64) -> u64 {
        let context = self.context;
        match &mut self.distinct {
            Some(known) => *known.entry(number).or_insert_with(|| context.fresh_distinct()),
            None => number,
        }
    }

    /// Checks that nothing follows.
    pub(super) fn at_end(&self) -> ParseResult<()> {
        if self.token == Token::Eof { Ok(()) } else { Err(self.error("unexpected text")) }
    }

    // Tokens.

    // No part of its callers, of which there are hundreds: what is hot of the lexer is a part of it.
    #[inline(never)]
    /// Goes on to the next token.
    pub fn advance(&mut self) {
        self.start = self.lexer.read(&mut self.token);
    }

    /// Goes back, or on, to the token at `position`.
    pub fn seek(&mut self, position: usize) {
        self.lexer.position = position;
        self.advance();
    }

    /// The place of the token at hand.
    pub fn location(&self) -> Location {
        self.location_at(self.start)
    }

    pub(super) fn location_at(&self, offset: usize) -> Location {
        Location::from_offset(self.base.saturating_add(offset as u32))
    }

    /// The offset of the token at hand.
    pub fn offset(&self) -> usize {
        self.start
    }

    /// An error at the token at hand.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        match self.token {
            Token::Error(lexical) => self.error_at(self.start, lexical),
            _ => self.error_at(self.missing_at(), message),
        }
    }

    /// Where something is missing: at the token at hand, or, where that begins a line, at the end of what comes before it.
    #[cold]
    fn missing_at(&self) -> usize {
        let text = self.lexer.text;
        let start = if self.token == Token::Eof { text.len().saturating_sub(1) } else { self.start };
        let mut end = start.min(text.len());
        loop {
            while end > 0 && matches!(text[end - 1], b' ' | b'\t') {
                end -= 1;
            }
            match text[..end].last() {
                None => return start,
                Some(b'\n' | b'\r') => end -= 1,
                Some(_) => return end,
            }
            // A line that ends in a comment is as long as what comes before that.
            let line = memchr::memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |newline| newline + 1);
            if let Some(comment) = memchr::memmem::find(&text[line..end], b"//") {
                end = line + comment;
            }
        }
    }

    /// An error at an offset.
    #[cold]
    pub fn error_at(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.location_at(offset), message)
    }

    /// An error of the operation whose custom form is being read.
    #[cold]
    pub fn op_error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        match self.custom_op {
            Some((name, _)) => self.error_at(offset, format!("custom op '{name}' {}", message.into())),
            None => self.error_at(offset, message),
        }
    }

    /// An error of the operation whose custom form is being read, at its name.
    #[cold]
    pub fn op_name_error(&self, message: impl Into<String>) -> Diagnostic {
        self.op_error(self.custom_op.map_or(self.start, |(_, at)| at), message)
    }

    /// Two errors, one because of the other: the first is said before the second, which is returned.
    #[cold]
    pub fn also(&mut self, first: Diagnostic, second: Diagnostic) -> Diagnostic {
        self.earlier.push(first);
        second
    }

    /// Checks that there are as many operands as types.
    pub fn check_counts(&self, operands: usize, types: usize) -> ParseResult<()> {
        if operands == types {
            return Ok(());
        }
        Err(self.op_name_error(format!(
            "number of operands and types do not match: got {operands} operands and {types} types"
        )))
    }

    /// Runs `body` one level deeper.
    pub fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// Whether the token at hand is this punctuation mark.
    pub fn at(&self, punct: u8) -> bool {
        matches!(self.token, Token::Punct(found) if found == punct)
    }

    /// The token behind the one at hand.
    pub(super) fn next_token(&self) -> Token<'a> {
        let mut ahead = self.lexer;
        ahead.next().1
    }

    /// Reads a punctuation mark, if it is there.
    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    /// Reads a punctuation mark.
    pub fn expect(&mut self, punct: u8) -> ParseResult<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.error(format!("expected '{}'", punct as char))) }
    }

    /// Whether the token at hand is this keyword.
    pub fn at_keyword(&self, keyword: &str) -> bool {
        matches!(self.token, Token::Bare(text) if text == keyword.as_bytes())
    }

    /// Whether any keyword stands here.
    pub fn at_any_keyword(&self) -> bool {
        matches!(self.token, Token::Bare(_))
    }

    /// Reads a keyword, if it is there.
    pub fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// Reads a keyword.
    pub fn expect_keyword(&mut self, keyword: &str) -> ParseResult<()> {
        if self.eat_keyword(keyword) { Ok(()) } else { Err(self.error(format!("expected '{keyword}'"))) }
    }

    /// Reads the `x` between a number and what it multiplies, which may follow it at once: `4 x i32`, `4xi32`.
    pub fn expect_x(&mut self) -> ParseResult<()> {
        match self.token {
            Token::Bare([b'x', ..]) => {
                self.seek(self.start + 1);
                Ok(())
            }
            _ => Err(self.error("expected 'x'")),
        }
    }

    /// Reads any keyword, if there is one.
    pub fn optional_keyword(&mut self) -> Option<&'a [u8]> {
        match self.token {
            Token::Bare(text) => {
                self.advance();
                Some(text)
            }
            _ => None,
        }
    }

    /// Reads any keyword.
    pub fn keyword(&mut self) -> ParseResult<&'a [u8]> {
        self.optional_keyword().ok_or_else(|| self.error("expected valid keyword"))
    }

    /// Reads `->`, if it is there.
    pub fn eat_arrow(&mut self) -> bool {
        let found = matches!(self.token, Token::Arrow);
        if found {
            self.advance();
        }
        found
    }

    /// Reads `->`.
    pub fn expect_arrow(&mut self) -> ParseResult<()> {
        if self.eat_arrow() { Ok(()) } else { Err(self.error("expected '->'")) }
    }

    /// Reads `...`, if it is there.
    pub fn eat_ellipsis(&mut self) -> bool {
        let found = self.token == Token::Ellipsis;
        if found {
            self.advance();
        }
        found
    }

    /// Whether an SSA operand stands here.
    pub fn at_operand(&self) -> bool {
        matches!(self.token, Token::Percent(_))
    }

    /// Whether an integer stands here.
    pub fn at_integer(&self) -> bool {
        matches!(self.token, Token::Integer(_) | Token::Punct(b'-'))
    }

    /// Whether a symbol name stands here.
    pub fn at_symbol(&self) -> bool {
        matches!(self.token, Token::At(_))
    }

    /// Whether spellings of 2019 to 2022 are read.
    pub fn reads_old_spellings(&self) -> bool {
        self.options.old_spellings
    }

    /// Whether a string stands here.
    pub fn at_string(&self) -> bool {
        matches!(self.token, Token::String(_))
    }

    /// Reads items separated by commas up to and including `close`; what opened the list is read already.
    pub fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<Vec<T>> {
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

    /// Reads `"text"`.
    pub fn string(&mut self) -> ParseResult<Ident> {
        let Token::String(text) = self.token else { return Err(self.error("expected string")) };
        self.advance();
        Ok(self.context.ident_of_bytes(&unescape(text)))
    }

    /// Reads `@name`; returns the name.
    pub fn symbol_name(&mut self) -> ParseResult<Ident> {
        let Token::At(name) = self.token else {
            return Err(self.op_error(self.start, "expected valid '@'-identifier for symbol name"));
        };
        self.advance();
        Ok(match name {
            [b'"', quoted @ .., b'"'] => self.context.ident_of_bytes(&unescape(quoted)),
            _ => self.context.ident_of_bytes(name),
        })
    }

    /// Reads a keyword or a string, as names of dictionary entries are.
    pub fn keyword_or_string(&mut self) -> ParseResult<Ident> {
        match self.token {
            Token::Bare(text) => {
                self.advance();
                Ok(self.context.ident_of_bytes(text))
            }
            Token::String(_) => self.string(),
            _ => Err(self.error("expected attribute name")),
        }
    }

    /// Reads an integer that fits 64 bits, signed or unsigned.
    pub fn integer(&mut self) -> ParseResult<i128> {
        self.optional_integer()?.ok_or_else(|| self.error("expected integer value"))
    }

    /// Reads an integer, if there is one.
    pub fn optional_integer(&mut self) -> ParseResult<Option<i128>> {
        let start = self.start;
        let negative = self.at(b'-');
        if negative {
            if !matches!(self.next_token(), Token::Integer(_)) {
                return Ok(None);
            }
            self.advance();
        }
        let Token::Integer(text) = self.token else { return Ok(None) };
        let text = std::str::from_utf8(text).unwrap_or_default();
        let value = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => text.parse::<u64>(),
        };
        let Ok(value) = value else { return Err(self.error_at(start, "integer value too large")) };
        self.advance();
        Ok(Some(if negative { -i128::from(value) } else { i128::from(value) }))
    }

    /// Reads `[…]` of integers, as dense arrays are spelled in assembly formats.
    pub fn integer_list(&mut self) -> ParseResult<Vec<i64>> {
        self.expect(b'[')?;
        self.list(b']', |parser| Ok(parser.integer()? as i64))
    }

    /// Reads `: type`.
    pub fn colon_type(&mut self) -> ParseResult<Type> {
        self.expect(b':')?;
        self.parse_type()
    }

    /// Reads `-> type` or `-> (types)`, if it is there.
    pub fn optional_arrow_types(&mut self) -> ParseResult<Vec<Type>> {
        if !self.eat_arrow() {
            return Ok(Vec::new());
        }
        if self.eat(b'(') { self.list(b')', Self::parse_type) } else { Ok(vec![self.parse_type()?]) }
    }

    /// Reads `{…}`, if it is there.
    pub fn optional_attr_dict(&mut self) -> ParseResult<NamedAttributes> {
        if !self.at(b'{') {
            return Ok(NamedAttributes::new());
        }
        self.remembered(b'}', |memo| &mut memo.dictionaries, Self::attr_dict)
    }

    fn attr_dict(&mut self) -> ParseResult<NamedAttributes> {
        self.advance();
        let start = self.start;
        let entries = self.list(b'}', Self::named_attribute)?;
        let mut keys = FxHashSet::default();
        if entries.len() > 1
            && let Some(twice) = entries.iter().find(|entry| !keys.insert(entry.name))
        {
            let name = self.context.str(twice.name);
            return Err(self.error_at(start, format!("duplicate key '{name}' in dictionary attribute")));
        }
        Ok(entries.into())
    }

    fn named_attribute(&mut self) -> ParseResult<NamedAttribute> {
        let name = self.keyword_or_string()?;
        let value = if self.eat(b'=') { self.parse_attribute()? } else { self.context.common.unit };
        Ok(NamedAttribute { name, value })
    }

    /// Reads `loc(…)`, if it is there.
    pub fn optional_location(&mut self) -> ParseResult<Option<Location>> {
        if !self.at_keyword("loc") {
            return Ok(None);
        }
        match self.lexer.text[self.lexer.position..] {
            // As printers spell an alias.
            [b'(', b'#', ..] => self.seek(self.lexer.position + 1),
            _ => {
                self.advance();
                self.expect(b'(')?;
            }
        }
        let attribute = self.location_attribute()?;
        self.expect(b')')?;
        Ok(Some(Location::from_attribute(attribute)))
    }

    /// Reads what stands between the parentheses of `loc(…)`.
    pub(super) fn location_attribute(&mut self) -> ParseResult<Attribute> {
        self.nested(Self::location_attribute_inner)
    }

    fn location_attribute_inner(&mut self) -> ParseResult<Attribute> {
        match self.token {
            Token::Hash(name) => {
                let start = self.start;
                let location = match name.contains(&b'.') {
                    true => Some(self.parse_attribute()?).filter(|it| it.is_location(self.context)),
                    false => self.location_alias()?,
                };
                location.ok_or_else(|| self.error_at(start, "expected location attribute"))
            }
            Token::Bare(b"unknown") => {
                self.advance();
                Ok(self.context.common.unknown_location)
            }
            Token::Bare(b"callsite") => {
                self.advance();
                self.expect(b'(')?;
                let callee = self.location_attribute()?;
                self.expect_keyword("at")?;
                let caller = self.location_attribute()?;
                self.expect(b')')?;
                Ok(self.context.attr(AttrKind::CallSiteLocation { callee, caller }))
            }
            Token::Bare(b"fused") => {
                self.advance();
                let metadata = if self.eat(b'<') {
                    let metadata = self.parse_attribute()?;
                    self.expect(b'>')?;
                    Some(metadata)
                } else {
                    None
                };
                self.expect(b'[')?;
                let locations = self.list(b']', Self::location_attribute)?;
                Ok(self.context.attr(AttrKind::FusedLocation { locations: locations.into(), metadata }))
            }
            Token::String(_) => {
                let name = self.string()?;
                if self.eat(b':') {
                    return self.file_location(name);
                }
                let child = if self.eat(b'(') {
                    let child = self.location_attribute()?;
                    self.expect(b')')?;
                    child
                } else {
                    self.context.common.unknown_location
                };
                Ok(self.context.attr(AttrKind::NameLocation { name, child }))
            }
            _ => Err(self.error("expected location instance")),
        }
    }

    /// `1:2`, `1:2 to 3:4`, `1:2 to :4`
    fn file_location(&mut self, file: Ident) -> ParseResult<Attribute> {
        let number = |parser: &mut Self| {
            let start = parser.start;
            let value = parser.integer()?;
            u32::try_from(value).map_err(|_| parser.error_at(start, "expected integer line or column number"))
        };
        let line = number(self)?;
        self.expect(b':')?;
        let column = number(self)?;
        let end = if self.eat_keyword("to") {
            let end_line = if self.at(b':') { line } else { number(self)? };
            self.expect(b':')?;
            Some((end_line, number(self)?))
        } else {
            None
        };
        Ok(self.context.attr(AttrKind::FileLocation { file, line, column, end }))
    }
}

/// Bytes as text for a message.
pub(super) fn show(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
