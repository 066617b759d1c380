//! The order in which LLVM defines structs: that in which it finds them, in variables, aliases, ifuncs, and then in functions,
//! instruction by instruction, and then in metadata of names and of globals. It does not define what it does not find.

use rustc_hash::FxHashSet;

use crate::attributes::{Attribute, AttributeListId};
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::entity::StrId;
use crate::function::{Function, Value};
use crate::globals::GlobalKind;
use crate::instruction::{CallSite, Instruction};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::types::{StructId, Type, TypeKind};

/// The identified structs of a module, as LLVM finds them.
pub(super) fn found(module: &Module) -> Vec<StructId> {
    let mut finder = Finder {
        module,
        types: FxHashSet::default(),
        constants: FxHashSet::default(),
        attributes: FxHashSet::default(),
        nodes: FxHashSet::default(),
        dbg: module.strings.find(b"dbg"),
        order: Vec::new(),
    };
    finder.module();
    finder.order
}

struct Finder<'m> {
    module: &'m Module,
    types: FxHashSet<Type>,
    constants: FxHashSet<Constant>,
    attributes: FxHashSet<AttributeListId>,
    nodes: FxHashSet<MdNode>,
    /// The kind of attachments that are locations, which hold no types.
    dbg: Option<StrId>,
    order: Vec<StructId>,
}

impl Finder<'_> {
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
        // LLVM does not look at these, and so writes types without their definitions.
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

    /// A type and what it is made of, from the outside in.
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

    /// A constant and its operands. Constants nest no deeper than the reader or a builder let them.
    fn constant(&mut self, constant: Constant) {
        let module = self.module;
        let kind = module.constants.kind(constant);
        // Globals are visited by themselves.
        if matches!(kind, ConstantKind::Global(_)) || !self.constants.insert(constant) {
            return;
        }
        self.ty(module.constants.ty(constant));
        match kind {
            ConstantKind::Aggregate(elements) => elements.iter().for_each(|&element| self.constant(element)),
            ConstantKind::Splat(value) => self.constant(*value),
            ConstantKind::Metadata(Metadata::Node(node)) => self.node(*node),
            ConstantKind::PtrAuth(operands) => operands.iter().for_each(|&operand| self.constant(operand)),
            ConstantKind::Expr(expr) => {
                expr.operands().into_iter().for_each(|operand| self.constant(operand));
                if let ConstantExpr::GetElementPtr { element, .. } = **expr {
                    self.ty(element);
                }
            }
            _ => {}
        }
    }

    /// A node and what it refers to.
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

    fn values(&mut self, values: &[Value]) {
        values.iter().filter_map(|value| value.constant()).for_each(|constant| self.constant(constant));
    }

    fn call(&mut self, call: &CallSite) {
        self.values(&call.args);
        for bundle in &call.bundles {
            self.values(&bundle.inputs);
        }
        self.values(&[call.callee]);
        self.attributes(call.attributes);
    }

    /// The operands, and the types that an instruction names.
    fn instruction(&mut self, function: &Function, inst: &Instruction) {
        match inst {
            Instruction::Ret(value) => value.iter().for_each(|value| self.values(&[*value])),
            Instruction::CondBr { condition: value, .. }
            | Instruction::IndirectBr { address: value, .. }
            | Instruction::Resume(value)
            | Instruction::FNeg { value, .. }
            | Instruction::Cast { value, .. }
            | Instruction::Freeze(value)
            | Instruction::ExtractValue { aggregate: value, .. }
            | Instruction::Load { address: value, .. }
            | Instruction::VaArg { list: value } => self.values(&[*value]),
            Instruction::Switch(switch) => {
                self.values(&[switch.value]);
                switch.cases.iter().for_each(|(value, _)| self.values(&[*value]));
            }
            Instruction::Invoke(invoke) => self.call(&invoke.call),
            Instruction::CallBr(callbr) => self.call(&callbr.call),
            Instruction::Call(call) => self.call(call),
            Instruction::Binary { lhs, rhs, .. }
            | Instruction::ICmp { lhs, rhs, .. }
            | Instruction::FCmp { lhs, rhs, .. } => self.values(&[*lhs, *rhs]),
            Instruction::Select { condition, then, otherwise, .. } => {
                self.values(&[*condition, *then, *otherwise]);
            }
            Instruction::Phi { incoming, .. } => {
                function.edges[incoming.range()].iter().for_each(|(value, _)| self.values(&[*value]));
            }
            Instruction::ExtractElement { vector, index } => self.values(&[*vector, *index]),
            Instruction::InsertElement { vector, value, index } => self.values(&[*vector, *value, *index]),
            Instruction::ShuffleVector { a, b, .. } => self.values(&[*a, *b]),
            Instruction::InsertValue { aggregate, value, .. } => self.values(&[*aggregate, *value]),
            Instruction::Alloca(alloca) => {
                self.values(&[alloca.count]);
                self.ty(alloca.allocated);
            }
            Instruction::Store { address, value, .. } => self.values(&[*value, *address]),
            Instruction::CmpXchg(cmpxchg) => self.values(&[cmpxchg.address, cmpxchg.expected, cmpxchg.new]),
            Instruction::AtomicRmw(rmw) => self.values(&[rmw.address, rmw.value]),
            Instruction::GetElementPtr { element, base, indices, .. } => {
                self.values(&[*base]);
                self.values(&function.values[indices.range()]);
                self.ty(*element);
            }
            Instruction::LandingPad(pad) => {
                pad.clauses.iter().for_each(|(value, _)| self.values(&[*value]));
            }
            Instruction::CatchPad { args, .. } | Instruction::CleanupPad { args, .. } => {
                self.values(&function.values[args.range()]);
            }
            _ => {}
        }
    }
}
