//! Compares `tern_linker` with `llvm-link` and `llvm-extract` of LLVM 22: modules, warnings and errors.
//!
//! Both results are read by Tern and compared in normal form (`tern_llvm_ir::compare`): names, order of globals and contents must agree;
//! numbers of unnamed values and nodes, and the order of definitions of types, do not count.

use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use tern_linker::Options;
use tern_llvm_ir::writer::try_write_disassembled;
use tern_llvm_ir::{Module, compare};
use tern_roundtrip_tests::linking::{difference, linked};
use tern_roundtrip_tests::samples;

fn read(text: &[u8], name: &str) -> Module {
    tern_llvm_ir::read(text, name).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Links texts both ways.
fn check(flags: &[&str], texts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> =
        (0..texts.len()).map(|index| folder.path().join(format!("{index}.ll"))).collect();
    for (file, text) in files.iter().zip(texts) {
        std::fs::write(file, text).unwrap();
    }
    if let Some(difference) = difference(flags, &files, &[]) {
        panic!("{flags:?} {}\n{difference}", texts.join("\n-----\n"));
    }
}

/// How a global with a linkage is declared or defined; `@NAME` is its name.
const FORMS: &[(&str, &[&str])] = &[
    (
        "variable",
        &[
            "@NAME = external global i32",
            "@NAME = external constant i32, align 8",
            "@NAME = external hidden unnamed_addr global i32",
            "@NAME = extern_weak global i32",
            "@NAME = external dllimport global i32",
            "@NAME = available_externally global i32 1, align 8",
            "@NAME = global i32 2, align 4",
            "@NAME = protected local_unnamed_addr constant i32 3",
            "@NAME = linkonce global i32 4",
            "@NAME = linkonce_odr hidden global i32 5",
            "@NAME = weak global i32 6",
            "@NAME = weak_odr unnamed_addr constant i32 7",
            "@NAME = common global i32 0, align 4",
            "@NAME = common global [3 x i32] zeroinitializer, align 16",
            "@NAME = internal global i32 8",
            "@NAME = private global i32 9",
        ],
    ),
    (
        "function",
        &[
            "declare void @NAME()",
            "declare hidden void @NAME() nocallback",
            "declare extern_weak void @NAME()",
            "define available_externally void @NAME() {\n  ret void\n}",
            "define void @NAME() nocallback {\n  ret void\n}",
            "define dso_local void @NAME() unnamed_addr {\n  ret void\n}",
            "define linkonce void @NAME() {\n  ret void\n}",
            "define linkonce_odr void @NAME() {\n  unreachable\n}",
            "define weak void @NAME() {\n  ret void\n}",
            "define weak_odr void @NAME() {\n  unreachable\n}",
            "define internal void @NAME() {\n  ret void\n}",
            "@NAME = alias void (), ptr @defined",
            "@NAME = weak alias void (), ptr @defined",
            "@NAME = linkonce_odr alias void (), ptr @defined",
            "@NAME = internal alias void (), ptr @defined",
            "@NAME = ifunc void (), ptr @resolver",
        ],
    ),
];

/// Each form of a global against each other, referred to from both modules or not.
#[test]
fn linkages_are_resolved() {
    let defined = |side: &str| {
        format!(
            "define internal void @defined() {{\n  ret void\n}}\n\
             define internal ptr @resolver() {{\n  ret ptr null\n}}\n@of_{side} = global i8 0\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["1.ll", "2.ll"].map(|name| folder.path().join(name));
    let files = [first.clone(), second.clone()];
    for flags in [&[][..], &["-only-needed"], &["-internalize"]] {
        let (mut left, mut right) = (defined("left"), defined("right"));
        let mut refused = Vec::new();
        for (kind, forms) in FORMS {
            let of = |index: usize, name: &str| forms[index].replace("NAME", name);
            for (a, b) in (0..forms.len()).flat_map(|a| (0..forms.len()).map(move |b| (a, b))) {
                for uses in ["none", "left", "right"] {
                    let name = format!("{kind}_{a}_{b}_{uses}");
                    let used = |side| match uses == side {
                        true => format!("@use_{name} = global ptr @{name}\n"),
                        false => String::new(),
                    };
                    let texts = [of(a, &name) + "\n" + &used("left"), of(b, &name) + "\n" + &used("right")];
                    std::fs::write(&first, defined("left") + &texts[0]).unwrap();
                    std::fs::write(&second, defined("right") + &texts[1]).unwrap();
                    let options = Options {
                        only_needed: flags == ["-only-needed"],
                        internalize: flags == ["-internalize"],
                        ..Options::default()
                    };
                    match linked(options, &files, &[]).0 {
                        // Visibilities of both may not go together.
                        Some(module) if !tern_llvm_ir::verify(&module).is_empty() => {}
                        Some(_) => {
                            left += &texts[0];
                            right += &texts[1];
                        }
                        None if uses == "none" => refused.push(texts),
                        None => {}
                    }
                }
            }
        }
        std::fs::write(&first, left).unwrap();
        std::fs::write(&second, right).unwrap();
        if let Some(difference) = difference(flags, &files, &[]) {
            panic!("{flags:?}\n{difference}");
        }
        if !flags.is_empty() {
            continue;
        }
        assert!(refused.len() > 10, "definitions conflict");
        for texts in refused {
            std::fs::write(&first, defined("left") + &texts[0]).unwrap();
            std::fs::write(&second, defined("right") + &texts[1]).unwrap();
            if let Some(difference) = difference(flags, &files, &[]) {
                panic!("{texts:?}\n{difference}");
            }
        }
    }
}

/// Modules that conflict, or that are joined in a way of their own; each a group of texts, with flags.
const GROUPS: &[(&[&str], &[&str])] = &[
    // Structs that are built alike are one; others get numbers.
    (
        &[],
        &[
            "%A = type { i32 }\n%B = type { i32 }\n%O = type opaque\n@x = global %A zeroinitializer\n@y = global %B zeroinitializer\n\
             @o = external global %O\n@p = global ptr @o\n",
            "%A = type { i64 }\n%B = type { i32 }\n%O = type { i8 }\n%C = type { %A, %B }\n@x2 = global %C zeroinitializer\n\
             @y2 = global %B zeroinitializer\n@o = global %O zeroinitializer\n",
            "%A = type { i64 }\n%C = type { %A, %B }\n%B = type { i16 }\n%A.0 = type { float }\n@x3 = global %C zeroinitializer\n\
             @y3 = global %A.0 zeroinitializer\ndefine void @f(ptr byval(%B) %p) {\n  %q = getelementptr %C, ptr %p, i64 0, i32 1\n  ret void\n}\n",
        ],
    ),
    // Names of what is local get numbers, as LLVM counts them.
    (
        &[],
        &[
            "@l = internal global i32 5\n@pl = global ptr @l\ndefine i32 @zero() {\n  ret i32 0\n}\n@e = external global i8\n@pe = global ptr @e\n",
            "@l = global i32 6\n@m = internal global i32 6\n@pl2 = global [3 x ptr] [ptr @l, ptr @m, ptr @0]\n@e = global i8 1\n\
             @0 = private global i8 1\n",
            "@m = global i32 6\n@zero = internal global i32 5\n@pl3 = global [3 x ptr] [ptr @m, ptr @zero, ptr @0]\n@0 = private global i8 2\n\
             !n = !{!0, !1, !1, !2}\n!0 = !{!\"a\"}\n!1 = distinct !{!\"b\"}\n!2 = !{ptr @m, ptr @zz}\ndeclare void @zz()\nmodule asm \"foo\"\n",
            "!n = !{!0, !1}\n!0 = !{!\"a\"}\n!1 = !{!2}\n!2 = !{!1}\nmodule asm \"foo\"\nmodule asm \"bar\"\n",
        ],
    ),
    // Lists are joined.
    (
        &[],
        &[
            "@llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"\n@a = internal global i8 1\n\
             @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @i, ptr null }]\n\
             define internal void @i() {\n  ret void\n}\n",
            "@llvm.used = appending global [2 x ptr] [ptr @b, ptr @a], section \"llvm.metadata\"\n@b = linkonce_odr global i8 1\n\
             @a = internal global i8 2\n@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @i, ptr null }, \
             { i32, ptr, ptr } { i32 3, ptr @i, ptr @unused }]\n@unused = linkonce_odr global i8 4\ndefine internal void @i() {\n  ret void\n}\n",
        ],
    ),
    (
        &[],
        &[
            "@llvm.used = appending global [1 x ptr] [ptr @a], section \"llvm.metadata\"\n@a = global i8 1\n",
            "@llvm.used = appending global [1 x ptr] [ptr @b], section \"other\"\n@b = global i8 1\n",
        ],
    ),
    (&[], &["@v = appending global [1 x i8] [i8 1]\n", "@v = appending constant [1 x i8] [i8 1]\n"]),
    (&[], &["@v = appending global [1 x i8] [i8 1]\n", "@v = appending global [1 x i16] [i16 1]\n"]),
    (&[], &["@v = appending global [1 x i8] [i8 1]\n", "@v = global [1 x i8] [i8 1]\n"]),
    // Targets and layouts.
    (
        &[],
        &[
            "target triple = \"x86_64-pc-linux-gnu\"\ntarget datalayout = \"e-i64:64\"\n@a = global i8 1\n",
            "target triple = \"x86_64-unknown-linux-gnu\"\ntarget datalayout = \"e-i64:64-m:e\"\n@b = global i8 1\n",
            "@c = global i8 1\n",
        ],
    ),
    // Accesses keep the alignments of their own layout.
    (
        &[],
        &[
            "define void @f(ptr %p, i64 %x, ptr %q) {\n  %a = alloca i64\n  store i64 %x, ptr %p\n  %y = load i64, ptr %p\n  \
             %z = atomicrmw add ptr %q, i64 1 monotonic\n  ret void\n}\n",
            "target datalayout = \"e-i64:64-i128:128\"\ndefine void @g(ptr %p, i64 %x, ptr %q) {\n  %a = alloca i64\n  store i64 %x, ptr %p\n  \
             %y = cmpxchg ptr %q, i64 1, i64 2 monotonic monotonic\n  ret void\n}\n",
            "define void @h(ptr %p, i64 %x) {\n  store i64 %x, ptr %p\n  %y = load { i64, i128 }, ptr %p\n  ret void\n}\n",
        ],
    ),
    // Flags of modules.
    (
        &[],
        &[
            "!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6}\n!0 = !{i32 1, !\"e\", i32 4}\n!1 = !{i32 2, !\"w\", i32 4}\n!2 = !{i32 8, !\"min\", i32 4}\n\
             !3 = !{i32 7, !\"max\", i32 4}\n!4 = !{i32 5, !\"list\", !7}\n!5 = !{i32 6, !\"set\", !7}\n!6 = !{i32 4, !\"o\", i32 3}\n!7 = !{!\"x\", !\"y\"}\n",
            "!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !8}\n!0 = !{i32 1, !\"e\", i32 4}\n!1 = !{i32 2, !\"w\", i32 5}\n!2 = !{i32 8, !\"min2\", i32 4}\n\
             !3 = !{i32 7, !\"max\", i32 9}\n!4 = !{i32 5, !\"list\", !7}\n!5 = !{i32 6, !\"set\", !7}\n!6 = !{i32 1, !\"o\", i32 7}\n!7 = !{!\"y\", !\"z\"}\n\
             !8 = !{i32 3, !\"r\", !9}\n!9 = !{!\"e\", i32 4}\n",
        ],
    ),
    (
        &[],
        &[
            "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"e\", i32 4}\n",
            "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"e\", i32 5}\n",
        ],
    ),
    (
        &[],
        &[
            "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"e\", i32 4}\n",
            "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"e\", i32 4}\n",
        ],
    ),
    (
        &[],
        &[
            "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"e\", i32 4}\n",
            "!llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"e\", i32 5}\n",
        ],
    ),
    (
        &[],
        &[
            "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"e\", i32 4}\n",
            "!llvm.module.flags = !{!0, !2}\n!0 = !{i32 3, !\"r\", !1}\n!1 = !{!\"e\", i32 5}\n!2 = !{i32 1, !\"e\", i32 4}\n",
        ],
    ),
    // Comdats.
    (
        &[],
        &[
            "$c = comdat any\n@c = linkonce_odr global i32 1, comdat\n@use = global ptr @c\n@m = private global i8 7, comdat($c)\n@um = global ptr @m\n",
            "$c = comdat any\n@c = linkonce_odr global i32 2, comdat\n@use2 = global ptr @c\n@m = private global i8 8, comdat($c)\n@um2 = global ptr @m\n\
             define linkonce_odr void @f() comdat($c) {\n  ret void\n}\n",
            "$d = comdat any\n@d = linkonce_odr global i32 2, comdat\n@use3 = global ptr @d\ndefine linkonce_odr void @f() comdat($d) {\n  ret void\n}\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat largest\n@c = global i32 1, comdat\n@use = global ptr @c\n",
            "$c = comdat largest\n@c = global i64 2, comdat\n",
        ],
    ),
    (
        &[],
        &["$c = comdat largest\n@c = global i64 1, comdat\n", "$c = comdat any\n@c = global i32 2, comdat\n"],
    ),
    (
        &[],
        &[
            "$c = comdat exactmatch\n@c = global i32 1, comdat\n",
            "$c = comdat exactmatch\n@c = global i32 1, comdat\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat exactmatch\n@c = global i32 1, comdat\n",
            "$c = comdat exactmatch\n@c = global i32 2, comdat\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat samesize\n@c = global i32 1, comdat\n",
            "$c = comdat samesize\n@c = global i64 2, comdat\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat samesize\n@c = global i32 1, comdat\n",
            "$c = comdat any\n@c = global i64 2, comdat\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat largest\ndefine void @c() comdat {\n  ret void\n}\n",
            "$c = comdat largest\n@c = global i64 2, comdat\n",
        ],
    ),
    (
        &[],
        &[
            "$c = comdat nodeduplicate\n@c = weak global i32 1, comdat\n@x = internal global i32 3, comdat($c)\n@ux = global ptr @x\n",
            "$c = comdat nodeduplicate\n@c = weak global i32 2, comdat\n@x = internal global i32 4, comdat($c)\n@ux2 = global ptr @x\n",
        ],
    ),
    // The target of an alias stays in its module.
    (
        &[],
        &[
            "define weak void @f() {\n  ret void\n}\n@a = alias void (), ptr @f\n",
            "define weak void @f() {\n  unreachable\n}\n@b = alias void (), ptr @f\n@c = alias void (), ptr @b\n",
        ],
    ),
    // Blocks whose address is taken, data of functions, attachments, and calls with all that these can have.
    (
        &[],
        &[
            "declare i32 @p(...)\ndeclare void @g(i32)\ndefine void @f() prefix i32 7 prologue i8 1 personality ptr @p !prof !0 {\n  call void @g(i32 ptrtoint (ptr @t to i32)) [ \"tag\"(ptr @t) ]\n  ret void\n}\n\
             @t = external global [2 x ptr]\n!0 = !{!\"function_entry_count\", i64 7}\n",
            "@t = global [2 x ptr] [ptr blockaddress(@h, %b), ptr dso_local_equivalent @h]\ndefine void @h() {\n  br label %b\nb:\n  ret void\n}\n\
             define void @g(i32 %x) nocallback {\n  call void @h() nocallback, !annotation !0\n  fence syncscope(\"agent\") seq_cst\n  ret void\n}\n!0 = !{!\"auto-init\"}\n",
        ],
    ),
    // Only what is referred to, and internal.
    (
        &["-only-needed", "-internalize"],
        &[
            "target triple = \"nvptx64-nvidia-cuda\"\ndeclare float @f(float)\ndefine float @k(float %x) {\n  %y = call float @f(float %x)\n  ret float %y\n}\n",
            "target triple = \"nvptx64-nvidia-gpulibs\"\n@table = internal constant [2 x float] zeroinitializer\n@unused = constant i8 1\n\
             define float @f(float %x) {\n  %p = load float, ptr @table, align 4\n  %q = call float @h(float %p)\n  ret float %q\n}\n\
             define float @h(float %x) {\n  ret float %x\n}\ndefine void @never() {\n  ret void\n}\ndefine internal void @k() {\n  ret void\n}\n",
        ],
    ),
    // What a function refers to is met in an order: its attachments, nodes front to back, then its instructions.
    (
        &[],
        &[
            "@a = global i8 0\n",
            "declare void @last()\ndeclare void @middle()\ndeclare void @first()\ndefine void @f() !custom !0 {\n  call void @last()\n  ret void\n}\n\
             !0 = !{ptr @first, !1}\n!1 = !{ptr @middle}\n",
        ],
    ),
    // The type of a function is met before those of its attributes; types that are built alike are one.
    (
        &[],
        &[
            "@a = global i8 0\n",
            "%A = type { i32 }\n%B = type { i32 }\ndefine void @f(%B %x, ptr byval(%A) %p) {\n  ret void\n}\n",
        ],
    ),
    // A function is replaced the address of a block of which is taken; a copy of another is what an alias is for.
    (
        &[],
        &[
            "define weak void @f() {\n  br label %b\nb:\n  ret void\n}\n@p = global [2 x ptr] [ptr blockaddress(@f, %b), ptr @f]\n",
            "define void @f() {\n  br label %c\nc:\n  ret void\n}\n@q = global ptr blockaddress(@f, %c)\n",
        ],
    ),
    (
        &[],
        &[
            "define void @f() {\n  ret void\n}\n",
            "define linkonce void @f() {\n  br label %b\nb:\n  call void @g(ptr blockaddress(@f, %b), ptr @f)\n  ret void\n}\ndeclare void @g(ptr, ptr)\n\
             @a = alias void (), ptr @f\n",
        ],
    ),
    // A variable of another address space takes the place of one.
    (
        &[],
        &[
            "@g = external addrspace(3) global i32\n@p = global ptr addrspacecast (ptr addrspace(3) @g to ptr)\n",
            "@g = addrspace(5) global i32 0\n@q = global ptr addrspacecast (ptr addrspace(5) @g to ptr)\n",
            "@g = external addrspace(4) global i32\n@r = global ptr addrspacecast (ptr addrspace(4) @g to ptr)\n",
        ],
    ),
    // An appended variable has no attachments, and its name is not given away.
    (
        &["-internalize"],
        &[
            "@a = global i8 0\n",
            "@v = global i8 1\n@w = global ptr @v\n",
            "@v = appending global [1 x i8] [i8 1], !custom !0\n@w = internal global i8 2\n@x = global ptr @w\n!0 = !{!\"a\"}\n",
        ],
    ),
    // LLVM preserves what `llvm.used` lists, unless it is in a comdat.
    (
        &["-internalize"],
        &[
            "@a = global i8 0\n",
            "$c = comdat any\n$d = comdat any\n@g = global i8 1, comdat($c)\n@h = global i8 2\n@i = global i8 3, comdat($d)\n@j = global i8 4, comdat($d)\n\
             @llvm.used = appending global [3 x ptr] [ptr @g, ptr @h, ptr @i], section \"llvm.metadata\"\n",
        ],
    ),
    // Types of callees are for calls of what is not known.
    (
        &[],
        &[
            "declare void @g()\ndefine void @f(ptr %p) {\n  call void @g(), !callee_type !0\n  call void %p(), !callee_type !0\n  ret void\n}\n\
             !0 = !{!1}\n!1 = !{i64 0, !\"_ZTSFvvE.generalized\"}\n",
        ],
    ),
    // Types of C++ with one identifier.
    (
        &[],
        &[
            "!n = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1, flags: DIFlagFwdDecl, identifier: \"_ZTS1S\")\n!1 = !DIFile(filename: \"a\", directory: \"b\")\n",
            "!n = !{!0}\n!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1, line: 3, size: 32, elements: !2, identifier: \"_ZTS1S\")\n\
             !1 = !DIFile(filename: \"a\", directory: \"b\")\n!2 = !{!3, !5}\n!3 = !DIDerivedType(tag: DW_TAG_member, name: \"x\", scope: !0, file: !1, line: 4, baseType: !4, size: 32)\n\
             !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !DISubprogram(name: \"f\", linkageName: \"_ZN1S1fEv\", scope: !0, file: !1, line: 5, spFlags: 0)\n",
            "!n = !{!0, !3}\n!0 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1, line: 9, size: 32, elements: !2, identifier: \"_ZTS1S\")\n\
             !1 = !DIFile(filename: \"a\", directory: \"b\")\n!2 = !{!3}\n!3 = !DIDerivedType(tag: DW_TAG_member, name: \"x\", scope: !0, file: !1, line: 9, baseType: !4, size: 32)\n\
             !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n",
        ],
    ),
];

/// A function with debug information that names a local variable before it calls a local function; both names are taken.
const RECORDS: &[&str] = &[
    "@t = global i8 1\ndefine void @h() {\n  ret void\n}\n",
    "@t = internal global i8 2\ndefine internal void @h() {\n  ret void\n}\ndefine void @f() !dbg !2 {\n    #dbg_value(ptr @t, !4, !DIExpression(), !5)\n  \
     call void @h(), !dbg !5\n  ret void, !dbg !5\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!6}\n\
     !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
     !2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)\n\
     !3 = !DISubroutineType(types: !{})\n!4 = !DILocalVariable(name: \"p\", scope: !2, file: !1, line: 1)\n!5 = !DILocation(line: 1, scope: !2)\n\
     !6 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
];

#[test]
fn names_are_given_to_what_instructions_name_before_debug_records() {
    check(&[], RECORDS);
    check(&["-internalize"], RECORDS);
}

/// A type that the first module declares, and that others define for what is not linked: one variable, one function, two functions.
#[test]
fn types_that_are_read_are_known_by_their_identifier() {
    let nodes = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!5}\n!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)\n\
        !1 = !DIFile(filename: \"a.cc\", directory: \"/\")\n!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !6 = !DISubroutineType(types: !{!2})\n";
    let declared = "declare void @used()\n!n = !{!2}\n\
        !2 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1, flags: DIFlagFwdDecl, identifier: \"S\")\n";
    let type_of_line = |line: usize| {
        format!(
            "!2 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", file: !1, line: {line}, size: 32, elements: !{{}}, identifier: \"S\")\n"
        )
    };
    let function = |name: &str, node: usize| {
        format!(
            "define void @{name}() !dbg !{node} {{\n  ret void\n}}\n!{node} = distinct !DISubprogram(name: \"{name}\", scope: !1, file: !1, \
             line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)\n"
        )
    };
    let variable = "@v = global i32 1, !dbg !3\n!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())\n\
        !4 = distinct !DIGlobalVariable(name: \"v\", scope: !0, file: !1, line: 1, type: !2, isDefinition: true)\n";
    let first = format!("{declared}{nodes}");
    let of_variable = format!("{variable}{}{nodes}", type_of_line(3));
    let of_function = format!("{}{}{nodes}", function("f", 7), type_of_line(4));
    let of_functions = format!("{}{}{}{nodes}", function("g", 7), function("h", 8), type_of_line(5));
    let of_used = format!("{}{}{nodes}", function("used", 7), type_of_line(6));
    let folder = tempfile::tempdir().unwrap();
    for modules in [
        &[&first, &of_variable][..],
        &[&first, &of_function, &of_functions],
        &[&first, &of_function, &of_used],
        &[&of_variable, &of_used, &first],
    ] {
        let mut files = Vec::new();
        for (index, text) in modules.iter().enumerate() {
            let bitcode = tern_roundtrip_tests::oracle::run("llvm-as", &["-", "-o", "-"], text.as_bytes());
            files.push(folder.path().join(format!("{index}.bc")));
            std::fs::write(&files[index], bitcode.unwrap()).unwrap();
        }
        for flags in [&["-only-needed"][..], &[], &["-only-needed", "-disable-debug-info-type-map"]] {
            if let Some(difference) = difference(flags, &files, &[]) {
                panic!("{flags:?} {modules:#?}\n{difference}");
            }
        }
    }
}

