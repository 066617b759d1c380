// The type of the first call decides what the name of an intrinsic means, so the second body is translated again. What it leaves
// out counts once.
#root = #llvm.tbaa_root<id = "root">
#type0 = #llvm.tbaa_type_desc<id = "t0", members = {<#root, 0>}>
#type1 = #llvm.tbaa_type_desc<id = "t1", members = {<#root, 0>}>
#tag0 = #llvm.tbaa_tag<base_type = #type0, access_type = #type0, offset = 0>
#tag1 = #llvm.tbaa_tag<base_type = #type1, access_type = #type1, offset = 0>
llvm.func @f(%a: i8) {
  llvm.call_intrinsic "llvm.unknown"(%a) : (i8) -> ()
  llvm.return
}
llvm.func @g(%p: !llvm.ptr, %a: i16) {
  %0 = llvm.load %p {tbaa = [#tag0, #tag1]} : !llvm.ptr -> i32
  llvm.call_intrinsic "llvm.unknown"(%a) : (i16) -> ()
  llvm.return
}
llvm.func @h(%p: !llvm.ptr, %a: i16) {
  %0 = llvm.load %p {tbaa = [#tag0, #tag1]} : !llvm.ptr -> i32
  llvm.call_intrinsic "llvm.unknown"(%a) : (i16) -> ()
  llvm.return
}
