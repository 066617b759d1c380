//! Who uses what: constants and globals of a module, locals of a function. Uses are kept in arrays, in the order of the text.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tern_graph::{Lists, Part, Uses};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::function::Local;
use tern_llvm_ir::graph;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::types::Type;
use tern_llvm_ir::{Constant, ConstantKind, Function, Global, Inst, Module, Value, instruction};

/// The users of the locals of a function. Debug records are no users, as in LLVM; [`described_by`] has the records of a value.
pub type LocalUses = Uses<Inst, Local>;

/// The debug records that say where a variable is by means of a value.
pub fn described_by(function: &Function, value: Value) -> Vec<Inst> {
    let describes = |inst: &Inst| {
        let record = function.insts[*inst].inst.debug_record();
        record.is_some_and(|record| record.values().any(|described| described == value))
    };
    function.instructions().map(|(_, inst)| inst).filter(describes).collect()
}

/// Who uses a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// An instruction of a function.
    Inst(Global, Inst),
    /// Another constant, which has it as an operand.
    Constant(Constant),
    /// A global, by its initializer, aliasee, resolver, personality, prefix or prologue.
    Global(Global),
    /// A debug record of a function.
    Record(Global, Inst),
}

/// The users of the globals of a module, and of constants that refer to globals. Metadata is no user, as in LLVM.
#[derive(Clone, Debug)]
pub struct ConstantUses {
    lists: Lists<User>,
    names: Names,
    /// By constant: whether an instruction has it as an operand other than the callee of a call.
    escapes: Vec<bool>,
    call_sites: Vec<CallSite>,
}

/// A call in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallSite {
    pub(crate) caller: Global,
    pub(crate) inst: Inst,
    pub(crate) called: Called,
}

/// What a call calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Called {
    /// The function, itself or behind aliases and casts.
    Function(Global),
    /// A pointer, as a function of this type.
    Pointer(Type),
    /// An intrinsic.
    Intrinsic(Global),
    /// Inline assembly.
    Other,
}

impl ConstantUses {
    /// Collects them.
    pub fn of(module: &Module) -> Self {
        let names = Names::of(module);
        // By constant: whether it names a global, or an operand of it does.
        let mut refers = vec![false; module.constants.len()];
        let mut by_others = Vec::new();
        // Constants come after their operands.
        for constant in module.constants.ids() {
            let (kind, before) = (module.constants.kind(constant), by_others.len());
            kind.for_each_operand(|operand| {
                if refers[operand.index()] {
                    by_others.push((operand.as_u32(), User::Constant(constant)));
                }
            });
            refers[constant.index()] = by_others.len() > before || kind.global().is_some();
        }
        for global in module.listed_globals() {
            let refers = |constant: &Constant| refers[constant.index()];
            let used = module.globals[global].constants().filter(refers);
            by_others.extend(used.map(|constant| (constant.as_u32(), User::Global(global))));
        }
        let escapes: Vec<AtomicBool> = refers.iter().map(|_| AtomicBool::new(false)).collect();
        let definitions: Vec<_> = module.definitions().collect();
        let in_bodies = definitions.par_chunks(FUNCTIONS).map(|functions| {
            let bodies = Bodies { module, refers: &refers, escapes: &escapes };
            let mut found = InBodies::default();
            functions.iter().for_each(|&(global, _, function)| found.add(global, function, bodies));
            found
        });
        let (mut pairs, mut call_sites) = (vec![by_others], Vec::new());
        for found in in_bodies.collect::<Vec<_>>() {
            pairs.push(found.users);
            call_sites.extend(found.call_sites);
        }
        let escapes = escapes.into_iter().map(AtomicBool::into_inner).collect();
        Self { lists: Lists::of_parts(refers.len(), &pairs), names, escapes, call_sites }
    }

    /// The call sites with what they call, those of a function together and in the order of the text.
    pub(crate) fn call_sites(&self) -> &[CallSite] {
        &self.call_sites
    }

    /// Whether an instruction has a constant as an operand other than the callee of a call. False for constants that are plain data.
    pub(crate) fn escapes(&self, constant: Constant) -> bool {
        self.escapes[constant.index()]
    }

