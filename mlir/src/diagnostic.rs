//! What is said about bad input.

use std::fmt;

use crate::location::Location;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted, but something deserves attention.
    Warning,
    /// A remark.
    Remark,
    /// Belongs to the diagnostic before it.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        })
    }
}

/// A message about a place, with notes about others.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    inner: Box<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    severity: Severity,
    location: Location,
    message: String,
    notes: Vec<(Location, String)>,
}

impl Diagnostic {
    /// An error.
    #[cold]
    pub fn error(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// A diagnostic of any severity.
    #[cold]
    pub fn new(severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Self { inner: Box::new(Inner { severity, location, message: message.into(), notes: Vec::new() }) }
    }

    /// The same with a note.
    #[must_use]
    pub fn with_note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.inner.notes.push((location, message.into()));
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.inner.severity
    }

    /// What it is about.
    pub fn location(&self) -> Location {
        self.inner.location
    }

    /// What it says.
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// The notes.
    pub fn notes(&self) -> &[(Location, String)] {
        &self.inner.notes
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity(), self.message())
    }
}

impl std::error::Error for Diagnostic {}
