//! Attributes of the dialect: the compilation target, and attributes on functions and memory accesses.

use tern_export::extension::{Attachments, AttributePlace, DialectTranslation};
use tern_llvm_ir as ir;
use tern_mlir::attributes::AttrKind;
use tern_mlir::declare::ParamKind::{Class, Signed, String};
use tern_mlir::declare::{AttrClass, Param, attribute_defs};
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Context, Ident, OpRef};

use crate::functions::{add_string_attribute, attach_integers, has_string_attribute, set_calling_convention};
use crate::target;

attribute_defs! { "rocdl";
    /// The target of a compilation.
    TARGET = "target" {
        params: {
            O: default(Signed(32), "2"),
            triple: default(String, "\"amdgcn-amd-amdhsa\""),
            chip: default(String, "\"gfx900\""),
            features: default(String, "\"\""),
            abi: default(String, "\"600\""),
            flags: optional(Class(&AttrClass::Dictionary)),
            link: optional(Class(&AttrClass::Array)),
        },
        format: "(`<` struct($O, $triple, $chip, $features, $abi, $flags, $link)^ `>`)?",
        verify: verify_target,
    }
}

fn verify_target(context: &Context, params: &[Param]) -> Result<(), std::string::String> {
    let [level, triple, chip, _, abi, _, link] = params else { return Ok(()) };
    target::machine(context, level, triple, chip)?;
    let abi = abi.as_string().map_or("", |abi| context.str(abi));
    if !["400", "500", "600"].contains(&abi) {
        return Err("Invalid ABI version, it must be `400`, `500` or `600`.".to_owned());
    }
    target::link(context, link)
}

/// Checks that the kernel attribute is on a function.
pub(super) fn verify(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, _: Attribute) {
    if op.context.str(name) == KERNEL && op.name() != "llvm.func" {
        verifier.error_plain(op, "'\"rocdl.kernel\"' attribute attached to unexpected op");
    }
}

/// LLVM's number for the calling convention of kernels.
const AMDGPU_KERNEL: u32 = 91;

/// Marks a function as a kernel.
const KERNEL: &str = "rocdl.kernel";

/// The function attributes that are translated.
const FUNCTION_ATTRIBUTES: &[&str] = &[
    KERNEL,
    "rocdl.flat_work_group_size",
    "rocdl.max_flat_work_group_size",
    "rocdl.waves_per_eu",
    "rocdl.uniform_work_group_size",
    "rocdl.unsafe_fp_atomics",
    "rocdl.reqd_work_group_size",
];

/// The instruction attributes that are translated, with the metadata kinds that they become.
const INSTRUCTION_ATTRIBUTES: &[(&str, &str)] = &[
    ("rocdl.last_use", "amdgpu.last.use"),
    ("rocdl.no_remote_memory", "amdgpu.no.remote.memory"),
    ("rocdl.no_fine_grained_memory", "amdgpu.no.fine.grained.memory"),
    ("rocdl.ignore_denormal_mode", "amdgpu.ignore.denormal.mode"),
];

/// The translation of attributes of the dialect.
pub(super) struct Attributes;

impl DialectTranslation for Attributes {
    fn translates_attribute(&self, name: &str, place: AttributePlace) -> bool {
        match place {
            AttributePlace::Function => FUNCTION_ATTRIBUTES.contains(&name),
            AttributePlace::Instruction => INSTRUCTION_ATTRIBUTES.iter().any(|(known, _)| *known == name),
            AttributePlace::Module | AttributePlace::Other => false,
        }
    }

    fn function_attribute(
        &self,
        context: &Context,
        module: &mut ir::Module,
        function: ir::Global,
        (name, value): (&str, Attribute),
    ) -> Result<(), std::string::String> {
        let sizes = "amdgpu-flat-work-group-size";
        let uniform = "uniform-work-group-size";
        let must_be = |what: &str| Err(format!("{name} must be {what}"));
        let integer = || value.as_i64(context);
        let boolean = || match value.kind(context) {
            AttrKind::Integer { ty, value } if *ty == context.common.i1 => Some(!value.is_zero()),
            _ => None,
        };
        match name {
            KERNEL => {
                set_calling_convention(module, function, AMDGPU_KERNEL);
                if !has_string_attribute(module, function, sizes) {
                    add_string_attribute(module, function, sizes, "1,256");
                }
                if !has_string_attribute(module, function, uniform) {
                    add_string_attribute(module, function, uniform, "true");
                }
            }
            "rocdl.flat_work_group_size" => match value.as_str(context) {
                Some(text) => add_string_attribute(module, function, sizes, text),
                None => return must_be("a string"),
            },
            "rocdl.max_flat_work_group_size" => match integer() {
                Some(size) => add_string_attribute(module, function, sizes, &format!("1,{size}")),
                None => return must_be("an integer"),
            },
            "rocdl.waves_per_eu" => match integer() {
                Some(waves) => {
                    add_string_attribute(module, function, "amdgpu-waves-per-eu", &waves.to_string());
                }
                None => return must_be("an integer"),
            },
            "rocdl.uniform_work_group_size" => match boolean() {
                Some(yes) => add_string_attribute(module, function, uniform, &yes.to_string()),
                None => return must_be("a boolean"),
            },
            "rocdl.unsafe_fp_atomics" => match boolean() {
                Some(yes) => {
                    add_string_attribute(module, function, "amdgpu-unsafe-fp-atomics", &yes.to_string());
                }
                None => return must_be("a boolean"),
            },
            "rocdl.reqd_work_group_size" => match value.as_dense_i32(context) {
                Some(sizes) => attach_integers(module, function, "reqd_work_group_size", &sizes),
                None => return must_be("a dense i32 array attribute"),
            },
            _ => {}
        }
        Ok(())
    }

    fn instruction_attribute(
        &self,
        _: &Context,
        attachments: &mut Attachments<'_>,
        (name, _): (&str, Attribute),
    ) -> Result<(), std::string::String> {
        if let Some((_, kind)) = INSTRUCTION_ATTRIBUTES.iter().find(|(known, _)| *known == name) {
            let node = attachments.node([]);
            attachments.attach(kind, node);
            return Ok(());
        }
        only_on_functions(name)
    }

    fn module_attribute(
        &self,
        _: &Context,
        _: &mut ir::Module,
        (name, _): (&str, Attribute),
    ) -> Result<(), std::string::String> {
        only_on_functions(name)
    }

    fn other_attribute(&self, _: &Context, (name, _): (&str, Attribute)) -> Result<(), std::string::String> {
        only_on_functions(name)
    }
}

/// Refuses an attribute of functions on another operation. MLIR's verifier checks the one for kernels.
fn only_on_functions(name: &str) -> Result<(), std::string::String> {
    match FUNCTION_ATTRIBUTES.contains(&name) && name != KERNEL {
        true => Err(format!("{name} is only supported on `llvm.func` operations")),
        false => Ok(()),
    }
}
