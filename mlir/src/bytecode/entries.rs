//! The tables of a file that is being read: strings, dialects, operation names, attributes and types.
//!
//! Attributes and types are decoded lazily. What an entry refers to is decoded first, from an explicit stack, so that nesting
//! needs no recursion; an entry that refers to itself is an error.

use rustc_hash::FxHashMap;

use super::encoding::{self, Data, Lookup};
use super::resources::ReadResources;
use super::stream::{Cursor, Result};
use super::{ReadOptions, Version, builtin, declared};
use crate::asm::{self, ParseOptions};
use crate::attributes::{AttrKind, Attribute};
use crate::context::{Context, Ident, OpName};
use crate::types::{Type, TypeKind};

/// The nesting limit of attributes and types.
const MAX_HEIGHT: u32 = 5_000;

/// Estimate of the printed text per byte of an entry.
const TEXT_OF_A_BYTE: u64 = 8;

/// The tables of a file.
pub(super) struct Entries<'a, 'c> {
    pub(super) context: &'c Context,
    pub(super) version: Version,
    pub(super) options: ReadOptions,
    strings: Vec<Ident>,
    pub(super) dialects: Vec<Ident>,
    op_names: Vec<NamedOp>,
    attributes: Vec<Entry<'a, Attribute>>,
    types: Vec<Entry<'a, Type>>,
    pub(super) resources: ReadResources,
    /// Whether numbers of distinct attributes in texts are shared by the whole file, as Tern writes them, or local to each text.
    pub(super) shared_distinct: bool,
    /// Maps shared numbers of distinct attributes to identities.
    distinct: FxHashMap<u64, u64>,
    /// The maximum text that an entry may expand to.
    largest_expansion: u64,
    /// The text that all requested entries have expanded to so far, and the limit.
    expanded: u64,
    most_expanded: u64,
}

/// The name of an operation.
#[derive(Clone, Copy)]
pub(super) struct NamedOp {
    pub(super) name: OpName,
    /// Whether the operation was registered where the file was written; its properties are then encoded according to its
    /// declaration.
    pub(super) registered: bool,
}

/// An attribute or type.
struct Entry<'a, T> {
    /// Index of the dialect.
    dialect: usize,
    /// Whether it has the dialect's encoding rather than a text.
    custom: bool,
    content: Cursor<'a>,
    value: Option<T>,
    /// Whether it is being decoded; detects cycles.
    busy: bool,
    /// Nesting depth.
    height: u32,
    /// Estimated length of the printed text.
    size: u64,
}

/// A reference to an attribute or type, by index.
#[derive(Clone, Copy)]
enum Wanted {
    Attribute(usize),
    Type(usize),
}

/// A lookup for decoding one entry, which records what is not decoded yet.
struct Pending<'e, 'a, 'c> {
    entries: &'e Entries<'a, 'c>,
    missing: Vec<Wanted>,
    height: u32,
    size: u64,
}

