//! Checks that changes by `tern_llvm_ir::edit` leave modules that can be written and read, whatever is changed.

use tern_llvm_ir::attributes::{Attribute, AttributeKind};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::{Global, Inst, Instruction, Module, TypeKind, Value, compare};
use tern_testing::{Choices, llvm};

use crate::{property, text};

/// The functions with a PHI node that does not have exactly the edges of the graph, one by one.
fn wrong_phis(module: &Module) -> Vec<Global> {
    let wrong = module.definitions().filter(|(_, _, function)| {
        let predecessors = function.predecessors();
        function.instructions().any(|(block, inst)| {
            let Instruction::Phi { incoming, .. } = function.insts[inst].inst else { return false };
            let mut expected = predecessors[block].clone();
            let mut found: Vec<_> = function.list(incoming).iter().map(|(_, from)| *from).collect();
            expected.sort_unstable();
            found.sort_unstable();
            expected != found
        })
    });
    wrong.map(|(global, _, _)| global).collect()
}

/// Changes one thing in a module, and returns what, or why not.
fn change(module: &mut Module, choices: &mut Choices, number: usize) -> String {
    let globals: Vec<Global> = module.listed_globals().collect();
    let Some(&global) = globals.get(choices.below(globals.len().max(1))) else { return "nothing".to_owned() };
    let name = format!("changed.{number}");
    match choices.below(4) {
        0 => return format!("remove {global}: {:?}", module.remove_global(global).map(drop)),
        1 if !module.is_intrinsic(global) => {
            return format!("rename {global}: {:?}", module.rename_global(global, Some(&name)));
        }
        2 => {
            let attribute = Attribute::Enum(AttributeKind::Cold);
            let added = module.add_attribute(global, AttributeIndex::Function, attribute);
            return format!("attribute of {global}: {added:?}");
        }
        _ => {}
    }
    let defined: Vec<Global> = module.definitions().map(|(global, _, _)| global).collect();
    let Some(&global) = defined.get(choices.below(defined.len().max(1))) else { return "nothing".to_owned() };
    let mut editor = module.edit(global).expect("it is a function");
    let insts: Vec<Inst> = editor.function().instructions().map(|(_, inst)| inst).collect();
    let inst = insts[choices.below(insts.len())];
    let data = &editor.function().insts[inst];
    let (result, is_terminator) = (data.result.expand(), data.inst.is_terminator());
    let change = match (choices.below(4), result) {
        (0, _) => editor.split_block(inst, choices.chance(50).then_some(&name)).map(drop),
        (1, Some(local)) => editor.rename_local(local, choices.chance(80).then_some(&name)),
        (2, Some(local)) => {
            let ty = editor.function().locals[local].ty;
            if matches!(editor.module().types.kind(ty), TypeKind::Token) {
                return "nothing".to_owned();
            }
            let poison: Value = editor.module().constants.intern(ty, ConstantKind::Poison).into();
            editor.replace_all_uses(local.into(), poison).map(drop)
        }
        _ if is_terminator => {
            let last = editor.function().layout.len() - 1;
            let block = editor.function().layout[choices.within(0, last)];
            editor.remove_block(block)
        }
        _ => editor.erase(inst),
    };
    format!("{inst} of {global}: {change:?}")
}

#[test]
fn changed_modules_are_modules() {
    property("changed_modules_are_modules").cases(1_000).check(|choices| {
        let mut module = llvm::module(choices, &llvm::Options::default());
        let wrong_before = wrong_phis(&module);
        let changes: Vec<String> =
            (0..choices.within(1, 8)).map(|number| change(&mut module, choices, number)).collect();
        let about = |problem: String| format!("{problem} after {changes:#?}");
        let written = tern_llvm_ir::try_write(&module).map_err(|problem| about(problem.to_string()))?;
        let read = tern_llvm_ir::read(&written, "changed.ll")
            .map_err(|error| about(format!("{error}\n{}", text(&written))))?;
        if let Some(difference) = compare::first_difference(&module, &read) {
            return Err(about(format!("{difference:?}\n{}", text(&written))));
        }
        match wrong_phis(&module).iter().find(|global| !wrong_before.contains(global)) {
            Some(global) => Err(about(format!("a PHI node of {global} lacks an edge\n{}", text(&written)))),
            None => Ok(()),
        }
    });
}
