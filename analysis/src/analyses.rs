//! The analyses of a module, each computed when it is first asked for and kept until what it is about changes.

use std::sync::OnceLock;

use rayon::prelude::*;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::edit::Editor;
use tern_llvm_ir::graph::{Cfg, Dominators, Loops, PostDominators};
use tern_llvm_ir::{Block, Function, Global, Module};

use crate::call_graph::CallGraph;
use crate::frequencies::Frequencies;
use crate::known::KnownIntegers;
use crate::liveness::Liveness;
use crate::memory::Memory;
use crate::probabilities::Probabilities;
use crate::trip_counts::TripCounts;
use crate::uses::{ConstantUses, LocalUses};

/// A module with the results of its analyses. It borrows the module, so that every change goes through it and forgets what the change may
/// have made wrong.
///
/// ```
/// use tern_analysis::analyses::Analyses;
///
/// let text = b"define void @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  ret void\n}\n";
/// let mut module = tern_llvm_ir::read(text, "f.ll").unwrap();
/// let f = module.global("f").unwrap();
/// let mut analyses = Analyses::new(&mut module);
/// let body = analyses.of(f).unwrap();
/// let [entry, a, b] = body.function().layout[..] else { panic!() };
/// assert!(body.dominators().dominates(entry, b) && !body.dominators().dominates(a, b));
/// // The dominators are computed once more after a change.
/// analyses.edit(f, |editor| {
///     let branch = editor.function().terminator(entry).unwrap();
///     editor.function_mut().insts[branch].inst = tern_llvm_ir::Instruction::Br(a);
/// });
/// assert!(analyses.of(f).unwrap().dominators().dominates(a, b));
/// ```
#[derive(Debug)]
pub struct Analyses<'m> {
    module: &'m mut Module,
    /// By index of the function.
    functions: Vec<Results>,
    whole: Whole,
}

/// The results for a module.
#[derive(Default, Debug)]
struct Whole {
    uses: OnceLock<ConstantUses>,
    calls: OnceLock<CallGraph>,
    memory: OnceLock<Memory>,
}

/// The results for a function.
#[derive(Default, Debug)]
struct Results {
    cfg: OnceLock<Cfg<Block>>,
    dominators: OnceLock<Dominators<Block>>,
    post_dominators: OnceLock<PostDominators<Block>>,
    loops: OnceLock<Loops<Block>>,
    uses: OnceLock<LocalUses>,
    liveness: OnceLock<Option<Liveness>>,
    probabilities: OnceLock<Probabilities>,
    frequencies: OnceLock<Frequencies>,
    trip_counts: OnceLock<TripCounts>,
    known: OnceLock<KnownIntegers>,
}

impl<'m> Analyses<'m> {
    /// Of a module; nothing is computed yet.
    pub fn new(module: &'m mut Module) -> Self {
        let mut this = Self { module, functions: Vec::new(), whole: Whole::default() };
        this.forget();
        this
    }

    /// The module, as it is now.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The analyses of a function; none for a declaration, or what is no function.
    pub fn of(&self, function: Global) -> Option<FunctionAnalyses<'_>> {
        let body = self.module.globals[function].as_function().filter(|body| !body.is_declaration())?;
        let results = self.functions.get(function.index())?;
        Some(FunctionAnalyses { module: self.module, global: function, function: body, results })
    }

    /// Computes, on all threads, the control-flow graphs, dominators, post-dominators, loops and uses of all functions, and the call graph.
    /// Results that exist are kept. All others are computed when they are asked for.
    pub fn prefetch(&self) {
        let functions: Vec<Global> = self.module.definitions().map(|(global, _, _)| global).collect();
        functions.par_iter().filter_map(|&global| self.of(global)).for_each(|of| {
            of.loops();
            of.post_dominators();
            of.uses();
        });
        self.calls();
    }

    /// The uses of constants and globals.
    pub fn uses(&self) -> &ConstantUses {
        self.whole.uses.get_or_init(|| ConstantUses::of(self.module))
    }

    /// The calls between functions.
    pub fn calls(&self) -> &CallGraph {
        self.whole.calls.get_or_init(|| CallGraph::with_uses(self.module, self.uses()))
    }

    /// What functions and calls read and write.
    pub fn memory(&self) -> &Memory {
        self.whole.memory.get_or_init(|| Memory::of(self.module, self.calls()))
    }

    /// Edits a function, and drops the results for it and for the module as a whole. `None` if it is no function.
    pub fn edit<R>(&mut self, function: Global, change: impl FnOnce(&mut Editor<'_>) -> R) -> Option<R> {
        self.whole = Whole::default();
        if let Some(results) = self.functions.get_mut(function.index()) {
            *results = Results::default();
        }
        Some(change(&mut self.module.edit(function)?))
    }

    /// Changes the module, and drops all results.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Module) -> R) -> R {
        self.functions.clear();
        let result = change(self.module);
        self.forget();
        result
    }

    fn forget(&mut self) {
        self.whole = Whole::default();
        self.functions.clear();
        self.functions.resize_with(self.module.globals.len(), Results::default);
    }
}

