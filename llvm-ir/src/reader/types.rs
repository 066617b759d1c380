//! Reads types.

use rustc_hash::FxHashMap;

use super::lexer::{Token, skip, unescape};
use super::peek::begins_with_word;
use super::{MAX_DEPTH, Reader, Result, integers};
use crate::attributes::AttributeSetId;
use crate::target_types::{self, Property};
use crate::types::{StructId, Type, TypeKind};

/// The message for the end of parameters that is missing.
pub(super) const UNENDED_PARAMS: &str = "expected ')' at end of argument list";

/// The message for the end of an array or vector type that is missing.
const UNENDED_SEQUENCE: &str = "expected end of sequential type";

/// The widest integer type; a limit of LLVM.
const MAX_INT_WIDTH: u32 = 1 << 23;

impl<'a> Reader<'a> {
    /// Reads a type other than `void`.
    #[inline(never)]
    pub(super) fn ty(&mut self) -> Result<Type> {
        let start = self.start;
        let ty = self.ty_or_void()?;
        if ty == self.tables.module.types.common.void {
            return self.error_at(start, "void type only allowed for function results");
        }
        Ok(ty)
    }

    /// Whether a type begins here.
    pub(super) fn at_type(&self) -> bool {
        match self.token() {
            Token::Word(word) => {
                simple(word).is_some() || of_width(word).is_some() || matches!(word, b"ptr" | b"target")
            }
            Token::Local(_) => true,
            Token::Punct(punct) => matches!(punct, b'[' | b'{' | b'<'),
            _ => false,
        }
    }

    /// Reads a type, including function types; rejects typed pointers.
    #[inline(always)]
    pub(super) fn ty_or_void(&mut self) -> Result<Type> {
        let start = self.start;
        let Some((ty, length)) = self.common_type() else { return self.any_type(None) };
        self.step_to(start + length);
        match self.first() {
            b'a' if ty == self.tables.module.types.common.ptr && self.at_word("addrspace") => {
                self.start = start;
                self.any_type(None)
            }
            b'*' | b'(' | b'a' => self.any_type(Some(ty)),
            // Nothing else continues a type.
            _ => Ok(ty),
        }
    }

    /// The common type that plainly begins here, and the length of its spelling.
    #[inline(always)]
    pub(super) fn common_type(&self) -> Option<(Type, usize)> {
        let common = &self.tables.module.types.common;
        let ahead = self.ahead();
        let is = |word| begins_with_word(ahead, word);
        Some(if is("ptr") {
            (common.ptr, 3)
        } else if is("i32") {
            (common.i32, 3)
        } else if is("i64") {
            (common.i64, 3)
        } else if is("label") {
            (common.label, 5)
        } else if is("i8") {
            (common.i8, 2)
        } else if is("i1") {
            (common.i1, 2)
        } else if is("void") {
            (common.void, 4)
        } else if is("float") {
            (common.float, 5)
        } else if is("double") {
            (common.double, 6)
        } else {
            return None;
        })
    }

    /// Consumes the name of a type, if it is in the cache.
    fn known_type(&mut self) -> Option<Type> {
        let name = self.plain_name(b'%')?;
        let ty = self.recent.types.get(name)?;
        self.step_to(self.start + name.len());
        Some(ty)
    }

