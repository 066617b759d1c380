; RUN: tern import %s
; RUN: tern import %s | tern export
; What is new in LLVM 23: other spellings, which come out as older LLVMs read them, and constructs that these do not have.
module asm
    "first"
    ""
module asm(target_features: "+a", target_cpu: "b")
    "second"
    "third"

@bits = global [2 x double] [double f0x414A3D7E00000000, double +inf]
@half = global half 9.997550e-02
@single = global float 1.000000e-01
@signaling = global float -snan(0x1)
@extended = global x86_fp80 +qnan
@quad = global fp128 1.000000e-01
@pair = global ppc_fp128 f0x3C000000000000003FF0000000000000

declare void @fp() denormal_fpenv(preservesign|ieee, float: dynamic)
declare void @words() flatten noipa nooutline
declare void @dead(ptr dead_on_return(16), ptr dead_on_return)
declare void @target() memory(target_mem: read)
declare void @targets() memory(read, target_mem0: none, target_mem1: write)
declare void @aligned() align 16 prefalign(32) gc "x"

define void @atomics(ptr %p, <2 x float> %v, float %f) {
  %1 = atomicrmw elementwise fadd ptr %p, <2 x float> %v monotonic, align 8
  %2 = atomicrmw fmaximumnum ptr %p, float %f monotonic, align 4
  %3 = atomicrmw volatile fminimumnum ptr %p, float %f seq_cst, align 4
  ret void
}

!llvm.dbg.cu = !{!0}
!named = !{!2, !3}
!llvm.module.flags = !{!4}

!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_HIP, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, dialect: DW_LLVM_LANG_DIALECT_simt)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !DIBasicType(name: "x", scope: !1, file: !1, line: 5, size: 32, encoding: DW_ATE_signed)
!3 = !DIFixedPointType(name: "fp", scope: !1, file: !1, line: 7, size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!4 = !{i32 2, !"Debug Info Version", i32 3}