#[test]
fn modules_are_joined_as_llvm_joins_them() {
    for (flags, texts) in GROUPS {
        check(flags, texts);
    }
}

/// Links generated modules, three at a time. `TERN_CASES` sets the number of cases.
#[test]
fn generated_modules_are_linked() {
    let cases = std::env::var("TERN_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(150);
    let differences: Vec<String> = (0..cases)
        .into_par_iter()
        .filter_map(|case: u64| {
            let folder = tempfile::tempdir().unwrap();
            let files: Vec<PathBuf> = (0..3)
                .map(|index| {
                    let file = folder.path().join(format!("{index}.ll"));
                    std::fs::write(&file, samples::generated(3 * case + index)).unwrap();
                    file
                })
                .collect();
            let flags = [&[][..], &["-only-needed"], &["-internalize"]][case as usize % 3];
            // Bitcode of integers that are wide beyond reason is refused (docs/LIMITS.md).
            difference(flags, &files, &[])
                .filter(|difference| !difference.contains("an integer does not fit its width"))
                .map(|difference| format!("case {case} {flags:?}\n{difference}"))
        })
        .collect();
    tern_roundtrip_tests::oracle::assert_same(&differences, cases as usize);
}

#[test]
fn what_overrides_takes_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let [base, over] = ["base.ll", "over.ll"].map(|name| folder.path().join(name));
    std::fs::write(&base, "define i32 @f() {\n  ret i32 1\n}\ndefine i32 @g() {\n  %x = call i32 @f()\n  ret i32 %x\n}\n@x = global i8 1\n").unwrap();
    std::fs::write(&over, "define i32 @f() {\n  ret i32 2\n}\n@x = global i8 2\n@y = linkonce global i8 3\n")
        .unwrap();
    if let Some(difference) = difference(&[], &[base], &[over]) {
        panic!("{difference}");
    }
}

