//! Parsing and printing of affine expressions, maps and integer sets, with named dimensions or with SSA values in their place.

use super::lexer::Token;
use super::parser::{Parser, show};
use super::{ParseResult, PrintedOp, Printer, Unresolved};
use crate::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet};
use crate::body::Value;

/// The names of the dimensions and symbols in scope.
#[derive(Default)]
struct Names<'a> {
    dims: Vec<&'a [u8]>,
    symbols: Vec<&'a [u8]>,
    /// In forms where SSA values are spelled in place of dimensions and symbols: the values seen so far.
    values: Option<AffineOperands<'a>>,
}

/// The values to which an affine map is applied, in the order of its dimensions and symbols.
#[derive(Default)]
pub struct AffineOperands<'a> {
    /// Values of the dimensions.
    pub dims: Vec<Unresolved<'a>>,
    /// Values of the symbols.
    pub symbols: Vec<Unresolved<'a>>,
}

/// What to print for dimensions and symbols: the using operation, the values of the dimensions, the values of the symbols. `None`
/// prints `d0`, `s0`.
type Shown<'p> = Option<(PrintedOp<'p>, &'p [Value], &'p [Value])>;

impl<'a> Parser<'a, '_> {
    /// Parses `(d0, d1)[s0] -> (d0 + s0)`.
    pub fn affine_map(&mut self) -> ParseResult<AffineMap> {
        let mut names = self.affine_names()?;
        self.expect_arrow()?;
        self.expect(b'(')?;
        let results = self.list(b')', |parser| parser.affine_sum(&mut names))?;
        Ok(AffineMap {
            dims: names.dims.len() as u32,
            symbols: names.symbols.len() as u32,
            results: results.into(),
        })
    }

    /// Parses `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
    pub fn integer_set(&mut self) -> ParseResult<IntegerSet> {
        let mut names = self.affine_names()?;
        self.expect(b':')?;
        self.expect(b'(')?;
        let constraints = self.list(b')', |parser| parser.affine_constraint(&mut names))?;
        Ok(IntegerSet {
            dims: names.dims.len() as u32,
            symbols: names.symbols.len() as u32,
            constraints: constraints.into(),
        })
    }

    /// Parses `[%i + 3, %j - symbol(%n)]`: a map spelled with values; returns the map and the values.
    pub fn affine_map_of_values(&mut self) -> ParseResult<(AffineMap, AffineOperands<'a>)> {
        self.expect(b'[')?;
        self.affine_exprs_of_values(b']')
    }

    /// As [`affine_map_of_values`](Self::affine_map_of_values), but up to `close`; the opening bracket is already consumed.
    pub(crate) fn affine_exprs_of_values(
        &mut self,
        close: u8,
    ) -> ParseResult<(AffineMap, AffineOperands<'a>)> {
        let mut names = Names { values: Some(AffineOperands::default()), ..Names::default() };
        let results = self.list(close, |parser| parser.affine_sum(&mut names))?;
        let values = names.values.unwrap_or_default();
        let map = AffineMap {
            dims: values.dims.len() as u32,
            symbols: values.symbols.len() as u32,
            results: results.into(),
        };
        Ok((map, values))
    }

    /// Parses one expression spelled with values. Values that are already in `operands` are reused, new ones are appended.
    pub fn affine_expr_of_values(&mut self, operands: &mut AffineOperands<'a>) -> ParseResult<AffineExpr> {
        let mut names = Names { values: Some(std::mem::take(operands)), ..Names::default() };
        let expr = self.affine_sum(&mut names)?;
        *operands = names.values.unwrap_or_default();
        Ok(expr)
    }

    /// Parses `(%i, %j)[%n]`: the values to which a map is applied. Also returns how many of them are dimensions.
    pub fn affine_operands(&mut self) -> ParseResult<(Vec<Unresolved<'a>>, usize)> {
        self.expect(b'(')?;
        let mut operands = self.list(b')', Self::parse_operand)?;
        let dims = operands.len();
        if self.eat(b'[') {
            operands.extend(self.list(b']', Self::parse_operand)?);
        }
        Ok((operands, dims))
    }

    /// Parses a value that stands for a dimension or a symbol. Repeated uses of a value yield the same dimension or symbol.
    fn affine_value(&mut self, names: &mut Names<'a>, symbol: bool) -> ParseResult<AffineExpr> {
        let operand = self.parse_operand()?;
        let Some(values) = &mut names.values else {
            return Err(self.error("expected affine expression"));
        };
        let find = |list: &[Unresolved<'_>]| list.iter().position(|known| known.is(&operand));
        if let Some(at) = find(&values.dims) {
            return Ok(AffineExpr::Dim(at as u32));
        }
        if let Some(at) = find(&values.symbols) {
            return Ok(AffineExpr::Symbol(at as u32));
        }
        let list = if symbol { &mut values.symbols } else { &mut values.dims };
        list.push(operand);
        let at = list.len() as u32 - 1;
        Ok(if symbol { AffineExpr::Symbol(at) } else { AffineExpr::Dim(at) })
    }

    fn affine_names(&mut self) -> ParseResult<Names<'a>> {
        let mut names = Names::default();
        self.expect(b'(')?;
        names.dims = self.list(b')', Self::keyword)?;
        if self.eat(b'[') {
            names.symbols = self.list(b']', Self::keyword)?;
        }
        Ok(names)
    }

    fn affine_constraint(&mut self, names: &mut Names<'a>) -> ParseResult<(AffineExpr, bool)> {
        let left = self.affine_sum(names)?;
        let less = self.eat(b'<');
        let equal = !less && !self.eat(b'>');
        self.expect(b'=')?;
        if equal {
            self.expect(b'=')?;
        }
        let right = self.affine_sum(names)?;
        let expr = if less { right.minus(left) } else { left.minus(right) };
        Ok((expr, equal))
    }

    fn affine_sum(&mut self, names: &mut Names<'a>) -> ParseResult<AffineExpr> {
        self.nested(|parser| {
            let mut sum = parser.affine_product(names)?;
            loop {
                if parser.eat(b'+') {
                    sum = AffineExpr::binary(AffineOp::Add, sum, parser.affine_product(names)?);
                } else if parser.eat(b'-') {
                    sum = sum.minus(parser.affine_product(names)?);
                } else {
                    return Ok(sum);
                }
            }
        })
    }

    fn affine_product(&mut self, names: &mut Names<'a>) -> ParseResult<AffineExpr> {
        let mut product = self.affine_operand(names)?;
        loop {
            let start = self.start;
            let op = match self.token {
                Token::Punct(b'*') => AffineOp::Mul,
                Token::Bare(b"mod") => AffineOp::Mod,
                Token::Bare(b"floordiv") => AffineOp::FloorDiv,
                Token::Bare(b"ceildiv") => AffineOp::CeilDiv,
                _ => return Ok(product),
            };
            self.advance();
            let right = self.affine_operand(names)?;
            if op == AffineOp::Mul && !product.is_symbolic() && !right.is_symbolic() {
                return Err(self.error_at(start, "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"));
            }
            if op != AffineOp::Mul && !right.is_symbolic() {
                return Err(self.error_at(
                    start,
                    "non-affine expression: right operand has to be either a constant or symbolic",
                ));
            }
            product = AffineExpr::binary(op, product, right);
        }
    }

    fn affine_operand(&mut self, names: &mut Names<'a>) -> ParseResult<AffineExpr> {
        match self.token {
            Token::Punct(b'(') => {
                self.advance();
                let expr = self.affine_sum(names)?;
                self.expect(b')')?;
                Ok(expr)
            }
            Token::Punct(b'-') => {
                self.advance();
                let operand = self.nested(|parser| parser.affine_operand(names))?;
                Ok(AffineExpr::binary(AffineOp::Mul, operand, AffineExpr::Constant(-1)))
            }
            Token::Integer(_) => {
                let start = self.start;
                let value = self.integer()?;
                let value =
                    i64::try_from(value).map_err(|_| self.error_at(start, "constant too large for index"))?;
                Ok(AffineExpr::Constant(value))
            }
            Token::Percent(_) => self.affine_value(names, false),
            Token::Bare(b"symbol") if names.values.is_some() => {
                self.advance();
                self.expect(b'(')?;
                let value = self.affine_value(names, true)?;
                self.expect(b')')?;
                Ok(value)
            }
            Token::Bare(name) => {
                let find =
                    |list: &[&[u8]]| list.iter().position(|known| *known == name).map(|index| index as u32);
                let expr = match (find(&names.dims), find(&names.symbols)) {
                    (Some(dim), _) => AffineExpr::Dim(dim),
                    (None, Some(symbol)) => AffineExpr::Symbol(symbol),
                    (None, None) => {
                        return Err(self.error(format!("use of undeclared identifier '{}'", show(name))));
                    }
                };
                self.advance();
                Ok(expr)
            }
            _ => Err(self.error("expected affine expression")),
        }
    }
}

