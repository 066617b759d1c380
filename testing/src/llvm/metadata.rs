//! Generates metadata: nodes, cycles, attachments, named nodes.

use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::{BinaryOp, Instruction};
use tern_llvm_ir::metadata::{Field, FieldValue, MdNode, MdNodeData, MdNodeKind, Metadata, fixed_kind};
use tern_llvm_ir::{Constant, Global, StrId, Type};

use super::Generator;

impl Generator {
    /// Adds a distinct node, or finds or adds a uniqued one.
    pub(super) fn node(&mut self, distinct: bool, kind: MdNodeKind) -> MdNode {
        let data = MdNodeData { distinct, kind };
        if distinct {
            return self.module.metadata.nodes.push(data);
        }
        if let Some(&node) = self.nodes.get(&data) {
            return node;
        }
        let node = self.module.metadata.nodes.push(data.clone());
        self.nodes.insert(data, node);
        node
    }

    pub(super) fn tuple(&mut self, operands: Vec<Metadata>) -> MdNode {
        self.node(false, MdNodeKind::Tuple(operands.into()))
    }

    pub(super) fn distinct_tuple(&mut self, operands: Vec<Metadata>) -> MdNode {
        self.node(true, MdNodeKind::Tuple(operands.into()))
    }

    /// Adds a specialized node with named fields.
    pub(super) fn special(&mut self, distinct: bool, kind: &str, fields: Vec<(&str, FieldValue)>) -> MdNode {
        let kind = self.text(kind);
        let fields = fields
            .into_iter()
            .map(|(name, value)| Field { name: (!name.is_empty()).then(|| self.text(name)), value })
            .collect();
        self.node(distinct, MdNodeKind::Specialized { kind, fields })
    }

    /// Replaces the operands of a distinct node.
    pub(super) fn set_operands(&mut self, node: MdNode, operands: Vec<Metadata>) {
        self.module.metadata.nodes[node].kind = MdNodeKind::Tuple(operands.into());
    }

    pub(super) fn md_string(&self, text: &str) -> Metadata {
        Metadata::String(self.text(text))
    }

    pub(super) fn md_integer(&self, ty: Type, value: i64) -> Metadata {
        Metadata::Constant(self.int(ty, value))
    }

    /// A random operand for a node.
    fn operand_of_node(&mut self, depth: usize) -> Metadata {
        let nodes = if depth > 0 { 25 } else { 0 };
        match self.choices.weighted(&[20, 20, 20, nodes]) {
            0 => Metadata::Null,
            1 => {
                let text = *self.choices.pick(&["text", "", "a \"b\"\n", "\u{e9}"]);
                self.md_string(text)
            }
            2 => {
                let ty = self.plain_type();
                Metadata::Constant(self.constant(ty))
            }
            _ => Metadata::Node(self.any_node(depth - 1)),
        }
    }

    /// A random node: distinct or uniqued, possibly in a cycle.
    pub(super) fn any_node(&mut self, depth: usize) -> MdNode {
        let mut operands = Vec::new();
        for _ in 0..self.choices.below(4) {
            operands.push(self.operand_of_node(depth));
        }
        match self.choices.weighted(&[60, 15, 15, 10]) {
            0 => self.tuple(operands),
            1 => self.distinct_tuple(operands),
            2 => {
                let node = self.distinct_tuple(Vec::new());
                operands.push(Metadata::Node(node));
                self.set_operands(node, operands);
                node
            }
            _ => {
                // A cycle through a second node.
                let node = self.distinct_tuple(Vec::new());
                let back = self.tuple(vec![Metadata::Node(node)]);
                operands.insert(0, Metadata::Node(back));
                self.set_operands(node, operands);
                node
            }
        }
    }

    /// Sorts attachments in LLVM's order: the kinds that it knows come first.
    pub(super) fn sorted(&self, mut attachments: Vec<(StrId, MdNode)>) -> Vec<(StrId, MdNode)> {
        let rank = |kind: StrId| fixed_kind(self.module.strings.get(kind)).unwrap_or(usize::MAX);
        attachments.sort_by_key(|&(kind, _)| rank(kind));
        attachments.dedup_by_key(|&mut (kind, _)| kind);
        attachments
    }

