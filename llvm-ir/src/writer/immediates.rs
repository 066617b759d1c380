//! Writes the comments in which LLVM explains immediate arguments of intrinsics: `/* kind=f16 */ i32 0`.
//!
//! Source: `ArgInfo` in `IntrinsicsNVVM.td`.

use super::Writer;
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::instruction::CallSite;

/// The name of an argument, and the names of its values; empty for plain numbers.
type Immediate = (&'static str, &'static [&'static str]);

/// Intrinsics (without `llvm.nvvm.` and type suffixes) and their last arguments.
const INTRINSICS: &[(&str, &[Immediate])] = &[
    (
        "tcgen05.mma.tensor",
        &[
            ("kind", &["f16", "tf32", "f8f6f4", "i8"]),
            ("cta_group", &[]),
            ("collector", &["discard", "lastuse", "fill", "use"]),
        ],
    ),
    (
        "tensormap.replace.elemtype",
        &[(
            "elemtype",
            &[
                "u8",
                "u16",
                "u32",
                "s32",
                "u64",
                "s64",
                "f16",
                "f32",
                "f32.ftz",
                "f64",
                "bf16",
                "tf32",
                "tf32.ftz",
                "b4x16",
                "b4x16_p64",
                "b6x16_p32",
            ],
        )],
    ),
    ("tensormap.replace.fill.mode", &[("fill_mode", &["Zero fill", "OOB-NaN fill"])]),
    (
        "tensormap.replace.interleave.layout",
        &[("interleave_layout", &["No interleave", "16B interleave", "32B interleave"])],
    ),
    (
        "tensormap.replace.swizzle.atomicity",
        &[("swizzle_atomicity", &["16B", "32B", "32B + 8B flip", "64B"])],
    ),
    (
        "tensormap.replace.swizzle.mode",
        &[(
            "swizzle_mode",
            &["No swizzling", "32B swizzling", "64B swizzling", "128B swizzling", "96B swizzling"],
        )],
    ),
];

impl Writer<'_> {
    /// The explained arguments at the end of a call; empty if comments are not written.
    pub(super) fn immediates(&self, call: &CallSite) -> &'static [Immediate] {
        if self.comments.is_none() || call.args.last().is_none_or(|&last| self.integer(last).is_none()) {
            return &[];
        }
        let Some(callee) = self.module.named_callee(call) else { return &[] };
        let name = self.module.globals[callee].name.map(|name| self.module.strings.get(name));
        let Some(name) = name.and_then(|name| name.strip_prefix(b"llvm.nvvm.")) else { return &[] };
        let is = |intrinsic: &str| {
            let rest = name.strip_prefix(intrinsic.as_bytes());
            rest.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with(b".p"))
        };
        INTRINSICS.iter().find(|(intrinsic, _)| is(intrinsic)).map_or(&[], |(_, immediates)| immediates)
    }

    /// Writes `/* name=value */ `.
    pub(super) fn immediate_comment(&mut self, (name, values): Immediate, argument: Value) {
        let value = self.integer(argument).and_then(|value| usize::try_from(value).ok());
        let value = value.and_then(|value| values.get(value)).copied().unwrap_or_default();
        for part in ["/* ", name, "=", value, " */ "] {
            self.text(part);
        }
    }

    fn integer(&self, value: Value) -> Option<u64> {
        match self.module.constants.kind(value.constant()?) {
            ConstantKind::Integer(value) => Some(*value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::writer::{write, write_with_comments};

    #[test]
    fn immediates_have_comments() {
        let text = b"declare void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1), i32)\n\
            declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)\n\
            declare void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)\n\
            define void @f(ptr addrspace(1) %m, ptr addrspace(6) %t) {\n\
            \x20 call void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1) %m, i32 1)\n\
            \x20 call void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 1, i32 2, i1 true, i32 3, i32 2, i32 1)\n\
            \x20 call void @llvm.nvvm.tcgen05.mma.tensor.ashift(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 1, i32 2, i1 true, i32 3, i32 2, i32 1)\n\
            \x20 ret void\n}\n";
        let module = read(text, "test").unwrap();
        let text = String::from_utf8(write_with_comments(&module, "m")).unwrap();
        for expected in [
            "%m, /* fill_mode=OOB-NaN fill */ i32 1)",
            "i1 true, /* kind=i8 */ i32 3, /* cta_group= */ i32 2, /* collector=lastuse */ i32 1)",
            "ashift(ptr addrspace(6) %t, ptr addrspace(6) %t, i64 1, i32 2, i1 true, i32 3, i32 2, i32 1)",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(!String::from_utf8(write(&module)).unwrap().contains("/*"));
    }
}
