//! Irreducible regions: cycles with several entries. Each becomes a loop with several headers, when mass would flow back to what is no
//! header. Source: LLVM, `BlockFrequencyInfoImpl`.

use rustc_hash::FxHashMap;
use tern_graph::components;

use super::propagation::{LoopState, Propagation};

/// The nodes of a loop, or of the function, by position in reverse post-order, and their edges as positions in `nodes`.
struct Graph {
    nodes: Vec<u32>,
    successors: Vec<Vec<u32>>,
    predecessors: Vec<Vec<u32>>,
}

impl Propagation<'_> {
    /// Makes one node of each irreducible region of a loop, or of the function.
    pub(super) fn package_irreducible(&mut self, around: Option<usize>) {
        let graph = self.graph(around);
        for &node in &graph.nodes {
            *self.mass(node) = 0;
        }
        let found = components(graph.nodes.len() as u32, |at| graph.successors[at as usize].iter().copied());
        for component in found.iter().filter(|component| component.len() > 1) {
            let Some((headers, others)) = graph.headers(component) else { continue };
            let (count, this) = (headers.len(), self.loops.len());
            let nodes = [headers, others].concat();
            self.loops.push(LoopState::new(around, count, nodes.clone()));
            for node in nodes {
                let inner = self.loop_of[node as usize].filter(|_| self.is_loop_header(node));
                match inner {
                    Some(inner) => self.loops[inner].parent = Some(this),
                    None => self.loop_of[node as usize] = Some(this),
                }
            }
            self.flow_through_loop(this);
        }
        if let Some(around) = around {
            self.restart(around);
        }
    }

    fn graph(&self, around: Option<usize>) -> Graph {
        let nodes: Vec<u32> = match around {
            Some(around) => self.loops[around].nodes.clone(),
            None => (0..self.loop_of.len() as u32).filter(|&node| self.resolved(node) == node).collect(),
        };
        let positions: FxHashMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
        let (mut successors, mut predecessors) =
            (vec![Vec::new(); nodes.len()], vec![Vec::new(); nodes.len()]);
        for (from, &node) in nodes.iter().enumerate() {
            let mut add = |to: u32| {
                let is_header = around.is_some_and(|around| self.loops[around].is_header(to));
                if let Some(&to) = positions.get(&to).filter(|_| !is_header) {
                    successors[from].push(to);
                    predecessors[to as usize].push(from as u32);
                }
            };
            match self.package(node) {
                Some(package) => self.loops[package].exits.iter().for_each(|&(to, _)| add(to)),
                None => {
                    let targets = self.cfg.successors(self.cfg.order()[node as usize]);
                    targets.filter_map(|to| self.cfg.position(to)).for_each(|to| add(to as u32));
                }
            }
        }
        Graph { nodes, successors, predecessors }
    }
}

impl Graph {
    /// The headers of a component, and its other nodes: headers are those that can be entered from outside, and those that edges lead
    /// back to from what is no entry. None if there is only one entry.
    fn headers(&self, component: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
        let mut is_entry: FxHashMap<u32, bool> = component.iter().map(|&at| (at, false)).collect();
        let predecessors = |at: u32| self.predecessors[at as usize].iter().copied();
        for &at in component {
            let is_entered = predecessors(at).any(|from| !is_entry.contains_key(&from));
            is_entry.insert(at, is_entered);
        }
        let is_back = |from: u32, to: u32| self.nodes[from as usize] >= self.nodes[to as usize];
        let is_header = |at: u32| {
            let is_entry = |at: u32| is_entry.get(&at).copied().unwrap_or(false);
            is_entry(at) || predecessors(at).any(|from| is_back(from, at) && !is_entry(from))
        };
        let (mut headers, mut others): (Vec<u32>, Vec<u32>) =
            component.iter().partition(|&&at| is_header(at));
        for list in [&mut headers, &mut others] {
            list.iter_mut().for_each(|at| *at = self.nodes[*at as usize]);
            list.sort_unstable();
        }
        (headers.len() > 1).then_some((headers, others))
    }
}
