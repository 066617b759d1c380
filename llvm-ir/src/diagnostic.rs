//! Diagnostics about text: errors and warnings with their location.

use std::fmt;

/// An error in a text or a warning about it, with its location. One word wide. The first error of several holds the [others](Self::all).
#[derive(Clone, Debug)]
pub struct Diagnostic {
    inner: Box<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    file: String,
    offset: usize,
    line: usize,
    column: usize,
    source_line: String,
    message: String,
    notes: Vec<String>,
    /// Further errors in the text, in its order.
    others: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Creates a diagnostic with `message` about byte `offset` of `text`; `file` is the name of the text.
    #[cold]
    pub fn new(file: &str, text: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let offset = offset.min(text.len());
        let line = memchr::memchr_iter(b'\n', &text[..offset]).count() + 1;
        let start = memchr::memrchr(b'\n', &text[..offset]).map_or(0, |newline| newline + 1);
        let end = memchr::memchr(b'\n', &text[offset..]).map_or(text.len(), |length| offset + length);
        let source_line = String::from_utf8_lossy(&text[start..end]).into_owned();
        let (file, message) = (file.to_owned(), message.into());
        Self {
            inner: Box::new(Inner {
                file,
                offset,
                line,
                column: offset - start + 1,
                source_line,
                message,
                notes: Vec::new(),
                others: Vec::new(),
            }),
        }
    }

    /// Creates a diagnostic about a text as a whole. It has no line.
    #[cold]
    pub fn about_file(file: &str, message: impl Into<String>) -> Self {
        let mut diagnostic = Self::new(file, b"", 0, message);
        (diagnostic.inner.line, diagnostic.inner.column) = (0, 0);
        diagnostic
    }

    /// Adds what the message is about, or why it is so, each as text.
    #[must_use]
    pub fn with_notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.inner.notes.extend(notes);
        self
    }

    /// Creates a diagnostic with `message` about a bit of a file that is no text. It has no line.
    #[cold]
    pub(crate) fn of_bits(file: &str, bit: u64, message: &str) -> Self {
        let mut diagnostic = Self::about_file(file, format!("{message} (at bit {bit})"));
        diagnostic.inner.offset = (bit / 8) as usize;
        diagnostic
    }

    /// The first of several errors in a text, with the others; `None` if there are none.
    #[cold]
    pub(crate) fn of_all(errors: Vec<Self>) -> Option<Self> {
        let mut errors = errors.into_iter();
        let mut first = errors.next()?;
        first.inner.others.extend(errors);
        first.inner.others.sort_by_key(Self::offset);
        Some(first)
    }

    /// Puts an error in front of this one and those after it.
    #[cold]
    pub(crate) fn behind(mut self, mut first: Self) -> Self {
        first.inner.others = std::mem::take(&mut self.inner.others);
        first.inner.others.push(self);
        first.inner.others.sort_by_key(Self::offset);
        first
    }

    /// This error and those that the reader found after it, in the order of the text: it goes on with the next function or other
    /// entity at the top level. What only follows from another error is not among them.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        let others = &self.inner.others;
        let (before, behind) =
            others.split_at(others.partition_point(|other| other.offset() < self.offset()));
        before.iter().chain(std::iter::once(self)).chain(behind)
    }

    /// Sets the name of the text.
    pub(crate) fn set_file(&mut self, file: &str) {
        file.clone_into(&mut self.inner.file);
    }

    /// The name of the text.
    pub fn file(&self) -> &str {
        &self.inner.file
    }

    /// The byte offset in the text.
    pub fn offset(&self) -> usize {
        self.inner.offset
    }

    /// The line number, counted from 1; 0 if the diagnostic is about the text as a whole.
    pub fn line(&self) -> usize {
        self.inner.line
    }

    /// The column in bytes, counted from 1; 0 if the diagnostic is about the text as a whole.
    pub fn column(&self) -> usize {
        self.inner.column
    }

    /// The text of the line.
    pub fn source_line(&self) -> &str {
        &self.inner.source_line
    }

    /// The description of the problem.
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// What the message is about, or why it is so.
    pub fn notes(&self) -> &[String] {
        &self.inner.notes
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { file, line, column, source_line, message, notes, .. } = &*self.inner;
        if *line == 0 {
            write!(f, "{file}: error: {message}")?;
        } else {
            writeln!(f, "{file}:{line}:{column}: error: {message}")?;
            writeln!(f, "{source_line}")?;
            let indent: String =
                source_line.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            write!(f, "{indent}^")?;
        }
        notes.iter().try_for_each(|note| write!(f, "\nnote: {}", note.trim_start()))
    }
}

impl std::error::Error for Diagnostic {}
