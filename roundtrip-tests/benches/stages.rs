//! Benchmarks of the inner loops, one at a time, on one thread: `cargo bench --package tern-roundtrip-tests [FILTER]`.
//!
//! What whole commands cost against upstream is measured by `cargo xtask bench`.

use std::fmt::Write;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::{Context, Module, verify};

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("nobody has started threads");
    divan::main();
}

/// Functions with loops, memory, calls, floating point and metadata, as compilers make them.
fn llvm() -> String {
    let mut text =
        String::from("%pair = type { i32, ptr }\n@table = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n\n");
    for n in 0..400 {
        let _ = write!(
            text,
            "define i32 @f{n}(ptr noundef %list, i32 %count, double %x) #0 {{\nentry:\n  %empty = icmp eq i32 %count, 0\n  \
             br i1 %empty, label %end, label %loop\n\nloop:\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  \
             %sum = phi i32 [ {n}, %entry ], [ %more, %loop ]\n  \
             %at = getelementptr inbounds %pair, ptr %list, i32 %i, i32 0\n  %v = load i32, ptr %at, align 8, !tbaa !0\n  \
             %w = call i32 @f{}(ptr noundef %list, i32 %v, double %x)\n  %y = fmul fast double %x, {n}.0\n  \
             %z = fptosi double %y to i32\n  %s = add nsw i32 %sum, %w\n  %more = xor i32 %s, %z\n  \
             store i32 %more, ptr %at, align 8, !tbaa !0\n  %next = add nuw nsw i32 %i, 1\n  \
             %done = icmp eq i32 %next, %count\n  br i1 %done, label %end, label %loop, !llvm.loop !4\n\nend:\n  \
             %r = phi i32 [ {n}, %entry ], [ %more, %loop ]\n  ret i32 %r\n}}\n\n",
            (n * 7 + 1) % 400
        );
    }
    text + "attributes #0 = { nounwind \"target-cpu\"=\"x86-64\" }\n\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n\
            !2 = !{!\"char\", !3, i64 0}\n!3 = !{!\"root\"}\n!4 = distinct !{!4, !5}\n!5 = !{!\"llvm.loop.mustprogress\"}\n"
}

fn module() -> tern_llvm_ir::Module {
    tern_llvm_ir::read(llvm().as_bytes(), "bench.ll").expect("it is LLVM IR")
}

fn imported(context: &Context) -> Module {
    tern_import::import(context, &module()).expect("it can be imported")
}

fn printing() -> PrintOptions {
    PrintOptions { for_mlir: true, ..PrintOptions::default() }
}

#[divan::bench]
fn read_llvm(bencher: Bencher<'_, '_>) {
    let text = llvm();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| tern_llvm_ir::read(black_box(text.as_bytes()), "bench.ll"));
}

#[divan::bench]
fn write_llvm(bencher: Bencher<'_, '_>) {
    let module = module();
    bencher.counter(BytesCount::of_str(&llvm())).bench(|| tern_llvm_ir::write(black_box(&module)));
}

#[divan::bench]
fn import(bencher: Bencher<'_, '_>) {
    let module = module();
    bencher
        .counter(BytesCount::of_str(&llvm()))
        .bench(|| tern_import::import(&Context::new(tern_dialect_llvm::DIALECTS), black_box(&module)));
}

#[divan::bench]
fn import_text(bencher: Bencher<'_, '_>) {
    let text = llvm();
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let (dialects, options) = (tern_dialect_llvm::DIALECTS, tern_import::Options::default());
        let format = tern_import::Format::Assembly(printing());
        let imported =
            tern_import::import_text(black_box(&text), "bench.ll", dialects, options, format, |_| ());
        imported.map(|imported| imported.write_to(&mut std::io::sink())).is_ok()
    });
}

#[divan::bench]
fn print_mlir(bencher: Bencher<'_, '_>) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = imported(&context);
    let length = asm::print(&context, &module, &printing()).len();
    bencher.counter(BytesCount::new(length)).bench(|| asm::print(&context, black_box(&module), &printing()));
}

#[divan::bench]
fn read_mlir(bencher: Bencher<'_, '_>) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let text = asm::print(&context, &imported(&context), &printing());
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        asm::parse(
            &Context::new(tern_dialect_llvm::DIALECTS),
            "bench.mlir",
            black_box(&text),
            &ParseOptions::default(),
        )
    });
}

#[divan::bench]
fn verify_mlir(bencher: Bencher<'_, '_>) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = imported(&context);
    bencher.bench(|| verify::verify(&context, black_box(&module)));
}

#[divan::bench]
fn export(bencher: Bencher<'_, '_>) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = imported(&context);
    bencher.counter(BytesCount::of_str(&llvm())).bench(|| tern_export::export(&context, black_box(&module)));
}
