//! Reads attributes: groups of today, lists of groups, and the bit sets of LLVM 3.2 and before.

use num_bigint::BigInt;

use super::bitstream::{Cursor, Operands, Result};
use super::codes::paramattr as code;
use super::encodings::{Coded, LAST_ATTRIBUTE, old_attribute as old};
use super::metadata::bytes_of;
use super::numbers::{limbs, rotated};
use super::tables::{AttributeGroup, ListEntry, Tables};
use crate::attributes::values::{
    Access, AllocKind, AllocSize, Captured, CapturedAddress, CapturedProvenance, Captures, DenormalFpEnv,
    DenormalMode, Denormals, FpClasses, Initializes, MemoryEffects, MemoryLocation, Range, UnwindTable,
    VScaleRange,
};
use crate::attributes::{Attribute, AttributeClass, AttributeKind, AttributeList, AttributeSetId};
use crate::constants::bigint_from_limbs;
use crate::types::Type;

/// The place of attributes of a function.
const FUNCTION: u64 = u32::MAX as u64;

/// The place of attributes of a result.
const RESULT: u64 = 0;

/// The attributes of a place while they are read.
struct Set {
    attributes: Vec<Attribute>,
    /// What older attributes of a function say about memory.
    memory: Option<MemoryEffects>,
    is_untyped: bool,
    of_function: bool,
}

/// The bits of attributes in LLVM 3.2 and before, after those of alignments. Source: LLVM 3.2, `Attributes`.
const OLD_BITS: &[(u32, u64)] = &[
    (0, 34),
    (1, 24),
    (2, 17),
    (3, 5),
    (4, 29),
    (5, 18),
    (6, 9),
    (7, 3),
    (8, 8),
    (9, 20),
    (10, 21),
    (11, 14),
    (12, 2),
    (13, 19),
    (14, 26),
    (15, 27),
    (21, 11),
    (22, 16),
    (23, 13),
    (24, 7),
    (25, 4),
    (29, 23),
    (30, 33),
    (31, 15),
    (32, 30),
    (33, 6),
    (34, 12),
    (35, 28),
    (36, 31),
    (37, 32),
    (38, 10),
    (39, 22),
    (40, 36),
    (41, 35),
    (42, 37),
    (43, 38),
    (44, 39),
    (45, 40),
    (46, 43),
    (47, 44),
    (48, 48),
    (49, 49),
    (50, 50),
    (51, 46),
    (52, 47),
    (53, 52),
];

impl Set {
    fn new(place: u64) -> Self {
        Self { attributes: Vec::new(), memory: None, is_untyped: false, of_function: place == FUNCTION }
    }

    /// Adds an attribute without a value.
    fn flag(&mut self, tables: &Tables<'_>, cursor: &Cursor<'_>, key: u64) -> Result<()> {
        let strings = &tables.module.strings;
        if self.of_function && self.old_memory(key) {
            return Ok(());
        }
        if key == old::NO_CAPTURE {
            let none = Captures { result: Captured::NOTHING, other: Captured::NOTHING }.to_string();
            let text = strings.intern(none.as_bytes());
            self.attributes.push(Attribute::Text(AttributeKind::Captures, text));
            return Ok(());
        }
        let Some(kind) = AttributeKind::of_code(key) else {
            return match key {
                old::ARGMEM_ONLY | old::INACCESSIBLEMEM_ONLY | old::INACCESSIBLEMEM_OR_ARGMEM_ONLY => Ok(()),
                _ => cursor.error(unknown(key)),
            };
        };
        self.attributes.push(match kind.class() {
            AttributeClass::Enum => Attribute::Enum(kind),
            // Types and values were implied.
            AttributeClass::Type => {
                self.is_untyped = true;
                Attribute::Enum(kind)
            }
            AttributeClass::Text if kind == AttributeKind::UWTable => {
                Attribute::Text(kind, strings.intern(UnwindTable::Async.to_string().as_bytes()))
            }
            _ => return cursor.error(format!("the attribute `{}` needs a value", kind.spelling())),
        });
        Ok(())
    }

    /// Whether this is an older attribute of a function about memory, which is taken in.
    fn old_memory(&mut self, key: u64) -> bool {
        let only = |locations: &[MemoryLocation]| {
            MemoryEffects::new(|at| if locations.contains(&at) { Access::ReadWrite } else { Access::None })
        };
        let effects = match key {
            old::READ_NONE => MemoryEffects::NOTHING,
            old::READ_ONLY => MemoryEffects::new(|_| Access::Read),
            old::WRITE_ONLY => MemoryEffects::new(|_| Access::Write),
            old::ARGMEM_ONLY => only(&[MemoryLocation::ArgMem]),
            old::INACCESSIBLEMEM_ONLY => only(&[MemoryLocation::InaccessibleMem]),
            old::INACCESSIBLEMEM_OR_ARGMEM_ONLY => {
                only(&[MemoryLocation::ArgMem, MemoryLocation::InaccessibleMem])
            }
            _ => return false,
        };
        self.memory = Some(self.memory.unwrap_or(MemoryEffects::EVERYTHING).and(effects));
        true
    }

