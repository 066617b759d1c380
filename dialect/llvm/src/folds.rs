//! Folders of `llvm`. Source: MLIR's `LLVMDialect.cpp`. There are few, as upstream leaves most folding to LLVM.

use tern_mlir::attributes::splat;
use tern_mlir::declare::View;
use tern_mlir::fold::integers::{Binary, Int, constant, value};
use tern_mlir::fold::{Folded, Folds, InPlace, constant_value};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, Context, Op, OpRef, Type, TypeKind, Value};

use crate::attributes::{POISON, UNDEF, ZERO};
use crate::enums::ICmpPredicate;
use crate::ops as llvm;
use crate::syntax::gep::DYNAMIC_INDEX;

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds = Folds {
    operations: &[
        (llvm::AddrSpaceCast::NAME, |op, _| cast(op)),
        (llvm::Bitcast::NAME, |op, _| cast(op)),
        (llvm::ExtractValue::NAME, extract_value),
        (llvm::GetElementPtr::NAME, get_element_pointer),
        (llvm::ICmp::NAME, compare),
        (llvm::Or::NAME, |op, c| Binary::of(op, c)?.compute(op.context, |a, b| Some(a.bits | b.bits))),
        (llvm::Shl::NAME, |op, c| Binary::of(op, c)?.compute(op.context, shift_left)),
        (llvm::ZExt::NAME, zero_extend),
    ],
    more: &[],
    in_place,
    constant: make,
};

/// Makes `llvm.mlir.constant`, or the operation for a constant without a value, such as zero or poison.
fn make<'c>(b: &mut (dyn Builder<'c> + '_), attribute: Attribute, ty: Type) -> Option<Value> {
    let declared = |def| attribute.declared(b.context(), def).is_some();
    Some(match (declared(&UNDEF), declared(&POISON), declared(&ZERO)) {
        (true, ..) => b.create_new_value(llvm::Undef::build(ty).into()),
        (_, true, _) => b.create_new_value(llvm::Poison::build(ty).into()),
        (_, _, true) => b.create_new_value(llvm::Zero::build(ty).into()),
        _ => b.create_new_value(llvm::Constant::build(attribute, ty).into()),
    })
}

fn shift_left(a: Int, by: Int) -> Option<u64> {
    Some(if by.bits < u64::from(a.width) { a.bits << by.bits } else { 0 })
}

/// Zero-extends a constant. Non-splat constants are not folded.
fn zero_extend(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let from = Int::of(op.context, (*constants.first()?)?)?;
    let ty = op.type_of(op.result()?);
    let width = ty.element_or_self(op.context).integer_width(op.context)?;
    constant((width <= 64).then(|| splat(op.context, ty, from.bits.cast_signed()))?)
}

/// Folds a cast to the type of its operand, and a cast that undoes an earlier one of the same kind.
fn cast(op: OpRef<'_>) -> Results {
    let source = *op.operands().first()?;
    let result = op.type_of(op.result()?);
    if op.type_of(source) == result {
        return value(source);
    }
    let original = before(op, source)?;
    if op.type_of(original) == result { value(original) } else { None }
}

/// The operand of the definition of `source`, if that is an operation of the same name as `op`.
fn before(op: OpRef<'_>, source: Value) -> Option<Value> {
    let before = op.definition(source).filter(|before| before.name() == op.name())?;
    before.operands().first().copied()
}

fn compare(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    let compare = llvm::ICmp::of(op)?;
    let (lhs, rhs) = (compare.lhs(), compare.rhs());
    let is_equal = match compare.predicate() {
        ICmpPredicate::Eq => true,
        ICmpPredicate::Ne => false,
        _ => return None,
    };
    let defined_by = |value, def| op.definition(value).is_some_and(|definition| definition.is(def));
    // An alloca is never null.
    let differs = |a, b| defined_by(a, llvm::Alloca::DEF) && defined_by(b, llvm::Zero::DEF);
    let holds = match (lhs == rhs, differs(lhs, rhs) || differs(rhs, lhs)) {
        (true, _) => is_equal,
        (_, true) => !is_equal,
        _ => return None,
    };
    constant(splat(op.context, op.type_of(op.result()?), i64::from(holds)))
}

/// Folds `getelementptr` with a single index 0 to its base.
fn get_element_pointer(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let gep = llvm::GetElementPtr::of(op)?;
    let base = gep.base();
    if op.type_of(base) != op.type_of(gep.res()) {
        return None;
    }
    let [index] = gep.rawConstantIndices()[..] else { return None };
    let is_zero = match index {
        DYNAMIC_INDEX => {
            let index = (*constants.get(1)?)?;
            matches!(index.kind(op.context), AttrKind::Integer { .. }) && index.as_u64(op.context) == Some(0)
        }
        index => index == 0,
    };
    if is_zero { value(base) } else { None }
}

/// The width in bits, sign included, of constant indices. MLIR: `kGEPConstantBitWidth`.
const INDEX_BITS: u32 = 29;

/// The aggregate and the position that `llvm.extractvalue` reads.
struct Extraction {
    container: Value,
    position: Vec<i64>,
}

impl Extraction {
    fn of(extract: llvm::ExtractValue<View<'_>>) -> Self {
        Self { container: extract.container(), position: extract.position() }
    }

