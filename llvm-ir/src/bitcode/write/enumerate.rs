//! Gives ids to what records refer to: types, values, attributes, comdats and metadata, in the order in which LLVM finds them. Source:
//! LLVM, `ValueEnumerator`.

use std::cmp::Reverse;

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::nodes::{Md, Nodes};
use super::operands::{self, Operand, mask_constant};
use crate::attributes::{Attribute, AttributeList, AttributeListId, AttributeSetId};
use crate::bitcode::codes::metadata as metadata_code;
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Function, Local, Value, ValueKind};
use crate::globals::{Comdat, Global, GlobalKind};
use crate::instruction::{DebugRecord, DebugRecordKind, Instruction, RecordOperand};
use crate::intrinsics;
use crate::metadata::{FIXED_KINDS, MdNode, fixed_kind};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

/// A value of a module with an id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Entry {
    Global(Global),
    Constant(Constant),
}

/// An id that is not given.
pub(super) const NONE: u32 = u32::MAX;

/// The place of attributes of a function in a list.
pub(super) const FUNCTION: u32 = u32::MAX;

/// Where metadata is in the list: the id plus one, or zero, and the function that alone uses it (the id of its value plus one), or zero.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    function: u32,
    id: u32,
}

/// In place of an id: the metadata was met, but is not in the list yet.
const MET: u32 = u32::MAX;

/// The metadata of one function in the list of metadata that single functions use.
#[derive(Clone, Copy, Default)]
struct FunctionRange {
    first: usize,
    last: usize,
    strings: usize,
}

/// The metadata that has ids.
#[derive(Default)]
struct MetadataIds {
    /// Reaches up to the last node that has one: few locations do, and they come last.
    nodes: SecondaryMap<MdNode, Place>,
    strings: SecondaryMap<StrId, Place>,
    constants: SecondaryMap<Constant, Place>,
    list: Vec<Md>,
    /// How many strings the list begins with.
    string_count: usize,
    of_functions: Vec<Md>,
    ranges: FxHashMap<u32, FunctionRange>,
}

impl MetadataIds {
    fn place(&self, md: Md) -> Place {
        match md {
            Md::Node(node) => self.nodes[MdNode::from_u32(node)],
            Md::String(string) => self.strings[string],
            Md::Constant(constant) => self.constants[constant],
            Md::Local(_) | Md::ArgList(_) => Place::default(),
        }
    }

    fn place_mut(&mut self, md: Md) -> Option<&mut Place> {
        match md {
            Md::Node(node) => Some(&mut self.nodes[MdNode::from_u32(node)]),
            Md::String(string) => Some(&mut self.strings[string]),
            Md::Constant(constant) => Some(&mut self.constants[constant]),
            Md::Local(_) | Md::ArgList(_) => None,
        }
    }

    fn set_id(&mut self, md: Md, id: usize) {
        if let Some(place) = self.place_mut(md) {
            place.id = id as u32;
        }
    }

    fn push(&mut self, md: Md) {
        self.list.push(md);
        self.set_id(md, self.list.len());
    }
}

/// The ids of a module.
pub(super) struct Ids<'m> {
    pub(super) module: &'m Module,
    /// The version of LLVM that has to read the file.
    pub(super) version: LlvmVersion,
    pub(super) nodes: Nodes<'m>,
    /// Values with the number of their uses.
    values: Vec<(Entry, u32)>,
    globals: SecondaryMap<Global, u32>,
    constants: SecondaryMap<Constant, u32>,
    pub(super) types: Vec<Type>,
    type_ids: Vec<u32>,
    pub(super) lists: Vec<AttributeListId>,
    list_ids: SecondaryMap<AttributeListId, u32>,
    pub(super) groups: Vec<(u32, AttributeSetId)>,
    group_ids: FxHashMap<(u32, AttributeSetId), u32>,
    pub(super) comdats: Vec<Comdat>,
    comdat_ids: SecondaryMap<Comdat, u32>,
    metadata: MetadataIds,
    /// Constants whose types have ids.
    typed: EntitySet<Constant>,
    /// Whether the order of constants is that of their uses, which orders of uses need.
    in_order: bool,
    kinds: Vec<StrId>,
    kind_numbers: SecondaryMap<StrId, u32>,
    /// Whether all locations of instructions are nodes that are locations.
    has_right_locations: bool,
}

