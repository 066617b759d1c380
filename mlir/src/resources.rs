//! Resources: what stands beside a module, `{-# dialect_resources: {…}, external_resources: {…} #-}`.
//!
//! Source: MLIR's "Builtin Dialect", `DenseResourceElementsAttr`; "MLIR Language Reference", Resources.

use crate::context::Ident;

/// The resources of a module, in groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// What attributes refer to, by dialect.
    pub dialect: Vec<ResourceGroup>,
    /// What tools keep with a module, by tool.
    pub external: Vec<ResourceGroup>,
}

/// The resources of a dialect or a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceGroup {
    /// The name of the dialect or tool.
    pub owner: Ident,
    /// Keys and what they stand for.
    pub entries: Vec<(Ident, Resource)>,
}

/// What a resource is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Bytes.
    Blob {
        /// What the address of the bytes must be a multiple of; 0 where there are none.
        alignment: u32,
        /// The bytes.
        data: Box<[u8]>,
    },
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    String(Ident),
}

impl Resources {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.dialect.is_empty() && self.external.is_empty()
    }
}
