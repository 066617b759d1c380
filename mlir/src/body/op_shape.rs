//! Operations without their uses.
//!
//! Operations of one shape differ only in the values, blocks and locations that they use. What follows from a shape alone (its text, its
//! translation, its encoding) is computed once and kept in a side table by [`OpShape`].

use std::hash::{Hash, Hasher};

use cranelift_entity::entity_impl;
use tern_support::intern::Interner;
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
    known: Interner<Words>,
    /// The number of shapes that were made with caches switched off.
    unshared: u32,
}

/// A shape as handles and counts: [`Key::head`], then the types of the operands and of the results.
type Words = Box<[u32]>;

/// An operation as the key of its shape.
struct Key<'a> {
    body: &'a Body,
    parts: OpParts<'a>,
}

impl OpShapes {
    /// The number of shapes.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks whether there are none")]
    pub fn len(&self) -> usize {
        self.known.len() + self.unshared as usize
    }

    /// The shape of an operation, if it was interned before.
    #[inline]
    pub fn find(&self, body: &Body, op: Op) -> Option<OpShape> {
        let key = Key { body, parts: body.parts(op) };
        self.known.find(&key, |words, key| key.is(words)).map(OpShape)
    }

    /// The shape of an operation: a new one if no operation of this shape was interned before.
    #[inline]
    pub fn intern(&mut self, body: &Body, op: Op) -> OpShape {
        if ways::is_plain() {
            // Each operation has a shape of its own.
            self.unshared += 1;
            return OpShape(self.unshared - 1);
        }
        let key = Key { body, parts: body.parts(op) };
        OpShape(self.known.intern(key, |words, key| key.is(words), |key| key.words()))
    }
}

impl Key<'_> {
    #[inline]
    fn head(&self) -> [u32; 5] {
        let OpParts { name, properties, attributes, operands, successors, .. } = &self.parts;
        [name.0, properties.0, attributes.0, operands.len() as u32, successors.len() as u32]
    }

    fn type_of(&self, value: Value) -> u32 {
        self.body.value_type(value).0
    }

    fn words(&self) -> Words {
        let values = self.parts.operands.iter().copied().chain(self.parts.results());
        self.head().into_iter().chain(values.map(|value| self.type_of(value))).collect()
    }

    #[inline]
    fn is(&self, words: &Words) -> bool {
        let (head, types) = words.split_at(self.head().len());
        let (operands, results) = (self.parts.operands, self.parts.results());
        if head != self.head() || types.len() != operands.len() + results.len() {
            return false;
        }
        let (operand_types, result_types) = types.split_at(operands.len());
        operand_types.iter().zip(operands).all(|(&ty, &operand)| ty == self.type_of(operand))
            && result_types.iter().zip(results).all(|(&ty, result)| ty == self.type_of(result))
    }
}

impl Hash for Key<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.head().into_iter().for_each(|word| state.write_u32(word));
        self.parts.operands.iter().for_each(|&operand| state.write_u32(self.type_of(operand)));
        self.parts.results().for_each(|result| state.write_u32(self.type_of(result)));
    }
}
