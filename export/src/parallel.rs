//! Exports the bodies of functions in parallel, with the same result as exporting them in order.
//!
//! First, everything whose order matters is made sequentially, function by function: metadata nodes, structs, and intrinsics that
//! are declared by being called. Then *parts* export the bodies: exporters that share this state read-only and create only
//! interned entities. If a part would need anything else, its function is exported sequentially afterwards.
//!
//! Structs are ordered by first appearance, so parts record the types they encounter. If that order differs from the one in which
//! structs were made, if an intrinsic turns up late, or if there is an error, the whole export is redone sequentially.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_dialect_llvm::ops;
use tern_dialect_llvm::types as llvm;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::{AttachmentList, Instruction};
use tern_llvm_ir::metadata::{MdNodeKind, Metadata, MetadataGraph};
use tern_llvm_ir::types::StructId;
use tern_llvm_ir::{MdNode, TypeKind};
use tern_mapping::asides;
use tern_mlir::{AttrKind, OpRef, TypeKind as Mlir, Value};
use tern_support::ways;

use crate::body_requirements::{Requirements, named_types};
use crate::debug_info::{DebugInfo, subprogram_attribute};
use crate::functions::BodyState;
use crate::globals::Declared;
use crate::instruction_cache::{Common, OpClass};
use crate::layout::{definition, lay_out};
use crate::locations::Locations;
use crate::nodes::Nodes;
use crate::{Exporter, Result, mlir};

/// The number of operations above which bodies are exported in parallel.
const WORTH_SHARING: usize = 8_000;

/// The state that parts share read-only.
#[derive(Default)]
struct Shared {
    metadata: MetadataGraph,
    nodes: Nodes,
    debug: DebugInfo,
    locations: Locations,
    attribute_nodes: FxHashMap<mlir::Attribute, MdNode>,
    loop_nodes: FxHashMap<(mlir::Attribute, Option<u64>), MdNode>,
}

/// The state of an exporter that is a part.
pub(crate) struct Worker {
    shared: Arc<Shared>,
    /// Whether it would have had to create something.
    missing: bool,
}

/// The types encountered, in order and without duplicates.
#[derive(Default)]
pub(crate) struct OrderedTypes {
    seen: FxHashSet<mlir::Type>,
    order: Vec<mlir::Type>,
}

impl OrderedTypes {
    pub(crate) fn note(&mut self, ty: mlir::Type) {
        if self.seen.insert(ty) {
            self.order.push(ty);
        }
    }
}

/// A body to export: its index among the members, its function, and the state of its export.
type Body<'b> = (usize, OpRef<'b>, BodyState<'b>);

impl Exporter<'_> {
    /// Called before something is created that a part must not create. In a part, records that and returns true; the part's
    /// result is then discarded.
    pub(crate) fn must_find(&mut self) -> bool {
        if let Some(part) = &mut self.part {
            part.missing = true;
        }
        self.part.is_some()
    }

    fn shared(&self) -> Option<&Shared> {
        self.part.as_ref().map(|part| &*part.shared)
    }

    pub(crate) fn known_node(&self, attribute: mlir::Attribute) -> Option<MdNode> {
        let shared = || self.shared()?.attribute_nodes.get(&attribute);
        self.attribute_nodes.get(&attribute).or_else(shared).copied()
    }

    pub(crate) fn known_loop(&self, key: &(mlir::Attribute, Option<u64>)) -> Option<MdNode> {
        let shared = || self.shared()?.loop_nodes.get(key);
        self.loop_nodes.get(key).or_else(shared).copied()
    }

    pub(crate) fn known_debug_node(&self, attribute: mlir::Attribute) -> Option<MdNode> {
        let (debug, nodes) = match self.shared() {
            Some(shared) => (&shared.debug, &shared.nodes),
            None => (&self.debug, &self.nodes),
        };
        debug.nodes.get(&attribute).map(|&node| nodes.current(node))
    }

    pub(crate) fn known_expression(&self, attribute: Option<mlir::Attribute>) -> Option<MdNode> {
        let shared = || self.shared()?.debug.expressions.get(&attribute);
        self.debug.expressions.get(&attribute).or_else(shared).copied()
    }

    /// The cached node of a location, which may be none; the outer `None` if it is not cached.
    pub(crate) fn known_location(
        &self,
        location: mlir::Attribute,
        scope: Option<MdNode>,
        inlined_at: Option<MdNode>,
    ) -> Option<Option<MdNode>> {
        self.shared().map_or(&self.locations, |shared| &shared.locations).get(location, scope, inlined_at)
    }

    /// The uniqued node with this content. A part only looks it up.
    pub(crate) fn unique_node(&mut self, kind: MdNodeKind) -> MdNode {
        match self.shared() {
            None => self.nodes.unique(&mut self.ir.metadata, kind),
            Some(shared) => match shared.nodes.find(&shared.metadata, &kind) {
                Ok(node) => node,
                Err(_) => self.no_node(),
            },
        }
    }

    /// A new distinct node with this content. A part fails.
    pub(crate) fn distinct_node(&mut self, kind: MdNodeKind) -> MdNode {
        match self.part {
            None => self.nodes.distinct(&mut self.ir.metadata, kind),
            Some(_) => self.no_node(),
        }
    }

    /// A new distinct tuple whose first operand is itself. A part fails.
    pub(crate) fn self_referential_node(&mut self, rest: &[Metadata]) -> MdNode {
        match self.part {
            None => self.nodes.self_referential(&mut self.ir.metadata, rest),
            Some(_) => self.no_node(),
        }
    }

    /// The dummy that a part uses for a node that it would have to create.
    fn no_node(&mut self) -> MdNode {
        self.must_find();
        MdNode::from_u32(0)
    }
}