    /// Reads a type; `known` is its beginning if that has been read already.
    #[inline(never)]
    fn any_type(&mut self, known: Option<Type>) -> Result<Type> {
        let is_opaque_pointer = known == Some(self.tables.module.types.common.ptr) || self.at_word("ptr");
        let mut ty = match (known, self.first()) {
            (Some(known), _) => known,
            (None, b'[' | b'{' | b'<') => self.nested(Self::ty_prefix)?,
            (None, _) => self.ty_prefix()?,
        };
        if is_opaque_pointer && self.at(b'*') {
            return self.error("ptr* is invalid - use ptr instead");
        }
        if is_opaque_pointer && !self.at(b'(') {
            return Ok(ty);
        }
        loop {
            match self.first() {
                // A typed pointer, which LLVM reads as an opaque one.
                b'*' => {
                    self.check_pointee(ty)?;
                    self.advance();
                    ty = self.tables.module.types.pointer(0);
                }
                b'a' if self.at_word("addrspace") => {
                    self.check_pointee(ty)?;
                    let space = self.address_space()?;
                    self.require(b'*', "expected '*' in address space")?;
                    ty = self.tables.module.types.pointer(space);
                }
                b'(' => {
                    if !self.is_valid_return(ty) {
                        return self.error("invalid function return type");
                    }
                    self.advance();
                    ty = self.function_type(ty)?;
                }
                _ => return Ok(ty),
            }
        }
    }

    /// Returns an error at the current token if no pointer may point to this type.
    fn check_pointee(&self, ty: Type) -> Result<()> {
        match self.tables.module.types.kind(ty) {
            TypeKind::Label => self.error("basic block pointers are invalid"),
            TypeKind::Void => self.error("pointers to void are invalid - use i8* instead"),
            _ if self.is_pointee(ty) => Ok(()),
            _ => self.error("pointer to this type is invalid"),
        }
    }

    /// Whether values of a type, or a function of a type, can be in memory.
    pub(super) fn is_pointee(&self, ty: Type) -> bool {
        !matches!(
            self.tables.module.types.kind(ty),
            TypeKind::Void | TypeKind::Label | TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx
        )
    }

    /// Whether functions can return this type.
    pub(super) fn is_valid_return(&self, ty: Type) -> bool {
        !matches!(
            self.tables.module.types.kind(ty),
            TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata
        )
    }

    /// Whether functions can have a parameter of this type.
    pub(super) fn is_valid_param(&self, ty: Type) -> bool {
        ty != self.tables.module.types.common.label && self.tables.module.types.is_first_class(ty)
    }

    /// Reads the parameters of a function type, after the opening parenthesis.
    fn function_type(&mut self, ret: Type) -> Result<Type> {
        let mut params = Vec::new();
        let mut varargs = false;
        // LLVM reads the parameters of a header here, too.
        let mut objection = None;
        if !self.eat(b')') {
            loop {
                if self.token() == Token::Ellipsis {
                    self.advance();
                    varargs = true;
                    break;
                }
                let start = self.start;
                let param = self.nested(Self::ty)?;
                if self.param_attributes()? != AttributeSetId::default() {
                    objection = objection.or(Some((start, "argument attributes invalid in function type")));
                }
                if !self.is_valid_param(param) {
                    return self.error_at(start, "invalid type for function argument");
                }
                if self.local_key().is_some() {
                    objection = objection.or(Some((start, "argument name invalid in function type")));
                }
                params.push(param);
                if !self.eat(b',') {
                    break;
                }
            }
            self.require(b')', UNENDED_PARAMS)?;
        }
        if let Some((at, message)) = objection {
            return self.error_at(at, message);
        }
        Ok(self.tables.module.types.intern(TypeKind::Function { ret, params: params.into(), varargs }))
    }

