//! How likely each branch is taken: from `!prof`, or else guessed. Source: LLVM, `BranchProbabilityInfo`, whose figures these are.
//!
//! ```
//! use tern_analysis::probabilities::Probabilities;
//!
//! let text = b"define i32 @f(ptr %p) {\n  %null = icmp eq ptr %p, null\n  br i1 %null, label %a, label %b\n\
//!     a:\n  ret i32 0\nb:\n  ret i32 1\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let probabilities = Probabilities::of(&module, function);
//! // Pointers are rarely null.
//! assert_eq!(probabilities.edge(function.layout[0], 0).fraction(), 0.375);
//! assert_eq!(probabilities.edge(function.layout[0], 1).to_string(), "0x50000000 / 0x80000000 = 62.50%");
//! ```

mod compare;
mod estimates;
mod regions;
mod unlikely;
mod weights;

pub(crate) use weights::number;

use serde::{Serialize, Serializer};
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::graph::{Cfg, Dominators, Loops, PostDominators};
use tern_llvm_ir::{Block, Function, Instruction, Module};

use estimates::Estimates;
use regions::Regions;
use unlikely::Unlikely;

/// A probability: a multiple of 2⁻³¹.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Probability(u32);

impl Probability {
    /// Never.
    pub const ZERO: Self = Self(0);
    /// Always.
    pub const ONE: Self = Self(1 << 31);
    /// The smallest probability that is not zero: that of a branch, weighed by a profile, to what is not expected to run.
    const LEAST: Self = Self(1);

    /// The nearest to a fraction that is at most 1; [`Self::ZERO`] if the denominator is 0.
    pub fn new(numerator: u32, denominator: u32) -> Self {
        let (numerator, denominator) = (u64::from(numerator), u64::from(denominator));
        let scaled = ((numerator << 31) + denominator / 2).checked_div(denominator).unwrap_or(0);
        Self(scaled.min(u64::from(Self::ONE.0)) as u32)
    }

    /// The probability in units of 2⁻³¹.
    pub fn numerator(self) -> u32 {
        self.0
    }

    /// The probability as a number from 0 to 1.
    pub fn fraction(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE.0)
    }

    /// 1 minus the probability.
    pub fn complement(self) -> Self {
        Self(Self::ONE.0.saturating_sub(self.0))
    }

    /// The sum, at most 1.
    fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(Self::ONE.0))
    }
}

/// As LLVM prints it.
impl std::fmt::Display for Probability {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = (self.fraction() * 100.0 * 100.0).round_ties_even() / 100.0;
        write!(f, "0x{:08x} / 0x{:08x} = {percent:.2}%", self.0, Self::ONE.0)
    }
}

/// As a number from 0 to 1.
impl Serialize for Probability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.fraction())
    }
}

/// The probabilities of the edges of a function.
#[derive(Clone, Debug)]
pub struct Probabilities {
    /// By block: where its edges begin in `edges`, if more is known than their number; and their number.
    blocks: SecondaryMap<Block, (Option<u32>, u32)>,
    edges: Vec<Probability>,
}

impl Probabilities {
    /// Computes them.
    pub fn of(module: &Module, function: &Function) -> Self {
        let cfg = Cfg::of(function);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        Self::new(module, function, &cfg, &dominators, &loops)
    }

    /// Computes them from results that exist already.
    pub fn new(
        module: &Module,
        function: &Function,
        cfg: &Cfg<Block>,
        dominators: &Dominators<Block>,
        loops: &Loops<Block>,
    ) -> Self {
        let regions = Regions::new(cfg, loops);
        let post_dominators = PostDominators::new(cfg);
        let estimates = Estimates::new(module, function, &regions, dominators, &post_dominators);
        let mut unlikely = Unlikely::new(module, function, loops);
        let mut found = Self { blocks: SecondaryMap::new(), edges: Vec::new() };
        for &block in &function.layout {
            let Some(terminator) = function.terminator(block) else { continue };
            let successors = function.insts[terminator].inst.successors();
            found.blocks[block] = (None, successors.len() as u32);
            if successors.len() < 2 || !cfg.is_reachable(block) {
                continue;
            }
            let by_profile = || {
                let weights = weights::of_terminator(module, function, terminator)?;
                let is_reached = |&to: &Block| estimates.of_edge(block, to).is_none_or(|weight| weight > 0);
                let is_reached: Vec<bool> = successors.iter().map(is_reached).collect();
                Some(weights::probabilities(weights, &is_reached))
            };
            let by_estimates = || estimates.probabilities(block, &successors, &unlikely.successors(block));
            let by_condition = || {
                let Instruction::CondBr { condition, .. } = function.insts[terminator].inst else {
                    return None;
                };
                let taken = compare::probability(module, function, condition)?;
                Some(vec![taken, taken.complement()])
            };
            if let Some(edges) = by_profile().or_else(by_estimates).or_else(by_condition) {
                found.blocks[block].0 = Some(found.edges.len() as u32);
                found.edges.extend(edges);
            }
        }
        found
    }