impl<'m> Ids<'m> {
    /// Gives ids to all of a module but what only single bodies have.
    pub(super) fn new(module: &'m Module, in_order: bool, is_stripped: bool, version: LlvmVersion) -> Self {
        let nodes = Nodes::new(module, version);
        let mut ids = Self {
            module,
            version,
            nodes,
            values: Vec::new(),
            globals: SecondaryMap::with_default(NONE),
            constants: SecondaryMap::with_default(NONE),
            types: Vec::new(),
            type_ids: Vec::new(),
            lists: Vec::new(),
            list_ids: SecondaryMap::new(),
            groups: Vec::new(),
            group_ids: FxHashMap::default(),
            comdats: Vec::new(),
            comdat_ids: SecondaryMap::new(),
            metadata: MetadataIds::default(),
            typed: EntitySet::new(),
            in_order,
            kinds: Vec::new(),
            kind_numbers: SecondaryMap::with_default(NONE),
            has_right_locations: true,
        };
        ids.add_globals();
        let first = ids.values.len();
        ids.add_initializers();
        ids.add_type(module.types.common.metadata);
        for &node in module.metadata.named.iter().flat_map(|(_, nodes)| nodes) {
            ids.add_metadata(0, Md::Node(node.as_u32()));
        }
        for &variable in &module.variables {
            ids.add_attachments(0, &module.globals[variable].attachments);
        }
        for &global in &module.functions {
            ids.add_function(global);
        }
        for &ifunc in &module.ifuncs {
            ids.add_attachments(0, &module.globals[ifunc].attachments);
        }
        ids.sort_constants(first);
        if is_stripped {
            ids.add_stripped_kinds();
        }
        ids.organize_metadata();
        ids.typed = EntitySet::new();
        ids
    }

    fn add_globals(&mut self) {
        let module = self.module;
        let lists = [&module.variables, &module.functions, &module.aliases, &module.ifuncs];
        for &global in lists.into_iter().flatten() {
            self.add_global(global);
            let value = &module.globals[global];
            self.add_type(value.ty);
            if let GlobalKind::Function(_) = value.kind {
                self.add_attributes(self.attributes_of(global));
            }
        }
    }

