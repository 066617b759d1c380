//! The fuzz targets, shared by `tests/hostile.rs` and the fuzzers in `fuzz/`.
//!
//! For any input, a target terminates without a panic, within [`memory_bound`]. If the input can be read, it is printed and
//! read again, and must print the same.

use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode::{self, ReadOptions, WriteOptions};
use tern_mlir::verify::verify;
use tern_mlir::{Context, Module};
use tern_testing::Choices;
use tern_testing::canonical::merged_nodes;
use tern_testing::mutate::{self, Dictionary};

use crate::{both_ways, layout, samples};

/// The input language of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.ll`.
    Llvm,
    /// `.mlir`.
    Mlir,
    /// `.mlirbc`.
    Bytecode,
    /// `.bc`.
    Bitcode,
}

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The input language.
    pub language: Language,
    /// Runs the target on an input.
    pub run: fn(&[u8]),
}

/// All fuzz targets.
pub const TARGETS: &[Target] = &[
    Target { name: "ll", language: Language::Llvm, run: ll },
    Target { name: "bitcode", language: Language::Bitcode, run: bitcode },
    Target { name: "mlir", language: Language::Mlir, run: mlir },
    Target { name: "bytecode", language: Language::Bytecode, run: bytecode },
    Target { name: "import", language: Language::Llvm, run: import },
    Target { name: "export", language: Language::Mlir, run: export },
    Target { name: "lowering", language: Language::Mlir, run: lowering },
    Target { name: "layout_ll", language: Language::Llvm, run: layout_ll },
    Target { name: "layout_mlir", language: Language::Mlir, run: layout_mlir },
    Target { name: "both_ways_ll", language: Language::Llvm, run: both_ways_ll },
    Target { name: "both_ways_bitcode", language: Language::Bitcode, run: both_ways_bitcode },
    Target { name: "both_ways_mlir", language: Language::Mlir, run: both_ways_mlir },
    Target { name: "both_ways_bytecode", language: Language::Bytecode, run: both_ways_bytecode },
];

/// The limit on peak memory for an input of this length: a fixed allowance plus a multiple of the length.
pub const fn memory_bound(length: usize) -> usize {
    (64 << 20) + 4096 * length
}

/// Looks up a target by name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Reads LLVM IR, prints it, and checks that the text reads back the same.
pub fn ll(bytes: &[u8]) {
    let Ok(module) = tern_llvm_ir::read(bytes, "input.ll") else { return };
    // Uses before definitions can be read, but not written.
    let Ok(once) = tern_llvm_ir::try_write(&module) else { return };
    let again = tern_llvm_ir::read(&once, "printed.ll");
    let again = again.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&once)));
    same(&once, &tern_llvm_ir::write(&again));
}

/// Reads the modules of bitcode, prints those that have a text, writes those that are right as bitcode, which is read again, and imports
/// all of them.
pub fn bitcode(bytes: &[u8]) {
    let modules = match tern_llvm_ir::bitcode::read_all(bytes, "input.bc") {
        Ok(modules) => modules,
        Err(damage) => {
            let said = damage.to_string();
            return assert!(said.contains("at bit "), "a message without a position: {said}");
        }
    };
    for module in modules {
        // LLVM's reader also accepts modules that its verifier refuses.
        let _ = tern_llvm_ir::try_write(&module);
        if tern_llvm_ir::verify(&module).is_empty()
            && let Ok(written) = tern_llvm_ir::bitcode::write::write(&module, &Default::default())
        {
            let again = tern_llvm_ir::bitcode::read_all(&written, "written.bc");
            assert!(again.is_ok(), "{}", again.err().map(|error| error.to_string()).unwrap_or_default());
        }
        let format = tern_import::Format::Assembly(PrintOptions::default());
        let dialects = tern_dialect_llvm::DIALECTS;
        let imported =
            tern_import::import_module(module, "input.bc", dialects, Default::default(), format, |_| ());
        if let Ok(imported) = imported {
            let written = imported.write_to(&mut std::io::sink());
            assert!(written.is_ok(), "a sink takes everything");
        }
    }
}

/// Checks that two texts are equal; otherwise shows the first lines that differ.
fn same(one: &[u8], other: &[u8]) {
    if one != other {
        let lines =
            |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
        let (one, other) = (lines(one), lines(other));
        let at = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        panic!("line {at}: {:?} becomes {:?}", one.get(at), other.get(at));
    }
}