    fn ty_prefix(&mut self) -> Result<Type> {
        if let Some(ty) = self.known_type() {
            return Ok(ty);
        }
        let start = self.start;
        if self.eat(b'[') {
            return self.array_type();
        }
        match self.token() {
            Token::Word(b"ptr") => {
                self.advance();
                let space = if self.at_word("addrspace") { self.address_space()? } else { 0 };
                Ok(self.tables.module.types.pointer(space))
            }
            Token::Word(b"target") => self.target_ext(),
            Token::Word(word) => {
                let kind = match simple(word) {
                    Some(kind) => kind,
                    None => match of_width(word) {
                        Some(Ok(kind)) => kind,
                        Some(Err(message)) => return self.error(message),
                        None => return self.error("expected type"),
                    },
                };
                self.advance();
                Ok(self.tables.module.types.intern(kind))
            }
            Token::Local(name) => {
                let spelled = &self.text[start..self.known_token().end];
                self.advance();
                let key = self.key(name);
                let is_wrong = self.is_wrong_type(key);
                if let Some(&ty) = self.tables.types.get(&key) {
                    if !is_wrong {
                        self.recent.types.keep(spelled, ty);
                    }
                    return Ok(ty);
                }
                let ty = self.forward_type(key)?;
                self.own()?.undefined_types.insert(ty, start);
                Ok(ty)
            }
            Token::Punct(b'{') => {
                self.advance();
                let fields = self.fields()?;
                Ok(self.tables.module.types.intern(TypeKind::Struct { packed: false, fields }))
            }
            Token::Punct(b'<') => {
                self.advance();
                if self.eat(b'{') {
                    let fields = self.fields()?;
                    self.require(b'>', "expected '>' in packed struct")?;
                    return Ok(self.tables.module.types.intern(TypeKind::Struct { packed: true, fields }));
                }
                let scalable = self.eat_word("vscale");
                if scalable {
                    self.require_word("x", "expected 'x' after vscale")?;
                }
                let len_start = self.start;
                let len = self.element_count()?;
                let element_start = self.start;
                let element = self.ty()?;
                self.require(b'>', UNENDED_SEQUENCE)?;
                if len == 0 {
                    return self.error_at(len_start, "zero element vector is illegal");
                }
                let Ok(len) = u32::try_from(len) else {
                    return self.error_at(len_start, "size too large for vector");
                };
                if !self.is_vector_element(element) {
                    return self.error_at(element_start, "invalid vector element type");
                }
                Ok(self.tables.module.types.intern(TypeKind::Vector { len, scalable, element }))
            }
            _ => self.error("expected type"),
        }
    }

    pub(super) fn is_vector_element(&self, ty: Type) -> bool {
        let types = &self.tables.module.types;
        types.bits_width(ty).is_some()
            || types.is_float(ty)
            || types.is_pointer(ty)
            || matches!(types.kind(ty), TypeKind::TargetExt { name, .. }
                if target_types::find(self.tables.module.strings.get(*name)).has(Property::Element))
    }

    /// Reads an array type after its opening bracket.
    fn array_type(&mut self) -> Result<Type> {
        let len = self.element_count()?;
        let start = self.start;
        let element = self.ty()?;
        self.require(b']', UNENDED_SEQUENCE)?;
        if !self.is_sized_kind(element) {
            return self.error_at(start, "invalid array element type");
        }
        Ok(self.tables.module.types.intern(TypeKind::Array { len, element }))
    }

    /// Reads the number of elements of an array or vector, and the `x` after it.
    fn element_count(&mut self) -> Result<u64> {
        const EXPECTED: &str = "expected number of elements";
        let start = self.start;
        let Token::Integer(text) = self.token() else { return self.error(EXPECTED) };
        let Some(count) = integers::unsigned(text) else { return self.error(EXPECTED) };
        if count == u64::MAX || self.text[start] == b'u' {
            let held = integers::value(text).map(|value| integers::held_bits(text, &value));
            if held.is_none_or(|bits| bits > 64) {
                return self.error_at(start, EXPECTED);
            }
        }
        self.advance();
        self.require_word("x", "expected 'x' after element count")?;
        Ok(count)
    }

    fn is_sized_kind(&self, ty: Type) -> bool {
        let kind = self.tables.module.types.kind(ty);
        let unsized_kind = matches!(
            kind,
            TypeKind::Void
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Function { .. }
                | TypeKind::Token
                | TypeKind::X86Amx
        );
        !unsized_kind
    }

    /// A placeholder for an identified struct that is not defined yet.
    fn forward_type(&mut self, key: super::Key) -> Result<Type> {
        let name = match key {
            super::Key::Name(name) => Some(name),
            super::Key::Number(_) => None,
        };
        let tables = self.own()?;
        let ty = tables.module.types.forward_struct(name);
        tables.types.insert(key, ty);
        Ok(ty)
    }