    fn add_initializers(&mut self) {
        let module = self.module;
        for &global in &module.variables {
            let GlobalKind::Variable(variable) = &module.globals[global].kind else { continue };
            if let Some(initializer) = variable.initializer {
                self.add_constant(initializer);
            }
            if variable.attributes != AttributeSetId::default() {
                self.add_attributes(list_of_variable(module, variable.attributes));
            }
        }
        for &global in module.aliases.iter().chain(&module.ifuncs) {
            if let GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) = module.globals[global].kind {
                self.add_constant(constant);
            }
        }
        for &global in &module.functions {
            if let Some(function) = module.globals[global].as_function() {
                operands_of_function(module, function).into_iter().for_each(|it| self.add_constant(it));
            }
        }
    }

    fn add_global(&mut self, global: Global) {
        if self.globals[global] != NONE {
            return;
        }
        let module = self.module;
        if let Some(comdat) = module.globals[global].comdat
            && self.comdat_ids[comdat] == 0
        {
            self.comdats.push(comdat);
            self.comdat_ids[comdat] = self.comdats.len() as u32;
        }
        self.add_type(operands::address_type(module, global, !self.version.has_opaque_pointers()));
        self.globals[global] = self.values.len() as u32;
        self.values.push((Entry::Global(global), 1));
    }

    /// Gives ids to a constant and before it to what it consists of, or counts a use.
    fn add_constant(&mut self, constant: Constant) {
        let module = self.module;
        operands::in_postorder(module, constant, |constant, is_left| {
            if is_left {
                self.add_source_element(constant);
                self.constants[constant] = self.values.len() as u32;
                self.values.push((Entry::Constant(constant), 1));
                return false;
            }
            let id = match *module.constants.kind(constant) {
                ConstantKind::Global(global) => match self.globals[global] {
                    NONE => {
                        self.add_global(global);
                        return false;
                    }
                    id => id,
                },
                _ => self.constants[constant],
            };
            if let Some((_, uses)) = self.values.get_mut(id as usize) {
                *uses += 1;
                return false;
            }
            self.add_type(operands::constant_type(module, self.version, constant));
            true
        });
    }

    fn add_source_element(&mut self, constant: Constant) {
        if let ConstantKind::Expr(expr) = self.module.constants.kind(constant)
            && let crate::constants::ConstantExpr::GetElementPtr { element, .. } = **expr
        {
            self.add_type(element);
        }
    }

    /// Gives ids to the types of a constant that is an operand in a body.
    fn add_operand_type(&mut self, constant: Constant) {
        let module = self.module;
        // Of a constant that was met, the type has its id.
        if self.typed.contains(constant) {
            return;
        }
        operands::in_postorder(module, constant, |constant, is_left| {
            if is_left {
                self.add_source_element(constant);
                return false;
            }
            self.add_type(operands::constant_type(module, self.version, constant));
            self.constants[constant] == NONE && self.typed.insert(constant)
        });
    }

    /// Gives ids to a type and before it to what it consists of.
    pub(super) fn add_type(&mut self, ty: Type) {
        /// The id of a struct whose fields get theirs.
        const OPEN: u32 = u32::MAX - 1;
        let known = |ids: &Vec<u32>, ty: Type| ids.get(ty.index()).copied().unwrap_or(NONE);
        if known(&self.type_ids, ty) != NONE {
            return;
        }
        let types = &self.module.types;
        let mut stack: Vec<(Type, Option<Vec<Type>>)> = vec![(ty, None)];
        while let Some((ty, rest)) = stack.pop() {
            if self.type_ids.len() <= ty.index() {
                self.type_ids.resize(types.count().max(ty.index() + 1), NONE);
            }
            let mut rest = match rest {
                Some(rest) => rest,
                None => {
                    if self.type_ids[ty.index()] != NONE {
                        continue;
                    }
                    if let TypeKind::Identified(_) = types.kind(ty) {
                        self.type_ids[ty.index()] = OPEN;
                    }
                    let mut parts = parts_of(self.module, ty);
                    parts.reverse();
                    parts
                }
            };
            if let Some(part) = rest.pop() {
                stack.push((ty, Some(rest)));
                stack.push((part, None));
                continue;
            }
            if matches!(self.type_ids[ty.index()], NONE | OPEN) {
                self.type_ids[ty.index()] = self.types.len() as u32;
                self.types.push(ty);
            }
        }
    }

    /// Gives ids to a list of attributes and its sets.
    fn add_attributes(&mut self, list: AttributeListId) {
        if list == AttributeListId::default() || self.list_ids[list] != 0 {
            return;
        }
        self.lists.push(list);
        self.list_ids[list] = self.lists.len() as u32;
        for key in self.groups_of(list) {
            if self.group_ids.contains_key(&key) {
                continue;
            }
            self.groups.push(key);
            self.group_ids.insert(key, self.groups.len() as u32);
            for attribute in self.module.attributes.get(key.1) {
                if let Attribute::Type(_, ty) = *attribute {
                    self.add_type(ty);
                }
            }
        }
    }

    /// The sets of a list that are not empty, with their places.
    pub(super) fn groups_of(&self, list: AttributeListId) -> Vec<(u32, AttributeSetId)> {
        let AttributeList { function, ret, params } = self.module.attributes.get_list(list);
        let params = (1..).zip(params).map(|(place, &set)| (place, set));
        let all = [(FUNCTION, *function), (0, *ret)].into_iter().chain(params);
        all.filter(|(_, set)| *set != AttributeSetId::default()).collect()
    }

    fn add_function(&mut self, global: Global) {
        let module = self.module;
        let value = &module.globals[global];
        let Some(function) = value.as_function() else { return };
        for &arg in &function.args {
            self.add_type(function.locals[arg].ty);
        }
        let owner = if function.is_declaration() { 0 } else { self.globals[global] + 1 };
        self.add_attachments(owner, &value.attachments);
        let mut last = None;
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Instruction::DebugRecord(record) = &data.inst {
                self.add_record(owner, record);
                continue;
            }
            operands::each(function, &data.inst, |operand| match operand {
                Operand::Block(_) => self.add_type(module.types.common.label),
                Operand::Value(value) | Operand::Case(value) => self.add_operand(owner, function, value),
            });
            self.add_types_of(function, &data.inst, data.result.expand());
            let attachments = function.inst_attachments(inst);
            if attachments.is_empty() {
                continue;
            }
            // The location comes last, and has no id itself.
            let attachments = self.add_kinds(attachments);
            let (location, others) =
                attachments.split_at(attachments.partition_point(|(kind, _)| *kind == 0));
            for &(_, node) in others {
                self.add_metadata(owner, Md::Node(node.as_u32()));
            }
            for &(_, node) in location {
                if last != Some(node) {
                    self.add_location(owner, node);
                    last = Some(node);
                }
            }
        }
    }

    fn add_location(&mut self, owner: u32, node: MdNode) {
        let node = self.nodes.canonical(node.as_u32());
        self.has_right_locations &= self.nodes.code(node) == metadata_code::LOCATION;
        let operands: SmallVec<[Md; 4]> = self.nodes.operands(node).collect();
        operands.into_iter().for_each(|operand| self.add_metadata(owner, operand));
    }

    fn add_operand(&mut self, owner: u32, function: &Function, value: Value) {
        match value.kind() {
            ValueKind::Local(local) => self.add_type(function.locals[local].ty),
            ValueKind::Constant(constant) if self.typed.contains(constant) => {}
            ValueKind::Constant(constant) => match self.module.constants.kind(constant) {
                ConstantKind::Metadata(metadata) => {
                    if let Some(md) = Md::of(*metadata) {
                        self.add_metadata(owner, md);
                    }
                }
                ConstantKind::ArgList(values) => self.add_constants_of_list(owner, values),
                ConstantKind::LocalMetadata(_) => {}
                _ => self.add_operand_type(constant),
            },
        }
    }

    fn add_constants_of_list(&mut self, owner: u32, values: &[Value]) {
        for constant in values.iter().filter_map(|value| value.constant()) {
            self.add_metadata(owner, Md::Constant(constant));
        }
    }

    fn add_described(&mut self, owner: u32, operand: Option<&RecordOperand>) {
        match operand {
            Some(RecordOperand::Value(value)) => self.add_constants_of_list(owner, &[*value]),
            Some(RecordOperand::ArgList(values)) => self.add_constants_of_list(owner, values),
            Some(RecordOperand::Metadata(metadata)) => {
                if let Some(md) = Md::of(*metadata) {
                    self.add_metadata(owner, md);
                }
            }
            None => {}
        }
    }

    fn add_record(&mut self, owner: u32, record: &DebugRecord) {
        let location = record.location.map(|node| Md::Node(node.as_u32()));
        let add = |ids: &mut Self, places: &[usize]| {
            places.iter().for_each(|&place| ids.add_described(owner, record.operands.get(place)));
        };
        match record.kind {
            DebugRecordKind::Label => add(self, &[0]),
            _ => add(self, &[0, 2, 1]),
        }
        location.into_iter().for_each(|md| self.add_metadata(owner, md));
        if record.kind == DebugRecordKind::Assign {
            add(self, &[4, 3, 5]);
        }
    }

    fn add_types_of(&mut self, function: &Function, inst: &Instruction, result: Option<Local>) {
        match inst {
            Instruction::ShuffleVector { mask, .. } => {
                if let Some(local) = result {
                    let ty = function.locals[local].ty;
                    let mask = mask_constant(self.module, ty, function.list(*mask));
                    self.add_type(self.module.constants.ty(mask));
                }
            }
            Instruction::GetElementPtr { element, .. } => self.add_type(*element),
            Instruction::Alloca(alloca) => self.add_type(alloca.allocated),
            _ => {}
        }
        self.add_type(result.map_or(self.module.types.common.void, |local| function.locals[local].ty));
        if let Some(call) = inst.call_site() {
            self.add_attributes(call.attributes);
            self.add_type(call.function_type);
            // Bitcode can have a type of its own there.
            if let Some(ConstantKind::InlineAsm(asm)) =
                call.callee.constant().map(|callee| self.module.constants.kind(callee))
            {
                self.add_type(asm.function_type);
            }
        }
    }

    /// Attachments with the numbers of their kinds, in the order of these.
    pub(super) fn attachments(&self, attachments: &[(StrId, MdNode)]) -> SmallVec<[(u32, MdNode); 4]> {
        let number = |kind: StrId| match self.kind_numbers[kind] {
            NONE => 0,
            number => number,
        };
        let mut all: SmallVec<[(u32, MdNode); 4]> =
            attachments.iter().map(|&(kind, node)| (number(kind), node)).collect();
        all.sort_by_key(|(kind, _)| *kind);
        all
    }

    /// Gives numbers to the kinds of attachments, in the order of the text.
    fn add_kinds(&mut self, attachments: &[(StrId, MdNode)]) -> SmallVec<[(u32, MdNode); 4]> {
        attachments.iter().for_each(|&(kind, _)| self.add_kind(kind));
        self.attachments(attachments)
    }

    fn add_attachments(&mut self, owner: u32, attachments: &[(StrId, MdNode)]) {
        for (_, node) in self.add_kinds(attachments) {
            self.add_metadata(owner, Md::Node(node.as_u32()));
        }
    }

    /// Gives a number to a kind of attachment.
    fn add_kind(&mut self, name: StrId) {
        if self.kind_numbers[name] != NONE {
            return;
        }
        self.kind_numbers[name] = match fixed_kind(self.module.strings.get(name)) {
            Some(fixed) => fixed as u32,
            None => {
                self.kinds.push(name);
                (FIXED_KINDS.len() + self.kinds.len()) as u32 - 1
            }
        };
    }

    /// LLVM's reader strips debug information that is broken or of another version, and with it attachments of this kind, which makes it
    /// known.
    fn add_stripped_kinds(&mut self) {
        let module = self.module;
        let dbg = module.strings.find(b"dbg");
        let mut bodies = module.definitions().map(|(.., function)| function);
        let is_other = |(kind, _): &(StrId, MdNode)| Some(*kind) != dbg;
        let has = |function: &Function| {
            function.instructions().any(|(_, inst)| function.inst_attachments(inst).iter().any(is_other))
        };
        if bodies.any(has) {
            self.add_kind(module.strings.intern(b"heapallocsite"));
        }
    }

    /// The kinds of attachments that LLVM does not know.
    pub(super) fn other_kinds(&self) -> &[StrId] {
        &self.kinds
    }

    fn sort_constants(&mut self, first: usize) {
        if self.in_order || self.values.len() - first < 2 {
            return;
        }
        let (module, version) = (self.module, self.version);
        let ty = |entry: &Entry| match entry {
            Entry::Constant(constant) => operands::constant_type(module, version, *constant),
            Entry::Global(_) => module.types.common.ptr,
        };
        let mut values = self.values.split_off(first);
        values.sort_by_cached_key(|(entry, uses)| self.rank(ty(entry), *uses));
        self.values.append(&mut values);
        for (id, (entry, _)) in self.values.iter().enumerate().skip(first) {
            if let Entry::Constant(constant) = entry {
                self.constants[*constant] = id as u32;
            }
        }
    }

    /// What constants of a type with so many uses are sorted by: integers come first, and of a type those with the most uses.
    fn rank(&self, ty: Type, uses: u32) -> (bool, u32, Reverse<u32>) {
        let types = &self.module.types;
        let is_integer = matches!(types.kind(types.scalar(ty)), TypeKind::Integer(_));
        (!is_integer, self.type_ids[ty.index()], Reverse(uses))
    }

    /// Sorts constants that come with the number of their uses.
    pub(super) fn sort(&self, constants: &mut [(Constant, u32)]) {
        if !self.in_order && constants.len() > 1 {
            constants.sort_by_cached_key(|&(constant, uses)| {
                self.rank(operands::constant_type(self.module, self.version, constant), uses)
            });
        }
    }
}

