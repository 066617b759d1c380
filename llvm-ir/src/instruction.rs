//! Instructions: opcodes, flags and operands. Source: LangRef, Instruction Reference.

mod flags;
mod opcode;
mod operands;
mod table;

use std::cmp;
use std::marker::PhantomData;

use cranelift_entity::entity_impl;
use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::attributes::AttributeListId;
use crate::entity::{StrId, spelled};
use crate::function::{Block, Value};
use crate::metadata::{MdNode, Metadata};
use crate::types::Type;

pub use flags::Flags;
pub use opcode::Opcode;
pub(crate) use opcode::{keyword, leading};
pub use operands::Operands;
pub(crate) use operands::{Parts, VisitorMut};
pub use table::{Alloca, AtomicRmw, CallBr, CatchSwitch, CmpXchg, Instruction, Invoke, LandingPad, Switch};

/// A handle to an instruction of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

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
        PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr" since 22, IntToPtr = "inttoptr", BitCast = "bitcast",
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
        UMax = "umax", UMin = "umin", FAdd = "fadd" since 9, FSub = "fsub" since 9, FMax = "fmax" since 15,
        FMin = "fmin" since 15, FMaximum = "fmaximum" since 21, FMinimum = "fminimum" since 21, UIncWrap = "uinc_wrap" since 16,
        UDecWrap = "udec_wrap" since 16, USubCond = "usub_cond" since 20, USubSat = "usub_sat" since 20,
        FMaximumNum = "fmaximumnum" since 23, FMinimumNum = "fminimumnum" since 23,
    }
    /// Tail call markers. `None` has no keyword.
    pub enum TailKind { None = "", Tail = "tail", MustTail = "musttail", NoTail = "notail" }
    /// The kinds of debug records: `#dbg_value` is `Value`, and so on.
    pub enum DebugRecordKind {
        Value = "dbg_value" since 19, Declare = "dbg_declare" since 19, DeclareValue = "dbg_declare_value" since 22,
        Assign = "dbg_assign" since 19, Label = "dbg_label" since 19,
    }
}

impl RmwOp {
    /// Whether the operation is one on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            Self::FAdd
                | Self::FSub
                | Self::FMax
                | Self::FMin
                | Self::FMaximum
                | Self::FMinimum
                | Self::FMaximumNum
                | Self::FMinimumNum
        )
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

    /// Whether the operation exists as a constant expression. LangRef: Constant Expressions.
    pub fn can_be_constant(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Xor)
    }
}

impl CastOp {
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

    /// The largest alignment that LLVM supports, in bytes. Source: LLVM, `Value::MaximumAlignment`.
    pub const MAX_BYTES: u64 = 1 << 32;

    /// The alignment of `bytes`; `None` if that is not a power of two.
    pub fn new(bytes: u64) -> Option<Self> {
        bytes.is_power_of_two().then(|| Self(bytes.trailing_zeros() as u8 + 1))
    }

    /// The alignment in bytes, if specified.
    pub fn bytes(self) -> Option<u64> {
        (self.0 != 0).then(|| 1 << (self.0 - 1))
    }

    /// Whether it is unspecified, or at most [`MAX_BYTES`](Self::MAX_BYTES).
    pub fn is_supported(self) -> bool {
        self.bytes().is_none_or(|bytes| bytes <= Self::MAX_BYTES)
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
/// one instruction, except those of attachments, which several share. A list of one kind is none of another:
///
/// ```compile_fail,E0308
/// use tern_llvm_ir::{Function, Value, instruction::List};
/// let mut function = Function::default();
/// let values: List<Value> = function.push_numbers(&[1]);
/// ```
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

impl<T> std::hash::Hash for List<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.start, self.len).hash(state);
    }
}

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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bundle {
    /// The bundle's tag.
    pub tag: StrId,
    /// The values in parentheses, whose meaning the tag determines.
    pub inputs: Vec<Value>,
}

/// The tags of operand bundles that LLVM knows, in its order. Source: LLVM, `LLVMContext`.
pub const BUNDLE_TAGS: &[&str] = &[
    "deopt",
    "funclet",
    "gc-transition",
    "cfguardtarget",
    "preallocated",
    "gc-live",
    "clang.arc.attachedcall",
    "ptrauth",
    "kcfi",
    "convergencectrl",
    "align",
    "deactivation-symbol",
];

/// The arguments of a call; mostly few.
pub type Args = SmallVec<[Value; 4]>;

/// The successors of a terminator; mostly few.
pub type Successors = SmallVec<[Block; 2]>;

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum RecordOperand {
    /// A value of the function or a constant.
    Value(Value),
    /// A metadata node or constant.
    Metadata(Metadata),
    /// `!DIArgList(…)`.
    ArgList(ThinVec<Value>),
}

