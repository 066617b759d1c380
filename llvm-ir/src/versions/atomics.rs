//! Replaces operations of `atomicrmw` that a version of LLVM does not have: by loops around `cmpxchg`, or by the same operation on integers.

use super::Downgrade;
use super::rewriter::Rewriter;
use crate::function::Value;
use crate::instruction::{
    Alignment, AtomicRmw, Atomicity, BinaryOp, CastOp, CmpXchg, Flags, FloatPredicate, Inst, Instruction,
    IntPredicate, Ordering, RmwOp,
};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

impl Downgrade {
    /// Replaces an `atomicrmw` that the version lacks; returns whether it stays.
    pub(super) fn atomic_rmw(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> bool {
        let Instruction::AtomicRmw(rmw) = &rewriter.function.insts[inst].inst else { return true };
        let mut rmw = rmw.clone();
        let ty = rewriter.type_of(rmw.value);
        let types = &rewriter.module.types;
        // `xchg` of floating-point numbers came with LLVM 9, of pointers with 15; operations on vectors with 19.
        let as_integer = rmw.op == RmwOp::Xchg
            && (types.is_float(ty) && self.lacks(9) || types.is_pointer(ty) && self.lacks(15));
        let looped = self.version < rmw.op.since()
            || types.is_vector(ty) && self.lacks(19)
            || rmw.elementwise && self.lacks(23);
        let stated = rmw.alignment;
        if self.lacks(13) {
            self.atomic_alignment(rewriter, rmw.value, rmw.alignment);
            rmw.alignment = Alignment::NONE;
            rewriter.function.insts[inst].inst = Instruction::AtomicRmw(rmw.clone());
        }
        if let Some(call) = self.atomic_of_consumer(rewriter, &rmw, ty) {
            rewriter.at(inst);
            let result = rewriter.function.insts[inst].result.expand();
            rewriter.push(call, result);
            return false;
        }
        if !looped && !as_integer {
            return true;
        }
        self.losses.hint(match looped {
            true => format!("operation `{}` of `atomicrmw`, written as a loop", rmw.op.spelling()),
            false => "operation `xchg` of `atomicrmw` on this type, written as one on integers".to_owned(),
        });
        let Some(bits) = self.integer_type(rewriter, ty) else {
            self.refuse(rewriter, format_args!("`atomicrmw {}` on this type", rmw.op.spelling()));
            return true;
        };
        rewriter.at(inst);
        let result = rewriter.function.insts[inst].result.expand();
        match looped {
            true => rewriter.replace_by(result, |rewriter| looped_rmw(rewriter, &rmw, stated, ty, bits)),
            false => rewriter.replace_by(result, |rewriter| {
                rmw.value = reinterpret(rewriter, rmw.value, bits);
                let old = rewriter.emit("xchg", bits, Instruction::AtomicRmw(rmw));
                reinterpret(rewriter, old, ty)
            }),
        }
        false
    }

    /// The integer type of the size of a type.
    fn integer_type(&self, rewriter: &Rewriter<'_>, ty: Type) -> Option<Type> {
        let (strings, types) = (&rewriter.module.strings, &rewriter.module.types);
        let bits = Sizes { strings, types, layout: &self.layout }.bits(ty)?;
        Some(types.integer(u32::try_from(bits).ok()?))
    }
}

/// A value of a type of the same size, with the same bits.
fn reinterpret(rewriter: &mut Rewriter<'_>, value: Value, ty: Type) -> Value {
    let types = &rewriter.module.types;
    let from = rewriter.type_of(value);
    let op = match (types.is_pointer(from), types.is_pointer(ty)) {
        _ if from == ty => return value,
        (true, false) => CastOp::PtrToInt,
        (false, true) => CastOp::IntToPtr,
        _ => CastOp::BitCast,
    };
    rewriter.cast(op, value, ty)
}

/// Loads the old value, then tries to replace it by the new one until no other thread was faster.
fn looped_rmw(
    rewriter: &mut Rewriter<'_>,
    rmw: &AtomicRmw,
    alignment: Alignment,
    ty: Type,
    bits: Type,
) -> Value {
    let width = rewriter.module.types.integer_width(bits).unwrap_or(64);
    let natural = Alignment::new(u64::from(width.div_ceil(8)).next_power_of_two());
    let alignment = if alignment == Alignment::NONE { natural.unwrap_or(alignment) } else { alignment };
    let before = rewriter.block;
    let first = rewriter.emit(
        "initial",
        bits,
        Instruction::Load {
            address: rmw.address,
            alignment,
            volatile: rmw.volatile,
            atomicity: Atomicity { ordering: Ordering::Monotonic, scope: rmw.atomicity.scope },
        },
    );
    let attempt = rewriter.add_block("atomicrmw.start", before);
    let end = rewriter.add_block("atomicrmw.end", attempt);
    rewriter.push(Instruction::Br(attempt), None);
    rewriter.start_block(attempt);
    let incoming = rewriter.function.push_edges(&[(first, before), (first, attempt)]);
    let old_bits = rewriter.emit("old", bits, Instruction::Phi { flags: Flags::empty(), incoming });
    let old = reinterpret(rewriter, old_bits, ty);
    let new = updated(rewriter, rmw.op, old, rmw.value);
    let new = reinterpret(rewriter, new, bits);
    let i1 = rewriter.module.types.common.i1;
    let pair = TypeKind::Struct { packed: false, fields: [bits, i1].into() };
    let pair = rewriter.module.types.intern(pair);
    let failure = match rmw.atomicity.ordering {
        Ordering::Release | Ordering::Unordered => Ordering::Monotonic,
        Ordering::AcqRel => Ordering::Acquire,
        other => other,
    };
    let cmpxchg = CmpXchg {
        address: rmw.address,
        expected: old_bits,
        new,
        weak: false,
        volatile: rmw.volatile,
        success: rmw.atomicity.ordering,
        failure,
        scope: rmw.atomicity.scope,
        alignment: rmw.alignment,
    };
    let pair = rewriter.emit("pair", pair, Instruction::CmpXchg(Box::new(cmpxchg)));
    let indices = rewriter.function.push_numbers(&[1]);
    let success = rewriter.emit("success", i1, Instruction::ExtractValue { aggregate: pair, indices });
    let indices = rewriter.function.push_numbers(&[0]);
    let loaded = rewriter.emit("loaded", bits, Instruction::ExtractValue { aggregate: pair, indices });
    rewriter.function.edges[incoming.range()][1].0 = loaded;
    rewriter.push(Instruction::CondBr { condition: success, then: end, otherwise: attempt }, None);
    rewriter.start_block(end);
    // The result must be defined in the block that the rest is in, for the caller to name it.
    match bits == ty {
        true => old,
        false => reinterpret(rewriter, loaded, ty),
    }
}

/// The value that the operation puts in the place of the old one.
fn updated(rewriter: &mut Rewriter<'_>, op: RmwOp, old: Value, value: Value) -> Value {
    let ty = rewriter.type_of(old);
    let (zero, one) = match rewriter.module.types.integer_width(rewriter.module.types.scalar(ty)) {
        Some(_) => (rewriter.int(ty, 0), rewriter.int(ty, 1)),
        None => (old, old),
    };
    match op {
        RmwOp::FAdd => rewriter.binary(BinaryOp::FAdd, old, value),
        RmwOp::FSub => rewriter.binary(BinaryOp::FSub, old, value),
        RmwOp::Xchg => value,
        RmwOp::FMax | RmwOp::FMaximum | RmwOp::FMaximumNum => extreme(rewriter, op, old, value, true),
        RmwOp::FMin | RmwOp::FMinimum | RmwOp::FMinimumNum => extreme(rewriter, op, old, value, false),
        RmwOp::UIncWrap => {
            let next = rewriter.binary(BinaryOp::Add, old, one);
            let wraps = rewriter.icmp(IntPredicate::Uge, old, value);
            rewriter.select(wraps, zero, next)
        }
        RmwOp::UDecWrap => {
            let next = rewriter.binary(BinaryOp::Sub, old, one);
            let (is_zero, is_above) =
                (rewriter.icmp(IntPredicate::Eq, old, zero), rewriter.icmp(IntPredicate::Ugt, old, value));
            let wraps = rewriter.binary(BinaryOp::Or, is_zero, is_above);
            rewriter.select(wraps, value, next)
        }
        RmwOp::USubCond | RmwOp::USubSat => {
            let next = rewriter.binary(BinaryOp::Sub, old, value);
            let fits = rewriter.icmp(IntPredicate::Uge, old, value);
            rewriter.select(fits, next, if op == RmwOp::USubCond { old } else { zero })
        }
        // No version lacks these.
        RmwOp::Add
        | RmwOp::Sub
        | RmwOp::And
        | RmwOp::Nand
        | RmwOp::Or
        | RmwOp::Xor
        | RmwOp::Max
        | RmwOp::Min
        | RmwOp::UMax
        | RmwOp::UMin => integer(rewriter, op, old, value),
    }
}

/// The operations on integers that every version has, for vectors, of which older ones have none.
fn integer(rewriter: &mut Rewriter<'_>, op: RmwOp, old: Value, value: Value) -> Value {
    let choice = |rewriter: &mut Rewriter<'_>, predicate| {
        let condition = rewriter.icmp(predicate, old, value);
        rewriter.select(condition, old, value)
    };
    match op {
        RmwOp::Add => rewriter.binary(BinaryOp::Add, old, value),
        RmwOp::Sub => rewriter.binary(BinaryOp::Sub, old, value),
        RmwOp::And => rewriter.binary(BinaryOp::And, old, value),
        RmwOp::Or => rewriter.binary(BinaryOp::Or, old, value),
        RmwOp::Xor => rewriter.binary(BinaryOp::Xor, old, value),
        RmwOp::Nand => {
            let both = rewriter.binary(BinaryOp::And, old, value);
            let ones = rewriter.int(rewriter.type_of(old), -1);
            rewriter.binary(BinaryOp::Xor, both, ones)
        }
        RmwOp::Max => choice(rewriter, IntPredicate::Sgt),
        RmwOp::Min => choice(rewriter, IntPredicate::Slt),
        RmwOp::UMax => choice(rewriter, IntPredicate::Ugt),
        _ => choice(rewriter, IntPredicate::Ult),
    }
}

