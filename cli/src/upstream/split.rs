//! Splits an input into chunks, each of which is a separate module.
//!
//! A marker splits at any position, unless another dash or the end of the file follows. Text that nearly matches the marker
//! does not split, but gives a warning.

use super::messages::{Message, Place};
use crate::files::Input;
use tern_mlir::diagnostic::Severity;

/// The default marker of MLIR's tools.
pub(crate) const MARKER: &str = "// -----";

/// The number of bytes at the end of a marker that may differ in a near miss.
const TAIL: usize = 2;

/// What line numbers in messages are relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Places {
    /// The file, as in `mlir-opt`.
    OfFile,
    /// The chunk, as a separate file named `within split at file:line offset `, as in `mlir-translate`.
    OfChunk,
}

/// A chunk of an input.
#[derive(Clone, Copy)]
pub(crate) struct Chunk<'a> {
    /// The file that contains it.
    pub(crate) file: &'a Input,
    /// The text.
    pub(crate) text: &'a [u8],
    /// The number of lines before the chunk, and of columns before it on its first line.
    pub(crate) before: (u32, u32),
}

/// Splits `file` at markers; also returns warnings about near misses. An empty marker does not split.
pub(super) fn split<'a>(file: &'a Input, marker: &str) -> (Vec<Chunk<'a>>, Vec<Message>) {
    let text = &file.bytes[..];
    let at = |start: usize, end: usize| Chunk { file, text: &text[start..end], before: before(text, start) };
    let (mut chunks, mut warnings) = (Vec::new(), Vec::new());
    let mut start = 0;
    let head = &marker.as_bytes()[..marker.len().saturating_sub(TAIL)];
    if head.is_empty() {
        return (vec![at(0, text.len())], warnings);
    }
    let mut found = memchr::memmem::find(text, head);
    while let Some(marked) = found {
        let tail = marked + head.len();
        let rest = &text[tail..];
        let end = tail + TAIL;
        if rest.starts_with(&marker.as_bytes()[head.len()..]) && text.get(end).is_some_and(|&c| c != b'-') {
            chunks.push(at(start, marked));
            start = end;
        } else {
            let (lines, columns) = before(text, tail);
            let place = Place { file: file.name.clone(), line: lines + 1, column: columns + 1 };
            let text = "near miss with file split marker";
            warnings.push(Message::new(Severity::Warning, Some(place), text));
        }
        found = memchr::memmem::find(rest, head).map(|next| tail + next);
    }
    chunks.push(at(start, text.len()));
    (chunks, warnings)
}

impl Chunk<'_> {
    /// The chunk as a separate file.
    pub(super) fn to_file(self) -> Input {
        let name = format!("within split at {}:{} offset ", self.file.name, self.before.0 + 1);
        Input::new(name, self.text.to_vec())
    }
}

/// The number of lines before `offset`, and of columns before it on its line.
fn before(text: &[u8], offset: usize) -> (u32, u32) {
    let text = &text[..offset];
    let line = memchr::memrchr(b'\n', text).map_or(0, |newline| newline + 1);
    (memchr::memchr_iter(b'\n', text).count() as u32, (offset - line) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_split_and_near_misses_are_noticed() {
        let text = "a\n// -----\nb // ----- \n// ------\n// ----\nc\n// -----\r\nd\n// -----";
        let file = Input::new("x", text.as_bytes().to_vec());
        let (chunks, warnings) = split(&file, MARKER);
        let chunks: Vec<_> =
            chunks.iter().map(|chunk| (std::str::from_utf8(chunk.text).unwrap(), chunk.before)).collect();
        let expected = [
            ("a\n", (0, 0)),
            ("\nb ", (1, 8)),
            (" \n// ------\n// ----\nc\n", (2, 10)),
            ("\r\nd\n// -----", (6, 8)),
        ];
        assert_eq!(chunks, expected);
        let lines: Vec<_> = warnings.iter().map(|warning| warning.place().unwrap().line).collect();
        assert_eq!(lines, [4, 5, 9]);
        assert_eq!(split(&file, "").0.len(), 1);
    }
}
