//! Old intrinsics of NVIDIA's GPUs.

use super::generic::Part;
use super::intrinsics::{Build, Decision, Signature, fits};
use super::maker::Maker;
use crate::function::Value;
use crate::instruction::{CastOp, Flags, IntPredicate, Ordering, RmwOp};
use crate::types::TypeKind;

/// The address spaces of the memory that a block shares, of that of a cluster, and of global memory.
const SHARED: u32 = 3;
const CLUSTER: u32 = 7;
const GLOBAL: u32 = 1;

/// Intrinsics that any target has today, by the number of parameters.
const SAME: &[(&str, usize, &str)] = &[
    ("brev32", 1, "bitreverse"),
    ("brev64", 1, "bitreverse"),
    ("clz.i", 1, "ctlz"),
    ("popc.i", 1, "ctpop"),
    ("max.s", 2, "smax"),
    ("max.i", 2, "smax"),
    ("max.ll", 2, "smax"),
    ("min.s", 2, "smin"),
    ("min.i", 2, "smin"),
    ("min.ll", 2, "smin"),
    ("max.us", 2, "umax"),
    ("max.ui", 2, "umax"),
    ("max.ull", 2, "umax"),
    ("min.us", 2, "umin"),
    ("min.ui", 2, "umin"),
    ("min.ull", 2, "umin"),
];

/// Intrinsics on `bfloat`, which were on integers.
const BFLOAT: &[&str] = &["fma.rn.", "fmax.", "fmin.", "neg."];

const ROWS: &[(&str, Build)] = &[
    ("abs.i", abs),
    ("abs.ll", abs),
    ("abs.bf16", |m| abs_bfloat(m, 1)),
    ("abs.bf16x2", |m| abs_bfloat(m, 2)),
    ("fabs.f", |m| unary(m, "nvvm.fabs")),
    ("fabs.ftz.f", |m| unary(m, "nvvm.fabs.ftz")),
    ("fabs.d", |m| unary(m, "nvvm.fabs")),
    ("ex2.approx.f", |m| unary(m, "nvvm.ex2.approx")),
    ("ex2.approx.ftz.f", |m| unary(m, "nvvm.ex2.approx.ftz")),
    ("ex2.approx.d", |m| unary(m, "nvvm.ex2.approx")),
    ("ex2.approx.f16x2", |m| unary(m, "nvvm.ex2.approx")),
    ("atomic.load.add.f32.p*", |m| atomic(m, RmwOp::FAdd)),
    ("atomic.load.add.f64.p*", |m| atomic(m, RmwOp::FAdd)),
    ("atomic.load.inc.32.p*", |m| atomic(m, RmwOp::UIncWrap)),
    ("atomic.load.dec.32.p*", |m| atomic(m, RmwOp::UDecWrap)),
    ("bitcast.f2i", bitcast),
    ("bitcast.i2f", bitcast),
    ("bitcast.ll2d", bitcast),
    ("bitcast.d2ll", bitcast),
    ("rotate.b32", |m| rotate(m, "fshl")),
    ("rotate.b64", |m| rotate(m, "fshl")),
    ("rotate.right.b64", |m| rotate(m, "fshr")),
    ("swap.lo.hi.b64", |m| {
        let i64 = m.module.types.common.i64;
        let (value, amount) = (m.arg(0)?, m.int(i64, 32));
        m.intrinsic("fshl", &[i64], &[value, value, amount]).map(Some)
    }),
    ("ptr.gen.to.local*", convert_pointer),
    ("ptr.gen.to.shared*", convert_pointer),
    ("ptr.gen.to.global*", convert_pointer),
    ("ptr.gen.to.constant*", convert_pointer),
    ("ptr.gen.to.param*", convert_pointer),
    ("ptr.local.to.gen*", convert_pointer),
    ("ptr.shared.to.gen*", convert_pointer),
    ("ptr.global.to.gen*", convert_pointer),
    ("ptr.constant.to.gen*", convert_pointer),
    ("ptr.param.to.gen*", convert_pointer),
    ("ldg.global.i.*", load_constant),
    ("ldg.global.f.*", load_constant),
    ("ldg.global.p.*", load_constant),
    ("barrier0", |m| {
        let zero = m.int(m.module.types.common.i32, 0);
        m.run("nvvm.barrier.cta.sync.aligned.all", &[], &[zero])?;
        Some(None)
    }),
    ("barrier.n", |m| barrier(m, "nvvm.barrier.cta.sync.aligned.all", 1)),
    ("bar.sync", |m| barrier(m, "nvvm.barrier.cta.sync.aligned.all", 1)),
    ("barrier", |m| barrier(m, "nvvm.barrier.cta.sync.aligned.count", 2)),
    ("barrier.sync", |m| barrier(m, "nvvm.barrier.cta.sync.all", 1)),
    ("barrier.sync.cnt", |m| barrier(m, "nvvm.barrier.cta.sync.count", 2)),
    ("barrier0.popc", |m| reduce(m, "nvvm.barrier.cta.red.popc.aligned.all")),
    ("barrier0.and", |m| reduce(m, "nvvm.barrier.cta.red.and.aligned.all")),
    ("barrier0.or", |m| reduce(m, "nvvm.barrier.cta.red.or.aligned.all")),
    ("clz.ll", |m| {
        let (i64, i32, value, no) =
            (m.module.types.common.i64, m.module.types.common.i32, m.arg(0)?, m.truth(false));
        let count = m.named_intrinsic("ctlz", &[i64], &[value, no], "ctlz")?;
        Some(Some(m.cast_named(CastOp::Trunc, count, i32, "ctlz.trunc")))
    }),
    ("popc.ll", |m| {
        let (i64, i32, value) = (m.module.types.common.i64, m.module.types.common.i32, m.arg(0)?);
        let count = m.named_intrinsic("ctpop", &[i64], &[value], "ctpop")?;
        Some(Some(m.cast_named(CastOp::Trunc, count, i32, "ctpop.trunc")))
    }),
    ("h2f", |m| {
        let (float, value) = (m.module.types.common.float, m.arg(0)?);
        m.named_intrinsic("convert.from.fp16", &[float], &[value], "h2f").map(Some)
    }),
    ("tanh.approx.f32", |m| {
        let (ret, value) = (m.ret, m.arg(0)?);
        m.set_flags(Flags::AFN);
        m.intrinsic("tanh", &[ret], &[value]).map(Some)
    }),
];

