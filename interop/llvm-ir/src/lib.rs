//! Modules of the crate [`llvm_ir`] as modules of Tern, for those who have tools on `llvm-ir`.
//!
//! [`to_tern`] translates what `llvm-ir` holds. That is less than LLVM does: it has no metadata, no fast-math flags, no names of
//! comdats or of the types of structures, and of some constants and inline assembly it knows only that they are there. What cannot be told is counted by kind in
//! [`Converted::losses`], and has the place of something neutral in the module (`undef`, an `i8`).
//!
//! `llvm-ir` reads bitcode and text with LLVM 19; on Debian: `apt-get install llvm-19-dev`. It panics on what it does not know.

mod attributes;
mod constants;
mod globals;
mod instructions;
mod types;

use std::collections::{BTreeMap, HashMap};

use llvm_ir::Name;
use tern_llvm_ir::{Global, Module, Type};

/// A module that was converted, and what had to be left out of it.
#[derive(Debug)]
pub struct Converted {
    /// The module.
    pub module: Module,
    /// What `llvm-ir` does not hold, by kind, and how many times it was missing.
    pub losses: BTreeMap<&'static str, u64>,
}

/// The module as Tern holds it. Functions stand in the order of `llvm-ir`: definitions, then declarations.
pub fn to_tern(source: &llvm_ir::Module) -> Converted {
    let mut converter = Converter {
        source,
        module: Module::new(),
        losses: BTreeMap::new(),
        structs: HashMap::new(),
        globals: HashMap::new(),
    };
    converter.convert();
    Converted { module: converter.module, losses: converter.losses }
}

/// The state of a conversion.
struct Converter<'a> {
    source: &'a llvm_ir::Module,
    module: Module,
    losses: BTreeMap<&'static str, u64>,
    /// Identified structs by name.
    structs: HashMap<String, Type>,
    globals: HashMap<Name, Global>,
}

impl Converter<'_> {
    fn convert(&mut self) {
        let source = self.source;
        let string = |text: &str| (!text.is_empty()).then(|| self.module.strings.intern(text.as_bytes()));
        let (file, layout) = (string(&source.source_file_name), string(&source.data_layout.layout_str));
        let triple = source.target_triple.as_deref().and_then(string);
        self.module.module_asm =
            source.inline_assembly.lines().map(|line| self.module.strings.intern(line.as_bytes())).collect();
        (self.module.source_filename, self.module.data_layout, self.module.target_triple) =
            (file, layout, triple);
        self.declare_globals();
        self.define_globals();
        for (function, &global) in source.functions.iter().zip(&self.module.functions.clone()) {
            self.define_function(function, global);
        }
    }

    /// Counts something that `llvm-ir` does not hold.
    fn count_loss(&mut self, what: &'static str) {
        *self.losses.entry(what).or_default() += 1;
    }

    /// A name; `None` for what is numbered.
    fn name(&self, name: &Name) -> Option<tern_llvm_ir::StrId> {
        match name {
            Name::Name(name) => Some(self.module.strings.intern(name.as_bytes())),
            Name::Number(_) => None,
        }
    }
}
