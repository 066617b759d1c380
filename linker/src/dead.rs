//! Removes globals that nothing needs, and what refers to them. Source: LLVM, `GlobalDCE.cpp`, `StripDeadPrototypes.cpp`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::cranelift_entity::{EntityRef, SecondaryMap};
use tern_llvm_ir::globals::{Comdat, GlobalKind, Variable};
use tern_llvm_ir::instruction::{Instruction, RecordOperand};
use tern_llvm_ir::metadata::{MdNodeData, MdNodeKind};
use tern_llvm_ir::{
    Constant, ConstantKind, Function, Global, GlobalValue, Linkage, MdNode, Metadata, Module, TypeKind, Value,
};

use crate::linkage::{comdat_of, is_declaration, is_link_once, is_local};

/// What the globals of a module refer to, metadata and debug records aside.
struct References {
    /// By constant, what is referred to in it.
    seen: FxHashSet<Constant>,
    roots: Vec<Constant>,
}

impl References {
    fn of_global(module: &Module, global: Global) -> Vec<Global> {
        let mut references = Self { seen: FxHashSet::default(), roots: Vec::new() };
        match &module.globals[global].kind {
            GlobalKind::Variable(variable) => references.roots.extend(variable.initializer),
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => references.roots.push(*target),
            GlobalKind::Function(function) => references.add_function(function),
        }
        references.globals(module)
    }

    fn add_function(&mut self, function: &Function) {
        let Function { prefix, prologue, personality, .. } = function;
        self.roots.extend([prefix, prologue, personality].into_iter().flatten());
        let mut last = None;
        for (_, inst) in function.instructions() {
            function.insts[inst].inst.for_each_operand(function, |value| {
                if let Some(constant) =
                    value.constant().filter(|constant| last.replace(*constant) != Some(*constant))
                {
                    self.roots.push(constant);
                }
            });
        }
    }

    fn globals(mut self, module: &Module) -> Vec<Global> {
        let mut found = Vec::new();
        while let Some(constant) = self.roots.pop() {
            if !self.seen.insert(constant) {
                continue;
            }
            let kind = module.constants.kind(constant);
            found.extend(kind.global());
            match kind {
                // What metadata refers to is not kept for it.
                ConstantKind::Metadata(_) | ConstantKind::ArgList(_) => {}
                kind => kind.for_each_operand(|operand| self.roots.push(operand)),
            }
        }
        found
    }
}

/// Removes functions that do nothing from `llvm.global_ctors`, if all that it lists are functions without parameters.
pub(crate) fn drop_empty_constructors(module: &mut Module) {
    let is_list = |global: &&Global| module.name(**global) == Some(b"llvm.global_ctors");
    let Some(&list) = module.variables.iter().find(is_list) else { return };
    let GlobalKind::Variable(Variable { initializer: Some(initializer), constant, .. }) =
        module.globals[list].kind
    else {
        return;
    };
    let mut entries = module.constants.elements(&module.types, initializer).unwrap_or_default();
    let before = entries.len();
    let mut is_plain = true;
    entries.retain(|&entry| {
        let fields = module.constants.elements(&module.types, entry).unwrap_or_default();
        match fields.get(1).map(|&function| module.constants.kind(function)) {
            Some(ConstantKind::Zero) => true,
            Some(ConstantKind::Global(global)) => match module.globals[*global].as_function() {
                Some(function) if function.args.is_empty() => !does_nothing(module, function),
                _ => {
                    is_plain = false;
                    true
                }
            },
            _ => {
                is_plain = false;
                true
            }
        }
    });
    if !is_plain || entries.len() == before {
        return;
    }
    let Some(element) = module.types.element(module.globals[list].ty, 0) else { return };
    let ty = module.types.intern(TypeKind::Array { len: entries.len() as u64, element });
    let initializer = Some(module.constants.aggregate(&module.types, ty, &entries));
    let old = &mut module.globals[list];
    // As in LLVM, it is a new variable that has little of the old one.
    let mut new = GlobalValue::new(
        old.name,
        ty,
        GlobalKind::Variable(Variable { initializer, constant, ..Variable::default() }),
    );
    (new.linkage, new.tls) = (old.linkage, old.tls);
    *old = new;
}

/// Whether a function returns at once.
fn does_nothing(module: &Module, function: &Function) -> bool {
    let first = function.instructions().map(|(_, inst)| &function.insts[inst].inst).find(|inst| {
        let is_probe = inst
            .call_site()
            .and_then(|call| module.named_callee(call))
            .is_some_and(|callee| module.name(callee) == Some(b"llvm.pseudoprobe"));
        !matches!(inst, Instruction::DebugRecord(_)) && !is_probe
    });
    matches!(first, Some(Instruction::Ret(None)))
}

fn is_discardable(linkage: Linkage) -> bool {
    is_link_once(linkage) || is_local(linkage) || linkage == Linkage::AvailableExternally
}

