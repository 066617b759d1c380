//! Checks modules as LLVM's verifier does. Source: LangRef; LLVM 22's behaviour.
//!
//! [`verify`] applies these rules, one function each, in the order in which LLVM applies them:
//!
//! | file | rules |
//! |---|---|
//! | `attributes` | where attributes stand, which exclude each other, their types and arguments |
//! | `function` | signatures, linkage, personality, garbage collector |
//! | `blocks` | terminators, PHI nodes, the entry |
//! | `vector_variants` | names of vector variants of functions |
//! | `calls` | signature, arguments, operand bundles, `musttail`, inline assembler |
//! | `intrinsics` | types of intrinsics, and the arguments and places of single ones |
//! | `exceptions` | landing pads, and how pads of funclets nest and unwind |
//! | `funclets` | calls in funclets |
//! | `convergence` | tokens of convergence, and the cycles that they are about |
//! | `swifterror` | what uses `swifterror` values |
//! | `constants` | constants as operands |
//! | `dominance` | definitions dominate uses |
//! | `instructions` | types of operands and results, memory accesses, flags |
//! | `extensions` | where target extension types may stand |
//! | `globals` | variables, aliases, ifuncs, comdats, `llvm.used` and its kin |
//! | `attachments` | what instructions have attached: ranges, profiles, scopes of aliases |
//! | `tbaa` | access tags and types of type-based alias analysis |
//! | `debug_info` | the content of nodes of debug information |
//! | `locations` | where debug information stands: subprograms, locations, records |
//! | `scopes` | where locations and scopes lead: asked by `locations` |
//! | `module_flags` | module flags, `llvm.ident`, `llvm.commandline` |
//!
//! A message is LLVM's sentence. LLVM says the first violated rule of an instruction, a block or a global, and goes on with the next; so
//! does this.
//!
//! Debug information that is broken, or of a version that LLVM does not understand, is not an error: LLVM's reader removes it and
//! warns. What it would warn of is in [`Report::debug_info`]; the other rules hold for what remains.

mod attachments;
mod attributes;
mod blocks;
mod calls;
mod constants;
mod convergence;
mod debug_info;
mod dominance;
mod exceptions;
mod extensions;
mod funclets;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod locations;
mod metadata;
mod module_flags;
mod report;
mod right;
mod scopes;
mod swifterror;
mod tbaa;
mod uses;
mod vector_variants;

pub(crate) use attributes::can_apply;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::OnceLock;

use cranelift_entity::SecondaryMap;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::constants::{ConstantKind, Constants};
use crate::datalayout::DataLayout;
use crate::debug_info as debug_info_of_module;
use crate::function::{Block, Function, Value};
use crate::globals::{Global, GlobalValue};
use crate::instruction::{Inst, Instruction};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::sizes::Sizes;
use crate::types::{Type, Types};
use crate::writer::{self, Excerpts};

use function::Signature;
use metadata::NodeKind;
pub use report::{Ignored, Place, Problem, Report};

/// What differs between LLVM's tools.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether types of debug information with equal identifiers are one type, as in `opt`, `clang` and linkers, but not in `llvm-as` and
    /// `mlir-translate`. Functions that are defined within such types are an error then; otherwise, compile units that `llvm.dbg.cu` does
    /// not list are one.
    pub unites_types: bool,
}

