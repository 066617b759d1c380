//! Makes nodes that are not distinct, of which equal ones are the same.

use rustc_hash::FxHashMap;

use crate::metadata::{MdNode, MdNodeData, MdNodeKind, Metadata, MetadataGraph};

/// The nodes of a module by their elements; they are looked at when a node is first made.
#[derive(Default)]
pub(super) struct Nodes {
    known: Option<FxHashMap<Box<[Metadata]>, MdNode>>,
}

/// Nodes that upgrades make are not longer.
const LONGEST: usize = 4;

impl Nodes {
    /// The tuple of these elements.
    pub(super) fn tuple(&mut self, graph: &mut MetadataGraph, elements: &[Metadata]) -> MdNode {
        let known = self.known.get_or_insert_with(|| {
            let mut known = FxHashMap::default();
            for (node, data) in &graph.nodes {
                if let MdNodeKind::Tuple(elements) = &data.kind
                    && !data.distinct
                    && elements.len() <= LONGEST
                {
                    known.entry(elements.clone()).or_insert(node);
                }
            }
            known
        });
        *known.entry(elements.into()).or_insert_with(|| {
            let kind = MdNodeKind::Tuple(elements.into());
            graph.nodes.push(MdNodeData { distinct: false, kind })
        })
    }
}
