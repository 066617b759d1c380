//! Parsing and printing of builtin types, and of the generic shell of dialect types.

use super::lexer::{Lexer, Token};
use super::parser::{Parser, show};
use super::{ParseResult, Printer};
use crate::attributes::{AttrKind, Attribute};
use crate::builtin::memref::MemRefElement;
use crate::declare::{Dialect, OldTypes, TypeDef};
use crate::types::{DYNAMIC, FloatKind, Signedness, Type, TypeKind};

/// The widest integer type of MLIR.
const MAX_WIDTH: u32 = (1 << 24) - 1;

impl<'a> Parser<'a, '_> {
    /// Whether the current token begins a type.
    pub fn at_type(&self) -> bool {
        match self.token {
            Token::Bang(_) => true,
            Token::Punct(b'(') => true,
            Token::Bare(word) => {
                integer_type(word).is_some()
                    || FloatKind::from_spelling(&show(word)).is_some()
                    || matches!(
                        word,
                        b"index" | b"none" | b"complex" | b"tuple" | b"vector" | b"tensor" | b"memref"
                    )
            }
            _ => false,
        }
    }

    /// Parses a type, or an alias of one. Fails if types are nested too deeply.
    pub fn parse_type(&mut self) -> ParseResult<Type> {
        let context = self.context;
        match self.token {
            Token::Bare(b"i32") => {
                self.advance();
                Ok(context.common.i32)
            }
            Token::Bare(b"i64") => {
                self.advance();
                Ok(context.common.i64)
            }
            Token::Bare(b"i1") => {
                self.advance();
                Ok(context.common.i1)
            }
            Token::Bare(b"i8") => {
                self.advance();
                Ok(context.common.i8)
            }
            Token::Bang(name) => match self.lexer.text.get(self.lexer.position) {
                Some(b'<') => {
                    self.remembered(b'>', |cache| &mut cache.types, |parser| parser.nested(Self::type_inner))
                }
                _ => self.named_type(name),
            },
            _ => self.nested(Self::type_inner),
        }
    }

    /// Parses a type that is just a name, of a dialect or an alias.
    fn named_type(&mut self, name: &'a [u8]) -> ParseResult<Type> {
        let after = self.lexer.position;
        if let Some(&ty) = self.cache.names.get(name) {
            let before = (self.lexer, self.start, self.token);
            self.advance();
            if !self.at(b'<') {
                return Ok(ty);
            }
            (self.lexer, self.start, self.token) = before;
        }
        let ty = self.nested(Self::type_inner)?;
        // Not for aliases: their nesting depth has to be counted at each use.
        if name.contains(&b'.') && !self.options.old_spellings && !self.text_between(after, self.start) {
            self.cache.names.insert(name, ty);
        }
        Ok(ty)
    }

    /// Whether there is text other than white space between two offsets.
    fn text_between(&self, begin: usize, end: usize) -> bool {
        self.lexer.text.get(begin..end).is_none_or(|text| !text.iter().all(u8::is_ascii_whitespace))
    }

    fn type_inner(&mut self) -> ParseResult<Type> {
        let context = self.context;
        let start = self.start;
        let word = match self.token {
            Token::Bare(word) => word,
            Token::Bang(name) => return self.dialect_type(name),
            Token::Punct(b'(') => {
                let (inputs, results) = self.function_type_parts()?;
                return Ok(context.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() }));
            }
            _ => return Err(self.error("expected non-function type")),
        };
        if self.options.old_spellings
            && let Some(ty) = self.formerly_or_later_builtin(word)?
        {
            return Ok(ty);
        }
        if let Some((width, signedness)) = integer_type(word) {
            if width == 0 || width > MAX_WIDTH {
                let message = format!("integer bitwidth is limited to {MAX_WIDTH} bits");
                return Err(self.error(if width == 0 {
                    "invalid integer width".to_owned()
                } else {
                    message
                }));
            }
            self.advance();
            return Ok(match signedness {
                Signedness::Signless => Type::integer(context, width),
                _ => context.ty(TypeKind::Integer { width, signedness }),
            });
        }
        if let Some(kind) = FloatKind::from_spelling(&show(word)) {
            self.advance();
            return Ok(context.ty(TypeKind::Float(kind)));
        }
        match word {
            b"index" => {
                self.advance();
                Ok(context.common.index)
            }
            b"none" => {
                self.advance();
                Ok(context.common.none)
            }
            b"complex" => {
                self.advance();
                self.expect(b'<')?;
                let element = self.parse_type()?;
                self.expect(b'>')?;
                match element.kind(context) {
                    TypeKind::Integer { .. } | TypeKind::Float(_) => {
                        Ok(context.ty(TypeKind::Complex(element)))
                    }
                    _ => Err(self.error_at(start, "invalid element type for complex")),
                }
            }
            b"tuple" => {
                self.advance();
                self.expect(b'<')?;
                let types = self.list(b'>', Self::parse_type)?;
                Ok(context.ty(TypeKind::Tuple(types.into())))
            }
            b"vector" => self.vector_type(),
            b"tensor" => self.tensor_type(),
            b"memref" => self.memref_type(),
            _ => Err(self.error("expected non-function type")),
        }
    }

    /// Parses `(types) -> types` or `(types) -> (types)`; returns inputs and results.
    pub fn function_type_parts(&mut self) -> ParseResult<(Vec<Type>, Vec<Type>)> {
        self.expect(b'(')?;
        let inputs = self.list(b')', Self::parse_type)?;
        self.expect_arrow()?;
        let results =
            if self.eat(b'(') { self.list(b')', Self::parse_type)? } else { vec![self.parse_type()?] };
        Ok((inputs, results))
    }

    /// The start of the first token from `position` on.
    fn token_from(&self, position: usize) -> usize {
        let mut lexer = Lexer { text: self.lexer.text, position };
        lexer.skip_trivia();
        lexer.position
    }

    /// Parses `2x?x[4]x…` up to the element type: the dimensions, and which of them are scalable. Works on bytes, because tokens
    /// join the `x` with what follows.
    pub fn dimensions(&mut self) -> ParseResult<(Vec<i64>, Vec<bool>)> {
        let text = self.lexer.text;
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        let mut at = self.start;
        loop {
            let mut end = at;
            let bracket = text.get(end) == Some(&b'[');
            if bracket {
                end = self.token_from(end + 1);
            }
            let digits = end;
            if text.get(end) == Some(&b'?') {
                end += 1;
            } else {
                while text.get(end).is_some_and(u8::is_ascii_digit) {
                    end += 1;
                }
            }
            let mut after = end;
            if bracket {
                after = self.token_from(after);
            }
            let closed = !bracket || text.get(after) == Some(&b']');
            after = self.token_from(after + usize::from(bracket));
            if end == digits || !closed || text.get(after) != Some(&b'x') {
                break;
            }
            let size = match &text[digits..end] {
                b"?" => DYNAMIC,
                number => match show(number).parse::<i64>() {
                    Ok(size) => size,
                    Err(_) => return Err(self.error_at(digits, "invalid dimension")),
                },
            };
            shape.push(size);
            scalable.push(bracket);
            at = self.token_from(after + 1);
        }
        self.seek(at);
        Ok((shape, scalable))
    }

    fn vector_type(&mut self) -> ParseResult<Type> {
        let context = self.context;
        self.advance();
        self.expect(b'<')?;
        let start = self.start;
        let (shape, scalable) = self.dimensions()?;
        if shape.iter().any(|&size| size <= 0) {
            return Err(self.error_at(start, "vector types must have positive constant sizes"));
        }
        let element_start = self.start;
        let element = self.parse_type()?;
        self.expect(b'>')?;
        if !element.is_vector_element(context) {
            return Err(self.error_at(
                element_start,
                "failed to verify 'elementType': VectorElementTypeInterface instance",
            ));
        }
        Ok(context.ty(TypeKind::Vector { shape: shape.into(), scalable: scalable.into(), element }))
    }

    fn tensor_type(&mut self) -> ParseResult<Type> {
        let context = self.context;
        self.advance();
        self.expect(b'<')?;
        if self.eat(b'*') {
            let element = self.unranked_element()?;
            self.expect(b'>')?;
            return Ok(context.ty(TypeKind::UnrankedTensor(element)));
        }
        let (shape, _) = self.dimensions()?;
        let element = self.parse_type()?;
        let encoding = if self.eat(b',') { Some(self.parse_attribute()?) } else { None };
        self.expect(b'>')?;
        Ok(context.ty(TypeKind::RankedTensor { shape: shape.into(), element, encoding }))
    }

    /// Parses `xf32`, after a star.
    fn unranked_element(&mut self) -> ParseResult<Type> {
        if self.lexer.text.get(self.start) != Some(&b'x') {
            return Err(self.error("expected 'x' in dimension list"));
        }
        self.seek(self.start + 1);
        self.parse_type()
    }

    fn memref_type(&mut self) -> ParseResult<Type> {
        let context = self.context;
        let start = self.start;
        self.advance();
        self.expect(b'<')?;
        let unranked = self.eat(b'*');
        let shape = if unranked { Vec::new() } else { self.dimensions()?.0 };
        // After a star, the element type follows an `x`.
        let element_start = self.start + usize::from(unranked);
        let element = if unranked { self.unranked_element()? } else { self.parse_type()? };
        if !is_memref_element(context, element) {
            return Err(self.error_at(element_start, "invalid memref element type"));
        }
        let (mut layout, mut memory_space) = (None, None);
        while self.eat(b',') {
            let attribute = self.parse_attribute()?;
            match attribute.kind(context) {
                AttrKind::AffineMap(_) | AttrKind::StridedLayout { .. } if unranked => {
                    return Err(self.error("cannot have affine map for unranked memref type"));
                }
                AttrKind::AffineMap(_) | AttrKind::StridedLayout { .. } if memory_space.is_some() => {
                    return Err(self.error("expected memory space to be last in memref type"));
                }
                AttrKind::AffineMap(_) | AttrKind::StridedLayout { .. } => layout = Some(attribute),
                _ if memory_space.is_some() => {
                    return Err(self.error("multiple memory spaces specified in memref type"));
                }
                _ => memory_space = Some(attribute),
            }
        }
        self.expect(b'>')?;
        match layout.map(|layout: Attribute| layout.kind(context)) {
            Some(AttrKind::AffineMap(map)) if map.dims as usize != shape.len() => {
                let (rank, dims) = (shape.len(), map.dims);
                let message = format!("memref layout mismatch between rank and affine map: {rank} != {dims}");
                return Err(self.error_at(start, message));
            }
            Some(AttrKind::StridedLayout { strides, .. }) if strides.len() != shape.len() => {
                return Err(self.error_at(start, "expected the number of strides to match the rank"));
            }
            _ => {}
        }
        if memory_space.is_some_and(|space| !is_memory_space(context, space)) {
            return Err(self.error_at(start, "unsupported memory space Attribute"));
        }
        // Identity layouts and memory space 0 are the default and not stored.
        layout = layout.filter(|layout| !is_identity(context, *layout));
        memory_space = memory_space.filter(|space: &Attribute| space.as_i64(context) != Some(0));
        Ok(context.ty(match unranked {
            true => TypeKind::UnrankedMemRef { element, memory_space },
            false => TypeKind::MemRef { shape: shape.into(), element, layout, memory_space },
        }))
    }

    /// Parses `!alias`, `!dialect.mnemonic<…>` or `!dialect<"…">`.
    fn dialect_type(&mut self, name: &'a [u8]) -> ParseResult<Type> {
        let context = self.context;
        let start = self.start;
        if self.is_alias(name) {
            return self.type_alias();
        }
        let text = show(name);
        let Some((namespace, mnemonic)) = text.split_once('.') else {
            let body = self.balanced(self.lexer.position)?;
            if let Some(types) = self.old_types(&text) {
                let quoted = body.strip_prefix(b"<\"").and_then(|body| body.strip_suffix(b"\">"));
                let plain = || body.strip_prefix(b"<").and_then(|body| body.strip_suffix(b">"));
                let body = quoted.or_else(plain).unwrap_or(&body).trim_ascii().to_vec();
                let unquoted = body.strip_prefix(b"\"").and_then(|body| body.strip_suffix(b"\""));
                return (types.quoted)(self, unquoted.unwrap_or(&body), start);
            }
            if self.context.dialect(&text).is_some() {
                return Err(self.error_at(start, format!("unknown type of dialect '{text}'")));
            }
            let (dialect, text) = (context.ident(&text), context.ident_of_bytes(&body));
            return self.opaque_type(dialect, text, start);
        };
        if let Some(types) = self.old_types(namespace)
            && let Some(ty) = (types.prefixed)(self, mnemonic)?
        {
            return Ok(ty);
        }
        let known = context.dialect(namespace);
        let opaque = |dialect: &Dialect| {
            dialect.unknown_types && dialect.types.iter().all(|def| def.mnemonic != mnemonic)
        };
        match known.filter(|dialect| !opaque(dialect)) {
            Some(dialect) => match dialect.types.iter().find(|def| def.mnemonic == mnemonic) {
                Some(def) => {
                    self.advance();
                    self.declared_or_old_type(def)
                }
                None => Err(self.error(match dialect.unknown_type {
                    Some(message) => message(mnemonic),
                    None => format!("unknown  type `{mnemonic}` in dialect `{namespace}`"),
                })),
            },
            None => {
                let body = self.pretty_body()?;
                let (dialect, text) = (context.ident(namespace), context.ident_of_bytes(&body));
                self.opaque_type(dialect, text, start + namespace.len() + 2)
            }
        }
    }

    /// Parses a type of the dialect without its prefix (`ptr`, `struct<…>`), or any other type.
    pub fn type_in_dialect(&mut self, namespace: &str) -> ParseResult<Type> {
        if let (Token::Bare(word), Some(dialect)) = (self.token, self.context.dialect(namespace))
            && let Some(def) = dialect.types.iter().find(|def| def.mnemonic.as_bytes() == word)
        {
            self.advance();
            return self.declared_or_old_type(def);
        }
        if let Some(types) = self.old_types(namespace)
            && let Token::Bare(word) = self.token
            && let Some(ty) = (types.bare)(self, &show(word))?
        {
            return Ok(ty);
        }
        self.parse_type()
    }

    /// Parses what follows the mnemonic of a declared type, in its old form if that is accepted.
    fn declared_or_old_type(&mut self, def: &'static TypeDef) -> ParseResult<Type> {
        if let Some(types) = self.old_types(def.dialect)
            && let Some(ty) = (types.declared)(self, def)?
        {
            return Ok(ty);
        }
        self.declared_type(def)
    }

    /// A type that is builtin in another version of MLIR and of a dialect in this one.
    fn formerly_or_later_builtin(&mut self, word: &[u8]) -> ParseResult<Option<Type>> {
        let name = std::str::from_utf8(word).unwrap_or_default();
        for dialect in self.context.dialects() {
            let builtin = self.old_types(dialect.namespace).map(|types| types.builtin);
            if let Some(ty) = builtin.and_then(|builtin| builtin(self.context, name)) {
                self.advance();
                return Ok(Some(ty));
            }
        }
        Ok(None)
    }

    /// The old spellings of a dialect's types, if they are accepted.
    fn old_types(&self, namespace: &str) -> Option<&'static OldTypes> {
        if !self.options.old_spellings {
            return None;
        }
        self.context.dialect(namespace)?.old_spellings?.types
    }
}

