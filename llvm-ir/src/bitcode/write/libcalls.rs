//! Which functions compilers call on their own for a target, so that linkers must keep them.

use super::triple::{Format, Triple};

/// Architectures, and what else a target must be.
type Target = (&'static [&'static str], fn(&Triple<'_>) -> bool);

/// The targets of the table, in the order of its bits.
const TARGETS: &[Target] = &[
    (&["x86_64"], |triple| triple.is_gnu_linux()),
    (&["x86_64"], |_| true),
    (&["x86_64"], |triple| triple.format() == Format::MachO),
    (&["x86_64"], |triple| triple.is_windows() && !triple.is_windows_gnu()),
    (&["x86_64"], |triple| triple.is_windows_gnu()),
    (&["i386", "i486", "i586", "i686"], |triple| triple.is_gnu_linux()),
    (&["i386", "i486", "i586", "i686"], |_| true),
    (&["i386", "i486", "i586", "i686"], |triple| triple.format() == Format::MachO),
    (&["i386", "i486", "i586", "i686"], |triple| triple.is_windows() && !triple.is_windows_gnu()),
    (&["i386", "i486", "i586", "i686"], |triple| triple.is_windows_gnu()),
    (&["aarch64"], |triple| triple.is_gnu_linux()),
    (&["aarch64", "arm64"], |_| true),
    (&["aarch64", "arm64"], |triple| triple.format() == Format::MachO),
    (&["aarch64", "arm64"], |triple| triple.system.starts_with("ios")),
    (&["aarch64", "arm64"], |triple| triple.is_windows()),
    (&["arm", "thumb"], |triple| triple.is_gnu_linux()),
    (&["arm", "thumb"], |_| true),
    (&["arm", "thumb"], |triple| triple.format() == Format::MachO),
    (&["riscv64"], |_| true),
    (&["riscv32"], |_| true),
    (&["powerpc64", "ppc64"], |_| true),
    (&["powerpc", "ppc"], |_| true),
    (&["s390x"], |_| true),
    (&["mips"], |_| true),
    (&["mips64"], |_| true),
    (&["wasm"], |_| true),
    (&["hexagon"], |_| true),
    (&["avr"], |_| true),
    (&["msp430"], |_| true),
    (&["sparcv9", "sparc64"], |_| true),
    (&["sparc"], |_| true),
    (&["bpf"], |_| true),
    (&["loongarch"], |_| true),
];

/// The names with the targets that have them.
const TABLE: &str = include_str!("libcalls.txt");

/// Variables that linkers keep for all targets.
const VARIABLES: &[&[u8]] = &[b"__ssp_canary_word", b"__stack_chk_guard"];

/// The functions that compilers call for a target.
pub(super) struct Libcalls {
    /// The bit of the target in the table, if it is in it.
    bit: Option<usize>,
    names: Vec<(&'static str, u64)>,
}

impl Libcalls {
    pub(super) fn of(triple: &Triple<'_>) -> Self {
        // The longest name of an architecture, and then the last condition, decide.
        let length = |names: &[&str]| {
            names
                .iter()
                .filter(|name| triple.arch.starts_with(**name))
                .map(|name| name.len())
                .max()
                .unwrap_or(0)
        };
        let fits = TARGETS.iter().enumerate().filter(|(_, (names, is))| length(names) > 0 && is(triple));
        let bit =
            fits.max_by_key(|(index, (names, _))| (length(names), rank(*index))).map(|(index, _)| index);
        let entry = |line: &'static str| {
            let (name, targets) = line.split_once(' ')?;
            Some((name, u64::from_str_radix(targets, 16).ok()?))
        };
        let names = TABLE.lines().filter(|line| !line.starts_with(';')).filter_map(entry).collect();
        Self { bit, names }
    }

    /// Whether linkers keep what has this name.
    pub(super) fn keep(&self, name: &[u8]) -> bool {
        if VARIABLES.contains(&name) {
            return true;
        }
        let Some(bit) = self.bit else { return false };
        let found = self.names.binary_search_by(|(known, _)| known.as_bytes().cmp(name));
        found.is_ok_and(|at| self.names[at].1 >> bit & 1 == 1)
    }
}

/// How specific the condition of a target is: those that always hold come last.
fn rank(index: usize) -> usize {
    match index {
        1 | 6 | 11 | 16 => 0,
        index => index + 1,
    }
}
