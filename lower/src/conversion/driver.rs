//! The driver of the dialect conversion: legalizes operation by operation, then commits the replacements.
//!
//! Operations are visited from the outside in, and blocks in dominance order. An illegal operation is folded if possible,
//! otherwise converted by the first pattern that matches; operations that a pattern makes are legalized at once. Where a
//! converted value meets an unconverted use, the driver inserts `builtin.unrealized_conversion_cast`; pairs of casts that
//! cancel are removed.
//!
//! Source: MLIR's "Dialect Conversion". The order and position of new operations follow MLIR 22.

use rustc_hash::FxHashMap;
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::Trait;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::fold::{self, Folded};
use tern_mlir::{Block, Body, Context, Op, OpRef, Point, Region, Type, Value};

use super::legality::{Legal, Legality};
use super::pattern::{Adaptor, NoMatch, Patterns};
use super::rewriter::{Replaced, Rewriter, Signature, after};
use super::symbols::{Symbol, Symbols};
use super::type_converter::Materialization;
use crate::pass::{Failed, Target};
use crate::passes::reconcile;
use crate::unrolling::Unrolling;

/// The limit on chains of conversions: patterns that convert the output of patterns.
const MAX_DEPTH: u32 = 64;

/// Converts everything nested in `target`: operations that `legality` forbids, and operations of unknown legality if a pattern
/// matches.
///
/// # Errors
/// If an illegal operation matches no pattern, or a value cannot be built from its converted form. The error has been reported
/// via [`Target::error`], and the body is rolled back.
pub fn convert_partially<'c>(
    target: &mut Target<'c>,
    legality: &Legality,
    patterns: &Patterns<'_, 'c>,
) -> Result<(), Failed> {
    Driver { context: target.context, legality, patterns, full: false, unrolling: Unrolling::default() }
        .run(target)
}

/// Like [`convert_partially`], but every operation must be legal in the end; unknown operations are errors.
///
/// # Errors
/// As [`convert_partially`].
pub fn convert_fully<'c>(
    target: &mut Target<'c>,
    legality: &Legality,
    patterns: &Patterns<'_, 'c>,
) -> Result<(), Failed> {
    Driver { context: target.context, legality, patterns, full: true, unrolling: Unrolling::default() }
        .run(target)
}

/// Converts the operation of `target` itself and everything nested in it. If `full`, every operation must be legal in the end.
/// If the operation is replaced, `target` must not be used afterwards.
///
/// # Errors
/// As [`convert_partially`].
pub fn convert_itself<'c>(
    target: &mut Target<'c>,
    legality: &Legality,
    patterns: &Patterns<'_, 'c>,
    full: bool,
) -> Result<(), Failed> {
    Driver { context: target.context, legality, patterns, full, unrolling: Unrolling::default() }
        .run_on_itself(target)
}

struct Driver<'d, 'a, 'c> {
    context: &'c Context,
    legality: &'d Legality,
    patterns: &'d Patterns<'a, 'c>,
    full: bool,
    unrolling: Unrolling,
}

impl<'c> Driver<'_, '_, 'c> {
    /// Converts everything nested in the operation of `target`; rolls back on failure.
    fn run(&self, target: &mut Target<'c>) -> Result<(), Failed> {
        let op = target.op;
        let block = target.body.op_block(op);
        let mut symbols = match block.and_then(|block| target.body.block_region(block)) {
            Some(region) => Symbols::of(self.context, target.body, &[region]),
            None => Symbols::default(),
        };
        let result = target.all_or_nothing(|target| {
            if target.body.nested(op).is_some() {
                return self.nested(target.body, op, None, &mut symbols);
            }
            let regions = target.body.regions(op).1.to_vec();
            self.body(target.body, &regions, None, None, &mut symbols, false)
        });
        if let (Ok(()), Some(block)) = (result, block) {
            add_wanted(self.context, target.body, block, &mut symbols);
        }
        if let Some(converter) = self.patterns.converter() {
            converter.take_complaints().into_iter().for_each(|complaint| target.report(complaint));
        }
        symbols.diagnostics.into_iter().for_each(|diagnostic| target.report(diagnostic));
        result
    }

