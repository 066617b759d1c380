// A summary that names a function which is gone, and orders of uses that do not fit any more.
// RUN: tern export %s
module attributes {
  llvm.summary = [
    "module: (path: \22a.o\22, hash: (1, 2, 3, 4, 5))",
    "gv: (name: \22gone\22, summaries: (function: (module: ^0, flags: (linkage: external), insts: 2)))",
    "gv: (name: \22f\22, summaries: (function: (module: ^0, flags: (linkage: external), insts: 2, calls: ((callee: ^1)))))",
    "blockcount: 2"
  ],
  llvm.use_list_orders = [{constant = @g, order = array<i32: 1, 0>}, {constant = @h, order = array<i32: 1, 0>}]
} {
  llvm.mlir.global external @g(0 : i32) : i32
  llvm.mlir.global external @h(0 : i32) : i32
  llvm.func @f(%a: i32) -> i32 attributes {
    llvm.use_list_orders = [
      {local = 0 : i64, order = array<i32: 1, 0>}, {local = 7 : i64, order = array<i32: 1, 0>},
      {local = 1 : i64, order = array<i32: 1, 0>}, {block = 0 : i64, order = array<i32: 1, 0>}
    ]
  } {
    %p = llvm.mlir.addressof @g : !llvm.ptr
    llvm.store %a, %p : i32, !llvm.ptr
    %x = llvm.load %p : !llvm.ptr -> i32
    %y = llvm.add %a, %x : i32
    llvm.return %y : i32
  }
}
