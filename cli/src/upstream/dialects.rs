//! Dialects that upstream's tools register and Tern does not declare.

use tern_mlir::declare::Dialect;

macro_rules! undeclared {
    ($($namespace:literal),+ $(,)?) => {
        /// All such dialects. Their operations, types and attributes are parsed, but not verified.
        pub(crate) static UNDECLARED: &[&Dialect] =
            &[$(&Dialect { unknown_operations: true, unknown_types: true, ..Dialect::new($namespace) }),+];
    };
}

// As listed by `mlir-opt --show-dialects`.
undeclared! {
    "acc", "amdgpu", "async", "bufferization", "emitc", "irdl", "linalg", "ml_program", "mpi", "nvgpu", "omp", "pdl",
    "pdl_interp", "quant", "shape", "shard", "smt", "sparse_tensor", "spirv", "tensor", "tosa", "wasmssa", "xegpu",
}
