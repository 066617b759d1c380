// Errors of the same kind in many functions.
llvm.func @f1(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown1(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f2(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown2(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f3(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown3(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f4(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown4(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f5(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown5(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f6(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown6(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f7(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown7(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f8(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown8(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f9(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown9(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f10(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown10(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f11(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown11(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f12(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown12(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f13(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown13(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f14(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown14(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f15(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown15(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f16(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown16(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f17(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown17(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f18(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown18(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f19(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown19(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f20(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown20(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f21(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown21(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f22(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown22(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f23(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown23(%0) : (i32) -> ()
  llvm.return
}
llvm.func @f24(%x: i32) {
  %0 = llvm.add %x, %x : i32
  llvm.call @unknown24(%0) : (i32) -> ()
  llvm.return
}
