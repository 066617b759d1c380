//! Changes to modules that keep them consistent: what cannot be done is refused with an [`EditError`], and nothing is changed then.
//!
//! Instructions, values and blocks are changed through an [`Editor`] of their function; globals and attributes by methods of
//! [`Module`]. New instructions are made by a [`Builder`](crate::builder::Builder). What is removed keeps its handle, which then
//! refers to an empty entry; handles are not used again.
//!
//! ```
//! let text = b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  %z = mul i32 %y, %y\n  ret i32 %z\n}\n";
//! let mut module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let f = module.function("f").unwrap();
//! let mut editor = module.edit(f).unwrap();
//! let add = editor.function().block_insts(editor.function().layout[0])[0];
//! let (x, y) = (editor.function().args[0], editor.function().insts[add].result.unwrap());
//! assert!(editor.erase(add).is_err(), "it is still used");
//! editor.replace_all_uses(y.into(), x.into()).unwrap();
//! editor.erase(add).unwrap();
//! editor.rename_local(x, Some("a")).unwrap();
//! let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
//! assert!(text.ends_with("define i32 @f(i32 %a) {\n  %z = mul i32 %a, %a\n  ret i32 %z\n}\n"), "{text}");
//! ```

mod attributes;
mod globals;

use cranelift_entity::packed_option::PackedOption;

pub use attributes::AttributeIndex;

use crate::constants::{ConstantKind, Constants};
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value};
use crate::globals::Global;
use crate::instruction::{Inst, Instruction, List};
use crate::metadata::Metadata;
use crate::module::Module;

/// The reason why a change is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// Something else refers to what should be removed, this many times.
    #[error("it is still used {0} times")]
    StillUsed(usize),
    /// Another entity has the name.
    #[error("the name {0:?} is taken")]
    NameTaken(String),
    /// Nothing can have the name, because it is empty or has a NUL in it.
    #[error("{0:?} is no name")]
    NotAName(String),
    /// The types of two values differ.
    #[error("a value of type {found} cannot replace one of type {expected}")]
    TypesDiffer {
        /// The type of the value that should be replaced.
        expected: String,
        /// The type of the other.
        found: String,
    },
    /// The instruction is in no block.
    #[error("the instruction is in no block")]
    NotInABlock,
    /// PHI nodes and exception pads stay at the beginning of their block.
    #[error("the block cannot be split before a PHI node or an exception pad")]
    StaysAtBeginning,
    /// The entry cannot be removed.
    #[error("the block is the entry of its function")]
    IsEntry,
    /// The attribute cannot stand there.
    #[error("the attribute {0} does not apply there")]
    AttributeDoesNotApply(&'static str),
    /// There is no such parameter, argument or call.
    #[error("there is nothing that could have the attribute")]
    NothingToAttribute,
}

impl Function {
    /// Puts an instruction that is in no block into one, before the instruction at `index`, or at the end.
    ///
    /// # Panics
    /// If the block has fewer than `index` instructions.
    pub fn insert(&mut self, block: Block, index: usize, inst: Inst) {
        assert!(index <= self.block_insts(block).len(), "the block has no such position");
        self.append_to_block(block, inst);
        self.block_insts_mut(block)[index..].rotate_right(1);
    }

    /// Takes an instruction out of its block, and returns where it was. It can be [inserted](Self::insert) elsewhere.
    pub fn detach(&mut self, inst: Inst) -> Option<(Block, usize)> {
        let (block, index) = self.position(inst)?;
        self.block_insts_mut(block)[index..].rotate_left(1);
        self.truncate_block(block, self.block_insts(block).len() - 1);
        Some((block, index))
    }

    /// Makes the edges from `old` in the PHI nodes at the beginning of `block` come from `new`.
    fn retarget_phis(&mut self, block: Block, old: Block, new: Block) {
        for index in 0..self.block_insts(block).len() {
            let inst = self.block_insts(block)[index];
            let Instruction::Phi { incoming, .. } = self.insts[inst].inst else { continue };
            for (_, from) in &mut self.edges[incoming.range()] {
                if *from == old {
                    *from = new;
                }
            }
        }
    }

    /// Whether an instruction has to stay at the beginning of its block.
    fn is_at_beginning(&self, inst: Inst) -> bool {
        let inst = &self.insts[inst].inst;
        matches!(inst, Instruction::Phi { .. }) || inst.is_pad()
    }
}

