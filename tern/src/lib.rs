//! Tern carries programs between LLVM IR and MLIR's `llvm` dialect, both ways, and loses nothing. This is its front door: read, import,
//! run passes, export, write.
//!
//! ```
//! let llvm = tern::read_llvm("define i32 @twice(i32 %x) {\n  %y = add nsw i32 %x, %x\n  ret i32 %y\n}\n", "twice.ll")?;
//! let mlir = tern::import(&llvm)?;
//! assert!(mlir.to_text().contains("%y = llvm.add %x, %x overflow<nsw> : i32"));
//! let exported = tern::export(&mlir)?;
//! assert!(exported.losses.is_empty());
//! assert!(tern::write_llvm(&exported.module)?.contains("%y = add nsw i32 %x, %x"));
//! # Ok::<(), tern::Errors>(())
//! ```
//!
//! Programs in MLIR's other dialects are lowered by passes, with the names and options of `mlir-opt`'s:
//!
//! ```
//! let text = "func.func @first(%m: memref<4xf32>) -> f32 {
//!   %zero = arith.constant 0 : index
//!   %x = memref.load %m[%zero] : memref<4xf32>
//!   return %x : f32
//! }";
//! let mut mlir = tern::read_mlir(text, "first.mlir")?;
//! mlir.run("builtin.module(convert-std-to-llvm)")?;
//! println!("{}", tern::write_llvm(&tern::export(&mlir)?.module)?);
//! # Ok::<(), tern::Errors>(())
//! ```
//!
//! Whole files are translated faster, and in less memory, by [`import_text`] and [`export_text`], which overlap reading, translating
//! and printing:
//!
//! ```
//! let mut mlir = Vec::new();
//! tern::import_text("define i32 @one() {\n  ret i32 1\n}\n", "one.ll", &mut mlir)?;
//! let mut llvm = Vec::new();
//! let losses = tern::export_text(mlir, "one.mlir", &mut llvm)?;
//! assert!(losses.is_empty() && String::from_utf8(llvm)?.contains("ret i32 1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Analyses answer questions about modules of LLVM IR: control flow, calls, memory, stack, and queries in a small language.
//!
//! ```
//! use tern::analysis::{call_graph::CallGraph, memory::Memory, query::Query, stack::Stack};
//! use tern::llvm_ir::graph::{Cfg, Dominators, Loops};
//!
//! let text = "@x = internal global i32 0\ndefine void @set() {\n  %a = alloca i64\n  store i32 1, ptr @x\n  ret void\n}\n\
//!     define void @main(i1 %c) {\n  br label %loop\nloop:\n  call void @set()\n  br i1 %c, label %loop, label %end\nend:\n  ret void\n}\n";
//! let module = tern::read_llvm(text, "x.ll")?;
//! let [main, set, x] = ["main", "set", "x"].map(|name| module.global(name).unwrap());
//! let calls = CallGraph::of(&module);
//! assert_eq!(calls.reachable([main]), [main, set]);
//! let memory = Memory::of(&module, &calls);
//! assert_eq!(memory.access(&module, main, x).spelling(), "write");
//! assert_eq!(Stack::of(&module, &calls).depth(main).unwrap().bytes, 8);
//! let cfg = Cfg::of(module.globals[main].as_function().unwrap());
//! assert_eq!(Loops::new(&cfg, &Dominators::new(&cfg)).len(), 1);
//! let answers = Query::parse("call to set in loops").unwrap().run(&module);
//! assert_eq!(answers[0].to_string(), "@main %loop: call void @set()");
//! # Ok::<(), tern::Errors>(())
//! ```
//!
//! The crates behind it are re-exported: [`llvm_ir`] is LLVM IR as plain data, with what it takes to walk, change and build modules;
//! [`analysis`] answers questions about it;
//! [`mlir`] is MLIR, [`dialects`] are the dialects that Tern declares, [`passes`] is what passes are made of.

mod error;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

pub use error::{Error, Errors};
pub use tern_analysis as analysis;
pub use tern_llvm_ir as llvm_ir;
pub use tern_lower as passes;
pub use tern_mlir as mlir;

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode;
use tern_mlir::declare::Dialect;

/// The dialects that Tern declares, by group.
pub mod dialects {
    pub use tern_dialect_core as core;
    pub use tern_dialect_hardware as hardware;
    pub use tern_dialect_llvm as llvm;
    pub use tern_dialect_tern as tern;

    use super::Dialect;

    /// All of them, for a [`Context`](tern_mlir::Context).
    pub fn all() -> Vec<&'static Dialect> {
        [&of_mlir(), tern::DIALECTS].concat()
    }

    /// Those of MLIR: all but the dialect `tern`.
    pub fn of_mlir() -> Vec<&'static Dialect> {
        [llvm::DIALECTS, core::DIALECTS, hardware::DIALECTS].concat()
    }
}

/// A module of MLIR and the context that it lives in.
pub struct Mlir {
    /// Interned types, attributes and names, and the dialects that are known.
    pub context: mlir::Context,
    /// The module, whose root is a `builtin.module`.
    pub module: mlir::Module,
    /// What an import left out, by kind, with the number of times: debug information that is broken or of another version.
    pub losses: BTreeMap<String, u64>,
    /// Whether operations have locations that the text must hold, as those of debug information.
    has_locations: bool,
}

