//! The property runner: runs many cases, in parallel and in batches, shrinks failures and stores them.
//!
//! Environment variables:
//!
//! * `TERN_CASES`: the number of cases for each property, instead of the property's own.
//! * `TERN_SEED`: the seed of the run, or `random` for a new one. If neither this nor the property sets a seed, it changes
//!   every day, so that more cases are covered over time. The seed is printed by each run and in each failure.
//!
//! Failures are stored as decisions, one per line, in a file named after the property; later runs try them first.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::strategy::ValueTree;
use rayon::prelude::*;

use crate::choices::{Choices, Tree};

/// The verdict on a case; the error says what is wrong.
pub type Verdict = Result<(), String>;

/// A property, with the folder in which its failures are stored.
#[derive(Clone, Debug)]
pub struct Property {
    name: &'static str,
    cases: u64,
    batch: usize,
    folder: PathBuf,
    seed: Option<u64>,
}

/// The time limit for shrinking a failure.
const PATIENCE: Duration = Duration::from_secs(40);

impl Property {
    /// A property with 5,000 cases, tried one by one. Failures are stored in `folder`.
    pub fn new(name: &'static str, folder: &Path) -> Self {
        Self { name, cases: 5_000, batch: 1, folder: folder.to_owned(), seed: None }
    }

    /// Sets the number of cases, unless `TERN_CASES` is set.
    #[must_use]
    pub fn cases(self, cases: u64) -> Self {
        Self { cases, ..self }
    }

    /// Sets the number of cases in a batch.
    #[must_use]
    pub fn batches_of(self, batch: usize) -> Self {
        Self { batch, ..self }
    }

    /// Sets the seed, unless `TERN_SEED` is set.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Checks a property of single cases.
    ///
    /// # Panics
    ///
    /// If a case fails; the message has the smallest failing case found.
    pub fn check(&self, holds: impl Fn(&mut Choices) -> Verdict + Sync) {
        self.check_batches(|cases| cases.iter().map(|case| holds(&mut case.clone())).collect());
    }

    /// Checks a property of batches: `verdicts` returns one verdict per case. If it panics, the cases are tried one by one.
    ///
    /// # Panics
    ///
    /// If a case fails; the message has the smallest failing case found.
    pub fn check_batches(&self, verdicts: impl Fn(&[Choices]) -> Vec<Verdict> + Sync) {
        let one = |case: &Choices| judged(&verdicts, std::slice::from_ref(case)).remove(0);
        for kept in self.kept() {
            if let Err(reason) = one(&Choices::replay(kept)) {
                panic!("{}: a failure of an earlier run is still there: {reason}", self.name);
            }
        }
        let run = self.run_seed();
        let cases = number_from("TERN_CASES").unwrap_or(self.cases);
        println!("{}: {cases} cases of seed {run}", self.name);
        let starts: Vec<u64> = (0..cases).step_by(self.batch).collect();
        let failed = starts.par_iter().find_map_any(|&start| {
            let numbers = start..(start + self.batch as u64).min(cases);
            let batch: Vec<Choices> =
                numbers.clone().map(|case| Choices::from_seed(seed_of_case(run, case))).collect();
            let mut verdicts = judged(&verdicts, &batch).into_iter().zip(numbers);
            verdicts.find_map(|(verdict, case)| verdict.err().map(|reason| (case, reason)))
        });
        let Some((case, found)) = failed else { return };
        let mut recorded = Choices::from_seed(seed_of_case(run, case));
        for _ in 0..crate::choices::LONGEST {
            recorded.number();
        }
        let (smallest, reason) = self.shrink(recorded.made().to_vec(), &found, one);
        let place = self.keep(&smallest);
        panic!(
            "{}: case {case} of seed {run} fails (TERN_SEED={run}); shrunk to {} decisions, kept in {}:\n{reason}",
            self.name,
            smallest.len(),
            place.display(),
        );
    }

    fn run_seed(&self) -> u64 {
        let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        let day = || now().as_secs() / 86_400;
        if std::env::var("TERN_SEED").is_ok_and(|seed| seed == "random") {
            return now().as_nanos() as u64;
        }
        number_from("TERN_SEED").or(self.seed).unwrap_or_else(day)
    }