    /// Adds an attribute with a number.
    fn number(&mut self, tables: &Tables<'_>, cursor: &Cursor<'_>, key: u64, value: u64) -> Result<()> {
        let Some(kind) = AttributeKind::of_code(key) else { return cursor.error(unknown(key)) };
        let text = match kind {
            _ if kind.class() == AttributeClass::Integer => {
                // LLVM drops an alignment of zero.
                let is_alignment = matches!(kind, AttributeKind::Alignment | AttributeKind::StackAlignment);
                if !(is_alignment && value == 0) {
                    self.attributes.push(Attribute::Integer(kind, value));
                }
                return Ok(());
            }
            AttributeKind::DeadOnReturn => {
                self.attributes.push(match value {
                    u64::MAX => Attribute::Enum(kind),
                    bytes => Attribute::Integer(kind, bytes),
                });
                return Ok(());
            }
            AttributeKind::DenormalFpEnv => denormals(value).to_string(),
            AttributeKind::Memory => memory(value).to_string(),
            AttributeKind::Captures => captures(value).to_string(),
            AttributeKind::AllocSize => {
                let (size, count) = ((value >> 32) as u32, value as u32);
                AllocSize { size, count: (count != u32::MAX).then_some(count) }.to_string()
            }
            AttributeKind::VScaleRange => {
                let (least, most) = ((value >> 32) as u32, value as u32);
                VScaleRange { least, most: (most != 0).then_some(most) }.to_string()
            }
            AttributeKind::UWTable => match value {
                0 => return Ok(()),
                1 => UnwindTable::Sync.to_string(),
                _ => UnwindTable::Async.to_string(),
            },
            AttributeKind::AllocKind => AllocKind(value).to_string(),
            AttributeKind::NoFPClass => FpClasses(value & 0x3ff).to_string(),
            _ => return cursor.error(format!("the attribute `{}` has no number", kind.spelling())),
        };
        self.attributes.push(Attribute::Text(kind, tables.module.strings.intern(text.as_bytes())));
        Ok(())
    }

    /// The interned set.
    fn finish(mut self, tables: &Tables<'_>) -> (AttributeSetId, bool) {
        if let Some(memory) = self.memory.filter(|memory| *memory != MemoryEffects::EVERYTHING) {
            let text = tables.module.strings.intern(memory.to_string().as_bytes());
            self.attributes.push(Attribute::Text(AttributeKind::Memory, text));
        }
        (tables.module.attributes.set(&tables.module.strings, self.attributes), self.is_untyped)
    }
}

fn unknown(key: u64) -> String {
    match key > LAST_ATTRIBUTE {
        true => format!("unknown attribute kind ({key})"),
        false => format!("invalid attribute kind ({key})"),
    }
}

/// The value of `memory`: two bits for each location. The highest byte is the version; without it, errno and the target's memory were
/// part of the rest.
fn memory(value: u64) -> MemoryEffects {
    use MemoryLocation::{ArgMem, ErrnoMem, InaccessibleMem, Other, TargetMem0, TargetMem1};
    let (version, value) = (value >> 56, value & 0xff_ffff_ffff_ffff);
    let at = |position: u32| Access::from_bits((value >> (2 * position)) as u8 & 3);
    MemoryEffects::new(|location| match (version, location) {
        (_, ArgMem) => at(0),
        (_, InaccessibleMem) => at(1),
        // As LLVM reads it, the memory of targets is not accessed.
        (0, TargetMem0 | TargetMem1) => Access::None,
        (0, _) => at(2),
        (_, ErrnoMem) => at(2),
        (_, Other) => at(3),
        (_, TargetMem0) => at(4),
        (_, TargetMem1) => at(5),
    })
}

/// The value of `captures`: four bits for the result above four for all else.
fn captures(value: u64) -> Captures {
    let part = |bits: u64| Captured {
        address: match bits & 3 {
            0 => CapturedAddress::Nothing,
            1 => CapturedAddress::IsNull,
            _ => CapturedAddress::Address,
        },
        provenance: match bits >> 2 & 3 {
            0 => CapturedProvenance::Nothing,
            1 => CapturedProvenance::ReadOnly,
            _ => CapturedProvenance::Provenance,
        },
    };
    Captures { result: part(value), other: part(value >> 4) }
}

