//! Reads the records of instructions other than calls.

use super::bitstream::Result;
use super::body::BodyReader;
use super::codes::function as code;
use super::constants::shuffle_mask;
use super::edges::Incoming;
use super::encodings::{Coded, binary_op, debug_record, fast_math, flags};
use super::metadata::Md;
use super::numbers::rotated;
use super::tables::NO_TYPE;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Value};
use crate::instruction::{
    Alloca, AtomicRmw, Atomicity, CastOp, CatchSwitch, CmpXchg, DebugRecord, DebugRecordKind, Flags,
    FloatPredicate, Instruction, IntPredicate, LandingPad, Opcode, Ordering, RecordOperand, RmwOp, Switch,
};
use crate::metadata::Metadata;
use crate::reader::is_valid_cast;
use crate::types::{Type, TypeKind};

impl BodyReader<'_, '_> {
    /// Reads a record of a function.
    pub(super) fn instruction(&mut self, code: u32, record: &[u64]) -> Result<()> {
        self.result_type = NO_TYPE;
        match code {
            code::INST_CALL => self.call(record),
            code::INST_LOAD | code::INST_LOADATOMIC => self.load(code, record),
            code::INST_STORE | code::INST_STORE_OLD | code::INST_STOREATOMIC | code::INST_STOREATOMIC_OLD => {
                self.store(code, record)
            }
            code::INST_GEP | code::INST_GEP_OLD | code::INST_INBOUNDS_GEP_OLD => self.gep(code, record),
            code::DEBUG_LOC => self.debug_location(record),
            code::DEBUG_LOC_AGAIN => self.debug_location_again(),
            code::INST_BR => self.br(record),
            code::INST_BINOP => self.binary(record),
            code::INST_CAST => self.cast(record),
            code::INST_CMP | code::INST_CMP2 => self.compare(record),
            code::INST_PHI => self.phi(record),
            code::INST_RET => self.ret(record),
            code::INST_ALLOCA => self.alloca(record),
            code::INST_SELECT | code::INST_VSELECT => self.select(code, record),
            code::INST_EXTRACTVAL => self.extract_value(record),
            code::INST_INSERTVAL => self.insert_value(record),
            code::INST_EXTRACTELT | code::INST_INSERTELT | code::INST_SHUFFLEVEC => self.vector(code, record),
            code::INST_SWITCH => self.switch(record),
            code::INST_INVOKE => self.invoke(record),
            code::INST_CALLBR => self.callbr(record),
            code::OPERAND_BUNDLE => self.bundle(record),
            code::INST_UNREACHABLE => self.push(Instruction::Unreachable, None),
            code::INST_UNOP | code::INST_FREEZE | code::INST_RESUME => self.unary(code, record),
            code::INST_INDIRECTBR => self.indirect_br(record),
            code::INST_VAARG => self.va_arg(record),
            code::INST_FENCE => self.fence(record),
            code::INST_CMPXCHG | code::INST_CMPXCHG_OLD => self.cmpxchg(code, record),
            code::INST_ATOMICRMW | code::INST_ATOMICRMW_OLD => self.atomicrmw(code, record),
            code::INST_LANDINGPAD | code::INST_LANDINGPAD_OLD => self.landing_pad(code, record),
            code::INST_CLEANUPRET | code::INST_CATCHRET => self.pad_return(code, record),
            code::INST_CATCHPAD | code::INST_CLEANUPPAD => self.pad(code, record),
            code::INST_CATCHSWITCH => self.catch_switch(record),
            code::DECLAREBLOCKS => self.declare_blocks(record.first().copied().unwrap_or(0)),
            code::BLOCKADDR_USERS => Ok(()),
            _ => match debug_record(code) {
                Some(kind) => self.read_debug_record(kind, code, record),
                None => self.cursor.error(format!("unknown instruction {code}")),
            },
        }
    }

    fn scalar(&self, ty: Type) -> Type {
        self.tables.module.types.scalar(ty)
    }

    fn is_pointer(&self, ty: Type) -> bool {
        self.tables.module.types.is_pointer(ty)
    }

    fn is_integer(&self, ty: Type) -> bool {
        self.tables.module.types.integer_width(ty).is_some()
    }

    /// The end of the operands of a record: nothing may follow.
    fn ends(&self, record: &[u64], at: usize) -> Result<()> {
        match at == record.len() {
            true => Ok(()),
            false => self.cursor.error("the record of an instruction is too long"),
        }
    }

