//! What patterns change a body with.
//!
//! While operations are converted, those that are replaced stay where they are, and so do uses of their results; a
//! [mapping](super::mapping) knows what stands for what. When all is converted, the driver puts that in place.

use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Block, Body, Context, Ident, Location, Op, OpRef, OpState, Region, Type, Value, ValueDef};

use super::builder::{Builder, Point, make_at, put};
use super::fold::InPlace;
use super::mapping::{Mapping, Values};
use super::pattern::{Adaptor, NoMatch};
use super::symbols::{Symbol, Symbols};
use super::type_converter::TypeConverter;
use crate::unrolling::{TOO_MANY, Unrolling};

/// What becomes of the arguments of a block: for each the types of those that stand for it.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// For each argument.
    pub arguments: Vec<Vec<Type>>,
}

impl Signature {
    /// All new arguments in order.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.arguments.iter().flatten().copied()
    }
}

/// What was replaced, in order.
#[derive(Clone, Copy)]
pub(super) enum Replaced {
    Op(Op),
    Argument(Value),
}

/// A cast that the driver made where types meet.
#[derive(Clone, Copy)]
pub(super) struct Cast {
    pub(super) op: Op,
    /// The type from before the conversion, where the cast leads from it.
    pub(super) original: Option<Type>,
}

/// What is to be undone where a pattern fails.
enum Change {
    Made(Op),
    Mapped(Values, Option<Values>),
    Gone(Op),
}

/// How far things were when a pattern began.
pub(super) struct Mark {
    changes: usize,
    replaced: usize,
    casts: usize,
    pub(super) made: usize,
}

/// Why a pattern that takes one value for each operand does not fit.
const SEVERAL: &str = "other than one value stands for an operand";

