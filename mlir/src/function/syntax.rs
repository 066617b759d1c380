//! The syntax of function operations with a builtin function type: `func.func`, `transform.named_sequence`.

use super::Signature;
use crate::asm::{OpParser, OpPrinter, ParseResult, PrintedOp};
use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::body::{Body, OpRef, OpState};
use crate::context::Context;
use crate::types::{Type, TypeKind};

/// The keywords for `sym_visibility`.
const VISIBILITIES: [&str; 3] = ["public", "private", "nested"];

/// Attributes that the syntax spells; they must not occur in the attribute dictionary.
const SPELLED: [&str; 5] = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

/// Parses `private @f(%a: i32 {…}, …) -> (i32 {…}, …) attributes {…} {…}`.
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
        // Argument and result attributes may be given in the dictionary too.
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

/// Prints what follows the operation's name.
pub fn print_function(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    if let Some(visibility) = op.property("sym_visibility").and_then(|word| word.as_str(op.context())) {
        printer.text(visibility);
        printer.text(" ");
    }
    if let Some(AttrKind::String { value, .. }) = op.property("sym_name").map(|name| name.kind(op.context()))
    {
        printer.print_symbol_name(*value);
    }
    let ty = op.property("function_type");
    let (inputs, results) = ty.and_then(|ty| signature_of(op.context(), ty)).unwrap_or_default();
    super::print_function(printer, op, inputs, false, results);
    printer.print_attr_dict(op, &SPELLED, true);
    if !op.is_region_empty(0) {
        printer.text(" ");
        printer.print_region(op, 0, false);
    }
}

/// Parameter and result types of an operation whose `function_type` is a builtin function type.
pub fn signature(op: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    signature_of(op.context, op.property("function_type")?)
}

/// Parameter and result types of a builtin function type.
fn signature_of(context: &Context, ty: Attribute) -> Option<(&[Type], &[Type])> {
    let AttrKind::Type(ty) = ty.kind(context) else { return None };
    match ty.kind(context) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}