impl Default for Options {
    /// As `opt` does.
    fn default() -> Self {
        Self { unites_types: true }
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
    verify_with(module, Options::default())
}

/// Like [`verify`], as one of LLVM's tools does.
pub fn verify_with(module: &Module, options: Options) -> Report {
    verify_with_debug_info(module, options)
        .unwrap_or_else(|unusable| verify_without_debug_info(&mut module.clone(), options, unusable))
}

/// Like [`verify_with`], and removes the debug information that LLVM's reader removes: see [`Report::ignored`].
pub fn verify_mut(module: &mut Module, options: Options) -> Report {
    verify_with_debug_info(module, options)
        .unwrap_or_else(|unusable| verify_without_debug_info(module, options, unusable))
}

/// Why debug information is ignored.
enum Unusable {
    /// It is of this version.
    Version(u64),
    /// It is broken.
    Broken(Vec<Problem>),
}

/// Verifies a module, unless LLVM's reader removes its debug information.
fn verify_with_debug_info(module: &Module, options: Options) -> Result<Report, Unusable> {
    let version = debug_info_of_module::version(module);
    if version != debug_info_of_module::VERSION {
        return match debug_info_of_module::is_there(module) {
            false => Ok(with_all_as_problems(verify_as_it_is(module, options))),
            true => Err(Unusable::Version(version)),
        };
    }
    let report = verify_as_it_is(module, options);
    match report.debug_info.is_empty() || !report.problems.is_empty() {
        true => Ok(report),
        false => Err(Unusable::Broken(report.debug_info)),
    }
}

/// Removes debug information of another version, or that is broken, and verifies the rest. Debug information that is left is an error
/// if it is broken.
fn verify_without_debug_info(module: &mut Module, options: Options, unusable: Unusable) -> Report {
    let (version, debug_info) = match unusable {
        Unusable::Version(version) => (Some(version), Vec::new()),
        Unusable::Broken(problems) => (None, problems),
    };
    let count = debug_info_of_module::strip(module);
    let ignored = (count > 0 || version.is_none()).then_some(Ignored { version, count });
    let problems = with_all_as_problems(verify_as_it_is(module, options)).problems;
    Report { problems, debug_info, ignored }
}

fn with_all_as_problems(mut report: Report) -> Report {
    report.problems.append(&mut report.debug_info);
    report
}

fn verify_as_it_is(module: &Module, options: Options) -> Report {
    let context = Context {
        module,
        options,
        layout: module.layout(),
        node_kinds: metadata::node_kinds(module),
        attached: attachments::AttachedKinds::of(module),
        right: right::Right::nothing(module),
        used_globals: OnceLock::new(),
        scopes: OnceLock::new(),
        members: OnceLock::new(),
        intrinsics: intrinsics::known(module),
        special: constants::Special::of(module),
        has_tokens: convergence::has_tokens(module),
    };
    let functions = || -> Vec<Outcome> {
        module.functions.par_iter().map(|&global| function::violations(&context, global)).collect()
    };
    let others = || -> (Vec<Violation>, Vec<Violation>) {
        let globals = globals::violations(&context).into_iter().chain(module_flags::violations(&context));
        (locations::violations(&context), globals.collect())
    };
    let (outcomes, (nodes, others)) = rayon::join(functions, others);
    let (functions, frames) = function::together(&context, outcomes);
    let violations = functions.into_iter().chain(nodes).chain(frames).chain(others);
    let mut excerpts = Excerpts::new(module);
    let mut report = Report::default();
    for violation in violations {
        let list = match violation.broken.debug_info {
            true => &mut report.debug_info,
            false => &mut report.problems,
        };
        list.push(violation.problem(&mut excerpts, module));
    }
    report
}

/// What all rules can ask.
struct Context<'m> {
    module: &'m Module,
    options: Options,
    layout: DataLayout,
    /// The kinds of specialized nodes.
    node_kinds: SecondaryMap<MdNode, NodeKind>,
    /// The kinds of attachments that have rules.
    attached: attachments::AttachedKinds,
    right: right::Right,
    /// The globals whose address something in the module takes. Found when a rule asks first.
    used_globals: OnceLock<FxHashSet<Global>>,
    /// Where locations and scopes lead. Found when a rule asks first.
    scopes: OnceLock<scopes::Scopes>,
    /// The first node of each member of a type with an identifier. Found when a node is wrong.
    members: OnceLock<FxHashMap<debug_info::Member<'m>, MdNode>>,
    /// The intrinsics that the module declares.
    intrinsics: SecondaryMap<Global, Option<Box<intrinsics::Known>>>,
    special: constants::Special,
    /// Whether the module may have tokens of convergence.
    has_tokens: bool,
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
    users: OnceCell<uses::Users>,
    /// The funclets of blocks.
    colors: OnceCell<funclets::Colors>,
    /// The type of the first landing pad or resumed value.
    landing_type: Cell<Option<Type>>,
    /// Pads whose exceptions go to a pad beside them, and where they do.
    siblings: RefCell<Vec<(Inst, Inst)>>,
    convergence: RefCell<convergence::State>,
    /// How many allocations `llvm.localescape` names.
    escaped: Cell<Option<u64>>,
    /// What `llvm.localrecover` names: functions, and how many allocations they have to name.
    recovered: RefCell<Vec<(Global, u64)>>,
    /// The intrinsics that something else than a call uses, and what does.
    misused: RefCell<Vec<(Global, Inst)>>,
}

/// What the rules for a function found.
#[derive(Default)]
struct Outcome {
    violations: Vec<Violation>,
    /// What [`Body::escaped`] is at the end.
    escaped: u64,
    /// What [`Body::recovered`] is at the end.
    recovered: Vec<(Global, u64)>,
    /// What [`Body::misused`] is at the end.
    misused: Vec<(Global, Inst)>,
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
    /// Whether the rule is about debug information, which LLVM's reader removes if it is broken.
    debug_info: bool,
}

impl Broken {
    /// Marks the rule as one about debug information.
    #[cold]
    fn of_debug_information(mut self: Box<Self>) -> Box<Self> {
        self.debug_info = true;
        self
    }
}

/// The outcome of a rule.
type Rule = Result<(), Box<Broken>>;

/// Returns from a rule with a message, and what it is about, unless the condition holds. With `debug`, the rule is about debug
/// information.
macro_rules! check {
    (debug $condition:expr, $message:expr $(, $subject:expr)* $(,)?) => {
        if !$condition {
            return Err($crate::verify::broken($message, [$($subject.into()),*]).of_debug_information());
        }
    };
    ($condition:expr, $message:expr $(, $subject:expr)* $(,)?) => {
        if !$condition {
            return Err($crate::verify::broken($message, [$($subject.into()),*]));
        }
    };
}
use check;

#[cold]
fn broken(message: impl Into<Cow<'static, str>>, about: impl IntoIterator<Item = Subject>) -> Box<Broken> {
    Box::new(Broken { message: message.into(), about: about.into_iter().collect(), debug_info: false })
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
            (Subject::Type(ty), _) => format!(" {}", excerpts.ty(ty)),
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
