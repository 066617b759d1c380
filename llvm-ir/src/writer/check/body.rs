//! Checks bodies of functions.

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashSet;

use super::stale_use_list;
use super::{Checker, Problem, Result, refuse};
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::Global;
use crate::graph::Dominators;
use crate::instruction::{
    Atomicity, CallSite, Flags, Instruction, List, Opcode, Ordering, RecordOperand, TailKind,
};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::reader::{is_valid_cast, record_operands};
use crate::types::{Type, TypeKind};
use crate::use_lists::UsesInFunction;

impl Checker<'_> {
    /// Checks the body of a function.
    pub(in crate::writer) fn function(
        &self,
        global: Global,
        seen: &mut Seen,
    ) -> std::result::Result<(), Problem> {
        let Some(function) = self.module.globals[global].as_function() else { return Ok(()) };
        if function.is_declaration() {
            return Ok(());
        }
        let mut body = Body { checker: self, function, defined: seen, position: 0, early: Vec::new() };
        let mut at = At::default();
        body.all(self.module.globals[global].ty, &mut at).map_err(|message| {
            let block = at.block.map(|block| self.block_name(function, block));
            let instruction = at.instruction.zip(at.block).and_then(|(place, block)| {
                let inst = *function.block_insts(*function.layout.get(block)?).get(place)?;
                Some((place, function.insts.get(inst)?.inst.opcode().spelling()))
            });
            self.about(global, block, instruction, &message)
        })?;
        if function.use_list_orders.is_empty() {
            return Ok(());
        }
        let uses = UsesInFunction::of(function);
        let objection = function.use_list_orders.iter().find_map(|order| uses.objection(order, true));
        let done = objection.map_or(Ok(()), stale_use_list);
        done.map_err(|message| self.about(global, None, None, &message))
    }

    fn block_name(&self, function: &Function, place: usize) -> String {
        let name = function.layout.get(place).and_then(|&block| function.blocks.get(block)?.name);
        name.map_or_else(|| place.to_string(), |name| format!("%{}", self.module.text(name)))
    }
}

/// The definitions found in a function. The memory is reused for the next function.
#[derive(Default)]
pub(in crate::writer) struct Seen {
    /// By name: the number of the last function that used it.
    names: SecondaryMap<StrId, u32>,
    functions: u32,
    /// By local: the position of its definition plus one; zero if undefined.
    locals: Vec<u32>,
    /// By block: its place plus one; zero if undefined.
    blocks: Vec<u32>,
    insts: Vec<bool>,
}

/// Looks up the values and blocks that an instruction refers to.
trait Definitions {
    /// The position of the definition of a local; 0 if it has none, and `None` if the function does not have the local.
    fn position(&self, local: Local) -> Option<u32>;

    /// Whether the block is in the function.
    fn has_block(&self, block: Block) -> bool;
}

impl Definitions for Seen {
    #[inline]
    fn position(&self, local: Local) -> Option<u32> {
        self.locals.get(local.index()).copied()
    }

    #[inline]
    fn has_block(&self, block: Block) -> bool {
        matches!(self.blocks.get(block.index()), Some(1..))
    }
}

/// The locals and blocks of a function that is being built, in whatever order.
struct Unordered<'f>(&'f Function);

impl Definitions for Unordered<'_> {
    fn position(&self, local: Local) -> Option<u32> {
        self.0.locals.is_valid(local).then_some(1)
    }

    fn has_block(&self, block: Block) -> bool {
        self.0.blocks.is_valid(block)
    }
}

/// Checks an instruction for a function that is being built, and returns the type of its result. `given` is that type for instructions
/// whose operands do not imply it. `ret` is the function's return type.
pub(crate) fn type_of_result(
    module: &Module,
    function: &Function,
    ret: Type,
    inst: &Instruction,
    given: Option<Type>,
) -> std::result::Result<Option<Type>, Box<str>> {
    let checker = Checker::unchecked(module);
    let mut defined = Unordered(function);
    let mut body =
        Body { checker: &checker, function, defined: &mut defined, position: u32::MAX, early: Vec::new() };
    match body.instruction(inst, ret, given)? {
        Gives::Nothing => Ok(None),
        Gives::One(ty) => Ok(Some(ty)),
        Gives::Any => given.map(Some).ok_or_else(|| "the type of its result must be given".into()),
    }
}

