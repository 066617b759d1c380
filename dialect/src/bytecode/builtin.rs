//! The encodings of the builtin attributes and types. Source: MLIR's `BuiltinDialectBytecode.td`; codes and fields are as
//! there, in that order. What has none is encoded as text.

use super::encoding::Field::{
    self, Attribute as Attr, Blob, Elements, Float, Integer, List, Resource, Signed, Text, Type as Ty,
    Unsigned,
};
use super::encoding::{Data, Datum, Encoding, dimensions, float_bits, narrow};
use super::shape::{element_count, is_location, pack, unpack};
use crate::affine::{AffineExpr, AffineMap};
use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::context::{Context, Ident};
use crate::types::{DYNAMIC, FloatKind, Signedness, Type, TypeKind};

type Joined<K> = Result<K, String>;

macro_rules! encodings {
    ($kind:ty; $($code:literal: [$($field:expr),*], $split:expr, $join:expr;)+) => {
        &[$(Encoding::<$kind> { code: $code, fields: &[$($field),*], split: $split, join: $join }),+]
    };
}

/// Attributes. Of several encodings of one kind the first that fits is written.
pub(super) static ATTRIBUTES: &[Encoding<AttrKind>] = encodings! { AttrKind;
    // Array
    0: [List(&[Attr])],
        |_, kind| match kind {
            AttrKind::Array(elements) => Some(vec![attributes(elements)]),
            _ => None,
        },
        |_, mut data| Ok(AttrKind::Array(data.attributes().into()));
    // Dictionary
    1: [List(&[Attr, Attr])],
        |context, kind| match kind {
            AttrKind::Dictionary(entries) => {
                let parts = |entry: &NamedAttribute| [string(context, entry.name), Datum::Attribute(entry.value)];
                Some(vec![Datum::List(entries.iter().flat_map(parts).collect())])
            }
            _ => None,
        },
        join_dictionary;
    // String
    2: [Text],
        |context, kind| match kind {
            AttrKind::String { value, ty } if *ty == context.common.none => Some(vec![Datum::Text(*value)]),
            _ => None,
        },
        |context, mut data| Ok(AttrKind::String { value: data.text(context), ty: context.common.none });
    // String with a type
    3: [Text, Ty],
        |_, kind| match kind {
            AttrKind::String { value, ty } => Some(vec![Datum::Text(*value), Datum::Type(*ty)]),
            _ => None,
        },
        |context, mut data| Ok(AttrKind::String { value: data.text(context), ty: data.ty()? });
    // Symbol reference without nested ones
    4: [Attr],
        |context, kind| match kind {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(vec![string(context, *root)]),
            _ => None,
        },
        |context, mut data| {
            Ok(AttrKind::SymbolRef { root: text_of(context, data.attribute()?)?, nested: Box::default() })
        };
    // Symbol reference
    5: [Attr, List(&[Attr])],
        |context, kind| match kind {
            AttrKind::SymbolRef { root, nested } => {
                let flat = |&name: &Ident| {
                    let kind = AttrKind::SymbolRef { root: name, nested: Box::default() };
                    Datum::Attribute(context.attr(kind))
                };
                Some(vec![string(context, *root), Datum::List(nested.iter().map(flat).collect())])
            }
            _ => None,
        },
        |context, mut data| {
            let root = text_of(context, data.attribute()?)?;
            let flat = |symbol: Attribute| symbol.as_symbol(context).ok_or("expected a symbol without nested ones");
            let nested: Result<_, _> = data.attributes().into_iter().map(flat).collect();
            Ok(AttrKind::SymbolRef { root, nested: nested? })
        };
    // Type
    6: [Ty],
        |_, kind| match kind {
            AttrKind::Type(ty) => Some(vec![Datum::Type(*ty)]),
            _ => None,
        },
        |_, mut data| Ok(AttrKind::Type(data.ty()?));
    // Unit
    7: [],
        |_, kind| matches!(kind, AttrKind::Unit).then(Vec::new),
        |_, _| Ok(AttrKind::Unit);
    // Integer
    8: [Ty, Integer],
        |context, kind| match kind {
            AttrKind::Integer { ty, value } => {
                let width = ty.integer_width(context).unwrap_or(64);
                Some(vec![Datum::Type(*ty), Datum::Integer(value.clone(), width)])
            }
            _ => None,
        },
        |_, mut data| match (data.ty()?, data.next()) {
            (ty, Datum::Integer(value, _)) => Ok(AttrKind::Integer { ty, value }),
            _ => Err("expected an integer".to_owned()),
        };
    // Float
    9: [Ty, Float],
        |context, kind| match kind {
            AttrKind::Float { ty, bits } => match ty.kind(context) {
                TypeKind::Float(float) => Some(vec![Datum::Type(*ty), float_bits(*bits, float.width())]),
                _ => None,
            },
            _ => None,
        },
        |_, mut data| match (data.ty()?, data.next()) {
            (ty, Datum::Integer(value, _)) => {
                let limbs = value.limbs();
                let high = limbs.get(1).copied().unwrap_or(0);
                Ok(AttrKind::Float { ty, bits: u128::from(high) << 64 | u128::from(limbs[0]) })
            }
            _ => Err("expected a float".to_owned()),
        };
    // Call site
    10: [Attr, Attr],
        |_, kind| match kind {
            AttrKind::CallSiteLocation { callee, caller } => {
                Some(vec![Datum::Attribute(*callee), Datum::Attribute(*caller)])
            }
            _ => None,
        },
        |context, mut data| Ok(AttrKind::CallSiteLocation {
            callee: location(context, data.attribute()?)?,
            caller: location(context, data.attribute()?)?,
        });
    // Place in a file
    11: [Attr, Unsigned, Unsigned],
        |context, kind| match kind {
            AttrKind::FileLocation { file, line, column, end }
                if end.is_none_or(|end| end == (*line, *column)) =>
            {
                let number = |number: &u32| Datum::Unsigned(u64::from(*number));
                Some(vec![string(context, *file), number(line), number(column)])
            }
            _ => None,
        },
        |context, mut data| Ok(AttrKind::FileLocation {
            file: text_of(context, data.attribute()?)?,
            line: narrow(data.unsigned())?,
            column: narrow(data.unsigned())?,
            end: None,
        });
    // Fused
    12: [List(&[Attr])],
        |_, kind| match kind {
            AttrKind::FusedLocation { locations, metadata: None } => Some(vec![attributes(locations)]),
            _ => None,
        },
        |context, mut data| {
            Ok(AttrKind::FusedLocation { locations: all_locations(context, data.attributes())?, metadata: None })
        };
    // Fused with metadata
    13: [List(&[Attr]), Attr],
        |_, kind| match kind {
            AttrKind::FusedLocation { locations, metadata: Some(metadata) } => {
                Some(vec![attributes(locations), Datum::Attribute(*metadata)])
            }
            _ => None,
        },
        |context, mut data| Ok(AttrKind::FusedLocation {
            locations: all_locations(context, data.attributes())?,
            metadata: Some(data.attribute()?),
        });
    // Name
    14: [Attr, Attr],
        |context, kind| match kind {
            AttrKind::NameLocation { name, child } => {
                Some(vec![string(context, *name), Datum::Attribute(*child)])
            }
            _ => None,
        },
        |context, mut data| Ok(AttrKind::NameLocation {
            name: text_of(context, data.attribute()?)?,
            child: location(context, data.attribute()?)?,
        });
    // Unknown location
    15: [],
        |_, kind| matches!(kind, AttrKind::UnknownLocation).then(Vec::new),
        |_, _| Ok(AttrKind::UnknownLocation);
    // Resource
    16: [Ty, Resource],
        |_, kind| match kind {
            AttrKind::DenseResource { ty, key } => Some(vec![Datum::Type(*ty), Datum::Resource(*key)]),
            _ => None,
        },
        |context, mut data| Ok(AttrKind::DenseResource { ty: shaped(context, data.ty()?)?, key: data.text(context) });
    // Dense array
    17: [Ty, Unsigned, Blob],
        |context, kind| match kind {
            AttrKind::DenseArray { element, data } => {
                let size = array_element_size(context, *element)?;
                let count = (data.len() / size) as u64;
                Some(vec![Datum::Type(*element), Datum::Unsigned(count), Datum::Blob(data.clone())])
            }
            _ => None,
        },
        |context, mut data| {
            let (element, count, data) = (data.ty()?, data.unsigned(), data.blob());
            match array_element_size(context, element) {
                Some(size) if count.checked_mul(size as u64) == Some(data.len() as u64) => {
                    Ok(AttrKind::DenseArray { element, data })
                }
                Some(_) => Err("the bytes of a dense array do not match its size".to_owned()),
                None => Err("a dense array has elements of 1 bit or of whole bytes".to_owned()),
            }
        };
    // Dense elements
    18: [Ty, Blob],
        |context, kind| match kind {
            AttrKind::DenseElements { ty, data, splat } => {
                Some(vec![Datum::Type(*ty), Datum::Blob(pack(context, *ty, data, *splat))])
            }
            _ => None,
        },
        |context, mut data| {
            let ty = data.ty()?;
            let (data, splat) = unpack(context, ty, data.blob())?;
            Ok(AttrKind::DenseElements { ty, data, splat })
        };
    // Dense strings
    19: [Ty, Unsigned, Elements],
        |_, kind| match kind {
            AttrKind::DenseStrings { ty, data, splat } => {
                let texts = data.iter().copied().map(Datum::Text).collect();
                Some(vec![Datum::Type(*ty), Datum::Unsigned(u64::from(*splat)), Datum::List(texts)])
            }
            _ => None,
        },
        |_, mut data| {
            let (ty, splat) = (data.ty()?, data.unsigned() != 0);
            let text = |datum| if let Datum::Text(text) = datum { Some(text) } else { None };
            Ok(AttrKind::DenseStrings { ty, data: data.list().into_iter().filter_map(text).collect(), splat })
        };
    // Sparse elements
    20: [Ty, Attr, Attr],
        |_, kind| match kind {
            AttrKind::Sparse { ty, indices, values } => {
                Some(vec![Datum::Type(*ty), Datum::Attribute(*indices), Datum::Attribute(*values)])
            }
            _ => None,
        },
        join_sparse;
    // Distinct
    21: [Attr],
        |_, kind| match kind {
            AttrKind::Distinct { referenced, .. } => Some(vec![Datum::Attribute(*referenced)]),
            _ => None,
        },
        |context, mut data| {
            Ok(AttrKind::Distinct { id: context.fresh_distinct(), referenced: data.attribute()? })
        };
    // Range in a file: lines and columns, fewer where they can be told from the others
    22: [Attr, List(&[Unsigned])],
        |context, kind| match kind {
            AttrKind::FileLocation { file, line, column, end } => {
                let (last_line, last_column) = end.unwrap_or((*line, *column));
                let numbers = match last_line == *line {
                    true => vec![*line, *column, last_column],
                    false => vec![*line, *column, last_line, last_column],
                };
                let number = |number| Datum::Unsigned(u64::from(number));
                Some(vec![string(context, *file), Datum::List(numbers.into_iter().map(number).collect())])
            }
            _ => None,
        },
        join_range;
};

