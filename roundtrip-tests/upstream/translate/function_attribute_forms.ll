; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
; Attributes of functions and of calls: each of them.
declare ptr @f0(i64, i64) nounwind
define ptr @g1(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nounwind
  ret ptr %x
}
declare ptr @f2(i64, i64) alwaysinline
define ptr @g3(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) alwaysinline
  ret ptr %x
}
declare ptr @f4(i64, i64) noinline
define ptr @g5(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noinline
  ret ptr %x
}
declare ptr @f6(i64, i64) optnone noinline
declare ptr @f7(i64, i64) convergent
define ptr @g8(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) convergent
  ret ptr %x
}
declare ptr @f9(i64, i64) willreturn
define ptr @g10(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) willreturn
  ret ptr %x
}
declare ptr @f11(i64, i64) cold
define ptr @g12(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) cold
  ret ptr %x
}
declare ptr @f13(i64, i64) hot
define ptr @g14(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) hot
  ret ptr %x
}
declare ptr @f15(i64, i64) noreturn
define ptr @g16(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noreturn
  ret ptr %x
}
declare ptr @f17(i64, i64) returns_twice
define ptr @g18(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) returns_twice
  ret ptr %x
}
declare ptr @f19(i64, i64) optsize
define ptr @g20(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) optsize
  ret ptr %x
}
declare ptr @f21(i64, i64) minsize
define ptr @g22(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) minsize
  ret ptr %x
}
declare ptr @f23(i64, i64) mustprogress
define ptr @g24(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) mustprogress
  ret ptr %x
}
declare ptr @f25(i64, i64) nofree
define ptr @g26(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nofree
  ret ptr %x
}
declare ptr @f27(i64, i64) norecurse
define ptr @g28(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) norecurse
  ret ptr %x
}
declare ptr @f29(i64, i64) nosync
define ptr @g30(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nosync
  ret ptr %x
}
declare ptr @f31(i64, i64) speculatable
declare ptr @f32(i64, i64) strictfp
define ptr @g33(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) strictfp
  ret ptr %x
}
declare ptr @f34(i64, i64) uwtable
define ptr @g35(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) uwtable
  ret ptr %x
}
declare ptr @f36(i64, i64) uwtable(sync)
define ptr @g37(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) uwtable(sync)
  ret ptr %x
}
declare ptr @f38(i64, i64) uwtable(async)
define ptr @g39(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) uwtable(async)
  ret ptr %x
}
declare ptr @f40(i64, i64) alignstack(16)
define ptr @g41(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) alignstack(16)
  ret ptr %x
}
declare ptr @f42(i64, i64) allocsize(0)
define ptr @g43(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) allocsize(0)
  ret ptr %x
}
declare ptr @f44(i64, i64) allocsize(0,1)
define ptr @g45(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) allocsize(0,1)
  ret ptr %x
}
declare ptr @f46(i64, i64) allockind("alloc,zeroed")
define ptr @g47(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) allockind("alloc,zeroed")
  ret ptr %x
}
declare ptr @f48(i64, i64) allockind("free")
define ptr @g49(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) allockind("free")
  ret ptr %x
}
declare ptr @f50(i64, i64) vscale_range(2)
define ptr @g51(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) vscale_range(2)
  ret ptr %x
}
declare ptr @f52(i64, i64) vscale_range(1,4)
define ptr @g53(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) vscale_range(1,4)
  ret ptr %x
}
declare ptr @f54(i64, i64) vscale_range(1,0)
define ptr @g55(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) vscale_range(1,0)
  ret ptr %x
}
declare ptr @f56(i64, i64) memory(none)
define ptr @g57(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(none)
  ret ptr %x
}
declare ptr @f58(i64, i64) memory(read)
define ptr @g59(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(read)
  ret ptr %x
}
declare ptr @f60(i64, i64) memory(readwrite)
define ptr @g61(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(readwrite)
  ret ptr %x
}
declare ptr @f62(i64, i64) memory(argmem: read)
define ptr @g63(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(argmem: read)
  ret ptr %x
}
declare ptr @f64(i64, i64) memory(read, argmem: write, inaccessiblemem: none)
define ptr @g65(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(read, argmem: write, inaccessiblemem: none)
  ret ptr %x
}
declare ptr @f66(i64, i64) memory(errnomem: write)
define ptr @g67(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(errnomem: write)
  ret ptr %x
}
declare ptr @f68(i64, i64) memory(write, target_mem0: read)
define ptr @g69(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) memory(write, target_mem0: read)
  ret ptr %x
}
declare ptr @f70(i64, i64) "frame-pointer"="all"
define ptr @g71(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "frame-pointer"="all"
  ret ptr %x
}
declare ptr @f72(i64, i64) "frame-pointer"="none"
define ptr @g73(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "frame-pointer"="none"
  ret ptr %x
}
declare ptr @f74(i64, i64) "target-cpu"="x"
define ptr @g75(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "target-cpu"="x"
  ret ptr %x
}
define ptr @g76(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "target-cpu"
  ret ptr %x
}
declare ptr @f77(i64, i64) "tune-cpu"="x"
define ptr @g78(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "tune-cpu"="x"
  ret ptr %x
}
declare ptr @f79(i64, i64) "target-features"=""
define ptr @g80(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "target-features"=""
  ret ptr %x
}
define ptr @g81(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "target-features"
  ret ptr %x
}
declare ptr @f82(i64, i64) "no-infs-fp-math"="true"
define ptr @g83(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-infs-fp-math"="true"
  ret ptr %x
}
declare ptr @f84(i64, i64) "no-infs-fp-math"="false"
define ptr @g85(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-infs-fp-math"="false"
  ret ptr %x
}
define ptr @g86(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-infs-fp-math"
  ret ptr %x
}
declare ptr @f87(i64, i64) "no-signed-zeros-fp-math"="true"
define ptr @g88(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-signed-zeros-fp-math"="true"
  ret ptr %x
}
declare ptr @f89(i64, i64) "denormal-fp-math"="ieee,ieee"
define ptr @g90(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "denormal-fp-math"="ieee,ieee"
  ret ptr %x
}
declare ptr @f91(i64, i64) "fp-contract"="fast"
define ptr @g92(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "fp-contract"="fast"
  ret ptr %x
}
declare ptr @f93(i64, i64) "instrument-function-entry"="x"
define ptr @g94(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "instrument-function-entry"="x"
  ret ptr %x
}
define ptr @g95(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "instrument-function-exit"
  ret ptr %x
}
declare ptr @f96(i64, i64) "prefer-vector-width"="128"
define ptr @g97(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "prefer-vector-width"="128"
  ret ptr %x
}
declare ptr @f98(i64, i64) "reciprocal-estimates"="all"
define ptr @g99(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "reciprocal-estimates"="all"
  ret ptr %x
}
declare ptr @f100(i64, i64) "no-jump-tables"="true"
define ptr @g101(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-jump-tables"="true"
  ret ptr %x
}
declare ptr @f102(i64, i64) "no-builtins"
define ptr @g103(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-builtins"
  ret ptr %x
}
declare ptr @f104(i64, i64) "no-builtin-memcpy"
define ptr @g105(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "no-builtin-memcpy"
  ret ptr %x
}
declare ptr @f106(i64, i64) "aarch64_pstate_sm_enabled"
define ptr @g107(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "aarch64_pstate_sm_enabled"
  ret ptr %x
}
declare ptr @f108(i64, i64) "arm_new_za"
define ptr @g109(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "arm_new_za"
  ret ptr %x
}
declare ptr @f110(i64, i64) "zero-call-used-regs"="used"
define ptr @g111(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "zero-call-used-regs"="used"
  ret ptr %x
}
declare ptr @f112(i64, i64) "trap-func-name"="x"
define ptr @g113(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "trap-func-name"="x"
  ret ptr %x
}
declare ptr @f114(i64, i64) "less-precise-fpmad"="true"
define ptr @g115(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "less-precise-fpmad"="true"
  ret ptr %x
}
declare ptr @f116(i64, i64) "unsafe-fp-math"="true"
define ptr @g117(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "unsafe-fp-math"="true"
  ret ptr %x
}
declare ptr @f118(i64, i64) "x"
define ptr @g119(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "x"
  ret ptr %x
}
declare ptr @f120(i64, i64) "x"="y"
define ptr @g121(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "x"="y"
  ret ptr %x
}
declare ptr @f122(i64, i64) "alignstack"="4"
define ptr @g123(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "alignstack"="4"
  ret ptr %x
}
define ptr @g124(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "noinline"
  ret ptr %x
}
define ptr @g125(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "noinline"="x"
  ret ptr %x
}
define ptr @g126(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) "memory"="x"
  ret ptr %x
}
declare ptr @f127(i64, i64) nobuiltin
define ptr @g128(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nobuiltin
  ret ptr %x
}
declare ptr @f129(i64, i64) nocallback
define ptr @g130(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nocallback
  ret ptr %x
}
declare ptr @f131(i64, i64) nocf_check
define ptr @g132(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nocf_check
  ret ptr %x
}
declare ptr @f133(i64, i64) nodivergencesource
define ptr @g134(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nodivergencesource
  ret ptr %x
}
declare ptr @f135(i64, i64) noduplicate
define ptr @g136(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noduplicate
  ret ptr %x
}
declare ptr @f137(i64, i64) noimplicitfloat
define ptr @g138(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noimplicitfloat
  ret ptr %x
}
declare ptr @f139(i64, i64) nomerge
define ptr @g140(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nomerge
  ret ptr %x
}
declare ptr @f141(i64, i64) noprofile
define ptr @g142(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noprofile
  ret ptr %x
}
declare ptr @f143(i64, i64) nonlazybind
define ptr @g144(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nonlazybind
  ret ptr %x
}
declare ptr @f145(i64, i64) noredzone
define ptr @g146(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) noredzone
  ret ptr %x
}
declare ptr @f147(i64, i64) null_pointer_is_valid
define ptr @g148(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) null_pointer_is_valid
  ret ptr %x
}
declare ptr @f149(i64, i64) optforfuzzing
define ptr @g150(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) optforfuzzing
  ret ptr %x
}
declare ptr @f151(i64, i64) presplitcoroutine
define ptr @g152(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) presplitcoroutine
  ret ptr %x
}
declare ptr @f153(i64, i64) safestack
define ptr @g154(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) safestack
  ret ptr %x
}
declare ptr @f155(i64, i64) sanitize_address
define ptr @g156(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) sanitize_address
  ret ptr %x
}
declare ptr @f157(i64, i64) shadowcallstack
define ptr @g158(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) shadowcallstack
  ret ptr %x
}
declare ptr @f159(i64, i64) skipprofile
define ptr @g160(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) skipprofile
  ret ptr %x
}
declare ptr @f161(i64, i64) ssp
define ptr @g162(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) ssp
  ret ptr %x
}
declare ptr @f163(i64, i64) sspreq
define ptr @g164(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) sspreq
  ret ptr %x
}
declare ptr @f165(i64, i64) fn_ret_thunk_extern
define ptr @g166(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) fn_ret_thunk_extern
  ret ptr %x
}
define ptr @g167(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) builtin
  ret ptr %x
}
declare ptr @f168(i64, i64) disable_sanitizer_instrumentation
define ptr @g169(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) disable_sanitizer_instrumentation
  ret ptr %x
}
declare ptr @f170(i64, i64) hybrid_patchable
define ptr @g171(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) hybrid_patchable
  ret ptr %x
}
declare ptr @f172(i64, i64) nosanitize_bounds
define ptr @g173(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nosanitize_bounds
  ret ptr %x
}
declare ptr @f174(i64, i64) nosanitize_coverage
define ptr @g175(ptr %p) {
  %x = call ptr %p(i64 1, i64 2) nosanitize_coverage
  ret ptr %x
}
