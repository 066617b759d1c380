//! Printed texts, with holes for what is known only when all is printed: names of aliases, numbers of distinct attributes.
//! They are filled in on all threads as the text is written.

use std::io::{self, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::aliases::Names;
use crate::attributes::Attribute;

/// A text that is printed, and can be written.
pub struct Text {
    pieces: Vec<Piece>,
    names: Names,
    numbers: Numbers,
}

/// The numbers of distinct attributes, in the order in which they are printed.
pub(super) type Numbers = Arc<FxHashMap<u64, u64>>;

/// A part of a text.
#[derive(Default)]
pub(super) struct Piece {
    text: Vec<u8>,
    holes: Holes,
}

/// Where something is still to be filled in, by positions in a piece, which [`LIMIT`] keeps small.
#[derive(Default)]
pub(super) struct Holes {
    aliases: Vec<AliasHole>,
    distinct: Vec<NumberHole>,
}

/// Where the name of an attribute's alias goes.
type AliasHole = (u32, Attribute);

/// Where the number of a distinct attribute goes.
type NumberHole = (u32, u64);

/// How long the text of one piece may get before the next one begins, at the operation that follows. Buffers of this size stay in the
/// cache.
pub(super) const LIMIT: usize = 1 << 17;

impl Holes {
    /// Leaves a hole for the name of an alias.
    pub(super) fn alias(&mut self, text: &[u8], attribute: Attribute) {
        self.aliases.push((text.len() as u32, attribute));
    }

    /// Leaves a hole for the number of a distinct attribute.
    pub(super) fn distinct(&mut self, text: &[u8], id: u64) {
        self.distinct.push((text.len() as u32, id));
    }

    pub(super) fn count(&self) -> usize {
        self.aliases.len() + self.distinct.len()
    }

    /// How many holes of each kind there are.
    pub(super) fn marks(&self) -> (usize, usize) {
        (self.aliases.len(), self.distinct.len())
    }

    /// The holes that there are more.
    pub(super) fn since(&self, (aliases, distinct): (usize, usize)) -> (&[AliasHole], &[NumberHole]) {
        (&self.aliases[aliases..], &self.distinct[distinct..])
    }

    /// Forgets the holes behind a text that is made shorter.
    pub(super) fn truncate(&mut self, length: usize) {
        self.aliases.truncate(self.aliases.partition_point(|hole| hole.0 as usize <= length));
        self.distinct.truncate(self.distinct.partition_point(|hole| hole.0 as usize <= length));
    }
}

impl Piece {
    /// Takes what is printed, so that printing can go on with buffers of the same size: a copy, unless it has grown much beyond that.
    pub(super) fn take(text: &mut Vec<u8>, holes: &mut Holes) -> Self {
        if text.len() > 2 * LIMIT {
            return Self { text: std::mem::take(text), holes: std::mem::take(holes) };
        }
        let piece = Self {
            text: text[..].into(),
            holes: Holes { aliases: holes.aliases[..].into(), distinct: holes.distinct[..].into() },
        };
        text.clear();
        holes.truncate(0);
        piece
    }

    /// The text with all holes filled.
    fn fill(&self, names: &Names, numbers: &Numbers, out: &mut Vec<u8>) {
        /// How long names and numbers are, with something to spare.
        const FILLED: usize = 12;
        out.reserve(self.text.len() + FILLED * self.holes.count());
        let mut distinct = self.holes.distinct.iter().peekable();
        let mut done = 0;
        let mut copy = |out: &mut Vec<u8>, to: u32| {
            out.extend_from_slice(&self.text[done..to as usize]);
            done = to as usize;
        };
        let number = |out: &mut Vec<u8>, id: u64| {
            let number = numbers.get(&id).copied().unwrap_or_default();
            out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        };
        for &(at, attribute) in &self.holes.aliases {
            while let Some(&(before, id)) = distinct.next_if(|hole| hole.0 <= at) {
                copy(out, before);
                number(out, id);
            }
            copy(out, at);
            out.extend_from_slice(names.get(attribute).unwrap_or_default().as_bytes());
        }
        for &(at, id) in distinct {
            copy(out, at);
            number(out, id);
        }
        copy(out, self.text.len() as u32);
    }
}

impl Text {
    pub(super) fn new(pieces: Vec<Piece>, names: Names) -> Self {
        Self::numbered(pieces, names, Numbers::default())
    }

    /// A text in which some distinct attributes have numbers already.
    pub(super) fn numbered(pieces: Vec<Piece>, names: Names, mut numbers: Numbers) -> Self {
        for &(_, id) in pieces.iter().flat_map(|piece| &piece.holes.distinct) {
            if !numbers.contains_key(&id) {
                let next = numbers.len() as u64;
                Arc::make_mut(&mut numbers).insert(id, next);
            }
        }
        Self { pieces, names, numbers }
    }

    pub(super) fn numbers(&self) -> Numbers {
        Arc::clone(&self.numbers)
    }

    /// Writes the text.
    ///
    /// # Errors
    /// The first that `writer` has.
    pub fn write_to(&self, writer: &mut (dyn Write + Send + Sync)) -> io::Result<()> {
        let mut result = Ok(());
        let fill = |piece: &Piece, (): &mut (), filled: &mut Vec<u8>| {
            filled.clear();
            if piece.holes.count() != 0 {
                piece.fill(&self.names, &self.numbers, filled);
            }
        };
        tern_parallel::in_order(&self.pieces, fill, |piece, filled| {
            let text = if piece.holes.count() == 0 { &piece.text[..] } else { &filled[..] };
            if result.is_ok() {
                result = writer.write_all(text);
            }
        });
        result
    }

    /// The text as a whole.
    pub fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.pieces.iter().map(|piece| piece.text.len()).sum());
        for piece in self.pieces {
            piece.fill(&self.names, &self.numbers, &mut bytes);
        }
        bytes
    }
}
