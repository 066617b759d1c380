//! Reads metadata: strings, nodes, values, names, kinds and attachments of globals.

use cranelift_entity::EntityRef;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::bitstream::{Cursor, Result};
use super::codes::metadata as code;
use super::layouts::{
    CHECKSUMS, FLAG_NUMBERS, FLAGS, Held, LAYOUTS, Layout, LayoutField, SUBPROGRAM_FLAGS, SUBPROGRAM_NUMBERS,
    other_names,
};
use super::locations::Location;
use super::numbers::{inverted, rotated, wide};
use super::old_nodes::{self, Old};
use super::tables::{Tables, TypeEntry};
use crate::constants::{Constant, ConstantKind, bigint_from_limbs};
use crate::entity::{StrId, Strings};
use crate::function::Value;
use crate::metadata::{Field, FieldValue, Integer, JOINT, MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::Type;

/// An entry of the list of metadata.
#[derive(Clone, Debug)]
pub(super) enum Md {
    /// What an operand of a node can be.
    Plain(Metadata),
    /// A value of the function.
    Local(Value),
    /// `!DIArgList(…)`.
    ArgList(Box<[Value]>),
}

/// The names of the kinds of nodes and of their fields, interned.
#[derive(Default)]
pub(super) struct NodeNames {
    /// By the index of the layout.
    kinds: Vec<(StrId, Vec<StrId>)>,
    others: Vec<(&'static str, StrId)>,
}

impl NodeNames {
    pub(super) fn new(strings: &Strings) -> Self {
        let intern = |name: &str| strings.intern(name.as_bytes());
        let fields = |layout: &Layout| layout.fields.iter().map(|field| intern(field.name)).collect();
        Self {
            kinds: LAYOUTS.iter().map(|layout| (intern(layout.kind), fields(layout))).collect(),
            others: other_names().map(|name| (name, intern(name))).collect(),
        }
    }

    /// One of [`other_names`].
    pub(super) fn other(&self, name: &str) -> StrId {
        let found = self.others.iter().find(|(known, _)| *known == name);
        found.expect("invariant: names are in the list").1
    }

    /// The names of locations and of their fields.
    pub(super) fn location(&self) -> (StrId, &[StrId]) {
        let index = layout(code::LOCATION).expect("invariant: locations have a layout");
        let (kind, fields) = &self.kinds[index];
        (*kind, fields)
    }

    /// The name of a kind that has a layout.
    pub(super) fn kind(&self, code: u32) -> Option<StrId> {
        layout(code).map(|index| self.kinds[index].0)
    }
}

/// The index of the layout of records with this code.
fn layout(code: u32) -> Option<usize> {
    const NONE: u8 = u8::MAX;
    const INDICES: [u8; 64] = {
        let mut indices = [NONE; 64];
        let mut index = 0;
        while index < LAYOUTS.len() {
            indices[LAYOUTS[index].code as usize] = index as u8;
            index += 1;
        }
        indices
    };
    INDICES.get(code as usize).copied().filter(|&index| index != NONE).map(usize::from)
}

/// Gives the values that metadata refers to: the id of a value, and that of its type.
pub(super) type Values<'v> = &'v mut dyn FnMut(u64, u64) -> Result<Option<Value>>;

/// The metadata of a module, or of a function in addition to that.
#[derive(Default)]
pub(super) struct MetadataList {
    /// The number of entries of the enclosing list.
    outer: usize,
    pub(super) entries: Vec<Md>,
    /// The nodes that this list adds; their handles follow those of the enclosing list.
    pub(super) nodes: Vec<MdNodeData>,
    first_node: u32,
    /// Nodes that are referred to but not read yet, by id.
    forward: FxHashMap<u32, MdNode>,
    /// Placeholders for what turned out not to be a node.
    replaced: FxHashMap<MdNode, Metadata>,
    /// The locations of this list that are not distinct. Their scopes are nodes.
    pub(super) locations: FxHashMap<Location, MdNode>,
    /// The locations that are not distinct, in the order of the file, with repetitions.
    pub(super) location_order: Vec<(Location, MdNode)>,
    pub(super) named: Vec<(StrId, Vec<MdNode>)>,
    /// The attachments of globals: the value, and the kinds and nodes.
    pub(super) global_attachments: Vec<(u64, Vec<(u64, MdNode)>)>,
    /// The kinds of attachments that the block declares.
    pub(super) kinds: Vec<(u64, StrId)>,
    pub(super) old: Old,
    /// Cache: keywords by the address of their table and their number.
    symbols: FxHashMap<(usize, u64), Option<StrId>>,
    /// Metadata of the current record that has no id in the file.
    unlisted: Vec<Metadata>,
    record: Vec<u64>,
    fields: Vec<Field>,
}

/// The shared parts that reading metadata takes.
#[derive(Clone, Copy)]
pub(super) struct Around<'t> {
    pub(super) module: &'t Module,
    pub(super) names: &'t NodeNames,
    pub(super) types: &'t [TypeEntry],
    /// The entries of the enclosing list.
    pub(super) outer: &'t [Md],
}

impl<'t> Around<'t> {
    /// What surrounds the metadata of a module.
    pub(super) fn module(tables: &'t Tables<'_>) -> Self {
        Self { module: &tables.module, names: &tables.names, types: &tables.types, outer: &[] }
    }

    /// What surrounds the metadata of a function.
    pub(super) fn function(tables: &'t Tables<'_>) -> Self {
        Self {
            module: &tables.module,
            names: &tables.names,
            types: &tables.types,
            outer: &tables.metadata.entries,
        }
    }
}

impl Around<'_> {
    /// The type with this id.
    fn ty(self, id: u64) -> Option<Type> {
        Some(self.types.get(usize::try_from(id).ok()?)?.ty)
    }
}

