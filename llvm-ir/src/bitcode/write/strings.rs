//! The table of strings behind the modules of a file.

use rustc_hash::FxHashMap;
use sha1::{Digest, Sha1};

/// Strings, each once, in the order in which they were added.
#[derive(Default)]
pub(super) struct StringTable {
    offsets: FxHashMap<Box<[u8]>, u64>,
    bytes: Vec<u8>,
    /// The hash of the names of the module, if that is wanted.
    pub(super) hash: Option<Sha1>,
}

impl StringTable {
    /// An empty table, which hashes the names of the module if that is wanted.
    pub(super) fn new(hashes_names: bool) -> Self {
        Self { hash: hashes_names.then(Sha1::default), ..Self::default() }
    }

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

    /// Like [`add`](Self::add), for a name of the module, which its hash includes.
    pub(super) fn add_name(&mut self, text: &[u8]) -> u64 {
        self.hash.iter_mut().for_each(|hash| hash.update(text));
        self.add(text)
    }

    /// All strings.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
