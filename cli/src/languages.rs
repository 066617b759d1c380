//! Translations of whole texts, which call the library crates in order: read, import or export, print.

use std::collections::BTreeMap;
use std::mem::forget;

use serde::Serialize;
use tern_dialect_llvm::versions as mlir_versions;
use tern_import::{Format, ImportTextError, MOST_PROBLEMS};
use tern_llvm_ir::Upgrades;
use tern_llvm_ir::bitcode::write::{DebugInfo, Options, write as write_bitcode};
use tern_llvm_ir::verify::{Ignored, Options as VerifyOptions};
use tern_llvm_ir::versions::{self, Consumer, LlvmVersion};
use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::body::{Order, Step};
use tern_mlir::bytecode::{self, ReadOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Context, OpRef, verify};

use crate::diagnostics::{self, Report};
use crate::files::{Input, Text};
use crate::kind::{self, Kind};
use crate::upstream::dialects::UNDECLARED;

type Result<T> = std::result::Result<T, Vec<Report>>;

/// The options for printing text that stock `mlir-opt` can read.
pub(crate) fn print_options() -> PrintOptions {
    PrintOptions { for_mlir: true, ..PrintOptions::default() }
}

/// A module of MLIR with its context.
struct DialectModule {
    context: Context,
    module: tern_mlir::Module,
}

/// The number of losses of each kind.
pub(crate) type Losses = BTreeMap<String, u64>;

/// A translated text, and the losses of the translation.
pub(crate) struct Translated {
    pub(crate) text: Text,
    pub(crate) losses: Losses,
}

/// LLVM IR that is to be imported.
pub(crate) enum Source {
    Text(Input),
    /// A module of bitcode, by its name.
    Module(String, Box<tern_llvm_ir::Module>),
}

impl Source {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Text(input) => &input.name,
            Self::Module(name, _) => name,
        }
    }

    /// The text, or the module as text.
    pub(crate) fn into_text(self) -> Result<Input> {
        match self {
            Self::Text(input) => Ok(input),
            Self::Module(name, module) => match tern_llvm_ir::try_write(&module) {
                Ok(text) => Ok(Input::new(name, text)),
                Err(problem) => Err(vec![Report::about_file(&name, problem.to_string())]),
            },
        }
    }
}

/// Translates LLVM IR to the `llvm` dialect.
pub(crate) fn import(source: Source, format: Format, options: tern_import::Options) -> Result<Translated> {
    if let Source::Text(input) = &source {
        expect(input, &[Kind::LlvmText], "tern export")?;
    }
    let name = source.name().to_owned();
    let prepare = |module: &mut tern_llvm_ir::Module| match options.compat {
        tern_import::Compat::Lossless => warn(module),
        // Upstream truncates silently.
        tern_import::Compat::Upstream => {
            if let Some(warning) = crate::upstream::reading::as_llvm_reads(module, &name) {
                // A closed standard error is not an error of the module.
                let _ = std::io::Write::write_all(&mut std::io::stderr(), warning.as_bytes());
            }
        }
    };
    let dialects = tern::dialects::all();
    let imported = match source {
        Source::Text(input) => {
            tern_import::import_text(input.bytes, &name, &dialects, options, format, prepare)
        }
        Source::Module(_, module) => {
            tern_import::import_module(*module, &name, &dialects, options, format, prepare)
        }
    };
    let mut imported = imported.map_err(|error| match error {
        ImportTextError::Read(error) => not_read(error),
        ImportTextError::Verify(found) => found.iter().map(Report::of_ir).collect(),
        ImportTextError::Import(found) => not_imported(&name, &found),
    })?;
    let losses = std::mem::take(&mut imported.losses);
    let text: Text = Box::new(move |sink| {
        let result = imported.write_to(sink);
        // The process ends soon.
        forget(imported);
        result
    });
    Ok(Translated { text, losses })
}

