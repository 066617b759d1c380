//! Checks that a module does not depend on the layout of its text: generated modules, the files of the repository and, if
//! available, those of the corpus. `TERN_LAYOUT` names further files or folders; `TERN_CASES` sets the number of generated
//! modules.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tern_roundtrip_tests::layout::{
    import_is_the_same, llvm_is_the_same, mlir_is_the_same, relaid_llvm, relaid_mlir, seed_of,
};
use tern_roundtrip_tests::samples;
use tern_testing::Choices;

/// Larger files are tried in at most two layouts.
const LARGE: usize = 1 << 18;

/// The results for files.
#[derive(Default)]
struct Tried {
    /// The number of texts that were equal, and of those that are unreadable in the original layout.
    same: usize,
    unread: usize,
    complaints: Vec<String>,
}

/// Tries a file, or each of its chunks, in several layouts.
fn try_file(path: &Path, ways: u64) -> Tried {
    let mut tried = Tried::default();
    let text = std::fs::read(path).unwrap_or_default();
    let ways = if text.len() > LARGE { ways.min(2) } else { ways };
    let is_llvm = path.extension().is_some_and(|extension| extension == "ll");
    let chunks = match std::str::from_utf8(&text) {
        Ok(text) if !is_llvm => text.split("\n// -----").map(str::as_bytes).collect(),
        _ => vec![&text[..]],
    };
    for (chunk, way) in chunks.iter().flat_map(|chunk| (0..ways).map(move |way| (chunk, way))) {
        let mut choices = Choices::from_seed(seed_of(chunk) + way);
        let (relaid, verdict) = match is_llvm {
            true => {
                let relaid = relaid_llvm(chunk, &mut choices);
                let verdict = llvm_is_the_same(chunk, &relaid)
                    .and_then(|can_be_read| import_is_the_same(chunk, &relaid).map(|()| can_be_read));
                (relaid, verdict)
            }
            false => {
                let relaid = relaid_mlir(chunk, &mut choices);
                let verdict = mlir_is_the_same(chunk, &relaid);
                (relaid, verdict)
            }
        };
        match verdict {
            Ok(true) => tried.same += 1,
            Ok(false) => tried.unread += 1,
            Err(complaint) => {
                let name = path.file_name().unwrap_or_default().display();
                let kept = std::env::temp_dir().join(format!("tern-layout-{way}-{name}"));
                let _ = std::fs::write(&kept, &relaid);
                let shown: String = complaint.chars().take(400).collect();
                tried.complaints.push(format!("{} ({}): {shown}", path.display(), kept.display()));
            }
        }
    }
    tried
}

fn check(files: &[PathBuf], ways: u64) {
    let tried: Vec<Tried> = files.par_iter().map(|path| try_file(path, ways)).collect();
    let sum = |count: fn(&Tried) -> usize| tried.iter().map(count).sum::<usize>();
    let (same, unread, wrong) =
        (sum(|tried| tried.same), sum(|tried| tried.unread), sum(|tried| tried.complaints.len()));
    println!("{} files: {same} texts are the same, {wrong} are not, {unread} cannot be read", files.len());
    let complaints: Vec<&str> =
        tried.iter().flat_map(|tried| tried.complaints.iter().map(String::as_str)).collect();
    assert!(complaints.is_empty(), "{wrong}\n{}", complaints.join("\n"));
    assert!(same > unread || files.is_empty(), "most of the files can be read");
}

fn of_folder(folder: &Path) -> Vec<PathBuf> {
    ["ll", "mlir"].iter().flat_map(|extension| samples::files(folder, extension)).collect()
}

#[test]
fn files_of_the_repository_are_the_same_laid_out_anew() {
    let folders = ["examples", "roundtrip-tests"].map(|folder| samples::root().join(folder));
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| of_folder(folder)).collect();
    assert!(files.len() > 300, "{}", files.len());
    check(&files, 3);
}

/// Files and folders in `TERN_LAYOUT`: ten layouts each, or two if they are large.
#[test]
fn named_files_are_the_same_laid_out_anew() {
    let named = std::env::var_os("TERN_LAYOUT").unwrap_or_default();
    let files = std::env::split_paths(&named).flat_map(|path| match path.is_dir() {
        true => of_folder(&path),
        false => vec![path],
    });
    check(&files.collect::<Vec<_>>(), 10);
}
