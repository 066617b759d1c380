//! Tests of a third-party dialect that is exported to LLVM IR and imported back, with every translation interface for
//! operations, types and attributes.

use tern_dialect_llvm::constraints::{I32, INTEGER_OR_VECTOR};
use tern_export::Result;
use tern_export::extension::{Attachments, DialectTranslation, ToLlvm, TranslatesTo, Translation};
use tern_import::extension::{DialectImport, ImportsFrom, IntrinsicCall, Operation};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, Instruction};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{self as ir, TypeKind};
use tern_mlir::asm::{self, ParamParser, ParamPrinter, ParseOptions, ParseResult, PrintOptions};
use tern_mlir::declare::{
    AttrClass, Dialect, OpDef, Param, TypeDef, concat, families, operations, type_constraints, type_defs,
};
use tern_mlir::verify::verify;
use tern_mlir::{Attribute, Context, OpRef, Type};
use tern_roundtrip_tests::samples;

static LAB: Dialect = Dialect {
    operations: OPS,
    types: TYPES,
    interfaces: &[&TranslatesTo(&Lab), &ImportsFrom(&Lab)],
    ..Dialect::new("lab")
};

static OPS: &[&OpDef] = &concat!(&OpDef; TABLE, OPERATIONS);

type_defs! { "lab";
    /// A pair of numbers.
    PAIR = "pair" { params: {}, parse: parse_pair, print: print_pair, }
}

fn parse_pair(_: &mut ParamParser<'_, '_>, _: &'static TypeDef) -> ParseResult<Box<[Param]>> {
    Ok(Box::new([]))
}

