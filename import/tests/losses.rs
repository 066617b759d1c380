//! What an import in upstream mode counts as left out. That the lossless import leaves nothing out is checked by the round trips:
//! LLVM prints the same before and after.

use tern_import::{Compat, Options, import_with};
use tern_mlir::Context;

/// The constructs left out of a module, by kind.
fn losses(text: &str) -> Vec<(String, u64)> {
    let module = tern_llvm_ir::read(text.as_bytes(), "test.ll").expect("it is LLVM IR");
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let upstream = Options { compat: Compat::Upstream, ..Options::default() };
    let import = import_with(&context, &module, upstream).expect("upstream imports it, too");
    import.losses.into_iter().collect()
}

#[track_caller]
fn check(text: &str, expected: &[(&str, u64)]) {
    let found = losses(text);
    let found: Vec<(&str, u64)> = found.iter().map(|(what, count)| (what.as_str(), *count)).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_has_a_form_is_not_left_out() {
    let text = "target datalayout = \"e-i64:64\"
        define i32 @f(i32 noundef %x, ptr align 4 %p) nounwind memory(read) {
          %y = load i32, ptr %p, align 4, !invariant.load !0
          %z = add nsw i32 %x, %y
          ret i32 %z
        }
        !llvm.ident = !{!1}
        !llvm.module.flags = !{!2}
        !0 = !{}
        !1 = !{!\"me\"}
        !2 = !{i32 1, !\"wchar_size\", i32 4}";
    check(text, &[]);
}

#[test]
fn attachments() {
    let text = "@g = global i32 0, !mine !0
        @h = global i32 0, !mine !0, !dbg !4
        define i32 @f(i32 %x) !mine !0 {
          %y = add i32 %x, 1, !mine !0
          %z = add i32 %y, 1, !mine !0
          %w = mul i32 %y, %z, !tbaa !1
          ret i32 %w
        }
        !llvm.module.flags = !{!8}
        !llvm.dbg.cu = !{!6}
        !0 = !{}
        !1 = !{!2, !2, i64 0}
        !2 = !{!\"int\", !3, i64 0}
        !3 = !{!\"root\"}
        !4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
        !5 = distinct !DIGlobalVariable(name: \"h\", scope: !6, file: !7, line: 1, type: !9, isLocal: false, isDefinition: true)
        !6 = distinct !DICompileUnit(language: DW_LANG_C11, file: !7, emissionKind: FullDebug)
        !7 = !DIFile(filename: \"a.c\", directory: \"/\")
        !8 = !{i32 2, !\"Debug Info Version\", i32 3}
        !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)";
    let expected = [
        ("metadata of kind mine on a global", 3),
        ("metadata of kind mine on llvm.add", 2),
        ("metadata of kind tbaa on llvm.mul", 1),
    ];
    check(text, &expected);
}

#[test]
fn attributes() {
    let text = "declare void @f(i32 noext, ptr align 4, float \"text\" \"other\"=\"text\")
        declare ptr @g(i32 range(i32 0, 7))
        define void @h(ptr %p, i32 %x) {
          call void asm sideeffect \"nop\", \"*m,r\"(ptr elementtype(i32) align 4 %p, i32 noundef %x)
          ret void
        }
        declare void @i() preallocated(i32)";
    let expected = [
        ("attribute of an operand of inline assembly", 2),
        ("function attribute preallocated", 1),
        ("parameter attribute llvm.noext", 1),
        ("parameter attribute that is a string", 2),
    ];
    check(text, &expected);
}

#[test]
fn named_metadata_and_flags() {
    let text = "!mine = !{!0}
        !other = !{}
        !llvm.ident = !{!1}
        !llvm.commandline = !{!1}
        !llvm.dependent-libraries = !{!1}
        !llvm.linker.options = !{!1}
        !llvm.module.flags = !{!2, !3}
        !0 = !{}
        !1 = !{!\"text\"}
        !2 = !{i32 1, !\"wchar_size\", i32 4}
        !3 = !{i32 1, !\"ratio\", float 1.0}";
    check(text, &[("module flag ratio", 1), ("named metadata mine", 1), ("named metadata other", 1)]);
}

#[test]
fn parts_of_the_data_layout() {
    check("target datalayout = \"e-ni:10-G1\"", &[("unhandled data layout token: ni:10", 1)]);
}

#[test]
fn a_scope_that_no_access_is_in() {
    let text = "declare void @llvm.experimental.noalias.scope.decl(metadata)
        define i32 @f(ptr %p) {
          call void @llvm.experimental.noalias.scope.decl(metadata !2)
          %x = load i32, ptr %p, align 4
          ret i32 %x
        }
        !0 = distinct !{!0}
        !1 = distinct !{!1, !0}
        !2 = !{!1}";
    check(text, &[("declaration of an alias scope that no access is in", 1)]);
}

#[test]
fn debug_information() {
    let text = "define i32 @f(i32 %x) !dbg !4 {
            #dbg_value(!DIArgList(i32 %x, i32 5), !7, !DIExpression(DW_OP_LLVM_arg, 0), !8)
            #dbg_value(!{}, !7, !DIExpression(), !8)
            #dbg_value(i32 %x, !7, !DIExpression(), !8)
          ret i32 %x, !dbg !8
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!3}
        !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: \"a.c\", directory: \"/d\")
        !3 = !{i32 2, !\"Debug Info Version\", i32 3}
        !4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
        !5 = !DISubroutineType(types: !6)
        !6 = !{null}
        !7 = !DILocalVariable(name: \"x\", scope: !4, file: !1, line: 4, type: !9)
        !8 = !DILocation(line: 5, column: 1, scope: !4)
        !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)";
    check(text, &[("unhandled debug record #dbg_value", 2)]);
    // A kind of node that has no attribute.
    let node = "@h = global i32 0, !dbg !1
        !llvm.module.flags = !{!0}
        !llvm.dbg.cu = !{!3}
        !0 = !{i32 2, !\"Debug Info Version\", i32 3}
        !1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())
        !2 = distinct !DIGlobalVariable(name: \"h\", scope: !3, file: !4, line: 1, type: !5, isLocal: false, isDefinition: true)
        !3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug)
        !4 = !DIFile(filename: \"a.c\", directory: \"/\")
        !5 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !4, line: 1, size: 8, elements: !{}, templateParams: !6)
        !6 = !{!7}
        !7 = !DITemplateTypeParameter(name: \"T\", type: null)";
    check(node, &[]);
}

#[test]
fn summaries_and_orders_of_uses() {
    let text = "@g = global i32 0
        @p = global ptr @g
        @q = global ptr @g
        define i32 @f(i32 %x) {
          %y = add i32 %x, %x
          ret i32 %y
          uselistorder i32 %x, { 1, 0 }
        }
        uselistorder ptr @g, { 1, 0 }
        ^0 = flags: 8";
    check(text, &[("llvm.use_list_orders", 2), ("module summary", 1)]);
}
