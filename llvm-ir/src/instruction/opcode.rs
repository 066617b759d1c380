//! Opcodes, by the names of LangRef. The reader and the writer take the keywords from here.

use super::{BinaryOp, CastOp, DebugRecordKind};
use crate::entity::Spellings;
use crate::versions::LlvmVersion;

macro_rules! opcodes {
    ($($name:ident = $keyword:literal $(since $since:literal)?,)+) => {
        /// The opcode of an instruction. Source: LangRef, Instruction Reference.
        ///
        /// ```
        /// use tern_llvm_ir::instruction::{BinaryOp, Opcode};
        ///
        /// assert_eq!(Opcode::GetElementPtr.spelling(), "getelementptr");
        /// assert_eq!(Opcode::from_spelling(b"add"), Some(Opcode::Binary(BinaryOp::Add)));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Opcode {
            $($name,)+
            /// `add`, `fadd`, …
            Binary(BinaryOp),
            /// `trunc`, `zext`, …
            Cast(CastOp),
            /// `#dbg_value`, …: a position in a block, but not an instruction in LLVM.
            DebugRecord(DebugRecordKind),
        }

        impl Opcode {
            /// The opcodes that stand for one keyword each.
            const SINGLE: &'static [Self] = &[$(Self::$name),+];

            /// The keyword, without markers of tail calls; for a debug record, the word after `#`.
            pub const fn spelling(self) -> &'static str {
                match self {
                    $(Self::$name => $keyword,)+
                    Self::Binary(op) => op.spelling(),
                    Self::Cast(op) => op.spelling(),
                    Self::DebugRecord(kind) => kind.spelling(),
                }
            }

            /// The first version of LLVM that has the instruction.
            pub fn since(self) -> LlvmVersion {
                match self {
                    $($(Self::$name => LlvmVersion::since($since),)?)+
                    Self::Cast(op) => op.since(),
                    Self::DebugRecord(kind) => kind.since(),
                    _ => LlvmVersion::OLDEST,
                }
            }

            /// The opcode of an instruction with this keyword.
            pub fn from_spelling(text: &[u8]) -> Option<Self> {
                static SPELLINGS: Spellings<Opcode> = Spellings::new(&[$((Opcode::$name, $keyword)),+]);
                SPELLINGS
                    .find(text)
                    .or_else(|| BinaryOp::from_spelling(text).map(Self::Binary))
                    .or_else(|| CastOp::from_spelling(text).map(Self::Cast))
            }
        }

        /// The keywords, for use as patterns.
        #[allow(non_upper_case_globals)]
        pub(crate) mod keyword {
            $(pub(crate) const $name: &[u8] = $keyword.as_bytes();)+
        }

        /// The keywords, each with the space that follows it in most texts.
        #[allow(non_upper_case_globals)]
        pub(crate) mod leading {
            $(#[allow(dead_code)] pub(crate) const $name: &str = concat!($keyword, " ");)+
        }
    };
}

opcodes! {
    Ret = "ret",
    Br = "br",
    Switch = "switch",
    IndirectBr = "indirectbr",
    Invoke = "invoke",
    CallBr = "callbr" since 9,
    Resume = "resume",
    CatchSwitch = "catchswitch",
    CatchRet = "catchret",
    CleanupRet = "cleanupret",
    Unreachable = "unreachable",
    FNeg = "fneg" since 8,
    ICmp = "icmp",
    FCmp = "fcmp",
    Select = "select",
    Freeze = "freeze" since 10,
    Phi = "phi",
    ExtractElement = "extractelement",
    InsertElement = "insertelement",
    ShuffleVector = "shufflevector",
    ExtractValue = "extractvalue",
    InsertValue = "insertvalue",
    Alloca = "alloca",
    Load = "load",
    Store = "store",
    Fence = "fence",
    CmpXchg = "cmpxchg",
    AtomicRmw = "atomicrmw",
    GetElementPtr = "getelementptr",
    VaArg = "va_arg",
    Call = "call",
    LandingPad = "landingpad",
    CatchPad = "catchpad",
    CleanupPad = "cleanuppad",
}

impl Opcode {
    /// All opcodes of instructions; those of debug records are not among them.
    pub fn all() -> impl Iterator<Item = Self> {
        let single = Self::SINGLE.iter().copied();
        single
            .chain(BinaryOp::ALL.iter().map(|&op| Self::Binary(op)))
            .chain(CastOp::ALL.iter().map(|&op| Self::Cast(op)))
    }
}

#[cfg(test)]
mod tests {
    use super::Opcode;

    #[test]
    fn every_keyword_is_read() {
        for opcode in Opcode::all() {
            assert_eq!(Opcode::from_spelling(opcode.spelling().as_bytes()), Some(opcode));
            let text = format!("define void @f() {{\n  {} !\n}}\n", opcode.spelling());
            let error = crate::read(text.as_bytes(), "test").expect_err("it lacks operands").to_string();
            assert!(!error.contains("test:2:3: error: expected instruction opcode"), "{opcode:?}: {error}");
        }
        assert_eq!(Opcode::from_spelling(b"dbg_value"), None);
    }
}
