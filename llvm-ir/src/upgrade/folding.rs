//! Folds operations on constant integers and vectors, as LLVM's `ConstantFolder` does when it makes instructions. What it would keep as an
//! expression of constants is one here, too.

use crate::constants::{Constant, ConstantExpr, ConstantKind, mask};
use crate::instruction::{BinaryOp, CastOp, IntPredicate};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// Vectors longer than this are not folded.
pub(crate) const LONGEST: u64 = 1 << 10;

/// An expression that is not folded.
pub(crate) fn expression(module: &Module, ty: Type, expr: ConstantExpr) -> Constant {
    module.constants.intern(ty, ConstantKind::Expr(Box::new(expr)))
}

/// The value of an integer, and its width.
fn integer(module: &Module, constant: Constant) -> Option<(u64, u32)> {
    let width = module.types.integer_width(module.constants.ty(constant))?;
    match *module.constants.kind(constant) {
        ConstantKind::Integer(value) => Some((value, width)),
        _ => None,
    }
}

fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (value << unused) as i64 >> unused
}

/// The elements of a vector, or the value itself.
fn lanes(module: &Module, constant: Constant) -> Option<Vec<Constant>> {
    let ty = module.constants.ty(constant);
    if !module.types.is_vector(ty) {
        return Some(vec![constant]);
    }
    let count = module.types.element_count(ty).filter(|&count| count <= LONGEST)?;
    if let Some(elements) = module.constants.elements(&module.types, constant) {
        return Some(elements);
    }
    (0..count).map(|at| element(module, constant, at)).collect()
}

/// Applies a function to all lanes.
fn map(
    module: &Module,
    operands: &[Constant],
    ty: Type,
    with: impl Fn(&[Constant]) -> Option<Constant>,
) -> Option<Constant> {
    let lanes: Vec<Vec<Constant>> = operands.iter().map(|&it| lanes(module, it)).collect::<Option<_>>()?;
    let count = lanes.first()?.len();
    let lane = |at: usize| {
        let operands: Vec<Constant> =
            lanes.iter().map(|lanes| lanes.get(at).copied()).collect::<Option<_>>()?;
        with(&operands)
    };
    let results: Vec<Constant> = (0..count).map(lane).collect::<Option<_>>()?;
    match module.types.is_vector(ty) {
        true => Some(module.constants.aggregate(&module.types, ty, &results)),
        false => results.first().copied(),
    }
}

pub(crate) fn cast(module: &Module, op: CastOp, value: Constant, to: Type) -> Option<Constant> {
    let types = &module.types;
    let from = module.constants.ty(value);
    match module.constants.kind(value) {
        ConstantKind::Poison => return Some(module.constants.intern(to, ConstantKind::Poison)),
        ConstantKind::Undef if op == CastOp::BitCast => {
            return Some(module.constants.intern(to, ConstantKind::Undef));
        }
        ConstantKind::Zero | ConstantKind::Integer(0) if op == CastOp::BitCast => {
            return Some(module.constants.zero(types, to));
        }
        _ => {}
    }
    match op {
        CastOp::BitCast => {
            // LLVM has the scalar as a vector of one element.
            let value = match types.is_vector(to) && !types.is_vector(from) {
                true => {
                    let one = types.intern(TypeKind::Vector { len: 1, scalable: false, element: from });
                    module.constants.aggregate(types, one, &[value])
                }
                false => value,
            };
            Some(expression(module, to, ConstantExpr::Cast { op, value }))
        }
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
            let scalar = types.scalar(to);
            let width = types.integer_width(scalar).filter(|&width| width <= 64)?;
            map(module, &[value], to, |lane| {
                let (value, from) = integer(module, lane[0])?;
                let value = if op == CastOp::SExt { signed(value, from) as u64 } else { value };
                Some(module.constants.integer(types, scalar, (value & mask(width)) as i64))
            })
        }
        _ => None,
    }
}

pub(crate) fn binary(module: &Module, op: BinaryOp, a: Constant, b: Constant) -> Option<Constant> {
    let ty = module.constants.ty(a);
    let scalar = module.types.scalar(ty);
    map(module, &[a, b], ty, |lane| {
        let ((a, width), (b, _)) = (integer(module, lane[0])?, integer(module, lane[1])?);
        let value = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl if b < u64::from(width) => a << b,
            BinaryOp::LShr if b < u64::from(width) => a >> b,
            BinaryOp::AShr if b < u64::from(width) => (signed(a, width) >> b) as u64,
            _ => return None,
        };
        Some(module.constants.integer(&module.types, scalar, value as i64))
    })
}

pub(super) fn compare(
    module: &Module,
    predicate: IntPredicate,
    a: Constant,
    b: Constant,
) -> Option<Constant> {
    let i1 = module.types.common.i1;
    let ty = module.types.with_scalar(module.constants.ty(a), i1);
    map(module, &[a, b], ty, |lane| {
        let ((a, width), (b, _)) = (integer(module, lane[0])?, integer(module, lane[1])?);
        let (sa, sb) = (signed(a, width), signed(b, width));
        let truth = match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Sgt => sa > sb,
            IntPredicate::Sge => sa >= sb,
            IntPredicate::Slt => sa < sb,
            IntPredicate::Sle => sa <= sb,
        };
        Some(module.constants.integer(&module.types, i1, truth.into()))
    })
}

pub(super) fn select(
    module: &Module,
    condition: Constant,
    then: Constant,
    otherwise: Constant,
) -> Option<Constant> {
    let pick = |lane: &[Constant]| match integer(module, lane[0])?.0 {
        0 => Some(lane[2]),
        _ => Some(lane[1]),
    };
    if !module.types.is_vector(module.constants.ty(condition)) {
        return pick(&[condition, then, otherwise]);
    }
    map(module, &[condition, then, otherwise], module.constants.ty(then), pick)
}

/// An element of a vector.
pub(super) fn element(module: &Module, vector: Constant, at: u64) -> Option<Constant> {
    let ty = module.constants.ty(vector);
    if at >= module.types.element_count(ty).filter(|&count| count <= LONGEST)? {
        return None;
    }
    if let Some(elements) = module.constants.elements(&module.types, vector) {
        return elements.get(at as usize).copied();
    }
    if !matches!(module.constants.kind(vector), ConstantKind::Expr(_)) {
        return module.constants.splat(&module.types, vector);
    }
    let index = module.constants.integer(&module.types, module.types.common.i32, at as i64);
    let element = module.types.element(ty, at)?;
    Some(expression(module, element, ConstantExpr::ExtractElement { vector, index }))
}

/// A vector with another element.
pub(super) fn insert(module: &Module, vector: Constant, value: Constant, at: u64) -> Option<Constant> {
    let mut elements = lanes(module, vector)?;
    *elements.get_mut(usize::try_from(at).ok()?)? = value;
    Some(module.constants.aggregate(&module.types, module.constants.ty(vector), &elements))
}

pub(super) fn shuffle(module: &Module, a: Constant, b: Constant, mask: &[u32], ty: Type) -> Option<Constant> {
    let count = module.types.element_count(module.constants.ty(a))?;
    let element = |&index: &u32| match u64::from(index) {
        index if index < count => element(module, a, index),
        index => element(module, b, index - count),
    };
    let elements: Vec<Constant> = mask.iter().map(element).collect::<Option<_>>()?;
    Some(module.constants.aggregate(&module.types, ty, &elements))
}
