//! What a module loses when it is written for an older LLVM, and what it cannot be written for.

use std::collections::BTreeMap;

use crate::function::{Block, Function};
use crate::globals::Global;
use crate::module::Module;
use crate::writer::Problem;

/// What was left out or replaced, by kind, with the number of times and the first place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses {
    found: BTreeMap<String, Loss>,
    /// Where what is counted next is.
    pub(super) at: Option<(Global, Option<Block>)>,
}

/// One kind of what was left out or replaced.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loss {
    /// How often.
    pub count: u64,
    /// Whether the program may mean something else without it.
    pub changes_meaning: bool,
    /// The first place, such as `@f, block %entry`; `None` if it is in no global.
    pub first: Option<String>,
    at: Option<(Global, Option<Block>)>,
}

impl Loss {
    /// What a version has no form for.
    pub(super) fn of_refused(problem: &Problem) -> Self {
        let Problem { global, block, .. } = problem;
        let first = global.as_ref().map(|global| match block {
            Some(block) => format!("{global}, block {block}"),
            None => global.clone(),
        });
        Self { count: 1, changes_meaning: true, first, at: None }
    }
}

impl Losses {
    /// Counts losses of one kind, and whether they may change what the program means.
    pub(super) fn count(&mut self, what: impl Into<String>, count: u64, changes_meaning: bool) {
        if count != 0 {
            let at = self.at;
            let loss = self.found.entry(what.into()).or_insert_with(|| Loss { at, ..Loss::default() });
            loss.count = loss.count.saturating_add(count);
            loss.changes_meaning |= changes_meaning;
        }
    }

    /// Counts a loss that does not change what the program means.
    pub(super) fn hint(&mut self, what: impl Into<String>) {
        self.count(what, 1, false);
    }

    /// Counts a loss that may change what the program means.
    pub(super) fn meaning(&mut self, what: impl Into<String>) {
        self.count(what, 1, true);
    }

    /// Counts attributes, each with whether the program needs it.
    pub(super) fn attributes(&mut self, dropped: &[(String, bool)]) {
        for (what, needed) in dropped {
            self.count(what.as_str(), 1, *needed);
        }
    }

    /// Spells the places.
    pub(super) fn name_places(&mut self, module: &Module) {
        for loss in self.found.values_mut().filter(|loss| loss.first.is_none()) {
            let Some((global, block)) = loss.at.take() else { continue };
            let function = module.globals[global].as_function();
            let block = function.zip(block);
            let Problem { global, block, .. } = problem(module, Some(global), block, String::new());
            let mut text = global.unwrap_or_default();
            if let Some(block) = block {
                text.push_str(&format!(", block {block}"));
            }
            loss.first = Some(text);
        }
        self.at = None;
    }

    /// Adds the losses of a further step.
    pub(super) fn add(&mut self, more: Self) {
        for (what, loss) in more.found {
            match self.found.get_mut(&what) {
                Some(known) => {
                    known.count = known.count.saturating_add(loss.count);
                    known.changes_meaning |= loss.changes_meaning;
                }
                None => _ = self.found.insert(what, loss),
            }
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The kinds of losses in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Loss)> {
        self.found.iter().map(|(what, loss)| (what.as_str(), loss))
    }

    /// The losses and how often each occurred, in alphabetical order. A kind whose loss may change what the program means names the first
    /// place.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        let found = self.found.iter();
        found
            .map(|(what, loss)| match &loss.first {
                Some(place) if loss.changes_meaning => (format!("{what}, first in {place}"), loss.count),
                _ => (what.clone(), loss.count),
            })
            .collect()
    }
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
