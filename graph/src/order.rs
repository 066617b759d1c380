//! Orders of the nodes of a graph.

use std::hash::Hash;

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashSet;

/// The nodes reachable from `root` that are not in `seen`, in post-order: successors first. Adds them to `seen`.
pub fn post_order<N: EntityRef, S: IntoIterator<Item = N>>(
    root: N,
    seen: &mut SecondaryMap<N, bool>,
    successors: impl Fn(N) -> S,
) -> Vec<N> {
    let mut order = Vec::new();
    if std::mem::replace(&mut seen[root], true) {
        return order;
    }
    let mut stack = vec![(root, successors(root).into_iter())];
    while let Some((node, rest)) = stack.last_mut() {
        match rest.find(|&next| !std::mem::replace(&mut seen[next], true)) {
            Some(next) => stack.push((next, successors(next).into_iter())),
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// All `nodes` in reverse post-order, beginning with the first. Unreachable nodes follow, again in reverse post-order from the first of
/// them.
pub fn reverse_post_order<N: EntityRef, S: IntoIterator<Item = N>>(
    nodes: &[N],
    successors: impl Fn(N) -> S,
) -> Vec<N> {
    let mut seen = SecondaryMap::new();
    let mut order = Vec::with_capacity(nodes.len());
    for &root in nodes {
        order.extend(post_order(root, &mut seen, &successors).into_iter().rev());
    }
    order
}

/// The nodes that can be reached from the roots, the roots first, each once, nearest first. `next` tells the successors of a node. The
/// nodes are any values: for sparse graphs.
pub fn reachable<N: Copy + Eq + Hash>(
    roots: impl IntoIterator<Item = N>,
    next: impl Fn(N, &mut dyn FnMut(N)),
) -> Vec<N> {
    let mut seen = FxHashSet::default();
    let mut order: Vec<N> = roots.into_iter().filter(|&root| seen.insert(root)).collect();
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        at += 1;
        next(node, &mut |found| {
            if seen.insert(found) {
                order.push(found);
            }
        });
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{reachable, reverse_post_order};
    use crate::Node;

    #[test]
    fn what_is_not_reached_comes_last() {
        let edges = [&[1, 2][..], &[3], &[3, 0], &[], &[5, 1], &[4]];
        let nodes: Vec<Node> = (0..6).map(Node::from_u32).collect();
        let successors = |node: Node| edges[node.as_u32() as usize].iter().map(|&to| Node::from_u32(to));
        let order: Vec<u32> =
            reverse_post_order(&nodes, successors).iter().map(|node| node.as_u32()).collect();
        assert_eq!(order, [0, 2, 1, 3, 4, 5]);
    }

    #[test]
    fn near_nodes_are_reached_first() {
        let next = |node: u32, found: &mut dyn FnMut(u32)| {
            [node + 10, node / 2].into_iter().filter(|&to| to < 40).for_each(found)
        };
        assert_eq!(reachable([8, 8], next)[..5], [8, 18, 4, 28, 9]);
    }
}
