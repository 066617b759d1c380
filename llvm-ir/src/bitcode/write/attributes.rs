//! Writes groups and lists of attributes.

use num_bigint::BigInt;

use super::bits::{Abbrev, BitWriter};
use super::enumerate::Ids;
use super::module::signed_bytes;
use super::nodes::wide_words;
use crate::attributes::values::{
    AllocKind, AllocSize, AttributeValue, Captured, CapturedAddress, CapturedProvenance, Captures, FpClasses,
    Initializes, MemoryEffects, MemoryLocation, Range, UnwindTable, VScaleRange,
};
use crate::attributes::{Attribute, AttributeKind};
use crate::bitcode::codes::{block, paramattr as code};
use crate::bitcode::encodings::{Coded, old_attribute as old};
use crate::bitcode::numbers::rotate;
use crate::versions::attributes::older_memory;

/// Writes the groups of attributes.
pub(super) fn write_groups(out: &mut BitWriter, ids: &Ids<'_>) {
    if ids.groups.is_empty() {
        return;
    }
    out.enter(block::PARAMATTR_GROUP, 3);
    for &(place, set) in &ids.groups {
        let mut record = vec![ids.group((place, set)), place.into()];
        for &attribute in ids.module.attributes.get(set) {
            push(&mut record, ids, attribute);
        }
        out.record(code::GRP_CODE_ENTRY, &record, Abbrev::NONE);
    }
    out.exit();
}

/// Writes the lists of groups.
pub(super) fn write_lists(out: &mut BitWriter, ids: &Ids<'_>) {
    if ids.lists.is_empty() {
        return;
    }
    out.enter(block::PARAMATTR, 3);
    for &list in &ids.lists {
        let record: Vec<u64> = ids.groups_of(list).into_iter().map(|key| ids.group(key)).collect();
        out.record(code::ENTRY, &record, Abbrev::NONE);
    }
    out.exit();
}

fn push(record: &mut Vec<u64>, ids: &Ids<'_>, attribute: Attribute) {
    let strings = &ids.module.strings;
    let code = |kind: AttributeKind| kind.code().unwrap_or(0);
    if ids.version.is_before(22) && push_older(record, ids, attribute).is_some() {
        return;
    }
    match attribute {
        Attribute::Enum(kind) => record.extend([0, code(kind)]),
        Attribute::Integer(kind, value) => record.extend([1, code(kind), value]),
        Attribute::Type(kind, ty) => record.extend([6, code(kind), ids.ty(ty)]),
        Attribute::String(key, value) => {
            let value = value.map(|value| strings.get(value)).filter(|value| !value.is_empty());
            record.push(if value.is_some() { 4 } else { 3 });
            for text in std::iter::once(strings.get(key)).chain(value) {
                record.extend(signed_bytes(text));
                record.push(0);
            }
        }
        Attribute::Text(kind, text) => {
            let text = String::from_utf8_lossy(strings.get(text));
            match kind {
                AttributeKind::Range => ranges(record, code(kind), &text),
                AttributeKind::Initializes => initializes(record, code(kind), &text),
                kind => record.extend([1, code(kind), number(kind, &text)]),
            }
        }
    }
}

/// Adds an attribute in the form of an older version, if that is another one.
fn push_older(record: &mut Vec<u64>, ids: &Ids<'_>, attribute: Attribute) -> Option<()> {
    let version = ids.version;
    let text = |text| ids.module.text(text);
    match attribute {
        Attribute::Text(AttributeKind::Memory, value) if version.is_before(16) => {
            let words = older_memory(MemoryEffects::parse(&text(value))?).unwrap_or_default();
            let codes =
                words.split(' ').filter_map(|word| OLD_MEMORY.iter().find(|(known, _)| *known == word));
            codes.for_each(|(_, code)| record.extend([0, *code]));
        }
        Attribute::Text(AttributeKind::Memory, value) if version < MemoryLocation::ErrnoMem.since() => {
            let effects = MemoryEffects::parse(&text(value))?;
            let locations = [MemoryLocation::ArgMem, MemoryLocation::InaccessibleMem, MemoryLocation::Other];
            let bits = |(at, it): (u32, MemoryLocation)| u64::from(effects.access(it).bits()) << (2 * at);
            record.extend([1, AttributeKind::Memory.code()?, (0..).zip(locations).map(bits).sum()]);
        }
        Attribute::Text(AttributeKind::Captures, _) if version.is_before(20) => {
            record.extend([0, old::NO_CAPTURE]);
        }
        Attribute::Text(AttributeKind::UWTable, _) if version.is_before(15) => {
            record.extend([0, AttributeKind::UWTable.code()?]);
        }
        Attribute::Type(kind, _) if version < kind.typed_since() => record.extend([0, kind.code()?]),
        _ => return None,
    }
    Some(())
}

