//! Writes what fuzzers begin with: `seeds INTO [FOLDER…]` makes a folder for each body of `hostile.rs`, with the project's own texts
//! and those of the folders, a file for each chunk of those that hold several. `cargo xtask fuzz` calls this.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

use tern_roundtrip_tests::hostile::{Language, TARGETS, corpus};
use tern_roundtrip_tests::{pipeline, samples};

/// Small ones are tried more often.
const LARGEST: usize = 8 << 10;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let into = arguments.next().ok_or_else(|| Error::other("no folder is given to write into"))?;
    let folders: Vec<PathBuf> = arguments.collect();
    let (llvm, mlir) = (texts(&folders, Language::Llvm), texts(&folders, Language::Mlir));
    for target in TARGETS {
        let seeds = match target.language {
            Language::Llvm => llvm.clone(),
            Language::Mlir => mlir.clone(),
            Language::Bytecode => {
                let mut seeds: BTreeSet<Vec<u8>> =
                    mlir.iter().filter_map(|text| pipeline::to_bytecode(text).ok()).collect();
                seeds.extend(corpus(Language::Bytecode).into_iter().filter(|seed| seed.len() <= LARGEST));
                seeds
            }
            Language::Bitcode => {
                corpus(Language::Bitcode).into_iter().filter(|seed| seed.len() <= LARGEST).collect()
            }
        };
        let folder = into.join(target.name);
        std::fs::create_dir_all(&folder)?;
        for seed in &seeds {
            std::fs::write(folder.join(name(seed)), seed)?;
        }
        println!("{}: {} seeds", target.name, seeds.len());
    }
    Ok(())
}

/// Texts of a language: the project's own and those in these folders.
fn texts(folders: &[PathBuf], language: Language) -> BTreeSet<Vec<u8>> {
    let (extension, comment) = if language == Language::Llvm { ("ll", "; ") } else { ("mlir", "// ") };
    let files = folders.iter().flat_map(|folder| samples::files(Path::new(folder), extension));
    let found = files.filter_map(|path| std::fs::read_to_string(path).ok());
    let own = corpus(language).into_iter().filter_map(|text| String::from_utf8(text).ok());
    let mut texts = BTreeSet::new();
    for text in found.chain(own) {
        for chunk in text.split("// -----") {
            // What a test expects is nothing to the reader.
            let kept: String = chunk
                .split_inclusive('\n')
                .filter(|line| !line.trim_start().starts_with(comment) && !line.trim().is_empty())
                .collect();
            if !kept.is_empty() && kept.len() <= LARGEST {
                texts.insert(kept.into_bytes());
            }
        }
    }
    texts
}

/// A name by content, as libFuzzer gives it.
fn name(seed: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
