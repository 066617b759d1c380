//! The `ub` dialect: undefined behaviour. Source: `UBOps.td`.

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, Dialect, attribute_defs, operations};
use tern_mlir::inlining::Inlinable;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: ATTRIBUTES,
    interfaces: &[&Inlinable::ALL, &ConvertsToLlvm(None)],
    ..Dialect::new("ub")
};

attribute_defs! { "ub";
    /// The attribute for a value that is entirely poison.
    POISON = "poison" {}
}

operations! {
    /// A poison value.
    Poison = "ub.poison" {
        traits: [ConstantLike, Pure],
        attributes: { value: default(AttrClass::Declared(&POISON), "{}") },
        results: { result: one(ANY) },
        format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
    }

    /// A terminator that is never reached.
    Unreachable = "ub.unreachable" {
        traits: [Terminator],
        format: "attr-dict",
    }
}
