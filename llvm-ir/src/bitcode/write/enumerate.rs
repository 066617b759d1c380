//! Gives ids to what records refer to: types, values, attributes, comdats and metadata, in the order in which LLVM finds them. Source:
//! LLVM, `ValueEnumerator`.

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::nodes::{Md, Nodes};
use super::operands::{self, Operand, in_bitcode, mask_constant};
use crate::attributes::{Attribute, AttributeList, AttributeListId, AttributeSetId};
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::{Comdat, Global, GlobalKind};
use crate::instruction::{DebugRecord, DebugRecordKind, Instruction, RecordOperand};
use crate::intrinsics;
use crate::metadata::{MdNode, MdNodeKind, Metadata, fixed_kind};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::versions::LlvmVersion;

/// A value with an id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Entry {
    Global(Global),
    Constant(Constant),
    Local(Local),
}

/// An id that is not given.
const NONE: u32 = u32::MAX;

/// The place of attributes of a function in a list.
pub(super) const FUNCTION: u32 = u32::MAX;

/// Where metadata is in the list: the id plus one, or zero, and the function that alone uses it (the id of its value plus one), or zero.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    function: u32,
    id: u32,
}

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
    places: FxHashMap<Md, Place>,
    list: Vec<Md>,
    strings: usize,
    of_functions: Vec<Md>,
    ranges: FxHashMap<u32, FunctionRange>,
    /// Where the entries of the function begin that is being written, or zero.
    start: usize,
}

/// The ids of a module, and of one function at a time.
pub(super) struct Ids<'m> {
    pub(super) module: &'m Module,
    /// The version of LLVM that has to read the file.
    pub(super) version: LlvmVersion,
    pub(super) nodes: Nodes<'m>,
    /// Values with the number of their uses.
    values: Vec<(Entry, u32)>,
    globals: SecondaryMap<Global, u32>,
    constants: FxHashMap<Constant, u32>,
    locals: Vec<u32>,
    local_types: Vec<Type>,
    blocks: SecondaryMap<Block, u32>,
    pub(super) types: Vec<Type>,
    type_ids: Vec<u32>,
    pub(super) lists: Vec<AttributeListId>,
    list_ids: FxHashMap<AttributeListId, u32>,
    pub(super) groups: Vec<(u32, AttributeSetId)>,
    group_ids: FxHashMap<(u32, AttributeSetId), u32>,
    pub(super) comdats: Vec<Comdat>,
    comdat_ids: SecondaryMap<Comdat, u32>,
    metadata: MetadataIds,
    /// Lists of arguments of the current function.
    arg_lists: Vec<Vec<Value>>,
    arg_list_ids: FxHashMap<Vec<Value>, u32>,
    /// Constants whose types have ids.
    typed: FxHashSet<Constant>,
    /// Whether the order of constants is that of their uses, which orders of uses need.
    in_order: bool,
    module_values: usize,
    kinds: Vec<StrId>,
}

