//! Reads a module of MLIR and prints it again: `reprint_mlir IN [--generic]`.

use std::io::Write;
use std::process::ExitCode;

use tern_dialect::Context;
use tern_dialect::asm::{ParseOptions, PrintOptions, parse, print};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let Some(input) = args.get(1) else {
        eprintln!("usage: reprint_mlir IN [--generic]");
        return ExitCode::from(2);
    };
    let text = match std::fs::read(input) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let context = Context::new();
    match parse(&context, input, &text, &ParseOptions { allow_unregistered_dialects: true }) {
        Ok(module) => {
            let options =
                PrintOptions { generic: args.iter().any(|arg| arg == "--generic"), debug_info: false };
            let written = std::io::stdout().write_all(&print(&context, &module, &options));
            if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(errors) => {
            for error in errors {
                let position =
                    error.location().offset().and_then(|offset| context.sources().position(offset));
                let (line, column) = position.map_or((0, 0), |position| (position.line, position.column));
                eprintln!("{input}:{line}:{column}: {error}");
            }
            ExitCode::FAILURE
        }
    }
}
