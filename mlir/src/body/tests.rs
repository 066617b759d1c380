//! Tests of bodies: edits, uses, iteration, undoing.

use super::*;
use crate::asm::{self, ParseOptions, PrintOptions};
use crate::rewrite::{Listener, Rewriter};

#[test]
fn hot_records_stay_small() {
    assert!(size_of::<OpData>() <= 56, "{}", size_of::<OpData>());
    assert!(size_of::<ValueData>() <= 16);
    assert!(size_of::<BlockData>() <= 16);
}

#[test]
fn a_body_that_is_cleared_is_like_a_new_one() {
    let context = Context::new(&[]);
    let make = |body: &mut Body| {
        let region = body.add_root_region();
        let block = body.add_block(region);
        let argument = body.add_argument(block, context.common.none, Location::unknown(&context));
        let mut state = OpState::new(context.op_name("test.op"), Location::unknown(&context));
        state.operands.push(argument);
        state.successors.push(block);
        state.regions.push(body.add_region());
        state.body = Some(Box::new(Body::with_region()));
        let op = body.create_op(&context, state);
        body.append_op(block, op);
        format!("{body:?}")
    };
    let mut body = Body::new();
    let first = make(&mut body);
    body.set_value_name(Value(0), Some(context.ident("a")));
    body.set_block_name(Block(0), Some(context.ident("b")));
    body.clear();
    assert!(!body.holds_bodies() && body.op_count() == 0);
    assert_eq!(make(&mut body), first);
}

#[test]
fn operations_can_be_inserted_and_removed() {
    let context = Context::new(&[]);
    let (mut body, block) = Body::with_block();
    let name = context.op_name("test.op");
    let mut make = || {
        let state = OpState::new(name, Location::unknown(&context));
        body.create_op(&context, state)
    };
    let (a, b, c) = (make(), make(), make());
    body.append_op(block, a);
    body.append_op(block, c);
    body.insert_op_before(c, b);
    assert_eq!(body.block_ops(block).collect::<Vec<_>>(), [a, b, c]);
    body.remove_op(a);
    body.remove_op(c);
    assert_eq!(body.block_ops(block).collect::<Vec<_>>(), [b]);
    assert_eq!(body.block_last(block), Some(b));
    assert_eq!(body.op_block(a), None);
}

#[test]
fn operations_of_one_shape_differ_in_their_uses() {
    let context = Context::new(&[]);
    let (mut body, block) = Body::with_block();
    let (i8, i16) = (context.common.i8, context.common.i16);
    let unknown = Location::unknown(&context);
    let [a, b, c] = [i8, i8, i16].map(|ty| body.add_argument(block, ty, unknown));
    let mut make = |name: &str, operands: &[Value], results: &[Type], property: bool| {
        let mut state = OpState::new(context.op_name(name), unknown);
        state.operands.extend_from_slice(operands);
        state.result_types.extend_from_slice(results);
        if property {
            let name = context.ident("unit");
            state.properties.push(crate::attributes::NamedAttribute { name, value: context.common.unit });
        }
        body.create_op(&context, state)
    };
    let first = make("test.op", &[a], &[i8], false);
    let alike = make("test.op", &[b], &[i8], false);
    let others = [
        make("test.other", &[a], &[i8], false),
        make("test.op", &[c], &[i8], false),
        make("test.op", &[a, b], &[], false),
        make("test.op", &[], &[i8, i8], false),
        make("test.op", &[a], &[i8], true),
    ];
    let mut shapes = OpShapes::default();
    assert_eq!(shapes.find(&body, first), None);
    let shape = shapes.intern(&body, first);
    assert_eq!(shapes.find(&body, alike), Some(shape));
    assert_eq!(shapes.intern(&body, alike), shape);
    let made: Vec<OpShape> = others.iter().map(|&op| shapes.intern(&body, op)).collect();
    assert_eq!(shapes.len(), 6);
    assert!(!made.contains(&shape));
}

/// A function in which `%x` is used in a nested region and in another block.
const TEXT: &str = r#"module {
  test.func @f(%a: i32) {
    %x = "test.x"(%a, %a) : (i32, i32) -> i32
    %y = "test.y"(%x) ({
    ^bb0(%b: i32):
      %z = "test.z"(%x, %b, %x) : (i32, i32, i32) -> i32
      "test.end"(%z) : (i32) -> ()
    }) : (i32) -> i32
    test.br ^next(%x : i32)
  ^next(%c: i32):
    "test.last"(%c, %x) : (i32, i32) -> ()
    test.return
  }
}
"#;

struct Test {
    context: Context,
    module: Module,
}

