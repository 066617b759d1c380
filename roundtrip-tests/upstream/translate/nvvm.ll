; ARGS: --import-llvm
; Intrinsics of a target that its dialect has operations for.
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare float @llvm.nvvm.rcp.approx.ftz.f(float)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare void @llvm.nvvm.cp.async.commit.group()
declare i32 @llvm.amdgcn.workitem.id.x()

define i32 @f(float %x, i32 %m) {
  %a = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %m)
  %d = call float @llvm.nvvm.rcp.approx.ftz.f(float %x)
  %e = call i32 @llvm.nvvm.redux.sync.add(i32 %a, i32 %m)
  call void @llvm.nvvm.cp.async.wait.group(i32 7)
  call void @llvm.nvvm.cp.async.commit.group()
  %g = call range(i32 0, 64) i32 @llvm.amdgcn.workitem.id.x()
  ret i32 %e
}
