//! The call graph of a module: calls that are direct, that go through aliases and casts, and those that may go through pointers.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_graph::{Components, components, reachable};
use tern_llvm_ir::instruction::CallSite;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::types::Type;
use tern_llvm_ir::{Constant, ConstantKind, Function, Global, GlobalKind, Inst, Linkage, Module};

use crate::uses::{ConstantUses, User};

/// How a caller reaches a callee.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    /// The call names it, or an alias of it.
    Directly,
    /// The call has a list of its callees in `!callees`, and it is one of them.
    ByCallees,
    /// The call goes through a pointer, the address of the function is taken, and its type is that of the call.
    ByType,
}

/// A call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// The function with the call.
    pub caller: Global,
    /// The call.
    pub site: Inst,
    /// The function that is called, perhaps.
    pub callee: Global,
    /// How.
    pub reached: Reached,
}

/// The call graph of a module. Its nodes are the functions and ifuncs that it lists, intrinsics apart.
#[derive(Clone, Debug)]
pub struct CallGraph {
    functions: Vec<Global>,
    /// By global: its index in `functions`.
    index: FxHashMap<Global, u32>,
    /// Sorted by caller, in the order of the text.
    calls: Vec<Call>,
    /// By function: where its calls begin in `calls`; the end of the last follows.
    starts: Vec<u32>,
    /// The calls of each callee, as indices into `calls`.
    callers: Vec<Vec<u32>>,
    /// Calls through pointers, of which code outside of the module may be the callee.
    open: Vec<(Global, Inst)>,
    address_taken: FxHashSet<Global>,
    components: Components,
}

impl CallGraph {
    /// Computes it.
    pub fn of(module: &Module) -> Self {
        Self::with_uses(module, &ConstantUses::of(module))
    }

    /// Computes it from the uses of constants, if those are at hand.
    pub fn with_uses(module: &Module, uses: &ConstantUses) -> Self {
        let listed = module.functions.iter().chain(&module.ifuncs).copied();
        let functions: Vec<Global> = listed.filter(|&global| !module.is_intrinsic(global)).collect();
        let index: FxHashMap<Global, u32> = functions.iter().copied().zip(0..).collect();
        let address_taken: FxHashSet<Global> =
            functions.iter().copied().filter(|&function| is_address_taken(module, uses, function)).collect();
        let mut by_type: FxHashMap<Type, Vec<Global>> = FxHashMap::default();
        for &function in functions.iter().filter(|function| address_taken.contains(function)) {
            by_type.entry(module.globals[function].ty).or_default().push(function);
        }
        let (mut calls, mut starts, mut open) = (Vec::new(), vec![0], Vec::new());
        for &caller in &functions {
            if let Some(function) = module.globals[caller].as_function() {
                for (_, site) in function.instructions() {
                    let Some(call) = function.insts[site].inst.call_site() else { continue };
                    let mut add = |callee, reached| calls.push(Call { caller, site, callee, reached });
                    match module.called(call) {
                        Callee::Direct(callee) | Callee::Behind(callee) => add(callee, Reached::Directly),
                        Callee::Intrinsic(_) | Callee::Asm(_) => {}
                        Callee::Indirect(_) => match listed_callees(module, function, site) {
                            Some(callees) => callees.into_iter().for_each(|it| add(it, Reached::ByCallees)),
                            None => {
                                let callees = by_type.get(&call.function_type).into_iter().flatten();
                                callees.for_each(|&callee| add(callee, Reached::ByType));
                                open.push((caller, site));
                            }
                        },
                    }
                }
            }
            starts.push(calls.len() as u32);
        }
        let mut callers = vec![Vec::new(); functions.len()];
        for (at, call) in calls.iter().enumerate() {
            if let Some(&callee) = index.get(&call.callee) {
                callers[callee as usize].push(at as u32);
            }
        }
        let components = components(functions.len() as u32, |caller| {
            let range = starts[caller as usize] as usize..starts[caller as usize + 1] as usize;
            calls[range].iter().filter_map(|call| index.get(&call.callee).copied()).collect::<Vec<_>>()
        });
        Self { functions, index, calls, starts, callers, open, address_taken, components }
    }