impl Test {
    fn new() -> Self {
        let context = crate::test_dialect::context();
        let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
        let module = asm::parse(&context, "test", TEXT.as_bytes(), &options).expect("it parses");
        Self { context, module }
    }

    fn text(&self) -> String {
        String::from_utf8(asm::print(&self.context, &self.module, &PrintOptions::default())).expect("text")
    }

    /// The body of the function.
    fn body(&self) -> &Body {
        let members = self.module.body().nested(self.module.root()).expect("a module");
        members.nested(members.ops()[0]).expect("a function")
    }

    /// The body of the function to edit, as a pass that runs on the module reaches it.
    fn edit(&mut self) -> (&Context, &mut Body) {
        let root = self.module.root();
        let members = self.module.body_mut().nested_mut(root).expect("a module");
        let function = members.ops()[0];
        (&self.context, members.nested_mut(function).expect("a function"))
    }

    fn op(&self, name: &str) -> Op {
        let named = |&op: &Op| OpRef::new(&self.context, self.body(), op).name() == name;
        self.body().ops().into_iter().find(named).expect("there is such an operation")
    }

    fn result(&self, name: &str) -> Value {
        self.body().made_result(self.op(name))
    }

    /// The uses of a value, the latest first: the names of the users with the indices of the operands.
    fn uses(&self, value: Value) -> Vec<String> {
        let show = |found: Use| {
            format!("{} {}", OpRef::new(&self.context, self.body(), found.op).name(), found.index)
        };
        self.body().uses(value).map(show).collect()
    }
}

#[test]
fn uses_are_found_in_nested_regions_and_other_blocks() {
    let test = Test::new();
    let x = test.result("test.x");
    // Postorder, the latest first.
    assert_eq!(test.uses(x), ["test.last 1", "test.br 0", "test.y 0", "test.z 2", "test.z 0"]);
    let argument = |op: &str| {
        let block = test.body().op_block(test.op(op)).expect("it is in a block");
        test.body().block_arguments(block)[0]
    };
    assert_eq!(test.uses(argument("test.x")), ["test.x 1", "test.x 0"]);
    assert_eq!(test.uses(argument("test.z")), ["test.z 1"]);
    assert_eq!(test.uses(argument("test.last")), ["test.last 0"]);
    assert!(test.body().has_one_use(argument("test.z")) && !test.body().has_one_use(x));
    assert!(!test.body().is_used(test.result("test.y")) && !test.body().has_uses(test.op("test.last")));
}

#[test]
fn edits_keep_uses_up_to_date() {
    let mut test = Test::new();
    let (x, y, z) = (test.result("test.x"), test.result("test.y"), test.op("test.z"));
    let (end, last, br) = (test.op("test.end"), test.op("test.last"), test.op("test.br"));
    assert_eq!(test.uses(x).len(), 5);
    let body = test.edit().1;
    let c = body.operands(last)[0];
    body.set_operand(last, 0, x);
    body.set_operands(end, &[y, y]);
    body.set_operands(br, &[]);
    assert_eq!(test.uses(x), ["test.last 0", "test.last 1", "test.y 0", "test.z 2", "test.z 0"]);
    assert_eq!(test.uses(y), ["test.end 1", "test.end 0"]);
    assert_eq!(test.uses(c), [""; 0]);
    // A detached operation uses nothing; one that was only moved keeps its place in the list.
    let body = test.edit().1;
    body.remove_op(last);
    body.move_before(z, body.ops()[0]);
    assert_eq!(test.uses(x), ["test.y 0", "test.z 2", "test.z 0"]);
    test.edit().1.replace_all_uses(x, y);
    assert_eq!((test.uses(x).len(), test.uses(y)[0].as_str()), (0, "test.z 0"));
    test.edit().1.map_operands(|value| if value == y { x } else { value });
    assert_eq!((test.uses(x).len(), test.uses(y).len()), (5, 0));
}

#[test]
fn what_is_erased_is_seen_by_nothing() {
    let mut test = Test::new();
    let (x, y, z) = (test.result("test.x"), test.op("test.y"), test.op("test.z"));
    test.edit().1.erase(y);
    assert_eq!(test.uses(x), ["test.last 1", "test.br 0"]);
    assert_eq!(test.body().op_block(z), None);
    let seen = [test.body().ops(), test.body().ops_in_postorder()].concat();
    assert!(!seen.contains(&y) && !seen.contains(&z));
    // Without use lists that were built before, too.
    let fresh = test.body().clone();
    assert_eq!(fresh.uses(x).count(), 2);
    assert!(!fresh.ops().contains(&z));
}

