// ARGS: --allow-unregistered-dialect
// ARGS: --allow-unregistered-dialect --mlir-print-op-generic

func.func @a(%p: !ptr.ptr<#ptr.generic_space>, %q: !ptr.ptr<#ptr.generic_space>, %i: index, %v: vector<4x!ptr.ptr<#ptr.generic_space>>, %m: memref<?xf32, #ptr.generic_space>) {
  %0 = ptr.ptr_add inbounds %p, %i : !ptr.ptr<#ptr.generic_space>, index
  %1 = ptr.ptr_add %v, %i : vector<4x!ptr.ptr<#ptr.generic_space>>, index
  %2 = ptr.ptr_diff %p, %q : !ptr.ptr<#ptr.generic_space> -> i64
  %3 = ptr.ptr_diff nsw | nuw %p, %q : !ptr.ptr<#ptr.generic_space> -> index
  %4 = ptr.load volatile %p atomic syncscope("a") monotonic alignment = 8 invariant {foo = 1} : !ptr.ptr<#ptr.generic_space> -> i64
  %5 = ptr.to_ptr %m : memref<?xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %6 = ptr.get_metadata %m : memref<?xf32, #ptr.generic_space>
  %7 = ptr.from_ptr %5 metadata %6 : !ptr.ptr<#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
  %8 = ptr.from_ptr %5 : !ptr.ptr<#ptr.generic_space> -> memref<?xf32, #ptr.generic_space>
  %9 = ptr.type_offset f32 : index
  %10 = ptr.constant #ptr.null : !ptr.ptr<#ptr.generic_space>
  %11 = ptr.constant #ptr.address<0x10> : !ptr.ptr<#ptr.generic_space>
  %12 = ptr.constant #ptr.address<-1> : !ptr.ptr<#ptr.generic_space>
  %13 = ptr.constant {foo} #ptr.address<123456789012345678901234567890> : !ptr.ptr<#ptr.generic_space>
  ptr.store volatile %i, %p atomic release nontemporal invariant_group alignment = 4 : index, !ptr.ptr<#ptr.generic_space>
  return
}
module attributes {test.a = #ptr.spec<size = 64, abi = 64, preferred = 128, index = 64>, test.b = #ptr.spec<size = 64, abi = 64, preferred = 128>, test.c = #ptr.generic_space, test.d = !ptr.ptr_metadata<memref<f32>>} {}
