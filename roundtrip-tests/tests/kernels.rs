//! Tests of whole programs: kernels in `func`, `memref`, `scf` and `arith` are lowered, exported and compiled; C code calls
//! them through their C wrappers and checks the numbers. The kernels also serve as examples: `examples/kernels`.

use std::path::{Path, PathBuf};
use std::process::Command;

use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions};
use tern_roundtrip_tests::oracle;

/// The pipeline from structured programs on memrefs to `llvm`.
const PIPELINE: &str = "builtin.module(convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,\
                        finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/kernels")
}

/// Lowers a kernel to LLVM IR.
fn lowered(path: &Path) -> Vec<u8> {
    let context = tern_dialect_core::context();
    let text = std::fs::read(path).expect("the example is there");
    let name = path.to_string_lossy();
    let mut module = asm::parse(&context, &name, &text, &ParseOptions::default()).expect("it is read");
    let pipeline = Pipeline::parse(PIPELINE, &Registry::default()).expect("it is a pipeline");
    let ran = pipeline.run(&context, &mut module, true);
    assert!(ran.succeeded, "{name}: {:?}", ran.diagnostics);
    let exported = tern_export::export(&context, &module).expect("it is exported");
    tern_llvm_ir::write(&exported.module)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn kernels_run_natively_and_compute_what_c_computes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut objects = Vec::new();
    for kernel in ["matmul", "convolution", "reduction"] {
        let text = lowered(&examples().join(kernel).with_extension("mlir"));
        let source = folder.path().join(kernel).with_extension("ll");
        std::fs::write(&source, text).expect("the folder can be written to");
        let object = source.with_extension("o");
        let mut compile = Command::new(oracle::tool("llc"));
        run(compile.args(["-filetype=obj", "-relocation-model=pic", "-o"]).arg(&object).arg(&source));
        objects.push(object);
    }
    let program = folder.path().join("main");
    let mut link = Command::new(oracle::tool("clang"));
    link.arg(examples().join("main.c")).args(&objects).args(["-lm", "-o"]).arg(&program);
    run(&mut link);
    assert_eq!(run(&mut Command::new(&program)), "all numbers are right\n");
}
