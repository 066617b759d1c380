//! The trait `Builder`, with short methods that make operations, above all of the `llvm` dialect; and `BodyBuilder`, which
//! builds new bodies.

use smallvec::SmallVec;
use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_llvm::types::pointer;
use tern_mlir::builtin;
use tern_mlir::declare::New;
use tern_mlir::rewrite::{self, Listener};
use tern_mlir::{
    AttrKind, Attribute, Block, Body, Context, Location, NamedAttribute, Op, OpState, Type, Value,
};

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

/// Makes operations at an insertion point. The rewriters implement it for patterns, [`rewrite::Rewriter`] for passes without
/// patterns, [`BodyBuilder`] for new bodies.
pub trait Builder<'c> {
    /// The context that the types and attributes are interned in.
    fn context(&self) -> &'c Context;

    /// The body that operations are added to.
    fn body(&self) -> &Body;

    /// The location of new operations.
    fn location(&self) -> Location;

    /// Makes an operation and inserts it at the insertion point.
    fn insert(&mut self, state: OpState) -> Op;

    /// Makes an operation and inserts it at the insertion point: `b.create(llvm::Store::build(value, address))`.
    fn create(&mut self, new: impl Into<New>) -> Op
    where
        Self: Sized,
    {
        let state = new.into().state(self.context(), self.body(), self.location());
        self.insert(state)
    }

    /// Makes an operation with one result, and returns the result.
    fn create_value(&mut self, new: impl Into<New>) -> Value
    where
        Self: Sized,
    {
        let op = self.create(new);
        self.body().made_result(op)
    }

    /// The type of a value.
    fn type_of(&self, value: Value) -> Type {
        self.body().value_type(value)
    }

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

    /// Makes an operation whose result has the type of its first operand, such as `llvm.add`, `llvm.xor` or `llvm.fneg`.
    fn same(&mut self, name: &'static str, operands: &[Value]) -> Value {
        let ty = self.type_of(operands[0]);
        self.value(name, operands, ty, &[])
    }

    /// Makes a terminator, or another operation with `successors`.
    fn branch(
        &mut self,
        name: &'static str,
        operands: &[Value],
        successors: &[Block],
        properties: Named<'_>,
    ) -> Op {
        let context = self.context();
        let mut state = OpState::new(context.op_name_of_two(name, ""), self.location());
        state.operands = operands.into();
        state.successors = successors.into();
        state.properties = named(context, properties);
        self.insert(state)
    }

    /// Makes `llvm.mlir.constant(value) : ty`.
    fn constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.value(llvm::Constant::NAME, &[], ty, &[("value", value)])
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
        self.value(llvm::Poison::NAME, &[], ty, &[])
    }

    /// Makes `llvm.mlir.undef : ty`.
    fn undef(&mut self, ty: Type) -> Value {
        self.value(llvm::Undef::NAME, &[], ty, &[])
    }

    /// Makes `llvm.mlir.zero : ty`.
    fn zero(&mut self, ty: Type) -> Value {
        self.value(llvm::Zero::NAME, &[], ty, &[])
    }

    /// Makes `llvm.extractvalue aggregate[position]`.
    fn extract_value(&mut self, aggregate: Value, position: &[i64]) -> Value {
        let context = self.context();
        let ty = element_at(context, self.type_of(aggregate), position);
        let position = Attribute::dense_i64(context, position);
        self.value(llvm::ExtractValue::NAME, &[aggregate], ty, &[("position", position)])
    }

    /// Makes `llvm.insertvalue value, aggregate[position]`.
    fn insert_value(&mut self, aggregate: Value, value: Value, position: &[i64]) -> Value {
        let position = Attribute::dense_i64(self.context(), position);
        let ty = self.type_of(aggregate);
        self.value(llvm::InsertValue::NAME, &[aggregate, value], ty, &[("position", position)])
    }

    /// Makes `llvm.getelementptr base[indices] : …, element`. The result has the type of `base`.
    fn gep(&mut self, base: Value, element: Type, indices: &[GepIndex]) -> Value {
        self.gep_with(base, element, indices, &[])
    }

    /// Like [`gep`](Self::gep), with further properties such as `noWrapFlags`.
    fn gep_with(&mut self, base: Value, element: Type, indices: &[GepIndex], more: Named<'_>) -> Value {
        let context = self.context();
        let mut operands: SmallVec<[Value; 4]> = SmallVec::from_slice(&[base]);
        let raw: Vec<i32> = indices
            .iter()
            .map(|index| match *index {
                GepIndex::Constant(constant) => constant,
                GepIndex::Value(value) => {
                    operands.push(value);
                    DYNAMIC_INDEX
                }
            })
            .collect();
        let mut properties = vec![
            ("rawConstantIndices", Attribute::dense_i32(context, &raw)),
            ("elem_type", Attribute::of_type(context, element)),
        ];
        properties.extend_from_slice(more);
        let ty = self.type_of(base);
        self.value(llvm::GetElementPtr::NAME, &operands, ty, &properties)
    }

    /// Makes `llvm.load address : … -> ty`.
    fn load(&mut self, ty: Type, address: Value, properties: Named<'_>) -> Value {
        self.value(llvm::Load::NAME, &[address], ty, properties)
    }

    /// Makes `llvm.store value, address`.
    fn store(&mut self, value: Value, address: Value, properties: Named<'_>) -> Op {
        self.op(llvm::Store::NAME, &[value, address], &[], properties)
    }

    /// Makes `llvm.alloca count x element` in `address_space`.
    fn alloca(&mut self, count: Value, element: Type, address_space: u32, properties: Named<'_>) -> Value {
        let context = self.context();
        let mut all = vec![("elem_type", Attribute::of_type(context, element))];
        all.extend_from_slice(properties);
        self.value(llvm::Alloca::NAME, &[count], pointer(context, address_space), &all)
    }

    /// Makes `llvm.icmp "predicate" lhs, rhs`.
    fn icmp(&mut self, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
        let context = self.context();
        let ty = super::types::boolean_like(context, self.type_of(lhs));
        let predicate = i64_attribute(context, predicate.value() as i64);
        self.value(llvm::ICmp::NAME, &[lhs, rhs], ty, &[("predicate", predicate)])
    }

    /// Makes `llvm.br destination(arguments)`.
    fn br(&mut self, destination: Block, arguments: &[Value]) -> Op {
        self.branch(llvm::Br::NAME, arguments, &[destination], &[])
    }

    /// Makes `llvm.cond_br condition, yes(…), no(…)`.
    fn cond_br(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) -> Op {
        let operands = [&[condition], yes.1, no.1].concat();
        let segments = Attribute::dense_i32(self.context(), &[1, yes.1.len() as i32, no.1.len() as i32]);
        self.branch(llvm::CondBr::NAME, &operands, &[yes.0, no.0], &[("operandSegmentSizes", segments)])
    }

    /// Makes `llvm.call @callee(arguments) : … -> results`, with at most one result.
    fn call(&mut self, callee: &str, arguments: &[Value], results: &[Type]) -> Op {
        let callee = Attribute::symbol(self.context(), callee);
        let properties = call_properties(self.context(), arguments.len());
        self.op(llvm::Call::NAME, arguments, results, &[&properties[..], &[("callee", callee)]].concat())
    }

    /// Makes `llvm.call_intrinsic "name"(arguments)`.
    fn call_intrinsic(&mut self, name: &str, arguments: &[Value], results: &[Type]) -> Op {
        let context = self.context();
        let name = Attribute::string(context, name);
        let segments = Attribute::dense_i32(context, &[arguments.len() as i32, 0]);
        let properties = [
            ("intrin", name),
            ("operandSegmentSizes", segments),
            ("op_bundle_sizes", Attribute::dense_i32(context, &[])),
        ];
        self.op(llvm::CallIntrinsic::NAME, arguments, results, &properties)
    }

    /// Makes `llvm.return values`.
    fn ret(&mut self, values: &[Value]) -> Op {
        self.op(llvm::Return::NAME, values, &[], &[])
    }

    /// Makes `builtin.unrealized_conversion_cast inputs : … to ty`.
    fn unrealized_cast(&mut self, inputs: &[Value], ty: Type) -> Value {
        self.value(builtin::UnrealizedConversionCast::NAME, inputs, ty, &[])
    }
}

impl<'c, L: Listener> Builder<'c> for rewrite::Rewriter<'_, 'c, L> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        self.body
    }

    fn location(&self) -> Location {
        self.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        rewrite::Rewriter::insert(self, state)
    }
}

/// The properties that every `llvm.call` with this number of operands has.
pub fn call_properties(context: &Context, operands: usize) -> Vec<(&'static str, Attribute)> {
    vec![
        ("operandSegmentSizes", Attribute::dense_i32(context, &[operands as i32, 0])),
        ("op_bundle_sizes", Attribute::dense_i32(context, &[])),
    ]
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

/// The text of a string attribute.
pub fn string_bytes(context: &Context, attribute: Attribute) -> Option<&[u8]> {
    match attribute.kind(context) {
        AttrKind::String { value, .. } => Some(context.bytes(*value)),
        _ => None,
    }
}
