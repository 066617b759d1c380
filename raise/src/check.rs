//! Checks a plan by trial: lowers the raised module and compares the LLVM IR with the original. Whatever makes a difference is
//! taken out of the plan.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tern_lower::{Pipeline, Registry};
use tern_mlir::{Context, Module};

use crate::program::{Plan, Program, callee};
use crate::rewrite::rewritten;

const DIFFERENT: &str = "lowering it would not give the same LLVM IR back";

/// The pipeline that lowers a raised module again, with `index` of `index_bits` bits.
pub fn pipeline(index_bits: u32) -> String {
    format!("builtin.module(convert-func-to-llvm{{index-bitwidth={index_bits}}},reconcile-unrealized-casts)")
}

/// Builds the raised module. Removes from the plan what does not lower to the original LLVM IR.
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
    // Each iteration removes a wrapper or a function from the plan, or switches one function to the other form once.
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

/// Exports a module to the text of LLVM IR, which is only compared.
fn text(context: &Context, module: &Module) -> Option<String> {
    let options = tern_export::Options { verify: false, ..tern_export::Options::default() };
    let exported = tern_export::export_with(context, module, options).ok()?;
    String::from_utf8(tern_llvm_ir::write(&exported.module)).ok()
}

/// Lowers a raised module, and exports it to the text of LLVM IR.
fn lowered(context: &Context, module: &Module, index_bits: u32) -> Option<String> {
    let pipeline = Pipeline::parse(&pipeline(index_bits), &Registry::default()).ok()?;
    let mut module = module.clone();
    let ran = pipeline.run(context, &mut module, true);
    if ran.succeeded { text(context, &module) } else { None }
}

/// Splits a text of LLVM IR into functions, by name.
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

/// Removes from the plan what causes a difference. Returns whether it removed anything.
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
        // A wrapper that differs from what lowering makes is kept as it is.
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
    // A function that differs calls a restored function in a way that lowering would not.
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
