//! Computes the full names of overloaded intrinsics, which have a suffix for each overloaded type. Source: LangRef, Intrinsic Functions.

use super::{Overload, base_name, find};
use crate::module::Module;
use crate::types::{Type, TypeKind};

/// The name of an intrinsic with the suffixes for these types, according to LLVM's table of intrinsics.
pub fn overloaded_name(module: &Module, name: &str, ret: Type, params: &[Type]) -> Vec<u8> {
    let mut full = name.as_bytes().to_vec();
    let overloads = find(name.as_bytes()).map(|intrinsic| intrinsic.overloads());
    for overload in overloads.into_iter().flatten() {
        let ty = match overload {
            Overload::Result => Some(ret),
            Overload::Field(index) => {
                module.types.struct_fields(ret).and_then(|(fields, _)| fields.get(index).copied())
            }
            Overload::Parameter(index) => params.get(index).copied(),
        };
        full.push(b'.');
        if let Some(ty) = ty {
            mangle(module, ty, &mut full, &mut false);
        }
    }
    full
}

/// LLVM's full name for an intrinsic as a function of type `ty`; `name` may have suffixes or not. `None` if the intrinsic cannot
/// have that type. Suffixes do not distinguish unnamed structs, so a number is appended for these; `taken` tells whether a name
/// belongs to something else.
pub fn full_name(module: &Module, name: &str, ty: Type, taken: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let overloaded = find(name.as_bytes())?.overloaded_types(module, ty)?;
    let mut full = base_name(name)?.as_bytes().to_vec();
    let mut unnamed = false;
    for ty in overloaded {
        full.push(b'.');
        mangle(module, ty, &mut full, &mut unnamed);
    }
    if !unnamed {
        return Some(full);
    }
    (0_u32..)
        .map(|number| [&full[..], b".", number.to_string().as_bytes()].concat())
        .find(|name| !taken(name))
}

/// Appends the suffix for a type. Sets `unnamed` if the type contains an unnamed struct.
pub(crate) fn mangle(module: &Module, ty: Type, out: &mut Vec<u8>, unnamed: &mut bool) {
    let text = match module.types.kind(ty) {
        TypeKind::Integer(width) => format!("i{width}"),
        TypeKind::Byte(width) => format!("b{width}"),
        TypeKind::Half => "f16".into(),
        TypeKind::BFloat => "bf16".into(),
        TypeKind::Float => "f32".into(),
        TypeKind::Double => "f64".into(),
        TypeKind::X86Fp80 => "f80".into(),
        TypeKind::Fp128 => "f128".into(),
        TypeKind::PpcFp128 => "ppcf128".into(),
        TypeKind::Pointer(space) => format!("p{space}"),
        TypeKind::TypedPointer { pointee, space } => {
            out.extend_from_slice(format!("p{space}").as_bytes());
            return mangle(module, *pointee, out, unnamed);
        }
        TypeKind::Metadata => "Metadata".into(),
        TypeKind::X86Amx => "x86amx".into(),
        TypeKind::Void => "isVoid".into(),
        TypeKind::Vector { len, scalable, element } => {
            out.extend_from_slice(if *scalable { b"nxv" } else { b"v" });
            out.extend_from_slice(len.to_string().as_bytes());
            return mangle(module, *element, out, unnamed);
        }
        TypeKind::Array { len, element } => {
            out.extend_from_slice(format!("a{len}").as_bytes());
            return mangle(module, *element, out, unnamed);
        }
        TypeKind::Struct { fields, .. } => {
            out.extend_from_slice(b"sl_");
            for &field in fields {
                mangle(module, field, out, unnamed);
            }
            "s".into()
        }
        TypeKind::Identified(id) => {
            let name = module.types.structs[*id].name.map(|name| module.strings.get(name));
            *unnamed |= name.is_none();
            out.extend_from_slice(b"s_");
            out.extend_from_slice(name.unwrap_or_default());
            "s".into()
        }
        TypeKind::TargetExt { name, types, integers } => {
            out.extend_from_slice(b"t");
            out.extend_from_slice(module.strings.get(*name));
            for &ty in types {
                out.push(b'_');
                mangle(module, ty, out, unnamed);
            }
            for integer in integers {
                out.extend_from_slice(format!("_{integer}").as_bytes());
            }
            "t".into()
        }
        TypeKind::Function { ret, params, varargs } => {
            out.extend_from_slice(b"f_");
            mangle(module, *ret, out, unnamed);
            for &param in params {
                mangle(module, param, out, unnamed);
            }
            if *varargs { "varargf" } else { "f" }.into()
        }
        TypeKind::Label | TypeKind::Token => String::new(),
    };
    out.extend_from_slice(text.as_bytes());
}