impl Lookup for Pending<'_, '_, '_> {
    fn context(&self) -> &Context {
        self.entries.context
    }

    fn attribute(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Attribute>> {
        let index = cursor.checked_index(index, self.entries.attributes.len(), "attribute")?;
        let entry = &self.entries.attributes[index];
        self.height = self.height.max(entry.height);
        self.size = self.size.saturating_add(entry.size);
        if entry.value.is_none() {
            self.missing.push(Wanted::Attribute(index));
        }
        Ok(entry.value)
    }

    fn ty(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Type>> {
        let index = cursor.checked_index(index, self.entries.types.len(), "type")?;
        let entry = &self.entries.types[index];
        self.height = self.height.max(entry.height);
        self.size = self.size.saturating_add(entry.size);
        if entry.value.is_none() {
            self.missing.push(Wanted::Type(index));
        }
        Ok(entry.value)
    }

    fn text(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident> {
        self.entries.string(cursor, index)
    }

    fn resource(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident> {
        self.entries.resources.handle(cursor, index)
    }
}

/// A lookup that decodes on demand.
impl Lookup for Entries<'_, '_> {
    fn context(&self) -> &Context {
        self.context
    }

    fn attribute(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Attribute>> {
        let index = cursor.checked_index(index, self.attributes.len(), "attribute")?;
        if self.attributes[index].value.is_none() {
            self.decode(Wanted::Attribute(index))?;
        }
        Ok(self.attributes[index].value)
    }

    fn ty(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Type>> {
        let index = cursor.checked_index(index, self.types.len(), "type")?;
        if self.types[index].value.is_none() {
            self.decode(Wanted::Type(index))?;
        }
        Ok(self.types[index].value)
    }

    fn text(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident> {
        self.string(cursor, index)
    }

    fn resource(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident> {
        self.resources.handle(cursor, index)
    }
}

impl<'a, 'c> Entries<'a, 'c> {
    pub(super) fn new(context: &'c Context, version: Version, options: ReadOptions, length: usize) -> Self {
        Self {
            context,
            version,
            options,
            strings: Vec::new(),
            dialects: Vec::new(),
            op_names: Vec::new(),
            attributes: Vec::new(),
            types: Vec::new(),
            resources: ReadResources::default(),
            shared_distinct: false,
            distinct: FxHashMap::default(),
            expanded: 0,
            largest_expansion: asm::largest_expansion(length),
            most_expanded: asm::largest_total_expansion(length),
        }
    }

    // Sections.

    /// Reads the strings: their number, their lengths from the last to the first, then the strings, each followed by a zero.
    pub(super) fn read_strings(&mut self, mut section: Cursor<'a>) -> Result<()> {
        let count = section.count("strings")?;
        let mut lengths = Vec::with_capacity(count);
        for _ in 0..count {
            let before = section;
            match section.varint()? {
                0 => return Err(before.fault("a string has no end")),
                length => lengths.push(before.bounded(length, "bytes of a string")?),
            }
        }
        for length in lengths.into_iter().rev() {
            let bytes = section.bytes(length)?;
            self.strings.push(self.context.ident_of_bytes(&bytes[..length - 1]));
        }
        section.finish("the strings")
    }

    /// Reads the dialects and the names of their operations.
    pub(super) fn read_dialects(&mut self, mut section: Cursor<'a>) -> Result<()> {
        let count = section.count("dialects")?;
        for _ in 0..count {
            let before = section;
            let name = if self.version >= Version::DIALECT_VERSIONS {
                let (name, versioned) = section.flagged()?;
                if versioned {
                    // None of the known dialects has versions.
                    match section.section()? {
                        (super::Section::DialectVersions, _) => {}
                        _ => return Err(before.fault("expected the version of a dialect")),
                    }
                }
                name
            } else {
                section.varint()?
            };
            let name = self.string(&before, name)?;
            self.dialects.push(name);
        }
        if self.version >= Version::OPTIONAL_LOCATIONS {
            section.count("names of operations")?;
        }
        while !section.is_empty() {
            let dialect = section.index(self.dialects.len(), "dialect")?;
            let dialect = self.dialects[dialect];
            for _ in 0..section.count("names of operations")? {
                let before = section;
                let (name, registered) = if self.version >= Version::NATIVE_PROPERTIES {
                    section.flagged()?
                } else {
                    (section.varint()?, true)
                };
                let name = self.string(&before, name)?;
                let op = self.op_of(dialect, name);
                if self.context.op_name_data(op).def.is_none() {
                    self.check_unregistered(&before, dialect, op)?;
                }
                self.op_names.push(NamedOp { name: op, registered });
            }
        }
        Ok(())
    }

    /// The operation `dialect.name`; just `dialect` if the name is empty.
    fn op_of(&self, dialect: Ident, name: Ident) -> OpName {
        let (dialect, name) = (self.context.str(dialect), self.context.str(name));
        match name {
            "" => self.context.op_name(dialect),
            _ => self.context.op_name(&format!("{dialect}.{name}")),
        }
    }

    /// Checks that an undeclared operation is acceptable; the verifier asks its dialect again.
    fn check_unregistered(&self, at: &Cursor<'_>, dialect: Ident, op: OpName) -> Result<()> {
        let (dialect, name) =
            (self.context.str(dialect), self.context.str(self.context.op_name_data(op).name));
        if self.context.dialect(dialect).is_some() || self.options.allow_unregistered_dialects {
            return Ok(());
        }
        Err(at.fault(format!(
            "dialect '{dialect}' of operation '{name}' is unknown. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used."
        )))
    }

    /// Reads attributes and types: one section has the length of each entry, the other the entries.
    pub(super) fn read_entries(&mut self, mut offsets: Cursor<'a>, mut content: Cursor<'a>) -> Result<()> {
        let attributes = offsets.count("attributes")?;
        let types = offsets.count("types")?;
        self.attributes = self.read_group(attributes, &mut offsets, &mut content)?;
        self.types = self.read_group(types, &mut offsets, &mut content)?;
        offsets.finish("the lengths of attributes and types")?;
        content.finish("the attributes and types")
    }

    fn read_group<T>(
        &self,
        total: usize,
        offsets: &mut Cursor<'a>,
        content: &mut Cursor<'a>,
    ) -> Result<Vec<Entry<'a, T>>> {
        let mut entries = Vec::new();
        while entries.len() < total {
            let dialect = offsets.index(self.dialects.len(), "dialect")?;
            let before = *offsets;
            let count = offsets.count("attributes or types")?;
            if count > total - entries.len() {
                return Err(before.fault("a dialect has more attributes or types than there are"));
            }
            for _ in 0..count {
                let before = *offsets;
                let (length, custom) = offsets.flagged()?;
                let length = usize::try_from(length).ok().filter(|&length| length <= content.left());
                let Some(length) = length else {
                    return Err(before.fault("an attribute or type is longer than their section"));
                };
                let content = content.part(length)?;
                entries.push(Entry {
                    dialect,
                    custom,
                    content,
                    value: None,
                    busy: false,
                    height: 0,
                    size: 0,
                });
            }
        }
        Ok(entries)
    }

    // Lookup.

    /// The string with this index.
    pub(super) fn string(&self, at: &Cursor<'_>, index: u64) -> Result<Ident> {
        Ok(self.strings[at.checked_index(index, self.strings.len(), "string")?])
    }

    /// Reads the index of an operation name.
    pub(super) fn next_op_name(&self, cursor: &mut Cursor<'_>) -> Result<NamedOp> {
        Ok(self.op_names[cursor.index(self.op_names.len(), "name of an operation")?])
    }

    /// Reads the index of an attribute.
    pub(super) fn next_attribute(&mut self, cursor: &mut Cursor<'_>) -> Result<Attribute> {
        let before = *cursor;
        let index = cursor.varint()?;
        let attribute = self.attribute(&before, index)?;
        let entry = usize::try_from(index).ok().and_then(|index| self.attributes.get(index));
        // What the file spells in full is not an expansion.
        self.expand(&before, entry.filter(|entry| entry.custom).map_or(0, |entry| entry.size))?;
        attribute.ok_or_else(|| before.fault("expected an attribute"))
    }

    /// Reads the index of a type.
    pub(super) fn next_type(&mut self, cursor: &mut Cursor<'_>) -> Result<Type> {
        let before = *cursor;
        let index = cursor.varint()?;
        self.type_at(&before, index)
    }

    /// The type with this index.
    pub(super) fn type_at(&mut self, at: &Cursor<'_>, index: u64) -> Result<Type> {
        let ty = self.ty(at, index)?.ok_or_else(|| at.fault("expected a type"))?;
        let entry = usize::try_from(index).ok().and_then(|index| self.types.get(index));
        self.expand(at, entry.filter(|entry| entry.custom).map_or(0, |entry| entry.size))?;
        Ok(ty)
    }

    // Decoding.

    /// Decodes an entry and everything it refers to.
    fn decode(&mut self, wanted: Wanted) -> Result<()> {
        let mut stack = vec![wanted];
        while let Some(&wanted) = stack.last() {
            if self.is_known(wanted) {
                stack.pop();
                continue;
            }
            self.set_busy(wanted, true);
            let missing = self.try_decode(wanted)?;
            for &other in &missing {
                if self.is_busy(other) {
                    return Err(self.content(other).fault("an attribute or type that holds itself"));
                }
            }
            stack.extend(missing);
        }
        Ok(())
    }

    /// Decodes an entry if everything it refers to is decoded; otherwise returns what is missing.
    fn try_decode(&mut self, wanted: Wanted) -> Result<Vec<Wanted>> {
        let (dialect, custom, mut cursor) = match wanted {
            Wanted::Attribute(index) => {
                let entry = &self.attributes[index];
                (entry.dialect, entry.custom, entry.content)
            }
            Wanted::Type(index) => {
                let entry = &self.types[index];
                (entry.dialect, entry.custom, entry.content)
            }
        };
        let start = cursor;
        if !custom {
            let text = cursor.rest_before_zero()?;
            match wanted {
                Wanted::Attribute(index) => {
                    let value = self.attribute_of_text(&start, text)?;
                    let entry = &mut self.attributes[index];
                    (entry.value, entry.size) = (Some(value), text.len() as u64);
                    if asm::has_alias(self.context, value) {
                        entry.size = 0;
                    }
                }
                Wanted::Type(index) => {
                    let value = self.type_of_text(&start, text)?;
                    let entry = &mut self.types[index];
                    (entry.value, entry.size) = (Some(value), text.len() as u64);
                }
            }
            return Ok(Vec::new());
        }
        let context = self.context;
        let code = cursor.varint()?;
        let mut pending = Pending { entries: self, missing: Vec::new(), height: 0, size: 0 };
        let invalid = |message: String| start.fault(message);
        let dialect_name = context.str(pending.entries.dialects[dialect]);
        let unknown = || invalid(format!("unknown attribute or type {code} of dialect '{dialect_name}'"));
        let no_encoding = || invalid(format!("dialect '{dialect_name}' has no encoding that is known"));
        match (wanted, dialect_name) {
            (Wanted::Attribute(index), "builtin") => {
                let encoding = by_code(builtin::ATTRIBUTES, code).ok_or_else(unknown)?;
                if let Some(data) = encoding::read(encoding.fields, &mut cursor, &mut pending)? {
                    cursor.finish("an attribute")?;
                    let kind = (encoding.join)(context, Data::new(data)).map_err(invalid)?;
                    let below = (pending.height, pending.size);
                    return self.decoded_attribute(&start, index, kind, below);
                }
            }
            (Wanted::Type(index), "builtin") => {
                let encoding = by_code(builtin::TYPES, code).ok_or_else(unknown)?;
                if let Some(data) = encoding::read(encoding.fields, &mut cursor, &mut pending)? {
                    cursor.finish("a type")?;
                    let kind: TypeKind = (encoding.join)(context, Data::new(data)).map_err(invalid)?;
                    let (height, size) = self.checked(&start, (pending.height, pending.size))?;
                    let entry = &mut self.types[index];
                    (entry.value, entry.height, entry.size) = (Some(context.ty(kind)), height, size);
                    return Ok(Vec::new());
                }
            }
            (Wanted::Attribute(index), _) => {
                let encodings = context.dialect(dialect_name).map_or(&[][..], |dialect| dialect.bytecode);
                if encodings.is_empty() {
                    return Err(no_encoding());
                }
                let code = usize::try_from(code).map_err(|_| unknown())?;
                let encoding = encodings.get(code).ok_or_else(unknown)?;
                if let Some(data) = encoding::read(&encoding.fields(), &mut cursor, &mut pending)? {
                    cursor.finish("an attribute")?;
                    let kind = declared::join(context, encoding, Data::new(data)).map_err(invalid)?;
                    let below = (pending.height, pending.size);
                    return self.decoded_attribute(&start, index, kind, below);
                }
            }
            (Wanted::Type(_), _) => return Err(no_encoding()),
        }
        Ok(pending.missing)
    }

    fn decoded_attribute(
        &mut self,
        at: &Cursor<'_>,
        index: usize,
        kind: AttrKind,
        below: (u32, u64),
    ) -> Result<Vec<Wanted>> {
        let (height, size) = self.checked(at, below)?;
        let value = self.context.attr(kind);
        let entry = &mut self.attributes[index];
        (entry.value, entry.height) = (Some(value), height);
        entry.size = if asm::has_alias(self.context, value) { 0 } else { size };
        Ok(Vec::new())
    }

    /// The depth and size of an entry that holds entries of depth and size `below`; an error beyond the limits.
    fn checked(&self, at: &Cursor<'_>, below: (u32, u64)) -> Result<(u32, u64)> {
        let (height, size) = below;
        if height == MAX_HEIGHT {
            return Err(at.fault("nested too deeply"));
        }
        let largest = self.largest_expansion;
        if size > largest {
            return Err(at.fault(format!("stands for more than {largest} bytes of text, by way of others")));
        }
        Ok((height + 1, size + TEXT_OF_A_BYTE * (1 + at.left() as u64)))
    }

    /// Counts `size` towards the expansion limit.
    fn expand(&mut self, at: &Cursor<'_>, size: u64) -> Result<()> {
        self.expanded = self.expanded.saturating_add(size);
        if self.expanded > self.most_expanded {
            return Err(at.fault("attributes and types stand for too much text"));
        }
        Ok(())
    }

    fn attribute_of_text(&mut self, at: &Cursor<'_>, text: &[u8]) -> Result<Attribute> {
        if !self.shared_distinct {
            self.distinct.clear();
        }
        let options = parse_options(self.options);
        let parsed = asm::parse_attribute(self.context, text, &options, &mut self.distinct);
        parsed.map_err(|diagnostic| in_text(at, text, diagnostic.message()))
    }

    fn type_of_text(&self, at: &Cursor<'_>, text: &[u8]) -> Result<Type> {
        let parsed = asm::parse_type(self.context, text, &parse_options(self.options));
        parsed.map_err(|diagnostic| in_text(at, text, diagnostic.message()))
    }

    fn is_known(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Attribute(index) => self.attributes[index].value.is_some(),
            Wanted::Type(index) => self.types[index].value.is_some(),
        }
    }

    fn is_busy(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Attribute(index) => self.attributes[index].busy,
            Wanted::Type(index) => self.types[index].busy,
        }
    }

    fn set_busy(&mut self, wanted: Wanted, busy: bool) {
        match wanted {
            Wanted::Attribute(index) => self.attributes[index].busy = busy,
            Wanted::Type(index) => self.types[index].busy = busy,
        }
    }

    fn content(&self, wanted: Wanted) -> Cursor<'a> {
        match wanted {
            Wanted::Attribute(index) => self.attributes[index].content,
            Wanted::Type(index) => self.types[index].content,
        }
    }
}

fn by_code<K>(
    encodings: &'static [encoding::Encoding<K>],
    code: u64,
) -> Option<&'static encoding::Encoding<K>> {
    encodings.get(usize::try_from(code).ok()?)
}

fn parse_options(options: ReadOptions) -> ParseOptions {
    ParseOptions {
        allow_unregistered_dialects: options.allow_unregistered_dialects,
        ..ParseOptions::default()
    }
}

/// An error in the text of an attribute or type.
#[cold]
fn in_text(at: &Cursor<'_>, text: &[u8], message: &str) -> Box<super::stream::Fault> {
    const SHOWN: usize = 80;
    let shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]);
    let more = if text.len() > SHOWN { "…" } else { "" };
    at.fault(format!("{message}, in '{shown}{more}'"))
}
