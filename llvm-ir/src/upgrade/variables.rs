//! Global variables that had another form: lists of constructors, and sections with spaces in their names.

use crate::constants::Constant;
use crate::globals::GlobalKind;
use crate::module::Module;
use crate::types::TypeKind;

/// The beginning of names of sections that had spaces.
const SECTION: &str = "__DATA, __objc_catlist";

/// Takes spaces out of the names of sections, as LLVM 6 and newer do when they read text. LLVM does not do it to bitcode of older ones.
pub(super) fn upgrade_sections(module: &mut Module) {
    for global in module.variables.clone() {
        let Some(section) = module.globals[global].section else { continue };
        if !module.strings.get(section).starts_with(SECTION.as_bytes()) {
            continue;
        }
        let new = module.text(section).split(',').map(str::trim).collect::<Vec<_>>().join(",");
        module.globals[global].section = Some(module.strings.intern(new.as_bytes()));
    }
}

/// Gives constructors and destructors, which had a priority and a function, nothing as their data.
pub(super) fn upgrade_constructors(module: &mut Module) {
    for name in [&b"llvm.global_ctors"[..], b"llvm.global_dtors"] {
        let Some(id) = module.strings.find(name) else { continue };
        let Some(&global) = module.variables.iter().find(|&&it| module.globals[it].name == Some(id)) else {
            continue;
        };
        let value = &module.globals[global];
        let GlobalKind::Variable(variable) = &value.kind else { continue };
        let (Some(initializer), &TypeKind::Array { len, element }) =
            (variable.initializer, module.types.kind(value.ty))
        else {
            continue;
        };
        let Some((&[priority, function], _)) = module.types.struct_fields(element) else { continue };
        let types = &module.types;
        let element = types.intern(TypeKind::Struct {
            packed: false,
            fields: [priority, function, types.common.ptr].into(),
        });
        let ty = types.intern(TypeKind::Array { len, element });
        let null = module.constants.zero(types, types.common.ptr);
        let longer = |entry: Constant| {
            let mut fields = module.constants.elements(types, entry)?;
            fields.push(null);
            Some(module.constants.aggregate(types, element, &fields))
        };
        let entries = module.constants.elements(types, initializer);
        let entries: Option<Vec<Constant>> =
            entries.map(|it| it.into_iter().map(longer).collect()).unwrap_or(None);
        let Some(entries) = entries else { continue };
        let new = module.constants.aggregate(types, ty, &entries);
        let value = &mut module.globals[global];
        value.ty = ty;
        if let GlobalKind::Variable(variable) = &mut value.kind {
            (variable.initializer, variable.constant) = (Some(new), false);
        }
        // It is another variable to LLVM.
        module.variables.retain(|&other| other != global);
        module.variables.push(global);
    }
}
