// What can be a module of LLVM IR, and what stands only right in one.
// RUN: tern translate -mlir-to-llvmir -no-implicit-module -split-input-file -verify-diagnostics %s -o -
// RUN: mlir-translate -mlir-to-llvmir -no-implicit-module -split-input-file -verify-diagnostics %s -o -
// expected-error@below {{'llvm.func' op can not be translated to an LLVMIR module}}
llvm.func @f()
// -----
module {
  llvm.func @f() {
    // expected-error@below {{must appear at the module level}}
    llvm.linker_options ["-l"]
  }
}
// -----
module {
  llvm.func @f() {
    // expected-error@below {{must appear at the module level}}
    llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4>]
  }
}
// -----
module {
  llvm.func @f(%a: i64, %b: vector<7xi64>) {
    // expected-error@below {{invalid kind of type specified: expected builtin.integer, but found 'vector<7xi64>'}}
    %0 = llvm.intr.get.active.lane.mask %a, %b : i64, vector<7xi64> to vector<7xi1>
  }
}
// -----
module {
  // expected-error@below {{LLVM Translation failed for operation: xevm.memfence}}
  xevm.memfence {addrspace=#xevm.addr_space<global>, scope=#xevm.mem_scope<workgroup>}
}
// -----
module {
  // More zeros than fit in memory.
  llvm.mlir.global common @zeros(dense<0> : vector<1099511627776xi8>) : !llvm.array<1099511627776 x i8>
}