/// Types. Of several encodings of one kind the first that fits is written.
pub(super) static TYPES: &[Encoding<TypeKind>] = encodings! { TypeKind;
    // Integer: the width, and in the low two bits the signedness
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
    // memref; the identity is spelled as a map
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
    // memref without a rank
    16: [Ty],
        |_, kind| match kind {
            TypeKind::UnrankedMemRef { element, memory_space: None } => Some(vec![Datum::Type(*element)]),
            _ => None,
        },
        |_, mut data| Ok(TypeKind::UnrankedMemRef { element: data.ty()?, memory_space: None });
    // memref without a rank in a memory space
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
    // tensor without a rank
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

/// Signednesses by number.
const SIGNEDNESS: [Signedness; 3] = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned];

/// The widest integer type.
const MAX_WIDTH: u64 = (1 << 24) - 1;

fn attributes(elements: &[Attribute]) -> Datum {
    Datum::List(elements.iter().copied().map(Datum::Attribute).collect())
}

fn types(elements: &[Type]) -> Datum {
    Datum::List(elements.iter().copied().map(Datum::Type).collect())
}

/// A text as a string attribute.
fn string(context: &Context, value: Ident) -> Datum {
    Datum::Attribute(context.attr(AttrKind::String { value, ty: context.common.none }))
}

