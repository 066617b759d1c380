use super::{Consumer, LlvmVersion, Losses, downgrade, downgrade_for, needs};
use crate::attributes::{AttributeKind, AttributePlace};
use crate::instruction::{CastOp, Flags, Opcode, RmwOp};
use crate::metadata::specialized::Kind;
use crate::module::Module;
use crate::writer::try_write_for;

#[test]
fn declarations_say_since_when() {
    let since = |major| LlvmVersion::new(major).unwrap();
    assert_eq!(AttributeKind::Captures.since(AttributePlace::Parameter), Some(since(20)));
    assert_eq!(AttributeKind::NoFree.since(AttributePlace::Function), Some(since(9)));
    assert_eq!(AttributeKind::NoFree.since(AttributePlace::Result), None);
    assert_eq!(AttributeKind::ByVal.typed_since(), since(9));
    assert_eq!(Opcode::Freeze.since(), since(10));
    assert_eq!(Opcode::Cast(CastOp::ZExt).since(), LlvmVersion::OLDEST);
    assert_eq!(RmwOp::FMax.since(), since(15));
    assert_eq!(Opcode::Cast(CastOp::Trunc).flags_in(since(18)), Flags::empty());
    assert_eq!(Opcode::Cast(CastOp::Trunc).flags_in(since(19)), Flags::NUW | Flags::NSW);
    assert_eq!(Opcode::FNeg.flags_in(LlvmVersion::OLDEST), Flags::empty());
    assert!(Opcode::all().all(|opcode| opcode.flags_in(LlvmVersion::NEWEST) == opcode.flags()));
    let label = Kind::find(b"DILabel").unwrap();
    assert_eq!((label.since, label.fields[4].since), (since(7), since(21)));
}

#[test]
fn ifuncs_have_metadata_since_22() {
    let text = "@f = ifunc void (), ptr @r, !note !0\ndefine ptr @r() {\n  ret ptr null\n}\n!0 = !{}\n";
    for (major, is_kept) in [(21, false), (22, true)] {
        let mut module = read(text);
        let losses = downgrade(&mut module, version(major)).unwrap();
        let written = try_write_for(&module, version(major)).unwrap();
        assert_eq!(String::from_utf8_lossy(&written).contains("!note"), is_kept);
        assert_eq!(!losses.counts().contains_key("metadata of an ifunc"), is_kept);
    }
}

#[test]
fn annotations_hold_tuples_since_17() {
    let text =
        "define void @f() {\n  ret void, !annotation !0\n}\n!0 = !{!\"a\", !1}\n!1 = !{!\"b\", !\"c\"}\n";
    let (old, losses) = written(text, 16);
    assert!(old.contains("!0 = !{!\"a\", !\"b\", !\"c\"}"), "{old}");
    assert_eq!(losses.counts().len(), 1);
    let (new, losses) = written(text, 17);
    assert!(new.contains("!0 = !{!\"a\", !1}"), "{new}");
    assert!(losses.counts().is_empty());
}

#[test]
fn orders_of_uses_fit_the_version() {
    let text = "@a = global ptr blockaddress(@f, %b)\n@d = global ptr @f\n@e = global ptr @f\n@g = global ptr @a\n@h = global ptr @a\n\
        define void @f(i1 %c, i64 %x) {\n  br i1 %c, label %b, label %d\nb:\n  ret void\nd:\n  %s = add i64 %x, %x\n  br label %b\n\
        uselistorder i64 %x, { 1, 0 }\n  uselistorder label %b, { 2, 0, 1 }\n}\nuselistorder ptr @f, { 1, 0 }\nuselistorder ptr @a, { 1, 0 }\n";
    let orders = ["i64 %x", "label %b", "ptr @f", "ptr @a"];
    for (major, kept) in
        [(14, [false; 4]), (20, [true, true, false, true]), (22, [true; 4]), (23, [true, false, true, true])]
    {
        let (written, losses) = written(text, major);
        let found = orders.map(|of| written.contains(&format!("uselistorder {of}, ")));
        assert_eq!(found, kept, "{major}: {written}");
        assert_eq!(losses.counts().contains_key("orders of uses"), kept.contains(&false));
    }
}

