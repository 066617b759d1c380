//! Byte types, which LLVM has from version 23 on, become integer types of the same width.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use super::Losses;
use super::rewriter::Rewriter;
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::instruction::{CastOp, Inst, Instruction};
use crate::module::Module;
use crate::sizes::Sizes;
use crate::types::Type;
use crate::writer::Problem;

/// Whether a module has byte types.
pub(super) fn has_bytes(module: &Module) -> bool {
    (0..module.types.count()).any(|index| module.types.is_byte(Type::new(index)))
}

/// Makes integers of the bytes of a module. What is left of a pointer in a byte is its address alone then, and a byte that is poison in part
/// is poison as a whole.
pub(super) fn to_integers(module: &mut Module, losses: &mut Losses) -> Result<(), Vec<Problem>> {
    for global in module.functions.clone() {
        let Some(rewriter) = Rewriter::new(module, global) else { continue };
        rewriter.run(|rewriter, inst| instruction(rewriter, inst, losses));
    }
    expressions(module);
    for global in module.variables.clone() {
        losses.at = Some((global, None));
        count(module, module.globals[global].ty, losses);
    }
    losses.name_places(module);
    // The text with other names of types is the module with these types.
    let text = crate::writer::try_write_without_bytes(module).map_err(|problem| vec![problem])?;
    *module = crate::read(&text, "bytes").map_err(|error| {
        let message = error.message().to_owned();
        vec![Problem { global: None, block: None, instruction: None, message }]
    })?;
    Ok(())
}

fn count(module: &Module, ty: Type, losses: &mut Losses) {
    let scalar = module.types.scalar(ty);
    if module.types.is_byte(scalar) {
        let width = module.types.bits_width(scalar).unwrap_or(8);
        losses.meaning(format!("byte type `b{width}`, written as `i{width}`"));
    }
}

fn instruction(rewriter: &mut Rewriter<'_>, inst: Inst, losses: &mut Losses) -> bool {
    losses.at = Some((rewriter.global, Some(rewriter.block)));
    let Some(result) = rewriter.function.insts[inst].result.expand() else { return true };
    let to = rewriter.function.locals[result].ty;
    count(rewriter.module, to, losses);
    let Instruction::Cast { op: CastOp::BitCast, value, .. } = rewriter.function.insts[inst].inst else {
        return true;
    };
    let from = rewriter.type_of(value);
    let types = &rewriter.module.types;
    let (of_pointer, to_pointer) = (types.is_pointer(types.scalar(from)), types.is_pointer(types.scalar(to)));
    if of_pointer == to_pointer {
        return true;
    }
    let integer = addresses(rewriter.module, if of_pointer { from } else { to });
    rewriter.at(inst);
    rewriter.replace_by(Some(result), |rewriter| {
        let (first, last) = if of_pointer {
            (CastOp::PtrToInt, CastOp::BitCast)
        } else {
            (CastOp::BitCast, CastOp::IntToPtr)
        };
        let between = rewriter.cast(first, value, integer);
        rewriter.cast(last, between, to)
    });
    false
}

/// The integer type, or vector of such, of the addresses of pointers.
fn addresses(module: &Module, pointers: Type) -> Type {
    let (strings, types, layout) = (&module.strings, &module.types, &module.layout());
    let bits = Sizes { strings, types, layout }.bits(types.scalar(pointers));
    let width = bits.and_then(|bits| u32::try_from(bits).ok()).unwrap_or(64);
    types.with_scalar(pointers, types.integer(width))
}

/// Puts a conversion to integers between pointers and bytes in constant expressions.
fn expressions(module: &mut Module) {
    let shared = module.sharing_tables();
    let mut known = FxHashMap::default();
    module.for_each_constant_mut(|_, constant| {
        *constant = expression(&shared, *constant, &mut known);
    });
}

fn expression(module: &Module, constant: Constant, known: &mut FxHashMap<Constant, Constant>) -> Constant {
    if let Some(&known) = known.get(&constant) {
        return known;
    }
    let mut data = module.constants.get(constant).clone();
    let mut changed = false;
    // The nesting of constants is bounded by the reader.
    data.kind.for_each_operand_mut(|operand| {
        let new = expression(module, *operand, known);
        changed |= new != *operand;
        *operand = new;
    });
    if let ConstantKind::Expr(expr) = &mut data.kind
        && let ConstantExpr::Cast { op, value } = &mut **expr
        && *op == CastOp::BitCast
    {
        let types = &module.types;
        let from = module.constants.ty(*value);
        let is_pointer = |ty| types.is_pointer(types.scalar(ty));
        let cast = |ty, op, value| {
            module.constants.intern(ty, ConstantKind::Expr(Box::new(ConstantExpr::Cast { op, value })))
        };
        match (is_pointer(from), is_pointer(data.ty)) {
            (true, false) => *value = cast(addresses(module, from), CastOp::PtrToInt, *value),
            (false, true) => {
                *value = cast(addresses(module, data.ty), CastOp::BitCast, *value);
                *op = CastOp::IntToPtr;
            }
            _ => {}
        }
        changed |= is_pointer(from) != is_pointer(data.ty);
    }
    let new = match (changed, data.kind) {
        (false, _) => constant,
        (true, ConstantKind::Aggregate(elements)) => {
            module.constants.aggregate(&module.types, data.ty, &elements)
        }
        (true, kind) => module.constants.intern(data.ty, kind),
    };
    known.insert(constant, new);
    new
}
