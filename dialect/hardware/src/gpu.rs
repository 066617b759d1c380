//! The part of the `gpu` dialect that represents modules for a device; the target of a module determines the permitted
//! operations. Source: MLIR's `GPUOps.td`.

use tern_export::extension::{AttributePlace, DialectTranslation, TranslatesTo};
use tern_mlir::body::{Order, Step};
use tern_mlir::declare::{AttrClass, Dialect, Param, ParamKind, Trait, attribute_defs, enums, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{Body, Context, OpRef};

use crate::nvvm::attributes::TARGET;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: ATTRIBUTES,
    interfaces: &[&TranslatesTo(&Modules)],
    ..Dialect::new("gpu")
};

enums! {
    /// The address space of device memory.
    AddressSpace: 32 {
        Global = 1 => "global",
        Workgroup = 2 => "workgroup",
        Private = 3 => "private",
    }
}

attribute_defs! { "gpu";
    /// The memory space of a memref on a device.
    ADDRESS_SPACE = "address_space" {
        params: { value: required(ParamKind::Enum(AddressSpace::DEF)) },
        format: "`<` $value `>`",
    }
}

operations! {
    /// A module for a device, with its compilation targets.
    GPUModule = "gpu.module" {
        traits: [
            IsolatedFromAbove, Declared("DataLayoutOpInterface"), Declared("HasDefaultDLTIDataLayout"),
            NoRegionArguments, SymbolTable, Symbol, GraphRegion, SingleBlock, NoTerminator,
        ],
        attributes: {
            sym_name: required(AttrClass::SymbolName),
            targets: optional(AttrClass::Array),
            offloadingHandler: optional(AttrClass::Any),
        },
        regions: { bodyRegion: one(RegionSize::Sized(1)) },
        format: "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion",
        verify: verify_module,
    }
}

/// The translation of modules: a device module is not part of the host's module.
struct Modules;

impl DialectTranslation for Modules {
    fn translates_attribute(&self, _: &str, _: AttributePlace) -> bool {
        false
    }

    fn member(&self, _: OpRef<'_>, _: &mut tern_llvm_ir::Module) -> Result<(), Option<String>> {
        Ok(())
    }
}

/// Checks that the operations of a module are supported by its targets.
fn verify_module(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some(body) = op.body.nested(op.op) else { return };
    let targets = op.property("targets").and_then(|targets| targets.as_array(context)).unwrap_or_default();
    for target in targets {
        let Some([_, _, chip, .., Param::Bool(true)]) = target.declared(context, &TARGET) else { continue };
        let chip = chip.as_string().map_or("", |chip| context.str(chip));
        verify_body(verifier, context, body, chip);
    }
}

/// Checks the operations of a body and of nested bodies against a chip such as `sm_100a`.
fn verify_body(verifier: &mut Verifier<'_>, context: &Context, body: &Body, chip: &str) {
    body.walk(Order::Pre, |body, op| {
        let op = OpRef::new(context, body, op);
        let traits = op.def().map(|def| def.traits).unwrap_or_default();
        let fits = |found: &Trait| match found {
            Trait::Declared(name) => is_met(name, chip),
            _ => true,
        };
        if !traits.iter().all(fits) {
            verifier.error(op, format!("is not supported on {chip}"));
        }
        Step::Continue
    });
}

/// Whether a chip satisfies a trait: `NVVMRequiresSM<90>` means this chip or a later one; `NVVMRequiresSMa<100,101>` means one
/// of these, with architecture-specific features.
fn is_met(name: &str, chip: &str) -> bool {
    let Some((demand, numbers)) = name.trim_end_matches(">::Impl").split_once('<') else { return true };
    let chip = chip.trim_start_matches("sm_");
    let digits = chip.trim_end_matches(|c: char| !c.is_ascii_digit());
    let Ok(number) = digits.parse::<u32>() else { return true };
    let mut numbers = numbers.split(',').filter_map(|number| number.parse::<u32>().ok());
    match demand {
        "NVVMRequiresSM" => numbers.all(|least| number >= least),
        "NVVMRequiresSMa" => chip.ends_with('a') && numbers.any(|known| known == number),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_met;

    #[test]
    fn chips_do_what_traits_demand() {
        assert!(is_met("NVVMRequiresSM<90>::Impl", "sm_100a"));
        assert!(!is_met("NVVMRequiresSM<90>::Impl", "sm_80"));
        assert!(is_met("NVVMRequiresSMa<100,101>::Impl", "sm_101a"));
        assert!(!is_met("NVVMRequiresSMa<100,101>::Impl", "sm_100"));
        assert!(is_met("Pure", "sm_50"));
    }
}
