//! Locates and installs the tools of LLVM 22, with which Tern is compared.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::succeed;

/// The folder of the tools: `LLVM22_BIN`, or Debian's default.
pub(crate) fn bin() -> PathBuf {
    std::env::var_os("LLVM22_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from)
}

/// The path of a tool.
pub(crate) fn tool(name: &str) -> PathBuf {
    bin().join(name)
}

/// The installation prefix of LLVM.
pub(crate) fn prefix() -> PathBuf {
    bin().join("..")
}

/// The folder of the declarations (`.td`).
pub(crate) fn include() -> PathBuf {
    prefix().join("include")
}

const TOOLS: [&str; 11] = [
    "opt",
    "llc",
    "llvm-as",
    "llvm-cat",
    "llvm-config",
    "llvm-dis",
    "llvm-tblgen",
    "FileCheck",
    "clang",
    "mlir-opt",
    "mlir-translate",
];
const DECLARATIONS: &str = "mlir/Dialect/LLVMIR/LLVMOps.td";
const PACKAGES: [&str; 7] =
    ["llvm-22", "llvm-22-dev", "llvm-22-tools", "mlir-22-tools", "clang-22", "libmlir-22-dev", "g++"];

/// The tools and libraries that are missing.
fn missing() -> Vec<PathBuf> {
    let tools = TOOLS.into_iter().map(tool);
    let mut missing: Vec<PathBuf> =
        tools.chain([include().join(DECLARATIONS)]).filter(|path| !path.exists()).collect();
    // Linking with LLVM requires the C++ standard library.
    if !Command::new("c++").arg("--version").output().is_ok_and(|output| output.status.success()) {
        missing.push("c++".into());
    }
    missing
}

/// Ensures that the tools are installed. On Debian and derivatives it installs them; elsewhere the error says what to install.
pub(crate) fn ensure() -> Result<(), String> {
    if missing().is_empty() {
        return Ok(());
    }
    let debian = Path::new("/etc/debian_version").exists() && std::env::var_os("LLVM22_BIN").is_none();
    let mut reason = String::new();
    if debian {
        eprintln!("installing {}", PACKAGES.join(" "));
        reason = match apt(&["update"]).and_then(|()| apt(&[&["install", "-y"][..], &PACKAGES].concat())) {
            Ok(()) => String::new(),
            Err(error) => format!("{error}\n"),
        };
    }
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = missing.iter().map(|path| format!("  {}", path.display())).collect();
    Err(format!(
        "{reason}the differential tests need LLVM and MLIR 22, of which this is missing:\n{}\n\
         On Debian and Ubuntu: apt-get install {} (from https://apt.llvm.org where the distribution has no LLVM 22).\n\
         Elsewhere install LLVM, Clang and MLIR 22, development files included, and set LLVM22_BIN to their folder \
         of programs.",
        list.join("\n"),
        PACKAGES.join(" "),
    ))
}

/// Ensures that LLVM 19 is installed, which the crate `llvm-ir` needs to read bitcode.
pub(crate) fn ensure_llvm_19() -> Result<(), String> {
    let packages = ["--no-install-recommends", "llvm-19-dev", "clang-19", "libclang-common-19-dev"];
    ensure_programs("the test of interop/llvm-ir", &["llvm-config-19", "clang-19"], &packages)
}

/// Ensures that LLVM and Clang of a version are installed, for which modules and programs are converted.
pub(crate) fn ensure_llvm(version: u8) -> Result<(), String> {
    let [llvm, clang] = ["llvm", "clang"].map(|name| format!("{name}-{version}"));
    let packages = ["--no-install-recommends", &llvm, &clang];
    ensure_programs("the test of versions", &[&format!("llvm-as-{version}"), &clang], &packages)
}

/// Ensures that valgrind is installed, which counts instructions.
pub(crate) fn ensure_valgrind() -> Result<(), String> {
    ensure_programs("counting of instructions", &["valgrind"], &["valgrind"])
}

/// Ensures that the programs that `who` needs are installed. On Debian and derivatives it installs packages.
fn ensure_programs(who: &str, programs: &[&str], packages: &[&str]) -> Result<(), String> {
    let there = || programs.iter().all(|program| Command::new(program).arg("--version").output().is_ok());
    if !there() && Path::new("/etc/debian_version").exists() {
        apt(&["update"]).and_then(|()| apt(&[&["install", "-y"], packages].concat()))?;
    }
    if there() { Ok(()) } else { Err(format!("{who} needs {}", programs.join(" and "))) }
}

fn apt(arguments: &[&str]) -> Result<(), String> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let mut command = if root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg("apt-get");
        sudo
    };
    succeed(command.arg("-q").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}
