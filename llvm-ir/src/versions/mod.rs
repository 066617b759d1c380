//! The versions of LLVM that can be written for, and how a module is brought to an older one.
//!
//! Declarations of the model state since when a construct exists. [`downgrade`] changes a module to one of constructs that a version has:
//! what is newer is replaced by what means the same, or left out if it is a hint, and counted in any case. How the version spells the
//! rest is the writer's business: [`try_write_for`](crate::writer::try_write_for). LLVM before 15 has typed pointers: [`typed`] finds out
//! what pointers point to.
//!
//! ```
//! use tern_llvm_ir::versions::{LlvmVersion, downgrade};
//!
//! let text = b"define i32 @f(ptr %p) {\n  %x = load i32, ptr %p\n  %y = freeze i32 %x\n  ret i32 %y\n}\n";
//! let mut module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let version = LlvmVersion::new(9).unwrap();
//! let losses = downgrade(&mut module, version).unwrap();
//! assert_eq!(losses.counts().len(), 1);
//! let text = tern_llvm_ir::writer::try_write_for(&module, version).unwrap();
//! let expected = "define i32 @f(i32* %p) {\n  %x = load i32, i32* %p\n  ret i32 %x\n}\n";
//! assert!(String::from_utf8(text).unwrap().ends_with(expected));
//! ```

mod atomics;
pub(crate) mod attributes;
mod bytes;
mod catalogue;
mod constants;
mod consumers;
mod globals;
mod instructions;
mod intrinsics;
mod losses;
mod metadata;
mod needs;
mod nvvm_annotations;
mod rewriter;
mod stated;
mod typed;
mod use_lists;

use std::fmt;
use std::str::FromStr;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

pub use catalogue::{Group, Row, catalogue};
pub use consumers::{CONSUMERS, Consumer};
pub use losses::{Loss, Losses};
pub use needs::{Construct, Needs, has_pointers, needs};
pub use stated::stated;

use crate::attributes::AttributeListId;
use crate::datalayout::DataLayout;
use crate::entity::StrId;
use crate::globals::Global;
use crate::instruction::Alignment;
use crate::metadata::local_entities;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::writer::Problem;

/// A version of LLVM whose IR can be written, by its major number.
///
/// ```
/// use tern_llvm_ir::versions::LlvmVersion;
///
/// let seven = LlvmVersion::new(7).unwrap();
/// assert!(seven < LlvmVersion::DEFAULT && !seven.has_opaque_pointers());
/// assert_eq!(LlvmVersion::new(4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LlvmVersion(u8);

impl LlvmVersion {
    /// The oldest version that can be written for.
    pub const OLDEST: Self = Self(5);
    /// The version whose text a module is written in, unless another is asked for.
    pub const DEFAULT: Self = Self(22);
    /// The newest version that the model knows.
    pub const NEWEST: Self = Self(23);

    /// The version with this major number; `None` if nothing can be written for it.
    pub fn new(major: u32) -> Option<Self> {
        let version = Self(u8::try_from(major).ok()?);
        (Self::OLDEST..=Self::NEWEST).contains(&version).then_some(version)
    }

    /// A version that a declaration states.
    pub(crate) const fn since(major: u8) -> Self {
        Self(major)
    }

    /// Whether this is older than the version with a major number.
    pub(crate) fn is_before(self, major: u8) -> bool {
        self < Self::since(major)
    }

    /// The major number.
    pub const fn major(self) -> u8 {
        self.0
    }

    /// All versions, from the oldest.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::OLDEST.0..=Self::NEWEST.0).map(Self)
    }

    /// Whether pointers are `ptr`; otherwise they are `i32*`. LLVM 14 reads `ptr` only if it is told to.
    pub fn has_opaque_pointers(self) -> bool {
        self.0 >= 15
    }
}

impl Default for LlvmVersion {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for LlvmVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for LlvmVersion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let version = text.parse().ok().and_then(Self::new);
        version.ok_or_else(|| format!("expected a version from {} to {}", Self::OLDEST, Self::NEWEST))
    }
}

/// Changes a module to one that a version of LLVM has all constructs of, and that has them where that version expects them.
/// Below 15, pointers get types, which only the writer knows: other functions of this crate do not take such a module.
///
/// # Errors
/// What the version cannot say; the module is of no use then.
pub fn downgrade(module: &mut Module, version: LlvmVersion) -> Result<Losses, Vec<Problem>> {
    downgrade_with(module, version, None)
}

/// As [`downgrade`], to what a program reads that has further rules.
///
/// # Errors
/// What the program refuses, too.
pub fn downgrade_for(module: &mut Module, consumer: &'static Consumer) -> Result<Losses, Vec<Problem>> {
    downgrade_with(module, consumer.version, Some(consumer))
}

