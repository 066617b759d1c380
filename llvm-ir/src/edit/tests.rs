use super::*;

fn read(text: &str) -> Module {
    crate::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"))
}

fn text(module: &Module) -> String {
    String::from_utf8(crate::try_write(module).unwrap_or_else(|problem| panic!("{problem}"))).unwrap()
}

/// The instruction at a place in a block of the first function.
fn at(editor: &Editor<'_>, block: usize, index: usize) -> Inst {
    editor.function().block_insts(editor.function().layout[block])[index]
}

const LOOP: &str = "declare void @use(metadata, ...)\ndefine i32 @f(i32 %x, i1 %c) {\nentry:\n  %a = add i32 %x, 1\n  br label %loop\n\n\
    loop:\n  %p = phi i32 [ %a, %entry ], [ %q, %loop ]\n  %q = mul i32 %p, %a\n  %r = sub i32 %q, 2\n  \
    br i1 %c, label %loop, label %end\n\nend:\n  ret i32 %q\n}\n";

fn editor(module: &mut Module) -> Editor<'_> {
    let f = module.function("f").unwrap();
    module.edit(f).unwrap()
}

#[test]
fn uses_are_found_and_replaced() {
    let mut module = read(LOOP);
    let mut editor = editor(&mut module);
    let (a, q, r) = (at(&editor, 0, 0), at(&editor, 1, 1), at(&editor, 1, 2));
    let result = |editor: &Editor<'_>, inst: Inst| Value::from(editor.function().insts[inst].result.unwrap());
    let (a_value, x) = (result(&editor, a), Value::from(editor.function().args[0]));
    assert_eq!(editor.users(a_value), [at(&editor, 1, 0), q]);
    assert_eq!(editor.erase(q), Err(EditError::StillUsed(3)));
    assert!(editor.replace_all_uses(a_value, editor.function().args[1].into()).is_err());
    assert_eq!(editor.replace_all_uses(a_value, x), Ok(2));
    assert_eq!(editor.erase(a), Ok(()));
    assert_eq!(editor.erase(a), Err(EditError::NotInABlock));
    assert_eq!(editor.erase(r), Ok(()));
    let text = text(&module);
    assert!(
        text.contains("entry:\n  br label %loop\n\nloop:\n  %p = phi i32 [ %x, %entry ], [ %q, %loop ]\n"),
        "{text}"
    );
    assert!(text.contains("  %q = mul i32 %p, %x\n  br i1 %c"), "{text}");
}

#[test]
fn instructions_move() {
    let mut module = read(LOOP);
    let mut editor = editor(&mut module);
    let (a, q, r, branch) = (at(&editor, 0, 0), at(&editor, 1, 1), at(&editor, 1, 2), at(&editor, 1, 3));
    editor.move_before(r, at(&editor, 2, 0)).unwrap();
    editor.move_before(a, at(&editor, 0, 1)).unwrap();
    editor.move_before(q, q).unwrap();
    editor.move_after(q, at(&editor, 1, 0)).unwrap();
    assert_eq!(
        [at(&editor, 0, 0), at(&editor, 1, 1), at(&editor, 1, 2), at(&editor, 2, 0)],
        [a, q, branch, r]
    );
    let text = text(&module);
    assert!(text.contains("end:\n  %r = sub i32 %q, 2\n  ret i32 %q\n"), "{text}");
}

#[test]
fn blocks_are_split_and_removed() {
    let mut module = read(LOOP);
    let mut editor = editor(&mut module);
    assert_eq!(editor.split_block(at(&editor, 1, 0), None), Err(EditError::StaysAtBeginning));
    assert_eq!(
        editor.split_block(at(&editor, 1, 2), Some("end")),
        Err(EditError::NameTaken("end".to_owned()))
    );
    let middle = editor.split_block(at(&editor, 1, 2), Some("middle")).unwrap();
    assert_eq!(editor.function().layout[2], middle);
    assert_eq!(editor.remove_block(middle), Err(EditError::StillUsed(1)));
    assert_eq!(editor.remove_block(editor.function().layout[0]), Err(EditError::IsEntry));
    let before = text(&module);
    assert!(before.contains("%p = phi i32 [ %a, %entry ], [ %q, %middle ]\n"), "{before}");
    assert!(before.contains("br label %middle\n\nmiddle:"), "{before}");
    // Without the branch to it, the block goes, and the edge to the PHI node with it.
    let f = module.function("f").unwrap();
    let mut editor = module.edit(f).unwrap();
    let (loop_block, end) = (editor.function().layout[1], editor.function().layout[3]);
    let branch = editor.function().terminator(loop_block).unwrap();
    editor.function_mut().insts[branch].inst.for_each_successor_mut(|block| *block = end);
    editor.remove_block(middle).unwrap();
    let after = text(&module);
    assert!(
        after.contains("%p = phi i32 [ %a, %entry ]\n  %q = mul i32 %p, %a\n  br label %end\n\nend:"),
        "{after}"
    );
}

