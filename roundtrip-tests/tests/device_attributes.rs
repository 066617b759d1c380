//! Checks that Tern and `mlir-translate` agree on attributes of `rocdl` and `nvvm`: each attribute with values of each kind, on
//! functions, instructions, constants and all other operations of a module, is exported as the same text or refused with the
//! same message.

use std::collections::HashMap;

use tern_export::{Compat, Options};
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_roundtrip_tests::oracle::{self, essence, first_difference};

const ATTRIBUTES: &[&str] = &[
    "rocdl.kernel",
    "rocdl.reqd_work_group_size",
    "rocdl.flat_work_group_size",
    "rocdl.max_flat_work_group_size",
    "rocdl.waves_per_eu",
    "rocdl.unsafe_fp_atomics",
    "rocdl.uniform_work_group_size",
    "rocdl.last_use",
    "rocdl.no_remote_memory",
    "rocdl.no_fine_grained_memory",
    "rocdl.ignore_denormal_mode",
    "rocdl.unknown",
    "nvvm.kernel",
    "nvvm.maxntid",
    "nvvm.reqntid",
    "nvvm.minctasm",
    "nvvm.maxnreg",
    "nvvm.cluster_dim",
    "nvvm.cluster_max_blocks",
    "nvvm.blocksareclusters",
];

const VALUES: &[&str] = &[
    "unit",
    "true",
    "7 : i32",
    "-3 : index",
    "5 : i64",
    "\"a,b\"",
    "\"\"",
    "array<i32: 16, 4, 2>",
    "array<i64: 1, 2>",
    "[1 : i32]",
    "dense<2> : vector<3xi32>",
    "2.0 : f32",
    "i32",
    "@f",
];

/// Modules with an attribute in place of `{}`.
const PLACES: &[&str] = &[
    "llvm.func @f() attributes {{}} {\n  llvm.return\n}",
    "llvm.func @f() attributes {{}}",
    "llvm.func @f(%p: !llvm.ptr) {\n  %0 = llvm.load %p {{}} : !llvm.ptr -> i32\n  llvm.return\n}",
    "llvm.func @f(%p: !llvm.ptr) {\n  llvm.call @f(%p) {{}} : (!llvm.ptr) -> ()\n  llvm.return\n}",
    "llvm.func @f(%p: !llvm.ptr, %i: i32) {\n  %0 = llvm.atomicrmw add %p, %i monotonic {{}} : !llvm.ptr, i32\n  llvm.return\n}",
    "llvm.func @f() {\n  llvm.return {{}}\n}",
    "llvm.func @f() -> i32 {\n  %0 = llvm.mlir.constant(1 : i32) {{}} : i32\n  llvm.return %0 : i32\n}",
    "llvm.func @f() -> !llvm.ptr {\n  %0 = llvm.mlir.addressof @f {{}} : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}",
    "llvm.mlir.global @f(1 : i32) {{}} : i32",
    "llvm.mlir.global @g(1 : i32) : i32\nllvm.mlir.alias external @f {{}} : i32 {\n  %0 = llvm.mlir.addressof @g : !llvm.ptr\n  \
        llvm.return %0 : !llvm.ptr\n}",
    "llvm.module_flags [#llvm.mlir.module_flag<error, \"wchar_size\", 4 : i32>] {{}}",
    "llvm.linker_options [\"a\"] {{}}",
    "module attributes {{}} {\n}",
    "module {\n  gpu.module @m attributes {{}} {\n  }\n}",
];

/// The modules: each attribute as a unit in each place, and with each other value on a function and on a load.
fn modules() -> Vec<String> {
    let with = |place: &str, name: &str, value: &str| match value {
        "unit" => place.replace("{}", name),
        _ => place.replace("{}", &format!("{name} = {value}")),
    };
    let mut modules = Vec::new();
    for name in ATTRIBUTES {
        modules.extend(PLACES.iter().map(|place| with(place, name, "unit")));
        for value in &VALUES[1..] {
            modules.extend([PLACES[0], PLACES[2]].map(|place| with(place, name, value)));
        }
    }
    modules
}

/// The text of an export, or the first error.
type Outcome = Result<Vec<String>, String>;

fn ours(text: &str) -> Outcome {
    let context = tern_dialect_hardware::context();
    let first = |found: Vec<Diagnostic>| found.first().map(|error| error.message().to_owned());
    let module = asm::parse(&context, "module", text.as_bytes(), &ParseOptions::default());
    let module = module.map_err(|found| first(found).expect("an error is reported"))?;
    let options = VerifyOptions { first_only: true, ..VerifyOptions::default() };
    if let Some(error) = first(verify_with(&context, &module, &options)) {
        return Err(error);
    }
    let options = Options { compat: Compat::Upstream, ..Options::default() };
    let exported = tern_export::export_with(&context, &module, options);
    let exported = exported.map_err(|found| first(found).expect("an error is reported"))?;
    Ok(essence(&tern_llvm_ir::try_write(&exported.module).map_err(|problem| problem.to_string())?))
}

fn upstream(modules: &[String]) -> Vec<Outcome> {
    let (outputs, answer) = oracle::translate_each(&["--mlir-to-llvmir"], modules);
    // A message names the line of the marker before its module.
    let mut errors: HashMap<usize, String> = HashMap::new();
    for line in answer.said.lines() {
        let Some((place, message)) = line.split_once(": error: ") else { continue };
        let start = place.split([':', ' ']).filter_map(|part| part.parse().ok()).next();
        errors.entry(start.expect("a message has a place")).or_insert_with(|| message.to_owned());
    }
    let mut marker = 0;
    let outcomes = modules.iter().zip(outputs).map(|(module, output)| {
        let error = errors.remove(&marker.max(1));
        marker += module.lines().count() + 1;
        error.map_or_else(|| Ok(essence(output.as_bytes())), Err)
    });
    outcomes.collect()
}

#[test]
fn attributes_of_devices_are_exported_as_upstream() {
    let modules = modules();
    let mut differences = Vec::new();
    for (module, upstream) in modules.iter().zip(upstream(&modules)) {
        let difference = match (&upstream, &ours(module)) {
            // Upstream refuses attributes of `nvvm` on instructions without a message; Tern counts them as left out.
            (Ok(upstream), Ok(_)) if upstream.is_empty() => None,
            (Ok(upstream), Ok(ours)) => first_difference(upstream, ours),
            (Err(upstream), Err(ours)) if upstream == ours => None,
            (upstream, ours) => Some(format!("upstream: {upstream:?}\nours: {ours:?}")),
        };
        differences.extend(difference.map(|difference| format!("{module}\n{difference}")));
    }
    oracle::assert_same(&differences, modules.len());
}

#[test]
fn operations_without_what_they_require_are_refused() {
    for (operation, message) in [
        ("nvvm.cp.async.shared.global", "'nvvm.cp.async.shared.global' op requires attribute 'size'"),
        ("nvvm.redux.sync", "'nvvm.redux.sync' op requires attribute 'kind'"),
        ("nvvm.fence.proxy", "'nvvm.fence.proxy' op requires attribute 'kind'"),
    ] {
        let text = format!("llvm.func @f() {{\n  \"{operation}\"() : () -> ()\n  llvm.return\n}}\n");
        let context = tern_dialect_hardware::context();
        let module =
            asm::parse(&context, "module", text.as_bytes(), &ParseOptions::default()).expect("it is read");
        let found = tern_export::export(&context, &module).map(|_| ()).expect_err("it lacks an attribute");
        assert_eq!(found[0].message(), message);
    }
}
