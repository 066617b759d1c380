//! Tests of attributes as constants: which attributes are valid constants of which types, and their values, compared with
//! `mlir-opt` and `mlir-translate`. A table of all kinds of attributes and types, each with each, and generated pairs.
//!
//! Each pair is tested as the value of a global and as that of `llvm.mlir.constant` in an initializer. Both sides must print
//! the same, or both must reject it, with the same message if MLIR has one. Tern rejects whatever MLIR does not define:
//!
//! | attribute | type | what `mlir-translate` 22 does |
//! |---|---|---|
//! | a dense splat | neither array nor vector nor struct | crashes |
//! | dense elements of which there are none | a vector, or arrays of vectors | crashes |
//! | a symbol | any, and the symbol is no function | crashes |
//! | fewer elements than fields | a struct | reads behind the list |
//! | more elements than fields | a struct | drops elements |
//! | dense or sparse strings | any | writes the bytes of pointers, or strings where there is one element |
//! | an integer | no integer, within an array or struct | writes zeros |
//! | zeros of another type | within an array or struct | writes zeros |
//! | a number of a format that LLVM does not know | `ppc_fp128` | writes the bits of another number |
//! | elements whose shape is not that of the type | any, within a constant | writes LLVM IR that cannot be read |

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use rayon::prelude::*;
use tern_export::Compat;
use tern_mlir::Context;
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_roundtrip_tests::oracle;
use tern_testing::Choices;
use tern_testing::property::{Property, Verdict};

/// A type of the dialect.
#[derive(Clone)]
enum Type {
    Scalar(&'static str),
    Array(usize, Box<Type>),
    Vector(usize, &'static str),
    Struct(Vec<Type>),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(name) => f.write_str(name),
            Self::Array(len, element) => write!(f, "!llvm.array<{len} x {element}>"),
            Self::Vector(len, element) => write!(f, "vector<{len}x{element}>"),
            Self::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Self::to_string).collect();
                write!(f, "!llvm.struct<({})>", fields.join(", "))
            }
        }
    }
}

const INTEGERS: &[&str] = &["i32", "i1", "i5", "i8", "i16", "i24", "i64", "i65", "i128", "i129"];
const FLOATS: &[&str] = &["f32", "f16", "bf16", "f64", "f80", "f128", "!llvm.ppc_fp128"];
const POINTERS: &[&str] = &["!llvm.ptr", "!llvm.ptr<3>"];

/// The number type of an attribute.
#[derive(Clone, Copy, PartialEq)]
struct Format {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Signed(u32),
    Unsigned(u32),
    Float(u32),
}

const fn format(name: &'static str, kind: Kind) -> Format {
    Format { name, kind }
}

const FORMATS: &[Format] = &[
    format("i32", Kind::Signed(32)),
    format("i1", Kind::Signed(1)),
    format("i5", Kind::Signed(5)),
    format("i8", Kind::Signed(8)),
    format("i16", Kind::Signed(16)),
    format("i24", Kind::Signed(24)),
    format("i64", Kind::Signed(64)),
    format("i65", Kind::Signed(65)),
    format("i128", Kind::Signed(128)),
    format("i129", Kind::Signed(129)),
    format("index", Kind::Signed(64)),
    format("si8", Kind::Signed(8)),
    format("si32", Kind::Signed(32)),
    format("ui1", Kind::Unsigned(1)),
    format("ui8", Kind::Unsigned(8)),
    format("ui65", Kind::Unsigned(65)),
    format("f32", Kind::Float(32)),
    format("f16", Kind::Float(16)),
    format("bf16", Kind::Float(16)),
    format("f64", Kind::Float(64)),
    format("f80", Kind::Float(80)),
    format("f128", Kind::Float(128)),
    format("tf32", Kind::Float(19)),
    format("f8E5M2", Kind::Float(8)),
    format("f8E4M3FN", Kind::Float(8)),
    format("f6E2M3FN", Kind::Float(6)),
    format("f4E2M1FN", Kind::Float(4)),
];

impl Format {
    /// Whether LLVM supports this format.
    fn is_llvm(self) -> bool {
        !matches!(self.kind, Kind::Float(..16 | 19))
    }

