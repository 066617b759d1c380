; Memrefs as parameters and results, with a wrapper for C, handed on to a function that is only declared.
; RUN: tern raise-memref %s
; RUN: tern raise-memref --json %s
; RUN: tern raise-memref --rewrite %s
; RUN: tern raise-memref --rewrite %s | tern opt --convert-func-to-llvm --reconcile-unrealized-casts | tern export
define { ptr, ptr, i64, [1 x i64], [1 x i64] } @kernel(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5) {
  %7 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } poison, ptr %0, 0
  %8 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %7, ptr %1, 1
  %9 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %8, i64 %2, 2
  %10 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %9, i64 %3, 3, 0
  %11 = insertvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %10, i64 %4, 4, 0
  %12 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 1
  %13 = getelementptr { float, float }, ptr %12, i64 %5
  %14 = load { float, float }, ptr %13
  %15 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 0
  %16 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 1
  %17 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 2
  %18 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 3, 0
  %19 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %11, 4, 0
  call void @handed_on(ptr %15, ptr %16, i64 %17, i64 %18, i64 %19, { float, float } %14)
  ret { ptr, ptr, i64, [1 x i64], [1 x i64] } %11
}

define void @_mlir_ciface_kernel(ptr %0, ptr %1, i64 %2) {
  %4 = load { ptr, ptr, i64, [1 x i64], [1 x i64] }, ptr %1
  %5 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %4, 0
  %6 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %4, 1
  %7 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %4, 2
  %8 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %4, 3, 0
  %9 = extractvalue { ptr, ptr, i64, [1 x i64], [1 x i64] } %4, 4, 0
  %10 = call { ptr, ptr, i64, [1 x i64], [1 x i64] } @kernel(ptr %5, ptr %6, i64 %7, i64 %8, i64 %9, i64 %2)
  store { ptr, ptr, i64, [1 x i64], [1 x i64] } %10, ptr %0
  ret void
}

declare void @handed_on(ptr, ptr, i64, i64, i64, { float, float })
