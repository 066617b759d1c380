//! Who uses what: constants and globals of a module, locals of a function. Uses are kept in arrays, in the order of the text.

use tern_graph::{Lists, reachable};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::function::{Local, ValueKind};
use tern_llvm_ir::{Constant, ConstantKind, Function, Global, Inst, Module, Value};

/// The users of the locals of a function.
#[derive(Clone, Debug)]
pub struct LocalUses {
    lists: Lists<Inst>,
}

impl LocalUses {
    /// Collects them. Debug records are no users, as in LLVM; [`described_by`] has the records of a value.
    pub fn of(function: &Function) -> Self {
        let lists = Lists::collect(function.locals.len(), Inst::new(0), |tell| {
            for (_, inst) in function.instructions() {
                function.insts[inst].inst.for_each_operand(function, |value| {
                    if let ValueKind::Local(local) = value.kind() {
                        tell(local.index(), inst);
                    }
                });
            }
        });
        Self { lists }
    }

    /// The instructions that have a local as an operand, once for each use.
    pub fn of_local(&self, local: Local) -> &[Inst] {
        self.lists.of(local.index())
    }
}

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

/// The users of the constants and globals of a module. Metadata is no user, as in LLVM.
#[derive(Clone, Debug)]
pub struct ConstantUses {
    lists: Lists<User>,
    /// By global: the constant that is its address.
    addresses: Vec<Option<Constant>>,
    /// By global: the constants that name it otherwise: `blockaddress`, `dso_local_equivalent`, `no_cfi`.
    others: Vec<(Global, Constant)>,
}

impl ConstantUses {
    /// Collects them.
    pub fn of(module: &Module) -> Self {
        let lists = Lists::collect(module.constants.len(), User::Global(Global::new(0)), |tell| {
            for constant in module.constants.ids() {
                module.constants.kind(constant).for_each_operand(|operand| {
                    tell(operand.index(), User::Constant(constant));
                });
            }
            for global in module.listed_globals() {
                module.globals[global]
                    .constants()
                    .for_each(|constant| tell(constant.index(), User::Global(global)));
            }
            for (global, _, function) in module.definitions() {
                for (_, inst) in function.instructions() {
                    let instruction = &function.insts[inst].inst;
                    instruction.for_each_operand(function, |value| {
                        if let ValueKind::Constant(constant) = value.kind() {
                            tell(constant.index(), User::Inst(global, inst));
                        }
                    });
                    let described = instruction.debug_record().into_iter().flat_map(|record| record.values());
                    for constant in described.filter_map(Value::constant) {
                        tell(constant.index(), User::Record(global, inst));
                    }
                }
            }
        });
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
        Self { lists, addresses, others }
    }

    /// The direct users of a constant. Constants that nothing uses any more may be among them.
    pub fn of_constant(&self, constant: Constant) -> &[User] {
        self.lists.of(constant.index())
    }

    /// The constants that name a global: its address, and `blockaddress`, `dso_local_equivalent`, `no_cfi` of it.
    pub fn naming(&self, global: Global) -> impl Iterator<Item = Constant> + '_ {
        let begin = self.others.partition_point(|(other, _)| other.index() < global.index());
        let others = self.others[begin..].iter().take_while(move |(other, _)| *other == global);
        self.addresses.get(global.index()).copied().flatten().into_iter().chain(others.map(|&(_, it)| it))
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

/// What a value is made of: the instructions that it depends on, through operands and PHI nodes, each once, nearest first. Memory and
/// control flow are not followed.
pub fn backward_slice(function: &Function, from: Inst) -> Vec<Inst> {
    beyond(from, |inst, found| {
        function.insts[inst].inst.for_each_operand(function, |value| {
            if let Some(definer) = value.local().and_then(|local| function.locals[local].inst.expand()) {
                found(definer);
            }
        });
    })
}

/// What depends on the result of an instruction, through operands and PHI nodes, each once, nearest first. Memory and control flow are
/// not followed.
pub fn forward_slice(function: &Function, uses: &LocalUses, from: Inst) -> Vec<Inst> {
    beyond(from, |inst, found| {
        if let Some(result) = function.insts[inst].result.expand() {
            uses.of_local(result).iter().for_each(|&user| found(user));
        }
    })
}

/// What can be reached from an instruction, without it.
fn beyond(from: Inst, next: impl Fn(Inst, &mut dyn FnMut(Inst))) -> Vec<Inst> {
    reachable([from], next).split_off(1)
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
        assert_eq!(uses.of_local(function.args[0]), [b, b]);
        assert_eq!(backward_slice(function, ret), [d, c, b]);
        assert_eq!(forward_slice(function, &uses, b), [store, d, ret]);
    }
}
