//! `enable-arm-sve`: operations of `arm_sve` become those that stand for intrinsics, and masks of one scalable dimension are made
//! by `whilelt`. Source: MLIR's `ArmSVE.td`.

use tern_dialect_core::vector::splat;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Type, Value};

use super::{InstructionSet, illegal, operand, rename};
use crate::conversion::{Adaptor, Legal, Legality, LlvmBuilder, Patterns, Rewrite, Rewriter};
use crate::unrolling::rows;

pub(super) const ARM_SVE: InstructionSet =
    InstructionSet { option: "enable-arm-sve", types: None, patterns: Some(patterns), legality };

/// Operations, each with the operation that stands for its intrinsic and has the same operands.
const RENAMED: &[(&str, &str)] = &[
    ("arm_sve.sdot", "arm_sve.intr.sdot"),
    ("arm_sve.udot", "arm_sve.intr.udot"),
    ("arm_sve.smmla", "arm_sve.intr.smmla"),
    ("arm_sve.ummla", "arm_sve.intr.ummla"),
    ("arm_sve.usmmla", "arm_sve.intr.usmmla"),
    ("arm_sve.dupq_lane", "arm_sve.intr.dupq_lane"),
    ("arm_sve.masked.addi", "arm_sve.intr.add"),
    ("arm_sve.masked.addf", "arm_sve.intr.fadd"),
    ("arm_sve.masked.subi", "arm_sve.intr.sub"),
    ("arm_sve.masked.subf", "arm_sve.intr.fsub"),
    ("arm_sve.masked.muli", "arm_sve.intr.mul"),
    ("arm_sve.masked.mulf", "arm_sve.intr.fmul"),
    ("arm_sve.masked.divi_signed", "arm_sve.intr.sdiv"),
    ("arm_sve.masked.divi_unsigned", "arm_sve.intr.udiv"),
    ("arm_sve.masked.divf", "arm_sve.intr.fdiv"),
    ("arm_sve.zip.x2", "arm_sve.intr.zip.x2"),
    ("arm_sve.zip.x4", "arm_sve.intr.zip.x4"),
];

const TO_SVBOOL: &str = "arm_sve.intr.convert.to.svbool";
const FROM_SVBOOL: &str = "arm_sve.intr.convert.from.svbool";

fn legality(legality: Legality) -> Legality {
    let legality = legality.dialect("arm_sve", Legal::Yes);
    let legality = RENAMED.iter().fold(legality, |legality, &(name, _)| legality.op(name, Legal::No));
    illegal(legality, &["arm_sve.convert_to_svbool", "arm_sve.convert_from_svbool", "arm_sve.psel"]).op_if(
        vector::CreateMask::NAME,
        |op| match op.result().map(|result| op.type_of(result)) {
            Some(ty) if VectorType::of(op.context, ty).is_some_and(|mask| is_counted(&mask)) => Legal::No,
            _ => Legal::Unknown,
        },
    )
}

fn patterns(patterns: &mut Patterns<'_, '_>) {
    for (name, _) in RENAMED {
        patterns.on(&[name], |op, b| {
            let name = b.op_ref(op.op).name();
            let renamed = RENAMED.iter().find(|(from, _)| *from == name);
            rename(op, b, renamed.ok_or("the operation has no intrinsic")?.1)
        });
    }
    patterns.on(&["arm_sve.convert_to_svbool"], |op, b| convert_rows(op, b, TO_SVBOOL));
    patterns.on(&["arm_sve.convert_from_svbool"], |op, b| convert_rows(op, b, FROM_SVBOOL));
    patterns.on(&["arm_sve.psel"], psel);
    patterns.on(&[vector::CreateMask::NAME], create_mask);
}

/// Whether `whilelt` makes masks of this type.
pub(in super::super) fn is_counted(mask: &VectorType) -> bool {
    matches!((&mask.shape[..], &mask.scalable[..]), ([2 | 4 | 8 | 16], [true]))
}

/// Converts each row of a predicate of several dimensions.
fn convert_rows(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, intrinsic: &'static str) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let (Some(&source), Some(result)) = (original.operands().first(), original.result()) else {
        return Err("there is no operand or no result".into());
    };
    let (from, to) = (original.type_of(source), original.type_of(result));
    let (Some(from), Some(vector)) = (VectorType::of(context, from), VectorType::of(context, to)) else {
        return Err("requires vectors".into());
    };
    let leading = vector.rank().saturating_sub(1);
    b.unroll(rows(&vector))?;
    let (from, row) = (from.drop_front(leading).ty(context), vector.drop_front(leading).ty(context));
    let unset = splat(context, to, Attribute::bool(context, false)).ok_or("requires a vector")?;
    let mut whole = b.value(arith::Constant::NAME, &[], to, &[("value", unset)]);
    let mut position = vec![0i64; leading];
    loop {
        let at = Attribute::dense_i64(context, &position);
        let part = b.value(vector::Extract::NAME, &[source], from, &[("static_position", at)]);
        let converted = b.value(intrinsic, &[part], row, &[]);
        whole = b.value(vector::Insert::NAME, &[converted, whole], to, &[("static_position", at)]);
        if !advance(&mut position, &vector.shape) {
            break;
        }
    }
    b.replace(op.op, &[whole]);
    Ok(())
}

/// Moves to the next position in row-major order; false after the last one.
fn advance(position: &mut [i64], shape: &[i64]) -> bool {
    for (at, &size) in position.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < size {
            return true;
        }
        *at = 0;
    }
    false
}

/// The intrinsic selects predicates for bytes.
fn psel(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let (i1, i32) = (context.common.i1, context.common.i32);
    let bytes = VectorType { shape: vec![16], scalable: vec![true], element: i1 }.ty(context);
    let original = b.op_ref(op.op);
    let index = *original.operand_group("index").first().ok_or("an operand is missing")?;
    let ty = original.result().map(|result| original.type_of(result)).ok_or("there is no result")?;
    let (chosen, tested) = (operand(op, b, "p1")?, operand(op, b, "p2")?);
    let chosen = b.value(TO_SVBOOL, &[chosen], bytes, &[]);
    let index = b.create_value(arith::IndexCast::build(index, i32));
    let selected = b.value("arm_sve.intr.psel", &[chosen, tested, index], bytes, &[]);
    let selected = b.value(FROM_SVBOOL, &[selected], ty, &[]);
    b.replace(op.op, &[selected]);
    Ok(())
}

/// A lane is set if its number is less than the bound.
fn create_mask(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let ty: Type = b.converted_result(op.op)?;
    if !VectorType::of(context, ty).is_some_and(|mask| is_counted(&mask)) {
        return Err("requires a mask of one scalable dimension".into());
    }
    let bound: Value = *op.operands.first().ok_or("an operand is missing")?;
    let zero = b.zero(context.common.i64);
    let mask = b.value("arm_sve.intr.whilelt", &[zero, bound], ty, &[]);
    b.replace(op.op, &[mask]);
    Ok(())
}
