//! Caches translated instructions. A [`Shape`] is an instruction without its operands; instructions that agree in shape, result
//! type and attachments become operations that differ only in operands and location, so the first one is translated and the
//! others are copied from it.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;
use tern_dialect_llvm::interfaces::{
    DisjointFlagInterface, ExactFlagInterface, IntegerOverflowFlagsInterface, NonNegFlagInterface,
};
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::AttributeListId;
use tern_llvm_ir::function::{Function, InstData};
use tern_llvm_ir::instruction::{
    Alignment, Atomicity, BinaryOp, CastOp, Flags, FloatPredicate, Instruction, IntPredicate, TailKind,
};
use tern_llvm_ir::{Inst, MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::enums::ToDialect;
use tern_mlir::{Attribute, Block, Body, Location, Op, OpName, Type, Value};

use crate::builder::{New, cast, flag_set};
use crate::functions::{BodyState, Values};
use crate::{Error, Importer, Result, ir};

/// The cache stops growing at this many entries.
const MOST: usize = 1 << 14;

/// An instruction without its operands. Covers the frequent instructions only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    FNeg(Flags),
    Binary(BinaryOp, Flags),
    Cast(CastOp, Flags),
    ICmp(IntPredicate, Flags),
    FCmp(FloatPredicate, Flags),
    Select(Flags),
    Freeze,
    ExtractElement,
    InsertElement,
    Alloca {
        allocated: ir::Type,
        alignment: Alignment,
        inalloca: bool,
        swifterror: bool,
    },
    Load {
        alignment: Alignment,
        volatile: bool,
        atomicity: Atomicity,
    },
    Store {
        alignment: Alignment,
        volatile: bool,
        atomicity: Atomicity,
    },
    /// `indices` is the `rawConstantIndices` of the operation: the constants, and a marker for each index that is an operand.
    GetElementPtr {
        flags: Flags,
        element: ir::Type,
        indices: RawIndices,
    },
    Return,
    Unreachable,
    Br,
    /// How many block arguments each of the two successors takes.
    CondBr([usize; 2]),
    Call(CallShape),
}

/// A call without its arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct CallShape {
    /// The called function; none for a call through a pointer.
    pub(crate) callee: PackedOption<ir::Global>,
    pub(crate) function_type: ir::Type,
    pub(crate) arguments: u32,
    pub(crate) calling_convention: u32,
    pub(crate) attributes: AttributeListId,
    pub(crate) flags: Flags,
    pub(crate) tail: TailKind,
}

/// Indices of a `getelementptr` as MLIR stores them: constants as they are, and the least `i32` for each index that is an operand.
#[derive(Clone, Default)]
pub(crate) struct RawIndices(SmallVec<[i32; 4]>);

impl RawIndices {
    pub(crate) fn push(&mut self, index: i32) {
        self.0.push(index);
    }
}

impl Deref for RawIndices {
    type Target = [i32];

    fn deref(&self) -> &[i32] {
        &self.0
    }
}

impl PartialEq for RawIndices {
    /// Compares element by element rather than with `memcmp`: there are few indices.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for RawIndices {}

impl Hash for RawIndices {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|&index| state.write_i32(index));
    }
}

/// The operands and successors of an operation, in its order.
#[derive(Default)]
pub(crate) struct Uses {
    pub(crate) operands: Values,
    pub(crate) successors: SmallVec<[Block; 2]>,
}

/// The cache key: everything that determines an operation, except its operands and its location.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct OpKey {
    shape: Shape,
    result: Option<ir::Type>,
    attachments: SmallVec<[(StrId, MdNode); 2]>,
    phis: Option<Attribute>,
}

/// The cached translation: an operation without its operands and location.
#[derive(Clone, Copy)]
pub(crate) struct CachedOp {
    name: OpName,
    properties: Attribute,
    attributes: Attribute,
    result: Option<Type>,
}

impl CachedOp {
    /// Turns an operation under construction into a form with the given result type. Takes its properties and attributes.
    pub(crate) fn of(new: &mut New<'_>, result: Option<Type>) -> Self {
        let context = new.context;
        let dictionary = |entries: &mut _| Attribute::dictionary(context, std::mem::take(entries));
        let properties = dictionary(&mut new.state.properties);
        let attributes = dictionary(&mut new.state.attributes);
        Self { name: new.state.name, properties, attributes, result }
    }

