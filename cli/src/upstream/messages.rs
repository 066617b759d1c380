//! Diagnostics in the format of LLVM's tools: `file:line:column: error: message`, the source line, and a caret below it.

use std::fmt::Write as _;
use std::io::Write as _;

use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::{AttrKind, Attribute, Context, Location};

use crate::files::Input;

/// A diagnostic. Notes follow the message that they belong to as separate entries.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    severity: Severity,
    place: Option<Place>,
    text: String,
    /// The number of characters to underline, from the position on.
    length: usize,
    /// Whether the message that this note belongs to has already shown the line.
    repeats: bool,
}

/// A position in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// Counted from 1; 0 means the file as a whole.
    pub(crate) line: u32,
    /// In bytes, counted from 1.
    pub(crate) column: u32,
}

impl Message {
    /// Creates a message about a position, or about no position.
    pub(crate) fn new(severity: Severity, place: Option<Place>, text: impl Into<String>) -> Self {
        Self { severity, place, text: text.into(), length: 0, repeats: false }
    }

    /// Sets the number of underlined characters.
    pub(super) fn underlining(mut self, length: usize) -> Self {
        self.length = length;
        self
    }

    /// Converts a diagnostic of the parser, the verifier or a pass; its notes follow.
    pub(crate) fn of_dialect(context: &Context, diagnostic: &Diagnostic) -> Vec<Self> {
        let one = |severity, location: Location, text: &str| {
            let attribute = location.to_attribute(context);
            let place = place_of(context, attribute);
            let text = match attribute.kind(context) {
                AttrKind::UnknownLocation => text.to_owned(),
                _ if place.is_some() => text.to_owned(),
                _ => {
                    format!("loc({}): {text}", tern_mlir::asm::attribute_to_string(context, attribute))
                }
            };
            Self::new(severity, place, text)
        };
        let main = one(diagnostic.severity(), diagnostic.location(), diagnostic.message());
        let notes = diagnostic.notes().iter().map(|(location, text)| one(Severity::Note, *location, text));
        let mut messages: Vec<Self> = std::iter::once(main).chain(notes).collect();
        for index in 1..messages.len() {
            messages[index].repeats = messages[index].place == messages[index - 1].place;
        }
        messages
    }

    /// Converts a diagnostic of the LLVM IR reader about `source`, in the form of upstream's importer: a message without
    /// position, whose text is the complete message of the reader.
    pub(crate) fn of_ir(source: &Input, diagnostic: &tern_llvm_ir::Diagnostic) -> Self {
        let place = Place {
            file: diagnostic.file().to_owned(),
            line: diagnostic.line() as u32,
            column: diagnostic.column() as u32,
        };
        let message = Self::new(Severity::Error, Some(place), diagnostic.message());
        Self::new(Severity::Error, None, message.render(source))
    }

    pub(super) fn severity(&self) -> Severity {
        self.severity
    }

    pub(super) fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Formats the message, with the source line that it refers to.
    fn render(&self, source: &Input) -> String {
        let (severity, text) = (self.severity, &self.text);
        let Some(Place { file, line, column }) = &self.place else {
            return format!("<unknown>:0: {severity}: {text}\n");
        };
        let mut out = format!("{file}:{line}:{column}: {severity}: {text}\n");
        let lines = || source.bytes.split(|&byte| byte == b'\n');
        let shown = (*file == source.name && !self.repeats)
            .then(|| lines().nth((*line as usize).checked_sub(1)?))
            .flatten();
        if let Some(shown) = shown.filter(|shown| *column as usize <= shown.len() + 1) {
            let shown = shown.strip_suffix(b"\r").unwrap_or(shown);
            let _ = writeln!(out, "{}", expanded(shown));
            // In a line with multi-byte characters, the caret would be misplaced.
            if shown.is_ascii() {
                let before = &shown[..(*column as usize).saturating_sub(1).min(shown.len())];
                let underline = "~".repeat(self.length.saturating_sub(1));
                let _ = writeln!(out, "{:width$}^{underline}", "", width = expanded(before).chars().count());
            }
        }
        out
    }
}

/// The errors among `messages`, with their notes.
pub(crate) fn errors(messages: Vec<Message>) -> Vec<Message> {
    let mut of_error = false;
    let keep = |message: &Message| {
        if message.severity != Severity::Note {
            of_error = message.severity == Severity::Error;
        }
        of_error
    };
    messages.into_iter().filter(keep).collect()
}

/// Expands tabs to spaces, with tab stops every eight columns.
fn expanded(line: &[u8]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for c in String::from_utf8_lossy(line).chars() {
        let count = if c == '\t' { 8 - width % 8 } else { 1 };
        match c {
            '\t' => out.extend(std::iter::repeat_n(' ', count)),
            c => out.push(c),
        }
        width += count;
    }
    out
}

/// The first file position inside a location attribute.
fn place_of(context: &Context, location: Attribute) -> Option<Place> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match location.kind(context) {
            AttrKind::FileLocation { file, line, column, .. } => {
                return Some(Place { file: context.str(*file).to_owned(), line: *line, column: *column });
            }
            AttrKind::NameLocation { child, .. } => pending.push(*child),
            AttrKind::CallSiteLocation { callee, caller } => pending.extend([*caller, *callee]),
            AttrKind::FusedLocation { locations, .. } => pending.extend(locations.iter().rev()),
            _ => {}
        }
    }
    None
}

/// Prints messages about `source` to standard error.
pub(super) fn emit(source: &Input, messages: &[Message]) {
    let mut out = std::io::stderr().lock();
    for message in messages {
        // If standard error is closed, the exit status still reports the error.
        let _ = out.write_all(message.render(source).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_its_line() {
        let source = Input::new("a", b"one\n\ttwo three\nfo\xc3\xbcr".to_vec());
        let at = |line, column| Some(Place { file: "a".to_owned(), line, column });
        let show =
            |place, length| Message::new(Severity::Error, place, "bad").underlining(length).render(&source);
        assert_eq!(show(at(2, 6), 3), "a:2:6: error: bad\n        two three\n            ^~~\n");
        assert_eq!(show(at(1, 4), 0), "a:1:4: error: bad\none\n   ^\n");
        assert_eq!(show(at(3, 1), 0), "a:3:1: error: bad\nfoür\n");
        assert_eq!(show(at(0, 0), 0), "a:0:0: error: bad\n");
        assert_eq!(show(at(9, 9), 0), "a:9:9: error: bad\n");
        assert_eq!(show(None, 0), "<unknown>:0: error: bad\n");
    }

    #[test]
    fn what_the_reader_of_llvm_ir_says_is_a_text() {
        let source = Input::new("a", b"x".to_vec());
        let diagnostic = tern_llvm_ir::read(&source.bytes, "a").unwrap_err();
        let message = Message::of_ir(&source, &diagnostic);
        assert_eq!(message.place(), None);
        assert_eq!(
            message.render(&source),
            "<unknown>:0: error: a:1:1: error: expected top-level entity\nx\n^\n\n"
        );
    }

    #[test]
    fn notes_go_with_what_they_belong_to() {
        let all = [
            Severity::Warning,
            Severity::Note,
            Severity::Error,
            Severity::Note,
            Severity::Remark,
            Severity::Note,
        ];
        let messages = all.iter().map(|&severity| Message::new(severity, None, "x")).collect();
        let left: Vec<_> = errors(messages).iter().map(Message::severity).collect();
        assert_eq!(left, [Severity::Error, Severity::Note]);
    }
}
