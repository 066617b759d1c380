//! The dialect `tern`: instructions and constants of LLVM IR for which MLIR's dialect `llvm` has no operation, or one that MLIR's
//! verifier refuses. Lossless import writes these operations and export reads them; `docs/MAPPING.md` says when.
//!
//! They are spelled in generic form only, and their bytecode is that of undeclared operations, so that MLIR's own tools read both
//! with `--allow-unregistered-dialect`:
//!
//! * [`calls`]: `tern.call`, `tern.invoke`, `tern.callbr`
//! * [`funclets`]: exceptions by funclets
//! * [`constants`]: constants, and `tern.ptrtoaddr`
//! * [`refused`]: operations of the dialect `llvm` on types or symbols that MLIR refuses there, under the same name
//!
//! Import and export name the operations by this crate. They do not need the dialect in the [`Context`]; without it, the operations
//! are not verified.
//!
//! [`Context`]: tern_mlir::Context

pub mod calls;
pub mod constants;
pub mod constraints;
pub mod funclets;
pub mod names;
pub mod operands;
pub mod refused;

use tern_mlir::declare::{Dialect, OpDef, concat};

static OPERATIONS: &[&OpDef] = &concat!(
    &OpDef;
    calls::OPERATIONS,
    constants::OPERATIONS,
    funclets::OPERATIONS,
    refused::OPERATIONS,
    refused::TABLE,
);

/// The declaration of the dialect.
pub static DIALECT: Dialect =
    Dialect { operations: OPERATIONS, properties_by_name: true, ..Dialect::new("tern") };

/// The dialects of this crate, for a [`Context`](tern_mlir::Context).
pub static DIALECTS: &[&Dialect] = &[&DIALECT];

#[cfg(test)]
mod tests {
    use super::*;
    use tern_mlir::declare::{Assembly, Presence, Trait};

    #[test]
    fn declarations_are_well_formed() {
        assert_eq!(tern_mlir::declare::check(&DIALECT), 0, "no operation has a format");
    }

    #[test]
    fn the_generic_form_is_the_only_one_and_adds_no_defaults() {
        for def in OPERATIONS {
            assert!(matches!(def.assembly, Assembly::Generic), "{}", def.name);
            let adds = |presence: Presence| matches!(presence, Presence::Default(_));
            assert!(!def.attributes.iter().any(|decl| adds(decl.presence)), "{}", def.name);
        }
    }

    #[test]
    fn named_attributes_are_declared() {
        for name in names::ALL {
            let declares = |def: &&&OpDef| def.is_discardable(name);
            assert!(OPERATIONS.iter().any(|def| declares(&def)), "{name}");
        }
        let names = OPERATIONS.iter().flat_map(|def| def.discardable).map(|decl| decl.name);
        names.for_each(|name| assert!(names::ALL.contains(&name), "{name}"));
    }

    /// An operation that stands for one of the dialect `llvm` has its attributes, groups of operands and results.
    #[test]
    fn refused_operations_are_declared_as_in_llvm() {
        let mut count = 0;
        for def in refused::OPERATIONS.iter().chain(refused::TABLE) {
            let name = def.name.replacen("tern.", "llvm.", 1);
            let model = tern_dialect_llvm::DIALECT.operations.iter().find(|model| model.name == name);
            let model = model.unwrap_or_else(|| panic!("{name} is declared"));
            let attributes = |def: &OpDef| -> Vec<String> {
                let show = |presence| match presence {
                    Presence::Default(value) | Presence::Implied(value) => format!("Default({value:?})"),
                    other => format!("{other:?}"),
                };
                def.attributes
                    .iter()
                    .map(|decl| format!("{} {} {:?}", decl.name, show(decl.presence), decl.class))
                    .collect()
            };
            assert_eq!(attributes(def), attributes(model), "{name}");
            let groups = |def: &OpDef| {
                let group = |decl: &tern_mlir::declare::ValueDecl| (decl.name, decl.arity);
                def.operands.iter().chain(def.results).map(group).collect::<Vec<_>>()
            };
            assert_eq!(groups(def), groups(model), "{name}");
            let is_pure = |def: &OpDef| def.has(|t| matches!(t, Trait::Pure));
            assert_eq!(is_pure(def), is_pure(model), "{name}");
            count += 1;
        }
        assert!(count > 15, "{count}");
    }
}
