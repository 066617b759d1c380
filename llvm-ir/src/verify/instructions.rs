//! Instructions: the types of operands and results, and what accesses memory. Source: LangRef, Instruction Reference.

use super::{Body, Rule, broken, check};
use crate::function::Value;
use crate::instruction::{
    Alignment, AtomicRmw, Atomicity, BinaryOp, CastOp, Inst, Instruction, List, Ordering, RmwOp, Switch,
    TailKind,
};
use crate::reader::is_valid_cast;
use crate::target_types::Property;
use crate::types::{Type, TypeKind};

impl Body<'_, '_> {
    /// The rules for one instruction.
    pub(super) fn instruction(&self, inst: Inst) -> Rule {
        match self.inst(inst) {
            Instruction::Ret(value) => self.ret(inst, *value)?,
            Instruction::CondBr { condition, .. } => {
                let is_bit = self.type_of(*condition) == self.types().common.i1;
                check!(is_bit, "Branch condition is not 'i1' type!", inst, *condition);
            }
            Instruction::Switch(switch) => self.switch(inst, switch)?,
            Instruction::IndirectBr { address, .. } => {
                let is_pointer = self.types().is_pointer(self.type_of(*address));
                check!(is_pointer, "Indirectbr operand must have pointer type!", inst);
            }
            Instruction::FNeg { value, .. } => {
                let ty = self.result(inst);
                let same = self.type_of(*value) == ty;
                check!(same, "Unary operators must have same type foroperands and result!", inst);
                check!(self.is_float(ty), "FNeg operator only works with float types!", inst);
            }
            Instruction::Binary { op, lhs, rhs, .. } => self.binary(inst, *op, *lhs, *rhs)?,
            Instruction::Cast { op, value, .. } => self.cast(inst, *op, *value)?,
            Instruction::ICmp { lhs, rhs, .. } => {
                let ty = self.type_of(*lhs);
                let same = ty == self.type_of(*rhs);
                check!(same, "Both operands to ICmp instruction are not of the same type!", inst);
                let compares = self.is_integer(ty) || self.is_pointer(ty);
                check!(compares, "Invalid operand types for ICmp instruction", inst);
            }
            Instruction::FCmp { lhs, rhs, .. } => {
                let ty = self.type_of(*lhs);
                let same = ty == self.type_of(*rhs);
                check!(same, "Both operands to FCmp instruction are not of the same type!", inst);
                check!(self.is_float(ty), "Invalid operand types for FCmp instruction", inst);
            }
            Instruction::Select { condition, then, otherwise, .. } => {
                self.select(inst, *condition, *then, *otherwise)?;
            }
            Instruction::Phi { incoming, .. } => self.phi(inst, self.function.list(*incoming))?,
            Instruction::ExtractElement { vector, index } => {
                let is_right =
                    self.types().is_vector(self.type_of(*vector)) && self.is_scalar_integer(*index);
                check!(is_right, "Invalid extractelement operands!", inst);
            }
            Instruction::InsertElement { vector, value, index } => {
                let ty = self.type_of(*vector);
                let is_right = self.types().is_vector(ty)
                    && self.types().scalar(ty) == self.type_of(*value)
                    && self.is_scalar_integer(*index);
                check!(is_right, "Invalid insertelement operands!", inst);
            }
            Instruction::ShuffleVector { a, b, .. } => {
                let ty = self.type_of(*a);
                let is_right = self.types().is_vector(ty) && ty == self.type_of(*b);
                check!(is_right, "Invalid shufflevector operands!", inst);
            }
            Instruction::ExtractValue { aggregate, indices } => {
                let indices = self.function.list(*indices);
                let member = self.types().member(self.type_of(*aggregate), indices);
                check!(member == Some(self.result(inst)), "Invalid ExtractValueInst operands!", inst);
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                let indices = self.function.list(*indices);
                let member = self.types().member(self.type_of(*aggregate), indices);
                check!(member == Some(self.type_of(*value)), "Invalid InsertValueInst operands!", inst);
            }
            Instruction::Alloca(alloca) => {
                check!(self.is_sized(alloca.allocated), "Cannot allocate unsized type", inst);
                let ty = alloca.allocated;
                let may_be_local =
                    || !self.context.target_type_within(ty, |target| !target.has(Property::Local));
                let may_be_local = self.context.right.local.of(ty, may_be_local);
                check!(may_be_local, "Alloca has illegal target extension type", inst);
                let is_count = self.is_scalar_integer(alloca.count);
                check!(is_count, "Alloca array size must have integer type", inst);
                self.alignment(inst, alloca.alignment)?;
                if alloca.swifterror {
                    self.swifterror_alloca(inst, alloca)?;
                }
            }
            Instruction::Load { address, alignment, atomicity, .. } => {
                let is_pointer = self.types().is_pointer(self.type_of(*address));
                check!(is_pointer, "Load operand must be a pointer.", inst);
                self.alignment(inst, *alignment)?;
                let ty = self.result(inst);
                check!(self.is_sized(ty), "loading unsized types is not allowed", inst);
                let releases = matches!(atomicity.ordering, Ordering::Release | Ordering::AcqRel);
                check!(!releases, "Load cannot have Release ordering", inst);
                self.access(inst, "load", ty, *atomicity)?;
            }
            Instruction::Store { value, address, alignment, atomicity, .. } => {
                let is_pointer = self.types().is_pointer(self.type_of(*address));
                check!(is_pointer, "Store operand must be a pointer.", inst);
                self.alignment(inst, *alignment)?;
                let ty = self.type_of(*value);
                check!(self.is_sized(ty), "storing unsized types is not allowed", inst);
                let acquires = matches!(atomicity.ordering, Ordering::Acquire | Ordering::AcqRel);
                check!(!acquires, "Store cannot have Acquire ordering", inst);
                self.access(inst, "store", ty, *atomicity)?;
            }
            Instruction::Fence(atomicity) => {
                let orders = !matches!(
                    atomicity.ordering,
                    Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic
                );
                check!(
                    orders,
                    "fence instructions may only have acquire, release, acq_rel, or seq_cst ordering.",
                    inst
                );
            }
            Instruction::CmpXchg(cmpxchg) => {
                let ty = self.type_of(cmpxchg.expected);
                let is_right = self.types().integer_width(ty).is_some() || self.types().is_pointer(ty);
                check!(is_right, "cmpxchg operand must have integer or pointer type", ty, inst);
                self.atomic_size(inst, ty)?;
            }
            Instruction::AtomicRmw(rmw) => self.atomicrmw(inst, rmw)?,
            Instruction::GetElementPtr { element, base, indices, .. } => {
                self.gep(inst, *element, *base, *indices)?;
            }
            Instruction::Call(call) => {
                self.call(inst, call)?;
                self.any_instruction(inst)?;
                return if call.tail == TailKind::MustTail { self.musttail(inst, call) } else { Ok(()) };
            }
            Instruction::Invoke(invoke) => {
                self.call(inst, &invoke.call)?;
                self.any_instruction(inst)?;
                return self.unwind_destination(inst, invoke.unwind);
            }
            Instruction::CallBr(callbr) => self.callbr(inst, callbr)?,
            Instruction::LandingPad(pad) => self.landing_pad(inst, pad)?,
            Instruction::Resume(value) => self.resume(inst, *value)?,
            Instruction::CatchPad { parent, .. } => self.catch_pad(inst, *parent)?,
            Instruction::CleanupPad { parent, .. } => self.cleanup_pad(inst, *parent)?,
            Instruction::CatchSwitch(switch) => self.catch_switch(inst, switch)?,
            Instruction::CatchRet { pad, .. } => self.catch_ret(inst, *pad)?,
            Instruction::CleanupRet { pad, unwind } => self.cleanup_ret(inst, *pad, *unwind)?,
            _ => {}
        }
        self.any_instruction(inst)
    }

