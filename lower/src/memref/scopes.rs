//! Conversion of `memref.alloca_scope`: the stack is restored when control leaves the region.

use tern_dialect_core::memref;
use tern_dialect_llvm::intrinsics;
use tern_mlir::Type;
use tern_mlir::rewrite::Builder;

use crate::conversion::{Adaptor, LlvmBuilder, Point, Rewrite, Rewriter};

/// Converts `memref.alloca_scope`.
pub(super) fn alloca_scope(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let scope = memref::AllocaScope::expect(b.original(op));
    let (body, region) = scope.bodyRegion();
    let blocks = body.region_blocks(region);
    let (&first, &last) = blocks.first().zip(blocks.last()).ok_or("the region is empty")?;
    let end = body.block_last(last).ok_or("the region does not end")?;
    let results: Vec<Type> = scope.results().map(|result| b.type_of(result)).collect();
    let block = b.body().op_block(op.op).ok_or("the operation stands nowhere")?;
    let pointer = b.converter().pointer(0);

    let rest = b.split_block(block, op.op);
    let next = if results.is_empty() {
        rest
    } else {
        let next = b.create_block_after(block, &results);
        b.at(Point::End(next));
        b.br(rest, &[]);
        next
    };
    b.inline_region_after(region, block);
    b.at(Point::End(block));
    let stack = b.create_value(intrinsics::StackSave::build(pointer));
    b.br(first, &[]);
    b.at(Point::Before(end));
    b.create(intrinsics::StackRestore::build(stack));
    let values = b.body().operands(end).to_vec();
    b.br(next, &values);
    b.replace(end, &[]);
    let arguments = if results.is_empty() { Vec::new() } else { b.body().block_arguments(next).to_vec() };
    b.replace(op.op, &arguments);
    Ok(())
}
