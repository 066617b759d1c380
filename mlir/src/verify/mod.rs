//! The verifier: checks everything that MLIR requires of a module beyond its syntax.
//!
//! * `structure`: numbers of operands, results, regions and successors; segment sizes; blocks end in terminators; successors are
//!   in the same region and get the right number of arguments.
//! * `constraints`: types of operands and results; presence and class of attributes.
//! * `traits`, `shapes`: relations between types; the position of terminators and symbols.
//! * `dominance`: definitions dominate their uses.
//! * `symbols`: names are unique within a symbol table; referenced symbols exist and are of the right kind.
//! * Operations of known dialects are declared, unless the dialect allows others.
//! * Checks specific to an operation: [`OpDef::verify`](crate::declare::OpDef::verify) and, for the contents of regions,
//!   [`Trait::RegionVerifier`].
//! * `region_branch`: values passed into and out of regions, [`Trait::RegionBranch`].
//!
//! Messages and their order are MLIR's: an operation before its contents, isolated operations after what surrounds them, symbols
//! after everything else in their table is valid. Isolated operations are verified in parallel (`side_by_side`).

mod check_cache;
mod constraints;
mod dominance;
mod region_branch;
mod shapes;
mod side_by_side;
mod structure;
mod symbols;
mod traits;

use std::sync::Arc;

use check_cache::CheckCache;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asm::see_operation;
use crate::body::{Body, Module, Op, OpRef, Region};
use crate::context::{Context, Ident};
use crate::declare::Trait;
use crate::diagnostic::Diagnostic;

pub use region_branch::{RegionEdge, RegionTarget};
pub use shapes::compatible_shapes;
pub use structure::{successor_operand_range, successor_operands};

/// The maximum number of reported errors.
const MAX_DIAGNOSTICS: usize = 200;

/// Options for verification.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyOptions {
    /// Stop at the first error in an isolated operation, and in what surrounds it, as MLIR does.
    pub first_only: bool,
    /// Add a note to each error that shows the operation.
    pub show_operations: bool,
}

/// The state of the verifier; collects diagnostics.
pub struct Verifier<'a> {
    /// The context of the module.
    pub context: &'a Context,
    /// The errors found so far.
    pub diagnostics: Vec<Diagnostic>,
    options: VerifyOptions,
    /// The symbols of the nearest symbol table.
    symbols: Arc<FxHashMap<Ident, OpRef<'a>>>,
    /// The operations around the current one, the innermost last.
    parents: Vec<OpRef<'a>>,
    /// Operations with invalid structure, which cannot be checked further; with the address of their body.
    broken: FxHashSet<(usize, Op)>,
    known: CheckCache,
}

/// Verifies a module; the result is empty if it is valid.
pub fn verify(context: &Context, module: &Module) -> Vec<Diagnostic> {
    verify_with(context, module, &VerifyOptions::default())
}

/// As [`verify`], which finds all errors and adds no notes; the options change that.
pub fn verify_with(context: &Context, module: &Module, options: &VerifyOptions) -> Vec<Diagnostic> {
    let mut verifier = Verifier {
        context,
        diagnostics: Vec::new(),
        options: *options,
        symbols: Arc::default(),
        parents: Vec::new(),
        broken: FxHashSet::default(),
        known: CheckCache::default(),
    };
    verifier.isolated(OpRef::new(context, module.body(), module.root()));
    verifier.diagnostics.truncate(MAX_DIAGNOSTICS);
    verifier.diagnostics
}

