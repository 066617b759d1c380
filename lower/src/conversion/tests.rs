//! Tests of the framework itself, with patterns for unregistered operations.

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Context, Module, Type, Value};

use super::*;
use crate::pass::{Failed, Target};

fn read(context: &Context, text: &str) -> Module {
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    asm::parse(context, "test", text.as_bytes(), &options).expect("it parses")
}

fn show(context: &Context, module: &Module) -> String {
    String::from_utf8(asm::print(context, module, &PrintOptions::default())).expect("text")
}

/// Runs `run` on a module; returns its diagnostics and whether it succeeded.
fn run(
    context: &Context,
    module: &mut Module,
    run: impl FnOnce(&mut Target<'_>) -> Result<(), Failed>,
) -> (Result<(), Failed>, Vec<String>) {
    let mut diagnostics = Vec::new();
    let op = module.root();
    let mut target = Target { context, body: module.body_mut(), op, diagnostics: &mut diagnostics };
    let result = run(&mut target);
    let said = diagnostics.iter().map(|diagnostic| {
        let notes = diagnostic.notes().iter().map(|(_, note)| format!("; {note}"));
        format!("{diagnostic}{}", notes.collect::<String>())
    });
    (result, said.collect())
}

/// Replaces an operation by one of this name, which gets the same discardable attributes too.
fn replace(b: &mut Rewriter<'_, '_>, op: Adaptor<'_>, name: &'static str, results: &[Type]) {
    let new = b.op(name, op.operands, results, &[]);
    let attributes = b.body().attributes(op.op);
    b.body_mut().set_attributes(new, attributes);
    let values: Vec<Value> = b.body().results(new).collect();
    b.replace(op.op, &values);
}

/// Converts `test.one` of an `index` to `test.two`, then to `test.three`.
fn two(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    replace(b, op, "test.two", &[ty]);
    Ok(())
}

fn three(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let types = b.converted_results(op.op)?;
    replace(b, op, "test.three", &types);
    Ok(())
}

const CHAIN: &str = "module {\n  \"test.region\"() ({\n  ^bb0(%i: index):\n    %0 = \"test.one\"(%i) {a} : (index) -> index\n    \
    %1 = \"test.one\"(%0) : (index) -> index\n    \"test.use\"(%1, %0) : (index, index) -> ()\n  }) : () -> ()\n}\n";

#[test]
fn what_patterns_make_is_converted_and_casts_bridge() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut module = read(&context, CHAIN);
    let (result, said) = run(&context, &mut module, |target| {
        let converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), 32));
        let mut patterns = Patterns::new(&converter);
        patterns.on(&["test.one"], two);
        patterns.on(&["test.two"], three);
        let legality = Legality::llvm().op("test.three", Legal::Yes).op("test.one", Legal::No);
        convert_partially(target, &legality, &patterns)
    });
    assert_eq!((result, said), (Ok(()), Vec::new()));
    let expected = [
        "^bb0(%i: index):",
        "%0 = builtin.unrealized_conversion_cast %i : index to i32",
        "%1 = \"test.three\"(%0) {a} : (i32) -> i32",
        "%2 = builtin.unrealized_conversion_cast %1 : i32 to index",
        "%3 = \"test.three\"(%1) : (i32) -> i32",
        "%4 = builtin.unrealized_conversion_cast %3 : i32 to index",
        "\"test.use\"(%4, %2) : (index, index) -> ()",
    ];
    let text = show(&context, &module);
    let body: Vec<&str> = text.lines().map(str::trim).skip(2).take(expected.len()).collect();
    assert_eq!(body, expected, "{text}");
}

#[test]
fn a_failed_conversion_says_why_and_leaves_all_as_it_was() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut module = read(&context, CHAIN);
    let before = show(&context, &module);
    let (result, said) = run(&context, &mut module, |target| {
        let converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), 0));
        let mut patterns = Patterns::new(&converter);
        // The first pattern matches, but nothing converts the operations that it makes.
        patterns.on_with(2, &["test.one"], two);
        patterns.on(&["test.one"], |op, b| match b.op_ref(op.op).attribute("a") {
            Some(_) => three(op, b),
            None => Err("it has no attribute".into()),
        });
        let legality = Legality::new().op("test.three", Legal::Yes).op("test.one", Legal::No);
        convert_partially(target, &legality, &patterns)
    });
    assert_eq!(result, Err(Failed));
    let expected = "error: failed to legalize operation 'test.one' that was explicitly marked illegal; it has no attribute";
    assert_eq!(said, [expected]);
    assert_eq!(show(&context, &module), before);
}

