//! A control-flow graph, in arrays.

use cranelift_entity::EntityRef;

use crate::walk::{Spanning, Walk};
use crate::{Flow, Lists};

/// The nodes of a graph that are reachable from its entry, in reverse post-order, with successors and predecessors.
#[derive(Clone, Debug)]
pub struct Cfg<N> {
    /// All nodes: those that are reachable in reverse post-order, then the others.
    nodes: Vec<N>,
    /// The number of nodes that are reachable.
    reachable: usize,
    /// By index of the node: its position in `nodes`; `UNKNOWN` if it is none.
    positions: Vec<u32>,
    /// The positions of the nodes in the order of the graph.
    given: Vec<u32>,
    successors: Lists<u32>,
    /// In the order of positions: those that are reachable first.
    predecessors: Lists<u32>,
    /// A depth-first walk of the reachable nodes, by position.
    spanning: Spanning,
}

const UNKNOWN: u32 = u32::MAX;

impl<N: EntityRef> Cfg<N> {
    /// Computes it. Takes time in proportion to nodes and edges. Edges to what the graph does not list as a node are left out.
    pub fn of(graph: &impl Flow<Node = N>) -> Self {
        let given: Vec<N> = graph.nodes().collect();
        let count = given.len();
        // The graph is asked once for each node.
        let mut numbers = vec![UNKNOWN; graph.bound()];
        (0..).zip(&given).for_each(|(number, node)| numbers[node.index()] = number);
        let number = |to: N| numbers.get(to.index()).copied().filter(|&number| number != UNKNOWN);
        let lists = given.iter().map(|&node| graph.successors(node).filter_map(number));
        let successors = Lists::in_order(count, lists);

        let mut order = Vec::with_capacity(count);
        let mut walk = Walk::new(count);
        if count > 0 {
            walk.visit(0, None, &successors, |node| order.push(node));
        }
        order.reverse();
        let reachable = order.len();
        order.extend((0..count as u32).filter(|&node| !walk.has_seen(node)));
        let mut positions = vec![UNKNOWN; count];
        (0..).zip(&order).for_each(|(position, &number)| positions[number as usize] = position);

        let position = |&number: &u32| positions[number as usize];
        let lists = order.iter().map(|&number| successors.of(number as usize).iter().map(position));
        let successors = Lists::in_order(count, lists);
        let predecessors = successors.transposed();
        let mut spanning = walk.spanning;
        spanning.nodes.iter_mut().for_each(|node| *node = position(node));
        numbers.iter_mut().filter(|number| **number != UNKNOWN).for_each(|number| *number = position(number));
        Self {
            nodes: order.iter().map(|&number| given[number as usize]).collect(),
            reachable,
            positions: numbers,
            given: positions,
            successors,
            predecessors,
            spanning,
        }
    }

    /// The reachable nodes in reverse post-order; the entry is the first.
    pub fn order(&self) -> &[N] {
        &self.nodes[..self.reachable]
    }

    /// The position of a node in [`order`](Self::order); `None` if it is not reachable.
    pub fn position(&self, node: N) -> Option<usize> {
        let position = *self.positions.get(node.index())? as usize;
        (position < self.reachable).then_some(position)
    }

    /// Whether a path leads from the entry to the node.
    pub fn is_reachable(&self, node: N) -> bool {
        self.position(node).is_some()
    }

    /// The successors of a node, once for each edge; none if it is not reachable.
    pub fn successors(&self, node: N) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + '_ {
        let list = self.position(node).map_or(&[][..], |at| self.successors.of(at));
        list.iter().map(|&to| self.nodes[to as usize])
    }

    /// The successor of a node at a position among them, in constant time.
    pub fn successor(&self, node: N, at: usize) -> Option<N> {
        let to = *self.successors.of(self.position(node)?).get(at)?;
        Some(self.nodes[to as usize])
    }

    /// The reachable predecessors of a node, once for each edge, in reverse post-order; none if it is not reachable itself.
    pub fn predecessors(&self, node: N) -> impl ExactSizeIterator<Item = N> + DoubleEndedIterator + '_ {
        let list = self.position(node).map_or(&[][..], |at| self.predecessors_at(at));
        list.iter().map(|&from| self.nodes[from as usize])
    }

    /// The positions of the reachable predecessors of the node at a position.
    pub(crate) fn predecessors_at(&self, position: usize) -> &[u32] {
        let all = self.predecessors.of(position);
        let is_reachable = |from: &u32| (*from as usize) < self.reachable;
        match all.last() {
            Some(last) if !is_reachable(last) => &all[..all.partition_point(is_reachable)],
            _ => all,
        }
    }

    /// By index of the node: its position in [`nodes`](Self::nodes).
    pub(crate) fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// All nodes: those that are reachable in reverse post-order, then the others in the order of the graph.
    pub(crate) fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// The positions of all nodes in the order of the graph.
    pub(crate) fn given(&self) -> &[u32] {
        &self.given
    }

    /// A depth-first walk of the reachable nodes, by position.
    pub(crate) fn spanning(&self) -> &Spanning {
        &self.spanning
    }

    /// By position, the positions of the successors.
    pub(crate) fn all_successors(&self) -> &Lists<u32> {
        &self.successors
    }

    /// By position, the positions of all predecessors, those that are not reachable behind the others.
    pub(crate) fn all_predecessors(&self) -> &Lists<u32> {
        &self.predecessors
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
