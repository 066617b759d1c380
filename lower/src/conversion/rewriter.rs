//! The rewriter through which conversion patterns change a body.
//!
//! During the conversion, replaced operations stay in place and their results stay in use; a [mapping](super::mapping) records
//! the replacements. When everything is converted, the driver commits them.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;
use tern_mlir::body::Checkpoint;
use tern_mlir::builtin;
use tern_mlir::declare::{New, View};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::fold::InPlace;
use tern_mlir::rewrite::Builder;
use tern_mlir::rewrite::{self, Listener};
use tern_mlir::{
    Block, Body, Context, Ident, Location, Op, OpRef, OpState, Point, Region, Type, Value, ValueDef,
};

use super::mapping::{Mapping, Values};
use super::pattern::{Adaptor, NoMatch};
use super::symbols::{Symbol, Symbols};
use super::type_converter::TypeConverter;
use crate::unrolling::{TOO_MANY, Unrolling};

/// The conversion of block arguments: for each argument, the types of the values that replace it.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// The new types, for each old argument.
    pub arguments: Vec<Vec<Type>>,
}

impl Signature {
    /// The types of all new arguments, in order.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.arguments.iter().flatten().copied()
    }
}

/// A recorded replacement; kept in order.
#[derive(Clone, Copy)]
pub(super) enum Replaced {
    Op(Op),
    Argument(Value),
}

/// A cast that the driver inserted between a converted and an unconverted type.
#[derive(Clone, Copy)]
pub(super) struct Cast {
    pub(super) op: Op,
    /// The type before the conversion, if the cast starts from it.
    pub(super) original: Option<Type>,
}

/// The inverse of a change of the rewriter's own tables. The body has a log of its own.
enum Change {
    Mapped(Values, Option<Values>),
    Gone(Op),
}

/// A checkpoint: the state when a pattern began.
pub(super) struct Mark {
    body: Checkpoint,
    changes: usize,
    replaced: usize,
    casts: usize,
    pub(super) made: usize,
}

/// Operations that patterns made or changed, to be legalized in turn.
#[derive(Default)]
pub(super) struct Made(pub(super) Vec<Op>);

impl Listener for Made {
    fn inserted(&mut self, _: &Body, op: Op) {
        self.0.push(op);
    }

    fn modified(&mut self, _: &Body, op: Op) {
        self.0.push(op);
    }
}

/// The reason why a pattern that takes one value per operand does not match.
const SEVERAL: &str = "other than one value stands for an operand";

/// Changes a body on behalf of a pattern. As a [`Builder`] it inserts before the operation that is being converted, or at the
/// point set by [`at`](Self::at).
pub struct Rewriter<'a, 'c> {
    pub(super) core: rewrite::Rewriter<'a, 'c, Made>,
    converter: Option<&'a TypeConverter<'c>>,
    pub(super) symbols: &'a mut Symbols,
    owner: Option<Symbol>,
    unrolling: &'a Unrolling,
    /// Whether an operation made by a pattern would be legal or could be converted in turn.
    pub(super) fits: Option<&'a dyn Fn(OpRef<'_>) -> bool>,
    pub(super) mapping: Mapping,
    /// Operations to be removed when the conversion is committed.
    pub(super) gone: FxHashSet<Op>,
    pub(super) replaced: Vec<Replaced>,
    pub(super) casts: Vec<Cast>,
    /// For bodies moved from removed operations: the conversion of the arguments of their entry blocks.
    pub(super) signatures: FxHashMap<Op, Signature>,
    changes: Vec<Change>,
}

impl<'a, 'c> Rewriter<'a, 'c> {
    pub(super) fn new(
        context: &'c Context,
        body: &'a mut Body,
        converter: Option<&'a TypeConverter<'c>>,
        symbols: &'a mut Symbols,
        owner: Option<Symbol>,
        unrolling: &'a Unrolling,
    ) -> Self {
        Self {
            core: rewrite::Rewriter::new(context, body, Made::default()),
            converter,
            symbols,
            owner,
            unrolling,
            fits: None,
            mapping: Mapping::default(),
            gone: FxHashSet::default(),
            replaced: Vec::new(),
            casts: Vec::new(),
            signatures: FxHashMap::default(),
            changes: Vec::new(),
        }
    }

    // Queries.

