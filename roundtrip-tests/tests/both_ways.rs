//! Each fast path gives what its plain twin gives (`tern_roundtrip_tests::both_ways`): on files, on generated modules of LLVM IR and of
//! all dialects, on mutants of both, and on what is made for paths that these seldom take.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use rayon::prelude::*;
use tern_mlir::asm::{self, PrintOptions};
use tern_mlir::{Context, bytecode};
use tern_roundtrip_tests::hostile::{self, Language};
use tern_roundtrip_tests::{both_ways, layout, pipeline, samples};
use tern_testing::mutate::Dictionary;
use tern_testing::property::{Property, Verdict};
use tern_testing::{Choices, dialect, llvm};

fn property(name: &'static str) -> Property {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("regressions");
    Property::new(name, &folder).seed(20_778)
}

/// Adds the text to what is wrong with it.
fn about(verdict: Verdict, text: &[u8]) -> Verdict {
    verdict.map_err(|wrong| format!("{wrong}\n{}", String::from_utf8_lossy(text)))
}

fn llvm(text: &[u8]) -> Verdict {
    about(both_ways::llvm(text), text)
}

fn mlir(text: &[u8]) -> Verdict {
    about(both_ways::mlir(text), text)
}

/// The text as it is, laid out anew, or a mutant of it.
fn varied(language: Language, text: Vec<u8>, choices: &mut Choices) -> Vec<u8> {
    match (choices.weighted(&[40, 45, 15]), language) {
        (0, _) => text,
        (1, Language::Llvm) => LLVM.mutated(&text, choices),
        (1, _) => MLIR.mutated(&text, choices),
        (_, Language::Llvm) => layout::relaid_llvm(&text, choices),
        _ => layout::relaid_mlir(&text, choices),
    }
}

static LLVM: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Llvm)));
static MLIR: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Mlir)));

/// Texts on which a wrong guess or a cache without a part of its key would show.
#[test]
fn misleading_files() {
    let folder = samples::root().join("roundtrip-tests/both_ways");
    let paths = [samples::files(&folder, "ll"), samples::files(&folder, "mlir")].concat();
    assert!(paths.len() > 10, "{}", paths.len());
    all_of(&paths, 48 << 10);
}

#[test]
fn files_of_the_repository() {
    let folders = ["examples", "roundtrip-tests"].map(|folder| samples::root().join(folder));
    let of = |extension| folders.iter().flat_map(move |folder| samples::files(folder, extension));
    let paths: Vec<PathBuf> = of("ll").chain(of("mlir")).chain(samples::assembler()).collect();
    assert!(paths.len() > 300, "{}", paths.len());
    all_of(&paths, 48 << 10);
}

/// Modules of a corpus, where there is one.
#[test]
fn files_of_the_corpus() {
    all_of(&samples::corpus(), 16 << 10);
}

/// Compares what is done with the files of at most this size.
fn all_of(paths: &[PathBuf], largest: usize) {
    let wrong: Vec<String> = paths
        .par_iter()
        .filter_map(|path| {
            let text = std::fs::read(path).expect("it can be read");
            let verdict = match path.extension() {
                _ if text.len() > largest => Ok(()),
                Some(extension) if extension == "ll" => both_ways::llvm(&text),
                _ => parts(&text).try_for_each(both_ways::mlir),
            };
            verdict.err().map(|wrong| format!("{}: {wrong}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The modules of a file, which are divided by `// -----`.
fn parts(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    const DIVIDER: &[u8] = b"// -----\n";
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let at = text.windows(DIVIDER.len()).position(|window| window == DIVIDER);
        rest = at.map(|at| &text[at + DIVIDER.len()..]);
        Some(&text[..at.unwrap_or(text.len())])
    })
}

#[test]
fn generated_llvm_ir() {
    property("generated_llvm_ir").cases(300).check(|choices| {
        let options = llvm::Options { beyond_opt: true, ..llvm::Options::default() };
        let module = llvm::module(choices, &options);
        llvm(&varied(Language::Llvm, tern_llvm_ir::write(&module), choices))
    });
}

#[test]
fn generated_modules_of_the_dialect_llvm() {
    property("generated_modules_of_the_dialect_llvm").cases(300).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let options = dialect::Options { for_export: choices.chance(70), ..dialect::Options::default() };
        let made = dialect::module(&context, choices, &options);
        let options =
            PrintOptions { generic: choices.chance(20), debug_info: true, ..PrintOptions::default() };
        mlir(&varied(Language::Mlir, asm::print(&context, &made, &options), choices))
    });
}

#[test]
fn generated_operations_of_all_dialects() {
    property("generated_operations_of_all_dialects").cases(400).check(|choices| {
        let context = Context::new(&both_ways::DIALECTS);
        let made = dialect::any_module(&context, &both_ways::DIALECTS, choices);
        let options = PrintOptions { generic: choices.chance(20), ..PrintOptions::default() };
        mlir(&varied(Language::Mlir, asm::print(&context, &made, &options), choices))
    });
}

#[test]
fn generated_bytecode() {
    property("generated_bytecode").cases(60).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = dialect::module(&context, choices, &dialect::Options::default());
        let mut bytes = bytecode::write(&context, &made, &bytecode::WriteOptions::default());
        if choices.chance(50) {
            bytes = tern_testing::mutate::bytes(&bytes, choices);
        }
        both_ways::bytecode(&bytes)
    });
}

