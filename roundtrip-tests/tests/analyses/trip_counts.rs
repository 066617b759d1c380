//! Compares constant trip counts of loops with what `opt` says of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tern_analysis::graph::{Cfg, Dominators, Loops};
use tern_analysis::trip_counts::TripCounts;
use tern_llvm_ir::writer::Excerpts;
use tern_roundtrip_tests::oracle;

/// The loops of a module and the constants that `opt` says they take their back edge, by function and header.
fn trip_counts_of_llvm(text: &[u8]) -> Option<BTreeMap<(String, String), u128>> {
    let arguments =
        ["-disable-output", "-passes=print<scalar-evolution>", "-scalar-evolution-classify-expressions=0"];
    let said = oracle::answer("opt", &arguments, text);
    let (mut function, mut found) = (String::new(), BTreeMap::new());
    for line in said.said.lines() {
        if let Some(name) = line.strip_prefix("Determining loop execution counts for: ") {
            function = name.to_owned();
        } else if let Some((name, rest)) = line.strip_prefix("Loop ").and_then(|rest| rest.split_once(": "))
            && let Some(count) =
                rest.trim_start_matches("<multiple exits> ").strip_prefix("backedge-taken count is i")
            && let Some((width, count)) = count.split_once(' ')
            && let (Ok(width), Ok(count)) = (width.parse::<u32>(), count.parse::<i128>())
        {
            // Counts are printed as signed numbers.
            let count = count as u128 & u128::MAX.checked_shr(128 - width).unwrap_or_default();
            found.insert((function.clone(), name.to_owned()), count);
        }
    }
    (said.status == "0").then_some(found)
}

/// Functions with a loop each, whose counter begins, steps and is compared in different ways, before it steps or behind that.
fn counting_loops() -> String {
    const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    const COUNTERS: [(&str, i64, i64, i64); 10] = [
        ("i8", 0, 1, 10),
        ("i8", 120, 3, -120),
        ("i8", -7, -2, -101),
        ("i16", 5, 5, 1000),
        ("i32", 0, 4, 4096),
        ("i32", 100, -1, 0),
        ("i32", -2_147_483_648, 1024, 2_147_483_647),
        ("i64", 1, 7, 50),
        ("i64", 9, -3, -300),
        ("i64", 0, 1, 0),
    ];
    let mut text = String::new();
    let mut number = 0;
    for (ty, start, step, bound) in COUNTERS {
        for predicate in PREDICATES {
            for counter in ["%i", "%next"] {
                let _ = writeln!(
                    text,
                    "define void @f{number}(ptr %p) {{\nentry:\n  br label %loop\nloop:\n  \
                     %i = phi {ty} [ {start}, %entry ], [ %next, %loop ]\n  store volatile {ty} %i, ptr %p\n  \
                     %next = add {ty} %i, {step}\n  %more = icmp {predicate} {ty} {counter}, {bound}\n  \
                     br i1 %more, label %loop, label %exit\nexit:\n  ret void\n}}"
                );
                number += 1;
            }
        }
    }
    text
}

