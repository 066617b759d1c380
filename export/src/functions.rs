//! Exports functions: their blocks and values, and block arguments as PHI nodes.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_tern::operands::{MISSING_OPERANDS, SURPLUS_OPERANDS};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::constants::Constant;
use tern_llvm_ir::function::{Function, Local};
use tern_llvm_ir::instruction::{Flags, Instruction, List};
use tern_mapping::asides::PHIS;
use tern_mapping::flags::fast_math_of;
use tern_mapping::names::to_llvm;
use tern_mlir::{Block, Body, OpRef, Region, Value};

use crate::debug_info::subprogram_attribute;
use crate::instruction_cache::Common;
use crate::parallel::{OpenPart, Translated};
use crate::{Exporter, Result, ir};

/// The state of exporting one body, of a function or an initializer.
pub(crate) struct BodyState<'b> {
    pub(crate) body: &'b Body,
    pub(crate) values: SecondaryMap<Value, Option<ir::Value>>,
    /// Aggregates under construction, by the value that holds them.
    pub(crate) partial: FxHashMap<Value, (ir::Type, Vec<Constant>)>,
    pub(crate) function: Function,
    pub(crate) blocks: SecondaryMap<Block, Option<ir::Block>>,
    /// The locals reserved for results before their instructions are created.
    pub(crate) results: SecondaryMap<Value, Option<Local>>,
    /// For each block, the edges into it.
    pub(crate) edges: SecondaryMap<ir::Block, Vec<Edge>>,
    /// The position of each block in the function.
    pub(crate) positions: SecondaryMap<ir::Block, u32>,
    /// All values in function order: arguments, then results and PHI nodes.
    order: Vec<Local>,
    /// Blocks that only forward to another block.
    pub(crate) forwarding: FxHashSet<Block>,
    /// Results of operations of other dialects that are not translated yet, and those among them that have been used already.
    pub(crate) pending: FxHashSet<Local>,
    pub(crate) used_early: FxHashSet<Local>,
    /// Blocks inserted between a terminator and a block that it names more than once, in order; the flag tells whether the block
    /// has been named once already.
    pub(crate) detours: FxHashMap<(ir::Block, Block), (bool, VecDeque<ir::Block>)>,
    /// The subprogram of the function, which is the default scope of locations.
    pub(crate) subprogram: Option<MdNode>,
    /// Whether the function has a subprogram, of which a worker does not know the node.
    pub(crate) in_subprogram: bool,
    /// The order in which blocks are exported.
    pub(crate) block_order: Vec<Block>,
    /// What is left to do if a worker has translated the body.
    pub(crate) left: Option<Translated>,
}

/// An edge from one block to another.
#[derive(Clone)]
pub(crate) struct Edge {
    /// Sort key among the edges into a block: the position of the terminator, then the position of the edge among its successors.
    /// Edges from blocks added by export come last, in order of creation.
    pub(crate) key: (bool, u32, usize),
    pub(crate) from: ir::Block,
    /// The values passed for the target's arguments.
    pub(crate) values: Vec<ir::Value>,
}

impl<'b> BodyState<'b> {
    /// Drops everything but the function, of which this is left to do.
    pub(crate) fn translated(self, left: Translated) -> Self {
        Self { function: self.function, left: Some(left), ..Self::new(self.body) }
    }

    pub(crate) fn new(body: &'b Body) -> Self {
        Self {
            body,
            values: SecondaryMap::new(),
            partial: FxHashMap::default(),
            function: Function::default(),
            blocks: SecondaryMap::new(),
            results: SecondaryMap::new(),
            edges: SecondaryMap::new(),
            positions: SecondaryMap::new(),
            detours: FxHashMap::default(),
            order: Vec::new(),
            forwarding: FxHashSet::default(),
            pending: FxHashSet::default(),
            used_early: FxHashSet::default(),
            subprogram: None,
            in_subprogram: false,
            block_order: Vec::new(),
            left: None,
        }
    }

    /// The value with this number in function order.
    pub(crate) fn numbered(&self, number: u64) -> Option<ir::Value> {
        self.order.get(usize::try_from(number).ok()?).map(|&local| local.into())
    }

    /// The blocks of the function without those that only forward.
    pub(crate) fn own_blocks(&self, region: Region) -> Vec<Block> {
        let blocks = self.body.region_blocks(region).iter().copied();
        blocks.filter(|block| !self.forwarding.contains(block)).collect()
    }

    pub(crate) fn define_constant(&mut self, value: Value, constant: Constant) {
        self.values[value] = Some(constant.into());
    }
}

