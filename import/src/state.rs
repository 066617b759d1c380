//! The state of an import, in three parts: [`Tables`] of the module, which all threads read; the state of a thread ([`Importer`]), whose
//! caches are of no interest to others and whose [`Reports`] are merged; and that of a function
//! ([`BodyState`](crate::functions::BodyState)).

use std::collections::BTreeMap;
use std::mem;
use std::ops::Deref;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_llvm_ir as ir;
use tern_mlir::declare::OpDef;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Attribute, Context, Ident, Type};
use tern_support::intern::Recent;

use crate::Options;
use crate::attributes::{Fields, FunctionAttributes};
use crate::beyond_mlir::BeyondMlir;
use crate::builder::Dictionaries;
use crate::diagnostics::Pieces;
use crate::extension::{InstructionImport, IntrinsicOperations, instruction_imports};
use crate::op_cache::{CachedOp, OpKey};
use crate::policy::{DebugInfo, Policy};
use crate::representations::Representations;

/// What is known of a module before its functions are imported. Shared by all threads, and not changed from then on.
pub(crate) struct Tables<'m, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) ir: &'m ir::Module,
    pub(crate) options: Options,
    pub(crate) policy: Policy,
    /// The dialects that import instructions in their own way.
    pub(crate) instruction_imports: SmallVec<[&'static dyn InstructionImport; 1]>,
    /// Whether the module and the context intern their strings in the same table.
    pub(crate) shares_strings: bool,
    /// The data layout, for alignments that are not spelled out.
    pub(crate) layout: ir::datalayout::DataLayout,
    pub(crate) pieces: Pieces<'m>,
    pub(crate) decided: Decisions,
}

/// What is decided about a module as a whole. Borrows nothing from the module, whose functions may be taken out meanwhile.
#[derive(Default)]
pub(crate) struct Decisions {
    /// The name of each global.
    pub(crate) symbols: FxHashMap<ir::Global, Ident>,
    /// The tag numbers of blocks whose address is taken.
    pub(crate) block_tags: FxHashMap<(ir::Global, ir::Block), u32>,
    /// Constructs of this module that the dialect has no operations for.
    pub(crate) beyond_mlir: BeyondMlir,
    /// The access groups that some instruction is in.
    pub(crate) groups: FxHashSet<ir::MdNode>,
    /// The attributes of the metadata of memory accesses, if it was imported in advance.
    pub(crate) access_metadata: FxHashMap<ir::MdNode, Attribute>,
    /// The representation chosen for each metadata node.
    pub(crate) representations: Representations,
    pub(crate) intrinsics: IntrinsicOperations,
}

/// An importer: the tables of the module and the state of one thread. It derefs to the tables, whose methods need nothing else.
pub(crate) struct Importer<'m, 'c> {
    pub(crate) tables: Arc<Tables<'m, 'c>>,
    pub(crate) reports: Reports,
    pub(crate) types: TypeCache,
    pub(crate) attributes: AttributeCache,
    pub(crate) nodes: NodeCache<'m>,
    pub(crate) ops: OpCache,
}

/// What an import has to say.
#[derive(Default)]
pub(crate) struct Reports {
    /// How often each kind of construct was left out.
    pub(crate) losses: BTreeMap<String, u64>,
    pub(crate) messages: Vec<Diagnostic>,
}

/// Translated types.
#[derive(Default)]
pub(crate) struct TypeCache {
    pub(crate) types: SecondaryMap<ir::Type, Option<Type>>,
    pub(crate) attributes: SecondaryMap<ir::Type, Option<Attribute>>,
    /// The names given to unnamed struct types.
    pub(crate) struct_names: FxHashMap<ir::types::StructId, String>,
}

/// Attributes that many operations share.
#[derive(Default)]
pub(crate) struct AttributeCache {
    /// Translated sets of function attributes.
    pub(crate) function_sets: FxHashMap<(ir::attributes::AttributeSetId, Fields), Arc<FunctionAttributes>>,
    pub(crate) param_sets: FxHashMap<ir::attributes::AttributeSetId, Attribute>,
    /// Integers by the address of their class and value.
    pub(crate) integers: FxHashMap<(usize, u64), Attribute>,
    /// Recently made `array<i32>` attributes, such as operand segments and indices.
    pub(crate) arrays: Recent<i32, Attribute, 13>,
    pub(crate) dictionaries: Dictionaries,
}

