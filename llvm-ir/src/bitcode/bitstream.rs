//! The container of bitcode: a stream of bits with blocks, records and abbreviations. Source: LLVM Bitcode File Format.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;

/// A place in a stream of bits that is wrong, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage(Box<(u64, Cow<'static, str>)>);

impl Damage {
    /// What is wrong at this bit of the file.
    #[cold]
    pub fn new(bit: u64, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new((bit, message.into())))
    }

    /// The position in bits from the start of the file.
    pub fn bit(&self) -> u64 {
        self.0.0
    }

    /// This damage as a diagnostic about a file.
    pub(super) fn in_file(&self, name: &str) -> Diagnostic {
        Diagnostic::of_bits(name, self.bit(), self.message())
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.0.1
    }
}

/// The result of reading bits.
pub type Result<T> = std::result::Result<T, Damage>;

/// The code of a record, and its blob if it has one.
pub type CodeAndBlob<'a> = (u32, Option<&'a [u8]>);

/// The first bytes of bitcode.
pub const MAGIC: [u8; 4] = *b"BC\xc0\xde";

/// The first bytes of a header that some systems put in front of bitcode.
pub const WRAPPER_MAGIC: [u8; 4] = [0xde, 0xc0, 0x17, 0x0b];

/// Whether bytes are bitcode, bare or wrapped.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || bytes.starts_with(&WRAPPER_MAGIC)
}

/// The id of the block that has abbreviations for other blocks.
pub const BLOCKINFO: u32 = 0;

/// The ids of abbreviations that have a fixed meaning.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;

/// The most bits of a number in an abbreviation, as in LLVM.
const MOST_BITS: u64 = 64;
const MOST_VBR_BITS: u64 = 32;

/// An operand of an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// This value, without bits in the record.
    Literal(u64),
    /// A number of so many bits.
    Fixed(u32),
    /// A number in pieces of so many bits.
    Vbr(u32),
    /// A letter, digit, dot or underscore.
    Char6,
    /// A length and elements, each as the next operand says.
    Array,
    /// A length and bytes.
    Blob,
}

/// How the operands of a record are encoded.
pub type Abbreviation = Arc<[Operand]>;

/// The abbreviations that blocks begin with, by the id of the block.
pub type BlockInfo = FxHashMap<u32, Vec<Abbreviation>>;

/// What comes next in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// The end of the block, or of the stream.
    End,
    /// A block with this id.
    Block(u32),
    /// A record with this abbreviation.
    Record(u32),
}

/// A block that the cursor is in.
#[derive(Clone, Debug)]
struct Scope {
    /// The number of bits of an abbreviation id.
    width: u32,
    abbreviations: Vec<Abbreviation>,
    /// The bit after the block.
    end: u64,
}

/// A position in a stream of bits.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    /// The number of bits of the file before the stream.
    base: u64,
    position: u64,
    scopes: Vec<Scope>,
    width: u32,
}

/// The number of bits of an abbreviation id outside of all blocks.
const OUTER_WIDTH: u32 = 2;

/// The most blocks within blocks.
const MOST_SCOPES: usize = 64;