    /// The direct users of a constant that refers to a global. Constants that nothing uses any more may be among them. Constants that are
    /// plain data have no users, as in LLVM.
    pub fn of_constant(&self, constant: Constant) -> &[User] {
        self.lists.of(constant.index())
    }

    /// The constants that name a global: its address, and `blockaddress`, `dso_local_equivalent`, `no_cfi` of it.
    pub fn naming(&self, global: Global) -> impl Iterator<Item = Constant> + '_ {
        self.names.of_global(global)
    }

    /// The instructions, records and globals that use a global, directly or by constants, each once. In the order of the text for each
    /// constant by which they do.
    pub fn of_global(&self, global: Global) -> Vec<User> {
        self.through_constants(self.naming(global))
    }

    /// The instructions, records and globals that use one of these constants, directly or by other constants, each once.
    pub fn through_constants(&self, roots: impl IntoIterator<Item = Constant>) -> Vec<User> {
        let mut pending: Vec<Constant> = roots.into_iter().collect();
        let mut seen: rustc_hash::FxHashSet<Constant> = pending.iter().copied().collect();
        let mut users = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        while let Some(constant) = pending.pop() {
            for &user in self.of_constant(constant) {
                match user {
                    User::Constant(outer) => {
                        if seen.insert(outer) {
                            pending.push(outer);
                        }
                    }
                    User::Inst(function, inst) | User::Record(function, inst) => {
                        if known.insert((function, Some(inst))) {
                            users.push(user);
                        }
                    }
                    User::Global(by) => {
                        if known.insert((by, None)) {
                            users.push(user);
                        }
                    }
                }
            }
        }
        users
    }
}

/// The constants that name globals.
#[derive(Clone, Debug)]
struct Names {
    /// By global: the constant that is its address.
    addresses: Vec<Option<Constant>>,
    /// Sorted by global: the constants that name it otherwise: `blockaddress`, `dso_local_equivalent`, `no_cfi`.
    others: Vec<(Global, Constant)>,
}

impl Names {
    fn of(module: &Module) -> Self {
        let mut addresses = vec![None; module.globals.len()];
        let mut others = Vec::new();
        for constant in module.constants.ids() {
            let kind = module.constants.kind(constant);
            match (kind, kind.global()) {
                (&ConstantKind::Global(global), _) => addresses[global.index()] = Some(constant),
                (_, Some(global)) => others.push((global, constant)),
                _ => {}
            }
        }
        others.sort_by_key(|(global, _)| global.index());
        Self { addresses, others }
    }

    fn of_global(&self, global: Global) -> impl Iterator<Item = Constant> + '_ {
        let begin = self.others.partition_point(|(other, _)| other.index() < global.index());
        let others = self.others[begin..].iter().take_while(move |(other, _)| *other == global);
        self.addresses.get(global.index()).copied().flatten().into_iter().chain(others.map(|&(_, it)| it))
    }
}

/// The number of functions in which one thread collects users at a time.
const FUNCTIONS: usize = 64;

/// What is known while bodies are looked at.
#[derive(Clone, Copy)]
struct Bodies<'m> {
    module: &'m Module,
    /// By constant: whether it refers to a global.
    refers: &'m [bool],
    /// As in [`ConstantUses`].
    escapes: &'m [AtomicBool],
}

impl Bodies<'_> {
    /// A value as a constant that refers to a global.
    fn constant(self, value: Value) -> Option<Constant> {
        value.constant().filter(|constant| self.refers[constant.index()])
    }

    fn note_escape(self, value: Value) {
        if let Some(constant) = self.constant(value) {
            let escapes = &self.escapes[constant.index()];
            // Threads that only read do not take the memory from each other.
            if !escapes.load(Ordering::Relaxed) {
                escapes.store(true, Ordering::Relaxed);
            }
        }
    }

    fn called(self, call: &instruction::CallSite) -> Called {
        match self.module.called(call) {
            Callee::Direct(function) | Callee::Behind(function) => Called::Function(function),
            Callee::Indirect(_) => Called::Pointer(call.function_type),
            Callee::Intrinsic(intrinsic) => Called::Intrinsic(intrinsic),
            Callee::Asm(_) => Called::Other,
        }
    }
}

