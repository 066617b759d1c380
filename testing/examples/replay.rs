//! Prints the module of a stored failure: `cargo run -p tern-testing --example replay < regressions/PROPERTY.txt`.

use std::io::{Read, Write};

use tern_testing::{Choices, llvm};

fn main() {
    let mut text = String::new();
    let _ = std::io::stdin().read_to_string(&mut text);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers = line.split_whitespace().filter_map(|number| u32::from_str_radix(number, 16).ok());
        let module = llvm::module(&mut Choices::replay(numbers.collect()), &llvm::Options::default());
        // A closed pipe is no error.
        let _ = std::io::stdout().write_all(&tern_llvm_ir::write(&module));
    }
}