impl<'a> Cursor<'a> {
    /// The start of the stream in a file, after the magic number.
    ///
    /// # Errors
    /// If the file is not bitcode.
    pub fn of_file(file: &'a [u8]) -> Result<Self> {
        let mut bytes = file;
        let mut base = 0;
        if file.starts_with(&WRAPPER_MAGIC) {
            let field = |at: usize| -> Option<usize> {
                Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize)
            };
            let part = field(8).zip(field(12)).and_then(|(offset, size)| {
                let part = file.get(offset..offset.checked_add(size)?)?;
                Some((part, offset))
            });
            let Some((part, offset)) = part else {
                return Err(Damage::new(64, "the header of the wrapper does not fit the file"));
            };
            (bytes, base) = (part, offset as u64 * 8);
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(Damage::new(base, "this is not bitcode: it does not begin with BC 0xC0DE"));
        }
        Ok(Self { bytes, base, position: 32, scopes: Vec::new(), width: OUTER_WIDTH })
    }

    /// The start of bytes that are numbers without blocks.
    pub(super) fn of_bits(bytes: &'a [u8]) -> Self {
        Self { bytes, base: 0, position: 0, scopes: Vec::new(), width: OUTER_WIDTH }
    }

    /// A cursor of its own at a position in this stream, in no block.
    pub fn at(&self, position: u64) -> Self {
        Self { bytes: self.bytes, base: self.base, position, scopes: Vec::new(), width: OUTER_WIDTH }
    }

    /// The position in bits from the start of the stream.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The position in bits from the start of the file.
    pub fn bit(&self) -> u64 {
        self.base + self.position
    }

    /// The number of bits of the stream that are left.
    pub fn rest(&self) -> u64 {
        (self.bytes.len() as u64 * 8).saturating_sub(self.position)
    }

    /// An error at the current position.
    #[cold]
    pub fn error<T>(&self, message: impl Into<Cow<'static, str>>) -> Result<T> {
        Err(Damage::new(self.bit(), message))
    }

    /// Moves to a position of the stream.
    ///
    /// # Errors
    /// If that is after its end.
    pub fn seek(&mut self, position: u64) -> Result<()> {
        if position > self.bytes.len() as u64 * 8 {
            return self.error("the file ends within a block");
        }
        self.position = position;
        Ok(())
    }

    /// The next `width` bits as a number, up to 64.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        let at = (self.position >> 3) as usize;
        let shift = (self.position & 7) as u32;
        let mut word = match self.bytes.get(at..at + 8) {
            Some(&[a, b, c, d, e, f, g, h]) => {
                let low = u64::from_le_bytes([a, b, c, d, e, f, g, h]) >> shift;
                match shift + width > 64 {
                    true => match self.bytes.get(at + 8) {
                        Some(&next) => low | u64::from(next) << (64 - shift),
                        None => return self.error("the file ends within a record"),
                    },
                    false => low,
                }
            }
            _ => self.last_bits(at, shift, width)?,
        };
        if width < 64 {
            word &= (1 << width) - 1;
        }
        self.position += u64::from(width);
        Ok(word)
    }

    /// The bits from a byte on that is among the last.
    #[cold]
    fn last_bits(&self, at: usize, shift: u32, width: u32) -> Result<u64> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if u64::from(shift + width) > rest.len() as u64 * 8 {
            return self.error("the file ends within a record");
        }
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        Ok(u64::from_le_bytes(word) >> shift)
    }

    /// A number in pieces of `width` bits, each with a bit that says whether another one follows.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        let more = 1 << (width - 1);
        let piece = self.fixed(width)?;
        if piece & more == 0 {
            return Ok(piece);
        }
        let mut value = piece & (more - 1);
        let mut shift = width - 1;
        loop {
            let piece = self.fixed(width)?;
            let bits = piece & (more - 1);
            if shift < 64 {
                value |= bits << shift;
            } else if bits != 0 {
                return self.error("a number has more than 64 bits");
            }
            if piece & more == 0 {
                return Ok(value);
            }
            shift += width - 1;
            if shift > 4096 {
                return self.error("a number has more than 64 bits");
            }
        }
    }

    /// Goes past the magic number of a further stream, and past zeros that fill up the one before. Returns whether there is one.
    pub fn begins_stream(&mut self) -> bool {
        let start = (self.position / 8) as usize;
        let Some(rest) = self.bytes.get(start..).filter(|_| self.scopes.is_empty()) else { return false };
        let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
        // Blocks begin at multiples of 32 bits from the start of their stream.
        let found = zeros.is_multiple_of(4) && rest[zeros..].starts_with(&MAGIC);
        if found {
            self.position = (start + zeros + MAGIC.len()) as u64 * 8;
        }
        found
    }

    fn align(&mut self) -> Result<()> {
        self.seek(self.position.next_multiple_of(32))
    }

    /// What comes next. Definitions of abbreviations are taken in.
    #[inline]
    pub fn advance(&mut self) -> Result<Entry> {
        loop {
            if self.scopes.is_empty() && self.rest() < 32 {
                return Ok(Entry::End);
            }
            match self.fixed(self.width)? {
                END_BLOCK => {
                    self.end_block()?;
                    return Ok(Entry::End);
                }
                ENTER_SUBBLOCK => {
                    let id = self.vbr(8)?;
                    return match u32::try_from(id) {
                        Ok(id) => Ok(Entry::Block(id)),
                        Err(_) => self.error("the id of a block is too large"),
                    };
                }
                DEFINE_ABBREV => {
                    let abbreviation = self.definition()?;
                    match self.scopes.last_mut() {
                        Some(scope) => scope.abbreviations.push(abbreviation),
                        None => return self.error("an abbreviation is defined outside of all blocks"),
                    }
                }
                id => return Ok(Entry::Record(id as u32)),
            }
        }
    }

    fn end_block(&mut self) -> Result<()> {
        self.align()?;
        if self.scopes.pop().is_none() {
            return self.error("a block ends that has not begun");
        }
        self.width = self.scopes.last().map_or(OUTER_WIDTH, |scope| scope.width);
        Ok(())
    }

    /// The width of abbreviation ids and the end of the block whose id was read.
    fn header(&mut self) -> Result<(u32, u64)> {
        let width = self.vbr(4)?;
        self.align()?;
        let words = self.fixed(32)?;
        let end = self.position + words * 32;
        if end > self.bytes.len() as u64 * 8 {
            return self.error("a block is longer than the file");
        }
        if !(2..=32).contains(&width) {
            return self.error("abbreviation ids have from 2 to 32 bits");
        }
        Ok((width as u32, end))
    }

    /// Enters the block whose id was read.
    pub fn enter(&mut self, id: u32, info: &BlockInfo) -> Result<()> {
        let (width, end) = self.header()?;
        if self.scopes.len() == MOST_SCOPES {
            return self.error("blocks are nested too deeply");
        }
        let abbreviations = info.get(&id).cloned().unwrap_or_default();
        self.scopes.push(Scope { width, abbreviations, end });
        self.width = width;
        Ok(())
    }

    /// Skips the block whose id was read.
    pub fn skip_block(&mut self) -> Result<()> {
        let (_, end) = self.header()?;
        self.seek(end)
    }

    /// The number of bits of an abbreviation id, and the end of the current block.
    pub fn block(&self) -> Option<(u32, u64)> {
        self.scopes.last().map(|scope| (scope.width, scope.end))
    }

    /// Reads the definition of an abbreviation.
    fn definition(&mut self) -> Result<Abbreviation> {
        let count = self.vbr(5)?;
        if count > self.rest() {
            return self.error("an abbreviation has more operands than the file has bits");
        }
        let mut operands = Vec::new();
        while (operands.len() as u64) < count {
            let literal = self.fixed(1)? == 1;
            if literal {
                operands.push(Operand::Literal(self.vbr(8)?));
                continue;
            }
            operands.push(match self.fixed(3)? {
                1 => match self.vbr(5)? {
                    // As in LLVM, a number without bits is zero.
                    0 => Operand::Literal(0),
                    width @ 1..=MOST_BITS => Operand::Fixed(width as u32),
                    _ => return self.error("a fixed number has more than 64 bits"),
                },
                2 => match self.vbr(5)? {
                    0 => Operand::Literal(0),
                    width @ 2..=MOST_VBR_BITS => Operand::Vbr(width as u32),
                    _ => return self.error("the pieces of a number have from 2 to 32 bits"),
                },
                3 => Operand::Array,
                4 => Operand::Char6,
                5 => Operand::Blob,
                _ => return self.error("unknown encoding in an abbreviation"),
            });
        }
        self.check(&operands)?;
        Ok(operands.into())
    }

    /// Checks that arrays and blobs end an abbreviation, and that elements of arrays take bits.
    fn check(&self, operands: &[Operand]) -> Result<()> {
        if operands.is_empty() {
            return self.error("an abbreviation without operands");
        }
        for (index, operand) in operands.iter().enumerate() {
            let rest = &operands[index + 1..];
            let is_wrong = match operand {
                Operand::Array => !matches!(rest, [Operand::Fixed(_) | Operand::Vbr(_) | Operand::Char6]),
                Operand::Blob => !rest.is_empty(),
                _ => false,
            };
            if is_wrong {
                return self.error("an array or blob does not end its abbreviation");
            }
        }
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, operand: Operand) -> Result<u64> {
        match operand {
            Operand::Literal(value) => Ok(value),
            Operand::Fixed(width) => self.fixed(width),
            Operand::Vbr(width) => self.vbr(width),
            Operand::Char6 => {
                const LETTERS: &[u8; 64] =
                    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
                Ok(LETTERS[self.fixed(6)? as usize].into())
            }
            Operand::Array | Operand::Blob => self.error("an array or blob in place of a number"),
        }
    }

    /// Reads the record with this abbreviation: its operands into `record`, which is cleared. Returns its code, and its blob if it has
    /// one.
    #[inline]
    pub fn record(&mut self, abbreviation: u32, record: &mut Vec<u64>) -> Result<(u32, Option<&'a [u8]>)> {
        record.clear();
        if u64::from(abbreviation) == UNABBREV_RECORD {
            let code = self.vbr(6)?;
            let count = self.vbr(6)?;
            if count > self.rest() {
                return self.error("a record has more operands than the file has bits");
            }
            for _ in 0..count {
                let operand = self.vbr(6)?;
                record.push(operand);
            }
            return Ok((self.code(code)?, None));
        }
        let index = (u64::from(abbreviation) - FIRST_ABBREV) as usize;
        let known = self.scopes.last().and_then(|scope| scope.abbreviations.get(index));
        let Some(operands) = known.cloned() else { return self.error("unknown abbreviation") };
        self.abbreviated(&operands, record)
    }

    /// The next record of the current block, into `record`: its code, and its blob if it has one. Blocks within are skipped; `None` is
    /// the end of the block.
    #[inline]
    pub fn next_record(&mut self, record: &mut Vec<u64>) -> Result<Option<CodeAndBlob<'a>>> {
        loop {
            match self.advance()? {
                Entry::End => return Ok(None),
                Entry::Block(_) => self.skip_block()?,
                Entry::Record(abbreviation) => return self.record(abbreviation, record).map(Some),
            }
        }
    }

    fn code(&self, code: u64) -> Result<u32> {
        u32::try_from(code).or_else(|_| self.error("the code of a record is too large"))
    }

    fn abbreviated(
        &mut self,
        operands: &[Operand],
        record: &mut Vec<u64>,
    ) -> Result<(u32, Option<&'a [u8]>)> {
        let code = match operands[0] {
            Operand::Array | Operand::Blob => return self.error("the code of a record is an array"),
            operand => self.scalar(operand)?,
        };
        let code = self.code(code)?;
        for (index, &operand) in operands.iter().enumerate().skip(1) {
            match operand {
                Operand::Array => {
                    let element = operands[index + 1];
                    self.array(element, record)?;
                    return Ok((code, None));
                }
                Operand::Blob => return Ok((code, Some(self.blob()?))),
                operand => record.push(self.scalar(operand)?),
            }
        }
        Ok((code, None))
    }

    fn array(&mut self, element: Operand, record: &mut Vec<u64>) -> Result<()> {
        let count = self.vbr(6)?;
        let least = match element {
            Operand::Fixed(width) | Operand::Vbr(width) => width,
            _ => 6,
        };
        if count > self.rest() / u64::from(least) {
            return self.error("an array has more elements than the file has bits");
        }
        record.reserve(count as usize);
        for _ in 0..count {
            record.push(self.scalar(element)?);
        }
        Ok(())
    }

    fn blob(&mut self) -> Result<&'a [u8]> {
        let length = self.vbr(6)?;
        self.align()?;
        let start = (self.position / 8) as usize;
        let blob =
            usize::try_from(length).ok().and_then(|length| self.bytes.get(start..start.checked_add(length)?));
        let Some(blob) = blob else { return self.error("a blob is longer than the file") };
        self.position += length * 8;
        // The last blob of a file need not be padded.
        let end = self.position.next_multiple_of(32).min(self.bytes.len() as u64 * 8);
        self.seek(end)?;
        Ok(blob)
    }

    /// Reads the rest of the block with abbreviations for other blocks, which was entered, into `info`.
    pub fn block_info(&mut self, info: &mut BlockInfo) -> Result<()> {
        let mut current = None;
        let mut record = Vec::new();
        loop {
            match self.next_of_info()? {
                InfoEntry::Abbreviation => {
                    let Some(block) = current else {
                        return self.error("an abbreviation for no block");
                    };
                    let scope = self.scopes.last_mut();
                    let added = scope.and_then(|scope| scope.abbreviations.pop());
                    info.entry(block).or_default().extend(added);
                }
                InfoEntry::Other(Entry::End) => return Ok(()),
                InfoEntry::Other(Entry::Block(_)) => self.skip_block()?,
                InfoEntry::Other(Entry::Record(abbreviation)) => {
                    const SET_BLOCK: u32 = 1;
                    if self.record(abbreviation, &mut record)?.0 == SET_BLOCK {
                        current = record.first().and_then(|&id| u32::try_from(id).ok());
                        if current.is_none() {
                            return self.error("a block without an id");
                        }
                    }
                }
            }
        }
    }

    /// Like [`advance`](Self::advance), but stops after each definition.
    fn next_of_info(&mut self) -> Result<InfoEntry> {
        let start = self.position;
        if self.fixed(self.width)? != DEFINE_ABBREV {
            self.position = start;
            return self.advance().map(InfoEntry::Other);
        }
        let abbreviation = self.definition()?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.abbreviations.push(abbreviation);
        }
        Ok(InfoEntry::Abbreviation)
    }
}

