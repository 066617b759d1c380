//! Hand-written parsers and printers of `affine`, for operations without an assembly format.

use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, Unresolved};
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::declare::Printed;
use tern_mlir::{AttrKind, Attribute, OpState, Value};

use super::access::Access;
use super::ops::{Apply, For, If, Load, Max, Min, Prefetch, Store, VectorLoad, VectorStore};
use crate::branches::{parse_branches, print_branches};
use crate::loops::{ArgumentName, parse_initializations, print_arrow_types, print_initializations};
use crate::memref::constraints::element_type;
use crate::memref::parse_hints;
use crate::memref::print_hints;

/// Adds an inherent attribute.
fn add(parser: &OpParser<'_, '_>, state: &mut OpState, name: &str, value: Attribute) {
    state.properties.push(NamedAttribute { name: parser.context.ident(name), value });
}

/// Wraps a map in an attribute.
fn attribute(parser: &OpParser<'_, '_>, map: AffineMap) -> Attribute {
    parser.context.attr(AttrKind::AffineMap(map))
}

/// Resolves operands of type `index`.
fn resolve<'a>(
    parser: &mut OpParser<'a, '_>,
    state: &mut OpState,
    operands: impl IntoIterator<Item = Unresolved<'a>>,
) -> ParseResult<()> {
    let index = parser.context.common.index;
    for operand in operands {
        state.operands.push(parser.resolve(operand, index)?);
    }
    Ok(())
}

/// Parses `affine_map<…>(%i)[%n] {…}`.
pub(super) fn parse_apply(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let start = parser.offset();
    let value = parser.parse_attribute()?;
    let AttrKind::AffineMap(found) = value.kind(parser.context) else {
        return Err(parser.op_error(start, "invalid kind of attribute specified"));
    };
    let (operands, dims) = parser.affine_operands()?;
    if dims != found.dims as usize || operands.len() != (found.dims + found.symbols) as usize {
        return Err(parser.op_name_error("dimension or symbol index mismatch"));
    }
    resolve(parser, state, operands)?;
    state.attributes = parser.optional_attr_dict()?;
    state.result_types.push(parser.context.common.index);
    add(parser, state, "map", value);
    Ok(())
}

/// Prints the text after `affine.apply`.
pub(super) fn print_apply(printer: &mut OpPrinter<'_>, apply: Apply<Printed<'_>>) {
    print_application(printer, *apply.0, apply.map(), apply.mapOperands());
}

/// Prints the text after `affine.min`.
pub(super) fn print_min(printer: &mut OpPrinter<'_>, min: Min<Printed<'_>>) {
    print_application(printer, *min.0, min.map(), min.operands());
}

/// Prints the text after `affine.max`.
pub(super) fn print_max(printer: &mut OpPrinter<'_>, max: Max<Printed<'_>>) {
    print_application(printer, *max.0, max.map(), max.operands());
}

/// Prints ` affine_map<…>(%i)[%n] {…}`.
fn print_application(
    printer: &mut OpPrinter<'_>,
    op: PrintedOp<'_>,
    map: Option<Attribute>,
    operands: &[Value],
) {
    let Some((value, found)) = map.and_then(|map| Some((map, map.as_affine_map(op.context())?))) else {
        return;
    };
    printer.text(" ");
    printer.print_attribute(value);
    printer.print_affine_operands(op, operands, found.dims);
    printer.print_attr_dict(op, &["map"], false);
}

