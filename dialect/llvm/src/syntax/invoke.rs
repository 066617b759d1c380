//! The syntax of `llvm.invoke`, which is that of [`llvm.call`](super::call) with two successors: `@callee(%a) to ^bb1 unwind
//! ^bb2(%b : i32) … : (i32) -> i32`.

use smallvec::SmallVec;

use super::branch::{parse_arguments, print_successor};
use super::bundles::{Bundles, OperandBundles};
use super::call::{CallParts, Callee, add_bundles, add_segments, parse_cconv, parse_vararg, print_cconv};
use crate::ops::Invoke;
use tern_mlir::asm::{ParseResult, Parser, PrintedOp, Printer};
use tern_mlir::body::OpState;
use tern_mlir::declare::Printed;

/// Parses the text after `llvm.invoke`.
pub fn parse(parser: &mut Parser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    parse_cconv(parser, state);
    let callee = Callee::parse(parser, state)?;
    let (mut operands, mut types) = (SmallVec::new(), SmallVec::new());
    parser.expect_keyword("to")?;
    state.successors.push(parser.parse_successor()?);
    let normal = parse_arguments(parser, &mut operands, &mut types)?;
    parser.expect_keyword("unwind")?;
    state.successors.push(parser.parse_successor()?);
    let unwind = parse_arguments(parser, &mut operands, &mut types)?;
    parse_vararg(parser, state)?;
    let bundles = Bundles::parse(parser)?;
    let mut attributes = parser.optional_attr_dict()?;
    state.attributes.append(&mut attributes);
    let callee = callee.parse_types(parser, state)?;
    for (operand, ty) in operands.into_iter().zip(types) {
        state.operands.push(parser.resolve(operand, ty)?);
    }
    let bundles = add_bundles(parser, state, bundles)?;
    add_segments(parser, state, &[callee, normal, unwind, bundles]);
    Ok(())
}

/// Prints the text after `llvm.invoke`.
pub(crate) fn print(printer: &mut Printer<'_>, invoke: Invoke<Printed<'_>>) {
    let op = *invoke.0;
    let parts = CallParts {
        callee: invoke.callee(),
        operands: invoke.callee_operands(),
        variadic: invoke.var_callee_type(),
        bundles: OperandBundles::new(
            invoke.op_bundle_operands(),
            invoke.op_bundle_sizes(),
            invoke.op_bundle_tags(),
        ),
    };
    printer.text(" ");
    print_cconv(printer, invoke.CConv());
    parts.print_callee(printer, op);
    let destinations = [
        (" to ", invoke.normalDest(), invoke.normalDestOperands()),
        (" unwind ", invoke.unwindDest(), invoke.unwindDestOperands()),
    ];
    for (keyword, block, operands) in destinations {
        if let Some(block) = block {
            printer.text(keyword);
            print_successor(printer, op, block, operands);
        }
    }
    parts.print_rest(printer, op);
}

/// Whether MLIR cannot parse the operation: its parser expects the operands of bundles before those of successors.
pub fn is_unreadable(op: PrintedOp<'_>) -> bool {
    Invoke::printed(op).is_some_and(|invoke| {
        let has_edge_operands =
            !invoke.normalDestOperands().is_empty() || !invoke.unwindDestOperands().is_empty();
        has_edge_operands && !invoke.op_bundle_operands().is_empty()
    })
}
