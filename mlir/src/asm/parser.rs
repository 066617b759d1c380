//! The parser's state, and the building blocks of hand-written syntax: tokens, lists, names, locations, errors.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alias_table::AliasTable;
use super::deferred::Deferred;
use super::lexer::{Lexer, Token, unescape};
use super::parse_cache::ParseCache;
use super::{ParseOptions, ParseResult};
use crate::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use crate::context::{Context, Ident};
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::resources::Resources;
use crate::types::Type;

/// The nesting limit of attributes, types and regions.
pub(super) const MAX_DEPTH: u32 = 256;

/// A parser of assembly text, positioned at a current token.
pub struct Parser<'a, 'c> {
    /// The context in which everything is interned.
    pub context: &'c Context,
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    /// The offset at which `token` begins.
    pub(super) start: usize,
    /// The offset of the text within the context's sources.
    pub(super) base: u32,
    pub(super) options: ParseOptions,
    pub(super) depth: u32,
    /// The greatest depth reached so far, counted through aliases.
    pub(super) deepest: u32,
    /// The amount of text, in bytes, that aliases used so far expand to; within an alias definition, those used there.
    pub(super) expanded: u64,
    /// Shared with the parsers of skipped bodies.
    pub(super) aliases: Arc<AliasTable<'a>>,
    /// How many of the aliases were defined at the top level so far.
    pub(super) defined_aliases: usize,
    /// The skipped bodies, if bodies are being skipped.
    pub(super) deferred: Option<Deferred<'a>>,
    /// The bodies being parsed, the innermost last.
    pub(super) frames: Vec<super::operations::Frame<'a>>,
    /// Diagnostics that belong to the error about to be returned, and precede it.
    pub(super) earlier: Vec<Diagnostic>,
    /// Offsets of uses of undefined values.
    pub(super) undeclared: Vec<usize>,
    /// The dialect whose operations need no prefix here.
    pub(super) default_dialect: &'static str,
    /// The operation whose custom form is being parsed, and the offset of its name.
    pub(super) custom_op: Option<(&'static str, usize)>,
    /// Operations implied by the spelling of the current one, to be inserted before it.
    pub(super) implied: Vec<crate::body::Op>,
    /// Identified types whose bodies are being parsed and which may refer to themselves.
    pub open_types: Vec<Type>,
    /// The pointer type parsed last, in an old spelling, and its pointee.
    pub pointee: Option<(Type, Type)>,
    /// Caches.
    pub(super) cache: ParseCache<'a>,
    /// The resources parsed so far.
    pub(super) resources: Resources,
    /// Maps numbers of distinct attributes to identities; `None` if the numbers are the identities.
    pub(super) distinct: Option<FxHashMap<u64, u64>>,
}

impl<'a, 'c> Parser<'a, 'c> {
    pub(super) fn new(context: &'c Context, text: &'a [u8], base: u32, options: ParseOptions) -> Self {
        let mut parser = Self::with_aliases(context, text, base, options, Arc::default());
        parser.find_aliases();
        parser.advance();
        parser
    }

    /// A parser of a single attribute or type, whose text defines no aliases.
    pub(super) fn standalone(context: &'c Context, text: &'a [u8], options: ParseOptions) -> Self {
        let mut parser = Self::with_aliases(context, text, 0, options, Arc::default());
        parser.advance();
        parser
    }

