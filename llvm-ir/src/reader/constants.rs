//! Reads constants, and operands in general.

use num_bigint::BigInt;

use super::lexer::{Token, unescape};
use super::tables::TRUNCATED;
use super::{MAX_DEPTH, Reader, Result, TOO_LONG, decimal, integers};
use crate::Global;
use crate::constants::{Constant, ConstantExpr, ConstantKind, InlineAsm, integer_from_bigint};
use crate::float;
use crate::function::Value;
use crate::instruction::{BinaryOp, CastOp, Flags, Opcode};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

/// The limit on lanes of vectors whose elements a short text stands for, because each takes memory. No real program has more.
const MOST_LANES: usize = 1 << 20;

impl<'a> Reader<'a> {
    /// Reads a type and a value of that type.
    #[inline(always)]
    pub(super) fn typed_value(&mut self) -> Result<Value> {
        self.typed_operand().map(|(value, _)| value)
    }

    /// Reads a type and a value of that type, and returns both.
    // Not inlined into its callers, nor are the two functions that it calls: the code would not fit into the instruction cache.
    #[inline(never)]
    pub(super) fn typed_operand(&mut self) -> Result<(Value, Type)> {
        let pointer = self.tables.module.types.common.ptr;
        if let Some(local) = self.known_local("ptr %", pointer) {
            return Ok((local.into(), pointer));
        }
        let ty = self.ty()?;
        Ok((self.value(ty)?, ty))
    }

    /// Reads a value of type `ty`: a local of the function, or a constant.
    #[inline(never)]
    pub(super) fn value(&mut self, ty: Type) -> Result<Value> {
        if self.first() == b'%' && ty != self.tables.module.types.common.metadata {
            if let Some(local) = self.known_local("%", ty) {
                return Ok(local.into());
            }
            let start = self.start;
            if let Some(key) = self.local_key() {
                return self.local(key, ty, start).map(Value::from);
            }
        }
        self.constant(ty).map(Value::from)
    }

    /// Reads a type and a constant of that type.
    pub(super) fn typed_constant(&mut self) -> Result<Constant> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// Reads a constant of type `ty`.
    #[inline(always)]
    pub(super) fn constant(&mut self, ty: Type) -> Result<Constant> {
        if self.depth < MAX_DEPTH {
            if let Some(constant) = self.short_integer(ty) {
                return Ok(constant);
            }
            if let Some(constant) = self.known_global(ty) {
                return Ok(constant);
            }
        }
        self.nested(|reader| reader.constant_inner(ty))
    }

    /// Consumes an integer constant of type `ty` with few digits, if there is one and it fits.
    #[inline(always)]
    fn short_integer(&mut self, ty: Type) -> Option<Constant> {
        let minus = self.first() == b'-';
        let (number, end) = self.short_number(self.start + usize::from(minus))?;
        let width = self.tables.module.types.integer_width(ty).filter(|width| *width <= 64)?;
        let value = i64::from(number);
        let bits = integer_bits(width, if minus { -value } else { value })?;
        self.step_to(end);
        Some(self.integer(ty, bits))
    }

    /// Consumes the name of a global as a constant of pointer type `ty`, if the name is in the cache.
    fn known_global(&mut self, ty: Type) -> Option<Constant> {
        if ty != self.tables.module.types.common.ptr {
            return None;
        }
        let name = self.plain_name(b'@')?;
        let address = self.recent.globals.get(name)?;
        self.step_to(self.start + name.len());
        Some(address)
    }

    /// The integer constant with these bits, of a type with at most 64 bits. Cached.
    pub(super) fn integer(&mut self, ty: Type, bits: u64) -> Constant {
        let constants = &self.tables.module.constants;
        self.recent.integers.get(&[(ty, bits)], || constants.intern(ty, ConstantKind::Integer(bits)))
    }

