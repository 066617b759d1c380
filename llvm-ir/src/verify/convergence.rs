//! Control of convergence: where its intrinsics stand, and who uses their tokens. Source: LLVM, Convergent Operation Semantics.

use rustc_hash::FxHashMap;

use super::{Body, Rule, broken, check};
use crate::attributes::AttributeKind;
use crate::function::Block;
use crate::graph::{Cfg, Cycle, Cycles, reverse_post_order};
use crate::instruction::{CallSite, Inst};
use crate::module::Module;
use crate::query::Callee;

/// What is known of the convergent operations of a function so far.
#[derive(Default)]
pub(super) struct State {
    /// Whether tokens control them.
    controlled: Option<bool>,
    /// The last block that has one.
    block: Option<Block>,
    /// What defines the token that a call uses.
    tokens: FxHashMap<Inst, Inst>,
}

/// Whether a module may have tokens: it names the bundle or an intrinsic.
pub(super) fn has_tokens(module: &Module) -> bool {
    let named: [&[u8]; 4] = [
        b"convergencectrl",
        b"llvm.experimental.convergence.entry",
        b"llvm.experimental.convergence.anchor",
        b"llvm.experimental.convergence.loop",
    ];
    named.into_iter().any(|name| module.strings.find(name).is_some())
}

/// The intrinsics that define tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Entry,
    Anchor,
    Loop,
}

impl Body<'_, '_> {
    fn control(&self, inst: Inst) -> Option<Control> {
        let Callee::Intrinsic(callee) = self.context.module.called(self.inst(inst).call_site()?) else {
            return None;
        };
        match &*self.context.name(callee) {
            "llvm.experimental.convergence.entry" => Some(Control::Entry),
            "llvm.experimental.convergence.anchor" => Some(Control::Anchor),
            "llvm.experimental.convergence.loop" => Some(Control::Loop),
            _ => None,
        }
    }

    /// What defines the token of a call.
    fn token_of(&self, inst: Inst, call: &CallSite) -> Result<Option<Inst>, Box<super::Broken>> {
        let strings = &self.context.module.strings;
        let mut bundles = call.bundles.iter().filter(|bundle| strings.get(bundle.tag) == b"convergencectrl");
        let Some(bundle) = bundles.next() else { return Ok(None) };
        if bundles.next().is_some() {
            return Err(broken(
                "The 'convergencectrl' bundle can occur at most once on a call",
                [inst.into()],
            ));
        }
        let &[token] = &bundle.inputs[..] else {
            return Err(broken(
                "The 'convergencectrl' bundle requires exactly one token use.",
                [inst.into()],
            ));
        };
        if self.type_of(token) != self.types().common.token {
            return Err(broken(
                "The 'convergencectrl' bundle requires exactly one token use.",
                [inst.into()],
            ));
        }
        match self.definition(token).filter(|&token| self.control(token).is_some()) {
            Some(token) => Ok(Some(token)),
            None => {
                let message = "Convergence control tokens can only be produced by calls to the convergence control intrinsics.";
                Err(broken(message, [token.into(), inst.into()]))
            }
        }
    }

