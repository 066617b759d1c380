//! Verifiers of contractions and reductions.

use tern_mlir::asm::type_to_string;
use tern_mlir::types::{Signedness, Type, TypeKind};
use tern_mlir::{Context, OpRef};

use super::{Checked, attribute, ensure, numbers, required, verifiers};
use crate::vector::attributes::{CombiningKind, IteratorType, combining_kind, iterator_types};
use crate::vector::constraints::is_float;
use crate::vector::maps::{dimension, is_projected_permutation, map_of, result_of};
use crate::vector::types::{VectorType, type_of, vector_of};

verifiers! {
    contract = check_contract;
    reduction = check_reduction;
    multi_reduction = check_multi_reduction;
    outer_product = check_outer_product;
    scan = check_scan;
}

/// Whether a combining kind supports an element type.
fn is_supported(context: &Context, kind: CombiningKind, element: Type) -> bool {
    use CombiningKind::{Add, MaxNumF, MaximumF, MinNumF, MinimumF, Mul};
    let integer = element == context.common.index || element.integer_width(context).is_some();
    match kind {
        Add | Mul => integer || is_float(context, element),
        MinNumF | MaxNumF | MinimumF | MaximumF => is_float(context, element),
        _ => integer,
    }
}

fn kind(op: OpRef<'_>) -> Result<CombiningKind, String> {
    required(combining_kind(op.context, attribute(op, "kind")?))
}

fn check_reduction(op: OpRef<'_>) -> Checked {
    let rank = required(vector_of(op, "vector"))?.rank();
    ensure(rank <= 1, || format!("unsupported reduction rank: {rank}"))?;
    let (kind, element) = (kind(op)?, required(type_of(op, "dest"))?);
    ensure(is_supported(op.context, kind, element), || {
        let element = type_to_string(op.context, element);
        format!("unsupported reduction type ''{element}'' for kind '{}'", kind.spelling())
    })
}

fn check_multi_reduction(op: OpRef<'_>) -> Checked {
    let source = required(vector_of(op, "source"))?;
    let reduced = numbers(op, "reduction_dims")?;
    let mut result = VectorType::fixed(&[], source.element);
    for (index, (&size, &scalable)) in source.shape.iter().zip(&source.scalable).enumerate() {
        if !reduced.contains(&(index as i64)) {
            result.shape.push(size);
            result.scalable.push(scalable);
        }
    }
    let found = required(type_of(op, "dest"))?;
    ensure(found == result.or_element(op.context), || {
        let (found, source) =
            (type_to_string(op.context, found), type_to_string(op.context, source.ty(op.context)));
        format!("destination type '{found}' is incompatible with source type '{source}'")
    })
}

