//! Source locations: a location attribute, or the byte offset in a source text at which an operation was parsed.
//!
//! An operation parsed without `loc(...)` stores only a byte offset; line and column are computed on request.

use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};

use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;

/// A location in four bytes: an attribute, or an offset into the context's sources.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location(u32);

const OFFSET: u32 = 1 << 31;

impl Location {
    /// The location that `attribute` describes.
    pub fn from_attribute(attribute: Attribute) -> Self {
        debug_assert!(attribute.0 < OFFSET);
        Self(attribute.0)
    }

    /// `loc(unknown)`.
    pub fn unknown(context: &Context) -> Self {
        Self::from_attribute(context.common.unknown_location)
    }

    /// The location at `offset` within the [`SourceMap`].
    pub(crate) fn from_offset(offset: u32) -> Self {
        Self(offset | OFFSET)
    }

    /// The attribute, if this is one.
    pub fn attribute(self) -> Option<Attribute> {
        (self.0 & OFFSET == 0).then_some(Attribute(self.0))
    }

    /// The offset into the sources, if this is one.
    pub fn offset(self) -> Option<u32> {
        (self.0 & OFFSET != 0).then_some(self.0 & !OFFSET)
    }

    /// The file, line and column: of a text that was parsed, or of a `FileLineColLoc`.
    pub fn position(self, context: &Context) -> Option<Position> {
        if let Some(position) = self.offset().and_then(|offset| context.sources().position(offset)) {
            return Some(position);
        }
        match self.attribute()?.kind(context) {
            AttrKind::FileLocation { file, line, column, .. } => {
                Some(Position { file: context.str(*file).to_owned(), line: *line, column: *column })
            }
            _ => None,
        }
    }

    /// The location as an attribute; an offset is resolved to file, line and column.
    pub fn to_attribute(self, context: &Context) -> Attribute {
        let Some(offset) = self.offset() else { return Attribute(self.0) };
        match context.sources().position(offset) {
            Some(position) => context.attr(AttrKind::FileLocation {
                file: context.ident(&position.file),
                line: position.line,
                column: position.column,
                end: None,
            }),
            None => context.common.unknown_location,
        }
    }
}

/// A resolved position in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The file's name.
    pub file: String,
    /// Line number, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// The source texts of a context, concatenated in one space of offsets.
#[derive(Default)]
pub struct SourceMap {
    sources: RwLock<Vec<Arc<Source>>>,
}

/// A text kept alive by its users, so that offsets into it can be resolved later.
pub type SharedText = Arc<Bytes>;

type Bytes = dyn AsRef<[u8]> + Send + Sync;

struct Source {
    name: String,
    base: u32,
    length: u32,
    /// The number of lines, and columns of the last of them, before the text in its file.
    before: (u32, u32),
    /// Offsets of the beginnings of lines relative to `base`, once computed.
    lines: OnceLock<Vec<u32>>,
    /// The text, if its lines are to be computed on first request.
    text: Option<Weak<Bytes>>,
}

/// The offsets of the beginnings of lines.
fn line_starts(text: &[u8]) -> Vec<u32> {
    let ends = memchr::memchr_iter(b'\n', text);
    let mut lines = Vec::with_capacity(ends.clone().count() + 1);
    lines.push(0);
    lines.extend(ends.map(|end| end as u32 + 1));
    lines
}

