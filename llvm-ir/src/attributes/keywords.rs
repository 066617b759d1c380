//! Keywords in the parentheses of attributes, and the bits that they stand for.

/// Keywords of `allockind("…")`. The index is the bit in LLVM's packed form; this is also the order in which LLVM prints them.
pub(crate) const ALLOC_KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

/// Classes of `nofpclass(…)` and their bits, in LLVM's order: a class comes before those that it includes. LLVM prints a mask by
/// taking the first class that fits, then the first one that fits the remaining bits, and so on.
pub(crate) const FP_CLASSES: &[(&str, u64)] = &[
    ("all", 0x3ff),
    ("nan", 0x003),
    ("snan", 1 << 0),
    ("qnan", 1 << 1),
    ("inf", 0x204),
    ("ninf", 1 << 2),
    ("pinf", 1 << 9),
    ("zero", 0x060),
    ("nzero", 1 << 5),
    ("pzero", 1 << 6),
    ("sub", 0x090),
    ("nsub", 1 << 4),
    ("psub", 1 << 7),
    ("norm", 0x108),
    ("nnorm", 1 << 3),
    ("pnorm", 1 << 8),
];

/// The contents of `allockind(…)` for these bits, such as `"alloc,zeroed"`.
pub(crate) fn alloc_kinds(bits: u64) -> String {
    let set = ALLOC_KINDS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, kind)| *kind);
    format!("\"{}\"", set.collect::<Vec<_>>().join(","))
}

/// The contents of `nofpclass(…)` for these bits, such as `nan pinf`.
pub fn fp_classes(mut bits: u64) -> String {
    let mut names = Vec::new();
    for &(name, class) in FP_CLASSES {
        if bits & class == class {
            bits &= !class;
            names.push(name);
        }
    }
    names.join(" ")
}
