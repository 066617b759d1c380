//! Bitcode that `llvm-as` writes is read as `llvm-dis` prints it; damaged bitcode gives a result or a diagnostic with a place.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use tern_import::{Format, ImportTextError, import_module};
use tern_llvm_ir::Module;
use tern_llvm_ir::bitcode::write::{Options, write};
use tern_llvm_ir::bitcode::{self, container, dump};
use tern_llvm_ir::versions::{LlvmVersion, downgrade};
use tern_llvm_ir::writer::{try_write_annotated, try_write_disassembled};
use tern_mlir::asm::PrintOptions;
use tern_roundtrip_tests::oracle::{self, first_difference};
use tern_roundtrip_tests::{hostile, samples};
use tern_testing::Choices;

/// The bitcode of a text, if LLVM accepts both. `llvm-as` writes some attributes that `llvm-dis` does not know.
fn assembled(text: &[u8]) -> Option<Vec<u8>> {
    let bits = oracle::run("llvm-as", &["-o", "-"], text).ok()?;
    oracle::run("llvm-dis", &["-o", "-"], &bits).is_ok().then_some(bits)
}

/// The first difference between what `llvm-dis` prints of bitcode and what Tern prints.
fn difference(bits: &[u8]) -> Option<String> {
    let theirs = oracle::run("llvm-dis", &["-o", "-"], bits).expect("`assembled` has asked");
    let (module, orders) = match bitcode::read_with_orders(bits, "<stdin>") {
        Ok(read) => read,
        Err(error) => return Some(error.to_string()),
    };
    let ours = try_write_disassembled(&module, "<stdin>", Some(&orders));
    let ours = ours.unwrap_or_else(|problem| problem.to_string().into_bytes());
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
    first_difference(&lines(&theirs), &lines(&ours))
}

/// Unnamed structs are left out: LLVM prints their address in memory.
#[test]
fn annotations_are_llvms() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in samples::texts(12).step_by(3) {
        let Some(bits) = assembled(&text) else { continue };
        let theirs =
            oracle::run("llvm-dis", &["-show-annotations", "-o", "-"], &bits).expect("LLVM wrote it");
        let Ok((module, orders)) = bitcode::read_with_orders(&bits, "<stdin>") else { continue };
        let Ok(ours) = try_write_annotated(&module, "<stdin>", Some(&orders)) else { continue };
        cases += 1;
        let is_unnamed =
            |ty: &str| ty.starts_with("\"type 0x") || ty.starts_with(|it: char| it.is_ascii_digit());
        let known = |line: &str| match line.rsplit_once(" type=%") {
            Some((before, ty)) if is_unnamed(ty) => before.to_owned(),
            _ => line.to_owned(),
        };
        let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(known).collect::<Vec<_>>();
        let difference = first_difference(&lines(&theirs), &lines(&ours));
        differences.extend(difference.map(|difference| format!("{name}: {difference}")));
    }
    assert!(cases > 25, "{cases}");
    oracle::assert_same(&differences, cases);
}

/// What is known to be read otherwise. Remove what is mended.
const GAPS: &[&str] = &[
    // An integer of a million bits, of which the record has one word: more than a file may stand for (LIMITS.md).
    "generated 50",
];

#[test]
fn bitcode_is_read_as_llvm_reads_it() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (name, text) in samples::texts(60) {
        let Some(bits) = assembled(&text) else { continue };
        cases += 1;
        let difference = difference(&bits).filter(|_| !GAPS.contains(&name.as_str()));
        differences.extend(difference.map(|difference| format!("{name}: {difference}")));
    }
    assert!(cases > 60, "{cases}");
    oracle::assert_same(&differences, cases);
}

/// The bitcode in `bitcode/`, which older LLVMs wrote of the texts beside it.
fn written_by_others() -> Vec<(String, Vec<u8>)> {
    let files = samples::files(&samples::root().join("roundtrip-tests/bitcode"), "bc").into_iter();
    files.map(|path| (path.display().to_string(), std::fs::read(&path).expect("it can be read"))).collect()
}

#[test]
fn bitcode_of_older_versions_is_read_as_llvm_reads_it() {
    let files = written_by_others();
    let differences = files.iter().filter_map(|(name, bits)| Some(format!("{name}: {}", difference(bits)?)));
    oracle::assert_same(&differences.collect::<Vec<_>>(), files.len());
    assert!(files.len() > 1);
}