    fn binary(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (lhs, id) = self.typed_value(record, &mut at)?;
        let ty = self.type_of(lhs);
        let rhs = self.value_of(record, &mut at, ty)?;
        let op = self.operand(record, &mut at)?;
        let is_float = self.tables.module.types.is_float(self.scalar(ty));
        let op = binary_op(op, is_float).filter(|_| is_float || self.is_integer(self.scalar(ty)));
        let Some(op) = op else { return self.cursor.error("unknown operation, or one of another type") };
        let bits = record.get(at).copied().unwrap_or(0);
        self.result_type = id;
        self.push(Instruction::Binary { op, flags: flags(bits, op.flags()), lhs, rhs }, Some(ty))
    }

    fn unary(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (value, id) = self.typed_value(record, &mut at)?;
        let ty = self.type_of(value);
        self.result_type = id;
        match code {
            code::INST_FREEZE => self.push(Instruction::Freeze(value), Some(ty)),
            code::INST_RESUME => self.push(Instruction::Resume(value), None),
            _ => {
                if self.operand(record, &mut at)? != 0 || !self.tables.module.types.is_float(self.scalar(ty))
                {
                    return self.cursor.error("unknown operation, or one of another type");
                }
                let flags = fast_math(record.get(at).copied().unwrap_or(0));
                self.push(Instruction::FNeg { flags, value }, Some(ty))
            }
        }
    }

    fn cast(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (value, _) = self.typed_value(record, &mut at)?;
        let (to_id, op) = (self.operand(record, &mut at)?, self.operand(record, &mut at)?);
        let to = self.tables.ty(&self.cursor, to_id)?;
        let Some(op) = CastOp::of_code(op) else { return self.cursor.error("unknown cast") };
        let from = self.type_of(value);
        self.result_type = to_id as u32;
        let types = &self.tables.module.types;
        let are_pointers = self.is_pointer(self.scalar(from)) && self.is_pointer(self.scalar(to));
        if op == CastOp::BitCast && are_pointers && self.scalar(from) != self.scalar(to) {
            // Pointers could be cast to other address spaces.
            let middle = types.with_scalar(from, types.common.i64);
            let inner = Instruction::Cast { op: CastOp::PtrToInt, flags: Flags::empty(), value };
            self.before_instruction()?;
            let local = self.function.add_local(middle, None);
            let inner = self.function.add_inst(inner, Some(local), Default::default());
            self.insts.push(inner);
            let op = CastOp::IntToPtr;
            return self.push(Instruction::Cast { op, flags: Flags::empty(), value: local.into() }, Some(to));
        }
        if !is_valid_cast(types, op, from, to) {
            return self.cursor.error("invalid cast");
        }
        let bits = record.get(at).copied().unwrap_or(0);
        let allowed = op.flags();
        // `uitofp` has both a flag of its own and fast-math flags.
        let flags = match op {
            CastOp::UiToFp => {
                let nneg = if bits & 1 != 0 { Flags::NNEG } else { Flags::empty() };
                nneg | fast_math(bits & !1)
            }
            _ => flags(bits, allowed),
        };
        self.push(Instruction::Cast { op, flags, value }, Some(to))
    }

    fn compare(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (lhs, _) = self.typed_value(record, &mut at)?;
        let ty = self.type_of(lhs);
        let rhs = self.value_of(record, &mut at, ty)?;
        let predicate = self.operand(record, &mut at)?;
        let bits = record.get(at).copied().unwrap_or(0);
        let types = &self.tables.module.types;
        let result = types.with_scalar(ty, types.common.i1);
        let scalar = types.scalar(ty);
        let inst = match (IntPredicate::of_code(predicate), FloatPredicate::of_code(predicate)) {
            (Some(predicate), _) if self.is_integer(scalar) || self.is_pointer(scalar) => {
                let flags = flags(bits, Opcode::ICmp.flags());
                Instruction::ICmp { predicate, flags, lhs, rhs }
            }
            (_, Some(predicate)) if types.is_float(scalar) => {
                Instruction::FCmp { predicate, flags: fast_math(bits), lhs, rhs }
            }
            _ => return self.cursor.error("unknown predicate, or one of another type"),
        };
        self.push(inst, Some(result))
    }

