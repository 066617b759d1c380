//! `cargo xtask versions`: does what Tern writes for other versions of LLVM work there? And the page about them, docs/VERSIONS.md.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tern_dialect_llvm::versions::{MlirVersion, table};
use tern_llvm_ir::versions::{CONSUMERS, LlvmVersion, catalogue};
use tern_testing::Choices;
use tern_testing::runnable::program;

use crate::{Outcome, built_dev_tern, oracle, root};

/// Converts modules and programs for other versions of LLVM, which must accept the modules, and of which the programs must print what
/// they print with LLVM 22.
///
/// The tools of a version are in the folder that LLVM14_BIN names, or where Debian installs them. If they are not there, LLVM 22 alone
/// runs what is written as the bitcode of that version.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The versions, separated by commas.
    #[arg(long, value_delimiter = ',', default_values_t = LlvmVersion::all().map(LlvmVersion::major))]
    llvm: Vec<u8>,

    /// The number of generated functions whose results are compared.
    #[arg(long, default_value_t = 250)]
    functions: u64,

    /// The seed of the generated functions.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Folders of further modules.
    folders: Vec<PathBuf>,
}

impl Args {
    /// What `cargo xtask test` tests: [`FEW`] and LLVM 7, for which LLVM 22 stands in.
    pub(crate) fn few() -> Self {
        Self { llvm: [&[7], FEW].concat(), functions: 40, seed: 0, folders: Vec::new() }
    }
}

/// The versions whose tools `cargo xtask test` needs.
pub(crate) const FEW: &[u8] = &[14, 16, 19];

/// Programs that a version cannot compile: it has no `_Float16` for x86-64.
const LACKING: &[(u8, &str)] = &[(13, "floats.c"), (14, "floats.c")];

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    let tern = built_dev_tern()?;
    let mut modules = files(&root().join("examples"), "ll");
    modules.extend(files(&root().join("roundtrip-tests/gallery"), "ll"));
    args.folders.iter().for_each(|folder| modules.extend(files(folder, "ll")));
    let programs = files(&root().join("roundtrip-tests/samples"), "c");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let functions = folder.path().join("functions.ll");
    let cases: Vec<Choices> = (0..args.functions)
        .map(|case| Choices::from_seed(args.seed.wrapping_mul(args.functions) + case))
        .collect();
    std::fs::write(&functions, program(&cases)).map_err(|error| error.to_string())?;
    let mut all_right = true;
    for &version in &args.llvm {
        let bin = bin(version);
        let test = Test { tern: &tern, version, bin, folder: folder.path() };
        let count = args.functions;
        match test.functions(&functions) {
            Ok(()) => println!("LLVM {version:>2}: {count} functions give the same results"),
            Err(message) => {
                println!("LLVM {version:>2}: {message}");
                all_right = false;
            }
        }
        if !test.is_installed() {
            continue;
        }
        let lacks = |path: &Path| LACKING.iter().any(|&(of, name)| of == version && path.ends_with(name));
        let programs: Vec<&PathBuf> = programs.iter().filter(|path| !lacks(path)).collect();
        let (refused, wrong): (Vec<_>, Vec<_>) = (
            modules.iter().filter_map(|path| test.module(path).err()).collect(),
            programs.iter().filter_map(|path| test.program(path).err()).collect(),
        );
        let (accepted, equal) = (modules.len() - refused.len(), programs.len() - wrong.len());
        println!(
            "LLVM {version:>2}: accepts {accepted} of {} modules, {equal} of {} programs print the same",
            modules.len(),
            programs.len()
        );
        for message in refused.iter().chain(&wrong) {
            println!("  {message}");
            all_right = false;
        }
    }
    Ok(all_right)
}

/// The folder of the tools of a version.
fn bin(version: u8) -> PathBuf {
    let variable = std::env::var_os(format!("LLVM{version}_BIN"));
    variable.map_or_else(|| format!("/usr/lib/llvm-{version}/bin").into(), PathBuf::from)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

/// What a version is tested with.
struct Test<'a> {
    tern: &'a Path,
    version: u8,
    bin: PathBuf,
    folder: &'a Path,
}

