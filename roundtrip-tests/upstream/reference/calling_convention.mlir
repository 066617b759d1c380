// ARGS: -convert-func-to-llvm -reconcile-unrealized-casts -allow-unregistered-dialect
// Calling Convention for Ranked MemRef, for Unranked MemRef.
module @ranked {
  func.func @foo(%arg0: memref<?xf32>) -> () {
    "use"(%arg0) : (memref<?xf32>) -> ()
    return
  }
  func.func @bar() {
    %0 = "get"() : () -> (memref<?xf32>)
    call @foo(%0) : (memref<?xf32>) -> ()
    return
  }
}
module @unranked {
  func.func @foo(%arg0: memref<*xf32>) -> () {
    "use"(%arg0) : (memref<*xf32>) -> ()
    return
  }
  func.func @bar() {
    %0 = "get"() : () -> (memref<*xf32>)
    call @foo(%0): (memref<*xf32>) -> ()
    return
  }
}
