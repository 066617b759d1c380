// Lines and dictionaries that are used again count towards the limit of what aliases expand to.
#a = ["xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxx"]
#b = [#a, #a, #a, #a, #a, #a, #a, #a, #a, #a, #a, #a]
#c = [#b, #b, #b, #b, #b, #b, #b, #b, #b, #b, #b, #b]
#d = [#c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c, #c]
llvm.func @f() {
  %0 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %1 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %2 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %3 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %4 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %5 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %6 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %7 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %8 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %9 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %10 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %11 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %12 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %13 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %14 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %15 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %16 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %17 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %18 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %19 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %20 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %21 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %22 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %23 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %24 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %25 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %26 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %27 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %28 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %29 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %30 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %31 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %32 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %33 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %34 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %35 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %36 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %37 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %38 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %39 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %40 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %41 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %42 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %43 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %44 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %45 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %46 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %47 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %48 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %49 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %50 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %51 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %52 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %53 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %54 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %55 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %56 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %57 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %58 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  %59 = llvm.mlir.constant(1 : i32) {x = #d} : i32
  llvm.return
}
