//! Verifiers of contractions and reductions.

use tern_mlir::Context;
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{Holds, View};
use tern_mlir::types::{Signedness, Type, TypeKind};

use super::{Checked, ensure, required, vector, vector_of, verifiers};
use crate::vector::attributes::{CombiningKind, IteratorType};
use crate::vector::constraints::is_float;
use crate::vector::maps::{dimension, is_projected_permutation, result_of};
use crate::vector::types::VectorType;
use crate::vector::{Contract, MultiReduction, OuterProduct, Reduction, Scan};

verifiers! {
    contract: Contract = check_contract;
    reduction: Reduction = check_reduction;
    multi_reduction: MultiReduction = check_multi_reduction;
    outer_product: OuterProduct = check_outer_product;
    scan: Scan = check_scan;
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

fn check_reduction(reduction: Reduction<View<'_>>) -> Checked {
    let op = *reduction.0;
    let rank = vector(op, reduction.vector())?.rank();
    ensure(rank <= 1, || format!("unsupported reduction rank: {rank}"))?;
    let (kind, element) = (reduction.kind(), op.type_of(reduction.dest()));
    ensure(is_supported(op.context, kind, element), || {
        let element = type_to_string(op.context, element);
        format!("unsupported reduction type ''{element}'' for kind '{}'", kind.spelling())
    })
}

fn check_multi_reduction(reduction: MultiReduction<View<'_>>) -> Checked {
    let op = *reduction.0;
    let (source, reduced) = (vector(op, reduction.source())?, reduction.reduction_dims());
    let mut result = VectorType::fixed(&[], source.element);
    for (index, (&size, &scalable)) in source.shape.iter().zip(&source.scalable).enumerate() {
        if !reduced.contains(&(index as i64)) {
            result.shape.push(size);
            result.scalable.push(scalable);
        }
    }
    let found = op.type_of(reduction.dest());
    ensure(found == result.or_element(op.context), || {
        let (found, source) =
            (type_to_string(op.context, found), type_to_string(op.context, source.ty(op.context)));
        format!("destination type '{found}' is incompatible with source type '{source}'")
    })
}

fn check_contract(contract: Contract<View<'_>>) -> Checked {
    let (op, context) = (*contract.0, contract.0.context);
    let (lhs, rhs) = (vector(op, contract.lhs())?, vector(op, contract.rhs())?);
    let (acc, result) = (op.type_of(contract.acc()), op.type_of(contract.result()));
    let signed = |ty: Type| matches!(ty.kind(context), TypeKind::Integer { signedness, .. } if *signedness != Signedness::Signless);
    ensure(!signed(lhs.element), || "only supports signless integer types".to_owned())?;
    let maps: Vec<_> =
        contract.indexing_maps().iter().filter_map(|&map| map.as_affine_map(context)).collect();
    let [lhs_map, rhs_map, acc_map] = maps[..] else {
        return Err("expected an indexing map for each vector operand".to_owned());
    };
    let iterators = contract.iterator_types().iter().map(|&iterator| IteratorType::read(context, iterator));
    let iterators: Vec<IteratorType> = required(iterators.collect())?;
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
    ensure(is_supported(context, contract.kind(), result.element_or_self(context)), || {
        "unsupported contraction type".to_owned()
    })
}

fn check_outer_product(product: OuterProduct<View<'_>>) -> Checked {
    let op = *product.0;
    let (lhs, rhs) = (vector(op, product.lhs())?, vector_of(op, product.rhs()));
    let result = vector(op, product.result())?;
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
    let acc = product.acc().and_then(|acc| vector_of(op, acc));
    ensure(acc.is_none_or(|acc| acc == result), message("expected operand #3 of same type as result type"))?;
    ensure(is_supported(op.context, product.kind(), result.element), message("unsupported outerproduct type"))
}

fn check_scan(scan: Scan<View<'_>>) -> Checked {
    let op = *scan.0;
    let (source, initial) = (vector(op, scan.source())?, vector(op, scan.initial_value())?);
    let rank = source.rank() as i64;
    let dim = scan.reduction_dim().cast_signed();
    ensure(dim < rank, || format!("reduction dimension {dim} has to be less than {rank}"))?;
    let initial_rank = initial.rank() as i64;
    ensure(initial_rank == rank - 1, || {
        format!("initial value rank {initial_rank} has to be equal to {}", rank - 1)
    })?;
    let rest = source.shape.iter().enumerate().filter(|(index, _)| *index as i64 != dim);
    ensure(rest.map(|(_, size)| size).eq(&initial.shape), || {
        "incompatible input/initial value shapes".to_owned()
    })?;
    let kind = scan.kind();
    ensure(is_supported(op.context, kind, source.element), || {
        let element = type_to_string(op.context, source.element);
        format!("unsupported reduction type '{element}' for kind '{}'", kind.spelling())
    })
}
