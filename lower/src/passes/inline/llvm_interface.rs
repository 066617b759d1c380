//! The rules for inlining calls of `llvm.func`: when it is legal, and the handling of stack memory and of parameters passed by
//! value. MLIR: `LLVMInlinerInterface`.

use rustc_hash::FxHashMap;
use tern_dialect_llvm::attributes::MEMORY_EFFECTS;
use tern_dialect_llvm::enums::ModRefInfo;
use tern_dialect_llvm::interfaces::{AccessGroupOpInterface, ArgAndResultAttrsOpInterface};
use tern_dialect_llvm::parameter_attributes::{self, ParameterAttributeDef};
use tern_dialect_llvm::types::{address_space, pointer};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::{Param, Trait};
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Builder;
use tern_mlir::rewrite::Rewriter;
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Ident, Op, OpRef, Type, Value, ValueDef};

use super::layout::{Layout, Measure};
use crate::conversion::{LlvmBuilder, Point, i64_attribute};

/// Attributes in `passthrough` that forbid inlining.
const FORBIDDING: [&str; 4] = ["noduplicate", "presplitcoroutine", "returns_twice", "strictfp"];

/// Whether a call of `callee` may be inlined.
pub(super) fn is_legal(call: OpRef<'_>, callee: OpRef<'_>) -> bool {
    let context = callee.context;
    let (Some(call), Some(callee)) = (llvm::Call::of(call), llvm::Func::of(callee)) else { return false };
    let parameters = callee.arg_attrs().unwrap_or_default();
    let passed = callee.passthrough().unwrap_or_default();
    let forbids =
        |attribute: &Attribute| attribute.as_str(context).is_some_and(|it| FORBIDDING.contains(&it));
    !call.no_inline()
        && !callee.no_inline()
        && callee.personality().is_none()
        && !parameters
            .iter()
            .any(|attributes| parameter_attributes::IN_ALLOCA.of(context, *attributes).is_some())
        && !passed.iter().any(forbids)
}

/// A call that is being inlined, and the body that holds it.
pub(super) struct Inlining<'a, 'c> {
    pub(super) context: &'c Context,
    pub(super) body: &'a mut Body,
    pub(super) call: Op,
    /// The blocks copied from the callee.
    pub(super) blocks: &'a [Block],
}

/// Facts about the callee and about the surroundings of the call.
pub(super) struct Callee {
    /// The attributes of the callee's parameters.
    parameters: Vec<Attribute>,
    /// Whether the callee writes nothing through its arguments.
    only_reads: bool,
    /// For each `byval` parameter, the type with its size and alignment.
    by_value: Vec<Option<(Type, Measure)>>,
    /// The alignment of the stack in bits; 0 if unknown.
    stack_alignment: u64,
    /// The parameter attributes of the caller.
    caller_parameters: Vec<Attribute>,
    /// The alignments of global variables next to the caller, by name.
    global_alignments: FxHashMap<Ident, u64>,
}

impl Callee {
    /// `None` if a type passed by value has no size.
    pub(super) fn new(callee: OpRef<'_>, caller: OpRef<'_>, mut layout: Layout) -> Option<Self> {
        let context = callee.context;
        let parameters =
            |op: OpRef<'_>| ArgAndResultAttrsOpInterface(op).arg_attrs().unwrap_or_default().to_vec();
        let of_callee = parameters(callee);
        let by_value = of_callee.iter().map(|attributes| {
            let ty = parameter_attributes::BY_VAL.of(context, *attributes).and_then(|ty| ty.as_type(context));
            ty.map(|ty| Some((ty, layout.measure(context, ty)?))).map_or(Some(None), |known| known.map(Some))
        });
        Some(Self {
            only_reads: only_reads_arguments(callee),
            by_value: by_value.collect::<Option<_>>()?,
            parameters: of_callee,
            stack_alignment: layout.stack_alignment,
            caller_parameters: parameters(caller),
            global_alignments: global_alignments(context, caller.body),
        })
    }
}

/// The alignments of global variables, by name.
fn global_alignments(context: &Context, body: &Body) -> FxHashMap<Ident, u64> {
    let blocks = body.root_regions().iter().flat_map(|&region| body.region_blocks(region));
    let ops = blocks.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(context, body, op));
    let globals = ops.filter_map(llvm::Global::of);
    globals.filter_map(|global| Some((global.sym_name(), global.alignment()?))).collect()
}

