//! Turns PHI nodes into block arguments: finds the values that are passed along each edge.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect_llvm as llvm;
use tern_dialect_llvm::ops;
use tern_llvm_ir::Inst;
use tern_llvm_ir::function::{Function, Local};
use tern_llvm_ir::instruction::{Flags, Instruction};
use tern_mapping::asides;
use tern_mapping::flags::subset;
use tern_mapping::names::Named;
use tern_mlir::{Attribute, Block, Body, Location};

use crate::builder::{Attributes, New};
use crate::functions::{BodyState, FunctionState, Values};
use crate::policy::Order;
use crate::{Error, Importer, Result, Tables, ir};

/// The blocks of a function that begin with PHI nodes, and the edges into them.
#[derive(Default)]
pub(crate) struct Phis {
    blocks: SecondaryMap<ir::Block, Option<OfBlock>>,
    /// The incoming values of all PHI nodes, grouped by block and then by edge.
    values: Vec<ir::Value>,
    /// The edges, grouped by the block they leave, in the order of its successors.
    edges: Vec<Edge>,
    /// For each block, the range of its edges for which no successor has been created yet.
    from: SecondaryMap<ir::Block, (u32, u32)>,
}

/// The PHI nodes of one block.
#[derive(Clone)]
struct OfBlock {
    /// The index of their first incoming value, and the number of PHI nodes.
    begin: u32,
    count: u32,
    /// The aside that the block's terminator carries.
    aside: Option<Attribute>,
}

/// An edge into a block with PHI nodes, with its number among the edges into that block.
#[derive(Clone, Copy)]
struct Edge {
    target: ir::Block,
    number: u32,
}

impl Phis {
    /// The values passed along the next edge from `from` to `target`, if `target` has PHI nodes. Consumes the edge.
    #[inline(always)]
    fn over_next(&mut self, from: ir::Block, target: ir::Block) -> Option<&[ir::Value]> {
        let &OfBlock { begin, count, .. } = self.blocks[target].as_ref()?;
        let (next, end) = &mut self.from[from];
        let edges = &mut self.edges[*next as usize..*end as usize];
        // Mostly the first.
        let at = edges.iter().position(|edge| edge.target == target)?;
        edges[..=at].rotate_right(1);
        let edge = edges[0].number;
        *next += 1;
        self.values.get((begin + edge * count) as usize..)?.get(..count as usize)
    }
}

impl Importer<'_, '_> {
    /// Creates block arguments for PHI nodes, and determines the value passed along each edge.
    ///
    /// # Errors
    /// If the entries of a PHI node do not match the predecessors of its block.
    pub(crate) fn phi_nodes(
        &mut self,
        function: &Function,
        body: &mut Body,
        state: &mut FunctionState<'_>,
    ) -> Result<()> {
        let context = self.context;
        if !function.layout.iter().any(|&block| begins_with_phi(function, block)) {
            return Ok(());
        }
        let mut predecessors: SecondaryMap<ir::Block, SmallVec<[ir::Block; 4]>> = SecondaryMap::new();
        predecessors.resize(function.blocks.len());
        let known = &mut state.phis;
        known.blocks.resize(function.blocks.len());
        known.from.resize(function.blocks.len());
        for &block in &function.layout {
            let Some(terminator) = function.terminator(block) else { continue };
            let begin = known.edges.len();
            for target in function.insts[terminator].inst.successors() {
                if begins_with_phi(function, target) {
                    let from = &mut predecessors[target];
                    known.edges.push(Edge { target, number: from.len() as u32 });
                    from.push(block);
                }
            }
            if known.edges.len() > begin {
                known.from[block] = (begin as u32, known.edges.len() as u32);
            }
        }
        for &block in &function.layout {
            let phis = leading_phis(function, block);
            if phis.is_empty() {
                continue;
            }
            let edges = &predecessors[block][..];
            let count = phis.len();
            let begin = state.phis.values.len();
            let mut asides = Vec::with_capacity(phis.len());
            let mut plain = true;
            for (index, &(inst, local, flags, incoming)) in phis.iter().enumerate() {
                let ty = self.ty(function.locals[local].ty);
                let Some(imported) = state.blocks[block] else { continue };
                // In a walk, it is set when the block is visited.
                let location = match self.policy.order {
                    Order::Walk => Location::unknown(context),
                    Order::Module => self.inst_location(function, inst),
                };
                let argument = body.add_argument(imported, ty, location);
                self.name_value(body, argument, function.locals[local].name, Named::Argument);
                state.locals[local] = Some(argument);
                let incoming = function.list(incoming);
                let order = match_edges(incoming, edges)
                    .ok_or_else(|| Error::new("PHI node entries do not match predecessors"))?;
                for (&(value, _), &edge) in incoming.iter().zip(&order) {
                    // The fill value does not matter: each PHI node overwrites all its entries.
                    let values = &mut state.phis.values;
                    values.resize(begin + count * edges.len(), value);
                    values[begin + edge as usize * count + index] = value;
                }
                let mut aside = Attributes::new(context);
                if !order.is_sorted() {
                    aside.set("order", Attribute::dense_i32(context, &order));
                }
                if let Some(fast) = subset(flags) {
                    aside.set("fastmath", llvm::fastmath(context, fast));
                }
                let attachments = self.unlocated(function.inst_attachments(inst));
                if let Some(attachments) = self.attachments(&attachments) {
                    aside.set("md", attachments);
                }
                plain &= aside.entries.is_empty();
                asides.push(aside.dictionary());
            }
            let aside = (!plain).then(|| Attribute::array(context, asides));
            state.phis.blocks[block] = Some(OfBlock { begin: begin as u32, count: count as u32, aside });
        }
        Ok(())
    }