impl Instruction {
    /// Mutable access to the alignment, if the instruction has that field.
    pub fn alignment_mut(&mut self) -> Option<&mut Alignment> {
        match self {
            Self::Load { alignment, .. } | Self::Store { alignment, .. } => Some(alignment),
            Self::Alloca(alloca) => Some(&mut alloca.alignment),
            Self::CmpXchg(cmpxchg) => Some(&mut cmpxchg.alignment),
            Self::AtomicRmw(rmw) => Some(&mut rmw.alignment),
            _ => None,
        }
    }

    /// Whether it begins the block of an exception handler. Source: LangRef, Exception Handling.
    pub fn is_pad(&self) -> bool {
        matches!(
            self,
            Self::LandingPad(_) | Self::CatchSwitch(_) | Self::CatchPad { .. } | Self::CleanupPad { .. }
        )
    }

    /// The debug record, if it is one.
    pub fn debug_record(&self) -> Option<&DebugRecord> {
        match self {
            Self::DebugRecord(record) => Some(record),
            _ => None,
        }
    }

    /// The synchronization scope of a memory access or fence; `None` for the whole system.
    pub fn sync_scope(&self) -> Option<StrId> {
        match self {
            Self::Load { atomicity, .. } | Self::Store { atomicity, .. } | Self::Fence(atomicity) => {
                atomicity.scope
            }
            Self::CmpXchg(it) => it.scope,
            Self::AtomicRmw(it) => it.atomicity.scope,
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

    /// The flags, such as `nsw` and `fast`; empty on an instruction that takes none.
    pub fn flags(&self) -> Flags {
        match self {
            Self::FNeg { flags, .. }
            | Self::Binary { flags, .. }
            | Self::Cast { flags, .. }
            | Self::ICmp { flags, .. }
            | Self::FCmp { flags, .. }
            | Self::Select { flags, .. }
            | Self::Phi { flags, .. }
            | Self::GetElementPtr { flags, .. } => *flags,
            _ => self.call_site().map_or(Flags::empty(), |call| call.flags),
        }
    }

    /// Mutable access to the flags; `None` on an instruction that takes none.
    pub fn flags_mut(&mut self) -> Option<&mut Flags> {
        match self {
            Self::FNeg { flags, .. }
            | Self::Binary { flags, .. }
            | Self::Cast { flags, .. }
            | Self::ICmp { flags, .. }
            | Self::FCmp { flags, .. }
            | Self::Select { flags, .. }
            | Self::Phi { flags, .. }
            | Self::GetElementPtr { flags, .. } => Some(flags),
            _ => self.call_site_mut().map(|call| &mut call.flags),
        }
    }
}

impl IntPredicate {
    /// The predicate that holds if and only if this one does not.
    pub fn inverse(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Ugt => Self::Ule,
            Self::Uge => Self::Ult,
            Self::Ult => Self::Uge,
            Self::Ule => Self::Ugt,
            Self::Sgt => Self::Sle,
            Self::Sge => Self::Slt,
            Self::Slt => Self::Sge,
            Self::Sle => Self::Sgt,
        }
    }

    /// The predicate of the same comparison with its operands exchanged.
    pub fn swapped(self) -> Self {
        match self {
            Self::Ugt => Self::Ult,
            Self::Uge => Self::Ule,
            Self::Ult => Self::Ugt,
            Self::Ule => Self::Uge,
            Self::Sgt => Self::Slt,
            Self::Sge => Self::Sle,
            Self::Slt => Self::Sgt,
            Self::Sle => Self::Sge,
            Self::Eq | Self::Ne => self,
        }
    }
}

impl FloatPredicate {
    /// Whether it holds for two operands in this order; `None` if they are unordered: at least one is NaN.
    pub fn holds(self, order: Option<cmp::Ordering>) -> bool {
        let Some(order) = order else {
            use FloatPredicate::{True, Ueq, Uge, Ugt, Ule, Ult, Une, Uno};
            return matches!(self, Uno | Ueq | Ugt | Uge | Ult | Ule | Une | True);
        };
        match self {
            Self::False | Self::Uno => false,
            Self::True | Self::Ord => true,
            Self::Oeq | Self::Ueq => order.is_eq(),
            Self::One | Self::Une => order.is_ne(),
            Self::Ogt | Self::Ugt => order.is_gt(),
            Self::Oge | Self::Uge => order.is_ge(),
            Self::Olt | Self::Ult => order.is_lt(),
            Self::Ole | Self::Ule => order.is_le(),
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
