//! Folders of `index`. Source: MLIR's `IndexOps.cpp`. Most constants are folded only if 32-bit and 64-bit arithmetic agree.

use tern_mlir::fold::integers::{Binary, Int, Table, constant, value};
use tern_mlir::fold::{Folded, Folds};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, OpRef, Type, Value};

use crate::index;
use crate::index::IndexCmpPredicate;

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds =
    Folds { operations: OPERATIONS, more: &[], in_place: |_, _| false, constant: make };

fn make<'c>(b: &mut (dyn Builder<'c> + '_), attribute: Attribute, ty: Type) -> Option<Value> {
    Some(match ty == b.context().common.index {
        true => {
            let value = attribute.as_i64(b.context())?;
            b.create_new_value(index::Constant::build(value, ty).into())
        }
        false => {
            let value = attribute.as_u64(b.context())? != 0;
            b.create_new_value(index::BoolConstant::build(value, ty).into())
        }
    })
}

const OPERATIONS: Table = &[
    (index::Add::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_add(b.bits)))
    }),
    (index::Sub::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_sub(b.bits)))
    }),
    (index::Mul::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if let (true, Some(zero)) = (it.rhs_is(Int::is_zero), c[1]) {
            return constant(zero);
        }
        if it.rhs_is(Int::is_one) {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_mul(b.bits)))
    }),
    (index::And::NAME, |op, c| Binary::of(op, c)?.compute(op.context, |a, b| Some(a.bits & b.bits))),
    (index::Or::NAME, |op, c| Binary::of(op, c)?.compute(op.context, |a, b| Some(a.bits | b.bits))),
    (index::XOr::NAME, |op, c| Binary::of(op, c)?.compute(op.context, |a, b| Some(a.bits ^ b.bits))),
    (index::DivS::NAME, |op, c| signed(op, c, i64::checked_div)),
    (index::DivU::NAME, |op, c| unsigned(op, c, |a, b, _| a.checked_div(b))),
    (index::CeilDivS::NAME, |op, c| {
        signed(op, c, |n, m| {
            let quotient = n.checked_div(m)?;
            Some(if n % m != 0 && (n < 0) == (m < 0) { quotient + 1 } else { quotient })
        })
    }),
    (index::CeilDivU::NAME, |op, c| unsigned(op, c, |a, b, _| (b != 0).then(|| a.div_ceil(b)))),
    (index::FloorDivS::NAME, |op, c| {
        signed(op, c, |n, m| {
            let quotient = n.checked_div(m)?;
            Some(if n % m != 0 && (n < 0) != (m < 0) { quotient - 1 } else { quotient })
        })
    }),
    (index::RemS::NAME, |op, c| signed(op, c, i64::checked_rem)),
    (index::RemU::NAME, |op, c| unsigned(op, c, |a, b, _| a.checked_rem(b))),
    (index::MaxS::NAME, |op, c| signed(op, c, |a, b| Some(a.max(b)))),
    (index::MinS::NAME, |op, c| signed(op, c, |a, b| Some(a.min(b)))),
    (index::MaxU::NAME, |op, c| unsigned(op, c, |a, b, _| Some(a.max(b)))),
    (index::MinU::NAME, |op, c| unsigned(op, c, |a, b, _| Some(a.min(b)))),
    (index::Shl::NAME, |op, c| unsigned(op, c, |a, b, width| (b < u64::from(width)).then(|| a << b))),
    (index::ShrU::NAME, |op, c| unsigned(op, c, |a, b, width| (b < u64::from(width)).then(|| a >> b))),
    (index::ShrS::NAME, |op, c| signed(op, c, |a, b| (0..32).contains(&b).then(|| a >> b))),
    (index::Cmp::NAME, compare),
];

/// Folds unsigned arithmetic: computes with 64 bits, and succeeds if the lower 32 bits equal the 32-bit result. `compute` is
/// also given the width.
fn unsigned(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    compute: fn(u64, u64, u32) -> Option<u64>,
) -> Results {
    Binary::of(op, constants)?.compute(op.context, |a, b| {
        let wide = compute(a.bits, b.bits, 64)?;
        let narrow = compute(u64::from(a.bits as u32), u64::from(b.bits as u32), 32)?;
        (wide as u32 == narrow as u32).then_some(wide)
    })
}

/// Folds signed arithmetic, under the condition of [`unsigned`].
fn signed(op: OpRef<'_>, constants: &[Option<Attribute>], compute: fn(i64, i64) -> Option<i64>) -> Results {
    Binary::of(op, constants)?.compute(op.context, |a, b| {
        let wide = compute(a.signed(), b.signed())?;
        let narrow = compute(i64::from(a.bits as i32), i64::from(b.bits as i32))?;
        (wide as i32 == narrow as i32).then_some(wide.cast_unsigned())
    })
}

fn compare(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    use IndexCmpPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let it = Binary::of(op, constants)?;
    let predicate = index::Cmp::of(op)?.pred();
    let answer = |holds| constant(Attribute::bool(op.context, holds));
    if it.lhs == it.rhs {
        return answer(matches!(predicate, Eq | Sle | Sge | Ule | Uge));
    }
    let holds = |a: i64, b: i64| {
        let (unsigned_a, unsigned_b) = (a.cast_unsigned(), b.cast_unsigned());
        match predicate {
            Eq => a == b,
            Ne => a != b,
            Slt => a < b,
            Sle => a <= b,
            Sgt => a > b,
            Sge => a >= b,
            Ult => unsigned_a < unsigned_b,
            Ule => unsigned_a <= unsigned_b,
            Ugt => unsigned_a > unsigned_b,
            Uge => unsigned_a >= unsigned_b,
        }
    };
    let (a, b) = (it.lhs_int?.signed(), it.rhs_int?.signed());
    let narrow = holds(i64::from(a as i32), i64::from(b as i32));
    (narrow == holds(a, b)).then(|| answer(narrow)).flatten()
}
