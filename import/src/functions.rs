//! Imports functions: their blocks and values.

use std::borrow::Cow;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_dialect_llvm::ops;
use tern_llvm_ir::function::{Function, Local, ValueKind};
use tern_llvm_ir::graph::Dominators;
use tern_llvm_ir::{Constant, Inst};
use tern_mapping::asides;
use tern_mapping::names::{Named, to_mlir};
use tern_mlir::{Block, Body, Ident, Location, Op, Value};

use crate::builder::{Dictionaries, New};
use crate::op_cache::CachedOp;
use crate::phis::{Phis, is_phi, phi_count};
use crate::policy::{Order, walk_order};
use crate::{Error, Importer, Result, Tables, ir};

/// The place where operations are created: the body of a function or of an initializer.
pub(crate) struct BodyState<'a> {
    pub(crate) body: Body,
    /// The entry block, which begins with the constants.
    pub(crate) entry: Block,
    /// The first operation of the entry block that is not a constant; new constants go in front of it.
    pub(crate) first: Option<Op>,
    pub(crate) constants: FxHashMap<Constant, Value>,
    /// Zeros of types whose zero is part of a constant but not itself a constant of the module.
    pub(crate) zeros: FxHashMap<ir::Type, Value>,
    /// Poison values of such types.
    pub(crate) poisons: FxHashMap<ir::Type, Value>,
    /// Whether constant expressions are marked as such. Not in an initializer, where everything is constant.
    pub(crate) marks: bool,
    /// The importer's cache of dictionaries, lent to the site and returned at the end.
    pub(crate) dictionaries: Dictionaries,
    /// `None` in an initializer, which has no instructions.
    function: Option<FunctionState<'a>>,
}

/// State that only a function has.
pub(crate) struct FunctionState<'a> {
    pub(crate) function: &'a Function,
    pub(crate) global: ir::Global,
    pub(crate) locals: SecondaryMap<Local, Option<Value>>,
    pub(crate) blocks: SecondaryMap<ir::Block, Option<Block>>,
    /// Placeholders for forward references: locals used before their block is imported.
    placeholders: FxHashMap<Local, Value>,
    pub(crate) phis: Phis,
    /// The block being imported.
    pub(crate) block: ir::Block,
    /// Created when a debug record first needs it.
    pub(crate) dominators: Option<Dominators<tern_llvm_ir::Block>>,
    /// The block of each result and its number in function order; created on first use.
    numbers: FxHashMap<Local, (ir::Block, i64)>,
    /// Debug records that are still to be imported, after the values that they describe.
    pub(crate) records: Vec<Inst>,
}

const IN_FUNCTIONS: &str = "instructions and local values are in functions";

/// A list of operands; most are short.
pub(crate) type Values = SmallVec<[Value; 4]>;

impl<'a> BodyState<'a> {
    pub(crate) fn new(dictionaries: Dictionaries) -> Self {
        let (body, entry) = Body::with_block();
        Self {
            body,
            entry,
            first: None,
            constants: FxHashMap::default(),
            zeros: FxHashMap::default(),
            poisons: FxHashMap::default(),
            marks: false,
            dictionaries,
            function: None,
        }
    }

    /// The state of the function whose instructions are being imported.
    ///
    /// # Panics
    /// In an initializer.
    #[inline]
    pub(crate) fn function(&self) -> &FunctionState<'a> {
        self.function.as_ref().expect(IN_FUNCTIONS)
    }

    /// The state of the function whose instructions are being imported.
    ///
    /// # Panics
    /// In an initializer.
    #[inline]
    pub(crate) fn function_mut(&mut self) -> &mut FunctionState<'a> {
        self.function.as_mut().expect(IN_FUNCTIONS)
    }

    /// Creates a constant in the entry block, after the constants so far.
    pub(crate) fn emit(&mut self, new: New<'_>) -> Value {
        let op = new.make_with(&mut self.body, &mut self.dictionaries);
        self.emit_op(op)
    }

    /// Creates a constant from a cached form in the entry block, after the constants so far.
    pub(crate) fn emit_cached(&mut self, form: CachedOp, location: Location) -> Value {
        let op = form.make(&mut self.body, location, &[]);
        self.emit_op(op)
    }

    fn emit_op(&mut self, op: Op) -> Value {
        match self.first {
            Some(first) => self.body.insert_op_before(first, op),
            None => self.body.append_op(self.entry, op),
        }
        self.body.made_result(op)
    }

    /// Marks the operation of a constant expression, so that export folds it back.
    pub(crate) fn constexpr<'c>(&self, new: New<'c>) -> New<'c> {
        new.unit_aside(asides::CONSTEXPR, self.marks)
    }

    /// Appends an operation to a block.
    pub(crate) fn append(&mut self, block: Block, op: Op) {
        self.body.append_op(block, op);
        if block == self.entry && self.first.is_none() {
            self.first = Some(op);
        }
    }

    /// Creates an operation at the end of a block.
    pub(crate) fn append_new(&mut self, block: Block, new: New<'_>) -> Op {
        let op = new.make_with(&mut self.body, &mut self.dictionaries);
        self.append(block, op);
        op
    }
}

