//! Finds out what pointers point to: a term for each place where a type stands, and constraints between the terms, from the strongest
//! evidence to the weakest. What contradicts what is known already is left for a cast.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::terms::{Term, Terms};
use crate::attributes::{Attribute, AttributeKind, AttributeListId};
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::function::{Function, Local, Value, ValueKind};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{CallSite, CastOp, Inst, Instruction};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The strength of evidence, from the strongest.
#[derive(Clone, Copy)]
pub(super) enum Rank {
    /// Memory is accessed as a number other than `i8`, or as an aggregate.
    Access,
    /// A value is passed on within a function, or stands in an initializer.
    Flow,
    /// Memory is accessed in bytes.
    Bytes,
    /// An argument or a result of a function that is defined.
    Call,
}

const RANKS: usize = 4;

/// The terms of a function.
#[derive(Default)]
pub(super) struct Body {
    /// The types of arguments and results, if they have pointers.
    pub(super) locals: FxHashMap<Local, Term>,
    /// The types that instructions state: what is allocated, the source of `getelementptr`, the function that is called.
    pub(super) stated: FxHashMap<Inst, Term>,
}

/// What is known of a module.
pub(super) struct Infer<'m> {
    pub(super) module: &'m Module,
    pub(super) terms: Terms,
    /// The types of the values of globals, and of functions.
    pub(super) globals: SecondaryMap<Global, Option<Term>>,
    /// The fields of identified structs.
    pub(super) fields: Vec<Option<Vec<Term>>>,
    pub(super) bodies: FxHashMap<Global, Body>,
    flows: [Vec<(Term, Term)>; RANKS],
    /// The arguments that are passed to functions that are only declared, by the term of the parameter.
    passed: Vec<(Term, Term)>,
    i8: Term,
}

impl<'m> Infer<'m> {
    /// Collects all evidence and weighs it.
    pub(super) fn new(module: &'m Module) -> Self {
        let mut terms = Terms::default();
        let i8 = terms.of(module, module.types.common.i8);
        let mut infer = Self {
            module,
            terms,
            globals: SecondaryMap::new(),
            fields: Vec::new(),
            bodies: FxHashMap::default(),
            flows: Default::default(),
            passed: Vec::new(),
            i8,
        };
        infer.globals();
        for global in module.functions.clone() {
            infer.function(global);
        }
        infer.solve();
        infer
    }

    /// The type of a term with typed pointers.
    pub(super) fn resolved(&mut self, term: Term) -> Type {
        self.terms.resolve(self.module, term)
    }

    fn flow(&mut self, rank: Rank, a: Term, b: Term) {
        if self.terms.has_pointers(self.module, self.terms.opaque(a)) {
            self.flows[rank as usize].push((a, b));
        }
    }

    /// Pointers that nothing else is known of point to `i8`.
    fn solve(&mut self) {
        for flows in std::mem::take(&mut self.flows) {
            for (a, b) in flows {
                self.terms.unify(a, b);
            }
        }
        // A parameter of a function without a body has the type that all its arguments have, if they agree.
        let mut found: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        let passed = std::mem::take(&mut self.passed);
        for &(parameter, argument) in &passed {
            found.entry(parameter).or_default().push(argument);
        }
        for (parameter, _) in passed {
            let Some(arguments) = found.remove(&parameter) else { continue };
            let opaque = |pointer: &Term| self.terms.pointee(*pointer).map(|it| self.terms.opaque(it));
            let mut kinds: Vec<Type> = arguments.iter().filter_map(opaque).collect();
            kinds.sort_unstable();
            kinds.dedup();
            if kinds.len() > 1 && self.module.types.is_pointer(self.terms.opaque(parameter)) {
                let bytes = self.terms.pointer_to(self.terms.opaque(parameter), self.i8);
                self.terms.unify(parameter, bytes);
            }
            for argument in arguments {
                self.terms.unify(parameter, argument);
            }
        }
        self.terms.close(self.module);
    }

    fn globals(&mut self) {
        let module = self.module;
        for global in module.listed_globals() {
            let term = self.terms.of(module, module.globals[global].ty);
            self.globals[global] = Some(term);
        }
        for global in module.listed_globals() {
            let term = self.value_of(global);
            match &module.globals[global].kind {
                GlobalKind::Variable(variable) => {
                    self.special_variable(global, term);
                    if let Some(initializer) = variable.initializer {
                        self.constant(initializer, term);
                    }
                }
                GlobalKind::Alias(aliasee) => {
                    let ty = module.constants.ty(*aliasee);
                    let pointer = self.terms.pointer_to(ty, term);
                    self.constant(*aliasee, pointer);
                }
                GlobalKind::IFunc(resolver) => {
                    // The resolver returns a pointer to the function.
                    if let Some(function) = module.function_behind(*resolver) {
                        let resolver = self.value_of(function);
                        if let Some(result) = self.terms.part(resolver, 0) {
                            let pointer = self.terms.pointer_to(self.terms.opaque(result), term);
                            self.terms.unify(result, pointer);
                        }
                    }
                }
                GlobalKind::Function(_) => {}
            }
        }
    }

