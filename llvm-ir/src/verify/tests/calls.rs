//! Attributes and calls: modules that are wrong, and the sentence that says so. Each is that of `opt`.

use super::problems;

#[track_caller]
fn table(rows: &[(&str, &str)]) {
    for (module, sentence) in rows {
        let found = problems(module);
        assert_eq!(found.first().map_or("", String::as_str), *sentence, "{module}");
    }
}

#[test]
fn attributes_stand_where_they_may() {
    table(&[
        ("declare void @f(i32 noalias)\n", "Attribute 'noalias' applied to incompatible type!"),
        (
            "declare void @f(ptr byval(i32) byref(i32))\n",
            "Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!",
        ),
        ("declare void @f(ptr sret(i32), ptr sret(i32))\n", "Cannot have multiple 'sret' parameters!"),
        ("declare void @f(i32 signext zeroext)\n", "Attributes 'zeroext and signext' are incompatible!"),
        ("declare void @f(float signext)\n", "Attribute 'signext' applied to incompatible type!"),
        (
            "declare void @f(ptr returned)\n",
            "Incompatible argument and return types for 'returned' attribute",
        ),
        ("declare i32 @f(i32 returned, i32 returned)\n", "More than one parameter has attribute returned!"),
        ("declare void @f(ptr nest, ptr nest)\n", "More than one parameter has attribute nest!"),
        ("declare void @f(i32 align 4)\n", "Attribute 'align 4' applied to incompatible type!"),
        ("declare void @f(ptr byval(void ()))\n", "Attribute 'byval' does not support unsized types!"),
        ("declare void @f(ptr inalloca(i32), i32)\n", "inalloca isn't on the last parameter!"),
        (
            "declare void @f() noinline alwaysinline\n",
            "Attributes 'noinline and alwaysinline' are incompatible!",
        ),
        ("declare void @f() optnone\n", "Attribute 'optnone' requires 'noinline'!"),
        (
            "declare void @f() optsize optnone noinline\n",
            "Attributes 'optsize and optnone' are incompatible!",
        ),
        ("declare void @f() jumptable\n", "Attribute 'jumptable' requires 'unnamed_addr'"),
        ("declare void @f() allocsize(0)\n", "'allocsize' element size argument is out of bounds"),
        ("declare ptr @f(i32) allocsize(1)\n", "'allocsize' element size argument is out of bounds"),
        (
            "declare ptr @f(ptr) allocsize(0)\n",
            "'allocsize' element size argument must refer to an integer parameter",
        ),
        (
            "declare ptr @f() allockind(\"alloc,free\")\n",
            "'allockind()' requires exactly one of alloc, realloc, and free",
        ),
        ("declare void @f() vscale_range(0, 1)\n", "'vscale_range' minimum must be greater than 0"),
        ("declare void @f() vscale_range(4, 2)\n", "'vscale_range' minimum cannot be greater than maximum"),
        (
            "declare void @f() \"frame-pointer\"=\"sometimes\"\n",
            "invalid value for 'frame-pointer' attribute: sometimes",
        ),
        (
            "declare void @f() \"no-jump-tables\"=\"maybe\"\n",
            "invalid value for 'no-jump-tables' attribute: maybe",
        ),
        (
            "declare void @f() \"sign-return-address\"=\"most\"\n",
            "invalid value for 'sign-return-address' attribute: most",
        ),
        (
            "declare void @f(ptr elementtype(i32))\n",
            "Attribute 'elementtype' can only be applied to intrinsics and inline asm.",
        ),
        ("declare void @f(i32 range(i8 1, 2))\n", "Attribute 'range(i8 1, 2)' applied to incompatible type!"),
        ("declare void @f(i32 nofpclass(nan))\n", "Attribute 'nofpclass(nan)' applied to incompatible type!"),
        (
            "declare void @f(ptr swifterror, ptr swifterror)\n",
            "Cannot have multiple 'swifterror' parameters!",
        ),
        ("declare void @f(ptr swiftself, ptr swiftself)\n", "Cannot have multiple 'swiftself' parameters!"),
        (
            "declare void @f(ptr swiftasync, ptr swiftasync)\n",
            "Cannot have multiple 'swiftasync' parameters!",
        ),
        ("declare void @f(<4 x i32> nonnull)\n", "Attribute 'nonnull' applied to incompatible type!"),
        (
            "declare void @f(i32 dereferenceable(4))\n",
            "Attribute 'dereferenceable(4)' applied to incompatible type!",
        ),
        (
            "declare void @f(ptr readnone writeonly)\n",
            "Attributes 'readnone and writeonly' are incompatible!",
        ),
        (
            "declare void @f(ptr readonly writeonly)\n",
            "Attributes 'readonly and writeonly' are incompatible!",
        ),
        (
            "declare void @f() \"aarch64_pstate_sm_enabled\" \"aarch64_pstate_sm_compatible\"\n",
            "Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!",
        ),
        ("declare void @f() \"alloc-variant-zeroed\"=\"\"\n", "'alloc-variant-zeroed' must not be empty"),
    ]);
}

