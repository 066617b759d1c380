//! The operations of `ptr` and their verifiers.

use tern_dialect_llvm::constraints::{is_float, is_integer, is_loadable, is_pointer};
use tern_dialect_llvm::types::is_pointer_like;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, Param, View, attribute_classes, operations, type_constraints};
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Attribute, Context, Ident, OpRef, Type, TypeKind, Value};

use super::{AtomicOrdering, GENERIC_SPACE, PTR, PTR_METADATA, PtrAddFlags, PtrDiffFlags, memory_space};

/// The element type of a vector or a ranked tensor. MLIR: shaped types with value semantics and a rank.
fn element(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => Some(*element),
        _ => None,
    }
}

fn is_pointer_type(context: &Context, ty: Type) -> bool {
    ty.declared(context, &PTR).is_some()
}

fn is_integer_or_index(context: &Context, ty: Type) -> bool {
    is_integer(context, ty) || ty == context.common.index
}

/// Whether a type, or its element type if it is shaped, satisfies a condition.
fn is_like(context: &Context, ty: Type, is: fn(&Context, Type) -> bool) -> bool {
    is(context, ty) || element(context, ty).is_some_and(|element| is(context, element))
}

/// Whether a type is shaped and its element type satisfies a condition.
fn is_row(context: &Context, ty: Type, is: fn(&Context, Type) -> bool) -> bool {
    ty.shape(context).is_some_and(|shape| shape.len() == 1)
        && element(context, ty).is_some_and(|element| is(context, element))
}

type_constraints! {
    /// A pointer.
    POINTER = "pointer type", is_pointer_type, class PTR;
    /// A pointer, or a shaped type of pointers.
    POINTERS = "A shaped type with value semantics and rank. of pointer type values or pointer type",
        |c, t| is_like(c, t, is_pointer_type);
    /// An integer, or a shaped type of integers.
    INTEGERS = "A shaped type with value semantics and rank. of signless integer or index values or signless integer or index",
        |c, t| is_like(c, t, is_integer_or_index);
    /// An integer.
    INTEGER = "signless integer or index", is_integer_or_index;
    /// A shaped type of pointers.
    POINTER_ROW = "A shaped type with value semantics and rank. of pointer type values", |c, t| is_row(c, t, is_pointer_type);
    /// A shaped type of any elements.
    ROW = "A shaped type with value semantics and rank. of any type values", |c, t| is_row(c, t, |_, _| true);
    /// A mask of the elements to access.
    MASK = "A shaped type with value semantics and rank. of 1-bit signless integer values",
        |c, t| is_row(c, t, |c, t| t == c.common.i1);
    /// A pointer-like value, such as a memref.
    POINTER_LIKE = "PtrLikeTypeInterface instance", |c, t| memory_space(c, t).is_some();
    /// The metadata of a pointer-like value.
    METADATA = "Pointer metadata type", |c, t| t.declared(c, &PTR_METADATA).is_some(), class PTR_METADATA;
}

attribute_classes! {
    ALIGNMENT: Attribute = AttrClass::OptionalProperty(&AttrClass::Integer(64));
}
attribute_classes! {
    ORDERING: AtomicOrdering = AttrClass::EnumProperty(AtomicOrdering::DEF);
}

