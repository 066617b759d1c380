//! Reads instructions other than calls and pads.

use smallvec::SmallVec;

use super::lexer::{Token, short_number};
use super::{Reader, Result};
use crate::constants::{Constant, ConstantKind};
use crate::function::{Block, Value, ValueKind};
use crate::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, BinaryOp, CallBr, CastOp, CmpXchg, Flags, FloatPredicate,
    Instruction, IntPredicate, Invoke, List, Opcode, Ordering, RmwOp, Switch, TailKind, keyword,
};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind, Types};

impl<'a> Reader<'a> {
    /// Reads an instruction; returns whether it is a terminator.
    #[inline(always)]
    pub(super) fn instruction(&mut self) -> Result<bool> {
        let start = self.start;
        let key = self.local_key();
        if key.is_some() {
            self.require(b'=', "expected '=' after instruction name")?;
        }
        let Some(word) = self.word() else {
            return self.error(match self.token() {
                Token::Eof => "found end of file when expecting more instructions",
                _ => "expected instruction opcode",
            });
        };
        let opcode_start = self.start;
        self.step_to(opcode_start + word.len());
        let (inst, ty) = self.operation(word, opcode_start)?;
        let attachments = if self.at(b',') { self.attachments()? } else { List::default() };
        let result = match ty {
            Some(ty) if ty != self.tables.module.types.common.void => {
                Some(self.define_local(key, ty, start)?)
            }
            _ if key.is_some() => {
                return self.error_at(start, "instructions returning void cannot have a name");
            }
            _ => None,
        };
        let ends = inst.is_terminator();
        let state = self.state();
        state.insts.push(state.function.add_inst(inst, result, attachments));
        Ok(ends)
    }

