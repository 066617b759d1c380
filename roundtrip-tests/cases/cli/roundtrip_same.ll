; Text that LLVM would print otherwise, of the same module: the order of attachments, of fields and of flags, numbers, a type that nothing
; uses. Nothing is left out.
; RUN: tern roundtrip %s
; RUN: tern roundtrip --report json %s
; RUN: tern import --deny-loss --report json %s | tern export --deny-loss --report json
%unused = type { i8 }
%3 = type { i32, %1 }
%1 = type { ptr }
@7 = global %3 zeroinitializer

define i32 @f(ptr %p, i32 %x) {
  %v = load i32, ptr %p, align 4, !mine !4, !range !2
  %1 = add nsw nuw i32 %v, %x
  ret i32 %1
}

!files = !{!9}
!9 = !DIFile(directory: "/w", filename: "a.c")
!2 = !{i32 0, i32 5}
!4 = !{!"a"}
