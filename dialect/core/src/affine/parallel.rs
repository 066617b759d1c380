//! The syntax and the verifier of `affine.parallel`.
//!
//! The bounds of all induction variables are in one map for each side; groups give the number of results that belong to each
//! variable.

use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::asm::{AffineOperands, OpParser, OpPrinter, ParseResult, PrintedOp, Shown};
use tern_mlir::declare::{Printed, Unverified, View};
use tern_mlir::types::{Signedness, TypeKind};
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Attribute, Context, NamedAttribute, OpRef, OpState, Type, Value};

use super::ops::Parallel;
use crate::arith::AtomicRMWKind;
use crate::loops::{parse_argument_names, print_arrow_types};

/// How one side of the bounds is spelled: the names of the map and of the groups, and the keyword for several results.
struct Side {
    map: &'static str,
    groups: &'static str,
    several: &'static str,
}

const LOWER: Side = Side { map: "lowerBoundsMap", groups: "lowerBoundsGroups", several: "max" };
const UPPER: Side = Side { map: "upperBoundsMap", groups: "upperBoundsGroups", several: "min" };

/// One side of the bounds of all induction variables.
struct Bounds<'a> {
    /// The map whose results are the bounds.
    map: &'a AffineMap,
    /// The number of results that belong to each induction variable.
    groups: Vec<usize>,
    /// The operands of the map.
    operands: &'a [Value],
}

/// The lower and the upper bounds; `None` if an attribute is missing.
fn bounds_of<'a, O: Shown<'a>>(op: Parallel<View<'a, Unverified, O>>) -> Option<[Bounds<'a>; 2]> {
    let context = op.0.context();
    let lower = op.lowerBoundsMap()?.as_affine_map(context)?;
    let upper = op.upperBoundsMap()?.as_affine_map(context)?;
    let operands = op.mapOperands();
    let (lower_operands, upper_operands) =
        operands.split_at(((lower.dims + lower.symbols) as usize).min(operands.len()));
    Some([
        Bounds {
            map: lower,
            groups: groups(context, op.lowerBoundsGroups()?, lower),
            operands: lower_operands,
        },
        Bounds {
            map: upper,
            groups: groups(context, op.upperBoundsGroups()?, upper),
            operands: upper_operands,
        },
    ])
}

/// The number of results of `map` that belong to each induction variable.
fn groups(context: &Context, attribute: Attribute, map: &AffineMap) -> Vec<usize> {
    let AttrKind::DenseElements { ty, data, splat } = attribute.kind(context) else { return Vec::new() };
    let sizes: Vec<usize> = data
        .chunks_exact(4)
        .map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .map(|size| usize::try_from(size).unwrap_or(0))
        .collect();
    let counters = match ty.kind(context) {
        TypeKind::RankedTensor { shape, .. } => shape.first().copied(),
        TypeKind::Vector { shape, .. } => shape.first().copied(),
        _ => None,
    };
    // A loop cannot have more induction variables than its map has results.
    let most = map.results.len();
    let counters = counters.and_then(|counters| usize::try_from(counters).ok()).unwrap_or(sizes.len());
    match (*splat, sizes.first()) {
        (true, Some(&size)) => vec![size; counters.min(most.max(1))],
        _ => sizes,
    }
}

/// The lower and the upper bounds of each induction variable: the maximum and the minimum of the results of maps, which take
/// the operands of their side. `None` if the attributes are incomplete.
pub fn parallel_bounds(op: OpRef<'_>) -> Option<(Vec<AffineMap>, Vec<AffineMap>)> {
    let split = |bounds: Bounds<'_>| {
        let mut rest = &*bounds.map.results;
        let mut maps = Vec::new();
        for size in bounds.groups {
            let (own, others) = rest.split_at_checked(size)?;
            maps.push(AffineMap { results: own.into(), ..bounds.map.clone() });
            rest = others;
        }
        Some(maps)
    };
    let [lower, upper] = bounds_of(Parallel::unverified(op)?)?;
    Some((split(lower)?, split(upper)?))
}

fn add(parser: &OpParser<'_, '_>, state: &mut OpState, name: &str, value: Attribute) {
    state.properties.push(NamedAttribute { name: parser.context.ident(name), value });
}