/// Parses a bound: `5`, `%n`, or `max affine_map<…>(%i)[%n]`.
fn parse_bound<'a>(
    parser: &mut OpParser<'a, '_>,
    several: &str,
) -> ParseResult<(Attribute, Vec<Unresolved<'a>>)> {
    let prefixed = parser.eat_keyword(several);
    if parser.at_operand() {
        let operand = parser.parse_operand()?;
        let map = AffineMap { dims: 0, symbols: 1, results: [AffineExpr::Symbol(0)].into() };
        return Ok((attribute(parser, map), vec![operand]));
    }
    let start = parser.offset();
    if parser.at_integer() {
        let value = parser.integer()?;
        let value = i64::try_from(value).map_err(|_| parser.error_at(start, "integer value too large"))?;
        let map = AffineMap { dims: 0, symbols: 0, results: [AffineExpr::Constant(value)].into() };
        return Ok((attribute(parser, map), Vec::new()));
    }
    let value = parser.parse_attribute()?;
    let AttrKind::AffineMap(found) = value.kind(parser.context) else {
        return Err(parser.op_error(start, "expected valid affine map representation for loop bounds"));
    };
    let (operands, dims) = parser.affine_operands()?;
    if dims != found.dims as usize {
        return Err(parser.op_name_error("dim operand count and affine map dim count must match"));
    }
    if operands.len() - dims != found.symbols as usize {
        return Err(parser.op_name_error("symbol operand count and affine map symbol count must match"));
    }
    if found.results.len() > 1 && !prefixed {
        let side = if several == "max" { "lower" } else { "upper" };
        return Err(parser.op_name_error(format!(
            "{side} loop bound affine map with multiple results requires '{several}' prefix"
        )));
    }
    Ok((value, operands))
}

/// Prints a bound.
fn print_bound(
    printer: &mut OpPrinter<'_>,
    op: PrintedOp<'_>,
    (map, operands, several): (Option<Attribute>, &[Value], &str),
) {
    let Some((value, found)) = map.and_then(|map| Some((map, map.as_affine_map(op.context())?))) else {
        return;
    };
    match (&*found.results, found.dims, found.symbols) {
        ([AffineExpr::Constant(value)], 0, 0) => return printer.number(*value),
        ([AffineExpr::Symbol(0)], 0, 1) => return printer.print_operands(op, operands),
        ([_], ..) => {}
        _ => {
            printer.text(several);
            printer.text(" ");
        }
    }
    printer.print_attribute(value);
    printer.print_affine_operands(op, operands, found.dims);
}