#[test]
fn blocks_are_erased_with_what_they_hold() {
    let mut test = Test::new();
    let (x, last) = (test.result("test.x"), test.op("test.last"));
    let next = test.body().op_block(last).expect("it is in a block");
    test.edit().1.erase_blocks(&[next]);
    assert_eq!(test.uses(x), ["test.br 0", "test.y 0", "test.z 2", "test.z 0"]);
    assert_eq!(test.body().block_region(next), None);
    assert!(!test.body().ops().contains(&last));
}

#[test]
#[should_panic(expected = "a result of an erased operation is still used")]
fn an_operation_in_use_is_not_erased() {
    let mut test = Test::new();
    let x = test.op("test.x");
    test.edit().1.erase(x);
}

#[test]
#[should_panic(expected = "a result of an erased operation is still used")]
fn an_operation_whose_nested_values_are_in_use_is_not_erased() {
    let mut test = Test::new();
    let (y, last, z) = (test.op("test.y"), test.op("test.last"), test.result("test.z"));
    let body = test.edit().1;
    body.set_operand(last, 0, z);
    body.erase(y);
}

#[test]
fn operations_that_use_each_other_are_erased_together() {
    let mut test = Test::new();
    let (x, y) = (test.op("test.x"), test.op("test.y"));
    let (last, br) = (test.op("test.last"), test.op("test.br"));
    let body = test.edit().1;
    body.set_operands(x, &[body.made_result(y)]);
    body.erase_ops(&[x, y, last, br]);
    assert_eq!(test.body().ops().len(), 1);
}

#[test]
fn a_walk_enters_nested_bodies() {
    let test = Test::new();
    let walk = |order: Order, step: fn(&str) -> Step| {
        let mut names = Vec::new();
        let stopped = test.module.body().walk(order, |body, op| {
            let name = OpRef::new(&test.context, body, op).name();
            names.push(name.strip_prefix("test.").unwrap_or(name));
            step(name)
        });
        (names.join(" "), stopped)
    };
    let all = |_: &str| Step::Continue;
    assert_eq!(walk(Order::Pre, all), ("builtin.module func x y z end br last return".into(), false));
    assert_eq!(walk(Order::Post, all), ("x z end y br last return func builtin.module".into(), false));
    let skip = |name: &str| if name == "test.y" { Step::Skip } else { Step::Continue };
    assert_eq!(walk(Order::Pre, skip), ("builtin.module func x y br last return".into(), false));
    let stop = |name: &str| if name == "test.end" { Step::Stop } else { Step::Continue };
    assert_eq!(walk(Order::Pre, stop), ("builtin.module func x y z end".into(), true));
    assert_eq!(walk(Order::Post, stop), ("x z end".into(), true));
}

#[test]
fn every_edit_can_be_undone() {
    let mut test = Test::new();
    let before = test.text();
    let (x, y, z) = (test.op("test.x"), test.op("test.y"), test.op("test.z"));
    let (last, br) = (test.op("test.last"), test.op("test.br"));
    let values = [test.result("test.x"), test.result("test.y"), test.result("test.z")];
    let listed = |test: &Test| {
        values.map(|value| {
            let mut uses = test.uses(value);
            uses.sort();
            uses
        })
    };
    let uses = listed(&test);
    let checkpoint = test.module.body_mut().begin_edits();
    type Change = fn(&Context, &mut Body, [Op; 5]);
    let changes: [Change; 20] = [
        |_, body, [_, _, _, last, _]| body.erase(last),
        |_, body, [_, y, ..]| body.erase(y),
        |_, body, [x, y, ..]| body.replace_all_uses(body.made_result(x), body.made_result(y)),
        |_, body, [x, _, z, ..]| body.set_operands(z, &[body.made_result(x); 7]),
        |_, body, [_, _, z, ..]| body.set_operands(z, &[]),
        |_, body, [x, _, z, ..]| body.move_after(x, z),
        |_, body, [_, y, _, _, br]| body.move_ops(y, body.successors(br)[0]),
        |_, body, [_, y, ..]| _ = body.split_block(body.op_block(y).unwrap(), y),
        |_, body, [_, y, z, ..]| {
            let (from, to) = (body.op_block(z).unwrap(), body.op_block(y).unwrap());
            body.remove_block(from);
            body.insert_block_after(to, from);
        },
        |_, body, [.., last, _]| _ = body.take_arguments(body.op_block(last).unwrap()),
        |_, body, [.., last, _]| body.retain_arguments(body.op_block(last).unwrap(), |_| false),
        |context, body, [.., last, _]| {
            body.add_argument(body.op_block(last).unwrap(), context.common.i1, Location::unknown(context));
        },
        |_, body, [.., br]| body.set_successors(br, &[]),
        |context, body, [_, y, ..]| body.set_property(context, y, "p", Some(context.common.unit)),
        |context, body, [_, y, ..]| {
            let attributes = body.properties(y).with_entry(context, "a", Some(context.common.unit));
            body.set_attributes(y, attributes);
        },
        |context, body, [x, ..]| body.set_value_type(body.made_result(x), context.common.i1),
        |context, body, [x, ..]| body.set_value_name(body.made_result(x), Some(context.ident("renamed"))),
        |context, body, [.., last, _]| {
            body.set_block_name(body.op_block(last).unwrap(), Some(context.ident("renamed")));
        },
        |_, body, [_, y, _, last, _]| {
            let region = body.regions(y).1[0];
            body.set_regions(y, &[]);
            body.set_regions(last, &[region]);
        },
        |context, body, _| {
            let block = body.root_regions()[0];
            let block = body.region_blocks(block)[0];
            let op = body
                .create_op(context, OpState::new(context.op_name("test.new"), Location::unknown(context)));
            body.insert_op(Point::Start(block), op);
        },
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let (context, body) = test.edit();
        change(context, body, [x, y, z, last, br]);
        assert_ne!(test.text(), before, "change {number}");
        test.module.body_mut().roll_back(checkpoint);
        assert_eq!(test.text(), before, "change {number}");
        assert_eq!(listed(&test), uses, "change {number}");
    }
    test.module.body_mut().end_edits();
}

