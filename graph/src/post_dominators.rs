//! Post-dominance: which nodes lie on all paths to an exit.

use cranelift_entity::EntityRef;

use crate::tree::Tree;
use crate::walk::Walk;
use crate::{Cfg, Flow, Lists};

/// The post-dominator tree of a graph, under a virtual exit. The nodes without successors lead to it. So that all nodes do, one node of
/// each endless loop does as well: the one that a walk from the loop's first node reaches last, as in LLVM's trees.
#[derive(Clone, Debug)]
pub struct PostDominators<N> {
    /// All nodes: those that are reachable from the entry in reverse post-order, then the others.
    nodes: Vec<N>,
    /// By index of the node: its position in `nodes`.
    positions: Vec<u32>,
    roots: Vec<N>,
    /// Of positions; the virtual exit is behind the last.
    tree: Tree,
}

impl<N: EntityRef> PostDominators<N> {
    /// Computes the tree. Nodes that are not reachable from the entry are in it as well.
    pub fn new(cfg: &Cfg<N>) -> Self {
        let (successors, predecessors) = (cfg.all_successors(), cfg.all_predecessors());
        let nodes = cfg.nodes().len();
        let has_successors = |node: u32| !successors.of(node as usize).is_empty();
        let mut roots: Vec<u32> = cfg.given().iter().copied().filter(|&node| !has_successors(node)).collect();
        let walk = |roots: &[u32]| {
            let mut walk = Walk::below_exit(nodes);
            roots.iter().for_each(|&root| walk.visit(root, Some(0), predecessors, |_| {}));
            walk
        };
        let mut walked = walk(&roots);
        if walked.spanning.nodes.len() <= nodes {
            roots = with_endless_loops(roots, &mut walked, cfg);
            walked = walk(&roots);
        }
        let mut is_root = vec![false; nodes];
        roots.iter().for_each(|&root| is_root[root as usize] = true);
        // In the reversed graph, the predecessors of a node are its successors, and those of a root the virtual exit.
        let exit = nodes as u32;
        let towards_exit = |node: u32| {
            let exit = is_root[node as usize].then_some(exit);
            exit.into_iter().chain(successors.of(node as usize).iter().copied())
        };
        let tree = Tree::new(&walked.spanning, towards_exit);
        let roots = roots.iter().map(|&root| cfg.nodes()[root as usize]).collect();
        Self { nodes: cfg.nodes().to_vec(), positions: cfg.positions().to_vec(), roots, tree }
    }

    /// Computes the tree of a graph, with a [`Cfg`] of its own.
    pub fn of(graph: &impl Flow<Node = N>) -> Self {
        Self::new(&Cfg::of(graph))
    }

    fn position(&self, node: N) -> Option<usize> {
        let position = *self.positions.get(node.index())? as usize;
        (position < self.nodes.len()).then_some(position)
    }

    /// Over positions in [`Cfg::nodes`], with the virtual exit behind the last.
    pub(crate) fn positions_tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether every path from `b` to the virtual exit goes through `a`; a node post-dominates itself.
    pub fn post_dominates(&self, a: N, b: N) -> bool {
        match (self.position(a), self.position(b)) {
            (Some(a), Some(b)) => self.tree.dominates(a, b),
            _ => false,
        }
    }

    /// The nearest post-dominator of a node beside the node itself; none if that is the virtual exit.
    pub fn immediate(&self, node: N) -> Option<N> {
        self.nodes.get(self.tree.immediate(self.position(node)?)?).copied()
    }

    /// The nodes that lead to the virtual exit.
    pub fn roots(&self) -> &[N] {
        &self.roots
    }

    /// The nodes, each with its immediate post-dominator; none stands for the virtual exit.
    pub fn tree(&self) -> impl Iterator<Item = (N, Option<N>)> + '_ {
        self.nodes.iter().map(|&node| (node, self.immediate(node)))
    }
}

/// Adds a root for each endless loop to the nodes without successors. The walk has seen what leads to these; it sees all nodes afterwards.
/// Source: LLVM, `SemiNCAInfo::FindRoots`.
fn with_endless_loops<N: EntityRef>(mut roots: Vec<u32>, walk: &mut Walk, cfg: &Cfg<N>) -> Vec<u32> {
    // Successors in the order of the graph, last first, so that swapped branches give the same roots.
    let mut numbers = vec![0; cfg.nodes().len()];
    (0..).zip(cfg.given()).for_each(|(number, &node)| numbers[node as usize] = number);
    let successors = |node: usize| {
        let mut list = cfg.all_successors().of(node).to_vec();
        list.sort_unstable_by_key(|&to| std::cmp::Reverse(numbers[to as usize]));
        list
    };
    let forward = Lists::in_order(numbers.len(), (0..numbers.len()).map(successors));
    let exits = roots.len();
    for &node in cfg.given() {
        if walk.has_seen(node) {
            continue;
        }
        let seen = walk.spanning.nodes.len();
        walk.visit(node, None, &forward, |_| {});
        let root = *walk.take_back(seen).last().expect("the walk begins at a node that was not seen");
        roots.push(root);
        walk.visit(root, None, cfg.all_predecessors(), |_| {});
    }
    without_redundant(roots, exits, cfg.all_successors(), numbers.len())
}

/// Removes roots from which another root can be reached. The first `exits` of them have no successors.
fn without_redundant(mut roots: Vec<u32>, exits: usize, successors: &Lists<u32>, nodes: usize) -> Vec<u32> {
    let mut is_root = vec![false; nodes];
    roots.iter().for_each(|&root| is_root[root as usize] = true);
    let (mut walk, mut at) = (Walk::new(nodes), exits);
    while at < roots.len() {
        walk.visit(roots[at], None, successors, |_| {});
        let reached = walk.take_back(0);
        match reached[1..].iter().any(|&node| is_root[node as usize]) {
            true => is_root[roots.swap_remove(at) as usize] = false,
            false => at += 1,
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::PostDominators;
    use crate::{Edges, Node};

    fn immediate(nodes: u32, edges: &[(u32, u32)]) -> Vec<Option<u32>> {
        let tree = PostDominators::of(&Edges::new(nodes, edges));
        let of = |node| tree.immediate(Node::from_u32(node)).map(Node::as_u32);
        (0..nodes).map(of).collect()
    }

    #[test]
    fn a_join_post_dominates_both_branches() {
        assert_eq!(immediate(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn two_exits_meet_at_the_virtual_one() {
        assert_eq!(immediate(3, &[(0, 1), (0, 2)]), [None, None, None]);
    }

    #[test]
    fn an_endless_loop_has_a_root() {
        assert_eq!(immediate(4, &[(0, 1), (0, 3), (1, 2), (2, 1)]), [None, Some(2), None, None]);
    }

    #[test]
    fn blocks_without_predecessors_are_in_the_tree() {
        assert_eq!(immediate(3, &[(0, 2), (1, 2)]), [Some(2), Some(2), None]);
    }
}
