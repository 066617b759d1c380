//! Matrix multiplication with tensor memory.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::Value;
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, op_interfaces, operations};
use tern_mlir::verify::Verifier;

use super::attributes::{
    CTA_GROUP_KIND, MMA_BLOCK_SCALE_KIND, TCGEN05_MMA_BLOCK_SCALE, TCGEN05_MMA_COLLECTOR_B_BUFFER,
    TCGEN05_MMA_COLLECTOR_OP, TCGEN05_MMA_KIND,
};
use super::chips::ChipRequirement;
use super::constraints::{LANE_MASK, POINTER_6, POINTER_6_OR_I64};
use super::enums::{Tcgen05MMABlockScale as BlockScale, Tcgen05MMACollectorOp};
use super::names::{call, case, group, space_of};
use crate::constraints::{I1, I32, I64};

operations! {
    /// Multiplies matrices in tensor or shared memory.
    Tcgen05MMA = "nvvm.tcgen05.mma" {
        traits: [AttrSizedOperandSegments],
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), scaleInputD: optional(I64),
            disableOutputLane: optional(LANE_MASK),
        },
        attributes: {
            kind: required(AttrClass::Declared(&TCGEN05_MMA_KIND)),
            ctaGroup: required(AttrClass::Declared(&CTA_GROUP_KIND)),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"), aShift: unit,
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD (`scale` `=` $scaleInputD^)? \
            (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` type(operands) `)`",
        verify: verify_mma,
        interfaces: [ToLlvm(mma), ChipRequirement::Accelerated(&[100, 110])],
    }

    /// Like `nvvm.tcgen05.mma`, with a sparse first matrix.
    Tcgen05MMASparse = "nvvm.tcgen05.mma.sp" {
        traits: [AttrSizedOperandSegments],
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), sparseMetadata: one(POINTER_6),
            scaleInputD: optional(I64),
            disableOutputLane: optional(LANE_MASK),
        },
        attributes: {
            kind: required(AttrClass::Declared(&TCGEN05_MMA_KIND)),
            ctaGroup: required(AttrClass::Declared(&CTA_GROUP_KIND)),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"), aShift: unit,
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata (`scale` \
            `=` $scaleInputD^)? (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` type(operands) `)`",
        verify: verify_mma,
        interfaces: [ToLlvm(mma), ChipRequirement::Accelerated(&[100, 110])],
    }

    /// Like `nvvm.tcgen05.mma`, with scales for blocks of the matrices.
    Tcgen05MMABlockScale = "nvvm.tcgen05.mma.block_scale" {
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), scaleA: one(POINTER_6), scaleB: one(POINTER_6),
        },
        attributes: {
            kind: required(AttrClass::Declared(&MMA_BLOCK_SCALE_KIND)),
            ctaGroup: required(AttrClass::Declared(&CTA_GROUP_KIND)),
            blockScale: default(AttrClass::Declared(&TCGEN05_MMA_BLOCK_SCALE), "default"),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"),
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $scaleA `,` $scaleB \
            attr-dict `:` `(` type(operands) `)`",
        verify: verify_mma_block_scale,
        interfaces: [ToLlvm(mma_block_scale), ChipRequirement::Accelerated(&[100, 110])],
    }

    /// Like `nvvm.tcgen05.mma.sp`, with scales for blocks of the matrices.
    Tcgen05MMASparseBlockScale = "nvvm.tcgen05.mma.sp.block_scale" {
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), sparseMetadata: one(POINTER_6), scaleA: one(POINTER_6),
            scaleB: one(POINTER_6),
        },
        attributes: {
            kind: required(AttrClass::Declared(&MMA_BLOCK_SCALE_KIND)),
            ctaGroup: required(AttrClass::Declared(&CTA_GROUP_KIND)),
            blockScale: default(AttrClass::Declared(&TCGEN05_MMA_BLOCK_SCALE), "default"),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"),
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata `,` \
            $scaleA `,` $scaleB attr-dict `:` `(` type(operands) `)`",
        verify: verify_mma_block_scale,
        interfaces: [ToLlvm(mma_block_scale), ChipRequirement::Accelerated(&[100, 110])],
    }

    /// Like `nvvm.tcgen05.mma`, with a stationary second matrix.
    Tcgen05MMAWs = "nvvm.tcgen05.mma.ws" {
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), zeroColMask: optional(I64),
        },
        attributes: {
            kind: required(AttrClass::Declared(&TCGEN05_MMA_KIND)),
            collectorBBuffer: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_B_BUFFER), "b0"),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"),
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD (`,` $zeroColMask^)? \
            attr-dict `:` `(` type(operands) `)`",
        interfaces: [ToLlvm(mma_ws), ChipRequirement::Accelerated(&[100, 110])],
    }

    /// Like `nvvm.tcgen05.mma.ws`, with a sparse first matrix.
    Tcgen05MMAWsSparse = "nvvm.tcgen05.mma.ws.sp" {
        operands: {
            matrixD: one(POINTER_6),
            matrixA: one(POINTER_6_OR_I64), matrixB: one(I64),
            idesc: one(I32), enableInputD: one(I1), sparseMetadata: one(POINTER_6),
            zeroColMask: optional(I64),
        },
        attributes: {
            kind: required(AttrClass::Declared(&TCGEN05_MMA_KIND)),
            collectorBBuffer: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_B_BUFFER), "b0"),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP), "discard"),
        },
        format: "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata (`,` \
            $zeroColMask^)? attr-dict `:` `(` type(operands) `)`",
        interfaces: [ToLlvm(mma_ws), ChipRequirement::Accelerated(&[100, 110])],
    }
}

