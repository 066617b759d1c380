//! `docs/ANALYSIS.md` lists the fields of all results that are data.

use std::collections::BTreeSet;

use serde_json::Value;
use tern_analysis::call_graph::CallGraph;
use tern_analysis::frequencies::Frequencies;
use tern_analysis::known::KnownIntegers;
use tern_analysis::layouts::{source_layouts, struct_layouts};
use tern_analysis::lines::line_table;
use tern_analysis::liveness::{Liveness, Pressure};
use tern_analysis::picture::Picture;
use tern_analysis::query::Query;
use tern_analysis::stack::Stack;
use tern_analysis::stats::Stats;

const TEXT: &str = "%s = type { i8, i32 }\n@x = global %s zeroinitializer\n\
    define void @g(i32 %i) {\n  ret void\n}\n\
    define void @f() !dbg !1 {\n  call void @f(), !dbg !3\n  ret void\n}\n\
    !llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!9}\n!9 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
    !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, retainedTypes: !5)\n\
    !1 = distinct !DISubprogram(name: \"f\", file: !2, scope: !2, unit: !0, line: 1, spFlags: DISPFlagDefinition)\n\
    !2 = !DIFile(filename: \"f.c\", directory: \"/src\")\n!3 = !DILocation(line: 4, column: 2, scope: !1)\n!5 = !{!6, !11}\n\
    !6 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !2, line: 1, size: 32, elements: !7)\n!7 = !{!8}\n\
    !8 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", scope: !6, file: !2, line: 1, baseType: !10, size: 32)\n\
    !10 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
    !11 = !DICompositeType(tag: DW_TAG_structure_type, name: \"e\", file: !2, size: 32, elements: !12)\n!12 = !{!13}\n\
    !13 = !DICompositeType(tag: DW_TAG_variant_part, scope: !11, file: !2, size: 32, elements: !14)\n!14 = !{!15}\n\
    !15 = !DIDerivedType(tag: DW_TAG_member, name: \"v\", scope: !13, file: !2, baseType: !6, size: 32)\n";

/// The fields that the guide lists for a result.
fn documented(name: &str) -> BTreeSet<String> {
    let guide = include_str!("../../docs/ANALYSIS.md");
    let row = guide.lines().find(|line| line.starts_with(&format!("| `{name}`")));
    let (_, fields) = row.unwrap_or_else(|| panic!("no row for {name}"))[2..].split_once(" | ").unwrap();
    let mut found = BTreeSet::new();
    for part in fields.split(';') {
        // Names come before the colon; what they are, after it.
        let names = part.split(": ").next().unwrap_or_default();
        found.extend(names.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

#[test]
fn fields_are_documented() {
    let module = tern_llvm_ir::read(TEXT.as_bytes(), "f.ll").unwrap();
    let calls = CallGraph::of(&module);
    let [(g, _, with_argument), (f, _, function)] = module.definitions().collect::<Vec<_>>()[..] else {
        panic!()
    };
    let picture = Picture::call_graph(&module, &calls, calls.functions(), "calls");
    let (layouts, sources) = (struct_layouts(&module), source_layouts(&module));
    let rows = line_table(&module, function);
    let query = Query::parse("call").unwrap();
    let answers = query.describe(&module, &query.find(&module), Some(TEXT.as_bytes()));
    let known = KnownIntegers::of(&module, g).unwrap();
    let known = known.value(&module, with_argument.args[0].into()).unwrap();
    let frequency = Frequencies::of(&module, f).unwrap().block(function.layout[0]).unwrap();
    let pressure = Pressure::of(&module, function, &Liveness::of(function).unwrap());
    let frame = Stack::of(&module, &calls).frame(f).unwrap();
    let json = |result: serde_json::Result<Value>| result.unwrap();
    for (name, value) in [
        ("stats::Stats", json(serde_json::to_value(Stats::of(&module)))),
        ("picture::Picture", json(serde_json::to_value(&picture))),
        ("picture::Node", json(serde_json::to_value(&picture.nodes[0]))),
        ("picture::Edge", json(serde_json::to_value(&picture.edges[0]))),
        ("query::Answer", json(serde_json::to_value(&answers[0]))),
        ("layouts::StructLayout", json(serde_json::to_value(&layouts[0]))),
        ("layouts::Field", json(serde_json::to_value(&layouts[0].fields[0]))),
        ("layouts::SourceLayout", json(serde_json::to_value(&sources[0]))),
        ("layouts::Variant", json(serde_json::to_value(&sources[1].variants[0]))),
        ("layouts::Member", json(serde_json::to_value(&sources[0].members[0]))),
        ("lines::Row", json(serde_json::to_value(&rows[0]))),
        ("lines::Place", json(serde_json::to_value(&rows[0].place))),
        ("known::Known", json(serde_json::to_value(known))),
        ("frequencies::Frequency", json(serde_json::to_value(frequency))),
        ("liveness::Pressure", json(serde_json::to_value(pressure))),
        ("stack::Frame", json(serde_json::to_value(frame))),
    ] {
        let Value::Object(fields) = value else { panic!("{name} is an object") };
        let fields: BTreeSet<String> = fields.keys().cloned().collect();
        assert_eq!(fields, documented(name), "{name}");
    }
}
