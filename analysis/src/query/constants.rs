//! Which constants a value in a query stands for.

use tern_llvm_ir::{Constant, ConstantKind};

use super::facts::{Facts, has};
use super::syntax::Operand;

impl Facts<'_> {
    /// Whether a constant is such a value.
    pub(super) fn constant_is(&self, wanted: &Operand, constant: Constant) -> bool {
        let constants = &self.module.constants;
        let kind = constants.kind(constant);
        match wanted {
            Operand::Constant => !matches!(
                kind,
                ConstantKind::Metadata(_) | ConstantKind::ArgList(_) | ConstantKind::LocalMetadata(_)
            ),
            Operand::Argument | Operand::Local(_) | Operand::Result(_) => false,
            Operand::Zero => match kind {
                ConstantKind::Integer(number) => *number == 0,
                ConstantKind::Float(bits) => *bits == 0,
                ConstantKind::BigInteger(limbs) => limbs.iter().all(|&limb| limb == 0),
                ConstantKind::Zero => true,
                _ => false,
            },
            Operand::Undef => *kind == ConstantKind::Undef,
            Operand::Poison => *kind == ConstantKind::Poison,
            Operand::Integer(wanted) => match kind {
                ConstantKind::Integer(number) => {
                    let width = self.module.types.integer_width(constants.ty(constant)).unwrap_or(64);
                    let shift = 64 - width.clamp(1, 64);
                    let signed = ((number << shift) as i64) >> shift;
                    i128::from(*number) == *wanted || i128::from(signed) == *wanted
                }
                ConstantKind::BigInteger(_) => self.literal(constant) == wanted.to_string(),
                ConstantKind::Float(_) => {
                    self.literal(constant).parse().is_ok_and(|number: f64| number == *wanted as f64)
                }
                _ => false,
            },
            Operand::Text(text) => {
                let is_simple = kind.is_number() || matches!(kind, ConstantKind::None);
                is_simple && {
                    let literal = self.literal(constant);
                    let number = |text: &str| text.parse::<f64>().ok();
                    literal == *text || number(&literal).is_some_and(|it| number(text) == Some(it))
                }
            }
            Operand::Globals(globals, slot) => has(self.constants_of(globals, *slot), constant),
            Operand::OfType(pattern) => self.type_is(pattern, constants.ty(constant)),
        }
    }
}
