//! Old constructs become what LLVM 22 makes of them.

use std::fmt::Write as _;

use tern_llvm_ir::{ReadOptions, Upgrades};
use tern_roundtrip_tests::oracle::{self, essence};

/// A call of each old intrinsic: its declaration, with a value behind `=` for arguments that must be constants.
const INTRINSICS: &str = include_str!("../upgrade/intrinsics.txt");

/// Splits at commas that are in no brackets.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'<' | b'{' | b'(' => depth += 1,
            b'>' | b'}' | b')' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// How an argument is written, by its index, its type, and its value if that is fixed; `None` if it is left out.
type Written<'a> = dyn Fn(usize, &str, Option<&str>) -> Option<String> + 'a;

/// A module with a function for each call.
fn module(calls: &[&str]) -> String {
    let (mut text, mut declared) = (String::new(), Vec::new());
    for (number, line) in calls.iter().enumerate() {
        let (ret, rest) = line.split_once(" llvm.").expect("a type and a name");
        let (name, args) =
            rest.strip_suffix(')').and_then(|rest| rest.split_once('(')).expect("a list of arguments");
        let args: Vec<(&str, Option<&str>)> = split(args)
            .into_iter()
            .map(|arg| arg.split_once('=').map_or((arg, None), |(ty, value)| (ty, Some(value))))
            .collect();
        let list = |with: &Written<'_>| {
            let each = args.iter().enumerate().filter_map(|(index, &(ty, value))| with(index, ty, value));
            each.collect::<Vec<_>>().join(", ")
        };
        let params = list(&|index, ty, value| value.is_none().then(|| format!("{ty} %a{index}")));
        let passed = list(&|index, ty, value| {
            Some(value.map_or_else(|| format!("{ty} %a{index}"), |value| format!("{ty} {value}")))
        });
        let types = list(&|_, ty, _| Some(ty.to_owned()));
        let (result, returned) = if ret == "void" { ("", "") } else { ("%r = ", " %r") };
        writeln!(
            text,
            "define {ret} @f{number}({params}) {{\n  {result}call {ret} @llvm.{name}({passed})\n  ret {ret}{returned}\n}}"
        )
        .expect("a string takes all");
        if !declared.contains(&name) {
            declared.push(name);
            writeln!(text, "declare {ret} @llvm.{name}({types})").expect("a string takes all");
        }
    }
    text
}

/// What Tern makes of a text, and what LLVM makes of it.
fn made_of(text: &str, upgrades: Upgrades) -> [Vec<String>; 2] {
    let options = ReadOptions { upgrades, ..ReadOptions::default() };
    let mut module = tern_llvm_ir::read_with(text.as_bytes(), "upgrade.ll", &options)
        .unwrap_or_else(|error| panic!("{error}"));
    tern_llvm_ir::intrinsics::redeclare(&mut module);
    let ours = essence(&tern_llvm_ir::write(&module));
    let theirs = oracle::run("opt", &["-S", "-disable-verify", "-", "-o", "-"], text.as_bytes());
    [ours, essence(&theirs.unwrap_or_else(|error| panic!("{error}")))]
}

fn assert_same(text: &str) {
    let [ours, theirs] = made_of(text, Upgrades::default());
    let differ = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
    if let Some(at) = differ {
        let around = at.saturating_sub(4)..at + 1;
        panic!("Tern: {:#?}\nLLVM: {:#?}", &ours[around.clone()], &theirs[around]);
    }
    assert_eq!(ours.len(), theirs.len());
}

#[test]
fn calls_of_old_intrinsics() {
    let calls: Vec<&str> = INTRINSICS.lines().collect();
    for calls in calls.chunks(128) {
        assert_same(&module(calls));
    }
}

/// In bitcode the calls of a body are upgraded in order, whatever they call.
#[test]
fn calls_in_bitcode() {
    let text = include_str!("../upgrade/order_of_calls.ll");
    let text = &text[..text.find("define <4 x i32> @undeclared").expect("the last function")];
    // No tool of today writes the old names.
    let names = [("llvm.nvvm.abs.", "llvm.nvvm.abx."), ("mask.padd", "mask.padx")];
    let (mut text, mut bitcode) = (text.to_owned(), Vec::new());
    for (old, other) in names {
        text = text.replace(old, other);
    }
    let assembled = oracle::run("llvm-as", &["-disable-verify", "-", "-o", "-"], text.as_bytes());
    bitcode.extend(assembled.unwrap_or_else(|error| panic!("{error}")));
    for (old, other) in names {
        let places: Vec<usize> = bitcode
            .windows(other.len())
            .enumerate()
            .filter(|(_, it)| *it == other.as_bytes())
            .map(|it| it.0)
            .collect();
        assert!(!places.is_empty());
        for place in places {
            bitcode[place..place + old.len()].copy_from_slice(old.as_bytes());
        }
    }
    let mut module =
        tern_llvm_ir::bitcode::read(&bitcode, "old.bc").unwrap_or_else(|error| panic!("{error}"));
    tern_llvm_ir::intrinsics::redeclare(&mut module);
    let ours = essence(&tern_llvm_ir::write(&module));
    let theirs = oracle::run("opt", &["-S", "-disable-verify", "-", "-o", "-"], &bitcode);
    assert_eq!(ours, essence(&theirs.unwrap_or_else(|error| panic!("{error}"))));
}

/// What LLVM reads of a text that an older LLVM printed is less than it reads of that one's bitcode.
#[test]
fn text_of_older_versions() {
    let text = "; ModuleID = 'old.c'\ntarget datalayout = \"e-m:e-p:64:64-i64:64-n8:16:32:64-S128\"\n\
        target triple = \"x86_64-linux\"\n\
        define void @f() #0 {\n  ret void\n}\ndeclare void @g(ptr nocapture)\n\
        attributes #0 = { memory(argmem: read, inaccessiblemem: none) \"no-frame-pointer-elim\"=\"true\" }\n\
        !llvm.ident = !{!0}\n!0 = !{!\"clang version 9.0.0\"}\n";
    let [as_llvm, theirs] = made_of(text, Upgrades::Unreadable);
    assert_eq!(as_llvm, theirs);
    let [as_bitcode, _] = made_of(text, Upgrades::Printed);
    assert_ne!(as_bitcode, theirs);
}

/// The modules in the folder `upgrade`.
#[test]
fn constructs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/upgrade");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut count = 0;
    for path in files.map(|file| file.expect("a file").path()) {
        if path.extension().is_some_and(|extension| extension == "ll") {
            assert_same(&std::fs::read_to_string(&path).expect("a text"));
            count += 1;
        }
    }
    assert!(count > 4);
}
