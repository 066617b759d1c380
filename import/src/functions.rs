//! Functions: blocks, PHI nodes as block arguments, and the values of a function.

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_dialect::llvm::enums::FastmathFlags;
use tern_dialect::{Attribute, Block, Body, Location, Op, Value, llvm};
use tern_ir::function::{Function, Local, ValueKind};
use tern_ir::graph::post_order;
use tern_ir::instruction::{Flags, Instruction};
use tern_ir::{Constant, Inst};
use tern_mapping::asides;
use tern_mapping::names::{Named, to_mlir};

use crate::alike::Form;
use crate::builder::{Attributes, Dictionaries, New};
use crate::constants::bits;
use crate::dominance::Dominators;
use crate::memo::Memo;
use crate::{Error, Importer, Result, ir};

/// Where operations are being made: the body of a function or of an initializer.
pub(crate) struct Site<'a> {
    pub(crate) body: Body,
    /// The entry block, where constants stand.
    pub(crate) entry: Block,
    /// The first operation of the entry block that is no constant.
    pub(crate) first: Option<Op>,
    pub(crate) constants: FxHashMap<Constant, Value>,
    /// Zeros of types that are no constants of the module, but parts of one.
    pub(crate) zeros: FxHashMap<ir::Type, Value>,
    /// Poison, likewise.
    pub(crate) poisons: FxHashMap<ir::Type, Value>,
    /// Whether computed constants are marked: not in an initializer, where everything is constant.
    pub(crate) marks: bool,
    /// The importer's, which has them back in the end.
    pub(crate) dictionaries: Dictionaries,
    pub(crate) function: Option<FunctionSite<'a>>,
}

/// What only a function has.
pub(crate) struct FunctionSite<'a> {
    pub(crate) function: &'a Function,
    pub(crate) global: ir::Global,
    pub(crate) locals: SecondaryMap<Local, Option<Value>>,
    pub(crate) blocks: SecondaryMap<ir::Block, Option<Block>>,
    /// Placeholders of locals that are used before the block that defines them is imported.
    placeholders: FxHashMap<Local, Value>,
    /// For each block with PHI nodes, the values that they have over each edge into it, in canonical order.
    phis: FxHashMap<ir::Block, Phis>,
    /// The edges into blocks with PHI nodes that are still to be made, by their ends.
    edges: FxHashMap<(ir::Block, ir::Block), SmallVec<[u32; 4]>>,
    /// The block at hand.
    pub(crate) block: ir::Block,
    /// Made when a debug record first needs them.
    pub(crate) dominators: Option<Dominators>,
    /// The block of each value and its number in the order of the function, made when first needed.
    numbers: FxHashMap<Local, (ir::Block, i64)>,
    /// Debug records that are still to be imported: they stand where their values do.
    pub(crate) records: Vec<Inst>,
}

/// The PHI nodes of a block.
struct Phis {
    count: usize,
    /// Their values, edge by edge.
    values: Vec<ir::Value>,
    /// The aside for its terminator.
    aside: Option<Attribute>,
}

impl Phis {
    fn over(&self, edge: u32) -> &[ir::Value] {
        &self.values[edge as usize * self.count..][..self.count]
    }
}

/// Operands: few, mostly.
pub(crate) type Values = SmallVec<[Value; 4]>;

impl<'a> Site<'a> {
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

    /// Makes a constant among those at the start of the entry block.
    pub(crate) fn emit(&mut self, new: New<'_>) -> Value {
        let op = new.make_with(&mut self.body, &mut self.dictionaries);
        self.emit_op(op)
    }

    /// Makes a constant of this form, likewise.
    pub(crate) fn emit_form(&mut self, form: Form, location: Location) -> Value {
        let op = form.make(&mut self.body, location, &[]);
        self.emit_op(op)
    }

    fn emit_op(&mut self, op: Op) -> Value {
        match self.first {
            Some(first) => self.body.insert_op_before(first, op),
            None => self.body.append_op(self.entry, op),
        }
        self.body.result(op).unwrap_or_else(|| Value::new(0))
    }