impl MetadataList {
    /// An id for metadata that has none in the file, plus one. It is valid for the current record.
    pub(super) fn unlisted_id(&mut self, metadata: Metadata) -> u64 {
        self.unlisted.push(metadata);
        u64::MAX - self.unlisted.len() as u64 + 1
    }

    /// Empties the list for the next function of a module.
    pub(super) fn begin(&mut self, outer: &Self) {
        self.outer = outer.entries.len();
        self.first_node = outer.nodes.len() as u32;
        self.entries.clear();
        self.nodes.clear();
        self.forward.clear();
        self.replaced.clear();
        self.locations.clear();
        self.location_order.clear();
        self.old = Old::default();
    }

    /// Whether a node is one of this list.
    pub(super) fn is_own(&self, node: MdNode) -> bool {
        node.as_u32() >= self.first_node
    }

    /// The index of a node of this list.
    pub(super) fn own_index(&self, node: MdNode) -> usize {
        (node.as_u32() - self.first_node) as usize
    }

    /// The entry with this id.
    pub(super) fn entry<'e>(&'e self, outer: &'e [Md], id: u64) -> Option<&'e Md> {
        let id = usize::try_from(id).ok()?;
        match id.checked_sub(self.outer) {
            None => outer.get(id),
            Some(own) => self.entries.get(own),
        }
    }

    fn new_node(&mut self, data: MdNodeData) -> MdNode {
        let node = MdNode::new(self.first_node as usize + self.nodes.len());
        self.nodes.push(data);
        node
    }

    /// The metadata with this id; a placeholder if it is not read yet.
    #[inline]
    pub(super) fn at(&mut self, cursor: &Cursor<'_>, outer: &[Md], id: u64) -> Result<Metadata> {
        match self.entry(outer, id) {
            Some(Md::Plain(metadata)) => Ok(*metadata),
            Some(_) => cursor.error("a value of a function as an operand of a node"),
            None => self.forward_reference(cursor, id),
        }
    }

    #[cold]
    fn forward_reference(&mut self, cursor: &Cursor<'_>, id: u64) -> Result<Metadata> {
        // Ids at the upper end are those of `unlisted_id`, less one.
        let index = (u64::MAX - id).checked_sub(1).and_then(|index| usize::try_from(index).ok());
        if let Some(&metadata) = index.and_then(|index| self.unlisted.get(index)) {
            return Ok(metadata);
        }
        let Ok(id) = u32::try_from(id) else { return cursor.error("the id of metadata is too large") };
        if let Some(&node) = self.forward.get(&id) {
            return Ok(Metadata::Node(node));
        }
        let node = self.new_node(placeholder());
        self.forward.insert(id, node);
        Ok(Metadata::Node(node))
    }

    /// The metadata with this id plus one, or `null`.
    #[inline]
    pub(super) fn at_or_null(&mut self, cursor: &Cursor<'_>, outer: &[Md], id: u64) -> Result<Metadata> {
        match id.checked_sub(1) {
            None => Ok(Metadata::Null),
            Some(id) => self.at(cursor, outer, id),
        }
    }

    /// The string with this id plus one.
    fn string(&self, outer: &[Md], id: u64) -> Option<StrId> {
        match self.entry(outer, id.checked_sub(1)?)? {
            Md::Plain(Metadata::String(string)) => Some(*string),
            _ => None,
        }
    }

