//! Modules that are wrong, and the sentence that says so.

mod calls;
mod debug_info;
mod metadata;
mod upgraded;
mod wrong;

use super::verify;

/// The first lines of the problems of a module.
fn problems(text: &str) -> Vec<String> {
    let module = crate::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&module).problems.into_iter().map(|problem| problem.message).collect()
}

#[track_caller]
fn says(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "{text}");
}

#[test]
fn definitions_dominate_uses() {
    let sentence = "Instruction does not dominate all uses!";
    says("define i32 @f() {\n  %b = add i32 %a, 1\n  %a = add i32 1, 1\n  ret i32 %b\n}\n", &[sentence]);
    says(
        "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 1\n  br label %b\nb:\n  ret i32 %x\n}\n",
        &[sentence],
    );
    // An unreachable use is right, and so is one at the end of an edge.
    says("define i32 @f() {\n  ret i32 0\nu:\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n", &[]);
    says(
        "define i32 @f(i1 %c) {\ne:\n  %x = add i32 1, 1\n  br i1 %c, label %b, label %e2\ne2:\n  br label %b\n\
         b:\n  %p = phi i32 [ %x, %e ], [ 0, %e2 ]\n  ret i32 %p\n}\n",
        &[],
    );
    says(
        "define i32 @f() {\n  %x = add i32 %x, 1\n  ret i32 %x\n}\n",
        &["Only PHI nodes may reference their own value!"],
    );
}

#[test]
fn the_result_of_an_invoke_is_defined_on_its_normal_edge() {
    let with = |rest: &str| {
        format!(
            "declare i32 @g()\ndeclare i32 @p(...)\ndefine i32 @f() personality ptr @p {{\ne:\n  \
             %x = invoke i32 @g() to label %n unwind label %u\nu:\n  %l = landingpad i32 cleanup\n{rest}}}\n"
        )
    };
    let sentence = "Instruction does not dominate all uses!";
    says(&with("  ret i32 %x\nn:\n  ret i32 %x\n"), &[sentence]);
    says(&with("  ret i32 0\nn:\n  ret i32 %x\n"), &[]);
    says(&with("  br label %n\nn:\n  ret i32 %x\n"), &[sentence]);
    says(&with("  br label %n\nn:\n  %p = phi i32 [ %x, %e ], [ 0, %u ]\n  ret i32 %p\n"), &[]);
}

#[test]
fn phi_nodes_agree_with_predecessors() {
    let with = |phi: &str| {
        format!(
            "define i32 @f(i1 %c) {{\ne:\n  br i1 %c, label %b, label %b\no:\n  ret i32 0\nb:\n{phi}  ret i32 0\n}}\n"
        )
    };
    says(
        &with("  %p = phi i32 [ 0, %e ]\n"),
        &["PHINode should have one entry for each predecessor of its parent basic block!"],
    );
    says(
        &with("  %p = phi i32 [ 0, %e ], [ 1, %e ]\n"),
        &["PHI node has multiple entries for the same basic block with different incoming values!"],
    );
    says(&with("  %p = phi i32 [ 0, %e ], [ 1, %o ]\n"), &["PHI node entries do not match predecessors!"]);
    says(
        &with("  %a = add i32 1, 1\n  %p = phi i32 [ 0, %e ], [ 0, %e ]\n"),
        &["PHI nodes not grouped at top of basic block!"],
    );
    says(&with("  %p = phi i32 [ 0, %e ], [ 0, %e ]\n"), &[]);
}

#[test]
fn the_entry_is_no_target() {
    says(
        "define void @f() {\ne:\n  br label %e\n}\n",
        &["Entry block to function must not have predecessors!"],
    );
    says(
        "@a = global ptr blockaddress(@f, %e)\ndefine void @f() {\ne:\n  ret void\n}\n",
        &["blockaddress may not be used with the entry block!"],
    );
}

#[test]
fn globals_are_declared_or_defined() {
    for (text, sentence) in [
        ("@a = alias i32, ptr @x\n@x = external global i32\n", "Alias must point to a definition"),
        ("@a = alias i32, ptr @b\n@b = alias i32, ptr @a\n", "Aliases cannot form a cycle"),
        (
            "@a = alias i32, ptr @b\n@b = weak alias i32, ptr @x\n@x = global i32 0\n",
            "Alias cannot point to an interposable alias",
        ),
        ("$c = comdat any\ndeclare void @f() comdat($c)\n", "Declaration may not be in a Comdat!"),
        (
            "@x = hidden dllexport global i32 0\n",
            "dllexport GlobalValue must have default or protected visibility",
        ),
        ("@x = global <vscale x 4 x i32> zeroinitializer\n", "Globals cannot contain scalable types"),
        ("@x = common global i32 1\n", "'common' global must have a zero initializer!"),
        ("@llvm.used = appending global [1 x i32] [i32 1]\n", "wrong type for intrinsic global variable"),
        (
            "@llvm.used = appending global [1 x ptr] zeroinitializer\n",
            "wrong initializer for intrinsic global variable",
        ),
        (
            "@llvm.used = appending global [1 x ptr] [ptr @x]\n@x = global ptr @llvm.used\n",
            "invalid uses of intrinsic global variable",
        ),
        ("@i = ifunc void (), ptr @r\n@r = global i32 0\n", "IFunc must have a Function resolver"),
        ("@i = ifunc void (), ptr @r\ndeclare ptr @r()\n", "IFunc resolver must be a definition"),
    ] {
        let found = problems(text);
        assert_eq!(found.first().map(String::as_str), Some(sentence), "{text}");
    }
}

#[test]
fn only_intrinsics_take_tokens() {
    says("declare void @f(token)\n", &["Function takes token but isn't an intrinsic"]);
    says("declare token @f()\n", &["Function returns a token but isn't an intrinsic"]);
    says("declare x86_amx @f()\n", &["Function returns a x86_amx but isn't an intrinsic"]);
    says("define void @llvm.donothing() {\n  ret void\n}\n", &["llvm intrinsics cannot be defined!"]);
}

#[test]
fn places_say_where() {
    let text = "define i32 @f() {\nentry:\n  %b = add i32 %a, 1\n  %a = add i32 1, 1\n  ret i32 %b\n}\n";
    let module = crate::read(text.as_bytes(), "test").unwrap();
    let report = verify(&module);
    let [problem] = &report.problems[..] else { panic!("{report:?}") };
    assert_eq!(problem.quoted, ["  %a = add i32 1, 1", "  %b = add i32 %a, 1"]);
    let function = module.function("f").unwrap();
    assert!(matches!(problem.place, super::Place::Instruction(global, _) if global == function));
}
