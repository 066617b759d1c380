//! Verifiers of strided slices: offsets, sizes and strides.

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::{Attribute, Context};

use super::{Checked, ensure, vector, vector_of, verifiers};
use crate::vector::types::VectorType;
use crate::vector::{ExtractStridedSlice, InsertStridedSlice};

verifiers! {
    extract_strided_slice: ExtractStridedSlice = check_extract;
    insert_strided_slice: InsertStridedSlice = check_insert;
}

/// The numbers in an array of 64-bit integers.
fn list(context: &Context, numbers: &[Attribute]) -> Vec<i64> {
    numbers.iter().filter_map(|number| number.as_i64(context)).collect()
}

/// Checks that there are at most as many numbers as dimensions.
fn check_rank(numbers: &[i64], shape: &[i64], name: &str) -> Checked {
    ensure(numbers.len() <= shape.len(), || {
        format!("expected {name} attribute of rank no greater than vector rank")
    })
}

/// Checks that all strides are 1.
fn check_strides(strides: &[i64]) -> Checked {
    ensure(strides.iter().all(|&stride| stride == 1), || {
        "expected strides to be confined to [1, 2)".to_owned()
    })
}

/// Checks that each number is at least `least` and less than the size of its dimension, or also equal to it if `closed`.
fn check_confined(numbers: &[i64], shape: &[i64], name: &str, least: i64, closed: bool) -> Checked {
    for (index, (&number, &size)) in numbers.iter().zip(shape).enumerate() {
        let end = size.saturating_add(i64::from(closed));
        ensure((least..end).contains(&number), || {
            format!("expected {name} dimension {index} to be confined to [{least}, {end})")
        })?;
    }
    Ok(())
}

/// Checks that the sum of two numbers is at most the size of their dimension.
fn check_sums(one: &[i64], other: &[i64], shape: &[i64], names: [&str; 2]) -> Checked {
    for (index, ((&one, &other), &size)) in one.iter().zip(other).zip(shape).enumerate() {
        let end = size.saturating_add(1);
        ensure((1..end).contains(&one.saturating_add(other)), || {
            format!("expected sum({}, {}) dimension {index} to be confined to [1, {end})", names[0], names[1])
        })?;
    }
    Ok(())
}

fn check_extract(slice: ExtractStridedSlice<View<'_>>) -> Checked {
    let (op, source) = (*slice.0, vector(*slice.0, slice.source())?);
    let [offsets, sizes, strides] =
        [slice.offsets(), slice.sizes(), slice.strides()].map(|numbers| list(op.context, numbers));
    ensure(offsets.len() == sizes.len() && offsets.len() == strides.len(), || {
        "expected offsets, sizes and strides attributes of same size".to_owned()
    })?;
    check_rank(&offsets, &source.shape, "offsets")?;
    check_rank(&sizes, &source.shape, "sizes")?;
    check_rank(&strides, &source.shape, "strides")?;
    check_confined(&offsets, &source.shape, "offsets", 0, false)?;
    check_confined(&sizes, &source.shape, "sizes", 1, true)?;
    check_strides(&strides)?;
    check_sums(&offsets, &sizes, &source.shape, ["offsets", "sizes"])?;
    let mut expected: VectorType = source.clone();
    expected.shape[..sizes.len()].copy_from_slice(&sizes);
    ensure(vector_of(op, slice.result()).as_ref() == Some(&expected), || {
        format!("expected result type to be '{}'", type_to_string(op.context, expected.ty(op.context)))
    })?;
    for (index, &size) in sizes.iter().enumerate() {
        let whole = source.shape[index];
        ensure(!source.scalable[index] || size == whole, || {
            format!(
                "expected size at idx={index} to match the corresponding base size from the input vector ({size} vs {whole})"
            )
        })?;
    }
    Ok(())
}

fn check_insert(slice: InsertStridedSlice<View<'_>>) -> Checked {
    let op = *slice.0;
    let (source, result) = (vector(op, slice.valueToStore())?, vector(op, slice.dest())?);
    let [offsets, strides] = [slice.offsets(), slice.strides()].map(|numbers| list(op.context, numbers));
    ensure(offsets.len() == result.rank(), || {
        "expected offsets of same size as destination vector rank".to_owned()
    })?;
    ensure(strides.len() == source.rank(), || {
        "expected strides of same size as source vector rank".to_owned()
    })?;
    let Some(lead) = result.rank().checked_sub(source.rank()) else {
        return Err("expected source rank to be no greater than destination rank".to_owned());
    };
    check_confined(&offsets, &result.shape, "offsets", 0, false)?;
    check_strides(&strides)?;
    // The source has no size in the dimensions that only the result has; there the sum counts it as 1.
    let sizes: Vec<i64> = std::iter::repeat_n(0, lead).chain(source.shape.iter().copied()).collect();
    for (index, ((&offset, &size), &whole)) in offsets.iter().zip(&sizes).zip(&result.shape).enumerate() {
        let (least, end) = (i64::from(index >= lead), whole.saturating_add(1));
        ensure((least..end).contains(&offset.saturating_add(size)), || {
            format!(
                "expected sum(offsets, source vector shape) dimension {index} to be confined to [1, {end})"
            )
        })?;
    }
    for index in 0..source.rank() {
        let (scalable, size) = (source.scalable[index], source.shape[index]);
        let (whole_scalable, whole) = (result.scalable[lead + index], result.shape[lead + index]);
        ensure(scalable == whole_scalable, || {
            format!("mismatching scalable flags (at source vector idx={index})")
        })?;
        ensure(!scalable || size == whole, || {
            format!(
                "expected size at idx={index} to match the corresponding base size from the input vector ({size} vs {whole})"
            )
        })?;
    }
    Ok(())
}
