//! What LLVM's reader and verifier, and Tern's, say of many modules.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use tern_llvm_ir::Module;

use crate::oracle;

/// What a reader and a verifier say of a module, with their message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Both accept it.
    Accepted,
    /// The reader refuses it.
    Unreadable(String),
    /// The verifier refuses it.
    Wrong(String),
    /// The reader or the verifier crashed.
    Crashed,
}

impl Verdict {
    /// The first line of what is said; empty if it is accepted.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Accepted => "",
            Self::Unreadable(message) | Self::Wrong(message) => message.lines().next().unwrap_or(""),
            Self::Crashed => "it crashes",
        }
    }

    /// Whether both accept, or both refuse. A crash agrees with everything.
    pub fn agrees(&self, other: &Self) -> bool {
        let crashed = *self == Self::Crashed || *other == Self::Crashed;
        crashed || (*self == Self::Accepted) == (*other == Self::Accepted)
    }
}

/// Tern's verdict on a text; the module, if it can be read.
pub fn of_tern(text: &[u8]) -> (Verdict, Option<Module>) {
    match tern_llvm_ir::read(text, "mutant.ll") {
        Err(error) => (Verdict::Unreadable(error.to_string()), None),
        Ok(module) => (of_verifier(&module), Some(module)),
    }
}

/// The verdict of Tern's verifier. A rule that `opt` applies, as it unites types of debug information by their names, and the program that asks
/// LLVM does not, is left out.
pub fn of_verifier(module: &Module) -> Verdict {
    let report = tern_llvm_ir::verify(module);
    let mut problems =
        report.problems.iter().filter(|problem| !problem.to_string().contains("when enabling ODR"));
    match problems.next() {
        None => Verdict::Accepted,
        Some(problem) => Verdict::Wrong(problem.to_string()),
    }
}

/// LLVM's verdicts on texts, in order.
///
/// # Panics
/// If the program that asks LLVM cannot be built or run.
pub fn of_llvm(texts: &[impl AsRef<[u8]>]) -> Vec<Verdict> {
    let mut input = Vec::new();
    for text in texts {
        let text = text.as_ref();
        input.extend_from_slice(format!("{}\n", text.len()).as_bytes());
        input.extend_from_slice(text);
    }
    let output = oracle::feed(&mut Command::new(&*PROGRAM), &input);
    let mut rest = &output.stdout[..];
    let verdicts: Vec<Verdict> = std::iter::from_fn(|| next(&mut rest)).collect();
    assert_eq!(verdicts.len(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
    verdicts
}

/// Takes a verdict from the output of the program.
fn next(rest: &mut &[u8]) -> Option<Verdict> {
    let (letter, after) = rest.split_first()?;
    let end = after.iter().position(|&byte| byte == b'\n')?;
    let length = std::str::from_utf8(&after[..end]).ok()?.parse().ok()?;
    let (message, after) = after[end + 1..].split_at_checked(length)?;
    *rest = after;
    let message = String::from_utf8_lossy(message).into_owned();
    Some(match letter {
        b'A' => Verdict::Accepted,
        b'R' => Verdict::Unreadable(message),
        b'V' if is_about_units_alone(&message) => Verdict::Accepted,
        b'V' => Verdict::Wrong(message),
        _ => Verdict::Crashed,
    })
}

/// Whether all that LLVM's verifier says is that compile units are not listed. `opt` and linkers do not apply that rule, as they unite types of
/// debug information by their names.
fn is_about_units_alone(message: &str) -> bool {
    let is_unit = |line: &str| line.starts_with('!') && line.contains("= distinct !DICompileUnit(");
    let mut lines = message.lines().filter(|line| !line.is_empty() && !line.starts_with("warning: "));
    lines.all(|line| line == "DICompileUnit not listed in llvm.dbg.cu" || is_unit(line))
}

/// What LLVM and Tern disagree about: the text of a mutant, or the mutant itself if that text describes it.
pub fn disagreement(mutant: &Module, text: &[u8], llvm: &Verdict) -> Option<String> {
    let (tern, _) = of_tern(text);
    let said = |tern: &Verdict| Some(format!("Tern: {tern:?}\nLLVM: {llvm:?}"));
    if !tern.agrees(llvm) {
        return said(&tern);
    }
    if matches!(llvm, Verdict::Unreadable(_)) || tern_llvm_ir::try_write(mutant).is_err() {
        return None;
    }
    let tern = of_verifier(mutant);
    if tern.agrees(llvm) { None } else { said(&tern) }
}

/// The program of `verdicts.c`, built on first use, and again if its source changes.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    const SOURCE: &str = include_str!("verdicts.c");
    let mut hasher = DefaultHasher::new();
    SOURCE.hash(&mut hasher);
    let kept = std::env::temp_dir().join(format!("tern-verdicts-{:016x}", hasher.finish()));
    if kept.exists() {
        return kept;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (source, program) = (folder.path().join("verdicts.c"), folder.path().join("verdicts"));
    std::fs::write(&source, SOURCE).expect("it can be written");
    let root = oracle::tool("").join("..");
    let mut clang = Command::new(oracle::tool("clang"));
    clang.args(["-O1", "-lLLVM-22"]).arg(&source).arg("-o").arg(&program);
    clang.arg("-I").arg(root.join("include")).arg("-L").arg(root.join("lib"));
    clang.arg(format!("-Wl,-rpath,{}", root.join("lib").display()));
    let output = clang.output().expect("clang is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // Another process may have built it meanwhile.
    std::fs::rename(&program, &kept)
        .or_else(|_| std::fs::copy(&program, &kept).map(drop))
        .expect("it can be kept");
    kept
});
