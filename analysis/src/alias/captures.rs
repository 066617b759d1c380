//! Where the address of an object becomes known to other code, so that pointers that come from there may point to it.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::{CapturedProvenance, Captures};
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::graph::reachable;
use tern_llvm_ir::instruction::{CallSite, CastOp};
use tern_llvm_ir::{Block, Inst, Instruction, Local, Module, TypeKind, Value};

use super::Aliases;

/// Where a pointer is captured.
#[derive(Debug)]
pub(super) struct CapturedAt {
    insts: Vec<Inst>,
    /// The blocks that may run behind one of these instructions.
    behind: FxHashSet<Block>,
    /// Whether it is captured from the beginning, or there are too many uses to tell.
    always: bool,
}

/// How many values that are made of a pointer are looked at, and how many of their uses.
const VALUES: usize = 64;
const USES: usize = 256;

/// What a use of a pointer does.
enum Use {
    Nothing,
    /// The result is made of the pointer.
    Derives,
    Captures,
}

impl Aliases<'_> {
    /// Whether an object may be known to other code once an instruction has run.
    pub(super) fn is_captured_by(&self, object: Value, inst: Inst) -> bool {
        self.is_captured_before(object, inst)
            || object.local().is_none_or(|local| self.captured(local).insts.contains(&inst))
    }

    /// Whether an object may be known to other code when an instruction begins to run.
    pub(super) fn is_captured_before(&self, object: Value, inst: Inst) -> bool {
        let Some(local) = object.local() else { return true };
        let captured = self.captured(local);
        let Some(block) = self.blocks[inst].expand() else { return true };
        let is_earlier =
            |&at: &Inst| self.blocks[at].expand() == Some(block) && self.places[at] < self.places[inst];
        captured.always || captured.behind.contains(&block) || captured.insts.iter().any(is_earlier)
    }

    fn captured(&self, object: Local) -> Rc<CapturedAt> {
        if let Some(known) = self.pointers.borrow().captures.get(&object) {
            return known.clone();
        }
        let found = Rc::new(self.captures(object));
        self.pointers.borrow_mut().captures.insert(object, found.clone());
        found
    }

    fn captures(&self, object: Local) -> CapturedAt {
        let mut at = CapturedAt { insts: Vec::new(), behind: FxHashSet::default(), always: false };
        let (mut derived, mut next, mut uses) = (vec![object], 0, 0);
        while let Some(&pointer) = derived.get(next) {
            next += 1;
            let users = self.uses.users(pointer);
            uses += users.len();
            if uses > USES || derived.len() > VALUES {
                at.always = true;
                return at;
            }
            for &user in users {
                match self.use_of(pointer.into(), user) {
                    Use::Nothing => {}
                    Use::Captures => at.insts.push(user),
                    Use::Derives => match self.function.insts[user].result.expand() {
                        Some(result) if !derived.contains(&result) => derived.push(result),
                        _ => {}
                    },
                }
            }
        }
        let ends = at.insts.iter().filter_map(|&inst| self.blocks[inst].expand());
        let behind = ends.flat_map(|block| self.function.successors(block));
        let next =
            |block, tell: &mut dyn FnMut(Block)| self.function.successors(block).into_iter().for_each(tell);
        at.behind = reachable(behind, next).into_iter().collect();
        at
    }

    fn use_of(&self, pointer: Value, user: Inst) -> Use {
        let captures_if = |captures: bool| if captures { Use::Captures } else { Use::Nothing };
        match &self.function.insts[user].inst {
            // Volatile accesses may be seen by others.
            Instruction::Load { volatile, .. } => captures_if(*volatile),
            Instruction::Store { value, volatile, .. } => captures_if(*volatile || *value == pointer),
            Instruction::CmpXchg(it) => {
                captures_if(it.volatile || it.expected == pointer || it.new == pointer)
            }
            Instruction::AtomicRmw(it) => captures_if(it.volatile || it.value == pointer),
            Instruction::GetElementPtr { .. }
            | Instruction::Phi { .. }
            | Instruction::Select { .. }
            | Instruction::Freeze(_)
            | Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, .. } => Use::Derives,
            // The number alone gives no right to access the object, and nothing runs behind a return.
            Instruction::ICmp { .. }
            | Instruction::Cast { op: CastOp::PtrToAddr, .. }
            | Instruction::Ret(_)
            | Instruction::VaArg { .. } => Use::Nothing,
            inst => match inst.call_site() {
                Some(call) => self.use_in_call(pointer, call),
                None => Use::Captures,
            },
        }
    }

    fn use_in_call(&self, pointer: Value, call: &CallSite) -> Use {
        let module = self.module;
        let is_void = matches!(module.types.kind(call.function_type), TypeKind::Function { ret, .. }
            if *ret == module.types.common.void);
        // A call that only reads memory, returns nothing and does not unwind captures no pointer.
        let is_silent = is_void
            && !module.call_memory_effects(call).writes()
            && module.call_has_attribute(call, AttributeKind::NoUnwind)
            && call.bundles.is_empty();
        if is_silent {
            return Use::Nothing;
        }
        let mut found = Use::Nothing;
        for (position, _) in call.args.iter().enumerate().filter(|&(_, &argument)| argument == pointer) {
            match captured_by(module, call, position) {
                Argument::Returned => found = Use::Derives,
                Argument::Kept => return Use::Captures,
                Argument::Free => {}
            }
        }
        let is_assumption =
            module.named_callee(call).and_then(|callee| module.name(callee)) == Some(b"llvm.assume");
        let in_bundle = call.bundles.iter().any(|bundle| bundle.inputs.contains(&pointer));
        if in_bundle && !is_assumption { Use::Captures } else { found }
    }
}

enum Argument {
    Free,
    /// The result is the argument.
    Returned,
    Kept,
}

/// What a call does with an argument, by its attributes, those of the callee and LLVM's of an intrinsic.
fn captured_by(module: &Module, call: &CallSite, position: usize) -> Argument {
    let (mut is_returned, mut is_free) = (false, false);
    for set in module.call_attributes(call, AttributeIndex::Parameter(position)) {
        let has = |kind| module.attribute(set, kind).is_some();
        let captures = module.attribute_value::<Captures>(set);
        is_returned |= has(AttributeKind::Returned);
        // By `byval`, the callee has a copy of its own.
        is_free |= has(AttributeKind::ByVal)
            || captures.is_some_and(|it| {
                let parts = [it.result.provenance, it.other.provenance];
                parts.into_iter().all(|part| part == CapturedProvenance::Nothing)
            });
    }
    match (is_free, is_returned) {
        (true, false) => Argument::Free,
        (true, true) => Argument::Returned,
        (false, _) => Argument::Kept,
    }
}
