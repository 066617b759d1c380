; A cast that does nothing is dropped; what remains of an expression is in an aside, and the field names a function.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt | tern export
; RUN: tern translate --import-llvm %s
define void @cast() personality i8* bitcast (i32 (...)* @handler to i8*) {
  invoke void @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %l
}
define void @inside() personality ptr getelementptr (i8, ptr @handler, i64 4) {
  invoke void @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
define void @null() personality ptr null {
  invoke void @g() to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
declare void @g()
declare i32 @handler(...)
