//! Limits the size of constant expressions. Operations on constants can share operands, but a constant expression spells out all
//! of them, so its text may grow exponentially.

use rustc_hash::FxHashMap;
use tern_llvm_ir::Type;
use tern_llvm_ir::constants::{Constant, ConstantExpr, ConstantKind, Constants};

/// The most constants that the text of an expression may contain.
pub(crate) const MAX_PARTS: u32 = 500;

/// The constant expressions created so far.
#[derive(Default)]
pub(crate) struct Expressions {
    /// The number of constants in the text of each.
    parts: FxHashMap<Constant, u32>,
}

impl Expressions {
    /// Creates an expression; `None` if its text would contain more than [`MAX_PARTS`] constants.
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
