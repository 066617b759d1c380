//! Intrinsics that LLVM still has, and whose types older versions of it changed. LLVM's reader brings calls with such types up to date.
//! Source: LLVM's `AutoUpgrade.cpp`, as observed with `opt`.

use super::base_name;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// Intrinsics that had other numbers of parameters, and these.
const COUNTS: &[(&str, &[usize])] = &[
    ("llvm.coro.end", &[2, 3]),
    ("llvm.ctlz", &[1]),
    ("llvm.cttz", &[1]),
    ("llvm.dbg.value", &[4]),
    ("llvm.lifetime.end", &[2]),
    ("llvm.lifetime.start", &[2]),
    ("llvm.masked.gather", &[4]),
    ("llvm.masked.load", &[4]),
    ("llvm.masked.scatter", &[4]),
    ("llvm.masked.store", &[4]),
    ("llvm.memcpy", &[5]),
    ("llvm.memmove", &[5]),
    ("llvm.memset", &[5]),
    ("llvm.objectsize", &[2, 3]),
    ("llvm.ptr.annotation", &[4]),
    ("llvm.thread.pointer", &[0]),
    ("llvm.var.annotation", &[4]),
];

/// The beginnings of names, without `llvm.`, of intrinsics of targets that had other types.
const TARGET_NAMES: &[&str] = &[
    "aarch64.neon.addp",
    "aarch64.neon.bf",
    "aarch64.sve.bf",
    "aarch64.sve.fcvt",
    "amdgcn.atomic.",
    "amdgcn.ds.f",
    "amdgcn.swmmac.",
    "amdgcn.wmma.",
    "arm.cde.",
    "arm.mve.",
    "arm.neon.bf",
    "nvvm.abs.bf16",
    "nvvm.cp.async.",
    "nvvm.fma.",
    "nvvm.fmax.",
    "nvvm.fmin.",
    "nvvm.mapa.",
    "nvvm.tcgen05.",
    "riscv.aes",
    "riscv.sha",
    "riscv.sm",
    "x86.avx.dp.ps",
    "x86.avx10.",
    "x86.avx2.mpsadbw",
    "x86.avx2.vpdp",
    "x86.avx512.mask.cmp",
    "x86.avx512.vpdp",
    "x86.avx512bf16.",
    "x86.rdtscp",
    "x86.sse41.dp",
    "x86.sse41.insertps",
    "x86.sse41.mpsadbw",
    "x86.sse41.ptest",
    "x86.xop.vfrcz",
    "x86.xop.vpermil2",
];

/// Whether LLVM's reader may bring a function of this name and type up to date: older LLVMs had other numbers of parameters, results that
/// are named structs, and other types of some intrinsics of targets.
pub(crate) fn may_be_upgraded(module: &Module, name: &[u8], ty: Type) -> bool {
    let TypeKind::Function { ret, params, .. } = module.types.kind(ty) else { return false };
    if matches!(module.types.kind(*ret), TypeKind::Identified(_)) {
        return true;
    }
    let Ok(name) = std::str::from_utf8(name) else { return false };
    let begins = || {
        let short = name.strip_prefix("llvm.");
        short.is_some_and(|short| TARGET_NAMES.iter().any(|beginning| short.starts_with(beginning)))
    };
    let base = base_name(name);
    let counts = COUNTS.iter().find(|(older, _)| Some(*older) == base);
    begins() || counts.is_some_and(|(_, counts)| counts.contains(&params.len()))
}
