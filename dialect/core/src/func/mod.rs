//! The `func` dialect: functions on values of any type. Source: `FuncOps.td`.

mod old_spellings;
pub mod syntax;
mod verify;

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::builtin::{ANY, DICTIONARIES};
use tern_mlir::declare::{AttrClass, Dialect, TypeConstraint, operations};
use tern_mlir::function::{parse_function, print_function_op};
use tern_mlir::inlining::Inlinable;
use tern_mlir::types::TypeKind;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    old_spellings: Some(&old_spellings::OLD_SPELLINGS),
    interfaces: &[&Inlinable::ALL_AND_INTO, &ConvertsToLlvm(None)],
    ..Dialect::new("func")
};

/// A function type of the builtin dialect.
const FUNCTION: TypeConstraint = TypeConstraint {
    summary: "function type",
    check: |c, ty| matches!(ty.kind(c), TypeKind::Function { .. }),
    only: None,
    class: None,
    kind: None,
};

operations! {
    /// A function; its body is empty if it is only declared.
    Func = "func.func" {
        traits: [AffineScope, AutomaticAllocationScope, DefaultDialect("func"), FunctionLike, IsolatedFromAbove, Symbol],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            function_type: required(AttrClass::TypeOf(&FUNCTION)),
            sym_visibility: optional(AttrClass::String),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
            no_inline: unit,
        },
        regions: { body: one(RegionSize::Any) },
        parse: parse_function, print: print_function_op,
        verify: verify::function,
    }

    /// A direct call.
    Call = "func.call" {
        traits: [Declared("CallOpInterface"), Declared("MemRefsNormalizable"), SymbolUser(verify::call)],
        operands: { operands: variadic(ANY) },
        attributes: {
            callee: required(AttrClass::FlatSymbol),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
            no_inline: unit,
        },
        results: { results: variadic(ANY) },
        format: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
    }

    /// An indirect call.
    CallIndirect = "func.call_indirect" {
        traits: [Declared("CallOpInterface")],
        operands: { callee: one(FUNCTION), callee_operands: variadic(ANY) },
        attributes: { arg_attrs: optional(DICTIONARIES), res_attrs: optional(DICTIONARIES) },
        results: { results: variadic(ANY) },
        parse: syntax::parse_call_indirect, print: syntax::print_call_indirect,
        verify: verify::call_indirect,
    }

    /// A function as a value.
    Constant = "func.constant" {
        traits: [ConstantLike, Pure, ResultName(|_| Some("f".to_owned())), SymbolUser(verify::constant)],
        attributes: { value: required(AttrClass::FlatSymbol) },
        results: { res: one(ANY) },
        format: "attr-dict $value `:` type(results)",
    }

    /// Returns from a function.
    Return = "func.return" {
        traits: [Pure, HasParent(&["func.func"]), Declared("MemRefsNormalizable"), Declared("ReturnLike"), Terminator],
        operands: { operands: variadic(ANY) },
        format: "attr-dict ($operands^ `:` type($operands))?",
        verify: verify::function_return,
    }
}
