//! How often each block runs, for one call of the function. Source: LLVM, "Block Frequency Terminology" and `BlockFrequencyInfo`, whose
//! figures these are.
//!
//! ```
//! use tern_analysis::frequencies::Frequencies;
//!
//! let text = b"define void @f(i1 %c) {\n  br label %loop\nloop:\n  br i1 %c, label %loop, label %end\nend:\n  ret void\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (global, _, function) = module.definitions().next().unwrap();
//! let frequencies = Frequencies::of(&module, global).unwrap();
//! // Loops are expected to run 32 times.
//! let relative = |at: usize| frequencies.block(function.layout[at]).unwrap().relative().round();
//! assert_eq!([0, 1, 2].map(relative), [1.0, 32.0, 1.0]);
//! ```

mod irreducible;
mod mass;
mod propagation;
mod scaled;

use serde::Serialize;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::graph::{Cfg, Dominators, Loops};
use tern_llvm_ir::metadata::views::MetadataRef;
use tern_llvm_ir::{Block, Function, Global, Module};

pub use scaled::Scaled;

use crate::probabilities::{Probabilities, number};
use propagation::Propagation;

/// How often a block runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frequency {
    /// For each call of the function.
    pub scaled: Scaled,
    /// The frequency scaled to an integer. The scale differs between functions: the most frequent block is near 2⁵⁴.
    pub integer: u64,
}

impl Frequency {
    /// How often the block runs in a call of the function.
    pub fn relative(self) -> f64 {
        self.scaled.to_f64()
    }
}

impl Serialize for Frequency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Frequency", 2)?;
        out.serialize_field("relative", &self.relative())?;
        out.serialize_field("integer", &self.integer)?;
        out.end()
    }
}

/// The frequencies of the blocks of a function.
#[derive(Clone, Debug)]
pub struct Frequencies {
    blocks: SecondaryMap<Block, Option<Frequency>>,
    entry: u64,
    /// How often the function was called when it was profiled.
    entry_count: Option<u64>,
}

impl Frequencies {
    /// Computes them; none for a declaration, or what is no function.
    pub fn of(module: &Module, function: Global) -> Option<Self> {
        let body = module.globals[function].as_function().filter(|body| !body.is_declaration())?;
        let cfg = Cfg::of(body);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let probabilities = Probabilities::new(module, body, &cfg, &dominators, &loops);
        Some(Self::new(module, function, body, &cfg, &loops, &probabilities))
    }

    /// Computes them from results that exist already. `body` is that of the function.
    pub fn new(
        module: &Module,
        function: Global,
        body: &Function,
        cfg: &Cfg<Block>,
        loops: &Loops<Block>,
        probabilities: &Probabilities,
    ) -> Self {
        let header_weight = |block: Block| {
            let attachments = body.inst_attachments(body.terminator(block)?);
            named_number(module, module.attached(attachments, "irr_loop"), b"loop_header_weight")
        };
        let scaled = Propagation::new(cfg, loops, probabilities, &header_weight).run();
        let largest = scaled.iter().copied().max().unwrap_or(Scaled::ONE);
        // Room is left for sums of frequencies and products with costs.
        let factor = Scaled::new(1, 54).over(largest);
        let mut blocks = SecondaryMap::with_capacity(body.blocks.len());
        for (&block, &scaled) in cfg.order().iter().zip(&scaled) {
            blocks[block] = Some(Frequency { scaled, integer: scaled.times(factor).to_u64().max(1) });
        }
        let first = body.layout.first().and_then(|&entry| blocks[entry]);
        let profile = module.attached(&module.globals[function].attachments, "prof");
        // −1 says that samples were taken, but none of this function.
        let entry_count =
            named_number(module, profile, b"function_entry_count").filter(|&count| count != u64::MAX);
        Self { blocks, entry: first.map_or(0, |entry: Frequency| entry.integer), entry_count }
    }

    /// The frequency of a block; none if nothing leads to it.
    pub fn block(&self, block: Block) -> Option<Frequency> {
        self.blocks[block]
    }

    /// How often a block ran when the program was profiled, by the count of the function.
    pub fn count(&self, block: Block) -> Option<u64> {
        let (count, entry) = (u128::from(self.entry_count?), u128::from(self.entry));
        let integer = self.block(block).map_or(0, |frequency| u128::from(frequency.integer));
        let rounded = (count * integer).wrapping_add(entry / 2).checked_div(entry)?;
        Some(u64::try_from(rounded).unwrap_or(u64::MAX))
    }
}

/// The number of metadata that is a name and a number.
fn named_number(module: &Module, metadata: Option<MetadataRef<'_>>, name: &[u8]) -> Option<u64> {
    let mut elements = metadata?.elements();
    (elements.next()??.string()? == name).then_some(())?;
    number(module, elements.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frequencies(text: &str) -> Vec<String> {
        let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap_or_else(|error| panic!("{error}"));
        let (global, _, function) = module.definitions().next().unwrap();
        let found = Frequencies::of(&module, global).unwrap();
        let block = |&block: &Block| {
            let count = found.count(block).map(|count| format!(" {count}")).unwrap_or_default();
            found.block(block).map_or("-".to_owned(), |it| format!("{:.5} {}{count}", it.scaled, it.integer))
        };
        function.layout.iter().map(block).collect()
    }

    #[test]
    fn loops_within_loops_multiply() {
        let text = "define void @f(i1 %c) !prof !0 {\n  br label %a\na:\n  br label %b\nb:\n  br i1 %c, label %b, label %d\n\
            d:\n  br i1 %c, label %a, label %e\ne:\n  ret void\ndead:\n  br label %e\n}\n!0 = !{!\"function_entry_count\", i64 100}\n";
        let expected = [
            "1.0 17592253194240 100",
            "32.0 562951934181376 3200",
            "1024.0 18014398509481984 102400",
            "32.0 562951934181376 3200",
            "1.0 17592253194240 100",
            "-",
        ];
        let found = frequencies(text);
        let floats = |lines: &[String]| -> Vec<String> {
            lines.iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
        };
        let expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(floats(&found), floats(&expected));
    }
}