impl<'m> Ids<'m> {
    /// Gives ids to all of a module but what only single bodies have.
    pub(super) fn new(module: &'m Module, in_order: bool, version: LlvmVersion) -> Self {
        let mut ids = Self {
            module,
            version,
            nodes: Nodes::new(module, version),
            values: Vec::new(),
            globals: SecondaryMap::with_default(NONE),
            constants: FxHashMap::default(),
            locals: Vec::new(),
            local_types: Vec::new(),
            blocks: SecondaryMap::with_default(NONE),
            types: Vec::new(),
            type_ids: Vec::new(),
            lists: Vec::new(),
            list_ids: FxHashMap::default(),
            groups: Vec::new(),
            group_ids: FxHashMap::default(),
            comdats: Vec::new(),
            comdat_ids: SecondaryMap::new(),
            metadata: MetadataIds::default(),
            arg_lists: Vec::new(),
            arg_list_ids: FxHashMap::default(),
            typed: FxHashSet::default(),
            in_order,
            module_values: 0,
            kinds: Vec::new(),
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
        ids.sort_constants(first);
        ids.add_stripped_kinds();
        ids.organize_metadata();
        ids.module_values = ids.values.len();
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
    pub(super) fn add_constant(&mut self, constant: Constant) {
        let module = self.module;
        let mut stack = vec![(in_bitcode(module, constant), None::<Vec<Constant>>)];
        while let Some((constant, rest)) = stack.pop() {
            let data = module.constants.get(constant);
            if let ConstantKind::Global(global) = data.kind {
                match self.globals[global] {
                    NONE => self.add_global(global),
                    id => self.values[id as usize].1 += 1,
                }
                continue;
            }
            let mut rest = match rest {
                Some(rest) => rest,
                None => {
                    if let Some(&id) = self.constants.get(&constant) {
                        self.values[id as usize].1 += 1;
                        continue;
                    }
                    self.add_type(operands::constant_type(module, self.version, constant));
                    let mut operands = Vec::new();
                    operands::of_constant(module, constant, |operand| operands.push(operand));
                    operands.reverse();
                    operands
                }
            };
            if let Some(operand) = rest.pop() {
                stack.push((constant, Some(rest)));
                stack.push((operand, None));
                continue;
            }
            self.add_source_element(constant);
            self.constants.insert(constant, self.values.len() as u32);
            self.values.push((Entry::Constant(constant), 1));
        }
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
        let mut stack = vec![(in_bitcode(module, constant), false)];
        while let Some((constant, is_done)) = stack.pop() {
            if is_done {
                self.add_source_element(constant);
                continue;
            }
            self.add_type(operands::constant_type(module, self.version, constant));
            if self.constants.contains_key(&constant) || !self.typed.insert(constant) {
                continue;
            }
            stack.push((constant, true));
            let before = stack.len();
            operands::of_constant(module, constant, |operand| stack.push((operand, false)));
            stack[before..].reverse();
        }
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
        if list == AttributeListId::default() || self.list_ids.contains_key(&list) {
            return;
        }
        self.lists.push(list);
        self.list_ids.insert(list, self.lists.len() as u32);
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
            // The location comes last, and has no id itself.
            let attachments = self.attachments(function.inst_attachments(inst));
            let (location, others) =
                attachments.split_at(attachments.partition_point(|(kind, _)| *kind == 0));
            for &(_, node) in others {
                self.add_metadata(owner, Md::Node(node.as_u32()));
            }
            for &(_, node) in location {
                let node = self.nodes.canonical(node.as_u32());
                self.nodes.operands(node).into_iter().for_each(|it| self.add_metadata(owner, it));
            }
        }
    }

    fn add_operand(&mut self, owner: u32, function: &Function, value: Value) {
        match value.kind() {
            ValueKind::Local(local) => self.add_type(function.locals[local].ty),
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
        }
    }

    /// Attachments with the numbers of their kinds, in the order of these.
    pub(super) fn attachments(&mut self, attachments: &[(StrId, MdNode)]) -> Vec<(u32, MdNode)> {
        let mut all: Vec<(u32, MdNode)> =
            attachments.iter().map(|&(kind, node)| (self.kind(kind), node)).collect();
        all.sort_by_key(|(kind, _)| *kind);
        all
    }

    fn add_attachments(&mut self, owner: u32, attachments: &[(StrId, MdNode)]) {
        // Kinds are numbered in the order of the text.
        for (_, node) in self.attachments(attachments) {
            self.add_metadata(owner, Md::Node(node.as_u32()));
        }
    }

    /// The number of a kind of attachment.
    fn kind(&mut self, name: StrId) -> u32 {
        if let Some(fixed) = fixed_kind(self.module.strings.get(name)) {
            return fixed as u32;
        }
        let own = match self.kinds.iter().position(|&known| known == name) {
            Some(own) => own,
            None => {
                self.kinds.push(name);
                self.kinds.len() - 1
            }
        };
        (crate::metadata::FIXED_KINDS.len() + own) as u32
    }

    /// LLVM's reader strips debug information of another version, and with it attachments of this kind, which makes it known.
    fn add_stripped_kinds(&mut self) {
        let module = self.module;
        if has_debug_version(module) {
            return;
        }
        let dbg = module.strings.find(b"dbg");
        let mut bodies = module.definitions().map(|(.., function)| function);
        let is_other = |(kind, _): &(StrId, MdNode)| Some(*kind) != dbg;
        let has = |function: &Function| {
            function.instructions().any(|(_, inst)| function.inst_attachments(inst).iter().any(is_other))
        };
        if bodies.any(has) {
            self.kind(module.strings.intern(b"heapallocsite"));
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
            Entry::Global(_) | Entry::Local(_) => module.types.common.ptr,
        };
        let is_integer =
            |ty: Type| matches!(module.types.kind(module.types.scalar(ty)), TypeKind::Integer(_));
        let type_ids = &self.type_ids;
        self.values[first..].sort_by_key(|(entry, uses)| {
            let ty = ty(entry);
            (!is_integer(ty), type_ids[ty.index()], std::cmp::Reverse(*uses))
        });
        for (id, (entry, _)) in self.values.iter().enumerate().skip(first) {
            if let Entry::Constant(constant) = entry {
                self.constants.insert(*constant, id as u32);
            }
        }
    }
}

/// Metadata.
impl Ids<'_> {
    /// Adds metadata to the list, and all that it refers to.
    fn add_metadata(&mut self, owner: u32, md: Md) {
        let mut delayed: Vec<u32> = Vec::new();
        let mut stack: Vec<(u32, Vec<Md>)> = Vec::new();
        let begin = |ids: &Self, node: u32| {
            let mut operands = ids.nodes.operands(node);
            operands.reverse();
            (node, operands)
        };
        if let Some(node) = self.begin_metadata(owner, md) {
            stack.push(begin(self, node));
        }
        while let Some((node, rest)) = stack.last_mut() {
            let node = *node;
            let mut next = None;
            let mut left = std::mem::take(rest);
            while let Some(operand) = left.pop() {
                if let Some(new) = self.begin_metadata(owner, operand) {
                    next = Some(new);
                    break;
                }
            }
            if let Some(new) = next {
                *rest_of(&mut stack) = left;
                match self.nodes.is_distinct(new) && !self.nodes.is_distinct(node) {
                    true => delayed.push(new),
                    false => stack.push(begin(self, new)),
                }
                continue;
            }
            stack.pop();
            self.metadata.list.push(Md::Node(node));
            let id = self.metadata.list.len() as u32;
            self.metadata.places.entry(Md::Node(node)).or_default().id = id;
            if stack.last().is_none_or(|(node, _)| self.nodes.is_distinct(*node)) {
                for node in std::mem::take(&mut delayed) {
                    stack.push(begin(self, node));
                }
            }
        }
    }