    fn select(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (then, id) = self.typed_value(record, &mut at)?;
        let ty = self.type_of(then);
        let otherwise = self.value_of(record, &mut at, ty)?;
        let common = self.tables.module.types.common;
        let condition = match code {
            code::INST_SELECT => self.value_of(record, &mut at, common.i1)?,
            _ => self.typed_value(record, &mut at)?.0,
        };
        let found = self.type_of(condition);
        if found != common.i1 && found != self.tables.module.types.with_scalar(ty, common.i1) {
            return self.cursor.error("the condition of a select has another type");
        }
        let flags = fast_math(record.get(at).copied().unwrap_or(0));
        self.result_type = id;
        self.push(Instruction::Select { flags, condition, then, otherwise }, Some(ty))
    }

    fn ret(&mut self, record: &[u64]) -> Result<()> {
        if record.is_empty() {
            return self.push(Instruction::Ret(None), None);
        }
        let mut at = 0;
        let (value, _) = self.typed_value(record, &mut at)?;
        self.ends(record, at)?;
        self.push(Instruction::Ret(Some(value)), None)
    }

    fn br(&mut self, record: &[u64]) -> Result<()> {
        match *record {
            [block] => {
                let block = self.block(block)?;
                self.push(Instruction::Br(block), None)
            }
            [then, otherwise, _] => {
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                let condition = self.value_of(record, &mut 2, self.tables.module.types.common.i1)?;
                self.push(Instruction::CondBr { condition, then, otherwise }, None)
            }
            _ => self.cursor.error("a branch has one or three operands"),
        }
    }

    fn switch(&mut self, record: &[u64]) -> Result<()> {
        /// Above the type, in the form of LLVM 3.1 that has ranges.
        const WITH_RANGES: u64 = 0x4b5;
        if record.first().is_some_and(|first| first >> 16 == WITH_RANGES) {
            return self.switch_with_ranges(record);
        }
        let &[ty, _, default, ref cases @ ..] = record else {
            return self.cursor.error("the record of a switch is too short");
        };
        if cases.len() % 2 != 0 {
            return self.cursor.error("a case of a switch has no block");
        }
        let ty = self.tables.ty(&self.cursor, ty)?;
        let value = self.value_of(record, &mut 1, ty)?;
        let default = self.block(default)?;
        let mut all = Vec::with_capacity(cases.len() / 2);
        for case in cases.chunks_exact(2) {
            let constant = self.value(case[0] as u32, Some(ty))?;
            self.case(constant, ty)?;
            all.push((constant, self.block(case[1])?));
        }
        self.push(Instruction::Switch(Box::new(Switch { value, default, cases: all })), None)
    }

    /// Checks the value of a case.
    fn case(&self, value: Value, ty: Type) -> Result<()> {
        let constant = self.constant_of(value)?;
        let data = self.tables.module.constants.get(constant);
        match data.ty == ty && data.kind.is_number() && self.is_integer(ty) {
            true => Ok(()),
            false => self.cursor.error("a case of a switch is no integer of its type"),
        }
    }

    fn switch_with_ranges(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 1;
        let ty = self.operand(record, &mut at)?;
        let ty = self.tables.ty(&self.cursor, ty)?;
        let Some(width) = self.tables.module.types.integer_width(ty) else {
            return self.cursor.error("a switch of something that is no integer");
        };
        let value = self.value_of(record, &mut at, ty)?;
        let default = self.operand(record, &mut at)?;
        let default = self.block(default)?;
        let count = self.operand(record, &mut at)?;
        let mut cases = Vec::new();
        for _ in 0..count {
            let items = self.operand(record, &mut at)?;
            let first = cases.len();
            for _ in 0..items {
                let is_single = self.operand(record, &mut at)? != 0;
                let low = self.case_number(record, &mut at, width)?;
                let high = if is_single { low } else { self.case_number(record, &mut at, width)? };
                // Each value takes memory.
                if high.wrapping_sub(low) > 1 << 16 {
                    return self.cursor.error("a range of cases is too long");
                }
                let constants = &self.tables.module.constants;
                for number in 0..=high.wrapping_sub(low) {
                    let number = low.wrapping_add(number) as i64;
                    let constant = constants.integer(&self.tables.module.types, ty, number);
                    cases.push((Value::from(constant), default));
                }
            }
            let block = self.operand(record, &mut at)?;
            let block = self.block(block)?;
            cases[first..].iter_mut().for_each(|case| case.1 = block);
        }
        self.push(Instruction::Switch(Box::new(Switch { value, default, cases })), None)
    }

