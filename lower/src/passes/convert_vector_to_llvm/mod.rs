//! `convert-vector-to-llvm`: converts vectors of any rank to one-dimensional vectors and arrays of them.
//!
//! Greedy rewriting first lowers operations on vectors to simpler ones, until each has a counterpart in the `llvm` dialect: see
//! `progressive`. These are then converted: a vector of rank 0 to one of one element, a vector of rank 2 or more to an array.

mod arithmetic;
mod elements;
mod masked_reductions;
mod memory;
mod printing;
mod progressive;
mod reductions;

use tern_dialect_core::vector;
use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::{Attribute, Context, Op, OpRef};

use crate::conversion::{
    Adaptor, ConversionPattern, Legal, Legality, LowerOptions, Patterns, Rewrite, Rewriter, TypeConverter,
    convert_partially,
};
use crate::options::{OptionDecl, OptionKind, OptionValues};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::passes::walk_bodies;

/// The declaration of the pass.
pub static CONVERT_VECTOR_TO_LLVM: PassDef = PassDef {
    name: "convert-vector-to-llvm",
    summary: "Lower the operations from the vector dialect into the LLVM dialect",
    anchor: None,
    options: &[
        flag(
            "reassociate-fp-reductions",
            "false",
            "Allows llvm to reassociate floating-point reductions for speed",
        ),
        flag(
            "force-32bit-vector-indices",
            "true",
            "Allows compiler to assume vector indices fit in 32-bit if that yields faster code",
        ),
        flag(
            "use-vector-alignment",
            "false",
            "Use the preferred alignment of a vector type in load/store operations",
        ),
        flag("enable-amx", "false", "Enables the use of AMX dialect while lowering the vector dialect."),
        flag(
            "enable-arm-neon",
            "false",
            "Enables the use of ArmNeon dialect while lowering the vector dialect.",
        ),
        flag(
            "enable-arm-sve",
            "false",
            "Enables the use of ArmSVE dialect while lowering the vector dialect.",
        ),
        flag("enable-arm-i8mm", "false", "Enables the use of Arm FEAT_I8MM instructions while lowering"),
        flag("enable-arm-bf16", "false", "Enables the use of Arm FEAT_BF16 instructions while lowering"),
        flag(
            "enable-x86vector",
            "false",
            "Enables the use of X86Vector dialect while lowering the vector dialect.",
        ),
        OptionDecl {
            name: "vector-contract-lowering",
            kind: OptionKind::Choice(&["dot", "llvmintr", "outerproduct", "parallelarith"]),
            default: "dot",
            summary: "control the lowering of `vector.contract` operations.",
        },
        OptionDecl {
            name: "vector-transpose-lowering",
            kind: OptionKind::Choice(&["eltwise", "llvmintr", "shuffle1d", "shuffle16x16"]),
            default: "eltwise",
            summary: "control the lowering of `vector.transpose` operations.",
        },
    ],
    make: |options| {
        let ahead = INSTRUCTION_SETS.iter().filter(|(option, ..)| options.flag(option)).collect();
        Ok(Box::new(ConvertVectorToLlvm { options: Options::of(options), ahead }))
    },
};

const fn flag(name: &'static str, default: &'static str, summary: &'static str) -> OptionDecl {
    OptionDecl { name, kind: OptionKind::Flag, default, summary }
}

/// The options of the pass.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether floating-point sums and products may be reassociated.
    pub reassociate: bool,
    /// Whether indices into vectors are assumed to fit in 32 bits.
    pub narrow_indices: bool,
    /// Whether memory is assumed to have the alignment of the vector rather than of its elements.
    pub vector_alignment: bool,
    /// How `vector.contract` is lowered.
    pub contract: ContractLowering,
    /// How `vector.transpose` is lowered.
    pub transpose: TransposeLowering,
}

/// The lowering of `vector.contract`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ContractLowering {
    /// To dot products.
    #[default]
    Dot,
    /// To matrix intrinsics.
    Intrinsics,
    /// To outer products.
    OuterProduct,
    /// To elementwise arithmetic on the parallel dimensions.
    ParallelArithmetic,
}

/// The lowering of `vector.transpose`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TransposeLowering {
    /// To extractions and insertions of elements or rows.
    #[default]
    Elementwise,
    /// To a matrix intrinsic.
    Intrinsic,
    /// To one shuffle of the flattened vector, if exactly two dimensions of more than one element are swapped.
    Shuffle,
    /// Like `Shuffle`, but a 16 by 16 transposition becomes shuffles of rows.
    Shuffle16x16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            reassociate: false,
            narrow_indices: true,
            vector_alignment: false,
            contract: ContractLowering::Dot,
            transpose: TransposeLowering::Elementwise,
        }
    }
}