impl<'c> Exporter<'c> {
    /// Runs `rest`. If parallel export is worthwhile, lays out the bodies and collects their needs at the same time. The sites
    /// are keyed by the index of the function among the members.
    pub(crate) fn bodies_beside<'b, R: Send>(
        &mut self,
        members: &[Declared<'b>],
        rest: impl FnOnce(&mut Self) -> R + Send,
    ) -> (FxHashMap<usize, BodyState<'b>>, R) {
        let bodies = members.iter().enumerate().filter_map(|(index, &(member, global))| {
            global?;
            Some((index, member, definition(member)?))
        });
        let bodies: Vec<(usize, OpRef<'b>, &'b mlir::Body)> = bodies.collect();
        let weight: usize = bodies.iter().map(|(_, _, body)| body.op_count()).sum();
        let in_order = self.alone || self.policy.stops_at_first_error || self.debug.has_units();
        if in_order || rayon::current_num_threads() < 2 || weight < ways::limit(WORTH_SHARING) {
            return (FxHashMap::default(), rest(self));
        }
        let (kinds, names) = (Arc::clone(&self.kinds), self.names());
        let prepare = |&(index, func, body): &(usize, OpRef<'b>, &'b mlir::Body)| {
            let mut site = lay_out(kinds.context, names.as_ref(), func, body);
            site.needs = Requirements::find(&kinds, &site, subprogram_attribute(func).is_some());
            (index, site)
        };
        rayon::join(|| bodies.par_iter().map(prepare).collect(), || rest(self))
    }

    /// Exports bodies in parallel, for the functions in `sites`. Those that it removes from `sites` must be exported
    /// sequentially. Returns the number of structs before and of globals after, or `None` if nothing was exported.
    pub(crate) fn side_by_side<'b>(
        &mut self,
        members: &[Declared<'b>],
        sites: &mut FxHashMap<usize, BodyState<'b>>,
    ) -> Option<(usize, usize)> {
        // Compile units that the module does not list are listed in order of discovery.
        if sites.is_empty() || self.debug.has_units() {
            sites.clear();
            return None;
        }
        let structs = self.ir.types.structs.len();
        let mut prepared: Vec<Mutex<Option<Body<'b>>>> = Vec::new();
        let lost = self.losses.clone();
        for (index, site) in &mut *sites {
            site.subprogram = self.subprogram(members[*index].0);
        }
        self.losses = lost;
        for (index, &(member, _)) in
            members.iter().enumerate().filter(|(_, (member, _))| member.is(ops::Func::DEF))
        {
            let mut site = sites.remove(&index);
            let lost = self.losses.clone();
            let done = site.as_mut().map_or(Ok(()), |site| self.prepare(site));
            let signature = self.signature_attributes(member);
            // Losses are counted and errors reported by the actual export.
            let complete = done.is_ok() && signature.is_ok() && self.losses == lost;
            self.losses = lost;
            if let (Some(site), true) = (site, complete) {
                prepared.push(Mutex::new(Some((index, member, site))));
            }
        }
        // Compile units that the module does not list are listed in order of discovery.
        if self.debug.has_units() {
            self.out_of_order = true;
            return None;
        }
        let shared = Arc::new(Shared {
            metadata: std::mem::take(&mut self.ir.metadata),
            nodes: std::mem::take(&mut self.nodes),
            debug: std::mem::take(&mut self.debug),
            locations: std::mem::take(&mut self.locations),
            attribute_nodes: std::mem::take(&mut self.attribute_nodes),
            loop_nodes: std::mem::take(&mut self.loop_nodes),
        });
        let threads = rayon::current_num_threads();
        let parts: Mutex<Vec<Exporter<'c>>> =
            Mutex::new((0..threads).map(|_| self.part_of(&shared)).collect());
        let exported: Vec<_> = prepared.par_iter().map(|body| export_one(&parts, body)).collect();
        drop(parts);
        match Arc::into_inner(shared) {
            Some(Shared { metadata, nodes, debug, locations, attribute_nodes, loop_nodes }) => {
                (self.ir.metadata, self.nodes, self.debug) = (metadata, nodes, debug);
                (self.locations, self.attribute_nodes, self.loop_nodes) =
                    (locations, attribute_nodes, loop_nodes);
            }
            None => self.out_of_order = true,
        }
        for (index, site) in exported.into_iter().flatten() {
            self.beside += 1;
            sites.insert(index, site);
        }
        self.met = Some(OrderedTypes::default());
        Some((structs, self.ir.globals.len()))
    }

