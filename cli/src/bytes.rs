//! What an input holds.

use std::io;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The bytes of an input.
pub(crate) enum Bytes {
    /// Memory like any other.
    Vec(Vec<u8>),
    /// Pages of their own, huge ones where the system has them: there are few to be touched for the first time, and they are
    /// given back at once, when memory is scarcest.
    Pages(MmapMut),
}

impl Bytes {
    /// So many zeros on pages of their own.
    pub(crate) fn pages(length: usize) -> io::Result<Self> {
        let pages = MmapMut::map_anon(length)?;
        // Without huge pages all is the same, but slower.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        Ok(Self::Pages(pages))
    }

    /// The bytes as a vector.
    pub(crate) fn into_vec(self) -> Vec<u8> {
        match self {
            Self::Vec(bytes) => bytes,
            Self::Pages(pages) => pages.to_vec(),
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

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Vec(bytes) => bytes,
            Self::Pages(pages) => pages,
        }
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Vec(bytes) => bytes,
            Self::Pages(pages) => pages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn pages_are_bytes_like_any_other() {
        let mut pages = Bytes::pages(5000).unwrap();
        assert!(pages.len() == 5000 && pages.iter().all(|&byte| byte == 0));
        pages[4998..].copy_from_slice(b"ir");
        let same = Bytes::from(pages.to_vec());
        assert_eq!(same[..], pages[..]);
        assert_eq!(same.into_vec(), pages.into_vec());
        assert!(Bytes::default().is_empty());
    }
}