/// The text of a string attribute.
fn text_of(context: &Context, attribute: Attribute) -> Joined<Ident> {
    match attribute.kind(context) {
        AttrKind::String { value, .. } => Ok(*value),
        _ => Err("expected a string attribute".to_owned()),
    }
}

fn location(context: &Context, attribute: Attribute) -> Joined<Attribute> {
    if is_location(context, attribute) { Ok(attribute) } else { Err("expected a location".to_owned()) }
}

fn all_locations(context: &Context, attributes: Vec<Attribute>) -> Joined<Box<[Attribute]>> {
    attributes.into_iter().map(|attribute| location(context, attribute)).collect()
}

fn join_dictionary(context: &Context, mut data: Data) -> Joined<AttrKind> {
    let parts = data.attributes();
    let (pairs, _) = parts.as_chunks();
    let mut entries = Vec::with_capacity(pairs.len());
    for &[name, value] in pairs {
        entries.push(NamedAttribute { name: text_of(context, name)?, value });
    }
    entries.sort_by(|a, b| context.bytes(a.name).cmp(context.bytes(b.name)));
    if entries.windows(2).any(|pair| pair[0].name == pair[1].name) {
        return Err("a dictionary has a key twice".to_owned());
    }
    Ok(AttrKind::Dictionary(entries.into()))
}

