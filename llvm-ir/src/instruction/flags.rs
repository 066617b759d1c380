//! Flags of instructions: each with its keyword and the opcodes that can have it, in one table.

use super::{BinaryOp, CastOp, Opcode};
use crate::entity::Spellings;

/// Declares [`Flags`] from rows `NAME = "keyword" on opcodes`, in the order in which LLVM prints the keywords. The first group is that
/// of the fast-math flags, which the same opcodes have.
macro_rules! flags {
    (
        fast on [$fast_opcodes:pat] { $($fast:ident = $fast_keyword:literal,)+ }
        $($flag:ident = $keyword:literal on [$opcodes:pat],)+
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
                    $fast_opcodes => Flags::FAST,
                    _ => Flags::empty(),
                };
                $(if matches!(self, $opcodes) {
                    flags = flags.union(Flags::$flag);
                })+
                flags
            }
        }
    };
}

flags! {
    fast on [
        FNeg | FCmp | Select | Phi | Call
        | Binary(FAdd | FSub | FMul | FDiv | FRem) | Cast(FpTrunc | FpExt | UiToFp | SiToFp)
    ] {
        REASSOC = "reassoc",
        NNAN = "nnan",
        NINF = "ninf",
        NSZ = "nsz",
        ARCP = "arcp",
        CONTRACT = "contract",
        AFN = "afn",
    }
    // `inbounds` implies `nusw`.
    INBOUNDS = "inbounds" on [GetElementPtr],
    NUSW = "nusw" on [GetElementPtr],
    NUW = "nuw" on [GetElementPtr | Binary(Add | Sub | Mul | Shl) | Cast(Trunc)],
    NSW = "nsw" on [Binary(Add | Sub | Mul | Shl) | Cast(Trunc)],
    EXACT = "exact" on [Binary(UDiv | SDiv | LShr | AShr)],
    DISJOINT = "disjoint" on [Binary(Or)],
    NNEG = "nneg" on [Cast(ZExt | UiToFp)],
    SAMESIGN = "samesign" on [ICmp],
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