/// Copies whose first pointer was one to the memory of a block.
const CLUSTERED: &[&str] = &["cp.async.bulk.global.to.shared.cluster", "cp.async.bulk.shared.cta.to.cluster"];

/// Copies of tensors, which got another flag at the end.
const TENSOR: &str = "cp.async.bulk.tensor.g2s.";
const TENSORS: &[&str] =
    &["im2col.3d", "im2col.4d", "im2col.5d", "tile.1d", "tile.2d", "tile.3d", "tile.4d", "tile.5d"];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let count = signature.params.len();
    if let Some((.., new)) = SAME.iter().find(|(old, params, _)| *old == name && *params == count) {
        return Some(Decision::Renew(new, super::generic::parts(signature, &[Part::Result])?));
    }
    let full = format!("nvvm.{name}");
    if signature.scalar(signature.ret) != "bfloat"
        && BFLOAT.iter().any(|beginning| name.starts_with(beginning))
        && name.contains("bf16")
        && crate::intrinsics::find(format!("llvm.{full}").as_bytes()).is_some()
    {
        return Some(Decision::Expand(on_bfloat));
    }
    let types = &signature.module.types;
    let is_shared = |ty| types.address_space(ty) == Some(SHARED);
    let begins_shared = signature.param(0).is_some_and(is_shared);
    if name.starts_with("mapa.shared.cluster") && is_shared(signature.ret) {
        return Some(Decision::Renew("nvvm.mapa.shared.cluster", Vec::new()));
    }
    if let Some(at) = CLUSTERED.iter().position(|known| *known == name)
        && begins_shared
    {
        let new = ["nvvm.cp.async.bulk.global.to.shared.cluster", "nvvm.cp.async.bulk.shared.cta.to.cluster"];
        return Some(Decision::Renew(new[at], Vec::new()));
    }
    if let Some(rest) = name.strip_prefix(TENSOR)
        && let Some(at) = TENSORS.iter().position(|known| *known == rest)
    {
        let lacks_flag = count >= 3 && signature.params[count - 3] != types.common.i1;
        return (begins_shared || lacks_flag).then(|| Decision::Renew(TENSOR_NAMES[at], Vec::new()));
    }
    ROWS.iter().find(|(old, _)| fits(old, name)).map(|(_, build)| Decision::Expand(*build))
}

const TENSOR_NAMES: [&str; 8] = [
    "nvvm.cp.async.bulk.tensor.g2s.im2col.3d",
    "nvvm.cp.async.bulk.tensor.g2s.im2col.4d",
    "nvvm.cp.async.bulk.tensor.g2s.im2col.5d",
    "nvvm.cp.async.bulk.tensor.g2s.tile.1d",
    "nvvm.cp.async.bulk.tensor.g2s.tile.2d",
    "nvvm.cp.async.bulk.tensor.g2s.tile.3d",
    "nvvm.cp.async.bulk.tensor.g2s.tile.4d",
    "nvvm.cp.async.bulk.tensor.g2s.tile.5d",
];

