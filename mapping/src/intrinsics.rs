//! Irregular intrinsics: those whose calls are not just the operands and immediates of their operation in order. Source: MLIR's
//! `LLVMIntrinsicOps.td`; LangRef, for each intrinsic.

use tern_dialect_llvm::intrinsics;

/// How an argument of the call is represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The operand with this name.
    Operand(&'static str),
    /// An optional operand; if absent, `poison` of the result's type.
    OrPoison(&'static str),
    /// A constant, stored in the attribute with this name.
    Immediate(&'static str),
    /// Metadata: the rounding mode, `!"round.…"`.
    Rounding(&'static str),
    /// Metadata: the exception behaviour, `!"fpexcept.…"`.
    Exceptions(&'static str),
    /// Metadata: a tuple of the alias scope in the attribute with this name.
    Scope(&'static str),
}

/// The alignment of a parameter. In LLVM it is an attribute of the call's parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterAlignment {
    /// The alignment of the parameter with this index is stored in this attribute.
    Given(usize, &'static str),
    /// The alignment of the parameter with this index is that of an element of a matrix: the result, or the operand with this name.
    Element(usize, Option<&'static str>),
}

/// The correspondence of an irregular intrinsic and its operation.
#[derive(Debug)]
pub struct IrregularDecl {
    /// The full name of the operation.
    pub operation: &'static str,
    /// The arguments of the call, in order.
    pub arguments: &'static [Argument],
    /// The parameter that has an alignment, if any.
    pub alignment: Option<ParameterAlignment>,
    /// Whether the call has the attribute `strictfp`.
    pub strict: bool,
}

const fn decl(operation: &'static str, arguments: &'static [Argument]) -> IrregularDecl {
    IrregularDecl { operation, arguments, alignment: None, strict: false }
}

const fn aligned(
    operation: &'static str,
    arguments: &'static [Argument],
    alignment: ParameterAlignment,
) -> IrregularDecl {
    IrregularDecl { operation, arguments, alignment: Some(alignment), strict: false }
}

const fn strict(operation: &'static str, arguments: &'static [Argument]) -> IrregularDecl {
    IrregularDecl { operation, arguments, alignment: None, strict: true }
}

use Argument::{Exceptions, Immediate, Operand, OrPoison, Rounding, Scope};
use ParameterAlignment::{Element, Given};

const CONSTRAINED: &[Argument] =
    &[Operand("arg_0"), Rounding("roundingmode"), Exceptions("fpExceptionBehavior")];

/// All irregular intrinsics. Debug records are in [`debug_info`](crate::debug_info).
pub static IRREGULAR: &[IrregularDecl] = &[
    decl(
        intrinsics::MatrixMultiply::NAME,
        &[
            Operand("lhs"),
            Operand("rhs"),
            Immediate("lhs_rows"),
            Immediate("lhs_columns"),
            Immediate("rhs_columns"),
        ],
    ),
    decl(intrinsics::MatrixTranspose::NAME, &[Operand("matrix"), Immediate("rows"), Immediate("columns")]),
    aligned(
        intrinsics::MatrixColumnMajorLoad::NAME,
        &[
            Operand("data"),
            Operand("stride"),
            Immediate("isVolatile"),
            Immediate("rows"),
            Immediate("columns"),
        ],
        Element(0, None),
    ),
    aligned(
        intrinsics::MatrixColumnMajorStore::NAME,
        &[
            Operand("matrix"),
            Operand("data"),
            Operand("stride"),
            Immediate("isVolatile"),
            Immediate("rows"),
            Immediate("columns"),
        ],
        Element(1, Some("matrix")),
    ),
    aligned(
        intrinsics::MaskedLoad::NAME,
        &[Operand("data"), Operand("mask"), OrPoison("pass_thru")],
        Given(0, "alignment"),
    ),
    aligned(
        intrinsics::MaskedStore::NAME,
        &[Operand("value"), Operand("data"), Operand("mask")],
        Given(1, "alignment"),
    ),
    aligned(
        intrinsics::MaskedGather::NAME,
        &[Operand("ptrs"), Operand("mask"), OrPoison("pass_thru")],
        Given(0, "alignment"),
    ),
    aligned(
        intrinsics::MaskedScatter::NAME,
        &[Operand("value"), Operand("ptrs"), Operand("mask")],
        Given(1, "alignment"),
    ),
    strict(intrinsics::ConstrainedFPTrunc::NAME, CONSTRAINED),
    strict(intrinsics::ConstrainedFPExt::NAME, &[Operand("arg_0"), Exceptions("fpExceptionBehavior")]),
    strict(intrinsics::ConstrainedSIToFP::NAME, CONSTRAINED),
    strict(intrinsics::ConstrainedUIToFP::NAME, CONSTRAINED),
    decl(intrinsics::NoAliasScopeDecl::NAME, &[Scope("scope")]),
];

/// The declaration for an operation; `None` if it is regular.
pub fn irregular(operation: &str) -> Option<&'static IrregularDecl> {
    IRREGULAR.iter().find(|decl| decl.operation == operation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tern_dialect_llvm::intrinsics::OPERATIONS;

    #[test]
    fn every_irregular_intrinsic_is_here() {
        for def in OPERATIONS {
            let irregular_def = def.intrinsic.as_ref().is_some_and(|intrinsic| !intrinsic.regular);
            let record = def.name.starts_with("llvm.intr.dbg.");
            assert_eq!(irregular(def.name).is_some(), irregular_def && !record, "{}", def.name);
        }
    }

    #[test]
    fn arguments_are_operands_or_attributes() {
        for decl in IRREGULAR {
            let def = OPERATIONS.iter().find(|def| def.name == decl.operation).expect("declared");
            for argument in decl.arguments {
                let known = match argument {
                    Operand(name) | OrPoison(name) => {
                        def.operands.iter().any(|operand| operand.name == *name)
                    }
                    Immediate(name) | Rounding(name) | Exceptions(name) | Scope(name) => {
                        def.attribute(name).is_some()
                    }
                };
                assert!(known, "{} {argument:?}", decl.operation);
            }
        }
    }
}
