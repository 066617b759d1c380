//! Verifiers of operations that split and merge dimensions.

use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;

use super::{memref_of, show};
use crate::memref::constraints::reassociation;
use crate::memref::types::{collapsed_type, expanded_type};
use crate::memref::{CollapseShape, ExpandShape};

/// The error in groups of dimensions of `expanded`, one group per dimension of `collapsed`.
fn shape_problem(collapsed: &[i64], expanded: &[i64], groups: &[Vec<i64>]) -> Option<String> {
    if collapsed.len() != groups.len() {
        let (found, wanted) = (groups.len(), collapsed.len());
        return Some(format!("invalid number of reassociation groups: found {found}, expected {wanted}"));
    }
    let mut next = 0;
    for (dim, (group, &size)) in groups.iter().zip(collapsed).enumerate() {
        let (mut dynamic, mut count) = (false, 1i64);
        for &inner in group {
            if inner != next {
                return Some("reassociation indices must be contiguous".to_owned());
            }
            next += 1;
            let Some(&size) = usize::try_from(inner).ok().and_then(|inner| expanded.get(inner)) else {
                return Some(format!("reassociation index {inner} is out of bounds"));
            };
            if size == DYNAMIC {
                dynamic = true;
            } else {
                count = count.wrapping_mul(size);
            }
        }
        if (size == DYNAMIC) != dynamic {
            return Some(format!(
                "collapsed dim ({dim}) must be dynamic if and only if reassociation group is dynamic"
            ));
        }
        if !dynamic && count != size {
            return Some(format!(
                "collapsed dim size ({size}) must equal reassociation group size ({count})"
            ));
        }
    }
    if collapsed.is_empty() {
        return expanded
            .iter()
            .any(|&size| size != 1)
            .then(|| "rank 0 memrefs can only be extended/collapsed with/from ones".to_owned());
    }
    (next as usize != expanded.len()).then(|| {
        let rank = expanded.len();
        format!("expanded rank ({rank}) inconsistent with number of reassociation indices ({next})")
    })
}

/// Checks groups, result type and sizes.
pub(crate) fn expand_shape(verifier: &mut Verifier<'_>, expansion: ExpandShape<View<'_>>) {
    let (op, found) = (*expansion.0, expansion.0.type_of(expansion.result()));
    let (Some(source), Some(result)) = (memref_of(op, expansion.src()), memref_of(op, expansion.result()))
    else {
        return;
    };
    let groups = reassociation(op.context, expansion.reassociation()).unwrap_or_default();
    let (from, to) = (source.rank(), result.rank());
    if from > to {
        let message =
            format!("has source rank {from} and result rank {to}. This is not an expansion ({from} > {to}).");
        return verifier.error(op, message);
    }
    if let Some(problem) = shape_problem(source.shape, result.shape, &groups) {
        return verifier.error(op, problem);
    }
    let Some(wanted) = expanded_type(op.context, &source, result.shape, &groups) else {
        return verifier.error(op, "invalid source layout map");
    };
    if found != wanted {
        let (wanted, found) = (show(op, wanted), show(op, found));
        return verifier.error(op, format!("expected expanded type to be {wanted} but found {found}"));
    }
    let sizes = expansion.static_output_shape();
    if sizes.len() != to {
        let found = sizes.len();
        let message = format!(
            "expected number of static shape bounds to be equal to the output rank ({to}) but found {found} inputs instead"
        );
        return verifier.error(op, message);
    }
    let dynamic = sizes.iter().filter(|&&size| size == DYNAMIC).count();
    let given = expansion.output_shape().len();
    if dynamic != given {
        let message = format!(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has {dynamic} dynamic dims while output_shape has {given} values"
        );
        return verifier.error(op, message);
    }
    let wrong = sizes.iter().zip(result.shape).position(|(&size, &wanted)| size != DYNAMIC && size != wanted);
    if let Some(at) = wrong {
        verifier.error(op, format!("invalid output shape provided at pos {at}"));
    }
}

/// Checks groups and result type.
pub(crate) fn collapse_shape(verifier: &mut Verifier<'_>, collapse: CollapseShape<View<'_>>) {
    let (op, found) = (*collapse.0, collapse.0.type_of(collapse.result()));
    let (Some(source), Some(result)) = (memref_of(op, collapse.src()), memref_of(op, collapse.result()))
    else {
        return;
    };
    let groups = reassociation(op.context, collapse.reassociation()).unwrap_or_default();
    let (from, to) = (source.rank(), result.rank());
    if from < to {
        let message =
            format!("has source rank {from} and result rank {to}. This is not a collapse ({from} < {to}).");
        return verifier.error(op, message);
    }
    if let Some(problem) = shape_problem(result.shape, source.shape, &groups) {
        return verifier.error(op, problem);
    }
    let Some(wanted) = collapsed_type(op.context, &source, result.shape, &groups) else {
        return verifier.error(op, "invalid source layout map or collapsing non-contiguous dims");
    };
    if found != wanted {
        let (wanted, found) = (show(op, wanted), show(op, found));
        verifier.error(op, format!("expected collapsed type to be {wanted} but found {found}"));
    }
}
