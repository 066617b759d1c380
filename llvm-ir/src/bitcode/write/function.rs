//! Writes bodies of functions: constants, metadata, instructions, names, attachments.

use super::bits::{Abbrev, BitWriter};
use super::body::{BodyIds, Lookup, Memory};
use super::enumerate::Ids;
use super::module::{Shared, abbrev};
use super::names::{self, SymbolTable};
use super::nodes::{Md, Slot};
use super::{constants, metadata, older, use_lists};
use crate::bitcode::codes::{block, function as code, metadata as metadata_code};
use crate::bitcode::encodings::{self, Coded};
use crate::bitcode::numbers::rotate;
use crate::constants::ConstantKind;
use crate::function::{Block, Function, Local, Value};
use crate::globals::Global;
use crate::instruction::{
    Alignment, Alloca, Atomicity, CallSite, DebugRecord, DebugRecordKind, Flags, Inst, Instruction,
    RecordOperand, TailKind,
};
use crate::sizes::Sizes;
use crate::types::Type;

/// A body that is being written.
struct BodyWriter<'w, 'm> {
    out: &'w mut BitWriter,
    ids: &'w BodyIds<'w, 'm>,
    shared: &'w Shared,
    function: &'m Function,
    /// The id of the next result.
    next: u64,
    record: Vec<u64>,
}

/// A body that is to be written.
pub(super) struct Body<'m> {
    /// The index among all bodies.
    pub(super) index: usize,
    pub(super) global: Global,
    pub(super) function: &'m Function,
}

/// Writes the body of a function.
pub(super) fn write(
    out: &mut BitWriter,
    ids: &Ids<'_>,
    shared: &Shared,
    body: &Body<'_>,
    memory: &mut Memory,
) {
    let Body { index, global, function } = *body;
    out.enter(block::FUNCTION, 5);
    let ids = &BodyIds::new(ids, memory, global, function);
    out.record(code::DECLAREBLOCKS, &[function.layout.len() as u64], Abbrev::NONE);
    constants::write_of_function(out, ids, shared);
    metadata::write_of_function(out, ids);
    let next = ids.first_result();
    let mut writer = BodyWriter { out, ids, shared, function, next, record: Vec::new() };
    writer.instructions();
    writer.address_users(global);
    writer.names(global);
    writer.attachments(global);
    use_lists::write_of_function(out, ids, shared.orders.of_body(index));
    out.exit();
}