impl Test<'_> {
    fn is_installed(&self) -> bool {
        self.bin.join("llvm-as").exists()
    }

    /// Converts a module to a file with an extension, which says its form; what the version cannot say is no fault.
    fn convert(&self, from: &Path, extension: &str) -> Result<Option<PathBuf>, String> {
        let to = self.folder.join("converted").with_extension(extension);
        let mut command = Command::new(self.tern);
        let output =
            command.args(["convert", "--llvm", &self.version.to_string()]).arg(from).arg("-o").arg(&to);
        match succeeded(from, output) {
            Ok(_) => Ok(Some(to)),
            Err(message) if message.contains(&format!("LLVM {} has no ", self.version)) => Ok(None),
            Err(message) => Err(message),
        }
    }

    fn module(&self, path: &Path) -> Result<(), String> {
        let Some(converted) = self.convert(path, "ll")? else { return Ok(()) };
        let mut command = Command::new(self.bin.join("llvm-as"));
        let output = succeeded(path, command.arg(converted).args(["-o", "-"]))?;
        let said = String::from_utf8_lossy(&output.stderr);
        // Otherwise debug information that is wrong is left out with a warning.
        match said.contains("ignoring invalid debug info") {
            true => Err(format!("{}: {}", path.display(), said.lines().next().unwrap_or_default())),
            false => Ok(()),
        }
    }

    /// Runs generated functions: with LLVM 22, as the bitcode of the version with LLVM 22, and with the version if it is installed.
    fn functions(&self, path: &Path) -> Result<(), String> {
        let results = |lli: &Path, module: &Path| {
            succeeded(module, Command::new(lli).arg("-O0").arg(module)).map(|output| output.stdout)
        };
        let cannot = || format!("{}: LLVM {} cannot say it", path.display(), self.version);
        let expected = results(&oracle::tool("lli"), path)?;
        let bitcode = self.convert(path, "bc")?.ok_or_else(cannot)?;
        if results(&oracle::tool("lli"), &bitcode)? != expected {
            return Err("functions in bitcode give other results".into());
        }
        if self.is_installed() {
            let text = self.convert(path, "ll")?.ok_or_else(cannot)?;
            if results(&self.bin.join("lli"), &text)? != expected {
                return Err("functions give other results".into());
            }
        }
        Ok(())
    }

    /// Compiles and runs a program with LLVM 22, and its module with the older version.
    fn program(&self, path: &Path) -> Result<(), String> {
        let module = self.folder.join("program.ll");
        let mut clang = Command::new(oracle::tool("clang"));
        succeeded(path, clang.args(["-O1", "-S", "-emit-llvm", "-w"]).arg(path).arg("-o").arg(&module))?;
        let Some(converted) = self.convert(&module, "ll")? else { return Ok(()) };
        let expected = self.run(path, &oracle::tool("clang"), &module)?;
        let found = self.run(path, &self.bin.join("clang"), &converted)?;
        match (expected.status, &expected.stdout) == (found.status, &found.stdout) {
            true => Ok(()),
            false => Err(format!("{}: prints something else", path.display())),
        }
    }

    /// Links a module and runs it.
    fn run(&self, path: &Path, clang: &Path, module: &Path) -> Result<Output, String> {
        let program = self.folder.join("program");
        let mut link = Command::new(clang);
        succeeded(path, link.args(["-w", "-O1"]).arg(module).args(["-lm", "-lpthread", "-o"]).arg(&program))?;
        Command::new(&program).output().map_err(|error| error.to_string())
    }
}

/// Runs a command about a file; the error is the first line of what it says.
fn succeeded(about: &Path, command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
    Err(format!("{}: {said}", about.display()))
}

/// The path of the page.
pub(crate) fn path() -> PathBuf {
    root().join("docs/VERSIONS.md")
}

