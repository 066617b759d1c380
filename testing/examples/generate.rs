//! Prints a generated module of LLVM IR: `cargo run -p tern-testing --example generate -- SEED [CASES]`.

use std::io::Write;

use tern_testing::{Choices, llvm, property};

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (seed, cases) = (arguments.next().unwrap_or(0), arguments.next().unwrap_or(1));
    let mut generator = llvm::Generator::new(llvm::Options::default());
    generator.header(&mut Choices::from_seed(seed));
    for case in 0..cases {
        generator.case(&mut Choices::from_seed(property::seed_of_case(seed, case)));
    }
    let text = tern_ir::writer::write_with_comments(&generator.finish(), "<stdin>");
    // A closed pipe is no error.
    let _ = std::io::stdout().write_all(&text);
}
