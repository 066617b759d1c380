//! What upstream's tests use of MLIR's `test` dialect and of its test passes: a dialect and passes outside of the crates that
//! translate and lower, as in upstream. Source: MLIR's `test/lib`.

mod legalize_patterns;
mod translation;

use tern_export::extension::TranslatesTo;
use tern_lower::PassDef;
use tern_lower::passes::Inlinable;
use tern_mlir::declare::{AttrClass, Dialect, operations};

/// The dialect. Source: `TestOps.td`.
pub(crate) static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    unknown_operations: true,
    unknown_types: true,
    interfaces: &[&TranslatesTo(&translation::Test), &Inlinable],
    ..Dialect::new("test")
};

/// The passes.
pub(crate) const PASSES: &[&PassDef] = &[&legalize_patterns::TEST_LLVM_LEGALIZE_PATTERNS];

operations! {
    /// A name in a symbol table; in LLVM IR a number somewhere else.
    Symbol = "test.symbol" {
        traits: [Symbol],
        attributes: { sym_name: required(AttrClass::SymbolName), sym_visibility: optional(AttrClass::String) },
    }

    /// A region whose operations are in no order.
    GraphRegion = "test.graph_region" {
        traits: [GraphRegion],
        regions: { region: one(RegionSize::Any) },
        format: "attr-dict-with-keyword $region",
    }
}
