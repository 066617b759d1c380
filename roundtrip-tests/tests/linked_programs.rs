//! Programs of several modules, linked by Tern: the result is that of `llvm-link`, and does what the program does that is built without.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;
use tern_linker::Options;
use tern_llvm_ir::bitcode::write;
use tern_roundtrip_tests::linking::{difference, linked};
use tern_roundtrip_tests::programs::{package, programs, run, rust_library};
use tern_roundtrip_tests::{oracle, samples};

const FLAGS: &[&[&str]] = &[&[], &["-internalize"], &["-only-needed"]];

/// Links modules both ways with each of these flags, and compares what the program does that `clang` makes of it with `plain`.
fn check(
    flags: &[&[&str]],
    modules: &[PathBuf],
    options: &[&str],
    arguments: &[&Path],
    plain: &Output,
    folder: &Path,
) {
    for flags in flags {
        if let Some(difference) = difference(flags, modules, &[]) {
            panic!("{flags:?}\n{difference}");
        }
    }
    let (module, said) = linked(Options::default(), modules, &[]);
    let module = module.unwrap_or_else(|| panic!("{said}"));
    let (file, program) = (folder.join("linked.bc"), folder.join("linked"));
    std::fs::write(&file, write::write(&module, &write::Options::default()).unwrap()).unwrap();
    let mut clang = Command::new(oracle::tool("clang"));
    clang.args(["-O0", "-Wno-override-module"]).arg(&file).args(options).arg("-o").arg(&program);
    run(&mut clang).unwrap();
    let found = execute(&program, arguments);
    assert!(!plain.stdout.is_empty());
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text(plain), text(&found));
    assert_eq!((plain.status, &plain.stderr), (found.status, &found.stderr));
}

fn execute(program: &Path, arguments: &[&Path]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env("LC_ALL", "C.UTF-8").env("TZ", "UTC").output().unwrap()
}

/// Compiles files of C and C++ to bitcode, and builds the program from that without linking modules.
fn c_program(sources: &[PathBuf], flags: &[&str], linked: &[&[&str]], options: &[&str], arguments: &[&Path]) {
    let folder = tempfile::tempdir().unwrap();
    let modules: Vec<PathBuf> = sources
        .par_iter()
        .map(|source| {
            let name = source.file_name().unwrap().to_string_lossy();
            let module = folder.path().join(format!("{name}.bc"));
            let standard = if name.ends_with(".c") { "-std=c17" } else { "-std=c++20" };
            let mut clang = Command::new(oracle::tool("clang"));
            clang.args(["-w", "-c", "-emit-llvm", standard]).args(flags).arg(source).arg("-o").arg(&module);
            run(&mut clang).unwrap();
            module
        })
        .collect();
    let program = folder.path().join("plain");
    let mut clang = Command::new(oracle::tool("clang"));
    clang.args(["-O0", "-Wno-override-module"]).args(&modules).args(options).arg("-o").arg(&program);
    run(&mut clang).unwrap();
    check(linked, &modules, options, arguments, &execute(&program, arguments), folder.path());
}

#[test]
fn files_of_c_and_cpp() {
    let sources = ["main.c", "table.c", "shapes.cc", "other.cc"];
    let sources = sources.map(|name| programs().join("linked").join(name));
    for flags in [&["-O0", "-g", "-fcommon"], &["-O2", "-g0", "-fcommon"]] {
        c_program(&sources, flags, FLAGS, &["-lstdc++", "-lpthread"], &[]);
    }
}

#[test]
fn lua() {
    let source = package("lua-src").unwrap().join("lua-5.4.9");
    let include = format!("-I{}", source.display());
    let mut sources = samples::files(&source, "c");
    sources.push(programs().join("lua.c"));
    let flags = ["-DLUA_USE_POSIX", "-O0", &include];
    c_program(&sources, &flags, &[&[]], &["-lm"], &[&programs().join("script.lua")]);
}

/// A crate with three others that it needs, each of several modules.
#[test]
fn crates_of_rust() {
    let levels: [&[&str]; 2] = [&["-g", "-Ccodegen-units=4"], &["-O", "-Ccodegen-units=2"]];
    levels.par_iter().for_each(|flags| {
        let folder = tempfile::tempdir().unwrap();
        let crates: [(&str, &[&str]); 4] = [
            ("shapes", &[]),
            ("words", &[]),
            ("report", &["shapes", "words"]),
            ("main", &["shapes", "words", "report"]),
        ];
        for (name, needed) in crates {
            let mut rustc = Command::new("rustc");
            let kind = if name == "main" { "bin" } else { "rlib" };
            rustc.args(["--edition=2024", "--emit=link,llvm-bc", "--crate-type", kind]).args(*flags);
            rustc.arg("-L").arg(folder.path()).arg("--out-dir").arg(folder.path());
            for needed in needed {
                let library = folder.path().join(format!("lib{needed}.rlib"));
                rustc.arg("--extern").arg(format!("{needed}={}", library.display()));
            }
            run(rustc.arg(programs().join("linked").join(name).with_extension("rs"))).unwrap();
        }
        let modules = samples::files(folder.path(), "bc");
        assert!(modules.len() > 4, "{modules:?}");
        let plain = execute(&folder.path().join("main"), &[]);
        let library = rust_library().unwrap().to_str().unwrap();
        let options = [library, "-lgcc_s", "-lm", "-lpthread", "-ldl"];
        check(FLAGS, &modules, &options, &[], &plain, folder.path());
    });
}
