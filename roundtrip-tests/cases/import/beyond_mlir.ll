; What MLIR's verifier refuses has forms that it accepts, which come back.
; RUN: tern import %s
; RUN: tern import %s | tern check -q -
; RUN: tern import %s | mlir-opt --allow-unregistered-dialect | tern export | opt -S
@signed = global { i32, ptr } { i32 1, ptr ptrauth (ptr @signed, i32 2) }
@address = global i64 ptrtoaddr (ptr @signed to i64)
@weak = global i64 ptrtoint (ptr dso_local_equivalent @may_be_missing to i64)
@one = global <1 x ptr> bitcast (ptr @signed to <1 x ptr>)
@doubles = global <2 x ppc_fp128> <ppc_fp128 0xM3FF00000000000000000000000000000, ppc_fp128 0xM00000000000000000000000000000000>
@block = global [2 x ptr] [ptr ptrauth (ptr @signed, i32 2), ptr blockaddress(@wide, %target)]
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @declared, ptr null }]

declare extern_weak void @may_be_missing()
declare void @declared()
declare align 8 <2 x ptr> @parameters(<2 x ptr> align 16, i32 nofree "own", ptr align 4)
declare alignstack(8) i32 @result()

define void @wide(ptr %p, i128 %x, <2 x i32> %v) {
  br label %target

target:
  %1 = atomicrmw add ptr %p, i128 %x monotonic, align 16
  %2 = load atomic <2 x i32>, ptr %p acquire, align 8
  store atomic <2 x i32> %v, ptr %p release, align 8
  ret void
}

define <2 x ppc_fp128> @foreign(<2 x ppc_fp128> %a, <2 x double> %d, ptr %p) {
  %sum = fadd nnan <2 x ppc_fp128> %a, <ppc_fp128 0xM3FF00000000000000000000000000000, ppc_fp128 0xM00000000000000000000000000000000>
  %less = fcmp olt <2 x ppc_fp128> %sum, %a
  %wide = fpext <2 x double> %d to <2 x ppc_fp128>
  %first = extractelement <2 x ppc_fp128> %wide, i32 0
  %with = insertelement <2 x ppc_fp128> %sum, ppc_fp128 %first, i32 1
  %shuffled = shufflevector <2 x ppc_fp128> %with, <2 x ppc_fp128> poison, <2 x i32> <i32 1, i32 0>
  %absolute = call <2 x ppc_fp128> @llvm.fabs.v2ppcf128(<2 x ppc_fp128> %shuffled)
  store <2 x ppc_fp128> %absolute, ptr %p, align 32
  ret <2 x ppc_fp128> %absolute
}

define target("llvm.test.vectorelement") @of_targets(<vscale x 2 x target("llvm.test.vectorelement")> %v, ptr %p) {
  %fixed = load <2 x target("llvm.test.vectorelement")>, ptr %p, align 4
  store <2 x target("llvm.test.vectorelement")> %fixed, ptr %p, align 4
  %e = extractelement <vscale x 2 x target("llvm.test.vectorelement")> %v, i32 0
  ret target("llvm.test.vectorelement") %e
}

define <2 x ptr> @pointers(ptr %p, <2 x ptr> %q) {
  %one = bitcast ptr %p to <1 x ptr>
  store <1 x ptr> %one, ptr %p, align 8
  store ptr dso_local_equivalent @may_be_missing, ptr %p, align 8
  %field = getelementptr { i32, i64 }, <2 x ptr> %q, i32 0, <2 x i32> splat (i32 1)
  ret <2 x ptr> %field
}

define void @caught() personality ptr @declared {
  invoke void @declared()
          to label %done unwind label %pad

done:
  ret void

pad:
  %caught = landingpad { ptr, i32 }
          catch ptr ptrauth (ptr @signed, i32 2)
          catch ptr @signed
          catch ptr null
          filter [1 x ptr] [ptr @signed]
  resume { ptr, i32 } %caught
}

declare <2 x ppc_fp128> @llvm.fabs.v2ppcf128(<2 x ppc_fp128>)

!constants = !{!0}
!0 = !{i64 ptrtoint (ptr blockaddress(@wide, %target) to i64)}
