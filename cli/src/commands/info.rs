//! `tern info`: the modules in a file, their producer and target, and the oldest LLVM that can read them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use tern_llvm_ir::Module;
use tern_llvm_ir::bitcode;
use tern_llvm_ir::metadata::{MdNodeKind, Metadata};
use tern_llvm_ir::versions::{self, LlvmVersion};

use super::{Files, Outcome};
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::kind::{self, Kind};
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern info program.bc
  tern info --json *.ll
  clang -c -emit-llvm -o - f.c | tern info -

Exit status:
  0  all files could be read
  1  at least one could not
  2  the command line is wrong";

/// Arguments of `tern info`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Print a list in JSON.
    #[arg(long)]
    json: bool,
}

/// What is said about one module.
#[derive(Serialize)]
struct Info {
    file: String,
    kind: String,
    bytes: usize,
    /// What wrote the file or compiled the program, as far as the file says so.
    producers: Vec<String>,
    source: Option<String>,
    target: Option<String>,
    data_layout: Option<String>,
    needs: Option<Needs>,
    /// How many there are of each kind of entity.
    sizes: BTreeMap<String, usize>,
}

/// The oldest LLVM, and why.
#[derive(Serialize)]
struct Needs {
    llvm: u8,
    because: Vec<Reason>,
}

#[derive(Serialize)]
struct Reason {
    since: u8,
    what: String,
    count: u64,
    first: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (mut all, mut found) = (true, Vec::new());
    for path in &args.files.files {
        match Input::read(path).and_then(infos) {
            Ok(infos) => found.extend(infos),
            Err(reports) => {
                diagnostics::emit(&reports);
                all = false;
            }
        }
    }
    let text = match args.json {
        true => {
            let json = serde_json::to_string_pretty(&found);
            format!("{}\n", json.map_err(|error| vec![Report::about_file("-", error.to_string())])?)
        }
        false => found.iter().map(Info::text).collect::<Vec<_>>().join("\n"),
    };
    files::write("-".as_ref(), Box::new(move |sink| sink.write_all(text.as_bytes())))?;
    Ok(all)
}

/// The modules of a file.
fn infos(file: Input) -> Result<Vec<Info>, Vec<Report>> {
    let (kind, bytes) = (kind::of_file(&file.name, &file.bytes), file.bytes.len());
    let mut producers = Vec::new();
    match kind {
        Kind::LlvmBitcode => {
            if let Ok(identification) = bitcode::identification(&file.bytes)
                && !identification.producer.is_empty()
            {
                producers.push(identification.producer);
            }
        }
        Kind::MlirBytecode => producers.extend(producer_of_bytecode(&file.bytes)),
        _ => {}
    }
    if matches!(kind, Kind::MlirText | Kind::MlirBytecode) {
        return Ok(vec![of_dialect(&file, kind, producers)?]);
    }
    let opaque = match kind {
        Kind::LlvmText => names_opaque_pointers(&file.bytes),
        // LLVM writes its version there.
        _ => producers.first().and_then(|it| version_in(it)).is_none_or(|version| version >= OPAQUE),
    };
    let modules = crate::bitcode::modules(file, None)?;
    let info = |input: Input| {
        let module = languages::read_ir(&input)?;
        let bytes = if kind == Kind::LlvmText { input.bytes.len() } else { bytes };
        let mut info = Info::of(&input.name, kind.to_string(), bytes, producers.clone());
        info.add_module(&module, opaque);
        Ok(info)
    };
    modules.into_iter().map(info).collect()
}

/// The version from which pointers have no types.
const OPAQUE: u8 = 15;

/// The number after `LLVM` at the beginning of a producer's name.
fn version_in(producer: &str) -> Option<u8> {
    let digits = producer.strip_prefix("LLVM")?;
    digits.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// Whether a text has the type `ptr`, outside strings and comments.
fn names_opaque_pointers(text: &[u8]) -> bool {
    let is_word = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$' | b'%' | b'@' | b'!' | b'#')
    };
    text.split(|&byte| byte == b'\n').any(|line| {
        let unquoted = line.split(|&byte| byte == b'"').step_by(2);
        let mut words = unquoted.flat_map(|part| part.split(|byte| !is_word(byte) && *byte != b';'));
        words.any(|word| word == b"ptr") && !line.trim_ascii_start().starts_with(b";")
    })
}

/// The name of what wrote bytecode, which follows the version.
fn producer_of_bytecode(bytes: &[u8]) -> Option<String> {
    // The version is a number below 128, in one byte.
    let name = bytes.get(5..)?;
    let end = name.iter().position(|&byte| byte == 0)?;
    Some(String::from_utf8_lossy(&name[..end]).into_owned())
}