/// Whether a name is a builtin type, and so not a plain keyword.
pub fn is_builtin_type(name: &str) -> bool {
    let words = ["index", "none", "complex", "tuple", "vector", "tensor", "memref"];
    integer_type(name.as_bytes()).is_some()
        || FloatKind::from_spelling(name).is_some()
        || words.contains(&name)
}

fn is_identity(context: &crate::Context, layout: Attribute) -> bool {
    match layout.kind(context) {
        AttrKind::AffineMap(map) => map.is_identity(),
        _ => false,
    }
}

/// Whether a type can be the element type of a memref.
fn is_memref_element(context: &crate::Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Integer { .. }
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Vector { .. }
        | TypeKind::MemRef { .. }
        | TypeKind::UnrankedMemRef { .. }
        // An unknown type is accepted.
        | TypeKind::Opaque { .. } => true,
        TypeKind::Declared { def, .. } => def.interface::<MemRefElement>().is_some(),
        _ => false,
    }
}

/// Whether an attribute can be a memory space: a number, a string, a dictionary, or a dialect attribute.
fn is_memory_space(context: &crate::Context, attribute: Attribute) -> bool {
    matches!(
        attribute.kind(context),
        AttrKind::Integer { .. }
            | AttrKind::String { .. }
            | AttrKind::Dictionary(_)
            | AttrKind::Declared { .. }
            // An attribute of an unknown dialect is accepted.
            | AttrKind::Opaque { .. }
    )
}

