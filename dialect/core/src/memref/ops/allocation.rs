//! Allocation and deallocation.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::operations;

use crate::memref::constraints::{ALIGNMENT, ANY_MEMREF, INDEX, MEMREF, VECTOR};
use crate::memref::{syntax, verify};

operations! {
    /// Allocates heap memory. Operands give the dynamic sizes and the symbols of the layout.
    Alloc = "memref.alloc" {
        traits: [MemAlloc("memref"), AttrSizedOperandSegments, Declared("AlignmentAttrOpInterface"), ResultName(|_| Some("alloc".to_owned()))],
        operands: { dynamicSizes: variadic(INDEX), symbolOperands: variadic(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { memref: one(MEMREF) },
        format: "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
        verify: verify::allocation::alloc,
    }

    /// Allocates stack memory, which lives until the end of the nearest allocation scope.
    Alloca = "memref.alloca" {
        traits: [MemAlloc("memref"),
            AttrSizedOperandSegments, Declared("AlignmentAttrOpInterface"), Declared("DestructurableAllocationOpInterface"),
            Declared("PromotableAllocationOpInterface"), ResultName(|_| Some("alloca".to_owned())),
        ],
        operands: { dynamicSizes: variadic(INDEX), symbolOperands: variadic(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { memref: one(MEMREF) },
        format: "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
        verify: verify::allocation::alloca,
    }

    /// Resizes heap memory, keeping the elements; the old memory is freed.
    Realloc = "memref.realloc" {
        traits: [Declared("AlignmentAttrOpInterface")],
        operands: { source: one(VECTOR), dynamicResultSize: optional(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR) },
        format: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
        verify: verify::allocation::realloc,
    }

    /// Frees heap memory.
    Dealloc = "memref.dealloc" {
        traits: [MemFree("memref"), Declared("MemRefsNormalizable")],
        operands: { memref: one(ANY_MEMREF) },
        format: "$memref attr-dict `:` type($memref)",
    }

    /// An allocation scope: stack memory allocated in it is freed at its end.
    AllocaScope = "memref.alloca_scope" {
        traits: [
            AutomaticAllocationScope, NoRegionArguments, RecursiveMemoryEffects,
            RegionBranch(verify::allocation::scope_edges), SingleBlock,
            SingleBlockImplicitTerminator("memref.alloca_scope.return"),
        ],
        results: { results: variadic(ANY) },
        regions: { bodyRegion: one(RegionSize::Sized(1)) },
        parse: syntax::allocation::parse_alloca_scope, print: syntax::allocation::print_alloca_scope,
    }

    /// The terminator of an allocation scope, with its results.
    AllocaScopeReturn = "memref.alloca_scope.return" {
        traits: [
            HasParent(&["memref.alloca_scope"]), Pure, Declared("RegionBranchTerminatorOpInterface"), Declared("ReturnLike"),
            Terminator,
        ],
        operands: { results: variadic(ANY) },
        format: "attr-dict ($results^ `:` type($results))?",
    }
}
