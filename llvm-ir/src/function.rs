//! Functions: arguments, blocks, instructions, and the values that they define. Everything in a function is stored by index, and
//! lists are ranges in its pools.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use thin_vec::ThinVec;

use crate::attributes::AttributeListId;
use crate::constants::Constant;
use crate::entity::StrId;
use crate::instruction::{Alignment, AttachmentList, Inst, Instruction, List, Successors};
use crate::metadata::MdNode;
use crate::types::Type;
use crate::use_lists::{UseListOrder, UsedInFunction};

/// A handle to an argument or an instruction's result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(u32);
entity_impl!(Local, "%");

/// A handle to a basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// An operand, in four bytes: an argument or result of the function, or a constant of the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);

/// The two kinds of [`Value`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// An argument or result of the function.
    Local(Local),
    /// A constant of the module.
    Constant(Constant),
}

const CONSTANT: u32 = 1 << 31;

impl Value {
    /// Whether the value is a local of the function or a constant of the module.
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
    /// The type of the value.
    pub ty: Type,
    /// The name; `None` if the value is numbered.
    pub name: Option<StrId>,
    /// The defining instruction; `None` for an argument.
    pub inst: PackedOption<Inst>,
}

/// The data of a basic block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// The name; `None` if the block is numbered.
    pub name: Option<StrId>,
    insts: List<Inst>,
    /// The capacity in the pool for the block's instructions.
    room: u32,
}

/// A handle to a list of attachments of the function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attachments(u32);
entity_impl!(Attachments, "attachments");

/// An instruction with its result and metadata.
#[derive(Clone, Debug)]
pub struct InstData {
    /// The operation and its operands.
    pub inst: Instruction,
    /// The result; none for `void`.
    pub result: PackedOption<Local>,
    attachments: PackedOption<Attachments>,
}

impl InstData {
    /// Whether the instruction has metadata attachments.
    pub fn has_attachments(&self) -> bool {
        self.attachments.is_some()
    }
}

/// A function: a declaration if it has no blocks. Instructions and blocks refer to variable-length data as ranges in pools.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The calling convention, by number.
    pub calling_convention: u32,
    /// The attributes of the function, its parameters and its return value.
    pub attributes: AttributeListId,
    /// The name of the garbage collector.
    pub gc: Option<StrId>,
    /// The alignment that the function should have if that pays, which LLVM 22 and older do not have.
    pub preferred_alignment: Alignment,
    /// The prefix data.
    pub prefix: Option<Constant>,
    /// The prologue data.
    pub prologue: Option<Constant>,
    /// The personality function for exception handling.
    pub personality: Option<Constant>,
    /// The arguments. A declaration has them too.
    pub args: Vec<Local>,
    /// Arguments and results.
    pub locals: PrimaryMap<Local, LocalData>,
    /// The blocks, by handle; not in order.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// The blocks in order; the first is the entry.
    pub layout: Vec<Block>,
    /// The orders of uses of locals and blocks.
    pub use_list_orders: ThinVec<UseListOrder<UsedInFunction>>,
    /// The instructions, by handle; not in order.
    pub insts: PrimaryMap<Inst, InstData>,
    pub(crate) values: Vec<Value>,
    pub(crate) numbers: Vec<u32>,
    pub(crate) edges: Vec<(Value, Block)>,
    pub(crate) attachments: Vec<(StrId, MdNode)>,
    /// Ranges in the pool of attachments, shared by instructions.
    attachment_lists: PrimaryMap<Attachments, AttachmentList>,
    /// The pool of the instruction lists of blocks. When a list moves, its old range stays unused.
    order: Vec<Inst>,
}

/// An element of the lists of a function.
pub trait Listed: Sized {
    #[doc(hidden)]
    fn pool(function: &Function) -> &[Self];
}

/// `getelementptr` indices, pad arguments.
impl Listed for Value {
    fn pool(function: &Function) -> &[Self] {
        &function.values
    }
}