/// The operands of a record that are not read yet.
#[derive(Debug)]
pub(super) struct Operands<'r> {
    rest: &'r [u64],
    /// What is said if there are too few.
    objection: &'static str,
}

impl<'r> Operands<'r> {
    /// All operands of a record; `objection` is the error if there are too few.
    pub(super) fn new(record: &'r [u64], objection: &'static str) -> Self {
        Self { rest: record, objection }
    }

    pub(super) fn rest(&self) -> &'r [u64] {
        self.rest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next operand.
    pub(super) fn next(&mut self, cursor: &Cursor<'_>) -> Result<u64> {
        self.take(cursor, 1).map(|operands| operands[0])
    }

    /// The next operands, so many.
    pub(super) fn take(&mut self, cursor: &Cursor<'_>, count: u64) -> Result<&'r [u64]> {
        match usize::try_from(count).ok().and_then(|count| self.rest.split_at_checked(count)) {
            Some((operands, rest)) => {
                self.rest = rest;
                Ok(operands)
            }
            None => cursor.error(self.objection),
        }
    }

    /// A string that ends with zero.
    pub(super) fn string(&mut self, cursor: &Cursor<'_>) -> Result<&'r [u64]> {
        let Some(end) = self.rest.iter().position(|&byte| byte == 0) else {
            return cursor.error("a string in a record has no end");
        };
        let string = self.take(cursor, end as u64)?;
        self.next(cursor)?;
        Ok(string)
    }
}

enum InfoEntry {
    Abbreviation,
    Other(Entry),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits from the lowest on.
    fn stream(numbers: &[(u64, u32)]) -> Vec<u8> {
        let mut bits = Vec::new();
        for &(value, width) in numbers {
            bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(
            bits.chunks(8).map(|chunk| {
                chunk.iter().enumerate().fold(0, |byte, (bit, &set)| byte | u8::from(set) << bit)
            }),
        );
        bytes
    }

    #[test]
    fn numbers_are_read_across_bytes_and_at_the_end() {
        let file =
            stream(&[(5, 3), (0x1234_5678_9abc_def0, 64), (1, 1), (0b100_001, 6), (0b00001, 6), (7, 4)]);
        let mut cursor = Cursor::of_file(&file).unwrap();
        assert_eq!(cursor.fixed(3), Ok(5));
        assert_eq!(cursor.fixed(64), Ok(0x1234_5678_9abc_def0));
        assert_eq!(cursor.fixed(1), Ok(1));
        assert_eq!(cursor.vbr(6), Ok(1 + 32));
        assert_eq!(cursor.fixed(4), Ok(7));
        let error = cursor.fixed(16).unwrap_err();
        assert_eq!((error.bit(), error.message()), (32 + 84, "the file ends within a record"));
    }

    #[test]
    fn claims_do_not_allocate() {
        // An unabbreviated record with 2⁶⁰ operands.
        let pieces =
            |value: u64| (0..13).map(move |at| (value >> (5 * at) & 31 | u64::from(at < 12) << 5, 6));
        let record: Vec<(u64, u32)> = [(3, 2), (1, 6)].into_iter().chain(pieces(1 << 60)).collect();
        let file = stream(&record);
        let mut cursor = Cursor::of_file(&file).unwrap();
        assert_eq!(cursor.advance(), Ok(Entry::Record(3)));
        let error = cursor.record(3, &mut Vec::new()).unwrap_err();
        assert_eq!(error.message(), "a record has more operands than the file has bits");
    }

    #[test]
    fn a_wrapper_is_looked_through() {
        let inner = stream(&[(0, 32)]);
        let mut file = WRAPPER_MAGIC.to_vec();
        for field in [0, 20, inner.len() as u32, 7] {
            file.extend(field.to_le_bytes());
        }
        file.extend(&inner);
        let cursor = Cursor::of_file(&file).unwrap();
        assert_eq!((cursor.position(), cursor.bit()), (32, 192));
        file[12] = 0xff;
        assert!(Cursor::of_file(&file).is_err());
        assert!(Cursor::of_file(b"BCxx").is_err());
    }
}
