//! Generates control-flow graphs before the blocks are filled: any graph, reducible or not, with critical edges, repeated
//! successors, loops, unreachable blocks, landing pads and funclets.

use tern_llvm_ir::function::{Block, Function};

use super::Generator;
use crate::Choices;

/// The terminator of a block; other blocks are given by their index in the skeleton.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Plan {
    Return,
    Unreachable,
    Resume,
    Jump(usize),
    Branch(usize, usize),
    /// The default destination and the cases.
    Switch(usize, Vec<usize>),
    IndirectBr(Vec<usize>),
    Invoke {
        normal: usize,
        unwind: usize,
    },
    CallBr {
        fallthrough: usize,
        indirect: Vec<usize>,
    },
    CatchSwitch {
        handlers: Vec<usize>,
        unwind: Option<usize>,
    },
    CatchRet(usize),
    CleanupRet(Option<usize>),
}

impl Plan {
    /// The successors in LLVM's order.
    pub fn successors(&self) -> Vec<usize> {
        match self {
            Self::Return | Self::Unreachable | Self::Resume => Vec::new(),
            Self::Jump(to) | Self::CatchRet(to) => vec![*to],
            Self::Branch(yes, no) => vec![*yes, *no],
            Self::Switch(default, cases) => [&[*default][..], cases].concat(),
            Self::IndirectBr(to) => to.clone(),
            Self::Invoke { normal, unwind } => vec![*normal, *unwind],
            Self::CallBr { fallthrough, indirect } => [&[*fallthrough][..], indirect].concat(),
            Self::CatchSwitch { handlers, unwind } => handlers.iter().copied().chain(*unwind).collect(),
            Self::CleanupRet(unwind) => unwind.iter().copied().collect(),
        }
    }
}

/// The role of a block in exception handling, given by its first instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Role {
    Plain,
    LandingPad,
    /// A `catchswitch`, in the funclet of this pad if any.
    CatchSwitch(Option<usize>),
    /// A handler of this `catchswitch`.
    CatchPad(usize),
    /// A `cleanuppad`, in the funclet of this pad if any.
    CleanupPad(Option<usize>),
    /// No pad, but part of the funclet of this pad.
    Within(usize),
}

/// The blocks of a function and the edges between them.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// The blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// The role of each block.
    pub roles: Vec<Role>,
    /// The terminator of each block.
    pub plans: Vec<Plan>,
    /// The predecessors of each block, once per edge.
    pub predecessors: Vec<Vec<usize>>,
    /// The reachable blocks in reverse post-order, then the unreachable ones.
    pub order: Vec<usize>,
    /// The immediate dominators; `None` for the entry and for unreachable blocks.
    pub dominators: Vec<Option<usize>>,
}

impl Skeleton {
    /// The blocks.
    pub fn layout(&self) -> &[Block] {
        &self.blocks
    }

    /// Whether a block is reachable from the entry.
    pub fn is_reachable(&self, block: usize) -> bool {
        block == 0 || self.dominators[block].is_some()
    }

    /// Whether one block dominates another, or equals it.
    pub fn dominates(&self, above: usize, below: usize) -> bool {
        let mut at = Some(below);
        while let Some(block) = at {
            if block == above {
                return true;
            }
            at = self.dominators[block];
        }
        false
    }

    /// Builds the graph from the roles and terminators of its blocks.
    pub fn of(roles: Vec<Role>, plans: Vec<Plan>) -> Self {
        let blocks = (0..plans.len()).map(|index| Block::from_u32(index as u32)).collect();
        Self::new(blocks, roles, plans)
    }

    fn new(blocks: Vec<Block>, roles: Vec<Role>, plans: Vec<Plan>) -> Self {
        let mut predecessors = vec![Vec::new(); plans.len()];
        for (from, plan) in plans.iter().enumerate() {
            for to in plan.successors() {
                predecessors[to].push(from);
            }
        }
        let all: Vec<Block> = (0..plans.len()).map(|index| Block::from_u32(index as u32)).collect();
        let order = tern_llvm_ir::graph::reverse_post_order(&all, |block| {
            let to: Vec<Block> = plans[block.as_u32() as usize]
                .successors()
                .into_iter()
                .map(|to| Block::from_u32(to as u32))
                .collect();
            to
        });
        let order: Vec<usize> = order.into_iter().map(|block| block.as_u32() as usize).collect();
        let dominators = dominators(&order, &predecessors);
        Self { blocks, roles, plans, predecessors, order, dominators }
    }
}

