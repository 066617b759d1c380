//! Tests of the gallery: small programs that show every construct, their translations, and `docs/GALLERY.md`, which shows both
//! side by side.
//!
//! A program is a file under `gallery/`. Its first line is its title, the second says what it shows. LLVM IR is imported; the
//! dialect is exported; a file with a line `// LOWER: pipeline` is lowered. The result is a snapshot (insta), so that reviewers
//! see changes. Its correctness is checked by `tests/differential.rs`, which compares all programs with LLVM and MLIR, and for
//! lowering by `mlir-opt` here.
//!
//! `INSTA_UPDATE=always cargo test -p tern-roundtrip-tests --test gallery` accepts changes and writes the page.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_roundtrip_tests::{oracle, pipeline, samples};
use tern_testing::constructs;

/// The page, relative to the root of the workspace.
const PAGE: &str = "docs/GALLERY.md";

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for path in programs() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || Ok(Program::read(&path)?.check()?)));
    }
    trials.push(Trial::test("the page shows all of them", page_is_current));
    trials.push(Trial::test("every part of LLVM IR is shown", ir_is_complete));
    trials.push(Trial::test("every operation of the dialect is shown", dialect_is_complete));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The files of the gallery, in order.
fn programs() -> Vec<PathBuf> {
    let folder = samples::root().join("roundtrip-tests/gallery");
    let mut found = samples::files(&folder, "ll");
    found.extend(samples::files(&folder, "mlir"));
    found.sort();
    found
}

/// The processing of a program.
enum Way {
    Import,
    Export,
    /// Lowered with this pipeline.
    Lower(String),
}

/// A program of the gallery.
struct Program {
    /// The file name without extension.
    name: String,
    title: String,
    /// The sentence that says what it shows.
    sentence: String,
    /// The program without these lines.
    text: String,
    way: Way,
}

impl Program {
    fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let is_ir = path.extension().is_some_and(|extension| extension == "ll");
        let comment = if is_ir { "; " } else { "// " };
        let mut lines = bytes.split_inclusive('\n').peekable();
        let mut said =
            || lines.next_if(|line| line.starts_with(comment)).map(|line| line[comment.len()..].trim());
        let missing = || format!("{}: it begins with a title and a sentence", path.display());
        let (title, sentence) = said().zip(said()).ok_or_else(missing)?;
        let way = match said().map(|line| line.strip_prefix("LOWER:").map(str::trim)) {
            Some(Some(pipeline)) => Way::Lower(pipeline.to_owned()),
            Some(None) => return Err(format!("{}: a third comment", path.display())),
            None if is_ir => Way::Import,
            None => Way::Export,
        };
        let (title, sentence) = (title.to_owned(), sentence.to_owned());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, title, sentence, text: lines.collect(), way })
    }

    /// The result of processing the program.
    fn result(&self) -> Result<String, String> {
        let text = match &self.way {
            Way::Import => pipeline::import(self.text.as_bytes()),
            Way::Export => pipeline::export(self.text.as_bytes()),
            Way::Lower(pipeline) => lowered(&self.text, pipeline),
        };
        Ok(String::from_utf8_lossy(&text?).into_owned())
    }

    fn check(&self) -> Result<(), String> {
        let result = self.result()?;
        if let Way::Lower(pipeline) = &self.way {
            let flag = format!("--pass-pipeline={pipeline}");
            let upstream = oracle::run("mlir-opt", &[&flag], self.text.as_bytes())?;
            let upstream = oracle::run("mlir-opt", &["--mlir-print-op-generic"], &upstream)?;
            let ours = oracle::run("mlir-opt", &["--mlir-print-op-generic"], result.as_bytes())?;
            let difference = oracle::first_difference(&oracle::essence(&upstream), &oracle::essence(&ours));
            difference.map_or(Ok(()), Err)?;
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("gallery__{}", self.name), result);
        });
        Ok(())
    }
}

fn lowered(text: &str, pipeline: &str) -> Result<Vec<u8>, String> {
    let context = tern_dialect_core::context();
    let mut module = asm::parse(&context, "test.mlir", text.as_bytes(), &ParseOptions::default())
        .map_err(|found| format!("{found:?}"))?;
    let pipeline = Pipeline::parse(pipeline, &Registry::default()).map_err(|error| format!("{error:?}"))?;
    let ran = pipeline.run(&context, &mut module, true);
    if !ran.succeeded {
        return Err(format!("{:?}", ran.diagnostics));
    }
    Ok(asm::print(&context, &module, &PrintOptions { for_mlir: true, ..PrintOptions::default() }))
}