/// Modules of LLVM IR as bitcode, most of which is damaged.
#[test]
fn damaged_bitcode() {
    property("damaged_bitcode").cases(300).check(|choices| {
        let text = match choices.chance(50) {
            true => LLVM.text(choices).to_vec(),
            false => tern_llvm_ir::write(&llvm::module(choices, &llvm::Options::default())),
        };
        let Ok(module) = tern_llvm_ir::read(&text, "input.ll") else { return Ok(()) };
        let Ok(bitcode) = tern_llvm_ir::bitcode::write::write(&module, &Default::default()) else {
            return Ok(());
        };
        let damage = |bitcode: Vec<u8>, choices: &mut Choices| match choices.chance(50) {
            true => tern_testing::mutate::bytes(&bitcode, choices),
            false => tern_testing::bitcode::mutated(&bitcode, choices).unwrap_or(bitcode),
        };
        let bitcode = (0..choices.below(4)).fold(bitcode, |bitcode, _| damage(bitcode, choices));
        both_ways::bitcode(&bitcode)
    });
}

/// What is left out is counted in each function again.
#[test]
fn losses() {
    let mut text = String::from("#root = #llvm.tbaa_root<id = \"root\">\n");
    for n in 0..3 {
        let _ = writeln!(
            text,
            "#type{n} = #llvm.tbaa_type_desc<id = \"t{n}\", members = {{<#root, 0>}}>\n\
             #tag{n} = #llvm.tbaa_tag<base_type = #type{n}, access_type = #type{n}, offset = 0>"
        );
    }
    for (name, tags) in [("f", &["#tag0, #tag1", "#tag1, #tag2"][..]), ("g", &["#tag1, #tag2"])] {
        let _ = writeln!(text, "llvm.func @{name}(%p: !llvm.ptr) {{");
        for tags in tags {
            let _ = writeln!(text, "  llvm.load %p {{tbaa = [{tags}]}} : !llvm.ptr -> i32");
        }
        text += "  llvm.return\n}\n";
    }
    mlir(text.as_bytes()).expect("they are the same");
}

/// Mutants of files.
#[test]
fn mutated_files() {
    property("mutated_files").cases(300).check(|choices| match choices.chance(50) {
        true => llvm(&hostile::input(Language::Llvm, &LLVM, choices)),
        false => mlir(&hostile::input(Language::Mlir, &MLIR, choices)),
    });
}

