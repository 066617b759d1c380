//! Generates constants and constant expressions.

use tern_llvm_ir::constants::{ConstantExpr, ConstantKind, mask};
use tern_llvm_ir::globals::{GlobalKind, Linkage};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags};
use tern_llvm_ir::{Constant, Global, Type, TypeKind};

use super::Generator;

impl Generator {
    /// A constant of a first-class type.
    pub(super) fn constant(&mut self, ty: Type) -> Constant {
        self.constant_within(ty, 3)
    }

    fn constant_within(&mut self, ty: Type, depth: usize) -> Constant {
        let zero = !matches!(self.module.types.kind(ty), TypeKind::TargetExt { .. } | TypeKind::X86Amx);
        match self.choices.weighted(&[if zero { 12 } else { 0 }, 4, 4, 80]) {
            0 => return self.module.constants.zero(&self.module.types, ty),
            1 => return self.module.constants.intern(ty, ConstantKind::Undef),
            2 => return self.module.constants.intern(ty, ConstantKind::Poison),
            _ => {}
        }
        match self.module.types.kind(ty).clone() {
            TypeKind::Integer(width) => {
                if depth > 0 && width <= 64 && self.choices.chance(10) {
                    return self.integer_expression(ty);
                }
                self.integer(ty, width)
            }
            TypeKind::Pointer(space) => self.pointer(ty, space),
            TypeKind::Vector { scalable: true, element, .. } => {
                if depth > 0
                    && self.choices.chance(15)
                    && let Some(vector) = self.scalable_expression(ty, element)
                {
                    return vector;
                }
                let value = self.scalar_data(element);
                self.module.constants.aggregate(&self.module.types, ty, &[value])
            }
            TypeKind::Vector { len: 2, element, .. }
                if element == self.module.types.common.i32 && depth > 0 && self.choices.chance(15) =>
            {
                let number = self.integer_expression(self.module.types.common.i64);
                self.recast(ty, number)
            }
            TypeKind::Vector { len, element, .. } => {
                if self.choices.chance(30) {
                    let value = self.scalar_data(element);
                    return self.module.constants.aggregate(
                        &self.module.types,
                        ty,
                        &vec![value; len as usize],
                    );
                }
                let elements: Vec<Constant> =
                    (0..len).map(|_| self.constant_within(element, depth.saturating_sub(1))).collect();
                self.module.constants.aggregate(&self.module.types, ty, &elements)
            }
            TypeKind::TargetExt { .. } => self.module.constants.intern(ty, ConstantKind::Poison),
            TypeKind::Double if depth > 0 && self.choices.chance(8) => {
                let number = self.integer_expression(self.module.types.common.i64);
                self.recast(ty, number)
            }
            _ if self.module.types.is_float(ty) => self.float(ty),
            _ => {
                let Some(count) = self.module.types.element_count(ty) else {
                    return self.module.constants.intern(ty, ConstantKind::Poison);
                };
                let mut elements = Vec::new();
                for index in 0..count {
                    let element = self.module.types.element(ty, index).unwrap_or(ty);
                    elements.push(self.constant_within(element, depth.saturating_sub(1)));
                }
                self.module.constants.aggregate(&self.module.types, ty, &elements)
            }
        }
    }

    /// A number or `null`, but no expression.
    pub(super) fn scalar_data(&mut self, ty: Type) -> Constant {
        match *self.module.types.kind(ty) {
            TypeKind::Integer(width) => self.integer(ty, width),
            TypeKind::Pointer(_) => self.module.constants.zero(&self.module.types, ty),
            _ => self.float(ty),
        }
    }

    /// The integer constant `value` of this type.
    pub(super) fn int(&self, ty: Type, value: i64) -> Constant {
        self.module.constants.integer(&self.module.types, ty, value)
    }

    /// An `i32` constant.
    pub(super) fn i32(&self, value: i64) -> Constant {
        self.int(self.module.types.common.i32, value)
    }

