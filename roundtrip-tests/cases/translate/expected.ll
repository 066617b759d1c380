; RUN: tern translate -import-llvm -split-input-file -verify-diagnostics %s -o /dev/null
; RUN: mlir-translate -import-llvm -split-input-file -verify-diagnostics %s -o /dev/null
; expected-error@unknown {{use of undefined value '%y'}}
define i32 @f() {
  ret i32 %y
}
; -----
; // -----
define i32 @f() {
  ret i32 %y
}