#[test]
fn calls_agree_with_their_callees() {
    table(&[
        (
            "define void @f(i32 %x) naked {\n  %y = add i32 %x, 1\n  unreachable\n}\n",
            "cannot use argument of naked function",
        ),
        (
            "declare void @g(i32)\ndefine void @f(ptr %p) {\n  call void @g(i32 noalias 1)\n  ret void\n}\n",
            "Attribute 'noalias' applied to incompatible type!",
        ),
        (
            "declare void @g(...)\ndefine void @f(ptr %p) {\n  call void (...) @g(ptr sret(i32) %p)\n  ret void\n}\n",
            "Attribute 'sret' cannot be used for vararg call arguments!",
        ),
        (
            "declare void @g(i32 immarg)\ndefine void @f() {\n  ret void\n}\n",
            "immarg attribute only applies to intrinsics",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() speculatable\n  ret void\n}\n",
            "speculatable attribute may not apply to call sites",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"deopt\"(), \"deopt\"() ]\n  ret void\n}\n",
            "Multiple deopt operand bundles",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"gc-live\"(), \"gc-live\"() ]\n  ret void\n}\n",
            "Multiple gc-live operand bundles",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"kcfi\"(i64 1) ]\n  ret void\n}\n",
            "Kcfi bundle operand must be an i32 constant",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"ptrauth\"(i32 1, i64 2) ]\n  ret void\n}\n",
            "Direct call cannot have a ptrauth bundle",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"funclet\"(i32 1) ]\n  ret void\n}\n",
            "Funclet bundle operands should correspond to a FuncletPadInst",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"cfguardtarget\"() ]\n  ret void\n}\n",
            "Expected exactly one cfguardtarget bundle operand",
        ),
        (
            "declare i32 @g()\ndefine void @f() {\n  musttail call i32 @g()\n  ret void\n}\n",
            "cannot guarantee tail call due to mismatched return types",
        ),
        (
            "declare void @g(i32)\ndefine void @f() {\n  musttail call void @g(i32 1)\n  ret void\n}\n",
            "cannot guarantee tail call due to mismatched parameter counts",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  musttail call fastcc void @g()\n  ret void\n}\n",
            "cannot guarantee tail call due to mismatched calling conv",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  musttail call void @g()\n  unreachable\n}\n",
            "musttail call must precede a ret with an optional bitcast",
        ),
        (
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\ndefine void @f(ptr %p, i1 %v) {\n  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 %v)\n  ret void\n}\n",
            "immarg operand has non-immediate parameter",
        ),
        (
            "declare i1 @llvm.is.fpclass.f32(float, i32)\ndefine i1 @f(float %x, i32 %m) {\n  %r = call i1 @llvm.is.fpclass.f32(float %x, i32 %m)\n  ret i1 %r\n}\n",
            "immarg operand has non-immediate parameter",
        ),
        (
            "define void @f(ptr %p) {\n  %t = call token %p()\n  ret void\n}\n",
            "Return type cannot be token for indirect call!",
        ),
        (
            "define void @f() {\n  call void asm \"\", \"*m\"(i32 1)\n  ret void\n}\n",
            "Operand for indirect constraint must have pointer type",
        ),
        (
            "declare i32 @p(...)\ndeclare void @g()\ndefine void @f() personality ptr @p {\n  invoke void @g() to label %a unwind label %b\na:\n  ret void\nb:\n  ret void\n}\n",
            "The unwind destination does not have an exception handling instruction!",
        ),
        (
            "declare i32 @llvm.smax.i32(i32, i32)\ndefine i32 @f(i32 %x) personality ptr null {\n  %r = invoke i32 @llvm.smax.i32(i32 %x, i32 1) to label %a unwind label %b\na:\n  ret i32 %r\nb:\n  %l = landingpad i32 cleanup\n  ret i32 0\n}\n",
            "Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy, clang.arc.attachedcall or wasm.(re)throw",
        ),
        (
            "declare i32 @llvm.smax.i32(float, i32)\ndefine void @f(float %x) {\n  %r = call i32 @llvm.smax.i32(float %x, i32 1)\n  ret void\n}\n",
            "Intrinsic has incorrect argument type!",
        ),
    ]);
}

#[test]
fn right_attributes_and_calls_are_silent() {
    table(&[
        (
            "declare ptr @f(i32 noundef signext, ptr nonnull align 8 dereferenceable(4) noalias) nounwind memory(read)\n",
            "",
        ),
        ("declare ptr @f(i64) allockind(\"alloc,zeroed\") allocsize(0) \"alloc-family\"=\"malloc\"\n", ""),
        (
            "declare void @g(ptr byval(i32), ...)\ndefine void @f(ptr %p) {\n  call void (ptr, ...) @g(ptr byval(i32) %p, i32 1)\n  ret void\n}\n",
            "",
        ),
        (
            "declare i32 @g(i32)\ndefine i32 @f(i32 %x) {\n  %r = musttail call i32 @g(i32 %x)\n  ret i32 %r\n}\n",
            "",
        ),
        (
            "declare void @g()\ndefine void @f() {\n  call void @g() [ \"deopt\"(i32 1), \"x\"(), \"x\"() ]\n  ret void\n}\n",
            "",
        ),
        (
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\ndefine void @f(ptr %p) {\n  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 xor (i1 true, i1 true))\n  ret void\n}\n",
            "",
        ),
    ]);
}
