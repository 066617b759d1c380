//! Mutants of modules: single changes of the model that mostly make it wrong, for tests of verifiers.
//!
//! [`mutate`] makes a few changes, each of a kind in [`CHANGES`]: operands, types, attributes, edges, order, flags, calls, properties of
//! globals, metadata. A mutant may have no text that describes it ([`tern_llvm_ir::try_write`] says so), but refers only to what exists:
//! [`tern_llvm_ir::writer::write_unchecked`] writes it.

mod attributes;
mod body;
mod calls;
mod fields;
mod globals;
mod metadata;
mod operands;
mod types;

use tern_llvm_ir::function::{Block, Function, Value};
use tern_llvm_ir::globals::Global;
use tern_llvm_ir::instruction::{Inst, Instruction};
use tern_llvm_ir::metadata::{MdNodeKind, Metadata};
use tern_llvm_ir::{Constant, ConstantKind, Module, StrId, Type, TypeKind};

use crate::Choices;

/// A kind of change. It makes none, and returns `None`, if the module has nothing to change.
type Change = fn(&mut Mutation<'_>) -> Option<()>;

/// All kinds of changes, each with its weight.
const CHANGES: &[(usize, &str, Change)] = &[
    (12, "another operand", |m| m.operand()),
    (3, "operands swapped", |m| m.swap_operands()),
    (4, "another value in a debug record", |m| m.record()),
    (6, "another type in an instruction", |m| m.inner_type()),
    (4, "another type of a function", |m| m.function_type()),
    (4, "another type of a global", |m| m.global_type()),
    (8, "another successor", |m| m.successor()),
    (6, "another PHI node", |m| m.phi()),
    (5, "two instructions in the other order", |m| m.swap_instructions()),
    (6, "an instruction elsewhere", |m| m.move_instruction()),
    (4, "an instruction twice", |m| m.copy_instruction()),
    (4, "an instruction less", |m| m.remove_instruction()),
    (2, "two blocks in the other order", |m| m.swap_blocks()),
    (8, "another field of an instruction", |m| m.field()),
    (4, "another terminator", |m| m.terminator()),
    (14, "other attributes", |m| m.attributes()),
    (3, "attributes of another function", |m| m.copy_attributes()),
    (5, "another callee", |m| m.callee()),
    (5, "another argument", |m| m.argument()),
    (4, "other bundles", |m| m.bundles()),
    (5, "another convention or tail call", |m| m.convention()),
    (10, "another property of a global", |m| m.global_property()),
    (5, "another property of a function", |m| m.function_property()),
    (3, "another initializer", |m| m.initializer()),
    (10, "other attachments", |m| m.attachments()),
    (14, "another operand of a node", |m| m.node()),
    (6, "another module flag", |m| m.module_flag()),
    (3, "other named metadata", |m| m.named_metadata()),
];

/// Makes one to three changes in a module; returns what they are.
pub fn mutate(module: &mut Module, choices: &mut Choices) -> Vec<&'static str> {
    let weights: Vec<usize> = CHANGES.iter().map(|(weight, ..)| *weight).collect();
    let wanted = 1 + choices.weighted(&[80, 15, 5]);
    let mut made = Vec::new();
    // A change that finds nothing is replaced by another one.
    for _ in 0..8 * wanted {
        let (_, name, change) = CHANGES[choices.weighted(&weights)];
        if (change)(&mut Mutation { module, choices }).is_some() {
            made.push(name);
            if made.len() == wanted {
                break;
            }
        }
    }
    rename_profiles(module);
    made
}

/// Renames the module flags `CG Profile` whose value is no node: LLVM's verifier takes it for one without a look, and crashes or not.
fn rename_profiles(module: &mut Module) {
    let (Some(profile), other) = (module.strings.find(b"CG Profile"), module.strings.intern(b"a flag"))
    else {
        return;
    };
    let flags =
        module.metadata.named.iter().filter(|(name, _)| module.strings.get(*name) == b"llvm.module.flags");
    for flag in flags.flat_map(|(_, flags)| flags.clone()).collect::<Vec<_>>() {
        if let MdNodeKind::Tuple(operands) = &mut module.metadata.nodes[flag].kind
            && let [_, Metadata::String(key), value] = &mut operands[..]
            && *key == profile
            && !matches!(value, Metadata::Node(_))
        {
            *key = other;
        }
    }
}

/// The number of decisions that are set apart for [`mutant`].
const DECISIONS: usize = 96;

/// A mutant of a module that `make` makes. The changes take the first decisions, so that they stay when the module shrinks.
pub fn mutant(
    choices: &mut Choices,
    make: impl FnOnce(&mut Choices) -> Module,
) -> (Module, Vec<&'static str>) {
    let numbers = (0..DECISIONS).map(|_| choices.number()).collect();
    let mut module = make(choices);
    let made = mutate(&mut module, &mut Choices::replay(numbers));
    (module, made)
}

