//! Instructions: opcodes, flags and operands. Source: LangRef, Instruction Reference.

use cranelift_entity::entity_impl;
use smallvec::{SmallVec, smallvec};
use thin_vec::ThinVec;

use crate::attributes::AttributeListId;
use crate::entity::{Spellings, StrId, spelled};
use crate::function::{Block, Function, Value};
use crate::metadata::{MdNode, Metadata};
use crate::types::Type;

/// A handle to an instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

bitflags::bitflags! {
    /// Flags of instructions: some make the result poison if a condition is violated, others allow more optimizations. Each
    /// instruction has its own subset.
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
    /// Not atomic.
    pub const NONE: Self = Self { ordering: Ordering::NotAtomic, scope: None };
}

/// A range in one of the pools of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct List {
    /// The index of the first element.
    pub start: u32,
    /// The number of elements.
    pub len: u32,
}

impl List {
    /// The range as indices into the pool.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// An operand bundle. Source: LangRef, Operand Bundles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The bundle's tag.
    pub tag: StrId,
    /// The input values.
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
    /// The operands before the location, as written.
    pub operands: Vec<RecordOperand>,
    /// The location: a `DILocation` node.
    pub location: Option<MdNode>,
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

/// An instruction: an operation with its operands. Lists are ranges in the pools of its [`Function`].
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
    /// The incoming values are a range in the pool of edges.
    Phi {
        flags: Flags,
        incoming: List,
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
    /// The mask is a range in the pool of numbers; `u32::MAX` means poison.
    ShuffleVector {
        a: Value,
        b: Value,
        mask: List,
    },
    /// The indices are a range in the pool of numbers.
    ExtractValue {
        aggregate: Value,
        indices: List,
    },
    InsertValue {
        aggregate: Value,
        value: Value,
        indices: List,
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
    /// The indices are a range in the pool of values.
    GetElementPtr {
        flags: Flags,
        element: Type,
        base: Value,
        indices: List,
    },
    VaArg {
        list: Value,
    },
    // Calls and pads.
    Call(Box<CallSite>),
    LandingPad(Box<LandingPad>),
    CatchPad {
        parent: Value,
        args: List,
    },
    CleanupPad {
        parent: Value,
        args: List,
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

    /// The successors of a terminator, in the order of LLVM's operands; empty for other instructions.
    pub fn successors(&self) -> Successors {
        match self {
            Self::Br(block) | Self::CatchRet { successor: block, .. } => smallvec![*block],
            Self::CondBr { then, otherwise, .. } => smallvec![*then, *otherwise],
            Self::Switch(switch) => {
                std::iter::once(switch.default).chain(switch.cases.iter().map(|&(_, block)| block)).collect()
            }
            Self::IndirectBr { destinations, .. } => Successors::from_slice(destinations),
            Self::Invoke(invoke) => smallvec![invoke.normal, invoke.unwind],
            Self::CallBr(callbr) => {
                std::iter::once(callbr.fallthrough).chain(callbr.indirect.iter().copied()).collect()
            }
            Self::CatchSwitch(switch) => switch.handlers.iter().copied().chain(switch.unwind).collect(),
            Self::CleanupRet { unwind, .. } => unwind.iter().copied().collect(),
            _ => Successors::new(),
        }
    }

    /// Visits the value operands, except those of debug records.
    pub fn visit_operands(&self, function: &Function, mut visit: impl FnMut(Value)) {
        let mut all = |values: &[Value]| values.iter().for_each(|&value| visit(value));
        match self {
            Self::Ret(value) => all(value.as_slice()),
            Self::CondBr { condition: value, .. }
            | Self::IndirectBr { address: value, .. }
            | Self::Resume(value)
            | Self::FNeg { value, .. }
            | Self::Cast { value, .. }
            | Self::Freeze(value)
            | Self::ExtractValue { aggregate: value, .. }
            | Self::Load { address: value, .. }
            | Self::VaArg { list: value }
            | Self::CatchRet { pad: value, .. }
            | Self::CleanupRet { pad: value, .. } => all(&[*value]),
            Self::Switch(switch) => {
                all(&[switch.value]);
                switch.cases.iter().for_each(|(value, _)| all(&[*value]));
            }
            Self::CatchSwitch(switch) => all(&[switch.parent]),
            Self::Binary { lhs, rhs, .. } | Self::ICmp { lhs, rhs, .. } | Self::FCmp { lhs, rhs, .. } => {
                all(&[*lhs, *rhs]);
            }
            Self::Select { condition, then, otherwise, .. } => all(&[*condition, *then, *otherwise]),
            Self::Phi { incoming, .. } => {
                function.edges[incoming.range()].iter().for_each(|(value, _)| all(&[*value]));
            }
            Self::ExtractElement { vector, index } => all(&[*vector, *index]),
            Self::InsertElement { vector, value, index } => all(&[*vector, *value, *index]),
            Self::ShuffleVector { a, b, .. } => all(&[*a, *b]),
            Self::InsertValue { aggregate, value, .. } => all(&[*aggregate, *value]),
            Self::Alloca(alloca) => all(&[alloca.count]),
            Self::Store { address, value, .. } => all(&[*value, *address]),
            Self::CmpXchg(cmpxchg) => all(&[cmpxchg.address, cmpxchg.expected, cmpxchg.new]),
            Self::AtomicRmw(rmw) => all(&[rmw.address, rmw.value]),
            Self::GetElementPtr { base, indices, .. } => {
                all(&[*base]);
                all(&function.values[indices.range()]);
            }
            Self::LandingPad(pad) => pad.clauses.iter().for_each(|(value, _)| all(&[*value])),
            Self::CatchPad { parent, args } | Self::CleanupPad { parent, args } => {
                all(&[*parent]);
                all(&function.values[args.range()]);
            }
            Self::Br(_) | Self::Unreachable | Self::Fence(_) | Self::DebugRecord(_) => {}
            Self::Invoke(_) | Self::CallBr(_) | Self::Call(_) => {
                let Some(call) = self.call_site() else { return };
                all(&call.args);
                call.bundles.iter().for_each(|bundle| all(&bundle.inputs));
                all(&[call.callee]);
            }
        }
    }

    /// The opcode's keyword, without tail call markers.
    pub fn opcode(&self) -> &'static str {
        match self {
            Self::Ret(_) => "ret",
            Self::Br(_) | Self::CondBr { .. } => "br",
            Self::Switch(_) => "switch",
            Self::IndirectBr { .. } => "indirectbr",
            Self::Invoke(_) => "invoke",
            Self::CallBr(_) => "callbr",
            Self::Resume(_) => "resume",
            Self::CatchSwitch(_) => "catchswitch",
            Self::CatchRet { .. } => "catchret",
            Self::CleanupRet { .. } => "cleanupret",
            Self::Unreachable => "unreachable",
            Self::FNeg { .. } => "fneg",
            Self::Binary { op, .. } => op.spelling(),
            Self::Cast { op, .. } => op.spelling(),
            Self::ICmp { .. } => "icmp",
            Self::FCmp { .. } => "fcmp",
            Self::Select { .. } => "select",
            Self::Freeze(_) => "freeze",
            Self::Phi { .. } => "phi",
            Self::ExtractElement { .. } => "extractelement",
            Self::InsertElement { .. } => "insertelement",
            Self::ShuffleVector { .. } => "shufflevector",
            Self::ExtractValue { .. } => "extractvalue",
            Self::InsertValue { .. } => "insertvalue",
            Self::Alloca(_) => "alloca",
            Self::Load { .. } => "load",
            Self::Store { .. } => "store",
            Self::Fence(_) => "fence",
            Self::CmpXchg(_) => "cmpxchg",
            Self::AtomicRmw(_) => "atomicrmw",
            Self::GetElementPtr { .. } => "getelementptr",
            Self::VaArg { .. } => "va_arg",
            Self::Call(_) => "call",
            Self::LandingPad(_) => "landingpad",
            Self::CatchPad { .. } => "catchpad",
            Self::CleanupPad { .. } => "cleanuppad",
            Self::DebugRecord(record) => record.kind.spelling(),
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
