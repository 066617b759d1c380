//! Parsing and printing of builtin attributes, and of the generic shell of dialect attributes.

use num_bigint::BigInt;
use tern_support::text::push_text;
use tern_support::ways;

use super::lexer::{Token, unescape};
use super::parser::{Parser, show};
use super::{ParseResult, Printer, float};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Ident;
use crate::declare::{AttrDef, Dialect, Param, ParamAssembly};
use crate::diagnostic::Diagnostic;
use crate::int::IntValue;
use crate::types::{DYNAMIC, FloatKind, Signedness, Type, TypeKind};

impl<'a> Parser<'a, '_> {
    /// Parses an attribute, or an alias of one. Fails if attributes are nested too deeply.
    pub fn parse_attribute(&mut self) -> ParseResult<Attribute> {
        self.nested(Self::attribute_inner)
    }

    /// Parses an attribute whose type is already known and so is not spelled: `dense<1>`, `5`.
    pub fn parse_attribute_of_type(&mut self, ty: Type) -> ParseResult<Attribute> {
        match self.token {
            Token::Bare(b"dense") => self.dense_elements(Some(ty)),
            Token::Bare(b"dense_resource") => self.dense_resource(Some(ty)),
            Token::Bare(b"sparse") => self.sparse_elements(Some(ty)),
            Token::Integer(_) | Token::Float(_) | Token::Punct(b'-') => self.number_attribute(Some(ty)),
            _ => self.parse_attribute(),
        }
    }

    fn attribute_inner(&mut self) -> ParseResult<Attribute> {
        let context = self.context;
        match self.token {
            Token::Integer(_) | Token::Float(_) | Token::Punct(b'-') => self.number_attribute(None),
            Token::String(text) => {
                self.advance();
                let value = context.ident_of_bytes(&unescape(text));
                let ty = if self.eat(b':') { self.parse_type()? } else { context.common.none };
                Ok(context.attr(AttrKind::String { value, ty }))
            }
            Token::At(_) => {
                let root = self.symbol_name()?;
                let mut nested = Vec::new();
                while self.at(b':') && self.next_token() == Token::Punct(b':') {
                    self.advance();
                    self.advance();
                    nested.push(self.symbol_name()?);
                }
                Ok(context.attr(AttrKind::SymbolRef { root, nested: nested.into() }))
            }
            Token::Punct(b'[') => {
                self.advance();
                let elements = self.list(b']', Self::parse_attribute)?;
                Ok(Attribute::array(context, elements))
            }
            Token::Punct(b'{') => {
                let entries = self.optional_attr_dict()?;
                Ok(Attribute::dictionary(context, entries))
            }
            Token::Hash(name) => self.dialect_attribute(name),
            Token::Bare(word) => self.keyword_attribute(word),
            _ if self.at_type() => Ok(Attribute::of_type(context, self.parse_type()?)),
            _ => Err(self.error("expected attribute value")),
        }
    }

    fn keyword_attribute(&mut self, word: &[u8]) -> ParseResult<Attribute> {
        let context = self.context;
        match word {
            b"unit" => {
                self.advance();
                Ok(context.common.unit)
            }
            b"true" | b"false" => {
                self.advance();
                let value = word == b"true";
                if self.eat(b':') {
                    let start = self.start;
                    if self.parse_type()? != context.common.i1 {
                        return Err(self.error_at(start, "expected integer type 'i1' for a boolean"));
                    }
                }
                Ok(Attribute::bool(context, value))
            }
            b"array" => self.dense_array(),
            b"dense" => self.dense_elements(None),
            b"dense_resource" => self.dense_resource(None),
            b"sparse" => self.sparse_elements(None),
            b"affine_map" => {
                self.advance();
                self.expect(b'<')?;
                let map = self.affine_map()?;
                self.expect(b'>')?;
                Ok(context.attr(AttrKind::AffineMap(map)))
            }
            b"affine_set" => {
                self.advance();
                self.expect(b'<')?;
                let set = self.integer_set()?;
                self.expect(b'>')?;
                Ok(context.attr(AttrKind::IntegerSet(set)))
            }
            b"strided" => self.strided_layout(),
            b"distinct" => {
                self.advance();
                self.expect(b'[')?;
                let start = self.start;
                let id = u64::try_from(self.integer()?)
                    .map_err(|_| self.error_at(start, "expected distinct ID"))?;
                self.expect(b']')?;
                self.expect(b'<')?;
                let referenced = if self.at(b'>') { context.common.unit } else { self.parse_attribute()? };
                self.expect(b'>')?;
                let id = self.distinct_identity(id);
                Ok(context.attr(AttrKind::Distinct { id, referenced }))
            }
            b"loc" => match self.optional_location()? {
                Some(location) => Ok(location.to_attribute(context)),
                None => Err(self.error("expected location")),
            },
            _ if self.at_type() => Ok(Attribute::of_type(context, self.parse_type()?)),
            _ => Err(self.error("expected attribute value")),
        }
    }

    /// Parses a number followed by its type; if `expected` is given, the type is not spelled.
    fn number_attribute(&mut self, expected: Option<Type>) -> ParseResult<Attribute> {
        let context = self.context;
        let start = self.start;
        let negative = self.eat(b'-');
        let (text, is_float) = match self.token {
            Token::Integer(text) => (text, false),
            Token::Float(text) => (text, true),
            _ => return Err(self.error("expected constant integer or floating point value")),
        };
        self.advance();
        let ty = match expected {
            Some(ty) => ty,
            None if self.eat(b':') => self.parse_type()?,
            None if is_float => context.common.f64,
            None => context.common.i64,
        };
        self.number_of_type(text, negative, is_float, ty, start)
    }

    /// The attribute for the literal `text` of type `ty`.
    pub(super) fn number_of_type(
        &mut self,
        text: &[u8],
        negative: bool,
        is_float: bool,
        ty: Type,
        start: usize,
    ) -> ParseResult<Attribute> {
        let context = self.context;
        match ty.kind(context) {
            TypeKind::Float(kind) => match float::parse(*kind, &show(text), negative, is_float) {
                Some(bits) => Ok(Attribute::float(context, ty, bits)),
                None => Err(self.error_at(start, "float value is not valid for its type")),
            },
            TypeKind::Integer { .. } | TypeKind::Index if !is_float => {
                match integer_bits(context, text, negative, ty) {
                    Some(value) => Ok(context.attr(AttrKind::Integer { ty, value })),
                    None => Err(self.error_at(start, "integer constant out of range for attribute")),
                }
            }
            TypeKind::Integer { .. } | TypeKind::Index => {
                Err(self.error_at(start, "unexpected decimal literal for attribute of integer type"))
            }
            _ => Err(self.error_at(start, "integer literal not valid for specified type")),
        }
    }

    /// Parses an integer of type `ty`; the type is not spelled.
    pub fn integer_of_type(&mut self, ty: Type) -> ParseResult<Attribute> {
        self.number_attribute(Some(ty))
    }

    /// Parses an integer of `width` bits. As upstream, a 64-bit number is truncated. A longer one is accepted if it fits the
    /// width: upstream prints such numbers but cannot read them.
    pub fn truncated_integer(&mut self, width: u32) -> ParseResult<IntValue> {
        let start = self.start;
        let negative = self.eat(b'-');
        let Token::Integer(text) = self.token else {
            return Err(self.op_error(start, "expected integer value"));
        };
        self.advance();
        let read_as = width.max(64) + 1;
        let value = integer_bits(self.context, text, negative, Type::integer(self.context, read_as));
        let value = value.and_then(|value| match value.as_i64(read_as) {
            Some(value) => Some(IntValue::from_i64(width, value)),
            // Older versions of MLIR print what they read as unsigned.
            None if width == 64 && self.options.old_spellings && !negative => {
                Some(IntValue::from_i64(width, value.as_u64()?.cast_signed()))
            }
            None if width > 64 => IntValue::from_bigint(width, &value.to_bigint(read_as)),
            None => None,
        });
        value.ok_or_else(|| self.op_error(start, "integer value too large"))
    }

    /// Parses `#alias`, `#dialect.mnemonic…` or `#dialect<…>`.
    fn dialect_attribute(&mut self, name: &'a [u8]) -> ParseResult<Attribute> {
        let context = self.context;
        let start = self.start;
        if self.is_alias(name) {
            return self.attribute_alias();
        }
        if let Some(&def) = self.cache.attributes.get(name) {
            self.advance();
            return self.declared_attribute(def);
        }
        let text = show(name);
        let Some((namespace, mnemonic)) = text.split_once('.') else {
            if let Some(dialect) = context.dialect(&text) {
                // `#llvm<comdat any>`: the mnemonic is inside the brackets.
                self.advance();
                self.expect(b'<')?;
                let mnemonic = self.keyword()?;
                let def = dialect.attributes.iter().find(|def| def.mnemonic.as_bytes() == mnemonic);
                let Some(def) = def else {
                    let mnemonic = show(mnemonic);
                    return Err(
                        self.error_at(start, format!("unknown attribute `{mnemonic}` in dialect `{text}`"))
                    );
                };
                let attribute = self.declared_attribute(def)?;
                self.expect(b'>')?;
                return Ok(attribute);
            }
            let body = self.balanced(self.lexer.position)?;
            let (dialect, text) = (context.ident(&text), context.ident_of_bytes(&body));
            return self.opaque_attribute(dialect, text, start);
        };
        let opaque = |dialect: &Dialect| {
            dialect.unknown_types && dialect.attributes.iter().all(|def| def.mnemonic != mnemonic)
        };
        match context.dialect(namespace).filter(|dialect| !opaque(dialect)) {
            Some(dialect) => match self.attribute_of(dialect, mnemonic) {
                Some(def) => {
                    self.cache.attributes.insert(name, def);
                    self.advance();
                    self.declared_attribute(def)
                }
                None => match self.former_attribute(dialect, mnemonic) {
                    Some(parse) => {
                        self.advance();
                        parse(self)
                    }
                    None => {
                        Err(self.error(format!("unknown attribute `{mnemonic}` in dialect `{namespace}`")))
                    }
                },
            },
            None => {
                let body = self.pretty_body()?;
                let (dialect, text) = (context.ident(namespace), context.ident_of_bytes(&body));
                self.opaque_attribute(dialect, text, start + namespace.len() + 2)
            }
        }
    }

    /// An attribute of an unknown dialect, whose text has been read; parses its optional type.
    fn opaque_attribute(&mut self, dialect: Ident, text: Ident, at: usize) -> ParseResult<Attribute> {
        let context = self.context;
        let ty = if self.eat(b':') { self.parse_type()? } else { context.common.none };
        if !self.options.allow_unregistered_dialects && context.dialect(context.str(dialect)).is_none() {
            let (dialect, text) = (context.str(dialect), without_brackets(context.str(text)));
            let ty = super::type_to_string(context, ty);
            return Err(self.unregistered(at, format!("#\"{dialect}\"<\"{text}\"> : '{ty}' attribute")));
        }
        Ok(context.attr(AttrKind::Opaque { dialect, text, ty }))
    }

    /// The error for a type or attribute of an unknown dialect.
    #[cold]
    fn unregistered(&self, at: usize, what: String) -> Diagnostic {
        let message = "created with unregistered dialect. If this is intended, please call \
                       allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect \
                       with the MLIR opt tool used";
        self.error_at(at, format!("{what} {message}"))
    }

    /// A type of an unknown dialect, whose text has been read.
    pub(super) fn opaque_type(&self, dialect: Ident, text: Ident, at: usize) -> ParseResult<Type> {
        let context = self.context;
        if !self.options.allow_unregistered_dialects && context.dialect(context.str(dialect)).is_none() {
            let (dialect, text) = (context.str(dialect), without_brackets(context.str(text)));
            return Err(self.unregistered(at, format!("`!\"{dialect}\"<\"{text}\">` type")));
        }
        Ok(context.ty(TypeKind::Opaque { dialect, text }))
    }

    /// The declaration of an attribute of a dialect, by its mnemonic in any version that is read.
    fn attribute_of(&self, dialect: &Dialect, mnemonic: &str) -> Option<&'static AttrDef> {
        let mnemonic = self.mnemonic_today(dialect, mnemonic);
        dialect.attributes.iter().copied().find(|def| def.mnemonic == mnemonic)
    }

    /// Whether the current token, `#name` or `!name`, is an alias: it has neither the dot of `dialect.mnemonic` nor the bracket of
    /// `dialect<…>`.
    pub(super) fn is_alias(&self, name: &[u8]) -> bool {
        self.lexer.text.get(self.lexer.position) != Some(&b'<') && memchr::memchr(b'.', name).is_none()
    }

    /// Reads the mnemonic of `#dialect.mnemonic<…>` and the text after it.
    pub(super) fn pretty_body(&mut self) -> ParseResult<Vec<u8>> {
        let name = &self.lexer.text[self.start..self.lexer.position];
        let dot = memchr::memchr(b'.', name).map_or(0, |dot| dot + 1);
        let mut body = name[dot..].to_vec();
        if self.lexer.text.get(self.lexer.position) == Some(&b'<') {
            let from = self.lexer.position;
            body.extend(self.balanced(from)?);
        } else {
            self.advance();
        }
        Ok(body)
    }

    /// Consumes and returns the text from the bracket at `from` to the matching closing bracket.
    pub(super) fn balanced(&mut self, from: usize) -> ParseResult<Vec<u8>> {
        let text = self.lexer.text;
        match balanced_end(text, from) {
            Ok(end) => {
                self.seek(end);
                Ok(text[from..end].to_vec())
            }
            Err(open) => {
                let message = format!("unbalanced '{}' character in pretty dialect name", char::from(open));
                Err(self.error_at(from, message))
            }
        }
    }

    /// Parses `strided<[1, ?], offset: ?>`.
    fn strided_layout(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(b'<')?;
        self.expect(b'[')?;
        let number = |parser: &mut Self| {
            if parser.eat(b'?') { Ok(DYNAMIC) } else { parser.integer().map(|value| value as i64) }
        };
        let strides = self.list(b']', number)?;
        let mut offset = 0;
        if self.eat(b',') {
            self.expect_keyword("offset")?;
            self.expect(b':')?;
            offset = number(self)?;
        }
        self.expect(b'>')?;
        Ok(self.context.attr(AttrKind::StridedLayout { offset, strides: strides.into() }))
    }
}

