//! Replaces constants that a version of LLVM does not have.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::Downgrade;
use crate::constants::{Constant, ConstantData, ConstantExpr, ConstantKind};
use crate::instruction::{CastOp, Flags, Opcode};
use crate::module::Module;

impl Downgrade {
    /// Replaces constants wherever they stand. Most modules have none that must be replaced.
    pub(super) fn constants(&mut self, module: &mut Module) {
        let changed = |downgrade: &Self, constant: Constant| {
            downgrade.constant(module, module.constants.get(constant), &mut Vec::new()).is_some()
        };
        let all = (0..module.constants.len()).map(Constant::new);
        let roots: Vec<Constant> = all.filter(|&constant| changed(self, constant)).collect();
        if roots.is_empty() {
            return;
        }
        let mut new: FxHashMap<Constant, Constant> = FxHashMap::default();
        let mut lost = Vec::new();
        let this = &*self;
        // The tables of constants and types are shared with the module.
        let shared = module.sharing_tables();
        module.for_each_constant_mut(|_, constant| {
            *constant = this.replaced(&shared, *constant, &mut new, &mut lost);
        });
        for what in lost {
            self.losses.hint(what);
        }
    }

    /// A constant with what the version lacks in it replaced.
    fn replaced(
        &self,
        module: &Module,
        constant: Constant,
        new: &mut FxHashMap<Constant, Constant>,
        lost: &mut Vec<String>,
    ) -> Constant {
        if let Some(&known) = new.get(&constant) {
            return known;
        }
        let mut data = module.constants.get(constant).clone();
        let mut any = false;
        // The nesting of constants is bounded by the reader.
        data.kind.for_each_operand_mut(|operand| {
            let other = self.replaced(module, *operand, new, lost);
            any |= other != *operand;
            *operand = other;
        });
        if let Some(kind) = self.constant(module, &data, lost) {
            (data.kind, any) = (kind, true);
        }
        let replaced = match (any, data.kind) {
            (false, _) => constant,
            (true, ConstantKind::Aggregate(elements)) => {
                module.constants.aggregate(&module.types, data.ty, &elements)
            }
            (true, kind) => module.constants.intern(data.ty, kind),
        };
        new.insert(constant, replaced);
        replaced
    }

    /// What takes the place of a constant, apart from its operands; `None` if the version has it.
    fn constant(&self, module: &Module, data: &ConstantData, lost: &mut Vec<String>) -> Option<ConstantKind> {
        let mut lose = |what: &str| lost.push(what.to_owned());
        match &data.kind {
            ConstantKind::Poison if self.lacks(12) => {
                lose("constant `poison`, written as `undef`");
                Some(ConstantKind::Undef)
            }
            ConstantKind::DsoLocalEquivalent(global) if self.lacks(12) => {
                lose("constant `dso_local_equivalent`, written as the function");
                Some(ConstantKind::Global(*global))
            }
            ConstantKind::NoCfi(global) if self.lacks(14) => {
                lose("constant `no_cfi`, written as the function");
                Some(ConstantKind::Global(*global))
            }
            ConstantKind::PtrAuth(operands) if self.lacks(19) => {
                lose("constant `ptrauth`, written as the pointer");
                Some(module.constants.kind(operands[0]).clone())
            }
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                    // `inbounds` includes `nusw`, also where that has no keyword of its own.
                    let implied = if flags.contains(Flags::INBOUNDS) { Flags::NUSW } else { Flags::empty() };
                    let kept = *flags & (Opcode::GetElementPtr.flags_in(self.version) | implied);
                    if kept == *flags && (inrange.is_none() || !self.lacks(19)) {
                        return None;
                    }
                    (*flags - kept)
                        .keywords()
                        .for_each(|keyword| lose(&format!("flag `{keyword}` of `getelementptr`")));
                    if inrange.is_some() {
                        lose("`inrange` of `getelementptr`");
                    }
                    let (element, base, indices) = (*element, *base, indices.clone());
                    let expr =
                        ConstantExpr::GetElementPtr { flags: kept, inrange: None, element, base, indices };
                    Some(ConstantKind::Expr(Box::new(expr)))
                }
                &ConstantExpr::Cast { op: CastOp::PtrToAddr, value } if self.lacks(22) => {
                    lose("`ptrtoaddr`, written as `ptrtoint`");
                    let expr = ConstantExpr::Cast { op: CastOp::PtrToInt, value };
                    Some(ConstantKind::Expr(Box::new(expr)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