    fn constant_inner(&mut self, ty: Type) -> Result<Constant> {
        let start = self.start;
        let types = &self.tables.module.types;
        match self.token() {
            Token::Global(name) => {
                let spelled = &self.text[start..self.known_token().end];
                let TypeKind::Pointer(space) = *types.kind(ty) else {
                    return self.error("global variable reference must have pointer type");
                };
                self.advance();
                let key = self.key(name);
                let global = self.global(key, space, start)?;
                let address = self.tables.module.constants.intern(ty, ConstantKind::Global(global));
                // Uses of undefined globals must be counted, so these are not cached.
                if ty == self.tables.module.types.common.ptr
                    && !self.tables.undefined_globals.contains_key(&global)
                {
                    self.recent.globals.keep(spelled, address);
                }
                Ok(address)
            }
            Token::Integer(text) => {
                let Some(width) = types.integer_width(ty) else {
                    return self.error("integer constant must have integer type");
                };
                let kind = match short_integer_of(width, text) {
                    Some(kind) => kind,
                    None => {
                        let Some(value) = integers::value(text) else { return self.error(TOO_LONG) };
                        if !integers::fits(width, &value) {
                            self.tables.warn_at(start, TRUNCATED);
                        }
                        integer_from_bigint(width, &value)
                    }
                };
                self.advance();
                Ok(match kind {
                    ConstantKind::Integer(bits) => self.integer(ty, bits),
                    wider => self.tables.module.constants.intern(ty, wider),
                })
            }
            Token::Float(text) => {
                let kind = types.kind(ty).clone();
                if !types.is_float(ty) {
                    return self.error("floating point constant invalid for type");
                }
                match floating(&kind, text).or_else(|| float::from_new_spelling(&kind, text)) {
                    Some(bits) => {
                        self.advance();
                        Ok(self.tables.module.constants.intern(ty, ConstantKind::Float(bits)))
                    }
                    None if is_wide(&kind) && !is_wide_hexadecimal(text) => {
                        let ty = self.show_type(ty);
                        self.error(format!("floating point constant does not have type '{ty}'"))
                    }
                    None => self.error("floating point constant invalid for type"),
                }
            }
            Token::CString(text) => {
                let bytes = unescape(text);
                let len = bytes.len() as u64;
                let i8_type = types.common.i8;
                let expected = self.tables.module.types.intern(TypeKind::Array { len, element: i8_type });
                self.check_type(ty, expected, start)?;
                self.advance();
                let kind = match bytes.iter().all(|&byte| byte == 0) {
                    true => ConstantKind::Zero,
                    false => ConstantKind::Data(bytes.into()),
                };
                Ok(self.tables.module.constants.intern(ty, kind))
            }
            Token::Punct(b'[' | b'{' | b'<') => self.aggregate(ty),
            Token::Word(word) => self.constant_word(ty, word),
            Token::Local(_) => self.error("expected a constant"),
            _ => self.error("expected value token"),
        }
    }

    fn constant_word(&mut self, ty: Type, word: &'a [u8]) -> Result<Constant> {
        let start = self.start;
        let common = self.tables.module.types.common;
        if let Some(op) = CastOp::from_spelling(word) {
            self.advance();
            return self.constant_cast(ty, op, start);
        }
        if let Some(op) = BinaryOp::from_spelling(word) {
            return self.constant_binary(ty, op, start);
        }
        self.advance();
        let kind = match word {
            b"true" | b"false" => {
                if ty != common.i1 {
                    let message = format!(
                        "constant expression type mismatch: got type 'i1' but expected '{}'",
                        self.show_type(ty)
                    );
                    return self.error_at(start, message);
                }
                ConstantKind::Integer(u64::from(word == b"true"))
            }
            b"null" => {
                if !self.tables.module.types.is_pointer(ty) {
                    return self.error_at(start, "null must be a pointer type");
                }
                ConstantKind::Zero
            }
            b"zeroinitializer" => {
                let module = &self.tables.module;
                let has_zero = match *module.types.kind(ty) {
                    TypeKind::Metadata => false,
                    // LLVM reads it as `none`.
                    TypeKind::Token => return Ok(module.constants.intern(ty, ConstantKind::None)),
                    TypeKind::TargetExt { name, .. } => Sizes::target_has_zero(module.strings.get(name)),
                    _ => self.is_value_type(ty),
                };
                if !has_zero {
                    return self.error_at(start, "invalid type for null constant");
                }
                return Ok(self.tables.module.constants.zero(&self.tables.module.types, ty));
            }
            b"undef" if self.is_value_type(ty) => ConstantKind::Undef,
            b"poison" if self.is_value_type(ty) => ConstantKind::Poison,
            b"undef" | b"poison" => {
                return self
                    .error_at(start, format!("invalid type for {} constant", String::from_utf8_lossy(word)));
            }
            b"none" => {
                if ty != common.token {
                    return self.error_at(start, "invalid type for none constant");
                }
                ConstantKind::None
            }
            b"asm" => return self.inline_asm(ty, start),
            b"splat" => return self.splat(ty, start),
            b"blockaddress" => {
                let kind = self.block_address()?;
                self.is_address(ty, &kind, start)?;
                kind
            }
            b"dso_local_equivalent" => {
                let kind = ConstantKind::DsoLocalEquivalent(self.named_global(ty)?);
                self.is_address(ty, &kind, start)?;
                kind
            }
            b"no_cfi" => {
                let at = self.start;
                if !self.tables.module.types.is_pointer(ty) {
                    return self.error_at(at, "global variable reference must have pointer type");
                }
                ConstantKind::NoCfi(self.named_global(ty)?)
            }
            b"ptrauth" => {
                let kind = self.pointer_authentication(start)?;
                self.is_address(ty, &kind, start)?;
                kind
            }
            b"getelementptr" => return self.constant_gep(ty, start),
            b"extractelement" | b"insertelement" | b"shufflevector" => {
                self.expect(b'(')?;
                let operands = self.list(b')', Self::typed_constant)?;
                return self.vector_expression(ty, word, &operands, start);
            }
            _ => return self.error_at(start, "expected value token"),
        };
        Ok(self.tables.module.constants.intern(ty, kind))
    }

