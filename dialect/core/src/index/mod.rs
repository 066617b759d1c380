//! The `index` dialect: arithmetic on integers of pointer width. Source: `IndexOps.td`, `IndexEnums.td`.

mod folds;

use tern_dialect_llvm::ConvertsToLlvm;
use tern_dialect_llvm::constraints::I1;
use tern_mlir::declare::ParamKind::Enum;
use tern_mlir::declare::{
    AttrClass, Dialect, OpDef, attribute_defs, concat, enums, families, operations, type_constraints,
};
use tern_mlir::inlining::Inlinable;
use tern_mlir::{Context, OpRef, Type};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ALL_OPERATIONS,
    attributes: ATTRIBUTES,
    enums: ENUMS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS, &ConvertsToLlvm(None)],
    ..Dialect::new("index")
};

static ALL_OPERATIONS: &[&OpDef] = &concat!(&OpDef; TABLE, OPERATIONS);

enums! {
    /// Predicates of comparisons.
    IndexCmpPredicate: 32 {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Slt = 2 => "slt",
        Sle = 3 => "sle",
        Sgt = 4 => "sgt",
        Sge = 5 => "sge",
        Ult = 6 => "ult",
        Ule = 7 => "ule",
        Ugt = 8 => "ugt",
        Uge = 9 => "uge",
    }
}

attribute_defs! { "index";
    /// The attribute of a comparison predicate.
    CMP_PREDICATE = "cmp_predicate" {
        params: { value: required(Enum(IndexCmpPredicate::DEF)) },
        format: "$value",
    }
}

type_constraints! {
    /// `index`.
    INDEX = "index", |c, t| t == c.common.index, only |c| c.common.index;

    /// An integer of any signedness, or `index`.
    INTEGER_OR_INDEX = "integer or index", |c, t| t == c.common.index || t.integer_width(c).is_some();
}

families! { "index." => "";
    /// Arithmetic.
    family [] {
        traits: [Declared("InferIntRangeInterface"), Pure],
        operands: { lhs: one(INDEX), rhs: one(INDEX) },
        results: { result: one(INDEX) },
        format: "$lhs `,` $rhs attr-dict",
    }
    Add: "add" [Commutative], Mul: "mul" [Commutative], And: "and" [Commutative], Or: "or" [Commutative],
    XOr: "xor" [Commutative], MaxS: "maxs" [Commutative], MaxU: "maxu" [Commutative],
    MinS: "mins" [Commutative], MinU: "minu" [Commutative], Sub: "sub", Shl: "shl", ShrS: "shrs",
    ShrU: "shru";

    /// Division, rounding towards zero, up or down, and the remainder; undefined if the divisor is zero.
    family [] {
        traits: [Declared("InferIntRangeInterface"), NoMemoryEffect],
        operands: { lhs: one(INDEX), rhs: one(INDEX) },
        results: { result: one(INDEX) },
        format: "$lhs `,` $rhs attr-dict",
    }
    DivS: "divs", DivU: "divu", CeilDivS: "ceildivs", CeilDivU: "ceildivu", FloorDivS: "floordivs",
    RemS: "rems", RemU: "remu";

    /// Conversion between `index` and an integer: sign or zero extension, or truncation.
    family [] {
        traits: [Declared("InferIntRangeInterface"), Pure, Cast(index_and_integer)],
        operands: { input: one(INTEGER_OR_INDEX) },
        results: { output: one(INTEGER_OR_INDEX) },
        format: "$input attr-dict `:` type($input) `to` type($output)",
    }
    CastS: "casts", CastU: "castu";
}

operations! {
    /// Comparison.
    Cmp = "index.cmp" {
        traits: [Declared("InferIntRangeInterface"), Pure],
        operands: { lhs: one(INDEX), rhs: one(INDEX) },
        attributes: { pred: required(AttrClass::Declared(&CMP_PREDICATE)) },
        results: { result: one(I1) },
        format: "`` $pred `(` $lhs `,` $rhs `)` attr-dict",
    }

    /// The width of `index` in bits.
    SizeOf = "index.sizeof" {
        traits: [Declared("InferIntRangeInterface"), Pure],
        results: { result: one(INDEX) },
        format: "attr-dict",
    }

    /// A constant of type `index`.
    Constant = "index.constant" {
        traits: [Declared("InferIntRangeInterface"), ConstantLike, Pure, ResultName(index_name)],
        attributes: { value: required(AttrClass::Index) },
        results: { result: one(INDEX) },
        format: "attr-dict $value",
    }

    /// A constant `true` or `false`.
    BoolConstant = "index.bool.constant" {
        traits: [Declared("InferIntRangeInterface"), ConstantLike, Pure, ResultName(bool_name)],
        attributes: { value: required(AttrClass::Bool) },
        results: { result: one(I1) },
        format: "attr-dict $value",
    }
}

fn index_name(op: OpRef<'_>) -> Option<String> {
    Some(format!("idx{}", Constant::unverified(op)?.value()?))
}

fn bool_name(op: OpRef<'_>) -> Option<String> {
    Some(BoolConstant::unverified(op)?.value()?.to_string())
}

fn index_and_integer(context: &Context, from: &[Type], to: &[Type]) -> bool {
    let (&[from], &[to]) = (from, to) else { return false };
    (from == context.common.index) != (to == context.common.index)
}
