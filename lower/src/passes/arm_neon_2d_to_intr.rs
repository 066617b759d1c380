//! `arm-neon-2d-to-intr`: replaces dot products of matrix rows by the dot products of flat vectors that NEON has.

use tern_dialect_core::vector;
use tern_mlir::rewrite::Rewriter;
use tern_mlir::{Body, Context, Op, OpRef, Type, TypeKind};

use super::walk_bodies;
use crate::conversion::LlvmBuilder;
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static ARM_NEON_2D_TO_INTR: PassDef = PassDef {
    name: "arm-neon-2d-to-intr",
    summary: "Convert Arm NEON structured ops to intrinsics",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(ArmNeon2dToIntrinsics)),
};

struct ArmNeon2dToIntrinsics;

impl Pass for ArmNeon2dToIntrinsics {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        walk_bodies(target.body, target.op, &mut |body, ops| {
            for &op in ops {
                flatten(context, body, op);
            }
        });
        Ok(())
    }
}

/// Replaces `op` by `arm_neon.intr.sdot`, if it is `arm_neon.2d.sdot`.
fn flatten(context: &Context, body: &mut Body, op: Op) -> Option<()> {
    let op_ref = OpRef::new(context, body, op);
    let (result, &[a, b, c]) = (op_ref.result()?, op_ref.operands()) else { return None };
    if op_ref.name() != "arm_neon.2d.sdot" {
        return None;
    }
    let ty = op_ref.type_of(result);
    let flat = flat_vector(context, op_ref.type_of(b))?;
    let mut builder = Rewriter::before(context, body, op);
    let b = builder.create_value(vector::ShapeCast::build(b, flat));
    let c = builder.create_value(vector::ShapeCast::build(c, flat));
    let sum = builder.value("arm_neon.intr.sdot", &[a, b, c], ty, &[]);
    builder.replace(op, &[sum]);
    Some(())
}

/// The one-dimensional vector type with the elements of `ty`.
fn flat_vector(context: &Context, ty: Type) -> Option<Type> {
    let TypeKind::Vector { shape, element, .. } = ty.kind(context) else { return None };
    let length = shape.iter().try_fold(1i64, |product, &size| product.checked_mul(size))?;
    let (shape, scalable) = ([length].into(), [false].into());
    Some(context.ty(TypeKind::Vector { shape, scalable, element: *element }))
}
