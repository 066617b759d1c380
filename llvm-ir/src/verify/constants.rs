//! Constants as operands: those that only a call may name, and signed pointers. Source: LangRef, Constants, Pointer Authentication
//! Constants, Intrinsic Functions.

use cranelift_entity::EntitySet;

use super::{Body, Context, Rule, Subject, broken, check};
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::function::Value;
use crate::globals::{Global, GlobalKind};
use crate::instruction::{CastOp, Inst};
use crate::module::Module;
use crate::reader::is_valid_cast;
use crate::upgrade::debug_records;

/// The constants that have rules as operands.
pub(super) struct Special {
    /// The addresses of intrinsics, inline assembler, and those that contain signed pointers or casts of bits.
    set: EntitySet<Constant>,
    /// Those that contain the address of an intrinsic, with that.
    around: Vec<(Constant, Global)>,
}

impl Special {
    pub(super) fn of(module: &Module) -> Self {
        let (mut set, mut around) = (EntitySet::new(), Vec::new());
        let is_intrinsic =
            |global| module.is_intrinsic(global) && module.globals[global].as_function().is_some();
        for constant in module.constants.ids() {
            let kind = module.constants.kind(constant);
            let mut is_special = match kind {
                ConstantKind::Global(global) => is_intrinsic(*global),
                ConstantKind::NoCfi(global) | ConstantKind::DsoLocalEquivalent(global) => {
                    if is_intrinsic(*global) {
                        around.push((constant, *global));
                    }
                    false
                }
                ConstantKind::InlineAsm(_) | ConstantKind::PtrAuth(_) => true,
                ConstantKind::Expr(expr) => {
                    matches!(**expr, ConstantExpr::Cast { op: CastOp::BitCast, .. })
                }
                _ => false,
            };
            if matches!(
                kind,
                ConstantKind::Expr(_)
                    | ConstantKind::Aggregate(_)
                    | ConstantKind::Splat(_)
                    | ConstantKind::PtrAuth(_)
            ) {
                // Operands come first. The addresses of globals do not lead on.
                kind.for_each_operand(|operand| {
                    if set.contains(operand) {
                        match module.constants.kind(operand) {
                            ConstantKind::Global(global) => around.push((constant, *global)),
                            _ => is_special = true,
                        }
                    }
                });
            }
            if is_special {
                set.insert(constant);
            }
        }
        Self { set, around }
    }

    pub(super) fn contains(&self, constant: Constant) -> bool {
        self.set.contains(constant)
    }
}

impl Context<'_> {
    /// The function whose address a value is.
    pub(super) fn function_named(&self, value: Value) -> Option<Global> {
        match *self.constants().kind(value.constant()?) {
            ConstantKind::Global(global) => self.global(global).as_function().map(|_| global),
            _ => None,
        }
    }

    /// Whether a global is thread-local. An alias is what it stands for.
    pub(super) fn is_thread_local(&self, global: &crate::globals::GlobalValue) -> bool {
        match global.kind {
            GlobalKind::Alias(_) | GlobalKind::Variable(_) => global.tls.is_some(),
            GlobalKind::Function(_) | GlobalKind::IFunc(_) => false,
        }
    }

    /// The value of an integer constant of at most 64 bits, or of one that is wider and has a small value, without a sign.
    pub(super) fn number(&self, constant: Constant) -> Option<u64> {
        match self.constants().kind(constant) {
            ConstantKind::Integer(bits) => Some(*bits),
            ConstantKind::BigInteger(limbs) => match limbs.split_first() {
                Some((&first, rest)) if rest.iter().all(|&limb| limb == 0) => Some(first),
                _ => None,
            },
            _ => None,
        }
    }

    /// The rules for a constant and those that it consists of, but for what globals are.
    pub(super) fn constant_expressions(&self, constant: Constant) -> Rule {
        if !self.special.contains(constant) {
            return Ok(());
        }
        let mut work = vec![constant];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(constant) = work.pop() {
            if !self.special.contains(constant) || !seen.insert(constant) {
                continue;
            }
            let kind = self.constants().kind(constant);
            match kind {
                ConstantKind::Expr(expr) => {
                    if let ConstantExpr::Cast { op: CastOp::BitCast, value } = **expr {
                        let (from, to) = (self.constants().ty(value), self.constants().ty(constant));
                        let is_valid = is_valid_cast(self.types(), CastOp::BitCast, from, to);
                        check!(is_valid, "Invalid bitcast", Value::from(constant));
                    }
                }
                ConstantKind::PtrAuth(operands) => self.signed_pointer(constant, operands)?,
                ConstantKind::Global(_) => continue,
                _ => {}
            }
            kind.for_each_operand(|operand| work.push(operand));
        }
        Ok(())
    }

    /// `ptrauth (ptr p, i32 key, i64 discriminator, ptr address, ptr deactivation)`.
    fn signed_pointer(&self, constant: Constant, operands: &[Constant; 5]) -> Rule {
        let types = self.types();
        let [pointer, key, discriminator, address, deactivation] =
            operands.map(|operand| self.constants().ty(operand));
        check!(types.is_pointer(pointer), "signed ptrauth constant base pointer must have pointer type");
        let same = self.constants().ty(constant) == pointer;
        check!(same, "signed ptrauth constant must have same type as its base pointer");
        let is_key = key == types.common.i32;
        check!(is_key, "signed ptrauth constant key must be i32 constant integer");
        let is_pointer = types.is_pointer(address);
        check!(is_pointer, "signed ptrauth constant address discriminator must be a pointer");
        let is_number = discriminator == types.common.i64;
        check!(is_number, "signed ptrauth constant discriminator must be i64 constant integer");
        let is_pointer = types.is_pointer(deactivation);
        check!(is_pointer, "signed ptrauth constant deactivation symbol must be a pointer");
        let is_symbol =
            matches!(self.constants().kind(operands[4]), ConstantKind::Zero | ConstantKind::Global(_));
        check!(is_symbol, "signed ptrauth constant deactivation symbol must be a global value or null");
        Ok(())
    }
}

