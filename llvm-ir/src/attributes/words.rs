//! Words in the parentheses of attributes, and the bits that stand for them.

/// Words of `allockind("…")` by the bit of each in LLVM's packed form, in the order in which LLVM prints them.
pub const ALLOC_KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

/// The locations that `memory(…)` names, in the order in which LLVM prints them.
pub const MEMORY_LOCATIONS: [&str; 5] =
    ["argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"];

/// Classes of `nofpclass(…)` and their bits, in LLVM's order: what a class covers comes after it, so that the first that fits, and of
/// the rest the first that fits, is how LLVM prints a mask.
pub const FP_CLASSES: &[(&str, u64)] = &[
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

/// What `allockind` of these bits has in its parentheses: `"alloc,zeroed"`.
pub fn alloc_kinds(bits: u64) -> String {
    let set = ALLOC_KINDS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, kind)| *kind);
    format!("\"{}\"", set.collect::<Vec<_>>().join(","))
}

/// What `nofpclass` of these bits has in its parentheses: `nan pinf`.
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
