//! Builds all mutants at once, and runs the tests with one mutant at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::switch::{self, Mutant};
use super::{PACKAGES, PROFILE, tree};
use crate::{cargo, root};

/// A test target that is run on mutants, with its arguments and environment.
pub(super) struct Test {
    /// The name of the target; that of a library means its unit tests.
    target: &'static str,
    environment: &'static [(&'static str, &'static str)],
    /// Arguments that select tests in the target.
    arguments: &'static [&'static str],
}

const fn test(target: &'static str) -> Test {
    Test { target, environment: &[], arguments: &[] }
}

/// Unit tests, and tests that run in one process with cached outputs of tools; the fastest first.
pub(super) const IN_PROCESS: &[Test] = &[
    Test { environment: &[("TERN_IN_PROCESS", "1")], ..test("files") },
    test("tern_import"),
    test("tern_export"),
    test("losses"),
    test("diagnostics"),
    test("gallery"),
    test("folding"),
    test("forms"),
    test("differential"),
    test("features"),
    test("debug_information"),
    test("threads"),
    test("extension"),
];

/// Further tests for mutants that survive these: of the command, and some cases of each property.
pub(super) const OTHERS: &[Test] = &[
    // The other tests of this target do not use import or export.
    Test { arguments: &["translate/"], ..test("upstream") },
    Test { arguments: &["--skip", "lower/", "--skip", "opt/"], ..test("files") },
    Test { environment: &[("TERN_CASES", "300")], ..test("properties") },
];

/// The memory limit for a test, in KiB.
const MEMORY: usize = 12 << 20;

/// The outcome of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Caught,
    TimedOut,
    Survived,
    /// The mutant does not compile.
    Unviable,
}

/// A test executable.
struct Binary {
    test: &'static Test,
    path: PathBuf,
    /// The folder of its package.
    folder: PathBuf,
    /// The run time without an active mutant.
    takes: Duration,
}

/// The copy of the workspace in which mutants are built.
pub(super) struct Place {
    folder: PathBuf,
    tree: PathBuf,
}