    /// Converts the operation of `target` and everything nested in it; rolls back on failure.
    fn run_on_itself(&self, target: &mut Target<'c>) -> Result<(), Failed> {
        let op = target.op;
        let block = target.body.op_block(op);
        let region = block.and_then(|block| target.body.block_region(block));
        let (Some(block), Some(region)) = (block, region) else {
            let location = target.body.op_location(op);
            return Err(target.error(location, "what stands nowhere cannot be replaced"));
        };
        let mut symbols = Symbols::of(self.context, target.body, &[region]);
        let result = target.all_or_nothing(|target| {
            let roots = target.body.root_regions().to_vec();
            let ops = self.to_visit(target.body, vec![op]);
            self.convert(target.body, &roots, ops, (None, None), &mut symbols, Some(block))
        });
        symbols.diagnostics.into_iter().for_each(|diagnostic| target.report(diagnostic));
        result
    }

    /// Converts the body of the isolated operation `op`, with its own symbols if it is a symbol table.
    fn nested(
        &self,
        outer: &mut Body,
        op: Op,
        signature: Option<&Signature>,
        symbols: &mut Symbols,
    ) -> Result<(), Failed> {
        let def = OpRef::new(self.context, outer, op).def();
        let owner = Some(Symbol::of(outer, op));
        let is_table = def.is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable)));
        let Some(body) = outer.nested_mut(op) else { return Ok(()) };
        let regions = body.root_regions().to_vec();
        if !is_table {
            return self.body(body, &regions, owner, signature, symbols, false);
        }
        let mut own = Symbols::of(self.context, body, &regions);
        let result = self.body(body, &regions, owner, signature, &mut own, true);
        symbols.diagnostics.append(&mut own.diagnostics);
        result
    }

    /// Converts `regions` of `body`. `has_symbols` says that they belong to a symbol table.
    fn body(
        &self,
        body: &mut Body,
        regions: &[Region],
        owner: Option<Symbol>,
        signature: Option<&Signature>,
        symbols: &mut Symbols,
        has_symbols: bool,
    ) -> Result<(), Failed> {
        let entry = regions.first().and_then(|&region| body.region_blocks(region).first().copied());
        let mut pending = Vec::new();
        regions.iter().rev().for_each(|&region| push_ops(body, &mut pending, region));
        let ops = self.to_visit(body, pending);
        let signature = signature.zip(entry);
        let symbols_go_to = entry.filter(|_| has_symbols);
        self.convert(body, regions, ops, (owner, signature), symbols, symbols_go_to)
    }

    /// Converts `ops`, which are in `regions` of `body`. Declarations that patterns request are inserted at the beginning of
    /// the block `symbols_go_to` of `body`.
    fn convert(
        &self,
        body: &mut Body,
        regions: &[Region],
        ops: Vec<Op>,
        (owner, signature): (Option<Symbol>, Option<(&Signature, Block)>),
        symbols: &mut Symbols,
        symbols_go_to: Option<Block>,
    ) -> Result<(), Failed> {
        let fits = |op: OpRef<'_>| {
            matches!(self.legality.of(op), Legal::Yes | Legal::Recursively)
                || self.patterns.of(op.name()).next().is_some()
        };
        let mut rewriter =
            Rewriter::new(self.context, body, self.patterns.converter(), symbols, owner, &self.unrolling);
        rewriter.fits = Some(&fits);
        if let Some((signature, entry)) = signature {
            rewriter.apply_signature(entry, signature);
        }
        for op in ops {
            if rewriter.gone.contains(&op) {
                continue;
            }
            self.visit(&mut rewriter, op)?;
            // The bodies of operations that stay, and bodies that patterns moved to new operations.
            let mut inner: Vec<(Op, Option<Signature>)> =
                rewriter.signatures.drain().map(|(op, signature)| (op, Some(signature))).collect();
            inner.sort_by_key(|&(op, _)| op);
            let stays = !rewriter.gone.contains(&op) && rewriter.core.body.nested(op).is_some();
            if stays && self.legality.of(rewriter.op_ref(op)) != Legal::Recursively {
                inner.push((op, None));
            }
            for (op, signature) in inner {
                self.nested(rewriter.core.body, op, signature.as_ref(), rewriter.symbols)?;
            }
            if let Some(block) = symbols_go_to {
                add_wanted(self.context, rewriter.core.body, block, rewriter.symbols);
            }
        }
        self.commit(rewriter, regions)
    }

    /// The operations to visit: `pending`, taken from its end, and the operations nested in them, outer ones first. Skips the
    /// content of operations that are legal recursively.
    fn to_visit(&self, body: &Body, mut pending: Vec<Op>) -> Vec<Op> {
        let mut ops = Vec::new();
        while let Some(op) = pending.pop() {
            ops.push(op);
            let recursively = || self.legality.of(OpRef::new(self.context, body, op)) == Legal::Recursively;
            if body.nested(op).is_none() && !body.regions(op).1.is_empty() && !recursively() {
                body.regions(op).1.iter().rev().for_each(|&region| push_ops(body, &mut pending, region));
            }
        }
        ops
    }

    /// Legalizes an operation of the input; reports an error if that fails.
    fn visit(&self, rewriter: &mut Rewriter<'_, 'c>, op: Op) -> Result<(), Failed> {
        let Err(reason) = self.legalize(rewriter, op, 0) else { return Ok(()) };
        let explicit = match self.legality.of(rewriter.op_ref(op)) {
            Legal::No => " that was explicitly marked illegal",
            _ if self.full => "",
            _ => return Ok(()),
        };
        let (name, location) = (rewriter.op_ref(op).name().to_owned(), rewriter.core.body.op_location(op));
        let message = format!("failed to legalize operation '{name}'{explicit}");
        let mut diagnostic = Diagnostic::error(location, message);
        if let Some(NoMatch(reason)) = reason {
            diagnostic = diagnostic.with_note(location, reason.into_owned());
        }
        rewriter.report(diagnostic);
        Err(Failed)
    }

    /// Legalizes an operation. The error is the reason why the last pattern did not match, if one was tried.
    fn legalize(&self, rewriter: &mut Rewriter<'_, 'c>, op: Op, depth: u32) -> Result<(), Option<NoMatch>> {
        if rewriter.gone.contains(&op)
            || matches!(self.legality.of(rewriter.op_ref(op)), Legal::Yes | Legal::Recursively)
        {
            return Ok(());
        }
        if depth >= MAX_DEPTH {
            return Err(Some("patterns make what patterns convert without end".into()));
        }
        if self.fold(rewriter, op, depth) {
            return Ok(());
        }
        if self.fold_in_place(rewriter, op, depth) {
            return self.legalize(rewriter, op, depth + 1);
        }
        let name = rewriter.op_ref(op).name().to_owned();
        let mut why = None;
        for (pattern, typed) in self.patterns.of(&name) {
            let mark = rewriter.mark();
            rewriter.core.begin(op);
            let operands = rewriter.remapped_operands(op, typed, pattern.takes_several());
            let result = operands.and_then(|(operands, ends)| {
                pattern.match_and_rewrite(Adaptor { op, operands: &operands, ends: &ends }, rewriter)
            });
            match result.map_err(Some).and_then(|()| self.legalize_made(rewriter, mark.made, depth)) {
                Ok(()) => return Ok(()),
                Err(reason) => {
                    why = reason.or(why);
                    rewriter.undo(&mark);
                }
            }
        }
        Err(why)
    }

    /// Legalizes the operations made since the list of made operations had length `from`.
    fn legalize_made(
        &self,
        rewriter: &mut Rewriter<'_, 'c>,
        from: usize,
        depth: u32,
    ) -> Result<(), Option<NoMatch>> {
        let made = rewriter.core.listener.0[from..].to_vec();
        made.into_iter().try_for_each(|op| {
            self.legalize(rewriter, op, depth + 1).map_err(|why| {
                let name = rewriter.op_ref(op).name();
                Some(
                    why.unwrap_or_else(|| {
                        format!("'{name}', which stands for it, cannot be converted").into()
                    }),
                )
            })
        })
    }

    /// Folds an operation in place. A fold that leads to a constant is skipped unless the constant would be legal.
    fn fold_in_place(&self, rewriter: &mut Rewriter<'_, 'c>, op: Op, depth: u32) -> bool {
        let mark = rewriter.mark();
        rewriter.core.begin(op);
        if !fold::fold_in_place(rewriter, op) {
            return false;
        }
        if fold::fold(rewriter.op_ref(op)).is_some() && !self.fold(rewriter, op, depth) {
            rewriter.undo(&mark);
            return false;
        }
        true
    }

    /// Folds an operation to known values and replaces it.
    fn fold(&self, rewriter: &mut Rewriter<'_, 'c>, op: Op, depth: u32) -> bool {
        let Some(results) = fold::fold(rewriter.op_ref(op)) else { return false };
        let mark = rewriter.mark();
        rewriter.core.begin(op);
        let types: Vec<Type> =
            rewriter.core.body.results(op).map(|value| rewriter.core.body.value_type(value)).collect();
        let values: Option<Vec<Value>> = results
            .into_iter()
            .zip(types)
            .map(|(result, ty)| match result {
                // The value may itself have been replaced, by a value of another type or by several.
                Folded::Value(value) => {
                    match rewriter.mapping.latest_but_casts(rewriter.core.body, value)[..] {
                        [latest] => Some(latest),
                        _ => rewriter.remapped(value).ok(),
                    }
                }
                Folded::Constant(attribute) => fold::make_constant(rewriter, op, attribute, ty),
            })
            .collect();
        if let Some(values) = values {
            rewriter.replace(op, &values);
            if self.legalize_made(rewriter, mark.made, depth).is_ok() {
                return true;
            }
        }
        rewriter.undo(&mark);
        false
    }

    /// Commits the conversion: applies the replacements, removes replaced operations, and resolves casts.
    fn commit(&self, mut rewriter: Rewriter<'_, 'c>, regions: &[Region]) -> Result<(), Failed> {
        if !rewriter.replaced.is_empty() {
            self.replace_uses(&mut rewriter, regions);
            let gone: Vec<Op> = std::mem::take(&mut rewriter.gone).into_iter().collect();
            rewriter.core.body.erase_ops(&gone);
        }
        if rewriter.casts.is_empty() {
            return Ok(());
        }
        let casts: Vec<Op> = rewriter.casts.iter().map(|cast| cast.op).collect();
        let ops = operations(rewriter.core.body, regions);
        reconcile(rewriter.core.body, &casts, &ops);
        self.resolve_casts(&mut rewriter, regions)
    }

    /// Makes the remaining operations use the replacements of removed values.
    fn replace_uses(&self, rewriter: &mut Rewriter<'_, 'c>, regions: &[Region]) {
        let mut uses: FxHashMap<Value, u32> = FxHashMap::default();
        for op in operations(rewriter.core.body, regions) {
            if !rewriter.gone.contains(&op) {
                for &operand in rewriter.core.body.operands(op) {
                    *uses.entry(operand).or_default() += 1;
                }
            }
        }
        let mut stands_for: FxHashMap<Value, Value> = FxHashMap::default();
        for replaced in std::mem::take(&mut rewriter.replaced) {
            let values: Vec<Value> = match replaced {
                Replaced::Op(op) => rewriter.core.body.results(op).collect(),
                Replaced::Argument(argument) => vec![argument],
            };
            for value in values {
                let count = uses.get(&value).copied().unwrap_or(0);
                if let Some(by) = replacement(rewriter, value, count, &mut uses) {
                    uses.remove(&value);
                    *uses.entry(by).or_default() += count;
                    stands_for.insert(value, by);
                }
            }
        }
        rewrite_operands(rewriter.core.body, regions, &stands_for);
    }

    /// Replaces the remaining casts by materializations of the type converter, where it has them.
    fn resolve_casts(&self, rewriter: &mut Rewriter<'_, 'c>, regions: &[Region]) -> Result<(), Failed> {
        let mut stands_for: FxHashMap<Value, Value> = FxHashMap::default();
        let mut resolved: Vec<Op> = Vec::new();
        for cast in std::mem::take(&mut rewriter.casts) {
            if rewriter.core.body.op_block(cast.op).is_none() {
                continue;
            }
            rewriter.core.begin(cast.op);
            let inputs = rewriter.core.body.operands(cast.op).to_vec();
            let results: Vec<Value> = rewriter.core.body.results(cast.op).collect();
            let wanted: Vec<Type> =
                results.iter().map(|&result| rewriter.core.body.value_type(result)).collect();
            let materialization =
                Materialization { result: &wanted[..], inputs: &inputs, original: cast.original };
            let converter = self.patterns.converter();
            if let Some(values) = converter.and_then(|it| it.materialize(rewriter, materialization)) {
                stands_for.extend(results.into_iter().zip(values));
                resolved.push(cast.op);
            } else if converter.is_none() || wanted.len() != 1 {
                // A cast can turn several values into one; splitting a value into several needs a materialization.
                return self.unresolved(rewriter, cast.op, &inputs, &wanted);
            }
        }
        rewrite_operands(rewriter.core.body, regions, &stands_for);
        rewriter.core.body.erase_ops(&resolved);
        Ok(())
    }

    #[cold]
    fn unresolved(
        &self,
        rewriter: &mut Rewriter<'_, 'c>,
        cast: Op,
        inputs: &[Value],
        wanted: &[Type],
    ) -> Result<(), Failed> {
        let show = |ty: Type| format!("'{}'", type_to_string(self.context, ty));
        let from: Vec<String> =
            inputs.iter().map(|&input| show(rewriter.core.body.value_type(input))).collect();
        let wanted: Vec<String> = wanted.iter().map(|&ty| show(ty)).collect();
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ({}) that remained live after conversion",
            from.join(", "),
            wanted.join(", ")
        );
        let location = rewriter.core.body.op_location(cast);
        rewriter.report(Diagnostic::error(location, message));
        Err(Failed)
    }
}

