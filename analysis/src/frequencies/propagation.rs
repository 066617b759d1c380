//! Mass flows from the header of each loop, inner loops first, through its blocks; what flows back tells how often the loop runs. A loop
//! is one node of the loop around it. Source: LLVM, `BlockFrequencyInfoImpl`.

use std::cell::Cell;

use tern_llvm_ir::Block;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::graph::{Cfg, Loops};

use super::mass::{Distribution, FULL, Kind, in_order_of_hashes, to_scaled};
use super::scaled::Scaled;
use crate::probabilities::Probabilities;

/// A loop, by positions of blocks in reverse post-order. An irreducible one has several headers.
#[derive(Debug)]
pub(super) struct LoopState {
    pub(super) parent: Option<usize>,
    /// Whether it is one node of the loop around it.
    packaged: bool,
    /// A loop around it, on the way to the outermost one that is packaged.
    above: Cell<Option<usize>>,
    /// The number of headers, which are the first of `nodes`, in order.
    pub(super) headers: usize,
    /// The headers and the other members, of inner loops only the header.
    pub(super) nodes: Vec<u32>,
    pub(super) exits: Vec<(u32, u64)>,
    /// The mass that flows back to each header.
    back: Vec<u64>,
    /// The mass that enters it.
    mass: u64,
    /// How often its headers run for each time that it is entered; at the end, for each call of the function.
    scale: Scaled,
}

/// How often loops that never end are taken to run.
const ENDLESS: Scaled = Scaled::new(1, 12);

impl LoopState {
    pub(super) fn new(parent: Option<usize>, headers: usize, nodes: Vec<u32>) -> Self {
        let back = vec![0; headers];
        Self {
            parent,
            packaged: false,
            above: Cell::new(None),
            headers,
            nodes,
            exits: Vec::new(),
            back,
            mass: 0,
            scale: Scaled::ZERO,
        }
    }

    pub(super) fn is_irreducible(&self) -> bool {
        self.headers > 1
    }

    fn header(&self, node: u32) -> Option<usize> {
        match self.is_irreducible() {
            true => self.nodes[..self.headers].binary_search(&node).ok(),
            false => (self.nodes[0] == node).then_some(0),
        }
    }

    pub(super) fn is_header(&self, node: u32) -> bool {
        self.header(node).is_some()
    }
}

/// The state of the computation. Blocks are numbered by position in reverse post-order.
pub(super) struct Propagation<'a> {
    pub(super) cfg: &'a Cfg<Block>,
    probabilities: &'a Probabilities,
    /// The weight that metadata gives to a header of an irreducible loop.
    header_weight: &'a dyn Fn(Block) -> Option<u64>,
    /// Natural loops, outer ones first; then irreducible ones.
    pub(super) loops: Vec<LoopState>,
    /// The loop that a block is in; of a header, the loop itself.
    pub(super) loop_of: Vec<Option<usize>>,
    masses: Vec<u64>,
}

impl<'a> Propagation<'a> {
    pub(super) fn new(
        cfg: &'a Cfg<Block>,
        loops: &Loops<Block>,
        probabilities: &'a Probabilities,
        header_weight: &'a dyn Fn(Block) -> Option<u64>,
    ) -> Self {
        let position = |block| cfg.position(block).expect("loops are reachable") as u32;
        let state = |data: &tern_llvm_ir::graph::LoopData<Block>| {
            LoopState::new(data.parent.map(EntityRef::index), 1, vec![position(data.header)])
        };
        let states: Vec<LoopState> = loops.iter().map(|(_, data)| state(data)).collect();
        let loop_of = cfg.order().iter().map(|&block| loops.innermost(block).map(EntityRef::index)).collect();
        let masses = vec![0; cfg.order().len()];
        let mut this = Self { cfg, probabilities, header_weight, loops: states, loop_of, masses };
        for node in 0..this.masses.len() as u32 {
            if let Some(around) = this.containing(node) {
                this.loops[around].nodes.push(node);
            }
        }
        this
    }

    /// The frequencies of the blocks.
    pub(super) fn run(mut self) -> Vec<Scaled> {
        for natural in (0..self.loops.len()).rev() {
            if !self.flow_through_loop(natural) {
                self.package_irreducible(Some(natural));
                self.flow_through_loop(natural);
            }
        }
        if !self.flow_through_function() {
            self.package_irreducible(None);
            self.flow_through_function();
        }
        self.unpackage()
    }

    /// Whether a block is a header of the loop that it is listed in.
    pub(super) fn is_loop_header(&self, node: u32) -> bool {
        self.loop_of[node as usize].is_some_and(|inner| self.loops[inner].is_header(node))
    }

