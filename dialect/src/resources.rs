//! Resources: data that a text holds beside its operations, in `{-# … #-}`.
//!
//! Source: MLIR Language Reference, "File Metadata Dictionary". Blobs of the builtin dialect are what `dense_resource<key>`
//! stands for. External resources belong to no dialect, and are kept as they are.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::context::Ident;

/// The resources of a context.
#[derive(Default)]
pub struct Resources {
    tables: Mutex<Tables>,
}

/// External resources of a group, by key.
pub(crate) type ExternalGroup = (Ident, Vec<(Ident, ResourceValue)>);

/// What is kept.
#[derive(Default)]
pub(crate) struct Tables {
    /// The blobs of the builtin dialect, by key: `0x`, the alignment in 4 bytes, and the data, in hexadecimal digits.
    pub(crate) blobs: Vec<(Ident, Ident)>,
    /// External resources, by group and key.
    pub(crate) external: Vec<ExternalGroup>,
}

/// The value of an external resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResourceValue {
    /// `true`, `false`.
    Bool(bool),
    /// A text, or a blob in hexadecimal digits.
    Text(Ident),
}

impl Resources {
    pub(crate) fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The blob `key` as it is spelled: `0x`, then alignment (little-endian, 4 bytes) and data in hexadecimal digits.
    pub fn blob(&self, key: Ident) -> Option<Ident> {
        self.tables().blobs.iter().find(|(found, _)| *found == key).map(|(_, blob)| *blob)
    }
}

impl Tables {
    /// Sets a blob; of two with one key the last counts.
    pub(crate) fn set_blob(&mut self, key: Ident, blob: Ident) {
        match self.blobs.iter_mut().find(|(found, _)| *found == key) {
            Some((_, existing)) => *existing = blob,
            None => self.blobs.push((key, blob)),
        }
    }

    /// Adds an external resource.
    pub(crate) fn add_external(&mut self, group: Ident, key: Ident, value: ResourceValue) {
        match self.external.iter_mut().find(|(found, _)| *found == group) {
            Some((_, entries)) => entries.push((key, value)),
            None => self.external.push((group, vec![(key, value)])),
        }
    }
}
