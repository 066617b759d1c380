//! The syntax of successors with their operands, `^bb1(%a, %b : i32, i64)`, and of `llvm.indirectbr`.

use smallvec::SmallVec;

use super::{always_begins, always_present};
use crate::ops::IndirectBr;
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, ParseResult, Parser, PrintedOp, Printer, Unresolved};
use tern_mlir::attributes::{Attribute, NamedAttribute};
use tern_mlir::body::{Block, Value, segments};
use tern_mlir::types::Type;

/// Parses an optional `(%a, %b : i32, i64)`; returns the number of operands.
pub fn parse_arguments<'a>(
    parser: &mut Parser<'a, '_>,
    operands: &mut SmallVec<[Unresolved<'a>; 2]>,
    types: &mut SmallVec<[Type; 2]>,
) -> ParseResult<i32> {
    if !parser.eat(b'(') {
        return Ok(0);
    }
    let start = parser.offset();
    let these = parser.parse_operands()?;
    parser.expect(b':')?;
    let these_types = parser.list(b')', |parser| parser.parse_type())?;
    if these.len() != these_types.len() {
        let message = format!("{} operands present, but expected {}", these.len(), these_types.len());
        return Err(parser.error_at(start, message));
    }
    let count = these.len() as i32;
    operands.extend(these);
    types.extend(these_types);
    Ok(count)
}

/// Prints a successor with its operands.
pub fn print_successor(printer: &mut Printer<'_>, op: PrintedOp<'_>, block: Block, operands: &[Value]) {
    printer.print_successor(op, block);
    if !operands.is_empty() {
        printer.text("(");
        printer.print_operands(op, operands);
        printer.text(" : ");
        printer.print_types(operands.iter().map(|&value| op.type_of(value)));
        printer.text(")");
    }
}

/// `custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, $succOperands, type($succOperands))`.
pub const INDIRECT_SUCCESSORS: Directive = Directive {
    name: "IndirectBrOpSucessors",
    parse: |parser, parsed, args| {
        let [Element::OperandType(_), Element::Successor(successors), Element::Operand(operands), _] = args
        else {
            return Ok(());
        };
        parser.expect(b'[')?;
        let (mut segments, mut types) = (Vec::new(), SmallVec::new());
        parser.list(b']', |parser| {
            let block = parser.parse_successor()?;
            parsed.successors[*successors].push(block);
            segments.push(parse_arguments(parser, &mut parsed.operands[*operands], &mut types)?);
            Ok(())
        })?;
        parsed.operand_types[*operands] = Some(types);
        let name = parser.context.ident("indbr_operand_segments");
        parsed
            .attributes
            .push(NamedAttribute { name, value: Attribute::dense_i32(parser.context, &segments) });
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |printer, op, _| {
        let Some(branch) = IndirectBr::printed(op) else { return };
        printer.text("[");
        let sizes = branch.indbr_operand_segments().unwrap_or_default();
        let operands = segments(branch.succOperands(), &sizes);
        let successors = branch.successors();
        for (index, &block) in successors.iter().enumerate() {
            printer.text(if index == 0 { "" } else { "," });
            printer.new_line();
            print_successor(printer, op, block, operands.get(index).copied().unwrap_or_default());
        }
        if !successors.is_empty() {
            printer.new_line();
        }
        printer.text("]");
    },
};
