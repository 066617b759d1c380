//! Tests of bytecode: text survives a round trip through bytecode; `mlir-opt` of LLVM 22 reads Tern's bytecode, and Tern reads
//! `mlir-opt`'s; damaged files give errors.
//!
//! The snippets in `tests/llvm` contain every operation, attribute and type of the dialect, those in `tests/bytecode`
//! everything else that bytecode encodes; `oracle` locates `mlir-opt`.

use std::path::{Path, PathBuf};

mod oracle;

use oracle::mlir_opt;
use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};
use tern_mlir::bytecode::{self, ReadOptions, Version, WriteOptions};
use tern_mlir::{Context, Module};

const READ: ReadOptions = ReadOptions { allow_unregistered_dialects: true, no_implicit_module: false };

fn parse_options() -> ParseOptions {
    ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() }
}

fn generic() -> PrintOptions {
    PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() }
}

fn snippets() -> Vec<(PathBuf, Vec<u8>)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut paths = Vec::new();
    for folder in ["llvm", "bytecode"] {
        let files = std::fs::read_dir(tests.join(folder)).expect("the snippets");
        paths.extend(files.map(|file| file.expect("a snippet").path()));
    }
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a snippet"))).collect()
}

fn parsed(context: &Context, text: &[u8]) -> Module {
    parse(context, "<stdin>", text, &parse_options()).unwrap_or_else(|found| panic!("{found:?}"))
}

fn text_of(context: &Context, module: &Module, options: &PrintOptions) -> String {
    String::from_utf8(print(context, module, options)).expect("UTF-8")
}

/// Reads bytecode and prints it as text.
fn read(bytes: &[u8], options: &PrintOptions) -> Result<String, String> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = bytecode::read(&context, bytes, &READ).map_err(|found| found.to_string())?;
    Ok(text_of(&context, &module, options))
}

fn written(text: &[u8], options: &WriteOptions) -> Vec<u8> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = parsed(&context, text);
    bytecode::write(&context, &module, options)
}

fn versions() -> impl Iterator<Item = Version> {
    (0..).map_while(Version::new)
}

/// Versions with different encodings; not all versions, because running `mlir-opt` is slow.
fn some_versions() -> impl Iterator<Item = Version> {
    [0, 3, 6].into_iter().filter_map(Version::new)
}

const PRINT_ALL: [&str; 2] = ["--mlir-print-op-generic", "--mlir-print-debuginfo"];

/// The text as reprinted by `mlir-opt`.
fn reprinted(input: &[u8]) -> String {
    let printed = mlir_opt(input, &PRINT_ALL).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(printed).expect("UTF-8")
}

#[test]
fn text_comes_back_from_bytecode() {
    for (path, text) in snippets() {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = parsed(&context, &text);
        for options in [PrintOptions::default(), PrintOptions { debug_info: true, ..generic() }] {
            let expected = text_of(&context, &module, &options);
            for version in versions() {
                let bytes = bytecode::write(
                    &context,
                    &module,
                    &WriteOptions { version, names: true, ..WriteOptions::default() },
                );
                let found = read(&bytes, &options).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(found, expected, "{} in version {}", path.display(), version.number());
            }
        }
    }
}

#[test]
fn names_are_kept_only_if_wanted() {
    let text = b"llvm.func @f(%a: i32) -> i32 {\n  llvm.br ^next\n^next:\n  %sum = llvm.add %a, %a : i32\n  \
        llvm.return %sum : i32 loc(\"^place\")\n}\n";
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = parsed(&context, text);
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    let named = bytecode::write(&context, &module, &WriteOptions { names: true, ..WriteOptions::default() });
    assert_eq!(read(&named, &options).unwrap(), text_of(&context, &module, &options));
    let plain = read(&bytecode::write(&context, &module, &WriteOptions::default()), &options).unwrap();
    assert!(plain.contains("%0 = llvm.add %arg0, %arg0 : i32") && plain.contains("^bb1:"), "{plain}");
    assert!(plain.contains("\"^place\""), "{plain}");
}

/// Before version 5, properties are encoded as attributes.
#[test]
fn properties_of_unknown_operations_are_kept() {
    let text = b"\"foreign.op\"() <{p = 1 : i32}> {a} : () -> ()\n";
    let native = read(&written(text, &WriteOptions::default()), &PrintOptions::default()).unwrap();
    assert!(native.contains("\"foreign.op\"() <{p = 1 : i32}> {a} :"), "{native}");
    let old = WriteOptions { version: Version::new(4).unwrap(), ..WriteOptions::default() };
    let merged = read(&written(text, &old), &PrintOptions::default()).unwrap();
    assert!(merged.contains("\"foreign.op\"() {a, p = 1 : i32} :"), "{merged}");
}

/// Upstream cannot read its own encoding of an empty blob.
#[test]
fn empty_blobs_are_kept() {
    let text = "module attributes {t.a = dense_resource<c> : tensor<0xi32>} {\n}\n\n{-#\n  dialect_resources: {\n    \
        builtin: {\n      c: \"0x00000000\"\n    }\n  }\n#-}\n";
    let bytes = written(text.as_bytes(), &WriteOptions::default());
    assert_eq!(read(&bytes, &PrintOptions::default()).unwrap(), text);
    let found = mlir_opt(&bytes, &[]);
    assert!(found.is_ok(), "{found:?}");
}