/// Pushes the operations of a region so that the first one is popped first.
fn push_ops(body: &Body, pending: &mut Vec<Op>, region: Region) {
    let start = pending.len();
    for block in super::order::blocks(body, region) {
        pending.extend(body.block_ops(block));
    }
    pending[start..].reverse();
}

/// The value that replaces `value` in operations that were not converted: of the same type, through a cast if necessary.
fn replacement(
    rewriter: &mut Rewriter<'_, '_>,
    value: Value,
    count: u32,
    uses: &mut FxHashMap<Value, u32>,
) -> Option<Value> {
    let ty = rewriter.core.body.value_type(value);
    let found = rewriter.mapping.with_type(rewriter.core.body, value, ty).filter(|&found| found != value);
    if found.is_some() || count == 0 {
        return found;
    }
    let inputs = rewriter.mapping.latest(value);
    let inputs = if inputs[..] == [value] { Default::default() } else { inputs };
    let point = if inputs.is_empty() {
        before(rewriter.core.body, value)
    } else {
        after(rewriter.core.body, &inputs)
    };
    let location = rewriter.core.body.value_location(value);
    for &input in &inputs {
        *uses.entry(input).or_default() += 1;
    }
    Some(rewriter.cast(point, location, inputs, &[ty], None)[0])
}