/// A module of LLVM IR, and what had to be left out of it.
pub struct Exported {
    /// The module, with its own tables of strings, types and constants.
    pub module: llvm_ir::Module,
    /// What MLIR says and LLVM IR has no place for, by kind, with the number of times it was left out.
    pub losses: BTreeMap<String, u64>,
}

/// Reads LLVM IR as text, as LLVM 22 and older print it. `name` is that of the file in errors.
///
/// # Errors
///
/// What is wrong with the text; LLVM would refuse it.
pub fn read_llvm(text: impl AsRef<[u8]>, name: &str) -> Result<llvm_ir::Module, Errors> {
    llvm_ir::read(text.as_ref(), name).map_err(|error| Errors::from(&error))
}

/// The text of a module of LLVM IR, as LLVM 22 prints it. What is not UTF-8 in it, in names and strings, becomes U+FFFD:
/// [`llvm_ir::try_write`] gives the bytes.
///
/// # Errors
///
/// What the text could not say truly: operands of other functions or modules, types that do not fit, empty blocks.
pub fn write_llvm(module: &llvm_ir::Module) -> Result<String, Errors> {
    let text = llvm_ir::try_write(module).map_err(|problem| Errors::about("", problem))?;
    Ok(into_string(text))
}

/// The text of a module of LLVM IR for a version of LLVM, from 5 to 23, and what had to be left out or replaced, by kind, with the number
/// of times. The module itself stays as it is.
///
/// ```
/// let llvm = tern::read_llvm("define i8 @f(ptr %p) {\n  %x = load i8, ptr %p\n  ret i8 %x\n}\n", "f.ll")?;
/// let (text, losses) = tern::write_llvm_for(&llvm, 13)?;
/// assert!(text.contains("load i8, i8* %p") && losses.is_empty());
/// # Ok::<(), tern::Errors>(())
/// ```
///
/// # Errors
///
/// Those of [`write_llvm`]; what the version cannot say; another version.
pub fn write_llvm_for(
    module: &llvm_ir::Module,
    version: u32,
) -> Result<(String, BTreeMap<String, u64>), Errors> {
    let Some(version) = llvm_ir::versions::LlvmVersion::new(version) else {
        return Err(Errors::about("", format!("nothing can be written for LLVM {version}")));
    };
    let mut module = module.clone();
    let losses = llvm_ir::versions::downgrade(&mut module, version)
        .map_err(|problems| Errors::about_each(problems.iter().map(ToString::to_string)))?;
    let text =
        llvm_ir::writer::try_write_for(&module, version).map_err(|problem| Errors::about("", problem))?;
    Ok((into_string(text), losses.counts()))
}

/// Reads MLIR, assembly or bytecode, with all dialects of [`dialects`]; operations of others are kept as they are. The module is not
/// [verified](Mlir::verify).
///
/// # Errors
///
/// What is wrong with the text or the bytes.
pub fn read_mlir(source: impl AsRef<[u8]>, name: &str) -> Result<Mlir, Errors> {
    let (context, source) = (mlir::Context::new(&dialects::all()), source.as_ref());
    let read = if bytecode::is_bytecode(source) {
        let options = bytecode::ReadOptions { allow_unregistered_dialects: true, ..Default::default() };
        bytecode::read(&context, source, &options).map_err(|error| vec![error])
    } else {
        let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
        asm::parse(&context, name, source, &options)
    };
    match read {
        Ok(module) => Ok(Mlir { context, module, losses: BTreeMap::new(), has_locations: false }),
        Err(found) => Err(Errors::of_mlir(&context, name, &found)),
    }
}

/// The `llvm` dialect for a module of LLVM IR. Nothing is lost: [`export`] makes the same module of it again. The module is
/// [verified](llvm_ir::Module::verify) first, and debug information that LLVM would drop, because it is broken or of another version,
/// is [left out](Mlir::losses). `tern_import::import` takes the module as it is.
///
/// # Errors
///
/// What LLVM's verifier refuses, by function, block and instruction. What MLIR has no form for.
pub fn import(module: &llvm_ir::Module) -> Result<Mlir, Errors> {
    let report = module.verify();
    if !report.is_empty() {
        return Err(Errors::about_each(report.described(module).take(tern_import::MOST_PROBLEMS)));
    }
    let Some(ignored) = report.ignored else { return import_right(module) };
    let mut without = module.clone();
    llvm_ir::debug_info::strip(&mut without);
    let mut mlir = import_right(&without)?;
    mlir.has_locations = false;
    mlir.losses.insert(ignored.kind().to_owned(), ignored.count);
    Ok(mlir)
}

fn import_right(module: &llvm_ir::Module) -> Result<Mlir, Errors> {
    let context = mlir::Context::sharing(module.strings.table().clone(), &dialects::all());
    match tern_import::import(&context, module) {
        Ok(imported) => Ok(Mlir {
            context,
            module: imported,
            losses: BTreeMap::new(),
            has_locations: tern_import::has_locations(module),
        }),
        Err(found) => Err(Errors::of_mlir(&context, "", &found)),
    }
}

