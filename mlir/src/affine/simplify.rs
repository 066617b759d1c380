//! Normalization of affine expressions as MLIR does on construction: constants are folded and on the right, sums and products have
//! one form.

use super::AffineExpr::{self, Binary, Constant, Dim, Symbol};
use super::AffineOp::{self, Add, CeilDiv, FloorDiv, Mod, Mul};

/// The expression `left op right`, simplified.
pub(super) fn binary(op: AffineOp, left: AffineExpr, right: AffineExpr) -> AffineExpr {
    let simplified = match op {
        Add => add(left, right),
        Mul => multiply(left, right),
        Mod => modulo(left, right),
        FloorDiv => floor_div(left, right),
        CeilDiv => ceil_div(left, right),
    };
    simplified.unwrap_or_else(|(left, right)| Binary(op, left.into(), right.into()))
}

/// The simplified expression, or the operands unchanged.
type Simplified = Result<AffineExpr, (AffineExpr, AffineExpr)>;

/// Folds two constants; leaves them unchanged on overflow.
fn constants(
    left: AffineExpr,
    right: AffineExpr,
    compute: impl Fn(i64, i64) -> Option<i64>,
) -> Result<Simplified, (AffineExpr, AffineExpr)> {
    match (&left, &right) {
        (Constant(a), Constant(b)) => Ok(compute(*a, *b).map(Constant).ok_or((left, right))),
        _ => Err((left, right)),
    }
}

/// Whether to swap the operands of a sum or product: constants and operands without dimensions go to the right, two dimensions or
/// two symbols are sorted.
fn swapped(left: &AffineExpr, right: &AffineExpr) -> bool {
    match (left, right) {
        (_, Constant(_)) => false,
        (Constant(_), _) => true,
        (Dim(a), Dim(b)) | (Symbol(a), Symbol(b)) => a > b,
        _ => left.is_symbolic() && !right.is_symbolic(),
    }
}

/// The operands of `expr`, if its operator is `op`.
fn operands(expr: &AffineExpr, op: AffineOp) -> Option<(&AffineExpr, &AffineExpr)> {
    match expr {
        Binary(own, left, right) if *own == op => Some((left, right)),
        _ => None,
    }
}

/// Splits `expr` into an expression and a constant factor.
fn factor(expr: &AffineExpr) -> (&AffineExpr, i64) {
    match operands(expr, Mul) {
        Some((multiplicand, Constant(factor))) => (multiplicand, *factor),
        _ => (expr, 1),
    }
}

fn add(left: AffineExpr, right: AffineExpr) -> Simplified {
    let (left, right) = match constants(left, right, i64::checked_add) {
        Ok(folded) => return folded,
        Err(parts) => parts,
    };
    let (left, right) = if swapped(&left, &right) { (right, left) } else { (left, right) };
    if let Constant(b) = right {
        if b == 0 {
            return Ok(left);
        }
        return match operands(&left, Add) {
            Some((inner, Constant(a))) => Ok(binary(Add, inner.clone(), Constant(a.wrapping_add(b)))),
            _ => Err((left, right)),
        };
    }
    let ((a, of_a), (b, of_b)) = (factor(&left), factor(&right));
    if a == b {
        return Ok(binary(Mul, a.clone(), Constant(of_a.wrapping_add(of_b))));
    }
    // Move a constant to the end of a sum.
    if let Some((inner, constant @ Constant(_))) = operands(&left, Add) {
        let sum = binary(Add, inner.clone(), right);
        return Ok(binary(Add, sum, constant.clone()));
    }
    match remainder(&left, &right) {
        Some(divisor) => Ok(binary(Mod, left, divisor)),
        None => Err((left, right)),
    }
}

/// Recognizes the remainder `left - (left floordiv q) * q`; returns `q`.
fn remainder(left: &AffineExpr, right: &AffineExpr) -> Option<AffineExpr> {
    let (multiple, factor) = operands(right, Mul)?;
    if let (Constant(-1), Some((quotient, divisor))) = (factor, operands(multiple, Mul)) {
        let (dividend, by) = operands(quotient, FloorDiv)?;
        return (by == divisor && dividend == left).then(|| divisor.clone());
    }
    let (dividend, divisor) = operands(multiple, FloorDiv)?;
    match (divisor, factor) {
        (Constant(by), Constant(factor)) if *by > 0 && *factor == -by && dividend == left => {
            Some(divisor.clone())
        }
        _ => None,
    }
}

fn multiply(left: AffineExpr, right: AffineExpr) -> Simplified {
    let (left, right) = match constants(left, right, i64::checked_mul) {
        Ok(folded) => return folded,
        Err(parts) => parts,
    };
    let (left, right) = if swapped(&left, &right) { (right, left) } else { (left, right) };
    match right {
        Constant(1) => return Ok(left),
        Constant(0) => return Ok(right),
        _ => {}
    }
    match (operands(&left, Mul), &right) {
        (Some((inner, Constant(a))), Constant(b)) => {
            Ok(binary(Mul, inner.clone(), Constant(a.wrapping_mul(*b))))
        }
        // Move a constant to the end of a product.
        (Some((inner, constant @ Constant(_))), _) => {
            let constant = constant.clone();
            Ok(binary(Mul, binary(Mul, inner.clone(), right), constant))
        }
        _ => Err((left, right)),
    }
}

