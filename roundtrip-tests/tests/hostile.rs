//! Tests with untrusted input: the fuzz targets on mutations of the corpora, for `TERN_FUZZ_SECONDS` per target (5 by default),
//! and inputs that ask for too much. Nothing may panic, overflow the stack, or use memory out of proportion to the input.
//!
//! One thread runs at a time, so that the peak of memory belongs to one input.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use tern_roundtrip_tests::hostile::{self, Language, Target};
use tern_testing::Choices;
use tern_testing::mutate::Dictionary;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Held by a test while it measures memory.
static ALONE: Mutex<()> = Mutex::new(());

/// An input of a few kilobytes never takes longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

/// The problem with a target on an input, if any.
fn complaint(target: &Target, input: &[u8]) -> Option<String> {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let start = Instant::now();
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
        return Some(format!("it panics: {}", &text[..text.len().min(400)]));
    }
    let (took, used) = (start.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    if took > PATIENCE {
        return Some(format!("it takes {took:?}"));
    }
    let bound = hostile::memory_bound(input.len());
    (used > bound)
        .then(|| format!("it takes {used} bytes, more than {bound} for {} bytes of input", input.len()))
}

/// Runs on a thread with the stack size of the command's main thread.
fn on_a_thread(work: impl FnOnce() + Send + 'static) {
    let _guard = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(work);
    if let Err(panic) = thread.expect("a thread can be started").join() {
        std::panic::resume_unwind(panic);
    }
}

fn survives(name: &'static str) {
    survives_for(name, 5);
}

/// Runs a target for this many seconds, unless the environment says otherwise.
fn survives_for(name: &'static str, seconds: u64) {
    on_a_thread(move || {
        let number = |variable| std::env::var(variable).ok().and_then(|value| value.parse::<u64>().ok());
        let seconds = number("TERN_FUZZ_SECONDS").unwrap_or(seconds);
        let first = number("TERN_SEED").unwrap_or(1);
        let target = hostile::target(name).expect("there is such a body");
        let dictionary = Dictionary::of(hostile::corpus(target.language));
        assert!(!dictionary.is_empty(), "there is something to mutate");
        let (start, mut tried) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_secs(seconds) {
            let seed = first << 32 | tried;
            let input = hostile::input(target.language, &dictionary, &mut Choices::from_seed(seed));
            if let Some(complaint) = complaint(target, &input) {
                let path = std::env::temp_dir().join(format!("tern-{name}-{seed}"));
                let _ = std::fs::write(&path, &input);
                panic!("{name}, seed {seed} ({}): {complaint}", path.display());
            }
            tried += 1;
        }
        println!("{name}: {tried} inputs");
    });
}

#[test]
fn ll_survives() {
    survives("ll");
}

#[test]
fn bitcode_survives() {
    survives("bitcode");
}

#[test]
fn mlir_survives() {
    survives("mlir");
}

#[test]
fn bytecode_survives() {
    survives("bytecode");
}

#[test]
fn import_survives() {
    survives("import");
}

#[test]
fn export_survives() {
    survives("export");
}

#[test]
fn lowering_survives() {
    survives("lowering");
}

#[test]
fn layout_ll_survives() {
    survives_for("layout_ll", 2);
}

#[test]
fn layout_mlir_survives() {
    survives_for("layout_mlir", 2);
}

#[test]
fn both_ways_ll_survives() {
    survives_for("both_ways_ll", 2);
}

#[test]
fn both_ways_bitcode_survives() {
    survives_for("both_ways_bitcode", 1);
}

#[test]
fn both_ways_mlir_survives() {
    survives_for("both_ways_mlir", 2);
}

#[test]
fn both_ways_bytecode_survives() {
    survives_for("both_ways_bytecode", 1);
}

