//! Type inference in the syntax of `llvm.extractvalue`, `llvm.insertvalue` and `llvm.shufflevector`.

use smallvec::SmallVec;

use super::{always_begins, always_present};
use crate::types::{array_parts, struct_fields};
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, ParsedOp};
use tern_mlir::attributes::Attribute;
use tern_mlir::context::Context;
use tern_mlir::types::{Type, TypeKind};

/// `custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))`: has no text; infers the type
/// of the value from the container and the position.
pub const ELEMENT_TYPE: Directive = Directive {
    name: "InsertExtractValueElementType",
    parse: |parser, parsed, args| {
        let [value, Element::OperandType(container), Element::Attribute(position)] = args else {
            return Ok(());
        };
        let Some(&container) = parsed.operand_types[*container].as_ref().and_then(|types| types.first())
        else {
            return Ok(());
        };
        let position = attribute(parser.context, parsed, position.name);
        let position =
            position.and_then(|position| position.as_dense_i64(parser.context)).unwrap_or_default();
        let ty = element_type(parser.context, container, &position)
            .map_err(|message| parser.op_error(parser.offset(), message))?;
        set_type(parsed, value, ty);
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |_, _, _| {},
};

/// `custom<ShuffleType>(ref(type($v1)), type($res), ref($mask))`: has no text; infers the result type from the length of the
/// mask.
pub const SHUFFLE_TYPE: Directive = Directive {
    name: "ShuffleType",
    parse: |parser, parsed, args| {
        let [Element::OperandType(operand), result, Element::Attribute(mask)] = args else { return Ok(()) };
        let operand = parsed.operand_types[*operand].as_ref().and_then(|types| types.first()).copied();
        let mask = attribute(parser.context, parsed, mask.name);
        let mask = mask.and_then(|mask| mask.as_dense_i32(parser.context)).unwrap_or_default();
        let Some(ty) = operand.and_then(|operand| shuffle_type(parser.context, operand, mask.len())) else {
            return Err(parser.error("expected an LLVM compatible vector type"));
        };
        set_type(parsed, result, ty);
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |_, _, _| {},
};

/// The type of the part of `container` at `position`; the error is a message.
pub fn element_type(context: &Context, container: Type, position: &[i64]) -> Result<Type, String> {
    let mut ty = container;
    if !crate::constraints::is_compatible(context, ty) {
        let ty = tern_mlir::asm::type_to_string(context, ty);
        return Err(format!("expected LLVM IR Dialect type, got '{ty}'"));
    }
    for &index in position {
        let inner = match array_parts(context, ty) {
            Some((element, length)) => {
                u64::try_from(index).ok().filter(|&index| index < length).map(|_| element)
            }
            None => match struct_fields(context, ty) {
                Some((fields, _)) => usize::try_from(index).ok().and_then(|index| fields.get(index).copied()),
                None => {
                    let ty = tern_mlir::asm::type_to_string(context, ty);
                    return Err(format!("expected LLVM IR structure/array type, got: '{ty}'"));
                }
            },
        };
        ty = inner.ok_or_else(|| format!("position out of bounds: {index}"))?;
    }
    Ok(ty)
}

/// The result type of a shuffle of vectors of type `operand` with a mask of `length` elements.
pub fn shuffle_type(context: &Context, operand: Type, length: usize) -> Option<Type> {
    let TypeKind::Vector { shape, scalable, element } = operand.kind(context) else { return None };
    (shape.len() == 1).then(|| {
        context.ty(TypeKind::Vector {
            shape: [i64::try_from(length).unwrap_or(i64::MAX)].into(),
            scalable: scalable.clone(),
            element: *element,
        })
    })
}

/// An attribute that was parsed earlier in the format.
pub(super) fn attribute(context: &Context, parsed: &ParsedOp<'_>, name: &str) -> Option<Attribute> {
    parsed.attributes.iter().find(|entry| context.str(entry.name) == name).map(|entry| entry.value)
}

fn set_type(parsed: &mut ParsedOp<'_>, element: &Element, ty: Type) {
    match element {
        Element::OperandType(group) => parsed.operand_types[*group] = Some(SmallVec::from_elem(ty, 1)),
        Element::ResultType(group) => parsed.result_types[*group] = Some(SmallVec::from_elem(ty, 1)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{array, struct_literal};

    #[test]
    fn element_types_follow_positions() {
        let c = Context::new(crate::DIALECTS);
        let (i32, i8) = (c.common.i32, c.common.i8);
        let inner = array(&c, i8, 2);
        let outer = struct_literal(&c, &[i32, inner], false);
        assert_eq!(element_type(&c, outer, &[]), Ok(outer));
        assert_eq!(element_type(&c, outer, &[0]), Ok(i32));
        assert_eq!(element_type(&c, outer, &[1, 1]), Ok(i8));
        assert!(element_type(&c, outer, &[1, 2]).is_err());
        assert!(element_type(&c, outer, &[2]).is_err());
        assert!(element_type(&c, outer, &[-1]).is_err());
        assert!(element_type(&c, outer, &[0, 0]).is_err());
    }
}
