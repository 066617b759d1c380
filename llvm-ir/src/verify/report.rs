//! What [`verify`](super::verify) finds, and how it is said: with places in the text that the module was read from, or with the names of
//! function, block and instruction.

use std::borrow::Cow;
use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::function::Block;
use crate::globals::Global;
use crate::instruction::Inst;
use crate::module::Module;
use crate::reader::Places;
use crate::writer;

/// What is wrong with a module.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The violated rules: those of functions in order, then those of the module.
    pub problems: Vec<Problem>,
    /// The violated rules of debug information that LLVM's reader removes for that, with a warning.
    pub debug_info: Vec<Problem>,
    /// The debug information that LLVM's reader removes, because it is broken or of another version.
    pub ignored: Option<Ignored>,
}

/// Debug information that LLVM's reader removes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// Its version, if that is the reason; else it is broken.
    pub version: Option<u64>,
    /// How much there is, as [`debug_info::strip`](crate::debug_info::strip) counts it.
    pub count: u64,
}

impl Ignored {
    /// LLVM's warning, without the name of the file.
    pub fn warning(self, name: &str) -> String {
        match self.version {
            Some(version) => format!("ignoring debug info with an invalid version ({version}) in {name}"),
            None => format!("ignoring invalid debug info in {name}"),
        }
    }

    /// What it is called in a list of losses.
    pub fn kind(self) -> &'static str {
        match self.version {
            Some(_) => "debug information of another version",
            None => "broken debug information",
        }
    }
}

impl Report {
    /// Whether no rule is violated. Debug information may be, which LLVM's reader removes then.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The problems of a module, at most `most`, each with its place in the text that the module was read from; those of the module as a
    /// whole have none. Without a text, as for a module that was read from bitcode, places are those in the text that is written of the
    /// module, or the names of function, block and instruction if it cannot be written.
    pub fn diagnostics(
        &self,
        module: &Module,
        text: Option<&[u8]>,
        name: &str,
        most: usize,
    ) -> Vec<Diagnostic> {
        if self.is_empty() {
            return Vec::new();
        }
        let Some(text) = Self::text(module, text) else {
            let described = self.described(module).take(most);
            return described.map(|message| Diagnostic::about_file(name, message)).collect();
        };
        let places = Places::of(module, &text);
        let at = |place| places.as_ref()?.offset(place);
        let problems = self.problems.iter().take(most);
        problems
            .map(|problem| diagnostic(name, &text, at(problem.place), &problem.message, &problem.quoted))
            .collect()
    }

    /// LLVM's warning about the debug information that its reader removes, with what is broken, at the place of the first. The text is as
    /// for [`diagnostics`](Self::diagnostics).
    pub fn warning(
        &self,
        module: &Module,
        text: Option<&[u8]>,
        name: &str,
        most: usize,
    ) -> Option<Diagnostic> {
        let message = self.ignored?.warning(name);
        let notes: Vec<String> = self.debug_info.iter().take(most).map(Problem::to_string).collect();
        let place = self.debug_info.first().map_or(Place::Module, |first| first.place);
        let text = if place == Place::Module { None } else { Self::text(module, text) };
        let offset = text.as_ref().and_then(|text| Places::of(module, text)?.offset(place));
        Some(diagnostic(name, text.as_deref().unwrap_or_default(), offset, &message, &notes))
    }

    /// The text of a module, which is written if it is not given.
    fn text<'t>(module: &Module, text: Option<&'t [u8]>) -> Option<Cow<'t, [u8]>> {
        match text {
            Some(text) => Some(text.into()),
            None => writer::try_write(module).ok().map(Cow::Owned),
        }
    }

    /// The problems of a module that has no text, each with the names of function, block and instruction.
    pub fn described<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = String> + 'a {
        self.problems.iter().map(|problem| match problem.place.describe(module) {
            place if place.is_empty() => problem.to_string(),
            place => format!("{place}: {problem}"),
        })
    }
}

fn diagnostic(name: &str, text: &[u8], offset: Option<usize>, message: &str, notes: &[String]) -> Diagnostic {
    let diagnostic = match offset {
        Some(offset) => Diagnostic::new(name, text, offset, message),
        None => Diagnostic::about_file(name, message),
    };
    diagnostic.with_notes(notes.iter().cloned())
}

/// A violated rule.
#[derive(Clone, Debug)]
pub struct Problem {
    /// LLVM's sentence.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// What it is about, as text: instructions, values, types, nodes.
    pub quoted: Vec<String>,
}

/// The sentence, and each thing that it is about on a line of its own.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.quoted.iter().try_for_each(|quoted| write!(f, "\n{quoted}"))
    }
}

/// What a text could not say; its place is in the message.
impl From<&writer::Problem> for Problem {
    fn from(problem: &writer::Problem) -> Self {
        Self { message: problem.to_string(), place: Place::Module, quoted: Vec::new() }
    }
}

/// The place of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The module as a whole.
    Module,
    /// A global, or a function as a whole.
    Global(Global),
    /// A block of a function.
    Block(Global, Block),
    /// An instruction of a function.
    Instruction(Global, Inst),
}

impl Place {
    /// The place by names: `in @f, block %entry, instruction 2 (add)`. Instructions are counted from 0 on in their block, blocks without
    /// names in their function. Empty for the module as a whole.
    pub fn describe(self, module: &Module) -> String {
        let named = |global: Global| {
            let name = module.name(global).map(|name| String::from_utf8_lossy(name).into_owned());
            name.map_or_else(|| format!("in global {}", global.as_u32()), |name| format!("in @{name}"))
        };
        let (global, block, inst) = match self {
            Self::Module => return String::new(),
            Self::Global(global) => return named(global),
            Self::Block(global, block) => (global, Some(block), None),
            Self::Instruction(global, inst) => (global, None, Some(inst)),
        };
        let mut text = named(global);
        let Some(function) = module.globals[global].as_function() else { return text };
        let at = function.layout.iter().position(|known| match (block, inst) {
            (None, Some(inst)) => function.block_insts(*known).contains(&inst),
            _ => Some(*known) == block,
        });
        let Some(at) = at else { return text };
        let block = function.layout[at];
        let name = function.blocks[block].name;
        text +=
            &name.map_or_else(|| format!(", block {at}"), |name| format!(", block %{}", module.text(name)));
        let index = inst.and_then(|inst| function.block_insts(block).iter().position(|&known| known == inst));
        if let (Some(index), Some(inst)) = (index, inst) {
            text += &format!(", instruction {index} ({})", function.insts[inst].inst.opcode().spelling());
        }
        text
    }
}
