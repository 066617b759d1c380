//! The table of strings behind the modules of a file.

use rustc_hash::FxHashMap;

/// Strings, each once, in the order in which they were added.
#[derive(Default)]
pub(super) struct StringTable {
    offsets: FxHashMap<Box<[u8]>, u64>,
    bytes: Vec<u8>,
}

impl StringTable {
    /// The offset of a string, which is added if it is not in the table.
    pub(super) fn add(&mut self, text: &[u8]) -> u64 {
        if let Some(&offset) = self.offsets.get(text) {
            return offset;
        }
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(text);
        self.offsets.insert(text.into(), offset);
        offset
    }

    /// All strings.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
