//! What changed in the dialect between the versions of MLIR that can be written for: the one table that the downgrade, the printer and the
//! reader follow. Each row says which version is the first to have a construct; the others have it in all versions.
//!
//! Source: MLIR's `.td` files of the versions.

use super::{MlirVersion, V19, V22};

/// What becomes of an operation that has a newer attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// The attribute alone is set aside: the operation does what it did, or allows less to optimisers.
    Kept,
    /// The operation would do something else without: it is a stand-in.
    Changed,
}
use Without::{Changed, Kept};

/// Operations, without `llvm.`, by the version that is the first to have them.
pub const OPERATIONS: &[(MlirVersion, &[&str])] = &[
    (
        V19,
        &[
            "comdat",
            "comdat_selector",
            "intr.annotation",
            "intr.bswap",
            "intr.coro.promise",
            "intr.dbg.label",
            "intr.debugtrap",
            "intr.expect",
            "intr.expect.with.probability",
            "intr.experimental.constrained.fptrunc",
            "intr.experimental.noalias.scope.decl",
            "intr.fshl",
            "intr.fshr",
            "intr.invariant.end",
            "intr.invariant.start",
            "intr.is.constant",
            "intr.llrint",
            "intr.llround",
            "intr.lrint",
            "intr.lround",
            "intr.nearbyint",
            "intr.ptr.annotation",
            "intr.rint",
            "intr.sadd.sat",
            "intr.ssa.copy",
            "intr.sshl.sat",
            "intr.ssub.sat",
            "intr.threadlocal.address",
            "intr.trap",
            "intr.uadd.sat",
            "intr.ubsantrap",
            "intr.ushl.sat",
            "intr.usub.sat",
            "intr.var.annotation",
            "intr.vector.deinterleave2",
            "intr.vector.interleave2",
            "intr.vector.reduce.fmaximum",
            "intr.vector.reduce.fminimum",
            "intr.vp.fmuladd",
            "linker_options",
            "mlir.none",
            "mlir.poison",
            "mlir.zero",
        ],
    ),
    (
        V22,
        &[
            "blockaddress",
            "blocktag",
            "dso_local_equivalent",
            "indirectbr",
            "intr.acos",
            "intr.asin",
            "intr.atan",
            "intr.atan2",
            "intr.cosh",
            "intr.exp10",
            "intr.experimental.constrained.fpext",
            "intr.experimental.constrained.sitofp",
            "intr.experimental.constrained.uitofp",
            "intr.frexp",
            "intr.launder.invariant.group",
            "intr.ldexp",
            "intr.memset.inline",
            "intr.ptrmask",
            "intr.scmp",
            "intr.sincos",
            "intr.sinh",
            "intr.stepvector",
            "intr.strip.invariant.group",
            "intr.tan",
            "intr.tanh",
            "intr.ucmp",
            "intr.vp.smax",
            "intr.vp.smin",
            "intr.vp.umax",
            "intr.vp.umin",
            "mlir.alias",
            "mlir.ifunc",
            "module_flags",
            "va_arg",
        ],
    ),
];

/// An inherent attribute of operations, without `llvm.`; of all that have it if none are named.
pub struct PropertyRow {
    /// The first version that has it in this form.
    pub since: MlirVersion,
    /// Its name.
    pub name: &'static str,
    /// The operations.
    pub on: &'static [&'static str],
    /// What becomes of the operation in older versions.
    pub without: Without,
}

const fn row(
    since: MlirVersion,
    name: &'static str,
    on: &'static [&'static str],
    without: Without,
) -> PropertyRow {
    PropertyRow { since, name, on, without }
}

const FUNC: &[&str] = &["func"];
const CALL: &[&str] = &["call"];
const ATOMIC: &[&str] = &["atomicrmw", "cmpxchg"];
const ARGUMENTS: &[&str] = &[
    "call",
    "call_intrinsic",
    "invoke",
    "intr.memcpy",
    "intr.memcpy.inline",
    "intr.memmove",
    "intr.memset",
    "intr.masked.compressstore",
    "intr.masked.expandload",
];

