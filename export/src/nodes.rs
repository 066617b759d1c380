//! Creates metadata nodes from attributes. As in LLVM, nodes are uniqued by content.
//!
//! A node that refers to itself through others is built around a placeholder. When the placeholder is replaced, the content of
//! the nodes that refer to it changes, and they may become equal to existing nodes; these are then replaced in turn.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::{MdNodeData, MdNodeKind, Metadata, MetadataGraph};

/// The uniqued nodes, and the state of pending replacements.
#[derive(Default)]
pub(crate) struct Nodes {
    /// Hash table by content, with linear probing. Replaced nodes stay in it.
    by_content: FxHashMap<u32, MdNode>,
    /// Placeholders, and nodes that contain one, directly or indirectly.
    unresolved: FxHashSet<MdNode>,
    /// The users of each unresolved node.
    users: FxHashMap<MdNode, Vec<MdNode>>,
    /// Nodes that turned out to be equal to others.
    replaced: FxHashMap<MdNode, MdNode>,
    placeholders: u32,
}

impl Nodes {
    /// The uniqued node with this content.
    pub(crate) fn unique(&mut self, graph: &mut MetadataGraph, kind: MdNodeKind) -> MdNode {
        match self.find(graph, &kind) {
            Ok(node) => node,
            Err(slot) => {
                let node = graph.nodes.push(MdNodeData { distinct: false, kind });
                if self.note_users(node, &graph.nodes[node].kind) {
                    self.unresolved.insert(node);
                }
                self.by_content.insert(slot, node);
                node
            }
        }
    }

    /// The uniqued node with this content, or the free slot for it.
    pub(crate) fn find(&self, graph: &MetadataGraph, kind: &MdNodeKind) -> Result<MdNode, u32> {
        let mut slot = FxBuildHasher.hash_one(kind) as u32;
        while let Some(&node) = self.by_content.get(&slot) {
            if graph.nodes[node].kind == *kind && !graph.nodes[node].distinct {
                return Ok(node);
            }
            slot = slot.wrapping_add(1);
        }
        Err(slot)
    }

    /// Registers an existing node as the uniqued one with its content, unless there is one already.
    pub(crate) fn know(&mut self, graph: &MetadataGraph, node: MdNode) {
        let data = &graph.nodes[node];
        if !data.distinct
            && self.unresolved.is_empty()
            && let Err(slot) = self.find(graph, &data.kind)
        {
            self.by_content.insert(slot, node);
        }
    }

    /// A new distinct node with this content.
    pub(crate) fn distinct(&mut self, graph: &mut MetadataGraph, kind: MdNodeKind) -> MdNode {
        let node = graph.nodes.push(MdNodeData { distinct: true, kind });
        self.note_users(node, &graph.nodes[node].kind);
        node
    }

    /// A new distinct tuple whose first operand is the tuple itself.
    pub(crate) fn self_referential(&mut self, graph: &mut MetadataGraph, rest: &[Metadata]) -> MdNode {
        let node = graph.nodes.next_key();
        let operands = std::iter::once(Metadata::Node(node)).chain(rest.iter().copied()).collect();
        self.distinct(graph, MdNodeKind::Tuple(operands))
    }

    /// A new placeholder, to be passed to [`replace`](Self::replace).
    pub(crate) fn placeholder(&mut self, graph: &mut MetadataGraph) -> MdNode {
        let node = graph.nodes.push(MdNodeData { distinct: true, kind: MdNodeKind::Tuple(Box::default()) });
        self.unresolved.insert(node);
        self.placeholders += 1;
        node
    }

    /// Replaces a placeholder by a node. Must be called exactly once for each placeholder.
    pub(crate) fn replace(&mut self, graph: &mut MetadataGraph, placeholder: MdNode, node: MdNode) {
        let mut work = vec![(placeholder, self.current(node))];
        while let Some((old, new)) = work.pop() {
            self.replaced.insert(old, new);
            self.unresolved.remove(&old);
            for user in self.users.remove(&old).unwrap_or_default() {
                if self.replaced.contains_key(&user) {
                    continue;
                }
                let distinct = graph.nodes[user].distinct;
                substitute(&mut graph.nodes[user].kind, old, new);
                if self.unresolved.contains(&new) {
                    self.users.entry(new).or_default().push(user);
                }
                if distinct {
                    continue;
                }
                // As in LLVM, a node that refers directly to itself becomes distinct.
                if new == user {
                    graph.nodes[user].distinct = true;
                    continue;
                }
                match self.find(graph, &graph.nodes[user].kind) {
                    Ok(known) if known == user => {}
                    Ok(known) => work.push((user, known)),
                    Err(slot) => {
                        self.by_content.insert(slot, user);
                    }
                }
            }
        }
        self.placeholders -= 1;
        if self.placeholders == 0 {
            self.unresolved.clear();
            self.users.clear();
        }
    }

