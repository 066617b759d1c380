//! Constant expressions of a size that can be written, and read again: operations on constants may use each other in any number,
//! while an expression spells all that it is made of.

use rustc_hash::FxHashMap;
use tern_llvm_ir::Type;
use tern_llvm_ir::constants::{Constant, ConstantExpr, ConstantKind, Constants};

/// How many constants an expression may spell.
pub(crate) const MAX_PARTS: u32 = 500;

/// The expressions that were made.
#[derive(Default)]
pub(crate) struct Expressions {
    /// How many constants each spells.
    parts: FxHashMap<Constant, u32>,
}

impl Expressions {
    /// Makes an expression; `None` where it would spell more than [`MAX_PARTS`] constants.
    pub(crate) fn make(&mut self, constants: &Constants, ty: Type, expr: ConstantExpr) -> Option<Constant> {
        let parts = |operand| self.parts.get(operand).copied().unwrap_or(1);
        let parts = expr.operands().iter().map(parts).fold(1u32, u32::saturating_add);
        if parts > MAX_PARTS {
            return None;
        }
        let made = constants.intern(ty, ConstantKind::Expr(Box::new(expr)));
        self.parts.insert(made, parts);
        Some(made)
    }
}
