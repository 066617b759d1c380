//! Conversion of `arith` to the `llvm` dialect. Source: MLIR's `ArithToLLVM.cpp`; `ExpandOps.cpp` for divisions that round up
//! or down.

mod casts;
mod compare;
pub(crate) mod division;
mod extended;

pub(crate) use casts::index_cast;

use tern_dialect_core::arith;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::OpDef;
use tern_mlir::rewrite::Builder;

use crate::conversion::elementwise::{Elementwise, each_part, is_unsupported_float};
use crate::conversion::{Adaptor, Patterns, Rewrite, Rewriter, Values};

/// Operations that are converted to one operation of the `llvm` dialect.
static ONE_TO_ONE: &[(&str, &OpDef)] = &[
    (arith::AddF::NAME, llvm::FAdd::DEF),
    (arith::AddI::NAME, llvm::Add::DEF),
    (arith::AndI::NAME, llvm::And::DEF),
    (arith::DivF::NAME, llvm::FDiv::DEF),
    (arith::DivSI::NAME, llvm::SDiv::DEF),
    (arith::DivUI::NAME, llvm::UDiv::DEF),
    (arith::ExtF::NAME, llvm::FPExt::DEF),
    (arith::ExtSI::NAME, llvm::SExt::DEF),
    (arith::ExtUI::NAME, llvm::ZExt::DEF),
    (arith::FPToSI::NAME, llvm::FPToSI::DEF),
    (arith::FPToUI::NAME, llvm::FPToUI::DEF),
    (arith::MaximumF::NAME, intrinsics::Maximum::DEF),
    (arith::MaxNumF::NAME, intrinsics::MaxNum::DEF),
    (arith::MaxSI::NAME, intrinsics::SMax::DEF),
    (arith::MaxUI::NAME, intrinsics::UMax::DEF),
    (arith::MinimumF::NAME, intrinsics::Minimum::DEF),
    (arith::MinNumF::NAME, intrinsics::MinNum::DEF),
    (arith::MinSI::NAME, intrinsics::SMin::DEF),
    (arith::MinUI::NAME, intrinsics::UMin::DEF),
    (arith::MulF::NAME, llvm::FMul::DEF),
    (arith::MulI::NAME, llvm::Mul::DEF),
    (arith::NegF::NAME, llvm::FNeg::DEF),
    (arith::OrI::NAME, llvm::Or::DEF),
    (arith::RemF::NAME, llvm::FRem::DEF),
    (arith::RemSI::NAME, llvm::SRem::DEF),
    (arith::RemUI::NAME, llvm::URem::DEF),
    (arith::ShLI::NAME, llvm::Shl::DEF),
    (arith::ShRSI::NAME, llvm::AShr::DEF),
    (arith::ShRUI::NAME, llvm::LShr::DEF),
    (arith::SIToFP::NAME, llvm::SIToFP::DEF),
    (arith::SubF::NAME, llvm::FSub::DEF),
    (arith::SubI::NAME, llvm::Sub::DEF),
    (arith::TruncI::NAME, llvm::Trunc::DEF),
    (arith::UIToFP::NAME, llvm::UIToFP::DEF),
    (arith::XOrI::NAME, llvm::Xor::DEF),
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
    let name = b.op_ref(op.op).name();
    let &(_, into) =
        ONE_TO_ONE.iter().find(|(from, _)| *from == name).ok_or("not an operation of the table")?;
    reject_unsupported_floats(op, b)?;
    Elementwise::like(b.op_ref(op.op), into).replace(op, b)
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
    let value = arith::Constant::expect(b.original(op)).value();
    b.replace_by(op.op, llvm::Constant::build(value, ty));
    Ok(())
}

/// A value that was split into several is selected part by part.
fn select(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let into = Elementwise::like(b.op_ref(op.op), llvm::Select::DEF);
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
