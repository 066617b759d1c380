//! Conversion of `index` to the `llvm` dialect. Source: MLIR's `IndexToLLVM.cpp`.

mod division;

use tern_dialect_core::index;
use tern_dialect_core::index::IndexCmpPredicate;
use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::Attribute;
use tern_mlir::declare::{New, OpDef};
use tern_mlir::rewrite::Builder;

use crate::arith::index_cast;
use crate::conversion::{Adaptor, Legal, Legality, LlvmBuilder, Patterns, Rewrite, Rewriter};

/// Operations that are converted to one operation of the `llvm` dialect.
static ONE_TO_ONE: &[(&str, &OpDef)] = &[
    (index::Add::NAME, llvm::Add::DEF),
    (index::And::NAME, llvm::And::DEF),
    (index::DivS::NAME, llvm::SDiv::DEF),
    (index::DivU::NAME, llvm::UDiv::DEF),
    (index::MaxS::NAME, intrinsics::SMax::DEF),
    (index::MaxU::NAME, intrinsics::UMax::DEF),
    (index::MinS::NAME, intrinsics::SMin::DEF),
    (index::MinU::NAME, intrinsics::UMin::DEF),
    (index::Mul::NAME, llvm::Mul::DEF),
    (index::Or::NAME, llvm::Or::DEF),
    (index::RemS::NAME, llvm::SRem::DEF),
    (index::RemU::NAME, llvm::URem::DEF),
    (index::Shl::NAME, llvm::Shl::DEF),
    (index::ShrS::NAME, llvm::AShr::DEF),
    (index::ShrU::NAME, llvm::LShr::DEF),
    (index::Sub::NAME, llvm::Sub::DEF),
    (index::XOr::NAME, llvm::Xor::DEF),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&[index::CastS::NAME], |op, b| index_cast(op, b, llvm::SExt::DEF));
    patterns.on(&[index::CastU::NAME], |op, b| index_cast(op, b, llvm::ZExt::DEF));
    patterns.on(&[index::Cmp::NAME], compare);
    patterns.on(&[index::Constant::NAME], constant);
    patterns.on(&[index::BoolConstant::NAME], bool_constant);
    patterns.on(&[index::SizeOf::NAME], size_of);
    division::patterns(patterns);
}

/// Makes all operations of the dialect illegal.
pub(crate) fn legality(legality: Legality) -> Legality {
    legality.dialect("index", Legal::No)
}

fn one_to_one(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let name = b.op_ref(op.op).name();
    let &(_, into) =
        ONE_TO_ONE.iter().find(|(from, _)| *from == name).ok_or("not an operation of the table")?;
    let ty = b.converted_result(op.op)?;
    b.replace_by(op.op, New::with(into, op.operands, [ty]));
    Ok(())
}

fn compare(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let compare = index::Cmp::expect(b.converted(op));
    let (lhs, rhs) = (compare.lhs(), compare.rhs());
    let predicate = match compare.pred() {
        IndexCmpPredicate::Eq => ICmpPredicate::Eq,
        IndexCmpPredicate::Ne => ICmpPredicate::Ne,
        IndexCmpPredicate::Slt => ICmpPredicate::Slt,
        IndexCmpPredicate::Sle => ICmpPredicate::Sle,
        IndexCmpPredicate::Sgt => ICmpPredicate::Sgt,
        IndexCmpPredicate::Sge => ICmpPredicate::Sge,
        IndexCmpPredicate::Ult => ICmpPredicate::Ult,
        IndexCmpPredicate::Ule => ICmpPredicate::Ule,
        IndexCmpPredicate::Ugt => ICmpPredicate::Ugt,
        IndexCmpPredicate::Uge => ICmpPredicate::Uge,
    };
    let result = b.icmp(predicate, lhs, rhs);
    b.replace(op.op, &[result]);
    Ok(())
}

/// Converts a constant to an integer of the width of `index`, truncating it if necessary.
fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let value = index::Constant::expect(b.original(op)).value();
    let ty = b.converted_result(op.op)?;
    let constant = b.constant_int(ty, value);
    b.replace(op.op, &[constant]);
    Ok(())
}

fn bool_constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let value = Attribute::bool(b.context(), index::BoolConstant::expect(b.original(op)).value());
    let ty = b.converted_result(op.op)?;
    b.replace_by(op.op, llvm::Constant::build(value, ty));
    Ok(())
}

fn size_of(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let width = i64::from(b.converter().options.index_width);
    let ty = b.converted_result(op.op)?;
    let constant = b.constant_int(ty, width);
    b.replace(op.op, &[constant]);
    Ok(())
}
