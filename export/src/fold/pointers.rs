//! Folds operations on addresses: conversions, comparisons and address computations.

use num_bigint::BigInt;
use tern_llvm_ir::constants::{Constant, ConstantExpr, ConstantKind};
use tern_llvm_ir::globals::{Global, GlobalKind, Linkage};
use tern_llvm_ir::instruction::{CastOp, Flags, IntPredicate};
use tern_llvm_ir::{Type, TypeKind};

use super::{Folder, integers};

impl Folder<'_> {
    /// The operation and the operand of a constant expression that is a cast.
    fn as_cast(&self, constant: Constant) -> Option<(CastOp, Constant)> {
        match *self.as_expression(constant)? {
            ConstantExpr::Cast { op, value } => Some((op, value)),
            _ => None,
        }
    }

    fn address_space(&self, ty: Type) -> Option<u32> {
        match self.module.types.kind(ty) {
            TypeKind::Pointer(space) => Some(*space),
            _ => None,
        }
    }

    pub(super) fn pointer_cast(&mut self, op: CastOp, value: Constant, ty: Type) -> Option<Constant> {
        // Pairs of inverse casts cancel out.
        match (op, self.as_cast(value)) {
            (CastOp::IntToPtr, Some((CastOp::PtrToInt, pointer))) if self.ty(pointer) == ty => {
                let size = self.layout.pointer_size(self.address_space(ty)?);
                if self.module.types.integer_width(self.ty(value))? >= size {
                    return Some(pointer);
                }
            }
            (CastOp::PtrToInt | CastOp::PtrToAddr, Some((CastOp::IntToPtr, number))) => {
                let space = self.address_space(self.ty(value))?;
                let size = match op {
                    CastOp::PtrToAddr => self.layout.index_size(space),
                    _ => self.layout.pointer_size(space),
                };
                let through = self.module.types.integer(size);
                let number = self.resize(number, through)?;
                return self.resize(number, ty);
            }
            (CastOp::Trunc, Some((op @ CastOp::PtrToInt, value))) => {
                return self.expression(ty, ConstantExpr::Cast { op, value });
            }
            _ => {}
        }
        self.expression(ty, ConstantExpr::Cast { op, value })
    }

    /// Truncates or zero-extends an integer to a type.
    fn resize(&mut self, number: Constant, ty: Type) -> Option<Constant> {
        let from = self.module.types.integer_width(self.ty(number))?;
        let to = self.module.types.integer_width(ty)?;
        let op = if to < from { CastOp::Trunc } else { CastOp::ZExt };
        self.cast(op, number, ty)
    }

    pub(super) fn compare_pointers(
        &self,
        predicate: IntPredicate,
        lhs: Constant,
        rhs: Constant,
    ) -> Option<bool> {
        self.address_space(self.ty(lhs))?;
        if lhs == rhs {
            return Some(integers::holds_when_equal(predicate));
        }
        let differ = match (self.kind(lhs), self.kind(rhs)) {
            (ConstantKind::Global(global), ConstantKind::Zero)
            | (ConstantKind::Zero, ConstantKind::Global(global)) => self.is_never_null(*global),
            (ConstantKind::Global(a), ConstantKind::Global(b)) => {
                self.has_its_own_address(*a) && self.has_its_own_address(*b)
            }
            _ => false,
        };
        let (first_is_null, first_is_global) =
            (matches!(self.kind(lhs), ConstantKind::Zero), matches!(self.kind(rhs), ConstantKind::Zero));
        match predicate {
            IntPredicate::Eq if differ => Some(false),
            IntPredicate::Ne if differ => Some(true),
            // No address is below null.
            IntPredicate::Ugt if differ && first_is_global => Some(true),
            IntPredicate::Ule if differ && first_is_global => Some(false),
            IntPredicate::Ult if differ && first_is_null => Some(true),
            IntPredicate::Uge if differ && first_is_null => Some(false),
            _ => None,
        }
    }

    fn is_never_null(&self, global: Global) -> bool {
        let value = &self.module.globals[global];
        value.linkage != Linkage::ExternWeak
            && value.address_space == 0
            && !matches!(value.kind, GlobalKind::Alias(_))
    }

    /// Whether no other global can have the same address.
    fn has_its_own_address(&self, global: Global) -> bool {
        let value = &self.module.globals[global];
        let replaceable = matches!(
            value.linkage,
            Linkage::LinkOnce | Linkage::Weak | Linkage::ExternWeak | Linkage::Common
        );
        let sized = match value.kind {
            GlobalKind::Variable(_) => self.sizes().bits(value.ty).is_some_and(|bits| bits != 0),
            GlobalKind::Function(_) | GlobalKind::IFunc(_) => true,
            GlobalKind::Alias(_) => false,
        };
        !replaceable && sized && value.unnamed_addr != tern_llvm_ir::globals::UnnamedAddr::Global
    }

    /// Folds a `getelementptr` of constants to a base and an offset in bytes.
    pub(crate) fn get_element_ptr(
        &mut self,
        flags: Flags,
        element: Type,
        base: Constant,
        indices: Vec<Constant>,
    ) -> Option<Constant> {
        let ty = self.ty(base);
        let space = self.address_space(ty)?;
        if indices.iter().any(|&index| self.module.types.is_vector(self.ty(index))) {
            return None;
        }
        if self.is_poison(base) {
            return self.poison(ty);
        }
        if indices.iter().all(|&index| self.is_null(index) || self.is_undef(index)) {
            return Some(base);
        }
        if self.is_undef(base) {
            return self.undef(ty);
        }
        if self.is_scalable_vector(element) {
            return None;
        }
        let indices = self.wide_indices(element, space, &indices).unwrap_or(indices);
        let Some(offset) = self.offset(element, &indices) else {
            let indices = indices.into();
            let expr = ConstantExpr::GetElementPtr { flags, inrange: None, element, base, indices };
            return self.expression(ty, expr);
        };
        let (mut flags, mut offset, mut base) = (flags, offset, base);
        let mut inrange = None;
        while let ConstantKind::Expr(expr) = self.kind(base)
            && let ConstantExpr::GetElementPtr { flags: inner, inrange: range, element, base: next, indices } =
                (**expr).clone()
            && let Some(more) = self.offset(element, &indices)
        {
            flags &= inner;
            let (sum, overflow) = offset.overflowing_add(more);
            if overflow && !flags.contains(Flags::INBOUNDS) {
                flags.remove(Flags::NUSW);
            }
            // The range is relative to the target of the inner address.
            inrange = inrange.or(range).map(|(low, high): (i64, i64)| match range {
                Some(_) => (low.wrapping_sub(offset), high.wrapping_sub(offset)),
                None => (low, high),
            });
            offset = sum;
            base = next;
        }
        let number = match (self.kind(base), self.as_cast(base)) {
            (ConstantKind::Zero, _) => Some(BigInt::ZERO),
            (_, Some((CastOp::IntToPtr, number))) => self.unsigned(number),
            _ => None,
        };
        if let Some(number) = number
            && !self.layout.non_integral.contains(&space)
        {
            // Addresses are computed in the index width of the address space.
            let index = self.module.types.integer(self.index_width(space));
            let address = self.integer(index, &(number + offset))?;
            let width = self.module.types.integer(self.layout.pointer_size(space));
            let address = self.resize(address, width)?;
            return self.cast(CastOp::IntToPtr, address, ty);
        }
        if offset >= 0 {
            if !flags.contains(Flags::INBOUNDS) && self.extent(base).is_some_and(|size| offset as u64 <= size)
            {
                flags |= Flags::INBOUNDS | Flags::NUSW;
            }
            if flags.contains(Flags::NUSW) {
                flags |= Flags::NUW;
            }
        }
        if offset == 0 && inrange.is_none() {
            return Some(base);
        }
        let byte = self.module.types.integer(8);
        let index_type = self.module.types.integer(self.index_width(space));
        let index = self.module.constants.integer(&self.module.types, index_type, offset);
        let indices = [index].into();
        let expr = ConstantExpr::GetElementPtr { flags, inrange, element: byte, base, indices };
        self.expression(ty, expr)
    }

    /// Converts indices to the index width, except those of struct fields.
    fn wide_indices(&mut self, element: Type, space: u32, indices: &[Constant]) -> Option<Vec<Constant>> {
        let width = self.index_width(space);
        let index_type = self.module.types.integer(width);
        let mut ty = element;
        let mut wide = Vec::with_capacity(indices.len());
        for (position, &index) in indices.iter().enumerate() {
            let (step, stepped) = self.step(ty, position, index)?;
            ty = stepped;
            wide.push(match step {
                Step::Field(_) => index,
                Step::Elements { .. } => {
                    let narrow = self.module.types.integer_width(self.ty(index))? < width;
                    let op = if narrow { CastOp::SExt } else { CastOp::Trunc };
                    self.cast(op, index, index_type)?
                }
            });
        }
        Some(wide)
    }

    /// What the index at `position` steps over in type `ty`, and the resulting type.
    fn step(&self, ty: Type, position: usize, index: Constant) -> Option<(Step, Type)> {
        let types = &self.module.types;
        if position == 0 {
            return Some((Step::Elements { in_vector: false }, ty));
        }
        if types.struct_fields(ty).is_some() {
            let field = u32::try_from(self.unsigned(index)?).ok()?;
            return Some((Step::Field(field), types.element(ty, u64::from(field))?));
        }
        Some((Step::Elements { in_vector: types.is_vector(ty) }, types.element(ty, 0)?))
    }

    fn index_width(&self, space: u32) -> u32 {
        let given = |space| {
            let mut specs = self.layout.specs.iter().rev();
            specs.find(|spec| spec.kind == b'p' && spec.address_space == space)
        };
        given(space).or_else(|| given(0)).map_or(64, |spec| spec.index)
    }

    /// The number of bytes that can be read at an address: the size of its variable.
    fn extent(&self, base: Constant) -> Option<u64> {
        let ConstantKind::Global(global) = *self.kind(base) else { return None };
        let value = &self.module.globals[global];
        let variable = matches!(value.kind, GlobalKind::Variable(_));
        let size = self.sizes().stored(value.ty)?;
        (variable && value.linkage != Linkage::ExternWeak && size != 0).then_some(size)
    }

    /// The offset in bytes for these indices, if all are numbers.
    fn offset(&self, element: Type, indices: &[Constant]) -> Option<i64> {
        let sizes = self.sizes();
        let (mut ty, mut offset) = (element, 0i64);
        for (position, &index) in indices.iter().enumerate() {
            let (step, stepped) = self.step(ty, position, index)?;
            let distance = match step {
                Step::Field(field) => sizes.field_offset(ty, field as usize)?.cast_signed(),
                Step::Elements { in_vector } => {
                    let size = if in_vector { sizes.stored(stepped)? } else { sizes.allocated(stepped)? };
                    let index = i64::try_from(self.signed(index)?).ok()?;
                    index.wrapping_mul(size.cast_signed())
                }
            };
            offset = offset.wrapping_add(distance);
            ty = stepped;
        }
        Some(offset)
    }
}

/// What an index of a `getelementptr` steps over.
enum Step {
    /// The fields of a struct in front of this one.
    Field(u32),
    /// As many elements as the index says. Vector elements have no padding between them.
    Elements { in_vector: bool },
}
