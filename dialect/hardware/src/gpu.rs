//! The part of the `gpu` dialect that represents modules for a device; the target of a module determines the permitted
//! operations. Source: MLIR's `GPUOps.td`.

use tern_export::extension::{AttributePlace, DialectTranslation, TranslatesTo};
use tern_mlir::declare::{
    AttrClass, Dialect, Param, ParamKind, Trait, View, attribute_defs, enums, operations,
};
use tern_mlir::verify::Verifier;
use tern_mlir::{Body, Context, Op, OpRef};

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

/// Checks that the operations of a module are supported by its targets. Source: MLIR's `NVVMTargetAttr::verifyTarget`.
fn verify_module(verifier: &mut Verifier<'_>, module: GPUModule<View<'_>>) {
    let context = module.0.context;
    let Some(body) = module.0.body.nested(module.0.op) else { return };
    for target in module.targets().unwrap_or_default() {
        let Some([_, _, chip, .., Param::Bool(true)]) = target.declared(context, &TARGET) else { continue };
        let Some(name) = chip.as_string().map(|chip| context.str(chip)) else { continue };
        let chip = Chip::of(name);
        if chip.number < LEAST {
            return verifier.error_plain(*module.0, format!("Minimum NVVM target SM version is sm_{LEAST}"));
        }
        if let Some((body, op)) = first_unsupported(context, body, chip) {
            return verifier.error(OpRef::new(context, body, op), format!("is not supported on {name}"));
        }
    }
}

/// The least number of a chip.
const LEAST: u32 = 20;

/// A chip such as `sm_100a`.
#[derive(Clone, Copy)]
struct Chip {
    /// The number: 100. Chips of greater numbers have the features of smaller ones.
    number: u32,
    /// Whether it has features that belong to this number alone: the `a` at the end.
    is_accelerated: bool,
}

impl Chip {
    /// The number begins at the fourth character, whatever those before it are. Without digits there it is 0.
    fn of(name: &str) -> Self {
        let digits = name.bytes().skip(3).take_while(u8::is_ascii_digit);
        let number = digits
            .fold(0u32, |number, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        Self { number, is_accelerated: name.ends_with('a') }
    }

    /// Whether the chip satisfies a trait: `NVVMRequiresSM<90>` means this chip or a later one; `NVVMRequiresSMa<100,101>` means
    /// one of these, with features that belong to it alone.
    fn meets(self, name: &str) -> bool {
        let Some((demand, numbers)) = name.trim_end_matches(">::Impl").split_once('<') else { return true };
        let mut numbers = numbers.split(',').filter_map(|number| number.parse::<u32>().ok());
        match demand {
            "NVVMRequiresSM" => numbers.all(|least| self.number >= least),
            "NVVMRequiresSMa" => self.is_accelerated && numbers.any(|known| known == self.number),
            _ => true,
        }
    }
}

/// The first operation in the blocks of a body, or of nested bodies, that a chip does not support.
fn first_unsupported<'b>(context: &Context, body: &'b Body, chip: Chip) -> Option<(&'b Body, Op)> {
    // The recursion is as deep as the nesting of bodies, which the parser limits.
    body.ops().into_iter().find_map(|op| {
        let traits = OpRef::new(context, body, op).def().map(|def| def.traits).unwrap_or_default();
        let fits = |found: &Trait| match found {
            Trait::Declared(name) => chip.meets(name),
            _ => true,
        };
        if !traits.iter().all(fits) {
            return Some((body, op));
        }
        body.nested(op).and_then(|inner| first_unsupported(context, inner, chip))
    })
}

#[cfg(test)]
mod tests {
    use super::Chip;

    #[test]
    fn chips_do_what_traits_demand() {
        for (chip, demand, met) in [
            ("sm_100a", "NVVMRequiresSM<90>::Impl", true),
            ("sm_80", "NVVMRequiresSM<90>::Impl", false),
            ("sm_101a", "NVVMRequiresSMa<100,101>::Impl", true),
            ("sm_100", "NVVMRequiresSMa<100,101>::Impl", false),
            ("sm_100f", "NVVMRequiresSMa<100,101>::Impl", false),
            ("sm_50", "Pure", true),
        ] {
            assert_eq!(Chip::of(chip).meets(demand), met, "{chip} {demand}");
        }
    }

    #[test]
    fn names_of_chips_have_a_number() {
        for (chip, number) in [
            ("sm_90a", 90),
            ("sm_090", 90),
            ("sm_", 0),
            ("sm", 0),
            ("", 0),
            ("gfx90", 90),
            ("sm_99999999999", u32::MAX),
        ] {
            assert_eq!(Chip::of(chip).number, number, "{chip}");
        }
    }
}
