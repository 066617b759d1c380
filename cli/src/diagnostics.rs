//! Diagnostics of the `tern` commands: `file:line:column: error: message`, the source line with a caret, and notes.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use tern_mlir::diagnostic::Severity;
use tern_mlir::location::Position;
use tern_mlir::{Context, Location};

use crate::files::Input;

/// The maximum number of bytes of a line to show on either side of the caret.
const REACH: usize = 100;

/// A diagnostic with its notes.
#[derive(Debug)]
pub(crate) struct Report {
    severity: Severity,
    message: String,
    place: Place,
    notes: Vec<(String, Place)>,
}

/// A position in a file, as far as it is known.
#[derive(Debug, Default)]
struct Place {
    file: String,
    /// Line and column, counted from 1, in bytes.
    position: Option<(usize, usize)>,
    /// The source line, if the text is available.
    source_line: Option<Vec<u8>>,
}

impl Report {
    /// Creates an error about a file as a whole.
    pub(crate) fn about_file(file: &str, message: impl Into<String>) -> Self {
        let place = Place { file: file.to_owned(), ..Place::default() };
        Self { severity: Severity::Error, message: message.into(), place, notes: Vec::new() }
    }

    /// Converts a diagnostic of the reader of LLVM IR or of its verifier.
    pub(crate) fn of_ir(diagnostic: &tern_llvm_ir::Diagnostic) -> Self {
        let has_line = diagnostic.line() > 0;
        let place = Place {
            file: diagnostic.file().to_owned(),
            position: has_line.then_some((diagnostic.line(), diagnostic.column())),
            source_line: has_line.then(|| diagnostic.source_line().as_bytes().to_vec()),
        };
        let note = |text: &String| (text.trim_start().to_owned(), Place::default());
        Self {
            severity: Severity::Error,
            message: diagnostic.message().to_owned(),
            place,
            notes: diagnostic.notes().iter().map(note).collect(),
        }
    }

    /// Converts a diagnostic of the parser, the verifier or a translation about a module read from `input`.
    pub(crate) fn of_dialect(
        context: &Context,
        input: &Input,
        diagnostic: &tern_mlir::diagnostic::Diagnostic,
    ) -> Self {
        let notes = diagnostic.notes().iter();
        Self {
            severity: diagnostic.severity(),
            message: diagnostic.message().to_owned(),
            place: Place::of(context, input, diagnostic.location()),
            notes: notes
                .map(|(location, message)| (message.clone(), Place::of(context, input, *location)))
                .collect(),
        }
    }

    /// Turns the diagnostic into a warning.
    pub(crate) fn into_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The message without the position.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Whether the severity is error.
    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Position, severity and message on one line.
    pub(crate) fn headline(&self) -> String {
        format!("{}{}: {}", self.place.prefix(), self.severity, self.message)
    }

    /// The complete text, with colours if `styled`.
    fn render(&self, styled: bool) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let mut out = String::new();
        let mut one = |severity: Severity, message: &str, place: &Place, style: &str| {
            let (bold, on, off) = if styled { ("\x1b[1m", style, "\x1b[0m") } else { ("", "", "") };
            let _ = writeln!(out, "{bold}{}{off}{on}{severity}{off}{bold}: {message}{off}", place.prefix());
            if let Some(snippet) = place.snippet(severity, &renderer) {
                out.push_str(&snippet);
                out.push('\n');
            }
        };
        let style = match self.severity {
            Severity::Error => "\x1b[1;31m",
            Severity::Warning => "\x1b[1;33m",
            Severity::Remark | Severity::Note => "\x1b[1;36m",
        };
        one(self.severity, &self.message, &self.place, style);
        for (message, place) in &self.notes {
            one(Severity::Note, message, place, "\x1b[1;36m");
        }
        out
    }
}

impl Place {
    fn of(context: &Context, input: &Input, location: Location) -> Self {
        let Some(Position { file, line, column }) = location.position(context) else {
            return Self { file: input.name.clone(), ..Self::default() };
        };
        let (line, column) = (line as usize, column as usize);
        let of_input = location.offset().is_some() && file == input.name;
        let source_line = || input.bytes.split(|&byte| byte == b'\n').nth(line.saturating_sub(1));
        Self {
            source_line: of_input.then(source_line).flatten().map(<[u8]>::to_vec),
            file,
            position: Some((line, column)),
        }
    }

    /// `file:line:column: `.
    fn prefix(&self) -> String {
        match self.position {
            Some((line, column)) => format!("{}:{line}:{column}: ", self.file),
            None if self.file.is_empty() => String::new(),
            None => format!("{}: ", self.file),
        }
    }

    /// The source line with a caret; of a long line, an excerpt around the caret.
    fn snippet(&self, severity: Severity, renderer: &Renderer) -> Option<String> {
        let (line, column) = self.position?;
        let source = self.source_line.as_deref()?;
        let at = column.saturating_sub(1).min(source.len());
        let start = at.saturating_sub(REACH);
        let end = source.len().min(at + REACH);
        let text = |bytes| String::from_utf8_lossy(bytes).replace(['\r', '\x1b', '\0'], "\u{fffd}");
        let before = format!("{}{}", if start > 0 { "…" } else { "" }, text(&source[start..at]));
        let after = format!("{}{}", text(&source[at..end]), if end < source.len() { "…" } else { "" });
        // The caret marks one character, or nothing at the end of the line.
        let caret = before.len()..before.len() + after.chars().next().map_or(0, char::len_utf8);
        let source = before + &after;
        let snippet =
            Snippet::source(source.as_str()).line_start(line).annotation(AnnotationKind::Primary.span(caret));
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Remark => Level::INFO,
            Severity::Note => Level::NOTE,
        };
        Some(renderer.render(&[Group::with_level(level).element(snippet)]))
    }
}

/// Prints reports to standard error.
pub(crate) fn emit(reports: &[Report]) {
    let mut out = std::io::stderr().lock();
    let styled = out.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    for report in reports {
        // If standard error is closed, the exit status still reports the error.
        let _ = out.write_all(report.render(styled).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(source: &[u8], column: usize) -> Report {
        Report {
            severity: Severity::Error,
            message: "expected a type".into(),
            place: Place {
                file: "a.ll".into(),
                position: Some((7, column)),
                source_line: Some(source.to_vec()),
            },
            notes: vec![("begun here".into(), Place { file: "a.ll".into(), ..Place::default() })],
        }
    }

    #[test]
    fn a_report_shows_place_line_and_caret() {
        let text = report(b"  ret x 1", 7).render(false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "a.ll:7:7: error: expected a type");
        assert!(text.contains("7 |   ret x 1"), "{text}");
        let source = lines.iter().find(|line| line.contains("ret x")).unwrap();
        let caret = lines.iter().find(|line| line.contains('^')).unwrap();
        assert_eq!(caret.find('^'), source.find('x'), "{text}");
        assert!(text.ends_with("a.ll: note: begun here\n"), "{text}");
    }

    #[test]
    fn any_bytes_and_any_column_can_be_shown() {
        let long = vec![b'x'; 100_000];
        for source in [&b""[..], b"\xff\xfe\xff", "äöü".as_bytes(), b"\t\t\x1b[0m", &long] {
            for column in [0, 1, 2, 3, 4, 5, 50_000, usize::MAX] {
                let text = report(source, column).render(true);
                assert!(text.contains("expected a type") && text.len() < 2_000);
            }
        }
    }
}
