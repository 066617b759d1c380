//! Blocks whose addresses are taken before or after the body of their function. LLVM's text needs a name for the latter.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Block, Function, Value};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{Inst, Instruction, RecordOperand};
use crate::metadata::Metadata;
use crate::module::Module;

/// Names the unnamed blocks whose address is taken after the body of their function: in later functions, and in metadata. LLVM
/// prints such an address with the number of the block, but its reader understands a number only before the body and within it.
pub fn name_addressed_blocks(module: &mut Module) {
    let mut blocks: Vec<(Global, Block)> = behind_their_function(module).into_iter().collect();
    blocks.sort_by_cached_key(|&(global, block)| {
        let function = module.globals[global].as_function();
        (global, function.and_then(|function| function.layout.iter().position(|&other| other == block)))
    });
    for (global, block) in blocks {
        let Some(function) = module.globals.get(global).and_then(|value| value.as_function()) else {
            continue;
        };
        let name = fresh_name(module, function);
        if let GlobalKind::Function(function) = &mut module.globals[global].kind {
            function.blocks[block].name = Some(name);
        }
    }
}

fn behind_their_function(module: &Module) -> FxHashSet<(Global, Block)> {
    let mut found = FxHashSet::default();
    let is_unnamed = |global: Global, block: Block| {
        let function = module.globals[global].as_function();
        function.and_then(|it| it.blocks.get(block)).is_some_and(|block| block.name.is_none())
    };
    visit_addresses(module, is_unnamed, |block, _, mention| {
        if mention == Mention::Behind {
            found.insert(block);
        }
    });
    found
}

/// The blocks with names whose address is taken before the body of their function, by function and sorted by name: LLVM's reader of text
/// makes them first, in this order.
pub(crate) fn before_their_function(module: &Module) -> FxHashMap<Global, Vec<Block>> {
    let mut found: FxHashMap<Global, Vec<Block>> = FxHashMap::default();
    let name = |global: Global, block: Block| module.globals[global].as_function()?.blocks.get(block)?.name;
    let is_named = |global: Global, block: Block| name(global, block).is_some();
    visit_addresses(module, is_named, |(global, block), _, mention| {
        if mention == Mention::Before {
            found.entry(global).or_default().push(block);
        }
    });
    for (&global, blocks) in &mut found {
        let name = |block: &Block| Some(module.strings.get(name(global, *block)?));
        blocks.sort_by(|one, other| name(one).cmp(&name(other)));
        blocks.dedup();
    }
    found
}

/// Where a reader of bitcode first meets the addresses of the blocks that are wanted. It reads what globals and nodes refer to before any
/// body, and makes a constant of a body at the first instruction that uses it.
pub(crate) fn first_mentions(
    module: &Module,
    is_wanted: impl Fn(Global, Block) -> bool,
) -> FxHashMap<(Global, Block), Mention> {
    let mut found = FxHashMap::default();
    visit_addresses(module, is_wanted, |block, user, mention| match user {
        User::Global | User::Node => {
            found.insert(block, Mention::Before);
        }
        User::Instruction => {
            found.entry(block).or_insert(mention);
        }
    });
    found
}

/// Where the address of a block is mentioned in a text, relative to the body of the block's function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mention {
    Before,
    /// At an instruction of the body.
    At(Inst),
    Behind,
}

/// What mentions an address: a global outside of its body, an instruction or debug record, or a node.
enum User {
    Global,
    Instruction,
    Node,
}

/// Visits the addresses of the blocks that are wanted in the order of the module's text.
fn visit_addresses(
    module: &Module,
    is_wanted: impl Fn(Global, Block) -> bool,
    mut visit: impl FnMut((Global, Block), User, Mention),
) {
    let holders = holders(module, is_wanted);
    if holders.is_empty() {
        return;
    }
    let blocks = |constant: Constant| holders.get(&constant).into_iter().flatten().copied();
    let mut written = FxHashSet::default();
    for &global in
        [&module.variables, &module.aliases, &module.ifuncs, &module.functions].into_iter().flatten()
    {
        let value = &module.globals[global];
        let relative = |function: Global| match written.contains(&function) {
            true => Mention::Behind,
            false => Mention::Before,
        };
        value.constants().flat_map(blocks).for_each(|it| visit(it, User::Global, relative(it.0)));
        let Some(function) = value.as_function() else { continue };
        visit_in_body(function, |inst, constant| {
            for it in blocks(constant) {
                let mention = if it.0 == global { Mention::At(inst) } else { relative(it.0) };
                visit(it, User::Instruction, mention);
            }
        });
        written.insert(global);
    }
    for operand in module.metadata.nodes.values().flat_map(|node| node.kind.operands()) {
        if let Metadata::Constant(constant) = operand {
            blocks(*constant).for_each(|it| visit(it, User::Node, Mention::Behind));
        }
    }
}