/// Changes a function of a module.
#[derive(Debug)]
pub struct Editor<'m> {
    module: &'m mut Module,
    global: Global,
}

impl Module {
    /// An editor of a function; `None` for another kind of global.
    pub fn edit(&mut self, global: Global) -> Option<Editor<'_>> {
        self.globals[global].as_function()?;
        Some(Editor { module: self, global })
    }
}

impl Editor<'_> {
    /// The module, as it is so far.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The function, as it is so far.
    pub fn function(&self) -> &Function {
        self.module.globals[self.global].as_function().expect("an editor is made for a function")
    }

    /// The function, for changes that the editor has no method for.
    pub fn function_mut(&mut self) -> &mut Function {
        self.parts().0
    }

    fn parts(&mut self) -> (&mut Function, &Constants) {
        let function = self.module.globals[self.global].as_function_mut();
        (function.expect("an editor is made for a function"), &self.module.constants)
    }

    /// The instructions that use a value as an operand, in order, once for each operand. Debug records, and metadata that wraps the
    /// value, do not count.
    pub fn users(&self, value: Value) -> Vec<Inst> {
        let function = self.function();
        let mut users = Vec::new();
        for (_, inst) in function.instructions() {
            function.insts[inst].inst.for_each_operand(function, |operand| {
                if operand == value {
                    users.push(inst);
                }
            });
        }
        users
    }

    /// Replaces a value wherever the function uses it, also in debug records and in metadata that wraps it, and returns the number of
    /// replaced uses. Whether `new` is defined before its new users is the caller's business.
    ///
    /// # Errors
    /// [`EditError::TypesDiffer`].
    pub fn replace_all_uses(&mut self, old: Value, new: Value) -> Result<usize, EditError> {
        let function = self.function();
        let types = [old, new].map(|value| self.module.type_of(function, value));
        if types[0] != types[1] {
            return Err(self.module.types_differ(types[0], types[1]));
        }
        Ok(self.replace(old, new))
    }

    fn replace(&mut self, old: Value, new: Value) -> usize {
        let (function, constants) = self.parts();
        let mut replaced = 0;
        let mut put = |place: &mut Value| {
            if *place == old {
                *place = new;
                replaced += 1;
            }
        };
        for index in 0..function.layout.len() {
            for inst in function.block_insts(function.layout[index]).to_vec() {
                if let Instruction::DebugRecord(record) = &mut function.insts[inst].inst {
                    record.values_mut().for_each(&mut put);
                }
                function.for_each_operand_mut(inst, |operand| {
                    put(operand);
                    if let Some(wrapper) = rewrapped(constants, *operand, &mut put) {
                        *operand = wrapper;
                    }
                });
            }
        }
        replaced
    }

    /// Removes an instruction. Debug records, and metadata that wraps its result, get `poison` instead, as in LLVM.
    ///
    /// # Errors
    /// [`EditError::StillUsed`] if its result is an operand of others; [`EditError::NotInABlock`].
    pub fn erase(&mut self, inst: Inst) -> Result<(), EditError> {
        let result = self.function().insts[inst].result.expand();
        if let Some(result) = result {
            // An instruction may use itself, if it is a PHI node or is not reachable.
            let users = self.users(result.into()).into_iter().filter(|&user| user != inst).count();
            if users != 0 {
                return Err(EditError::StillUsed(users));
            }
        }
        self.function_mut().detach(inst).ok_or(EditError::NotInABlock)?;
        if let Some(result) = result {
            let poison =
                self.module.constants.intern(self.function().locals[result].ty, ConstantKind::Poison);
            self.replace(result.into(), poison.into());
            self.function_mut().locals[result].inst = PackedOption::default();
        }
        let data = &mut self.function_mut().insts[inst];
        (data.inst, data.result) = (Instruction::Unreachable, PackedOption::default());
        self.function_mut().set_attachments(inst, List::default());
        Ok(())
    }

    /// Replaces the result of an instruction that goes away by `poison`.
    fn poison(&mut self, inst: Inst) {
        let Some(result) = self.function().insts[inst].result.expand() else { return };
        let poison = self.module.constants.intern(self.function().locals[result].ty, ConstantKind::Poison);
        self.replace(result.into(), poison.into());
        self.function_mut().locals[result].inst = PackedOption::default();
    }

    /// Moves an instruction before another, in the same block or another.
    ///
    /// # Errors
    /// [`EditError::NotInABlock`] for either.
    pub fn move_before(&mut self, inst: Inst, at: Inst) -> Result<(), EditError> {
        self.move_beside(inst, at, 0)
    }

    /// Moves an instruction after another, in the same block or another.
    ///
    /// # Errors
    /// [`EditError::NotInABlock`] for either.
    pub fn move_after(&mut self, inst: Inst, at: Inst) -> Result<(), EditError> {
        self.move_beside(inst, at, 1)
    }

    fn move_beside(&mut self, inst: Inst, at: Inst, offset: usize) -> Result<(), EditError> {
        let function = self.function_mut();
        if function.position(at).is_none() {
            return Err(EditError::NotInABlock);
        }
        if inst == at {
            return Ok(());
        }
        function.detach(inst).ok_or(EditError::NotInABlock)?;
        let (block, index) = function.position(at).ok_or(EditError::NotInABlock)?;
        function.insert(block, index + offset, inst);
        Ok(())
    }

    /// Splits a block before an instruction: that and what follows it move to a new block, which the old one branches to. PHI nodes of
    /// the successors follow; addresses of the old block stay as they are.
    ///
    /// ```
    /// let text = b"define void @f() {\na:\n  fence seq_cst\n  ret void\n}\n";
    /// let mut module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let f = module.function("f").unwrap();
    /// let mut editor = module.edit(f).unwrap();
    /// let ret = editor.function().terminator(editor.function().layout[0]).unwrap();
    /// editor.split_block(ret, Some("b")).unwrap();
    /// let text = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    /// assert!(text.ends_with("a:\n  fence seq_cst\n  br label %b\n\nb:\n  ret void\n}\n"), "{text}");
    /// ```
    ///
    /// # Errors
    /// [`EditError::NotInABlock`], [`EditError::StaysAtBeginning`], and those of [`rename_block`](Self::rename_block).
    pub fn split_block(&mut self, at: Inst, name: Option<&str>) -> Result<Block, EditError> {
        let (block, index) = self.function().position(at).ok_or(EditError::NotInABlock)?;
        if self.function().is_at_beginning(at) {
            return Err(EditError::StaysAtBeginning);
        }
        let name = name.map(|name| self.free_name(name)).transpose()?;
        let function = self.function_mut();
        let successors = function.successors(block);
        let new = function.add_block(name);
        function.layout.pop();
        let place = function.layout.iter().position(|&other| other == block);
        let place = place.expect("invariant: a block with instructions is in the layout");
        function.layout.insert(place + 1, new);
        let moved = function.block_insts(block)[index..].to_vec();
        function.truncate_block(block, index);
        function.set_block_insts(new, &moved);
        function.append(block, Instruction::Br(new), None, List::default());
        for successor in successors {
            function.retarget_phis(successor, block, new);
        }
        Ok(new)
    }

    /// Removes a block with its instructions. PHI nodes of its successors lose their edges from it, and become `poison` if they have no
    /// other.
    ///
    /// # Errors
    /// [`EditError::IsEntry`]; [`EditError::StillUsed`] if other blocks branch to it, use its values, or its address is used
    /// anywhere, be it in itself.
    pub fn remove_block(&mut self, block: Block) -> Result<(), EditError> {
        let function = self.function();
        if function.layout.first() == Some(&block) {
            return Err(EditError::IsEntry);
        }
        let inside = function.block_insts(block).to_vec();
        let defined = |value: Value| {
            let inst = value.local().and_then(|local| function.locals[local].inst.expand());
            inst.is_some_and(|inst| inside.contains(&inst))
        };
        let mut uses = 0;
        let successors = function.successors(block);
        for (user, inst) in function.instructions().filter(|(user, _)| *user != block) {
            let inst = &function.insts[inst].inst;
            uses += inst.successors().iter().filter(|&&successor| successor == block).count();
            match inst {
                // The edges from the block are removed.
                Instruction::Phi { incoming, .. } if successors.contains(&user) => {
                    let edges = function.list(*incoming).iter();
                    uses += edges.filter(|&&(value, from)| from != block && defined(value)).count();
                }
                _ => inst.for_each_operand(function, |operand| uses += usize::from(defined(operand))),
            }
        }
        let global = self.global;
        let addressed = |kind: &ConstantKind| *kind == ConstantKind::BlockAddress(global, block);
        uses += self.module.uses_where(addressed, None);
        if uses != 0 {
            return Err(EditError::StillUsed(uses));
        }
        for successor in successors {
            for inst in self.function().block_insts(successor).to_vec() {
                let Instruction::Phi { incoming, .. } = self.function().insts[inst].inst else { continue };
                let edges = self.function().list(incoming).iter().copied();
                let kept: Vec<_> = edges.filter(|(_, from)| *from != block).collect();
                if kept.is_empty() {
                    // A PHI node has at least one edge.
                    self.poison(inst);
                    self.function_mut().detach(inst);
                    continue;
                }
                let function = self.function_mut();
                let kept = function.push_edges(&kept);
                if let Instruction::Phi { incoming, .. } = &mut function.insts[inst].inst {
                    *incoming = kept;
                }
            }
        }
        self.function_mut().layout.retain(|&other| other != block);
        for inst in inside {
            self.poison(inst);
        }
        let function = self.function_mut();
        function.truncate_block(block, 0);
        function.blocks[block].name = None;
        Ok(())
    }

    /// Gives an argument or result another name, or a number.
    ///
    /// # Errors
    /// [`EditError::NameTaken`], [`EditError::NotAName`].
    pub fn rename_local(&mut self, local: Local, name: Option<&str>) -> Result<(), EditError> {
        let old = self.function_mut().locals[local].name.take();
        let new = name.map(|name| self.free_name(name)).transpose();
        self.function_mut().locals[local].name = *new.as_ref().unwrap_or(&old);
        new.map(drop)
    }

    /// Gives a block another name, or a number.
    ///
    /// # Errors
    /// [`EditError::NameTaken`], [`EditError::NotAName`].
    pub fn rename_block(&mut self, block: Block, name: Option<&str>) -> Result<(), EditError> {
        let old = self.function_mut().blocks[block].name.take();
        let new = name.map(|name| self.free_name(name)).transpose();
        self.function_mut().blocks[block].name = *new.as_ref().unwrap_or(&old);
        new.map(drop)
    }

    /// A name that no value or block of the function has.
    fn free_name(&self, name: &str) -> Result<StrId, EditError> {
        let id = self.module.usable_name(name)?;
        match self.function().has_name(id) {
            true => Err(EditError::NameTaken(name.to_owned())),
            false => Ok(id),
        }
    }
}

