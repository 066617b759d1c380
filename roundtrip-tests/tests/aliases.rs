//! Compares answers about aliases with those of `opt -passes=aa-eval` for the same pairs of accesses.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use tern_analysis::alias::{Alias, Aliases, Location};
use tern_llvm_ir::attributes::values::Access;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Function, Global, Inst, Instruction, Module};
use tern_roundtrip_tests::{oracle, samples};

/// The answers of `opt` for the pairs of a function, in its order.
#[derive(Default)]
struct Answers {
    /// By pointers and sizes: for each pair of different accesses to memory.
    basic: Vec<String>,
    /// With metadata: for each load with each store, then for each two stores.
    tagged: Vec<String>,
    /// For each call with each of the accesses of `basic`, then with each other call.
    calls: Vec<String>,
}

/// How many answers are alike, and how others differ.
#[derive(Default)]
struct Counts {
    pairs: usize,
    equal: usize,
    /// How many pairs LLVM says are apart, and those of these that Tern does not know of.
    apart: usize,
    missing: Vec<String>,
    contradictions: Vec<String>,
}

impl Counts {
    fn add(&mut self, ours: Alias, theirs: &str, place: impl FnOnce() -> String) {
        let theirs = theirs.split(' ').next().unwrap_or_default();
        let own = match ours {
            Alias::No => "NoAlias",
            Alias::May => "MayAlias",
            Alias::Partial(_) => "PartialAlias",
            Alias::Must => "MustAlias",
        };
        self.pairs += 1;
        self.equal += usize::from(own == theirs);
        self.apart += usize::from(theirs == "NoAlias");
        match (own, theirs) {
            ("MayAlias", "NoAlias") => self.missing.push(place()),
            // Either may know more than the other.
            ("MayAlias", _) | (_, "MayAlias") => {}
            _ if own != theirs => {
                self.contradictions.push(format!("{}: LLVM {theirs}, Tern {own}", place()));
            }
            _ => {}
        }
    }
}

/// How many answers about calls are alike, and how others differ.
#[derive(Default)]
struct CallCounts {
    questions: usize,
    /// How many times LLVM knows that there is no read, or no write, and those of these that Tern does not know of.
    excluded: usize,
    missing: Vec<String>,
    /// How many times Tern alone knows.
    more: usize,
}

impl CallCounts {
    fn add(&mut self, ours: Access, theirs: &str, place: impl Fn() -> String) {
        let may = |access: Access, kind: Access| access.and(kind) != Access::None;
        let theirs = match theirs {
            "NoModRef" => Access::None,
            "Just Ref" => Access::Read,
            "Just Mod" => Access::Write,
            _ => Access::ReadWrite,
        };
        self.questions += 1;
        for kind in [Access::Read, Access::Write] {
            self.excluded += usize::from(!may(theirs, kind));
            match (may(ours, kind), may(theirs, kind)) {
                (true, false) => self.missing.push(format!("{}: {theirs:?}, not {ours:?}", place())),
                (false, true) => self.more += 1,
                _ => {}
            }
        }
    }
}

/// The answers of `opt` by function. Its names are printed as they are.
fn answers(text: &[u8], pipeline: &str) -> Option<BTreeMap<String, Answers>> {
    let arguments = [
        "-disable-output",
        "-passes=aa-eval",
        "-print-all-alias-modref-info",
        "-evaluate-aa-metadata",
        &format!("-aa-pipeline={pipeline}"),
    ];
    let said = oracle::answer("opt", &arguments, text);
    let mut found: BTreeMap<String, Answers> = BTreeMap::new();
    let mut answers = None;
    for line in said.said.lines() {
        if let Some(rest) = line.strip_prefix("Function: ") {
            let name = rest.rsplit_once(": ").map_or(rest, |(name, _)| name);
            answers = Some(found.entry(name.to_owned()).or_default());
            continue;
        }
        let (Some(answers), Some((said, rest))) = (answers.as_deref_mut(), line.trim_start().split_once(':'))
        else {
            continue;
        };
        if ["NoAlias", "MayAlias", "PartialAlias", "MustAlias"].iter().any(|it| said.starts_with(it)) {
            let list = if rest.contains(" <-> ") { &mut answers.tagged } else { &mut answers.basic };
            list.push(said.to_owned());
        } else if ["NoModRef", "Just Ref", "Just Mod", "Both ModRef"].contains(&said) {
            answers.calls.push(said.to_owned());
        }
    }
    (said.status == "0").then_some(found)
}

