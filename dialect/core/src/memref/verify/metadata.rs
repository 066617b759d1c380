//! Verifiers and type inference of metadata operations.

use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::types::TypeKind;
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Context, Type};

use crate::memref::{AssumeAlignment, DistinctObjects};

/// Checks that the alignment is a power of two.
pub(crate) fn assume_alignment(verifier: &mut Verifier<'_>, op: AssumeAlignment<View<'_>>) {
    if !op.alignment().is_power_of_two() {
        verifier.error(*op.0, "alignment must be power of 2");
    }
}

/// Checks that there is at least one operand.
pub(crate) fn distinct_objects(verifier: &mut Verifier<'_>, op: DistinctObjects<View<'_>>) {
    if op.operands().is_empty() {
        verifier.error(*op.0, "expected at least one operand");
    }
}

/// The result types of `memref.extract_strided_metadata`.
pub fn infer_strided_metadata(context: &Context, operands: &[Type], _: Attribute) -> Option<Vec<Type>> {
    let source = MemRefType::of(context, *operands.first()?)?;
    let buffer = context.ty(TypeKind::MemRef {
        shape: Box::default(),
        element: source.element,
        layout: None,
        memory_space: source.memory_space,
    });
    let mut types = vec![buffer];
    types.resize(2 + 2 * source.rank(), context.common.index);
    Some(types)
}
