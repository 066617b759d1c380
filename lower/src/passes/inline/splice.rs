//! Copies the body of a function to a call site. MLIR: `inlineCall`, `inlineRegion`.

use rustc_hash::FxHashMap;
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Location, Op, OpName, OpState, Region, Value};

/// The source and the target of a copy.
pub(super) struct Splice<'a> {
    pub(super) callee: &'a Body,
    pub(super) caller: &'a mut Body,
    /// The mapping from values of the callee to the copies; initially it holds the arguments of the entry block.
    pub(super) values: FxHashMap<Value, Value>,
    pub(super) locations: Locations<'a>,
}

impl Splice<'_> {
    /// Copies the blocks of a region, without inserting them in one. Arguments of the first block that are already mapped are
    /// not copied.
    pub(super) fn copy_blocks(&mut self, region: Region) -> Vec<Block> {
        let sources = self.callee.region_blocks(region).to_vec();
        let mut blocks: FxHashMap<Block, Block> = FxHashMap::default();
        for &source in &sources {
            let block = self.caller.create_block();
            blocks.insert(source, block);
            for &argument in self.callee.block_arguments(source) {
                if self.values.contains_key(&argument) {
                    continue;
                }
                let location = self.locations.of(self.callee.value_location(argument));
                let copy = self.caller.add_argument(block, self.callee.value_type(argument), location);
                self.values.insert(argument, copy);
            }
        }
        let mut copied: Vec<(Op, Op)> = Vec::new();
        for source in &sources {
            for op in self.callee.block_ops(*source) {
                let copy = self.copy_op(op, &blocks);
                self.caller.append_op(blocks[source], copy);
                copied.push((op, copy));
            }
        }
        // Operands are set last, as blocks need not be in dominance order.
        for (op, copy) in copied {
            let operands: Vec<Value> = self
                .callee
                .operands(op)
                .iter()
                .map(|operand| *self.values.get(operand).unwrap_or(operand))
                .collect();
            self.caller.set_operands(copy, &operands);
        }
        sources.iter().map(|source| blocks[source]).collect()
    }

    /// Copies an operation without its operands. The recursion is as deep as the nesting of regions, which the parser limits.
    fn copy_op(&mut self, op: Op, blocks: &FxHashMap<Block, Block>) -> Op {
        let callee = self.callee;
        let name: OpName = callee.op_name(op);
        let mut state = OpState::new(name, self.locations.of(callee.op_location(op)));
        state.result_types = callee.results(op).map(|result| callee.value_type(result)).collect();
        state.successors =
            callee.successors(op).iter().map(|block| *blocks.get(block).unwrap_or(block)).collect();
        match callee.nested(op) {
            Some(body) => {
                let mut body = body.clone();
                self.locations.set_all(&mut body);
                state.body = Some(Box::new(body));
            }
            None => {
                for &region in callee.regions(op).1 {
                    let copy = self.caller.add_region();
                    for block in self.copy_blocks(region) {
                        self.caller.append_block(copy, block);
                    }
                    state.regions.push(copy);
                }
            }
        }
        let copy = self.caller.create_op_with(&mut state, callee.properties(op), callee.attributes(op));
        self.values.extend(callee.results(op).zip(self.caller.results(copy)));
        copy
    }
}

/// Computes the locations of inlined operations: the original location, called at the location of the call.
pub(super) struct Locations<'c> {
    context: &'c Context,
    /// The location of the call; `None` if unknown, then locations stay.
    call: Option<Attribute>,
    known: FxHashMap<Location, Location>,
}

impl<'c> Locations<'c> {
    pub(super) fn of_call(context: &'c Context, call: Location) -> Self {
        let known = call != Location::unknown(context);
        let call = known.then(|| call.to_attribute(context));
        Self { context, call, known: FxHashMap::default() }
    }

    /// The location of an inlined operation.
    fn of(&mut self, location: Location) -> Location {
        let Some(call) = self.call else { return location };
        let context = self.context;
        *self.known.entry(location).or_insert_with(|| {
            Location::from_attribute(called_at(context, location.to_attribute(context), call))
        })
    }

    /// Updates all locations in a body. The recursion is as deep as the nesting of bodies, which the parser limits.
    fn set_all(&mut self, body: &mut Body) {
        if self.call.is_none() {
            return;
        }
        let ops = body.ops();
        let within = ops.iter().filter(|&&op| body.nested(op).is_none()).flat_map(|&op| body.regions(op).1);
        let regions = body.root_regions().iter().chain(within);
        let blocks = regions.flat_map(|&region| body.region_blocks(region));
        let arguments: Vec<Value> = blocks.flat_map(|&block| body.block_arguments(block)).copied().collect();
        for argument in arguments {
            let location = self.of(body.value_location(argument));
            body.set_argument_location(argument, location);
        }
        for op in ops {
            let location = self.of(body.op_location(op));
            body.set_location(op, location);
            if let Some(inner) = body.nested_mut(op) {
                self.set_all(inner);
            }
        }
    }
}

/// `location` called at `call`; if it has a chain of calls already, `call` is added at its end.
fn called_at(context: &Context, location: Attribute, call: Attribute) -> Attribute {
    let mut callees = Vec::new();
    let mut last = location;
    while let AttrKind::CallSiteLocation { callee, caller } = last.kind(context) {
        callees.push(*callee);
        last = *caller;
    }
    callees.push(last);
    let stack = |caller, callee| context.attr(AttrKind::CallSiteLocation { callee, caller });
    callees.into_iter().rev().fold(call, stack)
}
