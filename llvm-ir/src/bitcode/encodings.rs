//! The numbers that stand for enums, flags and attributes in records, each table for both directions. Source: LLVM, `LLVMBitCodes.h`
//! and LangRef.

use crate::attributes::AttributeKind;
use crate::globals::{
    CodeModel, ComdatKind, DllStorage, Linkage, Sanitizer, TlsModel, UnnamedAddr, Visibility,
};
use crate::instruction::{
    BinaryOp, CastOp, DebugRecordKind, Flags, FloatPredicate, IntPredicate, Opcode, Ordering, RmwOp,
};
use crate::summary::{AllocationType, ByArgumentKind, DevirtualizationKind, Hotness, TypeTestKind};

use super::codes::function;

/// An enum whose cases have numbers in records.
pub trait Coded: Sized + Copy + PartialEq + 'static {
    /// The numbers. Of several numbers of a case, the first is that of today; the others are older.
    const CODES: &'static [(Self, u64)];

    /// The case with this number.
    #[inline]
    fn of_code(code: u64) -> Option<Self> {
        Self::CODES.iter().find(|(_, known)| *known == code).map(|(case, _)| *case)
    }

    /// The number of a case.
    fn code(self) -> Option<u64> {
        Self::CODES.iter().find(|(known, _)| *known == self).map(|(_, code)| *code)
    }
}

macro_rules! coded {
    ($($of:ident { $($case:ident = $($code:literal)|+,)+ })+) => {$(
        impl Coded for $of {
            const CODES: &'static [(Self, u64)] = &[$($(($of::$case, $code),)+)+];
        }
    )+};
}

