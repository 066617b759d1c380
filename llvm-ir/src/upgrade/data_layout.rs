//! Data layouts of targets to which LLVM added specifications since.

use crate::module::Module;

/// Upgrades the data layout to what LLVM has for the target today.
pub(super) fn upgrade(module: &mut Module) {
    let Some(triple) = module.target_triple else { return };
    let layout = module.data_layout.map(|layout| module.text(layout).into_owned()).unwrap_or_default();
    let new = upgraded(&layout, &module.text(triple));
    if new != layout {
        module.data_layout = Some(module.strings.intern(new.as_bytes()));
    }
}

/// What is added to the layouts of a target.
enum Change {
    /// The address spaces of pointers of 32 bits and of pointers that are extended, behind the mangling and the size of pointers.
    SmallPointers,
    /// `i128:128` behind the specifications of the mangling, of pointers and of integers.
    WideIntegers,
    /// `i128:128` behind `i64:64`, unless the layout has this specification.
    WideIntegersUnless(&'static str),
    /// The first specification becomes the second, unless it is the first or the last of all.
    Replace(&'static str, &'static str),
    /// The same, if it is the last of all.
    ReplaceLast(&'static str, &'static str),
    /// The specification stands before that of the stack, or else at the end, unless the layout has it.
    BeforeStack(&'static str),
    /// The specification stands at the end, unless there is one that begins so.
    Last(&'static str, &'static str),
    /// The specification stands at the beginning, unless there is one that begins so.
    First(&'static str, &'static str),
}

use Change::{
    BeforeStack, First, Last, Replace, ReplaceLast, SmallPointers, WideIntegers, WideIntegersUnless,
};

/// By the beginning of the triple, or by a part of it.
const CHANGES: &[(&[&str], &[Change])] = &[
    (&["x86_64", "amd64", "i386", "i486", "i586", "i686"], &[SmallPointers, WideIntegers]),
    (&["aarch64", "arm64"], &[SmallPointers, Last("Fn", "Fn32")]),
    (&["mips64", "mipsisa64"], &[WideIntegersUnless("m:m")]),
    (&["powerpc64", "ppc64", "sparc", "wasm"], &[WideIntegersUnless("")]),
    (&["riscv64", "loongarch64"], &[Replace("n64", "n32:64")]),
    (&["spirv-"], &[]),
    (&["spir"], &[Last("G", "G1")]),
    (&["r600"], &[First("m:", "m:e"), Last("G", "G1")]),
    (
        &["amdgcn"],
        &[
            First("m:", "m:e"),
            ReplaceLast("ni:7", "ni:7:8:9"),
            ReplaceLast("ni:7:8", "ni:7:8:9"),
            Replace("p8:128:128", "p8:128:128:128:48"),
            Last("G", "G1"),
            Last("ni", "ni:7:8:9"),
            Last("p7", "p7:160:256:256:32"),
            Last("p8", "p8:128:128:128:48"),
            Last("p9", "p9:192:256:256:32"),
        ],
    ),
];

/// The address spaces of pointers of 32 bits, which are extended with their sign or with zeros, and of 64 bits.
const SMALL: [&str; 3] = ["p270:32:32", "p271:32:32", "p272:64:64"];

fn upgraded(layout: &str, triple: &str) -> String {
    // Shaders have no addresses of globals.
    if triple == "spirv" {
        return layout.to_owned();
    }
    let is = |(names, _): &&(&[&str], _)| names.iter().any(|name| triple.starts_with(name));
    let is_aix = triple.starts_with("powerpc") && triple.contains("-aix");
    let changes = CHANGES.iter().find(is).map_or(&[][..], |(_, changes)| *changes);
    if changes.is_empty() && !is_aix {
        return layout.to_owned();
    }
    let mut parts: Vec<&str> = layout.split('-').filter(|part| !part.is_empty()).collect();
    for change in changes {
        // Controllers by Intel align wide integers to words.
        if !(matches!(change, WideIntegers) && triple.contains("elfiamcu")) {
            apply(change, &mut parts);
        }
    }
    if is_aix {
        apply(&BeforeStack("f64:32:64"), &mut parts);
    }
    // 32 bits of Microsoft: long doubles are aligned as in C.
    if triple.starts_with('i') && triple.contains("msvc") {
        apply(&Replace("f80:32", "f80:128"), &mut parts);
    }
    parts.join("-")
}

fn apply(change: &Change, parts: &mut Vec<&str>) {
    let has = |parts: &[&str], begins: &str| parts.iter().any(|part| part.starts_with(begins));
    match *change {
        SmallPointers if !parts.windows(SMALL.len()).any(|some| *some == SMALL) => {
            // Only between `e-m:e`, with a size of pointers, and something else.
            if let [_, mangling, rest @ ..] = &parts[..]
                && mangling.starts_with("m:")
                && !rest.is_empty()
            {
                let at = 2 + usize::from(rest.len() > 1 && rest[0] == "p:32:32");
                parts.splice(at..at, SMALL);
            }
        }
        WideIntegers if !has(parts, "i128:") && parts.first() == Some(&"e") => {
            let others = parts.iter().skip(1).position(|part| !part.starts_with(['m', 'p', 'i']));
            parts.insert(others.map_or(parts.len(), |at| at + 1), "i128:128");
        }
        WideIntegersUnless(other) if !has(parts, "i128:") && !parts.contains(&other) => {
            if let Some(at) = parts.iter().position(|part| *part == "i64:64") {
                parts.insert(at + 1, "i128:128");
            }
        }
        Replace(old, new) => {
            let inner = parts.len().saturating_sub(1);
            if let Some(part) = parts[..inner].iter_mut().skip(1).find(|part| **part == old) {
                *part = new;
            }
        }
        ReplaceLast(old, new) => {
            if let Some(part) = parts.last_mut().filter(|part| **part == old) {
                *part = new;
            }
        }
        BeforeStack(new) if !parts.is_empty() && !parts.contains(&new) => {
            let at = parts.iter().position(|part| *part == "S128").unwrap_or(parts.len());
            parts.insert(at, new);
        }
        // Not to an empty layout, except of graphics processors.
        Last("Fn", _) if parts.is_empty() => {}
        Last(begins, new) if !has(parts, begins) => parts.push(new),
        First(begins, new) if !has(parts, begins) => parts.insert(0, new),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::upgraded;

    #[test]
    fn as_llvm_reads_bitcode() {
        for (triple, old, new) in [
            (
                "x86_64-linux",
                "e-m:e-i64:64-f80:128-n8:16:32:64-S128",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            ),
            ("x86_64-linux", "e-i64:64-f80:128", "e-i64:64-i128:128-f80:128"),
            ("x86_64-linux", "", ""),
            ("x86_64-linux", "E-m:e", "E-m:e"),
            (
                "x86_64-linux",
                "e-m:e-p270:32:32-p:64:64",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-p270:32:32-p:64:64-i128:128",
            ),
            (
                "i386-linux",
                "e-m:e-p:32:32-f64:32:64-f80:32-n8:16:32-S128",
                "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
            ),
            (
                "i686-pc-windows-msvc",
                "e-m:x-p:32:32-i64:64-f80:32-S32",
                "e-m:x-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-S32",
            ),
            (
                "aarch64-linux",
                "e-m:e-i64:64-i128:128-n32:64-S128",
                "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32",
            ),
            ("aarch64-linux", "", ""),
            (
                "amdgcn",
                "e-p:64:64",
                "m:e-e-p:64:64-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32",
            ),
            (
                "amdgcn",
                "e-S32-A5-G1-ni:7",
                "m:e-e-S32-A5-G1-ni:7:8:9-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32",
            ),
            ("r600", "", "m:e-G1"),
            (
                "amdgcn",
                "e-p8:128:128-p9:192:256:256:32-p7:160:256:256:32-S32-G1-ni:7:8",
                "m:e-e-p8:128:128:128:48-p9:192:256:256:32-p7:160:256:256:32-S32-G1-ni:7:8:9",
            ),
            ("riscv64", "e-n64", "e-n64"),
            ("spirv", "e-i64:64", "e-i64:64"),
            (
                "i586-intel-elfiamcu",
                "e-m:e-p:32:32-i64:32-S32",
                "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:32-S32",
            ),
            ("x86_64", "E-m:e-i64:64", "E-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64"),
            ("powerpc64-ibm-aix", "E-m:a-i64:64-S128", "E-m:a-i64:64-i128:128-f64:32:64-S128"),
            ("powerpc-ibm-aix", "E-m:a-n32", "E-m:a-n32-f64:32:64"),
            ("powerpc64-linux", "E-m:e-i64:64-n32:64", "E-m:e-i64:64-i128:128-n32:64"),
            ("mips64el-linux", "e-m:m-p:32:32-i64:64-n32:64", "e-m:m-p:32:32-i64:64-n32:64"),
            ("riscv64-linux", "e-m:e-p:64:64-i64:64-n64-S128", "e-m:e-p:64:64-i64:64-n32:64-S128"),
            ("spirv64", "e-i64:64", "e-i64:64-G1"),
            ("nvptx64-nvidia-cuda", "e-i64:64-n16:32:64", "e-i64:64-n16:32:64"),
        ] {
            assert_eq!(upgraded(old, triple), new, "{triple} {old}");
        }
    }
}
