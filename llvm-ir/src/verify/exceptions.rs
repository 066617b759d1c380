//! Exceptions: landing pads, and pads of funclets: where they stand, which instructions lead to them, how they nest, and where exceptions
//! leave them for. Source: LangRef, Exception Handling; LLVM, Exception Handling in LLVM.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Body, Rule, Subject, broken, check};
use crate::attributes::AttributeKind;
use crate::constants::ConstantKind;
use crate::function::{Block, Value};
use crate::instruction::{Bundle, CallSite, CatchSwitch, Inst, Instruction, Invoke, LandingPad};
use crate::query::Callee;
use crate::types::TypeKind;

/// Where an exception that leaves a pad goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Destination {
    Caller,
    Pad(Inst),
}

impl<'m> Body<'_, 'm> {
    /// The first instruction of a block that is no PHI node.
    pub(super) fn first_of(&self, block: Block) -> Option<Inst> {
        let is_first =
            |&inst: &Inst| !matches!(self.inst(inst), Instruction::Phi { .. } | Instruction::DebugRecord(_));
        self.function.block_insts(block).iter().copied().find(is_first)
    }

    /// The pad that begins a block.
    fn pad_of(&self, block: Block) -> Option<Inst> {
        self.first_of(block).filter(|&inst| self.inst(inst).is_pad())
    }

    fn is_first(&self, inst: Inst) -> bool {
        self.first_of(self.flow.place(inst).0) == Some(inst)
    }

    /// The pad that a `catchswitch`, `catchpad` or `cleanuppad` is within.
    fn parent(&self, pad: Inst) -> Option<Value> {
        match self.inst(pad) {
            Instruction::CatchPad { parent, .. } | Instruction::CleanupPad { parent, .. } => Some(*parent),
            Instruction::CatchSwitch(switch) => Some(switch.parent),
            _ => None,
        }
    }

    fn is_none(&self, value: Value) -> bool {
        let constant = value.constant();
        constant.is_some_and(|constant| *self.context.constants().kind(constant) == ConstantKind::None)
    }

    fn is_funclet_pad(&self, value: Value) -> bool {
        let pad = self.defined_by(value).map(|(_, inst)| inst);
        matches!(pad, Some(Instruction::CatchPad { .. } | Instruction::CleanupPad { .. }))
    }

    /// All landing pads and resumed values of a function have one type.
    fn agrees_with_landing_pads(&self, inst: Inst, ty: crate::types::Type, what: &str) -> Rule {
        let first = self.landing_type.get().unwrap_or(ty);
        self.landing_type.set(Some(first));
        let message =
            || format!("The {what} instruction should have a consistent result type inside a function.");
        check!(first == ty, message(), inst);
        Ok(())
    }

    /// `landingpad`.
    pub(super) fn landing_pad(&self, inst: Inst, pad: &LandingPad) -> Rule {
        let acts = pad.cleanup || !pad.clauses.is_empty();
        check!(acts, "LandingPadInst needs at least one clause or to be a cleanup.", inst);
        self.is_no_entry(inst)?;
        let block = self.flow.place(inst).0;
        for &from in self.flow.predecessors(block) {
            let leads = self.function.terminator(from).is_some_and(|end| match self.inst(end) {
                Instruction::Invoke(invoke) => invoke.unwind == block && invoke.normal != block,
                _ => false,
            });
            check!(
                leads,
                "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.",
                inst
            );
        }
        self.agrees_with_landing_pads(inst, self.result(inst), "landingpad")?;
        self.has_personality(inst, "LandingPadInst")?;
        let is_first = self.is_first(inst);
        check!(is_first, "LandingPadInst not the first non-PHI instruction in the block.", inst);
        for &(clause, is_filter) in &pad.clauses {
            if is_filter {
                let is_array = clause.constant().is_some_and(|clause| {
                    let data = self.context.constants().get(clause);
                    match data.kind {
                        ConstantKind::Aggregate(_) => {
                            matches!(self.types().kind(data.ty), TypeKind::Array { .. })
                        }
                        // Zeros are stored in one way, but a scalar null is no array.
                        ConstantKind::Zero => !self.types().is_pointer(data.ty),
                        _ => false,
                    }
                });
                check!(is_array, "Filter operand is not an array of constants!", inst);
            } else {
                let is_pointer = self.types().is_pointer(self.type_of(clause));
                check!(is_pointer, "Catch operand does not have pointer type!", inst);
            }
        }
        Ok(())
    }

    fn has_personality(&self, inst: Inst, name: &str) -> Rule {
        let has = self.function.personality.is_some();
        let message = || format!("{name} needs to be in a function with a personality.");
        check!(has, message(), inst);
        Ok(())
    }

    fn is_no_entry(&self, inst: Inst) -> Rule {
        let is_entry = self.flow.place(inst).0 == self.function.layout[0];
        check!(!is_entry, "EH pad cannot be in entry block.", inst);
        Ok(())
    }

    /// `resume`.
    pub(super) fn resume(&self, inst: Inst, value: Value) -> Rule {
        self.has_personality(inst, "ResumeInst")?;
        self.agrees_with_landing_pads(inst, self.type_of(value), "resume")
    }

    /// `catchpad`.
    pub(super) fn catch_pad(&self, inst: Inst, parent: Value) -> Rule {
        self.has_personality(inst, "CatchPadInst")?;
        let message = "CatchPadInst needs to be directly nested in a CatchSwitchInst.";
        let Some((found, Instruction::CatchSwitch(switch))) = self.defined_by(parent) else {
            return Err(broken(message, [parent.into()]));
        };
        let is_first = self.is_first(inst);
        check!(is_first, "CatchPadInst not the first non-PHI instruction in the block.", inst);
        self.is_no_entry(inst)?;
        let (block, of_switch) = (self.flow.place(inst).0, self.flow.place(found).0);
        check!(
            self.flow.predecessors(block).iter().all(|&from| from == of_switch),
            "Block containg CatchPadInst must be jumped to only by its catchswitch.",
            inst,
        );
        let message = "Catchswitch cannot unwind to one of its catchpads";
        check!(switch.unwind != Some(block), message, found, inst);
        self.leaves_for_one(inst)
    }

    /// `cleanuppad`.
    pub(super) fn cleanup_pad(&self, inst: Inst, parent: Value) -> Rule {
        self.has_personality(inst, "CleanupPadInst")?;
        let is_first = self.is_first(inst);
        check!(is_first, "CleanupPadInst not the first non-PHI instruction in the block.", inst);
        let is_right = self.is_none(parent) || self.is_funclet_pad(parent);
        check!(is_right, "CleanupPadInst has an invalid parent.", inst);
        self.predecessors_of_pad(inst)?;
        self.leaves_for_one(inst)
    }

    /// `catchswitch`.
    pub(super) fn catch_switch(&self, inst: Inst, switch: &CatchSwitch) -> Rule {
        self.has_personality(inst, "CatchSwitchInst")?;
        let is_first = self.is_first(inst);
        check!(is_first, "CatchSwitchInst not the first non-PHI instruction in the block.", inst);
        let is_right = self.is_none(switch.parent) || self.is_funclet_pad(switch.parent);
        check!(is_right, "CatchSwitchInst has an invalid parent.", switch.parent);
        if let Some(unwind) = switch.unwind {
            let pad = self.unwinds_to_pad(inst, unwind, "CatchSwitchInst")?;
            if self.parent(pad) == Some(switch.parent) {
                self.siblings.borrow_mut().push((inst, inst));
            }
        }
        let message = "CatchSwitchInst cannot have empty handler list";
        check!(!switch.handlers.is_empty(), message, inst);
        for &handler in &switch.handlers {
            let first = self.first_of(handler).map(|first| self.inst(first));
            let is_pad = matches!(first, Some(Instruction::CatchPad { .. }));
            check!(is_pad, "CatchSwitchInst handlers must be catchpads", inst, handler);
        }
        self.predecessors_of_pad(inst)
    }

    /// The pad of a funclet at which an exception that leaves a `catchswitch` or a cleanup arrives.
    fn unwinds_to_pad(&self, inst: Inst, block: Block, name: &str) -> Result<Inst, Box<super::Broken>> {
        let pad = self.pad_of(block).filter(|&pad| !matches!(self.inst(pad), Instruction::LandingPad(_)));
        let message = || format!("{name} must unwind to an EH block which is not a landingpad.");
        pad.ok_or_else(|| broken(message(), [inst.into()]))
    }

    /// `catchret`.
    pub(super) fn catch_ret(&self, inst: Inst, pad: Value) -> Rule {
        let is_right = matches!(self.defined_by(pad), Some((_, Instruction::CatchPad { .. })));
        check!(is_right, "CatchReturnInst needs to be provided a CatchPad", inst, pad);
        Ok(())
    }

    /// `cleanupret`.
    pub(super) fn cleanup_ret(&self, inst: Inst, pad: Value, unwind: Option<Block>) -> Rule {
        let is_right = matches!(self.defined_by(pad), Some((_, Instruction::CleanupPad { .. })));
        check!(is_right, "CleanupReturnInst needs to be provided a CleanupPad", inst, pad);
        match unwind {
            Some(unwind) => self.unwinds_to_pad(inst, unwind, "CleanupReturnInst").map(drop),
            None => Ok(()),
        }
    }

    /// The unwind destination of an `invoke` begins with an exception handling instruction.
    pub(super) fn unwind_destination(&self, inst: Inst, block: Block) -> Rule {
        let is_pad = self.pad_of(block).is_some();
        check!(is_pad, "The unwind destination does not have an exception handling instruction!", inst);
        Ok(())
    }

    /// Only exceptions lead to a `catchswitch` or `cleanuppad`, from funclets that are within its parent.
    fn predecessors_of_pad(&self, pad: Inst) -> Rule {
        self.is_no_entry(pad)?;
        let block = self.flow.place(pad).0;
        let within = self.parent(pad);
        for &from in self.flow.predecessors(block) {
            let Some(end) = self.function.terminator(from) else { continue };
            let source = match self.inst(end) {
                Instruction::Invoke(invoke) => {
                    let is_edge = invoke.unwind == block && invoke.normal != block;
                    check!(is_edge, "EH pad must be jumped to via an unwind edge", pad, end);
                    match self.raises_within(invoke) {
                        Some(source) => source,
                        None => continue,
                    }
                }
                Instruction::CleanupRet { pad, .. } => {
                    check!(Some(*pad) != within, "A cleanupret must exit its cleanup", end);
                    Some(*pad)
                }
                Instruction::CatchSwitch(_) => self.function.insts[end].result.expand().map(Value::from),
                _ => {
                    let message = "EH pad must be jumped to via an unwind edge";
                    return Err(broken(message, [pad.into(), end.into()]));
                }
            };
            self.leaves_pads_until(source, pad, within, end)?;
        }
        Ok(())
    }

    /// The pad within which an `invoke` raises an exception, or a missing one outside of all pads; `None` if it raises none.
    fn raises_within(&self, invoke: &Invoke) -> Option<Option<Value>> {
        let module = self.context.module;
        if let Callee::Intrinsic(callee) = module.called(&invoke.call)
            && self.call_has(&invoke.call, AttributeKind::NoUnwind)
            && !self.context.known(callee).is_some_and(|known| known.may_become_call)
        {
            return None;
        }
        Some(self.bundle(&invoke.call, "funclet").and_then(|bundle| bundle.inputs.first().copied()))
    }

    /// The first bundle of a call with this tag.
    pub(super) fn bundle<'a>(&self, call: &'a CallSite, tag: &str) -> Option<&'a Bundle> {
        call.bundles.iter().find(|bundle| self.context.module.strings.get(bundle.tag) == tag.as_bytes())
    }

    /// An edge leaves pads, from `source` on, until it is where `within` is the innermost one.
    fn leaves_pads_until(&self, source: Option<Value>, pad: Inst, within: Option<Value>, end: Inst) -> Rule {
        let within = within.filter(|&within| !self.is_none(within));
        let mut source = source.filter(|&source| !self.is_none(source));
        let mut seen = FxHashSet::default();
        loop {
            let leaving = source.and_then(|source| self.definition(source));
            if leaving == Some(pad) {
                let message = "EH pad cannot handle exceptions raised within it";
                return Err(broken(message, [pad.into(), end.into()]));
            }
            if source == within {
                return Ok(());
            }
            let Some(value) = source else {
                return Err(broken("A single unwind edge may only enter one EH pad", [end.into()]));
            };
            check!(seen.insert(value), "EH pad jumps through a cycle of pads", value);
            let parent = leaving.and_then(|leaving| self.parent(leaving));
            let Some(parent) = parent else {
                let message = "Parent pad must be catchpad/cleanuppad/catchswitch";
                return Err(broken(message, [end.into()]));
            };
            source = Some(parent).filter(|&parent| !self.is_none(parent));
        }
    }

    /// The destination of the edge by which a user of a pad leaves it; `None` if the user says nothing of that.
    fn edge(&self, user: Inst) -> Option<Option<Block>> {
        match self.inst(user) {
            Instruction::CleanupRet { unwind, .. } => Some(*unwind),
            Instruction::CatchSwitch(switch) => switch.unwind.map(Some),
            Instruction::Invoke(invoke) => Some(Some(invoke.unwind)),
            _ => None,
        }
    }

    /// All exceptions that leave the pad of a funclet have one destination; those that leave a `catchpad`, that of its `catchswitch`.
    fn leaves_for_one(&self, pad: Inst) -> Rule {
        let mut first: Option<(Inst, Destination)> = None;
        let (mut work, mut seen) = (vec![pad], FxHashSet::default());
        while let Some(current) = work.pop() {
            check!(seen.insert(current), "FuncletPadInst must not be nested within itself", current);
            // The innermost pad that no known edge leaves, if there is an edge.
            let mut kept: Option<Value> = None;
            let mut is_known = false;
            for &user in self.users_of(current) {
                match self.inst(user) {
                    Instruction::CleanupPad { .. } => {
                        work.push(user);
                        continue;
                    }
                    Instruction::CleanupRet { .. }
                    | Instruction::CatchSwitch(_)
                    | Instruction::Invoke(_)
                    | Instruction::Call(_)
                    | Instruction::CatchRet { .. } => {}
                    _ => return Err(broken("Bogus funclet pad use", [user.into()])),
                }
                let Some(block) = self.edge(user) else { continue };
                let Some((destination, leaves)) = self.left_by(block, current, pad, &mut kept) else {
                    continue;
                };
                is_known = true;
                if leaves {
                    match first {
                        Some((other, known)) => check!(
                            known == destination,
                            "Unwind edges out of a funclet pad must have the same unwind dest",
                            pad,
                            user,
                            other,
                        ),
                        None => {
                            first = Some((user, destination));
                            self.note_sibling(pad, user, destination);
                        }
                    }
                }
                if current != pad {
                    break;
                }
            }
            if is_known && current != pad {
                self.drop_resolved(&mut work, current, kept);
            }
        }
        self.agrees_with_switch(pad, first)
    }

    /// The destination of an edge from within `current`, and whether it leaves `pad`; `None` if it leaves neither. `kept` becomes the
    /// innermost pad that it does not leave.
    fn left_by(
        &self,
        block: Option<Block>,
        current: Inst,
        pad: Inst,
        kept: &mut Option<Value>,
    ) -> Option<(Destination, bool)> {
        let result = |inst: Inst| self.function.insts[inst].result.expand().map(Value::from);
        let Some(block) = block else {
            *kept = result(pad);
            return Some((Destination::Caller, true));
        };
        let target = self.pad_of(block)?;
        let outside = self.parent(target);
        if outside.is_some() && outside == result(current) {
            return None;
        }
        let mut left = current;
        loop {
            if left == pad {
                *kept = result(pad);
                return Some((Destination::Pad(target), true));
            }
            let parent = self.parent(left)?;
            if Some(parent) == outside {
                *kept = Some(parent);
                return Some((Destination::Pad(target), false));
            }
            left = self.definition(parent)?;
        }
    }

    /// Removes pads whose exceptions leave for a known place: those within pads from `current` outwards, up to `kept`.
    fn drop_resolved(&self, work: &mut Vec<Inst>, current: Inst, kept: Option<Value>) {
        let mut resolved = FxHashSet::default();
        let mut at = Some(current);
        while let Some(pad) = at {
            let value = self.function.insts[pad].result.expand().map(Value::from);
            if value == kept || !resolved.insert(value) {
                break;
            }
            at = self.parent(pad).and_then(|parent| self.definition(parent));
        }
        while work.last().is_some_and(|&uncle| resolved.contains(&self.parent(uncle))) {
            work.pop();
        }
    }

    fn note_sibling(&self, pad: Inst, user: Inst, destination: Destination) {
        if let (Instruction::CleanupPad { .. }, Destination::Pad(target)) = (self.inst(pad), destination)
            && self.parent(target) == self.parent(pad)
        {
            self.siblings.borrow_mut().push((pad, user));
        }
    }

    fn agrees_with_switch(&self, pad: Inst, first: Option<(Inst, Destination)>) -> Rule {
        let Some((user, destination)) = first else { return Ok(()) };
        let Instruction::CatchPad { parent, .. } = self.inst(pad) else { return Ok(()) };
        let Some((found, Instruction::CatchSwitch(switch))) = self.defined_by(*parent) else { return Ok(()) };
        let expected = switch
            .unwind
            .map_or(Some(Destination::Caller), |block| self.first_of(block).map(Destination::Pad));
        check!(
            expected == Some(destination),
            "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch",
            pad,
            user,
            found,
        );
        Ok(())
    }

    /// Pads beside each other do not handle each other's exceptions in a cycle.
    pub(super) fn siblings(&self) -> Rule {
        let siblings = self.siblings.borrow();
        if siblings.is_empty() {
            return Ok(());
        }
        let ends: FxHashMap<Inst, Inst> = siblings.iter().copied().collect();
        let next = |pad: Inst| {
            let end = *ends.get(&pad)?;
            Some((end, self.first_of(self.edge(end)??)?))
        };
        let mut visited = FxHashSet::default();
        for &(start, _) in siblings.iter() {
            let (mut path, mut at) = (Vec::new(), start);
            while visited.insert(at) {
                path.push(at);
                let Some((_, after)) = next(at) else { break };
                at = after;
            }
            if let Some(begin) = path.iter().position(|&pad| pad == at)
                && next(at).is_some()
            {
                let cycle = path[begin..].iter().flat_map(|&pad| [Some(pad), next(pad).map(|(end, _)| end)]);
                let mut about: Vec<Inst> = cycle.flatten().collect();
                about.dedup();
                let about = about.into_iter().map(Subject::from);
                return Err(broken("EH pads can't handle each other's exceptions", about));
            }
        }
        Ok(())
    }
}
