//! Checks that each value of each enum of the dialect that LLVM IR has as well comes through: Tern exports it as
//! `mlir-translate` does, and its import is the same attribute again. The values come from the declarations of the enums; a
//! module for each enum says where it stands.

use std::collections::{BTreeMap, BTreeSet};

use tern_mlir::declare::{EnumDef, EnumForm};
use tern_roundtrip_tests::oracle::{self, essence, first_difference};
use tern_roundtrip_tests::pipeline;

/// A function with debug information: fields of its unit, flags of its subprogram, flags of its type.
macro_rules! debug_info {
    ($unit:literal, $subprogram:literal, $ty:literal) => {
        concat!(
            "#file = #llvm.di_file<\"a\" in \"b\">\n",
            "#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, ",
            $unit,
            ">\n#type = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = \"s\", flags = \"",
            $ty,
            "\", sizeInBits = 8>\n#types = #llvm.di_subroutine_type<types = #type>\n",
            "#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"f\", file = #file, ",
            "subprogramFlags = \"",
            $subprogram,
            "\", type = #types>\nllvm.func @f() {\n  llvm.return loc(#loc)\n} loc(#loc)\n#loc = loc(fused<#sp>[\"a\":1:1])"
        )
    };
}
/// A module for each place of an enum, with `{}` in place of the value.
const PLACES: &[(&str, &str)] = &[
    ("Linkage", "llvm.func {} @f(i32)"),
    ("Linkage", "llvm.mlir.global {} @g(1 : i32) : i32"),
    ("Linkage", "llvm.mlir.global {} @g() : !llvm.array<2 x i8>"),
    (
        "Linkage",
        "llvm.mlir.global {} @g() {addr_space = 0 : i32} : !llvm.array<2 x i8> {\n  %0 = llvm.mlir.zero : !llvm.array<2 x i8>\n  llvm.return %0 : !llvm.array<2 x i8>\n}",
    ),
    ("Visibility", "llvm.func {} @f(i32)"),
    ("Visibility", "llvm.mlir.global external {} @g(1 : i32) : i32"),
    ("UnnamedAddr", "llvm.mlir.global external {} @g(1 : i32) : i32"),
    (
        "Comdat",
        "llvm.comdat @c {\n  llvm.comdat_selector @s {}\n}\nllvm.mlir.global external @g(1 : i32) comdat(@c::@s) : i32",
    ),
    ("CConv", "llvm.func {} @f()"),
    ("CConv", "llvm.func @f() {\n  llvm.call {} @f() : () -> ()\n  llvm.return\n}"),
    ("TailCallKind", "llvm.func @f() {\n  llvm.call {} @f() : () -> ()\n  llvm.return\n}"),
    (
        "AsmDialect",
        "llvm.func @f(%arg0: i32) {\n  llvm.inline_asm asm_dialect = {} \"nop\", \"r\" %arg0 : (i32) -> ()\n  llvm.return\n}",
    ),
    (
        "ICmpPredicate",
        "llvm.func @f(%arg0: i32) -> i1 {\n  %0 = llvm.icmp \"{}\" %arg0, %arg0 : i32\n  llvm.return %0 : i1\n}",
    ),
    (
        "FCmpPredicate",
        "llvm.func @f(%arg0: f32) -> i1 {\n  %0 = llvm.fcmp \"{}\" %arg0, %arg0 : f32\n  llvm.return %0 : i1\n}",
    ),
    ("AtomicOrdering", "llvm.func @f() {\n  llvm.fence {}\n  llvm.return\n}"),
    (
        "AtomicOrdering",
        "llvm.func @f(%arg0: !llvm.ptr, %arg1: i32) {\n  %0 = llvm.atomicrmw add %arg0, %arg1 {} : !llvm.ptr, i32\n  llvm.return\n}",
    ),
    (
        "AtomicOrdering",
        "llvm.func @f(%arg0: !llvm.ptr) -> i32 {\n  %0 = llvm.load %arg0 atomic {} {alignment = 4 : i64} : !llvm.ptr -> i32\n  \
            llvm.return %0 : i32\n}",
    ),
    (
        "AtomicOrdering",
        "llvm.func @f(%arg0: !llvm.ptr, %arg1: i32) {\n  %0 = llvm.cmpxchg %arg0, %arg1, %arg1 seq_cst {} : !llvm.ptr, i32\n  \
            llvm.return\n}",
    ),
    (
        "AtomicBinOp",
        "llvm.func @f(%arg0: !llvm.ptr, %arg1: i32) {\n  %0 = llvm.atomicrmw {} %arg0, %arg1 seq_cst : !llvm.ptr, i32\n  \
            llvm.return\n}",
    ),
    (
        "AtomicBinOp",
        "llvm.func @f(%arg0: !llvm.ptr, %arg1: f32) {\n  %0 = llvm.atomicrmw {} %arg0, %arg1 seq_cst : !llvm.ptr, f32\n  \
            llvm.return\n}",
    ),
    (
        "RoundingMode",
        "llvm.func @f(%arg0: f32) -> f16 {\n  %0 = llvm.intr.experimental.constrained.fptrunc %arg0 {} ignore : f32 to f16\n  \
            llvm.return %0 : f16\n}",
    ),
    (
        "FPExceptionBehavior",
        "llvm.func @f(%arg0: f32) -> f16 {\n  %0 = llvm.intr.experimental.constrained.fptrunc %arg0 upward {} : f32 to f16\n  \
            llvm.return %0 : f16\n}",
    ),
    (
        "ModRefInfo",
        "llvm.func @f() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = {}, inaccessibleMem = none, \
            errnoMem = none, targetMem0 = none, targetMem1 = none>}",
    ),
    ("FramePointerKind", "llvm.func @f() attributes {frame_pointer = #llvm.framePointerKind<\"{}\">}"),
    ("UWTableKind", "llvm.func @f() attributes {uwtable_kind = #llvm.uwtableKind<{}>}"),
    ("ModFlagBehavior", "llvm.module_flags [#llvm.mlir.module_flag<{}, \"key\", 4 : i32>]"),
    (
        "ProfileSummaryFormatKind",
        "llvm.module_flags [#llvm.mlir.module_flag<error, \"ProfileSummary\", #llvm.profile_summary<format = {}, total_count = 1, \
            max_count = 2, max_internal_count = 3, max_function_count = 4, num_counts = 5, num_functions = 6, \
            is_partial_profile = 0, partial_profile_ratio = 0.0 : f64, detailed_summary = <cut_off = 1, min_count = 2, \
            num_counts = 3>>>]",
    ),
    (
        "IntegerOverflowFlags",
        "llvm.func @f(%arg0: i32) {\n  %0 = llvm.add %arg0, %arg0 overflow<{}> : i32\n  llvm.return\n}",
    ),
    (
        "GEPNoWrapFlags",
        "llvm.func @f(%arg0: !llvm.ptr) {\n  %0 = llvm.getelementptr {} %arg0[1] : (!llvm.ptr) -> !llvm.ptr, i32\n  llvm.return\n}",
    ),
    (
        "FastmathFlags",
        "llvm.func @f(%arg0: f32) {\n  %0 = llvm.fadd %arg0, %arg0 {fastmathFlags = #llvm.fastmath<{}>} : f32\n  llvm.return\n}",
    ),
    ("DIEmissionKind", debug_info!("emissionKind = {}", "Definition", "Zero")),
    ("DINameTableKind", debug_info!("emissionKind = Full, nameTableKind = {}", "Definition", "Zero")),
    ("DISubprogramFlags", debug_info!("emissionKind = Full", "Definition|{}", "Zero")),
    ("DIFlags", debug_info!("emissionKind = Full", "Definition", "{}")),
];

