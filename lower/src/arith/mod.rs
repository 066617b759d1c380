//! Conversion of `arith` to the `llvm` dialect. Source: MLIR's `ArithToLLVM.cpp`; `ExpandOps.cpp` for divisions that round up
//! or down.

mod casts;
mod compare;
pub(crate) mod division;
mod extended;

pub(crate) use casts::index_cast;

use crate::conversion::elementwise::{Elementwise, each_part, is_unsupported_float};
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter, Values};

/// Operations that are converted to one operation of the `llvm` dialect.
const ONE_TO_ONE: &[(&str, &str)] = &[
    ("arith.addf", "llvm.fadd"),
    ("arith.addi", "llvm.add"),
    ("arith.andi", "llvm.and"),
    ("arith.divf", "llvm.fdiv"),
    ("arith.divsi", "llvm.sdiv"),
    ("arith.divui", "llvm.udiv"),
    ("arith.extf", "llvm.fpext"),
    ("arith.extsi", "llvm.sext"),
    ("arith.extui", "llvm.zext"),
    ("arith.fptosi", "llvm.fptosi"),
    ("arith.fptoui", "llvm.fptoui"),
    ("arith.maximumf", "llvm.intr.maximum"),
    ("arith.maxnumf", "llvm.intr.maxnum"),
    ("arith.maxsi", "llvm.intr.smax"),
    ("arith.maxui", "llvm.intr.umax"),
    ("arith.minimumf", "llvm.intr.minimum"),
    ("arith.minnumf", "llvm.intr.minnum"),
    ("arith.minsi", "llvm.intr.smin"),
    ("arith.minui", "llvm.intr.umin"),
    ("arith.mulf", "llvm.fmul"),
    ("arith.muli", "llvm.mul"),
    ("arith.negf", "llvm.fneg"),
    ("arith.ori", "llvm.or"),
    ("arith.remf", "llvm.frem"),
    ("arith.remsi", "llvm.srem"),
    ("arith.remui", "llvm.urem"),
    ("arith.shli", "llvm.shl"),
    ("arith.shrsi", "llvm.ashr"),
    ("arith.shrui", "llvm.lshr"),
    ("arith.sitofp", "llvm.sitofp"),
    ("arith.subf", "llvm.fsub"),
    ("arith.subi", "llvm.sub"),
    ("arith.trunci", "llvm.trunc"),
    ("arith.uitofp", "llvm.uitofp"),
    ("arith.xori", "llvm.xor"),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&["arith.constant"], constant);
    patterns.on_several(&["arith.select"], select);
    casts::patterns(patterns);
    compare::patterns(patterns);
    extended::patterns(patterns);
    division::patterns(patterns);
}

fn one_to_one(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = b.op_ref(op.op);
    let name = original.name();
    let (_, into) =
        ONE_TO_ONE.iter().find(|(from, _)| *from == name).ok_or("not an operation of the table")?;
    reject_unsupported_floats(op, b)?;
    let into = Elementwise::like(b.op_ref(op.op), into);
    into.replace(op, b)
}

/// Fails for small float formats, which have no arithmetic in LLVM.
pub(crate) fn reject_unsupported_floats(op: Adaptor<'_>, b: &Rewriter<'_, '_>) -> Rewrite {
    let original = b.op_ref(op.op);
    let results = original.body.results(op.op);
    let mut types = original.operands().iter().copied().chain(results).map(|value| original.type_of(value));
    match types.any(|ty| is_unsupported_float(b.converter(), ty)) {
        true => Err("unsupported floating point type".into()),
        false => Ok(()),
    }
}

fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let value = b.op_ref(op.op).property("value").ok_or("a constant without a value")?;
    b.replace_with(op.op, "llvm.mlir.constant", &[], &[ty], &[("value", value)]);
    Ok(())
}

/// A value that was split into several is selected part by part.
fn select(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let into = Elementwise::like(b.op_ref(op.op), "llvm.select");
    let (&[condition], yes, no) = (op.operand(0), op.operand(1), op.operand(2)) else {
        return Err("other than one value stands for the condition".into());
    };
    if let [_] = yes {
        return into.replace(op, b);
    }
    let mut selected = Values::new();
    for (&yes, &no) in yes.iter().zip(no) {
        let ty = b.type_of(yes);
        selected.push(each_part(b, &[condition, yes, no], ty, |b, parts, ty| into.make(b, parts, ty))?);
    }
    b.replace_by_several(op.op, [selected]);
    Ok(())
}
