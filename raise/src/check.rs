//! Whether lowering gives the same LLVM IR back: it is tried, and what stands against it is left as it is.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tern_lower::{Pipeline, Registry};
use tern_mlir::{Context, Module};

use crate::program::{Plan, Program, callee};
use crate::rewrite::rewritten;

const DIFFERENT: &str = "lowering it would not give the same LLVM IR back";

/// The pipeline that takes what was restored down again, where `index` has so many bits.
pub fn pipeline(index_bits: u32) -> String {
    format!("builtin.module(convert-func-to-llvm{{index-bitwidth={index_bits}}},reconcile-unrealized-casts)")
}

/// The module with what the plan restores; takes out of the plan what cannot be.
pub(crate) fn raised(program: &Program<'_>, plan: &mut Plan) -> Module {
    let give_up = |plan: &mut Plan, why: &str| {
        plan.functions.iter_mut().for_each(|decision| {
            if decision.is_ok() {
                *decision = Err(why.to_owned());
            }
        });
        program.module.clone()
    };
    if plan.functions.iter().all(Result::is_err) {
        return program.module.clone();
    }
    let Some(before) = text(program.context, program.module) else {
        return give_up(plan, "the module cannot be exported");
    };
    // Each time, something is taken out of the plan, a wrapper or a function, or tried in another way once.
    for _ in 0..=3 * plan.functions.len() {
        if plan.functions.iter().all(Result::is_err) {
            return program.module.clone();
        }
        let module = rewritten(program, plan);
        let Some(after) = lowered(program.context, &module, plan.index_bits) else {
            return give_up(plan, "it cannot be lowered again");
        };
        if before == after {
            return module;
        }
        if !blame(program, plan, &functions(&before), &functions(&after)) {
            return give_up(plan, DIFFERENT);
        }
    }
    give_up(plan, DIFFERENT)
}

/// A module as LLVM IR.
fn text(context: &Context, module: &Module) -> Option<String> {
    let exported = tern_export::export(context, module).ok()?;
    String::from_utf8(tern_llvm_ir::write(&exported.module)).ok()
}

/// A module that was raised, as LLVM IR.
fn lowered(context: &Context, module: &Module, index_bits: u32) -> Option<String> {
    let pipeline = Pipeline::parse(&pipeline(index_bits), &Registry::default()).ok()?;
    let mut module = module.clone();
    let ran = pipeline.run(context, &mut module, true);
    if ran.succeeded { text(context, &module) } else { None }
}

/// The functions in a text of LLVM IR, by name.
fn functions(text: &str) -> FxHashMap<&str, &str> {
    let mut functions = FxHashMap::default();
    let mut rest = text;
    while let Some(line) = rest.split_inclusive('\n').next() {
        let is_defined = line.starts_with("define ");
        let length = if is_defined { rest.find("\n}\n").map_or(rest.len(), |at| at + 3) } else { line.len() };
        if is_defined || line.starts_with("declare ") {
            let name = line.split_once('@').and_then(|(_, name)| name.split_once('('));
            functions.insert(name.map_or("", |(name, _)| name.trim_matches('"')), &rest[..length]);
        }
        rest = &rest[length..];
    }
    functions
}

/// Takes what makes a difference out of the plan; whether there was anything.
fn blame(
    program: &Program<'_>,
    plan: &mut Plan,
    before: &FxHashMap<&str, &str>,
    after: &FxHashMap<&str, &str>,
) -> bool {
    let names: Vec<String> = (0..program.functions.len()).map(|index| program.name(index)).collect();
    let differs = |index: usize| before.get(&*names[index]) != after.get(&*names[index]);
    let different: Vec<usize> = (0..names.len()).filter(|&index| differs(index)).collect();
    let mut found = false;
    for &index in &different {
        // A wrapper that is not what lowering makes stays as it is.
        let owner = plan.functions.iter_mut().flatten().find(|restored| restored.wrapper == Some(index));
        if let Some(owner) = owner {
            owner.wrapper = None;
            found = true;
        } else if let Ok(restored) = &mut plan.functions[index] {
            match restored.direct {
                None => restored.direct = Some(program.functions[index].to_be_direct()),
                Some(_) => plan.functions[index] = Err(DIFFERENT.to_owned()),
            }
            found = true;
        }
    }
    if found {
        return true;
    }
    // What differs calls what is restored, and not as lowering would.
    let callees: BTreeSet<usize> = different
        .iter()
        .flat_map(|&index| program.functions[index].ops())
        .filter_map(|op| program.by_name.get(&callee(op)?).copied())
        .collect();
    for index in callees {
        if plan.functions[index].is_ok() {
            plan.functions[index] = Err(DIFFERENT.to_owned());
            found = true;
        }
    }
    found
}