/// The page about versions: what each lacks and what becomes of it.
pub(crate) fn page() -> String {
    let mut out = "# Versions of LLVM\n\nWritten by `cargo xtask manual` from the declarations in `llvm-ir/src`; do not edit.\n\n\
        Tern reads the LLVM IR of LLVM 5 to 23, and writes it with `tern convert --llvm N` and `tern export --llvm N`. What version N \
        does not have is written as what it had for the same; what it had nothing for is replaced, left out, or an error, as the tables \
        say. Each loss is counted in the report (`--report json`), with its first place where the meaning may change; `--deny-loss` \
        makes it an error. `tern info` lists what of a module is newer than LLVM 5.\n\n\
        ## Programs\n\n`--for NAME` writes what a program reads that takes LLVM IR of a fixed version and has further rules.\n\n\
        | name | program | LLVM | it refuses |\n|---|---|---|---|\n"
        .to_owned();
    for consumer in CONSUMERS {
        let refused = consumer.no_types.iter().chain(consumer.no_instructions);
        let refused: Vec<String> = refused.map(|word| format!("`{word}`")).collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            consumer.name,
            consumer.about,
            consumer.version,
            refused.join(", ")
        );
    }
    for group in catalogue() {
        let _ = write!(out, "\n## {}\n\n| construct | since | below |\n|---|---|---|\n", group.title);
        for row in group.rows {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                row.what.replace('|', "\\|"),
                row.since,
                row.below.replace('|', "\\|")
            );
        }
    }
    dialect(&mut out);
    out
}

/// What changed in MLIR's dialect `llvm` between the versions that can be written for.
fn dialect(out: &mut String) {
    out.push_str(
        "\n## MLIR's dialect `llvm`\n\n`tern import --mlir N` and `tern opt --mlir N` write what the tools of MLIR 16, 19, 22 and 24 (the trunk \
        after 23) read with `--allow-unregistered-dialect`, and Tern reads what these write. The table says which of them is the first to \
        have a construct in today's form. Below that, an attribute of an operation is *set aside* in its dictionary `llvm.newer`; an \
        operation that would do something else without is a *stand-in*, `\"llvm_newer.name\"` in generic form; an attribute that is not \
        part of the version is a reference to an element of `llvm.newer_attributes` of the module. MLIR 16 has inherent attributes among \
        the others, MLIR 24 in `<{…}>` where an operation's format does not spell them.\n\n\
        | construct | since | below |\n|---|---|---|\n",
    );
    let listed = |names: &[&str], before: &str| {
        names.iter().map(|name| format!("`{before}{name}`")).collect::<Vec<_>>().join(", ")
    };
    let mut row = |what: String, since: MlirVersion, below: &str| {
        let _ = writeln!(out, "| {what} | {since} | {below} |");
    };
    let (stand_in, reference) = ("a stand-in", "a reference");
    for (since, names) in table::OPERATIONS {
        row(listed(names, "llvm."), *since, "a stand-in, or an operation of the same meaning");
    }
    for it in table::PROPERTIES {
        let on = if it.on.is_empty() { "all operations".to_owned() } else { listed(it.on, "llvm.") };
        let below = if it.without == table::Without::Kept { "set aside" } else { stand_in };
        row(format!("`{}` of {on}", it.name), it.since, below);
    }
    for (since, op, property, words) in table::KEYWORDS {
        row(format!("`{property}` of `llvm.{op}`: {}", listed(words, "")), *since, stand_in);
    }
    for (since, op, arguments) in table::IMMEDIATES {
        let names: Vec<&str> = arguments.iter().map(|(_, name)| *name).collect();
        row(format!("{} of `llvm.{op}` as attributes", listed(&names, "")), *since, "operands");
    }
    for (since, group, ops) in table::GROUPS {
        row(format!("`{group}` of {}", listed(ops, "llvm.")), *since, stand_in);
    }
    for (since, names) in table::ATTRIBUTES {
        row(listed(names, "#llvm."), *since, reference);
    }
    for (since, of, names) in table::PARAMETERS {
        row(
            format!("{} of `#llvm.{of}`", listed(names, "")),
            *since,
            "set aside, or a reference to the whole",
        );
    }
    for (since, of, names) in table::OPTIONAL {
        row(format!("`#llvm.{of}` without {}", listed(names, "")), *since, reference);
    }
    for (since, of, names) in table::INTEGERS {
        row(format!("{} of `#llvm.{of}` that is no integer", listed(names, "")), *since, "set aside");
    }
    for (since, of, words) in table::PARAMETER_KEYWORDS {
        row(format!("`#llvm.{of}`: {}", listed(words, "")), *since, reference);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_is_up_to_date() {
        let found = std::fs::read_to_string(super::path()).unwrap_or_default();
        assert!(found == super::page(), "docs/VERSIONS.md is not up to date: run `cargo xtask manual`");
    }
}