#[test]
fn users_add_conversions_and_materializations() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut module = read(&context, CHAIN);
    let (result, _) = run(&context, &mut module, |target| {
        let mut converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), 0));
        let c = target.context;
        converter.add_conversion(|converter, ty| {
            (ty == converter.context().common.index).then(|| Ok(converter.context().common.f32))
        });
        converter.add_conversion(|_, ty| (ty == c.common.i8).then_some(Err(CannotConvert)));
        converter.add_memory_space(|space| space.as_str(c).map(|_| 7));
        assert_eq!(converter.convert(c.common.i8), None);
        assert_eq!(converter.address_space(Some(Attribute::string(c, "x"))), Some(7));
        converter.add_materialization(|_, b, wanted| {
            Some(b.value("test.made", wanted.inputs, wanted.result, &[]))
        });
        let mut patterns = Patterns::new(&converter);
        patterns.on(&["test.one"], three);
        convert_partially(target, &Legality::new().op("test.three", Legal::Yes), &patterns)
    });
    assert_eq!(result, Ok(()));
    let text = show(&context, &module);
    assert!(text.contains("\"test.made\"(%i) : (index) -> f32"), "{text}");
    assert!(!text.contains("unrealized"), "{text}");
}

/// Splits `index` into two `i8`, and `test.one` into a `test.part` of each.
fn parts(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let i8 = b.context().common.i8;
    let parts: Values = op.operand(0).iter().map(|&part| b.value("test.part", &[part], i8, &[])).collect();
    b.replace_by_several(op.op, [parts]);
    Ok(())
}

#[test]
fn several_values_stand_for_one() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let convert = |module: &mut Module, takes_apart: bool| {
        run(&context, module, |target| {
            let mut converter = TypeConverter::new(target.context, LowerOptions::default());
            converter.add_conversion_to_several(|converter, ty| {
                let common = &converter.context().common;
                (ty == common.index).then(|| Ok([common.i8; 2].as_slice().into()))
            });
            if takes_apart {
                converter.add_materialization_of_several(|_, b, wanted| {
                    let op = b.op("test.apart", wanted.inputs, wanted.result, &[]);
                    Some(b.body().results(op).collect())
                });
            }
            let mut patterns = Patterns::new(&converter);
            // A pattern that takes one value per operand does not match.
            patterns.on_with(2, &["test.one"], three);
            patterns.on_several(&["test.one"], parts);
            convert_partially(target, &Legality::new().op("test.part", Legal::Yes), &patterns)
        })
    };
    let mut module = read(&context, CHAIN);
    let before = show(&context, &module);
    let (result, said) = convert(&mut module, false);
    let expected = "error: failed to legalize unresolved materialization from ('index') to ('i8', 'i8') that remained \
        live after conversion";
    assert_eq!((result, said), (Err(Failed), vec![expected.to_owned()]));
    assert_eq!(show(&context, &module), before);
    assert_eq!(convert(&mut module, true), (Ok(()), Vec::new()));
    let expected = [
        "^bb0(%i: index):",
        "%0:2 = \"test.apart\"(%i) : (index) -> (i8, i8)",
        "%1 = \"test.part\"(%0#0) : (i8) -> i8",
        "%2 = \"test.part\"(%0#1) : (i8) -> i8",
        "%3 = \"test.apart\"(%1, %2) : (i8, i8) -> index",
        "%4 = \"test.part\"(%1) : (i8) -> i8",
        "%5 = \"test.part\"(%2) : (i8) -> i8",
        "%6 = \"test.apart\"(%4, %5) : (i8, i8) -> index",
        "\"test.use\"(%6, %3) : (index, index) -> ()",
    ];
    let text = show(&context, &module);
    let body: Vec<&str> = text.lines().map(str::trim).skip(2).take(expected.len()).collect();
    assert_eq!(body, expected, "{text}");
}

#[test]
fn a_full_conversion_leaves_nothing_that_is_not_legal() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut module = read(&context, CHAIN);
    let (result, said) = run(&context, &mut module, |target| {
        let legality = Legality::new().op("test.one", Legal::Yes).op("test.region", Legal::Yes);
        convert_fully(target, &legality, &Patterns::untyped())
    });
    assert_eq!(
        (result, said),
        (Err(Failed), vec!["error: failed to legalize operation 'test.use'".to_owned()])
    );
    let (result, _) = run(&context, &mut module, |target| {
        convert_fully(target, &Legality::new().op("test.region", Legal::Recursively), &Patterns::untyped())
    });
    assert_eq!(result, Ok(()));
}

