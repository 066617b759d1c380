//! Maps attributes to the metadata nodes that they represent.

use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use tern_llvm_ir::MdNode;
use tern_mlir::{Attribute, Context};

/// For each attribute, the node that it represents and the depth of its nesting. Attributes created since the map was made are
/// found by index, without hashing; these are most.
#[derive(Default)]
pub(crate) struct AttributeNodes {
    /// The index of the first attribute created after this map; entry `i` of `new` is for the attribute `first + i`.
    first: usize,
    new: Vec<(PackedOption<MdNode>, u8)>,
    /// AttributeNodes of attributes that existed before.
    known: FxHashMap<Attribute, (MdNode, u8)>,
}

impl AttributeNodes {
    /// An empty map. Attributes that the context creates from now on are found without hashing.
    pub(crate) fn new(context: &Context) -> Self {
        Self { first: context.attribute_count(), ..Self::default() }
    }

    /// The node that an attribute represents and the depth of its nesting, if the attribute has an owner.
    #[inline]
    pub(crate) fn get(&self, attribute: Attribute) -> Option<(MdNode, u8)> {
        match attribute.index().checked_sub(self.first) {
            Some(new) => self.new.get(new).and_then(|&(node, depth)| Some((node.expand()?, depth))),
            None => self.known.get(&attribute).copied(),
        }
    }

    /// Records the owner of an attribute.
    pub(crate) fn insert(&mut self, attribute: Attribute, node: MdNode, depth: u8) {
        let Some(new) = attribute.index().checked_sub(self.first) else {
            self.known.insert(attribute, (node, depth));
            return;
        };
        if self.new.len() <= new {
            self.new.resize(new + 1, Default::default());
        }
        self.new[new] = (node.into(), depth);
    }

    /// Whether no attribute has an owner.
    pub(crate) fn is_empty(&self) -> bool {
        self.new.is_empty() && self.known.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::AttributeNodes;
    use tern_llvm_ir::MdNode;
    use tern_mlir::{Attribute, Context};

    #[test]
    fn attributes_that_were_there_are_found_as_well() {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let make = |number: i64| Attribute::integer(&context, context.common.i64, number);
        let before = [make(0), make(1)];
        let mut attribute_nodes = AttributeNodes::new(&context);
        assert!(attribute_nodes.is_empty());
        let all: Vec<Attribute> = before.into_iter().chain((2..9).map(make)).collect();
        for (at, &attribute) in all.iter().enumerate().rev().step_by(2) {
            attribute_nodes.insert(attribute, MdNode::from_u32(at as u32), at as u8 + 1);
        }
        for (at, &attribute) in all.iter().enumerate() {
            let expected = (at % 2 == 0).then(|| (MdNode::from_u32(at as u32), at as u8 + 1));
            assert_eq!(attribute_nodes.get(attribute), expected, "{at}");
        }
        assert!(!attribute_nodes.is_empty());
    }
}