    fn case_number(&mut self, record: &[u64], at: &mut usize, width: u32) -> Result<u64> {
        let words = if width > 64 { self.operand(record, at)? } else { 1 };
        if words != 1 {
            return self.cursor.error("a case of a switch is too large");
        }
        self.operand(record, at).map(|word| rotated(word) as u64)
    }

    fn indirect_br(&mut self, record: &[u64]) -> Result<()> {
        let &[ty, _, ref blocks @ ..] = record else {
            return self.cursor.error("the record of an indirectbr is too short");
        };
        let ty = self.tables.ty(&self.cursor, ty)?;
        let address = self.value_of(record, &mut 1, ty)?;
        let destinations: Result<Vec<Block>> = blocks.iter().map(|&block| self.block(block)).collect();
        let destinations = destinations?.into();
        self.push(Instruction::IndirectBr { address, destinations }, None)
    }

    fn phi(&mut self, record: &[u64]) -> Result<()> {
        let Some((&type_id, mut pairs)) = record.split_first() else {
            return self.cursor.error("the record of a phi is too short");
        };
        let ty = self.tables.ty(&self.cursor, type_id)?;
        let mut flags = Flags::empty();
        if let ([rest @ .., bits], true) = (pairs, pairs.len() % 2 == 1) {
            (flags, pairs) = (fast_math(*bits), rest);
        }
        let mut incoming = Incoming::default();
        for pair in pairs.chunks_exact(2) {
            let id = match self.tables.version {
                0 => pair[0] as u32,
                _ => self.next_value().wrapping_sub(rotated(pair[0]) as u32),
            };
            let from = self.block(pair[1])?;
            self.incoming(id, ty, from, &mut incoming)?;
        }
        let incoming = self.function.push_edges(&incoming.edges);
        self.result_type = type_id as u32;
        self.push(Instruction::Phi { flags, incoming }, Some(ty))
    }

    fn alloca(&mut self, record: &[u64]) -> Result<()> {
        let &[type_id, count_type, count, bits, ref rest @ ..] = record else {
            return self.cursor.error("the record of an alloca is too short");
        };
        let mut allocated_id = type_id as u32;
        let mut allocated = self.tables.ty(&self.cursor, type_id)?;
        if bits & 1 << 6 == 0 {
            (allocated_id, allocated) = self.known_pointee(allocated_id)?;
        }
        let count_type = self.tables.ty(&self.cursor, count_type)?;
        let count = self.value(count as u32, Some(count_type))?;
        let alignment = self.tables.alignment(&self.cursor, bits & 0x1f | (bits >> 8 & 7) << 5)?;
        let space = match rest {
            [space, ..] => self.tables.address_space(&self.cursor, *space)?,
            [] => self.tables.layout.alloca_address_space,
        };
        let ty = self.tables.module.types.pointer(space);
        self.result_type = self.made_type(ty, &[allocated_id]);
        let (inalloca, swifterror) = (bits & 1 << 5 != 0, bits & 1 << 7 != 0);
        let alloca = Alloca { allocated, count, alignment, inalloca, swifterror };
        self.push(Instruction::Alloca(alloca), Some(ty))
    }

    fn ordering(&self, code: u64) -> Result<Ordering> {
        // As in LLVM, an unknown number is the strictest ordering.
        Ok(Ordering::of_code(code).unwrap_or(Ordering::SeqCst))
    }

    /// The synchronization scope with this number. Before they had names, there were two.
    fn scope(&self, code: u64) -> Result<Option<StrId>> {
        if self.tables.scopes.is_empty() {
            return match code {
                0 => Ok(Some(self.tables.module.strings.intern(b"singlethread"))),
                _ => Ok(None),
            };
        }
        match usize::try_from(code).ok().and_then(|code| self.tables.scopes.get(code)) {
            Some(scope) => Ok(*scope),
            None => self.cursor.error("unknown synchronization scope"),
        }
    }

