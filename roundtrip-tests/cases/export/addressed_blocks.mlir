// Blocks that have lost their names, as mlir-opt drops them. LLVM reads the address of a block by number only before the body of its
// function and in it; those that are taken elsewhere have names.
// RUN: tern export %s | opt -S
module attributes {llvm.metadata = [[{value = #llvm.blockaddress<function = @two, tag = <id = 4>>}]], llvm.named_metadata = [["kept", 0 : index]]} {
  llvm.mlir.global internal constant @early() : !llvm.ptr {
    %0 = llvm.blockaddress <function = @two, tag = <id = 1>> : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @before() -> !llvm.ptr {
    %0 = llvm.blockaddress <function = @two, tag = <id = 2>> : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @two(%addressed: i32) -> !llvm.ptr {
    %0 = llvm.blockaddress <function = @two, tag = <id = 2>> : !llvm.ptr
    llvm.switch %addressed : i32, ^bb1 [
      1: ^bb2,
      2: ^bb3,
      3: ^bb4
    ]
  ^bb1:
    llvm.blocktag <id = 1>
    llvm.return %0 : !llvm.ptr
  ^bb2:
    llvm.blocktag <id = 2>
    llvm.return %0 : !llvm.ptr
  ^bb3:
    llvm.blocktag <id = 3>
    llvm.return %0 : !llvm.ptr
  ^bb4:
    llvm.blocktag <id = 4>
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @behind() -> i64 {
    %0 = llvm.blockaddress <function = @two, tag = <id = 3>> : !llvm.ptr
    %1 = llvm.ptrtoint %0 {llvm.constexpr} : !llvm.ptr to i64
    llvm.return %1 : i64
  }
}