    /// The rules for instructions of all kinds.
    fn any_instruction(&self, inst: Inst) -> Rule {
        let is_plain = self.operands_are_plain(inst);
        if !is_plain {
            self.self_reference(inst)?;
        }
        let ty = self.result(inst);
        let types = self.types();
        let is_value = ty == types.common.void || types.is_first_class(ty);
        check!(is_value, "Instruction returns a non-scalar type!", inst);
        let calls = self.inst(inst).call_site().is_some();
        check!(ty != types.common.metadata || calls, "Invalid use of metadata!", inst);
        if !is_plain {
            self.operands_are_available(inst)?;
        }
        self.attachments(inst)
    }

    fn ret(&self, inst: Inst, value: Option<Value>) -> Rule {
        if self.ret == self.types().common.void {
            check!(
                value.is_none(),
                "Found return instr that returns non-void in Function of void return type!",
                inst,
                self.ret,
            );
        } else {
            check!(
                value.map(|value| self.type_of(value)) == Some(self.ret),
                "Function return type does not match operand type of return inst!",
                inst,
                self.ret,
            );
        }
        Ok(())
    }

    fn switch(&self, inst: Inst, switch: &Switch) -> Rule {
        let ty = self.type_of(switch.value);
        let mut seen = rustc_hash::FxHashSet::default();
        for &(case, _) in &switch.cases {
            let kind = case.constant().map(|case| self.context.constants().kind(case));
            check!(kind.is_some_and(|kind| kind.is_number()), "Case value is not a constant integer.", inst);
            let same = self.type_of(case) == ty;
            check!(same, "Switch constants must all be same type as switch value!", inst);
            check!(seen.insert(case), "Duplicate integer as switch case", inst, case);
        }
        Ok(())
    }