/// The width and signedness of `i32`, `si8` or `ui16`. A width that overflows saturates.
fn integer_type(word: &[u8]) -> Option<(u32, Signedness)> {
    let (digits, signedness) = match word {
        [b'i', digits @ ..] => (digits, Signedness::Signless),
        [b's', b'i', digits @ ..] => (digits, Signedness::Signed),
        [b'u', b'i', digits @ ..] => (digits, Signedness::Unsigned),
        _ => return None,
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((show(digits).parse().unwrap_or(u32::MAX), signedness))
}

impl Printer<'_> {
    /// Prints a type.
    pub fn print_type(&mut self, ty: Type) {
        let context = self.context;
        if let Some(spelling) = self.options.style.and_then(|style| style.ty(context, ty)) {
            return self.text(&spelling);
        }
        match ty.kind(context) {
            TypeKind::Integer { width, signedness } => {
                self.text(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.number(*width);
            }
            TypeKind::Index => self.text("index"),
            TypeKind::None => self.text("none"),
            TypeKind::Float(kind) => self.text(kind.spelling()),
            TypeKind::Complex(element) => {
                self.text("complex<");
                self.print_type(*element);
                self.text(">");
            }
            TypeKind::Function { inputs, results } => self.print_function_type(inputs, results),
            TypeKind::Tuple(types) => {
                self.text("tuple<");
                self.print_types(types.iter().copied());
                self.text(">");
            }
            TypeKind::Vector { shape, scalable, element } => {
                self.text("vector<");
                for (&size, &scalable) in shape.iter().zip(scalable) {
                    self.text(if scalable { "[" } else { "" });
                    self.number(size);
                    self.text(if scalable { "]x" } else { "x" });
                }
                self.print_type(*element);
                self.text(">");
            }
            TypeKind::RankedTensor { shape, element, encoding } => {
                self.text("tensor<");
                self.print_shape(shape);
                self.print_type(*element);
                if let Some(encoding) = encoding {
                    self.text(", ");
                    self.print_attribute(*encoding);
                }
                self.text(">");
            }
            TypeKind::UnrankedTensor(element) => {
                self.text("tensor<*x");
                self.print_type(*element);
                self.text(">");
            }
            TypeKind::MemRef { shape, element, layout, memory_space } => {
                self.text("memref<");
                self.print_shape(shape);
                self.print_type(*element);
                if let Some(layout) = layout {
                    self.text(", ");
                    self.print_attribute(*layout);
                }
                self.print_memory_space(*memory_space);
                self.text(">");
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.text("memref<*x");
                self.print_type(*element);
                self.print_memory_space(*memory_space);
                self.text(">");
            }
            TypeKind::Opaque { dialect, text } => self.print_opaque("!", *dialect, *text),
            TypeKind::Declared { def, params } => {
                self.text("!");
                self.text(def.dialect);
                self.text(".");
                self.text(def.mnemonic);
                self.print_declared_type(ty, def, params);
            }
        }
    }

    /// Prints `, 3`; a 64-bit integer is printed without its type.
    fn print_memory_space(&mut self, space: Option<Attribute>) {
        if let Some(space) = space {
            self.text(", ");
            self.elide_default_types = true;
            self.print_attribute(space);
            self.elide_default_types = false;
        }
    }

    /// Prints a type; one of the dialect `namespace` without its prefix.
    pub fn print_type_in_dialect(&mut self, namespace: &str, ty: Type) {
        match ty.kind(self.context) {
            TypeKind::Declared { def, params } if def.dialect == namespace => {
                self.text(def.mnemonic);
                self.print_declared_type(ty, def, params);
            }
            _ => self.print_type(ty),
        }
    }

    /// Prints types separated by commas.
    pub fn print_types(&mut self, types: impl IntoIterator<Item = Type>) {
        for (index, ty) in types.into_iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_type(ty);
        }
    }

    /// Prints `(inputs) -> results`; the results are in parentheses unless there is one that is no function type.
    pub fn print_function_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.text("(");
        self.print_types(inputs.iter().copied());
        self.text(") -> ");
        match results {
            [single] if !matches!(single.kind(self.context), TypeKind::Function { .. }) => {
                self.print_type(*single)
            }
            _ => {
                self.text("(");
                self.print_types(results.iter().copied());
                self.text(")");
            }
        }
    }

    /// Prints dimensions: `2x?x`.
    pub fn print_shape(&mut self, shape: &[i64]) {
        for &size in shape {
            if size == DYNAMIC {
                self.text("?");
            } else {
                self.number(size);
            }
            self.text("x");
        }
    }
}