fn parse(context: &Context, bytes: &[u8]) -> Option<Module> {
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    asm::parse(context, "input.mlir", bytes, &options).ok()
}

/// Reads and verifies MLIR. Valid modules are read back from both printed forms and from bytecode.
pub fn mlir(bytes: &[u8]) {
    let context = tern_dialect_core::context();
    let Some(module) = parse(&context, bytes) else { return };
    if !verify(&context, &module).is_empty() {
        return;
    }
    for generic in [false, true] {
        // Not every name can be printed as MLIR text.
        let options =
            PrintOptions { generic, for_mlir: true, discard_names: true, ..PrintOptions::default() };
        let printed = asm::print(&context, &module, &options);
        let context = tern_dialect_core::context();
        let again = parse(&context, &printed);
        let again = again.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&printed)));
        // Affine expressions may be simplified further, as in MLIR.
        if !printed.windows(7).any(|window| window == b"affine_") {
            same(&printed, &asm::print(&context, &again, &options));
        }
    }
    let written = bytecode::write(&context, &module, &WriteOptions::default());
    let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
    let read = bytecode::read(&tern_dialect_core::context(), &written, &options);
    assert!(read.is_ok(), "{}", read.err().map(|error| error.to_string()).unwrap_or_default());
}

/// Reads bytecode; prints and verifies the module.
pub fn bytecode(bytes: &[u8]) {
    let context = tern_dialect_core::context();
    let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
    let Ok(module) = bytecode::read(&context, bytes, &options) else { return };
    let _ = asm::print(&context, &module, &PrintOptions::default());
    let _ = verify(&context, &module);
    let _ = bytecode::write(&context, &module, &WriteOptions::default());
}

/// Imports LLVM IR, both losslessly and as upstream. What comes back of a right module is right.
pub fn import(bytes: &[u8]) {
    let Ok(module) = tern_llvm_ir::read(bytes, "input.ll") else { return };
    let found = tern_llvm_ir::verify(&module);
    let is_right = found.is_empty() && found.ignored.is_none();
    for compat in [tern_import::Compat::Lossless, tern_import::Compat::Upstream] {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let options = tern_import::Options { compat, ..tern_import::Options::default() };
        let Ok(imported) = tern_import::import_with(&context, &module, options) else { continue };
        let _ = asm::print(&context, &imported.module, &PrintOptions::default());
        if compat == tern_import::Compat::Lossless
            && let Ok(exported) = tern_export::export_with(&context, &imported.module, unverified())
            && let Ok(written) = tern_llvm_ir::try_write(&exported.module)
        {
            // A wrong module may have what no text spells, such as attributes at places where the reader refuses them.
            if is_right {
                let wrong = tern_llvm_ir::verify(&exported.module).problems;
                assert!(wrong.is_empty(), "{wrong:?}");
                comes_back(&written);
            }
        }
    }
}

/// Options of an export whose result may be wrong, as its source is.
fn unverified() -> tern_export::Options {
    tern_export::Options { verify: false, ..tern_export::Options::default() }
}

/// Checks that an exported module survives a second round trip unchanged. The first one already dropped the order of fields and
/// fields with default values, which LLVM does not print.
fn comes_back(once: &[u8]) {
    let again = tern_llvm_ir::read(once, "exported.ll").unwrap_or_else(|error| panic!("{error}"));
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let imported = tern_import::import(&context, &again).unwrap_or_else(|said| panic!("{said:?}"));
    let exported = tern_export::export_with(&context, &imported, unverified());
    let exported = exported.unwrap_or_else(|said| panic!("{said:?}"));
    let twice = tern_llvm_ir::write(&exported.module);
    // Equal metadata nodes may be duplicated, from the table and from attributes, until LLVM or import reads them.
    let merged = |text: &[u8]| merged_nodes(&String::from_utf8_lossy(text));
    if once != twice && merged(once) != merged(&twice) {
        same(once, &twice);
    }
}

/// Exports MLIR, both losslessly and as upstream; the result must be readable.
pub fn export(bytes: &[u8]) {
    let context = tern_dialect_core::context();
    let Some(module) = parse(&context, bytes) else { return };
    if !verify(&context, &module).is_empty() {
        return;
    }
    for compat in [tern_export::Compat::Lossless, tern_export::Compat::Upstream] {
        let options = tern_export::Options { compat, ..tern_export::Options::default() };
        if let Ok(exported) = tern_export::export_with(&context, &module, options) {
            let _ = tern_llvm_ir::try_write(&exported.module);
        }
    }
}