    fn binary(&self, inst: Inst, op: BinaryOp, lhs: Value, rhs: Value) -> Rule {
        let ty = self.type_of(lhs);
        let same = ty == self.type_of(rhs);
        check!(same, "Both operands to a binary operator are not of the same type!", inst);
        let (works, keeps) = match op {
            _ if op.is_float() => (
                "Floating-point arithmetic operators only work with floating-point types!",
                "Floating-point arithmetic operators must have same type for operands and result!",
            ),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (
                "Logical operators only work with integral types!",
                "Logical operators must have same type for operands and result!",
            ),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                ("Shifts only work with integral types!", "Shift return type must be same as operands!")
            }
            _ => (
                "Integer arithmetic operators only work with integral types!",
                "Integer arithmetic operators must have same type for operands and result!",
            ),
        };
        let result = self.result(inst);
        let is_right = if op.is_float() { self.is_float(result) } else { self.is_integer(result) };
        check!(is_right, works, inst);
        check!(result == ty, keeps, inst);
        Ok(())
    }

    fn cast(&self, inst: Inst, op: CastOp, value: Value) -> Rule {
        let (from, to) = (self.type_of(value), self.result(inst));
        if is_valid_cast(self.types(), op, from, to) {
            return if op == CastOp::PtrToAddr { self.address_width(inst, from, to) } else { Ok(()) };
        }
        let (integer, float, pointer) =
            (|ty| self.is_integer(ty), |ty| self.is_float(ty), |ty| self.is_pointer(ty));
        // What the operand and the result are to be, and what they are to have in common.
        let (source, result, rest) = match op {
            CastOp::Trunc => (
                (integer(from), "Trunc only operates on integer"),
                (integer(to), "Trunc only produces integer"),
                "DestTy too big for Trunc",
            ),
            CastOp::ZExt => (
                (integer(from), "ZExt only operates on integer"),
                (integer(to), "ZExt only produces an integer"),
                "Type too small for ZExt",
            ),
            CastOp::SExt => (
                (integer(from), "SExt only operates on integer"),
                (integer(to), "SExt only produces an integer"),
                "Type too small for SExt",
            ),
            CastOp::FpTrunc => (
                (float(from), "FPTrunc only operates on FP"),
                (float(to), "FPTrunc only produces an FP"),
                "DestTy too big for FPTrunc",
            ),
            CastOp::FpExt => (
                (float(from), "FPExt only operates on FP"),
                (float(to), "FPExt only produces an FP"),
                "DestTy too small for FPExt",
            ),
            CastOp::UiToFp => (
                (integer(from), "UIToFP source must be integer or integer vector"),
                (float(to), "UIToFP result must be FP or FP vector"),
                "UIToFP source and dest vector length mismatch",
            ),
            CastOp::SiToFp => (
                (integer(from), "SIToFP source must be integer or integer vector"),
                (float(to), "SIToFP result must be FP or FP vector"),
                "SIToFP source and dest vector length mismatch",
            ),
            CastOp::FpToUi => (
                (float(from), "FPToUI source must be FP or FP vector"),
                (integer(to), "FPToUI result must be integer or integer vector"),
                "FPToUI source and dest vector length mismatch",
            ),
            CastOp::FpToSi => (
                (float(from), "FPToSI source must be FP or FP vector"),
                (integer(to), "FPToSI result must be integer or integer vector"),
                "FPToSI source and dest vector length mismatch",
            ),
            CastOp::PtrToInt => (
                (pointer(from), "PtrToInt source must be pointer"),
                (integer(to), "PtrToInt result must be integral"),
                "PtrToInt Vector width mismatch",
            ),
            CastOp::PtrToAddr => (
                (pointer(from), "PtrToAddr source must be pointer"),
                (integer(to), "PtrToAddr result must be integral"),
                "PtrToAddr Vector width mismatch",
            ),
            CastOp::IntToPtr => (
                (integer(from), "IntToPtr source must be an integral"),
                (pointer(to), "IntToPtr result must be a pointer"),
                "IntToPtr Vector width mismatch",
            ),
            CastOp::BitCast => ((false, "Invalid bitcast"), (false, ""), ""),
            CastOp::AddrSpaceCast => (
                (pointer(from), "AddrSpaceCast source must be a pointer"),
                (pointer(to), "AddrSpaceCast result must be a pointer"),
                match self.types().scalar(from) == self.types().scalar(to) {
                    true => "AddrSpaceCast must be between different address spaces",
                    false => "AddrSpaceCast vector pointer number of elements mismatch",
                },
            ),
        };
        check!(source.0, source.1, inst);
        check!(result.0, result.1, inst);
        Err(broken(rest, [inst.into()]))
    }

    /// `ptrtoaddr` gives all bits of an address, and no others.
    fn address_width(&self, inst: Inst, from: Type, to: Type) -> Rule {
        let types = self.types();
        let TypeKind::Pointer(space) = *types.kind(types.scalar(from)) else { return Ok(()) };
        let is_right = types.integer_width(types.scalar(to)) == Some(self.context.layout.index_size(space));
        check!(is_right, "PtrToAddr result must be address width", inst);
        Ok(())
    }

    fn select(&self, inst: Inst, condition: Value, then: Value, otherwise: Value) -> Rule {
        let (types, ty, condition) = (self.types(), self.type_of(then), self.type_of(condition));
        let is_right = ty == self.type_of(otherwise)
            && ty != types.common.token
            && (condition == types.common.i1
                || types.is_vector(ty) && condition == types.with_scalar(ty, types.common.i1));
        check!(is_right, "Invalid operands for select instruction!", inst);
        let same = ty == self.result(inst);
        check!(same, "Select values must have same type as select instruction!", inst);
        Ok(())
    }

    fn atomicrmw(&self, inst: Inst, rmw: &AtomicRmw) -> Rule {
        let AtomicRmw { op, value, elementwise, atomicity: Atomicity { ordering, .. }, .. } = *rmw;
        check!(ordering != Ordering::Unordered, "atomicrmw instructions cannot be unordered.", inst);
        let (types, ty) = (self.types(), self.type_of(value));
        let is_scalable = matches!(types.kind(ty), TypeKind::Vector { scalable: true, .. });
        let fixed = types.is_vector(ty) && !is_scalable;
        check!(!elementwise || fixed, "atomicrmw elementwise operand must have fixed vector type!", inst, ty);
        let is_weaker = !elementwise || ordering != Ordering::SeqCst;
        check!(is_weaker, "atomicrmw elementwise cannot be sequentially consistent.", inst);
        let scalar = if elementwise { types.scalar(ty) } else { ty };
        let integer = types.integer_width(scalar).is_some();
        let (is_right, wanted) = match op {
            RmwOp::Xchg => {
                let is_right = integer || types.is_float(scalar) || types.is_pointer(scalar);
                (is_right, "integer or floating point type!")
            }
            op if op.is_float() => {
                (self.is_float(ty) && !is_scalable, "floating-point or fixed vector of floating-point type!")
            }
            _ => (integer, "integer type!"),
        };
        check!(is_right, format!("atomicrmw {} operand must have {wanted}", op.spelling()), inst, ty);
        self.atomic_size(inst, ty)
    }

    fn gep(&self, inst: Inst, element: Type, base: Value, indices: List<Value>) -> Rule {
        let types = self.types();
        check!(
            self.is_pointer(self.type_of(base)),
            "GEP base pointer is not a vector or a vector of pointers",
            inst
        );
        check!(self.is_sized(element), "GEP into unsized type!", inst);
        let is_struct = types.struct_fields(element).is_some();
        check!(
            !is_struct || !self.is_scalable(element),
            "getelementptr cannot target structure that contains scalable vectortype",
            inst,
        );
        let indices = self.function.list(indices);
        let integers = indices.iter().all(|&index| self.is_integer(self.type_of(index)));
        check!(integers, "GEP indexes must be integers", inst);
        let module = self.context.module;
        let ty = indices.iter().skip(1).try_fold(element, |ty, &index| module.indexed_type(ty, index));
        check!(ty.is_some(), "Invalid indices for GEP pointer type!", inst);
        Ok(())
    }

    fn alignment(&self, inst: Inst, alignment: Alignment) -> Rule {
        check!(alignment.is_supported(), "huge alignment values are unsupported", inst);
        Ok(())
    }

    /// An access of memory: an atomic one is of a scalar or a vector, and only it has a scope.
    fn access(&self, inst: Inst, name: &str, ty: Type, atomicity: Atomicity) -> Rule {
        if atomicity.ordering == Ordering::NotAtomic {
            check!(
                atomicity.scope.is_none(),
                format!("Non-atomic {name} cannot have SynchronizationScope specified"),
                inst,
            );
            return Ok(());
        }
        let (types, scalar) = (self.types(), self.types().scalar(ty));
        let is_right =
            types.bits_width(scalar).is_some() || types.is_pointer(scalar) || types.is_float(scalar);
        check!(
            is_right,
            format!("atomic {name} operand must have integer, pointer, floating point, or vector type!"),
            ty,
            inst,
        );
        self.atomic_size(inst, ty)
    }

    fn atomic_size(&self, inst: Inst, ty: Type) -> Rule {
        let sizes = self.context.sizes();
        // The size of a scalable vector is a multiple of this one.
        let bits = match *self.types().kind(ty) {
            TypeKind::Vector { len, element, .. } => sizes.bits(element).map(|bits| bits * u64::from(len)),
            _ => sizes.bits(ty),
        };
        let Some(bits) = bits else { return Ok(()) };
        check!(bits >= 8, "atomic memory access' size must be byte-sized", ty, inst);
        check!(
            bits.is_power_of_two(),
            "atomic memory access' operand must have a power-of-two size",
            ty,
            inst
        );
        Ok(())
    }

    /// Whether a type is of integers or of vectors of them.
    pub(super) fn is_integer(&self, ty: Type) -> bool {
        self.types().integer_width(self.types().scalar(ty)).is_some()
    }

    /// Whether a type is of floating-point numbers or of vectors of them.
    pub(super) fn is_float(&self, ty: Type) -> bool {
        self.types().is_float(self.types().scalar(ty))
    }

    /// Whether a type is of pointers or of vectors of them.
    pub(super) fn is_pointer(&self, ty: Type) -> bool {
        self.types().is_pointer(self.types().scalar(ty))
    }

    fn is_scalar_integer(&self, value: Value) -> bool {
        self.types().integer_width(self.type_of(value)).is_some()
    }

    fn is_sized(&self, ty: Type) -> bool {
        self.context.right.sized.of(ty, || self.context.sizes().is_sized(ty))
    }

    fn is_scalable(&self, ty: Type) -> bool {
        self.context.right.scalable.of(ty, || self.context.is_scalable(ty))
    }
}
