//! What an input holds.

use std::ops::Deref;

use mmap_guard::FileData;

/// The bytes of an input.
pub(crate) enum Bytes {
    /// Memory like any other.
    Vec(Vec<u8>),
    /// A file that is mapped: it is not copied, and its pages are given back at once, when memory is scarcest. Who changes the file
    /// meanwhile changes what is read, and who cuts it off ends the process, as with LLVM's tools.
    Mapped(FileData),
}

impl Bytes {
    /// The bytes as a vector.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        match self {
            Self::Vec(bytes) => bytes,
            Self::Mapped(bytes) => bytes.to_vec(),
        }
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self::Vec(Vec::new())
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Vec(bytes)
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Vec(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}
