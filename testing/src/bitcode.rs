//! Bitcode as a tree of blocks and records, which is changed record by record and written again without abbreviations.

use tern_llvm_ir::bitcode::bitstream::{BlockInfo, Cursor, Entry, MAGIC, Result};

use crate::Choices;

/// A block or a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A block: its id and what is in it.
    Block(u32, Vec<Item>),
    /// A record.
    Record(Record),
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Record {
    pub code: u32,
    pub operands: Vec<u64>,
    pub blob: Option<Vec<u8>>,
}

/// The blocks of a file; `None` if it is damaged.
pub fn read(file: &[u8]) -> Option<Vec<Item>> {
    let mut cursor = Cursor::of_file(file).ok()?;
    read_items(&mut cursor, &mut BlockInfo::default()).ok()
}

fn read_items(cursor: &mut Cursor<'_>, info: &mut BlockInfo) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    loop {
        match cursor.advance()? {
            Entry::End => return Ok(items),
            Entry::Block(id) => {
                cursor.enter(id, info)?;
                if id == tern_llvm_ir::bitcode::bitstream::BLOCKINFO {
                    cursor.block_info(info)?;
                } else {
                    items.push(Item::Block(id, read_items(cursor, info)?));
                }
            }
            Entry::Record(abbreviation) => {
                let mut operands = Vec::new();
                let (code, blob) = cursor.record(abbreviation, &mut operands)?;
                items.push(Item::Record(Record { code, operands, blob: blob.map(<[u8]>::to_vec) }));
            }
        }
    }
}

/// A stream of bits that is written.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet.
    rest: u64,
    count: u32,
}

/// The width of the ids of abbreviations in blocks, and outside of them.
const WIDTH: u32 = 8;
const OUTER_WIDTH: u32 = 2;

impl Bits {
    fn fixed(&mut self, value: u64, width: u32) {
        self.rest |= value << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.count -= 8;
        }
    }

    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    fn align(&mut self) {
        while self.count != 0 || !self.bytes.len().is_multiple_of(4) {
            self.fixed(0, 1);
        }
    }

    fn items(&mut self, items: &[Item], width: u32) {
        let mut abbreviations = 0;
        for item in items {
            match item {
                Item::Block(id, items) => self.block(*id, items, width),
                Item::Record(Record { code, operands, blob: Some(blob) }) if abbreviations < 200 => {
                    self.define(*code, operands.len(), width);
                    self.fixed(4 + abbreviations, width);
                    abbreviations += 1;
                    operands.iter().for_each(|&operand| self.vbr(operand, 6));
                    self.vbr(blob.len() as u64, 6);
                    self.align();
                    self.bytes.extend(blob);
                    self.align();
                }
                Item::Record(Record { code, operands, .. }) => {
                    self.fixed(3, width);
                    self.vbr((*code).into(), 6);
                    self.vbr(operands.len() as u64, 6);
                    operands.iter().for_each(|&operand| self.vbr(operand, 6));
                }
            }
        }
    }

    fn block(&mut self, id: u32, items: &[Item], width: u32) {
        self.fixed(1, width);
        self.vbr(id.into(), 8);
        self.vbr(WIDTH.into(), 4);
        self.align();
        let start = self.bytes.len();
        self.fixed(0, 32);
        self.items(items, WIDTH);
        self.fixed(0, WIDTH);
        self.align();
        let words = ((self.bytes.len() - start) / 4 - 1) as u32;
        self.bytes[start..start + 4].copy_from_slice(&words.to_le_bytes());
    }

    /// Defines an abbreviation of a code, so many numbers and a blob.
    fn define(&mut self, code: u32, operands: usize, width: u32) {
        self.fixed(2, width);
        self.vbr(operands as u64 + 2, 5);
        self.fixed(1, 1);
        self.vbr(code.into(), 8);
        for _ in 0..operands {
            self.fixed(0, 1);
            self.fixed(2, 3);
            self.vbr(6, 5);
        }
        self.fixed(0, 1);
        self.fixed(5, 3);
    }
}