/// Lowers MLIR to the `llvm` dialect.
pub fn lowering(bytes: &[u8]) {
    let context = tern_dialect_core::context();
    let Some(mut module) = parse(&context, bytes) else { return };
    if !verify(&context, &module).is_empty() {
        return;
    }
    let pipeline = "builtin.module(convert-std-to-llvm,cse)";
    let pipeline = Pipeline::parse(pipeline, &Registry::default());
    let pipeline = pipeline.unwrap_or_else(|error| panic!("the pipeline is right: {error}"));
    let _ = pipeline.run(&context, &mut module, true);
}

/// Checks that LLVM IR is the same module in any layout.
pub fn layout_ll(bytes: &[u8]) {
    let relaid = layout::relaid_llvm(bytes, &mut Choices::from_seed(layout::seed_of(bytes)));
    layout::llvm_is_the_same(bytes, &relaid).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Checks that MLIR is the same module in any layout.
pub fn layout_mlir(bytes: &[u8]) {
    let relaid = layout::relaid_mlir(bytes, &mut Choices::from_seed(layout::seed_of(bytes)));
    layout::mlir_is_the_same(bytes, &relaid).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Compares fast paths with their plain twins on LLVM IR and on its import.
pub fn both_ways_ll(bytes: &[u8]) {
    both_ways::llvm(bytes).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Compares fast paths with their plain twins on bitcode.
pub fn both_ways_bitcode(bytes: &[u8]) {
    both_ways::bitcode(bytes).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Compares fast paths with their plain twins on MLIR.
pub fn both_ways_mlir(bytes: &[u8]) {
    both_ways::mlir(bytes).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Compares fast paths with their plain twins on bytecode.
pub fn both_ways_bytecode(bytes: &[u8]) {
    both_ways::bytecode(bytes).unwrap_or_else(|difference| panic!("{difference}"));
}

/// Texts to mutate: the examples, the test cases, the cases for upstream, and small files of the dev corpus if available.
pub fn corpus(language: Language) -> Vec<Vec<u8>> {
    const LARGEST: usize = 24 << 10;
    let root = samples::root();
    let folders =
        ["examples", "roundtrip-tests/cases", "roundtrip-tests/upstream"].map(|folder| root.join(folder));
    let of = |extension: &str| -> Vec<Vec<u8>> {
        let files = folders.iter().flat_map(|folder| samples::files(folder, extension));
        let texts = files.filter_map(|path| std::fs::read(path).ok());
        texts.filter(|text| !text.is_empty() && text.len() <= LARGEST).collect()
    };
    match language {
        Language::Llvm => of("ll"),
        Language::Mlir => {
            let mut texts = of("mlir");
            texts.extend(of("ll").iter().filter_map(|text| crate::pipeline::import(text).ok()));
            texts
        }
        Language::Bytecode => {
            let imported =
                of("ll").into_iter().filter_map(|text| crate::pipeline::import_to_bytecode(&text).ok());
            imported
                .chain(of("mlir").iter().filter_map(|text| crate::pipeline::to_bytecode(text).ok()))
                .collect()
        }
        Language::Bitcode => {
            let assembled = |text: &Vec<u8>| crate::oracle::run("llvm-as", &["-o", "-"], text).ok();
            of("ll").iter().filter(|text| text.len() <= LARGEST / 4).filter_map(assembled).collect()
        }
    }
}

/// A random input for a target: a text of the corpus or a generated one, possibly mutated.
pub fn input(language: Language, dictionary: &Dictionary, choices: &mut Choices) -> Vec<u8> {
    let text = match language {
        Language::Llvm if choices.chance(30) => {
            use tern_testing::llvm::{Options, module};
            tern_llvm_ir::write(&module(choices, &Options { beyond_opt: true, ..Options::default() }))
        }
        _ => dictionary.text(choices).to_vec(),
    };
    match language {
        Language::Bytecode => mutate::bytes(&text, choices),
        Language::Bitcode if choices.chance(2) => {
            tern_testing::bitcode::mutated(&text, choices).unwrap_or(text)
        }
        Language::Bitcode => mutate::bytes(&text, choices),
        _ if choices.chance(15) => mutate::bytes(&text, choices),
        _ => dictionary.mutated(&text, choices),
    }
}
