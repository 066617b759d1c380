//! Checks that Tern's reader accepts and rejects the same attributes, flags and specialized metadata as LLVM's reader.
//!
//! The texts are generated from Tern's tables: every attribute in every position, with and without arguments; every field of
//! every node, unknown, duplicated, missing, and with values of all kinds. `llvm-as` is the oracle.

use std::collections::BTreeSet;

use rayon::prelude::*;
use tern_llvm_ir::attributes::{AttributeClass, AttributeKind};
use tern_llvm_ir::instruction::{Flags, Opcode};
use tern_llvm_ir::metadata::specialized::{FieldDef, Holds, KINDS, Kind};
use tern_llvm_ir::versions::LlvmVersion;
use tern_roundtrip_tests::nodes::plain;
use tern_roundtrip_tests::oracle;

/// Intentional differences, with the reason.
const EXCEPTIONS: &[(&str, &str)] =
    &[("declare void @f(ptr initializes((0, 99999999999999999999)))", "LLVM takes a part of the number")];

/// Values of all kinds of fields.
const VALUES: &[&str] = &[
    "null",
    "!1",
    "!\"s\"",
    "i32 5",
    "\"t\"",
    "\"\"",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-2147483649",
    "2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "true",
    "foo",
    "DW_TAG_member",
    "DW_LANG_C",
    "DW_ATE_signed",
    "DIFlagPublic | DIFlagVector",
    "3 | DIFlagVector",
    "DIFlagPublic | 4",
    "DIFlagFoo",
    "DISPFlagOptimized",
    "DISPFlagFoo",
    "CSK_MD5",
    "FullDebug",
    "{!1}",
    "{}",
    "!DIExpression()",
    "1.0",
];

fn given(fields: &[&FieldDef]) -> Vec<String> {
    fields.iter().map(|field| format!("{}: {}", field.name, plain(field))).collect()
}

/// The text of a node with these fields.
fn node(kind: &Kind, distinct: bool, fields: &[String]) -> String {
    let distinct = if distinct { "distinct " } else { "" };
    format!("!0 = {distinct}!{}({})\n!1 = !{{}}\n", kind.name, fields.join(", "))
}

/// Texts of nodes of a kind. A test of one field, recorded in `tried`, is not repeated for other fields of the same type.
fn nodes(kind: &'static Kind, tried: &mut BTreeSet<String>) -> Vec<String> {
    let distinct = kind.distinct || kind.name == "DISubprogram";
    let needed: Vec<&FieldDef> = kind.fields.iter().filter(|field| field.required).collect();
    // One of the two names of the language field.
    let language =
        kind.fields.iter().filter(|field| kind.name == "DICompileUnit" && field.name == "language");
    let needed: Vec<&FieldDef> = needed.into_iter().chain(language).collect();
    let with = |more: &str| [&given(&needed)[..], &[more.to_owned()]].concat();
    let without = |field: &FieldDef, more: &[String]| {
        let others: Vec<&FieldDef> =
            needed.iter().copied().filter(|other| other.name != field.name).collect();
        [&given(&others)[..], more].concat()
    };
    let mut made = vec![
        node(kind, true, &given(&needed)),
        node(kind, false, &given(&needed)),
        node(kind, distinct, &with("bogus: 1")),
        node(kind, distinct, &with("1")),
        node(kind, distinct, &with("")),
    ];
    for field in kind.fields {
        let once = format!("{}: {}", field.name, plain(field));
        made.push(node(kind, distinct, &without(field, &[])));
        made.push(node(kind, distinct, &without(field, &[once.clone(), once])));
        let mut values = VALUES[..1].to_vec();
        let unknown;
        if tried.insert(format!("{:?}", field.holds)) {
            values = VALUES.to_vec();
            if let Holds::Dwarf(table, ..) = field.holds {
                unknown = format!("{}foo", table.prefix);
                values.push(&unknown);
                values.extend(table.names.iter().map(|(_, name)| name));
            }
        }
        for value in values {
            made.push(node(kind, distinct, &without(field, &[format!("{}: {value}", field.name)])));
        }
    }
    made
}

