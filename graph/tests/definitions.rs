//! Each analysis of random graphs, against its definition.

use std::collections::BTreeSet;

use tern_graph::{
    Cfg, ControlDependences, Cycles, Dominators, Edges, Flow, Frontiers, Loops, Node, PostDominators,
};

/// A graph as its definition has it.
struct Graph {
    nodes: usize,
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The nodes that paths lead to from one, along the edges or against them; no path goes through `without`.
    fn reached(&self, from: &[usize], without: Option<usize>, forward: bool) -> Vec<bool> {
        let mut reached = vec![false; self.nodes];
        let mut open = from.to_vec();
        while let Some(node) = open.pop() {
            if Some(node) == without || std::mem::replace(&mut reached[node], true) {
                continue;
            }
            for &(a, b) in &self.edges {
                let (a, b) = if forward { (a, b) } else { (b, a) };
                if a as usize == node {
                    open.push(b as usize);
                }
            }
        }
        reached
    }

    /// Whether each of two nodes can be reached from the other.
    fn are_connected(&self, a: usize, b: usize) -> bool {
        self.reached(&[a], None, true)[b] && self.reached(&[b], None, true)[a]
    }

    fn predecessors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges.iter().filter(move |edge| edge.1 as usize == node).map(|edge| edge.0 as usize)
    }
}

/// Random graphs of few nodes, some of which no path reaches.
fn graphs() -> impl Iterator<Item = (Graph, Edges)> {
    let mut state = 7_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    (0..600).map(move |_| {
        let nodes = 1 + random(9);
        let count = random(2 * nodes + 3);
        let edges: Vec<(u32, u32)> =
            (0..count).map(|_| (random(nodes) as u32, random(nodes) as u32)).collect();
        let graph = Edges::new(nodes as u32, &edges);
        (Graph { nodes, edges }, graph)
    })
}

fn node(index: usize) -> Node {
    Node::from_u32(index as u32)
}

fn set<'n>(nodes: impl IntoIterator<Item = &'n Node>) -> BTreeSet<usize> {
    nodes.into_iter().map(|node| node.as_u32() as usize).collect()
}

#[test]
fn dominance_is_as_defined() {
    for (graph, edges) in graphs() {
        let cfg = Cfg::of(&edges);
        let (dominators, reachable) = (Dominators::new(&cfg), graph.reached(&[0], None, true));
        let frontiers = Frontiers::new(&cfg, &dominators);
        let dominates = |a: usize, b: usize| a == b || !graph.reached(&[0], Some(a), true)[b];
        for a in 0..graph.nodes {
            assert_eq!(cfg.is_reachable(node(a)), reachable[a]);
            let mut frontier = BTreeSet::new();
            for b in (0..graph.nodes).filter(|&b| reachable[a] && reachable[b]) {
                assert_eq!(
                    dominators.dominates(node(a), node(b)),
                    dominates(a, b),
                    "{a} {b} {:?}",
                    graph.edges
                );
                let ends = graph.predecessors(b).any(|from| reachable[from] && dominates(a, from));
                if ends && (a == b || !dominates(a, b)) {
                    frontier.insert(b);
                }
            }
            assert_eq!(set(frontiers.of(node(a))), frontier, "{a} {:?}", graph.edges);
        }
    }
}

#[test]
fn post_dominance_is_as_defined() {
    for (graph, edges) in graphs() {
        let cfg = Cfg::of(&edges);
        let found = PostDominators::new(&cfg);
        let dependences = ControlDependences::new(&cfg, &found);
        let roots: Vec<usize> = set(found.roots()).into_iter().collect();
        let reaching = graph.reached(&roots, None, false);
        assert!(reaching.iter().all(|&reaches| reaches), "each node leads to the exit {:?}", graph.edges);
        let is_exit = |node: &usize| graph.edges.iter().all(|edge| edge.0 as usize != *node);
        assert!((0..graph.nodes).filter(is_exit).all(|exit| roots.contains(&exit)));
        // No root leads to another: one is enough for each endless loop.
        for &root in &roots {
            let ahead = graph.reached(&[root], None, true);
            assert!(roots.iter().all(|&other| other == root || !ahead[other]), "{roots:?} {:?}", graph.edges);
        }
        let post_dominates = |a: usize, b: usize| {
            let others: Vec<usize> = roots.iter().copied().filter(|&root| root != a).collect();
            a == b || !graph.reached(&others, Some(a), false)[b]
        };
        for a in 0..graph.nodes {
            let mut branches = BTreeSet::new();
            for b in 0..graph.nodes {
                let expected = post_dominates(a, b);
                assert_eq!(found.post_dominates(node(a), node(b)), expected, "{a} {b} {:?}", graph.edges);
                let mut successors = edges.successors(node(b)).map(|to| to.as_u32() as usize);
                if (a == b || !expected) && successors.any(|to| post_dominates(a, to)) {
                    branches.insert(b);
                }
            }
            assert_eq!(set(dependences.of(node(a))), branches, "{a} {:?}", graph.edges);
        }
    }
}

