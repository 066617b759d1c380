//! Old intrinsics of ARM and AArch64.

use super::generic::Part::{Param, Result as Ret};
use super::generic::{Part, parts};
use super::intrinsics::{Build, Decision, Signature, fits};
use super::maker::Maker;
use crate::function::Value;
use crate::instruction::CastOp;
use crate::types::{Type, TypeKind};

/// Old names with the target, the required number of parameters (0: any), and today's intrinsics with their overloaded types.
const ROWS: &[(&str, usize, &str, &[Part])] = &[
    ("aarch64.neon.frintn*", 0, "roundeven", &[Param(0)]),
    ("aarch64.neon.rbit*", 0, "bitreverse", &[Param(0)]),
    ("aarch64.rbit*", 0, "bitreverse", &[Param(0)]),
    ("aarch64.thread.pointer", 0, "thread.pointer", &[Ret]),
    ("aarch64.neon.bfmmla.v4f32.v16i8", 0, "aarch64.neon.bfmmla", &[]),
    ("aarch64.neon.bfmlalb.v4f32.v16i8", 0, "aarch64.neon.bfmlalb", &[]),
    ("aarch64.neon.bfmlalt.v4f32.v16i8", 0, "aarch64.neon.bfmlalt", &[]),
    ("aarch64.sve.bfdot.lane", 0, "aarch64.sve.bfdot.lane.v2", &[]),
    ("aarch64.sve.bfmlalb.lane", 0, "aarch64.sve.bfmlalb.lane.v2", &[]),
    ("aarch64.sve.bfmlalt.lane", 0, "aarch64.sve.bfmlalt.lane.v2", &[]),
    ("aarch64.sve.rev.nxv*", 0, "vector.reverse", &[Ret]),
    ("aarch64.sve.tuple.get*", 0, "vector.extract", &[Ret, Param(0)]),
    ("aarch64.sve.tuple.set*", 0, "vector.insert", &[Param(0), Param(2)]),
    ("aarch64.sve.tuple.create*", 0, "vector.insert", &[Ret, Param(1)]),
    ("arm.rbit*", 0, "bitreverse", &[Param(0)]),
    ("arm.thread.pointer", 0, "thread.pointer", &[Ret]),
    ("arm.mve.vrintn.v*", 0, "roundeven", &[Param(0)]),
    ("arm.neon.bfmmla.v4f32.v16i8", 0, "arm.neon.bfmmla", &[]),
    ("arm.neon.bfmlalb.v4f32.v16i8", 0, "arm.neon.bfmlalb", &[]),
    ("arm.neon.bfmlalt.v4f32.v16i8", 0, "arm.neon.bfmlalt", &[]),
    ("arm.neon.vclz.*", 0, "ctlz", &[Param(0)]),
    ("arm.neon.vcnt.*", 0, "ctpop", &[Param(0)]),
    ("arm.neon.vqadds.*", 0, "sadd.sat", &[Param(0)]),
    ("arm.neon.vqaddu.*", 0, "uadd.sat", &[Param(0)]),
    ("arm.neon.vqsubs.*", 0, "ssub.sat", &[Param(0)]),
    ("arm.neon.vqsubu.*", 0, "usub.sat", &[Param(0)]),
    ("arm.neon.vrinta.*", 0, "round", &[Param(0)]),
    ("arm.neon.vrintn.*", 0, "roundeven", &[Param(0)]),
    ("arm.neon.vrintm.*", 0, "floor", &[Param(0)]),
    ("arm.neon.vrintp.*", 0, "ceil", &[Param(0)]),
    ("arm.neon.vrintx.*", 0, "rint", &[Param(0)]),
    ("arm.neon.vrintz.*", 0, "trunc", &[Param(0)]),
    ("arm.neon.vst1.v*", 3, "arm.neon.vst1", &[Param(0), Param(1)]),
    ("arm.neon.vst2.v*", 4, "arm.neon.vst2", &[Param(0), Param(1)]),
    ("arm.neon.vst3.v*", 5, "arm.neon.vst3", &[Param(0), Param(1)]),
    ("arm.neon.vst4.v*", 6, "arm.neon.vst4", &[Param(0), Param(1)]),
    ("arm.neon.vst2lane.v*", 5, "arm.neon.vst2lane", &[Param(0), Param(1)]),
    ("arm.neon.vst3lane.v*", 6, "arm.neon.vst3lane", &[Param(0), Param(1)]),
    ("arm.neon.vst4lane.v*", 7, "arm.neon.vst4lane", &[Param(0), Param(1)]),
];

