//! The enums of the dialect. Source: `ArithBase.td`.

use tern_mlir::declare::{bit_enums, enums};

enums! {
    /// Predicates of float comparisons; the first letter says whether they are ordered or unordered (true if an operand is
    /// NaN).
    CmpFPredicate: 64 {
        AlwaysFalse = 0 => "false",
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
        AlwaysTrue = 15 => "true",
    }

    /// Predicates of integer comparisons.
    CmpIPredicate: 64 {
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

    /// The operations of `memref.atomic_rmw` and of reductions.
    AtomicRMWKind: 64 {
        Addf = 0 => "addf",
        Addi = 1 => "addi",
        Andi = 2 => "andi",
        Assign = 3 => "assign",
        Maximumf = 4 => "maximumf",
        Maxnumf = 5 => "maxnumf",
        Maxs = 6 => "maxs",
        Maxu = 7 => "maxu",
        Minimumf = 8 => "minimumf",
        Minnumf = 9 => "minnumf",
        Mins = 10 => "mins",
        Minu = 11 => "minu",
        Mulf = 12 => "mulf",
        Muli = 13 => "muli",
        Ori = 14 => "ori",
        Xori = 15 => "xori",
    }

    /// Rounding modes of float conversions.
    RoundingMode: 32 {
        ToNearestEven = 0 => "to_nearest_even",
        Downward = 1 => "downward",
        Upward = 2 => "upward",
        TowardZero = 3 => "toward_zero",
        ToNearestAway = 4 => "to_nearest_away",
    }
}

bit_enums! {
    /// Fast-math flags: permissions to rewrite floating point arithmetic. LangRef: Fast-Math Flags.
    FastMathFlags: ",", summary "Floating point fast math flags", cpp "::mlir::arith::FastMathFlags" parameter {
        NONE = 0 => "none",
        REASSOC = 1 => "reassoc",
        NNAN = 2 => "nnan",
        NINF = 4 => "ninf",
        NSZ = 8 => "nsz",
        ARCP = 16 => "arcp",
        CONTRACT = 32 => "contract",
        AFN = 64 => "afn";
        FAST = 127 => "fast",
    }

    /// Kinds of overflow that are assumed not to happen. LangRef: `add` instruction.
    IntegerOverflowFlags: ", ", summary "Integer overflow arithmetic flags", cpp "::mlir::arith::IntegerOverflowFlags" parameter {
        NONE = 0 => "none",
        NSW = 1 => "nsw",
        NUW = 2 => "nuw",
    }
}
