//! Interfaces of operations: the flags that operations of `arith`, `complex` and `math` have. Source: MLIR's
//! `ArithOpsInterfaces.td`.

use tern_mlir::declare::{AttrClass, op_interfaces};

use super::FASTMATH_CLASS;
use super::attributes::OVERFLOW;

op_interfaces! {
    /// Fast-math flags. MLIR: `ArithFastMathInterface`.
    ArithFastMathInterface {
        attributes: { fastmath: optional(FASTMATH_CLASS) },
    }

    /// The kinds of overflow that are assumed not to happen. MLIR: `ArithIntegerOverflowFlagsInterface`.
    ArithIntegerOverflowFlagsInterface {
        attributes: { overflowFlags: optional(AttrClass::Declared(&OVERFLOW)) },
    }

    /// The flag `exact`. MLIR: `ArithExactFlagInterface`.
    ArithExactFlagInterface {
        attributes: { isExact: unit },
    }
}
