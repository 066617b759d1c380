//! Which memory functions and calls may read and write: as LLVM's `memory(…)` attribute says it, and by global variable.
//!
//! What attributes of a function promise is believed. For functions whose body is the one that will run, the body is looked at as well,
//! callees first. Source: LLVM, `function-attrs`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::{Access, MemoryEffects, MemoryLocation};
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::instruction::{CallSite, Ordering};
use tern_llvm_ir::metadata::views::MetadataRef;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::{ConstantKind, Function, Global, GlobalKind, Inst, Instruction, Linkage, Module, Value};

use crate::call_graph::CallGraph;
use crate::objects::{Object, object, objects};

/// How the functions of a module access memory.
#[derive(Clone, Debug)]
pub struct Memory {
    effects: FxHashMap<Global, MemoryEffects>,
    globals: FxHashMap<Global, Arc<GlobalAccess>>,
}

/// How a function and what it calls accesses global variables.
#[derive(Clone, Debug)]
struct GlobalAccess {
    /// Variables that are named where they are accessed.
    named: FxHashMap<Global, Access>,
    /// How any variable may be accessed whose address is known to other code.
    others: Access,
    /// Accesses through pointers that callers pass.
    arguments: Access,
}

/// An access of an instruction to memory.
#[derive(Clone, Copy, Debug)]
struct Touch {
    access: Access,
    /// The pointer; none if any memory may be accessed.
    address: Option<Value>,
    volatile: bool,
    /// Whether attachments say that the memory never changes.
    constant: bool,
}

impl Memory {
    /// Computes it.
    pub fn of(module: &Module, calls: &CallGraph) -> Self {
        let mut this = Self { effects: FxHashMap::default(), globals: FxHashMap::default() };
        for global in module.functions.iter().copied() {
            this.effects.insert(global, module.declared_memory_effects(global));
        }
        for component in calls.components() {
            this.infer(module, calls, &component);
        }
        for component in calls.components() {
            this.collect_globals(module, calls, &component);
        }
        this
    }

    /// What a function may do to memory: its attributes, and what its body does.
    pub fn effects(&self, function: Global) -> MemoryEffects {
        self.effects.get(&function).copied().unwrap_or(MemoryEffects::EVERYTHING)
    }

    /// How a function and what it calls may access a global variable.
    pub fn access(&self, module: &Module, function: Global, variable: Global) -> Access {
        let Some(globals) = self.globals.get(&function) else { return Access::ReadWrite };
        let named = globals.named.get(&variable).copied().unwrap_or(Access::None);
        let is_constant = matches!(&module.globals[variable].kind, GlobalKind::Variable(it) if it.constant);
        let access = named.or(globals.others).or(globals.arguments);
        if is_constant { access.and(Access::Read) } else { access }
    }

    /// What a call may do to memory.
    pub fn call_effects(&self, module: &Module, call: &CallSite) -> MemoryEffects {
        let callee =
            module.named_callee(call).map_or(MemoryEffects::EVERYTHING, |callee| self.effects(callee));
        module.call_memory_effects_with(call, callee)
    }

    /// What an instruction may do to memory.
    pub fn inst_effects(&self, module: &Module, function: &Function, inst: Inst) -> MemoryEffects {
        let instruction = &function.insts[inst].inst;
        match instruction.call_site() {
            Some(call) => self.call_effects(module, call),
            None => everywhere(touch(instruction).map_or(Access::None, |touch| touch.access)),
        }
    }

