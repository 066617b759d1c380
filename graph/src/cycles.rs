//! Cycles, which may have several entries, and how they nest. Source: LLVM, Cycle Terminology.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use crate::nest::{Nest, Nesting, root};
use crate::{Cfg, Lists};

/// A handle to a cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cycle(u32);
entity_impl!(Cycle, "cycle");

/// A maximal strongly connected part of the graph; within a cycle, of the cycle without its header.
#[derive(Clone, Debug)]
pub struct CycleData<N> {
    /// The first of its nodes in a depth-first walk.
    pub header: N,
    /// Whether edges from outside lead to other nodes than the header.
    pub is_irreducible: bool,
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
    /// Finds the cycles of all reachable nodes. Takes almost linear time. Source: Ramalingam, Identifying Loops in Almost Linear Time.
    pub fn new(cfg: &Cfg<N>) -> Self {
        let nodes = cfg.order().len();
        let mut nesting = Nesting::new(nodes);
        let mut incoming = Incoming::new(nodes);
        // By cycle, the position of its header; and how many edges lead into it, but not to its header, less those into cycles within.
        let (mut headers, mut entered): (Vec<u32>, Vec<i32>) = (Vec::new(), Vec::new());
        // For each such edge, the outermost cycle that it leads into.
        let mut outermost = Vec::new();
        let mut work: Vec<u32> = Vec::new();
        let walked = Walked::new(cfg);
        for (number, &header) in cfg.spanning().nodes.iter().enumerate().rev() {
            for &(from, to) in walked.others.of(number) {
                let Some(around) = nesting.outermost(to) else {
                    incoming.add(to, from);
                    continue;
                };
                incoming.add(headers[around as usize], from);
                // The innermost cycle that has it not as its header.
                let first = nesting.innermost(to).and_then(|inner| match headers[inner as usize] == to {
                    true => nesting.parent(inner),
                    false => Some(inner),
                });
                if let Some(first) = first {
                    entered[first as usize] += 1;
                    outermost.push(around);
                }
            }
            work.extend(walked.back.of(number));
            if work.is_empty() {
                continue;
            }
            let this = nesting.add_group();
            headers.push(header);
            entered.push(0);
            nesting.add_node(this, header);
            while let Some(node) = work.pop() {
                match nesting.outermost(node) {
                    None => {
                        nesting.add_node(this, node);
                        incoming.take(node, &mut work);
                    }
                    Some(inner) if inner != this => {
                        nesting.put_into(inner, this);
                        incoming.take(headers[inner as usize], &mut work);
                    }
                    Some(_) => {}
                }
            }
        }
        for around in outermost {
            if let Some(parent) = nesting.parent(around) {
                entered[parent as usize] -= 1;
            }
        }
        for group in 0..headers.len() {
            if let Some(parent) = nesting.parent(group as u32) {
                entered[parent as usize] += entered[group];
            }
        }
        let (nest, found) = nesting.finish(cfg);
        let data = found.iter().map(|it| CycleData {
            header: cfg.order()[headers[it.group] as usize],
            is_irreducible: entered[it.group] > 0,
            parent: it.parent.map(Cycle),
            depth: it.depth,
        });
        Self { cycles: data.collect(), nest }
    }

    /// The nodes with a predecessor outside the cycle, and the header, which is the first.
    pub fn entries(&self, cfg: &Cfg<N>, of: Cycle) -> Vec<N> {
        let header = self[of].header;
        let is_entered = |node: N| cfg.predecessors(node).any(|from| !self.contains(of, from));
        let others = self.nodes(of).iter().copied().filter(|&node| node != header && is_entered(node));
        std::iter::once(header).chain(others).collect()
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

/// The edges of a graph, by a depth-first walk. Nodes are positions.
struct Walked {
    /// By number of a node: the nodes below it, or itself, with an edge to it.
    back: Lists<u32>,
    /// All other edges, by number of the lowest node that has both ends below it or is one of them.
    others: Lists<(u32, u32)>,
}

impl Walked {
    fn new<N: EntityRef>(cfg: &Cfg<N>) -> Self {
        let spanning = cfg.spanning();
        let (nodes, ends) = (&spanning.nodes, spanning.ends());
        let numbers = spanning.numbers(nodes.len());
        let is_below = |node: u32, above: u32| (above..ends[above as usize]).contains(&node);
        let (mut back, mut others) = (Vec::new(), Vec::new());
        // By number: a number above it, or its own as long as the walk has not left the node. Leads to the lowest such one.
        let mut above: Vec<u32> = (0..nodes.len() as u32).collect();
        let mut open: Vec<u32> = Vec::new();
        for (from, &node) in (0..).zip(nodes) {
            while let Some(left) = open.pop_if(|&mut last| !is_below(from, last)) {
                above[left as usize] = spanning.parents[left as usize];
            }
            open.push(from);
            for &target in cfg.all_successors().of(node as usize) {
                let to = numbers[target as usize];
                if is_below(from, to) {
                    back.push((to, node));
                } else if is_below(to, from) {
                    others.push((from, (node, target)));
                } else {
                    others.push((root(&mut above, to), (node, target)));
                }
            }
        }
        Self { back: Lists::of_pairs(nodes.len(), &back), others: Lists::of_pairs(nodes.len(), &others) }
    }
}

/// Edges to nodes, as lists that are taken away at once.
struct Incoming {
    /// By node: the last edge to it in `edges`.
    last: Vec<Option<u32>>,
    /// Where each edge comes from, and the edge before it to the same node.
    edges: Vec<(u32, Option<u32>)>,
}

impl Incoming {
    fn new(nodes: usize) -> Self {
        Self { last: vec![None; nodes], edges: Vec::new() }
    }

    fn add(&mut self, to: u32, from: u32) {
        let before = self.last[to as usize].replace(self.edges.len() as u32);
        self.edges.push((from, before));
    }

    /// Moves where the edges to a node come from.
    fn take(&mut self, to: u32, into: &mut Vec<u32>) {
        let mut next = self.last[to as usize].take();
        while let Some(edge) = next {
            let (from, before) = self.edges[edge as usize];
            into.push(from);
            next = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cycles;
    use crate::{Cfg, Edges, Node};

    #[test]
    fn a_cycle_with_two_entries_is_found() {
        let node = Node::from_u32;
        let cfg = Cfg::of(&Edges::new(5, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3), (3, 3), (3, 4)]));
        let cycles = Cycles::new(&cfg);
        let cycle = cycles.innermost(node(1)).unwrap();
        assert_eq!(cycles.entries(&cfg, cycle), [node(1), node(2)]);
        assert!(cycles[cycle].is_irreducible);
        assert!(cycles.contains(cycle, node(2)) && !cycles.contains(cycle, node(3)));
        let own = cycles.innermost(node(3)).unwrap();
        assert_eq!((cycles.entries(&cfg, own), cycles[own].is_irreducible), (vec![node(3)], false));
        assert_eq!(cycles.innermost(node(4)), None);
    }

    /// All nodes are entered from the first, and have an edge to the next and to any other one.
    #[test]
    fn many_entries_take_linear_time() {
        let count = 100_000;
        let of = |node: u32| {
            [(0, node), (node, 1 + node % (count - 1)), (node, 1 + (node * 7919 + 13) % (count - 1))]
        };
        let edges: Vec<(u32, u32)> = (1..count).flat_map(of).collect();
        let cycles = Cycles::new(&Cfg::of(&Edges::new(count, &edges)));
        let (outermost, data) = cycles.iter().next().unwrap();
        assert_eq!((data.is_irreducible, cycles.nodes(outermost).len()), (true, count as usize - 1));
    }
}