impl Printer<'_> {
    fn print_affine_names(&mut self, dims: u32, symbols: u32) {
        self.text("(");
        for dim in 0..dims {
            self.text(if dim == 0 { "d" } else { ", d" });
            self.number(dim);
        }
        self.text(")");
        if symbols != 0 {
            self.text("[");
            for symbol in 0..symbols {
                self.text(if symbol == 0 { "s" } else { ", s" });
                self.number(symbol);
            }
            self.text("]");
        }
    }

    /// Prints `(d0, d1)[s0] -> (d0 + s0)`.
    pub fn print_affine_map(&mut self, map: &AffineMap) {
        self.print_affine_names(map.dims, map.symbols);
        self.text(" -> (");
        for (index, expr) in map.results.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_affine_expr(expr, false, None);
        }
        self.text(")");
    }

    /// Prints `%i + 3, %j - symbol(%n)`: results of a map applied to `operands`.
    pub fn print_affine_exprs_of_values(
        &mut self,
        op: PrintedOp<'_>,
        map: &AffineMap,
        results: &[AffineExpr],
        operands: &[Value],
    ) {
        let (dims, symbols) = operands.split_at(operands.len().min(map.dims as usize));
        for (index, expr) in results.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_affine_expr(expr, false, Some((op, dims, symbols)));
        }
    }

    /// Prints `(%i, %j)[%n]`: the values to which a map with `dims` dimensions is applied.
    pub fn print_affine_operands(&mut self, op: PrintedOp<'_>, operands: &[Value], dims: u32) {
        let (dims, symbols) = operands.split_at(operands.len().min(dims as usize));
        self.text("(");
        self.print_operands(op, dims);
        self.text(")");
        if !symbols.is_empty() {
            self.text("[");
            self.print_operands(op, symbols);
            self.text("]");
        }
    }

    /// Prints `(d0)[s0] : (d0 - s0 >= 0)`.
    pub fn print_integer_set(&mut self, set: &IntegerSet) {
        self.print_affine_names(set.dims, set.symbols);
        self.text(" : (");
        for (index, (expr, equal)) in set.constraints.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_affine_expr(expr, false, None);
            self.text(if *equal { " == 0" } else { " >= 0" });
        }
        self.text(")");
    }

    /// Prints an expression; a sum is put in parentheses if `within_product`.
    fn print_affine_expr(&mut self, expr: &AffineExpr, within_product: bool, shown: Shown<'_>) {
        match expr {
            AffineExpr::Dim(dim) => match shown {
                Some((op, dims, _)) => {
                    if let Some(&value) = dims.get(*dim as usize) {
                        self.print_operand(op, value);
                    }
                }
                None => {
                    self.text("d");
                    self.number(*dim);
                }
            },
            AffineExpr::Symbol(symbol) => match shown {
                Some((op, _, symbols)) => {
                    self.text("symbol(");
                    if let Some(&value) = symbols.get(*symbol as usize) {
                        self.print_operand(op, value);
                    }
                    self.text(")");
                }
                None => {
                    self.text("s");
                    self.number(*symbol);
                }
            },
            AffineExpr::Constant(value) => self.number(*value),
            AffineExpr::Binary(AffineOp::Add, left, right) => {
                self.text(if within_product { "(" } else { "" });
                self.print_affine_expr(left, false, shown);
                match &**right {
                    AffineExpr::Constant(value) if *value < 0 => {
                        self.text(" - ");
                        self.number(value.unsigned_abs());
                    }
                    AffineExpr::Binary(AffineOp::Mul, operand, factor)
                        if **factor == AffineExpr::Constant(-1) =>
                    {
                        self.text(" - ");
                        self.print_affine_expr(operand, true, shown);
                    }
                    AffineExpr::Binary(AffineOp::Mul, operand, factor) if matches!(**factor, AffineExpr::Constant(value) if value < -1) =>
                    {
                        self.text(" - ");
                        self.print_affine_expr(operand, true, shown);
                        self.text(" * ");
                        if let AffineExpr::Constant(value) = **factor {
                            self.number(value.unsigned_abs());
                        }
                    }
                    _ => {
                        self.text(" + ");
                        self.print_affine_expr(right, false, shown);
                    }
                }
                self.text(if within_product { ")" } else { "" });
            }
            AffineExpr::Binary(op, left, right) => {
                if *op == AffineOp::Mul && **right == AffineExpr::Constant(-1) {
                    self.text("-");
                    return self.print_affine_expr(left, true, shown);
                }
                self.text(if within_product { "(" } else { "" });
                self.print_affine_expr(left, true, shown);
                self.text(match op {
                    AffineOp::Mul => " * ",
                    AffineOp::Mod => " mod ",
                    AffineOp::FloorDiv => " floordiv ",
                    AffineOp::CeilDiv | AffineOp::Add => " ceildiv ",
                });
                self.print_affine_expr(right, true, shown);
                self.text(if within_product { ")" } else { "" });
            }
        }
    }
}
