//! Compares liveness with what `mlir-opt` prints of bodies of dialects, and with sets that are computed by going round until nothing
//! changes.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_mlir::Context;
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::body::{Block, Body, Op, OpRef, Region, Value};
use tern_mlir::graph::{Cfg, Liveness, Ssa};
use tern_roundtrip_tests::both_ways::DIALECTS;
use tern_roundtrip_tests::{oracle, pipeline, samples};
use tern_testing::{Choices, llvm};

use super::{Facts, assert_agreement};

/// The sets of each function that `mlir-opt` printed: by its number, those of the blocks.
fn of_mlir(said: &str) -> Vec<Facts> {
    let (mut functions, mut block) = (Vec::<Facts>::new(), String::new());
    for line in said.lines() {
        if line.starts_with("Testing : ") {
            functions.push(Facts::new());
        } else if let Some(number) = line.strip_prefix("// - Block: ") {
            number.clone_into(&mut block);
        } else if let Some(set) = line.strip_prefix("// --- Live")
            && let Some((side, values)) = set.split_once(": ")
            && let Some(function) = functions.last_mut()
        {
            let values: BTreeSet<&str> = values.split_whitespace().collect();
            function.insert(fact(&block, side, values));
        }
    }
    functions
}

fn fact<T: AsRef<str>>(block: &str, side: &str, values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<T> = values.into_iter().collect();
    let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
    format!("{block} {side}: {}", values.join(" "))
}

/// Numbers blocks and values as `mlir-opt` does.
#[derive(Default)]
struct Numbers {
    blocks: BTreeMap<Block, usize>,
    values: BTreeMap<Value, String>,
}

impl Numbers {
    fn add(&mut self, body: &Body, region: Region) {
        for &block in body.region_blocks(region) {
            let number = self.blocks.len();
            self.blocks.insert(block, number);
            for (at, &argument) in body.block_arguments(block).iter().enumerate() {
                self.values.insert(argument, format!("arg{at}@{number}"));
            }
            for result in body.block_ops(block).flat_map(|op| body.results(op)) {
                let number = self.values.len();
                self.values.insert(result, format!("val_{number}"));
            }
            for op in body.block_ops(block) {
                let (inner, regions) = body.regions(op);
                if std::ptr::eq(inner, body) {
                    regions.iter().for_each(|&region| self.add(body, region));
                }
            }
        }
    }
}

/// The sets of a function, if it has no parts whose sets MLIR computes in another way: blocks that are not reachable, and bodies of
/// operations that are isolated.
fn of_function(context: &Context, body: &Body, root: Region) -> Option<Facts> {
    let mut numbers = Numbers::default();
    numbers.add(body, root);
    let mut facts = Facts::new();
    let nested = body.ops().into_iter().flat_map(|op| {
        let (inner, regions) = body.regions(op);
        regions.iter().map(move |&region| std::ptr::eq(inner, body).then_some(region))
    });
    for region in std::iter::once(Some(root)).chain(nested) {
        let graph = body.values(context, region?);
        let cfg = Cfg::of(&graph);
        let liveness = Liveness::new(&graph, &cfg).expect("the function is small");
        for &block in body.region_blocks(region?) {
            if !cfg.is_reachable(block) {
                return None;
            }
            for (side, set) in [("In", liveness.live_in(block)), ("Out", liveness.live_out(block))] {
                let values: BTreeSet<&str> = set.iter().map(|value| &*numbers.values[value]).collect();
                facts.insert(fact(&numbers.blocks[&block].to_string(), side, values));
            }
        }
    }
    Some(facts)
}

const PIPELINE: &str = "builtin.module(func.func(test-print-liveness),llvm.func(test-print-liveness))";

