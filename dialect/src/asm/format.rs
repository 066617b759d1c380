//! Compiled assembly formats.
/// A compiled assembly format.
pub struct CompiledFormat;
