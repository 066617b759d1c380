//! The syntax of `llvm.call_intrinsic`: `"llvm.name"(%a) ["tag"(…)] {…} : (i32) -> i32`.

use super::bundles::{Bundles, OperandBundles};
use super::call::{add_bundles, add_segments};
use super::keyword::add;
use crate::ops::CallIntrinsic;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::attributes::AttrKind;
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;
use tern_mlir::function::{Signature, print_call};

/// Parses the text after `llvm.call_intrinsic`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let context = parser.context;
    let value = parser.string()?;
    let name = context.attr(AttrKind::String { value, ty: context.common.none });
    add(parser, &mut state.attributes, "intrin", name);
    parser.expect(b'(')?;
    let arguments = parser.parse_operands()?;
    parser.expect(b')')?;
    let bundles = Bundles::parse(parser)?;
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    parser.expect(b':')?;
    let signature = Signature::of_call(parser)?;
    parser.check_counts(arguments.len(), signature.arguments.len())?;
    let count = arguments.len() as i32;
    for (argument, ty) in arguments.into_iter().zip(signature.inputs()) {
        state.operands.push(parser.resolve(argument, ty)?);
    }
    signature.add_attributes(context, &mut state.attributes);
    state.result_types = signature.results.into();
    if parser.reads_old_spellings() {
        // Before MLIR 20 the attributes came last.
        let mut attributes = parser.optional_attr_dict()?;
        state.attributes.append(&mut attributes);
    }
    let bundles = add_bundles(parser, state, bundles)?;
    add_segments(parser, state, &[count, bundles]);
    Ok(())
}

/// Prints the text after `llvm.call_intrinsic`.
pub(crate) fn print(printer: &mut Printer<'_>, call: CallIntrinsic<Printed<'_>>) {
    let (op, arguments) = (*call.0, call.args());
    printer.text(" ");
    if let Some(name) = call.intrin() {
        printer.quoted(name);
    }
    printer.text("(");
    printer.print_operands(op, arguments);
    printer.text(")");
    let bundles =
        OperandBundles::new(call.op_bundle_operands(), call.op_bundle_sizes(), call.op_bundle_tags());
    if !bundles.is_empty() {
        printer.text(" ");
        bundles.print(printer, op);
    }
    let spelled =
        ["intrin", "operandSegmentSizes", "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs"];
    printer.print_attr_dict(op, &spelled, false);
    printer.text(" : ");
    print_call(printer, op, arguments.iter().map(|&value| op.type_of(value)));
}
