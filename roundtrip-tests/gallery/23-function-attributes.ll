; Attributes of functions
; Those with a field use it, all others are passed through.
define void @f() #0 {
  ret void
}

define void @g() unnamed_addr #1 {
  call void @f() #5
  ret void
}

define void @h() optsize minsize #2 {
  ret void
}

declare ptr @allocate(i64, i64) #3

declare void @sanitized() #4

declare void @rest() #6

define void @never() #7 {
  ret void
}

define void @prefixed() section ".text.hot" partition "part" gc "shadow-stack" prefix i32 1 prologue i8 -112 {
  ret void
}

define fastcc void @conventional() unnamed_addr align 32 {
  ret void
}

attributes #0 = { alwaysinline cold convergent disable_sanitizer_instrumentation hot mustprogress nobuiltin nocallback nocf_check nodivergencesource nofree nosync nounwind speculatable willreturn memory(read, argmem: none) }
attributes #1 = { inlinehint fn_ret_thunk_extern jumptable noduplicate noimplicitfloat nomerge noprofile norecurse noredzone nosanitize_bounds nosanitize_coverage nonlazybind null_pointer_is_valid presplitcoroutine returns_twice safestack shadowcallstack skipprofile speculative_load_hardening ssp strictfp alignstack=16 uwtable vscale_range(1,16) }
attributes #2 = { naked noinline optforfuzzing sspreq uwtable(sync) "frame-pointer"="all" "no-trapping-math"="true" "target-cpu"="x86-64" "target-features"="+sse2,+avx" "tune-cpu"="generic" }
attributes #3 = { allockind("alloc,uninitialized,aligned") allocsize(0,1) "alloc-family"="mine" }
attributes #4 = { sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability sanitize_realtime sanitize_thread sanitize_type }
attributes #5 = { builtin nounwind memory(none) "mine" }
attributes #6 = { coro_elide_safe coro_only_destroy_when_complete hybrid_patchable noreturn optdebug sanitize_realtime_blocking sspstrong nocreateundeforpoison }
attributes #7 = { noinline optnone }
