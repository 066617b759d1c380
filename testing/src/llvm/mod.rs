//! Generates well-typed modules of LLVM IR, with every construct that LLVM 22 prints.
//!
//! [`module`] makes one module; a [`Generator`] puts many cases in one module, for oracles that are processes. The result is
//! accepted by LLVM's verifier and is in LLVM's canonical form: `opt -S` prints the same text.
//!
//! A function is generated in stages: first an arbitrary control-flow graph ([`control_flow`]), from which dominance follows;
//! then the blocks, in dominance order, so that every available value can be used; finally the incoming values of PHI nodes.

mod abi;
mod attachments;
mod attributes;
mod calls;
mod constants;
pub mod control_flow;
mod debug_entities;
mod debug_info;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod memory;
mod metadata;
mod summary;
mod tokens;
mod types;

use std::collections::{HashMap, HashSet};

use tern_llvm_ir::function::Block;
use tern_llvm_ir::globals::{Comdat, Global};
use tern_llvm_ir::metadata::{MdNode, MdNodeData};
use tern_llvm_ir::{Module, StrId, Type};

use crate::Choices;

/// Limits on the generated modules.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The maximum number of functions with a body.
    pub functions: usize,
    /// The maximum number of blocks per function, not counting handlers.
    pub blocks: usize,
    /// The maximum number of instructions per block, not counting PHI nodes.
    pub instructions: usize,
    /// Whether to generate debug information.
    pub debug_info: bool,
    /// Whether to generate constructs that upstream's importer turns into something its verifier rejects: vectors of
    /// `ppc_fp128`, `dso_local_equivalent` of weak functions, `ptrauth` and `ptrtoaddr` in initializers.
    pub beyond_mlir: bool,
    /// Whether to generate constructs that upstream's importer does not support: unnamed functions, calling conventions without
    /// a name in MLIR, alignments beyond 32 bits, prefix and prologue data.
    pub beyond_importer: bool,
    /// Whether to generate what `opt -S` does not print: module summaries and orders of uses.
    pub beyond_opt: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            functions: 2,
            blocks: 6,
            instructions: 5,
            debug_info: true,
            beyond_mlir: true,
            beyond_importer: true,
            beyond_opt: false,
        }
    }
}

/// Generates one module.
pub fn module(choices: &mut Choices, options: &Options) -> Module {
    let mut generator = Generator::new(*options);
    generator.header(choices);
    generator.case(choices);
    if options.beyond_opt {
        generator.beyond_opt(choices);
    }
    generator.finish()
}

/// Generates a module of one or more cases.
#[derive(Debug)]
pub struct Generator {
    pub(crate) module: Module,
    pub(crate) options: Options,
    pub(crate) choices: Choices,
    /// The types used in the current case.
    pub(crate) palette: Vec<Type>,
    /// The names of globals; and those of comdats and structs, which are separate namespaces.
    names: HashSet<Vec<u8>>,
    next_name: usize,
    /// Uniqued metadata nodes, for lookup by content.
    nodes: HashMap<MdNodeData, MdNode>,
    pub(crate) debug: debug_info::DebugInfo,
    /// The variables and functions of the current case.
    pub(crate) variables: Vec<Global>,
    pub(crate) functions: Vec<Global>,
    pub(crate) comdats: Vec<Comdat>,
    /// The blocks of the current case whose address may be taken.
    pub(crate) addresses: Vec<(Global, Block)>,
    /// The functions that have a body.
    pub(crate) defined: HashSet<Global>,
    /// The intrinsics declared so far.
    pub(crate) intrinsics: HashMap<Vec<u8>, Global>,
}

impl Generator {
    /// Creates an empty module.
    pub fn new(options: Options) -> Self {
        Self {
            module: Module::new(),
            options,
            choices: Choices::replay(Vec::new()),
            palette: Vec::new(),
            names: HashSet::new(),
            next_name: 0,
            nodes: HashMap::new(),
            debug: debug_info::DebugInfo::default(),
            variables: Vec::new(),
            functions: Vec::new(),
            comdats: Vec::new(),
            addresses: Vec::new(),
            defined: HashSet::new(),
            intrinsics: HashMap::new(),
        }
    }