    /// The node that `node` has been replaced by, or `node` itself.
    pub(crate) fn current(&self, mut node: MdNode) -> MdNode {
        while let Some(&other) = self.replaced.get(&node) {
            node = other;
        }
        node
    }

    /// Registers `node` as a user of the unresolved nodes that it refers to. Returns whether there are any.
    fn note_users(&mut self, node: MdNode, kind: &MdNodeKind) -> bool {
        if self.unresolved.is_empty() {
            return false;
        }
        let mut found = false;
        for operand in kind.operands() {
            if let Metadata::Node(operand) = *operand
                && self.unresolved.contains(&operand)
            {
                self.users.entry(operand).or_default().push(node);
                found = true;
            }
        }
        found
    }
}

fn substitute(kind: &mut MdNodeKind, old: MdNode, new: MdNode) {
    for operand in kind.operands_mut().filter(|operand| **operand == Metadata::Node(old)) {
        *operand = Metadata::Node(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(operands: &[MdNode]) -> MdNodeKind {
        MdNodeKind::Tuple(operands.iter().map(|&node| Metadata::Node(node)).collect())
    }

    #[test]
    fn equal_content_is_one_node() {
        let (mut nodes, mut graph) = (Nodes::default(), MetadataGraph::default());
        let empty = nodes.unique(&mut graph, tuple(&[]));
        assert_eq!(nodes.unique(&mut graph, tuple(&[])), empty);
        assert_ne!(nodes.distinct(&mut graph, tuple(&[])), empty);
        let own = nodes.self_referential(&mut graph, &[]);
        assert_eq!(graph.nodes[own].kind, tuple(&[own]));
    }

    #[test]
    fn replaced_nodes_merge_with_equal_ones() {
        let (mut nodes, mut graph) = (Nodes::default(), MetadataGraph::default());
        let empty = nodes.unique(&mut graph, tuple(&[]));
        let known = nodes.unique(&mut graph, tuple(&[empty]));
        let placeholder = nodes.placeholder(&mut graph);
        let around = nodes.unique(&mut graph, tuple(&[placeholder]));
        let outer = nodes.unique(&mut graph, tuple(&[around, around]));
        nodes.replace(&mut graph, placeholder, empty);
        assert_eq!(nodes.current(around), known);
        assert_eq!(graph.nodes[nodes.current(outer)].kind, tuple(&[known, known]));
    }

    #[test]
    fn a_node_around_itself_is_distinct() {
        let (mut nodes, mut graph) = (Nodes::default(), MetadataGraph::default());
        let placeholder = nodes.placeholder(&mut graph);
        let around = nodes.unique(&mut graph, tuple(&[placeholder]));
        nodes.replace(&mut graph, placeholder, around);
        assert!(graph.nodes[around].distinct);
        assert_eq!(graph.nodes[around].kind, tuple(&[around]));
    }

    #[test]
    fn with_the_last_placeholder_nothing_is_open() {
        let (mut nodes, mut graph) = (Nodes::default(), MetadataGraph::default());
        let [one, other] = [(); 2].map(|()| nodes.placeholder(&mut graph));
        let around = nodes.unique(&mut graph, tuple(&[one, other]));
        nodes.replace(&mut graph, one, around);
        assert!(nodes.unresolved.contains(&around));
        let empty = nodes.unique(&mut graph, tuple(&[]));
        nodes.replace(&mut graph, other, empty);
        assert_eq!(graph.nodes[around].kind, tuple(&[around, empty]));
        assert!(nodes.unresolved.is_empty() && nodes.users.is_empty());
    }
}
