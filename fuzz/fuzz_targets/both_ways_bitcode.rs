#![no_main]

tern_fuzz::fuzzer!(both_ways_bitcode);
