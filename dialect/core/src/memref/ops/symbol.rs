//! Global memory.

use tern_mlir::declare::{AttrClass, operations};

use crate::memref::constraints::{ALIGNMENT, MEMREF_TYPE, STATIC};
use crate::memref::verify;

operations! {
    /// A named global; an external one has no initial value.
    Global = "memref.global" {
        traits: [Declared("AlignmentAttrOpInterface"), Symbol],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            sym_visibility: optional(AttrClass::String),
            r#type: required(MEMREF_TYPE),
            initial_value: optional(AttrClass::Any),
            constant: unit,
            alignment: optional(ALIGNMENT),
        },
        format: "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict",
        verify: verify::symbol::global,
    }

    /// The memref of a global.
    GetGlobal = "memref.get_global" {
        traits: [Pure, SymbolUser(verify::symbol::get_global)],
        attributes: { name: required(AttrClass::FlatSymbol) },
        results: { result: one(STATIC) },
        format: "$name `:` type($result) attr-dict",
    }
}