/// The modules of Lua and zlib, if the corpus was built.
#[test]
fn programs_are_linked() {
    let corpus = samples::corpus();
    let groups = ["lua-*-O0", "zlib-*-O2", "zlib-*-O2g"].map(|pattern| pattern.split_once('*').unwrap());
    for (begin, end) in groups {
        let is_one = |path: &Path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with(begin) && name.ends_with(end)
        };
        let mut files: Vec<PathBuf> = corpus.iter().filter(|path| is_one(path)).cloned().collect();
        files.sort();
        if files.is_empty() {
            continue;
        }
        if let Some(difference) = difference(&[], &files, &[]) {
            panic!("{begin}*{end}\n{difference}");
        }
    }
}

/// A library for devices, as CUDA's is built: functions with helpers and tables, of which a kernel needs some.
const DEVICE_LIBRARY: &str = "target triple = \"nvptx64-nvidia-gpulibs\"\n\
    @table = internal addrspace(1) constant [2 x float] [float 1.0, float 2.0], align 4\n\
    @.str = private unnamed_addr addrspace(1) constant [11 x i8] c\"__CUDA_FTZ\\00\", align 1\n\
    declare i32 @__nvvm_reflect(ptr)\n\
    define internal float @helper(float %x) #0 {\n  %1 = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(1) @.str to ptr))\n  \
    %2 = sext i32 %1 to i64\n  %3 = getelementptr [2 x float], ptr addrspace(1) @table, i64 0, i64 %2\n  %4 = load float, ptr addrspace(1) %3, align 4\n  \
    %5 = fmul float %x, %4\n  ret float %5\n}\n\
    define float @scaled(float %x) #1 {\n  %y = call float @helper(float %x)\n  ret float %y\n}\n\
    define float @twice(float %x) #1 {\n  %y = call float @scaled(float %x)\n  %z = call float @scaled(float %y)\n  ret float %z\n}\n\
    define float @unused(float %x) {\n  %y = call float @helper(float %x)\n  ret float %y\n}\n\
    attributes #0 = { noinline nounwind }\nattributes #1 = { alwaysinline nounwind }\n";

