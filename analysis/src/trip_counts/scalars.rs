//! The constants that loops are run with: integers, floating-point numbers and addresses.

use tern_llvm_ir::constants::ConstantExpr;
use tern_llvm_ir::globals::UnnamedAddr;
use tern_llvm_ir::instruction::IntPredicate;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Constant, ConstantKind, Global, GlobalKind, Linkage, Module, Type, Value};

use crate::floats::Float;
use crate::indices::{Offset, offsets};
use crate::integers::Integer;

/// A constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar {
    Integer(Integer),
    Float(Float),
    Address(Address),
    /// The result of an operation that is checked, and whether it overflowed.
    Checked(Integer, bool),
}

/// A number of bytes behind the beginning of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    /// `None`: behind the address 0.
    pub(super) object: Option<Global>,
    /// In bytes; it has the width of addresses.
    pub(super) offset: Integer,
}

impl Scalar {
    /// The scalar that a constant is.
    pub(super) fn of(module: &Module, sizes: &Sizes<'_>, constant: Constant) -> Option<Self> {
        let ty = module.constants.ty(constant);
        if let Some(integer) = Integer::of(module, constant) {
            return Some(Self::Integer(integer));
        }
        if module.types.is_pointer(ty) {
            return Address::of(module, sizes, constant).map(Self::Address);
        }
        Float::of(module, constant).map(Self::Float)
    }

    /// The scalar of a type with these bits. Of addresses only that with the number 0 is known.
    pub(super) fn from_bits(module: &Module, sizes: &Sizes<'_>, ty: Type, bits: u128) -> Option<Self> {
        if let Some(width) = module.types.integer_width(ty) {
            return Integer::new(width, bits).map(Self::Integer);
        }
        if module.types.is_pointer(ty) {
            let offset = Integer::new(u32::try_from(sizes.bits(ty)?).ok()?, bits)?;
            return offset.is_zero().then_some(Self::Address(Address { object: None, offset }));
        }
        Float::from_bits(module, ty, bits).map(Self::Float)
    }

    /// The bits of a number; `None` for NaN, whose bits depend on the machine.
    pub(super) fn bits(self) -> Option<u128> {
        match self {
            Self::Integer(integer) => Some(integer.unsigned()),
            Self::Float(float) => float.bits(),
            Self::Address(_) | Self::Checked(..) => None,
        }
    }

    /// The number of another type with the same bits.
    pub(super) fn reinterpreted(self, module: &Module, sizes: &Sizes<'_>, ty: Type) -> Option<Self> {
        Self::from_bits(module, sizes, ty, self.bits()?)
    }

    pub(super) fn integer(self) -> Option<Integer> {
        if let Self::Integer(integer) = self { Some(integer) } else { None }
    }

    pub(super) fn float(self) -> Option<Float> {
        if let Self::Float(float) = self { Some(float) } else { None }
    }

    pub(super) fn address(self) -> Option<Address> {
        if let Self::Address(address) = self { Some(address) } else { None }
    }
}

impl Address {
    fn of(module: &Module, sizes: &Sizes<'_>, constant: Constant) -> Option<Self> {
        let width = u32::try_from(sizes.bits(module.constants.ty(constant))?).ok()?;
        let zero = Integer::new(width, 0)?;
        match module.constants.kind(constant) {
            ConstantKind::Zero => Some(Self { object: None, offset: zero }),
            &ConstantKind::Global(global) => Some(Self { object: Some(global), offset: zero }),
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { element, base, indices, .. } => {
                    let base = Self::of(module, sizes, *base)?;
                    let indices = indices.iter().map(|&index| index.into());
                    let integer = |index: Value| Integer::of(module, index.constant()?);
                    base.indexed(&offsets(module, sizes, *element, indices)?, integer)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The address with what indices add, each of which is an integer.
    pub(super) fn indexed(
        self,
        offsets: &[Offset],
        integer: impl Fn(Value) -> Option<Integer>,
    ) -> Option<Self> {
        let mut sum = self.offset.unsigned();
        for offset in offsets {
            sum = sum.wrapping_add(match *offset {
                Offset::Field(bytes) => bytes.into(),
                Offset::Times(index, size) => (integer(index)?.signed() as u128).wrapping_mul(size.into()),
            });
        }
        Some(Self { offset: self.offset.with(sum), ..self })
    }

    /// Whether a comparison with another address holds; `None` if that is known only when the program runs.
    pub(super) fn compare(
        self,
        module: &Module,
        sizes: &Sizes<'_>,
        predicate: IntPredicate,
        rhs: Self,
    ) -> Option<bool> {
        use IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
        let is_equality = matches!(predicate, Eq | Ne);
        let is_unsigned = matches!(predicate, Ugt | Uge | Ult | Ule);
        if self.object == rhs.object {
            // Where an object lies is not known, so that addresses behind it may wrap around. Those in it, and its end, do not.
            let is_inside = |object: Global| {
                let size = sizes.allocated(module.globals[object].ty).filter(|_| is_whole(module, object));
                size.is_some_and(|size| [self, rhs].iter().all(|it| it.offset.unsigned() <= size.into()))
            };
            let is_known = is_equality || self.object.is_none_or(|it| is_inside(it) && is_unsigned);
            return is_known.then(|| self.offset.compare(predicate, rhs.offset));
        }
        let is_apart = match (self.object, rhs.object) {
            (Some(one), None) | (None, Some(one)) => is_never_null(module, one),
            (one, other) => one.into_iter().chain(other).all(|it| has_own_place(module, sizes, it)),
        };
        let are_begins = self.offset.is_zero() && rhs.offset.is_zero();
        (is_equality && are_begins && is_apart).then_some(predicate == IntPredicate::Ne)
    }
}

/// Whether nothing at the address 0 can be what a global names.
fn is_never_null(module: &Module, global: Global) -> bool {
    let value = &module.globals[global];
    let is_object = matches!(value.kind, GlobalKind::Variable(_) | GlobalKind::Function(_));
    is_object && value.linkage != Linkage::ExternWeak && value.address_space == 0
}

/// Whether a global is a variable of which no other definition, of another size, takes the place.
fn is_whole(module: &Module, global: Global) -> bool {
    let value = &module.globals[global];
    let is_defined = matches!(&value.kind, GlobalKind::Variable(it) if it.initializer.is_some());
    is_defined && !value.linkage.is_interposable()
}

/// Whether no other object begins where a global does: it is a variable that is not empty, and that is not merged with others.
fn has_own_place(module: &Module, sizes: &Sizes<'_>, global: Global) -> bool {
    let value = &module.globals[global];
    is_whole(module, global)
        && value.unnamed_addr != UnnamedAddr::Global
        && value.address_space == 0
        && sizes.allocated(value.ty).is_some_and(|bytes| bytes > 0)
}