fn check_contract(op: OpRef<'_>) -> Checked {
    let context = op.context;
    let (lhs, rhs) = (required(vector_of(op, "lhs"))?, required(vector_of(op, "rhs"))?);
    let (acc, result) = (required(type_of(op, "acc"))?, required(type_of(op, "result"))?);
    let signed = |ty: Type| matches!(ty.kind(context), TypeKind::Integer { signedness, .. } if *signedness != Signedness::Signless);
    ensure(!signed(lhs.element), || "only supports signless integer types".to_owned())?;
    let maps = required(attribute(op, "indexing_maps")?.as_array(context))?;
    let maps: Vec<_> = maps.iter().filter_map(|&map| map_of(context, map)).collect();
    let [lhs_map, rhs_map, acc_map] = maps[..] else {
        return Err("expected an indexing map for each vector operand".to_owned());
    };
    let iterators = required(iterator_types(context, attribute(op, "iterator_types")?))?;
    let count = iterators.len();
    let acc_rank = VectorType::of(context, acc).map_or(0, |acc| acc.rank());
    for (index, (map, rank)) in
        [(lhs_map, lhs.rank()), (rhs_map, rhs.rank()), (acc_map, acc_rank)].into_iter().enumerate()
    {
        let which = || format!("expected indexing map {index}");
        ensure(map.symbols == 0, || format!("{} to have no symbols", which()))?;
        ensure(map.dims as usize == count, || format!("{} to have {count} number of inputs", which()))?;
        ensure(map.results.len() == rank, || format!("{} to have {rank} number of outputs", which()))?;
        ensure(is_projected_permutation(map), || {
            format!("{} to be a projected permutation of its inputs", which())
        })?;
    }

    let pairs = |wanted: IteratorType| -> Vec<(usize, usize)> {
        let dims = (0..count).filter(|&dim| iterators[dim] == wanted);
        dims.filter_map(|dim| Some((result_of(lhs_map, dim)?, result_of(rhs_map, dim)?))).collect()
    };
    let (contracted, batch) = (pairs(IteratorType::Reduction), pairs(IteratorType::Parallel));
    ensure(!contracted.is_empty(), || "expected at least one contracting dimension pair".to_owned())?;
    let agree = |pairs: &[(usize, usize)]| pairs.iter().all(|&(l, r)| lhs.shape[l] == rhs.shape[r]);
    ensure(agree(&contracted), || "invalid contracting dimension map".to_owned())?;
    ensure(agree(&batch), || "invalid batch dimension map".to_owned())?;

    let free_lhs = (0..lhs.rank()).filter(|dim| contracted.iter().all(|pair| pair.0 != *dim)).count();
    let free_rhs =
        (0..rhs.rank()).filter(|dim| contracted.iter().chain(&batch).all(|pair| pair.1 != *dim)).count();
    let (acc_vector, result_vector) = (VectorType::of(context, acc), VectorType::of(context, result));
    if free_lhs + free_rhs == 0 {
        ensure(acc_vector.is_none() && result_vector.is_none(), || {
            "invalid accumulator/result vector shape".to_owned()
        })?;
    } else {
        let (Some(_), Some(found)) = (acc_vector, &result_vector) else {
            return Err("invalid accumulator/result vector shape".to_owned());
        };
        let mut extents = vec![None; count];
        for (map, vector) in [(lhs_map, &lhs), (rhs_map, &rhs)] {
            for (result, &size) in map.results.iter().zip(&vector.shape) {
                extents[required(dimension(result))?] = Some(size);
            }
        }
        ensure(extents.iter().all(Option::is_some), || {
            "expected all dimensions to be either a LHS or a RHS dimension".to_owned()
        })?;
        let shape: Option<Vec<i64>> =
            acc_map.results.iter().map(|result| extents[dimension(result)?]).collect();
        let expected = VectorType { shape: required(shape)?, ..found.clone() };
        let expected = expected.ty(context);
        ensure(acc == expected && result == expected, || {
            let expected = type_to_string(context, expected);
            format!("invalid accumulator/result vector shape, expected: '{expected}'")
        })?;
    }
    ensure(is_supported(context, kind(op)?, result.element_or_self(context)), || {
        "unsupported contraction type".to_owned()
    })
}

fn check_outer_product(op: OpRef<'_>) -> Checked {
    let (lhs, rhs) = (required(vector_of(op, "lhs"))?, vector_of(op, "rhs"));
    let result = required(vector_of(op, "result"))?;
    let message = |message: &'static str| move || message.to_owned();
    ensure(lhs.rank() == 1, message("expected 1-d vector for operand #1"))?;
    match rhs {
        Some(rhs) => {
            ensure(rhs.rank() == 1, message("expected 1-d vector for operand #2"))?;
            ensure(result.rank() == 2, message("expected 2-d vector result"))?;
            ensure(
                lhs.shape[0] == result.shape[0],
                message("expected #1 operand dim to match result dim #1"),
            )?;
            ensure(
                rhs.shape[0] == result.shape[1],
                message("expected #2 operand dim to match result dim #2"),
            )?;
            ensure(
                !lhs.scalable[0] || rhs.scalable[0],
                message("expected either both or only #2 operand dim to be scalable"),
            )?;
        }
        None => {
            ensure(result.rank() == 1, message("expected 1-d vector result"))?;
            ensure(
                lhs.shape[0] == result.shape[0],
                message("expected #1 operand dim to match result dim #1"),
            )?;
        }
    }
    let acc = vector_of(op, "acc");
    ensure(acc.is_none_or(|acc| acc == result), message("expected operand #3 of same type as result type"))?;
    ensure(is_supported(op.context, kind(op)?, result.element), message("unsupported outerproduct type"))
}

fn check_scan(op: OpRef<'_>) -> Checked {
    let (source, initial) = (required(vector_of(op, "source"))?, required(vector_of(op, "initial_value"))?);
    let rank = source.rank() as i64;
    let dim = required(attribute(op, "reduction_dim")?.as_i64(op.context))?;
    ensure(dim < rank, || format!("reduction dimension {dim} has to be less than {rank}"))?;
    let initial_rank = initial.rank() as i64;
    ensure(initial_rank == rank - 1, || {
        format!("initial value rank {initial_rank} has to be equal to {}", rank - 1)
    })?;
    let rest = source.shape.iter().enumerate().filter(|(index, _)| *index as i64 != dim);
    ensure(rest.map(|(_, size)| size).eq(&initial.shape), || {
        "incompatible input/initial value shapes".to_owned()
    })?;
    let kind = kind(op)?;
    ensure(is_supported(op.context, kind, source.element), || {
        let element = type_to_string(op.context, source.element);
        format!("unsupported reduction type '{element}' for kind '{}'", kind.spelling())
    })
}
