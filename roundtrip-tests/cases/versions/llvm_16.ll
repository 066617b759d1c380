; ModuleID = 'llvm_16.ll'
; RUN: tern import %s | tern export
; Text that LLVM 16 printed is upgraded as LLVM 22 upgrades the bitcode that it stands for: the data layout, memory effects, which did not
; include the memories of targets, markers of lifetimes, which had a size, and string attributes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@table = constant [3 x ptr] zeroinitializer
@entry = global ptr getelementptr inbounds ([3 x ptr], ptr @table, i32 0, inrange i32 1)

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.va_start(ptr)

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare void @use(ptr nocapture) #0

define void @f(ptr %other, ...) #2 {
  %list = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %list) #3
  call void @llvm.lifetime.start.p0(i64 8, ptr %other)
  call void @llvm.va_start(ptr %list)
  call void @use(ptr %list)
  %same = getelementptr i8, ptr %list, i64 0
  call void @llvm.lifetime.end.p0(i64 8, ptr %same)
  call void @llvm.lifetime.end.p0(i64 8, ptr %other)
  ret void
}

attributes #0 = { memory(read, inaccessiblemem: none) "no-frame-pointer-elim"="false" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" "null-pointer-is-valid"="true" }
attributes #3 = { nounwind }
