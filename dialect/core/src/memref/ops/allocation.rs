//! Memory that is taken and given back.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::operations;

use crate::memref::constraints::{ALIGNMENT, ANY_MEMREF, INDEX, MEMREF, VECTOR};
use crate::memref::{syntax, verify};

operations! {
    /// Memory of the heap. The sizes that the type does not say are operands, and so are the symbols of its layout.
    Alloc = "memref.alloc" {
        traits: [AttrSizedOperandSegments, Declared("AlignmentAttrOpInterface"), ResultName(|_| Some("alloc".to_owned()))],
        operands: { dynamicSizes: variadic(INDEX), symbolOperands: variadic(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { memref: one(MEMREF) },
        format: "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
        verify: verify::allocation::alloc,
    }

    /// Memory of the stack, until the nearest scope of allocations ends.
    Alloca = "memref.alloca" {
        traits: [
            AttrSizedOperandSegments, Declared("AlignmentAttrOpInterface"), Declared("DestructurableAllocationOpInterface"),
            Declared("PromotableAllocationOpInterface"), ResultName(|_| Some("alloca".to_owned())),
        ],
        operands: { dynamicSizes: variadic(INDEX), symbolOperands: variadic(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { memref: one(MEMREF) },
        format: "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
        verify: verify::allocation::alloca,
    }

    /// Memory of the heap with the elements that were in other memory, which is given back.
    Realloc = "memref.realloc" {
        traits: [Declared("AlignmentAttrOpInterface")],
        operands: { source: one(VECTOR), dynamicResultSize: optional(INDEX) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR) },
        format: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
        verify: verify::allocation::realloc,
    }

    /// Gives memory of the heap back.
    Dealloc = "memref.dealloc" {
        traits: [Declared("MemRefsNormalizable")],
        operands: { memref: one(ANY_MEMREF) },
        format: "$memref attr-dict `:` type($memref)",
    }

    /// A scope of allocations: memory of the stack that is taken in it is given back where it ends.
    AllocaScope = "memref.alloca_scope" {
        traits: [
            AutomaticAllocationScope, NoRegionArguments, Declared("RecursiveMemoryEffects"),
            RegionBranch(verify::allocation::scope_edges), SingleBlock,
            SingleBlockImplicitTerminator("memref.alloca_scope.return"),
        ],
        results: { results: variadic(ANY) },
        regions: { bodyRegion: one(RegionSize::Sized(1)) },
        parse: syntax::allocation::parse_alloca_scope, print: syntax::allocation::print_alloca_scope,
    }

    /// The end of a scope of allocations, with its results.
    AllocaScopeReturn = "memref.alloca_scope.return" {
        traits: [
            HasParent(&["memref.alloca_scope"]), Pure, Declared("RegionBranchTerminatorOpInterface"), Declared("ReturnLike"),
            Terminator,
        ],
        operands: { results: variadic(ANY) },
        format: "attr-dict ($results^ `:` type($results))?",
    }
}
