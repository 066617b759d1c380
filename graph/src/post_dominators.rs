//! Post-dominance: which nodes lie on all paths to an exit.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::tree::Tree;
use crate::{Flow, Lists, Node, post_order};

/// The post-dominator tree of a graph, under a virtual exit. The nodes without successors lead to it. So that all nodes do, one node of
/// each endless loop does as well: the one that a walk from the loop's first node reaches last, as in LLVM's trees.
#[derive(Clone, Debug)]
pub struct PostDominators<N> {
    /// The nodes in reverse post-order of the reversed graph; the virtual exit, at position 0, is left out.
    order: Vec<N>,
    /// By index of the node: its position in the tree.
    positions: Vec<u32>,
    roots: Vec<N>,
    tree: Tree,
}

impl<N: EntityRef> PostDominators<N> {
    /// Computes the tree. Nodes that are not reachable from the entry are in it as well.
    pub fn of(graph: &impl Flow<Node = N>) -> Self {
        let nodes: Vec<N> = graph.nodes().collect();
        let mut numbers = vec![u32::MAX; graph.bound()];
        for (number, node) in nodes.iter().enumerate() {
            numbers[node.index()] = number as u32;
        }
        let lists = nodes.iter().map(|&node| graph.successors(node).map(|to| numbers[to.index()]));
        let successors = Lists::in_order(nodes.len(), lists);
        let predecessors = successors.transposed();
        let roots = roots(nodes.len(), &successors, &predecessors);

        let order = reversed_order(nodes.len(), &roots, &predecessors);
        let mut positions = vec![u32::MAX; nodes.len()];
        for (position, &node) in order.iter().enumerate() {
            positions[node as usize] = position as u32 + 1;
        }
        let is_root = membership(nodes.len(), &roots);
        // In the reversed graph, the successors of a node are its predecessors; those of the virtual exit are the roots.
        let positions_of = |&node: &u32| {
            let exit = is_root[node as usize].then_some(0);
            let to = successors.of(node as usize).iter().map(|&to| positions[to as usize]);
            exit.into_iter().chain(to)
        };
        // The virtual exit has none.
        let lists = std::iter::once(None).chain(order.iter().map(Some));
        let lists = lists.map(|node| node.into_iter().flat_map(positions_of));
        let towards_exit = Lists::in_order(order.len() + 1, lists);
        let tree = Tree::new(order.len() + 1, |node| towards_exit.of(node));
        let mut by_index = vec![u32::MAX; graph.bound()];
        for (number, node) in nodes.iter().enumerate() {
            by_index[node.index()] = positions[number];
        }
        let node = |number: u32| nodes[number as usize];
        let roots = roots.into_iter().map(node).collect();
        Self { order: order.into_iter().map(node).collect(), positions: by_index, roots, tree }
    }

    fn position(&self, node: N) -> Option<usize> {
        self.positions.get(node.index()).filter(|&&at| at != u32::MAX).map(|&at| at as usize)
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
        let at = self.tree.immediate(self.position(node)?)?;
        Some(self.order[at.checked_sub(1)?])
    }

    /// The nodes that lead to the virtual exit.
    pub fn roots(&self) -> &[N] {
        &self.roots
    }

    /// The nodes, each with its immediate post-dominator; none stands for the virtual exit.
    pub fn tree(&self) -> impl Iterator<Item = (N, Option<N>)> + '_ {
        self.order.iter().map(|&node| (node, self.immediate(node)))
    }
}

fn membership(nodes: usize, members: &[u32]) -> Vec<bool> {
    let mut is_member = vec![false; nodes];
    members.iter().for_each(|&node| is_member[node as usize] = true);
    is_member
}

/// Visits what can be reached from `from` and is not `seen`, first neighbours first. Returns the nodes in the order of the walk.
fn walk(from: u32, seen: &mut [bool], next: impl Fn(u32, &mut Vec<u32>)) -> Vec<u32> {
    let (mut stack, mut order, mut neighbours) = (vec![from], Vec::new(), Vec::new());
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node as usize], true) {
            continue;
        }
        order.push(node);
        neighbours.clear();
        next(node, &mut neighbours);
        stack.extend(neighbours.iter().rev().filter(|&&to| !seen[to as usize]));
    }
    order
}

/// The nodes that lead to the virtual exit. Source: LLVM, `SemiNCAInfo::FindRoots`.
fn roots(nodes: usize, successors: &Lists<u32>, predecessors: &Lists<u32>) -> Vec<u32> {
    let mut seen = vec![false; nodes];
    let backward = |node: u32, out: &mut Vec<u32>| out.extend(predecessors.of(node as usize));
    let has_successors = |&node: &u32| !successors.of(node as usize).is_empty();
    let mut roots: Vec<u32> = (0..nodes as u32).filter(|node| !has_successors(node)).collect();
    for &root in &roots {
        walk(root, &mut seen, backward);
    }
    if seen.iter().all(|&seen| seen) {
        return roots;
    }
    // Successors in the order of nodes, last first, so that swapped branches give the same roots.
    let forward = |node: u32, out: &mut Vec<u32>| {
        out.extend(successors.of(node as usize));
        out.sort_unstable_by_key(|&to| std::cmp::Reverse(to));
    };
    for node in 0..nodes as u32 {
        if seen[node as usize] {
            continue;
        }
        let mut ahead = seen.clone();
        let reached = walk(node, &mut ahead, forward);
        let root = *reached.last().expect("the walk begins at a node that was not seen");
        roots.push(root);
        walk(root, &mut seen, backward);
    }
    without_redundant(roots, nodes, successors)
}

/// Removes roots from which another root can be reached.
fn without_redundant(mut roots: Vec<u32>, nodes: usize, successors: &Lists<u32>) -> Vec<u32> {
    let mut at = 0;
    while at < roots.len() {
        let root = roots[at];
        if successors.of(root as usize).is_empty() {
            at += 1;
            continue;
        }
        let is_root = membership(nodes, &roots);
        let forward = |node: u32, out: &mut Vec<u32>| out.extend(successors.of(node as usize));
        let reached = walk(root, &mut vec![false; nodes], forward);
        match reached[1..].iter().any(|&node| is_root[node as usize]) {
            true => drop(roots.swap_remove(at)),
            false => at += 1,
        }
    }
    roots
}

/// The nodes in reverse post-order of the reversed graph, from a virtual exit that precedes the roots.
fn reversed_order(nodes: usize, roots: &[u32], predecessors: &Lists<u32>) -> Vec<u32> {
    let (mut seen, mut order) = (SecondaryMap::with_capacity(nodes), Vec::with_capacity(nodes));
    let before = |node: Node| predecessors.of(node.index()).iter().map(|&from| Node::from_u32(from));
    for &root in roots {
        order.extend(post_order(Node::from_u32(root), &mut seen, before).into_iter().map(Node::as_u32));
    }
    order.reverse();
    order
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
