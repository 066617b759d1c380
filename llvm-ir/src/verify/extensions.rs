//! Where target extension types may stand. Source: LangRef, Target Extension Type.

use super::Context;
use crate::target_types::{self, Property, TargetType};
use crate::types::{Type, TypeKind};

impl Context<'_> {
    /// Whether a type is `token`, or restricted as that is.
    pub(super) fn is_token(&self, ty: Type) -> bool {
        ty == self.types().common.token
            || matches!(self.types().kind(ty), TypeKind::TargetExt { name, .. }
                if target_types::find(self.module.strings.get(*name)).has(Property::Token))
    }

    /// Whether a type is, or contains, a target extension type for which a question holds.
    pub(super) fn target_type_within(&self, ty: Type, holds: fn(&TargetType) -> bool) -> bool {
        self.sizes().target_type_within(ty, holds)
    }

    /// Whether a type is scalable, or holds one that is.
    pub(super) fn is_scalable(&self, ty: Type) -> bool {
        self.sizes().is_scalable(ty)
    }
}
