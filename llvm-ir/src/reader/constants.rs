//! Reads constants, and operands in general.

use num_bigint::BigInt;

use super::lexer::{Token, unescape};
use super::tables::TRUNCATED;
use super::{MAX_DEPTH, Reader, Result, TOO_LONG, decimal, integers};
use crate::Global;
use crate::constants::{Constant, ConstantExpr, ConstantKind, InlineAsm, integer_from_bigint};
use crate::float;
use crate::fold;
use crate::function::Value;
use crate::inline_asm;
use crate::instruction::{BinaryOp, CastOp, Flags, Opcode};
use crate::target_types::{self, Property};
use crate::types::{Type, TypeKind};

/// The message for a shuffle in a constant.
const WRONG_SHUFFLE: &str = "invalid operands to shufflevector";

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
        if self.first() == b'%' {
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

    /// Reads a value of type `ty` where metadata may stand, too: an argument.
    #[inline(always)]
    pub(super) fn argument(&mut self, ty: Type) -> Result<Value> {
        if ty != self.tables.module.types.common.metadata {
            return self.value(ty);
        }
        self.metadata_argument()
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
        let width = self.tables.module.types.bits_width(ty).filter(|width| *width <= 64)?;
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
                let space = match *types.kind(ty) {
                    TypeKind::Pointer(space) => space,
                    TypeKind::Function { .. } => {
                        return self.error("functions are not values, refer to them as pointers");
                    }
                    _ => return self.error("global variable reference must have pointer type"),
                };
                self.advance();
                let key = self.key(name);
                let global = self.global(key, Some(space), start)?;
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
                let Some(width) = types.bits_width(ty) else {
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
                    None if is_wide(&kind) && !is_wide_hexadecimal(text)
                        || is_of_another_type(&kind, text) =>
                    {
                        let ty = self.show_type(ty);
                        self.error(format!("floating point constant does not have type '{ty}'"))
                    }
                    None => self.error("floating point constant invalid for type"),
                }
            }
            Token::CString(text) => {
                let bytes = unescape(text);
                let len = bytes.len() as u64;
                let element = match types.element(ty, 0).map(|element| (element, types.kind(element))) {
                    Some((element, TypeKind::Byte(8))) => element,
                    _ => types.common.i8,
                };
                let expected = self.tables.module.types.intern(TypeKind::Array { len, element });
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
            Token::Local(_) => self.error("invalid use of function-local name"),
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
                    TypeKind::TargetExt { name, .. } => {
                        target_types::find(module.strings.get(name)).has(Property::Zero)
                    }
                    _ => self.is_value_type(ty),
                };
                if !has_zero {
                    return self.error_at(start, "invalid type for null constant");
                }
                if ty == common.token {
                    return Ok(self.tables.module.constants.intern(ty, ConstantKind::None));
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
            b"blockaddress" => return self.block_address(ty, start),
            b"dso_local_equivalent" => {
                let (global, at) = self.named_global("dso_local_equivalent", None)?;
                if self.tables.undefined_globals.contains_key(&global) {
                    self.own()?.equivalents.push((global, at));
                } else if let Some(objection) = self.not_equivalent(global) {
                    return self.error_at(at, objection);
                }
                self.check_pointer(ty, global, start)?;
                ConstantKind::DsoLocalEquivalent(global)
            }
            b"no_cfi" => {
                let space = match *self.tables.module.types.kind(ty) {
                    TypeKind::Pointer(space) => Some(space),
                    _ => None,
                };
                let (global, at) = self.named_global("no_cfi", space)?;
                if space.is_none() {
                    return self.error_at(at, "global variable reference must have pointer type");
                }
                ConstantKind::NoCfi(global)
            }
            b"ptrauth" => return self.pointer_authentication(ty, start),
            b"getelementptr" => return self.constant_gep(ty, start),
            b"extractelement" | b"insertelement" | b"shufflevector" => {
                let operands = self.operands_of_expression()?;
                return self.vector_expression(ty, word, &operands, start);
            }
            b"fneg" | b"select" | b"icmp" | b"fcmp" | b"extractvalue" | b"insertvalue" => {
                let word = String::from_utf8_lossy(word);
                return self.error_at(start, format!("{word} constexprs are no longer supported"));
            }
            _ => return self.error_at(start, "expected value token"),
        };
        Ok(self.tables.module.constants.intern(ty, kind))
    }

    /// Checks that a pointer to a global is expected.
    fn check_pointer(&self, ty: Type, global: Global, start: usize) -> Result<()> {
        let space = self.tables.module.globals[global].address_space;
        self.check_type(ty, self.tables.module.types.pointer(space), start)
    }

    /// The error for another value than the name that is expected here, or for no value.
    #[cold]
    fn error_instead_of<T>(&self, message: &str) -> Result<T> {
        let is_value = match self.token() {
            Token::Word(word) => {
                matches!(
                    word,
                    b"null" | b"undef" | b"poison" | b"none" | b"true" | b"false" | b"zeroinitializer"
                )
            }
            Token::Integer(_) | Token::Float(_) | Token::CString(_) | Token::Local(_) | Token::Global(_) => {
                true
            }
            _ => false,
        };
        self.error(if is_value { message } else { "expected value token" })
    }

    /// Reads the operands of an expression with the parentheses around them.
    fn operands_of_expression(&mut self) -> Result<Vec<Constant>> {
        self.require(b'(', "expected '(' in constantexpr")?;
        self.list(b')', "expected ')' in constantexpr", Self::typed_constant)
    }

    fn constant_binary(&mut self, ty: Type, op: BinaryOp, start: usize) -> Result<Constant> {
        if !op.can_be_constant() {
            return self.error(format!("{} constexprs are no longer supported", op.spelling()));
        }
        self.advance();
        let flags = self.flags(op.flags());
        self.require(b'(', "expected '(' in binary constantexpr")?;
        let lhs = self.typed_constant()?;
        self.require(b',', "expected comma in binary constantexpr")?;
        let rhs = self.typed_constant()?;
        self.require(b')', "expected ')' in binary constantexpr")?;
        let found = self.tables.module.constants.ty(lhs);
        if found != self.tables.module.constants.ty(rhs) {
            return self.error_at(start, "operands of constexpr must have same type");
        }
        let types = &self.tables.module.types;
        if types.integer_width(types.scalar(found)).is_none() {
            return self.error_at(start, "constexpr requires integer or integer vector operands");
        }
        self.expression(ty, found, ConstantExpr::Binary { op, flags, lhs, rhs }, start)
    }

    fn splat(&mut self, ty: Type, start: usize) -> Result<Constant> {
        let TypeKind::Vector { len, scalable, element } = *self.tables.module.types.kind(ty) else {
            return self.error_at(start, "vector constant must have vector type");
        };
        self.require(b'(', "expected '(' after vector splat")?;
        let value = self.typed_constant()?;
        self.require(b')', "expected ')' at end of vector splat")?;
        self.check_type(element, self.tables.module.constants.ty(value), start)?;
        let count = if scalable { 1 } else { len as usize };
        if count > MOST_LANES {
            return self.error_at(start, "vector constant is too long");
        }
        Ok(self.tables.module.constants.aggregate(&self.tables.module.types, ty, &vec![value; count]))
    }

    fn block_address(&mut self, ty: Type, start: usize) -> Result<Constant> {
        self.require(b'(', "expected '(' in block address expression")?;
        let function_start = self.start;
        let function = match self.token() {
            Token::Global(function) => function,
            _ => return self.error_instead_of("expected function name in blockaddress"),
        };
        self.advance();
        let key = self.key(function);
        let global = self.global(key, None, function_start)?;
        self.require(b',', "expected comma in block address expression")?;
        let block_start = self.start;
        let block = match self.token() {
            Token::Local(block) => block,
            _ => return self.error_instead_of("expected basic block name in blockaddress"),
        };
        self.advance();
        self.require(b')', "expected ')' in block address expression")?;
        let given = self.tables.given_blocks.front().filter(|(function, _)| *function == global);
        let block = match given.map(|&(_, block)| block) {
            Some(block) => {
                self.own()?.given_blocks.pop_front();
                block
            }
            None => {
                let block = self.key(block);
                let is_here = self.function.as_ref().is_some_and(|state| state.global == Some(global));
                let is_read = is_here || self.tables.defined_functions.contains(&global);
                if !is_read && !self.tables.module.types.is_pointer(ty) {
                    let ty = self.show_type(ty);
                    let message = format!("type of blockaddress must be a pointer and not '{ty}'");
                    return self.error_at(start, message);
                }
                self.addressed_block(global, function_start, block, block_start, ty)?
            }
        };
        if !self.tables.undefined_globals.contains_key(&global) {
            self.check_pointer(ty, global, start)?;
        }
        Ok(self.tables.module.constants.intern(ty, ConstantKind::BlockAddress(global, block)))
    }

    /// A global as the operand of `dso_local_equivalent` or `no_cfi`, and its position.
    fn named_global(&mut self, of: &str, address_space: Option<u32>) -> Result<(Global, usize)> {
        let start = self.start;
        let name = match self.token() {
            Token::Global(name) => name,
            _ => return self.error_instead_of(&format!("expected global value name in {of}")),
        };
        self.advance();
        let key = self.key(name);
        Ok((self.global(key, address_space, start)?, start))
    }

    fn pointer_authentication(&mut self, ty: Type, start: usize) -> Result<Constant> {
        const OPERANDS: usize = 5;
        let common = self.tables.module.types.common;
        self.require(b'(', "expected '(' in constant ptrauth expression")?;
        let mut operands = vec![self.typed_constant()?];
        self.require(b',', "expected comma in constant ptrauth expression")?;
        operands.push(self.typed_constant()?);
        while operands.len() < OPERANDS && self.eat(b',') {
            operands.push(self.typed_constant()?);
        }
        self.require(b')', "expected ')' in constant ptrauth expression")?;
        let [pointer, key, rest @ ..] = &*operands else {
            return self.error_at(start, "expected comma in constant ptrauth expression");
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
        } else if !is_integer(*key, common.i32) {
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
        let kind = ConstantKind::PtrAuth(Box::new([*pointer, *key, at(0, zero), at(1, null), at(2, null)]));
        let found = self.tables.module.constants.ty(*pointer);
        self.check_type(ty, found, start)?;
        Ok(self.tables.module.constants.intern(found, kind))
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
        let unended = match open {
            Token::Punct(b'[') => "expected end of array constant",
            Token::Punct(b'{') => "expected end of struct constant",
            _ if packed_struct => "expected end of packed struct",
            _ => "expected end of constant",
        };
        let first_start = self.start;
        let elements = self.list(close, unended, Self::typed_constant)?;
        if packed_struct {
            self.require(b'>', "expected end of constant")?;
        }
        let objection = match open {
            Token::Punct(b'{') => self.wrong_struct(ty, false, &elements, start),
            _ if packed_struct => self.wrong_struct(ty, true, &elements, start),
            Token::Punct(b'[') => self.wrong_sequence(ty, true, &elements, (start, first_start)),
            _ => self.wrong_sequence(ty, false, &elements, (start, first_start)),
        };
        if let Some((at, message)) = objection {
            return self.error_at(at, message);
        }
        if elements.is_empty() && open == Token::Punct(b'[') {
            // LLVM reads `[]` as poison.
            return Ok(self.tables.module.constants.intern(ty, ConstantKind::Poison));
        }
        Ok(self.tables.module.constants.aggregate(&self.tables.module.types, ty, &elements))
    }

    /// Why these are not the fields of a struct constant of type `ty`.
    fn wrong_struct(
        &self,
        ty: Type,
        packed: bool,
        fields: &[Constant],
        at: usize,
    ) -> Option<(usize, String)> {
        let types = &self.tables.module.types;
        if !matches!(types.kind(ty), TypeKind::Struct { .. } | TypeKind::Identified(_)) {
            return Some((at, "constant expression type mismatch".to_owned()));
        }
        let (expected, is_packed) = types.struct_fields(ty).unwrap_or_default();
        if expected.len() != fields.len() {
            return Some((at, "initializer with struct type has wrong # elements".to_owned()));
        }
        if is_packed != packed {
            return Some((at, "packed'ness of initializer and type don't match".to_owned()));
        }
        let is_wrong = |(&field, &expected)| self.tables.module.constants.ty(field) != expected;
        let wrong = fields.iter().zip(expected).position(is_wrong)?;
        Some((at, format!("element {wrong} of struct initializer doesn't match struct element type")))
    }

    /// Why these are not the elements of an array or vector constant of type `ty`; `at` are the positions of the constant and of
    /// its first element.
    fn wrong_sequence(
        &self,
        ty: Type,
        is_array: bool,
        elements: &[Constant],
        (at, first_at): (usize, usize),
    ) -> Option<(usize, String)> {
        let types = &self.tables.module.types;
        let Some(&first) = elements.first() else {
            return match is_array {
                true if matches!(types.kind(ty), TypeKind::Array { len: 0, .. }) => None,
                true => Some((at, "invalid empty array initializer".to_owned())),
                false => Some((at, "constant vector must not be empty".to_owned())),
            };
        };
        let element = self.tables.module.constants.ty(first);
        let what = if is_array { "array" } else { "vector" };
        let is_valid = match is_array {
            true => types.is_first_class(element),
            false => self.is_vector_element(element),
        };
        if !is_valid && !is_array {
            let message = "vector elements must have integer, pointer or floating point type";
            return Some((first_at, message.to_owned()));
        }
        if !is_valid {
            let element = self.show_type(element);
            return Some((first_at, format!("invalid array element type: {element}")));
        }
        let is_other = |&other: &Constant| self.tables.module.constants.ty(other) != element;
        if let Some(other) = elements.iter().position(is_other) {
            let element = self.show_type(element);
            return Some((first_at, format!("{what} element #{other} is not of type '{element}'")));
        }
        let found = match is_array {
            true => TypeKind::Array { len: elements.len() as u64, element },
            false => TypeKind::Vector { len: elements.len() as u32, scalable: false, element },
        };
        let found = types.intern(found);
        (found != ty && ty != types.common.void).then(|| (at, self.mismatch(found, ty)))
    }

    /// Returns an error unless the types are equal.
    pub(super) fn check_type(&self, expected: Type, found: Type, at: usize) -> Result<()> {
        // `void` means that any type is expected.
        if expected == found || expected == self.tables.module.types.common.void {
            return Ok(());
        }
        self.error_at(at, self.mismatch(found, expected))
    }

    #[cold]
    fn mismatch(&self, found: Type, expected: Type) -> String {
        let (expected, found) = (self.show_type(expected), self.show_type(found));
        format!("constant expression type mismatch: got type '{found}' but expected '{expected}'")
    }

    /// Makes an expression of type `found`; returns an error if that is not `expected`.
    fn expression(&mut self, expected: Type, found: Type, expr: ConstantExpr, at: usize) -> Result<Constant> {
        self.check_type(expected, found, at)?;
        let module = &self.tables.module;
        let folded = fold::expression(module, found, &expr);
        Ok(folded.unwrap_or_else(|| module.constants.intern(found, ConstantKind::Expr(Box::new(expr)))))
    }

    fn constant_cast(&mut self, ty: Type, op: CastOp, start: usize) -> Result<Constant> {
        if !op.can_be_constant() {
            return self.error_at(start, format!("{} constexprs are no longer supported", op.spelling()));
        }
        self.require(b'(', "expected '(' after constantexpr cast")?;
        let value = self.typed_constant()?;
        self.require_word("to", "expected 'to' in constantexpr cast")?;
        let to = self.ty()?;
        self.require(b')', "expected ')' at end of constantexpr cast")?;
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
            self.require(b'(', "expected '('")?;
            let low = self.big_integer()?;
            self.require(b',', "expected ','")?;
            let high = self.big_integer()?;
            self.require(b')', "expected ')'")?;
            limits = Some((low, high));
        }
        self.require(b'(', "expected '(' in constantexpr")?;
        let element = self.ty()?;
        self.require(b',', "expected comma after getelementptr's type")?;
        let mut operands = Vec::new();
        loop {
            // Up to LLVM 18, the word stood before an index. LLVM drops it since.
            self.eat_word("inrange");
            if self.at(b')') && operands.is_empty() {
                return self.error_at(start, "base of getelementptr must be a pointer");
            }
            operands.push(self.typed_constant()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.require(b')', "expected ')' in constantexpr")?;
        let Some((&base, indices)) = operands.split_first() else {
            return self.error_at(start, "base of getelementptr must be a pointer");
        };
        let base_type = self.tables.module.constants.ty(base);
        if !self.tables.module.types.is_pointer(self.tables.module.types.scalar(base_type)) {
            return self.error_at(start, "base of getelementptr must be a pointer");
        }
        let inrange = match limits {
            Some(limits) => Some(self.inrange(base_type, limits, start)?),
            None => None,
        };
        let index_types: Vec<Type> =
            indices.iter().map(|&index| self.tables.module.constants.ty(index)).collect();
        let mut found = base_type;
        for &index in &index_types {
            found = self.gep_with_index(found, index, start)?;
        }
        if !indices.is_empty() && !self.is_sized(element) {
            return self.error_at(start, "base element of getelementptr must be sized");
        }
        if self.tables.module.types.is_scalable(element) {
            return self.error_at(start, "invalid base element for constant getelementptr");
        }
        let struct_index = |reader: &mut Self, at: usize| reader.struct_index(indices[at]);
        self.check_gep(element, &index_types, struct_index, start)?;
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
        let is_integer = |index| types.integer_width(type_of(index)).is_some();
        let (count, called) = if word == b"extractelement" { (2, "two") } else { (3, "three") };
        let word_text = String::from_utf8_lossy(word);
        if operands.len() != count {
            return self.error_at(start, format!("expected {called} operands to {word_text}"));
        }
        match (word, operands) {
            (b"extractelement", &[vector, index]) if types.is_vector(type_of(0)) && is_integer(1) => {
                let found = types.scalar(type_of(0));
                self.expression(ty, found, ConstantExpr::ExtractElement { vector, index }, start)
            }
            (b"insertelement", &[vector, value, index])
                if types.is_vector(type_of(0)) && types.scalar(type_of(0)) == type_of(1) && is_integer(2) =>
            {
                let found = type_of(0);
                self.expression(ty, found, ConstantExpr::InsertElement { vector, value, index }, start)
            }
            (b"shufflevector", &[a, b, mask]) if types.is_vector(type_of(0)) && type_of(0) == type_of(1) => {
                let vector = type_of(0);
                let (found, mask) = self.shuffle(vector, mask, start, WRONG_SHUFFLE)?;
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
            (b"shufflevector", _) => self.error_at(start, WRONG_SHUFFLE),
            _ => self.error_at(start, format!("invalid {word_text} operands")),
        }
    }

    /// The result type and the mask of a shuffle; −1 means poison. For a scalable vector the mask has a single number.
    pub(super) fn shuffle(
        &mut self,
        vector: Type,
        mask: Constant,
        at: usize,
        wrong: &str,
    ) -> Result<(Type, Vec<i32>)> {
        let mask_type = self.tables.module.constants.ty(mask);
        let TypeKind::Vector { len, scalable, element } = *self.tables.module.types.kind(mask_type) else {
            return self.error_at(at, wrong);
        };
        let is_scalable = self.tables.module.types.is_scalable(vector);
        if element != self.tables.module.types.common.i32 || is_scalable != scalable {
            return self.error_at(at, wrong);
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
            _ => self.error_at(at, wrong),
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
        self.require(b',', "expected comma in inline asm expression")?;
        let constraints = self.string_or("expected constraint string")?;
        let module = &self.tables.module;
        let spelled = module.strings.get(constraints);
        if let Err(message) = inline_asm::check(&module.types, function_type, spelled) {
            return self.error_at(start, message);
        }
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
        // As in LLVM, only those of `getelementptr` and fast-math flags may be repeated.
        let once = if allowed.contains(Flags::INBOUNDS) { Flags::empty() } else { !Flags::FAST };
        loop {
            let left = allowed - (flags & once);
            // Decide most instructions, which have no flags, and types without a table lookup.
            let ahead = self.ahead();
            let flag = match ahead as u8 {
                b'n' if left.contains(Flags::NSW) && self.eat_word("nsw") => Flags::NSW,
                b'n' if left.contains(Flags::NUW) && self.eat_word("nuw") => Flags::NUW,
                b'i' if left.contains(Flags::INBOUNDS) && self.eat_word("inbounds") => Flags::INBOUNDS,
                b'i' if (ahead >> 8) as u8 != b'n' => break,
                b'p' | b'%' | b'v' | b'[' | b'<' => break,
                _ => match self.optional_word(|word| Flags::from_keyword(word).filter(|f| left.contains(*f)))
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

/// Whether a floating-point number in hexadecimal is one of another type, from which LLVM could convert it.
fn is_of_another_type(kind: &TypeKind, text: &[u8]) -> bool {
    let is_narrow = matches!(kind, TypeKind::Half | TypeKind::BFloat);
    match text.strip_prefix(b"0x").and_then(<[u8]>::first) {
        Some(b'H') => *kind != TypeKind::Half,
        Some(b'R') => *kind != TypeKind::BFloat,
        Some(b'K' | b'L' | b'M') => !is_narrow && matches!(kind, TypeKind::Float | TypeKind::Double),
        _ => false,
    }
}

/// The bits of a number as LLVM 22 and older spell it.
fn floating(kind: &TypeKind, text: &[u8]) -> Option<u128> {
    // Decimal and plain hexadecimal numbers have 64 bits, and LLVM only converts them to narrower types.
    if is_wide(kind) && !is_wide_hexadecimal(text) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    match text.strip_prefix("0x") {
        Some(hexadecimal) => float::from_hexadecimal(kind, hexadecimal),
        None => float::from_decimal(kind, text),
    }
}
