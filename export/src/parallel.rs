//! Translates the bodies of functions on all threads, with the result of translating them in order.
//!
//! A *worker* is an exporter that translates bodies in any order. It shares the interned tables of the module, and has a copy of
//! its symbols as they are before the first body. What depends on the bodies before is left [open](Open) by the worker: nodes of
//! metadata, and intrinsics that the module does not declare. Structs are made once for all workers, without a place in the order
//! of definitions; the worker records the types that it meets.
//!
//! Afterwards, the exporter of the module [completes](Exporter::complete) the bodies in order: it makes what was left open by the
//! functions that translate a body in order, and appends structs to the definitions where they are met first. If a worker cannot
//! translate a body on its own, because an operation of it changes the module in another way or there is an error, the body is
//! translated as a whole when it is its turn.

use std::sync::{Arc, Mutex, PoisonError};

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_llvm::types as llvm;
use tern_llvm_ir::Inst;
use tern_llvm_ir::constants::{Constant, ConstantKind};
use tern_llvm_ir::instruction::{Instruction, RecordOperand};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::types::{IdentifiedStruct, StructId};
use tern_llvm_ir::{Function, MdNode, TypeKind};
use tern_mlir::{Attribute, Block, Op, OpRef, TypeKind as Mlir};
use tern_support::ways;

use crate::functions::BodyState;
use crate::globals::Declared;
use crate::layout::{definition, lay_out};
use crate::{Exporter, Result, ir, mlir};

/// The number of operations above which bodies are translated in parallel.
const WORTH_SHARING: usize = 8_000;

/// The first of the handles that stand for nodes which are left open. No module has that many nodes.
const FIRST_OPEN_NODE: usize = 1 << 31;

/// A part of an instruction that depends on the bodies before.
pub(crate) struct Open {
    /// The instruction; `None` if the operation has become none.
    inst: PackedOption<Inst>,
    /// The number of types that the body has met before.
    types: u32,
    part: OpenPart,
}

pub(crate) enum OpenPart {
    /// The metadata of the PHI node for an argument of a block.
    Phi(Block, u32),
    /// The metadata of the instruction for an operation; the flag tells whether it depends on the location alone.
    Attachments(Op, bool),
    /// The metadata of a debug record.
    Record(Op),
    /// The location of a debug record that is written as a call.
    RecordLocation(Op),
    /// The node that a handle stands for.
    Node(MdNode, OpenNode),
    /// The function that a call calls.
    Callee(Op, Box<OpenCallee>),
}

/// The node for an attribute.
#[derive(Clone, Copy)]
pub(crate) enum OpenNode {
    Attribute(Attribute),
    /// The list that consists of an alias scope.
    Scopes(Attribute),
}

/// An intrinsic.
pub(crate) struct OpenCallee {
    pub(crate) name: Vec<u8>,
    /// Its type, as the call has it.
    pub(crate) ty: ir::Type,
    /// Whether the name is that of `llvm.call_intrinsic`, which may lack suffixes for types.
    pub(crate) as_written: bool,
    /// Its type in the translation of the call.
    pub(crate) declared: ir::Type,
}

/// The identified structs that workers have made. Workers have copies of a part of it.
#[derive(Default)]
struct Structs {
    all: PrimaryMap<StructId, IdentifiedStruct>,
    by_type: Vec<(mlir::Type, ir::Type)>,
}

/// The state of an exporter that is a worker.
pub(crate) struct Worker {
    structs: Arc<Mutex<Structs>>,
    /// How many structs of `Structs::by_type` this worker knows.
    known: usize,
    /// The structs that are being made while the shared ones are locked; `None` if they are not.
    making: Option<Vec<(mlir::Type, ir::Type)>>,
    /// Whether the body must be translated when it is its turn.
    put_off: bool,
    open: Vec<Open>,
    open_nodes: usize,
    types: MetTypes,
}

