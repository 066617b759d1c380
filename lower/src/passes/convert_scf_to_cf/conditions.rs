//! Lowering of `scf.if`, `scf.index_switch` and `scf.execute_region`.

use tern_dialect_core::{arith, cf, scf};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, Block, Op, Region, Type, TypeKind, Value};

use super::{block_of, br, cond_br, ends};
use crate::conversion::{Adaptor, NoMatch, Point, Rewrite, Rewriter};

/// Lowers `scf.if` to a conditional branch to its two regions, which branch to the continuation.
pub(super) fn lower_if(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = scf::If::expect(b.original(op));
    let condition = original.condition();
    let ((_, then), (_, otherwise)) = (original.thenRegion(), original.elseRegion());
    let block = block_of(b, op.op)?;
    let types = b.op_ref(op.op).result_types();
    let (then_first, then_last, then_end) = ends(b, then)?;
    let otherwise = match b.body().region_blocks(otherwise) {
        [] => None,
        _ => Some((otherwise, ends(b, otherwise)?)),
    };

    let rest = b.split_block(block, op.op);
    let next = if types.is_empty() {
        rest
    } else {
        let next = b.create_block_after(block, &types);
        b.at(Point::End(next));
        br(b, rest, &[]);
        next
    };
    leave(b, then_end, next);
    b.inline_region_after(then, block);
    let mut no = next;
    if let Some((region, (first, _, end))) = otherwise {
        leave(b, end, next);
        b.inline_region_after(region, then_last);
        no = first;
    }
    b.at(Point::End(block));
    cond_br(b, condition, (then_first, &[]), (no, &[]));
    let results = if types.is_empty() { Vec::new() } else { b.body().block_arguments(next).to_vec() };
    b.replace(op.op, &results);
    Ok(())
}

/// Replaces a terminator by a branch to `to` that passes its operands.
fn leave(b: &mut Rewriter<'_, '_>, end: Op, to: Block) {
    let values: Vec<Value> = b.body().operands(end).to_vec();
    b.at(Point::Before(end));
    br(b, to, &values);
    b.erase(end);
}

/// Lowers `scf.index_switch` to `cf.switch` on the value truncated to 32 bits.
pub(super) fn lower_index_switch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = scf::IndexSwitch::expect(b.original(op));
    let (number, cases) = (original.arg(), original.cases());
    // Upstream truncates case values to 32 bits, which can select wrong cases. Here a case that needs more bits makes the
    // switch wider.
    let narrow = cases.iter().all(|&case| i32::try_from(case).is_ok());
    let ty = if narrow { context.common.i32 } else { context.common.i64 };
    let ((_, default), (_, case_regions)) = (original.defaultRegion(), original.caseRegions());
    let block = block_of(b, op.op)?;
    let types = b.op_ref(op.op).result_types();
    let all: Vec<Region> = case_regions.iter().copied().chain([default]).collect();
    let all: Vec<_> =
        all.into_iter().map(|region| Ok((region, ends(b, region)?))).collect::<Result<_, NoMatch>>()?;

    let next = b.split_block(block, op.op);
    let location = b.location();
    let results: Vec<Value> = types.iter().map(|&ty| b.body_mut().add_argument(next, ty, location)).collect();
    let (mut blocks, mut last) = (Vec::new(), block);
    for (region, (first, end_block, end)) in all {
        leave(b, end, next);
        b.inline_region_after(region, last);
        blocks.push(first);
        last = end_block;
    }
    b.at(Point::End(block));
    let flag = b.create_value(arith::IndexCast::build(number, ty));
    let default = blocks.pop().ok_or("the default region is missing")?;
    let values = (!cases.is_empty()).then(|| case_values(b, ty, &cases));
    let switch = cf::Switch::build(flag, &[], &[], &vec![0; cases.len()], default, &blocks);
    b.create(switch.case_values(values));
    b.replace(op.op, &results);
    Ok(())
}

/// The case values as `dense<[…]> : vector<nxi32>`.
fn case_values(b: &Rewriter<'_, '_>, element: Type, values: &[i64]) -> Attribute {
    let context = b.context();
    let ty = context.ty(TypeKind::Vector {
        shape: [values.len() as i64].into(),
        scalable: [false].into(),
        element,
    });
    let splat = values.iter().all(|value| *value == values[0]);
    let listed = if splat { &values[..1] } else { values };
    let width = if element == context.common.i32 { 4 } else { 8 };
    let data = listed.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
    context.attr(AttrKind::DenseElements { ty, data, splat })
}

/// Lowers `scf.execute_region`: splices its blocks into the parent region.
pub(super) fn lower_execute_region(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (_, region) = scf::ExecuteRegion::expect(b.original(op)).region();
    let block = block_of(b, op.op)?;
    let types = b.op_ref(op.op).result_types();
    let (first, ..) = ends(b, region)?;
    let yields = b.body().region_blocks(region).iter().filter_map(|&block| b.body().block_last(block));
    let yields: Vec<_> = yields.filter(|&last| b.op_ref(last).is(scf::Yield::DEF)).collect();

    let next = b.split_block(block, op.op);
    b.at(Point::End(block));
    br(b, first, &[]);
    for end in yields {
        leave(b, end, next);
    }
    b.inline_region_after(region, block);
    let location = b.location();
    let results: Vec<Value> = types.iter().map(|&ty| b.body_mut().add_argument(next, ty, location)).collect();
    b.replace(op.op, &results);
    Ok(())
}
