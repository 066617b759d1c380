// Hello: a string, a call with variable arguments, a block with an argument.
llvm.mlir.global internal constant @greeting("Hello, %s!\0A\00") {addr_space = 0 : i32, alignment = 1 : i64}
llvm.mlir.global internal constant @world("world\00") {addr_space = 0 : i32}
llvm.mlir.global external @names() {addr_space = 0 : i32} : !llvm.array<2 x ptr> {
  %0 = llvm.mlir.undef : !llvm.array<2 x ptr>
  %1 = llvm.mlir.addressof @world : !llvm.ptr
  %2 = llvm.insertvalue %1, %0[0] : !llvm.array<2 x ptr>
  %3 = llvm.mlir.zero : !llvm.ptr
  %4 = llvm.insertvalue %3, %2[1] : !llvm.array<2 x ptr>
  llvm.return %4 : !llvm.array<2 x ptr>
}

llvm.func @printf(!llvm.ptr {llvm.noundef}, ...) -> i32

llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %format = llvm.mlir.addressof @greeting : !llvm.ptr
  %world = llvm.mlir.addressof @world : !llvm.ptr
  %named = llvm.icmp "sgt" %argc, %one : i32
  %slot = llvm.getelementptr inbounds %argv[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  llvm.cond_br %named, ^load, ^greet(%world : !llvm.ptr)
^load:
  %given = llvm.load %slot {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.br ^greet(%given : !llvm.ptr)
^greet(%name: !llvm.ptr):
  %printed = llvm.call @printf(%format, %name) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
  %failed = llvm.icmp "slt" %printed, %zero : i32
  %status = llvm.zext %failed : i1 to i32
  llvm.return %status : i32
}
