//! What is wrong with an input, with the place.

use std::fmt;

use tern_mlir::Context;
use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::location::Position;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// What.
    pub message: String,
    /// The file; empty where there is none.
    pub file: String,
    /// The line and the column in bytes, both from 1 on, as far as they are known.
    pub position: Option<(usize, usize)>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "{}:{line}:{column}: error: {}", self.file, self.message),
            None if self.file.is_empty() => write!(f, "error: {}", self.message),
            None => write!(f, "{}: error: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for Error {}

/// All that is wrong with an input, at least one thing, in the order of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Errors(Vec<Error>);

impl Errors {
    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Error> {
        self.0.iter()
    }

    /// An error without a place.
    pub(crate) fn about(file: &str, message: impl fmt::Display) -> Self {
        Self(vec![Error { message: message.to_string(), file: file.to_owned(), position: None }])
    }

    /// Errors without places, at least one.
    pub(crate) fn about_each(messages: impl Iterator<Item = String>) -> Self {
        Self(messages.map(|message| Error { message, file: String::new(), position: None }).collect())
    }

    /// What was reported about a text of LLVM IR.
    pub(crate) fn of_llvm(found: &[tern_llvm_ir::Diagnostic]) -> Self {
        Self(found.iter().map(Error::from).collect())
    }

    /// The errors among what was reported about `file`, without places.
    pub(crate) fn about_all(file: &str, found: &[Diagnostic]) -> Self {
        let errors = found.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let without_place = |diagnostic: &Diagnostic| Error {
            message: diagnostic.message().to_owned(),
            file: file.to_owned(),
            position: None,
        };
        Self(errors.map(without_place).collect())
    }

    /// The errors among what was reported about a module that was read from `file`.
    pub(crate) fn of_mlir(context: &Context, file: &str, found: &[Diagnostic]) -> Self {
        let errors = found.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        let errors: Vec<Error> = errors
            .map(|diagnostic| {
                let message = diagnostic.message().to_owned();
                match diagnostic.location().position(context) {
                    Some(Position { file, line, column }) => {
                        Error { message, file, position: Some((line as usize, column as usize)) }
                    }
                    None => Error { message, file: file.to_owned(), position: None },
                }
            })
            .collect();
        match errors.is_empty() {
            true => Self::about(file, "a pass failed and did not say why"),
            false => Self(errors),
        }
    }
}

impl From<&tern_llvm_ir::Diagnostic> for Errors {
    fn from(found: &tern_llvm_ir::Diagnostic) -> Self {
        Self(found.all().map(Error::from).collect())
    }
}

impl From<&tern_llvm_ir::Diagnostic> for Error {
    fn from(found: &tern_llvm_ir::Diagnostic) -> Self {
        let notes = found.notes().iter().flat_map(|note| ["\n", note]);
        Self {
            message: std::iter::once(found.message()).chain(notes).collect(),
            file: found.file().to_owned(),
            position: (found.line() > 0).then_some((found.line(), found.column())),
        }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            write!(f, "{}{error}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

impl<'a> IntoIterator for &'a Errors {
    type Item = &'a Error;
    type IntoIter = std::slice::Iter<'a, Error>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