/// What makes the calls of today's intrinsics.
pub(super) fn renewed(name: &str) -> Option<Build> {
    match name {
        "nvvm.mapa.shared.cluster" => Some(|m| {
            let args = [m.arg(0)?, m.arg(1)?];
            let pointer = m.call_new(&args)??;
            let shared = m.module.types.pointer(SHARED);
            Some(Some(m.cast(CastOp::AddrSpaceCast, pointer, shared)))
        }),
        "nvvm.cp.async.bulk.global.to.shared.cluster" | "nvvm.cp.async.bulk.shared.cta.to.cluster" => {
            Some(|m| in_cluster(m, false))
        }
        _ if TENSOR_NAMES.contains(&name) => Some(|m| in_cluster(m, true)),
        _ => None,
    }
}

fn in_cluster(m: &mut Maker<'_>, has_flag: bool) -> Option<Option<Value>> {
    let mut args = m.call.args.to_vec();
    let ty = m.type_of(args[0]);
    if m.module.types.address_space(ty) == Some(SHARED) {
        let cluster = m.module.types.pointer(CLUSTER);
        args[0] = m.cast(CastOp::AddrSpaceCast, args[0], cluster);
    }
    let types = m.module.types.common;
    let third = m.arg_from_end(2)?;
    if has_flag && m.type_of(third) != types.i1 {
        args.push(m.int(types.i32, 0));
    }
    m.call_new(&args)
}

fn abs(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let value = m.arg(0)?;
    let zero = m.zero(m.type_of(value));
    let neg = m.sub_named(zero, value, "neg");
    let condition = m.icmp_named(IntPredicate::Sge, value, zero, "abs.cond");
    Some(Some(m.select_named(condition, value, neg, "abs")))
}

fn abs_bfloat(m: &mut Maker<'_>, len: u32) -> Option<Option<Value>> {
    let bfloat = m.module.types.intern(TypeKind::BFloat);
    let ty = if len == 1 { bfloat } else { m.vector(bfloat, len) };
    let (value, ret) = (m.arg(0)?, m.ret);
    let value = m.bitcast(value, ty);
    let value = m.intrinsic("nvvm.fabs", &[ty], &[value])?;
    Some(Some(m.bitcast(value, ret)))
}

fn unary(m: &mut Maker<'_>, name: &str) -> Option<Option<Value>> {
    let value = m.arg(0)?;
    let ty = m.type_of(value);
    m.intrinsic(name, &[ty], &[value]).map(Some)
}

fn atomic(m: &mut Maker<'_>, op: RmwOp) -> Option<Option<Value>> {
    let (pointer, value) = (m.arg(0)?, m.arg(1)?);
    m.atomic(op, pointer, value, Ordering::SeqCst, None, false).map(Some)
}

fn bitcast(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let (value, ret) = (m.arg(0)?, m.ret);
    Some(Some(m.bitcast(value, ret)))
}

fn rotate(m: &mut Maker<'_>, name: &str) -> Option<Option<Value>> {
    let (value, amount, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let amount = m.resize(amount, ret, false);
    m.intrinsic(name, &[ret], &[value, value, amount]).map(Some)
}

fn convert_pointer(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let (value, ret) = (m.arg(0)?, m.ret);
    Some(Some(m.cast(CastOp::AddrSpaceCast, value, ret)))
}

fn load_constant(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let (pointer, alignment, ret) = (m.arg(0)?, m.number_arg(1)?, m.ret);
    let global = m.module.types.pointer(GLOBAL);
    let pointer = m.cast(CastOp::AddrSpaceCast, pointer, global);
    let value = m.load(ret, pointer, alignment)?;
    m.attach("invariant.load", &[])?;
    Some(Some(value))
}

fn barrier(m: &mut Maker<'_>, name: &str, count: usize) -> Option<Option<Value>> {
    let args = m.call.args.get(..count)?.to_vec();
    m.run(name, &[], &args)?;
    Some(None)
}

fn reduce(m: &mut Maker<'_>, name: &str) -> Option<Option<Value>> {
    let (i32, value, ret) = (m.module.types.common.i32, m.arg(0)?, m.ret);
    let zero = m.int(i32, 0);
    let is_true = m.icmp(IntPredicate::Ne, value, zero);
    let result = m.intrinsic(name, &[], &[zero, is_true])?;
    Some(Some(m.cast(CastOp::ZExt, result, ret)))
}

/// Calls the intrinsic of today, which is on `bfloat`.
fn on_bfloat(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let callee = m.declare(&format!("nvvm.{}", m.name), &[])?;
    let TypeKind::Function { params, .. } = m.module.types.kind(m.module.globals[callee].ty).clone() else {
        return None;
    };
    let mut args = Vec::new();
    for (index, &param) in params.iter().enumerate() {
        let arg = m.arg(index)?;
        args.push(m.bitcast(arg, param));
    }
    let result = m.call(callee, &args, "")??;
    let ret = m.ret;
    Some(Some(m.bitcast(result, ret)))
}
