; RUN: tern import --no-verify %s
; RUN: tern import --no-verify %s | tern export --no-verify
; Resolvers that are expressions around a function; LLVM takes casts only, but reads others.
@cast = ifunc void (), addrspacecast (ptr @r to ptr addrspace(1))
@far = ifunc void (), getelementptr (i8, ptr @r, i64 4)
@number = ifunc void (), inttoptr (i64 ptrtoint (ptr @r to i64) to ptr)
define ptr @r() {
  ret ptr null
}