    /// The ordering and scope at the end of an atomic record.
    fn atomicity(&mut self, record: &[u64], at: &mut usize, is_atomic: bool) -> Result<Atomicity> {
        if !is_atomic {
            return Ok(Atomicity::NONE);
        }
        let ordering = self.operand(record, at)?;
        let scope = self.operand(record, at)?;
        Ok(Atomicity { ordering: self.ordering(ordering)?, scope: self.scope(scope)? })
    }

    fn load(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (address, pointer) = self.typed_value(record, &mut at)?;
        if !self.is_pointer(self.type_of(address)) {
            return self.cursor.error("a load from something that is no pointer");
        }
        let is_atomic = code == code::INST_LOADATOMIC;
        let after = if is_atomic { 4 } else { 2 };
        let (id, ty) = match record.len() - at {
            count if count == after + 1 => {
                let id = self.operand(record, &mut at)?;
                (id as u32, self.tables.ty(&self.cursor, id)?)
            }
            _ => self.known_pointee(pointer)?,
        };
        let alignment = self.operand(record, &mut at)?;
        let alignment = self.tables.alignment(&self.cursor, alignment)?;
        let volatile = self.operand(record, &mut at)? != 0;
        let atomicity = self.atomicity(record, &mut at, is_atomic)?;
        self.ends(record, at)?;
        if is_atomic
            && matches!(atomicity.ordering, Ordering::NotAtomic | Ordering::Release | Ordering::AcqRel)
        {
            return self.cursor.error("an atomic load cannot have this ordering");
        }
        if !self.tables.module.types.is_first_class(ty) {
            return self.cursor.error("a load of a type without values");
        }
        self.result_type = id;
        self.push(Instruction::Load { address, alignment, volatile, atomicity }, Some(ty))
    }

    fn store(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (address, pointer) = self.typed_value(record, &mut at)?;
        if !self.is_pointer(self.type_of(address)) {
            return self.cursor.error("a store to something that is no pointer");
        }
        let value = match code {
            code::INST_STORE | code::INST_STOREATOMIC => self.typed_value(record, &mut at)?.0,
            _ => {
                let (_, ty) = self.known_pointee(pointer)?;
                self.value_of(record, &mut at, ty)?
            }
        };
        let alignment = self.operand(record, &mut at)?;
        let alignment = self.tables.alignment(&self.cursor, alignment)?;
        let volatile = self.operand(record, &mut at)? != 0;
        let is_atomic = matches!(code, code::INST_STOREATOMIC | code::INST_STOREATOMIC_OLD);
        let atomicity = self.atomicity(record, &mut at, is_atomic)?;
        self.ends(record, at)?;
        if is_atomic
            && matches!(atomicity.ordering, Ordering::NotAtomic | Ordering::Acquire | Ordering::AcqRel)
        {
            return self.cursor.error("an atomic store cannot have this ordering");
        }
        self.push(Instruction::Store { value, address, alignment, volatile, atomicity }, None)
    }

    fn fence(&mut self, record: &[u64]) -> Result<()> {
        let atomicity = self.atomicity(record, &mut 0, true)?;
        if matches!(atomicity.ordering, Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic) {
            return self.cursor.error("a fence cannot have this ordering");
        }
        self.push(Instruction::Fence(atomicity), None)
    }

