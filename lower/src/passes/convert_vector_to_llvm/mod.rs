//! `convert-vector-to-llvm`: converts vectors of any rank to one-dimensional vectors and arrays of them.
//!
//! Greedy rewriting first lowers operations on vectors to simpler ones, until each has a counterpart in the `llvm` dialect: see
//! `progressive`. These are then converted: a vector of rank 0 to one of one element, a vector of rank 2 or more to an array.

mod arithmetic;
mod elements;
mod instruction_sets;
mod masked_reductions;
mod memory;
mod printing;
mod progressive;
mod reductions;

use instruction_sets::InstructionSet;
use tern_dialect_core::vector;
use tern_dialect_core::vector::types::VectorType;
use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Op, OpRef, Value};

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
        let instruction_sets = instruction_sets::chosen(options);
        let is_arm = options.flag("enable-arm-neon") || options.flag("enable-arm-sve");
        let ahead = FOR_CONTRACTIONS.iter().copied().find(|option| is_arm && options.flag(option));
        Ok(Box::new(ConvertVectorToLlvm { options: Options::of(options), instruction_sets, ahead }))
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
    /// Whether scalable masks are left to the conversion, which makes them with instructions of SVE.
    pub counted_masks: bool,
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
            counted_masks: false,
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
            counted_masks: values.flag("enable-arm-sve"),
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

/// The options for instructions that multiply matrices, which this pass does not make of contractions.
const FOR_CONTRACTIONS: [&str; 2] = ["enable-arm-i8mm", "enable-arm-bf16"];

struct ConvertVectorToLlvm {
    options: Options,
    instruction_sets: Vec<&'static InstructionSet>,
    /// An option of [`FOR_CONTRACTIONS`] that was requested.
    ahead: Option<&'static str>,
}

impl ConvertVectorToLlvm {
    /// Warns if an option requests instructions that this pass does not make of the contractions in the input.
    fn warn(&self, target: &mut Target<'_>) {
        let Some(option) = self.ahead else { return };
        let (context, op) = (target.context, target.op);
        let mut found = None;
        walk_bodies(target.body, op, &mut |body, ops| {
            let is_contraction = |op: &&Op| OpRef::new(context, body, **op).name() == vector::Contract::NAME;
            found = found.or_else(|| ops.iter().find(is_contraction).map(|&op| body.op_location(op)));
        });
        if let Some(location) = found {
            let message = format!("the option '{option}' has no effect on 'vector.contract' here");
            target.report(Diagnostic::new(Severity::Warning, location, message));
        }
    }
}

impl Pass for ConvertVectorToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        self.warn(target);
        progressive::run(target, self.options)?;
        let mut converter = TypeConverter::new(target.context, LowerOptions::new(target.op(), 0));
        self.instruction_sets.iter().for_each(|set| set.add_types(&mut converter));
        let mut patterns = Patterns::new(&converter);
        patterns_with(&mut patterns, self.options);
        self.instruction_sets.iter().for_each(|set| set.add_patterns(&mut patterns));
        let legality = Legality::llvm().dialect("arith", Legal::Yes).dialect("memref", Legal::Yes);
        let legality =
            self.instruction_sets.iter().fold(legality, |legality, set| set.add_legality(legality));
        convert_partially(target, &legality, &patterns)
    }
}

/// Adds the patterns of the `vector` dialect with default options.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns_with(patterns, Options::default());
}

/// Adds the patterns of the `vector` dialect.
pub(crate) fn patterns_with(patterns: &mut Patterns<'_, '_>, options: Options) {
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

/// The type of a value, if it is a vector.
fn vector_type<'c>(b: &impl Builder<'c>, value: Value) -> Option<VectorType> {
    VectorType::of(b.context(), b.type_of(value))
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{ParseOptions, parse};

    use super::CONVERT_VECTOR_TO_LLVM;
    use crate::Pipeline;

    #[test]
    fn options_without_effect_on_a_contraction_are_warned_of() {
        let text = "func.func @dot(%a: vector<8xi32>, %b: vector<8xi32>, %c: i32) -> i32 {
  %0 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = [\"reduction\"], kind = #vector.kind<add>} %a, %b, %c : vector<8xi32>, vector<8xi32> into i32
  return %0 : i32
}
";
        let context = Context::new(&[tern_dialect_llvm::DIALECTS, tern_dialect_core::DIALECTS].concat());
        for (options, warnings) in [
            ("enable-arm-neon enable-arm-i8mm", 1),
            ("enable-arm-sve enable-arm-bf16", 1),
            ("enable-arm-bf16", 0),
            ("enable-arm-neon", 0),
        ] {
            let mut module = parse(&context, "dot", text.as_bytes(), &ParseOptions::default()).unwrap();
            let mut pipeline = Pipeline::new("builtin.module");
            pipeline.add(&CONVERT_VECTOR_TO_LLVM, options).unwrap();
            let ran = pipeline.run(&context, &mut module, true);
            let said: Vec<_> = ran.diagnostics.iter().map(|said| said.message().to_owned()).collect();
            assert_eq!(said.len(), warnings, "{options}: {said:?}");
            assert!(said.iter().all(|said| said.ends_with("has no effect on 'vector.contract' here")));
        }
    }
}
