//! Functions: arguments, blocks, instructions, and the values that they define.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};

use crate::attributes::AttributeListId;
use crate::constants::Constant;
use crate::entity::StrId;
use crate::instruction::{Inst, Instruction, List};
use crate::metadata::MdNode;
use crate::types::Type;

/// An argument or the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(u32);
entity_impl!(Local, "%");

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// An operand, in four bytes: an argument or result of the function, or a constant of the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// What a [`Value`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// An argument or result of the function.
    Local(Local),
    /// A constant of the module.
    Constant(Constant),
}

const CONSTANT: u32 = 1 << 31;

impl Value {
    /// What the value is.
    pub fn kind(self) -> ValueKind {
        match self.0 & CONSTANT {
            0 => ValueKind::Local(Local(self.0)),
            _ => ValueKind::Constant(Constant::new((self.0 & !CONSTANT) as usize)),
        }
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<Constant> {
        match self.kind() {
            ValueKind::Constant(constant) => Some(constant),
            ValueKind::Local(_) => None,
        }
    }

    /// The local, if it is one.
    pub fn local(self) -> Option<Local> {
        match self.kind() {
            ValueKind::Local(local) => Some(local),
            ValueKind::Constant(_) => None,
        }
    }
}

impl From<Local> for Value {
    fn from(local: Local) -> Self {
        Self(local.0)
    }
}

impl From<Constant> for Value {
    fn from(constant: Constant) -> Self {
        Self(constant.index() as u32 | CONSTANT)
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind().fmt(f)
    }
}

/// An argument, or the result of an instruction.
#[derive(Clone, Debug)]
pub struct LocalData {
    /// The type.
    pub ty: Type,
    /// The name; `None` where it is numbered.
    pub name: Option<StrId>,
    /// The instruction; `None` for an argument.
    pub inst: PackedOption<Inst>,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// The name; `None` where it is numbered.
    pub name: Option<StrId>,
    /// The instructions in order; debug records stand among them.
    pub insts: Vec<Inst>,
}

/// An instruction with its result and metadata.
#[derive(Clone, Debug)]
pub struct InstData {
    /// What it does.
    pub inst: Instruction,
    /// The result, unless it is void.
    pub result: PackedOption<Local>,
    /// Metadata attachments: a range of the pool.
    pub attachments: List,
}

/// A function: a declaration if it has no blocks.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The calling convention, by number.
    pub calling_convention: u32,
    /// The attributes.
    pub attributes: AttributeListId,
    /// The garbage collector.
    pub gc: Option<StrId>,
    /// Prefix data.
    pub prefix: Option<Constant>,
    /// Prologue data.
    pub prologue: Option<Constant>,
    /// The personality function.
    pub personality: Option<Constant>,
    /// The arguments. A declaration has them too.
    pub args: Vec<Local>,
    /// Arguments and results.
    pub locals: PrimaryMap<Local, LocalData>,
    /// Blocks, by handle.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Blocks in order; the first is the entry.
    pub layout: Vec<Block>,
    /// Instructions, by handle.
    pub insts: PrimaryMap<Inst, InstData>,
    /// The pool of values (`getelementptr` indices, pad arguments).
    pub values: Vec<Value>,
    /// The pool of numbers (aggregate indices, shuffle masks).
    pub numbers: Vec<u32>,
    /// The pool of incoming edges of PHI nodes.
    pub edges: Vec<(Value, Block)>,
    /// The pool of metadata attachments: kind and node.
    pub attachments: Vec<(StrId, MdNode)>,
}

impl Function {
    /// Whether the function has no body.
    pub fn is_declaration(&self) -> bool {
        self.layout.is_empty()
    }

    /// Takes the function away; what stays is its declaration.
    pub fn take_definition(&mut self) -> Self {
        let mut declaration = Self {
            calling_convention: self.calling_convention,
            attributes: self.attributes,
            gc: self.gc,
            prefix: self.prefix,
            prologue: self.prologue,
            personality: self.personality,
            ..Self::default()
        };
        for &arg in &self.args {
            declaration.add_arg(self.locals[arg].ty, self.locals[arg].name);
        }
        std::mem::replace(self, declaration)
    }

    /// Adds a value of type `ty`.
    pub fn add_local(&mut self, ty: Type, name: Option<StrId>) -> Local {
        self.locals.push(LocalData { ty, name, inst: PackedOption::default() })
    }

    /// Makes room for so many instructions.
    pub fn reserve(&mut self, instructions: usize) {
        self.insts.reserve(instructions);
        self.locals.reserve(instructions);
    }

    /// Adds an argument.
    pub fn add_arg(&mut self, ty: Type, name: Option<StrId>) -> Local {
        let local = self.add_local(ty, name);
        self.args.push(local);
        local
    }

    /// Adds an empty block at the end.
    pub fn add_block(&mut self, name: Option<StrId>) -> Block {
        let block = self.blocks.push(BlockData { name, insts: Vec::new() });
        self.layout.push(block);
        block
    }

    /// Adds an instruction at the end of `block`. `result` must be a local without an instruction.
    pub fn append(
        &mut self,
        block: Block,
        inst: Instruction,
        result: Option<Local>,
        attachments: List,
    ) -> Inst {
        let inst = self.add_inst(inst, result, attachments);
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Adds an instruction that is in no block yet. `result` must be a local without an instruction.
    pub fn add_inst(&mut self, inst: Instruction, result: Option<Local>, attachments: List) -> Inst {
        let inst = self.insts.push(InstData { inst, result: result.into(), attachments });
        if let Some(local) = result {
            self.locals[local].inst = inst.into();
        }
        inst
    }

    /// Puts values into their pool.
    pub fn push_values(&mut self, values: &[Value]) -> List {
        push(&mut self.values, values)
    }

    /// Puts numbers into their pool.
    pub fn push_numbers(&mut self, numbers: &[u32]) -> List {
        push(&mut self.numbers, numbers)
    }

    /// Puts edges into their pool.
    pub fn push_edges(&mut self, edges: &[(Value, Block)]) -> List {
        push(&mut self.edges, edges)
    }

    /// Puts metadata attachments into their pool.
    pub fn push_attachments(&mut self, attachments: &[(StrId, MdNode)]) -> List {
        push(&mut self.attachments, attachments)
    }

    /// The last instruction of a block, if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.blocks[block].insts.last().copied().filter(|&inst| self.insts[inst].inst.is_terminator())
    }

    /// Where control can go from a block, once for each edge.
    pub fn successors(&self, block: Block) -> Vec<Block> {
        self.terminator(block).map_or_else(Vec::new, |terminator| self.insts[terminator].inst.successors())
    }

    /// The metadata attachments of an instruction.
    pub fn inst_attachments(&self, inst: Inst) -> &[(StrId, MdNode)] {
        &self.attachments[self.insts[inst].attachments.range()]
    }
}

fn push<T: Clone>(pool: &mut Vec<T>, items: &[T]) -> List {
    let start = pool.len() as u32;
    pool.extend_from_slice(items);
    List { start, len: items.len() as u32 }
}
