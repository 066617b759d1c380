//! Instructions: opcodes, flags and operands. Source: LangRef, Instruction Reference.

mod opcode;
mod operands;

use std::marker::PhantomData;

use cranelift_entity::entity_impl;
use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::attributes::AttributeListId;
use crate::entity::{Spellings, StrId, spelled};
use crate::function::{Block, Value};
use crate::metadata::{MdNode, Metadata};
use crate::types::Type;

pub use opcode::Opcode;
pub(crate) use opcode::{keyword, leading};
pub use operands::Operands;

/// A handle to an instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

bitflags::bitflags! {
    /// Flags of instructions: some make the result poison if a condition is violated, others allow more optimizations. Each
    /// instruction has its own subset. One bit is free; a wider integer must fit the size of an instruction, which a test limits.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Flags: u16 {
        /// `nuw`.
        const NUW = 1 << 0;
        /// `nsw`.
        const NSW = 1 << 1;
        /// `exact`.
        const EXACT = 1 << 2;
        /// `disjoint`.
        const DISJOINT = 1 << 3;
        /// `nneg`.
        const NNEG = 1 << 4;
        /// `samesign`.
        const SAMESIGN = 1 << 5;
        /// `inbounds`; implies `NUSW`.
        const INBOUNDS = 1 << 6;
        /// `nusw`.
        const NUSW = 1 << 7;
        /// `reassoc`.
        const REASSOC = 1 << 8;
        /// `nnan`.
        const NNAN = 1 << 9;
        /// `ninf`.
        const NINF = 1 << 10;
        /// `nsz`.
        const NSZ = 1 << 11;
        /// `arcp`.
        const ARCP = 1 << 12;
        /// `contract`.
        const CONTRACT = 1 << 13;
        /// `afn`.
        const AFN = 1 << 14;
        /// All fast-math flags.
        const FAST = 0x7f00;
    }
}

impl Flags {
    /// Keywords and flags, in the order in which LLVM prints them. `fast` stands for all fast-math flags.
    pub const KEYWORDS: &'static [(&'static str, Flags)] = &[
        ("fast", Self::FAST),
        ("reassoc", Self::REASSOC),
        ("nnan", Self::NNAN),
        ("ninf", Self::NINF),
        ("nsz", Self::NSZ),
        ("arcp", Self::ARCP),
        ("contract", Self::CONTRACT),
        ("afn", Self::AFN),
        ("inbounds", Self::INBOUNDS),
        ("nusw", Self::NUSW),
        ("nuw", Self::NUW),
        ("nsw", Self::NSW),
        ("exact", Self::EXACT),
        ("disjoint", Self::DISJOINT),
        ("nneg", Self::NNEG),
        ("samesign", Self::SAMESIGN),
    ];

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

    /// The flag with this keyword.
    pub fn from_keyword(text: &[u8]) -> Option<Self> {
        const ALL: [(Flags, &str); Flags::KEYWORDS.len()] = {
            let mut all = [(Flags::empty(), ""); Flags::KEYWORDS.len()];
            let mut at = 0;
            while at < all.len() {
                all[at] = (Flags::KEYWORDS[at].1, Flags::KEYWORDS[at].0);
                at += 1;
            }
            all
        };
        static SPELLINGS: Spellings<Flags> = Spellings::new(&ALL);
        SPELLINGS.find(text)
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

spelled! {
    /// The operations of binary instructions. The case names the opcode.
    pub enum BinaryOp {
        Add = "add", FAdd = "fadd", Sub = "sub", FSub = "fsub", Mul = "mul", FMul = "fmul",
        UDiv = "udiv", SDiv = "sdiv", FDiv = "fdiv", URem = "urem", SRem = "srem", FRem = "frem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    }
    /// The operations of conversion instructions. The case names the opcode.
    pub enum CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext",
        FpToUi = "fptoui", FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp",
        PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr", IntToPtr = "inttoptr", BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
    /// The predicates of `icmp`.
    pub enum IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt", Sge = "sge", Slt = "slt",
        Sle = "sle",
    }
    /// The predicates of `fcmp`.
    pub enum FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
    /// Atomic orderings. `NotAtomic` has no keyword.
    pub enum Ordering {
        NotAtomic = "", Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
    /// Operations of `atomicrmw`.
    pub enum RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor", Max = "max", Min = "min",
        UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin", FMaximum = "fmaximum",
        FMinimum = "fminimum", UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
    }
    /// Tail call markers. `None` has no keyword.
    pub enum TailKind { None = "", Tail = "tail", MustTail = "musttail", NoTail = "notail" }
    /// The kinds of debug records: `#dbg_value` is `Value`, and so on.
    pub enum DebugRecordKind {
        Value = "dbg_value", Declare = "dbg_declare", DeclareValue = "dbg_declare_value", Assign = "dbg_assign",
        Label = "dbg_label",
    }
}

impl DebugRecordKind {
    /// The intrinsic that records of this kind replaced.
    pub fn intrinsic(self) -> &'static str {
        match self {
            Self::Value => "llvm.dbg.value",
            Self::Declare => "llvm.dbg.declare",
            Self::DeclareValue => "llvm.dbg.declare_value",
            Self::Assign => "llvm.dbg.assign",
            Self::Label => "llvm.dbg.label",
        }
    }

    /// The kind of records that replaced an intrinsic.
    pub fn of_intrinsic(name: &[u8]) -> Option<Self> {
        let all = [Self::Value, Self::Declare, Self::DeclareValue, Self::Assign, Self::Label];
        all.into_iter().find(|kind| kind.intrinsic().as_bytes() == name)
    }
}

