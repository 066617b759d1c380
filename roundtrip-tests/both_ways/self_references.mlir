// Within a struct, its name alone refers to it; elsewhere the same text says something else.
llvm.func @f(!llvm.struct<"c", (!llvm.struct<"d", (!llvm.struct<"c">)>)>)
llvm.func @g(!llvm.struct<"d", (!llvm.struct<"c">)>)
llvm.func @h(!llvm.struct<"c">)