    fn constant_binary(&mut self, ty: Type, op: BinaryOp, start: usize) -> Result<Constant> {
        if !op.can_be_constant() {
            return self.error(format!("{} constexprs are no longer supported", op.spelling()));
        }
        self.advance();
        let flags = self.flags(op.flags());
        self.expect(b'(')?;
        let lhs = self.typed_constant()?;
        self.expect(b',')?;
        let rhs = self.typed_constant()?;
        self.expect(b')')?;
        let found = self.tables.module.constants.ty(lhs);
        if found != self.tables.module.constants.ty(rhs) {
            return self.error_at(start, "operands of constexpr must have same type");
        }
        self.expression(ty, found, ConstantExpr::Binary { op, flags, lhs, rhs }, start)
    }

    fn splat(&mut self, ty: Type, start: usize) -> Result<Constant> {
        let TypeKind::Vector { len, scalable, element } = *self.tables.module.types.kind(ty) else {
            return self.error_at(start, "vector constant must have vector type");
        };
        self.expect(b'(')?;
        let element_start = self.start;
        let value = self.typed_constant()?;
        self.expect(b')')?;
        self.check_type(element, self.tables.module.constants.ty(value), element_start)?;
        let count = if scalable { 1 } else { len as usize };
        if count > MOST_LANES {
            return self.error_at(start, "vector constant is too long");
        }
        Ok(self.tables.module.constants.aggregate(&self.tables.module.types, ty, &vec![value; count]))
    }

    fn block_address(&mut self) -> Result<ConstantKind> {
        self.expect(b'(')?;
        let Token::Global(function) = self.token() else {
            return self.error("expected function name in blockaddress");
        };
        let function_start = self.start;
        self.advance();
        let key = self.key(function);
        let global = self.global(key, 0, function_start)?;
        self.expect(b',')?;
        let Token::Local(block) = self.token() else {
            return self.error("expected basic block name in blockaddress");
        };
        let block_start = self.start;
        self.advance();
        let given = self.tables.given_blocks.front().filter(|(function, _)| *function == global);
        let block = match given.map(|&(_, block)| block) {
            Some(block) => {
                self.own()?.given_blocks.pop_front();
                block
            }
            None => {
                let block = self.key(block);
                self.addressed_block(global, block, block_start)?
            }
        };
        self.expect(b')')?;
        Ok(ConstantKind::BlockAddress(global, block))
    }

    /// Checks that an address of something has the type that is expected.
    fn is_address(&self, expected: Type, kind: &ConstantKind, start: usize) -> Result<()> {
        let module = &self.tables.module;
        let found = match *kind {
            ConstantKind::PtrAuth(ref operands) => module.constants.ty(operands[0]),
            ConstantKind::BlockAddress(global, _) | ConstantKind::DsoLocalEquivalent(global)
                if !self.tables.undefined_globals.contains_key(&global) =>
            {
                module.types.pointer(module.globals[global].address_space)
            }
            // The address space is not known yet.
            _ if module.types.is_pointer(expected) => return Ok(()),
            _ => module.types.common.ptr,
        };
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (self.show_type(found), self.show_type(expected));
        self.error_at(
            start,
            format!("constant expression type mismatch: got type '{found}' but expected '{expected}'"),
        )
    }

