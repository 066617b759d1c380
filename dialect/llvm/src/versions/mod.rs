//! The dialect as other versions of MLIR have it: [`downgrade`] brings a module to what a version has, [`MlirVersion::style`] prints it as
//! that version reads it, and [`upgrade`] brings it back, also after that version's tools have changed and printed it.
//!
//! `table.rs` says what changed. What a version lacks takes one of four forms, all of which its tools keep:
//!
//! * An inherent attribute is set aside: in the dictionary `llvm.newer` of the operation.
//! * An operation is a stand-in: spelled in generic form as `"llvm_newer.name"`, with all that it has; or it is one of the same meaning,
//!   and `llvm.newer = "name"` says which it was.
//! * An attribute is `{llvm.newer_attribute = 5 : index}`, a reference to an element of the module attribute `llvm.newer_attributes`: a
//!   list of the mnemonic and a dictionary of the parameters.
//! * An attribute of debug information without some of its parameters stands for the whole; the element is a list of this attribute and
//!   those parameters.

mod downgrade;
mod forms;
mod references;
mod style;
pub mod table;
mod upgrade;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::body::Module;
use tern_mlir::context::Context;
use tern_mlir::diagnostic::Diagnostic;

use crate::former_operations;
pub use downgrade::downgrade;
pub use upgrade::{is_downgraded, upgrade};

/// A version of MLIR whose assembly can be written, by the major number of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MlirVersion(u8);

const V16: MlirVersion = MlirVersion(16);
const V19: MlirVersion = MlirVersion(19);
const V22: MlirVersion = MlirVersion(22);
const V24: MlirVersion = MlirVersion(24);

impl MlirVersion {
    /// The version that the dialect is declared as: its modules need no change.
    pub const DEFAULT: Self = V22;
    /// All versions, from the oldest.
    pub const ALL: [Self; 4] = [V16, V19, V22, V24];

    /// The version with this major number, if it can be written.
    pub fn new(major: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|version| u32::from(version.0) == major)
    }

    /// The major number.
    pub const fn major(self) -> u8 {
        self.0
    }
}

impl Default for MlirVersion {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for MlirVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for MlirVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let version = text.parse().ok().and_then(Self::new);
        version.ok_or_else(|| {
            format!(
                "expected one of the versions {}",
                Self::ALL.map(|version| version.to_string()).join(", ")
            )
        })
    }
}

/// A module of any version, brought to the default one.
pub struct Read {
    /// The module.
    pub module: Module,
    /// What is wrong with the text in today's spelling; empty unless it is in that of another version.
    pub wrong_today: Vec<Diagnostic>,
}

/// Parses a module of any version, and brings it to the default one: what [`downgrade`] made, and, where that is no module of today, what is
/// in the spelling of another version.
///
/// # Errors
/// Those of [`asm::parse`], in the spelling in which the text can be read further.
pub fn parse(
    context: &Context,
    name: &str,
    text: &[u8],
    options: &ParseOptions,
) -> Result<Module, Vec<Diagnostic>> {
    let options = ParseOptions { old_spellings: true, ..*options };
    let read = read_with(context, &options, |options| asm::parse(context, name, text, options))?;
    Ok(read.module)
}

/// Like [`parse`], for what `read` reads: in today's spelling, and, if that fails and `options` allow it, in that of other versions.
///
/// # Errors
/// Those of `read`, in the spelling in which it came further.
pub fn read_with(
    context: &Context,
    options: &ParseOptions,
    read: impl Fn(&ParseOptions) -> Result<Module, Vec<Diagnostic>>,
) -> Result<Read, Vec<Diagnostic>> {
    let (mut module, wrong_today) = match read(&ParseOptions { old_spellings: false, ..*options }) {
        Ok(module) => (module, Vec::new()),
        Err(today) if options.old_spellings => match read(options) {
            Ok(module) => (module, today),
            Err(other) => return Err(further(context, today, other)),
        },
        Err(today) => return Err(today),
    };
    if !wrong_today.is_empty()
        || is_downgraded(context, &module)
        || former_operations::are_in(context, &module)
    {
        upgrade(context, &mut module).map_err(|error| vec![error])?;
    }
    Ok(Read { module, wrong_today })
}

/// The list of diagnostics whose first one is further down in the text; `a` if they are at the same place.
fn further(context: &Context, a: Vec<Diagnostic>, b: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |found: &[Diagnostic]| {
        let position = found.first()?.location().position(context)?;
        Some((position.line, position.column))
    };
    if place(&b) > place(&a) { b } else { a }
}

/// The namespace of stand-ins.
pub const STAND_INS: &str = "llvm_newer";
/// The attribute of an operation with what its version lacks: a dictionary of inherent attributes; the name of the operation that it stands
/// for; a unit if it is a stand-in.
pub const NEWER: &str = "llvm.newer";
/// The module attribute with the attributes that its version lacks.
pub const TABLE: &str = "llvm.newer_attributes";
/// The module attribute with members of the module that its version lacks, and that nothing refers to: for each the name, the
/// attributes, the position and the location.
pub const MEMBERS: &str = "llvm.newer_members";
/// The only key of a reference to [`TABLE`].
pub const REFERENCE: &str = "llvm.newer_attribute";
/// In the place of a mnemonic in [`TABLE`]: a distinct attribute.
const DISTINCT: &str = "distinct";
/// The parameter with what a distinct attribute refers to.
const REFERENCED: &str = "referenced";
