//! Reads the operations of a bytecode file, with their regions and blocks.

use super::encoding::{self, Datum};
use super::entries::{Entries, NamedOp};
use super::properties::{Slot, SlotTable, entry};
use super::stream::{Cursor, Fault, Result};
use super::{Section, Version, names, parts};
use crate::attributes::{Attribute, NamedAttribute};
use crate::body::{Block, Body, Module, Op, OpState, Region, Value};
use crate::context::Context;
use crate::declare::OpDef;
use crate::location::Location;

/// The nesting limit of regions, the same as for text.
const MAX_DEPTH: usize = 256;

/// Reads operations into bodies.
pub(super) struct Reader<'a, 'c> {
    context: &'c Context,
    version: Version,
    entries: Entries<'a, 'c>,
    properties: Vec<Cursor<'a>>,
    slots: SlotTable,
    /// Whether value names are stored in locations.
    has_names: bool,
    /// The bodies being read, the innermost last.
    bodies: Vec<OpenBody>,
    /// The number of enclosing operations with regions.
    depth: usize,
    /// The number of announced blocks that have not been read yet.
    promised: usize,
}

/// A body that is being read.
#[derive(Default)]
struct OpenBody {
    body: Body,
    /// The regions being read, the innermost last.
    regions: Vec<OpenRegion>,
    /// A placeholder operand for forward references, shared by all of them.
    placeholder: Option<Value>,
}

/// A region that is being read, and its values by number. Numbers continue those of the enclosing region, unless the region is
/// isolated: then they start at zero, and enclosing values cannot be used.
struct OpenRegion {
    isolated: bool,
    /// The number of its first value.
    first: usize,
    /// The number of values it will have.
    count: usize,
    values: Vec<Value>,
    /// Forward references: uses to be patched at the end of the region.
    pending: Vec<Use>,
}

/// An operand that refers to a value by number.
#[derive(Clone, Copy)]
struct Use {
    op: Op,
    operand: u32,
    number: usize,
    /// Its offset in the file.
    offset: usize,
}

/// Where operations are inserted.
#[derive(Clone, Copy)]
struct Place<'b> {
    block: Block,
    /// The blocks of the region, by index.
    blocks: &'b [Block],
}

impl<'a, 'c> Reader<'a, 'c> {
    /// A reader for operations that refer to these tables. `has_names` tells whether value names are stored in locations.
    pub(super) fn new(entries: Entries<'a, 'c>, properties: Vec<Cursor<'a>>, has_names: bool) -> Self {
        Self {
            context: entries.context,
            version: entries.version,
            slots: SlotTable::new(entries.version),
            entries,
            properties,
            has_names,
            bodies: Vec::new(),
            depth: 0,
            promised: 0,
        }
    }

    /// Reads the whole module: the top-level operations.
    pub(super) fn module(&mut self, mut cursor: Cursor<'a>) -> Result<Module> {
        self.bodies.push(OpenBody::default());
        let body = &mut self.open().body;
        let region = body.add_root_region();
        let block = body.add_block(region);
        // The file does not say how many values the top level has.
        self.enter_region(true, usize::MAX);
        let before = cursor;
        let (count, has_arguments) = cursor.flagged()?;
        if has_arguments {
            return Err(before.fault("the top level has arguments"));
        }
        self.operations(count, Place { block, blocks: &[block] }, &mut cursor)?;
        cursor.finish("the operations")?;
        self.leave_region()?;
        let body = self.bodies.pop().unwrap_or_default().body;
        let ops: Vec<Op> = body.block_ops(block).collect();
        let module_name = self.context.op_name("builtin.module");
        let may_be_alone = self.entries.options.no_implicit_module;
        if let [only] = ops[..]
            && (may_be_alone || body.op_name(only) == module_name)
        {
            return Ok(Module::from_body(body, only));
        }
        if may_be_alone {
            let count = ops.len();
            return Err(
                cursor.fault(format!("source must contain a single top-level operation, found: {count}"))
            );
        }
        Ok(Module::new(|outer| {
            let mut state = OpState::new(module_name, Location::unknown(self.context));
            state.body = Some(Box::new(body));
            outer.create_op(self.context, state)
        }))
    }

    /// The innermost body being read.
    fn open(&mut self) -> &mut OpenBody {
        if self.bodies.is_empty() {
            self.bodies.push(OpenBody::default());
        }
        let last = self.bodies.len() - 1;
        &mut self.bodies[last]
    }

    // Values.

