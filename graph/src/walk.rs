//! Depth-first walks of graphs whose nodes are numbers.

use std::ops::Range;

use crate::Lists;

/// The tree of a depth-first walk. Its nodes are numbered in the order in which the walk enters them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spanning {
    /// The nodes in that order: pre-order.
    pub(crate) nodes: Vec<u32>,
    /// By number: the number of the node from which the walk entered this one; that of a root is its own.
    pub(crate) parents: Vec<u32>,
}

impl Spanning {
    fn enter(&mut self, node: u32, parent: Option<u32>) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.parents.push(parent.unwrap_or(number));
        number
    }

    /// By number: the first number that is not below it in the tree.
    pub(crate) fn ends(&self) -> Vec<u32> {
        let mut ends: Vec<u32> = (1..=self.nodes.len() as u32).collect();
        for (number, &parent) in self.parents.iter().enumerate().rev() {
            ends[parent as usize] = ends[parent as usize].max(ends[number]);
        }
        ends
    }

    /// By node: its number; `u32::MAX` if the walk did not enter it.
    pub(crate) fn numbers(&self, nodes: usize) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; nodes];
        (0..).zip(&self.nodes).for_each(|(number, &node)| numbers[node as usize] = number);
        numbers
    }
}

/// A walk that visits each node once, from any number of roots.
pub(crate) struct Walk {
    seen: Vec<bool>,
    /// The numbers of the nodes on the way, each with the range of its neighbours that were not looked at.
    stack: Vec<(u32, Range<u32>)>,
    pub(crate) spanning: Spanning,
}

impl Walk {
    /// A walk of a graph with the nodes 0 to `nodes`.
    pub(crate) fn new(nodes: usize) -> Self {
        let spanning =
            Spanning { nodes: Vec::with_capacity(nodes + 1), parents: Vec::with_capacity(nodes + 1) };
        Self { seen: vec![false; nodes], stack: Vec::with_capacity(nodes.min(32)), spanning }
    }

    /// A walk of a graph with the nodes 0 to `nodes` that begins at another one, of that number, from which each root is entered.
    pub(crate) fn below_exit(nodes: usize) -> Self {
        let mut walk = Self::new(nodes);
        walk.spanning.enter(nodes as u32, None);
        walk
    }

    pub(crate) fn has_seen(&self, node: u32) -> bool {
        self.seen[node as usize]
    }

    /// Visits what can be reached from a root and was not seen before, first neighbours first. `left` tells each node after all that was
    /// entered from there: in post-order.
    #[inline]
    pub(crate) fn visit(
        &mut self,
        root: u32,
        parent: Option<u32>,
        neighbours: &Lists<u32>,
        mut left: impl FnMut(u32),
    ) {
        if std::mem::replace(&mut self.seen[root as usize], true) {
            return;
        }
        let number = self.spanning.enter(root, parent);
        self.stack.push((number, neighbours.range(root as usize)));
        while let Some((number, rest)) = self.stack.last_mut() {
            let Some(next) = rest.next() else {
                left(self.spanning.nodes[*number as usize]);
                self.stack.pop();
                continue;
            };
            let to = neighbours.at(next);
            if !std::mem::replace(&mut self.seen[to as usize], true) {
                let number = self.spanning.enter(to, Some(*number));
                self.stack.push((number, neighbours.range(to as usize)));
            }
        }
    }

    /// Takes back all visits after the first `count` nodes, which it returns.
    pub(crate) fn take_back(&mut self, count: usize) -> Vec<u32> {
        let nodes = self.spanning.nodes.split_off(count);
        self.spanning.parents.truncate(count);
        nodes.iter().for_each(|&node| self.seen[node as usize] = false);
        nodes
    }
}
