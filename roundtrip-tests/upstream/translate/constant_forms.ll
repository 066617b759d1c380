; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
; Constants of all shapes, in globals and as operands.
@g = global i64 0
@h = global i64 0
@a = alias i64, ptr @g
@i = ifunc void (), ptr @r
define ptr @r() {
  ret ptr null
}
declare void @k()
@v0 = global i32 undef
define void @f0() {
  br label %b
b:
  ret void
}
define void @f1(ptr %p) {
  store i32 undef, ptr %p, align 16
  br label %b
b:
  ret void
}
@v2 = global i32 poison
define void @f2() {
  br label %b
b:
  ret void
}
define void @f3(ptr %p) {
  store i32 poison, ptr %p, align 16
  br label %b
b:
  ret void
}
@v4 = global <2 x i32> <i32 1, i32 undef>
define void @f4() {
  br label %b
b:
  ret void
}
define void @f5(ptr %p) {
  store <2 x i32> <i32 1, i32 undef>, ptr %p, align 16
  br label %b
b:
  ret void
}
@v6 = global <2 x i32> <i32 1, i32 2>
define void @f6() {
  br label %b
b:
  ret void
}
define void @f7(ptr %p) {
  store <2 x i32> <i32 1, i32 2>, ptr %p, align 16
  br label %b
b:
  ret void
}
@v8 = global <2 x i32> splat (i32 3)
define void @f8() {
  br label %b
b:
  ret void
}
define void @f9(ptr %p) {
  store <2 x i32> splat (i32 3), ptr %p, align 16
  br label %b
b:
  ret void
}
@v10 = global <2 x ptr> <ptr @g, ptr null>
define void @f10() {
  br label %b
b:
  ret void
}
define void @f11(ptr %p) {
  store <2 x ptr> <ptr @g, ptr null>, ptr %p, align 16
  br label %b
b:
  ret void
}
define void @f12(ptr %p) {
  store <vscale x 2 x i32> zeroinitializer, ptr %p, align 16
  br label %b
b:
  ret void
}
define void @f13(ptr %p) {
  store <vscale x 2 x i32> splat (i32 3), ptr %p, align 16
  br label %b
b:
  ret void
}
define void @f14(ptr %p) {
  store <vscale x 2 x float> splat (float 1.0), ptr %p, align 16
  br label %b
b:
  ret void
}
@v15 = global [2 x i8] c"ab"
define void @f15() {
  br label %b
b:
  ret void
}
define void @f16(ptr %p) {
  store [2 x i8] c"ab", ptr %p, align 16
  br label %b
b:
  ret void
}
@v17 = global [2 x i8] c"\00\00"
define void @f17() {
  br label %b
b:
  ret void
}
define void @f18(ptr %p) {
  store [2 x i8] c"\00\00", ptr %p, align 16
  br label %b
b:
  ret void
}
@v19 = global [2 x i16] [i16 1, i16 2]
define void @f19() {
  br label %b
b:
  ret void
}
define void @f20(ptr %p) {
  store [2 x i16] [i16 1, i16 2], ptr %p, align 16
  br label %b
b:
  ret void
}
@v21 = global [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 4]]
define void @f21() {
  br label %b
b:
  ret void
}
define void @f22(ptr %p) {
  store [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] [i16 3, i16 4]], ptr %p, align 16
  br label %b
b:
  ret void
}
@v23 = global [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] zeroinitializer]
define void @f23() {
  br label %b
b:
  ret void
}
define void @f24(ptr %p) {
  store [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] zeroinitializer], ptr %p, align 16
  br label %b
