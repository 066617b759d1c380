//! Which values are still needed where, and how many at once. An operand of a PHI node is needed at the end of the block that it comes
//! from; PHI nodes are defined at the beginning of their block, all at once.
//!
//! ```
//! use tern_analysis::liveness::Liveness;
//!
//! let text = b"define i32 @f(i32 %x, i32 %y) {\n  %sum = add i32 %x, %y\n  br label %end\nend:\n  %d = mul i32 %sum, %x\n  ret i32 %d\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let liveness = Liveness::of(function).unwrap();
//! let end = function.layout[1];
//! assert_eq!(liveness.live_in(end).len(), 2);
//! assert!(liveness.live_in(end).contains(&function.args[0]) && liveness.live_out(end).is_empty());
//! assert_eq!(liveness.pressure(&module, function).integers, 2);
//! ```

use serde::Serialize;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::graph::Cfg;
use tern_llvm_ir::{Block, Function, Inst, Instruction, Local, Module, TypeKind, Value};

use crate::uses::LocalUses;

/// The values that are live at the borders of each block that can be reached. Source: Brandner and others, "Computing Liveness Sets for
/// SSA-Form Programs": each use is followed up to the definition, so that the time is that of the size of the sets.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: SecondaryMap<Block, Vec<Local>>,
    live_out: SecondaryMap<Block, Vec<Local>>,
}

/// How many values of each kind are live at once, at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pressure {
    /// Integers.
    pub integers: u32,
    /// Floating-point numbers.
    pub floats: u32,
    /// Pointers.
    pub pointers: u32,
    /// Vectors of any elements.
    pub vectors: u32,
    /// Structs, arrays, tokens and all else.
    pub others: u32,
}

/// A walk from the uses of one value to its definition.
struct Walk<'a> {
    cfg: &'a Cfg<Block>,
    found: Liveness,
    /// How many members the sets may still get.
    left: usize,
    pending: Vec<Block>,
}

impl Liveness {
    /// Computes the sets; none if they are out of proportion to the function: more than 512 members for each instruction.
    pub fn of(function: &Function) -> Option<Self> {
        Self::new(function, &Cfg::of(function), &LocalUses::of(function))
    }

    /// Computes the sets from results that exist already.
    pub fn new(function: &Function, cfg: &Cfg<Block>, uses: &LocalUses) -> Option<Self> {
        let blocks: SecondaryMap<Inst, PackedOption<Block>> = function.blocks_of_insts();
        let found = Self { live_in: SecondaryMap::new(), live_out: SecondaryMap::new() };
        let left = 1_000_000 + 512 * function.insts.len();
        let mut walk = Walk { cfg, found, left, pending: Vec::new() };
        for (local, data) in function.locals.iter() {
            let inst = data.inst.expand();
            // Arguments are defined before the first block.
            let home = inst.and_then(|inst| blocks[inst].expand());
            let mut last = None;
            for &user in uses.of_local(local).iter().filter(|&&user| last.replace(user) != Some(user)) {
                let Some(block) = blocks[user].expand() else { continue };
                match function.insts[user].inst {
                    Instruction::Phi { incoming, .. } => {
                        let is_use = |&&(value, _): &&(Value, Block)| value.local() == Some(local);
                        for &(_, from) in function.list(incoming).iter().filter(is_use) {
                            walk.mark_out(from, local)?;
                            walk.pending.push(from);
                        }
                    }
                    _ => walk.pending.push(block),
                }
                walk.climb(local, home)?;
            }
        }
        Some(walk.found)
    }

    /// The values that a block, or one behind it, needs and that are defined before it.
    pub fn live_in(&self, block: Block) -> &[Local] {
        &self.live_in[block]
    }

    /// The values that blocks behind a block need.
    pub fn live_out(&self, block: Block) -> &[Local] {
        &self.live_out[block]
    }