/// Prints the warnings about a module that the reader accepts.
fn warn(module: &tern_llvm_ir::Module) {
    let reports: Vec<Report> =
        module.warnings.iter().map(|warning| Report::of_ir(warning).into_warning()).collect();
    diagnostics::emit(&reports);
}

/// Translates a module of the `llvm` dialect, text or bytecode, to LLVM IR: to text, or to the result of `then` on that text.
pub(crate) fn export(
    mut input: Input,
    options: tern_export::Options,
    version: WriteFor,
    form: IrForm,
    then: Option<impl FnOnce(&[u8]) -> Result<Vec<u8>>>,
) -> Result<Translated> {
    expect(&input, &[Kind::MlirText, Kind::MlirBytecode], "tern import")?;
    let name = input.name.clone();
    let exported =
        input.used_up(|bytes| tern_export::export_text(bytes, &name, &tern::dialects::all(), options));
    let mut exported = exported.map_err(|error| reports(&error.context, &input, &error.diagnostics))?;
    // The process ends soon.
    forget(exported.source);
    if let Some(then) = then {
        let output = then(&write_ir(&input, &exported.module)?)?;
        return Ok(Translated {
            text: Box::new(move |sink| sink.write_all(&output)),
            losses: exported.losses,
        });
    }
    let losses = downgrade(&input.name, &mut exported.module, version)?;
    let text = form.written(&input.name, exported.module, version)?;
    Ok(Translated { text, losses: sum(exported.losses, losses) })
}

/// What LLVM IR is written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WriteFor {
    /// Whatever reads all that a module has.
    Any,
    Version(LlvmVersion),
    Program(&'static Consumer),
}

impl WriteFor {
    fn version(self) -> LlvmVersion {
        match self {
            Self::Any => LlvmVersion::DEFAULT,
            Self::Version(version) => version,
            Self::Program(program) => program.version,
        }
    }
}

/// The forms of LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IrForm {
    Text,
    Bitcode,
}

impl IrForm {
    /// The form of a file, by its name.
    pub(crate) fn of_file(path: &std::path::Path) -> Self {
        match path.extension() {
            Some(extension) if extension == "bc" => Self::Bitcode,
            _ => Self::Text,
        }
    }

    /// The module in this form for what it was brought to. `name` is that of its source if it does not say.
    fn written(self, name: &str, module: tern_llvm_ir::Module, version: WriteFor) -> Result<Text> {
        let version = version.version();
        if self == Self::Bitcode {
            let options = Options { name, use_list_orders: false, version, ..Options::default() };
            let bytes = write_bitcode(&module, &options);
            // The process ends soon.
            forget(module);
            let bytes = bytes.map_err(|problem| vec![Report::about_file(name, problem.to_string())])?;
            return Ok(Box::new(move |sink| sink.write_all(&bytes)));
        }
        Ok(Box::new(move |sink| {
            let result = tern_llvm_ir::writer::write_to_for(&module, version, sink);
            forget(module);
            result
        }))
    }
}

/// Brings a module of a file by this name to what it is written for.
fn downgrade(name: &str, module: &mut tern_llvm_ir::Module, version: WriteFor) -> Result<Losses> {
    let about = |problem: &tern_llvm_ir::Problem| Report::about_file(name, problem.to_string());
    let result = match version {
        WriteFor::Any => return Ok(Losses::new()),
        WriteFor::Version(version) => versions::downgrade(module, version),
        WriteFor::Program(program) => versions::downgrade_for(module, program),
    };
    match result {
        Ok(losses) => Ok(losses.counts()),
        Err(problems) => Err(problems.iter().map(about).collect()),
    }
}

