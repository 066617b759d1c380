//! Assigns numbers to everything that is written: attributes, types, dialects, operation names.
//!
//! The most frequently used items get the smallest numbers, because these take the fewest bytes; among numbers with the same
//! number of bytes, items of one dialect are consecutive. Regions are visited in the order of `mlir-opt`, so that the numbers are
//! the same.

use std::sync::Arc;

use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

use super::encoding::{self, Datum, Field, Sink};
use super::ir_writer::{self, EncodedAttributes};
use super::properties::SlotTable;
use super::stream::Emitter;
use super::{Version, WriteOptions, builtin, declared, names};
use crate::asm;
use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, Module, OpRef, OpShape, OpShapes, Region};
use crate::context::{Context, Ident, OpName};
use crate::types::{Type, TypeKind};

/// Marks an item without a number.
const NONE: u32 = u32::MAX;

/// An item with its use count.
struct Numbered<T> {
    item: T,
    /// Index of its dialect.
    dialect: u32,
    uses: u32,
}

/// The items of one kind: in order of discovery while collecting, then in order of their numbers.
struct Table<T> {
    items: Vec<Numbered<T>>,
    /// By handle: the index in `items`.
    position: Vec<u32>,
}

impl<T: Copy> Table<T> {
    fn new() -> Self {
        Self { items: Vec::new(), position: Vec::new() }
    }

    /// Counts a use. Returns whether it is the first one.
    fn count(&mut self, item: T, handle: u32) -> bool {
        let handle = handle as usize;
        if handle >= self.position.len() {
            self.position.resize(handle + 1, NONE);
        }
        match self.position[handle] {
            NONE => {
                self.position[handle] = self.items.len() as u32;
                self.items.push(Numbered { item, dialect: 0, uses: 1 });
                true
            }
            position => {
                self.items[position as usize].uses += 1;
                false
            }
        }
    }

    /// Counts more uses of an item that has been counted before.
    fn count_more(&mut self, handle: u32, uses: u32) {
        self.items[self.position[handle as usize] as usize].uses += uses;
    }

    fn set_dialect(&mut self, handle: u32, dialect: u32) {
        self.items[self.position[handle as usize] as usize].dialect = dialect;
    }

    /// Assigns the final numbers.
    fn finish(&mut self, handle: impl Fn(T) -> u32) {
        self.items.sort_by_key(|item| std::cmp::Reverse(item.uses));
        let mut rest = &mut self.items[..];
        // A group starts with the dialect with which the previous group ended.
        let (mut first, mut size) = (0, 0);
        for bytes in 1..9 {
            size = (1usize << (7 * bytes)) - size;
            let (group, after) = rest.split_at_mut(size.min(rest.len()));
            rest = after;
            group.sort_by_key(|item| (item.dialect != first, item.dialect));
            first = group.last().map_or(first, |last| last.dialect);
        }
        for (number, numbered) in self.items.iter().enumerate() {
            self.position[handle(numbered.item) as usize] = number as u32;
        }
    }

    fn number(&self, handle: u32) -> u64 {
        // Everything that is written has been counted before.
        u64::from(self.position.get(handle as usize).copied().unwrap_or(NONE))
    }

    /// The items in the order of their numbers, with their dialects.
    fn in_order(&self) -> impl Iterator<Item = (T, u32)> + '_ {
        self.items.iter().map(|numbered| (numbered.item, numbered.dialect))
    }
}

/// The numbers of everything in a module.
pub(super) struct Numbering<'c> {
    pub(super) context: &'c Context,
    pub(super) options: WriteOptions,
    attributes: Table<Attribute>,
    types: Table<Type>,
    op_names: Table<OpName>,
    pub(super) shapes: OpShapes,
    shape_uses: PrimaryMap<OpShape, ShapeUses>,
    dialects: Vec<Ident>,
    dialect_numbers: FxHashMap<Ident, u32>,
    /// Keys of the `builtin` resources that attributes refer to, in the order of their numbers.
    resources: Vec<Ident>,
    resource_numbers: FxHashMap<Ident, u64>,
    /// The texts of attributes that are written as text.
    texts: FxHashMap<Attribute, Vec<u8>>,
    /// The numbers of distinct attributes in these texts.
    distinct: Arc<FxHashMap<u64, u64>>,
}

/// The encoding of an attribute or type: code, fields and their contents.
pub(super) struct Custom {
    pub(super) code: u64,
    pub(super) fields: std::borrow::Cow<'static, [Field]>,
    pub(super) data: Vec<Datum>,
}