    /// The node with this id.
    pub(super) fn node_at(&mut self, cursor: &Cursor<'_>, outer: &[Md], id: u64) -> Result<MdNode> {
        match self.at(cursor, outer, id)? {
            Metadata::Node(node) => Ok(node),
            _ => cursor.error("metadata that should be a node is none"),
        }
    }

    /// Adds an entry that is not a node.
    fn push(&mut self, entry: Md) {
        let id = (self.outer + self.entries.len()) as u32;
        if let Some(node) = self.forward.remove(&id) {
            let plain = if let Md::Plain(metadata) = &entry { *metadata } else { Metadata::Null };
            self.replaced.insert(node, plain);
        }
        self.entries.push(entry);
    }

    /// Adds a node with an id.
    pub(super) fn push_node(&mut self, data: MdNodeData) -> MdNode {
        let id = (self.outer + self.entries.len()) as u32;
        let node = match self.forward.is_empty() {
            true => None,
            false => self.forward.remove(&id),
        };
        let node = match node {
            Some(node) => {
                let index = self.own_index(node);
                self.nodes[index] = data;
                node
            }
            None => self.new_node(data),
        };
        self.entries.push(Md::Plain(Metadata::Node(node)));
        node
    }

    /// Adds a node without an id.
    pub(super) fn push_unlisted(&mut self, data: MdNodeData) -> MdNode {
        self.new_node(data)
    }

    /// Gives the last entry another node.
    pub(super) fn relist_last(&mut self, node: MdNode) {
        if let Some(last) = self.entries.last_mut() {
            *last = Md::Plain(Metadata::Node(node));
        }
    }

