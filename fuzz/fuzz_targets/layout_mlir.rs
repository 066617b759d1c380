#![no_main]

tern_fuzz::fuzzer!(layout_mlir);