    /// The probability of the edge to the successor at a position, among the edges of the block; zero if there is no such edge.
    pub fn edge(&self, block: Block, successor: usize) -> Probability {
        match self.blocks[block] {
            (_, count) if successor >= count as usize => Probability::ZERO,
            (Some(begin), _) => self.edges[begin as usize + successor],
            (None, count) => Probability::new(1, count),
        }
    }

    /// The probability that one block follows another: the sum over the edges between them.
    pub fn between(&self, function: &Function, from: Block, to: Block) -> Probability {
        let successors = function.successors(from);
        let edges = || successors.iter().enumerate().filter(|&(_, &next)| next == to).map(|(at, _)| at);
        match self.blocks[from] {
            (None, count) => Probability::new(edges().count() as u32, count),
            _ => edges().map(|at| self.edge(from, at)).fold(Probability::ZERO, Probability::plus),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(body: &str) -> Vec<u32> {
        let text = format!("declare void @cold() cold\ndeclare i32 @strcmp(ptr, ptr)\n{body}\n");
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
        let (_, _, function) = module.definitions().next().unwrap();
        let probabilities = Probabilities::of(&module, function);
        let entry = function.layout[0];
        (0..function.successors(entry).len()).map(|at| probabilities.edge(entry, at).numerator()).collect()
    }

    #[test]
    fn profiles_come_before_guesses() {
        let ends =
            "a:\n  ret void\nb:\n  ret void\nu:\n  unreachable\nc:\n  call void @cold()\n  ret void\n}";
        let weights = |text: &str| format!("!0 = !{{!\"branch_weights\", {text}}}");
        let cases = [
            ("br i1 %is, label %a, label %b", "", vec![1 << 30; 2]),
            ("br i1 %is, label %a, label %b, !prof !0", "i32 1, i32 3", vec![1 << 29, 3 << 29]),
            (
                "br i1 %is, label %a, label %b, !prof !0",
                "!\"expected\", i32 1, i32 3",
                vec![1 << 29, 3 << 29],
            ),
            ("br i1 %is, label %a, label %b, !prof !0", "i32 -1, i32 -1", vec![1 << 30; 2]),
            ("br i1 %is, label %a, label %u", "", vec![1 << 31, 0]),
            ("br i1 %is, label %a, label %u, !prof !0", "i32 1, i32 1", vec![(1 << 31) - 1, 1]),
            ("br i1 %is, label %a, label %c", "", vec![0x7878_7f1d, 0x0787_80e3]),
        ];
        for (branch, profile, expected) in cases {
            let profile = if profile.is_empty() { String::new() } else { weights(profile) };
            let text = format!("define void @f(i1 %is) {{\n  {branch}\n{ends}\n{profile}");
            assert_eq!(edges(&text), expected, "{branch} {profile}");
        }
    }

    #[test]
    fn comparisons_tell() {
        let (often, rarely) = (vec![0x5000_0000, 0x3000_0000], vec![0x3000_0000, 0x5000_0000]);
        let even = vec![1 << 30; 2];
        let cases = [
            ("icmp ne ptr %p, null", &often),
            ("icmp slt i32 %x, 0", &rarely),
            ("icmp ult i32 %x, 0", &even),
            ("icmp slt i32 %x, 1", &rarely),
            ("icmp sgt i32 %x, -1", &often),
            ("icmp eq i32 %x, 7", &even),
            ("fcmp une double %d, 1.0", &often),
            ("icmp eq i32 %masked, 0", &even),
            ("icmp eq i32 %compared, 7", &rarely),
        ];
        for (comparison, expected) in cases {
            let text = format!(
                "define void @f(ptr %p, i32 %x, double %d) {{\n  %masked = and i32 %x, 8\n\
                 \x20 %compared = call i32 @strcmp(ptr %p, ptr %p)\n  %is = {comparison}\n\
                 \x20 br i1 %is, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}}"
            );
            assert_eq!(&edges(&text), expected, "{comparison}");
        }
    }
}
