//! The handles of a module that a function contains, for putting others in their place: how a function is carried into another module.

use crate::attributes::AttributeListId;
use crate::constants::Constant;
use crate::entity::StrId;
use crate::function::{Block, Function, Value};
use crate::instruction::{DebugRecord, Inst, Instruction, List, Parts, RecordOperand, VisitorMut};
use crate::metadata::{MdNode, Metadata};
use crate::types::Type;

/// Receives the handles of a module, for changing them.
#[allow(missing_docs)]
pub trait HandlesMut {
    fn string(&mut self, string: &mut StrId);
    fn ty(&mut self, ty: &mut Type);
    fn constant(&mut self, constant: &mut Constant);
    fn node(&mut self, node: &mut MdNode);
    fn metadata(&mut self, metadata: &mut Metadata);
    /// The attributes of the function, its parameters and its return value.
    fn attributes(&mut self, attributes: &mut AttributeListId);
    /// The attributes of a call.
    fn call_attributes(&mut self, attributes: &mut AttributeListId);
}

/// Passes on the handles of an instruction. Locals and blocks stay.
struct OfInstruction<'f, H> {
    values: &'f mut [Value],
    edges: &'f mut [(Value, Block)],
    to: &'f mut H,
}

impl<H: HandlesMut> VisitorMut for OfInstruction<'_, H> {
    fn value(&mut self, value: &mut Value) {
        if let Some(mut constant) = value.constant() {
            self.to.constant(&mut constant);
            *value = constant.into();
        }
    }

    fn block(&mut self, _: &mut Block) {}

    fn values(&mut self, list: &mut List<Value>) {
        for index in list.range() {
            let mut value = self.values[index];
            self.value(&mut value);
            self.values[index] = value;
        }
    }

    fn incoming(&mut self, list: &mut List<(Value, Block)>) {
        for index in list.range() {
            let mut value = self.edges[index].0;
            self.value(&mut value);
            self.edges[index].0 = value;
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        self.to.ty(ty);
    }

    fn string(&mut self, string: &mut StrId) {
        self.to.string(string);
    }

    fn attributes(&mut self, attributes: &mut AttributeListId) {
        self.to.call_attributes(attributes);
    }

    fn record(&mut self, record: &mut DebugRecord) {
        for operand in &mut record.operands {
            match operand {
                RecordOperand::Value(value) => self.value(value),
                RecordOperand::Metadata(metadata) => self.to.metadata(metadata),
                RecordOperand::ArgList(values) => values.iter_mut().for_each(|value| self.value(value)),
            }
        }
        record.location.iter_mut().for_each(|location| self.to.node(location));
    }
}

impl Function {
    /// Visits the handles of the module that the function contains, each once: personality, prefix and prologue, attributes, locals, and
    /// then instruction by instruction. Instructions that are in no block become `unreachable`, and orders of uses are dropped.
    pub fn for_each_handle_mut(&mut self, to: &mut impl HandlesMut) {
        let Self { prefix, prologue, personality, .. } = self;
        [personality, prefix, prologue].into_iter().flatten().for_each(|constant| to.constant(constant));
        to.attributes(&mut self.attributes);
        self.gc.iter_mut().for_each(|gc| to.string(gc));
        for local in self.locals.values_mut() {
            to.ty(&mut local.ty);
            local.name.iter_mut().for_each(|name| to.string(name));
        }
        for block in self.blocks.values_mut() {
            block.name.iter_mut().for_each(|name| to.string(name));
        }
        self.use_list_orders.clear();
        let mut listed = vec![false; self.insts.len()];
        let mut carried = vec![false; self.attachments.len()];
        for index in 0..self.layout.len() {
            let block = self.layout[index];
            let len = self.block_insts(block).len();
            let mut records = 0;
            for place in 0..=len {
                let inst = self.block_insts(block).get(place).copied();
                if inst.is_some_and(|inst| matches!(self.insts[inst].inst, Instruction::DebugRecord(_))) {
                    continue;
                }
                // Debug records come behind the instruction that they precede, as LLVM has them.
                for place in inst.map(|_| place).into_iter().chain(records..place) {
                    let inst = self.block_insts(block)[place];
                    listed[inst.as_u32() as usize] = true;
                    self.handles_of(inst, to, &mut carried);
                }
                records = place + 1;
            }
        }
        self.forget(&listed, &carried);
    }

    fn handles_of(&mut self, inst: Inst, to: &mut impl HandlesMut, carried: &mut [bool]) {
        let (values, edges) = (&mut self.values[..], &mut self.edges[..]);
        self.insts[inst].inst.visit_mut(&mut OfInstruction { values, edges, to });
        for place in self.attachment_range(inst) {
            if !std::mem::replace(&mut carried[place], true) {
                let (kind, node) = &mut self.attachments[place];
                to.string(kind);
                to.node(node);
            }
        }
    }

    /// Empties instructions that are in no block, and attachments that none of the others has.
    fn forget(&mut self, listed: &[bool], carried: &[bool]) {
        for index in (0..listed.len()).filter(|&index| !listed[index]) {
            let inst = Inst::from_u32(index as u32);
            self.insts[inst].inst = Instruction::Unreachable;
            self.set_attachments(inst, List::default());
        }
        if let Some(kept) = carried.iter().position(|&carried| carried) {
            let kept = self.attachments[kept];
            for (entry, _) in self.attachments.iter_mut().zip(carried).filter(|(_, carried)| !**carried) {
                *entry = kept;
            }
        } else {
            self.clear_attachments();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes what it is shown.
    #[derive(Default)]
    struct Seen {
        constants: usize,
        nodes: usize,
        strings: usize,
        types: usize,
        calls: usize,
    }

    impl HandlesMut for Seen {
        fn string(&mut self, _: &mut StrId) {
            self.strings += 1;
        }

        fn ty(&mut self, _: &mut Type) {
            self.types += 1;
        }

        fn constant(&mut self, _: &mut Constant) {
            self.constants += 1;
        }

        fn node(&mut self, _: &mut MdNode) {
            self.nodes += 1;
        }

        fn metadata(&mut self, _: &mut Metadata) {}

        fn attributes(&mut self, _: &mut AttributeListId) {}

        fn call_attributes(&mut self, _: &mut AttributeListId) {
            self.calls += 1;
        }
    }

    #[test]
    fn every_handle_is_shown_once() {
        let text = b"declare void @g(i32)\ndefine void @f(ptr %p) gc \"statepoint-example\" {\nentry:\n  %q = getelementptr i8, ptr %p, i64 4\n  \
            store atomic i32 1, ptr %q syncscope(\"agent\") release, align 4, !tbaa !0\n  \
            call void @g(i32 2) [ \"tag\"(i32 3) ]\n  ret void\n}\n!0 = !{}\n";
        let module = crate::read(text, "test").unwrap();
        let mut function = module.definitions().next().unwrap().2.clone();
        let mut seen = Seen::default();
        function.for_each_handle_mut(&mut seen);
        // 4; 1; @g, 2, 3.
        assert_eq!(seen.constants, 5);
        // The name of the collector, %p, %q, entry, the scope, the tag, and the kind of the attachment.
        assert_eq!((seen.strings, seen.nodes), (7, 1));
        // %p, %q, i8, and the type of @g.
        assert_eq!((seen.types, seen.calls), (4, 1));
    }
}