    /// The most values of each kind that are live at one point of the function.
    pub fn pressure(&self, module: &Module, function: &Function) -> Pressure {
        let mut most = [0u32; KINDS];
        let mut is_live: SecondaryMap<Local, bool> = SecondaryMap::with_capacity(function.locals.len());
        for &block in &function.layout {
            let mut now = [0u32; KINDS];
            let mut touched = Vec::new();
            let mut set = |now: &mut [u32; KINDS], local: Local, live: bool| {
                if std::mem::replace(&mut is_live[local], live) != live {
                    let count = &mut now[kind(module, function, local)];
                    *count = if live { *count + 1 } else { *count - 1 };
                    touched.push(local);
                }
            };
            self.live_out(block).iter().for_each(|&local| set(&mut now, local, true));
            let mut record = |now: &[u32; KINDS]| {
                most.iter_mut().zip(now).for_each(|(most, now)| *most = (*most).max(*now))
            };
            record(&now);
            for &inst in function.block_insts(block).iter().rev() {
                let data = &function.insts[inst];
                if matches!(data.inst, Instruction::Phi { .. }) {
                    continue;
                }
                if let Some(result) = data.result.expand() {
                    // An unused result is live right behind its instruction.
                    set(&mut now, result, true);
                    record(&now);
                    set(&mut now, result, false);
                }
                data.inst.for_each_operand(function, |value| {
                    if let Some(local) = value.local() {
                        set(&mut now, local, true);
                    }
                });
                record(&now);
            }
            touched.into_iter().for_each(|local| is_live[local] = false);
        }
        let [integers, floats, pointers, vectors, others] = most;
        Pressure { integers, floats, pointers, vectors, others }
    }
}

const KINDS: usize = 5;

fn kind(module: &Module, function: &Function, local: Local) -> usize {
    let ty = function.locals[local].ty;
    match module.types.kind(ty) {
        TypeKind::Integer(_) => 0,
        _ if module.types.is_float(ty) => 1,
        TypeKind::Pointer(_) => 2,
        TypeKind::Vector { .. } => 3,
        _ => 4,
    }
}

impl Walk<'_> {
    fn mark_out(&mut self, block: Block, local: Local) -> Option<()> {
        let set = &mut self.found.live_out[block];
        if self.cfg.is_reachable(block) && set.last() != Some(&local) {
            self.left = self.left.checked_sub(1)?;
            set.push(local);
        }
        Some(())
    }

    /// Follows a value from the blocks that are pending up to its definition in `home`.
    fn climb(&mut self, local: Local, home: Option<Block>) -> Option<()> {
        while let Some(block) = self.pending.pop() {
            if home == Some(block) || !self.cfg.is_reachable(block) {
                continue;
            }
            let set = &mut self.found.live_in[block];
            if set.last() == Some(&local) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            set.push(local);
            let cfg = self.cfg;
            for before in cfg.predecessors(block) {
                self.mark_out(before, local)?;
                self.pending.push(before);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_keep_values_alive() {
        let text = b"define float @f(i32 %n, ptr %p, float %x) {\nentry:\n  br label %loop\nloop:\n\
            \x20 %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  %y = phi float [ %x, %entry ], [ %z, %loop ]\n\
            \x20 %v = load float, ptr %p\n  %z = fadd float %y, %v\n  %next = add i32 %i, 1\n  %c = icmp ult i32 %next, %n\n\
            \x20 br i1 %c, label %loop, label %end\nend:\n  ret float %z\ndead:\n  ret float %x\n}\n";
        let module = tern_llvm_ir::read(text, "f.ll").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        let liveness = Liveness::of(function).unwrap();
        let names = |locals: &[Local]| {
            let name = |&local: &Local| {
                String::from_utf8_lossy(module.strings.get(function.locals[local].name.unwrap())).into_owned()
            };
            let mut names: Vec<String> = locals.iter().map(name).collect();
            names.sort();
            names.join(" ")
        };
        let sets: Vec<(String, String)> = function
            .layout
            .iter()
            .map(|&block| (names(liveness.live_in(block)), names(liveness.live_out(block))))
            .collect();
        let expected = [("n p x", "n p x"), ("n p", "n next p z"), ("z", ""), ("", "")];
        assert!(sets.iter().zip(expected).all(|((a, b), (c, d))| a == c && b == d), "{sets:?}");
        let pressure = liveness.pressure(&module, function);
        assert_eq!((pressure.integers, pressure.floats, pressure.pointers), (3, 2, 1));
    }

    #[test]
    fn sets_out_of_proportion_are_not_made() {
        let mut text = String::from("define void @f(i32 %n) {\n");
        (0..4000).for_each(|at| text.push_str(&format!("  %v{at} = add i32 %n, {at}\n")));
        (0..4000).for_each(|at| text.push_str(&format!("  br label %b{at}\nb{at}:\n")));
        (0..4000).for_each(|at| text.push_str(&format!("  call void @g(i32 %v{at})\n")));
        text.push_str("  ret void\n}\ndeclare void @g(i32)\n");
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        assert!(Liveness::of(function).is_none());
    }
}