/// The expected content of the page.
fn page() -> Result<String, String> {
    let mut page = String::from(
        "# Gallery\n\n\
         Small programs that show every construct, in both languages. Made of `roundtrip-tests/gallery` by `tests/gallery.rs`: what is\n\
         marked with an arrow is what `tern` made of the other side. [MAPPING.md](MAPPING.md) says it in words.\n",
    );
    let sections = [
        ("LLVM IR in the dialect", "`tern import`"),
        ("The dialect as LLVM IR", "`tern export`"),
        ("Other dialects, lowered", "`tern opt`"),
    ];
    let programs = programs().iter().map(|path| Program::read(path)).collect::<Result<Vec<_>, _>>()?;
    let section = |program: &Program| match program.way {
        Way::Import => 0,
        Way::Export => 1,
        Way::Lower(_) => 2,
    };
    for (number, (title, command)) in sections.into_iter().enumerate() {
        page.push_str(&format!("\n## {title}\n\nBy {command}.\n"));
        for program in programs.iter().filter(|program| section(program) == number) {
            let result = program.result()?;
            let (text, result) = (program.text.trim(), result.trim());
            let [ir, dialect] = match &program.way {
                Way::Import => [(text, "llvm", "LLVM IR"), (result, "mlir", "→ <code>llvm</code> dialect")],
                Way::Export => [(result, "llvm", "← LLVM IR"), (text, "mlir", "<code>llvm</code> dialect")],
                Way::Lower(_) => [(text, "mlir", "before"), (result, "mlir", "→ <code>llvm</code> dialect")],
            };
            page.push_str(&format!("\n### {}\n\n{}\n", program.title, program.sentence));
            if let Way::Lower(pipeline) = &program.way {
                page.push_str(&format!("\n`{pipeline}`\n"));
            }
            page.push_str("\n<table>\n<tr>");
            for (_, _, heading) in [ir, dialect] {
                page.push_str(&format!("<th>{heading}</th>"));
            }
            page.push_str("</tr>\n<tr>");
            // GitHub treats text between empty lines as Markdown.
            for (text, language, _) in [ir, dialect] {
                page.push_str(&format!("<td>\n\n```{language}\n{text}\n```\n\n</td>"));
            }
            page.push_str("</tr>\n</table>\n");
        }
    }
    Ok(page)
}

fn page_is_current() -> Result<(), Failed> {
    let path = samples::root().join(PAGE);
    let page = page()?;
    let updates = |name: &str, value: &str| std::env::var_os(name).is_some_and(|set| set == value);
    if updates("INSTA_UPDATE", "always") || updates("BLESS", "1") {
        return Ok(std::fs::write(path, page)?);
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    match oracle::first_difference(&lines(&found), &lines(&page)) {
        None => Ok(()),
        Some(difference) => {
            Err(format!("{PAGE}: INSTA_UPDATE=always accepts the change\n{difference}").into())
        }
    }
}

/// The text of each program, in one of the languages.
fn shown(is_ir: bool) -> Result<Vec<String>, String> {
    let programs = programs().iter().map(|path| Program::read(path)).collect::<Result<Vec<_>, _>>()?;
    let text = |program: Program| match (&program.way, is_ir) {
        (Way::Import, true) | (Way::Export, false) => Ok(program.text),
        (Way::Lower(_), true) => Ok(String::new()),
        _ => program.result(),
    };
    programs.into_iter().map(text).collect()
}

/// The constructs to show, and those that are shown.
#[derive(Default)]
struct Checklist {
    wanted: BTreeSet<String>,
    shown: BTreeSet<String>,
}

impl Checklist {
    fn want(&mut self, group: &str, names: impl IntoIterator<Item = &'static str>) {
        self.wanted
            .extend(names.into_iter().filter(|name| !name.is_empty()).map(|name| format!("{group} {name}")));
    }

    fn show(&mut self, group: &str, name: &str) {
        self.shown.insert(format!("{group} {name}"));
    }

    fn check(&self) -> Result<(), Failed> {
        let missing: Vec<&str> = self.wanted.difference(&self.shown).map(String::as_str).collect();
        if missing.is_empty() { Ok(()) } else { Err(format!("nothing shows\n{}", missing.join("\n")).into()) }
    }
}

/// Groups of constructs that must be shown completely.
const GROUPS: &[&str] = &[
    "instruction",
    "constant",
    "expression",
    "type",
    "binary",
    "cast",
    "icmp",
    "fcmp",
    "atomicrmw",
    "ordering",
    "call",
    "record",
    "attribute",
];

/// Vector constants that only a linker can compute.
const NOT_SHOWN: &[&str] =
    &["expression InsertElement", "expression ExtractElement", "expression ShuffleVector"];

fn ir_is_complete() -> Result<(), Failed> {
    let mut list = Checklist::default();
    let in_groups = |name: &String| name.split_once(' ').is_some_and(|(group, _)| GROUPS.contains(&group));
    list.wanted = constructs::wanted();
    list.wanted.retain(|name| in_groups(name) && !NOT_SHOWN.contains(&&**name));
    for text in shown(true)? {
        let module = tern_llvm_ir::read(text.as_bytes(), "test.ll").map_err(|error| error.to_string())?;
        list.shown.extend(constructs::of(&module));
    }
    list.check()
}

fn dialect_is_complete() -> Result<(), Failed> {
    let mut list = Checklist::default();
    list.want("operation", tern_dialect_llvm::DIALECT.operations.iter().map(|def| def.name));
    // No value has the type label.
    let types = tern_dialect_llvm::DIALECT.types.iter().map(|def| def.mnemonic);
    list.want("type", types.filter(|name| *name != "label"));
    for text in shown(false)? {
        operations(&text).for_each(|name| list.show("operation", name));
        // The prefix is omitted inside other types.
        text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .for_each(|word| list.show("type", word));
    }
    list.check()
}

/// Words in a text that may be names of operations.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("llvm.").filter(|&(at, _)| !text[..at].ends_with(['!', '#'])).map(|(at, _)| {
        let name = &text[at..];
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '.' | '_'));
        name[..end.unwrap_or(name.len())].trim_end_matches('.')
    })
}
