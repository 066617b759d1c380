//! Code generation: the target, and the output as object or assembly.

use std::fmt;
use std::str::FromStr;
use std::sync::Once;

use inkwell::module::Module;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, TargetMachine, TargetMachineOptions, TargetTriple,
};
use serde::{Deserialize, Serialize};

use crate::optimise::Level;
use crate::{Error, Result};

/// The target of code generation. The default is the module's target, or else this machine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// The target triple, overriding that of the module.
    pub triple: Option<String>,
    /// The processor, as in `llc -mcpu`; `native` is the one of this machine.
    pub cpu: Option<String>,
    /// Features, as in `llc -mattr`, such as `+avx2,-sse4a`.
    pub features: Option<String>,
    /// The relocation model.
    pub relocation: Relocation,
    /// The optimisation level of the code generator.
    pub level: Level,
}

/// The relocation model, as in `llc -relocation-model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Relocation {
    /// Position-independent code, the default of today's toolchains.
    #[default]
    Pic,
    /// Absolute addresses, fixed by the linker.
    Static,
    /// Darwin's model: relocatable external references, but non-relocatable code.
    DynamicNoPic,
}

const RELOCATIONS: [(Relocation, &str, RelocMode); 3] = [
    (Relocation::Pic, "pic", RelocMode::PIC),
    (Relocation::Static, "static", RelocMode::Static),
    (Relocation::DynamicNoPic, "dynamic-no-pic", RelocMode::DynamicNoPic),
];

impl fmt::Display for Relocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(RELOCATIONS[*self as usize].1)
    }
}

impl FromStr for Relocation {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let found = RELOCATIONS.iter().find(|model| model.1 == text);
        found
            .map(|model| model.0)
            .ok_or_else(|| format!("no model `{text}`: there are pic, static, dynamic-no-pic"))
    }
}

/// The output format of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Code {
    /// An object file in the format of the target.
    Object,
    /// Assembly.
    Assembly,
}

impl Target {
    /// The LLVM target machine for this module.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if this LLVM has no such target.
    pub fn machine(&self, module: &Module<'_>) -> Result<TargetMachine> {
        initialise();
        let of_module = module.get_triple();
        let of_module = of_module.as_str().to_str().ok().filter(|triple| !triple.is_empty());
        let triple = match (self.triple.as_deref(), of_module) {
            (Some(triple), _) | (None, Some(triple)) => {
                TargetMachine::normalize_triple(&TargetTriple::create(&without_nul(triple)))
            }
            (None, None) => TargetMachine::get_default_triple(),
        };
        let name = triple.as_str().to_string_lossy().into_owned();
        let unsupported = |why: String| Error::Unsupported(format!("target `{name}`: {why}"));
        let target = inkwell::targets::Target::from_triple(&triple)
            .map_err(|why| unsupported(why.to_string().trim_end().to_owned()))?;
        let native = self.cpu.as_deref() == Some("native");
        let of_host = || TargetMachine::get_host_cpu_features().to_string();
        let (cpu, mut features) = match native {
            true => (TargetMachine::get_host_cpu_name().to_string(), of_host()),
            false => (self.cpu.clone().unwrap_or_default(), String::new()),
        };
        if let Some(more) = &self.features {
            features = if features.is_empty() { more.clone() } else { format!("{features},{more}") };
        }
        let options = TargetMachineOptions::new()
            .set_cpu(&without_nul(&cpu))
            .set_features(&without_nul(&features))
            .set_level(self.level.of_code_generator())
            .set_reloc_mode(RELOCATIONS[self.relocation as usize].2)
            .set_code_model(CodeModel::Default);
        target
            .create_target_machine_from_options(&triple, options)
            .ok_or_else(|| unsupported("LLVM cannot make code for it".to_owned()))
    }
}

/// Prepares a module for this machine: sets the triple, and the data layout if it is missing or belongs to another triple.
pub fn adopt(module: &Module<'_>, machine: &TargetMachine) {
    let triple = machine.get_triple();
    let other = module.get_triple().as_str() != triple.as_str();
    if other || module.get_data_layout().as_str().is_empty() {
        module.set_data_layout(&machine.get_target_data().get_data_layout());
    }
    if other {
        module.set_triple(&triple);
    }
}

/// The text up to the first NUL, where a C string ends.
fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Generates code for a module, which gets the triple and data layout of `machine`, made by [`Target::machine`] for the module.
///
/// LLVM may end the process on erroneous inline assembly, or if an instruction cannot be selected;
/// [`isolated`](crate::isolated) avoids that.
///
/// # Errors
///
/// [`Error::Unsupported`] if the target does not have that output format.
pub fn emit(module: &Module<'_>, machine: &TargetMachine, code: Code) -> Result<Vec<u8>> {
    adopt(module, machine);
    let form = match code {
        Code::Object => FileType::Object,
        Code::Assembly => FileType::Assembly,
    };
    let buffer = machine.write_to_memory_buffer(module, form);
    Ok(buffer.map_err(|why| Error::Unsupported(why.to_string()))?.as_slice().to_vec())
}

/// The targets of this LLVM, with their descriptions.
pub fn all() -> Vec<(String, String)> {
    initialise();
    let text = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
    let targets = std::iter::successors(inkwell::targets::Target::get_first(), |target| target.get_next());
    let mut all: Vec<_> =
        targets.map(|target| (text(target.get_name()), text(target.get_description()))).collect();
    all.sort();
    all
}

/// Registers all targets with LLVM, once.
pub(crate) fn initialise() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| inkwell::targets::Target::initialize_all(&InitializationConfig::default()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer;
    use inkwell::context::Context;

    #[test]
    fn code_is_made_for_other_machines() {
        let context = Context::create();
        let text = b"define i32 @twice(i32 %x) {\n  %y = shl i32 %x, 1\n  ret i32 %y\n}\n";
        for (triple, instruction, magic) in [
            ("x86_64-linux-gnu", "leal", b"\x7fELF"),
            ("aarch64-apple-macos", "lsl", b"\xcf\xfa\xed\xfe"),
            ("riscv64", "slli", b"\x7fELF"),
            ("wasm32", "i32.shl", b"\0asm"),
            ("nvptx64", "shl.b32", b""),
        ] as [(&str, &str, &[u8]); 5]
        {
            let module = transfer::read(&context, text, "f.ll").unwrap();
            let target = Target { triple: Some(triple.to_owned()), ..Target::default() };
            let machine = target.machine(&module).unwrap();
            let assembly = String::from_utf8(emit(&module, &machine, Code::Assembly).unwrap()).unwrap();
            assert!(assembly.contains(instruction), "{triple}: {assembly}");
            match emit(&module, &machine, Code::Object) {
                Ok(object) => assert!(object.starts_with(magic) && !magic.is_empty(), "{triple}"),
                Err(error) => {
                    assert!(magic.is_empty() && error.to_string().contains("file of this type"), "{error}")
                }
            }
        }
    }

    #[test]
    fn an_unknown_target_is_an_error() {
        let context = Context::create();
        let module = transfer::read(&context, b"", "f.ll").unwrap();
        let target = Target { triple: Some("pdp11".to_owned()), ..Target::default() };
        let error = target.machine(&module).unwrap_err();
        assert!(error.to_string().starts_with("target `pdp11`"), "{error}");
        assert!(all().iter().any(|target| target.0 == "x86-64"));
    }
}