/// The encoding of an attribute; `None` if it is written as text.
pub(super) fn custom_attribute(context: &Context, attribute: Attribute) -> Option<Custom> {
    let kind = attribute.kind(context);
    if let AttrKind::Declared { def, params } = kind {
        let (code, fields, data) = declared::split(context, def, params)?;
        return Some(Custom { code, fields: fields.into(), data });
    }
    custom(builtin::ATTRIBUTES, context, kind)
}

/// The encoding of a type; `None` if it is written as text.
pub(super) fn custom_type(context: &Context, ty: Type) -> Option<Custom> {
    custom(builtin::TYPES, context, ty.kind(context))
}

fn custom<K>(encodings: &'static [encoding::Encoding<K>], context: &Context, kind: &K) -> Option<Custom> {
    encodings.iter().find_map(|encoding| {
        let data = (encoding.split)(context, kind)?;
        Some(Custom { code: encoding.code, fields: encoding.fields.into(), data })
    })
}

/// What operations of a shape use.
struct ShapeUses {
    name: OpName,
    /// Result types, attributes, and what the properties refer to.
    references: Vec<Reference>,
    /// The number of operations after the first one.
    repeats: u32,
}

/// A reference from an operation, attribute or type to an attribute or type.
#[derive(Clone, Copy)]
enum Reference {
    Attribute(Attribute),
    Type(Type),
}

/// A sink that collects references, in order.
#[derive(Default)]
struct Collector {
    found: Vec<Reference>,
    resources: Vec<Ident>,
    scratch: Emitter,
}

impl Sink for Collector {
    fn out(&mut self) -> &mut Emitter {
        self.scratch.bytes.clear();
        &mut self.scratch
    }

    fn attribute(&mut self, attribute: Attribute) {
        self.found.push(Reference::Attribute(attribute));
    }

    fn optional_attribute(&mut self, attribute: Option<Attribute>) {
        self.found.extend(attribute.map(Reference::Attribute));
    }

    fn ty(&mut self, ty: Type) {
        self.found.push(Reference::Type(ty));
    }

    fn text(&mut self, _: Ident) {}

    fn resource(&mut self, key: Ident) {
        self.resources.push(key);
    }
}

impl<'c> Numbering<'c> {
    /// Numbers the contents of a module.
    pub(super) fn new(
        context: &'c Context,
        module: &Module,
        slots: &SlotTable,
        options: WriteOptions,
    ) -> Self {
        let mut numbering = Self {
            context,
            options,
            attributes: Table::new(),
            types: Table::new(),
            op_names: Table::new(),
            shapes: OpShapes::default(),
            shape_uses: PrimaryMap::new(),
            dialects: Vec::new(),
            dialect_numbers: FxHashMap::default(),
            resources: Vec::new(),
            resource_numbers: FxHashMap::default(),
            texts: FxHashMap::default(),
            distinct: Arc::default(),
        };
        let root = OpRef::new(context, module.body(), module.root());
        numbering.op(root, slots);
        // Depth first, the last region first.
        let mut pending: Vec<(&Body, Region)> = Vec::new();
        push_regions(&mut pending, root);
        while let Some((body, region)) = pending.pop() {
            numbering.region(body, region, slots);
            for &block in body.region_blocks(region) {
                for op in body.block_ops(block) {
                    push_regions(&mut pending, OpRef::new(context, body, op));
                }
            }
        }
        numbering.count_repeats();
        numbering.group_resources(module);
        numbering.attributes.finish(|attribute| attribute.0);
        numbering.types.finish(|ty| ty.0);
        numbering.op_names.finish(|name| name.0);
        numbering
    }

    fn region(&mut self, body: &Body, region: Region, slots: &SlotTable) {
        for &block in body.region_blocks(region) {
            for &argument in body.block_arguments(block) {
                let location = self.argument_location(body, argument);
                self.attribute(location);
                self.ty(body.value_type(argument));
            }
            for op in body.block_ops(block) {
                self.op(OpRef::new(self.context, body, op), slots);
            }
        }
    }

    /// Numbers the parts of an operation, without its regions.
    fn op(&mut self, op: OpRef<'_>, slots: &SlotTable) {
        let shape = self.shapes.intern(op.body, op.op);
        match self.shape_uses.get_mut(shape) {
            Some(uses) => uses.repeats += 1,
            None => {
                let uses = self.shape(op, slots);
                self.shape_uses.push(uses);
            }
        }
        let location = self.op_location(op);
        self.attribute(location);
    }

