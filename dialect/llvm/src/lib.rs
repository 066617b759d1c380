//! The `llvm` dialect, which represents LLVM IR as operations. Source: MLIR's `LLVMIR` dialect and LLVM's LangRef.
//!
//! The crate also declares [`dlti`], the dialect for data layouts, which both directions of the translation need.

pub mod attributes;
mod bytecode;
pub mod constraints;
pub mod dlti;
pub mod dwarf;
pub mod enums;
mod folds;
mod former_operations;
pub mod interfaces;
pub mod intrinsics;
mod old_loops;
mod old_operations;
mod old_types;
pub mod ops;
pub mod parameter_attributes;
pub mod syntax;
pub mod traits;
pub mod types;
mod verify;
pub mod versions;

pub use tern_support::datalayout::check as check_data_layout;

pub use attributes::values::{
    as_asm_dialect, as_cconv, as_comdat, as_fastmath, as_fp_exception_behavior, as_frame_pointer_kind,
    as_linkage, as_rounding_mode, as_tail_call_kind, as_uwtable_kind, asm_dialect, cconv, comdat, fastmath,
    fp_exception_behavior, frame_pointer_kind, linkage, rounding_mode, tail_call_kind, uwtable_kind,
};

pub use verify::constants::fits as constant_fits;

use std::any::Any;

use tern_mlir::declare::{Dialect, EnumDef, OpDef, concat};
use tern_mlir::inlining::Inlinable;

static ENUMS: &[&EnumDef] = &concat!(&EnumDef; enums::ENUMS, enums::BIT_ENUMS, dwarf::ENUMS);
static OPERATIONS: &[&OpDef] = &concat!(&OpDef; ops::OPERATIONS, intrinsics::OPERATIONS);

/// The dialects of this crate, for a [`Context`](tern_mlir::Context).
pub static DIALECTS: &[&Dialect] = &[&dlti::DIALECT, &DIALECT];

/// The interface of dialects whose operations can be converted to `llvm`, with the patterns that convert them: a `ToLlvm` of
/// `tern-lower`, or `None` if `tern-lower` itself has them. MLIR: `ConvertToLLVMPatternInterface`.
pub struct ConvertsToLlvm(pub Option<&'static (dyn Any + Send + Sync)>);

/// `llvm.intr.vastart` refers to the variable arguments of its own function, so it must not move.
static INLINABLE: Inlinable =
    Inlinable { may_move: |op| !op.is(intrinsics::VaStart::DEF), takes_operations: true };

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    types: types::TYPES,
    enums: ENUMS,
    directives: syntax::DIRECTIVES,
    verify_attribute: Some(verify::data_layout::attribute),
    verify_parameter: Some(parameter_attributes::verify),
    bytecode: bytecode::ATTRIBUTES,
    old_spellings: Some(&old_operations::OLD_SPELLINGS),
    stand_ins: Some(versions::STAND_INS),
    interfaces: &[&INLINABLE, &folds::FOLDS],
    unknown_operations: true,
    unknown_type: Some(types::unknown),
    ..Dialect::new("llvm")
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_well_formed() {
        for dialect in DIALECTS {
            tern_mlir::declare::check(dialect);
        }
    }
}
