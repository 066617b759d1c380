//! Modules of LLVM IR as data, for the commands that change them: read from text and bitcode of any version, verified, written as text.

use std::path::Path;

use tern_llvm_ir::Module;
use tern_llvm_ir::bitcode::write::{Options, write as write_bitcode};

use crate::bitcode;
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};

/// The most problems of a module that are reported.
const MOST_PROBLEMS: usize = 20;

/// The modules in a file, each with its name: one of a text, any number of bitcode and of archives.
pub(crate) fn modules(input: Input) -> Result<Vec<(String, Module)>, Vec<Report>> {
    if bitcode::is_in(&input.bytes) {
        let modules = bitcode::read(&input, None)?.into_iter();
        return Ok(modules.map(|read| (read.name, read.module)).collect());
    }
    let module =
        tern_llvm_ir::read(&input.bytes, &input.name).map_err(|found| vec![Report::of_ir(&found)])?;
    let warnings = module.warnings.iter().map(|warning| Report::of_ir(warning).into_warning());
    diagnostics::emit(&warnings.collect::<Vec<_>>());
    Ok(vec![(input.name, module)])
}

/// The only module in a file.
pub(crate) fn module(input: Input) -> Result<(String, Module), Vec<Report>> {
    let name = input.name.clone();
    bitcode::only(&name, modules(input)?, |(name, _)| name)
}

/// Checks a module as LLVM's verifier does. `what` says which module it is.
pub(crate) fn verify(name: &str, what: &str, module: &Module) -> Result<(), Vec<Report>> {
    let report = tern_llvm_ir::verify(module);
    if report.is_empty() {
        return Ok(());
    }
    let mut reports = vec![Report::about_file(name, format!("{what} is broken"))];
    let sentences = report.described(module).take(MOST_PROBLEMS);
    reports.extend(sentences.map(|sentence| Report::about_file(name, sentence.trim_end().to_owned())));
    Err(reports)
}

/// A module as text, as LLVM's tools print it.
pub(crate) fn text(module: &Module, identifier: &str) -> Result<Vec<u8>, Vec<Report>> {
    let written = tern_llvm_ir::writer::try_write_disassembled(module, identifier, None);
    written.map_err(|problem| vec![Report::about_file(identifier, problem.to_string())])
}

/// Writes a module: as bitcode to a file whose name ends in `.bc`, otherwise as text, as LLVM's tools print it.
pub(crate) fn write(path: &Path, module: &Module, identifier: &str) -> Result<(), Vec<Report>> {
    let bytes = match path.extension() {
        Some(extension) if extension == "bc" => {
            let options = Options { name: identifier, use_list_orders: false, ..Options::default() };
            let written = write_bitcode(module, &options);
            written.map_err(|problem| vec![Report::about_file(identifier, problem.to_string())])?
        }
        _ => text(module, identifier)?,
    };
    files::write(path, Box::new(move |sink| sink.write_all(&bytes)))
}
