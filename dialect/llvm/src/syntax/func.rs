//! The syntax of `llvm.func`: `internal hidden unnamed_addr fastcc @f(%a: i32 {llvm.signext}, ...) -> i32 vscale_range(1, 16)
//! comdat(@c::@f) attributes {…} { … }`.

use super::call::{parse_cconv, print_cconv};
use super::keyword::{
    add, parse_linkage_and_visibility, parse_unnamed_addr, print_spaced, print_unnamed_addr, print_visibility,
};
use super::types::function::{argument_error, result_error};
use crate::attributes::VScaleRange;
use crate::enums::Linkage;
use crate::ops::Func;
use crate::types::{VOID, function, function_parts, void};
use tern_mlir::asm::{ParseResult, Parser, PrintedOp, Printer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::{Body, OpState};
use tern_mlir::context::Ident;
use tern_mlir::declare::Printed;
use tern_mlir::function::{Signature, print_function};

/// Parses `@name` into `sym_name`.
pub(super) fn parse_name(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let value = parser.symbol_name()?;
    add(
        parser,
        &mut state.attributes,
        "sym_name",
        context.attr(AttrKind::String { value, ty: context.common.none }),
    );
    Ok(())
}

/// Prints `sym_name` as `@name`.
pub(super) fn print_name(printer: &mut Printer<'_>, name: Option<Ident>) {
    if let Some(name) = name {
        printer.print_symbol_name(name);
    }
}

/// Parses an optional `comdat(@table::@selector)`.
pub(super) fn parse_comdat(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    if parser.eat_keyword("comdat") {
        parser.expect(b'(')?;
        let start = parser.offset();
        let symbol = parser.parse_attribute()?;
        if !matches!(symbol.kind(parser.context), AttrKind::SymbolRef { .. }) {
            return Err(parser.error_at(start, "expected comdat symbol"));
        }
        parser.expect(b')')?;
        add(parser, &mut state.attributes, "comdat", symbol);
    }
    Ok(())
}

/// Prints `comdat(…)`, if present.
pub(super) fn print_comdat(printer: &mut Printer<'_>, comdat: Option<Attribute>) {
    if let Some(comdat) = comdat {
        printer.text(" comdat(");
        printer.print_attribute(comdat);
        printer.text(")");
    }
}

/// Parses the text after `llvm.func`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    parse_linkage_and_visibility(parser, &mut state.attributes);
    parse_unnamed_addr(parser, &mut state.attributes);
    parse_cconv(parser, state);
    let start = parser.offset();
    parse_name(parser, state)?;
    let signature = Signature::of_function(parser)?;
    let result = match signature.results[..] {
        [] => void(context),
        [result] => result,
        _ => {
            return Err(parser
                .op_error(start, "failed to construct function type: expected zero or one function result"));
        }
    };
    let inputs = signature.inputs();
    for (index, &ty) in inputs.iter().chain([&result]).enumerate() {
        let fits = match index == inputs.len() {
            true => crate::constraints::is_compatible(context, ty),
            false => crate::constraints::is_primitive(context, ty),
        };
        if !fits {
            let kind = if index == inputs.len() { "results" } else { "arguments" };
            let message =
                format!("failed to construct function type: expected LLVM type for function {kind}");
            return Err(parser.op_error(start, message));
        }
        // MLIR's own parser accepts this, but cannot parse the generic form that it prints for it.
        let wrong = match index == inputs.len() {
            true => result_error(context, ty),
            false => argument_error(context, ty),
        };
        if let Some(wrong) = wrong {
            return Err(parser.op_error(start, format!("failed to construct function type: {wrong}")));
        }
    }
    let ty = function(context, result, &inputs, signature.variadic);
    add(parser, &mut state.attributes, "function_type", Attribute::of_type(context, ty));
    if parser.eat_keyword("vscale_range") {
        parser.expect(b'(')?;
        let min = parser.integer_of_type(context.common.i32)?;
        parser.expect(b',')?;
        let max = parser.integer_of_type(context.common.i32)?;
        parser.expect(b')')?;
        let range = VScaleRange::build(context, min, max).made();
        add(parser, &mut state.attributes, "vscale_range", range);
    }
    parse_comdat(parser, state)?;
    if parser.eat_keyword("attributes") {
        let mut attributes = parser.optional_attr_dict()?;
        state.attributes.append(&mut attributes);
    }
    signature.add_attributes(context, &mut state.attributes);
    if parser.at(b'{') {
        parser.parse_body(state, signature.named_arguments())?;
    } else {
        state.body = Some(Box::new(Body::with_region()));
    }
    Ok(())
}

/// Prints the text after `llvm.func`.
pub(crate) fn print(printer: &mut Printer<'_>, function: Func<Printed<'_>>) {
    let op = *function.0;
    printer.text(" ");
    let linkage = function.linkage().unwrap_or(Linkage::External);
    if linkage != Linkage::External {
        print_spaced(printer, linkage.spelling());
    }
    print_visibility(printer, function.visibility_());
    print_unnamed_addr(printer, function.unnamed_addr());
    print_cconv(printer, function.CConv());
    print_name(printer, function.sym_name());
    if let Some(parts) = function.function_type().and_then(|ty| function_parts(op.context(), ty)) {
        let results =
            if parts.result.declared(op.context(), &VOID).is_some() { vec![] } else { vec![parts.result] };
        print_function(printer, op, &parts.parameters, parts.variadic, &results);
    }
    if let Some(range) = function.vscale_range().and_then(|range| VScaleRange::of(op.context(), range)) {
        let number = |attribute: Attribute| attribute.as_i64(op.context()).unwrap_or_default();
        printer.text(&format!(" vscale_range({}, {})", number(range.minRange()), number(range.maxRange())));
    }
    print_comdat(printer, function.comdat());
    let spelled = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "linkage",
        "CConv",
        "visibility_",
        "comdat",
        "unnamed_addr",
        "vscale_range",
    ];
    printer.print_attr_dict(op, &spelled, true);
    print_body(printer, op);
}

/// Prints the region of a symbol operation, unless it is empty.
pub(super) fn print_body(printer: &mut Printer<'_>, op: PrintedOp<'_>) {
    if !op.is_region_empty(0) {
        printer.text(" ");
        printer.print_region(op, 0, false);
    }
}
