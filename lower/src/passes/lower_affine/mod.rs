//! `lower-affine`: lowers affine maps to arithmetic, and affine loops and conditions to structured control flow.

mod indices;
mod parallel;

use tern_dialect_core::affine::condition;
use tern_dialect_core::arith::{CmpIPredicate, IntegerOverflowFlags};
use tern_dialect_core::{affine, arith, memref, scf, vector};
use tern_mlir::affine::{AffineExpr, AffineMap, AffineOp};
use tern_mlir::declare::{New, OpDef};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Op, Region, Value};

use crate::conversion::{Adaptor, Legal, Legality, NoMatch, Patterns, Rewrite, Rewriter, convert_partially};
use crate::pass::{Failed, Pass, PassDef, Target};

pub(in crate::passes) use indices::{delinearize, linearize};

/// The declaration of the pass.
pub static LOWER_AFFINE: PassDef = PassDef {
    name: "lower-affine",
    summary: "Lower Affine operations to a combination of Arith and SCF operations",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(LowerAffine)),
};

struct LowerAffine;

impl Pass for LowerAffine {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut patterns = Patterns::untyped();
        patterns.on_untyped(&[affine::Apply::NAME], lower_apply);
        patterns.on_untyped(&[affine::Min::NAME], |op, b| {
            lower_extreme(op, b, affine::Min::expect(b.original(op)).map(), arith::MinSI::DEF)
        });
        patterns.on_untyped(&[affine::Max::NAME], |op, b| {
            lower_extreme(op, b, affine::Max::expect(b.original(op)).map(), arith::MaxSI::DEF)
        });
        patterns.on_untyped(&[affine::For::NAME], lower_for);
        patterns.on_untyped(&[affine::If::NAME], lower_if);
        patterns.on_untyped(&[affine::Load::NAME], lower_load);
        patterns.on_untyped(&[affine::Store::NAME], lower_store);
        patterns.on_untyped(&[affine::Prefetch::NAME], lower_prefetch);
        patterns.on_untyped(&[affine::VectorLoad::NAME], lower_vector_load);
        patterns.on_untyped(&[affine::VectorStore::NAME], lower_vector_store);
        patterns.on_untyped(&[affine::Parallel::NAME], parallel::lower);
        patterns.on_untyped(&[affine::DelinearizeIndex::NAME], |op, b| {
            lower_index(op, b, |b, op| delinearize(b, op))
        });
        patterns.on_untyped(&[affine::LinearizeIndex::NAME], |op, b| {
            lower_index(op, b, |b, op| linearize(b, op))
        });
        patterns.on_untyped(&[affine::Yield::NAME], lower_yield);
        let legality = ["arith", "memref", "scf", "vector"]
            .into_iter()
            .fold(Legality::new(), |legality, dialect| legality.dialect(dialect, Legal::Yes));
        convert_partially(target, &legality, &patterns)
    }
}

/// Lowers `affine.delinearize_index` and `affine.linearize_index`.
fn lower_index(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    expand: impl Fn(&mut Rewriter<'_, '_>, Op) -> Option<Vec<Value>>,
) -> Rewrite {
    let values = expand(b, op.op).ok_or("the basis is not complete")?;
    b.replace(op.op, &values);
    Ok(())
}

/// Lowers `affine.yield` to the terminator that the enclosing loop needs; that loop may be lowered already.
fn lower_yield(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let block = b.body().op_block(op.op).and_then(|block| b.body().block_region(block));
    let around = block.and_then(|region| b.body().region_parent(region));
    match around.map(|around| b.op_ref(around).name()) {
        Some(affine::Parallel::NAME | scf::Parallel::NAME) => {
            b.replace_by(op.op, scf::Reduce::build(op.operands))
        }
        _ => b.replace_by(op.op, scf::Yield::build(op.operands)),
    };
    Ok(())
}

/// Makes the constant `value : index`.
pub(super) fn constant<'c>(b: &mut impl Builder<'c>, value: i64) -> Value {
    let index = b.context().common.index;
    let value = Attribute::integer(b.context(), index, value);
    b.create_value(arith::Constant::build(value, index))
}

pub(super) fn compare<'c>(
    b: &mut impl Builder<'c>,
    predicate: CmpIPredicate,
    left: Value,
    right: Value,
) -> Value {
    let i1 = b.context().common.i1;
    b.create_value(arith::CmpI::build(left, right, predicate, i1))
}

fn select<'c>(b: &mut impl Builder<'c>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = b.type_of(yes);
    b.create_value(arith::Select::build(condition, yes, no, ty))
}