#[test]
fn versions_are_numbers() {
    assert_eq!("7".parse(), Ok(LlvmVersion::new(7).unwrap()));
    assert!("4".parse::<LlvmVersion>().is_err() && "24".parse::<LlvmVersion>().is_err());
    assert_eq!(LlvmVersion::all().count(), 19);
}

fn version(major: u32) -> LlvmVersion {
    LlvmVersion::new(major).unwrap()
}

fn read(text: &str) -> Module {
    crate::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The text of a module for a version, and what was lost.
fn written(text: &str, major: u32) -> (String, Losses) {
    let mut module = read(text);
    let losses = downgrade(&mut module, version(major)).unwrap_or_else(|found| panic!("{found:?}"));
    (String::from_utf8(try_write_for(&module, version(major)).unwrap()).unwrap(), losses)
}

/// What a version cannot say of a module.
fn refused(text: &str, major: u32) -> Vec<String> {
    let found = downgrade(&mut read(text), version(major)).unwrap_err();
    found.iter().map(ToString::to_string).collect()
}

const BYTES: &str = "\
@x = global b64 bitcast (ptr @x to b64)
@y = global [3 x b8] c\"ab\\00\"
@z = global <2 x b1> <b1 -1, b1 0>
@w = global b128 -5

define ptr @f(ptr %p, b8 %b) {
  %c = load b8, ptr %p
  store b8 %b, ptr %p
  %i = bitcast b8 %c to i8
  %w = load b64, ptr @x
  %q = bitcast b64 %w to ptr
  %v = bitcast ptr %q to <2 x b32>
  ret ptr %q
}
";

#[test]
fn bytes_are_read_and_written() {
    let text = String::from_utf8(crate::write(&read(BYTES))).unwrap();
    assert_eq!(text.trim_start(), BYTES);
    assert!(crate::verify(&read(BYTES)).is_empty());
    for wrong in
        ["@x = global b0 0\n", "@x = global b8388609 0\n", "@x = global b1 true\n", "@x = global b8 null\n"]
    {
        assert!(crate::read(wrong.as_bytes(), "wrong").is_err(), "{wrong}");
    }
}

#[test]
fn bytes_become_integers() {
    let (text, losses) = written(BYTES, 22);
    for expected in [
        "@x = global i64 ptrtoint (ptr @x to i64)",
        "@y = global [3 x i8] c\"ab\\00\"",
        "@z = global <2 x i1> <i1 true, i1 false>",
        "@w = global i128 -5",
        "%bitcast = bitcast i64 %w to i64\n  %q = inttoptr i64 %bitcast to ptr",
        "%v = bitcast i64 %ptrtoint to <2 x i32>",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let losses: Vec<_> = losses.counts().into_iter().collect();
    assert_eq!(losses[0], ("byte type `b128`, written as `i128`, first in @w".to_owned(), 1));
    assert_eq!(losses[4], ("byte type `b8`, written as `i8`, first in @f, block 0".to_owned(), 1));
}

#[test]
fn constants_count_for_each_use() {
    let text = "define i32 @f(i1 %c) {\n  %x = select i1 %c, i32 poison, i32 poison\n  ret i32 poison\n}\n";
    let (_, losses) = written(text, 11);
    let counts = losses.counts();
    assert_eq!(counts["constant `poison`, written as `undef`"], 3);
}

#[test]
fn signed_pointers_are_not_dropped() {
    let text = "@g = global i8 0\n@p = global ptr ptrauth (ptr @g, i32 1)\n";
    assert_eq!(refused(text, 18), ["in @p, LLVM 18 has no constant `ptrauth`"]);
    assert!(written(text, 19).1.is_empty());
}

#[test]
fn inline_copies_have_the_form_of_copies() {
    let text = "declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)\ndefine void @f(ptr %p, ptr %q) {\n  \
                call void @llvm.memcpy.inline.p0.p0.i64(ptr align 4 %p, ptr align 8 %q, i64 16, i1 false)\n  ret void\n}\n";
    let (text, _) = written(text, 6);
    assert!(text.contains("@llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %q, i64 16, i32 4, i1 false)"), "{text}");
}

#[test]
fn inline_copies_stand_beside_others() {
    let text = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)\n\
                declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)\ndefine void @f(ptr %p, ptr %q) {\n  \
                call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)\n  \
                call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)\n  \
                call void @llvm.memset.inline.p0.i64(ptr align 2 %p, i8 0, i64 8, i1 false)\n  \
                call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)\n  ret void\n}\n";
    for version in [5, 6] {
        let (text, losses) = written(text, version);
        assert_eq!(text.matches("call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* %q,").count(), 3, "{text}");
        assert!(text.contains("@llvm.memset.p0i8.i64(i8* %p, i8 0, i64 8, i32 2, i1 false)"), "{text}");
        assert_eq!(losses.counts()["intrinsic `llvm.memcpy.inline`, written as `llvm.memcpy`"], 1);
    }
}