/// For each constant, those of the blocks whose addresses it contains that are wanted. One pass suffices: a constant is interned after its
/// operands.
fn holders(
    module: &Module,
    is_wanted: impl Fn(Global, Block) -> bool,
) -> FxHashMap<Constant, Vec<(Global, Block)>> {
    let mut holders: FxHashMap<Constant, Vec<(Global, Block)>> = FxHashMap::default();
    for constant in module.constants.ids() {
        let held = match module.constants.kind(constant) {
            &ConstantKind::BlockAddress(global, block) if is_wanted(global, block) => vec![(global, block)],
            _ if holders.is_empty() => Vec::new(),
            kind => {
                let operands = kind.operands().into_iter();
                operands.filter_map(|operand| holders.get(&operand)).flatten().copied().collect()
            }
        };
        if !held.is_empty() {
            holders.insert(constant, held);
        }
    }
    holders
}

/// Visits the constants in the body of a function, with the instruction that has them.
fn visit_in_body(function: &Function, mut visit: impl FnMut(Inst, Constant)) {
    for (_, inst) in function.instructions() {
        let mut visit = |constant| visit(inst, constant);
        let data = &function.insts[inst].inst;
        data.for_each_operand(function, |value| value.constant().into_iter().for_each(&mut visit));
        let Instruction::DebugRecord(record) = data else { continue };
        record.values().filter_map(Value::constant).for_each(&mut visit);
        for operand in &record.operands {
            if let RecordOperand::Metadata(Metadata::Constant(constant)) = operand {
                visit(*constant);
            }
        }
    }
}

/// A name that no value or block of the function has.
fn fresh_name(module: &Module, function: &Function) -> StrId {
    let names = function.locals.values().map(|local| local.name);
    let taken: FxHashSet<StrId> =
        names.chain(function.blocks.values().map(|block| block.name)).flatten().collect();
    let mut candidates = std::iter::once("addressed".to_owned())
        .chain((1..).map(|number: usize| format!("addressed{number}")))
        .map(|name| module.strings.intern(name.as_bytes()));
    candidates.find(|name| !taken.contains(name)).expect("a function has finitely many names")
}

#[cfg(test)]
mod tests {
    use super::name_addressed_blocks;

    use crate::globals::GlobalKind;

    /// The text of a module after the blocks that need a name have got one. Blocks called `x` and `y` have none before; LLVM's
    /// reader has no way to say that of a block whose address is taken later.
    fn named(text: &str) -> String {
        let mut module = crate::read(text.as_bytes(), "test.ll").unwrap();
        let no_names = ["x", "y"].map(|name| Some(module.strings.intern(name.as_bytes())));
        for global in module.functions.clone() {
            if let GlobalKind::Function(function) = &mut module.globals[global].kind {
                let blocks = function.blocks.values_mut();
                blocks.filter(|block| no_names.contains(&block.name)).for_each(|block| block.name = None);
            }
        }
        name_addressed_blocks(&mut module);
        String::from_utf8(crate::write(&module)).unwrap()
    }

    const TARGET: &str = "define void @f() {\n  br label %x\nx:\n  ret void\n}\n";

    #[test]
    fn numbers_stay_where_llvm_reads_them() {
        for before in [
            "@g = global [2 x ptr] [ptr null, ptr blockaddress(@f, %x)]\n",
            "@g = alias i8, ptr blockaddress(@f, %x)\n",
            "define ptr @g() {\n  ret ptr blockaddress(@f, %x)\n}\n",
            "define void @g() prefix ptr blockaddress(@f, %x) {\n  ret void\n}\n",
        ] {
            let text = named(&format!("{before}{TARGET}"));
            assert!(text.contains("blockaddress(@f, %1)"), "{text}");
        }
        let within = named("define ptr @f() {\n  br label %x\nx:\n  ret ptr blockaddress(@f, %x)\n}\n");
        assert!(within.contains("blockaddress(@f, %1)"), "{within}");
    }

    #[test]
    fn blocks_have_names_behind_their_function() {
        for behind in [
            "define ptr @g() {\n  ret ptr blockaddress(@f, %x)\n}\n",
            "define i64 @g() {\n  ret i64 ptrtoint (ptr blockaddress(@f, %x) to i64)\n}\n",
            "define void @g() prefix [1 x ptr] [ptr blockaddress(@f, %x)] {\n  ret void\n}\n",
            "!a = !{!0}\n!0 = !{ptr blockaddress(@f, %x)}\n",
        ] {
            let text = named(&format!("{TARGET}{behind}"));
            assert!(text.contains("blockaddress(@f, %addressed)") && text.contains("addressed:"), "{text}");
        }
    }

    #[test]
    fn names_are_not_taken() {
        let text = named(
            "define void @f(i1 %addressed) {\naddressed1:\n  br i1 %addressed, label %y, label %x\ny:\n  ret void\nx:\n  ret void\n}\n\
             define [2 x ptr] @g() {\n  ret [2 x ptr] [ptr blockaddress(@f, %y), ptr blockaddress(@f, %x)]\n}\n",
        );
        let expected = "[ptr blockaddress(@f, %addressed2), ptr blockaddress(@f, %addressed3)]";
        assert!(text.contains(expected), "{text}");
    }
}