    /// A random integer constant.
    pub(super) fn integer(&mut self, ty: Type, width: u32) -> Constant {
        const EDGES: [i64; 8] = [1, 0, -1, 2, i64::MAX, i64::MIN, 255, i32::MIN as i64];
        if width > 600 || self.choices.chance(50) {
            let value = *self.choices.pick(&EDGES);
            return self.int(ty, value);
        }
        if width <= 64 {
            let bits = self.choices.bits() & mask(width);
            return self.module.constants.intern(ty, ConstantKind::Integer(bits));
        }
        let mut limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.choices.bits()).collect();
        if let (Some(last), false) = (limbs.last_mut(), width.is_multiple_of(64)) {
            *last &= mask(width % 64);
        }
        self.module.constants.intern(ty, ConstantKind::BigInteger(limbs.into()))
    }

    /// A random float: including zeros, infinities, NaNs with payloads, and subnormals.
    fn float(&mut self, ty: Type) -> Constant {
        let kind = self.module.types.kind(ty).clone();
        let width = self.module.types.float_width(ty).unwrap_or(64);
        let all = u128::MAX >> (128 - width);
        let bits = match self.choices.below(4) {
            0 => tern_llvm_ir::float::from_decimal(
                &kind,
                self.choices.pick::<&str>(&["1.0", "-2.5", "0.1", "1e30", "-0.0"]),
            ),
            1 => {
                let special =
                    *self.choices.pick(&[0x7ff0_u64, 0xfff0, 0x7ff8, 0xfff8, 0x7ff4, 0x0000, 0x8000, 0x0008]);
                tern_llvm_ir::float::from_double_bits(
                    &kind,
                    special << 48 | u64::from(self.choices.chance(20)),
                )
            }
            _ => {
                let bits = u128::from(self.choices.bits()) << 64 | u128::from(self.choices.bits());
                Some(match kind {
                    TypeKind::X86Fp80 => self.choices.moderate(bits, 64),
                    TypeKind::Fp128 => self.choices.moderate(bits, 112),
                    _ => bits,
                })
            }
        };
        let mut bits = bits.unwrap_or(0) & all;
        match kind {
            // In the x87 format, a zero exponent requires a clear integer bit.
            TypeKind::X86Fp80 if bits >> 64 & 0x7fff == 0 => bits &= !(1 << 63),
            TypeKind::X86Fp80 => bits |= 1 << 63,
            // Keep the second double zero: it must be smaller than the first, and 0 if the first is special.
            TypeKind::PpcFp128 => bits &= u128::from(u64::MAX),
            _ => {}
        }
        self.module.constants.intern(ty, ConstantKind::Float(bits))
    }

    /// A global in an address space; only definitions if `defined`.
    pub(super) fn global_in(&mut self, space: u32, defined: bool) -> Option<Global> {
        let all = self.variables.iter().chain(&self.functions).copied();
        let fitting: Vec<Global> = all
            .filter(|&global| {
                let value = &self.module.globals[global];
                let definition = match &value.kind {
                    GlobalKind::Variable(variable) => {
                        variable.initializer.is_some()
                            && value.linkage != Linkage::AvailableExternally
                            && value.linkage != Linkage::Common
                    }
                    GlobalKind::Function(_) => {
                        self.defined.contains(&global) && value.linkage != Linkage::AvailableExternally
                    }
                    _ => false,
                };
                value.address_space == space && (definition || !defined)
            })
            .collect();
        (!fitting.is_empty()).then(|| *self.choices.pick(&fitting))
    }

    /// The address of a global in this address space, if there is one.
    pub(super) fn address_in(&mut self, space: u32) -> Option<Constant> {
        let global = self.global_in(space, false)?;
        Some(self.module.address_of(global))
    }

    /// An address that is not derived from another; `ptr null` if there is no global.
    fn base(&mut self, ty: Type, space: u32) -> Constant {
        match self.address_in(space) {
            Some(address) => address,
            None => self.module.constants.zero(&self.module.types, ty),
        }
    }

    fn expression(&self, ty: Type, expr: ConstantExpr) -> Constant {
        self.module.constants.intern(ty, ConstantKind::Expr(Box::new(expr)))
    }

    fn pointer(&mut self, ty: Type, space: u32) -> Constant {
        let base = self.base(ty, space);
        let is_global = matches!(self.module.constants.kind(base), ConstantKind::Global(_));
        match self.choices.weighted(&[50, 30, 5, 5, 4, 3, 3]) {
            1 if is_global => self.element_of(ty, base),
            2 if space != 0 => match self.address_in(0) {
                Some(value) => self.expression(ty, ConstantExpr::Cast { op: CastOp::AddrSpaceCast, value }),
                None => base,
            },
            3 => {
                // LLVM does not fold the cast of a non-zero integer to a pointer.
                let value = self.int(self.module.types.common.i64, 4660);
                self.expression(ty, ConstantExpr::Cast { op: CastOp::IntToPtr, value })
            }
            4 if space == 0 && !self.addresses.is_empty() => {
                let (global, block) = *self.choices.pick(&self.addresses);
                self.module.constants.intern(ty, ConstantKind::BlockAddress(global, block))
            }
            5 if space == 0 => match self.functions.is_empty() {
                true => base,
                false => {
                    let global = *self.choices.pick(&self.functions);
                    let weak = self.module.globals[global].linkage == Linkage::ExternWeak;
                    let kind = match self.choices.chance(50) {
                        // MLIR does not allow this for a function that may be undefined.
                        false if weak && !self.options.beyond_mlir => return base,
                        false => ConstantKind::DsoLocalEquivalent(global),
                        true => ConstantKind::NoCfi(global),
                    };
                    self.module.constants.intern(ty, kind)
                }
            },
            6 if space == 0 && is_global && self.options.beyond_mlir => {
                let i64_type = self.module.types.common.i64;
                let (key, number) = (self.i32(2), self.choices.below(65_536) as i64);
                let number = self.int(i64_type, number);
                let null = self.module.constants.zero(&self.module.types, ty);
                let place = if self.choices.chance(30) { base } else { null };
                self.module
                    .constants
                    .intern(ty, ConstantKind::PtrAuth(Box::new([base, key, number, place, null])))
            }
            _ => base,
        }
    }

    /// `getelementptr` of a global, with a non-zero index.
    fn element_of(&mut self, ty: Type, base: Constant) -> Constant {
        let flags = *self.choices.pick(&[
            Flags::empty(),
            Flags::INBOUNDS | Flags::NUSW,
            Flags::INBOUNDS | Flags::NUSW | Flags::NUW,
            Flags::NUSW,
            Flags::NUW,
        ]);
        let common = self.module.types.common;
        let element = if self.choices.chance(50) { common.i8 } else { common.i32 };
        let value = 1 + self.choices.below(100) as i64;
        let index = if self.choices.chance(80) { self.int(common.i64, value) } else { self.i32(value) };
        let inrange = self.choices.chance(15).then_some((-8, 16));
        self.expression(
            ty,
            ConstantExpr::GetElementPtr { flags, inrange, element, base, indices: [index].into() },
        )
    }

    /// A link-time integer, reinterpreted as a value of another type.
    fn recast(&mut self, ty: Type, value: Constant) -> Constant {
        match self.module.constants.kind(value) {
            ConstantKind::Expr(_) => self.expression(ty, ConstantExpr::Cast { op: CastOp::BitCast, value }),
            _ => self.module.constants.intern(ty, ConstantKind::Poison),
        }
    }

    /// A scalable vector in which one element, or each, is a link-time constant.
    fn scalable_expression(&mut self, ty: Type, element: Type) -> Option<Constant> {
        let value = match *self.module.types.kind(element) {
            TypeKind::Pointer(space) => self.address_in(space)?,
            TypeKind::Integer(width) if width <= 64 => self.integer_expression(element),
            _ => return None,
        };
        if !matches!(self.module.constants.kind(value), ConstantKind::Expr(_) | ConstantKind::Global(_)) {
            return None;
        }
        let poison = self.module.constants.intern(ty, ConstantKind::Poison);
        let splat = self.choices.chance(50);
        let index = if splat { 0 } else { self.choices.below(2) as i64 };
        let index = self.i32(index);
        let inserted = self.expression(ty, ConstantExpr::InsertElement { vector: poison, value, index });
        if !splat {
            return Some(inserted);
        }
        Some(self.expression(ty, ConstantExpr::ShuffleVector { a: inserted, b: poison, mask: [0].into() }))
    }

    /// An integer known only at link time; a plain number if there is no global.
    fn integer_expression(&mut self, ty: Type) -> Constant {
        let i64_type = self.module.types.common.i64;
        let Some(base) = self.address_in(0) else { return self.int(ty, 77) };
        let address = ty == i64_type && self.options.beyond_mlir && self.choices.chance(20);
        let op = if address { CastOp::PtrToAddr } else { CastOp::PtrToInt };
        let value = self.expression(ty, ConstantExpr::Cast { op, value: base });
        if ty == self.module.types.common.i32 && self.choices.chance(20) {
            // One half of the 64-bit address.
            let whole = self.expression(i64_type, ConstantExpr::Cast { op: CastOp::PtrToInt, value: base });
            let halves = TypeKind::Vector { len: 2, scalable: false, element: ty };
            let halves = self.module.types.intern(halves);
            let vector = self.expression(halves, ConstantExpr::Cast { op: CastOp::BitCast, value: whole });
            let index = self.choices.below(2) as i64;
            let index = self.i32(index);
            return self.expression(ty, ConstantExpr::ExtractElement { vector, index });
        }
        let flags = *self.choices.pick(&[Flags::empty(), Flags::NUW, Flags::NSW, Flags::NUW | Flags::NSW]);
        // A number that is not neutral for any operation.
        let other = self.int(ty, 1);
        match self.choices.below(5) {
            // Arithmetic on one bit would be folded.
            _ if self.module.types.integer_width(ty) == Some(1) => value,
            0 => value,
            1 => {
                self.expression(ty, ConstantExpr::Binary { op: BinaryOp::Add, flags, lhs: value, rhs: other })
            }
            2 => {
                self.expression(ty, ConstantExpr::Binary { op: BinaryOp::Sub, flags, lhs: other, rhs: value })
            }
            3 => self.expression(
                ty,
                ConstantExpr::Binary { op: BinaryOp::Xor, flags: Flags::empty(), lhs: value, rhs: other },
            ),
            _ if self.module.types.integer_width(ty) < Some(64) => {
                let wide =
                    self.expression(i64_type, ConstantExpr::Cast { op: CastOp::PtrToInt, value: base });
                let one = self.int(i64_type, 1);
                let sum = ConstantExpr::Binary { op: BinaryOp::Sub, flags, lhs: one, rhs: wide };
                let value = self.expression(i64_type, sum);
                self.expression(ty, ConstantExpr::Cast { op: CastOp::Trunc, value })
            }
            _ => value,
        }
    }
}
