//! Generates well-typed modules of MLIR's `llvm` dialect, with all its types and operations.
//!
//! [`module`] makes one module; a [`Generator`] puts many cases in one module, for oracles that are processes. The result is
//! accepted by MLIR's verifiers and, after export, by LLVM's.
//!
//! Most operations are generated from their declarations: operand and result types from constraints and traits, attributes from
//! their classes. `signatures` has a table for operations on which LLVM imposes more than MLIR. Irregular operations have
//! dedicated code: constants, memory, calls, control flow, module-level operations.

mod any;
mod attributes;
mod calls;
pub mod compare;
mod constants;
mod debug_info;
mod function;
mod globals;
mod memory;
pub mod mutate;
mod operations;
mod signatures;
mod types;

pub use any::any_module;

use tern_dialect_llvm::enums::Linkage;
use tern_mlir::builtin::ModuleOp;
use tern_mlir::{Attribute, Block, Body, Context, Ident, Location, Module, Op, OpState, Type};

use crate::Choices;

/// Limits on the generated modules.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The maximum number of functions with a body.
    pub functions: usize,
    /// The maximum number of blocks per function, not counting landing pads.
    pub blocks: usize,
    /// The maximum number of operations per block, not counting constants.
    pub operations: usize,
    /// Whether everything must be exportable to LLVM IR. If not, operations may have attributes of any declaration, which
    /// export ignores.
    pub for_export: bool,
    /// Whether to generate constructs that upstream's exporter does not support: switches without cases or on more than 64
    /// bits, offsets from block addresses, and switches with two repeated destinations that take arguments, for which
    /// upstream's order is not deterministic.
    pub beyond_exporter: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { functions: 2, blocks: 6, operations: 5, for_export: true, beyond_exporter: true }
    }
}

/// Generates one module.
pub fn module(context: &Context, choices: &mut Choices, options: &Options) -> Module {
    let mut generator = Generator::new(context, *options);
    generator.header(choices);
    generator.case(choices);
    generator.finish()
}

/// A symbol of the module that can be referenced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: Ident,
    /// The type; for a function, its function type.
    pub(crate) ty: Type,
    pub(crate) space: u32,
    pub(crate) linkage: Linkage,
    pub(crate) defined: bool,
}

/// Generates a module of one or more cases.
pub struct Generator<'c> {
    pub(crate) context: &'c Context,
    pub(crate) options: Options,
    pub(crate) choices: Choices,
    /// The body of the module, and its block.
    body: Body,
    block: Block,
    /// The module's attributes.
    attributes: Vec<tern_mlir::NamedAttribute>,
    /// The module-level operations of the current case.
    members: Vec<Op>,
    /// The types used in the current case.
    pub(crate) palette: Vec<Type>,
    next_name: usize,
    pub(crate) access_groups: Vec<Attribute>,
    pub(crate) alias_domains: Vec<Attribute>,
    pub(crate) alias_scopes: Vec<Attribute>,
    /// The variables of the current case that are not thread-local.
    pub(crate) variables: Vec<Symbol>,
    /// The thread-local variables.
    pub(crate) thread_locals: Vec<Symbol>,
    /// The functions of the current case.
    pub(crate) functions: Vec<Symbol>,
    /// The comdats of the current case, in the module's comdat table.
    pub(crate) comdats: Vec<Ident>,
    /// The comdat selectors of all cases.
    selectors: Vec<(Ident, u64)>,
    /// The personality function, once there is one.
    personality: Option<Ident>,
    /// The compile unit, once there is one.
    unit: Option<Attribute>,
    /// Whether the module already has destructors and constructors.
    has_structors: [bool; 2],
    /// The blocks of the current case whose address may be taken: the function and the tag.
    pub(crate) tags: Vec<(Ident, u32)>,
}

