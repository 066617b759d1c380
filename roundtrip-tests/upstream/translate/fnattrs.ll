; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define void @a1() #0 { ret void }
define void @a2() #1 { ret void }
define void @a3() #2 { ret void }
define void @a4() #3 { ret void }
define void @a5() #4 { ret void }
define void @a6() #5 { ret void }
define void @a7() #6 { ret void }
define hidden fastcc void @a8() unnamed_addr { ret void }
define linkonce_odr swiftcc void @a9() local_unnamed_addr { ret void }
define aarch64_vector_pcs void @a10() { ret void }
define cc 77 void @a11() { ret void }
declare void @a12(ptr noalias nocapture nofree nonnull readonly align 16 dereferenceable(8) dereferenceable_or_null(4), i32 signext noundef, ptr byval([4 x i32]) align 4, ptr inalloca(i32))
declare void @a13(ptr sret(i64), ptr nest, ptr swiftself, ptr swifterror, i8 zeroext inreg, ptr byref(i8), ptr writeonly, ptr readnone, i64 allocalign)
declare noalias noundef nonnull dereferenceable(4) ptr @a14(i32 range(i32 -4, 4), float nofpclass(nan), ptr allocptr, ptr writable, ptr dead_on_unwind, ptr initializes((0, 4), (8, 12)), i32 "foo"="bar", <4 x i32> noext)
define void @a15() uwtable { ret void }
define void @a16() uwtable(sync) { ret void }
define void @a17() vscale_range(2) { ret void }
define void @a18() vscale_range(1,0) { ret void }
define void @a19() vscale_range(2,16) { ret void }
attributes #0 = { nounwind noinline optnone noreturn returns_twice cold noduplicate convergent }
attributes #1 = { hot alwaysinline inlinehint willreturn optsize minsize nocallback "save-reg-params" "no_caller_saved_registers" "zero-call-used-regs"="used" "trap-func-name"="t" "no-builtins" "no-builtin-memcpy" }
attributes #2 = { "frame-pointer"="all" "target-cpu"="znver3" "tune-cpu"="generic" "target-features"="+avx,-sse,+x" "unsafe-fp-math"="true" "no-infs-fp-math"="false" "no-nans-fp-math"="true" "approx-func-fp-math"="true" "no-signed-zeros-fp-math"="true" "denormal-fp-math"="ieee,preserve-sign" "denormal-fp-math-f32"="ieee" "fp-contract"="fast" "reciprocal-estimates"="all" "prefer-vector-width"="256" "instrument-function-entry"="a" "instrument-function-exit"="b" "no-jump-tables"="true" }
attributes #3 = { "aarch64_pstate_sm_enabled" "aarch64_new_za" memory(none) }
attributes #4 = { "aarch64_pstate_sm_body" "aarch64_inout_za" memory(read, argmem: readwrite) alignstack=16 allockind("realloc,aligned") naked nocf_check nofree nomerge nonlazybind noprofile norecurse noredzone nosync null_pointer_is_valid optforfuzzing presplitcoroutine safestack sanitize_address sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_thread sanitize_realtime shadowcallstack skipprofile speculatable speculative_load_hardening ssp strictfp }
attributes #5 = { "aarch64_pstate_sm_compatible" "aarch64_preserves_za" sspreq sspstrong mustprogress nobuiltin coro_only_destroy_when_complete hybrid_patchable disable_sanitizer_instrumentation noimplicitfloat "x" "y"="" }
attributes #6 = { memory(write, errnomem: none) "frame-pointer"="none" "target-features"="" "target-cpu"="" }
