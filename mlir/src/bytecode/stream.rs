//! What bytecode is made of at the lowest level: bytes, integers of variable width, sections.
//!
//! Source: MLIR's "MLIR Bytecode Format", sections Primitives and Sections.

use super::Section;

/// What is wrong with bytecode, and where.
#[derive(Debug)]
pub(super) struct Fault {
    /// The offset in the file.
    pub(super) offset: usize,
    /// What is wrong there.
    pub(super) message: String,
}

impl Fault {
    #[cold]
    pub(super) fn at(offset: usize, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, message: message.into() })
    }
}

/// The result of reading a part of bytecode; the fault is boxed, as it is rare and results are many.
pub(super) type Result<T> = std::result::Result<T, Box<Fault>>;

/// Fills the space before what is aligned.
const PADDING: u8 = 0xcb;

/// Reads a part of a file from its beginning to its end.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The whole file, so that offsets and alignment are those of the file.
    file: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor over a whole file.
    pub(super) fn new(file: &'a [u8]) -> Self {
        Self { file, at: 0, end: file.len() }
    }

    /// The offset in the file.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.end - self.at
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// A fault here.
    #[cold]
    pub(super) fn fault(&self, message: impl Into<String>) -> Box<Fault> {
        Fault::at(self.at, message)
    }

    /// Fails if something is left.
    pub(super) fn finish(&self, what: &str) -> Result<()> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(self.fault(format!("unexpected bytes at the end of {what}")))
        }
    }

    /// A byte.
    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// So many bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        if count > self.left() {
            let left = self.left();
            return Err(self.fault(format!("expected {count} bytes, but only {left} are left")));
        }
        let bytes = &self.file[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    /// A cursor over the next `count` bytes, which this one passes over.
    pub(super) fn part(&mut self, count: usize) -> Result<Self> {
        let at = self.at;
        self.bytes(count)?;
        Ok(Self { file: self.file, at, end: self.at })
    }

    /// Bytes up to a zero, which is passed over.
    pub(super) fn zero_terminated(&mut self) -> Result<&'a [u8]> {
        match memchr::memchr(0, &self.file[self.at..self.end]) {
            Some(length) => Ok(&self.bytes(length + 1)?[..length]),
            None => Err(self.fault("expected a string that ends with a zero")),
        }
    }

    /// All that is left, which ends with a zero; there may be others in it.
    pub(super) fn rest_before_zero(&mut self) -> Result<&'a [u8]> {
        match self.bytes(self.end - self.at)? {
            [text @ .., 0] => Ok(text),
            _ => Err(self.fault("expected a string that ends with a zero")),
        }
    }

    /// An integer of variable width: as many zeros at the low end of the first byte as bytes follow it.
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

    /// A signed integer of variable width, the sign in the low bit.
    pub(super) fn signed(&mut self) -> Result<i64> {
        let zigzag = self.varint()?;
        Ok((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
    }

    /// An integer with a flag in the low bit.
    pub(super) fn flagged(&mut self) -> Result<(u64, bool)> {
        let both = self.varint()?;
        Ok((both >> 1, both & 1 == 1))
    }

    /// The number of things that follow, each of which takes a byte at least: so that no more memory is asked for than the
    /// file can account for.
    pub(super) fn count(&mut self, what: &str) -> Result<usize> {
        let count = self.varint()?;
        self.bounded(count, what)
    }

    /// `count` things follow, each of which takes a byte at least.
    pub(super) fn bounded(&self, count: u64, what: &str) -> Result<usize> {
        match usize::try_from(count) {
            Ok(count) if count <= self.left() => Ok(count),
            _ => Err(self.fault(format!("{count} {what} do not fit into the {} bytes left", self.left()))),
        }
    }

    /// An index into a table of `length` entries.
    pub(super) fn index(&mut self, length: usize, what: &str) -> Result<usize> {
        let index = self.varint()?;
        self.checked_index(index, length, what)
    }

    /// `index`, if a table of `length` entries has it.
    pub(super) fn checked_index(&self, index: u64, length: usize, what: &str) -> Result<usize> {
        match usize::try_from(index) {
            Ok(index) if index < length => Ok(index),
            _ => Err(self.fault(format!("there is no {what} {index}: there are {length}"))),
        }
    }

    /// Passes over padding up to a multiple of `alignment`, a power of 2.
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

    /// A section: what it is, and what it holds.
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

/// Bytecode that is being written.
#[derive(Default)]
pub(super) struct Emitter {
    pub(super) bytes: Vec<u8>,
}

impl Emitter {
    /// A byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// An integer of variable width, in as few bytes as it needs.
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

    /// A signed integer of variable width.
    pub(super) fn signed(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63) as u64);
    }

    /// An integer with a flag.
    pub(super) fn flagged(&mut self, value: u64, flag: bool) {
        self.varint(value << 1 | u64::from(flag));
    }

    /// Bytes with their number before them.
    pub(super) fn blob(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.bytes.extend(bytes);
    }

    /// Padding up to a multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(alignment), PADDING);
    }

    /// A section.
    pub(super) fn section(&mut self, section: Section, content: &[u8]) {
        self.byte(section as u8);
        self.blob(content);
    }

    /// A section that begins at a multiple of `alignment`, which is a power of 2, in the file.
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
