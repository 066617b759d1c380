//! The `ub` dialect: undefined behaviour. Source: `UBOps.td`.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, Dialect, attribute_defs, operations};

/// The dialect.
pub static DIALECT: Dialect =
    Dialect { operations: OPERATIONS, attributes: ATTRIBUTES, ..Dialect::new("ub") };

attribute_defs! { "ub";
    /// All of a value is poison.
    POISON = "poison" {}
}

operations! {
    /// A value that makes what depends on it undefined.
    Poison = "ub.poison" {
        traits: [ConstantLike, Pure],
        attributes: { value: default(AttrClass::Declared(&POISON), "{}") },
        results: { result: one(ANY) },
        format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
    }

    /// Is never reached.
    Unreachable = "ub.unreachable" {
        traits: [Terminator],
        format: "attr-dict",
    }
}
