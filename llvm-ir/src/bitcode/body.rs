//! Reads the body of a function: its blocks, the values that records refer to, and what is nested in its block.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::bitstream::{Cursor, Entry, Result};
use super::codes::{block, metadata, uselist, value_symtab};
use super::constants::{ConstantBlock, Pool};
use super::edges::Edges;
use super::locations::{Location, Locations};
use super::metadata::{Around, Md, MetadataList, bytes_of};
use super::tables::{NO_TYPE, Slot, Tables, TypeEntry, UnreadBody, ValueEntry};
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::Global;
use crate::instruction::{Bundle, Inst, Instruction, List};
use crate::metadata::{MdNode, MdNodeData, Metadata};
use crate::types::{Type, TypeKind};

/// A body that was read. Nodes that are not of the module have provisional handles, which follow those of the module; locations of
/// instructions have handles of their own.
pub(super) struct ReadBody {
    pub(super) global: Global,
    pub(super) function: Box<Function>,
    pub(super) nodes: Vec<MdNodeData>,
    /// The nodes among them that are locations and not distinct.
    pub(super) location_nodes: Vec<(Location, MdNode)>,
    /// The locations of instructions that no node of the file is.
    pub(super) locations: Box<[Location]>,
    /// Instructions with operands that are such nodes, in order: the constants there are placeholders.
    pub(super) node_operands: Vec<(Inst, Vec<MdNode>)>,
    /// Attachments of the function.
    pub(super) attachments: Vec<(StrId, MdNode)>,
    /// The orders of the uses of blocks.
    pub(super) block_orders: Vec<(Block, Vec<u32>)>,
    /// Whether the expressions of `llvm.dbg.declare` may begin with a superfluous `DW_OP_deref`.
    pub(super) has_old_declares: bool,
}

/// Reads bodies of functions of a module.
pub(super) struct BodyReader<'t, 'a> {
    pub(super) tables: &'t Tables<'a>,
    pub(super) cursor: Cursor<'a>,
    pub(super) function: Function,
    global: Global,
    /// The values of the function; their ids follow those of the module.
    pub(super) values: Vec<ValueEntry>,
    pub(super) pool: Pool,
    /// Locals that are used but not defined yet, by the ids of their values.
    forward: FxHashMap<u32, Local>,
    /// Types that were made; their ids follow those of the module.
    types: Vec<TypeEntry>,
    metadata: MetadataList,
    /// The instructions of the current block, and the block.
    pub(super) insts: Vec<Inst>,
    pub(super) current: usize,
    /// Whether the current block has its terminator.
    ended: bool,
    /// The instructions that have records, in order.
    order: Vec<Inst>,
    pub(super) bundles: Vec<Bundle>,
    /// Nodes of the function that are operands of the bundles and of the arguments.
    bundle_nodes: Vec<MdNode>,
    argument_nodes: Vec<MdNode>,
    node_operands: Vec<(Inst, Vec<MdNode>)>,
    locations: Locations,
    /// The location of the last instruction that has one.
    location: Option<MdNode>,
    pub(super) edges: Edges,
    attachments: Vec<(StrId, MdNode)>,
    block_orders: Vec<(Block, Vec<u32>)>,
    /// The id of the type of the result of the current instruction.
    pub(super) result_type: u32,
}

impl<'t, 'a> BodyReader<'t, 'a> {
    pub(super) fn new(tables: &'t Tables<'a>) -> Self {
        Self {
            tables,
            cursor: tables.file.clone(),
            function: Function::default(),
            global: Global::new(0),
            values: Vec::new(),
            pool: Pool::default(),
            forward: FxHashMap::default(),
            types: Vec::new(),
            metadata: MetadataList::default(),
            insts: Vec::new(),
            current: 0,
            ended: false,
            order: Vec::new(),
            bundles: Vec::new(),
            bundle_nodes: Vec::new(),
            argument_nodes: Vec::new(),
            node_operands: Vec::new(),
            locations: Locations::default(),
            location: None,
            edges: Edges::default(),
            attachments: Vec::new(),
            block_orders: Vec::new(),
            result_type: NO_TYPE,
        }
    }

