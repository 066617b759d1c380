//! Memory operations: local and global memory, buffers, tensors, prefetching.

use tern_dialect_llvm::constraints::{ALIAS_SCOPES, TBAA_TAGS};
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use tern_mlir::declare::{AttrClass, families};
use tern_mlir::{OpState, Type};

use super::constraints::{POINTER_8, V4I32, V8I32};
use crate::constraints::{I16, I32, I64, LLVM_TYPE, POINTER, POINTER_0, POINTER_1, POINTER_3, vector};

families! { "rocdl." => "llvm.amdgcn.";
    /// Loads from global to local memory of the cluster, asynchronously.
    family [] {
        traits: [AliasAnalysis(&["globalPtr", "ldsPtr"])],
        operands: { globalPtr: one(POINTER_1), ldsPtr: one(POINTER_3), mask: one(I32) },
        attributes: {
            offset: required(AttrClass::Integer(32)), cpol: required(AttrClass::Integer(32)),
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "$globalPtr `,` $ldsPtr `,` $offset `,` $cpol `,` $mask attr-dict `:` \
            qualified(type($globalPtr)) `,` qualified(type($ldsPtr))",
        intrinsic: { immediates: &[(2, "offset"), (3, "cpol")] },
    }
    "cluster.load.async.to.lds.b128", "cluster.load.async.to.lds.b32", "cluster.load.async.to.lds.b64",
    "cluster.load.async.to.lds.b8";

    /// Signals a barrier in local memory when the asynchronous loads are complete.
    family [] {
        traits: [AliasAnalysis(&["barrierPtr"])],
        operands: { barrierPtr: one(POINTER_3) },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "$barrierPtr attr-dict `:` qualified(type($barrierPtr))",
        intrinsic: {},
    }
    "ds.atomic.async.barrier.arrive.b64";

    /// Signals a barrier in local memory, and returns its previous state.
    family [] {
        traits: [AliasAnalysis(&["barrierPtr"])],
        operands: { barrierPtr: one(POINTER_3), val: one(I64) },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(I64) },
        format: "$barrierPtr `,` $val attr-dict `:` qualified(type($barrierPtr)) `,` type($val) `->` \
            type($res)",
        intrinsic: {},
    }
    "ds.atomic.barrier.arrive.rtn.b64";

    /// Loads a matrix, transposed.
    family [Ptr] {
        traits: [AliasAnalysis(&["ptr"])],
        operands: { ptr: one(Ptr) },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$ptr attr-dict `:` qualified(type($ptr)) `->` type($res)",
        intrinsic: {},
    }
    "ds.load.tr16.b128" (POINTER_3), "ds.load.tr4.b64" (POINTER_3), "ds.load.tr6.b96" (POINTER_3),
    "ds.load.tr8.b64" (POINTER_3), "global.load.tr4.b64" (POINTER_1), "global.load.tr6.b96" (POINTER_1),
    "global.load.tr.b128" (POINTER_1), "global.load.tr.b64" (POINTER_1);

    /// Loads into a cache.
    family [Ptr] {
        traits: [AliasAnalysis(&["ptr"])],
        operands: { ptr: one(Ptr) },
        attributes: {
            scope: required(AttrClass::Integer(32)), alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES), tbaa: optional(TBAA_TAGS),
        },
        format: "$ptr `,` `scope` $scope attr-dict `:` qualified(type($ptr))",
        intrinsic: { immediates: &[(1, "scope")] },
    }
    "flat.prefetch" (POINTER_0), "global.prefetch" (POINTER_1);

    /// Loads from global to local memory, asynchronously.
    family [] {
        traits: [AliasAnalysis(&["globalPtr", "ldsPtr"])],
        operands: { globalPtr: one(POINTER_1), ldsPtr: one(POINTER_3) },
        attributes: {
            offset: required(AttrClass::Integer(32)), aux: required(AttrClass::Integer(32)),
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "$globalPtr `,` $ldsPtr `,` $offset `,` $aux attr-dict `:` qualified(type($globalPtr)) `,` \
            qualified(type($ldsPtr))",
        intrinsic: { immediates: &[(2, "offset"), (3, "aux")] },
    }
    "global.load.async.to.lds.b128", "global.load.async.to.lds.b32", "global.load.async.to.lds.b64",
    "global.load.async.to.lds.b8";

    /// Loads from global to local memory.
    family [] {
        traits: [AliasAnalysis(&["globalPtr", "ldsPtr"])],
        operands: { globalPtr: one(POINTER_1), ldsPtr: one(POINTER_3) },
        attributes: {
            size: required(AttrClass::Integer(32)), offset: required(AttrClass::Integer(32)),
            aux: required(AttrClass::Integer(32)), alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES), tbaa: optional(TBAA_TAGS),
        },
        format: "$globalPtr `,` $ldsPtr `,` $size `,` $offset `,` $aux attr-dict",
        intrinsic: { immediates: &[(2, "size"), (3, "offset"), (4, "aux")] },
    }
    "global.load.lds";

    /// Loads to local memory from any address.
    family [] {
        traits: [AliasAnalysis(&["globalPtr", "ldsPtr"])],
        operands: { globalPtr: one(POINTER), ldsPtr: one(POINTER_3) },
        attributes: {
            size: required(AttrClass::Integer(32)), offset: required(AttrClass::Integer(32)),
            aux: required(AttrClass::Integer(32)), alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES), tbaa: optional(TBAA_TAGS),
        },
        format: "$globalPtr `,` $ldsPtr `,` $size `,` $offset `,` $aux attr-dict `:` type($globalPtr)",
        intrinsic: { immediates: &[(2, "size"), (3, "offset"), (4, "aux")] },
    }
    "load.to.lds";

    /// Makes a buffer descriptor: base, stride, size, flags.
    family [] {
        traits: [Pure],
        operands: { base: one(POINTER), stride: one(I16), numRecords: one(I64), flags: one(I32) },
        results: { res: one(POINTER) },
        format: "operands attr-dict `:` type($base) `to` type($res)",
        intrinsic: {},
    }
    "make.buffer.rsrc";

    /// Compares and swaps in a buffer.
    family [] {
        traits: [AllTypesMatch(&["res", "src", "cmp"])],
        operands: {
            src: one(LLVM_TYPE), cmp: one(LLVM_TYPE), rsrc: one(LLVM_TYPE), offset: one(I32),
            soffset: one(I32), aux: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `(` operands `)` `:` type($res) `,` type($rsrc)",
        intrinsic: {},
    }
    "raw.buffer.atomic.cmpswap";

    /// Atomically modifies a value in a buffer, or stores it.
    family [] {
        operands: {
            vdata: one(LLVM_TYPE), rsrc: one(LLVM_TYPE), offset: one(LLVM_TYPE), soffset: one(LLVM_TYPE),
            aux: one(LLVM_TYPE),
        },
        parse: parse_store, print: print_store,
        intrinsic: { overloaded_operands: &[0] },
    }
    "raw.buffer.atomic.fadd", "raw.buffer.atomic.fmax", "raw.buffer.atomic.smax", "raw.buffer.atomic.umin",
    "raw.buffer.store";

    /// Loads from a buffer.
    family [] {
        operands: {
            rsrc: one(LLVM_TYPE), offset: one(LLVM_TYPE), soffset: one(LLVM_TYPE), aux: one(LLVM_TYPE),
        },
        results: { res: one(LLVM_TYPE) },
        parse: parse_load, print: print_load,
        intrinsic: {},
    }
    "raw.buffer.load";

    /// Compares and swaps in a buffer.
    family [] {
        traits: [AliasAnalysis(&["rsrc"]), AllTypesMatch(&["res", "src", "cmp"])],
        operands: {
            src: one(LLVM_TYPE), cmp: one(LLVM_TYPE), rsrc: one(POINTER_8), offset: one(I32),
            soffset: one(I32), aux: one(I32),
        },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(LLVM_TYPE) },
        format: "operands attr-dict `:` type($res)",
        intrinsic: {},
    }
    "raw.ptr.buffer.atomic.cmpswap";

    /// Atomically modifies a value in a buffer, or stores it.
    family [] {
        traits: [AliasAnalysis(&["rsrc"])],
        operands: {
            vdata: one(LLVM_TYPE), rsrc: one(POINTER_8), offset: one(I32), soffset: one(I32), aux: one(I32),
        },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "operands attr-dict `:` type($vdata)",
        intrinsic: { overloaded_operands: &[0] },
    }
    "raw.ptr.buffer.atomic.fadd", "raw.ptr.buffer.atomic.fmax", "raw.ptr.buffer.atomic.smax",
    "raw.ptr.buffer.atomic.umin", "raw.ptr.buffer.store";

    /// Loads from a buffer to local memory.
    family [] {
        traits: [AliasAnalysis(&["rsrc", "ldsPtr"])],
        operands: {
            rsrc: one(POINTER_8), ldsPtr: one(POINTER_3), size: one(I32), voffset: one(I32),
            soffset: one(I32), offset: one(I32), aux: one(I32),
        },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        format: "operands attr-dict",
        intrinsic: {},
    }
    "raw.ptr.buffer.load.lds";

    /// Loads from a buffer.
    family [] {
        traits: [AliasAnalysis(&["rsrc"])],
        operands: { rsrc: one(POINTER_8), offset: one(I32), soffset: one(I32), aux: one(I32) },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(LLVM_TYPE) },
        format: "operands attr-dict `:` type($res)",
        intrinsic: {},
    }
    "raw.ptr.buffer.load";

    /// Moves a two-dimensional tensor between global and local memory.
    family [] {
        traits: [AliasAnalysis(&["dgroup0", "dgroup1"])],
        operands: { dgroup0: one(V4I32), dgroup1: one(V8I32) },
        attributes: {
            cachePolicy: required(AttrClass::Integer(32)), alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES), tbaa: optional(TBAA_TAGS),
        },
        format: "attr-dict operands `cachepolicy` $cachePolicy `:` type($dgroup0) `,` type($dgroup1)",
        intrinsic: { immediates: &[(2, "cachePolicy")] },
    }
    "tensor.load.to.lds.d2", "tensor.store.from.lds.d2";

    /// Moves a tensor between global and local memory.
    family [] {
        traits: [AliasAnalysis(&["dgroup0", "dgroup1", "dgroup2", "dgroup3"])],
        operands: { dgroup0: one(V4I32), dgroup1: one(V8I32), dgroup2: one(V4I32), dgroup3: one(V4I32) },
        attributes: {
            cachePolicy: required(AttrClass::Integer(32)), alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES), tbaa: optional(TBAA_TAGS),
        },
        format: "attr-dict operands `cachepolicy` $cachePolicy `:` type($dgroup0) `,` type($dgroup1)",
        intrinsic: { immediates: &[(4, "cachePolicy")] },
    }
    "tensor.load.to.lds", "tensor.store.from.lds";

    /// Loads a matrix from local memory, transposed.
    family [] {
        traits: [AliasAnalysis(&["ptr"])],
        operands: { ptr: one(POINTER_3) },
        attributes: {
            alias_scopes: optional(ALIAS_SCOPES), noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$ptr attr-dict `:` type($ptr) `->` type($res)",
        intrinsic: {},
    }
    "ds.read.tr16.b64", "ds.read.tr4.b64", "ds.read.tr6.b96", "ds.read.tr8.b64";
}