    /// Adds metadata that is no node; returns a node that is met for the first time.
    fn begin_metadata(&mut self, owner: u32, md: Md) -> Option<u32> {
        let md = self.nodes.canonical_md(md);
        if let Some(place) = self.metadata.places.get(&md) {
            if place.function != 0 && place.function != owner {
                self.drop_owner(md);
            }
            return None;
        }
        self.metadata.places.insert(md, Place { function: owner, id: 0 });
        match md {
            Md::Node(node) => return Some(node),
            Md::Constant(constant) => {
                self.list_metadata(md);
                self.add_constant(constant);
            }
            _ => self.list_metadata(md),
        }
        None
    }

    fn list_metadata(&mut self, md: Md) {
        self.metadata.list.push(md);
        let id = self.metadata.list.len() as u32;
        self.metadata.places.entry(md).or_default().id = id;
    }

    /// Notes that metadata, and what it refers to, is used by more than one function.
    fn drop_owner(&mut self, md: Md) {
        let mut stack = vec![md];
        while let Some(md) = stack.pop() {
            let md = self.nodes.canonical_md(md);
            let Some(place) = self.metadata.places.get_mut(&md) else { continue };
            if place.function == 0 {
                continue;
            }
            place.function = 0;
            if place.id != 0
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
            let place = self.metadata.places[&md];
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
        for &(_, rank, _, md) in &order[..shared] {
            metadata.list.push(md);
            metadata.strings += usize::from(rank == 0);
            metadata.places.entry(md).or_default().id = metadata.list.len() as u32;
        }
        for part in order[shared..].chunk_by(|a, b| a.0 == b.0) {
            let first = metadata.of_functions.len();
            let mut strings = 0;
            for (index, &(_, rank, _, md)) in (1..).zip(part) {
                metadata.of_functions.push(md);
                metadata.places.entry(md).or_default().id = (metadata.list.len() + index) as u32;
                strings += usize::from(rank == 0);
            }
            let range = FunctionRange { first, last: metadata.of_functions.len(), strings };
            metadata.ranges.insert(part[0].0, range);
        }
    }

    /// The strings and then the other metadata of the module, or of the function that is being written.
    pub(super) fn metadata(&self) -> (&[Md], &[Md]) {
        let MetadataIds { list, strings, start, .. } = &self.metadata;
        list[*start..].split_at(*strings)
    }

    /// The id of metadata.
    pub(super) fn metadata_id(&self, md: Md) -> u64 {
        let md = self.nodes.canonical_md(md);
        u64::from(self.metadata.places.get(&md).map_or(0, |place| place.id)).wrapping_sub(1)
    }

    /// The id of metadata plus one, or zero if there is none.
    pub(super) fn metadata_or_null(&self, md: Option<Md>) -> u64 {
        md.map_or(0, |md| self.metadata_id(md) + 1)
    }

    /// A list of arguments of the current function as metadata.
    pub(super) fn arg_list(&mut self, values: &[Value]) -> Md {
        if let Some(&id) = self.arg_list_ids.get(values) {
            return Md::ArgList(id);
        }
        let id = self.arg_lists.len() as u32;
        self.arg_lists.push(values.to_vec());
        self.arg_list_ids.insert(values.to_vec(), id);
        Md::ArgList(id)
    }

    /// The arguments of a list.
    pub(super) fn args_of_list(&self, list: u32) -> &[Value] {
        &self.arg_lists[list as usize]
    }
}

fn rest_of(stack: &mut [(u32, Vec<Md>)]) -> &mut Vec<Md> {
    let last = stack.len() - 1;
    &mut stack[last].1
}

/// What a body adds.
pub(super) struct Body {
    /// The constants of the body.
    pub(super) constants: std::ops::Range<usize>,
}

/// Functions.
impl Ids<'_> {
    /// Gives ids to what only a body has.
    pub(super) fn enter(&mut self, global: Global, function: &Function) -> Body {
        self.module_values = self.values.len();
        let owner = self.globals[global] + 1;
        let metadata = &mut self.metadata;
        metadata.start = metadata.list.len();
        let range = metadata.ranges.get(&owner).copied().unwrap_or_default();
        metadata.strings = range.strings;
        metadata.list.extend_from_slice(&metadata.of_functions[range.first..range.last]);
        self.locals = vec![NONE; function.locals.len()];
        self.local_types = function.locals.values().map(|local| local.ty).collect();
        for &arg in &function.args {
            self.add_local(function, arg);
        }
        let first = self.values.len();
        for (index, &block) in function.layout.iter().enumerate() {
            self.blocks[block] = index as u32;
            for &inst in function.block_insts(block) {
                self.add_constants_of(
                    function,
                    &function.insts[inst].inst,
                    function.insts[inst].result.expand(),
                );
            }
        }
        self.sort_constants(first);
        let constants = first..self.values.len();
        self.add_attributes(self.attributes_of(global));
        self.add_results(owner, function);
        Body { constants }
    }

