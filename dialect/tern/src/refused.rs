//! Operations that the dialect `llvm` has and MLIR's verifier refuses on certain types or symbols. Each has the operands and
//! attributes of the operation of the same name there.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::attributes::{DEREFERENCEABLE, FASTMATH_FLAGS};
use tern_dialect_llvm::constraints::{
    ACCESS_GROUPS, ALIAS_SCOPES, I1_OR_VECTOR, INTEGER, POINTER, TBAA_TAGS,
};
use tern_dialect_llvm::enums::{AtomicBinOp, AtomicOrdering, FCmpPredicate, GEPNoWrapFlags};
use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::declare::{AttrClass, OpDef, View, families, operations};
use tern_mlir::verify::Verifier;

use crate::constraints::{FLOAT_OR_VECTOR, INTEGER_OR_VECTOR, VALUE, VECTOR};

operations! {
    /// Atomically reads, modifies and writes an integer of more than 64 bits, a vector, or by an operation that MLIR lacks. LangRef: `atomicrmw` instruction.
    AtomicRmw = "tern.atomicrmw" {
        traits: [AllTypesMatch(&["val", "res"])],
        operands: { ptr: one(POINTER), val: one(VALUE) },
        attributes: {
            bin_op: required(AttrClass::Enum(AtomicBinOp::DEF)),
            ordering: required(AttrClass::Enum(AtomicOrdering::DEF)),
            syncscope: optional(AttrClass::String),
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(VALUE) },
    }

    /// Reads a vector atomically. LangRef: `load` instruction.
    Load = "tern.load" {
        operands: { addr: one(POINTER) },
        attributes: {
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            nontemporal: unit,
            invariant: unit,
            invariantGroup: unit,
            ordering: implied(AttrClass::Enum(AtomicOrdering::DEF), "not_atomic"),
            syncscope: optional(AttrClass::String),
            dereferenceable: optional(AttrClass::Declared(&DEREFERENCEABLE)),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(VALUE) },
    }

    /// Writes a vector atomically. LangRef: `store` instruction.
    Store = "tern.store" {
        operands: { value: one(VALUE), addr: one(POINTER) },
        attributes: {
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            nontemporal: unit,
            invariantGroup: unit,
            ordering: implied(AttrClass::Enum(AtomicOrdering::DEF), "not_atomic"),
            syncscope: optional(AttrClass::String),
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
    }

    /// Computes the address of a field of a struct that a vector chooses, with the same number in each lane. LangRef:
    /// `getelementptr` instruction.
    GetElementPtr = "tern.getelementptr" {
        traits: [Pure],
        operands: { base: one(VALUE), dynamicIndices: variadic(INTEGER_OR_VECTOR) },
        attributes: {
            rawConstantIndices: required(AttrClass::DenseArray("i32")),
            elem_type: required(AttrClass::Type),
            noWrapFlags: implied(AttrClass::Enum(GEPNoWrapFlags::DEF), "none"),
        },
        results: { res: one(VALUE) },
        verify: dynamic_indices,
    }

    /// `dso_local_equivalent` of an ifunc or of a function with the linkage `extern_weak`. LangRef: DSO Local Equivalent.
    DsoLocalEquivalent = "tern.dso_local_equivalent" {
        traits: [Pure, ConstantLike, SymbolUser(function_name)],
        attributes: { function_name: required(AttrClass::FlatSymbol) },
        results: { res: one(POINTER) },
    }

    /// Reinterprets a pointer as a vector of one pointer, or the reverse, or a vector of `ppc_fp128`. LangRef: `bitcast .. to`
    /// instruction.
    Bitcast = "tern.bitcast" {
        traits: [Pure],
        operands: { arg: one(VALUE) },
        results: { res: one(VALUE) },
    }

    /// Compares vectors of `ppc_fp128`. LangRef: `fcmp` instruction.
    FCmp = "tern.fcmp" {
        traits: [
            Pure, SameTypeOperands,
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "res",
                transform: i1_of_same_shape,
            },
        ],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: {
            predicate: required(AttrClass::Enum(FCmpPredicate::DEF)),
            fastmathFlags: implied(AttrClass::Declared(&FASTMATH_FLAGS), "none"),
        },
        results: { res: one(I1_OR_VECTOR) },
    }

    /// Negates a vector of `ppc_fp128`. LangRef: `fneg` instruction.
    FNeg = "tern.fneg" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { operand: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: implied(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
    }

    /// Converts unsigned integers to `ppc_fp128`. LangRef: `uitofp .. to` instruction.
    UIToFP = "tern.uitofp" {
        traits: [Pure],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        attributes: { nonNeg: unit },
        results: { res: one(FLOAT_OR_VECTOR) },
    }

    /// Extracts an element of a vector of `ppc_fp128` or of a type of a target. LangRef: `extractelement` instruction.
    ExtractElement = "tern.extractelement" {
        traits: [Pure],
        operands: { vector: one(VECTOR), position: one(INTEGER) },
        results: { res: one(VALUE) },
    }

    /// Replaces an element of a vector of `ppc_fp128` or of a type of a target. LangRef: `insertelement` instruction.
    InsertElement = "tern.insertelement" {
        traits: [Pure, AllTypesMatch(&["res", "vector"])],
        operands: { vector: one(VECTOR), value: one(VALUE), position: one(INTEGER) },
        results: { res: one(VECTOR) },
    }

    /// Selects elements of two vectors of `ppc_fp128` or of a type of a target by a constant mask. LangRef: `shufflevector`
    /// instruction.
    ShuffleVector = "tern.shufflevector" {
        traits: [Pure, AllTypesMatch(&["v1", "v2"])],
        operands: { v1: one(VECTOR), v2: one(VECTOR) },
        attributes: { mask: required(AttrClass::DenseArray("i32")) },
        results: { res: one(VECTOR) },
    }
}

families! { "tern." => "llvm.";
    /// Arithmetic on vectors of `ppc_fp128`. LangRef: Binary Operations.
    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: implied(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
    }
    "fadd", "fdiv", "fmul", "frem", "fsub";

    /// Conversions to or from vectors of `ppc_fp128`. LangRef: Conversion Operations.
    family [From, To] {
        traits: [Pure],
        operands: { arg: one(From) },
        results: { res: one(To) },
    }
    "fpext" (FLOAT_OR_VECTOR, FLOAT_OR_VECTOR),
    "fptosi" (FLOAT_OR_VECTOR, INTEGER_OR_VECTOR),
    "fptoui" (FLOAT_OR_VECTOR, INTEGER_OR_VECTOR),
    "fptrunc" (FLOAT_OR_VECTOR, FLOAT_OR_VECTOR),
    "sitofp" (INTEGER_OR_VECTOR, FLOAT_OR_VECTOR);
}

/// The operation that stands for the one called `name` in the dialect `llvm`.
pub fn instead_of(name: &str) -> Option<&'static OpDef> {
    let rest = name.strip_prefix("llvm.")?;
    OPERATIONS.iter().chain(TABLE).copied().find(|def| def.name.strip_prefix("tern.") == Some(rest))
}