    /// Marks the operation of a constant expression.
    pub(crate) fn constexpr<'c>(&self, new: New<'c>) -> New<'c> {
        new.unit_aside(asides::CONSTEXPR, self.marks)
    }

    /// Puts an operation at the end of a block.
    pub(crate) fn append(&mut self, block: Block, op: Op) {
        self.body.append_op(block, op);
        if block == self.entry && self.first.is_none() {
            self.first = Some(op);
        }
    }

    /// Makes an operation at the end of a block.
    pub(crate) fn append_new(&mut self, block: Block, new: New<'_>) -> Op {
        let op = new.make_with(&mut self.body, &mut self.dictionaries);
        self.append(block, op);
        op
    }
}

impl<'m, 'c> Importer<'m, 'c> {
    /// The value of an operand.
    #[inline(always)]
    pub(crate) fn value(&mut self, site: &mut Site<'_>, value: ir::Value) -> Result<Value> {
        let local = match value.kind() {
            ValueKind::Constant(constant) => return self.constant(site, constant),
            ValueKind::Local(local) => local,
        };
        let ty = match &site.function {
            Some(state) => match state.locals[local] {
                Some(value) => return Ok(value),
                None => state.function.locals[local].ty,
            },
            None => return Err(Error::new("a local value outside a function")),
        };
        if let Some(&value) = site.function.as_ref().and_then(|state| state.placeholders.get(&local)) {
            return Ok(value);
        }
        let ty = self.ty(ty);
        let op = New::op(self.context, "builtin.unrealized_conversion_cast").result(ty).make(&mut site.body);
        let value = site.body.result(op).unwrap_or_else(|| Value::new(0));
        if let Some(state) = &mut site.function {
            state.placeholders.insert(local, value);
        }
        Ok(value)
    }

    #[inline(always)]
    pub(crate) fn values(&mut self, site: &mut Site<'_>, values: &[ir::Value]) -> Result<Values> {
        let mut imported = Values::new();
        self.push_values(site, values, &mut imported)?;
        Ok(imported)
    }

    /// The same; they go behind those that are in `imported`.
    #[inline(always)]
    pub(crate) fn push_values(
        &mut self,
        site: &mut Site<'_>,
        values: &[ir::Value],
        imported: &mut Values,
    ) -> Result<()> {
        for &value in values {
            imported.push(self.value(site, value)?);
        }
        Ok(())
    }

