//! Reads a module of LLVM IR and writes it again. Usage: `reprint IN OUT`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let [_, input, output] = &args[..] else {
        eprintln!("usage: reprint IN OUT");
        return ExitCode::from(2);
    };
    let text = match std::fs::read(input) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match tern_llvm_ir::read(&text, input) {
        Ok(module) => match std::fs::write(output, tern_llvm_ir::write(&module)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{output}: {error}");
                ExitCode::FAILURE
            }
        },
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
