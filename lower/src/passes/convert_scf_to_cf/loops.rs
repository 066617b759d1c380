//! Lowering of `scf.for` and `scf.while`.

use tern_dialect_core::arith::CmpIPredicate;
use tern_dialect_core::{arith, scf};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, NamedAttribute, Op, Value};

use super::{block_of, br, cond_br, ends};
use crate::conversion::{Adaptor, Point, Rewrite, Rewriter};

/// Lowers `scf.for`: the header block has the induction variable and the loop-carried values as arguments, compares and
/// branches.
pub(super) fn lower_for(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = scf::For::expect(b.original(op));
    let (lower, upper, step) = (original.lowerBound(), original.upperBound(), original.step());
    let (inits, unsigned) = (original.initArgs().to_vec(), original.unsignedCmp());
    let (_, region) = original.region();
    let block = block_of(b, op.op)?;
    let (header, _, end) = ends(b, region)?;
    let first = b.body().block_first(header).ok_or("the body is empty")?;
    let &counter = b.body().block_arguments(header).first().ok_or("the counter is missing")?;

    let next = b.split_block(block, op.op);
    let body = b.split_block(header, first);
    b.inline_region_after(region, block);

    b.at(Point::Before(end));
    let stepped = b.create_value(arith::AddI::build(counter, step));
    let carried = [&[stepped], b.body().operands(end)].concat();
    let back = br(b, header, &carried);
    keep_llvm_attributes(b, op.op, back);
    b.erase(end);

    b.at(Point::End(block));
    br(b, header, &[&[lower], &inits[..]].concat());

    b.at(Point::End(header));
    let predicate = if unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let more = b.create_value(arith::CmpI::build(counter, upper, predicate, b.context().common.i1));
    cond_br(b, more, (body, &[]), (next, &[]));
    let results: Vec<Value> = b.body().block_arguments(header)[1..].to_vec();
    b.replace(op.op, &results);
    Ok(())
}

/// Copies the `llvm` attributes of the loop, such as its loop annotation, to the back edge.
fn keep_llvm_attributes(b: &mut Rewriter<'_, '_>, from: Op, to: Op) {
    let context = b.context();
    let attributes = b.body().attributes(from).as_dictionary(context).unwrap_or_default();
    let is_llvm = |entry: &&NamedAttribute| matches!(entry.value.kind(context), AttrKind::Declared { def, .. } if def.dialect == "llvm");
    let kept: Vec<NamedAttribute> = attributes.iter().filter(is_llvm).copied().collect();
    if !kept.is_empty() {
        b.body_mut().set_attributes(to, Attribute::dictionary(context, kept));
    }
}

/// Lowers `scf.while` to the blocks of its regions; the second region is skipped if it only forwards its arguments.
pub(super) fn lower_while(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = scf::While::expect(b.original(op));
    let inits = original.inits().to_vec();
    let ((_, before), (_, after)) = (original.before(), original.after());
    let block = block_of(b, op.op)?;
    let (first, last, condition) = ends(b, before)?;
    let (second, _, end) = ends(b, after)?;
    let hands_on = b.body().block_first(second) == Some(end)
        && b.body().operands(end) == b.body().block_arguments(second);
    let yielded = scf::Condition::expect(b.op_ref(condition));
    let (flag, values) = (yielded.condition(), yielded.args().to_vec());

    let next = b.split_block(block, op.op);
    b.inline_region_after(before, block);
    if !hands_on {
        b.inline_region_after(after, last);
    }
    b.at(Point::End(block));
    br(b, first, &inits);
    b.at(Point::Before(condition));
    let again = if hands_on { first } else { second };
    let branch = cond_br(b, flag, (again, &values), (next, &[]));
    if hands_on {
        keep_llvm_attributes(b, op.op, branch);
    }
    b.erase(condition);
    if !hands_on {
        b.at(Point::Before(end));
        let carried = b.body().operands(end).to_vec();
        let back = br(b, first, &carried);
        keep_llvm_attributes(b, op.op, back);
        b.erase(end);
    }
    b.replace(op.op, &values);
    Ok(())
}
