//! Which values are still needed where, and how many at once.

use cranelift_entity::{EntityRef, SecondaryMap};

use crate::{Cfg, Lists, Ssa};

/// The values that are live at the borders of each block that can be reached from the entry.
///
/// An operand of a PHI node is needed at the end of the block that it comes from, an operand that is passed to an argument by the branch
/// that passes it. PHI nodes and arguments are defined at the beginning of their block, all at once.
#[derive(Clone, Debug)]
pub struct Liveness<N: EntityRef, V: Clone> {
    live_in: SecondaryMap<N, Vec<V>>,
    live_out: SecondaryMap<N, Vec<V>>,
}

/// Where a value is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need<N> {
    /// By an instruction of a block.
    In(N),
    /// By a PHI node behind a block.
    Behind(N),
}

/// A walk from the uses of one value to its definition.
struct Walk<'a, N: EntityRef, V: Clone> {
    cfg: &'a Cfg<N>,
    found: Liveness<N, V>,
    /// How many members the sets may still get.
    left: usize,
    pending: Vec<N>,
}

impl<N: EntityRef, V: EntityRef> Liveness<N, V> {
    /// Computes the sets; none if they are out of proportion to the graph: more than 512 members for each instruction.
    pub fn of(graph: &impl Ssa<Node = N, Value = V>) -> Option<Self> {
        Self::new(graph, &Cfg::of(graph))
    }

    /// Computes the sets of a graph of which the [`Cfg`] exists already. Source: Brandner and others, "Computing Liveness Sets for SSA-Form
    /// Programs": each use is followed up to the definition, so that the time is that of the size of the sets.
    pub fn new(graph: &impl Ssa<Node = N, Value = V>, cfg: &Cfg<N>) -> Option<Self> {
        let mut insts = 0;
        let mut needs: Vec<(u32, Need<N>)> = Vec::with_capacity(2 * graph.value_bound());
        let mut homes: Vec<Option<N>> = vec![None; graph.value_bound()];
        for node in graph.nodes() {
            graph.arguments(node).for_each(|argument| homes[argument.index()] = Some(node));
            for inst in graph.insts(node) {
                insts += 1;
                graph.results(inst).for_each(|result| homes[result.index()] = Some(node));
                let mut need = |value: V, need| needs.push((value.index() as u32, need));
                if !graph.for_each_incoming(inst, |from, value| need(value, Need::Behind(from))) {
                    graph.for_each_operand(inst, |value| need(value, Need::In(node)));
                }
            }
        }
        let needs = Lists::of_pairs(graph.value_bound(), &needs);
        let found = Self { live_in: SecondaryMap::new(), live_out: SecondaryMap::new() };
        let left = 1_000_000 + 512 * insts;
        let mut walk = Walk { cfg, found, left, pending: Vec::new() };
        for (index, &home) in homes.iter().enumerate() {
            let (value, mut last) = (V::new(index), None);
            for &need in needs.of(index).iter().filter(|&&need| last.replace(need) != Some(need)) {
                let node = match need {
                    Need::In(node) => node,
                    Need::Behind(node) => {
                        walk.mark_out(node, value)?;
                        node
                    }
                };
                walk.pending.push(node);
                walk.climb(value, home)?;
            }
        }
        Some(walk.found)
    }

    /// The values that a block, or one behind it, needs and that are defined before it.
    pub fn live_in(&self, node: N) -> &[V] {
        &self.live_in[node]
    }

    /// The values that blocks behind a block need.
    pub fn live_out(&self, node: N) -> &[V] {
        &self.live_out[node]
    }

    /// For each class of values, such as integers or floating-point numbers, the most that are live at one point of the graph. `class` tells
    /// the class of a value, which is below `CLASSES`. Instructions that are nested in others count as one with them.
    pub fn pressure<const CLASSES: usize>(
        &self,
        graph: &impl Ssa<Node = N, Value = V>,
        class: impl Fn(V) -> usize,
    ) -> [u32; CLASSES] {
        let mut most = [0; CLASSES];
        let mut is_live: SecondaryMap<V, bool> = SecondaryMap::with_capacity(graph.value_bound());
        for node in graph.nodes() {
            let mut now = [0; CLASSES];
            let mut touched = Vec::new();
            let mut set = |now: &mut [u32; CLASSES], value: V, live: bool| {
                if std::mem::replace(&mut is_live[value], live) != live {
                    let count = &mut now[class(value)];
                    *count = if live { *count + 1 } else { *count - 1 };
                    touched.push(value);
                }
            };
            self.live_out(node).iter().for_each(|&value| set(&mut now, value, true));
            let mut record = |now: &[u32; CLASSES]| {
                most.iter_mut().zip(now).for_each(|(most, now)| *most = (*most).max(*now))
            };
            record(&now);
            for inst in graph.insts(node).rev() {
                if graph.for_each_incoming(inst, |_, _| {}) {
                    continue;
                }
                // Results that are not used are live right behind their instruction.
                graph.results(inst).for_each(|result| set(&mut now, result, true));
                record(&now);
                graph.results(inst).for_each(|result| set(&mut now, result, false));
                graph.for_each_operand(inst, |value| set(&mut now, value, true));
                record(&now);
            }
            touched.into_iter().for_each(|value| is_live[value] = false);
        }
        most
    }
}

impl<N: EntityRef, V: EntityRef> Walk<'_, N, V> {
    fn mark_out(&mut self, node: N, value: V) -> Option<()> {
        let set = &mut self.found.live_out[node];
        if self.cfg.is_reachable(node) && set.last() != Some(&value) {
            self.left = self.left.checked_sub(1)?;
            set.push(value);
        }
        Some(())
    }

    /// Follows a value from the blocks that are pending up to its definition in `home`.
    fn climb(&mut self, value: V, home: Option<N>) -> Option<()> {
        while let Some(node) = self.pending.pop() {
            if home == Some(node) || !self.cfg.is_reachable(node) {
                continue;
            }
            let set = &mut self.found.live_in[node];
            if set.last() == Some(&value) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            set.push(value);
            let cfg = self.cfg;
            for before in cfg.predecessors(node) {
                self.mark_out(before, value)?;
                self.pending.push(before);
            }
        }
        Some(())
    }
}
