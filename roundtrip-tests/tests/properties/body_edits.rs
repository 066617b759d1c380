//! Properties of edits of a body: use lists stay what they would be if they were built anew, and edits can be undone.

use tern_mlir::asm::{self, PrintOptions};
use tern_mlir::body::Use;
use tern_mlir::rewrite::Rewriter;
use tern_mlir::{Body, Context, Location, Op, OpState, Point, Value};
use tern_testing::Choices;
use tern_testing::dialect::{Options, module};
use tern_testing::property::Verdict;

use crate::property;

/// Picks one of `items`, if there are any.
fn pick<T: Copy>(choices: &mut Choices, items: &[T]) -> Option<T> {
    if items.is_empty() { None } else { Some(*choices.pick(items)) }
}

/// The operations of a body, and the values that they and their blocks define.
fn contents(body: &Body) -> (Vec<Op>, Vec<Value>) {
    let ops = body.ops();
    let mut blocks: Vec<_> = ops.iter().filter_map(|&op| body.op_block(op)).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let arguments = blocks.iter().flat_map(|&block| body.block_arguments(block)).copied();
    let values = ops.iter().flat_map(|&op| body.results(op)).chain(arguments).collect();
    (ops, values)
}

/// Whether `op` is in a region of `around`, or is it.
fn is_within(body: &Body, op: Op, around: Op) -> bool {
    std::iter::successors(Some(op), |&op| body.parent_op(op)).any(|op| op == around)
}

/// Makes one edit of a body.
fn edit(choices: &mut Choices, context: &Context, body: &mut Body) -> Option<()> {
    let (ops, values) = contents(body);
    let op = pick(choices, &ops)?;
    let value = pick(choices, &values);
    let mut rewriter = Rewriter::before(context, body, op);
    match choices.below(12) {
        0 => {
            let mut state = OpState::new(context.op_name("test.new"), Location::unknown(context));
            state.operands.extend(value);
            state.result_types.push(context.common.i1);
            rewriter.insert(state);
        }
        1 => {
            let count = choices.below(6);
            let operands: Option<Vec<Value>> = (0..count).map(|_| pick(choices, &values)).collect();
            body.set_operands(op, &operands?);
        }
        2 => {
            let count = body.operands(op).len();
            body.set_operand(op, choices.below(count.checked_sub(1)?), value?);
        }
        3 => rewriter.replace_all_uses(value?, pick(choices, &values)?),
        4 => {
            let within = [body.ops_within(op), vec![op]].concat();
            let users: Vec<Op> =
                within.iter().flat_map(|&op| body.results(op)).flat_map(|value| body.users(value)).collect();
            if users.iter().all(|user| within.contains(user)) {
                body.erase(op);
            }
        }
        5 => {
            // Its results get other values first.
            let others: Vec<Value> =
                values.into_iter().filter(|&value| body.results(op).all(|result| result != value)).collect();
            let by: Option<Vec<Value>> = body.results(op).map(|_| pick(choices, &others)).collect();
            if body.ops_within(op).is_empty() {
                Rewriter::before(context, body, op).replace(op, &by?);
            }
        }
        6 | 7 => {
            let to = pick(choices, &ops)?;
            if !is_within(body, to, op) {
                let block = body.op_block(to)?;
                let point = *choices.pick(&[Point::Before(to), Point::Start(block), Point::End(block)]);
                body.move_to(op, point);
            }
        }
        8 => _ = body.split_block(body.op_block(op)?, op),
        9 => {
            let (from, to) = (body.op_block(op)?, body.op_block(pick(choices, &ops)?)?);
            let parent = body.block_region(to).and_then(|region| body.region_parent(region));
            let inside =
                parent.is_some_and(|parent| body.block_ops(from).any(|op| is_within(body, parent, op)));
            if !inside {
                body.move_ops(op, to);
            }
        }
        10 => {
            let block = body.op_block(op)?;
            body.add_argument(block, context.common.i1, Location::unknown(context));
            let kept = choices.number();
            body.retain_arguments(block, |index| kept >> (index % 32) & 1 == 1);
        }
        _ => {
            body.remove_op(op);
            body.set_property(context, op, "changed", Some(context.common.unit));
            body.set_location(op, Location::unknown(context));
        }
    }
    Some(())
}

/// Makes a few edits in each body, outer bodies first.
fn edit_bodies(choices: &mut Choices, context: &Context, body: &mut Body) {
    for _ in 0..choices.below(6) {
        edit(choices, context, body);
    }
    for op in body.ops() {
        if let Some(nested) = body.nested_mut(op) {
            edit_bodies(choices, context, nested);
        }
    }
}

/// The uses of each value, in a fixed order. A clone has no use lists yet.
fn uses(body: &Body, values: &[Value]) -> Vec<Vec<Use>> {
    let sorted = |value: &Value| {
        let mut uses: Vec<Use> = body.uses(*value).collect();
        uses.sort_unstable();
        uses
    };
    values.iter().map(sorted).collect()
}

fn uses_are_true(body: &Body) -> Verdict {
    let (ops, values) = contents(body);
    if uses(body, &values) != uses(&body.clone(), &values) {
        return Err("the use lists are not what they would be if they were built anew".into());
    }
    ops.into_iter().filter_map(|op| body.nested(op)).try_for_each(uses_are_true)
}

#[test]
fn edits_keep_use_lists_true_and_can_be_undone() {
    property("edits_keep_use_lists_true_and_can_be_undone").cases(500).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let mut module = module(&context, choices, &Options::default());
        let print = |module: &_| asm::print(&context, module, &PrintOptions::default());
        let before = print(&module);
        uses_are_true(module.body())?;
        let checkpoint = module.body_mut().begin_edits();
        edit_bodies(choices, &context, module.body_mut());
        uses_are_true(module.body())?;
        let between = module.body_mut().begin_edits();
        edit_bodies(choices, &context, module.body_mut());
        uses_are_true(module.body())?;
        if choices.chance(50) {
            module.body_mut().roll_back(between);
            uses_are_true(module.body())?;
        }
        module.body_mut().end_edits();
        module.body_mut().roll_back(checkpoint);
        module.body_mut().end_edits();
        uses_are_true(module.body())?;
        match print(&module) == before {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&before).into_owned()),
        }
    });
}
