//! Folds operations on constants as LLVM's builder does. Upstream's exporter uses that builder, so an `add` of two constants
//! never appears in its output; with [`Compat::Upstream`](crate::Compat::Upstream) export does the same.
//!
//! Source: LangRef, the instructions and "Poison Values", "Undefined Values"; where LangRef leaves a choice, the behaviour of LLVM 22.

mod floats;
mod integers;
mod pointers;
mod vectors;

use tern_llvm_ir::constants::{Constant, ConstantExpr, ConstantKind};
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, FloatPredicate, Instruction, IntPredicate};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Function, Module, Type, TypeKind, Value};

use crate::Exporter;
use crate::expressions::Expressions;

/// Vectors with more elements than this are not folded.
const MAX_LANES: u64 = 1 << 16;

/// Folds operations on the constants of a module.
pub(crate) struct Folder<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) layout: &'m DataLayout,
    pub(crate) expressions: &'m mut Expressions,
}

impl Exporter<'_> {
    pub(crate) fn folder(&mut self) -> Folder<'_> {
        Folder { module: &mut self.ir, layout: &self.tables.layout, expressions: &mut self.expressions }
    }
}

impl Folder<'_> {
    /// The value that an instruction with a result of type `ty` folds to; `None` if it does not fold.
    pub(crate) fn instruction(&mut self, function: &Function, inst: &Instruction, ty: Type) -> Option<Value> {
        let constant = |value: Value| value.constant();
        let folded = match *inst {
            Instruction::Binary { op, lhs, rhs, .. } => self.binary(op, constant(lhs)?, constant(rhs)?),
            // A cast to the same type is a no-op.
            Instruction::Cast { value, .. } if self.module.type_of(function, value) == ty => {
                return Some(value);
            }
            Instruction::Cast { op, value, .. } => self.cast(op, constant(value)?, ty),
            Instruction::FNeg { value, .. } => self.negate(constant(value)?),
            Instruction::ICmp { predicate, lhs, rhs, .. } => {
                self.compare(Predicate::Int(predicate), constant(lhs)?, constant(rhs)?)
            }
            Instruction::FCmp { predicate, lhs, rhs, .. } => {
                self.compare(Predicate::Float(predicate), constant(lhs)?, constant(rhs)?)
            }
            Instruction::Select { condition, then, otherwise, .. } => {
                self.select(constant(condition)?, constant(then)?, constant(otherwise)?)
            }
            Instruction::ExtractElement { vector, index } => {
                self.extract_element(constant(vector)?, constant(index)?)
            }
            Instruction::InsertElement { vector, value, index } => {
                self.insert_element(constant(vector)?, constant(value)?, constant(index)?)
            }
            Instruction::ShuffleVector { a, b, mask } => {
                let mask: Vec<i32> = function.list(mask).iter().map(|&lane| lane as i32).collect();
                self.shuffle(constant(a)?, constant(b)?, &mask)
            }
            Instruction::ExtractValue { aggregate, indices } => {
                self.extract_value(constant(aggregate)?, function.list(indices))
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                let indices = function.list(indices);
                self.insert_value(constant(aggregate)?, constant(value)?, indices)
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                let indices = function.list(indices);
                let indices = indices.iter().map(|&index| constant(index)).collect::<Option<Vec<_>>>()?;
                self.get_element_ptr(flags, element, constant(base)?, indices)
            }
            _ => None,
        };
        folded.map(Value::from)
    }

    fn kind(&self, constant: Constant) -> &ConstantKind {
        self.module.constants.kind(constant)
    }

    fn ty(&self, constant: Constant) -> Type {
        self.module.constants.ty(constant)
    }

    fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: self.layout }
    }

    fn intern(&mut self, ty: Type, kind: ConstantKind) -> Constant {
        self.module.constants.intern(ty, kind)
    }

    /// A constant expression; `None` if it would be too large.
    fn expression(&mut self, ty: Type, expr: ConstantExpr) -> Option<Constant> {
        self.expressions.make(&self.module.constants, ty, expr)
    }

    fn as_expression(&self, constant: Constant) -> Option<&ConstantExpr> {
        match self.kind(constant) {
            ConstantKind::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn zero(&mut self, ty: Type) -> Constant {
        self.module.constants.zero(&self.module.types, ty)
    }

    fn poison(&mut self, ty: Type) -> Option<Constant> {
        Some(self.intern(ty, ConstantKind::Poison))
    }

    fn undef(&mut self, ty: Type) -> Option<Constant> {
        Some(self.intern(ty, ConstantKind::Undef))
    }

    /// A splat of `scalar` if `ty` is a vector, else `scalar` itself.
    fn splat(&mut self, ty: Type, scalar: Constant) -> Option<Constant> {
        match *self.module.types.kind(ty) {
            TypeKind::Vector { len, scalable, .. } => {
                let count = if scalable { 1 } else { lanes(len)? };
                Some(self.module.constants.aggregate(&self.module.types, ty, &vec![scalar; count]))
            }
            _ => Some(scalar),
        }
    }

    fn is_poison(&self, constant: Constant) -> bool {
        *self.kind(constant) == ConstantKind::Poison
    }

    /// Whether a constant is `undef` or poison.
    fn is_undef(&self, constant: Constant) -> bool {
        matches!(self.kind(constant), ConstantKind::Undef | ConstantKind::Poison)
    }

    /// Whether a constant is null: zero, but not negative zero.
    fn is_null(&self, constant: Constant) -> bool {
        match self.kind(constant) {
            ConstantKind::Integer(0) | ConstantKind::Float(0) | ConstantKind::Zero => true,
            ConstantKind::BigInteger(limbs) => limbs.iter().all(|&limb| limb == 0),
            ConstantKind::Splat(value) => self.is_null(*value),
            _ => false,
        }
    }

    fn is_fixed_vector(&self, ty: Type) -> bool {
        matches!(self.module.types.kind(ty), TypeKind::Vector { scalable: false, .. })
    }

    fn is_scalable_vector(&self, ty: Type) -> bool {
        matches!(self.module.types.kind(ty), TypeKind::Vector { scalable: true, .. })
    }

    /// The elements of a fixed vector, an array or a struct.
    fn elements(&mut self, constant: Constant) -> Option<Vec<Constant>> {
        let count = self.module.types.element_count(self.ty(constant))?;
        if count > MAX_LANES {
            return None;
        }
        self.module.constants.elements(&self.module.types, constant)
    }

    /// Applies `fold` to each element of fixed vectors, or to the splatted element of scalable ones.
    fn element_wise<const N: usize>(
        &mut self,
        operands: [Constant; N],
        ty: Type,
        mut fold: impl FnMut(&mut Self, [Constant; N]) -> Option<Constant>,
    ) -> Option<Constant> {
        let scalable = self.is_scalable_vector(ty);
        let mut columns = Vec::with_capacity(N);
        for operand in operands {
            columns.push(match scalable {
                true => vec![self.module.constants.splat(&self.module.types, operand)?],
                false => self.elements(operand)?,
            });
        }
        let count = columns.first().map_or(0, Vec::len);
        let mut results = Vec::with_capacity(count);
        for lane in 0..count {
            let mut row = operands;
            for (cell, column) in row.iter_mut().zip(&columns) {
                *cell = *column.get(lane)?;
            }
            results.push(fold(self, row)?);
        }
        Some(self.module.constants.aggregate(&self.module.types, ty, &results))
    }

    /// Folds a binary operation on constants. As in LLVM, overflow flags are ignored.
    pub(crate) fn binary(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        if let Some(folded) = self.binary_value(op, lhs, rhs) {
            return Some(folded);
        }
        if !op.can_be_constant() {
            return None;
        }
        let (lhs, rhs) = match (op, self.kind(lhs), self.kind(rhs)) {
            // Canonical order: the number is the second operand.
            (BinaryOp::Add | BinaryOp::Xor, ConstantKind::Integer(_), ConstantKind::Expr(_)) => (rhs, lhs),
            _ => (lhs, rhs),
        };
        let expr = ConstantExpr::Binary { op, flags: Flags::empty(), lhs, rhs };
        self.expression(self.ty(lhs), expr)
    }

    fn binary_value(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        let ty = self.ty(lhs);
        // An identity operand yields the other operand, whatever that is.
        if let Some((identity, commutes)) = self.identity(op, ty) {
            if rhs == identity {
                return Some(lhs);
            }
            if commutes && lhs == identity {
                return Some(rhs);
            }
        }
        if self.is_poison(lhs) || self.is_poison(rhs) {
            return self.poison(ty);
        }
        // Fixed vectors are always evaluated element by element.
        if !self.is_fixed_vector(ty) && (self.is_undef(lhs) || self.is_undef(rhs)) {
            return self.binary_undef(op, lhs, rhs);
        }
        match self.module.types.kind(ty) {
            TypeKind::Integer(_) => self.integer_binary(op, lhs, rhs),
            TypeKind::Vector { .. } => {
                self.element_wise([lhs, rhs], ty, |folder, [lhs, rhs]| folder.binary(op, lhs, rhs))
            }
            _ => self.float_binary(op, lhs, rhs),
        }
    }

    /// The identity element of an operation, and whether it may be the first operand as well.
    fn identity(&mut self, op: BinaryOp, ty: Type) -> Option<(Constant, bool)> {
        use BinaryOp::{AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub};
        use BinaryOp::{UDiv, URem, Xor};
        let scalar = self.module.types.scalar(ty);
        let element = match op {
            Add | Or | Xor | Sub | Shl | LShr | AShr | FSub => self.zero(scalar),
            Mul | UDiv | SDiv => self.integer(scalar, &1.into())?,
            And => self.all_ones(scalar)?,
            FAdd => {
                let zero = self.zero(scalar);
                self.negate(zero)?
            }
            FMul | FDiv => {
                let one = self.integer(self.module.types.common.i8, &1.into())?;
                self.float_from(CastOp::SiToFp, one, scalar)?
            }
            URem | SRem | FRem => return None,
        };
        let identity = if scalar == ty { element } else { self.splat(ty, element)? };
        Some((identity, matches!(op, Add | Or | Xor | Mul | And | FAdd | FMul)))
    }

    /// Folds a binary operation with an `undef` operand.
    fn binary_undef(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        let ty = self.ty(lhs);
        let both = self.is_undef(lhs) && self.is_undef(rhs);
        match op {
            BinaryOp::Xor if both => Some(self.zero(ty)),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => self.undef(ty),
            BinaryOp::And | BinaryOp::Or if both => Some(lhs),
            BinaryOp::And => Some(self.zero(ty)),
            BinaryOp::Or => self.all_ones(ty),
            BinaryOp::Mul if both || self.is_odd(lhs) || self.is_odd(rhs) => self.undef(ty),
            BinaryOp::Mul => Some(self.zero(ty)),
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                if self.is_undef(rhs) || self.is_null(rhs) {
                    return self.poison(ty);
                }
                Some(self.zero(ty))
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                if self.is_undef(rhs) {
                    return self.poison(ty);
                }
                Some(if self.is_null(rhs) { lhs } else { self.zero(ty) })
            }
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                let negative_zero = op == BinaryOp::FSub && self.is_negative_zero(lhs);
                if both || negative_zero {
                    return self.undef(ty);
                }
                self.nan(ty)
            }
        }
    }

    /// Folds a conversion of a constant to type `ty`.
    pub(crate) fn cast(&mut self, op: CastOp, value: Constant, ty: Type) -> Option<Constant> {
        let from = self.ty(value);
        if from == ty {
            return Some(value);
        }
        if self.is_poison(value) {
            return self.poison(ty);
        }
        if self.is_undef(value) {
            let zero = matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::UiToFp | CastOp::SiToFp);
            return if zero { Some(self.zero(ty)) } else { self.undef(ty) };
        }
        if self.is_null(value) && op != CastOp::AddrSpaceCast {
            return Some(self.zero(ty));
        }
        if self.module.types.is_vector(from) || self.module.types.is_vector(ty) {
            if op == CastOp::BitCast {
                return self.bitcast_vector(value, ty).or_else(|| self.pointer_cast(op, value, ty));
            }
            let element = self.module.types.scalar(ty);
            return self.element_wise([value], ty, |folder, [value]| folder.cast(op, value, element));
        }
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::FpToSi | CastOp::FpToUi
                if self.module.types.integer_width(ty).is_some() && self.is_number(value) =>
            {
                self.integer_from(op, value, ty)
            }
            CastOp::UiToFp | CastOp::SiToFp | CastOp::FpTrunc | CastOp::FpExt => {
                self.float_from(op, value, ty)
            }
            // A bitcast between number formats of the same size stays an expression.
            CastOp::BitCast
                if self.is_number(value)
                    && !(self.module.types.is_float(from) && self.module.types.is_float(ty)) =>
            {
                self.bitcast_scalar(value, ty)
            }
            CastOp::Trunc
            | CastOp::PtrToInt
            | CastOp::PtrToAddr
            | CastOp::IntToPtr
            | CastOp::BitCast
            | CastOp::AddrSpaceCast => self.pointer_cast(op, value, ty),
            _ => None,
        }
    }

    fn is_number(&self, constant: Constant) -> bool {
        matches!(
            self.kind(constant),
            ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Float(_)
        )
    }

    /// Folds a comparison of constants.
    pub(crate) fn compare(&mut self, predicate: Predicate, lhs: Constant, rhs: Constant) -> Option<Constant> {
        let ty = self.ty(lhs);
        let i1 = self.module.types.common.i1;
        let result = self.module.types.with_scalar(ty, i1);
        // Whether denormal numbers count as zero depends on the function.
        if matches!(predicate, Predicate::Float(_)) && (self.is_denormal(lhs) || self.is_denormal(rhs)) {
            return None;
        }
        match predicate {
            Predicate::Float(FloatPredicate::False) => return Some(self.zero(result)),
            Predicate::Float(FloatPredicate::True) => return self.all_ones(result),
            _ => {}
        }
        if self.is_poison(lhs) || self.is_poison(rhs) {
            return self.poison(result);
        }
        if self.is_undef(lhs) || self.is_undef(rhs) {
            let holds = match predicate {
                Predicate::Int(IntPredicate::Eq | IntPredicate::Ne) => return self.undef(result),
                Predicate::Int(_) if lhs == rhs => return self.undef(result),
                Predicate::Int(predicate) => integers::holds_when_equal(predicate),
                Predicate::Float(predicate) => predicate.holds(None),
            };
            return if holds { self.all_ones(result) } else { Some(self.zero(result)) };
        }
        if ty == result {
            // For single bits, `ne` is computed as `xor`, which determines the result for `undef` elements.
            match predicate {
                Predicate::Int(IntPredicate::Ne) => return self.binary_value(BinaryOp::Xor, lhs, rhs),
                Predicate::Int(IntPredicate::Eq) => {
                    let ones = self.all_ones(ty)?;
                    let not = self.binary_value(BinaryOp::Xor, lhs, ones)?;
                    return self.binary_value(BinaryOp::Xor, not, rhs);
                }
                _ => {}
            }
        }
        if self.is_null(lhs) {
            match predicate {
                Predicate::Int(IntPredicate::Ule) => return self.all_ones(result),
                Predicate::Int(IntPredicate::Ugt) => return Some(self.zero(result)),
                _ => {}
            }
        }
        if self.is_null(rhs) {
            match predicate {
                Predicate::Int(IntPredicate::Uge) => return self.all_ones(result),
                Predicate::Int(IntPredicate::Ult) => return Some(self.zero(result)),
                _ => {}
            }
        }
        if self.module.types.is_vector(ty) {
            return self
                .element_wise([lhs, rhs], result, |folder, [lhs, rhs]| folder.compare(predicate, lhs, rhs));
        }
        let holds = match predicate {
            Predicate::Int(predicate) => self
                .compare_integers(predicate, lhs, rhs)
                .or_else(|| self.compare_pointers(predicate, lhs, rhs))?,
            Predicate::Float(predicate) => self.compare_floats(predicate, lhs, rhs)?,
        };
        Some(self.module.constants.integer(&self.module.types, i1, i64::from(holds)))
    }

    /// Folds a `select` of constants.
    pub(crate) fn select(
        &mut self,
        condition: Constant,
        then: Constant,
        otherwise: Constant,
    ) -> Option<Constant> {
        let ty = self.ty(then);
        if self.is_null(condition) {
            return Some(otherwise);
        }
        if self.is_all_ones(condition) {
            return Some(then);
        }
        let by_element = self.is_fixed_vector(self.ty(condition)) && !self.is_undef(condition);
        if by_element
            && let Some(folded) = self.element_wise([condition, then, otherwise], ty, |folder, row| {
                let [condition, then, otherwise] = row;
                folder.select_element(condition, then, otherwise)
            })
        {
            return Some(folded);
        }
        if self.is_poison(condition) {
            return self.poison(ty);
        }
        if self.is_undef(condition) {
            return Some(if self.is_undef(then) { then } else { otherwise });
        }
        if then == otherwise {
            return Some(then);
        }
        if self.is_poison(then) {
            return Some(otherwise);
        }
        if self.is_poison(otherwise) {
            return Some(then);
        }
        if self.is_undef(then) && self.is_never_poison(otherwise) {
            return Some(otherwise);
        }
        if self.is_undef(otherwise) && self.is_never_poison(then) {
            return Some(then);
        }
        None
    }

    /// Whether LLVM can tell without further analysis that no part of a constant is poison.
    fn is_never_poison(&self, constant: Constant) -> bool {
        let (types, ty) = (&self.module.types, self.ty(constant));
        let is_plain = |&element: &Constant| {
            !self.is_poison(element) && !matches!(self.kind(element), ConstantKind::Expr(_))
        };
        match self.kind(constant) {
            ConstantKind::Zero => types.is_vector(ty) || types.is_pointer(ty),
            ConstantKind::Aggregate(elements) => types.is_vector(ty) && elements.iter().all(is_plain),
            ConstantKind::Splat(element) => self.is_fixed_vector(ty) && is_plain(element),
            ConstantKind::Data(_) => types.is_vector(ty),
            ConstantKind::Global(global) => {
                let kind = &self.module.globals[*global].kind;
                matches!(kind, GlobalKind::Variable(_) | GlobalKind::Function(_))
            }
            _ => self.is_number(constant),
        }
    }

    fn select_element(
        &mut self,
        condition: Constant,
        then: Constant,
        otherwise: Constant,
    ) -> Option<Constant> {
        if self.is_poison(condition) {
            return self.poison(self.ty(then));
        }
        if then == otherwise {
            return Some(then);
        }
        if self.is_undef(condition) {
            return Some(if self.is_undef(then) { then } else { otherwise });
        }
        match self.kind(condition) {
            ConstantKind::Integer(0) => Some(otherwise),
            ConstantKind::Integer(_) => Some(then),
            _ => None,
        }
    }
}

/// The predicate of a comparison.
#[derive(Clone, Copy)]
pub(crate) enum Predicate {
    Int(IntPredicate),
    Float(FloatPredicate),
}

/// The number of elements of a fixed vector; `None` above [`MAX_LANES`].
fn lanes(len: u32) -> Option<usize> {
    (u64::from(len) <= MAX_LANES).then_some(len as usize)
}
