// ARGS: 
// ARGS: -mlir-print-op-generic
// ARGS: -convert-index-to-llvm
// ARGS: -convert-index-to-llvm=index-bitwidth=32

func.func @a(%a: index, %b: index, %i: i32, %w: i128, %v: i64, %s: si32) -> i1 {
  %0 = index.add %a, %b {x}
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b {x}
  %6 = index.ceildivu %a, %b {x}
  %7 = index.floordivs %a, %b {x}
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  %20 = index.casts %a {x} : index to i32
  %21 = index.casts %i {x} : i32 to index
  %22 = index.castu %a : index to i32
  %23 = index.castu %i : i32 to index
  %24 = index.casts %a : index to i64
  %25 = index.castu %v {x} : i64 to index
  %26 = index.casts %w : i128 to index
  %27 = index.castu %a : index to i128
  %28 = index.cmp slt(%a, %b) {x}
  %29 = index.cmp eq(%a, %b)
  %30 = index.cmp ugt(%a, %b)
  %31 = index.sizeof {x}
  %32 = index.constant {x} 5
  %33 = index.constant -6000000000
  %34 = index.bool.constant {x} true
  %35 = index.casts %s : si32 to index
  return %28 : i1
}
