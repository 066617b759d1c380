//! The encodings of the builtin attributes, including locations.

use super::{Joined, encodings};
use crate::attributes::{AttrKind, Attribute, Locations, NamedAttribute};
use crate::bytecode::encoding::Field::{
    Attribute as Attr, Blob, Elements, Float, Integer, List, Resource, Text, Type as Ty, Unsigned,
};
use crate::bytecode::encoding::{Data, Datum, Encoding, float_bits, narrow};
use crate::bytecode::shape::{element_count, element_size, pack, unpack};
use crate::context::{Context, Ident};
use crate::types::{Type, TypeKind};

/// The encodings by code. If several apply to an attribute, the first one is written.
pub(in crate::bytecode) static ATTRIBUTES: &[Encoding<AttrKind>] = encodings! { AttrKind;
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
    // Symbol reference without nested names
    4: [Attr],
        |context, kind| match kind {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(vec![string(context, *root)]),
            _ => None,
        },
        |context, mut data| {
            Ok(AttrKind::SymbolRef { root: text_of(context, data.attribute()?)?, nested: Box::default() })
        };
    // Symbol reference with nested names
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
                TypeKind::Float(float) => Some(vec![Datum::Type(*ty), float_bits(bits.get(), float.width())]),
                _ => None,
            },
            _ => None,
        },
        |_, mut data| match (data.ty()?, data.next()) {
            (ty, Datum::Integer(value, _)) => {
                let limbs = value.limbs();
                let high = limbs.get(1).copied().unwrap_or(0);
                Ok(AttrKind::Float { ty, bits: (u128::from(high) << 64 | u128::from(limbs[0])).into() })
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
    // File location
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
    // File range: lines and columns, omitting those that follow from the others
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

fn attributes(elements: &[Attribute]) -> Datum {
    Datum::List(elements.iter().copied().map(Datum::Attribute).collect())
}

fn string(context: &Context, value: Ident) -> Datum {
    Datum::Attribute(context.attr(AttrKind::String { value, ty: context.common.none }))
}

fn text_of(context: &Context, attribute: Attribute) -> Joined<Ident> {
    match attribute.kind(context) {
        AttrKind::String { value, .. } => Ok(*value),
        _ => Err("expected a string attribute".to_owned()),
    }
}

fn location(context: &Context, attribute: Attribute) -> Joined<Attribute> {
    if attribute.is_location(context) { Ok(attribute) } else { Err("expected a location".to_owned()) }
}

fn all_locations(context: &Context, attributes: Vec<Attribute>) -> Joined<Locations> {
    let locations = attributes.into_iter().map(|attribute| location(context, attribute));
    Ok(locations.collect::<Joined<Vec<_>>>()?.into())
}

fn join_dictionary(context: &Context, mut data: Data) -> Joined<AttrKind> {
    let parts = data.attributes();
    let (pairs, _) = parts.as_chunks();
    let mut entries = Vec::with_capacity(pairs.len());
    for &[name, value] in pairs {
        entries.push(NamedAttribute { name: text_of(context, name)?, value });
    }
    context.sort_by_name(&mut entries);
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

fn array_element_size(context: &Context, element: Type) -> Option<usize> {
    match element.kind(context) {
        TypeKind::Integer { width: 1 | 8 | 16 | 32 | 64, .. } | TypeKind::Float(_) => {
            element_size(context, element)
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
