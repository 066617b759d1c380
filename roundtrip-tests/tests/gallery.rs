//! Snapshots of both directions for a gallery of constructs: what they look like on the other side, for a reviewer to read.
//!
//! `INSTA_UPDATE=always cargo test -p tern-roundtrip-tests --test gallery` accepts changes.

use tern_roundtrip_tests::pipeline;

fn text(result: pipeline::Result<Vec<u8>>) -> String {
    result.map_or_else(|error| format!("error: {error}"), |text| String::from_utf8_lossy(&text).into_owned())
}

/// LLVM IR in the dialect, and that it comes back as it was.
macro_rules! imported {
    ($($name:ident: $source:literal;)+) => {$(
        #[test]
        fn $name() {
            let source = $source.as_bytes();
            insta::assert_snapshot!(text(pipeline::import(source)));
            assert_eq!(text(pipeline::there_and_back(source)), text(pipeline::reprint_ir(source)));
        }
    )+};
}

/// A module of the dialect as LLVM IR.
macro_rules! exported {
    ($($name:ident: $source:literal;)+) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(text(pipeline::export($source.as_bytes())));
        }
    )+};
}

imported! {
    import_phi: "define i32 @max(i32 %a, i32 %b) {\nentry:\n  %c = icmp sgt i32 %a, %b\n  br i1 %c, label %end, label %other\n\nother:\n  br label %end\n\nend:\n  %m = phi i32 [ %a, %entry ], [ %b, %other ]\n  ret i32 %m\n}\n";
    import_unnamed: "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  br label %3\n\n3:\n  ret i32 %2\n}\n";
    import_strange_names: "@\"a b\" = global i32 0\n\ndefine void @\"\\01f\"(i32 %\"x y\") {\n\"the entry\":\n  ret void\n}\n";
    import_constant_expression: "@g = global [4 x i32] zeroinitializer\n\ndefine ptr @f() {\n  ret ptr getelementptr inbounds (i8, ptr @g, i64 8)\n}\n";
    import_attributes: "define noundef signext i8 @f(ptr noalias nonnull align 8 dereferenceable(16) %p, i32 range(i32 0, 10) %n) #0 {\n  %v = load i8, ptr %p, align 1\n  ret i8 %v\n}\n\nattributes #0 = { noinline nounwind \"target-cpu\"=\"x86-64\" }\n";
    import_metadata: "define void @f(ptr %p) {\n  %v = load i32, ptr %p, align 4, !range !0, !custom !1\n  ret void\n}\n\n!named = !{!1}\n\n!0 = !{i32 0, i32 9}\n!1 = distinct !{!1, !\"text\", null}\n";
}

exported! {
    export_block_arguments: "llvm.func @f(%c: i1, %a: i32, %b: i32) -> i32 {\n  llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)\n^end(%r: i32):\n  llvm.return %r : i32\n}\n";
    export_initializer: "llvm.mlir.global internal constant @pair() {addr_space = 0 : i32} : !llvm.struct<(i32, ptr)> {\n  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>\n  %1 = llvm.mlir.constant(7 : i32) : i32\n  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr)>\n  %3 = llvm.mlir.addressof @pair : !llvm.ptr\n  %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(i32, ptr)>\n  llvm.return %4 : !llvm.struct<(i32, ptr)>\n}\n";
    export_intrinsic: "llvm.func @f(%x: f32, %y: f32) -> f32 {\n  %0 = llvm.intr.maxnum(%x, %y) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32\n  llvm.return %0 : f32\n}\n";
    export_vector_constant: "llvm.func @f() -> vector<4xi32> {\n  %0 = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>\n  llvm.return %0 : vector<4xi32>\n}\n";
}
