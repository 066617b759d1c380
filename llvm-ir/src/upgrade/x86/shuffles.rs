//! Permutations of lanes, which are shuffles today.

use super::masks::{select, select_at};
use crate::function::Value;
use crate::instruction::CastOp;
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

/// Applies the mask at a place if there are as many arguments as with one.
fn masked(m: &mut Maker<'_>, count: usize, result: Value) -> Made {
    if m.arg_count() == count { select_at(m, count - 1, result, count - 2) } else { Some(Some(result)) }
}

/// The shuffle of one vector with itself, by a function of the number of the element.
fn permuted(m: &mut Maker<'_>, count: u32, from: impl Fn(u32) -> u32) -> Made {
    let vector = m.arg(0)?;
    let mask: Vec<u32> = (0..count).map(from).collect();
    let result = m.shuffle(vector, vector, &mask)?;
    masked(m, 4, result)
}

pub(super) fn splat(m: &mut Maker<'_>) -> Made {
    let (value, passed) = (m.arg(0)?, m.arg(1)?);
    let count = m.len_of(passed)?;
    let result = m.splat(count, value)?;
    select_at(m, 2, result, 1)
}

pub(super) fn extend(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    let first: Vec<u32> = (0..m.len(ret)?).collect();
    let value = m.permute(value, &first)?;
    let op = if m.name.contains("pmovsx") { CastOp::SExt } else { CastOp::ZExt };
    let result = m.cast(op, value, ret);
    masked(m, 3, result)
}

pub(super) fn truncate(m: &mut Maker<'_>) -> Made {
    let (value, passed) = (m.arg(0)?, m.arg(1)?);
    let ty = m.type_of(passed);
    let result = m.cast(CastOp::Trunc, value, ty);
    select_at(m, 2, result, 1)
}

/// Selects lanes of 128 bits.
pub(super) fn lanes(m: &mut Maker<'_>) -> Made {
    let (a, b, by, ret) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)? as u32, m.ret);
    let lanes = m.bits(ret)? / 128;
    let in_lane = 128 / m.element_bits(ret)?;
    let mut mask = Vec::new();
    for lane in 0..lanes {
        let from = by.checked_shr(lane * (lanes / 2)).unwrap_or(0) & (lanes - 1);
        let from = if lane >= lanes / 2 { from + lanes } else { from };
        mask.extend((0..in_lane).map(|index| from * in_lane + index));
    }
    let result = m.shuffle(a, b, &mask)?;
    select_at(m, 4, result, 3)
}

/// Selects elements of both vectors, half of each lane from each.
pub(super) fn pairs(m: &mut Maker<'_>) -> Made {
    let (a, b, by, ret) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)? as u32, m.ret);
    let count = m.len(ret)?;
    let in_lane = 128 / m.element_bits(ret)?;
    let half = in_lane / 2;
    let from = |index: u32| {
        let other = if index % in_lane >= half { count } else { 0 };
        index - index % in_lane + other + (by >> (index * half % 8) & ((1 << half) - 1))
    };
    let mask: Vec<u32> = (0..count).map(from).collect();
    let result = m.shuffle(a, b, &mask)?;
    select_at(m, 4, result, 3)
}

pub(super) fn repeat(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    let from = m.len_of(value)?;
    let mask: Vec<u32> = (0..m.len(ret)?).map(|index| index % from).collect();
    let result = m.shuffle(value, value, &mask)?;
    select_at(m, 2, result, 1)
}

pub(super) fn broadcast(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    let result = m.permute(value, &vec![0; m.len(ret)? as usize])?;
    masked(m, 3, result)
}

/// Elements of two vectors in a row, by bytes in lanes or by whole elements.
pub(super) fn align(m: &mut Maker<'_>, whole: bool) -> Made {
    let (mut high, mut low, passed, mask) = (m.arg(0)?, m.arg(1)?, m.arg(3)?, m.arg(4)?);
    let (mut by, ty) = (m.number_arg(2)?, m.type_of(high));
    let count = m.len(ty)?;
    if whole {
        by &= u64::from(count - 1);
    }
    if by >= 32 {
        return Some(Some(m.zero(ty)));
    }
    if by > 16 {
        by -= 16;
        (low, high) = (high, m.zero(ty));
    }
    let from = |at: u32| {
        let (lane, index) = (at & !15, at & 15);
        let index = by as u32 + index;
        lane + if !whole && index >= 16 { index + count - 16 } else { index }
    };
    let indices: Vec<u32> = (0..count).map(from).collect();
    let result = m.shuffle_named(low, high, &indices, "palignr")?;
    select(m, mask, result, passed).map(Some)
}

