//! Generates LLVM IR with integers of all sizes and spellings wherever the grammar has an integer; most are out of range.
//!
//! A text consists of a few top-level entities. Texts with different numbers can be put in one module, so that one process of
//! LLVM's tools checks many.

use crate::choices::Choices;

/// Templates. `{v}` is an integer, `{d}` a decimal integer, `{w}` a width of 1 to 130 bits or a usual one, `{s}` a width in
/// LLVM's syntax, mostly out of range, and `{n}` the number of the text. In some places LLVM's reader does not check the range
/// and reads garbage; these have `{c}`, the number of a calling convention, `{q}`, an integer of at most 64 bits, or `{z}`, one
/// that is not 0.
const PLACES: &[&str] = &[
    // Constants.
    "@g{n} = global i{w} {v}",
    "@g{n} = constant <2 x i{w}> <i{w} {v}, i{w} 1>",
    "@g{n} = global [2 x i{w}] [i{w} {v}, i{w} {v}]",
    "@g{n} = global { i8, i{w} } { i8 {v}, i{w} {v} }",
    "@g{n} = global <{ i16, [1 x i1] }> <{ i16 {v}, [1 x i1] [i1 {v}] }>",
    "@g{n} = global <3 x i{w}> splat (i{w} {v})",
    "@g{n} = global ptr inttoptr (i{w} {v} to ptr)",
    "@g{n} = global ptr getelementptr (i8, ptr @g{n}, i{w} {v})",
    "@g{n} = global ptr getelementptr inbounds ({ i8, [4 x i16] }, ptr @g{n}, i64 {v}, i32 1, i{w} {v})",
    "@g{n} = global ptr getelementptr inrange({v}, {v}) (i8, ptr @g{n}, i64 1)",
    "@g{n} = global ptr ptrauth (ptr @g{n}, i32 {v}, i64 {v})",
    "@g{n} = global i64 add (i64 ptrtoint (ptr @g{n} to i64), i64 {v})",
    "@g{n} = global i8 trunc (i{w} {v} to i8)",
    "define void @f{n}() prefix i{w} {v} prologue i8 {v} {\n  ret void\n}",
    // Operands.
    "define i{w} @f{n}(i{w} %x) {\n  %y = add i{w} %x, {v}\n  ret i{w} {v}\n}",
    "define i1 @f{n}(<2 x i{w}> %x, i{w} %y) {\n  %z = icmp ult <2 x i{w}> <i{w} {v}, i{w} {v}>, %x\n  %c = icmp slt i{w} %y, {v}\n  ret i1 %c\n}",
    "define void @f{n}(ptr %p) {\n  store i{w} {v}, ptr %p, align {v}\n  ret void\n}",
    "define void @f{n}(i{w} %x) {\n  call void @f{n}(i{w} {v}) [ \"b\"(i{w} {v}) ]\n  ret void\n}",
    "define i{w} @f{n}(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  %x = phi i{w} [ {v}, %0 ], [ {v}, %a ]\n  %y = select i1 {v}, i{w} {v}, i{w} %x\n  ret i{w} %y\n}",
    "define void @f{n}(i{w} %x) {\n  switch i{w} %x, label %a [\n    i{w} {v}, label %a\n  ]\na:\n  ret void\n}",
    "define void @f{n}(i{w} %x) {\n  switch i{w} %x, label %a [\n    i{w} {v}, label %a\n    i{w} {v}, label %b\n  ]\na:\n  ret void\nb:\n  ret void\n}",
    "define ptr @f{n}(ptr %p) {\n  %q = getelementptr { i32, [4 x i8] }, ptr %p, i{w} {v}, i32 1, i{w} {v}\n  ret ptr %q\n}",
    "define ptr @f{n}(ptr %p) {\n  %q = getelementptr { i32, [4 x i8] }, ptr %p, i32 0, i{w} {v}\n  ret ptr %q\n}",
    "define i{w} @f{n}(<4 x i{w}> %x) {\n  %y = extractelement <4 x i{w}> %x, i{w} {v}\n  ret i{w} %y\n}",
    "define <4 x i{w}> @f{n}(<4 x i{w}> %x) {\n  %y = insertelement <4 x i{w}> %x, i{w} {v}, i8 {v}\n  ret <4 x i{w}> %y\n}",
    "define <2 x i8> @f{n}(<2 x i8> %x) {\n  %y = shufflevector <2 x i8> %x, <2 x i8> %x, <2 x i32> <i32 {v}, i32 {v}>\n  ret <2 x i8> %y\n}",
    "define { i8, i{w} } @f{n}({ i8, i{w} } %x) {\n  %y = insertvalue { i8, i{w} } %x, i{w} {v}, 1\n  ret { i8, i{w} } %y\n}",
    "define i8 @f{n}(ptr %p) {\n  %y = atomicrmw add ptr %p, i8 {v} seq_cst, align {v}\n  ret i8 %y\n}",
    "define { i8, i1 } @f{n}(ptr %p) {\n  %y = cmpxchg ptr %p, i8 {v}, i8 {v} seq_cst seq_cst, align {v}\n  ret { i8, i1 } %y\n}",
    "define void @f{n}() {\n  call void asm \"\", \"r\"(i{w} {v})\n  ret void\n}",
    // Indices, sizes and alignments.
    "define i8 @f{n}({ i8, [3 x i8] } %x) {\n  %y = extractvalue { i8, [3 x i8] } %x, {v}\n  ret i8 %y\n}",
    "define i8 @f{n}({ i8, [3 x i8] } %x) {\n  %y = extractvalue { i8, [3 x i8] } %x, 1, {v}\n  ret i8 %y\n}",
    "define [3 x i8] @f{n}([3 x i8] %x) {\n  %y = insertvalue [3 x i8] %x, i8 {v}, {v}\n  ret [3 x i8] %y\n}",
    "define void @f{n}() {\n  %p = alloca i8, i{w} {v}, align {v}\n  ret void\n}",
    "define void @f{n}() {\n  %p = alloca i8, align {v}, addrspace({v})\n  ret void\n}",
    "define i8 @f{n}(ptr %p) {\n  %x = load i8, ptr %p, align {v}\n  ret i8 %x\n}",
    "define i8 @f{n}(ptr %p) {\n  %x = load atomic i8, ptr %p seq_cst, align {v}\n  ret i8 %x\n}",
    "@g{n} = global i8 0, align {v}",
    "@g{n} = external addrspace({v}) global i8",
    "declare void @f{n}() align {v}",
    "declare void @f{n}() addrspace({v})",
    "declare void @f{n}(ptr addrspace({v}))",
    "define void @f{n}() {\n  uselistorder label %a, { {v}, {v} }\na:\n  ret void\n}",
    // Types.
    "declare void @f{n}(i{s})",
    "@g{n} = external global [{v} x i8]",
    "declare void @f{n}(<{v} x i8>)",
    "declare void @f{n}(<vscale x {v} x i8>)",
    "declare void @f{n}(target(\"t\", i8, {v}, {v}))",
    "@g{n} = external global [{v} x [{v} x i8]]",
    "%t{n} = type { [{v} x i8], <{v} x i8> }\n@g{n} = external global %t{n}",
    // Attributes.
    "declare void @f{n}(ptr align {v})",
    "declare align({v}) ptr @f{n}()",
    "declare void @f{n}(ptr dereferenceable({v}))",
    "declare dereferenceable_or_null({v}) ptr @f{n}()",
    "declare void @f{n}(ptr alignstack({v}) %p)",
    "declare void @f{n}() alignstack({v})",
    "declare ptr @f{n}(i32, i32) allocsize({v})",
    "declare ptr @f{n}(i32, i32) allocsize({v}, {v})",
    "declare void @f{n}() vscale_range({v})",
    "declare void @f{n}() vscale_range({v}, {v})",
    "declare void @f{n}(i{w} range(i{w} {v}, {v}))",
    "declare range(i{w} {v}, {v}) i{w} @f{n}()",
    "declare void @f{n}(ptr initializes(({q}, {q})))",
    "declare void @f{n}(ptr initializes(({q}, {q}), ({q}, {q})))",
    "declare void @f{n}(float nofpclass({v}))",
    "attributes #{n} = { align={z} }\ndeclare void @f{n}() #{n}",
    "attributes #{n} = { alignstack={v} }\ndeclare void @f{n}() #{n}",
    "attributes #{n} = { vscale_range({v},{v}) allocsize({v}) }\ndeclare ptr @f{n}(i32) #{n}",
    "attributes #{n} = { dereferenceable({v}) }\ndeclare void @f{n}() #{n}",
    "attributes #{d} = { nounwind }",
    "declare void @f{n}() #{d}",
    "declare cc {c} void @f{n}()",
    "define void @f{n}() {\n  call cc {c} void @f{n}()\n  ret void\n}",
    // Numbers of entities.
    "define i8 @f{n}(i8 %{d}) {\n  ret i8 %{d}\n}",
    "define i8 @f{n}(i8 %x) {\n  %{d} = add i8 %x, 1\n  ret i8 %{d}\n}",
    "define void @f{n}() {\n  br label %{d}\n{d}:\n  ret void\n}",
    "define void @f{n}() {\n  br label %a\na:\n  br label %{d}\n1:\n  ret void\n}",
    "!n{n} = !{!{d}}",
    "!n{n} = !{!{v}}",
    // Metadata.
    "!{n} = !{i{w} {v}}\n!n{n} = !{!{n}}",
    "!{n} = !{<2 x i{w}> <i{w} {v}, i{w} {v}>, [1 x i8] [i8 {v}]}\n!n{n} = !{!{n}}",
    "define i8 @f{n}(ptr %p) {\n  %x = load i8, ptr %p, align 1, !range !{i8 {v}, i8 {v}}\n  ret i8 %x\n}",
    "define void @f{n}() {\n  call void @llvm.write_register.i64(metadata !{i{w} {v}}, i64 {v})\n  ret void\n}",
    "!{n} = !DIEnumerator(name: \"a\", value: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIEnumerator(name: \"a\", value: {v}, isUnsigned: true)\n!n{n} = !{!{n}}",
    "!{n} = !DISubrange(count: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DISubrange(lowerBound: {v}, upperBound: {v}, stride: i64 {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIGenericSubrange(lowerBound: {v}, upperBound: i64 {v}, stride: !DIExpression({v}))\n!n{n} = !{!{n}}",
    "!{n} = !DIExpression({v})\n!n{n} = !{!{n}}",
    "!{n} = !DIExpression(DW_OP_plus_uconst, {v}, DW_OP_constu, {v}, DW_OP_stack_value)\n!n{n} = !{!{n}}",
    "!{n} = !DIExpression(DW_OP_LLVM_fragment, {v}, {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIExpression(DW_OP_LLVM_convert, {v}, DW_ATE_signed)\n!n{n} = !{!{n}}",
    "!{n} = !DILocation(line: {v}, scope: !{})\n!n{n} = !{!{n}}",
    "!{n} = !DILocation(line: 1, column: {v}, scope: !{}, atomGroup: {v}, atomRank: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIBasicType(tag: {v}, name: \"a\", size: {v}, align: {v}, dataSize: {v}, encoding: {v}, num_extra_inhabitants: {v}, flags: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIBasicType(name: \"a\", size: {v}, encoding: DW_ATE_signed)\n!n{n} = !{!{n}}",
    "!{n} = !DIBasicType(name: \"a\", size: i64 {v}, flags: {v} | DIFlagBigEndian)\n!n{n} = !{!{n}}",
    "!{n} = !DIFixedPointType(name: \"a\", size: 32, kind: {v}, factor: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIFixedPointType(name: \"a\", size: 32, kind: Rational, numerator: {q}, denominator: {q})\n!n{n} = !{!{n}}",
    "!{n} = !DIStringType(name: \"a\", size: {v}, align: {v}, encoding: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIDerivedType(tag: DW_TAG_member, baseType: null, line: {v}, size: {v}, align: {v}, offset: {v}, flags: {v}, dwarfAddressSpace: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIDerivedType(tag: DW_TAG_member, baseType: null, size: i64 {v}, offset: i64 {v}, extraData: i{w} {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: {v}, ptrAuthExtraDiscriminator: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DICompositeType(tag: DW_TAG_array_type, line: {v}, size: {v}, runtimeLang: {v}, rank: {v}, num_extra_inhabitants: {v}, enumKind: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DISubrangeType(line: {v}, size: {v}, align: {v}, flags: {v}, lowerBound: {v}, stride: i64 {v})\n!n{n} = !{!{n}}",
    "!{n} = !DISubroutineType(flags: {v}, cc: {v}, types: null)\n!n{n} = !{!{n}}",
    "!{n} = !DISubprogram(line: {v}, scopeLine: {v}, virtualIndex: {v}, thisAdjustment: {v}, flags: {v}, spFlags: {v})\n!n{n} = !{!{n}}",
    "!{n} = distinct !DISubprogram(name: \"a\", thisAdjustment: {v}, virtuality: {v}, isDefinition: false)\n!n{n} = !{!{n}}",
    "!{n} = !DILexicalBlock(scope: !{}, line: {v}, column: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DILexicalBlockFile(scope: !{}, discriminator: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DITemplateValueParameter(tag: {v}, value: i{w} {v})\n!n{n} = !{!{n}}",
    "!{n} = distinct !DICompileUnit(language: {v}, file: !{}, runtimeVersion: {v}, emissionKind: {v}, dwoId: {v}, nameTableKind: {v})\n!n{n} = !{!{n}}",
    "!{n} = distinct !DICompileUnit(sourceLanguageName: {v}, sourceLanguageVersion: {v}, file: !{})\n!n{n} = !{!{n}}",
    "!{n} = !DIGlobalVariable(name: \"a\", line: {v}, align: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DILocalVariable(arg: {v}, scope: !{}, line: {v}, flags: {v}, align: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DILabel(scope: !{}, name: \"a\", file: null, line: {v}, column: {v}, coroSuspendIdx: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIImportedEntity(tag: {v}, scope: null, line: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIModule(scope: null, name: \"a\", line: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DICommonBlock(scope: null, name: \"a\", line: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIMacro(type: {v}, line: {v}, name: \"a\")\n!n{n} = !{!{n}}",
    "!{n} = !DIMacroFile(type: {v}, line: {v}, file: null)\n!n{n} = !{!{n}}",
    "!{n} = !DIObjCProperty(name: \"a\", line: {v}, attributes: {v})\n!n{n} = !{!{n}}",
    "!{n} = !GenericDINode(tag: {v}, header: \"a\")\n!n{n} = !{!{n}}",
    "!{n} = !DINamespace(name: \"a\", scope: null, exportSymbols: {v})\n!n{n} = !{!{n}}",
    "!{n} = !DIFile(filename: \"a\", directory: \"b\", checksumkind: {v}, checksum: \"0\")\n!n{n} = !{!{n}}",
    "define void @f{n}() {\n    #dbg_value(i{w} {v}, !{}, !DIExpression({v}), !DILocation(line: {v}, scope: !{}))\n  ret void\n}",
    "define void @f{n}() {\n  ret void, !dbg !DILocation(line: {v}, column: {v}, scope: !{})\n}",
];

