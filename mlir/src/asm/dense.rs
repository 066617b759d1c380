//! Parsing and printing of dense arrays, dense elements in every spelling, resources and sparse elements. Elements are stored as
//! bytes, never as an attribute each.

use super::lexer::{Token, unescape};
use super::parser::Parser;
use super::{ParseResult, Printer};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::int::IntValue;
use crate::types::{DYNAMIC, Type, TypeKind};

/// MLIR's default: more elements than this are printed in hexadecimal.
const HEX_ABOVE: u64 = 100;

/// Size of an element in bytes; for a complex number, of both parts. `None` if it cannot be an element.
pub(crate) fn element_size(context: &Context, ty: Type) -> Option<usize> {
    Some(match ty.kind(context) {
        TypeKind::Integer { width, .. } => width.div_ceil(8).max(1) as usize,
        TypeKind::Index => 8,
        TypeKind::Float(kind) => kind.width().div_ceil(8) as usize,
        TypeKind::Complex(part) => 2 * element_size(context, *part)?,
        _ => return None,
    })
}

/// The shape and element type of a vector or tensor.
fn shaped(context: &Context, ty: Type) -> Option<(&[i64], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. } => {
            Some((shape, *element))
        }
        _ => None,
    }
}

/// A literal of an element. For a number: text, negative, whether it has a decimal point, offset.
#[derive(Clone, Copy)]
enum Literal<'a> {
    Number(&'a [u8], bool, bool, usize),
    Bool(bool),
    String(&'a [u8]),
}

impl<'a> Parser<'a, '_> {
    /// Parses `array<i32: 1, 2>`.
    pub(super) fn dense_array(&mut self) -> ParseResult<Attribute> {
        let context = self.context;
        self.advance();
        self.expect(b'<')?;
        let start = self.start;
        let element = self.parse_type()?;
        let size = match element.kind(context) {
            TypeKind::Integer { width: 1 | 8 | 16 | 32 | 64, .. } | TypeKind::Float(_) => {
                element_size(context, element)
            }
            _ => None,
        };
        let Some(size) = size else {
            return Err(self.error_at(
                start,
                "element type of dense array must be integer or floating point of 1 or whole bytes",
            ));
        };
        let mut data = Vec::new();
        if self.eat(b':') {
            loop {
                let at = self.start;
                let literal = self.dense_literal()?;
                self.push_literal(literal, element, size, at, &mut data)?;
                if !self.eat(b',') {
                    break;
                }
            }
        }
        self.expect(b'>')?;
        Ok(context.attr(AttrKind::DenseArray { element, data: data.into() }))
    }

    fn dense_literal(&mut self) -> ParseResult<Literal<'a>> {
        let start = self.start;
        let literal = match self.token {
            Token::Bare(b"true") => Literal::Bool(true),
            Token::Bare(b"false") => Literal::Bool(false),
            Token::String(text) => Literal::String(text),
            _ => {
                let negative = self.eat(b'-');
                match self.token {
                    Token::Integer(text) => Literal::Number(text, negative, false, start),
                    Token::Float(text) => Literal::Number(text, negative, true, start),
                    _ => return Err(self.error("expected element literal of primitive type")),
                }
            }
        };
        self.advance();
        Ok(literal)
    }

    fn push_literal(
        &self,
        literal: Literal<'a>,
        element: Type,
        size: usize,
        at: usize,
        data: &mut Vec<u8>,
    ) -> ParseResult<()> {
        let context = self.context;
        match (literal, element.kind(context)) {
            (Literal::Bool(value), TypeKind::Integer { width: 1, .. }) => data.push(u8::from(value)),
            (Literal::Bool(_), _) => {
                return Err(self.error_at(at, "expected i1 type for 'true' or 'false' values"));
            }
            (Literal::Number(text, negative, false, start), TypeKind::Integer { .. } | TypeKind::Index) => {
                match super::attributes::integer_bits(context, text, negative, element) {
                    Some(IntValue::Small(bits)) => data.extend_from_slice(&bits.to_le_bytes()[..size.min(8)]),
                    Some(IntValue::Big(limbs)) => {
                        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                        data.extend_from_slice(&bytes[..size.min(bytes.len())]);
                    }
                    None => return Err(self.error_at(start, "integer constant out of range for type")),
                }
            }
            (Literal::Number(_, _, true, start), TypeKind::Integer { .. } | TypeKind::Index) => {
                return Err(self.error_at(start, "expected integer elements, but parsed floating-point"));
            }
            (Literal::Number(text, negative, decimal, start), TypeKind::Float(kind)) => {
                let text = super::parser::show(text);
                match super::float::parse(*kind, &text, negative, decimal) {
                    Some(bits) => data.extend_from_slice(&bits.to_le_bytes()[..size]),
                    None => {
                        return Err(
                            self.error_at(start, "expected floating-point elements, but parsed integer")
                        );
                    }
                }
            }
            _ => return Err(self.error_at(at, "element literal does not fit its type")),
        }
        Ok(())
    }

    /// Parses `dense<…> : type`.
    pub(super) fn dense_elements(&mut self, known: Option<Type>) -> ParseResult<Attribute> {
        self.advance();
        self.expect(b'<')?;
        let start = self.start;
        // Literals are parsed according to the type, which comes last: find it first.
        let (end, ty_start) = self.skip_dense_body()?;
        self.seek(ty_start);
        if known.is_none() {
            self.expect(b':')?;
        }
        let type_start = self.start;
        let ty = known.map_or_else(|| self.parse_type(), Ok)?;
        let after = (self.lexer, self.start, self.token);
        let context = self.context;
        let Some((shape, element)) = shaped(context, ty) else {
            return Err(self.error_at(type_start, "elements literal must be a ranked tensor or vector type"));
        };
        if shape.contains(&DYNAMIC) {
            return Err(self.error_at(type_start, "elements literal type must have static shape"));
        }
        let shape = shape.to_vec();
        self.seek(start);
        let attribute = self.dense_body(ty, &shape, element)?;
        if self.start != end {
            return Err(self.error("expected '>'"));
        }
        (self.lexer, self.start, self.token) = after;
        Ok(attribute)
    }

    /// Finds the `>` that ends a dense body. Returns the offset of its end and of what follows it.
    fn skip_dense_body(&mut self) -> ParseResult<(usize, usize)> {
        let mut depth = 0usize;
        loop {
            match self.token {
                Token::Punct(b'<') => depth += 1,
                Token::Punct(b'>') if depth == 0 => {
                    let end = self.start;
                    self.advance();
                    return Ok((end, self.start));
                }
                Token::Punct(b'>') => depth -= 1,
                Token::Eof | Token::Error(_) => return Err(self.error("expected '>'")),
                _ => {}
            }
            self.advance();
        }
    }

    fn dense_body(&mut self, ty: Type, shape: &[i64], element: Type) -> ParseResult<Attribute> {
        let context = self.context;
        let start = self.start;
        let count =
            shape.iter().try_fold(1usize, |count, &size| count.checked_mul(usize::try_from(size).ok()?));
        let Some(count) = count else { return Err(self.error_at(start, "too many elements")) };
        if self.at(b'>') {
            return match count {
                0 => Ok(context.attr(AttrKind::DenseElements { ty, data: Box::default(), splat: false })),
                _ => Err(self.error_at(start, "expected a literal for elements")),
            };
        }
        if let Some(size) = element_size(context, element) {
            if let Token::String(text) = self.token {
                return self.dense_hex(ty, count, element, size, text);
            }
            let mut data = Vec::new();
            let mut strings = Vec::new();
            let splat = self.dense_list(shape, element, size, &mut data, &mut strings)?;
            // A list with one element, or with equal elements, is a splat too.
            let uniform = count > 0
                && data.len() >= size
                && data.chunks_exact(size).all(|chunk| chunk == &data[..size]);
            let splat = splat || uniform;
            if splat {
                data.truncate(size);
            }
            return Ok(context.attr(AttrKind::DenseElements { ty, data: data.into(), splat }));
        }
        let (mut data, mut strings) = (Vec::new(), Vec::new());
        let splat = self.dense_list(shape, element, 0, &mut data, &mut strings)?;
        let uniform = strings.windows(2).all(|pair| pair[0] == pair[1]);
        if (splat || uniform) && !strings.is_empty() {
            strings.truncate(1);
        }
        let splat = splat || uniform;
        Ok(context.attr(AttrKind::DenseStrings { ty, data: strings.into(), splat }))
    }

    /// Parses `"0x…"`: the bytes of all elements, or of one.
    fn dense_hex(
        &mut self,
        ty: Type,
        count: usize,
        element: Type,
        size: usize,
        text: &[u8],
    ) -> ParseResult<Attribute> {
        let context = self.context;
        let start = self.start;
        let Some(digits) = text.strip_prefix(b"0x") else {
            return Err(self.error("elements hex string should start with '0x'"));
        };
        let nibble = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
        let bytes: Option<Vec<u8>> =
            digits.chunks(2).map(|pair| Some(nibble(pair[0])? << 4 | nibble(*pair.get(1)?)?)).collect();
        self.advance();
        let Some(mut bytes) = bytes else {
            return Err(self.error_at(start, "expected string containing hex digits"));
        };
        if *element.kind(context) == TypeKind::signless(1) && bytes.len() != count {
            // `i1` elements are packed bits; a splat is a single byte with all bits equal.
            let packed = bytes.clone();
            let bit = |index: usize| packed.get(index / 8).map(|byte| byte >> (index % 8) & 1);
            if packed.len() == count.div_ceil(8) {
                bytes = (0..count).filter_map(bit).collect();
            }
        }
        let splat = bytes.len() == size && count != 1;
        if !splat && bytes.len() != size * count {
            return Err(self.error_at(start, "elements hex data size is invalid for provided type"));
        }
        let uniform = bytes.chunks_exact(size).all(|chunk| chunk == &bytes[..size]);
        if uniform {
            bytes.truncate(size);
        }
        Ok(context.attr(AttrKind::DenseElements { ty, data: bytes.into(), splat: splat || uniform }))
    }

    /// Parses a single literal (a splat: returns true), or nested lists that match the shape.
    fn dense_list(
        &mut self,
        shape: &[i64],
        element: Type,
        size: usize,
        data: &mut Vec<u8>,
        strings: &mut Vec<crate::Ident>,
    ) -> ParseResult<bool> {
        if !self.at(b'[') {
            self.dense_element(element, size, data, strings)?;
            return Ok(true);
        }
        self.nested_list(shape, element, size, data, strings)?;
        Ok(false)
    }

    fn nested_list(
        &mut self,
        shape: &[i64],
        element: Type,
        size: usize,
        data: &mut Vec<u8>,
        strings: &mut Vec<crate::Ident>,
    ) -> ParseResult<()> {
        let Some((&expected, inner)) = shape.split_first() else {
            return self.dense_element(element, size, data, strings);
        };
        let start = self.start;
        self.expect(b'[')?;
        let mut count = 0;
        if !self.eat(b']') {
            loop {
                self.nested(|parser| parser.nested_list(inner, element, size, data, strings))?;
                count += 1;
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b']')?;
        }
        if count != expected {
            let message = "inferred shape of elements literal does not match type".to_owned();
            return Err(self.error_at(start, format!("{message}: {count} instead of {expected} elements")));
        }
        Ok(())
    }

    fn dense_element(
        &mut self,
        element: Type,
        size: usize,
        data: &mut Vec<u8>,
        strings: &mut Vec<crate::Ident>,
    ) -> ParseResult<()> {
        let context = self.context;
        let at = self.start;
        if let TypeKind::Complex(part) = *element.kind(context) {
            self.expect(b'(')?;
            let real = self.dense_literal()?;
            self.push_literal(real, part, size / 2, at, data)?;
            self.expect(b',')?;
            let imaginary = self.dense_literal()?;
            self.push_literal(imaginary, part, size / 2, at, data)?;
            return self.expect(b')');
        }
        match self.dense_literal()? {
            Literal::String(text) if size == 0 => {
                strings.push(context.ident_of_bytes(&unescape(text)));
                Ok(())
            }
            literal => self.push_literal(literal, element, size, at, data),
        }
    }

    /// Parses `dense_resource<key> : type`.
    pub(super) fn dense_resource(&mut self, known: Option<Type>) -> ParseResult<Attribute> {
        self.advance();
        self.expect(b'<')?;
        let key = self.keyword_or_string()?;
        self.expect(b'>')?;
        let ty = known.map_or_else(|| self.colon_type(), Ok)?;
        Ok(self.context.attr(AttrKind::DenseResource { ty, key }))
    }

    /// Parses `sparse<indices, values> : type`.
    pub(super) fn sparse_elements(&mut self, known: Option<Type>) -> ParseResult<Attribute> {
        let context = self.context;
        self.advance();
        self.expect(b'<')?;
        let start = self.start;
        let (_, ty_start) = self.skip_dense_body()?;
        self.seek(ty_start);
        let ty = known.map_or_else(|| self.colon_type(), Ok)?;
        let after = (self.lexer, self.start, self.token);
        let Some((shape, element)) = shaped(context, ty) else {
            return Err(self.error_at(ty_start, "elements literal must be a ranked tensor or vector type"));
        };
        let rank = shape.len() as i64;
        self.seek(start);
        let part = |parser: &mut Self, element: Type, inner: Option<i64>| {
            // The number of elements follows from the list.
            let lists = parser.count_elements();
            let shape: Vec<i64> = std::iter::once(lists).chain(inner).collect();
            let kind = TypeKind::RankedTensor { shape: shape.clone().into(), element, encoding: None };
            let ty = context.ty(kind);
            parser.dense_body(ty, &shape, element)
        };
        if self.eat(b'>') {
            let none = |element: Type| {
                let ty = context.ty(TypeKind::RankedTensor { shape: [0].into(), element, encoding: None });
                context.attr(AttrKind::DenseElements { ty, data: Box::default(), splat: false })
            };
            let (indices, values) = (none(context.common.i64), none(element));
            (self.lexer, self.start, self.token) = after;
            return Ok(context.attr(AttrKind::Sparse { ty, indices, values }));
        }
        // Indices into a one-dimensional tensor may be plain numbers.
        let plain = rank == 1 && self.at(b'[') && {
            let mut lexer = self.lexer;
            !matches!(lexer.next().1, Token::Punct(b'['))
        };
        let indices = part(self, context.common.i64, (!plain).then_some(rank))?;
        self.expect(b',')?;
        let values = part(self, element, None)?;
        self.expect(b'>')?;
        (self.lexer, self.start, self.token) = after;
        Ok(context.attr(AttrKind::Sparse { ty, indices, values }))
    }

    /// The number of elements of the list at the current token; 1 if there is no list.
    fn count_elements(&self) -> i64 {
        if !self.at(b'[') {
            return 1;
        }
        let mut lexer = self.lexer;
        let (mut depth, mut count, mut empty) = (1usize, 1, true);
        loop {
            match lexer.next().1 {
                Token::Punct(b'[' | b'(') => depth += 1,
                Token::Punct(b']' | b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return if empty { 0 } else { count };
                    }
                }
                Token::Punct(b',') if depth == 1 => count += 1,
                Token::Eof | Token::Error(_) => return count,
                _ => {}
            }
            empty = false;
        }
    }
}

