//! The dialects that can be converted to `llvm`, each with its patterns. MLIR: `ConvertToLLVMPatternInterface`.

use tern_mlir::Context;

use crate::conversion::Patterns;

/// A dialect with a conversion to `llvm`. A dialect of another crate has it among its
/// [interfaces](tern_mlir::declare::Dialect::interfaces).
pub struct ToLlvm {
    /// The namespace of the dialect.
    pub dialect: &'static str,
    /// Adds the patterns of the dialect to a conversion.
    pub patterns: fn(&mut Patterns<'_, '_>),
}

/// All such dialects of MLIR, for `convert-to-llvm` and `convert-std-to-llvm`.
pub static ALL: &[ToLlvm] = &[
    ToLlvm { dialect: "arith", patterns: crate::arith::patterns },
    ToLlvm { dialect: "cf", patterns: crate::cf::patterns },
    ToLlvm { dialect: "complex", patterns: crate::complex::patterns },
    ToLlvm { dialect: "func", patterns: crate::func::patterns },
    ToLlvm { dialect: "index", patterns: crate::index::patterns },
    ToLlvm { dialect: "math", patterns: crate::math::patterns },
    ToLlvm { dialect: "memref", patterns: crate::memref::patterns },
    ToLlvm { dialect: "ub", patterns: crate::ub::patterns },
    ToLlvm { dialect: "vector", patterns: crate::passes::convert_vector_to_llvm::patterns },
];

/// The conversions of [`ALL`] and those among the interfaces of the context's dialects.
pub fn all(context: &Context) -> impl Iterator<Item = &'static ToLlvm> {
    let attached = context.dialects().iter().filter_map(|dialect| dialect.interface::<ToLlvm>());
    ALL.iter().chain(attached)
}

/// The conversion of the dialect called `name`.
pub fn of(context: &Context, name: &str) -> Option<&'static ToLlvm> {
    all(context).find(|it| it.dialect == name)
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn scripts_can_name_what_is_converted() {
        let names: Vec<&str> = ALL.iter().map(|it| it.dialect).collect();
        assert_eq!(names, tern_dialect_core::transform::CONVERTED_DIALECTS);
    }
}
