//! Simplification of affine expressions through a linear form: a sum of dimensions, symbols and *locals*. A local stands for a
//! subexpression that is not linear, such as a quotient. MLIR: `simplifyAffineExpr`.

use super::AffineExpr::{self, Binary, Constant, Dim, Symbol};
use super::AffineOp::{self, Add, CeilDiv, FloorDiv, Mod, Mul};

impl AffineExpr {
    /// The expression with like terms combined and common factors of quotients cancelled.
    #[must_use]
    pub fn simplified(&self, dims: u32, symbols: u32) -> Self {
        let pure = self.is_pure();
        let expr = if pure { self.clone() } else { divide_by_symbols(self) };
        let mut flattener = Flattener { dims: dims as usize, symbols: symbols as usize, locals: Vec::new() };
        let Some(row) = flattener.flatten(&expr) else { return expr };
        if pure { flattener.expression(&row) } else { flattener.sorted_expression(&row) }
    }

    /// Whether the right operand of every product, quotient and remainder is a constant.
    fn is_pure(&self) -> bool {
        match self {
            Binary(Add, left, right) => left.is_pure() && right.is_pure(),
            Binary(_, left, right) => left.is_pure() && matches!(**right, Constant(_)),
            _ => true,
        }
    }
}

/// A linear form: the coefficients of dimensions, symbols and locals, up to the last that is not 0, and the constant term.
#[derive(Clone, Default)]
struct Row {
    factors: Vec<i64>,
    constant: i64,
}

impl Row {
    fn factor(&self, at: usize) -> i64 {
        self.factors.get(at).copied().unwrap_or(0)
    }

    fn add_factor(&mut self, at: usize, more: i64) {
        if self.factors.len() <= at {
            self.factors.resize(at + 1, 0);
        }
        self.factors[at] = self.factors[at].wrapping_add(more);
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut i64> {
        self.factors.iter_mut().chain(std::iter::once(&mut self.constant))
    }

    /// Divides all numbers by their greatest common divisor with `divisor`; returns the reduced divisor.
    fn reduce(&mut self, divisor: i64) -> i64 {
        let mut common = divisor.unsigned_abs();
        for number in self.numbers() {
            common = super::simplify::greatest_common(common, number.unsigned_abs());
        }
        // The divisor is positive, and so is every divisor of it.
        let common = common.max(1).cast_signed();
        self.numbers().for_each(|number| *number /= common);
        divisor / common
    }
}

struct Flattener {
    dims: usize,
    symbols: usize,
    locals: Vec<AffineExpr>,
}

impl Flattener {
    /// The linear form; `None` if there is a division by a number that is not positive.
    fn flatten(&mut self, expr: &AffineExpr) -> Option<Row> {
        let mut row = Row::default();
        match expr {
            Dim(dim) => row.add_factor(*dim as usize, 1),
            Symbol(symbol) => row.add_factor(self.dims + *symbol as usize, 1),
            Constant(value) => row.constant = *value,
            Binary(op, left, right) => {
                let (left, right_row) = (self.flatten(left)?, self.flatten(right)?);
                let Constant(number) = **right else {
                    return Some(match op {
                        Add => sum(left, &right_row),
                        _ => self.semi_affine(*op, &left, &right_row),
                    });
                };
                return self.with_constant(*op, left, number);
            }
        }
        Some(row)
    }

    /// A product, quotient or remainder whose right operand is not constant: becomes a local.
    fn semi_affine(&mut self, op: AffineOp, left: &Row, right: &Row) -> Row {
        let expr = AffineExpr::binary(op, self.expression(left), self.expression(right));
        let mut row = Row::default();
        row.add_factor(self.local(expr), 1);
        row
    }

    fn with_constant(&mut self, op: AffineOp, mut row: Row, number: i64) -> Option<Row> {
        match op {
            Add => row.constant = row.constant.wrapping_add(number),
            Mul => row.numbers().for_each(|factor| *factor = factor.wrapping_mul(number)),
            _ if number <= 0 => return None,
            Mod => {
                if row.numbers().all(|factor| *factor % number == 0) {
                    return Some(Row::default());
                }
                let mut dividend = row.clone();
                let divisor = dividend.reduce(number);
                let quotient = AffineExpr::binary(FloorDiv, self.expression(&dividend), Constant(divisor));
                let local = self.local(quotient);
                row.add_factor(local, number.wrapping_neg());
            }
            FloorDiv | CeilDiv => {
                let divisor = row.reduce(number);
                if divisor == 1 {
                    return Some(row);
                }
                let quotient = AffineExpr::binary(op, self.expression(&row), Constant(divisor));
                row = Row::default();
                row.add_factor(self.local(quotient), 1);
            }
        }
        Some(row)
    }

    /// The index of the local for `expr`; adds one if there is none.
    fn local(&mut self, expr: AffineExpr) -> usize {
        let known = self.locals.iter().position(|local| *local == expr);
        let local = known.unwrap_or_else(|| {
            self.locals.push(expr);
            self.locals.len() - 1
        });
        self.dims + self.symbols + local
    }

