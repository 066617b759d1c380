; RUN: tern import --no-verify %s
; Values that LLVM's verifier refuses, and the reader does not, stay what they are.
declare void @neither() "no-infs-fp-math" "no-nans-fp-math"="" "no-signed-zeros-fp-math"="maybe"
declare void @frame_unheard_of() "frame-pointer"="unheard-of"
declare void @frame_empty() "frame-pointer"
