//! Compares analyses with what `opt` prints of the same modules: dominators, post-dominators, loops, calls, memory effects, probabilities
//! of branches, frequencies of blocks, constant trip counts, sizes of code.

#[path = "analyses/liveness.rs"]
mod liveness;
#[path = "analyses/trip_counts.rs"]
mod trip_counts;

use std::collections::{BTreeMap, BTreeSet};

use tern_analysis::call_graph::CallGraph;
use tern_analysis::code_size::CodeSize;
use tern_analysis::frequencies::Frequencies;
use tern_analysis::graph::{Cfg, Dominators, Loops, PostDominators};
use tern_analysis::memory::Memory;
use tern_analysis::probabilities::Probabilities;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Block, Function, Global, Module};
use tern_roundtrip_tests::{oracle, samples};
use tern_testing::{Choices, llvm};

/// Facts, each a line: in the same words for both.
type Facts = BTreeSet<String>;

/// The facts of both analyses about a module, if LLVM reads it.
fn facts(text: &[u8]) -> Option<(Facts, Facts)> {
    let passes = "function(print<domtree>,print<postdomtree>,print<loops>,print<branch-prob>,print<block-freq>),print-callgraph";
    let said = oracle::answer("opt", &["-disable-output", &format!("-passes={passes}")], text);
    // Crashes of opt itself are not about analyses.
    if said.status != "0" {
        return None;
    }
    let module = tern_llvm_ir::read(text, "module.ll").ok()?;
    let mut ours = of_tern(&module);
    let mut theirs = of_llvm(&said.said);
    let inferred = oracle::answer("opt", &["-S", "-passes=function-attrs"], text);
    if let Some(inferred) =
        tern_llvm_ir::read(&inferred.printed, "inferred.ll").ok().filter(|_| inferred.status == "0")
    {
        compare_memory(&module, &inferred, &mut ours, &mut theirs);
    }
    Some((ours, theirs))
}

/// What `opt` said, as facts.
fn of_llvm(said: &str) -> Facts {
    let mut facts = Facts::new();
    let (mut about, mut path, mut blocks) = (String::new(), Vec::<String>::new(), 0);
    for line in said.replace('\u{1}', "").lines() {
        let trimmed = line.trim();
        let quoted = || trimmed.split('\'').nth(1).unwrap_or_default().to_owned();
        if trimmed.starts_with("Call graph node") {
            about = quoted();
        } else if let Some((kind, name)) = trimmed.split_once(" for function: ") {
            about = format!("{} {name}", kind.trim_end_matches("Tree"));
        } else if trimmed.starts_with("Loop info for function") {
            about = format!("loop {}", quoted());
        } else if let Some(rest) = trimmed.trim_start_matches("Parallel ").strip_prefix("Loop at depth ") {
            let (depth, blocks) = rest.split_once(" containing: ").unwrap_or_default();
            facts.insert(format!("{about}: depth {depth}: {}", sorted(blocks.split(','))));
        } else if trimmed.starts_with("Printing analysis 'Branch Probability") {
            about = format!("probability {}", trimmed.split('\'').nth(3).unwrap_or_default());
        } else if let Some(edge) = trimmed.strip_prefix("edge ") {
            facts.insert(format!("{about}: {}", edge.trim_end_matches(" [HOT edge]")));
        } else if trimmed.starts_with("Printing analysis results of BFI") {
            (about, blocks) = (format!("frequency {}", quoted()), 0);
        } else if let Some((_, frequency)) = trimmed.rsplit_once(": float = ") {
            // LLVM prints the names of blocks as they are, and none if they have none.
            facts.insert(format!(
                "{about}: {blocks}: {}",
                frequency.split(", irr_loop").next().unwrap_or_default()
            ));
            blocks += 1;
        } else if trimmed.starts_with("CS<0x") && trimmed.contains("calls function") {
            facts.insert(format!("{about} calls {}", quoted()));
        } else if let Some((level, rest)) = trimmed.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let node = rest.split('{').next().unwrap_or_default().trim().to_owned();
            path.truncate(level.parse::<usize>().unwrap_or(1) - 1);
            facts.insert(format!("{about}: {node} below {}", path.last().map_or("-", |above| above)));
            path.push(node);
        }
    }
    facts.remove("");
    facts
}

/// Blocks with their marks, in order.
fn sorted<'t>(blocks: impl Iterator<Item = &'t str>) -> String {
    let mut blocks: Vec<String> = blocks
        .map(|block| {
            let mut parts: Vec<&str> = block.split('<').collect();
            parts[1..].sort_unstable();
            parts.join("<")
        })
        .collect();
    blocks.sort();
    blocks.join(",")
}