    /// Reads the rest of a block that was entered.
    pub(super) fn read_block(
        &mut self,
        cursor: &mut Cursor<'_>,
        around: Around<'_>,
        values: Values<'_>,
    ) -> Result<()> {
        let mut record = std::mem::take(&mut self.record);
        let mut name = None;
        while let Some((code, blob)) = cursor.next_record(&mut record)? {
            self.entry_record(cursor, around, values, code, &mut record, blob, &mut name)?;
        }
        self.record = record;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn entry_record(
        &mut self,
        cursor: &Cursor<'_>,
        around: Around<'_>,
        values: Values<'_>,
        code: u32,
        record: &mut Vec<u64>,
        blob: Option<&[u8]>,
        name: &mut Option<StrId>,
    ) -> Result<()> {
        let outer = around.outer;
        let strings = &around.module.strings;
        match code {
            code::STRINGS => self.strings(cursor, strings, record, blob)?,
            code::STRING_OLD => {
                let string = strings.intern(&bytes_of(record));
                self.old.has_old_loops |= strings.get(string).starts_with(b"llvm.vectorizer.");
                self.push(Md::Plain(Metadata::String(string)));
            }
            code::VALUE => {
                let &[ty, value] = &record[..] else { return cursor.error("a value has two operands") };
                let value = values(value, ty)?;
                self.push(Md::of_value(value));
            }
            code::ARG_LIST => {
                let mut list = Vec::with_capacity(record.len());
                for &id in &*record {
                    list.push(match self.entry(outer, id) {
                        Some(&Md::Local(value)) => value,
                        Some(&Md::Plain(Metadata::Constant(constant))) => constant.into(),
                        _ => return cursor.error("a list of arguments holds values"),
                    });
                }
                self.push(Md::ArgList(list.into()));
            }
            code::NODE | code::DISTINCT_NODE => {
                let mut operands = Vec::with_capacity(record.len());
                for &id in &*record {
                    operands.push(self.at_or_null(cursor, outer, id)?);
                }
                let kind = MdNodeKind::Tuple(operands.into());
                self.push_node(MdNodeData { distinct: code == code::DISTINCT_NODE, kind });
            }
            code::OLD_NODE | code::OLD_FN_NODE => self.old_node(cursor, around, values, code, record)?,
            code::NAME => *name = Some(strings.intern(&bytes_of(record))),
            code::NAMED_NODE => {
                let Some(name) = name.take() else { return cursor.error("named metadata has no name") };
                let mut nodes = Vec::with_capacity(record.len());
                for &id in &*record {
                    nodes.push(self.node_at(cursor, outer, id)?);
                }
                match self.named.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, known)) => known.extend(nodes),
                    None => self.named.push((name, nodes)),
                }
            }
            code::KIND => {
                let Some((&number, name)) = record.split_first() else {
                    return cursor.error("a kind of metadata has no number");
                };
                self.kinds.push((number, strings.intern(&bytes_of(name))));
            }
            code::GLOBAL_DECL_ATTACHMENT => {
                let [value, pairs @ ..] = &record[..] else {
                    return cursor.error("an attachment to nothing");
                };
                if pairs.len() % 2 != 0 {
                    return cursor.error("a kind of attachment without a node");
                }
                let mut attachments = Vec::with_capacity(pairs.len() / 2);
                for pair in pairs.chunks_exact(2) {
                    attachments.push((pair[0], self.node_at(cursor, outer, pair[1])?));
                }
                self.global_attachments.push((*value, attachments));
            }
            code::INDEX_OFFSET | code::INDEX => {}
            _ => self.node_record(cursor, around, code, record)?,
        }
        Ok(())
    }

    fn strings(
        &mut self,
        cursor: &Cursor<'_>,
        strings: &Strings,
        record: &[u64],
        blob: Option<&[u8]>,
    ) -> Result<()> {
        let (&[count, offset], Some(blob)) = (record, blob) else {
            return cursor.error("metadata strings have a number, an offset and a blob");
        };
        let Some((lengths, mut characters)) =
            usize::try_from(offset).ok().and_then(|offset| blob.split_at_checked(offset))
        else {
            return cursor.error("the characters of metadata strings begin after their blob");
        };
        let mut lengths = Cursor::of_bits(lengths);
        for _ in 0..count {
            let Ok(length) = lengths.vbr(6) else {
                return cursor.error("there are fewer metadata strings than said");
            };
            let Some((string, rest)) =
                usize::try_from(length).ok().and_then(|length| characters.split_at_checked(length))
            else {
                return cursor.error("a metadata string is longer than the blob");
            };
            characters = rest;
            let string = strings.intern(string);
            self.push(Md::Plain(Metadata::String(string)));
        }
        Ok(())
    }

    /// Reads a node in the form of LLVM 3.5 and before: pairs of types and values.
    fn old_node(
        &mut self,
        cursor: &Cursor<'_>,
        around: Around<'_>,
        values: Values<'_>,
        code: u32,
        record: &[u64],
    ) -> Result<()> {
        if !record.len().is_multiple_of(2) {
            return cursor.error("an old node has pairs of operands");
        }
        let types = &around.module.types.common;
        if code == code::OLD_FN_NODE {
            // Anything but a single value is dropped, as in LLVM.
            if let &[ty, value] = record
                && let Some(Some(value)) =
                    around.ty(ty).map(|ty| (ty != types.metadata && ty != types.void).then_some(value))
            {
                let value = values(value, ty)?;
                self.push(Md::of_value(value));
            } else {
                self.push_node(placeholder());
            }
            return Ok(());
        }
        let mut operands = Vec::with_capacity(record.len() / 2);
        for pair in record.chunks_exact(2) {
            let Some(ty) = around.ty(pair[0]) else { return cursor.error("unknown type") };
            operands.push(if ty == types.metadata {
                self.at(cursor, around.outer, pair[1])?
            } else if ty == types.void {
                Metadata::Null
            } else {
                match Md::of_value(values(pair[1], pair[0])?) {
                    Md::Plain(metadata) => metadata,
                    _ => Metadata::Null,
                }
            });
        }
        self.push_node(MdNodeData { distinct: false, kind: MdNodeKind::Tuple(operands.into()) });
        Ok(())
    }

    /// Reads a specialized node.
    fn node_record(
        &mut self,
        cursor: &Cursor<'_>,
        around: Around<'_>,
        code: u32,
        record: &mut Vec<u64>,
    ) -> Result<()> {
        match code {
            code::EXPRESSION => return self.expression(cursor, around, record),
            code::ENUMERATOR => return self.enumerator(cursor, around, record),
            code::GENERIC_DEBUG => return self.generic(cursor, around, record),
            _ => {}
        }
        // Unknown records are skipped, as in LLVM.
        let Some(index) = layout(code) else { return Ok(()) };
        let extra = old_nodes::bring_up_to_date(self, cursor, around, code, record)?;
        let layout = &LAYOUTS[index];
        if record.len() < layout.least {
            return cursor.error(format!("the record of a {} is too short", layout.kind));
        }
        let (kind, names) = &around.names.kinds[index];
        let mut fields = std::mem::take(&mut self.fields);
        if code == code::COMPILE_UNIT {
            self.language(around, record, &mut fields);
        }
        for (field, &name) in layout.fields.iter().zip(names) {
            if code == code::FILE && field.name == "checksum" {
                let checksum = usize::try_from(record.get(3).copied().unwrap_or(0)).ok();
                let kind = checksum.and_then(|kind| CHECKSUMS.get(kind.checked_sub(1)?));
                let has = self.string(around.outer, record.get(4).copied().unwrap_or(0)).is_some();
                let Some(kind) = kind.filter(|_| has) else { continue };
                let symbol = around.module.strings.intern(kind.as_bytes());
                let name = around.names.other("checksumkind");
                fields.push(Field { name: Some(name), value: FieldValue::Symbols(symbol) });
            }
            if let Some(value) = self.field(cursor, around, field, record)? {
                fields.push(Field { name: Some(name), value });
            }
        }
        // LLVM's reader takes no notice of the bit in ranges.
        let distinct = record[0] & 1 != 0 && code != code::SUBRANGE || extra.distinct;
        let kind = MdNodeKind::Specialized { kind: *kind, fields: fields.drain(..).collect() };
        self.fields = fields;
        let node = self.push_node(MdNodeData { distinct, kind });
        self.unlisted.clear();
        if code == code::LOCATION && !distinct {
            let operand = |at: usize| record.get(at).copied().unwrap_or(0);
            let nodes = [
                self.at(cursor, around.outer, operand(3))?,
                self.at_or_null(cursor, around.outer, operand(4))?,
            ];
            let node_or_null = |metadata: Metadata| match metadata {
                Metadata::Null => Some(None),
                Metadata::Node(node) => Some(Some(node)),
                _ => None,
            };
            if let [Some(scope), Some(inlined_at)] = nodes.map(node_or_null) {
                let rest = [5, 6, 7].map(operand);
                let location = Location::new([operand(1), operand(2)], [scope, inlined_at], rest);
                self.locations.entry(location).or_insert(node);
                self.location_order.push((location, node));
            }
        }
        old_nodes::after(self, cursor, around, node, extra, code, record)
    }

    /// The node that a location is.
    pub(super) fn location(&self, outer: &Self, location: &Location) -> Option<MdNode> {
        self.locations.get(location).or_else(|| outer.locations.get(location)).copied()
    }

    /// The value of a field; `None` if it is left out.
    fn field(
        &mut self,
        cursor: &Cursor<'_>,
        around: Around<'_>,
        field: &LayoutField,
        record: &[u64],
    ) -> Result<Option<FieldValue>> {
        let operand = record.get(field.at).copied().unwrap_or(0);
        let strings = &around.module.strings;
        let number = |value: u64| FieldValue::Integer(field.holds.stored(value).into());
        let node =
            |metadata: Metadata| (metadata != Metadata::Null).then_some(FieldValue::Metadata(metadata));
        Ok(match field.holds {
            Held::Node => node(self.at_or_null(cursor, around.outer, operand)?),
            Held::KeptNode => Some(FieldValue::Metadata(self.at_or_null(cursor, around.outer, operand)?)),
            Held::NodeId => Some(FieldValue::Metadata(self.at(cursor, around.outer, operand)?)),
            Held::Bound => {
                let metadata = self.at_or_null(cursor, around.outer, operand)?;
                match constant_number(around.module, metadata) {
                    Some(value) => Some(FieldValue::Integer(value.into())),
                    None => node(metadata),
                }
            }
            Held::ConstantBound => {
                let metadata = self.at_or_null(cursor, around.outer, operand)?;
                match self.constant_expression(around.module, metadata) {
                    Some(value) => Some(FieldValue::Integer(value.into())),
                    None => node(metadata),
                }
            }
            Held::Size(bit) if record[0] & bit != 0 => {
                let metadata = self.at_or_null(cursor, around.outer, operand)?;
                match constant_number(around.module, metadata) {
                    Some(0) => None,
                    Some(value) => Some(number(value as u64)),
                    None => node(metadata),
                }
            }
            Held::Size(_) | Held::Number | Held::Low(_) | Held::Column => {
                (field.holds.stored(operand) != 0).then(|| number(operand))
            }
            Held::String => {
                let string = self.string(around.outer, operand);
                string.filter(|&string| !strings.get(string).is_empty()).map(FieldValue::String)
            }
            Held::GivenString => self.string(around.outer, operand).map(FieldValue::String),
            Held::KeptString => {
                let string = self.string(around.outer, operand);
                Some(FieldValue::String(string.unwrap_or_else(|| strings.intern(b""))))
            }
            Held::KeptNumber => Some(number(operand)),
            Held::Signed => {
                let value = i64::from(operand as i32);
                (value != 0).then(|| FieldValue::Integer(value.into()))
            }
            Held::Rotated if record.get(7) == Some(&2) => None,
            Held::Rotated => Some(FieldValue::Integer((operand as i64).into())),
            Held::NumberPlusOne => operand.checked_sub(1).map(number),
            Held::NumberOrOnes => (field.at < record.len() && operand != u64::MAX).then(|| number(operand)),
            Held::VirtualIndex => {
                let virtuality = record.get(field.at - 1).copied().unwrap_or(0) & 3;
                (virtuality != 0 || operand != 0).then(|| number(operand))
            }
            Held::Bool(default) => (field.at < record.len() && (operand != 0) != default)
                .then_some(FieldValue::Bool(operand != 0)),
            Held::KeptBool => Some(FieldValue::Bool(operand != 0)),
            Held::Bit(bit) => (operand & bit != 0).then_some(FieldValue::Bool(true)),
            Held::Part(from, bits) => (operand != 0)
                .then(|| number(operand >> from & ((1 << bits) - 1)))
                .filter(|value| *value != FieldValue::Integer(Integer::ZERO)),
            Held::PartBool(bit) => (operand != 0).then_some(FieldValue::Bool(operand >> bit & 1 != 0)),
            Held::Dwarf(_, default) if operand == default || field.at >= record.len() => None,
            Held::Dwarf(table, _) | Held::KeptDwarf(table) => {
                Some(self.keyword(strings, table.names, operand))
            }
            Held::Flags if operand as u32 == 0 => None,
            Held::Flags => Some(flags(strings, "DIFlag", FLAG_NUMBERS, FLAGS, operand as u32)),
            Held::SubprogramFlags => {
                Some(flags(strings, "DISPFlag", SUBPROGRAM_NUMBERS, SUBPROGRAM_FLAGS, operand as u32))
            }
            Held::OneOf(_) if operand == 0 => None,
            Held::OneOf(words) | Held::KeptOneOf(words) => {
                Some(match usize::try_from(operand).ok().and_then(|at| words.get(at)) {
                    Some(word) => FieldValue::Symbols(strings.intern(word.as_bytes())),
                    None => number(operand),
                })
            }
            Held::Wide if record.get(7) != Some(&2) => None,
            Held::Wide => Some(FieldValue::number(strings, &wide_number(cursor, record, field)?)),
        })
    }

    /// The keyword for a constant of DWARF, or the number if it has none.
    fn keyword(
        &mut self,
        strings: &Strings,
        names: &'static [(u64, &'static str)],
        value: u64,
    ) -> FieldValue {
        let find = || {
            let found = names.iter().find(|(number, _)| *number == value);
            found.map(|(_, name)| strings.intern(name.as_bytes()))
        };
        match *self.symbols.entry((names.as_ptr() as usize, value)).or_insert_with(find) {
            Some(symbol) => FieldValue::Symbols(symbol),
            None => FieldValue::Integer(value.into()),
        }
    }

    /// The language of a compile unit, in one of two forms.
    fn language(&mut self, around: Around<'_>, record: &[u64], fields: &mut Vec<Field>) {
        use tern_support::dwarf::{LANGUAGE_NAMES, LANGUAGES};
        const HAS_NAME: u64 = 1 << 63;
        let strings = &around.module.strings;
        let field = |name: &str, value| Field { name: Some(around.names.other(name)), value };
        let value = record[1] & !HAS_NAME;
        if record[1] & HAS_NAME == 0 {
            let value = self.keyword(strings, LANGUAGES.names, value);
            return fields.push(field("language", value));
        }
        let value = self.keyword(strings, LANGUAGE_NAMES.names, value);
        fields.push(field("sourceLanguageName", value));
        if let Some(&version) = record.get(22).filter(|&&version| version != 0) {
            fields.push(field("sourceLanguageVersion", FieldValue::Integer(version.into())));
        }
    }

    fn enumerator(&mut self, cursor: &Cursor<'_>, around: Around<'_>, record: &[u64]) -> Result<()> {
        let [head, first, second, words @ ..] = record else {
            return cursor.error("the record of an enumerator is too short");
        };
        let (is_unsigned, is_wide) = (head & 2 != 0, head & 4 != 0);
        let strings = &around.module.strings;
        let (value, name) = match is_wide {
            true => {
                let Ok(width) = u32::try_from(*first) else { return cursor.error("a number is too wide") };
                (FieldValue::number(strings, &wide(cursor, width, words, is_unsigned)?), *second)
            }
            false if is_unsigned => (FieldValue::Integer((inverted(*first) as u64).into()), *second),
            false => (FieldValue::Integer(inverted(*first).into()), *second),
        };
        let name = self.string(around.outer, name);
        let name = name.unwrap_or_else(|| strings.intern(b""));
        let field = |name: &str, value| Field { name: Some(around.names.other(name)), value };
        let mut fields = vec![field("name", FieldValue::String(name)), field("value", value)];
        if is_unsigned {
            fields.push(field("isUnsigned", FieldValue::Bool(true)));
        }
        let kind = around.names.other("DIEnumerator");
        let kind = MdNodeKind::Specialized { kind, fields: fields.into() };
        self.push_node(MdNodeData { distinct: head & 1 != 0, kind });
        Ok(())
    }

    fn generic(&mut self, cursor: &Cursor<'_>, around: Around<'_>, record: &[u64]) -> Result<()> {
        let [head, tag, version, header, operands @ ..] = record else {
            return cursor.error("the record of a generic node is too short");
        };
        if *version != 0 {
            return cursor.error("a generic node of an unknown version");
        }
        let field = |name: &str, value| Field { name: Some(around.names.other(name)), value };
        let names = tern_support::dwarf::TAGS.names;
        let mut fields = vec![field("tag", self.keyword(&around.module.strings, names, *tag))];
        let header = self.string(around.outer, *header);
        if let Some(header) = header.filter(|&header| !around.module.strings.get(header).is_empty()) {
            fields.push(field("header", FieldValue::String(header)));
        }
        for &id in operands {
            let element = self.at_or_null(cursor, around.outer, id)?;
            fields.push(field("operands", FieldValue::Element(element)));
        }
        let kind = around.names.other("GenericDINode");
        let kind = MdNodeKind::Specialized { kind, fields: fields.into() };
        self.push_node(MdNodeData { distinct: head & 1 != 0, kind });
        Ok(())
    }

    fn expression(&mut self, cursor: &Cursor<'_>, around: Around<'_>, record: &[u64]) -> Result<()> {
        let Some((&head, elements)) = record.split_first() else {
            return cursor.error("the record of an expression is empty");
        };
        let elements = old_nodes::expression(&mut self.old, cursor, head >> 1, elements)?;
        let data = self.expression_of(around, &elements, head & 1 != 0);
        self.push_node(data);
        Ok(())
    }

    /// The node of an expression with these elements.
    pub(super) fn expression_of(
        &mut self,
        around: Around<'_>,
        elements: &[u64],
        distinct: bool,
    ) -> MdNodeData {
        use tern_support::dwarf::{ENCODINGS, OPERATIONS};
        /// Operations whose second operand is an encoding.
        const CONVERT: u64 = 0x1001;
        let strings = &around.module.strings;
        let mut fields = Vec::with_capacity(elements.len());
        let mut rest = elements;
        let is_valid = old_nodes::is_valid_expression(elements);
        while let Some((&operation, after)) = rest.split_first() {
            let count = old_nodes::operand_count(operation).min(after.len());
            let (operands, next) = after.split_at(count);
            rest = next;
            let number = |&value: &u64| FieldValue::Integer(value.into());
            let mut push = |value| fields.push(Field { name: None, value });
            match is_valid {
                true => push(self.keyword(strings, OPERATIONS.names, operation)),
                false => push(number(&operation)),
            }
            match operands {
                [size, encoding] if is_valid && operation == CONVERT => {
                    push(number(size));
                    push(self.keyword(strings, ENCODINGS.names, *encoding));
                }
                operands => operands.iter().for_each(|operand| push(number(operand))),
            }
        }
        let kind = around.names.other("DIExpression");
        MdNodeData { distinct, kind: MdNodeKind::Specialized { kind, fields: fields.into() } }
    }

    /// The number that an expression is, if it is a signed constant.
    fn constant_expression(&self, module: &Module, metadata: Metadata) -> Option<i64> {
        let Metadata::Node(node) = metadata else { return None };
        let data = self.nodes.get((node.as_u32().checked_sub(self.first_node)?) as usize)?;
        let MdNodeKind::Specialized { fields, .. } = &data.kind else { return None };
        match &**fields {
            [
                Field { name: None, value: FieldValue::Symbols(operation) },
                Field { value: FieldValue::Integer(value), .. },
            ] => {
                let is_signed = module.strings.get(*operation) == b"DW_OP_consts";
                is_signed.then(|| value.get() as i64)
            }
            _ => None,
        }
    }

    /// Ends reading of this list: all that was referred to must have been read.
    pub(super) fn finish(&mut self, cursor: &Cursor<'_>, around: Around<'_>) -> Result<()> {
        if let Some(id) = self.forward.keys().min() {
            return cursor.error(format!("metadata {id} is used but not defined"));
        }
        if !self.replaced.is_empty() {
            let replaced = std::mem::take(&mut self.replaced);
            self.replace(|node| replaced.get(&node).copied());
        }
        old_nodes::finish(self, around);
        Ok(())
    }

    /// Replaces references to nodes in all nodes.
    pub(super) fn replace(&mut self, by: impl Fn(MdNode) -> Option<Metadata>) {
        for data in &mut self.nodes {
            for operand in data.kind.operands_mut() {
                if let Metadata::Node(node) = *operand
                    && let Some(new) = by(node)
                {
                    *operand = new;
                }
            }
        }
    }
}

