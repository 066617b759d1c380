use std::fmt::Write as _;

use super::*;

/// The answers for all pairs of accesses of the first function, each with those before it, in order.
fn pairs(text: &str) -> Vec<Alias> {
    let module =
        tern_llvm_ir::read(text.as_bytes(), "alias.ll").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (_, _, function) = module.definitions().next().unwrap();
    let aliases = Aliases::of(&module, function);
    let accesses: Vec<Location> =
        function.instructions().filter_map(|(_, inst)| aliases.location(inst)).collect();
    let mut found = Vec::new();
    for (at, a) in accesses.iter().enumerate() {
        for b in &accesses[..at] {
            found.push(aliases.alias(a, b));
            let swapped = aliases.alias(b, a).swapped();
            assert_eq!(found.last(), Some(&swapped), "the order does not matter:\n{text}");
        }
    }
    found
}

/// The answer for two accesses in the body of a function.
fn one(body: &str) -> Alias {
    let text = format!(
        "@g = global [4 x i32] zeroinitializer\n@h = global i32 0\n@small = internal global i16 0\n\
         @other = weak alias i32, ptr @h\n@same = alias i32, ptr @h\n\
         declare noalias ptr @new(i64) allocsize(0)\ndeclare void @use(ptr)\ndeclare void @look(ptr captures(none))\n\
         declare ptr @get()\n\
         define void @f(ptr %p, ptr %q, ptr noalias %n, ptr byval(i32) %own, i64 %i, i64 %j, i32 %k, i8 %b, i1 %c) {{\n\
         {body}\n  ret void\n}}\n"
    );
    let found = pairs(&text);
    assert_eq!(found.len(), 1, "{text}");
    found[0]
}

/// The answer for stores of `i32` to two pointers, behind some instructions.
fn stores(before: &str, a: &str, b: &str) -> Alias {
    // The later store comes first in the pair.
    one(&format!("{before}\n  store i32 0, ptr {b}\n  store i32 0, ptr {a}"))
}

#[test]
fn objects_are_told_apart() {
    let before = "  %a = alloca i32\n  %x = alloca i32\n  %m = call ptr @new(i64 8)";
    let apart = ["%a", "%m", "@g", "@h", "%own", "%n"];
    for (at, one) in apart.iter().enumerate() {
        for other in &apart[..at] {
            assert_eq!(stores(before, one, other), Alias::No, "{one} {other}");
        }
    }
    for own in ["%a", "%m", "%own", "%n"] {
        assert_eq!(stores(before, own, "%p"), Alias::No, "{own}");
    }
    assert_eq!(stores(before, "@g", "%p"), Alias::May);
    assert_eq!(stores(before, "%p", "%q"), Alias::May);
    assert_eq!(stores(before, "%p", "null"), Alias::No);
    assert_eq!(stores(before, "%p", "undef"), Alias::No);
    assert_eq!(stores(before, "%p", "%p"), Alias::Must);
}

#[test]
fn aliases_that_can_be_replaced_are_not_looked_through() {
    assert_eq!(stores("", "@same", "@h"), Alias::Must);
    assert_eq!(stores("", "@other", "@h"), Alias::May);
    assert_eq!(stores("", "@other", "@g"), Alias::May);
    assert_eq!(stores("", "@same", "@g"), Alias::No);
}

#[test]
fn pointers_from_elsewhere_are_to_what_was_captured_before() {
    let call = "  %l = call ptr @get()";
    assert_eq!(stores(&format!("  %a = alloca i32\n{call}"), "%l", "%a"), Alias::No);
    assert_eq!(
        stores(&format!("  %a = alloca i32\n  call void @use(ptr %a)\n{call}"), "%l", "%a"),
        Alias::May
    );
    assert_eq!(
        stores(&format!("  %a = alloca i32\n{call}\n  call void @use(ptr %a)"), "%l", "%a"),
        Alias::No
    );
    assert_eq!(
        stores(&format!("  %a = alloca i32\n  call void @look(ptr %a)\n{call}"), "%l", "%a"),
        Alias::No
    );
    let number = "  %a = alloca i32\n  %t = ptrtoint ptr %a to i64\n  %l = inttoptr i64 %t to ptr";
    assert_eq!(stores(number, "%l", "%a"), Alias::May);
    // In a loop, what comes later comes before, too.
    let loops = "  %a = alloca i32\n  br label %l1\nl1:\n  %l = call ptr @get()\n  store i32 0, ptr %l\n  store i32 0, ptr %a\n\
        \x20 call void @use(ptr %a)\n  br i1 %c, label %l1, label %end\nend:";
    assert_eq!(one(loops), Alias::May);
}

