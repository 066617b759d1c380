//! What the fuzzers share: a mutator that knows tokens beside libFuzzer's own. The bodies are those of `roundtrip-tests/tests/hostile.rs`.

use std::sync::LazyLock;

use libfuzzer_sys::fuzzer_mutate;
use tern_roundtrip_tests::hostile::{self, Language};
use tern_testing::Choices;
use tern_testing::mutate::Dictionary;

static LLVM: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Llvm)));
static MLIR: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Mlir)));

/// Changes an input in place and returns its new length: by tokens three times out of four, as libFuzzer does otherwise.
pub fn mutate(target: &str, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let dictionary = match hostile::target(target).map(|target| target.language) {
        Some(Language::Llvm) => &LLVM,
        Some(Language::Mlir) => &MLIR,
        _ => return fuzzer_mutate(data, size, max_size),
    };
    if seed % 4 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut choices = Choices::from_seed(u64::from(seed));
    let text = if size < 8 { dictionary.text(&mut choices).to_vec() } else { data[..size].to_vec() };
    let mutated = dictionary.mutated(&text, &mut choices);
    let length = mutated.len().min(max_size);
    data[..length].copy_from_slice(&mutated[..length]);
    length
}

/// A fuzzer of the body of this name.
#[macro_export]
macro_rules! fuzzer {
    ($name:ident) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| tern_roundtrip_tests::hostile::$name(data));
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate(stringify!($name), data, size, max_size, seed)
        });
    };
}
