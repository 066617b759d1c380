//! The source of decisions for generators: a replayable, shrinkable sequence of numbers.

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// A sequence of decisions, each a number. At the end of the sequence every decision is 0, the simplest one.
#[derive(Clone, Debug)]
pub struct Choices {
    made: Vec<u32>,
    next: usize,
    /// The state of the random generator (SplitMix64) that continues the sequence; `None` if it continues with zeros.
    random: Option<u64>,
}

impl Choices {
    /// Random decisions, determined by the seed.
    pub fn from_seed(seed: u64) -> Self {
        Self { made: Vec::new(), next: 0, random: Some(seed) }
    }

    /// Replays these decisions, followed by zeros.
    pub fn replay(made: Vec<u32>) -> Self {
        Self { made, next: 0, random: None }
    }

    /// Decodes decisions from raw bytes, as fuzzers supply them.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        // Two bytes per decision: fuzzers change single bytes, and few choices have more than 65,536 cases.
        let number = |pair: &[u8]| {
            u32::from(pair[0]) << 24 | u32::from(pair.get(1).copied().unwrap_or_default()) << 16
        };
        Self::replay(bytes.chunks(2).map(number).collect())
    }

    /// The decisions made so far.
    pub fn made(&self) -> &[u32] {
        &self.made[..self.next.min(self.made.len())]
    }

    /// All decisions in the sequence, including those not used yet.
    pub fn into_numbers(self) -> Vec<u32> {
        self.made
    }

    /// Takes the next decision.
    pub fn number(&mut self) -> u32 {
        let at = self.next;
        self.next += 1;
        if let Some(&number) = self.made.get(at) {
            return number;
        }
        let Some(state) = &mut self.random else { return 0 };
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let number = ((mixed ^ (mixed >> 31)) >> 32) as u32;
        self.made.push(number);
        number
    }

    /// Takes a number below `limit`, which must not be 0. Smaller decisions give smaller numbers.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.number()) * limit as u64) >> 32) as usize
    }

    /// Takes a number from an inclusive range.
    pub fn within(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Returns true in `share` percent of cases.
    pub fn chance(&mut self, share: usize) -> bool {
        self.below(100) >= 100 - share.min(100)
    }

    /// Picks an item; the first is the simplest. `items` must not be empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Picks an index with probability in proportion to its weight; the first is the simplest.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if at < weight {
                return index;
            }
            at -= weight;
        }
        weights.len() - 1
    }

    /// The bits of a floating point number with a 15-bit exponent at bit `exponent`. Mostly replaces the exponent by one near
    /// zero, as other numbers have thousands of digits.
    pub fn moderate(&mut self, bits: u128, exponent: u32) -> u128 {
        if self.chance(12) {
            return bits;
        }
        let near = 0x3fff - 64 + (bits >> exponent & 0x7f);
        bits & !(0x7fff << exponent) | near << exponent
    }

    /// Takes a 64-bit number.
    pub fn bits(&mut self) -> u64 {
        u64::from(self.number()) | u64::from(self.number()) << 32
    }
}

/// The maximum number of decisions in a case.
pub const LONGEST: usize = 4096;

/// A proptest strategy for decisions, for any generator: `strategy().prop_map(|mut choices| llvm::module(&mut choices,
/// &options))`.
pub fn strategy() -> Decisions {
    Decisions
}

/// The strategy that [`strategy`] returns.
#[derive(Clone, Copy, Debug)]
pub struct Decisions;

impl Strategy for Decisions {
    type Tree = Tree;
    type Value = Choices;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let seed = proptest::num::u64::ANY.new_tree(runner)?.current();
        let mut choices = Choices::from_seed(seed);
        for _ in 0..LONGEST {
            choices.number();
        }
        Ok(Tree::new(choices.made))
    }
}

/// The value tree of proptest for decisions. It shrinks by removing ranges, from the end and long ones first, and by lowering
/// numbers.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The smallest sequence known to fail.
    best: Vec<u32>,
    tried: Vec<u32>,
    step: Step,
}

/// The next shrinking step.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Remove everything from here on.
    Cut {
        at: usize,
    },
    /// Remove a range that ends here.
    Remove {
        length: usize,
        end: usize,
    },
    /// Set a range that ends here to 0.
    Zero {
        length: usize,
        end: usize,
    },
    /// Lower one number: by a right shift, then by one.
    Lower {
        at: usize,
        shift: u32,
    },
    Done,
}

