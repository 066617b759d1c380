//! Reads MLIR, text or bytecode, and writes it as text (`-t`) or bytecode (`-b`).

use std::io::{Read, Write};

use tern_mlir::Context;
use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};
use tern_mlir::bytecode::{self, ReadOptions, Version, WriteOptions};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let name = arguments.get(1).map_or("-", String::as_str);
    let mut bytes = Vec::new();
    let read = match name {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        name => std::fs::read(name).map(|found| bytes = found),
    };
    read.expect("the input");
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = if bytecode::is_bytecode(&bytes) {
        bytecode::read(
            &context,
            &bytes,
            &ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() },
        )
        .map_err(|found| vec![found])
    } else {
        parse(
            &context,
            name,
            &bytes,
            &ParseOptions { allow_unregistered_dialects: true, ..Default::default() },
        )
    };
    let module = match module {
        Ok(module) => module,
        Err(found) => {
            found.iter().for_each(|diagnostic| eprintln!("{diagnostic}"));
            std::process::exit(1);
        }
    };
    let out = if has("-b") {
        let version = (0..).map_while(Version::new).find(|v| has(&format!("-v{}", v.number())));
        let version = version.unwrap_or_default();
        bytecode::write(
            &context,
            &module,
            &WriteOptions { version, names: has("-n"), ..WriteOptions::default() },
        )
    } else {
        print(
            &context,
            &module,
            &PrintOptions { generic: has("-g"), debug_info: has("-d"), ..Default::default() },
        )
    };
    std::io::stdout().lock().write_all(&out).expect("the output");
}
