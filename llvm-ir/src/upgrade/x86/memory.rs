//! Loads and stores.

use super::masks::lanes;
use crate::function::Value;
use crate::instruction::BinaryOp;
use crate::metadata::Metadata;
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

/// Marks the last instruction as one that does not use the cache.
fn past_cache(m: &mut Maker<'_>) -> Option<()> {
    let one = m.int(m.module.types.common.i32, 1).constant()?;
    m.attach("nontemporal", &[Metadata::Constant(one)])
}

pub(super) fn store_first(m: &mut Maker<'_>) -> Made {
    let (pointer, vector) = (m.arg(0)?, m.arg(1)?);
    let index = m.int(m.module.types.common.i64, 0);
    let value = m.extract_at(vector, index, "extractelement")?;
    m.store(value, pointer, 1)?;
    past_cache(m)?;
    Some(None)
}

pub(super) fn store_past_cache(m: &mut Maker<'_>) -> Made {
    let (pointer, value) = (m.arg(0)?, m.arg(1)?);
    let bytes = m.bits(m.type_of(value))? / 8;
    m.store(value, pointer, bytes.into())?;
    past_cache(m)?;
    Some(None)
}

pub(super) fn store_low(m: &mut Maker<'_>) -> Made {
    let (pointer, value) = (m.arg(0)?, m.arg(1)?);
    let ty = m.vector(m.module.types.common.i64, 2);
    let value = m.cast_named(crate::instruction::CastOp::BitCast, value, ty, "cast");
    let value = m.first(value)?;
    m.store(value, pointer, 1)?;
    Some(None)
}

pub(super) fn store_unaligned(m: &mut Maker<'_>) -> Made {
    let (pointer, value) = (m.arg(0)?, m.arg(1)?);
    m.store(value, pointer, 1)?;
    Some(None)
}

fn masked_store(m: &mut Maker<'_>, pointer: Value, value: Value, mask: Value, aligned: bool) -> Made {
    let ty = m.type_of(value);
    let alignment = if aligned { u64::from(m.bits(ty)? / 8) } else { 1 };
    if m.is_all_ones(mask) {
        m.store(value, pointer, alignment)?;
        return Some(None);
    }
    let mask = lanes(m, mask, m.len(ty)?)?;
    let overloaded = [ty, m.type_of(pointer)];
    m.run("masked.store", &overloaded, &[value, pointer, mask])?;
    crate::upgrade::generic::align_argument(m, 1, alignment)?;
    Some(None)
}

pub(super) fn store_first_masked(m: &mut Maker<'_>) -> Made {
    let (pointer, value, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let one = m.int(m.type_of(mask), 1);
    let mask = m.binary(BinaryOp::And, mask, one);
    masked_store(m, pointer, value, mask, false)
}

pub(super) fn store_masked(m: &mut Maker<'_>, aligned: bool) -> Made {
    let (pointer, value, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    masked_store(m, pointer, value, mask, aligned)
}

pub(super) fn load_masked(m: &mut Maker<'_>, aligned: bool) -> Made {
    let (pointer, passed, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let ty = m.type_of(passed);
    let alignment = if aligned { u64::from(m.bits(ty)? / 8) } else { 1 };
    if m.is_all_ones(mask) {
        return m.load(ty, pointer, alignment).map(Some);
    }
    let mask = lanes(m, mask, m.len(ty)?)?;
    let overloaded = [ty, m.type_of(pointer)];
    let value = m.intrinsic("masked.load", &overloaded, &[pointer, mask, passed])?;
    crate::upgrade::generic::align_argument(m, 0, alignment)?;
    Some(Some(value))
}

pub(super) fn expand_load(m: &mut Maker<'_>) -> Made {
    let (pointer, passed, mask, ret) = (m.arg(0)?, m.arg(1)?, m.arg(2)?, m.ret);
    let mask = lanes(m, mask, m.len(ret)?)?;
    let overloaded = [ret, m.type_of(pointer)];
    overload(m, "masked.expandload", &overloaded, &[pointer, mask, passed]).map(Some)?
}

pub(super) fn compress_store(m: &mut Maker<'_>) -> Made {
    let (pointer, value, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let ty = m.type_of(value);
    let mask = lanes(m, mask, m.len(ty)?)?;
    let overloaded = [ty, m.type_of(pointer)];
    overload(m, "masked.compressstore", &overloaded, &[value, pointer, mask]).map(|_| None)
}

/// Calls an intrinsic that is overloaded by the vector, and in some versions by the pointer.
fn overload(m: &mut Maker<'_>, name: &str, overloaded: &[crate::Type], args: &[Value]) -> Made {
    let callee = m.declare(name, &overloaded[..1]).or_else(|| m.declare(name, overloaded))?;
    m.call(callee, args, "")
}

/// A vector of what a pointer points to, made element by element.
pub(super) fn broadcast(m: &mut Maker<'_>) -> Made {
    let (pointer, ret) = (m.arg(0)?, m.ret);
    let (element, count) = (m.module.types.scalar(ret), m.len(ret)?);
    let bytes = crate::upgrade::generic::abi_alignment(m, element)?;
    let value = m.load(element, pointer, bytes)?;
    let mut result = m.poison(ret);
    for index in 0..count {
        let index = m.int(m.module.types.common.i32, index.into());
        result = m.insert_at(result, value, index)?;
    }
    Some(Some(result))
}

/// Twice the 128 bits that a pointer points to.
pub(super) fn broadcast_lane(m: &mut Maker<'_>) -> Made {
    let (pointer, ret) = (m.arg(0)?, m.ret);
    let count = 128 / m.element_bits(ret)?;
    let ty = m.vector(m.module.types.scalar(ret), count);
    let value = m.load(ty, pointer, 1)?;
    let mask: Vec<u32> = (0..count).chain(0..count).collect();
    m.permute(value, &mask).map(Some)
}

pub(super) fn load_past_cache(m: &mut Maker<'_>) -> Made {
    let (pointer, ret) = (m.arg(0)?, m.ret);
    let bytes = m.bits(ret)? / 8;
    let value = m.load(ret, pointer, bytes.into())?;
    past_cache(m)?;
    Some(Some(value))
}