#[test]
fn types_are_converted_by_one_table() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read(&context, "module attributes {llvm.data_layout = \"e-p:32:32-p3:16:16\"} {}");
    let root = tern_mlir::OpRef::new(&context, module.body(), module.root());
    let options = LowerOptions::new(root, 0);
    assert_eq!((options.layout.pointer_width(0), options.layout.pointer_width(3)), (32, 16));
    let converter = TypeConverter::new(&context, options);
    let parse = |text: &str| -> Type {
        let module = read(&context, &format!("\"test.t\"() {{t = {text}}} : () -> ()"));
        let (body, regions) = module.body().regions(module.root());
        let op = body.block_first(body.region_blocks(regions[0])[0]).expect("an operation");
        let op = tern_mlir::OpRef::new(&context, body, op);
        op.attribute("t").and_then(|ty| ty.as_type(&context)).expect("a type")
    };
    for (from, to) in [
        ("ui7", Some("i7")),
        ("f8E5M2", Some("i8")),
        ("vector<f32>", Some("vector<1xf32>")),
        ("vector<2x3x[4]xindex>", Some("!llvm.array<2 x array<3 x vector<[4]xi64>>>")),
        ("vector<[2]x4xf32>", None),
        ("complex<f16>", Some("!llvm.struct<(f16, f16)>")),
        ("memref<f32, 2>", Some("!llvm.struct<(ptr<2>, ptr<2>, i64)>")),
        ("memref<2x?xi1>", Some("!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>")),
        ("memref<2xf32, affine_map<(d0) -> (d0 floordiv 2)>>", None),
        ("memref<2xf32, \"space\">", None),
        ("memref<*xvector<[2]x4xf32>>", None),
        ("(tensor<2xf32>) -> ()", Some("!llvm.ptr")),
        ("tensor<2xf32>", None),
        ("none", None),
        ("tuple<i32>", None),
        ("!llvm.struct<\"s\", (ptr, struct<\"s\">)>", Some("!llvm.struct<\"s\", (ptr, struct<\"s\">)>")),
        (
            "!llvm.struct<\"r\", (struct<\"r\">, index)>",
            Some("!llvm.struct<\"_Converted.r\", (struct<\"_Converted.r\">, i64)>"),
        ),
    ] {
        let to = to.map(str::to_owned);
        assert_eq!(converter.convert(parse(from)).map(|ty| asm::type_to_string(&context, ty)), to, "{from}");
    }
}

#[test]
fn all_that_a_failed_pattern_changed_is_undone() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut module = read(&context, CHAIN);
    let before = show(&context, &module);
    let (result, said) = run(&context, &mut module, |target| {
        let mut patterns = Patterns::untyped();
        patterns.on(&["test.region"], |op, b| {
            let (body, regions) = b.body().regions(op.op);
            let (region, block) = (regions[0], body.op_block(op.op).ok_or("no block")?);
            let inner = body.region_blocks(region)[0];
            b.split_block(block, op.op);
            b.inline_region_after(region, block);
            let context = b.context();
            b.body_mut().set_attributes(
                op.op,
                Attribute::dictionary(context, &mut named(context, &[("x", context.common.unit)])),
            );
            let made = b.value("test.made", &[], context.common.index, &[]);
            let argument = b.body().block_arguments(inner)[0];
            b.body_mut().replace_all_uses(argument, made);
            b.body_mut().take_arguments(inner);
            b.erase(op.op);
            Err("it changed its mind".into())
        });
        convert_partially(target, &Legality::new(), &patterns)
    });
    assert_eq!((result, said), (Ok(()), Vec::new()));
    assert_eq!(show(&context, &module), before);
}

#[test]
fn functions_that_were_converted_before_another_failed_are_rolled_back() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let text = "module {\n  llvm.func @a(%x: i32) {\n    %0 = \"test.one\"(%x) {a} : (i32) -> i32\n    \"test.use\"(%0) : (i32) -> ()\n    \
        llvm.return\n  }\n  llvm.func @b(%x: i32) {\n    %0 = \"test.one\"(%x) : (i32) -> i32\n    llvm.return\n  }\n}\n";
    let mut module = read(&context, text);
    let before = show(&context, &module);
    let (result, said) = run(&context, &mut module, |target| {
        let mut patterns = Patterns::untyped();
        patterns.on(&["test.one"], |op, b| match b.op_ref(op.op).attribute("a") {
            Some(_) => {
                let ty = b.type_of(op.operands[0]);
                replace(b, op, "test.three", &[ty]);
                Ok(())
            }
            None => Err("it has no attribute".into()),
        });
        convert_partially(target, &Legality::new().op("test.one", Legal::No), &patterns)
    });
    assert_eq!((result, said.len()), (Err(Failed), 1));
    assert_eq!(show(&context, &module), before);
}
