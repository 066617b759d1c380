//! Which values are valid dimensions and symbols. Source: MLIR's "'affine' Dialect", Restrictions on Dimensions and Symbols.

use rustc_hash::FxHashSet;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::Trait;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Body, Op, OpRef, Region, Value, ValueDef};

use super::ops::{Apply, DelinearizeIndex, For, LinearizeIndex, Parallel};
use crate::loops::constant_integer;
use crate::{memref, tensor};

fn has(op: OpRef<'_>, wanted: fn(&Trait) -> bool) -> bool {
    op.def().is_some_and(|def| def.has(wanted))
}

fn at(op: OpRef<'_>, other: Op) -> OpRef<'_> {
    OpRef::new(op.context, op.body, other)
}

/// The region in which a value is defined.
fn region_of(body: &Body, value: Value) -> Option<Region> {
    let block = match body.value_def(value) {
        ValueDef::Argument(block, _) => block,
        ValueDef::Result(op, _) => body.op_block(op)?,
    };
    body.block_region(block)
}

/// The regions whose top-level values are symbols for `op`: the region of the nearest affine scope, and the visible regions
/// around it.
fn scopes(op: OpRef<'_>) -> Vec<Region> {
    let region = |inner: Op| op.body.op_block(inner).and_then(|block| op.body.block_region(block));
    let mut found = Vec::new();
    let mut inner = op.op;
    while let Some(region) = region(inner) {
        let around = op.body.region_parent(region);
        let is_scope = |around: Op| has(at(op, around), |t| matches!(t, Trait::AffineScope));
        if !found.is_empty() || around.is_none_or(is_scope) {
            found.push(region);
        }
        let Some(around) = around else { break };
        inner = around;
    }
    found
}

/// Whether `value` is a valid symbol for `op`.
pub fn is_symbol(op: OpRef<'_>, value: Value) -> bool {
    is_symbol_in(op, &scopes(op), value)
}

/// Whether `value` is a valid dimension for `op`.
pub fn is_dim(op: OpRef<'_>, value: Value) -> bool {
    let scopes = scopes(op);
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(value) || is_symbol_in(op, &scopes, value) {
            continue;
        }
        if op.type_of(value) != op.context.common.index {
            return false;
        }
        match op.body.value_def(value) {
            ValueDef::Argument(block, _) => {
                let around = op.body.block_region(block).and_then(|region| op.body.region_parent(region));
                let is_loop = |around| [For::NAME, Parallel::NAME].contains(&at(op, around).name());
                if !around.is_some_and(is_loop) {
                    return false;
                }
            }
            ValueDef::Result(definition, _) => match at(op, definition).name() {
                Apply::NAME | DelinearizeIndex::NAME | LinearizeIndex::NAME => {
                    pending.extend_from_slice(op.body.operands(definition));
                }
                _ => return false,
            },
        }
    }
    true
}

fn is_symbol_in(op: OpRef<'_>, scopes: &[Region], value: Value) -> bool {
    let is_top = |value: Value| region_of(op.body, value).is_some_and(|region| scopes.contains(&region));
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        if op.type_of(value) != op.context.common.index {
            return false;
        }
        if is_top(value) {
            continue;
        }
        let ValueDef::Result(definition, _) = op.body.value_def(value) else { return false };
        let definition = at(op, definition);
        if has(definition, |t| matches!(t, Trait::ConstantLike)) {
            continue;
        }
        if has(definition, |t| matches!(t, Trait::Pure)) {
            pending.extend_from_slice(definition.operands());
        } else if matches!(definition.name(), memref::Dim::NAME | tensor::Dim::NAME) {
            match size(definition, &is_top) {
                Some(more) => pending.extend(more),
                None => return false,
            }
        } else {
            return false;
        }
    }
    true
}

/// The value on which a `memref.dim` depends: the dimension is a symbol if that value is. `Some(None)` if it is always a
/// symbol, `None` if unknown.
fn size(dim: OpRef<'_>, is_top: &dyn Fn(Value) -> bool) -> Option<Option<Value>> {
    let &[mut source, index] = dim.operands() else { return None };
    if is_top(source) {
        return Some(None);
    }
    let ValueDef::Result(constant, _) = dim.body.value_def(index) else { return None };
    let index = constant_integer(at(dim, constant))?;
    loop {
        let ValueDef::Result(definition, _) = dim.body.value_def(source) else { return None };
        let definition = at(dim, definition);
        let sizes = if let Some(cast) = memref::Cast::unverified(definition) {
            source = cast.source()?;
            MemRefType::of(dim.context, dim.type_of(source))?;
            continue;
        } else if let Some(alloc) = memref::Alloc::unverified(definition) {
            alloc.dynamicSizes()
        } else if let Some(view) = memref::View::unverified(definition) {
            view.sizes()
        } else if let Some(subview) = memref::SubView::unverified(definition) {
            subview.sizes()
        } else {
            return None;
        };
        let shape = MemRefType::of(dim.context, dim.type_of(definition.result()?))?.shape;
        let index = usize::try_from(index).ok()?;
        if *shape.get(index)? != DYNAMIC {
            return Some(None);
        }
        let before = shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
        return sizes.get(before).map(|&size| Some(size));
    }
}