/// Widths of integer types, usual ones and others.
const WIDTHS: &[&str] = &["8", "1", "32", "64", "16", "5", "33", "63", "65", "127", "128", "129", "200"];

/// Numbers of calling conventions.
const CONVENTIONS: &[&str] =
    &["0", "8", "10", "0064", "1023", "u0x3FF", "4294967296", "18446744073709551616", "-1", "s0x1", "1.0"];

/// Spellings of type widths.
const SPELLED_WIDTHS: &[&str] =
    &["8", "0", "1", "008", "8388608", "8388609", "4294967296", "4294967304", "18446744073709551624"];

/// A decimal number, near a power of two or small.
fn magnitude(choices: &mut Choices) -> String {
    let bits = match choices.weighted(&[3, 6, 1]) {
        0 => return choices.below(12).to_string(),
        1 => *choices.pick(&[7, 8, 1, 5, 10, 16, 23, 24, 31, 32, 33, 62, 63, 64, 65, 96, 127, 128, 129]),
        _ => choices.within(130, 2_000),
    };
    let power = num_bigint::BigUint::from(1_u32) << bits;
    match choices.weighted(&[2, 2, 1, 1]) {
        0 => power,
        1 => power - 1_u32,
        2 => power + 1_u32,
        _ => power + choices.below(300),
    }
    .to_string()
}