    /// The irreducible loop around a natural one, if the block is a header of both.
    fn doubly_headed(&self, node: u32) -> Option<usize> {
        let inner = self.loop_of[node as usize].filter(|_| self.is_loop_header(node))?;
        let outer = self.loops[inner].parent?;
        (self.loops[outer].is_irreducible() && self.loops[outer].is_header(node)).then_some(outer)
    }

    /// The loop that a block is in without being its header.
    fn containing(&self, node: u32) -> Option<usize> {
        let inner = self.loop_of[node as usize]?;
        match self.doubly_headed(node) {
            Some(outer) => self.loops[outer].parent,
            None if self.loops[inner].is_header(node) => self.loops[inner].parent,
            None => Some(inner),
        }
    }

    /// The outermost loop around a block that is one node by now. Each step shortens the way for the next search.
    pub(super) fn package(&self, node: u32) -> Option<usize> {
        let mut found = self.loop_of[node as usize].filter(|&inner| self.loops[inner].packaged)?;
        let above = |inner: usize| {
            let is_packaged = |outer: &usize| self.loops[*outer].packaged;
            let state = &self.loops[inner];
            state.above.get().filter(is_packaged).or(state.parent.filter(is_packaged))
        };
        while let Some(next) = above(found) {
            self.loops[found].above.set(above(next).or(Some(next)));
            found = next;
        }
        Some(found)
    }

    /// The node that stands for a block by now.
    pub(super) fn resolved(&self, node: u32) -> u32 {
        self.package(node).map_or(node, |package| self.loops[package].nodes[0])
    }

    /// The mass of a block, or of the loop that it stands for.
    pub(super) fn mass(&mut self, node: u32) -> &mut u64 {
        let inner = self.loop_of[node as usize].filter(|_| self.is_loop_header(node));
        match inner.filter(|&inner| self.loops[inner].packaged) {
            None => &mut self.masses[node as usize],
            Some(inner) => {
                let outer = self.doubly_headed(node).filter(|&outer| self.loops[outer].packaged);
                &mut self.loops[outer.unwrap_or(inner)].mass
            }
        }
    }

    /// Computes how mass flows through a loop, and makes it one node. Stops and returns `false` at an edge back to what is no header.
    pub(super) fn flow_through_loop(&mut self, this: usize) -> bool {
        let (nodes, headers) = (self.loops[this].nodes.clone(), self.loops[this].headers);
        if self.loops[this].is_irreducible() {
            let is_weighed = self.enter_irreducible(&nodes[..headers]);
            for &node in &nodes {
                self.flow_on(Some(this), node);
            }
            if !is_weighed {
                self.adjust_headers(this);
            }
        } else {
            *self.mass(nodes[0]) = FULL;
            for &node in &nodes {
                if !self.flow_on(Some(this), node) {
                    return false;
                }
            }
        }
        let back = self.loops[this].back.iter().fold(0u64, |sum, &mass| sum.saturating_add(mass));
        let left = FULL - back;
        self.loops[this].scale = if left == 0 { ENDLESS } else { Scaled::ONE.over(to_scaled(left)) };
        for &node in &nodes {
            if let Some(inner) = self.package(node) {
                self.loops[inner].exits = Vec::new();
            }
        }
        self.loops[this].packaged = true;
        true
    }

    /// Divides mass between the headers of an irreducible loop. Returns whether metadata says how.
    fn enter_irreducible(&mut self, headers: &[u32]) -> bool {
        let weight = |&header: &u32| (self.header_weight)(self.cfg.order()[header as usize]);
        let weights: Vec<Option<u64>> = headers.iter().map(weight).collect();
        let least = weights.iter().flatten().min().copied();
        let mut distribution = Distribution::default();
        let mut without = Vec::new();
        for (at, (&header, &weight)) in headers.iter().zip(&weights).enumerate() {
            match weight {
                Some(0) => {}
                Some(weight) => distribution.add(Kind::Local, header, weight),
                None => without.push(at as u32),
            }
        }
        if least != Some(0) {
            for at in in_order_of_hashes(&without, headers.len()) {
                distribution.add(Kind::Local, headers[at as usize], least.unwrap_or(1));
            }
        }
        self.assign(distribution);
        least.is_some()
    }

    /// Divides mass between the headers of an irreducible loop by what flows back to them.
    fn adjust_headers(&mut self, this: usize) {
        let state = &self.loops[this];
        let mut distribution = Distribution::default();
        for (&header, &back) in state.nodes.iter().zip(&state.back).filter(|(_, back)| **back > 0) {
            distribution.add(Kind::Local, header, back);
        }
        self.assign(distribution);
    }