#[test]
fn phi_nodes_without_edges_are_poison() {
    let mut module = read(
        "define i32 @f(i32 %x) {\n  ret i32 0\n\ndead:\n  br label %end\n\nend:\n  %p = phi i32 [ %x, %dead ]\n  ret i32 %p\n}\n",
    );
    let mut editor = editor(&mut module);
    editor.remove_block(editor.function().layout[1]).unwrap();
    assert!(text(&module).ends_with("  ret i32 0\n\nend:\n  ret i32 poison\n}\n"));
}

#[test]
fn addressed_blocks_stay() {
    let mut module =
        read("@a = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  ret void\nb:\n  ret void\n}\n");
    let mut editor = editor(&mut module);
    let b = editor.function().layout[1];
    assert_eq!(editor.remove_block(b), Err(EditError::StillUsed(1)));
}

#[test]
fn names_are_unique() {
    let mut module = read(LOOP);
    let mut editor = editor(&mut module);
    let (x, entry) = (editor.function().args[0], editor.function().layout[0]);
    for taken in ["c", "p", "loop"] {
        assert_eq!(editor.rename_local(x, Some(taken)), Err(EditError::NameTaken(taken.to_owned())));
        assert_eq!(editor.rename_block(entry, Some(taken)), Err(EditError::NameTaken(taken.to_owned())));
    }
    for wrong in ["", "a\0b"] {
        assert_eq!(editor.rename_local(x, Some(wrong)), Err(EditError::NotAName(wrong.to_owned())));
    }
    editor.rename_local(x, Some("x")).unwrap();
    editor.rename_block(entry, None).unwrap();
    editor.rename_local(x, Some("entry")).unwrap();
    assert!(text(&module).contains("define i32 @f(i32 %entry, i1 %c) {\n  %a = add i32 %entry, 1\n"));
}

#[test]
fn metadata_follows_values() {
    let mut module = read(
        "define void @f(i32 %x) {\n  %y = add i32 %x, 1\n  #dbg_value(i32 %y, !0, !DIExpression(), !1)\n  \
         #dbg_value(!DIArgList(i32 %y, i32 %x), !0, !DIExpression(), !1)\n  \
         call void @g(metadata i32 %y)\n  ret void\n}\ndeclare void @g(metadata)\n\
         !0 = !DILocalVariable(scope: !2)\n!1 = !DILocation(scope: !2)\n!2 = distinct !DISubprogram()\n",
    );
    let mut editor = editor(&mut module);
    let add = at(&editor, 0, 0);
    let (x, y) = (editor.function().args[0], editor.function().insts[add].result.unwrap());
    assert_eq!(editor.users(y.into()), []);
    assert_eq!(editor.replace_all_uses(x.into(), y.into()), Ok(2));
    assert_eq!(editor.replace_all_uses(y.into(), x.into()), Ok(5));
    assert_eq!(editor.replace_all_uses(x.into(), y.into()), Ok(5));
    editor.erase(add).unwrap();
    let text = text(&module);
    assert!(text.contains("#dbg_value(i32 poison,"), "{text}");
    assert!(text.contains("#dbg_value(!DIArgList(i32 poison, i32 poison),"), "{text}");
    assert!(text.contains("call void @g(metadata i32 poison)"), "{text}");
}

