//! The `vcix` dialect: SiFive's interface to vector coprocessors. Source: MLIR's `VCIXOps.td`.

use tern_dialect_llvm::constraints::VECTOR;
use tern_export::Result;
use tern_export::extension::{Missing, ToLlvm, Translation};
use tern_llvm_ir::Value;
use tern_llvm_ir::instruction::CastOp;
use tern_mlir::declare::{AttrClass, Dialect, attribute_classes, operations, type_constraints};
use tern_mlir::{AttrKind, Attribute, TypeKind};

use crate::constraints::{f16, f32, f64, i32, i64, vector_parts};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect { operations: OPERATIONS, ..Dialect::new("vcix") };

type_constraints! {
    /// The second operand of an operation.
    VECTOR_OR_SCALAR = "LLVM dialect-compatible vector type or 64-bit signless integer or 32-bit signless integer or \
        16-bit float or 32-bit float or 64-bit float",
        |c, t| (VECTOR.check)(c, t) || i64(c, t) || i32(c, t) || f16(c, t) || f32(c, t) || f64(c, t);
    /// The number of elements of a scalable vector to process.
    VECTOR_LENGTH = "64-bit signless integer or 32-bit signless integer", |c, t| i64(c, t) || i32(c, t);
}

attribute_classes! {
    /// A constant of the width of the target's registers.
    REGISTER_CONSTANT: tern_mlir::Attribute = AttrClass::Other {
        summary: "32-bit signless integer attribute or 64-bit signless integer attribute",
        check: |c, a| match a.kind(c) {
            AttrKind::Integer { ty, .. } => *ty == c.common.i32 || *ty == c.common.i64,
            _ => false,
        },
    };
}

operations! {
    /// An operation on a vector and a constant.
    BinaryImm = "vcix.v.iv" {
        operands: { vs2: one(VECTOR), vl: optional(VECTOR_LENGTH) },
        attributes: { opcode: required(REGISTER_CONSTANT), imm: required(REGISTER_CONSTANT) },
        results: { res: one(VECTOR) },
        interfaces: [ToLlvm(with_constant)],
    }

    /// An operation on a vector and a scalar or another vector.
    Binary = "vcix.v.sv" {
        operands: { vs2: one(VECTOR), op: one(VECTOR_OR_SCALAR), vl: optional(VECTOR_LENGTH) },
        attributes: { opcode: required(REGISTER_CONSTANT) },
        results: { res: one(VECTOR) },
        interfaces: [ToLlvm(with_operand)],
    }
}

fn with_constant(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let binary = BinaryImm(t.view());
    let (width, constant) = (register_width(t, binary.opcode()), number(t, binary.imm()));
    let parts = Parts { opcode: binary.opcode(), vs2: binary.vs2(), vl: binary.vl() };
    let constant = t.integer(width, constant);
    call(t, "llvm.riscv.sf.vc.v.iv.se", parts, constant)
}

fn with_operand(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let binary = Binary(t.view());
    let parts = Parts { opcode: binary.opcode(), vs2: binary.vs2(), vl: binary.vl() };
    let operand = t.input(binary.op())?;
    let ty = t.type_of(operand);
    let types = &t.module().types;
    let name = match (types.is_vector(ty), types.integer_width(ty)) {
        (true, _) => "llvm.riscv.sf.vc.v.vv.se",
        (false, Some(_)) => "llvm.riscv.sf.vc.v.xv.se",
        (false, None) => "llvm.riscv.sf.vc.v.fv.se",
    };
    call(t, name, parts, operand)
}

/// What both operations have.
struct Parts {
    opcode: std::result::Result<Attribute, Missing>,
    vs2: std::result::Result<tern_mlir::Value, Missing>,
    vl: Option<tern_mlir::Value>,
}

fn call(t: &mut Translation<'_, '_, '_>, name: &str, parts: Parts, second: Value) -> Result<()> {
    let (width, opcode) = (register_width(t, parts.opcode), number(t, parts.opcode));
    let opcode = t.integer(width, opcode);
    let first = t.input(parts.vs2)?;
    let length = vector_length(t, parts.vl, width)?;
    let result = t.intrinsic(name, vec![opcode, first, second, length])?;
    t.define(result)
}

/// The width of the target's registers, which is that of the constants.
fn register_width(t: &Translation<'_, '_, '_>, opcode: std::result::Result<Attribute, Missing>) -> u32 {
    let ty = opcode.ok().and_then(|opcode| match opcode.kind(t.context()) {
        AttrKind::Integer { ty, .. } => Some(*ty),
        _ => None,
    });
    match ty.map(|ty| ty.kind(t.context())) {
        Some(TypeKind::Integer { width, .. }) => *width,
        _ => 64,
    }
}

/// The number in a required attribute, which export has checked.
fn number(t: &Translation<'_, '_, '_>, attribute: std::result::Result<Attribute, Missing>) -> i64 {
    let number = attribute.ok().and_then(|value| value.as_i64(t.context()));
    number.unwrap_or_else(|| panic!("{} has a number", t.op().name()))
}

/// The given vector length, or that of the vector type.
fn vector_length(
    t: &mut Translation<'_, '_, '_>,
    given: Option<tern_mlir::Value>,
    width: u32,
) -> Result<Value> {
    if let Some(length) = given {
        let length = t.value(length)?;
        let register = t.module().types.integer(width);
        let from = t.type_of(length);
        let narrower = t.module().types.integer_width(from).is_some_and(|from| from > width);
        return Ok(t.cast(if narrower { CastOp::Trunc } else { CastOp::ZExt }, length, register));
    }
    let op = t.op();
    let parts = op.result().and_then(|result| vector_parts(op.context, op.type_of(result)));
    match parts {
        Some((&[length], [false], _)) => Ok(t.integer(width, length)),
        _ => t.error("requires operand 'vl' for a scalable vector"),
    }
}
