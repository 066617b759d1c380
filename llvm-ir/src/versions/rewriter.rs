//! Changes the instructions of a function one by one: each is kept, replaced by others, or left out. Blocks may be split.

use rustc_hash::{FxHashMap, FxHashSet};
use thin_vec::ThinVec;

use crate::attributes::AttributeListId;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value};
use crate::globals::Global;
use crate::instruction::{
    AttachmentList, BinaryOp, CallSite, CastOp, Flags, Inst, Instruction, IntPredicate, TailKind,
};
use crate::module::Module;
use crate::types::Type;

/// The state of the rewriting of one function, which is taken out of its module meanwhile.
pub(super) struct Rewriter<'m> {
    pub(super) module: &'m mut Module,
    pub(super) global: Global,
    pub(super) function: Function,
    /// The block whose instructions are collected.
    pub(super) block: Block,
    /// The debug location of the instruction that is being replaced, for those that replace it.
    location: AttachmentList,
    out: Vec<Inst>,
    /// Results that are replaced by other values.
    replaced: FxHashMap<Local, Value>,
    /// Blocks that were split, each with the last part of it.
    ends: FxHashMap<Block, Block>,
    /// Blocks that were added; their PHI nodes name the blocks that they mean.
    added: FxHashSet<Block>,
    names: Option<FxHashSet<StrId>>,
    changed: bool,
    dbg: Option<StrId>,
}

impl<'m> Rewriter<'m> {
    /// Takes a function out of its module.
    pub(super) fn new(module: &'m mut Module, global: Global) -> Option<Self> {
        let function = std::mem::take(module.globals[global].as_function_mut()?);
        let block = function.layout.first().copied();
        let dbg = module.strings.find(b"dbg");
        let Some(block) = block else {
            *module.globals[global].as_function_mut()? = function;
            return None;
        };
        Some(Self {
            module,
            global,
            function,
            block,
            location: AttachmentList::default(),
            out: Vec::new(),
            replaced: FxHashMap::default(),
            ends: FxHashMap::default(),
            added: FxHashSet::default(),
            names: None,
            changed: false,
            dbg,
        })
    }

    /// Shows each instruction to `visit`, which returns whether it is kept, and puts the function back.
    pub(super) fn run(mut self, mut visit: impl FnMut(&mut Self, Inst) -> bool) {
        for block in self.function.layout.clone() {
            self.block = block;
            self.changed = false;
            for inst in self.function.block_insts(block).to_vec() {
                match visit(&mut self, inst) {
                    true => self.out.push(inst),
                    false => self.changed = true,
                }
            }
            self.end_block();
            if self.block != block {
                self.ends.insert(block, self.block);
            }
        }
        self.finish();
    }

    fn end_block(&mut self) {
        if self.changed {
            self.function.set_block_insts(self.block, &self.out);
        }
        self.out.clear();
    }

    fn finish(mut self) {
        if !self.replaced.is_empty() || !self.ends.is_empty() {
            let (replaced, ends) = (std::mem::take(&mut self.replaced), std::mem::take(&mut self.ends));
            self.substitute(&replaced, &ends);
        }
        if let Some(function) = self.module.globals[self.global].as_function_mut() {
            *function = self.function;
        }
    }

