//! Golden file tests: see `roundtrip-tests/README.md`, which is one of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use similar::TextDiff;
use tern_roundtrip_tests::{command, oracle, pipeline, samples};

/// LLVM programs that RUN lines may use.
const ORACLES: [&str; 7] =
    ["FileCheck", "llvm-as", "llvm-cat", "llvm-dis", "mlir-opt", "mlir-translate", "opt"];

/// If this is set, `tern` is not built: cases that only need import and export run in this process, the others are skipped.
/// `cargo xtask mutants` sets it, as starting programs takes most of the time.
const IN_PROCESS: &str = "TERN_IN_PROCESS";

/// The commands that can run in this process.
const PIPELINES: [(&str, Translation); 3] = [
    ("tern import %s", pipeline::import),
    ("tern export %s", pipeline::export),
    ("tern import %s | tern export", pipeline::there_and_back),
];

type Translation = fn(&[u8]) -> pipeline::Result<Vec<u8>>;

fn main() {
    let arguments = Arguments::from_args();
    if std::env::var_os(IN_PROCESS).is_some() {
        return in_process(&arguments);
    }
    let tern = command::built();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut trials = Vec::new();
    for extension in ["ll", "mlir"] {
        for path in samples::files(&cases, extension) {
            // These cases need a `tern` with the LLVM library.
            if !cfg!(feature = "llvm") && path.starts_with(cases.join("llvm")) {
                continue;
            }
            let name = path.strip_prefix(&cases).unwrap_or(&path).display().to_string();
            let tern = tern.clone();
            trials.push(Trial::test(name, move || check(&tern, &path)));
        }
    }
    trials.push(Trial::test("readme", move || readme(&tern)));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs the cases that can run in this process.
fn in_process(arguments: &Arguments) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut trials = Vec::new();
    for path in ["ll", "mlir"].iter().flat_map(|extension| samples::files(&cases, extension)) {
        // Only the command knows the hardware dialects.
        if path.starts_with(cases.join("targets")) {
            continue;
        }
        let Ok(golden) = std::fs::read_to_string(format!("{}.out", path.display())) else { continue };
        // The output of each command; `$ ` precedes the first one as well.
        for (command, expected) in
            golden.trim_start_matches("$ ").split("\n$ ").filter_map(|part| part.split_once('\n'))
        {
            let Some((_, translate)) = PIPELINES.iter().find(|(name, _)| *name == command) else { continue };
            // Errors are rendered by the command.
            if expected.starts_with('[') {
                continue;
            }
            let (translate, expected) = (*translate, expected.trim_end_matches('\n').to_owned());
            let name = path.strip_prefix(&cases).unwrap_or(&path);
            let (title, path) = (format!("{}: {command}", name.display()), path.clone());
            trials.push(Trial::test(title, move || {
                let found = translate(&std::fs::read(&path)?)?;
                compare(&path, &expected, String::from_utf8_lossy(&found).trim_matches('\n'))
            }));
        }
    }
    libtest_mimic::run(arguments, trials).exit();
}

/// Runs a case and compares the output with the golden file; with `BLESS=1`, writes that file.
fn check(tern: &Path, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let commands = run_lines(&text)?;
    let mut found = String::new();
    for command in &commands {
        run(tern, path, command, &mut found)?;
    }
    let golden = PathBuf::from(format!("{}.out", path.display()));
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        return Ok(std::fs::write(golden, found)?);
    }
    let expected = std::fs::read_to_string(&golden)
        .map_err(|error| format!("{}: {error}; BLESS=1 makes it", golden.display()))?;
    compare(&golden, &expected, &found)
}

/// Compares the expected with the actual output of a case.
fn compare(path: &Path, expected: &str, found: &str) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    let difference =
        TextDiff::from_lines(expected, found).unified_diff().header("expected", "found").to_string();
    Err(format!("{}: BLESS=1 accepts the change\n{difference}", path.display()).into())
}

/// The commands in the leading comments of a file.
fn run_lines(text: &str) -> Result<Vec<String>, Failed> {
    let comment = |line: &'_ str| {
        line.strip_prefix(';').or(line.strip_prefix("//")).map(str::trim_ascii).map(str::to_owned)
    };
    let comments = text.lines().map_while(comment);
    let commands: Vec<String> =
        comments.filter_map(|line| Some(line.strip_prefix("RUN:")?.trim_ascii().to_owned())).collect();
    if commands.is_empty() {
        return Err("the file does not begin with a RUN line".into());
    }
    Ok(commands)
}

/// The words of a command; one that begins with `'` goes up to the next.
fn words(stage: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = stage.trim_ascii_start();
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('\'').and_then(|rest| rest.split_once('\''));
        let (word, behind) =
            quoted.or_else(|| rest.split_once(|it: char| it.is_ascii_whitespace())).unwrap_or((rest, ""));
        words.push(word);
        rest = behind.trim_ascii_start();
    }
    words
}

/// Runs the programs of a RUN line as a pipe, and records the output.
fn run(tern: &Path, path: &Path, line: &str, record: &mut String) -> Result<(), Failed> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut input = Vec::new();
    writeln!(record, "$ {line}")?;
    for stage in line.split('|') {
        let mut words = words(stage).into_iter().map(|word| word.replace("%s", &file));
        let program = match words.next().as_deref() {
            Some("tern") => tern.to_owned(),
            Some(name) if ORACLES.contains(&name) => oracle::tool(name),
            other => return Err(format!("a RUN line cannot run {other:?}").into()),
        };
        let mut command = Command::new(program);
        command.args(words).env_remove("COLUMNS").current_dir(path.parent().unwrap_or(Path::new(".")));
        let output = oracle::feed(&mut command, &input);
        if !output.stderr.is_empty() {
            writeln!(record, "[stderr]\n{}", String::from_utf8_lossy(&output.stderr).trim_end())?;
        }
        match output.status.code() {
            Some(0) => {}
            Some(status @ (1 | 2)) => writeln!(record, "[exit status {status}]")?,
            _ => return Err(format!("{stage}: {}\n{record}", output.status).into()),
        }
        input = output.stdout;
    }
    if !input.is_empty() {
        writeln!(record, "{}", String::from_utf8_lossy(&input).trim_matches('\n'))?;
    }
    Ok(())
}

/// Runs the example of the page that describes this format.
fn readme(tern: &Path) -> Result<(), Failed> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"))?;
    let folder = tempfile::tempdir()?;
    let mut blocks = page.split("\n```").skip(1).step_by(2);
    let mut case = None;
    for block in &mut blocks {
        let (header, text) = block.split_once('\n').ok_or("a block without text")?;
        // ```llvm title=name
        if let Some((_, name)) = header.split_once(" title=") {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("{text}\n"))?;
            if !name.ends_with(".out") {
                case = Some(path);
            }
        }
    }
    check(tern, &case.ok_or("README.md has no example")?)
}
