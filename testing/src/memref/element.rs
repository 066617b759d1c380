//! Element types of memrefs, and computation with them.

use std::fmt;

/// A number type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// An integer of 1, 8, 16, 32 or 64 bits.
    Int(u32),
    /// `index`, whose width is chosen by the lowering.
    Index,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// An element type: a number, or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A number.
    Scalar(Lane),
    /// `complex<…>`
    Complex(Lane),
    /// `vector<nx…>`
    Vector(usize, Lane),
}

/// The bits of the numbers in an element.
pub type Value = Vec<u64>;

/// An operation on two elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// The remainder of unsigned integers.
    RemU,
    /// The greater signed integer.
    MaxS,
    /// The smaller unsigned integer.
    MinU,
}

impl Lane {
    /// The width in bits; `index` has `index_bits`.
    pub fn bits(self, index_bits: u32) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Index => index_bits,
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }

    /// The size in memory, in bytes.
    pub fn bytes(self, index_bits: u32) -> usize {
        self.bits(index_bits).div_ceil(8) as usize
    }

    /// Whether this is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// The bits of a small number.
    pub fn number(self, value: i64, index_bits: u32) -> u64 {
        match self {
            Self::F32 => (value as f32 / 2.0).to_bits().into(),
            Self::F64 => (value as f64 / 2.0).to_bits(),
            Self::Int(_) | Self::Index => truncate(value as u64, self.bits(index_bits)),
        }
    }

    /// The spelling in MLIR of the value of [`Lane::number`].
    pub fn spelling(self, value: i64) -> String {
        match self {
            Self::F32 | Self::F64 => format!("{:?}", value as f64 / 2.0),
            Self::Int(1) => (if value & 1 == 1 { "true" } else { "false" }).to_owned(),
            Self::Int(_) | Self::Index => value.to_string(),
        }
    }

    /// Computes on bits; `None` if the result is not a finite number: a division by zero, NaN or infinity.
    fn apply(self, operator: Operator, a: u64, b: u64, index_bits: u32) -> Option<u64> {
        match self {
            Self::F32 => {
                let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
                let result = match operator {
                    Operator::Add => a + b,
                    Operator::Sub => a - b,
                    Operator::Mul => a * b,
                    _ => return None,
                };
                result.is_finite().then(|| result.to_bits().into())
            }
            Self::F64 => {
                let (a, b) = (f64::from_bits(a), f64::from_bits(b));
                let result = match operator {
                    Operator::Add => a + b,
                    Operator::Sub => a - b,
                    Operator::Mul => a * b,
                    _ => return None,
                };
                result.is_finite().then(|| result.to_bits())
            }
            Self::Int(_) | Self::Index => {
                let bits = self.bits(index_bits);
                let result = match operator {
                    Operator::Add => a.wrapping_add(b),
                    Operator::Sub => a.wrapping_sub(b),
                    Operator::Mul => a.wrapping_mul(b),
                    Operator::And => a & b,
                    Operator::Or => a | b,
                    Operator::Xor => a ^ b,
                    Operator::RemU => a.checked_rem(b)?,
                    Operator::MaxS => {
                        if sign_extended(a, bits) > sign_extended(b, bits) {
                            a
                        } else {
                            b
                        }
                    }
                    Operator::MinU => a.min(b),
                };
                Some(truncate(result, bits))
            }
        }
    }
}

