//! The dialects in which programs are written before they are lowered to `llvm`; most were once a single dialect, `std`. Each
//! has a folder of its own.

pub mod affine;
pub mod arith;
mod branches;
pub mod cf;
pub mod complex;
pub mod elementwise;
pub mod func;
pub mod index;
mod loops;
pub mod math;
pub mod memref;
pub mod scf;
pub mod tensor;
pub mod transform;
pub mod ub;
pub mod vector;

use tern_mlir::Context;
use tern_mlir::declare::Dialect;

/// All dialects of this crate.
pub static DIALECTS: &[&Dialect] = &[
    &affine::DIALECT,
    &arith::DIALECT,
    &cf::DIALECT,
    &complex::DIALECT,
    &func::DIALECT,
    &index::DIALECT,
    &math::DIALECT,
    &memref::DIALECT,
    &scf::DIALECT,
    &tensor::DIALECT,
    &transform::DIALECT,
    &ub::DIALECT,
    &vector::DIALECT,
];

/// Creates a context with the dialects of this crate and the `llvm` dialect.
pub fn context() -> Context {
    Context::new(&[tern_dialect_llvm::DIALECTS, DIALECTS].concat())
}

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