#[test]
fn globals_are_replaced_in_constants() {
    let mut module = read(
        "@x = global i8 0\n@y = global i8 0\n@list = global [2 x ptr] [ptr @x, ptr null]\n@alias = alias i8, ptr @x\n\
         @far = global i64 ptrtoint (ptr getelementptr (i8, ptr @x, i64 1) to i64)\n!n = !{!0}\n!0 = !{ptr @x}\n\
         define ptr @f() prefix ptr @x {\n  call void @g(metadata ptr @x)\n  store ptr @x, ptr @y\n  ret ptr @x\n}\n\
         declare void @g(metadata)\n",
    );
    let (x, y) = (module.global("x").unwrap(), module.global("y").unwrap());
    assert_eq!(module.remove_global(x).err(), Some(EditError::StillUsed(8)));
    let new = module.address_of(y);
    assert_eq!(module.replace_global(x, new), Ok(8));
    let one = module.constants.integer(&module.types, module.types.common.i32, 1);
    assert!(matches!(module.replace_global(y, one), Err(EditError::TypesDiffer { .. })));
    module.remove_global(x).unwrap();
    let text = text(&module);
    assert!(!text.contains("@x"), "{text}");
    for expected in [
        "[ptr @y, ptr null]",
        "alias i8, ptr @y",
        "ptrtoint (ptr getelementptr (i8, ptr @y, i64 1) to i64)",
        "!{ptr @y}",
        "prefix ptr @y",
        "metadata ptr @y",
        "store ptr @y, ptr @y",
        "ret ptr @y",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    // An array of nothing but null is a zero, as if it had been read so.
    let null = module.constants.zero(&module.types, module.types.common.ptr);
    module.replace_global(y, null).unwrap();
    module.remove_global(y).unwrap();
    assert!(
        String::from_utf8(crate::write(&module))
            .unwrap()
            .contains("@list = global [2 x ptr] zeroinitializer")
    );
}

#[test]
fn functions_that_use_themselves_are_removed() {
    let mut module =
        read("define void @f() {\n  call void @f()\n  br label %b\nb:\n  ret void\n}\n@g = global ptr @f\n");
    let (f, g) = (module.function("f").unwrap(), module.global("g").unwrap());
    assert_eq!(module.remove_global(f).err(), Some(EditError::StillUsed(1)));
    module.remove_global(g).unwrap();
    let removed = module.remove_global(f).unwrap();
    assert!(removed.as_function().is_some_and(|function| !function.is_declaration()));
    assert_eq!(text(&module), "");
}

#[test]
fn calls_get_attributes() {
    use crate::attributes::{Attribute, AttributeKind};

    let mut module =
        read("declare ptr @g(ptr)\ndefine void @f() {\n  call ptr @g(ptr null)\n  ret void\n}\n");
    let mut editor = editor(&mut module);
    let (call, ret) = (at(&editor, 0, 0), at(&editor, 0, 1));
    let (result, second) = (AttributeIndex::Result, AttributeIndex::Parameter(1));
    editor.add_call_attribute(call, result, Attribute::Enum(AttributeKind::NonNull)).unwrap();
    editor.add_call_attribute(call, result, Attribute::Integer(AttributeKind::Alignment, 8)).unwrap();
    editor.add_call_attribute(call, result, Attribute::Integer(AttributeKind::Alignment, 16)).unwrap();
    let cold = Attribute::Enum(AttributeKind::Cold);
    editor.add_call_attribute(call, AttributeIndex::Function, cold).unwrap();
    assert_eq!(editor.add_call_attribute(call, result, cold), Err(EditError::AttributeDoesNotApply("cold")));
    let nonnull = Attribute::Enum(AttributeKind::NonNull);
    assert_eq!(editor.add_call_attribute(call, second, nonnull), Err(EditError::NothingToAttribute));
    assert_eq!(editor.add_call_attribute(ret, result, nonnull), Err(EditError::NothingToAttribute));
    editor.remove_call_attributes(call, result, |attribute| attribute == nonnull).unwrap();
    assert!(text(&module).contains("call align 16 ptr @g(ptr null) #0\n"));
}

#[test]
fn the_summary_follows_names() {
    let text = b"@x = global i8 0\n@y = global i8 0\n^0 = module: (path: \"a.o\", hash: (0, 0, 0, 0, 0))\n\
        ^1 = gv: (name: \"x\")\n^2 = gv: (name: \"y\", summaries: (variable: (module: ^0, flags: (live: 1), varFlags: (constant: 1))))\n";
    let mut module = crate::read(text, "x.ll").unwrap();
    let [x, y] = ["x", "y"].map(|name| module.global(name).unwrap());
    module.rename_global(x, Some("z")).unwrap();
    let guid = module.guid(y);
    module.remove_global(y).unwrap();
    let text = String::from_utf8(crate::write(&module)).unwrap();
    assert!(text.contains("gv: (name: \"z\")"), "{text}");
    assert!(text.contains(&format!("gv: (guid: {guid})\n")), "{text}");
}
