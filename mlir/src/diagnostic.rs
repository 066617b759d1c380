//! Diagnostics: errors, warnings and notes about the input, with locations.

use std::fmt;

use crate::location::Location;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted, but something deserves attention.
    Warning,
    /// Additional information.
    Remark,
    /// An addition to the preceding diagnostic.
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

/// A message with a location, and notes with their own locations.
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
    /// A diagnostic of severity `Error`.
    #[cold]
    pub fn error(location: Location, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, location, message)
    }

    /// A diagnostic of any severity.
    #[cold]
    pub fn new(severity: Severity, location: Location, message: impl Into<String>) -> Self {
        Self { inner: Box::new(Inner { severity, location, message: message.into(), notes: Vec::new() }) }
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, location: Location, message: impl Into<String>) -> Self {
        self.inner.notes.push((location, message.into()));
        self
    }

    /// Whether it is an error, a warning, a remark or a note.
    pub fn severity(&self) -> Severity {
        self.inner.severity
    }

    /// The location of the message.
    pub fn location(&self) -> Location {
        self.inner.location
    }

    /// The text of the message.
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// The attached notes, in order.
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
