//! Lowering of `scf.parallel` and `scf.forall` to nested sequential loops.

use tern_dialect_core::{arith, scf};
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, OpState, Region, Type, Value};

use super::{ends, result_types};
use crate::conversion::{Adaptor, Builder, NoMatch, Point, Rewrite, Rewriter};

/// Lowers `scf.parallel` to nested `scf.for`; reductions become loop-carried values.
pub(super) fn lower_parallel(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let [lower, upper, step, inits] =
        ["lowerBound", "upperBound", "step", "initVals"].map(|group| b.group(op, group).to_vec());
    let &[region] = b.body().regions(op.op).1 else { return Err("one region is wanted".into()) };
    let (body, _, reduce) = ends(b, region)?;
    let types = result_types(b, op.op);
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
            b.op(scf::Yield::NAME, &results, &[], &[]);
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
    b.op(scf::Yield::NAME, &yielded, &[], &[]);
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
    let mut state = OpState::new(context.op_name(scf::For::NAME), location);
    state.operands = [&bounds[..], carried].concat().into();
    state.result_types = types.into();
    state.regions.push(region);
    let op = b.insert(state);
    (block, counter, arguments, b.body().results(op).collect())
}

/// Lowers `scf.forall` on memrefs to `scf.parallel` without reductions.
pub(super) fn lower_forall(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    if b.body().result(op.op).is_some() {
        return Err("only fully bufferized scf.forall ops can be lowered to scf.parallel".into());
    }
    let context = b.context();
    let &[region] = b.body().regions(op.op).1 else { return Err("one region is wanted".into()) };
    let (.., end) = ends(b, region)?;
    let mut bounds = Vec::new();
    let mut rank = 0;
    for (numbers, group) in [
        ("staticLowerBound", "dynamicLowerBound"),
        ("staticUpperBound", "dynamicUpperBound"),
        ("staticStep", "dynamicStep"),
    ] {
        let numbers = b.op_ref(op.op).property(numbers).and_then(|list| list.as_dense_i64(context));
        let numbers = numbers.ok_or("a list of bounds is missing")?;
        rank = numbers.len() as i32;
        let mut values = b.group(op, group).iter();
        for number in numbers {
            bounds.push(match number {
                DYNAMIC => *values.next().ok_or("a bound is missing")?,
                number => {
                    let value = Attribute::integer(context, context.common.index, number);
                    b.value(arith::Constant::NAME, &[], context.common.index, &[("value", value)])
                }
            });
        }
    }
    let location = b.location();
    let place = b.at(Point::Before(end));
    b.op(scf::Reduce::NAME, &[], &[], &[]);
    b.erase(end);
    b.back_to(place);
    let own = b.body_mut().add_region();
    for block in b.body().region_blocks(region).to_vec() {
        b.body_mut().remove_block(block);
        b.body_mut().append_block(own, block);
    }
    let mut state = OpState::new(context.op_name(scf::Parallel::NAME), location);
    state.operands = bounds.into();
    state.regions.push(own);
    let sizes = Attribute::dense_i32(context, &[rank, rank, rank, 0]);
    state
        .properties
        .push(tern_mlir::NamedAttribute { name: context.ident("operandSegmentSizes"), value: sizes });
    b.insert(state);
    b.replace(op.op, &[]);
    Ok(())
}