impl BinaryOp {
    /// Whether the operands are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem)
    }

    /// The flags that the operation can have.
    #[inline]
    pub fn flags(self) -> Flags {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Shl => Flags::NUW | Flags::NSW,
            Self::UDiv | Self::SDiv | Self::LShr | Self::AShr => Flags::EXACT,
            Self::Or => Flags::DISJOINT,
            _ if self.is_float() => Flags::FAST,
            _ => Flags::empty(),
        }
    }

    /// Whether the operation exists as a constant expression. LangRef: Constant Expressions.
    pub fn can_be_constant(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Xor)
    }
}

impl CastOp {
    /// The flags that the operation can have.
    #[inline]
    pub fn flags(self) -> Flags {
        match self {
            Self::Trunc => Flags::NUW | Flags::NSW,
            Self::ZExt => Flags::NNEG,
            Self::UiToFp => Flags::NNEG | Flags::FAST,
            Self::FpTrunc | Self::FpExt | Self::SiToFp => Flags::FAST,
            _ => Flags::empty(),
        }
    }

    /// Whether the operation exists as a constant expression. LangRef: Constant Expressions.
    pub fn can_be_constant(self) -> bool {
        matches!(
            self,
            Self::Trunc
                | Self::PtrToInt
                | Self::PtrToAddr
                | Self::IntToPtr
                | Self::BitCast
                | Self::AddrSpaceCast
        )
    }
}

/// An alignment: a power of two in bytes, or unspecified.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Alignment(u8);

impl Alignment {
    /// An unspecified alignment.
    pub const NONE: Self = Self(0);

    /// The alignment of `bytes`; `None` if that is not a power of two.
    pub fn new(bytes: u64) -> Option<Self> {
        bytes.is_power_of_two().then(|| Self(bytes.trailing_zeros() as u8 + 1))
    }

    /// The alignment in bytes, if specified.
    pub fn bytes(self) -> Option<u64> {
        (self.0 != 0).then(|| 1 << (self.0 - 1))
    }
}

/// The atomicity of a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Atomicity {
    /// The memory ordering.
    pub ordering: Ordering,
    /// The synchronization scope; `None` for the whole system.
    pub scope: Option<StrId>,
}

impl Atomicity {
    /// That of ordinary loads and stores.
    pub const NONE: Self = Self { ordering: Ordering::NotAtomic, scope: None };
}

/// A list of a function, as a range in one of its pools; [`Function::list`](crate::Function::list) has the elements. A list belongs to
/// one instruction, except those of attachments, which several share.
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

/// A list of metadata attachments: kind and node.
pub type AttachmentList = List<(StrId, MdNode)>;

impl<T> List<T> {
    /// The list of `len` elements from `start`.
    pub fn new(start: usize, len: usize) -> Self {
        Self { start: start as u32, len: len as u32, of: PhantomData }
    }

    /// The number of elements.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the list has no elements.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The range as indices into the pool.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// The list with another number of elements from the same start.
    pub(crate) fn with_len(self, len: usize) -> Self {
        Self { len: len as u32, ..self }
    }
}

// These would be derived, if that did not require the same of `T`.
impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.range().fmt(f)
    }
}