impl<'m, 'c> Importer<'m, 'c> {
    /// The value of an operand. A local that is not defined yet gets a placeholder.
    #[inline(always)]
    pub(crate) fn value(&mut self, site: &mut BodyState<'_>, value: ir::Value) -> Result<Value> {
        let local = match value.kind() {
            ValueKind::Constant(constant) => return self.constant(site, constant),
            ValueKind::Local(local) => local,
        };
        let state = site.function();
        if let Some(value) = state.locals[local] {
            return Ok(value);
        }
        if let Some(&value) = state.placeholders.get(&local) {
            return Ok(value);
        }
        let ty = self.ty(state.function.locals[local].ty);
        let op = New::op(self.context, "builtin.unrealized_conversion_cast").result(ty).make(&mut site.body);
        let value = site.body.made_result(op);
        site.function_mut().placeholders.insert(local, value);
        Ok(value)
    }

    #[inline(always)]
    pub(crate) fn values(&mut self, site: &mut BodyState<'_>, values: &[ir::Value]) -> Result<Values> {
        let mut imported = Values::new();
        self.push_values(site, values, &mut imported)?;
        Ok(imported)
    }

    /// Appends the values of operands to `imported`.
    #[inline(always)]
    pub(crate) fn push_values(
        &mut self,
        site: &mut BodyState<'_>,
        values: &[ir::Value],
        imported: &mut Values,
    ) -> Result<()> {
        for &value in values {
            imported.push(self.value(site, value)?);
        }
        Ok(())
    }

    /// Imports the body of a function that has one.
    pub(crate) fn function_body(&mut self, global: ir::Global, function: &Function) -> Result<Body> {
        let mut site = BodyState::new(std::mem::take(&mut self.attributes.dictionaries));
        site.marks = self.policy.keeps_all;
        let mut state = FunctionState {
            function,
            global,
            locals: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            placeholders: FxHashMap::default(),
            phis: Phis::default(),
            block: function.layout[0],
            dominators: None,
            numbers: FxHashMap::default(),
            records: Vec::new(),
        };
        let order = match self.policy.order {
            Order::Module => Cow::Borrowed(&function.layout[..]),
            Order::Walk => Cow::Owned(walk_order(function)),
        };
        let reachable: Option<FxHashSet<ir::Block>> =
            (order.len() < function.layout.len()).then(|| order.iter().copied().collect());
        state.locals.resize(function.locals.len());
        state.blocks.resize(function.blocks.len());
        site.body.reserve(function.insts.len() + function.insts.len() / 4);
        let region = site.body.root_regions()[0];
        let location = self.implied_location(global);
        for (index, &block) in function.layout.iter().enumerate() {
            if reachable.as_ref().is_some_and(|reachable| !reachable.contains(&block)) {
                self.leave_out_block(global, function, block, location)?;
                continue;
            }
            let imported = if index == 0 { site.entry } else { site.body.add_block(region) };
            state.blocks[block] = Some(imported);
            if let (Some(name), true) = (function.blocks[block].name, index != 0) {
                site.body.set_block_name(imported, Some(self.spelled(name, Named::Block)));
            }
        }
        for &arg in &function.args {
            let ty = self.ty(function.locals[arg].ty);
            let value = site.body.add_argument(site.entry, ty, location);
            self.name_value(&mut site.body, value, function.locals[arg].name, Named::Argument);
            state.locals[arg] = Some(value);
        }
        self.phi_nodes(function, &mut site.body, &mut state)?;
        site.function = Some(state);
        for &block in order.iter() {
            self.block(&mut site, function, block)?;
        }
        self.debug_records(&mut site, function);
        self.replace_placeholders(&mut site)?;
        self.attributes.dictionaries = site.dictionaries;
        Ok(site.body)
    }