impl Place {
    pub(super) fn new() -> Result<Self, String> {
        let folder = root().join("target/mutants");
        let place = Self { tree: folder.join("tree"), folder };
        for folder in [place.answers(), place.logs()] {
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        Ok(place)
    }

    /// The folder of cached outputs of tools.
    fn answers(&self) -> PathBuf {
        self.folder.join("answers")
    }

    /// The folder of logs of test output.
    fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    fn cargo(&self) -> Command {
        let mut command = cargo();
        command.current_dir(&self.tree).env("CARGO_TARGET_DIR", self.folder.join("build"));
        command
    }

    /// Builds the mutants that compile, and reports the outcome of each.
    pub(super) fn try_out(
        &self,
        mutants: &[Mutant],
        tests: &[&'static Test],
        mut each: impl FnMut(&Mutant, Outcome),
    ) -> Result<(), String> {
        let unviable = self.switch(mutants)?;
        let mut binaries = self.build(tests)?;
        for binary in &mut binaries {
            // The first run fills the cache of outputs, the second measures the time.
            for _ in 0..2 {
                let start = Instant::now();
                if self.run(binary, 0, Duration::from_secs(3600))? != Outcome::Survived {
                    let log = self.log(binary, 0);
                    return Err(format!("{}: tests fail without a mutant", log.display()));
                }
                binary.takes = start.elapsed();
            }
        }
        for mutant in mutants {
            let mut outcome = Outcome::Survived;
            if unviable.contains(&mutant.number) {
                outcome = Outcome::Unviable;
            }
            for binary in &binaries {
                if outcome != Outcome::Survived {
                    break;
                }
                // A generous limit, as the machine may be busy.
                outcome = self.run(binary, mutant.number, binary.takes * 5 + Duration::from_secs(60))?;
            }
            each(mutant, outcome);
        }
        Ok(())
    }

    /// Puts these mutants into the copy; returns those that do not compile, which are left out.
    fn switch(&self, mutants: &[Mutant]) -> Result<BTreeSet<usize>, String> {
        let io = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let mut unviable = BTreeSet::new();
        loop {
            let mut files: BTreeMap<PathBuf, Vec<&Mutant>> = BTreeMap::new();
            for mutant in mutants.iter().filter(|mutant| !unviable.contains(&mutant.number)) {
                files.entry(mutant.file.clone()).or_default().push(mutant);
            }
            for package in PACKAGES {
                let folder = package.strip_prefix("tern-").unwrap_or(package);
                files.entry(Path::new(folder).join("src/lib.rs")).or_default();
            }
            let (mut changed, mut bodies) = (BTreeMap::new(), BTreeMap::new());
            for (file, mutants) in files {
                let path = root().join(&file);
                let text = fs::read_to_string(&path).map_err(|error| io(&path, error))?;
                let (mut text, ranges) = switch::switched(&text, &mutants);
                if file.ends_with("src/lib.rs") {
                    text.push_str(switch::SWITCH);
                }
                changed.insert(file.clone(), text);
                bodies.insert(file, ranges);
            }
            tree::copy(&root(), &self.tree, &changed)?;
            let refused = self.refused(&bodies)?;
            if refused.is_empty() {
                return Ok(unviable);
            }
            unviable.extend(refused);
        }
    }

    /// The mutants in whose bodies the compiler reports errors.
    fn refused(
        &self,
        bodies: &BTreeMap<PathBuf, Vec<(std::ops::Range<usize>, usize)>>,
    ) -> Result<BTreeSet<usize>, String> {
        let mut command = self.cargo();
        command.args(["check", "--keep-going", "--message-format=json", "--profile", PROFILE, "--lib"]);
        command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
        let (messages, succeeded) = messages(&mut command)?;
        let mut refused = BTreeSet::new();
        let errors =
            messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error");
        for error in errors.clone() {
            let mut spans: Vec<&Value> = error["spans"].as_array().into_iter().flatten().collect();
            spans.sort_by_key(|span| span["is_primary"] != true);
            let mut numbers = spans.into_iter().filter_map(|span| {
                // For code expanded from a macro, use the location of the call.
                let mut span = span;
                loop {
                    let line = usize::try_from(span["line_start"].as_u64()?).ok()?;
                    let known = bodies.get(Path::new(span["file_name"].as_str()?));
                    let found = known.into_iter().flatten().find(|(lines, _)| lines.contains(&line));
                    if let Some((_, number)) = found {
                        return Some(*number);
                    }
                    span = span.get("expansion").filter(|expansion| !expansion.is_null())?.get("span")?;
                }
            });
            refused.extend(numbers.next());
        }
        if !succeeded && refused.is_empty() {
            let rendered: Vec<&str> = errors.filter_map(|error| error["rendered"].as_str()).collect();
            return Err(format!("the copy cannot be built:\n{}", rendered.join("\n")));
        }
        Ok(refused)
    }

    /// Builds test targets.
    fn build(&self, tests: &[&'static Test]) -> Result<Vec<Binary>, String> {
        let mut command = self.cargo();
        command.args(["test", "--no-run", "--message-format=json", "--profile", PROFILE, "--lib"]);
        command.args(["--package", "tern-roundtrip-tests"]);
        command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
        let targets: BTreeSet<&str> = tests.iter().map(|test| test.target).collect();
        let is_library = |target: &str| PACKAGES.iter().any(|package| package.replace('-', "_") == target);
        command
            .args(targets.iter().filter(|target| !is_library(target)).flat_map(|target| ["--test", target]));
        let (messages, succeeded) = messages(&mut command)?;
        if !succeeded {
            let rendered = messages.iter().filter_map(|message| message["message"]["rendered"].as_str());
            return Err(format!("the tests cannot be built:\n{}", rendered.collect::<String>()));
        }
        let mut binaries = Vec::new();
        for &test in tests {
            for message in messages.iter().filter(|message| message["target"]["name"] == test.target) {
                let (Some(path), Some(manifest)) =
                    (message["executable"].as_str(), message["manifest_path"].as_str())
                else {
                    continue;
                };
                let folder = Path::new(manifest).parent().unwrap_or(&self.tree).to_owned();
                binaries.push(Binary { test, path: path.into(), folder, takes: Duration::ZERO });
            }
        }
        Ok(binaries)
    }

    fn log(&self, binary: &Binary, mutant: usize) -> PathBuf {
        let name = binary.path.file_name().unwrap_or_default().to_string_lossy();
        self.logs().join(format!("{mutant}-{name}"))
    }

    /// Runs a test executable with an active mutant.
    fn run(&self, binary: &Binary, mutant: usize, limit: Duration) -> Result<Outcome, String> {
        let path = self.log(binary, mutant);
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let log = File::create(&path).map_err(failed)?;
        // Limit the memory, as a mutant may allocate without end.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]);
        command.arg(&binary.path).args(binary.test.arguments);
        command
            .current_dir(&binary.folder)
            .stdin(Stdio::null())
            .stderr(log.try_clone().map_err(failed)?)
            .stdout(log)
            .process_group(0)
            .envs(binary.test.environment.iter().copied())
            .env(switch::VARIABLE, mutant.to_string())
            .env("TERN_ORACLE_CACHE", self.answers())
            .env("CARGO_MANIFEST_DIR", &binary.folder)
            .env("INSTA_WORKSPACE_ROOT", &self.tree)
            // Output of a mutant must not become a snapshot.
            .env("INSTA_UPDATE", "no")
            .env_remove("BLESS")
            // Functions with many bodies have large stack frames.
            .env("RUST_MIN_STACK", (256usize << 20).to_string());
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let start = Instant::now();
        loop {
            match child.try_wait().map_err(failed)? {
                Some(status) if status.success() => return Ok(Outcome::Survived),
                Some(_) => return Ok(Outcome::Caught),
                None if start.elapsed() > limit => {
                    end(&mut child);
                    return Ok(Outcome::TimedOut);
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

/// Kills a test and the processes that it started.
fn end(child: &mut Child) {
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
    let _ = child.wait();
}

/// Runs cargo; returns its messages, and whether it succeeded.
fn messages(command: &mut Command) -> Result<(Vec<Value>, bool), String> {
    let failed = |error: std::io::Error| format!("cargo: {error}");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
    let lines = BufReader::new(child.stdout.take().ok_or("cargo prints nothing")?).lines();
    let messages = lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect();
    Ok((messages, child.wait().map_err(failed)?.success()))
}