const KERNEL: &str = "target triple = \"nvptx64-nvidia-cuda\"\ndeclare float @twice(float)\n@table = addrspace(1) global i32 7\n\
    define internal float @helper(float %x) {\n  %y = fadd float %x, 1.0\n  ret float %y\n}\n\
    define ptx_kernel void @kernel(ptr %p, float %x) {\n  %a = call float @helper(float %x)\n  %b = call float @twice(float %a)\n  store float %b, ptr %p, align 4\n  \
    ret void\n}\n";

#[test]
fn kernels_are_linked_with_what_they_need_of_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["kernel.ll", "library.ll"].map(|name| folder.path().join(name));
    std::fs::write(&files[0], KERNEL).unwrap();
    std::fs::write(&files[1], DEVICE_LIBRARY).unwrap();
    for internalize in [false, true] {
        let flags = if internalize { &["-only-needed", "-internalize"][..] } else { &["-only-needed"] };
        if let Some(difference) = difference(flags, &files, &[]) {
            panic!("{flags:?}\n{difference}");
        }
        let module = linked(Options { only_needed: true, internalize, ..Options::default() }, &files, &[]).0;
        let text = tern_llvm_ir::write(&module.unwrap());
        let arguments = ["-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_80", "-O2", "-o", "-"];
        let code = tern_roundtrip_tests::oracle::run("llc", &arguments, &text).unwrap();
        let code = String::from_utf8(code).unwrap();
        assert!(code.contains(".entry kernel(") && !code.contains("unused"), "{code}");
        assert!(!code.contains(".extern"), "{code}");
    }
}

