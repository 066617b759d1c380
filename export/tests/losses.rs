//! What an export counts as left out: asides that are not what they should be.

use tern_dialect::Context;
use tern_dialect::asm::{self, ParseOptions};

#[track_caller]
fn check(text: &str, expected: &[(&str, u64)]) {
    let context = Context::new();
    let module = asm::parse(&context, "test.mlir", text.as_bytes(), &ParseOptions::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    let exported = tern_export::export(&context, &module).unwrap_or_else(|found| panic!("{found:?}"));
    let found: Vec<(&str, u64)> =
        exported.losses.iter().map(|(what, count)| (what.as_str(), *count)).collect();
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(&tern_ir::write(&exported.module)));
}

#[test]
fn what_has_a_form_is_not_left_out() {
    check("llvm.func @f(%x: i32 {llvm.noundef, llvm.passthrough = [\"text\", [\"a\", \"b\"]]})", &[]);
}

#[test]
fn attributes_of_arguments() {
    let malformed = [
        // Not a text, nor a pair.
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

#[test]
fn metadata() {
    check("module attributes {llvm.metadata = [3 : i32]} {}", &[("malformed metadata node", 1)]);
    check(
        "module attributes {llvm.md_fields = [3 : i32]} {}",
        &[("malformed fields of debug information", 1)],
    );
}
