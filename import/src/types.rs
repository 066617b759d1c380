//! Translates types.

use tern_dialect_llvm::types;
use tern_llvm_ir::TypeKind;
use tern_mapping::names;
use tern_mlir::types::{FloatKind, TypeKind as Mlir};
use tern_mlir::{Attribute, Type, context};

use crate::state::TypeCache;
use crate::{Importer, Tables, ir};

impl Importer<'_, '_> {
    /// The dialect's type for a type of LLVM. Cached.
    #[inline]
    pub(crate) fn ty(&mut self, ty: ir::Type) -> Type {
        self.types.ty(&self.tables, ty)
    }

    /// The dialect's type for a type of LLVM, as an attribute. Cached.
    pub(crate) fn type_attribute(&mut self, ty: ir::Type) -> Attribute {
        self.types.attribute(&self.tables, ty)
    }
}

impl TypeCache {
    #[inline]
    pub(crate) fn ty(&mut self, tables: &Tables<'_, '_>, ty: ir::Type) -> Type {
        if let Some(known) = self.types[ty] {
            return known;
        }
        let imported = self.make_type(tables, ty);
        self.types[ty] = Some(imported);
        imported
    }

    fn attribute(&mut self, tables: &Tables<'_, '_>, ty: ir::Type) -> Attribute {
        if let Some(known) = self.attributes[ty] {
            return known;
        }
        let imported = Attribute::of_type(tables.context, self.ty(tables, ty));
        self.attributes[ty] = Some(imported);
        imported
    }

    pub(crate) fn tys(&mut self, tables: &Tables<'_, '_>, list: &[ir::Type]) -> Vec<Type> {
        list.iter().map(|&ty| self.ty(tables, ty)).collect()
    }

    fn make_type(&mut self, tables: &Tables<'_, '_>, ty: ir::Type) -> Type {
        let context = tables.context;
        let float = |kind| context.ty(Mlir::Float(kind));
        match tables.ir.types.kind(ty) {
            TypeKind::Void => types::void(context),
            TypeKind::Half => float(FloatKind::F16),
            TypeKind::BFloat => float(FloatKind::BF16),
            TypeKind::Float => context.common.f32,
            TypeKind::Double => context.common.f64,
            TypeKind::X86Fp80 => float(FloatKind::F80),
            TypeKind::Fp128 => float(FloatKind::F128),
            TypeKind::PpcFp128 => types::ppc_fp128(context),
            TypeKind::Label => types::label(context),
            TypeKind::Metadata => types::metadata(context),
            TypeKind::X86Amx => types::x86_amx(context),
            TypeKind::Token => types::token(context),
            TypeKind::Integer(width) => Type::integer(context, *width),
            TypeKind::Byte(width) => {
                let name = context.ident_of_bytes(&names::byte_to_mlir(*width));
                let imported = types::struct_identified_ident(context, name);
                let fields = [Type::integer(context, *width)];
                let body = context::StructBody { fields: Some(fields.into()), packed: false };
                context.set_struct_body(imported, body);
                imported
            }
            TypeKind::Pointer(space) | TypeKind::TypedPointer { space, .. } => {
                types::pointer(context, *space)
            }
            TypeKind::Array { len, element } => {
                let element = self.ty(tables, *element);
                types::array(context, element, *len)
            }
            TypeKind::Vector { len, element, .. }
                if tables.is_extended(*element) && tables.policy.satisfies_verifier =>
            {
                let name = names::vector_to_mlir(&ir::writer::type_to_string(tables.ir, ty));
                let imported = types::struct_identified_ident(context, context.ident_of_bytes(&name));
                let element = self.ty(tables, *element);
                let fields = [types::array(context, element, u64::from(*len))];
                let body = context::StructBody { fields: Some(fields.into()), packed: false };
                context.set_struct_body(imported, body);
                imported
            }
            TypeKind::Vector { len, scalable, element } => {
                let element = self.ty(tables, *element);
                context.ty(Mlir::Vector {
                    shape: [i64::from(*len)].into(),
                    scalable: [*scalable].into(),
                    element,
                })
            }
            TypeKind::Struct { packed, fields } => {
                let fields = self.tys(tables, fields);
                types::struct_literal(context, &fields, *packed)
            }
            TypeKind::Identified(id) => {
                let definition = &tables.ir.types.structs[*id];
                if tables.options.structs_as_literals {
                    let fields =
                        definition.fields.as_ref().map(|fields| self.tys(tables, fields)).unwrap_or_default();
                    return types::struct_literal(context, &fields, definition.packed);
                }
                if tables.policy.mlir_names && definition.name.is_none() {
                    return self.unnamed_struct(tables, ty, *id);
                }
                let name = definition.name.map(|name| tables.ir.strings.get(name));
                let name = match name {
                    Some(name) if tables.policy.mlir_names => name.into(),
                    _ => names::struct_to_mlir(name, id.as_u32()),
                };
                let imported = types::struct_identified_ident(context, context.ident_of_bytes(&name));
                // Register the struct before its fields, which may mention it in a function type.
                self.types[ty] = Some(imported);
                let fields = definition.fields.as_ref().map(|fields| self.tys(tables, fields));
                let body = context::StructBody { fields: fields.map(Into::into), packed: definition.packed };
                context.set_struct_body(imported, body);
                imported
            }
            TypeKind::Function { ret, params, varargs } => {
                let (ret, params) = (self.ty(tables, *ret), self.tys(tables, params));
                types::function(context, ret, &params, *varargs)
            }
            TypeKind::TargetExt { name, types: type_params, integers } => {
                let type_params = self.tys(tables, type_params);
                types::target_extension(context, &tables.ir.text(*name), &type_params, integers)
            }
        }
    }
}

impl Tables<'_, '_> {
    /// Whether a type is a target extension type or a byte type, which MLIR does not allow in vectors.
    fn is_extended(&self, ty: ir::Type) -> bool {
        matches!(self.ir.types.kind(ty), TypeKind::TargetExt { .. } | TypeKind::Byte(_))
    }
}
