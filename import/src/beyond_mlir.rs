//! Finds what LLVM allows and the verifier of the `llvm` dialect refuses. Such instructions and constants become operations of
//! the dialect `tern`; such initializers are kept as LLVM's text. `docs/MAPPING.md` lists them.

use rustc_hash::FxHashSet;
use tern_dialect_llvm::ops;
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_llvm_ir::constants::{ConstantExpr, ConstantKind};
use tern_llvm_ir::function::{Function, Value};
use tern_llvm_ir::globals::Linkage;
use tern_llvm_ir::instruction::{AtomicRmw, CastOp, Instruction, LandingPad, Ordering, RmwOp};
use tern_llvm_ir::{Constant, GlobalKind, Module, Type, TypeKind};
use tern_mapping::asides;
use tern_mlir::Attribute;

use crate::builder::New;
use crate::functions::{BodyState, Values};
use crate::{Importer, Result, Tables};

/// The constructs of a module that the `llvm` dialect refuses. Empty if such operations are made, too.
#[derive(Default)]
pub(crate) struct BeyondMlir {
    /// Whether the module has any vector or byte types; if not, most checks can be skipped.
    vectors: bool,
    /// Whether it has any byte types.
    bytes: bool,
    /// Constants that no operation of the dialect `llvm` can compute.
    constants: FxHashSet<Constant>,
    /// Constants that the region of an initializer cannot compute: those in `constants`, those that only the dialect `tern` has
    /// an operation for, and all constants made of such.
    initializers: FxHashSet<Constant>,
}

impl BeyondMlir {
    /// Scans all constants of a module. One pass is enough: a constant is interned after its operands.
    pub(crate) fn find(module: &Module) -> Self {
        let types = (0..module.types.count()).map(|index| Type::from_u32(index as u32));
        let mut found = Self::default();
        for ty in types {
            found.bytes |= module.types.is_byte(ty);
            found.vectors |= found.bytes || module.types.is_vector(ty);
        }
        for constant in module.constants.ids() {
            let kind = module.constants.kind(constant);
            let extension = match kind {
                ConstantKind::PtrAuth(_) => true,
                ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Data(_)
                    if found.bytes =>
                {
                    let ty = module.constants.ty(constant);
                    module.types.is_byte(module.types.element(ty, 0).unwrap_or(ty))
                }
                ConstantKind::Expr(expr) => {
                    matches!(**expr, ConstantExpr::Cast { op: CastOp::PtrToAddr, .. })
                }
                _ => false,
            };
            let refused = found.refused(module, constant);
            if refused {
                found.constants.insert(constant);
            }
            let within = || kind.operands().iter().any(|operand| found.initializers.contains(operand));
            if refused || extension || !found.initializers.is_empty() && within() {
                found.initializers.insert(constant);
            }
        }
        found
    }

    fn refused(&self, module: &Module, constant: Constant) -> bool {
        let types = &module.types;
        let of = |constant: Constant| module.constants.ty(constant);
        match module.constants.kind(constant) {
            ConstantKind::DsoLocalEquivalent(global) => {
                let global = &module.globals[*global];
                global.linkage == Linkage::ExternWeak || matches!(global.kind, GlobalKind::IFunc(_))
            }
            ConstantKind::Aggregate(_) | ConstantKind::Data(_) | ConstantKind::Splat(_) if self.vectors => {
                is_foreign_vector(module, of(constant))
            }
            ConstantKind::Expr(expr) if self.vectors => match &**expr {
                ConstantExpr::Cast { op, value } => is_refused_cast(module, *op, of(*value), of(constant)),
                ConstantExpr::ExtractElement { vector: value, .. }
                | ConstantExpr::InsertElement { vector: value, .. }
                | ConstantExpr::ShuffleVector { a: value, .. } => is_foreign_vector(module, of(*value)),
                ConstantExpr::GetElementPtr { element, indices, .. } => {
                    let mut ty = *element;
                    for &index in indices.iter().skip(1) {
                        let field = match *module.constants.kind(index) {
                            ConstantKind::Integer(field) => field,
                            ConstantKind::Zero if !types.is_vector(of(index)) => 0,
                            _ if types.struct_fields(ty).is_some() => return true,
                            _ => 0,
                        };
                        ty = types.element(ty, field).unwrap_or(ty);
                    }
                    false
                }
                ConstantExpr::Binary { .. } => false,
            },
            _ => false,
        }
    }
}

/// Whether a type is a vector whose element type MLIR's operations on vectors refuse.
pub(crate) fn is_foreign_vector(module: &Module, ty: Type) -> bool {
    match module.types.kind(ty) {
        TypeKind::Vector { element, .. } => {
            matches!(
                module.types.kind(*element),
                TypeKind::PpcFp128 | TypeKind::TargetExt { .. } | TypeKind::Byte(_)
            )
        }
        _ => false,
    }
}

/// Whether MLIR refuses a cast: a bitcast between a pointer and a vector of one pointer, or of bytes, or any other cast of vectors
/// with foreign elements.
fn is_refused_cast(module: &Module, op: CastOp, from: Type, to: Type) -> bool {
    let types = &module.types;
    match op {
        CastOp::BitCast => {
            let is_pointer = |ty: Type| matches!(types.kind(types.scalar(ty)), TypeKind::Pointer(_));
            let is_byte = |ty: Type| types.is_byte(types.scalar(ty));
            is_pointer(from) && types.is_vector(from) != types.is_vector(to) || is_byte(from) || is_byte(to)
        }
        _ => is_foreign_vector(module, from) || is_foreign_vector(module, to),
    }
}