/// An operand bundle. Source: LangRef, Operand Bundles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The bundle's tag.
    pub tag: StrId,
    /// The values in parentheses, whose meaning the tag determines.
    pub inputs: Vec<Value>,
}

/// The arguments of a call; mostly few.
pub type Args = SmallVec<[Value; 4]>;

/// The successors of a terminator; mostly few.
pub type Successors = SmallVec<[Block; 2]>;

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, PartialEq, Debug)]
pub struct CallSite {
    /// The callee: a function, a pointer or an inline asm constant.
    pub callee: Value,
    /// The function type of the callee.
    pub function_type: Type,
    /// The arguments, in order.
    pub args: Args,
    /// The calling convention, by number.
    pub calling_convention: u32,
    /// The attributes of the call, its arguments and its result.
    pub attributes: AttributeListId,
    /// The operand bundles, in order.
    pub bundles: ThinVec<Bundle>,
    /// The fast-math flags.
    pub flags: Flags,
    /// The tail call marker; for `call` only.
    pub tail: TailKind,
}

/// A debug record. Source: LLVM, Source Level Debugging, Debug Records.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord {
    /// The kind of record, such as `#dbg_value`.
    pub kind: DebugRecordKind,
    /// The operands before the location, as written: for `#dbg_label`, the label; for all others, a value or address, the variable, and
    /// an expression; for `#dbg_assign`, in addition, the `DIAssignID`, an address, and an expression that is applied to it.
    pub operands: Vec<RecordOperand>,
    /// The location: a `DILocation` node.
    pub location: Option<MdNode>,
}

impl DebugRecord {
    fn operand_node(&self, place: usize) -> Option<Metadata> {
        match self.operands.get(place) {
            Some(RecordOperand::Metadata(metadata)) => Some(*metadata),
            _ => None,
        }
    }

    /// The `DILocalVariable`; `None` for `#dbg_label`.
    pub fn variable(&self) -> Option<Metadata> {
        (self.kind != DebugRecordKind::Label).then(|| self.operand_node(1)).flatten()
    }

    /// The `DILabel` of `#dbg_label`.
    pub fn label(&self) -> Option<Metadata> {
        (self.kind == DebugRecordKind::Label).then(|| self.operand_node(0)).flatten()
    }

    /// The `DIExpression` that is applied to the value or address; `None` for `#dbg_label`.
    pub fn expression(&self) -> Option<Metadata> {
        (self.kind != DebugRecordKind::Label).then(|| self.operand_node(2)).flatten()
    }
}

/// An operand of a debug record.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordOperand {
    /// A value of the function or a constant.
    Value(Value),
    /// A metadata node or constant.
    Metadata(Metadata),
    /// `!DIArgList(…)`.
    ArgList(Vec<Value>),
}

/// An instruction: an operation with its operands. Lists are looked up by [`Function::list`](crate::Function::list).
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Instruction {
    // Terminators.
    Ret(Option<Value>),
    Br(Block),
    CondBr {
        condition: Value,
        then: Block,
        otherwise: Block,
    },
    Switch(Box<Switch>),
    IndirectBr {
        address: Value,
        destinations: Box<[Block]>,
    },
    Invoke(Box<Invoke>),
    CallBr(Box<CallBr>),
    Resume(Value),
    CatchSwitch(Box<CatchSwitch>),
    CatchRet {
        pad: Value,
        successor: Block,
    },
    /// `unwind` is `None` if it unwinds to the caller.
    CleanupRet {
        pad: Value,
        unwind: Option<Block>,
    },
    Unreachable,
    // Computations.
    FNeg {
        flags: Flags,
        value: Value,
    },
    Binary {
        op: BinaryOp,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        value: Value,
    },
    ICmp {
        predicate: IntPredicate,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    FCmp {
        predicate: FloatPredicate,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    Select {
        flags: Flags,
        condition: Value,
        then: Value,
        otherwise: Value,
    },
    Freeze(Value),
    Phi {
        flags: Flags,
        incoming: List<(Value, Block)>,
    },
    // Vectors and aggregates.
    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        value: Value,
        index: Value,
    },
    /// `u32::MAX` in the mask means poison.
    ShuffleVector {
        a: Value,
        b: Value,
        mask: List<u32>,
    },
    ExtractValue {
        aggregate: Value,
        indices: List<u32>,
    },
    InsertValue {
        aggregate: Value,
        value: Value,
        indices: List<u32>,
    },
    // Memory.
    Alloca(Alloca),
    Load {
        address: Value,
        alignment: Alignment,
        volatile: bool,
        atomicity: Atomicity,
    },
    Store {
        address: Value,
        value: Value,
        alignment: Alignment,
        volatile: bool,
        ordering: Ordering,
        scope: Option<StrId>,
    },
    Fence(Atomicity),
    CmpXchg(Box<CmpXchg>),
    AtomicRmw(Box<AtomicRmw>),
    GetElementPtr {
        flags: Flags,
        element: Type,
        base: Value,
        indices: List<Value>,
    },
    VaArg {
        list: Value,
    },
    // Calls and pads.
    Call(Box<CallSite>),
    LandingPad(Box<LandingPad>),
    CatchPad {
        parent: Value,
        args: List<Value>,
    },
    CleanupPad {
        parent: Value,
        args: List<Value>,
    },
    /// Not an instruction in LLVM, but a debug record at this position of the block.
    DebugRecord(Box<DebugRecord>),
}

/// `switch`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Switch {
    pub value: Value,
    pub default: Block,
    pub cases: Vec<(Value, Block)>,
}