/// Kernels that call each function of CUDA's library, if that and NVIDIA's compiler are on this machine.
#[test]
fn kernels_are_linked_with_the_library_of_cuda() {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let versions =
        std::env::var_os("LLVM_VERSIONS").map_or_else(|| home.join("llvm-versions"), PathBuf::from);
    let library = versions.join("nvvm/libdevice.10.bc");
    let compiler = samples::root().join("../shared/versions/nvvm.py");
    if !library.exists() || !compiler.exists() {
        return;
    }
    let module = tern_llvm_ir::bitcode::read(&std::fs::read(&library).unwrap(), "libdevice").unwrap();
    let declared = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    let mut kernels = "target triple = \"nvptx64-nvidia-cuda\"\n".to_owned();
    let mut count = 0;
    for line in declared.lines().filter(|line| line.starts_with("define ") && line.contains("@__nv_")) {
        let (head, args) = line["define ".len()..].rsplit_once('(').unwrap();
        let (ret, name) = head.split_once(" @").unwrap();
        let ret = ret.rsplit(' ').next().unwrap();
        let params: Vec<&str> = args[..args.find(')').unwrap()].split(", ").collect();
        let params = params.join(", ");
        let types: Vec<&str> = params.split(", ").map(|param| param.split(' ').next().unwrap()).collect();
        let comma = if params.is_empty() { "" } else { ", " };
        let (result, store) = match ret {
            "void" => ("", String::new()),
            _ => ("%result = ", format!("  store {ret} %result, ptr %to\n")),
        };
        kernels += &format!(
            "declare {ret} @{name}({})\ndefine ptx_kernel void @kernel{name}(ptr %to{comma}{params}) {{\n  \
             {result}call {ret} @{name}({params})\n{store}  ret void\n}}\n",
            types.join(", ")
        );
        count += 1;
    }
    assert!(count > 300, "{count}");
    let folder = tempfile::tempdir().unwrap();
    let files = [folder.path().join("kernels.ll"), library];
    std::fs::write(&files[0], kernels).unwrap();
    for flags in [&["-only-needed"][..], &["-only-needed", "-internalize"]] {
        if let Some(difference) = difference(flags, &files, &[]) {
            panic!("{flags:?}\n{difference}");
        }
    }
    let options = Options { only_needed: true, internalize: true, ..Options::default() };
    let module = linked(options, &files, &[]).0.unwrap();
    for (name, target) in [("nvvm", "compute_80"), ("nvvm-blackwell", "compute_100")] {
        let consumer = tern_llvm_ir::versions::Consumer::find(name).unwrap();
        let mut module = module.clone();
        tern_llvm_ir::versions::downgrade_for(&mut module, consumer).unwrap();
        let text = tern_llvm_ir::writer::try_write_for(&module, consumer.version).unwrap();
        let file = folder.path().join(name).with_extension("ll");
        std::fs::write(&file, text).unwrap();
        let mut compile = Command::new("python3");
        compile.arg(&compiler).arg(&file).arg(format!("-arch={target}"));
        let output = compile.output().unwrap();
        let code = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(code.matches(".entry kernel").count(), count, "{name}");
        assert!(!code.contains(".extern"), "{name}");
    }
}