    /// A global as the operand of `dso_local_equivalent` or `no_cfi` of type `ty`.
    fn named_global(&mut self, ty: Type) -> Result<Global> {
        let Token::Global(name) = self.token() else {
            return self.error("expected global value name");
        };
        let start = self.start;
        self.advance();
        let key = self.key(name);
        let space = match *self.tables.module.types.kind(ty) {
            TypeKind::Pointer(space) => space,
            _ => 0,
        };
        self.global(key, space, start)
    }

    fn pointer_authentication(&mut self, start: usize) -> Result<ConstantKind> {
        let common = self.tables.module.types.common;
        self.expect(b'(')?;
        let operands = self.list(b')', Self::typed_constant)?;
        let [pointer, key, rest @ ..] = &*operands else {
            return self.error_at(start, "expected a pointer and a key in ptrauth");
        };
        let zero = self.tables.module.constants.integer(&self.tables.module.types, common.i64, 0);
        let null = self.tables.module.constants.intern(common.ptr, ConstantKind::Zero);
        let is_pointer = |constant: Constant| {
            self.tables.module.types.is_pointer(self.tables.module.constants.ty(constant))
        };
        let is_integer = |constant: Constant, ty: Type| {
            let data = self.tables.module.constants.get(constant);
            data.ty == ty && matches!(data.kind, ConstantKind::Integer(_))
        };
        let objection = if !is_pointer(*pointer) {
            Some("constant ptrauth base pointer must be a pointer")
        } else if !is_integer(*key, common.i32) || rest.len() > 3 {
            Some("constant ptrauth key must be i32 constant")
        } else if rest.first().is_some_and(|it| !is_integer(*it, common.i64)) {
            Some("constant ptrauth integer discriminator must be i64 constant")
        } else if rest.get(1).is_some_and(|it| !is_pointer(*it)) {
            Some("constant ptrauth address discriminator must be a pointer")
        } else if rest.get(2).is_some_and(|it| !is_pointer(*it)) {
            Some("constant ptrauth deactivation symbol must be a pointer")
        } else {
            None
        };
        if let Some(objection) = objection {
            return self.error_at(start, objection);
        }
        let at = |index: usize, default| rest.get(index).copied().unwrap_or(default);
        Ok(ConstantKind::PtrAuth(Box::new([*pointer, *key, at(0, zero), at(1, null), at(2, null)])))
    }

    fn is_value_type(&self, ty: Type) -> bool {
        self.tables.module.types.is_first_class(ty)
            && !matches!(self.tables.module.types.kind(ty), TypeKind::Label)
    }

    /// Reads `[…]`, `{…}`, `<…>` or `<{…}>`.
    fn aggregate(&mut self, ty: Type) -> Result<Constant> {
        let start = self.start;
        let open = self.token();
        self.advance();
        let packed_struct = open == Token::Punct(b'<') && self.eat(b'{');
        let close = match open {
            _ if packed_struct => b'}',
            Token::Punct(b'[') => b']',
            Token::Punct(b'{') => b'}',
            _ => b'>',
        };
        let elements = self.list(close, |reader| Ok((reader.start, reader.typed_constant()?)))?;
        if packed_struct {
            self.expect(b'>')?;
        }
        let types = &self.tables.module.types;
        let fits = match (open, types.kind(ty)) {
            (Token::Punct(b'['), TypeKind::Array { .. }) => true,
            (Token::Punct(b'<'), TypeKind::Vector { scalable: false, .. }) => !packed_struct,
            (_, TypeKind::Struct { packed, .. }) => *packed == packed_struct && close == b'}',
            (_, TypeKind::Identified(id)) => types.structs[*id].packed == packed_struct && close == b'}',
            _ => false,
        };
        let count = types.element_count(ty);
        if !fits || count != Some(elements.len() as u64) {
            let expected = self.show_type(ty);
            return self.error_at(start, format!("constant does not have the elements of type '{expected}'"));
        }
        if elements.is_empty() && open == Token::Punct(b'[') {
            // LLVM reads `[]` as poison.
            return Ok(self.tables.module.constants.intern(ty, ConstantKind::Poison));
        }
        let mut constants = Vec::with_capacity(elements.len());
        for (index, (at, element)) in elements.into_iter().enumerate() {
            let expected = self.tables.module.types.element(ty, index as u64).unwrap_or(ty);
            self.check_type(expected, self.tables.module.constants.ty(element), at)?;
            constants.push(element);
        }
        Ok(self.tables.module.constants.aggregate(&self.tables.module.types, ty, &constants))
    }

