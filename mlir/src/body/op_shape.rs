//! Operations without their uses.
//!
//! Operations of one shape differ only in the values, blocks and locations that they use. What follows from a shape alone (its text, its
//! translation, its encoding) is computed once and kept in a side table by [`OpShape`].

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use cranelift_entity::entity_impl;
use rustc_hash::{FxBuildHasher, FxHashMap};
use tern_support::ways;

use super::{Body, Op, OpParts, Value};

/// An operation without its uses: its name, its inherent and discardable attributes, the types of its operands and results, and the
/// number of its successors. Regions and location are no part of it. A handle in the [`OpShapes`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpShape(u32);
entity_impl!(OpShape, "shape");

/// The shapes of operations of one context. Handles are numbered in the order in which they are made.
#[derive(Default)]
pub struct OpShapes {
    /// By the hash of the key. Of keys with the same hash, only the first is known: operations with another have shapes of their own.
    known: FxHashMap<u64, Known>,
    /// The keys of all known shapes: [`Key::head`], then the types of operands and results.
    words: Vec<u32>,
    /// The number of shapes made.
    count: u32,
}

/// A shape, and the position and length of its key.
#[derive(Clone, Copy)]
struct Known {
    shape: OpShape,
    begin: u32,
    length: u32,
}

/// An operation as the key of its shape.
struct Key<'a> {
    body: &'a Body,
    parts: &'a OpParts<'a>,
}

impl OpShapes {
    /// The number of shapes.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks whether there are none")]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// The shape of an operation, if it was interned before.
    pub fn find(&self, body: &Body, op: Op) -> Option<OpShape> {
        self.find_parts(body, &body.parts(op))
    }

    /// Like [`find`](Self::find), of an operation with these parts.
    #[inline(always)]
    pub(crate) fn find_parts(&self, body: &Body, parts: &OpParts<'_>) -> Option<OpShape> {
        let key = Key { body, parts };
        self.find_key(&key, key.hash())
    }

    /// The shape of an operation: a new one if no operation of this shape was interned before.
    #[inline]
    pub fn intern(&mut self, body: &Body, op: Op) -> OpShape {
        let key = Key { body, parts: &body.parts(op) };
        let hash = key.hash();
        match self.find_key(&key, hash) {
            Some(shape) => shape,
            None => self.add(&key, hash),
        }
    }

    #[inline(always)]
    fn find_key(&self, key: &Key<'_>, hash: u64) -> Option<OpShape> {
        let known = self.known.get(&hash)?;
        key.is(&self.words[known.words()]).then_some(known.shape)
    }

    #[cold]
    fn add(&mut self, key: &Key<'_>, hash: u64) -> OpShape {
        let shape = OpShape(self.count);
        self.count += 1;
        // Otherwise each operation has a shape of its own.
        if !ways::is_plain() && !self.known.contains_key(&hash) {
            let begin = self.words.len();
            self.words.extend(key.head());
            self.words.extend(key.operands());
            self.words.extend(key.results());
            let length = self.words.len() - begin;
            self.known.insert(hash, Known { shape, begin: begin as u32, length: length as u32 });
        }
        shape
    }
}

impl Known {
    #[inline(always)]
    fn words(self) -> Range<usize> {
        self.begin as usize..self.begin as usize + self.length as usize
    }
}

impl Key<'_> {
    #[inline(always)]
    fn head(&self) -> [u32; 5] {
        let OpParts { name, properties, attributes, operands, successors, .. } = self.parts;
        [name.0, properties.0, attributes.0, operands.len() as u32, successors.len() as u32]
    }

    #[inline(always)]
    fn type_of(&self, value: Value) -> u32 {
        self.body.value_type(value).0
    }

    #[inline(always)]
    fn operands(&self) -> impl Iterator<Item = u32> {
        self.parts.operands.iter().map(|&operand| self.type_of(operand))
    }

    #[inline(always)]
    fn results(&self) -> impl Iterator<Item = u32> {
        self.parts.results().map(|result| self.type_of(result))
    }

    #[inline(always)]
    fn hash(&self) -> u64 {
        let mut hasher = FxBuildHasher.build_hasher();
        self.head().into_iter().for_each(|word| hasher.write_u32(word));
        self.operands().for_each(|ty| hasher.write_u32(ty));
        self.results().for_each(|ty| hasher.write_u32(ty));
        hasher.finish()
    }

    #[inline(always)]
    fn is(&self, words: &[u32]) -> bool {
        let head = self.head();
        let counts = (self.parts.operands.len(), self.parts.results().len());
        if words.len() != head.len() + counts.0 + counts.1 {
            return false;
        }
        let (known, types) = words.split_at(head.len());
        let (operands, results) = types.split_at(counts.0);
        // Compared inline, without a call.
        known.iter().zip(&head).all(|(one, other)| one == other)
            && operands.iter().zip(self.operands()).all(|(&one, other)| one == other)
            && results.iter().zip(self.results()).all(|(&one, other)| one == other)
    }
}
