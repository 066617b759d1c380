//! Old intrinsics of AMD's GPUs.

use super::generic::{Part, again, parts};
use super::intrinsics::{Build, Decision, Signature, fits};
use super::maker::Maker;
use crate::function::Value;
use crate::instruction::{Ordering, RmwOp};
use crate::metadata::Metadata;
use crate::types::TypeKind;

/// The address spaces of local and of private memory, and the one that can be either.
const LOCAL: u32 = 3;
const PRIVATE: i64 = 5;
const FLAT: u32 = 0;

const ROWS: &[(&str, Build)] = &[
    ("atomic.inc*", |m| atomic(m, RmwOp::UIncWrap)),
    ("atomic.dec*", |m| atomic(m, RmwOp::UDecWrap)),
    ("atomic.cond.sub*", |m| atomic(m, RmwOp::USubCond)),
    ("atomic.csub*", |m| atomic(m, RmwOp::USubSat)),
    ("ds.fadd*", |m| atomic(m, RmwOp::FAdd)),
    ("ds.fmin*", |m| atomic(m, RmwOp::FMin)),
    ("ds.fmax*", |m| atomic(m, RmwOp::FMax)),
    ("global.atomic.fadd*", |m| atomic(m, RmwOp::FAdd)),
    ("flat.atomic.fadd*", |m| atomic(m, RmwOp::FAdd)),
    ("global.atomic.fmin*", |m| atomic(m, RmwOp::FMin)),
    ("flat.atomic.fmin*", |m| atomic(m, RmwOp::FMin)),
    ("global.atomic.fmax*", |m| atomic(m, RmwOp::FMax)),
    ("flat.atomic.fmax*", |m| atomic(m, RmwOp::FMax)),
];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    if name.contains(".fmin.num") || name.contains(".fmax.num") {
        return None;
    }
    let count = signature.params.len();
    match name {
        "alignbit" => return Some(Decision::Renew("fshr", parts(signature, &[Part::Result])?)),
        _ if name.starts_with("ldexp.") => {
            return Some(Decision::Renew("ldexp", parts(signature, &[Part::Result, Part::Param(1)])?));
        }
        _ if name.starts_with("wmma.i32.16x16x64.iu8") && count == 7 => {
            return Some(Decision::Expand(|m| clamped(m, "amdgcn.wmma.i32.16x16x64.iu8", &[4, 1])));
        }
        _ if name.starts_with("swmmac.i32.16x16x128.iu8") && count == 8 => {
            return Some(Decision::Expand(|m| clamped(m, "amdgcn.swmmac.i32.16x16x128.iu8", &[4, 1, 3, 5])));
        }
        _ => {}
    }
    ROWS.iter().find(|(old, _)| fits(old, name)).map(|(_, build)| Decision::Expand(*build))
}

/// Adds the argument that says that results are not clamped.
fn clamped(m: &mut Maker<'_>, name: &str, overloaded: &[usize]) -> Option<Option<Value>> {
    let mut types = Vec::new();
    for &index in overloaded {
        types.push(m.type_of(m.arg(index)?));
    }
    let callee = m.declare(name, &types)?;
    let mut args = m.call.args.to_vec();
    args.push(m.truth(false));
    again(m, callee, &args)
}

/// The arguments: a pointer, a value, and mostly an ordering, a scope that never meant anything, and whether the access is volatile.
fn atomic(m: &mut Maker<'_>, op: RmwOp) -> Option<Option<Value>> {
    let (pointer, mut value, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let space = m.module.types.address_space(m.type_of(pointer))?;
    if m.type_of(value) != ret {
        return None;
    }
    let volatile = m.arg_count() > 4 && m.number_arg(4) != Some(0);
    let ordering = match m.number_arg(2) {
        Some(2) => Ordering::Monotonic,
        Some(4) => Ordering::Acquire,
        Some(5) => Ordering::Release,
        Some(6) => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    };
    let types = &m.module.types;
    if types.is_vector(ret) && types.integer_width(types.scalar(ret)) == Some(16) {
        let bfloats = types.with_scalar(ret, types.intern(TypeKind::BFloat));
        value = m.bitcast(value, bfloats);
    }
    let result = m.atomic(op, pointer, value, ordering, Some("agent"), volatile)?;
    if space == FLAT {
        let i32 = m.module.types.common.i32;
        let bound = |value| m.int(i32, value).constant().map(Metadata::Constant);
        let range = [bound(PRIVATE)?, bound(PRIVATE + 1)?];
        m.attach("noalias.addrspace", &range)?;
    }
    if space != LOCAL {
        m.attach("amdgpu.no.fine.grained.memory", &[])?;
        if op == RmwOp::FAdd && *m.module.types.kind(ret) == TypeKind::Float {
            m.attach("amdgpu.ignore.denormal.mode", &[])?;
        }
    }
    Some(Some(m.bitcast(result, ret)))
}