/// The largest number known to divide all values of an expression; 0 if the expression is always 0.
fn largest_divisor(expr: &AffineExpr) -> u64 {
    match expr {
        Dim(_) | Symbol(_) => 1,
        Constant(value) => value.unsigned_abs(),
        Binary(Mul, left, right) => largest_divisor(left).wrapping_mul(largest_divisor(right)),
        Binary(Add | Mod, left, right) => greatest_common(largest_divisor(left), largest_divisor(right)),
        Binary(FloorDiv | CeilDiv, left, right) => match **right {
            Constant(by) if by != 0 && largest_divisor(left).is_multiple_of(by.unsigned_abs()) => {
                largest_divisor(left) / by.unsigned_abs()
            }
            _ => 1,
        },
    }
}

pub(super) fn greatest_common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common(b, a % b) }
}

fn is_multiple(expr: &AffineExpr, of: i64) -> bool {
    largest_divisor(expr).is_multiple_of(of.unsigned_abs())
}

fn floor_div(left: AffineExpr, right: AffineExpr) -> Simplified {
    let Constant(divisor @ (..=-1 | 1..)) = right else { return Err((left, right)) };
    if let Constant(dividend) = left {
        return floor_quotient(dividend, divisor).map(Constant).ok_or((left, right));
    }
    if divisor == 1 {
        return Ok(left);
    }
    if let Some(quotient) = exact_quotient(&left, divisor) {
        return Ok(quotient);
    }
    match operands(&left, Add) {
        Some((a, b)) if is_multiple(a, divisor) || is_multiple(b, divisor) => {
            let quotient = |part: &AffineExpr| binary(FloorDiv, part.clone(), Constant(divisor));
            Ok(binary(Add, quotient(a), quotient(b)))
        }
        _ => Err((left, right)),
    }
}

/// `a / b` rounded down; `None` on overflow.
fn floor_quotient(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `a / b` rounded up; `None` on overflow.
fn ceil_quotient(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
}

/// The quotient of a product by a constant that divides its constant factor.
fn exact_quotient(left: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    match operands(left, Mul)? {
        (inner, Constant(factor)) if factor.checked_rem(divisor)? == 0 => {
            Some(binary(Mul, inner.clone(), Constant(factor / divisor)))
        }
        _ => None,
    }
}

fn ceil_div(left: AffineExpr, right: AffineExpr) -> Simplified {
    let Constant(divisor @ (..=-1 | 1..)) = right else { return Err((left, right)) };
    if let Constant(dividend) = left {
        return ceil_quotient(dividend, divisor).map(Constant).ok_or((left, right));
    }
    if divisor == 1 {
        return Ok(left);
    }
    exact_quotient(&left, divisor).ok_or((left, right))
}

fn modulo(left: AffineExpr, right: AffineExpr) -> Simplified {
    let Constant(divisor @ 1..) = right else { return Err((left, right)) };
    if let Constant(dividend) = left {
        return Ok(Constant(dividend.rem_euclid(divisor)));
    }
    if is_multiple(&left, divisor) {
        return Ok(Constant(0));
    }
    let rest = match (operands(&left, Add), operands(&left, Mod)) {
        (Some((a, b)), _) if is_multiple(a, divisor) => b,
        (Some((a, b)), _) if is_multiple(b, divisor) => a,
        (_, Some((inner, Constant(by @ 1..)))) if by % divisor == 0 => inner,
        _ => return Err((left, right)),
    };
    Ok(binary(Mod, rest.clone(), right))
}

#[cfg(test)]
mod tests {
    use crate::Context;
    use crate::asm::{ParseOptions, parse_type, type_to_string};

    fn simplified(text: &str) -> String {
        let context = Context::new(&[]);
        let before = "memref<?x?xf32, affine_map<(d0, d1)[s0, s1] -> (";
        let ty = format!("{before}{text})>>");
        let ty = parse_type(&context, ty.as_bytes(), &ParseOptions::default()).expect(text);
        let shown = type_to_string(&context, ty);
        let shown = shown.strip_prefix(before).and_then(|shown| shown.strip_suffix(")>>"));
        shown.expect(text).to_owned()
    }

    #[test]
    fn expressions_have_one_form() {
        for (text, shown) in [
            ("s1 * s0 * 4 * s1", "((s0 * s1) * s1) * 4"),
            ("d1 + d0", "d0 + d1"),
            ("d0 * 2 + d0", "d0 * 3"),
            ("d0 - d0", "0"),
            ("s0 + d0 * s0 + 3 + d0", "d0 * s0 + s0 + d0 + 3"),
            ("d0 - (d0 floordiv 4) * 4", "d0 mod 4"),
            ("d0 - (d0 floordiv s0) * s0", "d0 mod s0"),
            ("(d0 * 128 + d1) floordiv 64", "d0 * 2 + d1 floordiv 64"),
            ("(d0 * 6) floordiv -2", "d0 * -3"),
            ("(d0 * 128 + d1) ceildiv 64", "(d0 * 128 + d1) ceildiv 64"),
            ("(d0 + d1 * 128) mod 64", "d0 mod 64"),
            ("(d0 mod 128) mod 64", "d0 mod 64"),
            ("5 floordiv -2", "-3"),
            ("5 ceildiv -2", "-2"),
            ("d0 floordiv 0", "d0 floordiv 0"),
            ("d0 * 9223372036854775807 * 2", "d0 * -2"),
            ("9223372036854775807 * 2", "9223372036854775807 * 2"),
        ] {
            assert_eq!(simplified(text), shown, "{text}");
        }
    }
}
