//! Syntax that no assembly format says. Functions of other dialects are spelled as those of this one are.

use super::signature;
use crate::asm::{OpParser, OpPrinter, ParseResult, type_to_string};
use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::body::{Body, OpRef, OpState};
use crate::function::{Signature, print_function as print_signature};
use crate::types::TypeKind;

/// The words for `sym_visibility`.
const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// What the syntax spells, so that it must not be among the other attributes.
const SPELLED: [&str; 5] = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

/// `private @f(%a: i32 {…}, …) -> (i32 {…}, …) attributes {…} {…}`
pub fn parse_function(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let mut add = |name: &str, value| {
        state.properties.push(NamedAttribute { name: context.ident(name), value });
    };
    if let Some(word) = VISIBILITIES.into_iter().find(|word| parser.at_keyword(word)) {
        parser.eat_keyword(word);
        add("sym_visibility", Attribute::string(context, word));
    }
    let value = parser.symbol_name()?;
    add("sym_name", context.attr(AttrKind::String { value, ty: context.common.none }));
    let signature = Signature::of_function(parser)?;
    if signature.variadic {
        return Err(parser.error("expected non-function type"));
    }
    let (inputs, results) = (signature.inputs().into(), signature.results.clone().into());
    add("function_type", Attribute::of_type(context, context.ty(TypeKind::Function { inputs, results })));
    signature.add_attributes(context, &mut state.properties);
    if parser.eat_keyword("attributes") {
        let start = parser.offset();
        let attributes = parser.optional_attr_dict()?;
        // Attributes of arguments and results may be given this way too.
        let twice =
            attributes.iter().map(|entry| context.str(entry.name)).find(|name| SPELLED[..3].contains(name));
        if let Some(name) = twice {
            let message = format!(
                "'{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
            );
            return Err(parser.op_error(start, message));
        }
        state.attributes.extend(attributes);
    }
    if !parser.at(b'{') {
        let mut body = Body::new();
        body.add_root_region();
        state.body = Some(Box::new(body));
        return Ok(());
    }
    let start = parser.offset();
    parser.parse_body(state, signature.named_arguments())?;
    let empty = state.body.as_ref().is_some_and(|body| {
        body.root_regions().first().is_none_or(|&region| body.region_blocks(region).is_empty())
    });
    if empty { Err(parser.op_error(start, "expected non-empty function body")) } else { Ok(()) }
}

/// Prints what follows `func.func`.
pub fn print_function(printer: &mut OpPrinter<'_>, op: OpRef<'_>) {
    printer.text(" ");
    if let Some(visibility) = op.property("sym_visibility").and_then(|word| word.as_str(op.context)) {
        printer.text(visibility);
        printer.text(" ");
    }
    if let Some(AttrKind::String { value, .. }) = op.property("sym_name").map(|name| name.kind(op.context)) {
        printer.print_symbol_name(*value);
    }
    let (inputs, results) = signature(op).unwrap_or_default();
    print_signature(printer, op, inputs, false, results);
    printer.print_attr_dict(op, &SPELLED, true);
    let (body, regions) = op.body.regions(op.op);
    if regions.first().is_some_and(|&region| !body.region_blocks(region).is_empty()) {
        printer.text(" ");
        printer.print_region(op, 0, false);
    }
}

/// `%f(%a, %b) {…} : (i32, i32) -> i32`
pub(super) fn parse_call_indirect(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let callee = parser.parse_operand()?;
    parser.expect(b'(')?;
    let start = parser.offset();
    let operands = parser.parse_operands()?;
    parser.expect(b')')?;
    state.attributes = parser.optional_attr_dict()?;
    let type_start = parser.offset();
    let ty = parser.colon_type()?;
    let TypeKind::Function { inputs, results } = ty.kind(context) else {
        let found = type_to_string(context, ty);
        let message =
            format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
        return Err(parser.op_error(type_start, message));
    };
    if operands.len() != inputs.len() {
        let (found, wanted) = (operands.len(), inputs.len());
        let message =
            format!("number of operands and types do not match: got {found} operands and {wanted} types");
        return Err(parser.op_error(start, message));
    }
    state.operands.push(parser.resolve(callee, ty)?);
    for (operand, &ty) in operands.into_iter().zip(inputs) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    state.result_types = results[..].into();
    Ok(())
}

/// Prints what follows `func.call_indirect`.
pub(super) fn print_call_indirect(printer: &mut OpPrinter<'_>, op: OpRef<'_>) {
    printer.text(" ");
    let Some((&callee, operands)) = op.operands().split_first() else { return };
    printer.print_operand(op, callee);
    printer.text("(");
    printer.print_operands(op, operands);
    printer.text(")");
    printer.print_attr_dict(op, &[], false);
    printer.text(" : ");
    printer.print_type(op.type_of(callee));
}
