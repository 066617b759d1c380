//! Checks that import as upstream makes of each intrinsic of a device what `mlir-translate --import-llvm` makes of it: an
//! operation of the device's dialect, or a generic call. The intrinsics are those that our dialects declare operations for.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tern_llvm_ir::attributes::{Attribute, AttributeKind};
use tern_llvm_ir::intrinsics::{Intrinsic, find, overloaded_name};
use tern_llvm_ir::writer::type_to_string;
use tern_llvm_ir::{Module, Type, TypeKind, read};
use tern_roundtrip_tests::oracle::{self, first_difference};
use tern_roundtrip_tests::pipeline;

/// The types tried for overloaded parts of a signature.
const CANDIDATES: &str = "declare void @types(i32, float, ptr, i64, i16, half, double, <8 x i32>, <4 x i32>, <4 x float>, <8 x i16>, \
    <16 x i8>, <2 x i64>, <8 x half>, <8 x bfloat>, <4 x ptr>, <vscale x 4 x i32>, <vscale x 4 x float>, <vscale x 16 x i8>, \
    <vscale x 16 x i1>, ptr addrspace(1), ptr addrspace(3), ptr addrspace(7))";

/// The number of types for which each overloaded intrinsic is called.
const TYPES: usize = 2;

/// The first types that the intrinsic can have, of all combinations of candidates.
fn types_of(module: &Module, intrinsic: Intrinsic, candidates: &[Type]) -> Vec<Type> {
    let count = intrinsic.overloads().count();
    let combinations = candidates.len().pow(u32::try_from(count).expect("few parts are overloaded"));
    let combination = |number: usize| {
        let mut rest = number;
        let digits = (0..count).map(|_| {
            let digit = candidates[rest % candidates.len()];
            rest /= candidates.len();
            digit
        });
        intrinsic.type_with(module, &digits.collect::<Vec<_>>())
    };
    (0..combinations).filter_map(combination).take(TYPES).collect()
}

/// A module whose function calls the intrinsic with its parameters, and with zeros where constants are required.
fn call(module: &Module, name: &str, intrinsic: Intrinsic, ty: Type) -> Option<String> {
    let TypeKind::Function { ret, params, .. } = module.types.kind(ty) else { return None };
    let show = |ty: Type| type_to_string(module, ty);
    let is_value = |ty: &Type| !matches!(module.types.kind(*ty), TypeKind::Metadata | TypeKind::Token);
    if !params.iter().chain([ret]).all(is_value) {
        return None;
    }
    let list = module.attributes.get_list(intrinsic.attributes(module, ty));
    let is_constant = |index: usize| {
        let set = list.params.get(index).map(|&set| module.attributes.get(set));
        set.is_some_and(|set| set.contains(&Attribute::Enum(AttributeKind::ImmArg)))
    };
    let full = String::from_utf8(overloaded_name(module, name, *ret, params)).ok()?;
    let (mut declared, mut defined, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &param) in params.iter().enumerate() {
        let ty = show(param);
        let value = match module.types.kind(param) {
            _ if !is_constant(index) => {
                defined.push(format!("{ty} %a{index}"));
                format!("{ty} %a{index}")
            }
            TypeKind::Integer(1) => format!("{ty} false"),
            TypeKind::Integer(_) => format!("{ty} 0"),
            _ => return None,
        };
        passed.push(value);
        declared.push(if is_constant(index) { format!("{ty} immarg") } else { ty });
    }
    let (declared, defined, passed) = (declared.join(", "), defined.join(", "), passed.join(", "));
    let mut text = String::new();
    let shown = show(*ret);
    writeln!(text, "declare {shown} @{full}({declared})\ndefine {shown} @f({defined}) {{").ok()?;
    match module.types.kind(*ret) {
        TypeKind::Void => writeln!(text, "  call void @{full}({passed})\n  ret void\n}}"),
        _ => writeln!(text, "  %r = call {shown} @{full}({passed})\n  ret {shown} %r\n}}"),
    }
    .ok()?;
    Some(text)
}

/// A call of each intrinsic that an operation stands for.
fn modules() -> Vec<(&'static str, String)> {
    let module = read(CANDIDATES.as_bytes(), "candidates").expect("it is a module");
    let TypeKind::Function { params, .. } = module.types.kind(module.globals[module.functions[0]].ty) else {
        unreachable!("a function has a function type")
    };
    let operations = tern_dialect_hardware::DIALECTS.iter().flat_map(|dialect| dialect.operations);
    let names: BTreeSet<&'static str> =
        operations.filter_map(|def| Some(def.intrinsic.as_ref()?.name)).collect();
    let calls = names.into_iter().flat_map(|name| {
        let intrinsic = find(name.as_bytes()).unwrap_or_else(|| panic!("LLVM has no {name}"));
        let types = types_of(&module, intrinsic, params);
        let texts = types.into_iter().filter_map(|ty| Some((name, call(&module, name, intrinsic, ty)?)));
        texts.collect::<Vec<_>>()
    });
    calls.collect()
}

/// The lines of a module without the location of its file, which differs between modules of one text.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("#loc = "));
    lines.map(str::to_owned).collect()
}

#[test]
fn intrinsics_of_devices_are_imported_as_upstream() {
    let modules = modules();
    let texts: Vec<&str> = modules.iter().map(|(_, text)| text.as_str()).collect();
    let (upstream, answer) = oracle::translate_each(&["--import-llvm", "--mlir-print-debuginfo"], &texts);
    let (mut differences, mut compared) = (Vec::new(), BTreeSet::new());
    for ((name, module), upstream) in modules.iter().zip(upstream) {
        let is_refused = lines(&upstream).is_empty();
        // `mlir-translate` runs LLVM's verifier, which knows rules of some intrinsics.
        if is_refused && answer.said.contains(module.lines().nth(2).unwrap_or(module)) {
            continue;
        }
        compared.insert(*name);
        let (ours, said) = pipeline::import_as_upstream(module.as_bytes());
        let difference = match ours {
            Ok(ours) => first_difference(&lines(&upstream), &lines(&String::from_utf8_lossy(&ours))),
            Err(_) if is_refused => None,
            Err(error) => Some(format!("upstream accepts it: {error}; {said:?}")),
        };
        differences.extend(difference.map(|difference| format!("{module}{difference}")));
    }
    oracle::assert_same(&differences, modules.len());
    assert!(compared.len() > 400, "{} intrinsics are compared", compared.len());
}