    /// Numbers what the first operation of a shape uses.
    fn shape(&mut self, op: OpRef<'_>, slots: &SlotTable) -> ShapeUses {
        let name = op.body.op_name(op.op);
        self.op_name(name);
        let mut collector = Collector::default();
        op.body.results(op.op).for_each(|result| collector.ty(op.type_of(result)));
        let EncodedAttributes { attributes, properties } = ir_writer::parts_of(op, slots);
        if attributes != self.context.common.empty_dictionary {
            collector.attribute(attributes);
        }
        if let Some(properties) = properties {
            properties.write(&mut collector);
        }
        let references = collector.found.clone();
        self.references(collector);
        ShapeUses { name, references, repeats: 0 }
    }

    /// Counts what operations use whose shape occurred before.
    fn count_repeats(&mut self) {
        for ShapeUses { name, references, repeats } in self.shape_uses.values() {
            self.op_names.count_more(name.0, *repeats);
            for reference in references {
                match reference {
                    Reference::Attribute(attribute) => self.attributes.count_more(attribute.0, *repeats),
                    Reference::Type(ty) => self.types.count_more(ty.0, *repeats),
                }
            }
        }
    }

    /// The location of an operation, as it is written.
    pub(super) fn op_location(&self, op: OpRef<'_>) -> Attribute {
        match self.options.names {
            true => names::location_of_op(self.context, op.body, op.op),
            false => op.body.op_location(op.op).to_attribute(self.context),
        }
    }

    /// The location of a block argument, as it is written.
    pub(super) fn argument_location(&self, body: &Body, argument: crate::Value) -> Attribute {
        match self.options.names {
            true => names::location_of_argument(self.context, body, argument),
            false => body.value_location(argument).to_attribute(self.context),
        }
    }

    fn op_name(&mut self, name: OpName) {
        if self.op_names.count(name, name.0) {
            let (dialect, _) = split_name(self.context, name);
            let dialect = self.dialect(dialect);
            self.op_names.set_dialect(name.0, dialect);
        }
    }

    fn dialect(&mut self, name: Ident) -> u32 {
        let next = self.dialects.len() as u32;
        *self.dialect_numbers.entry(name).or_insert_with(|| {
            self.dialects.push(name);
            next
        })
    }

    fn attribute(&mut self, attribute: Attribute) {
        self.references(Collector { found: vec![Reference::Attribute(attribute)], ..Collector::default() });
    }

    fn ty(&mut self, ty: Type) {
        if self.types.position.get(ty.0 as usize).is_some_and(|&position| position != NONE) {
            self.types.count(ty, ty.0);
        } else {
            self.references(Collector { found: vec![Reference::Type(ty)], ..Collector::default() });
        }
    }

    /// Counts collected references and, transitively, what these refer to; depth first, without recursion.
    fn references(&mut self, collected: Collector) {
        self.resources(collected.resources);
        let mut stack = collected.found;
        stack.reverse();
        while let Some(reference) = stack.pop() {
            let mut collector = Collector::default();
            match reference {
                Reference::Attribute(attribute) => {
                    if self.attributes.count(attribute, attribute.0) {
                        let dialect = self.dialect(dialect_of_attribute(self.context, attribute));
                        self.attributes.set_dialect(attribute.0, dialect);
                        match custom_attribute(self.context, attribute) {
                            Some(custom) => encoding::write(&custom.fields, &custom.data, &mut collector),
                            None => self.text(attribute),
                        }
                    }
                }
                Reference::Type(ty) => {
                    if self.types.count(ty, ty.0) {
                        let dialect = self.dialect(dialect_of_type(self.context, ty));
                        self.types.set_dialect(ty.0, dialect);
                        if let Some(custom) = custom_type(self.context, ty) {
                            encoding::write(&custom.fields, &custom.data, &mut collector);
                        }
                    }
                }
            }
            self.resources(collector.resources);
            stack.extend(collector.found.into_iter().rev());
        }
    }

    /// Prints an attribute that is written as text.
    fn text(&mut self, attribute: Attribute) {
        let text = asm::attribute_text(self.context, attribute, &mut self.distinct);
        self.resources(asm::referenced_resources(self.context, &text));
        self.texts.insert(attribute, text);
    }

    fn resources(&mut self, keys: Vec<Ident>) {
        for key in keys {
            if let std::collections::hash_map::Entry::Vacant(entry) = self.resource_numbers.entry(key) {
                entry.insert(self.resources.len() as u64);
                self.resources.push(key);
            }
        }
    }

