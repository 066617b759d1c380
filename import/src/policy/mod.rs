//! Where importers differ. A [`Policy`] says by a few answers what an import makes of a construct where there is a choice; the
//! translation asks for the answer that it needs and never for the name of an importer. What exists only in an import as upstream
//! (its order of constants, its way of reading metadata, its messages) is in the folder `upstream`, and is called by the translation
//! from one place each, under the answer that decides it.
//!
//! Another importer (that of an older MLIR, for instance) is another value of [`Policy`].

mod unrepresentable;
mod upstream;

use crate::{Compat, Options};

pub(crate) use upstream::{DebugInfo, is_unmodelled, walk_order};

/// What an import does where importers differ. Plain data, because the hot paths ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// What MLIR cannot represent is kept: in asides, in the table of metadata, and as operations of the dialect `tern`. Otherwise it is
    /// left out and counted as a loss, or an error if the program would not be the same without it.
    pub(crate) keeps_all: bool,
    /// Attributes, fields and operations of MLIR are used only for what export rebuilds exactly from them. Otherwise also where they
    /// hold a part of it, as MLIR's own importer reads it.
    pub(crate) exact: bool,
    /// What the verifier of the dialect `llvm` refuses gets another form. MLIR's own importer makes such operations too.
    pub(crate) satisfies_verifier: bool,
    /// The order in which values, constants and blocks are made.
    pub(crate) order: Order,
    /// Equal instructions become equal operations and cause no messages, so that one is translated and the others are copied from it,
    /// and functions may be imported in any order. Otherwise each use is translated anew, because it counts its losses.
    pub(crate) repeats: bool,
    /// The messages are those of MLIR's own importer, which warns of what it leaves out and stops at the first error.
    pub(crate) mlir_messages: bool,
    /// All operations have a location: at least the source file of the module, or the subprogram of the function. Otherwise only
    /// locations that hold debug information are written.
    pub(crate) source_locations: bool,
    /// Names and numbers for what has none in LLVM IR (structs, globals, addressed blocks) are those that MLIR's own importer gives, and
    /// names of structs are not escaped.
    pub(crate) mlir_names: bool,
    /// What LLVM IR leaves implicit is written: alignments of accesses, the data layout, memory effects of calls, empty lists.
    pub(crate) spells_implied: bool,
    /// Nested arrays of numbers, and zeros of them, are one attribute. Otherwise only what LLVM stores as packed data is.
    pub(crate) dense_aggregates: bool,
    /// Which operations stand for calls of intrinsics.
    pub(crate) intrinsics: Intrinsics,
}

/// The order in which values, constants and blocks are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// That of the module; constants on first use.
    Module,
    /// That in which MLIR's own importer walks over the module: reachable blocks only, in reverse post order; all constants that an
    /// instruction has, used or not, parts first; comdats as they are used; debug records after the values that they describe.
    Walk,
}

/// Which operations stand for calls of intrinsics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intrinsics {
    /// Those of the dialect `llvm` from which export rebuilds exactly the call.
    Exact,
    /// The declared ones of all dialects that the context knows, for all calls that are nothing but a call.
    AllDialects,
    /// Those that MLIR's own importer makes, of the dialects `llvm` and `nvvm`.
    Mlir,
}

impl Policy {
    /// Loses nothing.
    const LOSSLESS: Self = Self {
        keeps_all: true,
        exact: true,
        satisfies_verifier: true,
        order: Order::Module,
        repeats: true,
        mlir_messages: false,
        source_locations: false,
        mlir_names: false,
        spells_implied: false,
        dense_aggregates: false,
        intrinsics: Intrinsics::Exact,
    };

    /// `mlir-translate --import-llvm` of MLIR 22.
    const UPSTREAM: Self = Self {
        keeps_all: false,
        exact: false,
        satisfies_verifier: false,
        order: Order::Walk,
        repeats: false,
        mlir_messages: true,
        source_locations: true,
        mlir_names: true,
        spells_implied: true,
        dense_aggregates: true,
        intrinsics: Intrinsics::Mlir,
    };

    /// The policy that the options ask for.
    pub(crate) fn of(options: Options) -> Self {
        match options.compat {
            Compat::Lossless if options.intrinsic_operations => {
                Self { intrinsics: Intrinsics::AllDialects, ..Self::LOSSLESS }
            }
            Compat::Lossless => Self::LOSSLESS,
            Compat::Upstream => Self::UPSTREAM,
        }
    }

    /// Whether functions can be imported by themselves, in any order, and dropped before others are imported.
    pub(crate) fn streams(&self) -> bool {
        self.repeats && self.intrinsics == Intrinsics::Exact
    }

    /// Whether MLIR's own order of visits is followed.
    #[inline]
    pub(crate) fn walks(&self) -> bool {
        self.order == Order::Walk
    }
}