/// A module with globals of many kinds that refer to each other.
const WHOLE: &str = "%T = type { i32, ptr }\n%unused = type { i8 }\n$c = comdat any\n\
    @table = internal constant [2 x ptr] [ptr @f, ptr @g]\n@state = global %T zeroinitializer, align 8\n@dead = internal global i8 1\n\
    @once = linkonce_odr global i32 1, comdat($c), align 4\n@there = available_externally global i8 2\n@outside = external global i8\n\
    @a = alias i32 (i32), ptr @g\n@b = internal alias i8, getelementptr (i8, ptr @state, i64 4)\n@if = ifunc void (), ptr @resolver\n\
    @llvm.used = appending global [1 x ptr] [ptr @kept], section \"llvm.metadata\"\n@kept = internal global i8 3\n\
    module asm \"nop\"\n\
    declare void @out(ptr)\ndeclare void @never()\n\
    define internal ptr @resolver() {\n  ret ptr @f\n}\n\
    define i32 @f(i32 %x) {\nentry:\n  %r = call i32 @g(i32 %x)\n  call void @out(ptr @b)\n  call void @out(ptr @table)\n  ret i32 %r\n}\n\
    define internal i32 @g(i32 %x) comdat($c) {\n  %v = load i32, ptr @once, align 4\n  %w = call i32 @h(i32 %v)\n  ret i32 %w\n}\n\
    define linkonce i32 @h(i32 %x) {\n  ret i32 %x\n}\n\
    define void @uses_alias() {\n  %1 = call i32 @a(i32 1)\n  call void @if()\n  ret void\n}\n\
    !keep = !{!0}\n!0 = !{ptr @dead, ptr @never, ptr @f}\n";