    /// How an instruction of a function, with what it calls, may access a global variable.
    pub fn inst_access(
        &self,
        module: &Module,
        calls: &CallGraph,
        (global, inst): (Global, Inst),
        variable: Global,
    ) -> Access {
        let Some(function) = module.globals[global].as_function() else { return Access::None };
        let instruction = &function.insts[inst].inst;
        let reaches = |address: Value| {
            objects(module, function, address).into_iter().any(|object| match object {
                Object::Global(it) => it == variable,
                Object::Argument(_) | Object::Unknown => true,
                _ => false,
            })
        };
        let access = match instruction.call_site() {
            None => match touch(instruction) {
                Some(touch) if touch.address.is_none_or(reaches) => touch.access,
                _ => Access::None,
            },
            Some(call) => {
                let effects = self.call_effects(module, call);
                let pointers = call.args.iter().filter(|&&argument| is_pointer(module, function, argument));
                let mut access = match pointers.copied().any(reaches) {
                    true => effects.access(MemoryLocation::ArgMem),
                    false => Access::None,
                };
                let mut is_open = known_callee(module, function, call).is_none();
                for callee in calls.callees_at(global, inst) {
                    match self.globals.get(&callee.callee) {
                        Some(known) => {
                            let named = known.named.get(&variable).copied().unwrap_or(Access::None);
                            access = access.or(named).or(known.others);
                        }
                        None => is_open = true,
                    }
                }
                if is_open {
                    access = access.or(effects.access(MemoryLocation::Other));
                }
                access
            }
        };
        let is_constant = matches!(&module.globals[variable].kind, GlobalKind::Variable(it) if it.constant);
        if is_constant { access.and(Access::Read) } else { access }
    }

    /// Infers the effects of functions that call each other.
    fn infer(&mut self, module: &Module, calls: &CallGraph, component: &[Global]) {
        let bodies =
            component.iter().filter_map(|&global| Some((global, module.globals[global].as_function()?)));
        let bodies: Vec<_> =
            bodies.filter(|&(global, function)| is_exact(module, global, function)).collect();
        // Calls within the component are left out only if all of it is looked at.
        let whole = bodies.len() == component.len();
        let mut effects = MemoryEffects::NOTHING;
        let mut recursive = MemoryEffects::NOTHING;
        for &(global, function) in &bodies {
            for (_, inst) in function.instructions() {
                let instruction = &function.insts[inst].inst;
                if let Some(call) = instruction.call_site() {
                    let callee = module.named_callee(call);
                    let within = callee.is_some_and(|callee| calls.are_connected(global, callee));
                    if within && whole && call.bundles.is_empty() {
                        // Arguments of calls within matter once the functions are known to access arguments at all.
                        recursive = recursive.or(arguments(module, function, call, Access::ReadWrite));
                    } else {
                        effects = effects.or(self.of_call(module, function, call));
                    }
                } else if let Some(mut touch) = touch(instruction) {
                    touch.constant = is_constant_by_type(module, function, inst);
                    effects = effects.or(of_touch(module, function, touch));
                }
            }
            effects = effects.or(clobbered_by_caller(module, function));
        }
        let at_arguments = effects.access(MemoryLocation::ArgMem);
        if at_arguments != Access::None {
            effects = effects.or(recursive.and(everywhere(at_arguments)));
        }
        for (global, _) in bodies {
            let known = self.effects(global);
            self.effects.insert(global, known.and(effects));
        }
    }

    fn of_call(&self, module: &Module, function: &Function, call: &CallSite) -> MemoryEffects {
        let effects = self.call_effects(module, call);
        // Other memory may be that of captured arguments.
        let other = effects.access(MemoryLocation::Other);
        effects.or(volatile(module, call)).with(MemoryLocation::ArgMem, other).or(arguments(
            module,
            function,
            call,
            effects.access(MemoryLocation::ArgMem),
        ))
    }

    /// Collects the accesses to global variables of functions that call each other.
    fn collect_globals(&mut self, module: &Module, calls: &CallGraph, component: &[Global]) {
        let mut sum = GlobalAccess::new();
        for &global in component {
            let function = module.globals[global].as_function();
            let Some(function) = function.filter(|function| is_exact(module, global, function)) else {
                let effects = self.effects(global);
                sum.others = sum.others.or(effects.access(MemoryLocation::Other));
                sum.arguments = sum.arguments.or(effects.access(MemoryLocation::ArgMem));
                continue;
            };
            for (_, inst) in function.instructions() {
                let instruction = &function.insts[inst].inst;
                if let Some(call) = instruction.call_site() {
                    self.globals_of_call(module, calls, (global, function), call, &mut sum);
                } else if let Some(touch) = touch(instruction) {
                    match touch.address {
                        Some(address) => sum.add(object(module, function, address), touch.access),
                        None => sum.others = sum.others.or(touch.access),
                    }
                }
            }
            let mut seen = FxHashSet::default();
            let callees = calls.callees(global).map(|call| call.callee);
            for callee in
                callees.filter(|callee| seen.insert(*callee) && !calls.are_connected(global, *callee))
            {
                if let Some(callee) = self.globals.get(&callee) {
                    sum.named.reserve(callee.named.len());
                    for (&variable, &access) in &callee.named {
                        sum.add(Object::Global(variable), access);
                    }
                    sum.others = sum.others.or(callee.others);
                }
            }
        }
        let sum = Arc::new(sum);
        self.globals.extend(component.iter().map(|&global| (global, sum.clone())));
    }

