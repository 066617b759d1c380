//! The syntax of `vector.transfer_read` and `vector.transfer_write`.

use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, Unresolved};
use tern_mlir::declare::Printed;
use tern_mlir::types::Type;
use tern_mlir::{AttrKind, Attribute, NamedAttribute, OpState, Value};

use crate::vector::maps::{
    default_transfer_map, is_memref_or_ranked_tensor, is_minor_identity, transfer_mask,
};
use crate::vector::types::{VectorType, shaped};
use crate::vector::{TransferRead, TransferWrite};

/// Parses `[%i, …]`.
fn parse_indices<'a>(parser: &mut OpParser<'a, '_>) -> ParseResult<Vec<Unresolved<'a>>> {
    parser.expect(b'[')?;
    let indices = parser.parse_operands()?;
    parser.expect(b']')?;
    Ok(indices.into_vec())
}

/// Parses an optional `, %mask`; also returns its position in the text.
fn parse_mask<'a>(parser: &mut OpParser<'a, '_>) -> ParseResult<Option<(Unresolved<'a>, usize)>> {
    if !parser.eat(b',') {
        return Ok(None);
    }
    let at = parser.offset();
    Ok(Some((parser.parse_operand()?, at)))
}

/// Parses `: type, type`; also returns its position in the text.
fn parse_types(parser: &mut OpParser<'_, '_>) -> ParseResult<(usize, Type, Type)> {
    let start = parser.offset();
    parser.expect(b':')?;
    let mut types = vec![parser.parse_type()?];
    while parser.eat(b',') {
        types.push(parser.parse_type()?);
    }
    match types[..] {
        [first, second] => Ok((start, first, second)),
        _ => Err(parser.op_error(start, "requires two types")),
    }
}

/// Adds the default map and bounds if they are omitted; returns the type of the mask, if there is one.
fn complete(
    parser: &mut OpParser<'_, '_>,
    state: &mut OpState,
    start: usize,
    (source, vector): (Type, &VectorType),
    mask_at: Option<usize>,
) -> ParseResult<Option<Type>> {
    let context = parser.context;
    let (map_name, bounds_name) = (context.ident("permutation_map"), context.ident("in_bounds"));
    let given = state.attributes.iter().find(|entry| entry.name == map_name).map(|entry| entry.value);
    let map = match given {
        Some(map) => map,
        None => {
            let Some(map) = default_transfer_map(context, source, vector) else {
                return Err(parser.op_error(
                    start,
                    "expected a custom permutation_map when rank(source) != rank(destination)",
                ));
            };
            let value = context.attr(AttrKind::AffineMap(map));
            state.attributes.push(NamedAttribute { name: map_name, value });
            value
        }
    };
    let Some(map) = map.as_affine_map(context) else {
        return Err(parser.op_error(start, "invalid kind of attribute specified"));
    };
    if state.attributes.iter().all(|entry| entry.name != bounds_name) {
        let bounds = vec![Attribute::bool(context, false); map.results.len()];
        state.attributes.push(NamedAttribute { name: bounds_name, value: Attribute::array(context, bounds) });
    }
    let Some(mask_at) = mask_at else { return Ok(None) };
    if shaped(context, source).is_some_and(|(_, element)| VectorType::of(context, element).is_some()) {
        return Err(parser.op_error(mask_at, "does not support masks with vector element type"));
    }
    if vector.rank() != map.results.len() {
        return Err(parser.op_error(
            start,
            "expected the same rank for the vector and the results of the permutation map",
        ));
    }
    Ok(transfer_mask(context, vector, map).map(|mask| mask.ty(context)))
}

fn add_segments(parser: &OpParser<'_, '_>, state: &mut OpState, sizes: &[usize]) {
    let context = parser.context;
    let sizes: Vec<i32> = sizes.iter().map(|&size| i32::try_from(size).unwrap_or(i32::MAX)).collect();
    let (name, value) = (context.ident("operandSegmentSizes"), Attribute::dense_i32(context, &sizes));
    state.properties.push(NamedAttribute { name, value });
}

