//! CUDA's barriers for thread blocks, which older versions of LLVM had under other names and with other parameters.

use crate::constants::ConstantKind;
use crate::function::{Function, Value};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{CastOp, Flags, Inst, Instruction, IntPredicate};
use crate::intrinsics::{Names, rebuild};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The arguments of the new call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Those of the old call.
    Same,
    /// Only the number of the barrier, 0.
    Barrier0,
    /// Barrier 0, and whether the old argument is not zero. The result is a number of threads.
    Count,
    /// Barrier 0, and whether the old argument is not zero. The result was an `i32` and is now an `i1`.
    Truth,
}

/// Old and new names, without `llvm.nvvm.`, of CUDA's barriers for thread blocks. Sorted by old name.
const BARRIERS: &[(&str, &str, Shape)] = &[
    ("bar.sync", "barrier.cta.sync.aligned.all", Shape::Same),
    ("barrier", "barrier.cta.sync.aligned.count", Shape::Same),
    ("barrier.n", "barrier.cta.sync.aligned.all", Shape::Same),
    ("barrier.sync", "barrier.cta.sync.all", Shape::Same),
    ("barrier.sync.cnt", "barrier.cta.sync.count", Shape::Same),
    ("barrier0", "barrier.cta.sync.aligned.all", Shape::Barrier0),
    ("barrier0.and", "barrier.cta.red.and.aligned.all", Shape::Truth),
    ("barrier0.or", "barrier.cta.red.or.aligned.all", Shape::Truth),
    ("barrier0.popc", "barrier.cta.red.popc.aligned.all", Shape::Count),
];

/// The declaration of an old intrinsic.
struct Old {
    global: Global,
    new: Global,
    new_type: Type,
    shape: Shape,
}

/// Replaces calls of old intrinsics, and replaces the old declarations by those of the new intrinsics.
pub(super) fn upgrade(module: &mut Module) {
    let found: Vec<(Global, &str, Shape)> = module
        .functions
        .iter()
        .filter_map(|&global| {
            let value = &module.globals[global];
            let name = module.strings.get(value.name?).strip_prefix(b"llvm.nvvm.bar")?;
            let name = [b"bar", name].concat();
            let at = BARRIERS.binary_search_by(|(old, ..)| old.as_bytes().cmp(&name)).ok()?;
            let (_, new, shape) = BARRIERS[at];
            let declared = value.as_function()?.is_declaration() && has_type(module, value.ty, new, shape);
            declared.then_some((global, new, shape))
        })
        .collect();
    if found.is_empty() {
        return;
    }
    let mut names = Names::of(module);
    let mut old = Vec::new();
    for (global, name, shape) in found {
        let full = [b"llvm.nvvm.", name.as_bytes()].concat();
        let new_type = new_type(module, shape, module.globals[global].ty);
        module.functions.retain(|&other| other != global);
        let new = match names.function(module, &full, new_type) {
            Some(known) => known,
            None => {
                names.make_room(module, &full, ".renamed");
                let kind = GlobalKind::Function(Box::default());
                let new = module.globals.push(GlobalValue::new(None, new_type, kind));
                names.declare(module, new, &full, new_type);
                new
            }
        };
        old.push(Old { global, new, new_type, shape });
    }
    for &global in &module.functions.clone() {
        let GlobalKind::Function(function) = &mut module.globals[global].kind else { continue };
        if function.is_declaration() {
            continue;
        }
        let mut function = std::mem::take(function);
        change_function(module, &mut function, &old);
        module.globals[global].kind = GlobalKind::Function(function);
    }
}

/// The function type of the new intrinsic.
fn new_type(module: &Module, shape: Shape, old: Type) -> Type {
    let types = &module.types;
    let (i1, i32) = (types.integer(1), types.integer(32));
    let (ret, params) = match shape {
        Shape::Same => return old,
        Shape::Barrier0 => (types.intern(TypeKind::Void), vec![i32]),
        Shape::Count => (i32, vec![i32, i1]),
        Shape::Truth => (i1, vec![i32, i1]),
    };
    types.intern(TypeKind::Function { ret, params: params.into(), varargs: false })
}

