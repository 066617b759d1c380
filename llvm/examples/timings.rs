//! Measures the transfer of modules between Tern and LLVM, compared with reading the same modules as bitcode: `cargo run
//! --release --package tern-llvm --example timings -- FILE.ll …`

use std::error::Error;
use std::time::{Duration, Instant};

use tern_llvm::inkwell::context::Context;
use tern_llvm::inkwell::memory_buffer::MemoryBuffer;
use tern_llvm::inkwell::module::Module;
use tern_llvm::{bitcode, from_llvm, to_llvm};

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:32}{:>8}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "file", "MiB", "bitcode in", "bitcode out", "LLVM prints", "Tern reads", "Tern prints", "LLVM reads"
    );
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path)?;
        let module = tern_llvm_ir::read(&text, &path)?;
        let context = Context::create();
        let there = to_llvm(&context, &module)?;
        let binary = bitcode::of(&there);
        let printed = there.print_to_string().to_bytes().to_vec();
        let times = [
            best(|| {
                let context = Context::create();
                let buffer = MemoryBuffer::create_from_memory_range_copy(&binary, "bitcode");
                timed(|| Module::parse_bitcode_from_buffer(&buffer, &context))
            }),
            best(|| timed(|| bitcode::of(&there))),
            best(|| timed(|| there.print_to_string())),
            best(|| timed(|| tern_llvm_ir::read(&printed, "module"))),
            best(|| timed(|| tern_llvm_ir::write(&module))),
            // Includes printing by Tern; the column before has that alone.
            best(|| {
                let context = Context::create();
                timed(|| to_llvm(&context, &module))
            }),
        ];
        let back = from_llvm(&there)?;
        assert_eq!(back.functions.len(), module.functions.len());
        let name = path.rsplit('/').next().unwrap_or(&path);
        print!("{name:32}{:8.1}", printed.len() as f64 / f64::from(1 << 20));
        let [bitcode_in, bitcode_out, llvm_prints, tern_reads, tern_prints, both] = times;
        for time in
            [bitcode_in, bitcode_out, llvm_prints, tern_reads, tern_prints, both.saturating_sub(tern_prints)]
        {
            print!("{:>9.0} ms", time.as_secs_f64() * 1e3);
        }
        println!();
    }
    Ok(())
}

/// The time of `work`, without the time to drop its result.
fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    drop(result);
    time
}

/// The minimum of five runs, to reduce noise from other processes.
fn best(mut run: impl FnMut() -> Duration) -> Duration {
    (0..5).map(|_| run()).min().unwrap_or_default()
}