    fn cmpxchg(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (address, pointer) = self.typed_value(record, &mut at)?;
        let is_old = code == code::INST_CMPXCHG_OLD;
        let (expected, value_type) = match self.pointee(pointer).filter(|_| is_old) {
            Some((id, ty)) => (self.value_of(record, &mut at, ty)?, id),
            None => self.typed_value(record, &mut at)?,
        };
        let ty = self.type_of(expected);
        let new = self.value_of(record, &mut at, ty)?;
        let volatile = self.operand(record, &mut at)? != 0;
        let Atomicity { ordering: success, scope } = self.atomicity(record, &mut at, true)?;
        let (failure, weak) = match (record.get(at), is_old) {
            (Some(&failure), _) => (self.ordering(failure)?, record.get(at + 1).copied()),
            // Before there was one of its own, the strongest that is possible.
            (None, true) => match success {
                Ordering::Release => (Ordering::Monotonic, None),
                Ordering::AcqRel => (Ordering::Acquire, None),
                success => (success, None),
            },
            (None, false) => return self.cursor.error("the record of a cmpxchg is too short"),
        };
        let alignment = self.tables.alignment(&self.cursor, record.get(at + 2).copied().unwrap_or(0))?;
        let is_wrong = |ordering| matches!(ordering, Ordering::NotAtomic | Ordering::Unordered);
        if is_wrong(success)
            || is_wrong(failure)
            || matches!(failure, Ordering::Release | Ordering::AcqRel)
            || !self.is_pointer(self.type_of(address))
        {
            return self.cursor.error("a cmpxchg cannot have this ordering or address");
        }
        let types = &self.tables.module.types;
        let i1 = types.common.i1;
        let result = types.intern(TypeKind::Struct { packed: false, fields: [ty, i1].into() });
        let is_weak = weak.is_some_and(|weak| weak != 0);
        let inst =
            CmpXchg { address, expected, new, weak: is_weak, volatile, success, failure, scope, alignment };
        let inst = Instruction::CmpXchg(Box::new(inst));
        if is_old && weak.is_none() {
            // The result was the value alone. LLVM counts the extraction as the instruction.
            self.before_instruction()?;
            let local = self.function.add_local(result, None);
            let inst = self.function.add_inst(inst, Some(local), Default::default());
            self.insts.push(inst);
            let indices = self.function.push_numbers(&[0]);
            self.result_type = value_type;
            let inst = Instruction::ExtractValue { aggregate: local.into(), indices };
            return self.push(inst, Some(ty));
        }
        self.result_type = self.made_type(result, &[value_type, NO_TYPE]);
        self.push(inst, Some(result))
    }

    fn atomicrmw(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (address, pointer) = self.typed_value(record, &mut at)?;
        let is_old = code == code::INST_ATOMICRMW_OLD;
        let (value, id) = match self.pointee(pointer).filter(|_| is_old) {
            Some((id, ty)) => (self.value_of(record, &mut at, ty)?, id),
            None => self.typed_value(record, &mut at)?,
        };
        let op = self.operand(record, &mut at)?;
        // From LLVM 23 on, a bit beside the operation says that it is done on each element.
        let elementwise = op & 1 << 5 != 0;
        let Some(op) = RmwOp::of_code(op & !(1 << 5)) else {
            return self.cursor.error("unknown operation of atomicrmw");
        };
        let volatile = self.operand(record, &mut at)? != 0;
        let atomicity = self.atomicity(record, &mut at, true)?;
        let alignment = self.tables.alignment(&self.cursor, record.get(at).copied().unwrap_or(0))?;
        if matches!(atomicity.ordering, Ordering::NotAtomic | Ordering::Unordered)
            || !self.is_pointer(self.type_of(address))
        {
            return self.cursor.error("an atomicrmw cannot have this ordering or address");
        }
        let ty = self.type_of(value);
        self.result_type = id;
        let rmw = AtomicRmw { op, address, value, volatile, elementwise, atomicity, alignment };
        self.push(Instruction::AtomicRmw(Box::new(rmw)), Some(ty))
    }

    fn gep(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (mut flags, mut element) = (Flags::empty(), None);
        if code == code::INST_GEP {
            let bits = self.operand(record, &mut at)?;
            flags = super::encodings::flags(bits, Opcode::GetElementPtr.flags());
            let id = self.operand(record, &mut at)?;
            element = Some((id as u32, self.tables.ty(&self.cursor, id)?));
        } else if code == code::INST_INBOUNDS_GEP_OLD {
            flags = super::encodings::flags(1, Opcode::GetElementPtr.flags());
        }
        let (base, base_id) = self.typed_value(record, &mut at)?;
        let base_type = self.type_of(base);
        let (element_id, element) = match element {
            Some(element) => element,
            None => {
                let id = if self.is_pointer(base_type) { base_id } else { self.part_of(base_id, 0) };
                self.known_pointee(id)?
            }
        };
        if !self.is_pointer(self.scalar(base_type)) {
            return self.cursor.error("the base of an address is no pointer");
        }
        let mut indices: smallvec::SmallVec<[Value; 4]> = Default::default();
        let (mut ty, mut id, mut result) = (element, element_id, base_type);
        while at < record.len() {
            let (index, _) = self.typed_value(record, &mut at)?;
            let index_type = self.type_of(index);
            if !self.is_integer(self.scalar(index_type)) {
                return self.cursor.error("an index of an address is no integer");
            }
            if !indices.is_empty() {
                let Some(next) = self.tables.module.indexed_type(ty, index) else {
                    return self.cursor.error("an index of an address selects nothing");
                };
                ty = next;
                id = match self.tables.is_typed {
                    true => self.part_of(id, self.struct_index(index)),
                    false => NO_TYPE,
                };
            }
            if self.tables.module.types.is_vector(index_type) && self.is_pointer(result) {
                result = self.tables.module.types.with_scalar(index_type, result);
            }
            indices.push(index);
        }
        self.result_type = match self.is_pointer(result) {
            true => self.made_type(result, &[id]),
            false => {
                let pointer = self.made_type(self.scalar(result), &[id]);
                self.made_type(result, &[pointer])
            }
        };
        let indices = self.function.push_values(&indices);
        self.push(Instruction::GetElementPtr { flags, element, base, indices }, Some(result))
    }