/// The element of the list that a field of a node refers to, and what follows.
fn listed(text: &str, node: &str, field: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.contains(node)).expect("the node is there");
    let Some((_, rest)) = line.split_once(&format!("{field}: ")) else { return Vec::new() };
    let list = rest.split([',', ')']).next().unwrap();
    let line =
        text.lines().find_map(|line| line.strip_prefix(&format!("{list} = !{{"))).expect("the list is there");
    let elements = line.trim_end_matches('}').split(", ").filter(|element| !element.is_empty());
    let kind = |element: &str| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{element} = ")))
            .expect("the element is there");
        line.trim_start_matches("distinct ").split('(').next().unwrap().to_owned()
    };
    elements.map(kind).collect()
}

#[test]
fn entities_of_functions_are_listed_where_the_version_expects_them() {
    let text = "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!9}\n!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, nameTableKind: None)\n\
                !1 = distinct !DISubprogram(name: \"f\", file: !2, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !3)\n\
                !2 = !DIFile(filename: \"f\", directory: \"\")\n!3 = !{!4, !6, !8, !10, !11}\n!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())\n\
                !5 = distinct !DIGlobalVariable(name: \"x\", scope: !12, file: !2, type: !7)\n!6 = !DILocalVariable(name: \"y\", scope: !1)\n\
                !7 = !DIBasicType(name: \"int\", size: 32)\n\
                !8 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", scope: !1, file: !2, size: 32)\n\
                !9 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
                !10 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", scope: !1, file: !2, size: 32)\n\
                !11 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !1, entity: !7, file: !2, line: 2)\n\
                !12 = distinct !DILexicalBlock(scope: !1, file: !2)\ndefine void @f() !dbg !1 {\n  ret void\n}\n";
    assert!(crate::verify(&read(text)).debug_info.is_empty());
    let (newest, losses) = written(text, 23);
    assert!(losses.is_empty());
    assert_eq!(listed(&newest, "!DISubprogram", "retainedNodes").len(), 5);
    let (variable, import, enumeration) =
        ("!DIGlobalVariableExpression", "!DIImportedEntity", "!DICompositeType");
    for (version, retained) in [(22, &["!DILocalVariable", import][..]), (16, &["!DILocalVariable"])] {
        let (older, losses) = written(text, version);
        assert_eq!(losses.counts()["types among the `retainedNodes` of `DISubprogram`"], 1);
        assert_eq!(listed(&older, "!DISubprogram", "retainedNodes"), retained, "{older}");
        assert_eq!(listed(&older, "!DICompileUnit", "globals"), [variable]);
        assert_eq!(listed(&older, "!DICompileUnit", "enums"), [enumeration]);
        assert_eq!(listed(&older, "!DICompileUnit", "imports").len(), usize::from(version < 17));
        // What the unit lists returns to the subprogram.
        let (again, _) = written(&older, 23);
        assert_eq!(listed(&again, "!DICompileUnit", "globals"), [""; 0]);
        let last = listed(&again, "!DISubprogram", "retainedNodes");
        let expected = if version < 17 {
            vec![variable, import, enumeration]
        } else {
            vec![import, variable, enumeration]
        };
        assert_eq!(last[1..], expected);
    }
}