/// The attribute `dense<[1, 2]> : tensor<2xi32>` for groups.
fn groups_attribute(context: &Context, sizes: &[i32]) -> Attribute {
    let (shape, element) = ([sizes.len() as i64].into(), context.common.i32);
    let ty = context.ty(TypeKind::RankedTensor { shape, element, encoding: None });
    let alike = !sizes.is_empty() && sizes.windows(2).all(|pair| pair[0] == pair[1]);
    let stored = if alike { &sizes[..1] } else { sizes };
    let data = stored.iter().flat_map(|size| size.to_le_bytes()).collect();
    context.attr(AttrKind::DenseElements { ty, data, splat: alike })
}

/// Parses `(0, max(%i, %n + 1))`.
fn parse_bounds(parser: &mut OpParser<'_, '_>, state: &mut OpState, side: &Side) -> ParseResult<()> {
    let context = parser.context;
    let mut values = AffineOperands::default();
    let mut results: Vec<AffineExpr> = Vec::new();
    parser.expect(b'(')?;
    let sizes = parser.list(b')', |parser| {
        let before = results.len();
        if parser.eat_keyword(side.several) {
            parser.expect(b'(')?;
            results.extend(parser.list(b')', |parser| parser.affine_expr_of_values(&mut values))?);
        } else {
            results.push(parser.affine_expr_of_values(&mut values)?);
        }
        Ok((results.len() - before) as i32)
    })?;
    let (dims, symbols) = (values.dims.len() as u32, values.symbols.len() as u32);
    for operand in values.dims.into_iter().chain(values.symbols) {
        state.operands.push(parser.resolve(operand, context.common.index)?);
    }
    let map = AffineMap { dims, symbols, results: results.into() };
    add(parser, state, side.map, context.attr(AttrKind::AffineMap(map)));
    add(parser, state, side.groups, groups_attribute(context, &sizes));
    Ok(())
}

/// Parses `(%i, %j) = (0, 0) to (10, %n) step (1, 2) reduce ("addf") -> (types) {…} {…}`.
pub(super) fn parse(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let names = parse_argument_names(parser)?;
    parser.expect(b'=')?;
    parse_bounds(parser, state, &LOWER)?;
    parser.expect_keyword("to")?;
    parse_bounds(parser, state, &UPPER)?;
    let mut steps = vec![1; names.len()];
    if parser.eat_keyword("step") {
        parser.expect(b'(')?;
        steps = parser.list(b')', |parser| {
            let mut values = AffineOperands::default();
            match parser.affine_expr_of_values(&mut values)? {
                AffineExpr::Constant(step) => Ok(step),
                _ => Err(parser.op_name_error("steps must be constant integers")),
            }
        })?;
    }
    let mut reductions = Vec::new();
    if parser.eat_keyword("reduce") {
        parser.expect(b'(')?;
        reductions = parser.list(b')', |parser| {
            let start = parser.offset();
            let name = parser.parse_attribute()?;
            let AttrKind::String { value, .. } = name.kind(context) else {
                return Err(parser.op_error(start, "invalid kind of attribute specified"));
            };
            let kind = AtomicRMWKind::from_spelling(&String::from_utf8_lossy(context.bytes(*value)))
                .ok_or_else(|| {
                    let shown = tern_mlir::asm::attribute_to_string(context, name);
                    parser.op_error(start, format!("invalid reduction value: {shown}"))
                })?;
            Ok(Attribute::integer(context, context.common.i64, kind.value() as i64))
        })?;
    }
    let numbers = steps.into_iter().map(|step| Attribute::integer(context, context.common.i64, step));
    let numbers = Attribute::array(context, numbers.collect::<Vec<_>>());
    add(parser, state, "steps", numbers);
    add(parser, state, "reductions", Attribute::array(context, reductions));
    state.result_types = parser.optional_arrow_types()?.into();
    let arguments: Vec<_> = names.into_iter().map(|name| name.of_type(context.common.index)).collect();
    parser.parse_region_with_terminator(state, &arguments)?;
    state.attributes = parser.optional_attr_dict()?;
    Ok(())
}

fn print_bounds(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>, side: &Side, bounds: &Bounds<'_>) {
    let mut rest = &*bounds.map.results;
    printer.text("(");
    for (index, &size) in bounds.groups.iter().enumerate() {
        let (own, others) = rest.split_at(size.min(rest.len()));
        rest = others;
        printer.text(if index == 0 { "" } else { ", " });
        if size != 1 {
            printer.text(side.several);
            printer.text("(");
        }
        printer.print_affine_exprs_of_values(op, bounds.map, own, bounds.operands);
        printer.text(if size == 1 { "" } else { ")" });
    }
    printer.text(")");
}

