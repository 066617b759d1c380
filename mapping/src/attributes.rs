//! Correspondence of LLVM attributes and fields of operations: attributes of functions, parameters and call sites.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::attributes::values::MemoryLocation;

/// Function attributes that are a unit field of `llvm.func`. The flag tells whether `llvm.call` has the field too.
pub const UNIT_FIELDS: &[(AttributeKind, &str, bool)] = &[
    (AttributeKind::Convergent, "convergent", true),
    (AttributeKind::NoInline, "no_inline", true),
    (AttributeKind::AlwaysInline, "always_inline", true),
    (AttributeKind::InlineHint, "inline_hint", true),
    (AttributeKind::NoUnwind, "no_unwind", true),
    (AttributeKind::WillReturn, "will_return", true),
    (AttributeKind::OptimizeNone, "optimize_none", false),
];

/// Function attributes with a string value that are a string field of `llvm.func`.
pub const STRING_FIELDS: &[(&str, &str)] = &[
    ("target-cpu", "target_cpu"),
    ("tune-cpu", "tune_cpu"),
    ("reciprocal-estimates", "reciprocal_estimates"),
    ("prefer-vector-width", "prefer_vector_width"),
    ("denormal-fp-math", "denormal_fp_math"),
    ("denormal-fp-math-f32", "denormal_fp_math_f32"),
    ("fp-contract", "fp_contract"),
    ("instrument-function-entry", "instrument_function_entry"),
    ("instrument-function-exit", "instrument_function_exit"),
];

/// Function attributes with the value `true` or `false` that are a field of `llvm.func`.
pub const BOOL_FIELDS: &[(&str, &str)] = &[
    ("no-infs-fp-math", "no_infs_fp_math"),
    ("no-nans-fp-math", "no_nans_fp_math"),
    ("no-signed-zeros-fp-math", "no_signed_zeros_fp_math"),
];

/// String attributes of functions without a value that are a unit field of `llvm.func`.
pub const WORD_FIELDS: &[(&str, &str)] = &[
    ("aarch64_pstate_sm_enabled", "arm_streaming"),
    ("aarch64_pstate_sm_body", "arm_locally_streaming"),
    ("aarch64_pstate_sm_compatible", "arm_streaming_compatible"),
    ("aarch64_new_za", "arm_new_za"),
    ("aarch64_in_za", "arm_in_za"),
    ("aarch64_out_za", "arm_out_za"),
    ("aarch64_inout_za", "arm_inout_za"),
    ("aarch64_preserves_za", "arm_preserves_za"),
];

/// The bit offset of a location in LLVM's packed form of `memory(…)`. Each location takes two bits.
pub const fn memory_shift(location: MemoryLocation) -> u32 {
    match location {
        MemoryLocation::ArgMem => 0,
        MemoryLocation::InaccessibleMem => 2,
        MemoryLocation::ErrnoMem => 4,
        MemoryLocation::Other => 6,
        MemoryLocation::TargetMem0 => 8,
        MemoryLocation::TargetMem1 => 10,
    }
}

/// The third element of a pass-through entry that is a string attribute although its key is spelled like one of LLVM's own attributes.
pub const PASSTHROUGH_STRING: &str = "string";

/// The prefix of parameter attributes in the dialect: `llvm.noundef`.
pub const PARAM_PREFIX: &str = "llvm.";
