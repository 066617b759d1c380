//! The part of the `gpu` dialect that represents modules for a device; the target of a module determines the permitted
//! operations. Source: MLIR's `GPUOps.td`.

use tern_export::extension::{AttributePlace, DialectTranslation, TranslatesTo};
use tern_mlir::declare::{AttrClass, Dialect, ParamKind, View, attribute_defs, enums, operations};
use tern_mlir::inlining::Inlinable;
use tern_mlir::verify::Verifier;
use tern_mlir::{Body, Context, Op, OpRef};

use crate::nvvm::attributes::Target;
use crate::nvvm::chips::{Chip, ChipRequirement};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: ATTRIBUTES,
    interfaces: &[&Inlinable::ALL, &TranslatesTo(&Modules)],
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
        let Some(target) = Target::of(context, *target).filter(|target| target.verifyTarget()) else {
            continue;
        };
        let name = context.str(target.chip());
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

/// The first operation in the blocks of a body, or of nested bodies, that a chip does not support.
fn first_unsupported<'b>(context: &Context, body: &'b Body, chip: Chip) -> Option<(&'b Body, Op)> {
    // The recursion is as deep as the nesting of bodies, which the parser limits.
    body.ops().into_iter().find_map(|op| {
        let def = OpRef::new(context, body, op).def();
        let requirement = def.and_then(|def| def.interface::<ChipRequirement>());
        if requirement.is_some_and(|requirement| !requirement.is_met_by(chip)) {
            return Some((body, op));
        }
        body.nested(op).and_then(|inner| first_unsupported(context, inner, chip))
    })
}