/// The point right before the definition of a value that has no replacement.
fn before(body: &Body, value: Value) -> Option<Point> {
    match body.value_def(value) {
        tern_mlir::ValueDef::Result(op, _) => body.op_block(op).map(|_| Point::Before(op)),
        tern_mlir::ValueDef::Argument(block, _) => Some(Point::Start(block)),
    }
}

/// Replaces the operands of all operations in `regions`, following chains of replacements to their ends.
fn rewrite_operands(body: &mut Body, regions: &[Region], stands_for: &FxHashMap<Value, Value>) {
    if stands_for.is_empty() {
        return;
    }
    for op in operations(body, regions) {
        body.map_operands_of(op, |mut operand| {
            for _ in 0..=stands_for.len() {
                match stands_for.get(&operand) {
                    Some(&by) => operand = by,
                    None => break,
                }
            }
            operand
        });
    }
}

/// The operations in `regions`, except those in isolated bodies.
fn operations(body: &Body, regions: &[Region]) -> Vec<Op> {
    body.ops_in(regions.iter().flat_map(|&region| body.region_blocks(region)).copied())
}

/// Inserts the declarations that patterns requested at the beginning of the module, the latest first.
fn add_wanted(context: &Context, body: &mut Body, block: Block, symbols: &mut Symbols) {
    for state in std::mem::take(&mut symbols.wanted) {
        let op = body.create_op(context, state);
        body.insert_op(Point::Start(block), op);
    }
}
