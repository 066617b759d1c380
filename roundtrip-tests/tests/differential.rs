//! Compares Tern with LLVM and MLIR 22 on the examples, the test cases, and corpora next to the repository.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use tern_roundtrip_tests::oracle::{self, essence, first_difference, printed_by_llvm};
use tern_roundtrip_tests::{agreement, pipeline, samples};

/// The percentage of LLVM's assembler tests that `tern-llvm-ir` must print as LLVM does.
const ASSEMBLER_TESTS: usize = 95;

/// What is known not to hold yet, by the end of the file's name and the check. Remove what is mended.
const GAPS: [(&str, &str); 26] = [
    // `#llvm.overflow` where the property is an integer; a property that is left out gets its default.
    ("export/generic.mlir", DIALECT_REPRINT),
    ("gallery/58-generic.mlir", DIALECT_REPRINT),
    // MLIR does not know that extension operations are constant, and initializers must consist of constants.
    ("features/constants.ll", MLIR_OPT_READS),
    ("gallery/18-constant-expressions.ll", MLIR_OPT_READS),
    ("gallery/19-addresses.ll", MLIR_OPT_READS),
    // Only the command knows the hardware dialects.
    ("translate/nvvm.ll", UPSTREAM_IMPORT),
    // The attachments in a message are in another order.
    ("import/inexact_attachments.ll", UPSTREAM_IMPORT),
    // Upstream turns `ppc_fp128` into `f128`, and reads decimals of `f80` as doubles.
    ("gallery/17-constants.ll", UPSTREAM_IMPORT),
    ("gallery/17-constants.ll", BYTECODE),
    // Upstream has no `ptrtoaddr`; Tern uses an extension operation.
    ("gallery/18-constant-expressions.ll", UPSTREAM_IMPORT),
    // Upstream drops the data of constructors, and puts them after all variables.
    ("gallery/28-module.ll", UPSTREAM_EXPORTED),
    ("gallery/51-globals.mlir", EXPORT_AGREES),
    // Upstream writes numbers of blocks where LLVM cannot read them.
    ("export/addressed_blocks.mlir", EXPORT_AGREES),
    // Upstream prints decimals that it reads as doubles.
    ("import/wide_floats.ll", UPSTREAM_EXPORTED),
    // mlir-opt prints bytecode with aliases in another order, and other spaces.
    ("gallery/26-aliasing.ll", BYTECODE),
    ("import/inexact_aliasing.ll", BYTECODE),
    ("import/debug_nodes.ll", BYTECODE),
    ("import/debug_variants.ll", BYTECODE),
    ("gallery/32-debug-info-rare.ll", BYTECODE),
    ("gallery/39-intrinsics-other.ll", BYTECODE),
    // `llvm-as` alone reads `typeidCompatibleVTable`: what skips summaries does not know it. `tests/features.rs` compares summaries.
    ("import/summary.ll", REPRINT),
    ("import/summary.ll", NOTHING_LOST),
    ("import/summary.ll", UPSTREAM_IMPORT),
    // Upstream has no summaries and orders of uses.
    ("export/summary.mlir", EXPORT_AGREES),
    ("export/summary_wrong.mlir", EXPORT_AGREES),
    ("export/use_lists_wrong.mlir", EXPORT_AGREES),
];

const REPRINT: &str = "Tern prints what LLVM prints";
const NOTHING_LOST: &str = "nothing is lost on the way to the dialect and back";
const MLIR_OPT_READS: &str = "mlir-opt reads what import prints";
const UPSTREAM_IMPORT: &str = "import as upstream gives, and says, what mlir-translate does";
const UPSTREAM_EXPORTED: &str = "what mlir-translate imports, Tern exports as mlir-translate does";
const DIALECT_REPRINT: &str = "Tern prints what mlir-opt prints";
const BYTECODE: &str = "bytecode says what text says, to Tern and to mlir-opt";
const BYTECODE_OF_UPSTREAM: &str = "Tern reads the bytecode that mlir-opt writes";
const EXPORT_AGREES: &str = "export does what mlir-translate does";