/// The value that replaces a parameter, made right before `point`: a copy of the memory for a `byval` parameter; for others a
/// marker operation, which [`super::alias_scopes`] finds and removes.
pub(super) fn argument(b: &mut Rewriter<'_, '_>, callee: &Callee, index: usize, argument: Value) -> Value {
    let context = b.context;
    let attributes = callee.parameters.get(index).copied();
    let attribute = |of: &ParameterAttributeDef| of.of(context, attributes?);
    if let Some(&Some(passed)) = callee.by_value.get(index) {
        let alignment =
            attribute(&parameter_attributes::ALIGN).and_then(|it| it.as_u64(context)).unwrap_or(1);
        return passed_by_value(b, callee, argument, passed, alignment);
    }
    let copy = b.create_value(intrinsics::SSACopy::build(argument));
    if attribute(&parameter_attributes::NO_ALIAS).is_some()
        && let ValueDef::Result(op, _) = b.body.value_def(copy)
    {
        let mark = parameter_attributes::NO_ALIAS.name;
        let marked = b.body.attributes(op).with_entry(context, mark, Some(context.common.unit));
        b.body.set_attributes(op, marked);
    }
    copy
}

/// The memory for a `byval` parameter: the argument itself if the callee only reads it and its alignment suffices, else a copy.
fn passed_by_value(
    b: &mut Rewriter<'_, '_>,
    callee: &Callee,
    argument: Value,
    (ty, measure): (Type, Measure),
    requested: u64,
) -> Value {
    let least = measure.alignment;
    if callee.only_reads
        && (requested <= least || enforced_alignment(b, callee, argument, requested) >= requested)
    {
        return argument;
    }
    let (context, location) = (b.context, b.body.value_location(argument));
    let block = block_of(b.body, argument);
    let entry = block.and_then(|block| b.body.block_region(block));
    let entry = entry.and_then(|region| b.body.region_blocks(region).first().copied());
    let (Some(entry), point, call_location) = (entry, b.point, b.location) else { return argument };
    b.location = location;
    // The alloca goes to the front of the entry block, and then its size constant before it.
    b.point = Some(b.body.block_first(entry).map_or(Point::End(entry), Point::Before));
    let one = b.constant_int(context.common.i64, 1);
    let copy = llvm::Alloca::build(one, ty, b.type_of(argument)).alignment(requested.max(least));
    let copy = b.create_value(copy);
    b.point = point;
    let size = b.constant_int(context.common.i64, measure.size().cast_signed());
    b.create(intrinsics::Memcpy::build(copy, argument, size, false));
    b.location = call_location;
    copy
}

/// The block in which a value is defined.
fn block_of(body: &Body, value: Value) -> Option<Block> {
    match body.value_def(value) {
        ValueDef::Result(op, _) => body.op_block(op),
        ValueDef::Argument(block, _) => Some(block),
    }
}

/// Whether a function writes nothing through its arguments.
fn only_reads_arguments(callee: OpRef<'_>) -> bool {
    let effects = llvm::Func::of(callee).and_then(|callee| callee.memory_effects());
    let effects = effects.and_then(|effects| effects.declared(callee.context, &MEMORY_EFFECTS));
    let on_arguments = effects.and_then(|effects| effects.get(1)?.as_u64());
    let writes = [ModRefInfo::ModRef, ModRefInfo::Mod].map(|it| it.value());
    on_arguments.is_some_and(|effect| !writes.contains(&effect))
}

/// The alignment in bytes of the memory at `pointer`. If that is an alloca, its alignment is raised to `requested`, unless this
/// exceeds the alignment of the stack.
fn enforced_alignment(b: &mut Rewriter<'_, '_>, callee: &Callee, pointer: Value, requested: u64) -> u64 {
    let context = b.context;
    let op = match b.body.value_def(pointer) {
        ValueDef::Result(op, _) => op,
        ValueDef::Argument(block, index) => {
            let region = b.body.block_region(block);
            let of_function = region.is_some_and(|region| b.body.region_parent(region).is_none());
            let attributes = callee.caller_parameters.get(index as usize).filter(|_| of_function);
            let alignment = attributes.and_then(|all| parameter_attributes::ALIGN.of(context, *all));
            return alignment.and_then(|alignment| alignment.as_u64(context)).unwrap_or(1);
        }
    };
    let definition = OpRef::new(context, b.body, op);
    match definition.name() {
        llvm::Alloca::NAME => {
            let alignment = llvm::Alloca::expect(definition).alignment().unwrap_or(1);
            let natural = callee.stack_alignment;
            let allowed = natural == 0
                || requested.saturating_mul(8) <= natural
                || alignment.saturating_mul(8) > natural;
            if requested <= alignment || !allowed {
                return alignment;
            }
            let raised = i64_attribute(context, requested.cast_signed());
            b.body.set_property(context, op, "alignment", Some(raised));
            requested
        }
        llvm::AddressOf::NAME => {
            let global = llvm::AddressOf::expect(definition).global_name();
            callee.global_alignments.get(&global).copied().unwrap_or(1)
        }
        _ => 1,
    }
}

