// Comments at the end of a line and of a type, which hold what would go on outside of them.
#l = loc("a":1:2)
llvm.func @f(%a: i32, %b: i32) {
  %0 = llvm.add %a, %b : i32 //
  loc(#l)
  %1 = llvm.add %a, %b : i32 //
  loc(#l)
  %2 = llvm.add %a, %b : i32 // loc(#l)
  %3 = llvm.add %a, %b : i32 // loc(#l)
  llvm.return
}
llvm.func @g(!llvm.struct<(i32, i32)> // x)>
)
llvm.func @h(!llvm.struct<(i32, i32)> // x)>, i32
)