/// Prints the text after `affine.parallel`.
pub(super) fn print(printer: &mut OpPrinter<'_>, parallel: Parallel<Printed<'_>>) {
    let (op, context) = (*parallel.0, parallel.0.context());
    let Some([lower, upper]) = bounds_of(parallel) else { return };
    printer.text(" (");
    for (index, &counter) in op.region_arguments(0).iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.print_value(counter);
    }
    printer.text(") = ");
    print_bounds(printer, op, &LOWER, &lower);
    printer.text(" to ");
    print_bounds(printer, op, &UPPER, &upper);
    let steps = parallel.steps().unwrap_or_default();
    let steps: Vec<i64> = steps.iter().filter_map(|step| step.as_i64(context)).collect();
    if steps.iter().any(|&step| step != 1) {
        printer.text(" step (");
        for (index, &step) in steps.iter().enumerate() {
            printer.text(if index == 0 { "" } else { ", " });
            printer.number(step);
        }
        printer.text(")");
    }
    let results = op.result_types();
    if !results.is_empty() {
        printer.text(" reduce (");
        for (index, kind) in parallel.reductions().unwrap_or_default().iter().enumerate() {
            printer.text(if index == 0 { "\"" } else { ", \"" });
            let kind = kind.as_u64(context).and_then(AtomicRMWKind::from_value);
            printer.text(kind.map_or("", AtomicRMWKind::spelling));
            printer.text("\"");
        }
        printer.text(")");
        print_arrow_types(printer, &results, true);
    }
    printer.text(" ");
    printer.print_region(op, 0, false);
    let own = [LOWER.map, LOWER.groups, UPPER.map, UPPER.groups, "steps", "reductions"];
    printer.print_attr_dict(op, &own, false);
}

/// Whether a reduction supports a type.
fn fits(context: &Context, ty: Type, kind: AtomicRMWKind) -> bool {
    use AtomicRMWKind::{
        Addf, Addi, Andi, Assign, Maximumf, Maxs, Maxu, Minimumf, Mins, Minu, Mulf, Muli, Ori,
    };
    let signedness = match ty.kind(context) {
        TypeKind::Integer { signedness, .. } => Some(*signedness),
        _ => None,
    };
    match kind {
        Addf | Mulf | Maximumf | Minimumf => matches!(ty.kind(context), TypeKind::Float(_)),
        Addi | Muli | Andi | Ori => signedness.is_some(),
        Maxs | Mins => signedness == Some(Signedness::Signed),
        Maxu | Minu => signedness == Some(Signedness::Unsigned),
        Assign => true,
        _ => false,
    }
}

/// Checks that there are bounds and a step for each induction variable, and a supported reduction for each result.
pub(super) fn verify(verifier: &mut Verifier<'_>, parallel: Parallel<View<'_>>) {
    let (op, context) = (*parallel.0, parallel.0.context);
    let counters = op.region_arguments(0).len();
    let steps = parallel.steps().len();
    let Some([lower, upper]) = bounds_of(Parallel(View::<Unverified>::new(op))) else { return };
    if [lower.groups.len(), upper.groups.len(), steps].iter().any(|&count| count != counters) {
        let message = format!(
            "the number of region arguments ({counters}) and the number of map groups for lower ({}) and upper bound ({}), and the number of steps ({steps}) must all match",
            lower.groups.len(),
            upper.groups.len()
        );
        return verifier.error(op, message);
    }
    for (side, bounds) in [("lower", &lower), ("upper", &upper)] {
        if bounds.groups.contains(&0) {
            let message = format!("expected {side} bound map to have at least one result");
            return verifier.error(op, message);
        }
        let wanted: usize = bounds.groups.iter().sum();
        if bounds.map.results.len() != wanted {
            let message = format!("expected {side} bounds map to have {wanted} results");
            return verifier.error(op, message);
        }
    }
    let kinds = parallel.reductions();
    let results = op.result_types();
    if kinds.len() != results.len() {
        return verifier.error(op, "a reduction must be specified for each output");
    }
    for (kind, ty) in kinds.iter().zip(results) {
        let Some(kind) = kind.as_u64(context).and_then(AtomicRMWKind::from_value) else {
            return verifier.error(op, "invalid reduction attribute");
        };
        if !fits(context, ty, kind) {
            return verifier.error(op, "result type cannot match reduction attribute");
        }
    }
    for bounds in [lower, upper] {
        if !super::verify::identifiers(verifier, op, bounds.map.dims, bounds.operands) {
            return;
        }
    }
}