    /// A random number, without its type.
    fn number(self, choices: &mut Choices) -> String {
        match self.kind {
            Kind::Signed(1) => (if choices.chance(50) { "true" } else { "false" }).to_owned(),
            Kind::Signed(width) => {
                let most = i128::MAX >> (128 - width.min(128));
                match choices.below(6) {
                    0 => "1".to_owned(),
                    1 => "0".to_owned(),
                    2 => "-1".to_owned(),
                    3 => most.to_string(),
                    4 => (-most - 1).to_string(),
                    _ => {
                        (((i128::from(choices.bits()) << 64) | i128::from(choices.bits())) & most).to_string()
                    }
                }
            }
            Kind::Unsigned(width) => {
                let most = u128::MAX >> (128 - width);
                match choices.below(3) {
                    0 => "1".to_owned(),
                    1 => most.to_string(),
                    _ => (u128::from(choices.bits()) & most).to_string(),
                }
            }
            // Other formats do not have all of these numbers.
            Kind::Float(width @ (..16 | 19)) => format!("0x{:X}", 1 + choices.below((1 << (width - 1)) - 1)),
            Kind::Float(_) => (*choices.pick(&["1.0", "0.0", "-0.0", "3.5", "-2.25"])).to_owned(),
        }
    }
}

/// The value of a constant.
#[derive(Clone)]
enum Attribute {
    Number(Format, String),
    /// Elements in row-major order.
    Dense {
        format: Format,
        complex: bool,
        vector: bool,
        shape: Vec<usize>,
        numbers: Vec<String>,
    },
    /// A sparse vector: indices and elements.
    Sparse {
        format: Format,
        vector: bool,
        len: usize,
        numbers: Vec<(usize, String)>,
    },
    /// A dense resource: its type and bytes.
    Resource {
        shaped: String,
        bytes: Vec<u8>,
    },
    Array(Vec<Attribute>),
    String(&'static str),
    Strings(Vec<&'static str>),
    /// An attribute that is spelled equally for all types.
    Keyword(&'static str),
}

const KEYWORDS: &[&str] =
    &["#llvm.zero", "#llvm.undef", "#llvm.poison", "unit", "array<i32: 1, 2>", "@a::@b", "i32"];

/// Numbers as nested lists.
fn nested(shape: &[usize], numbers: &[String]) -> String {
    let Some((&first, rest)) = shape.split_first() else { return numbers.concat() };
    let size = rest.iter().product::<usize>();
    let parts: Vec<String> =
        (0..first).map(|part| nested(rest, &numbers[part * size..(part + 1) * size])).collect();
    format!("[{}]", parts.join(", "))
}

fn shaped(shape: &[usize], vector: bool, element: &str) -> String {
    let shape: String = shape.iter().map(|len| format!("{len}x")).collect();
    format!("{}<{shape}{element}>", if vector { "vector" } else { "tensor" })
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(Format { kind: Kind::Signed(1), .. }, number) => f.write_str(number),
            Self::Number(format, number) => write!(f, "{number} : {}", format.name),
            Self::Dense { format, complex, vector, shape, numbers } => {
                let element =
                    if *complex { format!("complex<{}>", format.name) } else { format.name.to_owned() };
                let list = match numbers.is_empty() {
                    true => String::new(),
                    false => nested(shape, numbers),
                };
                write!(f, "dense<{list}> : {}", shaped(shape, *vector, &element))
            }
            Self::Sparse { format, vector, len, numbers } => {
                let indices: Vec<String> = numbers.iter().map(|(index, _)| format!("[{index}]")).collect();
                let values: Vec<&str> = numbers.iter().map(|(_, number)| &number[..]).collect();
                let ty = shaped(&[*len], *vector, format.name);
                write!(f, "sparse<[{}], [{}]> : {ty}", indices.join(", "), values.join(", "))
            }
            Self::Resource { shaped, .. } => write!(f, "dense_resource<blob> : {shaped}"),
            Self::Array(elements) => {
                let elements: Vec<String> = elements.iter().map(Self::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
            Self::String(text) => write!(f, "{text:?}"),
            Self::Strings(texts) => write!(f, "dense<{texts:?}> : tensor<{}x!llvm.ptr>", texts.len()),
            Self::Keyword(word) => f.write_str(word),
        }
    }
}

impl Attribute {
    /// Whether MLIR does not define the constant of this type; see the table at the top.
    fn is_undefined(&self, ty: &Type) -> bool {
        let (dimensions, _, innermost) = dimensions(ty);
        if let Self::Dense { shape, numbers, .. } = self
            && numbers.is_empty()
        {
            // A vector without elements is only made if all outer dimensions are non-zero.
            let reached = shape.iter().position(|&len| len == 0) == Some(dimensions.len().wrapping_sub(1));
            return matches!(innermost, Type::Vector(..)) && reached && shape.len() == dimensions.len();
        }
        if let Self::Number(format, _) | Self::Dense { format, .. } | Self::Sparse { format, .. } = self
            && !format.is_llvm()
            && let Type::Scalar("!llvm.ppc_fp128") | Type::Vector(_, "!llvm.ppc_fp128") = innermost
        {
            return true;
        }
        match (self, ty) {
            (Self::Dense { numbers, .. }, Type::Scalar(_)) => {
                numbers.iter().all(|number| *number == numbers[0])
            }
            (Self::Strings(_), _) => true,
            (Self::Array(elements), Type::Struct(fields)) => {
                elements.len() != fields.len()
                    || elements.iter().zip(fields).any(|(element, field)| element.is_undefined(field))
            }
            (Self::Array(elements), Type::Array(_, inner)) => {
                elements.iter().any(|element| element.is_undefined(inner))
            }
            _ => false,
        }
    }

    /// The bytes of a resource in the attribute.
    fn blob(&self) -> Option<&[u8]> {
        match self {
            Self::Resource { bytes, .. } => Some(bytes),
            Self::Array(elements) => elements.iter().find_map(Self::blob),
            _ => None,
        }
    }
}

/// An attribute with the type of the constant.
struct Pair {
    attribute: Attribute,
    ty: Type,
}

impl Pair {
    fn global(&self) -> String {
        format!("llvm.mlir.global external @g({}) : {}{}", self.attribute, self.ty, self.resources())
    }

    fn constant(&self) -> String {
        let Self { attribute, ty } = self;
        let constant = format!("%0 = llvm.mlir.constant({attribute}) : {ty}");
        let resources = self.resources();
        format!("llvm.mlir.global external @g() : {ty} {{ {constant} llvm.return %0 : {ty} }}{resources}")
    }

    fn resources(&self) -> String {
        let Some(bytes) = self.attribute.blob() else { return String::new() };
        let bytes: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        format!(" {{-# dialect_resources: {{ builtin: {{ blob: \"0x04000000{bytes}\" }} }} #-}}")
    }
}

/// The result for a pair: the global, or the message of the first error.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Printed(String),
    Refused(Option<String>),
}

/// Finds the line of the global in a module.
fn global_line(module: &str) -> Option<String> {
    module.lines().find(|line| line.starts_with("@g = ")).map(str::to_owned)
}

/// The result of Tern for a module.
fn tern(module: &str) -> Outcome {
    let refused = |found: Vec<Diagnostic>| {
        Outcome::Refused(found.first().map(|diagnostic| diagnostic.message().to_owned()))
    };
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = match asm::parse(&context, "test", module.as_bytes(), &ParseOptions::default()) {
        Ok(module) => module,
        Err(found) => return refused(found),
    };
    let wrong =
        verify_with(&context, &module, &VerifyOptions { first_only: true, ..VerifyOptions::default() });
    if !wrong.is_empty() {
        return refused(wrong);
    }
    let options = tern_export::Options { compat: Compat::Upstream, ..Default::default() };
    match tern_export::export_with(&context, &module, options) {
        Ok(exported) => {
            let text = String::from_utf8_lossy(&tern_llvm_ir::write(&exported.module)).into_owned();
            Outcome::Printed(global_line(&text).unwrap_or_default())
        }
        Err(found) => refused(found),
    }
}

/// The results of `mlir-translate` for modules of one line each. A module that crashes it is run alone.
fn mlir_translate(modules: &[String]) -> Vec<Outcome> {
    if modules.is_empty() {
        return Vec::new();
    }
    let (outputs, answer) = oracle::translate_each(&["--mlir-to-llvmir"], modules);
    if answer.status == oracle::CRASHED {
        if modules.len() == 1 {
            return vec![Outcome::Refused(first_errors(&answer.said).remove(&0))];
        }
        let (first, second) = modules.split_at(modules.len() / 2);
        return [mlir_translate(first), mlir_translate(second)].concat();
    }
    let mut errors = first_errors(&answer.said);
    let outcome = |(number, output): (usize, &String)| {
        global_line(output).map_or_else(|| Outcome::Refused(errors.remove(&number)), Outcome::Printed)
    };
    outputs.iter().enumerate().map(outcome).collect()
}

/// The verifier errors of `mlir-opt` for modules of one line each; `None` if valid.
fn mlir_opt(modules: &[String]) -> Vec<Option<String>> {
    let answer =
        oracle::answer("mlir-opt", &["--split-input-file"], modules.join(oracle::BETWEEN).as_bytes());
    let mut errors = first_errors(&answer.said);
    (0..modules.len()).map(|number| errors.remove(&number)).collect()
}

/// The first error for each module, by its number: each takes two lines.
fn first_errors(said: &str) -> HashMap<usize, String> {
    let mut errors = HashMap::new();
    for line in said.lines() {
        let Some((place, message)) = line.split_once(": error: ") else { continue };
        let place = place.strip_prefix("within split at ").unwrap_or(place);
        let number = place.split(&[':', ' '][..]).nth(1).and_then(|line| line.parse::<usize>().ok());
        errors.entry(number.unwrap_or(1) / 2).or_insert_with(|| message.to_owned());
    }
    errors
}

/// Whether the output of MLIR is valid LLVM IR.
fn is_llvm_ir(global: &str) -> bool {
    tern_llvm_ir::read(global.as_bytes(), "test").is_ok()
}

/// Tern's message for an integer attribute of non-integer type, which MLIR turns into a zero or a constant of another type.
const NOT_AN_INTEGER: &str = "expected integer type for integer attribute";

/// Tern's messages for constants of another type, which MLIR accepts if they are zero.
const OTHER_TYPES: &[&str] = &[
    "attribute and type of the constant have a different number of elements",
    "attribute and type of the constant have a different number of dimensions",
    "expected a vector attribute for a vector type, a tensor attribute for an array type",
    "expected an array of as many i8 elements as the string has bytes",
];

/// Checks that Tern agrees with MLIR on a module.
fn agree(module: &str, upstream: &Outcome) -> Verdict {
    let ours = tern(module);
    let agree = match (upstream, &ours) {
        (Outcome::Printed(upstream), Outcome::Refused(Some(message))) => {
            let zeros = OTHER_TYPES.contains(&&message[..]) && upstream.contains("zeroinitializer");
            message == NOT_AN_INTEGER || zeros || !is_llvm_ir(upstream)
        }
        // MLIR may report a later wrong element.
        (Outcome::Refused(_), Outcome::Refused(Some(message)))
            if message == NOT_AN_INTEGER || OTHER_TYPES.contains(&&message[..]) =>
        {
            true
        }
        (Outcome::Refused(None), Outcome::Refused(Some(_))) => true,
        _ => *upstream == ours,
    };
    if agree { Ok(()) } else { Err(format!("{module}\nmlir-translate: {upstream:?}\ntern: {ours:?}")) }
}

/// The verdict on each pair. Operands are only verified, as MLIR translates them with the same code as globals; if `thorough`,
/// they are translated as well.
fn verdicts(pairs: &[Pair], thorough: bool) -> Vec<Verdict> {
    let globals: Vec<String> = pairs.iter().map(Pair::global).collect();
    let constants: Vec<String> = pairs.iter().map(Pair::constant).collect();
    let defined: Vec<bool> = pairs.iter().map(|pair| !pair.attribute.is_undefined(&pair.ty)).collect();
    let asked: Vec<String> = globals
        .iter()
        .zip(&defined)
        .filter(|(_, defined)| **defined)
        .map(|(global, _)| global.clone())
        .collect();
    let mut answers = mlir_translate(&asked).into_iter();
    let undefined = Outcome::Refused(None);
    let answers: Vec<Outcome> = defined
        .iter()
        .map(|defined| if *defined { answers.next() } else { None }.unwrap_or_else(|| undefined.clone()))
        .collect();
    let verified = mlir_opt(&constants);
    // An error in an initializer crashes `mlir-translate`, so only valid constants are given to it.
    let right: Vec<usize> = (0..pairs.len())
        .filter(|&number| {
            thorough && verified[number].is_none() && matches!(answers[number], Outcome::Printed(_))
        })
        .collect();
    let modules: Vec<String> = right.iter().map(|&number| constants[number].clone()).collect();
    let constant_answers: HashMap<usize, Outcome> = right.into_iter().zip(mlir_translate(&modules)).collect();
    let verdict = |number: usize| {
        agree(&globals[number], &answers[number])?;
        let as_constant = match (&verified[number], &answers[number]) {
            (Some(message), _) => Outcome::Refused(Some(message.clone())),
            // The verifier of globals has its own messages.
            (None, Outcome::Refused(Some(message))) if message.starts_with('\'') => return Ok(()),
            (None, global) => constant_answers.get(&number).unwrap_or(global).clone(),
        };
        agree(&constants[number], &as_constant)
    };
    (0..pairs.len()).map(verdict).collect()
}

fn boxed(len: usize, element: &Type) -> Type {
    Type::Array(len, Box::new(element.clone()))
}

/// Types of each kind.
fn types() -> Vec<Type> {
    let scalars: Vec<Type> = [INTEGERS, FLOATS, POINTERS].concat().into_iter().map(Type::Scalar).collect();
    let mut types = scalars.clone();
    types.extend(scalars.iter().map(|scalar| boxed(2, scalar)));
    types.extend([INTEGERS, FLOATS, POINTERS].concat().into_iter().map(|scalar| Type::Vector(2, scalar)));
    let scalar = Type::Scalar;
    types.extend([
        boxed(0, &scalar("i32")),
        boxed(1, &scalar("i8")),
        boxed(2, &boxed(1, &scalar("i8"))),
        boxed(2, &boxed(2, &scalar("i16"))),
        boxed(1, &boxed(2, &scalar("i32"))),
        boxed(2, &Type::Vector(2, "i8")),
        boxed(2, &Type::Vector(2, "f32")),
        Type::Struct(Vec::new()),
        Type::Struct(vec![scalar("i32")]),
        Type::Struct(vec![scalar("i32"), scalar("f64")]),
        Type::Struct(vec![scalar("f32"), scalar("f32")]),
        Type::Struct(vec![scalar("i8"), scalar("i8")]),
        Type::Struct(vec![Type::Vector(2, "i32"), boxed(2, &scalar("i8"))]),
        boxed(2, &Type::Struct(vec![scalar("f32"), scalar("f32")])),
        boxed(2, &Type::Struct(vec![scalar("i8"), scalar("!llvm.ptr")])),
    ]);
    types
}

/// Attributes of each kind.
fn attributes() -> Vec<Attribute> {
    let mut attributes = Vec::new();
    for &format in FORMATS {
        let [first, second] = match format.kind {
            Kind::Signed(1) => ["true", "false"],
            Kind::Signed(_) => ["-1", "2"],
            Kind::Unsigned(1) => ["1", "0"],
            Kind::Unsigned(_) => ["255", "2"],
            Kind::Float(..16 | 19) => ["0x3", "0x2"],
            Kind::Float(_) => ["3.5", "-0.0"],
        };
        let dense = |vector, second: &str| Attribute::Dense {
            format,
            complex: false,
            vector,
            shape: vec![2],
            numbers: vec![first.to_owned(), second.to_owned()],
        };
        attributes.extend([
            Attribute::Number(format, first.to_owned()),
            dense(false, second),
            dense(true, second),
            dense(false, first),
        ]);
    }
    let (i8, i32, f32) = (FORMATS[3], FORMATS[0], FORMATS[16]);
    let dense = |format, complex, vector, shape: &[usize], numbers: &[&str]| Attribute::Dense {
        format,
        complex,
        vector,
        shape: shape.to_vec(),
        numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
    };
    let sparse = |format, vector, len, numbers: &[(usize, &str)]| Attribute::Sparse {
        format,
        vector,
        len,
        numbers: numbers.iter().map(|(index, number)| (*index, (*number).to_owned())).collect(),
    };
    let resource = |shaped: &str, bytes: usize| Attribute::Resource {
        shaped: shaped.to_owned(),
        bytes: (1..).take(bytes).collect(),
    };
    let number = |format, number: &str| Attribute::Number(format, number.to_owned());
    attributes.extend([
        dense(f32, true, false, &[2], &["(1.0, 2.0)", "(3.0, 4.0)"]),
        dense(f32, true, false, &[2], &["(1.0, 2.0)", "(1.0, 2.0)"]),
        dense(i8, true, false, &[2], &["(1, 2)", "(3, 4)"]),
        dense(i32, false, false, &[0], &[]),
        dense(i8, false, false, &[2, 2], &["1", "2", "3", "-4"]),
        dense(i8, false, true, &[2, 2], &["1", "2", "3", "-4"]),
        dense(i32, false, false, &[2, 2], &["1", "2", "3", "-4"]),
        dense(i32, false, false, &[2, 1, 1], &["1", "2"]),
        dense(i32, false, false, &[3], &["1", "2", "3"]),
        dense(f32, false, true, &[2, 2], &["1.0", "2.0", "3.0", "4.0"]),
        sparse(i8, false, 2, &[(0, "1"), (1, "-2")]),
        sparse(i32, true, 2, &[(1, "-2")]),
        sparse(f32, false, 3, &[(1, "1.5")]),
        sparse(f32, false, 2, &[(0, "-0.0")]),
        resource("tensor<2xi32>", 8),
        resource("tensor<2x2xi16>", 8),
        resource("vector<2xf32>", 8),
        resource("tensor<2xi8>", 3),
        resource("tensor<2xi8>", 1),
        resource("memref<2xi32>", 8),
        Attribute::Array(Vec::new()),
        Attribute::Array(vec![number(i32, "-1")]),
        Attribute::Array(vec![number(i8, "-1"), number(f32, "2.0")]),
        Attribute::Array(vec![number(i8, "-1"), number(i8, "2")]),
        Attribute::Array(vec![number(f32, "-0.0"), number(f32, "2.0")]),
        Attribute::Array(vec![number(i32, "7"), number(FORMATS[19], "2.0")]),
        Attribute::Array(vec![Attribute::Keyword("#llvm.zero"), Attribute::Keyword("#llvm.undef")]),
        Attribute::Array(vec![Attribute::String("a"), Attribute::String("b")]),
        Attribute::Array(vec![dense(i32, false, true, &[2], &["1", "2"]), Attribute::String("ab")]),
        Attribute::Array(vec![
            Attribute::Array(vec![number(i8, "-1"), Attribute::Keyword("#llvm.zero")]),
            Attribute::Keyword("#llvm.zero"),
        ]),
        Attribute::String(""),
        Attribute::String("a"),
        Attribute::String("ab"),
        Attribute::Strings(vec!["a", "b"]),
    ]);
    attributes.extend(KEYWORDS.iter().copied().map(Attribute::Keyword));
    attributes
}

/// The number of pairs in one run of `mlir-translate`.
const BATCH: usize = 400;

#[test]
fn every_kind_of_attribute_as_a_constant_of_every_kind_of_type() {
    let (attributes, types) = (attributes(), types());
    let pairs: Vec<Pair> = attributes
        .iter()
        .flat_map(|attribute| types.iter().map(|ty| Pair { attribute: attribute.clone(), ty: ty.clone() }))
        .collect();
    let wrong: Vec<String> = pairs
        .par_chunks(BATCH)
        .flat_map_iter(|pairs| verdicts(pairs, true))
        .filter_map(Verdict::err)
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
}

/// Checks the crashes in the table at the top.
#[test]
fn undefined_constants_make_mlir_translate_crash() {
    let crashing = [
        "llvm.mlir.global external @g(dense<1> : tensor<2xi32>) : i32",
        "llvm.mlir.global external @g(dense<1.0> : vector<2xf32>) : !llvm.ptr",
        "llvm.mlir.global external @g(dense<> : tensor<0xi32>) : vector<2xi32>",
        "llvm.mlir.global external @g(@g) : !llvm.ptr",
    ];
    for module in crashing {
        let answer = oracle::answer("mlir-translate", &["--mlir-to-llvmir"], module.as_bytes());
        assert_eq!(answer.status, oracle::CRASHED, "{module}");
        assert!(matches!(tern(module), Outcome::Refused(Some(_))), "{module}: {:?}", tern(module));
    }
}

fn scalar(choices: &mut Choices) -> &'static str {
    let names = *choices.pick(&[INTEGERS, FLOATS, INTEGERS, POINTERS]);
    choices.pick::<&str>(names)
}

fn some_type(choices: &mut Choices, depth: usize) -> Type {
    match choices.weighted(if depth == 0 { &[1, 0, 0, 0] } else { &[3, 4, 2, 2] }) {
        0 => Type::Scalar(scalar(choices)),
        1 => boxed(choices.below(4), &some_type(choices, depth - 1)),
        2 => Type::Vector(choices.within(1, 3), scalar(choices)),
        _ => Type::Struct((0..choices.below(4)).map(|_| some_type(choices, depth - 1)).collect()),
    }
}

/// The lengths of nested arrays and vectors, whether the innermost is a vector, and its element type.
fn dimensions(ty: &Type) -> (Vec<usize>, bool, &Type) {
    match ty {
        Type::Array(len, element) => {
            let (mut shape, vector, innermost) = dimensions(element);
            shape.insert(0, *len);
            (shape, vector, innermost)
        }
        Type::Vector(len, _) => (vec![*len], true, ty),
        _ => (Vec::new(), false, ty),
    }
}

/// A number format, mostly a suitable one.
fn some_format(choices: &mut Choices, ty: &Type) -> Format {
    let (Type::Scalar(name) | Type::Vector(_, name)) = ty else { return *choices.pick(FORMATS) };
    let found = FORMATS.iter().find(|format| format.name == *name);
    match found {
        Some(found) if choices.chance(60) => *found,
        // Another width of the same kind.
        Some(found) if choices.chance(60) => {
            let float = matches!(found.kind, Kind::Float(_));
            let like = FORMATS.iter().filter(|format| matches!(format.kind, Kind::Float(_)) == float);
            **choices.pick(&like.collect::<Vec<_>>())
        }
        _ => *choices.pick(FORMATS),
    }
}

/// An attribute that is mostly valid for a type.
fn some_attribute(choices: &mut Choices, ty: &Type, depth: usize) -> Attribute {
    match choices.weighted(&[80, 6, 8, 6]) {
        1 => return Attribute::Keyword(choices.pick::<&str>(KEYWORDS)),
        2 if depth != 0 => {
            let other = some_type(choices, 2);
            return some_attribute(choices, &other, depth - 1);
        }
        3 => return Attribute::String(choices.pick::<&str>(&["ab", "a", ""])),
        _ => {}
    }
    let (mut shape, vector, innermost) = dimensions(ty);
    match ty {
        Type::Scalar(_) => {
            let format = some_format(choices, ty);
            return Attribute::Number(format, format.number(choices));
        }
        Type::Struct(fields) => {
            let elements = fields.iter().map(|field| some_attribute(choices, field, depth)).collect();
            return Attribute::Array(elements);
        }
        Type::Array(len, element) if matches!(innermost, Type::Struct(_)) || choices.chance(25) => {
            let len = if choices.chance(95) { *len } else { choices.below(4) };
            return Attribute::Array((0..len).map(|_| some_attribute(choices, element, depth)).collect());
        }
        _ => {}
    }
    let format = some_format(choices, innermost);
    match choices.below(12) {
        // A wrong or missing dimension.
        0 => *shape.last_mut().unwrap_or(&mut 0) = choices.below(4),
        1 if shape.len() > 1 => {
            shape.pop();
        }
        _ => {}
    }
    let vector = vector != choices.chance(15);
    let count: usize = shape.iter().product();
    match choices.weighted(&[10, 2, 2]) {
        1 if shape.len() == 1 && count != 0 && format.kind != Kind::Unsigned(1) => {
            let index = choices.below(count);
            let numbers = vec![(index, format.number(choices))];
            return Attribute::Sparse { format, vector, len: count, numbers };
        }
        2 if count != 0 => {
            let size = *choices.pick(&[4, 1, 2, 8]);
            let bytes = (0..size * count).map(|_| choices.bits() as u8).collect();
            let shaped = shaped(&shape, vector, format.name);
            return Attribute::Resource { shaped, bytes };
        }
        _ => {}
    }
    // Vectors have at least one element in each dimension.
    let vector = vector && count != 0;
    let complex = !vector && format.kind != Kind::Signed(1) && choices.chance(10);
    let one = |choices: &mut Choices| match complex {
        true => format!("({}, {})", format.number(choices), format.number(choices)),
        false => format.number(choices),
    };
    let numbers = match choices.chance(30) {
        true => vec![one(choices); count],
        false => (0..count).map(|_| one(choices)).collect(),
    };
    Attribute::Dense { format, complex, vector, shape, numbers }
}

#[test]
fn generated_attributes_are_the_constants_that_mlir_makes_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let property = Property::new("constants_of_attributes", &folder).seed(20_778).batches_of(BATCH);
    property.check_batches(|cases| {
        let pair = |case: &Choices| {
            let choices = &mut case.clone();
            let ty = some_type(choices, 3);
            Pair { attribute: some_attribute(choices, &ty, 1), ty }
        };
        verdicts(&cases.iter().map(pair).collect::<Vec<_>>(), false)
    });
}