/// Nodes with several wrong fields, and texts that are not nodes.
const OTHER_NODES: &[&str] = &[
    "!0 = !DIFile(filename: \"a\", directory: \"b\", checksum: \"x\")",
    "!0 = !DIFile(filename: \"a\", directory: \"b\", checksumkind: CSK_MD5)",
    "!0 = !DIFile(filename: \"a\", directory: \"b\", checksumkind: CSK_MD5, checksum: \"x\")",
    "!0 = !DIFoo()",
    "!0 = !DISubprogram(name: \"x\")",
    "!0 = !DISubprogram(name: \"x\", isDefinition: false)",
    "!0 = !DISubprogram(name: \"x\", isDefinition: true)",
    "!0 = !DISubprogram(name: \"x\", spFlags: 8)",
    "!0 = !DISubprogram(name: \"x\", spFlags: 1)",
    "!0 = !DISubprogram(spFlags: DISPFlagLocalToUnit | 8)",
    "!0 = !DISubprogram(spFlags: DISPFlagLocalToUnit, isDefinition: true)",
    "!0 = distinct !DICompileUnit(file: !0)",
    "!0 = distinct !DICompileUnit(file: !0, language: DW_LANG_C, sourceLanguageName: DW_LNAME_C)",
    "!0 = distinct !DICompileUnit(file: !0, sourceLanguageVersion: 3, language: DW_LANG_C)",
    "!0 = distinct !DICompileUnit(file: !0, sourceLanguageVersion: 3, sourceLanguageName: DW_LNAME_C)",
    "!0 = distinct !DIExpression()",
    "!0 = !DIExpression(foo)",
    "!0 = !DIExpression(DW_ATE_signed)",
    "!0 = !DIExpression(DW_ATE_foo)",
    "!0 = !DIExpression(DW_OP_foo)",
    "!0 = !DIExpression(DW_CC_normal)",
    "!0 = !DIExpression(-1)",
    "!0 = !{!DIArgList(i32 1)}",
    "!0 = !DIDerivedType(tag: DW_TAG_member, baseType: null, )",
    "!0 = !DIDerivedType(, tag: DW_TAG_member, baseType: null)",
    "!0 = !DIDerivedType(tag: DW_TAG_member baseType: null)",
];

/// Arguments of attributes, valid or not: a keyword, and the text after it.
const PARENTHESES: &[(&str, &[&str])] = &[
    (
        "memory",
        &[
            "none, argmem: read",
            "errnomem: write, target_mem0: read",
            "argmem: read, argmem: write",
            "argmem: read, write",
            "read, write",
            "argmem: read, other: write",
            "",
            "read,",
            "argmem read",
            "argmem:",
        ],
    ),
    ("uwtable", &["", "sync", "async", "foo", "sync, async"]),
    ("vscale_range", &["4", "0", "0,4", "4,2", "", "4,", "-1", "4294967296"]),
    ("allocsize", &["1", "0, 1", "1,1", "", "4294967295", "4294967296", "0, 4294967295", "0, -1", "0,1,2"]),
    (
        "allockind",
        &[
            "\"free,alloc\"",
            "\"\"",
            "\"foo\"",
            "\"alloc,\"",
            "\"alloc,alloc\"",
            "\"alloc, zeroed\"",
            "alloc",
            "",
        ],
    ),
    (
        "float nofpclass",
        &["nan inf", "3", "1023", "1024", "0", "3 nan", "nan 3", "nan nan", "foo", "", "nan, inf", "-1"],
    ),
    (
        "ptr captures",
        &[
            "none",
            "address, address_is_null",
            "ret: address",
            "address, ret: none",
            "address, ret: address, provenance",
            "ret: address, ret: none",
            "ret: none, address",
            "none, address",
            "none, none",
            "none, ret: address",
            "address, ret: none, provenance",
            "foo",
            "",
            "address,",
            "ret:",
        ],
    ),
    (
        "i32 range",
        &[
            "i32 0, 5",
            "i32 5, 5",
            "i32 0, 0",
            "i32 -1, -1",
            "i8 0, 256",
            "i8 0, 255",
            "i8 -128, 200",
            "i8 -129, 3",
            "<2 x i8> 0, 3",
            "i8 3",
            "ptr 0, 3",
            "i8 true, 3",
            "",
            "i8 0, 1, 2",
        ],
    ),
    (
        "ptr initializes",
        &[
            "(0, 4)",
            "(0, 4), (8, 16)",
            "(8, 16), (0, 4)",
            "(0, 4), (4, 8)",
            "(-8, 0)",
            "(4, 4)",
            "(0, 0)",
            "(4, 0)",
            "()",
            "",
            "(0, 4),",
            "(0)",
            "(0, 99999999999999999999)",
            "(0, 18446744073709551615)",
            "(0, 9223372036854775808)",
        ],
    ),
    ("ptr align", &["8", "3", "0", "4294967296", "8589934592", "-8", ""]),
    ("ptr alignstack", &["8", "3", "512", ""]),
    ("alignstack", &["8", "3", "512", ""]),
    ("ptr dereferenceable", &["8", "0", "-1", "18446744073709551615", "18446744073709551616", ""]),
    ("ptr dereferenceable_or_null", &["8", "0"]),
    ("ptr byval", &["i32", "void", "", "i32, i32", "8"]),
    ("ptr sret", &["i32", "void", "", "8"]),
];