b:
  ret void
}
@v25 = global [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] undef]
define void @f25() {
  br label %b
b:
  ret void
}
define void @f26(ptr %p) {
  store [2 x [2 x i16]] [[2 x i16] [i16 1, i16 2], [2 x i16] undef], ptr %p, align 16
  br label %b
b:
  ret void
}
@v27 = global [2 x [2 x i128]] [[2 x i128] [i128 1, i128 2], [2 x i128] [i128 3, i128 18446744073709551616]]
define void @f27() {
  br label %b
b:
  ret void
}
define void @f28(ptr %p) {
  store [2 x [2 x i128]] [[2 x i128] [i128 1, i128 2], [2 x i128] [i128 3, i128 18446744073709551616]], ptr %p, align 16
  br label %b
b:
  ret void
}
@v29 = global [1 x [2 x i1]] [[2 x i1] [i1 1, i1 0]]
define void @f29() {
  br label %b
b:
  ret void
}
define void @f30(ptr %p) {
  store [1 x [2 x i1]] [[2 x i1] [i1 1, i1 0]], ptr %p, align 16
  br label %b
b:
  ret void
}
@v31 = global [2 x [1 x fp128]] [[1 x fp128] [fp128 0xL00000000000000003FFF000000000000], [1 x fp128] [fp128 0xL00000000000000003FFF000000000001]]
define void @f31() {
  br label %b
b:
  ret void
}
define void @f32(ptr %p) {
  store [2 x [1 x fp128]] [[1 x fp128] [fp128 0xL00000000000000003FFF000000000000], [1 x fp128] [fp128 0xL00000000000000003FFF000000000001]], ptr %p, align 16
  br label %b
b:
  ret void
}
@v33 = global [2 x <2 x i16>] [<2 x i16> <i16 1, i16 2>, <2 x i16> <i16 3, i16 4>]
define void @f33() {
  br label %b
b:
  ret void
}
define void @f34(ptr %p) {
  store [2 x <2 x i16>] [<2 x i16> <i16 1, i16 2>, <2 x i16> <i16 3, i16 4>], ptr %p, align 16
  br label %b
b:
  ret void
}
@v35 = global [2 x <2 x i16>] [<2 x i16> splat (i16 1), <2 x i16> splat (i16 1)]
define void @f35() {
  br label %b
b:
  ret void
}
define void @f36(ptr %p) {
  store [2 x <2 x i16>] [<2 x i16> splat (i16 1), <2 x i16> splat (i16 1)], ptr %p, align 16
  br label %b
b:
  ret void
}
@v37 = global [2 x <2 x i7>] [<2 x i7> <i7 1, i7 2>, <2 x i7> <i7 3, i7 4>]
define void @f37() {
  br label %b
b:
  ret void
}
define void @f38(ptr %p) {
  store [2 x <2 x i7>] [<2 x i7> <i7 1, i7 2>, <2 x i7> <i7 3, i7 4>], ptr %p, align 16
  br label %b
b:
  ret void
}
@v39 = global [2 x [2 x ptr]] [[2 x ptr] [ptr @g, ptr null], [2 x ptr] zeroinitializer]
define void @f39() {
  br label %b
b:
  ret void
}
define void @f40(ptr %p) {
  store [2 x [2 x ptr]] [[2 x ptr] [ptr @g, ptr null], [2 x ptr] zeroinitializer], ptr %p, align 16
  br label %b
b:
  ret void
}
@v41 = global [2 x i7] [i7 1, i7 2]
define void @f41() {
  br label %b
b:
  ret void
}
define void @f42(ptr %p) {
  store [2 x i7] [i7 1, i7 2], ptr %p, align 16
  br label %b
b:
  ret void
}
@v43 = global [2 x i128] [i128 1, i128 18446744073709551616]
define void @f43() {
  br label %b
b:
  ret void
}
define void @f44(ptr %p) {
  store [2 x i128] [i128 1, i128 18446744073709551616], ptr %p, align 16
  br label %b
b:
  ret void
}
@v45 = global { i32, ptr } { i32 1, ptr @g }
define void @f45() {
  br label %b
b:
  ret void
}
define void @f46(ptr %p) {
  store { i32, ptr } { i32 1, ptr @g }, ptr %p, align 16
  br label %b
b:
  ret void
}
@v47 = global <{ i8, i32 }> <{ i8 1, i32 2 }>
define void @f47() {
  br label %b
b:
  ret void
}
define void @f48(ptr %p) {
  store <{ i8, i32 }> <{ i8 1, i32 2 }>, ptr %p, align 16
  br label %b
b:
  ret void
}
@v49 = global { { i8, i8 }, [2 x i8] } { { i8, i8 } { i8 1, i8 2 }, [2 x i8] c"ab" }
define void @f49() {
  br label %b
b:
  ret void
}
define void @f50(ptr %p) {
  store { { i8, i8 }, [2 x i8] } { { i8, i8 } { i8 1, i8 2 }, [2 x i8] c"ab" }, ptr %p, align 16
  br label %b
b:
  ret void
}
@v51 = global { i8, i8, i8 } { i8 1, i8 2, i8 1 }
define void @f51() {
  br label %b
b:
  ret void
}
define void @f52(ptr %p) {
  store { i8, i8, i8 } { i8 1, i8 2, i8 1 }, ptr %p, align 16
  br label %b
b:
  ret void
}
@v53 = global { i8, { i8, ptr } } { i8 0, { i8, ptr } zeroinitializer }
define void @f53() {
  br label %b
b:
  ret void
}
define void @f54(ptr %p) {
  store { i8, { i8, ptr } } { i8 0, { i8, ptr } zeroinitializer }, ptr %p, align 16
  br label %b
b:
  ret void
}
@v55 = global [0 x i8] zeroinitializer
define void @f55() {
  br label %b
b:
  ret void
}
define void @f56(ptr %p) {
  store [0 x i8] zeroinitializer, ptr %p, align 16
  br label %b
b:
  ret void
}
@v57 = global {} zeroinitializer
define void @f57() {
  br label %b
b:
  ret void
}
define void @f58(ptr %p) {
  store {} zeroinitializer, ptr %p, align 16
  br label %b
b:
  ret void
}
@v59 = global { i32, i32 } undef
define void @f59() {
  br label %b
b:
  ret void
}
define void @f60(ptr %p) {
  store { i32, i32 } undef, ptr %p, align 16
  br label %b
b:
  ret void
}
@v61 = global [2 x i32] poison
define void @f61() {
  br label %b
b:
  ret void
}
define void @f62(ptr %p) {
  store [2 x i32] poison, ptr %p, align 16
  br label %b
b:
  ret void
}
@v63 = global i64 ptrtoint (ptr @g to i64)
define void @f63() {
  br label %b
b:
  ret void
}
define void @f64(ptr %p) {
  store i64 ptrtoint (ptr @g to i64), ptr %p, align 16
  br label %b
b:
  ret void
}
@v65 = global i64 add (i64 ptrtoint (ptr @g to i64), i64 4)
define void @f65() {
  br label %b
b:
  ret void
}
define void @f66(ptr %p) {
  store i64 add (i64 ptrtoint (ptr @g to i64), i64 4), ptr %p, align 16
  br label %b
b:
  ret void
}
@v67 = global i64 sub (i64 ptrtoint (ptr @h to i64), i64 ptrtoint (ptr @g to i64))
define void @f67() {
  br label %b
b:
  ret void
}
define void @f68(ptr %p) {
  store i64 sub (i64 ptrtoint (ptr @h to i64), i64 ptrtoint (ptr @g to i64)), ptr %p, align 16
  br label %b
b:
  ret void
}
@v69 = global i64 xor (i64 ptrtoint (ptr @h to i64), i64 -1)
define void @f69() {
  br label %b
b:
  ret void
}
define void @f70(ptr %p) {
  store i64 xor (i64 ptrtoint (ptr @h to i64), i64 -1), ptr %p, align 16
  br label %b
b:
  ret void
}
@v71 = global ptr inttoptr (i64 5 to ptr)
define void @f71() {
  br label %b
b:
  ret void
}
define void @f72(ptr %p) {
  store ptr inttoptr (i64 5 to ptr), ptr %p, align 16
  br label %b
b:
  ret void
}
@v73 = global ptr getelementptr (i8, ptr @g, i64 4)
define void @f73() {
  br label %b
b:
  ret void
}
define void @f74(ptr %p) {
  store ptr getelementptr (i8, ptr @g, i64 4), ptr %p, align 16
  br label %b
b:
  ret void
}
@v75 = global ptr getelementptr inbounds (i32, ptr @g, i64 4)
define void @f75() {
  br label %b
b:
  ret void
}
define void @f76(ptr %p) {
  store ptr getelementptr inbounds (i32, ptr @g, i64 4), ptr %p, align 16
  br label %b
b:
  ret void
}
@v77 = global ptr getelementptr inbounds nuw ({ i32, i64 }, ptr @g, i64 1, i32 1)
define void @f77() {
  br label %b
b:
  ret void
}
define void @f78(ptr %p) {
  store ptr getelementptr inbounds nuw ({ i32, i64 }, ptr @g, i64 1, i32 1), ptr %p, align 16
  br label %b
b:
  ret void
}
@v79 = global ptr getelementptr ([4 x i32], ptr @g, i64 0, i64 ptrtoint (ptr @h to i64))
define void @f79() {
  br label %b
b:
  ret void
}
define void @f80(ptr %p) {
  store ptr getelementptr ([4 x i32], ptr @g, i64 0, i64 ptrtoint (ptr @h to i64)), ptr %p, align 16
  br label %b
b:
  ret void
}
@v81 = global ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))
define void @f81() {
  br label %b
b:
  ret void
}
define void @f82(ptr %p) {
  store ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1)), ptr %p, align 16
  br label %b
