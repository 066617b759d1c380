//! Indices of addresses as linear expressions: an integer of the function, extended to the width of addresses, times a constant, plus a
//! constant. All arithmetic is modulo 2 to the width of addresses, which is at most 64.

use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags};
use tern_llvm_ir::{ConstantKind, Function, Instruction, Module, Value};

use crate::integers::Integer;

/// How the lowest bits of an integer are extended to the width of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    /// As a signed number. Integers as wide as addresses, or wider, are such.
    Sign,
    /// As an unsigned number.
    Zero,
}

/// The lowest bits of an integer of the function, extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    pub(super) value: Value,
    /// How many bits, at most the width of addresses.
    pub(super) bits: u32,
    pub(super) extension: Extension,
}

/// `scale * variable + offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear {
    /// `None` if the expression is a constant.
    pub(super) variable: Option<Variable>,
    pub(super) scale: i128,
    pub(super) offset: i128,
    /// Whether `scale * variable` is known not to overflow as a signed number.
    pub(super) exact: bool,
    /// Whether nothing in it overflows as an unsigned number.
    pub(super) unsigned: bool,
}

/// The lowest `width` bits as a signed number; the width is 1 to 64.
pub(super) fn wrapped(value: i128, width: u32) -> i128 {
    let unused = 128 - width;
    value.wrapping_shl(unused).wrapping_shr(unused)
}

/// How deep expressions are looked into.
const DEPTH: u32 = 12;

impl Linear {
    /// An index as a linear expression at this width of addresses. `None` if it is no integer, or has no one value.
    pub(super) fn of(module: &Module, function: &Function, index: Value, width: u32) -> Option<Self> {
        let own = module.types.integer_width(module.type_of(function, index))?;
        let variable = Variable { value: index, bits: own.min(width), extension: Extension::Sign };
        Reader { module, function, width }.read(variable, DEPTH)
    }

    fn opaque(variable: Variable) -> Self {
        Self { variable: Some(variable), scale: 1, offset: 0, exact: true, unsigned: true }
    }

    /// The product with a constant; `is_exact`: the multiplication itself is known not to overflow as a signed one.
    pub(super) fn times(self, factor: i128, width: u32, is_exact: bool) -> Self {
        let product = |value: i128| wrapped(value.wrapping_mul(factor), width);
        let exact = self.exact && (factor == 1 || is_exact && self.offset == 0);
        Self { scale: product(self.scale), offset: product(self.offset), exact, ..self }
    }
}

struct Reader<'a> {
    module: &'a Module,
    function: &'a Function,
    width: u32,
}

impl Reader<'_> {
    fn bits_of(&self, value: Value) -> Option<u32> {
        self.module.types.integer_width(self.module.type_of(self.function, value))
    }

    /// A constant, with its lowest bits extended.
    fn constant(&self, value: Value, bits: u32, extension: Extension) -> Option<i128> {
        let integer = Integer::of(self.module, value.constant()?)?;
        let low = Integer::new(bits, integer.unsigned())?;
        Some(match extension {
            Extension::Sign => low.signed(),
            Extension::Zero => i128::try_from(low.unsigned()).ok()?,
        })
    }

    fn read(&self, variable: Variable, depth: u32) -> Option<Linear> {
        let Variable { value, bits, extension } = variable;
        if let Some(constant) = value.constant() {
            return match self.module.constants.kind(constant) {
                ConstantKind::Undef | ConstantKind::Poison => None,
                _ => Some(match self.constant(value, bits, extension) {
                    Some(offset) => Linear { variable: None, scale: 0, offset, exact: true, unsigned: true },
                    None => Linear::opaque(variable),
                }),
            };
        }
        let Some(depth) = depth.checked_sub(1) else { return Some(Linear::opaque(variable)) };
        let inst = value.local().and_then(|local| self.function.locals[local].inst.expand());
        match inst.map(|inst| &self.function.insts[inst].inst) {
            Some(&Instruction::Binary { op, flags, lhs, rhs }) => self
                .binary(variable, (op, flags), (lhs, rhs), depth)
                .or_else(|| Some(Linear::opaque(variable))),
            Some(&Instruction::Cast { op, value: inner, .. }) => match self.cast(variable, op, inner) {
                Some(inner) => self.read(inner, depth),
                None => Some(Linear::opaque(variable)),
            },
            _ => Some(Linear::opaque(variable)),
        }
    }

    /// What the operand of a cast must be extended by to make the same number.
    fn cast(&self, outer: Variable, op: CastOp, value: Value) -> Option<Variable> {
        let own = self.bits_of(value)?;
        let is_whole = outer.bits == self.width;
        match op {
            CastOp::Trunc => Some(Variable { value, ..outer }),
            CastOp::ZExt | CastOp::SExt if outer.bits <= own => Some(Variable { value, ..outer }),
            CastOp::ZExt => Some(Variable { value, bits: own, extension: Extension::Zero }),
            CastOp::SExt if is_whole || outer.extension == Extension::Sign => {
                Some(Variable { value, bits: own, extension: Extension::Sign })
            }
            _ => None,
        }
    }

    fn binary(
        &self,
        outer: Variable,
        (op, flags): (BinaryOp, Flags),
        (lhs, rhs): (Value, Value),
        depth: u32,
    ) -> Option<Linear> {
        let Variable { bits, extension, .. } = outer;
        let (is_free, is_all) = (bits == self.width, self.bits_of(lhs) == Some(bits));
        let is_sum = op == BinaryOp::Or && flags.contains(Flags::DISJOINT);
        let has = |flag| is_sum || flags.contains(flag);
        // Extensions of a sum are sums of extensions only if nothing overflows.
        let fits = match extension {
            Extension::Sign => has(Flags::NSW),
            Extension::Zero => has(Flags::NUW),
        };
        if !(is_free || is_all && fits) {
            return None;
        }
        let constant = self.constant(rhs, bits, extension)?;
        let is_exact = if is_free { is_all && fits } else { true };
        let inner = || self.read(Variable { value: lhs, ..outer }, depth);
        let plus = |sum: Linear, number: i128| Linear {
            offset: wrapped(sum.offset.wrapping_add(number), self.width),
            ..sum
        };
        let found = match op {
            BinaryOp::Add => plus(inner()?, constant),
            BinaryOp::Or if is_sum => plus(inner()?, constant),
            BinaryOp::Sub => plus(inner()?, constant.wrapping_neg()),
            BinaryOp::Mul => inner()?.times(constant, self.width, is_exact),
            BinaryOp::Shl => {
                let by = self.constant(rhs, bits, Extension::Zero).filter(|&by| by < i128::from(bits))?;
                // A truncated amount is another one.
                self.bits_of(rhs).filter(|&own| own == bits)?;
                inner()?.times(1i128.checked_shl(u32::try_from(by).ok()?)?, self.width, is_exact)
            }
            _ => return None,
        };
        // A number that is extended by its sign is another one as an unsigned number.
        let is_plain = is_all && has(Flags::NUW) && (is_free || extension == Extension::Zero);
        Some(Linear { unsigned: found.unsigned && is_plain && op != BinaryOp::Sub, ..found })
    }
}
