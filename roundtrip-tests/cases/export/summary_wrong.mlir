// RUN: tern export %s
module attributes {llvm.summary = ["module: (path: \22a.o\22, hash: (1, 2, 3, 4, 5))", "gv: (name: \22f\22, summaries: (q: ()))"]} {
  llvm.func @f()
}
