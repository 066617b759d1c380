// RUN: tern check %s
llvm.func @f() attributes {x = #llvm.fastmath<quick>}