    /// The type converter of the patterns.
    ///
    /// # Panics
    /// If the patterns do not convert types.
    pub fn converter(&self) -> &'a TypeConverter<'c> {
        self.converter.expect("the patterns have a type converter")
    }

    /// Takes `parts` from the unrolling budget of the pass. Patterns that make one operation per part of a vector, or lists of
    /// lanes, must call it first.
    ///
    /// # Errors
    /// If the budget is exhausted.
    pub(crate) fn unroll(&self, parts: u64) -> Result<(), NoMatch> {
        if self.unrolling.take(parts) { Ok(()) } else { Err(TOO_MANY.into()) }
    }

    /// A read-only view of an operation.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        self.core.op_ref(op)
    }

    /// A view of the operation that a pattern converts, with its original operands.
    pub fn original(&self, adaptor: Adaptor<'_>) -> View<'_> {
        self.op_ref(adaptor.op).into()
    }

    /// A view of the operation that a pattern converts, with the converted operands. For patterns that do not
    /// [take several](super::ConversionPattern::takes_several) values for one.
    pub fn converted<'v>(&'v self, adaptor: Adaptor<'v>) -> View<'v> {
        View::with_operands(self.op_ref(adaptor.op), adaptor.operands)
    }

    /// The converted operands of the operand group `name`.
    pub fn group<'o>(&self, adaptor: Adaptor<'o>, name: &str) -> &'o [Value] {
        adaptor.range(self.op_ref(adaptor.op).operand_range(name))
    }

    /// The converted types of the results of `op`.
    ///
    /// # Errors
    /// If a type cannot be converted.
    pub fn converted_results(&self, op: Op) -> Result<Vec<Type>, NoMatch> {
        let types = self.core.body.results(op).map(|result| self.core.body.value_type(result));
        let converted = types.map(|ty| self.converter().convert(ty)).collect::<Option<_>>();
        converted.ok_or_else(|| "the type of a result cannot be converted".into())
    }

    /// The converted type of the only result of `op`.
    ///
    /// # Errors
    /// If the type cannot be converted, or there is no result.
    pub fn converted_result(&self, op: Op) -> Result<Type, NoMatch> {
        self.converted_results(op)?.first().copied().ok_or_else(|| "there is no result".into())
    }

    /// Converts a type.
    ///
    /// # Errors
    /// If it cannot be converted.
    pub fn convert_type(&self, ty: Type) -> Result<Type, NoMatch> {
        self.converter().convert(ty).ok_or_else(|| self.unconvertible(ty))
    }

    /// The error for a type that cannot be converted.
    #[cold]
    pub fn unconvertible(&self, ty: Type) -> NoMatch {
        let ty = tern_mlir::asm::type_to_string(self.core.context, ty);
        format!("the type '{ty}' cannot be converted").into()
    }

    /// Looks up a symbol of the surrounding module, in its state before the conversion.
    pub fn symbol(&self, name: Ident) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// The operation that owns the body, usually a function, as it will be after its conversion; `None` for the outermost body.
    pub fn owner(&self) -> Option<Symbol> {
        self.owner
    }

    // Checks and diagnostics.

    /// Whether an operation such as `op` is legal or has patterns.
    pub(crate) fn can_be_made(&self, op: Op) -> bool {
        self.fits.is_none_or(|fits| fits(self.op_ref(op)))
    }

    /// Reports an error in the program, whether or not another pattern matches. As in MLIR, that does not fail the conversion
    /// by itself: the operation stays if it may.
    #[cold]
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.symbols.diagnostics.push(diagnostic);
    }

    // Declarations and symbols.

    /// Declares an `llvm.func` `name` of type `result (parameters)` in the module, unless it exists.
    ///
    /// # Errors
    /// If another symbol has that name.
    pub fn declare_function(&mut self, name: &str, parameters: &[Type], result: Type) -> Result<(), NoMatch> {
        let ty = tern_dialect_llvm::types::function(self.core.context, result, parameters, false);
        self.symbols.declare_function(self.core.context, name, ty)
    }

    /// Inserts an operation that defines a symbol at the beginning of the module.
    pub fn add_symbol(&mut self, state: OpState) {
        self.symbols.add(self.core.context, state);
    }

    /// An unused symbol name that begins with `name`.
    pub fn unique_symbol(&self, name: &str) -> String {
        self.symbols.unique(self.core.context, name)
    }

    // The insertion point.

    /// Moves the insertion point; returns the previous one.
    pub fn at(&mut self, point: Point) -> Option<Point> {
        self.core.point.replace(point)
    }

    /// Restores the insertion point that [`at`](Self::at) returned.
    pub(crate) fn back_to(&mut self, point: Option<Point>) {
        self.core.point = point;
    }

    /// Whether an operation was replaced or erased, and only stays in place until the commit.
    pub(crate) fn is_gone(&self, op: Op) -> bool {
        self.gone.contains(&op)
    }

    /// The block of the insertion point.
    pub(crate) fn point_block(&self) -> Option<Block> {
        match self.core.point? {
            Point::Start(block) | Point::End(block) => Some(block),
            Point::Before(op) => self.core.body.op_block(op),
        }
    }

    /// Sets the location of operations made from now on.
    pub fn set_location(&mut self, location: Location) {
        self.core.location = location;
    }

    // Replacing values.

    /// Replaces the results of `op` by `values`, of any types; the operation is removed at the commit.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        debug_assert_eq!(self.core.body.results(op).len(), values.len());
        for (result, &value) in self.core.body.results(op).zip(values) {
            self.map(smallvec![result], smallvec![value]);
        }
        self.erase(op);
    }

    /// Replaces each result of `op` by any number of values; the operation is removed at the commit.
    pub fn replace_by_several(&mut self, op: Op, values: impl IntoIterator<Item = Values>) {
        for (result, values) in self.core.body.results(op).zip(values) {
            self.map(smallvec![result], values);
        }
        self.erase(op);
    }

    /// Replaces `op` by a new operation, which gets the same discardable attributes too.
    pub fn replace_by(&mut self, op: Op, new: impl Into<New>) -> Op {
        let new = self.create(new);
        let attributes = self.core.body.attributes(op);
        self.core.body.set_attributes(new, attributes);
        let values: Vec<Value> = self.core.body.results(new).collect();
        self.replace(op, &values);
        new
    }

    /// Removes `op` at the commit. No operation that stays may use its results.
    pub fn erase(&mut self, op: Op) {
        self.replaced.push(Replaced::Op(op));
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            if self.gone.insert(op) {
                self.changes.push(Change::Gone(op));
            }
            if self.core.body.nested(op).is_none() {
                let (body, regions) = self.core.body.regions(op);
                let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
                pending.extend(blocks.flat_map(|&block| body.block_ops(block)));
            }
        }
    }

    /// Replaces a block argument by `value`.
    pub fn replace_argument(&mut self, argument: Value, value: Value) {
        self.map(smallvec![argument], smallvec![value]);
        self.replaced.push(Replaced::Argument(argument));
    }

    /// The replacement of `value`, in its converted type.
    ///
    /// # Errors
    /// If its type cannot be converted, or it was converted to several values.
    pub(crate) fn remapped(&mut self, value: Value) -> Result<Value, NoMatch> {
        match self.remapped_to_several(value)?[..] {
            [one] => Ok(one),
            _ => Err(SEVERAL.into()),
        }
    }

    /// The replacements of `value`, in its converted types.
    ///
    /// # Errors
    /// If its type cannot be converted.
    pub(crate) fn remapped_to_several(&mut self, value: Value) -> Result<Values, NoMatch> {
        let Some(converter) = self.converter else { return Ok(smallvec![self.latest(value)]) };
        let original = self.core.body.value_type(value);
        let wanted = converter.convert_to_several(original).ok_or_else(|| self.unconvertible(original))?;
        if wanted.is_empty() {
            return Ok(Values::new());
        }
        if let Some(found) = self.mapping.with_types(self.core.body, value, &wanted) {
            return Ok(found);
        }
        let inputs = self.mapping.latest_but_casts(self.core.body, value);
        Ok(self.cast(after(self.core.body, &inputs), self.core.location, inputs, &wanted, Some(original)))
    }

    /// The replacements of the operands of `op`, and for each operand the end of its range in them. They have converted types
    /// if the pattern is `typed`, and are one per operand unless it `takes_several`.
    pub(super) fn remapped_operands(
        &mut self,
        op: Op,
        typed: bool,
        takes_several: bool,
    ) -> Result<(Vec<Value>, Vec<usize>), NoMatch> {
        let originals = self.core.body.operands(op).to_vec();
        let (mut values, mut ends) =
            (Vec::with_capacity(originals.len()), Vec::with_capacity(originals.len()));
        for original in originals {
            if typed {
                let remapped = self.remapped_to_several(original)?;
                if remapped.len() != 1 && !takes_several {
                    return Err(SEVERAL.into());
                }
                values.extend(remapped);
            } else {
                values.push(self.latest(original));
            }
            ends.push(values.len());
        }
        Ok((values, ends))
    }

    /// The latest replacement of `value`, of any type.
    pub fn latest(&self, value: Value) -> Value {
        match self.mapping.latest_but_casts(self.core.body, value)[..] {
            [one] => one,
            _ => value,
        }
    }

    /// Inserts a cast on behalf of the driver; it disappears if another cast leads back.
    pub(super) fn cast(
        &mut self,
        point: Option<Point>,
        location: Location,
        inputs: Values,
        results: &[Type],
        original: Option<Type>,
    ) -> Values {
        let mut state = OpState::new(
            self.core.context.op_name_of_two(builtin::UnrealizedConversionCast::NAME, ""),
            location,
        );
        state.operands = inputs.iter().copied().collect();
        state.result_types.extend(results.iter().copied());
        let op = self.core.body.create_op(self.core.context, state);
        if let Some(point) = point.or(self.core.point) {
            self.core.body.insert_op(point, op);
        }
        self.casts.push(Cast { op, original });
        self.mapping.casts.insert(op);
        let values: Values = self.core.body.results(op).collect();
        if !inputs.is_empty() {
            self.map(inputs, values.clone());
        }
        values
    }

    fn map(&mut self, from: Values, to: Values) {
        let before = self.mapping.insert(from.clone(), to);
        self.changes.push(Change::Mapped(from, before));
    }

    // Blocks and regions.

    /// Direct access to the body, for changes without a method here.
    pub fn body_mut(&mut self) -> &mut Body {
        self.core.body
    }

    /// Records that an operation was changed in place, so that it is legalized again.
    pub fn changed(&mut self, op: Op) {
        self.core.listener.modified(self.core.body, op);
    }

    /// Splits a block before `op`: a new block right after it gets `op` and everything that follows.
    pub fn split_block(&mut self, block: Block, op: Op) -> Block {
        self.core.body.split_block(block, op)
    }

    /// Creates a block right after `after`, with arguments of these types.
    pub fn create_block_after(&mut self, after: Block, arguments: &[Type]) -> Block {
        let block = self.core.body.create_block();
        self.core.body.insert_block_after(after, block);
        for &ty in arguments {
            self.core.body.add_argument(block, ty, self.core.location);
        }
        block
    }

    /// Moves a block right after another one.
    pub fn move_block_after(&mut self, block: Block, after: Block) {
        self.core.body.remove_block(block);
        self.core.body.insert_block_after(after, block);
    }

    /// Moves the blocks of `region` right after `after`, keeping their order.
    pub fn inline_region_after(&mut self, region: Region, after: Block) {
        let mut last = after;
        for block in self.core.body.region_blocks(region).to_vec() {
            self.core.body.remove_block(block);
            self.core.body.insert_block_after(last, block);
            last = block;
        }
    }

    /// Moves the operations of `source` to the end of `target`. Replaces the arguments of `source` by `values` and removes
    /// `source`.
    pub fn merge_block(&mut self, source: Block, target: Block, values: &[Value]) {
        self.move_ops(source, Point::End(target), values);
    }

    /// Moves the operations of `source` to `point`. Replaces the arguments of `source` by `values` and removes `source`.
    pub fn move_ops(&mut self, source: Block, point: Point, values: &[Value]) {
        for (argument, &value) in self.core.body.block_arguments(source).to_vec().into_iter().zip(values) {
            self.replace_argument(argument, value);
        }
        // Insertion at the start of a block reverses the order, so start with the last one.
        let mut ops: Vec<Op> = self.core.body.block_ops(source).collect();
        if matches!(point, Point::Start(_)) {
            ops.reverse();
        }
        for op in ops {
            self.core.body.move_to(op, point);
        }
        self.core.body.remove_block(source);
    }

    /// Converts the types of the arguments of `block`.
    ///
    /// # Errors
    /// If a type cannot be converted; nothing is changed then.
    pub fn convert_block(&mut self, block: Block) -> Result<(), NoMatch> {
        let types =
            self.core.body.block_arguments(block).iter().map(|&argument| self.core.body.value_type(argument));
        let types: Vec<Type> = types.collect();
        if types.iter().all(|&ty| self.converter().is_legal(ty)) {
            return Ok(());
        }
        let arguments: Option<Vec<_>> =
            types.iter().map(|&ty| Some(self.converter().convert_to_several(ty)?.into_vec())).collect();
        let arguments = arguments.ok_or("the type of an argument of a block cannot be converted")?;
        self.apply_signature(block, &Signature { arguments });
        Ok(())
    }

    /// Replaces the arguments of a block as `signature` says.
    pub fn apply_signature(&mut self, block: Block, signature: &Signature) {
        let old = self.core.body.take_arguments(block);
        for (&argument, types) in old.iter().zip(&signature.arguments) {
            let location = self.core.body.value_location(argument);
            let new = types.iter().map(|&ty| self.core.body.add_argument(block, ty, location)).collect();
            self.map(smallvec![argument], new);
            self.replaced.push(Replaced::Argument(argument));
        }
    }

    /// Gives the body of the isolated operation `from` to `to`, which has none, and schedules its conversion; `signature`
    /// converts the arguments of its entry block.
    pub(crate) fn move_body(&mut self, from: Op, to: Op, signature: Signature) {
        self.core.body.exchange_nested(from, to);
        self.signatures.insert(to, signature);
    }

    // For the driver.

    pub(super) fn mark(&self) -> Mark {
        Mark {
            body: self.core.body.checkpoint(),
            changes: self.changes.len(),
            replaced: self.replaced.len(),
            casts: self.casts.len(),
            made: self.core.listener.0.len(),
        }
    }

    pub(super) fn undo(&mut self, mark: &Mark) {
        while self.changes.len() > mark.changes {
            match self.changes.pop() {
                Some(Change::Mapped(from, to)) => self.mapping.restore(from, to),
                Some(Change::Gone(op)) => {
                    self.gone.remove(&op);
                }
                None => break,
            }
        }
        self.core.body.roll_back(mark.body);
        let body = &*self.core.body;
        self.signatures.retain(|&op, _| body.op_block(op).is_some());
        self.replaced.truncate(mark.replaced);
        self.casts.truncate(mark.casts);
        self.core.listener.0.truncate(mark.made);
    }
}

