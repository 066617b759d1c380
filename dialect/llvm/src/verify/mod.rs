//! Verifiers of `llvm`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod calls;
pub(super) mod constants;
pub(super) mod conversions;
pub(super) mod data_layout;
pub(super) mod functions;
pub(super) mod globals;
pub(super) mod memory;

use tern_mlir::asm::type_to_string;
use tern_mlir::body::OpRef;
use tern_mlir::types::Type;

fn show(op: OpRef<'_>, ty: Type) -> String {
    type_to_string(op.context, ty)
}
