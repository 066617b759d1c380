//! The operands and successors of instructions, found by the types of their parts, for reading and for changing.

use smallvec::SmallVec;
use thin_vec::ThinVec;

use super::{
    Alignment, Atomicity, BinaryOp, Bundle, CallSite, CastOp, DebugRecord, Flags, FloatPredicate, Inst,
    Instruction, IntPredicate, List, Ordering, RecordOperand, RmwOp, Successors,
};
use crate::attributes::AttributeListId;
use crate::entity::StrId;
use crate::function::{Block, Function, Value};
use crate::types::Type;

/// The operands of an instruction; mostly few.
pub type Operands = SmallVec<[Value; 4]>;

/// Receives the operands and successors of an instruction.
pub(crate) trait Visitor {
    fn value(&mut self, value: &Value);
    fn block(&mut self, block: &Block);
    /// Operands in the pool of values.
    fn values(&mut self, list: &List<Value>);
    /// The incoming values and blocks of a PHI node, in the pool of edges. The blocks are no successors.
    fn incoming(&mut self, list: &List<(Value, Block)>);
}

/// Receives the operands and successors of an instruction, for changing them; and, if it wants them, its other handles.
pub(crate) trait VisitorMut {
    fn value(&mut self, value: &mut Value);
    fn block(&mut self, block: &mut Block);
    /// Operands in the pool of values.
    fn values(&mut self, list: &mut List<Value>);
    /// The incoming values and blocks of a PHI node, in the pool of edges. The blocks are no successors.
    fn incoming(&mut self, list: &mut List<(Value, Block)>);
    #[inline]
    fn ty(&mut self, _: &mut Type) {}
    #[inline]
    fn string(&mut self, _: &mut StrId) {}
    #[inline]
    fn attributes(&mut self, _: &mut AttributeListId) {}
    #[inline]
    fn record(&mut self, _: &mut DebugRecord) {}
}

/// A part of an instruction: operands, successors, fields, or several of them.
pub(crate) trait Parts {
    /// Shows the operands and successors to the visitor, in order.
    fn visit(&self, visitor: &mut impl Visitor);
    /// Shows the operands and successors to the visitor, in the same order.
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut);
}

macro_rules! visited {
    ($($type:ty => $method:ident,)+) => {$(
        impl Parts for $type {
            #[inline]
            fn visit(&self, visitor: &mut impl Visitor) {
                visitor.$method(self);
            }

            #[inline]
            fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
                visitor.$method(self);
            }
        }
    )+};
}

visited! {
    Value => value,
    Block => block,
    List<Value> => values,
    List<(Value, Block)> => incoming,
}

/// Fields have neither operands nor successors. The values in debug records are not operands in LLVM.
macro_rules! fields {
    ($($type:ty),+ $(,)?) => {$(
        impl Parts for $type {
            #[inline]
            fn visit(&self, _: &mut impl Visitor) {}

            #[inline]
            fn visit_mut(&mut self, _: &mut impl VisitorMut) {}
        }
    )+};
}

fields!(Alignment, BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate, List<u32>, Ordering, RmwOp, bool,);

/// Fields that are handles, or contain such: only visitors that change them see them.
macro_rules! handles {
    ($($type:ty => $method:ident,)+) => {$(
        impl Parts for $type {
            #[inline]
            fn visit(&self, _: &mut impl Visitor) {}

            #[inline]
            fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
                visitor.$method(self);
            }
        }
    )+};
}

handles! {
    Type => ty,
    StrId => string,
    AttributeListId => attributes,
    DebugRecord => record,
}

impl Parts for Atomicity {
    #[inline]
    fn visit(&self, _: &mut impl Visitor) {}

    #[inline]
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
        self.scope.visit_mut(visitor);
    }
}

/// Lists of parts, and parts that may be absent.
macro_rules! each {
    ($($type:ty),+) => {$(
        impl<T: Parts> Parts for $type {
            #[inline]
            fn visit(&self, visitor: &mut impl Visitor) {
                self.iter().for_each(|part| part.visit(visitor));
            }

            #[inline]
            fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
                self.iter_mut().for_each(|part| part.visit_mut(visitor));
            }
        }
    )+};
}

each!(Option<T>, Vec<T>, ThinVec<T>, [T]);

impl<T: Parts + ?Sized> Parts for Box<T> {
    #[inline]
    fn visit(&self, visitor: &mut impl Visitor) {
        (**self).visit(visitor);
    }

    #[inline]
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
        (**self).visit_mut(visitor);
    }
}

impl<A: Parts, B: Parts> Parts for (A, B) {
    #[inline]
    fn visit(&self, visitor: &mut impl Visitor) {
        self.0.visit(visitor);
        self.1.visit(visitor);
    }

    #[inline]
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
        self.0.visit_mut(visitor);
        self.1.visit_mut(visitor);
    }
}

impl Parts for Bundle {
    #[inline]
    fn visit(&self, visitor: &mut impl Visitor) {
        self.inputs.visit(visitor);
    }

    #[inline]
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
        self.tag.visit_mut(visitor);
        self.inputs.visit_mut(visitor);
    }
}

/// The callee comes last.
impl Parts for CallSite {
    #[inline]
    fn visit(&self, visitor: &mut impl Visitor) {
        self.args[..].visit(visitor);
        self.bundles.visit(visitor);
        self.callee.visit(visitor);
    }

    #[inline]
    fn visit_mut(&mut self, visitor: &mut impl VisitorMut) {
        self.args[..].visit_mut(visitor);
        self.bundles.visit_mut(visitor);
        self.callee.visit_mut(visitor);
        self.function_type.visit_mut(visitor);
        self.attributes.visit_mut(visitor);
    }
}