/// What was made of metadata nodes.
#[derive(Default)]
pub(crate) struct NodeCache<'m> {
    pub(crate) attributes: FxHashMap<ir::MdNode, Attribute>,
    /// Nodes that have no attribute.
    pub(crate) unrepresentable: FxHashSet<ir::MdNode>,
    /// Loop annotations by node; `None` for loop nodes that have none.
    pub(crate) loop_annotations: FxHashMap<ir::MdNode, Option<Attribute>>,
    /// Annotations of loop nodes that differ only in their identity, keyed by the operands after the first.
    pub(crate) loops_alike: FxHashMap<&'m [ir::metadata::Metadata], Option<Attribute>>,
    /// The loop annotations under construction, innermost last.
    pub(crate) open_loops: Vec<ir::MdNode>,
    /// The file name of each scope.
    pub(crate) files_of_scopes: FxHashMap<ir::MdNode, Ident>,
    /// The shapes of specialized nodes, keyed by their kind followed by the names of their fields.
    pub(crate) shapes: FxHashMap<SmallVec<[ir::StrId; 16]>, Ident>,
    /// Values of keywords in debug information, keyed by the address of a table and the keywords.
    pub(crate) keywords: FxHashMap<(usize, ir::StrId), Option<u64>>,
    /// Attributes for keywords in asides.
    pub(crate) keyword_asides: FxHashMap<ir::StrId, Attribute>,
    /// Debug information as MLIR's own importer reads it.
    pub(crate) debug: DebugInfo,
}

/// Operations that differ only in operands and locations.
#[derive(Default)]
pub(crate) struct OpCache {
    /// Translated instructions, keyed by everything but their operands and locations.
    pub(crate) instructions: FxHashMap<OpKey, CachedOp>,
    /// Recently used constants that become operations without operands.
    pub(crate) constants: Recent<ir::Constant, Option<CachedOp>, 1>,
    /// The operation that stands for calls of an intrinsic without losing anything, if there is one.
    pub(crate) intrinsics: FxHashMap<ir::Global, Option<&'static OpDef>>,
}

impl<'m, 'c> Deref for Importer<'m, 'c> {
    type Target = Tables<'m, 'c>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.tables
    }
}

impl<'m, 'c> Importer<'m, 'c> {
    /// An importer that relies on these decisions. Its caches are empty.
    pub(crate) fn with(
        context: &'c Context,
        module: &'m ir::Module,
        (options, policy): (Options, Policy),
        decided: Decisions,
    ) -> Self {
        Self::over(Arc::new(Tables {
            context,
            ir: module,
            options,
            policy,
            instruction_imports: instruction_imports(context, &policy),
            shares_strings: module.strings.table().is(context.strings()),
            layout: module.layout(),
            pieces: Pieces::of(module),
            decided,
        }))
    }

    /// An importer for another thread.
    pub(crate) fn for_thread(&self) -> Self {
        Self::over(Arc::clone(&self.tables))
    }

    fn over(tables: Arc<Tables<'m, 'c>>) -> Self {
        Self {
            tables,
            reports: Default::default(),
            types: Default::default(),
            attributes: Default::default(),
            nodes: Default::default(),
            ops: Default::default(),
        }
    }

    /// Access to the decisions while they are being made.
    ///
    /// # Panics
    /// If other threads have the tables already.
    pub(crate) fn decisions(&mut self) -> &mut Decisions {
        let tables = Arc::get_mut(&mut self.tables);
        &mut tables.expect("decisions are made before the tables are shared").decided
    }

    /// The decisions, which outlive the importer.
    ///
    /// # Panics
    /// If other threads still have the tables.
    pub(crate) fn into_decisions(self) -> Decisions {
        Arc::into_inner(self.tables).expect("other threads are done").decided
    }

    /// Maps `import` over the items of each run, on all threads, each run with an importer of its own, so that nothing depends on the
    /// scheduling of threads. Results are in order. Runs must be long enough for a thread ([`tern_support::parallel`]).
    pub(crate) fn in_runs<I: IntoIterator, R: Send>(
        &self,
        runs: impl IndexedParallelIterator<Item = I>,
        import: impl Fn(&mut Self, I::Item) -> R + Sync,
    ) -> Vec<Vec<R>> {
        let of_run = |run: I| -> Vec<R> {
            let mut importer = self.for_thread();
            run.into_iter().map(|item| import(&mut importer, item)).collect()
        };
        runs.map(of_run).collect()
    }
}

impl Reports {
    /// What was reported since the last time.
    pub(crate) fn take(&mut self) -> Self {
        mem::take(self)
    }

    /// Adds what was reported by another importer.
    pub(crate) fn merge(&mut self, other: Self) {
        self.messages.extend(other.messages);
        for (what, count) in other.losses {
            *self.losses.entry(what).or_default() += count;
        }
    }
}
