//! What is known of integers is compared with what LLVM knows of them, and with what programs compute.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tern_analysis::known::{Known, KnownIntegers};
use tern_llvm_ir::instruction::{BinaryOp, Instruction, IntPredicate};
use tern_llvm_ir::{Global, Inst, Local, Module};
use tern_roundtrip_tests::{oracle, samples};
use tern_testing::Choices;
use tern_testing::runnable::program;

/// Compiles the program that prints what LLVM knows.
fn known_to_llvm(folder: &Path) -> PathBuf {
    let config = |argument: &str| {
        let output =
            Command::new(oracle::tool("llvm-config")).arg(argument).output().expect("LLVM is installed");
        String::from_utf8(output.stdout).expect("the flags are text").trim().to_owned()
    };
    let (source, program) =
        (samples::root().join("roundtrip-tests/tests/known_bits.cpp"), folder.join("known_bits"));
    let libraries = config("--libdir");
    let status = Command::new("c++")
        .args(config("--cxxflags").split_whitespace())
        .arg("-O1")
        .arg(source)
        .args(["-o".as_ref(), program.as_os_str()])
        .args([format!("-L{libraries}"), format!("-Wl,-rpath,{libraries}"), "-lLLVM-22".to_owned()])
        .status();
    assert!(status.expect("a C++ compiler is installed").success());
    program
}

/// The arguments and results of each function, in order.
fn values(module: &Module) -> impl Iterator<Item = (Global, Local)> + '_ {
    module.definitions().flat_map(|(global, _, function)| {
        let results = function.instructions().filter_map(|(_, inst)| function.insts[inst].result.expand());
        function.args.iter().copied().chain(results).map(move |local| (global, local))
    })
}

/// How many bits LLVM knows.
#[derive(Default, Debug)]
struct Figures {
    modules: usize,
    theirs: u32,
    /// Those that Tern does not know.
    missed: u32,
}

/// Adds the figures of a module; the errors are contradictions.
fn compare(module: &Module, said: &str, figures: &mut Figures) -> Vec<String> {
    let mut contradictions = Vec::new();
    let mut lines = said.lines();
    let mut known: Option<(Global, KnownIntegers)> = None;
    for (global, local) in values(module) {
        let line = lines.next().unwrap_or_default();
        if known.as_ref().is_none_or(|(of, _)| *of != global) {
            known = KnownIntegers::of(module, global).map(|known| (global, known));
        }
        let ours = known.as_ref().and_then(|(_, known)| known.value(module, local.into()));
        // What is always poison may be said to be anything.
        let (Some(ours), Some((zeros, ones))) = (ours, line.split_once(' ')) else { continue };
        let [zeros, ones] =
            [zeros, ones].map(|bits| u128::from_str_radix(bits, 16).expect("LLVM prints bits"));
        figures.theirs += (zeros | ones).count_ones();
        figures.missed += (zeros & !ours.zeros() | ones & !ours.ones()).count_ones();
        if zeros & ours.ones() != 0 || ones & ours.zeros() != 0 {
            let name = String::from_utf8_lossy(module.name(global).unwrap_or_default()).into_owned();
            contradictions.push(format!("{name}, {local:?}: {ours}, LLVM says {zeros:x} {ones:x}"));
        }
    }
    assert_eq!(lines.next(), None, "LLVM has more values");
    contradictions
}

#[test]
fn bits_are_known_as_llvm_knows_them() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let (tool, input) = (known_to_llvm(folder.path()), folder.path().join("input.ll"));
    let mut figures = Figures::default();
    let mut differences = Vec::new();
    let corpus = samples::corpus().into_iter().filter_map(|path| {
        let text = std::fs::read(&path).ok()?;
        Some((path.display().to_string(), text))
    });
    let programs = (0..4).map(|seed| {
        let cases: Vec<Choices> = (0..40).map(|case| Choices::from_seed(seed * 40 + case)).collect();
        (format!("program {seed}"), program(&cases).into_bytes())
    });
    for (name, text) in samples::texts(40).chain(corpus).chain(programs) {
        std::fs::write(&input, &text).expect("the folder can be written to");
        let said = Command::new(&tool).arg(&input).output().expect("it was compiled");
        let Ok(module) = tern_llvm_ir::read(&text, &name) else { continue };
        // LLVM may bring a text up to date and then has other instructions.
        if !said.status.success() || !tern_llvm_ir::verify(&module).is_empty() {
            continue;
        }
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        if said.lines().count() != values(&module).count() {
            continue;
        }
        figures.modules += 1;
        let found = compare(&module, &said, &mut figures);
        differences.extend(found.into_iter().map(|difference| format!("{name}: {difference}")));
    }
    oracle::assert_same(&differences, figures.modules);
    assert!(figures.modules > 100, "{figures:?}");
    assert!(figures.missed * 100 < figures.theirs, "{figures:?}");
}

