//! Checks that the output does not depend on the number of threads.

use std::fmt::Write;

use tern_mlir::Context;
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_roundtrip_tests::{layout, pipeline, samples};
use tern_testing::Choices;

/// A module with many functions that share types, constants, strings and metadata, and also have some of their own.
fn large_module() -> String {
    let mut text = String::new();
    let mut nodes = String::new();
    // Defined in the order in which functions use them.
    (0..17).for_each(|n| text += &format!("%s{n} = type {{ i{}, ptr }}\n", n + 1));
    let _ = writeln!(text, "@table = global [2 x ptr] [ptr blockaddress(@f7, %body), ptr @f9]");
    for n in 0..1_500 {
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
fn output_does_not_depend_on_the_number_of_threads() {
    let text = large_module();
    let all = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let imported = pipeline::import(text.as_bytes()).unwrap();
            let exported = pipeline::export(&imported).unwrap();
            (String::from_utf8(imported).unwrap(), String::from_utf8(exported).unwrap())
        })
    };
    let (imported, exported) = all(1);
    for _ in 0..3 {
        let (imported_by_many, exported_by_many) = all(4);
        assert!(imported == imported_by_many, "import");
        assert!(exported == exported_by_many, "export");
    }
    assert_eq!(exported, String::from_utf8(pipeline::reprint_ir(text.as_bytes()).unwrap()).unwrap());
}

#[test]
fn output_does_not_depend_on_the_layout_whatever_the_number_of_threads() {
    let text = large_module();
    let imported = pipeline::import(text.as_bytes()).unwrap();
    let exported = pipeline::export(&imported).unwrap();
    let pools =
        [1, 4].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    for seed in 0..2 {
        let mut choices = Choices::from_seed(seed);
        let llvm = layout::relaid_llvm(text.as_bytes(), &mut choices);
        let mlir = layout::relaid_mlir(&imported, &mut choices);
        for pool in &pools {
            let (again, back) = pool.install(|| (pipeline::import(&llvm), pipeline::export(&mlir)));
            assert!(again.unwrap() == imported, "import, seed {seed}");
            assert!(back.unwrap() == exported, "export, seed {seed}");
        }
    }
}

/// In the upstream-compatible import, unnamed structs get names, and a cycle of debug types starts at the type that the first
/// function mentions, so the order of processing is visible.
#[test]
fn imports_as_upstream_do_not_depend_on_the_number_of_threads() {
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
        let _ = writeln!(structs, "define void @s{n}(ptr %p) {{");
        let _ = writeln!(structs, "  %field = getelementptr %{n}, ptr %p, i64 0, i32 1");
        let (subprogram, variable, location) = (10 + 3 * n, 11 + 3 * n, 12 + 3 * n);
        let _ = writeln!(records, "define void @r{n}(ptr %p) !dbg !{subprogram} {{");
        let _ = writeln!(records, "    #dbg_declare(ptr %p, !{variable}, !DIExpression(), !{location})");
        for text in [&mut structs, &mut records] {
            (0..300).for_each(|_| *text += "  store i8 0, ptr %p\n");
            *text += "  ret void\n}\n";
        }
        let _ = writeln!(structs, "%{n} = type {{ i8, [{} x i8] }}", n + 1);
        let _ = writeln!(
            nodes,
            "!{subprogram} = distinct !DISubprogram(name: \"r{n}\", scope: !1, file: !1, line: {n}, type: !3, unit: !0)
!{variable} = !DILocalVariable(name: \"x\", scope: !{subprogram}, file: !1, line: {n}, type: !{ty})
!{location} = !DILocation(line: {n}, scope: !{subprogram})",
            ty = 4 + n / 30,
        );
    }
    for text in [structs, records + &nodes] {
        let [alone, by_many] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (imported, said) = pool.install(|| pipeline::import_as_upstream(text.as_bytes()));
            (String::from_utf8(imported.unwrap()).unwrap(), said)
        });
        assert!(alone == by_many);
    }
}

