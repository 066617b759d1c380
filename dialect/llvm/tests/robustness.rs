//! Tests with damaged input: reading gives a module or diagnostics, and a module that was read can be printed and read again.

use tern_mlir::Context;
use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};

fn survive(text: &[u8]) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    if let Ok(module) = parse(&context, "test", text, &options) {
        for generic in [false, true] {
            let printed = print(
                &context,
                &module,
                &PrintOptions { generic, debug_info: true, ..PrintOptions::default() },
            );
            let _ = parse(&context, "again", &printed, &options);
        }
    }
}

fn snippets() -> Vec<Vec<u8>> {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/llvm");
    let paths =
        std::fs::read_dir(directory).expect("the snippets").map(|entry| entry.expect("a snippet").path());
    let mut paths: Vec<_> = paths.collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).expect("a snippet")).collect()
}

/// A deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Runs with the default stack size of threads, even in a debug build.
#[test]
fn truncated_texts_are_survived() {
    let mut random = Random(1);
    for text in snippets() {
        for _ in 0..40 {
            survive(&text[..random.below(text.len())]);
        }
    }
}

#[test]
fn damaged_texts_are_survived() {
    let mut random = Random(2);
    let noise = b"<>(){}[]:,=-\"@#!%^ \n0x9a*?./|\\\xff\0";
    for text in snippets() {
        for _ in 0..120 {
            let mut damaged = text.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                match random.below(4) {
                    0 => damaged[at] = noise[random.below(noise.len())],
                    1 => damaged.insert(at, noise[random.below(noise.len())]),
                    2 => drop(
                        damaged.drain(at..(at + random.below(12)).min(text.len().saturating_sub(12)).max(at)),
                    ),
                    _ => {
                        // Copies a piece of the text to another position.
                        let from = random.below(damaged.len());
                        let piece: Vec<u8> =
                            damaged[from..(from + random.below(20)).min(damaged.len())].to_vec();
                        damaged.splice(at..at, piece);
                    }
                }
            }
            survive(&damaged);
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [
        ("!llvm.array<1 x ", ""),
        ("!llvm.struct<(", ""),
        ("!llvm.func<void (", ""),
        ("vector<1x", ""),
        ("tuple<", ">"),
        ("() -> ", ""),
    ] {
        let text =
            format!("module attributes {{a.b = {}i32{}}} {{}}", open.repeat(20_000), close.repeat(20_000));
        survive(text.as_bytes());
    }
    for open in ["[", "{a = ", "#llvm.tbaa_root<id = ", "distinct[0]<", "loc(fused[", "affine_map<(d0) -> ("]
    {
        survive(format!("module attributes {{a.b = {}", open.repeat(20_000)).as_bytes());
    }
    survive("module {".repeat(20_000).as_bytes());
    survive("\"a.b\"() ({".repeat(20_000).as_bytes());
    // Aliases that nest exponentially.
    let mut text = String::from("#a0 = [1]\n");
    for index in 1..100_000 {
        text.push_str(&format!("#a{index} = [#a{}]\n", index - 1));
    }
    text.push_str("module attributes {a.b = #a99999} {}\n");
    survive(text.as_bytes());
}
