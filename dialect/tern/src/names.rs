//! The names of the discardable attributes that the declarations of this dialect share.

macro_rules! names {
    ($($(#[doc = $doc:literal])+ $constant:ident = $name:literal;)+) => {
        $($(#[doc = $doc])+ pub const $constant: &str = $name;)+

        /// All names of this file.
        pub const ALL: &[&str] = &[$($name),+];
    };
}

names! {
    /// The number of operands for each successor. They follow all other operands.
    SUCCESSOR_SEGMENTS = "successor_segments";
    /// `catchswitch`: exceptions that no handler takes go on to the caller. Otherwise the last successor takes them.
    UNWIND_TO_CALLER = "unwind_to_caller";
    /// The callee, if it is a global by name.
    CALLEE = "callee";
    /// The callee, if it is inline assembly: a dictionary with the fields of `llvm.inline_asm`.
    ASM = "asm";
    /// The type of the called function.
    FUNCTION_TYPE = "function_type";
    /// The tags of the operand bundles of a call.
    BUNDLE_TAGS = "op_bundle_tags";
    /// The number of arguments of each of these bundles.
    BUNDLE_SIZES = "op_bundle_sizes";
}
