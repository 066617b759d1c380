//! Makes the instructions that take the place of a call, as LLVM's `IRBuilder` does: with the debug location and the fast-math flags of
//! the call, constants folded, names unique in the function.

use rustc_hash::FxHashSet;

use super::folding;
use super::nodes::Nodes;
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Function, Local, Value};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{
    Alignment, AtomicRmw, Atomicity, AttachmentList, BinaryOp, CallSite, CastOp, Flags, Inst, Instruction,
    IntPredicate, List, Ordering, RmwOp,
};
use crate::intrinsics::{self, Names};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The names in a function, and the number that LLVM appended last to make one unique.
pub(super) struct LocalNames {
    taken: FxHashSet<StrId>,
    last: u32,
}

impl LocalNames {
    pub(super) fn of(function: &Function) -> Self {
        let results = function.instructions().filter_map(|(_, inst)| function.insts[inst].result.expand());
        let locals = function.args.iter().copied().chain(results).filter_map(|it| function.locals[it].name);
        let blocks = function.layout.iter().filter_map(|&block| function.blocks[block].name);
        Self { taken: locals.chain(blocks).collect(), last: 0 }
    }

    pub(super) fn free(&mut self, name: StrId) {
        self.taken.remove(&name);
    }

    fn unique(&mut self, module: &Module, name: &str) -> StrId {
        let mut id = module.strings.intern(name.as_bytes());
        while !self.taken.insert(id) {
            self.last += 1;
            id = module.strings.intern(format!("{name}{}", self.last).as_bytes());
        }
        id
    }
}