    pub(super) fn value_type(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Constant(constant) => self.tables.module.constants.ty(constant),
            ValueKind::Local(local) => self
                .function
                .as_ref()
                .map_or(self.tables.module.types.common.void, |state| state.function.locals[local].ty),
        }
    }

    /// Reads the instruction for an opcode, and returns it with the type of its result.
    #[inline(always)]
    fn operation(&mut self, word: &'a [u8], start: usize) -> Result<(Instruction, Option<Type>)> {
        let common = self.tables.module.types.common;
        let inst = match word {
            keyword::Ret => return self.ret().map(|inst| (inst, None)),
            keyword::Br => self.br()?,
            keyword::Switch => self.switch()?,
            keyword::IndirectBr => {
                let at = self.start;
                let address = self.typed_value()?;
                self.require(b',', "expected ',' after indirectbr address")?;
                self.require(b'[', "expected '[' with indirectbr")?;
                if !self.tables.module.types.is_pointer(self.value_type(address)) {
                    return self.error_at(at, "indirectbr address must have pointer type");
                }
                Instruction::IndirectBr { address, destinations: self.block_list()?.into() }
            }
            keyword::Invoke => {
                let (call, ty) = self.call_site(Flags::empty(), TailKind::None)?;
                self.require_word("to", "expected 'to' in invoke")?;
                let normal = self.label_block()?;
                self.require_word("unwind", "expected 'unwind' in invoke")?;
                let unwind = self.label_block()?;
                return Ok((Instruction::Invoke(Box::new(Invoke { call, normal, unwind })), Some(ty)));
            }
            keyword::CallBr => {
                let (call, ty) = self.call_site(Flags::empty(), TailKind::None)?;
                self.require_word("to", "expected 'to' in callbr")?;
                let fallthrough = self.label_block()?;
                self.require(b'[', "expected '[' in callbr")?;
                let indirect = self.block_list()?;
                return Ok((Instruction::CallBr(Box::new(CallBr { call, fallthrough, indirect })), Some(ty)));
            }
            keyword::Resume => Instruction::Resume(self.typed_value()?),
            keyword::Unreachable => Instruction::Unreachable,
            keyword::CatchSwitch => return Ok((self.catch_switch()?, Some(common.token))),
            keyword::CatchRet => self.catch_ret()?,
            keyword::CleanupRet => self.cleanup_ret()?,
            keyword::CatchPad => {
                let (parent, args) = self.pad(keyword::CatchPad)?;
                return Ok((Instruction::CatchPad { parent, args }, Some(common.token)));
            }
            keyword::CleanupPad => {
                let (parent, args) = self.pad(keyword::CleanupPad)?;
                return Ok((Instruction::CleanupPad { parent, args }, Some(common.token)));
            }
            keyword::LandingPad => return self.landing_pad().map(|(inst, ty)| (inst, Some(ty))),
            keyword::FNeg => {
                let flags = self.flags(const { Opcode::FNeg.flags() });
                let at = self.start;
                let value = self.typed_value()?;
                let ty = self.value_type(value);
                if !self.tables.module.types.is_float(self.tables.module.types.scalar(ty)) {
                    return self.error_at(at, "invalid operand type for instruction");
                }
                return Ok((Instruction::FNeg { flags, value }, Some(ty)));
            }
            keyword::ICmp => {
                let flags = self.flags(const { Opcode::ICmp.flags() });
                let Some(predicate) = self.optional_word(IntPredicate::from_spelling) else {
                    return self.error("expected icmp predicate (e.g. 'eq')");
                };
                let at = self.start;
                let (lhs, rhs, ty) = self.two_operands(COMPARED)?;
                let scalar = self.tables.module.types.scalar(ty);
                if self.tables.module.types.integer_width(scalar).is_none()
                    && !self.tables.module.types.is_pointer(scalar)
                {
                    return self.error_at(at, "icmp requires integer operands");
                }
                let result = self.tables.module.types.with_scalar(ty, common.i1);
                return Ok((Instruction::ICmp { predicate, flags, lhs, rhs }, Some(result)));
            }
            keyword::FCmp => {
                let flags = self.flags(const { Opcode::FCmp.flags() });
                let Some(predicate) = self.optional_word(FloatPredicate::from_spelling) else {
                    return self.error("expected fcmp predicate (e.g. 'oeq')");
                };
                let at = self.start;
                let (lhs, rhs, ty) = self.two_operands(COMPARED)?;
                if !self.tables.module.types.is_float(self.tables.module.types.scalar(ty)) {
                    return self.error_at(at, "fcmp requires floating point operands");
                }
                let result = self.tables.module.types.with_scalar(ty, common.i1);
                return Ok((Instruction::FCmp { predicate, flags, lhs, rhs }, Some(result)));
            }
            keyword::Select => {
                let flags = self.flags(const { Opcode::Select.flags() });
                let at = self.start;
                let condition = self.typed_value()?;
                self.require(b',', "expected ',' after select condition")?;
                let then = self.typed_value()?;
                self.require(b',', "expected ',' after select value")?;
                let otherwise = self.typed_value()?;
                let ty = self.value_type(then);
                let types = [self.value_type(condition), ty, self.value_type(otherwise)];
                if let Some(objection) = self.wrong_select(types) {
                    return self.error_at(at, objection);
                }
                self.fast_math_fits(flags, ty, "select", start)?;
                return Ok((Instruction::Select { flags, condition, then, otherwise }, Some(ty)));
            }
            keyword::Freeze => {
                let value = self.typed_value()?;
                return Ok((Instruction::Freeze(value), Some(self.value_type(value))));
            }
            keyword::Phi => return self.phi(start),
            keyword::ExtractElement | keyword::InsertElement | keyword::ShuffleVector => {
                return self.vector(word);
            }
            keyword::ExtractValue | keyword::InsertValue => {
                return self.aggregate_access(word == keyword::InsertValue);
            }
            keyword::Alloca => return self.alloca(),
            keyword::Load => return self.load(),
            keyword::Store => self.store()?,
            keyword::Fence => {
                let scope = self.intern_scope()?;
                let ordering = self.ordering()?;
                if matches!(ordering, Ordering::Unordered | Ordering::Monotonic) {
                    return self.error(format!("fence cannot be {}", ordering.spelling()));
                }
                Instruction::Fence(Atomicity { ordering, scope })
            }
            keyword::CmpXchg => return self.cmpxchg().map(|(inst, ty)| (inst, Some(ty))),
            keyword::AtomicRmw => return self.atomicrmw().map(|(inst, ty)| (inst, Some(ty))),
            keyword::GetElementPtr => return self.gep(),
            keyword::VaArg => {
                let list = self.typed_value()?;
                self.require(b',', "expected ',' after vaarg operand")?;
                let at = self.start;
                let ty = self.ty()?;
                if !self.tables.module.types.is_first_class(ty) {
                    return self.error_at(at, "va_arg requires operand with first class type");
                }
                return Ok((Instruction::VaArg { list }, Some(ty)));
            }
            keyword::Call => return self.call(TailKind::None),
            b"tail" | b"musttail" | b"notail" => {
                let message = "expected 'tail call', 'musttail call', or 'notail call'";
                self.require_word(Opcode::Call.spelling(), message)?;
                return self.call(TailKind::from_spelling(word).unwrap_or(TailKind::None));
            }
            _ => {
                if let Some(op) = BinaryOp::from_spelling(word) {
                    return self.binary(op);
                }
                return match CastOp::from_spelling(word) {
                    Some(op) => self.cast(op),
                    None => self.error_at(start, "expected instruction opcode"),
                };
            }
        };
        Ok((inst, None))
    }

    fn call(&mut self, tail: TailKind) -> Result<(Instruction, Option<Type>)> {
        let at = self.start;
        let flags = self.flags(const { Opcode::Call.flags() });
        let (call, ty) = self.call_site(flags, tail)?;
        self.fast_math_fits(flags, ty, "call", at)?;
        Ok((Instruction::Call(Box::new(call)), Some(ty)))
    }

    /// Reads a type and two values of that type; `separator` is the error if there is no comma between them.
    #[inline(always)]
    fn two_operands(&mut self, separator: &str) -> Result<(Value, Value, Type)> {
        let ty = self.ty()?;
        let lhs = self.value(ty)?;
        self.require(b',', separator)?;
        let rhs = self.value(ty)?;
        Ok((lhs, rhs, ty))
    }

    fn binary(&mut self, op: BinaryOp) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(op.flags());
        let start = self.start;
        let is_logical = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let (lhs, rhs, ty) = self.two_operands(match is_logical {
            true => "expected ',' in logical operation",
            false => "expected ',' in arithmetic operation",
        })?;
        let scalar = self.tables.module.types.scalar(ty);
        let valid = match op.is_float() {
            true => self.tables.module.types.is_float(scalar),
            false => self.tables.module.types.integer_width(scalar).is_some(),
        };
        if !valid {
            let logical = "instruction requires integer or integer vector operands";
            let message = if is_logical { logical } else { "invalid operand type for instruction" };
            return self.error_at(start, message);
        }
        Ok((Instruction::Binary { op, flags, lhs, rhs }, Some(ty)))
    }

    fn cast(&mut self, op: CastOp) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(op.flags());
        let start = self.start;
        let (value, from) = self.typed_operand()?;
        self.require_word("to", "expected 'to' after cast value")?;
        let to = self.ty()?;
        if !is_valid_cast(&self.tables.module.types, op, from, to) {
            let (from, to) = (self.show_type(from), self.show_type(to));
            return self.error_at(start, format!("invalid cast opcode for cast from '{from}' to '{to}'"));
        }
        Ok((Instruction::Cast { op, flags, value }, Some(to)))
    }

    fn ret(&mut self) -> Result<Instruction> {
        let start = self.start;
        let ty = self.ty_or_void()?;
        let is_void = ty == self.tables.module.types.common.void;
        let value = if is_void { None } else { Some(self.value(ty)?) };
        let expected = self.state().return_type.unwrap_or(ty);
        if ty != expected {
            let expected = self.show_type(expected);
            return self.error_at(start, format!("value doesn't match function result type '{expected}'"));
        }
        Ok(Instruction::Ret(value))
    }

    #[inline(always)]
    fn br(&mut self) -> Result<Instruction> {
        if self.at_word("label") {
            return Ok(Instruction::Br(self.label_block()?));
        }
        let start = self.start;
        let (condition, ty) = self.typed_operand()?;
        if ty != self.tables.module.types.common.i1 {
            return self.error_at(start, "branch condition must have 'i1' type");
        }
        self.require(b',', "expected ',' after branch condition")?;
        let then = self.label_block()?;
        self.require(b',', "expected ',' after true destination")?;
        Ok(Instruction::CondBr { condition, then, otherwise: self.label_block()? })
    }

    fn switch(&mut self) -> Result<Instruction> {
        let start = self.start;
        let value = self.typed_value()?;
        let ty = self.value_type(value);
        self.require(b',', "expected ',' after switch condition")?;
        let default = self.label_block()?;
        self.require(b'[', "expected '[' with switch table")?;
        if self.tables.module.types.integer_width(ty).is_none() {
            return self.error_at(start, "switch condition must have integer type");
        }
        let mut cases = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        while !self.eat(b']') {
            let at = self.start;
            let case = self.typed_value()?;
            self.require(b',', "expected ',' after case value")?;
            let destination = self.label_block()?;
            if !seen.insert(case) {
                return self.error_at(at, "duplicate case value in switch");
            }
            let kind = case.constant().map(|case| self.tables.module.constants.kind(case));
            if !matches!(kind, Some(ConstantKind::Integer(_) | ConstantKind::BigInteger(_))) {
                return self.error_at(at, "case value is not a constant integer");
            }
            if self.value_type(case) != ty {
                // What LLVM's verifier says.
                return self.error_at(at, "Switch constants must all be same type as switch value!");
            }
            cases.push((case, destination));
        }
        Ok(Instruction::Switch(Box::new(Switch { value, default, cases })))
    }

    /// Why types of the condition and of the two values of a `select` are wrong.
    fn wrong_select(&self, [condition, then, otherwise]: [Type; 3]) -> Option<&'static str> {
        let types = &self.tables.module.types;
        let common = types.common;
        let lanes = |ty| match *types.kind(ty) {
            TypeKind::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        };
        Some(match (lanes(condition), lanes(then)) {
            _ if then != otherwise => "both values to select must have same type",
            _ if then == common.token => "select values cannot have token type",
            (None, _) if condition == common.i1 => return None,
            (None, _) => "select condition must be i1 or <n x i1>",
            (Some(_), _) if types.scalar(condition) != common.i1 => {
                "vector select condition element type must be i1"
            }
            (Some(_), None) => "selected values for vector select must be vectors",
            (condition, then) if condition == then => return None,
            _ => "vector select requires selected vectors to have the same vector length as select condition",
        })
    }

    /// Reads the blocks of an indirect branch, after the opening bracket.
    fn block_list(&mut self) -> Result<Vec<Block>> {
        self.list(b']', "expected ']' at end of block list", Self::label_block)
    }

    /// Checks that an instruction with fast-math flags has a floating-point result.
    fn fast_math_fits(&mut self, flags: Flags, ty: Type, word: &str, start: usize) -> Result<()> {
        if flags.is_empty() || self.tables.module.types.takes_fast_math(ty) {
            return Ok(());
        }
        let message = format!(
            "fast-math-flags specified for {word} without floating-point scalar or vector return type"
        );
        self.error_at(start, message)
    }

    fn phi(&mut self, start: usize) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(const { Opcode::Phi.flags() });
        let at = self.start;
        let ty = self.ty()?;
        let mut edges: SmallVec<[(Value, Block); 8]> = SmallVec::new();
        if !self.tables.module.types.is_first_class(ty) {
            return self.error_at(at, "phi node must have first class type");
        }
        while self.eat(b'[') {
            let value = self.value(ty)?;
            self.require(b',', "expected ',' after phi value")?;
            let (key, at) = self.block_name()?;
            edges.push((value, self.block(key, at)?));
            self.require(b']', "expected ']' in phi value list")?;
            // The comma may also precede metadata.
            let before = self.start;
            if !self.eat(b',') {
                break;
            }
            if self.at_metadata_name() {
                self.start = before;
                break;
            }
            if !self.at(b'[') {
                return self.error("expected '[' in phi value list");
            }
        }
        // LLVM looks at the flags, and takes them, only if no attachment follows.
        if !self.at(b',') {
            self.fast_math_fits(flags, ty, "phi", start)?;
        }
        let incoming = self.state().function.push_edges(&edges);
        Ok((Instruction::Phi { flags, incoming }, Some(ty)))
    }

    fn vector(&mut self, word: &[u8]) -> Result<(Instruction, Option<Type>)> {
        let start = self.start;
        let (before_second, before_third) = match word {
            keyword::ExtractElement => ("expected ',' after extract value", ""),
            keyword::InsertElement => {
                ("expected ',' after insertelement value", "expected ',' after insertelement value")
            }
            _ => ("expected ',' after shuffle mask", "expected ',' after shuffle value"),
        };
        let first = self.typed_value()?;
        let vector = self.value_type(first);
        let is_vector = self.tables.module.types.is_vector(vector);
        self.require(b',', before_second)?;
        let second = self.typed_value()?;
        let second_type = self.value_type(second);
        let integer = |reader: &Self, ty| reader.tables.module.types.integer_width(ty).is_some();
        if word == keyword::ExtractElement {
            if !is_vector || !integer(self, second_type) {
                return self.error_at(start, "invalid extractelement operands");
            }
            let ty = self.tables.module.types.scalar(vector);
            return Ok((Instruction::ExtractElement { vector: first, index: second }, Some(ty)));
        }
        self.require(b',', before_third)?;
        let third = self.typed_value()?;
        let third_type = self.value_type(third);
        if word == keyword::InsertElement {
            if !is_vector
                || self.tables.module.types.scalar(vector) != second_type
                || !integer(self, third_type)
            {
                return self.error_at(start, "invalid insertelement operands");
            }
            return Ok((
                Instruction::InsertElement { vector: first, value: second, index: third },
                Some(vector),
            ));
        }
        const WRONG: &str = "invalid shufflevector operands";
        let Some(mask) = third.constant().filter(|_| is_vector && vector == second_type) else {
            return self.error_at(start, WRONG);
        };
        let (ty, numbers) = self.shuffle(vector, mask, start, WRONG)?;
        let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
        let mask = self.state().function.push_numbers(&numbers);
        Ok((Instruction::ShuffleVector { a: first, b: second, mask }, Some(ty)))
    }

    fn aggregate_access(&mut self, insert: bool) -> Result<(Instruction, Option<Type>)> {
        let at = self.start;
        let aggregate = self.typed_value()?;
        let aggregate_type = self.value_type(aggregate);
        let name = if insert { "insertvalue" } else { "extractvalue" };
        let mut value_start = at;
        let value = if insert {
            self.require(b',', "expected comma after insertvalue operand")?;
            value_start = self.start;
            Some(self.typed_value()?)
        } else {
            None
        };
        let indices = self.index_list()?;
        if !self.tables.module.types.is_aggregate(aggregate_type) {
            return self.error_at(at, format!("{name} operand must be aggregate type"));
        }
        let Some(ty) = self.tables.module.types.member(aggregate_type, &indices) else {
            return self.error_at(at, format!("invalid indices for {name}"));
        };
        let indices = self.state().function.push_numbers(&indices);
        match value {
            None => Ok((Instruction::ExtractValue { aggregate, indices }, Some(ty))),
            Some(value) => {
                let found = self.value_type(value);
                if found != ty {
                    let (found, ty) = (self.show_type(found), self.show_type(ty));
                    let message = format!(
                        "insertvalue operand and field disagree in type: '{found}' instead of '{ty}'"
                    );
                    return self.error_at(value_start, message);
                }
                Ok((Instruction::InsertValue { aggregate, value, indices }, Some(aggregate_type)))
            }
        }
    }

    /// Reads `, 0, 1`, up to metadata attachments.
    fn index_list(&mut self) -> Result<SmallVec<[u32; 4]>> {
        let mut indices = SmallVec::new();
        if !self.at(b',') {
            return self.error("expected ',' as start of index list");
        }
        loop {
            let before = self.start;
            if !self.eat(b',') {
                return Ok(indices);
            }
            if self.at_metadata_name() {
                if indices.is_empty() {
                    return self.error("expected index");
                }
                self.start = before;
                return Ok(indices);
            }
            indices.push(self.u32()?);
        }
    }

    #[inline(always)]
    fn alloca(&mut self) -> Result<(Instruction, Option<Type>)> {
        let inalloca = self.eat_word("inalloca");
        let swifterror = self.eat_word("swifterror");
        let start = self.start;
        let allocated = self.ty()?;
        if matches!(self.tables.module.types.kind(allocated), TypeKind::Function { .. })
            || !self.is_pointee(allocated)
        {
            return self.error_at(start, "invalid type for alloca");
        }
        let i32_type = self.tables.module.types.common.i32;
        let mut count = Value::from(self.integer(i32_type, 1));
        let mut count_start = start;
        let mut fields = (Alignment::NONE, 0);
        let before = self.start;
        if self.eat(b',') {
            if self.at_metadata_name() {
                self.start = before;
            } else if !self.alloca_fields(&mut fields)? {
                count_start = self.start;
                count = self.typed_value()?;
                let before = self.start;
                if self.eat(b',') && self.at_metadata_name() {
                    self.start = before;
                } else {
                    // LLVM accepts a comma with nothing behind it.
                    self.alloca_fields(&mut fields)?;
                }
            }
        }
        if self.tables.module.types.integer_width(self.value_type(count)).is_none() {
            return self.error_at(count_start, "element count must have integer type");
        }
        let (alignment, space) = fields;
        if alignment == Alignment::NONE && !self.is_sized(allocated) {
            return self.error_at(start, "Cannot allocate unsized type");
        }
        let ty = self.tables.module.types.pointer(space);
        let alloca = Alloca { allocated, count, alignment, inalloca, swifterror };
        Ok((Instruction::Alloca(alloca), Some(ty)))
    }

    /// Reads the alignment and the address space of an `alloca`, or only the latter; returns whether there was one. Without an
    /// address space it is 0, whatever the data layout says of allocas.
    #[inline(always)]
    fn alloca_fields(&mut self, (alignment, space): &mut (Alignment, u32)) -> Result<bool> {
        if self.at_word("addrspace") {
            *space = self.address_space()?;
            return Ok(true);
        }
        if !self.at_word("align") {
            return Ok(false);
        }
        *alignment = self.alignment()?;
        self.trailing(|reader| {
            if !reader.at_word("addrspace") {
                return reader.error("expected metadata or 'addrspace'");
            }
            *space = reader.address_space()?;
            Ok(())
        })?;
        Ok(true)
    }

    /// Whether values of a type have a size.
    pub(super) fn is_sized(&self, ty: Type) -> bool {
        let (module, layout) = (&self.tables.module, &self.tables.layout);
        Sizes { strings: &module.strings, types: &module.types, layout }.is_sized(ty)
    }

    /// Reads the comma-separated items that precede metadata attachments.
    #[inline(always)]
    fn trailing(&mut self, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        loop {
            let before = self.start;
            if !self.eat(b',') {
                return Ok(());
            }
            if self.at_metadata_name() {
                self.start = before;
                return Ok(());
            }
            item(self)?;
        }
    }

    #[inline(always)]
    fn trailing_alignment(&mut self) -> Result<Alignment> {
        let mut alignment = Alignment::NONE;
        if let Some((bytes, end)) = self.behind(", align ").and_then(|from| short_number(self.text, from))
            && let Some(known) = Alignment::new(bytes.into())
        {
            alignment = known;
            self.step_to(end);
        }
        self.trailing(|reader| {
            if !reader.at_word("align") {
                return reader.error("expected metadata or 'align'");
            }
            alignment = reader.alignment()?;
            Ok(())
        })?;
        Ok(alignment)
    }

    fn ordering(&mut self) -> Result<Ordering> {
        match self.optional_word(|word| Ordering::from_spelling(word).filter(|o| *o != Ordering::NotAtomic)) {
            Some(ordering) => Ok(ordering),
            None => self.error("Expected ordering on atomic instruction"),
        }
    }

    #[inline(always)]
    fn check_pointer_operand(&self, value: Value, at: usize, message: &str) -> Result<()> {
        if self.tables.module.types.is_pointer(self.value_type(value)) {
            return Ok(());
        }
        self.error_at(at, message)
    }

    #[inline(always)]
    fn load(&mut self) -> Result<(Instruction, Option<Type>)> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty_start = self.start;
        let ty = self.ty()?;
        self.require(b',', "expected comma after load's type")?;
        let start = self.start;
        let (address, address_type) = self.typed_operand()?;
        let atomicity = self.atomicity(atomic)?;
        let alignment = self.trailing_alignment()?;
        if !self.tables.module.types.is_pointer(address_type) || !self.tables.module.types.is_first_class(ty)
        {
            return self.error_at(start, "load operand must be a pointer to a first class type");
        }
        if alignment == Alignment::NONE {
            if atomic {
                return self.error_at(start, "atomic load must have explicit non-zero alignment");
            }
            if !self.is_sized(ty) {
                return self.error_at(ty_start, "loading unsized types is not allowed");
            }
        }
        if matches!(atomicity.ordering, Ordering::Release | Ordering::AcqRel) {
            return self.error_at(start, "atomic load cannot use Release ordering");
        }
        Ok((Instruction::Load { address, alignment, volatile, atomicity }, Some(ty)))
    }

    fn atomicity(&mut self, atomic: bool) -> Result<Atomicity> {
        if !atomic {
            return Ok(Atomicity::NONE);
        }
        let scope = self.intern_scope()?;
        Ok(Atomicity { ordering: self.ordering()?, scope })
    }

    #[inline(always)]
    fn store(&mut self) -> Result<Instruction> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let start = self.start;
        let (value, ty) = self.typed_operand()?;
        self.require(b',', "expected ',' after store operand")?;
        let address_start = self.start;
        let address = self.typed_value()?;
        let atomicity = self.atomicity(atomic)?;
        let alignment = self.trailing_alignment()?;
        self.check_pointer_operand(address, address_start, "store operand must be a pointer")?;
        if !self.tables.module.types.is_first_class(ty) {
            return self.error_at(start, "store operand must be a first class value");
        }
        if alignment == Alignment::NONE {
            if atomic {
                return self.error_at(start, "atomic store must have explicit non-zero alignment");
            }
            if !self.is_sized(ty) {
                return self.error_at(start, "storing unsized types is not allowed");
            }
        }
        if matches!(atomicity.ordering, Ordering::Acquire | Ordering::AcqRel) {
            return self.error_at(start, "atomic store cannot use Acquire ordering");
        }
        Ok(Instruction::Store { value, address, alignment, volatile, atomicity })
    }

    fn cmpxchg(&mut self) -> Result<(Instruction, Type)> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let address_start = self.start;
        let address = self.typed_value()?;
        self.require(b',', "expected ',' after cmpxchg address")?;
        let expected = self.typed_value()?;
        self.require(b',', "expected ',' after cmpxchg cmp operand")?;
        let start = self.start;
        let new = self.typed_value()?;
        let ty = self.value_type(expected);
        let scope = self.intern_scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let alignment = self.trailing_alignment()?;
        if success == Ordering::Unordered {
            return self.error("invalid cmpxchg success ordering");
        }
        if matches!(failure, Ordering::Release | Ordering::AcqRel | Ordering::Unordered) {
            return self.error("invalid cmpxchg failure ordering");
        }
        self.check_pointer_operand(address, address_start, "cmpxchg operand must be a pointer")?;
        if ty != self.value_type(new) {
            return self.error_at(start, "compare value and new value type do not match");
        }
        if !self.tables.module.types.is_first_class(ty) {
            return self.error_at(start, "cmpxchg operand must be a first class value");
        }
        let i1_type = self.tables.module.types.common.i1;
        let result =
            self.tables.module.types.intern(TypeKind::Struct { packed: false, fields: [ty, i1_type].into() });
        let inst = CmpXchg { address, expected, new, weak, volatile, success, failure, scope, alignment };
        Ok((Instruction::CmpXchg(Box::new(inst)), result))
    }

    fn atomicrmw(&mut self) -> Result<(Instruction, Type)> {
        let volatile = self.eat_word("volatile");
        let elementwise = self.eat_word("elementwise");
        let Some(op) = self.optional_word(RmwOp::from_spelling) else {
            return self.error("expected binary operation in atomicrmw");
        };
        let address_start = self.start;
        let address = self.typed_value()?;
        self.require(b',', "expected ',' after atomicrmw address")?;
        let start = self.start;
        let value = self.typed_value()?;
        let ty = self.value_type(value);
        let scope = self.intern_scope()?;
        let atomicity = Atomicity { ordering: self.ordering()?, scope };
        let alignment = self.trailing_alignment()?;
        if atomicity.ordering == Ordering::Unordered {
            return self.error("atomicrmw cannot be unordered");
        }
        self.check_pointer_operand(address, address_start, "atomicrmw operand must be a pointer")?;
        if self.tables.module.types.is_scalable(ty) {
            return self.error_at(start, "atomicrmw operand may not be scalable");
        }
        let types = &self.tables.module.types;
        // Of an elementwise operation, the elements must be of the right type.
        let scalar = if elementwise { types.scalar(ty) } else { ty };
        let is_integer = types.integer_width(scalar).is_some();
        let wanted = match op {
            _ if elementwise && atomicity.ordering == Ordering::SeqCst => {
                return self.error_at(start, "atomicrmw elementwise cannot be sequentially consistent");
            }
            _ if elementwise && !matches!(types.kind(ty), TypeKind::Vector { scalable: false, .. }) => {
                return self.error_at(start, "atomicrmw elementwise operand must be a fixed vector type");
            }
            RmwOp::Xchg => (!is_integer && !types.is_float(scalar) && !types.is_pointer(scalar))
                .then_some("an integer, floating point, or pointer type"),
            op if op.is_float() => (!types.is_float(types.scalar(ty))).then_some("a floating point type"),
            _ => (!is_integer).then_some("an integer"),
        };
        if let Some(wanted) = wanted {
            let message = format!("atomicrmw {} operand must be {wanted}", op.spelling());
            return self.error_at(start, message);
        }
        let (module, layout) = (&self.tables.module, &self.tables.layout);
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
        let bits = sizes.stored(ty).map(|bytes| bytes * 8);
        if !bits.is_some_and(|bits| bits >= 8 && bits.is_power_of_two()) {
            return self.error_at(start, "atomicrmw operand must be power-of-two byte-sized integer");
        }
        let inst = AtomicRmw { op, address, value, volatile, elementwise, atomicity, alignment };
        Ok((Instruction::AtomicRmw(Box::new(inst)), ty))
    }

    #[inline(always)]
    fn gep(&mut self) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(const { Opcode::GetElementPtr.flags() });
        let element = self.ty()?;
        self.require(b',', "expected comma after getelementptr's type")?;
        let base_start = self.start;
        let (base, base_type) = self.typed_operand()?;
        if !self.tables.module.types.is_pointer(self.tables.module.types.scalar(base_type)) {
            return self.error_at(base_start, "base of getelementptr must be a pointer");
        }
        let mut indices: SmallVec<[Value; 4]> = SmallVec::new();
        let mut index_types: SmallVec<[Type; 4]> = SmallVec::new();
        let mut result = base_type;
        self.trailing(|reader| {
            let at = reader.start;
            let (index, ty) = reader.typed_operand()?;
            result = reader.gep_with_index(result, ty, at)?;
            indices.push(index);
            index_types.push(ty);
            Ok(())
        })?;
        if !indices.is_empty() && !self.is_gep_element(element) {
            let is_sized = self.is_sized(element);
            let scalable = "getelementptr cannot target structure that contains scalable vector type";
            let unsized_element = "base element of getelementptr must be sized";
            return self.error_at(base_start, if is_sized { scalable } else { unsized_element });
        }
        let struct_index = |reader: &mut Self, at: usize| reader.struct_index(indices[at].constant()?);
        self.check_gep(element, &index_types, struct_index, base_start)?;
        let indices = self.state().function.push_values(&indices);
        Ok((Instruction::GetElementPtr { flags, element, base, indices }, Some(result)))
    }

    /// The constant index of a field.
    pub(super) fn struct_index(&self, index: Constant) -> Option<u64> {
        let constants = &self.tables.module.constants;
        let scalar = constants.splat(&self.tables.module.types, index).unwrap_or(index);
        match *constants.kind(scalar) {
            ConstantKind::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Whether an instruction can compute addresses within values of this type: it has a size, and is no struct of scalable vectors.
    #[inline(always)]
    fn is_gep_element(&mut self, ty: Type) -> bool {
        match self.tables.module.types.kind(ty) {
            TypeKind::Integer(_) | TypeKind::Pointer(_) => true,
            _ => {
                let (module, layout) = (&self.tables.module, &self.tables.layout);
                let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
                self.recent.elements.get(&[ty], || {
                    let is_struct = module.types.struct_fields(ty).is_some();
                    sizes.is_sized(ty) && !(is_struct && sizes.is_scalable(ty))
                })
            }
        }
    }

    /// The type of an address computation of type `result` with one more index: a vector if any of its operands is one.
    #[inline(always)]
    pub(super) fn gep_with_index(&self, result: Type, index: Type, at: usize) -> Result<Type> {
        let types = &self.tables.module.types;
        if types.integer_width(types.scalar(index)).is_none() {
            return self.error_at(at, "getelementptr index must be an integer");
        }
        let TypeKind::Vector { len, scalable, .. } = *types.kind(index) else { return Ok(result) };
        match *types.kind(result) {
            TypeKind::Vector { len: found, scalable: found_scalable, .. } => {
                if (found, found_scalable) != (len, scalable) {
                    let message = "getelementptr vector index has a wrong number of elements";
                    return self.error_at(at, message);
                }
                Ok(result)
            }
            _ => Ok(types.intern(TypeKind::Vector { len, scalable, element: result })),
        }
    }

    /// Checks that a type has what the indices of an address computation name. `struct_index` returns the value of the constant
    /// index at a position.
    #[inline(always)]
    pub(super) fn check_gep(
        &mut self,
        element: Type,
        indices: &[Type],
        struct_index: impl Fn(&mut Self, usize) -> Option<u64>,
        at: usize,
    ) -> Result<()> {
        let mut ty = element;
        for (position, &index) in indices.iter().enumerate().skip(1) {
            let next = match self.tables.module.types.kind(ty) {
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(*element),
                // Field indices have 32 bits.
                TypeKind::Struct { .. } | TypeKind::Identified(_)
                    if self.tables.module.types.scalar(index) == self.tables.module.types.common.i32
                        && !self.tables.module.types.is_scalable(index) =>
                {
                    struct_index(self, position).and_then(|index| self.tables.module.types.element(ty, index))
                }
                _ => None,
            };
            ty = match next {
                Some(next) => next,
                None => return self.error_at(at, "invalid getelementptr indices"),
            };
        }
        Ok(())
    }
}

/// The message for two values to compare without a comma between them.
const COMPARED: &str = "expected ',' after compare value";

/// Whether `op` can convert from `from` to `to`. Source: LangRef, Conversion Operations.
pub(crate) fn is_valid_cast(types: &Types, op: CastOp, from: Type, to: Type) -> bool {
    let shape = |ty| match *types.kind(ty) {
        TypeKind::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    };
    let (from_scalar, to_scalar) = (types.scalar(from), types.scalar(to));
    let int = |ty| types.integer_width(ty);
    let float = |ty| types.float_width(ty);
    let pointer = |ty| types.is_pointer(ty);
    if op == CastOp::BitCast {
        let bits = |ty| types.bits_width(ty).or(float(ty)).map_or(0, u64::from);
        // The number of bits as LLVM counts them, and whether the type is scalable. Target types have none.
        let size = |ty| match *types.kind(ty) {
            TypeKind::Vector { len, scalable, element } => Some((bits(element) * u64::from(len), scalable)),
            TypeKind::Array { .. } | TypeKind::Struct { .. } | TypeKind::Identified(_) => None,
            TypeKind::X86Amx => Some((8192, false)),
            _ => Some((bits(ty), false)),
        };
        let lanes = |ty| shape(ty).unwrap_or((1, false));
        return match (pointer(from_scalar), pointer(to_scalar)) {
            (true, true) => from_scalar == to_scalar && lanes(from) == lanes(to),
            (false, false) => size(from).is_some() && size(from) == size(to),
            // Bytes may hold pointers; only the data layout knows how large these are, and LLVM does not ask it.
            _ => types.is_byte(from_scalar) || types.is_byte(to_scalar),
        };
    }
    shape(from) == shape(to)
        && match op {
            CastOp::Trunc => matches!((int(from_scalar), int(to_scalar)), (Some(a), Some(b)) if a > b),
            CastOp::ZExt | CastOp::SExt => {
                matches!((int(from_scalar), int(to_scalar)), (Some(a), Some(b)) if a < b)
            }
            CastOp::FpTrunc => matches!((float(from_scalar), float(to_scalar)), (Some(a), Some(b)) if a > b),
            CastOp::FpExt => matches!((float(from_scalar), float(to_scalar)), (Some(a), Some(b)) if a < b),
            CastOp::FpToUi | CastOp::FpToSi => float(from_scalar).is_some() && int(to_scalar).is_some(),
            CastOp::UiToFp | CastOp::SiToFp => int(from_scalar).is_some() && float(to_scalar).is_some(),
            CastOp::PtrToInt | CastOp::PtrToAddr => pointer(from_scalar) && int(to_scalar).is_some(),
            CastOp::IntToPtr => int(from_scalar).is_some() && pointer(to_scalar),
            CastOp::AddrSpaceCast => pointer(from_scalar) && pointer(to_scalar) && from_scalar != to_scalar,
            CastOp::BitCast => false,
        }
}