/// Converts LLVM IR to that of another version of LLVM; without one, to that of the version that the module says it comes from.
pub(crate) fn convert(source: Source, version: WriteFor, form: IrForm) -> Result<Translated> {
    let (name, mut module) = match source {
        Source::Text(input) => (input.name.clone(), read_ir(&input)?),
        Source::Module(name, module) => (name, *module),
    };
    let version = match (version, versions::stated(&module)) {
        (WriteFor::Any, Some(stated)) => WriteFor::Version(stated),
        _ => version,
    };
    let losses = downgrade(&name, &mut module, version)?;
    Ok(Translated { text: form.written(&name, module, version)?, losses })
}

/// The result of a round trip.
pub(crate) struct ThereAndBack {
    /// The module after the round trip, as text.
    pub(crate) text: Vec<u8>,
    /// The first difference from the original.
    pub(crate) difference: Option<Difference>,
    /// The losses of both translations.
    pub(crate) losses: Losses,
}

/// The first difference between a module and the result of its round trip.
pub(crate) enum Difference {
    Ir(tern_llvm_ir::compare::Difference),
    /// A difference between the texts that Tern prints for both.
    Dialect(LineDifference),
}

/// Translates a module to the other language and back, through text in both. If `verify`, what is read must be right.
pub(crate) fn roundtrip(input: &Input, verify: bool) -> Result<ThereAndBack> {
    let between = |bytes: Vec<u8>| Input::new(format!("{} (translated)", input.name), bytes);
    if matches!(language(input)?, Kind::MlirText | Kind::MlirBytecode) {
        let module = if verify { read_right_dialect(input)? } else { read_dialect(input)? };
        let exported = export_module(input, &module, verify)?;
        let there = between(write_ir(input, &exported.module)?);
        let read = Read::of(&there, verify.then(VerifyOptions::default))?;
        let (back, losses) = import_module(context(), &there.name, read.right(), Default::default())?;
        let losses = sum(losses, read.losses());
        let (before, text) = (print_dialect(&module, false), print_dialect(&back, false));
        let difference = LineDifference::new(&before, &text).map(Difference::Dialect);
        Ok(ThereAndBack { text, difference, losses: sum(exported.losses, losses) })
    } else {
        let read = Read::of(input, verify.then(VerifyOptions::default))?;
        let module = read.right();
        let (imported, losses) = import_module(context(), &input.name, module, Default::default())?;
        let losses = sum(losses, read.losses());
        let locations = read.without.is_none() && tern_import::has_locations(module);
        let there = between(print_dialect(&imported, locations));
        let back = export_module(&there, &read_dialect(&there)?, verify)?;
        let text = write_ir(input, &back.module)?;
        // Most modules are textually equal.
        let is_different = write_ir(input, &read.module)? != text || read.module.lost_use_list_orders != 0;
        let difference = is_different
            .then(|| tern_llvm_ir::compare::first_difference(&read.module, &back.module))
            .flatten()
            .map(Difference::Ir);
        Ok(ThereAndBack { text, difference, losses: sum(losses, back.losses) })
    }
}

/// A module of LLVM IR as its text has it, and as LLVM reads it.
struct Read {
    module: tern_llvm_ir::Module,
    /// The module without debug information that is broken or of another version, if it has such.
    without: Option<(tern_llvm_ir::Module, Ignored)>,
}

impl Read {
    /// Reads a module, prints warnings, and verifies it if that is wanted.
    fn of(input: &Input, verify: Option<VerifyOptions>) -> Result<Self> {
        Self::verified(input, read_ir(input)?, verify)
    }

    /// Verifies a module that was read from this input, if that is wanted.
    fn verified(input: &Input, module: tern_llvm_ir::Module, verify: Option<VerifyOptions>) -> Result<Self> {
        let Some(options) = verify else { return Ok(Self { module, without: None }) };
        let report = verify_ir(&input.name, Some(&input.bytes), &module, options)?;
        let without = report.ignored.map(|ignored| {
            let mut without = module.clone();
            tern_llvm_ir::debug_info::strip(&mut without);
            (without, ignored)
        });
        Ok(Self { module, without })
    }

