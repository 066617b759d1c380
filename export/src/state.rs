//! The state of an export, in three parts: the [`Tables`] of the module, which are only read while bodies are translated, the rest of the
//! [`Exporter`](crate::Exporter), of which each worker has its own, and the [`BodyState`](crate::functions::BodyState).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_llvm_ir as ir;
use tern_llvm_ir::datalayout::DataLayout;
use tern_mapping::instruction_metadata::ATTACHMENTS;
use tern_mlir as mlir;
use tern_mlir::resources::Resources;
use tern_mlir::{Context, Ident};

use crate::policy::Policy;
use crate::{Exporter, debug_info, locations, nodes, op_facts};

/// What the translation of bodies looks up. All workers share it.
pub(crate) struct Tables<'c> {
    pub(crate) policy: Policy,
    /// Whether errors show the operation.
    pub(crate) show_operations: bool,
    /// Blobs that `dense_resource` constants refer to.
    pub(crate) resources: &'c Resources,
    /// Cache: facts that follow from the name of an operation.
    pub(crate) facts: op_facts::FactTables<'c>,
    /// The names of the fields in `ATTACHMENTS`, in the same order.
    pub(crate) attachment_fields: Vec<Ident>,
    pub(crate) location_names: locations::Names,
    /// The parsed data layout of the module.
    pub(crate) layout: DataLayout,
    pub(crate) symbols: FxHashMap<Ident, ir::Global>,
    /// Intrinsics that took over the name of a symbol that is something else; the symbol got another name.
    pub(crate) displacing: FxHashMap<Ident, ir::Global>,
    pub(crate) comdats: FxHashMap<Ident, ir::globals::Comdat>,
    /// The operations that define functions.
    pub(crate) definitions: FxHashMap<ir::Global, mlir::OpRef<'c>>,
    /// The nodes of the module's metadata table.
    pub(crate) table: Vec<ir::MdNode>,
}

impl<'c> Tables<'c> {
    pub(crate) fn new(
        context: &'c Context,
        resources: &'c Resources,
        policy: Policy,
        strings: &ir::entity::Strings,
    ) -> Self {
        Self {
            policy,
            show_operations: false,
            resources,
            facts: op_facts::FactTables::new(context),
            attachment_fields: ATTACHMENTS.iter().map(|(field, ..)| context.ident(field)).collect(),
            location_names: locations::Names::new(strings),
            layout: DataLayout::parse(""),
            symbols: FxHashMap::default(),
            displacing: FxHashMap::default(),
            comdats: FxHashMap::default(),
            definitions: FxHashMap::default(),
            table: Vec::new(),
        }
    }
}

/// The state of making metadata, which is made in the order of the module. Workers make none.
#[derive(Default)]
pub(crate) struct MetadataState {
    /// Uniqued nodes made of attributes.
    pub(crate) nodes: nodes::Nodes,
    pub(crate) debug: debug_info::DebugInfo,
    pub(crate) locations: locations::Locations,
    /// Cache: nodes of TBAA, alias scopes and access groups, by attribute.
    pub(crate) attribute_nodes: FxHashMap<mlir::Attribute, ir::MdNode>,
    /// Cache: nodes of loops, by annotation and the number that tells equal annotations apart.
    pub(crate) loop_nodes: FxHashMap<(mlir::Attribute, Option<u64>), ir::MdNode>,
    /// The kinds of attachments that LLVM does not know, in order of first use.
    pub(crate) other_kinds: Vec<Vec<u8>>,
}

impl<'c> Exporter<'c> {
    /// The tables, to add to them.
    pub(crate) fn tables_mut(&mut self) -> &mut Tables<'c> {
        Arc::get_mut(&mut self.tables).expect("workers are gone before tables change")
    }
}