/// Functions with loops whose trip counts need execution of the loop, or known bits and ranges of values defined before it.
fn computed_loops() -> String {
    const TABLES: &str = "\
        @numbers = internal constant [6 x i32] [i32 1, i32 2, i32 3, i32 5, i32 0, i32 7]\n\
        @text = private unnamed_addr constant [6 x i8] c\"hello\\00\"\n\
        @floats = constant [3 x double] [double 1.0, double 2.0, double -1.0]\n\
        @pairs = constant [3 x { i8, i32 }] [{ i8, i32 } { i8 1, i32 2 }, { i8, i32 } { i8 3, i32 4 }, { i8, i32 } zeroinitializer]\n\
        @pointers = constant [3 x ptr] [ptr @text, ptr @numbers, ptr null]\n\
        @changes = global [2 x i32] [i32 1, i32 0]\n\
        declare i32 @llvm.umin.i32(i32, i32)\n\
        declare i32 @llvm.smax.i32(i32, i32)\n\
        declare i8 @llvm.uadd.sat.i8(i8, i8)\n\
        declare i32 @llvm.ctpop.i32(i32)\n";
    /// What is computed before the loop, the type and the start of the PHI node `%i`, and what computes `%next` and the condition to go on.
    const LOOPS: [(&str, &str, &str, &str); 27] = [
        ("", "double", "0.0", "%next = fadd double %i, 1.0\n %more = fcmp olt double %next, 10.0"),
        (
            "",
            "double",
            "0.0",
            "%next = fadd nnan double %i, 0x3FB999999999999A\n %more = fcmp ult double %next, 2.0",
        ),
        ("", "double", "0.0", "%next = fadd reassoc double %i, 1.0\n %more = fcmp olt double %next, 10.0"),
        ("", "float", "1.0", "%next = fmul float %i, 0.5\n %more = fcmp ogt float %next, 0x3F50000000000000"),
        (
            "",
            "float",
            "1.0",
            "%next = fmul float %i, 2.0\n %b = bitcast float %next to i32\n %more = icmp ult i32 %b, 1149239296",
        ),
        ("", "half", "0.0", "%next = fadd half %i, 1.0\n %more = fcmp olt half %next, 10.0"),
        (
            "",
            "x86_fp80",
            "0xK3FFF8000000000000000",
            "%next = fmul x86_fp80 %i, 0xK40008000000000000000\n %d = fptrunc x86_fp80 %next to double\n %more = fcmp olt double %d, 1000.0",
        ),
        (
            "",
            "double",
            "0.0",
            "%next = fadd double %i, 1.5\n %n = fptosi double %next to i32\n %more = icmp slt i32 %n, 20",
        ),
        (
            "",
            "i32",
            "0",
            "%next = add i32 %i, 1\n %f = sitofp i32 %next to double\n %d = fdiv double %f, 3.0\n %more = fcmp olt double %d, 5.0",
        ),
        (
            "",
            "float",
            "1.0",
            "%m = fadd float %i, 3.5\n %next = frem float %m, 10.0\n %more = fcmp une float %next, 8.5",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr [6 x i32], ptr @numbers, i64 0, i64 %i\n %v = load i32, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne i32 %v, 0",
        ),
        (
            "",
            "i32",
            "1",
            "%x = zext i32 %i to i64\n %p = getelementptr i32, ptr @numbers, i64 %x\n %next = load i32, ptr %p\n %more = icmp ne i32 %next, 0",
        ),
        (
            "",
            "ptr",
            "@text",
            "%v = load i8, ptr %i\n %next = getelementptr i8, ptr %i, i64 1\n %more = icmp ne i8 %v, 0",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr double, ptr @floats, i64 %i\n %v = load double, ptr %p\n %next = add i64 %i, 1\n %more = fcmp oge double %v, 0.0",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr { i8, i32 }, ptr @pairs, i64 %i, i32 1\n %v = load i32, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne i32 %v, 0",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr ptr, ptr @pointers, i64 %i\n %v = load ptr, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne ptr %v, null",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr i32, ptr @changes, i64 %i\n %v = load i32, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne i32 %v, 0",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr i32, ptr @numbers, i64 %i\n %v = load volatile i32, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne i32 %v, 0",
        ),
        (
            "",
            "i64",
            "0",
            "%p = getelementptr i32, ptr @numbers, i64 %i\n %v = load i32, ptr %p\n %next = add i64 %i, 1\n %more = icmp ne i32 %v, 8",
        ),
        ("", "i8", "0", "%next = call i8 @llvm.uadd.sat.i8(i8 %i, i8 10)\n %more = icmp ne i8 %next, -1"),
        (
            "",
            "i32",
            "0",
            "%next = add i32 %i, 1\n %m = call i32 @llvm.umin.i32(i32 %next, i32 15)\n %more = icmp ult i32 %m, 15",
        ),
        (
            "",
            "i32",
            "1",
            "%next = add i32 %i, 1\n %n = call i32 @llvm.ctpop.i32(i32 %next)\n %more = icmp ult i32 %n, 4",
        ),
        (
            "%b = call i32 @llvm.umin.i32(i32 12, i32 15)",
            "i32",
            "0",
            "%next = add i32 %i, 1\n %more = icmp ult i32 %next, %b",
        ),
        (
            "%m = call i32 @llvm.umin.i32(i32 %a, i32 0)\n %b = add i32 %m, 12",
            "i32",
            "0",
            "%next = add i32 %i, 1\n %more = icmp ult i32 %next, %b",
        ),
        (
            "%s = select i1 %z, i32 3, i32 5\n %b = call i32 @llvm.smax.i32(i32 %s, i32 9)",
            "i32",
            "0",
            "%next = add i32 %i, 1\n %more = icmp slt i32 %next, %b",
        ),
        (
            "%k = icmp sgt i32 7, 9\n %b = select i1 %k, i32 7, i32 9",
            "i32",
            "%b",
            "%next = add i32 %i, 2\n %more = icmp slt i32 %next, 20",
        ),
        ("%b = and i32 %a, 3", "i32", "%b", "%next = add i32 %i, 8\n %more = icmp ult i32 %next, 20"),
    ];
    let mut text = TABLES.to_owned();
    for (number, (before, ty, start, body)) in LOOPS.iter().enumerate() {
        let _ = writeln!(
            text,
            "define void @f{number}(i32 %a, i1 %z) {{\nentry:\n {before}\n br label %loop\nloop:\n \
             %i = phi {ty} [ {start}, %entry ], [ %next, %loop ]\n {body}\n \
             br i1 %more, label %loop, label %exit\nexit:\n ret void\n}}"
        );
    }
    // A start that is the same in all iterations of the loop around it, and a switch.
    text += "define void @nest() {\nentry:\n br label %outer\nouter:\n %o = phi i32 [ 0, %entry ], [ %on, %latch ]\n \
        %s = phi i32 [ 3, %entry ], [ 3, %latch ]\n br label %inner\ninner:\n %i = phi i32 [ %s, %outer ], [ %n, %inner ]\n \
        %n = add i32 %i, 1\n %c = icmp ult i32 %n, 20\n br i1 %c, label %inner, label %latch\nlatch:\n %on = add i32 %o, 1\n \
        %oc = icmp ult i32 %on, 5\n br i1 %oc, label %outer, label %exit\nexit:\n ret void\n}\n\
        define void @behind() {\nentry:\n br label %one\none:\n %i = phi i32 [ 0, %entry ], [ %n, %one ]\n %n = add i32 %i, 1\n \
        %c = icmp ult i32 %n, 20\n br i1 %c, label %one, label %two\ntwo:\n %j = phi i32 [ %n, %one ], [ %m, %two ]\n \
        %m = add i32 %j, 1\n %d = icmp ult i32 %m, 50\n br i1 %d, label %two, label %exit\nexit:\n ret void\n}\n";
    text
}

