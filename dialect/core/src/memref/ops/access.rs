//! Loads, stores, prefetches and atomic updates.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, operations};

use super::element;
use crate::memref::AtomicRMWKind;
use crate::memref::constraints::{ALIGNMENT, ATOMIC, ATOMIC_VALUE, INDEX, LOCALITY, MEMREF};
use crate::memref::{syntax, verify};

operations! {
    /// Reads an element.
    Load = "memref.load" {
        traits: [MemRead("memref"),
            Declared("AlignmentAttrOpInterface"), Declared("DestructurableAccessorOpInterface"),
            Declared("MemRefsNormalizable"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("PromotableMemOpInterface"),
            TypesMatchWith {
                summary: "result type matches element type of 'memref'", from: "memref", to: "result", transform: element
            },
        ],
        operands: { memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { nontemporal: default(AttrClass::Bool, "false"), alignment: optional(ALIGNMENT) },
        results: { result: one(ANY) },
        format: "$memref `[` $indices `]` attr-dict `:` type($memref)",
        verify: verify::access::load,
    }

    /// Writes an element.
    Store = "memref.store" {
        traits: [MemWrite("memref"),
            Declared("AlignmentAttrOpInterface"), Declared("DestructurableAccessorOpInterface"),
            Declared("MemRefsNormalizable"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("PromotableMemOpInterface"),
            TypesMatchWith {
                summary: "type of 'value' matches element type of 'memref'", from: "memref", to: "value", transform: element
            },
        ],
        operands: { value: one(ANY), memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { nontemporal: default(AttrClass::Bool, "false"), alignment: optional(ALIGNMENT) },
        format: "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
        verify: verify::access::store,
    }

    /// Atomically combines an element with a value; returns the old element.
    AtomicRmw = "memref.atomic_rmw" {
        traits: [
            AllTypesMatch(&["value", "result"]), Declared("MemorySpaceCastConsumerOpInterface"),
            TypesMatchWith {
                summary: "value type matches element type of memref", from: "memref", to: "value", transform: element
            },
        ],
        operands: { value: one(ATOMIC_VALUE), memref: one(ATOMIC), indices: variadic(INDEX) },
        attributes: { kind: required(AttrClass::Enum(AtomicRMWKind::DEF)) },
        results: { result: one(ATOMIC_VALUE) },
        format: "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
        verify: verify::access::atomic_rmw,
    }

    /// Atomically updates an element by a region that computes the new element from the old one.
    GenericAtomicRmw = "memref.generic_atomic_rmw" {
        traits: [
            SingleBlock, SingleBlockImplicitTerminator("memref.atomic_yield"),
            TypesMatchWith {
                summary: "result type matches element type of memref", from: "memref", to: "result", transform: element
            },
        ],
        operands: { memref: one(ATOMIC), indices: variadic(INDEX) },
        results: { result: one(ATOMIC_VALUE) },
        regions: { atomic_body: one(RegionSize::Any) },
        parse: syntax::access::parse_generic_atomic_rmw, print: syntax::access::print_generic_atomic_rmw,
        verify: verify::access::generic_atomic_rmw,
    }

    /// The terminator of `memref.generic_atomic_rmw`, with the element to write.
    AtomicYield = "memref.atomic_yield" {
        traits: [
            HasParent(&["memref.generic_atomic_rmw"]), Pure, Terminator, Declared("RegionBranchTerminatorOpInterface"),
            Declared("ReturnLike"),
        ],
        operands: { result: one(ANY) },
        format: "$result attr-dict `:` type($result)",
        verify: verify::access::atomic_yield,
    }

    /// Hints that an element will be read or written.
    Prefetch = "memref.prefetch" {
        traits: [Unreadable(|op| op.has_discardable_attributes())],
        operands: { memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: {
            isWrite: required(AttrClass::Bool),
            localityHint: required(LOCALITY),
            isDataCache: required(AttrClass::Bool),
        },
        parse: syntax::access::parse_prefetch, print: syntax::access::print_prefetch,
        verify: verify::access::prefetch,
    }
}