/// Computes immediate dominators (Cooper, Harvey and Kennedy). Unreachable blocks must be last in `order`.
fn dominators(order: &[usize], predecessors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut rank = vec![0; order.len()];
    for (at, &block) in order.iter().enumerate() {
        rank[block] = at;
    }
    let mut found: Vec<Option<usize>> = vec![None; order.len()];
    let mut reached = vec![false; order.len()];
    reached[0] = true;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().filter(|&&block| block != 0) {
            let mut nearest: Option<usize> = None;
            for &from in predecessors[block].iter().filter(|&&from| reached[from]) {
                nearest = Some(match nearest {
                    None => from,
                    Some(other) => {
                        let (mut a, mut b) = (from, other);
                        while a != b {
                            if rank[a] > rank[b] {
                                a = found[a].unwrap_or(0);
                            } else {
                                b = found[b].unwrap_or(0);
                            }
                        }
                        a
                    }
                });
            }
            if nearest.is_some() && found[block] != nearest {
                found[block] = nearest;
                reached[block] = true;
                changed = true;
            }
        }
    }
    found
}

/// The kind of exception handling in a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Handling {
    None,
    LandingPads,
    Funclets,
}

/// The share of functions, in percent, that have control flow beyond jumps, branches, switches and `indirectbr`.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// Functions with `invoke` and landing pads.
    pub landing_pads: usize,
    /// Functions with funclets.
    pub funclets: usize,
    /// Whether `callbr` may occur.
    pub callbr: bool,
}

/// Generates a graph with up to `most` plain blocks, plus exception handlers: the role and the terminator of each block.
pub fn plans(choices: &mut Choices, most: usize, kinds: Kinds) -> (Vec<Role>, Vec<Plan>) {
    let plain = choices.within(1, most.max(1));
    let mut roles = vec![Role::Plain; plain];
    let mut plans: Vec<Option<Plan>> = vec![None; plain];
    let none = 100 - kinds.landing_pads - kinds.funclets;
    let handling = match choices.weighted(&[none, kinds.landing_pads, kinds.funclets]) {
        0 => Handling::None,
        _ if plain < 2 => Handling::None,
        1 => Handling::LandingPads,
        _ => Handling::Funclets,
    };
    // The possible unwind destinations of an `invoke`.
    let mut pads = Vec::new();
    match handling {
        Handling::None => {}
        Handling::LandingPads => {
            for _ in 0..choices.within(1, 2) {
                let resumes = choices.chance(40).then_some(Plan::Resume);
                pads.push(roles.len());
                roles.push(Role::LandingPad);
                plans.push(resumes);
            }
        }
        Handling::Funclets => {
            let mut funclets = Funclets { choices, plain, roles: &mut roles, plans: &mut plans };
            pads = funclets.pads(None, None, 2);
        }
    }
    let plans =
        plans.into_iter().map(|made| made.unwrap_or_else(|| plan(choices, plain, &pads, kinds))).collect();
    (roles, plans)
}

/// The funclets of a function. Each begins with a pad and may contain others.
struct Funclets<'a> {
    choices: &'a mut Choices,
    /// The number of blocks outside of funclets; the first is the entry.
    plain: usize,
    roles: &'a mut Vec<Role>,
    plans: &'a mut Vec<Option<Plan>>,
}