/// What is said about a module of MLIR.
fn of_dialect(file: &Input, kind: Kind, producers: Vec<String>) -> Result<Info, Vec<Report>> {
    let mut info = Info::of(&file.name, kind.to_string(), file.bytes.len(), producers);
    let (operations, exported) = languages::survey(file)?;
    for (dialect, count) in operations {
        info.sizes.insert(format!("operations of {dialect}"), count);
    }
    if let Some(module) = exported {
        info.add_module(&module, true);
    }
    Ok(info)
}

impl Info {
    fn of(name: &str, kind: String, bytes: usize, producers: Vec<String>) -> Self {
        let sizes = BTreeMap::new();
        Self {
            file: name.to_owned(),
            kind,
            bytes,
            producers,
            source: None,
            target: None,
            data_layout: None,
            needs: None,
            sizes,
        }
    }

    fn add_module(&mut self, module: &Module, opaque: bool) {
        let text = |id: Option<_>| id.map(|id| module.text(id).into_owned()).filter(|text| !text.is_empty());
        self.source = text(module.source_filename);
        self.target = text(module.target_triple);
        self.data_layout = text(module.data_layout);
        for producer in identifications(module) {
            if !self.producers.contains(&producer) {
                self.producers.push(producer);
            }
        }
        self.needs = Some(needs(module, opaque));
        let functions = || module.functions.iter().filter_map(|&global| module.globals[global].as_function());
        let counts = [
            ("functions defined", functions().filter(|function| !function.is_declaration()).count()),
            ("functions declared", functions().filter(|function| function.is_declaration()).count()),
            ("variables", module.variables.len()),
            ("aliases", module.aliases.len()),
            ("ifuncs", module.ifuncs.len()),
            ("blocks", functions().map(|function| function.layout.len()).sum()),
            ("instructions", functions().map(|function| function.insts.len()).sum()),
            ("metadata nodes", module.metadata.nodes.len()),
        ];
        for (what, count) in counts {
            if count != 0 {
                self.sizes.insert(what.to_owned(), count);
            }
        }
    }

    fn text(&self) -> String {
        let mut out = format!("{}: {}, {} bytes\n", self.file, self.kind, self.bytes);
        let mut line = |name: &str, value: &str| _ = writeln!(out, "  {name:<10} {value}");
        self.producers.iter().for_each(|producer| line("producer", producer));
        let known = [("source", &self.source), ("target", &self.target), ("layout", &self.data_layout)];
        for (name, value) in known {
            value.iter().for_each(|value| line(name, value));
        }
        let sizes: Vec<String> = self.sizes.iter().map(|(what, count)| format!("{count} {what}")).collect();
        if !sizes.is_empty() {
            line("holds", &sizes.join(", "));
        }
        if let Some(Needs { llvm, because }) = &self.needs {
            let oldest = if *llvm == LlvmVersion::OLDEST.major() { " or older" } else { " at least" };
            line("needs", &format!("LLVM {llvm}{oldest}"));
            for Reason { since, what, count, first } in because {
                let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
                let place = first.as_ref().map_or(String::new(), |first| format!(", first in {first}"));
                line("", &format!("  since {since}: {what}{times}{place}"));
            }
        }
        out
    }
}

fn needs(module: &Module, opaque: bool) -> Needs {
    let versions::Needs { constructs, .. } = versions::needs(module);
    let mut because: Vec<Reason> = constructs
        .into_iter()
        .map(|versions::Construct { what, since, loss, .. }| Reason {
            since: since.major(),
            what,
            count: loss.count,
            first: loss.first,
        })
        .collect();
    if opaque && versions::has_pointers(module) {
        let at = because.iter().position(|reason| reason.since < OPAQUE).unwrap_or(because.len());
        let what = "pointers without types, which are inferred for older versions".to_owned();
        because.insert(at, Reason { since: OPAQUE, what, count: 1, first: None });
    }
    let llvm = because.first().map_or(LlvmVersion::OLDEST.major(), |newest| newest.since);
    Needs { llvm, because }
}

/// What `!llvm.ident` says.
fn identifications(module: &Module) -> Vec<String> {
    let named = module.metadata.named.iter().filter(|(name, _)| module.strings.get(*name) == b"llvm.ident");
    let nodes = named.flat_map(|(_, nodes)| nodes);
    let text = |node| match &module.metadata.nodes[node].kind {
        MdNodeKind::Tuple(operands) => match operands.first().copied() {
            Some(Metadata::String(text)) => Some(module.text(text).into_owned()),
            _ => None,
        },
        _ => None,
    };
    let mut found: Vec<String> = nodes.filter_map(|&node| text(node)).collect();
    found.dedup();
    found
}