/// Computes an affine expression. The recursion is as deep as the expression, which the parser limits.
fn expand(
    b: &mut Rewriter<'_, '_>,
    expr: &AffineExpr,
    dims: &[Value],
    symbols: &[Value],
) -> Result<Value, NoMatch> {
    let missing = || NoMatch::from("an operand is missing");
    match expr {
        AffineExpr::Dim(dim) => dims.get(*dim as usize).copied().ok_or_else(missing),
        AffineExpr::Symbol(symbol) => symbols.get(*symbol as usize).copied().ok_or_else(missing),
        AffineExpr::Constant(value) => Ok(constant(b, *value)),
        AffineExpr::Binary(op, left, right) => {
            if let (false, AffineExpr::Constant(value)) =
                (matches!(op, AffineOp::Add | AffineOp::Mul), &**right)
                && *value <= 0
            {
                let message = match op {
                    AffineOp::Mod => "modulo by non-positive value is not supported",
                    _ => "division by non-positive value is not supported",
                };
                b.report(Diagnostic::error(b.location(), message));
                return Err(message.into());
            }
            let left = expand(b, left, dims, symbols)?;
            let right = expand(b, right, dims, symbols)?;
            Ok(match op {
                AffineOp::Add => b.create_value(arith::AddI::build(left, right)),
                AffineOp::Mul => {
                    b.create_value(arith::MulI::build(left, right).overflowFlags(IntegerOverflowFlags::NSW))
                }
                AffineOp::Mod => modulo(b, left, right),
                AffineOp::FloorDiv => floor_div(b, left, right),
                AffineOp::CeilDiv => ceil_div(b, left, right),
            })
        }
    }
}

/// The non-negative remainder.
fn modulo(b: &mut Rewriter<'_, '_>, left: Value, right: Value) -> Value {
    let rest = b.create_value(arith::RemSI::build(left, right));
    let zero = constant(b, 0);
    let negative = compare(b, CmpIPredicate::Slt, rest, zero);
    let corrected = b.create_value(arith::AddI::build(rest, right));
    select(b, negative, corrected, rest)
}

/// The quotient, rounded down.
fn floor_div(b: &mut Rewriter<'_, '_>, left: Value, right: Value) -> Value {
    let (zero, minus_one) = (constant(b, 0), constant(b, -1));
    let negative = compare(b, CmpIPredicate::Slt, left, zero);
    let complement = b.create_value(arith::SubI::build(minus_one, left));
    let dividend = select(b, negative, complement, left);
    let quotient = b.create_value(arith::DivSI::build(dividend, right));
    let corrected = b.create_value(arith::SubI::build(minus_one, quotient));
    select(b, negative, corrected, quotient)
}

/// The quotient, rounded up.
fn ceil_div(b: &mut Rewriter<'_, '_>, left: Value, right: Value) -> Value {
    let (zero, one) = (constant(b, 0), constant(b, 1));
    let not_positive = compare(b, CmpIPredicate::Sle, left, zero);
    let negated = b.create_value(arith::SubI::build(zero, left));
    let less = b.create_value(arith::SubI::build(left, one));
    let dividend = select(b, not_positive, negated, less);
    let quotient = b.create_value(arith::DivSI::build(dividend, right));
    let negated = b.create_value(arith::SubI::build(zero, quotient));
    let more = b.create_value(arith::AddI::build(quotient, one));
    select(b, not_positive, negated, more)
}

/// The affine map in an attribute.
fn map_in(b: &Rewriter<'_, '_>, attribute: Attribute) -> Result<AffineMap, NoMatch> {
    attribute.as_affine_map(b.context()).cloned().ok_or_else(|| "the map is missing".into())
}

/// Computes the results of a map on operands.
fn expand_map(b: &mut Rewriter<'_, '_>, map: &AffineMap, operands: &[Value]) -> Result<Vec<Value>, NoMatch> {
    let (dims, symbols) = operands.split_at(operands.len().min(map.dims as usize));
    map.results.iter().map(|expr| expand(b, expr, dims, symbols)).collect()
}

/// The minimum or maximum of the results of a map.
fn extreme(
    b: &mut Rewriter<'_, '_>,
    map: &AffineMap,
    operands: &[Value],
    def: &'static OpDef,
) -> Result<Value, NoMatch> {
    let values = expand_map(b, map, operands)?;
    let pick = |before: Value, value: Value| match before == value {
        true => before,
        false => b.create_value(New::with(def, &[before, value], [])),
    };
    values.into_iter().reduce(pick).ok_or_else(|| "the map has no results".into())
}

/// Lowers `affine.apply`.
fn lower_apply(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let map = map_in(b, affine::Apply::expect(b.original(op)).map())?;
    let values = expand_map(b, &map, op.operands)?;
    b.replace(op.op, &values);
    Ok(())
}

/// Lowers `affine.min` and `affine.max`.
fn lower_extreme(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, map: Attribute, def: &'static OpDef) -> Rewrite {
    let map = map_in(b, map)?;
    let value = extreme(b, &map, op.operands, def)?;
    b.replace(op.op, &[value]);
    Ok(())
}

