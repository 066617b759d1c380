//! Prints a generated module: `cargo run -p tern-testing --example generate -- [llvm|dialect] SEED [CASES]`.

use std::io::Write;

use tern_testing::{Choices, dialect, llvm, property};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = arguments.iter().filter_map(|argument| argument.parse::<u64>().ok());
    let (seed, cases) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(1));
    let cases = (0..cases).map(|case| Choices::from_seed(property::seed_of_case(seed, case)));
    let text = match arguments.first().is_some_and(|kind| kind == "dialect") {
        true => {
            let context = tern_mlir::Context::new(tern_dialect_llvm::DIALECTS);
            let mut generator = dialect::Generator::new(&context, dialect::Options::default());
            generator.header(&mut Choices::from_seed(seed));
            cases.for_each(|mut case| generator.case(&mut case));
            let options = tern_mlir::asm::PrintOptions { for_mlir: true, ..Default::default() };
            tern_mlir::asm::print(&context, &generator.finish(), &options)
        }
        false => {
            let mut generator = llvm::Generator::new(llvm::Options::default());
            generator.header(&mut Choices::from_seed(seed));
            cases.for_each(|mut case| generator.case(&mut case));
            tern_llvm_ir::writer::write_with_comments(&generator.finish(), "<stdin>")
        }
    };
    // A closed pipe is no error.
    let _ = std::io::stdout().write_all(&text);
}