/// The integers of up to 64 bits in a module, each with the instruction behind which it is there.
fn checked_values(module: &Module) -> Vec<(Global, Inst, Local, Known)> {
    let mut found = Vec::new();
    for (global, _, function) in module.definitions() {
        let Some(known) = KnownIntegers::of(module, global) else { continue };
        for &block in &function.layout {
            let insts = function.block_insts(block);
            let is_phi = |inst: Inst| matches!(function.insts[inst].inst, Instruction::Phi { .. });
            let last_phi = insts.iter().copied().take_while(|&inst| is_phi(inst)).last();
            for &inst in insts {
                let data = &function.insts[inst];
                let Some(result) = data.result.expand() else { continue };
                let is_scalar =
                    module.types.integer_width(function.locals[result].ty).is_some_and(|it| it <= 64);
                if is_scalar && !data.inst.is_terminator() {
                    let behind = if is_phi(inst) { last_phi.unwrap_or(inst) } else { inst };
                    found.extend(
                        known.value(module, result.into()).map(|known| (global, behind, result, known)),
                    );
                }
            }
        }
    }
    found
}

/// Adds calls of `@check` with what must be true of each integer.
fn with_checks(module: &mut Module) -> usize {
    let check = module.global("check").expect("it is in the text");
    let all = checked_values(module);
    let mut count = 0;
    for (global, behind, value, known) in all.into_iter().rev().filter(|(global, ..)| *global != check) {
        let Some(mut builder) = module.build(global) else { continue };
        builder.position_after(behind);
        let ty = builder.type_of(value);
        let number = |bits: u128| bits as u64 as i64;
        let mask = builder.int(ty, number(known.zeros() | known.ones()));
        let masked = builder.binary(BinaryOp::And, value, mask);
        let (low, high) = (known.unsigned(), known.signed());
        let bounds = [
            (IntPredicate::Eq, masked, known.ones()),
            (IntPredicate::Uge, value.into(), low.0),
            (IntPredicate::Ule, value.into(), low.1),
            (IntPredicate::Sge, value.into(), high.0 as u128),
            (IntPredicate::Sle, value.into(), high.1 as u128),
        ];
        for (predicate, value, bound) in bounds {
            let bound = builder.int(ty, number(bound));
            let holds = builder.icmp(predicate, value, bound);
            builder.call(check, &[holds]);
        }
        count += 1;
    }
    count
}

/// What programs compute is as it is known to be.
#[test]
fn programs_compute_what_is_known() {
    let cases: Vec<Choices> = (0..150).map(|case| Choices::from_seed(0x5eed + case)).collect();
    let mut text = program(&cases);
    let _ = writeln!(
        text,
        "declare void @abort()\ndefine void @check(i1 %holds) {{\n  br i1 %holds, label %right, label %wrong\n\
         right:\n  ret void\nwrong:\n  call void @abort()\n  unreachable\n}}"
    );
    let expected = oracle::run("lli", &["-O0", "-"], text.as_bytes()).expect("the program runs");
    let mut module = tern_llvm_ir::read(text.as_bytes(), "program.ll").expect("the text is right");
    let count = with_checks(&mut module);
    assert!(count > 1000, "{count}");
    let found =
        oracle::run("lli", &["-O0", "-"], &tern_llvm_ir::write(&module)).expect("what is known holds");
    assert!(found == expected);
}