    /// The module that can be imported.
    fn right(&self) -> &tern_llvm_ir::Module {
        self.without.as_ref().map_or(&self.module, |(module, _)| module)
    }

    /// What that lacks.
    fn losses(&self) -> Losses {
        let ignored = self.without.iter().map(|(_, ignored)| ignored);
        ignored.map(|ignored| (ignored.kind().to_owned(), ignored.count)).collect()
    }
}

/// Reads a text of LLVM IR as `llvm-as` of LLVM 22 does, with this data layout instead of its own, prints warnings, and verifies it if
/// that is wanted. Also returns what happened to debug information.
pub(crate) fn read_as_llvm(
    input: &Input,
    data_layout: Option<String>,
    verify: Option<VerifyOptions>,
) -> Result<(tern_llvm_ir::Module, DebugInfo)> {
    let upgrades = Upgrades::Unreadable;
    let options = tern_llvm_ir::ReadOptions { upgrades, data_layout, ..Default::default() };
    let module = read_ir_with(input, &options)?;
    let Read { module, without } = Read::verified(input, module, verify)?;
    Ok(match without {
        Some((without, _)) => (without, DebugInfo::Removed),
        None if verify.is_some() => (module, DebugInfo::OfVersion),
        None => (module, DebugInfo::Unchecked),
    })
}

fn sum(mut losses: Losses, more: Losses) -> Losses {
    for (what, count) in more {
        *losses.entry(what).or_default() += count;
    }
    losses
}

/// The first differing line of two texts; `None` means the end of the text.
#[derive(Serialize, Debug, PartialEq)]
pub(crate) struct LineDifference {
    pub(crate) line: usize,
    pub(crate) before: Option<String>,
    pub(crate) after: Option<String>,
}

impl LineDifference {
    /// Compares two texts line by line.
    pub(crate) fn new(before: &[u8], after: &[u8]) -> Option<Self> {
        let numbered = |text| (1..).zip(lines_of(text));
        Self::of(numbered(before), numbered(after))
    }

    /// Compares two texts, ignoring whitespace and comments, which start with `comment`. The line number is that in `before`.
    pub(crate) fn in_essence(before: &[u8], after: &[u8], comment: &[u8]) -> Option<Self> {
        let essence = |text| {
            (1..)
                .zip(lines_of(text))
                .map(|(line, text)| (line, essence(text, comment)))
                .filter(|(_, text)| !text.is_empty())
        };
        Self::of(essence(before), essence(after))
    }

    fn of<T: AsRef<[u8]> + PartialEq>(
        mut before: impl Iterator<Item = (usize, T)>,
        mut after: impl Iterator<Item = (usize, T)>,
    ) -> Option<Self> {
        let mut last = 0;
        loop {
            let sides = (before.next(), after.next());
            match &sides {
                (None, None) => return None,
                (Some((line, one)), Some((_, other))) if one == other => last = *line,
                (one, other) => {
                    let text = |side: &Option<(usize, T)>| {
                        side.as_ref().map(|(_, text)| String::from_utf8_lossy(text.as_ref()).into_owned())
                    };
                    let line = one.as_ref().map_or(last + 1, |(line, _)| *line);
                    return Some(Self { line, before: text(one), after: text(other) });
                }
            }
        }
    }
}

fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n')
}

/// A line without comments, and with runs of blanks replaced by one space, except in strings.
fn essence(line: &[u8], comment: &[u8]) -> Vec<u8> {
    let mut essence = Vec::with_capacity(line.len());
    let mut quoted = false;
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b' ' | b'\t' | b'\r' if matches!(essence.last(), None | Some(b' ')) => continue,
            b'\t' | b'\r' => {
                essence.push(b' ');
                continue;
            }
            _ if line[at..].starts_with(comment) => break,
            _ => {}
        }
        essence.push(byte);
    }
    essence.truncate(essence.trim_ascii_end().len());
    essence
}

