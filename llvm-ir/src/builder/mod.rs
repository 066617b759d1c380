//! Builds functions: [`Builder`] makes instructions, and infers the types of their results.
//!
//! ```
//! use tern_llvm_ir::Module;
//! use tern_llvm_ir::instruction::IntPredicate;
//!
//! // i32 @factorial(i32 %n)
//! let mut module = Module::new();
//! let i32 = module.types.common.i32;
//! let factorial = module.add_function("factorial", i32, &[i32]).unwrap();
//! let mut b = module.build(factorial).unwrap();
//! let n = b.argument(0);
//! let (entry, body, end) = (b.block("entry"), b.block("loop"), b.block("end"));
//! let (zero, one) = (b.int(i32, 0), b.int(i32, 1));
//! b.position_at_end(entry);
//! let empty = b.icmp(IntPredicate::Eq, n, zero);
//! b.cond_br(empty, end, body);
//! b.position_at_end(body);
//! let i = b.named("i").phi(i32, &[(n, entry)]);
//! let product = b.phi(i32, &[(one, entry)]);
//! let next_product = b.nsw().mul(product, i);
//! let next_i = b.nsw().sub(i, one);
//! b.add_incoming(i, next_i, body);
//! b.add_incoming(product, next_product, body);
//! let done = b.icmp(IntPredicate::Eq, next_i, zero);
//! b.cond_br(done, end, body);
//! b.position_at_end(end);
//! let result = b.named("result").phi(i32, &[(one, entry), (next_product, body)]);
//! b.ret(result);
//! let text = String::from_utf8(tern_llvm_ir::try_write(&module).unwrap()).unwrap();
//! assert!(text.contains("  %2 = phi i32 [ 1, %entry ], [ %3, %loop ]\n  %3 = mul nsw i32 %2, %i\n"), "{text}");
//! ```
//!
//! A builder folds nothing: each method makes one instruction. It checks each instruction when it is made, by the rules by which a
//! module is checked before it is written. All its methods but [`try_insert`](Builder::try_insert) panic if the operands are wrong:
//! a program that builds code has its types in its hands, and a wrong one is a fault of that program, as a wrong index is. For code
//! that follows the types of some input, `try_insert` returns an error instead.

mod instructions;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

pub use instructions::Clause;

use crate::constants::{Constant, ConstantKind};
use crate::edit::EditError;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{
    Alignment, Args, Atomicity, CallSite, Flags, Inst, Instruction, List, Ordering, TailKind,
};
use crate::metadata::MdNode;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The reason why an instruction cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{opcode}: {message}")]
pub struct BuildError {
    /// The keyword of the instruction.
    pub opcode: &'static str,
    /// What is wrong with it.
    pub message: String,
}

/// Makes instructions at a position in a function. See the [module](self).
pub struct Builder<'m> {
    module: &'m mut Module,
    global: Global,
    /// The block, and the index in it if that is not its end.
    position: Option<(Block, Option<usize>)>,
    last: Option<Inst>,
    location: Option<MdNode>,
    next: Marks,
    /// The names in the function; collected when the first name is given.
    names: Option<FxHashSet<StrId>>,
}

/// Name, flags and other marks for the next instruction.
#[derive(Default)]
struct Marks {
    name: Option<String>,
    flags: Flags,
    alignment: Alignment,
    volatile: bool,
    weak: bool,
    atomicity: Option<Atomicity>,
    attachments: Vec<(StrId, MdNode)>,
}

impl Module {
    /// Adds a function without a body, which has external linkage and default properties.
    ///
    /// # Errors
    /// [`EditError::NameTaken`], [`EditError::NotAName`].
    pub fn add_function(&mut self, name: &str, ret: Type, params: &[Type]) -> Result<Global, EditError> {
        let ty = self.types.intern(TypeKind::Function { ret, params: params.into(), varargs: false });
        self.add_function_of_type(name, ty)
    }

