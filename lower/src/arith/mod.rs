//! Conversion of `arith` to the `llvm` dialect. Source: MLIR's `ArithToLLVM.cpp`; `ExpandOps.cpp` for divisions that round up
//! or down.

mod casts;
mod compare;
pub(crate) mod division;
mod extended;

pub(crate) use casts::index_cast;

use crate::conversion::elementwise::{Elementwise, each_part, is_unsupported_float};
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter, Values};
use tern_dialect_core::arith;
use tern_dialect_llvm::{intrinsics, ops as llvm};

/// Operations that are converted to one operation of the `llvm` dialect.
const ONE_TO_ONE: &[(&str, &str)] = &[
    (arith::AddF::NAME, llvm::FAdd::NAME),
    (arith::AddI::NAME, llvm::Add::NAME),
    (arith::AndI::NAME, llvm::And::NAME),
    (arith::DivF::NAME, llvm::FDiv::NAME),
    (arith::DivSI::NAME, llvm::SDiv::NAME),
    (arith::DivUI::NAME, llvm::UDiv::NAME),
    (arith::ExtF::NAME, llvm::FPExt::NAME),
    (arith::ExtSI::NAME, llvm::SExt::NAME),
    (arith::ExtUI::NAME, llvm::ZExt::NAME),
    (arith::FPToSI::NAME, llvm::FPToSI::NAME),
    (arith::FPToUI::NAME, llvm::FPToUI::NAME),
    (arith::MaximumF::NAME, intrinsics::Maximum::NAME),
    (arith::MaxNumF::NAME, intrinsics::MaxNum::NAME),
    (arith::MaxSI::NAME, intrinsics::SMax::NAME),
    (arith::MaxUI::NAME, intrinsics::UMax::NAME),
    (arith::MinimumF::NAME, intrinsics::Minimum::NAME),
    (arith::MinNumF::NAME, intrinsics::MinNum::NAME),
    (arith::MinSI::NAME, intrinsics::SMin::NAME),
    (arith::MinUI::NAME, intrinsics::UMin::NAME),
    (arith::MulF::NAME, llvm::FMul::NAME),
    (arith::MulI::NAME, llvm::Mul::NAME),
    (arith::NegF::NAME, llvm::FNeg::NAME),
    (arith::OrI::NAME, llvm::Or::NAME),
    (arith::RemF::NAME, llvm::FRem::NAME),
    (arith::RemSI::NAME, llvm::SRem::NAME),
    (arith::RemUI::NAME, llvm::URem::NAME),
    (arith::ShLI::NAME, llvm::Shl::NAME),
    (arith::ShRSI::NAME, llvm::AShr::NAME),
    (arith::ShRUI::NAME, llvm::LShr::NAME),
    (arith::SIToFP::NAME, llvm::SIToFP::NAME),
    (arith::SubF::NAME, llvm::FSub::NAME),
    (arith::SubI::NAME, llvm::Sub::NAME),
    (arith::TruncI::NAME, llvm::Trunc::NAME),
    (arith::UIToFP::NAME, llvm::UIToFP::NAME),
    (arith::XOrI::NAME, llvm::Xor::NAME),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&[arith::Constant::NAME], constant);
    patterns.on_several(&[arith::Select::NAME], select);
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
    b.replace_with(op.op, llvm::Constant::NAME, &[], &[ty], &[("value", value)]);
    Ok(())
}

/// A value that was split into several is selected part by part.
fn select(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let into = Elementwise::like(b.op_ref(op.op), llvm::Select::NAME);
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
