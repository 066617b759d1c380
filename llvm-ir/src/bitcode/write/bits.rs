//! Writes a stream of bits with blocks, records and abbreviations. Source: LLVM Bitcode File Format.

use std::sync::Arc;

use crate::bitcode::bitstream::{MAGIC, Operand};
use crate::bitcode::codes::{block, blockinfo};

/// The ids of abbreviations that have a fixed meaning.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u32 = 4;

/// The number of bits of an abbreviation id outside of all blocks.
const OUTER_WIDTH: u32 = 2;

/// How a record is encoded: by an abbreviation of the block, or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Abbrev(u32);

impl Abbrev {
    /// The record is encoded without an abbreviation.
    pub(super) const NONE: Self = Self(0);

    /// The abbreviation of a block with this index.
    pub(super) const fn at(index: u32) -> Self {
        Self(FIRST_ABBREV + index)
    }
}

/// The parts of an abbreviation.
type Layout = Box<[Operand]>;

/// The abbreviations that blocks begin with, by the id of the block.
pub(super) type BlockInfo = Arc<Vec<(u32, Vec<Layout>)>>;

/// A block that is being written.
struct Scope {
    /// The width of abbreviation ids of the enclosing block.
    outer_width: u32,
    /// The byte of the word that holds the length.
    length_at: usize,
    /// The index of the block in [`BlockInfo`].
    info: Option<usize>,
    /// The abbreviations that the block defines itself.
    own: Vec<Layout>,
}

/// Bits that grow.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// Bits that are not in `bytes` yet, from the lowest on.
    pending: u64,
    /// How many; fewer than 32.
    count: u32,
}

/// A stream of bits with blocks.
pub(super) struct BitWriter {
    bits: Bits,
    width: u32,
    scopes: Vec<Scope>,
    info: BlockInfo,
}

/// Whether a byte can be encoded in six bits, and how.
pub(super) fn char6(byte: u8) -> Option<u64> {
    Some(
        match byte {
            b'a'..=b'z' => byte - b'a',
            b'A'..=b'Z' => byte - b'A' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'.' => 62,
            b'_' => 63,
            _ => return None,
        }
        .into(),
    )
}

impl Bits {
    /// Writes the lowest `width` bits of a number, at most 64.
    #[inline]
    fn fixed(&mut self, value: u64, width: u32) {
        if width > 32 {
            self.fixed(value & 0xffff_ffff, 32);
            return self.fixed(value >> 32, width - 32);
        }
        self.pending |= value << self.count;
        self.count += width;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    /// Writes a number in pieces of `width` bits.
    #[inline]
    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    /// Fills the last word with zeros.
    fn align(&mut self) {
        if self.count > 0 {
            self.fixed(0, 32 - self.count);
        }
    }

    #[inline]
    fn scalar(&mut self, part: Operand, value: u64) {
        match part {
            Operand::Fixed(width) => self.fixed(value, width),
            Operand::Vbr(width) => self.vbr(value, width),
            Operand::Char6 => self.fixed(char6(value as u8).unwrap_or(0), 6),
            Operand::Literal(_) | Operand::Array | Operand::Blob => {}
        }
    }

    /// Writes a record by an abbreviation, whose first part is not an array.
    fn abbreviated(&mut self, layout: &[Operand], code: u32, mut operands: &[u64], blob: &[u8]) {
        let mut parts = layout.iter();
        if let Some(&first) = parts.next() {
            self.scalar(first, code.into());
        }
        while let Some(&part) = parts.next() {
            match part {
                Operand::Array => {
                    self.vbr(operands.len() as u64, 6);
                    if let Some(&element) = parts.next() {
                        operands.iter().for_each(|&value| self.scalar(element, value));
                    }
                }
                Operand::Blob => {
                    self.vbr(blob.len() as u64, 6);
                    self.align();
                    self.bytes.extend_from_slice(blob);
                    self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
                }
                part => {
                    let (value, rest) =
                        operands.split_first().map_or((0, operands), |(&it, rest)| (it, rest));
                    operands = rest;
                    self.scalar(part, value);
                }
            }
        }
    }
}

impl BitWriter {
    /// A stream that begins after `before` bytes of the file with the magic number.
    pub(super) fn new(before: Vec<u8>) -> Self {
        let mut bytes = before;
        bytes.extend_from_slice(&MAGIC);
        Self { bits: Bits { bytes, ..Bits::default() }, ..Self::bare() }
    }

    /// Bits without a magic number.
    pub(super) fn bare() -> Self {
        Self { bits: Bits::default(), width: OUTER_WIDTH, scopes: Vec::new(), info: BlockInfo::default() }
    }

    /// A stream for blocks that will be in the current block of this one, made in `memory`.
    pub(super) fn within(width: u32, info: &BlockInfo, memory: Vec<u8>) -> Self {
        let bits = Bits { bytes: memory, ..Bits::default() };
        Self { bits, width, scopes: Vec::new(), info: Arc::clone(info) }
    }

    /// What streams of blocks in the current one need: the width of its abbreviation ids, and the abbreviations that blocks begin with.
    pub(super) fn context(&self) -> (u32, BlockInfo) {
        (self.width, Arc::clone(&self.info))
    }

    /// Appends blocks that were written into a stream [`within`](Self::within) this one.
    pub(super) fn append(&mut self, blocks: &[u8]) {
        self.bits.bytes.extend_from_slice(blocks);
    }