    /// A new part: an exporter that shares everything made so far.
    fn part_of(&self, shared: &Arc<Shared>) -> Self {
        let mut part = Self::with_kinds(Arc::clone(&self.kinds), self.resources, self.policy);
        part.ir = self.ir.sharing();
        part.location_names = self.location_names;
        part.layout = self.layout.clone();
        part.types = self.types.clone();
        part.symbols = self.symbols.clone();
        part.displacing = self.displacing.clone();
        part.other_kinds = self.other_kinds.clone();
        part.table = self.table.clone();
        part.definitions = Arc::clone(&self.definitions);
        part.part = Some(Worker { shared: Arc::clone(shared), missing: false });
        part
    }

    /// Makes everything that the body of a function needs and that is not interned, in the order in which a sequential export would.
    fn prepare(&mut self, site: &mut BodyState<'_>) -> Result<()> {
        let (context, body) = (self.context, site.body);
        let mut needs = std::mem::take(&mut site.needs);
        for &ty in &needs.types {
            self.ty(ty);
        }
        for &block in &needs.joins {
            let Some(last) = body.block_last(block) else { continue };
            let last = OpRef::new(context, body, last);
            let forms = self.phi_forms(body, block);
            for (position, &argument) in body.block_arguments(block).iter().enumerate() {
                let form = forms.get(position);
                self.attachments(last, form.and_then(|form| form.get(context, context.ident("md"))))?;
                self.location(body.value_location(argument), site.subprogram);
            }
        }
        for (need, &op) in &needs.ops {
            let op = OpRef::new(context, body, op);
            let class = self.class_of(op);
            needs.made[need] = match self.instruction_cache.all[class].is_prepared {
                true => {
                    let mut attachments = Vec::new();
                    self.location_attachment(op.body.op_location(op.op), site.subprogram, &mut attachments);
                    Some(site.function.push_attachments(&attachments))
                }
                false => self.prepare_operation(site, op, class)?,
            };
        }
        needs.settle();
        site.needs = needs;
        Ok(())
    }

    /// Declares the intrinsic that an operation calls, using poison for operands without a value. Returns whether it calls one.
    fn prepare_intrinsic(&mut self, site: &mut BodyState<'_>, op: OpRef<'_>) -> Result<bool> {
        if self.is_record(op) || !self.kind(op).calls_intrinsic {
            return Ok(false);
        }
        let open = op.operands().iter().copied().filter(|&operand| site.values[operand].is_none());
        let open: SmallVec<[Value; 8]> = open.collect();
        for &operand in &open {
            let Some(ty) = self.ty(op.type_of(operand)) else {
                return self.error(op, "operand without a type");
            };
            site.values[operand] = Some(self.ir.constants.intern(ty, ConstantKind::Poison).into());
        }
        let made = match op.def().and_then(|def| def.intrinsic.as_ref()) {
            Some(intrinsic) => self.intrinsic_op(site, op, intrinsic),
            None => self.call_intrinsic(site, ops::CallIntrinsic::like(op)).map(Some),
        };
        for operand in open {
            site.values[operand] = None;
        }
        // If the type of the result changes, so do those of its users, and the export of this body must be sequential.
        if let (Some(Instruction::Call(call)), Some(result)) = (made?, op.result())
            && let TypeKind::Function { ret, .. } = *self.ir.types.kind(call.function_type)
            && Some(ret) != self.ty(op.type_of(result))
        {
            return self.error(op, "the result is of another type");
        }
        Ok(true)
    }