/// The accesses that `opt` compares: loads and stores with different pointers or types, and all loads and stores.
fn accesses(module: &Module, function: &Function, aliases: &Aliases<'_>) -> [Vec<Location>; 3] {
    let (mut pointers, mut types): (Vec<Location>, _) = (Vec::new(), HashSet::new());
    let (mut loads, mut stores) = (Vec::new(), Vec::new());
    for (_, inst) in function.instructions() {
        let data = &function.insts[inst];
        let list = match data.inst {
            Instruction::Load { .. } => &mut loads,
            Instruction::Store { .. } => &mut stores,
            _ => continue,
        };
        let result = data.result.expand().map(|result| function.locals[result].ty);
        let (Some(location), Some(ty)) =
            (aliases.location(inst), module.accessed_type(function, &data.inst, result))
        else {
            continue;
        };
        list.push(location);
        if types.insert((location.pointer, ty)) {
            pointers.push(Location::new(location.pointer, location.size));
        }
    }
    [pointers, loads, stores]
}

/// Compares how calls access locations, and what other calls access.
fn compare_calls(
    name: &str,
    module: &Module,
    (global, function): (Global, &Function),
    aliases: &Aliases<'_>,
    pointers: &[Location],
    answers: &[String],
    counts: &mut CallCounts,
) {
    let is_call = |inst: &Inst| function.insts[*inst].inst.call_site().is_some();
    let calls: Vec<Inst> = function.instructions().map(|(_, inst)| inst).filter(is_call).collect();
    let mut excerpts = Excerpts::new(module);
    let shown =
        |inst: Inst, excerpts: &mut Excerpts<'_>| excerpts.instruction(global, inst).trim().to_owned();
    let mut answers = answers.iter();
    if answers.len() != calls.len() * pointers.len() + calls.len() * calls.len().saturating_sub(1) {
        return;
    }
    for &call in &calls {
        for location in pointers {
            let said = answers.next().expect("there is one for each");
            let ours = aliases.access(call, location, None);
            // That memory never changes is no reason here to say that it is not read.
            let is_constant = aliases.is_constant(location) && said == "NoModRef";
            let said = if is_constant { "Just Ref" } else { said };
            let place = excerpts.value(global, location.pointer);
            let call = shown(call, &mut excerpts);
            counts.add(ours, said, || format!("{name}: {call}: {:?} at {place}", location.size));
        }
    }
    for &call in &calls {
        for &other in calls.iter().filter(|&&other| other != call) {
            let said = answers.next().expect("there is one for each");
            let (one, two) = (shown(call, &mut excerpts), shown(other, &mut excerpts));
            counts.add(aliases.access_between(call, other, None), said, || format!("{name}: {one}, {two}"));
        }
    }
}

fn compare(name: &str, text: &[u8], pipeline: &str, counts: &mut Counts, of_calls: &mut CallCounts) {
    let Ok(module) = tern_llvm_ir::read(text, "module.ll") else { return };
    let Some(theirs) = answers(text, pipeline) else { return };
    let mut excerpts = Excerpts::new(&module);
    for (global, _, function) in module.definitions() {
        let plain = String::from_utf8_lossy(module.name(global).unwrap_or_default()).replace('\u{1}', "");
        let Some(answers) = theirs.get(&plain) else { continue };
        let aliases = Aliases::of(&module, function);
        let [pointers, loads, stores] = accesses(&module, function, &aliases);
        if pipeline != "basic-aa" {
            let place = (global, function);
            compare_calls(name, &module, place, &aliases, &pointers, &answers.calls, of_calls);
        }
        let mut basic = Vec::new();
        for (at, a) in pointers.iter().enumerate() {
            basic.extend(pointers[..at].iter().map(|b| (a, b)));
        }
        let mut tagged: Vec<(&Location, &Location)> = Vec::new();
        for load in &loads {
            tagged.extend(stores.iter().map(|store| (load, store)));
        }
        for (at, a) in stores.iter().enumerate() {
            tagged.extend(stores[..at].iter().map(|b| (a, b)));
        }
        let mut shown = |location: &Location| {
            format!("{:?} at {}", location.size, excerpts.value(global, location.pointer))
        };
        for (pairs, answers) in [(basic, &answers.basic), (tagged, &answers.tagged)] {
            // Names of functions that are printed alike, and functions that `opt` skips, are not compared.
            if pairs.len() != answers.len() {
                continue;
            }
            for ((a, b), said) in pairs.into_iter().zip(answers) {
                let ours = if pipeline == "basic-aa" { aliases.basic(a, b) } else { aliases.alias(a, b) };
                counts.add(ours, said, || format!("{name}: {plain}: {}, {}", shown(a), shown(b)));
            }
        }
    }
}

