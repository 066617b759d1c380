// A 2-D convolution without padding: every element of the result is the sum of the products of the filter and the window
// of the image that begins there. The result is allocated here; C frees it.
func.func @convolution(%image: memref<?x?xi32>, %filter: memref<?x?xi32>) -> memref<?x?xi32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0 : i32
  %height = memref.dim %image, %zero : memref<?x?xi32>
  %width = memref.dim %image, %one : memref<?x?xi32>
  %filter_height = memref.dim %filter, %zero : memref<?x?xi32>
  %filter_width = memref.dim %filter, %one : memref<?x?xi32>
  %less_height = arith.subi %height, %filter_height : index
  %less_width = arith.subi %width, %filter_width : index
  %rows = arith.addi %less_height, %one : index
  %columns = arith.addi %less_width, %one : index
  %result = memref.alloc(%rows, %columns) : memref<?x?xi32>
  scf.parallel (%i, %j) = (%zero, %zero) to (%rows, %columns) step (%one, %one) {
    %total = scf.for %k = %zero to %filter_height step %one iter_args(%sum = %nothing) -> (i32) {
      %line = scf.for %l = %zero to %filter_width step %one iter_args(%inner = %sum) -> (i32) {
        %y = arith.addi %i, %k : index
        %x = arith.addi %j, %l : index
        %pixel = memref.load %image[%y, %x] : memref<?x?xi32>
        %weight = memref.load %filter[%k, %l] : memref<?x?xi32>
        %product = arith.muli %pixel, %weight : i32
        %next = arith.addi %inner, %product : i32
        scf.yield %next : i32
      }
      scf.yield %line : i32
    }
    memref.store %total, %result[%i, %j] : memref<?x?xi32>
  }
  return %result : memref<?x?xi32>
}