operations! {
    /// A constant pointer.
    Constant = "ptr.constant" {
        traits: [ConstantLike, Pure, AllTypesMatch(&["value", "result"])],
        attributes: { value: required(AttrClass::Typed) },
        results: { result: one(POINTER) },
        format: "attr-dict $value",
    }

    /// Makes a pointer-like value from a pointer and metadata.
    FromPtr = "ptr.from_ptr" {
        traits: [
            Pure,
            TypesMatchWith { summary: "metadata type", from: "result", to: "metadata", transform: metadata_of },
        ],
        operands: { ptr: one(POINTER), metadata: optional(METADATA) },
        results: { result: one(POINTER_LIKE) },
        format: "$ptr (`metadata` $metadata^)? attr-dict `:` type($ptr) `->` type($result)",
        verify: verify_from_ptr,
    }

    /// Loads from several pointers under a mask; the other elements are taken from a pass-through value.
    Gather = "ptr.gather" {
        traits: [
            Declared("MemoryEffectOpInterface"),
            TypesMatchWith {
                summary: "result and mask must be compatible", from: "result", to: "mask", transform: mask_of
            },
            AllTypesMatch(&["result", "passthrough"]),
            Predicate {
                summary: "all of {result, ptrs} have same shape",
                check: |op: Gather<View<'_>>| same_shape(*op.0, op.result(), op.ptrs())
            },
            Predicate {
                summary: "all of {result, ptrs} have same type IDs",
                check: |op: Gather<View<'_>>| same_container(*op.0, op.result(), op.ptrs())
            },
        ],
        operands: { ptrs: one(POINTER_ROW), mask: one(MASK), passthrough: one(ROW) },
        attributes: { alignment: default(ALIGNMENT, "[]") },
        results: { result: one(ROW) },
        format: "$ptrs `,` $mask `,` $passthrough (`alignment` `=` $alignment^)? attr-dict `:` type($ptrs) `->` type($result)",
        verify: verify_gather,
    }

    /// The metadata of a pointer-like value: everything but the address.
    GetMetadata = "ptr.get_metadata" {
        traits: [
            Pure,
            TypesMatchWith { summary: "metadata type", from: "ptr", to: "result", transform: metadata_of },
        ],
        operands: { ptr: one(POINTER_LIKE) },
        results: { result: one(METADATA) },
        format: "$ptr attr-dict `:` type($ptr)",
    }

    /// Loads a value. LangRef: `load`.
    Load = "ptr.load" {
        traits: [Declared("MemoryEffectOpInterface")],
        operands: { ptr: one(POINTER) },
        attributes: {
            alignment: default(ALIGNMENT, "[]"), volatile_: default(AttrClass::Flag, "false"),
            nontemporal: default(AttrClass::Flag, "false"), invariant: default(AttrClass::Flag, "false"),
            invariantGroup: default(AttrClass::Flag, "false"), ordering: default(ORDERING, "not_atomic"),
            syncscope: optional(AttrClass::String),
        },
        results: { value: one(ANY) },
        format: "(`volatile` $volatile_^)? $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? oilist( \
            `nontemporal` $nontemporal | `invariant` $invariant | `invariant_group` $invariantGroup | \
            `alignment` `=` $alignment) attr-dict `:` qualified(type($ptr)) `->` type($value)",
        verify: verify_load,
    }

    /// Loads consecutive elements under a mask; the others are taken from a pass-through value.
    MaskedLoad = "ptr.masked_load" {
        traits: [
            Declared("MemoryEffectOpInterface"),
            TypesMatchWith {
                summary: "result and mask must be compatible", from: "result", to: "mask", transform: mask_of
            },
            AllTypesMatch(&["result", "passthrough"]),
        ],
        operands: { ptr: one(POINTER), mask: one(MASK), passthrough: one(ROW) },
        attributes: { alignment: default(ALIGNMENT, "[]") },
        results: { result: one(ROW) },
        format: "$ptr `,` $mask `,` $passthrough (`alignment` `=` $alignment^)? attr-dict `:` qualified(type($ptr)) `->` \
            type($result)",
        verify: verify_masked_load,
    }

    /// Stores consecutive elements under a mask.
    MaskedStore = "ptr.masked_store" {
        traits: [
            Declared("MemoryEffectOpInterface"),
            TypesMatchWith {
                summary: "value and mask must be compatible", from: "value", to: "mask", transform: mask_of
            },
        ],
        operands: { value: one(ROW), ptr: one(POINTER), mask: one(MASK) },
        attributes: { alignment: default(ALIGNMENT, "[]") },
        format: "$value `,` $ptr `,` $mask (`alignment` `=` $alignment^)? attr-dict `:` type($value) `,` \
            qualified(type($ptr))",
        verify: verify_masked_store,
    }

    /// Adds an offset in bytes to a pointer, elementwise for shaped types.
    PtrAdd = "ptr.ptr_add" {
        traits: [Pure, Declared("ViewLikeOpInterface"), InferResults(|context, operands, _| sum(context, operands))],
        operands: { base: one(POINTERS), offset: one(INTEGERS) },
        attributes: { flags: default(AttrClass::EnumProperty(PtrAddFlags::DEF), "none") },
        results: { result: one(POINTERS) },
        format: "($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)",
    }

    /// The difference of two pointers in bytes.
    PtrDiff = "ptr.ptr_diff" {
        traits: [Pure, AllTypesMatch(&["lhs", "rhs"]), SameOperandsAndResultShape],
        operands: { lhs: one(POINTERS), rhs: one(POINTERS) },
        attributes: { flags: default(AttrClass::EnumProperty(PtrDiffFlags::DEF), "none") },
        results: { result: one(INTEGERS) },
        format: "($flags^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
        verify: verify_difference,
    }

    /// Stores to several pointers under a mask.
    Scatter = "ptr.scatter" {
        traits: [
            Declared("MemoryEffectOpInterface"),
            TypesMatchWith {
                summary: "value and mask must be compatible", from: "value", to: "mask", transform: mask_of
            },
            Predicate {
                summary: "all of {value, ptrs} have same shape",
                check: |op: Scatter<View<'_>>| same_shape(*op.0, op.value(), op.ptrs())
            },
            Predicate {
                summary: "all of {value, ptrs} have same type IDs",
                check: |op: Scatter<View<'_>>| same_container(*op.0, op.value(), op.ptrs())
            },
        ],
        operands: { value: one(ROW), ptrs: one(POINTER_ROW), mask: one(MASK) },
        attributes: { alignment: default(ALIGNMENT, "[]") },
        format: "$value `,` $ptrs `,` $mask (`alignment` `=` $alignment^)? attr-dict `:` type($value) `,` type($ptrs)",
        verify: verify_scatter,
    }

    /// Stores a value. LangRef: `store`.
    Store = "ptr.store" {
        traits: [Declared("MemoryEffectOpInterface")],
        operands: { value: one(ANY), ptr: one(POINTER) },
        attributes: {
            alignment: default(ALIGNMENT, "[]"), volatile_: default(AttrClass::Flag, "false"),
            nontemporal: default(AttrClass::Flag, "false"), invariantGroup: default(AttrClass::Flag, "false"),
            ordering: default(ORDERING, "not_atomic"), syncscope: optional(AttrClass::String),
        },
        format: "(`volatile` $volatile_^)? $value `,` $ptr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? oilist( \
            `nontemporal` $nontemporal | `invariant_group` $invariantGroup | `alignment` `=` $alignment) attr-dict `:` \
            type($value) `,` qualified(type($ptr))",
        verify: verify_store,
    }

    /// Extracts the pointer from a pointer-like value.
    ToPtr = "ptr.to_ptr" {
        traits: [Pure],
        operands: { ptr: one(POINTER_LIKE) },
        results: { result: one(POINTER) },
        format: "$ptr attr-dict `:` type($ptr) `->` type($result)",
        verify: verify_to_ptr,
    }

    /// The distance in bytes between consecutive elements of a type.
    TypeOffset = "ptr.type_offset" {
        traits: [Pure],
        attributes: { elementType: required(AttrClass::Type) },
        results: { result: one(INTEGER) },
        format: "$elementType attr-dict `:` type($result)",
    }
}