fn parentheses() -> Vec<String> {
    let all = PARENTHESES.iter().flat_map(|(word, values)| values.iter().map(move |value| (*word, *value)));
    all.map(|(word, value)| match word.contains(' ') {
        true => format!("declare void @f({word}({value}))"),
        false => format!("declare void @f() {word}({value})"),
    })
    .collect()
}

/// Attributes, and a place of one, that only newer LLVMs have.
const NEWER: [AttributeKind; 4] =
    [AttributeKind::DenormalFpEnv, AttributeKind::Flatten, AttributeKind::NoIpa, AttributeKind::NoOutline];
const NEWER_PLACE: &str = "declare elementtype";
/// Fields of nodes that only newer LLVMs have.
const NEWER_FIELDS: [(&str, &[&str]); 3] = [
    ("DIBasicType", &["scope", "file", "line"]),
    ("DIFixedPointType", &["scope", "file", "line"]),
    ("DICompileUnit", &["dialect"]),
];

/// Whether a text has a field that LLVM 22 does not know.
fn is_newer(text: &str) -> bool {
    let has = |name: &&str| text.contains(&format!("({name}:")) || text.contains(&format!(", {name}:"));
    NEWER_FIELDS.iter().any(|(kind, fields)| text.contains(kind) && fields.iter().any(has))
}

/// An attribute with valid or invalid arguments, in every position.
fn places(kind: AttributeKind) -> Vec<String> {
    let value = match (kind, kind.class()) {
        (AttributeKind::Alignment, _) => " 8",
        (_, AttributeClass::Enum) | (AttributeKind::UWTable, _) => "",
        (_, AttributeClass::Type) => "(i32)",
        (AttributeKind::AllocKind, _) => "(\"alloc\")",
        (AttributeKind::Captures, _) => "(none)",
        (AttributeKind::Memory, _) => "(read)",
        (AttributeKind::NoFPClass, _) => "(nan)",
        (AttributeKind::Range, _) => "(i32 0, 5)",
        (AttributeKind::Initializes, _) => "((0, 4))",
        (_, AttributeClass::Integer | AttributeClass::Text) => "(8)",
    };
    let in_group = match kind {
        AttributeKind::Alignment | AttributeKind::StackAlignment => "=8",
        _ => value,
    };
    let word = kind.spelling();
    let mut made = vec![
        format!("declare void @f(ptr {word}{value})"),
        format!("declare void @f() {word}{value}"),
        format!("declare {word}{value} ptr @f()"),
        format!("declare void @f() #0\nattributes #0 = {{ {word}{in_group} }}"),
    ];
    // The readers accept an alignment on a call, but LLVM's verifier rejects it.
    if kind != AttributeKind::Alignment {
        made.push(format!("define void @f() {{\n  call void @f() {word}{value}\n  ret void\n}}"));
    }
    if kind.class() != AttributeClass::Enum {
        for value in ["", "()", "(3)", "=3", " 3"] {
            made.push(format!("declare void @f(ptr {word}{value})"));
            made.push(format!("declare void @f() {word}{value}"));
            made.push(format!("declare void @f() #0\nattributes #0 = {{ {word}{value} }}"));
        }
    }
    made
}