    /// Puts other values in the place of results, and the last parts of blocks in the place of those that PHI nodes name.
    fn substitute(&mut self, replaced: &FxHashMap<Local, Value>, ends: &FxHashMap<Block, Block>) {
        let resolve = |value: &mut Value| {
            // A chain ends: a value is replaced by one that was defined before.
            while let Some(&new) = value.local().and_then(|local| replaced.get(&local)) {
                *value = new;
            }
        };
        let constants = &self.module.constants;
        for block in self.function.layout.clone() {
            for inst in self.function.block_insts(block).to_vec() {
                self.function.for_each_operand_mut(inst, |value| {
                    resolve(value);
                    if let Some(new) = crate::edit::rewrapped(constants, *value, resolve) {
                        *value = new;
                    }
                });
                match &mut self.function.insts[inst].inst {
                    Instruction::DebugRecord(record) => record.values_mut().for_each(resolve),
                    Instruction::Phi { incoming, .. } if !self.added.contains(&block) => {
                        let range = incoming.range();
                        for (_, from) in &mut self.function.edges[range] {
                            *from = ends.get(from).copied().unwrap_or(*from);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The instructions that follow get the debug location of this one.
    pub(super) fn at(&mut self, inst: Inst) {
        let mut kept = self.function.inst_attachments(inst).to_vec();
        kept.retain(|(kind, _)| Some(*kind) == self.dbg);
        self.location = match kept.is_empty() {
            true => AttachmentList::default(),
            false => self.function.push_attachments(&kept),
        };
    }

    /// Appends an instruction whose result is `result`, which was another's so far, or new.
    pub(super) fn push(&mut self, inst: Instruction, result: Option<Local>) {
        self.push_with(inst, result, self.location);
    }

    /// Appends an instruction with attachments of its own.
    pub(super) fn push_with(
        &mut self,
        inst: Instruction,
        result: Option<Local>,
        attachments: AttachmentList,
    ) {
        let inst = self.function.add_inst(inst, result, attachments);
        self.out.push(inst);
        self.changed = true;
    }

    /// Appends an instruction with a new result of a type. The result gets a name if the function may have numbered values, so that
    /// the numbers of others stay.
    pub(super) fn emit(&mut self, name: &str, ty: Type, inst: Instruction) -> Value {
        let name = self.fresh(name);
        let local = self.function.add_local(ty, Some(name));
        self.push(inst, Some(local));
        local.into()
    }

    /// Uses of a result are replaced by another value.
    pub(super) fn replace(&mut self, result: Local, value: Value) {
        self.replaced.insert(result, value);
    }

    /// A name that no value or block of the function has.
    pub(super) fn fresh(&mut self, name: &str) -> StrId {
        let Self { names, function, module, .. } = self;
        let names = names.get_or_insert_with(|| {
            let values = function.locals.values().filter_map(|local| local.name);
            values.chain(function.blocks.values().filter_map(|block| block.name)).collect()
        });
        let mut id = module.strings.intern(name.as_bytes());
        let mut number = 0;
        while !names.insert(id) {
            number += 1;
            id = module.strings.intern(format!("{name}.{number}").as_bytes());
        }
        id
    }

    /// Ends the block, which must have its terminator, and goes on in another, which gets the rest of the original block in the end.
    pub(super) fn start_block(&mut self, next: Block) {
        self.changed = true;
        self.end_block();
        self.changed = true;
        self.block = next;
    }

    /// Adds an empty block after another in the layout.
    pub(super) fn add_block(&mut self, name: &str, after: Block) -> Block {
        let name = self.fresh(name);
        let block = self.function.add_block(Some(name));
        self.added.insert(block);
        self.function.layout.pop();
        let place = self.function.layout.iter().position(|&other| other == after);
        self.function.layout.insert(place.map_or(self.function.layout.len(), |place| place + 1), block);
        block
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        self.module.type_of(&self.function, value)
    }

    /// An integer constant of a type, which may be that of a vector.
    pub(super) fn int(&self, ty: Type, value: i64) -> Value {
        let (types, constants) = (&self.module.types, &self.module.constants);
        let scalar = constants.integer(types, types.scalar(ty), value);
        self.splat(ty, scalar).into()
    }

    /// The vector of equal elements, or the element.
    pub(super) fn splat(&self, ty: Type, scalar: crate::Constant) -> crate::Constant {
        let (types, constants) = (&self.module.types, &self.module.constants);
        match *types.kind(ty) {
            crate::TypeKind::Vector { len, scalable, .. } => {
                constants.aggregate(types, ty, &vec![scalar; if scalable { 1 } else { len as usize }])
            }
            _ => scalar,
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        self.emit(op.spelling(), ty, Instruction::Binary { op, flags: Flags::empty(), lhs, rhs })
    }

    pub(super) fn icmp(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Value {
        let types = &self.module.types;
        let ty = types.with_scalar(self.type_of(lhs), types.common.i1);
        self.emit("cmp", ty, Instruction::ICmp { predicate, flags: Flags::empty(), lhs, rhs })
    }

    pub(super) fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.type_of(then);
        let flags = Flags::empty();
        self.emit("select", ty, Instruction::Select { flags, condition, then, otherwise })
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Value {
        self.emit(op.spelling(), ty, Instruction::Cast { op, flags: Flags::empty(), value })
    }

    /// Computes what replaces a result: `make` returns the value, whose instruction then has the result as its own if it is new.
    pub(super) fn replace_by(&mut self, result: Option<Local>, make: impl FnOnce(&mut Self) -> Value) {
        let before = self.out.len();
        let value = make(self);
        let Some(result) = result else { return };
        match (value.local(), self.out.last()) {
            (Some(local), Some(&last))
                if self.out.len() > before && self.function.insts[last].result.expand() == Some(local) =>
            {
                self.function.insts[last].result = result.into();
                self.function.locals[result].inst = last.into();
            }
            _ => self.replace(result, value),
        }
    }
}

/// A plain call.
pub(super) fn call(callee: Value, function_type: Type, args: &[Value]) -> CallSite {
    CallSite {
        callee,
        function_type,
        args: args.iter().copied().collect(),
        calling_convention: 0,
        attributes: AttributeListId::default(),
        bundles: ThinVec::new(),
        flags: Flags::empty(),
        tail: TailKind::None,
    }
}