    /// Whether the body of a struct follows: `{` or `<{`.
    fn at_struct(&self) -> bool {
        let behind = || self.text.get(skip(self.text, self.start + 1));
        self.at(b'{') || self.at(b'<') && behind() == Some(&b'{')
    }

    /// Reads `%name = type …`.
    pub(super) fn type_definition(&mut self) -> Result<()> {
        let start = self.start;
        if self.has_skipped_bodies() {
            // As in LLVM, a body may not use the size of a struct that is defined behind it.
            return self.error("a type behind a body");
        }
        let Token::Local(name) = self.token() else { return self.error("expected type name") };
        self.advance();
        let key = self.key(name);
        self.require(b'=', "expected '=' after name")?;
        self.require_word("type", "expected 'type' after name")?;
        let known = self.tables.types.get(&key).copied();
        if let Some(ty) = known
            && self.own()?.undefined_types.remove(&ty).is_none()
        {
            return self.error_at(start, "redefinition of type");
        }
        let opaque = self.eat_word("opaque");
        if !opaque && !self.at_struct() {
            // A name for a type that is not a struct.
            if known.is_some() {
                return self.error_at(start, "forward references to non-struct type");
            }
            let other = self.ty()?;
            if self.own()?.types.insert(key, other).is_some() {
                return self.error_at(start, "non-struct types may not be recursive");
            }
            self.note_type(key);
            return Ok(());
        }
        let ty = match known {
            Some(ty) => ty,
            None => self.forward_type(key)?,
        };
        let body = if opaque { None } else { Some(self.ty()?) };
        let types = &self.tables.module.types;
        let (fields, packed) = match body.map(|body| types.kind(body)) {
            Some(TypeKind::Struct { fields, packed }) => (Some(fields.clone()), *packed),
            _ => (None, false),
        };
        let TypeKind::Identified(id) = *types.kind(ty) else {
            return self.error_at(start, "redefinition of type");
        };
        self.note_type(key);
        let end = self.start;
        let tables = self.own()?;
        tables.definition_ends.push(end);
        let definition = &mut tables.module.types.structs[id];
        (definition.fields, definition.packed) = (fields, packed);
        tables.module.types.definitions.push(id);
        Ok(())
    }

    /// Checks the nesting of structs as LLVM does: no struct contains itself, and none is nested deeper than literal types may be.
    pub(super) fn check_structs(&self) -> Result<()> {
        let (types, ends) = (&self.tables.module.types, &self.tables.definition_ends);
        let ids = &types.definitions;
        let roots = ids.iter().map(|&id| types.intern(TypeKind::Identified(id)));
        let mut depths: FxHashMap<Type, u32> = FxHashMap::default();
        let nested = types.visit_parts_first(roots, |ty| {
            let parts = types.parts(ty);
            let inner = parts.iter().filter_map(|part| depths.get(part)).max();
            depths.insert(ty, inner.map_or(0, |inner| inner + 1));
        });
        let name = |at: usize| {
            let shown = self.show_type(types.intern(TypeKind::Identified(ids[at])));
            shown.trim_start_matches('%').to_owned()
        };
        if nested.is_err() {
            let at = types.first_recursive(ids).unwrap_or_default();
            let message = format!("identified structure type '{}' is recursive", name(at));
            return self.error_at(ends[at], message);
        }
        let too_deep =
            |id: &StructId| depths.get(&types.intern(TypeKind::Identified(*id))) > Some(&MAX_DEPTH);
        match ids.iter().position(too_deep) {
            Some(at) => self.error_at(ends[at], format!("type '{}' is nested too deeply", name(at))),
            None => Ok(()),
        }
    }

    fn fields(&mut self) -> Result<Box<[Type]>> {
        let fields = self.list(b'}', "expected '}' at end of struct", |reader| {
            let start = reader.start;
            let ty = reader.nested(Self::ty)?;
            let sized = reader.is_sized_kind(ty) || *reader.tables.module.types.kind(ty) == TypeKind::X86Amx;
            if sized { Ok(ty) } else { reader.error_at(start, "invalid element type for struct") }
        })?;
        Ok(fields.into())
    }

