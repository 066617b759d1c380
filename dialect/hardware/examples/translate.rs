//! Translates a module of the `llvm` dialect to LLVM IR as `mlir-translate --mlir-to-llvmir` does.
//!
//! cargo run -p tern-dialect-hardware --example translate -- module.mlir

use std::process::ExitCode;

use tern_export::{Compat, Options, export_with};
use tern_mlir::asm::{ParseOptions, parse};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Context, verify};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: translate FILE");
        return ExitCode::from(2);
    };
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let context = tern_dialect_hardware::context();
    match translate(&context, &path, &text) {
        Ok(text) => {
            print!("{}", String::from_utf8_lossy(&text));
            ExitCode::SUCCESS
        }
        Err(found) => {
            for diagnostic in found {
                let place = diagnostic.location().offset().and_then(|at| context.sources().position(at));
                let place = place.map_or(path.clone(), |at| format!("{}:{}:{}", at.file, at.line, at.column));
                eprintln!("{place}: {diagnostic}");
            }
            ExitCode::FAILURE
        }
    }
}

fn translate(context: &Context, path: &str, text: &[u8]) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let module = parse(context, path, text, &ParseOptions::default())?;
    let problems = verify::verify(context, &module);
    if !problems.is_empty() {
        return Err(problems);
    }
    let exported = export_with(context, &module, Options { compat: Compat::Upstream, ..Options::default() })?;
    for (what, count) in &exported.losses {
        eprintln!("{path}: warning: left out: {what} ({count} times)");
    }
    Ok(tern_llvm_ir::writer::write_with_comments(&exported.module, "LLVMDialectModule"))
}