/// The file with these blocks.
pub fn write(items: &[Item]) -> Vec<u8> {
    let mut bits = Bits { bytes: MAGIC.to_vec(), ..Bits::default() };
    bits.items(items, OUTER_WIDTH);
    bits.align();
    bits.bytes
}

/// A file with some of its records and blocks changed; `None` if it is damaged.
pub fn mutated(file: &[u8], choices: &mut Choices) -> Option<Vec<u8>> {
    let mut items = read(file)?;
    for _ in 0..choices.within(1, 4) {
        let count = count(&items);
        if count == 0 {
            break;
        }
        let mut number = choices.below(count);
        if let Some((list, at)) = find(&mut items, &mut number) {
            change(list, at, choices);
        }
    }
    // What is outside of blocks is no record.
    items.retain(|item| matches!(item, Item::Block(..)));
    Some(write(&items))
}

/// The number of items within each other.
fn count(items: &[Item]) -> usize {
    items.iter().map(|item| if let Item::Block(_, inner) = item { 1 + count(inner) } else { 1 }).sum()
}

/// The list that an item is in, and its place, by its number.
fn find<'i>(items: &'i mut Vec<Item>, number: &mut usize) -> Option<(&'i mut Vec<Item>, usize)> {
    let mut at = 0;
    while at < items.len() {
        if *number == 0 {
            return Some((items, at));
        }
        *number -= 1;
        if let Item::Block(_, inner) = &items[at] {
            let within = count(inner);
            if *number < within {
                let Item::Block(_, inner) = &mut items[at] else { return None };
                return find(inner, number);
            }
            *number -= within;
        }
        at += 1;
    }
    None
}

fn change(items: &mut Vec<Item>, at: usize, choices: &mut Choices) {
    let other = choices.below(items.len());
    match (&mut items[at], choices.below(8)) {
        (_, 0) => drop(items.remove(at)),
        (Item::Record(_), 1) => {
            let copy = items[at].clone();
            items.insert(other, copy);
        }
        (_, 2) => items.swap(at, other),
        (Item::Block(id, _), 3) => *id = choices.below(28) as u32,
        (Item::Record(record), 3) => record.code = choices.below(70) as u32,
        (Item::Record(record), _) => change_record(record, choices),
        (Item::Block(..), _) => {}
    }
}

fn change_record(record: &mut Record, choices: &mut Choices) {
    if let Some(blob) = &mut record.blob {
        *blob = crate::mutate::bytes(blob, choices);
        return;
    }
    let operands = &mut record.operands;
    if operands.is_empty() {
        operands.push(choices.below(64) as u64);
        return;
    }
    let (at, from) = (choices.below(operands.len()), choices.below(operands.len()));
    match choices.below(8) {
        0 => drop(operands.remove(at)),
        1 => operands.insert(at, operands[from]),
        2 => operands[at] = operands[from],
        3 => operands[at] = operands[at].wrapping_add(1),
        4 => operands[at] = operands[at].wrapping_sub(1),
        5 => operands[at] = choices.below(64) as u64,
        6 => operands[at] ^= 1 << choices.below(64),
        _ => operands[at] = choices.bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let record = |code, operands: &[u64], blob: Option<&[u8]>| {
            Item::Record(Record { code, operands: operands.to_vec(), blob: blob.map(<[u8]>::to_vec) })
        };
        let inner = vec![record(3, &[1, u64::MAX, 0], None), record(35, &[1, 2], Some(b"abcde"))];
        let items = vec![Item::Block(8, vec![Item::Block(15, inner), record(1, &[2], None)])];
        let file = write(&items);
        assert_eq!(read(&file), Some(items));
        for seed in 0..200 {
            let changed = mutated(&file, &mut Choices::from_seed(seed)).unwrap();
            assert!(read(&changed).is_some(), "{seed}");
        }
    }
}
