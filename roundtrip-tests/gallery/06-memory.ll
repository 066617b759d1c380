; Memory
; `alloca`, `load`, `store` and `getelementptr` with alignments, address spaces, volatility and hints.
%pair = type { i32, [8 x i16] }

define i16 @f(ptr %p, i64 %i, ptr addrspace(3) %local) {
  %place = alloca %pair, i32 4, align 16
  %small = alloca i8, align 1
  %v = load volatile i32, ptr %p, align 4
  store volatile i32 %v, ptr %place, align 8
  %field = getelementptr inbounds nuw %pair, ptr %place, i64 %i, i32 1, i64 3
  %plain = getelementptr i8, ptr %p, i64 %i
  %signed = getelementptr nusw nuw i16, ptr %field, i64 1
  %vector = getelementptr i32, ptr %p, <2 x i64> splat (i64 1)
  %n = load i16, ptr %signed, align 2, !invariant.load !0
  %q = load ptr, ptr addrspace(3) %local, align 8, !nonnull !0, !dereferenceable !1
  store i16 %n, ptr %plain, align 2, !nontemporal !2
  ret i16 %n
}

define void @arguments(ptr inalloca(i64) %memory) {
  ret void
}

define void @pass() {
  %memory = alloca inalloca i64, align 8
  call void @arguments(ptr inalloca(i64) %memory)
  ret void
}

!0 = !{}
!1 = !{i64 8}
!2 = !{i32 1}