/// Types without duplicates, in the order in which a body meets them.
#[derive(Default)]
struct MetTypes {
    seen: FxHashSet<mlir::Type>,
    order: Vec<mlir::Type>,
}

/// What a worker has left of a body.
#[derive(Default)]
pub(crate) struct Translated {
    open: Vec<Open>,
    types: Vec<mlir::Type>,
}

/// The structs that have a place in the order of definitions.
#[derive(Default)]
pub(crate) struct StructOrder {
    /// The types whose structs have a place.
    types: FxHashSet<mlir::Type>,
    structs: FxHashSet<StructId>,
    /// How many of the definitions are in `structs`.
    seen: usize,
}

/// A body to translate: the index of its function among the members, the function, and the state of its translation.
type Body<'b> = (usize, OpRef<'b>, BodyState<'b>);

impl Exporter<'_> {
    /// Called before the module is changed in a way that must happen in order. A worker thereby gives up the body.
    pub(crate) fn put_off(&mut self) -> bool {
        if let Some(worker) = &mut self.worker {
            worker.put_off = true;
        }
        self.worker.is_some()
    }

    /// Whether this exporter translates bodies in any order.
    pub(crate) fn is_worker(&self) -> bool {
        self.worker.is_some()
    }

    /// The number of parts that are open in the body so far.
    pub(crate) fn open_count(&self) -> usize {
        self.worker.as_ref().map_or(0, |worker| worker.open.len())
    }

    /// Says to which instruction the parts belong that are open since there were `first`.
    pub(crate) fn parts_of(&mut self, first: usize, inst: Inst) {
        if let Some(worker) = &mut self.worker {
            worker.open[first..].iter_mut().for_each(|open| open.inst = inst.into());
        }
    }

    /// Leaves a part open. Returns false if this exporter is no worker, so that the part must be made now.
    pub(crate) fn leave_open(&mut self, part: impl FnOnce() -> OpenPart) -> bool {
        let Some(worker) = &mut self.worker else { return false };
        let types = worker.types.order.len() as u32;
        worker.open.push(Open { inst: None.into(), types, part: part() });
        true
    }

    /// In a worker, a handle that stands for a node until the body is completed.
    pub(crate) fn open_node(&mut self, node: OpenNode) -> Option<MdNode> {
        let worker = self.worker.as_mut()?;
        let handle = MdNode::new(FIRST_OPEN_NODE + worker.open_nodes);
        worker.open_nodes += 1;
        self.leave_open(|| OpenPart::Node(handle, node));
        Some(handle)
    }

    /// The LLVM type for a type, in an exporter that records the order of types.
    #[inline(never)]
    pub(crate) fn recorded_type(&mut self, ty: mlir::Type) -> Option<ir::Type> {
        if let Some(worker) = &mut self.worker
            && worker.types.seen.insert(ty)
        {
            worker.types.order.push(ty);
        }
        let exported = self.cached_type(ty);
        if exported.is_some() {
            self.order_structs(ty);
        }
        exported
    }

    /// The struct for a type, which workers make once for all of them.
    pub(crate) fn shared_struct(
        &mut self,
        ty: mlir::Type,
        make: impl FnOnce(&mut Self) -> Option<ir::Type>,
    ) -> Option<ir::Type> {
        let Some(worker) = &mut self.worker else { return make(self) };
        if worker.making.is_some() {
            let made = make(self)?;
            self.made_struct(ty, made);
            return Some(made);
        }
        let shared = Arc::clone(&worker.structs);
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        for &(known, made) in &shared.by_type[worker.known..] {
            self.types.insert(known, Some(made));
        }
        worker.known = shared.by_type.len();
        let own = self.ir.types.structs.len();
        self.ir.types.structs.extend(shared.all.values().skip(own).cloned());
        if let Some(known) = self.types.get(ty) {
            return Some(known);
        }
        worker.making = Some(Vec::new());
        let made = make(self);
        if let Some(made) = made {
            self.made_struct(ty, made);
        }
        let worker = self.worker.as_mut().expect("a worker remains one");
        shared.by_type.extend(worker.making.take().expect("the structs that were made"));
        worker.known = shared.by_type.len();
        let known = shared.all.len();
        shared.all.extend(self.ir.types.structs.values().skip(known).cloned());
        made
    }

    /// Notes that a struct has been made while the shared ones are locked.
    fn made_struct(&mut self, ty: mlir::Type, made: ir::Type) {
        let making = self.worker.as_mut().and_then(|worker| worker.making.as_mut());
        making.expect("the shared structs are locked").push((ty, made));
    }
}