    /// The body of a function that is defined.
    pub(crate) fn function_body(&mut self, global: ir::Global, function: &Function) -> Result<Body> {
        let context = self.context;
        let mut site = Site::new(std::mem::take(&mut self.dictionaries));
        site.marks = !self.upstream();
        let mut state = FunctionSite {
            function,
            global,
            locals: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            placeholders: FxHashMap::default(),
            phis: FxHashMap::default(),
            edges: FxHashMap::default(),
            block: function.layout[0],
            dominators: None,
            numbers: FxHashMap::default(),
            records: Vec::new(),
        };
        // MLIR's own importer goes through the blocks in another order, and leaves out those that cannot be reached.
        let order = match (self.upstream(), function.layout.first()) {
            (true, Some(&entry)) => {
                let mut seen = SecondaryMap::new();
                let post_order = post_order(entry, &mut seen, |block| function.successors(block));
                post_order.into_iter().rev().collect()
            }
            _ => function.layout.clone(),
        };
        let reachable: Option<FxHashSet<ir::Block>> =
            self.upstream().then(|| order.iter().copied().collect());
        state.locals.resize(function.locals.len());
        state.blocks.resize(function.blocks.len());
        site.body.reserve(function.insts.len() + function.insts.len() / 4);
        let region = site.body.root_regions()[0];
        let location = match self.upstream() {
            true => self.function_location(&self.ir.globals[global].attachments),
            false => Location::unknown(context),
        };
        for (index, &block) in function.layout.iter().enumerate() {
            if reachable.as_ref().is_some_and(|reachable| !reachable.contains(&block)) {
                if self.block_tag(global, block).is_some() {
                    let name = function.blocks[block].name.map(|name| self.ir.text(name)).unwrap_or_default();
                    let message = format!("unreachable block '{name}' with address taken");
                    return Err(Error::at(location, message));
                }
                continue;
            }
            let imported = if index == 0 { site.entry } else { site.body.add_block(region) };
            state.blocks[block] = Some(imported);
            if let (Some(name), true) = (function.blocks[block].name, index != 0) {
                let name = to_mlir(self.ir.strings.get(name), Named::Block);
                site.body.set_block_name(imported, Some(context.ident_of_bytes(&name)));
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
        for &block in &order {
            self.block(&mut site, function, block)?;
        }
        self.debug_records(&mut site, function);
        self.replace_placeholders(&mut site)?;
        self.dictionaries = site.dictionaries;
        Ok(site.body)
    }

    pub(crate) fn name_value(
        &self,
        body: &mut Body,
        value: Value,
        name: Option<tern_ir::StrId>,
        named: Named,
    ) {
        if let Some(name) = name {
            let name = to_mlir(self.ir.strings.get(name), named);
            body.set_value_name(value, Some(self.context.ident_of_bytes(&name)));
        }
    }

    /// Puts the values that have been defined since in the place of placeholders.
    fn replace_placeholders(&self, site: &mut Site<'_>) -> Result<()> {
        let Some(state) = &site.function else { return Ok(()) };
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
        for index in 0..site.body.op_count() {
            for operand in site.body.operands_mut(Op::new(index)) {
                if let Some(&value) = replaced.get(operand) {
                    *operand = value;
                }
            }
        }
        Ok(())
    }

    /// Makes block arguments of PHI nodes, and finds which value comes over which edge.
    fn phi_nodes(
        &mut self,
        function: &Function,
        body: &mut Body,
        state: &mut FunctionSite<'_>,
    ) -> Result<()> {
        let context = self.context;
        if !function.layout.iter().any(|&block| begins_with_phi(function, block)) {
            return Ok(());
        }
        let mut predecessors: SecondaryMap<ir::Block, SmallVec<[ir::Block; 4]>> = SecondaryMap::new();
        for &block in &function.layout {
            let Some(terminator) = function.terminator(block) else { continue };
            for successor in function.insts[terminator].inst.successors() {
                if !begins_with_phi(function, successor) {
                    continue;
                }
                let edges = &mut predecessors[successor];
                state.edges.entry((block, successor)).or_default().push(edges.len() as u32);
                edges.push(block);
            }
        }
        for &block in &function.layout {
            let phis = leading_phis(function, block);
            if phis.is_empty() {
                continue;
            }
            let edges = &predecessors[block][..];
            let count = phis.len();
            let mut values = Vec::new();
            let mut asides = Vec::with_capacity(phis.len());
            let mut plain = true;
            for (index, &(inst, local, flags, incoming)) in phis.iter().enumerate() {
                let ty = self.ty(function.locals[local].ty);
                let Some(imported) = state.blocks[block] else { continue };
                // MLIR's own importer comes to it with the block, and the order shows in recursive debug information.
                let location = match self.upstream() {
                    true => Location::unknown(context),
                    false => self.inst_location(function, inst),
                };
                let argument = body.add_argument(imported, ty, location);
                self.name_value(body, argument, function.locals[local].name, Named::Argument);
                state.locals[local] = Some(argument);
                let incoming = &function.edges[incoming.range()];
                let order = match_edges(incoming, edges)
                    .ok_or_else(|| Error::new("PHI node entries do not match predecessors"))?;
                for (&(value, _), &edge) in incoming.iter().zip(&order) {
                    // All are replaced: each PHI node has one over each edge.
                    values.resize(count * edges.len(), value);
                    values[edge as usize * count + index] = value;
                }
                let mut aside = Attributes::new(context);
                if !order.is_sorted() {
                    aside.set("order", Attribute::dense_i32(context, &order));
                }
                if !flags.is_empty() {
                    aside.set("fastmath", self.fast_math(flags));
                }
                let attachments = self.unlocated(function.inst_attachments(inst));
                if let Some(attachments) = self.attachments(&attachments) {
                    aside.set("md", attachments);
                }
                plain &= aside.entries.is_empty();
                asides.push(aside.dictionary());
            }
            let aside = (!plain).then(|| Attribute::array(context, asides));
            state.phis.insert(block, Phis { count, values, aside });
        }
        Ok(())
    }

    #[inline(always)]
    fn block(&mut self, site: &mut Site<'_>, function: &Function, block: ir::Block) -> Result<()> {
        let global = match &mut site.function {
            Some(state) => {
                state.block = block;
                state.global
            }
            None => return Ok(()),
        };
        let (phis, insts) = function.block_insts(block).split_at(phi_count(function, block));
        // MLIR wants the landing pad first.
        let is_pad = |&inst: &ir::Inst| matches!(function.insts[inst].inst, ir::Instruction::LandingPad(_));
        let pad = insts.first().is_some_and(is_pad) && !self.upstream();
        if !pad {
            self.tag_block(site, global, block)?;
        }
        let placed = if self.upstream() { phis } else { &[] };
        for &inst in placed {
            let local = function.insts[inst].result.expand();
            let argument = local.and_then(|local| site.function.as_ref()?.locals[local]);
            if let Some(argument) = argument {
                let location = self.inst_location(function, inst);
                site.body.set_argument_location(argument, location);
            }
        }
        for (index, &inst) in insts.iter().enumerate() {
            if !self.is_overlooked(function, &insts[index..]) {
                self.instruction(site, function, inst)?;
            }
            if pad && index == 0 {
                self.tag_block(site, global, block)?;
            }
        }
        Ok(())
    }

    /// Gives a block whose address is taken its number.
    fn tag_block(&mut self, site: &mut Site<'_>, global: ir::Global, block: ir::Block) -> Result<()> {
        if let Some(tag) = self.block_tag(global, block) {
            let at = self.imported_block(site, block)?;
            let tag = self.block_tag_attribute(tag);
            let mut new = New::op(self.context, "llvm.blocktag").property("tag", tag);
            if self.upstream() {
                new.state.location = self.function_location(&self.ir.globals[global].attachments);
            }
            site.append_new(at, new);
        }
        Ok(())
    }

    pub(crate) fn imported_block(&self, site: &Site<'_>, block: ir::Block) -> Result<Block> {
        let found = site.function.as_ref().and_then(|state| state.blocks[block]);
        found.ok_or_else(|| Error::new("a block that is not in the function"))
    }

    /// The successor of the terminator at hand over its next edge to `block`, and the values that go with it. `own` is the
    /// result of the terminator, and its place: a value over the edge that is this result needs a block of its own.
    pub(crate) fn edge(
        &mut self,
        site: &mut Site<'_>,
        block: ir::Block,
        own: Option<(Local, Location)>,
    ) -> Result<(Block, Values)> {
        let mut operands = Values::new();
        let target = self.edge_to(site, block, own, &mut operands)?;
        Ok((target, operands))
    }

    /// The same; the values go behind those that are in `operands`.
    pub(crate) fn edge_to(
        &mut self,
        site: &mut Site<'_>,
        block: ir::Block,
        own: Option<(Local, Location)>,
        operands: &mut Values,
    ) -> Result<Block> {
        let context = self.context;
        let target = self.imported_block(site, block)?;
        let Some(state) = &mut site.function else { return Ok(target) };
        let pending = state.edges.get_mut(&(state.block, block)).filter(|edges| !edges.is_empty());
        let edge = pending.map(|edges| edges.remove(0));
        let values = edge.and_then(|edge| state.phis.get(&block).map(|phis| phis.over(edge)));
        let values: SmallVec<[ir::Value; 4]> = values.unwrap_or_default().into();
        let Some((_, location)) =
            own.filter(|(own, _)| values.iter().any(|value| value.local() == Some(*own)))
        else {
            self.push_values(site, &values, operands)?;
            return Ok(target);
        };
        let from = state.block;
        let after = self.imported_block(site, from)?;
        let forwarding = site.body.create_block();
        // MLIR's own importer puts it before the target.
        let blocks = site.body.block_region(target).map(|region| site.body.region_blocks(region));
        let place = blocks.and_then(|blocks| blocks.iter().position(|&block| block == target));
        let before = blocks.zip(place).and_then(|(blocks, place)| blocks.get(place.checked_sub(1)?).copied());
        let after = before.filter(|_| self.upstream()).unwrap_or(after);
        site.body.insert_block_after(after, forwarding);
        let values = self.values(site, &values)?;
        let br =
            New::op(context, "llvm.br").operands(values).successors([target]).unit_aside(asides::EDGE, true);
        let mut br = self.without_asides(br);
        if self.upstream() {
            br.state.location = location;
        }
        site.append_new(forwarding, br);
        Ok(forwarding)
    }

    /// The number of a value, in the order of the function, if it does not dominate the operation at hand. A debug record may
    /// use such a value.
    pub(crate) fn undominated(&self, site: &mut Site<'_>, value: ir::Value) -> Option<i64> {
        let local = value.local()?;
        let state = site.function.as_mut()?;
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
            state.dominators.get_or_insert_with(|| Dominators::new(function)).dominates(block, state.block)
        };
        (!dominates).then_some(number)
    }

    /// The aside that the terminator of the block at hand carries for its PHI nodes.
    pub(crate) fn phi_aside(&self, site: &Site<'_>) -> Option<Attribute> {
        let state = site.function.as_ref()?;
        state.phis.get(&state.block)?.aside
    }

    pub(crate) fn fast_math(&mut self, flags: Flags) -> Attribute {
        let flags = flags.fast_math();
        self.memo(Memo::FastMath, flags.bits().into(), |importer| {
            let bits = bits(FastmathFlags::DEF, flags);
            llvm::fastmath(importer.context, FastmathFlags::from_bits_retain(bits))
        })
    }
}

fn begins_with_phi(function: &Function, block: ir::Block) -> bool {
    function.block_insts(block).first().is_some_and(|&inst| is_phi(function, inst))
}

fn is_phi(function: &Function, inst: Inst) -> bool {
    matches!(function.insts[inst].inst, Instruction::Phi { .. })
}

/// How many PHI nodes there are at the start of a block.
fn phi_count(function: &Function, block: ir::Block) -> usize {
    function.block_insts(block).iter().take_while(|&&inst| is_phi(function, inst)).count()
}

/// The PHI nodes at the start of a block.
fn leading_phis(function: &Function, block: ir::Block) -> Vec<(Inst, Local, Flags, ir::instruction::List)> {
    let insts = function.block_insts(block).iter();
    let phis = insts.map_while(|&inst| {
        let data = &function.insts[inst];
        match data.inst {
            Instruction::Phi { flags, incoming } => {
                data.result.expand().map(|local| (inst, local, flags, incoming))
            }
            _ => None,
        }
    });
    phis.collect()
}

/// For each incoming value the edge over which it comes: the first one from its block that is not taken.
fn match_edges(incoming: &[(ir::Value, ir::Block)], edges: &[ir::Block]) -> Option<SmallVec<[i32; 8]>> {
    /// Of so few edges, one is found sooner by looking at all.
    const FEW: usize = 16;
    if incoming.len() != edges.len() {
        return None;
    }
    if edges.len() <= FEW {
        let mut taken = [false; FEW];
        let mut take = |block: ir::Block| {
            let edge = (0..edges.len()).find(|&edge| edges[edge] == block && !taken[edge])?;
            taken[edge] = true;
            Some(edge as i32)
        };
        return incoming.iter().map(|&(_, block)| take(block)).collect();
    }
    let mut free: FxHashMap<ir::Block, Vec<i32>> = FxHashMap::default();
    for (index, &block) in edges.iter().enumerate().rev() {
        free.entry(block).or_default().push(index as i32);
    }
    incoming.iter().map(|(_, block)| free.get_mut(block)?.pop()).collect()
}
