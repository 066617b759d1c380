//! The encodings of the builtin types.

use super::{Joined, encodings};
use crate::affine::{AffineExpr, AffineMap};
use crate::attributes::{AttrKind, Attribute};
use crate::bytecode::encoding::Field::{self, Attribute as Attr, List, Signed, Type as Ty, Unsigned};
use crate::bytecode::encoding::{Datum, Encoding, dimensions};
use crate::context::Context;
use crate::types::{DYNAMIC, FloatKind, Signedness, Type, TypeKind};

/// The encodings by code. If several apply to a type, the first one is written.
pub(in crate::bytecode) static TYPES: &[Encoding<TypeKind>] = encodings! { TypeKind;
    // Integer: the width, with the signedness in the low two bits
    0: [Unsigned],
        |_, kind| match kind {
            TypeKind::Integer { width, signedness } => {
                let signedness = SIGNEDNESS.iter().position(|other| other == signedness)?;
                Some(vec![Datum::Unsigned(u64::from(*width) << 2 | signedness as u64)])
            }
            _ => None,
        },
        |_, mut data| {
            let both = data.unsigned();
            match (both >> 2, SIGNEDNESS.get((both & 3) as usize)) {
                (width @ ..=MAX_WIDTH, Some(&signedness)) => {
                    Ok(TypeKind::Integer { width: width as u32, signedness })
                }
                (_, Some(_)) => Err(format!("integer bitwidth is limited to {MAX_WIDTH} bits")),
                (_, None) => Err("unknown signedness of an integer type".to_owned()),
            }
        };
    // index
    1: [], |_, kind| (*kind == TypeKind::Index).then(Vec::new), |_, _| Ok(TypeKind::Index);
    // Function
    2: [List(&[Ty]), List(&[Ty])],
        |_, kind| match kind {
            TypeKind::Function { inputs, results } => Some(vec![types(inputs), types(results)]),
            _ => None,
        },
        |_, mut data| Ok(TypeKind::Function { inputs: data.types(), results: data.types() });
    // bf16, f16, f32, f64, f80, f128
    3: [], |_, kind| is_float(kind, FloatKind::BF16), |_, _| Ok(TypeKind::Float(FloatKind::BF16));
    4: [], |_, kind| is_float(kind, FloatKind::F16), |_, _| Ok(TypeKind::Float(FloatKind::F16));
    5: [], |_, kind| is_float(kind, FloatKind::F32), |_, _| Ok(TypeKind::Float(FloatKind::F32));
    6: [], |_, kind| is_float(kind, FloatKind::F64), |_, _| Ok(TypeKind::Float(FloatKind::F64));
    7: [], |_, kind| is_float(kind, FloatKind::F80), |_, _| Ok(TypeKind::Float(FloatKind::F80));
    8: [], |_, kind| is_float(kind, FloatKind::F128), |_, _| Ok(TypeKind::Float(FloatKind::F128));
    // complex
    9: [Ty],
        |_, kind| match kind {
            TypeKind::Complex(element) => Some(vec![Datum::Type(*element)]),
            _ => None,
        },
        |context, mut data| {
            let element = data.ty()?;
            match element.kind(context) {
                TypeKind::Integer { .. } | TypeKind::Float(_) => Ok(TypeKind::Complex(element)),
                _ => Err("invalid element type for complex".to_owned()),
            }
        };
    // memref; the identity layout is stored as a map
    10: [List(&[Signed]), Ty, Attr],
        |context, kind| match kind {
            TypeKind::MemRef { shape, element, layout, memory_space: None } => {
                Some(vec![dimensions(shape), Datum::Type(*element), layout_of(context, *layout, shape.len())])
            }
            _ => None,
        },
        |context, mut data| Ok(TypeKind::MemRef {
            shape: join_shape(data.list())?,
            element: data.ty()?,
            layout: join_layout(context, data.attribute()?)?,
            memory_space: None,
        });
    // memref in a memory space
    11: [Attr, List(&[Signed]), Ty, Attr],
        |context, kind| match kind {
            TypeKind::MemRef { shape, element, layout, memory_space: Some(space) } => Some(vec![
                Datum::Attribute(*space),
                dimensions(shape),
                Datum::Type(*element),
                layout_of(context, *layout, shape.len()),
            ]),
            _ => None,
        },
        |context, mut data| Ok(TypeKind::MemRef {
            memory_space: Some(data.attribute()?),
            shape: join_shape(data.list())?,
            element: data.ty()?,
            layout: join_layout(context, data.attribute()?)?,
        });
    // none
    12: [], |_, kind| (*kind == TypeKind::None).then(Vec::new), |_, _| Ok(TypeKind::None);
    // tensor
    13: [List(&[Signed]), Ty],
        |_, kind| match kind {
            TypeKind::RankedTensor { shape, element, encoding: None } => {
                Some(vec![dimensions(shape), Datum::Type(*element)])
            }
            _ => None,
        },
        |_, mut data| Ok(TypeKind::RankedTensor {
            shape: join_shape(data.list())?,
            element: data.ty()?,
            encoding: None,
        });
    // tensor with an encoding
    14: [Attr, List(&[Signed]), Ty],
        |_, kind| match kind {
            TypeKind::RankedTensor { shape, element, encoding: Some(encoding) } => {
                Some(vec![Datum::Attribute(*encoding), dimensions(shape), Datum::Type(*element)])
            }
            _ => None,
        },
        |_, mut data| Ok(TypeKind::RankedTensor {
            encoding: Some(data.attribute()?),
            shape: join_shape(data.list())?,
            element: data.ty()?,
        });
    // tuple
    15: [List(&[Ty])],
        |_, kind| match kind {
            TypeKind::Tuple(elements) => Some(vec![types(elements)]),
            _ => None,
        },
        |_, mut data| Ok(TypeKind::Tuple(data.types()));
    // unranked memref
    16: [Ty],
        |_, kind| match kind {
            TypeKind::UnrankedMemRef { element, memory_space: None } => Some(vec![Datum::Type(*element)]),
            _ => None,
        },
        |_, mut data| Ok(TypeKind::UnrankedMemRef { element: data.ty()?, memory_space: None });
    // unranked memref in a memory space
    17: [Attr, Ty],
        |_, kind| match kind {
            TypeKind::UnrankedMemRef { element, memory_space: Some(space) } => {
                Some(vec![Datum::Attribute(*space), Datum::Type(*element)])
            }
            _ => None,
        },
        |_, mut data| {
            Ok(TypeKind::UnrankedMemRef { memory_space: Some(data.attribute()?), element: data.ty()? })
        };
    // unranked tensor
    18: [Ty],
        |_, kind| match kind {
            TypeKind::UnrankedTensor(element) => Some(vec![Datum::Type(*element)]),
            _ => None,
        },
        |_, mut data| Ok(TypeKind::UnrankedTensor(data.ty()?));
    // vector
    19: [List(&[Signed]), Ty],
        |_, kind| match kind {
            TypeKind::Vector { shape, scalable, element } if !scalable.contains(&true) => {
                Some(vec![dimensions(shape), Datum::Type(*element)])
            }
            _ => None,
        },
        |context, mut data| {
            let shape = join_shape(data.list())?;
            let scalable = vec![false; shape.len()].into();
            vector(context, shape, scalable, data.ty()?)
        };
    // vector with scalable dimensions
    20: [List(&[Field::Bool]), List(&[Signed]), Ty],
        |_, kind| match kind {
            TypeKind::Vector { shape, scalable, element } => {
                let scalable = scalable.iter().copied().map(Datum::Bool).collect();
                Some(vec![Datum::List(scalable), dimensions(shape), Datum::Type(*element)])
            }
            _ => None,
        },
        |context, mut data| {
            let scalable = data.list().into_iter().map(|datum| datum == Datum::Bool(true)).collect();
            let shape = join_shape(data.list())?;
            vector(context, shape, scalable, data.ty()?)
        };
};

