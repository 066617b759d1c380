; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
%0 = type { i32 }
%1 = type { i64, %0 }
%2 = type { ptr, %1 }
%".1" = type { i8 }
@n = global %".1" zeroinitializer
@c = external global %2
@a = external global %0