    fn globals_of_call(
        &self,
        module: &Module,
        calls: &CallGraph,
        (global, function): (Global, &Function),
        call: &CallSite,
        sum: &mut GlobalAccess,
    ) {
        let effects = self.call_effects(module, call);
        let callee = known_callee(module, function, call);
        // The callee's own accesses are added by name.
        let is_known = callee
            .is_some_and(|callee| calls.are_connected(global, callee) || self.globals.contains_key(&callee));
        if !is_known {
            sum.others = sum.others.or(effects.access(MemoryLocation::Other));
        }
        let at_arguments = effects.access(MemoryLocation::ArgMem);
        for &argument in call.args.iter().filter(|&&argument| is_pointer(module, function, argument)) {
            sum.add(object(module, function, argument), at_arguments);
        }
    }
}

impl GlobalAccess {
    fn new() -> Self {
        Self { named: FxHashMap::default(), others: Access::None, arguments: Access::None }
    }

    fn add(&mut self, object: Object, access: Access) {
        if access == Access::None {
            return;
        }
        match object {
            Object::Global(variable) => {
                let known = self.named.entry(variable).or_insert(Access::None);
                *known = known.or(access);
            }
            Object::Argument(_) | Object::OwnArgument(_) => self.arguments = self.arguments.or(access),
            Object::Unknown => self.others = self.others.or(access),
            Object::Alloca(_) | Object::Allocated(_) | Object::Nothing => {}
        }
    }
}

/// The function that runs when a call is made: one that the call names, or one behind aliases that the linker does not replace. What
/// pointers and other aliases lead to may be outside of the module.
pub(crate) fn known_callee(module: &Module, function: &Function, call: &CallSite) -> Option<Global> {
    match module.called(call) {
        Callee::Direct(callee) => Some(callee),
        Callee::Behind(callee) => {
            (object(module, function, call.callee) == Object::Global(callee)).then_some(callee)
        }
        Callee::Intrinsic(_) | Callee::Asm(_) | Callee::Indirect(_) => None,
    }
}

fn everywhere(access: Access) -> MemoryEffects {
    MemoryEffects::new(|_| access)
}

/// Whether the body of a function is the one that will run, and may be looked at.
fn is_exact(module: &Module, global: Global, function: &Function) -> bool {
    use Linkage::{External, Internal, Private};
    let has = |kind| module.has_attribute(function, kind);
    !function.is_declaration()
        && matches!(module.globals[global].linkage, External | Internal | Private)
        && ![
            AttributeKind::OptimizeNone,
            AttributeKind::Naked,
            AttributeKind::NoBuiltin,
            AttributeKind::PresplitCoroutine,
        ]
        .into_iter()
        .any(has)
}

fn is_pointer(module: &Module, function: &Function, value: Value) -> bool {
    module.types.is_pointer(module.types.scalar(module.type_of(function, value)))
}

/// The effects of accesses to the pointers that a call passes.
fn arguments(module: &Module, function: &Function, call: &CallSite, access: Access) -> MemoryEffects {
    let pointers = call.args.iter().filter(|&&argument| is_pointer(module, function, argument));
    pointers.fold(MemoryEffects::NOTHING, |effects, &pointer| {
        effects.or(of_touch(
            module,
            function,
            Touch { access, address: Some(pointer), volatile: false, constant: false },
        ))
    })
}

