//! Round trips: an upgrade restores every construct that a downgrade replaced.

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::context::Context;
use tern_mlir::verify::verify;

use super::{MlirVersion, TABLE, downgrade, parse};

const OPTIONS: ParseOptions = ParseOptions {
    allow_unregistered_dialects: true,
    no_implicit_module: false,
    stop_at_first_error: false,
    before: (0, 0),
    old_spellings: false,
};

const EVERYTHING: &str = r#"
#file = #llvm.di_file<"f.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = true, emissionKind = Full, splitDebugFilename = "f.dwo">
#type = #llvm.di_subroutine_type<types = #llvm.di_null_type>
#f = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, subprogramFlags = Definition, type = #type, retainedNodes = #llvm.di_label<scope = #file, name = "l">>
#var = #llvm.di_local_variable<scope = #f, name = "x", flags = Artificial>
#twin = #llvm.di_local_variable<scope = #f, name = "x">
module attributes {llvm.metadata = [distinct[2]<[#var, #twin]>, distinct[3]<unit>]} {
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
  llvm.comdat @comdats { llvm.comdat_selector @any any }
  llvm.mlir.global internal @zeros() comdat(@comdats::@any) {addr_space = 0 : i32, externally_initialized} : !llvm.struct<(i32, ptr)> {
    %0 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
    llvm.return %0 : !llvm.struct<(i32, ptr)>
  }
  llvm.mlir.alias external @other : !llvm.struct<(i32, ptr)> {
    %0 = llvm.mlir.addressof @zeros : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
  llvm.func @h()
  llvm.func @g(!llvm.ptr {llvm.noundef}, ...) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 9>}) attributes {frame_pointer = #llvm.framePointerKind<"non-leaf-no-reserve">, uwtable_kind = #llvm.uwtableKind<async>}
  llvm.func @f(%p: !llvm.ptr, %n: i32, %v: vector<2x!llvm.ptr>) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %poison = llvm.mlir.poison : vector<2x!llvm.ptr>
    %null = llvm.mlir.zero : !llvm.ptr
    %other = llvm.mlir.addressof @other : !llvm.ptr
    %0 = llvm.getelementptr inbounds|nuw %p[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %1 = llvm.getelementptr inbounds %p[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %2 = llvm.load %0 atomic acquire invariant_group {alignment = 4 : i64} : !llvm.ptr -> i32
    %3 = llvm.load %1 {alignment = 4 : i64, nontemporal} : !llvm.ptr -> i32
    %4 = llvm.add %2, %3 overflow<nsw> : i32
    %5 = llvm.or disjoint %4, %n : i32
    %6 = llvm.lshr exact %5, %n : i32
    "llvm.intr.memcpy"(%p, %0, %c1) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
    "llvm.intr.memcpy.inline"(%p, %0) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
    %7 = "llvm.intr.ctlz"(%6) <{is_zero_poison = true}> : (i32) -> i32
    llvm.intr.lifetime.start %p : !llvm.ptr
    %8 = llvm.call fastcc @g(%p) vararg(!llvm.func<i32 (ptr, ...)>) {no_unwind} : (!llvm.ptr {llvm.nonnull}) -> i32
    llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_deref]> = %8 : i32 loc(fused<#f>["f.c":1:2])
    llvm.intr.dbg.value #twin = %7 : i32 loc(fused<#f>["f.c":1:3])
    %9 = llvm.atomicrmw fmaximum %p, %poison_float syncscope("agent") monotonic : !llvm.ptr, f32
    llvm.fence acquire
    llvm.intr.assume %flag ["align"(%p, %c1 : !llvm.ptr, i64)] : i1
    llvm.cond_br %flag weights([1, 2]), ^next(%8 : i32), ^next(%7 : i32)
  ^next(%x: i32 loc(fused<#f>["f.c":2:1])):
    %token = llvm.mlir.none : !llvm.token
    llvm.call @h() ["funclet"(%token : !llvm.token)] : () -> ()
    llvm.intr.trap
    llvm.return %x : i32
  }
}
"#;

fn text() -> String {
    // Values that the test does not care about.
    let values =
        "    %flag = llvm.mlir.constant(true) : i1\n    %poison_float = llvm.mlir.poison : f32\n    %c1 =";
    EVERYTHING.replacen("    %c1 =", values, 1)
}

fn printed(context: &Context, module: &tern_mlir::Module, version: MlirVersion) -> String {
    let options =
        PrintOptions { for_mlir: true, debug_info: true, style: version.style(), ..PrintOptions::default() };
    String::from_utf8(asm::print(context, module, &options)).unwrap()
}

#[test]
fn what_a_version_lacks_comes_back() {
    for version in MlirVersion::ALL {
        let context = Context::new(crate::DIALECTS);
        let mut module = parse(&context, "test", text().as_bytes(), &OPTIONS).unwrap();
        assert!(verify(&context, &module).is_empty());
        let before = printed(&context, &module, MlirVersion::DEFAULT);
        downgrade(&context, &mut module, version);
        let between = printed(&context, &module, version);
        assert_eq!(between.contains(TABLE), version != MlirVersion::DEFAULT, "{between}");
        let again = Context::new(crate::DIALECTS);
        let back = parse(&again, "between", between.as_bytes(), &OPTIONS);
        let back = back.unwrap_or_else(|found| panic!("{version}: {found:?}\n{between}"));
        assert_eq!(printed(&again, &back, MlirVersion::DEFAULT), before, "{version}:\n{between}");
    }
}

#[test]
fn a_table_of_another_form_is_an_error() {
    for table in [
        "1 : i32",
        "[1 : i32]",
        r#"[["di_label", unit]]"#,
        r#"[["no_attribute", {}]]"#,
        r#"[["di_label", {name = {llvm.newer_attribute = 0 : index}}]]"#,
        r#"[["di_label", {line = "text"}]]"#,
    ] {
        let reference = "{llvm.newer_attribute = 0 : index}";
        let text = format!(
            "module attributes {{{TABLE} = {table}, a = {reference}, b = {{llvm.newer_attribute = 9}}}} {{}}"
        );
        let context = Context::new(crate::DIALECTS);
        assert!(parse(&context, "test", text.as_bytes(), &OPTIONS).is_err(), "{text}");
    }
}

#[test]
fn spellings_of_other_versions_are_read() {
    let today = r#"#loop_annotation = #llvm.loop_annotation<mustProgress = true>
module {
  llvm.func @f(%p: !llvm.ptr, %c: i1, %token: !llvm.token, ...) -> i32 {
    llvm.intr.lifetime.start %p : !llvm.ptr
    %0 = llvm.load %p {alignment = 4 : i64, foo.bar, nontemporal} : !llvm.ptr -> i32
    llvm.intr.vastart %p : !llvm.ptr
    llvm.call_intrinsic "llvm.trap"() {foo.bar} : () -> ()
    llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #loop_annotation}
  ^bb1:  // 3 preds: ^bb0, ^bb2, ^bb2
    llvm.fence acquire
    llvm.return %0 : i32
  ^bb2:  // pred: ^bb0
    llvm.switch %0 : i32, ^bb1 [
      -1: ^bb1
    ] {branch_weights = array<i32: 3, 1>}
  }
}
"#;
    let other = today
        .replacen("start %p", "start 4, %p", 1)
        .replacen("{alignment = 4 : i64, foo.bar, nontemporal}", "<alignment = 4, nontemporal> {foo.bar}", 1)
        .replacen("vastart %p : !llvm.ptr", "vastart %p", 1)
        .replacen("() {foo.bar} : () -> ()", "() : () -> () {foo.bar}", 1)
        .replacen("!llvm.token", "token", 1)
        .replacen("{loop_annotation = #loop_annotation}", "loop_annotation = <mustProgress = true>", 1)
        .replacen("-1:", "4294967295:", 1)
        .replacen("{branch_weights = array<i32: 3, 1>}", "weights([3, 1])", 1);
    let context = Context::new(crate::DIALECTS);
    let module = parse(&context, "test", other.as_bytes(), &OPTIONS).unwrap();
    let printed = asm::print(&context, &module, &PrintOptions { for_mlir: true, ..PrintOptions::default() });
    assert_eq!(String::from_utf8(printed).unwrap(), today);
}

#[test]
fn an_error_is_that_of_the_spelling_that_is_read_further() {
    for (line, message) in [
        ("%0 = llvm.load %p <alignment = 4> : !llvm.ptr -> i32", "'foo'"),
        ("llvm.return %p %p", "expected ':'"),
    ] {
        let text = format!("llvm.func @f(%p: !llvm.ptr) {{\n  {line}\n  foo\n}}");
        let context = Context::new(crate::DIALECTS);
        let found = parse(&context, "test", text.as_bytes(), &OPTIONS).err().unwrap();
        assert!(found[0].to_string().contains(message), "{}", found[0]);
    }
}

#[test]
fn loop_options_of_mlir_16_become_annotations() {
    let read = |branch: &str| {
        let text = format!(
            "llvm.metadata @m {{\n  llvm.access_group @g\n}}\nllvm.func @f(%c: i1) {{\n  llvm.br ^bb1\n^bb1:\n  \
             llvm.cond_br %c, ^bb1, ^bb2 {{{branch}}}\n^bb2:\n  llvm.return\n}}"
        );
        let context = Context::new(crate::DIALECTS);
        let module =
            parse(&context, "test", text.as_bytes(), &OPTIONS).map_err(|errors| errors[0].to_string())?;
        let options = PrintOptions { for_mlir: true, ..PrintOptions::default() };
        Ok(String::from_utf8(asm::print(&context, &module, &options)).unwrap())
    };
    let all = "llvm.loop = {options = #llvm.loopopts<disable_unroll = true, disable_licm = true, interleave_count = 1, \
        disable_pipeline = true, pipeline_initiation_interval = 2>, parallel_access = [@m::@g]}";
    let text: Result<String, String> = read(all);
    let text = text.unwrap();
    for part in [
        "#loop_unroll = #llvm.loop_unroll<disable = true>",
        "#loop_licm = #llvm.loop_licm<disable = true>",
        "#loop_interleave = #llvm.loop_interleave<count = 1 : i32>",
        "#loop_pipeline = #llvm.loop_pipeline<disable = true, initiationinterval = 2 : i32>",
        "parallelAccesses = #access_group>",
        "^bb2 {loop_annotation = #loop_annotation}",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        read("llvm.loop = {options = #llvm.loopopts<disable_licm = false>}")
            .unwrap()
            .contains("#llvm.loop_annotation<>")
    );
    // What is of another form stays.
    assert!(read("llvm.loop = {other = 1}").unwrap().contains("llvm.loop = {other = 1 : i64}"));
    let message = "unknown loop option `unroll`";
    assert!(read("llvm.loop = {options = #llvm.loopopts<unroll = true>}").unwrap_err().contains(message));
}

#[test]
fn operations_of_mlir_16_that_refer_wrongly_are_errors() {
    for (entities, message) in [
        ("llvm.alias_scope @s {domain = @d}", "`@d` is not in its `llvm.metadata`"),
        ("llvm.access_group @d\nllvm.alias_scope @s {domain = @d}", "refers to an operation of another kind"),
        ("llvm.alias_scope @s", "requires `domain`"),
        ("llvm.alias_scope @s {domain = 5}", "expected the name of an operation beside it"),
        ("llvm.tbaa_tag @s", "requires `offset`"),
        (
            "llvm.tbaa_type_desc @a {id = \"a\", members = {<@b, 0>}}\nllvm.tbaa_type_desc @b {id = \"b\", members = {<@a, 0>}}",
            "refers to itself",
        ),
    ] {
        let text = format!("llvm.metadata @m {{\n{entities}\n}}");
        let context = Context::new(crate::DIALECTS);
        let errors = parse(&context, "test", text.as_bytes(), &OPTIONS).err().unwrap_or_default();
        assert!(errors.first().is_some_and(|error| error.message() == message), "{text}: {errors:?}");
    }
}