/// Upgrading leaves declarations of markers of sizes. Older versions, which would take them for markers of theirs, do not get them.
#[test]
fn what_upgrading_leaves_is_not_written_for_older_versions() {
    let files = written_by_others();
    let (_, bits) = files.iter().find(|(name, _)| name.ends_with("lifetime.bc")).expect("it is there");
    let module = bitcode::read(bits, "lifetime.bc").unwrap();
    let is_left = |module: &Module| module.global("llvm.lifetime.start.i64").is_some();
    assert!(is_left(&module));
    for version in [7, 16, 19] {
        let version = LlvmVersion::new(version).unwrap();
        let mut older = module.clone();
        downgrade(&mut older, version).unwrap();
        assert!(!is_left(&older), "{version}");
    }
}

/// Each module has abbreviations of its own.
#[test]
fn modules_behind_each_other_are_dumped_as_if_alone() {
    let texts = [&b"@a = global i32 5\n"[..], b"define void @f() {\n  ret void\n}\n"];
    let [first, second] = texts.map(|text| assembled(text).unwrap());
    let dumped = |bits: &[u8]| {
        let mut text = Vec::new();
        dump::dump(bits, dump::Detail::All, &mut text).unwrap().unwrap();
        let lines = String::from_utf8(text).unwrap();
        // Sums follow.
        let lines = lines.lines().filter(|line| line.trim_start().starts_with('<'));
        let is_position = |word: &&str| !word.starts_with("bit=");
        let without_positions =
            |line: &str| line.split(' ').filter(is_position).collect::<Vec<_>>().join(" ");
        lines.map(without_positions).collect::<Vec<_>>()
    };
    // There is one magic number.
    let all = dumped(&[&first[..], &second[4..]].concat());
    assert_eq!(all, [dumped(&first), dumped(&second)].concat());
}

/// What is written for an older version has the records of that version: both readers bring them up to date in the same way.
#[test]
fn bitcode_for_older_versions_is_read_as_llvm_reads_it() {
    let mut differences = Vec::new();
    let mut cases = 0;
    for (seed, text) in (0..10).map(|seed| (seed, samples::generated(seed))) {
        for version in [5, 7, 9, 12, 14, 16, 19, 21].map(|major| LlvmVersion::new(major).unwrap()) {
            let mut module = tern_llvm_ir::read(&text, "<stdin>").unwrap();
            if !tern_llvm_ir::verify(&module).is_empty() || downgrade(&mut module, version).is_err() {
                continue;
            }
            let options = Options { name: "<stdin>", version, ..Options::default() };
            let bits = write(&module, &options).unwrap();
            if let Err(message) = oracle::run("llvm-dis", &["-o", "-"], &bits) {
                // LLVM 22 misses an attribute that LLVM 14 introduced.
                if !message.contains("gc.statepoint callee argument must have elementtype attribute") {
                    differences.push(format!("generated {seed} for LLVM {version}: {message}"));
                }
                continue;
            }
            cases += 1;
            let difference = difference(&bits);
            differences.extend(
                difference.map(|difference| format!("generated {seed} for LLVM {version}: {difference}")),
            );
        }
    }
    assert!(cases > 20, "{cases}");
    oracle::assert_same(&differences, cases);
}