/// Passes on operands.
struct OperandVisitor<'f, F> {
    function: &'f Function,
    visit: F,
}

impl<F: FnMut(Value)> Visitor for OperandVisitor<'_, F> {
    #[inline]
    fn value(&mut self, value: &Value) {
        (self.visit)(*value);
    }

    #[inline]
    fn block(&mut self, _: &Block) {}

    #[inline]
    fn values(&mut self, list: &List<Value>) {
        self.function.list(*list).iter().for_each(|value| (self.visit)(*value));
    }

    #[inline]
    fn incoming(&mut self, list: &List<(Value, Block)>) {
        self.function.list(*list).iter().for_each(|(value, _)| (self.visit)(*value));
    }
}

/// Passes on operands, for changing them.
struct OperandVisitorMut<'f, F> {
    values: &'f mut [Value],
    edges: &'f mut [(Value, Block)],
    visit: F,
}

impl<F: FnMut(&mut Value)> VisitorMut for OperandVisitorMut<'_, F> {
    fn value(&mut self, value: &mut Value) {
        (self.visit)(value);
    }

    fn block(&mut self, _: &mut Block) {}

    fn values(&mut self, list: &mut List<Value>) {
        self.values[list.range()].iter_mut().for_each(&mut self.visit);
    }

    fn incoming(&mut self, list: &mut List<(Value, Block)>) {
        self.edges[list.range()].iter_mut().for_each(|(value, _)| (self.visit)(value));
    }
}

/// Passes on operands that are in no pool.
struct InlineVisitor<F>(F);

impl<F: FnMut(&mut Value)> VisitorMut for InlineVisitor<F> {
    #[inline]
    fn value(&mut self, value: &mut Value) {
        (self.0)(value);
    }

    #[inline]
    fn block(&mut self, _: &mut Block) {}

    #[inline]
    fn values(&mut self, _: &mut List<Value>) {}

    #[inline]
    fn incoming(&mut self, _: &mut List<(Value, Block)>) {}
}

/// Passes on successors.
struct SuccessorVisitor<F>(F);

impl<F: FnMut(Block)> Visitor for SuccessorVisitor<F> {
    #[inline]
    fn value(&mut self, _: &Value) {}

    #[inline]
    fn block(&mut self, block: &Block) {
        (self.0)(*block);
    }

    #[inline]
    fn values(&mut self, _: &List<Value>) {}

    #[inline]
    fn incoming(&mut self, _: &List<(Value, Block)>) {}
}

impl<F: FnMut(&mut Block)> VisitorMut for SuccessorVisitor<F> {
    fn value(&mut self, _: &mut Value) {}

    fn block(&mut self, block: &mut Block) {
        (self.0)(block);
    }

    fn values(&mut self, _: &mut List<Value>) {}

    fn incoming(&mut self, _: &mut List<(Value, Block)>) {}
}

impl Instruction {
    /// Visits the values that an instruction of `function` uses, in the order of LLVM's operands: the callee comes last. Values in
    /// debug records are not visited, because they are not operands in LLVM; see [`DebugRecord::values`].
    #[inline]
    pub fn for_each_operand(&self, function: &Function, visit: impl FnMut(Value)) {
        self.visit(&mut OperandVisitor { function, visit });
    }

    /// Visits the operands that the instruction holds itself, so that they can be changed. Those of PHI nodes, the indices of
    /// `getelementptr` and the arguments of pads are in pools of the function: see [`Function::for_each_operand_mut`].
    #[inline]
    pub fn for_each_inline_operand_mut(&mut self, visit: impl FnMut(&mut Value)) {
        self.visit_mut(&mut InlineVisitor(visit));
    }

    /// The successors of a terminator, in the order of LLVM's operands, once for each edge; empty for other instructions.
    #[inline]
    pub fn successors(&self) -> Successors {
        let mut successors = Successors::new();
        self.visit(&mut SuccessorVisitor(|block| successors.push(block)));
        successors
    }

    /// Visits the successors of a terminator, so that they can be changed. PHI nodes of old and new successors are the caller's
    /// business.
    pub fn for_each_successor_mut(&mut self, visit: impl FnMut(&mut Block)) {
        self.visit_mut(&mut SuccessorVisitor(visit));
    }
}

impl Function {
    /// The operands of an instruction, in LLVM's order; see [`Instruction::for_each_operand`].
    pub fn operands(&self, inst: Inst) -> Operands {
        let mut operands = Operands::new();
        self.insts[inst].inst.for_each_operand(self, |value| operands.push(value));
        operands
    }

    /// Visits the operands of an instruction, so that they can be changed; the order is that of [`operands`](Self::operands).
    pub fn for_each_operand_mut(&mut self, inst: Inst, visit: impl FnMut(&mut Value)) {
        let (values, edges) = (&mut self.values[..], &mut self.edges[..]);
        self.insts[inst].inst.visit_mut(&mut OperandVisitorMut { values, edges, visit });
    }
}

impl DebugRecord {
    /// The values that the record describes: locals and constants, those in lists included.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let values = self.operands.iter().flat_map(|operand| match operand {
            RecordOperand::Value(value) => std::slice::from_ref(value),
            RecordOperand::ArgList(values) => values,
            RecordOperand::Metadata(_) => &[],
        });
        values.copied()
    }

    /// Mutable access to what [`values`](Self::values) lists.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.operands.iter_mut().flat_map(|operand| match operand {
            RecordOperand::Value(value) => std::slice::from_mut(value),
            RecordOperand::ArgList(values) => values,
            RecordOperand::Metadata(_) => &mut [],
        })
    }
}