/// `invoke`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Invoke {
    pub call: CallSite,
    pub normal: Block,
    pub unwind: Block,
}

/// `callbr`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct CallBr {
    pub call: CallSite,
    pub fallthrough: Block,
    pub indirect: Vec<Block>,
}

/// `catchswitch`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct CatchSwitch {
    pub parent: Value,
    pub handlers: Vec<Block>,
    /// The unwind destination; `None` for the caller.
    pub unwind: Option<Block>,
}

/// `landingpad`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct LandingPad {
    pub cleanup: bool,
    /// The value of each clause, and whether it is a filter.
    pub clauses: Vec<(Value, bool)>,
}

/// `alloca`. Its address space is part of the result's type.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Alloca {
    pub allocated: Type,
    pub count: Value,
    pub alignment: Alignment,
    pub inalloca: bool,
    pub swifterror: bool,
}

/// `cmpxchg`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct CmpXchg {
    pub address: Value,
    pub expected: Value,
    pub new: Value,
    pub weak: bool,
    pub volatile: bool,
    pub success: Ordering,
    pub failure: Ordering,
    pub scope: Option<StrId>,
    pub alignment: Alignment,
}

/// `atomicrmw`.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct AtomicRmw {
    pub op: RmwOp,
    pub address: Value,
    pub value: Value,
    pub volatile: bool,
    pub atomicity: Atomicity,
    pub alignment: Alignment,
}

impl Instruction {
    /// Whether the instruction is a terminator.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Ret(_)
                | Self::Br(_)
                | Self::CondBr { .. }
                | Self::Switch(_)
                | Self::IndirectBr { .. }
                | Self::Invoke(_)
                | Self::CallBr(_)
                | Self::Resume(_)
                | Self::CatchSwitch(_)
                | Self::CatchRet { .. }
                | Self::CleanupRet { .. }
                | Self::Unreachable
        )
    }

    /// The debug record, if it is one.
    pub fn debug_record(&self) -> Option<&DebugRecord> {
        match self {
            Self::DebugRecord(record) => Some(record),
            _ => None,
        }
    }

    /// The call site of `call`, `invoke` or `callbr`.
    pub fn call_site(&self) -> Option<&CallSite> {
        match self {
            Self::Call(call) => Some(call),
            Self::Invoke(invoke) => Some(&invoke.call),
            Self::CallBr(callbr) => Some(&callbr.call),
            _ => None,
        }
    }

    /// Mutable access to the call site of `call`, `invoke` or `callbr`.
    pub fn call_site_mut(&mut self) -> Option<&mut CallSite> {
        match self {
            Self::Call(call) => Some(call),
            Self::Invoke(invoke) => Some(&mut invoke.call),
            Self::CallBr(callbr) => Some(&mut callbr.call),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_stay_small() {
        assert!(size_of::<Instruction>() <= 24, "{}", size_of::<Instruction>());
        assert!(size_of::<CallSite>() <= 56, "{}", size_of::<CallSite>());
    }

    #[test]
    fn alignments_are_powers_of_two() {
        assert_eq!(Alignment::new(16).and_then(Alignment::bytes), Some(16));
        assert_eq!(Alignment::new(12), None);
        assert_eq!(Alignment::NONE.bytes(), None);
    }
}
