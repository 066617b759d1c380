//! Gives the values of a function their types with typed pointers. A value that is used as a pointer to something else is cast once, right
//! after its definition.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::BodyTypes;
use super::constants::Retyper;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::Global;
use crate::instruction::{CastOp, Flags, Inst, Instruction, List};
use crate::module::Module;
use crate::types::{Type, TypeKind};

struct Bodies<'a> {
    module: &'a Module,
    retyper: &'a Retyper,
    global: Global,
    function: Function,
    types: BodyTypes,
    /// The casts of each value, with the type and the result.
    casts: FxHashMap<Local, Vec<(Type, Local)>>,
    /// As `casts`, of PHI nodes behind which no cast can stand: other PHI nodes take their place.
    twins: FxHashMap<Local, Vec<(Type, Local)>>,
    names: Option<FxHashSet<StrId>>,
    count: u64,
}

/// Gives a function, which was taken out of its module, its types. Returns how many casts were added.
pub(super) fn retype(
    module: &Module,
    retyper: &Retyper,
    global: Global,
    function: Function,
    types: BodyTypes,
) -> (Function, u64) {
    let (casts, twins) = (FxHashMap::default(), FxHashMap::default());
    let mut bodies = Bodies { module, retyper, global, function, types, casts, twins, names: None, count: 0 };
    bodies.run();
    (bodies.function, bodies.count)
}

