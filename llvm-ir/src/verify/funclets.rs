//! Which funclets blocks belong to, and the calls in them. Source: LLVM, Exception Handling in LLVM, Funclet transitions.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::{Body, Rule, check};
use crate::constants::ConstantKind;
use crate::function::Block;
use crate::instruction::{CallSite, Inst, Instruction};

/// The blocks with which the funclets of each block begin.
pub(super) type Colors = SecondaryMap<Block, SmallVec<[Block; 1]>>;

/// Personality functions whose handlers are funclets.
const SCOPED: [&[u8]; 6] = [
    b"__CxxFrameHandler3",
    b"_except_handler3",
    b"_except_handler4",
    b"__C_specific_handler",
    b"ProcessCLRException",
    b"__gxx_wasm_personality_v0",
];

impl Body<'_, '_> {
    /// Whether the function has a personality whose handlers are funclets.
    fn has_funclets(&self) -> bool {
        let module = self.context.module;
        let personality =
            self.function.personality.map(|personality| self.context.without_casts(personality));
        personality.is_some_and(|personality| match *module.constants.kind(personality) {
            ConstantKind::Global(global) => module.name(global).is_some_and(|name| SCOPED.contains(&name)),
            _ => false,
        })
    }

    /// Determines the funclets of all blocks that can be reached.
    fn color(&self) -> Colors {
        let mut colors = Colors::new();
        let entry = self.function.layout[0];
        let mut work = vec![(entry, entry)];
        while let Some((block, color)) = work.pop() {
            let begins = self.first_of(block).is_some_and(|first| self.inst(first).is_pad());
            let color = if begins { block } else { color };
            if colors[block].contains(&color) {
                continue;
            }
            colors[block].push(color);
            let Some(end) = self.function.terminator(block) else { continue };
            let next = match self.inst(end) {
                Instruction::CatchRet { pad, .. } => self.funclet_around(*pad).unwrap_or(entry),
                _ => color,
            };
            work.extend(self.inst(end).successors().into_iter().map(|successor| (successor, next)));
        }
        colors
    }

    /// The block of the pad that is around the `catchswitch` of a `catchpad`.
    fn funclet_around(&self, pad: crate::function::Value) -> Option<Block> {
        let (_, Instruction::CatchPad { parent, .. }) = self.defined_by(pad)? else { return None };
        let (_, Instruction::CatchSwitch(switch)) = self.defined_by(*parent)? else { return None };
        Some(self.flow.place(self.definition(switch.parent)?).0)
    }

    /// An intrinsic that may become a call says in which funclet it is.
    pub(super) fn funclet_is_named(&self, inst: Inst, call: &CallSite) -> Rule {
        if !self.has_funclets() {
            return Ok(());
        }
        let colors = self.colors.get_or_init(|| self.color());
        let is_inside = colors[self.flow.place(inst).0].iter().any(|&color| {
            let first = self.first_of(color).map(|first| self.inst(first));
            matches!(first, Some(Instruction::CatchPad { .. } | Instruction::CleanupPad { .. }))
        });
        let is_named = self.bundle(call, "funclet").is_some();
        check!(!is_inside || is_named, "Missing funclet token on intrinsic call", inst);
        Ok(())
    }
}
