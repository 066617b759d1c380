//! Arithmetic on the real and imaginary parts of complex numbers.

use tern_dialect_core::arith::interfaces::ArithFastMathInterface;
use tern_dialect_llvm::enums::{FCmpPredicate, FastmathFlags};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::floats::{FloatValue, float_attribute};
use tern_mlir::rewrite::Builder;
use tern_mlir::{OpRef, Type, Value};

use crate::conversion::elementwise::fastmath_flags;
use crate::conversion::{ComplexStruct, LlvmBuilder, Rewriter};

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
pub(super) struct PartBuilder {
    ty: Type,
    flags: Option<FastmathFlags>,
}

impl PartBuilder {
    /// A builder for parts of type `ty`, with the flags of `op`.
    pub(super) fn of(op: OpRef<'_>, ty: Type) -> Self {
        let flags = ArithFastMathInterface(op).fastmath();
        Self { ty, flags: flags.map(fastmath_flags).filter(|flags| !flags.is_empty()) }
    }

    pub(super) fn add(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        b.create_value(llvm::FAdd::build(x, y).fastmathFlags(self.flags))
    }

    pub(super) fn sub(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        b.create_value(llvm::FSub::build(x, y).fastmathFlags(self.flags))
    }

    pub(super) fn mul(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        b.create_value(llvm::FMul::build(x, y).fastmathFlags(self.flags))
    }

    pub(super) fn div(&self, b: &mut Rewriter<'_, '_>, x: Value, y: Value) -> Value {
        b.create_value(llvm::FDiv::build(x, y).fastmathFlags(self.flags))
    }

    pub(super) fn abs(&self, b: &mut Rewriter<'_, '_>, x: Value) -> Value {
        b.create_value(intrinsics::FAbs::build(x).fastmathFlags(self.flags))
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
        let i1 = b.context().common.i1;
        b.create_value(llvm::FCmp::build(x, y, predicate, i1))
    }

    /// Makes a constant; parts always have a float type of LLVM.
    pub(super) fn constant(&self, b: &mut Rewriter<'_, '_>, value: FloatValue) -> Value {
        let context = b.context();
        let value = float_attribute(context, self.ty, value).unwrap_or(context.common.unit);
        b.constant(self.ty, value)
    }
}
