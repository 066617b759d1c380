//! Converts function attributes between text and the numbers into which LLVM packs them: `memory(…)`, `allocsize(…)`,
//! `allockind(…)`. MLIR passes the numbers through. Source: LangRef, Function Attributes.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::{
    Access, AllocKind, AllocSize, AttributeValue, MemoryEffects, MemoryLocation, UnwindTable,
};

use crate::attributes::memory_shift;

/// The number for an attribute's text; `None` if the attribute has no packed form.
pub fn packed(kind: AttributeKind, text: &str) -> Option<u64> {
    match kind {
        AttributeKind::Memory => {
            let effects = MemoryEffects::parse(text)?;
            let shifted = |location| u64::from(effects.access(location).bits()) << memory_shift(location);
            Some(MemoryLocation::ALL.iter().fold(0, |all, &location| all | shifted(location)))
        }
        AttributeKind::AllocSize => {
            let AllocSize { size, count } = AllocSize::parse(text)?;
            Some(u64::from(size) << 32 | u64::from(count.unwrap_or(u32::MAX)))
        }
        AttributeKind::AllocKind => AllocKind::parse(text).map(|kind| kind.0),
        _ => None,
    }
}

/// The text for a number, as LLVM prints it; `None` if the attribute has no packed form.
pub fn unpacked(kind: AttributeKind, packed: u64) -> Option<String> {
    match kind {
        AttributeKind::Memory => {
            let access = |location| Access::from_bits((packed >> memory_shift(location)) as u8);
            Some(MemoryEffects::new(access).to_string())
        }
        AttributeKind::AllocSize => {
            let (size, count) = ((packed >> 32) as u32, packed as u32);
            Some(AllocSize { size, count: (count != u32::MAX).then_some(count) }.to_string())
        }
        AttributeKind::AllocKind => Some(AllocKind(packed).to_string()),
        AttributeKind::UWTable => {
            Some(if packed == 1 { UnwindTable::Sync } else { UnwindTable::Async }.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_the_same() {
        let all = [
            (AttributeKind::Memory, 0, "none"),
            (AttributeKind::Memory, 2 | 1 << 2, "argmem: write, inaccessiblemem: read"),
            (AttributeKind::Memory, 21, "argmem: read, inaccessiblemem: read, errnomem: read"),
            (AttributeKind::Memory, 255, "readwrite, target_mem0: none, target_mem1: none"),
            (AttributeKind::AllocSize, 0xffff_ffff, "0"),
            (AttributeKind::AllocSize, 1 << 32, "1,0"),
            (AttributeKind::AllocKind, 41, "\"alloc,uninitialized,aligned\""),
        ];
        for (kind, number, text) in all {
            assert_eq!(unpacked(kind, number).as_deref(), Some(text));
            assert_eq!(packed(kind, text), Some(number), "{text}");
        }
        for (kind, text) in [
            (AttributeKind::Memory, "argmem: often"),
            (AttributeKind::AllocSize, "a"),
            (AttributeKind::AllocSize, "1,a"),
            (AttributeKind::AllocKind, "\"alloc,often\""),
            (AttributeKind::Captures, "none"),
        ] {
            assert_eq!(packed(kind, text), None, "{text}");
        }
    }
}
