//! Dialect conversion: the framework in which lowerings are written.
//!
//! * A [`TypeConverter`] maps types to types, usually one to one; users can add conversions and materializations.
//! * A [`ConversionPattern`], usually a function, converts operations of given names; [`Patterns`] holds those of a pass.
//! * [`Legality`] says which operations may stay and which must be converted.
//! * [`convert_partially`] and [`convert_fully`] run the conversion; one that fails is rolled back.
//! * Patterns change a body through a [`Rewriter`]. It is a [`Builder`](tern_mlir::rewrite::Builder); the trait [`LlvmBuilder`] has
//!   short methods that make operations.
//! * [`MemRefDescriptor`], [`UnrankedMemRefDescriptor`] and [`ComplexStruct`] read and build the structs of converted types.
//!
//! ```
//! use tern_dialect_core::arith;
//! use tern_dialect_llvm::ops as llvm;
//! use tern_lower::conversion::{Adaptor, NoMatch, Rewriter};
//!
//! /// `arith.negf` becomes `llvm.fneg`.
//! fn negf(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
//!     let operand = arith::NegF::expect(b.converted(op)).operand();
//!     b.replace_by(op.op, llvm::FNeg::build(operand));
//!     Ok(())
//! }
//! # let _ = negf;
//! ```

mod builder;
mod complex_struct;
mod data_layout;
mod descriptors;
mod driver;
pub mod elementwise;
mod legality;
mod mapping;
pub(crate) mod memref_descriptor;
mod order;
mod pattern;
mod rewriter;
mod symbols;
#[cfg(test)]
mod tests;
mod type_converter;
pub mod types;
mod unranked_descriptor;

pub use builder::{BodyBuilder, GepIndex, LlvmBuilder, Named, element_at, gep, i64_attribute, named};
pub use complex_struct::ComplexStruct;
pub use data_layout::DataLayout;
pub(crate) use data_layout::dense_integers;
pub use driver::{convert_fully, convert_itself, convert_partially};
pub use legality::{Decide, Legal, Legality, types_are_legal};
pub use mapping::Values;
pub use memref_descriptor::MemRefDescriptor;
pub use pattern::{Adaptor, ConversionPattern, NoMatch, PatternFn, Patterns, Rewrite};
pub use rewriter::{Rewriter, Signature};
pub use symbols::{Symbol, Symbols, function};
pub use tern_mlir::Point;
pub use type_converter::{
    CannotConvert, Converted, LowerOptions, Materialization, MaterializationOfSeveral, TypeConverter, Types,
};
pub use unranked_descriptor::UnrankedMemRefDescriptor;
