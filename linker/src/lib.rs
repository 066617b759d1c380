//! Links modules of LLVM IR as `llvm-link` does, takes parts out of a module as `llvm-extract` does, and strips modules, without LLVM.
//!
//! ```
//! use tern_linker::{Linker, Options};
//!
//! let read = |text: &str| tern_llvm_ir::read(text.as_bytes(), "test.ll").unwrap();
//! let mut linker = Linker::new("program", Options::default());
//! linker.link(read("declare i32 @g()\ndefine i32 @f() {\n  %1 = call i32 @g()\n  ret i32 %1\n}\n"), "f.ll")?;
//! linker.link(read("define i32 @g() {\n  ret i32 7\n}\n"), "g.ll")?;
//! let module = linker.finish();
//! assert_eq!(module.definitions().count(), 2);
//! # Ok::<(), tern_linker::LinkError>(())
//! ```
//!
//! A module is linked in two steps, as in LLVM. `resolve` decides which of its globals are wanted: that is where linkages and comdats
//! are compared. `mover` then carries these, and what they refer to, into the module that is linked into; globals that are only used if
//! something refers to them come along when that is met. Source: LLVM, `LinkModules.cpp`, `IRMover.cpp`, `ValueMapper.cpp`.

mod appending;
mod carry;
mod comdats;
mod dead;
mod extract;
mod flags;
mod internalize;
mod linkage;
mod metadata;
mod mover;
mod read_types;
mod resolve;
mod strip;
mod symbols;
mod target;
mod types;

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::globals::Comdat;
use tern_llvm_ir::{Global, MdNode, Module, StrId};

pub use crate::dead::strip_dead_prototypes;
pub use crate::extract::{Extraction, add_callees, add_dependencies, extract};
pub use crate::strip::{strip_dead_debug_info, strip_debug, strip_names};

use crate::metadata::Nodes;
use crate::mover::Mover;
use crate::symbols::Symbols;
use crate::types::Structs;

/// How modules are linked.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// From the second module on, only what is referred to is linked.
    pub only_needed: bool,
    /// What the second and further modules add becomes internal.
    pub internalize: bool,
    /// Types of debug information with one identifier are one type.
    pub one_type_for_an_identifier: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { only_needed: false, internalize: false, one_type_for_an_identifier: true }
    }
}

/// Why modules cannot be linked, in LLVM's words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LinkError(pub String);

/// Links modules, one after the other, into one that is empty at first.
#[derive(Default)]
#[allow(missing_debug_implementations)]
pub struct Linker {
    module: Module,
    identifier: String,
    options: Options,
    symbols: Symbols,
    structs: Structs,
    nodes: Nodes,
    comdats: FxHashMap<StrId, Comdat>,
    /// The nodes that are in named metadata.
    named: FxHashMap<StrId, FxHashSet<MdNode>>,
    /// Functions the address of a block of which is taken.
    addressed: FxHashSet<Global>,
    warnings: Vec<String>,
    linked: usize,
}

impl Linker {
    /// A linker whose module has this name.
    pub fn new(identifier: &str, options: Options) -> Self {
        let mut module = Module::new();
        module.source_filename = Some(module.strings.intern(identifier.as_bytes()));
        Self { module, identifier: identifier.to_owned(), options, ..Self::default() }
    }

    /// Links a module. `identifier` names it in messages.
    ///
    /// # Errors
    /// What cannot be linked; the linker is of no use then.
    pub fn link(&mut self, source: Module, identifier: &str) -> Result<(), LinkError> {
        self.link_with(source, identifier, false)
    }

    /// Links a module whose globals take the place of those that there are, as `llvm-link -override` does.
    ///
    /// # Errors
    /// As [`link`](Self::link).
    pub fn link_over(&mut self, source: Module, identifier: &str) -> Result<(), LinkError> {
        self.link_with(source, identifier, true)
    }

    fn link_with(&mut self, source: Module, identifier: &str, over: bool) -> Result<(), LinkError> {
        let mut source = source;
        tern_llvm_ir::intrinsics::redeclare(&mut source);
        let is_first = self.linked == 0;
        self.linked += 1;
        if source.summary.is_some() {
            self.warnings.push(format!("the summary of '{identifier}' is left out"));
        }
        let mut mover = Mover::new(self, source, identifier, over, is_first);
        mover.resolve()?;
        if let Some(names) = mover.run()? {
            internalize::internalize(self, &names);
        }
        Ok(())
    }

    /// The warnings since the last call, in LLVM's words.
    pub fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The module, as it is so far.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The linked module.
    pub fn finish(self) -> Module {
        self.module
    }
}