/// Compares modules; of 1000 pairs that LLVM says are apart, Tern must find this many.
fn check(inputs: impl Iterator<Item = (String, Vec<u8>)>, share: usize) {
    let (mut counts, mut of_calls) = (Counts::default(), CallCounts::default());
    for (name, text) in inputs {
        for pipeline in ["basic-aa", "basic-aa,tbaa,scoped-noalias-aa"] {
            compare(&name, &text, pipeline, &mut counts, &mut of_calls);
        }
    }
    let CallCounts { questions, excluded, missing, more } = of_calls;
    println!(
        "{questions} about calls; {excluded} accesses excluded, {} of them missing, {more} more",
        missing.len()
    );
    let found = excluded - missing.len();
    assert!(found * 1000 >= excluded * share, "{found} of {excluded} found, not:\n{}", missing.join("\n"));
    let Counts { pairs, equal, apart, missing, contradictions } = counts;
    let found = apart - missing.len();
    println!("{pairs} pairs, {equal} equal; {found} found of {apart} that are apart");
    assert!(pairs > 0, "opt compares some accesses");
    oracle::assert_same(&contradictions, pairs);
    assert!(found * 1000 >= apart * share, "{found} of {apart} found, not:\n{}", missing.join("\n"));
}

fn read(path: std::path::PathBuf) -> Option<(String, Vec<u8>)> {
    Some((path.display().to_string(), std::fs::read(path).ok()?))
}

/// A function that accesses addresses of many forms, in three sizes.
fn address_forms() -> String {
    const INDICES: [&str; 15] = [
        "0", "1", "2", "-1", "5", "%i", "%j", "%i1", "%narrow", "%narrow1", "%signed", "%signed1", "%masked",
        "%odd", "%twice",
    ];
    const BASES: [&str; 6] = ["%p", "%n", "%own", "@g", "@small", "%chosen"];
    let mut text = String::from(
        "target datalayout = \"e-i64:64\"\n@g = global [8 x i32] zeroinitializer\n@small = global i16 0\n\
         define void @f(ptr %p, ptr noalias %n, i64 %i, i64 %j, i32 %k, i8 %b, i1 %c) {\n  %own = alloca [8 x i32]\n  \
         %i1 = add i64 %i, 1\n  %narrow = zext i8 %b to i64\n  %b1 = add i8 %b, 1\n  %narrow1 = zext i8 %b1 to i64\n  \
         %signed = sext i32 %k to i64\n  %k1 = add nsw i32 %k, 1\n  %signed1 = sext i32 %k1 to i64\n  \
         %masked = and i64 %i, 3\n  %odd = or i64 %j, 1\n  %twice = shl i64 %j, 1\n  %chosen = select i1 %c, ptr %own, ptr @g\n",
    );
    let mut number = 0;
    for base in BASES {
        for flags in ["", "inbounds "] {
            for element in ["i8", "i32", "{ i8, [3 x i16] }"] {
                for index in INDICES {
                    let _ = writeln!(
                        text,
                        "  %a{number} = getelementptr {flags}{element}, ptr {base}, i64 {index}"
                    );
                    number += 1;
                }
            }
        }
    }
    for (at, ty) in (0..number).zip(["i8", "i32", "i64", "[3 x i32]"].into_iter().cycle()) {
        let _ = writeln!(text, "  store {ty} zeroinitializer, ptr %a{at}");
    }
    text + "  ret void\n}\n"
}

#[test]
fn aliases_of_many_addresses_agree() {
    check(std::iter::once(("addresses".to_owned(), address_forms().into_bytes())), 999);
}

#[test]
fn aliases_of_files_agree() {
    check(samples::llvm().into_iter().filter_map(read), 999);
}

/// The longest text of a module of the corpus whose pairs are compared: the time of `opt` grows with their number.
const LONGEST: usize = 60_000;

#[test]
fn aliases_of_the_corpus_agree() {
    let short = |module: &(String, Vec<u8>)| module.1.len() <= LONGEST;
    let modules: Vec<_> = samples::corpus().into_iter().filter_map(read).filter(short).collect();
    if !modules.is_empty() {
        check(modules.into_iter(), 999);
    }
}

#[test]
fn aliases_of_generated_modules_agree() {
    check((0..60).map(|seed| (format!("generated {seed}"), samples::generated(seed))), 999);
}