/// Whether a text is MLIR, whose comment syntax differs from LLVM IR's.
pub(crate) fn is_mlir(input: &Input) -> bool {
    matches!(kind::of_file(&input.name, &input.bytes), Kind::MlirText | Kind::MlirBytecode)
}

/// Checks a text of either language. Operations of unknown dialects are errors, as in `mlir-opt`, unless `allow_unregistered`
/// is set; the dialect `tern` is known. Entries of a summary that some of LLVM's tools do not read as text are errors, too.
pub(crate) fn check(input: &Input, allow_unregistered: bool) -> Vec<Report> {
    let checked = match language(input) {
        Ok(Kind::MlirText | Kind::MlirBytecode) => {
            let context = match allow_unregistered {
                true => context(),
                false => Context::new(&[&tern::dialects::all(), UNDECLARED].concat()),
            };
            read_dialect_into(context, input, allow_unregistered).map(|DialectModule { context, module }| {
                reports(&context, input, &verify::verify(&context, &module))
            })
        }
        Ok(_) => Read::of(input, Some(VerifyOptions::default())).map(|read| {
            let entry = tern_llvm_ir::reader::unskippable_entry(&read.module, &input.bytes, &input.name);
            entry.iter().map(Report::of_ir).collect()
        }),
        Err(reports) => Err(reports),
    };
    checked.unwrap_or_else(|reports| reports)
}

/// Verifies a module that was read from bitcode.
pub(crate) fn check_bitcode(name: &str, module: &tern_llvm_ir::Module) -> Vec<Report> {
    verify_ir(name, None, module, VerifyOptions::default()).err().unwrap_or_default()
}

/// Converts a text of either language to LLVM IR, for the LLVM library; LLVM IR is returned unchanged. If `lower`, other
/// dialects are first lowered to `llvm`, with C wrappers.
pub(crate) fn for_llvm(input: Input, lower: bool) -> Result<Input> {
    if !matches!(language(&input)?, Kind::MlirText | Kind::MlirBytecode) {
        return Ok(input);
    }
    let mut dialect = read_dialect(&input)?;
    if lower {
        let pipeline = Pipeline::parse(LOWERING, &Registry::default())
            .map_err(|error| vec![Report::about_file(&input.name, error.to_string())])?;
        let ran = pipeline.run(&dialect.context, &mut dialect.module, true);
        if !ran.succeeded {
            return Err(reports(&dialect.context, &input, &ran.diagnostics));
        }
    }
    let bytes = write_ir(&input, &export_module(&input, &dialect, true)?.module)?;
    Ok(Input::new(input.name, bytes))
}

/// The pipeline that lowers other dialects to `llvm`.
const LOWERING: &str = "builtin.module(convert-std-to-llvm{emit-c-wrappers=true})";

/// Recognizes memrefs in the signatures of a module of either language. Returns the report, and the module with the memrefs
/// restored.
pub(crate) fn raise_memref(input: &Input) -> Result<(tern_raise::Report, Text)> {
    let DialectModule { context, module } = match language(input)? {
        Kind::MlirText | Kind::MlirBytecode => read_right_dialect(input)?,
        _ => {
            import_module(
                context(),
                &input.name,
                Read::of(input, Some(VerifyOptions::default()))?.right(),
                Default::default(),
            )?
            .0
        }
    };
    let tern_raise::Raised { module, report } = tern_raise::raise(&context, &module);
    Ok((
        report,
        Box::new(move |sink| asm::text(&context, &module, &print_options()).write_to(&context, sink)),
    ))
}