impl<'c> Exporter<'c> {
    /// Runs `rest`. If it pays to translate bodies in parallel, lays them out at the same time.
    pub(crate) fn lay_out_beside<'b, R: Send>(
        &mut self,
        members: &[Declared<'b>],
        rest: impl FnOnce(&mut Self) -> R + Send,
    ) -> (Vec<Body<'b>>, R) {
        let bodies = members.iter().enumerate().filter_map(|(index, &(member, global))| {
            global?;
            Some((index, member, definition(member)?))
        });
        let bodies: Vec<(usize, OpRef<'b>, &'b mlir::Body)> = bodies.collect();
        let weight: usize = bodies.iter().map(|(_, _, body)| body.op_count()).sum();
        let in_order = self.tables.policy.stops_at_first_error || self.bodies.are_put_off();
        if in_order || rayon::current_num_threads() < 2 || weight < ways::limit(WORTH_SHARING) {
            return (Vec::new(), rest(self));
        }
        let (context, names) = (self.context, self.names());
        let laid_out = |&(index, func, body): &(usize, OpRef<'b>, &'b mlir::Body)| {
            (index, func, lay_out(context, names.as_ref(), func, body))
        };
        rayon::join(|| bodies.par_iter().map(laid_out).collect(), || rest(self))
    }

