//! Verifiers of the operations in `shape`.

use tern_mlir::Value;
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;

use super::{Checked, ensure, vector, vector_of, verifiers};
use crate::vector::types::{VectorType, bit_width};
use crate::vector::{BitCast, Broadcast, Extract, Insert, ShapeCast, Shuffle, Transpose};

verifiers! {
    bitcast: BitCast = check_bitcast;
    broadcast: Broadcast = check_broadcast;
    shuffle: Shuffle = check_shuffle;
    shape_cast: ShapeCast = check_shape_cast;
    transpose: Transpose = check_transpose;
}

/// A don't-care element in a mask or position, which gives poison.
const POISON: i64 = -1;

fn check_bitcast(cast: BitCast<View<'_>>) -> Checked {
    let op = *cast.0;
    let (source, result) = (vector(op, cast.source())?, vector(op, cast.result())?);
    let last = source.rank().saturating_sub(1);
    if let Some(index) = (0..last).find(|&index| source.shape[index] != result.shape[index]) {
        return Err(format!("dimension size mismatch at: {index}"));
    }
    let bits = |vector: &VectorType| {
        let width = bit_width(op.context, vector.element).map(i64::from);
        width.map(|width| width.saturating_mul(vector.shape.last().copied().unwrap_or(1)))
    };
    ensure(bits(&source) == bits(&result), || match source.rank() {
        0 => "source/result bitwidth of the 0-D vector element types must be equal".to_owned(),
        _ => "source/result bitwidth of the minor 1-D vectors must be equal".to_owned(),
    })
}

fn check_broadcast(broadcast: Broadcast<View<'_>>) -> Checked {
    let op = *broadcast.0;
    let result = vector(op, broadcast.vector())?;
    let source = op.type_of(broadcast.source());
    let Some(source) = VectorType::of(op.context, source) else {
        return ensure(bit_width(op.context, source).is_some() || source == result.element, || {
            "source type is not a vector".to_owned()
        });
    };
    ensure(source.rank() <= result.rank(), || "source rank higher than destination rank".to_owned())?;
    let lead = result.rank() - source.rank();
    for index in 0..source.rank() {
        let one = (source.shape[index], source.scalable[index]);
        let other = (result.shape[lead + index], result.scalable[lead + index]);
        if one != (1, false) && one != other {
            let show = |(size, scalable)| if scalable { format!("[{size}]") } else { format!("{size}") };
            return Err(format!("dimension mismatch ({} vs. {})", show(one), show(other)));
        }
    }
    Ok(())
}

fn check_shuffle(shuffle: Shuffle<View<'_>>) -> Checked {
    let op = *shuffle.0;
    let (v1, v2) = (vector(op, shuffle.v1())?, vector(op, shuffle.v2())?);
    let result = vector(op, shuffle.vector())?;
    let scalars = v1.rank() == 0 && v2.rank() == 0 && result.rank() == 1;
    let vectors = v1.rank() == result.rank() && v2.rank() == result.rank();
    ensure(scalars || vectors, || "rank mismatch".to_owned())?;
    let same = (1..v1.rank()).all(|dim| result.shape[dim] == v1.shape[dim] && v1.shape[dim] == v2.shape[dim]);
    ensure(same, || "dimension mismatch".to_owned())?;
    let mask = shuffle.mask();
    ensure(!mask.is_empty(), || "invalid mask length".to_owned())?;
    ensure(mask.len() as i64 == result.shape[0], || "mask length mismatch".to_owned())?;
    let first = |vector: &VectorType| vector.shape.first().copied().unwrap_or(1);
    let count = first(&v1).saturating_add(first(&v2));
    match mask.iter().position(|&index| index != POISON && !(0..count).contains(&index)) {
        Some(index) => Err(format!("mask index #{} out of range", index + 1)),
        None => Ok(()),
    }
}

/// Whether a static index is within a dimension.
fn is_within(position: i64, size: i64, poison: bool) -> bool {
    position == DYNAMIC || (0..size).contains(&position) || poison && position == POISON
}

/// Checks that there is one operand per dynamic index.
fn check_dynamic(values: &[Value], position: &[i64]) -> Checked {
    let wanted = position.iter().filter(|&&position| position == DYNAMIC).count();
    ensure(wanted == values.len(), || {
        "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite".to_owned()
    })
}

