//! The syntax of the cases of `llvm.switch`.

use smallvec::SmallVec;
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, PrintedOp};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute};
use tern_mlir::body::segments;
use tern_mlir::context::Context;
use tern_mlir::int::IntValue;
use tern_mlir::types::{Type, TypeKind};

use super::{always_begins, always_present};
use crate::ops::Switch;

/// `custom<SwitchOpCases>(ref(type($value)), $case_values, $caseDestinations, $caseOperands, type($caseOperands))`:
///
/// ```mlir
/// [
///   1: ^bb1(%a : i32),
///   -2: ^bb2
/// ]
/// ```
pub const CASES: Directive = Directive {
    name: "SwitchOpCases",
    parse: |parser, parsed, args| {
        let [
            Element::OperandType(value),
            Element::Attribute(case_values),
            Element::Successor(destinations),
            Element::Operand(operands),
            Element::OperandType(_),
        ] = args
        else {
            return Ok(());
        };
        let context = parser.context;
        let ty = parsed.operand_types[*value].as_ref().and_then(|types| types.first()).copied();
        let Some((ty, width)) = ty.and_then(|ty| Some((ty, ty.integer_width(context)?))) else {
            let found = parsed.operand_types[*value].as_ref().and_then(|types| types.first()).copied();
            let found = found.map(|ty| tern_mlir::asm::type_to_string(context, ty)).unwrap_or_default();
            let message =
                format!("invalid kind of type specified: expected builtin.integer, but found '{found}'");
            return Err(parser.op_error(parser.offset(), message));
        };
        parser.expect(b'[')?;
        let (mut values, mut segments, mut types) = (Vec::new(), Vec::new(), SmallVec::new());
        parser.list(b']', |parser| {
            values.push(parser.truncated_integer(width)?);
            parser.expect(b':')?;
            let block = parser.parse_successor()?;
            parsed.successors[*destinations].push(block);
            segments.push(super::branch::parse_arguments(
                parser,
                &mut parsed.operands[*operands],
                &mut types,
            )?);
            Ok(())
        })?;
        parsed.operand_types[*operands] = Some(types);
        if let Some(values) = dense_integers(context, ty, &values) {
            parsed.attributes.push(NamedAttribute { name: context.ident(case_values.name), value: values });
        }
        let segments = Attribute::dense_i32(context, &segments);
        parsed
            .attributes
            .push(NamedAttribute { name: context.ident("case_operand_segments"), value: segments });
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |printer, op, _| {
        let Some(switch) = Switch::printed(op) else { return };
        printer.text("[");
        printer.new_line();
        let values = switch.case_values().map(|values| case_values(op.context(), values)).unwrap_or_default();
        let sizes = switch.case_operand_segments().unwrap_or_default();
        let operands = segments(switch.caseOperands(), &sizes);
        let count = values.len();
        for (index, (value, &block)) in values.into_iter().zip(switch.caseDestinations()).enumerate() {
            printer.text("  ");
            printer.text(&value);
            printer.text(": ");
            super::branch::print_successor(
                printer,
                op,
                block,
                operands.get(index).copied().unwrap_or_default(),
            );
            printer.text(if index + 1 < count { "," } else { "" });
            printer.new_line();
        }
        printer.text("]");
    },
};

/// The attribute `case_values` for these integers of type `ty`; `None` if there are none.
pub fn dense_integers(context: &Context, ty: Type, values: &[IntValue]) -> Option<Attribute> {
    let (first, width) = (values.first()?, ty.integer_width(context)?);
    let splat = values.iter().all(|value| value == first);
    let bytes = width.div_ceil(8) as usize;
    let stored = if splat { &values[..1] } else { values };
    let mut data = Vec::with_capacity(stored.len() * bytes);
    for value in stored {
        data.extend(value.limbs().iter().flat_map(|limb| limb.to_le_bytes()).take(bytes));
    }
    let shape = [i64::try_from(values.len()).ok()?].into();
    let ty = context.ty(TypeKind::Vector { shape, scalable: [false].into(), element: ty });
    Some(context.attr(AttrKind::DenseElements { ty, data: data.into(), splat }))
}

/// The integers of `case_values`.
pub fn case_integers(context: &Context, values: Attribute) -> Vec<IntValue> {
    let AttrKind::DenseElements { ty, data, splat } = values.kind(context) else { return Vec::new() };
    let (shape, element) = match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. } => {
            (shape, *element)
        }
        _ => return Vec::new(),
    };
    let Some(width) = element.integer_width(context) else { return Vec::new() };
    let value = |bytes: &[u8]| IntValue::from_le_bytes(width, bytes);
    let stored = data.chunks_exact(width.div_ceil(8).max(1) as usize).map(value);
    match splat {
        true => {
            let count = shape.iter().map(|&size| usize::try_from(size).unwrap_or(0)).product();
            stored.take(1).flat_map(|value| std::iter::repeat_n(value, count)).collect()
        }
        false => stored.collect(),
    }
}

/// Whether MLIR cannot parse the cases: its parser accepts only 64-bit numbers.
pub fn is_unreadable(op: PrintedOp<'_>) -> bool {
    let Some(switch) = Switch::printed(op) else { return false };
    let width = switch.value().and_then(|value| op.type_of(value).integer_width(op.context())).unwrap_or(0);
    let values = switch.case_values().filter(|_| width > 64);
    let integers = values.map(|values| case_integers(op.context(), values)).unwrap_or_default();
    integers.iter().any(|value| value.as_i64(width).is_none())
}

/// The integers of `case_values` as printed: signed.
fn case_values(context: &Context, values: Attribute) -> Vec<String> {
    let width = match values.kind(context) {
        AttrKind::DenseElements { ty, .. } => match ty.kind(context) {
            TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => {
                element.integer_width(context)
            }
            _ => None,
        },
        _ => None,
    };
    let width = width.unwrap_or(64);
    case_integers(context, values).iter().map(|value| value.to_bigint(width).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_values_are_kept() {
        let c = Context::new(crate::DIALECTS);
        for (width, values) in
            [(32, vec![1, -2, i64::from(i32::MAX)]), (1, vec![0, 1]), (128, vec![-1, 5]), (8, vec![7, 7])]
        {
            let ty = Type::integer(&c, width);
            let ints: Vec<IntValue> = values.iter().map(|&value| IntValue::from_i64(width, value)).collect();
            let dense = dense_integers(&c, ty, &ints).unwrap();
            assert_eq!(case_integers(&c, dense), ints);
        }
        assert_eq!(dense_integers(&c, c.common.i32, &[]), None);
    }
}