impl Funclets<'_> {
    fn add(&mut self, role: Role, plan: Option<Plan>) -> usize {
        self.roles.push(role);
        self.plans.push(plan);
        self.roles.len() - 1
    }

    /// Adds sibling pads: in the funclet of a pad, of which another block is given too, or at the top level. Exceptions that
    /// they do not handle go to the pad `exit`, or to the caller. Returns the pads that the surrounding code may unwind to.
    fn pads(&mut self, within: Option<(usize, usize)>, exit: Option<usize>, depth: usize) -> Vec<usize> {
        let parent = within.map(|(pad, _)| pad);
        let cleanup = self.choices.chance(60).then(|| {
            let pad = self.add(Role::CleanupPad(parent), None);
            let leave = if self.choices.chance(20) { Plan::Unreachable } else { Plan::CleanupRet(exit) };
            self.funclet(pad, leave, exit, depth);
            pad
        });
        let mut pads: Vec<usize> = cleanup.into_iter().collect();
        if cleanup.is_none() || self.choices.chance(70) {
            let switch = self.add(Role::CatchSwitch(parent), None);
            let unwind = cleanup.filter(|_| self.choices.chance(50)).or(exit);
            let mut handlers = Vec::new();
            for _ in 0..self.choices.within(1, 3) {
                let to = match within {
                    Some((_, inside)) => inside,
                    None => 1 + self.choices.below(self.plain - 1),
                };
                let pad = self.add(Role::CatchPad(switch), None);
                let leave = if self.choices.chance(15) { Plan::Unreachable } else { Plan::CatchRet(to) };
                self.funclet(pad, leave, unwind, depth);
                handlers.push(pad);
            }
            self.plans[switch] = Some(Plan::CatchSwitch { handlers, unwind });
            pads.push(switch);
        }
        pads
    }

    /// Adds the code of a funclet: it exits at once, or after a block that may unwind to nested pads. Exceptions that leave the
    /// funclet go to `exit`.
    fn funclet(&mut self, pad: usize, leave: Plan, exit: Option<usize>, depth: usize) {
        if depth == 0 || !self.choices.chance(35) {
            self.plans[pad] = Some(leave);
            return;
        }
        let inside = self.add(Role::Within(pad), Some(leave));
        let mut pads = self.pads(Some((pad, inside)), exit, depth - 1);
        pads.extend(exit);
        self.plans[pad] = Some(match self.choices.chance(80) {
            true => Plan::Invoke { normal: inside, unwind: *self.choices.pick(&pads) },
            false => Plan::Jump(inside),
        });
    }
}

/// A terminator for a block that may jump to the first `plain` blocks except the entry, and unwind to `pads`.
fn plan(choices: &mut Choices, plain: usize, pads: &[usize], kinds: Kinds) -> Plan {
    if plain < 2 {
        return if choices.chance(10) { Plan::Unreachable } else { Plan::Return };
    }
    let invoke = if pads.is_empty() { 0 } else { 60 };
    let kind = choices.weighted(&[15, 5, 20, 40, 15, 5, invoke, if kinds.callbr { 4 } else { 0 }]);
    let mut to = || 1 + choices.below(plain - 1);
    match kind {
        0 => Plan::Return,
        1 => Plan::Unreachable,
        2 => Plan::Jump(to()),
        3 => Plan::Branch(to(), to()),
        4 => {
            let (default, mut cases) = (to(), vec![to(), to(), to(), to()]);
            cases.truncate(choices.below(5));
            Plan::Switch(default, cases)
        }
        5 => {
            let mut targets = vec![to(), to(), to()];
            targets.truncate(choices.below(4));
            Plan::IndirectBr(targets)
        }
        6 => {
            let normal = to();
            Plan::Invoke { normal, unwind: *choices.pick(pads) }
        }
        _ => {
            let (fallthrough, mut indirect) = (to(), vec![to(), to()]);
            indirect.truncate(choices.below(3));
            Plan::CallBr { fallthrough, indirect }
        }
    }
}

impl Generator {
    /// Creates the blocks of a function and the graph of their edges.
    pub(super) fn skeleton(&mut self, function: &mut Function) -> Skeleton {
        let kinds = Kinds { landing_pads: 15, funclets: 10, callbr: true };
        let (roles, plans) = plans(&mut self.choices, self.options.blocks, kinds);
        let mut blocks = Vec::new();
        let named = !self.choices.chance(25);
        for index in 0..plans.len() {
            let name = named.then(|| self.spelled("b", index));
            let name = name.map(|name| self.module.strings.intern(&name));
            blocks.push(function.add_block(name.filter(|_| !self.choices.chance(10))));
        }
        // The entry must be first; other blocks may be in any order.
        if self.choices.chance(30) {
            for at in (2..blocks.len()).rev() {
                let with = 1 + self.choices.below(at);
                function.layout.swap(at, with);
            }
        }
        Skeleton::new(blocks, roles, plans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominators_of_a_graph_that_is_not_reducible() {
        let plans = vec![Plan::Branch(1, 2), Plan::Jump(2), Plan::Branch(1, 3), Plan::Return, Plan::Jump(3)];
        let blocks = (0..5).map(Block::from_u32).collect();
        let skeleton = Skeleton::new(blocks, vec![Role::Plain; 5], plans);
        assert_eq!(skeleton.dominators, [None, Some(0), Some(0), Some(2), None]);
        assert!(skeleton.dominates(0, 3) && !skeleton.dominates(1, 2) && !skeleton.is_reachable(4));
    }
}