fn same_shape(op: OpRef<'_>, a: Value, b: Value) -> bool {
    op.type_of(a).shape(op.context) == op.type_of(b).shape(op.context)
}

fn is_vector(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Vector { .. })
}

fn same_container(op: OpRef<'_>, a: Value, b: Value) -> bool {
    is_vector(op.context, op.type_of(a)) == is_vector(op.context, op.type_of(b))
}

/// A shaped type with another element type.
fn with_element(context: &Context, ty: Type, element: Type) -> Option<Type> {
    let mut kind = ty.kind(context).clone();
    match &mut kind {
        TypeKind::Vector { element: of, .. } | TypeKind::RankedTensor { element: of, .. } => *of = element,
        _ => return None,
    }
    Some(context.ty(kind))
}

fn mask_of(context: &Context, ty: Type) -> Option<Type> {
    with_element(context, ty, context.common.i1)
}

fn metadata_of(context: &Context, ty: Type) -> Option<Type> {
    Some(context.ty(TypeKind::Declared { def: &PTR_METADATA, params: [Param::Type(ty)].into() }))
}

/// The type of the sum of pointers and offsets.
fn sum(context: &Context, operands: &[Type]) -> Option<Vec<Type>> {
    let &[base, offset] = operands else { return None };
    let ty = match (element(context, base), element(context, offset)) {
        (None, Some(_)) => with_element(context, offset, base)?,
        (Some(_), Some(_)) => {
            let fits = is_vector(context, base) == is_vector(context, offset)
                && base.shape(context) == offset.shape(context);
            fits.then_some(base)?
        }
        _ => base,
    };
    Some(vec![ty])
}

fn verify_from_ptr(verifier: &mut Verifier<'_>, cast: FromPtr<View<'_>>) {
    let op = *cast.0;
    let (from, to) = (op.type_of(cast.ptr()), op.type_of(cast.result()));
    if is_pointer_type(op.context, to) {
        verifier.error_plain(op, "the result type cannot be `!ptr.ptr`");
    } else {
        verify_spaces(verifier, op, from, to);
    }
}

fn verify_to_ptr(verifier: &mut Verifier<'_>, cast: ToPtr<View<'_>>) {
    let op = *cast.0;
    let (from, to) = (op.type_of(cast.ptr()), op.type_of(cast.result()));
    if is_pointer_type(op.context, from) {
        verifier.error_plain(op, "the input value cannot be of type `!ptr.ptr`");
    } else {
        verify_spaces(verifier, op, from, to);
    }
}

/// Checks that a pointer-like value and a pointer have the same memory space.
fn verify_spaces(verifier: &mut Verifier<'_>, op: OpRef<'_>, from: Type, to: Type) {
    if memory_space(op.context, from) != memory_space(op.context, to) {
        verifier.error_plain(op, "expected the input and output to have the same memory space");
    }
}