/// LLVM IR for a module of the `llvm` dialect. In builds with debug assertions it is verified; else
/// [`verify`](llvm_ir::Module::verify) says what is wrong with it.
///
/// # Errors
///
/// Operations, types and attributes that have no LLVM IR, or are not what their dialect demands.
pub fn export(mlir: &Mlir) -> Result<Exported, Errors> {
    match tern_export::export(&mlir.context, &mlir.module) {
        Ok(exported) => Ok(Exported { module: exported.module, losses: exported.losses }),
        Err(found) => Err(Errors::of_mlir(&mlir.context, "", &found)),
    }
}

/// Translates a text of LLVM IR to the assembly of the `llvm` dialect, which is what [`read_llvm`], [`import`] and [`Mlir::to_text`]
/// give. `name` is that of the file in errors. Returns what was left out, as [`Mlir::losses`]. `tern_import::import_text` has options,
/// one of them not to verify, and writes bytecode too.
///
/// # Errors
///
/// Those of [`read_llvm`] and [`import`], the latter with their places in the text; nothing is written then. The first error of `sink`.
pub fn import_text(
    text: impl AsRef<[u8]> + Sync,
    name: &str,
    sink: &mut (dyn Write + Send + Sync),
) -> Result<BTreeMap<String, u64>, Errors> {
    let format = tern_import::Format::Assembly(PrintOptions { for_mlir: true, ..PrintOptions::default() });
    let options = tern_import::Options::default();
    match tern_import::import_text(text, name, &dialects::all(), options, format, |_| ()) {
        Ok(imported) => match imported.write_to(sink) {
            Ok(()) => Ok(imported.losses),
            Err(error) => Err(Errors::about(name, error)),
        },
        Err(tern_import::ImportTextError::Read(error)) => Err(Errors::from(&error)),
        Err(tern_import::ImportTextError::Verify(found)) => Err(Errors::of_llvm(&found)),
        Err(tern_import::ImportTextError::Import(found)) => Err(Errors::about_all(name, &found)),
    }
}

/// Translates MLIR, assembly or bytecode, to a text of LLVM IR, which is what [`read_mlir`], [`export`] and [`write_llvm`] give. `name`
/// is that of the file in errors. Returns what was left out, as [`Exported::losses`].
///
/// # Errors
///
/// Those of [`read_mlir`], [`export`] and [`write_llvm`]. The first error of `sink`.
pub fn export_text(
    source: impl AsRef<[u8]> + Send + Sync + 'static,
    name: &str,
    sink: &mut (dyn Write + Send),
) -> Result<BTreeMap<String, u64>, Errors> {
    let options = tern_export::Options::default();
    let exported = tern_export::export_text(Arc::new(source), name, &dialects::all(), options)
        .map_err(|error| Errors::of_mlir(&error.context, name, &error.diagnostics))?;
    llvm_ir::write_to(&exported.module, sink).map_err(|error| Errors::about(name, error))?;
    Ok(exported.losses)
}

impl Mlir {
    /// The assembly of the module, which stock `mlir-opt` reads.
    pub fn to_text(&self) -> String {
        let options =
            PrintOptions { for_mlir: true, debug_info: self.has_locations, ..PrintOptions::default() };
        into_string(asm::print(&self.context, &self.module, &options))
    }

    /// The bytecode of the module.
    pub fn to_bytecode(&self) -> Vec<u8> {
        bytecode::write(&self.context, &self.module, &bytecode::WriteOptions::default())
    }

    /// Checks the module as `mlir-opt` does.
    ///
    /// # Errors
    ///
    /// What it violates.
    pub fn verify(&self) -> Result<(), Errors> {
        match mlir::verify::verify(&self.context, &self.module) {
            found if found.is_empty() => Ok(()),
            found => Err(Errors::of_mlir(&self.context, "", &found)),
        }
    }

    /// Runs a pipeline of Tern's passes, spelled as for `mlir-opt --pass-pipeline`. The module is verified before it and after each
    /// pass.
    ///
    /// # Errors
    ///
    /// What is wrong with the pipeline, or what a pass or the verifier reports. The module is as the last pass left it.
    pub fn run(&mut self, pipeline: &str) -> Result<(), Errors> {
        self.run_with(pipeline, &passes::Registry::default())
    }

    /// Like [`run`](Self::run), with the passes of `registry`. [`Registry::default`](passes::Registry) has those of Tern; passes of
    /// other crates are added to it.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn run_with(&mut self, pipeline: &str, registry: &passes::Registry) -> Result<(), Errors> {
        let pipeline =
            passes::Pipeline::parse(pipeline, registry).map_err(|error| Errors::about("", error))?;
        let ran = pipeline.run(&self.context, &mut self.module, true);
        if ran.succeeded { Ok(()) } else { Err(Errors::of_mlir(&self.context, "", &ran.diagnostics)) }
    }
}

fn into_string(text: Vec<u8>) -> String {
    String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