    /// Reads `target("name", types…, integers…)`.
    fn target_ext(&mut self) -> Result<Type> {
        self.advance();
        self.require(b'(', "expected '(' in target extension type")?;
        let name = self.string()?;
        let (mut types, mut integers) = (Vec::new(), Vec::new());
        while self.eat(b',') {
            if matches!(self.token(), Token::Integer(_)) {
                integers.push(self.u32()?);
            } else if integers.is_empty() {
                types.push(self.nested(Self::ty_or_void)?);
            } else {
                return self.error("expected uint32 param");
            }
        }
        self.require(b')', "expected ')' in target extension type")?;
        let spelled = self.tables.module.strings.get(name);
        if let Some(parameters) = target_types::missing_parameters(spelled, types.len(), integers.len()) {
            let name = String::from_utf8_lossy(spelled);
            return self.error(format!("target extension type {name} should have {parameters}"));
        }
        Ok(self.tables.module.types.intern(TypeKind::TargetExt {
            name,
            types: types.into(),
            integers: integers.into(),
        }))
    }

    /// Reads `addrspace(n)` or `addrspace("A")`.
    pub(super) fn address_space(&mut self) -> Result<u32> {
        self.expect_word("addrspace")?;
        self.require(b'(', "expected '(' in address space")?;
        let start = self.start;
        let space = match self.token() {
            Token::String(text) => {
                let name = unescape(text);
                let name = String::from_utf8_lossy(&name);
                let Some(space) = self.tables.layout.address_space(&name) else {
                    return self.error(format!("invalid symbolic addrspace '{name}'"));
                };
                self.advance();
                space
            }
            Token::Integer(_) => self.u32()?,
            _ => return self.error("expected integer or string constant"),
        };
        if space >= 1 << 24 {
            return self.error_at(start, "invalid address space, must be a 24-bit integer");
        }
        self.require(b')', "expected ')' in address space")?;
        Ok(space)
    }

    /// The type as it is written, for messages.
    pub(super) fn show_type(&self, ty: Type) -> String {
        crate::writer::type_to_string(&self.tables.module, ty)
    }
}

fn simple(word: &[u8]) -> Option<TypeKind> {
    Some(match word {
        b"void" => TypeKind::Void,
        b"half" => TypeKind::Half,
        b"bfloat" => TypeKind::BFloat,
        b"float" => TypeKind::Float,
        b"double" => TypeKind::Double,
        b"x86_fp80" => TypeKind::X86Fp80,
        b"fp128" => TypeKind::Fp128,
        b"ppc_fp128" => TypeKind::PpcFp128,
        b"label" => TypeKind::Label,
        b"metadata" => TypeKind::Metadata,
        b"x86_amx" => TypeKind::X86Amx,
        b"token" => TypeKind::Token,
        b"i1" => TypeKind::Integer(1),
        b"i8" => TypeKind::Integer(8),
        b"i16" => TypeKind::Integer(16),
        b"i32" => TypeKind::Integer(32),
        b"i64" => TypeKind::Integer(64),
        _ => return None,
    })
}

/// An integer or byte type: `i32`, `b32`.
fn of_width(word: &[u8]) -> Option<std::result::Result<TypeKind, &'static str>> {
    let (letter, digits) = word.split_first()?;
    if !matches!(letter, b'i' | b'b') || digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let width = std::str::from_utf8(digits).ok()?.parse().unwrap_or(u32::MAX);
    Some(match (letter, width) {
        (b'i', 1..=MAX_INT_WIDTH) => Ok(TypeKind::Integer(width)),
        (b'b', 1..=MAX_INT_WIDTH) => Ok(TypeKind::Byte(width)),
        (b'i', _) => Err("bitwidth for integer type out of range"),
        _ => Err("bitwidth for integer or byte type out of range"),
    })
}
