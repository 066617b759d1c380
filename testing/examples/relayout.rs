//! `relayout ll|mlir SEED < TEXT` prints the text with a random layout.

use std::io::{Error, Read, Result, Write, stdin, stdout};

use tern_mlir::Context;
use tern_testing::Choices;
use tern_testing::relayout::{Language, relaid};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (language, seed) = (arguments.next(), arguments.next().and_then(|seed| seed.parse().ok()));
    let Some(seed) = seed else { return Err(Error::other("usage: relayout ll|mlir SEED")) };
    let mut text = Vec::new();
    stdin().read_to_end(&mut text)?;
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let are_tokens = |dialect: &str| context.dialect(dialect).is_some();
    let language = match language.as_deref() {
        Some("ll") => Language::Llvm,
        Some("mlir") => Language::Mlir(&are_tokens),
        _ => return Err(Error::other("the language is ll or mlir")),
    };
    stdout().write_all(&relaid(language, &text, &mut Choices::from_seed(seed)))
}
