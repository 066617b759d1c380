//! Converts function attributes between text and the numbers into which LLVM packs them: `memory(…)`, `allocsize(…)`,
//! `allockind(…)`. MLIR passes the numbers through. Source: LangRef, Function Attributes.

use tern_dialect_llvm::enums::ModRefInfo;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::words::{ALLOC_KINDS, alloc_kinds};

use crate::attributes::{MEMORY_LOCATIONS, MEMORY_SHIFTS};

/// The kind of access to each of [`MEMORY_LOCATIONS`].
pub type Accesses = [ModRefInfo; MEMORY_LOCATIONS.len()];

/// Parses the contents of `memory(…)`, such as `read, argmem: none`. An entry without a location is the default for unlisted
/// locations. `None` if the text is invalid.
pub fn accesses(text: &str) -> Option<Accesses> {
    let access = |word: &str| ModRefInfo::from_spelling(word.trim());
    let mut default = ModRefInfo::NoModRef;
    let mut given = Vec::new();
    for part in text.split(',') {
        match part.split_once(':') {
            None => default = access(part)?,
            Some((location, word)) => given.push((location.trim(), access(word)?)),
        }
    }
    let of = |(location, _): (&str, &str)| {
        given.iter().find(|(known, _)| *known == location).map_or(default, |(_, access)| *access)
    };
    Some(std::array::from_fn(|index| of(MEMORY_LOCATIONS[index])))
}

/// The contents of `memory(…)`, as LLVM prints them.
pub fn memory_text(accesses: Accesses) -> String {
    let [default, others @ ..] = accesses.map(ModRefInfo::spelling);
    let locations = MEMORY_LOCATIONS.iter().skip(1).map(|(location, _)| *location);
    let parts: Vec<String> = locations
        .zip(others)
        .filter(|(_, access)| *access != default)
        .map(|(location, access)| format!("{location}: {access}"))
        .collect();
    match (default, parts.is_empty()) {
        (_, true) => default.to_owned(),
        ("none", false) => parts.join(", "),
        _ => format!("{default}, {}", parts.join(", ")),
    }
}

/// The number for an attribute's text; `None` if the attribute has no packed form.
pub fn packed(kind: AttributeKind, text: &str) -> Option<u64> {
    match kind {
        AttributeKind::Memory => {
            let shifted = accesses(text)?.into_iter().zip(MEMORY_SHIFTS);
            Some(shifted.fold(0, |all, (access, shift)| all | access.value() << shift))
        }
        AttributeKind::AllocSize => {
            let (element, count) = match text.split_once(',') {
                Some((element, count)) => (element, count.trim().parse().ok()?),
                None => (text, u32::MAX),
            };
            Some(u64::from(element.trim().parse::<u32>().ok()?) << 32 | u64::from(count))
        }
        AttributeKind::AllocKind => {
            let mut words = text.trim_matches('"').split(',');
            words.try_fold(0, |all, word| {
                let bit = ALLOC_KINDS.iter().position(|known| *known == word.trim())?;
                Some(all | 1 << bit)
            })
        }
        _ => None,
    }
}

/// The text for a number, as LLVM prints it; `None` if the attribute has no packed form.
pub fn unpacked(kind: AttributeKind, packed: u64) -> Option<String> {
    match kind {
        AttributeKind::Memory => {
            let access = |shift| ModRefInfo::from_value(packed >> shift & 3).expect("any two bits are valid");
            Some(memory_text(MEMORY_SHIFTS.map(access)))
        }
        AttributeKind::AllocSize => {
            let (element, count) = (packed >> 32, packed as u32);
            Some(if count == u32::MAX { element.to_string() } else { format!("{element},{count}") })
        }
        AttributeKind::AllocKind => Some(alloc_kinds(packed)),
        AttributeKind::UWTable => Some(if packed == 1 { "sync".to_owned() } else { String::new() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_accessed_as_the_rest() {
        let bits = |text| accesses(text).map(|all| all.map(ModRefInfo::value));
        assert_eq!(bits("none"), Some([0; 6]));
        assert_eq!(bits("read, argmem: readwrite, errnomem: none"), Some([1, 3, 1, 0, 1, 1]));
        assert_eq!(bits("argmem: write"), Some([0, 2, 0, 0, 0, 0]));
        assert_eq!(accesses("argmem: often"), None);
    }

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
