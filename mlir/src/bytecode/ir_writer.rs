//! Writes a bytecode file: header, sections and operations.

use std::rc::Rc;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::encoding::{self, Datum, Sink};
use super::numbering::{Custom, Numbering, custom_attribute, custom_type, is_isolated, split_name};
use super::properties::{Slot, SlotTable, property};
use super::resources::WrittenGroup;
use super::stream::Emitter;
use super::{MAGIC, Section, Version, WriteOptions, names, parts, resources};
use crate::asm;
use crate::attributes::{Attribute, NamedAttribute};
use crate::body::{Block, Body, Module, OpRef, OpShape, Region, Value};
use crate::context::{Context, Ident, OpName};
use crate::declare::OpDef;
use crate::resources::Resources;
use crate::types::Type;

/// Writes a module.
pub(super) fn write(context: &Context, module: &Module, options: &WriteOptions) -> Vec<u8> {
    let slots = SlotTable::new(options.version);
    let numbering = Numbering::new(context, module, &slots, *options);
    let mut writer = Writer {
        context,
        version: options.version,
        numbering,
        slots,
        shapes: SecondaryMap::new(),
        strings: Strings::default(),
        properties: PropertyTable::default(),
    };
    let mut out = Emitter::default();
    out.bytes.extend(MAGIC);
    out.varint(options.version.number());
    let producer = if options.names { names::PRODUCER_WITH_NAMES } else { names::PRODUCER };
    out.bytes.extend(producer.as_bytes());
    out.byte(0);

    writer.dialects(&mut out);
    writer.entries(&mut out);
    let mut operations = Emitter::default();
    // The top level is a block with one operation and no arguments.
    operations.flagged(1, false);
    let root = OpRef::new(context, module.body(), module.root());
    let mut values = Values { numbers: FxHashMap::default(), next: 0 };
    root.body.results(root.op).for_each(|result| values.define(result));
    writer.operation(root, &[], &mut values, &mut operations);
    out.section(Section::Ir, &operations.bytes);
    writer.resources(module.resources(), options.elide_resources, &mut out);
    writer.strings.section(context, &mut out);
    if options.version >= Version::NATIVE_PROPERTIES {
        writer.properties.section(&mut out);
    }
    out.bytes
}

/// The attributes and properties of an operation, as they are written.
pub(super) struct EncodedAttributes {
    /// The attribute dictionary; includes inherent attributes that cannot be encoded as properties.
    pub(super) attributes: Attribute,
    pub(super) properties: Option<Properties>,
}

/// The properties of an operation, as they are written.
pub(super) enum Properties {
    /// Of a declared operation: its slots and their contents.
    Declared(Rc<[Slot]>, Vec<Datum>),
    /// Of an unknown operation: a dictionary.
    Dictionary(Attribute),
}

impl Properties {
    pub(super) fn write(&self, sink: &mut impl Sink) {
        match self {
            Self::Dictionary(attribute) => sink.attribute(*attribute),
            Self::Declared(slots, data) => {
                for (slot, datum) in slots.iter().zip(data) {
                    match (slot, datum) {
                        (Slot::Attribute(_, field), _) => {
                            encoding::write(&[*field], std::slice::from_ref(datum), sink)
                        }
                        (Slot::Native(_, native), _) => {
                            let is_written = native.write(datum, sink.out());
                            debug_assert!(is_written, "the datum does not match its slot");
                        }
                        (Slot::Sizes(..), Datum::List(sizes)) => sparse_array(sizes, sink.out()),
                        (Slot::Sizes(..), _) => debug_assert!(false, "the datum does not match its slot"),
                    }
                }
            }
        }
    }
}

