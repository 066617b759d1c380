//! Applies a plan: rewrites signatures, and adapts bodies with casts.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_core::func;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{struct_fields, void};
use tern_mlir::builtin::UnrealizedConversionCast;
use tern_mlir::declare::New;
use tern_mlir::{
    AttrKind, Attribute, Body, Context, Module, NamedAttribute, Op, OpRef, OpState, Type, TypeKind, Value,
    ValueDef,
};

use crate::descriptor::unpacked;
use crate::program::{Function, Plan, Program, Restored, callee};

const C_INTERFACE: &str = "llvm.emit_c_interface";

/// The module with the changes of the plan.
pub(crate) fn rewritten(program: &Program<'_>, plan: &Plan) -> Module {
    let mut module = program.module.clone();
    let root = module.root();
    // Bodies are read from the original program and changed in the clone.
    for (index, function) in program.functions.iter().enumerate() {
        let restored = plan.functions[index].as_ref().ok();
        let by_wrapper = restored.and_then(|restored| restored.wrapper);
        let is_declared = function.blocks.is_empty()
            || by_wrapper.is_some_and(|wrapper| program.functions[wrapper].blocks.is_empty());
        let calls_restored = function.ops().any(|op| {
            let callee = callee(op).and_then(|name| program.by_name.get(&name));
            callee.is_some_and(|&callee| plan.functions[callee].is_ok())
        });
        let inner = {
            let members = members_mut(&mut module, root);
            let Some(inner) = members.nested_mut(function.op) else { continue };
            if restored.is_none() && !calls_restored {
                continue;
            }
            std::mem::take(inner)
        };
        let body = if is_declared && restored.is_some() {
            Body::with_region()
        } else {
            let (replaced, bridged) = (FxHashMap::default(), FxHashSet::default());
            Rewrite { program, plan, index, function, body: inner, replaced, bridged, casts: Vec::new() }
                .all()
        };
        let members = members_mut(&mut module, root);
        match restored {
            None => {
                if let Some(inner) = members.nested_mut(function.op) {
                    *inner = body;
                }
            }
            Some(restored) => {
                let mut state = signature(program, function, restored, is_declared);
                state.body = Some(Box::new(body));
                let op = members.create_op(program.context, state);
                members.insert_op_before(function.op, op);
                members.erase(function.op);
            }
        }
    }
    for restored in plan.functions.iter().flatten() {
        if let Some(wrapper) = restored.wrapper {
            members_mut(&mut module, root).erase(program.functions[wrapper].op);
        }
    }
    module
}

/// The body that holds the top-level operations of a module.
fn members_mut(module: &mut Module, root: Op) -> &mut Body {
    let body = module.body_mut();
    if body.nested(root).is_some() {
        return body.nested_mut(root).expect("the body was found above");
    }
    body
}

/// The result types of a function after the plan.
fn results(context: &Context, function: &Function<'_>, restored: &Restored) -> Vec<Type> {
    let types: Vec<Type> = match function.packs {
        true => {
            struct_fields(context, function.result).map(|(fields, _)| fields.to_vec()).unwrap_or_default()
        }
        false if function.result == void(context) => Vec::new(),
        false => vec![function.result],
    };
    let restored = |(number, ty)| restored.results.get(&number).copied().unwrap_or(ty);
    types.into_iter().enumerate().map(restored).collect()
}

/// The parameters of a function after the plan: for each, the index of the first original parameter, and the type.
fn parameters(function: &Function<'_>, restored: &Restored) -> Vec<(usize, Type)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < function.parameters.len() {
        let memref = restored.parameters.get(&at);
        all.push((at, memref.copied().unwrap_or(function.parameters[at])));
        at += memref.map_or(1, |_| function.groups[&at].descriptor.count());
    }
    all
}