    /// Returns an error unless the types are equal.
    pub(super) fn check_type(&self, expected: Type, found: Type, at: usize) -> Result<()> {
        // `void` means that any type is expected.
        if expected == found || expected == self.tables.module.types.common.void {
            return Ok(());
        }
        let (expected, found) = (self.show_type(expected), self.show_type(found));
        self.error_at(
            at,
            format!("constant expression type mismatch: got type '{found}' but expected '{expected}'"),
        )
    }

    /// Makes an expression of type `found`; returns an error if that is not `expected`.
    fn expression(&mut self, expected: Type, found: Type, expr: ConstantExpr, at: usize) -> Result<Constant> {
        self.check_type(expected, found, at)?;
        Ok(self.tables.module.constants.intern(found, ConstantKind::Expr(Box::new(expr))))
    }

    fn constant_cast(&mut self, ty: Type, op: CastOp, start: usize) -> Result<Constant> {
        if !op.can_be_constant() {
            return self.error_at(start, format!("{} constexprs are no longer supported", op.spelling()));
        }
        self.expect(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(b')')?;
        let from = self.tables.module.constants.ty(value);
        if !super::instructions::is_valid_cast(&self.tables.module.types, op, from, to) {
            let message = format!(
                "invalid cast opcode for cast from '{}' to '{}'",
                self.show_type(from),
                self.show_type(to)
            );
            return self.error_at(start, message);
        }
        // LLVM does not create no-op casts. Old texts have them for casts between pointer types.
        if from == to {
            self.check_type(ty, to, start)?;
            return Ok(value);
        }
        self.expression(ty, to, ConstantExpr::Cast { op, value }, start)
    }

    fn constant_gep(&mut self, ty: Type, start: usize) -> Result<Constant> {
        let mut flags = Flags::empty();
        let mut limits = None;
        loop {
            flags |= self.flags(const { Opcode::GetElementPtr.flags() });
            if !self.eat_word("inrange") {
                break;
            }
            self.expect(b'(')?;
            let low = self.big_integer()?;
            self.expect(b',')?;
            let high = self.big_integer()?;
            self.expect(b')')?;
            limits = Some((low, high));
        }
        self.expect(b'(')?;
        let element = self.ty()?;
        self.expect(b',')?;
        let operands = self.list(b')', Self::typed_constant)?;
        let Some((&base, indices)) = operands.split_first() else {
            return self.error_at(start, "base of getelementptr must be a pointer");
        };
        let base_type = self.tables.module.constants.ty(base);
        let inrange = match limits {
            Some(limits) => Some(self.inrange(base_type, limits, start)?),
            None => None,
        };
        let index_types: Vec<Type> =
            indices.iter().map(|&index| self.tables.module.constants.ty(index)).collect();
        let struct_index = |reader: &mut Self, at: usize| {
            let index = indices[at];
            let scalar =
                reader.tables.module.constants.splat(&reader.tables.module.types, index).unwrap_or(index);
            match *reader.tables.module.constants.kind(scalar) {
                ConstantKind::Integer(value) => Some(value),
                _ => None,
            }
        };
        let found = self.gep_type(element, base_type, &index_types, struct_index, start)?;
        let module = &self.tables.module;
        if inrange.is_none() && module.constants.is_base(&module.types, found, base, indices) {
            self.check_type(ty, found, start)?;
            return Ok(base);
        }
        let indices = indices.into();
        self.expression(
            ty,
            found,
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices },
            start,
        )
    }

    /// Truncates the limits of `inrange(…)` to the width of offsets from `base`. LLVM takes the lowest bits.
    fn inrange(&mut self, base: Type, (low, high): (BigInt, BigInt), start: usize) -> Result<(i64, i64)> {
        let space = match *self.tables.module.types.kind(self.tables.module.types.scalar(base)) {
            TypeKind::Pointer(space) => space,
            _ => return self.error_at(start, "base of getelementptr must be a pointer"),
        };
        let width = self.tables.layout.index_size(space).clamp(1, 64);
        let truncated = |value: BigInt| match integer_from_bigint(width, &value) {
            ConstantKind::Integer(bits) => (bits << (64 - width)) as i64 >> (64 - width),
            // Not reached: the width is at most 64.
            _ => 0,
        };
        let (low, high) = (truncated(low), truncated(high));
        match low < high {
            true => Ok((low, high)),
            false => self.error_at(start, "expected end to be larger than start"),
        }
    }

