//! The enums of the dialect, each declared in one table of spellings and values.
//!
//! Source: MLIR's `LLVMEnums.td`. Enums of DWARF constants are in [`dwarf`](super::dwarf).

use tern_mlir::declare::{bit_enums, enums};

enums! {
    /// Linkage of globals, functions and aliases. LangRef: Linkage Types.
    Linkage: 64, summary "LLVM linkage types" {
        External = 0 => "external",
        AvailableExternally = 1 => "available_externally",
        Linkonce = 2 => "linkonce",
        LinkonceODR = 3 => "linkonce_odr",
        Weak = 4 => "weak",
        WeakODR = 5 => "weak_odr",
        Appending = 6 => "appending",
        Internal = 7 => "internal",
        Private = 8 => "private",
        ExternWeak = 9 => "extern_weak",
        Common = 10 => "common",
    }

    /// Visibility of a symbol. LangRef: Visibility Styles.
    Visibility: 64, summary "LLVM GlobalValue Visibility" {
        Default = 0 => "",
        Hidden = 1 => "hidden",
        Protected = 2 => "protected",
    }

    /// Whether the address of a global matters. LangRef: Global Variables.
    UnnamedAddr: 64, summary "LLVM GlobalValue UnnamedAddr" {
        None = 0 => "",
        Local = 1 => "local_unnamed_addr",
        Global = 2 => "unnamed_addr",
    }

    /// How the linker chooses among comdats of one name. LangRef: Comdats.
    Comdat: 64, summary "LLVM Comdat Types" {
        Any = 0 => "any",
        ExactMatch = 1 => "exactmatch",
        Largest = 2 => "largest",
        NoDeduplicate = 3 => "nodeduplicate",
        SameSize = 4 => "samesize",
    }

    /// The calling conventions that have a name. LangRef: Calling Conventions.
    CConv: 64, summary "Calling Conventions" {
        C = 0 => "ccc",
        Fast = 8 => "fastcc",
        Cold = 9 => "coldcc",
        Ghc = 10 => "cc_10",
        HiPE = 11 => "cc_11",
        AnyReg = 13 => "anyregcc",
        PreserveMost = 14 => "preserve_mostcc",
        PreserveAll = 15 => "preserve_allcc",
        Swift = 16 => "swiftcc",
        CxxFastTls = 17 => "cxx_fast_tlscc",
        Tail = 18 => "tailcc",
        CFGuardCheck = 19 => "cfguard_checkcc",
        SwiftTail = 20 => "swifttailcc",
        X86StdCall = 64 => "x86_stdcallcc",
        X86FastCall = 65 => "x86_fastcallcc",
        ArmApcs = 66 => "arm_apcscc",
        ArmAapcs = 67 => "arm_aapcscc",
        ArmAapcsVfp = 68 => "arm_aapcs_vfpcc",
        MSP430Intr = 69 => "msp430_intrcc",
        X86ThisCall = 70 => "x86_thiscallcc",
        PtxKernel = 71 => "ptx_kernelcc",
        PtxDevice = 72 => "ptx_devicecc",
        SpirFunc = 75 => "spir_funccc",
        SpirKernel = 76 => "spir_kernelcc",
        IntelOclBi = 77 => "intel_ocl_bicc",
        X8664SysV = 78 => "x86_64_sysvcc",
        Win64 = 79 => "win64cc",
        X86VectorCall = 80 => "x86_vectorcallcc",
        DummyHhvm = 81 => "hhvmcc",
        DummyHhvmC = 82 => "hhvm_ccc",
        X86Intr = 83 => "x86_intrcc",
        AvrIntr = 84 => "avr_intrcc",
        AvrBuiltin = 86 => "avr_builtincc",
        AmdgpuVs = 87 => "amdgpu_vscc",
        AmdgpuGs = 88 => "amdgpu_gscc",
        AmdgpuCs = 90 => "amdgpu_cscc",
        AmdgpuKernel = 91 => "amdgpu_kernelcc",
        X86RegCall = 92 => "x86_regcallcc",
        AmdgpuHs = 93 => "amdgpu_hscc",
        MSP430Builtin = 94 => "msp430_builtincc",
        AmdgpuLs = 95 => "amdgpu_lscc",
        AmdgpuEs = 96 => "amdgpu_escc",
        AArch64VectorCall = 97 => "aarch64_vectorcallcc",
        AArch64SveVectorCall = 98 => "aarch64_sve_vectorcallcc",
        WasmEmscriptenInvoke = 99 => "wasm_emscripten_invokecc",
        AmdgpuGfx = 100 => "amdgpu_gfxcc",
        M68kIntr = 101 => "m68k_intrcc",
    }

    /// Whether a call is, must be, or must not be a tail call. LangRef: `call` instruction.
    TailCallKind: 64, summary "Tail Call Kind" {
        None = 0 => "none",
        NoTail = 3 => "notail",
        MustTail = 2 => "musttail",
        Tail = 1 => "tail",
    }

    /// The syntax of inline assembly. LangRef: Inline Assembler Expressions.
    AsmDialect: 64, summary "ATT (0) or Intel (1) asm dialect" {
        AdAtt = 0 => "att",
        AdIntel = 1 => "intel",
    }

    /// Predicates of integer comparisons. LangRef: `icmp` instruction.
    ICmpPredicate: 64, summary "llvm.icmp comparison predicate" {
        Eq = 0 => "eq",
        Ne = 1 => "ne",
        Slt = 2 => "slt",
        Sle = 3 => "sle",
        Sgt = 4 => "sgt",
        Sge = 5 => "sge",
        Ult = 6 => "ult",
        Ule = 7 => "ule",
        Ugt = 8 => "ugt",
        Uge = 9 => "uge",
    }

    /// Predicates of floating point comparisons. LangRef: `fcmp` instruction.
    FCmpPredicate: 64, summary "llvm.fcmp comparison predicate" {
        False = 0 => "_false",
        Oeq = 1 => "oeq",
        Ogt = 2 => "ogt",
        Oge = 3 => "oge",
        Olt = 4 => "olt",
        Ole = 5 => "ole",
        One = 6 => "one",
        Ord = 7 => "ord",
        Ueq = 8 => "ueq",
        Ugt = 9 => "ugt",
        Uge = 10 => "uge",
        Ult = 11 => "ult",
        Ule = 12 => "ule",
        Une = 13 => "une",
        Uno = 14 => "uno",
        True = 15 => "_true",
    }

    /// Orderings of atomic operations. LangRef: Atomic Memory Ordering Constraints.
    AtomicOrdering: 64, summary "Atomic ordering for LLVM's memory model" {
        NotAtomic = 0 => "not_atomic",
        Unordered = 1 => "unordered",
        Monotonic = 2 => "monotonic",
        Acquire = 4 => "acquire",
        Release = 5 => "release",
        AcqRel = 6 => "acq_rel",
        SeqCst = 7 => "seq_cst",
    }

    /// Operations of `llvm.atomicrmw`. LangRef: `atomicrmw` instruction.
    AtomicBinOp: 64, summary "llvm.atomicrmw binary operations" {
        Xchg = 0 => "xchg",
        Add = 1 => "add",
        Sub = 2 => "sub",
        And = 3 => "_and",
        Nand = 4 => "nand",
        Or = 5 => "_or",
        Xor = 6 => "_xor",
        Max = 7 => "max",
        Min = 8 => "min",
        Umax = 9 => "umax",
        Umin = 10 => "umin",
        Fadd = 11 => "fadd",
        Fsub = 12 => "fsub",
        Fmax = 13 => "fmax",
        Fmin = 14 => "fmin",
        UincWrap = 15 => "uinc_wrap",
        UdecWrap = 16 => "udec_wrap",
        UsubCond = 17 => "usub_cond",
        UsubSat = 18 => "usub_sat",
        Fmaximum = 19 => "fmaximum",
        Fminimum = 20 => "fminimum",
    }

    /// Rounding modes. LangRef: Constrained Floating-Point Intrinsics.
    RoundingMode: 64, summary "LLVM Rounding Mode" {
        TowardZero = 0 => "towardzero",
        NearestTiesToEven = 1 => "tonearest",
        TowardPositive = 2 => "upward",
        TowardNegative = 3 => "downward",
        NearestTiesToAway = 4 => "tonearestaway",
        Dynamic = 7 => "dynamic",
        Invalid = -1 => "invalid",
    }

    /// The handling of floating point exceptions. LangRef: Constrained Floating-Point Intrinsics.
    FPExceptionBehavior: 64, summary "LLVM Exception Behavior" {
        Ignore = 0 => "ignore",
        MayTrap = 1 => "maytrap",
        Strict = 2 => "strict",
    }

    /// How a kind of memory is accessed. LangRef: Function Attributes, `memory`.
    ModRefInfo: 64, summary "LLVM ModRefInfo" {
        NoModRef = 0 => "none",
        Ref = 1 => "read",
        Mod = 2 => "write",
        ModRef = 3 => "readwrite",
    }

    /// Which functions keep the frame pointer. LangRef: Function Attributes, `frame-pointer`.
    FramePointerKind: 64, summary "LLVM FramePointerKind" {
        None = 0 => "none",
        NonLeaf = 1 => "non-leaf",
        All = 2 => "all",
        Reserved = 3 => "reserved",
        NonLeafNoReserve = 4 => "non-leaf-no-reserve",
    }

    /// Kinds of unwind tables. LangRef: Function Attributes, `uwtable`.
    UWTableKind: 64, summary "LLVM Unwind Behavior" {
        None = 0 => "none",
        Sync = 1 => "sync",
        Async = 2 => "async",
    }

    /// How the linker merges equal flags of two modules. LangRef: Module Flags Metadata.
    ModFlagBehavior: 64, summary "LLVM Module Flag Behavior" {
        Error = 1 => "error",
        Warning = 2 => "warning",
        Require = 3 => "require",
        Override = 4 => "override",
        Append = 5 => "append",
        AppendUnique = 6 => "append_unique",
        Max = 7 => "max",
        Min = 8 => "min",
    }

    /// The kind of a profile.
    ProfileSummaryFormatKind: 64, summary "LLVM ProfileSummary format kinds" {
        SampleProfile = 0 => "SampleProfile",
        InstrProf = 1 => "InstrProf",
        CSInstrProf = 2 => "CSInstrProf",
    }

    /// How much debug information is emitted. LangRef: DICompileUnit.
    DIEmissionKind: 64, summary "LLVM debug emission kind" {
        None = 0 => "None",
        Full = 1 => "Full",
        LineTablesOnly = 2 => "LineTablesOnly",
        DebugDirectivesOnly = 3 => "DebugDirectivesOnly",
    }

    /// Which name tables are emitted. LangRef: DICompileUnit.
    DINameTableKind: 64, summary "LLVM debug name table kind" {
        Default = 0 => "Default",
        Gnu = 1 => "GNU",
        None = 2 => "None",
        Apple = 3 => "Apple",
    }
}

