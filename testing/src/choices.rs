//! Where generators take their decisions from.

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// A sequence of decisions. Each is a number; where there are no more, it is 0, the simplest one.
#[derive(Clone, Debug)]
pub struct Choices {
    made: Vec<u32>,
    next: usize,
    /// What decisions come from when those that are there have been used (SplitMix64); `None`: all the rest are 0.
    random: Option<u64>,
}

impl Choices {
    /// Decisions that look random and depend on the seed alone.
    pub fn from_seed(seed: u64) -> Self {
        Self { made: Vec::new(), next: 0, random: Some(seed) }
    }

    /// These decisions, then the simplest ones.
    pub fn replay(made: Vec<u32>) -> Self {
        Self { made, next: 0, random: None }
    }

    /// Decisions from raw bytes, as fuzzers have them.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        // Two bytes decide: fuzzers change single bytes, and few choices have more than 65,536 cases.
        let number = |pair: &[u8]| {
            u32::from(pair[0]) << 24 | u32::from(pair.get(1).copied().unwrap_or_default()) << 16
        };
        Self::replay(bytes.chunks(2).map(number).collect())
    }

    /// The decisions that were made up to now.
    pub fn made(&self) -> &[u32] {
        &self.made[..self.next.min(self.made.len())]
    }

    /// All decisions that are there.
    pub fn into_numbers(self) -> Vec<u32> {
        self.made
    }

    /// The next number.
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

    /// A number below `limit`, which is not 0. Smaller decisions give smaller numbers.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.number()) * limit as u64) >> 32) as usize
    }

    /// A number of this range, both ends included.
    pub fn within(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in `share` of 100 cases.
    pub fn chance(&mut self, share: usize) -> bool {
        self.below(100) >= 100 - share.min(100)
    }

    /// One of these; the first is the simplest. `items` is not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// The index of one of these weights; the first is the simplest.
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

    /// The bits of a floating point number with an exponent of 15 bits at `exponent`, mostly with one that is near 0 instead: the others
    /// have thousands of digits.
    pub fn moderate(&mut self, bits: u128, exponent: u32) -> u128 {
        if self.chance(12) {
            return bits;
        }
        let near = 0x3fff - 64 + (bits >> exponent & 0x7f);
        bits & !(0x7fff << exponent) | near << exponent
    }

    /// A number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        u64::from(self.number()) | u64::from(self.number()) << 32
    }
}

/// As many decisions as a case is made of at most.
pub const LONGEST: usize = 4096;

/// Decisions for any generator, as a proptest strategy: `strategy().prop_map(|mut choices| llvm::module(&mut choices, &options))`.
pub fn strategy() -> Decisions {
    Decisions
}

/// See [`strategy`].
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

/// A sequence of decisions that shrinks: parts are left out, from the end and from long to short; numbers become 0 or smaller.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The smallest sequence known to fail.
    best: Vec<u32>,
    tried: Vec<u32>,
    step: Step,
}

/// What is tried next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Leave out all from here on.
    Cut {
        at: usize,
    },
    /// Leave out so many that end here.
    Remove {
        length: usize,
        end: usize,
    },
    /// Make so many that end here 0.
    Zero {
        length: usize,
        end: usize,
    },
    /// Make this one less: by this right shift, then by one.
    Lower {
        at: usize,
        shift: u32,
    },
    Done,
}

impl Tree {
    /// A sequence that fails.
    pub fn new(failing: Vec<u32>) -> Self {
        Self { best: failing.clone(), tried: failing, step: Step::Cut { at: 0 } }
    }

    /// The step after `self.step`, as if that had not helped.
    fn advance(&mut self) {
        let length = self.best.len();
        self.step = match self.step {
            // By halves of what remains: 0, 1/2, 3/4 …
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

    /// What the step makes of the best sequence; `None` where that changes nothing.
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

    /// What was tried fails: it is the best one, and something smaller is tried.
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

    /// What was tried does not fail: something else is tried.
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
        // It fails if a number of at least 1000 comes somewhere before one of at least 50.
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
