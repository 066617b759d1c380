//! Syntax and verifiers shared by the loops of several dialects.

use tern_mlir::asm::{
    OpParser, OpPrinter, ParseResult, PrintedOp, RegionArgument, Unresolved, type_to_string,
};
use tern_mlir::declare::OpDef;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{Location, OpRef, Type, Value, ValueDef};

use crate::{arith, index};

/// The parsed name of a region argument, with its position in the text.
#[derive(Clone, Copy)]
pub(crate) struct ArgumentName<'a> {
    name: &'a [u8],
    location: Location,
}

impl<'a> ArgumentName<'a> {
    /// Parses `%name`.
    pub(crate) fn parse(parser: &mut OpParser<'a, '_>) -> ParseResult<Self> {
        let location = parser.location();
        Ok(Self { name: parser.parse_operand()?.name(), location })
    }

    /// The argument with its type.
    pub(crate) fn of_type(self, ty: Type) -> RegionArgument<'a> {
        RegionArgument { name: Some(self.name), ty, location: self.location }
    }
}

/// Parses the names in `(%a, %b)`.
pub(crate) fn parse_argument_names<'a>(parser: &mut OpParser<'a, '_>) -> ParseResult<Vec<ArgumentName<'a>>> {
    parser.expect(b'(')?;
    parser.list(b')', ArgumentName::parse)
}

/// Parses `(%a = %x, %b = %y)`: arguments with their initial values.
pub(crate) fn parse_initializations<'a>(
    parser: &mut OpParser<'a, '_>,
) -> ParseResult<Vec<(ArgumentName<'a>, Unresolved<'a>)>> {
    parser.expect(b'(')?;
    parser.list(b')', |parser| {
        let argument = ArgumentName::parse(parser)?;
        parser.expect(b'=')?;
        Ok((argument, parser.parse_operand()?))
    })
}

/// Prints `prefix(%a = %x, %b = %y)`, or nothing if there are no arguments.
pub(crate) fn print_initializations(
    printer: &mut OpPrinter<'_>,
    op: PrintedOp<'_>,
    prefix: &str,
    arguments: &[Value],
    values: &[Value],
) {
    if values.is_empty() {
        return;
    }
    printer.text(prefix);
    printer.text("(");
    for (index, (&argument, &value)) in arguments.iter().zip(values).enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.print_value(argument);
        printer.text(" = ");
        printer.print_operand(op, value);
    }
    printer.text(")");
}

/// Prints ` -> type` or ` -> (types)`, or nothing without types. A single type is in parentheses only if `always`.
pub(crate) fn print_arrow_types(printer: &mut OpPrinter<'_>, types: &[Type], always: bool) {
    match types {
        [] => {}
        &[ty] if !always => {
            printer.text(" -> ");
            printer.print_type(ty);
        }
        types => {
            printer.text(" -> (");
            printer.print_types(types.iter().copied());
            printer.text(")");
        }
    }
}

/// The constant value of an operand, if known.
pub(crate) fn constant(op: OpRef<'_>, value: Value) -> Option<i64> {
    let ValueDef::Result(definition, _) = op.body.value_def(value) else { return None };
    constant_integer(OpRef::new(op.context, op.body, definition))
}

/// The value of a constant integer of `arith` or `index`.
pub(crate) fn constant_integer(op: OpRef<'_>) -> Option<i64> {
    if let Some(constant) = index::Constant::unverified(op) {
        return constant.value();
    }
    arith::Constant::unverified(op)?.value()?.as_i64(op.context)
}

/// The edges out of the operation from each block of a region that ends with an operation of the declaration `end`.
pub(crate) fn edges_from<'a>(
    op: OpRef<'a>,
    region: usize,
    end: &'static OpDef,
    skipped: usize,
    to: RegionTarget,
    inputs: &[Value],
) -> Vec<RegionEdge<'a>> {
    let (body, regions) = op.body.regions(op.op);
    let blocks = regions.get(region).map(|&region| body.region_blocks(region)).unwrap_or_default();
    let ends = blocks.iter().filter_map(|&block| body.block_last(block));
    ends.map(|last| OpRef::new(op.context, body, last))
        .filter(|last| last.is(end))
        .map(|last| RegionEdge {
            from: Some(last),
            operands: last.operands().get(skipped..).unwrap_or_default().to_vec(),
            to,
            inputs: inputs.to_vec(),
        })
        .collect()
}

/// The region edges of a loop: from the operation, with `inits`, into its region or past it; and from the end of the region,
/// with the yielded values, back to its start or out.
pub(crate) fn loop_edges<'a>(
    op: OpRef<'a>,
    inits: &[Value],
    carried: &[Value],
    end: &'static OpDef,
) -> Vec<RegionEdge<'a>> {
    let results: Vec<Value> = op.body.results(op.op).collect();
    let enter = |to, inputs: &[Value]| RegionEdge {
        from: None,
        operands: inits.to_vec(),
        to,
        inputs: inputs.to_vec(),
    };
    let mut edges = vec![enter(RegionTarget::Region(0), carried), enter(RegionTarget::Parent, &results)];
    edges.extend(edges_from(op, 0, end, 0, RegionTarget::Region(0), carried));
    edges.extend(edges_from(op, 0, end, 0, RegionTarget::Parent, &results));
    edges
}

/// `LoopLikeOpInterface`: checks that initial values, arguments, yielded values and results agree in number and type. Returns
/// whether they do.
pub(crate) fn verify_carried(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    inits: &[Value],
    arguments: &[Value],
    yielded: &[Value],
) -> bool {
    let results: Vec<Value> = op.body.results(op.op).collect();
    let problem = carried_problem(op, inits, arguments, yielded, &results);
    if let Some(problem) = &problem {
        verifier.error(op, problem);
    }
    problem.is_none()
}

fn carried_problem(
    op: OpRef<'_>,
    inits: &[Value],
    arguments: &[Value],
    yielded: &[Value],
    results: &[Value],
) -> Option<String> {
    let count = |left: &str, right: &str, a: &[Value], b: &[Value]| {
        let (a, b) = (a.len(), b.len());
        (a != b).then(|| format!("different number of {left} and {right}: {a} != {b}"))
    };
    let types = |left: &str, right: &str, a: &[Value], b: &[Value]| {
        let mut pairs = a.iter().zip(b).map(|(&a, &b)| (op.type_of(a), op.type_of(b))).enumerate();
        let (index, (a, b)) = pairs.find(|(_, (a, b))| a != b)?;
        let (a, b) = (type_to_string(op.context, a), type_to_string(op.context, b));
        Some(format!("{index}-th {left} and {index}-th {right} have different type: '{a}' != '{b}'"))
    };
    count("inits", "region iter_args", inits, arguments)
        .or_else(|| {
            let given = !yielded.is_empty();
            given.then(|| count("region iter_args", "yielded values", arguments, yielded)).flatten()
        })
        .or_else(|| count("loop results", "region iter_args", results, arguments))
        .or_else(|| types("init", "region iter_arg", inits, arguments))
        .or_else(|| types("region iter_arg", "yielded value", arguments, yielded))
        .or_else(|| types("region iter_arg", "loop result", arguments, results))
}