/// Intrinsics of MVE with predicates of four bits, which are of two today, and where their overloaded types are: of the result or an
/// argument. The predicate is the last.
const PREDICATED: &[(&str, &str, &[Part])] = &[
    ("mve.mull.int.predicated.v2i64.v4i32.v4i1", "arm.mve.mull.int.predicated", &[Ret, Param(0)]),
    ("mve.vqdmull.predicated.v2i64.v4i32.v4i1", "arm.mve.vqdmull.predicated", &[Ret, Param(0)]),
    (
        "mve.vldr.gather.base.predicated.v2i64.v2i64.v4i1",
        "arm.mve.vldr.gather.base.predicated",
        &[Ret, Param(0)],
    ),
    (
        "mve.vldr.gather.base.wb.predicated.v2i64.v2i64.v4i1",
        "arm.mve.vldr.gather.base.wb.predicated",
        &[Param(0), Param(0)],
    ),
    (
        "mve.vldr.gather.offset.predicated.v2i64.p0i64.v2i64.v4i1",
        "arm.mve.vldr.gather.offset.predicated",
        &[Ret, Param(0), Param(1)],
    ),
    (
        "mve.vldr.gather.offset.predicated.v2i64.p0.v2i64.v4i1",
        "arm.mve.vldr.gather.offset.predicated",
        &[Ret, Param(0), Param(1)],
    ),
    (
        "mve.vstr.scatter.base.predicated.v2i64.v2i64.v4i1",
        "arm.mve.vstr.scatter.base.predicated",
        &[Param(0), Param(0)],
    ),
    (
        "mve.vstr.scatter.base.wb.predicated.v2i64.v2i64.v4i1",
        "arm.mve.vstr.scatter.base.wb.predicated",
        &[Param(0), Param(0)],
    ),
    (
        "mve.vstr.scatter.offset.predicated.p0i64.v2i64.v2i64.v4i1",
        "arm.mve.vstr.scatter.offset.predicated",
        &[Param(0), Param(1), Param(2)],
    ),
    (
        "mve.vstr.scatter.offset.predicated.p0.v2i64.v2i64.v4i1",
        "arm.mve.vstr.scatter.offset.predicated",
        &[Param(0), Param(1), Param(2)],
    ),
    ("cde.vcx1q.predicated.v2i64.v4i1", "arm.cde.vcx1q.predicated", &[Param(1)]),
    ("cde.vcx1qa.predicated.v2i64.v4i1", "arm.cde.vcx1qa.predicated", &[Param(1)]),
    ("cde.vcx2q.predicated.v2i64.v4i1", "arm.cde.vcx2q.predicated", &[Param(1)]),
    ("cde.vcx2qa.predicated.v2i64.v4i1", "arm.cde.vcx2qa.predicated", &[Param(1)]),
    ("cde.vcx3q.predicated.v2i64.v4i1", "arm.cde.vcx3q.predicated", &[Param(1)]),
    ("cde.vcx3qa.predicated.v2i64.v4i1", "arm.cde.vcx3qa.predicated", &[Param(1)]),
];

pub(super) fn decide(is_arm: bool, name: &str, signature: Signature<'_>) -> Option<Decision> {
    let target = if is_arm { "arm" } else { "aarch64" };
    let full = format!("{target}.{name}");
    let row = ROWS
        .iter()
        .find(|(old, count, ..)| fits(old, &full) && (*count == 0 || *count == signature.params.len()));
    if let Some((old, _, new, overloaded)) = row {
        let suffix = full.get(old.len() - 2..).unwrap_or_default();
        let has_more = old.starts_with("arm.neon.vst") && suffix.contains('.');
        let is_tuple = !name.starts_with("sve.tuple.create") || is_tuple(name);
        return (!has_more && is_tuple).then(|| Some(Decision::Renew(new, parts(signature, overloaded)?)))?;
    }
    let types = &signature.module.types;
    let vector = |len, element| types.intern(TypeKind::Vector { len, scalable: false, element });
    let bfloat = || types.intern(TypeKind::BFloat);
    match name {
        "neon.bfdot.v2f32.v8i8" | "neon.bfdot.v4f32.v16i8" => {
            let len = if name.ends_with("v8i8") { 4 } else { 8 };
            let new = if is_arm { "arm.neon.bfdot" } else { "aarch64.neon.bfdot" };
            Some(Decision::Renew(new, vec![signature.ret, vector(len, bfloat())]))
        }
        "mve.vctp64" if is_arm => {
            let is_old = *types.kind(signature.ret)
                == TypeKind::Vector { len: 4, scalable: false, element: types.common.i1 };
            is_old.then_some(Decision::Expand(predicate))
        }
        _ if is_arm => {
            PREDICATED.iter().any(|(old, ..)| *old == name).then_some(Decision::Expand(predicated))
        }
        _ if name.starts_with("neon.addp") => {
            let is_float = types.is_vector(signature.ret) && types.is_float(types.scalar(signature.ret));
            (is_float && signature.params.len() == 2)
                .then(|| Decision::Renew("aarch64.neon.faddp", vec![signature.ret]))
        }
        _ if name.starts_with("neon.bfcvt") => Some(Decision::Expand(to_bfloat)),
        "sve.fcvt.bf16f32" => Some(Decision::Expand(|m| convert_scalable(m, "aarch64.sve.fcvt.bf16f32.v2"))),
        "sve.fcvtnt.bf16f32" => {
            Some(Decision::Expand(|m| convert_scalable(m, "aarch64.sve.fcvtnt.bf16f32.v2")))
        }
        _ if name.starts_with("sve.addqv") => {
            let is_float = types.is_float(types.scalar(signature.ret));
            is_float.then(|| {
                Some(Decision::Renew("aarch64.sve.faddqv", vec![signature.ret, signature.param(1)?]))
            })?
        }
        _ => loads(name, signature),
    }
}