    /// Adds a function of a function type without a body, which has external linkage and default properties.
    ///
    /// # Panics
    /// If the type is not that of a function.
    ///
    /// # Errors
    /// [`EditError::NameTaken`], [`EditError::NotAName`].
    pub fn add_function_of_type(&mut self, name: &str, ty: Type) -> Result<Global, EditError> {
        let TypeKind::Function { params, .. } = self.types.kind(ty) else {
            panic!("not the type of a function")
        };
        let function = Function::declared(params);
        let id = self.usable_name(name)?;
        if self.global(name).is_some() {
            return Err(EditError::NameTaken(name.to_owned()));
        }
        let mut value = GlobalValue::new(Some(id), ty, GlobalKind::Function(Box::new(function)));
        value.address_space = self.layout().program_address_space;
        Ok(self.add_global(value))
    }

    /// A builder for a function, at no position; `None` for another kind of global.
    pub fn build(&mut self, function: Global) -> Option<Builder<'_>> {
        self.globals[function].as_function()?;
        Some(Builder {
            module: self,
            global: function,
            position: None,
            last: None,
            location: None,
            next: Marks::default(),
            names: None,
        })
    }

    /// A call of a function, with its type and calling convention.
    ///
    /// # Panics
    /// If the global is no function.
    #[track_caller]
    pub fn call_of(&mut self, function: Global, args: &[Value]) -> CallSite {
        let value = &self.globals[function];
        let calling_convention = value.as_function().expect("the callee is no function").calling_convention;
        let ty = value.ty;
        let callee = self.address_of(function);
        CallSite { calling_convention, ..CallSite::new(callee.into(), ty, args) }
    }
}

impl CallSite {
    /// A call with the C calling convention and nothing special.
    pub fn new(callee: Value, function_type: Type, args: &[Value]) -> Self {
        Self {
            callee,
            function_type,
            args: Args::from_slice(args),
            calling_convention: 0,
            attributes: crate::attributes::AttributeListId::default(),
            bundles: Default::default(),
            flags: Flags::empty(),
            tail: TailKind::None,
        }
    }
}

impl<'m> Builder<'m> {
    /// The module that is extended.
    pub fn module(&self) -> &Module {
        self.module
    }

    /// The module, for what the builder has no method for. The builder's function must stay a function.
    pub fn module_mut(&mut self) -> &mut Module {
        self.module
    }

    /// The function that instructions are added to, as it is so far.
    pub fn function(&self) -> &Function {
        self.module.globals[self.global].as_function().expect("a builder is made for a function")
    }

    fn function_mut(&mut self) -> &mut Function {
        self.module.globals[self.global].as_function_mut().expect("a builder is made for a function")
    }

    /// An argument of the function.
    ///
    /// # Panics
    /// If the function does not have it.
    #[track_caller]
    pub fn argument(&self, index: usize) -> Value {
        self.function().args[index].into()
    }

    /// Adds a block at the end of the function. The position stays. If something else has the name, a number is added to it; if it is
    /// empty, the block is numbered.
    pub fn block(&mut self, name: &str) -> Block {
        let name = self.free_name(name);
        self.function_mut().add_block(name)
    }

    /// Makes the next instructions the last ones of a block.
    pub fn position_at_end(&mut self, block: Block) {
        self.position = Some((block, None));
    }

    /// Puts the next instructions before another one.
    ///
    /// # Panics
    /// If that is in no block.
    #[track_caller]
    pub fn position_before(&mut self, inst: Inst) {
        let (block, index) = self.function().position(inst).expect("the instruction is in no block");
        self.position = Some((block, Some(index)));
    }

    /// Puts the next instructions after another one.
    ///
    /// # Panics
    /// If that is in no block.
    #[track_caller]
    pub fn position_after(&mut self, inst: Inst) {
        let (block, index) = self.function().position(inst).expect("the instruction is in no block");
        self.position = Some((block, Some(index + 1)));
    }

    /// The block of the position.
    ///
    /// # Panics
    /// If the builder is at no position.
    #[track_caller]
    pub fn current_block(&self) -> Block {
        self.position.expect("the builder is at no position").0
    }