#[test]
fn what_a_module_needs_has_versions_and_places() {
    let text = "define i32 @f(ptr %p, i32 %x) {\n  %y = freeze i32 %x\n  %o = atomicrmw uinc_wrap ptr %p, i32 %y seq_cst\n  \
                %b = call i32 @llvm.ucmp.i32.i32(i32 %o, i32 3)\n  ret i32 %b\n}\ndeclare i32 @llvm.ucmp.i32.i32(i32, i32)\n";
    let needs = needs(&read(text));
    assert_eq!(needs.version, version(19));
    let found: Vec<_> = needs.constructs.iter().map(|it| (&it.what[..], it.since.major())).collect();
    let expected = [
        ("intrinsic `llvm.ucmp`, written as what it computes", 19),
        ("operation `uinc_wrap` of `atomicrmw`, written as a loop", 16),
        ("instruction `freeze`, whose operand takes its place", 10),
    ];
    assert_eq!(found[..3], expected);
    assert_eq!(needs.constructs[0].loss.first.as_deref(), Some("@f, block 0"));
    let nothing = super::needs(&read("define void @f() {\n  ret void\n}\n"));
    assert_eq!((nothing.version, nothing.constructs), (LlvmVersion::OLDEST, vec![]));
}

#[test]
fn requirements_of_kernels_are_annotations_before_llvm_21() {
    let text = "define ptx_kernel void @f(ptr byval(i32) %p, ptr byval(i32) \"nvvm.grid_constant\" %q) #0 {\n  ret void\n}\n\
        attributes #0 = { \"nvvm.maxntid\"=\"256,2\" \"nvvm.minctasm\"=\"3\" \"nvvm.maxnreg\"=\"many\" }\n";
    let mut module = read(text);
    downgrade(&mut module, LlvmVersion::since(20)).unwrap();
    let older = String::from_utf8(try_write_for(&module, LlvmVersion::since(20)).unwrap()).unwrap();
    for expected in [
        "!0 = !{ptr @f, !\"maxntidx\", i32 256, !\"maxntidy\", i32 2, !\"minctasm\", i32 3, !\"grid_constant\", !1}",
        "!nvvm.annotations = !{!0}",
        "!1 = !{i32 2}",
        "attributes #0 = { \"nvvm.maxnreg\"=\"many\" }",
    ] {
        assert!(older.contains(expected), "{expected}\n{older}");
    }
    // The reader brings them back.
    let back = String::from_utf8(try_write_for(&read(&older), LlvmVersion::DEFAULT).unwrap()).unwrap();
    for expected in ["\"nvvm.maxntid\"=\"256,2\"", "\"nvvm.minctasm\"=\"3\"", "\"nvvm.grid_constant\" %q"] {
        assert!(back.contains(expected), "{expected}\n{back}");
    }
}