    /// Generates the module's layout, triple and inline assembly.
    pub fn header(&mut self, choices: &mut Choices) {
        const LAYOUTS: [(&str, &str); 4] = [
            (
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
                "x86_64-unknown-linux-gnu",
            ),
            ("e-m:o-i64:64-i128:128-n32:64-S128-Fn32", "arm64-apple-macosx"),
            ("E-m:e-Fi64-i64:64-i128:128-n32:64", "powerpc64-unknown-linux-gnu"),
            ("e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p5:32:32-i64:64-v16:16-v24:32", "x86_64-pc-none"),
        ];
        let strings = &self.module.strings;
        if choices.chance(30) {
            let (layout, triple) = *choices.pick(&LAYOUTS);
            self.module.data_layout = Some(strings.intern(layout.as_bytes()));
            if choices.chance(80) {
                self.module.target_triple = Some(strings.intern(triple.as_bytes()));
            }
        }
        if choices.chance(10) {
            self.module.source_filename = Some(strings.intern(b"a \"file\".c"));
        }
        while choices.chance(10) {
            let line = *choices.pick(&[".globl x", "\ty = \"\\\\z\"", "# a comment"]);
            self.module.module_asm.push(strings.intern(line.as_bytes()));
        }
    }

    /// Generates a case: globals, functions, metadata.
    pub fn case(&mut self, choices: &mut Choices) {
        std::mem::swap(&mut self.choices, choices);
        self.variables.clear();
        self.functions.clear();
        self.comdats.clear();
        self.addresses.clear();
        self.debug.begin_case();
        self.make_palette();
        self.declare_globals();
        let skeletons = self.skeletons();
        self.initialize_globals();
        for (function, skeleton) in skeletons {
            self.body(function, skeleton);
        }
        if self.choices.chance(5) {
            self.convergent_function();
        }
        self.named_metadata();
        std::mem::swap(&mut self.choices, choices);
    }

    /// Generates a summary and orders of uses, after all cases.
    fn beyond_opt(&mut self, choices: &mut Choices) {
        std::mem::swap(&mut self.choices, choices);
        if self.choices.chance(30) {
            self.summary();
        }
        if self.choices.chance(30) {
            self.use_list_orders();
        }
        std::mem::swap(&mut self.choices, choices);
    }

    /// Returns the finished module.
    pub fn finish(mut self) -> Module {
        self.module_flags();
        self.module
    }

    pub(crate) fn text(&self, text: &str) -> StrId {
        self.module.strings.intern(text.as_bytes())
    }

    /// A name that no global has; sometimes an unusual one.
    pub(crate) fn fresh_name(&mut self, stem: &str) -> StrId {
        let number = self.next_name;
        self.next_name += 1;
        let name = self.spelled(stem, number);
        self.names.insert(name.clone());
        self.module.strings.intern(&name)
    }

    /// A name made unique by a number: plain, one that needs quotes, or one that looks like something else.
    pub(crate) fn spelled(&mut self, stem: &str, number: usize) -> Vec<u8> {
        match self.choices.weighted(&[70, 6, 6, 6, 6, 6]) {
            0 => format!("{stem}{number}").into_bytes(),
            1 => format!("{stem} \"{number}\"").into_bytes(),
            2 => format!("\u{1}{stem}\\{number}").into_bytes(),
            3 => format!("{stem}.é.{number}").into_bytes(),
            4 => format!("$${stem}${number}").into_bytes(),
            _ => [b"\xff\n-", stem.as_bytes(), number.to_string().as_bytes()].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constructs;

    #[test]
    fn what_is_made_can_be_read_and_prints_the_same() {
        for seed in 0..300 {
            let options = Options { beyond_opt: seed % 2 == 0, ..Options::default() };
            let text = tern_llvm_ir::write(&module(&mut Choices::from_seed(seed), &options));
            let shown = String::from_utf8_lossy(&text);
            let read = tern_llvm_ir::read(&text, "generated.ll")
                .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{shown}"));
            assert_eq!(shown, String::from_utf8_lossy(&tern_llvm_ir::write(&read)), "seed {seed}");
        }
    }

    /// Constructs that the generator never makes, with the reason.
    const EXCEPTIONS: &[(&str, &str)] = &[
        ("constant ArgList", "LLVM makes records of the intrinsics that take it"),
        ("constant LocalMetadata", "the same"),
    ];

    #[test]
    fn every_construct_is_made() {
        let mut missing = constructs::wanted();
        for (name, _) in EXCEPTIONS {
            assert!(missing.remove(*name), "there is no {name}");
        }
        for seed in 0..20_000 {
            let options = Options { beyond_opt: true, ..Options::default() };
            let seen = constructs::of(&module(&mut Choices::from_seed(seed), &options));
            missing.retain(|name| !seen.contains(name));
            if missing.is_empty() {
                return;
            }
        }
        panic!("the generator never makes {missing:#?}");
    }

    #[test]
    fn the_simplest_choices_make_a_small_module() {
        let text = tern_llvm_ir::write(&module(&mut Choices::replay(Vec::new()), &Options::default()));
        assert!(text.len() < 400, "{}", String::from_utf8_lossy(&text));
    }
}
