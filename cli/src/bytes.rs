//! The bytes of an input, on the heap or mapped from a file.

use std::ops::Deref;

use mmap_guard::FileData;

/// The bytes of an input.
pub(crate) enum Bytes {
    /// Heap memory.
    Vec(Vec<u8>),
    /// A memory-mapped file: it is not copied, and its pages are freed at once when memory is needed. If another program
    /// changes the file meanwhile, the input changes; if it truncates the file, this process is killed, as with LLVM's tools.
    Mapped(FileData),
}

impl Bytes {
    /// Copies the bytes to a vector, unless they are in one.
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
