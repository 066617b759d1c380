//! Dominator trees over positions in reverse post-order. Both dominators and post-dominators are such trees.

/// A dominator tree. Node 0 is the root, and each node's immediate dominator comes before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The immediate dominator of each node; that of the root is the root itself.
    immediate: Vec<u32>,
    /// For each node its number in a walk of the tree that visits parents first, and the number of nodes that it dominates.
    walk: Vec<(u32, u32)>,
}

impl Tree {
    /// Computes the tree of a graph whose nodes are numbered in reverse post-order from the root, by their predecessors.
    /// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
    pub(crate) fn new<'p>(nodes: usize, predecessors: impl Fn(usize) -> &'p [u32]) -> Self {
        const UNKNOWN: u32 = u32::MAX;
        let mut immediate = vec![UNKNOWN; nodes];
        if let Some(root) = immediate.first_mut() {
            *root = 0;
        }
        let mut join = Join { known: Vec::new(), seen: vec![0; nodes], current: 0 };
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..nodes {
                let from = predecessors(node).iter().copied();
                let meet = join.of(&immediate, from.filter(|&from| immediate[from as usize] != UNKNOWN));
                if let Some(meet) = meet.filter(|&meet| immediate[node] != meet) {
                    immediate[node] = meet;
                    changed = true;
                }
            }
        }
        let walk = walk(&immediate);
        Self { immediate, walk }
    }

    /// The immediate dominator of a node; none for the root.
    pub(crate) fn immediate(&self, node: usize) -> Option<usize> {
        (node != 0).then(|| self.immediate[node] as usize)
    }

    pub(crate) fn dominates(&self, a: usize, b: usize) -> bool {
        let ((first, count), (b, _)) = (self.walk[a], self.walk[b]);
        (first..first + count).contains(&b)
    }

    /// The nearest node that dominates both.
    pub(crate) fn common(&self, a: usize, b: usize) -> usize {
        common(&self.immediate, a as u32, b as u32) as usize
    }
}

/// Finds the nearest common dominator of any number of nodes. Where many nodes of a long path lead to one, the path is walked once.
struct Join {
    known: Vec<u32>,
    /// The join in which a node was walked through last.
    seen: Vec<u32>,
    current: u32,
}

impl Join {
    fn of(&mut self, immediate: &[u32], nodes: impl Iterator<Item = u32>) -> Option<u32> {
        self.known.clear();
        self.known.extend(nodes);
        match self.known[..] {
            [only] => return Some(only),
            [a, b] => return Some(common(immediate, a, b)),
            _ => {}
        }
        // The last one first, so that paths are walked upwards.
        self.known.sort_unstable_by(|a, b| b.cmp(a));
        self.current += 1;
        let (&first, rest) = self.known.split_first()?;
        let mut meet = first;
        for &node in rest {
            let mut below = node;
            while meet != below {
                let walked = if meet > below { &mut meet } else { &mut below };
                // What was walked through leads to the node that is common so far.
                if std::mem::replace(&mut self.seen[*walked as usize], self.current) == self.current {
                    break;
                }
                *walked = immediate[*walked as usize];
            }
        }
        Some(meet)
    }
}

fn common(immediate: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = immediate[a as usize];
        }
        while b > a {
            b = immediate[b as usize];
        }
    }
    a
}

/// Numbers the nodes of a tree in which parents come before children.
fn walk(immediate: &[u32]) -> Vec<(u32, u32)> {
    let mut walk = vec![(0, 1); immediate.len()];
    for node in (1..immediate.len()).rev() {
        let count = walk[node].1;
        walk[immediate[node] as usize].1 += count;
    }
    let mut next: Vec<u32> = vec![1; immediate.len()];
    for node in 1..immediate.len() {
        let parent = immediate[node] as usize;
        walk[node].0 = next[parent];
        next[parent] += walk[node].1;
        next[node] = walk[node].0 + 1;
    }
    walk
}

#[cfg(test)]
mod tests {
    use super::Tree;

    /// The tree of a graph by its edges, whose nodes are in reverse post-order.
    fn tree(nodes: usize, edges: &[(u32, u32)]) -> Tree {
        let mut predecessors = vec![Vec::new(); nodes];
        edges.iter().for_each(|&(from, to)| predecessors[to as usize].push(from));
        Tree::new(nodes, |node| &predecessors[node])
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

    /// Random graphs against the definition: a node is dominated by what cuts it off from the root.
    #[test]
    fn trees_are_as_defined() {
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..300 {
            let nodes = 2 + random(9) as usize;
            // Every node is reached from an earlier one, so that the order is that of some walk.
            let mut edges: Vec<(u32, u32)> = (1..nodes as u32).map(|node| (random(node), node)).collect();
            for _ in 0..random(14) {
                edges.push((random(nodes as u32), 1 + random(nodes as u32 - 1)));
            }
            let found = tree(nodes, &edges);
            let reached = |without: usize| {
                let mut reached = vec![false; nodes];
                let mut open = vec![0];
                while let Some(node) = open.pop() {
                    if node != without && !std::mem::replace(&mut reached[node], true) {
                        open.extend(
                            edges.iter().filter(|edge| edge.0 as usize == node).map(|edge| edge.1 as usize),
                        );
                    }
                }
                reached
            };
            for (a, b) in (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b))) {
                assert_eq!(found.dominates(a, b), a == b || !reached(a)[b], "{a} {b} {edges:?}");
            }
        }
    }
}