/// The words that `memory(…)` replaced, with their codes.
const OLD_MEMORY: &[(&str, u64)] = &[
    ("readnone", old::READ_NONE),
    ("readonly", old::READ_ONLY),
    ("writeonly", old::WRITE_ONLY),
    ("argmemonly", old::ARGMEM_ONLY),
    ("inaccessiblememonly", old::INACCESSIBLEMEM_ONLY),
    ("inaccessiblemem_or_argmemonly", old::INACCESSIBLEMEM_OR_ARGMEM_ONLY),
];

/// The number of an attribute with a syntax of its own.
fn number(kind: AttributeKind, text: &str) -> u64 {
    fn parsed<V: AttributeValue, N: Into<u64>>(text: &str, number: impl FnOnce(V) -> N) -> u64 {
        V::parse(text).map_or(0, |value| number(value).into())
    }
    let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    match kind {
        AttributeKind::Memory => parsed(text, |value: MemoryEffects| memory(value)),
        AttributeKind::Captures => parsed(text, |value: Captures| {
            u64::from(captured(value.other)) << 4 | u64::from(captured(value.result))
        }),
        AttributeKind::AllocSize => {
            parsed(text, |value: AllocSize| pair(value.size, value.count.unwrap_or(u32::MAX)))
        }
        AttributeKind::VScaleRange => {
            parsed(text, |value: VScaleRange| pair(value.least, value.most.unwrap_or(0)))
        }
        AttributeKind::UWTable => parsed(text, |value: UnwindTable| match value {
            UnwindTable::Sync => 1_u64,
            UnwindTable::Async => 2,
        }),
        AttributeKind::AllocKind => parsed(text, |value: AllocKind| value.0),
        AttributeKind::NoFPClass => parsed(text, |value: FpClasses| value.0),
        _ => 0,
    }
}

/// The version of the value of `memory`, and two bits for each location.
fn memory(effects: MemoryEffects) -> u64 {
    use MemoryLocation::{ArgMem, ErrnoMem, InaccessibleMem, Other, TargetMem0, TargetMem1};
    let locations = [ArgMem, InaccessibleMem, ErrnoMem, Other, TargetMem0, TargetMem1];
    let bits = |(at, location): (u32, MemoryLocation)| u64::from(effects.access(location).bits()) << (2 * at);
    (0..).zip(locations).map(bits).fold(1 << 56, |all, bits| all | bits)
}

/// Two bits each for the address and the provenance.
fn captured(captured: Captured) -> u8 {
    let address = match captured.address {
        CapturedAddress::Nothing => 0,
        CapturedAddress::IsNull => 1,
        CapturedAddress::Address => 3,
    };
    let provenance = match captured.provenance {
        CapturedProvenance::Nothing => 0,
        CapturedProvenance::ReadOnly => 4,
        CapturedProvenance::Provenance => 12,
    };
    address | provenance
}

fn ranges(record: &mut Vec<u64>, code: u64, text: &str) {
    let Some(Range { width, lower, upper }) = Range::parse(text) else { return };
    record.extend([7, code, width.into()]);
    if width <= 64 {
        let word = |value: &BigInt| rotate(i64::try_from(value).unwrap_or(0));
        return record.extend([word(&lower), word(&upper)]);
    }
    let (lower, upper) = (wide_words(width, &lower), wide_words(width, &upper));
    record.push(lower.len() as u64 | (upper.len() as u64) << 32);
    record.extend(lower);
    record.extend(upper);
}

fn initializes(record: &mut Vec<u64>, code: u64, text: &str) {
    let Some(Initializes(ranges)) = Initializes::parse(text) else { return };
    record.extend([8, code, ranges.len() as u64, 64]);
    for (begin, end) in ranges {
        record.extend([rotate(begin), rotate(end)]);
    }
}