    fn add_local(&mut self, function: &Function, local: Local) {
        self.add_type(function.locals[local].ty);
        self.locals[local.index()] = self.values.len() as u32;
        self.values.push((Entry::Local(local), 1));
    }

    fn add_constants_of(&mut self, function: &Function, inst: &Instruction, result: Option<Local>) {
        let module = self.module;
        operands::each(function, inst, |operand| {
            if let Operand::Value(value) | Operand::Case(value) = operand
                && let Some(constant) = value.constant()
                && is_in_list(module.constants.kind(constant))
            {
                self.add_constant(constant);
            }
        });
        if let (Instruction::ShuffleVector { mask, .. }, Some(local)) = (inst, result) {
            let mask = mask_constant(module, function.locals[local].ty, function.list(*mask));
            self.add_constant(mask);
        }
    }

    fn add_results(&mut self, owner: u32, function: &Function) {
        let module = self.module;
        let mut locals: Vec<Local> = Vec::new();
        let mut lists: Vec<Md> = Vec::new();
        let mut records: Vec<&DebugRecord> = Vec::new();
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Instruction::DebugRecord(record) = &data.inst {
                records.push(record);
                continue;
            }
            operands::each(function, &data.inst, |operand| {
                let Operand::Value(value) = operand else { return };
                match value.constant().map(|constant| module.constants.kind(constant)) {
                    Some(ConstantKind::LocalMetadata(local)) => locals.push(*local),
                    Some(ConstantKind::ArgList(values)) => {
                        lists.push(self.arg_list(values));
                        locals.extend(values.iter().filter_map(|value| value.local()));
                    }
                    _ => {}
                }
            });
            for record in records.drain(..) {
                let count = match record.kind {
                    DebugRecordKind::Label => 0,
                    DebugRecordKind::Assign => 2,
                    _ => 1,
                };
                for operand in [0, 4].into_iter().take(count).filter_map(|at| record.operands.get(at)) {
                    match operand {
                        RecordOperand::Value(value) => locals.extend(value.local()),
                        RecordOperand::ArgList(values) => {
                            lists.push(self.arg_list(values));
                            locals.extend(values.iter().filter_map(|value| value.local()));
                        }
                        RecordOperand::Metadata(_) => {}
                    }
                }
            }
            if let Some(local) = data.result.expand() {
                self.add_local(function, local);
            }
        }
        for local in locals {
            self.add_function_metadata(owner, Md::Local(local));
        }
        for list in lists {
            self.add_function_metadata(owner, list);
        }
    }

    fn add_function_metadata(&mut self, owner: u32, md: Md) {
        if self.metadata.places.contains_key(&md) {
            return;
        }
        self.list_metadata(md);
        self.metadata.places.entry(md).or_default().function = owner;
    }

    /// Forgets what the body has.
    pub(super) fn leave(&mut self) {
        for (entry, _) in self.values.drain(self.module_values..) {
            if let Entry::Constant(constant) = entry {
                self.constants.remove(&constant);
            }
        }
        for md in self.metadata.list.drain(self.metadata.start..) {
            self.metadata.places.remove(&md);
        }
        (self.metadata.strings, self.metadata.start) = (0, 0);
        self.locals.clear();
        self.blocks.clear();
        self.arg_lists.clear();
        self.arg_list_ids.clear();
    }
}