/// The name of the operation of the dialect `llvm` whose parts the refused operation `name` has.
pub fn model(name: &str) -> Option<&'static str> {
    let rest = name.strip_prefix("tern.")?;
    let all = llvm::ops::OPERATIONS.iter().chain(llvm::intrinsics::OPERATIONS);
    let is_refused = OPERATIONS.iter().chain(TABLE).any(|def| def.name == name);
    let mut models = all.map(|def| def.name).filter(|_| is_refused);
    models.find(|model| model.strip_prefix("llvm.") == Some(rest))
}

/// Checks that there is an operand for each dynamic index.
fn dynamic_indices(verifier: &mut Verifier<'_>, gep: GetElementPtr<View<'_>>) {
    let indices = gep.rawConstantIndices();
    let dynamic = indices.iter().filter(|&&it| it == tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX).count();
    match gep.dynamicIndices().len().cmp(&dynamic) {
        std::cmp::Ordering::Less => verifier.error(*gep.0, "fewer operands than dynamic indices"),
        std::cmp::Ordering::Greater => verifier.error(*gep.0, "more operands than dynamic indices"),
        std::cmp::Ordering::Equal => {}
    }
}

/// Checks that the named function or ifunc exists.
fn function_name(verifier: &mut Verifier<'_>, equivalent: DsoLocalEquivalent<View<'_>>) {
    if verifier.symbol(equivalent.function_name()).is_none() {
        verifier.error(*equivalent.0, "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'");
    }
}
