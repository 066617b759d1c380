//! What a query found, described with places.

use serde::Serialize;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::reader::Places;
use tern_llvm_ir::types::TypeKind;
use tern_llvm_ir::verify::Place;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Block, Global, Inst, Linkage, Module};

use super::{Found, Subject};
use crate::lines;

/// Something that a query found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// What it is.
    pub kind: Subject,
    /// The line of the text, from 1, if the text is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The function that has it, with its sign: `@f`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The block that has it: `%entry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// The instruction as LLVM prints it; of a function or variable, what it is, its type and name.
    pub text: String,
    /// The place in the source, by debug information: `f.c:12:3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let before = [&self.function, &self.block];
        let before: Vec<&str> = before.into_iter().flatten().map(String::as_str).collect();
        match before.is_empty() {
            true => f.write_str(&self.text)?,
            false => write!(f, "{}: {}", before.join(" "), self.text)?,
        }
        match &self.source {
            Some(source) => write!(f, "  ; {source}"),
            None => Ok(()),
        }
    }
}

/// Describes what was found.
pub(super) fn describe(module: &Module, found: &[Found], text: Option<&[u8]>) -> Vec<Answer> {
    let text = text.filter(|_| !found.is_empty());
    let places = text.and_then(|text| Some((Places::of(module, text)?, newlines(text))));
    let mut describer = Describer { module, excerpts: Excerpts::new(module), last: None };
    let answers = found.iter().map(|&found| {
        let (place, mut answer) = match found {
            Found::Instruction(global, block, inst) => {
                (Place::Instruction(global, inst), describer.instruction(global, block, inst))
            }
            Found::Block(global, block) => (Place::Block(global, block), describer.block(global, block)),
            Found::Global(global) => (Place::Global(global), describer.global(global)),
        };
        answer.line = places.as_ref().and_then(|(places, newlines)| {
            let offset = places.offset(place)?;
            Some(newlines.partition_point(|&newline| newline < offset) + 1)
        });
        answer
    });
    answers.collect()
}

fn newlines(text: &[u8]) -> Vec<usize> {
    text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(offset, _)| offset).collect()
}

struct Describer<'m> {
    module: &'m Module,
    excerpts: Excerpts<'m>,
    /// The function of the last answer, and its name.
    last: Option<(Global, String)>,
}

impl Describer<'_> {
    fn function_name(&mut self, global: Global) -> String {
        match &self.last {
            Some((last, name)) if *last == global => name.clone(),
            _ => {
                let name = self.excerpts.global_name(global);
                self.last = Some((global, name.clone()));
                name
            }
        }
    }

    fn instruction(&mut self, global: Global, block: Block, inst: Inst) -> Answer {
        let function = self.module.globals[global].as_function();
        let place = function.and_then(|function| lines::place(self.module, function, inst));
        Answer {
            kind: Subject::Instruction,
            line: None,
            function: Some(self.function_name(global)),
            block: Some(self.excerpts.block_name(global, block)),
            text: self.excerpts.instruction(global, inst).trim().to_owned(),
            source: place.map(|place| place.to_string()),
        }
    }

    fn block(&mut self, global: Global, block: Block) -> Answer {
        let function = self.module.globals[global].as_function();
        let insts = function.map_or(Vec::new(), |function| {
            let is_real = |inst: &&Inst| function.insts[**inst].inst.debug_record().is_none();
            function.block_insts(block).iter().filter(is_real).copied().collect()
        });
        let place = function
            .and_then(|function| insts.iter().find_map(|&inst| lines::place(self.module, function, inst)));
        let name = self.excerpts.block_name(global, block);
        let plural = if insts.len() == 1 { "" } else { "s" };
        Answer {
            kind: Subject::Block,
            line: None,
            function: Some(self.function_name(global)),
            text: format!("{} instruction{plural}", insts.len()),
            block: Some(name),
            source: place.map(|place| place.to_string()),
        }
    }

    fn global(&mut self, global: Global) -> Answer {
        let module = self.module;
        let value = &module.globals[global];
        let name = self.excerpts.global_name(global);
        let linkage = match value.linkage {
            Linkage::External => String::new(),
            other => format!("{} ", other.spelling()),
        };
        let ty = self.excerpts.ty(value.ty);
        let (kind, text) = match &value.kind {
            GlobalKind::Function(function) => {
                let keyword = if function.is_declaration() { "declare" } else { "define" };
                let text = match module.types.kind(value.ty) {
                    TypeKind::Function { ret, params, varargs } => {
                        let params = params.iter().map(|&param| self.excerpts.ty(param));
                        let params: Vec<String> = params.chain(varargs.then(|| "...".to_owned())).collect();
                        let ret = self.excerpts.ty(*ret);
                        format!("{keyword} {linkage}{ret} {name}({})", params.join(", "))
                    }
                    _ => format!("{keyword} {linkage}{name}"),
                };
                (Subject::Function, text)
            }
            GlobalKind::Variable(variable) => {
                let keyword = if variable.constant { "constant" } else { "global" };
                let external = match (variable.initializer, value.linkage) {
                    (None, Linkage::External) => "external ",
                    _ => "",
                };
                (Subject::Global, format!("{name} = {external}{linkage}{keyword} {ty}"))
            }
            GlobalKind::Alias(_) => (Subject::Alias, format!("{name} = {linkage}alias {ty}")),
            GlobalKind::IFunc(_) => (Subject::Alias, format!("{name} = {linkage}ifunc {ty}")),
        };
        let subprogram = value.as_function().and_then(|_| module.subprogram(global));
        let source = subprogram.map(|it| lines::place_of_function(it)).filter(|place| place.line != 0);
        let source = source.map(|place| format!("{}:{}", place.file, place.line));
        Answer { kind, line: None, function: None, block: None, text, source }
    }
}
