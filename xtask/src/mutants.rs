//! `cargo xtask mutants`: do the tests notice when import or export is changed?

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Outcome, cargo, oracle, root, succeed};

/// What is mutated.
const PACKAGES: [&str; 2] = ["tern-import", "tern-export"];

/// What a mutant meets first: everything that needs no other program and no other crate built. The tools' answers are kept.
const QUICK: [&str; 4] = ["--test=files", "--test=differential", "--test=gallery", "--test=folding"];

/// What those that survive meet then: unit tests, and the command.
const THOROUGH: [&str; 4] = ["--lib", "--test=files", "--test=upstream", "--test=differential"];

/// The part of the sample, in percent, that must not survive.
const LIMIT: usize = 5;

/// Changes import and export in small ways, one at a time, and counts the changes that no test notices.
///
/// A sample of the mutants that cargo-mutants makes (it is installed if it is missing), always the same for a seed. They are
/// built and tested in a copy, in `target/mutants`; what happened to each is in `target/mutants/*/mutants.out`. Survivors of the
/// tests that run in one process are tried with those that take the command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many mutants
    #[arg(long, default_value_t = 200)]
    sample: usize,
    /// What the sample is drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after the tests that run in one process
    #[arg(long)]
    quick: bool,
    /// Mutants to try instead of a sample: a text that is in their names, such as a file
    #[arg(long)]
    matching: Option<String>,
}

/// What became of the mutants of a run, by name.
#[derive(Default)]
struct Found {
    caught: BTreeSet<String>,
    missed: BTreeSet<String>,
    timeout: BTreeSet<String>,
    unviable: BTreeSet<String>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    if !cargo().args(["mutants", "--version"]).output().is_ok_and(|output| output.status.success()) {
        succeed(cargo().args(["install", "cargo-mutants", "--locked"]))?;
    }
    let folder = root().join("target/mutants");
    let answers = folder.join("answers");
    std::fs::create_dir_all(&answers).map_err(|error| format!("{}: {error}", answers.display()))?;
    let all = list()?;
    let sample = match &args.matching {
        Some(text) => all.into_iter().filter(|name| name.contains(text)).collect(),
        None => sample(all, args.sample, args.seed),
    };
    let mut found = try_out(&sample, &folder.join("quick"), &answers, &QUICK, true)?;
    if !args.quick && !found.missed.is_empty() {
        let survivors: Vec<String> = found.missed.iter().cloned().collect();
        let again = try_out(&survivors, &folder.join("thorough"), &answers, &THOROUGH, false)?;
        found.missed = again.missed;
        found.caught.extend(again.caught);
        found.timeout.extend(again.timeout);
    }
    Ok(report(&found))
}

/// The names of all mutants.
fn list() -> Result<Vec<String>, String> {
    let mut command = cargo();
    command.args(["mutants", "--list", "--json"]);
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let mutants: Vec<Value> =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{command:?}: {error}"))?;
    Ok(mutants.iter().filter_map(|mutant| Some(mutant["name"].as_str()?.to_owned())).collect())
}

/// So many of them, by a shuffle (Fisher and Yates) with numbers that follow from the seed (SplitMix64).
fn sample(mut all: Vec<String>, count: usize, seed: u64) -> Vec<String> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let count = count.min(all.len());
    for at in 0..count {
        let rest = all.len() - at;
        let other = at + usize::try_from(next() % rest as u64).expect("it is less than a usize");
        all.swap(at, other);
    }
    all.truncate(count);
    all
}

/// Tries these mutants with these tests.
fn try_out(
    mutants: &[String],
    folder: &Path,
    answers: &Path,
    tests: &[&str],
    in_process: bool,
) -> Result<Found, String> {
    let io = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
    let config = folder.join("mutants.toml");
    std::fs::write(&config, configuration(mutants)).map_err(|error| io(&config, error))?;
    let mut command = cargo();
    command.args(["mutants", "--profile", "mutants", "--caught", "--unviable", "--no-shuffle"]);
    command.arg("--config").arg(&config).arg("--output").arg(folder);
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    command.args(["--test-package", "tern-roundtrip-tests"]);
    if tests.contains(&"--lib") {
        command.args(PACKAGES.iter().flat_map(|package| ["--test-package", package]));
    }
    // The tests of the tree as it is would be looked for in the packages that are mutated. The limits are generous: other things
    // may go on meanwhile.
    command.args(["--baseline", "skip", "--timeout", "120", "--build-timeout", "1800"]);
    command.args(tests.iter().map(|test| format!("--cargo-arg={test}")));
    command.env("CARGO_TARGET_DIR", root().join("target/mutants/build")).env("TERN_ORACLE_CACHE", answers);
    // What a mutant prints is no snapshot.
    command.env("INSTA_UPDATE", "no").env_remove("BLESS");
    if in_process {
        command.env("TERN_IN_PROCESS", "1");
    }
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    // 2: some were missed, 3: some took too long.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err(format!("cargo mutants: {status}"));
    }
    // (cargo-mutants tries some more: it does not filter the mutants that leave out a field.)
    let names = |file: &str| -> BTreeSet<String> {
        let path: PathBuf = folder.join("mutants.out").join(file);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().filter(|line| mutants.iter().any(|mutant| mutant == line)).map(str::to_owned).collect()
    };
    Ok(Found {
        caught: names("caught.txt"),
        missed: names("missed.txt"),
        timeout: names("timeout.txt"),
        unviable: names("unviable.txt"),
    })
}

/// The configuration of cargo-mutants that makes it try these.
fn configuration(mutants: &[String]) -> String {
    let names: Vec<String> = mutants.iter().map(|name| format!("^{}$", escaped(name))).collect();
    // A JSON array of strings is a TOML array of strings.
    let names = serde_json::to_string(&names).expect("strings can be written");
    format!("examine_re = {names}\n")
}

/// A regular expression for a text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii_punctuation() && letter != '<' && letter != '>' && letter != '_' {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Prints what became of them; whether few enough survived.
fn report(found: &Found) -> bool {
    let counts = [&found.caught, &found.timeout, &found.missed, &found.unviable].map(BTreeSet::len);
    let [caught, timeout, missed, unviable] = counts;
    for name in &found.missed {
        println!("survives: {name}");
    }
    let viable = caught + timeout + missed;
    println!(
        "mutants {}  caught {caught}  timeout {timeout}  survived {missed}  not Rust {unviable}",
        viable + unviable
    );
    let tenths = (missed * 1000).checked_div(viable).unwrap_or_default();
    println!("{}.{} % of those that can be built survive", tenths / 10, tenths % 10);
    missed * 100 < LIMIT * viable.max(1)
}

#[cfg(test)]
mod tests {
    use super::{configuration, sample};

    #[test]
    fn a_seed_always_draws_the_same() {
        let all = || (0..100).map(|number| number.to_string()).collect::<Vec<_>>();
        let first = sample(all(), 10, 1);
        assert_eq!(first, sample(all(), 10, 1));
        assert_ne!(first, sample(all(), 10, 2));
        assert_eq!(sample(all(), 1000, 1).len(), 100);
    }

    #[test]
    fn names_are_matched_literally() {
        let name = "a/b.rs:1:2: replace f -> Option<u8> with Some(1)".to_owned();
        let expected =
            r#"examine_re = ["^a\\/b\\.rs\\:1\\:2\\: replace f \\-> Option<u8> with Some\\(1\\)$"]"#;
        assert_eq!(configuration(&[name]).trim_end(), expected);
    }
}
