//! Affine expressions, maps and integer sets, and operations on them. Source: MLIR's "'affine' Dialect", Affine Expressions.

mod flatten;
mod simplify;

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

/// An affine map: `(d0, d1)[s0] -> (d0 + s0, d1)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// One expression for each result.
    pub results: Box<[AffineExpr]>,
}

/// An integer set: `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// The number of dimensions.
    pub dims: u32,
    /// The number of symbols.
    pub symbols: u32,
    /// Constraints: an expression, and whether it must equal zero (`== 0`) rather than be `>= 0`.
    pub constraints: Box<[(AffineExpr, bool)]>,
}

impl AffineExpr {
    /// `left op right`, simplified as MLIR does.
    pub fn binary(op: AffineOp, left: Self, right: Self) -> Self {
        simplify::binary(op, left, right)
    }

    /// The expression `self - other`, simplified.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::binary(AffineOp::Add, self, Self::binary(AffineOp::Mul, other, Self::Constant(-1)))
    }

    /// Whether the expression has no dimensions.
    pub(crate) fn is_symbolic(&self) -> bool {
        match self {
            Self::Dim(_) => false,
            Self::Symbol(_) | Self::Constant(_) => true,
            Self::Binary(_, left, right) => left.is_symbolic() && right.is_symbolic(),
        }
    }

    /// Substitutes dimensions and symbols by index; those beyond the end of `dims` or `symbols` are kept.
    #[must_use]
    pub fn replace(&self, dims: &[Self], symbols: &[Self]) -> Self {
        let or_same = |other: Option<&Self>| other.unwrap_or(self).clone();
        match self {
            Self::Dim(dim) => or_same(dims.get(*dim as usize)),
            Self::Symbol(symbol) => or_same(symbols.get(*symbol as usize)),
            Self::Constant(_) => self.clone(),
            Self::Binary(op, left, right) => {
                let (new_left, new_right) = (left.replace(dims, symbols), right.replace(dims, symbols));
                match new_left == **left && new_right == **right {
                    true => self.clone(),
                    false => Self::binary(*op, new_left, new_right),
                }
            }
        }
    }

    /// Calls `visit` for each occurrence of a dimension or symbol.
    pub fn walk_leaves(&self, visit: &mut dyn FnMut(&Self)) {
        match self {
            Self::Dim(_) | Self::Symbol(_) => visit(self),
            Self::Constant(_) => {}
            Self::Binary(_, left, right) => {
                left.walk_leaves(visit);
                right.walk_leaves(visit);
            }
        }
    }

    /// The number of operators in the expression.
    pub fn size(&self) -> usize {
        match self {
            Self::Binary(_, left, right) => left.size() + right.size() + 1,
            _ => 0,
        }
    }
}

impl AffineMap {
    /// A map with one result: `(d0, …)[s0, …] -> (result)`.
    pub fn single(dims: usize, symbols: usize, result: AffineExpr) -> Self {
        Self { dims: dims as u32, symbols: symbols as u32, results: [result].into() }
    }

    /// The indices of the dimensions that are the results, if every result is a dimension and none occurs twice.
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

    /// Whether the results are exactly the dimensions in order.
    pub fn is_identity(&self) -> bool {
        self.symbols == 0
            && self.results.len() == self.dims as usize
            && self.results.iter().enumerate().all(|(index, expr)| *expr == AffineExpr::Dim(index as u32))
    }
}
