// RUN: tern export %s
// The bounds have no sign.
llvm.func @f() attributes {vscale_range = #llvm.vscale_range<minRange = 4 : i32, maxRange = -2147483648 : i32>}
llvm.func @g() attributes {vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>}