impl<'m> BodyWriter<'_, 'm> {
    fn instructions(&mut self) {
        let function = self.function;
        let mut records: Vec<&'m DebugRecord> = Vec::new();
        let mut last = None;
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Instruction::DebugRecord(record) = &data.inst {
                records.push(record);
                continue;
            }
            self.instruction(inst);
            self.next += u64::from(data.result.is_some());
            self.location(inst, &mut last);
            for record in records.drain(..) {
                self.debug_record(record);
            }
        }
    }

    fn emit(&mut self, code: u32, abbrev: Abbrev) {
        self.out.record(code, &self.record, abbrev);
        self.record.clear();
    }

    /// Adds the id of a value relative to that of the next result.
    fn value(&mut self, value: Value) {
        let id = self.ids.value(value);
        self.record.push(u64::from((self.next as u32).wrapping_sub(id as u32)));
    }

    /// Like [`value`](Self::value), and adds the type if the value comes later; returns whether it does.
    fn typed(&mut self, value: Value) -> bool {
        self.value(value);
        let is_later = self.ids.value(value) >= self.next;
        if is_later {
            let ty = self.ids.module.type_of(self.function, value);
            self.ty(ty);
        }
        is_later
    }

    /// Adds the id of a value relative to that of the next result, with its sign.
    fn signed(&mut self, value: Value) {
        let id = self.ids.value(value);
        self.record.push(rotate(i64::from(self.next as i32) - i64::from(id as i32)));
    }

    fn ty(&mut self, ty: Type) {
        self.record.push(self.ids.ty(ty));
    }

    fn type_of(&mut self, value: Value) {
        let ty = self.ids.module.type_of(self.function, value);
        self.ty(ty);
    }

    fn block(&mut self, block: Block) {
        self.record.push(self.ids.block(block));
    }

    fn result_type(&self, inst: Inst) -> Type {
        let common = &self.ids.module.types.common;
        self.function.insts[inst].result.expand().map_or(common.void, |local| self.function.locals[local].ty)
    }

    /// Adds flags if there are any; returns whether there are.
    fn flags(&mut self, flags: Flags, allowed: Flags) -> bool {
        let bits = encodings::flag_bits(flags, allowed);
        if bits != 0 {
            self.record.push(bits);
        }
        bits != 0
    }

    /// The number of an alignment, which the type that is accessed implies if it is not given.
    fn alignment(&self, inst: &Instruction, given: Alignment, ty: Type) -> u64 {
        let module = self.ids.module;
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &self.shared.layout };
        let implied = || sizes.implied_alignment(inst, ty).and_then(Alignment::new).unwrap_or_default();
        encoded(if given == Alignment::NONE { implied() } else { given })
    }

    fn instruction(&mut self, inst: Inst) {
        let function = self.function;
        let data = &function.insts[inst].inst;
        let opcode = data.opcode();
        match data {
            Instruction::Ret(value) => {
                let abbrev = match value {
                    None => abbrev::RET_VOID,
                    Some(value) if self.typed(*value) => Abbrev::NONE,
                    Some(_) => abbrev::RET_VALUE,
                };
                self.emit(code::INST_RET, abbrev);
            }
            Instruction::Br(block) => {
                self.block(*block);
                self.emit(code::INST_BR, abbrev::BR);
            }
            Instruction::CondBr { condition, then, otherwise } => {
                self.block(*then);
                self.block(*otherwise);
                self.value(*condition);
                self.emit(code::INST_BR, abbrev::COND_BR);
            }
            Instruction::Unreachable => self.emit(code::INST_UNREACHABLE, abbrev::UNREACHABLE),
            Instruction::FNeg { flags, value } => {
                let is_later = self.typed(*value);
                self.record.push(0);
                let has_flags = self.flags(*flags, opcode.flags());
                let abbrev = pick(is_later, has_flags, abbrev::UNOP, abbrev::UNOP_FLAGS);
                self.emit(code::INST_UNOP, abbrev);
            }
            Instruction::Binary { op, flags, lhs, rhs } => {
                let is_later = self.typed(*lhs);
                self.value(*rhs);
                self.record.push(encodings::binary_code(*op));
                let has_flags = self.flags(*flags, opcode.flags());
                let abbrev = pick(is_later, has_flags, abbrev::BINOP, abbrev::BINOP_FLAGS);
                self.emit(code::INST_BINOP, abbrev);
            }
            Instruction::Cast { op, flags, value } => {
                let is_later = self.typed(*value);
                self.ty(self.result_type(inst));
                self.record.push(op.code().unwrap_or(0));
                let has_flags = self.flags(*flags, opcode.flags());
                let abbrev = pick(is_later, has_flags, abbrev::CAST, abbrev::CAST_FLAGS);
                self.emit(code::INST_CAST, abbrev);
            }
            Instruction::ICmp { flags, lhs, rhs, predicate } => {
                self.compare(*lhs, *rhs, predicate.code(), *flags, opcode.flags());
            }
            Instruction::FCmp { flags, lhs, rhs, predicate } => {
                self.compare(*lhs, *rhs, predicate.code(), *flags, opcode.flags());
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                let bits = encodings::flag_bits(*flags, opcode.flags());
                let is_old = self.ids.version.is_before(19);
                self.record.push(if is_old { u64::from(flags.contains(Flags::INBOUNDS)) } else { bits });
                self.ty(*element);
                let mut is_later = self.typed(*base);
                for &index in function.list(*indices) {
                    is_later |= self.typed(index);
                }
                let _ = is_later;
                self.emit(code::INST_GEP, abbrev::GEP);
            }
            Instruction::Load { .. } | Instruction::Store { .. } => self.access(inst),
            Instruction::Call(call) => self.call(call),
            Instruction::Invoke(_) | Instruction::CallBr(_) => self.invoke(data),
            Instruction::Phi { flags, incoming } => {
                self.ty(self.result_type(inst));
                for &(value, block) in function.list(*incoming) {
                    self.signed(value);
                    self.block(block);
                }
                self.flags(*flags, opcode.flags());
                self.emit(code::INST_PHI, Abbrev::NONE);
            }
            Instruction::Alloca(alloca) => self.alloca(data, alloca, self.result_type(inst)),
            Instruction::Fence(_) | Instruction::CmpXchg(_) | Instruction::AtomicRmw(_) => self.atomic(data),
            Instruction::DebugRecord(_) => {}
            _ if data.is_terminator() || data.is_pad() => self.control(inst),
            _ => self.other(inst),
        }
    }

    fn compare(&mut self, lhs: Value, rhs: Value, predicate: Option<u64>, flags: Flags, allowed: Flags) {
        let is_later = self.typed(lhs);
        self.value(rhs);
        self.record.push(predicate.unwrap_or(0));
        let has_flags = self.flags(flags, allowed);
        let abbrev = pick(is_later, has_flags, abbrev::CMP, abbrev::CMP_FLAGS);
        self.emit(code::INST_CMP2, abbrev);
    }

    fn atomicity(&mut self, atomicity: Atomicity) {
        let scope = self.shared.scope(self.ids.module, atomicity.scope);
        self.record.extend([atomicity.ordering.code().unwrap_or(0), scope]);
    }

    fn access(&mut self, inst: Inst) {
        let data = &self.function.insts[inst].inst;
        let (alignment, volatile, atomicity, mut abbrev, codes, ty) = match data {
            Instruction::Load { address, alignment, volatile, atomicity } => {
                let is_later = self.typed(*address);
                let ty = self.result_type(inst);
                self.ty(ty);
                let abbrev = if is_later { Abbrev::NONE } else { abbrev::LOAD };
                (*alignment, *volatile, *atomicity, abbrev, [code::INST_LOAD, code::INST_LOADATOMIC], ty)
            }
            Instruction::Store { value, address, alignment, volatile, atomicity } => {
                let is_later = self.typed(*address) | self.typed(*value);
                let ty = self.ids.module.type_of(self.function, *value);
                let abbrev = if is_later { Abbrev::NONE } else { abbrev::STORE };
                (*alignment, *volatile, *atomicity, abbrev, [code::INST_STORE, code::INST_STOREATOMIC], ty)
            }
            _ => return,
        };
        let alignment = self.alignment(data, alignment, ty);
        self.record.extend([alignment, volatile.into()]);
        let is_atomic = atomicity.ordering != crate::instruction::Ordering::NotAtomic;
        if is_atomic {
            abbrev = Abbrev::NONE;
            self.atomicity(atomicity);
        }
        self.emit(codes[usize::from(is_atomic)], abbrev);
    }

    fn alloca(&mut self, inst: &Instruction, alloca: &Alloca, result: Type) {
        let module = self.ids.module;
        self.ty(alloca.allocated);
        self.type_of(alloca.count);
        self.record.push(self.ids.value(alloca.count));
        let alignment = self.alignment(inst, alloca.alignment, alloca.allocated);
        let flags = alignment & 31
            | u64::from(alloca.inalloca) << 5
            | 1 << 6
            | u64::from(alloca.swifterror) << 7
            | alignment >> 5 << 8;
        self.record.push(flags);
        let space = module.types.address_space(result).unwrap_or(0);
        if space != self.shared.layout.alloca_address_space && !self.ids.version.is_before(14) {
            self.record.push(space.into());
        }
        self.emit(code::INST_ALLOCA, Abbrev::NONE);
    }

    fn atomic(&mut self, data: &Instruction) {
        match data {
            Instruction::Fence(atomicity) => {
                self.atomicity(*atomicity);
                self.emit(code::INST_FENCE, Abbrev::NONE);
            }
            Instruction::CmpXchg(it) => {
                self.typed(it.address);
                self.typed(it.expected);
                self.value(it.new);
                self.record.push(it.volatile.into());
                self.atomicity(Atomicity { ordering: it.success, scope: it.scope });
                self.record.extend([it.failure.code().unwrap_or(0), it.weak.into()]);
                let ty = self.ids.module.type_of(self.function, it.new);
                let alignment = self.alignment(data, it.alignment, ty);
                if !self.ids.version.is_before(13) {
                    self.record.push(alignment);
                }
                self.emit(code::INST_CMPXCHG, Abbrev::NONE);
            }
            Instruction::AtomicRmw(it) => {
                let is_old = self.ids.version.is_before(13);
                self.typed(it.address);
                match is_old {
                    true => self.value(it.value),
                    false => {
                        self.typed(it.value);
                    }
                }
                self.record.extend([it.op.code().unwrap_or(0), it.volatile.into()]);
                self.atomicity(it.atomicity);
                let ty = self.ids.module.type_of(self.function, it.value);
                let alignment = self.alignment(data, it.alignment, ty);
                if !self.ids.version.is_before(13) {
                    self.record.push(alignment);
                }
                let code = if is_old { code::INST_ATOMICRMW_OLD } else { code::INST_ATOMICRMW };
                self.emit(code, Abbrev::NONE);
            }
            _ => {}
        }
    }

    fn bundles(&mut self, call: &CallSite) {
        let module = self.ids.module;
        for bundle in &call.bundles {
            let tag = self.shared.bundle_tag(module, bundle.tag);
            self.record.push(tag);
            for &input in &bundle.inputs {
                match self.metadata_argument(input) {
                    Some(md) => {
                        /// In place of the id of a value, for metadata.
                        const METADATA: u64 = 1 << 31;
                        let id = self.ids.metadata_id(md);
                        self.record.extend([METADATA, (self.next as u32).wrapping_sub(id as u32).into()]);
                    }
                    None => {
                        self.typed(input);
                    }
                }
            }
            self.emit(code::OPERAND_BUNDLE, Abbrev::NONE);
        }
    }

    fn metadata_argument(&mut self, value: Value) -> Option<Md> {
        let module = self.ids.module;
        Some(match module.constants.kind(value.constant()?) {
            ConstantKind::Metadata(metadata) => Md::of(*metadata)?,
            ConstantKind::LocalMetadata(local) => Md::Local(*local),
            ConstantKind::ArgList(values) => self.ids.list(values)?,
            _ => return None,
        })
    }

    /// Adds the type of the callee, the callee, and the arguments.
    fn arguments(&mut self, call: &CallSite) {
        let module = self.ids.module;
        self.ty(call.function_type);
        self.typed(call.callee);
        let fixed = match module.types.kind(call.function_type) {
            crate::types::TypeKind::Function { params, .. } => params.len(),
            _ => call.args.len(),
        };
        for (index, &arg) in call.args.iter().enumerate() {
            if let Some(md) = self.metadata_argument(arg) {
                let id = self.ids.metadata_id(md);
                self.record.push((self.next as u32).wrapping_sub(id as u32).into());
            } else if index < fixed {
                self.value(arg);
            } else {
                self.typed(arg);
            }
        }
    }

    fn call(&mut self, call: &CallSite) {
        self.bundles(call);
        let flags = encodings::flag_bits(call.flags, crate::instruction::Opcode::Call.flags());
        let convention = u64::from(call.calling_convention) << 1
            | u64::from(matches!(call.tail, TailKind::Tail | TailKind::MustTail))
            | u64::from(call.tail == TailKind::MustTail) << 14
            | 1 << 15
            | u64::from(call.tail == TailKind::NoTail) << 16
            | u64::from(flags != 0) << 17;
        self.record.extend([self.ids.attributes(call.attributes), convention]);
        if flags != 0 {
            self.record.push(flags);
        }
        self.arguments(call);
        self.emit(code::INST_CALL, Abbrev::NONE);
    }

    fn invoke(&mut self, data: &Instruction) {
        let (call, code) = match data {
            Instruction::Invoke(invoke) => (&invoke.call, code::INST_INVOKE),
            Instruction::CallBr(callbr) => (&callbr.call, code::INST_CALLBR),
            _ => return,
        };
        self.bundles(call);
        self.record.push(self.ids.attributes(call.attributes));
        match data {
            Instruction::Invoke(invoke) => {
                self.record.push(u64::from(call.calling_convention) | 1 << 13);
                self.block(invoke.normal);
                self.block(invoke.unwind);
            }
            Instruction::CallBr(callbr) => {
                self.record.push(u64::from(call.calling_convention) << 1 | 1 << 15);
                self.block(callbr.fallthrough);
                self.record.push(callbr.indirect.len() as u64);
                callbr.indirect.iter().for_each(|&block| self.block(block));
            }
            _ => {}
        }
        self.arguments(call);
        self.emit(code, Abbrev::NONE);
    }

    /// Terminators and pads that are rare.
    fn control(&mut self, inst: Inst) {
        let function = self.function;
        let code = match &function.insts[inst].inst {
            Instruction::Switch(switch) => {
                self.type_of(switch.value);
                self.value(switch.value);
                self.block(switch.default);
                for &(value, block) in &switch.cases {
                    self.record.push(self.ids.value(value));
                    self.block(block);
                }
                code::INST_SWITCH
            }
            Instruction::IndirectBr { address, destinations } => {
                self.type_of(*address);
                self.value(*address);
                destinations.iter().for_each(|&block| self.block(block));
                code::INST_INDIRECTBR
            }
            Instruction::Resume(value) => {
                self.typed(*value);
                code::INST_RESUME
            }
            Instruction::CleanupRet { pad, unwind } => {
                self.value(*pad);
                unwind.iter().for_each(|&block| self.block(block));
                code::INST_CLEANUPRET
            }
            Instruction::CatchRet { pad, successor } => {
                self.value(*pad);
                self.block(*successor);
                code::INST_CATCHRET
            }
            Instruction::CatchSwitch(switch) => {
                self.value(switch.parent);
                self.record.push(switch.handlers.len() as u64);
                switch.handlers.iter().chain(&switch.unwind).for_each(|&block| self.block(block));
                code::INST_CATCHSWITCH
            }
            pad @ (Instruction::CatchPad { parent, args } | Instruction::CleanupPad { parent, args }) => {
                self.value(*parent);
                self.record.push(args.len() as u64);
                for &arg in function.list(*args) {
                    self.typed(arg);
                }
                match pad {
                    Instruction::CatchPad { .. } => code::INST_CATCHPAD,
                    _ => code::INST_CLEANUPPAD,
                }
            }
            Instruction::LandingPad(pad) => {
                self.ty(self.result_type(inst));
                self.record.extend([pad.cleanup.into(), pad.clauses.len() as u64]);
                for &(value, is_filter) in &pad.clauses {
                    self.record.push(is_filter.into());
                    self.typed(value);
                }
                code::INST_LANDINGPAD
            }
            _ => return,
        };
        self.emit(code, Abbrev::NONE);
    }

    /// Instructions that have no abbreviation and no control flow.
    fn other(&mut self, inst: Inst) {
        let function = self.function;
        let data = &function.insts[inst].inst;
        let code = match data {
            Instruction::Select { flags, condition, then, otherwise } => {
                self.typed(*then);
                self.value(*otherwise);
                self.typed(*condition);
                self.flags(*flags, data.opcode().flags());
                code::INST_VSELECT
            }
            Instruction::Freeze(value) => {
                self.typed(*value);
                code::INST_FREEZE
            }
            Instruction::ExtractElement { vector, index } => {
                self.typed(*vector);
                self.typed(*index);
                code::INST_EXTRACTELT
            }
            Instruction::InsertElement { vector, value, index } => {
                self.typed(*vector);
                self.value(*value);
                self.typed(*index);
                code::INST_INSERTELT
            }
            Instruction::ShuffleVector { a, b, mask } => {
                self.typed(*a);
                self.value(*b);
                let ty = self.result_type(inst);
                let mask = super::operands::mask_constant(self.ids.module, ty, function.list(*mask));
                self.value(mask.into());
                code::INST_SHUFFLEVEC
            }
            Instruction::ExtractValue { aggregate, indices } => {
                self.typed(*aggregate);
                self.record.extend(function.list(*indices).iter().map(|&index| u64::from(index)));
                code::INST_EXTRACTVAL
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                self.typed(*aggregate);
                self.typed(*value);
                self.record.extend(function.list(*indices).iter().map(|&index| u64::from(index)));
                code::INST_INSERTVAL
            }
            Instruction::VaArg { list } => {
                self.type_of(*list);
                self.value(*list);
                self.ty(self.result_type(inst));
                code::INST_VAARG
            }
            _ => return,
        };
        self.emit(code, Abbrev::NONE);
    }

    /// Writes the location of an instruction, if it has one.
    fn location(&mut self, inst: Inst, last: &mut Option<u32>) {
        let dbg = self.shared.dbg;
        let attachments = self.function.inst_attachments(inst);
        let Some(&(_, node)) = attachments.iter().find(|(kind, _)| Some(*kind) == dbg) else { return };
        let node = self.ids.nodes.canonical(node.as_u32());
        if *last == Some(node) {
            return self.emit(code::DEBUG_LOC_AGAIN, Abbrev::NONE);
        }
        *last = Some(node);
        // The scope is as in nodes, but may be absent.
        for slot in self.ids.nodes.form(node).slots() {
            self.record.push(match slot {
                Slot::Number(number) => number,
                Slot::Md(md) => self.ids.metadata_or_null(md),
                Slot::Id(md) => self.ids.metadata_or_null(Some(md)),
            });
        }
        older::node(self.ids.version, metadata_code::LOCATION, &mut self.record);
        self.record.remove(0);
        self.emit(code::DEBUG_LOC, abbrev::DEBUG_LOC);
    }

    /// What a debug record describes, as metadata.
    fn described(&mut self, operand: Option<&RecordOperand>) -> u64 {
        let md = match operand {
            Some(RecordOperand::Value(value)) => Some(match value.kind() {
                crate::function::ValueKind::Local(local) => Md::Local(local),
                crate::function::ValueKind::Constant(constant) => Md::Constant(constant),
            }),
            Some(RecordOperand::Metadata(metadata)) => Md::of(*metadata),
            Some(RecordOperand::ArgList(values)) => self.ids.list(values),
            None => None,
        };
        md.map_or(0, |md| self.ids.metadata_id(md))
    }

    fn debug_record(&mut self, record: &DebugRecord) {
        let location = record.location.map_or(0, |node| self.ids.metadata_id(Md::Node(node.as_u32())));
        self.record.push(location);
        let operand = |place: usize| record.operands.get(place);
        if record.kind == DebugRecordKind::Label {
            let label = self.described(operand(0));
            self.record.push(label);
            return self.emit(code::DEBUG_RECORD_LABEL, Abbrev::NONE);
        }
        for place in [1, 2] {
            let id = self.described(operand(place));
            self.record.push(id);
        }
        if record.kind == DebugRecordKind::Value
            && let Some(&RecordOperand::Value(value)) = operand(0)
        {
            let id = self.ids.value(value);
            if id < self.next {
                self.value(value);
                return self.emit(code::DEBUG_RECORD_VALUE_SIMPLE, abbrev::DEBUG_VALUE);
            }
        }
        let value = self.described(operand(0));
        self.record.push(value);
        if record.kind == DebugRecordKind::Assign {
            for place in [3, 5, 4] {
                let id = self.described(operand(place));
                self.record.push(id);
            }
        }
        self.emit(
            match record.kind {
                DebugRecordKind::Value => code::DEBUG_RECORD_VALUE,
                DebugRecordKind::Declare => code::DEBUG_RECORD_DECLARE,
                DebugRecordKind::DeclareValue => code::DEBUG_RECORD_DECLARE_VALUE,
                DebugRecordKind::Assign => code::DEBUG_RECORD_ASSIGN,
                DebugRecordKind::Label => code::DEBUG_RECORD_LABEL,
            },
            Abbrev::NONE,
        );
    }

    /// Lists the functions that use addresses of blocks of this one.
    fn address_users(&mut self, global: Global) {
        let users = self.shared.address_users.get(&global).map_or(&[][..], Vec::as_slice);
        if !users.is_empty() && !self.ids.version.is_before(15) {
            self.record.extend(users.iter().map(|&user| self.ids.global(user)));
            self.emit(code::BLOCKADDR_USERS, Abbrev::NONE);
        }
    }

    fn names(&mut self, global: Global) {
        let module = self.ids.module;
        let addressed = self.shared.addressed_blocks.get(&global).map_or(&[][..], Vec::as_slice);
        let table: SymbolTable<'_> = names::of_function(module, global, self.function, addressed);
        if table.is_empty() {
            return;
        }
        self.out.enter(block::VALUE_SYMTAB, 4);
        for (name, named) in table.iter() {
            let id = match named {
                names::Named::Local(local) => self.ids.value(Local::into(local)),
                names::Named::Block(block) => self.ids.block(block),
            };
            names::write(self.out, name, named, id);
        }
        self.out.exit();
    }

    fn attachments(&mut self, global: Global) {
        let function = self.function;
        let own = &self.ids.module.globals[global].attachments;
        let dbg = self.shared.dbg;
        let has = |inst: Inst| function.inst_attachments(inst).iter().any(|(kind, _)| Some(*kind) != dbg);
        if own.is_empty() && !function.instructions().any(|(_, inst)| has(inst)) {
            return;
        }
        self.out.enter(block::METADATA_ATTACHMENT, 3);
        if !own.is_empty() {
            self.add_attachments(own, false);
            self.emit(metadata_code::ATTACHMENT, Abbrev::NONE);
        }
        let mut index = 0;
        for (_, inst) in function.instructions() {
            if function.insts[inst].inst.debug_record().is_some() {
                continue;
            }
            if has(inst) {
                self.record.push(index);
                self.add_attachments(function.inst_attachments(inst), true);
                self.emit(metadata_code::ATTACHMENT, Abbrev::NONE);
            }
            index += 1;
        }
        self.out.exit();
    }

    fn add_attachments(&mut self, attachments: &[(crate::StrId, crate::MdNode)], of_instruction: bool) {
        for (kind, node) in self.ids.attachments(attachments) {
            if kind != 0 || !of_instruction {
                let id = self.ids.metadata_id(Md::Node(node.as_u32()));
                self.record.extend([u64::from(kind), id]);
            }
        }
    }
}

/// The abbreviation of an instruction without or with flags; none if an operand comes later.
fn pick(is_later: bool, has_flags: bool, without: Abbrev, with: Abbrev) -> Abbrev {
    match (is_later, has_flags) {
        (true, _) => Abbrev::NONE,
        (false, false) => without,
        (false, true) => with,
    }
}

/// The number of an alignment: its binary logarithm plus one, or zero if there is none.
pub(super) fn encoded(alignment: Alignment) -> u64 {
    alignment.bytes().map_or(0, |bytes| u64::from(bytes.trailing_zeros()) + 1)
}