coded! {
    Linkage {
        External = 0 | 5 | 6 | 15, WeakOdr = 17 | 10, Weak = 16 | 1, Appending = 2, Internal = 3, LinkOnce = 18 | 4,
        ExternWeak = 7, Common = 8, Private = 9 | 13 | 14, LinkOnceOdr = 19 | 11, AvailableExternally = 12,
    }
    Visibility { Default = 0, Hidden = 1, Protected = 2, }
    DllStorage { Default = 0, Import = 1, Export = 2, }
    TlsModel { GeneralDynamic = 1, LocalDynamic = 2, InitialExec = 3, LocalExec = 4, }
    UnnamedAddr { None = 0, Global = 1, Local = 2, }
    CodeModel { Tiny = 1, Small = 2, Kernel = 3, Medium = 4, Large = 5, }
    ComdatKind { Any = 1, ExactMatch = 2, Largest = 3, NoDeduplicate = 4, SameSize = 5, }
    // Bits.
    Sanitizer { NoAddress = 1, NoHwAddress = 2, MemTag = 4, AddressDynInit = 8, }
    Ordering {
        NotAtomic = 0, Unordered = 1, Monotonic = 2, Acquire = 3, Release = 4, AcqRel = 5, SeqCst = 6,
    }
    RmwOp {
        Xchg = 0, Add = 1, Sub = 2, And = 3, Nand = 4, Or = 5, Xor = 6, Max = 7, Min = 8, UMax = 9, UMin = 10,
        FAdd = 11, FSub = 12, FMax = 13, FMin = 14, UIncWrap = 15, UDecWrap = 16, USubCond = 17, USubSat = 18,
        FMaximum = 19, FMinimum = 20, FMaximumNum = 21, FMinimumNum = 22,
    }
    CastOp {
        Trunc = 0, ZExt = 1, SExt = 2, FpToUi = 3, FpToSi = 4, UiToFp = 5, SiToFp = 6, FpTrunc = 7, FpExt = 8,
        PtrToInt = 9, IntToPtr = 10, BitCast = 11, AddrSpaceCast = 12, PtrToAddr = 13,
    }
    FloatPredicate {
        False = 0, Oeq = 1, Ogt = 2, Oge = 3, Olt = 4, Ole = 5, One = 6, Ord = 7, Uno = 8, Ueq = 9, Ugt = 10, Uge = 11,
        Ult = 12, Ule = 13, Une = 14, True = 15,
    }
    IntPredicate {
        Eq = 32, Ne = 33, Ugt = 34, Uge = 35, Ult = 36, Ule = 37, Sgt = 38, Sge = 39, Slt = 40, Sle = 41,
    }
    AttributeKind {
        Alignment = 1, AlwaysInline = 2, ByVal = 3, InlineHint = 4, InReg = 5, MinSize = 6, Naked = 7, Nest = 8,
        NoAlias = 9, NoBuiltin = 10, NoDuplicate = 12, NoImplicitFloat = 13, NoInline = 14, NonLazyBind = 15,
        NoRedZone = 16, NoReturn = 17, NoUnwind = 18, OptimizeForSize = 19, ReadNone = 20, ReadOnly = 21,
        Returned = 22, ReturnsTwice = 23, SExt = 24, StackAlignment = 25, StackProtect = 26, StackProtectReq = 27,
        StackProtectStrong = 28, StructRet = 29, SanitizeAddress = 30, SanitizeThread = 31, SanitizeMemory = 32,
        UWTable = 33, ZExt = 34, Builtin = 35, Cold = 36, OptimizeNone = 37, InAlloca = 38, NonNull = 39,
        JumpTable = 40, Dereferenceable = 41, DereferenceableOrNull = 42, Convergent = 43, SafeStack = 44,
        SwiftSelf = 46, SwiftError = 47, NoRecurse = 48, AllocSize = 51, WriteOnly = 52, Speculatable = 53,
        StrictFP = 54, SanitizeHWAddress = 55, NoCfCheck = 56, OptForFuzzing = 57, ShadowCallStack = 58,
        SpeculativeLoadHardening = 59, ImmArg = 60, WillReturn = 61, NoFree = 62, NoSync = 63, SanitizeMemTag = 64,
        Preallocated = 65, NoMerge = 66, NullPointerIsValid = 67, NoUndef = 68, ByRef = 69, MustProgress = 70,
        NoCallback = 71, Hot = 72, NoProfile = 73, VScaleRange = 74, SwiftAsync = 75, NoSanitizeCoverage = 76,
        ElementType = 77, DisableSanitizerInstrumentation = 78, NoSanitizeBounds = 79, AllocAlign = 80,
        AllocatedPointer = 81, AllocKind = 82, PresplitCoroutine = 83, FnRetThunkExtern = 84, SkipProfile = 85,
        Memory = 86, NoFPClass = 87, OptimizeForDebugging = 88, Writable = 89, CoroDestroyOnlyWhenComplete = 90,
        DeadOnUnwind = 91, Range = 92, SanitizeNumericalStability = 93, Initializes = 94, HybridPatchable = 95,
        SanitizeRealtime = 96, SanitizeRealtimeBlocking = 97, CoroElideSafe = 98, NoExt = 99,
        NoDivergenceSource = 100, SanitizeType = 101, Captures = 102, DeadOnReturn = 103, SanitizeAllocToken = 104,
        NoCreateUndefOrPoison = 105, DenormalFpEnv = 106, NoOutline = 107, Flatten = 108, NoIpa = 109,
    }
}

coded! {
    Hotness { Unknown = 0, Cold = 1, None = 2, Hot = 3, Critical = 4, }
    AllocationType { None = 0, NotCold = 1, Cold = 2, Hot = 4, }
    TypeTestKind { Unsat = 0, ByteArray = 1, Inline = 2, Single = 3, AllOnes = 4, Unknown = 5, }
    DevirtualizationKind { Indirect = 0, SingleImpl = 1, BranchFunnel = 2, }
    ByArgumentKind { Indirect = 0, UniformReturnValue = 1, UniqueReturnValue = 2, VirtualConstProp = 3, }
}

/// Linkages by their number in summaries, which is another than that in modules.
pub const SUMMARY_LINKAGES: &[Linkage] = &[
    Linkage::External,
    Linkage::AvailableExternally,
    Linkage::LinkOnce,
    Linkage::LinkOnceOdr,
    Linkage::Weak,
    Linkage::WeakOdr,
    Linkage::Appending,
    Linkage::Internal,
    Linkage::Private,
    Linkage::ExternWeak,
    Linkage::Common,
];