    /// Looks through nested extractions, and through insertions at other positions. Returns the inserted value if an insertion
    /// has exactly this position.
    fn look_through(&mut self, op: OpRef<'_>) -> Option<Value> {
        while let Some(from) = op.definition(self.container) {
            if let Some(outer) = llvm::ExtractValue::of(from) {
                self.position.splice(..0, outer.position());
                self.container = outer.container();
            } else if let Some(insert) = llvm::InsertValue::of(from) {
                let position = insert.position();
                if position == self.position {
                    return Some(insert.value());
                }
                let common = position.len().min(self.position.len());
                if position[..common] == self.position[..common] {
                    break;
                }
                self.container = insert.container();
            } else {
                break;
            }
        }
        None
    }
}

fn extract_value(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    let mut extraction = Extraction::of(llvm::ExtractValue::of(op)?);
    if let Some(inserted) = extraction.look_through(op) {
        return value(inserted);
    }
    let container = op.definition(extraction.container)?;
    let nothing = |def| constant(Attribute::declare(op.context, def, []));
    match container.name() {
        llvm::Undef::NAME => nothing(&UNDEF),
        llvm::Poison::NAME => nothing(&POISON),
        llvm::Zero::NAME => nothing(&ZERO),
        _ => {
            let whole = constant_value(op, extraction.container)?;
            constant(part(op.context, whole, &extraction.position)?)
        }
    }
}

/// The element of a constant at a position, if it is a number or an attribute of its own.
fn part(context: &Context, whole: Attribute, position: &[i64]) -> Option<Attribute> {
    let Some((&first, rest)) = position.split_first() else { return Some(whole) };
    match whole.kind(context) {
        AttrKind::Array(elements) => part(context, *elements.get(usize::try_from(first).ok()?)?, rest),
        AttrKind::DenseElements { ty, data, splat } => {
            let (shape, element) = (ty.shape(context)?, ty.shaped_element(context)?);
            if shape.len() != position.len() {
                return None;
            }
            let count =
                shape.iter().try_fold(1usize, |n, &size| n.checked_mul(usize::try_from(size).ok()?))?;
            let at = match splat {
                true => 0,
                false => position.iter().zip(shape).fold(0, |at, (&index, &size)| at * size + index),
            };
            let size = if *splat { data.len() } else { data.len().checked_div(count)? };
            let start = usize::try_from(at).ok()?.checked_mul(size)?;
            number(context, element, data.get(start..start.checked_add(size)?)?)
        }
        _ => None,
    }
}

/// Reads a number from little-endian bytes.
fn number(context: &Context, ty: Type, data: &[u8]) -> Option<Attribute> {
    let mut bytes = [0; 16];
    bytes.get_mut(..data.len())?.copy_from_slice(data);
    let bits = u128::from_le_bytes(bytes);
    match ty.kind(context) {
        TypeKind::Float(_) => Some(Attribute::float(context, ty, bits)),
        TypeKind::Integer { width, .. } if (1..=64).contains(width) => {
            let value = tern_mlir::int::sign_extend(bits as u64, *width);
            Some(Attribute::integer(context, ty, value))
        }
        _ => None,
    }
}

fn in_place<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    match original.name() {
        llvm::AddrSpaceCast::NAME | llvm::Bitcast::NAME => {
            let source = original.operands().first().and_then(|&source| before(original, source));
            source.inspect(|&source| b.set_operands(op, &[source])).is_some()
        }
        llvm::ExtractValue::NAME => {
            let mut extraction = Extraction::of(llvm::ExtractValue::expect(original));
            let container = extraction.container;
            extraction.look_through(original);
            if extraction.container == container {
                return false;
            }
            let position = Attribute::dense_i64(b.context(), &extraction.position);
            let properties = b.body().properties(op).with_entry(b.context(), "position", Some(position));
            b.set_properties(op, properties);
            b.set_operands(op, &[extraction.container]);
            true
        }
        llvm::GetElementPtr::NAME => constant_indices(b, op),
        _ => false,
    }
}

/// Turns index operands that are small constants into constant indices.
fn constant_indices<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let context = b.context();
    let original = OpRef::new(context, b.body(), op);
    let gep = llvm::GetElementPtr::expect(original);
    let mut indices = gep.rawConstantIndices();
    let mut operands = vec![gep.base()];
    let mut dynamic = gep.dynamicIndices().iter();
    for index in indices.iter_mut().filter(|index| **index == DYNAMIC_INDEX) {
        let Some(&operand) = dynamic.next() else { return false };
        match small_constant(original, operand) {
            Some(number) => *index = number,
            None => operands.push(operand),
        }
    }
    if operands.len() == original.operands().len() {
        return false;
    }
    let indices = Attribute::dense_i32(context, &indices);
    let properties = b.body().properties(op).with_entry(context, "rawConstantIndices", Some(indices));
    b.set_properties(op, properties);
    b.set_operands(op, &operands);
    true
}

/// The value of a constant index, if it fits in the attribute for constant indices.
fn small_constant(op: OpRef<'_>, index: Value) -> Option<i32> {
    let index = constant_value(op, index)?;
    let AttrKind::Integer { .. } = index.kind(op.context) else { return None };
    let number = Int::of(op.context, index)?.signed();
    let limit = 1 << (INDEX_BITS - 1);
    (-limit..limit).contains(&number).then_some(number as i32)
}
