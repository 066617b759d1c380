//! The list of all constructs that some version of LLVM lacks, from their declarations, and what becomes of each: for docs/VERSIONS.md.

use std::collections::{BTreeMap, BTreeSet};

use super::attributes::NEEDED;
use super::intrinsics::{RENAMED, REPLACED, SUFFIXES, TANH};
use super::metadata::{NEWER_LANGUAGES, NEWER_OPERATIONS, OLDER_KINDS};
use super::{LlvmVersion, TYPES, nvvm_annotations};
use crate::attributes::{AttributeKind, AttributePlace};
use crate::globals::{calling_convention_name, calling_convention_since};
use crate::instruction::{CastOp, DebugRecordKind, Flags, Opcode, RmwOp};
use crate::intrinsics;
use crate::metadata::specialized::KINDS;
use crate::upgrade::nvvm_annotations::{DIMENSIONS, GRID_CONSTANT, NUMBERS};

/// A kind of constructs, with those that some version lacks.
#[derive(Debug)]
pub struct Group {
    /// The kind.
    pub title: &'static str,
    /// The constructs.
    pub rows: Vec<Row>,
}

/// A construct, or several of which the same is true.
#[derive(Debug)]
pub struct Row {
    /// The constructs.
    pub what: String,
    /// The first version that has them.
    pub since: LlvmVersion,
    /// What becomes of them in older versions.
    pub below: String,
}

/// What is said of constructs that are left out.
const DROPPED: &str = "left out";
const NEEDED_DROPPED: &str = "left out; may change the meaning";
const REFUSED: &str = "error";

/// All constructs that some version lacks.
pub fn catalogue() -> Vec<Group> {
    vec![
        Group {
            title: "Types",
            rows: TYPES.iter().map(|&(what, since, below)| row(what, since, below)).collect(),
        },
        Group { title: "Instructions", rows: instructions() },
        Group { title: "Flags of instructions", rows: flags() },
        Group {
            title: "Constants",
            rows: CONSTANTS.iter().map(|&(what, since, below)| row(what, since, below)).collect(),
        },
        Group { title: "Attributes", rows: attributes() },
        Group { title: "Intrinsics", rows: intrinsics() },
        Group { title: "Debug information and metadata", rows: metadata() },
        Group { title: "Calling conventions", rows: conventions() },
        Group {
            title: "Globals and modules",
            rows: GLOBALS.iter().map(|&(what, since, below)| row(what, since, below)).collect(),
        },
    ]
}

fn row(what: impl Into<String>, since: u8, below: impl Into<String>) -> Row {
    Row { what: what.into(), since: LlvmVersion::since(since), below: below.into() }
}

const CONSTANTS: &[(&str, u8, &str)] = &[
    ("`poison`", 12, "`undef`"),
    ("`dso_local_equivalent`", 12, "the function"),
    ("`no_cfi`", 14, "the function; may change the meaning"),
    ("`ptrauth`", 19, REFUSED),
    ("deactivation symbol of `ptrauth`", 22, NEEDED_DROPPED),
    ("`inrange` of `getelementptr` with limits", 19, DROPPED),
    ("`splat (…)`", 19, "all elements; of scalable vectors an insertion and a shuffle"),
];

const GLOBALS: &[(&str, u8, &str)] = &[
    ("`dso_local`", 6, DROPPED),
    ("`partition`", 9, DROPPED),
    ("metadata of ifuncs", 22, DROPPED),
    ("`code_model` of variables", 18, DROPPED),
    ("`no_sanitize_…` of variables", 15, DROPPED),
    ("`nodeduplicate` of comdats", 13, "`noduplicates`"),
    ("address spaces of functions", 8, REFUSED),
    ("`prefalign` of functions", 23, DROPPED),
    ("processors of `module asm`", 23, NEEDED_DROPPED),
    (
        "opaque pointers",
        15,
        "typed pointers, inferred from uses and debug information, and casts where uses differ",
    ),
];

/// Instructions, by what becomes of them.
fn below_instruction(opcode: Opcode) -> &'static str {
    match opcode {
        Opcode::Freeze => "its operand; may change the meaning",
        Opcode::FNeg => "a subtraction from -0.0",
        Opcode::Cast(CastOp::PtrToAddr) => "`ptrtoint`",
        _ => REFUSED,
    }
}

