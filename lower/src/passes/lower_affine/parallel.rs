//! Lowering of `affine.parallel` to `scf.parallel` with explicit reductions.

use tern_dialect_core::affine::parallel_bounds;
use tern_dialect_core::arith::AtomicRMWKind;
use tern_dialect_core::{affine, arith, scf};
use tern_mlir::attributes::splat;
use tern_mlir::declare::{New, OpDef};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::floats::{FloatValue, float_attribute};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, Block, Region, Type, TypeKind, Value};

use super::{constant, extreme, take_region};
use crate::conversion::{Adaptor, NoMatch, Point, Rewrite, Rewriter};

/// Lowers `affine.parallel`.
pub(super) fn lower(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let (lower, upper) = parallel_bounds(original).ok_or("the bounds are not complete")?;
    let parallel = affine::Parallel::expect(original);
    let steps: Vec<i64> = parallel.steps().iter().filter_map(|step| step.as_i64(context)).collect();
    let kinds: Option<Vec<AtomicRMWKind>> =
        parallel.reductions().iter().map(|kind| AtomicRMWKind::from_value(kind.as_u64(context)?)).collect();
    let kinds = kinds.ok_or("a reduction is not known")?;
    let results: Vec<Type> = b.body().results(op.op).map(|result| b.type_of(result)).collect();
    let (body, regions) = b.body().regions(op.op);
    let &[region] = regions else { return Err("there is no body".into()) };
    let last = body.region_blocks(region).last().and_then(|&block| body.block_last(block));
    let last = last.ok_or("the body is empty")?;

    let (of_lower, of_upper) = {
        let count = lower.first().map_or(0, |bound| (bound.dims + bound.symbols) as usize);
        op.operands.split_at(count.min(op.operands.len()))
    };
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for (lower, upper) in lower.iter().zip(&upper) {
        from.push(extreme(b, lower, of_lower, arith::MaxSI::DEF)?);
        to.push(extreme(b, upper, of_upper, arith::MinSI::DEF)?);
    }
    let steps: Vec<Value> = steps.into_iter().map(|step| constant(b, step)).collect();
    let mut inits = Vec::new();
    for (&kind, &ty) in kinds.iter().zip(&results) {
        inits.push(identity(b, kind, ty)?);
    }
    let own = take_region(b, region);
    let parallel = scf::Parallel::build(&from, &to, &steps, &inits, &results);
    let made = b.create_with_regions(parallel, [own]);
    if !kinds.is_empty() {
        let reduced = b.body().operands(last).to_vec();
        let back = b.at(Point::Before(last));
        reduce(b, &kinds, reduced)?;
        b.back_to(back);
        b.erase(last);
    }
    let values: Vec<Value> = b.body().results(made).collect();
    b.replace(op.op, &values);
    Ok(())
}

/// Makes `scf.reduce` with a region for each reduction.
fn reduce(b: &mut Rewriter<'_, '_>, kinds: &[AtomicRMWKind], values: Vec<Value>) -> Rewrite {
    let location = b.location();
    let mut blocks: Vec<(Block, Region)> = Vec::new();
    for &value in &values {
        let ty = b.type_of(value);
        let body = b.body_mut();
        let region = body.add_region();
        let block = body.add_block(region);
        body.add_argument(block, ty, location);
        body.add_argument(block, ty, location);
        blocks.push((block, region));
    }
    b.create_with_regions(scf::Reduce::build(&values), blocks.iter().map(|&(_, region)| region));
    for (&kind, &(block, _)) in kinds.iter().zip(&blocks) {
        b.at(Point::End(block));
        let arguments = b.body().block_arguments(block).to_vec();
        let combine = operation(kind).ok_or("the reduction has no operation")?;
        let result = b.create_value(New::with(combine, &arguments, []));
        b.create(scf::ReduceReturn::build(result));
    }
    Ok(())
}

/// The operation that combines two values in a reduction.
fn operation(kind: AtomicRMWKind) -> Option<&'static OpDef> {
    Some(match kind {
        AtomicRMWKind::Addf => arith::AddF::DEF,
        AtomicRMWKind::Addi => arith::AddI::DEF,
        AtomicRMWKind::Andi => arith::AndI::DEF,
        AtomicRMWKind::Maximumf => arith::MaximumF::DEF,
        AtomicRMWKind::Maxnumf => arith::MaxNumF::DEF,
        AtomicRMWKind::Maxs => arith::MaxSI::DEF,
        AtomicRMWKind::Maxu => arith::MaxUI::DEF,
        AtomicRMWKind::Minimumf => arith::MinimumF::DEF,
        AtomicRMWKind::Minnumf => arith::MinNumF::DEF,
        AtomicRMWKind::Mins => arith::MinSI::DEF,
        AtomicRMWKind::Minu => arith::MinUI::DEF,
        AtomicRMWKind::Mulf => arith::MulF::DEF,
        AtomicRMWKind::Muli => arith::MulI::DEF,
        AtomicRMWKind::Ori => arith::OrI::DEF,
        AtomicRMWKind::Xori => arith::XOrI::DEF,
        AtomicRMWKind::Assign => return None,
    })
}

/// The neutral element of a reduction.
fn identity(b: &mut Rewriter<'_, '_>, kind: AtomicRMWKind, ty: Type) -> Result<Value, NoMatch> {
    let context = b.context();
    let width = ty.integer_width(context).unwrap_or(64).clamp(1, 64);
    let lowest = i64::MIN >> (64 - width);
    let value = match kind {
        AtomicRMWKind::Addf => float_attribute(context, ty, FloatValue::Zero),
        AtomicRMWKind::Mulf => float_attribute(context, ty, FloatValue::One),
        AtomicRMWKind::Minimumf => float_attribute(context, ty, FloatValue::Infinity),
        AtomicRMWKind::Maximumf => negative_infinity(b, ty),
        AtomicRMWKind::Addi | AtomicRMWKind::Ori | AtomicRMWKind::Xori | AtomicRMWKind::Maxu => {
            Some(splat(context, ty, 0))
        }
        AtomicRMWKind::Andi | AtomicRMWKind::Minu => Some(splat(context, ty, -1)),
        AtomicRMWKind::Muli => Some(splat(context, ty, 1)),
        AtomicRMWKind::Maxs => Some(splat(context, ty, lowest)),
        AtomicRMWKind::Mins => Some(splat(context, ty, !lowest)),
        AtomicRMWKind::Assign | AtomicRMWKind::Maxnumf | AtomicRMWKind::Minnumf => None,
    };
    let Some(value) = value else {
        let error = Diagnostic::error(b.location(), "Reduction operation type not supported");
        b.report(error);
        return Err("Reduction operation type not supported".into());
    };
    Ok(b.create_value(arith::Constant::build(value, ty)))
}

fn negative_infinity(b: &Rewriter<'_, '_>, ty: Type) -> Option<Attribute> {
    let context = b.context();
    let TypeKind::Float(kind) = ty.kind(context) else { return None };
    let AttrKind::Float { bits, .. } = float_attribute(context, ty, FloatValue::Infinity)?.kind(context)
    else {
        return None;
    };
    Some(Attribute::float(context, ty, bits.get() | 1 << (kind.width() - 1)))
}
