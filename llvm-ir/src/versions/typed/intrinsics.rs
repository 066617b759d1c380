//! What the pointers of intrinsics point to, and the suffixes of their names that say so.

use crate::globals::Global;
use crate::intrinsics;
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// Intrinsics, by the beginning of their names, with a pointer to something else than `i8`: its place in the function type, where 0 is the
/// result; the place of a type like which the pointee is; and whether it is like the elements of that.
pub(super) const POINTEES: &[(&str, usize, usize, bool)] = &[
    ("llvm.masked.compressstore.", 2, 1, true),
    ("llvm.masked.expandload.", 1, 0, true),
    ("llvm.masked.gather.", 1, 0, true),
    ("llvm.masked.load.", 1, 0, false),
    ("llvm.masked.scatter.", 2, 1, true),
    ("llvm.masked.store.", 2, 1, false),
    ("llvm.matrix.column.major.load.", 1, 0, true),
    ("llvm.matrix.column.major.store.", 2, 1, true),
    ("llvm.nvvm.atomic.", 1, 0, false),
    ("llvm.nvvm.ldg.", 1, 0, false),
    ("llvm.nvvm.ldu.", 1, 0, false),
    ("llvm.vp.load.", 1, 0, false),
    ("llvm.vp.store.", 2, 1, false),
];

/// The name of an intrinsic whose types have typed pointers now; `opaque` is the type that it had. Each suffix of a pointer is replaced by
/// that of the parameter that it stands for.
pub(super) fn name(module: &Module, global: Global, opaque: Type) -> Option<String> {
    let name = module.text(module.globals[global].name?).into_owned();
    let Some(base) = intrinsics::base_name(&name) else { return older_name(module, global, opaque, &name) };
    let suffixes = name.get(base.len()..).filter(|rest| !rest.is_empty())?;
    let (old, new) = (parts(module, opaque)?, parts(module, module.globals[global].ty)?);
    let known = intrinsics::find(name.as_bytes())?.overloads().collect::<Vec<_>>();
    let first = match known.first() {
        Some(intrinsics::Overload::Parameter(_)) => 1,
        _ => 0,
    };
    let mut at = first;
    let mut full = base.to_owned();
    for suffix in suffixes.split('.').skip(1) {
        full.push('.');
        let place = (at..old.len()).find(|&place| mangled(module, old[place]) == suffix);
        match place {
            Some(place) => {
                full.push_str(&mangled(module, new[place]));
                at = place + 1;
            }
            None => full.push_str(suffix),
        }
    }
    Some(full)
}

/// As [`name`], of an intrinsic that LLVM does not have any more: the suffixes at the end are those of pointers.
fn older_name(module: &Module, global: Global, opaque: Type, name: &str) -> Option<String> {
    POINTEES.iter().find(|(beginning, ..)| name.starts_with(beginning))?;
    let (old, new) = (parts(module, opaque)?, parts(module, module.globals[global].ty)?);
    let (base, suffix) = name.rsplit_once('.')?;
    let place = old.iter().position(|&ty| module.types.is_pointer(ty) && mangled(module, ty) == suffix)?;
    Some(format!("{base}.{}", mangled(module, new[place])))
}

/// The result and the parameters.
fn parts(module: &Module, ty: Type) -> Option<Vec<Type>> {
    match module.types.kind(ty) {
        TypeKind::Function { ret, params, .. } => Some([&[*ret], &params[..]].concat()),
        _ => None,
    }
}

fn mangled(module: &Module, ty: Type) -> String {
    let mut text = Vec::new();
    intrinsics::mangle(module, ty, &mut text, &mut false);
    String::from_utf8_lossy(&text).into_owned()
}