fn instructions() -> Vec<Row> {
    let mut rows: Vec<Row> = Opcode::all()
        .filter(|opcode| opcode.since() > LlvmVersion::OLDEST)
        .map(|opcode| {
            row(format!("`{}`", opcode.spelling()), opcode.since().major(), below_instruction(opcode))
        })
        .collect();
    for &op in RmwOp::ALL.iter().filter(|op| op.since() > LlvmVersion::OLDEST) {
        rows.push(row(
            format!("`atomicrmw {}`", op.spelling()),
            op.since().major(),
            "a loop around `cmpxchg`",
        ));
    }
    let more = [
        ("`atomicrmw elementwise`", 23, "a loop around `cmpxchg`"),
        ("`atomicrmw` of vectors", 19, "a loop around `cmpxchg`"),
        ("`atomicrmw xchg` of floating-point numbers", 9, "the same of integers"),
        ("`atomicrmw xchg` of pointers", 15, "the same of integers"),
        (
            "alignment of `atomicrmw` and `cmpxchg`",
            13,
            "left out; may change the meaning below the size of the value",
        ),
        ("labels of `callbr` beside its arguments", 15, "arguments that are block addresses"),
        ("inline assembly that unwinds", 13, REFUSED),
    ];
    rows.extend(more.map(|(what, since, below)| row(what, since, below)));
    rows
}

fn flags() -> Vec<Row> {
    let versions: Vec<LlvmVersion> = LlvmVersion::all().collect();
    let mut rows = BTreeMap::new();
    for opcode in Opcode::all() {
        for pair in versions.windows(2) {
            let new: Flags = opcode.flags_in(pair[1]) - opcode.flags_in(pair[0]);
            for keyword in new.keywords() {
                let known: &mut Vec<&str> = rows.entry((pair[1], keyword)).or_default();
                if !known.contains(&opcode.spelling()) {
                    known.push(opcode.spelling());
                }
            }
        }
    }
    let spelled =
        |opcodes: Vec<&str>| opcodes.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let rows = rows.into_iter().map(|((since, keyword), opcodes)| {
        row(format!("`{keyword}` of {}", spelled(opcodes)), since.major(), DROPPED)
    });
    rows.collect()
}

/// What becomes of attributes that are not left out.
fn below_attribute(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Memory => {
            "`readnone`, `readonly`, `argmemonly` … with the effects that they can state"
        }
        AttributeKind::Captures => "`nocapture` for `captures(none)`, otherwise left out",
        AttributeKind::NullPointerIsValid => "the string `\"null-pointer-is-valid\"`",
        AttributeKind::DenormalFpEnv => "the strings `\"denormal-fp-math\"` and `\"denormal-fp-math-f32\"`",
        kind if NEEDED.contains(&kind) => NEEDED_DROPPED,
        _ => DROPPED,
    }
}

fn attributes() -> Vec<Row> {
    let places = [
        (AttributePlace::Function, "functions"),
        (AttributePlace::Parameter, "parameters"),
        (AttributePlace::Result, "results"),
    ];
    let mut rows = Vec::new();
    for &kind in AttributeKind::ALL {
        let mut since: Vec<(LlvmVersion, Vec<&str>)> = Vec::new();
        for (place, name) in places {
            match kind.since(place) {
                Some(version) if version > LlvmVersion::OLDEST => {
                    match since.iter_mut().find(|it| it.0 == version) {
                        Some((_, names)) => names.push(name),
                        None => since.push((version, vec![name])),
                    }
                }
                _ => {}
            }
        }
        for (version, names) in since {
            let what = format!("`{}` of {}", kind.spelling(), names.join(" and "));
            rows.push(row(what, version.major(), below_attribute(kind)));
        }
        if kind.typed_since() > LlvmVersion::OLDEST {
            rows.push(row(
                format!("the type of `{}`", kind.spelling()),
                kind.typed_since().major(),
                "without the type",
            ));
        }
    }
    rows.push(row("`dead_on_return` with a number of bytes", 23, DROPPED));
    let of_kernels = DIMENSIONS.iter().chain(NUMBERS).chain([&GRID_CONSTANT]).map(|(_, name)| *name);
    for name in BTreeSet::from_iter(of_kernels) {
        rows.push(row(format!("`\"{name}\"`"), nvvm_annotations::SINCE, "`!nvvm.annotations`"));
    }
    rows
}

