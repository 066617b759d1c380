//! Groups of nodes that nest: loops and cycles.

use cranelift_entity::EntityRef;

use crate::{Cfg, Lists};

/// The nodes of groups, each of which is within at most one other. Groups are numbered from the outermost on, so that a group and those within it
/// have consecutive numbers.
#[derive(Clone, Debug)]
pub(crate) struct Nest<N> {
    /// By group: the first number behind it and those within it.
    ends: Vec<u32>,
    /// By index of the node: the innermost group that has it; `NONE` if none has.
    innermost: Vec<u32>,
    /// By group: the nodes of which it is the innermost group, in reverse post-order.
    nodes: Lists<N>,
}

const NONE: u32 = u32::MAX;

impl<N: EntityRef> Nest<N> {
    /// The innermost group that has a node.
    pub(crate) fn innermost(&self, node: N) -> Option<u32> {
        self.innermost.get(node.index()).copied().filter(|&group| group != NONE)
    }

    /// Whether a group has a node, or one within it has.
    pub(crate) fn contains(&self, group: u32, node: N) -> bool {
        self.innermost(node).is_some_and(|inner| (group..self.ends[group as usize]).contains(&inner))
    }

    /// The nodes of a group and of those within it: first those that are in no group within it, in reverse post-order.
    pub(crate) fn nodes(&self, group: u32) -> &[N] {
        self.nodes.of_all(group as usize..self.ends[group as usize] as usize)
    }
}

/// The last on the way from an element up, which has itself above it. Each step shortens the way for the next search.
pub(crate) fn root(above: &mut [u32], mut element: u32) -> u32 {
    while above[element as usize] != element {
        let next = above[above[element as usize] as usize];
        above[element as usize] = next;
        element = next;
    }
    element
}

/// Groups while they are found: those within others before these.
pub(crate) struct Nesting {
    /// By group: the one around it; `NONE` if there is none so far.
    parents: Vec<u32>,
    /// By group: a group around it, or the group itself. Leads to the outermost.
    above: Vec<u32>,
    /// By position of the node: the innermost group that has it.
    innermost: Vec<u32>,
}

/// A group that was found.
pub(crate) struct Found {
    /// Its number in the order in which groups were found.
    pub(crate) group: usize,
    /// The number in the nest of the group around it.
    pub(crate) parent: Option<u32>,
    /// The number of groups that it is in, itself among them.
    pub(crate) depth: u32,
}

impl Nesting {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { parents: Vec::new(), above: Vec::new(), innermost: vec![NONE; nodes] }
    }

    pub(crate) fn add_group(&mut self) -> u32 {
        let group = self.parents.len() as u32;
        self.parents.push(NONE);
        self.above.push(group);
        group
    }

    pub(crate) fn add_node(&mut self, group: u32, position: u32) {
        self.innermost[position as usize] = group;
    }

    /// Puts an outermost group into another one.
    pub(crate) fn put_into(&mut self, inner: u32, outer: u32) {
        self.parents[inner as usize] = outer;
        self.above[inner as usize] = outer;
    }

    /// The innermost group that has the node at a position.
    pub(crate) fn innermost(&self, position: u32) -> Option<u32> {
        Some(self.innermost[position as usize]).filter(|&group| group != NONE)
    }

    /// The group around one, so far.
    pub(crate) fn parent(&self, group: u32) -> Option<u32> {
        Some(self.parents[group as usize]).filter(|&parent| parent != NONE)
    }

    /// The outermost group that has the node at a position.
    pub(crate) fn outermost(&mut self, position: u32) -> Option<u32> {
        let group = self.innermost(position)?;
        Some(root(&mut self.above, group))
    }

    /// The nest, and its groups by their numbers. Of the groups within one, the last that was found comes first.
    pub(crate) fn finish<N: EntityRef>(self, cfg: &Cfg<N>) -> (Nest<N>, Vec<Found>) {
        let count = self.parents.len();
        // The numbers of groups in each, itself among them.
        let mut sizes = vec![1; count];
        for (group, &parent) in self.parents.iter().enumerate() {
            if parent != NONE {
                sizes[parent as usize] += sizes[group];
            }
        }
        let mut numbers = vec![0; count];
        // The next number within each group, and the next one of an outermost group.
        let (mut next, mut outermost) = (vec![0; count], 0);
        for (group, &parent) in self.parents.iter().enumerate().rev() {
            let slot = if parent == NONE { &mut outermost } else { &mut next[parent as usize] };
            numbers[group] = *slot;
            *slot += sizes[group];
            next[group] = numbers[group] + 1;
        }
        let mut groups = vec![0; count];
        numbers.iter().enumerate().for_each(|(group, &number)| groups[number as usize] = group);

        let mut found: Vec<Found> = Vec::with_capacity(count);
        for &group in &groups {
            let parent = Some(self.parents[group]).filter(|&parent| parent != NONE);
            let parent = parent.map(|parent| numbers[parent as usize]);
            let depth = parent.map_or(0, |parent| found[parent as usize].depth) + 1;
            found.push(Found { group, parent, depth });
        }
        let mut innermost = vec![NONE; cfg.positions().len()];
        let mut members = Vec::new();
        for (&node, &group) in cfg.order().iter().zip(&self.innermost) {
            if group != NONE {
                innermost[node.index()] = numbers[group as usize];
                members.push((numbers[group as usize], node));
            }
        }
        let ends = (0..).zip(&groups).map(|(number, &group)| number + sizes[group]).collect();
        (Nest { ends, innermost, nodes: Lists::of_pairs(count, &members) }, found)
    }
}
