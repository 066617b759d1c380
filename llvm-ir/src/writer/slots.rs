//! Assigns numbers to unnamed values, blocks, globals, types, attribute groups and metadata nodes. The order is LLVM's: those of
//! the module first, then those of each function in turn.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::attributes::AttributeSetId;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{Instruction, RecordOperand};
use crate::metadata::{Field, MdNode, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::StructId;

/// In place of the number of an entity that has none. Texts that are checked before they are written do not show it.
pub(super) const NONE: u32 = u32::MAX;

/// The numbered entities that a function uses, in order of first use.
#[derive(Default)]
pub(super) struct Used {
    nodes: Vec<MdNode>,
    groups: Vec<AttributeSetId>,
}

impl Used {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.groups.clear();
    }

    /// Adds the entities that a function uses; nothing for other globals.
    pub(super) fn add(&mut self, module: &Module, global: Global) {
        let Some(function) = module.globals[global].as_function() else { return };
        self.nodes.extend(module.globals[global].attachments.iter().map(|&(_, node)| node));
        for &inst in function.layout.iter().flat_map(|&block| function.block_insts(block)) {
            let inst_data = &function.insts[inst].inst;
            if let Instruction::DebugRecord(record) = inst_data {
                // Expressions are written inline.
                self.nodes.extend(record.operands.iter().filter_map(|operand| match operand {
                    RecordOperand::Metadata(Metadata::Node(node)) => Some(*node),
                    _ => None,
                }));
                self.nodes.extend(record.location);
            }
            if let Some(call) = inst_data.call_site() {
                let inputs = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
                self.nodes.extend(call.args.iter().chain(inputs).filter_map(|&arg| match metadata_argument(
                    module, arg,
                ) {
                    Some(Metadata::Node(node)) => Some(node),
                    _ => None,
                }));
                self.groups.push(module.attributes.get_list(call.attributes).function);
            }
            // Most instructions have no attachments.
            if function.insts[inst].has_attachments() {
                self.nodes.extend(function.inst_attachments(inst).iter().map(|&(_, node)| node));
            }
        }
    }
}

/// How many nodes and groups of attributes have numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    nodes: usize,
    groups: usize,
}

/// The numbers that unnamed entities of a module have in its text: `@0`, `!5`, `#3`. The writer takes them from here.
///
/// ```
/// use tern_llvm_ir::writer::{FunctionSlots, ModuleSlots};
///
/// let text = b"define i32 @f(i32 %0) {\n  %x = add i32 %0, 1, !k !0\n  %2 = mul i32 %x, 2\n  ret i32 %2\n}\n!0 = !{}\n";
/// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
/// let (_, _, function) = module.definitions().next().unwrap();
/// let insts = function.block_insts(function.layout[0]);
/// let slots = FunctionSlots::new(function);
/// assert_eq!(slots.block(function.layout[0]), Some(1));
/// let numbers = insts.iter().map(|&inst| slots.local(function.insts[inst].result.expand()?));
/// assert_eq!(numbers.collect::<Vec<_>>(), [None, Some(2), None]);
/// let (_, node) = function.inst_attachments(insts[0])[0];
/// assert_eq!(ModuleSlots::of_all(&module).node(node), Some(0));
/// ```
#[derive(Clone, Debug)]
pub struct ModuleSlots {
    globals: FxHashMap<Global, u32>,
    structs: FxHashMap<StructId, u32>,
    groups: FxHashMap<AttributeSetId, u32>,
    group_order: Vec<AttributeSetId>,
    nodes: SecondaryMap<MdNode, u32>,
    pub(crate) node_order: Vec<MdNode>,
    /// [`OPERAND_ORDER`], restricted to names that the module has.
    operand_order: Vec<(StrId, Vec<StrId>)>,
    /// The kinds of nodes that are written inline, if the module has these names.
    inline: [Option<StrId>; 2],
}

impl ModuleSlots {
    /// The numbers in the text of the whole module.
    pub fn of_all(module: &Module) -> Self {
        let mut slots = Self::new(module);
        module.functions.iter().for_each(|&global| slots.add_function(module, global));
        slots
    }