impl Exporter<'_> {
    /// The LLVM value of an operand.
    pub(crate) fn value(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        value: Value,
    ) -> Result<ir::Value> {
        if let Some(value) = site.values[value] {
            if let Some(local) = value.local().filter(|local| site.pending.contains(local)) {
                site.used_early.insert(local);
            }
            return Ok(value);
        }
        if site.partial.contains_key(&value) {
            return self.constant_value(site, op, value).map(ir::Value::from);
        }
        self.error(op, "operand has no LLVM value")
    }

    pub(crate) fn values(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        values: &[Value],
    ) -> Result<Vec<ir::Value>> {
        values.iter().map(|&value| self.value(site, op, value)).collect()
    }

    fn value_name(&mut self, body: &Body, value: Value) -> Option<ir::StrId> {
        if !self.tables.policy.keeps_names {
            return None;
        }
        let name = body.value_name(value)?;
        let known = self.context.bytes(name);
        Some(match to_llvm(known) {
            Cow::Borrowed(same) if std::ptr::eq(same, known) => self.text(name),
            other => self.intern(&other),
        })
    }

    /// Renames blocks that are called like a value, as LLVM does: in MLIR names of blocks and of values are distinct.
    fn rename_blocks(&mut self, function: &mut ir::Function) {
        let names = function.blocks.iter().filter_map(|(block, data)| Some((data.name?, block)));
        let blocks: FxHashMap<ir::StrId, ir::Block> = names.collect();
        if blocks.is_empty() {
            return;
        }
        let names = function.locals.values().filter_map(|local| local.name);
        let taken: Vec<ir::StrId> = names.filter(|name| blocks.contains_key(name)).collect();
        for name in taken {
            let text = self.ir.strings.get(name).to_vec();
            let fresh = (1_u64..).find_map(|number| {
                let fresh = self.intern(&[&text[..], number.to_string().as_bytes()].concat());
                let is_taken = function.blocks.values().any(|block| block.name == Some(fresh))
                    || function.locals.values().any(|local| local.name == Some(fresh));
                (!is_taken).then_some(fresh)
            });
            function.blocks[blocks[&name]].name = fresh;
        }
    }

    /// Exports the body of a function into `site.function`.
    pub(crate) fn function_body(&mut self, site: &mut BodyState<'_>, func: OpRef<'_>) -> Result<()> {
        let context = self.context;
        let body = site.body;
        site.in_subprogram = subprogram_attribute(func).is_some();
        if !self.is_worker() {
            site.subprogram = self.subprogram(func);
        }
        let Some(&region) = body.root_regions().first() else { return Ok(()) };
        let blocks = site.own_blocks(region);
        site.function.reserve(body.op_count(), body.block_count());
        site.values.resize(body.value_count());
        site.results.resize(body.value_count());
        site.edges.resize(site.function.blocks.len());
        // The arguments of the function.
        for &argument in blocks.first().map_or(&[][..], |&entry| body.block_arguments(entry)) {
            let Some(ty) = self.ty(body.value_type(argument)) else {
                return self.error(func, "argument type without LLVM IR");
            };
            self.count_argument_location(func, body.value_location(argument));
            let name = self.value_name(body, argument);
            let local = site.function.add_arg(ty, name);
            site.order.push(local);
            site.values[argument] = Some(local.into());
        }
        // Constants first; all other results get locals, because operands may be used before their definition.
        let mut phis: Vec<Vec<(ir::Inst, usize)>> = Vec::with_capacity(blocks.len());
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let mut steps_of: SecondaryMap<Block, Range<usize>> = SecondaryMap::new();
        steps_of.resize(body.block_count());
        for (index, &block) in blocks.iter().enumerate() {
            let Some(exported) = site.blocks[block] else { continue };
            phis.push(if index == 0 { Vec::new() } else { self.add_phis(site, func, block, exported)? });
            let first = steps.len();
            for op in body.block_ops(block) {
                let op = OpRef::new(context, body, op);
                let shape = self.shape_of(op);
                let Common { is_constant, is_llvm, leaves_out, place, .. } =
                    self.instruction_cache.all[shape];
                if leaves_out {
                    self.count_attributes(op, place);
                }
                if is_constant {
                    self.count_unkept_location(body.op_location(op.op));
                    self.constant_op(site, op)?;
                    continue;
                }
                steps.push((op.op, shape));
                for result in body.results(op.op) {
                    let Some(ty) = self.ty(op.type_of(result)) else {
                        return self.error(op, "result type without LLVM IR");
                    };
                    // MLIR's own importer gives inline assembly without result a result of type `void`.
                    if ty == self.ir.types.common.void {
                        continue;
                    }
                    let name = self.value_name(body, result);
                    let local = site.function.add_local(ty, name);
                    site.order.push(local);
                    site.values[result] = Some(local.into());
                    site.results[result] = Some(local);
                    if !is_llvm {
                        site.pending.insert(local);
                    }
                }
            }
            steps_of[block] = first..steps.len();
        }
        self.rename_blocks(&mut site.function);
        if self.tables.policy.follows_use_lists {
            self.detours(site, &blocks)?;
        }
        for block in std::mem::take(&mut site.block_order) {
            let Some(exported) = site.blocks[block] else { continue };
            let steps = &steps[steps_of[block].clone()];
            for &(op, shape) in steps {
                self.instruction(site, exported, OpRef::new(context, body, op), shape)?;
            }
        }
        self.steps = steps;
        for (block, phis) in blocks.iter().zip(phis) {
            self.fill_phis(site, *block, &phis, func)?;
        }
        Ok(())
    }

    /// Adds a PHI node, without incoming values, for each argument of a block. Returns them with the positions of the arguments.
    fn add_phis(
        &mut self,
        site: &mut BodyState<'_>,
        func: OpRef<'_>,
        block: Block,
        exported: ir::Block,
    ) -> Result<Vec<(ir::Inst, usize)>> {
        let (context, body) = (self.context, site.body);
        let arguments = body.block_arguments(block);
        if arguments.is_empty() {
            return Ok(Vec::new());
        }
        let mut phis = Vec::with_capacity(arguments.len());
        let forms = self.phi_forms(body, block);
        for (position, &argument) in arguments.iter().enumerate() {
            let Some(ty) = self.ty(body.value_type(argument)) else {
                return self.error(func, "block argument type without LLVM IR");
            };
            let name = self.value_name(body, argument);
            let local = site.function.add_local(ty, name);
            site.order.push(local);
            site.values[argument] = Some(local.into());
            let form = forms.get(position).copied();
            let entry = |name: &str| form.and_then(|form| form.get(context, context.ident(name)));
            let flags = match entry("fastmath") {
                Some(flags) => fast_math_of(context, flags).or_else(|message| self.error(func, message))?,
                None => Flags::empty(),
            };
            let first_open = self.open_count();
            let attachments = match self.leave_open(|| OpenPart::Phi(block, position as u32)) {
                true => List::default(),
                false => {
                    let attachments = self.phi_attachments(func, site, argument, form)?;
                    site.function.push_attachments(&attachments)
                }
            };
            let phi = Instruction::Phi { flags, incoming: List::default() };
            let phi = site.function.append(exported, phi, Some(local), attachments);
            self.parts_of(first_open, phi);
            phis.push((phi, position));
        }
        Ok(phis)
    }

    /// The metadata of the PHI node for an argument of a block, with its entry of the aside.
    pub(crate) fn phi_attachments(
        &mut self,
        func: OpRef<'_>,
        site: &BodyState<'_>,
        argument: Value,
        form: Option<crate::mlir::Attribute>,
    ) -> Result<Vec<(ir::StrId, MdNode)>> {
        let context = self.context;
        let given = form.and_then(|form| form.get(context, context.ident("md")));
        let mut attachments = self.attachments(func, given)?;
        self.location_attachment(site.body.value_location(argument), site.subprogram, &mut attachments);
        self.sort_attachments(&mut attachments);
        Ok(attachments)
    }

    /// The entries of the aside for PHI nodes, by PHI node. It is on the block's terminator.
    pub(crate) fn phi_forms(&self, body: &Body, block: Block) -> Vec<crate::mlir::Attribute> {
        let last = body.block_last(block).map(|last| OpRef::new(self.context, body, last));
        let forms = last.and_then(|last| last.attribute(PHIS)?.as_array(self.context));
        forms.unwrap_or_default().to_vec()
    }

    fn fill_phis(
        &mut self,
        site: &mut BodyState<'_>,
        block: Block,
        phis: &[(ir::Inst, usize)],
        func: OpRef<'_>,
    ) -> Result<()> {
        let Some(exported) = site.blocks[block].filter(|_| !phis.is_empty()) else { return Ok(()) };
        let mut edges = std::mem::take(&mut site.edges[exported]);
        edges.sort_by_key(|edge| edge.key);
        let forms = self.phi_forms(site.body, block);
        // MLIR's list of predecessors begins with the last one.
        if self.tables.policy.follows_use_lists && forms.is_empty() {
            edges.reverse();
        }
        for &(inst, position) in phis {
            let order = self.edge_order(func, forms.get(position).copied(), edges.len())?;
            let mut incoming = Vec::with_capacity(edges.len());
            for index in 0..edges.len() {
                let index = order.as_ref().map_or(index, |order| order[index]);
                let Some((from, value)) =
                    edges.get(index).and_then(|edge| Some((edge.from, *edge.values.get(position)?)))
                else {
                    return self.error(func, "an edge does not give a value to each block argument");
                };
                incoming.push((value, from));
            }
            let incoming = site.function.push_edges(&incoming);
            if let Instruction::Phi { incoming: list, .. } = &mut site.function.insts[inst].inst {
                *list = incoming;
            }
        }
        Ok(())
    }

    /// The order of a PHI node's incoming values, from the aside.
    fn edge_order(
        &self,
        func: OpRef<'_>,
        form: Option<crate::mlir::Attribute>,
        edges: usize,
    ) -> Result<Option<Vec<usize>>> {
        let Some(order) = form.and_then(|form| form.get(self.context, self.context.ident("order"))) else {
            return Ok(None);
        };
        let order = match order.as_dense_i32(self.context) {
            // A pass has added or removed edges, so the order is out of date.
            Some(order) if order.len() != edges => return Ok(None),
            order => order.and_then(|order| permutation(&order)),
        };
        match order {
            Some(order) => Ok(Some(order)),
            None => self.error(func, format!("has an order of {edges} edges in `{PHIS}` that is none")),
        }
    }

    /// The target block for `successor` of the terminator of `from`; records the edge with its values. If the block is a
    /// successor already, with other values, the edge gets a block of its own.
    pub(crate) fn edge(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
        from: ir::Block,
        successor: Block,
        operands: &[Value],
    ) -> Result<ir::Block> {
        let (mut target, mut values) = (successor, self.values(site, op, operands)?);
        if site.forwarding.contains(&successor) {
            let br = site.body.block_first(successor).map(|br| OpRef::new(self.context, site.body, br));
            let Some(br) = br else { return self.error(op, "successor without a terminator") };
            target = br.successors().first().copied().unwrap_or(successor);
            values = self.values(site, br, br.operands())?;
        }
        let Some(exported) = site.blocks[target] else {
            return self.error(op, "successor is not a block of the function");
        };
        let position = site.positions[from];
        if let Some((named, detours)) = site.detours.get_mut(&(from, target))
            && std::mem::replace(named, true)
            && let Some(detour) = detours.pop_front()
        {
            self.enter_detour(site, from, detour, &values);
            return Ok(detour);
        }
        // Duplicate edges without values need no distinction.
        if values.is_empty() && site.body.block_arguments(target).is_empty() {
            return Ok(exported);
        }
        let edges = &mut site.edges[exported];
        let clashes = edges.iter().any(|edge| edge.from == from && edge.values != values);
        if !clashes {
            edges.push(Edge { key: (false, position, edges.len()), from, values });
            return Ok(exported);
        }
        let between = site.function.blocks.push(ir::function::BlockData::default());
        let at = site.function.layout.iter().position(|&block| block == from);
        site.function.layout.insert(at.expect("the block of the terminator is laid out") + 1, between);
        site.function.append(between, Instruction::Br(exported), None, List::default());
        edges.push(Edge { key: (false, position, edges.len()), from: between, values });
        Ok(between)
    }

    /// The target blocks for all successors of a terminator. `sizes` is the number of operands that each takes.
    pub(crate) fn edges(
        &mut self,
        site: &mut BodyState<'_>,
        from: ir::Block,
        op: OpRef<'_>,
        sizes: &[i32],
        operands: &[Value],
    ) -> Result<Vec<ir::Block>> {
        let mut rest = operands;
        let mut targets = Vec::with_capacity(op.successors().len());
        for (index, &successor) in op.successors().iter().enumerate() {
            // If no successor takes operands, the sizes may be omitted.
            let size = match sizes.get(index) {
                Some(&size) => usize::try_from(size).ok(),
                None => sizes.is_empty().then_some(0),
            };
            let Some((group, after)) = size.and_then(|size| rest.split_at_checked(size)) else {
                return self.error(op, MISSING_OPERANDS);
            };
            rest = after;
            targets.push(self.edge(site, op, from, successor, group)?);
        }
        match rest.is_empty() {
            true => Ok(targets),
            false => self.error(op, SURPLUS_OPERANDS),
        }
    }
}

/// The order as indices, if it is a permutation.
fn permutation(order: &[i32]) -> Option<Vec<usize>> {
    let mut seen = vec![false; order.len()];
    let places = order.iter().map(|&place| {
        let place = usize::try_from(place).ok()?;
        (!std::mem::replace(seen.get_mut(place)?, true)).then_some(place)
    });
    places.collect()
}