#[test]
fn loops_are_as_defined() {
    for (graph, edges) in graphs() {
        let cfg = Cfg::of(&edges);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let dominates = |a: usize, b: usize| dominators.dominates(node(a), node(b));
        let is_reachable = |a: &usize| cfg.is_reachable(node(*a));
        // Of each header, the nodes that lead to the begin of an edge back without passing it.
        let natural = |header: usize| -> BTreeSet<usize> {
            let latches: Vec<usize> = graph
                .predecessors(header)
                .filter(|from| is_reachable(from) && dominates(header, *from))
                .collect();
            if latches.is_empty() {
                return BTreeSet::new();
            }
            let body = graph.reached(&latches, Some(header), false);
            (0..graph.nodes).filter(|&it| it == header || body[it] && is_reachable(&it)).collect()
        };
        let headers = (0..graph.nodes).filter(is_reachable).filter(|&header| !natural(header).is_empty());
        assert_eq!(headers.collect::<BTreeSet<_>>(), set(loops.iter().map(|(_, data)| &data.header)));
        for (this, data) in loops.iter() {
            let nodes = loops.nodes(this);
            assert_eq!(nodes[0], data.header);
            assert_eq!(set(nodes), natural(data.header.as_u32() as usize), "{:?}", graph.edges);
            assert_eq!(set(nodes).len(), nodes.len(), "each is listed once");
            for other in 0..graph.nodes {
                assert_eq!(loops.contains(this, node(other)), nodes.contains(&node(other)));
            }
            if let Some(parent) = data.parent {
                assert!(parent < this && loops.nodes(parent).len() > nodes.len());
                assert!(set(loops.nodes(parent)).is_superset(&set(nodes)));
            }
            let edge = |&(from, to): &(u32, u32)| (node(from as usize), node(to as usize));
            let leaves = |&(from, to): &(Node, Node)| nodes.contains(&from) && !nodes.contains(&to);
            let mut expected: Vec<_> = graph.edges.iter().map(edge).filter(leaves).collect();
            let mut exits = [
                loops.exit_edges(&cfg, this),
                loops.all_exit_edges(&cfg).of(this.as_u32() as usize).to_vec(),
            ];
            expected.sort();
            exits.iter_mut().for_each(|edges| edges.sort());
            assert_eq!(exits, [expected.clone(), expected]);
        }
        for a in (0..graph.nodes).filter(is_reachable) {
            let around = loops.iter().filter(|(this, _)| loops.contains(*this, node(a)));
            assert_eq!(loops.depth(node(a)) as usize, around.count());
        }
    }
}

#[test]
fn cycles_are_as_defined() {
    for (graph, edges) in graphs() {
        let cfg = Cfg::of(&edges);
        let cycles = Cycles::new(&cfg);
        for a in (0..graph.nodes).filter(|&a| cfg.is_reachable(node(a))) {
            // The outermost cycle of a node is its strongly connected component.
            let loops_itself = graph.edges.contains(&(a as u32, a as u32));
            let component: BTreeSet<usize> =
                (0..graph.nodes).filter(|&b| graph.are_connected(a, b)).collect();
            let mut outermost = cycles.innermost(node(a));
            while let Some(around) = outermost.and_then(|cycle| cycles[cycle].parent) {
                outermost = Some(around);
            }
            let expected = if component.len() > 1 || loops_itself { component } else { BTreeSet::new() };
            let found = outermost.map_or_else(BTreeSet::new, |cycle| set(cycles.nodes(cycle)));
            assert_eq!(found, expected, "{a} {:?}", graph.edges);
        }
        for (this, data) in cycles.iter() {
            let nodes = set(cycles.nodes(this));
            let is_entry = |&&it: &&usize| {
                graph.predecessors(it).any(|from| cfg.is_reachable(node(from)) && !nodes.contains(&from))
            };
            // The header of a cycle is entered, unless the function begins with it.
            let mut entries: BTreeSet<usize> = nodes.iter().filter(is_entry).copied().collect();
            entries.insert(data.header.as_u32() as usize);
            let found = cycles.entries(&cfg, this);
            assert_eq!(set(&found), entries, "{:?}", graph.edges);
            assert_eq!((found[0], data.is_irreducible), (data.header, found.len() > 1), "{:?}", graph.edges);
            // The header of a cycle is in no cycle within it.
            if let Some(parent) = data.parent {
                assert!(set(cycles.nodes(parent)).is_superset(&nodes));
                assert!(!nodes.contains(&(cycles[parent].header.as_u32() as usize)));
                assert_eq!(data.depth, cycles[parent].depth + 1);
            }
        }
    }
}
