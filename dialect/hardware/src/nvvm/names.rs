//! Helpers that build names of intrinsics from enum cases, address spaces and numbers.

use tern_dialect_llvm::types::address_space;
use tern_export::Result;
use tern_export::extension::Translation;
use tern_llvm_ir::Value;
use tern_mlir::declare::{EnumDef, Param, ParamKind};
use tern_mlir::{self as mlir, AttrKind, OpRef};

use super::enums::CTAGroupKind;

/// Calls an intrinsic, given its name after `llvm.nvvm.`; its result becomes the result of the operation, if there is one.
pub(super) fn call(t: &mut Translation<'_, '_, '_>, name: &str, args: Vec<Value>) -> Result<()> {
    let result = t.intrinsic(&format!("llvm.nvvm.{name}"), args)?;
    match t.op().result() {
        Some(_) => t.define(result),
        None => Ok(()),
    }
}

/// The enum and the value in an attribute.
fn enumeration(op: OpRef<'_>, name: &'static str) -> Option<(&'static EnumDef, u64)> {
    let AttrKind::Declared { def, params } = op.property_or_default(name)?.kind(op.context) else {
        return None;
    };
    let (ParamKind::Enum(cases), Param::Unsigned(value)) = (def.params.first()?.kind, params.first()?) else {
        return None;
    };
    Some((cases, *value))
}

/// The case in an enum attribute, or the default if the attribute is missing; empty without a default.
pub(super) fn case(op: OpRef<'_>, name: &'static str) -> &'static str {
    enumeration(op, name).and_then(|(cases, value)| cases.spelling(value)).unwrap_or_default()
}

/// The numeric value of an enum attribute.
pub(super) fn value(op: OpRef<'_>, name: &'static str) -> i64 {
    enumeration(op, name).map_or(0, |(_, value)| value.cast_signed())
}

/// The number of cooperating blocks: 1 or 2.
pub(super) fn group(kind: CTAGroupKind) -> i64 {
    kind.value().cast_signed() + 1
}

/// The numbers of a shape.
pub(super) fn shape<const N: usize>(op: OpRef<'_>, name: &'static str) -> [i64; N] {
    let mut numbers = [0; N];
    if let Some(AttrKind::Declared { params, .. }) = op.property(name).map(|shape| shape.kind(op.context)) {
        for (number, param) in numbers.iter_mut().zip(params) {
            if let Param::Signed(value) = param {
                *number = *value;
            }
        }
    }
    numbers
}

/// The address space of a pointer operand; `None` if it is not a pointer.
pub(super) fn space(op: OpRef<'_>, name: &'static str) -> Option<u32> {
    space_of(op, *op.operand_group(name).first()?)
}

/// The address space of a pointer; `None` if it is not a pointer.
pub(super) fn space_of(op: OpRef<'_>, pointer: mlir::Value) -> Option<u32> {
    address_space(op.context, op.type_of(pointer))
}

/// An optional operand, or zero if it is missing; also returns whether it is present.
pub(super) fn or_zero(
    t: &mut Translation<'_, '_, '_>,
    name: &'static str,
    width: u32,
) -> Result<(Value, Value)> {
    let given = t.optional(name)?;
    let is_given = t.bool(given.is_some());
    Ok((given.unwrap_or_else(|| t.integer(width, 0)), is_given))
}