/// The indices of an access to a memref: the results of its map.
fn indices(b: &mut Rewriter<'_, '_>, map: Attribute, operands: &[Value]) -> Result<Vec<Value>, NoMatch> {
    let map = map_in(b, map)?;
    expand_map(b, &map, operands)
}

fn lower_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let load = affine::Load::expect(b.original(op));
    let map = load.map();
    let (memref, operands, ty) = (load.memref(), load.indices().to_vec(), b.type_of(load.result()));
    let indices = indices(b, map, &operands)?;
    let value = b.create_value(memref::Load::build(memref, &indices, ty));
    b.replace(op.op, &[value]);
    Ok(())
}

fn lower_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let store = affine::Store::expect(b.original(op));
    let map = store.map();
    let (value, memref, operands) = (store.value(), store.memref(), store.indices().to_vec());
    let indices = indices(b, map, &operands)?;
    b.create(memref::Store::build(value, memref, &indices));
    b.replace(op.op, &[]);
    Ok(())
}

fn lower_prefetch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let prefetch = affine::Prefetch::expect(b.original(op));
    let map = prefetch.map();
    let (memref, operands) = (prefetch.memref(), prefetch.indices().to_vec());
    let (writes, locality) = (prefetch.isWrite(), prefetch.localityHint());
    let is_data = prefetch.isDataCache();
    let indices = indices(b, map, &operands)?;
    b.create(memref::Prefetch::build(memref, &indices, writes, locality, is_data));
    b.replace(op.op, &[]);
    Ok(())
}

fn lower_vector_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let load = affine::VectorLoad::expect(b.original(op));
    let map = load.map();
    let (memref, operands, ty) = (load.memref(), load.indices().to_vec(), b.type_of(load.result()));
    let indices = indices(b, map, &operands)?;
    let value = b.create_value(vector::Load::build(memref, &indices, ty));
    b.replace(op.op, &[value]);
    Ok(())
}

fn lower_vector_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let store = affine::VectorStore::expect(b.original(op));
    let map = store.map();
    let (value, memref, operands) = (store.value(), store.memref(), store.indices().to_vec());
    let indices = indices(b, map, &operands)?;
    b.create(vector::Store::build(value, memref, &indices));
    b.replace(op.op, &[]);
    Ok(())
}

/// Moves the blocks of a region to a new one, for another operation to own.
fn take_region(b: &mut Rewriter<'_, '_>, region: Region) -> Region {
    let own = b.body_mut().add_region();
    for block in b.body().region_blocks(region).to_vec() {
        b.body_mut().remove_block(block);
        b.body_mut().append_block(own, block);
    }
    own
}

/// Replaces `op` by an operation that takes over its regions.
fn replace_with_regions(b: &mut Rewriter<'_, '_>, op: Op, new: impl Into<New>) {
    let regions = b.body().regions(op).1.to_vec();
    let regions: Vec<Region> = regions.into_iter().map(|region| take_region(b, region)).collect();
    let made = b.create_with_regions(new, regions);
    let results: Vec<Value> = b.body().results(made).collect();
    b.replace(op, &results);
}

/// Lowers `affine.for`.
fn lower_for(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = affine::For::expect(b.original(op));
    let (lower, upper) = (map_in(b, original.lowerBoundMap())?, map_in(b, original.upperBoundMap())?);
    let (step, types) = (original.step(), b.op_ref(op.op).result_types());
    let [lower_operands, upper_operands, inits] =
        [original.lowerBoundOperands(), original.upperBoundOperands(), original.inits()]
            .map(<[Value]>::to_vec);
    let lower = extreme(b, &lower, &lower_operands, arith::MaxSI::DEF)?;
    let upper = extreme(b, &upper, &upper_operands, arith::MinSI::DEF)?;
    let step = constant(b, step);
    replace_with_regions(b, op.op, scf::For::build(lower, upper, step, &inits, &types));
    Ok(())
}

/// Lowers `affine.if`: tests all constraints.
fn lower_if(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let set = condition(b.op_ref(op.op)).cloned().ok_or("the condition is missing")?;
    let (dims, symbols) = op.operands.split_at(op.operands.len().min(set.dims as usize));
    let zero = constant(b, 0);
    let mut holds: Option<Value> = None;
    for (expr, is_equality) in &set.constraints {
        let value = expand(b, expr, dims, symbols)?;
        let predicate = if *is_equality { CmpIPredicate::Eq } else { CmpIPredicate::Sge };
        let test = compare(b, predicate, value, zero);
        holds = Some(match holds {
            Some(before) => b.create_value(arith::AndI::build(before, test)),
            None => test,
        });
    }
    let holds = holds.unwrap_or_else(|| {
        let (i1, yes) = (b.context().common.i1, Attribute::bool(b.context(), true));
        b.create_value(arith::Constant::build(yes, i1))
    });
    let types = b.op_ref(op.op).result_types();
    replace_with_regions(b, op.op, scf::If::build(holds, &types));
    Ok(())
}
