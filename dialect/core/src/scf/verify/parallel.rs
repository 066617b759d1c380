//! Verifiers of parallel loops.

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Type};

use crate::loops::constant;
use crate::scf::{Forall, InParallel, Parallel, Reduce, ReduceReturn};

fn show(op: OpRef<'_>, ty: Type) -> String {
    format!("'{}'", type_to_string(op.context, ty))
}

/// Checks the number of induction variables and reductions, and the types of the reductions.
pub(crate) fn parallel(verifier: &mut Verifier<'_>, parallel: Parallel<View<'_>>) {
    let op = *parallel.0;
    let counters = op.region_arguments(0);
    let steps = parallel.step().len();
    if parallel.upperBound().is_empty() {
        let message = "needs at least one tuple element for lowerBound, upperBound and step";
        return verifier.error(op, message);
    }
    if parallel.step().iter().any(|&step| constant(op, step).is_some_and(|step| step <= 0)) {
        return verifier.error(op, "constant step operand must be positive");
    }
    if counters.len() != steps {
        let message = format!(
            "expects the same number of induction variables: {} as bound and step values: {steps}",
            counters.len()
        );
        return verifier.error(op, message);
    }
    if counters.iter().any(|&counter| op.type_of(counter) != op.context.common.index) {
        return verifier.error(op, "expects arguments for the induction variable to be of index type");
    }
    let Some(reduce) = op.last_of_region(0).and_then(Reduce::unverified) else {
        return verifier.error(op, "expects body to terminate with 'scf.reduce'");
    };
    let results: Vec<Type> = parallel.results().map(|result| op.type_of(result)).collect();
    let (found, reductions) = (results.len(), reduce.reductions().1.len());
    if found != reductions {
        let message = format!(
            "expects number of results: {found} to be the same as number of reductions: {reductions}"
        );
        return verifier.error(op, message);
    }
    let inits = parallel.initVals();
    if found != inits.len() {
        let message = format!(
            "expects number of results: {found} to be the same as number of initial values: {}",
            inits.len()
        );
        return verifier.error(op, message);
    }
    let types = results.iter().zip(reduce.operands()).enumerate();
    if let Some((index, (&result, &operand))) =
        types.into_iter().find(|(_, (ty, value))| **ty != op.type_of(**value))
    {
        let (result, operand) = (show(op, result), show(op, op.type_of(operand)));
        let message = format!(
            "expects type of {index}-th reduction operand: {operand} to be the same as the {index}-th result type: {result}"
        );
        verifier.error(op, message);
    }
}

/// Checks the regions of a reduction: two arguments of the operand's type, and a terminator.
pub(crate) fn reduce(verifier: &mut Verifier<'_>, reduce: Reduce<View<'_>>) {
    let (op, operands, regions) = (*reduce.0, reduce.operands(), reduce.reductions().1.len());
    if operands.len() != regions {
        let found = operands.len();
        return verifier.error(
            op,
            format!(
                "expects number of operands ({found}) to be the same as number of reductions ({regions})"
            ),
        );
    }
    for (index, &operand) in operands.iter().enumerate() {
        let ty = op.type_of(operand);
        let arguments = op.region_arguments(index);
        if arguments.len() != 2 || arguments.iter().any(|&argument| op.type_of(argument) != ty) {
            let ty = show(op, ty);
            let message =
                format!("expected two block arguments with type {ty} in the {index}-th reduction region");
            return verifier.error(op, message);
        }
        if op.last_of_region(index).is_none_or(|last| !last.is(ReduceReturn::DEF)) {
            let message = "reduction bodies must be terminated with an 'scf.reduce.return' op";
            return verifier.error(op, message);
        }
    }
}

/// Checks the operand's type against the arguments of the region.
pub(crate) fn reduce_return(verifier: &mut Verifier<'_>, end: ReduceReturn<View<'_>>) {
    let op = *end.0;
    let block = op.body.op_block(op.op);
    let wanted = block.and_then(|block| op.body.block_arguments(block).first().copied());
    let Some(wanted) = wanted else { return };
    if op.type_of(wanted) != op.type_of(end.result()) {
        let wanted = show(op, op.type_of(wanted));
        verifier.error(op, format!("must have type {wanted} (the type of the reduction inputs)"));
    }
}

/// Checks the arguments of the region and the lists of bounds and steps.
pub(crate) fn forall(verifier: &mut Verifier<'_>, forall: Forall<View<'_>>) {
    let op = *forall.0;
    let rank = forall.staticUpperBound().len();
    let (outputs, results) = (forall.outputs(), forall.results());
    if outputs.len() != results.len() {
        let (found, wanted) = (results.len(), outputs.len());
        return verifier.error(op, format!("produces {found} results, but has only {wanted} outputs"));
    }
    let arguments = op.region_arguments(0);
    if arguments.len() != rank + outputs.len() {
        return verifier.error(op, format!("region expects {rank} arguments"));
    }
    if let Some(index) = (0..rank).find(|&index| op.type_of(arguments[index]) != op.context.common.index) {
        return verifier.error(op, format!("expects {index}-th block argument to be an index"));
    }
    let wrong =
        (0..outputs.len()).find(|&index| op.type_of(arguments[rank + index]) != op.type_of(outputs[index]));
    if let Some(index) = wrong {
        return verifier
            .error(op, format!("type mismatch between {index}-th output and corresponding block argument"));
    }
    for (what, numbers, values) in [
        ("lower bound", forall.staticLowerBound(), forall.dynamicLowerBound()),
        ("upper bound", forall.staticUpperBound(), forall.dynamicUpperBound()),
        ("step", forall.staticStep(), forall.dynamicStep()),
    ] {
        if numbers.len() != rank {
            let found = numbers.len();
            return verifier.error_plain(op, format!("expected {rank} {what} values, got {found}"));
        }
        let dynamic = numbers.iter().filter(|&&number| number == DYNAMIC).count();
        if values.len() != dynamic {
            return verifier.error_plain(op, format!("expected {dynamic} dynamic {what} values"));
        }
    }
}

/// Checks that the parent is an `scf.forall`. The operations on tensors that it may contain belong to other dialects.
pub(crate) fn in_parallel(verifier: &mut Verifier<'_>, op: InParallel<View<'_>>) {
    if !op.0.region_arguments(0).is_empty() {
        verifier.error(*op.0, "region cannot have any arguments");
    }
}