    /// The functions and ifuncs, in the order of the module.
    pub fn functions(&self) -> &[Global] {
        &self.functions
    }

    /// All calls, those of a caller together and in the order of the text. A call through a pointer is listed once for each function that
    /// it may call.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls in a function.
    pub fn callees(&self, caller: Global) -> &[Call] {
        let Some(&index) = self.index.get(&caller) else { return &[] };
        &self.calls[self.starts[index as usize] as usize..self.starts[index as usize + 1] as usize]
    }

    /// The calls of a function.
    pub fn callers(&self, callee: Global) -> impl ExactSizeIterator<Item = &Call> {
        let calls = self.index.get(&callee).map_or(&[][..], |&index| &self.callers[index as usize]);
        calls.iter().map(|&at| &self.calls[at as usize])
    }

    /// The calls through pointers without `!callees`, which may call code outside of the module as well.
    pub fn open_calls(&self) -> &[(Global, Inst)] {
        &self.open
    }

    /// Whether the address of a function is used other than to call it, so that calls through pointers may reach it. Code outside of the
    /// module may take it as well: see [`is_visible`](Self::is_visible).
    pub fn is_address_taken(&self, function: Global) -> bool {
        self.address_taken.contains(&function)
    }

    /// Whether code outside of the module can name a function.
    pub fn is_visible(module: &Module, function: Global) -> bool {
        !matches!(module.globals[function].linkage, Linkage::Internal | Linkage::Private)
    }

    /// The strongly connected components, callees before callers.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = Vec<Global>> + '_ {
        let functions = |nodes: &[u32]| nodes.iter().map(|&node| self.functions[node as usize]).collect();
        self.components.iter().map(functions)
    }

    /// Whether a function may call itself, perhaps through others.
    pub fn is_recursive(&self, function: Global) -> bool {
        let Some(&index) = self.index.get(&function) else { return false };
        self.components.nodes(self.components.of(index)).len() > 1
            || self.callees(function).iter().any(|call| call.callee == function)
    }

    /// The functions that calls lead to from these, they themselves among them, in the order in which they are found.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Global>) -> Vec<Global> {
        reachable(roots, |function, found| {
            self.callees(function).iter().for_each(|call| found(call.callee));
        })
    }

    /// The functions from which calls lead to these, they themselves among them, in the order in which they are found.
    pub fn reaching(&self, roots: impl IntoIterator<Item = Global>) -> Vec<Global> {
        reachable(roots, |function, found| self.callers(function).for_each(|call| found(call.caller)))
    }

    /// A shortest chain of calls from one function to another; none if there is no chain.
    pub fn path(&self, from: Global, to: Global) -> Option<Vec<Call>> {
        let mut came_by: FxHashMap<Global, Call> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(function) = queue.pop_front() {
            for &call in self.callees(function) {
                if call.callee == to {
                    let mut path = vec![call];
                    while let Some(&before) = came_by.get(&path[path.len() - 1].caller) {
                        path.push(before);
                    }
                    path.reverse();
                    return Some(path);
                }
                if call.callee != from && !came_by.contains_key(&call.callee) {
                    came_by.insert(call.callee, call);
                    queue.push_back(call.callee);
                }
            }
        }
        None
    }
}

