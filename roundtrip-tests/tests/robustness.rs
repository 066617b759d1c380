//! Checks that damaged input gives a result or a diagnostic: no panic, no stack overflow.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use tern_roundtrip_tests::{pipeline, samples};

/// The number of damaged copies of each file.
const COPIES: u64 = 300;

/// Larger files are left to the fuzzer.
const LARGEST: usize = 16 << 10;

type Step = (&'static str, fn(&[u8]) -> pipeline::Result<Vec<u8>>);

const OF_LLVM: [Step; 2] = [("reprint", pipeline::reprint_ir), ("there and back", pipeline::there_and_back)];
const OF_MLIR: [Step; 2] = [("reprint", pipeline::reprint_dialect), ("export", pipeline::export)];

/// A deterministic random number generator (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).expect("it is below a usize")
    }
}

/// Damages a text in a way determined by the seed.
fn damaged(text: &[u8], seed: u64) -> Vec<u8> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut damaged = text.to_vec();
    for _ in 0..3 {
        numbers.below(1);
    }
    match seed % 5 {
        0 => damaged.truncate(numbers.below(text.len())),
        1 => {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(text.len());
                damaged[at] ^= 1 << numbers.below(8);
            }
        }
        2 => {
            // Remove a piece.
            let at = numbers.below(text.len());
            let end = (at + 1 + numbers.below(20)).min(text.len());
            damaged.drain(at..end);
        }
        3 => {
            // Insert a piece from elsewhere.
            let (from, to) = (numbers.below(text.len()), numbers.below(text.len()));
            let end = (from + 1 + numbers.below(30)).min(text.len());
            damaged.splice(to..to, text[from..end].iter().copied());
        }
        _ => {
            // Change a digit.
            let digits: Vec<usize> = (0..text.len()).filter(|&at| text[at].is_ascii_digit()).collect();
            if let Some(&at) = digits.get(numbers.below(digits.len())) {
                let others: [&[u8]; 6] =
                    [b"-1", b"4294967295", b"4294967296", b"18446744073709551616", b"9", b"0x1"];
                damaged.splice(at..=at, others[numbers.below(others.len())].iter().copied());
            }
        }
    }
    damaged
}

fn never_panics(files: Vec<PathBuf>, steps: &[Step]) {
    assert!(!files.is_empty(), "there is something to try");
    let mut panics = Vec::new();
    for path in files {
        let text = std::fs::read(&path).expect("a sample can be read");
        if text.len() > LARGEST || text.is_empty() {
            continue;
        }
        for seed in 0..COPIES {
            let damaged = damaged(&text, seed);
            for (name, step) in steps {
                if catch_unwind(AssertUnwindSafe(|| step(&damaged).is_ok())).is_err() {
                    panics.push(format!("{} with seed {seed}: {name}", path.display()));
                }
            }
        }
    }
    assert!(panics.is_empty(), "{} panics:\n{}", panics.len(), panics.join("\n"));
}

#[test]
fn damaged_llvm_ir_is_answered() {
    never_panics(samples::llvm(), &OF_LLVM);
}

#[test]
fn damaged_mlir_is_answered() {
    never_panics(samples::mlir(), &OF_MLIR);
}

/// The imported examples are a rich source of MLIR.
#[test]
fn damaged_imports_are_answered() {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let files = samples::llvm().into_iter().enumerate().filter_map(|(number, path)| {
        let imported = pipeline::import(&std::fs::read(path).ok()?).ok()?;
        let path = folder.path().join(format!("{number}.mlir"));
        std::fs::write(&path, imported).ok()?;
        Some(path)
    });
    never_panics(files.collect(), &OF_MLIR);
}

/// Flips bits of bytecode and truncates it.
#[test]
fn damaged_bytecode_is_answered() {
    for path in samples::llvm() {
        let text = std::fs::read(&path).expect("a sample can be read");
        let Ok(bytecode) = pipeline::import_to_bytecode(&text) else { continue };
        let mut numbers = Numbers(bytecode.len() as u64 | 1);
        for _ in 0..COPIES {
            let mut damaged = bytecode.clone();
            for _ in 0..=numbers.below(2) {
                let at = numbers.below(damaged.len());
                damaged[at] ^= 1 << numbers.below(8);
            }
            if numbers.below(4) == 0 {
                damaged.truncate(numbers.below(bytecode.len()));
            }
            let answered = catch_unwind(AssertUnwindSafe(|| pipeline::export(&damaged).is_ok()));
            assert!(answered.is_ok(), "{}", path.display());
        }
    }
}