impl Md {
    /// A value as metadata.
    fn of_value(value: Option<Value>) -> Self {
        match value.map(|value| (value, value.constant())) {
            None => Self::Plain(Metadata::Null),
            Some((_, Some(constant))) => Self::Plain(Metadata::Constant(constant)),
            Some((value, None)) => Self::Local(value),
        }
    }

    /// The constant through which metadata is an argument of a call.
    pub(super) fn as_argument(&self) -> ConstantKind {
        match self {
            Self::Plain(metadata) => ConstantKind::Metadata(*metadata),
            Self::Local(value) => match value.kind() {
                crate::function::ValueKind::Local(local) => ConstantKind::LocalMetadata(local),
                crate::function::ValueKind::Constant(constant) => {
                    ConstantKind::Metadata(Metadata::Constant(constant))
                }
            },
            Self::ArgList(values) => ConstantKind::ArgList(values.clone()),
        }
    }
}

/// An empty tuple, which stands for what is not read yet.
pub(super) fn placeholder() -> MdNodeData {
    MdNodeData { distinct: false, kind: MdNodeKind::Tuple(Box::default()) }
}

/// The low bytes of the operands.
pub(super) fn bytes_of(record: &[u64]) -> Vec<u8> {
    record.iter().map(|&byte| byte as u8).collect()
}