impl<'a> Verifier<'a> {
    /// Reports an error about an operation: `'llvm.add' op requires …`.
    #[cold]
    pub fn error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) {
        self.error_plain(op, format!("'{}' op {}", op.name(), message.as_ref()));
    }

    /// Reports an error about a part of an operation, without the operation's name in the message.
    #[cold]
    pub fn error_plain(&mut self, op: OpRef<'_>, message: impl Into<String>) {
        self.report(op, Diagnostic::error(op.body.op_location(op.op), message));
    }

    /// Reports a diagnostic about an operation, with its notes.
    #[cold]
    pub fn report(&mut self, op: OpRef<'_>, diagnostic: Diagnostic) {
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            return;
        }
        let mut all = Diagnostic::new(diagnostic.severity(), diagnostic.location(), diagnostic.message());
        if self.options.show_operations {
            all = all.with_note(op.body.op_location(op.op), see_operation(op));
        }
        for (location, note) in diagnostic.notes() {
            all = all.with_note(*location, note.clone());
        }
        self.diagnostics.push(all);
    }

    /// The operation that defines the symbol `name` in the nearest symbol table.
    pub fn symbol(&self, name: Ident) -> Option<OpRef<'a>> {
        self.symbols.get(&name).copied()
    }

    /// The operation that contains the current one.
    pub fn parent(&self) -> Option<OpRef<'a>> {
        self.parents.last().copied()
    }

    /// The operations around the current one, the innermost first.
    pub fn ancestors(&self) -> impl Iterator<Item = OpRef<'a>> {
        self.parents.iter().rev().copied()
    }

    /// Whether to stop: an error was found since there were `before` diagnostics, and only the first one is wanted.
    fn ends(&self, before: usize) -> bool {
        self.options.first_only && self.diagnostics.len() > before
    }

    /// Whether the structure of an operation is invalid.
    fn is_broken(&self, op: OpRef<'_>) -> bool {
        self.broken.contains(&(std::ptr::from_ref(op.body).addr(), op.op))
    }

    /// Verifies an isolated operation, or the outermost one, with its contents.
    fn isolated(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        self.operation(op);
        if !self.ends(before) {
            let is_graph = is_graph(op);
            let (body, regions) = op.body.regions(op.op);
            self.parents.push(op);
            for &region in regions {
                self.dominance(body, region, !is_graph);
            }
            self.parents.pop();
        }
    }

    fn operation(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        self.operation_alone(op);
        let (body, regions) = op.body.regions(op.op);
        if self.ends(before) {
            return;
        }
        self.parents.push(op);
        // Contents that are isolated come after those that are not.
        let mut isolated = Vec::new();
        for &region in regions {
            self.region(body, region, &mut isolated);
            if self.ends(before) {
                break;
            }
        }
        if !self.ends(before) {
            self.each(&isolated, |verifier, inner| {
                verifier.isolated(inner);
                true
            });
        }
        self.parents.pop();
        if !self.ends(before) {
            self.as_a_whole(op);
        }
    }

    /// Verifies an operation without its contents. As in MLIR, the first error is the only one.
    fn operation_alone(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        let steps: [fn(&mut Self, OpRef<'a>); 5] = [
            Self::discardable_attributes,
            Self::structure,
            Self::constraints,
            Self::traits,
            Self::own_demands,
        ];
        for step in steps {
            step(self, op);
            // Each step relies on the previous ones.
            if self.diagnostics.len() > before {
                self.diagnostics.truncate(before + 1);
                self.broken.insert((std::ptr::from_ref(op.body).addr(), op.op));
                return;
            }
        }
    }

    /// Checks specific to the operation.
    fn own_demands(&mut self, op: OpRef<'a>) {
        if let Some(verify) = op.def().and_then(|def| def.verify) {
            verify(self, op);
        }
    }

    /// Checks discardable attributes with a dialect prefix, by their dialect.
    fn discardable_attributes(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        let attributes = op.body.attributes(op.op).as_dictionary(self.context).unwrap_or_default();
        for entry in attributes {
            if self.diagnostics.len() > before {
                return;
            }
            let name = self.context.str(entry.name);
            let Some((namespace, _)) = name.split_once('.') else { continue };
            let dialect = self.context.dialect(namespace);
            if let Some(verify) = dialect.and_then(|dialect| dialect.verify_attribute) {
                verify(self, op, entry.name, entry.value);
            }
        }
    }

    fn region(&mut self, body: &'a Body, region: Region, isolated: &mut Vec<OpRef<'a>>) {
        let context = self.context;
        let before = self.diagnostics.len();
        self.entry_block(body, region);
        for &block in body.region_blocks(region) {
            if self.ends(before) {
                return;
            }
            for op in body.block_ops(block) {
                let op = OpRef::new(context, body, op);
                match body.nested(op.op) {
                    Some(_) => isolated.push(op),
                    None => self.operation(op),
                }
                if self.ends(before) {
                    return;
                }
            }
            self.block(body, block);
        }
    }

    /// Checks an undeclared operation: only some of the known dialects allow it.
    fn unknown_operation(&mut self, op: OpRef<'a>) {
        let (name, namespace) = (op.name(), op.name().split('.').next().unwrap_or_default());
        let dialect = self.context.dialect(namespace);
        if name.contains('.') && dialect.is_some_and(|dialect| !dialect.unknown_operations) {
            self.error_plain(op, format!("unregistered operation '{name}' found in dialect ('{namespace}') that does not allow unknown operations"));
        }
    }

    /// Checks an operation and its regions as a whole, after its contents are known to be valid.
    fn as_a_whole(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        if op.def().is_none() {
            return self.unknown_operation(op);
        }
        let facts = op.facts();
        if facts.on_regions.is_empty() || self.is_broken(op) {
            return;
        }
        for t in &facts.on_regions {
            match t {
                Trait::SymbolTable => self.symbol_table(op),
                Trait::SingleBlockImplicitTerminator(name) => self.implicit_terminator(op, name),
                Trait::RegionVerifier(verify) => verify(self, op),
                Trait::RegionBranch(edges) => self.region_edges(op, edges(op)),
                _ => {}
            }
            if self.ends(before) {
                return;
            }
        }
    }
}

/// Whether the regions of an operation are graph regions, in which uses may precede definitions.
fn is_graph(op: OpRef<'_>) -> bool {
    op.def().is_none_or(|def| def.has(|t| matches!(t, Trait::GraphRegion)))
}