#[test]
fn distances_of_constants_are_known() {
    let at = |bytes: i64| format!("  %x = getelementptr i8, ptr %p, i64 {bytes}");
    let cases = [
        (4, Alias::No),
        (-4, Alias::No),
        (2, Alias::Partial(Some(-2))),
        (-3, Alias::Partial(Some(3))),
        (0, Alias::Must),
        (i64::MIN, Alias::No),
        (i64::MAX, Alias::No),
    ];
    for (bytes, expected) in cases {
        assert_eq!(stores(&at(bytes), "%x", "%p"), expected, "{bytes}");
    }
    let fields = "  %x = getelementptr { i8, [4 x i32] }, ptr %p, i64 0, i32 1, i64 2\n  %y = getelementptr i32, ptr %p, i64 3";
    assert_eq!(stores(fields, "%x", "%y"), Alias::Must);
    assert_eq!(stores("", "getelementptr (i8, ptr @g, i64 4)", "@g"), Alias::No);
    // In bounds, a pointer is not computed from one before an object.
    assert_eq!(stores("  %x = getelementptr inbounds i8, ptr %q, i64 4", "%x", "@g"), Alias::No);
    assert_eq!(stores("  %x = getelementptr inbounds i8, ptr %q, i64 3", "%x", "@g"), Alias::May);
    assert_eq!(stores("  %x = getelementptr i8, ptr %q, i64 4", "%x", "@g"), Alias::May);
}

