//! Folds expressions of constants where LLVM has no expression: whoever makes one gets the constant that it is. What only the data layout or
//! a target decides is not folded. Source: LLVM, `ConstantFold`.

use crate::constants::{Constant, ConstantExpr, ConstantKind, mask};
use crate::instruction::{BinaryOp, CastOp, Flags};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::upgrade::folding::{self, LONGEST};

/// The constant that an expression is; `None` if it stays one. Its operands have been folded.
pub(crate) fn expression(module: &Module, ty: Type, expr: &ConstantExpr) -> Option<Constant> {
    match expr {
        ConstantExpr::Cast { op, value } => cast(module, *op, *value, ty),
        ConstantExpr::Binary { op, lhs, rhs, .. } => binary(module, *op, *lhs, *rhs),
        ConstantExpr::GetElementPtr { base, indices, inrange, .. } => {
            address(module, ty, *base, indices, inrange.is_some())
        }
        ConstantExpr::ExtractElement { vector, index } => {
            if is_poison(module, *vector) || is_unknown(module, *index) {
                return Some(constant(module, ty, ConstantKind::Poison));
            }
            element(module, *vector, small(module, *index)?)
        }
        ConstantExpr::InsertElement { vector, value, index } => {
            if is_unknown(module, *index) {
                return Some(constant(module, ty, ConstantKind::Poison));
            }
            if is_null(module, *vector) && is_null(module, *value) {
                return Some(*vector);
            }
            let (at, mut elements) = (small(module, *index)?, lanes(module, *vector)?);
            match elements.get_mut(usize::try_from(at).ok()?) {
                Some(element) => *element = *value,
                None => return Some(constant(module, ty, ConstantKind::Poison)),
            }
            Some(module.constants.aggregate(&module.types, ty, &elements))
        }
        ConstantExpr::ShuffleVector { a, b, mask } => shuffle(module, ty, *a, *b, mask),
    }
}

fn constant(module: &Module, ty: Type, kind: ConstantKind) -> Constant {
    module.constants.intern(ty, kind)
}

fn is_poison(module: &Module, constant: Constant) -> bool {
    *module.constants.kind(constant) == ConstantKind::Poison
}

fn is_undef(module: &Module, constant: Constant) -> bool {
    *module.constants.kind(constant) == ConstantKind::Undef
}

fn is_unknown(module: &Module, constant: Constant) -> bool {
    is_poison(module, constant) || is_undef(module, constant)
}

fn is_null(module: &Module, constant: Constant) -> bool {
    match module.constants.kind(constant) {
        ConstantKind::Zero | ConstantKind::Integer(0) | ConstantKind::Float(0) => true,
        ConstantKind::BigInteger(limbs) => limbs.iter().all(|&limb| limb == 0),
        _ => false,
    }
}

/// The value of an index that is a small constant.
fn small(module: &Module, index: Constant) -> Option<u64> {
    match *module.constants.kind(index) {
        ConstantKind::Integer(value) => Some(value),
        ConstantKind::Zero => Some(0),
        _ => None,
    }
}

fn is_fixed_vector(module: &Module, ty: Type) -> bool {
    matches!(module.types.kind(ty), TypeKind::Vector { scalable: false, .. })
}

/// The elements of a vector of fixed length.
fn lanes(module: &Module, vector: Constant) -> Option<Vec<Constant>> {
    let ty = module.constants.ty(vector);
    let count = module.types.element_count(ty).filter(|&count| count <= LONGEST)?;
    is_fixed_vector(module, ty).then_some(())?;
    (0..count).map(|at| element(module, vector, at)).collect()
}

/// An element of a vector.
fn element(module: &Module, vector: Constant, at: u64) -> Option<Constant> {
    let ty = module.constants.ty(vector);
    let element = module.types.element(ty, at)?;
    if is_fixed_vector(module, ty) && at >= module.types.element_count(ty)? {
        return Some(constant(module, element, ConstantKind::Poison));
    }
    match module.constants.kind(vector) {
        kind @ (ConstantKind::Poison | ConstantKind::Undef) => Some(constant(module, element, kind.clone())),
        ConstantKind::Zero => Some(module.constants.zero(&module.types, element)),
        ConstantKind::Expr(_) => None,
        _ => match module.constants.elements(&module.types, vector) {
            Some(elements) => elements.get(usize::try_from(at).ok()?).copied(),
            None => module.constants.splat(&module.types, vector),
        },
    }
}