impl Bodies<'_> {
    fn run(&mut self) {
        let own = self.module.globals[self.global].ty;
        let TypeKind::Function { params, .. } = self.module.types.kind(own) else { return };
        for (index, &arg) in self.function.args.iter().enumerate() {
            self.function.locals[arg].ty = params.get(index).copied().unwrap_or(self.function.locals[arg].ty);
        }
        self.function.attributes = super::attributes(self.module, self.function.attributes, params);
        for (local, data) in self.function.locals.iter_mut().filter(|(_, data)| data.inst.is_some()) {
            let known = self.types.locals.get(&local).copied();
            data.ty = known.unwrap_or_else(|| self.retyper.default(data.ty));
        }
        let i8 = self.module.types.typed_pointer(self.module.types.common.i8, 0);
        self.function.personality = self.function.personality.map(|it| self.retyper.of_type(it, i8));
        self.function.prefix = self.function.prefix.map(|it| self.retyper.natural(it));
        self.function.prologue = self.function.prologue.map(|it| self.retyper.natural(it));
        for block in self.function.layout.clone() {
            for inst in self.function.block_insts(block).to_vec() {
                self.instruction(inst);
            }
        }
        if !self.casts.is_empty() {
            self.add_twins();
            self.place_casts();
        }
    }

    fn type_of(&self, value: Value) -> Type {
        match value.kind() {
            ValueKind::Local(local) => self.function.locals[local].ty,
            ValueKind::Constant(constant) => self.module.constants.ty(constant),
        }
    }

    /// A value as one of a type with the same opaque form.
    fn fix(&mut self, value: Value, ty: Type) -> Value {
        match value.kind() {
            ValueKind::Constant(constant) => self.retyper.of_type(constant, ty).into(),
            ValueKind::Local(local) if self.function.locals[local].ty == ty => value,
            ValueKind::Local(local) => {
                let all = self.casts.get(&local).into_iter().chain(self.twins.get(&local)).flatten();
                if let Some(&(_, known)) = all.into_iter().find(|(to, _)| *to == ty) {
                    return known.into();
                }
                let name = self.fresh();
                let new = self.function.add_local(ty, Some(name));
                self.casts.entry(local).or_default().push((ty, new));
                self.count += 1;
                new.into()
            }
        }
    }

    /// A name for a cast, so that the numbers of other values stay.
    fn fresh(&mut self) -> StrId {
        let (function, strings) = (&self.function, &self.module.strings);
        let names = self.names.get_or_insert_with(|| {
            let values = function.locals.values().filter_map(|local| local.name);
            values.chain(function.blocks.values().filter_map(|block| block.name)).collect()
        });
        let mut number = self.count;
        loop {
            let id = strings.intern(
                match number {
                    0 => "cast".to_owned(),
                    _ => format!("cast.{number}"),
                }
                .as_bytes(),
            );
            if names.insert(id) {
                return id;
            }
            number += 1;
        }
    }

    /// A value with the type that it has by itself.
    fn natural(&self, value: Value) -> Value {
        match value.constant() {
            Some(constant) => self.retyper.natural(constant).into(),
            None => value,
        }
    }

    /// Gives an address the type of a pointer to what is accessed there.
    fn address(&mut self, address: Value, accessed: Type) -> Value {
        let ty = self.retyper.pointing(self.type_of(address), accessed);
        self.fix(address, ty)
    }

    /// A value that two operands have in common: with the type of the one that is a local.
    fn common(&self, a: Value, b: Value) -> Type {
        let natural = if a.local().is_some() || b.local().is_none() && !self.is_any(a) { a } else { b };
        self.type_of(self.natural(natural))
    }

    fn is_any(&self, value: Value) -> bool {
        value.constant().is_some_and(|constant| super::is_any(self.module.constants.kind(constant)))
    }

    fn instruction(&mut self, inst: Inst) {
        let mut instruction =
            std::mem::replace(&mut self.function.insts[inst].inst, Instruction::Unreachable);
        let result = self.function.insts[inst].result.expand();
        let want = result.map(|result| self.function.locals[result].ty);
        let natural = self.operands(inst, &mut instruction, want);
        self.function.insts[inst].inst = instruction;
        // The result has another type than it is used as: it is cast once.
        if let (Some(natural), Some(want), Some(result)) = (natural, want, result)
            && natural != want
        {
            let name = self.fresh();
            let own = self.function.add_local(natural, Some(name));
            self.function.insts[inst].result = own.into();
            self.function.locals[own].inst = inst.into();
            self.casts.entry(own).or_default().insert(0, (want, result));
            self.count += 1;
        }
    }

    /// Gives the operands of an instruction their types. Returns the type of the result, if that is another than the wanted one.
    fn operands(&mut self, inst: Inst, instruction: &mut Instruction, want: Option<Type>) -> Option<Type> {
        match instruction {
            Instruction::Alloca(alloca) => {
                if let Some(&allocated) = self.types.stated.get(&inst) {
                    alloca.allocated = allocated;
                }
                return want.map(|want| self.retyper.pointing(want, alloca.allocated));
            }
            Instruction::Load { address, .. } => *address = self.address(*address, want?),
            Instruction::Store { value, address, .. } => self.store(value, address),
            Instruction::CmpXchg(cmpxchg) => {
                let stored = self.types.stated.get(&inst).copied();
                let stored = stored.unwrap_or_else(|| self.type_of(cmpxchg.new));
                cmpxchg.expected = self.fix(cmpxchg.expected, stored);
                cmpxchg.new = self.fix(cmpxchg.new, stored);
                cmpxchg.address = self.address(cmpxchg.address, stored);
                let i1 = self.module.types.common.i1;
                let pair = TypeKind::Struct { packed: false, fields: [stored, i1].into() };
                return Some(self.module.types.intern(pair));
            }
            Instruction::AtomicRmw(rmw) => {
                let stored = self.types.stated.get(&inst).copied();
                let stored = stored.unwrap_or_else(|| self.type_of(rmw.value));
                rmw.value = self.fix(rmw.value, stored);
                rmw.address = self.address(rmw.address, stored);
                return Some(stored);
            }
            Instruction::GetElementPtr { element, base, indices, .. } => {
                let stated = self.types.stated.get(&inst).copied();
                *element = stated.unwrap_or_else(|| self.retyper.default(*element));
                *base = self.address(*base, *element);
                let list = self.function.list(*indices).to_vec();
                let member = |ty, &index| self.retyper.member(self.module, ty, index);
                let selected = list.iter().skip(1).try_fold(*element, member)?;
                return want.map(|want| self.retyper.pointing(want, selected));
            }
            Instruction::Call(call) => return self.call(inst, call),
            Instruction::Invoke(invoke) => return self.call(inst, &mut invoke.call),
            Instruction::CallBr(callbr) => return self.call(inst, &mut callbr.call),
            Instruction::Ret(Some(value)) => {
                let own = self.module.globals[self.global].ty;
                let TypeKind::Function { ret, .. } = *self.module.types.kind(own) else { return None };
                *value = self.fix(*value, ret);
            }
            Instruction::ICmp { lhs, rhs, .. } => {
                let ty = self.common(*lhs, *rhs);
                (*lhs, *rhs) = (self.fix(*lhs, ty), self.fix(*rhs, ty));
            }
            Instruction::Phi { incoming, .. } => self.phi(*incoming, want?),
            Instruction::Select { then, otherwise, .. } => {
                (*then, *otherwise) = (self.fix(*then, want?), self.fix(*otherwise, want?));
            }
            Instruction::Freeze(value) => *value = self.fix(*value, want?),
            Instruction::Cast { op: CastOp::BitCast, value, .. } => {
                let erased = self.retyper.erase(want?);
                *value = match self.retyper.erase(self.type_of(*value)) == erased {
                    // A cast to the same type.
                    true => self.fix(*value, want?),
                    false => self.natural(*value),
                };
            }
            Instruction::ExtractValue { aggregate, indices } => {
                *aggregate = self.natural(*aggregate);
                let indices = self.function.list(*indices);
                return self.module.types.member(self.type_of(*aggregate), indices);
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                *aggregate = self.fix(*aggregate, want?);
                let member = self.module.types.member(want?, self.function.list(*indices))?;
                *value = self.fix(*value, member);
            }
            Instruction::ExtractElement { vector, .. } => {
                *vector = self.natural(*vector);
                return Some(self.module.types.scalar(self.type_of(*vector)));
            }
            Instruction::InsertElement { vector, value, .. } => {
                *vector = self.fix(*vector, want?);
                *value = self.fix(*value, self.module.types.scalar(want?));
            }
            Instruction::ShuffleVector { a, b, .. } => {
                let element = self.module.types.scalar(want?);
                for value in [a, b] {
                    let ty = self.module.types.with_scalar(self.type_of(*value), element);
                    *value = self.fix(*value, ty);
                }
            }
            Instruction::LandingPad(pad) => {
                for (value, _) in &mut pad.clauses {
                    let ty = self.retyper.default(self.type_of(*value));
                    *value = self.fix(*value, ty);
                }
            }
            // The others take any pointers.
            other => {
                let (retyper, pools) = (self.retyper, &mut self.function.values);
                let natural = |value: &mut Value| {
                    if let Some(constant) = value.constant() {
                        *value = retyper.natural(constant).into();
                    }
                };
                if let Instruction::CatchPad { args, .. } | Instruction::CleanupPad { args, .. } = other {
                    pools[args.range()].iter_mut().for_each(natural);
                }
                other.for_each_inline_operand_mut(natural);
            }
        }
        None
    }

    /// A pointer is stored as what memory has, other values as what they are.
    fn store(&mut self, value: &mut Value, address: &mut Value) {
        let pointer = self.natural(*address);
        let found = self.retyper.pointee(self.type_of(pointer));
        let own = self.type_of(*value);
        let is_same = |found: &Type| self.retyper.erase(*found) == self.retyper.erase(own);
        let ty = match found.filter(is_same) {
            Some(found) => found,
            None => self.type_of(self.natural(*value)),
        };
        *value = self.fix(*value, ty);
        *address = self.address(*address, ty);
    }

    fn phi(&mut self, incoming: List<(Value, Block)>, want: Type) {
        for at in incoming.range() {
            let (value, _) = self.function.edges[at];
            self.function.edges[at].0 = self.fix(value, want);
        }
    }

    fn call(&mut self, inst: Inst, call: &mut crate::instruction::CallSite) -> Option<Type> {
        let stated = self.types.stated.get(&inst).copied();
        let ty = stated.unwrap_or_else(|| self.retyper.default(call.function_type));
        call.function_type = ty;
        let TypeKind::Function { ret, params, .. } = self.module.types.kind(ty) else { return None };
        let asm = call.callee.constant().map(|callee| (self.module.constants.ty(callee), callee));
        match asm.map(|(asm_type, callee)| (asm_type, self.module.constants.kind(callee))) {
            Some((asm_type, ConstantKind::InlineAsm(asm))) => {
                let mut asm = asm.clone();
                asm.function_type = ty;
                call.callee = self.module.constants.intern(asm_type, ConstantKind::InlineAsm(asm)).into();
            }
            _ => call.callee = self.address(call.callee, ty),
        }
        for (index, arg) in call.args.iter_mut().enumerate() {
            *arg = match params.get(index) {
                Some(&param) => self.fix(*arg, param),
                None => self.natural(*arg),
            };
        }
        for input in call.bundles.iter_mut().flat_map(|bundle| &mut bundle.inputs) {
            *input = self.natural(*input);
        }
        call.attributes = super::attributes(self.module, call.attributes, params);
        Some(*ret)
    }

    /// In a block that ends with `catchswitch` nothing may stand behind the PHI nodes. What is used as a pointer to something else there is
    /// another PHI node, whose operands are cast where they are defined.
    fn add_twins(&mut self) {
        let ends_with_switch = |block: &Block| {
            let last = self.function.terminator(*block).map(|last| &self.function.insts[last].inst);
            matches!(last, Some(Instruction::CatchSwitch(_)))
        };
        let blocks: Vec<Block> = self.function.layout.iter().copied().filter(ends_with_switch).collect();
        loop {
            let mut changed = false;
            for &block in &blocks {
                for inst in self.function.block_insts(block).to_vec() {
                    let Instruction::Phi { flags, incoming } = self.function.insts[inst].inst else { break };
                    let Some(result) = self.function.insts[inst].result.expand() else { continue };
                    let Some(casts) = self.casts.remove(&result) else { continue };
                    self.twins.entry(result).or_default().extend(casts.iter().copied());
                    changed = true;
                    for (ty, twin) in casts {
                        let edges: Vec<(Value, Block)> =
                            incoming.range().map(|at| self.function.edges[at]).collect();
                        let edges: Vec<_> =
                            edges.into_iter().map(|(value, from)| (self.fix(value, ty), from)).collect();
                        let incoming = self.function.push_edges(&edges);
                        let phi = Instruction::Phi { flags, incoming };
                        let phi = self.function.add_inst(phi, Some(twin), List::default());
                        let mut insts = self.function.block_insts(block).to_vec();
                        insts.insert(0, phi);
                        self.function.set_block_insts(block, &insts);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Puts the casts after the definitions of what they cast.
    fn place_casts(&mut self) {
        let mut predecessors: SecondaryMap<Block, u32> = SecondaryMap::new();
        for &block in &self.function.layout {
            self.function.successors(block).iter().for_each(|&successor| predecessors[successor] += 1);
        }
        // Casts of results of terminators begin the block that they are defined in.
        let mut beginnings: FxHashMap<Block, Vec<Inst>> = FxHashMap::default();
        let entry = self.function.layout[0];
        for arg in self.function.args.clone() {
            let mut casts = Vec::new();
            self.cast(arg, &mut casts);
            beginnings.entry(entry).or_default().extend(casts);
        }
        for block in self.function.layout.clone() {
            let Some(last) = self.function.terminator(block) else { continue };
            let Some(result) = self.function.insts[last].result.expand() else { continue };
            let mut casts = Vec::new();
            self.cast(result, &mut casts);
            let normal = match &self.function.insts[last].inst {
                _ if casts.is_empty() => continue,
                Instruction::Invoke(invoke) => invoke.normal,
                Instruction::CallBr(callbr) => callbr.fallthrough,
                _ => continue,
            };
            let place = match predecessors[normal] {
                1 => normal,
                _ => self.split_edge(block, last, normal),
            };
            beginnings.entry(place).or_default().extend(casts);
        }
        for block in self.function.layout.clone() {
            let mut out = Vec::new();
            let mut begun = beginnings.remove(&block).unwrap_or_default();
            let mut is_begun = false;
            for inst in self.function.block_insts(block).to_vec() {
                let data = &self.function.insts[inst];
                let stays = matches!(data.inst, Instruction::Phi { .. }) || data.inst.is_pad();
                if !stays && !is_begun {
                    out.append(&mut begun);
                    is_begun = true;
                }
                let result = self.function.insts[inst].result.expand();
                out.push(inst);
                if self.function.insts[inst].inst.is_terminator() {
                    continue;
                }
                if let Some(result) = result {
                    self.cast(result, if stays { &mut begun } else { &mut out });
                }
            }
            self.function.set_block_insts(block, &out);
        }
    }

    /// Makes the casts of a value, and those of their results.
    fn cast(&mut self, value: Local, out: &mut Vec<Inst>) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            for (_, result) in self.casts.remove(&value).unwrap_or_default() {
                let op =
                    Instruction::Cast { op: CastOp::BitCast, flags: Flags::empty(), value: value.into() };
                out.push(self.function.add_inst(op, Some(result), List::default()));
                work.push(result);
            }
        }
    }

    /// Puts a block between a terminator and its normal successor.
    fn split_edge(&mut self, block: Block, last: Inst, normal: Block) -> Block {
        let name = self.fresh();
        let new = self.function.add_block(Some(name));
        self.function.layout.pop();
        let place = self.function.layout.iter().position(|&other| other == block).unwrap_or(0);
        self.function.layout.insert(place + 1, new);
        self.function.append(new, Instruction::Br(normal), None, List::default());
        match &mut self.function.insts[last].inst {
            Instruction::Invoke(invoke) => invoke.normal = new,
            Instruction::CallBr(callbr) => callbr.fallthrough = new,
            _ => {}
        }
        for inst in self.function.block_insts(normal).to_vec() {
            let Instruction::Phi { incoming, .. } = self.function.insts[inst].inst else { break };
            for at in incoming.range() {
                if self.function.edges[at].1 == block {
                    self.function.edges[at].1 = new;
                }
            }
        }
        new
    }
}