fn of_tern(module: &Module) -> Facts {
    let mut facts = Facts::new();
    let mut excerpts = Excerpts::new(module);
    for (global, _, function) in module.definitions() {
        let name = plain(module, global);
        let blocks: BTreeMap<Block, String> =
            function.layout.iter().map(|&block| (block, excerpts.block_name(global, block))).collect();
        of_function(function, &name, &blocks, &mut facts);
        of_profile(module, global, &name, &blocks, &mut facts);
        for (_, inst) in function.instructions() {
            let Some(call) = function.insts[inst].inst.call_site() else { continue };
            // LLVM's graph has calls that name a function, and none of debug intrinsics.
            if let Callee::Direct(callee) | Callee::Intrinsic(callee) = module.called(call)
                && module.globals[callee].as_function().is_some()
            {
                facts.insert(format!("{name} calls {}", plain(module, callee)));
            }
        }
    }
    facts
}

fn of_function(function: &Function, name: &str, blocks: &BTreeMap<Block, String>, facts: &mut Facts) {
    let graph = Cfg::of(function);
    let dominators = Dominators::new(&graph);
    for (block, above) in dominators.tree() {
        let above = above.map_or("-", |above| &blocks[&above]);
        facts.insert(format!("Dominator {name}: {} below {above}", blocks[&block]));
    }
    let exit = "<<exit node>>";
    facts.insert(format!("PostDominator {name}: {exit} below -"));
    for (block, above) in PostDominators::of(function).tree() {
        let above = above.map_or(exit, |above| &blocks[&above]);
        facts.insert(format!("PostDominator {name}: {} below {above}", blocks[&block]));
    }
    let loops = Loops::new(&graph, &dominators);
    for (this, data) in loops.iter() {
        let (latches, exiting) = (loops.latches(&graph, this), loops.exiting(&graph, this));
        let listed: Vec<String> = loops
            .nodes(this)
            .iter()
            .map(|block| {
                let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
                let header = mark(*block == data.header, "<header>");
                let latch = mark(latches.contains(block), "<latch>");
                format!("{}{header}{latch}{}", blocks[block], mark(exiting.contains(block), "<exiting>"))
            })
            .collect();
        facts.insert(format!(
            "loop {name}: depth {}: {}",
            data.depth,
            sorted(listed.iter().map(String::as_str))
        ));
    }
}

/// Adds probabilities of branches and frequencies of blocks.
fn of_profile(
    module: &Module,
    global: Global,
    name: &str,
    blocks: &BTreeMap<Block, String>,
    facts: &mut Facts,
) {
    let Some(function) = module.globals[global].as_function() else { return };
    let probabilities = Probabilities::of(module, function);
    let Some(frequencies) = Frequencies::of(module, global) else { return };
    for (at, block) in function.layout.iter().enumerate() {
        for to in function.successors(*block) {
            let probability = probabilities.between(function, *block, to);
            let edge = format!("{} -> {}", blocks[block], blocks[&to]);
            facts.insert(format!("probability {name}: {edge} probability is {probability}"));
        }
        let frequency = frequencies.block(*block).map(|it| format!("{:.5}, int = {}", it.scaled, it.integer));
        let frequency = frequency.unwrap_or_else(|| "0.0, int = 0".to_owned());
        let count = frequencies.count(*block).map(|count| format!(", count = {count}")).unwrap_or_default();
        facts.insert(format!("frequency {name}: {at}: {frequency}{count}"));
    }
}

/// Adds the memory effects of each function, as inferred.
fn compare_memory(module: &Module, inferred: &Module, ours: &mut Facts, theirs: &mut Facts) {
    let calls = CallGraph::of(module);
    let memory = Memory::of(module, &calls);
    let mut excerpts = Excerpts::new(module);
    // `opt` visits what can be reached from outside; what only ifuncs name is not.
    let is_visible = |global: &Global| CallGraph::is_visible(module, *global);
    let visited: BTreeSet<Global> =
        calls.reachable(calls.functions().iter().copied().filter(is_visible)).into_iter().collect();
    for (global, ..) in module.definitions() {
        let Some(name) = module.name(global).filter(|_| visited.contains(&global)) else { continue };
        let Some(other) = inferred.function(name).and_then(|it| inferred.globals[it].as_function()) else {
            continue;
        };
        let effects = inferred.memory_effects(inferred.attributes.get_list(other.attributes).function);
        let name = excerpts.global_name(global);
        theirs.insert(format!("memory {name}: {effects}"));
        ours.insert(format!("memory {name}: {}", memory.effects(global)));
    }
}

