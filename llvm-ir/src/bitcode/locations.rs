//! The locations of instructions. A body keeps them in a short form; their nodes are made when the body is put into its module.

use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::layouts::{ATOM_GROUP_BITS, ATOM_RANK_BITS, Held};
use super::metadata::NodeNames;
use crate::metadata::{Field, FieldValue, MdNode, MdNodeData, MdNodeKind, Metadata};

/// What makes a location that is not distinct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Location {
    pub(super) scope: PackedOption<MdNode>,
    pub(super) inlined_at: PackedOption<MdNode>,
    group: u64,
    line: u32,
    column: u16,
    rank: u8,
    is_implicit: bool,
}

impl Location {
    /// The location of a line and a column, in a scope and inlined at another location, and whether it is implicit, its atom group
    /// and its rank there.
    pub(super) fn new(place: [u64; 2], nodes: [Option<MdNode>; 2], rest: [u64; 3]) -> Self {
        let ([line, column], [scope, inlined_at], [is_implicit, group, rank]) = (place, nodes, rest);
        Self {
            scope: scope.into(),
            inlined_at: inlined_at.into(),
            group: Held::Low(ATOM_GROUP_BITS).stored(group),
            // What is stored fits.
            line: Held::KeptNumber.stored(line) as u32,
            column: Held::Column.stored(column) as u16,
            rank: Held::Low(ATOM_RANK_BITS).stored(rank) as u8,
            is_implicit: is_implicit != 0,
        }
    }

    /// The node of the location.
    pub(super) fn node(self, names: &NodeNames) -> MdNodeData {
        let (kind, names) = names.location();
        let metadata = |node: PackedOption<MdNode>| node.expand().map_or(Metadata::Null, Metadata::Node);
        let values: [(bool, FieldValue); 7] = [
            (true, FieldValue::Integer(self.line.into())),
            (self.column != 0, FieldValue::Integer(self.column.into())),
            (true, FieldValue::Metadata(metadata(self.scope))),
            (self.inlined_at.is_some(), FieldValue::Metadata(metadata(self.inlined_at))),
            (self.is_implicit, FieldValue::Bool(true)),
            (self.group != 0, FieldValue::Integer(self.group.into())),
            (self.rank != 0, FieldValue::Integer(self.rank.into())),
        ];
        let given = names.iter().zip(values).filter(|(_, (is_given, _))| *is_given);
        let fields: SmallVec<[Field; 7]> =
            given.map(|(&name, (_, value))| Field { name: Some(name), value }).collect();
        MdNodeData {
            distinct: false,
            kind: MdNodeKind::Specialized { kind, fields: fields.into_boxed_slice() },
        }
    }
}

/// The first of the handles that stand for locations of a body.
const FIRST: u32 = 1 << 31;

/// The index of a location among those of its body, if the handle stands for one.
pub(super) fn index(node: MdNode) -> Option<usize> {
    node.as_u32().checked_sub(FIRST).map(|index| index as usize)
}

/// The locations of the instructions of a body, without those that nodes of the file are. Equal ones have one handle.
#[derive(Default)]
pub(super) struct Locations {
    handles: FxHashMap<Location, MdNode>,
    list: Vec<Location>,
}

impl Locations {
    /// Removes all locations.
    pub(super) fn clear(&mut self) {
        self.handles.clear();
        self.list.clear();
    }

    /// The handle of a location.
    pub(super) fn handle(&mut self, location: Location) -> MdNode {
        *self.handles.entry(location).or_insert_with(|| {
            self.list.push(location);
            MdNode::new(FIRST as usize + self.list.len() - 1)
        })
    }

    /// The locations, by the index of their handles.
    pub(super) fn list(&self) -> &[Location] {
        &self.list
    }
}