/// Splits an operation's attributes into what is written as attributes and what is written as properties.
pub(super) fn parts_of(op: OpRef<'_>, table: &SlotTable) -> EncodedAttributes {
    let context = op.context;
    let (attributes, properties) = (op.body.attributes(op.op), op.body.properties(op.op));
    let Some(def) = natively_encoded(context, op.body.op_name(op.op)) else {
        if properties == context.common.empty_dictionary {
            return EncodedAttributes { attributes, properties: None };
        }
        if table.version() >= Version::NATIVE_PROPERTIES {
            return EncodedAttributes { attributes, properties: Some(Properties::Dictionary(properties)) };
        }
        return EncodedAttributes {
            attributes: merged(context, attributes, entries(context, properties)),
            properties: None,
        };
    };
    let slots = table.of(def);
    let known = |name: &str| slots.iter().any(|slot| slot.name() == name);
    if table.version() < Version::NATIVE_PROPERTIES {
        let named = slots.iter().filter_map(|slot| {
            // Upstream never writes enums here. Write only those that are set, so that readers without this extension usually see none.
            let value = match slot {
                Slot::Native(name, _) => op.property(name)?,
                Slot::Attribute(name, _) | Slot::Sizes(name, _) => property(op, def, name)?,
            };
            Some(NamedAttribute { name: context.ident(slot.name()), value })
        });
        let rest = entries(context, properties).filter(|entry| !known(context.str(entry.name)));
        return EncodedAttributes {
            attributes: merged(context, attributes, named.chain(rest)),
            properties: None,
        };
    }
    if slots.is_empty() {
        return EncodedAttributes {
            attributes: merged(context, attributes, entries(context, properties)),
            properties: None,
        };
    }
    let data: Option<Vec<Datum>> = slots.iter().map(|slot| slot.datum(op, def)).collect();
    match data {
        Some(data) => {
            let rest = entries(context, properties).filter(|entry| !known(context.str(entry.name)));
            let attributes = merged(context, attributes, rest);
            EncodedAttributes { attributes, properties: Some(Properties::Declared(slots, data)) }
        }
        // A required attribute is missing or of the wrong kind: the operation is invalid, but write everything as attributes.
        None => EncodedAttributes {
            attributes: merged(context, attributes, entries(context, properties)),
            properties: None,
        },
    }
}

/// The declaration of an operation, unless bytecode stores its properties as those of an undeclared one.
fn natively_encoded(context: &Context, name: OpName) -> Option<&'static OpDef> {
    let def = context.op_name_data(name).def?;
    let by_name = context.op_name_data(name).dialect.is_some_and(|dialect| dialect.properties_by_name);
    (!by_name).then_some(def)
}

fn entries(context: &Context, dictionary: Attribute) -> impl Iterator<Item = NamedAttribute> + '_ {
    dictionary.as_dictionary(context).unwrap_or_default().iter().copied()
}

fn merged(context: &Context, attributes: Attribute, more: impl Iterator<Item = NamedAttribute>) -> Attribute {
    let mut more = more.peekable();
    if more.peek().is_none() {
        return attributes;
    }
    Attribute::dictionary(context, more.chain(entries(context, attributes)).collect::<Vec<_>>())
}

/// Writes an array of numbers, most of which are zero, in MLIR's sparse form.
fn sparse_array(sizes: &[Datum], out: &mut Emitter) {
    let number = |datum: &Datum| if let Datum::Unsigned(number) = datum { *number } else { 0 };
    let given = sizes.iter().filter(|size| number(size) != 0).count();
    let last = sizes.iter().rposition(|size| number(size) != 0).unwrap_or(0);
    if last > 256 || given > sizes.len() / 2 {
        out.flagged(sizes.len() as u64, false);
        sizes.iter().for_each(|size| out.varint(number(size)));
        return;
    }
    out.flagged(given as u64, true);
    if given == 0 {
        return;
    }
    let bits = (last as u64 + 1).next_power_of_two().trailing_zeros();
    out.varint(u64::from(bits));
    for (position, size) in sizes.iter().enumerate().filter(|(_, size)| number(size) != 0) {
        out.varint(number(size) << bits | position as u64);
    }
}

/// The strings of a file, in order of first use.
#[derive(Default)]
struct Strings {
    strings: Vec<Ident>,
    numbers: FxHashMap<Ident, u64>,
}

impl Strings {
    fn number(&mut self, text: Ident) -> u64 {
        *self.numbers.entry(text).or_insert_with(|| {
            self.strings.push(text);
            self.strings.len() as u64 - 1
        })
    }

    fn section(&self, context: &Context, out: &mut Emitter) {
        let mut content = Emitter::default();
        content.varint(self.strings.len() as u64);
        for &string in self.strings.iter().rev() {
            content.varint(context.bytes(string).len() as u64 + 1);
        }
        for &string in &self.strings {
            content.bytes.extend(context.bytes(string));
            content.byte(0);
        }
        out.section(Section::String, &content.bytes);
    }
}