    /// The position in bits from the start of the file.
    pub(super) fn position(&self) -> u64 {
        self.bits.bytes.len() as u64 * 8 + u64::from(self.bits.count)
    }

    /// The whole words since a position, which is one between words.
    pub(super) fn since(&self, position: u64) -> &[u8] {
        &self.bits.bytes[(position / 8) as usize..]
    }

    /// The bytes of a stream whose blocks have ended.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bits.align();
        self.bits.bytes
    }

    /// Writes the lowest `width` bits of a number, at most 64.
    fn fixed(&mut self, value: u64, width: u32) {
        self.bits.fixed(value, width);
    }

    /// Writes a number in pieces of `width` bits.
    pub(super) fn vbr(&mut self, value: u64, width: u32) {
        self.bits.vbr(value, width);
    }

    /// Begins a block whose abbreviation ids have `width` bits.
    pub(super) fn enter(&mut self, id: u32, width: u32) {
        self.fixed(ENTER_SUBBLOCK, self.width);
        self.vbr(id.into(), 8);
        self.vbr(width.into(), 4);
        self.bits.align();
        let length_at = self.bits.bytes.len();
        self.fixed(0, 32);
        let info = self.info.iter().position(|(known, _)| *known == id);
        self.scopes.push(Scope { outer_width: self.width, length_at, info, own: Vec::new() });
        self.width = width;
    }

    /// Ends the current block.
    pub(super) fn exit(&mut self) {
        self.fixed(END_BLOCK, self.width);
        self.bits.align();
        let Some(scope) = self.scopes.pop() else { return };
        let bytes = &mut self.bits.bytes;
        let words = (bytes.len() - scope.length_at) / 4 - 1;
        bytes[scope.length_at..scope.length_at + 4].copy_from_slice(&(words as u32).to_le_bytes());
        self.width = scope.outer_width;
    }

    /// Changes the 32 bits at a position, which was the end of a record once.
    pub(super) fn patch(&mut self, position: u64, value: u32) {
        let (at, shift) = ((position / 32 * 4) as usize, (position % 32) as u32);
        let mut put = |at: usize, bits: u32| match self.bits.bytes.get_mut(at..at + 4) {
            Some(word) => {
                let old = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                word.copy_from_slice(&(old | bits).to_le_bytes());
            }
            None => self.bits.pending |= u64::from(bits),
        };
        put(at, value << shift);
        if shift > 0 {
            put(at + 4, value >> (32 - shift));
        }
    }

    fn definition(&mut self, operands: &[Operand]) {
        self.fixed(DEFINE_ABBREV, self.width);
        self.vbr(operands.len() as u64, 5);
        for &operand in operands {
            let (encoding, width) = match operand {
                Operand::Literal(value) => {
                    self.fixed(1, 1);
                    self.vbr(value, 8);
                    continue;
                }
                Operand::Fixed(width) => (1, Some(width)),
                Operand::Vbr(width) => (2, Some(width)),
                Operand::Array => (3, None),
                Operand::Char6 => (4, None),
                Operand::Blob => (5, None),
            };
            self.fixed(0, 1);
            self.fixed(encoding, 3);
            if let Some(width) = width {
                self.vbr(width.into(), 5);
            }
        }
    }

    /// Defines an abbreviation of the current block.
    pub(super) fn define(&mut self, operands: &[Operand]) -> Abbrev {
        self.definition(operands);
        let Some(scope) = self.scopes.last_mut() else { return Abbrev::NONE };
        scope.own.push(operands.into());
        let before = scope.info.map_or(0, |info| self.info[info].1.len());
        Abbrev::at((before + scope.own.len()) as u32 - 1)
    }

    /// Writes the block of abbreviations for other blocks: for each block its id and its abbreviations.
    pub(super) fn block_info(&mut self, blocks: &[(u32, Vec<Vec<Operand>>)]) {
        self.enter(block::BLOCKINFO, 2);
        let mut info = Vec::new();
        for (id, abbreviations) in blocks {
            self.record(blockinfo::SETBID, &[(*id).into()], Abbrev::NONE);
            abbreviations.iter().for_each(|operands| self.definition(operands));
            info.push((*id, abbreviations.iter().map(|operands| operands[..].into()).collect()));
        }
        self.exit();
        self.info = Arc::new(info);
    }

    /// Writes a record.
    pub(super) fn record(&mut self, code: u32, operands: &[u64], abbrev: Abbrev) {
        if abbrev != Abbrev::NONE {
            return self.record_with_blob(code, operands, &[], abbrev);
        }
        let bits = &mut self.bits;
        bits.fixed(UNABBREV_RECORD, self.width);
        bits.vbr(code.into(), 6);
        bits.vbr(operands.len() as u64, 6);
        operands.iter().for_each(|&operand| bits.vbr(operand, 6));
    }

    /// Writes a record with an abbreviation that ends with a blob.
    pub(super) fn record_with_blob(&mut self, code: u32, operands: &[u64], blob: &[u8], abbrev: Abbrev) {
        self.bits.fixed(abbrev.0.into(), self.width);
        let Some(scope) = self.scopes.last() else { return };
        let shared = scope.info.map_or(&[][..], |info| &self.info[info].1);
        let index = (abbrev.0 - FIRST_ABBREV) as usize;
        let layout = shared.get(index).unwrap_or_else(|| &scope.own[index - shared.len()]);
        self.bits.abbreviated(layout, code, operands, blob);
    }
}
