//! MLIR's bytecode: reading and writing of modules.
//!
//! [`read`] accepts every version that `mlir-opt` of LLVM 22 reads; [`write()`] writes the version that it writes, or an older
//! one. Source: MLIR's "MLIR Bytecode Format"; where that is silent (the order of numbers, of fields, of properties), `mlir-opt`
//! is the reference.
//!
//! * `stream`: bytes, integers and sections.
//! * `encoding`, `builtin`, `declared`, `properties`: the encodings of attributes, types and properties, as tables that drive both
//!   directions.
//! * `reader`, `entries` and `ir_reader` read: the sections of a file; the tables of attributes and types, which are decoded
//!   lazily and without recursion; the operations.
//! * `numbering` and `ir_writer` write: first everything is numbered, the most frequently used items first, then everything is
//!   written.
//! * `resources`: blobs attached to the module. `names`: names of values and blocks, for which bytecode has no place.
//!
//! Use-list orders are checked and then dropped, because a [`Body`](crate::Body) has no use lists.

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

/// The magic number at the start of a file.
pub const MAGIC: [u8; 4] = [b'M', b'L', 0xef, b'R'];

/// A version of the bytecode format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version(u64);

impl Version {
    /// The version that `mlir-opt` of LLVM 22 writes.
    pub const CURRENT: Self = Self(6);
    /// First version in which dialects can have versions.
    const DIALECT_VERSIONS: Self = Self(1);
    /// First version in which isolated regions have sections of their own.
    const LAZY_REGIONS: Self = Self(2);
    /// First version with use-list orders.
    const USE_ORDERS: Self = Self(3);
    /// First version that omits unknown locations of block arguments, and that states the number of operation names.
    const OPTIONAL_LOCATIONS: Self = Self(4);
    /// First version that encodes properties natively instead of among the attributes.
    const NATIVE_PROPERTIES: Self = Self(5);
    /// First version that encodes segment sizes natively.
    const NATIVE_SIZES: Self = Self(6);

    /// The version with this number, if it is known.
    pub const fn new(number: u64) -> Option<Self> {
        if number <= Self::CURRENT.0 { Some(Self(number)) } else { None }
    }

    /// The version number, as stored in a file.
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl Default for Version {
    fn default() -> Self {
        Self::CURRENT
    }
}

/// Options for reading.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Accept operations of dialects that the context does not know.
    pub allow_unregistered_dialects: bool,
    /// Keep a single top-level operation that is not a module, instead of wrapping it in one.
    pub no_implicit_module: bool,
}

/// Options for writing.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The version of the format to write.
    pub version: Version,
    /// Keep the names of values and blocks. Bytecode has no place for them, so they are stored as name locations
    /// (`loc("name"(…))`), from which [`read`] restores them and which `mlir-opt --mlir-use-nameloc-as-prefix` shows.
    pub names: bool,
    /// Write resources as keys without their contents.
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

/// The bits that tell which parts an operation has.
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

/// Whether `bytes` start like MLIR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a module. Operations outside a single `builtin.module` are wrapped in one.
///
/// # Errors
/// A message with the offset of the invalid byte. Whatever the bytes, the reader does not panic and does not allocate memory out
/// of proportion to the input.
pub fn read(context: &Context, bytes: &[u8], options: &ReadOptions) -> Result<Module, Diagnostic> {
    reader::read(context, bytes, options).map_err(|fault| {
        let message = format!("invalid bytecode at byte {}: {}", fault.offset, fault.message);
        Diagnostic::error(Location::unknown(context), message)
    })
}

/// Writes a module. Nothing is lost if [`verify`](crate::verify::verify) finds no errors in it.
pub fn write(context: &Context, module: &Module, options: &WriteOptions) -> Vec<u8> {
    ir_writer::write(context, module, options)
}