impl SourceMap {
    /// Whether no text was added.
    pub fn is_empty(&self) -> bool {
        self.sources.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Adds a text without its lines, which [`find_lines`](Self::find_lines) must compute: until then,
    /// [`position`](Self::position) blocks. The text may be a part of a file; `before` is the number of lines before it there, and
    /// of columns of the last of them. Returns the offset of its first byte, or `None` if the space of 2 GiB is exhausted.
    pub(crate) fn reserve(&self, name: &str, text: &[u8], before: (u32, u32)) -> Option<u32> {
        self.add(name, text, before, None)
    }

    /// As [`reserve`](Self::reserve), but the lines are computed on first request. If the text has been dropped by then, positions
    /// are unknown.
    pub(crate) fn share(&self, name: &str, text: &SharedText, before: (u32, u32)) -> Option<u32> {
        self.add(name, (**text).as_ref(), before, Some(Arc::downgrade(text)))
    }

    fn add(&self, name: &str, text: &[u8], before: (u32, u32), shared: Option<Weak<Bytes>>) -> Option<u32> {
        let mut sources = self.sources.write().unwrap_or_else(PoisonError::into_inner);
        let base = sources.last().map_or(0, |source| source.base + source.length + 1);
        let length = u32::try_from(text.len()).ok()?;
        if base.checked_add(length)? >= OFFSET - 1 {
            return None;
        }
        sources.push(Arc::new(Source {
            name: name.to_owned(),
            base,
            length,
            before,
            lines: OnceLock::new(),
            text: shared,
        }));
        Some(base)
    }

    /// Computes the lines of the text that begins at `base`.
    pub(crate) fn find_lines(&self, base: u32, text: &[u8]) {
        if let Some(source) = self.source(base) {
            source.lines.get_or_init(|| line_starts(text));
        }
    }

    /// The text that contains `offset`.
    fn source(&self, offset: u32) -> Option<Arc<Source>> {
        let sources = self.sources.read().unwrap_or_else(PoisonError::into_inner);
        let index = sources.partition_point(|source| source.base <= offset).checked_sub(1)?;
        Some(Arc::clone(&sources[index]))
    }

    /// The name of the file whose text contains `offset`.
    pub(crate) fn file(&self, offset: u32) -> Option<String> {
        self.source(offset).map(|source| source.name.clone())
    }

    /// Resolves an offset to file, line and column.
    pub fn position(&self, offset: u32) -> Option<Position> {
        let source = self.source(offset)?;
        let lines = match &source.text {
            None => source.lines.wait(),
            Some(text) => {
                let text = text.upgrade();
                source.lines.get_or_init(|| text.map_or_else(Vec::new, |text| line_starts((*text).as_ref())))
            }
        };
        let within = offset - source.base;
        let line = lines.partition_point(|&start| start <= within);
        let start = *lines.get(line.checked_sub(1)?)?;
        let (lines_before, columns) = source.before;
        let columns = if line == 1 { columns } else { 0 };
        Some(Position {
            file: source.name.clone(),
            line: line as u32 + lines_before,
            column: within - start + 1 + columns,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let sources = SourceMap::default();
        let add = |name, text: &[u8], before| {
            let base = sources.reserve(name, text, before).unwrap();
            sources.find_lines(base, text);
            base
        };
        let a = add("a", b"one\ntwo\n", (0, 0));
        let b = add("b", b"x", (0, 0));
        let part = add("c", b"x\ny", (4, 8));
        let at = |offset| sources.position(offset).map(|p| (p.file, p.line, p.column));
        assert_eq!((sources.file(a), sources.file(b)), (Some("a".into()), Some("b".into())));
        assert_eq!(at(a), Some(("a".into(), 1, 1)));
        assert_eq!(at(a + 5), Some(("a".into(), 2, 2)));
        assert_eq!(at(a + 8), Some(("a".into(), 3, 1)));
        assert_eq!(at(b), Some(("b".into(), 1, 1)));
        assert_eq!(at(part), Some(("c".into(), 5, 9)));
        assert_eq!(at(part + 2), Some(("c".into(), 6, 1)));
    }

    #[test]
    fn lines_of_a_shared_text_are_found_as_long_as_it_is_there() {
        let sources = SourceMap::default();
        let [kept, gone]: [SharedText; 2] = [Arc::new("one\ntwo"), Arc::new("x")];
        let kept_base = sources.share("kept", &kept, (0, 0)).unwrap();
        let gone_base = sources.share("gone", &gone, (0, 0)).unwrap();
        drop(gone);
        let place = sources.position(kept_base + 5).unwrap();
        assert_eq!((place.file.as_str(), place.line, place.column), ("kept", 2, 2));
        assert_eq!(sources.position(gone_base), None);
    }

    #[test]
    fn places_wait_for_the_lines() {
        let (sources, text) = (SourceMap::default(), b"one\ntwo");
        let base = sources.reserve("a", text, (0, 0)).unwrap();
        let place = std::thread::scope(|scope| {
            let place = scope.spawn(|| sources.position(base + 5));
            sources.find_lines(base, text);
            place.join().unwrap().unwrap()
        });
        assert_eq!((place.line, place.column), (2, 2));
    }
}
