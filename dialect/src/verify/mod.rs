//! The verifier: what MLIR demands of a module, besides that it can be read.
//!
//! * [`structure`]: numbers of operands, results, regions, successors; segment sizes; blocks end with terminators; successors
//!   are in the same region; blocks are given the arguments that they have.
//! * [`constraints`]: types of operands and results, attributes that must be there and what they can be.
//! * [`traits`]: relations between types; where terminators stand.
//! * [`dominance`]: values are defined before they are used.
//! * [`symbols`]: names are unique within a symbol table.
//! * What operations demand besides: [`OpDef::verify`](crate::declare::OpDef::verify) and
//!   [`Dialect::verify_operation`](crate::declare::Dialect::verify_operation).
//!
//! Messages are worded as MLIR's.

mod constraints;
mod dominance;
mod parameters;
mod structure;
mod symbols;
mod traits;

use rustc_hash::FxHashMap;

use crate::body::{Body, Module, OpRef, Region};
use crate::context::{Context, Ident};
use crate::declare::Trait;
use crate::diagnostic::Diagnostic;

pub(crate) use constraints::fits;
pub use structure::successor_operands;

/// How many errors are reported at most.
const MAX_DIAGNOSTICS: usize = 200;

/// Collects what is wrong.
pub struct Verifier<'a> {
    /// The context.
    pub context: &'a Context,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// The symbols of the tables around the operation at hand, the innermost last.
    pub(crate) symbols: Vec<FxHashMap<Ident, OpRef<'a>>>,
    /// The operations around the one at hand, the innermost last.
    pub(crate) parents: Vec<OpRef<'a>>,
}

/// What is wrong with a module; nothing where it is valid.
pub fn verify(context: &Context, module: &Module) -> Vec<Diagnostic> {
    let mut verifier =
        Verifier { context, diagnostics: Vec::new(), symbols: Vec::new(), parents: Vec::new() };
    let body = module.body();
    for &region in body.root_regions() {
        verifier.region(body, region);
    }
    verifier.diagnostics.truncate(MAX_DIAGNOSTICS);
    verifier.diagnostics
}

impl<'a> Verifier<'a> {
    /// Reports what is wrong with an operation: `'llvm.add' op requires …`.
    #[cold]
    pub fn error(&mut self, op: OpRef<'_>, message: impl AsRef<str>) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            let text = format!("'{}' op {}", op.name(), message.as_ref());
            self.diagnostics.push(Diagnostic::error(op.body.op_location(op.op), text));
        }
    }

    /// Reports what is wrong with a part of an operation, without naming the operation.
    #[cold]
    pub fn error_plain(&mut self, op: OpRef<'_>, message: impl Into<String>) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic::error(op.body.op_location(op.op), message));
        }
    }

    /// The operation that the symbol `name` stands for, in the innermost symbol table that has it.
    pub fn symbol(&self, name: Ident) -> Option<OpRef<'a>> {
        self.symbols.iter().rev().find_map(|table| table.get(&name).copied())
    }

    /// The operation whose region the one at hand stands in.
    pub fn parent(&self) -> Option<OpRef<'a>> {
        self.parents.last().copied()
    }

    fn region(&mut self, body: &'a Body, region: Region) {
        let context = self.context;
        for &block in body.region_blocks(region) {
            self.block(body, block);
            for op in body.block_ops(block) {
                self.operation(OpRef::new(context, body, op));
            }
        }
    }

    fn operation(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        self.structure(op);
        // What follows counts on the structure.
        if self.diagnostics.len() == before {
            self.constraints(op);
            self.traits(op);
            let dialect = op.name().split('.').next().and_then(|namespace| self.context.dialect(namespace));
            if self.diagnostics.len() == before && op.def().is_some() {
                if let Some(verify) = op.def().and_then(|def| def.verify) {
                    verify(self, op);
                }
                if let Some(verify) = dialect.and_then(|dialect| dialect.verify_operation) {
                    verify(self, op);
                }
            }
        }
        let (body, regions) = op.body.regions(op.op);
        if regions.is_empty() {
            return;
        }
        let has_table = op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable)));
        if has_table {
            let table = self.symbol_table(body, regions);
            self.symbols.push(table);
        }
        self.parents.push(op);
        for &region in regions {
            self.region(body, region);
        }
        let is_graph = op.def().is_none_or(|def| def.has(|t| matches!(t, Trait::GraphRegion)));
        let isolated = op.body.nested(op.op).is_some();
        if isolated || is_graph {
            for &region in regions {
                self.dominance(body, region, !is_graph);
            }
        }
        self.parents.pop();
        if has_table {
            self.symbols.pop();
        }
    }
}

#[cfg(test)]
mod tests;
