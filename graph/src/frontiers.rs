//! Dominance frontiers and control dependence.

use cranelift_entity::EntityRef;

use crate::tree::Tree;
use crate::{Cfg, Dominators, Lists, PostDominators};

/// The dominance frontier of each node: where its dominance ends. Those nodes have a predecessor that the node dominates, and are not
/// strictly dominated by it themselves.
#[derive(Clone, Debug)]
pub struct Frontiers<N> {
    /// By index of the node.
    of: Lists<N>,
}

impl<N: EntityRef> Frontiers<N> {
    /// Computes the frontiers of all reachable nodes. Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
    pub fn new(cfg: &Cfg<N>, dominators: &Dominators<N>) -> Self {
        let order = cfg.order();
        let mut climber = Climber::new(dominators.positions_tree(), order.len());
        let mut pairs = Vec::new();
        for (position, &node) in order.iter().enumerate() {
            for &from in cfg.predecessors_at(position) {
                climber.climb(position, from as usize, |at| pairs.push((order[at].index() as u32, node)));
            }
        }
        Self { of: Lists::of_pairs(cfg.positions().len(), &pairs) }
    }

    /// The frontier of a node, in reverse post-order.
    pub fn of(&self, node: N) -> &[N] {
        self.of.of(node.index())
    }
}

/// The nodes on whose branches each node depends: they have a successor from which every path leads through the node, and another from
/// which not. Source: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization".
#[derive(Clone, Debug)]
pub struct ControlDependences<N> {
    /// By index of the node.
    of: Lists<N>,
}

impl<N: EntityRef> ControlDependences<N> {
    /// Computes those of all nodes. Nodes that are not reachable from the entry have them as well.
    pub fn new(cfg: &Cfg<N>, post_dominators: &PostDominators<N>) -> Self {
        let nodes = cfg.nodes();
        // The tree has a virtual exit as well.
        let mut climber = Climber::new(post_dominators.positions_tree(), nodes.len() + 1);
        let mut pairs = Vec::new();
        for &branch in cfg.given() {
            for &to in cfg.all_successors().of(branch as usize) {
                climber.climb(branch as usize, to as usize, |at| {
                    pairs.push((nodes[at].index() as u32, nodes[branch as usize]));
                });
            }
        }
        Self { of: Lists::of_pairs(cfg.positions().len(), &pairs) }
    }

    /// The nodes on whose branches a node depends, in the order of the graph.
    pub fn of(&self, node: N) -> &[N] {
        self.of.of(node.index())
    }
}

/// Finds the nodes of a tree that are on the way up to what dominates another node.
struct Climber<'t> {
    tree: &'t Tree,
    /// By node of the tree: the one for which it was found last.
    last: Vec<usize>,
}

impl<'t> Climber<'t> {
    fn new(tree: &'t Tree, nodes: usize) -> Self {
        Self { tree, last: vec![usize::MAX; nodes] }
    }

    /// Climbs from `from` to what dominates `node` immediately, and tells the nodes before that, each once for a `node`.
    fn climb(&mut self, node: usize, from: usize, mut tell: impl FnMut(usize)) {
        let stop = self.tree.immediate(node);
        let mut next = Some(from);
        while let Some(at) = next.filter(|_| next != stop) {
            // The way on was climbed from another neighbour.
            if std::mem::replace(&mut self.last[at], node) == node {
                break;
            }
            tell(at);
            next = self.tree.immediate(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ControlDependences, Frontiers};
    use crate::{Cfg, Dominators, Edges, Node, PostDominators};

    #[test]
    fn a_loop_ends_at_its_header() {
        let graph = Edges::new(4, &[(0, 1), (1, 2), (2, 1), (1, 3)]);
        let cfg = Cfg::of(&graph);
        let frontiers = Frontiers::new(&cfg, &Dominators::new(&cfg));
        let of =
            |node| frontiers.of(Node::from_u32(node)).iter().map(|node| node.as_u32()).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3)], [vec![], vec![1], vec![1], vec![]]);
        let dependences = ControlDependences::new(&cfg, &PostDominators::new(&cfg));
        let of =
            |node| dependences.of(Node::from_u32(node)).iter().map(|node| node.as_u32()).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2), of(3)], [vec![], vec![1], vec![1], vec![]]);
    }
}