impl std::fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'c> Generator<'c> {
    /// Creates an empty module.
    pub fn new(context: &'c Context, options: Options) -> Self {
        let (body, block) = Body::with_block();
        Self {
            context,
            options,
            choices: Choices::replay(Vec::new()),
            body,
            block,
            attributes: Vec::new(),
            members: Vec::new(),
            palette: Vec::new(),
            next_name: 0,
            access_groups: Vec::new(),
            alias_domains: Vec::new(),
            alias_scopes: Vec::new(),
            variables: Vec::new(),
            thread_locals: Vec::new(),
            functions: Vec::new(),
            comdats: Vec::new(),
            selectors: Vec::new(),
            personality: None,
            unit: None,
            has_structors: [false; 2],
            tags: Vec::new(),
        }
    }

    /// Generates the module's layout, triple and inline assembly.
    pub fn header(&mut self, choices: &mut Choices) {
        std::mem::swap(&mut self.choices, choices);
        self.module_attributes();
        std::mem::swap(&mut self.choices, choices);
    }

    /// Generates a case: globals and functions.
    pub fn case(&mut self, choices: &mut Choices) {
        std::mem::swap(&mut self.choices, choices);
        for pool in [&mut self.access_groups, &mut self.alias_domains, &mut self.alias_scopes] {
            pool.clear();
        }
        self.variables.clear();
        self.thread_locals.clear();
        self.functions.clear();
        self.comdats.clear();
        self.tags.clear();
        self.make_palette();
        self.globals();
        for op in std::mem::take(&mut self.members) {
            self.body.append_op(self.block, op);
        }
        std::mem::swap(&mut self.choices, choices);
    }

    /// Returns the finished module.
    pub fn finish(mut self) -> Module {
        self.comdat_table();
        let mut state = self.state(ModuleOp::DEF.name);
        state.attributes = std::mem::take(&mut self.attributes).into();
        state.body = Some(Box::new(self.body));
        Module::new(|outer| outer.create_op(self.context, state))
    }

    pub(crate) fn state(&self, name: &'static str) -> OpState {
        OpState::new(self.context.op_name(name), Location::unknown(self.context))
    }

    /// Adds a module-level operation.
    pub(crate) fn member(&mut self, state: OpState) {
        let op = self.body.create_op(self.context, state);
        self.members.push(op);
    }

    /// A name that no global, struct or comdat has; sometimes an unusual one.
    pub(crate) fn fresh_name(&mut self, stem: &str) -> Ident {
        let number = self.next_name;
        self.next_name += 1;
        let name = match self.choices.weighted(&[70, 8, 8, 8]) {
            0 => format!("{stem}{number}"),
            1 => format!("{stem} \"{number}\""),
            2 => format!("\u{1}{stem}\\{number}"),
            _ => format!("{stem}.é.{number}"),
        };
        self.context.ident(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};
    use tern_mlir::verify::verify;

    #[test]
    fn what_is_made_is_valid_and_can_be_read() {
        for seed in 0..300 {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let options = Options { for_export: seed % 2 == 0, ..Options::default() };
            let made = module(&context, &mut Choices::from_seed(seed), &options);
            let text = print(&context, &made, &PrintOptions { debug_info: true, ..PrintOptions::default() });
            let shown = String::from_utf8_lossy(&text);
            let wrong = verify(&context, &made);
            assert!(wrong.is_empty(), "seed {seed}: {}\n{shown}", wrong[0]);
            let read = parse(&context, "made.mlir", &text, &ParseOptions::default());
            let read = read.unwrap_or_else(|wrong| {
                panic!(
                    "seed {seed}: {} at {:?}\n{shown}",
                    wrong[0],
                    wrong[0].location().to_attribute(&context).kind(&context)
                )
            });
            let difference = compare::difference(&context, &made, &read);
            assert!(difference.is_none(), "seed {seed}: {difference:?}\n{shown}");
        }
    }

    #[test]
    fn the_simplest_choices_make_a_small_module() {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = module(&context, &mut Choices::replay(Vec::new()), &Options::default());
        let text = print(&context, &made, &PrintOptions::default());
        assert!(text.len() < 400, "{}", String::from_utf8_lossy(&text));
    }
}
