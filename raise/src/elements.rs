//! Infers the element types of memrefs. LLVM's pointers are untyped, but accesses through them are not.
//!
//! Values whose memrefs have the same element type are unified into one class: a descriptor with its aligned pointer, an
//! argument with the parameter it is passed to, an unranked memref with the descriptor that it points to. Loads, stores,
//! allocations and copies through a value give the element type of its class.

use rustc_hash::FxHashMap;
use tern_dialect_llvm::intrinsics::{Memcpy, Memmove};
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::array_parts;
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{Unverified, View};
use tern_mlir::{Block, Context, OpRef, Type, Value};

use crate::descriptor::{Descriptor, is_nothing, packed, unpacked};
use crate::program::{Function, Program};

/// A member of a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// A descriptor or a pointer to elements, in the function with this index.
    Value(usize, Value),
    /// The descriptor stored at the address in a pointer.
    Pointee(usize, Value),
    /// A parameter: the function, and the first parameter of the group.
    Parameter(usize, usize),
    /// A result: the function, and the index of the result.
    Result(usize, usize),
}

/// The inferred element types, by class; a union-find structure.
#[derive(Clone, Default, Debug)]
pub struct Elements {
    classes: FxHashMap<Place, usize>,
    parents: Vec<usize>,
    /// For each class, its element type, or two types that contradict each other.
    types: Vec<Option<Result<Type, (Type, Type)>>>,
    messages: FxHashMap<usize, String>,
}

impl Elements {
    /// Infers the element types from all functions of a program.
    pub(crate) fn of(program: &Program<'_>) -> Self {
        let mut elements = Self::default();
        for index in 0..program.functions.len() {
            Walk { program, index, function: &program.functions[index], elements: &mut elements }.all();
        }
        let roots: Vec<usize> = (0..elements.parents.len()).map(|class| elements.root(class)).collect();
        for root in roots {
            if let Some(Err((one, other))) = elements.types[root] {
                let [one, other] = [one, other].map(|ty| type_to_string(program.context, ty));
                elements.messages.insert(root, format!("its elements are accessed as {one} and as {other}"));
            }
        }
        elements
    }

    /// The element type, in the `llvm` dialect, of the memref whose group starts at parameter `first`.
    ///
    /// # Errors
    ///
    /// The reason why it is unknown.
    pub fn of_parameter(&self, function: usize, first: usize) -> Result<Type, String> {
        self.find(Place::Parameter(function, first))
    }

    /// The element type of a memref that is returned.
    ///
    /// # Errors
    ///
    /// The reason why it is unknown.
    pub fn of_result(&self, function: usize, result: usize) -> Result<Type, String> {
        self.find(Place::Result(function, result))
    }

    fn find(&self, place: Place) -> Result<Type, String> {
        let unknown = || "nothing says what its elements are".to_owned();
        let root = self.root(*self.classes.get(&place).ok_or_else(unknown)?);
        match self.types[root] {
            Some(Ok(ty)) => Ok(ty),
            Some(Err(_)) => Err(self.messages.get(&root).cloned().unwrap_or_default()),
            None => Err(unknown()),
        }
    }

    fn root(&self, mut class: usize) -> usize {
        while self.parents[class] != class {
            class = self.parents[class];
        }
        class
    }

    fn class(&mut self, place: Place) -> usize {
        let Self { classes, parents, types, .. } = self;
        let class = *classes.entry(place).or_insert_with(|| {
            parents.push(parents.len());
            types.push(None);
            parents.len() - 1
        });
        let root = self.root(class);
        // Path compression.
        self.parents[class] = root;
        root
    }

    fn unite(&mut self, one: Place, other: Place) {
        let (one, other) = (self.class(one), self.class(other));
        if one == other {
            return;
        }
        self.parents[other] = one;
        match self.types[other] {
            Some(Ok(ty)) => self.say(one, ty),
            None => {}
            contradiction => self.types[one] = contradiction,
        }
    }

    fn say(&mut self, class: usize, ty: Type) {
        let found = &mut self.types[class];
        match *found {
            None => *found = Some(Ok(ty)),
            Some(Ok(other)) if other != ty => *found = Some(Err((other, ty))),
            _ => {}
        }
    }
}

/// A walk over the operations of a function.
struct Walk<'w, 'a> {
    program: &'w Program<'a>,
    index: usize,
    function: &'w Function<'a>,
    elements: &'w mut Elements,
}