/// The property section; equal properties are stored once.
#[derive(Default)]
struct PropertyTable {
    content: Emitter,
    numbers: FxHashMap<Box<[u8]>, u64>,
}

impl PropertyTable {
    fn number(&mut self, bytes: &[u8]) -> u64 {
        if let Some(&number) = self.numbers.get(bytes) {
            return number;
        }
        let number = self.numbers.len() as u64;
        self.numbers.insert(bytes.into(), number);
        self.content.blob(bytes);
        number
    }

    fn section(&self, out: &mut Emitter) {
        let mut content = Emitter::default();
        content.varint(self.numbers.len() as u64);
        content.bytes.extend(&self.content.bytes);
        out.section(Section::Properties, &content.bytes);
    }
}

/// The numbers of the values in an isolated region.
struct Values {
    numbers: FxHashMap<Value, u64>,
    next: u64,
}

impl Values {
    fn define(&mut self, value: Value) {
        self.numbers.insert(value, self.next);
        self.next += 1;
    }
}

struct Writer<'c> {
    context: &'c Context,
    version: Version,
    numbering: Numbering<'c>,
    slots: SlotTable,
    shapes: SecondaryMap<OpShape, Option<EncodedShape>>,
    strings: Strings,
    properties: PropertyTable,
}

/// What operations of one shape share: attributes, properties and result types.
#[derive(Clone)]
struct EncodedShape {
    /// Which of these there are.
    mask: u8,
    bytes: Box<[u8]>,
}

/// Writes the contents of fields to a file.
struct FieldSink<'w, 'c> {
    numbering: &'w Numbering<'c>,
    strings: &'w mut Strings,
    out: &'w mut Emitter,
}

impl Sink for FieldSink<'_, '_> {
    fn out(&mut self) -> &mut Emitter {
        self.out
    }

    fn attribute(&mut self, attribute: Attribute) {
        self.out.varint(self.numbering.attribute_number(attribute));
    }

    fn optional_attribute(&mut self, attribute: Option<Attribute>) {
        match attribute {
            Some(attribute) => self.out.flagged(self.numbering.attribute_number(attribute), true),
            None => self.out.varint(0),
        }
    }

    fn ty(&mut self, ty: Type) {
        self.out.varint(self.numbering.type_number(ty));
    }

    fn text(&mut self, text: Ident) {
        self.out.varint(self.strings.number(text));
    }

    fn resource(&mut self, key: Ident) {
        self.out.varint(self.numbering.resource_number(key));
    }
}