/// The low `bits` of a number.
pub fn truncate(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The low `bits` of a number, sign-extended.
pub fn sign_extended(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.min(64);
    ((value << unused) as i64) >> unused
}

impl Element {
    /// `index`
    pub const INDEX: Self = Self::Scalar(Lane::Index);

    /// All element types that are tested, the simplest first.
    pub const ALL: [Self; 14] = [
        Self::Scalar(Lane::Int(32)),
        Self::Scalar(Lane::F32),
        Self::Scalar(Lane::F64),
        Self::Scalar(Lane::Int(8)),
        Self::Scalar(Lane::Int(64)),
        Self::INDEX,
        Self::Scalar(Lane::Int(16)),
        Self::Scalar(Lane::Int(1)),
        Self::Complex(Lane::F32),
        Self::Complex(Lane::F64),
        Self::Vector(2, Lane::F32),
        Self::Vector(4, Lane::Int(8)),
        Self::Vector(4, Lane::Int(32)),
        Self::Vector(2, Lane::F64),
    ];

    /// The type of the numbers.
    pub fn lane(self) -> Lane {
        match self {
            Self::Scalar(lane) | Self::Complex(lane) | Self::Vector(_, lane) => lane,
        }
    }

    /// The number of numbers.
    pub fn count(self) -> usize {
        match self {
            Self::Scalar(_) => 1,
            Self::Complex(_) => 2,
            Self::Vector(count, _) => count,
        }
    }

    /// The size in memory, in bytes.
    pub fn bytes(self, index_bits: u32) -> usize {
        self.lane().bytes(index_bits) * self.count()
    }

    /// The bits of [`Element::count`] small numbers.
    pub fn value(self, numbers: &[i64], index_bits: u32) -> Value {
        numbers.iter().map(|&number| self.lane().number(number, index_bits)).collect()
    }

    /// The supported operators.
    pub fn operators(self) -> &'static [Operator] {
        use Operator::{Add, And, MaxS, MinU, Mul, Or, Sub, Xor};
        match self.lane() {
            Lane::F32 | Lane::F64 => &[Add, Sub, Mul],
            Lane::Int(_) | Lane::Index => &[Add, Sub, Mul, And, Or, Xor, MaxS, MinU],
        }
    }

    /// Applies an operator; `None` as for [`Lane`]s.
    pub fn apply(self, operator: Operator, a: &[u64], b: &[u64], index_bits: u32) -> Option<Value> {
        let lane = self.lane();
        if let (Self::Complex(_), Operator::Mul, &[a_re, a_im], &[b_re, b_im]) = (self, operator, a, b) {
            let times = |a, b| lane.apply(Operator::Mul, a, b, index_bits);
            let re = lane.apply(Operator::Sub, times(a_re, b_re)?, times(a_im, b_im)?, index_bits)?;
            let im = lane.apply(Operator::Add, times(a_im, b_re)?, times(a_re, b_im)?, index_bits)?;
            return Some(vec![re, im]);
        }
        a.iter().zip(b).map(|(&a, &b)| lane.apply(operator, a, b, index_bits)).collect()
    }

    /// The MLIR operation for an operator.
    pub fn operation(self, operator: Operator) -> &'static str {
        let by_lane = |float: &'static str, integer: &'static str| {
            if self.lane().is_float() { float } else { integer }
        };
        match (self, operator) {
            (Self::Complex(_), Operator::Add) => "complex.add",
            (Self::Complex(_), Operator::Sub) => "complex.sub",
            (Self::Complex(_), _) => "complex.mul",
            (_, Operator::Add) => by_lane("arith.addf", "arith.addi"),
            (_, Operator::Sub) => by_lane("arith.subf", "arith.subi"),
            (_, Operator::Mul) => by_lane("arith.mulf", "arith.muli"),
            (_, Operator::And) => "arith.andi",
            (_, Operator::Or) => "arith.ori",
            (_, Operator::Xor) => "arith.xori",
            (_, Operator::RemU) => "arith.remui",
            (_, Operator::MaxS) => "arith.maxsi",
            (_, Operator::MinU) => "arith.minui",
        }
    }

    /// The MLIR operation that makes an element from small numbers.
    pub fn constant(self, numbers: &[i64]) -> String {
        let lane = self.lane();
        let spelled: Vec<String> = numbers.iter().map(|&number| lane.spelling(number)).collect();
        match self {
            Self::Scalar(Lane::Int(1)) => format!("arith.constant {}", spelled.concat()),
            Self::Scalar(_) => format!("arith.constant {} : {self}", spelled.concat()),
            Self::Complex(_) => {
                format!("complex.constant [{} : {lane}, {} : {lane}] : {self}", spelled[0], spelled[1])
            }
            Self::Vector(..) => format!("arith.constant dense<[{}]> : {self}", spelled.join(", ")),
        }
    }

    /// The type in LLVM IR.
    pub fn in_llvm(self, index_bits: u32) -> String {
        let lane = match self.lane() {
            Lane::F32 => "float".to_owned(),
            Lane::F64 => "double".to_owned(),
            lane => format!("i{}", lane.bits(index_bits)),
        };
        match self {
            Self::Scalar(_) => lane,
            Self::Complex(_) => format!("{{ {lane}, {lane} }}"),
            Self::Vector(count, _) => format!("<{count} x {lane}>"),
        }
    }

    /// The little-endian bytes of a value in memory.
    pub fn in_memory(self, value: &[u64], index_bits: u32) -> Vec<u8> {
        let bytes = self.lane().bytes(index_bits);
        value.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(bytes)).collect()
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Index => f.write_str("index"),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(lane) => write!(f, "{lane}"),
            Self::Complex(lane) => write!(f, "complex<{lane}>"),
            Self::Vector(count, lane) => write!(f, "vector<{count}x{lane}>"),
        }
    }
}