/// Constructors: one that does nothing, and one that does something.
const CONSTRUCTORS: &str = "@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 3, ptr @empty, ptr null }, \
    { i32, ptr, ptr } { i32 2, ptr @full, ptr @x }, { i32, ptr, ptr } { i32 1, ptr @empty, ptr @x }], section \"s\", align 16\n\
    @x = global i8 1\ndefine internal void @empty() {\n  ret void\n}\ndefine internal void @full() {\n  store i8 2, ptr @x, align 1\n  ret void\n}\n";

/// Calls of functions by their own types and by others, and behind an alias.
const CALLS: &str = "@a = alias void (), ptr @behind\ndefine void @f() personality ptr @handler {\n  call void @same()\n\
    \x20 %r = call i32 @other()\n  call void @a()\n  invoke void @unwinds() to label %end unwind label %pad\nend:\n  ret void\npad:\n\
    \x20 %l = landingpad { ptr, i32 } cleanup\n  ret void\n}\ndefine void @same() {\n  call void @next()\n  ret void\n}\n\
    define void @next() {\n  ret void\n}\ndefine void @other() {\n  ret void\n}\ndefine void @behind() {\n  ret void\n}\n\
    define void @unwinds() {\n  ret void\n}\ndefine i32 @handler(...) {\n  ret i32 0\n}\n";

fn compare_with(tool_name: &str, arguments: &[&str], text: &str, ours: &Module) {
    let output = tern_roundtrip_tests::oracle::run(tool_name, arguments, text.as_bytes());
    let theirs = output.unwrap_or_else(|problem| panic!("{problem}"));
    let ours = try_write_disassembled(ours, "<stdin>", None).unwrap_or_else(|problem| panic!("{problem}"));
    let (mut theirs, ours) = (read(&theirs, tool_name), read(&ours, "tern"));
    // LLVM's reader names the source where the text does not.
    theirs.source_filename = None;
    if let Some(difference) = compare::first_difference(&theirs, &ours) {
        panic!("{tool_name} {arguments:?}\n{difference}");
    }
}