    /// Finds the smallest failing case within the limits; returns it with the reason for the failure.
    fn shrink(
        &self,
        failing: Vec<u32>,
        found: &str,
        one: impl Fn(&Choices) -> Verdict,
    ) -> (Vec<u32>, String) {
        let Err(mut reason) = one(&Choices::replay(failing.clone())) else {
            return (failing, format!("it fails among others, but not alone: {found}"));
        };
        let mut tree = Tree::new(failing);
        let mut smallest = tree.current();
        let mut more = tree.simplify();
        let start = Instant::now();
        while more && start.elapsed() < PATIENCE {
            more = match one(&tree.current()) {
                Err(found) => {
                    reason = found;
                    smallest = tree.current();
                    tree.simplify()
                }
                Ok(()) => tree.complicate(),
            };
        }
        (smallest.into_numbers(), reason)
    }

    fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.txt", self.name))
    }

    /// The stored failures of earlier runs.
    fn kept(&self) -> Vec<Vec<u32>> {
        let text = std::fs::read_to_string(self.file()).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| line.split_whitespace().filter_map(|n| u32::from_str_radix(n, 16).ok()).collect())
            .collect()
    }

    fn keep(&self, case: &[u32]) -> PathBuf {
        let path = self.file();
        let mut text = std::fs::read_to_string(&path).unwrap_or_else(|_| {
            "# What this property failed on: decisions of the generator, tried first. Commit it with the repair.\n".to_owned()
        });
        let _ = std::fs::create_dir_all(&self.folder);
        for number in case {
            let _ = write!(text, "{number:x} ");
        }
        text.push('\n');
        // An error in writing must not hide the failure itself.
        let _ = std::fs::write(&path, text);
        path
    }
}

/// The verdicts on a batch; if that panics, on its cases one by one.
fn judged(verdicts: &(impl Fn(&[Choices]) -> Vec<Verdict> + Sync), batch: &[Choices]) -> Vec<Verdict> {
    match catch_unwind(AssertUnwindSafe(|| verdicts(batch))) {
        Ok(found) => found,
        Err(panic) if batch.len() == 1 => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            vec![Err(format!("it panics: {}", text.unwrap_or_default()))]
        }
        Err(_) => batch.iter().flat_map(|case| judged(verdicts, std::slice::from_ref(case))).collect(),
    }
}

/// Verdicts from an oracle that accepts or rejects a whole list of cases: a rejected list is bisected.
pub fn halved(cases: &[Choices], all: &impl Fn(&[Choices]) -> Verdict) -> Vec<Verdict> {
    match all(cases) {
        Ok(()) => vec![Ok(()); cases.len()],
        Err(reason) if cases.len() <= 1 => vec![Err(reason)],
        Err(reason) => {
            let (left, right) = cases.split_at(cases.len() / 2);
            let mut found = halved(left, all);
            match found.iter().any(Result::is_err) {
                // One failure is enough, so the other half counts as passed.
                true => found.extend(vec![Ok(()); right.len()]),
                false => found.extend(halved(right, all)),
            }
            if found.iter().all(Result::is_ok) {
                found[0] = Err(format!("only all together: {reason}"));
            }
            found
        }
    }
}

/// The number of cases to try: `TERN_CASES`, or `usual`.
pub fn cases(usual: u32) -> u32 {
    number_from("TERN_CASES").map_or(usual, |cases| u32::try_from(cases).unwrap_or(u32::MAX))
}

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// The seed of a case in a run.
pub fn seed_of_case(run: u64, case: u64) -> u64 {
    run ^ case.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_shrunk_and_kept() {
        let folder = std::env::temp_dir().join(format!("tern-property-{}", std::process::id()));
        let property = Property::new("below_nine", &folder).cases(500).seed(5);
        let holds = |choices: &mut Choices| {
            let numbers = [choices.below(10), choices.below(10)];
            if numbers.contains(&9) { Err(format!("{numbers:?}")) } else { Ok(()) }
        };
        let failed = catch_unwind(AssertUnwindSafe(|| property.check(holds)));
        let message = failed.expect_err("a nine comes up").downcast::<String>().expect("it is a text");
        assert!(
            message.contains("TERN_SEED=5") && message.contains("[9, 0]") || message.contains("[0, 9]"),
            "{message}"
        );
        let kept = property.kept();
        assert_eq!(kept.len(), 1);
        let again = catch_unwind(AssertUnwindSafe(|| property.check(holds)));
        assert!(again.is_err());
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn halves_find_the_one_that_fails() {
        let cases: Vec<Choices> = (0..10).map(|n| Choices::replay(vec![n])).collect();
        let all = |cases: &[Choices]| {
            let bad = cases.iter().any(|case| case.clone().number() == 7);
            if bad { Err("seven".to_owned()) } else { Ok(()) }
        };
        let verdicts = halved(&cases, &all);
        assert_eq!(verdicts.iter().position(Result::is_err), Some(7));
    }
}
