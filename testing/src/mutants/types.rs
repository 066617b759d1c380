//! Changes of types.

use tern_llvm_ir::instruction::Instruction;
use tern_llvm_ir::{Global, GlobalKind, Type, TypeKind};

use super::Mutation;

impl Mutation<'_> {
    /// A type of the module, or one that is often not allowed.
    pub(super) fn any_type(&mut self) -> Type {
        let types = &self.module.types;
        if self.choices.chance(60) {
            return Type::from_u32(self.choices.below(types.count()) as u32);
        }
        let (i32, i64, ptr) = (types.common.i32, types.common.i64, types.common.ptr);
        let kinds = [
            TypeKind::Integer(64),
            TypeKind::Integer(7),
            TypeKind::Float,
            TypeKind::Pointer(0),
            TypeKind::Pointer(1),
            TypeKind::Vector { len: 4, scalable: false, element: i32 },
            TypeKind::Vector { len: 2, scalable: true, element: i64 },
            TypeKind::Vector { len: 2, scalable: false, element: ptr },
            TypeKind::Array { len: 3, element: i32 },
            TypeKind::Struct { packed: false, fields: [i32, ptr].into() },
            TypeKind::Struct { packed: false, fields: [].into() },
            TypeKind::X86Amx,
            TypeKind::Token,
            TypeKind::Metadata,
            TypeKind::Void,
        ];
        let kind = self.choices.pick(&kinds).clone();
        self.module.types.intern(kind)
    }

    /// A type that values have.
    pub(super) fn value_type(&mut self) -> Type {
        let ty = self.any_type();
        let types = &self.module.types;
        let has_values = types.is_first_class(ty) && !matches!(types.kind(ty), TypeKind::Label);
        if has_values { ty } else { types.common.i32 }
    }

    /// Changes the type that an instruction names, or that of its result where the syntax names it.
    pub(super) fn inner_type(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| {
            matches!(
                inst,
                Instruction::Alloca(_)
                    | Instruction::GetElementPtr { .. }
                    | Instruction::Load { .. }
                    | Instruction::Cast { .. }
                    | Instruction::Phi { .. }
                    | Instruction::VaArg { .. }
                    | Instruction::LandingPad(_)
                    | Instruction::Call(_)
            )
        })?;
        // A floating-point constant of another type is perhaps spelled as LLVM 23 and later spell it.
        let function = self.function_of(global);
        if matches!(function.insts[inst].inst, Instruction::Phi { .. })
            && function.operands(inst).into_iter().any(|operand| self.is_number(operand))
        {
            return None;
        }
        let ty = if self.choices.chance(80) { self.value_type() } else { self.any_type() };
        let call_type = self.changed_function_type();
        let function = self.function_mut(global);
        let result = function.insts[inst].result.expand();
        match &mut function.insts[inst].inst {
            Instruction::Alloca(alloca) => alloca.allocated = ty,
            Instruction::GetElementPtr { element, .. } => *element = ty,
            Instruction::Call(call) => call.function_type = call_type?,
            _ => function.locals[result?].ty = ty,
        }
        Some(())
    }

    /// The type of a function of the module, perhaps with a change.
    pub(super) fn changed_function_type(&mut self) -> Option<Type> {
        let all: Vec<Type> = self.module.functions().map(|(_, value, _)| value.ty).collect();
        let ty = self.one(&all)?;
        let TypeKind::Function { mut ret, params, mut varargs } = self.module.types.kind(ty).clone() else {
            return None;
        };
        let mut params = params.to_vec();
        let at = self.choices.below(params.len().max(1));
        match self.choices.below(6) {
            0 => {}
            1 => varargs = !varargs,
            2 => ret = self.any_type(),
            3 if !params.is_empty() => params[at] = self.any_type(),
            4 if !params.is_empty() => drop(params.remove(at)),
            _ => {
                let ty = self.value_type();
                params.insert(at, ty);
            }
        }
        // Such types have no text that is read.
        let void = self.module.types.common.void;
        params.retain(|&ty| ty != void);
        Some(self.module.types.intern(TypeKind::Function { ret, params: params.into(), varargs }))
    }

    /// Changes the type of a function: its result, a parameter, or whether it has variable arguments.
    pub(super) fn function_type(&mut self) -> Option<()> {
        let functions = self.module.functions().map(|(global, ..)| global);
        // LLVM's reader brings calls of intrinsics with other types up to date, without a look at their arguments.
        let all: Vec<Global> = functions.filter(|&global| !self.module.is_intrinsic(global)).collect();
        let global = self.one(&all)?;
        let ty = self.module.globals[global].ty;
        let TypeKind::Function { mut ret, params, mut varargs } = self.module.types.kind(ty).clone() else {
            return None;
        };
        let mut params = params.to_vec();
        let changed = if self.choices.chance(80) { self.value_type() } else { self.any_type() };
        match self.choices.below(4) {
            0 => varargs = !varargs,
            1 => ret = changed,
            2 if !params.is_empty() => {
                let at = self.choices.below(params.len());
                params[at] = changed;
                let function = self.function_mut(global);
                let arg = function.args[at];
                function.locals[arg].ty = changed;
            }
            _ => {
                params.push(changed);
                self.function_mut(global).add_arg(changed, None);
            }
        }
        let ty = self.module.types.intern(TypeKind::Function { ret, params: params.into(), varargs });
        self.module.globals[global].ty = ty;
        Some(())
    }

    /// Changes the type of a variable, alias or ifunc; a variable's initializer follows, mostly.
    pub(super) fn global_type(&mut self) -> Option<()> {
        let lists = [&self.module.variables, &self.module.aliases, &self.module.ifuncs];
        let all: Vec<Global> = lists.into_iter().flatten().copied().collect();
        let global = self.one(&all)?;
        let ty = if self.choices.chance(70) { self.value_type() } else { self.any_type() };
        self.module.globals[global].ty = ty;
        let zero = self.constant_of(self.module.globals[global].ty);
        if let GlobalKind::Variable(variable) = &mut self.module.globals[global].kind
            && let Some(initializer) = &mut variable.initializer
        {
            *initializer = zero;
        }
        Some(())
    }
}
