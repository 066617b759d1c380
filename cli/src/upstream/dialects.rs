//! Dialects that upstream's tools know and Tern does not declare.

use tern_mlir::declare::Dialect;

macro_rules! undeclared {
    ($($namespace:literal),+ $(,)?) => {
        /// All of them. Their operations, types and attributes are read, and not verified.
        pub(crate) static UNDECLARED: &[&Dialect] =
            &[$(&Dialect { unknown_operations: true, unknown_types: true, ..Dialect::new($namespace) }),+];
    };
}

// `mlir-opt --show-dialects` lists what it knows.
undeclared! {
    "acc", "amdgpu", "async", "bufferization", "emitc", "irdl", "linalg", "ml_program", "mpi", "nvgpu", "omp", "pdl",
    "pdl_interp", "quant", "shape", "shard", "smt", "sparse_tensor", "spirv", "tensor", "tosa", "wasmssa", "xegpu",
}
