//! Determines the order in which LLVM defines structs: the order in which it finds them in variables, aliases, ifuncs, then in
//! functions (instruction by instruction), and then in named metadata and attachments of globals. Structs that it does not find
//! are not defined.

use rustc_hash::FxHashSet;

use crate::attributes::{Attribute, AttributeListId};
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::GlobalKind;
use crate::instruction::Instruction;
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::types::{StructId, Type, TypeKind};

/// The identified structs of a module, in the order in which LLVM finds them.
pub fn structs_in_use(module: &Module) -> Vec<StructId> {
    let mut finder = Finder::new(module);
    finder.module();
    finder.order
}

/// The identified structs that a constant names, and those that they are made of.
pub fn structs_of_constant(module: &Module, constant: Constant) -> Vec<StructId> {
    let mut finder = Finder::new(module);
    finder.constant(constant);
    finder.order
}

struct Finder<'m> {
    module: &'m Module,
    types: FxHashSet<Type>,
    constants: FxHashSet<Constant>,
    attributes: FxHashSet<AttributeListId>,
    nodes: FxHashSet<MdNode>,
    /// The kind of attachment that holds locations, which contain no types.
    dbg: Option<StrId>,
    order: Vec<StructId>,
}

impl<'m> Finder<'m> {
    fn new(module: &'m Module) -> Self {
        Finder {
            module,
            types: FxHashSet::default(),
            constants: FxHashSet::default(),
            attributes: FxHashSet::default(),
            nodes: FxHashSet::default(),
            dbg: module.strings.find(b"dbg"),
            order: Vec::new(),
        }
    }

    fn module(&mut self) {
        let module = self.module;
        for &global in &module.variables {
            self.ty(module.globals[global].ty);
            if let GlobalKind::Variable(variable) = &module.globals[global].kind {
                variable.initializer.into_iter().for_each(|initializer| self.constant(initializer));
            }
        }
        for &global in &module.aliases {
            self.ty(module.globals[global].ty);
            if let GlobalKind::Alias(target) = module.globals[global].kind {
                self.constant(target);
            }
        }
        for &global in &module.ifuncs {
            self.ty(module.globals[global].ty);
        }
        for &global in &module.functions {
            self.ty(module.globals[global].ty);
            if let Some(function) = module.globals[global].as_function() {
                self.function(function);
            }
        }
        for (_, nodes) in &module.metadata.named {
            nodes.iter().for_each(|&node| self.node(node));
        }
        // LLVM does not visit these, so their types are written without definitions.
        for global in module.globals.values() {
            global.attachments.iter().for_each(|&(_, node)| self.node(node));
        }
    }

    fn function(&mut self, function: &Function) {
        self.attributes(function.attributes);
        let constants = [function.personality, function.prefix, function.prologue];
        constants.into_iter().flatten().for_each(|constant| self.constant(constant));
        for &block in &function.layout {
            for &inst in function.block_insts(block) {
                let data = &function.insts[inst];
                if let Some(result) = data.result.expand() {
                    self.ty(function.locals[result].ty);
                }
                self.instruction(function, &data.inst);
                if data.has_attachments() {
                    let dbg = self.dbg;
                    let attachments = function.inst_attachments(inst).iter();
                    attachments.filter(|(kind, _)| Some(*kind) != dbg).for_each(|&(_, node)| self.node(node));
                }
            }
        }
    }

    /// Visits a type and its parts, from the outside in.
    fn ty(&mut self, ty: Type) {
        if !self.types.insert(ty) {
            return;
        }
        let types = &self.module.types;
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            if let TypeKind::Identified(id) = types.kind(ty) {
                self.order.push(*id);
            }
            for part in types.parts(ty).into_iter().rev() {
                if self.types.insert(part) {
                    work.push(part);
                }
            }
        }
    }

    fn attributes(&mut self, list: AttributeListId) {
        if !self.attributes.insert(list) {
            return;
        }
        let attributes = &self.module.attributes;
        let list = attributes.get_list(list);
        for set in [list.function, list.ret].iter().chain(&list.params) {
            for attribute in attributes.get(*set) {
                if let Attribute::Type(_, ty) = *attribute {
                    self.ty(ty);
                }
            }
        }
    }

    /// Visits a constant and its operands. The recursion is bounded: readers and builders limit the nesting.
    fn constant(&mut self, constant: Constant) {
        let module = self.module;
        let kind = module.constants.kind(constant);
        // Globals are visited separately.
        if matches!(kind, ConstantKind::Global(_)) || !self.constants.insert(constant) {
            return;
        }
        self.ty(module.constants.ty(constant));
        kind.operands().into_iter().for_each(|operand| self.constant(operand));
        match kind {
            ConstantKind::Metadata(Metadata::Node(node)) => self.node(*node),
            ConstantKind::Expr(expr) => {
                if let ConstantExpr::GetElementPtr { element, .. } = **expr {
                    self.ty(element);
                }
            }
            _ => {}
        }
    }

    /// Visits a node and everything that it refers to.
    fn node(&mut self, node: MdNode) {
        let module = self.module;
        let mut work = vec![Metadata::Node(node)];
        while let Some(metadata) = work.pop() {
            match metadata {
                Metadata::Constant(constant) => self.constant(constant),
                Metadata::Node(node) if self.nodes.insert(node) => {
                    let before = work.len();
                    work.extend(module.metadata.nodes[node].kind.operands());
                    work[before..].reverse();
                }
                _ => {}
            }
        }
    }

    /// Visits the operands, types and attributes of an instruction.
    fn instruction(&mut self, function: &Function, inst: &Instruction) {
        inst.for_each_operand(function, |value| {
            value.constant().into_iter().for_each(|constant| self.constant(constant));
        });
        match inst {
            Instruction::Alloca(alloca) => self.ty(alloca.allocated),
            Instruction::GetElementPtr { element, .. } => self.ty(*element),
            _ => inst.call_site().into_iter().for_each(|call| self.attributes(call.attributes)),
        }
    }
}