/// The separator of modules in a file, for `-split-input-file`.
const CHUNKS: &str = "; // -----\n";

type Check = fn(&Path) -> Result<(), Failed>;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let mut all = |kind: &str, files: Vec<PathBuf>, checks: &[(&str, Check)]| {
        for file in files {
            for &(name, check) in checks {
                let short = file.strip_prefix(samples::root()).unwrap_or(&file).display();
                let (title, file) = (format!("{kind} {short}: {name}"), file.clone());
                let gap = GAPS.iter().any(|gap| file.ends_with(gap.0) && gap.1 == name);
                trials.push(Trial::test(title, move || {
                    check(&file).or_else(|why| if gap { Ok(()) } else { Err(why) })
                }));
            }
        }
    };
    let llvm: [(&str, Check); 5] = [
        (REPRINT, reprint_is_faithful),
        (NOTHING_LOST, nothing_is_lost),
        (MLIR_OPT_READS, mlir_opt_reads_import),
        (UPSTREAM_EXPORTED, upstream_import_can_be_exported),
        (BYTECODE, bytecode_says_what_text_says),
    ];
    let mlir: [(&str, Check); 3] = [
        (DIALECT_REPRINT, dialect_reprint_is_faithful),
        (EXPORT_AGREES, export_agrees_with_upstream),
        (BYTECODE_OF_UPSTREAM, upstream_bytecode_is_read),
    ];
    all("llvm", samples::llvm(), &llvm);
    all("mlir", samples::mlir(), &mlir);
    all("upstream", samples::translated(), &[(UPSTREAM_IMPORT, import_as_upstream_is_upstreams)]);
    all("corpus", samples::corpus(), &llvm);
    trials.push(Trial::test("assembler tests of LLVM", assembler));
    libtest_mimic::run(&arguments, trials).exit();
}

