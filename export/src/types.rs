//! Exports types.

use std::sync::Arc;

use cranelift_entity::packed_option::PackedOption;
use tern_dialect_llvm::types as llvm;
use tern_llvm_ir::TypeKind;
use tern_llvm_ir::types::IdentifiedStruct;
use tern_mapping::names;
use tern_mlir::Ident;
use tern_mlir::types::{FloatKind, TypeKind as Mlir};

use crate::{Exporter, ir, mlir};

/// Cache: exported types, indexed by the number of the MLIR type.
#[derive(Clone, Default)]
pub(crate) struct TypeCache(Vec<PackedOption<ir::Type>>);

impl TypeCache {
    #[inline]
    pub(crate) fn get(&self, ty: mlir::Type) -> Option<ir::Type> {
        self.0.get(ty.index())?.expand()
    }

    pub(crate) fn insert(&mut self, ty: mlir::Type, exported: Option<ir::Type>) {
        if self.0.len() <= ty.index() {
            self.0.resize(ty.index() + 1, None.into());
        }
        self.0[ty.index()] = exported.into();
    }
}

/// The LLVM type for a floating-point format; `None` if there is none.
pub(crate) fn float(kind: FloatKind) -> Option<TypeKind> {
    Some(match kind {
        FloatKind::F16 => TypeKind::Half,
        FloatKind::BF16 => TypeKind::BFloat,
        FloatKind::F32 => TypeKind::Float,
        FloatKind::F64 => TypeKind::Double,
        FloatKind::F80 => TypeKind::X86Fp80,
        FloatKind::F128 => TypeKind::Fp128,
        _ => return None,
    })
}

impl Exporter<'_> {
    /// The LLVM type for a type of the dialect; `None` if there is none. Cached.
    pub(crate) fn ty(&mut self, ty: mlir::Type) -> Option<ir::Type> {
        if self.records_types {
            return self.recorded_type(ty);
        }
        self.cached_type(ty)
    }

    #[inline]
    pub(crate) fn cached_type(&mut self, ty: mlir::Type) -> Option<ir::Type> {
        if let Some(known) = self.types.get(ty) {
            // LLVM has no structs that contain themselves.
            return (!self.open_structs.contains(&known)).then_some(known);
        }
        let exported = self.make_type(ty)?;
        self.types.insert(ty, Some(exported));
        Some(exported)
    }

    pub(crate) fn tys(&mut self, list: &[mlir::Type]) -> Option<Vec<ir::Type>> {
        list.iter().map(|&ty| self.ty(ty)).collect()
    }

    fn make_type(&mut self, ty: mlir::Type) -> Option<ir::Type> {
        let context = self.context;
        let kind = match ty.kind(context) {
            Mlir::Integer { width, .. } => TypeKind::Integer(*width),
            Mlir::Float(kind) => float(*kind)?,
            Mlir::Vector { shape, scalable, element } => match (&shape[..], &scalable[..]) {
                ([len], [scalable]) => {
                    let element = self.ty(*element)?;
                    TypeKind::Vector { len: u32::try_from(*len).ok()?, scalable: *scalable, element }
                }
                _ => return None,
            },
            Mlir::Declared { def, .. } if def.dialect == "llvm" => {
                return self.declared_type(ty, def.mnemonic);
            }
            Mlir::Declared { def, .. } => return self.foreign_type(ty, def.dialect),
            _ => return None,
        };
        Some(self.ir.types.intern(kind))
    }

    fn declared_type(&mut self, ty: mlir::Type, mnemonic: &str) -> Option<ir::Type> {
        let context = self.context;
        let kind = match mnemonic {
            "ptr" => TypeKind::Pointer(llvm::address_space(context, ty)?),
            "void" => TypeKind::Void,
            "token" => TypeKind::Token,
            "label" => TypeKind::Label,
            "metadata" => TypeKind::Metadata,
            "x86_amx" => TypeKind::X86Amx,
            "ppc_fp128" => TypeKind::PpcFp128,
            "array" => {
                let (element, len) = llvm::array_parts(context, ty)?;
                TypeKind::Array { len, element: self.ty(element)? }
            }
            "func" => {
                let parts = llvm::function_parts(context, ty)?;
                let ret = self.ty(parts.result)?;
                let params = self.tys(&parts.parameters)?.into();
                TypeKind::Function { ret, params, varargs: parts.variadic }
            }
            "target" => {
                let parts = llvm::target_extension_parts(context, ty)?;
                let name = self.text(parts.name);
                let types = self.tys(&parts.types)?.into();
                TypeKind::TargetExt { name, types, integers: parts.ints.into() }
            }
            "struct" => return self.structure(ty),
            _ => return None,
        };
        Some(self.ir.types.intern(kind))
    }

    /// The vector that a struct with this name stands for.
    fn vector(&mut self, name: &[u8], fields: Option<&[mlir::Type]>) -> Option<ir::Type> {
        let scalable = names::stands_for_vector(name)?;
        let [array] = *fields? else { return None };
        let (element, len) = llvm::array_parts(self.context, array)?;
        let (len, element) = (u32::try_from(len).ok().filter(|&len| len > 0)?, self.ty(element)?);
        let is_extended =
            matches!(self.ir.types.kind(element), TypeKind::TargetExt { .. } | TypeKind::Byte(_));
        is_extended.then(|| self.ir.types.intern(TypeKind::Vector { len, scalable, element }))
    }

    fn structure(&mut self, ty: mlir::Type) -> Option<ir::Type> {
        let context = self.context;
        let fields = llvm::struct_fields(context, ty);
        let Some(name) = llvm::struct_name(context, ty) else {
            let (fields, packed) = fields?;
            let fields = self.tys(&fields)?.into();
            return Some(self.ir.types.intern(TypeKind::Struct { packed, fields }));
        };
        if let Some(width) = names::stands_for_byte(context.bytes(name))
            && let Some((fields, false)) = &fields
            && fields[..] == [mlir::Type::integer(context, width)]
        {
            return Some(self.ir.types.intern(TypeKind::Byte(width)));
        }
        if let Some(vector) = self.vector(context.bytes(name), fields.as_ref().map(|(fields, _)| &fields[..]))
        {
            return Some(vector);
        }
        self.shared_struct(ty, |exporter| exporter.identified_struct(ty, name, fields))
    }

    fn identified_struct(
        &mut self,
        ty: mlir::Type,
        name: Ident,
        fields: Option<(Arc<[mlir::Type]>, bool)>,
    ) -> Option<ir::Type> {
        let context = self.context;
        let name = names::struct_to_llvm(context.bytes(name)).map(|name| self.ir.strings.intern(name));
        let exported = self.ir.types.add_struct(IdentifiedStruct { name, fields: None, packed: false });
        if let Some((fields, packed)) = fields {
            // Register the struct before its fields are exported, so that one which contains itself is detected.
            self.types.insert(ty, Some(exported));
            self.open_structs.push(exported);
            let fields = self.tys(&fields);
            self.open_structs.pop();
            self.types.insert(ty, None);
            let fields = fields?;
            if let TypeKind::Identified(id) = *self.ir.types.kind(exported) {
                let definition = &mut self.ir.types.structs[id];
                (definition.fields, definition.packed) = (Some(fields.into()), packed);
            }
        }
        Some(exported)
    }
}
