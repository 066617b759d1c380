//! Verifiers of memory operations: address computations, loads and stores, atomics.

use super::show;
use crate::constraints::{is_float, is_integer, is_pointer, is_scalable_vector, vector_element};
use crate::enums::{AtomicBinOp, AtomicOrdering, GEPNoWrapFlags};
use crate::syntax::gep::DYNAMIC_INDEX;
use crate::types::{STRUCT, TARGET, array_parts, struct_fields, supports_memory};
use crate::{as_atomic_bin_op, as_atomic_ordering, as_gep_no_wrap};
use tern_mlir::body::OpRef;
use tern_mlir::context::Context;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

fn ordering(op: OpRef<'_>, name: &'static str) -> AtomicOrdering {
    let ordering = op.property(name).and_then(|ordering| as_atomic_ordering(op.context, ordering));
    ordering.unwrap_or(AtomicOrdering::NotAtomic)
}

/// Whether atomic operations support a type: pointers, and numbers of 8, 16, 32 … bits.
fn is_atomic(context: &Context, ty: Type) -> bool {
    let width = match ty.kind(context) {
        TypeKind::Integer { width, .. } if is_integer(context, ty) => *width,
        TypeKind::Float(kind) if is_float(context, ty) => kind.width(),
        _ => return is_pointer(context, ty) || is_float(context, ty),
    };
    width >= 8 && width.is_power_of_two()
}

/// Checks that `dereferenceable` is on a pointer.
pub(super) fn dereferenceable(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let pointer = op.result().is_some_and(|result| is_pointer(op.context, op.type_of(result)));
    if op.property("dereferenceable").is_some() && !pointer {
        verifier.error(op, "expected op to return a single LLVM pointer type");
    }
}

/// Verifies `llvm.load` and `llvm.store`.
pub(super) fn access(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    use AtomicOrdering::{AcqRel, Acquire, NotAtomic, Release};
    let (value, unsupported) = match op.name() {
        "llvm.load" => (op.result(), [Release, AcqRel]),
        _ => (op.operands().first().copied(), [Acquire, AcqRel]),
    };
    let Some(ty) = value.map(|value| op.type_of(value)) else { return };
    let ordering = ordering(op, "ordering");
    if ordering == NotAtomic {
        if op.property("syncscope").is_some() {
            verifier.error(op, "expected syncscope to be null for non-atomic access");
        }
    } else if !is_atomic(op.context, ty) {
        verifier.error(op, format!("unsupported type '{}' for atomic access", show(op, ty)));
    } else if unsupported.contains(&ordering) {
        verifier.error(op, format!("unsupported ordering '{}'", ordering.spelling()));
    } else if op.property("alignment").is_none() {
        verifier.error(op, "expected alignment for atomic access");
    }
    dereferenceable(verifier, op);
}

/// Verifies `llvm.alloca`.
pub(super) fn alloca(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let ty = op.property("elem_type").and_then(|ty| ty.as_type(op.context));
    if ty.is_some_and(|ty| {
        ty.declared(op.context, &TARGET).is_some() && supports_memory(op.context, ty) != Some(true)
    }) {
        verifier.error(op, "this target extension type cannot be used in alloca");
    }
}

/// Verifies `llvm.getelementptr`.
pub(super) fn element_pointer(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let indices = op.property("rawConstantIndices").and_then(|indices| indices.as_dense_i32(op.context));
    let indices = indices.unwrap_or_default();
    let count = indices.iter().filter(|&&index| index == DYNAMIC_INDEX).count();
    if count != op.operand_group("dynamicIndices").len() {
        return verifier.error(op, "expected as many dynamic indices as specified in 'rawConstantIndices'");
    }
    let flags = op.property("noWrapFlags").and_then(|flags| as_gep_no_wrap(op.context, flags));
    if flags == Some(GEPNoWrapFlags::INBOUNDS_FLAG) {
        return verifier.error(op, "'inbounds_flag' cannot be used directly.");
    }
    let Some(ty) = op.property("elem_type").and_then(|ty| ty.as_type(op.context)) else { return };
    if let Err(message) = walk(op, ty, &indices) {
        verifier.error(op, message);
    }
}

/// Follows indices into a type; the first index steps over whole elements.
fn walk(op: OpRef<'_>, mut ty: Type, indices: &[i32]) -> Result<(), String> {
    let context = op.context;
    for (position, &index) in indices.iter().enumerate().skip(1) {
        if ty.declared(context, &STRUCT).is_some() {
            if index == DYNAMIC_INDEX {
                return Err(format!("expected index {position} indexing a struct to be constant"));
            }
            let fields = struct_fields(context, ty).map(|(fields, _)| fields);
            let field = usize::try_from(index).ok().and_then(|index| fields.as_ref()?.get(index).copied());
            ty = field.ok_or_else(|| format!("index {position} indexing a struct is out of bounds"))?;
        } else if let Some((element, _)) = array_parts(context, ty) {
            ty = element;
        } else if let TypeKind::Vector { element, .. } = ty.kind(context) {
            ty = *element;
        } else {
            return Err(format!("type '{}' cannot be indexed (index #{position})", show(op, ty)));
        }
    }
    Ok(())
}

/// Verifies `llvm.fence`.
pub(super) fn fence(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    use AtomicOrdering::{Monotonic, NotAtomic, Unordered};
    if matches!(ordering(op, "ordering"), NotAtomic | Unordered | Monotonic) {
        verifier.error(op, "can be given only acquire, release, acq_rel, and seq_cst orderings");
    }
}

/// Verifies `llvm.atomicrmw`.
pub(super) fn atomic_rmw(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some(&value) = op.operand_group("val").first() else { return };
    let ty = op.type_of(value);
    let operation = op.property("bin_op").and_then(|operation| as_atomic_bin_op(context, operation));
    let message = match operation {
        Some(operation) if operation.spelling().starts_with('f') => match vector_element(context, ty) {
            Some(_) if is_scalable_vector(context, ty) => Some("expected LLVM IR fixed vector type"),
            Some(element) if !is_float(context, element) => {
                Some("expected LLVM IR floating point type for vector element")
            }
            None if !is_float(context, ty) => Some("expected LLVM IR floating point type"),
            _ => None,
        },
        Some(AtomicBinOp::Xchg) if !is_atomic(context, ty) => {
            Some("unexpected LLVM IR type for 'xchg' bin_op")
        }
        Some(AtomicBinOp::Xchg) => None,
        _ if !matches!(ty.integer_width(context), Some(8 | 16 | 32 | 64)) => {
            Some("expected LLVM IR integer type")
        }
        _ => None,
    };
    if let Some(message) = message {
        return verifier.error(op, message);
    }
    if matches!(ordering(op, "ordering"), AtomicOrdering::NotAtomic | AtomicOrdering::Unordered) {
        verifier.error(op, "expected at least 'monotonic' ordering");
    }
}

/// Verifies `llvm.cmpxchg`.
pub(super) fn compare_exchange(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    use AtomicOrdering::{AcqRel, NotAtomic, Release, Unordered};
    if !op.operand_group("val").first().is_some_and(|&value| is_atomic(op.context, op.type_of(value))) {
        return verifier.error(op, "unexpected LLVM IR type");
    }
    let (success, failure) = (ordering(op, "success_ordering"), ordering(op, "failure_ordering"));
    if [success, failure].iter().any(|ordering| matches!(ordering, NotAtomic | Unordered)) {
        return verifier.error(op, "ordering must be at least 'monotonic'");
    }
    if matches!(failure, Release | AcqRel) {
        verifier.error(op, "failure ordering cannot be 'release' or 'acq_rel'");
    }
}
