//! Tensor memory: allocation, copies, loads and stores, waiting.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, Instruction};
use tern_mlir::declare::{AttrClass, View, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{Context, OpRef, Type};

use super::attributes::{
    CTA_GROUP_KIND, TCGEN05_CP_MULTICAST, TCGEN05_CP_SHAPE, TCGEN05_CP_SRC_FORMAT, TCGEN05_FENCE_KIND,
    TCGEN05_LD_ST_SHAPE, TCGEN05_WAIT_KIND,
};
use super::chips::ChipRequirement;
use super::constraints::{POINTER_6, POINTER_ANY_3, REGISTERS};
use super::enums::Tcgen05LdStShape;
use super::names::{call, group, space};
use crate::constraints::{I1, I8, I16, I32, I64};

operations! {
    /// Allocates columns of tensor memory.
    Tcgen05Alloc = "nvvm.tcgen05.alloc" {
        operands: { addr: one(POINTER_ANY_3), nCols: one(I32) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$addr `,` $nCols attr-dict `:` type(operands)",
        interfaces: [ToLlvm(alloc), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Frees columns of tensor memory.
    Tcgen05Dealloc = "nvvm.tcgen05.dealloc" {
        operands: { taddr: one(POINTER_6), nCols: one(I32) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$taddr `,` $nCols attr-dict `:` type(operands)",
        interfaces: [ToLlvm(dealloc), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Gives up the right to allocate tensor memory.
    Tcgen05RelinquishAllocPermit = "nvvm.tcgen05.relinquish_alloc_permit" {
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "attr-dict",
        interfaces: [ToLlvm(relinquish), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Orders accesses to tensor memory relative to other threads.
    Tcgen05Fence = "nvvm.tcgen05.fence" {
        attributes: { kind: required(AttrClass::Declared(&TCGEN05_FENCE_KIND)) },
        format: "$kind attr-dict",
        interfaces: [ToLlvm(fence), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Waits for loads from tensor memory, or for stores.
    Tcgen05Wait = "nvvm.tcgen05.wait" {
        attributes: { kind: required(AttrClass::Declared(&TCGEN05_WAIT_KIND)) },
        format: "$kind attr-dict",
        interfaces: [ToLlvm(wait), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Makes a barrier track the completion of all previous asynchronous operations.
    Tcgen05Commit = "nvvm.tcgen05.commit" {
        operands: { addr: one(POINTER_ANY_3), multicastMask: optional(I16) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$addr (`,` `multicast_mask` `=` $multicastMask^)? attr-dict `:` type(operands)",
        interfaces: [ToLlvm(commit), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Shifts rows of tensor memory.
    Tcgen05Shift = "nvvm.tcgen05.shift" {
        operands: { taddr: one(POINTER_6) },
        attributes: { group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1") },
        format: "$taddr attr-dict `:` type(operands)",
        interfaces: [ToLlvm(shift), ChipRequirement::Accelerated(&[100, 101, 103])],
    }

    /// Copies from shared to tensor memory.
    Tcgen05Cp = "nvvm.tcgen05.cp" {
        operands: { taddr: one(POINTER_6), smem_desc: one(I64) },
        attributes: {
            shape: required(AttrClass::Declared(&TCGEN05_CP_SHAPE)),
            group: default(AttrClass::Declared(&CTA_GROUP_KIND), "cta_1"),
            multicast: default(AttrClass::Declared(&TCGEN05_CP_MULTICAST), "none"),
            srcFormat: optional(AttrClass::Declared(&TCGEN05_CP_SRC_FORMAT)),
        },
        format: "$taddr`,` $smem_desc attr-dict",
        verify: verify_cp,
        interfaces: [ToLlvm(cp), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Loads from tensor memory.
    Tcgen05Ld = "nvvm.tcgen05.ld" {
        operands: { tmemAddr: one(POINTER_6), offset: optional(I64) },
        attributes: { pack: unit, shape: required(AttrClass::Declared(&TCGEN05_LD_ST_SHAPE)) },
        results: {
            res: one(REGISTERS),
        },
        format: "$tmemAddr (`,` $offset^)? (`pack` $pack^)? attr-dict `:` type($res)",
        verify: verify_ld,
        interfaces: [ToLlvm(ld), ChipRequirement::Accelerated(&[100, 101])],
    }

    /// Stores to tensor memory.
    Tcgen05St = "nvvm.tcgen05.st" {
        operands: {
            tmemAddr: one(POINTER_6),
            val: one(REGISTERS),
            offset: optional(I64),
        },
        attributes: { unpack: unit, shape: required(AttrClass::Declared(&TCGEN05_LD_ST_SHAPE)) },
        format: "$tmemAddr `,` $val (`,` $offset^)? (`unpack` $unpack^)? attr-dict `:` type($val)",
        verify: verify_st,
        interfaces: [ToLlvm(st), ChipRequirement::Accelerated(&[100, 101])],
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
    let (op, alloc) = (t.op(), Tcgen05Alloc(t.view()));
    let shared = if space(op, "addr") == Some(3) { ".shared" } else { "" };
    let args = t.operands()?;
    let name = format!("tcgen05.alloc{shared}.cg{}", group(t.part(alloc.group())?));
    call(t, &name, args)
}

fn dealloc(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let dealloc = Tcgen05Dealloc(t.view());
    let args = t.operands()?;
    let group = group(t.part(dealloc.group())?);
    call(t, &format!("tcgen05.dealloc.cg{group}"), args)
}

fn relinquish(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let permit = Tcgen05RelinquishAllocPermit(t.view());
    let group = group(t.part(permit.group())?);
    call(t, &format!("tcgen05.relinq.alloc.permit.cg{group}"), Vec::new())
}

fn fence(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let fence = Tcgen05Fence(t.view());
    let kind = t.part(fence.kind())?.spelling();
    call(t, &format!("tcgen05.fence.{kind}.thread.sync"), Vec::new())
}

fn wait(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let wait = Tcgen05Wait(t.view());
    let kind = if t.part(wait.kind())?.spelling() == "load" { "ld" } else { "st" };
    call(t, &format!("tcgen05.wait.{kind}"), Vec::new())
}

fn commit(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, commit) = (t.op(), Tcgen05Commit(t.view()));
    let multicast = if commit.multicastMask().is_some() { ".mc" } else { "" };
    let shared = if space(op, "addr") == Some(3) { ".shared" } else { "" };
    let args = t.operands()?;
    let name = format!("tcgen05.commit{multicast}{shared}.cg{}", group(t.part(commit.group())?));
    call(t, &name, args)
}

fn shift(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let shift = Tcgen05Shift(t.view());
    let args = t.operands()?;
    let group = group(t.part(shift.group())?);
    call(t, &format!("tcgen05.shift.down.cg{group}"), args)
}

fn cp(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let cp = Tcgen05Cp(t.view());
    let shape = t.part(cp.shape())?.spelling().trim_start_matches("shape_");
    let multicast = match t.part(cp.multicast())?.spelling() {
        "none" => String::new(),
        multicast => format!("_{multicast}"),
    };
    let format = match cp.srcFormat().map_or("", |it| it.spelling()) {
        "" => String::new(),
        format => format!(".{format}"),
    };
    let args = t.operands()?;
    let name = format!("tcgen05.cp.{shape}{multicast}{format}.cg{}", group(t.part(cp.group())?));
    call(t, &name, args)
}

fn verify_cp(verifier: &mut Verifier<'_>, cp: Tcgen05Cp<View<'_>>) {
    let op = *cp.0;
    match (cp.shape().spelling(), cp.multicast().spelling()) {
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
        "shape_16x64b" | "shape_32x32b" | "shape_16x32bx2" => 1,
        _ => unreachable!("{shape} is a shape of loads and stores"),
    }
}

/// The shape and repetition in the intrinsic's name, such as `16x64b.x2`.
fn repetition(context: &Context, shape: Tcgen05LdStShape, ty: Type) -> String {
    let shape = shape.spelling();
    let times = registers(context, ty) / per_repetition(shape);
    format!("{}.x{times}", shape.trim_start_matches("shape_"))
}

fn ld(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, ld) = (t.op(), Tcgen05Ld(t.view()));
    let Some(result) = op.result() else { return t.error("has no result") };
    let repetition = repetition(op.context, t.part(ld.shape())?, op.type_of(result));
    let mut args = t.operands()?;
    args.push(t.bool(ld.pack()));
    call(t, &format!("tcgen05.ld.{repetition}"), args)
}

fn st(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, st) = (t.op(), Tcgen05St(t.view()));
    let Ok(value) = st.val() else { return t.error("requires operand 'val'") };
    let repetition = repetition(op.context, t.part(st.shape())?, op.type_of(value));
    let mut args = vec![t.operand("tmemAddr")?];
    args.extend(t.optional("offset")?);
    args.push(t.value(value)?);
    args.push(t.bool(st.unpack()));
    call(t, &format!("tcgen05.st.{repetition}"), args)
}

fn verify_ld(verifier: &mut Verifier<'_>, ld: Tcgen05Ld<View<'_>>) {
    let ty = ld.0.type_of(ld.res());
    verify_transfer(verifier, *ld.0, ld.shape(), ld.offset().is_some(), (ty, "result"));
}

fn verify_st(verifier: &mut Verifier<'_>, st: Tcgen05St<View<'_>>) {
    let ty = st.0.type_of(st.val());
    verify_transfer(verifier, *st.0, st.shape(), st.offset().is_some(), (ty, "source"));
}

fn verify_transfer(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    shape: Tcgen05LdStShape,
    has_offset: bool,
    (ty, what): (Type, &str),
) {
    let shape = shape.spelling();
    if (shape == "shape_16x32bx2") != has_offset {
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
