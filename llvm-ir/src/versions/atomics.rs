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
        if self.lacks(13) {
            self.atomic_alignment(rewriter, rmw.value, rmw.alignment);
            rmw.alignment = Alignment::NONE;
            rewriter.function.insts[inst].inst = Instruction::AtomicRmw(rmw.clone());
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
            true => rewriter.replace_by(result, |rewriter| looped_rmw(rewriter, &rmw, ty, bits)),
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
fn looped_rmw(rewriter: &mut Rewriter<'_>, rmw: &AtomicRmw, ty: Type, bits: Type) -> Value {
    let before = rewriter.block;
    let first = rewriter.emit(
        "initial",
        bits,
        Instruction::Load {
            address: rmw.address,
            alignment: rmw.alignment,
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
    let flags = Flags::empty();
    let (zero, one) = match rewriter.module.types.integer_width(rewriter.module.types.scalar(ty)) {
        Some(_) => (rewriter.int(ty, 0), rewriter.int(ty, 1)),
        None => (old, old),
    };
    let by_comparison = |rewriter: &mut Rewriter<'_>, predicate| {
        let i1 = rewriter.module.types.with_scalar(ty, rewriter.module.types.common.i1);
        let compared = rewriter.emit("cmp", i1, Instruction::FCmp { predicate, flags, lhs: old, rhs: value });
        rewriter.select(compared, old, value)
    };
    match op {
        RmwOp::FAdd => rewriter.binary(BinaryOp::FAdd, old, value),
        RmwOp::FSub => rewriter.binary(BinaryOp::FSub, old, value),
        RmwOp::Xchg => value,
        // A NaN gives the other operand.
        RmwOp::FMax | RmwOp::FMin => {
            let predicate = if op == RmwOp::FMax { FloatPredicate::Ogt } else { FloatPredicate::Olt };
            let better = by_comparison(rewriter, predicate);
            let i1 = rewriter.module.types.with_scalar(ty, rewriter.module.types.common.i1);
            let predicate = FloatPredicate::Uno;
            let is_nan =
                rewriter.emit("nan", i1, Instruction::FCmp { predicate, flags, lhs: value, rhs: value });
            rewriter.select(is_nan, old, better)
        }
        // A NaN stays one.
        RmwOp::FMaximum | RmwOp::FMinimum => {
            let predicate = if op == RmwOp::FMaximum { FloatPredicate::Ugt } else { FloatPredicate::Ult };
            by_comparison(rewriter, predicate)
        }
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
        _ => value,
    }
}