    /// The number of the field that a constant index selects.
    fn struct_index(&self, index: Value) -> u64 {
        let module = &self.tables.module;
        let Some(index) = index.constant() else { return 0 };
        let index = module.constants.splat(&module.types, index).unwrap_or(index);
        match *module.constants.kind(index) {
            ConstantKind::Integer(index) => index,
            _ => 0,
        }
    }

    fn extract_value(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (aggregate, mut id) = self.typed_value(record, &mut at)?;
        let Some(numbers) = numbers(&record[at..]) else { return self.cursor.error("an index is too large") };
        let member = self.tables.module.types.member(self.type_of(aggregate), &numbers);
        let Some(ty) = member.filter(|_| !numbers.is_empty()) else {
            return self.cursor.error("an index selects nothing");
        };
        for &number in &numbers {
            id = self.part_of(id, number.into());
        }
        let indices = self.function.push_numbers(&numbers);
        self.result_type = id;
        self.push(Instruction::ExtractValue { aggregate, indices }, Some(ty))
    }

    fn insert_value(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (aggregate, id) = self.typed_value(record, &mut at)?;
        let (value, _) = self.typed_value(record, &mut at)?;
        let Some(numbers) = numbers(&record[at..]) else { return self.cursor.error("an index is too large") };
        let ty = self.type_of(aggregate);
        let member = self.tables.module.types.member(ty, &numbers);
        if numbers.is_empty() || member != Some(self.type_of(value)) {
            return self.cursor.error("an index selects nothing, or something of another type");
        }
        let indices = self.function.push_numbers(&numbers);
        self.result_type = id;
        self.push(Instruction::InsertValue { aggregate, value, indices }, Some(ty))
    }

    fn vector(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let (first, id) = self.typed_value(record, &mut at)?;
        let ty = self.type_of(first);
        let Some(scalar) =
            self.tables.module.types.element(ty, 0).filter(|_| self.tables.module.types.is_vector(ty))
        else {
            return self.cursor.error("an operand is no vector");
        };
        match code {
            code::INST_EXTRACTELT => {
                let (index, _) = self.typed_value(record, &mut at)?;
                self.result_type = self.part_of(id, 0);
                self.push(Instruction::ExtractElement { vector: first, index }, Some(scalar))
            }
            code::INST_INSERTELT => {
                let value = self.value_of(record, &mut at, scalar)?;
                let (index, _) = self.typed_value(record, &mut at)?;
                self.result_type = id;
                self.push(Instruction::InsertElement { vector: first, value, index }, Some(ty))
            }
            _ => {
                let b = self.value_of(record, &mut at, ty)?;
                let (mask, _) = self.typed_value(record, &mut at)?;
                let module = &self.tables.module;
                let mask = self.constant_of(mask)?;
                let Some(numbers) = shuffle_mask(module, mask) else {
                    return self.cursor.error("the mask of a shuffle is no constant vector");
                };
                let result = module.types.with_scalar(module.constants.ty(mask), scalar);
                let element = self.part_of(id, 0);
                self.result_type = self.made_type(result, &[element]);
                let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
                let mask = self.function.push_numbers(&numbers);
                self.push(Instruction::ShuffleVector { a: first, b, mask }, Some(result))
            }
        }
    }

    fn va_arg(&mut self, record: &[u64]) -> Result<()> {
        let &[list_type, _, result, ..] = record else {
            return self.cursor.error("the record of a va_arg is too short");
        };
        let list_type = self.tables.ty(&self.cursor, list_type)?;
        let list = self.value_of(record, &mut 1, list_type)?;
        let ty = self.tables.ty(&self.cursor, result)?;
        self.result_type = result as u32;
        self.push(Instruction::VaArg { list }, Some(ty))
    }

