//! Coverage-guided fuzzing: builds the fuzzers, writes their seeds, runs them and collects statistics.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::Args;
use crate::{Outcome, cargo, corpus, root, succeed};

/// The target triple; cargo-fuzz requires an explicit one.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The statistics of a fuzz target.
#[derive(Default)]
struct Tally {
    cpu: Duration,
    executions: u64,
    /// The number of code locations that were covered.
    coverage: u64,
    findings: Vec<PathBuf>,
}

/// Fuzzes these targets. Returns true if nothing was found.
pub(super) fn run(args: &Args, targets: &[String]) -> Outcome {
    let folder = root().join("fuzz");
    let fuzzers = build(args, targets)?;
    write_seeds(args, &folder.join("corpus"))?;
    let (waiting, done) = (Mutex::new(targets.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..args.jobs.max(1) {
            scope.spawn(|| {
                let next = || waiting.lock().ok().and_then(|mut waiting| waiting.next());
                while let Some(target) = next() {
                    eprintln!("fuzzing {target} for {} minutes", args.minutes);
                    let time = Duration::from_secs(args.minutes * 60);
                    let tally = fuzz(&fuzzers.join(target), &folder, target, time);
                    if let Ok(mut done) = done.lock() {
                        done.push((target, tally));
                    }
                }
            });
        }
    });
    let mut clean = true;
    println!(
        "{:<10} {:>11} {:>12} {:>9} {:>9}",
        "target", "CPU minutes", "executions", "coverage", "findings"
    );
    for (target, tally) in done.into_inner().map_err(|error| error.to_string())? {
        let tally = tally?;
        let (minutes, found) = (tally.cpu.as_secs_f64() / 60.0, tally.findings.len());
        println!("{target:<10} {minutes:>11.1} {:>12} {:>9} {found:>9}", tally.executions, tally.coverage);
        for path in tally.findings {
            println!("    {}", path.display());
            clean = false;
        }
    }
    Ok(clean)
}

/// Builds the fuzzers; returns the folder that contains them.
fn build(args: &Args, targets: &[String]) -> Result<PathBuf, String> {
    let works = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !works(cargo().args(["fuzz", "--version"])) {
        succeed(cargo().args(["install", "cargo-fuzz", "--locked"]))?;
    }
    let nightly = works(Command::new("cargo").args(["+nightly", "--version"]));
    let into = root().join("fuzz/target");
    for target in targets {
        let mut command = Command::new("cargo");
        command.current_dir(root());
        match nightly {
            true => command.arg("+nightly"),
            // The flags of the sanitizers are unstable.
            false => command.env("RUSTC_BOOTSTRAP", "1"),
        };
        let sanitizer = if args.address_sanitizer { "address" } else { "none" };
        command.args(["fuzz", "build", "--target", PLATFORM, "--sanitizer", sanitizer, "--target-dir"]);
        succeed(command.arg(&into).arg(target))?;
    }
    Ok(into.join(PLATFORM).join("release"))
}

/// Writes the seed inputs, including those from corpora next to the repository.
fn write_seeds(args: &Args, into: &Path) -> Result<(), String> {
    let mut command = cargo();
    command
        .args(["run", "--quiet", "--package", "tern-roundtrip-tests", "--example", "seeds", "--"])
        .arg(into);
    command.args(corpus::shared("conformance/tests")).arg(root().join("target/corpus")).args(&args.seeds);
    succeed(&mut command)
}

/// Runs a fuzzer for this long. A fuzzer that exits earlier has found something and is restarted.
fn fuzz(fuzzer: &Path, folder: &Path, target: &str, time: Duration) -> Result<Tally, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", fuzzer.display());
    let (artifacts, logs) = (folder.join("artifacts").join(target), folder.join("logs"));
    fs::create_dir_all(&artifacts).and_then(|()| fs::create_dir_all(&logs)).map_err(failed)?;
    let (start, mut tally) = (Instant::now(), Tally::default());
    for round in 0.. {
        let left = time.saturating_sub(start.elapsed());
        if left < Duration::from_secs(1) {
            break;
        }
        let log = logs.join(format!("{target}-{round}"));
        let input = logs.join(format!("{target}-input"));
        let output = File::create(&log).map_err(failed)?;
        let mut command = Command::new(fuzzer);
        command.arg(folder.join("corpus").join(target)).current_dir(root()).env("TERN_FUZZ_INPUT", &input);
        command.args(["-max_len=32768", "-len_control=20", "-timeout=240", "-rss_limit_mb=4096"]);
        command.arg(format!("-max_total_time={}", left.as_secs()));
        command.arg(format!("-artifact_prefix={}/", artifacts.display()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);
        let before = files(&artifacts);
        let ended = command.spawn().and_then(|child| child.wait4()).map_err(failed)?;
        tally.cpu += ended.rusage.utime + ended.rusage.stime;
        tally.count(&fs::read_to_string(&log).unwrap_or_default());
        if !ended.status.success() {
            let new = files(&artifacts).into_iter().find(|path| !before.contains(path));
            // After a stack overflow, libFuzzer cannot write the input itself.
            let kept = artifacts.join(format!("killed-{}-{round}", std::process::id()));
            let found = match new {
                Some(path) => path,
                None => fs::copy(&input, &kept).map(|_| kept).map_err(failed)?,
            };
            eprintln!("{target}: {} ({}), see {}", found.display(), ended.status, log.display());
            tally.findings.push(found);
        }
    }
    Ok(tally)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

impl Tally {
    /// Parses the statistics at the beginning of log lines: `#4096 NEW cov: 812 …`.
    fn count(&mut self, log: &str) {
        let lines = log.lines().filter_map(|line| line.strip_prefix('#')?.split_once(char::is_whitespace));
        let mut executions = 0;
        for (number, rest) in lines {
            executions = executions.max(number.parse().unwrap_or_default());
            let mut words = rest.split_whitespace().skip_while(|&word| word != "cov:").skip(1);
            let coverage = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
            self.coverage = self.coverage.max(coverage);
        }
        self.executions += executions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fuzzers_say_is_counted() {
        let mut tally = Tally::default();
        tally.count("INFO: Seed: 1\n#2\tINITED cov: 10 ft: 12\n#4096\tNEW    cov: 812 ft: 3\n==1== ERROR\n    #4 0x55 in main\n");
        tally.count("#100\tREDUCE cov: 40 ft: 12\n#128\tpulse  cov: 41 ft: 12\n");
        assert_eq!((tally.executions, tally.coverage), (4096 + 128, 812));
    }
}