/// Metadata.
impl Ids<'_> {
    /// Adds metadata to the list, and all that it refers to.
    fn add_metadata(&mut self, owner: u32, md: Md) {
        let Some(node) = self.begin_metadata(owner, md) else { return };
        let mut delayed: Vec<u32> = Vec::new();
        // Nodes, and how many of their operands have been looked at.
        let mut stack: SmallVec<[(u32, usize); 16]> = smallvec![(node, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let new = loop {
                let mut operands = self.nodes.operands(node).from(*next);
                let Some(operand) = operands.next() else { break None };
                *next = operands.position();
                if let Some(new) = self.begin_metadata(owner, operand) {
                    break Some(new);
                }
            };
            if let Some(new) = new {
                match self.nodes.is_distinct(new) && !self.nodes.is_distinct(node) {
                    true => delayed.push(new),
                    false => stack.push((new, 0)),
                }
                continue;
            }
            stack.pop();
            self.metadata.push(Md::Node(node));
            if stack.last().is_none_or(|(node, _)| self.nodes.is_distinct(*node)) {
                stack.extend(delayed.drain(..).map(|node| (node, 0)));
            }
        }
    }

    /// Adds metadata that is no node; returns a node that is met for the first time.
    fn begin_metadata(&mut self, owner: u32, md: Md) -> Option<u32> {
        let md = self.nodes.canonical_md(md);
        let place = self.metadata.place_mut(md)?;
        if place.id != 0 {
            if place.function != 0 && place.function != owner {
                self.drop_owner(md);
            }
            return None;
        }
        *place = Place { function: owner, id: MET };
        match md {
            Md::Node(node) => return Some(node),
            Md::Constant(constant) => {
                self.metadata.push(md);
                self.add_constant(constant);
            }
            _ => self.metadata.push(md),
        }
        None
    }

    /// Notes that metadata, and what it refers to, is used by more than one function.
    fn drop_owner(&mut self, md: Md) {
        let mut stack = vec![md];
        while let Some(md) = stack.pop() {
            let md = self.nodes.canonical_md(md);
            let Some(place) = self.metadata.place_mut(md).filter(|place| place.function != 0) else {
                continue;
            };
            place.function = 0;
            if place.id != MET
                && let Md::Node(node) = md
            {
                stack.extend(self.nodes.operands(node));
            }
        }
    }

    /// Puts the metadata of the module first, then that of each function: strings, values, distinct nodes, all other nodes.
    fn organize_metadata(&mut self) {
        let list = std::mem::take(&mut self.metadata.list);
        let mut order: Vec<(u32, u8, u32, Md)> = Vec::with_capacity(list.len());
        for md in list {
            let place = self.metadata.place(md);
            let rank = match md {
                Md::String(_) => 0,
                Md::Node(node) if self.nodes.is_distinct(node) => 2,
                Md::Node(_) => 3,
                _ => 1,
            };
            order.push((place.function, rank, place.id, md));
        }
        order.sort_unstable_by_key(|&(function, rank, id, _)| (function, rank, id));
        let metadata = &mut self.metadata;
        let shared = order.partition_point(|(function, ..)| *function == 0);
        metadata.list.reserve_exact(shared);
        metadata.of_functions.reserve_exact(order.len() - shared);
        for &(_, rank, _, md) in &order[..shared] {
            metadata.push(md);
            metadata.string_count += usize::from(rank == 0);
        }
        for part in order[shared..].chunk_by(|a, b| a.0 == b.0) {
            let first = metadata.of_functions.len();
            let mut strings = 0;
            for (index, &(_, rank, _, md)) in (1..).zip(part) {
                metadata.of_functions.push(md);
                metadata.set_id(md, metadata.list.len() + index);
                strings += usize::from(rank == 0);
            }
            let range = FunctionRange { first, last: metadata.of_functions.len(), strings };
            metadata.ranges.insert(part[0].0, range);
        }
    }

    /// The strings and then the other metadata of the module.
    pub(super) fn metadata(&self) -> (&[Md], &[Md]) {
        self.metadata.list.split_at(self.metadata.string_count)
    }

    /// The strings and then the other metadata that only this function uses.
    pub(super) fn metadata_of(&self, function: Global) -> (&[Md], &[Md]) {
        let range = self.metadata.ranges.get(&(self.globals[function] + 1)).copied().unwrap_or_default();
        self.metadata.of_functions[range.first..range.last].split_at(range.strings)
    }

    /// The number of the metadata of the module.
    pub(super) fn metadata_count(&self) -> usize {
        self.metadata.list.len()
    }

    /// The id of metadata plus one, or zero; not of what only a body has.
    pub(super) fn place_of_metadata(&self, md: Md) -> u32 {
        match self.metadata.place(self.nodes.canonical_md(md)).id {
            MET => 0,
            id => id,
        }
    }
}

