//! Intrinsics that are undeclared, or whose names do not match their types: Tern's reader and LLVM's make the same module from
//! them.

use tern_roundtrip_tests::oracle;
use tern_testing::Choices;
use tern_testing::property::{Verdict, halved};

use super::{about, alike, property};

/// Name, result and parameters: `I`, `F`, `P`, `A` are types chosen for the call, anything else is a type or an argument.
const CALLS: &[(&str, &str, &[&str])] = &[
    ("smax", "I", &["I", "I"]),
    ("abs", "I", &["I", "i1 true"]),
    ("ctlz", "I", &["I", "i1 false"]),
    ("ctpop", "I", &["I"]),
    ("expect", "I", &["I", "I"]),
    ("fabs", "F", &["F"]),
    ("floor", "F", &["F"]),
    ("fma", "F", &["F", "F", "F"]),
    ("va_end", "void", &["P"]),
    ("va_copy", "void", &["P", "P"]),
    ("stacksave", "P", &[]),
    ("stackrestore", "void", &["P"]),
    ("thread.pointer", "ptr", &[]),
    ("frameaddress", "P", &["i32 0"]),
    ("eh.typeid.for", "i32", &["P"]),
    ("prefetch", "void", &["P", "i32 0", "i32 1", "i32 1"]),
    ("objectsize", "i64", &["P", "i1 true", "i1 false", "i1 true"]),
    ("launder.invariant.group", "P", &["P"]),
    ("ssa.copy", "A", &["A"]),
];

const SUFFIXES: &[&str] = &["", ".f32", ".i32", ".v4i16", ".p0", ".p0i8", ".s_s.0", ".wrong"];

fn chosen<'t>(choices: &mut Choices, letter: &'t str) -> &'t str {
    match letter {
        "I" => choices.pick::<&str>(&["i8", "i32", "i64", "<4 x i16>", "<vscale x 2 x i64>"]),
        "F" => choices.pick::<&str>(&["half", "float", "double", "<2 x float>", "<vscale x 4 x float>"]),
        "P" => choices.pick::<&str>(&["ptr", "ptr addrspace(3)"]),
        "A" => choices.pick::<&str>(&[
            "i32",
            "ptr",
            "%0",
            "%n",
            "{ i32, %0 }",
            "[2 x i8]",
            "target(\"t\", i32, 3)",
        ]),
        fixed => fixed,
    }
}

/// A function that calls an intrinsic, and possibly its declaration.
fn function(choices: &mut Choices, number: usize) -> String {
    let (name, result, params) = *choices.pick(CALLS);
    let types = ["I", "F", "P", "A"].map(|letter| (letter, chosen(choices, letter)));
    let ty = |spelled: &'static str| {
        types.iter().find(|(letter, _)| *letter == spelled).map_or(spelled, |(_, ty)| *ty)
    };
    let (mut args, mut params_of, mut declared) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &spelled) in params.iter().enumerate() {
        match spelled.split_once(' ') {
            Some((ty, _)) => {
                args.push(spelled.to_owned());
                declared.push(ty);
            }
            None => {
                args.push(format!("{} %p{index}", ty(spelled)));
                params_of.push(format!("{} %p{index}", ty(spelled)));
                declared.push(ty(spelled));
            }
        }
    }
    let result = ty(result);
    let suffix = *choices.pick(SUFFIXES);
    let (name, declaration) = match choices.chance(50) {
        // Make the name unique, as a declaration has one type.
        true => {
            let name = format!("@llvm.{name}.n{number}{suffix}");
            let attributes = *choices.pick(&["", " #0"]);
            let declaration = format!("declare {result} {name}({}){attributes}\n", declared.join(", "));
            (name, declaration)
        }
        false => (format!("@llvm.{name}{suffix}"), String::new()),
    };
    let tail = *choices.pick(&["", "tail ", "notail "]);
    let attributes = *choices.pick(&["", " #0", " #1"]);
    let call = format!("{tail}call {result} {name}({}){attributes}", args.join(", "));
    let body = match result {
        "void" => format!("  {call}\n  ret void\n"),
        _ => format!("  %r = {call}\n  ret {result} %r\n"),
    };
    let definition = format!("define {result} @f{number}({}) {{\n{body}}}\n", params_of.join(", "));
    match choices.chance(50) {
        true => format!("{declaration}{definition}"),
        false => format!("{definition}{declaration}"),
    }
}

fn module(cases: &[Choices]) -> String {
    let head = "%0 = type { i32 }\n%n = type { i64 }\n".to_owned();
    let functions = cases.iter().enumerate().map(|(number, case)| function(&mut case.clone(), number));
    let groups = "attributes #0 = { nounwind }\nattributes #1 = { cold \"k\"=\"v\" }\n".to_owned();
    std::iter::once(head).chain(functions).chain([groups]).collect()
}

/// LLVM makes the same module from the text and from the text that Tern reprints.
#[test]
fn intrinsics_are_declared_and_named_as_llvm_does_it() {
    let same = |cases: &[Choices]| -> Verdict {
        let source = module(cases).into_bytes();
        let read = tern_llvm_ir::read(&source, "intrinsics.ll").map_err(|error| error.to_string())?;
        let before = about(oracle::printed_by_llvm(&source), &source)?;
        let after = about(oracle::printed_by_llvm(&tern_llvm_ir::write(&read)), &source)?;
        alike(&before, &after, &source)
    };
    property("intrinsics_are_declared_and_named_as_llvm_does_it")
        .batches_of(500)
        .check_batches(|cases| halved(cases, &same));
}
