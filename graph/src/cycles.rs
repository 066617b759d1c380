//! Cycles, which may have several entries, and how they nest. Source: LLVM, Cycle Terminology.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use crate::Cfg;
use crate::nest::{Nest, Nesting};

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
    /// 1 for a cycle in no other.
    pub depth: u32,
}

/// All cycles of a graph, each before those within it.
#[derive(Clone, Debug)]
pub struct Cycles<N> {
    cycles: PrimaryMap<Cycle, CycleData<N>>,
    nest: Nest<N>,
}

impl<N> std::ops::Index<Cycle> for Cycles<N> {
    type Output = CycleData<N>;

    fn index(&self, index: Cycle) -> &CycleData<N> {
        &self.cycles[index]
    }
}

impl<N: EntityRef> Cycles<N> {
    /// Finds the cycles of all reachable nodes.
    pub fn new(cfg: &Cfg<N>) -> Self {
        let nodes = cfg.order().len();
        let mut nesting = Nesting::new(nodes);
        // By cycle, the positions of its entries.
        let mut entries: Vec<Vec<u32>> = Vec::new();
        let mut work: Vec<u32> = Vec::new();
        let spanning = cfg.spanning();
        let (numbers, ends) = (spanning.numbers(nodes), spanning.ends());
        for (number, &header) in (0..nodes as u32).zip(&spanning.nodes).rev() {
            let below = number..ends[number as usize];
            let predecessors = |node: u32| cfg.predecessors_at(node as usize).iter().copied();
            let is_below = |from: &u32| below.contains(&numbers[*from as usize]);
            work.extend(predecessors(header).filter(is_below));
            if work.is_empty() {
                continue;
            }
            let this = nesting.add_group();
            nesting.add_node(this, header);
            let mut own = vec![header];
            while let Some(node) = work.pop() {
                // What leads to these nodes is in the cycle if the walk found it below the header; otherwise they are entries.
                let mut follow = |node: u32| {
                    let known = work.len();
                    work.extend(predecessors(node).filter(is_below));
                    if work.len() - known < predecessors(node).len() {
                        own.push(node);
                    }
                };
                match nesting.outermost(node) {
                    None => {
                        nesting.add_node(this, node);
                        follow(node);
                    }
                    Some(inner) if inner != this => {
                        nesting.put_into(inner, this);
                        entries[inner as usize].iter().for_each(|&entry| follow(entry));
                    }
                    Some(_) => {}
                }
            }
            entries.push(own);
        }
        let (nest, found) = nesting.finish(cfg);
        let data = found.iter().map(|it| {
            let entries: Vec<N> = entries[it.group].iter().map(|&at| cfg.order()[at as usize]).collect();
            CycleData { header: entries[0], entries, parent: it.parent.map(Cycle), depth: it.depth }
        });
        Self { cycles: data.collect(), nest }
    }

    /// The cycles, each before those within it.
    pub fn iter(&self) -> impl Iterator<Item = (Cycle, &CycleData<N>)> {
        self.cycles.iter()
    }

    /// All nodes of a cycle, those of cycles within it among them.
    pub fn nodes(&self, cycle: Cycle) -> &[N] {
        self.nest.nodes(cycle.0)
    }

    /// The innermost cycle of a node.
    pub fn innermost(&self, node: N) -> Option<Cycle> {
        self.nest.innermost(node).map(Cycle)
    }

    /// Whether a node is in a cycle, or in one within that.
    pub fn contains(&self, cycle: Cycle, node: N) -> bool {
        self.nest.contains(cycle.0, node)
    }
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