    fn assign(&mut self, distribution: Distribution) {
        for (edge, mass) in distribution.divide(FULL) {
            *self.mass(edge.to) = mass;
        }
    }

    fn flow_through_function(&mut self) -> bool {
        if self.masses.is_empty() {
            return true;
        }
        *self.mass(0) = FULL;
        (0..self.masses.len() as u32).all(|node| self.resolved(node) != node || self.flow_on(None, node))
    }

    /// Distributes the mass of a node over its successors.
    fn flow_on(&mut self, around: Option<usize>, node: u32) -> bool {
        let mut distribution = Distribution::default();
        let is_done = match self.package(node) {
            Some(package) => {
                let exits = std::mem::take(&mut self.loops[package].exits);
                let header = self.loops[package].nodes[0];
                let mut edges = exits.iter();
                let is_done =
                    edges.all(|&(to, weight)| self.add(&mut distribution, around, header, to, weight));
                self.loops[package].exits = exits;
                is_done
            }
            None => {
                let (cfg, probabilities) = (self.cfg, self.probabilities);
                let block = cfg.order()[node as usize];
                let mut edges = cfg.successors(block).enumerate();
                edges.all(|(at, to)| {
                    let weight = u64::from(probabilities.edge(block, at).numerator());
                    let to = cfg.position(to).expect("successors are reachable") as u32;
                    self.add(&mut distribution, around, node, to, weight)
                })
            }
        };
        if !is_done {
            return false;
        }
        let mass = *self.mass(node);
        for (edge, taken) in distribution.divide(mass) {
            match (edge.kind, around) {
                (Kind::Back, Some(around)) => {
                    let state = &mut self.loops[around];
                    let header = state.header(edge.to).unwrap_or(0);
                    state.back[header] = state.back[header].saturating_add(taken);
                }
                (Kind::Exit, Some(around)) => self.loops[around].exits.push((edge.to, taken)),
                _ => {
                    let mass = self.mass(edge.to);
                    *mass = mass.saturating_add(taken);
                }
            }
        }
        true
    }

    /// Adds an edge to a distribution. Returns `false` for an edge back to what is no header.
    fn add(&self, out: &mut Distribution, around: Option<usize>, from: u32, to: u32, weight: u64) -> bool {
        let is_header = |node: u32| around.is_some_and(|around| self.loops[around].is_header(node));
        let to = self.resolved(to);
        let kind = if is_header(to) {
            Kind::Back
        } else if self.containing(to) != around {
            Kind::Exit
        } else if to < from && !is_header(from) {
            return false;
        } else {
            Kind::Local
        };
        out.add(kind, to, weight.max(1));
        true
    }

    /// Forgets what flowed through a loop, and its members that are parts of other nodes by now.
    pub(super) fn restart(&mut self, this: usize) {
        let mut nodes = std::mem::take(&mut self.loops[this].nodes);
        let header = nodes[0];
        nodes.retain(|&node| node == header || self.resolved(node) == node);
        let state = &mut self.loops[this];
        state.nodes = nodes;
        state.exits.clear();
        state.back.fill(0);
    }

    /// Multiplies the frequencies within loops by those of the loops, outer ones first.
    fn unpackage(mut self) -> Vec<Scaled> {
        let mut frequencies: Vec<Scaled> = self.masses.iter().map(|&mass| to_scaled(mass)).collect();
        for this in self.outer_first() {
            let scale = self.loops[this].scale.times(to_scaled(self.loops[this].mass));
            self.loops[this].scale = scale;
            self.loops[this].packaged = false;
            for node in std::mem::take(&mut self.loops[this].nodes) {
                match self.package(node) {
                    Some(package) => {
                        let inner = &mut self.loops[package].scale;
                        *inner = scale.times(*inner);
                    }
                    None => frequencies[node as usize] = scale.times(frequencies[node as usize]),
                }
            }
        }
        frequencies
    }

    fn outer_first(&self) -> Vec<usize> {
        let mut depths: Vec<Option<u32>> = vec![None; self.loops.len()];
        let mut path = Vec::new();
        for this in 0..self.loops.len() {
            let mut at = Some(this);
            while let Some(inner) = at.filter(|&it| depths[it].is_none()) {
                path.push(inner);
                at = self.loops[inner].parent;
            }
            let mut depth = at.and_then(|outer| depths[outer]).unwrap_or(0);
            for inner in path.drain(..).rev() {
                depth += 1;
                depths[inner] = Some(depth);
            }
        }
        let mut order: Vec<usize> = (0..self.loops.len()).collect();
        order.sort_by_key(|&this| depths[this]);
        order
    }
}
