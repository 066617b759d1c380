//! `!llvm.struct<(T, T)>`, which stands for `complex<T>`.

use tern_mlir::{Type, Value};

use super::builder::Builder;

/// A complex number as a struct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComplexStruct {
    /// The struct.
    pub value: Value,
}

impl ComplexStruct {
    /// A struct that is there.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// A struct of type `ty` whose parts are poison.
    pub fn poison<'c>(b: &mut impl Builder<'c>, ty: Type) -> Self {
        Self { value: b.poison(ty) }
    }

    /// A struct of type `ty` with these parts.
    pub fn of<'c>(b: &mut impl Builder<'c>, ty: Type, real: Value, imaginary: Value) -> Self {
        let mut complex = Self::poison(b, ty);
        complex.set_real(b, real);
        complex.set_imaginary(b, imaginary);
        complex
    }

    /// The real part.
    pub fn real<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[0])
    }

    /// The imaginary part.
    pub fn imaginary<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[1])
    }

    /// Sets the real part.
    pub fn set_real<'c>(&mut self, b: &mut impl Builder<'c>, real: Value) {
        self.value = b.insert_value(self.value, real, &[0]);
    }

    /// Sets the imaginary part.
    pub fn set_imaginary<'c>(&mut self, b: &mut impl Builder<'c>, imaginary: Value) {
        self.value = b.insert_value(self.value, imaginary, &[1]);
    }
}
