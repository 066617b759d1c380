//! Conversion of `cf` to the `llvm` dialect. Source: MLIR's `ControlFlowToLLVM.cpp`.

mod assert;

use tern_dialect_core::cf;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::syntax::switch::{case_integers, dense_integers};
use tern_mlir::{Attribute, Block, Op, Value};

use crate::conversion::{Adaptor, Builder, Legal, Legality, Named, Patterns, Rewrite, Rewriter};

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[cf::Assert::NAME], assert::assert);
    patterns.on_several(&[cf::Br::NAME], br);
    patterns.on_several(&[cf::CondBr::NAME], cond_br);
    patterns.on_several(&[cf::Switch::NAME], switch);
}

/// Makes the operations of the dialect illegal and all others legal; legal operations are not folded.
pub(crate) fn legality(legality: Legality) -> Legality {
    legality.dialect("cf", Legal::No).others(Legal::Yes)
}

/// Converts `cf.br`; `loop_annotation` becomes an inherent attribute of `llvm.br`.
fn br(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let Some(annotation) = original.attribute("loop_annotation") else {
        return branch(op, b, llvm::Br::NAME);
    };
    let others = b.body().attributes(op.op).as_dictionary(context).unwrap_or_default().iter().copied();
    let name = context.name("loop_annotation");
    let others: Vec<_> = others.filter(|entry| entry.name != name).collect();
    b.body_mut().set_attributes(op.op, Attribute::dictionary(context, others));
    replace_branch(op, b, llvm::Br::NAME, op.operands, &[("loop_annotation", annotation)])
}

fn cond_br(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let [_] = op.operand(0) else { return Err("other than one value stands for the condition".into()) };
    branch(op, b, llvm::CondBr::NAME)
}

/// Converts a branch to one with the same operands and inherent attributes.
fn branch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, name: &'static str) -> Rewrite {
    let mut properties = Vec::new();
    properties.extend(b.op_ref(op.op).property("branch_weights").map(|value| ("branch_weights", value)));
    properties.extend(segments(op, b, "operandSegmentSizes", 0));
    replace_branch(op, b, name, op.operands, &properties)
}

/// Replaces a branch, and converts the argument types of its successors.
fn replace_branch(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    name: &'static str,
    operands: &[Value],
    properties: Named<'_>,
) -> Rewrite {
    let successors: Vec<Block> = b.op_ref(op.op).successors().to_vec();
    for &successor in &successors {
        b.convert_block(successor)?;
    }
    let new: Op = b.branch(name, operands, &successors, properties);
    let attributes = b.body().attributes(op.op);
    b.body_mut().set_attributes(new, attributes);
    b.erase(op.op);
    Ok(())
}

/// The segment sizes in the attribute `name`, for operand groups from the operand `first` on, adapted to the converted
/// operands.
fn segments(
    op: Adaptor<'_>,
    b: &Rewriter<'_, '_>,
    name: &'static str,
    first: usize,
) -> Option<(&'static str, Attribute)> {
    let sizes = b.op_ref(op.op).property(name)?;
    let (context, mut next) = (b.context(), first);
    let mut sizes = sizes.as_dense_i32(context)?;
    for size in &mut sizes {
        let group = next..next + usize::try_from(*size).unwrap_or_default();
        next = group.end;
        *size = op.range(group).len() as i32;
    }
    Some((name, Attribute::dense_i32(context, &sizes)))
}

fn switch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let [_] = op.operand(0) else { return Err("other than one value stands for the flag".into()) };
    let context = b.context();
    let original = b.op_ref(op.op);
    let cases = original.operand_range("caseOperands").start;
    let mut properties = Vec::new();
    properties.extend(segments(op, b, "case_operand_segments", cases));
    properties.extend(segments(op, b, "operandSegmentSizes", 0));
    if let (Some(values), Some(&flag)) = (original.property("case_values"), op.operands.first()) {
        // The case values get the converted type of the flag, whose original type may have had a sign.
        let flag = b.type_of(flag);
        let fits = values.value_type(context).and_then(|ty| ty.shaped_element(context)) == Some(flag);
        let converted = match fits {
            true => Some(values),
            false => dense_integers(context, flag, &case_integers(context, values)),
        };
        properties.extend(converted.map(|values: Attribute| ("case_values", values)));
    }
    b.body_mut().set_attributes(op.op, context.common.empty_dictionary);
    replace_branch(op, b, llvm::Switch::NAME, op.operands, &properties)
}