    fn vector_expression(
        &mut self,
        ty: Type,
        word: &[u8],
        operands: &[Constant],
        start: usize,
    ) -> Result<Constant> {
        let type_of = |index: usize| self.tables.module.constants.ty(operands[index]);
        let types = &self.tables.module.types;
        match (word, operands) {
            (b"extractelement", &[vector, index]) if types.is_vector(type_of(0)) => {
                let found = types.scalar(type_of(0));
                self.expression(ty, found, ConstantExpr::ExtractElement { vector, index }, start)
            }
            (b"insertelement", &[vector, value, index])
                if types.is_vector(type_of(0)) && types.scalar(type_of(0)) == type_of(1) =>
            {
                let found = type_of(0);
                self.expression(ty, found, ConstantExpr::InsertElement { vector, value, index }, start)
            }
            (b"shufflevector", &[a, b, mask]) if types.is_vector(type_of(0)) && type_of(0) == type_of(1) => {
                let vector = type_of(0);
                let (found, mask) = self.shuffle(vector, mask, start)?;
                // The form in which LLVM wrote splats before it had a keyword for them.
                if found == vector
                    && *mask == [0]
                    && let TypeKind::Vector { scalable: true, .. } = self.tables.module.types.kind(found)
                    && let ConstantKind::Expr(inserted) = self.tables.module.constants.kind(a)
                    && let ConstantExpr::InsertElement { value, index, .. } = **inserted
                    && *self.tables.module.constants.kind(index) == ConstantKind::Integer(0)
                    && self.tables.module.constants.kind(value).is_number()
                {
                    self.check_type(ty, found, start)?;
                    return Ok(self.tables.module.constants.intern(found, ConstantKind::Splat(value)));
                }
                self.expression(ty, found, ConstantExpr::ShuffleVector { a, b, mask: mask.into() }, start)
            }
            _ => self.error_at(start, format!("invalid operands to {}", String::from_utf8_lossy(word))),
        }
    }

    /// The result type and the mask of a shuffle; −1 means poison. For a scalable vector the mask has a single number.
    pub(super) fn shuffle(&mut self, vector: Type, mask: Constant, at: usize) -> Result<(Type, Vec<i32>)> {
        let mask_type = self.tables.module.constants.ty(mask);
        let TypeKind::Vector { len, scalable, element } = *self.tables.module.types.kind(mask_type) else {
            return self.error_at(at, "invalid operands to shufflevector");
        };
        if element != self.tables.module.types.common.i32 {
            return self.error_at(at, "invalid operands to shufflevector");
        }
        if !scalable && len as usize > MOST_LANES {
            return self.error_at(at, "vector constant is too long");
        }
        let scalar = self.tables.module.types.scalar(vector);
        let result = self.tables.module.types.intern(TypeKind::Vector { len, scalable, element: scalar });
        let number = |kind: &ConstantKind| match kind {
            ConstantKind::Integer(value) => i32::try_from(*value as u32).ok(),
            ConstantKind::Poison | ConstantKind::Undef => Some(-1),
            _ => None,
        };
        let numbers: Option<Vec<i32>> = if scalable {
            match self.tables.module.constants.kind(mask) {
                ConstantKind::Zero => Some(vec![0]),
                ConstantKind::Poison | ConstantKind::Undef => Some(vec![-1]),
                _ => None,
            }
        } else {
            let elements = self.tables.module.constants.elements(&self.tables.module.types, mask);
            elements.and_then(|elements| {
                elements.iter().map(|&e| number(self.tables.module.constants.kind(e))).collect()
            })
        };
        let limit = match self.tables.module.types.kind(vector) {
            TypeKind::Vector { len, .. } => 2 * i64::from(*len),
            _ => 0,
        };
        match numbers {
            Some(numbers) if numbers.iter().all(|&number| i64::from(number) < limit) => Ok((result, numbers)),
            _ => self.error_at(at, "invalid operands to shufflevector"),
        }
    }