    /// The numbers in the text of the module without its functions; these are added one by one.
    pub(super) fn new(module: &Module) -> Self {
        let find = |name: &&str| module.strings.find(name.as_bytes());
        let operand_order = OPERAND_ORDER
            .iter()
            .filter_map(|(kind, first)| Some((find(kind)?, first.iter().filter_map(find).collect())))
            .collect();
        let mut slots = Self {
            globals: FxHashMap::default(),
            structs: FxHashMap::default(),
            groups: FxHashMap::default(),
            group_order: Vec::new(),
            nodes: SecondaryMap::with_default(NONE),
            node_order: Vec::new(),
            operand_order,
            inline: ["DIExpression", "DIArgList"].map(|kind| find(&kind)),
        };
        slots.number_structs(module, &module.types.definitions);
        for &global in &module.variables {
            slots.name_global(module, global);
            for &(_, node) in &module.globals[global].attachments {
                slots.add_node(module, node);
            }
            if let GlobalKind::Variable(variable) = &module.globals[global].kind {
                slots.add_group(variable.attributes);
            }
        }
        for &global in module.aliases.iter().chain(&module.ifuncs) {
            slots.name_global(module, global);
            for &(_, node) in &module.globals[global].attachments {
                slots.add_node(module, node);
            }
        }
        for &node in module.metadata.named.iter().flat_map(|(_, nodes)| nodes) {
            slots.add_node(module, node);
        }
        for &global in &module.functions {
            slots.name_global(module, global);
            if let Some(function) = module.globals[global].as_function() {
                slots.add_group(module.attributes.get_list(function.attributes).function);
            }
        }
        slots
    }

    fn name_global(&mut self, module: &Module, global: Global) {
        if module.globals[global].name.is_none() {
            self.globals.insert(global, self.globals.len() as u32);
        }
    }

    fn add_group(&mut self, set: AttributeSetId) {
        if set != AttributeSetId::default() && !self.groups.contains_key(&set) {
            self.groups.insert(set, self.group_order.len() as u32);
            self.group_order.push(set);
        }
    }

    /// Whether a node is written inline: `!DIExpression(…)`, `!DIArgList(…)`.
    pub(super) fn is_inline(&self, module: &Module, node: MdNode) -> bool {
        match &module.metadata.nodes[node].kind {
            MdNodeKind::Specialized { kind, .. } => self.inline.contains(&Some(*kind)),
            MdNodeKind::Tuple(_) => false,
        }
    }

    /// Numbers a node and everything that it refers to, in pre-order.
    fn add_node(&mut self, module: &Module, node: MdNode) {
        if self.nodes[node] != NONE {
            return;
        }
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if self.nodes[node] != NONE {
                continue;
            }
            let inline = self.is_inline(module, node);
            if !inline {
                self.nodes[node] = self.node_order.len() as u32;
                self.node_order.push(node);
            }
            let before = stack.len();
            let mut push = |operand: &Metadata| {
                if let Metadata::Node(node) = *operand {
                    stack.push(node);
                }
            };
            match &module.metadata.nodes[node].kind {
                MdNodeKind::Tuple(operands) => operands.iter().for_each(&mut push),
                MdNodeKind::Specialized { .. } if inline => {}
                MdNodeKind::Specialized { kind, fields } => {
                    let known = self.operand_order.iter().find(|(known, _)| known == kind);
                    for field in in_operand_order(known.map_or(&[], |(_, first)| first), fields) {
                        field.value.operands().iter().for_each(&mut push);
                    }
                }
            }
            stack[before..].reverse();
        }
    }

    /// Numbers the entities that functions use.
    pub(super) fn add_used(&mut self, module: &Module, used: &Used) {
        used.nodes.iter().for_each(|&node| self.add_node(module, node));
        used.groups.iter().for_each(|&group| self.add_group(group));
    }

    /// Numbers the entities that a function uses.
    pub(super) fn add_function(&mut self, module: &Module, global: Global) {
        let mut used = Used::default();
        used.add(module, global);
        self.add_used(module, &used);
    }

    /// What has numbers so far, for [`take_back`](Self::take_back).
    pub(super) fn mark(&self) -> Mark {
        Mark { nodes: self.node_order.len(), groups: self.group_order.len() }
    }

    /// Takes back the numbers of nodes and groups that were given since the mark.
    pub(super) fn take_back(&mut self, Mark { nodes, groups }: Mark) {
        for node in self.node_order.drain(nodes..) {
            self.nodes[node] = NONE;
        }
        for group in self.group_order.drain(groups..) {
            self.groups.remove(&group);
        }
    }

    /// The number of a metadata node; `None` if it is written inline, or not at all.
    pub fn node(&self, node: MdNode) -> Option<u32> {
        Some(self.nodes[node]).filter(|number| *number != NONE)
    }

    /// The number of a global; `None` if it has a name.
    pub fn global(&self, global: Global) -> Option<u32> {
        self.globals.get(&global).copied()
    }

    /// Numbers the unnamed structs in this order.
    pub(super) fn number_structs(&mut self, module: &Module, structs: &[StructId]) {
        let unnamed = structs.iter().filter(|&&id| module.types.structs[id].name.is_none());
        self.structs = unnamed.zip(0..).map(|(&id, number)| (id, number)).collect();
    }

    /// The number of an identified struct; `None` if it has a name.
    pub fn struct_number(&self, id: StructId) -> Option<u32> {
        self.structs.get(&id).copied()
    }

    /// The number of the group for a set of attributes of functions or calls; `None` if the set is empty.
    pub fn attribute_group(&self, set: AttributeSetId) -> Option<u32> {
        self.groups.get(&set).copied()
    }

    pub(super) fn attribute_groups(&self) -> &[AttributeSetId] {
        &self.group_order
    }
}

