//! What an export counts as left out: malformed asides, discardable attributes, locations.

use tern_mlir::Context;
use tern_mlir::asm::{self, ParseOptions};

#[track_caller]
fn check(text: &str, expected: &[(&str, u64)]) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = asm::parse(&context, "test.mlir", text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    let exported = tern_export::export(&context, &module).unwrap_or_else(|found| panic!("{found:?}"));
    let found: Vec<(&str, u64)> =
        exported.losses.iter().map(|(what, count)| (what.as_str(), *count)).collect();
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(&tern_llvm_ir::write(&exported.module)));
}

#[test]
fn what_has_a_form_is_not_left_out() {
    check("llvm.func @f(%x: i32 {llvm.noundef, llvm.passthrough = [\"text\", [\"a\", \"b\"]]})", &[]);
}

#[test]
fn attributes_of_arguments() {
    let malformed = [
        // Neither a string nor a pair.
        "llvm.passthrough = [3 : i32]",
        // Not a number.
        "llvm.align = \"text\"",
    ];
    for attribute in malformed {
        let text = format!("llvm.func @f(!llvm.ptr {{{attribute}}})");
        check(&text, &[("malformed argument attribute", 1)]);
    }
    check("llvm.func @f(!llvm.ptr {llvm.what})", &[("unknown argument attribute", 1)]);
    check("llvm.func @f(!llvm.ptr {other.what})", &[("argument attribute of another dialect", 1)]);
}

/// Losses in a body are counted once, although bodies are examined before they are exported in parallel.
#[test]
fn several_tags_on_one_access() {
    let text = "
        #root = #llvm.tbaa_root<id = \"root\">
        #char = #llvm.tbaa_type_desc<id = \"char\", members = {<#root, 0>}>
        #int = #llvm.tbaa_type_desc<id = \"int\", members = {<#char, 0>}>
        #a = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
        #b = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>
        llvm.func @f(%p: !llvm.ptr) {
          %0 = llvm.load %p {tbaa = [#a]} : !llvm.ptr -> i32
          llvm.store %0, %p {tbaa = [#a, #b]} : i32, !llvm.ptr
          llvm.return
        }
        llvm.func @g(%p: !llvm.ptr {llvm.what}) {
          llvm.return
        }
        llvm.func @h(%p: !llvm.ptr) {
          llvm.return
        }";
    let expected = [
        ("several TBAA access tags, of which LLVM IR has one for each instruction", 1),
        ("unknown argument attribute", 1),
    ];
    check(text, &expected);
}

/// Enough operations for a parallel export. Their losses are counted once as well.
#[test]
fn discardable_attributes_and_locations_side_by_side() {
    let mut text = "llvm.func @few(%a: i32) -> i32 {
          %0 = llvm.add %a, %a {other.what} : i32
          %1 = llvm.add %a, %a {other.what} : i32
          %2 = llvm.mul %0, %1 : i32 loc(\"a.c\":1:2)
          llvm.br ^end(%2 : i32) loc(\"a.c\":1:0)
        ^end(%3: i32 loc(\"a.c\":1:3)):
          llvm.return %3 : i32
        }
        llvm.func @many() {\n"
        .to_owned();
    (0..9_000).for_each(|n| text += &format!("  %{n} = llvm.mlir.undef : i32\n"));
    text += "  llvm.return\n}\n";
    let expected = [("discardable attribute other.what", 2), ("location outside of debug information", 3)];
    let on = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    on(2).install(|| check(&text, &expected));
    on(1).install(|| check(&text, &expected));
}

/// An aside says nothing on an operation that does not have it.
#[test]
fn asides_on_other_operations() {
    let text = "llvm.mlir.global external @g() {llvm.prefix = 1 : i32} : i32
        llvm.func @f(%a: i8) -> i32 attributes {llvm.metadata_kinds = [], llvm.sanitize = []} {
          %0 = llvm.sext %a {llvm.samesign, llvm.code_model = \"tiny\"} : i8 to i32
          %1 = llvm.icmp \"eq\" %0, %0 {llvm.samesign, llvm.swifterror} : i32
          llvm.return %0 : i32
        }";
    let names = ["code_model", "metadata_kinds", "prefix", "samesign", "sanitize", "swifterror"];
    let expected = names.map(|name| format!("discardable attribute llvm.{name}"));
    check(text, &expected.each_ref().map(|name| (name.as_str(), 1)));
}

#[test]
fn metadata() {
    check("module attributes {llvm.metadata = [3 : i32]} {}", &[("malformed metadata node", 1)]);
    check(
        "module attributes {llvm.md_fields = [3 : i32]} {}",
        &[("malformed fields of debug information", 1)],
    );
}