/// Whether a name is `sve.tuple.create2` and the like, with or without a type.
fn is_tuple(name: &str) -> bool {
    let rest = name.trim_start_matches("sve.tuple.create");
    matches!(rest.as_bytes(), [b'2'..=b'4'] | [b'2'..=b'4', b'.', b'n', b'x', b'v', ..])
}

/// `sve.ld2` to `sve.ld4`, which returned one vector.
fn loads(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let types = &signature.module.types;
    let new = match name.strip_prefix("sve.ld")?.as_bytes() {
        [b'2'] | [b'2', b'.', b'n', b'x', b'v', ..] => "aarch64.sve.ld2.sret",
        [b'3'] | [b'3', b'.', b'n', b'x', b'v', ..] => "aarch64.sve.ld3.sret",
        [b'4'] | [b'4', b'.', b'n', b'x', b'v', ..] => "aarch64.sve.ld4.sret",
        _ => return None,
    };
    let (ret, like) = (types.scalar(signature.ret), signature.param(0)?);
    (types.is_vector(signature.ret) && types.is_vector(like))
        .then(|| Decision::Renew(new, vec![types.with_scalar(like, ret)]))
}

/// What makes the calls of today's intrinsics.
pub(super) fn renewed(name: &str) -> Option<Build> {
    if name.starts_with("arm.neon.vst") {
        return Some(|m| {
            let args = m.call.args.to_vec();
            m.call_new(&args)
        });
    }
    let neon = name.strip_prefix("arm.neon.bf").or_else(|| name.strip_prefix("aarch64.neon.bf"));
    if matches!(neon, Some("dot" | "mmla" | "mlalb" | "mlalt")) {
        return Some(on_bfloat);
    }
    Some(match name {
        "aarch64.sve.bfdot.lane.v2" | "aarch64.sve.bfmlalb.lane.v2" | "aarch64.sve.bfmlalt.lane.v2" => |m| {
            let mut args = m.call.args.to_vec();
            *args.get_mut(3)? = m.int(m.module.types.common.i32, m.number_arg(3)? as i64);
            m.call_new(&args)
        },
        "aarch64.sve.ld2.sret" => |m| load(m, 2),
        "aarch64.sve.ld3.sret" => |m| load(m, 3),
        "aarch64.sve.ld4.sret" => |m| load(m, 4),
        "vector.extract" | "vector.insert" => tuple,
        _ => return None,
    })
}

fn on_bfloat(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let args = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    let width = m.bits(m.type_of(args[1]))?;
    let ty = m.vector(m.module.types.intern(TypeKind::BFloat), width / 16);
    let args = [args[0], m.bitcast(args[1], ty), m.bitcast(args[2], ty)];
    m.call_new(&args)
}

/// Puts vectors into a longer one, one behind the other.
fn concatenated(m: &mut Maker<'_>, parts: &[Value]) -> Option<Option<Value>> {
    let ret = m.ret;
    let len = m.scalable_len(ret)? / parts.len() as u32;
    let mut result = m.poison(ret);
    for (index, &part) in parts.iter().enumerate() {
        let (ty, at) = (m.type_of(part), m.int(m.module.types.common.i64, i64::from(len) * index as i64));
        result = m.intrinsic("vector.insert", &[ret, ty], &[result, part, at])?;
    }
    m.named = Some(result);
    Some(Some(result))
}