impl Options {
    fn of(values: &OptionValues) -> Self {
        Self {
            reassociate: values.flag("reassociate-fp-reductions"),
            narrow_indices: values.flag("force-32bit-vector-indices"),
            vector_alignment: values.flag("use-vector-alignment"),
            contract: match values.text("vector-contract-lowering") {
                "llvmintr" => ContractLowering::Intrinsics,
                "outerproduct" => ContractLowering::OuterProduct,
                "parallelarith" => ContractLowering::ParallelArithmetic,
                _ => ContractLowering::Dot,
            },
            transpose: match values.text("vector-transpose-lowering") {
                "llvmintr" => TransposeLowering::Intrinsic,
                "shuffle1d" => TransposeLowering::Shuffle,
                "shuffle16x16" => TransposeLowering::Shuffle16x16,
                _ => TransposeLowering::Elementwise,
            },
        }
    }
}

/// The options that enable dialects for processor families, each with the name prefix of the operations that the option would
/// convert. This pass does not convert them.
const INSTRUCTION_SETS: &[(&str, &str)] = &[
    ("enable-amx", "amx.tile_"),
    ("enable-arm-neon", vector::Contract::NAME),
    ("enable-arm-sve", "arm_sve."),
    ("enable-x86vector", "x86vector."),
];

struct ConvertVectorToLlvm {
    options: Options,
    /// The entries of [`INSTRUCTION_SETS`] that were requested.
    ahead: Vec<&'static (&'static str, &'static str)>,
}

impl ConvertVectorToLlvm {
    /// Warns if an option requests operations that this pass does not convert.
    fn warn(&self, target: &mut Target<'_>) {
        for (option, prefix) in &self.ahead {
            let (context, op) = (target.context, target.op);
            let mut found = None;
            walk_bodies(target.body, op, &mut |body, ops| {
                let at = |op: Op| OpRef::new(context, body, op);
                let fits = |op: &&Op| at(**op).name().starts_with(prefix);
                let first =
                    || ops.iter().find(fits).map(|&op| (body.op_location(op), at(op).name().to_owned()));
                found = found.take().or_else(first);
            });
            if let Some((location, name)) = found {
                let message = format!("the option '{option}' has no effect on '{name}' here");
                target.report(Diagnostic::new(Severity::Warning, location, message));
            }
        }
    }
}

impl Pass for ConvertVectorToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        self.warn(target);
        progressive::run(target, self.options)?;
        let converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), 0));
        let mut patterns = Patterns::new(&converter);
        patterns_with(&mut patterns, self.options);
        let legality = Legality::llvm().dialect("arith", Legal::Yes).dialect("memref", Legal::Yes);
        convert_partially(target, &legality, &patterns)
    }
}

/// Adds the patterns of the `vector` dialect with default options.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns_with(patterns, Options::default());
}

/// Adds the patterns of the `vector` dialect.
pub fn patterns_with(patterns: &mut Patterns<'_, '_>, options: Options) {
    arithmetic::patterns(patterns);
    elements::patterns(patterns);
    masked_reductions::patterns(patterns);
    memory::patterns(patterns, options);
    printing::patterns(patterns);
    reductions::patterns(patterns, options);
}

/// A pattern that depends on the options of the pass.
struct WithOptions {
    roots: &'static [&'static str],
    options: Options,
    rewrite: fn(Adaptor<'_>, &mut Rewriter<'_, '_>, Options) -> Rewrite,
}

impl ConversionPattern for WithOptions {
    fn roots(&self) -> &[&'static str] {
        self.roots
    }

    fn match_and_rewrite(&self, op: Adaptor<'_>, rewriter: &mut Rewriter<'_, '_>) -> Rewrite {
        (self.rewrite)(op, rewriter, self.options)
    }
}

/// The attribute `array<i32: …>` of a shuffle mask.
fn shuffle_mask(context: &Context, mask: impl IntoIterator<Item = i64>) -> Attribute {
    let mask: Vec<i32> = mask.into_iter().map(|index| i32::try_from(index).unwrap_or(-1)).collect();
    Attribute::dense_i32(context, &mask)
}
