//! Attributes of intrinsics, units of debug information, old module flags.

use super::says;

#[test]
fn attributes_of_intrinsics_are_those_of_the_table() {
    says("declare void @llvm.donothing() optnone\ndeclare i32 @llvm.abs.i32(i32 byval(i8), i1)\n", &[]);
    says(
        "define void @f() {\n  call void @f() #0\n  ret void\n}\nattributes #0 = { align=8 }\n",
        &["Attribute 'align 8' does not apply to functions!"],
    );
    says("define void @f(ptr byval(<vscale x 2 x i64>) %p) {\n  ret void\n}\n", &[]);
}

#[test]
fn units_are_listed_and_old_flags_mean_more() {
    let unit = "distinct !DICompileUnit(language: DW_LANG_C11, file: !1)\n!1 = !DIFile(filename: \"a\", directory: \"b\")\n";
    says(&format!("!named = !{{!0}}\n!0 = {unit}"), &["DICompileUnit not listed in llvm.dbg.cu"]);
    says(
        "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"PIC Level\", !1}\n!1 = !{}\n",
        &["invalid value for 'min' module flag (expected constant non-negative integer)"],
    );
}
