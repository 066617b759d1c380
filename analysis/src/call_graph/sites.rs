//! Call sites, and what they may call.

use rustc_hash::FxHashMap;
use tern_llvm_ir::cranelift_entity::{PrimaryMap, entity_impl};
use tern_llvm_ir::types::Type;
use tern_llvm_ir::{ConstantKind, Global, Inst, Module};

use super::{Call, Reached};
use crate::uses::{CallSite, Called, ConstantUses};

/// A call site with one of its targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) caller: Global,
    pub(super) inst: Inst,
    pub(super) target: Target,
}

/// What a site calls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The function, itself or in `!callees`.
    Named(Global, Reached),
    /// Through a pointer, any function of the group.
    OfType(Group),
}

impl Site {
    /// The call of a function that the site may call.
    pub(super) fn call(&self, callee: Global) -> Call {
        let reached = match self.target {
            Target::Named(_, reached) => reached,
            Target::OfType(_) => Reached::ByType,
        };
        Call { caller: self.caller, site: self.inst, callee, reached }
    }
}

/// The functions of a type whose address is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Group(u32);
entity_impl!(Group, "group");

/// All such groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    functions: PrimaryMap<Group, Vec<Global>>,
    by_type: FxHashMap<Type, Group>,
    by_function: FxHashMap<Global, Group>,
}

impl Groups {
    /// Groups functions by their types.
    pub(super) fn of(module: &Module, address_taken: impl Iterator<Item = Global>) -> Self {
        let mut this = Self::default();
        for function in address_taken {
            let ty = module.globals[function].ty;
            let group = *this.by_type.entry(ty).or_insert_with(|| this.functions.push(Vec::new()));
            this.functions[group].push(function);
            this.by_function.insert(function, group);
        }
        this
    }

    pub(super) fn len(&self) -> usize {
        self.functions.len()
    }

    /// The functions of a group.
    pub(super) fn functions(&self, group: Group) -> &[Global] {
        &self.functions[group]
    }

    /// The group of a function; none if its address is not taken.
    pub(super) fn group(&self, function: Global) -> Option<Group> {
        self.by_function.get(&function).copied()
    }
}

/// Finds the targets of all call sites in functions that are nodes. Also returns the calls through pointers that have no list of callees.
pub(super) fn resolve(
    module: &Module,
    uses: &ConstantUses,
    groups: &Groups,
    is_node: impl Fn(Global) -> bool,
) -> (Vec<Site>, Vec<(Global, Inst)>) {
    let (mut sites, mut open) = (Vec::with_capacity(uses.call_sites().len()), Vec::new());
    for &CallSite { caller, inst, called } in uses.call_sites() {
        if !is_node(caller) {
            continue;
        }
        let mut add = |target| sites.push(Site { caller, inst, target });
        match called {
            Called::Function(callee) => add(Target::Named(callee, Reached::Directly)),
            Called::Intrinsic(callee) if is_node(callee) => {
                add(Target::Named(callee, Reached::Directly));
            }
            Called::Intrinsic(_) | Called::Other => {}
            Called::Pointer(ty) => match listed_callees(module, caller, inst) {
                Some(callees) => {
                    callees.into_iter().for_each(|it| add(Target::Named(it, Reached::ByCallees)));
                }
                None => {
                    groups.by_type.get(&ty).into_iter().for_each(|&group| add(Target::OfType(group)));
                    open.push((caller, inst));
                }
            },
        }
    }
    (sites, open)
}

/// The functions in `!callees` of a call. LangRef: `callees` Metadata.
fn listed_callees(module: &Module, caller: Global, site: Inst) -> Option<Vec<Global>> {
    let function = module.globals[caller].as_function()?;
    let node = module.attached(function.inst_attachments(site), "callees")?;
    let global = |constant| match *module.constants.kind(constant) {
        ConstantKind::Global(global) => Some(global),
        _ => None,
    };
    Some(node.elements().flatten().filter_map(|element| element.constant().and_then(global)).collect())
}