/// The location of a problem: the places of a block, and of an instruction in it.
#[derive(Default)]
struct At {
    block: Option<usize>,
    instruction: Option<usize>,
}

/// The result of an instruction.
enum Gives {
    Nothing,
    /// A value of this type.
    One(Type),
    /// A value whose type is part of the text, so any type is right.
    Any,
}

struct Body<'c, 'm, D> {
    checker: &'c Checker<'m>,
    function: &'m Function,
    defined: &'c mut D,
    /// The position of the current instruction, plus one.
    position: u32,
    /// Locals that are used before their definition in the order of the text, with the places of the block and the instruction of
    /// the use.
    early: Vec<(Local, usize, usize)>,
}

impl Body<'_, '_, Seen> {
    fn all(&mut self, ty: Type, at: &mut At) -> Result<()> {
        self.definitions(at)?;
        let function = self.function;
        let module = self.checker.module;
        let TypeKind::Function { ret, .. } = *module.types.kind(ty) else {
            return refuse("it is no function");
        };
        self.position = 1;
        for (place, &block) in function.layout.iter().enumerate() {
            at.block = Some(place);
            for (index, &inst) in function.block_insts(block).iter().enumerate() {
                at.instruction = Some(index);
                self.position += 1;
                let early = self.early.len();
                let data = &function.insts[inst];
                let given = data.result.expand().map(|local| function.locals[local].ty);
                let gives = self.instruction(&data.inst, ret, given)?;
                match (gives, data.result.expand()) {
                    (Gives::Nothing, None) => {}
                    (Gives::One(ty), Some(local)) => {
                        if ty != function.locals[local].ty {
                            return refuse(format!(
                                "its result has type {}, and it gives one of type {}",
                                self.checker.show(function.locals[local].ty),
                                self.checker.show(ty)
                            ));
                        }
                    }
                    (Gives::Any, Some(local)) => self.checker.ty(function.locals[local].ty)?,
                    (Gives::Nothing, Some(_)) => return refuse("it has a result, and gives none"),
                    (_, None) => return refuse("it gives a value, and has no result"),
                }
                if data.has_attachments() {
                    if data.inst.debug_record().is_some() {
                        return refuse("a debug record has attachments");
                    }
                    let nodes = &module.metadata.nodes;
                    if function.inst_attachments(inst).iter().any(|&(_, node)| nodes.get(node).is_none()) {
                        return refuse("a node is attached that the module does not have");
                    }
                }
                // Debug records and PHI nodes may use values that are defined later.
                match &data.inst {
                    Instruction::DebugRecord(_) => self.early.truncate(early),
                    _ => self.early[early..].iter_mut().for_each(|it| (it.1, it.2) = (place, index)),
                }
            }
        }
        self.dominance(at)
    }

    /// Numbers the definitions in a function.
    fn definitions(&mut self, at: &mut At) -> Result<()> {
        let function = self.function;
        self.defined.functions += 1;
        self.defined.locals.clear();
        self.defined.locals.resize(function.locals.len(), 0);
        self.defined.blocks.clear();
        self.defined.blocks.resize(function.blocks.len(), 0);
        self.defined.insts.clear();
        self.defined.insts.resize(function.insts.len(), false);
        let mut position = 1;
        for &arg in &function.args {
            self.define(arg, position)?;
        }
        for (place, &block) in function.layout.iter().enumerate() {
            at.block = Some(place);
            match self.defined.blocks.get_mut(block.index()) {
                Some(known @ 0) => *known = place as u32 + 1,
                Some(_) => return refuse("the block is in the function twice"),
                None => return refuse("the function does not have the block"),
            }
            if let Some(name) = function.blocks[block].name {
                self.name(name)?;
            }
            let insts = function.block_insts(block);
            let Some((&last, _)) = insts.split_last() else { return refuse("the block is empty") };
            for (index, &inst) in insts.iter().enumerate() {
                at.instruction = Some(index);
                position += 1;
                match self.defined.insts.get_mut(inst.index()) {
                    Some(known @ false) => *known = true,
                    Some(_) => return refuse("the instruction is in the function twice"),
                    None => return refuse("the function does not have the instruction"),
                }
                let data = &function.insts[inst];
                if let Some(local) = data.result.expand() {
                    self.define(local, position)?;
                }
                if data.inst.is_terminator() && index + 1 != insts.len() {
                    return refuse("a terminator stands in the middle of a block");
                }
            }
            if !function.insts[last].inst.is_terminator() {
                return refuse("the block does not end with a terminator");
            }
            at.instruction = None;
        }
        *at = At::default();
        Ok(())
    }

