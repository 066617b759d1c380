//! Runs `transform.apply_conversion_patterns`: builds patterns, type converter and legality from its regions and attributes.

use tern_dialect_core::transform;
use tern_mlir::declare::View;
use tern_mlir::{Attribute, OpRef, Region};

use crate::conversion::{DataLayout, Legal, Legality, LowerOptions, Patterns, TypeConverter, convert_itself};
use crate::pass::{Failed, Target};
use crate::passes::convert_vector_to_llvm;
use crate::{func, to_llvm};

/// Converts the operation of `target` as `script` says. On failure, the error has been reported and the operation is rolled
/// back.
pub(super) fn apply(
    script: transform::ApplyConversionPatterns<View<'_>>,
    target: &mut Target<'_>,
) -> Result<(), Failed> {
    let (body, region) = script.patterns();
    let children = |regions: &[Region]| {
        let blocks = regions.first().map(|&region| body.region_blocks(region)).unwrap_or_default();
        let ops = blocks.iter().flat_map(|&block| body.block_ops(block));
        ops.map(|op| OpRef::new(script.0.context, body, op)).collect::<Vec<_>>()
    };
    let (_, converters) = script.default_type_converter_region();
    // The verifier allows no other operation there.
    let converter = children(converters).first().copied().and_then(transform::MemrefToLlvmTypeConverter::of);
    let converter =
        TypeConverter::new(target.context, converter.map_or_else(Default::default, lower_options));
    let mut patterns = Patterns::new(&converter);
    children(&[region]).into_iter().for_each(|op| add_patterns(&mut patterns, op));
    convert_itself(target, &legality(script), &patterns, !script.partial_conversion())
}

/// The options of `memref_to_llvm_type_converter`.
fn lower_options(converter: transform::MemrefToLlvmTypeConverter<View<'_>>) -> LowerOptions {
    let context = converter.0.context;
    let layout = converter.data_layout().map(|text| DataLayout::of_text(context.str(text)));
    let width = u32::try_from(converter.index_bitwidth()).ok().filter(|width| *width < 1 << 24);
    LowerOptions {
        bare_pointers: converter.use_bare_ptr_call_conv(),
        aligned_alloc: converter.use_aligned_alloc(),
        generic_functions: converter.use_generic_functions(),
        ..LowerOptions::of(layout.unwrap_or_default(), width.unwrap_or(64))
    }
}

/// Adds the patterns that `op` names.
fn add_patterns(patterns: &mut Patterns<'_, '_>, op: OpRef<'_>) {
    // The verifier rejects all other operations here.
    if op.is(transform::FuncToLlvm::DEF) {
        func::patterns(patterns);
    } else if let Some(vector) = transform::VectorToLlvm::of(op) {
        let options = convert_vector_to_llvm::Options {
            reassociate: vector.reassociate_fp_reductions(),
            narrow_indices: vector.force_32bit_vector_indices(),
            vector_alignment: vector.use_vector_alignment(),
            ..convert_vector_to_llvm::Options::default()
        };
        convert_vector_to_llvm::patterns_with(patterns, options);
    } else if let Some(named) = transform::DialectToLlvm::of(op)
        && let Some(dialect) = op.context.dialect(op.context.str(named.dialect_name()))
        && let Some(add_patterns) = to_llvm::of(dialect)
    {
        add_patterns(patterns);
    }
}

/// The legality that the attributes declare.
fn legality(script: transform::ApplyConversionPatterns<View<'_>>) -> Legality {
    let context = script.0.context;
    let names = |all: Option<&[Attribute]>| -> Vec<String> {
        all.unwrap_or_default().iter().filter_map(|name| name.as_str(context)).map(str::to_owned).collect()
    };
    let mut legality = Legality::new();
    for (dialects, legal) in [(script.legal_dialects(), Legal::Yes), (script.illegal_dialects(), Legal::No)] {
        legality = names(dialects).into_iter().fold(legality, |all, name| all.dialect(name, legal));
    }
    for (ops, legal) in [(script.legal_ops(), Legal::Yes), (script.illegal_ops(), Legal::No)] {
        legality = names(ops).into_iter().fold(legality, |all, name| all.op(name, legal));
    }
    legality
}
