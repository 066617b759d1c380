//! Changes of metadata: attachments, nodes and their fields, module flags, named nodes.

use tern_llvm_ir::instruction::Instruction;
use tern_llvm_ir::metadata::specialized::{Holds, Kind};
use tern_llvm_ir::metadata::{
    FIXED_KINDS, Field, FieldValue, Integer, MdNode, MdNodeData, MdNodeKind, Metadata,
};
use tern_llvm_ir::versions::LlvmVersion;
use tern_llvm_ir::{Global, StrId};

use super::Mutation;

const NUMBERS: &[i64] = &[0, 1, 2, 3, 4, 7, 8, 32, 64, -1, 1 << 20];

impl Mutation<'_> {
    pub(super) fn some_node(&mut self) -> Option<MdNode> {
        let count = self.module.metadata.nodes.len();
        (count > 0).then(|| MdNode::from_u32(self.choices.below(count) as u32))
    }

    pub(super) fn metadata_operand(&mut self) -> Metadata {
        match self.choices.weighted(&[55, 15, 15, 15]) {
            0 => self.some_node().map_or(Metadata::Null, Metadata::Node),
            1 => Metadata::Null,
            2 => {
                let text =
                    *self.choices.pick(&["", "branch_weights", "function_entry_count", "VP", "a text"]);
                Metadata::String(self.text(text))
            }
            _ => {
                let common = self.module.types.common;
                let ty = *self.choices.pick(&[common.i32, common.i64, common.i1, common.float, common.ptr]);
                Metadata::Constant(self.constant_of(ty))
            }
        }
    }

    /// A kind of attachment, and mostly a node that something else has attached with it.
    fn attachment(&mut self) -> Option<(StrId, MdNode)> {
        let mut known = Vec::new();
        for (_, value, function) in self.module.functions() {
            known.extend(value.attachments.iter().copied());
            known.extend(function.all_attachments().iter().copied());
        }
        if let Some(found) = self.one(&known).filter(|_| self.choices.chance(50)) {
            return Some(found);
        }
        let kind = *self.choices.pick(FIXED_KINDS);
        let node = match self.choices.chance(60) {
            true => self.some_node()?,
            false => {
                let count = self.choices.below(4);
                let operands = (0..count).map(|_| self.metadata_operand()).collect();
                let kind = MdNodeKind::Tuple(operands);
                self.module.metadata.nodes.push(MdNodeData { distinct: false, kind })
            }
        };
        Some((self.text(kind), node))
    }

    /// Adds, removes or replaces an attachment of an instruction or a global.
    pub(super) fn attachments(&mut self) -> Option<()> {
        let added = self.attachment()?;
        let on_global = self.choices.chance(25);
        let how = self.choices.weighted(&[60, 15, 25]);
        let change = |list: &mut Vec<(StrId, MdNode)>, at: usize| match how {
            1 if !list.is_empty() => drop(list.remove(at % list.len())),
            2 if !list.is_empty() => {
                let at = at % list.len();
                list[at].1 = added.1;
            }
            _ => {
                // LLVM's instructions have one attachment of a kind.
                list.retain(|(kind, _)| on_global || *kind != added.0);
                list.push(added);
            }
        };
        let at = self.choices.below(8);
        if on_global {
            let all: Vec<Global> = self.module.listed_globals().collect();
            let global = self.one(&all)?;
            if self.module.aliases.contains(&global) || self.module.ifuncs.contains(&global) {
                return None;
            }
            change(&mut self.module.globals[global].attachments, at);
            return Some(());
        }
        let (global, inst) = self.inst_where(|_, inst| !matches!(inst, Instruction::DebugRecord(_)))?;
        let function = self.function_mut(global);
        let mut list = function.inst_attachments(inst).to_vec();
        change(&mut list, at);
        let list = function.push_attachments(&list);
        function.set_attachments(inst, list);
        Some(())
    }

    /// Changes an operand or a field of a node.
    pub(super) fn node(&mut self) -> Option<()> {
        let node = self.some_node()?;
        let mut data = self.module.metadata.nodes[node].clone();
        if self.choices.chance(5) {
            data.distinct = !data.distinct;
        }
        match &mut data.kind {
            MdNodeKind::Tuple(operands) => {
                let mut list = operands.to_vec();
                self.operands_of_tuple(&mut list);
                *operands = list.into();
            }
            MdNodeKind::Specialized { kind, fields } => {
                let mut list = fields.to_vec();
                let kind = self.module.strings.get(*kind).to_vec();
                self.fields_of_node(&kind, &mut list)?;
                *fields = list.into();
            }
        }
        self.module.metadata.nodes[node] = data;
        Some(())
    }

    fn operands_of_tuple(&mut self, list: &mut Vec<Metadata>) {
        let at = self.choices.below(list.len().max(1));
        let new = self.metadata_operand();
        match self.choices.weighted(&[60, 20, 20]) {
            0 if !list.is_empty() => list[at] = new,
            1 if !list.is_empty() => drop(list.remove(at)),
            _ => list.insert(at, new),
        }
    }

    fn fields_of_node(&mut self, kind: &[u8], list: &mut Vec<Field>) -> Option<()> {
        if kind == b"DIExpression" {
            return self.elements(list);
        }
        let declared = Kind::find(kind)?;
        if declared.fields.is_empty() {
            return None;
        }
        let field = *self.choices.pick(declared.fields);
        if field.since > LlvmVersion::DEFAULT {
            return None;
        }
        // LLVM takes what is there for a location or a variable without a look.
        if field.name == "inlinedAt" || field.name == "var" {
            return None;
        }
        let name = self.text(field.name);
        let own = list.iter().position(|own| own.name == Some(name));
        match own {
            Some(own) if !field.required && self.choices.chance(20) => drop(list.remove(own)),
            _ => {
                let value = self.held(field.holds)?;
                match own {
                    Some(own) => list[own].value = value,
                    None => list.push(Field { name: Some(name), value }),
                }
            }
        }
        Some(())
    }

    /// A value that a field can hold.
    fn held(&mut self, holds: Holds) -> Option<FieldValue> {
        let number = *self.choices.pick(NUMBERS);
        let integer = |number: i64| FieldValue::Integer(Integer::from(number));
        Some(match holds {
            Holds::Metadata => FieldValue::Metadata(self.metadata_operand()),
            Holds::NotNull => FieldValue::Metadata(self.some_node().map(Metadata::Node)?),
            Holds::List => return None,
            Holds::String | Holds::Text => {
                let text = *self.choices.pick(&["", "name", "another"]);
                FieldValue::String(self.text(text))
            }
            Holds::Unsigned(limit) => integer(number.clamp(0, i64::try_from(limit).unwrap_or(i64::MAX))),
            Holds::Signed(least, most) => integer(number.clamp(least, most)),
            Holds::Integer | Holds::Bits => integer(number),
            Holds::UnsignedOrMetadata(_) if self.choices.chance(50) => integer(number.max(0)),
            Holds::SignedOrNotNull(least) | Holds::SignedOrMetadata(least) if self.choices.chance(50) => {
                integer(number.max(least))
            }
            Holds::UnsignedOrMetadata(_) | Holds::SignedOrMetadata(_) => {
                FieldValue::Metadata(self.metadata_operand())
            }
            Holds::SignedOrNotNull(_) => FieldValue::Metadata(self.some_node().map(Metadata::Node)?),
            Holds::Bool => FieldValue::Bool(self.choices.chance(50)),
            Holds::Dwarf(table, ..) => {
                let (_, name) = *self.choices.pick(table.names);
                FieldValue::Symbols(self.text(&format!("{}{name}", table.prefix)))
            }
            Holds::Flags(words) => {
                let name = *self.choices.pick(words.names);
                FieldValue::Symbols(self.text(&format!("{}{name}", words.prefix)))
            }
            Holds::OneOf(words, ..) => {
                let word = *self.choices.pick(words);
                FieldValue::Symbols(self.text(word))
            }
        })
    }

    /// Changes the elements of a `DIExpression`.
    fn elements(&mut self, list: &mut Vec<Field>) -> Option<()> {
        const OPERATIONS: &[&str] = &[
            "DW_OP_deref",
            "DW_OP_plus_uconst",
            "DW_OP_constu",
            "DW_OP_LLVM_fragment",
            "DW_OP_stack_value",
            "DW_OP_LLVM_arg",
            "DW_OP_LLVM_convert",
            "DW_OP_swap",
            "DW_OP_plus",
            "DW_OP_LLVM_entry_value",
            "DW_OP_LLVM_tag_offset",
            "DW_OP_bregx",
        ];
        let value = match self.choices.chance(60) {
            true => {
                let word = *self.choices.pick(OPERATIONS);
                FieldValue::Symbols(self.text(word))
            }
            false => FieldValue::Integer(Integer::from((*self.choices.pick(NUMBERS)).max(0))),
        };
        let at = self.choices.below(list.len().max(1));
        match self.choices.below(3) {
            0 if !list.is_empty() => drop(list.remove(at)),
            1 if !list.is_empty() => list[at].value = value,
            _ => list.insert(at, Field { name: None, value }),
        }
        Some(())
    }

    /// Changes a module flag, or adds one.
    pub(super) fn module_flag(&mut self) -> Option<()> {
        const FLAGS: &[&str] = &[
            "wchar_size",
            "PIC Level",
            "a flag",
            "CG Profile",
            "require",
            "Debug Info Version",
            "Linker Options",
        ];
        let name = self.text("llvm.module.flags");
        let i32 = self.module.types.common.i32;
        let at = match self.module.metadata.named.iter().position(|(known, _)| *known == name) {
            Some(at) => at,
            None => {
                self.module.metadata.named.push((name, Vec::new()));
                self.module.metadata.named.len() - 1
            }
        };
        let number = *self.choices.pick(&[1i64, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
        let number = Metadata::Constant(self.module.constants.integer(&self.module.types, i32, number));
        let existing = self.module.metadata.named[at].1.clone();
        let operands = match self.one(&existing).filter(|_| self.choices.chance(60)) {
            Some(node) => {
                let MdNodeKind::Tuple(operands) = &self.module.metadata.nodes[node].kind else { return None };
                let mut operands = operands.to_vec();
                match self.choices.chance(50) && !operands.is_empty() {
                    true => operands[0] = number,
                    false => self.operands_of_tuple(&mut operands),
                }
                operands
            }
            None => {
                let flag = *self.choices.pick(FLAGS);
                let value = match self.choices.chance(50) {
                    true => number,
                    false => self.metadata_operand(),
                };
                vec![number, Metadata::String(self.text(flag)), value]
            }
        };
        let kind = MdNodeKind::Tuple(operands.into());
        let node = self.module.metadata.nodes.push(MdNodeData { distinct: false, kind });
        let list = &mut self.module.metadata.named[at].1;
        match list.is_empty() || self.choices.chance(50) {
            true => list.push(node),
            false => {
                let at = self.choices.below(list.len());
                list[at] = node;
            }
        }
        Some(())
    }

    /// Adds a node to a named one, or removes one.
    pub(super) fn named_metadata(&mut self) -> Option<()> {
        const NAMES: &[&str] =
            &["llvm.dbg.cu", "llvm.ident", "llvm.module.flags", "any", "llvm.commandline", "llvm.errno.tbaa"];
        let name = *self.choices.pick(NAMES);
        let name = self.text(name);
        let node = self.some_node()?;
        let named = &mut self.module.metadata.named;
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, nodes)) if self.choices.chance(30) => drop(nodes.pop()),
            Some((_, nodes)) => nodes.push(node),
            None => named.push((name, vec![node])),
        }
        Some(())
    }
}
