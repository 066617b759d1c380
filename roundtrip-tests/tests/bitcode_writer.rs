//! Bitcode that Tern writes is what `llvm-as` writes; where the bytes differ, `llvm-dis` prints the same of both.

use tern_llvm_ir::bitcode;
use tern_llvm_ir::bitcode::write::{DebugInfo, Options};
use tern_llvm_ir::constants::{ConstantKind, InlineAsm};
use tern_llvm_ir::types::TypeKind;
use tern_llvm_ir::{Module, verify};
use tern_roundtrip_tests::oracle::{self, first_difference};
use tern_roundtrip_tests::samples;

/// A module that can be written as bitcode.
fn read(text: &[u8]) -> Option<Module> {
    let mut module = tern_llvm_ir::read(text, "<stdin>").ok()?;
    // As `llvm-as` does.
    let options = verify::Options { unites_types: false };
    verify::verify_mut(&mut module, options).problems.is_empty().then_some(module)
}

fn written(module: &Module) -> Vec<u8> {
    let options = Options { name: "<stdin>", ..Options::default() };
    bitcode::write::write(module, &options).expect("the module is right")
}

/// What is known not to be equal byte by byte, by the end of the name. Remove what is mended.
const NOT_EQUAL: &[&str] = &[
    // A node that LLVM's reader of text changes.
    "import/debug_nodes.ll",
    // Expressions that LLVM folds once a global in them is defined.
    "import/rare.ll",
    "gallery/18-constant-expressions.ll",
    // Orders of uses of constants that LLVM makes anew when a global in them is defined.
    "import/beyond_mlir.ll",
    "features/constants.ll",
    "gallery/19-addresses.ll",
    "generated 49",
    // The order of names in a hash table from which an upgraded call was removed.
    "generated 36",
];

/// What LLVM reads otherwise than `llvm-as`'s bitcode. Remove what is mended.
const READ_OTHERWISE: &[&str] = &[
    // An address space of all ones, which LLVM takes for none.
    "import/debug_nodes.ll",
];

#[test]
fn bitcode_is_written_as_llvm_writes_it() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in samples::texts(60) {
        let Ok(theirs) = oracle::run("llvm-as", &["-o", "-"], &text) else { continue };
        let Some(module) = read(&text) else { continue };
        cases += 1;
        let ours = written(&module);
        if ours == theirs {
            continue;
        }
        let is_listed = |list: &[&str]| list.iter().any(|gap| name.ends_with(gap));
        if !is_listed(NOT_EQUAL) {
            differences.push(format!("{name}: other bytes"));
        }
        let printed = |bits: &[u8]| oracle::run("llvm-dis", &["-o", "-"], bits);
        let difference = match (printed(&ours), printed(&theirs)) {
            (Ok(ours), Ok(theirs)) => first_difference(&oracle::essence(&theirs), &oracle::essence(&ours)),
            (Err(message), Ok(_)) => Some(message),
            (_, Err(_)) => None,
        };
        differences
            .extend(difference.filter(|_| !is_listed(READ_OTHERWISE)).map(|it| format!("{name}: {it}")));
    }
    assert!(cases > 60, "{cases}");
    oracle::assert_same(&differences, cases);
}

#[test]
fn hashes_of_modules_are_llvms() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in samples::texts(0).step_by(16) {
        let Some(module) = read(&text).filter(|_| !NOT_EQUAL.iter().any(|gap| name.ends_with(gap))) else {
            continue;
        };
        let Ok(theirs) = oracle::run("llvm-as", &["-module-hash", "-o", "-"], &text) else { continue };
        cases += 1;
        let options = Options { name: "<stdin>", module_hash: true, ..Options::default() };
        if bitcode::write::write(&module, &options).expect("the module is right") != theirs {
            differences.push(format!("{name}: other bytes"));
        }
    }
    assert!(cases > 5, "{cases}");
    oracle::assert_same(&differences, cases);
}

