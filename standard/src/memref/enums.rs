//! Enums of arith that this dialect names.

use tern_dialect::declare::enums;

enums! {
    /// What `memref.atomic_rmw` and reductions compute.
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
}
