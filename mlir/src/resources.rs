//! Resources attached to a module: `{-# dialect_resources: {…}, external_resources: {…} #-}`.
//!
//! Source: MLIR's "Builtin Dialect", `DenseResourceElementsAttr`; "MLIR Language Reference", Resources.

use crate::context::Ident;

/// The resources of a module, grouped by owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Resources that attributes refer to, by dialect.
    pub dialect: Vec<ResourceGroup>,
    /// Resources of tools, by tool.
    pub external: Vec<ResourceGroup>,
}

/// The resources of one dialect or tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceGroup {
    /// The name of the dialect or tool.
    pub owner: Ident,
    /// Keys and values, in order.
    pub entries: Vec<(Ident, Resource)>,
}

/// The value of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Raw bytes.
    Blob {
        /// The required alignment of the bytes; 0 if there are none.
        alignment: u32,
        /// The contents.
        data: Box<[u8]>,
    },
    /// `true`, `false`.
    Bool(bool),
    /// `"text"`.
    String(Ident),
}

impl Resources {
    /// Whether there are no resources.
    pub fn is_empty(&self) -> bool {
        self.dialect.is_empty() && self.external.is_empty()
    }
}