impl Body<'_, '_> {
    /// The rules for an operand that is one of the [`special`] constants.
    #[cold]
    pub(super) fn special_operand(&self, inst: Inst, constant: Constant) -> Rule {
        let context = self.context;
        let call = self.inst(inst).call_site();
        let is_callee = call.is_some_and(|call| {
            call.callee == constant.into() && {
                // A call may pass on what it calls.
                let mut uses = 0;
                self.inst(inst).for_each_operand(self.function, |operand| {
                    uses += u32::from(operand == constant.into());
                });
                uses == 1
            }
        });
        match context.constants().kind(constant) {
            ConstantKind::Global(global) => {
                let is_attached = call
                    .and_then(|call| self.bundle(call, "clang.arc.attachedcall"))
                    .is_some_and(|bundle| bundle.inputs.contains(&constant.into()));
                if is_attached {
                    return Ok(());
                }
                let same = call.is_some_and(|call| {
                    call.function_type == context.global(*global).ty || !self.is_current(call, *global)
                });
                if !is_callee || !same {
                    self.misused.borrow_mut().push((*global, inst));
                }
                check!(is_callee, "Cannot take the address of an intrinsic!", inst);
                match self.inst(inst) {
                    crate::instruction::Instruction::Invoke(_) => self.invoked(inst, *global),
                    _ => Ok(()),
                }
            }
            ConstantKind::InlineAsm(_) => {
                check!(is_callee, "Cannot take the address of an inline asm!", inst);
                Ok(())
            }
            kind => {
                let checked = match kind {
                    ConstantKind::PtrAuth(_) => true,
                    ConstantKind::Expr(_) => self.is_pointer(context.constants().ty(constant)),
                    _ => false,
                };
                if checked { context.constant_expressions(constant) } else { Ok(()) }
            }
        }
    }
}

impl Body<'_, '_> {
    /// Notes the intrinsics that an instruction uses otherwise than to call them.
    #[cold]
    pub(super) fn note_misused(&self, inst: Inst) {
        self.inst(inst).for_each_operand(self.function, |operand| {
            if let Some(constant) =
                operand.constant().filter(|&constant| self.context.special.contains(constant))
            {
                // What else is wrong with it is not said.
                let _ = self.special_operand(inst, constant);
            }
        });
    }
}

/// The intrinsics that globals and other constants refer to, which may do nothing but call them.
pub(super) fn named_by_constants(context: &Context<'_>) -> Vec<Global> {
    let module = context.module;
    let mut named = Vec::new();
    let intrinsic = |constant: Constant| match *module.constants.kind(constant) {
        ConstantKind::Global(global) => Some(global).filter(|&global| context.known(global).is_some()),
        _ => None,
    };
    for global in module.listed_globals() {
        let constants = match &module.globals[global].kind {
            GlobalKind::Variable(variable) => [variable.initializer, None, None],
            GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => [Some(*constant), None, None],
            GlobalKind::Function(function) => [function.prefix, function.prologue, function.personality],
        };
        named.extend(constants.into_iter().flatten().filter_map(intrinsic));
    }
    if !context.special.around.is_empty() {
        let live = super::globals::used_constants(context);
        let around = context.special.around.iter().filter(|(constant, _)| live.contains(constant));
        named.extend(around.map(|&(_, global)| global));
    }
    named.retain(|&global| !debug_records::is_replaced(context.module, global));
    named.sort();
    named.dedup();
    named
}

/// An intrinsic is called, and nothing else.
pub(super) fn misuse(user: Option<Subject>) -> Box<super::Broken> {
    broken("Invalid user of intrinsic instruction!", user)
}
