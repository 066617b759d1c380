//! Generates function bodies: available values, PHI nodes, pads, terminators, debug records.

use std::collections::HashMap;

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::{Function, Local, Value};
use tern_llvm_ir::globals::{GlobalKind, GlobalValue};
use tern_llvm_ir::instruction::{
    Alloca, CatchSwitch, DebugRecord, DebugRecordKind, Flags, Inst, Instruction, LandingPad, List,
    RecordOperand, Switch,
};
use tern_llvm_ir::metadata::{MdNode, Metadata};
use tern_llvm_ir::{Constant, Global, Type, TypeKind};

use super::Generator;
use super::control_flow::{Plan, Role, Skeleton};

/// A value, and the position of its definition.
#[derive(Clone, Copy, Debug)]
struct Defined {
    value: Value,
    ty: Type,
    block: usize,
}

/// A function body under construction.
pub(super) struct Body<'g> {
    pub(super) g: &'g mut Generator,
    /// The function. It is empty in the module until it is finished.
    pub(super) global: Global,
    pub(super) function: Function,
    pub(super) skeleton: Skeleton,
    pub(super) ret: Type,
    /// The index of the block that is being filled.
    pub(super) block: usize,
    pub(super) subprogram: Option<MdNode>,
    values: Vec<Defined>,
    /// Values that are `swifterror`. Their uses are restricted, so they are kept apart from other operands.
    errors: Vec<Defined>,
    /// PHI nodes without incoming values, with their block.
    phis: Vec<(Inst, usize)>,
    /// Results of `invoke`, by block.
    invoked: HashMap<usize, Local>,
    /// The tokens of funclet pads, by block.
    pub(super) tokens: HashMap<usize, Local>,
    landing_type: Type,
    named: bool,
    next_name: usize,
}

impl Generator {
    /// Fills the blocks of a function.
    pub(super) fn body(&mut self, global: Global, skeleton: Skeleton) {
        let value = &mut self.module.globals[global];
        let (ty, name) = (value.ty, value.name);
        let GlobalKind::Function(function) = &mut value.kind else { return };
        let mut function = std::mem::take(&mut **function);
        let TypeKind::Function { ret, .. } = *self.module.types.kind(ty) else { return };
        if skeleton.roles.iter().any(|role| *role != Role::Plain) {
            let funclets = !skeleton.roles.contains(&Role::LandingPad);
            let personality = self.personality(funclets);
            function.personality = Some(personality);
        }
        let mut subprogram = None;
        if self.options.debug_info && self.choices.chance(25) {
            let linkage_name = name.unwrap_or_else(|| self.text("f"));
            let node = self.subprogram(linkage_name);
            subprogram = Some(node);
            let kind = self.text("dbg");
            self.module.globals[global].attachments.push((kind, node));
        }
        let common = self.module.types.common;
        let fields = [common.ptr, common.i32].into();
        let pair = self.module.types.intern(TypeKind::Struct { packed: false, fields });
        let landing_type = if self.choices.chance(80) { pair } else { common.i64 };
        let named = self.choices.chance(60);
        let mut body = Body {
            g: self,
            global,
            function,
            skeleton,
            ret,
            block: 0,
            subprogram,
            values: Vec::new(),
            errors: Vec::new(),
            phis: Vec::new(),
            invoked: HashMap::new(),
            tokens: HashMap::new(),
            landing_type,
            named,
            next_name: 0,
        };
        body.fill();
        let function = body.function;
        if let GlobalKind::Function(place) = &mut self.module.globals[global].kind {
            **place = function;
        }
    }

    /// The address of a personality function.
    fn personality(&mut self, funclets: bool) -> Constant {
        let name = if funclets { "__CxxFrameHandler3" } else { "__gxx_personality_v0" };
        let found = self.intrinsics.get(name.as_bytes()).copied();
        let global = found.unwrap_or_else(|| {
            let ty = self.function_type(self.module.types.common.i32, Vec::new(), true);
            let function = self.new_function(ty);
            let name_id = self.text(name);
            let value = GlobalValue::new(Some(name_id), ty, GlobalKind::Function(Box::new(function)));
            let global = self.module.add_global(value);
            self.intrinsics.insert(name.as_bytes().to_vec(), global);
            global
        });
        self.module.address_of(global)
    }
}

