//! The reader of bitcode, of all versions of LLVM since 3.0. Source: LLVM Bitcode File Format, `LLVMBitCodes.h`.
//!
//! [`bitstream`] is the container: bits, blocks, records, abbreviations. [`codes`] and [`encodings`] declare what numbers mean, for
//! readers and writers alike; `layouts.rs` does so for nodes of metadata. What is outside of function bodies is read first
//! (`module.rs`, `types.rs`, `attributes.rs`, `constants.rs`, `metadata.rs`, `summary.rs`), then bodies are read in parallel (`body.rs`,
//! `instructions.rs`, `calls.rs`) and put into the module in order (`merge.rs`). Records of older LLVMs are brought into today's form as
//! LLVM's reader does (`old_nodes.rs`, `expand.rs`); pointers with element types are followed by the ids of their types.
//!
//! The result is the module that [`crate::read`] makes of what `llvm-dis` prints.

mod as_read;
mod attributes;
pub mod bitstream;
mod body;
mod calls;
pub mod codes;
mod compressed;
mod constants;
pub mod container;
pub mod dump;
mod edges;
pub mod encodings;
mod expand;
mod instructions;
mod layouts;
mod locations;
mod merge;
mod metadata;
mod module;
mod numbers;
mod old_nodes;
mod summary;
mod tables;
mod types;
pub mod write;

use rayon::prelude::*;
use tern_support::ways;

use crate::diagnostic::Diagnostic;
use crate::entity::Strings;
use crate::intrinsics;
use crate::module::Module;
use crate::upgrade;
use crate::versions::LlvmVersion;
pub use as_read::AsRead;
pub use bitstream::is_bitcode;
use bitstream::{Cursor, Damage, Entry};
use body::{BodyReader, ReadBody};
use codes::block;
use tables::{Tables, UnreadBody};

/// Who wrote a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identification {
    /// The producer, such as `LLVM22.1.8`; empty if the file does not say.
    pub producer: String,
    /// The epoch of the format.
    pub epoch: u64,
}

/// Reads who wrote a file, without reading the rest of it. A file of LLVM 3.7 or before does not say.
///
/// # Errors
/// If the file is not bitcode, or damaged at its beginning.
pub fn identification(file: &[u8]) -> Result<Identification, Damage> {
    let mut cursor = Cursor::of_file(file)?;
    match cursor.advance()? {
        Entry::Block(block::IDENTIFICATION) => module::read_identification(&mut cursor),
        _ => Ok(Identification::default()),
    }
}

/// A file of bitcode whose modules have been found but not read.
#[derive(Clone, Debug)]
pub struct File<'a> {
    name: &'a str,
    cursor: Cursor<'a>,
    parts: Vec<module::Part<'a>>,
}

impl<'a> File<'a> {
    /// Finds the modules of a file; there is at least one. `name` is the name of the file in diagnostics and in summaries.
    ///
    /// # Errors
    /// If there is no module, or the blocks of the file are damaged.
    pub fn open(file: &'a [u8], name: &'a str) -> Result<Self, Diagnostic> {
        let open = || -> Result<Self, Damage> {
            let cursor = Cursor::of_file(file)?;
            let parts = module::parts(&cursor)?;
            match parts.is_empty() {
                true => cursor.error("the file has no module"),
                false => Ok(Self { name, cursor, parts }),
            }
        };
        open().map_err(|damage| damage.in_file(name))
    }

    /// The number of modules.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Reads a module, and what `llvm-dis` shows beside it. Strings go into a table that may be shared.
    ///
    /// # Errors
    /// The first damage that is found, with its position in bits. Never panics, whatever the bits.
    ///
    /// # Panics
    /// If there is no module with this index.
    pub fn read(&self, index: usize, strings: &Strings) -> Result<(Module, AsRead), Diagnostic> {
        read_part(&self.cursor, &self.parts[index], strings, self.name)
            .map_err(|damage| damage.in_file(self.name))
    }
}

/// Reads the module of a file of bitcode; the first if there are several. `name` is the name of the file in diagnostics.
///
/// # Errors
/// The first damage that is found, with its position in bits. Never panics, whatever the bits.
pub fn read(file: &[u8], name: &str) -> Result<Module, Diagnostic> {
    read_with_orders(file, name).map(|(module, _)| module)
}

/// Like [`read`], and also returns what `llvm-dis` shows beside the module.
///
/// # Errors
/// The first damage that is found, with its position in bits.
pub fn read_with_orders(file: &[u8], name: &str) -> Result<(Module, AsRead), Diagnostic> {
    File::open(file, name)?.read(0, &Strings::default())
}

/// Reads all modules of a file of bitcode.
///
/// # Errors
/// The first damage that is found, with its position in bits.
pub fn read_all(file: &[u8], name: &str) -> Result<Vec<Module>, Diagnostic> {
    let file = File::open(file, name)?;
    (0..file.count()).map(|index| Ok(file.read(index, &Strings::default())?.0)).collect()
}

/// The bits of bodies from which reading on several threads pays off.
const WORTHWHILE: u64 = 1 << 17;

fn read_part<'a>(
    cursor: &Cursor<'a>,
    part: &module::Part<'a>,
    strings: &Strings,
    name: &'a str,
) -> Result<(Module, AsRead), Damage> {
    let mut tables = Tables::new(cursor, part, strings, name);
    tables.read_module(part)?;
    let bodies = read_bodies(&tables)?;
    let Tables { mut module, metadata, names, .. } = tables;
    let in_bodies = bodies.iter().any(|body| body.has_old_declares);
    let old = upgrade::Old {
        declares: in_bodies || metadata.old.has_old_declares,
        loops: metadata.old.has_old_loops,
    };
    let orders = merge::merge(&mut module, &names, metadata, bodies);
    check_addressed_blocks(cursor, &module)?;
    let as_read = AsRead::new(&module, part.version(), orders);
    upgrade::module(&mut module, old);
    match as_read.version() <= LlvmVersion::DEFAULT {
        true => intrinsics::redeclare(&mut module),
        false => intrinsics::redeclare_newer(&mut module),
    }
    Ok((module, as_read))
}

fn read_bodies(tables: &Tables<'_>) -> Result<Vec<ReadBody>, Damage> {
    let size = match &tables.bodies[..] {
        [first, .., last] => last.position - first.position,
        _ => 0,
    };
    let read = |reader: &mut BodyReader<'_, '_>, body: &UnreadBody| reader.read(*body);
    if size < ways::limit(WORTHWHILE as usize) as u64 {
        let mut reader = BodyReader::new(tables);
        return tables.bodies.iter().map(|body| read(&mut reader, body)).collect();
    }
    let all: Vec<Result<ReadBody, Damage>> =
        tables.bodies.par_iter().map_init(|| BodyReader::new(tables), read).collect();
    // The first error in the order of the file.
    all.into_iter().collect()
}

/// Checks that blocks whose addresses are taken exist.
fn check_addressed_blocks(cursor: &Cursor<'_>, module: &Module) -> Result<(), Damage> {
    for (_, global, block) in module.constants.block_addresses() {
        let function = module.globals[global].as_function();
        if function.is_none_or(|function| block.as_u32() as usize >= function.blocks.len()) {
            return cursor.error("the address of an unknown block");
        }
    }
    Ok(())
}