    /// A parser with a given alias table, not yet positioned at a token.
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
            cache: ParseCache::default(),
            resources: Resources::default(),
            distinct: None,
        }
    }

    /// The identity of the distinct attribute with this number.
    pub(super) fn distinct_identity(&mut self, number: u64) -> u64 {
        let context = self.context;
        match &mut self.distinct {
            Some(known) => *known.entry(number).or_insert_with(|| context.fresh_distinct()),
            None => number,
        }
    }

    /// Checks that the current token is the end of the text.
    pub(super) fn at_end(&self) -> ParseResult<()> {
        if self.token == Token::Eof { Ok(()) } else { Err(self.error("unexpected text")) }
    }

    // Tokens.

    // Not inlined: there are hundreds of call sites. The lexer's hot path is inlined here.
    #[inline(never)]
    /// Moves to the next token.
    pub fn advance(&mut self) {
        self.start = self.lexer.read(&mut self.token);
    }

    /// Moves to the token at `position`.
    pub fn seek(&mut self, position: usize) {
        self.lexer.position = position;
        self.advance();
    }

    /// The location of the current token.
    pub fn location(&self) -> Location {
        self.location_at(self.start)
    }

    pub(super) fn location_at(&self, offset: usize) -> Location {
        Location::from_offset(self.base.saturating_add(offset as u32))
    }

    /// The offset of the current token.
    pub fn offset(&self) -> usize {
        self.start
    }

    /// An error at the current token.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        match self.token {
            Token::Error(lexical) => self.error_at(self.start, lexical),
            _ => self.error_at(self.missing_at(), message),
        }
    }

    /// The offset for "expected" errors: the current token or, if it begins a line, the end of the text before it.
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
            // If a line ends in a comment, the error belongs before the comment.
            let line = memchr::memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |newline| newline + 1);
            if let Some(comment) = memchr::memmem::find(&text[line..end], b"//") {
                end = line + comment;
            }
        }
    }

    /// An error at a byte offset in the text.
    #[cold]
    pub fn error_at(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.location_at(offset), message)
    }

    /// An error prefixed with the operation whose custom form is being parsed.
    #[cold]
    pub fn op_error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        match self.custom_op {
            Some((name, _)) => self.error_at(offset, format!("custom op '{name}' {}", message.into())),
            None => self.error_at(offset, message),
        }
    }

    /// As [`op_error`](Self::op_error), located at the operation's name.
    #[cold]
    pub fn op_name_error(&self, message: impl Into<String>) -> Diagnostic {
        self.op_error(self.custom_op.map_or(self.start, |(_, at)| at), message)
    }

    /// Records `first`, and returns `second`, its consequence, to be reported after it.
    #[cold]
    pub fn also(&mut self, first: Diagnostic, second: Diagnostic) -> Diagnostic {
        self.earlier.push(first);
        second
    }

    /// Checks that the number of operands equals the number of types.
    pub fn check_counts(&self, operands: usize, types: usize) -> ParseResult<()> {
        if operands == types {
            return Ok(());
        }
        Err(self.op_name_error(format!(
            "number of operands and types do not match: got {operands} operands and {types} types"
        )))
    }

    /// Runs `body` one nesting level deeper.
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

    /// Whether the current token is this punctuation mark.
    pub fn at(&self, punct: u8) -> bool {
        matches!(self.token, Token::Punct(found) if found == punct)
    }

    /// The token after the current one.
    pub(super) fn next_token(&self) -> Token<'a> {
        let mut ahead = self.lexer;
        ahead.next().1
    }

    /// Consumes a punctuation mark if it is the current token.
    pub fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a punctuation mark, or fails.
    pub fn expect(&mut self, punct: u8) -> ParseResult<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.error(format!("expected '{}'", punct as char))) }
    }

    /// Whether the current token is this keyword.
    pub fn at_keyword(&self, keyword: &str) -> bool {
        matches!(self.token, Token::Bare(text) if text == keyword.as_bytes())
    }

    /// Whether the current token is any keyword.
    pub fn at_any_keyword(&self) -> bool {
        matches!(self.token, Token::Bare(_))
    }

    /// Consumes a keyword if it is the current token.
    pub fn eat_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a keyword, or fails.
    pub fn expect_keyword(&mut self, keyword: &str) -> ParseResult<()> {
        if self.eat_keyword(keyword) { Ok(()) } else { Err(self.error(format!("expected '{keyword}'"))) }
    }

    /// Consumes the `x` between a number and what it multiplies, which need not be followed by a space: `4 x i32`, `4xi32`.
    pub fn expect_x(&mut self) -> ParseResult<()> {
        match self.token {
            Token::Bare([b'x', ..]) => {
                self.seek(self.start + 1);
                Ok(())
            }
            _ => Err(self.error("expected 'x'")),
        }
    }

    /// Consumes any keyword, if there is one.
    pub fn optional_keyword(&mut self) -> Option<&'a [u8]> {
        match self.token {
            Token::Bare(text) => {
                self.advance();
                Some(text)
            }
            _ => None,
        }
    }

    /// Consumes any keyword, or fails.
    pub fn keyword(&mut self) -> ParseResult<&'a [u8]> {
        self.optional_keyword().ok_or_else(|| self.error("expected valid keyword"))
    }

    /// Consumes `->` if it is the current token.
    pub fn eat_arrow(&mut self) -> bool {
        let found = matches!(self.token, Token::Arrow);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes `->`, or fails.
    pub fn expect_arrow(&mut self) -> ParseResult<()> {
        if self.eat_arrow() { Ok(()) } else { Err(self.error("expected '->'")) }
    }

    /// Consumes `...` if it is the current token.
    pub fn eat_ellipsis(&mut self) -> bool {
        let found = self.token == Token::Ellipsis;
        if found {
            self.advance();
        }
        found
    }

    /// Whether the current token is an SSA operand.
    pub fn at_operand(&self) -> bool {
        matches!(self.token, Token::Percent(_))
    }

    /// Whether the current token begins an integer.
    pub fn at_integer(&self) -> bool {
        matches!(self.token, Token::Integer(_) | Token::Punct(b'-'))
    }

    /// Whether the current token is a symbol name.
    pub fn at_symbol(&self) -> bool {
        matches!(self.token, Token::At(_))
    }

    /// Whether spellings of 2019 to 2022 are accepted.
    pub fn reads_old_spellings(&self) -> bool {
        self.options.old_spellings
    }

    /// Whether the current token is a string.
    pub fn at_string(&self) -> bool {
        matches!(self.token, Token::String(_))
    }

    /// Parses items separated by commas, up to and including `close`; the opening bracket is already consumed.
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

    /// Parses `"text"`.
    pub fn string(&mut self) -> ParseResult<Ident> {
        let Token::String(text) = self.token else { return Err(self.error("expected string")) };
        self.advance();
        Ok(self.context.ident_of_bytes(&unescape(text)))
    }

    /// Parses `@name`; returns the name.
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

    /// Parses a keyword or a string, as in the keys of a dictionary.
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

    /// Parses an integer that fits 64 bits, signed or unsigned.
    pub fn integer(&mut self) -> ParseResult<i128> {
        self.optional_integer()?.ok_or_else(|| self.error("expected integer value"))
    }

    /// Parses an integer, if there is one.
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

    /// Parses `[…]` of integers, as assembly formats spell dense arrays.
    pub fn integer_list(&mut self) -> ParseResult<Vec<i64>> {
        self.expect(b'[')?;
        self.list(b']', |parser| Ok(parser.integer()? as i64))
    }

    /// Parses `: type`, which must be present.
    pub fn colon_type(&mut self) -> ParseResult<Type> {
        self.expect(b':')?;
        self.parse_type()
    }

    /// Parses `-> type` or `-> (types)`, if present.
    pub fn optional_arrow_types(&mut self) -> ParseResult<Vec<Type>> {
        if !self.eat_arrow() {
            return Ok(Vec::new());
        }
        if self.eat(b'(') { self.list(b')', Self::parse_type) } else { Ok(vec![self.parse_type()?]) }
    }

    /// Parses `{…}`, if present.
    pub fn optional_attr_dict(&mut self) -> ParseResult<NamedAttributes> {
        if !self.at(b'{') {
            return Ok(NamedAttributes::new());
        }
        self.remembered(b'}', |cache| &mut cache.dictionaries, Self::attr_dict)
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

    /// Parses `loc(…)`, if present.
    pub(crate) fn optional_location(&mut self) -> ParseResult<Option<Location>> {
        if !self.at_keyword("loc") {
            return Ok(None);
        }
        match self.lexer.text[self.lexer.position..] {
            // Fast path for an alias, as printers space it.
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

    /// Parses the text between the parentheses of `loc(…)`.
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

    /// Parses `1:2`, `1:2 to 3:4` or `1:2 to :4`.
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

/// Bytes as text, for a message.
pub(super) fn show(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}