    /// Translates bodies on all threads. The result is keyed by the index of the function among the members.
    pub(crate) fn translate_bodies<'b>(&mut self, bodies: Vec<Body<'b>>) -> FxHashMap<usize, BodyState<'b>> {
        if bodies.is_empty() {
            return FxHashMap::default();
        }
        let structs = Structs { all: self.ir.types.structs.clone(), by_type: Vec::new() };
        let structs = Arc::new(Mutex::new(structs));
        let workers = (0..rayon::current_num_threads()).map(|_| self.worker(&structs)).collect();
        let workers: Mutex<Vec<Exporter<'c>>> = Mutex::new(workers);
        let translated = bodies.into_par_iter().filter_map(|(index, func, site)| {
            let worker = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut worker = worker.expect("a worker for each thread");
            let site = worker.translate(func, site);
            workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
            Some((index, site?))
        });
        let translated = translated.collect();
        let mut structs = structs.lock().unwrap_or_else(PoisonError::into_inner);
        self.ir.types.structs = std::mem::take(&mut structs.all);
        for &(ty, made) in &structs.by_type {
            self.types.insert(ty, Some(made));
        }
        self.struct_order = Some(StructOrder::default());
        self.records_types = true;
        translated
    }

    /// A worker, which knows what has been made so far.
    fn worker(&self, structs: &Arc<Mutex<Structs>>) -> Self {
        let mut worker = Self::with_tables(self.context, Arc::clone(&self.tables), self.ir.sharing());
        worker.types = self.types.clone();
        worker.records_types = true;
        worker.worker = Some(Worker {
            structs: Arc::clone(structs),
            known: 0,
            making: None,
            put_off: false,
            open: Vec::new(),
            open_nodes: 0,
            types: MetTypes::default(),
        });
        worker
    }

    /// In a worker, translates a body; `None` if that must be done when it is its turn.
    fn translate<'b>(&mut self, func: OpRef<'b>, mut site: BodyState<'b>) -> Option<BodyState<'b>> {
        let done = self.function_body(&mut site, func).is_ok();
        let worker = self.worker.as_mut()?;
        let (open, types) = (std::mem::take(&mut worker.open), std::mem::take(&mut worker.types).order);
        worker.open_nodes = 0;
        let put_off = std::mem::take(&mut worker.put_off);
        (done && !put_off).then(|| site.translated(Translated { open, types }))
    }

    /// Completes a body that a worker has translated. Returns false if it must be translated as a whole instead.
    pub(crate) fn complete(&mut self, site: &mut BodyState<'_>, func: OpRef<'_>) -> bool {
        let Some(Translated { open, types }) = site.left.take() else { return false };
        let lost = self.losses.clone();
        site.subprogram = self.subprogram(func);
        let mut ordered = 0;
        for Open { inst, types: met, part } in open {
            let met = met as usize;
            types[ordered..met].iter().for_each(|&ty| self.order_structs(ty));
            ordered = met;
            if !matches!(self.complete_part(site, func, inst.expand(), part), Ok(true)) {
                // What has been made is found again, and errors are reported then.
                self.losses = lost;
                return false;
            }
        }
        types[ordered..].iter().for_each(|&ty| self.order_structs(ty));
        self.completed += 1;
        true
    }

    /// Makes a part of an instruction. Returns false if the worker has assumed something else of it.
    fn complete_part(
        &mut self,
        site: &mut BodyState<'_>,
        func: OpRef<'_>,
        inst: Option<Inst>,
        part: OpenPart,
    ) -> Result<bool> {
        let (context, body) = (self.context, site.body);
        let at = |op: Op| OpRef::new(context, body, op);
        let attachments = match part {
            OpenPart::Phi(block, position) => {
                let form = self.phi_forms(body, block).get(position as usize).copied();
                self.phi_attachments(func, site, body.block_arguments(block)[position as usize], form)?
            }
            OpenPart::Attachments(op, true) => {
                let mut attachments = Vec::new();
                self.location_attachment(body.op_location(op), site.subprogram, &mut attachments);
                attachments
            }
            OpenPart::Attachments(op, false) => self.all_attachments(at(op), site.subprogram)?,
            OpenPart::Record(op) => {
                let parts = self.record_parts(at(op), site.subprogram)?;
                let (Some(parts), Some(Instruction::DebugRecord(record))) =
                    (parts, inst.map(|inst| &mut site.function.insts[inst].inst))
                else {
                    return Ok(false);
                };
                parts.store(record);
                return Ok(true);
            }
            OpenPart::RecordLocation(op) => {
                let location = self.record_location(at(op), site.subprogram)?;
                if let Some(Instruction::DebugRecord(record)) =
                    inst.map(|inst| &mut site.function.insts[inst].inst)
                {
                    record.location = location;
                }
                return Ok(true);
            }
            OpenPart::Node(handle, node) => {
                let made = match node {
                    OpenNode::Attribute(attribute) => self.attribute_node(attribute),
                    OpenNode::Scopes(scope) => self.alias_scopes_node(&[scope]),
                };
                let (Some(made), Some(inst)) = (made, inst) else { return Ok(false) };
                self.fill_in(&mut site.function, inst, handle, made);
                return Ok(true);
            }
            OpenPart::Callee(op, callee) => {
                let OpenCallee { name, ty, as_written, declared } = *callee;
                let (name, ty) = match as_written {
                    true => self.called_intrinsic(at(op), name, ty)?,
                    false => (name, ty),
                };
                let (callee, ty) = self.intrinsic(&name, ty);
                let call = inst.and_then(|inst| site.function.insts[inst].inst.call_site_mut());
                let Some(call) = call else { return Ok(false) };
                call.callee = callee;
                return Ok(ty == declared);
            }
        };
        if let Some(inst) = inst {
            let list = site.function.push_attachments(&attachments);
            site.function.set_attachments(inst, list);
        }
        Ok(true)
    }

    /// Puts a node in the place of the handle that stands for it.
    fn fill_in(&self, function: &mut Function, inst: Inst, handle: MdNode, node: MdNode) {
        let open = Metadata::Node(handle);
        match &mut function.insts[inst].inst {
            Instruction::DebugRecord(record) => {
                for operand in &mut record.operands {
                    if matches!(operand, RecordOperand::Metadata(metadata) if *metadata == open) {
                        *operand = RecordOperand::Metadata(Metadata::Node(node));
                    }
                }
            }
            inst => {
                let is_open = |constant: &Constant| matches!(self.ir.constants.kind(*constant), ConstantKind::Metadata(it) if *it == open);
                for arg in inst.call_site_mut().into_iter().flat_map(|call| call.args.iter_mut()) {
                    if arg.constant().is_some_and(|constant| is_open(&constant)) {
                        let kind = ConstantKind::Metadata(Metadata::Node(node));
                        *arg = self.ir.constants.intern(self.ir.types.common.metadata, kind).into();
                    }
                }
            }
        }
    }

    /// Gives the structs in a type that have none yet the next places in the order of definitions.
    fn order_structs(&mut self, ty: mlir::Type) {
        let Some(mut order) = self.struct_order.take() else { return };
        let mut found = Vec::new();
        self.structs_in(ty, &mut order.types, &mut found);
        let definitions = &mut self.ir.types.definitions;
        order.structs.extend(&definitions[order.seen..]);
        definitions.extend(found.into_iter().filter(|&id| order.structs.insert(id)));
        order.seen = definitions.len();
        self.struct_order = Some(order);
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
#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::{Context, OpRef};

    use crate::{Exporter, Options, ir};

    /// The text of the export on `threads` threads, and the number of bodies that were completed from what workers translated.
    fn exported(text: &str, threads: usize) -> (String, usize) {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "bodies", text.as_bytes(), &ParseOptions::default()).unwrap();
        let resources = Default::default();
        let mut exporter = Exporter::new(&context, &resources, Options::default());
        let body = module.body().nested(module.root()).unwrap();
        let op = OpRef::new(&context, module.body(), module.root());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| exporter.translate_members(op, body)).unwrap();
        assert!(exporter.errors.is_empty());
        (String::from_utf8(ir::write(&exporter.ir)).unwrap(), exporter.completed)
    }

    /// Checks that two threads give the text of one. Returns how many bodies workers translated.
    #[track_caller]
    fn completed(text: &str) -> usize {
        let (one, none) = exported(text, 1);
        let (two, completed) = exported(text, 2);
        assert_eq!(none, 0);
        assert!(one == two, "{one}\n{two}");
        completed
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

    /// What depends on the bodies before: structs, intrinsics, all kinds of nodes, attributes with types.
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
    fn all_kinds_of_parts_are_completed() {
        assert_eq!(completed(&format!("{FUNCTIONS}{}", fillers(1, 8_200))), 4);
    }

    #[test]
    fn what_is_little_is_translated_in_order() {
        assert_eq!(completed(FUNCTIONS), 0);
    }

    /// The large body in the middle lets workers begin the bodies in another order than that of the module.
    #[test]
    fn the_order_is_that_of_the_module() {
        let uses = |name: &str, structs: &[u32], kind: &str| {
            let mut text = format!("llvm.func @{name}(%p: !llvm.ptr, %a: {kind}) {{\n");
            for n in structs {
                let _ = writeln!(
                    text,
                    "  %{n} = llvm.load %p : !llvm.ptr -> !llvm.struct<\"s{n}\", (array<2 x struct<\"in{}\", (i8)>>)>\n  \
                     llvm.call @taken(%p) : (!llvm.ptr {{llvm.byval = !llvm.struct<\"by{n}\", (i64)>}}) -> ()",
                    n % 3
                );
            }
            text + &format!(
                "  %x = llvm.intr.umax(%a, %a) : ({kind}, {kind}) -> {kind}\n  \
                 %y = llvm.call_intrinsic \"llvm.smin\"(%x, %a) : ({kind}, {kind}) -> {kind}\n  llvm.return\n}}\n"
            )
        };
        let mut text = "llvm.func @taken(!llvm.ptr)\n".to_owned();
        text += &uses("a", &[5, 1], "i8");
        text += &fillers(4, 3_000);
        for (name, structs, kind) in
            [("b", [3, 5], "i16"), ("c", [2, 4], "i8"), ("d", [4, 0], "i32"), ("e", [1, 6], "i64")]
        {
            text += &uses(name, &structs, kind);
        }
        assert_eq!(completed(&text), 9);
    }

    /// The module does not list its compile units; they are listed in the order in which locations lead to them.
    #[test]
    fn locations_lead_to_units_in_order() {
        let unit = |name: &str, id: u32| {
            format!(
                "#{name}_unit = #llvm.di_compile_unit<id = distinct[{id}]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>\n\
                 #{name} = #llvm.di_subprogram<id = distinct[1{id}]<>, compileUnit = #{name}_unit, scope = #file, name = \"{name}\", file = #file, subprogramFlags = Definition>\n"
            )
        };
        let mut text = "#file = #llvm.di_file<\"a.c\" in \"\">\n".to_owned();
        for (id, name) in ["z", "y", "x", "own"].into_iter().enumerate() {
            text += &unit(name, id as u32);
        }
        text += "#variable = #llvm.di_local_variable<scope = #own, name = \"v\", file = #file, line = 1>\n";
        let ret = |from: &str, line: u32| {
            format!(
                "  llvm.return loc(callsite(fused<#{from}>[\"a.c\":{line}:1] at fused<#own>[\"a.c\":{line}:2]))\n"
            )
        };
        text += &format!(
            "llvm.func @a(%a: i32) {{\n  llvm.intr.dbg.value #variable = %a : i32 loc(fused<#own>[\"a.c\":2:3])\n  \
             llvm.br ^end(%a : i32)\n^end(%b: i32 loc(fused<#own>[\"a.c\":3:4])):\n{}}} loc(fused<#own>[\"a.c\":1:1])\n",
            ret("x", 5)
        );
        text += &fillers(2, 5_000);
        text += &format!("llvm.func @b() {{\n{}}}\nllvm.func @c() {{\n{}}}\n", ret("z", 6), ret("y", 7));
        assert_eq!(completed(&text), 5);
        let (text, _) = exported(&text, 2);
        assert!(text.contains("#dbg_value(i32 %a,"), "{text}");
        let units = text.lines().find(|line| line.starts_with("!llvm.dbg.cu = ")).unwrap();
        assert_eq!(units, "!llvm.dbg.cu = !{!0, !2, !3, !4}");
    }

    /// A record without a location is left out, so the body is translated again.
    #[test]
    fn records_without_a_location_are_left_out() {
        let text = format!(
            "#file = #llvm.di_file<\"a.c\" in \"\">\n\
             #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>\n\
             #own = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"s\", file = #file, subprogramFlags = Definition>\n\
             #variable = #llvm.di_local_variable<scope = #own, name = \"v\", file = #file, line = 1>\n{}\
             llvm.func @a(%a: i32) {{\n  llvm.intr.dbg.value #variable = %a : i32\n  llvm.return\n}}\n",
            fillers(1, 8_200)
        );
        assert_eq!(completed(&text), 1);
    }

    /// Two calls of an unknown intrinsic with different types: the type of the first one decides what its name means.
    #[test]
    fn names_mean_what_bodies_before_have_made_of_them() {
        let text = format!(
            "{}llvm.func @a(%a: i8) {{\n  llvm.call_intrinsic \"llvm.unknown\"(%a) : (i8) -> ()\n  llvm.return\n}}\n\
             llvm.func @b(%a: i16) {{\n  llvm.call_intrinsic \"llvm.unknown\"(%a) : (i16) -> ()\n  \
             llvm.call_intrinsic \"llvm.unknown\"(%a) : (i16) -> ()\n  llvm.return\n}}\n",
            fillers(1, 8_200)
        );
        completed(&text);
    }
}
