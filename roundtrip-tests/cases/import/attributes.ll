; RUN: tern import %s
; Function Attrs: alwaysinline mustprogress nofree allocsize(2) memory(argmem: read) uwtable vscale_range(1,16)
define linkonce_odr hidden swiftcc noundef nonnull align 8 ptr @f(ptr byval({ i32, i32 }) align 4 %a, ptr noalias captures(address) dereferenceable(8) initializes((0, 8)) %b, i32 inreg range(i32 1, 10) "key"="value" %c) unnamed_addr #0 section ".init" align 16 gc "shadow-stack" prefix i32 1 prologue i8 -112 {
  unreachable
}

attributes #0 = { alwaysinline mustprogress nofree allocsize(2) memory(argmem: read) uwtable vscale_range(1,16) "frame-pointer"="all" "no-trapping-math"="true" "target-cpu"="x86-64" "target-features"="+sse,-avx" }
