//! Checks that programs behave equally after a round trip: same output, same exit status.
//!
//! The programs: `samples/`, in C, C++ and Rust, and SQLite and Lua with `programs/`, which cargo downloads from its registry.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use tern_roundtrip_tests::programs::{package, programs, run, rust_library};
use tern_roundtrip_tests::{oracle, pipeline, samples};

/// The levels: the name, the options for compiling C and C++, and the option for linking. Without LLVM's passes,
/// constructs that they remove are present, such as unsplit coroutines.
const LEVELS: [(&str, &[&str], &str); 4] = [
    ("O0", &["-O0"], "-O0"),
    ("O2", &["-O2"], "-O0"),
    ("O2 with debug information", &["-O2", "-g"], "-O0"),
    ("before all passes", &["-O2", "-Xclang", "-disable-llvm-passes"], "-O2"),
];

/// The levels for Rust.
const RUST_LEVELS: [(&str, &[&str], &str); 3] = [
    ("debug", &["-g"], "-O0"),
    ("release", &["-O"], "-O0"),
    ("before all passes", &["-O", "-Cno-prepopulate-passes"], "-O1"),
];

/// Options for SQLite that exclude features that are not available everywhere.
const SQLITE: [&str; 6] = [
    "-w",
    "-DSQLITE_THREADSAFE=0",
    "-DSQLITE_OMIT_LOAD_EXTENSION",
    "-DSQLITE_ENABLE_FTS5",
    "-DSQLITE_ENABLE_RTREE",
    "-DSQLITE_ENABLE_MATH_FUNCTIONS",
];

fn main() {
    let arguments = Arguments::from_args();
    let folder = samples::root().join("roundtrip-tests/samples");
    let mut trials = Vec::new();
    for extension in ["c", "cpp"] {
        for path in samples::files(&folder, extension) {
            for level in LEVELS {
                let path = path.clone();
                trials.push(Trial::test(title(&path, level.0), move || c_sample(&path, level.1, level.2)));
            }
        }
    }
    for path in samples::files(&folder, "rs") {
        for level in RUST_LEVELS {
            let path = path.clone();
            trials.push(Trial::test(title(&path, level.0), move || rust_sample(&path, level.1, level.2)));
        }
    }
    for level in ["-O0", "-O2"] {
        trials.push(Trial::test(format!("SQLite {level}"), move || sqlite(level)));
        trials.push(Trial::test(format!("Lua {level}"), move || lua(level)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn title(path: &Path, level: &str) -> String {
    format!("{} {level}", path.file_name().unwrap_or_default().display())
}

/// A module of LLVM IR before and after the round trip.
struct Module {
    before: PathBuf,
    after: PathBuf,
}

impl Module {
    fn of(text: PathBuf) -> Result<Self, Failed> {
        let after = text.with_extension("after.ll");
        let back = pipeline::there_and_back(&std::fs::read(&text)?)?;
        std::fs::write(&after, back)?;
        Ok(Self { before: text, after })
    }

    /// Compiles a file of C or C++ with `clang`.
    fn compiled(source: &Path, options: &[&str], folder: &Path) -> Result<Self, Failed> {
        let name = source.file_name().unwrap_or_default();
        let text = folder.join(name).with_extension("ll");
        let mut clang = Command::new(oracle::tool("clang"));
        clang.args(["-S", "-emit-llvm"]).args(options).arg(source).arg("-o").arg(&text);
        run(&mut clang)?;
        Self::of(text)
    }
}

fn c_sample(path: &Path, options: &[&str], level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let language: &[&str] =
        if path.extension().is_some_and(|e| e == "cpp") { &["-std=c++20"] } else { &["-std=c23"] };
    let module = Module::compiled(path, &[options, language].concat(), folder.path())?;
    same(&[module], &[level, "-lstdc++", "-lm", "-lpthread"], &[])
}

fn rust_sample(path: &Path, options: &[&str], level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("sample.ll");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", "--emit=llvm-ir", "-Ccodegen-units=1"]).args(options);
    run(rustc.arg(path).arg("-o").arg(&text))?;
    let library = rust_library()?.to_str().ok_or("a path that is no text")?;
    same(&[Module::of(text)?], &[level, library, "-lgcc_s", "-lm", "-lpthread", "-ldl"], &[])
}

fn sqlite(level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = package("libsqlite3-sys")?.join("sqlite3");
    let include = format!("-I{}", source.display());
    let options = [&SQLITE[..], &[level, &include]].concat();
    let modules = [
        Module::compiled(&source.join("sqlite3.c"), &options, folder.path())?,
        Module::compiled(&programs().join("sqlite.c"), &options, folder.path())?,
    ];
    same(&modules, &["-O0", "-lm"], &[&programs().join("script.sql")])
}

fn lua(level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = package("lua-src")?.join("lua-5.4.9");
    let include = format!("-I{}", source.display());
    let options = ["-w", "-DLUA_USE_POSIX", level, &include];
    let mut files = samples::files(&source, "c");
    files.push(programs().join("lua.c"));
    let modules: Vec<Module> =
        files.iter().map(|file| Module::compiled(file, &options, folder.path())).collect::<Result<_, _>>()?;
    same(&modules, &["-O0", "-lm"], &[&programs().join("script.lua")])
}

/// Checks that a program behaves equally after the round trip.
fn same(modules: &[Module], options: &[&str], arguments: &[&Path]) -> Result<(), Failed> {
    let done = |which: fn(&Module) -> &PathBuf| {
        let folder = tempfile::tempdir()?;
        let program = folder.path().join("program");
        let mut link = Command::new(oracle::tool("clang"));
        // The modules state their target; clang would warn about overriding it.
        link.arg("-Wno-override-module")
            .args(modules.iter().map(which))
            .args(options)
            .arg("-o")
            .arg(&program);
        run(&mut link)?;
        // Exclude meaningless differences: leak reports of sanitizers, locale, time zone.
        let mut command = Command::new(&program);
        Ok::<_, Failed>(command.args(arguments).env("LC_ALL", "C.UTF-8").env("TZ", "UTC").output()?)
    };
    let (before, after) = (done(|module| &module.before)?, done(|module| &module.after)?);
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    if before.stdout.is_empty() {
        return Err("the program prints nothing, so nothing is compared".into());
    }
    if (before.status, &before.stdout, &before.stderr) != (after.status, &after.stdout, &after.stderr) {
        let difference =
            similar::TextDiff::from_lines(text(&before), text(&after)).unified_diff().to_string();
        return Err(format!("{} before, {} after\n{difference}", before.status, after.status).into());
    }
    Ok(())
}
