//! The versions of LLVM that can be written for. Declarations of the model state since when a construct exists.

use std::fmt;
use std::str::FromStr;

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
