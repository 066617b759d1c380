//! The verifier: what MLIR demands of a module, besides that it can be read.
//!
//! * `structure`: numbers of operands, results, regions, successors; segment sizes; blocks end with terminators; successors
//!   are in the same region; blocks are given the arguments that they have.
//! * `constraints`: types of operands and results, attributes that must be there and what they can be.
//! * `traits`, `shapes`: relations between types; where terminators and symbols stand.
//! * `dominance`: values are defined before they are used.
//! * `symbols`: names are unique within a symbol table; what is named is there and is what it must be.
//! * Operations of known dialects are declared, except where the dialect allows others.
//! * What operations demand besides: [`OpDef::verify`](crate::declare::OpDef::verify),
//!   [`Dialect::verify_operation`](crate::declare::Dialect::verify_operation), and of what stands in their regions,
//!   [`Trait::RegionVerifier`].
//! * `region_branch`: what is handed to regions and out of them, [`Trait::RegionBranch`].
//!
//! Messages are worded as MLIR's and come in its order: an operation before what it holds, isolated operations after what
//! is around them, symbols once all else in their table is right. Isolated operations are verified side by side (`side_by_side`).

mod constraints;
mod dominance;
mod known;
mod region_branch;
mod shapes;
mod side_by_side;
mod structure;
mod symbols;
mod traits;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::asm::see_operation;
use crate::body::{Body, Module, Op, OpRef, Region};
use crate::context::{Context, Ident};
use crate::declare::Trait;
use crate::diagnostic::Diagnostic;

use known::Known;

pub use region_branch::{RegionEdge, RegionTarget};
pub use shapes::compatible_shapes;
pub use structure::successor_operands;

/// How many errors are reported at most.
const MAX_DIAGNOSTICS: usize = 200;

/// How to verify.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyOptions {
    /// Whether the first error ends the verification of an isolated operation, and of what is around it, as in MLIR.
    pub first_only: bool,
    /// Whether errors have a note that shows the operation.
    pub show_operations: bool,
}

/// Collects what is wrong.
pub struct Verifier<'a> {
    /// The context.
    pub context: &'a Context,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    options: VerifyOptions,
    /// The symbols of the table around the operation at hand.
    symbols: Arc<FxHashMap<Ident, OpRef<'a>>>,
    /// The operations around the one at hand, the innermost last.
    parents: Vec<OpRef<'a>>,
    /// Operations whose structure is wrong, so that no more can be asked of them; with the address of their body.
    broken: FxHashSet<(usize, Op)>,
    known: Known,
}

/// What is wrong with a module; nothing where it is valid.
pub fn verify(context: &Context, module: &Module) -> Vec<Diagnostic> {
    verify_with(context, module, &VerifyOptions::default())
}

/// The same, with options.
pub fn verify_with(context: &Context, module: &Module, options: &VerifyOptions) -> Vec<Diagnostic> {
    let mut verifier = Verifier {
        context,
        diagnostics: Vec::new(),
        options: *options,
        symbols: Arc::default(),
        parents: Vec::new(),
        broken: FxHashSet::default(),
        known: Known::default(),
    };
    verifier.isolated(OpRef::new(context, module.body(), module.root()));
    verifier.diagnostics.truncate(MAX_DIAGNOSTICS);
    verifier.diagnostics
}

impl<'a> Verifier<'a> {
    /// Reports what is wrong with an operation: `'llvm.add' op requires …`.
    #[cold]
    pub fn error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) {
        self.error_plain(op, format!("'{}' op {}", op.name(), message.as_ref()));
    }

    /// Reports what is wrong with a part of an operation, without naming the operation.
    #[cold]
    pub fn error_plain(&mut self, op: OpRef<'_>, message: impl Into<String>) {
        self.report(op, Diagnostic::error(op.body.op_location(op.op), message));
    }

    /// Reports what is wrong with an operation, with notes.
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

    /// The operation that the symbol `name` stands for, in the nearest symbol table.
    pub fn symbol(&self, name: Ident) -> Option<OpRef<'a>> {
        self.symbols.get(&name).copied()
    }

    /// The operation whose region the one at hand stands in.
    pub fn parent(&self) -> Option<OpRef<'a>> {
        self.parents.last().copied()
    }

    /// The operations around the one at hand, the innermost first.
    pub fn ancestors(&self) -> impl Iterator<Item = OpRef<'a>> {
        self.parents.iter().rev().copied()
    }

    /// Whether what was found since there were `before` errors ends the verification of what is at hand.
    fn ends(&self, before: usize) -> bool {
        self.options.first_only && self.diagnostics.len() > before
    }

    /// Whether the structure of an operation is wrong.
    fn is_broken(&self, op: OpRef<'_>) -> bool {
        self.broken.contains(&(std::ptr::from_ref(op.body).addr(), op.op))
    }

    /// Verifies an isolated operation, or the outermost one, and what is in it.
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
        // What is isolated from the operation comes after what is not.
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

    /// Verifies an operation without what is in it.
    fn operation_alone(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        self.discardable_attributes(op);
        if self.ends(before) {
            return;
        }
        let before = self.diagnostics.len();
        let steps: [fn(&mut Self, OpRef<'a>); 4] =
            [Self::structure, Self::constraints, Self::traits, Self::own_demands];
        for step in steps {
            step(self, op);
            // What follows counts on what came before.
            if self.diagnostics.len() > before {
                self.diagnostics.truncate(before + 1);
                self.broken.insert((std::ptr::from_ref(op.body).addr(), op.op));
                return;
            }
        }
    }

    /// What the operation and its dialect demand beyond the declaration.
    fn own_demands(&mut self, op: OpRef<'a>) {
        let Some(def) = op.def() else { return };
        if let Some(verify) = def.verify {
            verify(self, op);
        }
        if let Some(verify) = op.facts().dialect.and_then(|dialect| dialect.verify_operation) {
            verify(self, op);
        }
    }

    /// Attributes with a dialect's prefix, of which that has something to say.
    fn discardable_attributes(&mut self, op: OpRef<'a>) {
        let attributes = op.body.attributes(op.op).as_dictionary(self.context).unwrap_or_default();
        for entry in attributes {
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

    /// An operation that is not declared: only some of the dialects that are known may have such.
    fn unknown_operation(&mut self, op: OpRef<'a>) {
        let (name, namespace) = (op.name(), op.name().split('.').next().unwrap_or_default());
        let dialect = self.context.dialect(namespace);
        if name.contains('.') && dialect.is_some_and(|dialect| !dialect.unknown_operations) {
            self.error_plain(op, format!("unregistered operation '{name}' found in dialect ('{namespace}') that does not allow unknown operations"));
        }
    }

    /// What is demanded of an operation and its regions once all that is in them is right.
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

/// Whether values in the regions of an operation need not be defined before they are used.
fn is_graph(op: OpRef<'_>) -> bool {
    op.def().is_none_or(|def| def.has(|t| matches!(t, Trait::GraphRegion)))
}