impl Inlining<'_, '_> {
    /// Moves allocas of constant size from the first copied block to the entry block of the enclosing function or allocation
    /// scope, with lifetime markers around the copied blocks. Allocas of other sizes are freed by restoring the stack after the
    /// copied blocks.
    pub(super) fn move_allocations(&mut self) {
        let (Some(entry), Some(&first_block)) = (self.entry_of_scope(), self.blocks.first()) else { return };
        let context = self.context;
        let ops: Vec<Op> = self.body.block_ops(first_block).collect();
        // The operation, its size, and whether it needs lifetime markers.
        let mut moved: Vec<(Op, Attribute, bool)> = Vec::new();
        let mut dynamic = false;
        for op in ops.into_iter().filter(|&op| self.is_alloca(op)) {
            match self.size_of_alloca(op) {
                Some(size) => {
                    let some = size.as_i64(context) != Some(0);
                    moved.push((op, size, some && !self.has_lifetime(op)));
                }
                None => dynamic = true,
            }
        }
        dynamic |= self.blocks.iter().skip(1).any(|&block| {
            let mut ops = self.body.block_ops(block);
            ops.any(|op| self.is_alloca(op) && self.size_of_alloca(op).is_none())
        });
        let location = self.body.op_location(self.call);
        let stack = match self.body.block_first(first_block).filter(|_| dynamic) {
            Some(first) => {
                let point = Point::Before(first);
                let mut b = Rewriter::at(context, self.body, point, location);
                Some(b.create_value(intrinsics::StackSave::build(pointer(context, 0))))
            }
            None => None,
        };
        let point = match self.body.block_first(entry) {
            Some(first) => Point::Before(first),
            None => Point::End(entry),
        };
        for &(op, size, marked) in &moved {
            let location = self.body.op_location(op);
            let memory = self.body.made_result(op);
            let ty = self.body.value_type(self.body.operands(op)[0]);
            let mut b = Rewriter::at(context, self.body, point, location);
            let size = b.constant(ty, size);
            if marked {
                b.point = Some(Point::Before(op));
                b.create(intrinsics::LifetimeStart::build(memory));
            }
            self.body.move_to(op, point);
            self.body.set_operands(op, &[size]);
        }
        for index in 0..self.blocks.len() {
            let Some(last) = self.body.block_last(self.blocks[index]) else { continue };
            let def = OpRef::new(context, self.body, last).def();
            if !def.is_some_and(|def| def.has(|t| matches!(t, Trait::Declared("ReturnLike")))) {
                continue;
            }
            let point = Point::Before(last);
            if let Some(stack) = stack {
                let mut b = Rewriter::at(context, self.body, point, location);
                b.create(intrinsics::StackRestore::build(stack));
            }
            for &(op, _, _) in moved.iter().filter(|(_, _, marked)| *marked) {
                let (location, memory) = (self.body.op_location(op), self.body.made_result(op));
                let mut b = Rewriter::at(context, self.body, point, location);
                b.create(intrinsics::LifetimeEnd::build(memory));
            }
        }
    }

    /// The first block of the innermost enclosing region that frees stack memory when it ends.
    fn entry_of_scope(&self) -> Option<Block> {
        let mut block = self.body.op_block(self.call)?;
        loop {
            let region = self.body.block_region(block)?;
            let scope = match self.body.region_parent(region) {
                None => true,
                Some(parent) => {
                    block = self.body.op_block(parent)?;
                    let def = OpRef::new(self.context, self.body, parent).def();
                    // An unregistered operation may be such a scope.
                    def.is_none_or(|def| def.has(|t| matches!(t, Trait::AutomaticAllocationScope)))
                }
            };
            if scope {
                return self.body.region_blocks(region).first().copied();
            }
        }
    }

    fn is_alloca(&self, op: Op) -> bool {
        OpRef::new(self.context, self.body, op).name() == llvm::Alloca::NAME
    }

    /// The number of elements of an alloca, if constant.
    fn size_of_alloca(&self, op: Op) -> Option<Attribute> {
        let op = OpRef::new(self.context, self.body, op);
        let size = constant_value(op, *op.operands().first()?)?;
        matches!(size.kind(self.context), AttrKind::Integer { .. }).then_some(size)
    }

