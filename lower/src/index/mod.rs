//! Conversion of `index` to the `llvm` dialect. Source: MLIR's `IndexToLLVM.cpp`.

mod division;

use tern_dialect_core::index;
use tern_dialect_core::index::{CMP_PREDICATE, IndexCmpPredicate};
use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::Attribute;

use crate::arith::index_cast;
use crate::conversion::{Adaptor, Builder, Legal, Legality, Patterns, Rewrite, Rewriter};

/// Operations that are converted to one operation of the `llvm` dialect.
const ONE_TO_ONE: &[(&str, &str)] = &[
    (index::Add::NAME, llvm::Add::NAME),
    (index::And::NAME, llvm::And::NAME),
    (index::BoolConstant::NAME, llvm::Constant::NAME),
    (index::DivS::NAME, llvm::SDiv::NAME),
    (index::DivU::NAME, llvm::UDiv::NAME),
    (index::MaxS::NAME, intrinsics::SMax::NAME),
    (index::MaxU::NAME, intrinsics::UMax::NAME),
    (index::MinS::NAME, intrinsics::SMin::NAME),
    (index::MinU::NAME, intrinsics::UMin::NAME),
    (index::Mul::NAME, llvm::Mul::NAME),
    (index::Or::NAME, llvm::Or::NAME),
    (index::RemS::NAME, llvm::SRem::NAME),
    (index::RemU::NAME, llvm::URem::NAME),
    (index::Shl::NAME, llvm::Shl::NAME),
    (index::ShrS::NAME, llvm::AShr::NAME),
    (index::ShrU::NAME, llvm::LShr::NAME),
    (index::Sub::NAME, llvm::Sub::NAME),
    (index::XOr::NAME, llvm::Xor::NAME),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&[index::CastS::NAME], |op, b| index_cast(op, b, llvm::SExt::NAME));
    patterns.on(&[index::CastU::NAME], |op, b| index_cast(op, b, llvm::ZExt::NAME));
    patterns.on(&[index::Cmp::NAME], compare);
    patterns.on(&[index::Constant::NAME], constant);
    patterns.on(&[index::SizeOf::NAME], size_of);
    division::patterns(patterns);
}

/// Makes all operations of the dialect illegal.
pub(crate) fn legality(legality: Legality) -> Legality {
    legality.dialect("index", Legal::No)
}

fn one_to_one(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = b.op_ref(op.op);
    let name = original.name();
    let (_, into) =
        ONE_TO_ONE.iter().find(|(from, _)| *from == name).ok_or("not an operation of the table")?;
    let value = original.property("value").map(|value| ("value", value));
    let ty = b.converted_result(op.op)?;
    b.replace_with(op.op, into, op.operands, &[ty], value.as_slice());
    Ok(())
}

fn compare(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let predicate = b.op_ref(op.op).property("pred").and_then(|predicate| {
        predicate.declared(context, &CMP_PREDICATE)?.first()?.as_u64().and_then(IndexCmpPredicate::from_value)
    });
    let predicate = match predicate.ok_or("not a predicate")? {
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
    let &[lhs, rhs] = op.operands else { return Err("not two operands".into()) };
    let result = b.icmp(predicate, lhs, rhs);
    b.replace(op.op, &[result]);
    Ok(())
}

/// Converts a constant to an integer of the width of `index`, truncating it if necessary.
fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let value = b.op_ref(op.op).property("value").and_then(|value| value.as_i64(context));
    let value = value.ok_or("a constant without a value")?;
    let ty = b.converted_result(op.op)?;
    let constant = b.constant(ty, Attribute::integer(context, ty, value));
    b.replace(op.op, &[constant]);
    Ok(())
}

fn size_of(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let width = i64::from(b.converter().options.index_width);
    let ty = b.converted_result(op.op)?;
    let constant = b.constant_int(ty, width);
    b.replace(op.op, &[constant]);
    Ok(())
}
