; Coroutines
; Tokens are values of type `!llvm.token`; `none` is an operation.
define ptr @f(i32 %n) presplitcoroutine {
entry:
  %promise = alloca i32, align 4
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i32 @llvm.coro.size.i32()
  %align = call i32 @llvm.coro.align.i32()
  %memory = call ptr @malloc(i32 %size)
  %handle = call noalias ptr @llvm.coro.begin(token %id, ptr %memory)
  %save = call token @llvm.coro.save(ptr %handle)
  %state = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %state, label %suspend [
    i8 0, label %resume
    i8 1, label %cleanup
  ]

resume:
  br label %cleanup

cleanup:
  %freed = call ptr @llvm.coro.free(token %id, ptr %handle)
  br label %suspend

suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @use(ptr %handle) {
  %promise = call ptr @llvm.coro.promise(ptr %handle, i32 4, i1 false)
  call void @llvm.coro.resume(ptr %handle)
  ret void
}

declare ptr @malloc(i32)