/// A combined index is a module without globals.
#[test]
fn summaries_of_several_modules_are_read() {
    let text = |name: &str, other: &str| {
        format!(
            "source_filename = \"{name}.c\"\ndefine void @{name}() {{\n  call void @{other}()\n  ret void\n}}\ndeclare void @{other}()\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, other) in [("a", "b"), ("b", "a")] {
        let bits =
            oracle::run("opt", &["-module-summary", "-module-hash", "-o", "-"], text(name, other).as_bytes());
        let bits = bits.unwrap();
        assert_eq!(difference(&bits), None, "{name}");
        std::fs::write(path(name), bits).unwrap();
    }
    oracle::run("llvm-lto", &["-thinlto", "-o", &path("both"), &path("a"), &path("b")], b"").unwrap();
    let bits = std::fs::read(path("both.thinlto.bc")).unwrap();
    assert_eq!(difference(&bits), None);
    assert_eq!(bitcode::read(&bits, "m").unwrap().summary.unwrap().modules.len(), 2);
}

/// The address of a block is a use of it, too.
/// A few bits can stand for a megabyte (LIMITS.md).
#[test]
fn integers_that_a_file_merely_claims_are_refused() {
    for (value, is_refused) in [("8", true), ("-1", false)] {
        let text = format!("define i2097216 @f() {{\n  ret i2097216 {value}\n}}\n");
        let Some(bits) = assembled(text.as_bytes()) else { continue };
        // All words of -1 are in the record.
        let refused = bitcode::read(&bits, "x.bc").err().map(|error| error.to_string());
        let is_said = refused.is_some_and(|it| it.contains("does not fit its width (at bit "));
        assert_eq!(is_said, is_refused, "{value}");
    }
}

#[test]
fn orders_of_uses_of_addressed_blocks_are_kept() {
    let text = b"@t = global [2 x ptr] [ptr blockaddress(@f, %b), ptr blockaddress(@f, %c)]\n\
        define void @f(ptr %p, i1 %x) {\na:\n  br i1 %x, label %b, label %c\nb:\n  br i1 %x, label %b, label %c\n\
        c:\n  br i1 %x, label %b, label %d\nd:\n  indirectbr ptr %p, [label %b, label %c]\n}\n\
        uselistorder_bb @f, %b, { 2, 0, 1, 4, 3 }\nuselistorder_bb @f, %c, { 1, 0, 2, 3 }\n";
    let bits = oracle::run("llvm-as", &["-preserve-bc-uselistorder", "-o", "-"], text).unwrap();
    assert_eq!(difference(&bits), None);
}

/// The place of an address among the uses of a block is where the reader first meets it.
#[test]
fn addresses_of_blocks_are_uses_wherever_they_stand() {
    let global = "@t = global ptr blockaddress(@f, %b)\n";
    let user = "define void @g(ptr %p) {\n  store ptr blockaddress(@f, %b), ptr %p\n  ret void\n}\n";
    let own = "  store ptr blockaddress(@f, %b), ptr %p\n";
    let function = |own: &str| {
        format!(
            "define void @f(i1 %c, ptr %p) {{\n  br i1 %c, label %b, label %d\nb:\n  ret void\nd:\n  br i1 %c, label %b, label %e\n\
             e:\n{own}  br label %b\n}}\n"
        )
    };
    let texts = [
        format!("{global}{}", function("")),
        format!("{user}{}", function("")),
        function(own),
        format!("{}{user}", function("")),
    ];
    for text in texts {
        for order in ["2, 3, 0, 1", "1, 0, 3, 2", "3, 2, 1, 0", "0, 3, 1, 2", "3, 0, 2, 1"] {
            let text = format!("{text}uselistorder_bb @f, %b, {{ {order} }}\n");
            let bits = oracle::run("llvm-as", &["-o", "-"], text.as_bytes()).unwrap();
            assert_eq!(difference(&bits), None, "{text}");
            let module = tern_llvm_ir::read(text.as_bytes(), "<stdin>").unwrap();
            let options = Options { name: "<stdin>", ..Options::default() };
            assert!(write(&module, &options).unwrap() == bits, "{text}");
        }
    }
}

#[test]
fn damaged_bitcode_is_survived() {
    for (seed, text) in (0..12).map(|seed| (seed, samples::generated(seed))) {
        let Some(bits) = assembled(&text) else { continue };
        let mut choices = Choices::from_seed(seed);
        for _ in 0..150 {
            let mut damaged = bits.clone();
            for _ in 0..=choices.below(3) {
                let at = choices.below(damaged.len());
                match choices.below(4) {
                    0 => damaged[at] = 0xff,
                    1 => damaged.truncate(at.max(8)),
                    _ => damaged[at] ^= 1 << choices.below(8),
                }
            }
            hostile::bitcode(&damaged);
        }
    }
}

#[test]
fn the_producer_is_known_without_reading_the_rest() {
    let bits = assembled(b"define void @f() {\n  ret void\n}\n").unwrap();
    let found = bitcode::identification(&bits[..40]).unwrap();
    assert!(found.producer.starts_with("LLVM22"), "{found:?}");
}

#[test]
fn bitcode_is_found_in_archives_and_objects() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let module =
        |name: &str| assembled(format!("define void @{name}() {{\n  ret void\n}}\n").as_bytes()).unwrap();
    let [a, b] = ["a", "b"].map(module);
    std::fs::write(path("a.bc"), &a).unwrap();
    std::fs::write(path("b.bc"), &b).unwrap();
    // What a linker makes of two objects.
    std::fs::write(path("both.bc"), [&a[..], &b].concat()).unwrap();
    let run = |tool: &str, arguments: &[&str]| oracle::run(tool, arguments, b"").unwrap();
    run("llvm-ar", &["rc", &path("fat.a"), &path("a.bc"), &path("b.bc")]);
    run("llvm-ar", &["rc", "--thin", &path("thin.a"), &path("a.bc"), &path("b.bc")]);
    let object = oracle::run("llc", &["-filetype=obj", "-mtriple=x86_64-linux-gnu", "-o", "-"], &a).unwrap();
    std::fs::write(path("o.o"), object).unwrap();
    run("llvm-objcopy", &["--add-section", &format!(".llvmbc={}", path("both.bc")), &path("o.o")]);
    for form in ["zlib", "zstd"] {
        let option = format!("--compress-sections=.llvmbc={form}");
        run("llvm-objcopy", &[&option, &path("o.o"), &path(&format!("{form}.o"))]);
    }
    // As the bundler of Clang puts a module for a device into the object of the host.
    let section = format!("__CLANG_OFFLOAD_BUNDLE__hip-amdgcn-amd-amdhsa--gfx906={}", path("b.bc"));
    run("llvm-objcopy", &["--add-section", &section, &path("o.o"), &path("bundle.o")]);
    let found = |name: &str| -> Vec<String> {
        let bytes = std::fs::read(path(name)).unwrap();
        let contents = container::modules(&bytes, Some(folder.path())).unwrap();
        let of = |member: &container::Member<'_>| {
            let modules = bitcode::read_all(&member.bytes, "m").unwrap();
            let named = modules.iter().flat_map(|module| {
                module.functions.iter().filter_map(|&it| module.name(it)).map(String::from_utf8_lossy)
            });
            // Thin archives have paths.
            let name = member.name.rsplit('/').next().unwrap_or_default();
            format!("{name}: {}", named.collect::<Vec<_>>().join(" "))
        };
        contents.modules.iter().map(of).collect()
    };
    assert_eq!(found("fat.a"), ["a.bc: a", "b.bc: b"]);
    assert_eq!(found("thin.a"), ["a.bc: a", "b.bc: b"]);
    assert_eq!(found("o.o"), [".llvmbc: a b"]);
    assert_eq!([found("zlib.o"), found("zstd.o")], [[".llvmbc: a b"], [".llvmbc: a b"]]);
    assert_eq!(found("bundle.o"), [".llvmbc: a b", "hip-amdgcn-amd-amdhsa--gfx906: b"]);
    assert_eq!(found("both.bc"), [": a b"]);
}