/// Aggregate indices, shuffle masks.
impl Listed for u32 {
    fn pool(function: &Function) -> &[Self] {
        &function.numbers
    }
}

/// Incoming edges of PHI nodes.
impl Listed for (Value, Block) {
    fn pool(function: &Function) -> &[Self] {
        &function.edges
    }
}

impl Function {
    /// The elements of a list.
    ///
    /// ```
    /// use tern_llvm_ir::Instruction;
    ///
    /// let text = b"define ptr @f(ptr %p) {\n  %q = getelementptr i8, ptr %p, i64 4\n  ret ptr %q\n}\n";
    /// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let (_, _, function) = module.definitions().next().unwrap();
    /// let first = function.block_insts(function.layout[0])[0];
    /// let Instruction::GetElementPtr { indices, .. } = function.insts[first].inst else { panic!() };
    /// let [index] = function.list(indices) else { panic!() };
    /// assert_eq!(tern_llvm_ir::writer::constant_to_string(&module, index.constant().unwrap()), "i64 4");
    /// ```
    ///
    /// # Panics
    /// If the list is one of another function.
    #[inline]
    pub fn list<T: Listed>(&self, list: List<T>) -> &[T] {
        &T::pool(self)[list.range()]
    }

    /// A declaration whose unnamed arguments have these types.
    pub fn declared(params: &[Type]) -> Self {
        let mut function = Self::default();
        for &param in params {
            function.add_arg(param, None);
        }
        function
    }

    /// Whether the function has no body.
    pub fn is_declaration(&self) -> bool {
        self.layout.is_empty()
    }