/// The bits of an integer literal of type `ty`, if it fits.
pub(super) fn integer_bits(
    context: &crate::Context,
    text: &[u8],
    negative: bool,
    ty: Type,
) -> Option<IntValue> {
    let (width, signedness) = match ty.kind(context) {
        TypeKind::Integer { width, signedness } => (*width, *signedness),
        _ => (64, Signedness::Signless),
    };
    let text = std::str::from_utf8(text).ok()?;
    if let (Ok(small), true) = (text.parse::<i64>(), (8..=64).contains(&width)) {
        let value = if negative { -small } else { small };
        let limit = 1i128 << (width - 1);
        if signedness == Signedness::Signless && i128::from(value) < limit && i128::from(value) >= -limit {
            return Some(IntValue::from_i64(width, value));
        }
    }
    let magnitude = match text.strip_prefix("0x") {
        Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16)?,
        None => BigInt::parse_bytes(text.as_bytes(), 10)?,
    };
    let value = if negative { -magnitude } else { magnitude };
    let allowed = match signedness {
        Signedness::Unsigned => !negative,
        Signedness::Signed => value.bits() < u64::from(width) || negative,
        Signedness::Signless => true,
    };
    if allowed { IntValue::from_bigint(width, &value) } else { None }
}

/// The text between the brackets of `#dialect<…>`; for `mnemonic<…>`, all of it.
fn without_brackets(text: &str) -> &str {
    text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text)
}