/// The value of `denormal_fpenv`: four bits for all types but `float`, then four for `float`; of each, two for results and two for
/// arguments.
fn denormals(value: u64) -> DenormalFpEnv {
    let what = |bits: u64| match bits & 3 {
        0 => Denormals::Ieee,
        1 => Denormals::PreserveSign,
        2 => Denormals::PositiveZero,
        _ => Denormals::Dynamic,
    };
    let mode = |bits: u64| DenormalMode { output: what(bits), input: what(bits >> 2) };
    DenormalFpEnv { all: mode(value), float: mode(value >> 4) }
}

/// The limits of a range of integers of this width, as signed numbers.
fn limits(operands: &mut Operands<'_>, cursor: &Cursor<'_>, width: u32) -> Result<(BigInt, BigInt)> {
    if width <= 64 {
        let limit =
            |value: u64| bigint_from_limbs(width, &[rotated(value) as u64 & crate::constants::mask(width)]);
        return Ok((limit(operands.next(cursor)?), limit(operands.next(cursor)?)));
    }
    let counts = operands.next(cursor)?;
    let mut limit = |count: u64| -> Result<BigInt> {
        let words = operands.take(cursor, count)?;
        Ok(bigint_from_limbs(width, &limbs(cursor, width, words)?))
    };
    Ok((limit(counts & 0xffff_ffff)?, limit(counts >> 32)?))
}