fn verify_difference(verifier: &mut Verifier<'_>, op: PtrDiff<View<'_>>) {
    if !same_container(*op.0, op.lhs(), op.result()) {
        let message =
            "expected the result to have the same container type as the operands when operands are shaped";
        verifier.error_plain(*op.0, message);
    }
}

/// The alignment of an access in bytes, if given. The attribute is a list of at most one number.
pub(super) fn alignment(context: &Context, attribute: Attribute) -> Option<i64> {
    attribute.as_array(context)?.first()?.as_i64(context)
}

fn verify_gather(verifier: &mut Verifier<'_>, op: Gather<View<'_>>) {
    verify_alignment(verifier, *op.0, op.alignment());
}

fn verify_scatter(verifier: &mut Verifier<'_>, op: Scatter<View<'_>>) {
    verify_alignment(verifier, *op.0, op.alignment());
}

fn verify_masked_load(verifier: &mut Verifier<'_>, op: MaskedLoad<View<'_>>) {
    verify_alignment(verifier, *op.0, op.alignment());
}

fn verify_masked_store(verifier: &mut Verifier<'_>, op: MaskedStore<View<'_>>) {
    verify_alignment(verifier, *op.0, op.alignment());
}

fn verify_alignment(verifier: &mut Verifier<'_>, op: OpRef<'_>, attribute: Attribute) {
    match alignment(op.context, attribute) {
        Some(bytes) if bytes <= 0 => verifier.error_plain(op, "alignment must be positive"),
        Some(bytes) if !(bytes as u64).is_power_of_two() => {
            verifier.error_plain(op, "alignment must be a power of 2");
        }
        _ => {}
    }
}

fn verify_load(verifier: &mut Verifier<'_>, load: Load<View<'_>>) {
    let access = MemoryAccess {
        value: load.value(),
        ptr: load.ptr(),
        ordering: load.ordering(),
        alignment: load.alignment(),
        syncscope: load.syncscope(),
    };
    verify_access(verifier, *load.0, access, [AtomicOrdering::Release, AtomicOrdering::AcqRel]);
}

fn verify_store(verifier: &mut Verifier<'_>, store: Store<View<'_>>) {
    let access = MemoryAccess {
        value: store.value(),
        ptr: store.ptr(),
        ordering: store.ordering(),
        alignment: store.alignment(),
        syncscope: store.syncscope(),
    };
    verify_access(verifier, *store.0, access, [AtomicOrdering::Acquire, AtomicOrdering::AcqRel]);
}

/// A load or store.
struct MemoryAccess {
    value: Value,
    ptr: Value,
    ordering: AtomicOrdering,
    alignment: Attribute,
    syncscope: Option<Ident>,
}

/// Checks of loads and stores: atomicity, then the memory space.
fn verify_access(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    access: MemoryAccess,
    unsupported: [AtomicOrdering; 2],
) {
    let (context, ordering) = (op.context, access.ordering);
    let is_atomic = ordering != AtomicOrdering::NotAtomic;
    if is_atomic && unsupported.contains(&ordering) {
        return verifier.error(op, format!("unsupported ordering '{}'", ordering.spelling()));
    }
    if is_atomic && alignment(context, access.alignment).is_none() {
        return verifier.error(op, "expected alignment for atomic access");
    }
    if !is_atomic && access.syncscope.is_some() {
        return verifier.error(op, "expected syncscope to be null for non-atomic access");
    }
    let ty = op.type_of(access.value);
    let space = memory_space(context, op.type_of(access.ptr)).flatten();
    if space.is_some_and(|space| !is_generic(context, space)) {
        let found = || tern_mlir::asm::type_to_string(context, ty);
        if !is_loadable(context, ty) {
            return verifier
                .error_plain(op, format!("type must be LLVM type with size, but got '{}'", found()));
        }
        if is_atomic && !is_atomic_type(context, ty) {
            return verifier.error_plain(op, format!("unsupported type '{}' for atomic access", found()));
        }
    }
    verify_alignment(verifier, op, access.alignment);
}

fn is_generic(context: &Context, space: Attribute) -> bool {
    matches!(space.kind(context), AttrKind::Opaque { .. })
        || space.declared(context, &GENERIC_SPACE).is_some()
}

/// Whether LLVM supports atomic accesses of a type.
fn is_atomic_type(context: &Context, ty: Type) -> bool {
    match ty.integer_width(context) {
        Some(width) => width >= 8 && width.is_power_of_two(),
        None => is_float(context, ty) || is_pointer(context, ty) || is_pointer_like(context, ty),
    }
}