/// Whether `ty` is the type of the old intrinsic.
fn has_type(module: &Module, ty: Type, new: &str, shape: Shape) -> bool {
    let TypeKind::Function { ret, params, varargs: false } = module.types.kind(ty) else { return false };
    let i32 = module.types.integer(32);
    let is_void = matches!(module.types.kind(*ret), TypeKind::Void);
    let (count, fits) = match shape {
        Shape::Same => (if new.ends_with(".count") { 2 } else { 1 }, is_void),
        Shape::Barrier0 => (0, is_void),
        Shape::Count | Shape::Truth => (1, *ret == i32),
    };
    fits && params.len() == count && params.iter().all(|&param| param == i32)
}

/// Replaces the calls in a function.
fn change_function(module: &mut Module, function: &mut Function, old: &[Old]) {
    let debug_location = module.strings.find(b"dbg");
    for block in function.layout.clone() {
        let mut insts: Vec<Inst> = Vec::new();
        let mut changed = false;
        for &inst in &function.block_insts(block).to_vec() {
            let called = old_call(module, function, inst, old);
            let Some(old) = called else {
                insts.push(inst);
                continue;
            };
            changed = true;
            rebuild(function, inst, debug_location);
            let kept = function.inst_attachments(inst).to_vec();
            let attach = |function: &mut Function| match kept.is_empty() {
                true => Default::default(),
                false => function.push_attachments(&kept),
            };
            let (i1, i32) = (module.types.integer(1), module.types.integer(32));
            let zero: Value = module.constants.integer(&module.types, i32, 0).into();
            let callee: Value = module.address_of(old.new).into();
            let result = function.insts[inst].result.expand();
            let Some(call) = function.insts[inst].inst.call_site_mut() else { continue };
            (call.callee, call.function_type) = (callee, old.new_type);
            let argument = call.args.first().copied();
            if old.shape == Shape::Barrier0 {
                call.args = [zero].into_iter().collect();
            }
            if let (Some(argument), Shape::Count | Shape::Truth) = (argument, old.shape) {
                let is_true = function.add_local(i1, None);
                let compare = Instruction::ICmp {
                    predicate: IntPredicate::Ne,
                    flags: Flags::empty(),
                    lhs: argument,
                    rhs: zero,
                };
                let attachments = attach(function);
                insts.push(function.add_inst(compare, Some(is_true), attachments));
                if let Some(call) = function.insts[inst].inst.call_site_mut() {
                    call.args = [zero, is_true.into()].into_iter().collect();
                }
            }
            insts.push(inst);
            // LLVM does not keep the name of the replaced result.
            let Some(result) = result else { continue };
            function.locals[result].name = None;
            if old.shape == Shape::Truth {
                let truth = function.add_local(i1, None);
                function.insts[inst].result = Some(truth).into();
                function.locals[truth].inst = Some(inst).into();
                let extend =
                    Instruction::Cast { op: CastOp::ZExt, flags: Flags::empty(), value: truth.into() };
                let attachments = attach(function);
                insts.push(function.add_inst(extend, Some(result), attachments));
            }
        }
        if changed {
            function.set_block_insts(block, &insts);
        }
    }
}

/// The old intrinsic that an instruction calls.
fn old_call<'o>(module: &Module, function: &mut Function, inst: Inst, old: &'o [Old]) -> Option<&'o Old> {
    let instruction = &mut function.insts[inst].inst;
    if !matches!(instruction, Instruction::Call(_)) {
        return None;
    }
    let callee = instruction.call_site_mut()?.callee.constant()?;
    let &ConstantKind::Global(global) = module.constants.kind(callee) else { return None };
    old.iter().find(|old| old.global == global)
}
