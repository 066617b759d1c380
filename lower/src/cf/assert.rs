//! Conversion of `cf.assert`: if the condition is false, `puts` prints the message and `abort` ends the program.

use tern_dialect_core::cf;
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{array, void};
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Body, OpState, TypeKind};

use crate::conversion::{Adaptor, LlvmBuilder, Point, Rewrite, Rewriter};

/// Splits the block; the continuation is reached through a conditional branch.
pub(super) fn assert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let assert = cf::Assert::expect(b.converted(op));
    let condition = assert.arg();
    let message = [context.bytes(assert.msg()), &[0]].concat();
    let block = b.body().op_block(op.op).ok_or("an assertion that is in no block")?;
    let region = b.body().block_region(block).ok_or("a block that is in no region")?;

    let (i8, pointer) = (context.common.i8, b.converter().pointer(0));
    let ty = array(context, i8, message.len() as u64);
    let name = b.unique_symbol("assert_msg");
    let global = message_global(b, &name, message);
    b.add_symbol(global);
    b.declare_function("puts", &[pointer], void(context))?;
    b.declare_function("abort", &[], void(context))?;

    let next = b.body().next_op(op.op).ok_or("an assertion at the end of a block")?;
    let rest = b.split_block(block, next);
    let failure = b.body_mut().create_block();
    b.body_mut().append_block(region, failure);

    let here = b.at(Point::End(failure));
    let address = b.create_value(llvm::AddressOf::build(context.ident(&name), pointer));
    let text = b.gep(address, ty, &[0.into()]);
    b.call("puts", &[text], None);
    b.call("abort", &[], None);
    b.create(llvm::Unreachable::build());
    b.back_to(here);

    b.cond_br(condition, (rest, &[]), (failure, &[]));
    b.erase(op.op);
    Ok(())
}

/// Makes `llvm.mlir.global private constant @name(dense<…> : tensor<…xi8>)`.
fn message_global(b: &Rewriter<'_, '_>, name: &str, message: Vec<u8>) -> OpState {
    let context = b.context();
    let length = message.len();
    let ty = context.ty(TypeKind::RankedTensor {
        shape: [length as i64].into(),
        element: context.common.i8,
        encoding: None,
    });
    let splat = message.iter().all(|byte| *byte == message[0]);
    let data = if splat { message[..1].into() } else { message.into() };
    let value = context.attr(AttrKind::DenseElements { ty, data, splat });
    let ty = array(context, context.common.i8, length as u64);
    let global = llvm::Global::build(ty, context.ident(name), Linkage::Private);
    let global = New::from(global.constant(true).value(value).addr_space(0));
    let mut state = global.state(context, b.body(), b.location());
    state.body = Some(Box::new(Body::with_region()));
    state
}