    #[inline]
    fn define(&mut self, local: Local, position: u32) -> Result<()> {
        match self.defined.locals.get_mut(local.index()) {
            Some(known @ 0) => *known = position,
            Some(_) => return refuse("a local is defined twice"),
            None => return refuse("the function does not have the local"),
        }
        match self.function.locals[local].name {
            Some(name) => self.name(name),
            None => Ok(()),
        }
    }

    fn name(&mut self, name: StrId) -> Result<()> {
        let number = self.defined.functions;
        if std::mem::replace(&mut self.defined.names[name], number) == number {
            let name = self.checker.module.text(name);
            return refuse(format!("more than one block or value is called %{name}"));
        }
        self.checker.value_name(name)
    }

    /// Checks that values used before their definition in the order of the text are defined in a dominating block.
    fn dominance(&mut self, at: &mut At) -> Result<()> {
        if self.early.is_empty() || self.checker.for_verifier {
            return Ok(());
        }
        let function = self.function;
        let dominators = Dominators::of(function);
        let mut block_of: SecondaryMap<Local, Option<Block>> = SecondaryMap::new();
        for &block in &function.layout {
            for &inst in function.block_insts(block) {
                if let Some(local) = function.insts[inst].result.expand() {
                    block_of[local] = Some(block);
                }
            }
        }
        for &(local, place, index) in &self.early {
            let user = function.layout[place];
            let Some(definer) = block_of[local] else { continue };
            let dominates = match user == definer {
                true => !dominators.is_reachable(user),
                false => dominators.dominates(definer, user),
            };
            if !dominates {
                *at = At { block: Some(place), instruction: Some(index) };
                let name = function.locals[local].name.map(|name| self.checker.module.text(name));
                let name = name.map_or_else(String::new, |name| format!(" %{name}"));
                return refuse(format!("an operand{name} is used before it is defined"));
            }
        }
        Ok(())
    }
}

impl<D: Definitions> Body<'_, '_, D> {
    /// The type of an operand, which must be defined earlier.
    #[inline]
    fn operand(&mut self, value: Value) -> Result<Type> {
        self.operand_at(value, self.position)
    }

    /// The type of an operand that may be defined later.
    #[inline]
    fn operand_anywhere(&mut self, value: Value) -> Result<Type> {
        self.operand_at(value, u32::MAX)
    }

    #[inline]
    fn operand_at(&mut self, value: Value, position: u32) -> Result<Type> {
        match value.kind() {
            ValueKind::Constant(constant) => {
                self.checker.constant(constant)?;
                Ok(self.checker.module.constants.ty(constant))
            }
            ValueKind::Local(local) => {
                match self.defined.position(local) {
                    Some(0) => return refuse("an operand is a local that nothing defines"),
                    None => return refuse("an operand is a local that the function does not have"),
                    Some(defined) if defined >= position => self.early.push((local, 0, 0)),
                    Some(_) => {}
                }
                Ok(self.function.locals[local].ty)
            }
        }
    }

    fn expect(&mut self, value: Value, expected: Type) -> Result<()> {
        let found = self.operand(value)?;
        if found == expected { Ok(()) } else { self.checker.same(expected, found) }
    }

    /// Checks that two operands have the same type, and returns it.
    #[inline]
    fn both(&mut self, lhs: Value, rhs: Value) -> Result<Type> {
        let ty = self.operand(lhs)?;
        let other = self.operand(rhs)?;
        if ty == other { Ok(ty) } else { self.checker.same(ty, other).map(|()| ty) }
    }

    fn pointer(&mut self, value: Value) -> Result<()> {
        let ty = self.operand(value)?;
        match self.checker.module.types.is_pointer(ty) {
            true => Ok(()),
            false => refuse(format!("the address has type {}, which is no pointer", self.checker.show(ty))),
        }
    }

