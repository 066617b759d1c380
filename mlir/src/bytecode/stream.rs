//! The lowest level of bytecode: bytes, variable-width integers and sections.
//!
//! Source: MLIR's "MLIR Bytecode Format", sections Primitives and Sections.

use super::Section;

/// An error in a bytecode file.
#[derive(Debug)]
pub(super) struct Fault {
    /// The offset of the error in the file.
    pub(super) offset: usize,
    /// The error message.
    pub(super) message: String,
}

impl Fault {
    #[cold]
    pub(super) fn at(offset: usize, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, message: message.into() })
    }
}

/// The result of reading; the error is boxed to keep results small.
pub(super) type Result<T> = std::result::Result<T, Box<Fault>>;

/// The padding byte before aligned data.
const PADDING: u8 = 0xcb;

/// Reads a range of a file from front to back.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The whole file, because offsets and alignments are relative to its start.
    file: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor over a whole file.
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self { file, at: 0, end: file.len() }
    }

    /// The current offset in the file.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The number of bytes left.
    pub(super) fn left(&self) -> usize {
        self.end - self.at
    }

    /// Whether no bytes are left.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// An error at the current offset.
    #[cold]
    pub(super) fn fault(&self, message: impl Into<String>) -> Box<Fault> {
        Fault::at(self.at, message)
    }

    /// Fails if bytes are left.
    pub(super) fn finish(&self, what: &str) -> Result<()> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(self.fault(format!("unexpected bytes at the end of {what}")))
        }
    }

    /// Reads a byte.
    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// Reads `count` bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        if count > self.left() {
            let left = self.left();
            return Err(self.fault(format!("expected {count} bytes, but only {left} are left")));
        }
        let bytes = &self.file[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    /// Splits off a cursor over the next `count` bytes.
    pub(super) fn part(&mut self, count: usize) -> Result<Self> {
        let at = self.at;
        self.bytes(count)?;
        Ok(Self { file: self.file, at, end: self.at })
    }

    /// Reads the bytes before the next zero, and skips the zero.
    pub(super) fn zero_terminated(&mut self) -> Result<&'a [u8]> {
        match memchr::memchr(0, &self.file[self.at..self.end]) {
            Some(length) => Ok(&self.bytes(length + 1)?[..length]),
            None => Err(self.fault("expected a string that ends with a zero")),
        }
    }

    /// Reads everything that is left and drops the zero at its end; there may be other zeros before it.
    pub(super) fn rest_before_zero(&mut self) -> Result<&'a [u8]> {
        match self.bytes(self.end - self.at)? {
            [text @ .., 0] => Ok(text),
            _ => Err(self.fault("expected a string that ends with a zero")),
        }
    }

    /// Reads a variable-width integer: the number of trailing zeros in the first byte is the number of bytes that follow.
    pub(super) fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let following = first.trailing_zeros() as usize;
        let mut bytes = [0; 8];
        let rest = self.bytes(following)?;
        if following == 8 {
            bytes.copy_from_slice(rest);
            return Ok(u64::from_le_bytes(bytes));
        }
        bytes[0] = first;
        bytes[1..=following].copy_from_slice(rest);
        Ok(u64::from_le_bytes(bytes) >> (following + 1))
    }

    /// Reads a signed variable-width integer, with the sign in the low bit.
    pub(super) fn signed(&mut self) -> Result<i64> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    /// Reads a variable-width integer with a flag in the low bit.
    pub(super) fn flagged(&mut self) -> Result<(u64, bool)> {
        let both = self.varint()?;
        Ok((both >> 1, both & 1 == 1))
    }

    /// Reads the number of items that follow, each of which takes at least one byte: this bounds allocations by the size of the
    /// file.
    pub(super) fn count(&mut self, what: &str) -> Result<usize> {
        let count = self.varint()?;
        self.bounded(count, what)
    }

    /// Checks that `count` items of at least one byte each fit into the bytes left.
    pub(super) fn bounded(&self, count: u64, what: &str) -> Result<usize> {
        match usize::try_from(count) {
            Ok(count) if count <= self.left() => Ok(count),
            _ => Err(self.fault(format!("{count} {what} do not fit into the {} bytes left", self.left()))),
        }
    }

    /// Reads an index into a table of `length` entries.
    pub(super) fn index(&mut self, length: usize, what: &str) -> Result<usize> {
        let index = self.varint()?;
        self.checked_index(index, length, what)
    }

    /// Checks that `index` is within a table of `length` entries.
    pub(super) fn checked_index(&self, index: u64, length: usize, what: &str) -> Result<usize> {
        match usize::try_from(index) {
            Ok(index) if index < length => Ok(index),
            _ => Err(self.fault(format!("there is no {what} {index}: there are {length}"))),
        }
    }

    /// Skips padding up to a multiple of `alignment`, a power of 2.
    pub(super) fn align(&mut self, alignment: u64) -> Result<()> {
        if !alignment.is_power_of_two() {
            return Err(self.fault(format!("the alignment {alignment} is not a power of 2")));
        }
        while !(self.at as u64).is_multiple_of(alignment) {
            if self.byte()? != PADDING {
                self.at -= 1;
                return Err(self.fault("expected padding"));
            }
        }
        Ok(())
    }

    /// Reads a section: its kind and a cursor over its contents.
    pub(super) fn section(&mut self) -> Result<(Section, Self)> {
        let start = *self;
        let head = self.byte()?;
        let Some(section) = Section::from_id(head & 0x7f) else {
            return Err(start.fault(format!("unknown section {}", head & 0x7f)));
        };
        let length = self.varint()?;
        if head & 0x80 != 0 {
            let alignment = self.varint()?;
            self.align(alignment)?;
        }
        let length = self.bounded(length, "bytes of a section")?;
        Ok((section, self.part(length)?))
    }
}