/// The `func.func`, without a body.
fn signature(
    program: &Program<'_>,
    function: &Function<'_>,
    restored: &Restored,
    is_declared: bool,
) -> OpState {
    let context = program.context;
    let original = OpRef::new(context, function_body(program), function.op);
    let mut state =
        OpState::new(context.op_name_of_two(func::Func::NAME, ""), original.body.op_location(function.op));
    let parameters = parameters(function, restored);
    let inputs = parameters.iter().map(|&(_, ty)| ty).collect();
    let ty = context.ty(TypeKind::Function { inputs, results: results(context, function, restored).into() });
    let named = |name: &str, value| NamedAttribute { name: context.ident(name), value };
    let entries = original.body.properties(function.op).as_dictionary(context).unwrap_or_default();
    for &entry in entries {
        match context.str(entry.name) {
            "sym_name" => state.properties.push(entry),
            "sym_visibility" if !is_declared => state.properties.push(entry),
            "function_type" | "sym_visibility" => {}
            "linkage" => {
                let external = tern_dialect_llvm::attributes::values::linkage(
                    context,
                    tern_dialect_llvm::enums::Linkage::External,
                );
                // A function with a restored C wrapper was made private only because the wrapper calls it.
                if entry.value != external && !is_declared {
                    state.attributes.push(named("llvm.linkage", entry.value));
                }
            }
            "CConv" | "visibility_" | "unnamed_addr" if is_default(context, entry) => {}
            "arg_attrs" => {
                let all = entry.value.as_array(context).unwrap_or_default();
                let of = |&(first, _): &(usize, Type)| match restored.parameters.contains_key(&first) {
                    true => context.common.empty_dictionary,
                    false => all.get(first).copied().unwrap_or(context.common.empty_dictionary),
                };
                let all: Vec<Attribute> = parameters.iter().map(of).collect();
                if all.iter().any(|&dictionary| dictionary != context.common.empty_dictionary) {
                    state.properties.push(named("arg_attrs", Attribute::array(context, all)));
                }
            }
            "res_attrs" => state.properties.push(entry),
            _ => state.attributes.push(entry),
        }
    }
    state.properties.push(named("function_type", Attribute::of_type(context, ty)));
    if is_declared {
        state.properties.push(named("sym_visibility", Attribute::string(context, "private")));
    }
    let discardable = original.body.attributes(function.op);
    state.attributes.extend(discardable.as_dictionary(context).unwrap_or_default().iter().copied());
    if restored.wrapper.is_some() {
        state.attributes.push(named(C_INTERFACE, context.common.unit));
    }
    state
}

/// Whether a property of `llvm.func` has its default value.
fn is_default(context: &Context, entry: NamedAttribute) -> bool {
    use tern_dialect_llvm::{attributes::values::cconv, enums::CConv};
    match entry.value.kind(context) {
        AttrKind::Integer { .. } => entry.value.as_i64(context) == Some(0),
        _ => entry.value == cconv(context, CConv::C),
    }
}

/// The body that holds the functions of a program.
fn function_body<'a>(program: &Program<'a>) -> &'a Body {
    program.module.body().regions(program.module.root()).0
}

/// The rewriting of one body.
struct Rewrite<'r, 'a> {
    program: &'r Program<'a>,
    plan: &'r Plan,
    index: usize,
    function: &'r Function<'a>,
    body: Body,
    /// The replacements of removed values.
    replaced: FxHashMap<Value, Value>,
    /// Arguments that are used only by casts.
    bridged: FxHashSet<Value>,
    /// The casts that were inserted.
    casts: Vec<Op>,
}

impl Rewrite<'_, '_> {
    fn all(mut self) -> Body {
        // Operations that packed or unpacked descriptors, and may be unused now.
        let mut idle: Vec<Op> = Vec::new();
        let ops: Vec<Op> = self.function.ops().map(|op| op.op).collect();
        let restored = self.plan.functions[self.index].as_ref().ok();
        if let Some(restored) = restored {
            self.parameters(restored, &mut idle);
        }
        for op in ops {
            let op_ref = OpRef::new(self.program.context, self.function.code.body, op);
            let callee = callee(op_ref).and_then(|name| self.program.by_name.get(&name).copied());
            if let Some((callee, Ok(target))) = callee.map(|callee| (callee, &self.plan.functions[callee])) {
                self.call(op, callee, target, &mut idle);
            } else if let Some(restored) = restored.filter(|_| op_ref.is(llvm::Return::DEF)) {
                self.ret(op, restored, &mut idle);
            }
        }
        self.put_in_place();
        idle.append(&mut self.casts);
        self.sweep(idle);
        self.body
    }

    /// Inserts an operation before another one; returns its results.
    fn insert(&mut self, before: Op, new: impl Into<New>) -> Vec<Value> {
        let context = self.program.context;
        let state = new.into().state(context, &self.body, self.body.op_location(before));
        let op = self.body.create_op(context, state);
        self.body.insert_op_before(before, op);
        self.body.results(op).collect()
    }

    /// Converts a value to another type: finds the value that it was cast from, or inserts a cast.
    fn cast(&mut self, before: Op, mut value: Value, ty: Type) -> Value {
        while let Some(&by) = self.replaced.get(&value) {
            value = by;
        }
        if let ValueDef::Result(op, _) = self.body.value_def(value)
            && let &[source] = self.body.operands(op)
            && OpRef::new(self.program.context, &self.body, op).is(UnrealizedConversionCast::DEF)
            && self.body.value_type(source) == ty
            && !self.bridged.contains(&source)
        {
            return source;
        }
        let result = self.insert(before, UnrealizedConversionCast::build(&[value], &[ty]))[0];
        if let ValueDef::Result(op, _) = self.body.value_def(result) {
            self.casts.push(op);
        }
        result
    }

