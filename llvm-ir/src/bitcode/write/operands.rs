//! What LLVM has as operands of instructions and constants, in LLVM's order.

use smallvec::{SmallVec, smallvec};

use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::function::{Block, Function, Value};
use crate::globals::Global;
use crate::instruction::{CallSite, Instruction};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Value(Value),
    Block(Block),
    /// The value of a case of a switch, which is beside the operands.
    Case(Value),
}

/// Visits the operands of an instruction.
pub(super) fn each(function: &Function, inst: &Instruction, mut visit: impl FnMut(Operand)) {
    use Operand::{Block, Case, Value};
    let call = |call: &CallSite, blocks: &[crate::function::Block], visit: &mut dyn FnMut(Operand)| {
        call.args.iter().for_each(|&arg| visit(Value(arg)));
        call.bundles.iter().flat_map(|bundle| &bundle.inputs).for_each(|&input| visit(Value(input)));
        blocks.iter().for_each(|&block| visit(Block(block)));
        visit(Value(call.callee));
    };
    match inst {
        Instruction::Br(block) => visit(Block(*block)),
        Instruction::CondBr { condition, then, otherwise } => {
            visit(Value(*condition));
            visit(Block(*otherwise));
            visit(Block(*then));
        }
        Instruction::Switch(switch) => {
            visit(Value(switch.value));
            visit(Block(switch.default));
            switch.cases.iter().for_each(|&(_, block)| visit(Block(block)));
            switch.cases.iter().for_each(|&(value, _)| visit(Case(value)));
        }
        Instruction::IndirectBr { address, destinations } => {
            visit(Value(*address));
            destinations.iter().for_each(|&block| visit(Block(block)));
        }
        Instruction::Call(site) => call(site, &[], &mut visit),
        Instruction::Invoke(invoke) => call(&invoke.call, &[invoke.normal, invoke.unwind], &mut visit),
        Instruction::CallBr(callbr) => {
            let mut blocks = vec![callbr.fallthrough];
            blocks.extend(&callbr.indirect);
            call(&callbr.call, &blocks, &mut visit);
        }
        Instruction::CatchSwitch(switch) => {
            visit(Value(switch.parent));
            switch.unwind.iter().chain(&switch.handlers).for_each(|&block| visit(Block(block)));
        }
        Instruction::CatchRet { pad, successor } => {
            visit(Value(*pad));
            visit(Block(*successor));
        }
        Instruction::CleanupRet { pad, unwind } => {
            visit(Value(*pad));
            unwind.iter().for_each(|&block| visit(Block(block)));
        }
        Instruction::CatchPad { parent, args } | Instruction::CleanupPad { parent, args } => {
            function.list(*args).iter().for_each(|&arg| visit(Value(arg)));
            visit(Value(*parent));
        }
        other => other.for_each_operand(function, |value| visit(Value(value))),
    }
}

/// The constant that is in bitcode what this one is: splats of scalable vectors are expressions.
pub(super) fn in_bitcode(module: &Module, constant: Constant) -> Constant {
    let data = module.constants.get(constant);
    let ConstantKind::Splat(element) = data.kind else { return constant };
    let (types, constants) = (&module.types, &module.constants);
    let expression = |expr| constants.intern(data.ty, ConstantKind::Expr(Box::new(expr)));
    let poison = constants.intern(data.ty, ConstantKind::Poison);
    let index = constants.integer(types, types.common.i64, 0);
    let inserted = expression(ConstantExpr::InsertElement { vector: poison, value: element, index });
    expression(ConstantExpr::ShuffleVector { a: inserted, b: poison, mask: [0].into() })
}

/// The type of the address of a global. It has the type of the global if pointers have types.
pub(super) fn address_type(module: &Module, global: Global, is_typed: bool) -> Type {
    let value = &module.globals[global];
    match is_typed {
        true => module.types.typed_pointer(value.ty, value.address_space),
        false => module.types.pointer(value.address_space),
    }
}

/// The type of a constant. Inline assembly has the type of its function if pointers have types.
pub(super) fn constant_type(module: &Module, version: LlvmVersion, constant: Constant) -> Type {
    match module.constants.kind(constant) {
        ConstantKind::InlineAsm(asm) if !version.has_opaque_pointers() => {
            module.types.typed_pointer(asm.function_type, 0)
        }
        _ => module.constants.ty(constant),
    }
}

/// Visits the operands of a constant that have values, the mask of a shuffle included.
pub(super) fn of_constant(module: &Module, constant: Constant, mut visit: impl FnMut(Constant)) {
    let data = module.constants.get(constant);
    match &data.kind {
        ConstantKind::DsoLocalEquivalent(global) | ConstantKind::NoCfi(global) => {
            let ty = address_type(module, *global, module.types.has_typed_pointers());
            visit(module.constants.intern(ty, ConstantKind::Global(*global)));
        }
        ConstantKind::Global(_) => {}
        kind => {
            kind.for_each_operand(|operand| visit(in_bitcode(module, operand)));
            if let ConstantKind::Expr(expr) = kind
                && let ConstantExpr::ShuffleVector { mask, .. } = &**expr
            {
                let mask: Vec<u32> = mask.iter().map(|&index| index as u32).collect();
                visit(mask_constant(module, data.ty, &mask));
            }
        }
    }
}

/// Visits a constant after what it consists of. `visit` is called with `false` when a constant is met, and says whether it is entered; if so,
/// it is called again, with `true`, behind its operands.
pub(super) fn in_postorder(
    module: &Module,
    constant: Constant,
    mut visit: impl FnMut(Constant, bool) -> bool,
) {
    let mut stack: SmallVec<[(Constant, bool); 16]> = smallvec![(in_bitcode(module, constant), false)];
    while let Some((constant, is_left)) = stack.pop() {
        if !visit(constant, is_left) {
            continue;
        }
        stack.push((constant, true));
        let before = stack.len();
        of_constant(module, constant, |operand| stack.push((operand, false)));
        stack[before..].reverse();
    }
}

/// The mask of a shuffle as a constant; `u32::MAX` means poison.
pub(super) fn mask_constant(module: &Module, result: Type, mask: &[u32]) -> Constant {
    let (types, constants) = (&module.types, &module.constants);
    let element = types.common.i32;
    if let TypeKind::Vector { len, scalable: true, .. } = *types.kind(result) {
        let ty = types.intern(TypeKind::Vector { len, scalable: true, element });
        return match mask.first() {
            Some(0) => constants.zero(types, ty),
            _ => constants.intern(ty, ConstantKind::Poison),
        };
    }
    let ty = types.intern(TypeKind::Vector { len: mask.len() as u32, scalable: false, element });
    let elements: Vec<Constant> = mask
        .iter()
        .map(|&index| match index {
            u32::MAX => constants.intern(element, ConstantKind::Poison),
            index => constants.integer(types, element, index.into()),
        })
        .collect();
    constants.aggregate(types, ty, &elements)
}
