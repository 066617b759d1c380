//! Runs the tools of LLVM 22 that Tern is compared with. A missing tool is a failure; `cargo xtask test` installs them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The variable that names a folder for a cache of the tools' output, used by `cargo xtask mutants`.
const CACHE: &str = "TERN_ORACLE_CACHE";

/// The path of a tool: in `LLVM22_BIN`, or Debian's default.
pub fn tool(name: &str) -> PathBuf {
    let bin = std::env::var_os("LLVM22_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from);
    bin.join(name)
}

/// The output of a tool for an input; the error is its message.
///
/// # Panics
///
/// If the tool cannot be started.
pub fn run(name: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let said = answer(name, arguments, input);
    if said.status == "0" {
        Ok(said.printed)
    } else {
        Err(format!("{name}: exit status: {}: {}", said.status, said.said))
    }
}

/// The status of a tool that was ended by a signal.
pub const CRASHED: &str = "signal";

/// The outcome of a tool.
pub struct Answer {
    /// The exit status, or [`CRASHED`].
    pub status: String,
    /// The standard output.
    pub printed: Vec<u8>,
    /// The standard error.
    pub said: String,
}

/// Runs a tool on an input.
///
/// # Panics
///
/// If the tool cannot be started.
pub fn answer(name: &str, arguments: &[&str], input: &[u8]) -> Answer {
    let kept = std::env::var_os(CACHE).map(|folder| {
        let mut hasher = DefaultHasher::new();
        (name, arguments, input).hash(&mut hasher);
        PathBuf::from(folder).join(format!("{:016x}", hasher.finish()))
    });
    if let Some(answer) = kept.as_ref().and_then(|path| Answer::load(&std::fs::read(path).ok()?)) {
        return answer;
    }
    let mut command = Command::new(tool(name));
    command.args(arguments);
    let output = feed(&mut command, input);
    let answer = Answer {
        status: output.status.code().map_or_else(|| CRASHED.to_owned(), |code| code.to_string()),
        printed: output.stdout,
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    if let Some(path) = kept {
        // If the cache cannot be written, the tool runs again next time.
        let _ = answer.store(&path);
    }
    answer
}

/// The separator of modules in an input with `--split-input-file`.
pub const BETWEEN: &str = "\n// -----\n";

/// Runs `mlir-translate` once for many modules. Returns what it printed for each, and its whole answer.
///
/// # Panics
///
/// If the tool cannot be started, or printed something for fewer or more modules without a crash.
pub fn translate_each(flags: &[&str], modules: &[impl AsRef<str>]) -> (Vec<String>, Answer) {
    const MARKER: &str = ";;";
    let marker = format!("--output-split-marker={MARKER}\n");
    let flags = [flags, &["--split-input-file", &marker]].concat();
    let modules: Vec<&str> = modules.iter().map(AsRef::as_ref).collect();
    let answer = answer("mlir-translate", &flags, modules.join(BETWEEN).as_bytes());
    let printed = String::from_utf8_lossy(&answer.printed).into_owned();
    let outputs: Vec<String> = printed.split(MARKER).map(str::to_owned).collect();
    assert!(outputs.len() == modules.len() || answer.status == CRASHED, "{}", answer.said);
    (outputs, answer)
}

/// Checks that there are no differences.
///
/// # Panics
///
/// If there are; the message has all of them, and the number of cases.
pub fn assert_same(differences: &[String], cases: usize) {
    assert!(differences.is_empty(), "{} of {cases}:\n{}", differences.len(), differences.join("\n\n"));
}

impl Answer {
    /// Cache entry: the status, the length of standard error, standard error, standard output.
    fn store(&self, path: &std::path::Path) -> std::io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(path))?;
        write!(file, "{}\n{}\n{}", self.status, self.said.len(), self.said)?;
        file.write_all(&self.printed)?;
        file.persist(path)?;
        Ok(())
    }

    fn load(bytes: &[u8]) -> Option<Self> {
        let line = |bytes: &[u8]| Some(std::str::from_utf8(bytes).ok()?.to_owned());
        let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
        let (status, length) = (line(parts.next()?)?, line(parts.next()?)?.parse().ok()?);
        let (said, printed) = parts.next()?.split_at_checked(length)?;
        Some(Self { status, said: line(said)?, printed: printed.to_owned() })
    }
}

/// Runs a command with this standard input.
///
/// # Panics
///
/// If the command cannot be started.
pub fn feed(command: &mut Command, input: &[u8]) -> std::process::Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Symbolizing a crash of LLVM's tools is slow and not needed.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; `cargo xtask test` installs what the tests need")
    });
    let mut stdin = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that fails may not read all its input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("a child can be waited for")
    })
}

/// A module as `opt -S` prints it.
pub fn printed_by_llvm(text: &[u8]) -> Result<Vec<u8>, String> {
    run("opt", &["-S", "-", "-o", "-"], text)
}

/// A module as `llvm-dis` prints it, with what `opt -S` does not print: the summary, and the orders of uses.
pub fn printed_whole_by_llvm(text: &[u8]) -> Result<Vec<u8>, String> {
    let bitcode = run("llvm-as", &["-preserve-bc-uselistorder", "-", "-o", "-"], text)?;
    run("llvm-dis", &["-preserve-ll-uselistorder", "-", "-o", "-"], &bitcode)
}

/// The lines of a module of LLVM IR without comments and the source file name.
pub fn essence(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text)
        .lines()
        .map(|line| without_comment(line).trim_end().to_owned())
        .filter(|line| !line.is_empty() && !line.starts_with("source_filename"))
        .collect()
}

/// A line up to the `;` of a comment, which must be outside of strings.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The first differing line of two modules, for messages of failing tests.
pub fn first_difference(before: &[String], after: &[String]) -> Option<String> {
    if before == after {
        return None;
    }
    let line = before.iter().zip(after).find(|(a, b)| a != b);
    Some(line.map_or_else(
        || format!("{} lines against {}", before.len(), after.len()),
        |(a, b)| format!("- {a}\n+ {b}"),
    ))
}