    /// Makes what an operation and others of its class need. Returns the metadata of its instruction.
    fn prepare_operation(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        class: OpClass,
    ) -> Result<Option<AttachmentList>> {
        let context = self.context;
        let lost = self.lost();
        for ty in named_types(op) {
            self.ty(ty);
        }
        let calls_intrinsic = self.prepare_intrinsic(site, op)?;
        let Common { leaves_out, place, .. } = self.instruction_cache.all[class];
        if leaves_out {
            self.count_attributes(op, place);
        }
        if self.kind(op).is_record {
            self.expression_node(None);
            for entry in op.body.properties(op.op).as_dictionary(context).unwrap_or_default() {
                if let AttrKind::Declared { .. } = entry.value.kind(context) {
                    self.debug_node(entry.value);
                }
            }
        }
        self.signature_attributes(op)?;
        let forms = op.attribute(asides::METADATA_ARGS).and_then(|forms| forms.as_array(context));
        for &form in forms.unwrap_or_default() {
            if matches!(
                form.kind(context),
                AttrKind::Declared { .. } | AttrKind::Array(_) | AttrKind::Integer { .. }
            ) {
                self.metadata_operand(form);
            }
        }
        if self.is_record(op) {
            self.attachments(op, op.attribute(asides::ATTACHMENTS))?;
            let location = op.body.op_location(op.op);
            self.location(location, site.subprogram);
            if self.kind(op).is_record {
                let scope = self.record_scope(location, site.subprogram);
                self.location(location, scope);
            }
            return Ok(None);
        }
        let attachments = self.all_attachments(op, site.subprogram)?;
        let made = site.function.push_attachments(&attachments);
        // Calls of intrinsics also depend on the types of operands, and losses must be counted each time.
        let common = &mut self.instruction_cache.all[class];
        common.is_prepared = common.is_bare
            && !common.leaves_out
            && !calls_intrinsic
            && self.losses.values().sum::<u64>() == lost;
        Ok(Some(made))
    }

    /// Whether the structs created since there were `before` are in the order in which the parts encountered their types.
    pub(crate) fn structs_are_in_order(&self, before: usize) -> bool {
        let met = self.met.as_ref().map_or(&[][..], |met| &met.order);
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        for &ty in met {
            self.structs_in(ty, &mut seen, &mut found);
        }
        let made = self.ir.types.structs.keys().skip(before);
        found.retain(|id| id.as_u32() as usize >= before);
        made.eq(found)
    }

    fn structs_in(&self, ty: mlir::Type, seen: &mut FxHashSet<mlir::Type>, found: &mut Vec<StructId>) {
        let context = self.context;
        if !seen.insert(ty) {
            return;
        }
        if let Mlir::Vector { element, .. } = ty.kind(context) {
            return self.structs_in(*element, seen, found);
        }
        if let Some((element, _)) = llvm::array_parts(context, ty) {
            return self.structs_in(element, seen, found);
        }
        if let Some(parts) = llvm::function_parts(context, ty) {
            self.structs_in(parts.result, seen, found);
            parts.parameters.iter().for_each(|&parameter| self.structs_in(parameter, seen, found));
            return;
        }
        if let Some(parts) = llvm::target_extension_parts(context, ty) {
            parts.types.iter().for_each(|&inner| self.structs_in(inner, seen, found));
            return;
        }
        if llvm::struct_name(context, ty).is_some()
            && let Some(known) = self.types.get(ty)
            && let TypeKind::Identified(id) = *self.ir.types.kind(known)
        {
            found.push(id);
        }
        if let Some((fields, _)) = llvm::struct_fields(context, ty) {
            fields.iter().for_each(|&field| self.structs_in(field, seen, found));
        }
    }
}

