//! Attributes of the dialect on functions and their parameters, for kernels and their launch bounds.

use tern_dialect_llvm::ops::Func;
use tern_dialect_llvm::parameter_attributes::BY_VAL;
use tern_export::extension::{AttributePlace, DialectTranslation};
use tern_llvm_ir as ir;
use tern_mlir::attributes::AttrKind;
use tern_mlir::declare::ParameterAttribute;
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Context, Ident, OpRef};

use crate::functions::{add_string_attribute, set_calling_convention};

/// LLVM's number for the calling convention of kernels.
const PTX_KERNEL: u32 = 71;

/// Checks an attribute of the dialect on an operation.
pub(super) fn verify(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, value: Attribute) {
    let context = op.context;
    let name = context.str(name);
    if name == "nvvm.kernel" && !op.is(Func::DEF) {
        verifier.error_plain(op, format!("'{name}' attribute attached to unexpected op"));
    }
    if matches!(name, "nvvm.maxntid" | "nvvm.reqntid" | "nvvm.cluster_dim")
        && !value.as_dense_i32(context).is_some_and(|sizes| (1..=3).contains(&sizes.len()))
    {
        let message = format!("'\"{name}\"' attribute must be integer array with maximum 3 index");
        verifier.error_plain(op, message);
    }
    if matches!(name, "nvvm.minctasm" | "nvvm.maxnreg" | "nvvm.cluster_max_blocks")
        && !matches!(value.kind(context), AttrKind::Integer { .. })
    {
        verifier.error_plain(op, format!("'\"{name}\"' attribute must be integer constant"));
    }
    if name == "nvvm.blocksareclusters"
        && (op.attribute("nvvm.reqntid").is_none() || op.attribute("nvvm.cluster_dim").is_none())
    {
        let message =
            format!("'\"{name}\"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'");
        verifier.error_plain(op, message);
    }
}

/// Checks an attribute of the dialect on a parameter of a function.
pub(super) fn verify_parameter(attribute: ParameterAttribute<'_>) -> Result<(), String> {
    let ParameterAttribute { function, all, name, value, is_result, .. } = attribute;
    let context = function.context;
    if name != "nvvm.grid_constant" || is_result {
        return Ok(());
    }
    let problem = if function.attribute("nvvm.kernel").is_none() {
        "attribute must be present only on kernel arguments"
    } else if value != context.common.unit {
        "must be a unit attribute"
    } else if all.get(context, context.ident(BY_VAL.name)).is_none() {
        "attribute requires the argument to also have attribute 'llvm.byval'"
    } else {
        return Ok(());
    };
    Err(format!("'\"{name}\"' {problem}"))
}

/// The function attributes that are translated.
const FUNCTION_ATTRIBUTES: &[&str] = &[
    "nvvm.blocksareclusters",
    "nvvm.cluster_dim",
    "nvvm.cluster_max_blocks",
    "nvvm.kernel",
    "nvvm.maxnreg",
    "nvvm.maxntid",
    "nvvm.minctasm",
    "nvvm.reqntid",
];

/// The translation of attributes of the dialect.
pub(super) struct Attributes;

impl DialectTranslation for Attributes {
    fn translates_attribute(&self, name: &str, place: AttributePlace) -> bool {
        place == AttributePlace::Function && FUNCTION_ATTRIBUTES.contains(&name)
    }

    fn function_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        function: ir::Global,
        (name, value): (&str, Attribute),
    ) -> Result<(), String> {
        match name {
            "nvvm.kernel" => set_calling_convention(module, function, PTX_KERNEL),
            "nvvm.maxntid" | "nvvm.reqntid" | "nvvm.cluster_dim" => {
                let sizes = value
                    .as_dense_i32(context)
                    .ok_or_else(|| format!("{name} must be a dense i32 array attribute"))?;
                let sizes: Vec<String> = sizes.iter().map(i32::to_string).collect();
                add_string_attribute(module, function, name, &sizes.join(","));
            }
            "nvvm.minctasm" | "nvvm.maxnreg" | "nvvm.cluster_max_blocks" => {
                let key = if name == "nvvm.cluster_max_blocks" { "nvvm.maxclusterrank" } else { name };
                let number = value
                    .as_i64(context)
                    .ok_or_else(|| format!("{name} must be an integer of at most 64 bits"))?;
                // As MLIR does, a negative number is written as the unsigned one of the same bits.
                add_string_attribute(module, function, key, &number.cast_unsigned().to_string());
            }
            "nvvm.blocksareclusters" => add_string_attribute(module, function, name, ""),
            _ => {}
        }
        Ok(())
    }

    fn parameter_attribute(
        &self,
        _: &Context,
        module: &mut ir::Module,
        (name, _): (&str, Attribute),
    ) -> Result<Option<ir::attributes::Attribute>, String> {
        Ok(match name {
            "nvvm.grid_constant" => {
                let key = module.strings.intern(name.as_bytes());
                Some(ir::attributes::Attribute::String(key, None))
            }
            _ => None,
        })
    }
}