/// The greater or smaller of two numbers. Of `fmax` and `fmaximumnum`, a NaN gives the other one; of `fmaximum`, a NaN. The latter two
/// take -0 for smaller than 0. Source: LangRef, `atomicrmw` and `llvm.maximum`.
fn extreme(rewriter: &mut Rewriter<'_>, op: RmwOp, old: Value, value: Value, is_max: bool) -> Value {
    let (ty, flags) = (rewriter.type_of(old), Flags::empty());
    let types = &rewriter.module.types;
    let i1 = types.with_scalar(ty, types.common.i1);
    let compare = |rewriter: &mut Rewriter<'_>, predicate, lhs, rhs| {
        rewriter.emit("cmp", i1, Instruction::FCmp { predicate, flags, lhs, rhs })
    };
    let better =
        compare(rewriter, if is_max { FloatPredicate::Ogt } else { FloatPredicate::Olt }, old, value);
    let better = rewriter.select(better, old, value);
    // What stays if the one or the other is no number.
    let propagates = matches!(op, RmwOp::FMaximum | RmwOp::FMinimum);
    let (tested, instead) = if propagates { (old, old) } else { (value, old) };
    let is_nan = compare(rewriter, FloatPredicate::Uno, tested, tested);
    let mut result = rewriter.select(is_nan, instead, better);
    if propagates {
        let is_nan = compare(rewriter, FloatPredicate::Uno, value, value);
        result = rewriter.select(is_nan, value, result);
    }
    if matches!(op, RmwOp::FMax | RmwOp::FMin) {
        return result;
    }
    // Equal numbers differ in the sign of zero at most.
    let width = rewriter.module.types.float_width(rewriter.module.types.scalar(ty)).unwrap_or(64);
    let bits = rewriter.module.types.with_scalar(ty, rewriter.module.types.integer(width));
    let (a, b) = (reinterpret(rewriter, old, bits), reinterpret(rewriter, value, bits));
    let zero = rewriter.binary(if is_max { BinaryOp::And } else { BinaryOp::Or }, a, b);
    let zero = reinterpret(rewriter, zero, ty);
    let equal = compare(rewriter, FloatPredicate::Oeq, old, value);
    rewriter.select(equal, zero, result)
}