    fn enter_region(&mut self, isolated: bool, count: usize) {
        let open = self.open();
        let first = match open.regions.last() {
            // At the top level, only values that are already defined can be used.
            Some(outer) if outer.count == usize::MAX && !isolated => outer.first + outer.values.len(),
            Some(outer) if !isolated => outer.first + outer.count,
            _ => 0,
        };
        open.regions.push(OpenRegion { isolated, first, count, values: Vec::new(), pending: Vec::new() });
    }

    /// Ends a region, and replaces placeholders by their values.
    fn leave_region(&mut self) -> Result<()> {
        let open = self.open();
        let Some(region) = open.regions.pop() else { return Ok(()) };
        for used in region.pending {
            let Some(&value) = region.values.get(used.number - region.first) else {
                return Err(Fault::at(
                    used.offset,
                    format!("value {} is used, but not defined", used.number),
                ));
            };
            open.body.set_operand(used.op, used.operand as usize, value);
        }
        Ok(())
    }

    /// Gives a value the next number of the innermost region.
    fn define(&mut self, at: &Cursor<'_>, value: Value) -> Result<()> {
        match self.open().regions.last_mut() {
            Some(region) if region.values.len() < region.count => {
                region.values.push(value);
                Ok(())
            }
            _ => Err(at.fault("value index range was outside of the expected range for the parent region")),
        }
    }

    /// Reads an operand of the next operation: the value, or a placeholder if it is a forward reference.
    fn operand(&mut self, operand: usize, cursor: &mut Cursor<'a>) -> Result<Value> {
        let before = *cursor;
        let number = cursor.varint()?;
        let context = self.context;
        let open = self.open();
        let op = open.body.next_op_key();
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        let mut regions = open.regions.iter_mut().rev();
        let region = loop {
            match regions.next() {
                Some(region) if number >= region.first => break Some(region),
                Some(region) if !region.isolated => {}
                _ => break None,
            }
        };
        let Some(region) = region.filter(|region| number - region.first < region.count) else {
            return Err(before.fault(format!("there is no value {number} here")));
        };
        if let Some(&value) = region.values.get(number - region.first) {
            return Ok(value);
        }
        region.pending.push(Use { op, operand: operand as u32, number, offset: before.offset() });
        Ok(match open.placeholder {
            Some(placeholder) => placeholder,
            None => {
                // In a block outside any region, so that it is never visible.
                let block = open.body.create_block();
                let value = open.body.add_argument(block, context.common.none, Location::unknown(context));
                *open.placeholder.insert(value)
            }
        })
    }

    // Operations.

    fn operations(&mut self, count: u64, place: Place<'_>, cursor: &mut Cursor<'a>) -> Result<()> {
        let count = cursor.bounded(count, "operations")?;
        for _ in 0..count {
            self.operation(place, cursor)?;
        }
        Ok(())
    }

    fn operation(&mut self, place: Place<'_>, cursor: &mut Cursor<'a>) -> Result<()> {
        let context = self.context;
        let start = *cursor;
        let name = self.entries.next_op_name(cursor)?;
        let def = context.op_name_data(name.name).def;
        let mask = cursor.byte()?;
        if mask & !parts::ALL != 0 {
            return Err(start.fault("unknown parts of an operation"));
        }
        let location = self.location(cursor)?;
        let mut state = OpState::new(name.name, Location::from_attribute(location));
        if mask & parts::ATTRIBUTES != 0 {
            self.attributes(def, &mut state, cursor)?;
        }
        if mask & parts::PROPERTIES != 0 {
            let index = cursor.index(self.properties.len(), "properties")?;
            let properties = self.properties[index];
            self.op_properties(name, def, &mut state, properties)?;
        }
        if mask & parts::RESULTS != 0 {
            for _ in 0..cursor.count("results")? {
                let ty = self.entries.next_type(cursor)?;
                state.result_types.push(ty);
            }
        }
        if mask & parts::OPERANDS != 0 {
            for index in 0..cursor.count("operands")? {
                let value = self.operand(index, cursor)?;
                state.operands.push(value);
            }
        }
        if mask & parts::SUCCESSORS != 0 {
            for _ in 0..cursor.count("successors")? {
                let index = cursor.index(place.blocks.len(), "block")?;
                state.successors.push(place.blocks[index]);
            }
        }
        if mask & parts::USE_ORDERS != 0 && self.version >= Version::USE_ORDERS {
            use_orders(state.result_types.len(), cursor)?;
        }
        let regions = match mask & parts::REGIONS {
            0 => None,
            _ => Some(cursor.flagged()?),
        };
        let isolated = def.is_some_and(OpDef::is_isolated);
        if isolated {
            // The body must exist before the operation is created.
            let mut inner = OpenBody::default();
            if let Some((count, own_values)) = regions {
                if !own_values {
                    return Err(start.fault("the regions of an isolated operation are not isolated"));
                }
                self.bodies.push(inner);
                self.regions(count, own_values, def, cursor)?;
                inner = self.bodies.pop().unwrap_or_default();
            }
            state.body = Some(Box::new(inner.body));
        }
        let body = &mut self.open().body;
        let op = body.create_op(context, state);
        body.append_op(place.block, op);
        if self.has_names {
            names::take_from_op(context, &mut self.open().body, op, location);
        }
        for result in self.open().body.results(op) {
            self.define(&start, result)?;
        }
        if let Some((count, own_values)) = regions.filter(|_| !isolated) {
            let regions = self.regions(count, own_values, def, cursor)?;
            self.open().body.set_regions(op, &regions);
        }
        Ok(())
    }

