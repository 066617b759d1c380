//! A module does not depend on the layout of its text: generated modules, the files of the repository and, where there is one, those of
//! the corpus, laid out anew. `TERN_LAYOUT` names further files or folders; `TERN_CASES` says how many generated ones there are.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tern_roundtrip_tests::layout::{
    choices_of, llvm_is_the_same, mlir_is_the_same, relaid_llvm, relaid_mlir,
};
use tern_roundtrip_tests::samples;

/// Lays a file out anew in some ways; what is wrong then, with the name of the file.
fn complaints(path: &Path, ways: u32) -> Vec<String> {
    let Ok(text) = std::fs::read(path) else { return Vec::new() };
    let mut found = Vec::new();
    let mut choices = choices_of(&text);
    for way in 0..ways {
        let (relaid, verdict) = match path.extension().is_some_and(|extension| extension == "ll") {
            true => {
                let relaid = relaid_llvm(&text, &mut choices);
                let verdict = llvm_is_the_same(&text, &relaid);
                (relaid, verdict)
            }
            false => {
                let relaid = relaid_mlir(&text, &mut choices);
                let verdict = mlir_is_the_same(&text, &relaid);
                (relaid, verdict)
            }
        };
        if let Err(complaint) = verdict {
            if let Some(folder) = std::env::var_os("TERN_LAYOUT_KEEP") {
                let name =
                    format!("{}-{way}-{}", found.len(), path.file_name().unwrap_or_default().display());
                let _ = std::fs::write(PathBuf::from(folder).join(name), &relaid);
            }
            let shown: String = complaint.chars().take(400).collect();
            found.push(format!("{} (way {way}): {shown}", path.display()));
        }
    }
    found
}

fn check(files: &[PathBuf], ways: u32) {
    assert!(!files.is_empty(), "there is something to lay out");
    let found: Vec<String> = files.par_iter().flat_map(|path| complaints(path, ways)).collect();
    let total = found.len();
    println!("{} files, {total} complaints", files.len());
    assert!(found.is_empty(), "{total}\n{}", found.join("\n"));
}

#[test]
fn files_of_the_repository_are_the_same_laid_out_anew() {
    let root = samples::root();
    let folders = ["examples", "roundtrip-tests"].map(|folder| root.join(folder));
    let files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| ["ll", "mlir"].map(|extension| samples::files(folder, extension)).concat())
        .collect();
    check(&files, 1);
}

#[test]
fn named() {
    let Some(named) = std::env::var_os("TERN_LAYOUT") else { return };
    let files: Vec<PathBuf> = std::env::split_paths(&named)
        .flat_map(|path| match path.is_dir() {
            true => ["ll", "mlir"].map(|extension| samples::files(&path, extension)).concat(),
            false => vec![path],
        })
        .collect();
    check(&files, 2);
}