    /// The instruction that was made last.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn last(&self) -> Inst {
        self.last.expect("the builder has not made an instruction")
    }

    /// Attaches a `DILocation` to the following instructions, or none.
    pub fn set_location(&mut self, location: Option<MdNode>) {
        self.location = location;
    }

    /// Gives the result of the next instruction a name. If something else has it, a number is added to it.
    pub fn named(&mut self, name: &str) -> &mut Self {
        self.next.name = Some(name.to_owned());
        self
    }

    /// Gives the next instruction flags, besides those that it has been given.
    pub fn flags(&mut self, flags: Flags) -> &mut Self {
        self.next.flags |= flags;
        self
    }

    /// Gives the next instruction the flag `nsw`.
    pub fn nsw(&mut self) -> &mut Self {
        self.flags(Flags::NSW)
    }

    /// Gives the next instruction the flag `nuw`.
    pub fn nuw(&mut self) -> &mut Self {
        self.flags(Flags::NUW)
    }

    /// Gives the next instruction the flag `exact`.
    pub fn exact(&mut self) -> &mut Self {
        self.flags(Flags::EXACT)
    }

    /// Gives the next instruction the flag `nneg`.
    pub fn nneg(&mut self) -> &mut Self {
        self.flags(Flags::NNEG)
    }

    /// Gives the next instruction the flag `disjoint`.
    pub fn disjoint(&mut self) -> &mut Self {
        self.flags(Flags::DISJOINT)
    }

    /// Gives the next instruction the flag `samesign`.
    pub fn samesign(&mut self) -> &mut Self {
        self.flags(Flags::SAMESIGN)
    }

    /// Gives the next instruction all fast-math flags.
    pub fn fast(&mut self) -> &mut Self {
        self.flags(Flags::FAST)
    }

    /// Gives the next allocation or access of memory an alignment.
    ///
    /// # Panics
    /// If it is not a power of two.
    #[track_caller]
    pub fn align(&mut self, bytes: u64) -> &mut Self {
        self.next.alignment = Alignment::new(bytes).expect("an alignment is a power of two");
        self
    }

    /// Makes the next access of memory volatile.
    pub fn volatile(&mut self) -> &mut Self {
        self.next.volatile = true;
        self
    }

    /// Makes the next `cmpxchg` weak: it may fail even if the value is the expected one.
    pub fn weak(&mut self) -> &mut Self {
        self.next.weak = true;
        self
    }

    /// Makes the next load or store atomic. Without a given alignment, it gets that of its type.
    pub fn atomic(&mut self, ordering: Ordering) -> &mut Self {
        let scope = self.next.atomicity.and_then(|atomicity| atomicity.scope);
        self.next.atomicity = Some(Atomicity { ordering, scope });
        self
    }

    /// Gives the next atomic instruction a synchronization scope, such as `singlethread`.
    pub fn scope(&mut self, scope: &str) -> &mut Self {
        let scope = Some(self.module.strings.intern(scope.as_bytes()));
        let ordering = self.next.atomicity.map_or(Ordering::NotAtomic, |atomicity| atomicity.ordering);
        self.next.atomicity = Some(Atomicity { ordering, scope });
        self
    }

    /// Attaches metadata to the next instruction.
    pub fn attach(&mut self, kind: &str, node: MdNode) -> &mut Self {
        let kind = self.module.strings.intern(kind.as_bytes());
        self.next.attachments.push((kind, node));
        self
    }

    /// The type of a constant, or of a local of the function.
    pub fn type_of(&self, value: impl Into<Value>) -> Type {
        self.module.type_of(self.function(), value.into())
    }

    /// An integer constant, truncated or sign-extended to the type.
    pub fn int(&self, ty: Type, value: i64) -> Value {
        self.module.constants.integer(&self.module.types, ty, value).into()
    }

    /// The constant `true` or `false`.
    pub fn bool(&self, value: bool) -> Value {
        self.int(self.module.types.common.i1, value.into())
    }

    /// The null pointer.
    pub fn null(&self) -> Value {
        self.zero(self.module.types.common.ptr)
    }

    /// The zero of a type: `0`, `0.0`, `null`, `zeroinitializer`.
    pub fn zero(&self, ty: Type) -> Value {
        self.module.constants.zero(&self.module.types, ty).into()
    }

    /// `undef` of a type.
    pub fn undef(&self, ty: Type) -> Value {
        self.module.constants.intern(ty, ConstantKind::Undef).into()
    }

    /// `poison` of a type.
    pub fn poison(&self, ty: Type) -> Value {
        self.module.constants.intern(ty, ConstantKind::Poison).into()
    }

    /// The constant of type `double`.
    pub fn double(&self, value: f64) -> Value {
        self.module
            .constants
            .intern(self.module.types.common.double, ConstantKind::Float(value.to_bits().into()))
            .into()
    }

    /// The constant `@name`: a pointer into the address space of the global.
    pub fn address_of(&mut self, global: Global) -> Constant {
        self.module.address_of(global)
    }

    /// Puts an instruction at the position, and returns its result if it has one. `ty` is the type of the result for those whose
    /// operands do not imply it: `phi`, `load`, casts, `va_arg`, `landingpad`, `alloca` (a pointer), `shufflevector` of scalable
    /// vectors. Flags, alignment, volatility and ordering set on the builder before are ignored: they are fields of the instruction.
    ///
    /// # Errors
    /// If the instruction is one that the module could not be written with, or that would follow a terminator.
    ///
    /// # Panics
    /// If the builder is at no position.
    pub fn try_insert(&mut self, inst: Instruction, ty: Option<Type>) -> Result<Option<Value>, BuildError> {
        let marks = std::mem::take(&mut self.next);
        self.insert_with(inst, ty, marks)
    }

    fn insert_with(
        &mut self,
        inst: Instruction,
        ty: Option<Type>,
        marks: Marks,
    ) -> Result<Option<Value>, BuildError> {
        let opcode = inst.opcode().spelling();
        let (block, index) = self.position.expect("the builder is at no position");
        let function = self.function();
        let TypeKind::Function { ret, .. } = *self.module.types.kind(self.module.globals[self.global].ty)
        else {
            return Err(BuildError {
                opcode,
                message: "the type of the function is not that of a function".to_owned(),
            });
        };
        let fail = |message: &str| BuildError { opcode, message: message.to_owned() };
        let result =
            crate::writer::type_of_result(self.module, function, ret, &inst, ty).map_err(|it| fail(&it))?;
        if let (Some(ty), Some(result)) = (ty, result)
            && ty != result
        {
            let [given, found] = [ty, result].map(|ty| crate::writer::type_to_string(self.module, ty));
            return Err(fail(&format!("its result has type {found}, and not the given type {given}")));
        }
        let insts = function.block_insts(block);
        let index = index.unwrap_or(insts.len());
        if index > 0 && function.insts[insts[index - 1]].inst.is_terminator() {
            return Err(fail("it would follow the terminator of the block"));
        }
        if inst.is_terminator() && index != insts.len() {
            return Err(fail("a terminator would stand in the middle of a block"));
        }
        let is_record = inst.debug_record().is_some();
        let name = match result {
            Some(_) => marks.name.and_then(|name| self.free_name(&name)),
            None => None,
        };
        let mut attachments = marks.attachments;
        if let Some(location) = self.location.filter(|_| !is_record) {
            attachments.insert(0, (self.module.strings.intern(b"dbg"), location));
        }
        let function = self.function_mut();
        let local = result.map(|ty| function.add_local(ty, name));
        let attachments = match attachments.is_empty() {
            true => List::default(),
            false => function.push_attachments(&attachments),
        };
        let inst = function.add_inst(inst, local, attachments);
        function.insert(block, index, inst);
        if let Some((_, Some(index))) = &mut self.position {
            *index += 1;
        }
        self.last = Some(inst);
        Ok(local.map(Value::from))
    }

    /// A name like this that nothing in the function has; `None` if it is empty.
    fn free_name(&mut self, name: &str) -> Option<StrId> {
        if name.is_empty() {
            return None;
        }
        if self.names.is_none() {
            let function = self.function();
            let locals = function.locals.values().map(|local| local.name);
            let blocks = function.blocks.values().map(|block| block.name);
            self.names = Some(locals.chain(blocks).flatten().collect());
        }
        let strings = &self.module.strings;
        let names = self.names.as_mut()?;
        let first = strings.intern(name.as_bytes());
        let numbered = (1u32..).map(|number| strings.intern(format!("{name}{number}").as_bytes()));
        std::iter::once(first).chain(numbered).find(|&name| names.insert(name))
    }

    /// The local of a value.
    #[track_caller]
    fn local(value: Value) -> Local {
        value.local().expect("a constant is not the result of an instruction")
    }
}