impl Tree {
    /// Creates the tree for a failing sequence.
    pub fn new(failing: Vec<u32>) -> Self {
        Self { best: failing.clone(), tried: failing, step: Step::Cut { at: 0 } }
    }

    /// Advances to the step after `self.step`, assuming that this one did not help.
    fn advance(&mut self) {
        let length = self.best.len();
        self.step = match self.step {
            // Bisects what remains: 0, 1/2, 3/4 …
            Step::Cut { at } if length - at.min(length) > 1 => {
                Step::Cut { at: at + (length - at).div_ceil(2) }
            }
            Step::Cut { .. } => Step::Remove { length: 64, end: length },
            Step::Remove { length, end } if end > length => {
                Step::Remove { length, end: end - length.div_ceil(2) }
            }
            Step::Remove { length, .. } if length > 1 => {
                Step::Remove { length: length / 2, end: self.best.len() }
            }
            Step::Remove { .. } => Step::Zero { length: 16, end: length },
            Step::Zero { length, end } if end > length => Step::Zero { length, end: end - length },
            Step::Zero { length, .. } if length > 1 => {
                Step::Zero { length: length / 2, end: self.best.len() }
            }
            Step::Zero { .. } => Step::Lower { at: 0, shift: 1 },
            Step::Lower { at, shift } if shift < 16 => Step::Lower { at, shift: shift * 2 },
            Step::Lower { at, .. } if at + 1 < length => Step::Lower { at: at + 1, shift: 1 },
            Step::Lower { .. } | Step::Done => Step::Done,
        };
    }

    /// Applies the step to the best sequence; `None` if that changes nothing.
    fn apply(&self) -> Option<Vec<u32>> {
        let mut tried = self.best.clone();
        match self.step {
            Step::Cut { at } => tried.truncate(at),
            Step::Remove { length, end } => {
                let end = end.min(tried.len());
                tried.drain(end.saturating_sub(length)..end);
            }
            Step::Zero { length, end } => {
                let end = end.min(tried.len());
                tried[end.saturating_sub(length)..end].fill(0);
            }
            Step::Lower { at, shift } => {
                let number = tried.get_mut(at)?;
                *number >>= shift;
            }
            Step::Done => {}
        }
        (tried != self.best).then_some(tried)
    }
}

impl ValueTree for Tree {
    type Value = Choices;

    fn current(&self) -> Choices {
        Choices::replay(self.tried.clone())
    }

    /// The current sequence fails: keeps it as the best, and tries a smaller one.
    fn simplify(&mut self) -> bool {
        self.best.clone_from(&self.tried);
        while !matches!(self.step, Step::Done) {
            if let Some(tried) = self.apply() {
                self.tried = tried;
                return true;
            }
            self.advance();
        }
        false
    }

    /// The current sequence does not fail: tries another step.
    fn complicate(&mut self) -> bool {
        self.tried.clone_from(&self.best);
        self.advance();
        self.simplify()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_shrinks_to_what_matters() {
        // Fails if a number of at least 1000 comes before one of at least 50.
        let fails = |choices: &Choices| {
            let large = choices.made.iter().position(|&n| n >= 1000);
            large.is_some_and(|at| choices.made[at + 1..].iter().any(|&n| n >= 50))
        };
        let mut choices = Choices::from_seed(1);
        for _ in 0..500 {
            choices.number();
        }
        let mut tree = Tree::new(choices.made);
        let mut more = tree.simplify();
        while more {
            more = if fails(&tree.current()) { tree.simplify() } else { tree.complicate() };
        }
        let smallest = tree.current().made;
        assert_eq!(smallest.len(), 2, "{smallest:?}");
        assert!(smallest[0] < 2000 && smallest[1] < 100, "{smallest:?}");
    }

    #[test]
    fn what_was_made_can_be_replayed() {
        let mut first = Choices::from_seed(3);
        let numbers: Vec<usize> = (1..50).map(|limit| first.below(limit)).collect();
        let mut second = Choices::replay(first.made().to_vec());
        assert_eq!(numbers, (1..50).map(|limit| second.below(limit)).collect::<Vec<_>>());
        assert_eq!(second.below(10), 0);
    }
}
