#![no_main]

tern_fuzz::fuzzer!(bitcode);