    fn parameters(&mut self, restored: &Restored, idle: &mut Vec<Op>) {
        let Some(&entry) = self.function.blocks.first() else { return };
        let Some(first) = self.body.block_first(entry) else { return };
        let old = self.body.take_arguments(entry);
        for (at, ty) in parameters(self.function, restored) {
            let location = self.body.value_location(old[at]);
            let argument = self.body.add_argument(entry, ty, location);
            if !restored.parameters.contains_key(&at) {
                let name = self.body.value_name(old[at]);
                self.body.set_value_name(argument, name);
                self.replaced.insert(old[at], argument);
            } else if let Some(descriptor) = self.function.groups[&at].value {
                if restored.direct.as_ref().is_some_and(|direct| !direct.contains(&at)) {
                    self.bridged.insert(argument);
                }
                let cast = self.cast(first, argument, self.body.value_type(descriptor));
                self.replaced.insert(descriptor, cast);
                let positions = self.function.groups[&at].descriptor.positions();
                let packed = crate::descriptor::packed(&self.function.code, descriptor, &positions);
                idle.extend(packed.into_iter().flat_map(|packed| packed.ops.into_iter().rev()));
            }
        }
    }

    fn ret(&mut self, op: Op, restored: &Restored, idle: &mut Vec<Op>) {
        let mut values = self.body.operands(op).to_vec();
        if let (true, [packed]) = (self.function.packs, &values[..]) {
            let Some(parts) = self.function.parts(*packed) else { return };
            idle.extend(parts.ops.into_iter().rev());
            values = parts.parts;
        }
        for (&number, &ty) in &restored.results {
            values[number] = self.cast(op, values[number], ty);
        }
        self.insert(op, func::Return::build(&values));
        self.body.remove_op(op);
    }

    fn call(&mut self, op: Op, callee: usize, target: &Restored, idle: &mut Vec<Op>) {
        let context = self.program.context;
        let (code, function) = (self.function.code, &self.program.functions[callee]);
        let original = OpRef::new(context, code.body, op);
        let mut operands = Vec::new();
        for (at, ty) in parameters(function, target) {
            let handed_over = &original.operands()[at..];
            match unpacked(&code, handed_over).filter(|_| target.parameters.contains_key(&at)) {
                Some((source, descriptor)) => {
                    operands.push(self.cast(op, source, ty));
                    idle.extend(handed_over[..descriptor.count()].iter().filter_map(|&value| {
                        let definition = code.definition(value)?;
                        definition.is(llvm::ExtractValue::DEF).then_some(definition.op)
                    }));
                }
                None => operands.push(handed_over[0]),
            }
        }
        let types = results(context, function, target);
        let mut values = self.insert(op, func::Call::build(&operands, function.name, &types));
        let attributes = code.body.attributes(op);
        if let Some(call) = self.body.previous_op(op) {
            self.body.set_attributes(call, attributes);
        }
        for (number, value) in values.iter_mut().enumerate() {
            if target.results.contains_key(&number) {
                let ty = match function.packs {
                    true => struct_fields(context, function.result).map(|(fields, _)| fields[number]),
                    false => Some(function.result),
                };
                *value = ty.map_or(*value, |ty| self.cast(op, *value, ty));
            }
        }
        if let Some(result) = original.result() {
            if function.packs {
                let users = code.body.users(result).map(|user| OpRef::new(context, code.body, user));
                for part in users.filter_map(llvm::ExtractValue::unverified) {
                    let number = part.position().and_then(|at| usize::try_from(*at.first()?).ok());
                    if let (Some(old), Some(number)) = (part.res(), number) {
                        self.replaced.insert(old, values[number]);
                        self.body.remove_op(part.0.op);
                    }
                }
            } else if let [value] = values[..] {
                self.replaced.insert(result, value);
            }
        }
        self.body.remove_op(op);
    }

    /// Applies the replacements of removed values.
    fn put_in_place(&mut self) {
        let blocks = self.function.blocks;
        let ops: Vec<Op> = blocks.iter().flat_map(|&block| self.body.block_ops(block)).collect();
        for op in ops {
            let replaced = &self.replaced;
            self.body.map_operands_of(op, |mut operand| {
                while let Some(&by) = replaced.get(&operand) {
                    operand = by;
                }
                operand
            });
        }
    }

    /// Removes the unused operations among `idle`, users before definitions.
    fn sweep(&mut self, mut idle: Vec<Op>) {
        let mut uses: FxHashMap<Value, usize> = FxHashMap::default();
        for &block in self.function.blocks {
            for op in self.body.block_ops(block) {
                for &operand in self.body.operands(op) {
                    *uses.entry(operand).or_default() += 1;
                }
            }
        }
        // Sorted in the order of the body, without duplicates.
        let order: FxHashMap<Op, usize> =
            self.function.ops().enumerate().map(|(at, op)| (op.op, at)).collect();
        idle.sort_by_key(|op| order.get(op).copied());
        idle.dedup();
        for op in idle.into_iter().rev() {
            let used = self.body.results(op).any(|value| uses.get(&value).is_some_and(|&count| count > 0));
            if used || self.body.op_block(op).is_none() {
                continue;
            }
            for operand in self.body.operands(op).to_vec() {
                uses.entry(operand).and_modify(|count| *count -= 1);
            }
            self.body.remove_op(op);
        }
    }
}