    /// Reads `asm … "template", "constraints"`; `ty` is the type of the callee, a pointer.
    fn inline_asm(&mut self, ty: Type, start: usize) -> Result<Constant> {
        let Some(function_type) = self.function.as_ref().and_then(|state| state.asm_type) else {
            return self.error_at(start, "invalid type for inline asm constraint string");
        };
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel_dialect = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.string()?;
        self.expect(b',')?;
        let constraints = self.string()?;
        let asm = InlineAsm {
            function_type,
            template,
            constraints,
            side_effect,
            align_stack,
            intel_dialect,
            unwind,
        };
        Ok(self.tables.module.constants.intern(ty, ConstantKind::InlineAsm(Box::new(asm))))
    }

    /// Consumes flags that are in the set `allowed`.
    #[inline(always)]
    pub(super) fn flags(&mut self, allowed: Flags) -> Flags {
        let mut flags = Flags::empty();
        loop {
            // Decide most instructions, which have no flags, and types without a table lookup.
            let ahead = self.ahead();
            let flag = match ahead as u8 {
                b'n' if allowed.contains(Flags::NSW) && self.eat_word("nsw") => Flags::NSW,
                b'n' if allowed.contains(Flags::NUW) && self.eat_word("nuw") => Flags::NUW,
                b'i' if allowed.contains(Flags::INBOUNDS) && self.eat_word("inbounds") => Flags::INBOUNDS,
                b'i' if (ahead >> 8) as u8 != b'n' => break,
                b'p' | b'%' | b'v' | b'[' | b'<' => break,
                _ => match self
                    .optional_word(|word| Flags::from_keyword(word).filter(|f| allowed.contains(*f)))
                {
                    Some(flag) => flag,
                    None => break,
                },
            };
            flags |= flag;
        }
        if flags.contains(Flags::INBOUNDS) { flags | Flags::NUSW } else { flags }
    }
}

/// The bits of an integer for a width of at most 64, if it fits.
fn integer_bits(width: u32, value: i64) -> Option<u64> {
    let bits = value as u64 & crate::constants::mask(width);
    // As in LLVM, the value must fit as a signed or as an unsigned number.
    let signed = (bits << (64 - width)) as i64 >> (64 - width);
    (signed == value || bits as i64 == value && value >= 0).then_some(bits)
}

/// The integer for decimal digits, if its value and its type have at most 64 bits and it fits.
fn short_integer_of(width: u32, text: &[u8]) -> Option<ConstantKind> {
    let (negative, digits) = text.strip_prefix(b"-").map_or((false, text), |digits| (true, digits));
    let value = decimal(digits).and_then(|value| i64::try_from(value).ok()).filter(|_| width <= 64)?;
    integer_bits(width, if negative { -value } else { value }).map(ConstantKind::Integer)
}

fn is_wide(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::X86Fp80 | TypeKind::Fp128 | TypeKind::PpcFp128)
}

fn is_wide_hexadecimal(text: &[u8]) -> bool {
    matches!(text, [b'0', b'x', b'H' | b'R' | b'K' | b'L' | b'M', ..])
}

/// The bits of a number as LLVM 22 and older spell it.
fn floating(kind: &TypeKind, text: &[u8]) -> Option<u128> {
    // Decimal and plain hexadecimal numbers have 64 bits, and LLVM only converts them to narrower types.
    if is_wide(kind) && !is_wide_hexadecimal(text) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let Some(hex) = text.strip_prefix("0x") else { return float::from_decimal(kind, text) };
    let digits = |digits: &str| u128::from_str_radix(digits, 16).ok();
    let swapped = |text: &str| match text.split_at_checked(16) {
        Some((first, "")) => digits(first),
        Some((first, second)) => Some(digits(first)? | digits(second).filter(|high| *high < 1 << 64)? << 64),
        // With fewer than 16 digits, the lower half is absent.
        None => Some(digits(text)? << 64),
    };
    match (hex.as_bytes().first()?, kind) {
        (b'H', TypeKind::Half) | (b'R', TypeKind::BFloat) => digits(&hex[1..]).filter(|bits| *bits < 1 << 16),
        (b'K', TypeKind::X86Fp80) => digits(&hex[1..]).filter(|bits| *bits < 1 << 80),
        (b'L', TypeKind::Fp128) | (b'M', TypeKind::PpcFp128) => swapped(&hex[1..]),
        (b'H' | b'R' | b'K' | b'L' | b'M', _) => None,
        _ => {
            let bits = u64::from_str_radix(hex, 16).ok()?;
            match kind {
                TypeKind::Float => float::float_from_double_bits(bits),
                _ => float::from_double_bits(kind, bits),
            }
        }
    }
}