/// The analyses of a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionAnalyses<'a> {
    module: &'a Module,
    global: Global,
    function: &'a Function,
    results: &'a Results,
}

impl<'a> FunctionAnalyses<'a> {
    /// The function.
    pub fn function(self) -> &'a Function {
        self.function
    }

    /// The control-flow graph.
    pub fn cfg(self) -> &'a Cfg<Block> {
        self.results.cfg.get_or_init(|| Cfg::of(self.function))
    }

    /// The dominator tree.
    pub fn dominators(self) -> &'a Dominators<Block> {
        self.results.dominators.get_or_init(|| Dominators::new(self.cfg()))
    }

    /// The post-dominator tree.
    pub fn post_dominators(self) -> &'a PostDominators<Block> {
        self.results.post_dominators.get_or_init(|| PostDominators::new(self.cfg()))
    }

    /// The natural loops.
    pub fn loops(self) -> &'a Loops<Block> {
        self.results.loops.get_or_init(|| Loops::new(self.cfg(), self.dominators()))
    }

    /// The users of locals.
    pub fn uses(self) -> &'a LocalUses {
        self.results.uses.get_or_init(|| LocalUses::of(self.function))
    }

    /// The values that are live at the borders of blocks; none if there are too many.
    pub fn liveness(self) -> Option<&'a Liveness> {
        let of = || Liveness::new(self.function, self.cfg());
        self.results.liveness.get_or_init(of).as_ref()
    }

    /// The probabilities of branches.
    pub fn probabilities(self) -> &'a Probabilities {
        self.results.probabilities.get_or_init(|| {
            Probabilities::new(self.module, self.function, self.cfg(), self.dominators(), self.loops())
        })
    }

    /// How often blocks run.
    pub fn frequencies(self) -> &'a Frequencies {
        self.results.frequencies.get_or_init(|| {
            let Self { module, global, function, .. } = self;
            Frequencies::new(module, global, function, self.cfg(), self.loops(), self.probabilities())
        })
    }

    /// Constant trip counts and induction variables of loops.
    pub fn trip_counts(self) -> &'a TripCounts {
        self.results.trip_counts.get_or_init(|| {
            let Self { module, function, .. } = self;
            TripCounts::with_known(module, function, self.cfg(), self.dominators(), self.loops(), &|| {
                self.known()
            })
        })
    }

    /// Known bits and ranges of integers.
    pub fn known(self) -> &'a KnownIntegers {
        self.results.known.get_or_init(|| {
            KnownIntegers::new(self.module, self.function, self.cfg(), self.dominators().clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"define i32 @f(i32 %x) {\nentry:\n  %y = and i32 %x, 7\n  ret i32 %y\n}\ndefine void @g() {\nentry:\n  \
        %r = call i32 @f(i32 1)\n  ret void\n}\ndeclare void @h()\n";

    #[test]
    fn results_are_kept_until_their_function_changes() {
        let mut module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let [f, g, h] = ["f", "g", "h"].map(|name| module.global(name).unwrap());
        let mut analyses = Analyses::new(&mut module);
        assert!(analyses.of(h).is_none());
        let of_f = std::ptr::from_ref(analyses.of(f).unwrap().known());
        analyses.of(g).unwrap().known();
        assert!(std::ptr::eq(of_f, analyses.of(f).unwrap().known()));
        assert_eq!(analyses.calls().callers(f).count(), 1);
        analyses.edit(g, |editor| {
            let call = editor.function().block_insts(editor.function().layout[0])[0];
            editor.erase(call).unwrap();
        });
        // Only what the change is about is computed anew.
        assert!(std::ptr::eq(of_f, analyses.of(f).unwrap().known()));
        assert_eq!(analyses.calls().callers(f).count(), 0);
        assert!(analyses.functions[g.index()].known.get().is_none());
        assert!(analyses.edit(h, |_| ()).is_some());
    }

    #[test]
    fn the_structure_is_computed_at_once() {
        let mut module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let [f, g] = ["f", "g"].map(|name| module.global(name).unwrap());
        let argument = module.globals[f].as_function().unwrap().args[0];
        let analyses = Analyses::new(&mut module);
        let before = std::ptr::from_ref(analyses.of(g).unwrap().cfg());
        analyses.prefetch();
        let results = &analyses.functions[f.index()];
        assert!(results.loops.get().is_some() && results.post_dominators.get().is_some());
        assert_eq!(results.uses.get().unwrap().users(argument).len(), 1);
        assert!(std::ptr::eq(before, analyses.of(g).unwrap().cfg()));
        assert!(analyses.whole.uses.get().is_some() && analyses.whole.calls.get().is_some());
    }

    #[test]
    fn functions_that_a_change_adds_are_analysed() {
        let mut module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let mut analyses = Analyses::new(&mut module);
        let added = analyses.change(|module| {
            let i1 = module.types.common.i1;
            let added = module.add_function("added", i1, &[]).unwrap();
            let mut builder = module.build(added).unwrap();
            let block = builder.block("entry");
            builder.position_at_end(block);
            let yes = builder.bool(true);
            builder.ret(yes);
            added
        });
        assert_eq!(analyses.of(added).unwrap().cfg().order().len(), 1);
    }
}
