//! The call graph of a module: calls that are direct, that go through aliases and casts, and those that may go through pointers.

mod address_taken;
mod sites;

use std::cell::RefCell;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use tern_graph::{Components, Lists, components, reachable};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::{Global, Inst, Linkage, Module};

use self::address_taken::address_taken;
use self::sites::{Group, Groups, Site, Target};
use crate::uses::ConstantUses;

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

/// The call graph of a module. Its nodes are the functions and ifuncs that it lists, intrinsics apart unless they are asked for.
///
/// It takes memory in proportion to functions and call sites, however many functions calls through pointers may reach.
#[derive(Clone, Debug)]
pub struct CallGraph {
    functions: Vec<Global>,
    /// By global: its index in `functions`, if it is there.
    index: Vec<Option<u32>>,
    groups: Groups,
    /// Sorted by caller, in the order of the text.
    sites: Vec<Site>,
    /// By function: where its sites begin in `sites`; the end of the last follows.
    starts: Vec<u32>,
    /// Indices into `sites`: those of a function where its sites are, by instruction.
    by_inst: Vec<u32>,
    /// By function: the sites that name it, as indices into `sites`.
    by_name: Lists<u32>,
    /// By group: the sites that call one of its functions, as indices into `sites`.
    by_group: Lists<u32>,
    open: Vec<(Global, Inst)>,
    address_taken: FxHashSet<Global>,
    /// Of functions and, behind them, groups.
    components: Components,
}

impl CallGraph {
    /// Computes it.
    pub fn of(module: &Module) -> Self {
        Self::with_uses(module, &ConstantUses::of(module))
    }

    /// Computes it from the uses of constants of the module as it is, if those are at hand.
    pub fn with_uses(module: &Module, uses: &ConstantUses) -> Self {
        Self::between(module, uses, |global| !module.is_intrinsic(global))
    }

    /// Computes it with intrinsics, which are functions like others then.
    pub fn with_intrinsics(module: &Module) -> Self {
        Self::between(module, &ConstantUses::of(module), |_| true)
    }

    fn between(module: &Module, uses: &ConstantUses, is_node: impl Fn(Global) -> bool) -> Self {
        let listed = module.functions.iter().chain(&module.ifuncs).copied();
        let functions: Vec<Global> = listed.filter(|&global| is_node(global)).collect();
        let mut index = vec![None; module.globals.len()];
        (0..).zip(&functions).for_each(|(at, function)| index[function.index()] = Some(at));
        let address_taken = address_taken(module, uses, &functions);
        let groups = Groups::of(module, functions.iter().copied().filter(|it| address_taken.contains(it)));
        let is_node = |function: Global| index[function.index()].is_some();
        let (sites, open) = sites::resolve(module, uses, &groups, is_node);

        let (mut by_name, mut by_group) = (Vec::new(), Vec::new());
        for (at, site) in (0..).zip(&sites) {
            match site.target {
                Target::Named(callee, _) => by_name.extend(index[callee.index()].map(|callee| (callee, at))),
                Target::OfType(group) => by_group.push((group.as_u32(), at)),
            }
        }
        let starts = starts(&functions, &sites);
        let mut by_inst: Vec<u32> = (0..sites.len() as u32).collect();
        for range in starts.windows(2) {
            by_inst[range[0] as usize..range[1] as usize].sort_by_key(|&at| sites[at as usize].inst);
        }
        let nodes = functions.len();
        let node_of = |site: &Site| match site.target {
            Target::Named(callee, _) => index[callee.index()],
            Target::OfType(group) => Some(nodes as u32 + group.as_u32()),
        };
        let components = components((nodes + groups.len()) as u32, |node| {
            let node = node as usize;
            let (called, members) = match node.checked_sub(nodes) {
                None => (&sites[starts[node] as usize..starts[node + 1] as usize], &[][..]),
                Some(group) => (&[][..], groups.functions(Group::new(group))),
            };
            let members = members.iter().filter_map(|function| index[function.index()]);
            called.iter().filter_map(node_of).chain(members)
        });
        Self {
            by_name: Lists::of_pairs(nodes, &by_name),
            by_group: Lists::of_pairs(groups.len(), &by_group),
            functions,
            index,
            groups,
            sites,
            by_inst,
            starts,
            open,
            address_taken,
            components,
        }
    }

    fn index_of(&self, function: Global) -> Option<usize> {
        self.index.get(function.index()).copied().flatten().map(|index| index as usize)
    }

    /// The functions and ifuncs, in the order of the module.
    pub fn functions(&self) -> &[Global] {
        &self.functions
    }