/// The largest number of an attribute that LLVM 23 knows.
pub const LAST_ATTRIBUTE: u64 = 109;

/// Attributes of older LLVMs that are part of `memory` or `captures` today.
pub mod old_attribute {
    /// `nocapture`.
    pub const NO_CAPTURE: u64 = 11;
    /// `readnone` of a function.
    pub const READ_NONE: u64 = 20;
    /// `readonly` of a function.
    pub const READ_ONLY: u64 = 21;
    /// `argmemonly`.
    pub const ARGMEM_ONLY: u64 = 45;
    /// `inaccessiblememonly`.
    pub const INACCESSIBLEMEM_ONLY: u64 = 49;
    /// `inaccessiblemem_or_argmemonly`.
    pub const INACCESSIBLEMEM_OR_ARGMEM_ONLY: u64 = 50;
    /// `writeonly` of a function.
    pub const WRITE_ONLY: u64 = 52;
}

/// Operations of binary instructions. Those of integers and those of floating-point numbers share numbers.
const BINARY_OPS: &[(u64, BinaryOp, Option<BinaryOp>)] = &[
    (0, BinaryOp::Add, Some(BinaryOp::FAdd)),
    (1, BinaryOp::Sub, Some(BinaryOp::FSub)),
    (2, BinaryOp::Mul, Some(BinaryOp::FMul)),
    (3, BinaryOp::UDiv, None),
    (4, BinaryOp::SDiv, Some(BinaryOp::FDiv)),
    (5, BinaryOp::URem, None),
    (6, BinaryOp::SRem, Some(BinaryOp::FRem)),
    (7, BinaryOp::Shl, None),
    (8, BinaryOp::LShr, None),
    (9, BinaryOp::AShr, None),
    (10, BinaryOp::And, None),
    (11, BinaryOp::Or, None),
    (12, BinaryOp::Xor, None),
];

/// The operation with this number, on floating-point numbers or integers.
pub fn binary_op(code: u64, is_float: bool) -> Option<BinaryOp> {
    let &(_, integer, float) = BINARY_OPS.get(usize::try_from(code).ok()?)?;
    if is_float { float } else { Some(integer) }
}

/// The number of an operation.
pub fn binary_code(op: BinaryOp) -> u64 {
    let found = BINARY_OPS.iter().find(|&&(_, integer, float)| integer == op || float == Some(op));
    found.map_or(0, |&(code, ..)| code)
}

/// Fast-math flags by bit; the lowest bit stood for all of them.
const FAST_MATH: &[(u64, Flags)] = &[
    (1 << 0, Flags::FAST),
    (1 << 1, Flags::NNAN),
    (1 << 2, Flags::NINF),
    (1 << 3, Flags::NSZ),
    (1 << 4, Flags::ARCP),
    (1 << 5, Flags::CONTRACT),
    (1 << 6, Flags::AFN),
    (1 << 7, Flags::REASSOC),
];

/// Flags other than fast-math flags by bit, which depends on the instruction.
const OTHER_FLAGS: &[(u64, Flags)] = &[
    (1 << 0, Flags::NUW.union(Flags::EXACT).union(Flags::DISJOINT).union(Flags::NNEG).union(Flags::SAMESIGN)),
    (1 << 1, Flags::NSW),
];

/// Flags of `getelementptr` by bit.
const GEP_FLAGS: &[(u64, Flags)] =
    &[(1 << 0, Flags::INBOUNDS.union(Flags::NUSW)), (1 << 1, Flags::NUSW), (1 << 2, Flags::NUW)];

fn flags_of(table: &[(u64, Flags)], bits: u64) -> Flags {
    table.iter().filter(|(bit, _)| bits & bit != 0).fold(Flags::empty(), |flags, (_, more)| flags | *more)
}

/// The fast-math flags with these bits.
pub fn fast_math(bits: u64) -> Flags {
    flags_of(FAST_MATH, bits)
}

