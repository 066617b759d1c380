//! Arithmetic on the real and imaginary parts of complex numbers.

use tern_dialect_llvm::attributes::values;
use tern_dialect_llvm::enums::FCmpPredicate;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::{Attribute, OpRef, Type, Value};

use crate::conversion::elementwise::fastmath_flags;
use crate::conversion::floats::{FloatValue, float_attribute};
use crate::conversion::{Builder, ComplexStruct, Rewriter};

/// A complex number as two values.
#[derive(Clone, Copy)]
pub(super) struct Complex {
    pub(super) real: Value,
    pub(super) imaginary: Value,
}

impl Complex {
    /// Extracts the parts from a struct.
    pub(super) fn of(b: &mut Rewriter<'_, '_>, value: Value) -> Self {
        let value = ComplexStruct::new(value);
        Self { real: value.real(b), imaginary: value.imaginary(b) }
    }
}

/// A builder for arithmetic on parts. Its operations get the fast-math flags of the operation that is converted.
pub(super) struct Parts {
    ty: Type,
    flags: Vec<(&'static str, Attribute)>,
}

impl Parts {
    /// A builder for parts of type `ty`, with the flags of `op`.
    pub(super) fn of(op: OpRef<'_>, ty: Type) -> Self {
        let flags = op.property("fastmath").and_then(|flags| fastmath_flags(op.context, flags)).flatten();
        Self { ty, flags: flags.map(|flags| ("fastmathFlags", flags)).into_iter().collect() }
    }

    fn make(&self, b: &mut Rewriter<'_, '_>, name: &'static str, operands: &[Value]) -> Value {
        b.value(name, operands, self.ty, &self.flags)
    }

    pub(super) fn add(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        self.make(b, llvm::FAdd::NAME, &[x, y])
    }

    pub(super) fn sub(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        self.make(b, llvm::FSub::NAME, &[x, y])
    }

    pub(super) fn mul(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        self.make(b, llvm::FMul::NAME, &[x, y])
    }

    pub(super) fn div(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        self.make(b, llvm::FDiv::NAME, &[x, y])
    }

    pub(super) fn abs(&self, b: &mut Rewriter<'_, '_>, x: Value) -> Value {
        self.make(b, intrinsics::FAbs::NAME, &[x])
    }

    /// The magnitude of `x` with the sign of `y`.
    pub(super) fn copy_sign(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        b.create_value(intrinsics::CopySign::build(x, y))
    }

    pub(super) fn select(&self, b: &mut Rewriter<'_, '_>, condition: Value, x: Value, y: Value) -> Value {
        b.create_value(llvm::Select::build(condition, x, y, self.ty))
    }

    pub(super) fn compare(
        &self,
        b: &mut Rewriter<'_, '_>,
        predicate: FCmpPredicate,
        x: Value,
        y: Value,
    ) -> Value {
        let context = b.context();
        let predicate = values::fcmp_predicate(context, predicate);
        b.value(llvm::FCmp::NAME, &[x, y], context.common.i1, &[("predicate", predicate)])
    }

    /// Makes a constant; parts always have a float type of LLVM.
    pub(super) fn constant(&self, b: &mut Rewriter<'_, '_>, value: FloatValue) -> Value {
        let context = b.context();
        let value = float_attribute(context, self.ty, value).unwrap_or(context.common.unit);
        b.constant(self.ty, value)
    }
}