    fn location(&mut self, cursor: &mut Cursor<'a>) -> Result<Attribute> {
        let before = *cursor;
        let location = self.entries.next_attribute(cursor)?;
        match location.is_location(self.context) {
            true => Ok(location),
            false => Err(before.fault("expected a location")),
        }
    }

    /// Reads the discardable attributes, which include the inherent ones if properties are not encoded natively.
    fn attributes(
        &mut self,
        def: Option<&'static OpDef>,
        state: &mut OpState,
        cursor: &mut Cursor<'a>,
    ) -> Result<()> {
        let before = *cursor;
        let attributes = self.entries.next_attribute(cursor)?;
        let Some(entries) = attributes.as_dictionary(self.context) else {
            return Err(before.fault("expected a dictionary"));
        };
        for &entry in entries {
            let name = self.context.str(entry.name);
            let inherent = def.is_some_and(|def| {
                def.attribute(name).is_some() || matches!(name, "operandSegmentSizes" | "resultSegmentSizes")
            });
            if inherent { &mut state.properties } else { &mut state.attributes }.push(entry);
        }
        Ok(())
    }

    fn op_properties(
        &mut self,
        name: NamedOp,
        def: Option<&'static OpDef>,
        state: &mut OpState,
        mut cursor: Cursor<'a>,
    ) -> Result<()> {
        let start = cursor;
        let Some(def) = def.filter(|_| name.registered) else {
            let op = self.context.str(self.context.op_name_data(name.name).name);
            if name.registered {
                return Err(start.fault(format!("properties of '{op}', an operation that is not known")));
            }
            // A writer that does not know the operation stores a single dictionary.
            let attribute = self.entries.next_attribute(&mut cursor)?;
            cursor.finish("properties")?;
            let Some(entries) = attribute.as_dictionary(self.context) else {
                return Err(start.fault(format!("the properties of '{op}' are no dictionary")));
            };
            state.properties.extend_from_slice(entries);
            return Ok(());
        };
        for slot in self.slots.of(def).iter() {
            let found = self.slot(slot, &mut cursor)?;
            state.properties.extend(found);
        }
        cursor.finish("properties")
    }

    fn slot(&mut self, slot: &Slot, cursor: &mut Cursor<'a>) -> Result<Option<NamedAttribute>> {
        let context = self.context;
        Ok(match *slot {
            Slot::Attribute(name, field) => {
                let data = encoding::read(&[field], cursor, &mut self.entries)?;
                match data.as_deref() {
                    Some([Datum::Attribute(value)]) => Some(entry(context, name, *value)),
                    _ => None,
                }
            }
            Slot::Native(name, native) => {
                native.read(context, cursor)?.map(|value| entry(context, name, value))
            }
            Slot::Sizes(name, count) => {
                let sizes = sparse_array(count, cursor)?;
                Some(entry(context, name, Attribute::dense_i32(context, &sizes)))
            }
        })
    }

    // Regions.

    /// Reads the regions of an operation; those of an isolated operation become root regions of the innermost body.
    fn regions(
        &mut self,
        count: u64,
        own_values: bool,
        def: Option<&'static OpDef>,
        cursor: &mut Cursor<'a>,
    ) -> Result<Vec<Region>> {
        if self.depth == MAX_DEPTH {
            return Err(cursor.fault("nested too deeply"));
        }
        self.depth += 1;
        let outside = self.promised;
        let mut section;
        let in_section = own_values && self.version >= Version::LAZY_REGIONS;
        let cursor = if in_section {
            let before = *cursor;
            let (kind, content) = cursor.section()?;
            if kind != Section::Ir {
                return Err(before.fault("expected a section of operations"));
            }
            section = content;
            self.promised = 0;
            &mut section
        } else {
            cursor
        };
        let count = cursor.bounded(count, "regions")?;
        let mut regions = Vec::with_capacity(count);
        for _ in 0..count {
            let body = &mut self.open().body;
            let isolated = def.is_some_and(OpDef::is_isolated);
            let region = if isolated { body.add_root_region() } else { body.add_region() };
            regions.push(region);
            self.region(region, own_values, cursor)?;
        }
        if in_section {
            cursor.finish("the regions")?;
        }
        self.promised = outside;
        self.depth -= 1;
        Ok(regions)
    }

