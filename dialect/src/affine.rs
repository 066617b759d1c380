//! Affine expressions, maps and integer sets. Source: MLIR's "'affine' Dialect", Affine Expressions.

/// An affine expression over dimensions and symbols.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AffineExpr {
    /// `d0`.
    Dim(u32),
    /// `s0`.
    Symbol(u32),
    /// A constant.
    Constant(i64),
    /// A sum, product, remainder or quotient.
    Binary(AffineOp, Box<AffineExpr>, Box<AffineExpr>),
}

/// The operator of a binary affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineOp {
    /// `+`
    Add,
    /// `*`
    Mul,
    /// `mod`
    Mod,
    /// `floordiv`
    FloorDiv,
    /// `ceildiv`
    CeilDiv,
}

/// `(d0, d1)[s0] -> (d0 + s0, d1)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// The results.
    pub results: Box<[AffineExpr]>,
}

/// `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// What is compared with zero, and whether for equality (`== 0`) rather than `>= 0`.
    pub constraints: Box<[(AffineExpr, bool)]>,
}

impl AffineExpr {
    /// `left op right`, simplified as MLIR does: constants are folded and stand on the right.
    pub fn binary(op: AffineOp, left: Self, right: Self) -> Self {
        use AffineOp::{Add, CeilDiv, FloorDiv, Mod, Mul};
        if let (Self::Constant(a), Self::Constant(b)) = (&left, &right) {
            let folded = match op {
                Add => a.checked_add(*b),
                Mul => a.checked_mul(*b),
                Mod if *b > 0 => Some(a.rem_euclid(*b)),
                FloorDiv if *b > 0 => Some(a.div_euclid(*b)),
                CeilDiv if *b > 0 => a.checked_neg().map(|negated| -negated.div_euclid(*b)),
                _ => None,
            };
            if let Some(value) = folded {
                return Self::Constant(value);
            }
        }
        match (op, &left, &right) {
            (Add | Mul, Self::Constant(_), _) => Self::binary(op, right, left),
            // Symbols stand to the right of dimensions.
            (Add, l, r) if l.is_symbolic() && !r.is_symbolic() => Self::Binary(op, right.into(), left.into()),
            (Mul, l, r) if l.is_symbolic() && !r.is_symbolic() => Self::Binary(op, right.into(), left.into()),
            (Add, _, Self::Constant(0)) | (Mul | FloorDiv | CeilDiv, _, Self::Constant(1)) => left,
            (Mul, _, Self::Constant(0)) | (Mod, _, Self::Constant(1)) => Self::Constant(0),
            (Add, Self::Binary(Add, inner, constant), Self::Constant(b)) => match **constant {
                Self::Constant(a) => Self::binary(Add, (**inner).clone(), Self::Constant(a.wrapping_add(*b))),
                _ => Self::Binary(op, left.into(), right.into()),
            },
            // A constant goes to the end of a sum.
            (Add, Self::Binary(Add, inner, constant), _) if matches!(**constant, Self::Constant(_)) => {
                Self::binary(Add, Self::binary(Add, (**inner).clone(), right), (**constant).clone())
            }
            (Mul, Self::Binary(Mul, inner, factor), Self::Constant(b)) => match **factor {
                Self::Constant(a) => Self::binary(Mul, (**inner).clone(), Self::Constant(a.wrapping_mul(*b))),
                _ => Self::Binary(op, left.into(), right.into()),
            },
            _ => Self::Binary(op, left.into(), right.into()),
        }
    }

    /// `self - other`
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::binary(AffineOp::Add, self, Self::binary(AffineOp::Mul, other, Self::Constant(-1)))
    }

    /// Whether the expression has no dimensions.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Self::Dim(_) => false,
            Self::Symbol(_) | Self::Constant(_) => true,
            Self::Binary(_, left, right) => left.is_symbolic() && right.is_symbolic(),
        }
    }
}

impl AffineMap {
    /// The dimensions that the results are, where they are all dimensions, each once.
    pub fn permutation(&self) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.dims as usize];
        let dim = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(dim) if !std::mem::replace(seen.get_mut(*dim as usize)?, true) => {
                Some(*dim as usize)
            }
            _ => None,
        };
        let order: Vec<usize> = self.results.iter().map(dim).collect::<Option<_>>()?;
        (self.symbols == 0 && order.len() == seen.len()).then_some(order)
    }

    /// Whether the results are the dimensions in order.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().enumerate().all(|(index, expr)| *expr == AffineExpr::Dim(index as u32))
    }
}