impl<'c> Importer<'_, 'c> {
    /// `llvm.landingpad`. MLIR allows only null and addresses of globals as clauses; other constants are kept in an aside.
    pub(crate) fn landing_pad(&mut self, site: &mut BodyState<'_>, pad: &LandingPad) -> Result<New<'c>> {
        let context = self.context;
        let (mut operands, mut clauses) = (Values::new(), Vec::with_capacity(pad.clauses.len()));
        for &(value, is_filter) in &pad.clauses {
            let refused = value.constant().filter(|&constant| {
                let kind = self.ir.constants.kind(constant);
                let known =
                    matches!(kind, ConstantKind::Global(_) | ConstantKind::NoCfi(_) | ConstantKind::Zero);
                self.policy.satisfies_verifier && !(known || is_filter)
            });
            match refused {
                Some(constant) => {
                    let zero = self.ir.constants.zero(&self.ir.types, self.ir.constants.ty(constant));
                    operands.push(self.constant(site, zero)?);
                    clauses.push(self.constant_attribute(constant));
                }
                None => {
                    operands.push(self.value(site, value)?);
                    clauses.push(context.common.unit);
                }
            }
        }
        let mut new = New::of(context, ops::Landingpad::start().cleanup(pad.cleanup)).operands(operands);
        if clauses.iter().any(|&clause| clause != context.common.unit) {
            new = new.aside(asides::CLAUSES, Attribute::array(context, clauses));
        }
        Ok(new)
    }
}

impl<'c> Tables<'_, 'c> {
    /// Whether MLIR refuses the operation of the dialect `llvm` that computes this constant from others.
    pub(crate) fn is_refused_constant(&self, constant: Constant) -> bool {
        self.decided.beyond_mlir.constants.contains(&constant)
    }

    /// Whether MLIR refuses the region that computes this initializer.
    pub(crate) fn is_refused_initializer(&self, constant: Constant) -> bool {
        self.decided.beyond_mlir.initializers.contains(&constant)
    }

    /// Whether MLIR refuses the operation of the dialect `llvm` for an instruction because of its vectors. Other reasons are
    /// checked where the operation is made.
    #[inline]
    pub(crate) fn is_refused(&self, function: &Function, inst: &Instruction, result: Option<Type>) -> bool {
        match inst {
            Instruction::AtomicRmw(rmw) => self.is_refused_rmw(rmw, self.ir.type_of(function, rmw.value)),
            _ => self.decided.beyond_mlir.vectors && self.is_refused_on_vectors(function, inst, result),
        }
    }

    fn is_refused_on_vectors(&self, function: &Function, inst: &Instruction, result: Option<Type>) -> bool {
        let module = self.ir;
        let of = |value: Value| module.type_of(function, value);
        match inst {
            Instruction::Load { atomicity, .. } => {
                atomicity.ordering != Ordering::NotAtomic
                    && result.is_some_and(|ty| module.types.is_vector(ty) || module.types.is_byte(ty))
            }
            Instruction::Store { atomicity, value, .. } => {
                let is_foreign = |ty| module.types.is_vector(ty) || module.types.is_byte(ty);
                atomicity.ordering != Ordering::NotAtomic && is_foreign(of(*value))
            }
            Instruction::Cast { op, value, .. } => {
                result.is_some_and(|result| is_refused_cast(module, *op, of(*value), result))
            }
            Instruction::Binary { lhs: value, .. }
            | Instruction::FNeg { value, .. }
            | Instruction::FCmp { lhs: value, .. }
            | Instruction::ExtractElement { vector: value, .. }
            | Instruction::InsertElement { vector: value, .. }
            | Instruction::ShuffleVector { a: value, .. } => is_foreign_vector(module, of(*value)),
            _ => false,
        }
    }

    /// Whether a struct is indexed by an operand: a vector with the same number in each lane. MLIR demands a constant there.
    pub(crate) fn steps_into_struct(&self, element: Type, indices: &[i32]) -> bool {
        let types = &self.ir.types;
        let mut ty = element;
        for &index in indices.iter().skip(1) {
            if index == DYNAMIC_INDEX && types.struct_fields(ty).is_some() {
                return self.policy.satisfies_verifier;
            }
            ty = types.element(ty, u64::from(index.unsigned_abs())).unwrap_or(ty);
        }
        false
    }

    /// Whether MLIR refuses `llvm.atomicrmw` for this operation or values of this type.
    fn is_refused_rmw(&self, rmw: &AtomicRmw, ty: Type) -> bool {
        let integer = self.ir.types.integer_width(ty).filter(|_| rmw.op != RmwOp::Xchg);
        self.policy.satisfies_verifier
            && (integer.is_some_and(|width| width > 64)
                || rmw.elementwise
                || matches!(rmw.op, RmwOp::FMaximumNum | RmwOp::FMinimumNum)
                || is_foreign_vector(self.ir, ty))
    }
}