/// The difference between Tern and LLVM about a text, if any.
fn disagreement(text: &String) -> Option<String> {
    let flags = ["-disable-verify", "-o", "/dev/null"];
    let upstream = oracle::run("llvm-as", &flags, text.as_bytes());
    let ours = tern_llvm_ir::read(text.as_bytes(), "<stdin>");
    if upstream.is_ok() == ours.is_ok()
        || EXCEPTIONS.iter().any(|(exception, _)| text.trim_end().ends_with(exception))
    {
        return None;
    }
    let said = |error: Option<String>| error.unwrap_or_else(|| "nothing is wrong".to_owned());
    let ours = said(ours.err().map(|error| error.to_string()));
    Some(format!("{text}\nTern: {ours}\nLLVM: {}\n", said(upstream.err())))
}

#[test]
fn attributes_and_nodes_are_refused_as_llvm_refuses_them() {
    let mut tried = BTreeSet::new();
    let mut texts: Vec<String> = KINDS
        .iter()
        .filter(|kind| kind.name != "DIExpression")
        .flat_map(|kind| nodes(kind, &mut tried))
        .collect();
    texts.extend(OTHER_NODES.iter().map(|text| (*text).to_owned()));
    let operations: Vec<&str> = tern_support::dwarf::OPERATIONS.names.iter().map(|(_, name)| *name).collect();
    texts.push(format!("!0 = !DIExpression({})", operations.join(", ")));
    texts.extend(parentheses());
    let known = AttributeKind::ALL.iter().filter(|kind| !NEWER.contains(kind));
    texts.extend(known.flat_map(|kind| places(*kind)).filter(|text| !text.starts_with(NEWER_PLACE)));
    let texts: BTreeSet<String> = texts.into_iter().filter(|text| !is_newer(text)).collect();
    println!("{} texts", texts.len());
    let found: Vec<String> = texts.par_iter().filter_map(disagreement).collect();
    assert!(found.is_empty(), "{} of {} texts:\n{}", found.len(), texts.len(), found.join("\n"));
}

/// Instructions that can have flags, which go where `_` is. Those that have the same are not all here.
const WITH_FLAGS: &[(&str, &str)] = &[
    ("add", "add _ i8 %a, 1"),
    ("shl", "shl _ i8 %a, 1"),
    ("lshr", "lshr _ i8 %a, 1"),
    ("or", "or _ i8 %a, 1"),
    ("fmul", "fmul _ float %x, %x"),
    ("fneg", "fneg _ float %x"),
    ("trunc", "trunc _ i8 %a to i1"),
    ("zext", "zext _ i8 %a to i16"),
    ("uitofp", "uitofp _ i8 %a to float"),
    ("fpext", "fpext _ float %x to double"),
    ("getelementptr", "getelementptr _ i8, ptr %p, i8 %a"),
    ("icmp", "icmp _ eq i8 %a, 1"),
    ("fcmp", "fcmp _ oeq float %x, %x"),
    ("select", "select _ i1 %c, float %x, float %x"),
    ("call", "call _ float @f(i8 %a, float %x, ptr %p, i1 %c)"),
    ("xor", "xor _ i8 %a, 1"),
];

