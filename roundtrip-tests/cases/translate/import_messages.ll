; RUN: tern translate -import-llvm -split-input-file -emit-expensive-warnings %s
; RUN: tern translate -import-llvm -split-input-file -emit-expensive-warnings -verify-diagnostics %s -o /dev/null
; What MLIR has no form for is said as upstream says it, at the place of what it is about.
; expected-warning@unknown {{unhandled metadata: !0 = distinct !{!0, i32 42} on   br label %b, !llvm.loop !0}}
; expected-warning@unknown {{expected all loop properties to be either debug locations or metadata nodes}}
define void @f() {
  br label %b, !llvm.loop !0
b:
  ret void
}
!0 = distinct !{!0, i32 42}
; // -----
; expected-error@unknown {{unhandled constant: ptr no_cfi @f since no_cfi is unsupported}}
; expected-error@unknown {{unhandled global variable: @x = global ptr no_cfi @f}}
@x = global ptr no_cfi @f
declare void @f()
; // -----
; expected-warning@unknown {{incompatible call and callee types: '!llvm.func<void (i64)>' and '!llvm.func<void (i32)>'}}
declare void @g(i32)
define void @f() {
  call void @g(i64 1)
  ret void
}
; // -----
; expected-error@unknown {{unhandled instruction:   %p = cleanuppad within none []}}
declare i32 @personality(...)
define void @f() personality ptr @personality {
  invoke void @f() to label %ok unwind label %bad
ok:
  ret void
bad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
}