struct Mutation<'m> {
    module: &'m mut Module,
    choices: &'m mut Choices,
}

impl Mutation<'_> {
    /// One of the items.
    fn one<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| self.choices.pick(items).clone())
    }

    fn text(&self, text: &str) -> StrId {
        self.module.strings.intern(text.as_bytes())
    }

    fn function_of(&self, global: Global) -> &Function {
        self.module.globals[global].as_function().expect("only functions are asked for")
    }

    fn function_mut(&mut self, global: Global) -> &mut Function {
        match &mut self.module.globals[global].kind {
            tern_llvm_ir::GlobalKind::Function(function) => function,
            _ => unreachable!("only functions are asked for"),
        }
    }

    /// A function with a body.
    fn definition(&mut self) -> Option<Global> {
        let all: Vec<Global> = self.module.definitions().map(|(global, ..)| global).collect();
        self.one(&all)
    }

    /// An instruction that satisfies `is`, with its function.
    fn inst_where(&mut self, is: impl Fn(&Function, &Instruction) -> bool) -> Option<(Global, Inst)> {
        let mut all = Vec::new();
        for (global, _, function) in self.module.definitions() {
            let insts = function.instructions().map(|(_, inst)| inst);
            all.extend(
                insts.filter(|&inst| is(function, &function.insts[inst].inst)).map(|inst| (global, inst)),
            );
        }
        self.one(&all)
    }

    fn block_of(&mut self, global: Global) -> Option<Block> {
        let layout = self.function_of(global).layout.clone();
        self.one(&layout)
    }

    /// A value of a function that satisfies `is`.
    fn local_where(&mut self, global: Global, is: impl Fn(Type) -> bool) -> Option<Value> {
        let function = self.function_of(global);
        let results = function.instructions().filter_map(|(_, inst)| function.insts[inst].result.expand());
        let all: Vec<Value> = function
            .args
            .iter()
            .copied()
            .chain(results)
            .filter(|&local| is(function.locals[local].ty))
            .map(Value::from)
            .collect();
        self.one(&all)
    }

    /// A constant of this type.
    fn constant_of(&mut self, ty: Type) -> Constant {
        let module = &*self.module;
        let constants = &module.constants;
        match (self.choices.below(4), module.types.kind(ty)) {
            (_, TypeKind::Metadata) => {
                let operand = self.metadata_operand();
                self.module.constants.intern(ty, ConstantKind::Metadata(operand))
            }
            (_, TypeKind::Token) => constants.intern(ty, ConstantKind::None),
            (0, _) => constants.intern(ty, ConstantKind::Poison),
            (1, _) => constants.intern(ty, ConstantKind::Undef),
            (2, TypeKind::Integer(_)) => {
                let value = *self.choices.pick(&[1, -1, 2, 3, 7, 8, 64, 255, 1 << 20]);
                constants.integer(&module.types, ty, value)
            }
            (3, TypeKind::Pointer(space)) => {
                let space = *space;
                let globals: Vec<Global> = self.module.listed_globals().collect();
                match self.one(&globals) {
                    Some(global) if self.module.globals[global].address_space == space => {
                        self.module.address_of(global)
                    }
                    _ => self.module.constants.intern(ty, ConstantKind::Zero),
                }
            }
            _ => constants.zero(&module.types, ty),
        }
    }

    /// A value of a function for an operand of this type: a local, or a constant.
    fn value_of(&mut self, global: Global, ty: Type) -> Value {
        let local =
            if self.choices.chance(60) { self.local_where(global, |found| found == ty) } else { None };
        local.unwrap_or_else(|| self.constant_of(ty).into())
    }

    /// A value of any type.
    fn any_value(&mut self, global: Global) -> Value {
        let local = if self.choices.chance(60) { self.local_where(global, |_| true) } else { None };
        local.unwrap_or_else(|| {
            let ty = self.value_type();
            self.constant_of(ty).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::llvm;

    #[test]
    fn every_change_is_made() {
        let mut counts: BTreeMap<&str, usize> = CHANGES.iter().map(|(_, name, _)| (*name, 0)).collect();
        for seed in 0..1500 {
            let make = |choices: &mut Choices| llvm::module(choices, &llvm::Options::default());
            let (module, made) = mutant(&mut Choices::from_seed(seed), make);
            made.iter().for_each(|name| *counts.entry(name).or_default() += 1);
            // What cannot be written without checks would end the process here.
            let _ = tern_llvm_ir::writer::write_unchecked(&module);
        }
        assert!(counts.values().all(|&count| count > 0), "{counts:?}");
    }
}