/// The value of an integer constant of at most 64 bits, as a signed number.
pub(super) fn constant_number(module: &Module, metadata: Metadata) -> Option<i64> {
    let Metadata::Constant(constant) = metadata else { return None };
    integer_value(module, constant)
}

/// The value of an integer constant, as a signed number, if it has at most 64 bits.
pub(super) fn integer_value(module: &Module, constant: Constant) -> Option<i64> {
    let data = module.constants.get(constant);
    let width = module.types.integer_width(data.ty)?;
    match data.kind {
        ConstantKind::Integer(value) if width <= 64 => Some((value << (64 - width)) as i64 >> (64 - width)),
        _ => None,
    }
}

/// The keywords of flags: numbers within them, then bits. As in LLVM, what has no name is left out unless there is nothing else.
fn flags(
    strings: &Strings,
    prefix: &str,
    numbers: &[(u32, [&str; 3])],
    bits: &[(u64, &str)],
    value: u32,
) -> FieldValue {
    let mut rest = value;
    let mut words = Vec::new();
    for (position, names) in numbers {
        let number = rest >> position & 3;
        if let Some(name) =
            (number as usize).checked_sub(1).map(|at| names[at]).filter(|name| !name.is_empty())
        {
            rest &= !(3 << position);
            words.push(format!("{prefix}{name}"));
        }
    }
    for &(bit, name) in bits {
        if rest & bit as u32 == bit as u32 {
            rest &= !(bit as u32);
            words.push(format!("{prefix}{name}"));
        }
    }
    if words.is_empty() {
        return FieldValue::Integer(value.into());
    }
    FieldValue::Symbols(strings.intern(words.join(JOINT).as_bytes()))
}

/// An integer of any width in a record, as LLVM prints it.
fn wide_number(cursor: &Cursor<'_>, record: &[u64], field: &LayoutField) -> Result<BigInt> {
    let read = |at: usize| -> Result<(BigInt, usize)> {
        let Some(&head) = record.get(at) else { return cursor.error("a number is missing") };
        let (width, count) = (head as u32, (head >> 32) as usize);
        let words = at.checked_add(1 + count).and_then(|end| record.get(at + 1..end));
        let Some(words) = words else { return cursor.error("a number has too few words") };
        let value = match (width, words) {
            (0, _) => BigInt::ZERO,
            (1..=64, &[word]) => bigint_from_limbs(width, &[rotated(word) as u64]),
            _ => wide(cursor, width, words, false)?,
        };
        Ok((value, at + 1 + count))
    };
    let (numerator, after) = read(9)?;
    Ok(if field.name == "numerator" { numerator } else { read(after)?.0 })
}