/// An integer, mostly in valid syntax.
fn integer(choices: &mut Choices) -> String {
    match choices.weighted(&[8, 4, 1, 1, 1, 1]) {
        0 => magnitude(choices),
        1 => format!("-{}", magnitude(choices)),
        2 => format!("{}{}", choices.pick(&["0", "00000000", "-0", "-000"]), magnitude(choices)),
        3 => format!("u0x{}", hexadecimal(choices)),
        4 => format!("s0x{}", hexadecimal(choices)),
        _ => (*choices
            .pick(&["+1", "1.0", "0x1F", "true", "u0x", "s0xg", "1e3", "-", "null", "0b1", "1_0", "u0X1"]))
        .to_owned(),
    }
}

fn hexadecimal(choices: &mut Choices) -> String {
    let digits = *choices.pick(&[1, 2, 3, 8, 9, 16, 17, 32, 33, 100]);
    (0..digits).map(|_| choices.pick(&["0", "1", "7", "8", "F", "f", "a", "0"]).to_string()).collect()
}

/// A text with random integers; `number` makes its names unique.
pub fn entities(choices: &mut Choices, number: usize) -> String {
    let place = *choices.pick(PLACES);
    let width = *choices.pick(WIDTHS);
    let mut out = String::new();
    // Each placeholder is filled separately, except for the decimal ones, which must name the same thing.
    let mut digits = None;
    let mut rest = place;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let hole =
            ["v}", "c}", "q}", "z}", "d}", "w}", "s}", "n}"].into_iter().find(|hole| after.starts_with(hole));
        match hole {
            Some("v}") => out.push_str(&integer(choices)),
            Some("c}") => out.push_str(choices.pick::<&str>(CONVENTIONS)),
            Some("q}") => {
                let wide = integer(choices);
                // A longer number may exceed 64 bits.
                out.push_str(if wide.len() < 20 { &wide } else { "9" });
            }
            Some("z}") => {
                let any = integer(choices);
                let is_zero = any.trim_matches(['-', 'u', 's', '0', 'x']).is_empty();
                out.push_str(if is_zero { "16" } else { &any });
            }
            // Texts with wide numbers are given to LLVM one at a time, as its message about them is not an ordinary rejection.
            Some("d}") => out.push_str(digits.get_or_insert_with(|| match choices.chance(30) {
                true => magnitude(choices),
                false => choices.below(12).to_string(),
            })),
            Some("w}") => out.push_str(width),
            Some("s}") => out.push_str(choices.pick::<&str>(SPELLED_WIDTHS)),
            Some(_) => out.push_str(&number.to_string()),
            None => out.push('{'),
        }
        rest = &after[hole.map_or(0, str::len)..];
    }
    out.push_str(rest);
    out.push('\n');
    out
}