/// Kinds of nodes whose operand order differs from the order of fields in the text, with the fields that come first.
const OPERAND_ORDER: &[(&str, &[&str])] = &[
    ("DICompositeType", &["file"]),
    ("DIDerivedType", &["file"]),
    ("DILexicalBlock", &["file"]),
    ("DILexicalBlockFile", &["file"]),
    ("DIModule", &["file"]),
    ("DISubprogram", &["file", "scope", "type", "unit", "declaration", "retainedNodes"]),
    ("DISubrangeType", &["file"]),
];

/// The fields of a node that refer to others, in the order of LLVM's operands, which determines their numbers. Fields named in
/// `first` come first.
fn in_operand_order<'f>(first: &[StrId], fields: &'f [Field]) -> SmallVec<[&'f Field; 16]> {
    let rank =
        |field: &&Field| first.iter().position(|&name| field.name == Some(name)).unwrap_or(first.len());
    let mut referring: SmallVec<[&Field; 16]> =
        fields.iter().filter(|field| !field.value.operands().is_empty()).collect();
    if !first.is_empty() {
        referring.sort_by_key(rank);
    }
    referring
}

fn metadata_argument(module: &Module, value: Value) -> Option<Metadata> {
    match (value.kind(), value) {
        (ValueKind::Constant(constant), _) => match module.constants.kind(constant) {
            ConstantKind::Metadata(metadata) => Some(*metadata),
            _ => None,
        },
        _ => None,
    }
}

/// The numbers that unnamed values and blocks of a function have in its text: `%0`. See [`ModuleSlots`].
#[derive(Clone, Debug)]
pub struct FunctionSlots {
    pub(super) locals: SecondaryMap<Local, u32>,
    pub(super) blocks: SecondaryMap<Block, u32>,
}

impl FunctionSlots {
    /// The number of an argument or result; `None` if it has a name or is not in the text.
    pub fn local(&self, local: Local) -> Option<u32> {
        Some(self.locals[local]).filter(|number| *number != NONE)
    }

    /// The number of a block; `None` if it has a name or is not in the text.
    pub fn block(&self, block: Block) -> Option<u32> {
        Some(self.blocks[block]).filter(|number| *number != NONE)
    }

    /// The numbers in the text of a function.
    pub fn new(function: &Function) -> Self {
        let mut slots =
            Self { locals: SecondaryMap::with_default(NONE), blocks: SecondaryMap::with_default(NONE) };
        slots.locals.resize(function.locals.len());
        slots.blocks.resize(function.blocks.len());
        let mut next = 0;
        let mut number = |slot: &mut u32| {
            *slot = next;
            next += 1;
        };
        for &arg in &function.args {
            if function.locals[arg].name.is_none() {
                number(&mut slots.locals[arg]);
            }
        }
        for &block in &function.layout {
            if function.blocks[block].name.is_none() {
                number(&mut slots.blocks[block]);
            }
            for &inst in function.block_insts(block) {
                if let Some(local) = function.insts[inst].result.expand()
                    && function.locals[local].name.is_none()
                {
                    number(&mut slots.locals[local]);
                }
            }
        }
        slots
    }
}