/// The inherent attributes.
pub const PROPERTIES: &[PropertyRow] = &[
    row(V19, "CConv", &["call", "invoke"], Changed),
    row(V19, "TailCallKind", CALL, Kept),
    row(V19, "access_groups", &[], Kept),
    row(V19, "alias_scopes", &[], Kept),
    row(V19, "noalias_scopes", &[], Kept),
    row(V19, "tbaa", &[], Kept),
    row(V19, "alignment", &["atomicrmw", "cmpxchg", "func"], Kept),
    row(V19, "always_inline", FUNC, Kept),
    row(V19, "arm_in_za", FUNC, Kept),
    row(V19, "arm_inout_za", FUNC, Kept),
    row(V19, "arm_locally_streaming", FUNC, Kept),
    row(V19, "arm_new_za", FUNC, Kept),
    row(V19, "arm_out_za", FUNC, Kept),
    row(V19, "arm_preserves_za", FUNC, Kept),
    row(V19, "arm_streaming", FUNC, Kept),
    row(V19, "arm_streaming_compatible", FUNC, Kept),
    row(V19, "branch_weights", &["cond_br", "invoke", "switch"], Kept),
    row(V19, "comdat", &["mlir.global", "func"], Kept),
    row(V19, "convergent", FUNC, Kept),
    row(V19, "denormal_fp_math", FUNC, Kept),
    row(V19, "denormal_fp_math_f32", FUNC, Kept),
    row(
        V19,
        "fastmathFlags",
        &[
            "call_intrinsic",
            "select",
            "intr.vector.reduce.fadd",
            "intr.vector.reduce.fmul",
            "intr.vector.reduce.fmax",
            "intr.vector.reduce.fmin",
        ],
        Kept,
    ),
    row(V19, "fp_contract", FUNC, Kept),
    row(V19, "frame_pointer", FUNC, Kept),
    row(V19, "inalloca", &["alloca"], Changed),
    row(V19, "invariant", &["load"], Kept),
    row(V19, "locationExpr", &["intr.dbg.declare", "intr.dbg.value"], Changed),
    row(V19, "loop_annotation", &["br", "cond_br"], Kept),
    row(V19, "no_infs_fp_math", FUNC, Kept),
    row(V19, "no_inline", FUNC, Kept),
    row(V19, "no_nans_fp_math", FUNC, Kept),
    row(V19, "no_signed_zeros_fp_math", FUNC, Kept),
    row(V19, "no_unwind", FUNC, Kept),
    row(V19, "optimize_none", FUNC, Kept),
    row(V19, "ordering", &["load", "store"], Changed),
    row(V19, "overflowFlags", &["add", "mul", "shl", "sub"], Kept),
    row(V19, "section", FUNC, Kept),
    row(V19, "sym_visibility", FUNC, Kept),
    row(V19, "syncscope", &["atomicrmw", "cmpxchg", "load", "store"], Changed),
    row(V19, "target_cpu", FUNC, Kept),
    row(V19, "target_features", FUNC, Kept),
    row(V19, "tune_cpu", FUNC, Kept),
    row(V19, "unnamed_addr", FUNC, Kept),
    row(V19, "var_callee_type", &["call", "invoke"], Kept),
    row(V19, "visibility_", &["mlir.global", "func"], Kept),
    row(V19, "volatile_", ATOMIC, Changed),
    row(V19, "vscale_range", FUNC, Kept),
    row(V19, "weak", &["cmpxchg"], Kept),
    row(V19, "will_return", FUNC, Kept),
    row(V22, "always_inline", CALL, Kept),
    row(V22, "arg_attrs", ARGUMENTS, Kept),
    row(V22, "res_attrs", ARGUMENTS, Kept),
    row(V22, "convergent", CALL, Kept),
    row(V22, "data", &["mlir.global_ctors", "mlir.global_dtors"], Kept),
    row(V22, "dbg_exprs", &["mlir.global"], Kept),
    row(V22, "dereferenceable", &["inttoptr", "load"], Kept),
    row(V22, "externally_initialized", &["mlir.global"], Kept),
    row(V22, "inline_hint", &["call", "func"], Kept),
    row(V22, "instrument_function_entry", FUNC, Kept),
    row(V22, "instrument_function_exit", FUNC, Kept),
    row(V22, "intel_reqd_sub_group_size", FUNC, Kept),
    row(V22, "invariantGroup", &["load", "store"], Kept),
    row(V22, "isDisjoint", &["or"], Kept),
    row(V22, "isExact", &["ashr", "lshr", "sdiv", "udiv"], Kept),
    row(V22, "memory_effects", &["call", "func"], Kept),
    row(V22, "no_inline", CALL, Kept),
    row(V22, "no_unwind", CALL, Kept),
    row(V22, "noWrapFlags", &["getelementptr"], Kept),
    row(V22, "nonNeg", &["uitofp", "zext"], Kept),
    row(V22, "nontemporal", &["intr.masked.load"], Kept),
    row(V22, "op_bundle_tags", &[], Changed),
    row(V22, "overflowFlags", &["trunc"], Kept),
    row(V22, "prefer_vector_width", FUNC, Kept),
    row(V22, "reciprocal_estimates", FUNC, Kept),
    row(V22, "reqd_work_group_size", FUNC, Kept),
    row(V22, "tail_call_kind", &["inline_asm"], Kept),
    row(V22, "target_specific_attrs", &["mlir.global"], Kept),
    row(V22, "uwtable_kind", FUNC, Kept),
    row(V22, "vec_type_hint", FUNC, Kept),
    row(V22, "will_return", CALL, Kept),
    row(V22, "work_group_size_hint", FUNC, Kept),
];