    /// Numbers the dialects of other resources, which are written too.
    fn group_resources(&mut self, module: &Module) {
        let builtin = self.context.ident("builtin");
        let others = module.resources().dialect.iter().map(|group| group.owner);
        for owner in others.filter(|&owner| owner != builtin) {
            self.dialect(owner);
        }
        if !self.resources.is_empty() {
            self.dialect(builtin);
        }
    }

    // Queries by the writer.

    pub(super) fn attribute_number(&self, attribute: Attribute) -> u64 {
        self.attributes.number(attribute.0)
    }

    pub(super) fn type_number(&self, ty: Type) -> u64 {
        self.types.number(ty.0)
    }

    pub(super) fn op_name_number(&self, name: OpName) -> u64 {
        self.op_names.number(name.0)
    }

    pub(super) fn dialect_number(&self, dialect: Ident) -> u64 {
        self.dialect_numbers.get(&dialect).copied().map_or(u64::from(NONE), u64::from)
    }

    pub(super) fn resource_number(&self, key: Ident) -> u64 {
        self.resource_numbers.get(&key).copied().unwrap_or(u64::from(NONE))
    }

    pub(super) fn dialects(&self) -> &[Ident] {
        &self.dialects
    }

    /// Keys of the `builtin` resources, in the order of their numbers.
    pub(super) fn resource_keys(&self) -> &[Ident] {
        &self.resources
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = (Attribute, u32)> + '_ {
        self.attributes.in_order()
    }

    pub(super) fn types(&self) -> impl Iterator<Item = (Type, u32)> + '_ {
        self.types.in_order()
    }

    pub(super) fn op_names(&self) -> impl Iterator<Item = (OpName, u32)> + '_ {
        self.op_names.in_order()
    }

    /// The text of an attribute, if it is written as text. A distinct attribute is if it also occurs in the text of another
    /// attribute: the number in both texts identifies it.
    pub(super) fn attribute_text(&self, attribute: Attribute) -> Option<std::borrow::Cow<'_, [u8]>> {
        if let Some(text) = self.texts.get(&attribute) {
            return Some(text.into());
        }
        match attribute.kind(self.context) {
            AttrKind::Distinct { id, .. } if self.distinct.contains_key(id) => {
                let mut distinct = Arc::clone(&self.distinct);
                Some(asm::attribute_text(self.context, attribute, &mut distinct).into())
            }
            _ => None,
        }
    }
}

fn push_regions<'a>(pending: &mut Vec<(&'a Body, Region)>, op: OpRef<'a>) {
    let (body, regions) = op.body.regions(op.op);
    pending.extend(regions.iter().map(|&region| (body, region)));
}

/// Splits an operation name into dialect and name within it.
pub(super) fn split_name(context: &Context, name: OpName) -> (Ident, Ident) {
    let name = context.str(context.op_name_data(name).name);
    let (dialect, rest) = name.split_once('.').unwrap_or((name, ""));
    (context.ident(dialect), context.ident(rest))
}

fn dialect_of_attribute(context: &Context, attribute: Attribute) -> Ident {
    match attribute.kind(context) {
        AttrKind::Declared { def, .. } => context.ident(def.dialect),
        AttrKind::Opaque { dialect, .. } => *dialect,
        _ => context.ident("builtin"),
    }
}

fn dialect_of_type(context: &Context, ty: Type) -> Ident {
    match ty.kind(context) {
        TypeKind::Declared { def, .. } => context.ident(def.dialect),
        TypeKind::Opaque { dialect, .. } => *dialect,
        _ => context.ident("builtin"),
    }
}

/// Whether the regions of an operation use only values defined within them. Such an operation is isolated even if it is not
/// declared to be.
pub(super) fn is_isolated(op: OpRef<'_>) -> bool {
    if op.body.nested(op.op).is_some() {
        return true;
    }
    let (body, regions) = op.body.regions(op.op);
    let mut within = rustc_hash::FxHashSet::default();
    let mut pending: Vec<Region> = regions.to_vec();
    let mut uses = Vec::new();
    while let Some(region) = pending.pop() {
        for &block in body.region_blocks(region) {
            within.extend(body.block_arguments(block).iter().copied());
            for inner in body.block_ops(block) {
                within.extend(body.results(inner));
                uses.extend_from_slice(body.operands(inner));
                if body.nested(inner).is_none() {
                    pending.extend_from_slice(body.regions(inner).1);
                }
            }
        }
    }
    uses.iter().all(|value| within.contains(value))
}

const _: () = assert!(Version::CURRENT.0 == 6, "the numbering order is implemented for this version");