/// Upstream loses resources that occur only in attributes encoded as text.
#[test]
fn resources_in_texts_are_kept() {
    let text = "module attributes {t.a = #llvm.di_generic_subrange<lowerBound = dense_resource<g> : tensor<1xi8>, stride = \
        1>} {\n}\n\n{-#\n  dialect_resources: {\n    builtin: {\n      g: \"0x0100000007\"\n    }\n  }\n#-}\n";
    let bytes = written(text.as_bytes(), &WriteOptions::default());
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let expected = text_of(&context, &parsed(&context, text.as_bytes()), &PrintOptions::default());
    assert!(expected.contains("0x0100000007"), "{expected}");
    assert_eq!(read(&bytes, &PrintOptions::default()).unwrap(), expected);
}

/// Upstream loses distinct attributes that are only encodable as text.
#[test]
fn distinct_attributes_stay_what_they_are() {
    let text = "#domain = #llvm.alias_scope_domain<id = distinct[0]<>>\n\
        #a = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>\n\
        #b = #llvm.alias_scope<id = distinct[2]<>, domain = #domain>\n\
        module attributes {t.a = #a, t.b = #b, t.c = distinct[0]<>} {\n}\n";
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let expected = text_of(&context, &parsed(&context, text.as_bytes()), &PrintOptions::default());
    let bytes = written(text.as_bytes(), &WriteOptions::default());
    assert_eq!(read(&bytes, &PrintOptions::default()).unwrap(), expected);
}

#[test]
fn upstream_reads_what_is_written() {
    for (path, text) in snippets() {
        for version in some_versions() {
            // Compare with what upstream reads from its own bytecode of this version: before version 5, it loses properties
            // that are not attributes.
            if version < Version::new(5).unwrap() {
                let bytes =
                    written(&text, &WriteOptions { version, names: false, ..WriteOptions::default() });
                assert!(!reprinted(&bytes).is_empty());
                continue;
            }
            let number = format!("--emit-bytecode-version={}", version.number());
            let theirs = mlir_opt(&text, &["--emit-bytecode", &number]);
            let theirs = theirs.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let ours = written(&text, &WriteOptions { version, names: false, ..WriteOptions::default() });
            let (expected, found) = (reprinted(&theirs), reprinted(&ours));
            // Upstream does not encode this; Tern does.
            let without = |text: String| text.replace(", splitDebugFilename = \"f.dwo\"", "");
            let (found, expected) = (without(found), without(expected));
            assert_eq!(found, expected, "{} in version {}", path.display(), version.number());
        }
    }
}

#[test]
fn what_upstream_writes_is_read() {
    for (path, text) in snippets() {
        for version in some_versions() {
            let number = format!("--emit-bytecode-version={}", version.number());
            let theirs = mlir_opt(&text, &["--emit-bytecode", &number]);
            let theirs = theirs.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let found =
                read(&theirs, &generic()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let (expected, found) = (reprinted(&theirs), reprinted(found.as_bytes()));
            assert_eq!(found, expected, "{} in version {}", path.display(), version.number());
        }
    }
}

/// Except for the producer, files are byte-identical to upstream's, unless Tern keeps something that upstream loses.
#[test]
fn files_are_those_of_upstream() {
    let mut same = 0;
    for (_, text) in snippets() {
        let theirs = mlir_opt(&text, &["--emit-bytecode"]);
        let theirs = theirs.unwrap_or_else(|error| panic!("{error}"));
        let ours = written(&text, &WriteOptions::default());
        let behind_producer = |bytes: &[u8]| {
            bytes.iter().position(|&byte| byte == 0).map(|end| bytes[end..].to_vec()).expect("a producer")
        };
        same += usize::from(behind_producer(&ours) == behind_producer(&theirs));
    }
    assert!(same >= 9, "{same} files are the same");
}

// Damaged files.

/// A deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn survive(bytes: &[u8]) {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    if let Ok(module) = bytecode::read(&context, bytes, &READ) {
        let _ = tern_mlir::verify::verify(&context, &module);
        let _ = print(&context, &module, &PrintOptions { debug_info: true, ..PrintOptions::default() });
        let _ = print(&context, &module, &generic());
        let again = bytecode::write(&context, &module, &WriteOptions::default());
        let _ = bytecode::read(&Context::new(tern_dialect_llvm::DIALECTS), &again, &READ);
    }
}

/// Runs with the default stack size of threads, even in a debug build.
#[test]
fn truncated_files_are_survived() {
    for (_, text) in snippets() {
        let bytes = written(&text, &WriteOptions::default());
        for length in (0..bytes.len()).step_by(7) {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let found = bytecode::read(&context, &bytes[..length], &READ);
            let error = found.expect_err("a part of a file is none").to_string();
            assert!(error.contains("at byte"), "{error}");
        }
    }
}

#[test]
fn damaged_files_are_survived() {
    let mut random = Random(3);
    for (_, text) in snippets() {
        for version in [Version::CURRENT, Version::new(0).unwrap()] {
            let bytes = written(&text, &WriteOptions { version, names: false, ..WriteOptions::default() });
            for _ in 0..400 {
                let mut damaged = bytes.clone();
                for _ in 0..=random.below(3) {
                    let at = random.below(damaged.len());
                    match random.below(3) {
                        0 => damaged[at] ^= 1 << random.below(8),
                        1 => damaged[at] = random.below(256) as u8,
                        _ => {
                            let from = random.below(damaged.len());
                            damaged[at] = damaged[from];
                        }
                    }
                }
                survive(&damaged);
            }
        }
    }
}
