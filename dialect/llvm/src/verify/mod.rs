//! Verifiers of `llvm`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod calls;
pub(super) mod constants;
mod conversions;
pub(super) mod data_layout;
pub(super) mod functions;
pub(super) mod globals;
mod memory;

use super::as_linkage;
use super::enums::Linkage;
use tern_mlir::asm::type_to_string;
use tern_mlir::body::OpRef;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

/// Verifies an operation of the dialect.
pub(super) fn verify_operation(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    match op.name() {
        "llvm.func" => functions::function(verifier, op),
        "llvm.return" => functions::function_return(verifier, op),
        "llvm.mlir.global" => globals::global(verifier, op),
        "llvm.mlir.alias" => globals::alias(verifier, op),
        "llvm.mlir.ifunc" => globals::ifunc(verifier, op),
        "llvm.mlir.global_ctors" | "llvm.mlir.global_dtors" => globals::structors(verifier, op),
        "llvm.module_flags" => globals::module_flags(verifier, op),
        "llvm.linker_options" => globals::linker_options(verifier, op),
        "llvm.call" | "llvm.intr.assume" => calls::operand_bundles(verifier, op),
        "llvm.inttoptr" => memory::dereferenceable(verifier, op),
        "llvm.call_intrinsic" => calls::call_intrinsic(verifier, op),
        "llvm.invoke" => calls::invoke(verifier, op),
        "llvm.landingpad" => calls::landing_pad(verifier, op),
        "llvm.inline_asm" => calls::inline_asm(verifier, op),
        "llvm.mlir.constant" => constants::constant(verifier, op),
        "llvm.mlir.zero" => constants::zero(verifier, op),
        "llvm.load" | "llvm.store" => memory::access(verifier, op),
        "llvm.alloca" => memory::alloca(verifier, op),
        "llvm.getelementptr" => memory::element_pointer(verifier, op),
        "llvm.fence" => memory::fence(verifier, op),
        "llvm.atomicrmw" => memory::atomic_rmw(verifier, op),
        "llvm.cmpxchg" => memory::compare_exchange(verifier, op),
        "llvm.bitcast" => conversions::bitcast(verifier, op),
        "llvm.zext" | "llvm.sext" => conversions::extension(verifier, op),
        "llvm.extractvalue" => conversions::extract_value(verifier, op),
        "llvm.insertvalue" => conversions::insert_value(verifier, op),
        "llvm.shufflevector" => conversions::shuffle(verifier, op),
        "llvm.switch" => conversions::switch(verifier, op),
        "llvm.intr.sincos" => conversions::sincos(verifier, op),
        "llvm.intr.masked.gather" | "llvm.intr.masked.scatter" => conversions::pointers(verifier, op),
        _ => {}
    }
}

fn show(op: OpRef<'_>, ty: Type) -> String {
    type_to_string(op.context, ty)
}

/// The linkage of a global, function, alias or ifunc.
fn linkage(op: OpRef<'_>) -> Linkage {
    op.property("linkage").and_then(|linkage| as_linkage(op.context, linkage)).unwrap_or(Linkage::External)
}
