//! What older versions of LLVM have another record for. The module has been brought to the version (`versions/`), so that only the form of
//! records differs. Newer readers read older records; older readers refuse records that are longer than those that they know. Source: the
//! readers of these versions.

use crate::bitcode::codes::metadata as code;
use crate::bitcode::layouts::{Held, LAYOUTS, Layout};
use crate::metadata::specialized::Kind;
use crate::versions::LlvmVersion;

/// Operands of records that a version does not have between others: the code, the first version with the operand, and its index.
const INSERTED: &[(u32, u8, usize)] =
    &[(code::TEMPLATE_VALUE, 11, 4), (code::MODULE, 11, 1), (code::STRING_TYPE, 14, 5)];

/// The number of operands of the record of a kind of node.
fn length(layout: &Layout, version: LlvmVersion) -> usize {
    let kind = Kind::find(layout.kind.as_bytes());
    let has = |name: &str| {
        let field = kind.and_then(|kind| kind.fields.iter().find(|field| field.name == name));
        field.is_none_or(|field| field.since <= version)
    };
    let known = layout.fields.iter().filter(|field| has(field.name)).map(|field| field.at + 1).max();
    match layout.code {
        code::FILE | code::MACRO_FILE => usize::MAX,
        // Flags took the place of five operands.
        code::SUBPROGRAM if version.is_before(8) => 21,
        _ => known.unwrap_or(1),
    }
}

/// Brings the record of a node into the form of a version.
pub(super) fn node(version: LlvmVersion, code: u32, record: &mut Vec<u64>) {
    if !version.is_before(22) {
        return;
    }
    match code {
        code::ENUMERATOR if version.is_before(12) => {
            let (flags, value) = (record[0] & 3, record.get(3).copied().unwrap_or(0));
            *record = vec![flags, value, record[2]];
            return;
        }
        code::SUBPROGRAM if version.is_before(8) => old_subprogram(record),
        _ => {}
    }
    if let Some(layout) = LAYOUTS.iter().find(|layout| layout.code == code) {
        record.truncate(length(layout, version));
    }
    for &(known, since, at) in INSERTED {
        if known == code && version.is_before(since) && at < record.len() {
            record.remove(at);
        }
    }
    match code {
        code::SUBRANGE if version.is_before(7) => record[0] &= 1,
        code::SUBRANGE if version.is_before(11) => record[0] = record[0] & 1 | 1 << 1,
        code::GLOBAL_VAR if version.is_before(8) => record[0] = record[0] & 1 | 1 << 1,
        // The last operand was the root of the system's headers.
        code::MODULE if version.is_before(11) => record.resize(6, 0),
        _ => {}
    }
}

/// The record of a subprogram before its flags were one number.
fn old_subprogram(record: &mut Vec<u64>) {
    let flags = record[9];
    let bit = |position: u32| flags >> position & 1;
    let at = |index: usize| record.get(index).copied().unwrap_or(0);
    let mut old = vec![record[0] & 1 | 2];
    old.extend((1..=6).map(at));
    old.extend([bit(2), bit(3), at(7), at(8), flags & 3, at(10), at(11), bit(4)]);
    old.extend((12..=17).map(at));
    *record = old;
}

/// The number of operands of the record of a location.
pub(super) fn location_length(version: LlvmVersion) -> usize {
    match version {
        version if version.is_before(8) => 5,
        version if version.is_before(21) => 6,
        _ => 8,
    }
}

/// Whether sizes and offsets of a kind of node are metadata, which the first operand says.
pub(super) fn has_metadata_sizes(version: LlvmVersion) -> bool {
    !version.is_before(22)
}

/// The bit of the first operand that says that sizes are metadata.
pub(super) fn size_bit(layout: &Layout) -> u64 {
    let bits = layout.fields.iter().filter_map(|field| match field.holds {
        Held::Size(bit) => Some(bit),
        _ => None,
    });
    bits.fold(0, |all, bit| all | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Up to LLVM 10, the scope was the second operand, and the root of the system's headers the last.
    #[test]
    fn modules_have_as_many_operands_as_they_had() {
        let record: Vec<u64> = (0..9).collect();
        for (version, expected) in [(10, &[0, 2, 3, 4, 5, 0][..]), (22, &record)] {
            let mut found = record.clone();
            node(LlvmVersion::new(version).unwrap(), code::MODULE, &mut found);
            assert_eq!(found, expected);
        }
    }
}
