use super::lexer::{Lexer, Token, skip};
use super::read;

/// Each text of `tests/refused.txt` is refused as LLVM's reader refuses it, or as the file says.
///
/// A text follows a line `=== LINE:COLUMN MESSAGE`, which is LLVM 22's answer, and maybe a line `--- LINE:COLUMN MESSAGE`, which is
/// Tern's answer if it is another (docs/READER.md).
#[test]
fn texts_are_refused_with_the_words_of_llvm() {
    let mut wrong = String::new();
    for case in include_str!("../../tests/refused.txt").split("\n=== ").skip(1) {
        let (mut expected, mut text) = case.split_once('\n').expect("a text follows the answer");
        if let Some((ours, rest)) = text.strip_prefix("--- ").and_then(|rest| rest.split_once('\n')) {
            (expected, text) = (ours, rest);
        }
        let found = match read(text.as_bytes(), "test.ll") {
            Ok(_) => "accepted".to_owned(),
            Err(error) => format!("{}:{} {}", error.line(), error.column(), error.message()),
        };
        if found.trim_end() != expected {
            wrong += &format!("=== {expected}\n--- {found}\n{text}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The message, line and column of the error in `text`.
fn error(text: &str) -> (String, usize, usize) {
    let error = read(text.as_bytes(), "test.ll").expect_err("the text is wrong");
    (error.message().to_owned(), error.line(), error.column())
}

#[test]
fn errors_have_their_place() {
    assert_eq!(
        error("define void @f() {\n  ret i32 1\n}"),
        ("value doesn't match function result type 'void'".into(), 2, 7)
    );
    assert_eq!(
        error("define void @f() {\n  call void @g()\n  ret void\n}"),
        ("use of undefined value '@g'".into(), 2, 13)
    );
    assert_eq!(error("define i32 @f() {\n  ret i32 %x\n}"), ("use of undefined value '%x'".into(), 2, 11));
    assert_eq!(error("@x = global i32 1.0"), ("floating point constant invalid for type".into(), 1, 17));
    let wide = "floating point constant does not have type 'x86_fp80'";
    assert_eq!(error("@x = global x86_fp80 1.0"), (wide.into(), 1, 22));
    assert_eq!(error("@x = global x86_fp80 0x3FF0000000000000"), (wide.into(), 1, 22));
    assert_eq!(error("!0 = metadata !{}"), ("unexpected type in metadata definition".into(), 1, 6));
    assert_eq!(error("!0 = !{metadata !0}"), ("invalid metadata-value-metadata roundtrip".into(), 1, 8));
    // Only external declarations need no initializer.
    assert_eq!(error("@x = global i8\n"), ("expected value token".into(), 2, 1));
    assert_eq!(error("@x = appending global [1 x i8], align 1"), ("expected value token".into(), 1, 31));
    assert_eq!(error("!0 = !{!1}"), ("use of undefined metadata '!1'".into(), 1, 9));
    assert_eq!(
        error("define void @f() {\n  %5 = add i32 1, 2\n  %3 = add i32 1, 2\n  ret void\n}").0,
        "instruction expected to be numbered '%6' or greater"
    );
}

#[test]
fn types_are_checked() {
    let in_function = |inst: &str| {
        error(&format!("define void @f(i32 %i, ptr %p, float %x) {{\n  {inst}\n  ret void\n}}")).0
    };
    assert_eq!(in_function("%a = fadd i32 %i, %i"), "invalid operand type for instruction");
    assert_eq!(in_function("%a = trunc i32 %i to i64"), "invalid cast opcode for cast from 'i32' to 'i64'");
    assert_eq!(in_function("%a = add i64 %i, %i"), "'%i' defined with type 'i32' but expected 'i64'");
    assert_eq!(in_function("store i32 %i, i32 %i"), "store operand must be a pointer");
    assert_eq!(in_function("%a = load i32, ptr %p, align 3"), "alignment is not a power of two");
    assert_eq!(in_function("%a = extractvalue i32 %i, 0"), "extractvalue operand must be aggregate type");
}

#[test]
fn debug_records_have_the_operands_of_their_kind() {
    let wrong = |record: &str| {
        let (message, line, column) =
            error(&format!("define void @f(i32 %a) {{\n#{record}\n  ret void\n}}\n!0 = !{{}}\n"));
        assert_eq!(line, 2, "{record}");
        (message, column)
    };
    let node = |column| ("expected '!' here".to_owned(), column);
    assert_eq!(wrong("dbg_assign(i32 0, !0, !DIExpression(), i32 2, !0, ptr null, !0, !0)"), node(41));
    assert_eq!(wrong("dbg_value(i32 %a, distinct !{}, !0, !0)"), node(20));
    assert_eq!(wrong("dbg_label(i32 0, !0)"), node(12));
    assert_eq!(wrong("dbg_label(!0)"), ("Expected ',' here".into(), 14));
    assert_eq!(wrong("dbg_value(i32 %a, !0, !0)"), ("Expected ',' here".into(), 26));
    assert_eq!(wrong("dbg_declare(!0, !0, !0, !0, !0)"), ("Expected ')' here".into(), 28));
    assert_eq!(wrong("dbg_value(null, !0, !0, !0)"), ("expected metadata operand".into(), 12));
    assert_eq!(wrong("dbg_value(i32 0, !DIArgList(), !0, !0)"), ("expected metadata type".into(), 19));
}

#[test]
fn fast_math_flags_are_for_floats() {
    let expected = |word: &str| {
        format!("fast-math-flags specified for {word} without floating-point scalar or vector return type")
    };
    let in_function = |inst: &str| error(&format!("define void @f(ptr %p) {{\n  {inst}\n  ret void\n}}"));
    assert_eq!(in_function("%a = select nnan i1 true, i32 1, i32 2"), (expected("select"), 2, 8));
    assert_eq!(in_function("%a = phi fast i32 [ 1, %b ]"), (expected("phi"), 2, 8));
    assert_eq!(in_function("%a = tail call ninf i32 %p()"), (expected("call"), 2, 18));
    for ty in ["{ float, double }", "[2 x { float, float }]", "{}", "%s", "{ [2 x float] }"] {
        let text = format!(
            "%s = type {{ float, float }}\ndeclare {ty} @g()\ndefine void @f() {{\n  %a = call nnan {ty} @g()\n  ret void\n}}"
        );
        assert_eq!(error(&text).0, expected("call"), "{ty}");
    }
    for ty in ["half", "<2 x float>", "{ float, float }", "<{ fp128 }>", "[3 x [1 x <2 x float>]]"] {
        let text =
            format!("declare {ty} @g()\ndefine void @f() {{\n  %a = call nnan {ty} @g()\n  ret void\n}}");
        assert!(read(text.as_bytes(), "test.ll").is_ok(), "{ty}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(100_000), "]".repeat(100_000));
    assert_eq!(error(&text).0, "nested too deeply");
    assert_eq!(error(&format!("!0 = {}", "!{".repeat(100_000))).0, "nested too deeply");
}

#[test]
fn every_prefix_of_a_module_is_read_or_refused() {
    let text = include_str!("../../tests/everything.ll");
    for end in 0..text.len() {
        if text.is_char_boundary(end) {
            let _ = read(&text.as_bytes()[..end], "prefix");
        }
    }
    read(text.as_bytes(), "everything.ll").unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_callee_may_be_an_expression_within_a_range() {
    let text = "@g = external global i8\n\ndefine void @f() {\n  \
        call void getelementptr inbounds inrange(-8, 16) (i8, ptr @g, i64 4)(i32 1)\n  ret void\n}\n";
    let module = crate::read(text.as_bytes(), "test").unwrap();
    let printed = String::from_utf8(crate::write(&module)).unwrap();
    assert!(printed.contains("(i8, ptr @g, i64 4)(i32 1)"), "{printed}");
}

/// Checked with LLVM 22's `opt`.
#[test]
fn expressions_are_operations_and_numbers() {
    let said = |elements: &str| error(&format!("!n = !{{!0}}\n!0 = !DIExpression({elements})\n"));
    let expected = "expected unsigned integer".to_owned();
    assert_eq!(said("name: \"f\""), (expected.clone(), 2, 20));
    for wrong in ["null", "-1", "\"a\"", "!0", "DW_OP_deref,"] {
        assert_eq!(said(wrong).0, expected, "{wrong}");
    }
    assert!(said("18446744073709551616").0.starts_with("element too large"));
    let right = "!n = !{!0}\n!0 = !{!DIExpression(DW_OP_plus_uconst, 18446744073709551615, DW_OP_deref)}\n";
    assert!(read(right.as_bytes(), "test.ll").is_ok());
    let distinct = "!n = !{!0}\n!0 = distinct !DIExpression(DW_OP_deref)\n";
    let module = read(distinct.as_bytes(), "test.ll").expect("it is right");
    let written = String::from_utf8(crate::write(&module)).expect("text");
    assert!(written.ends_with("!n = !{!DIExpression(DW_OP_deref)}\n"), "{written}");
}

#[test]
fn structs_that_hold_themselves_are_refused() {
    assert_eq!(
        error("%a = type { i8, [2 x %b] }\n%b = type { %a }\n@g = external global %a"),
        ("identified structure type 'b' is recursive".into(), 3, 1)
    );
    let chain = |length: usize| {
        let structs = (0..length).map(|n| format!("%a{} = type {{ %a{n} }}\n", n + 1));
        format!("%a0 = type {{ i8 }}\n{}", structs.collect::<String>())
    };
    assert!(read(chain(500).as_bytes(), "test.ll").is_ok());
    assert_eq!(error(&chain(20_000)).0, "type 'a512' is nested too deeply");
}

#[test]
fn types_are_defined_once_and_in_their_order() {
    let module = read(
        b"%a = type { %b, %d }\n%c = type opaque\n%b = type <{ %c }>\n%d = type { %b, %b }\n%v = type <2 x i8>\n@g = global %v zeroinitializer\n",
        "test.ll",
    );
    let written = String::from_utf8(crate::write(&module.expect("it is right"))).expect("text");
    assert_eq!(
        written,
        "\n%a = type { %b, %d }\n%c = type opaque\n%b = type <{ %c }>\n%d = type { %b, %b }\n\n@g = global <2 x i8> zeroinitializer\n"
    );
    let redefined = ("redefinition of type".to_owned(), 2, 1);
    assert_eq!(error("%a = type { i8 }\n%a = type { i16\n"), redefined);
    assert_eq!(error("%a = type i8\n%a = type opaque\n"), redefined);
    assert_eq!(error("%a = type opaque\n%a = type i8\n"), redefined);
    assert_eq!(
        error("%s = type { %a }\n%a = type [4 x i8]\n"),
        ("forward references to non-struct type".to_owned(), 2, 1)
    );
    assert_eq!(error("%a = type [4 x %a]\n"), ("non-struct types may not be recursive".to_owned(), 1, 1));
}

#[test]
fn attributes_without_a_value_are_one() {
    let text = "declare void @f() #0\ndeclare void @g() #1\nattributes #0 = { \"x\" }\nattributes #1 = { \"x\"=\"\" }\n";
    let written = String::from_utf8(crate::write(&read(text.as_bytes(), "test.ll").expect("it is right")));
    assert_eq!(written.expect("text").matches("attributes #").count(), 1);
}

#[test]
fn parentheses_of_attributes_are_not_empty() {
    for (kind, expected) in [
        (
            "memory",
            "expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, write, readwrite)",
        ),
        ("allockind", "expected allockind value"),
        ("allocsize", "expected integer"),
        ("uwtable", "expected unwind table kind"),
        ("vscale_range", "expected integer"),
    ] {
        let found = error(&format!("declare void @f() {kind}( )"));
        assert_eq!(found, (expected.to_owned(), 1, 21 + kind.len()));
    }
}

/// The text that a module is printed as.
fn printed(text: &str) -> String {
    let module = read(text.as_bytes(), "test.ll").unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8_lossy(&crate::write(&module)).trim().to_owned()
}

#[test]
fn splats_of_what_is_no_number_are_shuffles() {
    let shuffle = |ty: &str, value: &str, index: &str| {
        format!(
            "@g = global <vscale x 4 x {ty}> shufflevector (<vscale x 4 x {ty}> insertelement (<vscale x 4 x {ty}> poison, \
             {value}, {index}), <vscale x 4 x {ty}> poison, <vscale x 4 x i32> zeroinitializer)"
        )
    };
    let address = shuffle("ptr", "ptr @g", "i64 0");
    assert_eq!(printed("@g = global <vscale x 4 x ptr> splat (ptr @g)"), address);
    assert_eq!(printed(&address), address);
    assert_eq!(printed(&shuffle("i8", "i8 1", "i32 0")), "@g = global <vscale x 4 x i8> splat (i8 1)");
}

#[test]
fn conventions_are_spelled_as_llvm_spells_them() {
    assert_eq!(printed("declare cc101 void @f()"), "declare cc101 void @f()");
    assert!(read(b"declare m68k_intrcc void @f()", "test.ll").is_err());
    assert_eq!(printed("declare avr_intrcc void @f()"), "declare avr_intrcc  void @f()");
}

#[test]
fn values_of_attributes_are_spelled_as_llvm_spells_them() {
    for (read, expected) in [
        ("memory(none, argmem: read)", "memory(argmem: read)"),
        ("memory(read, argmem: read)", "memory(read)"),
        ("memory(target_mem0: read, errnomem: write)", "memory(errnomem: write, target_mem0: read)"),
        ("allocsize(0, 1)", "allocsize(0,1)"),
        ("allockind(\"free,alloc,zeroed\")", "allockind(\"alloc,free,zeroed\")"),
        ("vscale_range(4)", "vscale_range(4,4)"),
        ("uwtable(async)", "uwtable"),
    ] {
        let expected = format!("declare void @f() #0\n\nattributes #0 = {{ {expected} }}");
        assert_eq!(printed(&format!("declare void @f() {read}")), expected);
    }
    for (read, expected) in [
        ("float nofpclass(pzero nzero psub nsub norm ninf snan)", "float nofpclass(snan ninf zero sub norm)"),
        ("float nofpclass(3)", "float nofpclass(nan)"),
        ("ptr captures(provenance, address, ret: none)", "ptr captures(address, provenance, ret: none)"),
        ("ptr captures(none, ret: address)", "ptr captures(ret: address)"),
        ("ptr initializes((0,4),(8,16))", "ptr initializes((0, 4), (8, 16))"),
        ("i8 range(i8 0, 255)", "i8 range(i8 0, -1)"),
    ] {
        assert_eq!(printed(&format!("declare void @f({read})")), format!("declare void @f({expected})"));
    }
}

#[test]
fn module_assembly_is_lines() {
    let text = "module asm \"a\"\nmodule asm \"\"\nmodule asm \"b\\0A\\0Ac\\0A\"\nmodule asm \"\"\n";
    let module = read(text.as_bytes(), "test.ll").expect("it is read");
    let lines: Vec<&[u8]> = module.module_asm.iter().map(|&line| module.strings.get(line)).collect();
    assert_eq!(lines, [&b"a"[..], b"b", b"", b"c"]);
}

#[test]
fn fields_of_nodes_are_those_that_there_are() {
    for (text, message, column) in [
        ("!0 = !DIFoo()", "expected metadata type", 6),
        ("!0 = !DINamespace(scope: null, bogus: 1)", "invalid field 'bogus'", 32),
        ("!0 = !DINamespace(name: \"a\")", "missing required field 'scope'", 28),
        (
            "!0 = !DINamespace(scope: null, scope: null)",
            "field 'scope' cannot be specified more than once",
            32,
        ),
        ("!0 = !DINamespace(scope: null, )", "expected field label here", 32),
        ("!0 = !DINamespace(5)", "expected field label here", 19),
        ("!0 = !DINamespace(scope: 5)", "expected metadata operand", 26),
        ("!0 = !DILabel(scope: null)", "'scope' cannot be null", 22),
        ("!0 = !DIGlobalVariable(name: \"\")", "'name' cannot be empty", 30),
        ("!0 = !DILocalVariable(arg: 65536)", "value for 'arg' too large, limit is 65535", 28),
        ("!0 = !DILocalVariable(arg: -1)", "expected unsigned integer", 28),
        ("!0 = !DISubrange(count: -2)", "value for 'count' too small, limit is -1", 25),
        ("!0 = !DIBasicType(flags: 4294967296)", "expected 32-bit integer (too large)", 26),
        ("!0 = !DIBasicType(flags: -1)", "expected debug info flag", 26),
        ("!0 = !DIBasicType(flags: DIFlagFoo)", "invalid debug info flag 'DIFlagFoo'", 26),
        ("!0 = !DIBasicType(tag: 5, encoding: foo)", "expected DWARF type attribute encoding", 37),
        ("!0 = !DIAssignID()", "missing 'distinct', required for !DIAssignID()", 6),
        ("!0 = !DISubprogram()", "missing 'distinct', required for !DISubprogram that is a Definition", 6),
    ] {
        assert_eq!(error(text), (message.to_owned(), 1, column), "{text}");
    }
}

#[test]
fn attributes_stand_where_they_apply() {
    for (text, message, column) in [
        ("declare void @f() noundef", "this attribute does not apply to functions", 19),
        ("declare void @f(ptr nounwind)", "this attribute does not apply to parameters", 21),
        ("declare byval(i8) ptr @f()", "this attribute does not apply to return values", 9),
        ("declare void @f() builtin", "'builtin' attribute not valid on function", 19),
        ("declare void @f() builtin noext", "this attribute does not apply to functions", 27),
        ("declare void @f(ptr nounwind align 3)", "alignment is not a power of two", 36),
        ("declare void @f(ptr nounwind cold)", "this attribute does not apply to parameters", 30),
        ("declare void @f(ptr align 8589934592)", "huge alignments are not supported yet", 27),
        ("declare void @f(ptr dereferenceable(0))", "dereferenceable bytes must be non-zero", 37),
        ("declare void @f(float nofpclass(0))", "invalid mask value for 'nofpclass'", 34),
        ("declare void @f(ptr initializes(()))", "expected integer", 34),
        ("declare void @f() allockind(\"foo\")", "unknown allockind foo", 29),
        ("declare void @f() memory(argmem: read, write)", "default access kind must be specified first", 45),
    ] {
        assert_eq!(error(text), (message.to_owned(), 1, column), "{text}");
    }
}

/// The text with `between` in place of spaces within lines; attribute groups stay as they are.
fn spaced_otherwise(text: &str, between: &str) -> String {
    let (mut out, mut end) = (String::new(), 0);
    loop {
        let start = skip(text.as_bytes(), end);
        let mut lexer = Lexer { text: text.as_bytes(), position: start };
        let token = lexer.next();
        let space = &text[end..start];
        let stays = space.contains('\n') || matches!(token, Token::AttributeGroup(_));
        out.push_str(if stays { space } else { between });
        if token == Token::Eof {
            return out;
        }
        end = lexer.position;
        out.push_str(&text[start..end]);
    }
}

#[test]
fn tokens_may_be_spaced_otherwise() {
    let text = include_str!("../../tests/everything.ll");
    let expected = printed(text);
    for between in ["  ", "\t", "; a comment\n ", "                    "] {
        assert_eq!(printed(&spaced_otherwise(text, between)), expected, "{between:?}");
    }
}

#[test]
fn what_llvm_refuses_is_refused_in_its_words() {
    for (text, message) in [
        ("@x = global ptr ptrauth (i32 0, i32 1)\n", "constant ptrauth base pointer must be a pointer"),
        ("@x = global ptr ptrauth (ptr @x, i64 1)\n", "constant ptrauth key must be i32 constant"),
        (
            "@x = global ptr ptrauth (ptr @x, i32 1, ptr null)\n",
            "constant ptrauth integer discriminator must be i64 constant",
        ),
        (
            "@x = global ptr ptrauth (ptr @x, i32 1, i64 1, i8 0)\n",
            "constant ptrauth address discriminator must be a pointer",
        ),
        (
            "@x = global ptr ptrauth (ptr @x, i32 1, i64 1, ptr null, i64 0)\n",
            "constant ptrauth deactivation symbol must be a pointer",
        ),
        ("define void @f() }\n", "expected '{' in function body"),
        ("declare void @f()\ndeclare void @f()\n", "invalid redefinition of function 'f'"),
        (
            "define void @f(ptr %p) {\n  %v = atomicrmw add ptr %p, float 1.0 monotonic\n  ret void\n}\n",
            "atomicrmw add operand must be an integer",
        ),
        (
            "declare void @g(...)\ndefine void @f() {\n  musttail call void (...) @g(...)\n  ret void\n}\n",
            "unexpected ellipsis in argument list for musttail call in non-varargs function",
        ),
        (
            "declare void @g(...)\ndefine void @f(...) {\n  call void (...) @g(...)\n  ret void\n}\n",
            "unexpected ellipsis in argument list for non-musttail call",
        ),
        (
            "declare void @g(...)\ndefine void @f(...) {\n  musttail call void (...) @g()\n  ret void\n}\n",
            "expected '...' at end of argument list for musttail call in varargs function",
        ),
        (
            "^0 = other: 1\n",
            "Expected 'gv', 'module', 'typeid', 'flags' or 'blockcount' at the start of summary entry",
        ),
        ("^0 = gv: (guid: 1", "found end of file while parsing summary entry"),
        ("uselistorder ptr @x, { 0 }\n", "expected >= 2 uselistorder indexes"),
        ("uselistorder ptr @x, { 0, 1 }\n", "expected uselistorder indexes to change the order"),
        ("uselistorder ptr @x, { 1, 1 }\n", "expected distinct uselistorder indexes in range [0, size)"),
        ("uselistorder ptr @x, { 2, 0 }\n", "expected distinct uselistorder indexes in range [0, size)"),
        ("uselistorder ptr @x, { }\n", "expected non-empty list of uselistorder indexes"),
    ] {
        assert_eq!(error(text).0, message, "{text}");
    }
}

#[test]
fn errors_in_bodies_have_their_place() {
    let at = |inst: &str, message: &str, column: usize| {
        let text = format!("define void @f(i32 %0, ptr %1) {{\n  {inst}\n  ret void\n}}");
        assert_eq!(error(&text), (message.to_owned(), 2, column), "{inst}");
    };
    let locals = "'%0' defined with type 'i32' but expected 'ptr'";
    at("%3 = load i32, ptr %0, align 4", locals, 22);
    at("%3 = load i32,  ptr  %0, align 4", locals, 24);
    at("%3 = load i32, ptr %1, align 3", "alignment is not a power of two", 32);
    at("%3 = load i32, ptr %1, align  3", "alignment is not a power of two", 33);
    at("%3 = load i32, ptr %1, align 8.5", "expected integer", 32);
    at("%3 = load i32, ptr %1, align 8589934592", "huge alignments are not supported yet", 32);
    at("%3 = load i32 ptr %1", "expected comma after load's type", 17);
    at("%3 add i32 %0, 1", "expected '=' after instruction name", 6);
    at("%3 = add i32 %0, 1.0", "floating point constant invalid for type", 20);
    at("%3 = add ptr %1, 1", "integer constant must have integer type", 20);
    at("br label %1", "'%1' is not a basic block", 12);
    at("br label  %1", "'%1' is not a basic block", 13);
    at("br label %7", "use of undefined value '%7'", 12);
    at("%1 = add i32 %0, 1", "instruction expected to be numbered '%3' or greater", 3);
    at("%3 = add i32 %99999999999, 1", "invalid value number (too large)", 16);
}

/// A module as written, and the positions of the warnings about its text.
fn written_with_warnings(text: &str) -> (String, Vec<(usize, usize)>) {
    let module = crate::read(text.as_bytes(), "test.ll").unwrap_or_else(|error| panic!("{error}"));
    let places = module.warnings.iter().map(|warning| (warning.line(), warning.column())).collect();
    (String::from_utf8(crate::write(&module)).unwrap(), places)
}

#[test]
fn integers_that_their_type_does_not_have_are_truncated_with_a_warning() {
    for (spelled, value, is_truncated) in [
        ("i8 256", "0", true),
        ("i8 300", "44", true),
        ("i8 -129", "127", true),
        ("i8 255", "-1", false),
        ("i8 -128", "-128", false),
        ("i8 u0x1FF", "-1", true),
        ("i8 s0xFFF", "-1", false),
        ("i5 42", "10", true),
        ("i128 340282366920938463463374607431768211457", "1", true),
        ("i65 36893488147419103233", "1", true),
    ] {
        let (ty, _) = spelled.split_once(' ').unwrap();
        let (written, places) = written_with_warnings(&format!("@x = global {spelled}\n"));
        assert_eq!(written.trim(), format!("@x = global {ty} {value}"));
        assert_eq!(places, Vec::from_iter(is_truncated.then_some((1, 13 + ty.len() + 1))), "{spelled}");
    }
}

#[test]
fn numbers_of_entities_are_cut_off_where_they_are_too_large() {
    let (written, places) = written_with_warnings(
        "@4294967296 = global i8 0\n%4294967297 = type { i8 }\n@1 = external global %4294967297\n\
        define i8 @f(i8 %8589934592) #4294967303 {\n  br label %2\n4294967298:\n  %4294967299 = add i8 %0, 1\n  ret i8 %3\n}\n\
        define void @4294967295() {\n  br label %1\n4294967295:\n  ret void\n}\nattributes #7 = { cold }\n^99999999999 = flags: 1\n",
    );
    assert_eq!(places, []);
    for line in [
        "@0 = global i8 0",
        "%0 = type { i8 }",
        "  %3 = add i8 %0, 1",
        "attributes #0 = { cold }",
        "define void @2() {",
    ] {
        assert!(written.lines().any(|written| written == line), "{line}: {written}");
    }
    for wrong in [
        "declare void @f() #4294967296 #",
        "@4294967296 = global i8 0, align 3",
        "define void @f() {\n4294967296:\n  add i8 0\n}",
    ] {
        assert_eq!(error(wrong).0, "invalid value number (too large)", "{wrong}");
    }
    assert_eq!(error("@0 = global ptr @7").0, "use of undefined value '@7'");
}

#[test]
fn empty_names_are_none() {
    let (written, _) = written_with_warnings(
        "@\"\" = global ptr @0\n$\"\" = comdat any\n@c = global i8 0, comdat($\"\")\n\
        define i8 @f(i8 %\"\") {\n  br label %2\n\"\":\n  %\"\" = add i8 %0, 1\n  ret i8 %3\n}\n",
    );
    for line in ["@0 = global ptr @0", "@c = global i8 0, comdat($\"\")", "  %3 = add i8 %0, 1"] {
        assert!(written.lines().any(|written| written == line), "{line}: {written}");
    }
    for wrong in ["@\"\" = global ptr @\"\"", "define i8 @f(i8 %\"\") {\n  ret i8 %\"\"\n}"] {
        assert!(error(wrong).0.starts_with("use of undefined value"), "{wrong}");
    }
}

#[test]
fn integers_that_do_not_fit_their_place_are_refused() {
    for (text, expected, column) in [
        ("@x = external global [18446744073709551616 x i8]", "expected number of elements", 23),
        ("@x = external global [u0x00000000000000000 x i8]", "expected number of elements", 23),
        ("@x = external global <4294967296 x i8>", "size too large for vector", 23),
        ("declare void @f(ptr alignstack(4294967296))", "expected 32-bit integer (too large)", 32),
        (
            "declare void @f(i8 range(i8 0, 256))",
            "integer is too large for the bit width of specified type",
            32,
        ),
        (
            "declare void @f(i3 range(i3 u0x0, 1))",
            "integer is too large for the bit width of specified type",
            29,
        ),
        (
            "@x = global ptr getelementptr inrange(1, 18446744073709551615) (i8, ptr @x, i8 1)",
            "expected end to be larger than start",
            17,
        ),
        ("@x = global ptr getelementptr ({ i8 }, ptr @x, i8 1, i64 0)", "invalid getelementptr indices", 17),
        ("!n = !{!0}\n!0 = !DILocation(line: 1, column: -0, scope: !{})", "expected unsigned integer", 35),
        ("!n = !{!0}\n!0 = !DIModule(scope: null, name: \"a\", line: s0x0)", "expected unsigned integer", 46),
        ("!n = !{!DILocation(line: 1, scope: !{})}", "Expected '!' here", 8),
        ("!n = !{!{}}", "expected integer", 9),
        ("attributes #0 = { }", "attribute group has no attributes", 1),
        ("attributes #0 = { align=0 }", "alignment is not a power of two", 25),
    ] {
        let (message, _, at) = error(text);
        assert_eq!((&*message, at), (expected, column), "{text}");
    }
}

#[test]
fn integers_are_what_llvm_makes_of_them() {
    let (written, places) = written_with_warnings(
        "attributes #0 = { align=7 alignstack=3 }\nattributes #1 = { alignstack=0 vscale_range(0) cold }\n\
        declare void @f() #0\ndeclare void @g(float nofpclass(4294967297), i9 range(i9 u0x1F0, s0x1F)) #1\n\
        @x = global ptr getelementptr inrange(u0xFFFFFFFFFFFFFFFFFF, 18446744073709551617) (i8, ptr @x, i64 1)\n\
        !n = !{!0, !1, !2}\n!0 = !DIFixedPointType(name: \"a\", size: 8, kind: Rational, numerator: -5, denominator: s0x1F)\n\
        !1 = !DIBasicType(name: \"a\", size: 8, flags: u0x10 | DIFlagVector)\n!2 = !DIExpression(u0x1F)\n",
    );
    assert_eq!(places, [(1, 25), (1, 38), (2, 30)]);
    for part in [
        "declare void @f() #0 align 4",
        "alignstack=2",
        "nofpclass(snan)",
        "range(i9 -16, -1)",
        "inrange(-1, 1)",
        "numerator: 11, denominator: 31",
        "flags: 16 | DIFlagVector",
        "!DIExpression(31)",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    assert!(!written.contains("vscale_range") && !written.contains("alignstack=0"), "{written}");
}

#[test]
fn warnings_are_in_the_order_of_the_text_and_not_too_many() {
    let (_, places) = written_with_warnings(
        "define void @f(i8 %0) {\n  %2 = add i8 %0, 256\n  ret void\n}\n@x = global i8 256\n!n = !{!0}\n!0 = !{i8 256}\n",
    );
    assert_eq!(places, [(2, 19), (5, 16), (7, 11)]);
    let many = format!("@x = global [100 x i8] [{}]\n", ["i8 256"; 100].join(", "));
    let module = crate::read(many.as_bytes(), "test.ll").unwrap();
    assert_eq!(module.warnings.len(), 9);
    assert!(module.warnings[8].message().ends_with("; with this, 92 integers are changed from here on"));
    assert_eq!(module.warnings[8].file(), "test.ll");
}

#[test]
fn hexadecimal_integers_are_numbers_everywhere() {
    let (written, _) = written_with_warnings(
        "@x = global [u0x10 x i8] zeroinitializer, align u0x8\n!n = !{!0}\n!0 = !DISubrange(count: 1, lowerBound: s0xF0)\n",
    );
    assert!(written.contains("[16 x i8] zeroinitializer, align 8"), "{written}");
    assert!(written.contains("lowerBound: -16"), "{written}");
}

#[test]
fn values_of_any_type_are_metadata_of_fields() {
    for value in
        ["{ i8, ptr } { i8 1, ptr null }", "[2 x i8] c\"ab\"", "<2 x i8> <i8 1, i8 2>", "<{ i8 }> <{ i8 1 }>"]
    {
        let node = format!("!DITemplateValueParameter(name: \"a\", value: {value})");
        let (written, _) = written_with_warnings(&format!("!n = !{{!0}}\n!0 = {node}\n"));
        assert!(written.contains(&node), "{written}");
    }
}

#[test]
fn enumerators_have_values_of_any_size() {
    let text = "!n = !{!0}\n!0 = !DIEnumerator(name: \"a\", value: -1234567890123456789012345678901234567890123456789)\n";
    assert!(written_with_warnings(text).0.contains(": -1234567890123456789012345678901234567890123456789)"));
    let negative = "!0 = !DIEnumerator(name: \"a\", value: -1, isUnsigned: true)";
    assert_eq!(error(negative).0, "unsigned enumerator with negative value");
}

#[test]
fn casts_of_bits_keep_how_many_there_are() {
    let cast = |from: &str, to: &str| {
        let text =
            format!("define void @f({from} %0) {{\n  %2 = bitcast {from} %0 to {to}\n  ret void\n}}\n");
        crate::read(text.as_bytes(), "test.ll").is_ok()
    };
    for (from, to) in [
        ("<256 x i32>", "x86_amx"),
        ("x86_amx", "<1024 x i8>"),
        ("x86_amx", "x86_amx"),
        ("i8192", "x86_amx"),
        ("ptr", "<1 x ptr>"),
        ("target(\"a\")", "target(\"b\")"),
    ] {
        assert!(cast(from, to), "{from} to {to}");
    }
    for (from, to) in [
        ("<128 x i32>", "x86_amx"),
        ("<vscale x 2 x i64>", "<2 x i64>"),
        ("<vscale x 1 x ptr>", "ptr"),
        ("<2 x ptr>", "<vscale x 2 x ptr>"),
        ("{ i32 }", "{ i32 }"),
        ("<256 x ptr>", "x86_amx"),
    ] {
        assert!(!cast(from, to), "{from} to {to}");
    }
}

#[test]
fn vectors_are_of_what_llvm_lets_them_be() {
    assert!(crate::read(b"declare void @f(<4 x target(\"llvm.test.vectorelement\">))", "").is_err());
    assert!(crate::read(b"declare void @f(<4 x target(\"llvm.test.vectorelement\")>)", "").is_ok());
    assert_eq!(error("declare void @f(<4 x target(\"spirv.Image\")>)").0, "invalid vector element type");
    assert_eq!(error("@x = external global x86_amx").0, "invalid type for global variable");
}

#[test]
fn intrinsics_are_declared_with_the_types_of_their_calls() {
    let text = printed(
        "%0 = type { i32 }
define void @f(ptr %a, ptr addrspace(3) %b, <2 x float> %v, float %s, %0 %t) {
  call void @llvm.va_start(ptr %a)
  call void @llvm.va_start(ptr addrspace(3) %b)
  %x = call float @llvm.floor.f32(float %s)
  %y = call <2 x float> @llvm.floor.f32(<2 x float> %v)
  %z = call %0 @llvm.ssa.copy(%0 %t)
  ret void
}",
    );
    let declared: Vec<_> = text.lines().filter(|line| line.starts_with("declare")).collect();
    assert_eq!(
        declared,
        [
            "declare <2 x float> @llvm.floor.v2f32(<2 x float>) #0",
            "declare float @llvm.floor.f32(float) #0",
            "declare %0 @llvm.ssa.copy.s_s.0(%0 returned) #1",
            "declare void @llvm.va_start.p3(ptr addrspace(3)) #2",
            "declare void @llvm.va_start.p0(ptr) #2",
        ]
    );
    assert!(text.contains("call <2 x float> @llvm.floor.v2f32(<2 x float> %v)"), "{text}");
    assert!(text.contains("call void @llvm.va_start.p3(ptr addrspace(3) %b)"), "{text}");
}

#[test]
fn intrinsics_that_cannot_be_declared_are_errors() {
    let in_function = |inst: &str| error(&format!("define void @f(i32 %i) {{\n  {inst}\n  ret void\n}}"));
    assert_eq!(in_function("call void @llvm.foo()"), ("unknown intrinsic 'llvm.foo'".into(), 2, 13));
    assert_eq!(
        in_function("call void @llvm.va_start(ptr @llvm.va_start)").0,
        "intrinsic can only be used as callee"
    );
    assert_eq!(
        in_function("%x = call float @llvm.floor(i32 %i)"),
        ("invalid intrinsic signature".into(), 2, 19)
    );
    // Older versions of LLVM had these, and LLVM's reader still upgrades them.
    let older = "declare void @llvm.lifetime.end.i64(i64)";
    assert!(
        printed("define void @f(ptr %p) {\n  call void @llvm.lifetime.end(i64 1, ptr %p)\n  ret void\n}")
            .trim_end()
            .ends_with(older)
    );
    let older = "@llvm.vector.splice(<4 x i32>";
    assert!(printed("define <4 x i32> @f(<4 x i32> %v) {\n  %r = call <4 x i32> @llvm.vector.splice(<4 x i32> %v)\n  ret <4 x i32> %r\n}").contains(older));
}

#[test]
fn declared_intrinsics_get_the_suffixes_of_their_types() {
    let text = printed(
        "declare void @llvm.va_end(ptr)
declare void @llvm.va_end.p3(ptr)
declare i32 @llvm.ctpop(i32)
declare float @llvm.ceil(float)
declare float @llvm.ceil.f32(<2 x float>)
declare void @llvm.lifetime.start(i64, ptr)
define i32 @f(ptr %a, i32 %i) {
  call void @llvm.va_end.p3(ptr %a)
  tail call void @llvm.va_end(ptr %a)
  %x = tail call i32 @llvm.ctpop(i32 %i)
  ret i32 %x
}",
    );
    let declared: Vec<_> = text.lines().filter(|line| line.starts_with("declare")).collect();
    assert_eq!(
        declared,
        [
            "declare float @llvm.ceil.f32.renamed(<2 x float>)",
            "declare void @llvm.va_end.p0(ptr) #0",
            "declare i32 @llvm.ctpop.i32(i32) #1",
            "declare float @llvm.ceil.f32(float) #1",
            "declare void @llvm.lifetime.start.i64(i64)",
        ]
    );
    assert!(
        text.contains("  call void @llvm.va_end.p0(ptr %a)\n  tail call void @llvm.va_end.p0(ptr %a)\n"),
        "{text}"
    );
    // LLVM rebuilds the call.
    assert!(text.contains("%x = call i32 @llvm.ctpop.i32(i32 %i)"), "{text}");
}

#[test]
fn barriers_of_older_nvvm_become_todays() {
    let text = printed(
        "define i32 @f(i32 %b) {
  tail call void @llvm.nvvm.barrier0() nounwind
  call void @llvm.nvvm.barrier(i32 %b, i32 64)
  %any = call i32 @llvm.nvvm.barrier0.or(i32 %b)
  ret i32 %any
}
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.barrier(i32, i32)
declare i32 @llvm.nvvm.barrier0.or(i32)
declare void @llvm.nvvm.barrier.n(i64)",
    );
    let body = "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %b, i32 64)
  %1 = icmp ne i32 %b, 0
  %2 = call i1 @llvm.nvvm.barrier.cta.red.or.aligned.all(i32 0, i1 %1)
  %3 = zext i1 %2 to i32
  ret i32 %3
";
    assert!(text.contains(body), "{text}");
    assert!(!text.contains("barrier0") && !text.contains("@llvm.nvvm.barrier("), "{text}");
    // LLVM goes by the name alone.
    assert!(!text.contains("@llvm.nvvm.barrier.n"), "{text}");
}

#[test]
fn addresses_have_pointer_types() {
    let body = |value: &str| {
        format!("declare i32 @h(i32)\ndefine i32 @f() {{\n  br label %b\nb:\n  ret i32 {value}\n}}\n")
    };
    let mismatch = "constant expression type mismatch: got type 'ptr' but expected 'i32'";
    for (value, message) in [
        ("blockaddress(@f, %b)", mismatch),
        ("dso_local_equivalent @h", mismatch),
        ("ptrauth (ptr @h, i32 0)", mismatch),
        ("no_cfi @h", "global variable reference must have pointer type"),
    ] {
        assert_eq!(error(&body(value)).0, message, "{value}");
    }
}

#[test]
fn metadata_is_no_constant() {
    let prefix = |constant: &str| error(&format!("declare void @f() prefix {constant}\n!0 = !{{}}\n")).0;
    assert_eq!(prefix("metadata !0"), "expected value token");
    assert_eq!(prefix("metadata null"), "null must be a pointer type");
    assert_eq!(prefix("metadata i32 4"), "expected value token");
    // In bundles and in arguments, it is a value.
    let text = b"declare void @g()\ndefine void @f() {\n  call void @g() [ \"tag\"(metadata !0) ]\n  ret void\n}\n!0 = !{}\n";
    assert!(crate::read(text, "test").is_ok());
}

#[test]
fn types_without_values_have_no_constants() {
    let opaque = |constant: &str| error(&format!("%o = type opaque\n@x = global %o {constant}\n")).0;
    assert_eq!(opaque("poison"), "invalid type for poison constant");
    assert_eq!(opaque("undef"), "invalid type for undef constant");
    assert_eq!(opaque("zeroinitializer"), "invalid type for null constant");
    let target = |name: &str| format!("declare void @f() prefix target(\"{name}\") zeroinitializer\n");
    assert_eq!(error(&target("spirv.Image")).0, "invalid type for null constant");
    assert!(crate::read(target("aarch64.svcount").as_bytes(), "test").is_ok());
    let alloca = |ty: &str| error(&format!("define void @f() {{\n  %x = alloca {ty}\n  ret void\n}}\n")).0;
    assert_eq!(alloca("x86_amx"), "invalid type for alloca");
    assert_eq!(alloca("token"), "invalid type for alloca");
}

#[test]
fn functions_have_linkages_of_functions() {
    let of = |text: &str| error(text).0;
    assert_eq!(
        of("define extern_weak void @f() {\n  ret void\n}\n"),
        "invalid linkage for function definition"
    );
    assert_eq!(of("declare internal void @f()\n"), "invalid linkage for function declaration");
    assert_eq!(of("declare common void @f()\n"), "invalid function linkage type");
}

#[test]
fn flags_of_phi_nodes_are_not_looked_at_before_attachments() {
    let phi = |rest: &str| {
        format!(
            "define i32 @f() {{\ne:\n  br label %b\nb:\n  %p = phi nnan i32 [ 0, %e ]{rest}\n  ret i32 %p\n}}\n!0 = !{{}}\n"
        )
    };
    assert!(crate::read(phi(", !x !0").as_bytes(), "test").is_ok());
    let message = "fast-math-flags specified for phi without floating-point scalar or vector return type";
    assert_eq!(error(&phi("")).0, message);
}

#[test]
fn a_catchpad_is_within_a_catchswitch() {
    let text = "define void @f() {\n  %s = catchswitch within none [label %a] unwind to caller\na:\n  %p = catchpad within none []\n  unreachable\n}\n";
    assert_eq!(error(text).0, "expected scope value for catchpad");
    let text = b"define void @f() {\n  call void zeroinitializer()\n  ret void\n}\n";
    assert!(crate::read(text, "test").is_ok());
}

#[test]
fn pads_and_exchanges_have_what_llvm_reads() {
    let body = |inst: &str| error(&format!("define void @f(ptr %p) {{\n  {inst}\na:\n  unreachable\n}}\n")).0;
    let poison = "expected scope value for";
    assert_eq!(body("%x = cleanuppad within poison []"), format!("{poison} cleanuppad"));
    assert_eq!(
        body("%x = catchswitch within poison [label %a] unwind to caller"),
        format!("{poison} catchswitch")
    );
    let exchange = "%x = cmpxchg ptr %p, i32 0, i32 1 unordered monotonic";
    assert_eq!(body(exchange), "invalid cmpxchg success ordering");
}

#[test]
fn nodes_in_bundles_have_numbers() {
    let text = "declare void @g()\ndefine void @f() {\n  call void @g() [ \"x\"(metadata !0) ]\n  ret void\n}\n!0 = distinct !{!0}\n";
    let module = read(text.as_bytes(), "test.ll").expect("it is read");
    let written = String::from_utf8(crate::write(&module)).expect("it is ASCII");
    assert!(
        written.contains("[ \"x\"(metadata !0) ]") && written.ends_with("!0 = distinct !{!0}\n"),
        "{written}"
    );
}
