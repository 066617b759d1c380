//! Access to `!llvm.struct<(T, T)>`, the converted form of `complex<T>`.

use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use super::builder::LlvmBuilder;

/// A complex number as a value of struct type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComplexStruct {
    /// The value of struct type.
    pub value: Value,
}

impl ComplexStruct {
    /// Wraps an existing struct.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// Makes a struct of type `ty` with poison as both parts.
    pub fn poison<'c>(b: &mut impl Builder<'c>, ty: Type) -> Self {
        Self { value: b.poison(ty) }
    }

    /// Makes a struct of type `ty` from its parts.
    pub fn of<'c>(b: &mut impl Builder<'c>, ty: Type, real: Value, imaginary: Value) -> Self {
        let mut complex = Self::poison(b, ty);
        complex.set_real(b, real);
        complex.set_imaginary(b, imaginary);
        complex
    }

    /// Extracts the real part.
    pub fn real<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[0])
    }

    /// Extracts the imaginary part.
    pub fn imaginary<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[1])
    }

    /// Inserts the real part.
    pub fn set_real<'c>(&mut self, b: &mut impl Builder<'c>, real: Value) {
        self.value = b.insert_value(self.value, real, &[0]);
    }

    /// Inserts the imaginary part.
    pub fn set_imaginary<'c>(&mut self, b: &mut impl Builder<'c>, imaginary: Value) {
        self.value = b.insert_value(self.value, imaginary, &[1]);
    }
}
