//! Where target extension types may stand. Source: LangRef, Target Extension Type; LLVM's table of such types.

use rustc_hash::FxHashSet;

use super::Context;
use crate::types::{Type, TypeKind};

/// A target extension type, by name.
#[derive(Clone, Copy)]
pub(super) struct Extension<'a>(&'a [u8]);

impl Extension<'_> {
    /// Whether it is one of SPIR-V's that stand for numbers, or unknown to LLVM.
    fn is_opaque(self) -> bool {
        let is_known = [&b"spirv."[..], b"dx."].iter().any(|prefix| self.0.starts_with(prefix))
            || matches!(
                self.0,
                b"aarch64.svcount"
                    | b"riscv.vector.tuple"
                    | b"amdgcn.named.barrier"
                    | b"llvm.test.vectorelement"
            );
        !is_known || matches!(self.0, b"spirv.IntegralConstant" | b"spirv.Literal")
    }

    /// Whether variables can have it.
    pub(super) fn can_be_global(self) -> bool {
        !self.is_opaque()
            && !matches!(self.0, b"aarch64.svcount" | b"riscv.vector.tuple" | b"llvm.test.vectorelement")
    }

    /// Whether `alloca` can allocate it.
    pub(super) fn can_be_local(self) -> bool {
        !self.is_opaque() && self.0 != b"amdgcn.named.barrier"
    }

    /// Whether values of it are restricted as those of type `token` are.
    fn is_token(self) -> bool {
        self.0.starts_with(b"dx.") && self.0 != b"dx.Padding"
    }
}

impl Context<'_> {
    /// The target extension type that a type is.
    fn extension(&self, ty: Type) -> Option<Extension<'_>> {
        match self.types().kind(ty) {
            TypeKind::TargetExt { name, .. } => Some(Extension(self.module.strings.get(*name))),
            _ => None,
        }
    }

    /// Whether a type is `token`, or restricted as that is.
    pub(super) fn is_token(&self, ty: Type) -> bool {
        ty == self.types().common.token || self.extension(ty).is_some_and(Extension::is_token)
    }

    /// Whether a type is, or contains, a target extension type for which a question holds.
    pub(super) fn types_within(&self, ty: Type, holds: fn(Extension<'_>) -> bool) -> bool {
        let (mut work, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = work.pop() {
            match self.types().kind(ty) {
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => work.push(*element),
                TypeKind::Struct { .. } | TypeKind::Identified(_) if seen.insert(ty) => {
                    work.extend(self.types().struct_fields(ty).map_or(&[][..], |(fields, _)| fields));
                }
                TypeKind::TargetExt { .. } if self.extension(ty).is_some_and(holds) => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether a type is scalable, or holds one that is.
    pub(super) fn is_scalable(&self, ty: Type) -> bool {
        self.types().is_scalable(ty)
            || self.types_within(ty, |extension| {
                matches!(extension.0, b"aarch64.svcount" | b"riscv.vector.tuple")
            })
    }
}
