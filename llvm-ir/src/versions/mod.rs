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
mod constants;
mod globals;
mod instructions;
mod intrinsics;
mod losses;
mod metadata;
mod rewriter;
mod typed;

use std::fmt;
use std::str::FromStr;

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

pub use losses::Losses;

use crate::attributes::AttributeListId;
use crate::datalayout::DataLayout;
use crate::entity::StrId;
use crate::globals::Global;
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

/// Changes a module to one that a version of LLVM has all constructs of; nothing changes for versions from [`LlvmVersion::DEFAULT`] on.
/// Below 15, pointers get types, which only the writer knows: other functions of this crate do not take such a module.
///
/// # Errors
/// What the version cannot say; the module is of no use then.
pub fn downgrade(module: &mut Module, version: LlvmVersion) -> Result<Losses, Vec<Problem>> {
    let mut losses = Losses::default();
    if version >= LlvmVersion::DEFAULT {
        return Ok(losses);
    }
    let mut downgrade = Downgrade::new(module, version);
    downgrade.types(module);
    downgrade.globals(module);
    downgrade.constants(module);
    for global in module.functions.clone() {
        downgrade.function(module, global);
    }
    downgrade.rename_intrinsics(module);
    downgrade.metadata(module);
    if !downgrade.problems.is_empty() {
        return Err(downgrade.problems);
    }
    std::mem::swap(&mut losses, &mut downgrade.losses);
    if !version.has_opaque_pointers() {
        // The writer does not check modules with typed pointers.
        crate::writer::check(module).map_err(|problem| vec![problem])?;
        typed::assign(module, &mut losses);
    }
    Ok(losses)
}

/// The state of a downgrade.
struct Downgrade {
    version: LlvmVersion,
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
            losses: Losses::default(),
            problems: Vec::new(),
            layout: module.layout(),
            lists: FxHashMap::default(),
            declared: FxHashMap::default(),
        }
    }

    /// Whether the version is older than a given one.
    fn lacks(&self, major: u8) -> bool {
        self.version < LlvmVersion::since(major)
    }

    /// Refuses types that the version lacks.
    fn types(&mut self, module: &Module) {
        for ty in (0..module.types.count()).map(Type::new) {
            let (what, since) = match module.types.kind(ty) {
                TypeKind::BFloat => ("type `bfloat`", 11),
                TypeKind::X86Amx => ("type `x86_amx`", 12),
                TypeKind::TargetExt { .. } => ("target extension types", 16),
                TypeKind::Vector { scalable: true, .. } => ("scalable vectors", 9),
                _ => continue,
            };
            if self.lacks(since) && !self.problems.iter().any(|problem| problem.message.ends_with(what)) {
                let message = format!("LLVM {} has no {what}", self.version);
                self.problems.push(losses::problem(module, None, None, message));
            }
        }
    }

    /// Replaces what the version lacks in a function.
    fn function(&mut self, module: &mut Module, global: Global) {
        let Some(mut rewriter) = rewriter::Rewriter::new(module, global) else { return };
        // Attributes of calls first: what is made anew has none that are newer.
        for data in rewriter.function.insts.values_mut() {
            if let Some(call) = data.inst.call_site_mut() {
                call.attributes = self.attribute_list(rewriter.module, Some(global), call.attributes);
                self.convention(call.calling_convention);
            }
        }
        rewriter.run(|rewriter, inst| self.instruction(rewriter, inst));
    }
}

#[cfg(test)]
mod tests {
    use super::LlvmVersion;
    use crate::attributes::{AttributeKind, AttributePlace};
    use crate::instruction::{CastOp, Flags, Opcode, RmwOp};
    use crate::metadata::specialized::Kind;

    #[test]
    fn declarations_say_since_when() {
        let since = |major| LlvmVersion::new(major).unwrap();
        assert_eq!(AttributeKind::Captures.since(AttributePlace::Parameter), Some(since(20)));
        assert_eq!(AttributeKind::NoFree.since(AttributePlace::Function), Some(since(9)));
        assert_eq!(AttributeKind::NoFree.since(AttributePlace::Result), None);
        assert_eq!(AttributeKind::ByVal.typed_since(), since(9));
        assert_eq!(Opcode::Freeze.since(), since(10));
        assert_eq!(Opcode::Cast(CastOp::ZExt).since(), LlvmVersion::OLDEST);
        assert_eq!(RmwOp::FMax.since(), since(15));
        assert_eq!(Opcode::Cast(CastOp::Trunc).flags_in(since(18)), Flags::empty());
        assert_eq!(Opcode::Cast(CastOp::Trunc).flags_in(since(19)), Flags::NUW | Flags::NSW);
        assert_eq!(Opcode::FNeg.flags_in(LlvmVersion::OLDEST), Flags::empty());
        assert!(Opcode::all().all(|opcode| opcode.flags_in(LlvmVersion::NEWEST) == opcode.flags()));
        let label = Kind::find(b"DILabel").unwrap();
        assert_eq!((label.since, label.fields[4].since), (since(7), since(21)));
    }

    #[test]
    fn versions_are_numbers() {
        assert_eq!("7".parse(), Ok(LlvmVersion::new(7).unwrap()));
        assert!("4".parse::<LlvmVersion>().is_err() && "24".parse::<LlvmVersion>().is_err());
        assert_eq!(LlvmVersion::all().count(), 19);
    }
}