/// Makes the instructions in the place of one call.
pub(super) struct Maker<'a> {
    pub(super) module: &'a mut Module,
    pub(super) names: &'a mut Names,
    pub(super) nodes: &'a mut Nodes,
    pub(super) function: &'a mut Function,
    pub(super) locals: &'a mut LocalNames,
    /// The call.
    pub(super) inst: Inst,
    /// The function in the place of the called one.
    pub(super) new: Option<Global>,
    /// Whether the call stays where it is, having been changed.
    pub(super) kept: bool,
    pub(super) call: CallSite,
    /// The name of the old intrinsic, without `llvm.` and the target.
    pub(super) name: &'a str,
    /// The type of its result.
    pub(super) ret: Type,
    /// What was made, in order.
    pub(super) made: Vec<Inst>,
    /// What gets the name of the result of the call.
    pub(super) named: Option<Value>,
    flags: Flags,
    location: AttachmentList,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        module: &'a mut Module,
        (names, nodes): (&'a mut Names, &'a mut Nodes),
        function: &'a mut Function,
        locals: &'a mut LocalNames,
        inst: Inst,
        (new, name): (Option<Global>, &'a str),
    ) -> Option<Self> {
        let call = function.insts[inst].inst.call_site()?.clone();
        let &TypeKind::Function { ret, .. } = module.types.kind(call.function_type) else { return None };
        let debug_location = module.strings.find(b"dbg");
        let mut kept = function.inst_attachments(inst).to_vec();
        kept.retain(|(kind, _)| Some(*kind) == debug_location);
        let location = if kept.is_empty() { List::default() } else { function.push_attachments(&kept) };
        let flags = if module.types.takes_fast_math(ret) { call.flags } else { Flags::empty() };
        let (made, named, kept) = (Vec::new(), None, false);
        Some(Self {
            module,
            names,
            nodes,
            function,
            locals,
            inst,
            new,
            kept,
            call,
            name,
            ret,
            made,
            named,
            flags,
            location,
        })
    }

    /// An argument of the call.
    pub(super) fn arg(&self, index: usize) -> Option<Value> {
        self.call.args.get(index).copied()
    }

    pub(super) fn arg_count(&self) -> usize {
        self.call.args.len()
    }

    /// The last argument but `index`.
    pub(super) fn arg_from_end(&self, index: usize) -> Option<Value> {
        self.arg(self.arg_count().checked_sub(index + 1)?)
    }

    /// An argument that is a constant number.
    pub(super) fn number_arg(&self, index: usize) -> Option<u64> {
        self.number(self.arg(index)?)
    }

    /// The number that a constant is.
    pub(super) fn number(&self, value: Value) -> Option<u64> {
        match *self.module.constants.kind(value.constant()?) {
            ConstantKind::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The name of the result of the call; empty if it has none.
    pub(super) fn old_name(&self) -> String {
        let result = self.function.insts[self.inst].result.expand();
        let name = result.and_then(|result| self.function.locals[result].name);
        name.map(|name| self.module.text(name).into_owned()).unwrap_or_default()
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        self.module.type_of(self.function, value)
    }

    /// The number of elements of a vector of fixed length.
    pub(super) fn len(&self, ty: Type) -> Option<u32> {
        match *self.module.types.kind(ty) {
            TypeKind::Vector { len, scalable: false, .. } if len > 0 => Some(len),
            _ => None,
        }
    }

    pub(super) fn len_of(&self, value: Value) -> Option<u32> {
        self.len(self.type_of(value))
    }

    /// The least number of elements of a scalable vector.
    pub(super) fn scalable_len(&self, ty: Type) -> Option<u32> {
        match *self.module.types.kind(ty) {
            TypeKind::Vector { len, scalable: true, .. } => Some(len),
            _ => None,
        }
    }

    /// The width of a number, or of the elements of a vector of numbers.
    pub(super) fn element_bits(&self, ty: Type) -> Option<u32> {
        let types = &self.module.types;
        let scalar = types.scalar(ty);
        types.integer_width(scalar).or_else(|| types.float_width(scalar))
    }

    /// The width of a number, or of a vector of numbers as a whole.
    pub(super) fn bits(&self, ty: Type) -> Option<u32> {
        self.element_bits(ty)?.checked_mul(self.len(ty).unwrap_or(1))
    }

    pub(super) fn is_float(&self, ty: Type) -> bool {
        self.module.types.is_float(self.module.types.scalar(ty))
    }

    pub(super) fn vector(&self, element: Type, len: u32) -> Type {
        self.module.types.intern(TypeKind::Vector { len, scalable: false, element })
    }

    /// The vector of integers with the shape of a vector.
    pub(super) fn integers_like(&self, ty: Type) -> Option<Type> {
        let element = self.module.types.integer(self.element_bits(ty)?);
        Some(self.module.types.with_scalar(ty, element))
    }

    /// An integer, or a vector of equal ones.
    pub(super) fn int(&self, ty: Type, value: i64) -> Value {
        let (types, constants) = (&self.module.types, &self.module.constants);
        let element = constants.integer(types, types.scalar(ty), value);
        match self.len(ty) {
            Some(len) => constants.aggregate(types, ty, &vec![element; len as usize]).into(),
            None => element.into(),
        }
    }

    pub(super) fn zero(&self, ty: Type) -> Value {
        self.module.constants.zero(&self.module.types, ty).into()
    }

    pub(super) fn poison(&self, ty: Type) -> Value {
        self.module.constants.intern(ty, ConstantKind::Poison).into()
    }

    pub(super) fn truth(&self, value: bool) -> Value {
        self.int(self.module.types.common.i1, value.into())
    }

    /// Whether a value is a constant integer of ones.
    pub(super) fn is_all_ones(&self, value: Value) -> bool {
        let width = self.module.types.integer_width(self.type_of(value));
        width.is_some_and(|width| width <= 64 && self.number(value) == Some(crate::constants::mask(width)))
    }

    /// Adds an instruction.
    pub(super) fn insert(&mut self, inst: Instruction, ty: Option<Type>, name: &str) -> Option<Value> {
        let local = ty.map(|ty| {
            let name = (!name.is_empty()).then(|| self.locals.unique(self.module, name));
            self.function.add_local(ty, name)
        });
        let inst = self.function.add_inst(inst, local, self.location);
        self.made.push(inst);
        local.map(Value::from)
    }

    fn insert_value(&mut self, inst: Instruction, ty: Type, name: &str) -> Value {
        let local: Local = {
            let name = (!name.is_empty()).then(|| self.locals.unique(self.module, name));
            self.function.add_local(ty, name)
        };
        let inst = self.function.add_inst(inst, Some(local), self.location);
        self.made.push(inst);
        local.into()
    }

    /// Adds metadata to the last instruction.
    pub(super) fn attach(&mut self, kind: &str, elements: &[Metadata]) -> Option<()> {
        let &inst = self.made.last()?;
        let node = self.nodes.tuple(&mut self.module.metadata, elements);
        let kind = self.module.strings.intern(kind.as_bytes());
        let mut all = self.function.inst_attachments(inst).to_vec();
        all.push((kind, node));
        let all = self.function.push_attachments(&all);
        self.function.set_attachments(inst, all);
        Some(())
    }

    fn flags_for(&self, ty: Type) -> Flags {
        if self.module.types.takes_fast_math(ty) { self.flags } else { Flags::empty() }
    }

    pub(super) fn cast_named(&mut self, op: CastOp, value: Value, to: Type, name: &str) -> Value {
        if self.type_of(value) == to {
            return value;
        }
        if let Some(folded) = value.constant().and_then(|value| folding::cast(self.module, op, value, to)) {
            return folded.into();
        }
        let flags = match op {
            CastOp::FpTrunc | CastOp::FpExt => self.flags_for(to),
            _ => Flags::empty(),
        };
        self.insert_value(Instruction::Cast { op, flags, value }, to, name)
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Value, to: Type) -> Value {
        self.cast_named(op, value, to, "")
    }

    pub(super) fn bitcast(&mut self, value: Value, to: Type) -> Value {
        self.cast_named(CastOp::BitCast, value, to, "")
    }

    /// Makes an integer wider or narrower.
    pub(super) fn resize(&mut self, value: Value, to: Type, signed: bool) -> Value {
        let wider = self.element_bits(to) > self.element_bits(self.type_of(value));
        let op = match (wider, signed) {
            (false, _) => CastOp::Trunc,
            (true, true) => CastOp::SExt,
            (true, false) => CastOp::ZExt,
        };
        self.cast(op, value, to)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Value {
        if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant())
            && let Some(folded) = folding::binary(self.module, op, a, b)
        {
            return folded.into();
        }
        let ty = self.type_of(lhs);
        let flags = if op.is_float() { self.flags_for(ty) } else { Flags::empty() };
        self.insert_value(Instruction::Binary { op, flags, lhs, rhs }, ty, "")
    }

    pub(super) fn sub_named(&mut self, lhs: Value, rhs: Value, name: &str) -> Value {
        if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant())
            && let Some(folded) = folding::binary(self.module, BinaryOp::Sub, a, b)
        {
            return folded.into();
        }
        let (ty, flags) = (self.type_of(lhs), Flags::empty());
        self.insert_value(Instruction::Binary { op: BinaryOp::Sub, flags, lhs, rhs }, ty, name)
    }

    /// The complement.
    pub(super) fn not(&mut self, value: Value) -> Value {
        let ones = self.int(self.type_of(value), -1);
        self.binary(BinaryOp::Xor, value, ones)
    }

    pub(super) fn fneg(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let flags = self.flags_for(ty);
        self.insert_value(Instruction::FNeg { flags, value }, ty, "")
    }

    pub(super) fn icmp_named(
        &mut self,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
        name: &str,
    ) -> Value {
        if let (Some(a), Some(b)) = (lhs.constant(), rhs.constant())
            && let Some(folded) = folding::compare(self.module, predicate, a, b)
        {
            return folded.into();
        }
        let types = &self.module.types;
        let ty = types.with_scalar(self.type_of(lhs), types.common.i1);
        self.insert_value(Instruction::ICmp { predicate, flags: Flags::empty(), lhs, rhs }, ty, name)
    }

    pub(super) fn icmp(&mut self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Value {
        self.icmp_named(predicate, lhs, rhs, "")
    }

    pub(super) fn select_named(
        &mut self,
        condition: Value,
        then: Value,
        otherwise: Value,
        name: &str,
    ) -> Value {
        let constants = [condition, then, otherwise].map(Value::constant);
        if let [Some(condition), Some(then), Some(otherwise)] = constants
            && let Some(folded) = folding::select(self.module, condition, then, otherwise)
        {
            return folded.into();
        }
        let ty = self.type_of(then);
        let flags = self.flags_for(ty);
        self.insert_value(Instruction::Select { flags, condition, then, otherwise }, ty, name)
    }

    pub(super) fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        self.select_named(condition, then, otherwise, "")
    }

    pub(super) fn shuffle_named(&mut self, a: Value, b: Value, mask: &[u32], name: &str) -> Option<Value> {
        let ty = self.type_of(a);
        let ty = match *self.module.types.kind(ty) {
            TypeKind::Vector { scalable, element, .. } => {
                self.module.types.intern(TypeKind::Vector { len: mask.len() as u32, scalable, element })
            }
            _ => return None,
        };
        if let (Some(a), Some(b)) = (a.constant(), b.constant())
            && let Some(folded) = folding::shuffle(self.module, a, b, mask, ty)
        {
            return Some(folded.into());
        }
        let mask = self.function.push_numbers(mask);
        Some(self.insert_value(Instruction::ShuffleVector { a, b, mask }, ty, name))
    }

    pub(super) fn shuffle(&mut self, a: Value, b: Value, mask: &[u32]) -> Option<Value> {
        self.shuffle_named(a, b, mask, "")
    }

    /// A shuffle of one vector.
    pub(super) fn permute(&mut self, a: Value, mask: &[u32]) -> Option<Value> {
        let poison = self.poison(self.type_of(a));
        self.shuffle(a, poison, mask)
    }

    /// A vector of equal elements.
    pub(super) fn splat(&mut self, len: u32, value: Value) -> Option<Value> {
        let ty = self.vector(self.type_of(value), len);
        let poison = self.poison(ty);
        if let Some(constant) = value.constant() {
            let elements = vec![constant; len as usize];
            return Some(self.module.constants.aggregate(&self.module.types, ty, &elements).into());
        }
        let index = self.int(self.module.types.common.i64, 0);
        let inserted = Instruction::InsertElement { vector: poison, value, index };
        let inserted = self.insert_value(inserted, ty, ".splatinsert");
        self.shuffle_named(inserted, poison, &vec![0; len as usize], ".splat")
    }

    pub(super) fn extract_at(&mut self, vector: Value, index: Value, name: &str) -> Option<Value> {
        let ty = match *self.module.types.kind(self.type_of(vector)) {
            TypeKind::Vector { element, .. } => element,
            _ => return None,
        };
        if let (Some(constant), Some(at)) = (vector.constant(), self.number(index))
            && let Some(element) = folding::element(self.module, constant, at)
        {
            return Some(element.into());
        }
        Some(self.insert_value(Instruction::ExtractElement { vector, index }, ty, name))
    }

    /// The first element.
    pub(super) fn first(&mut self, vector: Value) -> Option<Value> {
        let index = self.int(self.module.types.common.i64, 0);
        self.extract_at(vector, index, "")
    }

    pub(super) fn insert_at(&mut self, vector: Value, value: Value, index: Value) -> Option<Value> {
        let ty = self.type_of(vector);
        if !self.module.types.is_vector(ty) {
            return None;
        }
        if let (Some(a), Some(b), Some(at)) = (vector.constant(), value.constant(), self.number(index))
            && let Some(folded) = folding::insert(self.module, a, b, at)
        {
            return Some(folded.into());
        }
        Some(self.insert_value(Instruction::InsertElement { vector, value, index }, ty, ""))
    }

    /// Replaces the first element.
    pub(super) fn with_first(&mut self, vector: Value, value: Value) -> Option<Value> {
        let index = self.int(self.module.types.common.i64, 0);
        self.insert_at(vector, value, index)
    }

    pub(super) fn extract_value(&mut self, aggregate: Value, index: u32) -> Option<Value> {
        let ty = self.module.types.member(self.type_of(aggregate), &[index])?;
        let indices = self.function.push_numbers(&[index]);
        Some(self.insert_value(Instruction::ExtractValue { aggregate, indices }, ty, ""))
    }

    pub(super) fn insert_field(&mut self, aggregate: Value, value: Value, index: u32) -> Value {
        let ty = self.type_of(aggregate);
        let indices = self.function.push_numbers(&[index]);
        self.insert_value(Instruction::InsertValue { aggregate, value, indices }, ty, "")
    }

    pub(super) fn load(&mut self, ty: Type, address: Value, align: u64) -> Option<Value> {
        let alignment = Alignment::new(align)?;
        let load = Instruction::Load { address, alignment, volatile: false, atomicity: Atomicity::NONE };
        self.insert(load, Some(ty), "")
    }

    pub(super) fn store(&mut self, value: Value, address: Value, align: u64) -> Option<()> {
        let alignment = Alignment::new(align)?;
        let atomicity = Atomicity::NONE;
        let store = Instruction::Store { value, address, alignment, volatile: false, atomicity };
        self.insert(store, None, "");
        Some(())
    }

    /// An atomic read, change and write with the alignment of the size.
    pub(super) fn atomic(
        &mut self,
        op: RmwOp,
        address: Value,
        value: Value,
        ordering: Ordering,
        scope: Option<&str>,
        volatile: bool,
    ) -> Option<Value> {
        let ty = self.type_of(value);
        let alignment = Alignment::new(u64::from(self.bits(ty)?.div_ceil(8)))?;
        let scope = scope.map(|scope| self.module.strings.intern(scope.as_bytes()));
        let atomicity = Atomicity { ordering, scope };
        let rmw = AtomicRmw { op, address, value, volatile, elementwise: false, atomicity, alignment };
        self.insert(Instruction::AtomicRmw(Box::new(rmw)), Some(ty), "")
    }

    /// Calls a function.
    pub(super) fn call(&mut self, callee: Global, args: &[Value], name: &str) -> Option<Option<Value>> {
        let ty = self.module.globals[callee].ty;
        let TypeKind::Function { ret, params, varargs } = self.module.types.kind(ty).clone() else {
            return None;
        };
        let fits = |(&arg, &param): (&Value, &Type)| self.type_of(arg) == param;
        if args.len() < params.len()
            || (args.len() > params.len() && !varargs)
            || !args.iter().zip(&params).all(fits)
        {
            return None;
        }
        let target: Constant = self.module.address_of(callee);
        let mut call = CallSite::new(target.into(), ty, args);
        call.flags = self.flags_for(ret);
        let result = (ret != self.module.types.common.void).then_some(ret);
        Some(self.insert(Instruction::Call(Box::new(call)), result, name))
    }

    /// Calls the function in the place of the called one; the call gets the name of the old one.
    pub(super) fn call_new(&mut self, args: &[Value]) -> Option<Option<Value>> {
        let result = self.call(self.new?, args, "")?;
        self.named = result;
        Some(result)
    }

    /// The declaration of an intrinsic for these overloaded types, without `llvm.`.
    pub(super) fn declare(&mut self, name: &str, overloaded: &[Type]) -> Option<Global> {
        declare(self.module, self.names, name, overloaded)
    }

    /// Calls an intrinsic that has no result.
    pub(super) fn run(&mut self, name: &str, overloaded: &[Type], args: &[Value]) -> Option<()> {
        let callee = self.declare(name, overloaded)?;
        self.call(callee, args, "").map(drop)
    }

    /// Calls an intrinsic.
    pub(super) fn intrinsic(&mut self, name: &str, overloaded: &[Type], args: &[Value]) -> Option<Value> {
        self.named_intrinsic(name, overloaded, args, "")
    }

    pub(super) fn named_intrinsic(
        &mut self,
        name: &str,
        overloaded: &[Type],
        args: &[Value],
        result: &str,
    ) -> Option<Value> {
        let callee = self.declare(name, overloaded)?;
        self.call(callee, args, result)?
    }

    /// Sets the fast-math flags of what is made from now on.
    pub(super) fn set_flags(&mut self, flags: Flags) {
        self.flags = flags;
    }

    /// The call that was made last.
    pub(super) fn last_call(&mut self) -> Option<&mut CallSite> {
        self.function.insts[*self.made.last()?].inst.call_site_mut()
    }
}

/// The declaration of an intrinsic, by its name without `llvm.`.
pub(super) fn declare(
    module: &mut Module,
    names: &mut Names,
    name: &str,
    overloaded: &[Type],
) -> Option<Global> {
    let name = format!("llvm.{name}");
    let ty = intrinsics::find(name.as_bytes())?.type_with(module, overloaded)?;
    let full = names.full_name(module, &name, ty)?;
    if let Some(known) = names.function(module, &full, ty) {
        return Some(known);
    }
    names.make_room(module, &full, ".invalid");
    let new = module.globals.push(GlobalValue::new(None, ty, GlobalKind::Function(Box::default())));
    names.declare(module, new, &full, ty);
    Some(new)
}
