//! `LlvmBuilder`: short methods for any builder, that make operations, above all of the `llvm` dialect; and `BodyBuilder`, which
//! builds new bodies.

use smallvec::SmallVec;
use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_llvm::types::pointer;
use tern_mlir::builtin;
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Block, Body, Context, Location, NamedAttribute, Op, OpState, Type, Value};

/// An index of `llvm.getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GepIndex {
    /// A constant index.
    Constant(i32),
    /// An index known at run time.
    Value(Value),
}

impl From<Value> for GepIndex {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<i32> for GepIndex {
    fn from(value: i32) -> Self {
        Self::Constant(value)
    }
}

/// Attributes with literal names.
pub type Named<'a> = &'a [(&'static str, Attribute)];

/// Short methods that make operations, above all of the `llvm` dialect.
pub trait LlvmBuilder<'c>: Builder<'c> {
    /// Makes an operation without regions or successors.
    fn op(&mut self, name: &'static str, operands: &[Value], results: &[Type], properties: Named<'_>) -> Op {
        let context = self.context();
        let mut state = OpState::new(context.op_name_of_two(name, ""), self.location());
        state.operands = operands.into();
        state.result_types = results.into();
        state.properties = named(context, properties);
        self.insert(state)
    }

    /// Makes an operation with one result, and returns the result.
    fn value(
        &mut self,
        name: &'static str,
        operands: &[Value],
        result: Type,
        properties: Named<'_>,
    ) -> Value {
        let op = self.op(name, operands, &[result], properties);
        self.body().result(op).expect("the operation has one result")
    }

    /// Makes `llvm.mlir.constant(value) : ty`.
    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.create_new_value(llvm::Constant::build(value, ty).into())
    }

    /// Makes `llvm.mlir.constant(value : ty) : ty` for an integer type.
    fn constant_int(&mut self, ty: Type, value: i64) -> Value {
        let attribute = Attribute::integer(self.context(), ty, value);
        self.constant(ty, attribute)
    }

    /// Makes `llvm.mlir.constant(value : index) : ty`, the form that upstream uses for sizes and strides.
    fn constant_index(&mut self, ty: Type, value: i64) -> Value {
        let attribute = Attribute::integer(self.context(), self.context().common.index, value);
        self.constant(ty, attribute)
    }

    /// Makes `llvm.mlir.poison : ty`.
    fn poison(&mut self, ty: Type) -> Value {
        self.create_new_value(llvm::Poison::build(ty).into())
    }

    /// Makes `llvm.mlir.undef : ty`.
    fn undef(&mut self, ty: Type) -> Value {
        self.create_new_value(llvm::Undef::build(ty).into())
    }

    /// Makes `llvm.mlir.zero : ty`.
    fn zero(&mut self, ty: Type) -> Value {
        self.create_new_value(llvm::Zero::build(ty).into())
    }

    /// Makes `llvm.extractvalue aggregate[position]`.
    fn extract_value(&mut self, aggregate: Value, position: &[i64]) -> Value {
        let context = self.context();
        let ty = element_at(context, self.type_of(aggregate), position);
        self.create_new_value(llvm::ExtractValue::build(aggregate, position, ty).into())
    }

    /// Makes `llvm.insertvalue value, aggregate[position]`.
    fn insert_value(&mut self, aggregate: Value, value: Value, position: &[i64]) -> Value {
        let ty = self.type_of(aggregate);
        self.create_new_value(llvm::InsertValue::build(aggregate, value, position, ty).into())
    }

    /// Makes `llvm.getelementptr base[indices] : …, element`. The result has the type of `base`.
    fn gep(&mut self, base: Value, element: Type, indices: &[GepIndex]) -> Value {
        let ty = self.type_of(base);
        self.create_new_value(gep(base, element, indices, ty).into())
    }

    /// Makes `llvm.load address : … -> ty`.
    fn load(&mut self, ty: Type, address: Value) -> Value {
        self.create_new_value(llvm::Load::build(address, ty).into())
    }

    /// Makes `llvm.store value, address`.
    fn store(&mut self, value: Value, address: Value) -> Op {
        self.create_new(llvm::Store::build(value, address).into())
    }

    /// Makes `llvm.alloca count x element` in the default address space.
    fn alloca(&mut self, count: Value, element: Type) -> Value {
        let pointer = pointer(self.context(), 0);
        self.create_new_value(llvm::Alloca::build(count, element, pointer).into())
    }

    /// Makes `llvm.icmp "predicate" lhs, rhs`.
    fn icmp(&mut self, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
        let ty = super::types::boolean_like(self.context(), self.type_of(lhs));
        self.create_new_value(llvm::ICmp::build(lhs, rhs, predicate, ty).into())
    }

    /// Makes `llvm.br destination(arguments)`.
    fn br(&mut self, destination: Block, arguments: &[Value]) -> Op {
        self.create_new(llvm::Br::build(arguments, destination).into())
    }

    /// Makes `llvm.cond_br condition, yes(…), no(…)`.
    fn cond_br(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) -> Op {
        self.create_new(llvm::CondBr::build(condition, yes.1, no.1, yes.0, no.0).into())
    }

    /// Makes `llvm.call @callee(arguments) : … -> result`.
    fn call(&mut self, callee: &str, arguments: &[Value], result: Option<Type>) -> Op {
        let callee = self.context().ident(callee);
        self.create_new(llvm::Call::build(arguments, &[], &[], result).callee(callee).into())
    }

    /// Makes `llvm.return value`.
    fn ret(&mut self, value: Option<Value>) -> Op {
        self.create_new(llvm::Return::build(value).into())
    }

    /// Makes `builtin.unrealized_conversion_cast inputs : … to ty`.
    fn unrealized_cast(&mut self, inputs: &[Value], ty: Type) -> Value {
        self.create_new_value(builtin::UnrealizedConversionCast::build(inputs, &[ty]).into())
    }
}

impl<'c, B: Builder<'c> + ?Sized> LlvmBuilder<'c> for B {}

/// `llvm.getelementptr base[indices] : … -> ty, element`.
pub fn gep(base: Value, element: Type, indices: &[GepIndex], ty: Type) -> llvm::GetElementPtr<New> {
    let mut dynamic: SmallVec<[Value; 4]> = SmallVec::new();
    let raw: SmallVec<[i32; 4]> = indices
        .iter()
        .map(|index| match *index {
            GepIndex::Constant(constant) => constant,
            GepIndex::Value(value) => {
                dynamic.push(value);
                DYNAMIC_INDEX
            }
        })
        .collect();
    llvm::GetElementPtr::build(base, &dynamic, &raw, element, ty)
}

/// Interns the names of attributes.
pub fn named(context: &Context, attributes: Named<'_>) -> tern_mlir::attributes::NamedAttributes {
    attributes.iter().map(|&(name, value)| NamedAttribute { name: context.name(name), value }).collect()
}

/// The type of the element of an aggregate at `position`.
///
/// # Panics
/// If the aggregate has no such element, which is a bug in the caller.
pub fn element_at(context: &Context, aggregate: Type, position: &[i64]) -> Type {
    use tern_dialect_llvm::types::{array_parts, struct_fields};
    position.iter().fold(aggregate, |ty, &index| match struct_fields(context, ty) {
        Some((fields, _)) => fields[index as usize],
        None => array_parts(context, ty).expect("the type is an aggregate").0,
    })
}

/// Builds a new body of one block, for a function that a pass adds.
pub struct BodyBuilder<'c> {
    context: &'c Context,
    body: Body,
    block: Block,
    location: Location,
}

impl<'c> BodyBuilder<'c> {
    /// Creates a body of one block with arguments of the given types.
    pub fn new(context: &'c Context, arguments: &[Type], location: Location) -> Self {
        let (mut body, block) = Body::with_block();
        for &ty in arguments {
            body.add_argument(block, ty, location);
        }
        Self { context, body, block, location }
    }

    /// The arguments of the entry block.
    pub fn arguments(&self) -> Vec<Value> {
        self.body.block_arguments(self.block).to_vec()
    }

    /// Returns the finished body.
    pub fn finish(self) -> Body {
        self.body
    }
}

impl<'c> Builder<'c> for BodyBuilder<'c> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        &self.body
    }

    fn location(&self) -> Location {
        self.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.context, state);
        self.body.append_op(self.block, op);
        op
    }
}

/// `value` as a 64-bit integer attribute, the form of alignments.
pub fn i64_attribute(context: &Context, value: i64) -> Attribute {
    Attribute::integer(context, context.common.i64, value)
}