/// The loops of a module whose constant trip counts `opt` and Tern disagree about; the places of those that Tern does not find; how many
/// `opt` finds.
fn compare_trip_counts(text: &str) -> (Vec<String>, Vec<(String, String)>, usize) {
    let theirs = trip_counts_of_llvm(text.as_bytes()).expect("opt reads the loops");
    let module = tern_llvm_ir::read(text.as_bytes(), "loops.ll").expect("Tern reads the loops");
    let mut excerpts = Excerpts::new(&module);
    let (mut differences, mut missing) = (Vec::new(), Vec::new());
    for (global, _, function) in module.definitions() {
        let graph = Cfg::of(function);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators);
        let counts = TripCounts::new(&module, function, &graph, &dominators, &loops);
        for (this, data) in loops.iter() {
            let place = (excerpts.global_name(global), excerpts.block_name(global, data.header));
            match (theirs.get(&place), counts.back_edges(this)) {
                (Some(_), None) => missing.push(place),
                (Some(expected), Some(found)) if *expected != found => {
                    differences.push(format!("{place:?}: LLVM {expected}, Tern {found}"));
                }
                _ => {}
            }
        }
    }
    (differences, missing, theirs.len())
}

#[test]
fn constant_trip_counts_agree() {
    let (differences, missing, count) = compare_trip_counts(&counting_loops());
    assert!(count > 100, "opt finds {count} counts");
    assert!(missing.len() * 20 <= count, "not found: {missing:?}");
    oracle::assert_same(&differences, count);
}

#[test]
fn constant_trip_counts_of_computed_loops_agree() {
    let (differences, missing, count) = compare_trip_counts(&computed_loops());
    assert!(count > 24, "opt finds {count} counts");
    assert!(missing.is_empty(), "not found: {missing:?}");
    oracle::assert_same(&differences, count);
}