    /// The term of the value of a global.
    pub(super) fn value_of(&mut self, global: Global) -> Term {
        match self.globals[global] {
            Some(known) => known,
            None => self.terms.of(self.module, self.module.globals[global].ty),
        }
    }

    /// Variables whose types LLVM fixes.
    fn special_variable(&mut self, global: Global, term: Term) {
        let module = self.module;
        match module.name(global) {
            Some(b"llvm.used" | b"llvm.compiler.used") => {
                if let Some(element) = self.terms.part(term, 0) {
                    self.bytes(element);
                }
            }
            Some(b"llvm.global_ctors" | b"llvm.global_dtors") => {
                let Some(entry) = self.terms.part(term, 0) else { return };
                let ty =
                    TypeKind::Function { ret: module.types.common.void, params: [].into(), varargs: false };
                let function = self.terms.of(module, module.types.intern(ty));
                if let Some(constructor) = self.terms.part(entry, 1) {
                    let pointer = self.terms.pointer_to(self.terms.opaque(constructor), function);
                    self.terms.unify(constructor, pointer);
                }
                if let Some(data) = self.terms.part(entry, 2) {
                    self.bytes(data);
                }
            }
            _ => {}
        }
    }

    /// A pointer, or a vector of them, points to `i8`.
    fn bytes(&mut self, pointer: Term) {
        let ty = self.terms.opaque(pointer);
        if self.module.types.is_pointer(self.module.types.scalar(ty)) {
            let bytes = self.terms.pointers_to(self.module, ty, self.i8);
            self.terms.unify(pointer, bytes);
        }
    }

    /// The fields of an identified struct.
    pub(super) fn fields_of(&mut self, ty: Type) -> Option<Vec<Term>> {
        let TypeKind::Identified(id) = *self.module.types.kind(ty) else { return None };
        let at = id.as_u32() as usize;
        if let Some(Some(known)) = self.fields.get(at) {
            return Some(known.clone());
        }
        let fields = self.module.types.structs[id].fields.as_deref()?;
        let terms: Vec<Term> = fields.iter().map(|&field| self.terms.of(self.module, field)).collect();
        if self.fields.len() <= at {
            self.fields.resize(at + 1, None);
        }
        self.fields[at] = Some(terms.clone());
        Some(terms)
    }

    /// The member of an aggregate or vector at an index.
    fn member(&mut self, aggregate: Term, index: usize) -> Option<Term> {
        let ty = self.terms.opaque(aggregate);
        match self.module.types.kind(ty) {
            TypeKind::Identified(_) => self.fields_of(ty)?.get(index).copied(),
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => {
                Some(self.terms.part(aggregate, 0).unwrap_or_else(|| self.terms.of(self.module, *element)))
            }
            TypeKind::Struct { fields, .. } => {
                let &field = fields.get(index)?;
                Some(self.terms.part(aggregate, index).unwrap_or_else(|| self.terms.of(self.module, field)))
            }
            _ => None,
        }
    }

    /// What the indices of `getelementptr` after the first select in a type.
    fn selected(&mut self, source: Term, indices: &[Value]) -> Option<Term> {
        let mut term = source;
        for index in indices.iter().skip(1) {
            let number = index.constant().and_then(|index| {
                let index = self.module.constants.splat(&self.module.types, index).unwrap_or(index);
                match *self.module.constants.kind(index) {
                    ConstantKind::Integer(number) => usize::try_from(number).ok(),
                    _ => None,
                }
            });
            term = self.member(term, number.unwrap_or(0))?;
        }
        Some(term)
    }