#[test]
fn an_inner_recording_can_be_undone_by_the_outer_one() {
    let mut test = Test::new();
    let before = test.text();
    let (y, last) = (test.op("test.y"), test.op("test.last"));
    let outer = test.module.body_mut().begin_edits();
    test.edit().1.erase(last);
    let between = test.text();
    let inner = test.module.body_mut().begin_edits();
    test.edit().1.erase(y);
    test.module.body_mut().roll_back(inner);
    assert_eq!(test.text(), between);
    test.edit().1.erase(y);
    test.module.body_mut().end_edits();
    test.module.body_mut().roll_back(outer);
    assert_eq!(test.text(), before);
    // Edits that are kept stay, and nothing is recorded any longer.
    test.edit().1.erase(last);
    test.module.body_mut().end_edits();
    assert_eq!(test.text(), between);
    assert!(!test.body().clone().watch.is_on() && !test.module.body().watch.is_on());
}

#[test]
fn a_body_that_moves_to_another_operation_comes_back() {
    let mut test = Test::new();
    let before = test.text();
    let checkpoint = test.module.body_mut().begin_edits();
    let (root, last) = (test.module.root(), test.op("test.last"));
    test.edit().1.erase(last);
    let context = &test.context;
    let members = test.module.body_mut().nested_mut(root).expect("a module");
    let function = members.ops()[0];
    let state = OpState::new(context.op_name("test.other"), Location::unknown(context));
    let other = members.create_op(context, state);
    members.insert_op_before(function, other);
    members.exchange_nested(function, other);
    members.erase(function);
    assert_eq!(members.nested(other).map(|body| body.ops().len()), Some(6));
    test.module.body_mut().roll_back(checkpoint);
    assert_eq!(test.text(), before);
}

/// Counts what it is told.
#[derive(Default)]
struct Counts {
    inserted: usize,
    modified: usize,
    erased: usize,
}

impl Listener for Counts {
    fn inserted(&mut self, _: &Body, _: Op) {
        self.inserted += 1;
    }

    fn modified(&mut self, _: &Body, _: Op) {
        self.modified += 1;
    }

    fn erased(&mut self, body: &Body, op: Op) {
        assert!(body.op_block(op).is_some());
        self.erased += 1;
    }
}

#[test]
fn the_rewriter_tells_its_listener() {
    let mut test = Test::new();
    let (x, y, z) = (test.op("test.x"), test.op("test.y"), test.result("test.z"));
    let (context, body) = test.edit();
    let mut rewriter = Rewriter::new(context, body, Counts::default());
    rewriter.begin(x);
    let mut state = OpState::new(context.op_name("test.new"), rewriter.location);
    state.result_types.push(context.common.i32);
    let new = rewriter.insert(state);
    let value = rewriter.body.made_result(new);
    rewriter.replace(x, &[value]);
    rewriter.replace_all_uses(z, value);
    rewriter.erase(y);
    let Counts { inserted, modified, erased } = rewriter.listener;
    assert_eq!((inserted, modified, erased), (1, 6, 4));
    // The uses were added to the list of the new value one by one.
    assert_eq!(test.uses(value), ["test.br 0", "test.last 1"]);
}