/// A module with many functions, some with errors that are found in different stages.
fn module_with_errors() -> String {
    let mut text = String::from("module {\n");
    for n in 0..1_500 {
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
fn errors_do_not_depend_on_the_number_of_threads() {
    let text = module_with_errors();
    let found = |threads: usize, options: &VerifyOptions| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let module = asm::parse(&context, "many", text.as_bytes(), &ParseOptions::default()).unwrap();
            let errors = verify_with(&context, &module, options);
            let show = |error: &Diagnostic| {
                let notes: Vec<_> =
                    error.notes().iter().map(|(location, note)| (location.offset(), note.as_str())).collect();
                format!("{:?} {} {notes:?}", error.location().offset(), error.message())
            };
            errors.iter().map(show).collect::<Vec<_>>()
        })
    };
    for first_only in [false, true] {
        for show_operations in [false, true] {
            let options = VerifyOptions { first_only, show_operations };
            let alone = found(1, &options);
            assert!(alone.len() > 30, "{alone:?}");
            for _ in 0..3 {
                assert_eq!(found(4, &options), alone);
            }
        }
    }
}

/// Whatever the bodies contain, the parallel result equals the sequential one.
#[test]
fn exports_of_all_samples_do_not_depend_on_the_number_of_threads() {
    let filler = samples::filler();
    let pools =
        [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    for path in samples::llvm().into_iter().chain(samples::mlir()) {
        let text = std::fs::read(&path).expect("it can be read");
        let imported = match path.extension().is_some_and(|extension| extension == "ll") {
            true => pipeline::import(&text),
            false => Ok(text),
        };
        // A module that cannot be imported cannot be exported.
        let Ok(text) = imported else { continue };
        let text = String::from_utf8_lossy(&text).into_owned();
        // Inside the existing module, or next to the other members.
        let start = text
            .find("\nmodule ")
            .map_or(usize::from(!text.starts_with("module ")) * text.len(), |at| at + 1);
        let place = text[start..].find("{\n").map_or(text.len(), |at| start + at + 2);
        let text = format!("{}\n{filler}{}", &text[..place], &text[place..]);
        let [alone, by_many] =
            pools.each_ref().map(|pool| pool.install(|| pipeline::export(text.as_bytes())));
        let show = |result: pipeline::Result<Vec<u8>>| {
            result.map(|text| String::from_utf8_lossy(&text).into_owned())
        };
        assert!(show(alone) == show(by_many), "{}", path.display());
    }
}

/// Losses are counted in each function again.
#[test]
fn losses_do_not_depend_on_the_number_of_threads() {
    let mut text = String::from("#root = #llvm.tbaa_root<id = \"root\">\n");
    for n in 0..3 {
        let _ = writeln!(
            text,
            "#type{n} = #llvm.tbaa_type_desc<id = \"t{n}\", members = {{<#root, 0>}}>\n\
             #tag{n} = #llvm.tbaa_tag<base_type = #type{n}, access_type = #type{n}, offset = 0>"
        );
    }
    text += &samples::filler();
    for (name, tags) in [("f", &["#tag0, #tag1", "#tag1, #tag2"][..]), ("g", &["#tag1, #tag2"])] {
        let _ = writeln!(text, "llvm.func @{name}(%p: !llvm.ptr) {{");
        for tags in tags {
            let _ = writeln!(text, "  llvm.load %p {{tbaa = [{tags}]}} : !llvm.ptr -> i32");
        }
        text += "  llvm.return\n}\n";
    }
    let losses = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let module = asm::parse(&context, "losses", text.as_bytes(), &ParseOptions::default());
            tern_export::export(&context, &module.unwrap()).unwrap().losses
        })
    };
    let alone = losses(1);
    assert_eq!(alone.values().collect::<Vec<_>>(), [&3]);
    assert_eq!(losses(3), alone);
}