/// Texts that nest deeper than any program: there is a diagnostic before the stack overflows.
#[test]
fn deep_nesting_is_answered() {
    const DEPTH: usize = 100_000;
    let nested = |before: &str, open: &str, middle: &str, close: &str, after: &str| {
        format!("{before}{}{middle}{}{after}", open.repeat(DEPTH), close.repeat(DEPTH)).into_bytes()
    };
    let llvm = [
        nested("@g = external global ", "{ ", "i32", " }", "\n"),
        nested("@g = external global ", "[1 x ", "i32", "]", "\n"),
        nested("@g = global i64 ", "ptrtoint (ptr inttoptr (i64 ", "1", " to ptr) to i64)", "\n"),
        nested("!0 = !", "{!", "{}", "}", "\n"),
        nested("declare void @f(", "void (", "", ")", ")\n"),
        nested("@g = external global ", "target(\"a\", ", "i32", ")", "\n"),
    ];
    let mlir = [
        nested("\"a\"() {x = ", "[", "", "]", "} : () -> ()\n"),
        nested("\"a\"() {x = ", "{a = ", "1", "}", "} : () -> ()\n"),
        nested("\"a\"() {x = ", "!llvm.array<1 x ", "i32", ">", "} : () -> ()\n"),
        nested("\"a\"() {x = ", "tuple<", "i32", ">", "} : () -> ()\n"),
        nested("\"a\"() {x = ", "() -> (", "i32", ")", "} : () -> ()\n"),
        nested("\"a\"() {x = ", "distinct[0]<", "1", ">", "} : () -> ()\n"),
        nested("", "\"a\"() ({", "", "}) : () -> ()", "\n"),
        nested("", "module {", "", "}", "\n"),
        nested("\"a\"() : () -> () loc(", "callsite(\"a\" at ", "\"b\"", ")", ")\n"),
        nested("\"a\"() {x = affine_map<(d0) -> (", "(", "d0", ")", ")>} : () -> ()\n"),
        nested("\"a\"() {x = dense<", "[", "1", "]", "> : tensor<1xi32>} : () -> ()\n"),
        nested("\"a\"() {x = #a.b<", "<", "1", ">", ">} : () -> ()\n"),
    ];
    on_a_usual_stack(move || {
        for text in &llvm {
            let _ = pipeline::there_and_back(text);
        }
        for text in &mlir {
            let _ = pipeline::export(text);
            let _ = pipeline::reprint_dialect(text);
        }
    });
}

/// Long chains of operations on constants, each using the previous one once or twice: an expression spells out all its
/// operands.
#[test]
fn expressions_of_expressions_are_answered() {
    const LENGTH: usize = 20_000;
    /// The text of the value with this number.
    type Step<'s> = &'s dyn Fn(usize) -> String;
    let chain = |head: &str, first: &str, step: Step<'_>, end: &str| {
        let steps: String = (0..LENGTH).map(|at| format!("  %v{} = {}\n", at + 1, step(at))).collect();
        format!(
            "llvm.mlir.global external @a() : i64\n{head} {{\n{first}{steps}  llvm.return %v{LENGTH} : {end}\n}}\n"
        )
    };
    let number = "  %p = llvm.mlir.addressof @a : !llvm.ptr\n  %v0 = llvm.ptrtoint %p : !llvm.ptr to i64\n";
    let vector = "  %v0 = llvm.mlir.constant(dense<7> : vector<[2]xi32>) : vector<[2]xi32>\n  \
                  %i = llvm.mlir.constant(1 : i64) : i64\n  %x = llvm.mlir.constant(5 : i32) : i32\n";
    let too_large = "is a constant expression of more than 500 constants";
    let scalable = "Globals cannot contain scalable types";
    let steps: [(&str, &str, Step<'_>, &str); 3] = [
        ("i64", number, &|at| format!("llvm.sub %v0, %v{at} : i64"), too_large),
        ("i64", number, &|at| format!("llvm.add %v{at}, %v{at} : i64"), too_large),
        (
            "vector<[2]xi32>",
            vector,
            &|at| format!("llvm.insertelement %x, %v{at}[%i : i64] : vector<[2]xi32>"),
            scalable,
        ),
    ];
    let tried = |module: String| {
        on_a_usual_stack(move || {
            let exports =
                [pipeline::export(module.as_bytes()), pipeline::export_as_upstream(module.as_bytes())];
            exports.map(|exported| exported.map_err(|error| error.lines().next().unwrap_or("").to_owned()))
        })
    };
    for (ty, first, step, refused) in steps {
        for exported in tried(chain(&format!("llvm.mlir.global internal @g() : {ty}"), first, step, ty)) {
            assert!(exported.is_err_and(|error| error.ends_with(refused)), "{ty}");
        }
        // In a function, an instruction is emitted where an expression would become too large.
        let [_, exported] = tried(chain(&format!("llvm.func @f() -> {ty}"), first, step, ty));
        let exported = exported.expect("it is exported");
        assert!(tern_llvm_ir::read(&exported, "exported.ll").is_ok());
    }
}

/// Runs on a thread with the stack size of the command's main thread.
fn on_a_usual_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run);
    thread.expect("a thread can be started").join().expect("nothing panics")
}
