//! Calls of intrinsics: they agree with LLVM's table. Source: LangRef, Intrinsic Functions.

use super::{Body, Context, Rule, broken, check};
use crate::attributes::AttributeListId;
use crate::globals::Global;
use crate::instruction::{CallSite, Inst, Instruction};
use crate::intrinsics::{self, Mismatch};
use crate::types::TypeKind;

/// The intrinsics that may be called by other instructions than `call`.
const INVOKED: &[&str] = &[
    "llvm.donothing",
    "llvm.seh.try.begin",
    "llvm.seh.try.end",
    "llvm.seh.scope.begin",
    "llvm.seh.scope.end",
    "llvm.coro.resume",
    "llvm.coro.destroy",
    "llvm.coro.await.suspend.void",
    "llvm.coro.await.suspend.bool",
    "llvm.coro.await.suspend.handle",
    "llvm.experimental.patchpoint.void",
    "llvm.experimental.patchpoint",
    "llvm.experimental.gc.statepoint",
    "llvm.wasm.throw",
    "llvm.wasm.rethrow",
];

impl Context<'_> {
    /// The type of an intrinsic is one that LLVM's table allows.
    fn intrinsic_signature(&self, global: Global) -> Rule {
        let (name, ty) = (self.name(global), self.global(global).ty);
        let Some(intrinsic) = intrinsics::find(name.as_bytes()) else { return Ok(()) };
        if intrinsics::may_be_upgraded(self.module, name.as_bytes(), ty) {
            return Ok(());
        }
        let TypeKind::Function { varargs, .. } = *self.types().kind(ty) else { return Ok(()) };
        let message = match intrinsic.matches(self.module, ty) {
            Ok(()) => return Ok(()),
            Err(Mismatch::Result) => "Intrinsic has incorrect return type!",
            Err(Mismatch::Parameter) => "Intrinsic has incorrect argument type!",
            Err(Mismatch::Varargs) if varargs => "Intrinsic was not defined with variable arguments!",
            Err(Mismatch::Varargs) => "Callsite was not defined with variable arguments!",
        };
        Err(broken(message, [global.into()]))
    }
}

impl Body<'_, '_> {
    /// The rules for a call of an intrinsic.
    pub(super) fn intrinsic_call(&self, inst: Inst, call: &CallSite, callee: Global) -> Rule {
        if !self.known_intrinsics.borrow().contains(&callee) {
            self.context.intrinsic_signature(callee)?;
            self.known_intrinsics.borrow_mut().insert(callee);
        }
        for &arg in &call.args {
            let is_tile =
                arg.constant().is_some() && *self.types().kind(self.type_of(arg)) == TypeKind::X86Amx;
            check!(!is_tile, "const x86_amx is not allowed in argument!");
        }
        if !matches!(self.inst(inst), Instruction::Call(_)) {
            self.invoked(inst, callee)?;
        }
        Ok(())
    }

    /// The attributes of a function's declaration. Those of an intrinsic are in LLVM's table, whatever the text says.
    pub(super) fn declared_attributes(&self, global: Global) -> AttributeListId {
        let value = self.context.global(global);
        let own = value.as_function().map_or(AttributeListId::default(), |function| function.attributes);
        if !self.context.module.is_intrinsic(global) {
            return own;
        }
        let mut lists = self.intrinsic_attributes.borrow_mut();
        *lists.entry(global).or_insert_with(|| {
            let module = self.context.module;
            let known = intrinsics::find(self.context.name(global).as_bytes());
            let known = known.filter(|known| known.matches(module, value.ty).is_ok());
            known.map_or(own, |known| known.attributes(module, value.ty))
        })
    }

    /// Few intrinsics may be invoked.
    fn invoked(&self, inst: Inst, callee: Global) -> Rule {
        let name = self.context.name(callee);
        let base = intrinsics::base_name(&name).unwrap_or(&name);
        let may = INVOKED.contains(&base) || !matches!(self.inst(inst), Instruction::Invoke(_));
        check!(
            may,
            "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, \
             clang.arc.attachedcall or wasm.(re)throw",
            inst,
        );
        Ok(())
    }
}