/// Signedness by its number in the encoding.
const SIGNEDNESS: [Signedness; 3] = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];

/// The widest integer type of MLIR.
const MAX_WIDTH: u64 = (1 << 24) - 1;

fn types(elements: &[Type]) -> Datum {
    Datum::List(elements.iter().copied().map(Datum::Type).collect())
}

fn join_shape(sizes: Vec<Datum>) -> Joined<Box<[i64]>> {
    let size = |datum| match datum {
        Datum::Signed(size) if size >= 0 || size == DYNAMIC => Ok(size),
        _ => Err("invalid dimension".to_owned()),
    };
    sizes.into_iter().map(size).collect()
}

fn vector(context: &Context, shape: Box<[i64]>, scalable: Box<[bool]>, element: Type) -> Joined<TypeKind> {
    if shape.iter().any(|&size| size <= 0) {
        Err("vector types must have positive constant sizes".to_owned())
    } else if scalable.len() != shape.len() {
        Err("a vector type says of each dimension whether it is scalable".to_owned())
    } else if !element.is_vector_element(context) {
        Err("failed to verify 'elementType': VectorElementTypeInterface instance".to_owned())
    } else {
        Ok(TypeKind::Vector { shape, scalable, element })
    }
}

fn is_float(kind: &TypeKind, float: FloatKind) -> Option<Vec<Datum>> {
    (*kind == TypeKind::Float(float)).then(Vec::new)
}

fn layout_of(context: &Context, layout: Option<Attribute>, rank: usize) -> Datum {
    let identity = || {
        let results = (0..rank as u32).map(AffineExpr::Dim).collect();
        context.attr(AttrKind::AffineMap(AffineMap { dims: rank as u32, symbols: 0, results }))
    };
    Datum::Attribute(layout.unwrap_or_else(identity))
}

fn join_layout(context: &Context, layout: Attribute) -> Joined<Option<Attribute>> {
    match layout.kind(context) {
        AttrKind::AffineMap(map) if map.is_identity() => Ok(None),
        AttrKind::AffineMap(_) | AttrKind::StridedLayout { .. } => Ok(Some(layout)),
        _ => Err("expected the layout of a memref".to_owned()),
    }
}
