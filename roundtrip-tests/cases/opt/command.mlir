// RUN: tern opt -strip-debuginf %s
// RUN: tern opt --mlir-print-debuginfo=maybe %s
// RUN: tern opt -pass-pipeline=builtin.module(nope) %s
// RUN: tern opt -pass-pipeline=strip-debuginfo %s
// RUN: tern opt -pass-pipeline=builtin.module(strip-debuginfo{x=1}) %s
// RUN: tern opt -pass-pipeline=llvm.func(strip-debuginfo) %s
// RUN: tern opt -pass-pipeline=builtin.module() -strip-debuginfo %s
// RUN: tern opt --list-passes
// RUN: tern opt --no-implicit-module %s
// RUN: tern opt -no-implicit-module=false -mlir-print-debuginfo=0 %s
llvm.func @f()
llvm.func @g()