/// Lookups.
impl Ids<'_> {
    /// Whether all locations of instructions are nodes that are locations.
    pub(super) fn has_right_locations(&self) -> bool {
        self.has_right_locations
    }

    /// The number of values that have ids.
    pub(super) fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The constants that have ids, in order.
    pub(super) fn constants(&self) -> impl Iterator<Item = Constant> + '_ {
        self.values.iter().filter_map(|(entry, _)| match entry {
            Entry::Constant(constant) => Some(*constant),
            Entry::Global(_) => None,
        })
    }

    /// The ids of constants.
    pub(super) fn constant_ids(&self) -> &SecondaryMap<Constant, u32> {
        &self.constants
    }

    /// The id of a type.
    pub(super) fn ty(&self, ty: Type) -> u64 {
        self.type_ids.get(ty.index()).copied().unwrap_or(0).into()
    }

    /// The number of bits that the id of a type needs, one more than all included.
    pub(super) fn type_width(&self) -> u32 {
        bits_for(self.types.len() as u64 + 1)
    }

    /// The id of a global.
    pub(super) fn global(&self, global: Global) -> u64 {
        self.globals[global].into()
    }

    /// The id of a list of attributes plus one, or zero for the empty one.
    pub(super) fn attributes(&self, list: AttributeListId) -> u64 {
        self.list_ids[list].into()
    }

    /// The attributes of a function.
    pub(super) fn attributes_of(&self, global: Global) -> AttributeListId {
        match self.version.is_before(22) {
            true => self.module.globals[global].as_function().map(|it| it.attributes).unwrap_or_default(),
            false => attributes_of(self.module, global),
        }
    }

    /// The id of a set of attributes.
    pub(super) fn group(&self, key: (u32, AttributeSetId)) -> u64 {
        self.group_ids.get(&key).copied().unwrap_or(0).into()
    }

    /// The id of a comdat plus one, or zero for none.
    pub(super) fn comdat(&self, comdat: Option<Comdat>) -> u64 {
        comdat.map_or(0, |comdat| self.comdat_ids[comdat].into())
    }
}

