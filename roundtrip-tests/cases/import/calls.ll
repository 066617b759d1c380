; RUN: tern import %s
declare void @callee(i32, ptr)

declare i32 @vararg(ptr, ...)

declare fastcc i64 @fast()

define void @caller(ptr %f, i32 %n) {
  call void @callee(i32 signext %n, ptr nonnull %f)
  ret void
}

define fastcc i64 @must() {
  %1 = musttail call fastcc i64 @fast()
  ret i64 %1
}

define void @others(ptr %f, i32 %n) {
  notail call void @callee(i32 %n, ptr null)
  %1 = call i32 (ptr, ...) @vararg(ptr %f, i32 %n, double 1.000000e+00)
  %2 = call noundef i32 %f(i32 %n) #0
  call void @callee(i32 %n, ptr %f) [ "deopt"(i32 %n, ptr null), "tag"() ]
  %3 = call i32 @callee(i32 %n)
  ret void
}

attributes #0 = { cold nounwind "key"="value" }
