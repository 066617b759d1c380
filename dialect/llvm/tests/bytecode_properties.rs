//! Compares the encoding of every operation's properties with the code that upstream's generator emits.

use std::collections::BTreeMap;

use tern_dialect_llvm::ops;
use tern_mlir::Context;
use tern_mlir::bytecode::{PropertyForm, Version, property_forms};
use tern_mlir::declare::OpDef;

fn spelling(form: PropertyForm) -> &'static str {
    match form {
        PropertyForm::Required => "required",
        PropertyForm::Optional => "optional",
        PropertyForm::Native => "enum",
        PropertyForm::Sizes => "sizes",
    }
}

/// The generated code of upstream's dialect; `None` if it is not available.
fn generated(files: [&str; 2]) -> Option<String> {
    let folder = std::env::var("LLVM22_INCLUDE").unwrap_or_else(|_| "/usr/lib/llvm-22/include".to_owned());
    let mut text = String::new();
    for file in files {
        let path = format!("{folder}/mlir/Dialect/LLVMIR/{file}");
        match std::fs::read_to_string(&path) {
            Ok(found) => text += &found,
            Err(error) => {
                eprintln!("skipped: {path}: {error}");
                return None;
            }
        }
    }
    Some(text)
}

/// For each C++ class, the properties in encoding order, with their encodings.
fn properties_by_class(generated: &str) -> BTreeMap<String, Vec<(String, &'static str)>> {
    let mut found = BTreeMap::new();
    let mut lines = generated.lines();
    while let Some(line) = lines.next() {
        let head = line.strip_prefix("void ").and_then(|line| line.split_once("::writeProperties("));
        let Some((class, _)) = head else { continue };
        let mut properties = Vec::new();
        let mut storage = String::new();
        for line in lines.by_ref().map(str::trim).take_while(|line| !line.starts_with("::")) {
            let written = |call: &str| Some(line.strip_prefix(call)?.trim_end_matches(");").to_owned());
            if let Some(name) = written("writer.writeOptionalAttribute(prop.") {
                properties.push((name, "optional"));
            } else if let Some(name) = written("writer.writeAttribute(prop.") {
                properties.push((name, "required"));
            } else if let Some((_, name)) = line.split_once("auto &propStorage = prop.") {
                storage = name.trim_end_matches(';').to_owned();
            } else if line.starts_with("writer.writeVarInt(") {
                properties.push((storage.clone(), "enum"));
            } else if line.starts_with("writer.writeSparseArray(") {
                properties.push((storage.clone(), "sizes"));
            }
        }
        found.insert(class.to_owned(), properties);
    }
    found
}

/// The C++ class of each operation.
fn class_by_op(generated: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut class = "";
    for line in generated.lines() {
        let head = line.strip_prefix("class ").and_then(|line| line.split_once(" : public ::mlir::Op<"));
        if let Some((name, _)) = head {
            class = name;
        }
        let literal = line.trim().strip_prefix("return ::llvm::StringLiteral(\"");
        if let Some(name) = literal.and_then(|rest| rest.strip_suffix("\");"))
            && name.starts_with("llvm.")
        {
            found.insert(name.to_owned(), class.to_owned());
        }
    }
    found
}

#[test]
fn properties_are_those_of_upstream() {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let (Some(sources), Some(headers)) = (
        generated(["LLVMOps.cpp.inc", "LLVMIntrinsicOps.cpp.inc"]),
        generated(["LLVMOps.h.inc", "LLVMIntrinsicOps.h.inc"]),
    ) else {
        return;
    };
    let (properties, classes) = (properties_by_class(&sources), class_by_op(&headers));
    let mut compared = 0;
    for def in context.dialect("llvm").unwrap().operations {
        let ours: Vec<(String, &str)> = property_forms(def, Version::CURRENT)
            .into_iter()
            .map(|(name, form)| (name.to_owned(), spelling(form)))
            .collect();
        let class = classes.get(def.name).unwrap_or_else(|| panic!("upstream has no {}", def.name));
        // An operation without properties encodes none.
        let theirs = properties.get(class).cloned().unwrap_or_default();
        assert_eq!(ours, theirs, "{}", def.name);
        compared += 1;
    }
    assert!(compared > 200, "{compared} operations");
}

fn names(def: &'static OpDef, version: Version) -> Vec<&'static str> {
    property_forms(def, version).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn properties_are_in_upstreams_order() {
    assert_eq!(
        names(ops::GetElementPtr::DEF, Version::CURRENT),
        ["elem_type", "rawConstantIndices", "noWrapFlags"]
    );
    assert_eq!(
        names(ops::CondBr::DEF, Version::CURRENT),
        ["branch_weights", "loop_annotation", "operandSegmentSizes"]
    );
    let invoke = names(ops::Invoke::DEF, Version::new(5).unwrap());
    let sizes = invoke.iter().position(|&name| name == "operandSegmentSizes").unwrap();
    assert_eq!((invoke[sizes - 1], invoke[sizes + 1]), ("op_bundle_tags", "res_attrs"));
}
