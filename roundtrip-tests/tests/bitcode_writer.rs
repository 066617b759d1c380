//! Bitcode that Tern writes is read as the module that was written, and is what `llvm-as` writes.

use tern_llvm_ir::Module;
use tern_llvm_ir::bitcode::{self, write::Options};
use tern_roundtrip_tests::oracle::{self, first_difference};
use tern_roundtrip_tests::samples;
use tern_testing::{Choices, llvm};

/// Modules as text: files of the repository, and generated ones.
fn texts() -> Vec<(String, Vec<u8>)> {
    let files = samples::llvm().into_iter().filter_map(|path| {
        let text = std::fs::read(&path).ok()?;
        Some((path.display().to_string(), text))
    });
    let generated = (0..60).map(|seed| {
        let module = llvm::module(&mut Choices::from_seed(seed), &llvm::Options::default());
        (format!("generated {seed}"), tern_llvm_ir::write(&module))
    });
    files.chain(generated).collect()
}

/// A module that can be written as bitcode.
fn read(text: &[u8]) -> Option<Module> {
    let module = tern_llvm_ir::read(text, "<stdin>").ok()?;
    (module.summary.is_none() && tern_llvm_ir::verify(&module).problems.is_empty()).then_some(module)
}

fn written(module: &Module) -> Vec<u8> {
    let options = Options { name: "<stdin>", ..Options::default() };
    bitcode::write::write(module, &options).expect("the module is right")
}

/// The text of a module as `llvm-dis` prints it.
fn disassembled(module: &Module) -> Vec<u8> {
    tern_llvm_ir::writer::try_write_disassembled(module, "<stdin>", None).expect("the module is right")
}

/// What is known not to be read back as it was, by the end of the name. Remove what is mended.
const NOT_READ_BACK: &[&str] = &[
    // Metadata in a bundle of operands.
    "import/rare.ll",
];

#[test]
fn what_is_written_is_read_back() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in texts() {
        let Some(module) = read(&text) else { continue };
        cases += 1;
        let difference = match bitcode::read(&written(&module), "<stdin>") {
            Ok(again) => first_difference(
                &oracle::essence(&disassembled(&module)),
                &oracle::essence(&disassembled(&again)),
            ),
            Err(error) => Some(error.to_string()),
        };
        let is_gap = NOT_READ_BACK.iter().any(|gap| name.ends_with(gap));
        differences.extend(difference.filter(|_| !is_gap).map(|difference| format!("{name}: {difference}")));
    }
    assert!(cases > 60, "{cases}");
    oracle::assert_same(&differences, cases);
}

/// What is known not to be equal byte by byte, by the end of the name. Remove what is mended.
const NOT_EQUAL: &[&str] = &[
    // Nodes and attachments that LLVM's reader of text changes.
    "examples/debug.ll",
    "import/debug_calls.ll",
    "import/debug_nodes.ll",
    "import/debug_undominated.ll",
    "import/loop_locations.ll",
    "import/loop_variants.ll",
    "features/debug_info.ll",
    "gallery/30-debug-info.ll",
    "gallery/31-debug-records.ll",
    "import/rare.ll",
    "import/table.ll",
    "import/tbaa_shapes.ll",
    "import/terms.ll",
    // Constants that LLVM folds, and addresses of blocks.
    "features/constants.ll",
    "gallery/18-constant-expressions.ll",
    "gallery/19-addresses.ll",
];

#[test]
fn bitcode_is_written_as_llvm_writes_it() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in texts() {
        let Ok(theirs) = oracle::run("llvm-as", &["-o", "-"], &text) else { continue };
        let Some(module) = read(&text) else { continue };
        cases += 1;
        let is_gap = NOT_EQUAL.iter().any(|gap| name.ends_with(gap));
        if !is_gap && written(&module) != theirs {
            differences.push(format!("{name}: other bytes"));
        }
    }
    assert!(cases > 60, "{cases}");
    oracle::assert_same(&differences, cases);
}
