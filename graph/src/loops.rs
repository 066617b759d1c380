//! Natural loops: a header that dominates all blocks of the loop, and edges back to it. Source: LLVM, Loop Terminology.

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use crate::{Cfg, Dominators};

/// A handle to a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// A natural loop.
#[derive(Clone, Debug)]
pub struct LoopData<N> {
    /// The node through which the loop is entered.
    pub header: N,
    /// The loop around it.
    pub parent: Option<Loop>,
    /// 1 for a loop in no other.
    pub depth: u32,
    /// All nodes, those of loops within it among them, in reverse post-order: the header is the first.
    pub nodes: Vec<N>,
}

/// The natural loops of a graph, outer ones before those within them.
#[derive(Clone, Debug)]
pub struct Loops<N: EntityRef> {
    loops: PrimaryMap<Loop, LoopData<N>>,
    innermost: SecondaryMap<N, Option<Loop>>,
}

impl<N: EntityRef> std::ops::Index<Loop> for Loops<N> {
    type Output = LoopData<N>;

    fn index(&self, index: Loop) -> &LoopData<N> {
        &self.loops[index]
    }
}

impl<N: EntityRef + PartialEq> Loops<N> {
    /// Finds the loops of all reachable nodes.
    pub fn new(cfg: &Cfg<N>, dominators: &Dominators<N>) -> Self {
        let found = discover(cfg, dominators);
        let mut loops: PrimaryMap<Loop, LoopData<N>> = PrimaryMap::with_capacity(found.headers.len());
        // Inner loops were found first.
        let last = found.headers.len() as u32;
        let handle = |found: u32| Loop(last - 1 - found);
        for (&header, &parent) in found.headers.iter().zip(&found.parents).rev() {
            let parent = parent.map(handle);
            let depth = parent.map_or(0, |parent| loops[parent].depth) + 1;
            loops.push(LoopData { header: cfg.order()[header as usize], parent, depth, nodes: Vec::new() });
        }
        let mut innermost = SecondaryMap::new();
        for (&node, &of) in cfg.order().iter().zip(&found.innermost) {
            let Some(inner) = of.map(handle) else { continue };
            innermost[node] = Some(inner);
            let mut around = Some(inner);
            while let Some(this) = around {
                loops[this].nodes.push(node);
                around = loops[this].parent;
            }
        }
        Self { loops, innermost }
    }

    /// The number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there are no loops.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The loops, outer ones before those within them.
    pub fn iter(&self) -> impl Iterator<Item = (Loop, &LoopData<N>)> {
        self.loops.iter()
    }

    /// The innermost loop that has a node.
    pub fn innermost(&self, node: N) -> Option<Loop> {
        self.innermost[node]
    }

    /// The number of loops that have a node.
    pub fn depth(&self, node: N) -> u32 {
        self.innermost(node).map_or(0, |inner| self[inner].depth)
    }

    /// Whether a loop has a node.
    pub fn contains(&self, outer: Loop, node: N) -> bool {
        let mut around = self.innermost(node);
        while let Some(this) = around {
            // Outer loops have smaller handles.
            if this <= outer {
                return this == outer;
            }
            around = self[this].parent;
        }
        false
    }

    /// The nodes with an edge back to the header.
    pub fn latches(&self, cfg: &Cfg<N>, of: Loop) -> Vec<N> {
        distinct(cfg.predecessors(self[of].header).filter(|&from| self.contains(of, from)))
    }

    /// The edges out of the loop.
    pub fn exit_edges(&self, cfg: &Cfg<N>, of: Loop) -> Vec<(N, N)> {
        let nodes = self[of].nodes.iter();
        let edges = nodes.flat_map(|&from| cfg.successors(from).map(move |to| (from, to)));
        edges.filter(|&(_, to)| !self.contains(of, to)).collect()
    }

