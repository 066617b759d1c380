//! Checks modules as LLVM's verifier does. Source: LangRef; LLVM 22's behaviour.
//!
//! [`verify`] applies these rules, one function each, in the order in which LLVM applies them:
//!
//! | file | rules |
//! |---|---|
//! | `function` | signatures, linkage, personality, garbage collector |
//! | `blocks` | terminators, PHI nodes, the entry |
//! | `dominance` | definitions dominate uses |
//! | `instructions` | types of operands and results, memory accesses, flags |
//! | `globals` | variables, aliases, ifuncs, comdats, `llvm.used` and its kin |
//!
//! A message is LLVM's sentence. LLVM says the first violated rule of an instruction, a block or a global, and goes on with the next; so
//! does this.

mod blocks;
mod dominance;
mod function;
mod globals;
mod instructions;

use std::borrow::Cow;
use std::fmt;

use rayon::prelude::*;
use smallvec::SmallVec;

use crate::constants::{ConstantKind, Constants};
use crate::datalayout::DataLayout;
use crate::diagnostic::Diagnostic;
use crate::function::{Block, Function, Value};
use crate::globals::{Global, GlobalValue};
use crate::instruction::{Inst, Instruction};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::reader::Places;
use crate::sizes::Sizes;
use crate::types::{Type, Types};
use crate::writer::{self, Excerpts};

/// What is wrong with a module.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The violated rules: those of functions in order, then those of the module.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Whether no rule is violated.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
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

/// The sentence, and each thing that it is about on a line of its own.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.quoted.iter().try_for_each(|quoted| write!(f, "\n{quoted}"))
    }
}

impl Report {
    /// The problems of a module that was read from `text`, each with its place there; those of the module as a whole are at its
    /// beginning.
    pub fn diagnostics(&self, module: &Module, text: &[u8], name: &str) -> Vec<Diagnostic> {
        if self.is_empty() {
            return Vec::new();
        }
        let places = Places::of(text);
        let offset = |place| places.as_ref().and_then(|places| places.offset(module, place)).unwrap_or(0);
        let problems = self.problems.iter();
        problems
            .map(|problem| Diagnostic::new(name, text, offset(problem.place), &*problem.message))
            .collect()
    }
}

/// Checks a module. Functions are checked on all threads.
///
/// The module must be one that can be written: handles refer to what exists. [`try_write`](crate::try_write) checks that; modules that
/// were read always do.
///
/// ```
/// let text = b"define i32 @f(i1 %c, i32 %x) {\n  br i1 %c, label %a, label %b\na:\n  %y = add i32 %x, 1\n  br label %b\n\
///     b:\n  ret i32 %y\n}\n";
/// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
/// let report = tern_llvm_ir::verify(&module);
/// assert_eq!(report.problems[0].to_string(), "Instruction does not dominate all uses!\n  %y = add i32 %x, 1\n  ret i32 %y");
/// ```
pub fn verify(module: &Module) -> Report {
    let context = Context { module, layout: module.layout() };
    let functions: Vec<Vec<Violation>> =
        module.functions.par_iter().map(|&global| function::violations(&context, global)).collect();
    let violations = functions.into_iter().flatten().chain(globals::violations(&context));
    let mut excerpts = Excerpts::new(module);
    Report { problems: violations.map(|violation| violation.problem(&mut excerpts, module)).collect() }
}

/// What all rules can ask.
struct Context<'m> {
    module: &'m Module,
    layout: DataLayout,
}

impl<'m> Context<'m> {
    fn types(&self) -> &'m Types {
        &self.module.types
    }

    fn constants(&self) -> &'m Constants {
        &self.module.constants
    }

    fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: &self.layout }
    }

    fn global(&self, global: Global) -> &'m GlobalValue {
        &self.module.globals[global]
    }

    fn name(&self, global: Global) -> Cow<'m, str> {
        self.module.name(global).map_or(Cow::Borrowed(""), String::from_utf8_lossy)
    }

    /// The value of an integer constant of at most 64 bits.
    fn integer(&self, value: Value) -> Option<u64> {
        match *self.constants().kind(value.constant()?) {
            ConstantKind::Integer(bits) => Some(bits),
            _ => None,
        }
    }
}

