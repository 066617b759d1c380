//! Dominance: which nodes lie on all paths from the entry.

use cranelift_entity::EntityRef;

use crate::tree::Tree;
use crate::{Cfg, Flow};

/// The dominator tree of a graph. Questions about dominance take constant time.
#[derive(Clone, Debug)]
pub struct Dominators<N> {
    /// The reachable nodes in reverse post-order.
    order: Vec<N>,
    /// By index of the node: its position in `order`; none of `order` if it is not reachable.
    positions: Vec<u32>,
    tree: Tree,
}

impl<N: EntityRef> Dominators<N> {
    /// Computes the tree.
    pub fn new(cfg: &Cfg<N>) -> Self {
        let tree = Tree::new(cfg.spanning(), |node| cfg.predecessors_at(node as usize).iter().copied());
        Self { order: cfg.order().to_vec(), positions: cfg.positions().to_vec(), tree }
    }

    /// Computes the tree of a graph, with a [`Cfg`] of its own.
    pub fn of(graph: &impl Flow<Node = N>) -> Self {
        Self::new(&Cfg::of(graph))
    }

    fn position(&self, node: N) -> Option<usize> {
        let position = *self.positions.get(node.index())? as usize;
        (position < self.order.len()).then_some(position)
    }

    /// Over positions in reverse post-order.
    pub(crate) fn positions_tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether a node is reachable from the entry.
    pub fn is_reachable(&self, node: N) -> bool {
        self.position(node).is_some()
    }

    /// Whether every path from the entry to `b` goes through `a`; a node dominates itself. A node that is not reachable is dominated by
    /// every node.
    pub fn dominates(&self, a: N, b: N) -> bool {
        let Some(b) = self.position(b) else { return true };
        self.position(a).is_some_and(|a| self.tree.dominates(a, b))
    }

    /// The nearest dominator of a node beside the node itself; none for the entry and nodes that are not reachable.
    pub fn immediate(&self, node: N) -> Option<N> {
        self.tree.immediate(self.position(node)?).map(|at| self.order[at])
    }

    /// The nearest node that dominates both; none if one of them is not reachable.
    pub fn common(&self, a: N, b: N) -> Option<N> {
        Some(self.order[self.tree.common(self.position(a)?, self.position(b)?)])
    }

    /// The reachable nodes in reverse post-order, each with its immediate dominator; the entry has none.
    pub fn tree(&self) -> impl Iterator<Item = (N, Option<N>)> + '_ {
        let immediate = |at: usize| self.tree.immediate(at).map(|at| self.order[at]);
        self.order.iter().enumerate().map(move |(at, &node)| (node, immediate(at)))
    }

    /// The first child of a node in the tree, in the order of LLVM's and MLIR's trees: that of a depth-first walk that visits first
    /// successors first. `graph` is the one that the tree was made of.
    pub fn first_child(&self, graph: &impl Flow<Node = N>, node: N) -> Option<N> {
        let parent = self.position(node)?;
        let mut seen = vec![false; graph.bound()];
        let mut stack = vec![*self.order.first()?];
        while let Some(next) = stack.pop() {
            if std::mem::replace(&mut seen[next.index()], true) {
                continue;
            }
            if self.position(next).is_some_and(|at| self.tree.immediate(at) == Some(parent)) {
                return Some(next);
            }
            stack.extend(graph.successors(next).rev());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Dominators;
    use crate::{Edges, Node};

    #[test]
    fn a_join_is_dominated_by_the_branch_alone() {
        let graph = Edges::new(4, &[(0, 1), (0, 2), (1, 2), (3, 2)]);
        let [a, b, d, u] = [0, 1, 2, 3].map(Node::from_u32);
        let dominators = Dominators::of(&graph);
        assert!(dominators.dominates(a, d) && dominators.dominates(a, a) && dominators.dominates(b, b));
        assert!(!dominators.dominates(b, d) && !dominators.dominates(u, d) && dominators.dominates(d, u));
        assert_eq!(dominators.first_child(&graph, a), Some(b));
        assert_eq!(dominators.first_child(&graph, b), None);
        assert_eq!(dominators.common(b, d), Some(a));
        assert_eq!(dominators.tree().collect::<Vec<_>>(), [(a, None), (b, Some(a)), (d, Some(a))]);
    }
}
