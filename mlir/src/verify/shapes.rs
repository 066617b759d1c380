//! Checks relations between the shapes of operands and results.

use super::Verifier;
use crate::asm::type_to_string;
use crate::body::OpRef;
use crate::context::Context;
use crate::types::{DYNAMIC, Type, TypeKind};

/// Whether all types have the same shape, ignoring unknown sizes. MLIR: `verifyCompatibleShapes`. Types without a shape are
/// compatible only with each other.
pub fn compatible_shapes(context: &Context, types: &[Type]) -> bool {
    let shaped = types.iter().filter(|ty| ty.shaped_element(context).is_some()).count();
    if shaped == 0 {
        return true;
    }
    let vectors = types.iter().filter_map(|ty| match ty.kind(context) {
        TypeKind::Vector { scalable, .. } => Some(scalable.contains(&true)),
        _ => None,
    });
    if shaped != types.len() || vectors.clone().any(|scalable| scalable) && vectors.clone().any(|it| !it) {
        return false;
    }
    compatible_sizes(context, types)
}

/// As [`compatible_shapes`], but types without a shape are ignored and vectors may differ in scalability.
pub(super) fn compatible_sizes(context: &Context, types: &[Type]) -> bool {
    let mut shapes = types.iter().filter_map(|ty| ty.shape(context));
    let Some(mut common) = shapes.next().map(<[i64]>::to_vec) else { return true };
    shapes.all(|shape| {
        let fits = shape.len() == common.len();
        fits && common.iter_mut().zip(shape).all(|(known, &size)| {
            if *known == DYNAMIC {
                *known = size;
            }
            size == DYNAMIC || *known == size
        })
    })
}

/// Whether two types are the same kind of vector or tensor.
fn same_kind(context: &Context, a: Type, b: Type) -> bool {
    std::mem::discriminant(a.kind(context)) == std::mem::discriminant(b.kind(context))
}

impl Verifier<'_> {
    /// `Elementwise`: all operands and results that are not scalar have one shape, and if an operand is not scalar, no result is.
    pub(super) fn elementwise(&mut self, op: OpRef<'_>, operands: &[Type], results: &[Type]) {
        let context = op.context;
        let container = |ty: &&Type| {
            matches!(
                ty.kind(context),
                TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
            )
        };
        let from: Vec<Type> = operands.iter().filter(container).copied().collect();
        let to: Vec<Type> = results.iter().filter(container).copied().collect();
        let message = match (from.first(), to.first()) {
            (None, None) => return,
            (None, Some(_)) => "if a result is non-scalar, then at least one operand must be non-scalar",
            (Some(_), None) => {
                "if an operand is non-scalar, then there must be at least one non-scalar result"
            }
            (Some(_), Some(_)) if to.len() != results.len() => {
                "if an operand is non-scalar, then all results must be non-scalar"
            }
            (Some(&first), Some(_)) => {
                let all = [from, to].concat();
                if all.iter().all(|&ty| same_kind(context, ty, first)) && compatible_shapes(context, &all) {
                    return;
                }
                "all non-scalar operands/results must have the same shape and base type"
            }
        };
        self.error(op, message);
    }

    /// `CastOpInterface`: asks the operation whether it can convert these types.
    pub(super) fn cast(
        &mut self,
        op: OpRef<'_>,
        operands: &[Type],
        results: &[Type],
        compatible: fn(&Context, &[Type], &[Type]) -> bool,
    ) {
        if compatible(op.context, operands, results) {
            return;
        }
        let show = |what: &str, types: &[Type]| {
            let plural = if types.len() == 1 { "" } else { "s" };
            let types: Vec<String> =
                types.iter().map(|&ty| format!("'{}'", type_to_string(op.context, ty))).collect();
            format!("{what} type{plural} {}", types.join(", "))
        };
        let (operands, results) = (show("operand", operands), show("result", results));
        self.error(op, format!("{operands} and {results} are cast incompatible"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_may_be_equal_are_compatible() {
        let c = Context::new(&[]);
        let tensor = |shape: &[i64]| {
            c.ty(TypeKind::RankedTensor { shape: shape.into(), element: c.common.i32, encoding: None })
        };
        let vector = |scalable| {
            c.ty(TypeKind::Vector { shape: [4].into(), scalable: [scalable].into(), element: c.common.i32 })
        };
        let unranked = c.ty(TypeKind::UnrankedTensor(c.common.i32));
        assert!(compatible_shapes(&c, &[c.common.i32, c.common.f32]));
        assert!(!compatible_shapes(&c, &[c.common.i32, tensor(&[4])]));
        assert!(compatible_shapes(
            &c,
            &[tensor(&[DYNAMIC, 2]), unranked, tensor(&[3, DYNAMIC]), tensor(&[3, 2])]
        ));
        assert!(!compatible_shapes(&c, &[tensor(&[DYNAMIC]), tensor(&[3]), tensor(&[4])]));
        assert!(!compatible_shapes(&c, &[tensor(&[3]), tensor(&[3, 1])]));
        assert!(!compatible_shapes(&c, &[vector(true), vector(false)]));
    }
}
