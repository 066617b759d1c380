//! Replaces instructions, and their flags and operands, that a version of LLVM does not have.

use super::Downgrade;
use super::rewriter::Rewriter;
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::instruction::{
    Alignment, BinaryOp, CallSite, CastOp, DebugRecordKind, Flags, Inst, Instruction, Ordering, RecordOperand,
};
use crate::sizes::Sizes;
use crate::types::TypeKind;

impl Downgrade {
    /// Replaces an instruction, unless the version has it; returns whether it stays.
    pub(super) fn instruction(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> bool {
        self.losses.at = Some((rewriter.global, Some(rewriter.block)));
        self.refused_by_consumer(rewriter, inst);
        let data = &mut rewriter.function.insts[inst];
        self.flags(&mut data.inst);
        if let Some(call) = data.inst.call_site_mut() {
            call.attributes = self.attribute_list(rewriter.module, call.attributes);
            self.convention(call.calling_convention);
        }
        let result = data.result.expand();
        match &data.inst {
            Instruction::DebugRecord(record)
                if self.lacks(22) && !self.lacks(19) && record.kind == DebugRecordKind::DeclareValue =>
            {
                self.losses.hint("debug record `#dbg_declare_value`, written as `#dbg_value`");
                if let Instruction::DebugRecord(record) = &mut rewriter.function.insts[inst].inst {
                    record.kind = DebugRecordKind::Value;
                }
            }
            Instruction::DebugRecord(_) if self.lacks(19) => {
                self.debug_record(rewriter, inst);
                return false;
            }
            &Instruction::Freeze(value) if self.lacks(10) => {
                self.losses.meaning("instruction `freeze`, whose operand takes its place");
                rewriter.replace_by(result, |_| value);
                return false;
            }
            &Instruction::FNeg { flags, value } if self.lacks(8) => {
                rewriter.at(inst);
                rewriter.replace_by(result, |rewriter| {
                    let lhs = negative_zero(rewriter, value);
                    let ty = rewriter.type_of(value);
                    let op = BinaryOp::FSub;
                    rewriter.emit("fneg", ty, Instruction::Binary { op, flags, lhs, rhs: value })
                });
                return false;
            }
            Instruction::Cast { op: CastOp::PtrToAddr, .. } if self.lacks(22) => {
                self.losses.hint("instruction `ptrtoaddr`, written as `ptrtoint`");
                let Instruction::Cast { op, .. } = &mut rewriter.function.insts[inst].inst else {
                    return true;
                };
                *op = CastOp::PtrToInt;
            }
            Instruction::AtomicRmw(_) => return self.atomic_rmw(rewriter, inst),
            Instruction::CmpXchg(_) => return self.cmpxchg(rewriter, inst),
            Instruction::Call(_) => return self.call(rewriter, inst),
            Instruction::Invoke(_) => self.invoked_asm(rewriter, inst),
            Instruction::CallBr(_) => {
                if self.lacks(15) {
                    self.callbr(rewriter, inst);
                }
                self.invoked_asm(rewriter, inst);
            }
            _ => {}
        }
        true
    }

    /// Notes that the instruction that is being rewritten cannot be said.
    pub(super) fn refuse(&mut self, rewriter: &Rewriter<'_>, what: impl std::fmt::Display) {
        let Rewriter { module, global, function, block, .. } = rewriter;
        let message = format!("LLVM {} has no {what}", self.version);
        self.problems.push(super::losses::problem(module, Some(*global), Some((function, *block)), message));
    }

    /// Drops flags that the version lacks, or lacks on this instruction.
    fn flags(&mut self, instruction: &mut Instruction) {
        let flags = instruction.flags();
        if flags.is_empty() {
            return;
        }
        let opcode = instruction.opcode();
        // `inbounds` includes `nusw`, also where that has no keyword of its own.
        let implied = if flags.contains(Flags::INBOUNDS) { Flags::NUSW } else { Flags::empty() };
        let dropped = flags - (opcode.flags_in(self.version) | implied);
        if let Some(flags) = instruction.flags_mut() {
            *flags -= dropped;
        }
        for keyword in dropped.keywords() {
            self.losses.hint(format!("flag `{keyword}` of `{}`", opcode.spelling()));
        }
    }

    /// `asm … unwind`, since LLVM 13.
    pub(super) fn invoked_asm(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        if !self.lacks(13) {
            return;
        }
        let Some(call) = rewriter.function.insts[inst].inst.call_site() else { return };
        let constants = &rewriter.module.constants;
        let Some(ConstantKind::InlineAsm(asm)) = call.callee.constant().map(|it| constants.kind(it)) else {
            return;
        };
        if asm.unwind {
            self.refuse(rewriter, "inline assembly that unwinds");
        }
    }

    /// Before LLVM 15, the labels that `callbr` may jump to were also arguments: `!i` in the constraints was `i` for a block address.
    fn callbr(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        if self.lacks(9) {
            return self.refuse(rewriter, "`callbr`");
        }
        let Instruction::CallBr(callbr) = &rewriter.function.insts[inst].inst else { return };
        let (module, mut callbr) = (&mut *rewriter.module, callbr.clone());
        let Some(callee) = callbr.call.callee.constant() else { return };
        let ConstantKind::InlineAsm(asm) = module.constants.kind(callee) else { return };
        let mut asm = asm.clone();
        let constraints = module.text(asm.constraints).replace("!i", "i");
        asm.constraints = module.strings.intern(constraints.as_bytes());
        let ptr = module.types.common.ptr;
        let TypeKind::Function { ret, params, varargs } = module.types.kind(asm.function_type).clone() else {
            return;
        };
        let mut params = params.into_vec();
        for &block in &callbr.indirect {
            let address = module.constants.intern(ptr, ConstantKind::BlockAddress(rewriter.global, block));
            callbr.call.args.push(address.into());
            params.push(ptr);
        }
        let ty = module.types.intern(TypeKind::Function { ret, params: params.into(), varargs });
        (asm.function_type, callbr.call.function_type) = (ty, ty);
        let callee_type = module.constants.ty(callee);
        callbr.call.callee = module.constants.intern(callee_type, ConstantKind::InlineAsm(asm)).into();
        rewriter.function.insts[inst].inst = Instruction::CallBr(callbr);
    }

    /// Debug records were calls of intrinsics before LLVM 19.
    fn debug_record(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        use crate::instruction::DebugRecordKind::{Assign, Declare, DeclareValue, Label, Value as OfValue};
        let Some(record) = rewriter.function.insts[inst].inst.debug_record().cloned() else { return };
        let mut kind = record.kind;
        let mut operands = record.operands;
        if kind == Assign && self.lacks(16) {
            self.losses.hint("debug record `#dbg_assign`, written as `llvm.dbg.value`");
            kind = OfValue;
        }
        if kind == DeclareValue {
            self.losses.hint("debug record `#dbg_declare_value`, written as `llvm.dbg.value`");
            kind = OfValue;
        }
        if kind == Label && self.lacks(7) {
            return self.losses.hint("debug record `#dbg_label`");
        }
        let expression = record_expression(&operands);
        if let Some(name) = self.lacks_operation(rewriter.module, expression) {
            return self.losses.hint(format!("debug record with `{name}`"));
        }
        if matches!(kind, OfValue | Declare) {
            operands.truncate(3);
        }
        if self.lacks(13) && matches!(operands.first(), Some(RecordOperand::ArgList(_))) {
            return self.losses.hint("debug record with a list of values");
        }
        let module = &mut *rewriter.module;
        let metadata = module.types.common.metadata;
        let mut args: Vec<Value> = Vec::new();
        for operand in operands {
            let kind = match operand {
                RecordOperand::Value(value) => match (value.local(), value.constant()) {
                    (Some(local), _) => ConstantKind::LocalMetadata(local),
                    (_, Some(constant)) => ConstantKind::Metadata(crate::Metadata::Constant(constant)),
                    _ => continue,
                },
                RecordOperand::Metadata(metadata) => ConstantKind::Metadata(metadata),
                RecordOperand::ArgList(values) => ConstantKind::ArgList(values[..].into()),
            };
            args.push(module.constants.intern(metadata, kind).into());
        }
        // LLVM 5 had an offset, which was always 0.
        if kind == OfValue && self.lacks(6) {
            let zero = module.constants.integer(&module.types, module.types.common.i64, 0);
            args.insert(1, zero.into());
        }
        let params: Vec<_> = args.iter().map(|&arg| module.type_of(&rewriter.function, arg)).collect();
        let name = kind.intrinsic();
        let void = rewriter.module.types.common.void;
        let call = self.call_of(rewriter, name, void, &params, &args);
        let location = record.location.map(|node| (rewriter.module.strings.intern(b"dbg"), node));
        let attachments = match location {
            Some(location) => rewriter.function.push_attachments(&[location]),
            None => Default::default(),
        };
        rewriter.push_with(Instruction::Call(Box::new(call)), None, attachments);
    }

    /// A call of an intrinsic by the full name that it has in the version.
    pub(super) fn call_of(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        name: &str,
        ret: crate::Type,
        params: &[crate::Type],
        args: &[Value],
    ) -> CallSite {
        let types = &rewriter.module.types;
        let ty = types.intern(TypeKind::Function { ret, params: params.into(), varargs: false });
        let callee = self.intrinsic_named(rewriter.module, name, ty);
        super::rewriter::call(rewriter.module.address_of(callee).into(), ty, args)
    }

    /// `cmpxchg` states its alignment since LLVM 13; before it was the size of the value.
    fn cmpxchg(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> bool {
        let Instruction::CmpXchg(cmpxchg) = &rewriter.function.insts[inst].inst else { return true };
        if self.lacks(13) {
            let (value, alignment) = (cmpxchg.new, cmpxchg.alignment);
            self.atomic_alignment(rewriter, value, alignment);
            let Instruction::CmpXchg(cmpxchg) = &mut rewriter.function.insts[inst].inst else { return true };
            cmpxchg.alignment = Alignment::NONE;
            // The ordering of success had to be at least that of failure.
            cmpxchg.success = match (cmpxchg.success, cmpxchg.failure) {
                (_, Ordering::SeqCst) => Ordering::SeqCst,
                (Ordering::Monotonic, Ordering::Acquire) => Ordering::Acquire,
                (Ordering::Release, Ordering::Acquire) => Ordering::AcqRel,
                (success, _) => success,
            };
        }
        true
    }

    /// Checks that an atomic access has the alignment that it had before it was stated.
    pub(super) fn atomic_alignment(&mut self, rewriter: &Rewriter<'_>, value: Value, alignment: Alignment) {
        let Some(bytes) = alignment.bytes() else { return };
        let ty = rewriter.type_of(value);
        let (strings, types) = (&rewriter.module.strings, &rewriter.module.types);
        let size = Sizes { strings, types, layout: &self.layout }.bits(ty).map(|bits| bits.div_ceil(8));
        match size {
            Some(size) if bytes < size => self.losses.meaning("alignment of an atomic access below its size"),
            Some(size) if bytes > size => self.losses.hint("alignment of an atomic access above its size"),
            _ => {}
        }
    }
}

/// The expression that a debug record applies to its value.
fn record_expression(operands: &[RecordOperand]) -> Option<crate::Metadata> {
    match operands.get(2) {
        Some(RecordOperand::Metadata(expression)) => Some(*expression),
        _ => None,
    }
}

/// Minus zero of the type of a value.
fn negative_zero(rewriter: &Rewriter<'_>, value: Value) -> Value {
    let ty = rewriter.type_of(value);
    let (types, constants) = (&rewriter.module.types, &rewriter.module.constants);
    let scalar = types.scalar(ty);
    let bits = 1u128 << (types.float_width(scalar).unwrap_or(64) - 1);
    // The sign of a `ppc_fp128` is that of its first half.
    let bits = if *types.kind(scalar) == TypeKind::PpcFp128 { 1u128 << 63 } else { bits };
    let scalar = constants.intern(scalar, ConstantKind::Float(bits));
    rewriter.splat(ty, scalar).into()
}
