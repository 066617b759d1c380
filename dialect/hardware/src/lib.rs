//! The hardware dialects: instruction sets that LLVM supports as intrinsics. Each has a folder or file, with the declaration of
//! each operation next to its translation to LLVM IR.
//!
//! This crate only uses what any crate can use to add a dialect to Tern: the [declaration language](tern_mlir::declare),
//! [`tern_export::extension`] and [`tern_import::extension`]. `docs/EXTENDING.md` is a worked example.

pub mod amx;
pub mod arm_neon;
pub mod arm_sme;
pub mod arm_sve;
pub mod constraints;
pub mod functions;
pub mod gpu;
pub mod nvvm;
pub mod ptr;
pub mod rocdl;
mod target;
pub mod vcix;
pub mod x86vector;
pub mod xevm;

use tern_mlir::Context;
use tern_mlir::declare::Dialect;

/// All dialects of this crate.
pub static DIALECTS: &[&Dialect] = &[
    &amx::DIALECT,
    &arm_neon::DIALECT,
    &arm_sme::DIALECT,
    &arm_sve::DIALECT,
    &gpu::DIALECT,
    &nvvm::DIALECT,
    &ptr::DIALECT,
    &rocdl::DIALECT,
    &vcix::DIALECT,
    &x86vector::DIALECT,
    &xevm::DIALECT,
];

/// Creates a context with the dialects of this crate and the `llvm` dialect.
pub fn context() -> Context {
    Context::new(&[tern_dialect_llvm::DIALECTS, DIALECTS].concat())
}

/// Runs the worked example of the documentation as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/EXTENDING.md")]
pub struct Extending;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_well_formed() {
        for dialect in DIALECTS {
            tern_mlir::declare::check(dialect);
        }
    }

    #[test]
    fn intrinsics_are_llvms_and_immediates_are_declared() {
        let operations = DIALECTS.iter().flat_map(|dialect| dialect.operations);
        let mut count = 0;
        for def in operations {
            let Some(intrinsic) = &def.intrinsic else { continue };
            assert!(
                tern_llvm_ir::intrinsics::find(intrinsic.name.as_bytes()).is_some(),
                "{}: {}",
                def.name,
                intrinsic.name
            );
            for (_, attribute) in intrinsic.immediates {
                assert!(def.attribute(attribute).is_some(), "{}: {attribute}", def.name);
            }
            count += 1;
        }
        assert!(count > 400, "{count}");
    }

    #[test]
    fn operations_are_named_after_their_dialects() {
        for dialect in DIALECTS {
            for def in dialect.operations {
                assert_eq!(def.name.split('.').next(), Some(dialect.namespace));
                assert!(!def.doc.trim().is_empty(), "{}", def.name);
            }
        }
    }
}
