; Operations of the dialect `tern` in bytecode, which MLIR's tools read as undeclared ones.
; RUN: tern import --emit-bytecode %s | tern export
; RUN: tern import --emit-bytecode %s | tern check -
; RUN: tern import --emit-bytecode %s | mlir-opt --allow-unregistered-dialect --mlir-use-nameloc-as-prefix
; RUN: tern import --emit-bytecode %s | mlir-opt --allow-unregistered-dialect --emit-bytecode | tern check -
declare i32 @__CxxFrameHandler3(...)
declare i32 @may_throw(i32)

define i32 @f(ptr %p, i32 %x, <2 x ppc_fp128> %v) personality ptr @__CxxFrameHandler3 {
  %sum = fadd nnan <2 x ppc_fp128> %v, %v
  %wide = atomicrmw add ptr %p, i128 1 seq_cst
  %address = ptrtoaddr ptr %p to i64
  %r = invoke i32 @may_throw(i32 %x) [ "own"(i32 %x) ] to label %end unwind label %cleanup

cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller

end:

  ret i32 %r
}