impl Body<'_> {
    fn fill(&mut self) {
        for (at, local) in self.function.args.clone().into_iter().enumerate() {
            let name = self.local_name();
            self.function.locals[local].name = name;
            let ty = self.function.locals[local].ty;
            let defined = Defined { value: local.into(), ty, block: 0 };
            match self.g.parameter_is(self.function.attributes, at, AttributeKind::SwiftError) {
                true => self.errors.push(defined),
                false => self.values.push(defined),
            }
        }
        for block in self.skeleton.order.clone() {
            self.block = block;
            self.fill_block();
        }
        self.connect_phis();
    }

    fn fill_block(&mut self) {
        let role = self.skeleton.roles[self.block];
        self.add_phis();
        match role {
            Role::Plain | Role::CatchSwitch(_) | Role::Within(_) => {}
            Role::LandingPad => self.landing_pad(),
            Role::CatchPad(switch) => {
                let args = self.pad_arguments();
                let parent = self.parent(Some(switch));
                self.pad(Instruction::CatchPad { parent, args });
            }
            Role::CleanupPad(outer) => {
                let args = self.pad_arguments();
                let parent = self.parent(outer);
                self.pad(Instruction::CleanupPad { parent, args });
            }
        }
        if !matches!(role, Role::CatchSwitch(_)) {
            for _ in 0..self.g.choices.below(self.g.options.instructions + 1) {
                if self.subprogram.is_some() && self.g.choices.chance(25) {
                    self.debug_record();
                }
                self.instruction();
            }
        }
        self.terminator();
    }

    fn local_name(&mut self) -> Option<tern_llvm_ir::StrId> {
        let number = self.next_name;
        self.next_name += 1;
        if !self.named || self.g.choices.chance(10) {
            return None;
        }
        let name = self.g.spelled("v", number);
        Some(self.g.module.strings.intern(&name))
    }

    /// Adds an instruction with a result of type `ty`; none if that is `void`.
    pub(super) fn add(&mut self, instruction: Instruction, ty: Type) -> Option<Local> {
        let void = ty == self.g.module.types.common.void;
        let result = (!void).then(|| {
            let name = self.local_name();
            self.function.add_local(ty, name)
        });
        self.append(instruction, result);
        let first_class = !matches!(self.g.module.types.kind(ty), TypeKind::Token | TypeKind::Metadata);
        if let Some(local) = result.filter(|_| first_class) {
            self.values.push(Defined { value: local.into(), ty, block: self.block });
        }
        result
    }

    fn append(&mut self, instruction: Instruction, result: Option<Local>) -> Inst {
        let ty = result.map(|local| self.function.locals[local].ty);
        // LLVM requires a location on every call in a function with debug information.
        let must = instruction.call_site().is_some();
        let located = self.subprogram.filter(|_| must || self.g.choices.chance(60));
        let location = located.map(|subprogram| self.g.location(subprogram));
        let mut attachments = self.g.attachments(&instruction, ty, location);
        let stored = match &instruction {
            Instruction::Store { value, .. } => Some(self.type_of(*value)),
            _ => None,
        };
        if stored.is_some_and(|ty| self.g.module.types.is_pointer(ty)) && self.g.choices.chance(5) {
            attachments = self.g.with_captures(attachments);
        }
        if matches!(&instruction, Instruction::Phi { flags, .. } if !flags.is_empty()) {
            // LLVM's reader loses the flags of a PHI node with attachments.
            attachments.clear();
        }
        let attachments = self.function.push_attachments(&attachments);
        self.function.append(self.skeleton.blocks[self.block], instruction, result, attachments)
    }

    /// A `swifterror` value: a parameter or an alloca.
    pub(super) fn error_value(&mut self) -> Value {
        let fitting: Vec<Value> =
            self.errors.iter().filter(|it| self.is_available(it, self.block)).map(|it| it.value).collect();
        if !fitting.is_empty() && self.g.choices.chance(80) {
            return *self.g.choices.pick(&fitting);
        }
        let (ty, name) = (self.g.module.types.common.ptr, self.local_name());
        let local = self.function.add_local(ty, name);
        let (count, alignment) = (self.g.i32(1).into(), self.g.alignment(5));
        let alloca = Alloca { allocated: ty, count, alignment, inalloca: false, swifterror: true };
        self.append(Instruction::Alloca(alloca), Some(local));
        self.errors.push(Defined { value: local.into(), ty, block: self.block });
        local.into()
    }

    /// A type that values can have, including tiles, which only intrinsics produce.
    pub(super) fn carried_type(&mut self) -> Type {
        let amx = self.g.module.types.intern(TypeKind::X86Amx);
        if !self.values_where(self.block, |_, ty| ty == amx).is_empty() && self.g.choices.chance(15) {
            return amx;
        }
        self.g.any_type()
    }

    /// Whether a value is available at the end of `block`.
    fn is_available(&self, defined: &Defined, block: usize) -> bool {
        !self.skeleton.is_reachable(block) || self.skeleton.dominates(defined.block, block)
    }

    fn values_where(&self, block: usize, is: impl Fn(&Generator, Type) -> bool) -> Vec<Value> {
        let fitting = self.values.iter().filter(|it| is(self.g, it.ty) && self.is_available(it, block));
        fitting.map(|it| it.value).collect()
    }

    /// A value of this type available at the end of `block`.
    fn operand_at(&mut self, ty: Type, block: usize) -> Value {
        let fitting = self.values_where(block, |_, found| found == ty);
        if fitting.is_empty() || !self.g.choices.chance(80) {
            return self.g.constant(ty).into();
        }
        *self.g.choices.pick(&fitting)
    }

    /// An available value of this type, or poison.
    pub(super) fn value_or_poison(&mut self, ty: Type) -> Value {
        let fitting = self.values_where(self.block, |_, found| found == ty);
        match fitting.is_empty() {
            true => self.g.module.constants.intern(ty, ConstantKind::Poison).into(),
            false => *self.g.choices.pick(&fitting),
        }
    }

    /// An available value of this type.
    pub(super) fn operand(&mut self, ty: Type) -> Value {
        self.operand_at(ty, self.block)
    }

    /// An available value whose type satisfies the condition, or one of type `otherwise`.
    pub(super) fn value_where(
        &mut self,
        is: impl Fn(&Generator, Type) -> bool,
        otherwise: Type,
    ) -> (Value, Type) {
        let fitting = self.values_where(self.block, &is);
        if fitting.is_empty() || !self.g.choices.chance(60) {
            let ty = self.g.type_where(&is, otherwise);
            let value = self.operand(ty);
            return (value, ty);
        }
        let value = *self.g.choices.pick(&fitting);
        (value, self.type_of(value))
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        self.g.module.type_of(&self.function, value)
    }

    /// The token of a block's pad. In an unreachable block, the pad may be created after its uses.
    fn token_of(&mut self, block: usize) -> Local {
        if let Some(&local) = self.tokens.get(&block) {
            return local;
        }
        let name = self.local_name();
        let local = self.function.add_local(self.g.module.types.common.token, name);
        self.tokens.insert(block, local);
        local
    }

    /// The token of the pad in this block, or `none`.
    fn parent(&mut self, block: Option<usize>) -> Value {
        match block {
            Some(block) => self.token_of(block).into(),
            None => {
                self.g.module.constants.intern(self.g.module.types.common.token, ConstantKind::None).into()
            }
        }
    }

    fn add_phis(&mut self) {
        let edges = self.skeleton.predecessors[self.block].len();
        if edges == 0 {
            return;
        }
        while self.g.choices.chance(30) {
            let ty = self.carried_type();
            let flags =
                if self.g.module.types.takes_fast_math(ty) { self.fast_math() } else { Flags::empty() };
            let result = self.function.add_local(ty, None);
            self.function.locals[result].name = self.local_name();
            let inst = self.append(Instruction::Phi { flags, incoming: List::default() }, Some(result));
            // Locations and attachments of PHI nodes are not restricted.
            self.values.push(Defined { value: result.into(), ty, block: self.block });
            self.phis.push((inst, self.block));
        }
    }

    /// Adds the incoming values of PHI nodes: one per edge, equal for all edges from the same block.
    fn connect_phis(&mut self) {
        for (inst, block) in std::mem::take(&mut self.phis) {
            let Some(result) = self.function.insts[inst].result.expand() else { continue };
            let ty = self.function.locals[result].ty;
            let mut chosen: HashMap<usize, Value> = HashMap::new();
            let mut edges = Vec::new();
            for from in self.skeleton.predecessors[block].clone() {
                let value = match chosen.get(&from) {
                    Some(value) => *value,
                    None => {
                        let from_invoke = match self.skeleton.plans[from] {
                            Plan::Invoke { normal, .. } if normal == block => {
                                self.invoked.get(&from).copied()
                            }
                            _ => None,
                        };
                        let from_invoke = from_invoke.filter(|&local| self.function.locals[local].ty == ty);
                        match from_invoke.filter(|_| self.g.choices.chance(60)) {
                            Some(local) => local.into(),
                            None => self.operand_at(ty, from),
                        }
                    }
                };
                chosen.insert(from, value);
                edges.push((value, self.skeleton.blocks[from]));
            }
            if self.g.choices.chance(30) {
                edges.reverse();
            }
            let list = self.function.push_edges(&edges);
            if let Instruction::Phi { incoming, .. } = &mut self.function.insts[inst].inst {
                *incoming = list;
            }
        }
    }

    fn landing_pad(&mut self) {
        let mut clauses = Vec::new();
        let ptr = self.g.module.types.common.ptr;
        while self.g.choices.chance(40) && clauses.len() < 3 {
            if self.g.choices.chance(30) {
                let len = self.g.choices.below(3) as u64;
                let array = self.g.module.types.intern(TypeKind::Array { len, element: ptr });
                let constant = self.g.module.constants.zero(&self.g.module.types, array);
                clauses.push((constant.into(), true));
            } else {
                let null = self.g.module.constants.zero(&self.g.module.types, ptr);
                let address = self.g.address_in(0).filter(|_| self.g.choices.chance(50));
                clauses.push((address.unwrap_or(null).into(), false));
            }
        }
        let cleanup = clauses.is_empty() || self.g.choices.chance(40);
        self.add(Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })), self.landing_type);
    }

    fn pad_arguments(&mut self) -> List<Value> {
        let mut values = Vec::new();
        while self.g.choices.chance(40) && values.len() < 3 {
            let ty = self.g.any_type();
            values.push(self.operand(ty));
        }
        self.function.push_values(&values)
    }

    /// Adds the pad of a funclet.
    fn pad(&mut self, instruction: Instruction) {
        let local = self.token_of(self.block);
        self.append(instruction, Some(local));
    }

    /// The token of the funclet that contains this block.
    pub(super) fn token_here(&mut self) -> Option<Value> {
        match self.skeleton.roles[self.block] {
            Role::CatchPad(_) | Role::CleanupPad(_) => Some(self.token_of(self.block).into()),
            Role::Within(pad) => Some(self.token_of(pad).into()),
            _ => None,
        }
    }

    fn terminator(&mut self) {
        let block = |body: &Self, index: usize| body.skeleton.blocks[index];
        let types = self.g.module.types.common;
        let instruction = match self.skeleton.plans[self.block].clone() {
            Plan::Return if self.g.choices.chance(8) && self.must_tail_call() => return,
            Plan::Return if self.ret == types.void => Instruction::Ret(None),
            Plan::Return => Instruction::Ret(Some(self.operand(self.ret))),
            Plan::Unreachable => Instruction::Unreachable,
            Plan::Resume => Instruction::Resume(self.operand(self.landing_type)),
            Plan::Jump(to) => Instruction::Br(block(self, to)),
            Plan::Branch(yes, no) => {
                let condition = self.operand(types.i1);
                Instruction::CondBr { condition, then: block(self, yes), otherwise: block(self, no) }
            }
            Plan::Switch(default, cases) => self.switch(default, &cases),
            Plan::IndirectBr(destinations) => {
                let address = self.value_where(|g, ty| g.module.types.is_pointer(ty), types.ptr).0;
                let destinations = destinations.iter().map(|&to| block(self, to)).collect();
                Instruction::IndirectBr { address, destinations }
            }
            Plan::Invoke { normal, unwind } => {
                self.invoke(normal, unwind);
                return;
            }
            Plan::CallBr { fallthrough, indirect } => {
                self.callbr(fallthrough, &indirect);
                return;
            }
            Plan::CatchSwitch { handlers, unwind } => {
                let handlers = handlers.iter().map(|&to| block(self, to)).collect();
                let unwind = unwind.map(|to| block(self, to));
                let Role::CatchSwitch(outer) = self.skeleton.roles[self.block] else { return };
                let parent = self.parent(outer);
                self.pad(Instruction::CatchSwitch(Box::new(CatchSwitch { parent, handlers, unwind })));
                return;
            }
            Plan::CatchRet(to) => match self.token_here() {
                Some(pad) => Instruction::CatchRet { pad, successor: block(self, to) },
                None => Instruction::Unreachable,
            },
            Plan::CleanupRet(unwind) => match self.token_here() {
                Some(pad) => Instruction::CleanupRet { pad, unwind: unwind.map(|to| block(self, to)) },
                None => Instruction::Unreachable,
            },
        };
        self.append(instruction, None);
    }

    fn switch(&mut self, default: usize, cases: &[usize]) -> Instruction {
        let is_integer =
            |g: &Generator, ty: Type| g.module.types.integer_width(ty).is_some_and(|width| width < 600);
        let (value, ty) = self.value_where(is_integer, self.g.module.types.common.i32);
        let width = self.g.module.types.integer_width(ty).unwrap_or(32);
        let count = if width < 3 { cases.len().min(1 << (width - 1)) } else { cases.len() };
        // A dropped case removes its edge; its values go to the default destination.
        let mut list = Vec::new();
        for (number, &to) in cases.iter().enumerate().take(count) {
            let spread = if width > 40 && number > 0 { i64::MIN >> (64 - width.min(64)) } else { 0 };
            let case = self.g.int(ty, spread + number as i64 - 1);
            list.push((case.into(), self.skeleton.blocks[to]));
        }
        if count < cases.len() {
            self.leave_out_cases(&cases[count..]);
        }
        let default = self.skeleton.blocks[default];
        Instruction::Switch(Box::new(Switch { value, default, cases: list }))
    }

    /// Removes edges of this block from the skeleton if the switch type has too few values for them.
    fn leave_out_cases(&mut self, cases: &[usize]) {
        for &to in cases {
            let predecessors = &mut self.skeleton.predecessors[to];
            if let Some(at) = predecessors.iter().position(|&from| from == self.block) {
                predecessors.remove(at);
            }
        }
    }

    /// Records the result of an `invoke`: available where the normal edge is the only predecessor, and to PHI nodes on that
    /// edge.
    pub(super) fn invoked(&mut self, local: Local, normal: usize) {
        self.invoked.insert(self.block, local);
        let ty = self.function.locals[local].ty;
        if self.skeleton.predecessors[normal].len() == 1 && self.skeleton.is_reachable(self.block) {
            self.values.push(Defined { value: local.into(), ty, block: normal });
        }
    }

    pub(super) fn invoke_result(&mut self, ty: Type) -> Option<Local> {
        if ty == self.g.module.types.common.void {
            return None;
        }
        let name = self.local_name();
        Some(self.function.add_local(ty, name))
    }

    pub(super) fn terminate(&mut self, instruction: Instruction, result: Option<Local>) {
        self.append(instruction, result);
    }

    fn debug_record(&mut self) {
        let Some(subprogram) = self.subprogram else { return };
        let (variable, location) = self.g.local_variable(subprogram);
        let expression = RecordOperand::Metadata(Metadata::Node(self.g.debug_expression()));
        let variable = RecordOperand::Metadata(Metadata::Node(variable));
        let (kind, operands) = match self.g.choices.weighted(&[50, 20, 10, 10, 10]) {
            0 => {
                let ty = self.g.plain_type();
                (DebugRecordKind::Value, vec![RecordOperand::Value(self.operand(ty)), variable, expression])
            }
            1 => {
                let address = self.operand(self.g.module.types.common.ptr);
                let kind = match self.g.choices.chance(20) {
                    true => DebugRecordKind::DeclareValue,
                    false => DebugRecordKind::Declare,
                };
                (kind, vec![RecordOperand::Value(address), variable, expression])
            }
            2 => {
                let mut values = Vec::new();
                for _ in 0..self.g.choices.below(3) {
                    let ty = self.g.plain_type();
                    values.push(self.operand(ty));
                }
                let list = RecordOperand::ArgList(values.into());
                let empty = RecordOperand::Metadata(Metadata::Node(self.g.empty_expression()));
                (DebugRecordKind::Value, vec![list, variable, empty])
            }
            3 => {
                let label = self.g.label(subprogram);
                (DebugRecordKind::Label, vec![RecordOperand::Metadata(Metadata::Node(label))])
            }
            _ => {
                let common = self.g.module.types.common;
                let (value, address) = (self.operand(common.i32), self.operand(common.ptr));
                let id = RecordOperand::Metadata(Metadata::Node(self.g.assign_id()));
                let empty = RecordOperand::Metadata(Metadata::Node(self.g.empty_expression()));
                let operands = vec![
                    RecordOperand::Value(value),
                    variable,
                    expression,
                    id,
                    RecordOperand::Value(address),
                    empty,
                ];
                (DebugRecordKind::Assign, operands)
            }
        };
        let record = DebugRecord { kind, operands, location: Some(location) };
        let block = self.skeleton.blocks[self.block];
        self.function.append(block, Instruction::DebugRecord(Box::new(record)), None, List::default());
    }
}
