; RUN: tern import %s
; Each attribute that has a field of its own, with each value that the field can hold.
declare void @texts() "target-cpu"="a" "tune-cpu"="b" "reciprocal-estimates"="c" "prefer-vector-width"="128" "denormal-fp-math"="ieee" "denormal-fp-math-f32"="ieee" "fp-contract"="fast" "instrument-function-entry"="e" "instrument-function-exit"="x"
declare void @no_texts() "target-cpu" "tune-cpu"="" "reciprocal-estimates" "prefer-vector-width"="" "denormal-fp-math" "denormal-fp-math-f32"="" "fp-contract" "instrument-function-entry"="" "instrument-function-exit"
declare void @true() "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true"
declare void @false() "no-infs-fp-math"="false" "no-nans-fp-math"="false" "no-signed-zeros-fp-math"="false"
declare void @frame_none() "frame-pointer"="none"
declare void @frame_some() "frame-pointer"="non-leaf"
declare void @frame_all() "frame-pointer"="all"
declare void @frame_reserved() "frame-pointer"="reserved"
declare void @tables() uwtable
declare void @tables_sync() uwtable(sync)
declare void @tables_async() uwtable(async)
declare void @memory() memory(read, argmem: none, inaccessiblemem: write, errnomem: readwrite)
declare void @scale() vscale_range(1, 16)
declare void @scale_open() vscale_range(2)
declare void @features() "target-features"="+a,-b"
declare void @no_features() "target-features"=""
declare void @streaming() "aarch64_pstate_sm_enabled" "aarch64_new_za"
declare void @streaming_with_a_value() "aarch64_pstate_sm_enabled"="1"
