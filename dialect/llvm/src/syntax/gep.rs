//! The syntax of the indices of `llvm.getelementptr`, constants mixed with operands.

use super::{always_begins, always_present};
use crate::ops::GetElementPtr;
use tern_mlir::asm::format::Element;
use tern_mlir::asm::{Directive, PrintedOp};
use tern_mlir::attributes::{Attribute, NamedAttribute};

/// The entry of `rawConstantIndices` for an index that is an operand.
pub const DYNAMIC_INDEX: i32 = i32::MIN;

/// Whether MLIR cannot parse the indices: its parser requires at least one.
pub fn is_unreadable(op: PrintedOp<'_>) -> bool {
    GetElementPtr::printed(op)
        .and_then(|gep| gep.rawConstantIndices())
        .is_none_or(|indices| indices.is_empty())
}

/// `custom<GEPIndices>($dynamicIndices, $rawConstantIndices)`: `%i, 0, %j`.
pub const INDICES: Directive = Directive {
    name: "GEPIndices",
    parse: |parser, parsed, args| {
        let [Element::Operand(operands), Element::Attribute(constants)] = args else { return Ok(()) };
        let mut indices = Vec::new();
        while !parser.at(b']') {
            if parser.at_operand() {
                let operand = parser.parse_operand()?;
                parsed.operands[*operands].push(operand);
                indices.push(DYNAMIC_INDEX);
            } else if let Some(index) = parser.optional_integer()? {
                let index = i32::try_from(index).ok().filter(|&index| index != DYNAMIC_INDEX);
                indices.push(index.ok_or_else(|| parser.error("integer value too large"))?);
            } else {
                return Err(parser.error("expected SSA value or integer"));
            }
            if !parser.eat(b',') {
                break;
            }
        }
        let name = parser.context.name(constants.name);
        parsed
            .attributes
            .push(NamedAttribute { name, value: Attribute::dense_i32(parser.context, &indices) });
        Ok(())
    },
    begins: always_begins,
    is_present: always_present,
    print: |printer, op, _| {
        let Some(gep) = GetElementPtr::printed(op) else { return };
        let mut operands = gep.dynamicIndices().iter();
        for (position, index) in gep.rawConstantIndices().unwrap_or_default().into_iter().enumerate() {
            if position != 0 {
                printer.text(", ");
            }
            match (index, operands.clone().next()) {
                (DYNAMIC_INDEX, Some(&operand)) => {
                    operands.next();
                    printer.print_operand(op, operand);
                }
                _ => printer.text(&index.to_string()),
            }
        }
    },
};
