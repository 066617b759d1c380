//! Checks that the table of debug information attributes has all fields of its nodes, in LLVM's printing order: fields that
//! MLIR does not model are merged into that order on export.

use std::collections::BTreeSet;

use tern_llvm_ir::metadata::specialized::{FieldDef, Holds, KINDS, Kind};
use tern_llvm_ir::versions::LlvmVersion;
use tern_mapping::debug_info::NODES;
use tern_roundtrip_tests::nodes::plain;
use tern_roundtrip_tests::oracle;

/// The names of the fields that LLVM prints for a node with these values.
fn printed(kind: &Kind, fields: &[String]) -> Vec<String> {
    let text = format!("!n = !{{!0}}\n!0 = distinct !{}({})\n!1 = !{{}}\n", kind.name, fields.join(", "));
    let bitcode = oracle::run("llvm-as", &["-disable-verify", "-o", "-"], text.as_bytes());
    let bitcode = bitcode.unwrap_or_else(|said| panic!("{said}\n{text}"));
    let out = oracle::run("llvm-dis", &["-o", "-"], &bitcode).unwrap_or_else(|said| panic!("{said}\n{text}"));
    let out = String::from_utf8(out).expect("it prints text");
    let node = out.lines().find_map(|line| line.strip_prefix("!0 = ")).expect("the node is printed");
    let (_, fields) = node.trim_end_matches(')').split_once('(').expect("it has fields");
    // No value contains a comma.
    let names = fields.split(", ").filter_map(|field| Some(field.split_once(": ")?.0.to_owned()));
    names.collect()
}

/// A value other than the typical one, which may be the default.
fn other(field: &FieldDef) -> String {
    match field.holds {
        Holds::Bool => "false".to_owned(),
        Holds::OneOf(names, ..) => names[names.len() - 1].to_owned(),
        _ => plain(field),
    }
}

/// The typical value, except for a type that has fields of its own.
fn of_signed_pointer(field: &FieldDef) -> String {
    if field.name == "tag" { "DW_TAG_LLVM_ptrauth_type".to_owned() } else { plain(field) }
}

#[test]
fn fields_are_those_of_llvm_in_its_order() {
    let mut wrong = BTreeSet::new();
    for node in NODES {
        let kind = KINDS.iter().find(|kind| kind.name == node.kind).expect("the reader knows the node");
        let is_newer = |name: &str| {
            kind.fields.iter().any(|field| field.name == name && field.since > LlvmVersion::DEFAULT)
        };
        let declared = node.fields.iter().map(|field| field.field).filter(|name| !is_newer(name));
        let declared: Vec<&str> = declared.collect();
        let mut seen = BTreeSet::new();
        // The language of a compile unit is a number, or a name with a version.
        for left_out in ["language", "sourceLanguage"] {
            for value in [plain, other, of_signed_pointer] {
                let fields = kind.fields.iter().filter(|field| !field.name.starts_with(left_out));
                let fields = fields.filter(|field| field.since <= LlvmVersion::DEFAULT);
                let fields: Vec<String> =
                    fields.map(|field| format!("{}: {}", field.name, value(field))).collect();
                let names = printed(kind, &fields);
                let mut rest = declared.iter();
                for name in &names {
                    if !rest.any(|declared| declared == name) {
                        wrong.insert(format!(
                            "{}: `{name}` is not at its place\nLLVM prints {names:?}\nthe table has {declared:?}",
                            node.kind
                        ));
                        break;
                    }
                }
                seen.extend(names);
            }
        }
        let never = declared.iter().filter(|name| !seen.contains(**name));
        wrong.extend(never.map(|name| format!("{}: LLVM never prints `{name}`", node.kind)));
    }
    assert!(wrong.is_empty(), "{}", Vec::from_iter(wrong).join("\n"));
}
