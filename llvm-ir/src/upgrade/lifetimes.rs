//! `llvm.lifetime.start` and `llvm.lifetime.end` with a size before the pointer, as before LLVM 22. Now the pointer must be an `alloca`: LLVM
//! looks for it through casts, and drops markers of other memory.

use crate::constants::ConstantKind;
use crate::function::{Function, Value, ValueKind};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{CastOp, Inst, Instruction};
use crate::intrinsics::{Names, rebuild};
use crate::module::Module;
use crate::types::TypeKind;

const NAMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];

/// The declaration of an old marker.
#[derive(Clone, Copy)]
pub(super) struct Marker {
    global: Global,
    name: &'static str,
}

impl Marker {
    /// The marker that a declaration with such a name is, if it has the old type.
    pub(super) fn of(module: &Module, global: Global) -> Option<Self> {
        let value = &module.globals[global];
        let known = module.strings.get(value.name?);
        let is = |name: &&&str| {
            known.strip_prefix(name.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
        };
        let name = NAMES.iter().find(is)?;
        let TypeKind::Function { ret, params, varargs: false } = module.types.kind(value.ty) else {
            return None;
        };
        let [size, pointer] = params[..] else { return None };
        let fits = *ret == module.types.common.void
            && size == module.types.common.i64
            && module.types.is_pointer(pointer);
        fits.then_some(Self { global, name })
    }

    /// Replaces the declaration by the one that LLVM makes of the first parameter. It is of no use, but stays.
    pub(super) fn replace_declaration(self, module: &mut Module, names: &mut Names) {
        module.functions.retain(|&other| other != self.global);
        let size = module.types.common.i64;
        let name = format!("{}.i64", self.name);
        self.function(module, names, &name, size);
    }

    /// The function with this name and type of parameter, declared if it is not.
    fn function(self, module: &mut Module, names: &mut Names, name: &str, param: crate::Type) -> Global {
        let ret = module.types.common.void;
        let kind = TypeKind::Function { ret, params: [param].into(), varargs: false };
        let ty = module.types.intern(kind);
        if let Some(known) = names.function(module, name.as_bytes(), ty) {
            return known;
        }
        names.make_room(module, name.as_bytes(), ".renamed");
        let new = module.globals.push(GlobalValue::new(None, ty, GlobalKind::Function(Box::default())));
        names.declare(module, new, name.as_bytes(), ty);
        new
    }
}

/// Upgrades the calls of old markers. In each body, the calls of one marker come before those of the next.
pub(super) fn change_calls(module: &mut Module, names: &mut Names, markers: &[Marker]) {
    for global in module.functions.clone() {
        let GlobalKind::Function(function) = &mut module.globals[global].kind else { continue };
        if function.is_declaration() {
            continue;
        }
        let mut function = std::mem::take(function);
        for &marker in markers {
            change_body(module, names, &mut function, marker);
        }
        module.globals[global].kind = GlobalKind::Function(function);
    }
}

fn change_body(module: &mut Module, names: &mut Names, function: &mut Function, marker: Marker) {
    let debug_location = module.strings.find(b"dbg");
    for block in function.layout.clone() {
        let insts = function.block_insts(block).to_vec();
        if !insts.iter().any(|&inst| calls(module, function, inst, marker)) {
            continue;
        }
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            if !calls(module, function, inst, marker) {
                kept.push(inst);
                continue;
            }
            let pointer = function.insts[inst].inst.call_site().and_then(|call| call.args.get(1).copied());
            let Some(pointer) = pointer.and_then(|pointer| alloca(module, function, pointer)) else {
                continue;
            };
            let ty = module.type_of(function, pointer);
            let TypeKind::Pointer(space) = *module.types.kind(ty) else { continue };
            let new = marker.function(module, names, &format!("{}.p{space}", marker.name), ty);
            rebuild(function, inst, debug_location);
            let (callee, function_type) = (module.address_of(new), module.globals[new].ty);
            if let Some(call) = function.insts[inst].inst.call_site_mut() {
                (call.callee, call.function_type) = (callee.into(), function_type);
                call.args = [pointer].into_iter().collect();
            }
            kept.push(inst);
        }
        function.set_block_insts(block, &kept);
    }
}

fn calls(module: &Module, function: &Function, inst: Inst, marker: Marker) -> bool {
    let Instruction::Call(call) = &function.insts[inst].inst else { return false };
    let callee = call.callee.constant().map(|callee| module.constants.kind(callee));
    callee == Some(&ConstantKind::Global(marker.global)) && call.args.len() == 2
}

/// The `alloca` that a pointer is, behind casts and `getelementptr` without an offset.
fn alloca(module: &Module, function: &Function, mut pointer: Value) -> Option<Value> {
    // In unreachable code a value may depend on itself.
    for _ in 0..=function.locals.len() {
        let ValueKind::Local(local) = pointer.kind() else { return None };
        match &function.insts[function.locals[local].inst.expand()?].inst {
            Instruction::Alloca(_) => return Some(pointer),
            Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => pointer = *value,
            Instruction::GetElementPtr { base, indices, .. }
                if function.list(*indices).iter().all(|index| is_zero(module, *index)) =>
            {
                pointer = *base;
            }
            _ => return None,
        }
    }
    None
}

fn is_zero(module: &Module, value: Value) -> bool {
    let kind = value.constant().map(|constant| module.constants.kind(constant));
    matches!(kind, Some(ConstantKind::Zero | ConstantKind::Integer(0)))
}
