//! Prints the blocks and records of bitcode, for people: names, abbreviations, positions and sizes in bits.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::bitstream::{BlockInfo, Cursor, Entry, Result};
use super::codes::{self, BlockKind};

/// What a dump shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The blocks and records, and the sums.
    All,
    /// The sums alone.
    Summary,
}

/// The sums of the blocks of a kind.
#[derive(Default)]
struct Sums {
    blocks: u64,
    bits: u64,
    abbreviated: u64,
    /// The records by code: their number and their bits.
    records: BTreeMap<u32, (u64, u64)>,
}

struct Dump<'a, 'w> {
    cursor: Cursor<'a>,
    info: BlockInfo,
    record: Vec<u64>,
    sums: BTreeMap<u32, Sums>,
    out: &'w mut dyn Write,
    detail: Detail,
    /// The first error in writing.
    failed: Option<io::Error>,
}

/// Writes the blocks and records of a file, and sums by kind of block. Returns the damage at which the file could not be read further;
/// what precedes it has been written.
///
/// # Errors
/// If writing fails.
pub fn dump(file: &[u8], detail: Detail, out: &mut dyn Write) -> io::Result<Result<()>> {
    let cursor = match Cursor::of_file(file) {
        Ok(cursor) => cursor,
        Err(damage) => return Ok(Err(damage)),
    };
    let (info, sums) = (BlockInfo::default(), BTreeMap::new());
    let mut dump = Dump { cursor, info, record: Vec::new(), sums, out, detail, failed: None };
    let result = dump.blocks(0);
    dump.print_sums();
    match dump.failed {
        Some(error) => Err(error),
        None => Ok(result),
    }
}

/// Writes a line, unless writing has failed.
macro_rules! line {
    ($dump:expr, $($arg:tt)*) => {
        if $dump.failed.is_none() {
            $dump.failed = writeln!($dump.out, $($arg)*).err();
        }
    };
}

/// The name of a kind of block.
fn name_of(id: u32) -> String {
    BlockKind::of(id).map_or_else(|| format!("block {id}"), |kind| kind.name.to_owned())
}

/// The name of a record.
fn record_name(block: u32, code: u32) -> String {
    let name = BlockKind::of(block).and_then(|kind| kind.record(code));
    name.map_or_else(|| format!("record {code}"), str::to_owned)
}

impl Dump<'_, '_> {
    /// Prints what follows up to the end of the stream, outside of all blocks.
    fn blocks(&mut self, depth: usize) -> Result<()> {
        loop {
            let start = self.cursor.bit();
            match self.cursor.advance()? {
                Entry::End => return Ok(()),
                Entry::Block(id) => self.block(id, start, depth)?,
                Entry::Record(_) => return self.cursor.error("a record outside of all blocks"),
            }
        }
    }

    fn block(&mut self, id: u32, start: u64, depth: usize) -> Result<()> {
        self.cursor.enter(id, &self.info)?;
        let (width, end) = self.cursor.block().unwrap_or_default();
        let words = end.saturating_sub(self.cursor.position()) / 32;
        let all = self.detail == Detail::All;
        if all {
            let name = name_of(id);
            line!(self, "{:1$}<{name} bit={start} words={words} width={width}>", "", 2 * depth);
        }
        if id == codes::block::BLOCKINFO {
            // The abbreviations of a module behind another one replace those of the first.
            self.info = BlockInfo::default();
            self.cursor.block_info(&mut self.info)?;
        } else {
            self.entries(id, depth + 1)?;
        }
        let sums = self.sums.entry(id).or_default();
        sums.blocks += 1;
        sums.bits += self.cursor.bit() - start;
        if all {
            line!(self, "{:1$}</{2}>", "", 2 * depth, name_of(id));
        }
        Ok(())
    }

    fn entries(&mut self, id: u32, depth: usize) -> Result<()> {
        loop {
            let start = self.cursor.bit();
            match self.cursor.advance()? {
                Entry::End => return Ok(()),
                Entry::Block(inner) => self.block(inner, start, depth)?,
                Entry::Record(abbreviation) => {
                    let (code, blob) = self.cursor.record(abbreviation, &mut self.record)?;
                    let bits = self.cursor.bit() - start;
                    let sums = self.sums.entry(id).or_default();
                    sums.abbreviated += u64::from(abbreviation > 3);
                    let sum = sums.records.entry(code).or_default();
                    (sum.0, sum.1) = (sum.0 + 1, sum.1 + bits);
                    if self.detail == Detail::All {
                        self.print_record(id, code, abbreviation, start, blob, depth);
                    }
                }
            }
        }
    }

    fn print_record(
        &mut self,
        block: u32,
        code: u32,
        abbreviation: u32,
        start: u64,
        blob: Option<&[u8]>,
        depth: usize,
    ) {
        let bits = self.cursor.bit() - start;
        let mut text = format!("{:1$}<{2} bit={start} bits={bits}", "", 2 * depth, record_name(block, code));
        if abbreviation > 3 {
            text += &format!(" abbreviation={abbreviation}");
        }
        for operand in &self.record {
            text += &format!(" {operand}");
        }
        let letters = |bytes: &mut dyn Iterator<Item = u64>| -> Option<String> {
            bytes
                .map(|byte| u8::try_from(byte).ok().filter(|byte| matches!(byte, 32..=126)).map(char::from))
                .collect()
        };
        if self.record.len() >= 4
            && let Some(string) = letters(&mut self.record.iter().copied())
        {
            text += &format!(" '{string}'");
        }
        if let Some(blob) = blob {
            text += &format!(" blob={} bytes", blob.len());
        }
        line!(self, "{text}/>");
    }

    fn print_sums(&mut self) {
        for (id, sums) in std::mem::take(&mut self.sums) {
            let records: u64 = sums.records.values().map(|(count, _)| count).sum();
            line!(
                self,
                "{}: {} blocks, {} bits, {records} records, {} abbreviated",
                name_of(id),
                sums.blocks,
                sums.bits,
                sums.abbreviated
            );
            let mut by_size: Vec<_> = sums.records.into_iter().collect();
            by_size.sort_by_key(|&(_, (_, bits))| std::cmp::Reverse(bits));
            for (code, (count, bits)) in by_size {
                line!(self, "  {}: {count} records, {bits} bits", record_name(id, code));
            }
        }
    }
}