/// What the bodies of some functions use and call.
#[derive(Default)]
struct InBodies {
    /// Constants with a user of each.
    users: Vec<(u32, User)>,
    call_sites: Vec<CallSite>,
}

impl InBodies {
    /// Adds what a function uses of the constants that refer to globals.
    fn add(&mut self, global: Global, function: &Function, bodies: Bodies<'_>) {
        for (_, inst) in function.instructions() {
            let instruction = &function.insts[inst].inst;
            let call = instruction.call_site();
            instruction.for_each_operand(function, |value| {
                if let Some(constant) = bodies.constant(value) {
                    self.users.push((constant.as_u32(), User::Inst(global, inst)));
                    if call.is_none() {
                        bodies.note_escape(value);
                    }
                }
            });
            if let Some(call) = call {
                let bundled = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
                call.args.iter().chain(bundled).for_each(|&value| bodies.note_escape(value));
                self.call_sites.push(CallSite { caller: global, inst, called: bodies.called(call) });
            } else if let Some(record) = instruction.debug_record() {
                let described = record.values().filter_map(|value| bodies.constant(value));
                self.users.extend(described.map(|it| (it.as_u32(), User::Record(global, inst))));
            }
        }
    }
}

/// What a value is made of: the instructions that it depends on, through operands and PHI nodes, each once, nearest first. Memory and
/// control flow are not followed.
pub fn backward_slice(function: &Function, from: Inst) -> Vec<Inst> {
    instructions(graph::backward_slice(function, from))
}

/// What depends on the result of an instruction, through operands and PHI nodes, each once, nearest first. Memory and control flow are
/// not followed.
pub fn forward_slice(function: &Function, uses: &LocalUses, from: Inst) -> Vec<Inst> {
    instructions(graph::forward_slice(function, uses, from))
}

/// What depends on a value, like [`forward_slice`].
pub fn forward_slice_of(function: &Function, uses: &LocalUses, value: Local) -> Vec<Inst> {
    graph::reachable(uses.users(value).iter().copied(), |inst, found| {
        let result = function.insts[inst].result.expand();
        result.into_iter().for_each(|local| uses.users(local).iter().copied().for_each(&mut *found));
    })
}

/// A slice without the arguments of the function.
fn instructions(slice: Vec<Part<Inst, Local>>) -> Vec<Inst> {
    let inst = |part| match part {
        Part::Inst(inst) => Some(inst),
        Part::Argument(_) => None,
    };
    slice.into_iter().filter_map(inst).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"@x = global i32 0\n@p = global ptr @x\n@q = global [2 x ptr] [ptr getelementptr (i8, ptr @x, i64 1), ptr null]\n\
        define i32 @f(i32 %a) {\n  %b = add i32 %a, %a\n  store i32 %b, ptr @x\n  %c = load i32, ptr getelementptr (i8, ptr @x, i64 1)\n\
        \x20 %d = mul i32 %c, %b\n  ret i32 %d\n}\n";

    #[test]
    fn users_are_found_through_constants() {
        let module = tern_llvm_ir::read(TEXT, "uses.ll").unwrap();
        let [x, p, q] = ["x", "p", "q"].map(|name| module.global(name).unwrap());
        let uses = ConstantUses::of(&module);
        let users = uses.of_global(x);
        let by = |global| users.contains(&User::Global(global));
        assert!(by(p) && by(q), "{users:?}");
        assert_eq!(users.iter().filter(|user| matches!(user, User::Inst(..))).count(), 2);
        assert_eq!(uses.of_global(q), []);
    }

    #[test]
    fn slices_follow_operands() {
        let module = tern_llvm_ir::read(TEXT, "uses.ll").unwrap();
        let (_, _, function) = module.definitions().next().unwrap();
        let insts: Vec<Inst> = function.instructions().map(|(_, inst)| inst).collect();
        let &[b, store, c, d, ret] = &insts[..] else { panic!() };
        let uses = LocalUses::of(function);
        assert_eq!(uses.users(function.args[0]), [b, b]);
        assert_eq!(backward_slice(function, ret), [d, c, b]);
        assert_eq!(forward_slice(function, &uses, b), [store, d, ret]);
        assert_eq!(forward_slice_of(function, &uses, function.args[0]), [b, store, d, ret]);
    }
}