fn load(m: &mut Maker<'_>, count: u32) -> Option<Option<Value>> {
    let args = m.call.args.to_vec();
    let loaded = m.call(m.new?, &args, "")??;
    let ret = m.ret;
    let len = m.scalable_len(ret)? / count;
    let mut result = m.poison(ret);
    for index in 0..count {
        let part = m.extract_value(loaded, index)?;
        let (ty, at) = (m.type_of(part), m.int(m.module.types.common.i64, i64::from(len * index)));
        result = m.intrinsic("vector.insert", &[ret, ty], &[result, part, at])?;
    }
    m.named = Some(result);
    Some(Some(result))
}

/// Tuples of scalable vectors, which were vectors of their own.
fn tuple(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let Some(rest) = m.name.strip_prefix("sve.tuple.") else { return super::generic::same(m) };
    let i64 = m.module.types.common.i64;
    if rest.starts_with("get") {
        let len = m.scalable_len(m.ret)?;
        let args = [m.arg(0)?, m.int(i64, m.number_arg(1)? as i64 * i64::from(len))];
        return m.call_new(&args);
    }
    if rest.starts_with("set") {
        let part = m.arg(2)?;
        let len = m.scalable_len(m.type_of(part))?;
        let args = [m.arg(0)?, part, m.int(i64, m.number_arg(1)? as i64 * i64::from(len))];
        return m.call_new(&args);
    }
    let parts = m.call.args.to_vec();
    concatenated(m, &parts)
}

fn to_bfloat(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let bfloat = m.module.types.intern(TypeKind::BFloat);
    let four = m.vector(bfloat, 4);
    let all: Vec<u32> = (0..8).collect();
    let name = m.name;
    if name.starts_with("neon.bfcvtn2") {
        let (low, high) = (m.arg(0)?, m.arg(1)?);
        let low = m.permute(low, &[0, 1, 2, 3])?;
        let high = m.cast(CastOp::FpTrunc, high, four);
        return m.shuffle(low, high, &all).map(Some);
    }
    let value = m.arg(0)?;
    if name.starts_with("neon.bfcvtn") {
        let low = m.cast(CastOp::FpTrunc, value, four);
        let zero = m.zero(four);
        return m.shuffle(low, zero, &all).map(Some);
    }
    Some(Some(m.cast(CastOp::FpTrunc, value, bfloat)))
}

/// The predicate was that of the shorter elements.
fn convert_scalable(m: &mut Maker<'_>, name: &str) -> Option<Option<Value>> {
    let i1 = m.module.types.common.i1;
    let predicate =
        |m: &Maker<'_>, len| m.module.types.intern(TypeKind::Vector { len, scalable: true, element: i1 });
    let (old, new): (Type, Type) = (predicate(m, 8), predicate(m, 4));
    let mut args = m.call.args.to_vec();
    if m.type_of(*args.get(1)?) != old {
        return None;
    }
    let whole = m.intrinsic("aarch64.sve.convert.to.svbool", &[old], &[args[1]])?;
    args[1] = m.intrinsic("aarch64.sve.convert.from.svbool", &[new], &[whole])?;
    let result = m.old_name();
    m.named_intrinsic(name, &[], &args, &result).map(Some)
}

/// The predicate of two lanes as one of four.
fn predicate(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let (count, result) = (m.arg(0)?, m.old_name());
    let two = m.named_intrinsic("arm.mve.vctp64", &[], &[count], &result)?;
    let [short, long] = [2, 4].map(|len| m.vector(m.module.types.common.i1, len));
    let bits = m.intrinsic("arm.mve.pred.v2i", &[short], &[two])?;
    m.intrinsic("arm.mve.pred.i2v", &[long], &[bits]).map(Some)
}

fn predicated(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let name = m.name;
    let (_, new, overloaded) = PREDICATED.iter().find(|(old, ..)| *old == name)?;
    let [short, long] = [2, 4].map(|len| m.vector(m.module.types.common.i1, len));
    let mut types = Vec::new();
    for part in *overloaded {
        types.push(match *part {
            Ret => m.ret,
            Param(index) => m.type_of(m.arg(index)?),
        });
    }
    types.push(short);
    let mut args = Vec::new();
    for arg in m.call.args.clone() {
        let is_predicate = m.module.types.scalar(m.type_of(arg)) == m.module.types.common.i1;
        args.push(match is_predicate {
            true => {
                let bits = m.intrinsic("arm.mve.pred.v2i", &[long], &[arg])?;
                m.intrinsic("arm.mve.pred.i2v", &[short], &[bits])?
            }
            false => arg,
        });
    }
    let result = m.old_name();
    let callee = m.declare(new, &types)?;
    m.call(callee, &args, &result)
}