/// Shifts lanes of 128 bits by bytes; the amount is in units of `1 / unit` bytes.
pub(super) fn shift_bytes(m: &mut Maker<'_>, left: bool, unit: u64) -> Made {
    let (value, by) = (m.arg(0)?, m.number_arg(1)? / unit);
    let ret = m.type_of(value);
    let count = m.len(ret)? * 8;
    let bytes = m.vector(m.module.types.common.i8, count);
    let value = m.cast_named(CastOp::BitCast, value, bytes, "cast");
    let zero = m.zero(bytes);
    let mut result = zero;
    if by < 16 {
        let by = by as u32;
        let from = |at: u32| {
            let (lane, index) = (at & !15, at & 15);
            lane + match left {
                true if index >= by => count + index - by,
                true => count + index - by - (count - 16),
                false if index + by >= 16 => index + by + count - 16,
                false => index + by,
            }
        };
        let mask: Vec<u32> = (0..count).map(from).collect();
        let (a, b) = if left { (zero, value) } else { (value, zero) };
        result = m.shuffle(a, b, &mask)?;
    }
    Some(Some(m.cast_named(CastOp::BitCast, result, ret, "cast")))
}

pub(super) fn blend(m: &mut Maker<'_>) -> Made {
    let (a, b, by, ret) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)? as u32, m.ret);
    let count = m.len(ret)?;
    let from = |index: u32| if by >> (index % 8) & 1 == 1 { index + count } else { index };
    let mask: Vec<u32> = (0..count).map(from).collect();
    m.shuffle(a, b, &mask).map(Some)
}

/// Puts a vector into a longer one.
pub(super) fn insert(m: &mut Maker<'_>) -> Made {
    let (vector, part, at, ret) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)?, m.ret);
    let (count, short) = (m.len(ret)?, m.len_of(part)?);
    let at = (at % u64::from((count / short).max(1))) as u32;
    let wide: Vec<u32> = (0..count).map(|index| index.min(short)).collect();
    let wide = m.permute(part, &wide)?;
    let from = |index: u32| match index.checked_sub(at * short) {
        Some(index) if index < short => index + count,
        _ => index,
    };
    let mask: Vec<u32> = (0..count).map(from).collect();
    let result = m.shuffle(vector, wide, &mask)?;
    masked(m, 5, result)
}

/// A part of a vector.
pub(super) fn extract(m: &mut Maker<'_>) -> Made {
    let (vector, at, ret) = (m.arg(0)?, m.number_arg(1)?, m.ret);
    let (count, long) = (m.len(ret)?, m.len_of(vector)?);
    let at = (at % u64::from((long / count).max(1))) as u32;
    permuted(m, count, |index| index + at * count)
}

pub(super) fn permute_four(m: &mut Maker<'_>) -> Made {
    let by = m.number_arg(1)? as u32;
    permuted(m, m.len(m.ret)?, |index| (index & !3) + (by >> (2 * (index & 3)) & 3))
}

/// Selects halves of two vectors, or zeros.
pub(super) fn permute_halves(m: &mut Maker<'_>) -> Made {
    let (a, b, by, ret) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)? as u32, m.ret);
    let (count, zero) = (m.len(ret)?, m.zero(ret));
    let source = |bits: u32| match bits {
        _ if bits & 8 != 0 => zero,
        _ if bits & 2 != 0 => b,
        _ => a,
    };
    let half = count / 2;
    let start = |bits: u32| if bits & 1 != 0 { half } else { 0 };
    let low = (0..half).map(|index| start(by) + index);
    let high = (0..half).map(|index| count + start(by >> 4) + index);
    let mask: Vec<u32> = low.chain(high).collect();
    m.shuffle(source(by), source(by >> 4), &mask).map(Some)
}

pub(super) fn permute_in_lanes(m: &mut Maker<'_>) -> Made {
    let by = m.number_arg(1)? as u32;
    let size = 64 / m.element_bits(m.ret)?;
    let index_mask = (1 << size) - 1;
    permuted(m, m.len(m.ret)?, |index| by >> (index * size % 8) & index_mask | index & !index_mask)
}

/// Permutes four of eight words.
pub(super) fn permute_words(m: &mut Maker<'_>, high: bool) -> Made {
    let (by, first) = (m.number_arg(1)? as u32, if high { 4 } else { 0 });
    permuted(m, m.len(m.ret)?, |at| {
        let (lane, index) = (at & !7, at & 7);
        match index & 4 == first {
            true => lane + first + (by >> (2 * (index & 3)) & 3),
            false => at,
        }
    })
}

/// Each second element twice.
pub(super) fn duplicate(m: &mut Maker<'_>, offset: u32) -> Made {
    let (vector, ret) = (m.arg(0)?, m.ret);
    let mask: Vec<u32> = (0..m.len(ret)?).map(|index| (index & !1) + offset).collect();
    let result = m.shuffle(vector, vector, &mask)?;
    select_at(m, 2, result, 1)
}

/// The lower or upper halves of the lanes of two vectors, by turns.
pub(super) fn interleave(m: &mut Maker<'_>, high: bool) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let count = m.len(ret)?;
    let in_lane = 128 / m.element_bits(ret)?;
    let start = if high { in_lane / 2 } else { 0 };
    let from = |at: u32| {
        let index = at % in_lane;
        start + at - index + index / 2 + count * (index % 2)
    };
    let mask: Vec<u32> = (0..count).map(from).collect();
    let result = m.shuffle(a, b, &mask)?;
    select_at(m, 3, result, 2)
}
