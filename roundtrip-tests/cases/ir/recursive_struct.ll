; A struct holds itself by value, by way of another one: said where the circle closes, as LLVM does.
; RUN: tern check %s
; RUN: opt -S %s
%outer = type { i32, [4 x %inner] }
%inner = type { %outer, ptr }
%other = type { %outer }