    /// The successor for the next edge from the current block to `block`, and the operands passed along it. `own` is the result
    /// of the current terminator, with its location. If that is passed along the edge, a forwarding block is inserted, because a
    /// terminator cannot use its own result.
    pub(crate) fn edge(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        own: Option<(Local, Location)>,
    ) -> Result<(Block, Values)> {
        let mut operands = Values::new();
        let target = self.edge_to(site, block, own, &mut operands)?;
        Ok((target, operands))
    }

    /// Like [`edge`](Self::edge), but appends the operands to `operands`.
    pub(crate) fn edge_to(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        own: Option<(Local, Location)>,
        operands: &mut Values,
    ) -> Result<Block> {
        let context = self.context;
        let target = self.imported_block(site, block)?;
        let state = site.function_mut();
        let values: SmallVec<[ir::Value; 4]> = match state.phis.over_next(state.block, block) {
            Some(values) => values.into(),
            None => return Ok(target),
        };
        let Some((_, location)) =
            own.filter(|(own, _)| values.iter().any(|value| value.local() == Some(*own)))
        else {
            self.push_values(site, &values, operands)?;
            return Ok(target);
        };
        let from = state.block;
        let after = self.imported_block(site, from)?;
        let forwarding = site.body.create_block();
        // MLIR's own importer inserts it in front of the target.
        let blocks = site.body.block_region(target).map(|region| site.body.region_blocks(region));
        let place = blocks.and_then(|blocks| blocks.iter().position(|&block| block == target));
        let before = blocks.zip(place).and_then(|(blocks, place)| blocks.get(place.checked_sub(1)?).copied());
        let after = before.filter(|_| self.policy.walks()).unwrap_or(after);
        site.body.insert_block_after(after, forwarding);
        let values = self.values(site, &values)?;
        let br = New::of(context, ops::Br::start())
            .operands(values)
            .successors([target])
            .unit_aside(asides::EDGE, true);
        let mut br = self.without_asides(br);
        if self.policy.source_locations {
            br.state.location = location;
        }
        site.append_new(forwarding, br);
        Ok(forwarding)
    }
}

impl Tables<'_, '_> {
    /// The aside for PHI nodes that the terminator of the current block carries.
    pub(crate) fn phi_aside(&self, site: &BodyState<'_>) -> Option<Attribute> {
        let state = site.function();
        state.phis.blocks[state.block].as_ref()?.aside
    }
}

fn begins_with_phi(function: &Function, block: ir::Block) -> bool {
    function.block_insts(block).first().is_some_and(|&inst| is_phi(function, inst))
}

pub(crate) fn is_phi(function: &Function, inst: Inst) -> bool {
    matches!(function.insts[inst].inst, Instruction::Phi { .. })
}

/// The number of PHI nodes at the start of a block.
pub(crate) fn phi_count(function: &Function, block: ir::Block) -> usize {
    function.block_insts(block).iter().take_while(|&&inst| is_phi(function, inst)).count()
}

/// The incoming values of a PHI node, each with its predecessor.
type Incoming = ir::instruction::List<(ir::Value, ir::Block)>;

/// The PHI nodes at the start of a block.
fn leading_phis(function: &Function, block: ir::Block) -> Vec<(Inst, Local, Flags, Incoming)> {
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

/// The edge for each incoming value: the first unused one from the value's block. `None` if they do not match.
fn match_edges(incoming: &[(ir::Value, ir::Block)], edges: &[ir::Block]) -> Option<SmallVec<[i32; 8]>> {
    /// Up to this many edges, a linear search is faster than a hash map.
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
