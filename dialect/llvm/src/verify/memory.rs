//! Verifiers of memory operations: address computations, loads and stores, atomics.

use super::show;
use crate::constraints::{is_float, is_integer, is_pointer, is_scalable_vector, vector_element};
use crate::enums::{AtomicBinOp, AtomicOrdering, GEPNoWrapFlags};
use crate::ops::{Alloca, AtomicRMW, CmpXchg, Fence, GetElementPtr, IntToPtr, Load, Store};
use crate::syntax::gep::DYNAMIC_INDEX;
use crate::types::{STRUCT, TARGET, array_parts, struct_fields, supports_memory};
use tern_mlir::body::OpRef;
use tern_mlir::context::{Context, Ident};
use tern_mlir::declare::View;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

/// Whether atomic operations support a type: pointers, and numbers of 8, 16, 32 … bits.
fn is_atomic(context: &Context, ty: Type) -> bool {
    let width = match ty.kind(context) {
        TypeKind::Integer { width, .. } if is_integer(context, ty) => *width,
        TypeKind::Float(kind) if is_float(context, ty) => kind.width(),
        _ => return is_pointer(context, ty) || is_float(context, ty),
    };
    width >= 8 && width.is_power_of_two()
}

/// Checks that an operation with `dereferenceable` returns a pointer.
fn dereferenceable(verifier: &mut Verifier<'_>, op: OpRef<'_>, ty: Type) {
    if !is_pointer(op.context, ty) {
        verifier.error(op, "expected op to return a single LLVM pointer type");
    }
}

/// Verifies `llvm.inttoptr`.
pub(crate) fn int_to_ptr(verifier: &mut Verifier<'_>, op: IntToPtr<View<'_>>) {
    if op.dereferenceable().is_some() {
        dereferenceable(verifier, *op.0, op.0.type_of(op.res()));
    }
}

/// How memory is accessed.
struct Access {
    ty: Type,
    ordering: AtomicOrdering,
    syncscope: Option<Ident>,
    alignment: Option<u64>,
}

impl Access {
    /// Checks a load or store that does not support the orderings `unsupported`.
    fn verify(&self, verifier: &mut Verifier<'_>, op: OpRef<'_>, unsupported: [AtomicOrdering; 2]) {
        if self.ordering == AtomicOrdering::NotAtomic {
            if self.syncscope.is_some() {
                verifier.error(op, "expected syncscope to be null for non-atomic access");
            }
        } else if !is_atomic(op.context, self.ty) {
            verifier.error(op, format!("unsupported type '{}' for atomic access", show(op, self.ty)));
        } else if unsupported.contains(&self.ordering) {
            verifier.error(op, format!("unsupported ordering '{}'", self.ordering.spelling()));
        } else if self.alignment.is_none() {
            verifier.error(op, "expected alignment for atomic access");
        }
    }
}

/// Verifies `llvm.load`.
pub(crate) fn load(verifier: &mut Verifier<'_>, load: Load<View<'_>>) {
    let access = Access {
        ty: load.0.type_of(load.res()),
        ordering: load.ordering(),
        syncscope: load.syncscope(),
        alignment: load.alignment(),
    };
    access.verify(verifier, *load.0, [AtomicOrdering::Release, AtomicOrdering::AcqRel]);
    if load.dereferenceable().is_some() {
        dereferenceable(verifier, *load.0, access.ty);
    }
}

/// Verifies `llvm.store`.
pub(crate) fn store(verifier: &mut Verifier<'_>, store: Store<View<'_>>) {
    let access = Access {
        ty: store.0.type_of(store.value()),
        ordering: store.ordering(),
        syncscope: store.syncscope(),
        alignment: store.alignment(),
    };
    access.verify(verifier, *store.0, [AtomicOrdering::Acquire, AtomicOrdering::AcqRel]);
}

/// Verifies `llvm.alloca`.
pub(crate) fn alloca(verifier: &mut Verifier<'_>, alloca: Alloca<View<'_>>) {
    let (context, ty) = (alloca.0.context, alloca.elem_type());
    if ty.declared(context, &TARGET).is_some() && supports_memory(context, ty) != Some(true) {
        verifier.error(*alloca.0, "this target extension type cannot be used in alloca");
    }
}

/// Verifies `llvm.getelementptr`.
pub(crate) fn element_pointer(verifier: &mut Verifier<'_>, gep: GetElementPtr<View<'_>>) {
    let (op, indices) = (*gep.0, gep.rawConstantIndices());
    let count = indices.iter().filter(|&&index| index == DYNAMIC_INDEX).count();
    if count != gep.dynamicIndices().len() {
        return verifier.error(op, "expected as many dynamic indices as specified in 'rawConstantIndices'");
    }
    if gep.noWrapFlags() == GEPNoWrapFlags::INBOUNDS_FLAG {
        return verifier.error(op, "'inbounds_flag' cannot be used directly.");
    }
    if let Err(message) = walk(op, gep.elem_type(), &indices) {
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
pub(crate) fn fence(verifier: &mut Verifier<'_>, fence: Fence<View<'_>>) {
    use AtomicOrdering::{Monotonic, NotAtomic, Unordered};
    if matches!(fence.ordering(), NotAtomic | Unordered | Monotonic) {
        verifier.error(*fence.0, "can be given only acquire, release, acq_rel, and seq_cst orderings");
    }
}

/// Verifies `llvm.atomicrmw`.
pub(crate) fn atomic_rmw(verifier: &mut Verifier<'_>, op: AtomicRMW<View<'_>>) {
    let (context, ty) = (op.0.context, op.0.type_of(op.val()));
    let message = match op.bin_op() {
        operation if operation.spelling().starts_with('f') => match vector_element(context, ty) {
            Some(_) if is_scalable_vector(context, ty) => Some("expected LLVM IR fixed vector type"),
            Some(element) if !is_float(context, element) => {
                Some("expected LLVM IR floating point type for vector element")
            }
            None if !is_float(context, ty) => Some("expected LLVM IR floating point type"),
            _ => None,
        },
        AtomicBinOp::Xchg if !is_atomic(context, ty) => Some("unexpected LLVM IR type for 'xchg' bin_op"),
        AtomicBinOp::Xchg => None,
        _ if !matches!(ty.integer_width(context), Some(8 | 16 | 32 | 64)) => {
            Some("expected LLVM IR integer type")
        }
        _ => None,
    };
    if let Some(message) = message {
        return verifier.error(*op.0, message);
    }
    if matches!(op.ordering(), AtomicOrdering::NotAtomic | AtomicOrdering::Unordered) {
        verifier.error(*op.0, "expected at least 'monotonic' ordering");
    }
}

/// Verifies `llvm.cmpxchg`.
pub(crate) fn compare_exchange(verifier: &mut Verifier<'_>, exchange: CmpXchg<View<'_>>) {
    use AtomicOrdering::{AcqRel, NotAtomic, Release, Unordered};
    let op = *exchange.0;
    if !is_atomic(op.context, op.type_of(exchange.val())) {
        return verifier.error(op, "unexpected LLVM IR type");
    }
    let (success, failure) = (exchange.success_ordering(), exchange.failure_ordering());
    if [success, failure].iter().any(|ordering| matches!(ordering, NotAtomic | Unordered)) {
        return verifier.error(op, "ordering must be at least 'monotonic'");
    }
    if matches!(failure, Release | AcqRel) {
        verifier.error(op, "failure ordering cannot be 'release' or 'acq_rel'");
    }
}
