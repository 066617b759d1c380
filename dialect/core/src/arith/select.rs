//! The operation `arith.select`.

use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::asm::{OpParser, OpPrinter, ParseResult, PrintedOp, type_to_string};
use tern_mlir::builtin::ANY;
use tern_mlir::declare::operations;
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, OpState, Type, TypeKind};

use crate::elementwise::BOOL_LIKE;

operations! {
    /// Selects one of two values; elementwise for vectors and tensors if the condition is one as well.
    Select = "arith.select" {
        traits: [
            Pure, AllTypesMatch(&["true_value", "false_value", "result"]),
            Predicate { summary: "condition is signless i1 or has matching shape", check: condition_fits },
            Declared("InferIntRangeInterface"), Declared("SelectLikeOpInterface"),
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { condition: one(BOOL_LIKE), true_value: one(ANY), false_value: one(ANY) },
        results: { result: one(ANY) },
        parse: parse, print: print,
        verify: verify,
    }
}

fn condition_fits(op: OpRef<'_>) -> bool {
    let (&[condition, ..], Some(result)) = (op.operands(), op.result()) else { return true };
    let (condition, result) = (op.type_of(condition), op.type_of(result));
    let shaped = |ty: Type| ty.shaped_element(op.context).is_some();
    condition == op.context.common.i1
        || shaped(condition) && shaped(result) && condition.shape(op.context) == result.shape(op.context)
}

/// Parses `%condition, %a, %b {…} : vector<4xi1>, vector<4xf32>`; a condition type of `i1` is omitted.
fn parse(parser: &mut OpParser<'_, '_>, state: &mut OpState) -> ParseResult<()> {
    let start = parser.offset();
    let operands = parser.parse_operands()?;
    let [condition, yes, no] = operands[..] else {
        return Err(parser.op_error(start, "expected 3 operands"));
    };
    state.attributes = parser.optional_attr_dict()?;
    let mut ty = parser.colon_type()?;
    let mut condition_type = parser.context.common.i1;
    if parser.eat(b',') {
        condition_type = ty;
        ty = parser.parse_type()?;
    }
    state.result_types.push(ty);
    for (operand, ty) in [(condition, condition_type), (yes, ty), (no, ty)] {
        let value = parser.resolve(operand, ty)?;
        state.operands.push(value);
    }
    Ok(())
}

fn print(printer: &mut OpPrinter<'_>, op: PrintedOp<'_>) {
    printer.text(" ");
    printer.print_operands(op, op.operands());
    printer.print_attr_dict(op, &[], false);
    printer.text(" : ");
    if let Some(&condition) = op.operands().first() {
        let ty = op.type_of(condition);
        if ty.shaped_element(op.context()).is_some() {
            printer.print_type(ty);
            printer.text(", ");
        }
    }
    if let Some(result) = op.result() {
        printer.print_type(op.type_of(result));
    }
}

fn verify(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (&[condition, ..], Some(result)) = (op.operands(), op.result()) else { return };
    let (condition, result) = (op.type_of(condition), op.type_of(result));
    if condition == op.context.common.i1 {
        return;
    }
    let show = |ty| type_to_string(op.context, ty);
    let is_container = matches!(
        result.kind(op.context),
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
    );
    if !is_container {
        let found = show(condition);
        return verifier.error(op, format!("expected condition to be a signless i1, but got '{found}'"));
    }
    match i1_of_same_shape(op.context, result) {
        Some(wanted) if wanted != condition => {
            let (wanted, found) = (show(wanted), show(condition));
            let message = format!(
                "expected condition type to have the same shape as the result type, expected '{wanted}', but got '{found}'"
            );
            verifier.error(op, message);
        }
        _ => {}
    }
}