impl Writer<'_> {
    // Sections.

    fn dialects(&mut self, out: &mut Emitter) {
        let mut content = Emitter::default();
        content.varint(self.numbering.dialects().len() as u64);
        for &dialect in self.numbering.dialects() {
            let name = self.strings.number(dialect);
            // No dialect has a version.
            match self.version >= Version::DIALECT_VERSIONS {
                true => content.flagged(name, false),
                false => content.varint(name),
            }
        }
        let names: Vec<_> = self.numbering.op_names().collect();
        if self.version >= Version::OPTIONAL_LOCATIONS {
            content.varint(names.len() as u64);
        }
        for group in names.chunk_by(|a, b| a.1 == b.1) {
            content.varint(u64::from(group[0].1));
            content.varint(group.len() as u64);
            for &(name, _) in group {
                let text = self.strings.number(split_name(self.context, name).1);
                match self.version >= Version::NATIVE_PROPERTIES {
                    true => content.flagged(text, natively_encoded(self.context, name).is_some()),
                    false => content.varint(text),
                }
            }
        }
        out.section(Section::Dialect, &content.bytes);
    }

    fn entries(&mut self, out: &mut Emitter) {
        let (mut offsets, mut content) = (Emitter::default(), Emitter::default());
        let attributes: Vec<_> = self.numbering.attributes().collect();
        let types: Vec<_> = self.numbering.types().collect();
        offsets.varint(attributes.len() as u64);
        offsets.varint(types.len() as u64);
        for group in attributes.chunk_by(|a, b| a.1 == b.1) {
            offsets.varint(u64::from(group[0].1));
            offsets.varint(group.len() as u64);
            for &(attribute, _) in group {
                let start = content.bytes.len();
                let text = self.numbering.attribute_text(attribute);
                let custom = match text {
                    None => custom_attribute(self.context, attribute),
                    Some(_) => None,
                };
                let is_custom = custom.is_some();
                self.entry(custom, text.unwrap_or_default().into_owned(), &mut content);
                offsets.flagged((content.bytes.len() - start) as u64, is_custom);
            }
        }
        for group in types.chunk_by(|a, b| a.1 == b.1) {
            offsets.varint(u64::from(group[0].1));
            offsets.varint(group.len() as u64);
            for &(ty, _) in group {
                let start = content.bytes.len();
                let custom = custom_type(self.context, ty);
                let is_custom = custom.is_some();
                let text = if is_custom { Vec::new() } else { asm::type_text(self.context, ty) };
                self.entry(custom, text, &mut content);
                offsets.flagged((content.bytes.len() - start) as u64, is_custom);
            }
        }
        out.section(Section::AttrTypeOffset, &offsets.bytes);
        out.section(Section::AttrType, &content.bytes);
    }

    fn entry(&mut self, custom: Option<Custom>, text: Vec<u8>, out: &mut Emitter) {
        match custom {
            Some(Custom { code, fields, data }) => {
                out.varint(code);
                let mut sink = FieldSink { numbering: &self.numbering, strings: &mut self.strings, out };
                encoding::write(&fields, &data, &mut sink);
            }
            None => {
                out.bytes.extend(text);
                out.byte(0);
            }
        }
    }

    /// Writes the resources. Those of the dialect `builtin` are the ones that attributes refer to, in the order of their numbers.
    fn resources(&mut self, given: &Resources, elided: bool, out: &mut Emitter) {
        let builtin = self.context.ident("builtin");
        let (own, others): (Vec<_>, Vec<_>) = given.dialect.iter().partition(|group| group.owner == builtin);
        let find = |key: Ident| {
            let mut entries = own.iter().flat_map(|group| &group.entries);
            (key, entries.find(|(other, _)| *other == key).map(|(_, resource)| resource))
        };
        let referenced: Vec<_> = self.numbering.resource_keys().iter().map(|&key| find(key)).collect();
        let mut dialect: Vec<WrittenGroup<'_>> = Vec::new();
        if !referenced.is_empty() {
            dialect.push((builtin, referenced));
        }
        dialect.extend(others.into_iter().map(resources::written));
        let mut external: Vec<_> = given.external.iter().map(resources::written).collect();
        if elided {
            let entries = dialect.iter_mut().chain(&mut external).flat_map(|(_, entries)| entries);
            entries.for_each(|(_, resource)| *resource = None);
        }
        let (strings, numbering) = (&mut self.strings, &self.numbering);
        let string = |text| strings.number(text);
        resources::write(&external, &dialect, out, string, |dialect| numbering.dialect_number(dialect));
    }

    // Operations.

    fn operation(&mut self, op: OpRef<'_>, blocks: &[Block], values: &mut Values, out: &mut Emitter) {
        out.varint(self.numbering.op_name_number(op.body.op_name(op.op)));
        let mask_at = out.bytes.len();
        out.byte(0);
        out.varint(self.numbering.attribute_number(self.numbering.op_location(op)));
        let mut mask = self.shape(op, out);
        if !op.operands().is_empty() {
            mask |= parts::OPERANDS;
            out.varint(op.operands().len() as u64);
            for operand in op.operands() {
                out.varint(values.numbers.get(operand).copied().unwrap_or(u64::MAX));
            }
        }
        if !op.successors().is_empty() {
            mask |= parts::SUCCESSORS;
            out.varint(op.successors().len() as u64);
            for &successor in op.successors() {
                let number = blocks.binary_search(&successor).ok();
                let number = number.or_else(|| blocks.iter().position(|&block| block == successor));
                out.varint(number.map_or(u64::MAX, |number| number as u64));
            }
        }
        let (body, regions) = op.body.regions(op.op);
        if !regions.is_empty() {
            mask |= parts::REGIONS;
            let isolated = is_isolated(op);
            let needs_block = op.def().is_some_and(OpDef::has_empty_block);
            out.flagged(regions.len() as u64, isolated);
            if isolated {
                let mut inner = Emitter::default();
                let in_section = self.version >= Version::LAZY_REGIONS;
                for &region in regions {
                    let mut values = Values { numbers: FxHashMap::default(), next: 0 };
                    self.region(
                        body,
                        region,
                        needs_block,
                        &mut values,
                        if in_section { &mut inner } else { &mut *out },
                    );
                }
                if in_section {
                    out.section(Section::Ir, &inner.bytes);
                }
            } else {
                for &region in regions {
                    self.region(body, region, needs_block, values, out);
                }
            }
        }
        out.bytes[mask_at] = mask;
    }

    /// Writes what the shape of an operation says: attributes, properties and result types. Returns which of these there are.
    fn shape(&mut self, op: OpRef<'_>, out: &mut Emitter) -> u8 {
        let shape = self.numbering.shapes.intern(op.body, op.op);
        if self.shapes[shape].is_none() {
            self.shapes[shape] = Some(self.encoded(op));
        }
        let EncodedShape { mask, bytes } = self.shapes[shape].as_ref().expect("it was encoded");
        out.bytes.extend(bytes);
        *mask
    }

    fn encoded(&mut self, op: OpRef<'_>) -> EncodedShape {
        let (mut mask, mut out) = (0, Emitter::default());
        let EncodedAttributes { attributes, properties } = parts_of(op, &self.slots);
        if attributes != self.context.common.empty_dictionary {
            mask |= parts::ATTRIBUTES;
            out.varint(self.numbering.attribute_number(attributes));
        }
        if let Some(properties) = properties {
            mask |= parts::PROPERTIES;
            let mut bytes = Emitter::default();
            properties.write(&mut FieldSink {
                numbering: &self.numbering,
                strings: &mut self.strings,
                out: &mut bytes,
            });
            out.varint(self.properties.number(&bytes.bytes));
        }
        let results = op.body.results(op.op);
        if results.len() != 0 {
            mask |= parts::RESULTS;
            out.varint(results.len() as u64);
            for result in results {
                out.varint(self.numbering.type_number(op.type_of(result)));
            }
        }
        EncodedShape { mask, bytes: out.bytes.into() }
    }

    /// Writes a region; if `needs_block`, an omitted empty block is written.
    fn region(
        &mut self,
        body: &Body,
        region: Region,
        needs_block: bool,
        values: &mut Values,
        out: &mut Emitter,
    ) {
        let blocks = body.region_blocks(region);
        if blocks.is_empty() {
            if needs_block {
                // One block, no values; no operations, no arguments.
                out.varint(1);
                out.varint(0);
                out.flagged(0, false);
            } else {
                out.varint(0);
            }
            return;
        }
        out.varint(blocks.len() as u64);
        // Number all values of the region before writing its operations, because uses may precede definitions. Nested regions
        // continue after the last value of this one.
        let first = values.next;
        for &block in blocks {
            body.block_arguments(block).iter().for_each(|&argument| values.define(argument));
            for op in body.block_ops(block) {
                body.results(op).for_each(|result| values.define(result));
            }
        }
        let after = values.next;
        out.varint(after - first);
        for &block in blocks {
            self.block(body, block, blocks, values, out);
        }
        values.next = first;
    }

    fn block(&mut self, body: &Body, block: Block, blocks: &[Block], values: &mut Values, out: &mut Emitter) {
        let arguments = body.block_arguments(block);
        out.flagged(body.block_ops(block).count() as u64, !arguments.is_empty());
        if !arguments.is_empty() {
            out.varint(arguments.len() as u64);
            for &argument in arguments {
                let ty = self.numbering.type_number(body.value_type(argument));
                let location = self.numbering.argument_location(body, argument);
                let number = self.numbering.attribute_number(location);
                if self.version >= Version::OPTIONAL_LOCATIONS {
                    let known = location != self.context.common.unknown_location;
                    out.flagged(ty, known);
                    if known {
                        out.varint(number);
                    }
                } else {
                    out.varint(ty);
                    out.varint(number);
                }
            }
            if self.version >= Version::USE_ORDERS {
                // No use-list orders.
                out.byte(0);
            }
        }
        for op in body.block_ops(block) {
            self.operation(OpRef::new(self.context, body, op), blocks, values, out);
        }
    }
}