    /// Attachments for an instruction with this result.
    pub(super) fn attachments(
        &mut self,
        instruction: &Instruction,
        result: Option<Type>,
        location: Option<MdNode>,
    ) -> Vec<(StrId, MdNode)> {
        let mut found = Vec::new();
        if let Some(location) = location {
            found.push((self.text("dbg"), location));
        }
        if !self.choices.chance(25) {
            return found;
        }
        let i32_type = self.module.types.common.i32;
        let i64_type = self.module.types.common.i64;
        let mut add = |generator: &Self, kind: &str, node| found.push((generator.text(kind), node));
        let is_load = matches!(instruction, Instruction::Load { .. });
        let is_memory = is_load || matches!(instruction, Instruction::Store { .. });
        if is_memory {
            match self.choices.below(7) {
                0 => {
                    let node = self.tbaa_tag();
                    add(self, "tbaa", node);
                }
                1 => {
                    let one = self.md_integer(i32_type, 1);
                    let node = self.tuple(vec![one]);
                    add(self, "nontemporal", node);
                }
                2 if is_load => {
                    let node = self.tuple(Vec::new());
                    add(self, "invariant.load", node);
                }
                3 => {
                    let (scopes, others) = (self.scopes(2), self.scopes(2));
                    add(self, "alias.scope", scopes);
                    add(self, "noalias", others);
                }
                4 => {
                    let group = self.distinct_tuple(Vec::new());
                    add(self, "llvm.access.group", group);
                }
                5 => {
                    let node = self.tuple(Vec::new());
                    add(self, "invariant.group", node);
                }
                _ => {}
            }
        }
        let is_call = matches!(instruction, Instruction::Call(_));
        if let Some(ty) = result.filter(|_| is_load || is_call) {
            if let Some(width) = self.module.types.integer_width(ty)
                && (3..=64).contains(&width)
                && self.choices.chance(30)
            {
                let (low, high) = (self.md_integer(ty, 1), self.md_integer(ty, 3));
                let node = self.tuple(vec![low, high]);
                add(self, "range", node);
            }
            if self.module.types.is_pointer(ty) && is_load && self.choices.chance(40) {
                let number = self.md_integer(i64_type, 16);
                let (empty, sixteen) = (self.tuple(Vec::new()), self.tuple(vec![number]));
                let (kind, node) = *self.choices.pick(&[
                    ("nonnull", empty),
                    ("dereferenceable", sixteen),
                    ("dereferenceable_or_null", sixteen),
                    ("align", sixteen),
                ]);
                add(self, kind, node);
            }
            if is_load && self.choices.chance(10) {
                let node = self.tuple(Vec::new());
                add(self, "noundef", node);
            }
        }
        match instruction {
            Instruction::Binary { op: BinaryOp::FAdd | BinaryOp::FDiv, .. } if self.choices.chance(20) => {
                let float = self.module.types.common.float;
                let two = self.module.constants.intern(float, ConstantKind::Float(0x4020_0000));
                let node = self.tuple(vec![Metadata::Constant(two)]);
                add(self, "fpmath", node);
            }
            Instruction::CondBr { .. } | Instruction::Switch(_) | Instruction::Br(_) => {
                if !matches!(instruction, Instruction::Br(_)) && self.choices.chance(40) {
                    let count = instruction.successors().len();
                    let mut operands = vec![self.md_string("branch_weights")];
                    if self.choices.chance(20) {
                        operands.push(self.md_string("expected"));
                    }
                    for _ in 0..count {
                        let weight = self.choices.below(1000) as i64;
                        operands.push(self.md_integer(i32_type, weight));
                    }
                    let node = self.tuple(operands);
                    add(self, "prof", node);
                }
                if self.choices.chance(20) && !matches!(instruction, Instruction::Switch(_)) {
                    let node = self.loop_node();
                    add(self, "llvm.loop", node);
                }
                if self.choices.chance(10) && !matches!(instruction, Instruction::Br(_)) {
                    let node = self.tuple(Vec::new());
                    add(self, "unpredictable", node);
                }
            }
            _ => {}
        }
        if self.choices.chance(25) {
            let text = self.md_string("note");
            let node = self.tuple(vec![text]);
            add(self, "annotation", node);
        }
        if self.choices.chance(30) {
            let node = self.any_node(2);
            let kind = *self.choices.pick(&["custom", "another.kind", "a\\b"]);
            add(self, kind, node);
        }
        if self.choices.chance(12) {
            found.extend(self.rare_attachment(instruction, result, location.is_some()));
        }
        self.sorted(found)
    }

    /// Attachments for a global.
    pub(super) fn global_attachments(&mut self, global: Global) -> Vec<(StrId, MdNode)> {
        let is_function = self.module.globals[global].as_function().is_some();
        let i32_type = self.module.types.common.i32;
        let i64_type = self.module.types.common.i64;
        let mut found = Vec::new();
        if self.choices.chance(10) {
            let (offset, name) = (self.md_integer(i64_type, 16), self.md_string("a type"));
            found.push((self.text("type"), self.tuple(vec![offset, name])));
        }
        if self.choices.chance(10) {
            found.push((self.text("custom"), self.any_node(2)));
        }
        if is_function && self.choices.chance(10) {
            let (count, number) = (self.md_string("function_entry_count"), self.md_integer(i64_type, 77));
            found.push((self.text("prof"), self.tuple(vec![count, number])));
        }
        if is_function && self.choices.chance(5) {
            let number = self.md_integer(i32_type, -5);
            found.push((self.text("kcfi_type"), self.tuple(vec![number])));
        }
        if is_function && self.choices.chance(5) {
            let name = self.md_string("hot");
            let kind = self.md_string("section_prefix");
            found.push((self.text("section_prefix"), self.tuple(vec![kind, name])));
        }
        if self.choices.chance(15) {
            found.extend(self.rare_global_attachment(global));
        }
        self.sorted(found)
    }

