//! Correspondence of enums and flags that both languages have.
//!
//! The compiler checks that each case on either side has exactly one counterpart.

use tern_dialect_llvm::enums as dialect;
use tern_llvm_ir::globals;
use tern_llvm_ir::instruction::{self, Flags};

/// An enum of LLVM IR with a counterpart in the dialect.
pub trait ToDialect {
    /// The counterpart in the dialect.
    type Dialect;

    /// The corresponding case of the dialect.
    fn to_dialect(self) -> Self::Dialect;
}

/// An enum of the dialect with a counterpart in LLVM IR.
pub trait ToIr {
    /// The counterpart in LLVM IR.
    type Ir;

    /// The corresponding case of LLVM IR.
    fn to_ir(self) -> Self::Ir;
}

/// `ir enum = dialect enum { case = case, … }`. Does not compile if a case is missing on either side or listed twice. `else` lists cases
/// that only LLVM IR has, each with the one that stands for it beside an aside.
macro_rules! same_cases {
    ($(
        $ir:ty = $dialect:ty { $($ir_case:ident = $dialect_case:ident),+ $(,)? }
        $(else { $($more:ident = $instead:ident),+ })?
    )+) => {
        $(
        impl ToDialect for $ir {
            type Dialect = $dialect;

            #[deny(unreachable_patterns)]
            fn to_dialect(self) -> $dialect {
                match self {
                    $(<$ir>::$ir_case => <$dialect>::$dialect_case,)+
                    $($(<$ir>::$more => <$dialect>::$instead,)+)?
                }
            }
        }

        impl ToIr for $dialect {
            type Ir = $ir;

            #[deny(unreachable_patterns)]
            fn to_ir(self) -> $ir {
                match self { $(<$dialect>::$dialect_case => <$ir>::$ir_case),+ }
            }
        }
        )+

        #[cfg(test)]
        mod cases {
            use super::*;

            #[test]
            fn each_case_is_one_of_the_other_side_and_comes_back() {
                $(
                let more: &[$ir] = &[$($(<$ir>::$more),+)?];
                let same: Vec<$ir> =
                    <$ir>::ALL.iter().copied().filter(|case| !more.contains(case)).collect();
                let there: Vec<$dialect> = same.iter().map(|case| case.to_dialect()).collect();
                let back: Vec<$ir> = there.iter().map(|case| case.to_ir()).collect();
                assert_eq!(back, same, "{}", stringify!($ir));
                for case in <$dialect>::ALL {
                    assert_eq!(case.to_ir().to_dialect(), *case, "{}", stringify!($dialect));
                    assert!(there.contains(case), "{case:?} of {}", stringify!($dialect));
                }
                assert_eq!(there.len(), <$dialect>::ALL.len(), "{}", stringify!($ir));
                )+
            }
        }
    };
}