    /// All calls, those of a caller together and in the order of the text. A call through a pointer is listed once for each function that
    /// it may call.
    pub fn calls(&self) -> impl Iterator<Item = Call> + '_ {
        self.sites.iter().flat_map(|site| self.calls_at(site))
    }

    /// The calls in a function, like those of [`calls`](Self::calls).
    pub fn callees(&self, caller: Global) -> impl Iterator<Item = Call> + '_ {
        self.sites_of(caller).iter().flat_map(|site| self.calls_at(site))
    }

    /// The calls of one call site.
    pub fn callees_at(&self, caller: Global, site: Inst) -> impl Iterator<Item = Call> + '_ {
        let range = self.index_of(caller).map_or(0..0, |index| self.range(index));
        let of_caller = &self.by_inst[range];
        let inst = |&at: &u32| self.sites[at as usize].inst;
        let first = of_caller.partition_point(|at| inst(at) < site);
        let sites = of_caller[first..].iter().take_while(move |at| inst(at) == site);
        sites.flat_map(|&at| self.calls_at(&self.sites[at as usize]))
    }

    /// The calls of a function: first those that name it.
    pub fn callers(&self, callee: Global) -> impl Iterator<Item = Call> + '_ {
        let named = self.index_of(callee).map_or(&[][..], |index| self.by_name.of(index));
        let by_type = self.groups.group(callee).map_or(&[][..], |group| self.by_group.of(group.index()));
        named.iter().chain(by_type).map(move |&at| self.sites[at as usize].call(callee))
    }

    /// Where the sites of a function are.
    fn range(&self, index: usize) -> Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }

    fn sites_of(&self, caller: Global) -> &[Site] {
        let Some(index) = self.index_of(caller) else { return &[] };
        &self.sites[self.range(index)]
    }

    fn calls_at(&self, site: &Site) -> impl Iterator<Item = Call> + use<'_> {
        let site = *site;
        let (named, members) = match site.target {
            Target::Named(callee, _) => (Some(callee), &[][..]),
            Target::OfType(group) => (None, self.groups.functions(group)),
        };
        named.into_iter().chain(members.iter().copied()).map(move |callee| site.call(callee))
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
        let function = |&node: &u32| self.functions.get(node as usize).copied();
        let functions = move |nodes: &[u32]| nodes.iter().filter_map(function).collect::<Vec<Global>>();
        self.components.iter().map(functions).filter(|functions| !functions.is_empty())
    }

    /// Whether two functions are in one strongly connected component: they are the same, or each may call the other, perhaps through others.
    pub fn are_connected(&self, a: Global, b: Global) -> bool {
        let component = |function| self.index_of(function).map(|index| self.components.of(index as u32));
        component(a).is_some_and(|known| component(b) == Some(known))
    }

    /// Whether a function may call itself, perhaps through others.
    pub fn is_recursive(&self, function: Global) -> bool {
        let Some(index) = self.index_of(function) else { return false };
        let calls_itself =
            |site: &Site| matches!(site.target, Target::Named(callee, _) if callee == function);
        self.components.nodes(self.components.of(index as u32)).len() > 1
            || self.sites_of(function).iter().any(calls_itself)
    }

    /// The functions that calls lead to from these, they themselves among them, in the order in which they are found.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Global>) -> Vec<Global> {
        let once = Once::new(self.groups.len());
        reachable(roots, |function, found| {
            let sites = self.sites_of(function).iter().filter(|site| once.allows(site.target));
            sites.flat_map(|site| self.calls_at(site)).for_each(|call| found(call.callee));
        })
    }

    /// The functions from which calls lead to these, they themselves among them, in the order in which they are found.
    pub fn reaching(&self, roots: impl IntoIterator<Item = Global>) -> Vec<Global> {
        let once = Once::new(self.groups.len());
        reachable(roots, |function, found| {
            let named = self.index_of(function).map_or(&[][..], |index| self.by_name.of(index));
            let group = self.groups.group(function).filter(|&group| once.allows(Target::OfType(group)));
            let by_type = group.map_or(&[][..], |group| self.by_group.of(group.index()));
            named.iter().chain(by_type).for_each(|&at| found(self.sites[at as usize].caller));
        })
    }

    /// A shortest chain of calls from one function to another; none if there is no chain.
    pub fn path(&self, from: Global, to: Global) -> Option<Vec<Call>> {
        let once = Once::new(self.groups.len());
        let mut came_by: FxHashMap<Global, Call> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(function) = queue.pop_front() {
            let sites = self.sites_of(function).iter().filter(|site| once.allows(site.target));
            for call in sites.flat_map(|site| self.calls_at(site)) {
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

/// Where the sites of each function begin in those of all, which are sorted by caller; the end of the last follows.
fn starts(functions: &[Global], sites: &[Site]) -> Vec<u32> {
    let mut starts = Vec::with_capacity(functions.len() + 1);
    let mut at = 0;
    for &function in functions {
        starts.push(at as u32);
        at += sites[at..].iter().take_while(|site| site.caller == function).count();
    }
    starts.push(at as u32);
    starts
}

/// Lets a search look at each group of functions once: later it finds nothing new there.
struct Once(RefCell<Vec<bool>>);

impl Once {
    fn new(groups: usize) -> Self {
        Self(RefCell::new(vec![false; groups]))
    }

    fn allows(&self, target: Target) -> bool {
        match target {
            Target::Named(..) => true,
            Target::OfType(group) => !std::mem::replace(&mut self.0.borrow_mut()[group.index()], true),
        }
    }
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
        let calls: Vec<_> = graph.callees(main).map(|call| (call.callee, call.reached)).collect();
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