/// Attributes by their mnemonics.
pub const ATTRIBUTES: &[(MlirVersion, &[&str])] = &[
    (
        V19,
        &[
            "access_group",
            "alias_scope",
            "alias_scope_domain",
            "comdat",
            "di_expression",
            "di_expression_elem",
            "di_global_variable",
            "di_global_variable_expression",
            "di_label",
            "di_module",
            "di_namespace",
            "di_null_type",
            "di_string_type",
            "framePointerKind",
            "loop_annotation",
            "loop_distribute",
            "loop_interleave",
            "loop_licm",
            "loop_peeled",
            "loop_pipeline",
            "loop_unroll",
            "loop_unroll_and_jam",
            "loop_unswitch",
            "loop_vectorize",
            "overflow",
            "poison",
            "tailcallkind",
            "target_features",
            "tbaa_member",
            "tbaa_root",
            "tbaa_tag",
            "tbaa_type_desc",
            "undef",
            "vscale_range",
            "zero",
        ],
    ),
    (
        V22,
        &[
            "address_space",
            "blockaddress",
            "blocktag",
            "cgprofile_entry",
            "constant_range",
            "dependent_libraries",
            "dereferenceable",
            "di_annotation",
            "di_common_block",
            "di_generic_subrange",
            "di_imported_entity",
            "dso_local_equivalent",
            "mlir.module_flag",
            "mlir.workgroup_attribution",
            "memory_effects",
            "mmra_tag",
            "profile_summary",
            "profile_summary_detailed",
            "target",
            "uwtableKind",
            "vec_type_hint",
        ],
    ),
];

/// Parameters of attributes: since when, the attribute, the parameters.
pub const PARAMETERS: &[(MlirVersion, &str, &[&str])] = &[
    (V19, "di_compile_unit", &["id", "nameTableKind"]),
    (V19, "di_composite_type", &["recId", "dataLocation", "rank", "allocated", "associated"]),
    (V19, "di_derived_type", &["dwarfAddressSpace", "extraData"]),
    (V19, "di_subprogram", &["id"]),
    (V22, "di_compile_unit", &["splitDebugFilename"]),
    (V22, "di_composite_type", &["isRecSelf"]),
    (V22, "di_local_variable", &["flags"]),
    (V22, "di_subprogram", &["recId", "isRecSelf", "retainedNodes", "annotations"]),
];

/// Parameters that may be missing since a version, and had to be there before.
pub const OPTIONAL: &[(MlirVersion, &str, &[&str])] = &[
    (V19, "di_compile_unit", &["producer"]),
    (V19, "di_composite_type", &["name"]),
    (V19, "di_derived_type", &["baseType"]),
    (V19, "di_local_variable", &["name"]),
    (V19, "di_subprogram", &["compileUnit", "name", "subprogramFlags"]),
    (V22, "di_subprogram", &["scope", "file"]),
];

/// Parameters that hold any attribute since a version, and only integers before.
pub const INTEGERS: &[(MlirVersion, &str, &[&str])] =
    &[(V19, "di_subrange", &["count", "lowerBound", "upperBound", "stride"])];