/// Parses `%data, %descriptor, %offset, %offset, %flags attributes : type of the data`.
fn parse_store(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_buffer(parser, state, true)
}

fn print_store(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    let data = op.operands().first().map(|&data| op.type_of(data));
    print_buffer(printer, op, data);
}

/// Parses `%descriptor, %offset, %offset, %flags attributes : type of the data`.
fn parse_load(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_buffer(parser, state, false)
}

fn print_load(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    print_buffer(printer, op, op.result().map(|data| op.type_of(data)));
}

fn parse_buffer(parser: &mut OpParser<'_, '_>, state: &mut OpState, stores: bool) -> ParseResult<()> {
    let context = parser.context;
    let start = parser.offset();
    let operands = parser.parse_operands()?;
    state.attributes.extend(parser.optional_attr_dict()?);
    let data = parser.colon_type()?;
    let i32 = context.common.i32;
    let mut types = vec![vector(context, 4, i32), i32, i32, i32];
    if stores {
        types.insert(0, data);
    } else {
        state.result_types.push(data);
    }
    if operands.len() != types.len() {
        let (found, expected) = (operands.len(), types.len());
        return Err(parser.error_at(start, format!("{found} operands present, but expected {expected}")));
    }
    for (operand, ty) in operands.into_iter().zip(types) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    Ok(())
}

fn print_buffer(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>, data: Option<Type>) {
    printer.text(" ");
    printer.print_operands(op, op.operands());
    printer.print_attr_dict(op, &[], false);
    if let Some(data) = data {
        printer.text(" : ");
        printer.print_type(data);
    }
}
