//! Tensor memory: allocation, copies, loads and stores, waiting.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, Instruction};
use tern_mlir::declare::{AttrClass, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{Context, OpRef, Type};

use super::attributes::{
    CTA_GROUP_KIND, TCGEN05_CP_MULTICAST, TCGEN05_CP_SHAPE, TCGEN05_CP_SRC_FORMAT, TCGEN05_FENCE_KIND,
    TCGEN05_LD_ST_SHAPE, TCGEN05_WAIT_KIND,
};
use super::constraints::{POINTER_6, POINTER_ANY_3, REGISTERS};
use super::names::{call, case, flag, group, has, space};
use crate::constraints::{I1, I8, I16, I32, I64};

operations! {
    /// Allocates columns of tensor memory.
    Tcgen05Alloc = "nvvm.tcgen05.alloc" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: { addr: one(POINTER_ANY_3), nCols: one(I32) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$addr `,` $nCols attr-dict `:` type(operands)",
        interfaces: [ToLlvm(alloc)],
    }

    /// Frees columns of tensor memory.
    Tcgen05Dealloc = "nvvm.tcgen05.dealloc" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: { taddr: one(POINTER_6), nCols: one(I32) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$taddr `,` $nCols attr-dict `:` type(operands)",
        interfaces: [ToLlvm(dealloc)],
    }

    /// Gives up the right to allocate tensor memory.
    Tcgen05RelinquishAllocPermit = "nvvm.tcgen05.relinquish_alloc_permit" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "attr-dict",
        interfaces: [ToLlvm(relinquish)],
    }

    /// Orders accesses to tensor memory relative to other threads.
    Tcgen05Fence = "nvvm.tcgen05.fence" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        attributes: { kind: required(AttrClass::Declared(&TCGEN05_FENCE_KIND)) },
        format: "$kind attr-dict",
        interfaces: [ToLlvm(fence)],
    }

    /// Waits for loads from tensor memory, or for stores.
    Tcgen05Wait = "nvvm.tcgen05.wait" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        attributes: { kind: required(AttrClass::Declared(&TCGEN05_WAIT_KIND)) },
        format: "$kind attr-dict",
        interfaces: [ToLlvm(wait)],
    }

    /// Makes a barrier track the completion of all previous asynchronous operations.
    Tcgen05Commit = "nvvm.tcgen05.commit" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: { addr: one(POINTER_ANY_3), multicastMask: optional(I16) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$addr (`,` `multicast_mask` `=` $multicastMask^)? attr-dict `:` type(operands)",
        interfaces: [ToLlvm(commit)],
    }

    /// Shifts rows of tensor memory.
    Tcgen05Shift = "nvvm.tcgen05.shift" {
        traits: [Declared("NVVMRequiresSMa<100,101,103>::Impl")],
        operands: { taddr: one(POINTER_6) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$taddr attr-dict `:` type(operands)",
        interfaces: [ToLlvm(shift)],
    }

    /// Copies from shared to tensor memory.
    Tcgen05Cp = "nvvm.tcgen05.cp" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: { taddr: one(POINTER_6), smem_desc: one(I64) },
        attributes: {
            shape: required(AttrClass::Declared(&TCGEN05_CP_SHAPE)),
            group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1"),
            multicast: default(AttrClass::Declared(&TCGEN05_CP_MULTICAST), "none"),
            srcFormat: optional(AttrClass::Declared(&TCGEN05_CP_SRC_FORMAT)),
        },
        format: "$taddr`,` $smem_desc attr-dict",
        verify: verify_cp,
        interfaces: [ToLlvm(cp)],
    }

    /// Loads from tensor memory.
    Tcgen05Ld = "nvvm.tcgen05.ld" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: { tmemAddr: one(POINTER_6), offset: optional(I64) },
        attributes: { pack: unit, shape: required(AttrClass::Declared(&TCGEN05_LD_ST_SHAPE)) },
        results: {
            res: one(REGISTERS),
        },
        format: "$tmemAddr (`,` $offset^)? (`pack` $pack^)? attr-dict `:` type($res)",
        verify: verify_ld,
        interfaces: [ToLlvm(ld)],
    }

    /// Stores to tensor memory.
    Tcgen05St = "nvvm.tcgen05.st" {
        traits: [Declared("NVVMRequiresSMa<100,101>::Impl")],
        operands: {
            tmemAddr: one(POINTER_6),
            val: one(REGISTERS),
            offset: optional(I64),
        },
        attributes: { unpack: unit, shape: required(AttrClass::Declared(&TCGEN05_LD_ST_SHAPE)) },
        format: "$tmemAddr `,` $val (`,` $offset^)? (`unpack` $unpack^)? attr-dict `:` type($val)",
        verify: verify_st,
        interfaces: [ToLlvm(st)],
    }

    /// A descriptor of a matrix in shared memory.
    Tcgen05MmaSmemDesc = "nvvm.tcgen05.mma_smem_desc" {
        operands: {
            startAddr: one(I32), leadingDimOffset: one(I32), strideDimOffset: one(I32), baseOffset: one(I8),
            leadingDimMode: one(I1), swizzleMode: one(I8),
        },
        results: { res: one(I64) },
        format: "`(` operands `)` attr-dict `:` `(` type(operands) `)` `->` type($res)",
        interfaces: [ToLlvm(smem_desc)],
    }
}

