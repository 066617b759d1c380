//! Correspondence of metadata on instructions, functions and modules with fields of operations. Source: MLIR's
//! `LLVMInterfaces.td`, `LLVMOps.td`, `LLVMAttrDefs.td`; LangRef, Metadata.

/// The value of a field, and the metadata attachment for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachmentForm {
    /// An array of TBAA tags. LLVM allows at most one; arrays with several are left out.
    Tbaa,
    /// An array of alias scopes: a tuple of scopes.
    AliasScopes,
    /// An array of access groups: the group itself, or a tuple of several.
    AccessGroups,
    /// A loop annotation.
    Loop,
    /// A dense array of `i32`: a tuple of a name and numbers.
    BranchWeights,
    /// A unit: an empty tuple.
    Unit,
    /// A unit: a tuple of `i32 1`.
    UnitOne,
    /// `#llvm.dereferenceable`: a tuple of an `i64`; with `mayBeNull`, the attachment has this other kind.
    Dereferenceable(&'static str),
}

impl AttachmentForm {
    /// Whether MLIR's own importer reads the node, and reports errors in it, even if the operation has no field for it.
    pub const fn is_checked(self) -> bool {
        matches!(self, Self::Loop | Self::Dereferenceable(_))
    }

    /// Whether MLIR's own importer looks for this kind of attachment, rather than iterating over all. It then does not warn if
    /// the operation has no field for it.
    pub const fn is_implied(self) -> bool {
        matches!(self, Self::Unit | Self::UnitOne)
    }
}

/// Fields of operations, with their kind of attachment.
pub static ATTACHMENTS: &[(&str, &str, AttachmentForm)] = &[
    ("tbaa", "tbaa", AttachmentForm::Tbaa),
    ("branch_weights", "prof", AttachmentForm::BranchWeights),
    ("invariant", "invariant.load", AttachmentForm::Unit),
    ("alias_scopes", "alias.scope", AttachmentForm::AliasScopes),
    ("noalias_scopes", "noalias", AttachmentForm::AliasScopes),
    ("nontemporal", "nontemporal", AttachmentForm::UnitOne),
    ("dereferenceable", "dereferenceable", AttachmentForm::Dereferenceable("dereferenceable_or_null")),
    ("invariantGroup", "invariant.group", AttachmentForm::Unit),
    ("loop_annotation", "llvm.loop", AttachmentForm::Loop),
    ("access_groups", "llvm.access.group", AttachmentForm::AccessGroups),
];

/// The first operand of a `prof` node that gives branch weights.
pub const BRANCH_WEIGHTS: &str = "branch_weights";
/// The first operand of a `prof` node that gives the count of a function; the field is `function_entry_count`.
pub const ENTRY_COUNT: &str = "function_entry_count";
/// The attribute of an operation that holds memory model relaxation annotations, and its kind of attachment.
pub const MMRA: (&str, &str) = ("llvm.mmra", "mmra");

/// The value of a field of a function, and the metadata for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionMetadataForm {
    /// `#llvm.vec_type_hint`: an undefined value of the type, and an `i32` that tells whether it is signed.
    VecTypeHint,
    /// A dense array of `i32`, or a single one: a tuple of them.
    Numbers,
}

/// Fields of functions, with their kind of attachment.
pub static FUNCTION_ATTACHMENTS: &[(&str, &str, FunctionMetadataForm)] = &[
    ("vec_type_hint", "vec_type_hint", FunctionMetadataForm::VecTypeHint),
    ("work_group_size_hint", "work_group_size_hint", FunctionMetadataForm::Numbers),
    ("reqd_work_group_size", "reqd_work_group_size", FunctionMetadataForm::Numbers),
    ("intel_reqd_sub_group_size", "intel_reqd_sub_group_size", FunctionMetadataForm::Numbers),
];

/// The module attribute that holds the compiler's identification, and its named metadata.
pub const IDENT: (&str, &str) = ("llvm.ident", "llvm.ident");
/// The module attribute that holds the command line, and its named metadata.
pub const COMMAND_LINE: (&str, &str) = ("llvm.commandline", "llvm.commandline");
/// The module attribute that lists the libraries to link with, and its named metadata, which has a node for each.
pub const DEPENDENT_LIBRARIES: (&str, &str) = ("llvm.dependent_libraries", "llvm.dependent-libraries");
/// The name of the named metadata of `llvm.linker_options`.
pub const LINKER_OPTIONS: &str = "llvm.linker.options";
/// The name of the named metadata of `llvm.module_flags`.
pub const MODULE_FLAGS: &str = "llvm.module.flags";

/// The module flag whose value is the profiled call graph, an array of `#llvm.cgprofile_entry`.
pub const CG_PROFILE: &str = "CG Profile";
/// The module flag whose value is `#llvm.profile_summary`.
pub const PROFILE_SUMMARY: &str = "ProfileSummary";

/// The rows of a profile summary: the parameter, and the name in the node. All hold an `i64`, except the first (a string), the
/// ratio (`double`) and the last (a tuple of tuples).
pub static PROFILE_SUMMARY_ROWS: &[(&str, &str)] = &[
    ("format", "ProfileFormat"),
    ("total_count", "TotalCount"),
    ("max_count", "MaxCount"),
    ("max_internal_count", "MaxInternalCount"),
    ("max_function_count", "MaxFunctionCount"),
    ("num_counts", "NumCounts"),
    ("num_functions", "NumFunctions"),
    ("is_partial_profile", "IsPartialProfile"),
    ("partial_profile_ratio", "PartialProfileRatio"),
    ("detailed_summary", "DetailedSummary"),
];