    /// Creates an operation of this form with the given operands, in no block yet.
    pub(crate) fn make(self, body: &mut Body, location: Location, operands: &[Value]) -> Op {
        let Self { name, properties, attributes, result } = self;
        body.create_simple(name, location, operands, result.as_slice(), properties, attributes)
    }
}

impl<'c> Importer<'_, 'c> {
    /// Reserves cache capacity for about `instructions / 32` entries.
    pub(crate) fn expect(&mut self, instructions: usize) {
        /// Roughly one in this many instructions is unlike all before it.
        const ONE_OF: usize = 32;
        self.op_cache.reserve(MOST.min(instructions / ONE_OF));
    }

    /// The shape of an instruction, or `None` if it has none. Appends its operands and successors to the last parameter, which
    /// must be empty.
    #[inline(always)]
    pub(crate) fn shape(
        &mut self,
        site: &mut BodyState<'_>,
        inst: &Instruction,
        ty: Option<ir::Type>,
        Uses { operands, successors }: &mut Uses,
    ) -> Result<Option<Shape>> {
        let (shape, used) = match inst {
            Instruction::FNeg { flags, value } => (Shape::FNeg(*flags), &[*value][..]),
            Instruction::Binary { op, flags, lhs, rhs } => (Shape::Binary(*op, *flags), &[*lhs, *rhs][..]),
            Instruction::Cast { op, flags, value } => (Shape::Cast(*op, *flags), &[*value][..]),
            Instruction::ICmp { predicate, flags, lhs, rhs } => {
                (Shape::ICmp(*predicate, *flags), &[*lhs, *rhs][..])
            }
            Instruction::FCmp { predicate, flags, lhs, rhs } => {
                (Shape::FCmp(*predicate, *flags), &[*lhs, *rhs][..])
            }
            Instruction::Select { flags, condition, then, otherwise } => {
                (Shape::Select(*flags), &[*condition, *then, *otherwise][..])
            }
            Instruction::Freeze(value) => (Shape::Freeze, &[*value][..]),
            Instruction::ExtractElement { vector, index } => (Shape::ExtractElement, &[*vector, *index][..]),
            Instruction::InsertElement { vector, value, index } => {
                (Shape::InsertElement, &[*vector, *value, *index][..])
            }
            Instruction::Alloca(alloca) => {
                let alignment = self.written_alignment(inst, alloca.alignment, || alloca.allocated);
                let (inalloca, swifterror) = (alloca.inalloca, alloca.swifterror);
                let shape = Shape::Alloca { allocated: alloca.allocated, alignment, inalloca, swifterror };
                (shape, &[alloca.count][..])
            }
            Instruction::Load { address, alignment, volatile, atomicity } => {
                let loaded = || ty.unwrap_or(self.ir.types.common.void);
                let alignment = self.written_alignment(inst, *alignment, loaded);
                (Shape::Load { alignment, volatile: *volatile, atomicity: *atomicity }, &[*address][..])
            }
            Instruction::Store { address, value, alignment, volatile, ordering, scope } => {
                let alignment = self.written_alignment(inst, *alignment, || self.type_of(site, *value));
                let atomicity = Atomicity { ordering: *ordering, scope: *scope };
                (Shape::Store { alignment, volatile: *volatile, atomicity }, &[*value, *address][..])
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                operands.push(self.value(site, *base)?);
                let function = site.function.as_ref().map(|state| state.function);
                let indices = function.map(|function| function.list(*indices)).unwrap_or_default();
                let indices = self.gep_indices(site, *element, indices, operands)?;
                return Ok(Some(Shape::GetElementPtr { flags: *flags, element: *element, indices }));
            }
            Instruction::Ret(None) => (Shape::Return, &[][..]),
            Instruction::Ret(Some(value)) => (Shape::Return, &[*value][..]),
            Instruction::Unreachable => (Shape::Unreachable, &[][..]),
            Instruction::Br(block) => {
                successors.push(self.edge_to(site, *block, None, operands)?);
                return Ok(Some(Shape::Br));
            }
            Instruction::CondBr { condition, then, otherwise } => {
                // MLIR's own importer visits the condition last.
                if !self.upstream() {
                    operands.push(self.value(site, *condition)?);
                }
                let begin = operands.len();
                successors.push(self.edge_to(site, *then, None, operands)?);
                let middle = operands.len();
                successors.push(self.edge_to(site, *otherwise, None, operands)?);
                let shape = Shape::CondBr([middle - begin, operands.len() - middle]);
                if self.upstream() {
                    operands.insert(0, self.value(site, *condition)?);
                }
                return Ok(Some(shape));
            }
            Instruction::Call(call) => {
                let Some(shape) = self.call_shape(call) else { return Ok(None) };
                self.push_values(site, &call.args, operands)?;
                if shape.callee.is_none() {
                    operands.insert(0, self.value(site, call.callee)?);
                }
                return Ok(Some(Shape::Call(shape)));
            }
            _ => return Ok(None),
        };
        self.push_values(site, used, operands)?;
        Ok(Some(shape))
    }

    /// The operation for instructions of a shape, without operands. `data` is any instruction of that shape.
    pub(crate) fn of_shape(&mut self, shape: &Shape, data: &InstData) -> Result<New<'c>> {
        let context = self.context;
        Ok(match shape {
            Shape::Call(_) => match &data.inst {
                Instruction::Call(call) => self.call_of_shape(call, data.result.is_some()),
                _ => return Err(Error::new("a call that is none")),
            },
            Shape::FNeg(flags) => self.built(ops::FNeg::start().fastmathFlags(flag_set(*flags))),
            Shape::Binary(op, flags) => {
                let new = New::of_two(context, "llvm.", op.spelling());
                match op {
                    _ if op.is_float() => self.with_fast_math(new, *flags, true),
                    _ if flags.is_empty() => new,
                    BinaryOp::Or => {
                        let disjoint = flags.contains(Flags::DISJOINT);
                        new.with(|new| DisjointFlagInterface(new).isDisjoint(disjoint).0)
                    }
                    _ if flags.contains(Flags::EXACT) => {
                        new.with(|new| ExactFlagInterface(new).isExact(true).0)
                    }
                    _ => new.with(|new| IntegerOverflowFlagsInterface(new).overflowFlags(flag_set(*flags)).0),
                }
            }
            Shape::Cast(op, flags) => {
                let new = cast(context, *op);
                let new = match flag_set(*flags) {
                    None => new,
                    overflow => new.with(|new| IntegerOverflowFlagsInterface(new).overflowFlags(overflow).0),
                };
                let new = match flags.contains(Flags::NNEG) {
                    true => new.with(|new| NonNegFlagInterface(new).nonNeg(true).0),
                    false => new,
                };
                self.with_fast_math(new, *flags, false)
            }
            Shape::ICmp(predicate, flags) => self
                .built(ops::ICmp::start().predicate(predicate.to_dialect()))
                .unit_aside(asides::SAMESIGN, flags.contains(Flags::SAMESIGN)),
            Shape::FCmp(predicate, flags) => self
                .built(ops::FCmp::start().predicate(predicate.to_dialect()).fastmathFlags(flag_set(*flags))),
            Shape::Select(flags) => self.built(ops::Select::start().fastmathFlags(flag_set(*flags))),
            Shape::Freeze => New::of(context, ops::Freeze::start()),
            Shape::ExtractElement => New::of(context, ops::ExtractElement::start()),
            Shape::InsertElement => New::of(context, ops::InsertElement::start()),
            Shape::Alloca { allocated, alignment, inalloca, swifterror } => {
                let new = ops::Alloca::start().alignment(alignment.bytes()).elem_type(self.ty(*allocated));
                self.built(new.inalloca(*inalloca)).unit_aside(asides::SWIFTERROR, *swifterror)
            }
            Shape::Load { alignment, volatile, atomicity } => {
                let (ordering, scope) = self.atomicity(*atomicity);
                let new = ops::Load::start().volatile_(*volatile).alignment(alignment.bytes());
                self.built(new.ordering(ordering).syncscope(scope))
            }
            Shape::Store { alignment, volatile, atomicity } => {
                let (ordering, scope) = self.atomicity(*atomicity);
                let new = ops::Store::start().volatile_(*volatile).alignment(alignment.bytes());
                self.built(new.ordering(ordering).syncscope(scope))
            }
            Shape::GetElementPtr { flags, element, indices } => self.gep(*flags, *element, indices),
            Shape::Return => New::of(context, ops::Return::start()),
            Shape::Unreachable => New::of(context, ops::Unreachable::start()),
            Shape::Br => New::of(context, ops::Br::start()),
            Shape::CondBr([then, otherwise]) => {
                New::of(context, ops::CondBr::start()).segments(self, &[1, *then, *otherwise])
            }
        })
    }

    /// Imports an instruction that has a shape, from the cache if an equal one was imported before. Lossless import only.
    pub(crate) fn repeat(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        shape: Shape,
        uses: &Uses,
    ) -> Result<()> {
        let data = &function.insts[inst];
        let attachments = function.inst_attachments(inst);
        let result = data.result.expand();
        let (location, attachments) = match attachments {
            [] => (Location::unknown(self.context), SmallVec::new()),
            _ => (self.location_of(attachments), self.unlocated(attachments)),
        };
        let key = OpKey {
            shape,
            result: result.map(|local| function.locals[local].ty),
            attachments,
            phis: if data.inst.is_terminator() { self.phi_aside(site) } else { None },
        };
        let form = match self.op_cache.get(&key) {
            Some(&form) => form,
            None => self.new_form(key, data)?,
        };
        let body = &mut site.body;
        let op = form.make(body, location, &uses.operands);
        if !uses.successors.is_empty() {
            body.set_successors(op, &uses.successors);
        }
        self.put(site, function, op, result)
    }

    /// Translates the first instruction with this key and caches the result.
    #[cold]
    fn new_form(&mut self, key: OpKey, data: &InstData) -> Result<CachedOp> {
        let mut new = self.of_shape(&key.shape, data)?;
        new = self.with_attachments(new, &key.attachments);
        if let Some(phis) = key.phis {
            new = new.aside(asides::PHIS, phis);
        }
        let result = key.result.map(|ty| self.ty(ty));
        let form = CachedOp::of(&mut new, result);
        if self.op_cache.len() < MOST {
            self.op_cache.insert(key, form);
        }
        Ok(form)
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{self, PrintOptions};

    #[test]
    fn what_is_known_becomes_what_was_new() {
        let body = "\n  %1 = call i32 @g(i32 1, ptr null)\n  %2 = call i32 @g(i32 %1, ptr %p)\n  \
            %3 = tail call i32 @g(i32 %1, ptr null)\n  %4 = call i32 @g(i32 signext %1, ptr null) #0\n  \
            %5 = call i32 %p(i32 %1, ptr @g)\n  %6 = call fastcc i32 @g(i32 %1, ptr %p)\n  \
            %7 = call i32 (ptr, ...) @v(ptr %p, i32 2)\n  %8 = call i32 (ptr, ...) @v(ptr %p)\n  \
            %9 = call i32 @llvm.smax.i32(i32 %1, i32 %2)\n  %10 = call i32 @g(i32 %1, ptr %p) [ \"b\"(i32 1) ]\n  \
            %11 = call i32 @v(i32 1)\n  call void @w(i32 poison)\n  ret i32 %5\n}\n";
        let declarations = "declare i32 @g(i32, ptr)\ndeclare i32 @v(ptr, ...)\ndeclare void @w(i32)\n\
            declare i32 @llvm.smax.i32(i32, i32)\nattributes #0 = { nounwind }\n";
        let text =
            ["a", "b"].map(|name| format!("define i32 @{name}(ptr %p) {{{body}")).concat() + declarations;
        let module = tern_llvm_ir::read(text.as_bytes(), "test").unwrap();
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = crate::import(&context, &module).unwrap();
        let text = String::from_utf8(asm::print(&context, &module, &PrintOptions::default())).unwrap();
        let bodies: Vec<Vec<&str>> =
            (text.split("llvm.func @").filter(|function| function.contains("llvm.return")))
                .map(|function| function.lines().skip(1).take_while(|line| !line.ends_with('}')).collect())
                .collect();
        let [new, known] = &bodies[..] else { panic!("{text}") };
        assert_eq!(new, known, "{text}");
        let calls: Vec<&str> = new.iter().copied().filter(|line| line.contains("llvm.call")).collect();
        assert_eq!(calls.len(), 11, "{text}");
    }
}