same_cases! {
    globals::Linkage = dialect::Linkage {
        External = External, AvailableExternally = AvailableExternally, LinkOnce = Linkonce, LinkOnceOdr = LinkonceODR,
        Weak = Weak, WeakOdr = WeakODR, Appending = Appending, Internal = Internal, Private = Private,
        ExternWeak = ExternWeak, Common = Common,
    }
    globals::Visibility = dialect::Visibility { Default = Default, Hidden = Hidden, Protected = Protected }
    globals::UnnamedAddr = dialect::UnnamedAddr { None = None, Local = Local, Global = Global }
    globals::ComdatKind = dialect::Comdat {
        Any = Any, ExactMatch = ExactMatch, Largest = Largest, NoDeduplicate = NoDeduplicate, SameSize = SameSize,
    }
    instruction::IntPredicate = dialect::ICmpPredicate {
        Eq = Eq, Ne = Ne, Ugt = Ugt, Uge = Uge, Ult = Ult, Ule = Ule, Sgt = Sgt, Sge = Sge, Slt = Slt, Sle = Sle,
    }
    instruction::FloatPredicate = dialect::FCmpPredicate {
        False = False, Oeq = Oeq, Ogt = Ogt, Oge = Oge, Olt = Olt, Ole = Ole, One = One, Ord = Ord, Ueq = Ueq, Ugt = Ugt,
        Uge = Uge, Ult = Ult, Ule = Ule, Une = Une, Uno = Uno, True = True,
    }
    instruction::Ordering = dialect::AtomicOrdering {
        NotAtomic = NotAtomic, Unordered = Unordered, Monotonic = Monotonic, Acquire = Acquire, Release = Release,
        AcqRel = AcqRel, SeqCst = SeqCst,
    }
    instruction::RmwOp = dialect::AtomicBinOp {
        Xchg = Xchg, Add = Add, Sub = Sub, And = And, Nand = Nand, Or = Or, Xor = Xor, Max = Max, Min = Min, UMax = Umax,
        UMin = Umin, FAdd = Fadd, FSub = Fsub, FMax = Fmax, FMin = Fmin, FMaximum = Fmaximum, FMinimum = Fminimum,
        UIncWrap = UincWrap, UDecWrap = UdecWrap, USubCond = UsubCond, USubSat = UsubSat,
    } else { FMaximumNum = Fmaximum, FMinimumNum = Fminimum }
    instruction::TailKind = dialect::TailCallKind { None = None, Tail = Tail, MustTail = MustTail, NoTail = NoTail }
}

/// Flags of the dialect that are a subset of LLVM IR's instruction flags.
pub trait SameFlags: Sized {
    /// The flags of LLVM IR in this subset.
    const ALL: Flags;

    /// The flags of an instruction, restricted to this subset.
    fn of(flags: Flags) -> Self;

    /// The same flags of LLVM IR; `None` for combinations that LLVM IR does not have.
    fn flags(self) -> Option<Flags>;
}

/// `dialect flags { flag = flag of LLVM IR, … }`
macro_rules! same_flags {
    ($($dialect:ty { $($case:ident = $flag:ident),+ $(,)? })+) => {
        $(
        impl SameFlags for $dialect {
            const ALL: Flags = Flags::empty()$(.union(Flags::$flag))+;

            fn of(flags: Flags) -> Self {
                let mut set = Self::empty();
                $(if flags.contains(Flags::$flag) { set |= Self::$case; })+
                set
            }

            fn flags(self) -> Option<Flags> {
                let mut flags = Flags::empty();
                $(if self.contains(Self::$case) { flags |= Flags::$flag; })+
                (Self::of(flags) == self).then_some(flags)
            }
        }
        )+

        #[cfg(test)]
        mod flags {
            use super::*;

            #[test]
            fn each_set_of_flags_is_one_of_llvm_ir_or_none() {
                $(
                let known = <$dialect>::all().bits();
                let mut sets = std::collections::HashSet::new();
                for bits in 0..=known {
                    let set = <$dialect>::from_bits_retain(bits);
                    if let Some(flags) = set.flags() {
                        assert!(<$dialect as SameFlags>::ALL.contains(flags));
                        assert_eq!(<$dialect>::of(flags), set);
                        assert!(sets.insert(flags), "{set:?}");
                    } else {
                        // `inbounds` without the `nusw` that it implies.
                        let bad = dialect::GEPNoWrapFlags::INBOUNDS_FLAG.bits();
                        assert_eq!((stringify!($dialect), bits & 3), ("dialect::GEPNoWrapFlags", bad), "{set:?}");
                    }
                }
                let outside = <$dialect>::from_bits_retain(1 << 40);
                assert_eq!(outside.flags(), None);
                )+
            }
        }
    };
}

same_flags! {
    dialect::FastmathFlags {
        NNAN = NNAN, NINF = NINF, NSZ = NSZ, ARCP = ARCP, CONTRACT = CONTRACT, AFN = AFN, REASSOC = REASSOC,
    }
    dialect::IntegerOverflowFlags { NSW = NSW, NUW = NUW }
    dialect::GEPNoWrapFlags { NUSW = NUSW, NUW = NUW, INBOUNDS = INBOUNDS }
}