/// Checks `vector.extract`.
pub(in crate::vector) fn extract(verifier: &mut Verifier<'_>, extract: Extract<View<'_>>) {
    let op = *extract.0;
    if vector_of(op, extract.result()).is_some_and(|result| result.rank() == 0) {
        return verifier.error_plain(op, "expected a scalar instead of a 0-d vector as the result type");
    }
    if let Err(message) = check_extract(extract) {
        verifier.error(op, message);
    }
}

fn check_extract(extract: Extract<View<'_>>) -> Checked {
    let (op, context) = (*extract.0, extract.0.context);
    let (source, position) = (vector(op, extract.source())?, extract.static_position());
    let (found, inferred) = (op.type_of(extract.result()), source.drop_front(position.len()));
    // A single element may be a scalar or a vector.
    let single = VectorType::fixed(&[1], source.element).ty(context);
    let compatible = found == inferred.or_element(context)
        || inferred.rank() == 0 && found == single
        || inferred.ty(context) == single && found == source.element;
    ensure(compatible, || {
        let (inferred, found) =
            (type_to_string(context, inferred.or_element(context)), type_to_string(context, found));
        format!("inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{found}'")
    })?;
    check_dynamic(extract.dynamic_position(), &position)?;
    ensure(position.len() <= source.rank(), || {
        "expected position attribute of rank no greater than vector rank".to_owned()
    })?;
    let wrong = position.iter().zip(&source.shape).position(|(&at, &size)| !is_within(at, size, true));
    match wrong {
        Some(index) => Err(format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)",
            index + 1
        )),
        None => Ok(()),
    }
}

/// Checks `vector.insert`.
pub(in crate::vector) fn insert(verifier: &mut Verifier<'_>, insert: Insert<View<'_>>) {
    let op = *insert.0;
    if vector_of(op, insert.valueToStore()).is_some_and(|source| source.rank() == 0) {
        return verifier.error_plain(op, "expected a scalar instead of a 0-d vector as the source operand");
    }
    if let Err(message) = check_insert(insert) {
        verifier.error(op, message);
    }
}

fn check_insert(insert: Insert<View<'_>>) -> Checked {
    let op = *insert.0;
    let (destination, position) = (vector(op, insert.dest())?, insert.static_position());
    check_dynamic(insert.dynamic_position(), &position)?;
    ensure(position.len() <= destination.rank(), || {
        "expected position attribute of rank no greater than dest vector rank".to_owned()
    })?;
    match vector_of(op, insert.valueToStore()) {
        Some(source) => ensure(source.rank() + position.len() == destination.rank(), || {
            "expected position attribute rank + source rank to match dest vector rank".to_owned()
        })?,
        None => ensure(position.len() == destination.rank(), || {
            "expected position attribute rank to match the dest vector rank".to_owned()
        })?,
    }
    let wrong = position.iter().zip(&destination.shape).position(|(&at, &size)| !is_within(at, size, true));
    match wrong {
        Some(index) => Err(format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding dest vector dimension",
            index + 1
        )),
        None => Ok(()),
    }
}

fn check_shape_cast(cast: ShapeCast<View<'_>>) -> Checked {
    let (source, result) = (vector(*cast.0, cast.source())?, vector(*cast.0, cast.result())?);
    ensure(source.element == result.element, || "has different source and result element types".to_owned())?;
    let (one, other) = (source.count(), result.count());
    ensure(one == other, || {
        format!("has different number of elements at source ({one}) and result ({other})")
    })?;
    let scalable = |vector: &VectorType| vector.scalable.iter().filter(|&&scalable| scalable).count();
    let (one, other) = (scalable(&source), scalable(&result));
    ensure(one == other, || {
        format!("has different number of scalable dims at source ({one}) and result ({other})")
    })
}

fn check_transpose(transpose: Transpose<View<'_>>) -> Checked {
    let op = *transpose.0;
    let (source, result) = (vector(op, transpose.vector())?, vector(op, transpose.result())?);
    let rank = result.rank();
    ensure(source.rank() == rank, || format!("vector result rank mismatch: {rank}"))?;
    let permutation = transpose.permutation();
    ensure(permutation.len() == rank, || format!("transposition length mismatch: {}", permutation.len()))?;
    let mut seen = vec![false; rank];
    for (index, &from) in permutation.iter().enumerate() {
        let at = usize::try_from(from).ok().filter(|&at| at < rank);
        let Some(at) = at else { return Err(format!("transposition index out of range: {from}")) };
        ensure(!std::mem::replace(&mut seen[at], true), || format!("duplicate position index: {from}"))?;
        ensure(result.shape[index] == source.shape[at], || format!("dimension size mismatch at: {from}"))?;
    }
    Ok(())
}
