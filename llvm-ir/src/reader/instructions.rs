//! Reads instructions other than calls and pads.

use smallvec::SmallVec;

use super::lexer::short_number;
use super::{Reader, Result};
use crate::constants::ConstantKind;
use crate::function::{Block, Value, ValueKind};
use crate::instruction::{
    Alignment, Alloca, AtomicRmw, Atomicity, BinaryOp, CallBr, CastOp, CmpXchg, Flags, FloatPredicate,
    Instruction, IntPredicate, Invoke, List, Opcode, Ordering, RmwOp, Switch, TailKind, keyword,
};
use crate::types::{Type, TypeKind, Types};

impl<'a> Reader<'a> {
    /// Reads an instruction; returns whether it is a terminator.
    #[inline(always)]
    pub(super) fn instruction(&mut self) -> Result<bool> {
        let start = self.start;
        let key = self.local_key();
        if key.is_some() {
            self.expect(b'=')?;
        }
        let Some(word) = self.word() else { return self.error("expected instruction opcode") };
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
            keyword::Ret => return self.ret(start).map(|inst| (inst, None)),
            keyword::Br => self.br(start)?,
            keyword::Switch => self.switch(start)?,
            keyword::IndirectBr => {
                let at = self.start;
                let address = self.typed_value()?;
                if !self.tables.module.types.is_pointer(self.value_type(address)) {
                    return self.error_at(at, "indirectbr address must have pointer type");
                }
                self.expect(b',')?;
                self.expect(b'[')?;
                Instruction::IndirectBr { address, destinations: self.list(b']', Self::label_block)?.into() }
            }
            keyword::Invoke => {
                let (call, ty) = self.call_site(Flags::empty(), TailKind::None)?;
                self.expect_word("to")?;
                let normal = self.label_block()?;
                self.expect_word("unwind")?;
                let unwind = self.label_block()?;
                return Ok((Instruction::Invoke(Box::new(Invoke { call, normal, unwind })), Some(ty)));
            }
            keyword::CallBr => {
                let (call, ty) = self.call_site(Flags::empty(), TailKind::None)?;
                self.expect_word("to")?;
                let fallthrough = self.label_block()?;
                self.expect(b'[')?;
                let indirect = self.list(b']', Self::label_block)?;
                return Ok((Instruction::CallBr(Box::new(CallBr { call, fallthrough, indirect })), Some(ty)));
            }
            keyword::Resume => Instruction::Resume(self.typed_value()?),
            keyword::Unreachable => Instruction::Unreachable,
            keyword::CatchSwitch => return Ok((self.catch_switch()?, Some(common.token))),
            keyword::CatchRet => self.catch_ret()?,
            keyword::CleanupRet => self.cleanup_ret()?,
            keyword::CatchPad => {
                let scope = self.start;
                let (parent, args) = self.pad("catchpad")?;
                if parent.constant().is_some() {
                    return self.error_at(scope, "expected scope value for catchpad");
                }
                return Ok((Instruction::CatchPad { parent, args }, Some(common.token)));
            }
            keyword::CleanupPad => {
                let (parent, args) = self.pad("cleanuppad")?;
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
                let (lhs, rhs, ty) = self.two_operands()?;
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
                let (lhs, rhs, ty) = self.two_operands()?;
                if !self.tables.module.types.is_float(self.tables.module.types.scalar(ty)) {
                    return self.error_at(at, "fcmp requires floating point operands");
                }
                let result = self.tables.module.types.with_scalar(ty, common.i1);
                return Ok((Instruction::FCmp { predicate, flags, lhs, rhs }, Some(result)));
            }
            keyword::Select => {
                let flags = self.flags(const { Opcode::Select.flags() });
                let condition_start = self.start;
                let condition = self.typed_value()?;
                self.expect(b',')?;
                let then = self.typed_value()?;
                self.expect(b',')?;
                let otherwise = self.typed_value()?;
                let ty = self.value_type(then);
                let condition_type = self.value_type(condition);
                let vector_condition = self.tables.module.types.with_scalar(ty, common.i1);
                if ty != self.value_type(otherwise) {
                    return self.error_at(start, "select values must have same type");
                }
                if condition_type != common.i1 && condition_type != vector_condition {
                    return self.error_at(condition_start, "select condition must be i1 or <n x i1>");
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
                return self.vector(word, start);
            }
            keyword::ExtractValue | keyword::InsertValue => {
                return self.aggregate_access(word == keyword::InsertValue, start);
            }
            keyword::Alloca => return self.alloca(),
            keyword::Load => return self.load(),
            keyword::Store => self.store()?,
            keyword::Fence => {
                let scope = self.intern_scope()?;
                let at = self.start;
                let ordering = self.ordering()?;
                if matches!(ordering, Ordering::Unordered | Ordering::Monotonic) {
                    return self.error_at(at, format!("fence cannot be {}", ordering.spelling()));
                }
                Instruction::Fence(Atomicity { ordering, scope })
            }
            keyword::CmpXchg => return self.cmpxchg().map(|(inst, ty)| (inst, Some(ty))),
            keyword::AtomicRmw => return self.atomicrmw().map(|(inst, ty)| (inst, Some(ty))),
            keyword::GetElementPtr => return self.gep(start),
            keyword::VaArg => {
                let list = self.typed_value()?;
                self.expect(b',')?;
                return Ok((Instruction::VaArg { list }, Some(self.ty()?)));
            }
            keyword::Call => return self.call(TailKind::None),
            b"tail" | b"musttail" | b"notail" => {
                self.expect_word(Opcode::Call.spelling())?;
                return self.call(TailKind::from_spelling(word).unwrap_or(TailKind::None));
            }
            _ => {
                if let Some(op) = BinaryOp::from_spelling(word) {
                    return self.binary(op, start);
                }
                return match CastOp::from_spelling(word) {
                    Some(op) => self.cast(op, start),
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

    /// Reads a type and two values of that type.
    #[inline(always)]
    fn two_operands(&mut self) -> Result<(Value, Value, Type)> {
        let ty = self.ty()?;
        let lhs = self.value(ty)?;
        self.expect(b',')?;
        let rhs = self.value(ty)?;
        Ok((lhs, rhs, ty))
    }

    fn binary(&mut self, op: BinaryOp, start: usize) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(op.flags());
        let (lhs, rhs, ty) = self.two_operands()?;
        let scalar = self.tables.module.types.scalar(ty);
        let valid = match op.is_float() {
            true => self.tables.module.types.is_float(scalar),
            false => self.tables.module.types.integer_width(scalar).is_some(),
        };
        if !valid {
            return self.error_at(start, "invalid operand type for instruction");
        }
        Ok((Instruction::Binary { op, flags, lhs, rhs }, Some(ty)))
    }

    fn cast(&mut self, op: CastOp, start: usize) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(op.flags());
        let (value, from) = self.typed_operand()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        if !is_valid_cast(&self.tables.module.types, op, from, to) {
            let (from, to) = (self.show_type(from), self.show_type(to));
            return self.error_at(start, format!("invalid cast opcode for cast from '{from}' to '{to}'"));
        }
        Ok((Instruction::Cast { op, flags, value }, Some(to)))
    }

    fn ret(&mut self, start: usize) -> Result<Instruction> {
        let ty = self.ty_or_void()?;
        let expected = self.state().return_type.unwrap_or(ty);
        if ty != expected {
            let expected = self.show_type(expected);
            return self.error_at(start, format!("value doesn't match function result type '{expected}'"));
        }
        if ty == self.tables.module.types.common.void {
            return Ok(Instruction::Ret(None));
        }
        Ok(Instruction::Ret(Some(self.value(ty)?)))
    }

    #[inline(always)]
    fn br(&mut self, start: usize) -> Result<Instruction> {
        if self.at_word("label") {
            return Ok(Instruction::Br(self.label_block()?));
        }
        let (condition, ty) = self.typed_operand()?;
        if ty != self.tables.module.types.common.i1 {
            return self.error_at(start, "branch condition must have 'i1' type");
        }
        self.expect(b',')?;
        let then = self.label_block()?;
        self.expect(b',')?;
        Ok(Instruction::CondBr { condition, then, otherwise: self.label_block()? })
    }

    fn switch(&mut self, start: usize) -> Result<Instruction> {
        let value = self.typed_value()?;
        let ty = self.value_type(value);
        if self.tables.module.types.integer_width(ty).is_none() {
            return self.error_at(start, "switch condition must have integer type");
        }
        self.expect(b',')?;
        let default = self.label_block()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        while !self.eat(b']') {
            let at = self.start;
            let case = self.typed_constant()?;
            self.check_type(ty, self.tables.module.constants.ty(case), at)?;
            if !seen.insert(case) {
                return self.error_at(at, "duplicate case value in switch");
            }
            self.expect(b',')?;
            cases.push((Value::from(case), self.label_block()?));
        }
        Ok(Instruction::Switch(Box::new(Switch { value, default, cases })))
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
        let ty = self.ty()?;
        let mut edges: SmallVec<[(Value, Block); 8]> = SmallVec::new();
        let label = self.tables.module.types.common.label;
        while self.eat(b'[') {
            let value = self.value(ty)?;
            self.expect(b',')?;
            let at = self.start;
            let Some(key) = self.local_key() else { return self.error("expected a basic block") };
            edges.push((value, self.block(key, at)?));
            self.expect(b']')?;
            // The comma may also precede metadata.
            let before = self.start;
            if !self.eat(b',') {
                break;
            }
            if !self.at(b'[') {
                self.start = before;
                break;
            }
        }
        if ty == label {
            return self.error("phi node must have first class type");
        }
        // LLVM looks at the flags, and takes them, only if no attachment follows.
        if !self.at(b',') {
            self.fast_math_fits(flags, ty, "phi", start)?;
        }
        let incoming = self.state().function.push_edges(&edges);
        Ok((Instruction::Phi { flags, incoming }, Some(ty)))
    }

    fn vector(&mut self, word: &[u8], start: usize) -> Result<(Instruction, Option<Type>)> {
        let first = self.typed_value()?;
        let vector = self.value_type(first);
        let is_vector = self.tables.module.types.is_vector(vector);
        self.expect(b',')?;
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
        self.expect(b',')?;
        let third_start = self.start;
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
        let Some(mask) = third.constant().filter(|_| is_vector && vector == second_type) else {
            return self.error_at(start, "invalid shufflevector operands");
        };
        let (ty, numbers) = self.shuffle(vector, mask, third_start)?;
        let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
        let mask = self.state().function.push_numbers(&numbers);
        Ok((Instruction::ShuffleVector { a: first, b: second, mask }, Some(ty)))
    }

    fn aggregate_access(&mut self, insert: bool, start: usize) -> Result<(Instruction, Option<Type>)> {
        let at = self.start;
        let aggregate = self.typed_value()?;
        let aggregate_type = self.value_type(aggregate);
        let name = if insert { "insertvalue" } else { "extractvalue" };
        if !self.tables.module.types.is_aggregate(aggregate_type) {
            return self.error_at(at, format!("{name} operand must be aggregate type"));
        }
        let value = if insert {
            self.expect(b',')?;
            Some(self.typed_value()?)
        } else {
            None
        };
        let mut indices = Vec::new();
        let mut ty = aggregate_type;
        loop {
            let before = self.start;
            if !self.eat(b',') {
                break;
            }
            if self.at_metadata_name() {
                self.start = before;
                break;
            }
            let index = self.u32()?;
            let within =
                self.tables.module.types.element_count(ty).is_some_and(|count| u64::from(index) < count);
            ty = match self.tables.module.types.element(ty, index.into()) {
                Some(element) if within && self.tables.module.types.is_aggregate(ty) => element,
                _ => return self.error_at(start, format!("invalid indices for {name}")),
            };
            indices.push(index);
        }
        if indices.is_empty() {
            return self.error("expected index");
        }
        let indices = self.state().function.push_numbers(&indices);
        match value {
            None => Ok((Instruction::ExtractValue { aggregate, indices }, Some(ty))),
            Some(value) => {
                let found = self.value_type(value);
                if found != ty {
                    let (found, ty) = (self.show_type(found), self.show_type(ty));
                    return self.error_at(
                        start,
                        format!(
                            "insertvalue operand and field disagree in type: '{found}' instead of '{ty}'"
                        ),
                    );
                }
                Ok((Instruction::InsertValue { aggregate, value, indices }, Some(aggregate_type)))
            }
        }
    }

    #[inline(always)]
    fn alloca(&mut self) -> Result<(Instruction, Option<Type>)> {
        let inalloca = self.eat_word("inalloca");
        let swifterror = self.eat_word("swifterror");
        let start = self.start;
        let allocated = self.ty()?;
        let invalid = matches!(
            self.tables.module.types.kind(allocated),
            TypeKind::Function { .. }
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token
                | TypeKind::X86Amx
        );
        if invalid {
            return self.error_at(start, "invalid type for alloca");
        }
        let i32_type = self.tables.module.types.common.i32;
        let mut count = Value::from(self.integer(i32_type, 1));
        let mut alignment = Alignment::NONE;
        // The default, whatever the data layout says of allocas.
        let mut space = 0;
        self.trailing(|reader| {
            if reader.at_word("align") {
                alignment = reader.alignment()?;
            } else if reader.at_word("addrspace") {
                space = reader.address_space()?;
            } else {
                let at = reader.start;
                count = reader.typed_value()?;
                if reader.tables.module.types.integer_width(reader.value_type(count)).is_none() {
                    return reader.error_at(at, "element count must have integer type");
                }
            }
            Ok(())
        })?;
        let ty = self.tables.module.types.pointer(space);
        let alloca = Alloca { allocated, count, alignment, inalloca, swifterror };
        Ok((Instruction::Alloca(alloca), Some(ty)))
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
            alignment = reader.alignment()?;
            Ok(())
        })?;
        Ok(alignment)
    }

