#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tern_fuzz::run(tern_roundtrip_tests::hostile::bitcode, bytes));