/// Changes a body; a [`Builder`] that stands before the operation that is converted, or where it is [put](Self::at).
pub struct Rewriter<'a, 'c> {
    context: &'c Context,
    pub(super) body: &'a mut Body,
    converter: Option<&'a TypeConverter<'c>>,
    pub(super) symbols: &'a mut Symbols,
    owner: Option<Symbol>,
    unrolling: &'a Unrolling,
    /// Whether what a pattern would make can stay, or be converted in turn.
    pub(super) fits: Option<&'a dyn Fn(OpRef<'_>) -> bool>,
    point: Option<Point>,
    location: Location,
    pub(super) mapping: Mapping,
    /// Operations that are gone once all is done.
    pub(super) gone: FxHashSet<Op>,
    pub(super) replaced: Vec<Replaced>,
    pub(super) casts: Vec<Cast>,
    /// Operations that patterns made or changed, to be looked at in turn.
    pub(super) made: Vec<Op>,
    /// Bodies that were taken over from operations that are gone: what becomes of the arguments of their entry blocks.
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
            context,
            body,
            converter,
            symbols,
            owner,
            unrolling,
            fits: None,
            point: None,
            location: Location::unknown(context),
            mapping: Mapping::default(),
            gone: FxHashSet::default(),
            replaced: Vec::new(),
            casts: Vec::new(),
            made: Vec::new(),
            signatures: FxHashMap::default(),
            changes: Vec::new(),
        }
    }

    // Looking.

    /// The type converter of the patterns.
    ///
    /// # Panics
    /// Where the patterns convert no types.
    pub fn converter(&self) -> &'a TypeConverter<'c> {
        self.converter.expect("patterns that convert types")
    }

    /// Counts parts that are to be made of one vector. Patterns that make operations for each, or lists of lanes, ask before they do.
    ///
    /// # Errors
    /// Where all such parts of the pass would be too many.
    pub(crate) fn unroll(&self, parts: u64) -> Result<(), NoMatch> {
        if self.unrolling.take(parts) { Ok(()) } else { Err(TOO_MANY.into()) }
    }

    /// An operation, to be looked at.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self.context, self.body, op)
    }

    /// Those of the converted operands that the declaration calls `name`.
    pub fn group<'o>(&self, adaptor: Adaptor<'o>, name: &str) -> &'o [Value] {
        adaptor.range(self.op_ref(adaptor.op).operand_range(name))
    }

    /// The types of the results of `op`, converted.
    ///
    /// # Errors
    /// Where one cannot be.
    pub fn converted_results(&self, op: Op) -> Result<Vec<Type>, NoMatch> {
        let types = self.body.results(op).map(|result| self.body.value_type(result));
        let converted = types.map(|ty| self.converter().convert(ty)).collect::<Option<_>>();
        converted.ok_or_else(|| "the type of a result cannot be converted".into())
    }

    /// The type of the only result of `op`, converted.
    ///
    /// # Errors
    /// Where it cannot be, or there is no result.
    pub fn converted_result(&self, op: Op) -> Result<Type, NoMatch> {
        self.converted_results(op)?.first().copied().ok_or_else(|| "there is no result".into())
    }

    /// `ty` converted.
    ///
    /// # Errors
    /// Where it cannot be.
    pub fn convert_type(&self, ty: Type) -> Result<Type, NoMatch> {
        self.converter().convert(ty).ok_or_else(|| self.unconvertible(ty))
    }

    /// Why something that must be made of the type `ty` cannot be.
    #[cold]
    pub fn unconvertible(&self, ty: Type) -> NoMatch {
        let ty = tern_mlir::asm::type_to_string(self.context, ty);
        format!("the type '{ty}' cannot be converted").into()
    }

    /// The symbol `name` of the module around, as it was before the conversion.
    pub fn symbol(&self, name: Ident) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// The operation that owns the body, mostly a function, as it is once it is converted; `None` for the outermost body.
    pub fn owner(&self) -> Option<Symbol> {
        self.owner
    }

    // What is said.

    /// Whether an operation such as `op` can stay as it is, or there are patterns for it: what a pattern makes that moves blocks
    /// about must be such, as blocks are not moved back where it is not.
    pub fn can_be_made(&self, op: Op) -> bool {
        self.fits.is_none_or(|fits| fits(self.op_ref(op)))
    }

    /// Reports what is wrong with the program, whether or not another pattern fits. That does not fail the conversion by itself:
    /// as in MLIR, the operation stays where it may.
    #[cold]
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.symbols.diagnostics.push(diagnostic);
    }

    // What the module gets.

    /// Sees to it that the module has an `llvm.func` `name` of the type `result (parameters)`.
    ///
    /// # Errors
    /// Where something else has that name.
    pub fn declare_function(&mut self, name: &str, parameters: &[Type], result: Type) -> Result<(), NoMatch> {
        let ty = tern_dialect_llvm::types::function(self.context, result, parameters, false);
        self.symbols.declare_function(self.context, name, ty)
    }

    /// Adds an operation that defines a symbol at the beginning of the module.
    pub fn add_symbol(&mut self, state: OpState) {
        self.symbols.add(self.context, state);
    }

    /// A name that begins with `name` and that no symbol has.
    pub fn unique_symbol(&self, name: &str) -> String {
        self.symbols.unique(self.context, name)
    }

    // Where things are put.

    /// Stands elsewhere from now on; returns where it stood.
    pub fn at(&mut self, point: Point) -> Option<Point> {
        self.point.replace(point)
    }

    /// Stands where it stood.
    pub fn back_to(&mut self, point: Option<Point>) {
        self.point = point;
    }

    /// Whether an operation was replaced or erased, and only stands there until all is done.
    pub fn is_gone(&self, op: Op) -> bool {
        self.gone.contains(&op)
    }

    /// The block where it stands.
    pub fn point_block(&self) -> Option<Block> {
        match self.point? {
            Point::Start(block) | Point::End(block) => Some(block),
            Point::Before(op) => self.body.op_block(op),
        }
    }

    /// Gives another location to what is made from now on.
    pub fn set_location(&mut self, location: Location) {
        self.location = location;
    }

    // Values.

    /// What stands for the results of `op` from now on, each of whatever type; the operation will be gone.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        debug_assert_eq!(self.body.results(op).len(), values.len());
        for (result, &value) in self.body.results(op).zip(values) {
            self.map(smallvec![result], smallvec![value]);
        }
        self.erase(op);
    }

    /// What stands for the results of `op` from now on, any number of values for each; the operation will be gone.
    pub fn replace_by_several(&mut self, op: Op, values: impl IntoIterator<Item = Values>) {
        for (result, values) in self.body.results(op).zip(values) {
            self.map(smallvec![result], values);
        }
        self.erase(op);
    }

    /// Replaces `op` by an operation named `name`, with the same discardable attributes, without regions and successors.
    pub fn replace_with(
        &mut self,
        op: Op,
        name: &'static str,
        operands: &[Value],
        results: &[Type],
        properties: super::builder::Named<'_>,
    ) -> Op {
        let new = self.op(name, operands, results, properties);
        let attributes = self.body.attributes(op);
        self.body.set_attributes(new, attributes);
        let values: Vec<Value> = self.body.results(new).collect();
        self.replace(op, &values);
        new
    }

    /// The operation will be gone; nothing that stays may use its results.
    pub fn erase(&mut self, op: Op) {
        self.replaced.push(Replaced::Op(op));
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            if self.gone.insert(op) {
                self.changes.push(Change::Gone(op));
            }
            if self.body.nested(op).is_none() {
                let (body, regions) = self.body.regions(op);
                let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
                pending.extend(blocks.flat_map(|&block| body.block_ops(block)));
            }
        }
    }

    /// `value` stands for the argument of a block from now on.
    pub fn replace_argument(&mut self, argument: Value, value: Value) {
        self.map(smallvec![argument], smallvec![value]);
        self.replaced.push(Replaced::Argument(argument));
    }

    /// What stands for `value`, in the type that its own is converted to.
    ///
    /// # Errors
    /// Where its type cannot be converted, or several values stand for it.
    pub fn remapped(&mut self, value: Value) -> Result<Value, NoMatch> {
        match self.remapped_to_several(value)?[..] {
            [one] => Ok(one),
            _ => Err(SEVERAL.into()),
        }
    }

    /// What stands for `value`, in the types that its own is converted to.
    ///
    /// # Errors
    /// Where its type cannot be converted.
    pub fn remapped_to_several(&mut self, value: Value) -> Result<Values, NoMatch> {
        let Some(converter) = self.converter else { return Ok(smallvec![self.latest(value)]) };
        let original = self.body.value_type(value);
        let wanted = converter.convert_to_several(original).ok_or_else(|| self.unconvertible(original))?;
        if wanted.is_empty() {
            return Ok(Values::new());
        }
        if let Some(found) = self.mapping.with_types(self.body, value, &wanted) {
            return Ok(found);
        }
        let inputs = self.mapping.latest_but_casts(self.body, value);
        Ok(self.cast(after(self.body, &inputs), self.location, inputs, &wanted, Some(original)))
    }

    /// What stands for the operands of `op`, and where what stands for each ends: of converted types where the pattern is
    /// `typed`, one value for each unless it `takes_several`.
    pub(super) fn remapped_operands(
        &mut self,
        op: Op,
        typed: bool,
        takes_several: bool,
    ) -> Result<(Vec<Value>, Vec<usize>), NoMatch> {
        let originals = self.body.operands(op).to_vec();
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

    /// What stands for `value`, in whatever type.
    pub fn latest(&self, value: Value) -> Value {
        match self.mapping.latest_but_casts(self.body, value)[..] {
            [one] => one,
            _ => value,
        }
    }

    /// A cast of the driver's own, which goes away if another leads back.
    pub(super) fn cast(
        &mut self,
        point: Option<Point>,
        location: Location,
        inputs: Values,
        results: &[Type],
        original: Option<Type>,
    ) -> Values {
        let mut state =
            OpState::new(self.context.op_name_of_two("builtin.unrealized_conversion_cast", ""), location);
        state.operands = inputs.iter().copied().collect();
        state.result_types.extend(results.iter().copied());
        let op = self.body.create_op(self.context, state);
        if let Some(point) = point.or(self.point) {
            put(self.body, point, op);
        }
        self.changes.push(Change::Made(op));
        self.casts.push(Cast { op, original });
        self.mapping.casts.insert(op);
        let values: Values = self.body.results(op).collect();
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

    /// The body, for changes that have no method here. What is moved is not moved back where a pattern fails.
    pub fn body_mut(&mut self) -> &mut Body {
        self.body
    }

    /// An operation was changed in place, and is to be looked at again.
    pub fn changed(&mut self, op: Op) {
        self.made.push(op);
    }

    /// Splits a block before `op`: a new block right behind it gets `op` and all that follows.
    pub fn split_block(&mut self, block: Block, op: Op) -> Block {
        self.body.split_block(block, op)
    }

    /// A new block right behind `after` with arguments of these types.
    pub fn create_block_after(&mut self, after: Block, arguments: &[Type]) -> Block {
        let block = self.body.create_block();
        self.body.insert_block_after(after, block);
        for &ty in arguments {
            self.body.add_argument(block, ty, self.location);
        }
        block
    }

    /// Moves a block right behind another one.
    pub fn move_block_after(&mut self, block: Block, after: Block) {
        self.body.remove_block(block);
        self.body.insert_block_after(after, block);
    }

    /// Moves the blocks of `region` right behind `after`, in order.
    pub fn inline_region_after(&mut self, region: Region, after: Block) {
        let mut last = after;
        for block in self.body.region_blocks(region).to_vec() {
            self.body.remove_block(block);
            self.body.insert_block_after(last, block);
            last = block;
        }
    }

    /// Moves the operations of `source` to the end of `target`; `values` stand for its arguments, and it is gone.
    pub fn merge_block(&mut self, source: Block, target: Block, values: &[Value]) {
        self.move_ops(source, Point::End(target), values);
    }

    /// Moves the operations of `source` to `point`; `values` stand for its arguments, and it is gone.
    pub fn move_ops(&mut self, source: Block, point: Point, values: &[Value]) {
        for (argument, &value) in self.body.block_arguments(source).to_vec().into_iter().zip(values) {
            self.replace_argument(argument, value);
        }
        // Where all go to the beginning, the first goes there last.
        let mut ops: Vec<Op> = self.body.block_ops(source).collect();
        if matches!(point, Point::Start(_)) {
            ops.reverse();
        }
        for op in ops {
            self.body.remove_op(op);
            put(self.body, point, op);
        }
        self.body.remove_block(source);
    }

    /// Converts the types of the arguments of `block`.
    ///
    /// # Errors
    /// Where one cannot be; nothing is changed then.
    pub fn convert_block(&mut self, block: Block) -> Result<(), NoMatch> {
        let types = self.body.block_arguments(block).iter().map(|&argument| self.body.value_type(argument));
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

    /// Gives other arguments to a block.
    pub fn apply_signature(&mut self, block: Block, signature: &Signature) {
        let old = self.body.take_arguments(block);
        for (&argument, types) in old.iter().zip(&signature.arguments) {
            let location = self.body.value_location(argument);
            let new = types.iter().map(|&ty| self.body.add_argument(block, ty, location)).collect();
            self.map(smallvec![argument], new);
            self.replaced.push(Replaced::Argument(argument));
        }
    }

    /// Takes the body of an isolated operation, to be given to another one that replaces it.
    pub fn take_body(&mut self, op: Op) -> Box<Body> {
        Box::new(self.body.nested_mut(op).map(std::mem::take).unwrap_or_default())
    }

    /// The body of `op` was [taken](Self::take_body) from another operation, and the arguments of its entry block are to be
    /// converted thus; what it holds is converted then.
    pub fn convert_body_of(&mut self, op: Op, signature: Signature) {
        self.signatures.insert(op, signature);
    }

    // The driver.

    pub(super) fn mark(&self) -> Mark {
        Mark {
            changes: self.changes.len(),
            replaced: self.replaced.len(),
            casts: self.casts.len(),
            made: self.made.len(),
        }
    }

    /// Stands before an operation that is to be converted.
    pub(super) fn begin(&mut self, op: Op) {
        self.point = Some(Point::Before(op));
        self.location = self.body.op_location(op);
    }

    /// All operations that are in a block.
    fn users(&self) -> impl Iterator<Item = Op> + '_ {
        (0..self.body.op_count()).map(Op::new).filter(|&op| self.body.op_block(op).is_some())
    }

    pub(super) fn undo(&mut self, mark: &Mark) {
        while self.changes.len() > mark.changes {
            match self.changes.pop() {
                Some(Change::Made(op)) => {
                    self.body.remove_op(op);
                    self.signatures.remove(&op);
                }
                Some(Change::Mapped(from, to)) => self.mapping.restore(from, to),
                Some(Change::Gone(op)) => {
                    self.gone.remove(&op);
                }
                None => break,
            }
        }
        self.replaced.truncate(mark.replaced);
        self.casts.truncate(mark.casts);
        self.made.truncate(mark.made);
    }
}

impl<'c> Builder<'c> for Rewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        self.body
    }

    fn location(&self) -> Location {
        self.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        let op = make_at(self.context, self.body, self.point, state);
        self.changes.push(Change::Made(op));
        self.made.push(op);
        op
    }
}

impl<'c> InPlace<'c> for Rewriter<'_, 'c> {
    fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.body.set_operands(op, operands);
    }

    fn set_properties(&mut self, op: Op, properties: tern_mlir::Attribute) {
        self.body.set_properties(op, properties);
    }

    fn has_users(&self, value: Value) -> bool {
        self.users().any(|op| self.body.operands(op).contains(&value))
    }

    fn replace_users(&mut self, value: Value, by: Value) {
        for op in self.users().collect::<Vec<_>>() {
            for operand in self.body.operands_mut(op).iter_mut().filter(|operand| **operand == value) {
                *operand = by;
            }
        }
    }
}

/// Right behind the definitions of all these values; `None` where there is no such place.
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

/// The block of a value, and the operation that defines it there.
fn definition(body: &Body, value: Value) -> Option<(Block, Option<Op>)> {
    match body.value_def(value) {
        ValueDef::Argument(block, _) => Some((block, None)),
        ValueDef::Result(op, _) => Some((body.op_block(op)?, Some(op))),
    }
}

/// The later one of two definitions; of two that are in different blocks the second.
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
