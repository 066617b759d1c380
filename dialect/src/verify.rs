//! The verifier.

/// Collects what is wrong.
pub struct Verifier<'c> {
    /// The context.
    pub context: &'c crate::context::Context,
    /// What was found.
    pub diagnostics: Vec<crate::diagnostic::Diagnostic>,
}
