//! Dominator trees of graphs whose nodes are numbers. Both dominators and post-dominators are such trees.

use crate::walk::Spanning;

/// A dominator tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The immediate dominator of each node; that of the root is the root itself.
    immediate: Vec<u32>,
    /// For each node its number in a walk of the tree that visits parents first, and the number of nodes that it dominates.
    walk: Vec<(u32, u32)>,
}

impl Tree {
    /// Computes the tree of a graph by the tree of a walk from its root that enters all nodes, and the predecessors of each node. Takes
    /// time in proportion to edges and the logarithm of nodes.
    /// Source: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph".
    pub(crate) fn new<P: Iterator<Item = u32>>(spanning: &Spanning, predecessors: impl Fn(u32) -> P) -> Self {
        let nodes = &spanning.nodes;
        let numbers = spanning.numbers(nodes.len());
        let mut forest = Forest::new(spanning);
        // By number; for some nodes, at first a node with the same dominator.
        let mut dominators = vec![0; nodes.len()];
        // By number: the last node of which it is the semidominator, and for each node the one before.
        let (mut last, mut before) = (vec![NONE; nodes.len()], vec![NONE; nodes.len()]);
        for number in (1..nodes.len() as u32).rev() {
            let mut semidominator = number;
            for predecessor in predecessors(nodes[number as usize]) {
                let best = forest.best(numbers[predecessor as usize], number + 1);
                semidominator = semidominator.min(forest.semidominators[best as usize]);
            }
            forest.semidominators[number as usize] = semidominator;
            before[number as usize] = std::mem::replace(&mut last[semidominator as usize], number);
            let parent = spanning.parents[number as usize];
            let mut node = std::mem::replace(&mut last[parent as usize], NONE);
            while node != NONE {
                let best = forest.best(node, number);
                let is_less = forest.semidominators[best as usize] < parent;
                dominators[node as usize] = if is_less { best } else { parent };
                node = before[node as usize];
            }
        }
        for number in 1..nodes.len() {
            if dominators[number] != forest.semidominators[number] {
                dominators[number] = dominators[dominators[number] as usize];
            }
        }

        let mut immediate = vec![0; nodes.len()];
        for (&node, &above) in nodes.iter().zip(&dominators) {
            immediate[node as usize] = nodes[above as usize];
        }
        Self { walk: walk(nodes, &dominators), immediate }
    }

    /// The immediate dominator of a node; none for the root.
    pub(crate) fn immediate(&self, node: usize) -> Option<usize> {
        Some(self.immediate[node] as usize).filter(|&above| above != node)
    }

    pub(crate) fn dominates(&self, a: usize, b: usize) -> bool {
        let ((first, count), (b, _)) = (self.walk[a], self.walk[b]);
        (first..first + count).contains(&b)
    }

    /// The nearest node that dominates both.
    pub(crate) fn common(&self, mut a: usize, b: usize) -> usize {
        while !self.dominates(a, b) {
            a = self.immediate[a] as usize;
        }
        a
    }
}

const NONE: u32 = u32::MAX;

/// The tree of a walk, as far as it is looked at.
struct Forest {
    /// By number: the semidominator, once it is known; before, the number itself.
    semidominators: Vec<u32>,
    /// By number: a number above it in the tree, at first its parent.
    above: Vec<u32>,
    /// By number: of the numbers from it on to the one below `above`, the one with the least semidominator.
    best: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(spanning: &Spanning) -> Self {
        let numbers: Vec<u32> = (0..spanning.nodes.len() as u32).collect();
        let above = spanning.parents.clone();
        Self { semidominators: numbers.clone(), above, best: numbers, path: Vec::new() }
    }

    /// Of a node and those above it whose numbers are at least `first`, the one with the least semidominator; the node itself if its number is
    /// less. Shortens the way for the next search.
    fn best(&mut self, node: u32, first: u32) -> u32 {
        if node < first {
            return node;
        }
        let mut top = node;
        while self.above[top as usize] >= first {
            self.path.push(top);
            top = self.above[top as usize];
        }
        let (above, mut best) = (self.above[top as usize], self.best[top as usize]);
        while let Some(below) = self.path.pop() {
            self.above[below as usize] = above;
            let own = &mut self.best[below as usize];
            if self.semidominators[best as usize] < self.semidominators[*own as usize] {
                *own = best;
            }
            best = *own;
        }
        best
    }
}

/// Numbers the nodes of a dominator tree, which is given by numbers in which parents come before children.
fn walk(nodes: &[u32], dominators: &[u32]) -> Vec<(u32, u32)> {
    let mut counts = vec![1; nodes.len()];
    for number in (1..nodes.len()).rev() {
        counts[dominators[number] as usize] += counts[number];
    }
    let mut walk = vec![(0, 0); nodes.len()];
    // The next number of a child of each node.
    let mut next = vec![1; nodes.len()];
    for (number, &node) in nodes.iter().enumerate() {
        let above = dominators[number] as usize;
        let mut place = 0;
        if above != number {
            place = next[above];
            next[above] += counts[number];
            next[number] = place + 1;
        }
        walk[node as usize] = (place, counts[number]);
    }
    walk
}
#[cfg(test)]
mod tests {
    use super::Tree;
    use crate::Lists;
    use crate::walk::Walk;

    /// The tree of a graph by its edges, whose nodes can be reached from node 0.
    fn tree(nodes: usize, edges: &[(u32, u32)]) -> Tree {
        let successors = Lists::of_pairs(nodes, edges);
        let mut walk = Walk::new(nodes);
        walk.visit(0, None, &successors, |_| {});
        let predecessors = successors.transposed();
        Tree::new(&walk.spanning, |node| predecessors.of(node as usize).iter().copied())
    }

    /// A long path, and nodes that its end and its begin lead to.
    #[test]
    fn ways_up_a_long_path_are_shortened() {
        const LENGTH: u32 = 100_000;
        let mut edges: Vec<(u32, u32)> = (1..LENGTH).map(|node| (node - 1, node)).collect();
        edges.extend((LENGTH..2 * LENGTH).flat_map(|node| [(LENGTH - 1, node), (1, node)]));
        let found = tree(2 * LENGTH as usize, &edges);
        assert!((LENGTH..2 * LENGTH).all(|node| found.immediate(node as usize) == Some(1)));
    }

    /// Long paths from the root, from every node of which control may leave to one exit.
    #[test]
    fn long_paths_to_one_exit_are_walked_once() {
        const LENGTH: u32 = 100_000;
        for paths in [1, 2] {
            let exit = paths * LENGTH + 1;
            let mut edges: Vec<(u32, u32)> = (1..exit).map(|node| (node, exit)).collect();
            for first in (0..paths).map(|path| path * LENGTH + 1) {
                edges.push((0, first));
                edges.extend((first + 1..first + LENGTH).map(|node| (node - 1, node)));
            }
            let found = tree(exit as usize + 1, &edges);
            assert_eq!(found.immediate(exit as usize), Some(if paths == 1 { 1 } else { 0 }));
            assert_eq!(found.immediate(LENGTH as usize), Some(LENGTH as usize - 1));
        }
    }
}
