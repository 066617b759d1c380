//! Writes types.

use cranelift_entity::EntityRef;
use tern_support::text::Short;

use super::slots::NONE;
use super::{Writer, struct_order};
use crate::types::{StructId, Type, TypeKind};

impl Writer<'_> {
    #[inline]
    pub(super) fn ty(&mut self, ty: Type) {
        match self.types.get(ty.index()) {
            Some(known) if !known.is_empty() => known.push_to(&mut self.out),
            _ => self.new_type(ty),
        }
    }

    /// Writes a type that is not cached.
    fn new_type(&mut self, ty: Type) {
        let start = self.out.len();
        self.spell(ty);
        if let Some(short) = Short::new(&self.out[start..]) {
            if self.types.len() <= ty.index() {
                self.types.resize(ty.index() + 1, Short::default());
            }
            self.types[ty.index()] = short;
        }
    }

    fn spell(&mut self, ty: Type) {
        let module = self.module;
        let keyword = match module.types.kind(ty) {
            TypeKind::Void => "void",
            TypeKind::Half => "half",
            TypeKind::BFloat => "bfloat",
            TypeKind::Float => "float",
            TypeKind::Double => "double",
            TypeKind::X86Fp80 => "x86_fp80",
            TypeKind::Fp128 => "fp128",
            TypeKind::PpcFp128 => "ppc_fp128",
            TypeKind::Label => "label",
            TypeKind::Metadata => "metadata",
            TypeKind::X86Amx => "x86_amx",
            TypeKind::Token => "token",
            TypeKind::Pointer(0) => return self.text("ptr"),
            TypeKind::Pointer(space) => {
                self.text("ptr addrspace(");
                self.number(*space);
                ")"
            }
            TypeKind::TypedPointer { pointee, space } => {
                self.ty(*pointee);
                if *space != 0 {
                    self.text(" addrspace(");
                    self.number(*space);
                    self.text(")");
                }
                "*"
            }
            TypeKind::Integer(width) => {
                self.text("i");
                return self.number(*width);
            }
            TypeKind::Byte(width) => {
                self.text(if self.bytes_as_integers { "i" } else { "b" });
                return self.number(*width);
            }
            TypeKind::Array { len, element } => {
                self.text("[");
                self.number(*len);
                self.text(" x ");
                self.ty(*element);
                "]"
            }
            TypeKind::Vector { len, scalable, element } => {
                self.text(if *scalable { "<vscale x " } else { "<" });
                self.number(*len);
                self.text(" x ");
                self.ty(*element);
                ">"
            }
            TypeKind::Struct { packed, fields } => {
                self.struct_body(fields, *packed);
                ""
            }
            TypeKind::Identified(id) => {
                self.struct_name(*id);
                ""
            }
            TypeKind::Function { ret, params, varargs } => {
                self.ty(*ret);
                self.text(" (");
                self.separated(params, |writer, &param| writer.ty(param));
                self.text(match (varargs, params.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                });
                ")"
            }
            TypeKind::TargetExt { name, types, integers } => {
                self.text("target(");
                self.quoted(*name);
                for &ty in types {
                    self.text(", ");
                    self.ty(ty);
                }
                for &integer in integers {
                    self.text(", ");
                    self.number(integer);
                }
                ")"
            }
        };
        self.text(keyword);
    }

    fn struct_name(&mut self, id: StructId) {
        let module = self.module;
        self.text("%");
        match module.types.structs[id].name {
            Some(name) => self.name(module.strings.get(name)),
            None => self.number(self.slots.struct_number(id).unwrap_or(NONE)),
        }
    }

    fn struct_body(&mut self, fields: &[Type], packed: bool) {
        self.text(if packed { "<{" } else { "{" });
        if !fields.is_empty() {
            self.text(" ");
            self.separated(fields, |writer, &field| writer.ty(field));
            self.text(" ");
        }
        self.text(if packed { "}>" } else { "}" });
    }

    pub(super) fn struct_definitions(&mut self) {
        let module = self.module;
        // Structs that LLVM does not find have no numbers.
        let mut structs: Vec<StructId> = match self.only_used {
            true => struct_order::structs_in_use(module),
            false => module.types.definitions.clone(),
        };
        self.slots_mut().number_structs(module, &structs);
        self.types.clear();
        if !structs.is_empty() {
            self.out.push(b'\n');
        }
        // Numbered structs come first.
        structs.sort_by_key(|&id| module.types.structs[id].name.is_some());
        for id in structs {
            self.struct_name(id);
            self.text(" = type ");
            self.struct_definition(id);
            self.out.push(b'\n');
        }
    }

    pub(super) fn struct_definition(&mut self, id: StructId) {
        let definition = &self.module.types.structs[id];
        match &definition.fields {
            Some(fields) => self.struct_body(fields, definition.packed),
            None => self.text("opaque"),
        }
    }
}
