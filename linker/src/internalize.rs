//! Makes internal what no other module needs. Source: LLVM, `Internalize.cpp`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::globals::{Comdat, ComdatKind, DllStorage, GlobalKind, Visibility};
use tern_llvm_ir::{ConstantKind, Global, Linkage, StrId};

use crate::Linker;
use crate::linkage::{comdat_of, is_declaration, is_local, set_linkage};

/// What stays as it is: lists that LLVM reads, and what code is made to call.
const PRESERVED: &[&str] = &[
    "llvm.used",
    "llvm.compiler.used",
    "llvm.global_ctors",
    "llvm.global_dtors",
    "llvm.global.annotations",
    "__stack_chk_fail",
];

#[derive(Clone, Copy, Default)]
struct Members {
    count: usize,
    external: bool,
}

/// Makes the globals with these names internal, unless something else needs them.
pub(crate) fn internalize(linker: &mut Linker, names: &FxHashSet<StrId>) {
    let preserved = preserved(linker);
    // Names that are always preserved do not count here: LLVM ignores them for members of comdats.
    let is_needed = |linker: &Linker, global: Global| {
        let value = &linker.module.globals[global];
        if is_declaration(value)
            || value.linkage == Linkage::AvailableExternally
            || value.dll_storage == DllStorage::Export
            || matches!(&value.kind, GlobalKind::Variable(variable) if variable.externally_initialized)
        {
            return true;
        }
        !is_local(value.linkage) && value.name.is_none_or(|name| !names.contains(&name))
    };
    let is_preserved = |linker: &Linker, global: Global| {
        linker.module.globals[global].name.is_some_and(|it| preserved.contains(&it))
    };
    let mut members: FxHashMap<Comdat, Members> = FxHashMap::default();
    let globals: Vec<Global> = [&linker.module.functions, &linker.module.variables, &linker.module.aliases]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    for &global in &globals {
        if let Some(comdat) = comdat_of(&linker.module, global) {
            let members = members.entry(comdat).or_default();
            members.count += 1;
            members.external |= is_needed(linker, global);
        }
    }
    let triple = linker.module.target_triple.map(|triple| linker.module.text(triple).into_owned());
    let is_wasm = triple.is_some_and(|triple| triple.starts_with("wasm"));
    for global in globals {
        if let Some(comdat) = comdat_of(&linker.module, global) {
            let Members { count, external } = members.get(&comdat).copied().unwrap_or_default();
            if external {
                continue;
            }
            if !matches!(linker.module.globals[global].kind, GlobalKind::Alias(_)) {
                if count == 1 {
                    linker.module.globals[global].comdat = None;
                } else if !is_wasm {
                    linker.module.comdats[comdat].kind = ComdatKind::NoDeduplicate;
                }
            }
            if is_local(linker.module.globals[global].linkage) {
                continue;
            }
        } else if is_local(linker.module.globals[global].linkage)
            || is_needed(linker, global)
            || is_preserved(linker, global)
        {
            continue;
        }
        let value = &mut linker.module.globals[global];
        value.visibility = Visibility::Default;
        set_linkage(value, Linkage::Internal);
    }
}

/// The names of what stays as it is: a list of names, and what `llvm.used` lists.
fn preserved(linker: &Linker) -> FxHashSet<StrId> {
    let module = &linker.module;
    let triple = module.target_triple.map(|triple| module.text(triple).into_owned()).unwrap_or_default();
    let canary = if triple.contains("-aix") { "__ssp_canary_word" } else { "__stack_chk_guard" };
    let names = PRESERVED.iter().chain([&canary]).filter_map(|name| module.strings.find(name.as_bytes()));
    let mut preserved: FxHashSet<StrId> = names.collect();
    let used = module.strings.find(b"llvm.used").and_then(|name| linker.symbols.get(name));
    let Some(GlobalKind::Variable(variable)) = used.map(|used| &module.globals[used].kind) else {
        return preserved;
    };
    let elements = variable.initializer.and_then(|list| module.constants.elements(&module.types, list));
    for element in elements.unwrap_or_default() {
        let mut element = element;
        while let ConstantKind::Expr(expr) = module.constants.kind(element)
            && let tern_llvm_ir::ConstantExpr::Cast { value, .. } = **expr
        {
            element = value;
        }
        if let ConstantKind::Global(global) = module.constants.kind(element) {
            preserved.extend(module.globals[*global].name);
        }
    }
    preserved
}
