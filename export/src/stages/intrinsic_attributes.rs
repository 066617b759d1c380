//! The attributes that LLVM gives to functions named like intrinsics when it makes them.

use tern_llvm_ir::attributes::{AttributeList, AttributeListId};
use tern_llvm_ir::globals::Global;

use crate::Exporter;

impl Exporter<'_> {
    /// The attributes of a function, merged with those that LLVM gives to functions with the name of an intrinsic.
    pub(crate) fn with_intrinsic_attributes(&self, global: Global, own: AttributeListId) -> AttributeListId {
        let value = &self.ir.globals[global];
        let name = value.name.map(|name| self.ir.strings.get(name)).filter(|name| name.starts_with(b"llvm."));
        let Some(intrinsic) = name.and_then(tern_llvm_ir::intrinsics::find) else { return own };
        let known = intrinsic.attributes(&self.ir, value.ty);
        let attributes = &self.ir.attributes;
        let (known, own) = (attributes.get_list(known), attributes.get_list(own));
        // Of two attributes with the same kind, the last one wins.
        let both = |known, own| {
            attributes.set(&self.ir.strings, [attributes.get(known), attributes.get(own)].concat())
        };
        let count = known.params.len().max(own.params.len());
        let param = |list: &AttributeList, index: usize| list.params.get(index).copied().unwrap_or_default();
        attributes.list(AttributeList {
            function: both(known.function, own.function),
            ret: both(known.ret, own.ret),
            params: (0..count).map(|index| both(param(known, index), param(own, index))).collect(),
        })
    }
}
