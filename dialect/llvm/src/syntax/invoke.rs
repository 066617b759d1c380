//! The syntax of `llvm.invoke`, which is that of [`llvm.call`](super::call) with two successors: `@callee(%a) to ^bb1 unwind
//! ^bb2(%b : i32) … : (i32) -> i32`.

use smallvec::SmallVec;

use super::branch::{parse_arguments, print_successor};
use super::bundles::Bundles;
use super::call::{
    Callee, add_bundles, add_segments, parse_cconv, parse_vararg, print_callee, print_cconv, print_rest,
};
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::body::{OpRef, OpState};

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
pub fn print(printer: &mut Printer<'_>, op: OpRef<'_>) {
    printer.text(" ");
    print_cconv(printer, op);
    print_callee(printer, op);
    let destinations =
        [(" to ", "normalDest", "normalDestOperands"), (" unwind ", "unwindDest", "unwindDestOperands")];
    for (keyword, successor, operands) in destinations {
        if let Some(&block) = op.successor_group(successor).first() {
            printer.text(keyword);
            print_successor(printer, op, block, op.operand_group(operands));
        }
    }
    print_rest(printer, op);
}

/// Whether MLIR cannot parse the operation: its parser expects the operands of bundles before those of successors.
pub fn is_unreadable(op: OpRef<'_>) -> bool {
    let has_operands = |group: &str| !op.operand_group(group).is_empty();
    has_operands("op_bundle_operands")
        && (has_operands("normalDestOperands") || has_operands("unwindDestOperands"))
}
