//! Intrinsics on memory and pointers.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Standard C/C++ Library Intrinsics, Memory Use Markers, Masked Vector Load and
//! Store, Variable Argument Handling.

use crate::attributes::ALIAS_SCOPE;
use crate::constraints::{
    ACCESS_GROUPS, ALIAS_SCOPES, ANY_INTEGER, ANY_INTEGER_OR_VECTOR, DEFAULT_POINTER, I8, INTEGER, LLVM_TYPE,
    POINTER, POINTER_OR_VECTOR, TBAA_TAGS, VECTOR, VECTOR_OF_I1, VECTOR_OF_POINTER,
};
use crate::verify::conversions;
use tern_mlir::builtin::DICTIONARIES;
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm.intr." => "llvm.";
    family [] {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["dst", "src"]),
            Declared("ArgAndResultAttrsOpInterface"), Declared("PromotableMemOpInterface"),
            Declared("DestructurableAccessorOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
        ],
        operands: { dst: one(POINTER), src: one(POINTER), len: one(INTEGER) },
        attributes: {
            isVolatile: required(AttrClass::Bool),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        intrinsic: { overloaded_operands: &[0, 1, 2], immediates: &[(3, "isVolatile")] },
    }
    /// Copies memory that does not overlap. LangRef: `llvm.memcpy` intrinsic.
    Memcpy: "memcpy",
    /// Copies memory that may overlap. LangRef: `llvm.memmove` intrinsic.
    Memmove: "memmove";

    family [] {
        traits: [Declared("PromotableOpInterface")],
        operands: { ptr: one(POINTER) },
        format: "$ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// Marks the start of an object's lifetime. LangRef: `llvm.lifetime.start` intrinsic.
    LifetimeStart: "lifetime.start",
    /// Marks the end of an object's lifetime. LangRef: `llvm.lifetime.end` intrinsic.
    LifetimeEnd: "lifetime.end";

    family [] {
        traits: [Declared("PromotableOpInterface"), SameOperandsAndResultType],
        operands: { ptr: one(POINTER) },
        results: { res: one(POINTER) },
        format: "$ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// A pointer without the `invariant.group` assumptions on its operand. LangRef: `llvm.launder.invariant.group` intrinsic.
    LaunderInvariantGroup: "launder.invariant.group",
    /// A pointer without `invariant.group` assumptions. LangRef: `llvm.strip.invariant.group` intrinsic.
    StripInvariantGroup: "strip.invariant.group";
}

operations! {
    /// Copies memory that does not overlap, without a call. LangRef: `llvm.memcpy.inline` intrinsic.
    MemcpyInline = "llvm.intr.memcpy.inline" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["dst", "src"]),
            Declared("ArgAndResultAttrsOpInterface"), Declared("PromotableMemOpInterface"),
            Declared("DestructurableAccessorOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
        ],
        operands: { dst: one(POINTER), src: one(POINTER) },
        attributes: {
            len: required(ANY_INTEGER),
            isVolatile: required(AttrClass::Bool),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        intrinsic: "llvm.memcpy.inline" { overloaded_operands: &[0, 1, 2], immediates: &[(2, "len"), (3, "isVolatile")] },
    }

    /// Fills memory with a byte. LangRef: `llvm.memset` intrinsic.
    Memset = "llvm.intr.memset" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["dst"]),
            Declared("ArgAndResultAttrsOpInterface"), Declared("PromotableMemOpInterface"),
            Declared("DestructurableAccessorOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
        ],
        operands: { dst: one(POINTER), val: one(I8), len: one(INTEGER) },
        attributes: {
            isVolatile: required(AttrClass::Bool),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        intrinsic: "llvm.memset" { overloaded_operands: &[0, 2], immediates: &[(3, "isVolatile")] },
    }

    /// Fills memory with a byte, without a call. LangRef: `llvm.memset.inline` intrinsic.
    MemsetInline = "llvm.intr.memset.inline" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["dst"]),
            Declared("ArgAndResultAttrsOpInterface"), Declared("PromotableMemOpInterface"),
            Declared("DestructurableAccessorOpInterface"), Declared("SafeMemorySlotAccessOpInterface"),
        ],
        operands: { dst: one(POINTER), val: one(I8) },
        attributes: {
            len: required(ANY_INTEGER),
            isVolatile: required(AttrClass::Bool),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        intrinsic: "llvm.memset.inline" { overloaded_operands: &[0, 2], immediates: &[(2, "len"), (3, "isVolatile")] },
    }

    /// Fetches memory into a cache. LangRef: `llvm.prefetch` intrinsic.
    Prefetch = "llvm.intr.prefetch" {
        operands: { addr: one(POINTER) },
        attributes: {
            rw: required(AttrClass::Integer(32)),
            hint: required(AttrClass::Integer(32)),
            cache: required(AttrClass::Integer(32)),
        },
        intrinsic: "llvm.prefetch" { overloaded_operands: &[0], immediates: &[(1, "rw"), (2, "hint"), (3, "cache")] },
    }

    /// Marks the start of a region in which memory is constant. LangRef: `llvm.invariant.start` intrinsic.
    InvariantStart = "llvm.intr.invariant.start" {
        traits: [Declared("PromotableOpInterface")],
        operands: { ptr: one(POINTER) },
        attributes: { size: required(AttrClass::Integer(64)) },
        results: { res: one(DEFAULT_POINTER) },
        format: "$size `,` $ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: "llvm.invariant.start" { overloaded_operands: &[1], immediates: &[(0, "size")] },
    }

    /// Marks the end of a region in which memory is constant. LangRef: `llvm.invariant.end` intrinsic.
    InvariantEnd = "llvm.intr.invariant.end" {
        traits: [Declared("PromotableOpInterface")],
        operands: { start: one(DEFAULT_POINTER), ptr: one(POINTER) },
        attributes: { size: required(AttrClass::Integer(64)) },
        format: "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: "llvm.invariant.end" { overloaded_operands: &[2], immediates: &[(1, "size")] },
    }

    /// A pointer with some bits cleared. LangRef: `llvm.ptrmask` intrinsic.
    PtrMask = "llvm.intr.ptrmask" {
        traits: [Pure, AllTypesMatch(&["ptr", "res"])],
        operands: { ptr: one(POINTER_OR_VECTOR), mask: one(ANY_INTEGER_OR_VECTOR) },
        results: { res: one(POINTER_OR_VECTOR) },
        format: "$ptr `,` $mask attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ptrmask" { overloaded_operands: &[0, 1] },
    }

    /// The address of a thread-local variable in the current thread. LangRef: `llvm.threadlocal.address` intrinsic.
    ThreadlocalAddress = "llvm.intr.threadlocal.address" {
        traits: [Pure],
        operands: { global: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.threadlocal.address" { overloaded_operands: &[0] },
    }

    /// Saves the stack pointer. LangRef: `llvm.stacksave` intrinsic.
    StackSave = "llvm.intr.stacksave" {
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` qualified(type($res))",
        intrinsic: "llvm.stacksave" { overloaded_results: &[0] },
    }

    /// Restores the stack pointer. LangRef: `llvm.stackrestore` intrinsic.
    StackRestore = "llvm.intr.stackrestore" {
        operands: { ptr: one(POINTER) },
        format: "$ptr attr-dict `:` qualified(type($ptr))",
        intrinsic: "llvm.stackrestore" { overloaded_operands: &[0] },
    }

    /// Starts the traversal of variable arguments. LangRef: `llvm.va_start` intrinsic.
    VaStart = "llvm.intr.vastart" {
        operands: { arg_list: one(POINTER) },
        format: "$arg_list attr-dict `:` qualified(type($arg_list))",
        intrinsic: "llvm.va_start" { overloaded_operands: &[0] },
    }

    /// Copies the state of a traversal of variable arguments. LangRef: `llvm.va_copy` intrinsic.
    VaCopy = "llvm.intr.vacopy" {
        operands: { dest_list: one(POINTER), src_list: one(POINTER) },
        format: "$src_list `to` $dest_list attr-dict `:` type(operands)",
        intrinsic: "llvm.va_copy" { overloaded_operands: &[0] },
    }

    /// Ends the traversal of variable arguments. LangRef: `llvm.va_end` intrinsic.
    VaEnd = "llvm.intr.vaend" {
        operands: { arg_list: one(POINTER) },
        format: "$arg_list attr-dict `:` qualified(type($arg_list))",
        intrinsic: "llvm.va_end" { overloaded_operands: &[0] },
    }

    /// Declares the point where an alias scope begins. LangRef: `llvm.experimental.noalias.scope.decl` intrinsic.
    NoAliasScopeDecl = "llvm.intr.experimental.noalias.scope.decl" {
        attributes: { scope: required(AttrClass::Declared(&ALIAS_SCOPE)) },
        format: "$scope attr-dict",
        intrinsic: "llvm.experimental.noalias.scope.decl" { regular: false },
    }

    /// Loads the elements of a vector that a mask selects. LangRef: `llvm.masked.load` intrinsic.
    MaskedLoad = "llvm.intr.masked.load" {
        operands: { data: one(POINTER), mask: one(VECTOR_OF_I1), pass_thru: optional(VECTOR) },
        attributes: { alignment: required(AttrClass::Integer(32)), nontemporal: unit },
        results: { res: one(VECTOR) },
        format: "operands attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.masked.load" { regular: false },
    }

    /// Stores the elements of a vector that a mask selects. LangRef: `llvm.masked.store` intrinsic.
    MaskedStore = "llvm.intr.masked.store" {
        operands: { value: one(VECTOR), data: one(POINTER), mask: one(VECTOR_OF_I1) },
        attributes: { alignment: required(AttrClass::Integer(32)) },
        format: "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` \
            qualified(type($data))",
        intrinsic: "llvm.masked.store" { regular: false },
    }

    /// Loads elements from a vector of addresses, under a mask. LangRef: `llvm.masked.gather` intrinsic.
    MaskedGather = "llvm.intr.masked.gather" {
        operands: { ptrs: one(VECTOR_OF_POINTER), mask: one(VECTOR_OF_I1), pass_thru: variadic(VECTOR) },
        attributes: { alignment: required(AttrClass::Integer(32)) },
        results: { res: one(VECTOR) },
        format: "operands attr-dict `:` functional-type(operands, results)",
        verify: conversions::gather,
        intrinsic: "llvm.masked.gather" { regular: false },
    }

    /// Stores elements to a vector of addresses, under a mask. LangRef: `llvm.masked.scatter` intrinsic.
    MaskedScatter = "llvm.intr.masked.scatter" {
        operands: { value: one(VECTOR), ptrs: one(VECTOR_OF_POINTER), mask: one(VECTOR_OF_I1) },
        attributes: { alignment: required(AttrClass::Integer(32)) },
        format: "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)",
        verify: conversions::scatter,
        intrinsic: "llvm.masked.scatter" { regular: false },
    }

    /// Loads consecutive elements into the lanes that a mask selects. LangRef: `llvm.masked.expandload` intrinsic.
    MaskedExpandLoad = "llvm.intr.masked.expandload" {
        traits: [Declared("ArgAndResultAttrsOpInterface")],
        operands: { ptr: one(POINTER), mask: one(VECTOR_OF_I1), passthru: one(VECTOR) },
        attributes: { arg_attrs: optional(DICTIONARIES), res_attrs: optional(DICTIONARIES) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.masked.expandload" { overloaded_results: &[0] },
    }

    /// Stores the lanes that a mask selects to consecutive elements. LangRef: `llvm.masked.compressstore` intrinsic.
    MaskedCompressStore = "llvm.intr.masked.compressstore" {
        traits: [Declared("ArgAndResultAttrsOpInterface")],
        operands: { value: one(VECTOR), ptr: one(POINTER), mask: one(VECTOR_OF_I1) },
        attributes: { arg_attrs: optional(DICTIONARIES), res_attrs: optional(DICTIONARIES) },
        intrinsic: "llvm.masked.compressstore" { overloaded_operands: &[0] },
    }
}