/// Removes globals that neither other modules nor the globals that stay refer to.
pub(crate) fn remove_unreferenced(module: &mut Module) {
    let globals: Vec<Global> = module.listed_globals().collect();
    let mut members: FxHashMap<Comdat, Vec<Global>> = FxHashMap::default();
    for &global in &globals {
        if let Some(comdat) = comdat_of(module, global) {
            members.entry(comdat).or_default().push(global);
        }
    }
    let is_root = |global: &Global| {
        let value = &module.globals[*global];
        !is_declaration(value) && !is_discardable(value.linkage)
    };
    let mut open: Vec<Global> = globals.iter().copied().filter(is_root).collect();
    let mut alive: FxHashSet<Global> = open.iter().copied().collect();
    while let Some(global) = open.pop() {
        let others = comdat_of(module, global).and_then(|comdat| members.remove(&comdat)).unwrap_or_default();
        for other in References::of_global(module, global).into_iter().chain(others) {
            if alive.insert(other) {
                open.push(other);
            }
        }
    }
    let dead: FxHashSet<Global> = globals.into_iter().filter(|global| !alive.contains(global)).collect();
    remove(module, &dead);
}

/// Removes declarations of functions and variables that nothing uses.
pub fn strip_dead_prototypes(module: &mut Module) {
    let mut used = FxHashSet::default();
    for global in module.listed_globals() {
        used.extend(References::of_global(module, global));
    }
    let is_dead = |global: &Global| {
        let value = &module.globals[*global];
        matches!(value.kind, GlobalKind::Variable(_) | GlobalKind::Function(_))
            && is_declaration(value)
            && !used.contains(global)
    };
    let dead: FxHashSet<Global> = module.listed_globals().filter(is_dead).collect();
    remove(module, &dead);
}

/// Removes globals that only metadata refers to, and puts nothing in their place there.
pub(crate) fn remove(module: &mut Module, dead: &FxHashSet<Global>) {
    if dead.is_empty() {
        return;
    }
    for list in [&mut module.variables, &mut module.functions, &mut module.aliases, &mut module.ifuncs] {
        list.retain(|global| !dead.contains(global));
    }
    let void = module.types.common.void;
    for &global in dead {
        module.globals[global] = GlobalValue::new(None, void, GlobalKind::Variable(Variable::default()));
    }
    forget(module, dead);
}

/// Takes references to globals that are gone out of metadata and debug records.
fn forget(module: &mut Module, dead: &FxHashSet<Global>) {
    let mut holds: SecondaryMap<Constant, bool> = SecondaryMap::with_capacity(module.constants.len());
    let mut any = false;
    for constant in module.constants.ids() {
        let kind = module.constants.kind(constant);
        let mut held = kind.global().is_some_and(|global| dead.contains(&global));
        kind.for_each_operand(|operand| held |= holds[operand]);
        holds[constant] = held;
        any |= held;
    }
    if !any {
        return;
    }
    for node in module.metadata.nodes.values_mut() {
        for operand in node.kind.operands_mut() {
            if matches!(operand, Metadata::Constant(constant) if holds[*constant]) {
                *operand = Metadata::Null;
                // As in LLVM, it is no longer the same as others of its contents.
                node.distinct = true;
            }
        }
    }
    let mut empty: Option<MdNode> = None;
    for global in module.functions.clone() {
        let GlobalKind::Function(function) = &mut module.globals[global].kind else { continue };
        for index in 0..function.insts.len() {
            let inst = tern_llvm_ir::Inst::new(index);
            let (constants, nodes) = (&module.constants, &mut module.metadata.nodes);
            if let Instruction::DebugRecord(record) = &mut function.insts[inst].inst {
                let poison = |value: &mut Value| {
                    if let Some(constant) = value.constant().filter(|constant| holds[*constant]) {
                        *value = constants.intern(constants.ty(constant), ConstantKind::Poison).into();
                    }
                };
                record.values_mut().for_each(poison);
                for operand in &mut record.operands {
                    if matches!(operand, RecordOperand::Metadata(Metadata::Constant(constant)) if holds[*constant])
                    {
                        *operand = RecordOperand::Metadata(Metadata::Null);
                    }
                }
                continue;
            }
            function.for_each_operand_mut(inst, |operand| {
                let Some(constant) = operand.constant().filter(|constant| holds[*constant]) else { return };
                let nothing = || MdNodeData { distinct: false, kind: MdNodeKind::Tuple(Box::default()) };
                if matches!(constants.kind(constant), ConstantKind::Metadata(_) | ConstantKind::ArgList(_)) {
                    let node = *empty.get_or_insert_with(|| nodes.push(nothing()));
                    let kind = ConstantKind::Metadata(Metadata::Node(node));
                    *operand = constants.intern(constants.ty(constant), kind).into();
                }
            });
        }
    }
}