impl<'c> Builder<'c> for Rewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.core.context
    }

    fn body(&self) -> &Body {
        self.core.body
    }

    fn location(&self) -> Location {
        self.core.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        self.core.insert(state)
    }
}

impl<'c> InPlace<'c> for Rewriter<'_, 'c> {
    fn body_mut(&mut self) -> &mut Body {
        self.core.body
    }
}

/// The point right after the definitions of all these values; `None` if there is no such point.
pub(super) fn after(body: &Body, values: &[Value]) -> Option<Point> {
    let (&first, rest) = values.split_first()?;
    let mut latest = definition(body, first)?;
    for &value in rest {
        let next = definition(body, value)?;
        latest = later(body, latest, next);
    }
    let (block, op) = latest;
    Some(match op {
        None => Point::Start(block),
        Some(op) => body.next_op(op).map_or(Point::End(block), Point::Before),
    })
}

/// The block of a value, and the operation that defines it, unless it is a block argument.
fn definition(body: &Body, value: Value) -> Option<(Block, Option<Op>)> {
    match body.value_def(value) {
        ValueDef::Argument(block, _) => Some((block, None)),
        ValueDef::Result(op, _) => Some((body.op_block(op)?, Some(op))),
    }
}

/// The later one of two definitions; the second if they are in different blocks.
fn later(body: &Body, a: (Block, Option<Op>), b: (Block, Option<Op>)) -> (Block, Option<Op>) {
    match (a, b) {
        ((block, Some(x)), (other, Some(y))) if block == other => {
            let mut next = body.next_op(x);
            while let Some(op) = next {
                if op == y {
                    return b;
                }
                next = body.next_op(op);
            }
            a
        }
        ((block, Some(_)), (other, None)) if block == other => a,
        _ => b,
    }
}
