//! What differs between the exports that there are: the answers of a [`Policy`]. Code asks it for the answer that it needs, never
//! for the mode. Another kind of export is another value, and a stage in `stages/` if it has a step that the others lack.

use crate::Compat;

/// The answers that tell one kind of export from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// Whether values and blocks keep their names. MLIR knows none when it translates.
    pub(crate) keeps_names: bool,
    /// Whether what LLVM IR cannot represent is counted. MLIR drops it silently.
    pub(crate) counts_losses: bool,
    /// Whether LLVM's builder makes instructions and functions: it folds constants, writes down default alignments, puts functions
    /// into the address space of programs, and gives functions named like intrinsics the attributes of these.
    pub(crate) uses_builder: bool,
    /// Whether edges follow MLIR's use lists: PHI nodes begin with the last predecessor, and a block that a terminator names
    /// repeatedly is reached through others.
    pub(crate) follows_use_lists: bool,
    /// Whether fields are dropped that MLIR's translation does not read: most of a declaration's, `dso_local` of aliases, and
    /// empty lists of tags for memory models.
    pub(crate) drops_unread_fields: bool,
    /// Whether LLVM must know the names of intrinsics and of attributes that are passed through, as in MLIR.
    pub(crate) looks_up_names: bool,
    /// Whether errors are those of MLIR: it stops at the first one, and names the operation in a second one.
    pub(crate) stops_at_first_error: bool,
    /// Whether modules without debug information get the flags for it as well.
    pub(crate) always_flags_debug_info: bool,
    /// The name of the source file of a module that has none.
    pub(crate) source_filename: Option<&'static str>,
}

/// Nothing is lost, and nothing is added.
const LOSSLESS: Policy = Policy {
    keeps_names: true,
    counts_losses: true,
    uses_builder: false,
    follows_use_lists: false,
    drops_unread_fields: false,
    looks_up_names: false,
    stops_at_first_error: false,
    always_flags_debug_info: false,
    source_filename: None,
};

/// The output of `mlir-translate --mlir-to-llvmir`.
const UPSTREAM: Policy = Policy {
    keeps_names: false,
    counts_losses: false,
    uses_builder: true,
    follows_use_lists: true,
    drops_unread_fields: true,
    looks_up_names: true,
    stops_at_first_error: true,
    always_flags_debug_info: true,
    source_filename: Some("LLVMDialectModule"),
};

impl Compat {
    pub(crate) fn policy(self) -> &'static Policy {
        match self {
            Self::Lossless => &LOSSLESS,
            Self::Upstream => &UPSTREAM,
        }
    }
}