fn read(path: &Path) -> Result<Vec<u8>, Failed> {
    Ok(std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn reprint_is_faithful(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    let printed = pipeline::reprint_ir(&text)?;
    let by_llvm = essence(&printed_by_llvm(&text)?);
    let same = first_difference(&by_llvm, &essence(&printed_by_llvm(&printed)?));
    // Text that LLVM printed is printed equally by Tern. (For other texts LLVM folds constants and adds attributes of
    // intrinsics.)
    let canonical = essence(&text) == by_llvm;
    // Structs may be defined in another order.
    let sorted = |mut lines: Vec<String>| {
        let types = lines.iter().position(|line| line.starts_with('%')).unwrap_or(0);
        let end = types + lines[types..].iter().take_while(|line| line.starts_with('%')).count();
        lines[types..end].sort();
        lines
    };
    let text_differs = || first_difference(&sorted(by_llvm.clone()), &sorted(essence(&printed)));
    let same = same.or_else(|| text_differs().filter(|_| canonical));
    same.map_or(Ok(()), |difference| Err(difference.into()))
}

fn nothing_is_lost(path: &Path) -> Result<(), Failed> {
    Ok(agreement::nothing_is_lost(&read(path)?)?)
}

fn mlir_opt_reads_import(path: &Path) -> Result<(), Failed> {
    let imported = pipeline::import(&read(path)?)?;
    // Extension operations belong to a dialect that mlir-opt does not know.
    let extended = imported.windows(6).any(|window| window == b"\"tern.");
    let flags: &[&str] = if extended { &["--allow-unregistered-dialect"] } else { &[] };
    oracle::run("mlir-opt", flags, &imported)?;
    Ok(())
}

fn import_as_upstream_is_upstreams(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    for chunk in String::from_utf8_lossy(&text).split(CHUNKS) {
        agreement::imports_as_upstream(chunk.as_bytes()).map_err(|error| format!("{error}\n{chunk}"))?;
    }
    Ok(())
}

fn upstream_import_can_be_exported(path: &Path) -> Result<(), Failed> {
    let upstream = oracle::run("mlir-translate", &["--import-llvm", "--mlir-print-debuginfo"], &read(path)?);
    // If upstream cannot import the module, there is nothing to compare.
    let Ok(upstream) = upstream else { return Ok(()) };
    Ok(agreement::exports_as_upstream(&upstream)?)
}

fn bytecode_says_what_text_says(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    // A module that cannot be imported has no bytecode.
    let Ok(imported) = pipeline::import(&text) else { return Ok(()) };
    let bytecode = pipeline::import_to_bytecode(&text)?;
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
    let back = pipeline::reprint_as_imported(&bytecode, &text)?;
    if let Some(difference) = first_difference(&lines(&imported), &lines(&back)) {
        return Err(difference.into());
    }
    let flags = ["--allow-unregistered-dialect"];
    // If mlir-opt cannot read the text, it cannot read the bytecode either.
    let Ok(of_text) = oracle::run("mlir-opt", &flags, &imported) else { return Ok(()) };
    let of_bytecode = oracle::run("mlir-opt", &flags, &bytecode)?;
    let Some(difference) = first_difference(&lines(&of_text), &lines(&of_bytecode)) else { return Ok(()) };
    // Attributes without a bytecode encoding are stored as separate texts, in which MLIR renumbers `distinct`; it then loses
    // their identity, even in its own bytecode.
    let own = oracle::run("mlir-opt", &[&flags[..], &["--emit-bytecode"]].concat(), &imported)?;
    match oracle::run("mlir-opt", &flags, &own)? == of_bytecode {
        true => Ok(()),
        false => Err(difference.into()),
    }
}

fn upstream_bytecode_is_read(path: &Path) -> Result<(), Failed> {
    let bytecode = oracle::run("mlir-opt", &["--emit-bytecode"], &read(path)?)?;
    let before = oracle::run("mlir-opt", &[], &bytecode)?;
    let after = oracle::run("mlir-opt", &[], &pipeline::reprint_dialect(&bytecode)?)?;
    first_difference(&essence(&before), &essence(&after)).map_or(Ok(()), |difference| Err(difference.into()))
}

fn dialect_reprint_is_faithful(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    let generic = ["--mlir-print-op-generic"];
    let before = oracle::run("mlir-opt", &generic, &text)?;
    let after = oracle::run("mlir-opt", &generic, &pipeline::reprint_dialect(&text)?)?;
    first_difference(&essence(&before), &essence(&after)).map_or(Ok(()), |difference| Err(difference.into()))
}

fn export_agrees_with_upstream(path: &Path) -> Result<(), Failed> {
    let text = read(path)?;
    // Where names stay, nothing is left out but what LLVM IR has no place for.
    let (exported, losses) = pipeline::export_with_losses(&text)?;
    let lost: Vec<&String> = losses.iter().filter(|loss| !is_beyond_llvm(loss)).collect();
    if !lost.is_empty() {
        return Err(format!("left out: {lost:?}").into());
    }
    oracle::run("opt", &["-passes=verify", "-disable-output", "-"], &exported)?;
    Ok(agreement::exports_as_upstream(&text)?)
}

/// Whether a kind of loss is one of what MLIR says and LLVM IR has no place for.
fn is_beyond_llvm(loss: &str) -> bool {
    const KINDS: [&str; 5] = [
        "argument attribute of another dialect",
        "discardable attribute ",
        "name of a module",
        "unknown argument attribute",
        "visibility of a symbol",
    ];
    pipeline::is_of_location(loss) || KINDS.iter().any(|kind| loss.starts_with(kind))
}

/// LLVM's own tests of its assembler: `tern-llvm-ir` prints what LLVM prints for nearly all that LLVM accepts.
fn assembler() -> Result<(), Failed> {
    let (mut right, mut wrong) = (0, Vec::new());
    for path in samples::assembler() {
        let text = read(&path)?;
        if printed_by_llvm(&text).is_err() {
            continue;
        }
        match reprint_is_faithful(&path) {
            Ok(()) => right += 1,
            Err(why) => wrong.push(format!("{}\n{}", path.display(), why.message().unwrap_or_default())),
        }
    }
    let all = right + wrong.len();
    if right * 100 >= all * ASSEMBLER_TESTS {
        return Ok(());
    }
    Err(format!("{right} of {all}\n{}", wrong.join("\n")).into())
}
