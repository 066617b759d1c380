//! Flags of instructions: each with its keyword and the opcodes that can have it, in one table.

use super::{BinaryOp, CastOp, Opcode};
use crate::entity::Spellings;
use crate::versions::LlvmVersion;

/// Declares [`Flags`] from rows `NAME = "keyword" on opcodes`, in the order in which LLVM prints the keywords. The first group is that
/// of the fast-math flags, which the same opcodes have. `since` is the first version of LLVM that has the flag, or has it there; it may
/// differ between opcodes.
macro_rules! flags {
    (
        fast on [$($fast_opcodes:pat $(=> since $fast_since:literal)?),+] { $($fast:ident = $fast_keyword:literal $(since $fast_flag_since:literal)?,)+ }
        $($flag:ident = $keyword:literal on [$($opcodes:pat $(=> since $since:literal)?),+],)+
    ) => {
        /// The number of each flag's bit.
        #[allow(clippy::upper_case_acronyms)]
        enum Bit { $($fast,)+ $($flag,)+ }

        bitflags::bitflags! {
            /// Flags of instructions: some make the result poison if a condition is violated, others allow more optimizations. Each
            /// instruction has its own subset. One bit is free; a wider integer must fit the size of an instruction, which a test
            /// limits.
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct Flags: u16 {
                $(
                #[doc = concat!("`", $fast_keyword, "`.")]
                const $fast = 1 << Bit::$fast as u16;
                )+
                $(
                #[doc = concat!("`", $keyword, "`.")]
                const $flag = 1 << Bit::$flag as u16;
                )+
                /// All fast-math flags.
                const FAST = 0 $(| 1 << Bit::$fast as u16)+;
            }
        }

        impl Flags {
            /// Keywords and flags, in the order in which LLVM prints them. `fast` stands for all fast-math flags.
            pub const KEYWORDS: &'static [(&'static str, Flags)] = &[
                ("fast", Self::FAST),
                $(($fast_keyword, Self::$fast),)+
                $(($keyword, Self::$flag),)+
            ];

            /// The flag with this keyword.
            pub fn from_keyword(text: &[u8]) -> Option<Self> {
                static SPELLINGS: Spellings<Flags> = Spellings::new(&[
                    (Flags::FAST, "fast"),
                    $((Flags::$fast, $fast_keyword),)+
                    $((Flags::$flag, $keyword),)+
                ]);
                SPELLINGS.find(text)
            }
        }

        impl Opcode {
            /// The flags that instructions with this opcode can have.
            pub const fn flags(self) -> Flags {
                use {BinaryOp::*, CastOp::*, Opcode::*};
                let mut flags = match self {
                    $($fast_opcodes => Flags::FAST,)+
                    _ => Flags::empty(),
                };
                $(if matches!(self, $($opcodes)|+) {
                    flags = flags.union(Flags::$flag);
                })+
                flags
            }

            /// The flags that instructions with this opcode can have in a version of LLVM.
            pub fn flags_in(self, version: LlvmVersion) -> Flags {
                use {BinaryOp::*, CastOp::*, Opcode::*};
                let has = |since: &[u8]| since.first().is_none_or(|&since| version >= LlvmVersion::since(since));
                let mut flags = Flags::empty();
                if match self {
                    $($fast_opcodes => has(&[$($fast_since)?]),)+
                    _ => false,
                } {
                    $(flags.set(Flags::$fast, has(&[$($fast_flag_since)?]));)+
                }
                $(match self {
                    $($opcodes => flags.set(Flags::$flag, has(&[$($since)?])),)+
                    _ => {}
                })+
                flags
            }
        }
    };
}

flags! {
    fast on [
        FCmp | Call | Binary(FAdd | FSub | FMul | FDiv | FRem),
        FNeg => since 8,
        Select => since 9,
        Phi => since 10,
        Cast(FpTrunc | FpExt) => since 20,
        Cast(UiToFp | SiToFp) => since 23
    ] {
        REASSOC = "reassoc" since 6,
        NNAN = "nnan",
        NINF = "ninf",
        NSZ = "nsz",
        ARCP = "arcp",
        CONTRACT = "contract",
        AFN = "afn" since 6,
    }
    // `inbounds` implies `nusw`.
    INBOUNDS = "inbounds" on [GetElementPtr],
    NUSW = "nusw" on [GetElementPtr => since 19],
    NUW = "nuw" on [Binary(Add | Sub | Mul | Shl), GetElementPtr | Cast(Trunc) => since 19],
    NSW = "nsw" on [Binary(Add | Sub | Mul | Shl), Cast(Trunc) => since 19],
    EXACT = "exact" on [Binary(UDiv | SDiv | LShr | AShr)],
    DISJOINT = "disjoint" on [Binary(Or) => since 18],
    NNEG = "nneg" on [Cast(ZExt) => since 18, Cast(UiToFp) => since 19],
    SAMESIGN = "samesign" on [ICmp => since 20],
}

impl Flags {
    /// The keywords of the flags, in the order in which LLVM prints them. `inbounds` includes `nusw`.
    pub fn keywords(self) -> impl Iterator<Item = &'static str> {
        let mut rest = self;
        Self::KEYWORDS.iter().filter_map(move |&(keyword, flag)| {
            let is_set = rest.contains(flag);
            if is_set {
                rest -= if flag == Self::INBOUNDS { Self::INBOUNDS | Self::NUSW } else { flag };
            }
            is_set.then_some(keyword)
        })
    }

    /// The subset of fast-math flags.
    pub fn fast_math(self) -> Self {
        self & Self::FAST
    }
}

/// As LLVM prints them: keywords with spaces between.
impl std::fmt::Display for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, keyword) in self.keywords().enumerate() {
            write!(f, "{}{keyword}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Declares `flags` of operations that are a part of an opcode, from a table.
macro_rules! flags_of {
    ($($of:ident => $opcode:ident,)+) => {
        $(
        impl $of {
            /// The flags that the operation can have.
            #[inline]
            pub fn flags(self) -> Flags {
                const TABLE: [Flags; $of::ALL.len()] = {
                    let mut table = [Flags::empty(); $of::ALL.len()];
                    let mut at = 0;
                    while at < table.len() {
                        table[at] = Opcode::$opcode($of::ALL[at]).flags();
                        at += 1;
                    }
                    table
                };
                TABLE[self as usize]
            }
        }
        )+
    };
}

flags_of! {
    BinaryOp => Binary,
    CastOp => Cast,
}