    /// The rules for a call, in a module that has tokens.
    pub(super) fn convergence(&self, inst: Inst, call: &CallSite) -> Rule {
        let module = self.context.module;
        let mut state = self.convergence.borrow_mut();
        let block = self.flow.place(inst).0;
        let token = self.token_of(inst, call)?;
        let control = self.control(inst);
        let is_preceded = state.block == Some(block);
        match control {
            Some(Control::Entry) => {
                let is_inside = module.has_attribute(self.function, AttributeKind::Convergent);
                check!(is_inside, "Entry intrinsic can occur only in a convergent function.", inst);
                let is_entry = block == self.function.layout[0];
                check!(is_entry, "Entry intrinsic can occur only in the entry block.", inst);
                check!(
                    !is_preceded,
                    "Entry intrinsic cannot be preceded by a convergent operation in the same basic block.",
                    inst
                );
            }
            Some(Control::Loop) => {
                let message = "Loop intrinsic must have a convergencectrl token operand.";
                check!(token.is_some(), message, inst);
                check!(
                    !is_preceded,
                    "Loop intrinsic cannot be preceded by a convergent operation in the same basic block.",
                    inst
                );
            }
            Some(Control::Anchor) | None => {}
        }
        if matches!(control, Some(Control::Entry | Control::Anchor)) {
            let message = "Entry or anchor intrinsic cannot have a convergencectrl token operand.";
            check!(token.is_none(), message, inst);
        }
        let is_convergent = self.call_has(call, AttributeKind::Convergent);
        if is_convergent {
            state.block = Some(block);
        }
        let is_controlled = token.is_some() || control.is_some();
        if is_controlled || is_convergent {
            let first = *state.controlled.get_or_insert(is_controlled);
            let message = "Cannot mix controlled and uncontrolled convergence in the same function.";
            check!(first == is_controlled, message, inst);
        }
        if let Some(token) = token {
            state.tokens.insert(inst, token);
        }
        Ok(())
    }

    /// The regions of tokens nest, and each cycle uses tokens from outside only at its heart.
    pub(super) fn convergence_regions(&self) -> Rule {
        let state = self.convergence.borrow();
        if state.tokens.is_empty() {
            return Ok(());
        }
        let function = self.function;
        let cycles = Cycles::new(&Cfg::of(function));
        let mut hearts = FxHashMap::default();
        let mut live: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        let blocks = reverse_post_order(&function.layout, |block| function.successors(block));
        for block in blocks.into_iter().filter(|&block| self.flow.dominators.is_reachable(block)) {
            let mut tokens = live.remove(&block).unwrap_or_default();
            for &inst in function.block_insts(block) {
                if let Some(&token) = state.tokens.get(&inst) {
                    let dominates = self.flow.dominators.dominates(self.flow.place(token).0, block);
                    let message = "Convergence control token must dominate all its uses.";
                    check!(dominates, message, token, inst);
                    let Some(position) = tokens.iter().position(|&live| live == token) else {
                        let message = "Convergence region is not well-nested.";
                        return Err(broken(message, [token.into(), inst.into()]));
                    };
                    tokens.truncate(position + 1);
                    self.token_in_cycle(&cycles, &mut hearts, token, inst)?;
                }
                if self.control(inst).is_some() {
                    tokens.push(inst);
                }
            }
            for successor in function.successors(block) {
                match live.get_mut(&successor) {
                    Some(known) => known.retain(|token| tokens.contains(token)),
                    None => {
                        let dominates = |token: &&Inst| {
                            self.flow.dominators.dominates(self.flow.place(**token).0, successor)
                        };
                        live.insert(successor, tokens.iter().take_while(dominates).copied().collect());
                    }
                }
            }
        }
        Ok(())
    }

    /// A cycle that uses a token from outside does so once, at its only entry.
    fn token_in_cycle(
        &self,
        cycles: &Cycles<Block>,
        hearts: &mut FxHashMap<Cycle, Inst>,
        token: Inst,
        user: Inst,
    ) -> Rule {
        let (defined, block) = (self.flow.place(token).0, self.flow.place(user).0);
        let Some(mut cycle) = cycles.innermost(block) else { return Ok(()) };
        if defined == block || cycles.contains(cycle, defined) {
            return Ok(());
        }
        check!(
            self.control(user) == Some(Control::Loop),
            "Convergence token used by an instruction other than llvm.experimental.convergence.loop in a cycle that does not contain \
             the token's definition.",
            user,
        );
        while let Some(around) = cycles[cycle].parent.filter(|&around| !cycles.contains(around, defined)) {
            cycle = around;
        }
        let is_heart = cycles[cycle].header == block && !cycles[cycle].is_irreducible;
        check!(is_heart, "Cycle heart must dominate all blocks in the cycle.", user, block);
        if let Some(other) = hearts.insert(cycle, user) {
            let message = "Two static convergence token uses in a cycle that does not contain either token's definition.";
            return Err(broken(message, [user.into(), other.into()]));
        }
        Ok(())
    }
}