/// Lookups.
impl Ids<'_> {
    /// All values that have ids.
    pub(super) fn values(&self) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.values.iter().map(|(entry, _)| *entry)
    }

    /// The value with this id.
    pub(super) fn value_at(&self, id: usize) -> Entry {
        self.values[id].0
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

    /// The id of a constant.
    pub(super) fn constant(&self, constant: Constant) -> u64 {
        let constant = in_bitcode(self.module, constant);
        match *self.module.constants.kind(constant) {
            ConstantKind::Global(global) => self.global(global),
            _ => self.constants.get(&constant).copied().unwrap_or(0).into(),
        }
    }

    /// The id of a value of the current function.
    pub(super) fn value(&self, value: Value) -> u64 {
        match value.kind() {
            ValueKind::Local(local) => self.locals[local.index()].into(),
            ValueKind::Constant(constant) => self.constant(constant),
        }
    }

    /// The type of a local of the current function.
    pub(super) fn local_type(&self, local: Local) -> Type {
        self.local_types[local.index()]
    }

    /// The id of a block of the current function.
    pub(super) fn block(&self, block: Block) -> u64 {
        self.blocks[block].into()
    }

    /// The id of a list of attributes plus one, or zero for the empty one.
    pub(super) fn attributes(&self, list: AttributeListId) -> u64 {
        self.list_ids.get(&list).copied().unwrap_or(0).into()
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

/// Whether a constant is listed among the constants of a body that uses it.
fn is_in_list(kind: &ConstantKind) -> bool {
    !matches!(
        kind,
        ConstantKind::Global(_)
            | ConstantKind::Metadata(_)
            | ConstantKind::LocalMetadata(_)
            | ConstantKind::ArgList(_)
    )
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

/// Whether the module says that it has debug information of the version that LLVM has.
fn has_debug_version(module: &Module) -> bool {
    let mut flags =
        module.metadata.named.iter().filter(|(name, _)| module.strings.get(*name) == b"llvm.module.flags");
    let version = |&node: &MdNode| match &module.metadata.nodes[node].kind {
        MdNodeKind::Tuple(operands) => match operands[..] {
            [_, Metadata::String(name), Metadata::Constant(value)] => {
                module.strings.get(name) == b"Debug Info Version"
                    && *module.constants.kind(value) == ConstantKind::Integer(3)
            }
            _ => false,
        },
        MdNodeKind::Specialized { .. } => false,
    };
    flags.any(|(_, nodes)| nodes.iter().any(version))
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
