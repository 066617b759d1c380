//! Replaces constants that a version of LLVM does not have.

use std::borrow::Cow;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::Downgrade;
use super::losses::problem;
use crate::constants::{Constant, ConstantData, ConstantExpr, ConstantKind};
use crate::globals::Global;
use crate::instruction::{CastOp, Flags, Opcode};
use crate::module::Module;

/// What is lost with a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
    Hint,
    Meaning,
    /// It cannot be said.
    Refused,
}

/// The losses of one constant, each kind with its number.
type Lost = Vec<(Severity, Cow<'static, str>, u64)>;

/// A constant that takes the place of another.
struct Known {
    constant: Constant,
    lost: Lost,
}

impl Downgrade {
    /// Replaces constants wherever they stand. Most modules have none that must be replaced.
    pub(super) fn constants(&mut self, module: &mut Module) {
        let changed = |constant: Constant| {
            self.constant(module, module.constants.get(constant), &mut Vec::new()).is_some()
        };
        if !(0..module.constants.len()).map(Constant::new).any(changed) {
            return;
        }
        let mut known: FxHashMap<Constant, Known> = FxHashMap::default();
        let mut uses: Vec<(Option<Global>, Constant)> = Vec::new();
        let this = &*self;
        // The tables of constants and types are shared with the module.
        let shared = module.sharing_tables();
        module.for_each_constant_mut(|global, constant| {
            let old = *constant;
            *constant = this.replaced(&shared, old, &mut known);
            if *constant != old || !known[&old].lost.is_empty() {
                uses.push((global, old));
            }
        });
        let mut refused = Vec::new();
        for (global, constant) in uses {
            self.losses.at = global.map(|global| (global, None));
            for (severity, what, count) in &known[&constant].lost {
                match severity {
                    Severity::Hint => self.losses.count(what.as_ref(), *count, false),
                    Severity::Meaning => self.losses.count(what.as_ref(), *count, true),
                    Severity::Refused if refused.contains(what) => {}
                    Severity::Refused => {
                        refused.push(what.clone());
                        let message = format!("LLVM {} has no {what}", self.version);
                        self.problems.push(problem(module, global, None, message));
                    }
                }
            }
        }
        self.losses.at = None;
    }

    /// A constant with what the version lacks in it replaced.
    fn replaced(
        &self,
        module: &Module,
        constant: Constant,
        known: &mut FxHashMap<Constant, Known>,
    ) -> Constant {
        if let Some(known) = known.get(&constant) {
            return known.constant;
        }
        let mut data = module.constants.get(constant).clone();
        let mut any = false;
        let mut lost = Lost::new();
        // The nesting of constants is bounded by the reader.
        data.kind.for_each_operand_mut(|operand| {
            let old = *operand;
            *operand = self.replaced(module, old, known);
            any |= *operand != old;
            for (severity, what, count) in &known[&old].lost {
                lose(&mut lost, *severity, what.clone(), *count);
            }
        });
        if let Some(kind) = self.constant(module, &data, &mut lost) {
            (data.kind, any) = (kind, true);
        }
        let replaced = match (any, data.kind) {
            (false, _) => constant,
            (true, ConstantKind::Aggregate(elements)) => {
                module.constants.aggregate(&module.types, data.ty, &elements)
            }
            (true, kind) => module.constants.intern(data.ty, kind),
        };
        known.insert(constant, Known { constant: replaced, lost });
        replaced
    }

    /// What takes the place of a constant, apart from its operands; `None` if the version has it.
    fn constant(&self, module: &Module, data: &ConstantData, lost: &mut Lost) -> Option<ConstantKind> {
        let mut one = |severity, what: &'static str| lose(lost, severity, what.into(), 1);
        match &data.kind {
            ConstantKind::Poison if self.lacks(12) => {
                one(Severity::Hint, "constant `poison`, written as `undef`");
                Some(ConstantKind::Undef)
            }
            ConstantKind::DsoLocalEquivalent(global) if self.lacks(12) => {
                one(Severity::Hint, "constant `dso_local_equivalent`, written as the function");
                Some(ConstantKind::Global(*global))
            }
            ConstantKind::NoCfi(global) if self.lacks(14) => {
                one(Severity::Meaning, "constant `no_cfi`, written as the function");
                Some(ConstantKind::Global(*global))
            }
            ConstantKind::PtrAuth(operands) if self.lacks(19) => {
                // An unsigned pointer would fail where it is authenticated.
                one(Severity::Refused, "constant `ptrauth`");
                Some(module.constants.kind(operands[0]).clone())
            }
            ConstantKind::PtrAuth(operands) if self.lacks(22) => {
                let is_null = |constant: Constant| *module.constants.kind(constant) == ConstantKind::Zero;
                if is_null(operands[4]) {
                    return None;
                }
                one(Severity::Meaning, "deactivation symbol of `ptrauth`");
                let mut operands = operands.clone();
                operands[4] = module.constants.zero(&module.types, module.constants.ty(operands[4]));
                Some(ConstantKind::PtrAuth(operands))
            }
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { flags, inrange, element, base, indices } => {
                    // `inbounds` includes `nusw`, also where that has no keyword of its own.
                    let implied = if flags.contains(Flags::INBOUNDS) { Flags::NUSW } else { Flags::empty() };
                    let kept = *flags & (Opcode::GetElementPtr.flags_in(self.version) | implied);
                    if kept == *flags && (inrange.is_none() || !self.lacks(19)) {
                        return None;
                    }
                    for keyword in (*flags - kept).keywords() {
                        let what = format!("flag `{keyword}` of `getelementptr`");
                        lose(lost, Severity::Hint, what.into(), 1);
                    }
                    if inrange.is_some() {
                        lose(lost, Severity::Hint, "`inrange` of `getelementptr`".into(), 1);
                    }
                    let (element, base, indices) = (*element, *base, indices.clone());
                    let expr =
                        ConstantExpr::GetElementPtr { flags: kept, inrange: None, element, base, indices };
                    Some(ConstantKind::Expr(Box::new(expr)))
                }
                &ConstantExpr::Cast { op: CastOp::PtrToAddr, value } if self.lacks(22) => {
                    one(Severity::Hint, "`ptrtoaddr`, written as `ptrtoint`");
                    let expr = ConstantExpr::Cast { op: CastOp::PtrToInt, value };
                    Some(ConstantKind::Expr(Box::new(expr)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

fn lose(lost: &mut Lost, severity: Severity, what: Cow<'static, str>, count: u64) {
    match lost.iter_mut().find(|(_, known, _)| *known == what) {
        Some((.., known)) => *known = known.saturating_add(count),
        None => lost.push((severity, what, count)),
    }
}