    /// Reads a body.
    pub(super) fn read(&mut self, body: UnreadBody) -> Result<ReadBody> {
        self.begin(body)?;
        let mut record = Vec::new();
        loop {
            match self.cursor.advance()? {
                Entry::End => break,
                Entry::Block(id) => self.nested(id, &mut record)?,
                Entry::Record(abbreviation) => {
                    let (code, _) = self.cursor.record(abbreviation, &mut record)?;
                    self.instruction(code, &record)?;
                }
            }
        }
        self.finish()
    }

    fn begin(&mut self, body: UnreadBody) -> Result<()> {
        self.cursor = self.tables.file.at(body.position);
        self.cursor.enter(block::FUNCTION, &self.tables.info)?;
        self.global = body.global;
        let value = &self.tables.module.globals[body.global];
        let Some(declared) = value.as_function() else { return self.cursor.error("a body of no function") };
        self.function = declared.clone();
        self.values.clear();
        self.pool.clear();
        self.forward.clear();
        self.types.clear();
        self.metadata.begin(&self.tables.metadata);
        self.locations.clear();
        (self.current, self.ended, self.location) = (0, false, None);
        self.insts.clear();
        self.order.clear();
        self.bundles.clear();
        let parts = self.parameter_types(body.global);
        for (index, &arg) in self.function.args.iter().enumerate() {
            let ty = parts.get(index).copied().unwrap_or(NO_TYPE);
            self.values.push(ValueEntry { slot: Slot::Value(arg.into()), ty });
        }
        Ok(())
    }

