; RUN: tern import %s
; Tokens: convergence control, statepoints of a garbage collector.
declare token @llvm.experimental.convergence.entry() convergent
declare token @llvm.experimental.convergence.anchor() convergent
declare token @llvm.experimental.convergence.loop() convergent
declare void @g(i32) convergent
define void @f(i32 %x) convergent {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  br label %loop
loop:
  %l = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  call void @g(i32 %x) convergent [ "convergencectrl"(token %l) ]
  %c = icmp eq i32 %x, 0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @llvm.experimental.gc.result.i32(token)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare i32 @h(i32)
define ptr addrspace(1) @s(i32 %x, ptr addrspace(1) %p) gc "statepoint-example" {
entry:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i32 (i32)) @h, i32 1, i32 0, i32 %x, i32 0, i32 0) [ "deopt"(i32 %x), "gc-live"(ptr addrspace(1) %p) ]
  %r = call i32 @llvm.experimental.gc.result.i32(token %t)
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}
