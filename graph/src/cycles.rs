//! Cycles, which may have several entries, and how they nest. Source: LLVM, Cycle Terminology.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use crate::Cfg;

/// A handle to a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cycle(u32);
entity_impl!(Cycle, "cycle");

/// A maximal strongly connected part of the graph; within a cycle, of the cycle without its header.
#[derive(Clone, Debug)]
pub struct CycleData<N> {
    /// The first of its nodes in a depth-first walk.
    pub header: N,
    /// The nodes with a predecessor outside; the header is the first. With several, the cycle is irreducible.
    pub entries: Vec<N>,
    /// The cycle around it.
    pub parent: Option<Cycle>,
    /// The nodes, without those of cycles within.
    pub own: Vec<N>,
}

/// All cycles of a graph, inner ones before those around them.
#[derive(Clone, Debug)]
pub struct Cycles<N: EntityRef> {
    cycles: PrimaryMap<Cycle, CycleData<N>>,
    /// The innermost cycle of each node.
    of: SecondaryMap<N, Option<Cycle>>,
}

/// When a depth-first walk entered a node, and how many nodes it had entered when it left.
type Intervals<N> = SecondaryMap<N, (u32, u32)>;

impl<N: EntityRef> std::ops::Index<Cycle> for Cycles<N> {
    type Output = CycleData<N>;

    fn index(&self, index: Cycle) -> &CycleData<N> {
        &self.cycles[index]
    }
}

impl<N: EntityRef + PartialEq> Cycles<N> {
    /// Finds the cycles of all reachable nodes.
    pub fn new(cfg: &Cfg<N>) -> Self {
        let (order, intervals) = walk(cfg);
        let mut cycles = Self { cycles: PrimaryMap::new(), of: SecondaryMap::new() };
        for &header in order.iter().rev() {
            cycles.discover(header, &intervals, cfg);
        }
        cycles
    }

    /// Finds the cycle with this header, if there is one. Those within are known.
    fn discover(&mut self, header: N, intervals: &Intervals<N>, cfg: &Cfg<N>) {
        let (begin, end) = intervals[header];
        let is_below = |node: N| (begin..end).contains(&intervals[node].0);
        let mut work: Vec<N> = cfg.predecessors(header).filter(|&from| is_below(from)).collect();
        if work.is_empty() {
            return;
        }
        let new =
            self.cycles.push(CycleData { header, entries: vec![header], parent: None, own: vec![header] });
        self.of[header] = Some(new);
        while let Some(node) = work.pop() {
            if node == header {
                continue;
            }
            let added = match self.outermost(node) {
                Some(known) if known == new => continue,
                Some(inner) => {
                    self.cycles[inner].parent = Some(new);
                    self.nodes(inner)
                }
                None => {
                    self.cycles[new].own.push(node);
                    self.of[node] = Some(new);
                    vec![node]
                }
            };
            for node in added {
                let mut is_entry = false;
                for from in cfg.predecessors(node) {
                    match is_below(from) {
                        true => work.push(from),
                        false => is_entry = true,
                    }
                }
                if is_entry {
                    self.cycles[new].entries.push(node);
                }
            }
        }
    }

    fn outermost(&self, node: N) -> Option<Cycle> {
        let mut cycle = self.of[node]?;
        while let Some(parent) = self.cycles[cycle].parent {
            cycle = parent;
        }
        Some(cycle)
    }

    /// The cycles, inner ones before those around them.
    pub fn iter(&self) -> impl Iterator<Item = (Cycle, &CycleData<N>)> {
        self.cycles.iter()
    }

    /// The nodes of a cycle and of those within.
    pub fn nodes(&self, cycle: Cycle) -> Vec<N> {
        let within = self.cycles.keys().filter(|&other| self.is_within(other, cycle));
        within.flat_map(|other| self.cycles[other].own.iter().copied()).collect()
    }

    fn is_within(&self, inner: Cycle, outer: Cycle) -> bool {
        std::iter::successors(Some(inner), |&inner| self.cycles[inner].parent).any(|around| around == outer)
    }

    /// The innermost cycle of a node.
    pub fn innermost(&self, node: N) -> Option<Cycle> {
        self.of[node]
    }

    /// Whether a node is in a cycle, or in one within that.
    pub fn contains(&self, cycle: Cycle, node: N) -> bool {
        self.of[node].is_some_and(|inner| self.is_within(inner, cycle))
    }
}

/// The reachable nodes in the order of a depth-first walk.
fn walk<N: EntityRef>(cfg: &Cfg<N>) -> (Vec<N>, Intervals<N>) {
    let (mut order, mut intervals) = (Vec::new(), SecondaryMap::with_default((u32::MAX, u32::MAX)));
    let mut work: Vec<(N, bool)> = cfg.order().first().map(|&entry| (entry, false)).into_iter().collect();
    while let Some((node, is_left)) = work.pop() {
        if is_left {
            intervals[node].1 = order.len() as u32;
            continue;
        }
        if intervals[node].0 != u32::MAX {
            continue;
        }
        intervals[node] = (order.len() as u32, u32::MAX);
        order.push(node);
        work.push((node, true));
        work.extend(cfg.successors(node).rev().map(|successor| (successor, false)));
    }
    (order, intervals)
}

#[cfg(test)]
mod tests {
    use super::Cycles;
    use crate::{Cfg, Edges, Node};

    #[test]
    fn a_cycle_with_two_entries_is_found() {
        let node = Node::from_u32;
        let cycles =
            Cycles::new(&Cfg::of(&Edges::new(5, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3), (3, 3), (3, 4)])));
        let cycle = cycles.innermost(node(1)).unwrap();
        assert_eq!(cycles[cycle].entries, [node(1), node(2)]);
        assert!(cycles.contains(cycle, node(2)) && !cycles.contains(cycle, node(3)));
        assert_eq!(cycles[cycles.innermost(node(3)).unwrap()].entries, [node(3)]);
        assert_eq!(cycles.innermost(node(4)), None);
    }
}
