//! The dialects that can be converted to `llvm`, each with its patterns. MLIR: `ConvertToLLVMPatternInterface`.

use tern_dialect_core::{arith, cf, complex, func, index, math, memref, ub, vector};
use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::Context;
use tern_mlir::declare::Dialect;

use crate::conversion::Patterns;

/// Adds the patterns of a dialect to a conversion.
pub type AddPatterns = fn(&mut Patterns<'_, '_>);

/// The conversion of a dialect of another crate, which names it in the interface
/// [`ConvertsToLlvm`].
pub struct ToLlvm(pub AddPatterns);

/// The patterns of this crate.
static OWN: &[(&Dialect, AddPatterns)] = &[
    (&arith::DIALECT, crate::arith::patterns),
    (&cf::DIALECT, crate::cf::patterns),
    (&complex::DIALECT, crate::complex::patterns),
    (&func::DIALECT, crate::func::patterns),
    (&index::DIALECT, crate::index::patterns),
    (&math::DIALECT, crate::math::patterns),
    (&memref::DIALECT, crate::memref::patterns),
    (&ub::DIALECT, crate::ub::patterns),
    (&vector::DIALECT, crate::passes::convert_vector_to_llvm::patterns),
];

/// The dialects of the context that can be converted, each with its patterns.
pub fn all(context: &Context) -> impl Iterator<Item = (&'static Dialect, AddPatterns)> {
    context.dialects().iter().filter_map(|dialect| Some((*dialect, of(dialect)?)))
}

/// The patterns that convert a dialect.
pub fn of(dialect: &Dialect) -> Option<AddPatterns> {
    match dialect.interface::<ConvertsToLlvm>()?.0 {
        Some(given) => given.downcast_ref::<ToLlvm>().map(|it| it.0),
        None => OWN.iter().find(|(own, _)| std::ptr::eq(*own, dialect)).map(|(_, patterns)| *patterns),
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::asm::{self, ParseOptions};

    use super::*;

    #[test]
    fn scripts_can_name_the_dialects_that_convert() {
        static ACME: Dialect =
            Dialect { interfaces: &[&ConvertsToLlvm(Some(&ToLlvm(|_| ())))], ..Dialect::new("acme") };
        let context =
            Context::new(&[tern_dialect_llvm::DIALECTS, tern_dialect_core::DIALECTS, &[&ACME]].concat());
        let errors = |dialect: &str| {
            let script = format!(
                r#"module attributes {{transform.with_named_sequence}} {{
                  transform.named_sequence @__transform_main(%m: !transform.any_op) {{
                    transform.apply_conversion_patterns to %m {{
                      transform.apply_conversion_patterns.dialect_to_llvm "{dialect}"
                    }} with type_converter {{
                      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
                    }} : !transform.any_op
                    transform.yield
                  }}
                }}"#
            );
            let module = asm::parse(&context, "script", script.as_bytes(), &ParseOptions::default()).unwrap();
            let diagnostics = tern_mlir::verify::verify(&context, &module);
            diagnostics.iter().map(|it| it.message().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!([errors("acme"), errors("arith")], [const { Vec::<String>::new() }; 2]);
        let missing =
            "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: scf";
        assert!(errors("scf").iter().any(|error| error.contains(missing)), "{:?}", errors("scf"));
    }

    #[test]
    fn what_is_declared_to_convert_has_patterns() {
        let declared = tern_dialect_core::DIALECTS.iter().copied();
        let declared = declared.filter(|dialect| dialect.interface::<ConvertsToLlvm>().is_some());
        let names =
            |of: &mut dyn Iterator<Item = &Dialect>| -> Vec<_> { of.map(|it| it.namespace).collect() };
        assert_eq!(names(&mut declared.clone()), names(&mut OWN.iter().map(|(dialect, _)| *dialect)));
        assert!(declared.map(of).all(|patterns| patterns.is_some()));
    }
}
