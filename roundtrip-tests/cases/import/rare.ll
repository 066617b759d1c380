; What programs rarely have: expressions of vectors, resolvers that are expressions, calls that only extension operations say all of.
; RUN: tern import %s
; RUN: tern import %s | tern export
@g = global i64 0
@h = global i64 0
@inserted = global <2 x i64> insertelement (<2 x i64> <i64 1, i64 2>, i64 3, i64 ptrtoint (ptr @g to i64))
@extracted = global i64 extractelement (<2 x i64> <i64 1, i64 2>, i64 ptrtoint (ptr @g to i64))
@shuffled = global <4 x ptr> shufflevector (<2 x ptr> getelementptr (i8, <2 x ptr> <ptr @g, ptr @h>, <2 x i64> <i64 1, i64 ptrtoint (ptr @g to i64)>), <2 x ptr> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>)
@flags = global i64 add nuw nsw (i64 ptrtoint (ptr @g to i64), i64 4)
@other = global i64 sub nuw (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @h to i64))
@bits = global i64 xor (i64 ptrtoint (ptr @g to i64), i64 -1)
@narrow = global i8 trunc (i64 ptrtoint (ptr @g to i64) to i8)
@space = addrspace(3) global ptr addrspace(3) @space
@cast = global ptr addrspacecast (ptr addrspace(3) @space to ptr)
@offset = global ptr getelementptr inbounds nuw inrange(-8, 16) ({ i32, [4 x i64] }, ptr @g, i64 1, i32 1, i64 2)

@plain = ifunc void (), ptr @resolver, !note !{!"of an ifunc"}
@hidden = hidden ifunc void (), ptr addrspacecast (ptr addrspace(1) @far to ptr)
@alias = internal alias i64, getelementptr (i8, ptr @g, i64 4)
@alias.of.alias = dso_local unnamed_addr alias i64, ptr @alias

declare void @take(ptr, ...)
declare i32 @personality(...)
declare i32 @llvm.smax.i32(i32, i32)
declare void @llvm.assume(i1)
declare i64 @llvm.read_register.i64(metadata)

define internal ptr @resolver() {
  ret ptr null
}

define ptr @far() addrspace(1) {
  ret ptr null
}

define cc 99 void @numbered(ptr %p) {
  call cc 99 void @numbered(ptr %p)
  call cc 98 void %p(i32 inreg 1) #1
  call cc 8 void asm sideeffect "nop", ""()
  ret void
}

define i32 @calls(ptr %p, i32 %x) personality ptr @personality {
  %a = tail call cc 9 i32 @llvm.smax.i32(i32 %x, i32 returned 3) #1
  %b = notail call i32 asm "x $0, $1", "=r,r"(i32 %a)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "nonnull"(ptr %p) ]
  %c = call i64 @llvm.read_register.i64(metadata !0)
  call void (ptr, ...) @take(ptr %p, i32 %b, i64 %c) [ "deopt"(i32 %x, metadata !0), "own"() ]
  %d = invoke i32 %p(i32 %x) [ "own"(metadata !0) ]
          to label %next unwind label %pad

next:
  invoke void asm sideeffect unwind "call $0", "r"(ptr %p)
          to label %last unwind label %pad

last:
  %e = invoke noundef range(i32 0, 7) i32 @calls(ptr nonnull %p, i32 %d)
          to label %done unwind label %pad

done:
  ret i32 %e

pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @g]
  resume { ptr, i32 } %l
}

attributes #1 = { nounwind "own"="x" }

!0 = !{!"sp"}
