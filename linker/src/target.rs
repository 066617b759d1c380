//! Target triples and data layouts of modules that are linked. Source: LLVM, `Triple::isCompatibleWith`, `Triple::merge`.

use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Inst, Module, StrId};

/// The parts of a target triple that say whether code fits together.
#[derive(PartialEq, Eq, Debug)]
struct Triple<'t> {
    arch: &'t str,
    /// What follows the architecture in names such as `armv7`.
    sub: &'t str,
    vendor: &'t str,
    os: &'t str,
    os_version: Vec<u32>,
    environment: &'t str,
}

const VENDORS: &[&str] = &[
    "apple", "pc", "scei", "sie", "fsl", "ibm", "img", "mti", "nvidia", "csr", "amd", "mesa", "suse", "oe",
    "intel", "meta",
];

fn without_version(text: &str) -> &str {
    text.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
}

fn arch_of(text: &str) -> (&str, &str) {
    match text {
        "i386" | "i486" | "i586" | "i686" | "i786" | "i886" | "i986" | "x86" => return ("i386", ""),
        "amd64" | "x86_64h" => return ("x86_64", ""),
        "arm64" => return ("aarch64", ""),
        "arm64e" => return ("aarch64", "e"),
        _ => {}
    }
    for arch in ["thumbeb", "armeb", "thumb", "arm"] {
        if let Some(sub) = text.strip_prefix(arch) {
            return (arch, sub);
        }
    }
    (text, "")
}

impl<'t> Triple<'t> {
    fn parse(text: &'t str) -> Self {
        let mut parts = text.splitn(4, '-');
        let (arch, sub) = arch_of(parts.next().unwrap_or_default());
        let vendor = parts.next().unwrap_or_default();
        let vendor = if VENDORS.contains(&vendor) { vendor } else { "" };
        let full = parts.next().unwrap_or_default();
        let os = without_version(full);
        let os_version = full[os.len()..].split('.').filter_map(|part| part.parse().ok()).collect();
        let os = if matches!(os, "unknown" | "none") { "" } else { os };
        let environment = without_version(parts.next().unwrap_or_default());
        Self { arch, sub, vendor, os, os_version, environment }
    }

    fn is_apple(&self) -> bool {
        self.vendor == "apple"
    }

    fn fits(&self, other: &Self) -> bool {
        let pair = [("thumb", "arm"), ("thumbeb", "armeb")];
        let both = |(a, b)| (self.arch, other.arch) == (a, b) || (self.arch, other.arch) == (b, a);
        let arch = self.arch == other.arch || pair.into_iter().any(both);
        let is_mingw = (self.os == "windows" && matches!(self.environment, "gnu" | "gnuabi"))
            || self.os.starts_with("mingw");
        let vendor = self.vendor == other.vendor || (is_mingw && self.arch == other.arch);
        let same = arch && self.sub == other.sub && vendor && self.os == other.os;
        same && (self.is_apple() || self.environment == other.environment)
    }
}

/// Whether code for one triple may be linked with code for another.
pub(crate) fn are_compatible(source: &str, target: &str) -> bool {
    Triple::parse(source).fits(&Triple::parse(target))
}

/// The triple of what is linked.
pub(crate) fn merged<'t>(source: &'t str, target: &'t str) -> &'t str {
    let [first, second] = [source, target].map(Triple::parse);
    // The newer system wins.
    if first.is_apple() && second.os_version < first.os_version { source } else { target }
}

/// Which differences are not worth a warning: those of CUDA's library of bitcode, whose triple and layout fit all.
pub(crate) fn is_device_library(source: &str, layout: &str, target: &str) -> (bool, bool) {
    let is_nvptx = |triple: &str| triple.starts_with("nvptx");
    if !is_nvptx(source) || !is_nvptx(target) {
        return (false, false);
    }
    let triple = source.ends_with("-nvidia-gpulibs") || source.ends_with("-unknown-unknown");
    let layout = layout.is_empty() || layout == "e-i64:64-v16:16-v32:32-n16:32:64";
    (triple, triple && layout)
}

/// Whether two data layouts are the same, however they are spelled.
pub(crate) fn same_layout(a: &str, b: &str) -> bool {
    a == b || DataLayout::parse(a) == DataLayout::parse(b)
}

/// Gives each instruction that does not state its alignment the one that it has under a data layout.
pub(crate) fn state_alignments(module: &mut Module, layout: Option<StrId>) {
    let now = std::mem::replace(&mut module.data_layout, layout);
    let layout = module.layout();
    for global in module.functions.clone() {
        let Some(function) = module.globals[global].as_function_mut() else { continue };
        let mut function = std::mem::take(function);
        let insts: Vec<Inst> = function.instructions().map(|(_, inst)| inst).collect();
        let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &layout };
        for inst in insts {
            let data = &function.insts[inst];
            let result = data.result.expand().map(|result| function.locals[result].ty);
            if let Some(ty) = module.accessed_type(&function, &data.inst, result) {
                sizes.write_implied_alignment(&mut function.insts[inst].inst, ty);
            }
        }
        module.globals[global].kind = GlobalKind::Function(Box::new(function));
    }
    module.data_layout = now;
}

/// What is put before the assembly of a module, so that it is read for the right instruction set.
pub(crate) fn assembly_prefix(triple: &str) -> &'static [&'static str] {
    match Triple::parse(triple).arch {
        "thumb" | "thumbeb" => &[".text", ".balign 2", ".thumb"],
        "arm" | "armeb" => &[".text", ".balign 4", ".arm"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_are_compared_by_what_matters() {
        for (a, b, fits) in [
            ("x86_64-unknown-linux-gnu", "x86_64-unknown-linux-gnu", true),
            ("x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu", false),
            ("x86_64-unknown-linux-gnu", "i686-unknown-linux-gnu", false),
            ("x86_64-apple-macosx10.15.0", "x86_64-apple-macosx11.0.0", true),
            ("x86_64-w64-windows-gnu", "x86_64-pc-windows-gnu", true),
            ("armv7-unknown-linux-gnueabihf", "thumbv7-unknown-linux-gnueabihf", true),
            ("armv7-unknown-linux-gnueabihf", "thumbv8-unknown-linux-gnueabihf", false),
        ] {
            assert_eq!(are_compatible(a, b), fits, "{a} {b}");
        }
        let [old, new] = ["arm64-apple-macosx11.0.0", "arm64-apple-macosx12.1.0"];
        assert_eq!((merged(old, new), merged(new, old)), (new, new));
        assert_eq!(merged("x86_64-a-linux", "x86_64-b-linux"), "x86_64-b-linux");
    }
}
