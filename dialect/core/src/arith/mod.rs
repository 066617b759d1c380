//! The `arith` dialect: arithmetic on integers and floats, and on vectors and tensors of them. Source: `ArithOps.td`,
//! `ArithBase.td`.

mod attributes;
mod casts;
mod constant;
mod enums;
mod float_folds;
mod folds;
pub mod interfaces;
mod old_spellings;
mod operations;
mod select;

pub use attributes::{FASTMATH, OVERFLOW};
pub use enums::{
    AtomicRMWKind, CmpFPredicate, CmpIPredicate, FastMathFlags, IntegerOverflowFlags, RoundingMode,
};

pub use casts::{
    Bitcast, ExtF, ExtSI, ExtUI, FPToSI, FPToUI, IndexCast, IndexCastUI, SIToFP, ScalingExtF, ScalingTruncF,
    TruncF, TruncI, UIToFP,
};
pub use constant::Constant;
pub use operations::{
    AddF, AddI, AddUIExtended, AndI, CeilDivSI, CeilDivUI, CmpF, CmpI, DivF, DivSI, DivUI, FloorDivSI,
    MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, MulF, MulI, MulSIExtended,
    MulUIExtended, NegF, OrI, RemF, RemSI, RemUI, ShLI, ShRSI, ShRUI, SubF, SubI, XOrI,
};
pub use select::Select;

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::declare::{AttrClass, Dialect, EnumDef, OpDef, attribute_classes, concat};
use tern_mlir::inlining::Inlinable;

attribute_classes! {
    /// `Arith_FastMathAttr`, for operations of other dialects that have fast-math flags.
    pub FASTMATH_CLASS: FASTMATH = AttrClass::Declared(&FASTMATH);
}

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    enums: ENUMS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS, &ConvertsToLlvm(None)],
    old_spellings: Some(&old_spellings::OLD_SPELLINGS),
    ..Dialect::new("arith")
};

static OPERATIONS: &[&OpDef] =
    &concat!(&OpDef; operations::TABLE, casts::TABLE, constant::OPERATIONS, select::OPERATIONS);

static ENUMS: &[&EnumDef] = &concat!(&EnumDef; enums::ENUMS, enums::BIT_ENUMS);
