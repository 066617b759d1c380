//! Reads a module and prints it: `reprint FILE [--generic] [--locations] [--verify]`.

use tern_mlir::Context;
use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};

fn main() -> std::process::ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| {
        let before = arguments.len();
        arguments.retain(|argument| argument != name);
        arguments.len() != before
    };
    let verify = flag("--verify");
    let (generic, debug_info) = (flag("--generic"), flag("--locations"));
    let options = PrintOptions { generic, debug_info, ..PrintOptions::default() };
    let Some(file) = arguments.first() else {
        eprintln!("usage: reprint FILE [--generic] [--locations] [--verify]");
        return std::process::ExitCode::FAILURE;
    };
    let text = match std::fs::read(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return std::process::ExitCode::FAILURE;
        }
    };
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    match parse(
        &context,
        file,
        &text,
        &ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() },
    ) {
        Ok(module) if verify => {
            let errors = tern_mlir::verify::verify(&context, &module);
            for error in &errors {
                let place = error.location().offset().and_then(|offset| context.sources().position(offset));
                let place =
                    place.map(|p| format!("{}:{}:{}: ", p.file, p.line, p.column)).unwrap_or_default();
                eprintln!("{place}{error}");
            }
            if errors.is_empty() { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE }
        }
        Ok(module) => {
            use std::io::Write as _;
            match std::io::stdout().write_all(&print(&context, &module, &options)) {
                Ok(()) => std::process::ExitCode::SUCCESS,
                Err(_) => std::process::ExitCode::FAILURE,
            }
        }
        Err(errors) => {
            for error in errors {
                let place = error.location().offset().and_then(|offset| context.sources().position(offset));
                let place =
                    place.map(|p| format!("{}:{}:{}: ", p.file, p.line, p.column)).unwrap_or_default();
                eprintln!("{place}{error}");
            }
            std::process::ExitCode::FAILURE
        }
    }
}