/// The text may state more bits than LLVM stores. (In the location of an instruction, `llvm-as` cuts the group to 32 bits; Tern does not.)
#[test]
fn numbers_of_nodes_have_as_many_bits_as_llvm_stores() {
    let text = b"define void @f() !dbg !2 {\n  ret void, !dbg !0\n}\n!named = !{!0, !1, !6}\n\
        !0 = !DILocation(line: 1, scope: !2, atomGroup: 4294967295, atomRank: 9)\n\
        !1 = distinct !DILocation(line: 1, scope: !2, atomGroup: 18446744073709551615, atomRank: 255)\n\
        !2 = distinct !DISubprogram(file: !4, unit: !3, spFlags: DISPFlagDefinition, keyInstructions: true)\n!llvm.dbg.cu = !{!3}\n!3 = distinct !DICompileUnit(file: !4, language: 1)\n\
        !4 = !DIFile(filename: \"a\", directory: \"b\")\n!llvm.module.flags = !{!5}\n!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !6 = !DILabel(scope: !2, name: \"a\", file: !4, line: 1, coroSuspendIdx: 4294967297)\n";
    let module = read(text).expect("LLVM reads it");
    let theirs = oracle::run("llvm-as", &["-o", "-"], text).expect("LLVM reads it");
    assert!(written(&module) == theirs);
}

/// Names stand in the order of a hash table, and that depends on the order in which the reader of text makes the blocks.
#[test]
fn blocks_whose_addresses_stand_before_their_function_come_first() {
    let blocks: String = (0..20).map(|n| format!("  br label %b{}\nb{}:\n", n + 1, n + 1)).collect();
    let text = format!(
        "@table = global [3 x ptr] [ptr blockaddress(@g, %b19), ptr blockaddress(@g, %b2), ptr blockaddress(@f, %c)]\n\
         define void @f() {{\na:\n  br label %c\nc:\n  store ptr blockaddress(@g, %b11), ptr @table\n  ret void\n}}\n\
         define void @g() prefix ptr blockaddress(@g, %b7) {{\nb0:\n{blocks}  ret void\n}}\n\
         define void @h() {{\n  store ptr blockaddress(@g, %b13), ptr @table\n  ret void\n}}\n"
    );
    let module = read(text.as_bytes()).expect("LLVM reads it");
    let theirs = oracle::run("llvm-as", &["-o", "-"], text.as_bytes()).expect("LLVM reads it");
    assert!(written(&module) == theirs);
}

#[test]
fn unchecked_debug_information_leaves_no_trace() {
    let text = b"define void @f() {\n  ret void, !other !0\n}\n!0 = !{}\n";
    let module = tern_llvm_ir::read(text, "<stdin>").expect("LLVM reads it");
    for (debug_info, arguments) in
        [(DebugInfo::OfVersion, &["-o", "-"][..]), (DebugInfo::Unchecked, &["-disable-verify", "-o", "-"])]
    {
        let options = Options { name: "<stdin>", debug_info, ..Options::default() };
        let ours = bitcode::write::write(&module, &options).expect("the module is right");
        assert!(ours == oracle::run("llvm-as", arguments, text).expect("LLVM reads it"), "{debug_info:?}");
    }
}

/// Bitcode can call assembly whose type is not that of the call. Found by fuzzing.
#[test]
fn types_of_assembly_that_no_call_has_are_written() {
    let text = b"define void @f() {\n  call void asm sideeffect \"\", \"\"()\n  ret void\n}\n";
    let mut module = tern_llvm_ir::read(text, "asm.ll").unwrap();
    let f = module.global("f").unwrap();
    let function = module.globals[f].as_function().unwrap();
    let inst = function.block_insts(function.layout[0])[0];
    let call = function.insts[inst].inst.call_site().unwrap();
    let asm = call.callee.constant().unwrap();
    let ConstantKind::InlineAsm(inner) = module.constants.kind(asm) else { panic!("assembly") };
    let common = &module.types.common;
    let ty = TypeKind::Function { ret: common.void, params: [common.i32].into(), varargs: false };
    let other = InlineAsm { function_type: module.types.intern(ty), ..(**inner).clone() };
    let other = module.constants.intern(module.constants.ty(asm), ConstantKind::InlineAsm(Box::new(other)));
    let mut editor = module.edit(f).unwrap();
    editor.function_mut().insts[inst].inst.call_site_mut().unwrap().callee = other.into();
    let written = bitcode::write::write(&module, &Options::default()).unwrap();
    assert!(tern_llvm_ir::bitcode::read(&written, "asm.bc").is_ok());
}