impl<'a> Walk<'_, 'a> {
    fn value(&self, value: Value) -> Place {
        Place::Value(self.index, value)
    }

    fn pointee(&self, value: Value) -> Place {
        Place::Pointee(self.index, value)
    }

    fn type_of(&self, value: Value) -> Type {
        self.function.code.body.value_type(value)
    }

    fn descriptor(&self, value: Value) -> Option<Descriptor> {
        Descriptor::of(self.program.context, self.type_of(value))
    }

    fn say(&mut self, pointer: Value, ty: Type) {
        let class = self.elements.class(self.value(pointer));
        self.elements.say(class, ty);
    }

    fn all(&mut self) {
        let function = self.function;
        for (&first, group) in &function.groups {
            if let Some(value) = group.value {
                self.elements.unite(self.value(value), Place::Parameter(self.index, first));
            }
        }
        let mut pointers: FxHashMap<Value, (Value, Type)> = FxHashMap::default();
        for op in function.ops() {
            self.op(op, &mut pointers);
        }
    }

    /// Learns from one operation; `None` if it says nothing.
    fn op(&mut self, op: OpRef<'a>, pointers: &mut FxHashMap<Value, (Value, Type)>) -> Option<()> {
        if let Some(insertion) = llvm::InsertValue::unverified(op) {
            self.insert(insertion)?;
        } else if let Some(extraction) = llvm::ExtractValue::unverified(op) {
            self.extract(extraction)?;
        } else if let Some(gep) = llvm::GetElementPtr::unverified(op) {
            self.address(gep, pointers)?;
        } else if let Some(load) = llvm::Load::unverified(op) {
            self.access(load.addr()?, load.res()?, pointers);
        } else if let Some(store) = llvm::Store::unverified(op) {
            self.access(store.addr()?, store.value()?, pointers);
        } else if let Some(update) = llvm::AtomicRMW::unverified(op) {
            self.access(update.ptr()?, update.val()?, pointers);
        } else if let Some(exchange) = llvm::CmpXchg::unverified(op) {
            self.access(exchange.ptr()?, exchange.cmp()?, pointers);
        } else if let Some(copy) = Memcpy::unverified(op) {
            self.copy(copy.dst()?, copy.src()?, pointers);
        } else if let Some(copy) = Memmove::unverified(op) {
            self.copy(copy.dst()?, copy.src()?, pointers);
        } else if let Some(alloca) = llvm::Alloca::unverified(op) {
            let ty = alloca.elem_type()?;
            if Descriptor::of(op.context, ty).is_none() {
                self.say(alloca.res()?, ty);
            }
        } else if let Some(select) = llvm::Select::unverified(op) {
            let result = select.res()?;
            for value in [select.trueValue()?, select.falseValue()?] {
                self.elements.unite(self.value(result), self.value(value));
                self.elements.unite(self.pointee(result), self.pointee(value));
            }
        } else if op.is(llvm::Call::DEF) {
            self.call(op);
        } else if let Some(end) = llvm::Return::unverified(op) {
            self.ret(end.arg()?);
        } else if let Some(branch) = llvm::Br::unverified(op) {
            self.branch(op, branch.dest()?, branch.destOperands());
        } else if let Some(branch) = llvm::CondBr::unverified(op) {
            self.branch(op, branch.trueDest()?, branch.trueDestOperands());
            self.branch(op, branch.falseDest()?, branch.falseDestOperands());
        }
        Some(())
    }

    fn extract(&mut self, extraction: llvm::ExtractValue<View<'a, Unverified>>) -> Option<()> {
        let (container, result) = (extraction.container()?, extraction.res()?);
        let descriptor = self.descriptor(container)?;
        if extraction.position()? == [1] {
            let other = if descriptor.rank.is_some() { self.value(result) } else { self.pointee(result) };
            self.elements.unite(self.value(container), other);
        }
        Some(())
    }

    fn address(
        &mut self,
        gep: llvm::GetElementPtr<View<'a, Unverified>>,
        pointers: &mut FxHashMap<Value, (Value, Type)>,
    ) -> Option<()> {
        let (base, result, ty) = (gep.base()?, gep.res()?, gep.elem_type()?);
        if array_parts(gep.0.context, ty).is_some() {
            // The address of a global or of an array gives its innermost element type.
            self.say(result, innermost(gep.0.context, ty));
            return None;
        }
        let root = pointers.get(&base).map_or(base, |&(root, element)| {
            if element != ty {
                self.say(root, element);
            }
            root
        });
        pointers.insert(result, (root, ty));
        Some(())
    }

    fn copy(&mut self, target: Value, source: Value, pointers: &FxHashMap<Value, (Value, Type)>) {
        self.elements.unite(self.pointee(target), self.pointee(source));
        for pointer in [target, source] {
            if let Some(&(base, ty)) = pointers.get(&pointer) {
                self.say(base, ty);
            }
        }
    }

    fn insert(&mut self, insertion: llvm::InsertValue<View<'a, Unverified>>) -> Option<()> {
        let (container, part, result) = (insertion.container()?, insertion.value()?, insertion.res()?);
        let descriptor = self.descriptor(result)?;
        if !self.function.code.definition(container).is_some_and(is_nothing) {
            self.elements.unite(self.value(result), self.value(container));
        }
        match (descriptor.rank, &insertion.position()?[..]) {
            (Some(_), [1]) => self.elements.unite(self.value(result), self.value(part)),
            (Some(_), [0]) => {
                let ty = self.allocated(part)?;
                self.say(result, ty);
            }
            (None, [1]) => self.elements.unite(self.value(result), self.pointee(part)),
            _ => {}
        }
        Some(())
    }

    /// The element type of an allocation, from the way its size was computed: the address of an array element relative to null.
    fn allocated(&self, pointer: Value) -> Option<Type> {
        let code = &self.function.code;
        let call = code.definition(pointer).filter(|op| op.is(llvm::Call::DEF))?;
        let mut size = code.definition(*call.operands().last()?)?;
        // The size may include extra space for alignment.
        if let Some(sum) = llvm::Add::unverified(size) {
            size = code.definition(sum.lhs()?)?;
        }
        let address = code.definition(llvm::PtrToInt::unverified(size)?.arg()?)?;
        let address = llvm::GetElementPtr::unverified(address)?;
        code.definition(address.base()?).filter(|op| op.is(llvm::Zero::DEF))?;
        address.elem_type()
    }

    /// Records that `value` is loaded from or stored to `pointer`.
    fn access(&mut self, pointer: Value, value: Value, pointers: &FxHashMap<Value, (Value, Type)>) {
        if self.descriptor(value).is_some() {
            self.elements.unite(self.pointee(pointer), self.value(value));
            return;
        }
        let ty = self.type_of(value);
        match pointers.get(&pointer) {
            Some(&(base, element)) => {
                self.say(base, ty);
                self.say(base, element);
            }
            None => self.say(pointer, ty),
        }
    }

    fn call(&mut self, op: OpRef<'a>) {
        let callee = crate::program::callee(op).and_then(|name| self.program.by_name.get(&name).copied());
        let Some(callee) = callee else { return };
        let target = &self.program.functions[callee];
        for &first in target.groups.keys() {
            let arguments = op.operands().get(first..).unwrap_or_default();
            if let Some((source, _)) = unpacked(&self.function.code, arguments) {
                self.elements.unite(self.value(source), Place::Parameter(callee, first));
            }
        }
        let Some(result) = op.result() else { return };
        if !target.packs {
            // An allocation function returns memory of any type, so a result that is a plain pointer is not unified.
            if let [Some(_)] = target.results[..] {
                self.elements.unite(self.value(result), Place::Result(callee, 0));
            }
            return;
        }
        let users = op.body.users(result).map(|user| OpRef::new(op.context, op.body, user));
        let mut parts: Vec<_> = users.filter_map(llvm::ExtractValue::unverified).collect();
        // The latest use comes first.
        parts.reverse();
        for part in parts {
            if let (Some([number]), Some(value)) = (part.position().as_deref(), part.res())
                && let Some(number) = usize::try_from(*number).ok().filter(|&it| it < target.results.len())
            {
                self.elements.unite(self.value(value), Place::Result(callee, number));
            }
        }
    }

    fn ret(&mut self, value: Value) {
        if !self.function.packs {
            self.elements.unite(self.value(value), Place::Result(self.index, 0));
            return;
        }
        let positions: Vec<Vec<i64>> =
            (0..self.function.results.len() as i64).map(|index| vec![index]).collect();
        let Some(all) = packed(&self.function.code, value, &positions) else { return };
        for (number, part) in all.parts.into_iter().enumerate() {
            self.elements.unite(self.value(part), Place::Result(self.index, number));
        }
    }

    fn branch(&mut self, op: OpRef<'a>, block: Block, operands: &[Value]) {
        for (&argument, &operand) in op.body.block_arguments(block).iter().zip(operands) {
            self.elements.unite(self.value(argument), self.value(operand));
            self.elements.unite(self.pointee(argument), self.pointee(operand));
        }
    }
}

/// The innermost element type of nested arrays.
fn innermost(context: &Context, mut ty: Type) -> Type {
    while let Some((element, _)) = array_parts(context, ty) {
        ty = element;
    }
    ty
}