/// How an instruction that is no call accesses memory.
fn touch(instruction: &Instruction) -> Option<Touch> {
    let is_ordered = |ordering| !matches!(ordering, Ordering::NotAtomic | Ordering::Unordered);
    let (access, address, volatile) = match instruction {
        Instruction::Load { address, volatile, atomicity, .. } => {
            let both = *volatile || is_ordered(atomicity.ordering);
            (if both { Access::ReadWrite } else { Access::Read }, Some(*address), *volatile)
        }
        Instruction::Store { address, volatile, atomicity, .. } => {
            let both = *volatile || is_ordered(atomicity.ordering);
            (if both { Access::ReadWrite } else { Access::Write }, Some(*address), *volatile)
        }
        Instruction::CmpXchg(it) => (Access::ReadWrite, Some(it.address), it.volatile),
        Instruction::AtomicRmw(it) => (Access::ReadWrite, Some(it.address), it.volatile),
        Instruction::VaArg { list } => (Access::ReadWrite, Some(*list), false),
        Instruction::Fence(_) | Instruction::CatchPad { .. } | Instruction::CatchRet { .. } => {
            (Access::ReadWrite, None, false)
        }
        _ => return None,
    };
    Some(Touch { access, address, volatile, constant: false })
}

fn of_touch(module: &Module, function: &Function, touch: Touch) -> MemoryEffects {
    let Touch { mut access, address: Some(address), volatile, constant } = touch else {
        return everywhere(touch.access);
    };
    let at = |location, access| MemoryEffects::NOTHING.with(location, access);
    let mut effects = MemoryEffects::NOTHING;
    if volatile {
        effects = at(MemoryLocation::InaccessibleMem, access);
    }
    let objects = objects(module, function, address);
    // Reads of constants and accesses to the function's own allocations are no effects for its callers.
    let is_constant =
        |global: Global| matches!(&module.globals[global].kind, GlobalKind::Variable(it) if it.constant);
    let is_harmless = |object: &Object| match *object {
        Object::Alloca(_) => true,
        Object::Global(global) => is_constant(global),
        _ => false,
    };
    if constant || objects.iter().all(is_harmless) {
        return effects;
    }
    let object = if let [object] = objects[..] { object } else { Object::Unknown };
    if let Object::OwnArgument(position) | Object::Argument(position) = object {
        let set = module.attribute_set(function.attributes, AttributeIndex::Parameter(position));
        let has = |kind| module.attribute(set, kind).is_some();
        if has(AttributeKind::NoAlias) && has(AttributeKind::ReadOnly) {
            access = access.and(Access::Read);
        }
    }
    let other = at(MemoryLocation::Other, access).with(MemoryLocation::ErrnoMem, access);
    effects.or(match object {
        Object::Alloca(_) => MemoryEffects::NOTHING,
        Object::Argument(_) | Object::OwnArgument(_) => at(MemoryLocation::ArgMem, access),
        Object::Global(_) | Object::Allocated(_) => other,
        Object::Nothing | Object::Unknown => other.with(MemoryLocation::ArgMem, access),
    })
}

/// The memory of arguments that the caller gives up: calls always clobber it.
fn clobbered_by_caller(module: &Module, function: &Function) -> MemoryEffects {
    let is_given_up = |index| {
        let set = module.attribute_set(function.attributes, AttributeIndex::Parameter(index));
        let has = |kind| module.attribute(set, kind).is_some();
        has(AttributeKind::InAlloca) || has(AttributeKind::Preallocated)
    };
    match (0..function.args.len()).any(is_given_up) {
        true => MemoryEffects::NOTHING.with(MemoryLocation::ArgMem, Access::ReadWrite),
        false => MemoryEffects::NOTHING,
    }
}

/// Volatile copies and fills of memory may access memory that the module cannot name.
fn volatile(module: &Module, call: &CallSite) -> MemoryEffects {
    let name = module.named_callee(call).and_then(|callee| module.name(callee)).unwrap_or_default();
    let is_transfer =
        [&b"llvm.memcpy."[..], b"llvm.memmove.", b"llvm.memset."].iter().any(|it| name.starts_with(it));
    let is_set = |value: &Value| {
        value.constant().is_some_and(|it| *module.constants.kind(it) == ConstantKind::Integer(1))
    };
    match is_transfer && call.args.last().is_some_and(is_set) {
        true => MemoryEffects::NOTHING.with(MemoryLocation::InaccessibleMem, Access::ReadWrite),
        false => MemoryEffects::NOTHING,
    }
}

