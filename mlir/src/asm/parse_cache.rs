//! The parser's cache of types and attribute dictionaries, which repeat from operation to operation.
//!
//! A piece of text that ends with its closing bracket means the same wherever it occurs, so comparing bytes is enough. Where that
//! does not hold (a struct within itself, old spellings) the cache is not used.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_support::ways;

use super::ParseResult;
use super::line_cache::Lines;
use super::parser::{MAX_DEPTH, Parser};
use super::value_names::{Named, Names};
use crate::attributes::NamedAttributes;
use crate::context::OpName;
use crate::declare::{AttrDef, OpDef};
use crate::types::Type;

/// The maximum number of cached pieces.
const MAX_PIECES: usize = 1 << 14;

/// The maximum number of cached pieces with the same key.
const MAX_ALIKE: usize = 8;

/// The maximum number of bytes hashed per piece.
const MAX_KEY: usize = 48;

/// A cache from text to its meaning.
pub(super) struct Pieces<'a, T> {
    by_beginning: FxHashMap<&'a [u8], SmallVec<[Piece<'a, T>; 1]>>,
    count: usize,
}

struct Piece<'a, T> {
    text: &'a [u8],
    meaning: T,
    /// The nesting depth of the piece.
    height: u32,
}

impl<T> Default for Pieces<'_, T> {
    fn default() -> Self {
        Self { by_beginning: FxHashMap::default(), count: 0 }
    }
}

/// The key of a piece: a prefix that can be determined from the text without knowing where the piece ends.
fn beginning(text: &[u8]) -> &[u8] {
    let window = &text[..text.len().min(MAX_KEY)];
    let end = window.iter().position(|byte| matches!(byte, b'>' | b'}' | b',' | b')'));
    end.map_or(window, |end| &window[..=end])
}

impl<'a, T: Clone> Pieces<'a, T> {
    fn find(&self, text: &[u8]) -> Option<&Piece<'a, T>> {
        let alike = self.by_beginning.get(beginning(text))?;
        let begins = |piece: &&Piece<'a, T>| {
            text.get(..piece.text.len()).is_some_and(|begin| tern_support::text::equal(begin, piece.text))
        };
        alike.iter().find(begins)
    }

    fn add(&mut self, piece: Piece<'a, T>) {
        // A comment could end differently in another context.
        if self.count == MAX_PIECES || ways::is_plain() || memchr::memmem::find(piece.text, b"//").is_some() {
            return;
        }
        let alike = self.by_beginning.entry(beginning(piece.text)).or_default();
        if alike.len() < MAX_ALIKE {
            alike.push(piece);
            self.count += 1;
        }
    }
}

/// The caches of a parser, which can be handed to the next parser of the same text.
#[derive(Default)]
pub(super) struct ParseCache<'a> {
    pub(super) types: Pieces<'a, Type>,
    /// Dialect types that consist of a name only.
    pub(super) names: FxHashMap<&'a [u8], Type>,
    pub(super) dictionaries: Pieces<'a, NamedAttributes>,
    /// Declared attributes, by name with dialect prefix.
    pub(super) attributes: FxHashMap<&'a [u8], &'static AttrDef>,
    /// Declared operations, by name with dialect prefix.
    pub(super) operations: FxHashMap<&'a [u8], (OpName, &'static OpDef)>,
    /// The line cache; `None` while it is in use, and initially.
    pub(super) lines: Option<Box<Lines<'a>>>,
    /// An empty table whose memory is reused.
    pub(super) values: Names<'a, Named>,
}

impl<'a> Parser<'a, '_> {
    /// Parses a piece that starts at the current token and ends with `close`, or takes it from the cache.
    pub(super) fn remembered<T: Clone>(
        &mut self,
        close: u8,
        pieces: for<'m> fn(&'m mut ParseCache<'a>) -> &'m mut Pieces<'a, T>,
        read: impl FnOnce(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<T> {
        let (text, start) = (self.lexer.text, self.start);
        if self.options.old_spellings || !self.open_types.is_empty() {
            return read(self);
        }
        if let Some(piece) = pieces(&mut self.cache).find(&text[start..]) {
            let depth = self.depth + piece.height;
            if depth <= MAX_DEPTH {
                let (meaning, length) = (piece.meaning.clone(), piece.text.len());
                self.deepest = self.deepest.max(depth);
                self.seek(start + length);
                return Ok(meaning);
            }
        }
        let (outer, expanded) = (std::mem::replace(&mut self.deepest, self.depth), self.expanded);
        let result = read(self);
        let height = self.deepest - self.depth;
        self.deepest = self.deepest.max(outer);
        let meaning = result?;
        let piece = text[start..self.start.min(text.len())].trim_ascii_end();
        // Pieces that expand aliases are not cached, because each use counts toward the expansion limit.
        if piece.last() == Some(&close) && self.expanded == expanded {
            pieces(&mut self.cache).add(Piece { text: piece, meaning: meaning.clone(), height });
        }
        Ok(meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_ALIKE, Piece, Pieces};

    #[test]
    fn a_piece_is_found_where_the_text_goes_on_after_it() {
        let mut pieces = Pieces::default();
        let texts: [&[u8]; 4] = [b"!a<1>", b"!a<1, 2>", b"!a<\"x\", (i32)>", b"!a<\"x\", (i64)>"];
        for (meaning, text) in texts.into_iter().enumerate() {
            pieces.add(Piece { text, meaning, height: 1 });
        }
        for (meaning, text) in texts.into_iter().enumerate() {
            let more = [text, b", i32"].concat();
            assert_eq!(pieces.find(&more).map(|piece| piece.meaning), Some(meaning));
        }
        assert!(pieces.find(b"!a<1, 3>").is_none() && pieces.find(b"!a<\"x\", (i8)>").is_none());
    }

    #[test]
    fn not_more_is_held_than_can_be_looked_through() {
        let texts: Vec<String> = (0..100).map(|n| format!("{{{}{n}}}", "x".repeat(60))).collect();
        let mut pieces = Pieces::default();
        for text in &texts {
            pieces.add(Piece { text: text.as_bytes(), meaning: (), height: 0 });
            pieces.add(Piece { text: b"{a = 1 // }\n}", meaning: (), height: 0 });
        }
        assert_eq!(pieces.count, MAX_ALIKE);
    }
}