/// Parses `%i = a to b step 2 iter_args(%x = %y) -> (types) {…} {…}`.
pub(super) fn parse_for(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let index = context.common.index;
    let counter = ArgumentName::parse(parser)?;
    parser.expect(b'=')?;
    let (lower, lower_operands) = parse_bound(parser, "max")?;
    parser.expect_keyword("to")?;
    let (upper, upper_operands) = parse_bound(parser, "min")?;
    let mut step = 1;
    if parser.eat_keyword("step") {
        let start = parser.offset();
        let value = parser.integer()?;
        let message = "expected step to be representable as a positive signed integer";
        step = i64::try_from(value)
            .ok()
            .filter(|&step| step > 0)
            .ok_or_else(|| parser.op_error(start, message))?;
    }
    let sizes = [lower_operands.len() as i32, upper_operands.len() as i32];
    resolve(parser, state, lower_operands)?;
    resolve(parser, state, upper_operands)?;
    let mut arguments = vec![counter.of_type(index)];
    let mut carried = Vec::new();
    if parser.eat_keyword("iter_args") {
        carried = parse_initializations(parser)?;
        state.result_types = parser.optional_arrow_types()?.into();
        if carried.len() != state.result_types.len() {
            let message = "mismatch between the number of loop-carried values and results";
            return Err(parser.op_name_error(message));
        }
    }
    let count = carried.len() as i32;
    for ((argument, init), ty) in carried.into_iter().zip(state.result_types.clone()) {
        arguments.push(argument.of_type(ty));
        state.operands.push(parser.resolve(init, ty)?);
    }
    add(parser, state, "lowerBoundMap", lower);
    add(parser, state, "upperBoundMap", upper);
    add(parser, state, "step", Attribute::integer(context, index, step));
    let sizes = Attribute::dense_i32(context, &[sizes[0], sizes[1], count]);
    add(parser, state, "operandSegmentSizes", sizes);
    parser.parse_region_with_terminator(state, &arguments)?;
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

/// Prints the text after `affine.for`.
pub(super) fn print_for(printer: &mut OpPrinter<'_>, r#for: For<Printed<'_>>) {
    let op = *r#for.0;
    let Some((&counter, carried)) = op.region_arguments(0).split_first() else { return };
    printer.text(" ");
    printer.print_value(counter);
    printer.text(" = ");
    print_bound(printer, op, (r#for.lowerBoundMap(), r#for.lowerBoundOperands(), "max"));
    printer.text(" to ");
    print_bound(printer, op, (r#for.upperBoundMap(), r#for.upperBoundOperands(), "min"));
    if let Some(step) = r#for.step().filter(|&step| step != 1) {
        printer.text(" step ");
        printer.number(step);
    }
    print_initializations(printer, op, " iter_args", carried, r#for.inits());
    print_arrow_types(printer, &op.result_types(), true);
    printer.text(" ");
    printer.print_region(op, 0, false);
    printer.print_attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step"], false);
}

/// Parses `affine_set<…>(%i)[%n] -> types {…} else {…} {…}`.
pub(super) fn parse_if(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let start = parser.offset();
    let value = parser.parse_attribute()?;
    let AttrKind::IntegerSet(set) = value.kind(parser.context) else {
        return Err(parser.op_error(start, "invalid kind of attribute specified"));
    };
    let (operands, dims) = parser.affine_operands()?;
    if dims != set.dims as usize {
        return Err(parser.op_name_error("dim operand count and integer set dim count must match"));
    }
    if operands.len() - dims != set.symbols as usize {
        return Err(parser.op_name_error("symbol operand count and integer set symbol count must match"));
    }
    resolve(parser, state, operands)?;
    add(parser, state, "condition", value);
    parse_branches(parser, state)
}

/// Prints the text after `affine.if`.
pub(super) fn print_if(printer: &mut OpPrinter<'_>, r#if: If<Printed<'_>>) {
    let op = *r#if.0;
    let Some(value) = r#if.condition() else { return };
    let AttrKind::IntegerSet(set) = value.kind(op.context()) else { return };
    printer.text(" ");
    printer.print_attribute(value);
    printer.print_affine_operands(op, r#if.operands(), set.dims);
    print_arrow_types(printer, &op.result_types(), false);
    print_branches(printer, op, &["condition"]);
}

/// A partially parsed access: the memref and the index operands.
struct ParsedAccess<'a> {
    memref: Unresolved<'a>,
    operands: Vec<Unresolved<'a>>,
}

/// Parses `%m[%i + 3]`.
fn parse_access<'a>(parser: &mut OpParser<'a, '_>, state: &mut OpState) -> ParseResult<ParsedAccess<'a>> {
    let memref = parser.parse_operand()?;
    let (map, values) = parser.affine_map_of_values()?;
    let map = attribute(parser, map);
    add(parser, state, "map", map);
    Ok(ParsedAccess { memref, operands: values.dims.into_iter().chain(values.symbols).collect() })
}

/// Parses `%m[%i + 3] {…} : memref<…>`.
pub(super) fn parse_load(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let access = parse_access(parser, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    state.operands.push(parser.resolve(access.memref, ty)?);
    resolve(parser, state, access.operands)?;
    state.result_types.extend(element_type(parser.context, ty));
    Ok(())
}

/// Parses `%m[%i + 3] {…} : memref<…>, vector<…>`.
pub(super) fn parse_vector_load(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let access = parse_access(parser, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    parser.expect(b',')?;
    state.result_types.push(parser.parse_type()?);
    state.operands.push(parser.resolve(access.memref, ty)?);
    resolve(parser, state, access.operands)
}

/// Parses `%v, %m[%i + 3] {…} : memref<…>`.
pub(super) fn parse_store(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let value = parser.parse_operand()?;
    parser.expect(b',')?;
    let access = parse_access(parser, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    let element = element_type(parser.context, ty).unwrap_or(ty);
    state.operands.push(parser.resolve(value, element)?);
    state.operands.push(parser.resolve(access.memref, ty)?);
    resolve(parser, state, access.operands)
}

/// Parses `%v, %m[%i + 3] {…} : memref<…>, vector<…>`.
pub(super) fn parse_vector_store(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let value = parser.parse_operand()?;
    parser.expect(b',')?;
    let access = parse_access(parser, state)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    parser.expect(b',')?;
    let vector = parser.parse_type()?;
    state.operands.push(parser.resolve(value, vector)?);
    state.operands.push(parser.resolve(access.memref, ty)?);
    resolve(parser, state, access.operands)
}

/// Parses `%m[%i + 3], read, locality<3>, data {…} : memref<…>`.
pub(super) fn parse_prefetch(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let access = parse_access(parser, state)?;
    let (write, locality, data) = parse_hints(parser)?;
    state.attributes = parser.optional_attr_dict()?;
    let ty = parser.colon_type()?;
    state.operands.push(parser.resolve(access.memref, ty)?);
    resolve(parser, state, access.operands)?;
    add(parser, state, "isWrite", write);
    add(parser, state, "localityHint", locality);
    add(parser, state, "isDataCache", data);
    Ok(())
}

impl Access<'_, PrintedOp<'_>> {
    /// Prints `%m[%i + 3]`.
    fn print(&self, printer: &mut OpPrinter<'_>) {
        let (Some(memref), Some(map)) = (self.memref, self.map) else { return };
        printer.print_operand(self.op, memref);
        printer.text("[");
        printer.print_affine_exprs_of_values(self.op, map, &map.results, self.indices);
        printer.text("]");
    }

    /// Prints ` {…} : memref<…>`.
    fn print_type(&self, printer: &mut OpPrinter<'_>) {
        printer.print_attr_dict(self.op, &["map", "isWrite", "localityHint", "isDataCache"], false);
        printer.text(" : ");
        printer.print_types(self.memref.map(|memref| self.op.type_of(memref)));
    }

    /// Prints ` %m[%i + 3] {…} : memref<…>`.
    fn print_load(&self, printer: &mut OpPrinter<'_>) {
        printer.text(" ");
        self.print(printer);
        self.print_type(printer);
    }

    /// Prints ` %v, %m[%i + 3] {…} : memref<…>`.
    fn print_store(&self, printer: &mut OpPrinter<'_>, value: Value) {
        printer.text(" ");
        printer.print_operand(self.op, value);
        printer.text(", ");
        self.print(printer);
        self.print_type(printer);
    }
}

/// Prints the text after `affine.load`.
pub(super) fn print_load(printer: &mut OpPrinter<'_>, load: Load<Printed<'_>>) {
    Access::from(load).print_load(printer);
}

/// Prints the text after `affine.vector_load`.
pub(super) fn print_vector_load(printer: &mut OpPrinter<'_>, load: VectorLoad<Printed<'_>>) {
    Access::from(load).print_load(printer);
    printer.text(", ");
    printer.print_types(load.result().map(|result| load.0.type_of(result)));
}

/// Prints the text after `affine.store`.
pub(super) fn print_store(printer: &mut OpPrinter<'_>, store: Store<Printed<'_>>) {
    if let Some(value) = store.value() {
        Access::from(store).print_store(printer, value);
    }
}

/// Prints the text after `affine.vector_store`.
pub(super) fn print_vector_store(printer: &mut OpPrinter<'_>, store: VectorStore<Printed<'_>>) {
    if let Some(value) = store.value() {
        Access::from(store).print_store(printer, value);
        printer.text(", ");
        printer.print_type(store.0.type_of(value));
    }
}

/// Prints the text after `affine.prefetch`.
pub(super) fn print_prefetch(printer: &mut OpPrinter<'_>, prefetch: Prefetch<Printed<'_>>) {
    let access = Access::from(prefetch);
    printer.text(" ");
    access.print(printer);
    print_hints(printer, prefetch.isWrite(), prefetch.localityHint(), prefetch.isDataCache());
    access.print_type(printer);
}