/// A name as LLVM's analyses print it: as it is, without the mark of names that are not mangled.
fn plain(module: &Module, global: Global) -> String {
    String::from_utf8_lossy(module.name(global).unwrap_or_default()).replace('\u{1}', "")
}

fn check(inputs: impl Iterator<Item = (String, Vec<u8>)>) {
    assert_agreement("LLVM", inputs.filter_map(|(name, text)| Some((name, facts(&text)?))));
}

/// Checks that there are modules, and that facts about each are the same: Tern's, and those of another tool.
fn assert_agreement(other: &str, found: impl IntoIterator<Item = (String, (Facts, Facts))>) {
    let (mut differences, mut cases) = (Vec::new(), 0);
    for (name, (ours, theirs)) in found {
        cases += 1;
        let only = |one: &Facts, other: &Facts, mark: &str| {
            let lines = one.difference(other).take(8).map(|fact| format!("{mark}: {fact}"));
            lines.collect::<Vec<_>>()
        };
        let lines = [only(&theirs, &ours, other), only(&ours, &theirs, "Tern")].concat();
        if !lines.is_empty() {
            differences.push(format!("{name}:\n{}", lines.join("\n")));
        }
    }
    assert!(cases > 0, "{other} reads some of the modules");
    oracle::assert_same(&differences, cases);
}

#[test]
fn analyses_of_files_agree() {
    let read = |path: std::path::PathBuf| Some((path.display().to_string(), std::fs::read(path).ok()?));
    check(samples::llvm().into_iter().filter_map(read));
}

#[test]
fn analyses_of_generated_modules_agree() {
    check((0..60).map(|seed| {
        let mut module = llvm::module(&mut Choices::from_seed(seed), &llvm::Options::default());
        // LLVM prints names of functions as they are, line breaks included.
        let functions: Vec<Global> =
            module.functions.iter().copied().filter(|&it| !module.is_intrinsic(it)).collect();
        for (number, function) in functions.into_iter().enumerate() {
            module.rename_global(function, Some(&format!("function{number}"))).expect("the name is new");
        }
        (format!("generated {seed}"), tern_llvm_ir::write(&module))
    }));
}

/// What `opt` estimates for each instruction, by function; none for what it cannot estimate.
fn code_sizes_of_llvm(text: &[u8]) -> Option<Vec<Vec<Option<u32>>>> {
    let arguments = ["-disable-output", "-passes=print<cost-model>", "-cost-kind=code-size"];
    let said = oracle::answer("opt", &arguments, text);
    let mut found: Vec<Vec<Option<u32>>> = Vec::new();
    for line in said.said.lines() {
        if line.starts_with("Printing analysis 'Cost Model Analysis'") {
            found.push(Vec::new());
        } else if let Some(rest) = line.strip_prefix("Cost Model: ") {
            let cost =
                rest.strip_prefix("Found an estimated cost of ").and_then(|rest| rest.split(' ').next());
            found.last_mut()?.push(cost.and_then(|cost| cost.parse().ok()));
        }
    }
    (said.status == "0").then_some(found)
}

#[test]
fn code_sizes_agree() {
    let files = samples::llvm().into_iter();
    let files =
        files.filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(path).ok()?)));
    let generated = (0..60).map(|seed| {
        let text = String::from_utf8_lossy(&samples::generated(seed)).into_owned();
        (format!("generated {seed}"), text)
    });
    let (mut differences, mut compared) = (Vec::new(), 0);
    for (name, text) in files.chain(generated) {
        // With a target, LLVM has a model of that.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("target triple")).collect();
        let text = lines.join("\n");
        let Ok(module) = tern_llvm_ir::read(text.as_bytes(), "module.ll") else { continue };
        let Some(theirs) = code_sizes_of_llvm(text.as_bytes()) else { continue };
        let (sizes, mut excerpts) = (CodeSize::new(&module), Excerpts::new(&module));
        for ((global, _, function), theirs) in module.definitions().zip(&theirs) {
            let insts = function.instructions().map(|(_, inst)| inst);
            let insts: Vec<_> =
                insts.filter(|&it| function.insts[it].inst.debug_record().is_none()).collect();
            // Old forms of debug records are calls for one and records for the other.
            if insts.len() != theirs.len() {
                continue;
            }
            for (&inst, theirs) in insts.iter().zip(theirs) {
                let ours = sizes.of_inst(function, inst);
                compared += 1;
                if theirs.is_some_and(|theirs| theirs != ours) {
                    let text = excerpts.instruction(global, inst);
                    differences.push(format!("{name}: {}: LLVM {theirs:?}, Tern {ours}", text.trim()));
                }
            }
        }
    }
    assert!(compared > 1000, "{compared} instructions are compared");
    oracle::assert_same(&differences, compared);
}