/// The flags with these bits of an instruction that can have `allowed`.
pub fn flags(bits: u64, allowed: Flags) -> Flags {
    if bits == 0 {
        return Flags::empty();
    }
    if allowed == Opcode::GetElementPtr.flags() {
        return flags_of(GEP_FLAGS, bits);
    }
    let table = if allowed.intersects(Flags::FAST) && !allowed.contains(Flags::NNEG) {
        FAST_MATH
    } else {
        OTHER_FLAGS
    };
    flags_of(table, bits) & allowed
}

/// The bits of the flags of an instruction that can have `allowed`.
pub fn flag_bits(flags: Flags, allowed: Flags) -> u64 {
    if flags.is_empty() {
        return 0;
    }
    if allowed == Opcode::GetElementPtr.flags() {
        let bits = [(Flags::INBOUNDS, 3), (Flags::NUSW, 2), (Flags::NUW, 4)];
        return bits
            .into_iter()
            .filter(|(flag, _)| flags.contains(*flag))
            .fold(0, |all, (_, bits)| all | bits);
    }
    let table = if allowed.intersects(Flags::FAST) && flags.intersects(Flags::FAST) {
        &FAST_MATH[1..]
    } else {
        OTHER_FLAGS
    };
    table.iter().filter(|(_, flag)| flags.intersects(*flag)).fold(0, |bits, (bit, _)| bits | bit)
}

/// The kind of debug record of a record of a function.
pub fn debug_record(code: u32) -> Option<DebugRecordKind> {
    Some(match code {
        function::DEBUG_RECORD_VALUE | function::DEBUG_RECORD_VALUE_SIMPLE => DebugRecordKind::Value,
        function::DEBUG_RECORD_DECLARE => DebugRecordKind::Declare,
        function::DEBUG_RECORD_DECLARE_VALUE => DebugRecordKind::DeclareValue,
        function::DEBUG_RECORD_ASSIGN => DebugRecordKind::Assign,
        function::DEBUG_RECORD_LABEL => DebugRecordKind::Label,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_complete<T: Coded + std::fmt::Debug>(all: &[T]) {
        for &case in all {
            let code = case.code().unwrap_or_else(|| panic!("{case:?} has no number"));
            assert_eq!(T::of_code(code), Some(case));
        }
    }

    #[test]
    fn all_cases_have_numbers() {
        is_complete(Linkage::ALL);
        is_complete(Visibility::ALL);
        is_complete(DllStorage::ALL);
        is_complete(TlsModel::ALL);
        is_complete(UnnamedAddr::ALL);
        is_complete(CodeModel::ALL);
        is_complete(ComdatKind::ALL);
        is_complete(Sanitizer::ALL);
        is_complete(Ordering::ALL);
        is_complete(RmwOp::ALL);
        is_complete(CastOp::ALL);
        is_complete(FloatPredicate::ALL);
        is_complete(IntPredicate::ALL);
        is_complete(AttributeKind::ALL);
        is_complete(Hotness::ALL);
        is_complete(AllocationType::ALL);
        is_complete(TypeTestKind::ALL);
        is_complete(DevirtualizationKind::ALL);
        is_complete(ByArgumentKind::ALL);
        assert!(Linkage::ALL.iter().all(|linkage| SUMMARY_LINKAGES.contains(linkage)));
        for &op in BinaryOp::ALL {
            assert!((0..13).any(|code| binary_op(code, op.is_float()) == Some(op)), "{op:?}");
        }
    }

    #[test]
    fn flags_depend_on_the_instruction() {
        assert_eq!(flags(3, BinaryOp::Add.flags()), Flags::NUW | Flags::NSW);
        assert_eq!(flags(1, BinaryOp::Or.flags()), Flags::DISJOINT);
        assert_eq!(flags(1, Opcode::GetElementPtr.flags()), Flags::INBOUNDS | Flags::NUSW);
        assert_eq!(flags(1, BinaryOp::FAdd.flags()), Flags::FAST);
        assert_eq!(flags(1, CastOp::ZExt.flags()), Flags::NNEG);
    }
}
