//! The syntax of `vector.contract` and `vector.outerproduct`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult};
use tern_mlir::declare::{Holds, Param, Printed};
use tern_mlir::{Attribute, Context, NamedAttribute, OpState, Value};

use crate::vector::attributes::{CombiningKind, ITERATOR_TYPE, IteratorType, kind_attribute};
use crate::vector::types::VectorType;
use crate::vector::{Contract, OuterProduct};

/// Adds the default combining kind, addition, unless one is given.
fn add_kind(parser: &OpParser<'_, '_>, state: &mut OpState) {
    let context = parser.context;
    let name = context.ident("kind");
    if state.attributes.iter().all(|entry| entry.name != name) {
        let value = kind_attribute(context, CombiningKind::Add);
        state.attributes.push(NamedAttribute { name, value });
    }
}

/// Parses `{…} %lhs, %rhs, %acc {…} : type, type into type`.
pub(in crate::vector) fn parse_contract(
    parser: &mut OpParser<'_, '_>,
    state: &mut OpState,
) -> ParseResult<()> {
    let context = parser.context;
    let start = parser.offset();
    let dictionary = parser.parse_attribute()?;
    let Some(entries) = dictionary.as_dictionary(context) else {
        return Err(parser.op_error(start, "invalid kind of attribute specified"));
    };
    let lhs = parser.parse_operand()?;
    parser.expect(b',')?;
    let rhs = parser.parse_operand()?;
    parser.expect(b',')?;
    let acc = parser.parse_operand()?;
    let mut masks = 0;
    while parser.eat(b',') {
        parser.parse_operand()?;
        masks += 1;
    }
    state.attributes = parser.optional_attr_dict()?;
    let lhs_type = parser.colon_type()?;
    parser.expect(b',')?;
    let rhs_type = parser.parse_type()?;
    parser.expect_keyword("into")?;
    let result_type = parser.parse_type()?;
    state.operands.push(parser.resolve(lhs, lhs_type)?);
    state.operands.push(parser.resolve(rhs, rhs_type)?);
    state.operands.push(parser.resolve(acc, result_type)?);
    state.result_types.push(result_type);
    state.attributes.extend(entries.iter().copied());

    let name = context.ident("iterator_types");
    let entry = state.attributes.iter_mut().find(|entry| entry.name == name);
    let types = entry.as_ref().and_then(|entry| entry.value.as_array(context));
    let (Some(entry), Some(types)) = (entry, types) else {
        return Err(parser.op_error(start, "expected \"iterator_types\" array attribute"));
    };
    let mut iterators = Vec::with_capacity(types.len());
    for element in types {
        let Some(word) = element.as_str(context) else { continue };
        let Some(iterator) = IteratorType::from_spelling(word) else {
            return Err(parser.op_error(start, format!("unexpected iterator_type ({word})")));
        };
        iterators.push(Attribute::declare(context, &ITERATOR_TYPE, [Param::Unsigned(iterator.value())]));
    }
    entry.value = Attribute::array(context, iterators);
    add_kind(parser, state);
    match masks {
        0 => Ok(()),
        2 => Err(parser.op_error(start, "does not take masks: use vector.mask")),
        _ => Err(parser.op_name_error("expected zero or exactly 2 vector mask operands")),
    }
}

/// Prints the text after `vector.contract`.
pub(in crate::vector) fn print_contract(printer: &mut OpPrinter<'_>, contract: Contract<Printed<'_>>) {
    let (op, context) = (*contract.0, contract.0.context());
    let names = ["indexing_maps", "iterator_types", "kind"];
    let values = [
        contract.indexing_maps().map(|maps| Attribute::array(context, maps)),
        contract.iterator_types().map(|types| spelled(context, types)),
        contract.kind().map(|kind| kind_attribute(context, kind)),
    ];
    let entries: Vec<NamedAttribute> = names
        .into_iter()
        .zip(values)
        .filter_map(|(name, value)| Some(NamedAttribute { name: context.ident(name), value: value? }))
        .collect();
    printer.text(" ");
    printer.print_dictionary(&entries);
    printer.text(" ");
    printer.print_operands(op, op.operands());
    printer.print_attr_dict(op, &names, false);
    printer.text(" : ");
    let types = |value: Option<Value>| value.map(|value| op.type_of(value));
    printer.print_types([contract.lhs(), contract.rhs()].into_iter().filter_map(types));
    printer.text(" into ");
    printer.print_types(types(contract.result()));
}

/// Converts iterator types to strings for printing; other elements are unchanged.
fn spelled(context: &Context, types: &[Attribute]) -> Attribute {
    let word = |&ty: &Attribute| {
        IteratorType::read(context, ty).map_or(ty, |ty| Attribute::string(context, ty.spelling()))
    };
    Attribute::array(context, types.iter().map(word).collect::<Vec<_>>())
}

/// Parses `%lhs, %rhs, %acc {…} : type, type`.
pub(in crate::vector) fn parse_outer_product(
    parser: &mut OpParser<'_, '_>,
    state: &mut OpState,
) -> ParseResult<()> {
    let context = parser.context;
    let operands = parser.parse_operands()?;
    state.attributes = parser.optional_attr_dict()?;
    let lhs = parser.colon_type()?;
    parser.expect(b',')?;
    let rhs = parser.parse_type()?;
    if operands.len() < 2 {
        return Err(parser.op_name_error("expected at least 2 operands"));
    }
    let Some(vector) = VectorType::of(context, lhs).filter(|vector| vector.rank() > 0) else {
        return Err(parser.op_name_error("expected vector type for operand #1"));
    };
    let mut result = VectorType {
        shape: vec![vector.shape[0]],
        scalable: vec![vector.scalable[0]],
        element: vector.element,
    };
    if let Some(rhs) = VectorType::of(context, rhs).filter(|vector| vector.rank() > 0) {
        result.shape.push(rhs.shape[0]);
        result.scalable.push(rhs.scalable[0]);
    }
    let result = result.ty(context);
    for (operand, ty) in operands.into_iter().zip([lhs, rhs, result]) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    state.result_types.push(result);
    add_kind(parser, state);
    Ok(())
}

/// Prints the text after `vector.outerproduct`.
pub(in crate::vector) fn print_outer_product(
    printer: &mut OpPrinter<'_>,
    product: OuterProduct<Printed<'_>>,
) {
    let op = *product.0;
    printer.text(" ");
    printer.print_operands(op, op.operands());
    if product.acc().is_some() {
        printer.print_full_attr_dict(op, &[]);
    }
    printer.text(" : ");
    printer.print_types(op.operands().iter().take(2).map(|&value| op.type_of(value)));
}