/// The sets of both for a text, if both read it.
fn facts(name: &str, text: &[u8]) -> Option<(Facts, Facts)> {
    let context = Context::new(&DIALECTS);
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let module = asm::parse(&context, name, text, &options).ok()?;
    let printed = asm::print(&context, &module, &PrintOptions { for_mlir: true, ..PrintOptions::default() });
    let pipeline = format!("--pass-pipeline={PIPELINE}");
    let flags = ["--allow-unregistered-dialect", "--mlir-disable-threading", "-o", "/dev/null", &pipeline];
    let answer = oracle::answer("mlir-opt", &flags, &printed);
    if answer.status != "0" {
        return None;
    }
    let said = format!("{}{}", answer.said, String::from_utf8_lossy(&answer.printed));
    let (body, sets) = (module.body().nested(module.root())?, of_mlir(&said));
    let is_function = |&op: &Op| ["func.func", "llvm.func"].contains(&OpRef::new(&context, body, op).name());
    // The pass runs on functions of the module itself, not on those of modules in it.
    let [root] = *body.root_regions() else { return None };
    let all: Vec<Op> = body
        .region_blocks(root)
        .iter()
        .flat_map(|&block| body.block_ops(block))
        .filter(is_function)
        .collect();
    assert_eq!(all.len(), sets.len(), "{name}: functions\n{said}");
    let (mut ours, mut theirs) = (Facts::new(), Facts::new());
    for (number, (op, sets)) in all.into_iter().zip(sets).enumerate() {
        let (inner, regions) = body.regions(op);
        let Some(found) = regions.first().and_then(|&region| of_function(&context, inner, region)) else {
            continue;
        };
        let numbered = |facts: Facts| facts.into_iter().map(move |fact| format!("function {number}: {fact}"));
        ours.extend(numbered(found));
        theirs.extend(numbered(sets));
    }
    Some((ours, theirs))
}

#[test]
fn liveness_is_that_of_mlir() {
    let of_dialects = samples::files(&samples::root().join("roundtrip-tests"), "mlir").into_iter();
    let of_dialects =
        of_dialects.filter_map(|path| Some((path.display().to_string(), std::fs::read(path).ok()?)));
    let imported = samples::texts(60).filter_map(|(name, text)| Some((name, pipeline::import(&text).ok()?)));
    let inputs: Vec<(String, Vec<u8>)> = of_dialects.chain(imported).collect();
    let found = inputs.par_iter().filter_map(|(name, text)| Some((name.clone(), facts(name, text)?)));
    assert_agreement("MLIR", found.collect::<Vec<_>>());
}

/// The values that are needed at the beginning and at the end of blocks, by a flow of sets.
fn naive<S: Ssa<Node: Ord, Value: Ord>>(
    graph: &S,
    cfg: &Cfg<S::Node>,
) -> BTreeMap<S::Node, [BTreeSet<S::Value>; 2]> {
    let mut sets: BTreeMap<S::Node, [BTreeSet<S::Value>; 2]> =
        cfg.order().iter().map(|&node| (node, Default::default())).collect();
    loop {
        let before = sets.clone();
        for &node in cfg.order() {
            let mut out = BTreeSet::new();
            for next in cfg.successors(node) {
                out.extend(&before[&next][0]);
                for inst in graph.insts(next) {
                    graph.for_each_incoming(inst, |from, value| {
                        if from == node {
                            out.insert(value);
                        }
                    });
                }
            }
            let mut live = out.clone();
            for inst in graph.insts(node).rev() {
                graph.results(inst).for_each(|result| _ = live.remove(&result));
                if !graph.for_each_incoming(inst, |_, _| {}) {
                    graph.for_each_operand(inst, |value| _ = live.insert(value));
                }
            }
            graph.arguments(node).for_each(|argument| _ = live.remove(&argument));
            sets.insert(node, [live, out]);
        }
        if sets == before {
            return sets;
        }
    }
}

#[test]
fn liveness_of_generated_functions_is_that_of_a_flow_of_sets() {
    let mut blocks = 0;
    for seed in 0..300 {
        let module = llvm::module(&mut Choices::from_seed(seed), &llvm::Options::default());
        for (_, _, function) in module.definitions() {
            let cfg = Cfg::of(function);
            let liveness = Liveness::new(function, &cfg).expect("the function is small");
            for (block, expected) in naive(function, &cfg) {
                let found = [liveness.live_in(block), liveness.live_out(block)];
                let found = found.map(|set| set.iter().copied().collect::<BTreeSet<_>>());
                assert_eq!(found, expected, "seed {seed}, block {}", block.index());
                blocks += 1;
            }
        }
    }
    assert!(blocks > 1000, "{blocks}");
}
