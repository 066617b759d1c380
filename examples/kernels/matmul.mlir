// C += A * B, for matrices of any size and layout that C hands over as descriptors:
//
//   tern opt --convert-scf-to-cf --convert-arith-to-llvm --convert-cf-to-llvm --finalize-memref-to-llvm \
//     --convert-func-to-llvm --reconcile-unrealized-casts examples/kernels/matmul.mlir | tern export
func.func @matmul(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %a, %zero : memref<?x?xf64>
  %inner = memref.dim %a, %one : memref<?x?xf64>
  %columns = memref.dim %b, %one : memref<?x?xf64>
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %before = memref.load %c[%i, %j] : memref<?x?xf64>
      %after = scf.for %k = %zero to %inner step %one iter_args(%sum = %before) -> (f64) {
        %x = memref.load %a[%i, %k] : memref<?x?xf64>
        %y = memref.load %b[%k, %j] : memref<?x?xf64>
        %product = arith.mulf %x, %y : f64
        %next = arith.addf %sum, %product : f64
        scf.yield %next : f64
      }
      memref.store %after, %c[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