#[test]
fn distances_of_variables_are_known() {
    let cases = [
        // The same index.
        (
            "  %x = getelementptr i32, ptr %p, i64 %i\n  %s = add i64 %i, 1\n  %y = getelementptr i32, ptr %p, i64 %s",
            Alias::No,
        ),
        ("  %x = getelementptr i32, ptr %p, i64 %i\n  %y = getelementptr i32, ptr %p, i64 %j", Alias::May),
        // The divisor of the scales.
        (
            "  %x = getelementptr [2 x i32], ptr %p, i64 %i, i64 1\n  %y = getelementptr [2 x i32], ptr %p, i64 %j, i64 0",
            Alias::No,
        ),
        (
            "  %x = getelementptr inbounds [3 x i32], ptr %p, i64 %i, i64 1\n  %y = getelementptr inbounds [3 x i32], ptr %p, i64 %j, i64 0",
            Alias::No,
        ),
        (
            "  %x = getelementptr [3 x i32], ptr %p, i64 %i, i64 1\n  %y = getelementptr [3 x i32], ptr %p, i64 %j, i64 0",
            Alias::May,
        ),
        // Ranges.
        (
            "  %z = zext i8 %b to i64\n  %x = getelementptr i8, ptr %p, i64 %z\n  %y = getelementptr i8, ptr %p, i64 259",
            Alias::No,
        ),
        (
            "  %z = zext i8 %b to i64\n  %x = getelementptr i8, ptr %p, i64 %z\n  %y = getelementptr i8, ptr %p, i64 258",
            Alias::May,
        ),
        (
            "  %z = and i64 %i, 3\n  %x = getelementptr i32, ptr %p, i64 %z\n  %y = getelementptr i32, ptr %p, i64 4",
            Alias::No,
        ),
        // Numbers that differ before they are extended.
        (
            "  %s = add i32 %k, 1\n  %e = zext i32 %k to i64\n  %t = zext i32 %s to i64\n\
             \x20 %x = getelementptr i32, ptr %p, i64 %e\n  %y = getelementptr i32, ptr %p, i64 %t",
            Alias::No,
        ),
        (
            "  %s = add nsw i32 %k, 1\n  %e = sext i32 %k to i64\n  %t = sext i32 %s to i64\n\
             \x20 %x = getelementptr i8, ptr %p, i64 %e\n  %y = getelementptr i8, ptr %p, i64 %t",
            Alias::Partial(Some(1)),
        ),
        (
            "  %s = add i32 %k, 1\n  %e = sext i32 %k to i64\n  %t = sext i32 %s to i64\n\
             \x20 %x = getelementptr i8, ptr %p, i64 %e\n  %y = getelementptr i8, ptr %p, i64 %t",
            Alias::May,
        ),
        // A number that is not zero.
        (
            "  %z = or i64 %i, 1\n  %x = getelementptr inbounds i32, ptr %p, i64 %z\n  %y = getelementptr i8, ptr %p, i64 0",
            Alias::No,
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(stores(body, "%x", "%y"), expected, "{body}");
    }
}

#[test]
fn sums_that_do_not_wrap_are_behind() {
    let of = |flag: &str, sum: &str| {
        let before = format!(
            "  %s = add {sum} i64 %i, 1\n  %x = getelementptr {flag} i8, ptr %p, i64 4\n  %y = getelementptr {flag} i8, ptr %x, i64 %s"
        );
        stores(&before, "%y", "%p")
    };
    assert_eq!([of("nuw", "nuw"), of("nuw", "nsw"), of("", "nuw")], [Alias::No, Alias::May, Alias::May]);
}

#[test]
fn large_accesses_do_not_touch_small_objects() {
    assert_eq!(one("  store i32 0, ptr %p\n  store i16 0, ptr @small"), Alias::No);
    assert_eq!(
        one(
            "  %m = call ptr @new(i64 4)\n  %l = call ptr @get()\n  call void @use(ptr %m)\n  store i32 0, ptr %m\n  store i64 0, ptr %p"
        ),
        Alias::No
    );
    assert_eq!(one("  store i16 0, ptr %p\n  store i16 0, ptr @small"), Alias::May);
    let at_least = "define void @f(ptr dereferenceable(8) %p) {\n  store i8 0, ptr %p\n  store i8 0, ptr @small\n  ret void\n}\n";
    assert_eq!(pairs(&format!("@small = global i16 0\n{at_least}")), [Alias::No]);
    // All of an object meets any of it.
    let whole = "  %a = alloca i32\n  %x = getelementptr i8, ptr %a, i64 %i\n  store i8 0, ptr %x\n  store i32 0, ptr %a";
    assert_eq!(one(whole), Alias::Partial(None));
}

#[test]
fn selects_and_phis_are_looked_through() {
    let select = "  %s = select i1 %c, ptr @g, ptr @h";
    assert_eq!(stores(&format!("{select}\n  %a = alloca i32"), "%s", "%a"), Alias::No);
    assert_eq!(stores(select, "%s", "@h"), Alias::May);
    let two = "  %x = getelementptr i8, ptr %p, i64 4\n  %y = getelementptr i8, ptr %q, i64 4\n\
        \x20 %s = select i1 %c, ptr %x, ptr %q\n  %t = select i1 %c, ptr %p, ptr %y";
    assert_eq!(stores(two, "%s", "%t"), Alias::No);
    let phi = "  %a = alloca i32\n  br i1 %c, label %l, label %r\nl:\n  br label %m\nr:\n  br label %m\nm:\n\
        \x20 %s = phi ptr [ @g, %l ], [ %p, %r ]\n  %t = phi ptr [ @h, %l ], [ %a, %r ]";
    assert_eq!(stores(phi, "%s", "%t"), Alias::No);
    let steps = "  %a = alloca [8 x i32]\n  br label %l\nl:\n  %s = phi ptr [ %a, %0 ], [ %n1, %l ]\n\
        \x20 %n1 = getelementptr i8, ptr %s, i64 4\n  store i32 0, ptr %s\n  store i32 0, ptr %q\n  br i1 %c, label %l, label %end\nend:";
    assert_eq!(one(steps), Alias::No);
    let steps = "  br label %l\nl:\n  %s = phi ptr [ %p, %0 ], [ %n1, %l ]\n  %n1 = getelementptr i8, ptr %s, i64 4\n\
        \x20 store i32 0, ptr %s\n  store i32 0, ptr %p\n  br i1 %c, label %l, label %end\nend:";
    assert_eq!(one(steps), Alias::May);
    // PHI nodes of different iterations do not take their values from the same predecessor.
    let outer = "  br label %head\nhead:\n  %s = phi ptr [ @small, %0 ], [ %a, %l ]\n  br label %l\nl:\n\
        \x20 %a = phi ptr [ @g, %head ], [ @h, %l ]\n  %t = phi ptr [ @h, %head ], [ @g, %l ]\n  store i8 0, ptr %s\n\
        \x20 store i8 0, ptr %t\n  br i1 %c, label %l, label %m\nm:\n  br i1 %c, label %head, label %end\nend:";
    let outer = outer.replace("[ %a, %l ]\n  br", "[ %a, %m ]\n  br");
    assert_eq!(one(&outer), Alias::May);
    // The value of the last iteration is not that of this one.
    let last = "  br label %l\nl:\n  %s = phi ptr [ @g, %0 ], [ %x, %l ]\n  %r = call ptr @get()\n  %x = getelementptr i8, ptr %r, i64 4\n\
        \x20 store i32 0, ptr %s\n  store i32 0, ptr %r\n  br i1 %c, label %l, label %end\nend:";
    assert_eq!(one(last), Alias::May);
}

#[test]
fn types_tell_accesses_apart() {
    const TYPES: &str = "!0 = !{!\"root\"}\n!1 = !{!\"char\", !0, i64 0}\n!2 = !{!\"int\", !1, i64 0}\n!3 = !{!\"float\", !1, i64 0}\n\
        !4 = !{!\"pair\", !2, i64 0, !3, i64 4}\n!5 = !{!\"outer\", !2, i64 0, !4, i64 4}\n!6 = !{!\"other root\"}\n!7 = !{!\"x\", !6, i64 0}\n\
        !11 = !{!1, !1, i64 0}\n!12 = !{!2, !2, i64 0}\n!13 = !{!3, !3, i64 0}\n!14 = !{!4, !2, i64 0}\n!15 = !{!4, !3, i64 4}\n\
        !16 = !{!5, !2, i64 4}\n!17 = !{!5, !3, i64 8}\n!18 = !{!5, !2, i64 0}\n!19 = !{!7, !7, i64 0}\n";
    let of = |a: u32, b: u32| {
        let text = format!(
            "define void @f(ptr %p, ptr %q) {{\n  store i32 0, ptr %p, !tbaa !{a}\n  store i32 0, ptr %q, !tbaa !{b}\n  ret void\n}}\n{TYPES}"
        );
        pairs(&text)[0]
    };
    for (a, b) in [(12, 13), (14, 15), (14, 13), (16, 17), (15, 12), (14, 18), (16, 18), (17, 14)] {
        assert_eq!(of(a, b), Alias::No, "{a} {b}");
    }
    for (a, b) in [(11, 12), (11, 17), (12, 14), (13, 15), (14, 16), (15, 17), (12, 18), (19, 12), (12, 12)] {
        assert_eq!(of(a, b), Alias::May, "{a} {b}");
    }
}

#[test]
fn types_with_sizes_tell_accesses_apart() {
    const TYPES: &str = "!0 = !{!\"root\"}\n!1 = !{!0, i64 1, !\"char\"}\n!2 = !{!1, i64 4, !\"int\"}\n!3 = !{!1, i64 4, !\"float\"}\n\
        !4 = !{!1, i64 8, !\"pair\", !2, i64 0, i64 4, !3, i64 4, i64 4}\n\
        !11 = !{!2, !2, i64 0, i64 4}\n!12 = !{!3, !3, i64 0, i64 4}\n!13 = !{!4, !2, i64 0, i64 4}\n!14 = !{!4, !4, i64 0, i64 8}\n";
    let of = |a: u32, b: u32| {
        let text = format!(
            "define void @f(ptr %p, ptr %q) {{\n  store i32 0, ptr %p, !tbaa !{a}\n  store i32 0, ptr %q, !tbaa !{b}\n  ret void\n}}\n{TYPES}"
        );
        pairs(&text)[0]
    };
    assert_eq!([of(11, 12), of(13, 12)], [Alias::No; 2]);
    assert_eq!([of(11, 13), of(14, 11), of(14, 13), of(14, 12)], [Alias::May; 4]);
}

#[test]
fn scopes_tell_accesses_apart() {
    const SCOPES: &str = "!0 = distinct !{!0}\n!1 = distinct !{!1, !0}\n!2 = distinct !{!2, !0}\n!3 = distinct !{!3}\n\
        !4 = distinct !{!4, !3}\n!5 = !{!1}\n!6 = !{!1, !2}\n!7 = !{!1, !4}\n!8 = !{!4}\n";
    let of = |scopes: u32, noalias: u32| {
        let text = format!(
            "define void @f(ptr %p, ptr %q) {{\n  store i32 0, ptr %p, !alias.scope !{scopes}\n  \
             store i32 0, ptr %q, !noalias !{noalias}\n  ret void\n}}\n{SCOPES}"
        );
        pairs(&text)[0]
    };
    assert_eq!([of(5, 5), of(5, 6), of(7, 5), of(7, 8)], [Alias::No; 4]);
    assert_eq!([of(6, 5), of(5, 8), of(8, 5)], [Alias::May; 3]);
}

#[test]
fn constants_never_change() {
    let text = b"@c = constant i32 1\n@v = global i32 1\ndefine void @f(ptr %p) {\n  %a = load i32, ptr @c\n  %b = load i32, ptr @v\n\
        \x20 %d = load i32, ptr %p, !tbaa !0\n  ret void\n}\n!0 = !{!1, !1, i64 0, i64 1}\n!1 = !{!\"t\", !2, i64 0}\n!2 = !{!\"root\"}\n";
    let module = tern_llvm_ir::read(text, "c.ll").unwrap();
    let (_, _, function) = module.definitions().next().unwrap();
    let aliases = Aliases::of(&module, function);
    let found: Vec<bool> = function
        .instructions()
        .filter_map(|(_, inst)| Some(aliases.is_constant(&aliases.location(inst)?)))
        .collect();
    assert_eq!(found, [true, false, true]);
}

#[test]
fn sizes_of_arguments_are_those_of_the_call() {
    let text = b"declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @g(ptr, i32)\n\
        define void @f(ptr %p, ptr %q, i64 %n) {\n  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 24, i1 false)\n\
        \x20 call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n  call void @g(ptr %p, i32 1)\n  ret void\n}\n";
    let module = tern_llvm_ir::read(text, "m.ll").unwrap();
    let (_, _, function) = module.definitions().next().unwrap();
    let calls: Vec<Inst> = function.instructions().map(|(_, inst)| inst).take(3).collect();
    let size = |call: usize, at| Location::of_argument(&module, function, calls[call], at).map(|it| it.size);
    assert_eq!([size(0, 0), size(0, 1)], [Some(Size::Exact(24)); 2]);
    assert_eq!((size(1, 0), size(2, 0), size(2, 1)), (Some(Size::After), Some(Size::Around), None));
}

#[test]
fn what_does_not_make_sense_is_survived() {
    let unreachable = "  ret void\ndead:\n  %x = getelementptr i8, ptr %y, i64 %i\n  %y = getelementptr i8, ptr %x, i64 9223372036854775807\n\
        \x20 %s = phi ptr [ %s, %dead ], [ %t, %dead ]\n  %t = select i1 %c, ptr %t, ptr %s\n  store i32 0, ptr %x\n  store i32 0, ptr %y\n\
        \x20 store i32 0, ptr %s\n  store i32 0, ptr %t\n  br label %dead";
    let text = format!("define void @f(i64 %i, i1 %c) {{\n{unreachable}\n}}\n");
    assert_eq!(pairs(&text).len(), 6);
    let circles = "define void @f(ptr %p, ptr %q) {\n  store i32 0, ptr %p, !tbaa !0, !alias.scope !1, !noalias !2\n\
        \x20 store i32 0, ptr %q, !tbaa !3, !alias.scope !2, !noalias !1\n  ret void\n}\n!0 = !{!1, !2, i64 0}\n\
        !1 = distinct !{!1, !2, i64 0}\n!2 = distinct !{!2, !1, i64 0}\n!3 = !{!2, !1, i64 18446744073709551615}\n";
    assert_eq!(pairs(circles).len(), 1);
    let huge = "target datalayout = \"p1:128:128-p2:16:16\"\ndefine void @f(ptr addrspace(1) %p, ptr addrspace(2) %q) {\n\
        \x20 %x = getelementptr [18446744073709551615 x i64], ptr addrspace(2) %q, i128 340282366920938463463374607431768211455, i64 -1\n\
        \x20 %y = getelementptr i8, ptr addrspace(1) %p, i128 1\n  store [4611686018427387904 x i64] zeroinitializer, ptr addrspace(2) %x\n\
        \x20 store i32 0, ptr addrspace(1) %y\n  store i32 0, ptr addrspace(2) %q\n  ret void\n}\n";
    assert_eq!(pairs(huge).len(), 3);
}

#[test]
fn long_chains_are_given_up() {
    let mut text = String::from("define void @f(ptr %s0, ptr %q, i1 %c) {\n");
    for at in 0..1000 {
        let next = at + 1;
        let _ = writeln!(text, "  %x{next} = getelementptr i8, ptr %s{at}, i64 1");
        let _ = writeln!(text, "  %s{next} = select i1 %c, ptr %x{next}, ptr %q");
    }
    text += "  store i8 0, ptr %s1000\n  store i8 0, ptr %q\n  ret void\n}\n";
    assert_eq!(pairs(&text), [Alias::May]);
}
