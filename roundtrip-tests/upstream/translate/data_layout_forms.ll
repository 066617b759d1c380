; ARGS: --import-llvm --mlir-print-debuginfo --split-input-file --emit-expensive-warnings
; Data layouts: each part, and alignments that follow.
target datalayout = "e"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "E"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:e"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:o"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:w"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:x"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:a"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-m:l"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i64:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i64:32:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i32:8:8"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i1:8"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i128:128"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f16:16"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f32:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f64:32:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f80:128"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f128:64:128"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-p:32:32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-p:64:64:64:32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-p270:32:32-p1:16:16:32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-n8:16:32:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-n64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-S128"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-P1"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-G1"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-Fi8"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-Fn32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-a:0:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-v128:128"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-ni:1:2"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-p:64:64-p:32:32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-i64:32-i64:64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "E-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}

; // -----

target datalayout = "e-f32:32:64-v64:32"
@x = global i64 0
define i64 @f(ptr %p) {
  %a = alloca i64
  %v = load i64, ptr %p
  %w = cmpxchg ptr %p, i64 0, i64 1 seq_cst seq_cst
  ret i64 %v
}
