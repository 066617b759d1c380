//! Types.

use llvm_ir::TypeRef;
use llvm_ir::types::{FPType, NamedStructDef};
use tern_llvm_ir::types::IdentifiedStruct;
use tern_llvm_ir::{Type, TypeKind};

use crate::Converter;

impl Converter<'_> {
    /// A type.
    pub(crate) fn ty(&mut self, ty: &TypeRef) -> Type {
        use llvm_ir::Type as T;
        let kind = match ty.as_ref() {
            T::VoidType => TypeKind::Void,
            T::IntegerType { bits } => TypeKind::Integer(*bits),
            T::PointerType { addr_space } => TypeKind::Pointer(*addr_space),
            T::FPType(float) => match float {
                FPType::Half => TypeKind::Half,
                FPType::BFloat => TypeKind::BFloat,
                FPType::Single => TypeKind::Float,
                FPType::Double => TypeKind::Double,
                FPType::FP128 => TypeKind::Fp128,
                FPType::X86_FP80 => TypeKind::X86Fp80,
                FPType::PPC_FP128 => TypeKind::PpcFp128,
            },
            T::FuncType { result_type, param_types, is_var_arg } => TypeKind::Function {
                ret: self.ty(result_type),
                params: param_types.iter().map(|ty| self.ty(ty)).collect(),
                varargs: *is_var_arg,
            },
            T::VectorType { element_type, num_elements, scalable } => TypeKind::Vector {
                len: u32::try_from(*num_elements).unwrap_or(u32::MAX),
                scalable: *scalable,
                element: self.ty(element_type),
            },
            T::ArrayType { element_type, num_elements } => {
                TypeKind::Array { len: *num_elements as u64, element: self.ty(element_type) }
            }
            T::StructType { element_types, is_packed } => TypeKind::Struct {
                packed: *is_packed,
                fields: element_types.iter().map(|ty| self.ty(ty)).collect(),
            },
            T::NamedStructType { name } => return self.identified(name),
            T::X86_AMXType => TypeKind::X86Amx,
            T::MetadataType => TypeKind::Metadata,
            T::LabelType => TypeKind::Label,
            T::TokenType => TypeKind::Token,
            // LLVM 20 has this as a vector.
            T::X86_MMXType => {
                TypeKind::Vector { len: 1, scalable: false, element: self.module.types.common.i64 }
            }
            T::TargetExtType => {
                self.count_loss("name of a target extension type");
                TypeKind::TargetExt {
                    name: self.module.strings.intern(b"unknown"),
                    types: Box::default(),
                    integers: Box::default(),
                }
            }
        };
        self.module.types.intern(kind)
    }

    /// An identified struct, which may contain pointers to itself only, but be named before it is defined.
    fn identified(&mut self, name: &str) -> Type {
        if let Some(&ty) = self.structs.get(name) {
            return ty;
        }
        let id = self.module.strings.intern(name.as_bytes());
        let ty =
            self.module.types.add_struct(IdentifiedStruct { name: Some(id), fields: None, packed: false });
        self.structs.insert(name.to_owned(), ty);
        let source = self.source;
        if let Some(NamedStructDef::Defined(definition)) = source.types.named_struct_def(name)
            && let llvm_ir::Type::StructType { element_types, is_packed } = definition.as_ref()
        {
            let fields = element_types.iter().map(|ty| self.ty(ty)).collect();
            if let &TypeKind::Identified(id) = self.module.types.kind(ty) {
                let definition = &mut self.module.types.structs[id];
                (definition.fields, definition.packed) = (Some(fields), *is_packed);
            }
        }
        ty
    }
}
