//! Old intrinsics of RISC-V: the last argument was narrower, or words were as wide as registers.

use super::intrinsics::{Build, Decision, Signature};
use super::maker::Maker;
use crate::function::Value;

/// With a number as the last argument; the type was overloaded where the flag is set.
const NUMBERED: &[(&str, &str, bool)] = &[
    ("aes32dsi", "riscv.aes32dsi", false),
    ("aes32dsmi", "riscv.aes32dsmi", false),
    ("aes32esi", "riscv.aes32esi", false),
    ("aes32esmi", "riscv.aes32esmi", false),
    ("sm4ks", "riscv.sm4ks", true),
    ("sm4ed", "riscv.sm4ed", true),
];

const WORDS: &[(&str, &str)] = &[
    ("sha256sig0", "riscv.sha256sig0"),
    ("sha256sig1", "riscv.sha256sig1"),
    ("sha256sum0", "riscv.sha256sum0"),
    ("sha256sum1", "riscv.sha256sum1"),
    ("sm3p0", "riscv.sm3p0"),
    ("sm3p1", "riscv.sm3p1"),
];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let common = signature.module.types.common;
    let is_wide = signature.ret == common.i64;
    let numbered = NUMBERED.iter().find(|(old, _, overloaded)| match overloaded {
        true => name.starts_with(old),
        false => name == *old,
    });
    if let Some((_, new, overloaded)) = numbered {
        let is_old = signature.param(2)? != common.i32 || *overloaded && is_wide;
        return is_old.then(|| Decision::Renew(new, Vec::new()));
    }
    let (_, new) = WORDS.iter().find(|(old, _)| name.starts_with(old))?;
    is_wide.then(|| Decision::Renew(new, Vec::new()))
}

/// What makes the calls of today's intrinsics.
pub(super) fn renewed(name: &str) -> Option<Build> {
    if NUMBERED.iter().any(|(_, new, _)| *new == name) {
        return Some(|m| words(m, 2));
    }
    WORDS.iter().any(|(_, new)| *new == name).then_some(|m| words(m, 1))
}

fn words(m: &mut Maker<'_>, count: usize) -> Option<Option<Value>> {
    let i32 = m.module.types.common.i32;
    let mut args = Vec::new();
    for index in 0..count {
        let arg = m.arg(index)?;
        args.push(m.resize(arg, i32, false));
    }
    if count == 2 {
        args.push(m.int(i32, m.number_arg(2)? as i64));
    }
    let (result, ret) = (m.call_new(&args)??, m.ret);
    Some(Some(m.resize(result, ret, true)))
}