/// The spelled values of an enum with their numbers: each case, each group, and for a set of flags all of them.
fn values(def: &EnumDef) -> Vec<(String, u64)> {
    let mut values: Vec<(String, u64)> =
        def.all().map(|case| (case.spelling.to_owned(), case.value)).collect();
    if let EnumForm::Bits(separator, _) = def.form {
        let all = def.all().fold(0, |all, case| all | case.value);
        values.push((def.spellings(all).join(separator), all));
    }
    values
}

fn enums() -> BTreeMap<&'static str, &'static EnumDef> {
    let all = [tern_dialect_llvm::enums::ENUMS, tern_dialect_llvm::enums::BIT_ENUMS].concat();
    all.into_iter().map(|def| (def.name, def)).collect()
}

#[test]
fn each_enum_has_a_place() {
    let places: BTreeSet<&str> = PLACES.iter().map(|(name, _)| *name).collect();
    assert_eq!(places, enums().into_keys().collect());
}

/// What `mlir-translate` exports of each module; empty if it refuses one.
fn exported_by_upstream(modules: &[String]) -> Vec<Vec<String>> {
    let (outputs, _) = oracle::translate_each(&["--mlir-to-llvmir"], modules);
    outputs.iter().map(|output| essence(output.as_bytes())).collect()
}

