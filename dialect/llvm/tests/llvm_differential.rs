//! Compares the `llvm` dialect with `mlir-opt` of LLVM 22: Tern reads everything that it reads, and prints the same text.
//!
//! * Our own snippets in `tests/llvm`, which contain every operation, attribute and type of the dialect.
//! * MLIR's own tests of the dialect, if available (`TERN_CONFORMANCE`, or `../../shared/conformance`): the parts that
//!   `mlir-opt` accepts.

use std::path::{Path, PathBuf};

mod oracle;

use oracle::mlir_opt;
use tern_mlir::Context;
use tern_mlir::asm::{ParseOptions, PrintOptions, parse, print};

/// The output of `mlir-opt` for `text`, or its error messages.
fn expected(text: &[u8], arguments: &[&str]) -> Result<String, String> {
    mlir_opt(text, arguments).map(|printed| String::from_utf8_lossy(&printed).into_owned())
}

/// The output of Tern for `text`, or its error messages.
fn tern(text: &[u8], options: &PrintOptions) -> Result<String, String> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let parse_options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let module = parse(&context, "<stdin>", text, &parse_options).map_err(|errors| {
        let place = |error: &tern_mlir::diagnostic::Diagnostic| {
            let position = error.location().offset().and_then(|offset| context.sources().position(offset));
            position.map_or_else(String::new, |p| format!("{}:{}: ", p.line, p.column))
        };
        errors.iter().map(|error| format!("{}{error}\n", place(error))).collect::<String>()
    })?;
    Ok(String::from_utf8_lossy(&print(&context, &module, options)).into_owned())
}

fn options(generic: bool, debug_info: bool) -> PrintOptions {
    PrintOptions { generic, debug_info, ..PrintOptions::default() }
}

/// The first line that differs.
fn difference(expected: &str, found: &str) -> Option<String> {
    let (expected, found) = (expected.trim_end(), found.trim_end());
    if expected == found {
        return None;
    }
    let lines = expected.lines().zip(found.lines()).enumerate();
    Some(match lines.into_iter().find(|(_, (a, b))| a != b) {
        Some((line, (a, b))) => format!("line {}:\n  mlir-opt: {a}\n  tern:     {b}", line + 1),
        None => format!("{} lines, {} of tern", expected.lines().count(), found.lines().count()),
    })
}

/// Compares everything that Tern does with a text with the results of `mlir-opt`; returns the first difference.
fn compare(text: &[u8]) -> Option<String> {
    // `mlir-opt` drops value names; when both start from its output, they print the same names.
    let normal = expected(text, &[]).ok()?;
    let generic = match expected(normal.as_bytes(), &["--mlir-print-op-generic"]) {
        Ok(generic) => generic,
        // `mlir-opt` cannot always read its own output.
        Err(_) => return None,
    };
    let located = expected(normal.as_bytes(), &["--mlir-print-debuginfo"]).ok()?;
    let check = |what: &str, source: &str, options: &PrintOptions, expected: &str| match tern(
        source.as_bytes(),
        options,
    ) {
        Ok(found) => difference(expected, &found).map(|difference| format!("{what}: {difference}")),
        Err(error) => Some(format!("{what}: tern does not read it: {error}")),
    };
    // The original text, with names.
    if let Err(error) = tern(text, &options(false, false)) {
        if error.contains("is unknown (tried") {
            // Tern has no custom syntax for dialects that it does not know, so compare the generic form.
            return check("generic form", &generic, &options(true, false), &generic);
        }
        return Some(format!("as written: tern does not read it: {error}"));
    }
    let custom = check("custom form", &normal, &options(false, false), &normal)
        .or_else(|| check("custom to generic form", &normal, &options(true, false), &generic))
        .or_else(|| check("with locations", &normal, &options(false, true), &located));
    if custom.is_some() {
        return custom;
    }
    // The generic form numbers values differently, so only the oracle can compare it.
    let from_generic = match tern(generic.as_bytes(), &options(false, false)) {
        Ok(text) => expected(text.as_bytes(), &[]),
        Err(error) => return Some(format!("generic form: tern does not read it: {error}")),
    };
    match from_generic {
        Ok(found) => {
            difference(&normal, &found).map(|difference| format!("generic to custom form: {difference}"))
        }
        Err(error) => Some(format!("generic to custom form: mlir-opt does not read it: {error}")),
    }
}

fn snippets() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/llvm");
    let mut snippets: Vec<(String, String)> = std::fs::read_dir(directory)
        .expect("the snippets")
        .map(|entry| entry.expect("a snippet").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a snippet");
            (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
        })
        .collect();
    snippets.sort();
    snippets
}

#[test]
fn snippets_print_as_mlir_opt_prints_them() {
    let mut failures = Vec::new();
    for (name, text) in snippets() {
        if let Err(error) = expected(text.as_bytes(), &[]) {
            failures.push(format!("{name}: mlir-opt does not read it: {error}"));
        }
        failures.extend(compare(text.as_bytes()).map(|failure| format!("{name}: {failure}")));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn snippets_hold_everything_that_the_dialect_declares() {
    let text: String = snippets().into_iter().map(|(_, text)| text).collect();
    // A name must not be followed by another character of names.
    let occurs = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let next = text[at + name.len()..].chars().next();
            !next.is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '.'))
        })
    };
    let dialect = &tern_dialect_llvm::DIALECT;
    let operations = dialect.operations.iter().map(|def| def.name.to_owned());
    // Nested in other attributes, they omit the dialect's prefix.
    let nested = [
        "di_expression_elem",
        "loop_",
        "profile_summary_detailed",
        "tbaa_member",
        "comdat",
        "dso_local_equivalent",
    ];
    let attributes = dialect
        .attributes
        .iter()
        .filter(|def| !nested.iter().any(|prefix| def.mnemonic.starts_with(prefix)))
        .map(|def| format!("#llvm.{}", def.mnemonic));
    let types = dialect.types.iter().map(|def| format!("!llvm.{}", def.mnemonic));
    let missing: Vec<String> =
        operations.chain(attributes).chain(types).filter(|name| !occurs(name)).collect();
    assert!(missing.is_empty(), "no snippet has {}", missing.join(", "));
}

#[test]
fn tests_of_mlir_print_as_mlir_opt_prints_them() {
    let root = std::env::var_os("TERN_CONFORMANCE").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/conformance"),
        PathBuf::from,
    );
    let Ok(list) = std::fs::read_to_string(root.join("lists/dialect.txt")) else {
        eprintln!("skipped: no conformance tests at {}", root.display());
        return;
    };
    let (mut total, mut failures) = (0, Vec::new());
    for name in list.lines().map(str::trim).filter(|name| !name.is_empty() && name.ends_with(".mlir")) {
        let Ok(text) = std::fs::read_to_string(root.join("tests").join(name)) else { continue };
        for (index, part) in text.split("// -----").enumerate() {
            // The hardware dialects are in another crate.
            let foreign = part.contains("nvvm.") || part.contains("rocdl.");
            if foreign || expected(part.as_bytes(), &[]).is_err() {
                continue;
            }
            total += 1;
            failures.extend(
                compare(part.as_bytes()).map(|failure| format!("{name}, part {}: {failure}", index + 1)),
            );
        }
    }
    eprintln!("{} of {total} parts print as mlir-opt prints them", total - failures.len());
    assert!(failures.is_empty(), "{} of {total} differ:\n{}", failures.len(), failures.join("\n"));
}