/// Whether the address of a function goes anywhere but into the callee of calls, and into lists of what must be kept.
fn is_address_taken(module: &Module, uses: &ConstantUses, function: Global) -> bool {
    let keeps = |global: Global| {
        let name = module.name(global);
        matches!(name, Some(b"llvm.used" | b"llvm.compiler.used"))
    };
    let mut pending = vec![function];
    let mut seen = FxHashSet::default();
    while let Some(named) = pending.pop() {
        // Who jumps to a block of a function does not call it.
        let is_address =
            |it: &Constant| !matches!(module.constants.kind(*it), ConstantKind::BlockAddress(..));
        for user in uses.through_constants(uses.naming(named).filter(is_address)) {
            match user {
                User::Inst(by, inst) => {
                    let Some(body) = module.globals[by].as_function() else { return true };
                    let Some(call) = body.insts[inst].inst.call_site() else { return true };
                    if passes_address(module, call, named) {
                        return true;
                    }
                }
                // An alias is another name.
                User::Global(alias) if matches!(module.globals[alias].kind, GlobalKind::Alias(_)) => {
                    if seen.insert(alias) {
                        pending.push(alias);
                    }
                }
                User::Global(by) => {
                    let is_personality = module.globals[by].as_function().is_some();
                    if !keeps(by) && !is_personality {
                        return true;
                    }
                }
                User::Record(..) | User::Constant(_) => {}
            }
        }
    }
    false
}

/// Whether a global is in the arguments or bundles of a call, in any constant.
fn passes_address(module: &Module, call: &CallSite, global: Global) -> bool {
    let bundled = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
    let mut pending: Vec<_> = call.args.iter().chain(bundled).filter_map(|value| value.constant()).collect();
    while let Some(constant) = pending.pop() {
        let kind = module.constants.kind(constant);
        if matches!(*kind, ConstantKind::Global(it) | ConstantKind::DsoLocalEquivalent(it) | ConstantKind::NoCfi(it) if it == global)
        {
            return true;
        }
        pending.extend(kind.operands());
    }
    false
}

/// The functions in `!callees` of a call. LangRef: `callees` Metadata.
fn listed_callees(module: &Module, function: &Function, site: Inst) -> Option<Vec<Global>> {
    let node = module.attached(function.inst_attachments(site), "callees")?;
    let global = |constant| match *module.constants.kind(constant) {
        ConstantKind::Global(global) => Some(global),
        _ => None,
    };
    Some(node.elements().flatten().filter_map(|element| element.constant().and_then(global)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"@table = global [1 x ptr] [ptr @by_pointer]\n@other = alias void (), ptr @leaf\n\
        declare i32 @llvm.ctpop.i32(i32)\ndeclare void @outside()\n\
        define void @leaf() {\n  ret void\n}\n\
        define void @by_pointer() {\n  call void @main(ptr null)\n  ret void\n}\n\
        define void @listed() {\n  ret void\n}\n\
        define void @main(ptr %p) {\n  call void @other()\n  call void %p()\n  call void %p(), !callees !0\n  call void @outside()\n\
        \x20 %1 = call i32 @llvm.ctpop.i32(i32 1)\n  ret void\n}\n!0 = !{ptr @listed}\n";

    #[test]
    fn calls_are_resolved() {
        let module = tern_llvm_ir::read(TEXT, "calls.ll").unwrap();
        let graph = CallGraph::of(&module);
        let [leaf, by_pointer, listed, main, outside] =
            ["leaf", "by_pointer", "listed", "main", "outside"].map(|name| module.function(name).unwrap());
        let calls: Vec<_> = graph.callees(main).iter().map(|call| (call.callee, call.reached)).collect();
        assert_eq!(
            calls,
            [
                (leaf, Reached::Directly),
                (by_pointer, Reached::ByType),
                (listed, Reached::ByCallees),
                (outside, Reached::Directly)
            ]
        );
        assert_eq!(graph.open_calls().len(), 1);
        assert!(graph.is_address_taken(by_pointer) && !graph.is_address_taken(leaf));
        assert!(graph.is_recursive(main) && !graph.is_recursive(leaf));
        assert_eq!(graph.callers(main).map(|call| call.caller).collect::<Vec<_>>(), [by_pointer]);
        assert_eq!(graph.reachable([by_pointer]).len(), 5);
        assert_eq!(graph.path(by_pointer, leaf).unwrap().len(), 2);
        let first = graph.components().next().unwrap();
        assert!(first == [outside] || first == [leaf], "{first:?}");
    }
}
