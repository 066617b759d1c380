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
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..nodes {
                let known =
                    predecessors(node).iter().copied().filter(|&from| immediate[from as usize] != UNKNOWN);
                let meet = known.reduce(|a, b| common(&immediate, a, b));
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
