//! Natural loops: a header that dominates all blocks of the loop, and edges back to it. Source: LLVM, Loop Terminology.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use rustc_hash::FxHashSet;

use crate::nest::{Nest, Nesting};
use crate::{Cfg, Dominators, Lists};

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
}

/// The natural loops of a graph, each before those within it.
#[derive(Clone, Debug)]
pub struct Loops<N> {
    loops: PrimaryMap<Loop, LoopData<N>>,
    nest: Nest<N>,
}

impl<N> std::ops::Index<Loop> for Loops<N> {
    type Output = LoopData<N>;

    fn index(&self, index: Loop) -> &LoopData<N> {
        &self.loops[index]
    }
}

impl<N: EntityRef> Loops<N> {
    /// Finds the loops of all reachable nodes.
    pub fn new(cfg: &Cfg<N>, dominators: &Dominators<N>) -> Self {
        let tree = dominators.positions_tree();
        let nodes = cfg.order().len();
        let (mut nesting, mut headers) = (Nesting::new(nodes), Vec::new());
        let mut work: Vec<u32> = Vec::new();
        // A header comes before the headers within its loop.
        for header in (0..nodes).rev() {
            let is_back_edge = |from: &&u32| tree.dominates(header, **from as usize);
            work.extend(cfg.predecessors_at(header).iter().filter(is_back_edge));
            if work.is_empty() {
                continue;
            }
            let this = nesting.add_group();
            headers.push(header);
            nesting.add_node(this, header as u32);
            while let Some(node) = work.pop() {
                match nesting.outermost(node) {
                    None => {
                        nesting.add_node(this, node);
                        work.extend(cfg.predecessors_at(node as usize));
                    }
                    Some(inner) if inner != this => {
                        nesting.put_into(inner, this);
                        work.extend(cfg.predecessors_at(headers[inner as usize]));
                    }
                    Some(_) => {}
                }
            }
        }
        let (nest, found) = nesting.finish(cfg);
        let data = found.iter().map(|it| {
            let header = cfg.order()[headers[it.group]];
            LoopData { header, parent: it.parent.map(Loop), depth: it.depth }
        });
        Self { loops: data.collect(), nest }
    }

    /// The number of loops.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there are no loops.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The loops, each before those within it.
    pub fn iter(&self) -> impl Iterator<Item = (Loop, &LoopData<N>)> {
        self.loops.iter()
    }

    /// The innermost loop that has a node.
    pub fn innermost(&self, node: N) -> Option<Loop> {
        self.nest.innermost(node).map(Loop)
    }

    /// The number of loops that have a node.
    pub fn depth(&self, node: N) -> u32 {
        self.innermost(node).map_or(0, |inner| self[inner].depth)
    }

    /// Whether a loop has a node.
    pub fn contains(&self, outer: Loop, node: N) -> bool {
        self.nest.contains(outer.0, node)
    }

    /// All nodes of a loop, those of loops within it among them. The header is the first; those that are in no loop within it come before the
    /// others.
    pub fn nodes(&self, of: Loop) -> &[N] {
        self.nest.nodes(of.0)
    }

    /// The nodes with an edge back to the header.
    pub fn latches(&self, cfg: &Cfg<N>, of: Loop) -> Vec<N> {
        distinct(cfg.predecessors(self[of].header).filter(|&from| self.contains(of, from)))
    }

    /// The edges out of the loop.
    pub fn exit_edges(&self, cfg: &Cfg<N>, of: Loop) -> Vec<(N, N)> {
        let edges = self.nodes(of).iter().flat_map(|&from| cfg.successors(from).map(move |to| (from, to)));
        edges.filter(|&(_, to)| !self.contains(of, to)).collect()
    }

    /// By index of the loop, the edges out of it, in reverse post-order of the nodes within. Takes time in proportion to the result.
    pub fn all_exit_edges(&self, cfg: &Cfg<N>) -> Lists<(N, N)> {
        let mut edges = Vec::new();
        for &from in cfg.order() {
            for to in cfg.successors(from) {
                let mut inner = self.innermost(from);
                while let Some(left) = inner.filter(|&inner| !self.contains(inner, to)) {
                    edges.push((left.0, (from, to)));
                    inner = self[left].parent;
                }
            }
        }
        Lists::of_pairs(self.len(), &edges)
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

fn distinct<N: EntityRef>(nodes: impl Iterator<Item = N>) -> Vec<N> {
    let mut seen = FxHashSet::default();
    nodes.filter(|node| seen.insert(node.index())).collect()
}

#[cfg(test)]
mod tests {
    use super::Loops;
    use crate::{Cfg, Dominators, Edges, Node};

    /// Each node begins a loop around all that follow it.
    #[test]
    fn deep_nests_take_linear_time() {
        let count = 100_000;
        let edges: Vec<(u32, u32)> =
            (1..count).flat_map(|node| [(node - 1, node), (count - 1, node)]).collect();
        let cfg = Cfg::of(&Edges::new(count, &edges));
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let (last, data) = loops.iter().last().unwrap();
        assert_eq!((loops.len(), data.depth, loops.nodes(last).len()), (count as usize - 1, count - 1, 1));
    }

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
        assert_eq!(loops.nodes(outer), [1, 4, 2, 3].map(node));
        assert!(loops.contains(outer, node(3)) && !loops.contains(inner, node(4)));
        assert_eq!(loops.latches(&cfg, outer), [node(4)]);
        assert_eq!(loops.exits(&cfg, inner), [node(4)]);
        assert_eq!(loops.preheader(&cfg, outer), Some(node(0)));
        assert_eq!(loops.preheader(&cfg, loops.innermost(node(5)).unwrap()), None);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|n| loops.depth(node(n))), [0, 1, 2, 2, 1, 1, 0]);
    }
}
