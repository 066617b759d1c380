; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
; Attributes of parameters and results: each of them.
declare void @f0(ptr noundef)
declare noundef ptr @f1()
define void @g2(ptr %p) {
  %x = call noundef ptr %p()
  ret void
}
define void @g3(ptr %p, ptr %x) {
  call void %p(ptr noundef %x)
  ret void
}
declare void @f4(ptr nonnull)
declare nonnull ptr @f5()
define void @g6(ptr %p) {
  %x = call nonnull ptr %p()
  ret void
}
define void @g7(ptr %p, ptr %x) {
  call void %p(ptr nonnull %x)
  ret void
}
declare void @f8(ptr noalias)
declare noalias ptr @f9()
define void @g10(ptr %p) {
  %x = call noalias ptr %p()
  ret void
}
declare void @f11(ptr nocapture)
declare void @f12(ptr captures(none))
define void @g13(ptr %p, ptr %x) {
  call void %p(ptr captures(none) %x)
  ret void
}
declare void @f14(ptr captures(address))
define void @g15(ptr %p, ptr %x) {
  call void %p(ptr captures(address) %x)
  ret void
}
declare void @f16(ptr captures(ret: address, provenance))
define void @g17(ptr %p, ptr %x) {
  call void %p(ptr captures(ret: address, provenance) %x)
  ret void
}
declare void @f18(ptr readonly)
define void @g19(ptr %p, ptr %x) {
  call void %p(ptr readonly %x)
  ret void
}
declare void @f20(ptr writeonly)
declare void @f21(ptr readnone)
declare void @f22(ptr nofree)
declare void @f23(ptr nest)
declare void @f24(ptr swiftself)
declare void @f25(ptr swifterror)
declare void @f26(ptr align 8)
declare align 8 ptr @f27()
define void @g28(ptr %p) {
  %x = call align 8 ptr %p()
  ret void
}
define void @g29(ptr %p, ptr %x) {
  call void %p(ptr align 8 %x)
  ret void
}
declare void @f30(ptr dereferenceable(8))
declare dereferenceable(8) ptr @f31()
define void @g32(ptr %p) {
  %x = call dereferenceable(8) ptr %p()
  ret void
}
define void @g33(ptr %p, ptr %x) {
  call void %p(ptr dereferenceable(8) %x)
  ret void
}
declare void @f34(ptr dereferenceable_or_null(8))
declare dereferenceable_or_null(8) ptr @f35()
define void @g36(ptr %p) {
  %x = call dereferenceable_or_null(8) ptr %p()
  ret void
}
declare void @f37(ptr byval(i32))
define void @g38(ptr %p, ptr %x) {
  call void %p(ptr byval(i32) %x)
  ret void
}
declare void @f39(ptr byref(i32))
declare void @f40(ptr sret(i32))
declare void @f41(ptr inalloca(i32))
declare void @f42(ptr preallocated(i32))
declare void @f43(i32 zeroext)
declare zeroext i32 @f44()
define void @g45(ptr %p) {
  %x = call zeroext i32 %p()
  ret void
}
declare void @f46(i32 signext)
declare signext i32 @f47()
define void @g48(ptr %p) {
  %x = call signext i32 %p()
  ret void
}
define void @g49(ptr %p, i32 %x) {
  call void %p(i32 signext %x)
  ret void
}
declare void @f50(i32 noext)
declare noext i32 @f51()
define void @g52(ptr %p) {
  %x = call noext i32 %p()
  ret void
}
declare void @f53(i32 inreg)
declare inreg i32 @f54()
define void @g55(ptr %p) {
  %x = call inreg i32 %p()
  ret void
}
declare void @f56(i32 range(i32 0, 7))
declare range(i32 0, 7) i32 @f57()
define void @g58(ptr %p) {
  %x = call range(i32 0, 7) i32 %p()
  ret void
}
define void @g59(ptr %p, i32 %x) {
  call void %p(i32 range(i32 0, 7) %x)
  ret void
}
declare void @f60(i32 range(i32 -5, 7))
declare range(i32 -5, 7) i32 @f61()
define void @g62(ptr %p) {
  %x = call range(i32 -5, 7) i32 %p()
  ret void
}
define void @g63(ptr %p, i32 %x) {
  call void %p(i32 range(i32 -5, 7) %x)
  ret void
}
declare void @f64(i128 range(i128 -5, 7))
declare range(i128 -5, 7) i128 @f65()
define void @g66(ptr %p) {
  %x = call range(i128 -5, 7) i128 %p()
  ret void
}
define void @g67(ptr %p, i128 %x) {
  call void %p(i128 range(i128 -5, 7) %x)
  ret void
}
declare void @f68(float nofpclass(nan))
declare nofpclass(nan) float @f69()
define void @g70(ptr %p) {
  %x = call nofpclass(nan) float %p()
  ret void
}
define void @g71(ptr %p, float %x) {
  call void %p(float nofpclass(nan) %x)
  ret void
}
declare void @f72(float nofpclass(nan inf))
declare nofpclass(nan inf) float @f73()
define void @g74(ptr %p) {
  %x = call nofpclass(nan inf) float %p()
  ret void
}
define void @g75(ptr %p, float %x) {
  call void %p(float nofpclass(nan inf) %x)
  ret void
}
declare void @f76(float nofpclass(all))
declare nofpclass(all) float @f77()
define void @g78(ptr %p) {
  %x = call nofpclass(all) float %p()
  ret void
}
define void @g79(ptr %p, float %x) {
  call void %p(float nofpclass(all) %x)
  ret void
}
declare void @f80(ptr initializes((0, 4)))
declare void @f81(ptr allocptr)
declare void @f82(i64 allocalign)
declare void @f83(ptr writable)
declare void @f84(ptr dead_on_unwind)
declare void @f85(ptr dead_on_return)
declare void @f86(ptr "x")
declare "x" ptr @f87()
define void @g88(ptr %p) {
  %x = call "x" ptr %p()
  ret void
}
define void @g89(ptr %p, ptr %x) {
  call void %p(ptr "x" %x)
  ret void
}
declare void @f90(ptr "x"="y")
declare "x"="y" ptr @f91()
define void @g92(ptr %p) {
  %x = call "x"="y" ptr %p()
  ret void
}
declare void @f93(i32 alignstack(8))
declare void @f94(<2 x i32> range(i32 0, 7))
declare range(i32 0, 7) <2 x i32> @f95()
define void @g96(ptr %p) {
  %x = call range(i32 0, 7) <2 x i32> %p()
  ret void
}
define void @g97(ptr %p, <2 x i32> %x) {
  call void %p(<2 x i32> range(i32 0, 7) %x)
  ret void
}
