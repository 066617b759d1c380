//! Lowering of `scf.parallel` and `scf.forall` to nested sequential loops.

use tern_dialect_core::memref::types::{Mixed, mixed};
use tern_dialect_core::{arith, scf};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Region, Type, Value};

use super::ends;
use crate::conversion::{Adaptor, NoMatch, Point, Rewrite, Rewriter};

/// Lowers `scf.parallel` to nested `scf.for`; reductions become loop-carried values.
pub(super) fn lower_parallel(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = scf::Parallel::expect(b.original(op));
    let [lower, upper, step, inits] =
        [original.lowerBound(), original.upperBound(), original.step(), original.initVals()]
            .map(<[Value]>::to_vec);
    let (_, region) = original.region();
    let (body, _, reduce) = ends(b, region)?;
    let types = b.op_ref(op.op).result_types();
    let operands = b.body().operands(reduce).to_vec();
    let reductions: Vec<Region> = b.body().regions(reduce).1.to_vec();
    let reductions =
        reductions.into_iter().map(|region| ends(b, region)).collect::<Result<Vec<_>, NoMatch>>()?;
    if reductions.len() != inits.len() || operands.len() != inits.len() {
        return Err("reductions and values differ in number".into());
    }

    let (mut carried, mut counters, mut outermost) = (inits, Vec::new(), Vec::new());
    for dimension in 0..lower.len() {
        let (block, counter, arguments, results) =
            make_for(b, [lower[dimension], upper[dimension], step[dimension]], &carried, &types);
        if dimension == 0 {
            outermost = results;
        } else {
            // The enclosing loop yields the results of this one.
            b.create(scf::Yield::build(&results));
        }
        counters.push(counter);
        carried = arguments;
        b.at(Point::End(block));
    }
    let mut yielded = Vec::with_capacity(operands.len());
    for (((first, _, end), &operand), &argument) in reductions.into_iter().zip(&operands).zip(&carried) {
        let value = b.body().operands(end).first().copied().ok_or("a reduction has no value")?;
        b.erase(end);
        b.move_ops(first, Point::Before(reduce), &[argument, operand]);
        yielded.push(value);
    }
    b.erase(reduce);
    let Some(inner) = b.point_block() else { return Err("there is no loop".into()) };
    b.merge_block(body, inner, &counters);
    b.at(Point::End(inner));
    b.create(scf::Yield::build(&yielded));
    b.replace(op.op, &outermost);
    Ok(())
}

/// Makes an `scf.for` with an empty body. Returns the body, the induction variable, the loop-carried values and the results.
fn make_for(
    b: &mut Rewriter<'_, '_>,
    bounds: [Value; 3],
    carried: &[Value],
    types: &[Type],
) -> (tern_mlir::Block, Value, Vec<Value>, Vec<Value>) {
    let (context, location) = (b.context(), b.location());
    let body = b.body_mut();
    let region = body.add_region();
    let block = body.add_block(region);
    let counter = body.add_argument(block, context.common.index, location);
    let arguments = types.iter().map(|&ty| body.add_argument(block, ty, location)).collect();
    let [lower, upper, step] = bounds;
    let op = b.create_with_regions(scf::For::build(lower, upper, step, carried, types), [region]);
    (block, counter, arguments, b.body().results(op).collect())
}

/// Lowers `scf.forall` on memrefs to `scf.parallel` without reductions.
pub(super) fn lower_forall(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    if b.body().result(op.op).is_some() {
        return Err("only fully bufferized scf.forall ops can be lowered to scf.parallel".into());
    }
    let context = b.context();
    let original = scf::Forall::expect(b.original(op));
    let (_, region) = original.region();
    let (.., end) = ends(b, region)?;
    let bounds = [
        mixed(original.staticLowerBound(), original.dynamicLowerBound()),
        mixed(original.staticUpperBound(), original.dynamicUpperBound()),
        mixed(original.staticStep(), original.dynamicStep()),
    ];
    let index = context.common.index;
    let mut value = |bound| match bound {
        Mixed::Dynamic(value) => value,
        Mixed::Static(number) => {
            let number = Attribute::integer(context, index, number);
            b.create_value(arith::Constant::build(number, index))
        }
    };
    let [lower, upper, step] =
        bounds.map(|bounds| bounds.into_iter().map(&mut value).collect::<Vec<Value>>());
    let place = b.at(Point::Before(end));
    b.create(scf::Reduce::build(&[]));
    b.erase(end);
    b.back_to(place);
    let own = b.body_mut().add_region();
    for block in b.body().region_blocks(region).to_vec() {
        b.body_mut().remove_block(block);
        b.body_mut().append_block(own, block);
    }
    b.create_with_regions(scf::Parallel::build(&lower, &upper, &step, &[], &[]), [own]);
    b.replace(op.op, &[]);
    Ok(())
}