/// The number of bits for numbers below `count`.
pub(super) fn bits_for(count: u64) -> u32 {
    match count {
        0 | 1 => 0,
        count => 64 - (count - 1).leading_zeros(),
    }
}

/// The attributes of a variable as those of a function.
pub(super) fn list_of_variable(module: &Module, function: AttributeSetId) -> AttributeListId {
    module.attributes.list(AttributeList { function, ..AttributeList::default() })
}

/// The attributes of a function; those of intrinsics are LLVM's own.
fn attributes_of(module: &Module, global: Global) -> AttributeListId {
    let value = &module.globals[global];
    let found = value.name.and_then(|name| intrinsics::find(module.strings.get(name)));
    if let Some(intrinsic) = found.filter(|found| found.overloaded_types(module, value.ty).is_some()) {
        return intrinsic.attributes(module, value.ty);
    }
    value.as_function().map_or_else(AttributeListId::default, |function| function.attributes)
}

/// The constants that LLVM has as operands of a function: all three, or none.
pub(super) fn operands_of_function(module: &Module, function: &Function) -> Vec<Constant> {
    let operands = [function.personality, function.prefix, function.prologue];
    if operands.iter().all(Option::is_none) {
        return Vec::new();
    }
    let given = operands.iter().flatten().next().map(|&operand| module.constants.ty(operand));
    let ty = given.filter(|&ty| module.types.is_typed_pointer(ty)).unwrap_or(module.types.common.ptr);
    let null = module.constants.intern(ty, ConstantKind::Zero);
    operands.into_iter().map(|operand| operand.unwrap_or(null)).collect()
}

/// The types that a type consists of.
fn parts_of(module: &Module, ty: Type) -> Vec<Type> {
    match module.types.kind(ty) {
        TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => vec![*element],
        TypeKind::Struct { fields, .. } => fields.to_vec(),
        TypeKind::Identified(id) => module.types.structs[*id].fields.as_deref().unwrap_or_default().to_vec(),
        TypeKind::Function { ret, params, .. } => {
            std::iter::once(*ret).chain(params.iter().copied()).collect()
        }
        TypeKind::TargetExt { types, .. } => types.to_vec(),
        TypeKind::TypedPointer { pointee, .. } => vec![*pointee],
        _ => Vec::new(),
    }
}
