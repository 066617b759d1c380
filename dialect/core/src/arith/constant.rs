//! The operation `arith.constant`.

use tern_mlir::asm::type_to_string;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, View, operations};
use tern_mlir::types::Signedness;
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, OpRef, TypeKind};

operations! {
    /// An integer, a float, or a vector or tensor of them.
    Constant = "arith.constant" {
        traits: [
            ConstantLike, Pure, ResultName(name), AllTypesMatch(&["value", "result"]),
            Declared("InferIntRangeInterface"),
        ],
        attributes: { value: required(AttrClass::Typed) },
        results: { result: one(ANY) },
        format: "attr-dict $value",
        verify: verify,
    }
}

/// The name that the printer suggests for the result: `%c5_i32`, `%c5` for an index, `%true`; `%cst` otherwise.
fn name(op: OpRef<'_>) -> Option<String> {
    let AttrKind::Integer { ty, value } = Constant::unverified(op)?.value()?.kind(op.context) else {
        return Some("cst".to_owned());
    };
    Some(match ty.kind(op.context) {
        TypeKind::Integer { width: 1, .. } => (if value.is_zero() { "false" } else { "true" }).to_owned(),
        TypeKind::Integer { width, .. } => {
            format!("c{}_{}", value.to_bigint(*width), type_to_string(op.context, *ty))
        }
        _ => format!("c{}", value.to_bigint(64)),
    })
}

fn verify(verifier: &mut Verifier<'_>, constant: Constant<View<'_>>) {
    let (op, value, ty) = (*constant.0, constant.value(), constant.0.type_of(constant.result()));
    if let TypeKind::Integer { signedness, .. } = ty.kind(op.context)
        && *signedness != Signedness::Signless
    {
        return verifier.error(op, "integer return type must be signless");
    }
    let splat = match value.kind(op.context) {
        AttrKind::Integer { .. } | AttrKind::Float { .. } => true,
        AttrKind::DenseElements { splat, .. } | AttrKind::DenseStrings { splat, .. } => *splat,
        AttrKind::DenseResource { .. } | AttrKind::Sparse { .. } => false,
        _ => return verifier.error(op, "value must be an integer, float, or elements attribute"),
    };
    if ty.is_scalable(op.context) && !splat {
        let message = "intializing scalable vectors with elements attribute is not supported unless it's a vector splat";
        verifier.error(op, message);
    }
}
