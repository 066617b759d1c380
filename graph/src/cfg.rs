//! The reachable part of a control-flow graph, in arrays.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::{Flow, Lists, post_order};

/// The nodes of a graph that are reachable from its entry, in reverse post-order, with successors and predecessors.
#[derive(Clone, Debug)]
pub struct Cfg<N> {
    order: Vec<N>,
    /// By index of the node: its position in `order`; `UNREACHED` if it has none.
    positions: Vec<u32>,
    successors: Lists<u32>,
    predecessors: Lists<u32>,
}

const UNREACHED: u32 = u32::MAX;

impl<N: EntityRef> Cfg<N> {
    /// Computes it. Takes time in proportion to nodes and edges.
    pub fn of(graph: &impl Flow<Node = N>) -> Self {
        let bound = graph.bound();
        // The graph is asked once for each node; its successors are kept by index.
        let mut targets: Vec<u32> = Vec::with_capacity(bound * 2);
        let mut ranges = vec![(0, 0); bound];
        for node in graph.nodes() {
            let begin = targets.len();
            targets.extend(graph.successors(node).map(|to| to.index() as u32));
            ranges[node.index()] = (begin, targets.len());
        }
        let of_index = |index: usize| targets[ranges[index].0..ranges[index].1].iter();
        let successors = |node: N| of_index(node.index()).map(|&to| N::new(to as usize));
        let mut seen = SecondaryMap::new();
        seen.resize(bound);
        let entry = graph.nodes().next();
        let mut order = entry.map_or_else(Vec::new, |entry| post_order(entry, &mut seen, successors));
        order.reverse();
        let mut positions = vec![UNREACHED; bound];
        for (position, node) in order.iter().enumerate() {
            positions[node.index()] = position as u32;
        }
        let lists = order.iter().map(|node| of_index(node.index()).map(|&to| positions[to as usize]));
        let successors = Lists::in_order(order.len(), lists);
        let predecessors = successors.transposed();
        Self { order, positions, successors, predecessors }
    }

    /// The reachable nodes in reverse post-order; the entry is the first.
    pub fn order(&self) -> &[N] {
        &self.order
    }

    /// The position of a node in [`order`](Self::order); `None` if it is not reachable.
    pub fn position(&self, node: N) -> Option<usize> {
        self.positions.get(node.index()).filter(|&&position| position != UNREACHED).map(|&at| at as usize)
    }

    /// Whether a path leads from the entry to the node.
    pub fn is_reachable(&self, node: N) -> bool {
        self.position(node).is_some()
    }

    /// The successors of a node, once for each edge; none if it is not reachable.
    pub fn successors(&self, node: N) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + '_ {
        let list = self.position(node).map_or(&[][..], |at| self.successors.of(at));
        list.iter().map(|&to| self.order[to as usize])
    }

    /// The successor of a node at a position among them, in constant time.
    pub fn successor(&self, node: N, at: usize) -> Option<N> {
        let to = *self.successors.of(self.position(node)?).get(at)?;
        Some(self.order[to as usize])
    }

    /// The reachable predecessors of a node, once for each edge, in reverse post-order; none if it is not reachable itself.
    pub fn predecessors(&self, node: N) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + '_ {
        let list = self.position(node).map_or(&[][..], |at| self.predecessors.of(at));
        list.iter().map(|&from| self.order[from as usize])
    }

    /// The positions of the predecessors of the node at a position.
    pub(crate) fn predecessors_at(&self, position: usize) -> &[u32] {
        self.predecessors.of(position)
    }

    pub(crate) fn positions(&self) -> &[u32] {
        &self.positions
    }
}

#[cfg(test)]
mod tests {
    use super::Cfg;
    use crate::{Edges, Node};

    #[test]
    fn each_edge_is_listed_at_both_ends() {
        let cfg = Cfg::of(&Edges::new(5, &[(0, 1), (0, 1), (1, 2), (2, 1), (4, 2)]));
        let node = Node::from_u32;
        assert_eq!(cfg.order(), [node(0), node(1), node(2)]);
        assert_eq!(cfg.successors(node(0)).collect::<Vec<_>>(), [node(1), node(1)]);
        assert_eq!(cfg.predecessors(node(1)).collect::<Vec<_>>(), [node(0), node(0), node(2)]);
        assert_eq!(cfg.predecessors(node(2)).collect::<Vec<_>>(), [node(1)]);
        assert!(!cfg.is_reachable(node(3)) && !cfg.is_reachable(node(4)));
        assert_eq!(cfg.successors(node(4)).len(), 0);
    }

    #[test]
    fn an_empty_graph_has_no_nodes() {
        assert!(Cfg::of(&Edges::new(0, &[])).order().is_empty());
    }
}