op_interfaces! {
    /// What the products have in common.
    ProductInterface {
        operands: { matrixA, scaleInputD, disableOutputLane },
        attributes: {
            ctaGroup: optional(AttrClass::Declared(&CTA_GROUP_KIND)),
            blockScale: default(AttrClass::Declared(&TCGEN05_MMA_BLOCK_SCALE)),
            collectorOp: default(AttrClass::Declared(&TCGEN05_MMA_COLLECTOR_OP)),
            aShift: unit,
        },
    }
}

impl ProductInterface<OpRef<'_>> {
    /// The number of cooperating blocks.
    fn blocks(self) -> i64 {
        self.ctaGroup().map_or(1, group)
    }

    /// Whether the first matrix is in tensor memory.
    fn is_in_tensor_memory(self) -> bool {
        self.matrixA().first().and_then(|&matrix| space_of(self.0, matrix)) == Some(6)
    }
}

/// The part of the intrinsic's name that gives the product and the place of the first matrix, such as `mma.sp.tensor`.
fn variant(op: OpRef<'_>) -> String {
    let product = op.name().trim_start_matches("nvvm.").trim_end_matches(".block_scale");
    let place = if ProductInterface(op).is_in_tensor_memory() { "tensor" } else { "shared" };
    format!("{product}.{place}")
}

/// The common operands: the matrices, the instruction descriptor, whether to accumulate, and the sparsity metadata.
fn operands(t: &mut Translation<'_, '_, '_>) -> Result<Vec<Value>> {
    let mut args = Vec::new();
    for name in ["matrixD", "matrixA", "matrixB", "idesc", "enableInputD", "sparseMetadata"] {
        args.extend(t.optional(name)?);
    }
    Ok(args)
}

/// The numeric value of an enum attribute, as an immediate argument.
fn immediate(t: &mut Translation<'_, '_, '_>, name: &'static str) -> Value {
    let value = super::names::value(t.op(), name);
    t.integer(32, value)
}

fn mma(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let mut name = variant(op);
    let mut args = operands(t)?;
    if let Some(scale) = t.optional("scaleInputD")? {
        name += ".scale_d";
        args.push(scale);
    }
    let mask = t.optional("disableOutputLane")?;
    args.extend(mask);
    args.push(immediate(t, "kind"));
    if mask.is_some() {
        name += &format!(".disable_output_lane.cg{}", ProductInterface(op).blocks());
    } else {
        args.push(t.integer(32, ProductInterface(op).blocks()));
    }
    args.push(immediate(t, "collectorOp"));
    if ProductInterface(op).aShift() {
        name += ".ashift";
    }
    call(t, &name, args)
}

fn mma_block_scale(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let block = match ProductInterface(op).blockScale() {
        None | Some(BlockScale::Default) => String::new(),
        Some(block) => format!(".{}", block.spelling()),
    };
    let name = format!("{}.{}.block_scale{block}", variant(op), case(op, "kind"));
    let mut args = operands(t)?;
    args.extend([t.operand("scaleA")?, t.operand("scaleB")?]);
    args.push(t.integer(32, ProductInterface(op).blocks()));
    args.push(immediate(t, "collectorOp"));
    call(t, &name, args)
}

fn mma_ws(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let mut args = operands(t)?;
    let mask = t.optional("zeroColMask")?;
    args.extend(mask);
    for name in ["kind", "collectorBBuffer", "collectorOp"] {
        args.push(immediate(t, name));
    }
    let masked = if mask.is_some() { ".zero_col_mask" } else { "" };
    call(t, &format!("{}{masked}", variant(op)), args)
}

fn verify_mma(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let product = ProductInterface(op);
    let lanes = product.disableOutputLane().first().map(|&mask| op.type_of(mask));
    if let Some((shape, ..)) = lanes.and_then(|ty| crate::constraints::vector_parts(op.context, ty)) {
        let length = shape.iter().product::<i64>();
        if length != product.blocks() * 4 {
            let message = format!("Disable Output Lane of length {length} is incompatible with CtaGroupAttr");
            return verifier.error_plain(op, message);
        }
    }
    if !product.aShift() {
        return;
    }
    if !product.is_in_tensor_memory() {
        verifier.error_plain(op, "A-shift can be applied only when matrix A is in tensor memory");
    }
    if matches!(product.collectorOp(), Some(Tcgen05MMACollectorOp::Fill | Tcgen05MMACollectorOp::Use)) {
        verifier.error_plain(op, "Cannot use collector buffer operation fill or use with ashift");
    }
    let kind = case(op, "kind");
    if !product.scaleInputD().is_empty() && !matches!(kind, "f16" | "tf32") {
        verifier.error_plain(op, "scale_d is only supported for kinds f16 and tf32");
    }
}

fn verify_mma_block_scale(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let scale = ProductInterface(op).blockScale();
    match (case(op, "kind"), scale.unwrap_or(BlockScale::Default).spelling()) {
        ("mxf4nvf4", "default") => verifier.error_plain(op, "mxf4nvf4 requires block scale attribute"),
        ("mxf4" | "mxf8f6f4", "block16") => {
            verifier.error_plain(op, format!("{} kind does not support block16 attribute", case(op, "kind")));
        }
        _ => {}
    }
}
