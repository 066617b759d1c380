//! What the fuzzers share: the bounds that a body is held to, and a mutator that knows tokens beside libFuzzer's own. The bodies are
//! those of `roundtrip-tests/tests/hostile.rs`.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzzer_mutate;
use peak_alloc::PeakAlloc;
use tern_roundtrip_tests::hostile::{self, Language};
use tern_testing::Choices;
use tern_testing::mutate::Dictionary;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What an input of some kilobytes takes at most, instrumentation included. It is the processor's time: others may use the machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the input that is being tried lies meanwhile, if this says so. An overflow of the stack and the system's killer of what is
/// too large leave libFuzzer no time to write it.
static CURRENT: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| std::env::var_os("TERN_FUZZ_INPUT").map(PathBuf::from));

static LLVM: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Llvm)));
static MLIR: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Mlir)));

/// Tries an input on a body.
///
/// # Panics
///
/// Where the body does, or takes more memory than [`hostile::memory_bound`] or more than ten seconds.
pub fn run(body: fn(&[u8]), data: &[u8]) {
    if let Some(path) = &*CURRENT {
        let _ = std::fs::write(path, data);
    }
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let start = ProcessTime::now();
    body(data);
    let (took, used) = (start.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    let bound = hostile::memory_bound(data.len());
    assert!(used <= bound, "it takes {used} bytes, more than {bound} for {} bytes of input", data.len());
    assert!(took <= PATIENCE, "it takes {took:?} for {} bytes of input", data.len());
}

/// Changes an input in place and returns its new length: by tokens three times out of four, as libFuzzer does otherwise. From time to
/// time there is another text of the corpora instead, or a generated one.
pub fn mutate(target: &str, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let (language, dictionary) = match hostile::target(target).map(|target| target.language) {
        Some(language @ Language::Llvm) => (language, &LLVM),
        Some(language @ Language::Mlir) => (language, &MLIR),
        Some(Language::Bitcode) if seed % 2 == 0 => {
            let mutated = tern_testing::bitcode::mutated(&data[..size], &mut Choices::from_seed(seed.into()));
            let Some(mutated) = mutated else { return fuzzer_mutate(data, size, max_size) };
            let length = mutated.len().min(max_size);
            data[..length].copy_from_slice(&mutated[..length]);
            return length;
        }
        _ => return fuzzer_mutate(data, size, max_size),
    };
    if seed % 4 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut choices = Choices::from_seed(u64::from(seed));
    let mutated = if size < 8 || choices.chance(2) {
        hostile::input(language, dictionary, &mut choices)
    } else {
        dictionary.mutated(&data[..size], &mut choices)
    };
    let length = mutated.len().min(max_size);
    data[..length].copy_from_slice(&mutated[..length]);
    length
}

/// A fuzzer of the body of this name.
#[macro_export]
macro_rules! fuzzer {
    ($name:ident) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::run(tern_roundtrip_tests::hostile::$name, data));
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate(stringify!($name), data, size, max_size, seed)
        });
    };
}
