// ARGS: -convert-func-to-llvm -finalize-memref-to-llvm -split-input-file -verify-diagnostics
// What a pattern finds wrong is reported; what may stay is left as it is, and the rest is converted.

// expected-error @+1 {{Contains llvm.linkage attribute not of type LLVM::LinkageAttr}}
func.func private @linkage(i32) attributes { llvm.linkage = 1 : i32 }
func.func private @converted(i32)

// -----

// expected-error @+1 {{Contains llvm.readnone attribute not of type UnitAttr}}
func.func private @read_none(i32) attributes { llvm.readnone = 1 : i32 }

// -----

// expected-error @+1 {{C interface for variadic functions is not supported yet.}}
func.func @variadic(%a: i32) attributes { func.varargs = true, llvm.emit_c_interface } {
  return
}

// -----

// Bare pointers have no interface for C.
func.func @variadic(%a: i32, %m: memref<4xi32>) attributes { func.varargs = true, llvm.bareptr, llvm.emit_c_interface } {
  return
}
func.func private @declared(%m: memref<4xi32>) -> memref<4xi32> attributes { llvm.bareptr, llvm.emit_c_interface }

// -----

// expected-error @+1 {{redefinition of reserved function 'malloc' of different type '!llvm.func<void (i32)>' is prohibited}}
llvm.func @malloc(i32)
llvm.func @free(!llvm.ptr)
func.func @allocates(%n: index) {
  %m = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  llvm.return
}

// -----

func.func @from_outside(%m: memref<?xi32>, %i: index, %value: i32) {
  // expected-error @+1 {{result not defined in region}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<?xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %value : i32
  }
  return
}