/// Keywords of enums: since when, the operation and the inherent attribute, the keywords. The operation is a stand-in.
pub const KEYWORDS: &[(MlirVersion, &str, &str, &[&str])] = &[
    (V19, "atomicrmw", "bin_op", &["fmax", "fmin", "uinc_wrap", "udec_wrap"]),
    (V22, "atomicrmw", "bin_op", &["usub_cond", "usub_sat", "fmaximum", "fminimum"]),
];

/// Keywords that are parameters of attributes: since when, the attribute, the keywords.
pub const PARAMETER_KEYWORDS: &[(MlirVersion, &str, &[&str])] =
    &[(V22, "framePointerKind", &["non-leaf-no-reserve"])];

/// Operations whose custom form is another since a version, and which are printed in generic form before. Where the form differs in an
/// attribute only that older versions do not have, it is the same without.
pub const FORMS: &[(MlirVersion, &[&str])] = &[
    (
        V19,
        &[
            "func",
            "mlir.global",
            "call",
            "invoke",
            "load",
            "store",
            "atomicrmw",
            "cmpxchg",
            "fence",
            "switch",
            "intr.coro.begin",
            "intr.coro.end",
            "intr.coro.free",
            "intr.coro.id",
            "intr.coro.resume",
            "intr.coro.save",
            "intr.dbg.declare",
            "intr.dbg.value",
            "intr.eh.typeid.for",
            "intr.memcpy",
            "intr.memmove",
            "intr.memset",
            "intr.memcpy.inline",
            "intr.abs",
            "intr.ctlz",
            "intr.cttz",
            "intr.is.fpclass",
            "intr.prefetch",
            "intr.stackrestore",
            "intr.stacksave",
            "intr.vacopy",
            "intr.vaend",
            "intr.vastart",
            "intr.vector.reduce.fadd",
            "intr.vector.reduce.fmul",
            "intr.vector.reduce.fmax",
            "intr.vector.reduce.fmin",
        ],
    ),
    (
        V22,
        &[
            "intr.lifetime.start",
            "intr.lifetime.end",
            "mlir.global_ctors",
            "mlir.global_dtors",
            "intr.assume",
            "intr.trap",
            "intr.debugtrap",
            "intr.ubsantrap",
            "invoke",
            "call_intrinsic",
        ],
    ),
];

/// A version, an intrinsic, and the positions of arguments with the names of attributes.
pub type Immediates = (MlirVersion, &'static str, &'static [(usize, &'static str)]);

/// Intrinsics whose immediate arguments are attributes since a version, and operands before: the positions of these arguments, and the
/// attributes.
pub const IMMEDIATES: &[Immediates] = &[
    (V19, "intr.abs", &[(1, "is_int_min_poison")]),
    (V19, "intr.ctlz", &[(1, "is_zero_poison")]),
    (V19, "intr.cttz", &[(1, "is_zero_poison")]),
    (V19, "intr.is.fpclass", &[(1, "bit")]),
    (V19, "intr.memcpy", &[(3, "isVolatile")]),
    (V19, "intr.memcpy.inline", &[(2, "len"), (3, "isVolatile")]),
    (V19, "intr.memmove", &[(3, "isVolatile")]),
    (V19, "intr.memset", &[(3, "isVolatile")]),
    (V19, "intr.prefetch", &[(1, "rw"), (2, "hint"), (3, "cache")]),
];

/// Groups of operands, the last of their operations. The sizes of an only group are not stored.
pub const GROUPS: &[(MlirVersion, &str, &[&str])] =
    &[(V22, "op_bundle_operands", &["call", "call_intrinsic", "invoke", "intr.assume"])];

/// Operations of a module that nothing refers to. A version that lacks them has them in an attribute of the module, so that the rest of the
/// module can be translated.
pub const MEMBERS: &[&str] = &["linker_options", "module_flags"];

/// Whether a table of names by version says that `version` lacks `name`.
pub fn lacks(table: &[(MlirVersion, &[&str])], version: MlirVersion, name: &str) -> bool {
    table.iter().any(|(since, names)| version < *since && names.contains(&name))
}

/// Whether a table of parts of things by version says that `version` lacks the part `part` of `name`.
pub fn lacks_part(
    table: &[(MlirVersion, &str, &[&str])],
    version: MlirVersion,
    name: &str,
    part: &str,
) -> bool {
    table.iter().any(|(since, of, parts)| version < *since && *of == name && parts.contains(&part))
}
