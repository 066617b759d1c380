// Types whose text depends on the type that they are within.
llvm.func @f(!llvm.struct<"a", (struct<"b", (struct<"a">)>)>)
llvm.func @g(!llvm.struct<"b", (struct<"a", (struct<"b">)>)>)
llvm.func @h(!llvm.struct<"a", (struct<"b", (struct<"a">)>)>)