/// Bytecode being written.
#[derive(Default)]
pub(super) struct Emitter {
    pub(super) bytes: Vec<u8>,
}

impl Emitter {
    /// Writes a byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Writes a variable-width integer in as few bytes as possible.
    pub(super) fn varint(&mut self, value: u64) {
        let bits = 64 - value.leading_zeros();
        let count = bits.div_ceil(7).max(1) as usize;
        if count > 8 {
            self.bytes.push(0);
            self.bytes.extend(value.to_le_bytes());
        } else {
            let tagged = (value << 1 | 1) << (count - 1);
            self.bytes.extend(&tagged.to_le_bytes()[..count]);
        }
    }

    /// Writes a signed variable-width integer.
    pub(super) fn signed(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63) as u64);
    }

    /// Writes a variable-width integer with a flag in the low bit.
    pub(super) fn flagged(&mut self, value: u64, flag: bool) {
        self.varint(value << 1 | u64::from(flag));
    }

    /// Writes bytes, preceded by their number.
    pub(super) fn blob(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    /// Writes padding up to a multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), PADDING);
    }

    /// Writes a section.
    pub(super) fn section(&mut self, section: Section, content: &[u8]) {
        self.byte(section as u8);
        self.blob(content);
    }

    /// Writes a section whose contents start at a multiple of `alignment`, a power of 2, in the file.
    pub(super) fn aligned_section(&mut self, section: Section, content: &[u8], alignment: usize) {
        self.byte(section as u8 | 0x80);
        self.varint(content.len() as u64);
        self.varint(alignment as u64);
        self.align(alignment);
        self.bytes.extend(content);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_back() {
        let mut values = vec![0, 1, u64::MAX, u64::MAX >> 1];
        for bits in 1..64 {
            values.extend([(1 << bits) - 1, 1 << bits]);
        }
        for value in values {
            let mut out = Emitter::default();
            out.varint(value);
            out.signed(value as i64);
            out.signed((value as i64).wrapping_neg());
            let mut cursor = Cursor::new(&out.bytes);
            assert_eq!(cursor.varint().unwrap(), value);
            assert_eq!(cursor.signed().unwrap(), value as i64);
            assert_eq!(cursor.signed().unwrap(), (value as i64).wrapping_neg());
            assert!(cursor.is_empty());
        }
    }

    #[test]
    fn integers_have_the_width_of_the_format() {
        let bytes = |value| {
            let mut out = Emitter::default();
            out.varint(value);
            out.bytes
        };
        assert_eq!(bytes(0), [1]);
        assert_eq!(bytes(127), [0xff]);
        assert_eq!(bytes(128), [0x02, 0x02]);
        assert_eq!(bytes(1 << 56), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(bytes((1 << 56) - 1), [0x80, 255, 255, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn what_is_cut_off_is_a_fault() {
        for bytes in [&[][..], &[0], &[2], &[0x80, 1, 2]] {
            let fault = Cursor::new(bytes).varint().unwrap_err();
            assert!(fault.message.contains("are left"), "{fault:?}");
        }
        let mut huge = Emitter::default();
        huge.varint(1 << 60);
        assert!(Cursor::new(&huge.bytes).count("strings").is_err());
    }

    #[test]
    fn sections_are_aligned_in_the_file() {
        let mut out = Emitter::default();
        out.byte(7);
        out.aligned_section(Section::Resource, b"abc", 16);
        out.section(Section::String, b"de");
        let mut cursor = Cursor::new(&out.bytes);
        cursor.byte().unwrap();
        let (section, mut content) = cursor.section().unwrap();
        assert_eq!((section, content.offset() % 16), (Section::Resource, 0));
        assert_eq!(content.bytes(3).unwrap(), b"abc");
        let (section, content) = cursor.section().unwrap();
        assert_eq!((section, content.left()), (Section::String, 2));
        assert!(cursor.is_empty());
    }
}
