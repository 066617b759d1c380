// The sum of the elements that are positive, and the greatest element; of a vector with any stride.
func.func @reduction(%values: memref<?xf32, strided<[?], offset: ?>>) -> (f32, f32) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %count = memref.dim %values, %zero : memref<?xf32, strided<[?], offset: ?>>
  %first = memref.load %values[%zero] : memref<?xf32, strided<[?], offset: ?>>
  %sum, %greatest = scf.parallel (%i) = (%zero) to (%count) step (%one) init (%nothing, %first) -> (f32, f32) {
    %value = memref.load %values[%i] : memref<?xf32, strided<[?], offset: ?>>
    %positive = arith.cmpf ogt, %value, %nothing : f32
    %term = scf.if %positive -> (f32) {
      scf.yield %value : f32
    } else {
      scf.yield %nothing : f32
    }
    scf.reduce(%term, %value : f32, f32) {
    ^bb0(%left: f32, %right: f32):
      %total = arith.addf %left, %right : f32
      scf.reduce.return %total : f32
    }, {
    ^bb0(%left: f32, %right: f32):
      %larger = arith.maximumf %left, %right : f32
      scf.reduce.return %larger : f32
    }
  }
  return %sum, %greatest : f32, f32
}
