//! The lowerings of dialects for processor families that options of `convert-vector-to-llvm` add to it.

mod amx;
mod arm_sve;
mod x86vector;

pub(super) use arm_sve::is_counted;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, NamedAttribute, Op, OpState, Value};

use crate::conversion::{
    Adaptor, Legal, Legality, LlvmBuilder, NoMatch, Patterns, Rewrite, Rewriter, TypeConverter,
};
use crate::options::OptionValues;

/// What an option adds to the pass.
pub(super) struct InstructionSet {
    /// The name of the option.
    pub(super) option: &'static str,
    /// Adds conversions of the dialect's types.
    types: Option<fn(&mut TypeConverter<'_>)>,
    /// Adds the patterns of the dialect.
    patterns: Option<fn(&mut Patterns<'_, '_>)>,
    /// Adds which operations of the dialect may stay and which must be converted.
    legality: fn(Legality) -> Legality,
}

/// All of them, in the order in which upstream adds them.
static ALL: &[InstructionSet] = &[
    // LLVM has an intrinsic for each operation of `arm_neon`; export makes it.
    InstructionSet {
        option: "enable-arm-neon",
        types: None,
        patterns: None,
        legality: |legality| legality.dialect("arm_neon", Legal::Yes),
    },
    arm_sve::ARM_SVE,
    amx::AMX,
    x86vector::X86VECTOR,
];

/// The instruction sets that the options of the pass ask for.
pub(super) fn chosen(options: &OptionValues) -> Vec<&'static InstructionSet> {
    ALL.iter().filter(|set| options.flag(set.option)).collect()
}

impl InstructionSet {
    pub(super) fn add_types(&self, converter: &mut TypeConverter<'_>) {
        self.types.into_iter().for_each(|add| add(converter));
    }

    pub(super) fn add_patterns(&self, patterns: &mut Patterns<'_, '_>) {
        self.patterns.into_iter().for_each(|add| add(patterns));
    }

    pub(super) fn add_legality(&self, legality: Legality) -> Legality {
        (self.legality)(legality)
    }
}

/// Marks operations that must be converted.
fn illegal(legality: Legality, names: &[&'static str]) -> Legality {
    names.iter().fold(legality, |legality, &name| legality.op(name, Legal::No))
}

/// Replaces an operation by one or several results of an operation named `name`, or `llvm.call_intrinsic` of an intrinsic. Several
/// results are the fields of a struct.
fn replace_by(op: Op, b: &mut Rewriter<'_, '_>, state: OpState) -> Rewrite {
    let context = b.context();
    let results = b.converted_results(op)?;
    let mut state = state;
    state.location = b.location();
    state.result_types = match &results[..] {
        [] => Default::default(),
        [one] => [*one].into_iter().collect(),
        several => [tern_dialect_llvm::types::struct_literal(context, several, false)].into_iter().collect(),
    };
    let made = b.insert(state);
    let made = b.body().result(made);
    let values: Vec<Value> = match (made, results.len()) {
        (None, _) => Vec::new(),
        (Some(value), 1) => vec![value],
        (Some(value), several) => (0..several).map(|at| b.extract_value(value, &[at as i64])).collect(),
    };
    b.replace(op, &values);
    Ok(())
}

/// Replaces an operation by an operation of another name with its converted operands and with its attributes.
fn rename(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, name: &'static str) -> Rewrite {
    let context = b.context();
    let mut state = OpState::new(context.op_name_of_two(name, ""), b.location());
    state.operands = op.operands.into();
    state.properties = entries(b, b.body().properties(op.op));
    state.attributes = entries(b, b.body().attributes(op.op));
    replace_by(op.op, b, state)
}

/// Replaces an operation by a call of an intrinsic. The call gets all attributes of the operation as discardable ones.
fn call(op: Op, b: &mut Rewriter<'_, '_>, intrinsic: &str, args: &[Value]) -> Rewrite {
    let context = b.context();
    let mut state = OpState::new(context.op_name_of_two(llvm::CallIntrinsic::NAME, ""), b.location());
    state.operands = args.into();
    let properties = [
        ("intrin", Attribute::string(context, intrinsic)),
        ("operandSegmentSizes", Attribute::dense_i32(context, &[args.len() as i32, 0])),
        ("op_bundle_sizes", Attribute::dense_i32(context, &[])),
    ];
    state.properties = crate::conversion::named(context, &properties);
    let own = entries(b, b.body().properties(op));
    let segments = context.name("operandSegmentSizes");
    state.attributes = own.into_iter().filter(|entry| entry.name != segments).collect();
    state.attributes.extend(entries(b, b.body().attributes(op)));
    replace_by(op, b, state)
}

fn entries(b: &Rewriter<'_, '_>, dictionary: Attribute) -> tern_mlir::attributes::NamedAttributes {
    let entries: &[NamedAttribute] = dictionary.as_dictionary(b.context()).unwrap_or_default();
    entries.iter().copied().collect()
}

/// The single converted operand of the group `name`.
fn operand(op: Adaptor<'_>, b: &Rewriter<'_, '_>, name: &str) -> Result<Value, NoMatch> {
    b.group(op, name).first().copied().ok_or_else(|| "an operand is missing".into())
}

#[cfg(test)]
mod tests {
    use super::super::CONVERT_VECTOR_TO_LLVM;
    use super::ALL;

    #[test]
    fn each_option_is_declared() {
        for set in ALL {
            assert!(CONVERT_VECTOR_TO_LLVM.options.iter().any(|option| option.name == set.option));
        }
    }
}