/// Parses `%base[%i, …], %padding, %mask {…} : type, type`.
pub(in crate::vector) fn parse_read(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let base = parser.parse_operand()?;
    let indices = parse_indices(parser)?;
    parser.expect(b',')?;
    let padding = parser.parse_operand()?;
    let mask = parse_mask(parser)?;
    state.attributes = parser.optional_attr_dict()?;
    let (start, source, ty) = parse_types(parser)?;
    let Some((_, element)) = shaped(context, source).filter(|_| is_memref_or_ranked_tensor(context, source))
    else {
        return Err(parser.op_error(start, "requires memref or ranked tensor type"));
    };
    let Some(vector) = VectorType::of(context, ty) else {
        return Err(parser.op_error(start, "requires vector type"));
    };
    let mask_type = complete(parser, state, start, (source, &vector), mask.map(|(_, at)| at))?;
    state.operands.push(parser.resolve(base, source)?);
    let count = indices.len();
    for index in indices {
        state.operands.push(parser.resolve(index, context.common.index)?);
    }
    state.operands.push(parser.resolve(padding, element)?);
    if let (Some((mask, _)), Some(ty)) = (mask, mask_type) {
        state.operands.push(parser.resolve(mask, ty)?);
    }
    add_segments(parser, state, &[1, count, 1, usize::from(mask.is_some())]);
    state.result_types.push(ty);
    Ok(())
}

/// Parses `%vector, %base[%i, …], %mask {…} : type, type`.
pub(in crate::vector) fn parse_write(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let value = parser.parse_operand()?;
    parser.expect(b',')?;
    let base = parser.parse_operand()?;
    let indices = parse_indices(parser)?;
    let mask = parse_mask(parser)?;
    state.attributes = parser.optional_attr_dict()?;
    let (start, ty, source) = parse_types(parser)?;
    let Some(vector) = VectorType::of(context, ty) else {
        return Err(parser.op_error(start, "requires vector type"));
    };
    if !is_memref_or_ranked_tensor(context, source) {
        return Err(parser.op_error(start, "requires memref or ranked tensor type"));
    }
    let mask_type = complete(parser, state, start, (source, &vector), mask.map(|(_, at)| at))?;
    state.operands.push(parser.resolve(value, ty)?);
    state.operands.push(parser.resolve(base, source)?);
    let count = indices.len();
    for index in indices {
        state.operands.push(parser.resolve(index, context.common.index)?);
    }
    if let (Some((mask, _)), Some(ty)) = (mask, mask_type) {
        state.operands.push(parser.resolve(mask, ty)?);
    }
    add_segments(parser, state, &[1, 1, count, usize::from(mask.is_some())]);
    if crate::vector::types::is_ranked_tensor(context, source) {
        state.result_types.push(source);
    }
    Ok(())
}

fn print_values(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>, before: &str, values: &[Value]) {
    if !values.is_empty() {
        printer.text(before);
        printer.print_operands(op, values);
    }
}

/// Prints the attributes that differ from their defaults, and the types.
fn print_rest(
    printer: &mut OpPrinter<'_>,
    op: PrintedOp<'_>,
    (map, in_bounds): (Option<Attribute>, Option<&[Attribute]>),
    values: [Option<Value>; 2],
) {
    let context = op.context();
    let mut spelled = Vec::new();
    if map.and_then(|map| map.as_affine_map(context)).is_some_and(is_minor_identity) {
        spelled.push("permutation_map");
    }
    if in_bounds.is_some_and(|bounds| !bounds.contains(&Attribute::bool(context, true))) {
        spelled.push("in_bounds");
    }
    printer.print_attr_dict(op, &spelled, false);
    printer.text(" : ");
    printer.print_types(values.into_iter().flatten().map(|value| op.type_of(value)));
}

/// Prints the text after `vector.transfer_read`.
pub(in crate::vector) fn print_read(printer: &mut OpPrinter<'_>, read: TransferRead<Printed<'_>>) {
    let op = *read.0;
    print_values(printer, op, " ", read.base().as_slice());
    printer.text("[");
    print_values(printer, op, "", read.indices());
    printer.text("]");
    print_values(printer, op, ", ", read.padding().as_slice());
    print_values(printer, op, ", ", read.mask().as_slice());
    print_rest(printer, op, (read.permutation_map(), read.in_bounds()), [read.base(), read.vector()]);
}

/// Prints the text after `vector.transfer_write`.
pub(in crate::vector) fn print_write(printer: &mut OpPrinter<'_>, write: TransferWrite<Printed<'_>>) {
    let op = *write.0;
    print_values(printer, op, " ", write.valueToStore().as_slice());
    print_values(printer, op, ", ", write.base().as_slice());
    printer.text("[");
    print_values(printer, op, "", write.indices());
    printer.text("]");
    print_values(printer, op, ", ", write.mask().as_slice());
    print_rest(
        printer,
        op,
        (write.permutation_map(), write.in_bounds()),
        [write.valueToStore(), write.base()],
    );
}