/// The language of `input`, if it is one that can be read here.
fn language(input: &Input) -> Result<Kind> {
    let kind = kind::of_file(&input.name, &input.bytes);
    let problem = match kind {
        Kind::LlvmText | Kind::MlirText | Kind::MlirBytecode => return Ok(kind),
        // An empty text is a valid module in both languages.
        Kind::Unclear if input.bytes.trim_ascii_start().is_empty() => return Ok(Kind::LlvmText),
        Kind::Unclear => "this is neither LLVM IR nor MLIR".to_owned(),
        // Commands that read LLVM IR have already converted bitcode to text.
        Kind::LlvmBitcode | Kind::Container => format!("this is {kind}, not LLVM IR or MLIR as text"),
    };
    Err(vec![Report::about_file(&input.name, problem)])
}

/// Rejects input that is clearly of another kind than `expected`; `other` is the command that would read it.
fn expect(input: &Input, expected: &[Kind], other: &str) -> Result<()> {
    match kind::of(&input.bytes) {
        // The parser gives a better error for unclear input.
        Kind::Unclear => Ok(()),
        found if expected.contains(&found) => Ok(()),
        found => Err(vec![Report::about_file(&input.name, found.instead_of(expected[0], other))]),
    }
}

/// The number of operations of each dialect in a module of MLIR, and the module of LLVM IR that it is, if it can be exported.
pub(crate) fn survey(input: &Input) -> Result<(BTreeMap<String, usize>, Option<tern_llvm_ir::Module>)> {
    let read = read_dialect(input)?;
    let mut operations = BTreeMap::new();
    read.module.body().walk(Order::Pre, |body, op| {
        let name = OpRef::new(&read.context, body, op).name();
        let dialect = name.split_once('.').map_or("builtin", |(dialect, _)| dialect);
        *operations.entry(dialect.to_owned()).or_default() += 1;
        Step::Continue
    });
    let exported = export_module(input, &read, false).ok();
    Ok((operations, exported.map(|exported| exported.module)))
}

pub(crate) fn read_ir(input: &Input) -> Result<tern_llvm_ir::Module> {
    read_ir_with(input, &Default::default())
}

fn read_ir_with(input: &Input, options: &tern_llvm_ir::ReadOptions) -> Result<tern_llvm_ir::Module> {
    let module = tern_llvm_ir::read_with(&input.bytes, &input.name, options).map_err(not_read)?;
    warn(&module);
    Ok(module)
}

/// Verifies a module that was read from `text`, or from bitcode, as LLVM does. Debug information that LLVM's reader removes is a warning.
fn verify_ir(
    name: &str,
    text: Option<&[u8]>,
    module: &tern_llvm_ir::Module,
    options: VerifyOptions,
) -> Result<tern_llvm_ir::verify::Report> {
    let report = tern_llvm_ir::verify::verify_with(module, options);
    if let Some(warning) = report.warning(module, text, name, MOST_PROBLEMS) {
        diagnostics::emit(&[Report::of_ir(&warning).into_warning()]);
    }
    match report.is_empty() {
        true => Ok(report),
        false => {
            Err(report.diagnostics(module, text, name, MOST_PROBLEMS).iter().map(Report::of_ir).collect())
        }
    }
}

/// Prints a module that was made from `input`.
fn write_ir(input: &Input, module: &tern_llvm_ir::Module) -> Result<Vec<u8>> {
    tern_llvm_ir::try_write(module)
        .map_err(|problem| vec![Report::about_file(&input.name, problem.to_string())])
}

fn not_read(diagnostic: tern_llvm_ir::Diagnostic) -> Vec<Report> {
    diagnostic.all().map(Report::of_ir).collect()
}

/// Creates a context with all of Tern's dialects.
pub(crate) fn context() -> Context {
    Context::new(&tern::dialects::all())
}

/// Parse options that accept unregistered dialects.
fn parse_options() -> ParseOptions {
    ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() }
}

fn read_dialect(input: &Input) -> Result<DialectModule> {
    read_dialect_into(context(), input, true)
}

/// Reads a module of MLIR and verifies it.
fn read_right_dialect(input: &Input) -> Result<DialectModule> {
    let read = read_dialect(input)?;
    let found = reports(&read.context, input, &verify::verify(&read.context, &read.module));
    match found.iter().any(Report::is_error) {
        true => Err(found),
        false => Ok(read),
    }
}

