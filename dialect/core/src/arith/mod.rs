//! The `arith` dialect: arithmetic on integers and floats, and on vectors and tensors of them. Source: `ArithOps.td`,
//! `ArithBase.td`.

mod attributes;
mod casts;
mod constant;
mod enums;
mod old_spellings;
mod operations;
mod select;

pub use attributes::{FASTMATH, OVERFLOW, fastmath, overflow};
pub use constant::Constant;
pub use enums::{
    AtomicRMWKind, CmpFPredicate, CmpIPredicate, FastMathFlags, IntegerOverflowFlags, RoundingMode,
};
pub use select::Select;

use tern_mlir::declare::{AttrClass, Dialect, EnumDef, OpDef, concat};

/// `Arith_FastMathAttr`, for operations of other dialects that have fast-math flags.
pub const FASTMATH_CLASS: AttrClass = AttrClass::Declared(&FASTMATH);

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    enums: ENUMS,
    old_spellings: Some(&old_spellings::OLD_SPELLINGS),
    ..Dialect::new("arith")
};

static OPERATIONS: &[&OpDef] =
    &concat!(&OpDef; operations::TABLE, casts::TABLE, constant::OPERATIONS, select::OPERATIONS);

static ENUMS: &[&EnumDef] = &concat!(&EnumDef; enums::ENUMS, enums::BIT_ENUMS);
