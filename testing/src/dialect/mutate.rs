//! Mutates modules, mostly to invalid ones: changes an operand, type, attribute, successor or operation.

use tern_dialect_llvm::types::pointer;
use tern_mlir::{Attribute, Body, Context, Module, NamedAttribute, Op, Type, Value};

use crate::Choices;

/// Makes one change in a module. Returns a description, or `None` if the choices lead to nothing that can be changed.
pub fn mutate(context: &Context, module: &mut Module, choices: &mut Choices) -> Option<&'static str> {
    let root = module.root();
    let body = module.body_mut().nested_mut(root)?;
    let members = operations(body);
    let with_blocks = |&op: &Op| body.nested(op).is_some_and(|inner| !operations(inner).is_empty());
    let isolated: Vec<Op> = members.iter().copied().filter(with_blocks).collect();
    if isolated.is_empty() || choices.chance(15) {
        return Mutation { context, body, choices }.apply();
    }
    let op = *choices.pick(&isolated);
    Mutation { context, body: body.nested_mut(op)?, choices }.apply()
}

/// The operations in the top-level regions of a body, in order.
fn operations(body: &Body) -> Vec<Op> {
    let blocks = body.root_regions().iter().flat_map(|&region| body.region_blocks(region));
    blocks.flat_map(|&block| body.block_ops(block)).collect()
}

struct Mutation<'m> {
    context: &'m Context,
    body: &'m mut Body,
    choices: &'m mut Choices,
}

impl Mutation<'_> {
    fn apply(&mut self) -> Option<&'static str> {
        let ops = operations(self.body);
        if ops.is_empty() {
            return None;
        }
        let op = *self.choices.pick(&ops);
        match self.choices.below(12) {
            0 => self.operands(op, "an operand less", |_, operands, at| {
                operands.remove(at);
            }),
            1 => self.operands(op, "an operand twice", |_, operands, at| operands.insert(at, operands[at])),
            2 | 3 => self.operands(op, "another operand", |all, operands, at| operands[at] = all),
            4 => {
                let result = self.body.result(op)?;
                let ty = self.ty();
                self.body.set_value_type(result, ty);
                Some("another type of a result")
            }
            5 => self.properties(op, true),
            6 | 7 => self.properties(op, false),
            8 => self.successors(op),
            9 => {
                let blocks: Vec<_> = self
                    .body
                    .root_regions()
                    .iter()
                    .flat_map(|&region| self.body.region_blocks(region).to_vec())
                    .collect();
                let block = *self.choices.pick(&blocks);
                let ty = self.ty();
                self.body.add_argument(block, ty, tern_mlir::Location::unknown(self.context));
                Some("another argument of a block")
            }
            10 => {
                if self.body.has_uses(op) {
                    return None;
                }
                self.body.erase(op);
                Some("an operation less")
            }
            _ => {
                let next = self.body.next_op(op)?;
                self.body.move_before(next, op);
                Some("two operations in the other order")
            }
        }
    }

    fn ty(&mut self) -> Type {
        let common = self.context.common;
        let types = [
            common.i32,
            common.i64,
            common.i1,
            common.f32,
            pointer(self.context, 0),
            pointer(self.context, 3),
            common.index,
        ];
        *self.choices.pick(&types)
    }

    fn operands(
        &mut self,
        op: Op,
        what: &'static str,
        change: impl Fn(Value, &mut Vec<Value>, usize),
    ) -> Option<&'static str> {
        let mut operands = self.body.operands(op).to_vec();
        if operands.is_empty() {
            return None;
        }
        let at = self.choices.below(operands.len());
        // Any value of the body whose definition is in a region.
        let regions = self.body.root_regions().to_vec();
        let blocks = regions.iter().flat_map(|&region| self.body.region_blocks(region));
        let values = blocks.flat_map(|&block| {
            let results = self.body.block_ops(block).flat_map(|op| self.body.results(op));
            self.body.block_arguments(block).iter().copied().chain(results)
        });
        let values: Vec<Value> = values.collect();
        let other = *self.choices.pick(&values);
        change(other, &mut operands, at);
        self.body.set_operands(op, &operands);
        Some(what)
    }

    fn properties(&mut self, op: Op, leave_out: bool) -> Option<&'static str> {
        let mut entries = self.body.properties(op).as_dictionary(self.context)?.to_vec();
        if entries.is_empty() {
            return None;
        }
        let at = self.choices.below(entries.len());
        let what = match leave_out {
            true => {
                entries.remove(at);
                "an attribute less"
            }
            false => {
                entries[at].value = self.value(entries[at]);
                "another attribute"
            }
        };
        let properties = Attribute::dictionary(self.context, entries);
        self.body.set_properties(op, properties);
        Some(what)
    }

    /// A replacement for an attribute value: slightly different, or of another kind.
    fn value(&mut self, entry: NamedAttribute) -> Attribute {
        let context = self.context;
        let common = context.common;
        if let (Some(value), Some(ty)) = (entry.value.as_i64(context), entry.value.value_type(context))
            && self.choices.chance(50)
        {
            let add = *self.choices.pick(&[1, -1, 3, 16]);
            return Attribute::integer(context, ty, value.wrapping_add(add));
        }
        if let Some(values) = entry.value.as_dense_i32(context).filter(|_| self.choices.chance(50)) {
            let mut values = values;
            match values.first_mut().filter(|_| self.choices.chance(50)) {
                Some(first) => *first = first.wrapping_add(1),
                None => values.push(0),
            }
            return Attribute::dense_i32(context, &values);
        }
        let others = [
            common.unit,
            Attribute::integer(context, common.i32, 3),
            Attribute::integer(context, common.i64, 7),
            Attribute::bool(context, true),
            Attribute::string(context, "x"),
            Attribute::symbol(context, "nowhere"),
            Attribute::of_type(context, common.i32),
            Attribute::dense_i32(context, &[1, 2]),
            Attribute::array(context, [common.unit]),
        ];
        *self.choices.pick(&others)
    }

    fn successors(&mut self, op: Op) -> Option<&'static str> {
        let mut successors = self.body.successors(op).to_vec();
        if successors.is_empty() {
            return None;
        }
        let at = self.choices.below(successors.len());
        let what = match self.choices.chance(30) {
            true => {
                successors.remove(at);
                "a successor less"
            }
            false => {
                let region = *self.body.root_regions().first()?;
                let blocks = self.body.region_blocks(region).to_vec();
                successors[at] = *self.choices.pick(&blocks);
                "another successor"
            }
        };
        self.body.set_successors(op, &successors);
        Some(what)
    }
}