/// What rustc writes: a library with debug information, an optimised program, and the archive of a crate whose members are
/// bitcode.
#[test]
fn what_rustc_writes_is_read_as_llvm_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("library.rs"), "pub fn sum(all: &[u32]) -> u64 {\n    all.iter().map(|&it| u64::from(it)).sum()\n}\npub trait Named {\n    fn name(&self) -> String;\n}\nimpl Named for u8 {\n    fn name(&self) -> String {\n        format!(\"{self}\")\n    }\n}\n").unwrap();
    let rustc = |arguments: &[&str], source: &Path| {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        let status =
            rustc.current_dir(folder.path()).args(["--edition", "2024"]).args(arguments).arg(source).status();
        assert!(status.is_ok_and(|status| status.success()), "{arguments:?}");
    };
    let sample = |name: &str| samples::root().join("roundtrip-tests/samples").join(name);
    rustc(&["--crate-type", "lib", "--emit", "llvm-bc", "-g", "-o", "debug.bc"], &path("library.rs"));
    rustc(&["--emit", "llvm-bc", "-O", "-C", "panic=unwind", "-o", "release.bc"], &sample("collections.rs"));
    rustc(&["--emit", "llvm-bc", "-o", "panics.bc"], &sample("panics.rs"));
    rustc(
        &["--crate-type", "rlib", "-C", "linker-plugin-lto", "-O", "-o", "library.rlib"],
        &path("library.rs"),
    );
    let mut modules: Vec<(String, Vec<u8>)> = Vec::new();
    for name in ["debug.bc", "release.bc", "panics.bc", "library.rlib"] {
        let bytes = std::fs::read(path(name)).unwrap();
        let contents = container::modules(&bytes, Some(folder.path())).unwrap();
        assert!(!contents.modules.is_empty(), "{name}");
        modules.extend(contents.modules.iter().map(|it| (format!("{name}({})", it.name), it.bytes.to_vec())));
    }
    let differences: Vec<String> = modules
        .iter()
        .filter_map(|(name, bits)| difference(bits).map(|difference| format!("{name}: {difference}")))
        .collect();
    oracle::assert_same(&differences, modules.len());
}