    /// Whether lifetime markers exist for an alloca.
    fn has_lifetime(&self, op: Op) -> bool {
        let mut pointers: Vec<Value> = self.body.results(op).collect();
        let blocks = self.blocks.iter();
        let ops: Vec<Op> = blocks.flat_map(|&block| self.body.block_ops(block)).collect();
        while let Some(pointer) = pointers.pop() {
            for &user in ops.iter().filter(|&&user| self.body.operands(user).contains(&pointer)) {
                match OpRef::new(self.context, self.body, user).name() {
                    intrinsics::LifetimeStart::NAME | intrinsics::LifetimeEnd::NAME => return true,
                    llvm::Bitcast::NAME => pointers.extend(self.body.results(user)),
                    _ => {}
                }
            }
        }
        false
    }

    /// All copied operations in preorder.
    pub(super) fn copied(&self) -> Vec<Op> {
        self.body.ops_in(self.blocks.iter().copied())
    }

    /// Adds the access groups of the call to the copied memory accesses.
    pub(super) fn add_access_groups(&mut self) {
        let call = OpRef::new(self.context, self.body, self.call);
        let Some(groups) = AccessGroupOpInterface(call).access_groups().map(<[_]>::to_vec) else { return };
        let ops = self.blocks.iter().flat_map(|&block| self.body.block_ops(block));
        let accesses: Vec<Op> = ops.filter(|&op| self.has_trait(op, "AccessGroupOpInterface")).collect();
        for op in accesses {
            self.append(op, "access_groups", &groups);
        }
    }

    pub(super) fn has_trait(&self, op: Op, name: &str) -> bool {
        let def = OpRef::new(self.context, self.body, op).def();
        def.is_some_and(|def| def.has(|t| matches!(t, Trait::Declared(other) if *other == name)))
    }

    /// Appends elements to an inherent array attribute.
    pub(super) fn append(&mut self, op: Op, name: &'static str, more: &[Attribute]) {
        let before = OpRef::new(self.context, self.body, op).property(name);
        let before = before.and_then(|before| before.as_array(self.context)).unwrap_or_default();
        let all = [before, more].concat();
        self.body.set_property(self.context, op, name, Some(Attribute::array(self.context, all)));
    }

    /// Updates the locations in loop annotations: they become inlined at the call; `scope` is the subprogram of the caller.
    pub(super) fn move_loop_annotations(&mut self, scope: Option<Attribute>) {
        let Some(scope) = scope else { return };
        let call = self.body.op_location(self.call).to_attribute(self.context);
        let mut moved = Moved { context: self.context, call, scope, known: FxHashMap::default() };
        for op in self.copied() {
            let properties = moved.attribute(self.body.properties(op), false);
            let attributes = moved.attribute(self.body.attributes(op), false);
            self.body.set_properties(op, properties);
            self.body.set_attributes(op, attributes);
        }
    }
}

/// A cache of attributes whose loop annotations are updated.
struct Moved<'c> {
    context: &'c Context,
    call: Attribute,
    scope: Attribute,
    /// By attribute, and whether it is inside a loop annotation.
    known: FxHashMap<(Attribute, bool), Attribute>,
}

impl Moved<'_> {
    /// The recursion is as deep as the nesting of attributes, which the parser limits.
    fn attribute(&mut self, attribute: Attribute, in_loop: bool) -> Attribute {
        if let Some(&known) = self.known.get(&(attribute, in_loop)) {
            return known;
        }
        let context = self.context;
        let moved = match attribute.kind(context) {
            AttrKind::Array(elements) => {
                let elements: Vec<Attribute> =
                    elements.iter().map(|&element| self.attribute(element, in_loop)).collect();
                Attribute::array(context, elements)
            }
            AttrKind::Dictionary(entries) => {
                let mut entries = entries.to_vec();
                entries.iter_mut().for_each(|entry| entry.value = self.attribute(entry.value, in_loop));
                Attribute::dictionary(context, entries)
            }
            AttrKind::Declared { def, params }
                if def.dialect == "llvm" && def.mnemonic.starts_with("loop_") =>
            {
                let params: Vec<Param> = params
                    .iter()
                    .map(|param| match param {
                        Param::Attribute(attribute) => Param::Attribute(self.attribute(*attribute, true)),
                        other => other.clone(),
                    })
                    .collect();
                Attribute::declare(context, def, params)
            }
            AttrKind::FusedLocation { .. } if in_loop => {
                let at = AttrKind::CallSiteLocation { callee: attribute, caller: self.call };
                let locations = context.attr(at).into();
                context.attr(AttrKind::FusedLocation { locations, metadata: Some(self.scope) })
            }
            _ => attribute,
        };
        self.known.insert((attribute, in_loop), moved);
        moved
    }
}

/// Whether a value is a pointer.
pub(super) fn is_pointer(context: &Context, body: &Body, value: Value) -> bool {
    address_space(context, body.value_type(value)).is_some()
}
