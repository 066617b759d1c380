//! Attributes of intrinsics, calls of old intrinsics, old module flags.

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
fn old_flags_mean_more() {
    says(
        "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"PIC Level\", !1}\n!1 = !{}\n",
        &["invalid value for 'min' module flag (expected constant non-negative integer)"],
    );
}

#[test]
fn old_masked_accesses_state_an_alignment() {
    let load = |alignment: u32| {
        format!(
            "define void @f(ptr %p, <2 x i1> %m, <2 x i8> %v) {{\n  %x = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr %p, i32 {alignment}, <2 x i1> %m, <2 x i8> %v)\n  ret void\n}}\ndeclare <2 x i8> @llvm.masked.load.v2i8.p0(ptr, i32, <2 x i1>, <2 x i8>)\n"
        )
    };
    says(&load(4), &[]);
    says(&load(3), &["Invalid alignment argument"]);
    says(&load(0), &["Invalid zero alignment argument"]);
}