/// An instruction with flags that it can have, or not: alone, repeated, and in each order.
fn flags(opcode: &str, instruction: &str) -> Vec<String> {
    let opcode = Opcode::from_spelling(opcode.as_bytes()).expect("an opcode");
    let keywords = |of: Flags| Flags::KEYWORDS.iter().copied().filter(move |&(_, flag)| of.contains(flag));
    let allowed: Vec<_> = keywords(opcode.flags_in(LlvmVersion::DEFAULT)).collect();
    // What only a newer LLVM allows is in neither list.
    let others: Vec<_> = keywords(!opcode.flags()).collect();
    let mut sequences: Vec<Vec<&str>> = Vec::new();
    // Fast-math flags are alike.
    for (index, &(first, _)) in allowed.iter().take(4).enumerate() {
        sequences.push(vec![first]);
        for &(second, _) in allowed.iter().take(4) {
            sequences.extend([vec![first, second], vec![first, second, first]]);
        }
        let other = others[index % others.len()].0;
        sequences.extend([vec![first, other], vec![other, first]]);
    }
    sequences.extend(others.iter().map(|&(other, _)| vec![other]));
    let text = |flags: Vec<&str>| {
        let instruction = instruction.replace('_', &flags.join(" "));
        format!(
            "define float @f(i8 %a, float %x, ptr %p, i1 %c) {{\n  %r = {instruction}\n  ret float %x\n}}\n"
        )
    };
    sequences.into_iter().map(text).collect()
}

#[test]
fn flags_are_refused_as_llvm_refuses_them() {
    let texts: Vec<String> =
        WITH_FLAGS.iter().flat_map(|(opcode, instruction)| flags(opcode, instruction)).collect();
    let found: Vec<String> = texts.par_iter().filter_map(disagreement).collect();
    assert!(found.is_empty(), "{} of {} texts:\n{}", found.len(), texts.len(), found.join("\n"));
}

/// Text after the letter of a data layout specification, valid or not.
const SPECIFICATIONS: &[&str] = &[
    "",
    ":",
    "::",
    "0",
    "1",
    "8",
    "x",
    "-8",
    "+8",
    "08",
    "8:",
    ":8",
    ":0",
    ":7",
    ":e",
    ":q",
    ":ee",
    ":8:16",
    ":16:8",
    ":1:2:3",
    "1:8",
    "8:8",
    "8:0",
    "8:12",
    "8:16",
    "8:x",
    "8:65536",
    "8:32768",
    "8:24",
    "0:8",
    "0:0",
    "16777215",
    "16777216",
    "16777215:8",
    "16777216:8",
    "32:32:64",
    "32:64:32",
    "32:32:0",
    "32:32:",
    "32:32:x",
    "32:32:64:32",
    "32:32:64:64:32",
    ":32:32",
    ":32:32:64",
    ":32:64:32",
    ":32:32:64:16",
    ":32:32:64:64",
    ":32:32:64:0",
    ":32:32:64:x",
    ":32:32:64:16:8",
    "1:32:32",
    "u1:32:32",
    "e1:32:32",
    "ue7:32:32",
    "eu7:32:32",
    "uu7:32:32",
    "u:32:32",
    "u0:32:32",
    "q1:32:32",
    "1u:32:32",
    "i8",
    "n8",
    "i0",
    "q8",
    "i:1",
    "i:0",
    "i:1:2",
    "i:",
    "i:1:",
    "i:16777216",
];

/// LLVM reports the start of the layout string, and the error.
#[test]
fn data_layouts_are_refused_as_llvm_refuses_them() {
    let letters = "aefinmpsvxAEFGPS".chars();
    let texts = letters.flat_map(|letter| SPECIFICATIONS.iter().map(move |rest| format!("{letter}{rest}")));
    let texts: Vec<String> = texts
        .chain(["", "e-", "-", "e--E"].map(str::to_owned))
        .map(|text| format!("target datalayout = \"{text}\"\n"))
        .collect();
    let differing: Vec<String> = texts
        .par_iter()
        .filter_map(|text| {
            let upstream = oracle::run("llvm-as", &["-disable-verify", "-o", "/dev/null"], text.as_bytes());
            let ours = tern_llvm_ir::read(text.as_bytes(), "<stdin>").err().map(|error| error.to_string());
            match (&upstream, &ours) {
                (Ok(_), None) => None,
                (Err(said), Some(ours)) if said.contains(ours.lines().next().unwrap_or_default()) => None,
                _ => Some(format!("{text}Tern: {ours:?}\nLLVM: {:?}\n", upstream.err())),
            }
        })
        .collect();
    assert!(differing.is_empty(), "{} of {} differ\n{}", differing.len(), texts.len(), differing.join("\n"));
}