    fn ordering(&mut self) -> Result<Ordering> {
        match self.optional_word(|word| Ordering::from_spelling(word).filter(|o| *o != Ordering::NotAtomic)) {
            Some(ordering) => Ok(ordering),
            None => self.error("expected ordering on atomic instruction"),
        }
    }

    #[inline(always)]
    fn pointer_operand(&mut self) -> Result<Value> {
        let start = self.start;
        let (value, ty) = self.typed_operand()?;
        if !self.tables.module.types.is_pointer(ty) {
            return self.error_at(start, "operand must be a pointer");
        }
        Ok(value)
    }

    #[inline(always)]
    fn load(&mut self) -> Result<(Instruction, Option<Type>)> {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let start = self.start;
        let ty = self.ty()?;
        if !self.tables.module.types.is_first_class(ty)
            || matches!(self.tables.module.types.kind(ty), TypeKind::Label | TypeKind::Metadata)
        {
            return self.error_at(start, "loading unsized types is not allowed");
        }
        if !self.eat(b',') {
            return self.error("expected comma after load's type");
        }
        let address = self.pointer_operand()?;
        let atomicity = self.atomicity(atomic)?;
        let alignment = self.trailing_alignment()?;
        if matches!(atomicity.ordering, Ordering::Release | Ordering::AcqRel) {
            return self.error_at(start, "atomic load cannot use Release ordering");
        }
        if atomic && alignment == Alignment::NONE {
            return self.error_at(start, "atomic load must have explicit non-zero alignment");
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
        let value = self.typed_value()?;
        self.expect(b',')?;
        let address = self.pointer_operand()?;
        let atomicity = self.atomicity(atomic)?;
        let alignment = self.trailing_alignment()?;
        if matches!(atomicity.ordering, Ordering::Acquire | Ordering::AcqRel) {
            return self.error_at(start, "atomic store cannot use Acquire ordering");
        }
        if atomic && alignment == Alignment::NONE {
            return self.error_at(start, "atomic store must have explicit non-zero alignment");
        }
        Ok(Instruction::Store { value, address, alignment, volatile, atomicity })
    }

    fn cmpxchg(&mut self) -> Result<(Instruction, Type)> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let address = self.pointer_operand()?;
        self.expect(b',')?;
        let start = self.start;
        let expected = self.typed_value()?;
        self.expect(b',')?;
        let new = self.typed_value()?;
        let ty = self.value_type(expected);
        if ty != self.value_type(new) {
            return self.error_at(start, "compare value and new value type do not match");
        }
        let scope = self.intern_scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        if success == Ordering::Unordered {
            return self.error_at(start, "invalid cmpxchg success ordering");
        }
        if matches!(failure, Ordering::Release | Ordering::AcqRel | Ordering::Unordered) {
            return self.error_at(start, "invalid cmpxchg failure ordering");
        }
        let alignment = self.trailing_alignment()?;
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
        let address = self.pointer_operand()?;
        self.expect(b',')?;
        let start = self.start;
        let value = self.typed_value()?;
        let ty = self.value_type(value);
        let scope = self.intern_scope()?;
        let atomicity = Atomicity { ordering: self.ordering()?, scope };
        if atomicity.ordering == Ordering::Unordered {
            return self.error_at(start, "atomicrmw cannot be unordered");
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
        let alignment = self.trailing_alignment()?;
        let inst = AtomicRmw { op, address, value, volatile, elementwise, atomicity, alignment };
        Ok((Instruction::AtomicRmw(Box::new(inst)), ty))
    }

    #[inline(always)]
    fn gep(&mut self, start: usize) -> Result<(Instruction, Option<Type>)> {
        let flags = self.flags(const { Opcode::GetElementPtr.flags() });
        let element = self.ty()?;
        if !self.eat(b',') {
            return self.error("expected comma after getelementptr's type");
        }
        let (base, base_type) = self.typed_operand()?;
        let mut indices: SmallVec<[Value; 4]> = SmallVec::new();
        let mut index_types: SmallVec<[Type; 4]> = SmallVec::new();
        self.trailing(|reader| {
            let (index, ty) = reader.typed_operand()?;
            indices.push(index);
            index_types.push(ty);
            Ok(())
        })?;
        let struct_index = |reader: &mut Self, at: usize| {
            let index = indices[at].constant()?;
            let scalar =
                reader.tables.module.constants.splat(&reader.tables.module.types, index).unwrap_or(index);
            match *reader.tables.module.constants.kind(scalar) {
                ConstantKind::Integer(value) => Some(value),
                _ => None,
            }
        };
        let ty = self.gep_type(element, base_type, &index_types, struct_index, start)?;
        let indices = self.state().function.push_values(&indices);
        Ok((Instruction::GetElementPtr { flags, element, base, indices }, Some(ty)))
    }

    /// The result type of a `getelementptr`: the type of `base`, or a vector if any operand is one. `struct_index` returns the
    /// value of the constant index at a position.
    #[inline(always)]
    pub(super) fn gep_type(
        &mut self,
        element: Type,
        base: Type,
        indices: &[Type],
        struct_index: impl Fn(&mut Self, usize) -> Option<u64>,
        at: usize,
    ) -> Result<Type> {
        if !self.tables.module.types.is_pointer(self.tables.module.types.scalar(base)) {
            return self.error_at(at, "base of getelementptr must be a pointer");
        }
        let mut result = base;
        let mut ty = element;
        for (position, &index) in indices.iter().enumerate() {
            if self.tables.module.types.integer_width(self.tables.module.types.scalar(index)).is_none() {
                return self.error_at(at, "getelementptr index must be an integer");
            }
            if let TypeKind::Vector { len, scalable, .. } = *self.tables.module.types.kind(index) {
                match *self.tables.module.types.kind(result) {
                    TypeKind::Vector { len: found, .. } if found != len => {
                        return self
                            .error_at(at, "getelementptr vector index has a wrong number of elements");
                    }
                    TypeKind::Vector { .. } => {}
                    _ => {
                        result =
                            self.tables.module.types.intern(TypeKind::Vector { len, scalable, element: base })
                    }
                }
            }
            if position == 0 {
                continue;
            }
            let next = match self.tables.module.types.kind(ty) {
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(*element),
                // Field indices have 32 bits.
                TypeKind::Struct { .. } | TypeKind::Identified(_)
                    if self.tables.module.types.scalar(index) == self.tables.module.types.common.i32 =>
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
        Ok(result)
    }
}

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
        let bits = |ty| int(ty).or(float(ty)).map_or(0, u64::from);
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
            _ => false,
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