/// Whether `!tbaa` of an access says that the memory never changes. LangRef: `tbaa` Metadata.
fn is_constant_by_type(module: &Module, function: &Function, inst: Inst) -> bool {
    module.attached(function.inst_attachments(inst), "tbaa").is_some_and(|tag| is_constant_tag(module, tag))
}

/// Whether an access tag says that the memory never changes.
pub(crate) fn is_constant_tag(module: &Module, tag: MetadataRef<'_>) -> bool {
    let operands: Vec<_> = tag.elements().collect();
    // A tag of today has nodes for base and access; an old one is a type itself, with a name.
    let is_old = operands.first().copied().flatten().is_none_or(|first| first.node().is_none());
    let flag = operands.get(if is_old { 2 } else { 3 }).copied().flatten();
    flag.and_then(|flag| flag.constant())
        .is_some_and(|it| matches!(module.constants.kind(it), ConstantKind::Integer(bits) if bits & 1 == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"@x = internal global i32 0\n@y = internal global i32 0\n@c = constant i32 1\ndeclare void @outside()\n\
        define i32 @reads(ptr %p) {\n  %a = load i32, ptr %p\n  %b = load i32, ptr @c\n  %s = add i32 %a, %b\n  ret i32 %s\n}\n\
        define void @writes() {\n  store i32 1, ptr @x\n  ret void\n}\n\
        define void @both(i32 %n) {\n  %q = alloca i32\n  store i32 %n, ptr %q\n  %r = call i32 @reads(ptr %q)\n  call void @writes()\n  ret void\n}\n\
        define void @unknown() {\n  call void @outside()\n  ret void\n}\n";

    #[test]
    fn effects_are_those_of_the_body() {
        let module = tern_llvm_ir::read(TEXT, "memory.ll").unwrap();
        let memory = Memory::of(&module, &CallGraph::of(&module));
        let of = |name| memory.effects(module.function(name).unwrap()).to_string();
        assert_eq!(of("reads"), "argmem: read");
        assert_eq!(
            of("writes"),
            "write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none"
        );
        assert_eq!(of("unknown"), "readwrite");
    }

    #[test]
    fn variables_are_told_apart() {
        let module = tern_llvm_ir::read(TEXT, "memory.ll").unwrap();
        let memory = Memory::of(&module, &CallGraph::of(&module));
        let of = |function, variable| {
            memory.access(&module, module.function(function).unwrap(), module.global(variable).unwrap())
        };
        assert_eq!((of("both", "x"), of("both", "y")), (Access::Write, Access::None));
        assert_eq!(of("unknown", "y"), Access::ReadWrite);
    }

    #[test]
    fn aliases_that_the_linker_may_replace_lead_anywhere() {
        let text = b"@x = global i32 0\n@y = global i32 0\n@strong = alias void (), ptr @writes\n\
            @weak = weak alias void (), ptr @writes\n@behind = alias void (), ptr @weak\n\
            define void @writes() {\n  store i32 1, ptr @x\n  ret void\n}\n\
            define weak void @replaced() {\n  store i32 1, ptr @x\n  ret void\n}\n\
            define void @main() {\n  call void @writes()\n  call void @strong()\n  call void @replaced()\n  call void @weak()\n\
            \x20 call void @behind()\n  ret void\n}\n\
            define void @by_strong() {\n  call void @strong()\n  ret void\n}\n\
            define void @by_weak() {\n  call void @weak()\n  ret void\n}\n";
        let module = tern_llvm_ir::read(text, "memory.ll").unwrap();
        let calls = CallGraph::of(&module);
        let memory = Memory::of(&module, &calls);
        let y = module.global("y").unwrap();
        let main = module.function("main").unwrap();
        let function = module.globals[main].as_function().unwrap();
        let insts = function.block_insts(function.layout[0]).iter();
        let by_call: Vec<Access> =
            insts.map(|&inst| memory.inst_access(&module, &calls, (main, inst), y)).collect();
        let (no, yes) = (Access::None, Access::ReadWrite);
        assert_eq!(by_call, [no, no, yes, yes, yes, no]);
        let by = |name| memory.access(&module, module.function(name).unwrap(), y);
        assert_eq!([by("by_strong"), by("by_weak")], [no, yes]);
    }
}
