//! What has been read of a module: its tables of types, values, attributes and metadata by their ids in the file.

use rustc_hash::FxHashMap;

use super::bitstream::{BlockInfo, Cursor, Result};
use super::constants::Pool;
use super::metadata::{MetadataList, NodeNames};
use super::summary::UnreadSummary;
use crate::attributes::{AttributeListId, AttributeSetId};
use crate::datalayout::DataLayout;
use crate::entity::StrId;
use crate::function::Value;
use crate::globals::{Comdat, Global};
use crate::module::Module;
use crate::types::Type;

/// The id of a type that no record needs.
pub(super) const NO_TYPE: u32 = u32::MAX;

/// A type of the table of types, or a pointer type made from one.
#[derive(Clone, Debug)]
pub(super) struct TypeEntry {
    pub(super) ty: Type,
    /// The ids of the element, of the fields, or of the result and the parameters; of a pointer type, of its element type.
    pub(super) parts: Box<[u32]>,
}

/// A value by its id.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueEntry {
    pub(super) slot: Slot,
    /// The id of its type, if the file has pointers with element types.
    pub(super) ty: u32,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Value(Value),
    /// A constant that is made of others, by its index in the pool of its block.
    Pending(u32),
}

/// The attributes of a function or call by their id.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListEntry {
    pub(super) list: AttributeListId,
    /// Whether an attribute lacks the type that it has today.
    pub(super) is_untyped: bool,
}

/// A function body that is not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnreadBody {
    pub(super) global: Global,
    /// The position after the id of its block.
    pub(super) position: u64,
}

/// Tables of a module, and the module itself.
pub(super) struct Tables<'a> {
    /// A cursor over the file.
    pub(super) file: Cursor<'a>,
    pub(super) strtab: &'a [u8],
    /// The name of the file.
    pub(super) file_name: &'a str,
    pub(super) info: BlockInfo,
    pub(super) module: Module,
    pub(super) layout: DataLayout,
    pub(super) names: NodeNames,
    /// The version of the module: 0 has absolute ids, 2 a table of strings.
    pub(super) version: u64,
    pub(super) types: Vec<TypeEntry>,
    /// Whether there are pointers with element types.
    pub(super) is_typed: bool,
    /// Pointer types that were made, by the pointer type and the element's id.
    pub(super) pointers: FxHashMap<(Type, u32), u32>,
    pub(super) attribute_groups: FxHashMap<u64, AttributeGroup>,
    pub(super) attribute_lists: Vec<ListEntry>,
    pub(super) sections: Vec<StrId>,
    pub(super) collectors: Vec<StrId>,
    pub(super) comdats: Vec<Comdat>,
    pub(super) values: Vec<ValueEntry>,
    pub(super) pool: Pool,
    pub(super) metadata: MetadataList,
    /// Kinds of attachments by their number in the file: their place in LLVM's order, and the name.
    pub(super) kinds: FxHashMap<u64, (usize, StrId)>,
    pub(super) bundle_tags: Vec<StrId>,
    /// Synchronization scopes; `None` is the whole system.
    pub(super) scopes: Vec<Option<StrId>>,
    pub(super) bodies: Vec<UnreadBody>,
    /// The functions with bodies, in order.
    pub(super) defined: Vec<Global>,
    /// The blocks of the summary, in order.
    pub(super) summaries: Vec<UnreadSummary>,
    /// The ids of globals in a summary and their GUIDs, in the form of LLVM 4 and before.
    pub(super) summary_ids: Vec<(u64, u64)>,
    /// The hash of the module.
    pub(super) hash: Option<[u32; 5]>,
    /// `!dbg` of attachments, interned.
    pub(super) dbg: StrId,
}

/// The attributes of one place, by the id of their group.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeGroup {
    /// The place: 0 for the result, all ones for the function, otherwise a parameter.
    pub(super) place: u64,
    pub(super) set: AttributeSetId,
    pub(super) is_untyped: bool,
}

impl Tables<'_> {
    /// The type with this id.
    #[inline]
    pub(super) fn ty(&self, cursor: &Cursor<'_>, id: u64) -> Result<Type> {
        match usize::try_from(id).ok().and_then(|id| self.types.get(id)) {
            Some(entry) => Ok(entry.ty),
            None => cursor.error("unknown type"),
        }
    }

    /// The ids of the parts of a type.
    pub(super) fn parts(&self, id: u32) -> &[u32] {
        self.types.get(id as usize).map_or(&[], |entry| &entry.parts)
    }

    /// The id of the pointer type `ty` to the type with this id, if the file has such types.
    pub(super) fn pointer_to(&mut self, ty: Type, element: u32) -> u32 {
        if !self.is_typed {
            return NO_TYPE;
        }
        let types = &mut self.types;
        *self.pointers.entry((ty, element)).or_insert_with(|| {
            types.push(TypeEntry { ty, parts: [element].into() });
            types.len() as u32 - 1
        })
    }

    /// A string of the table of strings.
    pub(super) fn name(&self, cursor: &Cursor<'_>, offset: u64, size: u64) -> Result<Option<StrId>> {
        let end = offset.checked_add(size).and_then(|end| usize::try_from(end).ok());
        let bytes = end.and_then(|end| self.strtab.get(offset as usize..end));
        match bytes {
            Some([]) => Ok(None),
            Some(bytes) => Ok(Some(self.module.strings.intern(bytes))),
            None => cursor.error("a name is outside of the table of strings"),
        }
    }
}