    fn landing_pad(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let id = self.operand(record, &mut at)?;
        let ty = self.tables.ty(&self.cursor, id)?;
        if code == code::INST_LANDINGPAD_OLD {
            let (personality, _) = self.typed_value(record, &mut at)?;
            let personality = self.constant_of(personality)?;
            self.function.personality.get_or_insert(personality);
        }
        let cleanup = self.operand(record, &mut at)? != 0;
        let count = self.operand(record, &mut at)?;
        let mut clauses = Vec::new();
        for _ in 0..count {
            let is_filter = self.operand(record, &mut at)? == 1;
            clauses.push((self.typed_value(record, &mut at)?.0, is_filter));
        }
        self.result_type = id as u32;
        self.push(Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })), Some(ty))
    }

    fn pad_return(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let pad = self.value_of(record, &mut at, self.tables.module.types.common.token)?;
        let block = match record.get(at) {
            Some(&block) => Some(self.block(block)?),
            None => None,
        };
        match (code, block) {
            (code::INST_CLEANUPRET, unwind) => self.push(Instruction::CleanupRet { pad, unwind }, None),
            (_, Some(successor)) => self.push(Instruction::CatchRet { pad, successor }, None),
            (_, None) => self.cursor.error("a catchret has no successor"),
        }
    }

    fn pad(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let token = self.tables.module.types.common.token;
        let parent = self.value_of(record, &mut at, token)?;
        let count = self.operand(record, &mut at)?;
        let mut args = Vec::new();
        for _ in 0..count {
            args.push(self.typed_value(record, &mut at)?.0);
        }
        self.ends(record, at)?;
        let args = self.function.push_values(&args);
        let inst = match code {
            code::INST_CATCHPAD => Instruction::CatchPad { parent, args },
            _ => Instruction::CleanupPad { parent, args },
        };
        self.push(inst, Some(token))
    }

    fn catch_switch(&mut self, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let token = self.tables.module.types.common.token;
        let parent = self.value_of(record, &mut at, token)?;
        let count = self.operand(record, &mut at)?;
        let mut handlers = Vec::new();
        for _ in 0..count {
            let handler = self.operand(record, &mut at)?;
            handlers.push(self.block(handler)?);
        }
        let unwind = match record.get(at) {
            Some(&block) => Some(self.block(block)?),
            None => None,
        };
        let switch = CatchSwitch { parent, handlers, unwind };
        self.push(Instruction::CatchSwitch(Box::new(switch)), Some(token))
    }

    fn read_debug_record(&mut self, kind: DebugRecordKind, code: u32, record: &[u64]) -> Result<()> {
        let mut at = 0;
        let location = self.operand(record, &mut at)?;
        let location = Some(self.node(location)?);
        let mut next = |reader: &mut Self| -> Result<RecordOperand> {
            let id = reader.operand(record, &mut at)?;
            Ok(match reader.md(id)? {
                Md::Plain(Metadata::Constant(constant)) => RecordOperand::Value(constant.into()),
                Md::Plain(metadata) => RecordOperand::Metadata(metadata),
                Md::Local(value) => RecordOperand::Value(value),
                Md::ArgList(values) => RecordOperand::ArgList(values[..].into()),
            })
        };
        let first = next(self)?;
        let operands = if kind == DebugRecordKind::Label {
            vec![first]
        } else {
            let expression = next(self)?;
            let value = match code {
                code::DEBUG_RECORD_VALUE_SIMPLE => RecordOperand::Value(self.typed_value(record, &mut 3)?.0),
                _ => next(self)?,
            };
            match kind {
                DebugRecordKind::Assign => {
                    let (id, address_expression, address) = (next(self)?, next(self)?, next(self)?);
                    vec![value, first, expression, id, address, address_expression]
                }
                _ => vec![value, first, expression],
            }
        };
        let record = DebugRecord { kind, operands, location };
        self.push_debug_record(Instruction::DebugRecord(Box::new(record)))
    }
}

/// Operands as indices, which have 32 bits.
fn numbers(record: &[u64]) -> Option<Vec<u32>> {
    record.iter().map(|&number| u32::try_from(number).ok()).collect()
}
