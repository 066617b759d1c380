//! Runs `transform.apply_conversion_patterns`: builds patterns, type converter and legality from its regions and attributes.

use tern_dialect_core::transform;
use tern_mlir::{Attribute, OpRef};

use crate::conversion::{DataLayout, Legal, Legality, LowerOptions, Patterns, TypeConverter, convert_itself};
use crate::pass::{Failed, Target};
use crate::passes::convert_vector_to_llvm;
use crate::{func, to_llvm};

/// Converts the operation of `target` as `script` says. On failure, the error has been reported and the operation is rolled
/// back.
pub(super) fn apply(script: OpRef<'_>, target: &mut Target<'_>) -> Result<(), Failed> {
    let (body, regions) = script.body.regions(script.op);
    let children = |index: usize| {
        let blocks = regions.get(index).map(|&region| body.region_blocks(region)).unwrap_or_default();
        let ops = blocks.iter().flat_map(|&block| body.block_ops(block));
        ops.map(|op| OpRef::new(script.context, body, op)).collect::<Vec<_>>()
    };
    let options = children(1).first().map_or_else(LowerOptions::default, |&op| lower_options(op));
    let converter = TypeConverter::new(target.context, options);
    let mut patterns = Patterns::new(&converter);
    children(0).into_iter().for_each(|op| add_patterns(&mut patterns, op));
    let full = script.property("partial_conversion").is_none();
    convert_itself(target, &legality(script), &patterns, full)
}

/// Whether the flag `name` of `op` is set.
fn flag(op: OpRef<'_>, name: &'static str) -> bool {
    op.property_or_default(name) == Some(Attribute::bool(op.context, true))
}

/// The options of `memref_to_llvm_type_converter`.
fn lower_options(op: OpRef<'_>) -> LowerOptions {
    let layout = op.property("data_layout").and_then(|text| text.as_str(op.context)).map(DataLayout::of_text);
    let width = op.property_or_default("index_bitwidth").and_then(|width| width.as_u64(op.context));
    let width = width.and_then(|width| u32::try_from(width).ok()).filter(|width| *width < 1 << 24);
    LowerOptions {
        bare_pointers: flag(op, "use_bare_ptr_call_conv"),
        aligned_alloc: flag(op, "use_aligned_alloc"),
        generic_functions: flag(op, "use_generic_functions"),
        ..LowerOptions::of(layout.unwrap_or_default(), width.unwrap_or(64))
    }
}

/// Adds the patterns that `op` names.
fn add_patterns(patterns: &mut Patterns<'_, '_>, op: OpRef<'_>) {
    match op.name() {
        transform::FuncToLlvm::NAME => func::patterns(patterns),
        transform::VectorToLlvm::NAME => {
            let options = convert_vector_to_llvm::Options {
                reassociate: flag(op, "reassociate_fp_reductions"),
                narrow_indices: flag(op, "force_32bit_vector_indices"),
                vector_alignment: flag(op, "use_vector_alignment"),
                ..convert_vector_to_llvm::Options::default()
            };
            convert_vector_to_llvm::patterns_with(patterns, options);
        }
        transform::DialectToLlvm::NAME => {
            let name = op.property("dialect_name").and_then(|name| name.as_str(op.context));
            if let Some(it) = name.and_then(|name| to_llvm::of(op.context, name)) {
                (it.patterns)(patterns);
            }
        }
        // The verifier rejects all other operations here.
        _ => {}
    }
}

/// The legality that the attributes declare.
fn legality(op: OpRef<'_>) -> Legality {
    let names = |name: &'static str| {
        let all = op.property(name).and_then(|all| all.as_array(op.context)).unwrap_or_default();
        all.iter().filter_map(|name| name.as_str(op.context)).map(str::to_owned)
    };
    let mut legality = Legality::new();
    for (attribute, legal) in [("legal_dialects", Legal::Yes), ("illegal_dialects", Legal::No)] {
        legality = names(attribute).fold(legality, |legality, name| legality.dialect(name, legal));
    }
    for (attribute, legal) in [("legal_ops", Legal::Yes), ("illegal_ops", Legal::No)] {
        legality = names(attribute).fold(legality, |legality, name| legality.op(name, legal));
    }
    legality
}
