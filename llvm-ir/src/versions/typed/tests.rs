use crate::versions::{LlvmVersion, downgrade};
use crate::writer::try_write_for;

/// The text of a module for LLVM 13.
fn typed(text: &str) -> String {
    let mut module = crate::read(text.as_bytes(), "test").unwrap();
    let version = LlvmVersion::new(13).unwrap();
    downgrade(&mut module, version).unwrap();
    String::from_utf8(try_write_for(&module, version).unwrap()).unwrap()
}

#[test]
fn uses_say_what_pointers_point_to() {
    let cases = [
        ("define i32 @f(ptr %p) {\n  %x = load i32, ptr %p\n  ret i32 %x\n}\n", "@f(i32* %p)"),
        (
            "%s = type { i32, ptr }\ndefine ptr @f(ptr %p) {\n  %q = getelementptr %s, ptr %p, i32 0, i32 1\n  \
             %n = load ptr, ptr %q\n  %r = getelementptr %s, ptr %n, i32 0, i32 0\n  ret ptr %r\n}\n",
            "define i32* @f(%s* %p)",
        ),
        ("@x = global [2 x i8] zeroinitializer\n@p = global ptr @x\n", "@p = global [2 x i8]* @x"),
        (
            "declare i32 @g(ptr, ...)\n@s = constant [2 x i8] c\"a\\00\"\ndefine void @f() {\n  \
             %x = call i32 (ptr, ...) @g(ptr @s, ptr null)\n  ret void\n}\n",
            "call i32 ([2 x i8]*, ...) @g([2 x i8]* @s, i8* null)",
        ),
        (
            "define void @f(ptr %g) {\n  call void %g(i32 1)\n  ret void\n}\n",
            "define void @f(void (i32)* %g)",
        ),
        ("define void @f(ptr byval(i64) %p) {\n  ret void\n}\n", "@f(i64* byval(i64) %p)"),
        ("define ptr @f(ptr %p) {\n  ret ptr %p\n}\n", "define i8* @f(i8* %p)"),
    ];
    for (text, expected) in cases {
        let text = typed(text);
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn recursive_structs_have_typed_links() {
    let text = typed(
        "%node = type { i32, ptr }\ndefine i32 @f(ptr %list) {\nentry:\n  br label %loop\nloop:\n  \
         %at = phi ptr [ %list, %entry ], [ %next, %loop ]\n  %link = getelementptr %node, ptr %at, i32 0, i32 1\n  \
         %next = load ptr, ptr %link\n  %end = icmp eq ptr %next, null\n  br i1 %end, label %done, label %loop\n\
         done:\n  %x = load i32, ptr %at\n  ret i32 %x\n}\n",
    );
    assert!(text.contains("%node = type { i32, %node* }"), "{text}");
    // Only the load of the first field needs a cast.
    assert_eq!(text.matches("bitcast").count(), 1, "{text}");
    assert!(text.contains("phi %node* [ %list, %entry ], [ %next, %loop ]"), "{text}");
}

#[test]
fn differing_uses_are_cast_once() {
    let text = typed(
        "define float @f(ptr %p) {\n  %i = load i32, ptr %p\n  %f = load float, ptr %p\n  %g = load float, ptr %p\n  \
         ret float %g\n}\n",
    );
    assert!(text.contains("  %cast = bitcast i32* %p to float*\n  %i = load i32, i32* %p\n"), "{text}");
    assert_eq!(text.matches("bitcast").count(), 1, "{text}");
}

#[test]
fn pointers_to_themselves_end() {
    let text = typed("define void @f(ptr %p) {\n  store ptr %p, ptr %p\n  ret void\n}\n");
    assert!(text.contains("define void @f("), "{text}");
}

#[test]
fn intrinsics_have_names_for_their_types() {
    let text = typed(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)\n\
         define <4 x i32> @f(ptr %p, ptr %q, <4 x i1> %m) {\n  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)\n  \
         %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> zeroinitializer)\n  ret <4 x i32> %x\n}\n",
    );
    assert!(text.contains("@llvm.memcpy.p0i8.p0i8.i64(i8*"), "{text}");
    assert!(text.contains("@llvm.masked.load.v4i32.p0v4i32(<4 x i32>* %cast, i32 4,"), "{text}");
}

#[test]
fn phis_of_blocks_that_end_with_catchswitch_have_twins() {
    let text = typed(
        "declare i32 @__CxxFrameHandler3(...)\ndeclare void @g()\ndefine i32 @f(ptr %p, ptr %q) personality ptr @__CxxFrameHandler3 {\n\
         entry:\n  %a = load i32, ptr %p\n  %b = load i32, ptr %q\n  invoke void @g() to label %next unwind label %dispatch\n\
         next:\n  invoke void @g() to label %done unwind label %dispatch\n\
         dispatch:\n  %x = phi ptr [ %p, %entry ], [ %q, %next ]\n  %s = catchswitch within none [label %handler] unwind to caller\n\
         handler:\n  %c = catchpad within %s [ptr null, i32 64, ptr null]\n  %i = load i32, ptr %x\n  %d = load double, ptr %x\n  \
         %n = fptosi double %d to i32\n  catchret from %c to label %done\n\
         done:\n  ret i32 0\n}\n",
    );
    let dispatch = &text[text.find("\ndispatch:").unwrap()..text.find("\nhandler:").unwrap()];
    assert_eq!((dispatch.matches(" = phi ").count(), dispatch.matches("bitcast").count()), (2, 0), "{text}");
}