#[test]
fn programs_get_what_they_want() {
    let nvvm = Consumer::find("nvvm").unwrap();
    let mut module = read(
        "define ptx_kernel void @f(ptr addrspace(1) %p, float %x) {\n  \
        %o = atomicrmw fadd ptr addrspace(1) %p, float %x monotonic\n  ret void\n}\n",
    );
    downgrade_for(&mut module, nvvm).unwrap();
    let text = String::from_utf8(try_write_for(&module, nvvm.version).unwrap()).unwrap();
    for expected in [
        "target triple = \"nvptx64-nvidia-cuda\"",
        "call float @llvm.nvvm.atomic.load.add.f32.p1f32(float addrspace(1)* %p, float %x)",
        "!nvvmir.version = !{!0}\n\n!0 = !{i32 2, i32 0, i32 3, i32 1}",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let mut other = read("target triple = \"x86_64-linux\"\n");
    let found = downgrade_for(&mut other, nvvm).unwrap_err();
    assert!(found[0].to_string().contains("this is for x86_64-linux"), "{found:?}");
    let metal = Consumer::find("metal").unwrap();
    let found = downgrade_for(&mut read("define void @f(double %x) {\n  ret void\n}\n"), metal).unwrap_err();
    assert!(found[0].to_string().contains("has no type `double`"), "{found:?}");
}

#[test]
fn intrinsics_of_cuda_have_their_older_names() {
    let text = "target triple = \"nvptx64-nvidia-cuda\"\ndefine float @f(float %x, double %y) {\n  \
        %a = call float @llvm.nvvm.fabs.ftz.f32(float %x)\n  %b = call double @llvm.nvvm.fabs.f64(double %y)\n  \
        %c = call float @llvm.nvvm.ex2.approx.ftz.f32(float %a)\n  %d = call afn float @llvm.tanh.f32(float %c)\n  ret float %d\n}\n";
    for (version, expected) in [
        (
            7,
            &[
                "@llvm.nvvm.fabs.ftz.f(",
                "@llvm.nvvm.fabs.d(",
                "@llvm.nvvm.ex2.approx.ftz.f(",
                "@llvm.nvvm.tanh.approx.f32(",
            ],
        ),
        (
            21,
            &[
                "@llvm.nvvm.fabs.ftz.f32(",
                "@llvm.nvvm.fabs.f64(",
                "@llvm.nvvm.ex2.approx.ftz.f(",
                "@llvm.nvvm.tanh.approx.f32(",
            ],
        ),
        (
            22,
            &[
                "@llvm.nvvm.fabs.ftz.f32(",
                "@llvm.nvvm.fabs.f64(",
                "@llvm.nvvm.ex2.approx.ftz.f32(",
                "@llvm.tanh.f32(",
            ],
        ),
    ] {
        let version = LlvmVersion::new(version).unwrap();
        let mut module = read(text);
        downgrade(&mut module, version).unwrap();
        let text = String::from_utf8(try_write_for(&module, version).unwrap()).unwrap();
        for name in expected {
            assert_eq!(text.matches(name).count(), 2, "{name}\n{text}");
        }
    }
}

#[test]
fn what_is_new_in_23_has_an_older_form() {
    let text = "module asm(target_cpu: \"x\")\n    \"a\"\n\ndefine <2 x i32> @f(<2 x i32> %a, <2 x i32> %b, <2 x i1> %m, ptr %p, float %x) \
        denormal_fpenv(preservesign|dynamic, float: ieee) prefalign(16) {\n  \
        %q = call <2 x i32> @llvm.masked.udiv.v2i32(<2 x i32> %a, <2 x i32> %b, <2 x i1> %m)\n  \
        %o = atomicrmw fmaximumnum ptr %p, float %x seq_cst\n  ret <2 x i32> %q\n}\n\
        declare <2 x i32> @llvm.masked.udiv.v2i32(<2 x i32>, <2 x i32>, <2 x i1>)\n";
    let (text, losses) = written(text, 22);
    for expected in [
        "module asm \"a\"",
        "\"denormal-fp-math\"=\"preserve-sign,dynamic\" \"denormal-fp-math-f32\"=\"ieee,ieee\"",
        "udiv <2 x i32> %a, %select",
        "cmpxchg ptr %p, i32",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains("prefalign") && losses.iter().count() == 4, "{:?}", losses.counts());
}