    fn region(&mut self, region: Region, own_values: bool, cursor: &mut Cursor<'a>) -> Result<()> {
        let before = *cursor;
        let count = cursor.count("blocks")?;
        if count == 0 {
            return Ok(());
        }
        // All announced blocks, including those of enclosing regions, must fit into the bytes left.
        self.promised += count;
        if self.promised > cursor.left() {
            return Err(before.fault(format!("{count} blocks do not fit into the bytes left")));
        }
        let values = cursor.count("values")?;
        let body = &mut self.open().body;
        let blocks: Vec<Block> = (0..count).map(|_| body.add_block(region)).collect();
        self.enter_region(own_values, values);
        for &block in &blocks {
            self.promised -= 1;
            self.block(Place { block, blocks: &blocks }, cursor)?;
        }
        self.leave_region()
    }

    fn block(&mut self, place: Place<'_>, cursor: &mut Cursor<'a>) -> Result<()> {
        let (count, has_arguments) = cursor.flagged()?;
        if has_arguments {
            let arguments = cursor.count("arguments of a block")?;
            for _ in 0..arguments {
                self.argument(place.block, cursor)?;
            }
            if self.version >= Version::USE_ORDERS && cursor.byte()? != 0 {
                use_orders(arguments, cursor)?;
            }
        }
        self.operations(count, place, cursor)
    }

    fn argument(&mut self, block: Block, cursor: &mut Cursor<'a>) -> Result<()> {
        let before = *cursor;
        let (ty, has_location) = if self.version >= Version::OPTIONAL_LOCATIONS {
            cursor.flagged()?
        } else {
            (cursor.varint()?, true)
        };
        let ty = self.entries.type_at(&before, ty)?;
        let location =
            if has_location { self.location(cursor)? } else { self.context.common.unknown_location };
        let (context, has_names) = (self.context, self.has_names);
        let body = &mut self.open().body;
        let argument = body.add_argument(block, ty, Location::from_attribute(location));
        if has_names {
            names::take_from_argument(context, body, argument, location);
        }
        self.define(&before, argument)
    }
}

/// Reads an array of numbers, most of which are zero: either all numbers, or the non-zero ones with their positions in the low
/// bits.
fn sparse_array(count: usize, cursor: &mut Cursor<'_>) -> Result<Vec<i32>> {
    let mut array = vec![0; count];
    let start = *cursor;
    let (given, sparse) = cursor.flagged()?;
    let given = cursor.bounded(given, "numbers")?;
    if given == 0 {
        return Ok(array);
    }
    let bits = match sparse {
        true => Some(cursor.varint()?),
        false => None,
    };
    if bits.is_some_and(|bits| bits > 8) || (!sparse && given > count) {
        return Err(start.fault("sizes of more groups than there are"));
    }
    for position in 0..given {
        let number = cursor.varint()?;
        let (position, number) = match bits {
            Some(bits) => ((number & ((1 << bits) - 1)) as usize, number >> bits),
            None => (position, number),
        };
        match (array.get_mut(position), i32::try_from(number)) {
            (Some(place), Ok(number)) => *place = number,
            (None, _) => return Err(start.fault("sizes of more groups than there are")),
            (_, Err(_)) => return Err(start.fault("the size of a group does not fit 32 bits")),
        }
    }
    Ok(array)
}

/// Checks and skips the use-list orders of `values` values.
fn use_orders(values: usize, cursor: &mut Cursor<'_>) -> Result<()> {
    let many = values > 1;
    let orders = if many { cursor.count("orders of uses")? } else { 1 };
    for _ in 0..orders {
        if many {
            cursor.index(values, "value")?;
        }
        let before = *cursor;
        let (count, pairs) = cursor.flagged()?;
        let count = cursor.bounded(count, "uses")?;
        if pairs && !count.is_multiple_of(2) {
            return Err(before.fault("expected pairs of uses"));
        }
        for _ in 0..count {
            cursor.varint()?;
        }
    }
    Ok(())
}