fn intrinsics() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let replaced =
        |name: &str| REPLACED.iter().find(|(known, _)| *known == name).map(|(_, instead)| instead.describe());
    let mut refused: BTreeMap<LlvmVersion, Vec<&str>> = BTreeMap::new();
    for (name, since) in intrinsics::all_since() {
        match replaced(name) {
            Some(below) => rows.push(row(format!("`llvm.{name}`"), since, below)),
            None => refused.entry(LlvmVersion::since(since)).or_default().push(name),
        }
    }
    rows.sort_by(|a, b| (a.since, &a.what).cmp(&(b.since, &b.what)));
    for (since, mut names) in refused {
        names.sort_unstable();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        rows.push(row(names.join(", "), since.major(), REFUSED));
    }
    for &(name, since, count) in SUFFIXES {
        let below = match count {
            0 => "no suffixes of the name".to_owned(),
            _ => format!("{count} suffix of the name"),
        };
        rows.push(row(format!("all suffixes of `llvm.{name}`"), since, below));
    }
    let forms = [
        ("`llvm.lifetime.start`, `llvm.lifetime.end` without a size", 22, "with the size of the variable"),
        ("alignment of masked accesses as an attribute", 22, "as an argument"),
        ("alignment of `llvm.memcpy`, `llvm.memmove`, `llvm.memset` as attributes", 7, "as one argument"),
        ("operand bundles of `llvm.assume`", 11, DROPPED),
        ("fourth argument of `llvm.objectsize`", 9, DROPPED),
        ("fifth argument of `llvm.var.annotation`, `llvm.ptr.annotation`", 13, DROPPED),
        ("`llvm.nvvm.barrier.cta.…`", 22, "`llvm.nvvm.barrier0`, `llvm.nvvm.barrier.n` …"),
    ];
    rows.extend(forms.map(|(what, since, below)| row(what, since, below)));
    for &(new, old, since) in RENAMED {
        rows.push(row(format!("`llvm.nvvm.{new}`"), since, format!("`llvm.nvvm.{old}`")));
    }
    rows.push(row("`llvm.tanh.f32` for NVPTX that may be approximate", 22, format!("`{TANH}`")));
    rows
}

fn metadata() -> Vec<Row> {
    let mut rows = Vec::new();
    for kind in KINDS {
        if kind.since > LlvmVersion::OLDEST {
            let older = OLDER_KINDS.iter().find(|(newer, _)| *newer == kind.name);
            let below = older.map_or("an empty node".to_owned(), |(_, older)| format!("`{older}`"));
            rows.push(row(format!("`{}`", kind.name), kind.since.major(), below));
        }
        let mut fields: BTreeMap<LlvmVersion, Vec<String>> = BTreeMap::new();
        for field in kind.fields.iter().filter(|field| field.since > kind.since.max(LlvmVersion::OLDEST)) {
            fields.entry(field.since).or_default().push(format!("`{}`", field.name));
        }
        for (since, names) in fields {
            rows.push(row(format!("{} of `{}`", names.join(", "), kind.name), since.major(), DROPPED));
        }
    }
    for &kind in DebugRecordKind::ALL {
        let below = match kind {
            DebugRecordKind::DeclareValue => "`#dbg_value`",
            _ => "a call of the intrinsic",
        };
        rows.push(row(format!("`#{}`", kind.spelling()), kind.since().major(), below));
    }
    let mut named: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    NEWER_OPERATIONS
        .iter()
        .for_each(|(name, since)| named.entry(*since).or_default().push(format!("`{name}`")));
    for (since, names) in named {
        rows.push(row(names.join(", "), since, "an empty expression; a debug record with it is left out"));
    }
    let mut named: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    NEWER_LANGUAGES
        .iter()
        .for_each(|(name, since)| named.entry(*since).or_default().push(format!("`{name}`")));
    for (since, names) in named {
        rows.push(row(names.join(", "), since, "the number"));
    }
    rows.push(row("origin `expected` of branch weights", 19, DROPPED));
    rows.push(row("tuples in `!annotation`", 17, "their strings"));
    rows.push(row("orders of uses", 15, DROPPED));
    rows.push(row("orders of uses of functions with a block whose address is taken", 21, DROPPED));
    rows.push(row("types among the `retainedNodes` of `DISubprogram`", 23, DROPPED));
    rows.push(row(
        "static variables and enumerations among the `retainedNodes`",
        23,
        "entities of the compile unit",
    ));
    rows.push(row("imports among the `retainedNodes`", 17, "entities of the compile unit"));
    rows.push(row("subprogram of a declaration", 9, DROPPED));
    rows.push(row("behaviour `min` of module flags", 15, "`max` or `error`, which LLVM brings up to date"));
    rows
}

fn conventions() -> Vec<Row> {
    let newer = (0..1024).filter(|&number| calling_convention_since(number) > LlvmVersion::OLDEST);
    let name = |number| {
        calling_convention_name(number)
            .map_or(format!("`riscv_vls_cc` ({number})"), |name| format!("`{}`", name.trim()))
    };
    newer
        .map(|number| row(name(number), calling_convention_since(number).major(), format!("`cc{number}`")))
        .collect()
}
