//! Recognizes descriptors, the structs that represent memrefs, and the code that packs and unpacks them.
//!
//! Source: MLIR's "LLVM IR Target", Ranked and Unranked MemRef Types.

use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{address_space, array_parts, struct_fields, struct_name};
use tern_mlir::types::DYNAMIC;
use tern_mlir::{AttrKind, Attribute, Context, Op, OpRef, Type, TypeKind, Value, ValueDef};

use crate::program::Code;

/// The largest rank that is recognized.
const MAX_RANK: u64 = 64;

/// The properties of a memref that follow from the type of its descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descriptor {
    /// The number of dimensions; `None` for an unranked memref.
    pub rank: Option<usize>,
    /// The type of the offset, the sizes and the strides.
    pub index: Type,
    /// The address space of the elements; for an unranked memref, that of the pointer to its descriptor.
    pub space: u32,
}

impl Descriptor {
    /// Decodes a descriptor type; `None` if `ty` is not one.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        if struct_name(context, ty).is_some() {
            return None;
        }
        let (fields, packed) = struct_fields(context, ty)?;
        let is_index = |ty: Type| matches!(ty.kind(context), TypeKind::Integer { .. });
        match (&fields[..], packed) {
            (&[index, pointer], false) if is_index(index) => {
                let space = address_space(context, pointer)?;
                Some(Self { rank: None, index, space })
            }
            (&[allocated, aligned, index, ref arrays @ ..], false)
                if allocated == aligned && is_index(index) =>
            {
                let rank = match *arrays {
                    [] => 0,
                    [sizes, strides] if sizes == strides => {
                        let (element, rank) = array_parts(context, sizes)?;
                        (element == index && (1..=MAX_RANK).contains(&rank)).then_some(rank)?
                    }
                    _ => return None,
                };
                let space = address_space(context, aligned)?;
                Some(Self { rank: Some(rank as usize), index, space })
            }
            _ => None,
        }
    }

    /// The number of parameters through which it is passed.
    pub fn count(self) -> usize {
        self.rank.map_or(2, |rank| 3 + 2 * rank)
    }

    /// The positions of the fields in the struct, in the order in which they are passed.
    pub fn positions(self) -> Vec<Vec<i64>> {
        let Some(rank) = self.rank else { return vec![vec![0], vec![1]] };
        let each = |field: i64| (0..rank as i64).map(move |dimension| vec![field, dimension]);
        [vec![0], vec![1], vec![2]].into_iter().chain(each(3)).chain(each(4)).collect()
    }

    /// The memref type with the given element type of the `llvm` dialect; `None` if no memref type has it.
    pub fn memref(self, context: &Context, element: Type) -> Option<Type> {
        let element = memref_element(context, element)?;
        let memory_space = match self.space {
            0 => None,
            space => Some(Attribute::integer(context, context.common.i64, space.into())),
        };
        let Some(rank) = self.rank else {
            return Some(context.ty(TypeKind::UnrankedMemRef { element, memory_space }));
        };
        let open: Box<[i64]> = vec![DYNAMIC; rank].into();
        let layout = context.attr(AttrKind::StridedLayout { offset: DYNAMIC, strides: open.clone() });
        Some(context.ty(TypeKind::MemRef { shape: open, element, layout: Some(layout), memory_space }))
    }
}

/// The memref element type that is lowered to `ty`.
fn memref_element(context: &Context, ty: Type) -> Option<Type> {
    if let Some((part, count)) = array_parts(context, ty) {
        // An array is the lowered form of a vector of several dimensions.
        let TypeKind::Vector { shape, scalable, element } = memref_element(context, part)?.kind(context)
        else {
            return None;
        };
        let shape = [&[i64::try_from(count).ok()?], &**shape].concat().into();
        let scalable = [&[false], &**scalable].concat().into();
        return Some(context.ty(TypeKind::Vector { shape, scalable, element: *element }));
    }
    if let Some((fields, packed)) = struct_fields(context, ty) {
        return match fields[..] {
            [re, im] if re == im && !packed && is_number(context, re) => {
                Some(context.ty(TypeKind::Complex(re)))
            }
            _ => None,
        };
    }
    let is_element = is_number(context, ty) || matches!(ty.kind(context), TypeKind::Vector { .. });
    is_element.then_some(ty)
}

fn is_number(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { .. } | TypeKind::Float(_))
}

/// An aggregate with the values that it was built from.
pub struct Packed {
    /// The values, in the order of the requested positions.
    pub parts: Vec<Value>,
    /// The insertions, last one first, followed by the undefined aggregate that they start from.
    pub ops: Vec<Op>,
}

/// Matches an aggregate built from an undefined one with exactly one insertion at each of these positions.
pub fn packed(code: &Code<'_>, aggregate: Value, positions: &[Vec<i64>]) -> Option<Packed> {
    let mut parts: Vec<Option<Value>> = vec![None; positions.len()];
    let mut ops = Vec::new();
    let mut value = aggregate;
    for _ in positions {
        let insertion = code.definition(value).and_then(llvm::InsertValue::unverified)?;
        let at = insertion.position()?;
        let index = positions.iter().position(|position| *position == at)?;
        if parts[index].replace(insertion.value()?).is_some() {
            return None;
        }
        ops.push(insertion.0.op);
        value = insertion.container()?;
    }
    ops.push(code.definition(value).filter(|&op| is_nothing(op))?.op);
    Some(Packed { parts: parts.into_iter().collect::<Option<_>>()?, ops })
}

/// Finds the descriptor whose fields are exactly these values, in order.
pub fn unpacked(code: &Code<'_>, values: &[Value]) -> Option<(Value, Descriptor)> {
    let extraction = |value| code.definition(value).and_then(llvm::ExtractValue::unverified);
    let source = extraction(*values.first()?)?.container()?;
    let descriptor = Descriptor::of(code.context, code.body.value_type(source))?;
    let values = values.get(..descriptor.count())?;
    let positions = descriptor.positions();
    let mut fields = values.iter().zip(&positions);
    let all = fields.all(|(&value, position)| {
        extraction(value)
            .is_some_and(|op| op.container() == Some(source) && op.position().as_ref() == Some(position))
    });
    all.then_some((source, descriptor))
}

/// Whether an operation makes an undefined aggregate.
pub fn is_nothing(op: OpRef<'_>) -> bool {
    op.is(llvm::Poison::DEF) || op.is(llvm::Undef::DEF)
}

impl<'a> Code<'a> {
    /// The operation that defines a value, if it is a result.
    pub fn definition(&self, value: Value) -> Option<OpRef<'a>> {
        let ValueDef::Result(op, _) = self.body.value_def(value) else { return None };
        Some(OpRef::new(self.context, self.body, op))
    }
}