fn cast(module: &Module, op: CastOp, value: Constant, to: Type) -> Option<Constant> {
    let from = module.constants.ty(value);
    match module.constants.kind(value) {
        ConstantKind::Poison => return Some(constant(module, to, ConstantKind::Poison)),
        ConstantKind::Undef => return Some(constant(module, to, ConstantKind::Undef)),
        _ if is_null(module, value) && op != CastOp::AddrSpaceCast => {
            return Some(module.constants.zero(&module.types, to));
        }
        _ if op == CastOp::BitCast && from == to => return Some(value),
        ConstantKind::Expr(inner) => {
            if let ConstantExpr::Cast { op: inner, value } = **inner {
                return pair(module, inner, op, value, to);
            }
            return None;
        }
        _ => {}
    }
    if let (Some(count), true) = (module.types.element_count(from), is_fixed_vector(module, from))
        && is_fixed_vector(module, to)
        && module.types.element_count(to) == Some(count)
    {
        let element = module.types.scalar(to);
        let lanes = lanes(module, value)?.into_iter();
        let elements: Vec<Constant> =
            lanes.map(|lane| cast_or_expression(module, op, lane, element)).collect();
        return Some(module.constants.aggregate(&module.types, to, &elements));
    }
    match op {
        CastOp::Trunc => match module.constants.kind(value) {
            ConstantKind::BigInteger(limbs) => {
                let width = module.types.integer_width(to).filter(|&width| width <= 64)?;
                let low = limbs.first().copied().unwrap_or(0) & mask(width);
                Some(module.constants.integer(&module.types, to, low as i64))
            }
            _ => folding::cast(module, op, value, to),
        },
        CastOp::BitCast => bitcast(module, value, from, to),
        _ => None,
    }
}

/// A cast of a cast.
fn pair(module: &Module, inner: CastOp, outer: CastOp, value: Constant, to: Type) -> Option<Constant> {
    use CastOp::{AddrSpaceCast, BitCast, PtrToInt, Trunc};
    let from = module.constants.ty(value);
    let op = match (inner, outer) {
        (Trunc, Trunc) => Trunc,
        (BitCast, BitCast) => BitCast,
        (AddrSpaceCast, AddrSpaceCast) if from == to => BitCast,
        (AddrSpaceCast, AddrSpaceCast) => AddrSpaceCast,
        (PtrToInt, Trunc) => PtrToInt,
        _ => return None,
    };
    if op == BitCast && from == to {
        return Some(value);
    }
    Some(cast_or_expression(module, op, value, to))
}

fn cast_or_expression(module: &Module, op: CastOp, value: Constant, to: Type) -> Constant {
    let expr = || folding::expression(module, to, ConstantExpr::Cast { op, value });
    cast(module, op, value, to).unwrap_or_else(expr)
}

fn bitcast(module: &Module, value: Constant, from: Type, to: Type) -> Option<Constant> {
    let types = &module.types;
    let is_number = matches!(
        module.constants.kind(value),
        ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Float(_)
    );
    if is_number && types.is_vector(to) && !types.is_vector(from) {
        // LLVM has the scalar as a vector of one element.
        return folding::cast(module, CastOp::BitCast, value, to).map(|cast| {
            let ConstantKind::Expr(expr) = module.constants.kind(cast) else { return cast };
            expression(module, to, expr).unwrap_or(cast)
        });
    }
    let width = types.integer_width(to).or_else(|| types.float_width(to))?;
    let is_plain = |ty: Type| !matches!(types.kind(ty), TypeKind::PpcFp128);
    match *module.constants.kind(value) {
        ConstantKind::Integer(bits) if types.is_float(to) && is_plain(to) => {
            Some(constant(module, to, ConstantKind::Float(bits.into())))
        }
        ConstantKind::Float(bits) if types.integer_width(to).is_some() && width <= 64 && is_plain(from) => {
            Some(module.constants.integer(types, to, bits as i64))
        }
        _ => None,
    }
}

fn binary(module: &Module, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
    let ty = module.constants.ty(lhs);
    let commutes = op != BinaryOp::Sub;
    if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor) {
        return None;
    }
    if commutes && is_null(module, lhs) {
        return Some(rhs);
    }
    if is_null(module, rhs) {
        return Some(lhs);
    }
    if is_poison(module, lhs) || is_poison(module, rhs) {
        return Some(constant(module, ty, ConstantKind::Poison));
    }
    match (is_undef(module, lhs), is_undef(module, rhs)) {
        (true, true) if op == BinaryOp::Xor => return Some(module.constants.zero(&module.types, ty)),
        (false, false) => {}
        _ => return Some(constant(module, ty, ConstantKind::Undef)),
    }
    folding::binary(module, op, lhs, rhs).or_else(|| reassociated(module, op, lhs, rhs))
}

/// An expression with the number on its right, and one number instead of two.
fn reassociated(module: &Module, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
    if op == BinaryOp::Sub {
        return None;
    }
    let operands = |constant: Constant| match module.constants.kind(constant) {
        ConstantKind::Expr(expr) => match **expr {
            ConstantExpr::Binary { op: inner, lhs, rhs, .. } if inner == op => Some((lhs, rhs)),
            _ => None,
        },
        _ => None,
    };
    let is_expression = |constant| matches!(module.constants.kind(constant), ConstantKind::Expr(_));
    let made = |lhs, rhs| {
        let expr = ConstantExpr::Binary { op, flags: Flags::empty(), lhs, rhs };
        let ty = module.constants.ty(lhs);
        binary(module, op, lhs, rhs).unwrap_or_else(|| folding::expression(module, ty, expr))
    };
    match (is_expression(lhs), is_expression(rhs)) {
        (true, false) => {
            let (first, second) = operands(lhs)?;
            let second = made(second, rhs);
            operands(second).is_none().then(|| made(first, second))
        }
        (false, true) => Some(made(rhs, lhs)),
        _ => None,
    }
}