fn read_dialect_into(
    context: Context,
    input: &Input,
    allow_unregistered_dialects: bool,
) -> Result<DialectModule> {
    let read = if bytecode::is_bytecode(&input.bytes) {
        let options = ReadOptions { allow_unregistered_dialects, ..ReadOptions::default() };
        bytecode::read(&context, &input.bytes, &options).map_err(|found| vec![found])
    } else {
        let options = ParseOptions { allow_unregistered_dialects, ..parse_options() };
        mlir_versions::parse(&context, &input.name, &input.bytes, &options)
    };
    match read {
        Ok(module) => Ok(DialectModule { context, module }),
        Err(found) => Err(reports(&context, input, &found)),
    }
}

fn print_dialect(module: &DialectModule, locations: bool) -> Vec<u8> {
    let options = PrintOptions { debug_info: locations, ..print_options() };
    asm::print(&module.context, &module.module, &options)
}

fn import_module(
    context: Context,
    name: &str,
    module: &tern_llvm_ir::Module,
    options: tern_import::Options,
) -> Result<(DialectModule, Losses)> {
    match tern_import::import_with(&context, module, options) {
        Ok(imported) => Ok((DialectModule { context, module: imported.module }, imported.losses)),
        Err(found) => Err(not_imported(name, &found)),
    }
}

fn not_imported(name: &str, found: &[Diagnostic]) -> Vec<Report> {
    found.iter().map(|error| Report::about_file(name, error.message().to_owned())).collect()
}

fn export_module(input: &Input, dialect: &DialectModule, verify: bool) -> Result<tern_export::Export> {
    let DialectModule { context, module } = dialect;
    let options = tern_export::Options { verify, ..Default::default() };
    tern_export::export_with(context, module, options).map_err(|found| reports(context, input, &found))
}

fn reports(context: &Context, input: &Input, found: &[Diagnostic]) -> Vec<Report> {
    found.iter().map(|diagnostic| Report::of_dialect(context, input, diagnostic)).collect()
}

#[cfg(test)]
mod tests {
    use super::LineDifference;

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(LineDifference::new(b"a\nb\n", b"a\nb\n"), None);
        let at = |line, before: Option<&str>, after: Option<&str>| {
            Some(LineDifference { line, before: before.map(Into::into), after: after.map(Into::into) })
        };
        assert_eq!(LineDifference::new(b"a\nb\nc", b"a\nx\nc"), at(2, Some("b"), Some("x")));
        assert_eq!(LineDifference::new(b"a", b"a\nb"), at(2, None, Some("b")));
    }

    #[test]
    fn comments_and_blanks_are_no_difference() {
        let difference = |before: &str, after: &str, comment: &str| {
            LineDifference::in_essence(before.as_bytes(), after.as_bytes(), comment.as_bytes())
        };
        assert_eq!(difference("; c\n\n a\t b ; d\nc\n", "a b\n\nc", ";"), None);
        assert_eq!(difference("a // b\n", "a\n", "//"), None);
        let line = |before: &str, after: &str| difference(before, after, ";").map(|found| found.line);
        assert_eq!(line("; c\n\nx \"a; b\"\n", "x \"a; c\"\n"), Some(3));
        assert_eq!(line("x \"a  b\"\n", "x \"a b\"\n"), Some(1));
        assert_eq!(line("a b", "ab"), Some(1));
    }

    #[test]
    fn operations_are_found_by_the_namespaces_of_their_dialects() {
        let context = super::context();
        for def in context.dialects().iter().flat_map(|dialect| dialect.operations) {
            let found = context.op_name_data(context.op_name(def.name)).def;
            assert!(found.is_some_and(|found| std::ptr::eq(found, *def)), "{}", def.name);
        }
    }
}
