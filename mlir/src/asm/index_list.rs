//! `custom<DynamicIndexList>($dynamic, $static)`: a list of indices, each a number or a value: `[1, %i, 2]`.
//!
//! The numbers are stored in a dense `i64` array, with [`DYNAMIC`] in place of each value. Source: MLIR's `ViewLikeInterface`,
//! which several dialects share.

use smallvec::SmallVec;

use super::directives::Directive;
use super::format::Element;
use super::operations::{ParsedOp, Unresolved, entry};
use super::{ParseResult, Parser, PrintedOp, Printer};
use crate::attributes::Attribute;
use crate::types::DYNAMIC;

/// The directive, available to every dialect.
pub(super) static DYNAMIC_INDEX_LIST: Directive = Directive {
    name: "DynamicIndexList",
    parse,
    begins: |parser| parser.at(b'['),
    is_present: |_| true,
    print,
};

/// The brackets of the list: square, unless the format asks for parentheses.
fn brackets(rest: &[Element]) -> [&'static str; 2] {
    let round = rest.iter().any(|element| matches!(element, Element::Text(text) if text.ends_with("Paren")));
    if round { ["(", ")"] } else { ["[", "]"] }
}

fn parse<'a>(
    parser: &mut Parser<'a, '_>,
    parsed: &mut ParsedOp<'a>,
    arguments: &[Element],
) -> ParseResult<()> {
    let [Element::Operand(group), Element::Attribute(decl), rest @ ..] = arguments else { return Ok(()) };
    let numbers = match indices(parser, brackets(rest), &mut parsed.operands[*group]) {
        Ok(numbers) => numbers,
        Err(wrong) => {
            let expected = parser.op_name_error("expected SSA value or integer");
            return Err(parser.also(wrong, expected));
        }
    };
    let context = parser.context;
    parsed.attributes.push(entry(context, decl.name, Attribute::dense_i64(context, &numbers)));
    Ok(())
}

/// Parses the list and returns the numbers; appends the values to `values`.
fn indices<'a>(
    parser: &mut Parser<'a, '_>,
    [open, close]: [&str; 2],
    values: &mut SmallVec<[Unresolved<'a>; 2]>,
) -> ParseResult<Vec<i64>> {
    let mut numbers = Vec::new();
    if !parser.eat(open.as_bytes()[0]) {
        return Err(parser.error(format!("expected '{open}' in dynamic index list")));
    }
    while !parser.eat(close.as_bytes()[0]) {
        if !numbers.is_empty() && !parser.eat(b',') {
            return Err(parser.error(format!("expected '{close}' in dynamic index list")));
        }
        if parser.at_operand() {
            values.push(parser.parse_operand()?);
            numbers.push(DYNAMIC);
            continue;
        }
        let start = parser.offset();
        let Some(number) = parser.optional_integer()? else {
            return Err(parser.op_error(start, "expected integer value"));
        };
        let number = i64::try_from(number);
        numbers.push(number.map_err(|_| parser.error_at(start, "integer value too large"))?);
    }
    Ok(numbers)
}

fn print(printer: &mut Printer<'_>, op: PrintedOp<'_>, arguments: &[Element]) {
    let [Element::Operand(group), Element::Attribute(decl), rest @ ..] = arguments else { return };
    let [open, close] = brackets(rest);
    let mut values = op.operand_group_at(*group).iter().peekable();
    let numbers = op.property(decl.name).and_then(|numbers| numbers.as_dense_i64(op.context()));
    printer.text(open);
    for (index, number) in numbers.unwrap_or_default().into_iter().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        match values.next_if(|_| number == DYNAMIC) {
            Some(&value) => printer.print_operand(op, value),
            None => printer.number(number),
        }
    }
    printer.text(close);
}