fn join_range(context: &Context, mut data: Data) -> Joined<AttrKind> {
    let file = text_of(context, data.attribute()?)?;
    let mut numbers = Vec::new();
    for datum in data.list() {
        match datum {
            Datum::Unsigned(number) => numbers.push(narrow(number)?),
            _ => return Err("expected a line or column".to_owned()),
        }
    }
    let (line, column, end) = match numbers[..] {
        [] => (0, 0, None),
        [line] => (line, 0, None),
        [line, column] => (line, column, None),
        [line, column, last] => (line, column, Some((line, last))),
        [line, column, last_line, last] => (line, column, Some((last_line, last))),
        _ => return Err("a range has at most two lines and two columns".to_owned()),
    };
    Ok(AttrKind::FileLocation { file, line, column, end: end.filter(|&end| end != (line, column)) })
}

fn join_sparse(context: &Context, mut data: Data) -> Joined<AttrKind> {
    let (ty, indices, values) = (shaped(context, data.ty()?)?, data.attribute()?, data.attribute()?);
    let is_indices = match indices.kind(context) {
        AttrKind::DenseElements { ty, .. } => match ty.kind(context) {
            TypeKind::RankedTensor { element, .. } => *element == context.common.i64,
            _ => false,
        },
        _ => false,
    };
    let is_values =
        matches!(values.kind(context), AttrKind::DenseElements { .. } | AttrKind::DenseStrings { .. });
    match is_indices && is_values && element_count(context, ty).is_some() {
        true => Ok(AttrKind::Sparse { ty, indices, values }),
        false => Err("expected dense indices and values of sparse elements".to_owned()),
    }
}

/// The bytes of an element of a dense array.
fn array_element_size(context: &Context, element: Type) -> Option<usize> {
    match element.kind(context) {
        TypeKind::Integer { width: 1 | 8 | 16 | 32 | 64, .. } | TypeKind::Float(_) => {
            super::shape::element_size(context, element)
        }
        _ => None,
    }
}

fn shaped(context: &Context, ty: Type) -> Joined<Type> {
    match ty.kind(context) {
        TypeKind::Vector { .. }
        | TypeKind::RankedTensor { .. }
        | TypeKind::UnrankedTensor(_)
        | TypeKind::MemRef { .. }
        | TypeKind::UnrankedMemRef { .. } => Ok(ty),
        _ => Err("expected a shaped type".to_owned()),
    }
}

fn join_shape(sizes: Vec<Datum>) -> Joined<Box<[i64]>> {
    let size = |datum| match datum {
        Datum::Signed(size) if size >= 0 || size == DYNAMIC => Ok(size),
        _ => Err("invalid dimension".to_owned()),
    };
    sizes.into_iter().map(size).collect()
}

fn vector(context: &Context, shape: Box<[i64]>, scalable: Box<[bool]>, element: Type) -> Joined<TypeKind> {
    let valid = matches!(
        element.kind(context),
        TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::Declared { .. }
            | TypeKind::Opaque { .. }
    );
    if shape.iter().any(|&size| size <= 0) {
        Err("vector types must have positive constant sizes".to_owned())
    } else if scalable.len() != shape.len() {
        Err("a vector type says of each dimension whether it is scalable".to_owned())
    } else if !valid {
        Err("failed to verify 'elementType': VectorElementTypeInterface instance".to_owned())
    } else {
        Ok(TypeKind::Vector { shape, scalable, element })
    }
}

fn is_float(kind: &TypeKind, float: FloatKind) -> Option<Vec<Datum>> {
    (*kind == TypeKind::Float(float)).then(Vec::new)
}

/// A layout; the identity where there is none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_count_up() {
        assert!(ATTRIBUTES.iter().enumerate().all(|(index, encoding)| encoding.code == index as u64));
        assert!(TYPES.iter().enumerate().all(|(index, encoding)| encoding.code == index as u64));
    }
}