impl Function {
    /// Whether an argument, a result or a block has this name.
    pub fn has_name(&self, name: StrId) -> bool {
        let in_text = |local: &Local| self.args.contains(local) || self.locals[*local].inst.is_some();
        self.layout.iter().any(|&block| self.blocks[block].name == Some(name))
            || self.locals.iter().any(|(local, data)| data.name == Some(name) && in_text(&local))
    }
}

impl Module {
    fn types_differ(&self, expected: crate::Type, found: crate::Type) -> EditError {
        let [expected, found] = [expected, found].map(|ty| crate::writer::type_to_string(self, ty));
        EditError::TypesDiffer { expected, found }
    }

    /// Interns a name if something can have it.
    pub(crate) fn usable_name(&self, name: &str) -> Result<StrId, EditError> {
        match name.is_empty() || name.contains('\0') {
            true => Err(EditError::NotAName(name.to_owned())),
            false => Ok(self.strings.intern(name.as_bytes())),
        }
    }
}

/// The operand in place of one that wraps values of the function in metadata, after `put` has changed these; `None` if nothing changes.
pub(crate) fn rewrapped(
    constants: &Constants,
    operand: Value,
    mut put: impl FnMut(&mut Value),
) -> Option<Value> {
    let data = constants.get(operand.constant()?);
    let kind = match &data.kind {
        ConstantKind::LocalMetadata(local) => {
            let mut value = Value::from(*local);
            put(&mut value);
            match value.local() {
                Some(local) => ConstantKind::LocalMetadata(local),
                None => ConstantKind::Metadata(Metadata::Constant(value.constant()?)),
            }
        }
        ConstantKind::ArgList(values) => {
            let mut values = values.clone();
            values.iter_mut().for_each(put);
            ConstantKind::ArgList(values)
        }
        _ => return None,
    };
    (kind != data.kind).then(|| constants.intern(data.ty, kind).into())
}

#[cfg(test)]
mod tests;
