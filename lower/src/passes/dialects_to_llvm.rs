//! `convert-arith-to-llvm` and the other passes that convert the operations of one dialect to `llvm`.

use crate::complex;
use crate::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::math;
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::passes::{INDEX_BITWIDTH, index_width};
use tern_mlir::builtin;

/// Converts the operations that its patterns match, and leaves all others.
struct ConvertDialect {
    index_width: u32,
    patterns: Box<dyn Fn(&mut Patterns<'_, '_>) + Send + Sync>,
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

/// The declaration of `convert-arith-to-llvm`.
pub static CONVERT_ARITH_TO_LLVM: PassDef = PassDef {
    name: "convert-arith-to-llvm",
    summary: "Convert Arith dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: index_width(options)?,
            patterns: Box::new(crate::arith::patterns),
            legality: |legality| legality,
        }))
    },
};

/// The declaration of `convert-cf-to-llvm`.
pub static CONVERT_CF_TO_LLVM: PassDef = PassDef {
    name: "convert-cf-to-llvm",
    summary: "Convert ControlFlow operations to the LLVM dialect",
    anchor: Some(builtin::ModuleOp::NAME),
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: index_width(options)?,
            patterns: Box::new(crate::cf::patterns),
            legality: crate::cf::legality,
        }))
    },
};

/// The declaration of `convert-index-to-llvm`.
pub static CONVERT_INDEX_TO_LLVM: PassDef = PassDef {
    name: "convert-index-to-llvm",
    summary: "Lower the `index` dialect to the `llvm` dialect.",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: index_width(options)?,
            patterns: Box::new(crate::index::patterns),
            legality: crate::index::legality,
        }))
    },
};

/// The declaration of `convert-ub-to-llvm`.
pub static CONVERT_UB_TO_LLVM: PassDef = PassDef {
    name: "convert-ub-to-llvm",
    summary: "Convert UB dialect to LLVM dialect",
    anchor: None,
    options: &[INDEX_BITWIDTH],
    make: |options| {
        Ok(Box::new(ConvertDialect {
            index_width: index_width(options)?,
            patterns: Box::new(crate::ub::patterns),
            legality: |legality| legality,
        }))
    },
};

/// The declaration of `convert-math-to-llvm`.
pub static CONVERT_MATH_TO_LLVM: PassDef = PassDef {
    name: "convert-math-to-llvm",
    summary: "Convert Math dialect to LLVM dialect",
    anchor: None,
    options: &[OptionDecl {
        name: "approximate-log1p",
        kind: OptionKind::Flag,
        default: "true",
        summary: "Enable approximation of Log1p.",
    }],
    make: |options| {
        let approximate = options.flag("approximate-log1p");
        Ok(Box::new(ConvertDialect {
            index_width: 0,
            patterns: Box::new(if approximate { math::patterns } else { math::patterns_but_log1p }),
            legality: |legality| legality,
        }))
    },
};

/// The declaration of `convert-complex-to-llvm`.
pub static CONVERT_COMPLEX_TO_LLVM: PassDef = PassDef {
    name: "convert-complex-to-llvm",
    summary: "Convert Complex dialect to LLVM dialect",
    anchor: None,
    options: &[OptionDecl {
        name: "complex-range",
        kind: OptionKind::Choice(complex::RANGES),
        default: "basic",
        summary: "Control the intermediate calculation of complex number division",
    }],
    make: |options| {
        let range = options.text("complex-range").to_owned();
        Ok(Box::new(ConvertDialect {
            index_width: 0,
            patterns: Box::new(move |patterns| {
                complex::patterns_but_division(patterns);
                complex::division_patterns(patterns, &range);
            }),
            legality: complex::legality,
        }))
    },
};