/// Exports a body with a free part; `None` if it must be exported sequentially.
fn export_one<'b>(
    parts: &Mutex<Vec<Exporter<'_>>>,
    body: &Mutex<Option<Body<'b>>>,
) -> Option<(usize, BodyState<'b>)> {
    let (index, func, mut site) = body.lock().unwrap_or_else(PoisonError::into_inner).take()?;
    let mut exporter = parts.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
    exporter.met = Some(OrderedTypes::default());
    let done = exporter.function_body(&mut site, func).is_ok();
    site.met = exporter.met.take().map(|met| met.order);
    let missing = exporter.part.as_mut().is_none_or(|part| std::mem::take(&mut part.missing));
    if missing {
        // The caches may contain dummies.
        exporter.attribute_nodes.clear();
        exporter.loop_nodes.clear();
        exporter.call_attributes.clear();
        exporter.attribute_sets.clear();
        exporter.param_sets.clear();
        exporter.debug.forget();
    }
    parts.lock().unwrap_or_else(PoisonError::into_inner).push(exporter);
    (done && !missing).then(|| (index, site.exported()))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::{Context, OpRef};

    use crate::{Exporter, Options};

    /// The number of bodies exported in parallel on `threads` threads, and whether the export was redone sequentially.
    fn beside(text: &str, threads: usize) -> (usize, bool) {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "parts", text.as_bytes(), &ParseOptions::default()).unwrap();
        let resources = Default::default();
        let mut exporter = Exporter::new(&context, &resources, Options::default());
        let body = module.body().nested(module.root()).unwrap();
        let op = OpRef::new(&context, module.body(), module.root());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| exporter.translate_members(op, body)).unwrap();
        assert!(exporter.errors.is_empty());
        (exporter.beside, exporter.out_of_order)
    }

    /// `count` functions with `size` operations each that have no effect.
    fn fillers(count: usize, size: usize) -> String {
        let mut text = String::new();
        for n in 0..count {
            let _ = writeln!(text, "llvm.func @filler{n}() {{");
            (0..size).for_each(|n| writeln!(text, "  %{n} = llvm.mlir.undef : i32").unwrap());
            text += "  llvm.return\n}\n";
        }
        text
    }

    /// Everything that must be made in order: structs, intrinsics, all kinds of nodes, attributes with types.
    const FUNCTIONS: &str = r#"
#scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "domain">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #scope_domain>
#root = #llvm.tbaa_root<id = "root">
#type = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #type, access_type = #type, offset = 0>
#group = #llvm.access_group<id = distinct[2]<>>
#loop = #llvm.loop_annotation<mustProgress = true, parallelAccesses = #group>
llvm.func @structs(%p: !llvm.ptr) -> !llvm.struct<"first", (i32, ptr)> {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<"first", (i32, ptr)>
  %1 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"second", (i8, struct<"third", (i8)>)>
  llvm.call @taken(%1) : (!llvm.ptr {llvm.byval = !llvm.struct<"fourth", (i64)>}) -> ()
  llvm.return %0 : !llvm.struct<"first", (i32, ptr)>
}
llvm.func @taken(!llvm.ptr {llvm.byval = !llvm.struct<"fourth", (i64)>})
llvm.func @returned() -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 7>})
llvm.func @intrinsics(%a: i32, %f: vector<4xf32>) -> i32 {
  %0 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  %1 = llvm.intr.fabs(%f) : (vector<4xf32>) -> vector<4xf32>
  %2 = llvm.call_intrinsic "llvm.umin"(%0, %a) : (i32, i32) -> i32
  %3 = llvm.call @returned() : () -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 7>})
  llvm.return %2 : i32
}
llvm.func @nodes(%p: !llvm.ptr, %c: i1) {
  llvm.br ^loop(%p : !llvm.ptr)
^loop(%q: !llvm.ptr):
  %0 = llvm.load %q {access_groups = [#group], alias_scopes = [#scope], tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.intr.experimental.noalias.scope.decl #scope
  llvm.cond_br %c weights([3, 7]), ^loop(%q : !llvm.ptr), ^end {loop_annotation = #loop}
^end:
  llvm.return
}
"#;

    #[test]
    fn all_that_can_be_prepared_is_exported_side_by_side() {
        let text = format!("{FUNCTIONS}{}", fillers(1, 8_200));
        assert_eq!(beside(&text, 2), (4, false));
    }

    #[test]
    fn what_is_little_and_what_one_thread_does_is_exported_in_order() {
        assert_eq!(beside(FUNCTIONS, 2), (0, false));
        assert_eq!(beside(&fillers(2, 8_200), 1), (0, false));
    }
}
