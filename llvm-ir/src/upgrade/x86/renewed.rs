//! Intrinsics that x86 still has, and whose types have changed.

use super::masks::{lanes, packed};
use crate::function::Value;
use crate::instruction::CastOp;
use crate::types::{Type, TypeKind};
use crate::upgrade::intrinsics::{Build, Decision, Signature};
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

/// What has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A pointer to the second result was the parameter.
    SecondResult,
    /// The parameters were floats.
    Bits,
    /// The last parameter was an `i32`.
    Byte,
    /// The result was an integer.
    Mask,
    /// The result was a vector of `i16`.
    Result,
    /// Parameters were vectors of `i32`, and are of `bfloat`.
    BFloats,
    /// The same, of bytes.
    Bytes,
    /// The same, of `i16`.
    Words,
    /// There was another first parameter, of no use.
    First,
    /// The third parameter was a vector of floats.
    Index,
}

const CHANGED: &[(&str, Change)] = &[
    ("x86.rdtscp", Change::SecondResult),
    ("x86.sse41.ptestc", Change::Bits),
    ("x86.sse41.ptestnzc", Change::Bits),
    ("x86.sse41.ptestz", Change::Bits),
    ("x86.sse41.insertps", Change::Byte),
    ("x86.sse41.dppd", Change::Byte),
    ("x86.sse41.dpps", Change::Byte),
    ("x86.sse41.mpsadbw", Change::Byte),
    ("x86.avx.dp.ps.256", Change::Byte),
    ("x86.avx2.mpsadbw", Change::Byte),
    ("x86.avx512.mask.cmp.pd.128", Change::Mask),
    ("x86.avx512.mask.cmp.pd.256", Change::Mask),
    ("x86.avx512.mask.cmp.pd.512", Change::Mask),
    ("x86.avx512.mask.cmp.ps.128", Change::Mask),
    ("x86.avx512.mask.cmp.ps.256", Change::Mask),
    ("x86.avx512.mask.cmp.ps.512", Change::Mask),
    ("x86.avx512.vpdpbusd.128", Change::Bytes),
    ("x86.avx512.vpdpbusd.256", Change::Bytes),
    ("x86.avx512.vpdpbusd.512", Change::Bytes),
    ("x86.avx512.vpdpbusds.128", Change::Bytes),
    ("x86.avx512.vpdpbusds.256", Change::Bytes),
    ("x86.avx512.vpdpbusds.512", Change::Bytes),
    ("x86.avx512.vpdpwssd.128", Change::Words),
    ("x86.avx512.vpdpwssd.256", Change::Words),
    ("x86.avx512.vpdpwssd.512", Change::Words),
    ("x86.avx512.vpdpwssds.128", Change::Words),
    ("x86.avx512.vpdpwssds.256", Change::Words),
    ("x86.avx512.vpdpwssds.512", Change::Words),
    ("x86.avx2.vpdpbssd.128", Change::Bytes),
    ("x86.avx2.vpdpbssd.256", Change::Bytes),
    ("x86.avx2.vpdpbssds.128", Change::Bytes),
    ("x86.avx2.vpdpbssds.256", Change::Bytes),
    ("x86.avx2.vpdpbsud.128", Change::Bytes),
    ("x86.avx2.vpdpbsud.256", Change::Bytes),
    ("x86.avx2.vpdpbsuds.128", Change::Bytes),
    ("x86.avx2.vpdpbsuds.256", Change::Bytes),
    ("x86.avx2.vpdpbuud.128", Change::Bytes),
    ("x86.avx2.vpdpbuud.256", Change::Bytes),
    ("x86.avx2.vpdpbuuds.128", Change::Bytes),
    ("x86.avx2.vpdpbuuds.256", Change::Bytes),
    ("x86.avx2.vpdpwsud.128", Change::Words),
    ("x86.avx2.vpdpwsud.256", Change::Words),
    ("x86.avx2.vpdpwsuds.128", Change::Words),
    ("x86.avx2.vpdpwsuds.256", Change::Words),
    ("x86.avx2.vpdpwusd.128", Change::Words),
    ("x86.avx2.vpdpwusd.256", Change::Words),
    ("x86.avx2.vpdpwusds.128", Change::Words),
    ("x86.avx2.vpdpwusds.256", Change::Words),
    ("x86.avx2.vpdpwuud.128", Change::Words),
    ("x86.avx2.vpdpwuud.256", Change::Words),
    ("x86.avx2.vpdpwuuds.128", Change::Words),
    ("x86.avx2.vpdpwuuds.256", Change::Words),
    ("x86.avx10.vpdpbssd.512", Change::Bytes),
    ("x86.avx10.vpdpbssds.512", Change::Bytes),
    ("x86.avx10.vpdpbsud.512", Change::Bytes),
    ("x86.avx10.vpdpbsuds.512", Change::Bytes),
    ("x86.avx10.vpdpbuud.512", Change::Bytes),
    ("x86.avx10.vpdpbuuds.512", Change::Bytes),
    ("x86.avx10.vpdpwsud.512", Change::Words),
    ("x86.avx10.vpdpwsuds.512", Change::Words),
    ("x86.avx10.vpdpwusd.512", Change::Words),
    ("x86.avx10.vpdpwusds.512", Change::Words),
    ("x86.avx10.vpdpwuud.512", Change::Words),
    ("x86.avx10.vpdpwuuds.512", Change::Words),
    ("x86.avx512bf16.cvtne2ps2bf16.128", Change::Result),
    ("x86.avx512bf16.cvtne2ps2bf16.256", Change::Result),
    ("x86.avx512bf16.cvtne2ps2bf16.512", Change::Result),
    ("x86.avx512bf16.mask.cvtneps2bf16.128", Change::Result),
    ("x86.avx512bf16.cvtneps2bf16.256", Change::Result),
    ("x86.avx512bf16.cvtneps2bf16.512", Change::Result),
    ("x86.avx512bf16.dpbf16ps.128", Change::BFloats),
    ("x86.avx512bf16.dpbf16ps.256", Change::BFloats),
    ("x86.avx512bf16.dpbf16ps.512", Change::BFloats),
    ("x86.xop.vfrcz.ss", Change::First),
    ("x86.xop.vfrcz.sd", Change::First),
    ("x86.xop.vpermil2pd", Change::Index),
    ("x86.xop.vpermil2ps", Change::Index),
    ("x86.xop.vpermil2pd.256", Change::Index),
    ("x86.xop.vpermil2ps.256", Change::Index),
];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    if name == "seh.recoverfp" {
        return Some(Decision::Renew("eh.recoverfp", Vec::new()));
    }
    let &(new, change) = CHANGED.iter().find(|(known, _)| known.strip_prefix("x86.") == Some(name))?;
    let types = &signature.module.types;
    let bits = |index| signature.param(index).map(|ty| signature.scalar(ty)).unwrap_or_default();
    let is_old = match change {
        Change::SecondResult => !signature.params.is_empty(),
        Change::Bits => bits(0) == "float",
        Change::Byte => signature.params.last() == Some(&types.common.i32),
        Change::Mask => !types.is_vector(signature.ret),
        Change::Result => signature.scalar(signature.ret) != "bfloat",
        Change::BFloats => bits(1) != "bfloat",
        Change::Bytes => bits(1) != "i8" || bits(2) != "i8",
        Change::Words => bits(1) != "i16" || bits(2) != "i16",
        Change::First => signature.params.len() == 2,
        Change::Index => bits(2) == "float",
    };
    is_old.then(|| Decision::Renew(new, Vec::new()))
}