    /// The nodes with an edge out of the loop.
    pub fn exiting(&self, cfg: &Cfg<N>, of: Loop) -> Vec<N> {
        distinct(self.exit_edges(cfg, of).into_iter().map(|(from, _)| from))
    }

    /// The nodes outside that such edges lead to.
    pub fn exits(&self, cfg: &Cfg<N>, of: Loop) -> Vec<N> {
        distinct(self.exit_edges(cfg, of).into_iter().map(|(_, to)| to))
    }

    /// The only node outside that leads to the header, if there is one and it leads nowhere else.
    pub fn preheader(&self, cfg: &Cfg<N>, of: Loop) -> Option<N> {
        let outside = distinct(cfg.predecessors(self[of].header).filter(|&from| !self.contains(of, from)));
        let &[preheader] = &outside[..] else { return None };
        (cfg.successors(preheader).len() == 1).then_some(preheader)
    }
}

fn distinct<N: PartialEq>(nodes: impl Iterator<Item = N>) -> Vec<N> {
    let mut found = Vec::new();
    for node in nodes {
        if !found.contains(&node) {
            found.push(node);
        }
    }
    found
}

/// Loops by positions in reverse post-order, inner ones first.
struct Found {
    headers: Vec<u32>,
    parents: Vec<Option<u32>>,
    innermost: Vec<Option<u32>>,
}

impl Found {
    fn outermost(&self, mut of: u32) -> u32 {
        while let Some(parent) = self.parents[of as usize] {
            of = parent;
        }
        of
    }
}

fn discover<N: EntityRef>(cfg: &Cfg<N>, dominators: &Dominators<N>) -> Found {
    let order = cfg.order();
    let mut found = Found { headers: Vec::new(), parents: Vec::new(), innermost: vec![None; order.len()] };
    let mut work: Vec<u32> = Vec::new();
    // A header comes before the headers within its loop.
    for header in (0..order.len() as u32).rev() {
        let is_back_edge = |&&from: &&u32| dominators.dominates(order[header as usize], order[from as usize]);
        work.extend(cfg.predecessors_at(header as usize).iter().filter(is_back_edge));
        if work.is_empty() {
            continue;
        }
        let this = found.headers.len() as u32;
        found.headers.push(header);
        found.parents.push(None);
        while let Some(node) = work.pop() {
            match found.innermost[node as usize] {
                None => {
                    found.innermost[node as usize] = Some(this);
                    if node != header {
                        work.extend(cfg.predecessors_at(node as usize));
                    }
                }
                Some(inner) => {
                    let inner = found.outermost(inner);
                    if inner != this {
                        found.parents[inner as usize] = Some(this);
                        work.extend(cfg.predecessors_at(found.headers[inner as usize] as usize));
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Loops;
    use crate::{Cfg, Dominators, Edges, Node};

    #[test]
    fn loops_nest() {
        // 1 to 4 is a loop around 2 and 3; 5 is a loop of its own.
        let graph = Edges::new(7, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (4, 5), (5, 5), (5, 6)]);
        let cfg = Cfg::of(&graph);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let node = Node::from_u32;
        let outer = loops.innermost(node(1)).unwrap();
        let inner = loops.innermost(node(2)).unwrap();
        assert_eq!(loops.len(), 3);
        assert_eq!((loops[inner].parent, loops[inner].depth), (Some(outer), 2));
        assert_eq!(loops[outer].nodes, [1, 2, 3, 4].map(node));
        assert!(loops.contains(outer, node(3)) && !loops.contains(inner, node(4)));
        assert_eq!(loops.latches(&cfg, outer), [node(4)]);
        assert_eq!(loops.exits(&cfg, inner), [node(4)]);
        assert_eq!(loops.preheader(&cfg, outer), Some(node(0)));
        assert_eq!(loops.preheader(&cfg, loops.innermost(node(5)).unwrap()), None);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|n| loops.depth(node(n))), [0, 1, 2, 2, 1, 1, 0]);
    }
}