impl Printer<'_> {
    pub(super) fn print_dense_array(&mut self, element: Type, data: &[u8]) {
        self.text("array<");
        self.print_type(element);
        let size = element_size(self.context, element).unwrap_or(1);
        for (index, bytes) in data.chunks_exact(size).enumerate() {
            self.text(if index == 0 { ": " } else { ", " });
            self.print_dense_element(element, bytes);
        }
        self.text(">");
    }

    fn print_dense_element(&mut self, element: Type, bytes: &[u8]) {
        let context = self.context;
        match element.kind(context) {
            TypeKind::Integer { width: 1, .. } => self.text(if bytes[0] == 0 { "false" } else { "true" }),
            TypeKind::Integer { width, .. } => {
                let value = IntValue::from_le_bytes(*width, bytes);
                self.print_integer(element, &value);
            }
            TypeKind::Float(kind) => {
                let mut wide = [0; 16];
                wide[..bytes.len()].copy_from_slice(bytes);
                self.print_float(*kind, u128::from_le_bytes(wide));
            }
            TypeKind::Complex(part) => {
                let (real, imaginary) = bytes.split_at(bytes.len() / 2);
                self.text("(");
                self.print_dense_element(*part, real);
                self.text(",");
                self.print_dense_element(*part, imaginary);
                self.text(")");
            }
            _ => {
                let value = IntValue::from_le_bytes(64, bytes);
                self.print_integer(element, &value);
            }
        }
    }

    pub(super) fn print_dense_elements(&mut self, ty: Type, data: &[u8], splat: bool) {
        let element = shaped(self.context, ty).map(|(_, element)| element);
        let size = element.and_then(|element| element_size(self.context, element)).unwrap_or(1);
        let limit = self.options.elide_elements.unwrap_or(u64::MAX);
        if !splat && (data.len() / size) as u64 > limit {
            self.text("dense_resource<__elided__> : ");
        } else {
            self.text("dense<");
            self.print_dense_data(ty, data, splat);
            self.text("> : ");
        }
        self.print_type(ty);
    }

    /// Prints the text between the brackets of a dense elements attribute.
    pub(super) fn print_dense_body(&mut self, attribute: Attribute) {
        match attribute.kind(self.context) {
            AttrKind::DenseElements { ty, data, splat } => self.print_dense_data(*ty, data, *splat),
            AttrKind::DenseStrings { ty, data, splat } => self.print_string_data(*ty, data, *splat),
            _ => self.print_attribute(attribute),
        }
    }

    fn print_dense_data(&mut self, ty: Type, data: &[u8], splat: bool) {
        let context = self.context;
        let Some((shape, element)) = shaped(context, ty) else { return };
        let size = element_size(context, element).unwrap_or(1);
        if splat {
            return self.print_dense_element(element, data);
        }
        if shape.contains(&0) {
            return;
        }
        let is_bool = *element.kind(context) == TypeKind::signless(1);
        if (data.len() / size) as u64 > self.options.hex_elements.unwrap_or(HEX_ABOVE) {
            self.text("\"0x");
            if is_bool {
                for bits in data.chunks(8) {
                    let byte =
                        bits.iter().enumerate().fold(0, |byte, (index, bit)| byte | (bit & 1) << index);
                    self.hex(byte);
                }
            } else {
                data.iter().for_each(|&byte| self.hex(byte));
            }
            return self.text("\"");
        }
        let mut elements = data.chunks_exact(size);
        self.print_nested(shape, &mut |printer| {
            if let Some(bytes) = elements.next() {
                printer.print_dense_element(element, bytes);
            }
        });
    }

    pub(super) fn hex(&mut self, byte: u8) {
        let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
        self.out.extend([digit(byte >> 4), digit(byte & 15)]);
    }

    fn print_nested(&mut self, shape: &[i64], element: &mut dyn FnMut(&mut Self)) {
        let Some((&size, inner)) = shape.split_first() else { return element(self) };
        self.text("[");
        for index in 0..size {
            self.text(if index == 0 { "" } else { ", " });
            self.print_nested(inner, element);
        }
        self.text("]");
    }

    pub(super) fn print_dense_strings(&mut self, ty: Type, data: &[crate::Ident], splat: bool) {
        self.text("dense<");
        self.print_string_data(ty, data, splat);
        self.text("> : ");
        self.print_type(ty);
    }

    fn print_string_data(&mut self, ty: Type, data: &[crate::Ident], splat: bool) {
        let Some((shape, _)) = shaped(self.context, ty) else { return };
        match data {
            [text, ..] if splat => self.quoted(*text),
            _ => {
                let mut strings = data.iter();
                self.print_nested(shape, &mut |printer| {
                    if let Some(&text) = strings.next() {
                        printer.quoted(text);
                    }
                });
            }
        }
    }
}