#[test]
fn blocks_and_records_are_dumped() {
    let bits = assembled(b"define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n").unwrap();
    let mut text = Vec::new();
    dump::dump(&bits, dump::Detail::All, &mut text).unwrap().unwrap();
    let text = String::from_utf8(text).unwrap();
    for expected in ["<MODULE bit=", "<INST_BINOP bit=", "FUNCTION: 1 blocks", "  INST_RET: 1 records"] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let mut part = Vec::new();
    let damage = dump::dump(&bits[..bits.len() / 2], dump::Detail::Summary, &mut part).unwrap().unwrap_err();
    assert!(damage.bit() > 0);
    part.flush().unwrap();
}

/// Modules that LLVM reads and its verifier refuses: some have a text and some have none.
#[test]
fn wrong_modules_are_reported_with_their_places() {
    let written = b"define i32 @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n  %x = add i32 1, 2\n  br label %d\n\
        d:\n  ret i32 %x\n}\n";
    let unwritten =
        b"define i32 @f(i32 %x) {\na:\n  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y\n}\n";
    let cases = [
        (&written[..], "wrong.bc:12:3: error: Instruction does not dominate all uses!"),
        (
            unwritten,
            "wrong.bc: error: in @f, block %a, instruction 0 (add): Instruction does not dominate all uses!",
        ),
    ];
    for (text, expected) in cases {
        let bits = oracle::run("llvm-as", &["-disable-verify", "-o", "-"], text).unwrap();
        let module = bitcode::read(&bits, "wrong.bc").unwrap();
        let report = tern_llvm_ir::verify(&module);
        let found = report.diagnostics(&module, None, "wrong.bc", 20);
        assert!(found[0].to_string().starts_with(expected), "{}", found[0]);
        let format = Format::Assembly(PrintOptions::default());
        let dialects = tern_dialect_llvm::DIALECTS;
        match import_module(module, "wrong.bc", dialects, Default::default(), format, |_| ()) {
            Err(ImportTextError::Verify(all)) => assert_eq!(all[0].to_string(), found[0].to_string()),
            _ => panic!("this is wrong"),
        }
    }
}

/// The place of a warning is in the text before debug information is removed.
#[test]
fn broken_debug_information_of_bitcode_has_its_place() {
    let text = b"define void @a(i32 %x) !dbg !4 {\n    #dbg_value(i32 %x, !6, !DIExpression(), !7)\n  ret void, !dbg !7\n}\n\
        define void @f() !dbg !5 {\n  ret void, !dbg !7\n}\n\
        !llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)\n\
        !2 = !DIFile(filename: \"a.c\", directory: \"/\")\n!3 = !DISubroutineType(types: !{null})\n\
        !4 = distinct !DISubprogram(name: \"a\", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)\n\
        !5 = distinct !DISubprogram(name: \"f\", file: !2, type: !3, spFlags: DISPFlagDefinition, unit: !1)\n\
        !6 = !DILocalVariable(name: \"x\", scope: !4)\n!7 = !DILocation(line: 1, scope: !4)\n";
    let bits = oracle::run("llvm-as", &["-disable-verify", "-o", "-"], text).unwrap();
    let module = bitcode::read(&bits, "broken.bc").unwrap();
    let expected = tern_llvm_ir::verify(&module).warning(&module, None, "broken.bc", 20).unwrap();
    let written = String::from_utf8(tern_llvm_ir::write(&module)).unwrap();
    let line = written.lines().nth(expected.line() as usize - 1).unwrap();
    assert!(line.starts_with("define void @f() !dbg"), "{line}");
    let mut warnings = Vec::new();
    let format = Format::Assembly(PrintOptions::default());
    let dialects = tern_dialect_llvm::DIALECTS;
    let imported = import_module(module, "broken.bc", dialects, Default::default(), format, |module| {
        warnings.extend(module.warnings.iter().map(ToString::to_string));
    });
    assert_eq!(warnings, [expected.to_string()]);
    assert_eq!(imported.ok().unwrap().losses.len(), 1);
}