fn print_pair(_: &mut ParamPrinter<'_>, _: &[Param]) {}

type_constraints! {
    /// A pair of numbers.
    PAIR_TYPE = "pair", |c, t| t.declared(c, &PAIR).is_some();
}

families! { "lab." => "llvm.";
    /// The minimum or maximum of some numbers.
    family [] {
        traits: [Pure],
        operands: { numbers: variadic(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$numbers attr-dict `:` type($numbers) `->` type($res)",
        intrinsic: {},
    }
    "smin", "smax";

    /// The number of leading or trailing zeros.
    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { value: one(INTEGER_OR_VECTOR) },
        attributes: { zero: required(AttrClass::Bool) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$zero `,` $value attr-dict `:` type($res)",
        intrinsic: { immediates: &[(1, "zero")] },
    }
    "ctlz", "cttz";
}

operations! {
    /// Makes a pair of two numbers.
    Pair = "lab.pair" {
        traits: [Pure],
        operands: { lhs: one(I32), rhs: one(I32) },
        results: { res: one(PAIR_TYPE) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
        interfaces: [ToLlvm(pair)],
    }

    /// Extracts a number from a pair.
    Half = "lab.half" {
        traits: [Pure],
        operands: { pair: one(PAIR_TYPE) },
        attributes: { index: required(AttrClass::Integer(64)) },
        results: { res: one(I32) },
        format: "$pair $index attr-dict `:` type($pair)",
        interfaces: [ToLlvm(half)],
    }

    /// The sum of all numbers and a start value.
    Sum = "lab.sum" {
        traits: [Pure, AttrSizedOperandSegments],
        operands: { numbers: variadic(I32), first: optional(I32) },
        results: { res: one(I32) },
        format: "$numbers (`from` $first^)? attr-dict",
        interfaces: [ToLlvm(sum)],
    }

    /// The number of experiments, returned by a library function.
    Count = "lab.count" {
        attributes: { range: optional(AttrClass::Any) },
        results: { res: one(I32) },
        format: "(`in` $range^)? attr-dict",
        interfaces: [ToLlvm(count)],
    }

    /// A target-specific instruction.
    Poke = "lab.poke" {
        operands: { value: one(I32) },
        format: "$value attr-dict",
        interfaces: [ToLlvm(poke)],
    }

    /// A number given by an attribute.
    Number = "lab.number" {
        traits: [Pure],
        attributes: { value: required(AttrClass::Any) },
        results: { res: one(I32) },
        format: "$value attr-dict",
        interfaces: [ToLlvm(number)],
    }

    /// The sign of a number as a number, and whether it is negative.
    Sign = "lab.sign" {
        traits: [Pure],
        operands: { value: one(I32) },
        results: { sign: one(I32), negative: one(I32) },
        format: "$value attr-dict",
        interfaces: [ToLlvm(sign)],
    }

    /// Translated by the interface of the dialect as a whole.
    Twice = "lab.twice" {
        traits: [Pure],
        operands: { value: one(I32) },
        results: { res: one(I32) },
        format: "$value attr-dict",
    }

    /// An operation without translation.
    Idea = "lab.idea" {
        format: "attr-dict",
    }

    /// A module-level operation.
    Tool = "lab.tool" {
        attributes: { tool: required(AttrClass::String) },
        format: "$tool attr-dict",
    }
}

fn pair(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (numbers, ty) = (t.operands()?, t.result_type()?);
    let pair = t.call("lab_pair", ty, numbers);
    t.define(pair)
}

fn half(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let index = t.op().property("index").and_then(|index| index.as_i64(t.context())).unwrap_or_default();
    let pair = t.operand("pair")?;
    let half = t.extract(pair, index as u32);
    t.define(half)
}

fn sum(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let ty = t.result_type()?;
    let mut sum = match t.optional("first")? {
        Some(first) => first,
        None => t.zero(ty),
    };
    for number in t.group("numbers")? {
        let add = Instruction::Binary { op: BinaryOp::Add, flags: Flags::NSW, lhs: sum, rhs: number };
        sum = t.append(t.type_of(sum), add).unwrap_or(sum);
    }
    t.define(Some(sum))
}

fn count(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let ty = t.result_type()?;
    let (all, none) = (t.bool(true), t.poison(ty));
    let count = t.call("lab_count", ty, vec![all, none]);
    t.return_range(ty, t.op().property("range"));
    t.define(count)
}

fn poke(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let value = t.operand("value")?;
    let wide = t.module().types.common.i64;
    let value = t.cast(CastOp::SExt, value, wide);
    let void = t.result_type()?;
    t.inline_asm(("poke $0", "r"), void, vec![value], true);
    Ok(())
}

fn number(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let Some(value) = t.op().property("value") else { return t.error("requires a value") };
    let value = t.constant(value)?;
    let ty = t.ty(t.context().common.i32)?;
    let value = t.cast(CastOp::ZExt, value, ty);
    t.define(Some(value))
}

fn sign(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let mut results = t.op().body.results(t.op().op);
    let (Some(sign), Some(negative)) = (results.next(), results.next()) else {
        return t.error("requires two results");
    };
    let (value, zero) = (t.operand("value")?, t.integer(32, 0));
    let compared = t.intrinsic("llvm.scmp", vec![value, zero])?;
    let ty = t.type_of(value);
    let lhs = compared.unwrap_or(value);
    let shifted =
        t.append(ty, Instruction::Binary { op: BinaryOp::LShr, flags: Flags::empty(), lhs, rhs: zero });
    t.define_result(sign, lhs)?;
    t.define_result(negative, shifted.unwrap_or(lhs))
}

struct Lab;

impl DialectTranslation for Lab {
    fn operation(&self, t: &mut Translation<'_, '_, '_>) -> Result<()> {
        if t.op().name() != "lab.twice" {
            return t.error("is an idea only");
        }
        let value = t.value(t.op().operands()[0])?;
        let ty = t.type_of(value);
        let add = Instruction::Binary { op: BinaryOp::Add, flags: Flags::empty(), lhs: value, rhs: value };
        let twice = t.append(ty, add);
        t.define(twice)
    }

    fn member(&self, op: OpRef<'_>, module: &mut ir::Module) -> std::result::Result<(), Option<String>> {
        let Some(tool) = op.property("tool").and_then(|tool| tool.as_str(op.context)) else {
            return Err(None);
        };
        if tool.is_empty() {
            return Err(Some("a tool has a name".to_owned()));
        }
        let line = module.strings.intern(format!(".tool {tool}").as_bytes());
        module.module_asm.push(line);
        Ok(())
    }

    fn module_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        (name, value): (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let Some(text) = value.as_str(context) else { return Err(format!("{name} is a text")) };
        module.source_filename = Some(module.strings.intern(text.as_bytes()));
        Ok(())
    }

    fn ty(&self, _: &Context, module: &mut ir::Module, _: Type) -> Option<ir::Type> {
        let i32 = module.types.common.i32;
        Some(module.types.intern(TypeKind::Struct { fields: [i32, i32].into(), packed: false }))
    }

    fn function_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        function: ir::Global,
        (name, value): (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let Some(room) = value.as_str(context) else { return Err(format!("{name} is a text")) };
        module.globals[function].section = Some(module.strings.intern(room.as_bytes()));
        Ok(())
    }

    fn parameter_attribute(
        &self,
        _: &Context,
        module: &mut ir::Module,
        (name, _): (&str, Attribute),
    ) -> std::result::Result<Option<ir::attributes::Attribute>, String> {
        let name = module.strings.intern(name.as_bytes());
        Ok(Some(ir::attributes::Attribute::String(name, None)))
    }

    fn instruction_attribute(
        &self,
        context: &Context,
        attachments: &mut Attachments<'_>,
        (name, value): (&str, Attribute),
    ) -> std::result::Result<(), String> {
        let Some(note) = value.as_str(context) else { return Err(format!("{name} is a text")) };
        let note = attachments.module().strings.intern(note.as_bytes());
        let node = attachments.node([Metadata::String(note)]);
        attachments.attach("lab.note", node);
        Ok(())
    }
}

impl DialectImport for Lab {
    /// Imports `llvm.ctpop` of the constant 7 as the number 3.
    fn intrinsic(&self, call: &IntrinsicCall<'_>) -> Option<Operation> {
        let seven = call.name == "llvm.ctpop.i32" && call.integer(0) == Some(7);
        seven.then(|| Operation {
            name: "lab.number",
            operands: Vec::new(),
            properties: vec![("value", Attribute::integer(call.context, call.context.common.i32, 3))],
        })
    }
}

/// A dialect without translation interfaces.
static SILENT: Dialect = Dialect {
    operations: SILENT_OPERATIONS,
    interfaces: &[&TranslatesTo(&Silent)],
    ..Dialect::new("silent")
};

static SILENT_OPERATIONS: &[&OpDef] = silent::OPERATIONS;

mod silent {
    use tern_mlir::declare::operations;

    operations! {
        /// An operation for use in a function or next to it.
        Thing = "silent.thing" { format: "attr-dict", }
    }
}

struct Silent;

impl DialectTranslation for Silent {}

/// The exported module, or the errors.
fn export(text: &str) -> std::result::Result<String, String> {
    let context = Context::new(&[tern_dialect_llvm::DIALECTS, &[&LAB, &SILENT]].concat());
    let module = asm::parse(&context, "lab", text.as_bytes(), &ParseOptions::default())
        .map_err(|errors| format!("{errors:?}"))?;
    assert!(verify(&context, &module).is_empty(), "{:?}", verify(&context, &module));
    match tern_export::export(&context, &module) {
        Ok(export) => Ok(String::from_utf8(tern_llvm_ir::write(&export.module)).expect("a text")),
        Err(errors) => Err(errors.iter().map(|error| format!("{}\n", error.message())).collect()),
    }
}

#[test]
fn operations_types_and_attributes_become_what_the_dialect_says() {
    let text = r#"
module attributes {lab.source = "the lab"} {
  lab.tool "tongs"
  llvm.func @all(%a: i32 {lab.clean}, %b: i32) -> i32 attributes {lab.room = "cellar"} {
    %pair = lab.pair %a, %b : !lab.pair
    %half = lab.half %pair 1 {index = 1} : !lab.pair
    %sum = lab.sum %half, %b from %a
    %none = lab.sum %sum, %sum
    %count = lab.count in #llvm.constant_range<i32, 3, 9>
    lab.poke %count
    %seven = lab.number 7 : i8
    lab.poke %seven
    %sign, %negative = lab.sign %none
    %twice = lab.twice %negative
    %most = lab.smax %twice, %sign : i32, i32 -> i32
    %zeros = lab.ctlz true, %most : i32
    llvm.return %zeros : i32
  }
}
"#;
    insta::assert_snapshot!(export(text).expect("it is right"));
}

#[test]
fn what_the_dialect_refuses_is_an_error() {
    let cases = [
        ("lab.idea", "'lab.idea' op is an idea only"),
        ("lab.number \"seven\"", "attribute is no constant"),
        ("lab.poke %a {lab.note = 3}", "lab.note is a text"),
    ];
    for (line, expected) in cases {
        let errors = export(&format!("llvm.func @f(%a: i32) {{\n  {line}\n  llvm.return\n}}\n")).unwrap_err();
        assert!(errors.contains(expected), "{line}: {errors}");
    }
    let members = [
        ("lab.tool \"\"", "a tool has a name"),
        ("module attributes {lab.source = 3} {}", "lab.source is a text"),
        ("llvm.func @f() attributes {lab.room = 3}", "lab.room is a text"),
    ];
    for (member, expected) in members {
        let errors = export(&format!("{member}\n")).unwrap_err();
        assert!(errors.contains(expected), "{member}: {errors}");
    }
}

/// Attributes of a dialect without translations are ignored, its operations are errors.
#[test]
fn what_a_dialect_does_not_speak_of() {
    let text = "module attributes {silent.a = 1} {
  llvm.func @f(%a: i32 {silent.b}) -> i32 attributes {silent.c} {
    %0 = llvm.add %a, %a {silent.d} : i32
    llvm.return %0 : i32
  }
}
";
    let exported = export(text).expect("it is right");
    assert_eq!(exported, "\ndefine i32 @f(i32 %a) {\n  %1 = add i32 %a, %a\n  ret i32 %1\n}\n");
    let expected = "'silent.thing' op cannot be converted to LLVM IR\n";
    let within = export("llvm.func @f() {\n  silent.thing\n  llvm.return\n}\n").unwrap_err();
    assert_eq!(within, expected);
    let beside = export("silent.thing\n").unwrap_err();
    assert!(beside.contains("silent.thing"), "{beside}");
}

/// In unreachable blocks, a use may precede the definition.
#[test]
fn results_that_are_used_early_are_instructions() {
    let unreachable = |operation: &str| {
        export(&format!(
            "llvm.func @f(%a: i32) {{
  llvm.return
^never:
  llvm.call @use(%late) : (i32) -> ()
  %late = {operation}
  llvm.br ^never
}}
llvm.func @use(i32)
"
        ))
    };
    let twice = unreachable("lab.twice %a").expect("it is right");
    assert!(twice.contains("  call void @use(i32 %late)\n  %late = add i32 %a, %a\n"), "{twice}");
    let number = unreachable("lab.number 7 : i8").unwrap_err();
    assert_eq!(
        number,
        "'lab.number' op result is used before it is there, and is no instruction of its own\n"
    );
}

/// Declarations that the first function needs come before those of the second, whatever the number of threads.
#[test]
fn exports_do_not_depend_on_the_number_of_threads() {
    let mut text = String::from(
        "llvm.func @first(%a: i32, %b: i32) -> i32 {
  %pair = lab.pair %a, %b : !lab.pair
  %half = lab.half %pair 1 {lab.note = \"a node\"} : !lab.pair
  llvm.return %half : i32
}
llvm.func @second(%a: i32) -> i32 {
  %most = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  llvm.return %most : i32
}
",
    );
    text += &samples::filler();
    let [alone, by_many] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| export(&text)).expect("it is right")
    });
    assert_eq!(alone, by_many);
    let (pair, most) = (alone.find("declare { i32, i32 } @lab_pair"), alone.find("declare i32 @llvm.smax"));
    assert!(pair.expect("it is declared") < most.expect("it is declared"));
}

#[test]
fn calls_of_intrinsics_become_operations_of_the_dialect() {
    let text = b"
define i32 @f(i32 %a, i32 %b) {
  %1 = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.ctlz.i32(i32 %1, i1 true)
  %3 = call i32 @llvm.ctpop.i32(i32 7)
  %4 = call i32 @llvm.ctpop.i32(i32 8)
  %5 = call i32 @llvm.umax.i32(i32 %2, i32 %3)
  ret i32 %5
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
";
    let context = Context::new(&[tern_dialect_llvm::DIALECTS, &[&LAB]].concat());
    let ir = tern_llvm_ir::read(text, "lab.ll").expect("it is right");
    let options = tern_import::Options { intrinsic_operations: true, ..Default::default() };
    let imported = tern_import::import_with(&context, &ir, options).expect("it is right").module;
    let printed = asm::print(&context, &imported, &PrintOptions::default());
    insta::assert_snapshot!(String::from_utf8(printed).expect("a text"));
}