    /// The ids of the types of the parameters of a function, if the file has pointers with element types.
    fn parameter_types(&self, global: Global) -> &'t [u32] {
        if !self.tables.is_typed {
            return &[];
        }
        // Globals are the first values.
        let address = self.tables.values.get(global.index()).filter(|entry| match entry.slot {
            Slot::Value(value) => self.tables.global_of(value) == Some(global),
            Slot::Pending(_) => false,
        });
        match address.map(|entry| self.tables.parts(entry.ty)) {
            Some(&[function]) => self.tables.parts(function).get(1..).unwrap_or_default(),
            _ => &[],
        }
    }

    fn nested(&mut self, id: u32, record: &mut Vec<u64>) -> Result<()> {
        match id {
            block::CONSTANTS
            | block::METADATA
            | block::METADATA_ATTACHMENT
            | block::VALUE_SYMTAB
            | block::USELIST => self.cursor.enter(id, &self.tables.info)?,
            _ => return self.cursor.skip_block(),
        }
        match id {
            block::CONSTANTS => ConstantBlock {
                tables: self.tables,
                pool: &mut self.pool,
                entries: &mut self.values,
                outer: &self.tables.values,
            }
            .read(&mut self.cursor, record),
            block::METADATA => {
                let mut list = std::mem::take(&mut self.metadata);
                let mut cursor = self.cursor.clone();
                let around = Around::function(self.tables);
                let mut value = |id: u64, ty: u64| self.metadata_value(id, ty).map(Some);
                let result = list.read_block(&mut cursor, around, &mut value);
                self.metadata = list;
                self.cursor = cursor;
                result
            }
            block::METADATA_ATTACHMENT => self.attachment_block(record),
            block::USELIST => self.use_orders(record),
            _ => self.names(record),
        }
    }

    /// A value that metadata refers to.
    fn metadata_value(&mut self, id: u64, ty: u64) -> Result<Value> {
        let ty = self.tables.ty(&self.cursor, ty)?;
        match u32::try_from(id) {
            Ok(id) => self.value(id, Some(ty)),
            Err(_) => self.cursor.error("unknown value"),
        }
    }

    /// Reads the names of values and blocks.
    fn names(&mut self, record: &mut Vec<u64>) -> Result<()> {
        while let Some((code, _)) = self.cursor.next_record(record)? {
            let Some((&id, name)) = record.split_first() else {
                return self.cursor.error("a name for nothing");
            };
            let name = self.tables.module.strings.intern(&bytes_of(name));
            match code {
                value_symtab::ENTRY => {
                    let own = id.checked_sub(self.tables.values.len() as u64);
                    let entry = own.and_then(|own| self.values.get(usize::try_from(own).ok()?));
                    match entry.map(|entry| entry.slot) {
                        Some(Slot::Value(value)) => {
                            if let ValueKind::Local(local) = value.kind() {
                                self.function.locals[local].name = Some(name);
                            }
                        }
                        _ => return self.cursor.error("a name for an unknown value"),
                    }
                }
                value_symtab::BBENTRY => {
                    let block = self.block(id)?;
                    self.function.blocks[block].name = Some(name);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the orders of uses. Those of blocks are kept, because comments show them.
    fn use_orders(&mut self, record: &mut Vec<u64>) -> Result<()> {
        while let Some((code, _)) = self.cursor.next_record(record)? {
            let Some((&id, order)) = record.split_last().filter(|(_, order)| order.len() >= 2) else {
                return self.cursor.error("an order of less than two uses");
            };
            if code == uselist::BB {
                let order = order.iter().map(|&index| index as u32).collect();
                let block = self.block(id)?;
                self.block_orders.push((block, order));
            }
        }
        Ok(())
    }

    /// Reads attachments of instructions and of the function.
    fn attachment_block(&mut self, record: &mut Vec<u64>) -> Result<()> {
        while let Some((code, _)) = self.cursor.next_record(record)? {
            if code != metadata::ATTACHMENT {
                continue;
            }
            let is_of_instruction = record.len() % 2 == 1;
            let pairs = &record[usize::from(is_of_instruction)..];
            let mut attachments = Vec::with_capacity(pairs.len() / 2);
            for pair in pairs.chunks_exact(2) {
                let entry = self.metadata.entry(&self.tables.metadata.entries, pair[1]);
                // As in LLVM, values of functions are no attachments.
                match entry {
                    Some(Md::Local(_) | Md::ArgList(_)) => continue,
                    Some(Md::Plain(Metadata::Node(node))) => attachments.push((pair[0], *node)),
                    _ => return self.cursor.error("an attachment that is no node"),
                }
            }
            let sorted = self.tables.attachments(&self.cursor, &attachments)?;
            if !is_of_instruction {
                self.attachments.extend(sorted);
                continue;
            }
            let inst = usize::try_from(record[0]).ok().and_then(|at| self.order.get(at));
            let Some(&inst) = inst else {
                return self.cursor.error("an attachment to an unknown instruction");
            };
            let mut all = self.function.inst_attachments(inst).to_vec();
            all.extend(sorted);
            let list = self.function.push_attachments(&all);
            self.function.set_attachments(inst, list);
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<ReadBody> {
        self.flush();
        if self.current != self.function.layout.len() {
            return self.cursor.error("a block has no terminator");
        }
        if !self.forward.is_empty() {
            return self.cursor.error("a value is used but not defined");
        }
        self.finish_edges();
        self.metadata.finish(&self.cursor, Around::function(self.tables))?;
        self.function.compact();
        Ok(ReadBody {
            global: self.global,
            function: Box::new(std::mem::take(&mut self.function)),
            nodes: std::mem::take(&mut self.metadata.nodes),
            location_nodes: std::mem::take(&mut self.metadata.location_order),
            locations: self.locations.list().into(),
            node_operands: std::mem::take(&mut self.node_operands),
            attachments: std::mem::take(&mut self.attachments),
            block_orders: std::mem::take(&mut self.block_orders),
            has_old_declares: self.metadata.old.has_old_declares,
        })
    }

    /// The id of the next value.
    #[inline]
    pub(super) fn next_value(&self) -> u32 {
        (self.tables.values.len() + self.values.len()) as u32
    }

    /// The absolute id for an operand of a record.
    #[inline]
    pub(super) fn id(&self, operand: u64) -> u32 {
        match self.tables.version {
            0 => operand as u32,
            _ => self.next_value().wrapping_sub(operand as u32),
        }
    }

    /// The entry of a value that is known.
    #[inline]
    pub(super) fn entry(&self, id: u32) -> Option<ValueEntry> {
        let outer = self.tables.values.len();
        match (id as usize).checked_sub(outer) {
            Some(own) => self.values.get(own).copied(),
            None => Some(self.tables.values[id as usize]),
        }
    }

    /// The value with an absolute id. One that is not defined yet must have a type.
    #[inline]
    pub(super) fn value(&mut self, id: u32, ty: Option<Type>) -> Result<Value> {
        match self.entry(id) {
            Some(ValueEntry { slot: Slot::Value(value), .. }) => Ok(value),
            Some(ValueEntry { slot: Slot::Pending(item), .. }) => {
                let is_own = id as usize >= self.tables.values.len();
                self.expand(item, is_own)
            }
            None => self.forward_value(id, ty),
        }
    }

    #[cold]
    fn forward_value(&mut self, id: u32, ty: Option<Type>) -> Result<Value> {
        if let Some(&local) = self.forward.get(&id) {
            if ty.is_some_and(|ty| ty != self.function.locals[local].ty) {
                return self.cursor.error("a value is used with several types");
            }
            return Ok(local.into());
        }
        let Some(ty) = ty else {
            return self.cursor.error("a value without a type is used before it is defined");
        };
        if !self.tables.module.types.is_first_class(ty) {
            return self.cursor.error("a value has no first-class type");
        }
        let local = self.function.add_local(ty, None);
        self.forward.insert(id, local);
        Ok(local.into())
    }

    /// The type of a value.
    #[inline]
    pub(super) fn type_of(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Local(local) => self.function.locals[local].ty,
            ValueKind::Constant(constant) => self.tables.module.constants.ty(constant),
        }
    }

    /// The operand at a position of a record.
    #[inline]
    pub(super) fn operand(&self, record: &[u64], at: &mut usize) -> Result<u64> {
        match record.get(*at) {
            Some(&operand) => {
                *at += 1;
                Ok(operand)
            }
            None => self.cursor.error("the record of an instruction is too short"),
        }
    }

    /// A value whose type follows if it is not defined yet; and the id of its type.
    #[inline]
    pub(super) fn typed_value(&mut self, record: &[u64], at: &mut usize) -> Result<(Value, u32)> {
        let operand = self.operand(record, at)?;
        let id = self.id(operand);
        if id < self.next_value() {
            let ty = self.entry(id).map_or(NO_TYPE, |entry| entry.ty);
            return Ok((self.value(id, None)?, ty));
        }
        let type_id = self.operand(record, at)?;
        let ty = self.tables.ty(&self.cursor, type_id)?;
        if ty == self.tables.module.types.common.metadata {
            return Ok((self.argument(id)?, NO_TYPE));
        }
        Ok((self.value(id, Some(ty))?, type_id as u32))
    }

    /// A value of this type.
    #[inline]
    pub(super) fn value_of(&mut self, record: &[u64], at: &mut usize, ty: Type) -> Result<Value> {
        let operand = self.operand(record, at)?;
        let id = self.id(operand);
        self.value_with_id(id, ty)
    }

    /// The value of this type with an absolute id.
    #[inline]
    pub(super) fn value_with_id(&mut self, id: u32, ty: Type) -> Result<Value> {
        if ty == self.tables.module.types.common.metadata {
            return self.argument(id);
        }
        let value = self.value(id, Some(ty))?;
        match self.type_of(value) == ty {
            true => Ok(value),
            false => self.cursor.error("an operand has another type"),
        }
    }

    /// Metadata as an argument of a call.
    fn argument(&mut self, id: u32) -> Result<Value> {
        let Some(entry) = self.metadata.entry(&self.tables.metadata.entries, id.into()) else {
            return self.cursor.error("unknown metadata");
        };
        let module = &self.tables.module;
        let kind = match *entry {
            Md::Plain(Metadata::Node(node)) if self.metadata.is_own(node) => {
                self.argument_nodes.push(node);
                ConstantKind::Metadata(Metadata::Null)
            }
            Md::Plain(Metadata::Null) => return self.cursor.error("an argument is no metadata"),
            _ => entry.as_argument(),
        };
        Ok(module.constants.intern(module.types.common.metadata, kind).into())
    }

    /// Takes the nodes that are arguments so far as those of a bundle.
    pub(super) fn nodes_are_of_bundle(&mut self) {
        self.bundle_nodes.append(&mut self.argument_nodes);
    }

    /// The block with this number.
    #[inline]
    pub(super) fn block(&self, number: u64) -> Result<Block> {
        match usize::try_from(number).ok().and_then(|number| self.function.layout.get(number)) {
            Some(&block) => Ok(block),
            None => self.cursor.error("unknown block"),
        }
    }

    pub(super) fn declare_blocks(&mut self, count: u64) -> Result<()> {
        // Each block has a terminator, which takes bits.
        if count == 0 || count > self.cursor.rest() || !self.function.layout.is_empty() {
            return self.cursor.error("wrong number of blocks");
        }
        self.function.reserve(0, count as usize);
        for _ in 0..count {
            self.function.add_block(None);
        }
        Ok(())
    }

    /// The type of a metadata operand of a record of a function.
    pub(super) fn md(&mut self, id: u64) -> Result<Md> {
        match self.metadata.entry(&self.tables.metadata.entries, id) {
            Some(entry) => Ok(entry.clone()),
            None => self.cursor.error("unknown metadata"),
        }
    }

    /// The node with this id.
    pub(super) fn node(&mut self, id: u64) -> Result<MdNode> {
        match self.metadata.entry(&self.tables.metadata.entries, id) {
            Some(&Md::Plain(Metadata::Node(node))) => Ok(node),
            _ => self.cursor.error("metadata that should be a node is none"),
        }
    }

    /// Appends an instruction that has a record.
    #[inline]
    pub(super) fn push(&mut self, inst: Instruction, ty: Option<Type>) -> Result<()> {
        self.before_instruction()?;
        let ends = inst.is_terminator();
        let result = match ty {
            Some(ty) if ty != self.tables.module.types.common.void => Some(self.define(ty)?),
            _ => None,
        };
        let inst = self.function.add_inst(inst, result, List::default());
        self.insts.push(inst);
        self.order.push(inst);
        self.ended = ends;
        if !self.argument_nodes.is_empty() || !self.bundle_nodes.is_empty() {
            let mut nodes = std::mem::take(&mut self.argument_nodes);
            nodes.append(&mut self.bundle_nodes);
            self.node_operands.push((inst, nodes));
        }
        Ok(())
    }

    /// Begins the next block if the current one has ended.
    #[inline]
    pub(super) fn before_instruction(&mut self) -> Result<()> {
        if self.ended {
            self.flush();
        }
        match self.current < self.function.layout.len() {
            true => Ok(()),
            false => self.cursor.error("an instruction is in no block"),
        }
    }

    /// Defines the next value as a local of type `ty`.
    fn define(&mut self, ty: Type) -> Result<Local> {
        let id = self.next_value();
        let known = if self.forward.is_empty() { None } else { self.forward.remove(&id) };
        let local = match known {
            Some(local) if self.function.locals[local].ty != ty => {
                return self.cursor.error("a value is used with another type than it has");
            }
            Some(local) => local,
            None => self.function.add_local(ty, None),
        };
        self.values.push(ValueEntry { slot: Slot::Value(local.into()), ty: self.result_type });
        Ok(local)
    }

    /// Ends the current block.
    fn flush(&mut self) {
        if !self.ended {
            return;
        }
        let block = self.function.layout[self.current];
        self.function.set_block_insts(block, &self.insts);
        self.insts.clear();
        self.current += 1;
        self.ended = false;
    }

    /// Puts a debug record before the last instruction.
    pub(super) fn push_debug_record(&mut self, record: Instruction) -> Result<()> {
        let Some(last) = self.insts.pop() else {
            return self.cursor.error("a debug record without an instruction");
        };
        let record = self.function.add_inst(record, None, List::default());
        self.insts.extend([record, last]);
        Ok(())
    }

    /// Gives the last instruction a location.
    pub(super) fn debug_location(&mut self, record: &[u64]) -> Result<()> {
        let &[line, column, scope, inlined_at, ref rest @ ..] = record else {
            return self.cursor.error("a location is too short");
        };
        let at = |index: usize| rest.get(index).copied().unwrap_or(0);
        let Some(scope) = scope.checked_sub(1) else { return self.cursor.error("a location has no scope") };
        let scope = Some(self.node(scope)?);
        let inlined_at = inlined_at.checked_sub(1).map(|id| self.node(id)).transpose()?;
        let location = Location::new([line, column], [scope, inlined_at], [0, 1, 2].map(at));
        let node = self.metadata.location(&self.tables.metadata, &location);
        let node = node.unwrap_or_else(|| self.locations.handle(location));
        self.location = Some(node);
        self.attach_location(node)
    }

    pub(super) fn debug_location_again(&mut self) -> Result<()> {
        match self.location {
            Some(node) => self.attach_location(node),
            None => self.cursor.error("there is no location yet"),
        }
    }

    fn attach_location(&mut self, node: MdNode) -> Result<()> {
        let Some(&inst) = self.order.last() else {
            return self.cursor.error("a location without an instruction");
        };
        let list = self.function.push_attachments(&[(self.tables.dbg, node)]);
        self.function.set_attachments(inst, list);
        Ok(())
    }

    /// The ids of the parts of a type.
    pub(super) fn parts(&self, id: u32) -> &[u32] {
        let outer = self.tables.types.len();
        match (id as usize).checked_sub(outer) {
            Some(own) => self.types.get(own).map_or(&[], |entry| &entry.parts),
            None => self.tables.parts(id),
        }
    }

    /// The type with this id, which may have been made.
    pub(super) fn type_with_id(&self, id: u32) -> Option<Type> {
        let outer = self.tables.types.len();
        match (id as usize).checked_sub(outer) {
            Some(own) => self.types.get(own).map(|entry| entry.ty),
            None => Some(self.tables.types[id as usize].ty),
        }
    }

    /// What a pointer type points to: the id of that type and the type.
    pub(super) fn pointee(&self, id: u32) -> Option<(u32, Type)> {
        match self.parts(id) {
            &[element] if self.type_with_id(id).is_some_and(|ty| self.tables.module.types.is_pointer(ty)) => {
                Some((element, self.type_with_id(element)?))
            }
            _ => None,
        }
    }

    /// Like [`pointee`](Self::pointee), for a type that must have it.
    pub(super) fn known_pointee(&self, id: u32) -> Result<(u32, Type)> {
        match self.pointee(id) {
            Some(found) => Ok(found),
            None => self.cursor.error("a pointer without an element type"),
        }
    }

    /// The id of a type made of others, if the file has pointers with element types.
    pub(super) fn made_type(&mut self, ty: Type, parts: &[u32]) -> u32 {
        if !self.tables.is_typed {
            return NO_TYPE;
        }
        self.types.push(TypeEntry { ty, parts: parts.into() });
        (self.tables.types.len() + self.types.len()) as u32 - 1
    }

    /// The id of the part of a type that an index selects.
    pub(super) fn part_of(&self, id: u32, index: u64) -> u32 {
        let parts = self.parts(id);
        let is_struct = self.type_with_id(id).is_some_and(|ty| {
            matches!(self.tables.module.types.kind(ty), TypeKind::Struct { .. } | TypeKind::Identified(_))
        });
        let part = if is_struct { parts.get(index as usize) } else { parts.first() };
        part.copied().unwrap_or(NO_TYPE)
    }

    /// A constant as a value.
    pub(super) fn constant_of(&self, value: Value) -> Result<Constant> {
        match value.constant() {
            Some(constant) => Ok(constant),
            None => self.cursor.error("an operand is no constant"),
        }
    }
}