impl Tables<'_> {
    /// Reads the rest of the block of attribute groups, which was entered.
    pub(super) fn attribute_groups(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut record = Vec::new();
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            if code != code::GRP_CODE_ENTRY {
                continue;
            }
            let [group, place, operands @ ..] = &record[..] else {
                return cursor.error("a group of attributes is too short");
            };
            let set = self.attribute_group(cursor, *place, operands)?;
            self.attribute_groups.insert(*group, set);
        }
        Ok(())
    }

    fn attribute_group(&self, cursor: &Cursor<'_>, place: u64, operands: &[u64]) -> Result<AttributeGroup> {
        let mut operands = Operands::new(operands, "a group of attributes is too short");
        let mut set = Set::new(place);
        while !operands.is_empty() {
            let form = operands.next(cursor)?;
            match form {
                0 => set.flag(self, cursor, operands.next(cursor)?)?,
                1 => {
                    let key = operands.next(cursor)?;
                    set.number(self, cursor, key, operands.next(cursor)?)?;
                }
                3 | 4 => {
                    let key = self.module.strings.intern(&bytes_of(operands.string(cursor)?));
                    let value = match form {
                        3 => None,
                        _ => Some(bytes_of(operands.string(cursor)?)).filter(|value| !value.is_empty()),
                    };
                    let value = value.map(|value| self.module.strings.intern(&value));
                    set.attributes.push(Attribute::String(key, value));
                }
                5 => set.flag(self, cursor, operands.next(cursor)?)?,
                6 => {
                    let key = operands.next(cursor)?;
                    let ty = self.ty(cursor, operands.next(cursor)?)?;
                    match AttributeKind::of_code(key).filter(|kind| kind.class() == AttributeClass::Type) {
                        Some(kind) => set.attributes.push(Attribute::Type(kind, ty)),
                        None => return cursor.error("an attribute that has no type is given one"),
                    }
                }
                7 | 8 => self.ranges(cursor, form == 8, &mut operands, &mut set)?,
                _ => return cursor.error("unknown form of attribute"),
            }
        }
        let (set, is_untyped) = set.finish(self);
        Ok(AttributeGroup { place, set, is_untyped })
    }

    fn ranges(
        &self,
        cursor: &Cursor<'_>,
        are_many: bool,
        operands: &mut Operands<'_>,
        set: &mut Set,
    ) -> Result<()> {
        let key = operands.next(cursor)?;
        let kind = AttributeKind::of_code(key);
        let text = match (kind, are_many) {
            (Some(AttributeKind::Range), false) => {
                let width = operands.next(cursor)?;
                let width = match u32::try_from(width) {
                    Ok(width @ 1..=super::numbers::WIDEST) => width,
                    _ => return cursor.error("the width of a range is too large"),
                };
                let (lower, upper) = limits(operands, cursor, width)?;
                Range { width, lower, upper }.to_string()
            }
            (Some(AttributeKind::Initializes), true) => {
                let (count, width) = (operands.next(cursor)?, operands.next(cursor)?);
                if width != 64 || count > operands.rest().len() as u64 {
                    return cursor.error("invalid list of ranges");
                }
                let mut ranges = Vec::new();
                for _ in 0..count {
                    ranges.push((rotated(operands.next(cursor)?), rotated(operands.next(cursor)?)));
                }
                Initializes(ranges).to_string()
            }
            _ => return cursor.error("an attribute that has no range is given one"),
        };
        if let Some(kind) = kind {
            set.attributes.push(Attribute::Text(kind, self.module.strings.intern(text.as_bytes())));
        }
        Ok(())
    }

    /// Reads the rest of the block of attribute lists, which was entered.
    pub(super) fn attribute_lists(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut record = Vec::new();
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            let mut groups = Vec::new();
            match code {
                code::ENTRY => {
                    for id in &record {
                        match self.attribute_groups.get(id) {
                            Some(group) => groups.push(*group),
                            None => return cursor.error("unknown group of attributes"),
                        }
                    }
                }
                code::ENTRY_OLD => {
                    for pair in record.chunks_exact(2) {
                        groups.push(self.old_group(cursor, pair[0], pair[1])?);
                    }
                }
                _ => continue,
            }
            let entry = self.list_of(cursor, &groups)?;
            self.attribute_lists.push(entry);
        }
        Ok(())
    }

    /// Attributes as LLVM 3.2 wrote them: bits, and in the middle of them two alignments.
    fn old_group(&self, cursor: &Cursor<'_>, place: u64, bits: u64) -> Result<AttributeGroup> {
        let mut set = Set::new(place);
        let alignment = bits >> 16 & 0xffff;
        if alignment != 0 {
            set.attributes.push(Attribute::Integer(AttributeKind::Alignment, alignment));
        }
        let raw = (bits & (0xf_ffff << 32)) >> 11 | bits & 0xffff;
        let stack = raw >> 26 & 7;
        if stack != 0 {
            set.attributes.push(Attribute::Integer(AttributeKind::StackAlignment, 1 << (stack - 1)));
        }
        for &(bit, key) in OLD_BITS {
            if raw >> bit & 1 != 0 {
                set.flag(self, cursor, key)?;
            }
        }
        let (set, is_untyped) = set.finish(self);
        Ok(AttributeGroup { place, set, is_untyped })
    }

    fn list_of(&self, cursor: &Cursor<'_>, groups: &[AttributeGroup]) -> Result<ListEntry> {
        /// More parameters than any real function has.
        const MOST: u64 = 1 << 16;
        let mut list = AttributeList::default();
        for group in groups {
            match group.place {
                FUNCTION => list.function = group.set,
                RESULT => list.ret = group.set,
                place if place <= MOST => {
                    let index = place as usize - 1;
                    if list.params.len() <= index {
                        list.params.resize(index + 1, AttributeSetId::default());
                    }
                    list.params[index] = group.set;
                }
                _ => return cursor.error("attributes of a parameter that no function has"),
            }
        }
        let is_untyped = groups.iter().any(|group| group.is_untyped);
        Ok(ListEntry { list: self.module.attributes.list(list), is_untyped })
    }

    /// The attributes with this id plus one; `element` gives the element type of a parameter, for attributes that lack a type.
    pub(super) fn attributes_at(
        &self,
        cursor: &Cursor<'_>,
        id: u64,
        element: impl Fn(usize) -> Option<Type>,
    ) -> Result<crate::attributes::AttributeListId> {
        let Some(index) = id.checked_sub(1) else { return Ok(Default::default()) };
        let Some(entry) = usize::try_from(index).ok().and_then(|index| self.attribute_lists.get(index))
        else {
            return cursor.error("unknown list of attributes");
        };
        if !entry.is_untyped {
            return Ok(entry.list);
        }
        let attributes = &self.module.attributes;
        let mut list = attributes.get_list(entry.list).clone();
        for (index, set) in list.params.iter_mut().enumerate() {
            let mut all = attributes.get(*set).to_vec();
            for attribute in &mut all {
                if let Attribute::Enum(kind) = *attribute
                    && kind.class() == AttributeClass::Type
                {
                    match element(index) {
                        Some(ty) => *attribute = Attribute::Type(kind, ty),
                        None => {
                            return cursor.error(format!("the attribute `{}` needs a type", kind.spelling()));
                        }
                    }
                }
            }
            *set = attributes.set(&self.module.strings, all);
        }
        Ok(attributes.list(list))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_have_versions() {
        // Without a version, errno was part of the rest.
        assert_eq!(
            memory(0b01_00_11).to_string(),
            "read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none"
        );
        assert_eq!(memory(1 << 56 | 0b00_01_00_11).to_string(), "argmem: readwrite, errnomem: read");
        assert_eq!(denormals(0b0001_1100).to_string(), "ieee|dynamic, float: preservesign|ieee");
        assert_eq!(captures(0).to_string(), "none");
        assert_eq!(captures(0b0001_1111).to_string(), "address_is_null, ret: address, provenance");
    }
}