    /// Moves the function out; only its declaration stays behind.
    pub fn take_definition(&mut self) -> Self {
        let mut declaration = Self {
            calling_convention: self.calling_convention,
            attributes: self.attributes,
            gc: self.gc,
            preferred_alignment: self.preferred_alignment,
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

    /// Adds a local of type `ty`.
    pub fn add_local(&mut self, ty: Type, name: Option<StrId>) -> Local {
        self.locals.push(LocalData { ty, name, inst: PackedOption::default() })
    }

    /// Reserves memory for this many further instructions and blocks.
    pub fn reserve(&mut self, instructions: usize, blocks: usize) {
        self.insts.reserve(instructions);
        self.locals.reserve(instructions);
        self.order.reserve(instructions);
        self.blocks.reserve(blocks);
        self.layout.reserve(blocks);
    }

    /// Moves all lists into memory of exactly their size. The allocator gives nothing back when a list is shrunk in place.
    pub(crate) fn compact(&mut self) {
        fn vec<T>(list: &mut Vec<T>) {
            let mut exact = Vec::with_capacity(list.len());
            exact.append(list);
            *list = exact;
        }
        fn map<K: EntityRef, V>(map: &mut PrimaryMap<K, V>) {
            let mut exact = PrimaryMap::with_capacity(map.len());
            exact.extend(std::mem::take(map).into_iter().map(|(_, value)| value));
            *map = exact;
        }
        vec(&mut self.args);
        vec(&mut self.layout);
        vec(&mut self.values);
        vec(&mut self.numbers);
        vec(&mut self.edges);
        vec(&mut self.attachments);
        vec(&mut self.order);
        map(&mut self.locals);
        map(&mut self.blocks);
        map(&mut self.insts);
        map(&mut self.attachment_lists);
    }

    /// Adds an argument.
    pub fn add_arg(&mut self, ty: Type, name: Option<StrId>) -> Local {
        let local = self.add_local(ty, name);
        self.args.push(local);
        local
    }

    /// Adds an empty block at the end.
    pub fn add_block(&mut self, name: Option<StrId>) -> Block {
        let block = self.blocks.push(BlockData { name, ..BlockData::default() });
        self.layout.push(block);
        block
    }

    /// The instructions of a block in order, including debug records.
    pub fn block_insts(&self, block: Block) -> &[Inst] {
        &self.order[self.blocks[block].insts.range()]
    }

    /// Replaces the instructions of a block.
    pub fn set_block_insts(&mut self, block: Block, insts: &[Inst]) {
        let insts = push(&mut self.order, insts);
        let data = &mut self.blocks[block];
        (data.insts, data.room) = (insts, insts.len() as u32);
    }

    /// The instructions of a block, so that they can be put into another order.
    pub(crate) fn block_insts_mut(&mut self, block: Block) -> &mut [Inst] {
        &mut self.order[self.blocks[block].insts.range()]
    }

    /// Keeps the first `len` instructions of a block.
    pub(crate) fn truncate_block(&mut self, block: Block, len: usize) {
        let insts = &mut self.blocks[block].insts;
        *insts = insts.with_len(insts.len().min(len));
    }

    pub(crate) fn append_to_block(&mut self, block: Block, inst: Inst) {
        let BlockData { insts, room, .. } = &mut self.blocks[block];
        if insts.len() == *room as usize && insts.range().end != self.order.len() {
            // Other lists follow, so move this one to the end and double its capacity, in case appends alternate between blocks.
            let begin = self.order.len();
            self.order.extend_from_within(insts.range());
            (*insts, *room) = (List::new(begin, insts.len()), 2 * insts.len() as u32);
            self.order.resize(begin + *room as usize, inst);
        }
        match self.order.get_mut(insts.range().end) {
            Some(free) => *free = inst,
            None => self.order.push(inst),
        }
        *insts = insts.with_len(insts.len() + 1);
        *room = (*room).max(insts.len() as u32);
    }

    /// Appends an instruction to `block`. `result` must be a local without an instruction.
    pub fn append(
        &mut self,
        block: Block,
        inst: Instruction,
        result: Option<Local>,
        attachments: AttachmentList,
    ) -> Inst {
        let inst = self.add_inst(inst, result, attachments);
        self.append_to_block(block, inst);
        inst
    }

    /// Adds an instruction that is in no block yet. `result` must be a local without an instruction.
    #[inline(always)]
    pub fn add_inst(
        &mut self,
        inst: Instruction,
        result: Option<Local>,
        attachments: AttachmentList,
    ) -> Inst {
        let attachments = self.attachments_of(attachments);
        let inst = self.insts.push(InstData { inst, result: result.into(), attachments });
        if let Some(local) = result {
            self.locals[local].inst = inst.into();
        }
        inst
    }

    /// Adds values to their pool.
    pub fn push_values(&mut self, values: &[Value]) -> List<Value> {
        push(&mut self.values, values)
    }

    /// Adds numbers to their pool.
    pub fn push_numbers(&mut self, numbers: &[u32]) -> List<u32> {
        push(&mut self.numbers, numbers)
    }

    /// Adds edges to their pool.
    pub fn push_edges(&mut self, edges: &[(Value, Block)]) -> List<(Value, Block)> {
        push(&mut self.edges, edges)
    }

    /// Adds metadata attachments to their pool.
    pub fn push_attachments(&mut self, attachments: &[(StrId, MdNode)]) -> AttachmentList {
        // Consecutive instructions often have equal attachments.
        match self.attachment_lists.last() {
            Some((_, &last)) if self.attachments[last.range()] == *attachments => last,
            _ => push(&mut self.attachments, attachments),
        }
    }

    /// Replaces the attachments of an instruction.
    pub fn set_attachments(&mut self, inst: Inst, attachments: AttachmentList) {
        self.insts[inst].attachments = self.attachments_of(attachments);
    }

    fn attachments_of(&mut self, list: AttachmentList) -> PackedOption<Attachments> {
        if list.is_empty() {
            return PackedOption::default();
        }
        match self.attachment_lists.last() {
            Some((last, &known)) if known == list => last.into(),
            _ => self.attachment_lists.push(list).into(),
        }
    }

    /// The last instruction of a block, if it is a terminator.
    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.block_insts(block).last().copied().filter(|&inst| self.insts[inst].inst.is_terminator())
    }

    /// The successors of a block, once for each edge.
    pub fn successors(&self, block: Block) -> Successors {
        let terminator = self.terminator(block);
        terminator.map(|terminator| self.insts[terminator].inst.successors()).unwrap_or_default()
    }

    /// The metadata attachments of all instructions, in no particular order. Equal ones may be listed once, and those of removed
    /// instructions are still listed.
    pub fn all_attachments(&self) -> &[(StrId, MdNode)] {
        &self.attachments
    }

    /// Forgets all metadata attachments; no instruction may have any.
    pub(crate) fn clear_attachments(&mut self) {
        self.attachments.clear();
        self.attachment_lists.clear();
    }

    /// The range of the metadata attachments of an instruction in their pool.
    pub(crate) fn attachment_range(&self, inst: Inst) -> std::ops::Range<usize> {
        let list = self.insts[inst].attachments.expand().map(|list| self.attachment_lists[list]);
        list.unwrap_or_default().range()
    }

    /// The metadata attachments of an instruction.
    pub fn inst_attachments(&self, inst: Inst) -> &[(StrId, MdNode)] {
        &self.attachments[self.attachment_range(inst)]
    }
}

fn push<T: Clone>(pool: &mut Vec<T>, items: &[T]) -> List<T> {
    let start = pool.len();
    pool.extend_from_slice(items);
    List::new(start, items.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function() -> (Function, Block) {
        let mut function = Function::default();
        let block = function.add_block(None);
        (function, block)
    }

    #[test]
    fn instructions_locals_and_blocks_stay_small() {
        assert_eq!(size_of::<InstData>(), 32);
        assert_eq!(size_of::<LocalData>(), 12);
        assert_eq!(size_of::<BlockData>(), 16);
    }

    #[test]
    fn blocks_have_their_instructions_in_order() {
        let (mut function, first) = function();
        let second = function.add_block(None);
        let mut expected = [Vec::new(), Vec::new()];
        for _ in 0..40 {
            for (block, expected) in [first, second].into_iter().zip(&mut expected) {
                expected.push(function.append(block, Instruction::Unreachable, None, List::default()));
            }
        }
        assert_eq!(
            [function.block_insts(first), function.block_insts(second)],
            [&expected[0][..], &expected[1]]
        );
        function.set_block_insts(first, &expected[0][1..3]);
        assert_eq!(function.block_insts(first), &expected[0][1..3]);
        assert_eq!(function.block_insts(second), expected[1]);
        function.set_block_insts(second, &[]);
        assert_eq!(function.terminator(second), None);
    }

    #[test]
    fn equal_attachments_in_a_row_are_stored_once() {
        let (mut function, block) = function();
        let entry = |kind, node| (StrId::new(kind), MdNode::from_u32(node));
        let lists = [
            &[entry(0, 0)][..],
            &[entry(0, 0)],
            &[],
            &[entry(0, 0)],
            &[entry(0, 0), entry(1, 1)],
            &[entry(1, 1)],
            &[entry(0, 0)],
        ];
        let mut insts = Vec::new();
        for list in lists {
            let list = function.push_attachments(list);
            insts.push(function.append(block, Instruction::Unreachable, None, list));
        }
        for (&inst, list) in insts.iter().zip(lists) {
            assert_eq!(function.inst_attachments(inst), list);
            assert_eq!(function.insts[inst].has_attachments(), !list.is_empty());
        }
        assert_eq!(function.attachments.len(), 5);
        let list = function.push_attachments(&[entry(2, 2)]);
        function.set_attachments(insts[0], list);
        assert_eq!(function.inst_attachments(insts[0]), [entry(2, 2)]);
        assert_eq!(function.inst_attachments(insts[1]), [entry(0, 0)]);
    }
}
