//! `convert-arith-to-llvm` and its kin: the operations of one dialect become those of `llvm`.

use crate::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// How wide `index` is.
pub(crate) const INDEX_BITWIDTH: OptionDecl = OptionDecl {
    name: "index-bitwidth",
    kind: OptionKind::Integer,
    default: "0",
    summary: "Bitwidth of the index type, 0 to use size of machine word",
};

/// Converts what patterns fit and leaves all else.
struct ConvertDialect {
    index_width: u32,
    patterns: fn(&mut Patterns<'_, '_>),
    legality: fn(Legality) -> Legality,
}

impl Pass for ConvertDialect {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), self.index_width));
        let mut patterns = Patterns::new(&converter);
        (self.patterns)(&mut patterns);
        convert_partially(target, &(self.legality)(Legality::llvm()), &patterns)
    }
}

/// `convert-arith-to-llvm`.
pub static CONVERT_ARITH_TO_LLVM: PassDef = PassDef {
    name: "convert-arith-to-llvm",
    summary: "Convert Arith dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: crate::passes::index_width(options)?,
            patterns: crate::arith::patterns,
            legality: |legality| legality,
        }))
    },
};

/// `convert-cf-to-llvm`.
pub static CONVERT_CF_TO_LLVM: PassDef = PassDef {
    name: "convert-cf-to-llvm",
    summary: "Convert ControlFlow operations to the LLVM dialect",
    anchor: Some("builtin.module"),
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: crate::passes::index_width(options)?,
            patterns: crate::cf::patterns,
            legality: crate::cf::legality,
        }))
    },
};

/// `convert-index-to-llvm`.
pub static CONVERT_INDEX_TO_LLVM: PassDef = PassDef {
    name: "convert-index-to-llvm",
    summary: "Lower the `index` dialect to the `llvm` dialect.",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: crate::passes::index_width(options)?,
            patterns: crate::index::patterns,
            legality: crate::index::legality,
        }))
    },
};

/// `convert-ub-to-llvm`.
pub static CONVERT_UB_TO_LLVM: PassDef = PassDef {
    name: "convert-ub-to-llvm",
    summary: "Convert UB dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: crate::passes::index_width(options)?,
            patterns: crate::ub::patterns,
            legality: |legality| legality,
        }))
    },
};
