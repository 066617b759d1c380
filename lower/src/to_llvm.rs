//! Which dialects are converted to `llvm`, and by which patterns. MLIR: `ConvertToLLVMPatternInterface`.

use crate::conversion::Patterns;

/// A dialect that can be converted.
pub struct ToLlvm {
    /// The namespace.
    pub dialect: &'static str,
    /// Adds its patterns.
    pub patterns: fn(&mut Patterns<'_, '_>),
}

/// All of them.
pub static ALL: &[ToLlvm] = &[ToLlvm { dialect: "func", patterns: crate::func::patterns }];