/// The function that is being checked.
struct Body<'c, 'm> {
    context: &'c Context<'m>,
    global: Global,
    value: &'m GlobalValue,
    function: &'m Function,
    /// The return type.
    ret: Type,
    flow: dominance::Flow,
}

impl<'m> Body<'_, 'm> {
    fn types(&self) -> &'m Types {
        self.context.types()
    }

    fn type_of(&self, value: Value) -> Type {
        self.context.module.type_of(self.function, value)
    }

    fn inst(&self, inst: Inst) -> &'m Instruction {
        &self.function.insts[inst].inst
    }

    /// The instruction that defines a value.
    fn definition(&self, value: Value) -> Option<Inst> {
        self.function.locals[value.local()?].inst.expand()
    }

    /// The type of an instruction's result; `void` if it has none.
    fn result(&self, inst: Inst) -> Type {
        match self.function.insts[inst].result.expand() {
            Some(local) => self.function.locals[local].ty,
            None => self.types().common.void,
        }
    }
}

/// What a sentence is about.
#[derive(Clone, Debug)]
enum Subject {
    Inst(Inst),
    Value(Value),
    Block(Block),
    Global(Global),
    Type(Type),
    Metadata(Metadata),
    Text(String),
}

macro_rules! subjects {
    ($($type:ty => $case:ident,)+) => {$(
        impl From<$type> for Subject {
            fn from(subject: $type) -> Self {
                Self::$case(subject)
            }
        }
    )+};
}

subjects! {
    Inst => Inst,
    Value => Value,
    Block => Block,
    Global => Global,
    Type => Type,
    Metadata => Metadata,
    String => Text,
}

/// A rule that does not hold, before it is known where.
#[derive(Debug)]
struct Broken {
    message: Cow<'static, str>,
    about: SmallVec<[Subject; 2]>,
}

/// The outcome of a rule.
type Rule = Result<(), Box<Broken>>;

/// Returns from a rule with a message, and what it is about, unless the condition holds.
macro_rules! check {
    ($condition:expr, $message:expr $(, $subject:expr)* $(,)?) => {
        if !$condition {
            return Err($crate::verify::broken($message, [$($subject.into()),*]));
        }
    };
}
use check;

#[cold]
fn broken(message: impl Into<Cow<'static, str>>, about: impl IntoIterator<Item = Subject>) -> Box<Broken> {
    Box::new(Broken { message: message.into(), about: about.into_iter().collect() })
}

/// A violated rule and its place.
struct Violation {
    place: Place,
    broken: Box<Broken>,
}

impl Violation {
    fn problem(self, excerpts: &mut Excerpts<'_>, module: &Module) -> Problem {
        let function = match self.place {
            Place::Module => None,
            Place::Global(global) | Place::Block(global, _) | Place::Instruction(global, _) => Some(global),
        };
        let quote = |subject| match (subject, function) {
            (Subject::Inst(inst), Some(function)) => excerpts.instruction(function, inst),
            (Subject::Value(value), Some(function)) => excerpts.value(function, value),
            (Subject::Value(value), None) => match value.constant() {
                Some(constant) => writer::constant_to_string(module, constant),
                None => String::new(),
            },
            (Subject::Block(block), Some(function)) => {
                format!("label {}", excerpts.block_name(function, block))
            }
            (Subject::Global(global), _) => format!("ptr {}", excerpts.global_name(global)),
            (Subject::Type(ty), _) => format!(" {}", writer::type_to_string(module, ty)),
            (Subject::Metadata(metadata), _) => excerpts.metadata(metadata),
            (Subject::Text(text), _) => text,
            (Subject::Inst(_) | Subject::Block(_), None) => String::new(),
        };
        let quoted = self.broken.about.into_iter().map(quote).collect();
        Problem { message: self.broken.message.into_owned(), place: self.place, quoted }
    }
}

#[cfg(test)]
mod tests;