bit_enums! {
    /// Kinds of overflow that are assumed not to happen. LangRef: `add` instruction.
    IntegerOverflowFlags: ", ", summary "LLVM integer overflow flags", cpp "::mlir::LLVM::IntegerOverflowFlags" {
        NONE = 0 => "none",
        NSW = 1 => "nsw",
        NUW = 2 => "nuw",
    }

    /// Kinds of overflow in address arithmetic that are assumed not to happen; `inbounds` implies `nusw`. LangRef:
    /// `getelementptr` instruction.
    GEPNoWrapFlags: "|", summary "::mlir::LLVM::GEPNoWrapFlags" {
        NONE = 0 => "none",
        INBOUNDS_FLAG = 1 => "inbounds_flag",
        NUSW = 2 => "nusw",
        NUW = 4 => "nuw";
        INBOUNDS = 3 => "inbounds",
    }

    /// Fast-math flags: permissions to rewrite floating point arithmetic. LangRef: Fast-Math Flags.
    FastmathFlags: ", ", summary "LLVM fastmath flags", cpp "::mlir::LLVM::FastmathFlags" parameter {
        NONE = 0 => "none",
        NNAN = 1 => "nnan",
        NINF = 2 => "ninf",
        NSZ = 4 => "nsz",
        ARCP = 8 => "arcp",
        CONTRACT = 16 => "contract",
        AFN = 32 => "afn",
        REASSOC = 64 => "reassoc";
        FAST = 127 => "fast",
    }

    /// Flags of debug information nodes. LangRef: DICompositeType.
    DIFlags: "|", summary "LLVM DI flags" {
        ZERO = 0 => "Zero",
        BIT0 = 1 => "Bit0",
        BIT1 = 2 => "Bit1",
        FWD_DECL = 4 => "FwdDecl",
        APPLE_BLOCK = 8 => "AppleBlock",
        RESERVED_BIT4 = 16 => "ReservedBit4",
        VIRTUAL = 32 => "Virtual",
        ARTIFICIAL = 64 => "Artificial",
        EXPLICIT = 128 => "Explicit",
        PROTOTYPED = 256 => "Prototyped",
        OBJC_CLASS_COMPLETE = 512 => "ObjcClassComplete",
        OBJECT_POINTER = 1024 => "ObjectPointer",
        VECTOR = 2048 => "Vector",
        STATIC_MEMBER = 4096 => "StaticMember",
        LVALUE_REFERENCE = 8192 => "LValueReference",
        RVALUE_REFERENCE = 16384 => "RValueReference",
        EXPORT_SYMBOLS = 32768 => "ExportSymbols",
        SINGLE_INHERITANCE = 65536 => "SingleInheritance",
        MULTIPLE_INHERITANCE = 65536 => "MultipleInheritance",
        VIRTUAL_INHERITANCE = 65536 => "VirtualInheritance",
        INTRODUCED_VIRTUAL = 262144 => "IntroducedVirtual",
        BIT_FIELD = 524288 => "BitField",
        NO_RETURN = 1048576 => "NoReturn",
        TYPE_PASS_BY_VALUE = 4194304 => "TypePassByValue",
        TYPE_PASS_BY_REFERENCE = 8388608 => "TypePassByReference",
        ENUM_CLASS = 16777216 => "EnumClass",
        THUNK = 33554432 => "Thunk",
        NON_TRIVIAL = 67108864 => "NonTrivial",
        BIG_ENDIAN = 134217728 => "BigEndian",
        LITTLE_ENDIAN = 268435456 => "LittleEndian",
        ALL_CALLS_DESCRIBED = 536870912 => "AllCallsDescribed";
        PRIVATE = 1 => "Private",
        PROTECTED = 2 => "Protected",
        PUBLIC = 3 => "Public",
    }

    /// Flags of subprograms. LangRef: DISubprogram.
    DISubprogramFlags: "|", summary "LLVM DISubprogram flags" {
        VIRTUAL = 1 => "Virtual",
        PURE_VIRTUAL = 2 => "PureVirtual",
        LOCAL_TO_UNIT = 4 => "LocalToUnit",
        DEFINITION = 8 => "Definition",
        OPTIMIZED = 16 => "Optimized",
        PURE = 32 => "Pure",
        ELEMENTAL = 64 => "Elemental",
        RECURSIVE = 128 => "Recursive",
        MAIN_SUBPROGRAM = 256 => "MainSubprogram",
        DELETED = 512 => "Deleted",
        OBJC_DIRECT = 2048 => "ObjCDirect",
    }
}
