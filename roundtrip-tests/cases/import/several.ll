; What there may be several of, or more than usual: attachments of one kind, a type as an attribute of a call, numbers beyond 64 bits.
; RUN: tern import %s
; RUN: tern import %s | tern export
@g = global i8 0, !mine !0, !mine !1, !type !2, !type !3

declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @callee(ptr preallocated(i32))

define void @f() !mine !0 !mine !1 !mine !0 {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  store i32 0, ptr %p, align 4
  call void @callee(ptr preallocated(i32) %p) [ "preallocated"(token %t) ]
  ret void
}

define void @one() !mine !1 {
  ret void
}

!llvm.dbg.cu = !{!5}
!llvm.module.flags = !{!8}
!0 = !{!"a"}
!1 = !{!"b"}
!2 = !{i64 0, !"t"}
!3 = !{i64 8, !"u"}
!5 = distinct !DICompileUnit(language: DW_LANG_C11, file: !6, runtimeVersion: 0, emissionKind: FullDebug, enums: !7)
!6 = !DIFile(filename: "a.c", directory: "/")
!7 = !{!9}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !6, line: 1, baseType: !10, size: 128, elements: !11)
!10 = !DIBasicType(name: "wide", size: 128, encoding: DW_ATE_unsigned)
!11 = !{!12, !13, !14}
!12 = !DIEnumerator(name: "large", value: 1267650600228229401496703205376, isUnsigned: true)
!13 = !DIEnumerator(name: "negative", value: -1267650600228229401496703205376)
!14 = !DIEnumerator(name: "small", value: -1)