/// What makes the calls of today's intrinsics.
pub(in crate::upgrade) fn renewed(name: &str) -> Option<Build> {
    let (_, change) = CHANGED.iter().find(|(known, _)| *known == name)?;
    Some(match change {
        Change::SecondResult => |m| {
            let pointer = m.arg(0)?;
            let both = m.call_new(&[])??;
            let value = m.extract_value(both, 1)?;
            m.store(value, pointer, 1)?;
            m.extract_value(both, 0).map(Some)
        },
        Change::Bits => |m| {
            let (a, b) = (m.arg(0)?, m.arg(1)?);
            let ty = m.vector(m.module.types.common.i64, 2);
            let a = m.cast_named(CastOp::BitCast, a, ty, "cast");
            let b = m.cast_named(CastOp::BitCast, b, ty, "cast");
            m.call_new(&[a, b])
        },
        Change::Byte => |m| {
            let mut args = m.call.args.to_vec();
            let (last, i8) = (*args.last()?, m.module.types.common.i8);
            *args.last_mut()? = m.cast_named(CastOp::Trunc, last, i8, "trunc");
            m.call_new(&args)
        },
        Change::Mask => |m| {
            let mut args = m.call.args.to_vec();
            let mask = *args.get(3)?;
            args[3] = lanes(m, mask, m.len_of(args[0])?)?;
            let result = m.call_new(&args)??;
            packed(m, result, None).map(Some)
        },
        Change::Result => |m| {
            let (mut args, ret) = (m.call.args.to_vec(), m.ret);
            if m.name.contains("mask.") {
                let ty = m.vector(m.module.types.intern(TypeKind::BFloat), m.len(ret)?);
                args[1] = m.bitcast(args[1], ty);
            }
            let (result, i16) = (m.call_new(&args)??, m.module.types.integer(16));
            let ty = m.vector(i16, m.len(ret)?);
            Some(Some(m.bitcast(result, ty)))
        },
        Change::BFloats => |m| with_narrow(m, m.module.types.intern(TypeKind::BFloat), 16),
        Change::Bytes => |m| with_narrow(m, m.module.types.common.i8, 8),
        Change::Words => |m| with_narrow(m, m.module.types.integer(16), 16),
        Change::First => |m| {
            let value = m.arg(1)?;
            m.call_new(&[value])
        },
        Change::Index => |m| {
            let mut args = m.call.args.to_vec();
            let index = *args.get(2)?;
            let ty = m.integers_like(m.type_of(index))?;
            args[2] = m.bitcast(index, ty);
            m.call_new(&args)
        },
    })
}

/// The second and third argument as vectors of narrow elements.
fn with_narrow(m: &mut Maker<'_>, element: Type, bits: u32) -> Made {
    let mut args = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    let ty = m.vector(element, m.bits(m.ret)? / bits);
    for arg in &mut args[1..] {
        *arg = m.bitcast(*arg, ty);
    }
    m.call_new(&args)
}