fn downgrade_with(
    module: &mut Module,
    version: LlvmVersion,
    consumer: Option<&'static Consumer>,
) -> Result<Losses, Vec<Problem>> {
    let (mut losses, problems) = replace_newer(module, version, consumer);
    if !problems.is_empty() {
        return Err(problems);
    }
    losses.count("orders of uses", use_lists::retain(module, version), false);
    if !version.has_opaque_pointers() {
        // The writer does not check modules with typed pointers.
        crate::writer::check(module).map_err(|problem| vec![problem])?;
        typed::assign(module, &mut losses);
    }
    Ok(losses)
}

/// Replaces what is newer than a version; what cannot be replaced stays.
fn replace_newer(
    module: &mut Module,
    version: LlvmVersion,
    consumer: Option<&'static Consumer>,
) -> (Losses, Vec<Problem>) {
    let mut losses = Losses::default();
    if !version.is_before(23) {
        local_entities::move_to_subprograms(module, version.major());
    }
    if version >= LlvmVersion::NEWEST && consumer.is_none() {
        return (losses, Vec::new());
    }
    if bytes::has_bytes(module)
        && let Err(problems) = bytes::to_integers(module, &mut losses)
    {
        return (losses, problems);
    }
    let mut downgrade = Downgrade::new(module, version);
    downgrade.consumer = consumer;
    downgrade.for_consumer(module);
    if downgrade.lacks(nvvm_annotations::SINCE) {
        nvvm_annotations::annotate(module);
    }
    downgrade.types(module);
    downgrade.globals(module);
    downgrade.constants(module);
    for global in module.functions.clone() {
        downgrade.function(module, global);
    }
    downgrade.losses.at = None;
    downgrade.rename_intrinsics(module);
    downgrade.metadata(module);
    downgrade.losses.name_places(module);
    losses.add(downgrade.losses);
    (losses, downgrade.problems)
}

/// Types that older versions lack, since when they exist, and what becomes of them.
const TYPES: &[(&str, u8, &str)] = &[
    ("type `bfloat`", 11, "error"),
    ("type `x86_amx`", 12, "error"),
    ("target extension types", 16, "error"),
    ("scalable vectors", 9, "error"),
    ("byte types", 23, "integer types; may change the meaning"),
];

/// The state of a downgrade.
struct Downgrade {
    version: LlvmVersion,
    consumer: Option<&'static Consumer>,
    losses: Losses,
    problems: Vec<Problem>,
    layout: DataLayout,
    /// Lists of attributes as the version has them, and what was dropped.
    lists: FxHashMap<AttributeListId, (AttributeListId, Vec<(String, bool)>)>,
    /// Functions that were looked up or declared, by name and type.
    declared: FxHashMap<(StrId, Type), Global>,
}

impl Downgrade {
    fn new(module: &Module, version: LlvmVersion) -> Self {
        Self {
            version,
            consumer: None,
            losses: Losses::default(),
            problems: Vec::new(),
            layout: module.layout(),
            lists: FxHashMap::default(),
            declared: FxHashMap::default(),
        }
    }

    /// Whether the version is older than a given one.
    fn lacks(&self, major: u8) -> bool {
        self.version.is_before(major)
    }

    /// Refuses types that the version lacks.
    fn types(&mut self, module: &Module) {
        for ty in (0..module.types.count()).map(Type::new) {
            let row = match module.types.kind(ty) {
                TypeKind::BFloat => 0,
                TypeKind::X86Amx => 1,
                TypeKind::TargetExt { .. } => 2,
                TypeKind::Vector { scalable: true, .. } => 3,
                _ => continue,
            };
            let (what, since, _) = TYPES[row];
            if self.lacks(since) && !self.problems.iter().any(|problem| problem.message.ends_with(what)) {
                let message = format!("LLVM {} has no {what}", self.version);
                self.problems.push(losses::problem(module, None, None, message));
            }
        }
    }

    /// Replaces what the version lacks in a function.
    fn function(&mut self, module: &mut Module, global: Global) {
        let Some(mut rewriter) = rewriter::Rewriter::new(module, global) else { return };
        self.losses.at = Some((global, None));
        if self.lacks(23) && rewriter.function.preferred_alignment != Alignment::NONE {
            rewriter.function.preferred_alignment = Alignment::NONE;
            self.losses.hint("`prefalign` of a function");
        }
        rewriter.run(|rewriter, inst| self.instruction(rewriter, inst));
    }
}

#[cfg(test)]
mod tests;