/// Checks that the import of the export of a module has the keyword, and is exported as the same text. Returns that text.
fn comes_back(module: &str, keyword: &str) -> Result<Vec<u8>, String> {
    // Upstream, too, leaves out what a declaration cannot have.
    let (exported, _) = pipeline::export_with_losses(module.as_bytes())?;
    let back = pipeline::import(&exported)?;
    let again = pipeline::export(&back)?;
    if let Some(difference) = first_difference(&essence(&exported), &essence(&again)) {
        return Err(difference);
    }
    // Defaults have no text.
    let has = |text: &[u8]| String::from_utf8_lossy(text).contains(keyword);
    if has(&pipeline::reprint_dialect(module.as_bytes())?) && !has(&back) && keyword != "none" {
        return Err(format!("{keyword} is not in\n{}", String::from_utf8_lossy(&back)));
    }
    Ok(exported)
}

/// The values that upstream's verifier, or LLVM's, refuses in every place.
const REFUSED: &[(&str, &str)] = &[
    ("RoundingMode", "invalid"),
    // A bit of `inbounds` without `nusw`, which `inbounds` implies.
    ("GEPNoWrapFlags", "inbounds_flag"),
    // Upstream has no values for flags of these kinds.
    ("ModFlagBehavior", "require"),
    ("ModFlagBehavior", "append"),
    ("ModFlagBehavior", "append_unique"),
    // LLVM's verifier: bits that no flag has, and flags of other nodes.
    ("DIFlags", "ReservedBit4"),
    ("DIFlags", "Vector"),
];

#[test]
fn values_come_back_and_are_exported_as_upstream() {
    let enums = enums();
    let mut cases = Vec::new();
    for (place, (name, text)) in PLACES.iter().enumerate() {
        for (spelling, value) in values(enums[name]) {
            let module = text.replace("{}", &spelling);
            cases.push((place, spelling, value, module));
        }
    }
    let modules: Vec<String> = cases.iter().map(|(.., module)| module.clone()).collect();
    let upstream = exported_by_upstream(&modules);
    let mut differences = Vec::new();
    let mut texts: BTreeMap<(usize, Vec<u8>), u64> = BTreeMap::new();
    let mut refused: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut accepted: BTreeSet<(&str, &str)> = BTreeSet::new();
    for ((place, spelling, value, module), upstream) in cases.iter().zip(upstream) {
        let of = (PLACES[*place].0, spelling.as_str());
        if upstream.is_empty() {
            refused.insert(of);
            continue;
        }
        accepted.insert(of);
        let mut differ = |difference: String| differences.push(format!("{module}\n{difference}"));
        match pipeline::export_as_upstream(module.as_bytes()) {
            Err(error) => differ(format!("upstream accepts it: {error}")),
            Ok(ours) => {
                if let Some(difference) = first_difference(&upstream, &essence(&ours)) {
                    differ(difference);
                }
            }
        }
        match comes_back(module, spelling) {
            Ok(text) => {
                let known = *texts.entry((*place, text)).or_insert(*value);
                if known != *value {
                    differ(format!("is exported as {known} is"));
                }
            }
            Err(error) => differ(error),
        }
    }
    oracle::assert_same(&differences, cases.len());
    // All flags at once contradict each other.
    let is_one = |(name, spelling): &(&str, &str)| enums[name].value(spelling).is_some();
    let refused: BTreeSet<_> = refused.difference(&accepted).copied().filter(is_one).collect();
    assert_eq!(refused, REFUSED.iter().copied().collect());
}