/// Checks all targets of a language on these inputs.
fn bounded(language: Language, inputs: Vec<(&'static str, String)>) {
    on_a_thread(move || {
        let mut complaints = Vec::new();
        // Comparing holds several results of each input at once.
        let alone = |target: &&Target| target.language == language && !target.name.starts_with("both_ways");
        for target in hostile::TARGETS.iter().filter(alone) {
            for (what, input) in &inputs {
                let start = Instant::now();
                let found = complaint(target, input.as_bytes());
                println!("{}: {what}: {:?}", target.name, start.elapsed());
                if let Some(complaint) = found {
                    complaints.push(format!("{}: {what}: {complaint}", target.name));
                }
            }
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    });
}

fn many(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn llvm_ir_that_asks_for_too_much_is_bounded() {
    let nines = "9".repeat(20_000);
    bounded(
        Language::Llvm,
        vec![
            ("a huge integer", format!("@g = global i64 {nines}\n")),
            ("a huge integer of a huge type", format!("@g = global i8388608 {nines}\n")),
            ("a huge width", "@g = external global i99999999999\n".into()),
            ("a gigantic array", "@g = global [18446744073709551615 x i8] zeroinitializer\n".into()),
            ("gigantic arrays of each other", format!("@g = global {}i8{} undef\n", "[4294967295 x ".repeat(200), "]".repeat(200))),
            ("a gigantic vector", "@g = global <4294967295 x i8> splat (i8 1)\n".into()),
            ("a gigantic vector of zeros", "@g = global <4294967295 x i8> zeroinitializer\n".into()),
            ("a gigantic array in metadata", "!a = !{!0}\n!0 = !{[1000000000000 x i8] zeroinitializer}\n".into()),
            ("a gigantic array in a function", "define [99999999999 x i8] @f() {\n  ret [99999999999 x i8] undef\n}\n".into()),
            ("an aggregate of gigantic ones", "define void @f() {\n  %x = insertvalue [4000000000 x i8] undef, i8 1, 5\n  ret void\n}\n".into()),
            ("a type in itself", "%a = type { %b, %b }\n%b = type { %a }\n@g = global %a zeroinitializer\n".into()),
            ("an alias of itself", "@a = alias i8, ptr @a\n".into()),
            ("aliases of each other", "@a = alias i8, ptr @b\n@b = alias i8, ptr @a\n".into()),
            ("a chain of aliases", format!("@a0 = global i8 0\n{}", many(5000, |n| format!("@a{} = alias i8, ptr @a{n}\n", n + 1)))),
            ("a cycle of metadata", format!("!n = !{{!0}}\n{}", many(5000, |n| format!("!{n} = !{{!{}}}\n", (n + 1) % 5000)))),
            ("metadata that doubles", format!("!n = !{{!40}}\n!0 = !{{}}\n{}", many(40, |n| format!("!{} = !{{!{n}, !{n}}}\n", n + 1)))),
            ("structs that double", format!("%a0 = type {{ i8 }}\n{}@g = external global %a40\n", many(40, |n| format!("%a{} = type {{ %a{n}, %a{n} }}\n", n + 1)))),
            ("a chain of structs", format!("%a0 = type {{ i8 }}\n{}@g = external global %a20000\n", many(20_000, |n| format!("%a{} = type {{ %a{n} }}\n", n + 1)))),
            ("constants that double", format!("@g = global {}i8{} {}\n", "[2 x ".repeat(24), "]".repeat(24), "zeroinitializer")),
            ("a huge alignment", "@g = global i8 0, align 18446744073709551615\n".into()),
            ("a huge address space", "@g = addrspace(4294967295) global i8 0\n".into()),
            ("a huge number of a node", "!n = !{!4294967295}\n!4294967295 = !{}\n".into()),
            ("a huge number of a value", "define void @f() {\n  %4294967295 = add i8 0, 0\n  ret void\n}\n".into()),
            ("a huge number of a group", "declare void @f() #4294967295\nattributes #4294967295 = { nounwind }\n".into()),
            ("a huge shuffle", "define void @f(<4 x i8> %v) {\n  %s = shufflevector <4 x i8> %v, <4 x i8> %v, <4294967295 x i32> zeroinitializer\n  ret void\n}\n".into()),
            ("a huge scalable shuffle", "define void @f(<vscale x 4 x i8> %v) {\n  %s = shufflevector <vscale x 4 x i8> %v, <vscale x 4 x i8> %v, <vscale x 4294967295 x i32> zeroinitializer\n  ret void\n}\n".into()),
            ("a huge scalable splat", "@g = global <vscale x 4294967295 x i8> splat (i8 1)\n".into()),
            ("a string without end", format!("@g = global [1 x i8] c\"{}", "a".repeat(20_000))),
            ("a chain of blocks", format!("define void @f() {{\n{}b3000:\n  ret void\n}}\n", many(3000, |n| format!("b{n}:\n  br label %b{}\n\n", n + 1)))),
            ("PHI nodes of many edges", format!("define void @f(i32 %x) {{\na:\n  switch i32 %x, label %b [\n{}  ]\n\nb:\n{}  ret void\n}}\n", many(300, |n| format!("    i32 {n}, label %b\n")), many(30, |n| format!("  %p{n} = phi i32 {}\n", vec!["[ 1, %a ]"; 301].join(", "))))),
        ],
    );
}

#[test]
fn mlir_that_asks_for_too_much_is_bounded() {
    let nines = "9".repeat(20_000);
    bounded(
        Language::Mlir,
        vec![
            ("a huge integer", format!("\"a\"() {{x = {nines} : i64}} : () -> ()\n")),
            ("a huge integer of a huge type", format!("\"a\"() {{x = {nines} : i16777215}} : () -> ()\n")),
            ("a huge width", "\"a\"() : () -> i99999999999\n".into()),
            ("a gigantic splat", "\"a\"() {x = dense<1> : tensor<99999999999xi64>} : () -> ()\n".into()),
            ("a gigantic splat of booleans", "\"a\"() {x = dense<true> : tensor<4294967296x4294967296xi1>} : () -> ()\n".into()),
            ("a gigantic sparse attribute", "\"a\"() {x = sparse<[[0]], 1> : tensor<99999999999xi64>} : () -> ()\n".into()),
            ("a gigantic constant", "llvm.mlir.global constant @g(dense<1> : tensor<99999999999xi64>) : !llvm.array<99999999999 x i64>\n".into()),
            ("a gigantic array", "llvm.mlir.global constant @g() : !llvm.array<18446744073709551615 x i8> {\n  %0 = llvm.mlir.zero : !llvm.array<18446744073709551615 x i8>\n  llvm.return %0 : !llvm.array<18446744073709551615 x i8>\n}\n".into()),
            ("a gigantic undefined array", "llvm.func @f() {\n  %0 = llvm.mlir.undef : !llvm.array<4000000000 x i8>\n  %1 = llvm.mlir.constant(1 : i8) : i8\n  %2 = llvm.insertvalue %1, %0[5] {llvm.constexpr} : !llvm.array<4000000000 x i8>\n  llvm.return\n}\n".into()),
            ("a gigantic vector", "llvm.func @f() -> vector<4294967295xi8> {\n  %0 = llvm.mlir.constant(dense<1> : vector<4294967295xi8>) : vector<4294967295xi8>\n  llvm.return %0 : vector<4294967295xi8>\n}\n".into()),
            ("many results", "%0:4294967295 = \"a\"() : () -> i32\n".into()),
            ("types that double", format!("!a0 = i8\n{}llvm.func @f(!a40)\n", many(40, |n| format!("!a{} = !llvm.struct<(!a{n}, !a{n})>\n", n + 1)))),
            ("attributes that double", format!("#a0 = 1\n{}module attributes {{x.y = #a40}} {{}}\n", many(40, |n| format!("#a{} = [#a{n}, #a{n}]\n", n + 1)))),
            ("aliases that double", format!("#a0 = #llvm.di_null_type\n{}module attributes {{x.y = #a40}} {{}}\n", many(40, |n| format!("#a{} = #llvm.di_subroutine_type<types = #a{n}, #a{n}>\n", n + 1)))),
            ("locations that double", format!("#a0 = loc(unknown)\n{}module {{}} loc(#a40)\n", many(40, |n| format!("#a{} = loc(fused[\"a\", #a{n}, #a{n}])\n", n + 1)))),
            ("a gigantic vector of several dimensions", "func.func @f(%a: vector<1000x1000x1000x4xf32>) -> vector<1000x1000x1000x4xf32> {\n  %0 = arith.addf %a, %a : vector<1000x1000x1000x4xf32>\n  %1 = vector.transpose %0, [1, 0, 2, 3] : vector<1000x1000x1000x4xf32> to vector<1000x1000x1000x4xf32>\n  return %1 : vector<1000x1000x1000x4xf32>\n}\n".into()),
            ("a gigantic list of lanes", "func.func @f(%a: i8) -> vector<4294967295xi8> {\n  %0 = vector.broadcast %a : i8 to vector<4294967295xi8>\n  return %0 : vector<4294967295xi8>\n}\n".into()),
            ("a gigantic count", "func.func @f() -> vector<4294967295xindex> {\n  %0 = vector.step : vector<4294967295xindex>\n  return %0 : vector<4294967295xindex>\n}\n".into()),
            ("a struct in itself", "\"a\"() : () -> !llvm.struct<\"a\", (struct<\"b\", (struct<\"a\">)>)>\n".into()),
            ("a gigantic memref", "func.func @f() {\n  %0 = memref.alloc() : memref<9223372036854775807x9223372036854775807xi64>\n  return\n}\n".into()),
            ("a hexadecimal blob", format!("\"a\"() {{x = dense<\"0x{}\"> : tensor<9999999999xi8>}} : () -> ()\n", "00".repeat(1000))),
            ("a huge segment", "\"llvm.call\"() <{callee = @f, op_bundle_sizes = array<i32: 2147483647>, operandSegmentSizes = array<i32: 2147483647, -1>}> : () -> ()\n".into()),
            ("a huge index list", "llvm.func @f(%p: !llvm.ptr) {\n  %0 = llvm.getelementptr %p[2147483647, 2147483647, 2147483647] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<9 x array<9 x i8>>\n  llvm.return\n}\n".into()),
        ],
    );
}