impl Printer<'_> {
    /// Prints an attribute, by its alias if it has one.
    pub fn print_attribute(&mut self, attribute: Attribute) {
        if self.alias(attribute) {
            return;
        }
        match attribute.kind(self.context) {
            AttrKind::Array(_) | AttrKind::Dictionary(_) | AttrKind::Declared { .. }
                if self.is_plain(attribute) && self.open_types.is_empty() =>
            {
                self.print_plain(attribute);
            }
            _ => self.print_attribute_body(attribute),
        }
    }

    /// Prints an aggregate attribute that contains no aliased attribute, from a cache: those of calls and functions recur.
    fn print_plain(&mut self, attribute: Attribute) {
        /// The number of cached texts, and the length limit of each.
        const MOST: usize = 1 << 12;
        const LONGEST: usize = 1 << 9;
        if let Some(text) = self.attribute_texts.get(&attribute) {
            return push_text(&mut self.out, text);
        }
        let Some(start) = self.print_fixed(|printer| printer.print_attribute_body(attribute)) else { return };
        let text = &self.out[start..];
        if text.len() <= LONGEST && self.attribute_texts.len() < MOST && !ways::is_plain() {
            self.attribute_texts.insert(attribute, text.into());
        }
    }

    /// Prints an attribute, or its alias, without its type, which the reader knows.
    pub fn print_attribute_without_type(&mut self, attribute: Attribute) {
        if self.alias(attribute) {
            return;
        }
        let start = self.out.len();
        self.print_attribute_body(attribute);
        let ty = match attribute.kind(self.context) {
            AttrKind::DenseElements { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. } => *ty,
            _ => return,
        };
        // The type comes last, unless the literal implies it.
        let end = self.out.len();
        self.text(" : ");
        self.print_type(ty);
        let suffix = self.out[end..].to_vec();
        let implied = self.out[start..end].ends_with(&suffix);
        self.truncate(if implied { end - suffix.len() } else { end });
    }

    /// Prints an attribute in full, never its alias.
    pub(super) fn print_attribute_body(&mut self, attribute: Attribute) {
        let context = self.context;
        let elide = std::mem::take(&mut self.elide_default_types);
        match attribute.kind(context) {
            AttrKind::Unit => self.text("unit"),
            AttrKind::Integer { ty, value } => {
                if *ty == context.common.i1 {
                    return self.text(if value.is_zero() { "false" } else { "true" });
                }
                self.print_integer(*ty, value);
                if *ty != context.common.i64 || !elide {
                    self.print_colon_type(*ty);
                }
            }
            AttrKind::Float { ty, bits } => {
                let start = self.out.len();
                if let TypeKind::Float(kind) = ty.kind(context) {
                    self.print_float(*kind, bits.get());
                }
                // Bare hexadecimal digits would be read as an integer.
                if *ty != context.common.f64 || !elide || self.out[start..].starts_with(b"0x") {
                    self.print_colon_type(*ty);
                }
            }
            AttrKind::String { value, ty } => {
                self.quoted(*value);
                if *ty != context.common.none {
                    self.print_colon_type(*ty);
                }
            }
            AttrKind::Array(elements) => self.print_array(elements),
            AttrKind::Dictionary(entries) => self.print_dictionary(entries),
            AttrKind::Type(ty) => self.print_type(*ty),
            AttrKind::SymbolRef { root, nested } => {
                self.print_symbol_name(*root);
                for &name in nested {
                    self.text("::");
                    self.print_symbol_name(name);
                }
            }
            AttrKind::DenseArray { element, data } => self.print_dense_array(*element, data),
            AttrKind::DenseElements { ty, data, splat } => self.print_dense_elements(*ty, data, *splat),
            AttrKind::DenseStrings { ty, data, splat } => self.print_dense_strings(*ty, data, *splat),
            AttrKind::DenseResource { ty, key } => {
                self.text("dense_resource<");
                self.print_keyword_or_string(*key);
                self.text(">");
                self.print_colon_type(*ty);
            }
            AttrKind::Sparse { ty, indices, values } => {
                self.text("sparse<");
                self.print_dense_body(*indices);
                self.text(", ");
                self.print_dense_body(*values);
                self.text(">");
                self.print_colon_type(*ty);
            }
            AttrKind::AffineMap(map) => {
                self.text("affine_map<");
                self.print_affine_map(map);
                self.text(">");
            }
            AttrKind::IntegerSet(set) => {
                self.text("affine_set<");
                self.print_integer_set(set);
                self.text(">");
            }
            AttrKind::StridedLayout { offset, strides } => self.print_strided_layout(*offset, strides),
            AttrKind::Distinct { id, referenced } => {
                self.text("distinct[");
                if !self.looks_through() {
                    self.holes.distinct(&self.out, *id);
                }
                self.text("]<");
                if *referenced != context.common.unit {
                    self.print_attribute(*referenced);
                }
                self.text(">");
            }
            AttrKind::Opaque { dialect, text, ty } => {
                self.print_opaque("#", *dialect, *text);
                if *ty != context.common.none {
                    self.print_colon_type(*ty);
                }
            }
            AttrKind::Declared { def, params } => self.print_declared_body(def, params),
            AttrKind::UnknownLocation
            | AttrKind::FileLocation { .. }
            | AttrKind::NameLocation { .. }
            | AttrKind::CallSiteLocation { .. }
            | AttrKind::FusedLocation { .. } => {
                self.text("loc(");
                self.print_location_body(attribute);
                self.text(")");
            }
        }
    }

    /// ` : type`
    fn print_colon_type(&mut self, ty: Type) {
        self.text(" : ");
        self.print_type(ty);
    }

    fn print_array(&mut self, elements: &[Attribute]) {
        self.text("[");
        for (index, &element) in elements.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.elide_default_types = true;
            self.print_attribute(element);
        }
        self.elide_default_types = false;
        self.text("]");
    }

    fn print_strided_layout(&mut self, offset: i64, strides: &[i64]) {
        self.text("strided<[");
        for (index, &stride) in strides.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_dynamic(stride);
        }
        self.text("]");
        if offset != 0 {
            self.text(", offset: ");
            self.print_dynamic(offset);
        }
        self.text(">");
    }

    fn print_declared_body(&mut self, def: &'static AttrDef, params: &[Param]) {
        // Parameters without brackets of their own are put into the dialect's brackets.
        let bracketed = match def.assembly {
            ParamAssembly::Format(text) => !text.starts_with("`<`") && !text.starts_with("(`<`"),
            _ => false,
        };
        self.text("#");
        self.text(def.dialect);
        self.text(if bracketed { "<" } else { "." });
        self.text(def.mnemonic);
        self.print_declared_attribute(def, params, bracketed);
        self.text(if bracketed { ">" } else { "" });
    }

    fn print_dynamic(&mut self, value: i64) {
        if value == DYNAMIC { self.text("?") } else { self.number(value) }
    }

    /// Prints a number. With `for_mlir`, prints its bits if MLIR, which reads decimals as doubles, would read a different number.
    pub(super) fn print_float(&mut self, kind: FloatKind, bits: u128) {
        if self.options.for_mlir && !float::is_double(kind, bits) {
            float::print_bits(kind, bits, &mut self.out);
        } else {
            float::print(kind, bits, &mut self.out);
        }
    }

    pub(super) fn print_integer(&mut self, ty: Type, value: &IntValue) {
        let context = self.context;
        let (width, unsigned) = match ty.kind(context) {
            TypeKind::Integer { width, signedness } => (*width, *signedness == Signedness::Unsigned),
            _ => (64, false),
        };
        match (value.as_i64(width), unsigned) {
            (Some(small), false) => self.number(small),
            (_, true) => self.text(&value.to_biguint().to_string()),
            (None, _) => self.text(&value.to_bigint(width).to_string()),
        }
    }

    /// Prints the text between the parentheses of `loc(…)`.
    pub(super) fn print_location_body(&mut self, location: Attribute) {
        let context = self.context;
        let inner = |printer: &mut Self, location| {
            if !printer.alias(location) {
                printer.print_location_body(location);
            }
        };
        match location.kind(context) {
            AttrKind::FileLocation { file, line, column, end } => {
                self.quoted(*file);
                self.text(":");
                self.number(*line);
                self.text(":");
                self.number(*column);
                if let Some((end_line, end_column)) = *end {
                    self.text(" to ");
                    if end_line != *line {
                        self.number(end_line);
                    }
                    self.text(":");
                    self.number(end_column);
                }
            }
            AttrKind::NameLocation { name, child } => {
                self.quoted(*name);
                if *child != context.common.unknown_location {
                    self.text("(");
                    inner(self, *child);
                    self.text(")");
                }
            }
            AttrKind::CallSiteLocation { callee, caller } => {
                self.text("callsite(");
                inner(self, *callee);
                self.text(" at ");
                inner(self, *caller);
                self.text(")");
            }
            AttrKind::FusedLocation { locations, metadata } => {
                self.text("fused");
                if let Some(metadata) = metadata {
                    self.text("<");
                    self.print_attribute(*metadata);
                    self.text(">");
                }
                self.text("[");
                for (index, &location) in locations.iter().enumerate() {
                    self.text(if index == 0 { "" } else { ", " });
                    inner(self, location);
                }
                self.text("]");
            }
            _ => self.text("unknown"),
        }
    }
}
/// The end of the bracketed text that starts at `from`: the offset behind the matching closing bracket.
///
/// # Errors
/// If there is none: the innermost bracket that is still open.
pub(super) fn balanced_end(text: &[u8], from: usize) -> Result<usize, u8> {
    // Open brackets, the innermost last.
    let mut open: Vec<u8> = Vec::new();
    let mut at = from;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'<' | b'(' | b'[' | b'{' => open.push(byte),
            b'-' if text.get(at) == Some(&b'>') => at += 1,
            b'>' | b')' | b']' | b'}' => {
                let pair = (open.last().copied().unwrap_or_default(), byte);
                if !matches!(pair, (b'<', b'>') | (b'(', b')') | (b'[', b']') | (b'{', b'}')) {
                    break;
                }
                open.pop();
                if open.is_empty() {
                    return Ok(at);
                }
            }
            b'"' => {
                while let Some(&inner) = text.get(at) {
                    at += 1 + usize::from(inner == b'\\');
                    if inner == b'"' {
                        break;
                    }
                }
            }
            0 => break,
            _ => {}
        }
    }
    Err(open.last().copied().unwrap_or(b'<'))
}
