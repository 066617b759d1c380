//! Checks the dependencies between crates. A crate that is not listed here, or depends on more than listed, fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each crate of the libraries and the command, by its folder, with the workspace crates that it may depend on. A crate is
/// listed after its dependencies, so there are no cycles.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("support", &[]),
    ("graph", &[]),
    ("llvm-ir", &["support", "graph"]),
    ("analysis", &["graph", "llvm-ir"]),
    ("mlir", &["support", "graph"]),
    ("linker", &["llvm-ir"]),
    ("dialect/llvm", &["support", "mlir"]),
    ("dialect/core", &["mlir", "dialect/llvm"]),
    ("mapping", &["llvm-ir", "mlir", "dialect/llvm"]),
    ("dialect/tern", &["mlir", "dialect/llvm", "mapping"]),
    ("import", &["support", "llvm-ir", "mlir", "dialect/llvm", "dialect/tern", "mapping"]),
    ("export", &["support", "llvm-ir", "mlir", "dialect/llvm", "dialect/tern", "mapping"]),
    ("dialect/hardware", &["llvm-ir", "mlir", "dialect/llvm", "import", "export"]),
    ("lower", &["mlir", "dialect/llvm", "dialect/core"]),
    ("raise", &["llvm-ir", "mlir", "dialect/llvm", "dialect/core", "export", "lower"]),
    (
        "tern",
        &[
            "llvm-ir",
            "analysis",
            "mlir",
            "dialect/llvm",
            "dialect/tern",
            "dialect/core",
            "dialect/hardware",
            "import",
            "export",
            "lower",
        ],
    ),
    ("llvm", &["llvm-ir"]),
    (
        "cli",
        &[
            "llvm-ir",
            "analysis",
            "linker",
            "mlir",
            "dialect/llvm",
            "dialect/core",
            "dialect/hardware",
            "import",
            "export",
            "lower",
            "raise",
            "tern",
            "llvm",
        ],
    ),
];

/// Development crates: they may depend on anything, and no crate above may depend on them.
const TOOLS: &[&str] = &["testing", "roundtrip-tests", "xtask"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The folders of the workspace members.
fn members() -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest of the workspace");
    let (_, list) = manifest.split_once("\nmembers = [").expect("members");
    let (list, _) = list.split_once(']').expect("the end of the members");
    list.split(',')
        .map(|member| member.trim().trim_matches('"').to_owned())
        .filter(|it| !it.is_empty())
        .collect()
}

/// The folder of each crate, by name, as declared by the workspace.
fn folders() -> BTreeMap<String, String> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest of the workspace");
    let entry = |line: &str| {
        let (name, rest) = line.split_once(" = { path = \"")?;
        Some((name.to_owned(), rest.split_once('"')?.0.to_owned()))
    };
    manifest.lines().filter_map(entry).collect()
}

/// The folders of the workspace crates that the crate in `folder` depends on, not counting dev-dependencies.
fn dependencies(folder: &str, folders: &BTreeMap<String, String>) -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).expect(folder);
    let (_, section) = manifest.split_once("\n[dependencies]\n").unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| folders.get(line.split(['.', ' ']).next()?).cloned()).collect()
}

#[test]
fn crates_depend_on_those_below_them_alone() {
    let (members, folders) = (members(), folders());
    let listed: BTreeSet<String> =
        MAY_DEPEND_ON.iter().map(|(folder, _)| folder).chain(TOOLS).map(|it| (*it).to_owned()).collect();
    assert_eq!(members, listed, "the members of the workspace are those that are listed here");
    for (index, (folder, allowed)) in MAY_DEPEND_ON.iter().enumerate() {
        let found = dependencies(folder, &folders);
        let allowed: BTreeSet<String> = allowed.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(found, allowed, "the dependencies of {folder}");
        let below: BTreeSet<&str> = MAY_DEPEND_ON[..index].iter().map(|(folder, _)| *folder).collect();
        assert!(
            found.iter().all(|it| below.contains(it.as_str())),
            "{folder} depends on what comes behind it"
        );
    }
}

/// MLIR's core names no dialect; everything about a dialect is in its declarations.
#[test]
fn the_core_of_mlir_names_no_dialect() {
    let mut folders = vec![root().join("mlir/src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let text = std::fs::read_to_string(&path).expect("a source file");
            for (number, line) in
                text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                for dialect in ["llvm", "func", "arith", "cf", "scf", "dlti", "nvvm", "tern"] {
                    let names = [format!("\"{dialect}\""), format!("\"{dialect}."), format!("!{dialect}.")];
                    let named = names.iter().any(|name| line.contains(name));
                    assert!(!named, "{}:{}: {line}", path.display(), number + 1);
                }
            }
        }
    }
    assert!(files > 60, "{files} files");
}