fn alloc(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let shared = if space(op, "addr") == Some(3) { ".shared" } else { "" };
    let args = t.operands()?;
    call(t, &format!("tcgen05.alloc{shared}.cg{}", group(op, "group")), args)
}

fn dealloc(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = t.operands()?;
    let group = group(t.op(), "group");
    call(t, &format!("tcgen05.dealloc.cg{group}"), args)
}

fn relinquish(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let group = group(t.op(), "group");
    call(t, &format!("tcgen05.relinq.alloc.permit.cg{group}"), Vec::new())
}

fn fence(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let kind = case(t.op(), "kind");
    call(t, &format!("tcgen05.fence.{kind}.thread.sync"), Vec::new())
}

fn wait(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let kind = if case(t.op(), "kind") == "load" { "ld" } else { "st" };
    call(t, &format!("tcgen05.wait.{kind}"), Vec::new())
}

fn commit(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let multicast = if has(op, "multicastMask") { ".mc" } else { "" };
    let shared = if space(op, "addr") == Some(3) { ".shared" } else { "" };
    let args = t.operands()?;
    call(t, &format!("tcgen05.commit{multicast}{shared}.cg{}", group(op, "group")), args)
}

fn shift(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = t.operands()?;
    let group = group(t.op(), "group");
    call(t, &format!("tcgen05.shift.down.cg{group}"), args)
}

fn cp(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let shape = case(op, "shape").trim_start_matches("shape_");
    let multicast = match case(op, "multicast") {
        "none" => String::new(),
        multicast => format!("_{multicast}"),
    };
    let format = match case(op, "srcFormat") {
        "" => String::new(),
        format => format!(".{format}"),
    };
    let args = t.operands()?;
    call(t, &format!("tcgen05.cp.{shape}{multicast}{format}.cg{}", group(op, "group")), args)
}

fn verify_cp(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    match (case(op, "shape"), case(op, "multicast")) {
        ("shape_128x256b" | "shape_128x128b" | "shape_4x256b", "none") => {}
        ("shape_128x256b" | "shape_128x128b" | "shape_4x256b", _) => {
            verifier.error(op, "Invalid multicast type for tcgen05.cp Op");
        }
        ("shape_64x128b", "warpx2_01_23" | "warpx2_02_13") | ("shape_32x128b", "warpx4") => {}
        ("shape_64x128b", _) => {
            verifier
                .error(op, "Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op");
        }
        ("shape_32x128b", _) => {
            verifier.error(op, "Shape 32x128b requires multicast warpx4 for tcgen05.cp Op");
        }
        _ => {}
    }
}

