//! MLIR's bytecode: modules as bytes and back.
//!
//! [`read`] takes what `mlir-opt` of LLVM 22 reads, of any version; [`write()`] writes the version that it writes, or an older
//! one. Source: MLIR's "MLIR Bytecode Format"; what is not said there (the order of numbers, of fields, of properties) is what
//! `mlir-opt` does.
//!
//! * `stream`: bytes, integers, sections.
//! * `encoding`, `builtin`, `declared`, `properties`: how attributes, types and properties are encoded, as tables that drive
//!   both directions.
//! * `reader`, `entries`, `ir_reader` read: the sections of a file; tables of attributes and types, of which each is decoded
//!   when it is first needed, without recursion; then operations.
//! * `numbering` and `ir_writer` write: first everything gets its number, what is used most the smallest, then
//!   everything is written.
//! * `resources`: blobs beside the module. `names`: names of values and blocks, which bytecode has no place for.
//!
//! Orders of uses are checked when they are read, and not kept: a [`Body`](crate::Body) has no lists of uses.

mod builtin;
mod declared;
mod encoding;
mod entries;
mod ir_reader;
mod ir_writer;
mod names;
mod numbering;
mod properties;
mod reader;
mod resources;
mod shape;
mod stream;
#[cfg(test)]
mod tests;

pub use declared::BytecodeAttribute;
pub use properties::{PropertyForm, property_forms};

use crate::body::Module;
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::location::Location;

/// What bytecode begins with.
pub const MAGIC: [u8; 4] = [b'M', b'L', 0xef, b'R'];

/// A version of the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(u64);

impl Version {
    /// What `mlir-opt` of LLVM 22 writes.
    pub const CURRENT: Self = Self(6);
    /// From here on dialects can have versions.
    const DIALECT_VERSIONS: Self = Self(1);
    /// From here on isolated regions are in sections of their own.
    const LAZY_REGIONS: Self = Self(2);
    /// From here on there are orders of uses.
    const USE_ORDERS: Self = Self(3);
    /// From here on unknown locations of block arguments are left out, and the number of names of operations is given.
    const OPTIONAL_LOCATIONS: Self = Self(4);
    /// From here on properties are encoded natively, instead of among the attributes.
    const NATIVE_PROPERTIES: Self = Self(5);
    /// From here on sizes of groups are encoded natively.
    const NATIVE_SIZES: Self = Self(6);

    /// The version of this number, if it is known.
    pub const fn new(number: u64) -> Option<Self> {
        if number <= Self::CURRENT.0 { Some(Self(number)) } else { None }
    }

    /// The number.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl Default for Version {
    fn default() -> Self {
        Self::CURRENT
    }
}

/// How to read bytecode.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Whether operations of dialects that the context does not know are accepted.
    pub allow_unregistered_dialects: bool,
    /// Whether an operation at the top level that is no module stays there, alone.
    pub no_implicit_module: bool,
}

/// How to write bytecode.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The version.
    pub version: Version,
    /// Whether names of values and blocks are kept. Bytecode has no place for them: they become names in locations
    /// (`loc("name"(…))`), which [`read`] makes names of again, and which `mlir-opt --mlir-use-nameloc-as-prefix` shows.
    pub names: bool,
    /// Whether resources are written without what their keys stand for.
    pub elide_resources: bool,
}

/// The sections of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Section {
    String,
    Dialect,
    AttrType,
    AttrTypeOffset,
    Ir,
    Resource,
    ResourceOffset,
    DialectVersions,
    Properties,
}

impl Section {
    const ALL: [Self; 9] = [
        Self::String,
        Self::Dialect,
        Self::AttrType,
        Self::AttrTypeOffset,
        Self::Ir,
        Self::Resource,
        Self::ResourceOffset,
        Self::DialectVersions,
        Self::Properties,
    ];

    fn from_id(id: u8) -> Option<Self> {
        Self::ALL.get(usize::from(id)).copied()
    }
}

/// Which parts an operation has, as bits before them.
mod parts {
    pub(super) const ATTRIBUTES: u8 = 1;
    pub(super) const RESULTS: u8 = 1 << 1;
    pub(super) const OPERANDS: u8 = 1 << 2;
    pub(super) const SUCCESSORS: u8 = 1 << 3;
    pub(super) const REGIONS: u8 = 1 << 4;
    pub(super) const USE_ORDERS: u8 = 1 << 5;
    pub(super) const PROPERTIES: u8 = 1 << 6;
    pub(super) const ALL: u8 = (1 << 7) - 1;
}

/// Whether `bytes` are MLIR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a module. What is not within one `builtin.module` gets one around it.
///
/// # Errors
/// What is wrong with the bytes, and at which offset. Whatever the bytes, it does not panic, nor ask for memory out of
/// proportion to them.
pub fn read(context: &Context, bytes: &[u8], options: &ReadOptions) -> Result<Module, Diagnostic> {
    reader::read(context, bytes, options).map_err(|fault| {
        let message = format!("invalid bytecode at byte {}: {}", fault.offset, fault.message);
        Diagnostic::error(Location::unknown(context), message)
    })
}

/// Writes a module. Of one that [`verify`](crate::verify::verify) finds nothing wrong with, all is written.
pub fn write(context: &Context, module: &Module, options: &WriteOptions) -> Vec<u8> {
    ir_writer::write(context, module, options)
}