    /// The type that a constant has by itself.
    fn natural(&mut self, constant: Constant) -> Option<Term> {
        let module = self.module;
        let ty = module.constants.ty(constant);
        match module.constants.kind(constant) {
            ConstantKind::Global(global) => {
                let value = self.value_of(*global);
                Some(self.terms.pointer_to(ty, value))
            }
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { element, base, indices, .. } => {
                    let source = match module.constants.kind(*base) {
                        ConstantKind::Global(base) if module.globals[*base].ty == *element => {
                            self.value_of(*base)
                        }
                        _ => self.terms.of(module, *element),
                    };
                    let indices: Vec<Value> = indices.iter().map(|&it| it.into()).collect();
                    let selected = self.selected(source, &indices)?;
                    Some(self.terms.pointers_to(module, ty, selected))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant stands where a type is expected.
    fn constant(&mut self, constant: Constant, expected: Term) {
        let module = self.module;
        match module.constants.kind(constant) {
            ConstantKind::Aggregate(elements) => {
                for (index, &element) in elements.iter().enumerate() {
                    if let Some(member) = self.member(expected, index) {
                        self.constant(element, member);
                    }
                }
            }
            ConstantKind::Global(_) | ConstantKind::Expr(_) => {
                if let Some(natural) = self.natural(constant) {
                    self.flow(Rank::Flow, natural, expected);
                }
            }
            _ => {}
        }
    }

    /// The term of a local, if its type has pointers in it; of a constant, if it has a type by itself.
    fn value(&mut self, body: &mut Body, function: &Function, value: Value) -> Option<Term> {
        match value.kind() {
            ValueKind::Local(local) => {
                let ty = function.locals[local].ty;
                if !self.terms.has_pointers(self.module, ty) {
                    return None;
                }
                let terms = &mut self.terms;
                Some(*body.locals.entry(local).or_insert_with(|| terms.of(self.module, ty)))
            }
            ValueKind::Constant(constant) => self.natural(constant),
        }
    }

    fn pass(&mut self, body: &mut Body, function: &Function, rank: Rank, value: Value, expected: Term) {
        if !self.terms.has_pointers(self.module, self.terms.opaque(expected)) {
            return;
        }
        match value.constant() {
            Some(constant) => self.constant(constant, expected),
            None => {
                if let Some(term) = self.value(body, function, value) {
                    self.flow(rank, term, expected);
                }
            }
        }
    }

    fn function(&mut self, global: Global) {
        let module = self.module;
        let Some(function) = module.globals[global].as_function() else { return };
        let term = self.value_of(global);
        let mut body = Body::default();
        for index in 0..function.args.len() {
            let Some(parameter) = self.terms.part(term, index + 1) else { continue };
            body.locals.insert(function.args[index], parameter);
        }
        self.hints(function.attributes, term);
        if module.is_intrinsic(global) {
            self.intrinsic(global, term);
        }
        // Memory comes from these as bytes.
        let returned = module.attributes.get_list(function.attributes).ret;
        let allocates = module.attribute(returned, AttributeKind::NoAlias).is_some();
        if function.is_declaration()
            && allocates
            && let Some(result) = self.terms.part(term, 0)
        {
            self.bytes(result);
        }
        for &block in &function.layout {
            for &inst in function.block_insts(block) {
                self.instruction(&mut body, function, term, inst);
            }
        }
        self.bodies.insert(global, body);
    }

    /// Attributes that say what a parameter points to.
    fn hints(&mut self, list: AttributeListId, function: Term) {
        let module = self.module;
        for (index, &set) in module.attributes.get_list(list).params.iter().enumerate() {
            for attribute in module.attributes.get(set) {
                let ty = match *attribute {
                    Attribute::Type(_, ty) => ty,
                    // The error is a pointer.
                    Attribute::Enum(AttributeKind::SwiftError) => module.types.common.ptr,
                    _ => continue,
                };
                let Some(parameter) = self.terms.part(function, index + 1) else { continue };
                let pointee = self.terms.of(module, ty);
                let pointer = self.terms.pointer_to(self.terms.opaque(parameter), pointee);
                self.terms.unify(parameter, pointer);
            }
        }
    }

    /// The types of intrinsics are fixed. Most have pointers to `i8`.
    fn intrinsic(&mut self, global: Global, function: Term) {
        let name = self.module.name(global).map(String::from_utf8_lossy).unwrap_or_default().into_owned();
        let parts: Vec<Term> = (0..).map_while(|index| self.terms.part(function, index)).collect();
        for &(prefix, place, like, deep) in super::intrinsics::POINTEES {
            if !name.starts_with(prefix) {
                continue;
            }
            let (Some(&pointer), Some(&like)) = (parts.get(place), parts.get(like)) else { continue };
            let pointee = if deep {
                self.terms.of(self.module, self.module.types.scalar(self.terms.opaque(like)))
            } else {
                like
            };
            let ty = self.terms.opaque(pointer);
            if self.module.types.is_pointer(self.module.types.scalar(ty)) {
                let pointer_to = self.terms.pointers_to(self.module, ty, pointee);
                self.terms.unify(pointer, pointer_to);
            }
        }
        if name.starts_with("llvm.invariant.") {
            let empty = TypeKind::Struct { packed: false, fields: [].into() };
            let empty = self.terms.of(self.module, self.module.types.intern(empty));
            let place = if name.starts_with("llvm.invariant.start") { 0 } else { 1 };
            if let Some(&token) = parts.get(place) {
                let pointer = self.terms.pointer_to(self.terms.opaque(token), empty);
                self.terms.unify(token, pointer);
            }
        }
        for part in parts {
            self.bytes(part);
        }
    }

    /// Memory at an address is accessed as a type.
    fn access(&mut self, body: &mut Body, function: &Function, address: Value, accessed: Term) {
        let ty = self.module.type_of(function, address);
        let pointer = self.terms.pointers_to(self.module, ty, accessed);
        let opaque = self.terms.opaque(accessed);
        let rank = match self.module.types.kind(opaque) {
            TypeKind::Integer(8) => Rank::Bytes,
            TypeKind::Pointer(_) => Rank::Flow,
            _ => Rank::Access,
        };
        self.pass(body, function, rank, address, pointer);
    }

    fn type_of(&mut self, body: &mut Body, function: &Function, value: Value) -> Term {
        let ty = self.module.type_of(function, value);
        match value.local() {
            Some(_) => self.value(body, function, value),
            None => None,
        }
        .unwrap_or_else(|| self.terms.of(self.module, ty))
    }

    fn instruction(&mut self, body: &mut Body, function: &Function, own: Term, inst: Inst) {
        let module = self.module;
        let data = &function.insts[inst];
        let result = data.result.expand();
        let result_term = result.map(|local| self.type_of(body, function, local.into()));
        match &data.inst {
            Instruction::Alloca(alloca) => {
                let (allocated, Some(result)) = (self.terms.of(module, alloca.allocated), result_term) else {
                    return;
                };
                let pointer = self.terms.pointer_to(self.terms.opaque(result), allocated);
                self.terms.unify(result, pointer);
                body.stated.insert(inst, allocated);
            }
            Instruction::Load { address, .. } => {
                if let Some(result) = result_term {
                    self.access(body, function, *address, result);
                }
            }
            Instruction::Store { value, address, .. } => {
                let stored = self.type_of(body, function, *value);
                self.pass(body, function, Rank::Flow, *value, stored);
                self.access(body, function, *address, stored);
            }
            Instruction::CmpXchg(cmpxchg) => {
                let stored = self.type_of(body, function, cmpxchg.new);
                self.pass(body, function, Rank::Flow, cmpxchg.expected, stored);
                self.access(body, function, cmpxchg.address, stored);
                if let Some(loaded) = result_term.and_then(|result| self.terms.part(result, 0)) {
                    self.terms.unify(loaded, stored);
                }
                body.stated.insert(inst, stored);
            }
            Instruction::AtomicRmw(rmw) => {
                let stored = self.type_of(body, function, rmw.value);
                self.access(body, function, rmw.address, stored);
                if let Some(result) = result_term {
                    self.flow(Rank::Flow, result, stored);
                }
                body.stated.insert(inst, stored);
            }
            Instruction::GetElementPtr { element, base, indices, .. } => {
                let source = self.terms.of(module, *element);
                body.stated.insert(inst, source);
                let ty = module.type_of(function, *base);
                let pointer = self.terms.pointers_to(module, ty, source);
                let rank = match module.types.kind(*element) {
                    TypeKind::Integer(8) => Rank::Bytes,
                    TypeKind::Pointer(_) => Rank::Flow,
                    _ => Rank::Access,
                };
                self.pass(body, function, rank, *base, pointer);
                let selected = self.selected(source, function.list(*indices));
                if let (Some(selected), Some(result)) = (selected, result_term) {
                    let pointer = self.terms.pointers_to(module, self.terms.opaque(result), selected);
                    // The result may be cast to what it is used as, unless it points to more than bytes.
                    match module.types.kind(*element) {
                        TypeKind::Integer(8) => self.flow(Rank::Bytes, result, pointer),
                        _ => {
                            self.terms.unify(result, pointer);
                        }
                    }
                }
            }
            Instruction::Call(call) => self.call(body, function, inst, call, result_term),
            Instruction::Invoke(invoke) => self.call(body, function, inst, &invoke.call, result_term),
            Instruction::CallBr(callbr) => self.call(body, function, inst, &callbr.call, result_term),
            Instruction::Ret(Some(value)) => {
                if let Some(result) = self.terms.part(own, 0) {
                    self.pass(body, function, Rank::Flow, *value, result);
                }
            }
            Instruction::ICmp { lhs, rhs, .. } => {
                let one = self.type_of(body, function, *lhs);
                self.pass(body, function, Rank::Call, *rhs, one);
            }
            Instruction::Phi { incoming, .. } => {
                let Some(result) = result_term else { return };
                for &(value, _) in function.list(*incoming) {
                    self.pass(body, function, Rank::Flow, value, result);
                }
            }
            Instruction::Select { then, otherwise, .. } => {
                let Some(result) = result_term else { return };
                self.pass(body, function, Rank::Flow, *then, result);
                self.pass(body, function, Rank::Flow, *otherwise, result);
            }
            Instruction::LandingPad(_) => {
                if let Some(exception) = result_term.and_then(|result| self.terms.part(result, 0)) {
                    self.bytes(exception);
                }
            }
            other => self.other(body, function, other, result_term),
        }
    }

    /// Instructions that pass values on as they are, or parts of them.
    fn other(&mut self, body: &mut Body, function: &Function, inst: &Instruction, result: Option<Term>) {
        let module = self.module;
        let Some(result) = result else { return };
        match inst {
            Instruction::Freeze(value) => self.pass(body, function, Rank::Flow, *value, result),
            Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => {
                let from = self.type_of(body, function, *value);
                let (from, to) = (self.terms.scalar(module, from), self.terms.scalar(module, result));
                if self.terms.opaque(from) == self.terms.opaque(to) {
                    self.flow(Rank::Flow, from, to);
                } else if let (Some(pointee), true) =
                    (self.terms.pointee(from), module.types.is_pointer(self.terms.opaque(to)))
                {
                    let pointer = self.terms.pointer_to(self.terms.opaque(to), pointee);
                    self.flow(Rank::Flow, to, pointer);
                }
            }
            Instruction::ExtractValue { aggregate, indices } => {
                let mut term = self.type_of(body, function, *aggregate);
                for &index in function.list(*indices) {
                    let Some(member) = self.member(term, index as usize) else { return };
                    term = member;
                }
                self.flow(Rank::Flow, term, result);
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                self.pass(body, function, Rank::Flow, *aggregate, result);
                let mut term = result;
                for &index in function.list(*indices) {
                    let Some(member) = self.member(term, index as usize) else { return };
                    term = member;
                }
                self.pass(body, function, Rank::Flow, *value, term);
            }
            Instruction::ExtractElement { vector, .. } => {
                let vector = self.type_of(body, function, *vector);
                let element = self.terms.scalar(module, vector);
                self.flow(Rank::Flow, element, result);
            }
            Instruction::InsertElement { vector, value, .. } => {
                self.pass(body, function, Rank::Flow, *vector, result);
                let element = self.terms.scalar(module, result);
                self.pass(body, function, Rank::Flow, *value, element);
            }
            Instruction::ShuffleVector { a, b, .. } => {
                let element = self.terms.scalar(module, result);
                for value in [*a, *b] {
                    let vector = self.type_of(body, function, value);
                    let other = self.terms.scalar(module, vector);
                    self.flow(Rank::Flow, other, element);
                }
            }
            _ => {}
        }
    }

    fn call(
        &mut self,
        body: &mut Body,
        function: &Function,
        inst: Inst,
        call: &CallSite,
        result: Option<Term>,
    ) {
        let module = self.module;
        let known =
            module.named_callee(call).filter(|&callee| module.globals[callee].ty == call.function_type);
        let term = match known {
            Some(callee) => self.value_of(callee),
            None => self.terms.of(module, call.function_type),
        };
        body.stated.insert(inst, term);
        self.hints(call.attributes, term);
        if known.is_none() && call.callee.local().is_some() {
            let ty = module.type_of(function, call.callee);
            let pointer = self.terms.pointer_to(ty, term);
            self.pass(body, function, Rank::Access, call.callee, pointer);
        }
        let declared = known.and_then(|callee| module.globals[callee].as_function());
        let is_declared = declared.is_some_and(Function::is_declaration);
        for (index, &arg) in call.args.iter().enumerate() {
            let Some(parameter) = self.terms.part(term, index + 1) else { continue };
            if !is_declared {
                self.pass(body, function, Rank::Call, arg, parameter);
            } else if let Some(argument) = self.value(body, function, arg) {
                self.passed.push((parameter, argument));
            }
        }
        if let (Some(result), Some(returned)) = (result, self.terms.part(term, 0)) {
            match is_declared {
                true => self.passed.push((returned, result)),
                false => self.flow(Rank::Call, result, returned),
            }
        }
    }
}
