//! Sample files for tests: the examples, the test cases, and files next to the repository on a developer's machine.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tern_testing::Choices;
use tern_testing::llvm::{self as generator, Options};

/// The root folder of the workspace.
pub fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}

/// All files with this extension in a folder, recursively, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Valid modules of LLVM IR in the repository.
pub fn llvm() -> Vec<PathBuf> {
    let mut found = files(&root().join("examples"), "ll");
    for folder in ["cases/import", "features", "gallery"] {
        found.extend(files(&root().join("roundtrip-tests").join(folder), "ll"));
    }
    found
}

/// A generated module as text; the same for the same seed.
pub fn generated(seed: u64) -> Vec<u8> {
    tern_llvm_ir::write(&generator::module(&mut Choices::from_seed(seed), &Options::default()))
}

/// The texts of [`llvm`] and of as many generated modules, with their names.
pub fn texts(generated_count: u64) -> impl Iterator<Item = (String, Vec<u8>)> {
    let files = llvm().into_iter().filter_map(|path| {
        let text = std::fs::read(&path).ok()?;
        Some((path.display().to_string(), text))
    });
    files.chain((0..generated_count).map(|seed| (format!("generated {seed}"), generated(seed))))
}

/// Modules of LLVM IR that upstream imports or rejects.
pub fn translated() -> Vec<PathBuf> {
    let mut found = llvm();
    found.extend(files(&root().join("roundtrip-tests/upstream/translate"), "ll"));
    found
}

/// Valid modules of the `llvm` dialect in the repository.
pub fn mlir() -> Vec<PathBuf> {
    let mut found = files(&root().join("examples"), "mlir");
    // The kernels must be lowered first.
    let must_be_lowered = ["examples/kernels", "examples/nvvm"].map(|folder| root().join(folder));
    found.retain(|path| !must_be_lowered.iter().any(|folder| path.starts_with(folder)));
    found.extend(files(&root().join("roundtrip-tests/cases/export"), "mlir"));
    let gallery = files(&root().join("roundtrip-tests/gallery"), "mlir");
    // So must the files whose third line gives a pipeline.
    let lowered =
        |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains("\n// LOWER:"));
    found.extend(gallery.into_iter().filter(|path| !lowered(path)));
    found
}

/// The paths in a list of the corpus, if it was built: `dev` is in `target/corpus` after `cargo xtask bench` or `fidelity`, or
/// in the folder `TERN_CORPUS`.
pub fn corpus() -> Vec<PathBuf> {
    let folder = std::env::var_os("TERN_CORPUS").map_or_else(|| root().join("target/corpus"), PathBuf::from);
    let list = std::fs::read_to_string(folder.join("dev.list")).unwrap_or_default();
    list.lines().map(PathBuf::from).collect()
}

/// LLVM's own assembler tests, if they are next to the repository.
pub fn assembler() -> Vec<PathBuf> {
    let shared = root().join("../shared/conformance");
    let list = std::fs::read_to_string(shared.join("lists/assembler.txt")).unwrap_or_default();
    list.lines().map(|line| shared.join("tests").join(line)).collect()
}

/// A function with enough operations that bodies are exported in parallel.
pub fn filler() -> String {
    let mut text = String::from("llvm.func @filler() {\n");
    for n in 0..8_200 {
        let _ = writeln!(text, "  %{n} = llvm.mlir.undef : i32");
    }
    text + "  llvm.return\n}\n"
}
