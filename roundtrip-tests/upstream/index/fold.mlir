// ARGS: -split-input-file -convert-index-to-llvm -allow-unregistered-dialect
// ARGS: -split-input-file -convert-func-to-llvm -allow-unregistered-dialect
// ARGS: -split-input-file -convert-to-llvm -allow-unregistered-dialect

func.func @f(%x: index, %y: index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %c5 = index.constant 5
  %c3 = index.constant 3
  %cm = index.constant -7
  %big = index.constant 8589934592
  %0 = index.add %x, %c0
  %1 = index.mul %x, %c0
  %2 = index.mul %x, %c1
  %3 = index.sub %x, %c0
  %4 = index.sub %x, %x
  %5 = index.add %c5, %c3
  %6 = index.divs %cm, %c3
  %7 = index.ceildivs %cm, %c3
  %8 = index.floordivs %cm, %c3
  %9 = index.rems %cm, %c3
  %10 = index.divu %cm, %c3
  %11 = index.maxs %x, %x
  %12 = index.maxs %cm, %c3
  %13 = index.maxu %cm, %c3
  %14 = index.shl %c5, %c3
  %15 = index.shru %cm, %c3
  %16 = index.shrs %cm, %c3
  %17 = index.and %c5, %c3
  %18 = index.or %x, %c0
  %19 = index.xor %x, %x
  %20 = index.and %x, %c0
  %21 = index.cmp eq(%x, %x)
  %22 = index.cmp slt(%cm, %c3)
  %23 = index.cmp ult(%cm, %c3)
  %24 = index.casts %c5 : index to i32
  %25 = index.castu %big : index to i64
  %26 = index.divs %big, %c3
  %27 = index.add %big, %big
  %28 = index.cmp slt(%big, %c3)
  %29 = index.divs %x, %c1
  %30 = index.add %c5, %x
  %31 = index.cmp slt(%c5, %x)
  %32 = index.shl %x, %c0
  return
}

// -----

func.func @f(%x: index) {
  %c0 = index.constant 0
  %0 = index.add %x, %c0
  "test.use"(%0) : (index) -> ()
  return
}
func.func @g(%x: index) {
  %c0 = arith.constant 0 : index
  %0 = arith.addi %x, %c0 : index
  "test.use"(%0) : (index) -> ()
  return
}