    /// The dimension, symbol or local at an index.
    fn term(&self, at: usize) -> AffineExpr {
        match at.checked_sub(self.dims) {
            None => Dim(at as u32),
            Some(symbol) if symbol < self.symbols => Symbol(symbol as u32),
            Some(local) => self.locals[local - self.symbols].clone(),
        }
    }

    /// The sum that a row stands for, in the order of its terms.
    fn expression(&self, row: &Row) -> AffineExpr {
        self.sum_of(row, 0..row.factors.len())
    }

    fn sum_of(&self, row: &Row, places: impl IntoIterator<Item = usize>) -> AffineExpr {
        let mut expr = Constant(0);
        for at in places {
            if row.factor(at) != 0 {
                let term = AffineExpr::binary(Mul, self.term(at), Constant(row.factor(at)));
                expr = AffineExpr::binary(Add, expr, term);
            }
        }
        AffineExpr::binary(Add, expr, Constant(row.constant))
    }

    /// As `expression`, with terms in the order of semi-affine expressions: by the first dimension or symbol of each; among equals
    /// `d0 mod 2`, `d0`, `d0 * s0`; terms of symbols after those of dimensions. Terms with more than two leaves come last.
    fn sorted_expression(&self, row: &Row) -> AffineExpr {
        let most = self.dims.max(self.symbols) as i64;
        let first_local = self.dims + self.symbols;
        let (mut of_symbols, mut of_dims) = (most.., (1i64..).map(|place| -place));
        let mut keys: Vec<((u32, i64), usize)> = Vec::new();
        let mut rest = Vec::new();
        let places = || (0..row.factors.len()).filter(|&at| row.factor(at) != 0);
        for at in places().filter(|at| (self.dims..first_local).contains(at)) {
            keys.extend(of_symbols.next().map(|place| (((at - self.dims) as u32, place), at)));
        }
        for at in places().filter(|&at| at >= first_local) {
            let key = match &self.locals[at - first_local] {
                Binary(_, left, right) => match (&**left, &**right) {
                    (Dim(dim), Constant(_)) => of_dims.next().map(|place| (*dim, place)),
                    (Dim(dim), Symbol(symbol)) => Some((*dim, i64::from(*symbol))),
                    (Symbol(symbol), Constant(_) | Symbol(_)) => {
                        of_symbols.next().map(|place| (*symbol, place))
                    }
                    _ => None,
                },
                _ => None,
            };
            match key {
                Some(key) => keys.push((key, at)),
                None => rest.push(at),
            }
        }
        for at in places().filter(|&at| at < self.dims) {
            keys.extend(of_dims.next().map(|place| ((at as u32, place), at)));
        }
        keys.sort_unstable();
        self.sum_of(row, keys.into_iter().map(|(_, at)| at).chain(rest))
    }
}

fn sum(mut left: Row, right: &Row) -> Row {
    for (at, &factor) in right.factors.iter().enumerate() {
        left.add_factor(at, factor);
    }
    left.constant = left.constant.wrapping_add(right.constant);
    left
}

/// Cancels a symbol in quotients whose dividend has it as a factor.
fn divide_by_symbols(expr: &AffineExpr) -> AffineExpr {
    let Binary(op, left, right) = expr else { return expr.clone() };
    let (left, right) = (divide_by_symbols(left), divide_by_symbols(right));
    if let (FloorDiv | CeilDiv | Mod, Symbol(symbol)) = (op, &right)
        && is_divisible(&left, *symbol, *op)
    {
        return match op {
            Mod => Constant(0),
            _ => quotient(&left, *symbol, *op),
        };
    }
    AffineExpr::binary(*op, left, right)
}

/// Whether the symbol is a factor of `expr`, looking through divisions by `op`.
fn is_divisible(expr: &AffineExpr, symbol: u32, op: AffineOp) -> bool {
    match expr {
        Constant(value) => *value == 0,
        Dim(_) => false,
        Symbol(own) => *own == symbol,
        Binary(Add, left, right) => is_divisible(left, symbol, op) && is_divisible(right, symbol, op),
        Binary(Mod, left, right) => is_divisible(left, symbol, Mod) && is_divisible(right, symbol, Mod),
        Binary(Mul, left, right) => is_divisible(left, symbol, op) || is_divisible(right, symbol, op),
        Binary(own, left, _) => *own == op && is_divisible(left, symbol, op),
    }
}

fn quotient(expr: &AffineExpr, symbol: u32, op: AffineOp) -> AffineExpr {
    match expr {
        Symbol(_) => Constant(1),
        Binary(own @ (Add | Mod), left, right) => {
            AffineExpr::binary(*own, quotient(left, symbol, op), quotient(right, symbol, op))
        }
        Binary(Mul, left, right) if is_divisible(left, symbol, op) => {
            AffineExpr::binary(Mul, quotient(left, symbol, op), (**right).clone())
        }
        Binary(Mul, left, right) => AffineExpr::binary(Mul, (**left).clone(), quotient(right, symbol, op)),
        Binary(own, left, right) => AffineExpr::binary(*own, quotient(left, symbol, op), (**right).clone()),
        Constant(_) | Dim(_) => Constant(0),
    }
}