    #[inline(always)]
    fn block(&mut self, site: &mut BodyState<'_>, function: &Function, block: ir::Block) -> Result<()> {
        let state = site.function_mut();
        state.block = block;
        let global = state.global;
        let (phis, insts) = function.block_insts(block).split_at(phi_count(function, block));
        // MLIR requires the landing pad to be the first operation.
        let is_pad = |&inst: &ir::Inst| matches!(function.insts[inst].inst, ir::Instruction::LandingPad(_));
        let pad = insts.first().is_some_and(is_pad) && self.policy.satisfies_verifier;
        if !pad {
            self.tag_block(site, global, block)?;
        }
        if self.policy.walks() {
            self.locate_phis(site, function, phis);
        }
        for (index, &inst) in insts.iter().enumerate() {
            if self.policy.walks() && self.is_overlooked(function, &insts[index..]) {
                continue;
            }
            self.instruction(site, function, inst)?;
            if pad && index == 0 {
                self.tag_block(site, global, block)?;
            }
        }
        Ok(())
    }

    /// Adds the `llvm.blocktag` to a block whose address is taken.
    fn tag_block(&mut self, site: &mut BodyState<'_>, global: ir::Global, block: ir::Block) -> Result<()> {
        if let Some(tag) = self.block_tag(global, block) {
            let at = self.imported_block(site, block)?;
            let tag = self.block_tag_attribute(tag);
            let mut new = New::of(self.context, ops::BlockTag::start().tag(tag));
            new.state.location = self.implied_location(global);
            site.append_new(at, new);
        }
        Ok(())
    }
}

impl<'m, 'c> Tables<'m, 'c> {
    pub(crate) fn name_value(
        &self,
        body: &mut Body,
        value: Value,
        name: Option<tern_llvm_ir::StrId>,
        named: Named,
    ) {
        if let Some(name) = name {
            body.set_value_name(value, Some(self.spelled(name, named)));
        }
    }

    /// A name as MLIR spells it. Mostly unchanged, and then not interned again.
    fn spelled(&self, name: tern_llvm_ir::StrId, named: Named) -> Ident {
        let known = self.ir.strings.get(name);
        match to_mlir(known, named) {
            Cow::Borrowed(same) if std::ptr::eq(same, known) => self.ident(name),
            other => self.context.ident_of_bytes(&other),
        }
    }

    /// Replaces placeholders by the values defined since.
    ///
    /// # Errors
    /// If a value was never defined.
    fn replace_placeholders(&self, site: &mut BodyState<'_>) -> Result<()> {
        let state = site.function();
        if state.placeholders.is_empty() {
            return Ok(());
        }
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        for (&local, &placeholder) in &state.placeholders {
            let Some(value) = state.locals[local] else {
                return Err(Error::new("a value that is not defined"));
            };
            replaced.insert(placeholder, value);
        }
        site.body.map_operands(|operand| *replaced.get(&operand).unwrap_or(&operand));
        Ok(())
    }

    pub(crate) fn imported_block(&self, site: &BodyState<'_>, block: ir::Block) -> Result<Block> {
        let found = site.function().blocks[block];
        found.ok_or_else(|| Error::new("a block that is not in the function"))
    }

    /// The number of a value in function order, if it does not dominate the current operation; `None` otherwise. Debug records
    /// may use such values.
    pub(crate) fn undominated(&self, site: &mut BodyState<'_>, value: ir::Value) -> Option<i64> {
        let local = value.local()?;
        let state = site.function_mut();
        let function = state.function;
        let inst = function.locals[local].inst.expand()?;
        if state.numbers.is_empty() {
            let results = function.layout.iter().flat_map(|&block| {
                let insts = function.block_insts(block).iter();
                insts.filter_map(move |&inst| Some((function.insts[inst].result.expand()?, block)))
            });
            let first = function.args.len() as i64;
            state.numbers =
                results.zip(first..).map(|((local, block), number)| (local, (block, number))).collect();
        }
        let &(block, number) = state.numbers.get(&local)?;
        let dominates = if block == state.block {
            is_phi(function, inst) || state.locals[local].is_some()
        } else {
            state.dominators.get_or_insert_with(|| Dominators::of(function)).dominates(block, state.block)
        };
        (!dominates).then_some(number)
    }
}
