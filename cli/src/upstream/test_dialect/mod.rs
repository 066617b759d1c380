//! The parts of MLIR's `test` dialect and test passes that upstream's tests need. As in upstream, they are outside of the
//! crates that translate and lower. Source: MLIR's `test/lib`.

mod legalize_patterns;
mod memref_with_transforms;
mod translation;

use tern_export::extension::TranslatesTo;
use tern_import::extension::ImportsInstructions;
use tern_lower::PassDef;
use tern_mlir::declare::{AttrClass, Dialect, operations};
use tern_mlir::inlining::Inlinable;

/// The dialect `test`. Source: `TestOps.td`.
pub(crate) static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    unknown_operations: true,
    unknown_types: true,
    interfaces: &[
        &TranslatesTo(&translation::Test),
        &ImportsInstructions(&translation::Test),
        &Inlinable::ALL,
    ],
    ..Dialect::new("test")
};

/// The test passes.
pub(crate) const PASSES: &[&PassDef] = &[
    &legalize_patterns::TEST_LLVM_LEGALIZE_PATTERNS,
    &memref_with_transforms::TEST_MEMREF_TO_LLVM_WITH_TRANSFORMS,
];

operations! {
    /// A symbol; exported to LLVM IR as an external `i32`.
    Symbol = "test.symbol" {
        traits: [Symbol],
        attributes: { sym_name: required(AttrClass::SymbolName), sym_visibility: optional(AttrClass::String) },
    }

    /// An operation with a graph region, whose operations are unordered.
    GraphRegion = "test.graph_region" {
        traits: [GraphRegion],
        regions: { region: one(RegionSize::Any) },
        format: "attr-dict-with-keyword $region",
    }
}