    #[inline]
    fn block(&self, block: Block) -> Result<()> {
        match self.defined.has_block(block) {
            true => Ok(()),
            false => refuse("a successor is a block that the function does not have"),
        }
    }

    fn blocks(&self, blocks: impl IntoIterator<Item = Block>) -> Result<()> {
        blocks.into_iter().try_for_each(|block| self.block(block))
    }

    fn pad(&mut self, value: Value) -> Result<()> {
        self.expect(value, self.checker.module.types.common.token)
    }

    fn list<'p, T>(&self, pool: &'p [T], list: List<T>) -> Result<&'p [T]> {
        match pool.get(list.range()) {
            Some(items) => Ok(items),
            None => refuse("a list is not in its pool"),
        }
    }

    fn atomicity(&self, atomicity: Atomicity, is_aligned: bool, wrong: &[Ordering]) -> Result<()> {
        match atomicity.ordering {
            Ordering::NotAtomic if atomicity.scope.is_some() => {
                refuse("it has a synchronization scope, and is not atomic")
            }
            Ordering::NotAtomic => Ok(()),
            ordering if wrong.contains(&ordering) => {
                refuse(format!("it cannot have the ordering {}", ordering.spelling()))
            }
            _ if !is_aligned => refuse("it is atomic, and has no alignment"),
            _ => Ok(()),
        }
    }

    /// Checks an instruction, and returns what kind of result it has. `ret` is the function's return type, `result` the type of the
    /// result if there is one.
    #[inline]
    fn instruction(&mut self, inst: &Instruction, ret: Type, result: Option<Type>) -> Result<Gives> {
        let checker = self.checker;
        let function = self.function;
        let types = &checker.module.types;
        let common = types.common;
        // A missing result is reported later.
        let given = result.unwrap_or(common.void);
        let wrong = |ty: Type| -> Result<Gives> {
            refuse(format!("it cannot have operands of type {}", checker.show(ty)))
        };
        Ok(match inst {
            Instruction::Ret(value) => {
                let found = match value {
                    Some(value) => self.operand(*value)?,
                    None => common.void,
                };
                checker.same(ret, found)?;
                Gives::Nothing
            }
            Instruction::Br(block) => {
                self.block(*block)?;
                Gives::Nothing
            }
            Instruction::CondBr { condition, then, otherwise } => {
                self.expect(*condition, common.i1)?;
                self.blocks([*then, *otherwise])?;
                Gives::Nothing
            }
            Instruction::Switch(switch) => {
                let ty = self.operand(switch.value)?;
                if types.integer_width(ty).is_none() {
                    return wrong(ty);
                }
                self.block(switch.default)?;
                let mut values = FxHashSet::default();
                for &(value, block) in &switch.cases {
                    self.expect(value, ty)?;
                    self.block(block)?;
                    if !value.constant().is_some_and(|case| checker.module.constants.kind(case).is_number()) {
                        return refuse("the value of a case is no integer");
                    }
                    if !values.insert(value) {
                        return refuse("two cases have one value");
                    }
                }
                Gives::Nothing
            }
            Instruction::IndirectBr { address, destinations } => {
                self.pointer(*address)?;
                self.blocks(destinations.iter().copied())?;
                Gives::Nothing
            }
            Instruction::Invoke(invoke) => {
                self.blocks([invoke.normal, invoke.unwind])?;
                self.no_marks(&invoke.call)?;
                self.call(&invoke.call)?
            }
            Instruction::CallBr(callbr) => {
                self.block(callbr.fallthrough)?;
                self.blocks(callbr.indirect.iter().copied())?;
                self.no_marks(&callbr.call)?;
                self.call(&callbr.call)?
            }
            Instruction::Resume(value) => {
                self.operand(*value)?;
                Gives::Nothing
            }
            Instruction::CatchSwitch(switch) => {
                self.pad(switch.parent)?;
                self.blocks(switch.handlers.iter().copied().chain(switch.unwind))?;
                Gives::One(common.token)
            }
            Instruction::CatchRet { pad, successor } => {
                self.pad(*pad)?;
                self.block(*successor)?;
                Gives::Nothing
            }
            Instruction::CleanupRet { pad, unwind } => {
                self.pad(*pad)?;
                self.blocks(*unwind)?;
                Gives::Nothing
            }
            Instruction::Unreachable => Gives::Nothing,
            Instruction::FNeg { flags, value } => {
                let ty = self.operand(*value)?;
                checker.flags(*flags, Opcode::FNeg.flags())?;
                if !types.is_float(types.scalar(ty)) {
                    return wrong(ty);
                }
                Gives::One(ty)
            }
            Instruction::Binary { op, flags, lhs, rhs } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, op.flags())?;
                let scalar = types.scalar(ty);
                let is_right = match op.is_float() {
                    true => types.is_float(scalar),
                    false => types.integer_width(scalar).is_some(),
                };
                if !is_right {
                    return wrong(ty);
                }
                Gives::One(ty)
            }
            Instruction::Cast { op, flags, value } => {
                let from = self.operand(*value)?;
                checker.flags(*flags, op.flags())?;
                if result.is_some() && !is_valid_cast(types, *op, from, given) {
                    return refuse(format!(
                        "it converts a value of type {} to {}",
                        checker.show(from),
                        checker.show(given)
                    ));
                }
                Gives::Any
            }
            Instruction::ICmp { flags, lhs, rhs, .. } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, Opcode::ICmp.flags())?;
                let scalar = types.scalar(ty);
                if types.integer_width(scalar).is_none() && !types.is_pointer(scalar) {
                    return wrong(ty);
                }
                Gives::One(types.with_scalar(ty, common.i1))
            }
            Instruction::FCmp { flags, lhs, rhs, .. } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, Opcode::FCmp.flags())?;
                if !types.is_float(types.scalar(ty)) {
                    return wrong(ty);
                }
                Gives::One(types.with_scalar(ty, common.i1))
            }
            Instruction::Select { flags, condition, then, otherwise } => {
                let ty = self.both(*then, *otherwise)?;
                let condition = self.operand(*condition)?;
                if condition != common.i1 && condition != types.with_scalar(ty, common.i1) {
                    return wrong(condition);
                }
                self.fast_math(*flags, ty)?;
                Gives::One(ty)
            }
            Instruction::Freeze(value) => Gives::One(self.operand(*value)?),
            Instruction::Phi { flags, incoming } => {
                for &(value, block) in self.list(&function.edges, *incoming)? {
                    let found = self.operand_anywhere(value)?;
                    if found != given && result.is_some() {
                        checker.same(given, found)?;
                    }
                    self.block(block)?;
                }
                self.fast_math(*flags, given)?;
                Gives::Any
            }
            Instruction::ExtractElement { vector, index } => {
                let (ty, index) = (self.operand(*vector)?, self.operand(*index)?);
                if !types.is_vector(ty) {
                    return wrong(ty);
                }
                if types.integer_width(index).is_none() {
                    return wrong(index);
                }
                Gives::One(types.scalar(ty))
            }
            Instruction::InsertElement { vector, value, index } => {
                let (ty, value, index) =
                    (self.operand(*vector)?, self.operand(*value)?, self.operand(*index)?);
                if !types.is_vector(ty) {
                    return wrong(ty);
                }
                if types.integer_width(index).is_none() {
                    return wrong(index);
                }
                checker.same(types.scalar(ty), value)?;
                Gives::One(ty)
            }
            Instruction::ShuffleVector { a, b, mask } => {
                let ty = self.both(*a, *b)?;
                let mask = self.list(&function.numbers, *mask)?;
                let TypeKind::Vector { scalable, element, .. } = *types.kind(ty) else { return wrong(ty) };
                let len = match *types.kind(given) {
                    // The mask of a scalable vector has a single number.
                    TypeKind::Vector { len, .. } if scalable || mask.len() == len as usize => len,
                    _ => mask.len() as u32,
                };
                Gives::One(types.intern(TypeKind::Vector { len, scalable, element }))
            }
            Instruction::ExtractValue { aggregate, indices } => {
                let ty = self.operand(*aggregate)?;
                Gives::One(self.member(ty, *indices)?)
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                let ty = self.operand(*aggregate)?;
                let member = self.member(ty, *indices)?;
                self.expect(*value, member)?;
                Gives::One(ty)
            }
            Instruction::Alloca(alloca) => {
                checker.ty(alloca.allocated)?;
                let count = self.operand(alloca.count)?;
                if types.integer_width(count).is_none() {
                    return wrong(count);
                }
                if !types.is_first_class(alloca.allocated) {
                    return refuse(format!("there are no values of type {}", checker.show(alloca.allocated)));
                }
                self.gives_pointer(given, result)?
            }
            Instruction::Load { address, alignment, atomicity, .. } => {
                self.pointer(*address)?;
                let wrong = [Ordering::Release, Ordering::AcqRel];
                self.atomicity(*atomicity, alignment.bytes().is_some(), &wrong)?;
                if !types.is_first_class(given) && result.is_some() {
                    return refuse(format!("there are no values of type {}", checker.show(given)));
                }
                Gives::Any
            }
            Instruction::Store { value, address, alignment, atomicity, .. } => {
                self.operand(*value)?;
                self.pointer(*address)?;
                let wrong = [Ordering::Acquire, Ordering::AcqRel];
                self.atomicity(*atomicity, alignment.bytes().is_some(), &wrong)?;
                Gives::Nothing
            }
            Instruction::Fence(atomicity) => {
                self.is_atomic(atomicity.ordering)?;
                self.atomicity(*atomicity, true, &[Ordering::Unordered, Ordering::Monotonic])?;
                Gives::Nothing
            }
            Instruction::CmpXchg(cmpxchg) => {
                self.pointer(cmpxchg.address)?;
                let ty = self.both(cmpxchg.expected, cmpxchg.new)?;
                self.is_atomic(cmpxchg.success)?;
                self.is_atomic(cmpxchg.failure)?;
                let scope = cmpxchg.scope;
                let wrong = [Ordering::Unordered, Ordering::Release, Ordering::AcqRel];
                self.atomicity(Atomicity { ordering: cmpxchg.success, scope }, true, &wrong[..1])?;
                self.atomicity(Atomicity { ordering: cmpxchg.failure, scope }, true, &wrong)?;
                let fields = [ty, common.i1].into();
                Gives::One(types.intern(TypeKind::Struct { packed: false, fields }))
            }
            Instruction::AtomicRmw(rmw) => {
                self.pointer(rmw.address)?;
                let ty = self.operand(rmw.value)?;
                self.is_atomic(rmw.atomicity.ordering)?;
                self.atomicity(rmw.atomicity, true, &[Ordering::Unordered])?;
                Gives::One(ty)
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                checker.ty(*element)?;
                checker.flags(*flags, Opcode::GetElementPtr.flags())?;
                let ty = self.operand(*base)?;
                if !types.is_pointer(types.scalar(ty)) {
                    return wrong(ty);
                }
                let mut gives = ty;
                let mut member = Some(*element);
                for (place, &index) in self.list(&function.values, *indices)?.iter().enumerate() {
                    let index_type = self.operand(index)?;
                    if types.integer_width(types.scalar(index_type)).is_none() {
                        return wrong(index_type);
                    }
                    if types.is_vector(index_type) && !types.is_vector(gives) {
                        gives = types.with_scalar(index_type, ty);
                    }
                    if place > 0 {
                        member = member.and_then(|member| checker.module.indexed_type(member, index));
                    }
                }
                if member.is_none() {
                    return refuse(format!(
                        "type {} has no element at these indices",
                        checker.show(*element)
                    ));
                }
                Gives::One(gives)
            }
            Instruction::VaArg { list } => {
                self.operand(*list)?;
                Gives::Any
            }
            Instruction::Call(call) => {
                let gives = self.call(call)?;
                let ty = if let Gives::One(ty) = gives { ty } else { common.void };
                self.fast_math(call.flags, ty)?;
                gives
            }
            Instruction::LandingPad(pad) => {
                for &(value, _) in &pad.clauses {
                    self.operand(value)?;
                }
                Gives::Any
            }
            Instruction::CatchPad { parent, args } | Instruction::CleanupPad { parent, args } => {
                self.pad(*parent)?;
                for &arg in self.list(&function.values, *args)? {
                    self.operand(arg)?;
                }
                Gives::One(common.token)
            }
            Instruction::DebugRecord(record) => {
                let expected = record_operands(record.kind);
                if record.operands.len() != expected.len() {
                    return refuse(format!(
                        "it has {} operands, and records of its kind have {}",
                        record.operands.len(),
                        expected.len()
                    ));
                }
                let is_node =
                    |operand: &RecordOperand| matches!(operand, RecordOperand::Metadata(Metadata::Node(_)));
                let mut operands = expected.iter().zip(&record.operands);
                if let Some(place) = operands.position(|(is_value, operand)| !is_value && !is_node(operand)) {
                    return refuse(format!("its operand {place} is no node"));
                }
                record.location.map_or(Ok(()), |location| checker.node(location))?;
                for operand in &record.operands {
                    match operand {
                        RecordOperand::Value(value) => drop(self.operand_anywhere(*value)?),
                        RecordOperand::ArgList(values) => {
                            for &value in values {
                                self.operand_anywhere(value)?;
                            }
                        }
                        RecordOperand::Metadata(metadata) => checker.metadata_operand(*metadata)?,
                    }
                }
                Gives::Nothing
            }
        })
    }

    fn gives_pointer(&self, given: Type, result: Option<Type>) -> Result<Gives> {
        match result.is_none() || self.checker.module.types.is_pointer(given) {
            true => Ok(Gives::Any),
            false => refuse(format!("its result has type {}, which is no pointer", self.checker.show(given))),
        }
    }

    fn is_atomic(&self, ordering: Ordering) -> Result<()> {
        match ordering {
            Ordering::NotAtomic => refuse("it has no ordering"),
            _ => Ok(()),
        }
    }

    fn fast_math(&self, flags: Flags, ty: Type) -> Result<()> {
        let allowed = match flags.is_empty() || self.checker.module.types.takes_fast_math(ty) {
            true => Flags::FAST,
            false => Flags::empty(),
        };
        self.checker.flags(flags, allowed)
    }

    /// The type of a member of an aggregate.
    fn member(&self, aggregate: Type, indices: List<u32>) -> Result<Type> {
        let indices = self.list(&self.function.numbers, indices)?;
        match self.checker.module.types.member(aggregate, indices) {
            Some(member) if !indices.is_empty() => Ok(member),
            _ => refuse(format!("type {} has no member at these indices", self.checker.show(aggregate))),
        }
    }

    /// Checks that a call site other than `call` has no tail call marker and no flags.
    fn no_marks(&self, call: &CallSite) -> Result<()> {
        match call.tail {
            TailKind::None => self.checker.flags(call.flags, Flags::empty()),
            _ => refuse(format!("it cannot be marked `{}`", call.tail.spelling())),
        }
    }

    fn call(&mut self, call: &CallSite) -> Result<Gives> {
        let checker = self.checker;
        let module = checker.module;
        checker.ty(call.function_type)?;
        let TypeKind::Function { ret, params, varargs } = module.types.kind(call.function_type) else {
            return refuse(format!("it calls a function of type {}", checker.show(call.function_type)));
        };
        let callee = self.operand(call.callee)?;
        if !module.types.is_pointer(callee) {
            return refuse(format!("the callee has type {}, which is no pointer", checker.show(callee)));
        }
        let count = call.args.len();
        if count < params.len() || count > params.len() && !varargs {
            return refuse(format!(
                "it has {count} arguments, and the type of the function, {}, has {} parameters",
                checker.show(call.function_type),
                params.len()
            ));
        }
        for (index, &arg) in call.args.iter().enumerate() {
            let found = self.operand(arg)?;
            match params.get(index) {
                Some(&param) if param != found => checker.same(param, found)?,
                _ => {}
            }
            if found == module.types.common.metadata {
                self.metadata(arg)?;
            }
        }
        checker.attributes(call.attributes, count, "arguments")?;
        super::calling_convention(call.calling_convention)?;
        for &input in call.bundles.iter().flat_map(|bundle| &bundle.inputs) {
            self.operand(input)?;
        }
        Ok(if *ret == module.types.common.void { Gives::Nothing } else { Gives::One(*ret) })
    }

    /// Checks the values of the function that a metadata argument wraps.
    fn metadata(&mut self, arg: Value) -> Result<()> {
        let Some(constant) = arg.constant() else { return Ok(()) };
        match self.checker.module.constants.kind(constant) {
            ConstantKind::LocalMetadata(local) => self.operand_anywhere((*local).into()).map(drop),
            ConstantKind::ArgList(values) => {
                values.iter().try_for_each(|&value| self.operand_anywhere(value).map(drop))
            }
            _ => Ok(()),
        }
    }
}