#[test]
fn globals_are_taken_out_as_llvm_takes_them() {
    let debug_text = debug_text();
    let with_parameter = CONSTRUCTORS.replace("@full()", "@full(i8 %x)");
    for (text, chosen) in [
        (CONSTRUCTORS, &["-func=empty", "-func=full", "-glob=llvm.global_ctors"][..]),
        (CONSTRUCTORS, &["-func=empty", "-glob=llvm.global_ctors"]),
        (CONSTRUCTORS, &["-func=full", "-glob=llvm.global_ctors"]),
        (CONSTRUCTORS, &["-func=empty", "-glob=x"]),
        (CONSTRUCTORS, &["-glob=x", "-delete"]),
        (&with_parameter, &["-func=empty", "-func=full", "-glob=llvm.global_ctors"]),
        (WHOLE, &["-func=f"]),
        (WHOLE, &["-func=f", "-recursive"]),
        (CALLS, &["-func=f", "-recursive"]),
        (WHOLE, &["-func=g"]),
        (WHOLE, &["-func=h", "-glob=state"]),
        (WHOLE, &["-glob=table"]),
        (WHOLE, &["-glob=there"]),
        (WHOLE, &["-alias=a"]),
        (WHOLE, &["-alias=b", "-func=f"]),
        (WHOLE, &["-func=f", "-delete"]),
        (WHOLE, &["-func=g", "-glob=state", "-alias=a", "-delete"]),
        (WHOLE, &["-func=f", "-keep-const-init"]),
        (&debug_text, &["-func=f"]),
        (&debug_text, &["-func=g"]),
        (&debug_text, &["-func=f", "-delete"]),
    ] {
        let mut module = read(text.as_bytes(), "test");
        let named = |prefix: &str| chosen.iter().filter_map(|it| it.strip_prefix(prefix)).collect::<Vec<_>>();
        let names = [named("-func="), named("-glob="), named("-alias=")].concat();
        let mut globals = names.iter().map(|name| module.global(name).expect(name)).collect();
        if chosen.contains(&"-recursive") {
            tern_linker::add_callees(&module, &mut globals);
        }
        let extraction = tern_linker::Extraction {
            delete: chosen.contains(&"-delete"),
            keep_constants: chosen.contains(&"-keep-const-init"),
        };
        tern_linker::extract(&mut module, &globals, extraction);
        compare_with("llvm-extract", &[&["-S", "-o", "-"], chosen].concat(), text, &module);
    }
}

/// Two functions and two variables of two compile units.
fn debug_text() -> String {
    let unit = |first: usize, name: &str| {
        format!(
            "!{first} = distinct !DICompileUnit(language: DW_LANG_C11, file: !{}, emissionKind: FullDebug, globals: !{})\n\
             !{} = !DIFile(filename: \"{name}.c\", directory: \"/\")\n!{} = !{{!{}}}\n\
             !{} = !DIGlobalVariableExpression(var: !{}, expr: !DIExpression())\n\
             !{} = distinct !DIGlobalVariable(name: \"v{name}\", scope: !{first}, file: !{}, line: 1, type: !30, isLocal: false, isDefinition: true)\n\
             !{} = distinct !DISubprogram(name: \"{name}\", scope: !{}, file: !{}, line: 2, type: !31, spFlags: DISPFlagDefinition, unit: !{first})\n\
             !{} = !DILocation(line: 3, scope: !{})\n",
            first + 1,
            first + 2,
            first + 1,
            first + 2,
            first + 3,
            first + 3,
            first + 4,
            first + 4,
            first + 1,
            first + 5,
            first + 1,
            first + 1,
            first + 6,
            first + 5,
        )
    };
    format!(
        "@vf = global i32 1, align 4, !dbg !3\n@vg = internal global i32 1, align 4, !dbg !13\n\
         define void @f(i32 %x) !dbg !5 {{\nentry:\n    #dbg_value(i32 %x, !33, !DIExpression(), !6)\n    #dbg_value(ptr @vg, !33, !DIExpression(), !6)\n  ret void, !dbg !6\n}}\n\
         define void @g() !dbg !15 {{\n  store i32 1, ptr @vg, align 4, !dbg !16\n  ret void, !dbg !16\n}}\n\
         !llvm.dbg.cu = !{{!0, !10}}\n!llvm.module.flags = !{{!32}}\n{}{}!30 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
         !31 = !DISubroutineType(types: !{{}})\n!32 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n!33 = !DILocalVariable(name: \"x\", scope: !5, file: !1, line: 2, type: !30)\n",
        unit(0, "f"),
        unit(10, "g")
    )
}

#[test]
fn modules_are_stripped_as_llvm_strips_them() {
    let debug_text = debug_text();
    type Strip = fn(&mut Module);
    let passes: [(&[&str], Strip); 5] = [
        (&["-S", "-strip-debug"], tern_linker::strip_debug),
        (&["-S", "-passes=strip-nondebug"], |module| tern_linker::strip_names(module, true)),
        (&["-S", "-passes=strip-dead-prototypes"], tern_linker::strip_dead_prototypes),
        (&["-S", "-passes=strip-dead-debug-info"], tern_linker::strip_dead_debug_info),
        (&["-S", "-passes=strip"], |module| {
            tern_linker::strip_debug(module);
            tern_linker::strip_names(module, false);
        }),
    ];
    for text in [WHOLE, &debug_text] {
        for (arguments, strip) in passes {
            let mut module = read(text.as_bytes(), "test");
            strip(&mut module);
            compare_with("opt", arguments, text, &module);
        }
    }
}
