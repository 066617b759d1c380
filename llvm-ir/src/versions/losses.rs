//! What a module loses when it is written for an older LLVM, and what it cannot be written for.

use std::collections::BTreeMap;

use crate::function::{Block, Function};
use crate::globals::Global;
use crate::module::Module;
use crate::writer::Problem;

/// What was left out or replaced, by kind, with the number of times. A kind whose loss may change what the program means names the first
/// place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    found: BTreeMap<String, (u64, Option<String>)>,
}

impl Losses {
    /// Counts a loss that does not change what the program means.
    pub(super) fn hint(&mut self, what: impl Into<String>) {
        self.hints(what, 1);
    }

    /// Counts several losses of one kind.
    pub(super) fn hints(&mut self, what: impl Into<String>, count: u64) {
        if count != 0 {
            self.found.entry(what.into()).or_default().0 += count;
        }
    }

    /// Counts a loss that may change what the program means.
    pub(super) fn meaning(&mut self, what: impl Into<String>, place: impl FnOnce() -> String) {
        let (count, first) = self.found.entry(what.into()).or_default();
        *count += 1;
        first.get_or_insert_with(place);
    }

    /// Counts attributes, and whether the program needs them, of a global.
    pub(super) fn attributes(&mut self, module: &Module, global: Option<Global>, dropped: &[(String, bool)]) {
        for (what, needed) in dropped {
            match needed {
                false => self.hint(what.clone()),
                true => self.meaning(what.clone(), || {
                    problem(module, global, None, String::new()).global.unwrap_or_default()
                }),
            }
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The losses and how often each occurred, in alphabetical order.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let found = self.found.iter();
        found
            .map(|(what, (count, place))| match place {
                Some(place) => (format!("{what}, first in {place}"), *count),
                None => (what.clone(), *count),
            })
            .collect()
    }
}

/// A place in a module, for messages.
pub(super) fn place(module: &Module, global: Option<Global>, function: &Function, block: Block) -> String {
    let problem = problem(module, global, Some((function, block)), String::new());
    let mut text = problem.global.unwrap_or_default();
    if let Some(block) = problem.block {
        text.push_str(&format!(", block {block}"));
    }
    text
}

/// What has no form in the older version.
pub(super) fn problem(
    module: &Module,
    global: Option<Global>,
    block: Option<(&Function, Block)>,
    message: String,
) -> Problem {
    let name = |global: Global| match module.name(global) {
        Some(name) => format!("@{}", String::from_utf8_lossy(name)),
        None => "an unnamed global".to_owned(),
    };
    let block = block.map(|(function, block)| match function.blocks[block].name {
        Some(name) => format!("%{}", module.text(name)),
        None => function.layout.iter().position(|&other| other == block).unwrap_or(0).to_string(),
    });
    Problem { global: global.map(name), block, instruction: None, message }
}
