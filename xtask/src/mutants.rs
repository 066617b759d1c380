//! `cargo xtask mutants`: mutation testing of import and export.

mod switch;
mod tree;
mod trial;

use std::io::Write as _;

use serde_json::Value;

use crate::{Outcome, cargo, oracle, root, succeed};
use switch::Mutant;
use trial::{IN_PROCESS, OTHERS, Place};

/// The packages that are mutated.
const PACKAGES: [&str; 2] = ["tern-import", "tern-export"];

/// The cargo profile for building mutants.
const PROFILE: &str = "mutants";

/// The maximum percentage of the sample that may survive.
const LIMIT: usize = 5;

/// The number of mutants that are built at once.
const BATCH: usize = 400;

/// Changes import and export in small ways, one at a time, and counts the changes that no test notices.
///
/// A sample of the mutants that cargo-mutants knows (it is installed if it is missing), always the same for a seed. They are built
/// all at once, in a copy of the workspace in `target/mutants/tree`: a mutated function has a body for each of its mutants, and a
/// variable of the environment says which one is at work. Without one, the tests must pass. Changes of constants and of functions
/// that return an unnamed type are not tried, nor those that `.cargo/mutants.toml` leaves out. `target/mutants/outcomes.txt` says
/// what becomes of each, `target/mutants/logs` what the tests print.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many mutants
    #[arg(long, default_value_t = 200)]
    sample: usize,
    /// What the sample is drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out the tests that take the command, and properties
    #[arg(long)]
    quick: bool,
    /// Mutants to try instead of a sample: a text that is in their names, such as a file; several are separated by `;`
    #[arg(long)]
    matching: Option<String>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    if !cargo().args(["mutants", "--version"]).output().is_ok_and(|output| output.status.success()) {
        succeed(cargo().args(["install", "cargo-mutants", "--locked"]))?;
    }
    let all = list()?;
    let chosen = match &args.matching {
        Some(texts) => {
            all.into_iter().filter(|mutant| texts.split(';').any(|text| mutant.name.contains(text))).collect()
        }
        None => sample(all, args.sample, args.seed),
    };
    let place = Place::new()?;
    let path = root().join("target/mutants/outcomes.txt");
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut outcomes = std::fs::File::create(&path).map_err(failed)?;
    let tests: Vec<_> = IN_PROCESS.iter().chain(if args.quick { &[] } else { OTHERS }).collect();
    let mut found = Vec::with_capacity(chosen.len());
    for batch in chosen.chunks(BATCH) {
        place.try_out(batch, &tests, |mutant, outcome| {
            // To follow the progress; the results are printed at the end.
            let _ = writeln!(outcomes, "{outcome:?} {} {}", mutant.number, mutant.name);
            found.push((mutant.name.clone(), outcome));
        })?;
    }
    Ok(report(&found))
}

/// Lists all mutants.
fn list() -> Result<Vec<Mutant>, String> {
    let mut command = cargo();
    command.args(["mutants", "--list", "--json"]);
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let mutants: Vec<Value> =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{command:?}: {error}"))?;
    Ok(mutants.iter().enumerate().filter_map(|(at, mutant)| Mutant::read(at + 1, mutant)).collect())
}

/// Draws `count` of them with a Fisher-Yates shuffle, with random numbers from the seed (SplitMix64).
fn sample<T>(mut all: Vec<T>, count: usize, seed: u64) -> Vec<T> {
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

/// Prints the outcomes. Returns whether few enough mutants survived.
fn report(found: &[(String, trial::Outcome)]) -> bool {
    let with = |outcome| found.iter().filter(move |(_, known)| *known == outcome).map(|(name, _)| name);
    let survivors = with(trial::Outcome::Survived);
    let [caught, timed_out, survived, unviable] = [
        trial::Outcome::Caught,
        trial::Outcome::TimedOut,
        trial::Outcome::Survived,
        trial::Outcome::Unviable,
    ]
    .map(|outcome| with(outcome).count());
    for name in survivors {
        println!("survives: {name}");
    }
    let viable = caught + timed_out + survived;
    println!(
        "mutants {}  caught {caught}  timed out {timed_out}  survived {survived}  not Rust {unviable}",
        viable + unviable
    );
    let tenths = (survived * 1000).checked_div(viable).unwrap_or_default();
    println!("{}.{} % of those that can be built survive", tenths / 10, tenths % 10);
    survived * 100 < LIMIT * viable.max(1)
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn a_seed_always_draws_the_same() {
        let all = || (0..100).collect::<Vec<_>>();
        let first = sample(all(), 10, 1);
        assert_eq!(first, sample(all(), 10, 1));
        assert_ne!(first, sample(all(), 10, 2));
        assert_eq!(sample(all(), 1000, 1).len(), 100);
    }
}