fn address(
    module: &Module,
    ty: Type,
    base: Constant,
    indices: &[Constant],
    is_inrange: bool,
) -> Option<Constant> {
    if is_poison(module, base) {
        return Some(constant(module, ty, ConstantKind::Poison));
    }
    if is_undef(module, base) {
        return Some(constant(module, ty, ConstantKind::Undef));
    }
    let is_nothing = |&index: &Constant| is_null(module, index) || is_unknown(module, index);
    if is_inrange || !indices.iter().all(is_nothing) {
        return None;
    }
    match module.constants.ty(base) == ty {
        true => Some(base),
        false => {
            let count = module.types.element_count(ty).filter(|&count| count <= LONGEST)?;
            is_fixed_vector(module, ty).then_some(())?;
            Some(module.constants.aggregate(&module.types, ty, &vec![base; count as usize]))
        }
    }
}

fn shuffle(module: &Module, ty: Type, a: Constant, b: Constant, mask: &[i32]) -> Option<Constant> {
    if mask.iter().all(|&index| index < 0) {
        return Some(constant(module, ty, ConstantKind::Poison));
    }
    let from = module.constants.ty(a);
    if !is_fixed_vector(module, from) {
        let is_zero = mask.iter().all(|&index| index == 0) && is_null(module, a);
        return is_zero.then(|| module.constants.zero(&module.types, ty));
    }
    let count = module.types.element_count(from)?;
    let lane = |&index: &i32| match u64::try_from(index) {
        Err(_) => Some(constant(module, module.types.scalar(ty), ConstantKind::Poison)),
        Ok(index) if index < count => element(module, a, index),
        Ok(index) => element(module, b, index - count),
    };
    let elements: Vec<Constant> = mask.iter().map(lane).collect::<Option<_>>()?;
    Some(module.constants.aggregate(&module.types, ty, &elements))
}

#[cfg(test)]
mod tests {
    #[test]
    fn expressions_are_what_llvm_makes_of_them() {
        let cases = [
            ("i32 add (i32 2, i32 3)", "i32 5"),
            ("i32 ptrtoint (ptr null to i32)", "i32 0"),
            ("ptr getelementptr (i8, ptr @x, i64 0)", "ptr @x"),
            ("ptr getelementptr (i8, ptr @x, i64 1)", "ptr getelementptr (i8, ptr @x, i64 1)"),
            ("i8 trunc (i32 ptrtoint (ptr @x to i32) to i8)", "i8 ptrtoint (ptr @x to i8)"),
            ("double bitcast (i64 42 to double)", "double 0x000000000000002A"),
            ("<2 x i32> trunc (<2 x i64> <i64 3, i64 4> to <2 x i32>)", "<2 x i32> <i32 3, i32 4>"),
            ("i64 sub (i64 ptrtoint (ptr @x to i64), i64 0)", "i64 ptrtoint (ptr @x to i64)"),
            (
                "i8 trunc (i32 trunc (i64 ptrtoint (ptr @x to i64) to i32) to i8)",
                "i8 ptrtoint (ptr @x to i8)",
            ),
            (
                "i64 add (i64 1, i64 ptrtoint (ptr @x to i64))",
                "i64 add (i64 ptrtoint (ptr @x to i64), i64 1)",
            ),
            (
                "i64 add (i64 add (i64 ptrtoint (ptr @x to i64), i64 1), i64 2)",
                "i64 add (i64 ptrtoint (ptr @x to i64), i64 3)",
            ),
            ("i32 extractelement (<2 x i32> <i32 1, i32 2>, i64 1)", "i32 2"),
            ("<2 x i32> insertelement (<2 x i32> poison, i32 1, i32 5)", "<2 x i32> poison"),
            (
                "<2 x i8> shufflevector (<2 x i8> <i8 1, i8 2>, <2 x i8> poison, <2 x i32> <i32 1, i32 0>)",
                "<2 x i8> <i8 2, i8 1>",
            ),
        ];
        for (given, expected) in cases {
            let read = |constant: &str| {
                let text = format!("@x = external global i8\n@g = global {constant}\n");
                crate::write(
                    &crate::read(text.as_bytes(), "m").unwrap_or_else(|error| panic!("{error}\n{text}")),
                )
            };
            assert_eq!(
                String::from_utf8_lossy(&read(given)),
                String::from_utf8_lossy(&read(expected)),
                "{given}"
            );
        }
    }
}
