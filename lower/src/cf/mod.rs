//! Conversion of `cf` to the `llvm` dialect. Source: MLIR's `ControlFlowToLLVM.cpp`.

mod assert;

use tern_dialect_core::cf;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::syntax::switch::{case_integers, dense_integers};
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Block};

use crate::conversion::{Adaptor, Legal, Legality, Patterns, Rewrite, Rewriter};

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
    const ANNOTATION: &str = "loop_annotation";
    let original = cf::Br::expect(b.original(op));
    let annotation = original.0.attribute(ANNOTATION);
    let attributes = b.body().attributes(op.op).with_entry(b.context(), ANNOTATION, None);
    let new = llvm::Br::build(op.operands, original.dest()).loop_annotation(annotation);
    replace_branch(op, b, new, attributes)
}

fn cond_br(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let &[condition] = op.operand(0) else {
        return Err("other than one value stands for the condition".into());
    };
    let original = cf::CondBr::expect(b.original(op));
    let no = 1 + original.trueDestOperands().len();
    let end = no + original.falseDestOperands().len();
    let (yes, no) = ((op.range(1..no), original.trueDest()), (op.range(no..end), original.falseDest()));
    let new = llvm::CondBr::build(condition, yes.0, no.0, yes.1, no.1);
    let new = new.branch_weights(original.branch_weights().as_deref());
    let attributes = b.body().attributes(op.op);
    replace_branch(op, b, new, attributes)
}

fn switch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let &[flag] = op.operand(0) else {
        return Err("other than one value stands for the flag".into());
    };
    let context = b.context();
    let original = cf::Switch::expect(b.original(op));
    let cases = 1 + original.defaultOperands().len();
    let end = cases + original.caseOperands().len();
    // The number of converted operands of each case.
    let mut next = cases;
    let sizes = original.case_operand_segments().into_iter().map(|size| {
        let group = next..next + usize::try_from(size).unwrap_or_default();
        next = group.end;
        op.range(group).len() as i32
    });
    let sizes: Vec<i32> = sizes.collect();
    // The case values get the converted type of the flag, whose original type may have had a sign.
    let ty = b.type_of(flag);
    let values = original.case_values().and_then(|values| {
        match values.value_type(context).and_then(|ty| ty.shaped_element(context)) == Some(ty) {
            true => Some(values),
            false => dense_integers(context, ty, &case_integers(context, values)),
        }
    });
    let new = llvm::Switch::build(
        flag,
        op.range(1..cases),
        op.range(cases..end),
        &sizes,
        original.defaultDestination(),
        original.caseDestinations(),
    );
    replace_branch(op, b, new.case_values(values), context.common.empty_dictionary)
}

/// Replaces a branch by `new` with these discardable attributes, and converts the argument types of its successors.
fn replace_branch(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    new: impl Into<New>,
    attributes: Attribute,
) -> Rewrite {
    let successors: Vec<Block> = b.op_ref(op.op).successors().to_vec();
    for &successor in &successors {
        b.convert_block(successor)?;
    }
    let new = b.create(new);
    b.body_mut().set_attributes(new, attributes);
    b.erase(op.op);
    Ok(())
}