b:
  ret void
}
@v83 = global <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @g, ptr @h>, <2 x i64> <i64 1, i64 2>)
define void @f83() {
  br label %b
b:
  ret void
}
define void @f84(ptr %p) {
  store <2 x ptr> getelementptr (i8, <2 x ptr> <ptr @g, ptr @h>, <2 x i64> <i64 1, i64 2>), ptr %p, align 16
  br label %b
b:
  ret void
}
@v85 = global i32 extractelement (<2 x i32> bitcast (i64 ptrtoint (ptr @g to i64) to <2 x i32>), i32 0)
define void @f85() {
  br label %b
b:
  ret void
}
define void @f86(ptr %p) {
  store i32 extractelement (<2 x i32> bitcast (i64 ptrtoint (ptr @g to i64) to <2 x i32>), i32 0), ptr %p, align 16
  br label %b
b:
  ret void
}
@v87 = global ptr dso_local_equivalent @f87
define void @f87() {
  br label %b
b:
  ret void
}
define void @f88(ptr %p) {
  store ptr dso_local_equivalent @f88, ptr %p, align 16
  br label %b
b:
  ret void
}
@v89 = global ptr dso_local_equivalent @k
define void @f89() {
  br label %b
b:
  ret void
}
define void @f90(ptr %p) {
  store ptr dso_local_equivalent @k, ptr %p, align 16
  br label %b
b:
  ret void
}
@v91 = global ptr no_cfi @f91
define void @f91() {
  br label %b
b:
  ret void
}
define void @f92(ptr %p) {
  store ptr no_cfi @f92, ptr %p, align 16
  br label %b
b:
  ret void
}
@v93 = global ptr blockaddress(@f93, %b)
define void @f93() {
  br label %b
b:
  ret void
}
define void @f94(ptr %p) {
  store ptr blockaddress(@f94, %b), ptr %p, align 16
  br label %b
b:
  ret void
}
@v95 = global ptr @a
define void @f95() {
  br label %b
b:
  ret void
}
define void @f96(ptr %p) {
  store ptr @a, ptr %p, align 16
  br label %b
b:
  ret void
}
@v97 = global ptr @i
define void @f97() {
  br label %b
b:
  ret void
}
define void @f98(ptr %p) {
  store ptr @i, ptr %p, align 16
  br label %b
b:
  ret void
}
@v99 = global ptr getelementptr inrange(-4, 8) (i8, ptr @g, i64 4)
define void @f99() {
  br label %b
b:
  ret void
}
define void @f100(ptr %p) {
  store ptr getelementptr inrange(-4, 8) (i8, ptr @g, i64 4), ptr %p, align 16
  br label %b
b:
  ret void
}
@v101 = global float 1.5
define void @f101() {
  br label %b
b:
  ret void
}
define void @f102(ptr %p) {
  store float 1.5, ptr %p, align 16
  br label %b
b:
  ret void
}
@v103 = global half 0xH3C00
define void @f103() {
  br label %b
b:
  ret void
}
define void @f104(ptr %p) {
  store half 0xH3C00, ptr %p, align 16
  br label %b
b:
  ret void
}
@v105 = global bfloat 0xR3F80
define void @f105() {
  br label %b
b:
  ret void
}
define void @f106(ptr %p) {
  store bfloat 0xR3F80, ptr %p, align 16
  br label %b
b:
  ret void
}
@v107 = global x86_fp80 0xK3FFF8000000000000000
define void @f107() {
  br label %b
b:
  ret void
}
define void @f108(ptr %p) {
  store x86_fp80 0xK3FFF8000000000000000, ptr %p, align 16
  br label %b
b:
  ret void
}
@v109 = global fp128 0xL00000000000000003FFF000000000000
define void @f109() {
  br label %b
b:
  ret void
}
define void @f110(ptr %p) {
  store fp128 0xL00000000000000003FFF000000000000, ptr %p, align 16
  br label %b
b:
  ret void
}
@v111 = global double 0x7FF8000000000001
define void @f111() {
  br label %b
b:
  ret void
}
define void @f112(ptr %p) {
  store double 0x7FF8000000000001, ptr %p, align 16
  br label %b
b:
  ret void
}
@v113 = global float -0.0
define void @f113() {
  br label %b
b:
  ret void
}
define void @f114(ptr %p) {
  store float -0.0, ptr %p, align 16
  br label %b
b:
  ret void
}
@v115 = global double -0.0
define void @f115() {
  br label %b
b:
  ret void
}
define void @f116(ptr %p) {
  store double -0.0, ptr %p, align 16
  br label %b
b:
  ret void
}
@v117 = global i1 true
define void @f117() {
  br label %b
b:
  ret void
}
define void @f118(ptr %p) {
  store i1 true, ptr %p, align 16
  br label %b
b:
  ret void
}
@v119 = global i128 170141183460469231731687303715884105727
define void @f119() {
  br label %b
b:
  ret void
}
define void @f120(ptr %p) {
  store i128 170141183460469231731687303715884105727, ptr %p, align 16
  br label %b
b:
  ret void
}
@v121 = global i70 -5
define void @f121() {
  br label %b
b:
  ret void
}
define void @f122(ptr %p) {
  store i70 -5, ptr %p, align 16
  br label %b
b:
  ret void
}
define target("spirv.Image") @f123() {
  ret target("spirv.Image") undef
}
define target("spirv.Image") @f124() {
  ret target("spirv.Image") poison
}
define target("spirv.DeviceEvent") @f125() {
  ret target("spirv.DeviceEvent") zeroinitializer
}
define void @f126(ptr %p) {
  store { i64, [2 x i64], i64 } { i64 7, [2 x i64] [i64 7, i64 8], i64 ptrtoint (ptr @g to i64) }, ptr %p, align 8
  store i64 8, ptr %p, align 8
  store { ptr, i64, float, i128 } zeroinitializer, ptr %p, align 8
  store i128 0, ptr %p, align 16
  store float 0.0, ptr %p, align 8
  ret void
}
define void @f127(ptr %p) {
  store { ptr, i64, float, i128, i65 } zeroinitializer, ptr %p, align 8
  store { i65, { i65, float }, <2 x float> } zeroinitializer, ptr %p, align 8
 store { i128, i128 } { i128 0, i128 1 }, ptr %p, align 16
  ret void
}
define void @f128(ptr %p) {
  store i64 0, ptr %p, align 8
  store <vscale x 4 x i32> splat (i32 7), ptr %p, align 8
  store <vscale x 4 x i32> poison, ptr %p, align 8
  store <vscale x 2 x i64> splat (i64 7), ptr %p, align 8
  store <vscale x 4 x i32> splat (i32 8), ptr %p, align 8
  ret void
}
define void @f129(ptr %p) {
  store { ptr, ptr } { ptr dso_local_equivalent @k, ptr @k }, ptr %p, align 8
  store ptr dso_local_equivalent @f129, ptr %p, align 8
  ret void
}