/// The number of 32-bit registers of a type.
fn registers(context: &Context, ty: Type) -> i64 {
    crate::constraints::vector_parts(context, ty).map_or(1, |(shape, ..)| shape.iter().product())
}

/// The number of registers per thread for each repetition of a shape.
fn per_repetition(shape: &str) -> i64 {
    match shape {
        "shape_16x128b" => 2,
        "shape_16x256b" => 4,
        _ => 1,
    }
}

/// The shape and repetition in the intrinsic's name, such as `16x64b.x2`.
fn repetition(op: OpRef<'_>, ty: Type) -> String {
    let shape = case(op, "shape");
    let times = registers(op.context, ty) / per_repetition(shape);
    format!("{}.x{times}", shape.trim_start_matches("shape_"))
}

fn ld(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let Some(result) = op.result() else { return t.error("has no result") };
    let mut args = t.operands()?;
    args.push(t.bool(flag(op, "pack")));
    call(t, &format!("tcgen05.ld.{}", repetition(op, op.type_of(result))), args)
}

fn st(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let Some(&value) = op.operand_group("val").first() else { return t.error("requires operand 'val'") };
    let mut args = vec![t.operand("tmemAddr")?];
    args.extend(t.optional("offset")?);
    args.push(t.value(value)?);
    args.push(t.bool(flag(op, "unpack")));
    call(t, &format!("tcgen05.st.{}", repetition(op, op.type_of(value))), args)
}

fn verify_ld(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Some(result) = op.result() {
        verify_transfer(verifier, op, op.type_of(result), "result");
    }
}

fn verify_st(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Some(&value) = op.operand_group("val").first() {
        verify_transfer(verifier, op, op.type_of(value), "source");
    }
}

fn verify_transfer(verifier: &mut Verifier<'_>, op: OpRef<'_>, ty: Type, what: &str) {
    let shape = case(op, "shape");
    if (shape == "shape_16x32bx2") != has(op, "offset") {
        let message = match shape {
            "shape_16x32bx2" => "shape 16x32bx2 requires offset argument".to_owned(),
            _ => "offset argument is only supported for shape 16x32bx2".to_owned(),
        };
        verifier.error(op, message);
    }
    if registers(op.context, ty) < per_repetition(shape) {
        verifier.error(
            op,
            format!(
                "invalid vector length for shape {}, {what} is too short",
                shape.trim_start_matches("shape_")
            ),
        );
    }
}

/// Combines the fields of a descriptor, each masked and shifted to its position.
fn smem_desc(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    /// The version field of matrix descriptors of this generation.
    const VERSION: i64 = 1 << 46;
    let (i32, i64) = (t.module().types.common.i32, t.module().types.common.i64);
    let mut descriptor = t.integer(64, 0);
    for (index, (name, mask, place)) in [
        ("startAddr", 0x3fff, 0),
        ("leadingDimOffset", 0x3fff, 16),
        ("strideDimOffset", 0x3fff, 32),
        ("baseOffset", 7, 49),
        ("leadingDimMode", 1, 52),
        ("swizzleMode", 7, 61),
    ]
    .into_iter()
    .enumerate()
    {
        let binary = |t: &mut Translation<'_, '_, '_>, op, lhs, rhs, ty| {
            t.append(ty, Instruction::Binary { op, flags: Flags::empty(), lhs, rhs }).unwrap_or(lhs)
        };
        if index == 3 {
            let version = t.integer(64, VERSION);
            descriptor = binary(t, BinaryOp::Or, descriptor, version, i64);
        }
        let field = t.operand(name)?;
        let field = t.cast(CastOp::ZExt, field, i32);
        let mask = t.integer(32, mask);
        let field = binary(t, BinaryOp::And, field, mask, i32);
        let field = t.cast(CastOp::ZExt, field, i64);
        let place = t.integer(64, place);
        let field = binary(t, BinaryOp::Shl, field, place, i64);
        descriptor = binary(t, BinaryOp::Or, descriptor, field, i64);
    }
    t.define(Some(descriptor))
}