    /// Loop metadata: a self-reference and properties.
    fn loop_node(&mut self) -> MdNode {
        let i32_type = self.module.types.common.i32;
        let node = self.distinct_tuple(Vec::new());
        let mut operands = vec![Metadata::Node(node)];
        for property in ["llvm.loop.mustprogress", "llvm.loop.unroll.disable", "llvm.loop.unknown"] {
            if self.choices.chance(40) {
                let name = self.md_string(property);
                operands.push(Metadata::Node(self.tuple(vec![name])));
            }
        }
        if self.choices.chance(30) {
            let (name, width) = (self.md_string("llvm.loop.vectorize.width"), self.md_integer(i32_type, 4));
            operands.push(Metadata::Node(self.tuple(vec![name, width])));
        }
        self.set_operands(node, operands);
        node
    }

    pub(super) fn tbaa_tag(&mut self) -> MdNode {
        let i64_type = self.module.types.common.i64;
        let zero = self.md_integer(i64_type, 0);
        let root_name = *self.choices.pick(&["root", "another root"]);
        let name = self.md_string(root_name);
        let root = self.tuple(vec![name]);
        let scalar_name = *self.choices.pick(&["int", "any pointer"]);
        let name = self.md_string(scalar_name);
        let scalar = Metadata::Node(self.tuple(vec![name, Metadata::Node(root), zero]));
        let mut tag = match self.choices.chance(50) {
            false => vec![scalar, scalar, zero],
            true => {
                let (name, four) = (self.md_string("struct"), self.md_integer(i64_type, 4));
                let ty = Metadata::Node(self.tuple(vec![name, scalar, zero, scalar, four]));
                vec![ty, scalar, *self.choices.pick(&[zero, four])]
            }
        };
        if self.choices.chance(10) {
            tag.push(self.md_integer(i64_type, 1));
        }
        self.tuple(tag)
    }

    pub(super) fn scopes(&mut self, most: usize) -> MdNode {
        let domain = self.distinct_tuple(Vec::new());
        self.set_operands(domain, vec![Metadata::Node(domain)]);
        let mut list = Vec::new();
        for _ in 0..self.choices.within(1, most) {
            let scope = self.distinct_tuple(Vec::new());
            let mut operands = vec![Metadata::Node(scope), Metadata::Node(domain)];
            if self.choices.chance(50) {
                operands.push(self.md_string("scope"));
            }
            self.set_operands(scope, operands);
            list.push(Metadata::Node(scope));
        }
        self.tuple(list)
    }

    /// Generates named nodes, and attachments of globals.
    pub(super) fn named_metadata(&mut self) {
        let globals: Vec<_> = self.variables.iter().chain(&self.functions).copied().collect();
        for global in globals {
            let declared = self.module.globals[global].as_function().is_some_and(|f| f.is_declaration());
            if !declared && self.choices.chance(25) {
                let mut attachments = self.global_attachments(global);
                attachments.extend_from_slice(&self.module.globals[global].attachments);
                self.module.globals[global].attachments = self.sorted(attachments);
            }
        }
        if self.choices.chance(15) {
            let name = *self.choices.pick(&["named", "a.named", "$strange name"]);
            let name = self.text(name);
            let mut nodes = Vec::new();
            for _ in 0..self.choices.below(3) {
                nodes.push(self.any_node(3));
            }
            self.add_named(name, nodes);
        }
        if self.options.debug_info && self.choices.chance(6) {
            self.debug_entities();
        }
        if self.choices.chance(8) {
            let text = self.md_string("a compiler");
            let (name, node) = (self.text("llvm.ident"), self.tuple(vec![text]));
            self.add_named(name, vec![node]);
        }
    }

    pub(super) fn add_named(&mut self, name: StrId, nodes: Vec<MdNode>) {
        let named = &mut self.module.metadata.named;
        match named.iter_mut().find(|(known, _)| *known == name) {
            Some((_, list)) => list.extend(nodes),
            None => named.push((name, nodes)),
        }
    }

    /// Adds the debug info version flag, without which LLVM drops debug information.
    pub(super) fn module_flags(&mut self) {
        if !self.debug.is_used() {
            return;
        }
        let i32_type = self.module.types.common.i32;
        let (behavior, version) = (self.md_integer(i32_type, 2), self.md_integer(i32_type, 3));
        let key = self.md_string("Debug Info Version");
        let (name, node) = (self.text("llvm.module.flags"), self.tuple(vec![behavior, key, version]));
        self.add_named(name, vec![node]);
    }

    /// A constant wrapped as metadata.
    pub(super) fn metadata_constant(&self, metadata: Metadata) -> Constant {
        self.module.constants.intern(self.module.types.common.metadata, ConstantKind::Metadata(metadata))
    }
}