/// A module with many functions that share types, constants, strings and metadata, and also have some of their own.
fn sharing(functions: usize) -> String {
    let mut text = String::new();
    let mut nodes = String::new();
    // Defined in the order in which functions use them.
    (0..17).for_each(|n| text += &format!("%s{n} = type {{ i{}, ptr }}\n", n + 1));
    let _ = writeln!(text, "@table = global [2 x ptr] [ptr blockaddress(@f7, %body), ptr @f1]");
    for n in 0..functions {
        let (location, expression) = (2 * n + 9, n % 7);
        let _ = writeln!(
            text,
            "define i32 @f{n}(ptr %p{n}, i32 %x) !dbg !{subprogram} {{
entry:
  #dbg_value(i32 %x, !5, !DIExpression(DW_OP_plus_uconst, {expression}, DW_OP_stack_value), !{location})
  %field = getelementptr {{ i32, [{length} x i8], ptr }}, ptr %p{n}, i64 {n}, i32 2
  %part = getelementptr %s{structure}, ptr %p{n}, i64 0, i32 1
  %loaded = load i32, ptr %field, align 4, !dbg !{location}, !note !{{!\"inline {expression}\"}}
  br label %body
body:
  %sum = phi i32 [ %loaded, %entry ], [ %more, %body ]
  %more = add nsw i32 %sum, {n}
  %again = icmp slt i32 %more, {limit}
  br i1 %again, label %body, label %end, !prof !4
end:
  store ptr blockaddress(@f{n}, %body), ptr getelementptr (i8, ptr @table, i64 {expression}), align 8
  ret i32 %more
}}
",
            subprogram = location + 1,
            length = n % 90 + 1,
            structure = n % 17,
            limit = n * 31,
        );
        let _ = writeln!(nodes, "!{location} = !DILocation(line: {n}, scope: !{})", location + 1);
        let _ = writeln!(
            nodes,
            "!{} = distinct !DISubprogram(name: \"f{n}\", scope: !1, file: !1, line: {n}, type: !6, unit: !0)",
            location + 1
        );
    }
    text + "!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"many.c\", directory: \"/\")
!3 = !{i32 2, !\"Debug Info Version\", i32 3}
!4 = !{!\"branch_weights\", i32 9, i32 1}
!5 = !DILocalVariable(name: \"x\", scope: !10, file: !1, line: 1, type: !7)
!6 = !DISubroutineType(types: !{null})
!7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
" + &nodes
}

#[test]
fn functions_that_share_what_they_use() {
    llvm(sharing(40).as_bytes()).expect("small");
    let large = sharing(300);
    both_ways::llvm(large.as_bytes()).expect("large");
    let imported = pipeline::import(large.as_bytes()).expect("it can be imported");
    // The functions share one variable, which LLVM's verifier refuses.
    let exported = pipeline::export_unverified(&imported).expect("it can be exported");
    assert!(exported == pipeline::reprint_ir(large.as_bytes()).expect("it can be read"));
}

/// In the upstream-compatible import, unnamed structs get names, and a cycle of debug types starts at the type that the first
/// function mentions, so the order of processing is visible.
#[test]
fn what_shows_the_order_of_functions() {
    let mut structs = String::new();
    let mut records = String::from("declare void @take(ptr)\n");
    let mut nodes = String::from(
        "!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: \"many.c\", directory: \"/\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"a\", file: !1, line: 1, elements: !{!6})
!5 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"b\", file: !1, line: 2, elements: !{!7})
!6 = !DIDerivedType(tag: DW_TAG_member, name: \"b\", scope: !4, file: !1, line: 1, baseType: !5, size: 64)
!7 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", scope: !5, file: !1, line: 2, baseType: !4, size: 64)
",
    );
    for n in 0..60 {
        let _ = writeln!(structs, "%{n} = type {{ i8, [{} x i8] }}", n + 1);
        let _ = writeln!(structs, "define void @s{n}(ptr %p) {{");
        let _ = writeln!(structs, "  %field = getelementptr %{n}, ptr %p, i64 0, i32 1");
        let (subprogram, variable, location) = (10 + 3 * n, 11 + 3 * n, 12 + 3 * n);
        let _ = writeln!(records, "define void @r{n}(ptr %p) !dbg !{subprogram} {{");
        let _ = writeln!(records, "    #dbg_declare(ptr %p, !{variable}, !DIExpression(), !{location})");
        for text in [&mut structs, &mut records] {
            (0..20).for_each(|_| *text += "  store i8 0, ptr %p\n");
            *text += "  ret void\n}\n";
        }
        let _ = writeln!(
            nodes,
            "!{subprogram} = distinct !DISubprogram(name: \"r{n}\", scope: !1, file: !1, line: {n}, type: !3, unit: !0)
!{variable} = !DILocalVariable(name: \"x\", scope: !{subprogram}, file: !1, line: {n}, type: !{ty})
!{location} = !DILocation(line: {n}, scope: !{subprogram})",
            ty = 4 + n / 30,
        );
    }
    for text in [structs, records + &nodes] {
        llvm(text.as_bytes()).expect("the order is that of the text");
    }
}

/// A module with many functions, some with errors that are found in different stages.
fn wrong_functions() -> String {
    let mut text = String::from("module {\n");
    for n in 0..180 {
        let (used, callee, limit) = match n % 90 {
            // A use before the definition, a call of an unknown function, and both.
            7 => ("%late", n, "i32"),
            31 => ("%x", n + 100_000, "i32"),
            64 => ("%late", n + 100_000, "i32"),
            // Mismatched types.
            80 => ("%x", n, "i64"),
            _ => ("%x", n, "i32"),
        };
        let _ = writeln!(
            text,
            "  llvm.func @f{n}(%x: i32, %limit: {limit}) -> i32 {{
    llvm.br ^body(%x : i32)
  ^body(%sum: i32):
    %more = \"llvm.add\"(%sum, {used}) : (i32, i32) -> i32
    %again = \"llvm.icmp\"(%more, %limit) <{{predicate = 2 : i64}}> : (i32, {limit}) -> i1
    %late = llvm.call @f{callee}(%more, %limit) : (i32, {limit}) -> i32
    llvm.cond_br %again, ^body(%late : i32), ^end
  ^end:
    llvm.return %more : i32
  }}"
        );
    }
    text + "}\n"
}

#[test]
fn errors_of_several_stages() {
    mlir(wrong_functions().as_bytes()).expect("the errors are the same");
}
